"""The command `class-debrief` with bad input and without a console."""

import sys
from pathlib import Path

import pytest

from tests.sampling import in_soak
from tests.test_command_line import check_dialogs, check_refusal


def test_bad_input_gives_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    check_refusal(
        "class-debrief no/such/file --out class", "no/such/file: No such file or directory.", capsys
    )


@in_soak
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_command_without_a_console_answers_in_a_dialog(tmp_path: Path) -> None:
    match = "simulate sociable --seed 7 --games 1 --bots easy --record match.txt"
    wanted = {
        match: (0, "SOCiable: 1 match, "),
        "class-debrief match.txt --out lesson": (0, "The debrief of the class is in lesson"),
    }
    check_dialogs(wanted, tmp_path)
