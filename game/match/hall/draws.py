"""Where a hall takes its chance from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.chance import drawn_salt, drawn_seed


@dataclass(frozen=True, slots=True)
class Draws:
    """Where chance comes from that nobody is to know beforehand."""

    seed: Callable[[], int] = drawn_seed
    salt: Callable[[], str] = drawn_salt
