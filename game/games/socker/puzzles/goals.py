"""Whether a side can score in what is left of a turn, whatever the other side chooses; and every way to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.games.socker.puzzles.ground import Act, Here, Next, Side, side_of
from game.games.socker.rules.state import HouseRules

KEPT = 1 << 18
"""How many answers are remembered."""


class Goals:
    """Answers for one side of one pitch, each worked out once."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.looked = 0
        """How many positions were looked into."""
        self._known: dict[tuple[int, ...], bool] = {}

    def can(self, here: Here, down: int, left: int) -> bool:
        """Whether the side scores for certain within so many actions, with those of its own that lie."""
        side, ball = self.side, here.ball
        if side.ahead[ball] > left:
            return False
        turf, foes = side.turf, here.foes | here.fallen
        near = turf.near[ball]
        if not here.up & near[left]:
            return False
        off = ((here.up | down) & turf.restricted).bit_count()
        if side.outward[ball] >= left and off + left <= here.limit + 1:
            # Neither the limit nor a ball out of bounds matters, so who is too far off does not either.
            key = (ball, here.up & near[left], foes & near[left + 1], down & near[left], left, 0)
        else:
            key = (ball, here.up, foes, down, left, here.limit)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            self.looked += 1
            found = self._known[key] = self._find(here, down, left)
        return found

    def _find(self, here: Here, down: int, left: int) -> bool:
        given: dict[tuple[Act, ...], bool] = {}
        for then in self._useful(here, down, left):
            scores = then.here is None or (left > 1 and self.can(then.here, down, left - 1))
            if then.given:  # it has to be so wherever they put the ball
                given[then.acts[:1]] = given.get(then.acts[:1], True) and scores
            elif scores:
                return True
        return any(given.values())

    def _useful(self, here: Here, down: int, left: int) -> Iterator[Next]:
        """The actions after which a goal is still near enough."""
        spare = self.side.ahead[here.ball] < left
        for then in self.side.nexts(here, down, left - 1):
            if then.here is None or then.acts[0].verb == "kick":
                yield then
            elif not spare:
                return  # kicks come first, and each row takes one
            else:
                yield then

    def ways(self, here: Here, down: int, left: int) -> Iterator[tuple[tuple[Act, ...], Here | None]]:
        """Every order of actions that scores for certain; with where everybody stood before the last kick.

        Where the other side chooses a spot there is none to be told, so such ways are left out.
        """
        for then in self._useful(here, down, left):
            if then.given:
                continue
            if then.here is None:
                yield then.acts, here
            elif left > 1 and self.can(then.here, down, left - 1):
                for acts, last in self.ways(then.here, down, left - 1):
                    yield then.acts + acts, last

    def by_gift(self, here: Here, down: int, left: int) -> bool:
        """Whether a sure goal leads over a spot that the other side chooses."""
        given: dict[tuple[Act, ...], bool] = {}
        for then in self._useful(here, down, left):
            if then.here is None or left == 1:
                continue
            scores = self.can(then.here, down, left - 1)
            if then.given:
                given[then.acts[:1]] = given.get(then.acts[:1], True) and scores
            elif scores and self.by_gift(then.here, down, left - 1):
                return True
        return any(given.values())


@lru_cache(maxsize=8)
def goals_of(house: HouseRules, seat: int) -> Goals:
    """The answers for one side of a pitch, kept."""
    return Goals(side_of(house, seat))
