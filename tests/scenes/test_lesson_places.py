"""Where head, button and teacher of a lesson stand: over nothing that somebody needs who learns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.match.lesson import read_lessons
from game.ui.core.canvas import Box
from game.ui.match.lesson_guide import common
from game.ui.widgets import strip_top
from tests.scale import crossed, scaled
from tests.scenes.harness import Window
from tests.scenes.lesson_hands import KINDS, opened


def _rummy(view: Any) -> list[Box]:
    places = view.top.places
    return [*places.seats, places.own, *places.buttons, *view.top.held(), *view.top.ground().boxes().values()]


def _socker(view: Any) -> list[Box]:
    places, picture = view.carpet.places, view.carpet.picture
    own = places.sides[picture.turn]
    return [places.score, own, *(view.carpet.where(piece.cell) for piece in picture.pieces)]


def _city(view: Any) -> list[Box]:
    places = view.map.places
    return [*places.cards, places.turn, *(box for _colour, box in places.rows("play"))]


def _office(view: Any) -> list[Box]:
    places = view.floor.places
    return [*(spot.plate for spot in places.spots), places.play, places.passing, places.call]


NEEDED: dict[str, Callable[[Any], list[Box]]] = {
    "socker": _socker, "city": _city, "rockit": _rummy, "sociable": _office, "socki": _rummy,
}  # fmt: skip
"""Plates, scores, pieces, cards in the hand and buttons of each game."""

EDGE = {100: 0.08, 200: 0.17}
"""How much of one of them may be hidden: an edge, which says nothing."""


@crossed
@pytest.mark.parametrize("window", [(960, 540), (1280, 720), (1920, 1080)], indirect=True)
@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", KINDS)
def test_nothing_that_is_needed_is_covered(window: Window, slug: str, text: int, language: str) -> None:
    window.stage.change(text_size=text, language=language)
    for lesson in read_lessons(slug).lessons[:: scaled(2, 1)]:
        scene = opened(window, slug, lesson.key)
        boxes = scene.guide.boxes(strip_top(window.stage, scene))
        parts = boxes.head.box, boxes.skip, boxes.speech.box, boxes.speech.teacher
        for box in NEEDED[slug](scene.view):
            hidden = sum(common(part, box) for part in parts) / (box.w * box.h)
            assert hidden <= EDGE[text], (lesson.key, box)
        for part in parts:
            assert sum(common(part, other) for other in parts) <= part.w * part.h + 1, "nor one another"
        window.stage.scenes.pop()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_heads_round_the_table_look_out_beside_the_words(window: Window, language: str) -> None:
    window.stage.change(language=language)
    for lesson in read_lessons("sociable").lessons:
        scene = opened(window, "sociable", lesson.key)
        boxes = scene.guide.boxes(strip_top(window.stage, scene))
        parts = boxes.head.box, boxes.skip, boxes.speech.box, boxes.speech.teacher
        for box in scene.view.faces():
            hidden = sum(common(part, box) for part in parts) / (box.w * box.h)
            assert hidden <= 1 / 3, (lesson.key, box)
        window.stage.scenes.pop()
