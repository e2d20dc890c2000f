"""What a teacher had better look at: phones that are away, people who think long, and what has broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.match.hall.table import HallTable

AWAY, LONG = 60_000.0, 90_000.0
"""How long a phone is away, or somebody thinks, before anybody has to look, in ms."""


class Why(StrEnum):
    """Why somebody has to look."""

    AWAY = "away"
    """A phone gives no sign."""
    LONG = "long"
    """The table waits for somebody who thinks."""
    BROKEN = "broken"
    """A computer player has broken; the table goes on."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something to look at."""

    why: Why
    table: int
    person: int | None = None
    ms: float = 0.0
    """For how long it has been so."""
    waits: bool = False
    """Whether the table waits for it."""


def needs_of(tables: Sequence[HallTable], away: Mapping[int, float]) -> list[Need]:
    """All there is to look at, what a table waits for first, then the longest.

    Args:
        tables: of the hall.
        away: for how long the phones of people have given no sign, in ms; nothing of those that are there.
    """
    found = [need for table in tables if not table.is_stopped for need in _needs(table, away)]
    return sorted(found, key=lambda need: (not need.waits, -need.ms, need.table))


def _needs(table: HallTable, away: Mapping[int, float]) -> list[Need]:
    if table.play is None:
        return []
    match = table.play.match
    found = [Need(Why.BROKEN, table.number)] if table.trouble else []
    for seat, chair in enumerate(table.chairs):
        if chair is None or match.seats[seat].is_bot:
            continue
        gone, waits = away.get(chair.person, 0.0), match.to_move == seat
        if gone >= AWAY:
            found.append(Need(Why.AWAY, table.number, chair.person, gone, waits))
        elif waits and table.waited >= LONG:
            found.append(Need(Why.LONG, table.number, chair.person, table.waited, waits))
    return found
