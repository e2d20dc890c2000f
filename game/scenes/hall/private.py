"""What every screen of a hall says of the people in it."""

from __future__ import annotations

from game.words import _


def kept_nothing() -> str:
    """What is kept of them, which is true: see `HallRun.close` and `game.store.saves`."""
    return _("Nothing about the people is kept after the evening, unless you save it yourself.")
