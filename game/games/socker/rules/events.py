"""What can happen in Socker, every kind of event with what it carries, and what a seat may know.

Cells are texts, as in ``e5``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NotRequired, TypeAlias, TypedDict, cast, get_args

from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import Observation


class SockerEventKind(StrEnum):
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


@event_kind(SockerEventKind.TOSS)
class SockerCoinTossed(TypedEvent):
    """Chance has said who sets up first."""

    seat: int
    cause: str
    """``start``, ``void``, ``dawdle`` or ``sudden_death``."""
    turns: int | None = None
    """After dawdling: for how many turns nothing had come of it."""


@event_kind(SockerEventKind.SETUP)
class SetupBegun(TypedEvent):
    """The pitch is cleared, and both sides set up."""

    seat: int
    sockers: int
    sudden_death: bool


@event_kind(SockerEventKind.PLACE)
class SockerPlaced(TypedEvent):
    """A socker has been set up."""

    seat: int
    cell: str


@event_kind(SockerEventKind.TURN)
class TurnBegun(TypedEvent):
    """A side's turn begins."""

    seat: int
    acts: int
    limit: int
    """How many of its own may stand off the field at the end."""
    repeats: int
    """How many times the position was there before."""


@event_kind(SockerEventKind.MOVE)
class SockerMoved(TypedEvent):
    """A socker has taken a step."""

    seat: int
    from_: str
    to: str


@event_kind(SockerEventKind.KICK)
class BallKicked(TypedEvent):
    """A socker has kicked the ball, maybe out of bounds or onto a goal space."""

    seat: int
    who: str
    from_: str
    to: str


@event_kind(SockerEventKind.SOCK)
class SockerSocked(TypedEvent):
    """A socker has socked another one, which lies where it went."""

    seat: int
    who: str
    from_: str
    to: str


@event_kind(SockerEventKind.OUT)
class BallOut(TypedEvent):
    """The ball has left the field, and comes back to its row."""

    seat: int
    at: str
    row: int
    to: str | None
    """Where it lies now; `None` while that has to be chosen."""


@event_kind(SockerEventKind.SPOT_NEEDED)
class SpotNeeded(TypedEvent):
    """A side has to choose where the ball lies."""

    seat: int
    row: int
    cells: list[str]


@event_kind(SockerEventKind.SPOT)
class SpotChosen(TypedEvent):
    """The ball lies where a side wanted it."""

    seat: int
    cell: str


@event_kind(SockerEventKind.LIMIT)
class LimitRaised(TypedEvent):
    """After a spot the limit could not be met any more: more of a side may stay off the field this turn."""

    seat: int
    limit: int


@event_kind(SockerEventKind.GOAL)
class GoalScored(TypedEvent):
    """A side has a goal, whoever kicked it."""

    seat: int
    by: int
    """The side that kicked."""
    who: str
    at: str
    own: bool
    score: list[int]


@event_kind(SockerEventKind.STAND_UP)
class SockersStoodUp(TypedEvent):
    """A side's sockers have got up."""

    seat: int
    cells: list[str]


@event_kind(SockerEventKind.PASS)
class SockerTurnPassed(TypedEvent):
    """A side could do nothing."""

    seat: int


@event_kind(SockerEventKind.VOID)
class LegVoided(TypedEvent):
    """A position came back too often, or too many turns led nowhere: all is set up anew."""

    repeats: int | None = None
    turns: int | None = None


@event_kind(SockerEventKind.DAWDLE)
class InactivityWarned(TypedEvent):
    """So many turns are left in which something has to come of it."""

    left: int


@event_kind(SockerEventKind.EXTRA_TIME)
class ExtraTimeBegun(TypedEvent):
    """The leg has gone on for long: from now on a turn has so many actions."""

    acts: int


@event_kind(SockerEventKind.MATCH_END)
class SockerMatchEnded(TypedEvent):
    """The match is over."""

    winners: list[int]
    scores: list[int]
    reason: str


SockerHappening: TypeAlias = (
    SockerCoinTossed
    | SetupBegun
    | SockerPlaced
    | TurnBegun
    | SockerMoved
    | BallKicked
    | SockerSocked
    | BallOut
    | SpotNeeded
    | SpotChosen
    | LimitRaised
    | GoalScored
    | SockersStoodUp
    | SockerTurnPassed
    | LegVoided
    | InactivityWarned
    | ExtraTimeBegun
    | SockerMatchEnded
)

as_event: EventReader[SockerHappening] = EventReader(*get_args(SockerHappening))
"""Reads an event of the game."""


class SockerObservation(TypedDict):
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


def as_observation(observation: Observation) -> SockerObservation:
    """An observation of the game, read through its type."""
    return cast(SockerObservation, observation)
