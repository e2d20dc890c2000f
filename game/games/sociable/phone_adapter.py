"""SOCiable on phones: the hand number and the cards that are still out."""

from __future__ import annotations

from typing import Any

from game.core.cards import JOKER
from game.core.game import HintLevel, Observation
from game.games.sociable.match_text import ADVICE_REQUEST, advice_sentence, rank_name
from game.games.sociable.rules.events import as_observation
from game.games.sociable.rules.state import HANDS, RANKS, hands_of, left_of_pack
from game.match.bot_turns import AsyncWorker
from game.match.match import Match
from game.match.phone_adapter import AdvisedPhoneAdapter
from game.match.phone_seats import PhoneSupport


def make_phone_support(match: Match, _helper: AsyncWorker) -> PhoneSupport:
    """Return the phone support of a match of SOCiable, for hosts without a window; ``_helper`` is unused."""
    return PhoneSupport(SociableOnPhones(match))


class SociableOnPhones(AdvisedPhoneAdapter):
    """Adapter that adds SOCiable's own information to the cards on the phones."""

    def __init__(self, match: Match) -> None:
        super().__init__(
            match,
            ADVICE_REQUEST,
            lambda advice, _, names, step: advice_sentence(advice, names, reasons=step is HintLevel.WHY),
        )

    def state_for(self, seat: int) -> dict[str, Any]:
        """Return ``{"hands": [n, HANDS]}`` with the current hand from 1 or, after the match, the last one."""
        return self._hand_state(self.match.session.observe(seat), goes_on=self.match.session.outcome is None)

    def hand_end_state(self, seat: int, observation: Observation) -> dict[str, Any]:
        """Return ``{"hands": [n, HANDS]}`` with the ended hand's number; ``observation`` lacks its points."""
        return self._hand_state(observation, goes_on=True)

    def _hand_state(self, observation: Observation, *, goes_on: bool) -> dict[str, Any]:
        """Return ``{"hands": [n, HANDS]}``: the number of hands with points, plus one if ``goes_on``."""
        scores = tuple(as_observation(observation)["scores"])
        return {"hands": [hands_of(scores, self.match.session.options) + goes_on, HANDS]}

    threats_named = "Still in play"

    def threat_state(self, seat: int, answer: Any) -> dict[str, Any]:
        """Return ``{"rows": [["", text]]}``: numbers of unseen cards by rank, highest first, or –."""
        observation = as_observation(self.match.session.observe(seat))
        left = left_of_pack((*observation["gone"], *observation["lead"], *observation.get("hand", ())))
        text = ", ".join(
            f"{rank_name(face if face == JOKER else f'{face}S', is_plural=True)} {count}"
            for face, count in reversed(list(zip([*RANKS, JOKER], left, strict=True)))
            if count > 0
        )
        return {"rows": [["", text or "–"]]}
