"""Sample games as third parties would write them, each in one folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import game.games
from game.core.discovery import game_slugs


@contextmanager
def games_in(folder: Path) -> Iterator[None]:
    """Context manager that adds the games of a folder to the program."""
    game.games.__path__.append(str(folder))
    game_slugs.cache_clear()
    try:
        yield
    finally:
        game.games.__path__.remove(str(folder))
        game_slugs.cache_clear()


@contextmanager
def full_folder() -> Iterator[str]:
    """Context manager that adds a game with every optional file; yields its slug."""
    with games_in(Path(__file__).parent / "brings"):
        yield "washday"


@contextmanager
def kinds_of_end() -> Iterator[None]:
    """Context manager that adds three games with other results: one loser, all against the game, teams of
    two."""
    with games_in(Path(__file__).parent / "kinds"):
        yield


@contextmanager
def sixth_game(*, has_screen: bool = False) -> Iterator[str]:
    """Context manager that adds four in a row, plain or with a screen; yields its slug."""
    with games_in(Path(__file__).parent / "drawn" if has_screen else Path(__file__).parent):
        yield "buttons" if has_screen else "four"


@contextmanager
def odd_sock() -> Iterator[str]:
    """Context manager that adds Odd Sock and Peg Out; yields the slug of the first."""
    with games_in(Path(__file__).parent / "dealt"):
        yield "odd_sock"
