"""Reports on classes: their scene, and the command `class-debrief`, which writes them into a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from game import import_limits
from game.core.discovery import find_game
from game.core.record import read_record
from game.match.import_file import MAX_EXTRA_FILE_SIZE
from game.ui.core.scene import Scene
from sockdrawer_classroom.classroom import ClassRecord, ReportHost, record_from_files


def report_scene(class_record: ClassRecord, report_host: ReportHost | None = None) -> Scene:
    """Scene of a class's debrief. `ValueError` if records are invalid, games differ, or the game has none.

    ``report_host`` is the running class, None if it is over.
    """
    games = {read_record(sheet.record).game for sheet in class_record.sheets}
    if len(games) != 1:
        raise ValueError("The tables of this class played different games.")
    game = find_game(games.pop())
    make_scene = game.component("class_report_scene")
    if make_scene is None:
        raise ValueError(f"{game.info.title} has no debrief for a class.")
    return cast(Scene, make_scene(class_record, report_host))


def class_debrief(files: Sequence[Path], title: str, out: Path, *, names: bool, parallel: bool) -> int:
    """Write the report on one or more classes, print its path, return 0. Raises `OSError` or `ValueError`."""
    text = import_limits.read(files[0], MAX_EXTRA_FILE_SIZE).decode("utf-8", "replace")
    if len(files) > 1 and text.lstrip().startswith("{"):
        return _lessons(
            [import_limits.read(file, MAX_EXTRA_FILE_SIZE).decode("utf-8", "replace") for file in files], out
        )
    if len(files) > 1 or not text.lstrip().startswith("{"):
        text = record_from_files(files, title).to_json()
    game = find_game(read_record(ClassRecord.from_json(text).sheets[0].record).game)
    write = game.component("class_report")
    if write is None:
        raise ValueError(f"{game.info.title} has no debrief for a class.")
    print(f"The debrief of the class is in {write(text, out, names=names, parallel=parallel)}.")
    return 0


def _lessons(texts: Sequence[str], out: Path) -> int:
    """Write the report on several classes, print its path, return 0. Raises `OSError` or `ValueError`."""
    game = find_game(read_record(ClassRecord.from_json(texts[0]).sheets[0].record).game)
    write = game.component("pooled_report")
    if write is None:
        raise ValueError(f"{game.info.title} has no debrief for several classes.")
    print(f"The debrief of the classes is in {write(texts, out)}.")
    return 0
