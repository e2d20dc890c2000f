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
    with _brought("drawn" if drawn else "."):
        yield "buttons" if drawn else "four"


@contextmanager
def odd_sock() -> Iterator[str]:
    """While this lasts, Odd Sock is one of the games, a table of cards with hidden hands; its name."""
    with _brought("dealt"):
        yield "odd_sock"


@contextmanager
def _brought(name: str) -> Iterator[None]:
    folder = str((Path(__file__).parent / name).resolve())
    game.games.__path__.append(folder)
    slugs.cache_clear()
    try:
        yield
    finally:
        game.games.__path__.remove(folder)
        slugs.cache_clear()
