"""The end of a match: the last picture, the results, and the table once more."""

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.discovery import find, slugs
from game.core.session import Session
from game.match.seats import Seat
from game.scenes.results import CHART, LEAST_CHART, FigureRow, scores_chart
from game.ui.art.puppets import puppet
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.scene import DEAF
from game.ui.core.theme import BODY
from game.ui.match.ending import SEEN
from game.ui.match.opening import match_scene
from game.ui.widgets import Form, Frame, PictureRow
from tests.matches import random_plies
from tests.scenes.harness import Window

SHORT = {"socker": {"win": "turns", "turns": 10, "dawdle": 0}}
"""House rules that let a random match end soon."""


def table(window: Window, slug: str, players: int, plies: int = 100_000) -> Any:
    """A match of bots in its last picture, or after so many moves."""
    session = Session.new(slug, players, seed=5, options=SHORT.get(slug))
    for _ in random_plies(session, 5, plies):
        pass
    scene = match_scene(
        window.stage, session, [Seat(name, number, "easy") for number, name in enumerate(session.names)]
    )
    window.stage.scenes.push(scene)
    return scene


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug != "sociable"])
def test_the_last_picture_is_seen_before_the_results(window: Window, slug: str) -> None:
    window.stage.change(animation_speed="brisk")
    scene = table(window, slug, find(slug).info.default_players)
    window.wait(SEEN - 500)
    assert window.top is scene
    window.wait(1500)
    assert window.shown == "Results"


def test_whoever_has_seen_enough_goes_on(window: Window) -> None:
    window.stage.change(animation_speed="relaxed")
    scene = table(window, "city", 2)
    window.turn()
    assert window.top is scene
    window.key(pygame.K_RETURN)
    assert window.shown == "Results"


@pytest.mark.parametrize("slug", slugs())
def test_the_table_can_be_seen_again(window: Window, slug: str) -> None:
    scene = table(window, slug, find(slug).info.default_players)
    window.stage.open("results", scene)
    shown = window.top
    window.key(pygame.K_l)
    assert window.shown == "LastLook"
    last = window.picture()
    window.point(700, 300)
    window.turn(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(700, 300), button=1, touch=False))
    assert window.shown == "LastLook", "who opened it by a click has not let go yet"
    window.key(pygame.K_x)
    assert window.top is shown
    assert window.picture() != last
    window.key(pygame.K_l)
    window.click(640, 300)
    assert window.top is shown


@pytest.mark.parametrize("winners", [(0,), (0, 1, 2), (0, 1, 2, 3), tuple(range(8))])
def test_what_is_told_stands_above_the_winners(
    window: Window, monkeypatch: pytest.MonkeyPatch, winners: tuple[int, ...]
) -> None:
    """All of them are there, and the card with the words has the room that they leave."""
    scene = table(window, "socki", 8, 4)
    scene.match.concede(7)
    outcome = replace(scene.match.result(), winners=winners)
    scene.match.result = lambda: outcome
    scene.view.words.result_lines = lambda: ["Ann laid 99 of 109 cards that could be laid."]
    window.stage.open("results", scene)
    heights: list[float] = []
    tops: list[float] = []
    told: list[float] = []

    def drawn(*arguments: Any, **more: Any) -> pygame.Surface:
        heights.append(arguments[4])
        return puppet(*arguments, **more)

    def blit(painter: Painter, image: pygame.Surface, x: float, y: float, anchor: str = "topleft") -> None:
        if anchor == "midbottom":
            tops.append(y - heights[-1])

    def paragraph(
        painter: Painter, words: str, x: float, y: float, width: float, size: float, *_: Any, **__: Any
    ) -> None:
        told.append(y + painter.height(words, width, size))

    painter = window.stage.painter(window.app.screen)
    monkeypatch.setattr("game.scenes.results.puppet", drawn)
    monkeypatch.setattr(Painter, "blit", blit)
    monkeypatch.setattr(Painter, "paragraph", paragraph)
    window.top.draw_side(painter, Box(64, 158, 304, 470))
    assert len(tops) == len(winners)
    assert told[0] < min(tops)


def test_no_chart_where_there_is_nothing_to_draw(window: Window) -> None:
    scene = table(window, "sociable", 5, 3)
    scene.match.concede(0)
    window.stage.open("results", scene)
    assert not any(isinstance(row, PictureRow) for row in window.top.form.widgets)
    window.picture()


def test_a_long_sentence_takes_its_room_from_the_chart(window: Window) -> None:
    """So that all buttons can be seen at once."""
    scene = table(window, "city", 2)
    scene.view.words.ending = lambda outcome: (
        "Nobody wins this one, and it takes a long sentence to say why that is so, " * 2
    )
    window.stage.open("results", scene)
    form: Form = window.top.form
    assert form.total <= form.box.h + 1


def test_whoever_presses_enter_at_the_results_plays_on(window: Window) -> None:
    """Not a film, which nobody asked for; the match before is kept."""
    scene = table(window, "socker", 2)
    window.stage.open("results", scene)
    window.wait(DEAF)
    window.key(pygame.K_RETURN)
    assert window.shown == "SockerView"
    assert window.top is not scene


@pytest.mark.parametrize("size", [100, 200])
def test_what_comes_next_is_in_view_beside_a_whole_chart(window: Window, size: int) -> None:
    """All that can be done stands in view at once, and for that no chart is squashed."""
    window.stage.change(text_size=size)
    session = Session.from_position("socker", "field=9/4oB3/4R4/9/9/9/9/9/9/9/4B4 score=2/2")
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    scene.context.play("kick e9 e10")
    window.settle()
    scene.match.concede(1)
    window.stage.open("results", scene)
    form: Form = window.top.form
    for number, row in enumerate(form.widgets):
        if row.focusable:
            assert form.box.y <= form.place(number).y
            assert form.place(number).bottom <= form.box.bottom + 1, number
    pictures = [row for row in form.widgets if isinstance(row, PictureRow)]
    assert any(row.tall > 0.95 * CHART * size / 100 for row in pictures)


@pytest.mark.parametrize(("slug", "seats"), [("socker", 2), ("socki", 4)])
def test_the_figures_are_in_view_in_the_largest_text(
    window: Window, monkeypatch: pytest.MonkeyPatch, slug: str, seats: int
) -> None:
    """Below a story of three lines; that of a match by chance may be longer."""
    story = "Bo was seven behind, and came back; then both were level until the very last hand of the match."
    monkeypatch.setattr("game.scenes.results.course", lambda *_: story)
    window.stage.change(text_size=200)
    scene = table(window, slug, seats)
    scene.view.words.ending = lambda outcome: "All pairs are together again."
    window.stage.open("results", scene)
    form: Form = window.top.form
    (number,) = (number for number, row in enumerate(form.widgets) if isinstance(row, FigureRow))
    assert form.place(1).h > 2.5 * window.stage.ruler.line_height(BODY), "three lines"
    assert form.box.y <= form.place(number).y
    assert form.place(number).bottom <= form.box.bottom + 1
    window.picture()


def test_no_empty_tag_beside_the_headline_of_many(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []

    def tag(*arguments: object) -> pygame.Surface:
        drawn.append(arguments)
        return pygame.Surface((1, 1))

    monkeypatch.setattr("game.scenes.results.tag", tag)
    window.stage.open("results", table(window, "socki", 4))
    window.picture()
    assert not drawn


@pytest.mark.parametrize("text_size", [100, 150, 200])
def test_the_lowest_chart_has_both_ends_of_its_scale(window: Window, text_size: int) -> None:
    window.stage.change(text_size=text_size)
    chart = scores_chart("Points", ((0, 5), (0, 12)), (0, 1))
    box = Box(0, 0, 500, CHART * LEAST_CHART * window.stage.text_scale)
    labels = {part.element.label for part in Frame(chart, box, window.stage.ruler).parts}
    assert {"0", "12"} <= labels
