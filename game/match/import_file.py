"""What is in a file that somebody else has made: a match, the book of a class, or a lesson; its film.

And the lessons that a teacher has saved, among the documents where anything may lie.

A worker is asked for it, within the limits of `game.import_limits`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from game import import_limits
from game.core.discovery import find_game
from game.core.record import read_record
from game.match.classroom import LARGEST, ClassPlan, ClassRecord, ClassRecordInfo
from game.match.persistence import read_match
from game.match.replay import Replay
from game.store.archive import ArchivedMatch

FOUND: Final = "game.match.import_file:found_in"
"""The question for `found_in`."""
FILMED: Final = "game.match.import_file:film_in"
"""The question for `film_in`."""
BYTES: Final = 2 * LARGEST
"""No book of a class has more, whatever its letters."""
SHELF: Final = "game.match.import_file:shelf_in"
"""The question for `shelf_in`."""
LESSON: Final = "game.match.import_file:lesson_in"
"""The question for `lesson_in`."""
KEPT: Final = "game.match.import_file:kept_in"
"""The question for `kept_in`."""
SHELVED: Final = 60
"""So many kept lessons stand on the shelf at most, the newest."""
BOOK: Final = "class.json"
"""What the book of a lesson that was saved is called, in a folder of its own."""
_MARK: Final = b'"class_book"'
"""How a class's book begins, but for a brace and a gap."""
_LESSON: Final = 200_000
"""Bytes; no lesson has more."""


def found_in(path: Path) -> ArchivedMatch | ClassRecord | ClassPlan:
    """What is in a file.

    Raises:
        OSError: it cannot be read.
        ValueError: there is nothing in it that can be shown here; the message names the file where it is told
            with others.
    """
    data = import_limits.read(path, BYTES)
    if _MARK in data[: len(_MARK) + 8]:
        return ClassRecord.from_json(data.decode("utf-8", "replace"))
    try:
        plan = _plan(data) if path.suffix.lower() == ".json" and len(data) <= _LESSON else None
    except ValueError as error:
        raise ValueError(f"This lesson cannot be opened: {error}") from error
    return read_match(path) if plan is None else plan


def shelf_in(folder: Path) -> tuple[list[ClassRecordInfo], list[str]]:
    """The lessons that were saved into a folder, the newest first, and why others cannot be read.

    A lesson that was saved several times stands there once, as it was saved last; a rehearsal never.

    Raises:
        OSError: the folder cannot be read.
    """
    paths = [one / BOOK for one in folder.iterdir() if (one / BOOK).is_file()] if folder.is_dir() else []
    paths.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    found: list[ClassRecordInfo] = []
    faults = []
    for path in paths[:SHELVED]:
        try:
            one = kept_in(path)
        except (OSError, ValueError) as error:
            faults.append(f"{path.parent.name}: {error}")
            continue
        if one is not None and not any(one.is_of(other) for other in found):
            found.append(one)
    return sorted(found, key=lambda one: -one.began), faults


def kept_in(path: Path) -> ClassRecordInfo | None:
    """The lesson in a file; `None` for a rehearsal, which is no lesson.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no book of a class.
    """
    book = ClassRecord.from_json(import_limits.text(path, BYTES))
    return None if book.is_rehearsal else ClassRecordInfo.of(path, book)


def lesson_in(path: Path) -> Any:
    """What is to be pooled of a lesson, as its game counts it.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no book of a class, or there is nothing in it to be counted.
    """
    book = ClassRecord.from_json(import_limits.text(path, BYTES))
    game = find_game(read_record(book.sheets[0].record).game)
    count = game.part("class_story")
    if count is None:
        raise ValueError(f"{game.info.title} has no debrief of several classes.")
    return count(book)


def film_in(record: str) -> Replay:
    """The film of a record that lies in the album, where anybody can have laid it.

    Raises:
        ValueError: its moves cannot be played.
    """
    return Replay.of(record)


def _plan(data: bytes) -> ClassPlan | None:
    try:
        kept = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(kept, dict) or not {"game", "tables"} <= kept.keys():
        return None
    try:
        return ClassPlan.recalled(kept)
    except LookupError as unknown:
        raise ValueError(str(unknown)) from unknown
