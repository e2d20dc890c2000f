"""How elements are measured and laid: what has no room says so, and whoever has the focus shows it."""

from __future__ import annotations

import pygame
import pytest

from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.paint import Painter, Type
from game.ui.core.theme import THEMES
from game.ui.widgets import (
    Blank,
    Cap,
    Frame,
    Grid,
    Line,
    Name,
    Ruler,
    Text,
    column,
    first_that_fits,
    fitted,
    patch,
    row,
)


@pytest.fixture
def painter() -> Painter:
    pygame.display.init()
    pygame.font.init()
    surface = pygame.Surface((1280, 720))
    return Painter(surface, Canvas(1280, 720, 1.0), THEMES["linen"], Assets(1.0), Type(), 1.0)


def test_whoever_shares_a_row_and_needs_more_makes_it_wider(painter: Painter) -> None:
    long = row(Text("Donaudampfschifffahrt", flex=1), Blank(flex=1))
    assert Ruler(painter).size(long, 100)[0] > 100
    assert Ruler(painter).size(long, 900)[0] == pytest.approx(900)
    cells = Grid((Text("Donaudampfschifffahrt"), Text("Rad")), across=2, gap=10)
    assert Ruler(painter).size(cells, 200)[0] > 2 * 200, "cells are of one size"
    assert Ruler(painter).size(cells, 900)[0] == pytest.approx(900)


@pytest.mark.parametrize("choose", [first_that_fits, fitted])
def test_of_several_forms_the_one_is_measured_that_is_taken(painter: Painter, choose: object) -> None:
    beside, below = row(Blank(w=300, h=20)), column(Blank(w=100, h=20), Blank(w=100, h=20))
    forms = choose(beside, below)  # type: ignore[operator]
    assert Ruler(painter).size(forms, 400) == (300, 20)
    assert Ruler(painter).size(forms, 200) == (100, 40)
    frame = Frame(column(forms, Blank(h=5, key="after")), Box(0, 0, 200, 90), painter)
    assert frame.boxes["after"].y == 40


def test_caps_are_as_wide_as_their_words(painter: Painter) -> None:
    caps = [Cap(words, key=words) for words in ("Go", "Seats by chance", "+ 5 min")]
    frame = Frame(row(*caps, gap=10), Box(0, 0, 1000, 60), painter)
    for cap in caps:
        assert frame.boxes[cap.words].w == Ruler(painter).size(cap, 1000)[0]
    assert len({box.w for box in frame.boxes.values()}) == 3


def test_a_usual_name_asks_for_its_room_and_a_long_one_ends(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruler = Ruler(painter)
    assert ruler.size(Name("Maximilian"), 40)[0] > 40
    assert ruler.size(Name("Maximilian Konstantin"), 180)[0] <= 180
    assert ruler.size(Name("Maximilian Konstantin"), 40)[0] > 90, "not of its start either"
    said: list[str] = []
    monkeypatch.setattr(Painter, "text", lambda _painter, words, *_args, **_more: said.append(words))
    for wide in (500, 130):
        Name("Maximilian Konstantin").paint(painter, Box(0, 0, wide, 30), focused=False)
    assert said[0] == "Maximilian Konstantin"
    assert said[1].endswith("…")
    assert ruler.painter.width(said[1]) <= 130


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_line_that_has_no_room_stays_one(
    painter: Painter, monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    said: list[str] = []
    monkeypatch.setattr(Painter, "text", lambda _painter, words, *_args, **_more: said.append(words))
    Line("Maximilian Konstantin").paint(painter.at_scale(scale), Box(0, 0, 150, 60), focused=False)
    assert len(said) == 1
    assert said[0].endswith("…")


def test_what_is_fitted_can_have_a_height_whatever_it_says(painter: Painter) -> None:
    ruler = Ruler(painter)
    for words in ("", "Many words that need more than one line, each in its own way"):
        assert ruler.size(fitted(column(Text(words)), h=62, flex=1), 100)[1] == 62


def test_a_ring_lies_over_what_is_drawn_later(painter: Painter) -> None:
    def pixels(focus: str) -> bytes:
        Frame(tree, Box(20, 20, 200, 84), painter).paint(painter, focus)
        return pygame.image.tobytes(painter.surface.subsurface((20, 62, 200, 20)), "RGB")

    rows = [row(h=40, key=key, ring=8, behind=patch("#E7D8C2")) for key in ("first", "second")]
    tree = column(*rows, gap=2)
    assert pixels("") == pixels("nobody")
    assert pixels("first") != pixels("")
