"""SOCiable on phones: which cards are still out."""

from __future__ import annotations

from collections import Counter
from typing import Any

from game.core.cards import JOKER
from game.games.sociable.rules.ending import HANDS, hands_of
from game.games.sociable.rules.observed import observed
from game.games.sociable.rules.state import DECK, POWER, RANKS
from game.games.sociable.screen.words import rank_name
from game.match.phone_part import AdvisedPart


class SociableOnPhones(AdvisedPart):
    """What phones show of the office beside the cards."""

    def view(self, seat: int) -> dict[str, Any]:
        """Which hand it is, and after how many a match ends that has no points to win."""
        match = self.match
        scores = observed(match.session.observe(seat))["scores"]
        return {
            "hands": [hands_of(tuple(scores), match.session.options) + (match.session.outcome is None), HANDS]
        }

    threats_named = "Still out"

    def threats(self, seat: int, answer: Any) -> dict[str, Any]:
        """How many cards of each rank the others hold, the highest first; what was laid is public."""
        seen = observed(self.match.session.observe(seat))
        known = Counter(POWER[card] for card in (*seen["gone"], *seen["lead"], *seen.get("hand", [])))
        whole = Counter(POWER[card] for card in DECK)
        faces = [*RANKS, JOKER]
        left = [(face, whole[power] - known[power]) for power, face in enumerate(faces)]
        words = ", ".join(f"{_named(face)} {count}" for face, count in reversed(left) if count > 0)
        return {"rows": [["", words or "–"]]}


def _named(face: str) -> str:
    return rank_name(face if face == JOKER else f"{face}S", many=True)
