"""How a turn is thought through: all its ends, a closer look at the best, and their whole reply to these."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from game.core.chance import Chance
from game.core.search import Budget
from game.games.socker.bot.tastes import Liking
from game.games.socker.bot.threats import Threats
from game.games.socker.bot.turf import Turf, turf_of
from game.games.socker.bot.turns import End, First, Stand, Turn
from game.games.socker.bot.worth import Worth
from game.games.socker.rules.actions import turn_limit
from game.games.socker.rules.pitch import Pitch
from game.games.socker.rules.state import HouseRules

WON = 2000.0
"""A goal in this turn; a turn later a little less."""
FEAR = 1000.0
"""More than any position is worth: never let them score if it can be helped."""
LOST = -FEAR
FORCED = 500.0
"""More than this is a goal that they cannot prevent."""
ALL = 9
"""As many actions as a turn has."""
LEAST = 8
"""Fewer ends of the first turn are never gone on from for the sake of looking further."""
WIDER = 6
"""How many times more positions are followed where all else loses."""
CLEAR = 0.4
"""A choice that is so much better than any other is no question."""
EVERYTHING = 1 << 30
MEMORY = 1 << 14
"""How many positions a process remembers the value of, for each kind of weights."""
KINDS = 6
"""How many kinds of weights a process remembers anything for: levels, manners, hints."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How far a level sees.

    Attributes:
        width: positions that are followed after each action of a turn.
        looks: ends of its turn that it looks at closely.
        alarm: actions within which it sees that they score, `ALL` of a turn or fewer.
        plies: for how many ends of each turn the next one is played out: its own, their reply, and so on.
        whim: the most that chance may cost, in points of value.
    """

    width: int
    looks: int
    alarm: int
    plies: tuple[int, ...] = ()
    whim: float = 0.0

    @property
    def cost(self) -> int:
        """The turns that are played out for one end of the first."""
        total, each = 1, 1
        for count in self.plies[1:]:
            each *= count
            total += each
        return total

    def within(self, budget: Budget) -> Sight:
        """The same sight, wide enough first and then as deep as the budget allows."""
        if not self.plies or budget.limit is None:
            return self
        sight = self
        while budget.limit < LEAST * sight.cost and len(sight.plies) > 1:
            sight = replace(sight, plies=sight.plies[:-1])
        return replace(sight, plies=(budget.limit // sight.cost, *sight.plies[1:]))


class Ground:
    """What all thinking with some weights on one pitch shares."""

    def __init__(self, pitch: Pitch, weights: tuple[float, ...], threats: Threats | None = None) -> None:
        self.turf = turf_of(pitch)
        self.worth = Worth(self.turf, weights)
        self.threats = threats or Threats(self.turf)
        self.known: dict[tuple[object, ...], float] = {}


class Grounds:
    """The grounds of a pitch, one for each kind of weights.

    Who scores in how many actions is the same whoever asks. It is the most that is remembered, so all of
    them share it: a process that plays several levels and manners would else keep it for each.
    """

    def __init__(self, pitch: Pitch) -> None:
        self._pitch = pitch
        self._threats = Threats(turf_of(pitch))
        self._made: dict[tuple[float, ...], Ground] = {}

    def of(self, weights: tuple[float, ...]) -> Ground:
        """The ground of these weights, made once."""
        found = self._made.get(weights)
        if found is None:
            if len(self._made) >= KINDS:
                del self._made[next(iter(self._made))]
            found = self._made[weights] = Ground(self._pitch, weights, self._threats)
        return found


@lru_cache(maxsize=1)
def grounds(pitch: Pitch) -> Grounds:
    """The grounds of the pitch that is played on, made once; another pitch takes their place."""
    return Grounds(pitch)


@dataclass(frozen=True, slots=True)
class Judged:
    """An end of a turn and what it was found to be worth."""

    value: float
    end: End


@dataclass(frozen=True, slots=True)
class Plan:
    """How a turn is to go on."""

    first: First
    """Its next action."""
    end: End | None = None
    """The position in which it is to end; `None` for a goal."""


def doubt(found: list[Judged]) -> float:
    """How close the choice among these ends is, the best first: 0 where one thing is clearly to be done.

    Ends that differ in steps alone are not another thing.
    """
    best = found[0]
    other = next((one.value for one in found if one.end.scene != best.end.scene), best.value - CLEAR)
    return max(0.0, 1 - (best.value - other) / CLEAR)


class Thought:
    """One decision about a turn."""

    def __init__(
        self, shared: Ground, house: HouseRules, sight: Sight, budget: Budget, liking: Liking | None = None
    ) -> None:
        self.ground, self.house, self.budget = shared, house, budget
        self.sight = sight.within(budget)
        self.turf: Turf = shared.turf
        self._liking = liking

    def plan(self, stand: Stand, *, can_stop: bool, chance: Chance | None) -> Plan | None:
        """How the best turn goes on, `None` where none can be found.

        Args:
            stand: the turn, from the side whose turn it is.
            can_stop: whether it may end now.
            chance: picks among ends that are about as good; `None` inside a turn, whose plan stands.
        """
        turn = self.turn(stand, can_stop=can_stop)
        if turn.goal is not None:
            return Plan(turn.goal)
        found = self._liked(self.looked(turn, stand, self.sight.looks, can_stop=can_stop), stand.down)
        if chance is not None and found:
            self.budget.doubt = doubt(found)
        if self.sight.plies and len(found) > 1:
            found = self._answered(found, stand)
        if not found:
            return None
        best = found[0]
        if chance is not None and self.sight.whim:
            # What lies below that was looked at only until this was known, so it must not count.
            best = chance.pick([best, *(o for o in found[1:] if o.value > best.value - self.sight.whim)])
        return Plan(best.end.first, best.end)

    def ranked(self, stand: Stand) -> list[Judged] | None:
        """The ends of a turn that begins, by what follows each, the best first; `None` for a goal."""
        turn = self.turn(stand)
        if turn.goal is not None:
            return None
        found = self.looked(turn, stand, self.sight.looks)
        return self._answered(found, stand) if self.sight.plies and len(found) > 1 else found

    def worth(self, end: End, down: int) -> float:
        """What an end is worth by the turns that follow it, however bad it is."""
        if self._loses(end, down):
            return LOST
        return -self._after(end, down, 1, -WON, WON)

    def value(self, stand: Stand, *, can_stop: bool) -> float:
        """The value of a turn to the side whose turn it is, without their reply."""
        turn = self.turn(stand, can_stop=can_stop)
        if turn.goal is not None:
            return WON
        found = self.looked(turn, stand, self.sight.looks, can_stop=can_stop)
        return found[0].value if found else LOST

    def turn(self, stand: Stand, *, can_stop: bool = False) -> Turn:
        """A goal in a turn, or else all its ends."""
        aimed, turn = (Turn(self.turf, self.house, stand, self.ground.worth) for _ in range(2))
        if aimed.aim(self.ground.threats):
            return aimed
        return turn.run(self.sight.width, can_stop=can_stop, short=True)

    # A manner.

    def _likes(self, end: End, down: int) -> float:
        """What an end is worth to the manner, on top of what it is worth."""
        return self._liking(self.turf, end.up | down, end.scene.fallen) if self._liking is not None else 0.0

    def _liked(self, found: list[Judged], down: int) -> list[Judged]:
        """The same ends with what the manner likes about them, the best first."""
        if self._liking is None:
            return found
        liked = [Judged(one.value + self._likes(one.end, down), one.end) for one in found]
        return sorted(liked, key=lambda one: -one.value)

    # One turn.

    def looked(self, turn: Turn, stand: Stand, count: int, *, can_stop: bool = False) -> list[Judged]:
        """So many ends by a closer look, the best first; all ends are gone through where they lose."""
        found = [Judged(self.judged(end, stand.down), end) for end in turn.best(count)]
        if all(one.value < LOST / 2 for one in found):
            everything = self._full_turn(stand, can_stop=can_stop)
            saved = next((end for end in everything if not self._loses(end, stand.down)), None)
            if saved is not None:
                found.append(Judged(self.judged(saved, stand.down), saved))
        return sorted(found, key=lambda one: -one.value)

    def _full_turn(self, stand: Stand, *, can_stop: bool) -> list[End]:
        """The ends of a turn that need not better anything, the best first."""
        turn = Turn(self.turf, self.house, stand, self.ground.worth)
        return turn.run(self.sight.width * WIDER, can_stop=can_stop).best(EVERYTHING)

    def judged(self, end: End, down: int) -> float:
        """The value of an end by a closer look: whether they score at once, how near we are to it."""
        if self._loses(end, down):
            return end.value / 10 - FEAR  # below all that do not lose, and still in their order
        ball, foes, fallen, _ = end.scene
        ours = end.up | down
        threat = self.ground.threats.least(ball, ours, foes | fallen, 3)
        return end.value + self.ground.worth.looked(ball, ours, foes, threat)

    def _loses(self, end: End, down: int) -> bool:
        """Whether the level sees that they score in their next turn."""
        turned, (ball, foes, fallen, _) = self.turf.turned, end.scene
        actions = min(self.sight.alarm, self.house.actions)
        return self.ground.threats.scores(
            self.turf.flip(ball), turned[foes], turned[end.up | down], turned[fallen], actions
        )

    # The turns after it.

    def _answered(self, found: list[Judged], stand: Stand) -> list[Judged]:
        """The best of the ends by the turns that follow each, the best first."""
        chosen = [one for one in found[: self.sight.plies[0]] if one.value > LOST / 2]
        if self.budget.timed:
            # What is known already costs nothing; without a clock the same question has the same answer.
            chosen.sort(key=lambda one: self._key(one.end, stand.down, 1) not in self.ground.known)
        answered: list[Judged] = []
        best = -WON
        for one in chosen:
            if answered and self.budget.late:
                break
            liked = self._likes(one.end, stand.down)
            value = liked - self._after(one.end, stand.down, 1, -WON, liked + self.sight.whim - best)
            answered.append(Judged(value, one.end))
            best = max(best, value)
            if best > FORCED:
                break
        answered.sort(key=lambda one: -one.value)
        return answered or found

    def _key(self, end: End, down: int, ply: int) -> tuple[object, ...]:
        # With the sight: levels of the same weights share their ground, and see differently far.
        return (*end.scene[:3], end.up | down, ply, self.sight, self.house.actions)

    def _after(self, end: End, down: int, ply: int, low: float, high: float) -> float:
        """The value of the next turn to the side that makes it, or more than ``high`` when it is more."""
        key, known = self._key(end, down, ply), self.ground.known
        value = known.get(key)
        if value is None:
            self.budget.spend()
            value = self._turn_value(self.next_stand(end, down), ply, low, high)
            if low < value < high:  # beyond these it is a bound, which holds for this question only
                if len(known) >= MEMORY:
                    known.clear()
                known[key] = value
        return value

    def _turn_value(self, stand: Stand, ply: int, low: float, high: float) -> float:
        turn = self.turn(stand)
        if turn.goal is not None:
            return WON - ply  # sooner is better
        found = self.looked(turn, stand, self.sight.looks // 2)
        plies = self.sight.plies
        if not found or found[0].value < LOST / 2 or ply >= len(plies):
            return found[0].value if found else LOST
        best = LOST
        for one in found[: plies[ply]]:
            if one.value < LOST / 2:
                break
            best = max(best, -self._after(one.end, stand.down, ply + 1, -high, -max(low, best)))
            if best >= high:
                break
        return best

    def next_stand(self, end: End, down: int) -> Stand:
        """The turn that follows an end, from their side."""
        turf, (ball, foes, fallen, _) = self.turf, end.scene
        turned = turf.turned
        return stand_of(
            turf, turf.flip(ball), turned[foes], turned[fallen], turned[end.up | down], self.house.actions
        )


def stand_of(turf: Turf, ball: int, up: int, down: int, foes: int, left: int) -> Stand:
    """A turn that begins, with the limit that holds for it."""
    limit = turn_limit(turf.pitch, up, up | down, up | down | foes | 1 << ball)
    return Stand(ball, up, down, foes, 0, left, limit)
