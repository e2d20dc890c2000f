"""Where a turn can end, each position once, with the shortest way there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.games.socker.puzzles.ground import Act, Here, Side


class End(NamedTuple):
    """A position in which a turn ends; whoever of the mover lay stands again."""

    ball: int
    ours: int
    foes: int
    """The other side's that can act in their next turn."""
    fallen: int


class Found(NamedTuple):
    """An end with how many actions it takes, and whether the other side had to choose a spot for it."""

    end: End
    actions: int
    given: bool


class Ends:
    """The ends of one turn, or of the rest of one, found action by action."""

    def __init__(self, side: Side, start: Here, down: int, left: int, *, can_stop: bool = False) -> None:
        self.side, self.start, self.down, self.left = side, start, down, left
        self._can_stop = can_stop
        self._ways: dict[Here, tuple[Here, tuple[Act, ...]]] = {}
        self._heres: dict[End, Here] = {}
        self._given = {start: False}

    def all(self) -> Iterator[Found]:
        """Every end, those of the fewest actions first."""
        if self._can_stop:
            yield from self._end(self.start, 0)
        layer = [self.start]
        for left in range(self.left - 1, -1, -1):
            following: list[Here] = []
            for here in layer:
                for then in self.side.nexts(here, self.down, left):
                    new, given = then.here, self._given[here] or then.given
                    if new is None:
                        continue
                    # A way on which nobody else chooses is worth more than one on which they do.
                    if new not in self._given or (self._given[new] and not given):
                        self._given[new] = given
                        self._ways[new] = (here, then.acts)
                        following.append(new)
                        yield from self._end(new, self.left - left)
                    elif new == self.start:
                        yield from self._end(new, self.left - left)
            layer = following
        if not self._ways and not self._can_stop:  # nothing can be done: the turn is passed
            yield from self._end(self.start, 0)

    def _end(self, here: Here, actions: int) -> Iterator[Found]:
        end, given = self._of(here), self._given[here]
        known = self._heres.get(end)
        if (known is not None and (given or not self._given[known])) or not self.side.may_end(
            here, self.down
        ):
            return
        self._heres[end] = here
        yield Found(end, actions, given)

    def _of(self, here: Here) -> End:
        return End(here.ball, here.up | self.down, here.foes, here.fallen)

    def way(self, end: End) -> tuple[Act, ...]:
        """The actions that lead to an end that was found."""
        here, acts = self._heres[end], []
        while here != self.start:
            here, last = self._ways[here]
            acts.append(last)
        if not acts and not self._can_stop:
            return self._forth_and_back()
        return tuple(act for last in reversed(acts) for act in last)

    def _forth_and_back(self) -> tuple[Act, ...]:
        """Two actions after which all is as it was; none where the turn is passed."""
        for first in self._ways:
            if self._ways[first][0] != self.start:
                break
            for then in self.side.nexts(first, self.down, self.left - 2):
                if then.here == self.start:
                    return (*self._ways[first][1], *then.acts)
        return ()
