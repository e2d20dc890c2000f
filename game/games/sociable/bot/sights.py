"""How far the levels that think look; numpy is not needed to know that."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sight:
    """How far a level looks."""

    nodes: int
    """Playouts for a decision, at most."""
    remembers: bool
    """Whether it knows what it gave and got in the exchange, and from whom."""
    infers: bool
    """Whether it asks what others can hold who have laid and passed as they have."""
    judges: bool
    """Whether players weigh their plays in its playouts, or play at a glance, twenty times as fast."""
    duels: int
    """Positions of the end between two that it works out, at most."""


SIGHTS = {
    "hard": Sight(nodes=1500, remembers=False, infers=False, judges=False, duels=0),
    "master": Sight(nodes=10000, remembers=True, infers=True, judges=True, duels=20000),
}
