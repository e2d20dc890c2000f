"""What phones at a match need of others: of the game (`PhonePart`), and of the screen (`PhoneScreen`).

Most games need add nothing. Moves are offered a few at a time where there are many. The rules deal the next
hand at once; what phones show of it waits until the big screen has shown how the last one ended, so that
nobody reads in their hand what the room has still to see (`LastHand`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from game.bots.worker import CHOOSE
from game.core.game import Event, HintStep, Observation
from game.match.hints import Question
from game.match.match import Match
from game.match.talk import Said
from game.words import _


class PhonePart:
    """A game on phones: its legal moves as buttons or on its own page, and a bot's move as the hint."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def view(self, seat: int) -> dict[str, Any]:
        """What the phone of a seat shows besides its observation, as plain JSON: a half-built turn."""
        return {}

    def closing(self, seat: int, seen: Observation) -> dict[str, Any]:
        """What the phone of a seat shows besides the end of a hand that it sees, while the next is dealt."""
        return {}

    def public(self) -> dict[str, Any]:
        """What a phone without a seat shows besides what a spectator observes, as plain JSON."""
        return {}

    def moves(self, seat: int) -> list[str]:
        """The moves that the phone of the seat to move offers; fewer where listing them takes long."""
        return self.match.session.moves()

    def making(self, seat: int) -> str:
        """The turn in the making on the phone of a seat as text, for lessons; see `View.making`."""
        return ""

    def is_in_order(self, seat: int) -> bool:
        """Whether that turn is in order as it lies, for lessons; see `View.is_in_order`."""
        return True

    def make(self, seat: int, making: str) -> bool:
        """Bring the turn in the making to this, for a step that is skipped; whether the game can."""
        return False

    hint_steps: Sequence[HintStep] = (HintStep.MOVE, HintStep.WHY)
    """What a hint tells, press by press, on phones and at the screen."""
    threats_named = ""
    """What the button says that shows what threatens; empty where the game has nothing of it."""
    threats_stay = False
    """Whether it may always be shown, since it covers nothing."""

    def threats_question(self, seat: int) -> Question | None:
        """What a worker is asked of what threatens a seat now; `None` where nobody has to be asked."""
        return None

    def threats(self, seat: int, answer: Any) -> dict[str, Any]:
        """What threatens a seat as plain JSON: in ``rows`` pairs of a heading and words, and ``marks``.

        All of it is public. The marks are for the page of the game.
        """
        return {"rows": []}

    def act(self, seat: int, words: Mapping[str, Any]) -> str:
        """Called with what the person at a phone does besides making a move, at any time; it may be anything.

        Returns a sentence where it is refused, else an empty text.
        """
        return _("That cannot be done now.")

    def attend(self) -> None:
        """Called when all is shown: what phones have left to the program may be done."""

    def question(self, seat: int, asked: int, strength: str) -> Question:
        """What a worker is asked for a hint on the phone of the seat to move.

        Told how many were asked for since the last move, this one too, and how much hints tell in this house.
        """
        session = self.match.session
        seen, options = session.observe(seat), session.options
        return CHOOSE, session.game, seen, options, "normal", ("phone", len(session.log))

    def hint(self, seat: int, answer: Any, step: HintStep) -> dict[str, Any]:
        """What the phone is told of the answer, as plain JSON; the big screen shows nothing of it.

        A page shows the whole ``move`` where it is ``full``, else where to look for it.
        """
        return {"move": answer, "full": step >= HintStep.MOVE}


class AdvisedPart(PhonePart):
    """A game on phones whose hint is a move with its reasons; the same for the hint on the screen."""

    def __init__(
        self, match: Match, advised: str, words: Callable[[Any, int, Sequence[str], HintStep], str]
    ) -> None:
        """Make the part.

        ``advised`` is asked of a worker, as "module:function", and gives a mapping with the ``move``;
        ``words`` says of that answer, the seat and all names what to do, and, told so, why.
        """
        super().__init__(match)
        self._advised = advised
        self._words = words

    def question(self, seat: int, asked: int, strength: str) -> Question:
        """The move of the best player and its reasons; asked again, the answer is the same."""
        session = self.match.session
        return self._advised, session.observe(seat), session.options, ("hint", len(session.log))

    def hint(self, seat: int, answer: Any, step: HintStep) -> dict[str, Any]:
        """The move, and in ``why`` what it is called and, in the last step, what is good about it."""
        told = super().hint(seat, answer["move"], step)
        return {**told, "why": self.hint_in_words(seat, answer, step) if told["full"] else ""}

    def hint_in_words(self, seat: int, answer: Any, step: HintStep) -> str:
        """What to do and, in the last step, why, in a sentence."""
        return self._words(answer, seat, [one.name for one in self.match.seats], step)


class PhoneScreen:
    """No screen at all: what phones do is done at once, and nothing waits for a picture."""

    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def still(self) -> bool:
        """Whether movement is to be replaced by fades."""
        return False

    @property
    def text_size(self) -> int:
        """How large texts are, in per cent."""
        return 100

    @property
    def hints(self) -> str:
        """How much hints tell in this house; ``off`` where there are none."""
        return "full"

    @property
    def threats(self) -> str:
        """Whether what threatens may be shown in this house: ``off``, ``request`` or ``always``."""
        return "request"

    @property
    def is_waiting(self) -> bool:
        """Whether the match waits behind a menu."""
        return False

    @property
    def is_showing(self) -> bool:
        """Whether what has happened is still being shown, so that nobody is told how it ends."""
        return False

    def shows(self, kinds: Collection[str]) -> bool:
        """Whether an event of one of these kinds is being shown, or waits for it, also for its reader."""
        return False

    @property
    def told(self) -> str:
        return ""

    @property
    def said(self) -> Said | None:
        return None

    def play(self, move: str) -> None:
        self._match.play(move)

    def reaches(self, seat: int) -> bool:
        """Whether the phone of a seat can be reached now."""
        return True

    def catch_up(self, most: int) -> None:
        """End the shows where more than so many wait: phones need not wait for the screen."""


ROOM = 6000
"""Letters of moves that are sent at once; a message for a phone stays small."""


def narrowed(moves: Sequence[str], prefix: Sequence[str]) -> dict[str, Any]:
    """What a phone is offered when it has chosen the first words of a move.

    Returns:
        ``moves``: those that begin so, empty where they are too many; ``prefix``: the chosen words, without
        those that lead nowhere; ``next``: what can be chosen after them, empty where ``moves`` says it all.
    """
    words = [move.split() for move in moves]
    chosen = list(prefix)
    while chosen and not any(move[: len(chosen)] == chosen for move in words):
        chosen.pop()
    while True:
        place = len(chosen)
        fitting = [move for move in words if move[:place] == chosen]
        if sum(len(" ".join(move)) for move in fitting) <= ROOM:
            return {"moves": [" ".join(move) for move in fitting], "prefix": chosen, "next": []}
        following = list(dict.fromkeys(move[place] for move in fitting if len(move) > place))
        if len(following) > 1:
            return {"moves": [], "prefix": chosen, "next": following}
        chosen += following  # there is nothing to choose here


class LastHand:
    """How the hand ended that the last move ended, and whether phones still show it."""

    def __init__(self, match: Match, screen: PhoneScreen) -> None:
        self._match = match
        self._screen = screen
        self._kinds: frozenset[str] = frozenset()
        """The kinds of events by which the big screen shows the end."""
        self._later: list[Event] = []

    def played(self, events: Sequence[Event]) -> Sequence[Event]:
        """Take in what a move has done; what phones are told of it, and of what was kept, at once."""
        before = self._later
        self.forget()
        if self._match.session.observe_close(None) is None:
            return [*before, *events]
        dealt = next((n for n, event in enumerate(events) if event.reveals), len(events))
        self._kinds = frozenset(event.kind for event in events[:dealt])
        self._later = list(events[1:])
        return [*before, *events[:1]]

    def forget(self) -> None:
        """What has happened was taken back, or nobody is to be told of it."""
        self._kinds, self._later = frozenset(), []

    @property
    def is_shown(self) -> bool:
        """Whether phones show the end of a hand though the next one is dealt, or the match is over."""
        if self._match.is_over:
            return bool(self._match.session.log) and self._screen.is_showing
        return bool(self._kinds) and self._screen.shows(self._kinds)

    @property
    def owes(self) -> bool:
        """Whether phones have still to be told what came of it, and can be now."""
        return bool(self._later) and not self.is_shown

    def told(self) -> list[Event]:
        """What phones are told now of what was kept from them; nothing as long as the end is shown."""
        if self.is_shown:
            return []
        told, self._later = self._later, []
        return told

    def seen(self, seat: int | None) -> dict[str, Any] | None:
        """What a seat, or a spectator for `None`, is shown of the end of a hand; `None` where of none."""
        return self._match.session.observe_close(seat) if self.is_shown else None

    def observe(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator for `None`, is shown: how a hand ended, else how the match stands."""
        closed = self.seen(seat)
        if closed is not None:
            return closed
        return self._match.session.observe(seat)
