"""Screenshots of the album, with matches of all games, some of them resigned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame

from game.app import App
from game.core.discovery import game_slugs
from game.core.game import totals_of
from game.core.rng import SeededRng
from game.core.session import Session
from game.store.archive import ArchivedMatch, file_name
from game.ui.core.scene import AppContext

NAMES = ("Annabella", "Bo", "Ida", "Kofi", "Mo", "Pip", "Rosa", "Finn")
WHEN, DAY = 1_789_992_000.0, 86_400.0
PATIENCE = 3000  # loop turns until all photos must be ready, at least 10 ms each


def album_shots(context: AppContext, app: App, shot: Callable[[str], None]) -> None:
    """Take the album empty, and with a page of matches and its actions.

    Raises:
        RuntimeError: the photos are not made.
    """

    def wait(is_ready: Callable[[], bool]) -> None:
        """Run the app until its workers have made the pictures."""
        for _turn in range(PATIENCE):
            app.step_frame([])
            if is_ready():
                return
            pygame.time.wait(10)
        raise RuntimeError("The album got no photos.")

    context.stores.archive.clear()  # matches of other screenshots are in it without photos
    context.open_scene("album")
    shot("album-empty")
    context.scenes.pop()
    for number in range(10):
        context.stores.archive.add(archived_match(game_slugs()[number % len(game_slugs())], number))
    context.open_scene("album")
    scene: Any = context.scenes.top
    wait(lambda: all(scene.photos.of(entry) is not None for entry in scene.hanging.page))
    while scene.tick(context.now):
        pass
    shot("album")
    context.open_scene("share", archived_match(game_slugs()[0], 0))
    scene = context.scenes.top
    wait(lambda: bool(scene.files))
    shot("album-share")
    context.scenes.pop()
    context.scenes.pop()


def archived_match(slug: str, number: int) -> ArchivedMatch:
    """Return a random match for the album; ``number`` is its seed and age in days."""
    session, rng = Session.new(slug, seed=number), SeededRng(number, "album")
    for seat in range(session.players):
        session.rename(seat, NAMES[(seat + number) % len(NAMES)])
    for _move in range(40):
        if session.to_move is not None:
            session.play(rng.pick(session.moves()))
    seats = tuple(
        {"name": name, "look": (seat + number) % len(NAMES), "level": "", "device": ""}
        for seat, name in enumerate(session.names)
    )
    scores = tuple(totals_of(session.observe(None))) or (0,) * session.players
    when = WHEN - number * DAY
    match = ArchivedMatch(slug, session.record(), (0,), scores, seats, ended=when, name=file_name(slug, when))
    return replace(match, conceded=1 if session.outcome is None else None, starred=number == 2, seconds=840.0)
