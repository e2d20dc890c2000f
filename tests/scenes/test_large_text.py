"""The screens around the games at every size of text: nothing overlaps, is broken apart or out of sight."""

from pathlib import Path
from typing import Any

import pytest

from game.core.discovery import find
from game.core.game import Outcome
from game.core.session import Session
from game.games.socki.rules import Reason
from game.match.seats import Seat
from game.scenes.results import Headline
from game.scenes.rules import TextTable
from game.scenes.seats import SeatRow, SeatShown
from game.ui.core.canvas import Box
from game.ui.core.theme import SMALL
from tests.matches import GAMES
from tests.scale import crossed
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import RummyScene, rummy_scene

NAMES = (
    "Maximiliana-Rosa", "Wolfgang-Wilhelm", "Annabella-Marie", "Konstantin-Fritz",
    "Winifred-Mmmmmmm", "Wilhelmina-Gusti", "Pippilotta-Vikto", "Guschelbauer-Wum",
)  # fmt: skip
SIZES = pytest.mark.parametrize("size", [100, 125, 150, 175, 200])


@pytest.fixture
def made(tmp_path: Path) -> Any:
    window = Window(tmp_path)
    yield window
    window.close()


def full_table(window: Window, size: int) -> RummyScene:
    """Eight long names at a table of SOCKI."""
    window.stage.change(text_size=size, language="de")
    scene = rummy_scene(
        window, Session.new("socki", 8, 3, names=list(NAMES)), [Seat(n, k) for k, n in enumerate(NAMES)]
    )
    window.stage.scenes.push(scene)
    return scene


@SIZES
def test_who_plays_stands_within_the_row_of_the_seat(
    made: Window, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.stage.open("seats", full_table(made, size))
    drawn: dict[str, Box] = {}
    monkeypatch.setattr(
        SeatShown, "draw_control", lambda shown, painter, box, focused: drawn.update({shown.label: box})
    )
    form = made.top.form
    for number, row in enumerate(form.widgets):
        if isinstance(row, SeatRow):
            place = form.place(number)
            row.shown.draw(made.stage.ruler, place, focused=False)
            box = drawn[row.label]
            assert box == row.shown.control_box(made.stage.ruler, place)
            assert place.y <= box.y
            assert box.bottom <= place.bottom


@SIZES
def test_results_open_with_who_has_won(made: Window, size: int) -> None:
    scene = full_table(made, size)
    scene.match.conceded = 1
    made.stage.open("results", scene)
    form = made.top.form
    assert isinstance(form.widgets[0], Headline)
    assert form.widgets[0].text == "7 teilen den Sieg"
    assert form.scroll == 0
    assert form.place(form.focus).bottom <= form.box.bottom + 1


@SIZES
def test_no_word_at_the_head_of_the_statistics_is_broken(made: Window, size: int) -> None:
    for number in range(12):
        outcome = Outcome((number % 2,), (12, 34), Reason.LOWEST_TOTAL)
        made.stage.stores.statistics.add("socki", {0: NAMES[0], 1: "Bo"}, outcome)
    made.stage.change(text_size=size, language="de")
    made.stage.open("statistics")
    form = made.top.form
    table = next(row for row in form.widgets if isinstance(row, TextTable))
    ruler = made.stage.ruler
    for words, box, face in table.cells(ruler, form.box.w)[0]:
        lines = ruler.wrapped(words, box.w, SMALL, face)
        assert " ".join(lines) == words


@crossed
@SIZES
@pytest.mark.parametrize("slug", GAMES)
def test_the_sheet_tells_house_rules_without_words_of_the_command_line(
    made: Window, slug: str, size: int
) -> None:
    made.stage.change(text_size=size)
    made.stage.open("rules", slug)
    form = made.top.form
    tables = [row for row in form.widgets if isinstance(row, TextTable)]
    told = [cell for table in tables for row in table.rows for cell in row]
    for option in find(slug).info.options:
        assert option.title in told
        assert "_" not in option.name or not any(option.name in cell for cell in told)
    house = next(table for table in tables if find(slug).info.options[0].title in table.rows[1])
    boxes = [box for cells in house.cells(made.stage.ruler, form.box.w) for _words, box, _face in cells]
    assert min(box.w for box in boxes) >= 5 * SMALL * size / 100
    assert max(box.bottom for box in boxes) <= house.height(made.stage.ruler, form.box.w)
