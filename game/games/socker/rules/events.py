"""Typed events of Socker with their data, and the type of an observation.

Cells are names such as ``e5``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NotRequired, TypeAlias, TypedDict, cast, get_args

from game.core.events import EventReader, TypedEvent, event_kind
from game.core.game import Observation


class SockerEventKind(StrEnum):
    """All kinds of event of the game."""

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
    """A coin toss decided which side sets up first."""

    seat: int
    cause: str  # ``start``, ``void``, ``dawdle`` or ``sudden_death``
    turns: int | None = None  # after dawdling: number of turns without progress


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
    limit: int  # sockers of the side that may be off the field at the end of the turn
    repeats: int  # earlier occurrences of the position


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
    """A socker has socked an opponent, who is now lying on ``to``."""

    seat: int
    who: str
    from_: str
    to: str


@event_kind(SockerEventKind.OUT)
class BallOut(TypedEvent):
    """The ball has left the field and comes back to its row."""

    seat: int
    at: str
    row: int
    to: str | None  # new space of the ball; None while it has to be chosen


@event_kind(SockerEventKind.SPOT_NEEDED)
class SpotNeeded(TypedEvent):
    """A side has to choose the ball's space."""

    seat: int
    row: int
    cells: list[str]


@event_kind(SockerEventKind.SPOT)
class SpotChosen(TypedEvent):
    """A side has chosen the ball's space."""

    seat: int
    cell: str


@event_kind(SockerEventKind.LIMIT)
class LimitRaised(TypedEvent):
    """The limit could not be met after a spot, so it is raised for this turn."""

    seat: int
    limit: int


@event_kind(SockerEventKind.GOAL)
class GoalScored(TypedEvent):
    """A side has scored, with a kick of either side."""

    seat: int
    by: int  # side that kicked
    who: str
    at: str
    own: bool
    score: list[int]


@event_kind(SockerEventKind.STAND_UP)
class SockersStoodUp(TypedEvent):
    """A side's fallen sockers have stood up."""

    seat: int
    cells: list[str]


@event_kind(SockerEventKind.PASS)
class SockerTurnPassed(TypedEvent):
    """A side had no legal action."""

    seat: int


@event_kind(SockerEventKind.VOID)
class LegVoided(TypedEvent):
    """A repeated position, or too many turns without progress, ends the leg with a new set-up."""

    repeats: int | None = None
    turns: int | None = None


@event_kind(SockerEventKind.DAWDLE)
class InactivityWarned(TypedEvent):
    """``left`` more turns without progress will void the leg."""

    left: int


@event_kind(SockerEventKind.EXTRA_TIME)
class ExtraTimeBegun(TypedEvent):
    """Extra time: turns have ``acts`` actions from now on."""

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

as_event: EventReader[SockerHappening] = EventReader(*get_args(SockerHappening))  # reads an event of the game


class SockerObservation(TypedDict):
    """The whole position, and the shape of its pitch."""

    seat: int | None
    players: int
    field: str  # rows from top to bottom, as in the position
    phase: str  # ``place``, ``play`` or ``spot``
    turn: int
    acts: int  # actions of this turn
    left: int  # actions left in this turn
    limit: int
    mover: int
    row: int | None  # row that the ball left, while its spot has to be chosen
    score: list[int]
    turns: int
    columns: int
    rows: int
    cells: list[str]
    still: NotRequired[int]  # turns without progress; missing, as is ``near``, if they do not count
    near: NotRequired[list[int]]
    leg: NotRequired[int]  # finished turns since the set-up; only with extra time


def as_observation(observation: Observation) -> SockerObservation:
    """Cast an observation of the game to its type."""
    return cast(SockerObservation, observation)
