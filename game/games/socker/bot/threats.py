"""Whether a side can score within so many actions; only what happens near the ball is tried."""

from __future__ import annotations

from game.games.socker.bot.turf import Turf

KEPT = 1 << 17
"""How many answers are remembered."""


class Threats:
    """Answers for one pitch, from the side that kicks upwards.

    The limit of sockers off the field is left out.
    """

    def __init__(self, turf: Turf) -> None:
        self.turf = turf
        self._known: dict[tuple[int, int, int, int, int], bool] = {}

    def scores(self, ball: int, up: int, foes: int, still: int, left: int) -> bool:
        """Whether these sockers score within ``left`` actions.

        Args:
            ball: its space.
            up: ours that can act.
            foes: theirs, standing or not.
            still: ours that lie.
            left: how many actions there are.
        """
        turf = self.turf
        if turf.ahead[ball] > left:
            return False
        near = turf.near[ball][left]
        # Who is too far off to matter is left out, so that many positions are one question.
        key = (ball, up & near, foes & turf.near[ball][left + 1], still & near, left)
        if not key[1]:  # nobody is near enough
            return False
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            found = self._known[key] = self._kicks(*key) or self._others(*key)
        return found

    def least(self, ball: int, up: int, foes: int, most: int) -> int:
        """The fewest actions in which these sockers score, or one more than ``most``."""
        for left in range(self.turf.ahead[ball], most + 1):
            if self.scores(ball, up, foes, 0, left):
                return left
        return most + 1

    def _kicks(self, ball: int, up: int, foes: int, still: int, left: int) -> bool:
        turf = self.turf
        taken = up | foes | still
        rows = turf.columns
        if not up & turf.around[ball]:
            return False
        # As many rows as actions: each of them must bring the ball a row up.
        for bit, beyond in turf.forward[ball] if turf.ahead[ball] == left else turf.blows[ball]:
            if not up & bit or taken >> beyond & 1:
                continue
            if turf.goal >> beyond & 1:
                return True
            if left == 1 or turf.own >> beyond & 1:
                continue
            rest = beyond
            if turf.restricted >> beyond & 1:
                rest = turf.pitch.centres[turf.pitch.home_row(beyond) - 1]
                if taken >> rest & 1:
                    continue
            if (turf.rows - 1 - rest // rows) < left and self.scores(rest, up, foes, still, left - 1):
                return True
        return False

    def _others(self, ball: int, up: int, foes: int, still: int, left: int) -> bool:
        """Whether a step or a sock before the first kick helps."""
        turf = self.turf
        if turf.ahead[ball] >= left:  # no action is left for anything but kicks
            return False
        taken = up | foes | still | 1 << ball
        close, around = turf.near[ball], turf.around
        for bit, space in turf.pairs[up]:
            # Beside the ball one may be in the way, so any step helps; of others only one that comes near.
            useful = -1 if close[1] & bit else close[left - 1]
            for other, _ in turf.pairs[around[space] & useful & ~taken]:
                if self.scores(ball, up ^ bit | other, foes, still, left - 1):
                    return True
        for foe_bit, foe in turf.pairs[foes & close[2]]:
            if not up & around[foe]:
                continue
            for bit, beyond in turf.blows[foe]:
                if (
                    up & bit
                    and not taken >> beyond & 1
                    and self.scores(ball, up, foes ^ foe_bit | 1 << beyond, still, left - 1)
                ):
                    return True
        return False
