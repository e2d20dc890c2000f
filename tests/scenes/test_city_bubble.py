"""The bubble that names a station leaves in view what it speaks of, in large text too."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.session import Session
from game.games.city.screen.panels import Part
from game.match.seats import Seat
from game.ui.match.opening import match_scene
from tests.matches import random_plies
from tests.scenes.harness import USUAL, Window


def city(window: Window, plies: int) -> Any:
    """A city in the middle of a match, the person to move."""
    session = Session.new("city", seed=3)
    for _move in random_plies(session, 3, plies):
        pass
    while session.to_move != 0:
        next(random_plies(session, len(session.log), 1))
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.stage.scenes.push(scene)
    window.settle()
    return scene


@USUAL
@pytest.mark.parametrize("text", [100, 200])
def test_the_link_that_is_chosen_is_seen_from_end_to_end(window: Window, text: int) -> None:
    window.stage.change(text_size=text, language="de")
    view = city(window, 40).view
    chosen = view.map
    for one, other in chosen.city.links:
        chosen.walker.jump(one, other)
        shown = view.labels.shown()
        assert shown is not None
        box, ground = shown.place.box, chosen.ground
        (x, y), (to_x, to_y) = (ground.point(chosen.city.cell(station)) for station in (one, other))
        along = [(x + (to_x - x) * n / 20, y + (to_y - y) * n / 20) for n in range(21)]
        assert not any(box.holds(point) for point in along), (one, other)


@pytest.mark.parametrize("window", [(1720, 720)], indirect=True)
def test_a_wide_window_is_used_by_map_and_panel(window: Window) -> None:
    """The map is as large as its height lets it be; what that leaves over goes to the panel, in part."""
    places = city(window, 10).view.map.places
    assert places.panel.w > 350
    assert Part.LOG in city(window, 10).view.map.panel.frame.boxes, "with the log above the pairs as ever"
    view = city(window, 10).view
    ys = [view.map.far.point(cell)[1] for cell in view.map.city.area]
    assert max(ys) - min(ys) + 2 * view.map.far.size >= 0.92 * view.map.places.map.h
