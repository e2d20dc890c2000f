"""Where a film is, how fast it runs and whose eyes look on: what its buttons change, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.game import common_observed
from game.core.session import Session

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""How fast a film can run, as shares of the brisk pace."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who looks on."""

    seat: int | None
    """The seat whose hand lies at the lower edge; `None` for what everybody at the table could see."""
    everything: bool = False
    """Whether the hands of all others lie open too."""


@dataclass(frozen=True, slots=True)
class Screening:
    """For whom a film is shown, and from where."""

    told: bool = True
    """Whether all may be known of the match: it is over, and nobody can take its last move back any more."""
    at: int = 0
    """The moment with which it begins; at 0 it plays."""
    leads_back: str = ""
    """What Back leads to, in a word."""
    source: str = ""
    """What the match is called in the archive; empty where it lies elsewhere."""
    conceded: int | None = None
    """The seat that gave the match up at its end."""
    viewer: int | None = None
    """Of a match that goes on the seat whose hand may be shown, if any."""


def eyes_of(session: Session, people: Sequence[int] = ()) -> tuple[Eyes, ...]:
    """The eyes that the film of a match that is over can be seen with, the first as it begins.

    Args:
        session: any moment of it.
        people: the seats of people, whose side of the table it is seen from.
    """
    if "hand" not in common_observed(session.observe(0)):
        return (Eyes(None),)  # nobody has anything to hide
    base = people[0] if people else 0
    return (Eyes(base, everything=True), *(Eyes(seat) for seat in range(session.players)))


@dataclass(frozen=True, slots=True)
class Transport:
    """How a film runs."""

    moment: int = 0
    """So many moves were made."""
    plays: bool = False
    speed: float = 1.0

    def at(self, moment: int, *, plays: bool | None = None) -> Transport:
        """At another moment; playing as before unless that is given."""
        return replace(self, moment=moment, plays=self.plays if plays is None else plays)

    def faster(self) -> Transport:
        """At the next speed, after the last one again at the first."""
        place = SPEEDS.index(self.speed)
        return replace(self, speed=SPEEDS[(place + 1) % len(SPEEDS)])
