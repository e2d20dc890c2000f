"""How a match gets to the disk: its save, the archive once it has ended, and a text file for others.

The save is written whenever something has happened. Into the archive it goes with its last move, before its
results are seen. What others have made of a text file is taken in again.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from game import __version__
from game.core.discovery import find
from game.core.game import Event, totals_of
from game.core.record import BESIDE
from game.core.session import Session
from game.match.match import Match, MatchListener
from game.store.archive import LATEST, LONGEST, Archive, Ended, file_name
from game.store.files import Later


class Slot(Protocol):
    """Where a running match of each game is kept; `game.store.saves.Autosave` is one."""

    def save(self, slug: str, record: str, extra: Mapping[str, Any]) -> None: ...
    def clear(self, slug: str) -> None: ...


class SavedMatch(MatchListener):
    """Keeps a match after each move, and empties its slot when it is over."""

    def __init__(self, match: Match, slot: Slot, extra: Callable[[], Mapping[str, Any]]) -> None:
        """Keep this match; ``extra`` gives what is kept beside record and seats, as phones and drafts."""
        self._match = match
        self._slot = slot
        self._extra = extra
        match.listen(self)

    def save(self) -> None:
        match = self._match
        if match.is_over:
            # A match that is over is not to be resumed; the archive has it.
            self._slot.clear(match.session.game)
            return
        seats = [asdict(seat) for seat in match.seats]
        self._slot.save(match.session.game, match.session.record(), {"seats": seats, **self._extra()})

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self.save()

    def taken_back(self, count: int) -> None:
        self.save()

    def seat_changed(self, number: int) -> None:
        self.save()

    def seat_dressed(self, number: int) -> None:
        self.save()

    def given_up(self, seat: int) -> None:
        self.save()


PAUSE = 300.0
"""Seconds that a move takes at most, as far as the length of a match is told: nobody thinks longer."""


class FiledMatch(MatchListener):
    """Keeps a match in the archive once it has ended, and takes it out where it goes on after all.

    Attributes:
        name: of its file; empty until the match has ended.
        seconds: how long it was played, without the pauses.
    """

    def __init__(self, match: Match, archive: Archive, later: Later) -> None:
        """Look after this match; begin before the listener that empties its slot."""
        self._match, self._archive, self._later = match, archive, later
        self.name = ""
        self.seconds = 0.0
        self._seen = time.time()
        match.listen(self)

    def kept(self) -> dict[str, Any]:
        """What is saved of it beside a match that goes on."""
        return {"seconds": round(self.seconds)}

    def recall(self, kept: object) -> None:
        """The match was played before; what `kept` gave may be anything."""
        seconds = kept.get("seconds") if isinstance(kept, Mapping) else None
        if isinstance(seconds, int) and 0 <= seconds < LATEST:
            self.seconds = float(seconds)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        now = time.time()
        # A clock may be set back, and a table may be left for dinner.
        self.seconds += min(PAUSE, max(0.0, now - self._seen))
        self._seen = now
        self._file()

    def taken_back(self, count: int) -> None:
        self._file()

    def seat_changed(self, number: int) -> None:
        self._file()

    def given_up(self, seat: int) -> None:
        self._file()

    def _file(self) -> None:
        match, archive, name = self._match, self._archive, self.name
        if match.is_over:
            now, result = time.time(), match.result()
            # The same file again: after the end seats may still change hands.
            self.name = name or file_name(match.session.game, now)
            ended = Ended(
                match.session.game, match.session.record(), result.winners, result.scores,
                tuple(asdict(seat) for seat in match.seats), match.conceded, now, self.name,
                seconds=self.seconds,
            )  # fmt: skip
            self._later.also(lambda: archive.keep(ended))
        elif name:
            # A last move was taken back: the match goes on.
            self.name = ""
            self._later.also(lambda: archive.remove(name))


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
