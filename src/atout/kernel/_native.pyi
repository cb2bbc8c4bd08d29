"""The extension's functions; see ``jobs.h`` for their work and ``words.py`` for the packed structs."""

from array import array

Buffer = bytes | bytearray | array[int]

def playouts(
    pdep: bool,
    table: bytes,
    policy: bytes,
    start: bytes,
    hands: Buffer | None,
    aims: Buffer | None,
    firsts: Buffer,
    worlds: int,
    repeats: int,
    seed: int,
    first_world: int,
    won: Buffer,
    cancel: Buffer,
    /,
) -> bool: ...
def deals(
    pdep: bool, game: bytes, items: int, seed: int, first_deal: int, points: Buffer, won: Buffer, cancel: Buffer, /
) -> bool: ...
def worlds(
    pdep: bool,
    counted: bool,
    plan: bytes,
    nodes: bytes,
    options: bytes,
    items: int,
    seed: int,
    first_world: int,
    rows: Buffer,
    cancel: Buffer,
    /,
) -> bool: ...
def surprisals(
    pdep: bool,
    table: bytes,
    policy: bytes,
    start: bytes,
    hands: Buffer,
    plays: Buffer,
    worlds: int,
    told: int,
    costs: Buffer,
    found: Buffer,
    cancel: Buffer,
    /,
) -> bool: ...
def batch(
    pdep: bool,
    what: int,
    game: bytes,
    items: int,
    states: Buffer,
    legal: Buffer,
    turn: Buffer,
    stage: Buffer,
    actions: Buffer,
    bags: Buffer,
    points: Buffer,
    seed: int,
    first_deal: int,
    cancel: Buffer,
    /,
) -> bool: ...
def solve(
    pdep: bool,
    table: bytes,
    position: bytes,
    stakes: bytes,
    worth: Buffer,
    broken: int,
    memory: int,
    nodes: int,
    seconds: float,
    cancel: Buffer,
    /,
) -> tuple[int, int, list[tuple[int, int, int, int, bool]]]: ...
def sizes() -> dict[str, int]: ...
def has_pdep() -> bool: ...
