"""Finds games by name, when they are asked for: a folder in ``game/games`` is a game."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, cast

from game.core.game import Bot, GameInfo, Rules, Script

_PACKAGE = "game.games"


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was found: its card of information, and its parts, imported on first use."""

    info: GameInfo

    @property
    def rules(self) -> Rules[Any, Any]:
        return cast("Rules[Any, Any]", part(self.info.rules))

    @property
    def bot(self) -> Bot:
        return cast(Bot, part(self.info.bot))

    @property
    def beginner(self) -> Script:
        """Who has read the first lesson only, of a game whose information names one."""
        return cast(Script, part(self.info.beginner))


@cache
def slugs() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    package = importlib.import_module(_PACKAGE)
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg))


def find(slug: str) -> Game:
    """The game of this name.

    Raises:
        ValueError: there is none.
    """
    if slug not in slugs():  # before anything is imported: the name may come from anybody's record
        raise ValueError(f"There is no game {slug!r}; the games are: {', '.join(slugs())}.")
    return Game(cast(GameInfo, part(f"{_PACKAGE}.{slug}:INFO")))


@cache
def part(where: str) -> object:
    """The value that ``module:NAME`` names, its module imported now."""
    module, _, name = where.partition(":")
    return getattr(importlib.import_module(module), name)


def rules_text(slug: str, language: str = "en") -> str:
    """The rules of a game for its players, as Markdown: ``rules.de.md`` in German, English where that lacks.

    Raises:
        ValueError: there is no such game.
    """
    find(slug)
    folder = resources.files(f"{_PACKAGE}.{slug}")
    translated = folder.joinpath(f"rules.{language}.md")
    return (translated if translated.is_file() else folder.joinpath("rules.md")).read_text(encoding="utf-8")


def phone_page(slug: str) -> str:
    """The module that phones show a game with, as JavaScript; empty where the game has none.

    Raises:
        ValueError: there is no such game.
    """
    name = find(slug).info.phone
    if not name:
        return ""
    return resources.files(f"{_PACKAGE}.{slug}").joinpath(name).read_text(encoding="utf-8")
