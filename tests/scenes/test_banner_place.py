"""The banner that says that a match is not saved covers nothing of it, in any game and size of text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.match.opening import match_scene
from game.ui.match.scene import hang
from game.ui.widgets import strip_top
from tests.matches import GAMES
from tests.scale import crossed
from tests.scenes.harness import Window
from tests.scenes.test_bubbles import meets


def hung(window: Window, scene: Any) -> Box:
    """Where the banner is."""
    banner = window.stage.banner
    banner.why, banner.shut = "disk full", False
    hang(window.stage.ruler, banner, scene.view.kept_clear())
    assert banner.place is not None
    return banner.place


@crossed
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("size", [(1280, 720), (960, 540)], ids=str)
def test_the_banner_covers_nothing_but_the_strip(
    tmp_path: Path, game: str, text: int, size: tuple[int, int]
) -> None:
    window = Window(tmp_path, size, text_size=text)
    session = Session.new(game, seed=5)
    seats = [Seat(name, n, "easy" if n != session.to_move else "") for n, name in enumerate(session.names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    window.settle()
    place, low = hung(window, scene), strip_top(window.stage, scene)
    view = window.stage.view.box
    assert view.x <= place.x
    assert place.right <= view.right
    assert view.y <= place.y
    assert place.bottom <= view.bottom
    # Cards of a hand reach below the ledge with the strip, where nothing is seen of them.
    upper = [
        Box(box.x, box.y, box.w, min(box.bottom, low) - box.y)
        for box in scene.view.kept_clear()
        if box.y < low - 30
    ]
    assert [box for box in upper if meets(place.grown(-1), box)] == []
    assert hung(window, scene) == place, "it stays while nothing comes there"
    window.close()


def test_a_place_is_looked_for_once_for_what_is_to_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether there is one or not: a search through the whole window is too much for each picture."""
    window = Window(tmp_path)
    banner, painter = window.stage.banner, window.stage.ruler
    banner.why, banner.shut = "disk full", False
    tried: list[int] = []
    measured = banner.measured

    def counted(ruler: Painter, lines: int, size: float) -> tuple[float, float]:
        tried.append(lines)
        return measured(ruler, lines, size)

    monkeypatch.setattr(banner, "measured", counted)
    view = window.stage.view.box
    columns = [Box(x, 0, 60, view.h) for x in range(0, round(view.w), 80)]
    for seen in (columns, [Box(0, 0, view.w, 200)]):
        hang(painter, banner, seen)
        once, place = len(tried), banner.place
        assert not hang(painter, banner, list(seen))
        assert len(tried) == once > 0
        assert banner.place == place
    assert place is not None
    assert place.y >= 200, "where there is a free place again, it goes there"
    assert hang(painter, banner, [view])
    assert banner.place is None, "while everything is taken it waits"
    assert hang(painter, banner, [Box(0, 0, view.w, 200)]), "and comes back"
    window.close()
