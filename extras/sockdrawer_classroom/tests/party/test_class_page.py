"""The teacher's page without a browser, and the clocks of a class."""

from pathlib import Path

from game.party.page_files import mounted_page
from sockdrawer_classroom.classroom import PAGE_FOLDER
from tests.party.test_page import check_layers
from tests.party.test_page_line import readers_of_time

TOLD = {"scenes/class_runner.py", "scenes/tournament.py", "classroom/_teacher_commands.py"}
"""The only modules that may read the time of day, because they show it or compare it with times in the album.

A cup counts only matches ended after its pairing. If a clock was changed, a result must be typed by hand.
"""


def test_css_uses_layers_in_order() -> None:
    style = mounted_page(PAGE_FOLDER)["teacher.css"].decode()
    check_layers(style, style)
    assert "!important" not in style


def test_only_listed_modules_read_the_time_of_day() -> None:
    folder = Path(__file__).parents[2]
    found = {path for path in readers_of_time(folder) if not path.startswith(("tests/", "tools/"))}
    assert found == TOLD
