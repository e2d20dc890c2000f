"""Signs of life of phones: who has fallen silent, and who never said who they are."""

from __future__ import annotations

from collections.abc import Iterable

from game.party.connection import Connection

MISSED = 4
"""After so many beats in a row without a word a phone has dropped out."""
UNKNOWN = 20
"""Beats after which somebody who has neither a seat nor a code must go."""


def strike(phones: Iterable[Connection], *, punctual: bool) -> list[Connection]:
    """Give every phone one beat; those that have fallen silent.

    Args:
        phones: all that are connected.
        punctual: a beat that comes late counts for none: a computer that is busy hears late itself, and no
            phone drops out for that.
    """
    silent = []
    for phone in phones:
        phone.beats += punctual
        phone.missed += punctual
        if phone.closing or phone.missed > MISSED:
            silent.append(phone)
        elif phone.beats > UNKNOWN and phone.seat is None and not phone.looking and not phone.teaches:
            phone.hang_up("bye", why="unknown")
        else:
            phone.note("beat")
    return silent
