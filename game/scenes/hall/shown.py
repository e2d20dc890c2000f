"""All that is to be seen of a hall on the big screen, frozen: pictures are drawn from nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """What the tag of a name says beside the name."""

    NONE = ""
    LEADS = "leads"
    OUT = "out"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class ChairShown:
    """A chair, and who sits there."""

    place: int
    """Where around the table, clockwise from twelve."""
    rank: int | None
    """Which chair of the game's it is; `None` where people just stand."""
    name: str
    look: int
    wears: str = ""
    state: str = "idle"
    mark: Mark = Mark.NONE
    number: int = 0
    """The place of somebody who is out, from 1."""
    is_pair: bool = False
    """Whether there is one other chair alone."""
    is_alive: bool = False
    """Whether it moves a little, as somebody does who thinks."""


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table."""

    number: int
    chairs: tuple[ChairShown, ...]
    title: str
    """As ``Table 1``."""
    line: str
    """What stands on the felt, as ``Hand 5``."""
    is_hot: bool = False
    """Whether the news are of it."""
    is_paused: bool = False
    felt: tuple[str, ...] = ()
    """What lies open on it, where it is shown large."""


@dataclass(frozen=True, slots=True)
class ClockShown:
    """What the clock says, and a line below."""

    told: str
    more: str


@dataclass(frozen=True, slots=True)
class AroundTables:
    """What stands around the tables."""

    title: str
    told: str
    """The line below the title."""
    clock: ClockShown
    legend: tuple[tuple[Mark, str], ...]
    news: str
    """Empty where there are none, or nobody is to see them."""
    paused: str
    """Written over everything while nothing goes on."""
