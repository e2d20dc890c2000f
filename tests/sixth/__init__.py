"""A sixth game as others would bring it: one folder, and nothing else changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import game.games
from game.core.discovery import slugs


@contextmanager
def sixth_game(*, drawn: bool = False) -> Iterator[str]:
    """While this lasts, four in a row is one of the games, plain or with a picture; its name."""
    folder = str(Path(__file__).parent / "drawn" if drawn else Path(__file__).parent)
    game.games.__path__.append(folder)
    slugs.cache_clear()
    try:
        yield "buttons" if drawn else "four"
    finally:
        game.games.__path__.remove(folder)
        slugs.cache_clear()
