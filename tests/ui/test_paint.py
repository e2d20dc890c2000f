"""Painter: boxes with smooth corners, and words with visible spaces."""

from __future__ import annotations

import pygame
import pytest

from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, READ, STRONG, font_of
from game.ui.core.paint import Painter, TextRenderer
from game.ui.core.theme import LINEN


@pytest.fixture(params=[1.0, 1.5, 3.0])
def painter(request: pytest.FixtureRequest) -> Painter:
    pygame.font.init()
    surface = pygame.Surface((900, 600))
    return Painter(
        surface, Canvas(900, 600, request.param), LINEN, Assets(request.param), TextRenderer(), 1.0
    )


def shades(painter: Painter, box: Box) -> set[int]:
    """Levels of red in a box."""
    rect = painter.view.rect(box)
    return {
        painter.surface.get_at((x, y)).r
        for x in range(*span(rect.x, rect.w))
        for y in range(*span(rect.y, rect.h))
    }


def span(start: int, length: int) -> tuple[int, int]:
    return start, start + length


@pytest.mark.parametrize("width", [0.0, 3.0])
def test_round_corners_are_smooth_and_edges_are_sharp(painter: Painter, width: float) -> None:
    box = Box(10, 10, 120, 61)
    if width:
        painter.frame(box, "#FF0000", width, 14)
    else:
        painter.fill(box, "#FF0000", 14)
    corners = [Box(x, y, 14, 14) for x in (box.x, box.right - 14) for y in (box.y, box.bottom - 14)]
    assert all(len(shades(painter, corner)) > 4 for corner in corners), "there are steps"
    assert shades(painter, Box(30, 10, 80, 61)) <= {0, 255}
    assert shades(painter, Box(10, 30, 120, 20)) <= {0, 255}
    assert shades(painter, Box(10, 30, 2, 20)) == {255}
    assert shades(painter, Box(60, 40, 10, 5)) == ({0} if width else {255})
    painter.surface.fill("black", painter.view.rect(box))
    assert not pygame.mask.from_threshold(painter.surface, "red", (200, 9, 9)).count()


@pytest.mark.parametrize("size", [(1, 1), (1, 30), (30, 1), (3, 40), (20, 20), (21, 21)])
@pytest.mark.parametrize("radius", [0, 2, 50])
def test_box_of_any_size_is_filled_and_framed(painter: Painter, size: tuple[int, int], radius: float) -> None:
    box = Box(10, 10, *size)
    for is_filled in (True, False):
        painter.surface.fill("black")
        if is_filled:
            painter.fill(box, "#FF0000", radius)
        else:
            painter.frame(box, "#FF0000", 2, radius)
        seen = pygame.mask.from_threshold(painter.surface, "red", (200, 9, 9))
        assert seen.get_bounding_rects() == [painter.view.rect(box)]


@pytest.mark.parametrize("face", [READ, STRONG])
def test_small_words_keep_their_spaces(face: str) -> None:
    pygame.font.init()
    type_ = TextRenderer()
    for pixels in range(12, 24):
        gap = type_.width("Pick up", face, pixels) - type_.width("Pickup", face, pixels)
        plain = font_of(face, pixels)
        assert 1 <= gap - plain.size("Pick up")[0] + plain.size("Pickup")[0] <= 2
    for pixels in (14, 18, 23, 24, 40):
        for text in ("Pick up", "View it", "Ann \u05d0\u05d1 Bo", "a\xa0b \u2026"):
            assert type_.render(text, face, pixels, "#000000").get_width() == type_.width(text, face, pixels)
    assert type_.width("a b", NAMES, 20) == font_of(NAMES, 20).size("a b")[0]


def test_no_word_is_alone_in_the_last_line(painter: Painter) -> None:
    words, room = "one two three four", painter.width("one two three") + 1
    assert painter.wrapped(words, room) == ["one two", "three four"]
    assert painter.wrapped(f"{words}\nfive", room) == ["one two", "three four", "five"]
    assert painter.wrapped("onetwo threefour", room) == ["onetwo", "threefour"], (
        "the line before has one word"
    )
