"""What sets one rummy apart from another, as a value: each rummy has its own, and `INFO.rummy` says where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import cast

from game.core.cards import Pack
from game.core.contract import Event
from game.core.discovery import find, part, slugs
from game.core.happenings import Happening


@dataclass(frozen=True, slots=True, eq=False)
class RummyVariety:
    """One rummy: its cards, how its sets are built, and which options its piles depend on."""

    game: str
    pack: Pack
    sets_repeat_suits: bool
    """Whether equal cards lie in one set, up to two of each; else it holds each suit once."""
    options: frozenset[str]
    """Those that bear on its piles and openings, of ``happy_mode``, ``joker_in_kind`` and ``opening``."""
    adviser: str
    """Where its `game.core.rummy.asking.Adviser` is: ``module:NAME``."""
    best: str
    """Where the function is that finds a `game.core.rummy.ideas.Idea`: ``module:name``."""
    read: Callable[[Event], Happening]
    """Reads its events; those of the shared kinds derive from the classes in `game.core.rummy.events`."""


@cache
def is_rummy(game: str) -> bool:
    """Whether the game of this name is a rummy."""
    return game in slugs() and bool(find(game).info.rummy)


@cache
def variety_of(game: str) -> RummyVariety:
    """The rummy of this name.

    Raises:
        ValueError: there is none.
    """
    if not is_rummy(game):
        rummies = " and ".join(slug for slug in slugs() if is_rummy(slug))
        raise ValueError(f"{game!r} is not a rummy of this house; the rummies are {rummies}.")
    return cast(RummyVariety, part(find(game).info.rummy))
