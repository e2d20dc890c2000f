"""Boards of a game, and their thumbnails."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pygame

from game.bots.worker import Worker
from game.core.discovery import find_game
from game.core.game import GameInfo, Layout
from game.i18n import _, current_language
from game.import_limits import IMPORT_REQUEST
from game.resources import levels_of
from game.ui.core.assets import Assets
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import GATE_TIMEOUT_MS

Drawing: TypeAlias = Callable[[Assets, Layout | None, float, float], pygame.Surface]
"""Function that draws a board with the given width and height in units; layout None means the default board.
"""


class BoardThumbnails:
    """Boards of a game and their thumbnails. Board files are read one at a time when there is time."""

    def __init__(self, app: AppContext, info: GameInfo) -> None:
        self._stage = app
        self._slug = info.slug
        self.picture: Drawing | None = find_game(info.slug).component("small_board")
        """None if the game has no thumbnails."""
        self._layouts: dict[str, Layout | None] = {}
        self._waiting: list[str] | None = None  # keys still to be read; None before the first listing
        self._worker: Worker | None = None  # reads the player's own boards, while there are any
        self._is_requested, self._since = False, 0.0

    def boards(self) -> list[tuple[str, str]]:
        """Return (key, title) of each board but the default and queue unread ones. Own ones have a path."""
        folder, own_folder = levels_of(self._slug), self._stage.stores.maps(self._slug)
        self._waiting = []
        if not folder.is_dir() and not own_folder.is_dir():
            return []
        # Imported here because games without boards never need it.
        from game.levels import maps, title

        ours = [(path.stem, _(title(path))) for path in maps(folder) if path.stem != "standard"]
        titled = ours + [(str(path.with_suffix("").absolute()), title(path)) for path in maps(own_folder)]
        self._waiting = [key for key, _words in titled if key not in self._layouts]
        names = [title_ for _key, title_ in titled]
        return [  # copies of a board share its title, so add the file name
            (key, f"{title_} ({Path(key).stem})" if title_ in names[:number] else title_)
            for number, (key, title_) in enumerate(titled)
        ]

    def layout(self, key: str) -> Layout | None:
        """Return the layout of a board. None for the default one, and if it is unread or invalid."""
        return self._layouts.get(key)

    def read_on(self) -> bool:
        """Scrolle more board. True if it is done, even if invalid; False if none is left, or not yet."""
        # Called in every turn of the loop, so list the folders only once.
        if self._waiting is None:
            self.boards()
        if not self._waiting or self.picture is None:
            return False
        key = self._waiting[0]
        if is_own(key):
            # A foreign file may be slow to read, so a worker reads it and the window does not wait.
            self._worker = self._worker or self._stage.worker()
            if not self._is_requested:
                self._is_requested, self._since = True, self._stage.now
                self._worker.submit(IMPORT_REQUEST, current_language(), LOAD_REQUEST, map_of(self._slug, key))
            answer = self._worker.poll_result()
            if answer is None and self._stage.now - self._since < GATE_TIMEOUT_MS:
                return False
            result = answer.value if answer is not None else None
            if answer is None:
                self.close()
            self._is_requested = False
        else:
            result = read_board(self._slug, key)
        self._waiting.pop(0)
        # The reason is shown when a player starts a match on an invalid board.
        self._layouts[key] = result if isinstance(result, Layout) else None
        if not any(map(is_own, self._waiting)):
            self.close()
        return True

    def close(self) -> None:
        """Stop the worker, when the boards are not shown any more."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()


LOAD_REQUEST = "game.levels:load"  # function that reads a board in the worker


def is_own(key: str) -> bool:
    """True if a board is a player's own file, not one of the game's."""
    return os.path.isabs(key)


def read_board(slug: str, key: str) -> Layout | ValueError:
    """Return the layout of a board that belongs to the game, or the error in its file."""
    from game.levels import load  # games without boards never need it

    try:
        return load(map_of(slug, key))
    except ValueError as error:
        return error


def map_of(slug: str, key: str) -> Path:
    """Path of a board's file, also of a player's own."""
    return levels_of(slug) / f"{key}.tmx"
