"""Turns of Socker without a match around them: every way a turn goes on, exactly as the rules have it.

Nothing is turned over for the second seat: a `Side` knows where it scores. What a computer player leaves out
(the limit, a chosen spot for the ball) is in here, for a puzzle has to be right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from game.games.socker.bot.turf import Turf, turf_of
from game.games.socker.rules.actions import LIMIT, can_return, rest_of, spot_choices, turn_limit
from game.games.socker.rules.pitch import spaces_in
from game.games.socker.rules.state import NO_BALL, HouseRules, Phase, State


class Act(NamedTuple):
    """An action, or the choice of a spot, by spaces."""

    verb: str
    actor: int
    target: int


class Here(NamedTuple):
    """A turn under way: all that an action can change."""

    ball: int
    up: int
    """The mover's sockers that can act."""
    foes: int
    """The other side's that stand."""
    fallen: int
    """The other side's that lie."""
    limit: int


class Next(NamedTuple):
    """What an action leads to."""

    acts: tuple[Act, ...]
    """The action, and the choice of a spot if the ball needed one."""
    here: Here | None
    """`None` for a goal of the mover."""
    given: bool = False
    """Whether the other side chose the spot."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side on its pitch; `side_of` makes each only once."""

    house: HouseRules
    turf: Turf
    seat: int
    goal: int
    own: int
    ahead: tuple[int, ...]
    """How many rows each space is from the row where it scores."""
    outward: tuple[int, ...]
    """How many kicks at least bring a ball from each space out of bounds."""

    def nexts(self, here: Here, down: int, left: int) -> Iterator[Next]:
        """Every action; kicks first, then socks, then steps.

        Args:
            here: the turn.
            down: the mover's sockers that lie.
            left: how many actions there are after this one.
        """
        taken = here.up | down | here.foes | here.fallen | 1 << here.ball
        yield from self._kicks(here, down, left, taken)
        safe = not self._excess(here.up | down, here.limit)
        turf, up = self.turf, here.up
        for bit, foe in turf.pairs[here.foes | here.fallen]:
            if not up & turf.around[foe]:
                continue
            for who, beyond in turf.blows[foe]:
                if up & who and not taken >> beyond & 1:
                    then = Here(here.ball, up, here.foes & ~bit, here.fallen & ~bit | 1 << beyond, here.limit)
                    if safe or self._returns(then, down, left):
                        yield Next((Act("sock", who.bit_length() - 1, foe),), then)
        for bit, space in turf.pairs[up]:
            for new, goal in turf.pairs[turf.around[space] & ~taken]:
                then = Here(here.ball, up ^ bit | new, here.foes, here.fallen, here.limit)
                if (safe and not new & turf.restricted) or self._returns(then, down, left):
                    yield Next((Act("move", space, goal),), then)

    def _kicks(self, here: Here, down: int, left: int, taken: int) -> Iterator[Next]:
        for who, beyond in self.turf.blows[here.ball]:
            if not here.up & who or taken >> beyond & 1:
                continue
            act = Act("kick", who.bit_length() - 1, here.ball)
            if self.goal >> beyond & 1:
                yield Next((act,), None)
            elif self.turf.restricted >> beyond & 1:
                if not self.own >> beyond & 1:  # an own goal never helps
                    yield from self._out(here, down, left, act, beyond)
            else:
                then = here._replace(ball=beyond)
                if self._returns(then, down, left):
                    yield Next((act,), then)

    def _out(self, here: Here, down: int, left: int, act: Act, beyond: int) -> Iterator[Next]:
        """A ball that goes out comes back to the centre of its row, or where somebody chooses."""
        seat = self.seat
        ours, theirs = (here.up, here.foes), (down, here.fallen)
        state = State(
            self.house, ours if seat == 0 else ours[::-1], theirs if seat == 0 else theirs[::-1],
            NO_BALL, Phase.PLAY, seat, acts=left + 1, left=left, limit=here.limit, mover=seat,
        )  # fmt: skip
        spot, row = rest_of(state, beyond)
        if not row:
            then = here._replace(ball=spot)
            if self._returns(then, down, left):
                yield Next((act,), then)
            return
        excess = self._excess(here.up | down, here.limit)
        if excess and not can_return(self.turf.pitch, here.up, state.taken, excess, left):
            return
        given = not (here.up | down) >> self.turf.pitch.centres[row - 1] & 1
        for spot in spaces_in(spot_choices(state, row)):
            then = here._replace(ball=spot)
            if not self._returns(then, down, left):
                then = then._replace(limit=then.limit + excess)
            yield Next((act, Act("spot", -1, spot)), then, given)

    def _excess(self, sockers: int, limit: int) -> int:
        return max(0, (sockers & self.turf.restricted).bit_count() - limit)

    def _returns(self, then: Here, down: int, left: int) -> bool:
        excess = self._excess(then.up | down, then.limit)
        if not excess:
            return True
        taken = then.up | down | then.foes | then.fallen | 1 << then.ball
        return can_return(self.turf.pitch, then.up, taken, excess, left)

    def may_end(self, here: Here, down: int) -> bool:
        """Whether the turn may end here."""
        return not self._excess(here.up | down, here.limit)

    def began(self, ball: int, up: int, down: int, foes: int, fallen: int = 0) -> Here:
        """A turn that begins, with the limit that holds for it."""
        off = ((up | down) & self.turf.restricted).bit_count()
        limit = LIMIT
        if off > LIMIT:
            taken = up | down | foes | fallen | 1 << ball
            limit = turn_limit(self.turf.pitch, up, up | down, taken)
        return Here(ball, up, foes, fallen, limit)

    def text(self, act: Act) -> str:
        """An action as the rules write it."""
        names = self.turf.pitch.names
        if act.verb == "spot":
            return f"spot {names[act.target]}"
        return f"{act.verb} {names[act.actor]} {names[act.target]}"


@lru_cache(maxsize=8)
def side_of(house: HouseRules, seat: int) -> Side:
    """A side on a pitch."""
    pitch = house.pitch
    turf = turf_of(pitch)
    spaces = range(pitch.columns * pitch.rows)
    sides = list(spaces_in(pitch.restricted & ~(pitch.goals[0] | pitch.goals[1])))
    row = [pitch.row(space) for space in spaces]
    return Side(
        house, turf, seat, pitch.goals[seat], pitch.goals[1 - seat],
        ahead=tuple(pitch.rows - row[space] if seat == 0 else row[space] - 1 for space in spaces),
        outward=tuple(min((pitch.distance(space, out) for out in sides), default=99) for space in spaces),
    )  # fmt: skip
