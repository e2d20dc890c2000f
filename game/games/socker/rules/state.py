"""The state of a Socker match, its house rules unpacked, and the positions it has seen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from game.core.options import Options
from game.games.socker.rules.pitch import Pitch

NO_BALL = -1
"""The ball's space while the ball waits for a spot."""

Pair: TypeAlias = tuple[int, int]
"""A value for each seat."""


class SockerPhase(StrEnum):
    """What the seat to move has to do."""

    PLACE = "place"
    PLAY = "play"
    SPOT = "spot"


def turn_actions(options: Options, turns: int) -> int:
    """The actions of a turn after so many turns of a leg (rules.md, Extra time)."""
    actions, extra_time, most = map(options.number, ("actions", "extra_time", "extra_most"))
    return _turn_actions(actions, extra_time, most, turns)


def _turn_actions(actions: int, extra_time: int, most: int, turns: int) -> int:
    return min(most, actions + turns // extra_time) if extra_time else actions


def sockers_of(options: Options, seat: int) -> int:
    """How many sockers a side has (rules.md, House rules)."""
    fewer = options.seat("handicap") == seat and options.word("handicap_is") == "socker_fewer"
    return options.number("sockers") - fewer


@dataclass(frozen=True, slots=True)
class SockerOptions:
    """What stays the same through a match: pitch, seed and house rules (rules.md, House rules)."""

    pitch: Pitch
    seed: int
    by_goals: bool
    goals: int
    turns: int
    actions: int
    auto_spot: bool
    field_only: bool
    own_goal_illegal: bool
    repeat_limit: int
    dawdle: int
    """After so many turns without progress the leg is void; 0 for never."""
    extra_time: int
    """After each so many turns of a leg a turn has one action more; 0 for never."""
    extra_most: int
    """But no more than so many."""
    sudden_death_sockers: int
    ahead: Pair
    """The goals that each side starts with."""
    teams: Pair
    """How many sockers each side has."""

    @classmethod
    def of(cls, pitch: Pitch, seed: int, options: Options) -> SockerOptions:
        ahead = options.seat("handicap") if options.word("handicap_is") == "goal_ahead" else None
        return cls(
            pitch,
            seed,
            by_goals=options.word("win") == "goals",
            goals=options.number("goals"),
            turns=options.number("turns"),
            actions=options.number("actions"),
            auto_spot=options.word("ball_recentre") == "auto",
            field_only=options.word("setup_area") == "field_only",
            own_goal_illegal=options.word("own_goal") == "illegal",
            repeat_limit=options.number("repeat_limit"),
            dawdle=options.number("dawdle"),
            extra_time=options.number("extra_time"),
            extra_most=options.number("extra_most"),
            sudden_death_sockers=options.number("sudden_death_sockers"),
            ahead=(int(ahead == 0), int(ahead == 1)),
            teams=(sockers_of(options, 0), sockers_of(options, 1)),
        )

    def setup_area(self, seat: int) -> int:
        """The spaces where a seat may set up (rules.md, Set-up)."""
        half = self.pitch.halves[seat]
        return half & self.pitch.field if self.field_only else half


Key: TypeAlias = tuple[int, Pair, Pair, int]
"""What makes two positions the same: ball, upright and fallen sockers, side to move."""


@dataclass(frozen=True, slots=True)
class RepetitionTable:
    """How often each position has stood at the start of a turn since the last set-up.

    The counts lie in a few mappings that grow by halves and are never changed once made, newest last: a turn
    adds one cheaply, however long the match, and older states keep theirs.

    See rules.md, Same position.
    """

    parts: tuple[dict[Key, int], ...] = ()

    def count(self, key: Key) -> int:
        for part in reversed(self.parts):
            if key in part:
                return part[key]
        return 0

    def with_one(self, key: Key) -> RepetitionTable:
        """The same, and this position once more."""
        parts, newest = self.parts, {key: self.count(key) + 1}
        while parts and len(parts[-1]) <= len(newest):
            parts, newest = parts[:-1], parts[-1] | newest
        return RepetitionTable((*parts, newest))


@dataclass(frozen=True, slots=True)
class SockerState:
    """Where a match stands. Groups of spaces are whole numbers, see `game.games.socker.rules.pitch`."""

    house: SockerOptions
    up: Pair
    """Each seat's upright sockers."""
    down: Pair
    """Each seat's fallen ones."""
    ball: int
    phase: SockerPhase
    turn: int
    """The seat that must act."""
    acts: int
    """The actions of this turn, in all."""
    left: int
    limit: int
    """How many sockers of `mover` may stand on restricted spaces when its turn ends."""
    mover: int
    """Whose turn it is, also while the other side chooses a spot for the ball."""
    row: int = 0
    """The row at whose centre the ball would lie, 0 when no spot is to be chosen."""
    score: Pair = (0, 0)
    turns: int = 0
    """Finished turns of the match."""
    counter: int = 0
    """Tosses so far."""
    seen: RepetitionTable = RepetitionTable()
    still: int = 0
    """Turns in a row, this one too, without a kick that brings the ball nearer to a goal."""
    leg: int = 0
    """Finished turns since the last set-up."""
    near: Pair = (0, 0)
    """How near the ball has come to each seat's goal since the last set-up or re-centring, in steps."""

    @property
    def sockers(self) -> Pair:
        """Each seat's sockers, upright or not."""
        return self.up[0] | self.down[0], self.up[1] | self.down[1]

    @property
    def taken(self) -> int:
        return self.up[0] | self.down[0] | self.up[1] | self.down[1] | ball_bit(self.ball)

    @property
    def sudden_death(self) -> bool:
        """Whether the next goal decides (rules.md, How to win)."""
        house = self.house
        return not house.by_goals and self.turns >= house.turns and self.score[0] == self.score[1]

    def actions(self, later: int = 0) -> int:
        """The actions of a turn that begins now, or so many turns later, where no position comes back.

        See rules.md, Extra time.
        """
        house = self.house
        return _turn_actions(house.actions, house.extra_time, house.extra_most, self.leg + later)

    def team(self, seat: int) -> int:
        """How many sockers a side sets up."""
        own = self.house.teams[seat]
        return min(self.house.sudden_death_sockers, own) if self.sudden_death else own


def ball_bit(ball: int) -> int:
    """The group of the ball's space, empty while it has none."""
    return 1 << ball if ball >= 0 else 0


def with_entry(pair: Pair, seat: int, value: int) -> Pair:
    """The pair with one seat's value changed."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
