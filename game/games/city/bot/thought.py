"""How a turn is thought through: all turns, the other seat's whole reply to the best, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from game.core.chance import Chance
from game.core.search import Budget
from game.games.city.bot.manners import Liking
from game.games.city.bot.stand import Stand
from game.games.city.bot.turns import Breadth, Turn, gains, settled, turns
from game.games.city.bot.worth import WON, Sureness, hope

_PLAIN = 0.3
"""A turn that is so much better than every other needs no reply."""
_CLEAR = 0.1
"""A turn that is so much better than every other is no question."""
_TURNED = 0.08
"""So far behind, a turn is hardly ever found to be the best by a deeper pass."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How far a level sees.

    Attributes:
        breadth: the turns that it looks at.
        replies: the turns that it looks at in each reply, and in what follows.
        stages: passes over the best turns, each deeper than the one before: for how many turns, and for how
            many of each reply the next turn is gone through, and so on.
        calm: turns in which pairs that can be joined are joined before a position is valued.
        whim: the most that chance may cost, in hope.
    """

    breadth: Breadth
    replies: Breadth
    stages: tuple[tuple[int, ...], ...] = ()
    calm: int = 0
    whim: float = 0.0

    def within(self, limit: int | None) -> Sight:
        """The same sight, as deep and then as wide as so many replies allow."""
        stages = list(self.stages)
        while limit is not None and stages and sum(map(_cost, stages)) > limit:
            count, *rest = stages.pop()
            if not stages and not rest and limit:
                stages = [(min(count, limit),)]
                break
        return replace(self, stages=tuple(stages))


def _cost(stage: Sequence[int]) -> int:
    """The turns that a pass goes through at most."""
    each = 1
    for count in reversed(stage[1:]):
        each = 1 + count * each
    return stage[0] * each


class _LateError(Exception):
    """The time is up in the middle of a reply."""


class Thought:
    """One decision."""

    def __init__(
        self, sight: Sight, sureness: Sureness, budget: Budget, liking: Liking = lambda _links: 0.0
    ) -> None:
        self.sight, self.sureness, self.budget = sight.within(budget.limit), sureness, budget
        self._liking = liking
        self._replies: dict[tuple[object, ...], list[Turn]] = {}

    def best(self, stand: Stand, chance: Chance | None = None) -> Turn:
        """The best turn, or the best rest of one."""
        found = self.ranked(stand)
        best = found[0]
        if chance is not None and self.sight.whim:
            best = chance.pick([turn for turn in found if turn.value >= best.value - self.sight.whim])
        # The better piece first: a pair that is joined is joined whatever comes, and people see why.
        alone = {link: value for value, link in gains(stand, self.sureness)}
        links = sorted(best.links, key=lambda link: -alone.get(link, 0.0))
        return Turn(best.value, tuple(links), best.stand)

    def ranked(self, stand: Stand) -> list[Turn]:
        """The turns that were thought through furthest, the best first.

        It ends where one turn is clearly the best, or where the time would hardly do for a deeper pass.
        """
        found = _joining(stand, turns(stand, self.sight.breadth, self.sureness))
        found = _best_first(
            Turn(turn.value + self._liking(turn.links), turn.links, turn.stand) for turn in found
        )
        # What is thought through deeper is compared with the best alone, and says not how far it is behind.
        self.budget.doubt = _doubt(found)
        if len(found) < 2 or (found[0].value >= min(WON, found[1].value + _PLAIN)):
            return found
        deepest = len(self.sight.stages) - 1
        for number, (count, *widths) in enumerate(self.sight.stages):
            # The second piece of a turn was thought of with the first, and needs but half as much.
            chosen = found[: (count + 1) // 2 if stand.left == 1 else count]
            judged = self._pass(chosen, tuple(widths), self.sight.whim if number == deepest else _TURNED)
            if not judged:
                break
            found = judged
            if found[0].value >= WON or self.budget.short:
                break
            if number < deepest:
                found = [turn for turn in found if turn.value >= found[0].value - _TURNED]
                if len(found) == 1:
                    break
        return found

    def worth(self, after: Stand, widths: tuple[int, ...]) -> float:
        """What a turn is worth to the seat that has made it, by all that follows, however bad it is."""
        return -self._next(after, widths, -2.0, 2.0)

    def _pass(self, found: Sequence[Turn], widths: tuple[int, ...], margin: float) -> list[Turn]:
        """Turns by what follows them, the best first; those that no time was left for are left out."""
        best, judged = -2.0, []
        for turn in found:
            try:
                liked = self._liking(turn.links)
                # What falls short of the best by more than the margin is out of question:
                # how far it does need not be known.
                value = liked - self._next(turn.stand, widths, -2.0, liked + margin - best)
            except _LateError:  # half a reply tells nothing; what was judged before it stands
                break
            judged.append(Turn(value, turn.links, turn.stand))
            best = max(best, value)
        return _best_first(judged)

    def _next(self, stand: Stand, widths: tuple[int, ...], low: float, high: float) -> float:
        """The value of the next turn to the seat that makes it, or more than ``high`` when it is more."""
        if stand.is_over:
            return hope(stand, self.sureness)
        if self.budget.late:
            raise _LateError
        self.budget.spend()
        found = self._turns(stand)
        if not widths:
            return max(-settled(turn.stand, self.sureness, self.sight.calm) for turn in found[:2])
        best = -2.0
        for turn in found[: widths[0]]:
            best = max(best, -self._next(turn.stand, widths[1:], -high, -max(low, best)))
            if best >= high:
                break
        return best

    def _turns(self, stand: Stand) -> list[Turn]:
        """The turns of a reply, kept: deeper passes and other orders of pieces come by here again."""
        key = (stand.easy, stand.printed, stand.supply, stand.points, stand.turn)
        found = self._replies.get(key)
        if found is None:
            found = self._replies[key] = turns(stand, self.sight.replies, self.sureness)
        return found


def _doubt(found: Sequence[Turn]) -> float:
    """How close the choice among these turns is, the best first; one that wins is no question."""
    if len(found) < 2 or found[0].value >= WON:
        return 0.0
    return max(0.0, 1 - (found[0].value - found[1].value) / _CLEAR)


def _best_first(found: Iterable[Turn]) -> list[Turn]:
    return sorted(found, key=lambda turn: -turn.value)


def _joining(stand: Stand, found: list[Turn]) -> list[Turn]:
    """Where a turn can join a pair, the turns that join one: nobody passes by what is there to be taken."""
    seat = stand.turn
    if all(race is None or race[seat].missing > stand.left for race in stand.races):
        return found
    return [turn for turn in found if turn.stand.points[seat] > stand.points[seat]] or found
