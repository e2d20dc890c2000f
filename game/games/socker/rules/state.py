"""State of a Socker match, its options, and the positions that have occurred."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from game.core.options import Options
from game.games.socker.rules.pitch import Pitch

NO_BALL = -1  # the ball's space while the ball waits for a spot

Pair: TypeAlias = tuple[int, int]  # a value for each seat


class SockerPhase(StrEnum):
    """Tasks of the seat to move."""

    PLACE = "place"
    PLAY = "play"
    SPOT = "spot"


def turn_actions(options: Options, turns: int) -> int:
    """Actions of a turn after ``turns`` finished turns of a leg (rules.md, Extra time)."""
    actions, extra_time, max_extra = map(options.get_int, ("actions", "extra_time", "extra_most"))
    return _turn_actions(actions, extra_time, max_extra, turns)


def _turn_actions(actions: int, extra_time: int, max_actions: int, turns: int) -> int:
    """Actions of a turn: one more for each ``extra_time`` finished turns, up to ``max_actions``."""
    return min(max_actions, actions + turns // extra_time) if extra_time else actions


def sockers_of(options: Options, seat: int) -> int:
    """Number of sockers of a side (rules.md, House rules)."""
    fewer = options.get_seat("handicap") == seat and options.get_str("handicap_is") == "socker_fewer"
    return options.get_int("sockers") - fewer


@dataclass(frozen=True, slots=True)
class SockerOptions:
    """Pitch, seed and house rules, which do not change in a match (rules.md, House rules)."""

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
    dawdle: int  # turns without progress until the leg is void; 0 for never
    extra_time: int  # turns of a leg until a turn has one more action; 0 for never
    extra_most: int  # maximum actions of a turn
    sudden_death_sockers: int
    ahead: Pair  # goals that each side starts with
    teams: Pair  # sockers of each side

    @classmethod
    def of(cls, pitch: Pitch, seed: int, options: Options) -> SockerOptions:
        ahead = options.get_seat("handicap") if options.get_str("handicap_is") == "goal_ahead" else None
        return cls(
            pitch,
            seed,
            by_goals=options.get_str("win") == "goals",
            goals=options.get_int("goals"),
            turns=options.get_int("turns"),
            actions=options.get_int("actions"),
            auto_spot=options.get_str("ball_recentre") == "auto",
            field_only=options.get_str("setup_area") == "field_only",
            own_goal_illegal=options.get_str("own_goal") == "illegal",
            repeat_limit=options.get_int("repeat_limit"),
            dawdle=options.get_int("dawdle"),
            extra_time=options.get_int("extra_time"),
            extra_most=options.get_int("extra_most"),
            sudden_death_sockers=options.get_int("sudden_death_sockers"),
            ahead=(int(ahead == 0), int(ahead == 1)),
            teams=(sockers_of(options, 0), sockers_of(options, 1)),
        )

    def setup_area(self, seat: int) -> int:
        """Bit set of the spaces where a seat may set up (rules.md, Set-up)."""
        half = self.pitch.halves[seat]
        return half & self.pitch.field if self.field_only else half


# identity of a position: ball, upright and fallen sockers, side to move
Key: TypeAlias = tuple[int, Pair, Pair, int]


@dataclass(frozen=True, slots=True)
class RepetitionTable:
    """Number of times each position occurred at the start of a turn since the last set-up.

    The counts are in a few mappings that are never changed once made, the newest and smallest last. A turn
    adds one cheaply in a match of any length, and older states keep their counts.

    See rules.md, Same position.
    """

    parts: tuple[dict[Key, int], ...] = ()

    def count(self, key: Key) -> int:
        """Number of times that a position occurred, 0 for never."""
        for part in reversed(self.parts):
            if key in part:
                return part[key]
        return 0

    def with_one(self, key: Key) -> RepetitionTable:
        """Return a table with one more occurrence of this position."""
        parts, newest = self.parts, {key: self.count(key) + 1}
        while parts and len(parts[-1]) <= len(newest):
            parts, newest = parts[:-1], parts[-1] | newest
        return RepetitionTable((*parts, newest))


@dataclass(frozen=True, slots=True)
class SockerState:
    """State of a match. Groups of spaces are integers, see `game.games.socker.rules.pitch`."""

    options: SockerOptions
    upright: Pair  # upright sockers of each seat
    fallen: Pair  # fallen sockers of each seat
    ball: int
    phase: SockerPhase
    turn: int  # seat that must act
    actions_total: int
    actions_left: int
    off_field_limit: int  # sockers of `mover` allowed on restricted spaces when its turn ends
    mover: int  # seat whose turn it is, also while the other side chooses a spot for the ball
    row: int = 0  # row whose centre space the ball should return to, 0 unless a spot is to be chosen
    score: Pair = (0, 0)
    turns: int = 0  # finished turns of the match
    counter: int = 0  # coin tosses made
    seen: RepetitionTable = RepetitionTable()
    # successive turns, this one included, without a kick that brought the ball nearer to a goal
    still: int = 0
    leg: int = 0  # finished turns since the last set-up
    # nearest distance of the ball to each seat's goal since the last set-up or re-centring, in steps
    near: Pair = (0, 0)

    @property
    def sockers(self) -> Pair:
        """Bit set of the sockers of each seat, upright or fallen."""
        return self.upright[0] | self.fallen[0], self.upright[1] | self.fallen[1]

    @property
    def taken(self) -> int:
        """Bit set of all spaces with a socker or the ball."""
        return self.upright[0] | self.fallen[0] | self.upright[1] | self.fallen[1] | ball_bit(self.ball)

    @property
    def sudden_death(self) -> bool:
        """True if a match by turns is level after all turns, so the next goal wins (rules.md, How to win)."""
        options = self.options
        return not options.by_goals and self.turns >= options.turns and self.score[0] == self.score[1]

    def actions(self, later: int = 0) -> int:
        """Actions of a turn that begins ``later`` turns from now, without repetition of a position.

        See rules.md, Extra time.
        """
        options = self.options
        return _turn_actions(options.actions, options.extra_time, options.extra_most, self.leg + later)

    def team(self, seat: int) -> int:
        """Number of sockers that a side sets up."""
        size = self.options.teams[seat]
        return min(self.options.sudden_death_sockers, size) if self.sudden_death else size


def ball_bit(ball: int) -> int:
    """Bit of the ball's space, 0 for `NO_BALL`."""
    return 1 << ball if ball >= 0 else 0


def with_entry(pair: Pair, seat: int, value: int) -> Pair:
    """Return the pair with one seat's value replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
