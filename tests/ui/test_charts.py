"""Chart kit: drawings match their values, and labels are dropped before they shrink or overlap."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.paint import Painter, TextRenderer
from game.ui.core.theme import LINEN
from game.ui.widgets import (
    BarChart,
    ChartBar,
    Element,
    FontSpec,
    LaneChart,
    LaneMark,
    LayoutTree,
    LineChart,
    MatrixChart,
    MeasureContext,
    Picture,
    Text,
    WrapLayout,
    legend,
    row,
)

BOX = Box(20, 30, 500, 300)


@pytest.fixture
def painter(request: pytest.FixtureRequest) -> Painter:
    pygame.font.init()
    view = Canvas.of(1280, 720)
    scale = getattr(request, "param", 1.0)
    return Painter(pygame.Surface((1280, 720)), view, LINEN, Assets(view.scale), TextRenderer(), scale)


both = pytest.mark.parametrize("painter", [1.0, 2.0], indirect=True)


def words(frame: LayoutTree) -> list[str]:
    return [part.element.accessible_text for part in frame.parts if part.element.accessible_text]


def labels(*names: str) -> tuple[Element, ...]:
    return tuple(Text(name, FontSpec(), 0.5) for name in names)


@both
def test_bars_are_as_high_as_their_values(painter: Painter) -> None:
    chart = BarChart(
        ((ChartBar(10, "#000"), ChartBar(5, "#000")), (ChartBar(0, "#000"), ChartBar(2, "#000"))),
        labels("a", "b"),
        10,
    )
    ruler = MeasureContext(painter)
    plot = chart.field(ruler, BOX)
    placed = [box for _bar, box in chart.placed(ruler, BOX)]
    assert [round(box.h / plot.h, 6) for box in placed] == [1.0, 0.5, 0.0, 0.2]
    assert all(box.bottom == pytest.approx(plot.bottom) for box in placed)
    assert all(one.right <= other.x for one, other in itertools.pairwise(placed))
    assert BOX.y < plot.y < plot.bottom < BOX.bottom
    LayoutTree(chart, BOX, painter).paint(painter)


@both
def test_labels_above_bars_are_all_dropped_if_one_does_not_fit(painter: Painter) -> None:
    few = BarChart(tuple((ChartBar(one, "#000", str(one)),) for one in (7, 12)), labels("a", "b"), 12)
    assert words(LayoutTree(few, BOX, painter)) == ["a", "b", "7", "12"]
    many = tuple((ChartBar(one, "#000", str(one)), ChartBar(one, "#000", "100 000")) for one in range(9))
    crowd = BarChart(many, labels(*"abcdefghi"), 12)
    assert words(LayoutTree(crowd, BOX, painter)) == list("abcdefghi")


def test_unknown_bars_show_one_question_mark(painter: Painter) -> None:
    chart = BarChart(((ChartBar(0, "#000", "0"),),) * 3, labels("a", "b", "c"), 1, known=False)
    assert words(LayoutTree(chart, BOX, painter)) == ["a", "b", "c", "?"]


@both
def test_labels_are_thinned_but_the_flagged_one_stays(painter: Painter) -> None:
    names = tuple(str(number) for number in range(100, 140))
    chart = BarChart(((ChartBar(1, "#000"),),) * 40, labels(*names), 1, marked=17, thin=True)
    frame = LayoutTree(chart, BOX, painter)
    shown = [part for part in frame.parts if part.element.accessible_text]
    assert 2 < len(shown) < 40
    assert "117" in words(frame)
    for one, other in itertools.pairwise(shown):
        middle = other.box.centre[0] - one.box.centre[0]
        assert middle > painter.width("117"), "they would meet"


def test_lane_marks_share_one_scale(painter: Painter) -> None:
    mark = LaneMark("bar", "#000", 0, -25, "-25"), LaneMark("bar", "#000", 0, 50, "+50")
    chart, ruler = LaneChart(((mark[0],), (mark[1],)), -25, 50, base=0), MeasureContext(painter)
    plot = chart.field(ruler, BOX)
    assert chart.x(plot, -25) == plot.x
    assert chart.x(plot, 50) == pytest.approx(plot.right)
    assert chart.x(plot, 0) == pytest.approx(plot.x + plot.w / 3)
    assert plot.x - BOX.x >= painter.width("-25")
    assert BOX.right - plot.right >= painter.width("+50")
    told = {
        part.element.accessible_text: part.box
        for part in LayoutTree(chart, BOX, painter).parts
        if part.element.accessible_text
    }
    assert told["-25"].right < plot.x < plot.right < told["+50"].x
    assert told["-25"].bottom == pytest.approx(told["+50"].y)


@both
def test_matrix_shows_only_nonzero_values(painter: Painter) -> None:
    sides = tuple(Text(name, FontSpec(), 1.0) for name in ("Boss", "Temp"))
    heads = (Picture(print, w=10), Picture(print, w=10))
    corner = Text("to"), Text("from")
    frame = LayoutTree(MatrixChart(((4, 0), (1, 2)), sides, heads, corner), BOX, painter)
    told = {part.element.accessible_text: part.box for part in frame.parts if part.element.accessible_text}
    assert set(told) == {"to", "from", "Boss", "Temp", "4", "1", "2"}
    assert told["4"].y == told["Boss"].y < told["1"].y == told["2"].y == told["Temp"].y
    assert told["4"].x == told["1"].x < told["2"].x
    assert told["Temp"].right <= told["1"].x


@both
def test_lines_span_the_minimum_to_the_maximum(painter: Painter) -> None:
    chart = LineChart(((0, 3, 21), (0, 5, 9)), (0, 1), 0, 21, (21, 0, 20, 15, 10, 5), (21,))
    ruler = MeasureContext(painter)
    plot = chart.field(ruler, BOX)
    assert chart.y(plot, 0) == pytest.approx(plot.bottom)
    assert chart.y(plot, 21) == pytest.approx(plot.y)
    shown = chart.shown(ruler, BOX)
    assert shown[:2] == [21, 0]
    assert 20 not in shown, "it would lie on what wins"


def test_legend_wraps_to_another_line(painter: Painter) -> None:
    flow = legend([("", "with the exchange"), ("", "without it"), ("", "if chairs didn't matter")], "")
    ruler = MeasureContext(painter)
    one, narrow = ruler.size(flow, 1000), ruler.size(flow, 320)
    assert narrow[1] > one[1]
    assert narrow[0] <= 320
    places = [
        part.box
        for part in LayoutTree(flow, Box(0, 0, 320, 200), painter).parts
        if part.element.accessible_text
    ]
    assert places[0].y < places[-1].y
    assert all(box.right <= 320.01 for box in places)


def test_wrap_layout_apart_uses_both_ends_of_a_line(painter: Painter) -> None:
    flow = WrapLayout((Text("Title"), Text("aside")), gap=10, apart=True)
    first, last = (box for _child, box in flow.place_children(MeasureContext(painter), Box(0, 0, 600, 40)))
    assert first.x == 0
    assert last.right == pytest.approx(600)


def test_share_of_a_row_has_its_minimum_width(painter: Painter) -> None:
    tight = row(Text("a", w=80), Picture(print, narrow=60, flex=1))
    assert MeasureContext(painter).size(tight, 100)[0] == 140
    assert MeasureContext(painter).size(tight, 400)[0] == 400
