"""A seat at a table of one's own: the others are bots, the game is kept in a file."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Protocol

from atout.actions import Accept, Action, Illegal, Reject
from atout.advice import Hints
from atout.commands import LINE, Command
from atout.events import DealScored, DealStarted, Event
from atout.match import Match
from atout.sentences import refuse, score_side, tell
from atout.table import Table
from atout.terminal.interruptions import Interruptions
from atout.terminal.keeper import Keeper
from atout.terminal.screen import Screen
from atout.terminal.seat import Asked, Told, tells_hand


class Opponent(Protocol):
    """Somebody else at the table, who decides from a view."""

    def act(self, view: Match, seat: int) -> Action:
        """An action that is legal for the seat to act."""
        ...

    def answers_claim(self, view: Match, seat: int) -> bool:
        """Whether the seat accepts the claim on the table."""
        ...


class Solo:
    """A ``Seat`` of ``table``, which must not deal by itself. ``opponents`` are the others by seat."""

    gone = False
    status = ""

    def __init__(
        self,
        table: Table,
        number: int,
        opponents: Mapping[int, Opponent],
        *,
        screen: Screen,
        keeper: Keeper,
        interruptions: Interruptions,
    ) -> None:
        self.table = table
        self.number = number
        self.commands: tuple[Command, ...] = LINE
        self.opponents = opponents
        self.screen = screen
        self.keeper = keeper
        self.interruptions = interruptions
        self.view = table.view(number)
        self._told = len(table.events)
        self._answers: deque[Told] = deque()
        self._hints = Hints()
        self._acted = False
        """Whether the next thing that happened is the person's own doing."""

    @property
    def asked(self) -> Asked:
        """What the person is asked: all others have acted."""
        match = self.table.match
        return Asked.REMATCH if match.over else Asked.DEAL if match.awaits_deal else Asked.ACTION

    # --- what happens -------------------------------------------------------------------------------------------

    def has_news(self) -> bool:
        """Never: nothing happens while one types."""
        return False

    def wait(self) -> None:
        """Nothing to wait for: somebody is always asked."""

    def news(self) -> Iterator[Told]:
        """What happens until the person is asked something, each line before the next bot thinks."""
        while True:
            while self._answers:
                yield self._answers.popleft()
            for event in self.table.events_seen_by(self.number, self._told):
                yield from self._tell(event)
            self._told = len(self.table.events)
            turn = self.table.match.turn
            if turn is not None and turn != self.number:
                self._let_act(turn)
            elif self.table.match.number == 0:
                self.go_on()
            else:
                return

    def _tell(self, event: Event) -> Iterator[Told]:
        own, self._acted = self._acted, False
        before, self.view = self.view, self.view.evolve(event)
        if isinstance(event, DealScored):
            yield Told(self.screen.text("play.told.count", number=before.number), own=own)
            for side, who in zip(event.sides, before.rules.sides, strict=True):
                yield Told(self.screen.text("play.told.side", line=score_side(self.screen.speaker, side, who)))
        elif said := tell(self.screen.speaker, event, before):
            yield Told(said, own=own, hand=tells_hand(event), apart=isinstance(event, DealStarted))

    def _do(self, seat: int, action: Action) -> None:
        """Does an action and saves; raises ``Illegal``."""
        with self.interruptions.shield():
            self.table.act(action, seat)
            self.keeper.save(self.table)

    def _let_act(self, seat: int) -> None:
        opponent, view = self.opponents[seat], self.table.view(seat)
        if view.claim:
            self._do(seat, Accept() if opponent.answers_claim(view, seat) else Reject())
        else:
            self._do(seat, opponent.act(view, seat))

    # --- what the person does -----------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Does an action, or says why not."""
        try:
            self._do(self.number, action)
        except Illegal as illegal:
            self._answers.append(Told(refuse(self.screen.speaker, illegal.refusal, self.view), aside=True))
        else:
            self._acted = True

    def go_on(self) -> None:
        """The house deals."""
        with self.interruptions.shield():
            self.table.deal()
            self.keeper.save(self.table)

    def rematch(self) -> None:
        """Another match of the same rules, kept beside this one."""
        before = self.table
        self.table = Table(before.rules, seed=before.seed + 1, names=before.names, dealing=False)
        self.keeper.turn_page()
        self.view, self._told, self._acted = self.table.view(self.number), 0, True

    def undo(self) -> None:
        """Goes back to the person's previous decision."""
        text = self.screen.text
        own = [at for at, (seat, _) in enumerate(self.table.actions) if seat == self.number]
        if not own:
            self._answers.append(Told(text("play.told.nothing_to_undo"), aside=True))
            return
        with self.interruptions.shield():
            while len(self.table.actions) > own[-1]:
                self.table.undo()
            self.keeper.save(self.table)
        self.view, self._told = self.table.view(self.number), len(self.table.events)
        self._answers.append(Told(text("play.told.undone"), own=True, aside=True, elsewhere=True))

    def obey(self, command: Command, text: str) -> None:
        """Advice: the next stage of it. The client knows all other commands of such a table."""
        assert command.name == "hint"
        for line in self._hints.ask(self.screen.speaker, self.view, self.number):
            self._answers.append(Told(line, aside=True))

    def where(self) -> str:
        """Where the game is kept, in a sentence."""
        return self.keeper.where()

    def leave(self) -> str:
        """Saves; how to go on, in a sentence."""
        with self.interruptions.shield():
            self.keeper.save(self.table)
            return self.keeper.farewell(over=self.table.over)
