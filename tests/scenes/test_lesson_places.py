"""Where head, button and teacher of a lesson stand: over nothing that somebody needs who learns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.games.city.screen.panels import Part
from game.ui.core.canvas import Box, common
from game.ui.match.lesson_guide import AWAY, LessonBoxes, pointer_box
from game.ui.widgets import strip_top
from tests.scale import crossed, some
from tests.scenes.harness import Window
from tests.scenes.lesson_hands import KINDS, each_step, opened


def _rummy(view: Any) -> list[Box]:
    places = view.table.places
    return [
        *places.seats,
        places.own,
        *places.buttons,
        *view.table.held(),
        *view.table.ground().boxes().values(),
    ]


def _socker(view: Any) -> list[Box]:
    places, picture = view.carpet.places, view.carpet.picture
    own = places.sides[picture.turn]
    return [places.score, own, *(view.carpet.where(piece.cell) for piece in picture.pieces)]


def _city(view: Any) -> list[Box]:
    panel = view.map.panel
    return [*panel.cards, panel.frame.boxes[Part.TURN], *panel.rows.values()]


def _office(view: Any) -> list[Box]:
    places = view.floor.places
    return [*(spot.plate for spot in places.spots), places.play, places.passing, places.call]


NEEDED: dict[str, Callable[[Any], list[Box]]] = {
    "socker": _socker, "city": _city, "rockit": _rummy, "sociable": _office, "socki": _rummy,
}  # fmt: skip
"""Plates, scores, pieces, cards in the hand and buttons of each game."""

WINDOWS = pytest.mark.parametrize("window", [(960, 540), (1280, 720), (1920, 1080)], indirect=True)
TEXTS = pytest.mark.parametrize("text", [100, 125, 150, 200])
LANGUAGES = pytest.mark.parametrize("language", some(["en", "de", "fr", "es", "it"], "en", "de"))
GAMES = pytest.mark.parametrize("slug", KINDS)


def parts(found: LessonBoxes) -> tuple[Box, ...]:
    """All that lies over a match for as long as a step lasts, but for the pointer."""
    return found.head.box, found.skip, found.speech.box, found.speech.teacher


@crossed
@WINDOWS
@TEXTS
@LANGUAGES
@GAMES
def test_nothing_of_a_lesson_lies_over_anything_of_the_game(
    window: Window, slug: str, language: str, text: int
) -> None:
    """Faces, plates, cards, pieces, buttons, the strip, and what is spoken of; nor over one another."""
    window.stage.change(text_size=text, language=language)
    for step, scene in each_step(window, slug):
        low = strip_top(window.stage, scene)
        found = scene.guide.boxes(low)
        targets = [box for box in map(scene.guide.where, scene.tutor.step.point) if box is not None]
        assert targets
        strip = Box(0, low, window.stage.view.w, window.stage.view.h)
        for box in (*scene.view.faces(), *NEEDED[slug](scene.view), *scene.view.needed(), *targets, strip):
            assert not any(common(part, box) for part in parts(found)), (step, box)
        for part in parts(found):
            assert sum(common(part, other) for other in parts(found)) == common(part, part), (step, part)
            assert part.x >= 0
            assert part.y >= 0
            assert part.right <= window.stage.view.w


@crossed
@WINDOWS
@TEXTS
@LANGUAGES
@GAMES
def test_everything_has_one_place_in_all_lessons_of_a_game(
    window: Window, slug: str, language: str, text: int
) -> None:
    """The bubble is as high as its words; of its edges the one at the teacher stays."""
    window.stage.change(text_size=text, language=language)
    places = set()
    for _step, scene in each_step(window, slug):
        found = scene.guide.boxes(strip_top(window.stage, scene))
        words, teacher = found.speech.box, found.speech.teacher
        edge = words.bottom if words.bottom <= teacher.y else words.y
        places.add((found.head.box, found.skip, teacher, (words.x, words.w, round(edge, 3))))
    assert len(places) == 1


@crossed
@WINDOWS
@TEXTS
@LANGUAGES
@GAMES
def test_the_pointer_is_at_what_is_to_be_done_first(
    window: Window, slug: str, language: str, text: int
) -> None:
    """Its tip beside it, and nothing of it over it or below the words."""
    window.stage.change(text_size=text, language=language)
    for step, scene in each_step(window, slug):
        found = scene.guide.boxes(strip_top(window.stage, scene))
        first = next(box for box in map(scene.guide.where, scene.guide.pointed) if box is not None)
        assert first.grown(AWAY + 1).holds(found.pointing.tip), step
        shown = pointer_box(found.pointing)
        assert not any(common(shown, box) for box in (first, *parts(found))), step


@pytest.mark.parametrize("text", [100, 200])
def test_a_link_is_pointed_at_and_neither_of_its_stations(window: Window, text: int) -> None:
    """The pointer came from above over a sock, and that seemed to be meant."""
    window.stage.change(text_size=text)
    scene = opened(window, "city", "lay")
    assert scene.guide.pointed[0] == "link e3 f3"
    shown = pointer_box(scene.guide.boxes(strip_top(window.stage, scene)).pointing)
    assert not any(common(shown, scene.view.where(station)) for station in ("e3", "f3"))


@crossed
@WINDOWS
@pytest.mark.parametrize("text", [125, 150, 200])
@LANGUAGES
@GAMES
def test_words_are_no_smaller_in_larger_text(window: Window, slug: str, language: str, text: int) -> None:
    """They had been 18 units at 200 %, and more at 100 %."""

    def sizes(percent: int) -> dict[str, float]:
        window.stage.change(text_size=percent, language=language)
        return {
            step: scene.guide.boxes(strip_top(window.stage, scene)).speech.size * percent / 100
            for step, scene in each_step(window, slug)
        }

    usual, large = sizes(100), sizes(text)
    assert usual.keys() == large.keys()
    assert min(usual.values()) >= 18
    assert all(large[step] >= usual[step] for step in usual), (usual, large)
    assert len(set(large.values())) == 1, "one size in all of them"
