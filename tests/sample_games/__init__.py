"""A sixth game as others would bring it: one folder, and nothing else changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import game.games
from game.core.discovery import game_slugs


@contextmanager
def games_in(folder: Path) -> Iterator[None]:
    """While this lasts the games in a folder are games of the house."""
    game.games.__path__.append(str(folder))
    game_slugs.cache_clear()
    try:
        yield
    finally:
        game.games.__path__.remove(str(folder))
        game_slugs.cache_clear()


@contextmanager
def full_folder() -> Iterator[str]:
    """While this lasts there is a game that brings a file of every kind that a folder may bring; its name."""
    with games_in(Path(__file__).parent / "brings"):
        yield "washday"


@contextmanager
def kinds_of_end() -> Iterator[None]:
    """While this lasts there are three more games: one loses, all against the house, teams of two."""
    with games_in(Path(__file__).parent / "kinds"):
        yield


@contextmanager
def sixth_game(*, drawn: bool = False) -> Iterator[str]:
    """While this lasts, four in a row is one of the games, plain or with a picture; its name."""
    with games_in(Path(__file__).parent / "drawn" if drawn else Path(__file__).parent):
        yield "buttons" if drawn else "four"


@contextmanager
def odd_sock() -> Iterator[str]:
    """While this lasts, Odd Sock is one of the games, and Peg Out beside it; the name of the first."""
    with games_in(Path(__file__).parent / "dealt"):
        yield "odd_sock"
