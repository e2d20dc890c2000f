"""What scrolls: its bar, what is seen of it, where it would lie unrolled; what lacks room in its share."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ui.core.canvas import Box
from game.ui.widgets import (
    Blank,
    Frame,
    Grid,
    OneOf,
    Ruler,
    Scroll,
    Text,
    column,
    first_that_fits,
    row,
)
from tests.scenes.harness import Window


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
