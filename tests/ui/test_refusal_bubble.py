"""Bubble that says why a move was refused: its places, its words and its tail."""

from __future__ import annotations

import math

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.art.fabric import BUBBLE_ROOM
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas, overlaps
from game.ui.core.paint import Painter, TextRenderer
from game.ui.core.theme import LINEN
from game.ui.match.refusal_bubble import RefusalBubble

SIGN, RADIUS, ROOM = (640.0, 360.0), 22.0, Box(0, 0, 1280, 720)


@pytest.fixture(scope="module")
def ruler() -> Painter:
    pygame.init()
    view = Canvas(1280, 720, 1.0)
    return Painter(pygame.Surface((1280, 720)), view, LINEN, Assets(1.0), TextRenderer(), 1.0)


def beside(
    ruler: Painter, taken: list[Box], words: str = "Marked spaces only", sign: tuple[float, float] = SIGN
) -> RefusalBubble | None:
    return RefusalBubble.beside(
        ruler, words, sign, RADIUS, ROOM, lambda box, _tail: not any(overlaps(box, other) for other in taken)
    )


def side(bubble: RefusalBubble) -> tuple[str, str]:
    """(left, right or empty, above, below or empty): where a bubble is as seen from `SIGN`."""
    (x, y), box = SIGN, bubble.box
    across = "right" if box.x > x else "left" if box.right < x else ""
    return across, "above" if box.bottom < y else "below" if box.y > y else ""


@pytest.mark.parametrize(
    ("taken", "place"),
    [
        ([], ("right", "")),
        ([Box(660, 350, 200, 20)], ("right", "above")),
        ([Box(660, 0, 200, 370)], ("right", "below")),
        ([Box(660, 0, 200, 720)], ("left", "")),
        ([Box(660, 0, 200, 720), Box(420, 350, 200, 20)], ("left", "above")),
        ([Box(700, 0, 200, 720), Box(380, 0, 200, 720)], ("", "above")),
        ([Box(700, 0, 200, 720), Box(380, 0, 200, 720), Box(0, 0, 1280, 340)], ("", "below")),
    ],
)
def test_bubble_takes_the_first_free_place(ruler: Painter, taken: list[Box], place: tuple[str, str]) -> None:
    bubble = beside(ruler, taken, "Too far")
    assert bubble is not None
    assert side(bubble) == place
    assert bubble.lines == ("Too", "far")


def test_low_gap_gets_the_words_in_one_line(ruler: Painter) -> None:
    bubble = beside(ruler, [Box(0, 0, 1280, 330), Box(0, 390, 1280, 330)])
    assert bubble is not None
    assert bubble.lines == ("Marked spaces only",)


def test_no_bubble_without_a_free_place(ruler: Painter) -> None:
    assert beside(ruler, [ROOM]) is None


@given(
    boxes=st.lists(st.builds(Box, st.integers(0, 1280), st.integers(0, 720), st.just(90), st.just(90))),
    words=st.sampled_from(["Nichts", "Too far", "Ya ocupado", "Cases marquées seulement"]),
    sign=st.tuples(st.integers(0, 1280), st.integers(0, 720)),
)
def test_bubble_is_free_and_its_tail_ends_at_the_sign(
    ruler: Painter, boxes: list[Box], words: str, sign: tuple[int, int]
) -> None:
    bubble = beside(ruler, boxes, words, sign)
    if bubble is None:
        return
    box, (root, tip) = bubble.box, bubble.tail
    assert ROOM.encloses(box)
    assert not any(overlaps(box, other) for other in boxes)
    assert " ".join(bubble.lines) == words
    assert len(bubble.lines) <= 2
    assert math.dist(tip, sign) == pytest.approx(RADIUS)
    assert root[0] in (box.x, box.right) or root[1] in (box.y, box.bottom)
    assert box.inflated(BUBBLE_ROOM).contains(tip), "the picture has room for the tail"
