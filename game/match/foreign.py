"""What is in a file that somebody else has made: a match, the book of a class, or a lesson; its film.

A worker is asked for it, within the limits of `game.gate`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from game import gate
from game.match.film import Film
from game.match.hall import LARGEST, ClassBook, HallPlan
from game.match.saving import read_match
from game.store.archive import Ended

FOUND: Final = "game.match.foreign:found_in"
"""The question for `found_in`."""
FILMED: Final = "game.match.foreign:film_in"
"""The question for `film_in`."""
BYTES: Final = 2 * LARGEST
"""No book of a class has more, whatever its letters."""
_MARK: Final = b'"class_book"'
"""How a class's book begins, but for a brace and a gap."""
_LESSON: Final = 200_000
"""Bytes; no lesson has more."""


def found_in(path: Path) -> Ended | ClassBook | HallPlan:
    """What is in a file.

    Raises:
        OSError: it cannot be read.
        ValueError: there is nothing in it that can be shown here; the message names the file where it is told
            with others.
    """
    data = gate.read(path, BYTES)
    if _MARK in data[: len(_MARK) + 8]:
        return ClassBook.from_json(data.decode("utf-8", "replace"))
    try:
        plan = _plan(data) if path.suffix.lower() == ".json" and len(data) <= _LESSON else None
    except ValueError as error:
        raise ValueError(f"This lesson cannot be opened: {error}") from error
    return read_match(path) if plan is None else plan


def film_in(record: str) -> Film:
    """The film of a record that lies in the album, where anybody can have laid it.

    Raises:
        ValueError: its moves cannot be played.
    """
    return Film.of(record)


def _plan(data: bytes) -> HallPlan | None:
    try:
        kept = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(kept, dict) or not {"game", "tables"} <= kept.keys():
        return None
    try:
        return HallPlan.recalled(kept)
    except LookupError as unknown:
        raise ValueError(str(unknown)) from unknown
