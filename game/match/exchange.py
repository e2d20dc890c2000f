"""A match as a text file for others, and what others have made of one taken in again."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from game import __version__
from game.core.discovery import find
from game.core.game import totals_of
from game.core.record import BESIDE
from game.core.session import Session
from game.store.archive import LATEST, LONGEST, Ended, file_name

_HEADER = re.compile(rf"^\[{BESIDE} (.*)\]\s*$", re.MULTILINE)
_BEGINS = re.compile(r"^\[[A-Z][A-Za-z]* ", re.MULTILINE)
LARGEST, BYTES = 4_000_000, 8_000_000
"""Letters of a match, and bytes of a file with one; what is larger is none."""


def text_of(match: Ended) -> str:
    """A match as text: its record, and in a header of its own who sat there, when, how long and by what."""
    seats = [{key: seat[key] for key in ("look", "level") if key in seat} for seat in match.seats]
    beside: dict[str, Any] = {"ended": round(match.ended), "seats": seats, "program": __version__}
    if match.conceded is not None:
        beside["conceded"] = match.conceded
    if match.seconds:
        beside["seconds"] = round(match.seconds)
    if match.title:
        beside["title"] = match.title
    return f"[{BESIDE} {json.dumps(beside, ensure_ascii=False)}]\n{match.record}"


def taken_in(text: str, now: float) -> Ended:
    """The match that a text tells: one of `text_of`, a bare record, or a report of a fault that ends in one.

    Args:
        text: what the file holds.
        now: when it is taken in, in seconds since 1970; so its file is called, as it is new here.

    Raises:
        ValueError: there is no match in it that can be played here.
    """
    if len(text) > LARGEST:
        raise ValueError("The text is far too long for a match.")
    found = _BEGINS.search(text)
    if found is None:
        raise ValueError("There is no record in it: one begins with headers such as [Game ...].")
    record = text[found.start() :]
    beside = _beside(record)
    session = Session.from_record(record)
    given = beside.get("seats")
    seats = given if isinstance(given, list) else []
    who = tuple(
        {"name": name, **_sitter(seats[number] if number < len(seats) else {}, number)}
        for number, name in enumerate(session.names)
    )
    conceded = beside.get("conceded")
    if session.outcome is not None or type(conceded) is not int or conceded not in range(session.players):
        conceded = None
    outcome, scores = session.outcome, tuple(totals_of(session.observe(None))) or (0,) * session.players
    winners = (
        tuple(seat for seat in range(session.players) if seat != conceded) if conceded is not None else ()
    )
    if outcome is not None:
        winners, scores = outcome.winners, outcome.scores
    ended, seconds, title = (beside.get(key) for key in ("ended", "seconds", "title"))
    when = float(ended) if isinstance(ended, int) and 0 < ended < LATEST else now
    return Ended(
        session.game, session.record(), winners, scores, who, conceded, when, file_name(session.game, now),
        title=title[:LONGEST] if isinstance(title, str) else "",
        seconds=float(seconds) if isinstance(seconds, int) and 0 <= seconds < LATEST else 0.0,
        is_over=outcome is not None or conceded is not None,
    )  # fmt: skip


def read_match(path: Path) -> Ended:
    """The match in a file.

    Raises:
        OSError: it cannot be read.
        ValueError: there is no match in it that can be played here.
    """
    if path.stat().st_size > BYTES:
        raise ValueError(f"{path.name} is far too large for a match.")
    try:
        text = path.read_bytes().decode("utf-8-sig")  # editors of Windows put a mark before the text
    except UnicodeDecodeError as error:
        raise ValueError(f"{path.name} is not text in UTF-8.") from error
    return taken_in(text, time.time())


def called(match: Ended) -> str:
    """A name for the file of a match, of letters that every disk takes."""
    names = ", ".join(str(seat.get("name", "")) for seat in match.seats)
    told = match.title or f"{find(match.slug).info.title}, {names}"
    plain = re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", told).strip(" .")
    return plain[:80].strip(" .") or match.slug


def _beside(text: str) -> Mapping[str, Any]:
    """What the header of `text_of` says; nothing where there is none, or one that cannot be read."""
    found = _HEADER.search(text)
    try:
        data = json.loads(found[1]) if found else {}
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _sitter(given: object, number: int) -> dict[str, Any]:
    known = given if isinstance(given, Mapping) else {}
    look, level = known.get("look"), known.get("level")
    return {
        "look": look if type(look) is int and 0 <= look < 8 else number % 8,
        "level": level[:LONGEST] if isinstance(level, str) else "",
        "device": "",
    }
