"""A match of SOCKI in the window, for tests."""

from __future__ import annotations

import pygame

from game.core.session import Session
from game.match.seats import Seat
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import RummyScene, opened, rummy_scene

NAMES = ["Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe"]


def match(
    window: Window, position: str = "", people: tuple[int, ...] = (0,), players: int = 2, **options: object
) -> RummyScene:
    """A match on the screen, ready for the person to move."""
    if position:
        session = Session.from_position("socki", position, 3, options)
    else:
        session = Session.new("socki", players, 3, options)
    seats = [Seat(NAMES[seat], seat, "" if seat in people else "easy") for seat in range(session.players)]
    scene = rummy_scene(window, session, seats)
    opened(window, scene)
    if window.shown == "Curtain":
        window.key(pygame.K_RETURN)
    return scene
