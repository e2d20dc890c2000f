"""The sheet of what has been played lies beside the table that it is about, in every window."""

from __future__ import annotations

import pygame
import pytest

from game.ui.core.canvas import Box, common
from game.ui.match.told import CountRow, CountsShown, TallPlan
from game.ui.rummy import view as sheet
from tests.scale import crossed
from tests.scenes.harness import Window
from tests.scenes.rockit_hands import opened
from tests.scenes.socki_table import match

SOCKI = "table=1F,2F,3F/9P,9B,9L/4B,5B,6B,7B hands=11P,11B,1L/4L,5L stock=5B,6P,8P"
ROCKIT = "table=7C,8C,9C/JH,JD,JS hands=10C,4H/4D,5D stock=5C in=1/1"


@crossed
@pytest.mark.parametrize("window", [(1280, 720), (960, 540), (700, 700)], indirect=True)
@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_it_hides_nothing_of_the_table(
    window: Window, text: int, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Box] = []
    monkeypatch.setattr(sheet, "draw_tall_counts", lambda _painter, box, _shown: drawn.append(box))
    window.stage.change(text_size=text)
    scene = match(window, SOCKI) if game == "socki" else opened(window, ROCKIT)
    window.settle()
    window.wait(1000)
    window.picture()
    assert not drawn
    window.key(pygame.K_t)
    window.picture()
    places = scene.view.table.places
    for box in (places.table, places.hand, places.own, *places.seats, *places.buttons):
        assert drawn
        assert not common(drawn[-1], box), box
    assert common(drawn[-1], places.canvas) == pytest.approx(drawn[-1].w * drawn[-1].h)


@pytest.mark.parametrize(("wide", "high"), [(184.0, 300.0), (227.0, 290.0), (270.0, 260.0)])
def test_its_figures_can_be_read(wide: float, high: float) -> None:
    rows = tuple(CountRow(suit, (1,) * 13, (2,) * 13) for suit in "PFBL")
    plan = TallPlan.of(CountsShown("Played so far", tuple(map(str, range(13))), rows), wide, high)
    assert plan.size >= 15
    assert plan.lines * plan.blocks >= 13
