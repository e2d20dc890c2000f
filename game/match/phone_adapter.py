"""What phones at a match need of others: of the game (`PhoneAdapter`), and of the screen (`HostScreen`).

Most games need add nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from game.bots.worker import CHOOSE
from game.core.game import HintLevel, Observation
from game.i18n import _
from game.match.banter import SpokenRemark
from game.match.bot_turns import WorkerCall
from game.match.match import Match
from game.match.seats import PHONE
from game.match.versioned import Versioned


class PhoneAdapter(Versioned):
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
        """The turn in the making on the phone of a seat as text, for lessons; see `MatchView.making`."""
        return ""

    def is_in_order(self, seat: int) -> bool:
        """Whether that turn is in order as it lies, for lessons; see `MatchView.is_in_order`."""
        return True

    def make(self, seat: int, making: str) -> bool:
        """Bring the turn in the making to this, for a step that is skipped; whether the game can."""
        return False

    def has_begun(self, seat: int) -> bool:
        """Whether a turn is in the making there: steps are done again before moves are."""
        return False

    def redoes(self, seat: int) -> bool:
        """Whether a step of the turn in the making can be done again; `act` is asked to ``redo`` it."""
        return False

    hint_steps: Sequence[HintLevel] = (HintLevel.MOVE, HintLevel.WHY)
    """What a hint tells, press by press, on phones and at the screen."""
    threats_named = ""
    """What the button says that shows what threatens; empty where the game has nothing of it."""
    threats_stay = False
    """Whether it may always be shown, since it covers nothing."""

    def threats_question(self, seat: int) -> WorkerCall | None:
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

    def question(self, seat: int, asked: int, strength: str) -> WorkerCall:
        """What a worker is asked for a hint on the phone of the seat to move.

        Told how many were asked for since the last move, this one too, and how much hints tell in this house.
        """
        session = self.match.session
        seen, options = session.observe(seat), session.options
        return CHOOSE, session.game, seen, options, "normal", ("phone", len(session.log))

    def hint(self, seat: int, answer: Any, step: HintLevel) -> dict[str, Any]:
        """What the phone is told of the answer, as plain JSON; the big screen shows nothing of it.

        A page shows the whole ``move`` where it is ``full``, else where to look for it.
        """
        return {"move": answer, "full": step >= HintLevel.MOVE}


class AdvisedPhoneAdapter(PhoneAdapter):
    """A game on phones whose hint is a move with its reasons; the same for the hint on the screen."""

    def __init__(
        self, match: Match, advised: str, words: Callable[[Any, int, Sequence[str], HintLevel], str]
    ) -> None:
        """Make the part.

        ``advised`` is asked of a worker, as "module:function", and gives a mapping with the ``move``;
        ``words`` says of that answer, the seat and all names what to do, and, told so, why.
        """
        super().__init__(match)
        self._advised = advised
        self._words = words

    def question(self, seat: int, asked: int, strength: str) -> WorkerCall:
        """The move of the best player and its reasons; asked again, the answer is the same."""
        session = self.match.session
        return self._advised, session.observe(seat), session.options, ("hint", len(session.log))

    def hint(self, seat: int, answer: Any, step: HintLevel) -> dict[str, Any]:
        """The move, and in ``why`` what it is called and, in the last step, what is good about it."""
        told = super().hint(seat, answer["move"], step)
        return {**told, "why": self.hint_in_words(seat, answer, step) if told["full"] else ""}

    def hint_in_words(self, seat: int, answer: Any, step: HintLevel) -> str:
        """What to do and, in the last step, why, in a sentence."""
        return self._words(answer, seat, [one.name for one in self.match.seats], step)


class HostScreen:
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

    def lasts(self, kinds: Collection[str]) -> float:
        """How long it still shows events of these kinds, or of any where none is named, in ms.

        0 where nobody knows, as where somebody at the screen has to have read it.
        """
        return 0.0

    def is_far(self, seat: int | None) -> bool:
        """Whether the phone of a seat, or for `None` one that watches, is elsewhere: it sees no screen."""
        return False

    def shows(self, kinds: Collection[str]) -> bool:
        """Whether an event of one of these kinds is being shown, or waits for it, also for its reader."""
        return False

    @property
    def told(self) -> str:
        return ""

    @property
    def said(self) -> SpokenRemark | None:
        return None

    def play(self, move: str) -> None:
        self._match.play(move)

    def reaches(self, seat: int) -> bool:
        """Whether the phone of a seat can be reached now."""
        return True

    def returns(self, seat: int) -> None:
        """Called when the person of a seat that a bot keeps warm is at their phone again."""
        self._match.hand_over(seat, "", PHONE)

    def catch_up(self, most: int) -> None:
        """End the shows where more than so many wait: phones need not wait for the screen."""
