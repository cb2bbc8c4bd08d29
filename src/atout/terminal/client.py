"""A game at a line terminal: tells what happens, asks the person, lets the others act from their views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol

from atout.actions import Accept, Action, Discard, Illegal, Play, Reject
from atout.cards import Card, Cards, Rank, Suit
from atout.commands import COMMANDS, Command
from atout.events import DealScored, DealStarted, Dealt, Event, HandSeen
from atout.match import Match
from atout.say import capital, shown
from atout.sentences import (
    action_text,
    bids,
    information,
    on_table,
    profile_name,
    question,
    refuse,
    score_side,
    scores,
    tell,
)
from atout.table import Table
from atout.terminal.interruptions import Interruptions
from atout.terminal.keeper import Keeper
from atout.terminal.lines import Lines
from atout.terminal.prompts import cards_beside, completions
from atout.terminal.screen import Screen
from atout.typed import Reading, Request, typed


class Opponent(Protocol):
    """Somebody else at the table, who decides from a view."""

    def act(self, view: Match, seat: int) -> Action:
        """An action that is legal for the seat to act."""
        ...

    def answers_claim(self, view: Match, seat: int) -> bool:
        """Whether the seat accepts the claim on the table."""
        ...


class Quit(Exception):
    """The person asked to leave."""


_FIGURES: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
EXAMPLE: Final = Card.from_token("9H")
"""The card that shows how cards are typed."""


class Client:
    """One person's game. ``opponents`` are the others by seat; ``table`` must not deal by itself."""

    def __init__(
        self,
        table: Table,
        seat: int,
        opponents: Mapping[int, Opponent],
        *,
        screen: Screen,
        lines: Lines,
        keeper: Keeper,
        interruptions: Interruptions,
    ) -> None:
        self.table = table
        self.seat = seat
        self.opponents = opponents
        self.screen = screen
        self.speaker = screen.speaker
        self.lines = lines
        self.keeper = keeper
        self.interruptions = interruptions
        self._view = table.view(seat)
        self._told = len(table.events)
        self._messages: list[str] = []
        """What has happened, as it was told."""
        self._since = 0
        """Where in the messages the person's last action is."""
        self._back = 0
        """How many messages ``messages`` has gone back since the last one was told."""
        self._asked: Match | None = None
        """Where the person was last told the cards to choose from."""
        self._hand_told = False
        """Whether the hand was told since the last question."""
        self._known = Cards()
        """The person's hand at the last question."""
        self._shown: tuple[Match | None, int] = (None, 0)
        """Where ``next`` is in the list of cards."""
        self._own: dict[str, Callable[[], None]] = {
            "repeat": self._repeat,
            "next": self._next,
            "messages": self._message_before,
            "undo": self._undo,
            "save": lambda: self._answer(keeper.where()),
            "quit": self._quit,
        }

    # --- the game -----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the match is over and no other is wanted, or the person leaves; then says where the game is.

        Raises nothing on Ctrl-C, on a signal to stop and at the end of the input: these are ways to leave.
        """
        try:
            while self._step():
                pass
        except (EOFError, Quit):
            pass
        except KeyboardInterrupt:
            self.screen.say("")
        with self.interruptions.shield():
            self.keeper.save(self.table)
            self.screen.say(self.keeper.farewell(over=self.table.over))

    def remind(self) -> None:
        """Says where a game stands that is taken up again."""
        view, text = self._view, self.screen.text
        if view.over:
            self.screen.say(text("play.start.finished"))
        else:
            name = profile_name(self.speaker, view.rules.profile)
            self.screen.say(text("play.start.resumed", name=name, deal=view.number))
        self.screen.say(scores(self.speaker, view, self.seat))
        if view.hand and view.hand.playing:
            self.screen.say(bids(self.speaker, view, self.seat))
        self._context()

    def _context(self) -> None:
        """What lies on the table: what was announced, and once cards are played the play."""
        hand = self._view.hand
        if hand is None or hand.over:
            return
        for says in (information, on_table) if hand.playing else (bids,):
            self.screen.say(says(self.speaker, self._view, self.seat))

    def _step(self) -> bool:
        """One thing that happens, or one line typed; false at the end."""
        self._tell()
        match = self.table.match
        if match.over:
            return self._after_match()
        if match.awaits_deal:
            return self._next_deal()
        assert match.turn is not None
        if match.turn == self.seat:
            self._decide()
        else:
            self._let_act(match.turn)
        return True

    def _tell(self) -> None:
        """Says what has happened since the last time."""
        for event in self.table.events_seen_by(self.seat, self._told):
            if isinstance(event, DealStarted) and not self.screen.plain:
                self.screen.say("")
            for line in self._sentences(event):
                self._messages.append(line)
                self._back = 0
                self.screen.say(line)
            self._view = self._view.evolve(event)
        self._told = len(self.table.events)

    def _sentences(self, event: Event) -> Iterable[str]:
        if isinstance(event, DealScored):
            yield self.screen.text("play.told.count", number=self._view.number)
            for side, who in zip(event.sides, self.table.rules.sides, strict=True):
                yield self.screen.text("play.told.side", line=score_side(self.speaker, side, who))
        elif said := tell(self.speaker, event, self._view):
            self._hand_told = self._hand_told or isinstance(event, Dealt | HandSeen)
            yield said

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

    def _decide(self) -> None:
        assert self._view.hand is not None
        held = self._view.hand.board.holding(self.seat).sure
        plain, known = self.screen.plain, held == self._known
        beside = cards_beside(self.speaker, self._view, self.seat, plain=plain, known=known)
        if beside and not self._hand_told and self._asked is not self._view:
            self.screen.say(beside)
        self._asked, self._hand_told, self._known = self._view, False, held
        reading = self._hear(question(self.speaker, self._view, self.seat))
        if isinstance(reading, Action):
            self._try(reading)

    def _try(self, action: Action) -> None:
        try:
            self._do(self.seat, action)
        except Illegal as illegal:
            self._answer(refuse(self.speaker, illegal.refusal, self._view))
        else:
            self._since = len(self._messages)

    def _next_deal(self) -> bool:
        """The house deals; between two deals a person at a terminal is waited for."""
        if self.lines.interactive and self.table.match.number:
            reading = self._hear(self.screen.text("play.ask.next_deal"))
            if isinstance(reading, Action):
                self._try(reading)
            if reading != "":
                return True
        with self.interruptions.shield():
            self.table.deal()
            self.keeper.save(self.table)
        return True

    def _after_match(self) -> bool:
        """Offers another match to a person at a terminal."""
        if not self.lines.interactive:
            return False
        match self._hear(self.screen.text("play.ask.rematch")):
            case Accept():
                self._rematch()
            case Reject():
                return False
            case Action() as action:
                self._try(action)
        return True

    def _rematch(self) -> None:
        before = self.table
        self.table = Table(before.rules, seed=before.seed + 1, names=before.names, dealing=False)
        self.keeper.turn_page()
        self._view, self._told = self.table.view(self.seat), 0
        self._since = len(self._messages)

    # --- what is typed ------------------------------------------------------------------------------------------

    def _hear(self, prompt: str) -> Action | str | None:
        """One line: the action it asks for, ``""`` if it is empty, ``None`` once it has been answered here."""
        line = self.lines.ask(prompt, lambda: completions(self.speaker, self._view, self.seat)).strip()
        if not line:
            return ""
        readings = typed(self.speaker.language).read(line, self._view, self.seat)
        match readings:
            case (Request() as request,):
                self._obey(request)
            case (Action() as action,):
                return action
            case ():
                self._answer(self._not_understood(line))
            case _:
                self._answer(self._ask_back(line, readings))
        return None

    def _answer(self, text: str) -> None:
        self.screen.say(text)

    def _card(self, card: Card) -> dict[str, str]:
        """How a card may be typed."""
        index, letter = self.screen.text(f"word.index.{card.rank}"), self.screen.text(f"typed.letter.{card.suit}")
        return {"example": index + letter, "words": self.speaker.card(card), "token": str(card)}

    def _not_understood(self, line: str) -> str:
        if line.startswith("/"):
            return self.screen.text("play.told.no_command", text=shown(line))
        legal = (action.card for action in self._view.legal(self.seat) if isinstance(action, Play | Discard))
        example = next((card for card in legal if card and card.suit is not None), None)
        facts = self._card(example or EXAMPLE)
        return self.screen.text("play.told.not_understood", text=shown(line), card=example is not None, **facts)

    def _ask_back(self, line: str, readings: tuple[Reading, ...]) -> str:
        """Names the readings of an ambiguous line; the next line may be any of them."""
        *others, last = (
            self.screen.text(
                "play.told.reading",
                words=action_text(self.speaker, reading, self._view, self.seat)
                if isinstance(reading, Action)
                else reading.command.words(self.speaker.language)[0],
                token=str(reading) if isinstance(reading, Action) else reading.command.name,
            )
            for reading in readings
        )
        both = self.screen.text("play.told.or", others=", ".join(others), last=last)
        return self.screen.text("play.told.several", text=shown(line), readings=both)

    # --- commands -----------------------------------------------------------------------------------------------

    def _obey(self, request: Request) -> None:
        command = request.command
        if command.says:
            self._answer(command.says(self.speaker, self._view, self.seat))
        elif command.takes_more:
            self._help(request.about)
        else:
            self._own[command.name]()

    def _help(self, about: Command | None) -> None:
        text = self.screen.text
        if about is None:
            self._answer(text("play.help.heading"))
        for command in (about,) if about else COMMANDS:
            if command.in_line:
                keys = ", ".join((*command.keys, *command.words(self.speaker.language)[:1]))
                self._answer(text("play.help.line", keys=keys, help=command.help(self.speaker)))
        if about is None:
            suits = ", ".join(f"{text(f'typed.letter.{suit}')} ({self.speaker.suit(suit)})" for suit in Suit)
            figures = " ".join(text(f"word.index.{rank}") for rank in _FIGURES)
            self._answer(text("play.help.cards", **self._card(EXAMPLE), suits=suits, figures=figures))
            self._answer(text("play.help.slash", word=COMMANDS[0].words(self.speaker.language)[0]))

    def _repeat(self) -> None:
        self._answer("\n".join(self._messages[self._since :]) or self.screen.text("play.told.nothing_since"))

    def _message_before(self) -> None:
        """Says the last message; called again, the one before it."""
        if self._back == len(self._messages):
            self._answer(self.screen.text("play.told.no_message_before"))
            return
        self._back += 1
        self._answer(self._messages[-self._back])

    def _next(self) -> None:
        """Says the next card that may be played; called again, the one after it."""
        actions = [action for action in self._view.legal(self.seat) if isinstance(action, Play | Discard)]
        if not actions:
            self._answer(self.screen.text("play.told.nothing_playable"))
            return
        shown, at = self._shown
        at = (at + 1) % len(actions) if shown is self._view else 0
        self._shown = (self._view, at)
        said = capital(action_text(self.speaker, actions[at], self._view, self.seat))
        self._answer(self.screen.text("play.told.playable", action=said, number=at + 1, most=len(actions)))

    def _undo(self) -> None:
        """Goes back to the person's previous decision."""
        own = [at for at, (seat, _) in enumerate(self.table.actions) if seat == self.seat]
        if not own:
            self._answer(self.screen.text("play.told.nothing_to_undo"))
            return
        with self.interruptions.shield():
            while len(self.table.actions) > own[-1]:
                self.table.undo()
            self.keeper.save(self.table)
        self._view, self._told = self.table.view(self.seat), len(self.table.events)
        self._since = len(self._messages)
        self._answer(self.screen.text("play.told.undone"))
        self._context()

    def _quit(self) -> None:
        raise Quit
