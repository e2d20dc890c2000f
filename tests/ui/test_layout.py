"""How elements are measured, laid and scrolled: what has no room says so, whoever has the focus shows it."""

from __future__ import annotations

from pathlib import Path

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
    Letters,
    Name,
    OneOf,
    Picture,
    Ruler,
    Scroll,
    Text,
    column,
    first_that_fits,
    fitted,
    patch,
    row,
)
from tests.scenes.harness import Window

# How elements are measured and laid: what has no room says so, and whoever has the focus shows it.


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
    monkeypatch.setattr(Painter, "put_lines", lambda _painter, words, *_args, **_more: said.append(words))
    for wide in (500, 130):
        Name("Maximilian Konstantin").paint(painter, Box(0, 0, wide, 30), focused=False)
    assert said[0] == "Maximilian Konstantin"
    assert said[1].endswith("…")
    assert ruler.painter.width(said[1]) <= 130


def test_names_that_shrink_do_so_alike(painter: Painter) -> None:
    ruler, large = Ruler(painter), Letters(40)
    names = "Ann", "Maximilian Konstantin"
    alone, ann, long = (
        ruler.size(Name(words, large, shrinks=True, beside=beside), 200)
        for words, beside in (("Ann", ()), ("Ann", names), (names[1], names))
    )
    assert ann[1] == long[1] < alone[1]
    assert long[0] <= 200, "it loses its end"


def test_a_ring_lies_over_what_is_drawn_later(painter: Painter) -> None:
    def pixels(focus: str) -> bytes:
        Frame(tree, Box(20, 20, 200, 84), painter).paint(painter, focus)
        return pygame.image.tobytes(painter.surface.subsurface((20, 62, 200, 20)), "RGB")

    rows = [row(h=40, key=key, ring=8, behind=patch("#E7D8C2")) for key in ("first", "second")]
    tree = column(*rows, gap=2)
    assert pixels("") == pixels("nobody")
    assert pixels("first") != pixels("")


# What scrolls: its bar, what is seen of it, where it would lie unrolled; what lacks room in its share.


@pytest.fixture
def ruler(tmp_path: Path) -> Ruler:
    window = Window(tmp_path)
    painter = window.stage.ruler
    window.close()
    return Ruler(painter)


def test_what_is_scrolled_away_lies_where_it_would_be_read(ruler: Ruler) -> None:
    rows = column(*(Blank(h=100, key=name) for name in "abcd"))
    tree = column(Scroll(rows, 150, flex=1), Blank(h=50, key="below"))
    frame = Frame(tree, Box(0, 0, 300, 250), ruler.painter)
    assert frame.scroll is not None
    assert (frame.scroll.hidden, frame.scroll.offset) == (200, 150)
    assert frame.seen("a").h == 0
    assert frame.seen("b") == Box(0, 0, 300, 50)
    assert [frame.unrolled(name).y for name in ("a", "d", "below")] == [0, 300, 400]
    assert frame.scroll.at(frame.scroll.bar.centre[1]) == pytest.approx(150)


def test_it_has_no_bar_where_all_is_seen(ruler: Ruler) -> None:
    frame = Frame(Scroll(Blank(h=100, key="a"), 60), Box(0, 0, 300, 250), ruler.painter)
    assert frame.scroll is not None
    assert (frame.scroll.hidden, frame.boxes["a"].y) == (0, 0)
    assert len(frame.parts) == 2


def test_a_form_fits_only_with_room_for_what_shares_it(ruler: Ruler) -> None:
    long, short = Text("Unbreakable" * 4), Text("Short")
    for wide in (row(Blank(20), column(long, flex=1)), Grid((long, short), across=2)):
        frame = Frame(first_that_fits(wide, short), Box(0, 0, 300, 100), ruler.painter)
        assert frame.parts[1].element is short


def test_one_of_several_has_the_room_of_all(ruler: Ruler) -> None:
    small, large = Blank(h=20), Blank(h=90)
    assert ruler.size(OneOf((small, large), 0), 100) == ruler.size(OneOf((small, large), 1), 100)
    assert Frame(OneOf((small, large), 0), Box(0, 0, 9, 90), ruler.painter).parts[1].element is small


def test_what_lives_is_drawn_without_laying_anything_anew(ruler: Ruler) -> None:
    drawn = []

    def draw(_painter: object, _box: Box, *values: object) -> None:
        drawn.append(values)

    tree = row(Picture(draw, ("puppet",), key="life"), Picture(draw, ("wall",)))
    frame = Frame(tree, Box(0, 0, 9, 9), ruler.painter)
    frame.paint(ruler.painter, live={"life": ("idle", 3)})
    assert drawn == [("puppet", "idle", 3), ("wall",)]
