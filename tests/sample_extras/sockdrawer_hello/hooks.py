"""Hooks of the example (`game.core.extras.hooks`)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.core.discovery import find_game
from game.core.extras import CommandParsers, MenuEntry, MenuPlace, Waiting
from game.i18n import _
from game.ui.core.scene import AppContext, Scene

if TYPE_CHECKING:
    from game.scenes.house_rules import HouseRulesPanel


@dataclass(frozen=True, slots=True)
class Greeting:
    """Content of a file such as ``hello socker``."""

    slug: str


def menu_entries(place: MenuPlace, app: AppContext, of: HouseRulesPanel) -> Sequence[MenuEntry]:
    """A button below the lessons, in the lobby of every game."""
    if place is not MenuPlace.HOUSE:
        return []
    return [MenuEntry(_("Say hello"), "screen", partial(app.open_scene, "hello", of.info.slug))]


def waiting(app: AppContext) -> Sequence[Waiting]:
    """The greeting that was kept, if there is one."""
    kept = app.stores.room("hello").load().get("greeting")
    if kept is None:
        return []
    return [Waiting(lambda: _("A greeting waits"), partial(app.open_scene, "hello", kept["game"]))]


def read(data: bytes, _path: Path) -> Greeting | None:
    """A greeting, or `None` for other files; ValueError if there is no such game."""
    word, _space, slug = data.decode("utf-8", "replace").partition(" ")
    return Greeting(find_game(slug.strip()).info.slug) if word == "hello" else None


def open_file(app: AppContext, found: object) -> Scene | None:
    """The screen with a greeting from a file."""
    return app.screens["hello"](found.slug) if isinstance(found, Greeting) else None


def commands(parsers: CommandParsers) -> Mapping[str, Callable[[argparse.Namespace], int]]:
    """Add the command ``hello GAME``."""
    parsers.add_parser("hello", help="greet the players of a game").add_argument("game", metavar="GAME")
    return {"hello": _print_greeting}


def _print_greeting(options: argparse.Namespace) -> int:
    """Run the command. Returns the exit status."""
    print(f"Hello from everyone who plays {find_game(options.game).info.title}!")
    return 0
