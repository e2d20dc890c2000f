"""Interfaces that phones at a match need: of the game (`PhoneAdapter`) and of the screen (`HostScreen`).

Most games need no adapter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from game.bots.worker import CHOOSE_REQUEST
from game.core.game import HintLevel, Observation
from game.i18n import _
from game.match.banter import SpokenRemark
from game.match.bot_turns import WorkerCall
from game.match.match import Match
from game.match.seats import PHONE
from game.match.versioned import Versioned


class PhoneAdapter(Versioned):
    """A game on phones. By default moves are buttons and the hint is a bot's move."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def state_for(self, seat: int) -> dict[str, Any]:
        """State of a seat's phone beside its observation, as plain JSON, such as a draft; default empty."""
        return {}

    def hand_end_state(self, seat: int, observation: Observation) -> dict[str, Any]:
        """State of a phone at the end of a hand, in addition to ``observation``; default empty.

        The next hand may have been dealt already.
        """
        return {}

    def spectator_state(self) -> dict[str, Any]:
        """State of spectators' phones in addition to their observation, as plain JSON; default empty."""
        return {}

    def moves(self, seat: int) -> list[str]:
        """Moves that the phone of the seat to move offers; by default all legal ones."""
        return self.match.session.moves()

    def draft_text(self, seat: int) -> str:
        """Draft on the phone of a seat as text, for lessons, as in `MatchDraft.text`; default ""."""
        return ""

    def can_end_turn(self, seat: int) -> bool:
        """True (the default) if the seat's draft may end the turn; see `MatchDraft.may_end`."""
        return True

    def load_draft(self, seat: int, text: str) -> bool:
        """Set the draft to ``text`` for a skipped lesson step. Returns False (the default) if it cannot."""
        return False

    def has_draft(self, seat: int) -> bool:
        """True if the seat has a draft, whose steps are redone before moves; by default False."""
        return False

    def can_redo(self, seat: int) -> bool:
        """True if a step of the draft can be redone (`handle_phone` gets ``redo``); by default False."""
        return False

    # content of a hint, press by press, on phones and at the screen
    hint_steps: Sequence[HintLevel] = (HintLevel.MOVE, HintLevel.WHY)
    threats_named = ""  # label of the button that shows threats; empty if the game has none
    threats_stay = False  # threats may always be shown because they cover nothing

    def threat_request(self, seat: int) -> WorkerCall | None:
        """Worker task for the threats to a seat; None (the default) if `threat_state` needs no answer."""
        return None

    def threat_state(self, seat: int, answer: Any) -> dict[str, Any]:
        """Threats to a seat, which are public, as plain JSON; by default ``{"rows": []}``.

        ``rows`` are pairs of heading and text, ``marks`` are for the game's page. ``answer`` is the result of
        `threat_request`.
        """
        return {"rows": []}

    def handle_phone(self, seat: int, action: Mapping[str, Any]) -> str:
        """Handle a phone's untrusted request other than a move. Returns a refusal sentence, or "".

        It can come at any time.
        """
        return _("You can't do that now.")

    def poll(self) -> None:
        """Do what phones have left to the program, by default nothing.

        Called once all moves have been shown.
        """

    def hint_request(self, seat: int, request_count: int, strength: str) -> WorkerCall:
        """Worker task for a hint to the seat to move; by default the move of a bot of level ``normal``.

        Args:
            seat: the seat to move.
            request_count: number of hints since the last move, including this one.
            strength: setting for how much hints reveal.
        """
        session = self.match.session
        observation, options = session.observe(seat), session.options
        return CHOOSE_REQUEST, session.game, observation, options, "normal", ("phone", len(session.log))

    def hint_state(self, seat: int, answer: Any, step: HintLevel) -> dict[str, Any]:
        """State of a phone for a hint: by default the ``move``, and ``full``, True to show the whole move.

        The page shows the whole ``move`` if it is ``full``, else only where to look.
        """
        return {"move": answer, "full": step >= HintLevel.MOVE}


class AdvisedPhoneAdapter(PhoneAdapter):
    """Adapter of a game whose hint is a move with reasons. The screen uses it too."""

    def __init__(
        self, match: Match, advised: str, hint_sentence: Callable[[Any, int, Sequence[str], HintLevel], str]
    ) -> None:
        """Create the adapter.

        Args:
            match: the match.
            advised: worker task, as "module:function", whose answer is a mapping with the ``move``.
            hint_sentence: returns the hint's text for an answer, the seat, all names and the hint level.
        """
        super().__init__(match)
        self._hint_function = advised
        self._words = hint_sentence

    def hint_request(self, seat: int, request_count: int, strength: str) -> WorkerCall:
        """Worker task for the best move and its reasons. Repeated requests get the same answer."""
        session = self.match.session
        return self._hint_function, session.observe(seat), session.options, ("hint", len(session.log))

    def hint_state(self, seat: int, answer: Any, step: HintLevel) -> dict[str, Any]:
        """State with ``move``, ``full``, and the hint's text as ``why``, which is empty unless ``full``."""
        state = super().hint_state(seat, answer["move"], step)
        return {**state, "why": self.hint_in_words(seat, answer, step) if state["full"] else ""}

    def hint_in_words(self, seat: int, answer: Any, step: HintLevel) -> str:
        """Hint's text for an answer: what to do and, at the level ``WHY``, why."""
        return self._words(answer, seat, [seat_info.name for seat_info in self.match.seats], step)


class HostScreen:
    """Interface of the screen for phones. Without a screen this base class makes all moves at once."""

    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def reduced_motion(self) -> bool:
        """True if motion is replaced by fades; by default False."""
        return False

    @property
    def text_size(self) -> int:
        """Text size in per cent, by default 100."""
        return 100

    @property
    def hints(self) -> str:
        """Setting for how much hints reveal, by default ``full``; ``off`` for none."""
        return "full"

    @property
    def threats(self) -> str:
        """Setting for threats: ``off``, ``request`` (the default) or ``always``."""
        return "request"

    @property
    def is_waiting(self) -> bool:
        """True if the match is paused behind a menu; by default False."""
        return False

    @property
    def is_showing(self) -> bool:
        """True if past events are still animated, so that phones hide their result; by default False."""
        return False

    def remaining_ms(self, kinds: Collection[str]) -> float:
        """Remaining ms of animations of these kinds (any if empty); 0 if unknown, and by default.

        It is unknown if a player at the screen has to confirm.
        """
        return 0.0

    def is_far(self, seat: int | None) -> bool:
        """True if the phone of a seat (a spectator's for None) is remote, without a screen; default False."""
        return False

    def is_showing_any(self, kinds: Collection[str]) -> bool:
        """True if an event of these kinds is animated, queued or waits for its reader; by default False."""
        return False

    @property
    def recap_sentence(self) -> str:
        """Message that the screen shows now; empty (the default) for none."""
        return ""

    @property
    def current_remark(self) -> SpokenRemark | None:
        """Remark of a bot that the screen shows now; None (the default) for none."""
        return None

    def play(self, move: str) -> None:
        """Make a move that came from a phone."""
        self._match.play(move)

    def is_connected(self, seat: int) -> bool:
        """True (the default) if the phone of a seat can be reached now."""
        return True

    def on_person_back(self, seat: int) -> None:
        """Give a reserved seat back to its person, who is at their phone again."""
        self._match.assign_seat(seat, "", PHONE)

    def catch_up(self, max_events: int) -> None:
        """Skip animations if more than ``max_events`` are queued; by default do nothing."""
