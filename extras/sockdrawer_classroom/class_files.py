"""Files of the classroom: class records and class plans, read in a worker process.

They come from the documents folder and from anywhere else, so `game.import_limits` applies.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from game import import_limits
from game.core.discovery import find_game
from game.core.record import read_record
from game.match.import_file import MAX_EXTRA_FILE_SIZE
from sockdrawer_classroom.classroom import ClassPlan, ClassRecord, ClassRecordInfo

SHELF_REQUEST: Final = "sockdrawer_classroom.class_files:shelf_in"  # worker task of `shelf_in`
LESSON_REQUEST: Final = "sockdrawer_classroom.class_files:lesson_in"  # worker task of `lesson_in`
RECORD_REQUEST: Final = "sockdrawer_classroom.class_files:kept_in"  # worker task of `kept_in`
MAX_LISTED: Final = 60  # maximum number of class records listed, newest first
RECORD_FILE: Final = "class.json"  # file name of a class record, in its own folder
_RECORD_START: Final = b'"class_book"'  # the beginning of a class record, after a brace and a space
_MAX_PLAN_SIZE: Final = 200_000  # bytes, the maximum size of a class plan


def read(data: bytes, path: Path) -> ClassRecord | ClassPlan | None:
    """Class record or plan in a file's content, None if neither. Raises `ValueError` if it is unusable."""
    if _RECORD_START in data[: len(_RECORD_START) + 8]:
        return ClassRecord.from_json(data.decode("utf-8", "replace"))
    try:
        return _plan(data) if path.suffix.lower() == ".json" and len(data) <= _MAX_PLAN_SIZE else None
    except ValueError as error:
        raise ValueError(f"This lesson can't be opened: {error}") from error


def shelf_in(folder: Path) -> tuple[list[ClassRecordInfo], list[str]]:
    """Pair (summaries of up to `MAX_LISTED` records, latest first; texts on bad ones). Raises `OSError`.

    A class saved several times is listed once, in its last version. Rehearsals are left out.
    """
    paths = (
        [entry / RECORD_FILE for entry in folder.iterdir() if (entry / RECORD_FILE).is_file()]
        if folder.is_dir()
        else []
    )
    paths.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    records: list[ClassRecordInfo] = []
    faults = []
    for path in paths[:MAX_LISTED]:
        try:
            info = kept_in(path)
        except (OSError, ValueError) as error:
            faults.append(f"{path.parent.name}: {error}")
            continue
        if info is not None and not any(info.is_of(earlier) for earlier in records):
            records.append(info)
    return sorted(records, key=lambda info: -info.began), faults


def kept_in(path: Path) -> ClassRecordInfo | None:
    """Summary of a saved class record, None for a rehearsal. Raises `OSError` or `ValueError` if broken."""
    book = ClassRecord.from_json(import_limits.text(path, MAX_EXTRA_FILE_SIZE))
    return None if book.is_rehearsal else ClassRecordInfo.of(path, book)


def lesson_in(path: Path) -> Any:
    """Class statistics of a saved record, to be pooled. Raises `OSError` or `ValueError` if it has none."""
    book = ClassRecord.from_json(import_limits.text(path, MAX_EXTRA_FILE_SIZE))
    game = find_game(read_record(book.sheets[0].record).game)
    count = game.component("class_statistics")
    if count is None:
        raise ValueError(f"{game.info.title} has no debrief for several classes.")
    return count(book)


def _plan(data: bytes) -> ClassPlan | None:
    """Class plan in JSON data; None if it is something else. Raises `ValueError` if it is invalid."""
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(raw, dict) or not {"game", "tables"} <= raw.keys():
        return None
    try:
        return ClassPlan.from_state(raw)
    except LookupError as unknown:
        raise ValueError(str(unknown)) from unknown
