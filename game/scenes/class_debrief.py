"""The debrief of a whole class, whichever game it has played."""

from __future__ import annotations

from typing import cast

from game.core.discovery import find
from game.core.record import read_record
from game.match.hall import ClassBook, LessonAround
from game.ui.core.scene import Scene


def debrief_of(book: ClassBook, lesson: LessonAround | None = None) -> Scene:
    """The scene that shows what a class found out; ``lesson`` is its lesson, where that still goes on.

    Raises:
        ValueError: a record is broken, not all are of one game, or that game has no debrief of a class.
    """
    games = {read_record(sheet.record).game for sheet in book.sheets}
    if len(games) != 1:
        raise ValueError("The tables of this class have not all played the same game.")
    game = find(games.pop())
    shows = game.part("class_scene")
    if shows is None:
        raise ValueError(f"{game.info.title} has no debrief of a class.")
    return cast(Scene, shows(book, lesson))
