"""A game at a line terminal: tells what happens, asks the person, does what is typed, wherever the table is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from atout.actions import Accept, Action, Discard, Play, Reject
from atout.cards import Card, Cards, Rank, Suit
from atout.commands import Command
from atout.match import Match
from atout.say import Speaker, capital, shown
from atout.sentences import action_text, bids, information, on_table, profile_name, question, scores
from atout.terminal.interruptions import Interruptions
from atout.terminal.lines import Lines
from atout.terminal.prompts import cards_beside, completions
from atout.terminal.screen import Screen
from atout.terminal.seat import Asked, Seat
from atout.typed import Reading, Request, typed


class Quit(Exception):
    """The person asked to leave."""


_FIGURES: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
EXAMPLE: Final = Card.from_token("9H")
"""The card that shows how cards are typed."""


class Client:
    """One person's game, from a seat."""

    def __init__(self, seat: Seat, *, screen: Screen, lines: Lines, interruptions: Interruptions) -> None:
        self.seat = seat
        self.screen = screen
        self.lines = lines
        self.interruptions = interruptions
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
            "undo": seat.undo,
            "save": lambda: self._answer(seat.where()),
            "quit": self._quit,
        }

    @property
    def speaker(self) -> Speaker:
        """Who says things here: the players may change their names."""
        return self.screen.speaker

    # --- the game -----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the match is over and no other is wanted, or the person leaves; then says how to come back.

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
            self.screen.say(self.seat.leave())

    def remind(self) -> None:
        """Says where a game stands that is taken up again."""
        view, text = self.seat.view, self.screen.text
        if view.over:
            self.screen.say(text("play.start.finished"))
        else:
            name = profile_name(self.speaker, view.rules.profile)
            self.screen.say(text("play.start.resumed", name=name, deal=view.number))
        self.recall()

    def recall(self) -> None:
        """Says the scores and what lies on the table."""
        view = self.seat.view
        self.screen.say(scores(self.speaker, view, self.seat.number))
        if view.hand and view.hand.playing:
            self.screen.say(bids(self.speaker, view, self.seat.number))
        self._context()

    def _context(self) -> None:
        """What lies on the table: what was announced, and once cards are played the play."""
        view = self.seat.view
        if view.hand is None or view.hand.over:
            return
        for says in (information, on_table) if view.hand.playing else (bids,):
            self.screen.say(says(self.speaker, view, self.seat.number))

    def _step(self) -> bool:
        """What has happened is told, then one line typed is done; false at the end."""
        if not self.catch_up():
            return False
        if not self.lines.interactive:
            match self.seat.asked:
                case Asked.REMATCH:
                    return False
                case Asked.DEAL:
                    self.seat.go_on()
                    return True
                case Asked.NOTHING if self.seat.number:
                    self.seat.wait()
                    return True
        reading = self._hear()
        match self.seat.asked, reading:
            case Asked.REMATCH, Accept():
                self.seat.rematch()
            case Asked.REMATCH, Reject():
                return False
            case Asked.DEAL | Asked.NOTHING, "":
                self.seat.go_on()
            case _, Action():
                self.seat.act(reading)
        return True

    def catch_up(self) -> bool:
        """Tells what has happened, and the cards to choose from if the person is to act; false if the table is gone."""
        for told in self.seat.news():
            if told.own:
                self._since = len(self._messages)
            if told.apart and not self.screen.plain:
                self.screen.say("")
            if not told.aside:
                self._messages.append(told.text)
                self._back = 0
            self._hand_told = self._hand_told or told.hand
            self.screen.say(told.text)
            if told.elsewhere:
                self._context()
        if self.seat.asked is Asked.ACTION:
            self._show_cards()
        return not self.seat.gone

    def has_news(self) -> bool:
        """Whether something is there to be told."""
        return self.seat.has_news()

    def _show_cards(self) -> None:
        """The cards to choose from, once where the person is to act."""
        view, number = self.seat.view, self.seat.number
        assert view.hand is not None
        if self._asked is view:
            return
        held = view.hand.board.holding(number).sure
        beside = cards_beside(self.speaker, view, number, plain=self.screen.plain, known=held == self._known)
        if beside and not self._hand_told:
            self.screen.say(beside)
        self._asked, self._hand_told, self._known = view, False, held

    def _prompt(self) -> str:
        """What is asked now; where nothing is, eyes see what is waited for."""
        text = self.screen.text
        match self.seat.asked:
            case Asked.ACTION:
                return question(self.speaker, self.seat.view, self.seat.number)
            case Asked.DEAL:
                return text("play.ask.next_deal" if self.seat.view.number else "play.ask.first_deal")
            case Asked.REMATCH if self.seat.number:
                return text("play.ask.rematch")
        return "" if self.screen.plain else self.seat.status

    # --- what is typed ------------------------------------------------------------------------------------------

    def _hear(self) -> Action | str | None:
        """One line: the action it asks for, ``""`` if it is empty, ``None`` once it has been answered here."""
        seat = self.seat
        line = self.lines.ask(
            self._prompt, lambda: completions(self.speaker, seat.view, seat.number, seat.commands), self
        )
        return self.understand(line)

    def understand(self, line: str) -> Action | str | None:
        """The action a line asks for, ``""`` if it is empty, ``None`` once it has been answered. Raises ``Quit``."""
        seat, line = self.seat, line.strip()
        if not line:
            return ""
        readings = typed(self.speaker.language, seat.commands).read(line, seat.view, seat.number)
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
        legal = (action.card for action in self.seat.view.legal(self.seat.number) if isinstance(action, Play | Discard))
        example = next((card for card in legal if card and card.suit is not None), None)
        facts = self._card(example or EXAMPLE)
        return self.screen.text("play.told.not_understood", text=shown(line), card=example is not None, **facts)

    def _ask_back(self, line: str, readings: tuple[Reading, ...]) -> str:
        """Names the readings of an ambiguous line; the next line may be any of them."""
        named = (
            self.screen.text(
                "play.told.reading",
                words=action_text(self.speaker, reading, self.seat.view, self.seat.number)
                if isinstance(reading, Action)
                else reading.command.words(self.speaker.language)[0],
                token=str(reading) if isinstance(reading, Action) else reading.command.name,
            )
            for reading in readings
        )
        listed = self.speaker.listed(named, "word.or")
        return self.screen.text("play.told.several", text=shown(line), readings=listed)

    # --- commands -----------------------------------------------------------------------------------------------

    def _obey(self, request: Request) -> None:
        command = request.command
        if command.says:
            self._answer(command.says(self.speaker, self.seat.view, self.seat.number))
        elif command.takes_more:
            self._help(request.about)
        elif command.name in self._own:
            self._own[command.name]()
        else:
            self.seat.obey(command, request.text)

    def _help(self, about: Command | None) -> None:
        text, commands = self.screen.text, self.seat.commands
        if about is None:
            self._answer(text("play.help.heading"))
        for command in (about,) if about else commands:
            keys = ", ".join((*command.keys, *command.words(self.speaker.language)[:1]))
            self._answer(text("play.help.line", keys=keys, help=command.help(self.speaker)))
        if about is None:
            suits = ", ".join(f"{text(f'typed.letter.{suit}')} ({self.speaker.suit(suit)})" for suit in Suit)
            figures = " ".join(text(f"word.index.{rank}") for rank in _FIGURES)
            self._answer(text("play.help.cards", **self._card(EXAMPLE), suits=suits, figures=figures))
            self._answer(text("play.help.slash", word=commands[0].words(self.speaker.language)[0]))

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
        view, number = self.seat.view, self.seat.number
        actions = [action for action in view.legal(number) if isinstance(action, Play | Discard)]
        if not actions:
            self._answer(self.screen.text("play.told.nothing_playable"))
            return
        before, at = self._shown
        at = (at + 1) % len(actions) if before is view else 0
        self._shown = (view, at)
        said = capital(action_text(self.speaker, actions[at], view, number))
        self._answer(self.screen.text("play.told.playable", action=said, number=at + 1, most=len(actions)))

    def _quit(self) -> None:
        raise Quit
