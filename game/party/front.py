"""What the window shows of a party: how far it is, and where phones find it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Matrix = tuple[tuple[bool, ...], ...]


class PartyState(StrEnum):
    """How far a party is."""

    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    FAILED = "failed"
    """No port could be had, or it broke while it was open; `Party.trouble` says why."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where phones find a party; all of it is empty while it is not open."""

    address: str = ""
    """What a person types into a browser, as ``192.168.0.14:8080``."""
    link: str = ""
    """The same with the code, for the QR code."""
    qr: Matrix = ()
    """The QR code of the link, rows of dark modules from the top, without the quiet zone."""
    addresses: tuple[str, ...] = ()
    """Those that could be typed, without the port, the likeliest first; see `Party.prefer`."""


NOWHERE = Door()
"""Where phones find a party that is not open."""


@dataclass(frozen=True, slots=True)
class Front:
    """All that is shown of a party, as it was at one moment."""

    state: PartyState = PartyState.CLOSED
    trouble: str = ""
    code: str = ""
    door: Door = NOWHERE


def is_nowhere(address: str) -> bool:
    """Whether only this computer finds the party at this address, as without a network."""
    return address.startswith("127.")
