"""The command `debrief`, which writes the report on a match into a folder."""

from __future__ import annotations

from pathlib import Path

from game.bots.record_commands import record_text
from game.core.discovery import find_game
from game.core.record import read_record


def debrief(file: Path, out: Path, *, anonymous: bool, societies: bool) -> int:
    """Write the report on one recorded match into a folder, and print where. Always returns 0.

    Raises:
        ValueError: the file is no record, or its game has no report.
    """
    text = record_text(file)
    game = find_game(read_record(text).game)
    write = game.component("match_report")
    if write is None:
        raise ValueError(f"{game.info.title} has no debrief.")
    print(f"The debrief is in {write(text, out, anonymous=anonymous, societies=societies)}.")
    return 0
