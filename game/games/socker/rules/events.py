"""What can happen in Socker, every kind of event with what it carries, and what a seat may know.

Cells are texts, as in ``e5``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NotRequired, TypeAlias, TypedDict, cast, get_args

from game.core.events import EventReader, TypedEvent, event
from game.core.game import Observation


class Kind(StrEnum):
    """Every kind of event of the game."""

    TOSS = "toss"
    SETUP = "setup"
    PLACE = "place"
    TURN = "turn"
    MOVE = "move"
    KICK = "kick"
    SOCK = "sock"
    OUT = "out"
    SPOT_NEEDED = "spot_needed"
    SPOT = "spot"
    LIMIT = "limit"
    GOAL = "goal"
    STAND_UP = "stand_up"
    PASS = "pass"
    VOID = "void"
    DAWDLE = "dawdle"
    EXTRA_TIME = "extra_time"
    MATCH_END = "end_of_match"  # the text of records and scripts is older than the name


@event(Kind.TOSS)
class CoinTossed(TypedEvent):
    """Chance has said who sets up first."""

    seat: int
    cause: str
    """``start``, ``void``, ``dawdle`` or ``sudden_death``."""
    turns: int | None = None
    """After dawdling: for how many turns nothing had come of it."""


@event(Kind.SETUP)
class SetupBegun(TypedEvent):
    """The pitch is cleared, and both sides set up."""

    seat: int
    sockers: int
    sudden_death: bool


@event(Kind.PLACE)
class SockerPlaced(TypedEvent):
    """A socker has been set up."""

    seat: int
    cell: str


@event(Kind.TURN)
class TurnBegun(TypedEvent):
    """A side's turn begins."""

    seat: int
    acts: int
    limit: int
    """How many of its own may stand off the field at the end."""
    repeats: int
    """How many times the position was there before."""


@event(Kind.MOVE)
class SockerMoved(TypedEvent):
    """A socker has taken a step."""

    seat: int
    from_: str
    to: str


@event(Kind.KICK)
class BallKicked(TypedEvent):
    """A socker has kicked the ball, maybe out of bounds or onto a goal space."""

    seat: int
    who: str
    from_: str
    to: str


@event(Kind.SOCK)
class SockerSocked(TypedEvent):
    """A socker has socked another one, which lies where it went."""

    seat: int
    who: str
    from_: str
    to: str


@event(Kind.OUT)
class BallOut(TypedEvent):
    """The ball has left the field, and comes back to its row."""

    seat: int
    at: str
    row: int
    to: str | None
    """Where it lies now; `None` while that has to be chosen."""


@event(Kind.SPOT_NEEDED)
class SpotNeeded(TypedEvent):
    """A side has to choose where the ball lies."""

    seat: int
    row: int
    cells: list[str]


@event(Kind.SPOT)
class SpotChosen(TypedEvent):
    """The ball lies where a side wanted it."""

    seat: int
    cell: str


@event(Kind.LIMIT)
class LimitRaised(TypedEvent):
    """After a spot the limit could not be met any more: more of a side may stay off the field this turn."""

    seat: int
    limit: int


@event(Kind.GOAL)
class GoalScored(TypedEvent):
    """A side has a goal, whoever kicked it."""

    seat: int
    by: int
    """The side that kicked."""
    who: str
    at: str
    own: bool
    score: list[int]


@event(Kind.STAND_UP)
class SockersStoodUp(TypedEvent):
    """A side's sockers have got up."""

    seat: int
    cells: list[str]


@event(Kind.PASS)
class TurnPassed(TypedEvent):
    """A side could do nothing."""

    seat: int


@event(Kind.VOID)
class LegVoided(TypedEvent):
    """A position came back too often, or too many turns led nowhere: all is set up anew."""

    repeats: int | None = None
    turns: int | None = None


@event(Kind.DAWDLE)
class DawdleWarned(TypedEvent):
    """So many turns are left in which something has to come of it."""

    left: int


@event(Kind.EXTRA_TIME)
class ExtraTimeBegun(TypedEvent):
    """The leg has gone on for long: from now on a turn has so many actions."""

    acts: int


@event(Kind.MATCH_END)
class MatchEnded(TypedEvent):
    """The match is over."""

    winners: list[int]
    scores: list[int]
    reason: str


SockerHappening: TypeAlias = (
    CoinTossed | SetupBegun | SockerPlaced | TurnBegun | SockerMoved | BallKicked | SockerSocked | BallOut
    | SpotNeeded | SpotChosen | LimitRaised | GoalScored | SockersStoodUp | TurnPassed | LegVoided
    | DawdleWarned | ExtraTimeBegun | MatchEnded
)  # fmt: skip

read: EventReader[SockerHappening] = EventReader(*get_args(SockerHappening))
"""Reads an event of the game."""


class Observed(TypedDict):
    """All of the position, and the shape of its pitch."""

    seat: int | None
    players: int
    field: str
    """Rows from the top, as in the position."""
    phase: str
    """``place``, ``play`` or ``spot``."""
    turn: int
    acts: int
    """Actions of this turn."""
    left: int
    """Those that are left."""
    limit: int
    mover: int
    row: int | None
    """The row that the ball left, while its place has to be chosen."""
    score: list[int]
    turns: int
    columns: int
    rows: int
    cells: list[str]
    still: NotRequired[int]
    """Turns of which nothing has come; not told where that is as usual, as ``near``."""
    near: NotRequired[list[int]]
    leg: NotRequired[int]
    """Finished turns since the set-up; told where there is extra time."""


def observed(observation: Observation) -> Observed:
    """An observation of the game, read through its type."""
    return cast(Observed, observation)
