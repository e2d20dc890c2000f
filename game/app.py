"""The window. For now a plain title that names the games; the matches are played headless."""

from __future__ import annotations

import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from font_fredoka_one import FredokaOne
from font_manrope import ManropeSemiBold

from game.core.discovery import find, slugs

CANVAS = (1280, 720)
LINEN, INK, STITCH = "#F6EBDD", "#2B2440", "#D9B98C"
NO_DISPLAY = (
    "Sock Drawer needs a display to open its window; without one, try: "
    "python main.py simulate socker, python main.py rules socki, or python main.py replay FILE."
)


def run() -> int:
    """Open the window and stay until the player leaves; returns the exit status."""
    try:
        pygame.display.init()
        screen = pygame.display.set_mode(CANVAS, pygame.RESIZABLE)
    except pygame.error:
        print(NO_DISPLAY, file=sys.stderr)
        return 1
    pygame.font.init()
    pygame.display.set_caption("Sock Drawer")
    try:
        _draw(screen)
        while not _leaves(event := pygame.event.wait()):
            if event.type in (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
                _draw(pygame.display.get_surface() or screen)
    finally:
        pygame.quit()
    return 0


def _leaves(event: pygame.event.Event) -> bool:
    return event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE)


def _draw(screen: pygame.Surface) -> None:
    """The title at the window's own size: every measure is a share of the 1280x720 canvas."""
    width, height = screen.get_size()
    unit = min(width / CANVAS[0], height / CANVAS[1])
    screen.fill(LINEN)
    middle = width / 2
    top = height / 2 - 300 * unit
    _line(screen, "Sock Drawer", FredokaOne, 96 * unit, (middle, top + 60 * unit))
    pygame.draw.line(
        screen, STITCH, (middle - 300 * unit, top + 140 * unit), (middle + 300 * unit, top + 140 * unit), 3
    )
    for number, slug in enumerate(slugs()):
        info = find(slug).info
        row = top + (190 + 72 * number) * unit
        _line(screen, info.title, FredokaOne, 32 * unit, (middle, row))
        _line(screen, info.tagline, ManropeSemiBold, 20 * unit, (middle, row + 32 * unit))
    _line(screen, "Esc leaves", ManropeSemiBold, 20 * unit, (middle, top + 580 * unit))
    pygame.display.flip()


def _line(screen: pygame.Surface, text: str, font: str, size: float, centre: tuple[float, float]) -> None:
    drawn = pygame.font.Font(font, max(8, round(size))).render(text, True, INK)
    screen.blit(drawn, drawn.get_rect(center=(round(centre[0]), round(centre[1]))))
