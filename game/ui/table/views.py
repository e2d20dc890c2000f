"""Which view a game has."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from game.core.discovery import find, part
from game.ui.table.context import ViewContext
from game.ui.table.plain import PlainView
from game.ui.table.view import View


def view_of(game: str) -> Callable[[ViewContext], View]:
    """What makes the picture of a game: its own view, or the plain one."""
    where = find(game).info.scene
    return cast(Callable[[ViewContext], View], part(where)) if where else PlainView
