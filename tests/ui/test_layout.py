"""Measuring, layout and scrolling of elements."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.paint import FADE_LENGTH, Painter, TextRenderer
from game.ui.core.theme import THEMES
from game.ui.widgets import (
    ROWS_SCROLL_EDGE,
    Badged,
    ButtonBlock,
    ButtonElement,
    CachedBuild,
    FontSpec,
    GridLayout,
    LayoutCache,
    LayoutTree,
    MeasureContext,
    Picture,
    Positioned,
    ScrollView,
    SingleLineText,
    SizedToLargest,
    Spacer,
    Text,
    button,
    column,
    first_that_fits,
    in_blocks,
    row,
    shrink_to_fit,
    spaced,
    stack,
)
from tests.scenes.harness import WindowRobot


@pytest.fixture
def painter() -> Painter:
    pygame.display.init()
    pygame.font.init()
    surface = pygame.Surface((1280, 720))
    return Painter(surface, Canvas(1280, 720, 1.0), THEMES["linen"], Assets(1.0), TextRenderer(), 1.0)


def test_wide_text_widens_its_row(painter: Painter) -> None:
    long = row(Text("Donaudampfschifffahrt", flex=1), Spacer(flex=1))
    assert MeasureContext(painter).size(long, 100)[0] > 100
    assert MeasureContext(painter).size(long, 900)[0] == pytest.approx(900)
    cells = GridLayout((Text("Donaudampfschifffahrt"), Text("Rad")), columns=2, gap=10)
    assert MeasureContext(painter).size(cells, 200)[0] > 2 * 200, "cells are of one size"
    assert MeasureContext(painter).size(cells, 900)[0] == pytest.approx(900)


@pytest.mark.parametrize("choose", [first_that_fits, shrink_to_fit])
def test_chosen_form_is_the_one_measured(painter: Painter, choose: object) -> None:
    beside, below = row(Spacer(w=300, h=20)), column(Spacer(w=100, h=20), Spacer(w=100, h=20))
    forms = choose(beside, below)  # type: ignore[operator]
    assert MeasureContext(painter).size(forms, 400) == (300, 20)
    assert MeasureContext(painter).size(forms, 200) == (100, 40)
    frame = LayoutTree(column(forms, Spacer(h=5, key="after")), Box(0, 0, 200, 90), painter)
    assert frame.boxes["after"].y == 40


def test_content_that_only_scrolls_is_not_measured_again(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[float] = []
    measure = Text.measure

    def count(text: Text, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Measure a text, and note its room."""
        measured.append(room)
        return measure(text, ruler, room)

    monkeypatch.setattr(Text, "measure", count)
    long, cache, box = Text("Warp and weft. " * 99), LayoutCache(), Box(0, 0, 400, 300)
    for offset in (0.0, 50.0, 90.0):
        frame = cache.frame(column(ScrollView(column(long), offset, flex=1)), box, painter)
        assert frame.scroll is not None
        assert frame.scroll.offset == offset
    once = len(measured)
    cache.frame(column(ScrollView(column(long), 90.0, flex=1)), box, painter.with_text_scale(2.0))
    assert len(measured) == 2 * once, "letters of another size are measured"


def test_caps_are_as_wide_as_their_words(painter: Painter) -> None:
    caps = [ButtonElement(words, key=words) for words in ("Go", "Seats by chance", "+ 5 min")]
    frame = LayoutTree(row(*caps, gap=10), Box(0, 0, 1000, 60), painter)
    for cap in caps:
        assert frame.boxes[cap.words].w == MeasureContext(painter).size(cap, 1000)[0]
    assert len({box.w for box in frame.boxes.values()}) == 3


def test_usual_name_gets_its_room_and_a_long_one_is_cut(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruler = MeasureContext(painter)
    assert ruler.size(SingleLineText("Maximilian"), 40)[0] > 40
    assert ruler.size(SingleLineText("Maximilian Konstantin"), 180)[0] <= 180
    assert ruler.size(SingleLineText("Maximilian Konstantin"), 40)[0] > 90, "not of its start either"
    said: list[str] = []
    monkeypatch.setattr(Painter, "put_lines", lambda _painter, words, *_args, **_more: said.append(words))
    for wide in (500, 130):
        SingleLineText("Maximilian Konstantin").paint(painter, Box(0, 0, wide, 30), focused=False)
    assert said[0] == "Maximilian Konstantin"
    assert said[1].endswith("…")
    assert ruler.painter.width(said[1]) <= 130


def test_names_that_shrink_do_so_alike(painter: Painter) -> None:
    ruler, large = MeasureContext(painter), FontSpec(40)
    names = "Ann", "Maximilian Konstantin"
    alone, ann, long = (
        ruler.size(SingleLineText(words, large, shrinks=True, beside=beside), 200)
        for words, beside in (("Ann", ()), ("Ann", names), (names[1], names))
    )
    assert ann[1] == long[1] < alone[1]
    assert long[0] <= 200, "it loses its end"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_single_line_stays_one_without_room(
    painter: Painter, monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    said: list[str] = []
    monkeypatch.setattr(Painter, "text", lambda _painter, words, *_args, **_more: said.append(words))
    SingleLineText("Maximilian Konstantin", shrinks=True).paint(
        painter.with_text_scale(scale), Box(0, 0, 150, 60), focused=False
    )
    assert len(said) == 1
    assert said[0].endswith("…")


def test_fitted_element_may_have_a_fixed_height(painter: Painter) -> None:
    ruler = MeasureContext(painter)
    for words in ("", "Many words that need more than one line, each in its own way"):
        assert ruler.size(shrink_to_fit(column(Text(words)), h=62, flex=1), 100)[1] == 62


# Scrolling: scroll bar, visible part and unrolled position; elements that need more than their share.


@pytest.fixture
def ruler(tmp_path: Path) -> MeasureContext:
    window = WindowRobot(tmp_path)
    painter = window.context.measuring_painter
    window.close()
    return MeasureContext(painter)


def test_scrolled_element_has_its_unrolled_position(ruler: MeasureContext) -> None:
    rows = column(*(Spacer(h=100, key=name) for name in "abcd"))
    tree = column(ScrollView(rows, 150, flex=1), Spacer(h=50, key="below"))
    frame = LayoutTree(tree, Box(0, 0, 300, 250), ruler.painter)
    assert frame.scroll is not None
    assert (frame.scroll.hidden, frame.scroll.offset) == (200, 150)
    assert frame.visible_box("a").h == 0
    assert frame.visible_box("b") == Box(0, 0, 282, 50)
    assert frame.boxes["b"].right < frame.scroll.track.x - 4, "a ring would lie on the bar"
    assert [frame.unrolled(name).y for name in ("a", "d", "below")] == [0, 300, 400]
    assert frame.scroll.at(frame.scroll.bar.centre[1]) == pytest.approx(150)


def test_scroll_view_has_no_bar_if_all_is_visible(ruler: MeasureContext) -> None:
    frame = LayoutTree(ScrollView(Spacer(h=100, key="a"), 60), Box(0, 0, 300, 250), ruler.painter)
    assert frame.scroll is not None
    assert (frame.scroll.hidden, frame.boxes["a"].y) == (0, 0)
    assert len(frame.parts) == 2


def test_form_fits_only_with_room_for_its_siblings(ruler: MeasureContext) -> None:
    long, short = Text("Unbreakable" * 4), Text("Short")
    for wide in (row(Spacer(20), column(long, flex=1)), GridLayout((long, short), columns=2)):
        frame = LayoutTree(first_that_fits(wide, short), Box(0, 0, 300, 100), ruler.painter)
        assert frame.parts[1].element is short


def test_sized_to_largest_has_the_room_of_all(ruler: MeasureContext) -> None:
    small, large = Spacer(h=20), Spacer(h=90)
    assert ruler.size(SizedToLargest((small, large), 0), 100) == ruler.size(
        SizedToLargest((small, large), 1), 100
    )
    assert (
        LayoutTree(SizedToLargest((small, large), 0), Box(0, 0, 9, 90), ruler.painter).parts[1].element
        is small
    )


def test_live_parts_are_drawn_without_a_new_layout(ruler: MeasureContext) -> None:
    drawn = []

    def draw(_painter: object, _box: Box, *values: object) -> None:
        drawn.append(values)

    tree = row(Picture(draw, ("puppet",), key="life"), Picture(draw, ("wall",)))
    frame = LayoutTree(tree, Box(0, 0, 9, 9), ruler.painter)
    frame.paint(ruler.painter, live={"life": ("idle", 3)})
    assert drawn == [("puppet", "idle", 3), ("wall",)]


def test_positioned_element_stays_within_its_room(painter: Painter) -> None:
    room, child = Box(100, 100, 300, 200), Spacer(w=80, h=40, key="child")
    canvas = Box(0, 0, 1280, 720)

    def lies(at: tuple[float, float], x: float, y: float, least: float = 0.0) -> Box:
        return LayoutTree(Positioned(child, at, room, x, y, least), canvas, painter).boxes["child"]

    assert lies((250, 200), 0.5, 0.5) == Box(210, 180, 80, 40)
    assert lies((250, 200), 1.0, 0.0) == Box(170, 200, 80, 40)
    assert lies((390, 90), 0.0, 0.5) == Box(320, 100, 80, 40), "not beyond its room"
    assert lies((100, 300), 0.0, 1.0, least=120) == Box(100, 260, 120, 40)


def test_positioned_and_fitted_elements_share_one_size(painter: Painter) -> None:
    large = painter.with_text_scale(2.0)
    whole = large.with_text_scale(1.0).width("Annabella", 40)

    def pinned(words: str, wide: float) -> Positioned:
        said = column(Text(words, FontSpec(20), lines=1), key=words)
        return Positioned(said, (0, 0), Box(0, 0, wide, 100), 0, 0)

    short, long = pinned("Mo", 400), pinned("Annabella", 0.8 * whole)
    frame = LayoutTree(shrink_to_fit(stack(short, long)), large.view.box, large)
    for some, words in ((frame, ["Mo", "Annabella"]), (frame.subset(frozenset({"Mo"})), ["Mo"])):
        texts = [part for part in some.parts if isinstance(part.element, Text)]
        assert [part.element.accessible_text for part in texts] == words
        assert {part.scale for part in texts} == {1.55}
    assert frame.subset(frozenset()).parts == []
    alone = LayoutTree(shrink_to_fit(short), large.view.box, large).parts
    assert alone[-1].scale == 2.0


def test_balanced_lines_have_the_usual_count_and_minimum_width(painter: Painter) -> None:
    words = "Lay as many cards as were led, of a higher rank"
    usual, even = (
        MeasureContext(painter).size(Text(words, is_balanced=is_even), 320) for is_even in (False, True)
    )
    assert even[1] == usual[1]
    assert even[0] < usual[0] - 20
    assert len(painter.wrapped(words, even[0])) == len(painter.wrapped(words, 320)) == 2
    assert MeasureContext(painter).size(Text(words, lines=1, is_balanced=True), 320)[0] > 320
    assert MeasureContext(painter).size(Text("Pass", is_balanced=True), 320) == MeasureContext(painter).size(
        Text("Pass"), 320
    )


def test_shortenable_text_stays_inside_a_low_box(painter: Painter) -> None:
    words, drawn = "Lay as many cards as were led, of a higher rank", list[str]()
    put = painter.text
    painter.text = lambda text, *more, **how: (drawn.append(text), put(text, *more, **how))[1]  # type: ignore
    for ends in (False, True):
        drawn.clear()
        Text(words, FontSpec(20), ends=ends).paint(painter, Box(0, 0, 200, 60), focused=False)
        assert (len(drawn), drawn[-1][-1]) == ((2, "…") if ends else (3, "k")), drawn


def test_row_apart_puts_its_gap_between_the_children(painter: Painter) -> None:
    ends = row(Spacer(w=30, h=10, key="first"), Spacer(w=50, h=10, key="last"), gap=8, apart=True)
    assert MeasureContext(painter).size(ends, 400)[0] == 88
    assert LayoutTree(ends, Box(0, 0, 400, 10), painter).boxes["last"].right == 400


def test_built_element_is_rebuilt_if_its_values_or_look_change(painter: Painter) -> None:
    made: list[str] = []

    def build(words: str) -> Text:
        made.append(words)
        return Text(words)

    built, canvas = CachedBuild(build), Box(0, 0, 1280, 720)
    first = built.frame(painter, canvas, "Mo")
    assert built.frame(painter, canvas, "Mo") is first
    assert built.frame(painter.with_text_scale(2.0), canvas, "Mo") is not first
    built.frame(painter.with_text_scale(2.0), canvas, "Bo")
    assert made == ["Mo", "Mo", "Bo"]


def test_badge_takes_no_room_and_has_a_maximum_width(painter: Painter) -> None:
    plate, tag = Spacer(w=200, h=60, key="plate"), Text("two jacks and a king", lines=0, key="tag")
    hung = Badged(plate, tag, at=(1.0, 0.0), by=(-10, 7), x=1.0, y=1.0, less=120)
    assert MeasureContext(painter).size(hung, 400) == (200, 60)
    boxes = LayoutTree(hung, Box(50, 100, 200, 60), painter).boxes
    assert boxes["plate"] == Box(50, 100, 200, 60)
    assert (boxes["tag"].right, boxes["tag"].bottom) == (240, 107)
    assert boxes["tag"].w <= 80


# Edges of scrolled content, and buttons side by side.


def rows_in(painter: Painter, box: Box) -> LayoutTree:
    """Layout of eight buttons that scroll if there is too little room."""
    rows = [button("Film", lambda: None, key=str(number)) for number in range(8)]
    return LayoutTree(ScrollView(spaced(rows), 0.0, ROWS_SCROLL_EDGE), box, painter)


def test_rings_of_rows_keep_clear_of_the_scroll_bar(painter: Painter) -> None:
    roomy, low = (rows_in(painter, Box(0, 0, 300, high)) for high in (900, 200))
    assert roomy.scroll is not None
    assert (roomy.scroll.hidden, roomy.boxes["0"].w) == (0, 300)
    assert low.scroll is not None
    assert low.scroll.hidden
    assert low.boxes["0"].right + 4 < low.scroll.bar.x, "a ring reaches so far beyond its row"


def test_row_that_only_fades_is_not_shown(painter: Painter) -> None:
    top = rows_in(painter, Box(0, 0, 300, 2000)).boxes["2"].y
    for more, rows in ((FADE_LENGTH - 1, 2), (FADE_LENGTH, 3)):
        parts = rows_in(painter, Box(0, 0, 300, top + more)).parts
        assert sum(part.can_be_read for part in parts if part.element.key) == rows


def paired(painter: Painter, labels: Sequence[str], width: float, *, snug: bool = False) -> list[list[str]]:
    """Labels of the buttons in each line of a block. The first button is green if it continues."""
    rows = in_blocks((button(one, lambda: None, go=one == "Continue") for one in labels), snug=snug)
    [block] = rows
    assert isinstance(block, ButtonBlock)
    return [[one.label for one in line] for line in block.lines(painter, width)]


def test_buttons_form_pairs_if_their_words_fit(painter: Painter) -> None:
    assert paired(painter, ["Film", "Again", "Menu"], 600) == [["Film", "Again"], ["Menu"]]
    long = "Go on with this lesson where you left it yesterday"
    assert paired(painter, ["Film", long, "Menu"], 600) == [["Film"], [long], ["Menu"]]
    assert paired(painter, ["Continue", "Again", "Menu"], 600) == [["Continue"], ["Again", "Menu"]]
    assert paired(painter, ["Continue", "Again"], 600, snug=True) == [["Continue", "Again"]]
    assert paired(painter, ["Film", "Again"], 80, snug=True) == [["Film"], ["Again"]]
