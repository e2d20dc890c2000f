"""Matches that have ended: the record of each, who sat where and how it came out, to be looked at again.

A match is one JSON file in ``matches/``, named after the moment of its end. The newest `MOST` are kept, and
besides them all favourites. What cannot be read stays where it is, and is listed with the reason.

A list of them all lies among the cached pictures, so that opening the album reads one file and not five
hundred. It gives way with them: what is missing in it, or older than its file, is read from the file again.
Beside the matches, by the digest of a record, lies what was found out about it: nothing is worked out twice.
"""

from __future__ import annotations

import calendar
import contextlib
import hashlib
import json
import os
import re
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from game import __version__
from game.store.files import PICTURES, Folder, Why, write_whole
from game.store.saves import is_newer

LIST = f"{PICTURES}/album/list.json"
LIST_VERSION = 1


@dataclass(frozen=True, slots=True)
class Listed:
    """What the list says of one file."""

    told: Mapping[str, Any]
    """What is written there, but the long part; empty where it cannot be read."""
    turns: int = 0
    digest: str = ""
    """Tells one record from another."""
    why: str = ""
    """Why it cannot be read, or played."""


@dataclass(frozen=True, slots=True)
class _Line:
    """What was known of a file when it looked so from outside."""

    stamp: tuple[int, int]
    """When it was written last, in ns, and its bytes."""
    listed: Listed


def _read_lines(text: str) -> dict[str, _Line]:
    """What a list says; what is none of its kind is left out."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(data, dict) or data.get("version") != LIST_VERSION:
        return {}
    files = data.get("files")
    found = {}
    for name, line in files.items() if isinstance(files, dict) else ():
        with contextlib.suppress(KeyError, TypeError, ValueError, OverflowError):
            when, size = line["stamp"]
            told, turns, digest, why = (line[key] for key in ("told", "turns", "digest", "why"))
            if isinstance(told, dict) and type(turns) is int and {type(digest), type(why)} == {str}:
                found[name] = _Line((int(when), int(size)), Listed(told, turns, digest, why))
    return found


_JSON = ".json"
INSIGHTS_UNDER = "insights"
INSIGHTS_MOST = 500


class Insights:
    """Findings about matches, as JSON; whoever keeps them says by which version of them."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def forget(self, record: str) -> None:
        self._folder.remove(_name(record))

    def read(self, record: str, version: int) -> dict[str, Any] | None:
        """What was kept for a record by this version; `None` for nothing."""
        data = self._folder.read_json(_name(record), version)
        return data if data is not None and data.get("version") == version else None

    def keep(self, record: str, data: Mapping[str, Any], version: int) -> bool:
        """Keep what was found out; whether it is kept. Where there is too much, any other makes room."""
        name = _name(record)
        if not self._folder.write_json(name, data, version):
            return False
        others = [other for other in self._folder.names(INSIGHTS_UNDER, _JSON) if other != name]
        for other in others[: max(0, len(others) + 1 - INSIGHTS_MOST)]:
            self._folder.remove(other)
        return True


def _name(record: str) -> str:
    digest = hashlib.sha256(record.encode("utf-8", "backslashreplace")).hexdigest()
    return f"{INSIGHTS_UNDER}/{digest[:32]}{_JSON}"


VERSION = 1
UNDER = "matches"
MOST = 500
LATEST = 1e11
"""Seconds since 1970 that no clock shows."""
LONGEST = 40
"""Letters of a name that a match was given."""
_WHAT_IF = re.compile(r"^\[WhatIf ", re.MULTILINE)
_NAME = re.compile(rf"{UNDER}/(\d{{8}}-\d{{6}})-\d+-([a-z0-9_]{{1,40}}){re.escape(_JSON)}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that has ended, or one that was taken in before its end."""

    slug: str
    record: str
    """Its record; empty where it is only listed, as in an `Entry`."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    seats: tuple[Mapping[str, Any], ...]
    """What the screen knows of each seat: its name, look, level and device."""
    conceded: int | None = None
    """The seat that gave the match up."""
    ended: float = 0.0
    """When, in seconds since 1970."""
    name: str = ""
    """The file that it lies in; empty for one that was not kept yet."""
    title: str = ""
    """What a player has called it; empty for nothing."""
    starred: bool = False
    """Whether it is a favourite, which stays however many come after it."""
    seconds: float = 0.0
    """How long it was played, 0 where nobody knows."""
    is_over: bool = True
    """Whether it has come to its end."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A match as the album lists it, or a file in its place that cannot be read."""

    match: Ended
    """All but the record, which `Archive.load` reads."""
    turns: int = 0
    digest: str = ""
    """Tells its record from others."""
    what_if: bool = False
    """Whether it went on from a moment of another match."""
    why: str = ""
    """Why it cannot be read, in a few words; then `match` knows no more than the name of its file tells."""


class Archive:
    """The matches that have ended, of all games; used by the window and by the thread that saves."""

    def __init__(self, folder: Folder, most: int = MOST) -> None:
        """Use this folder, and keep so many."""
        self._folder = folder
        self._most = most
        self._lines: dict[str, _Line] | None = None
        """The list, by the names of files; `None` until it is read."""
        self._lock = threading.RLock()
        """Of the list."""

    # Keeping.

    def keep(self, match: Ended) -> bool:
        """Keep a match under its name, and let the oldest go where there are too many; whether it is kept."""
        before = self.load(match.name)
        if before is not None:
            # Written again, as when a seat changes hands after the end: it is the same favourite.
            match = replace(match, title=before.title, starred=before.starred)
        if not self._write(match):
            return False
        # Listed now, by the thread that saves: whoever opens the album finds the list as it is.
        if len(self.entries()) > self._most:
            for old in self.plain()[self._most :]:
                self.remove(old.name)
        return True

    def change(self, name: str, *, title: str | None = None, starred: bool | None = None) -> bool:
        """Call a match otherwise, or make a favourite of it, or none; whether that is written."""
        match = self.load(name)
        if match is None:
            return False
        title = match.title if title is None else title.strip()[:LONGEST]
        return self._write(replace(match, title=title, starred=match.starred if starred is None else starred))

    def remove(self, name: str) -> bool:
        """Forget a match, its photo and what was found out about it; whether it is gone."""
        match, gone = self.load(name), self._folder.remove(name)
        if gone:
            self._folder.remove(self.photo(name))
            if match is not None:
                Insights(self._folder).forget(match.record)
        with self._lock:
            self._list().pop(name, None)
        return gone

    def clear(self) -> bool:
        """Forget all but favourites; whether they are gone."""
        # A list, so that all are tried: a generator would stop at the first that will not go.
        gone = [self.remove(match.name) for match in self.plain()]
        return all(gone)

    def refuse(self, name: str, why: str) -> None:
        with self._lock:
            line = self._list().get(name)
            if line is not None:
                self._list()[name] = replace(line, listed=replace(line.listed, why=why))
                self._save_list()

    @staticmethod
    def photo(name: str) -> str:
        """The file of its photo, among the pictures that can be drawn again at any time."""
        return f"{PICTURES}/album/{name.removeprefix(f'{UNDER}/')}"

    # Reading.

    def entries(self) -> list[Entry]:
        """Every match as it is listed, newest first; what cannot be read too."""
        return [_entry(name, listed) for name, listed in reversed(self._listed())]

    def load(self, name: str) -> Ended | None:
        """A match with its record; `None` where there is none, or it cannot be read."""
        data, _why = self._read(name)
        return None if data is None else _match(data, name)

    def all(self) -> list[Ended]:
        """Every match that can be read, newest first, with its record."""
        found = [self.load(name) for name in reversed(self._folder.names(UNDER, _JSON))]
        return [match for match in found if match is not None]

    def holds(self, record: str) -> str:
        """The name of the match that has this very record; empty where there is none."""
        digest = _digest(record)
        return next((name for name, listed in self._listed() if listed.digest == digest), "")

    @property
    def is_empty(self) -> bool:
        return not self._folder.names(UNDER, _JSON)

    def _write(self, match: Ended) -> bool:
        return self._folder.write_json(match.name, _data(match), VERSION)

    def plain(self) -> list[Ended]:
        """Those that may go; what cannot be read may be a favourite, and is nobody's to throw away."""
        return [entry.match for entry in self.entries() if not entry.why and not entry.match.starred]

    # The list.

    def _listed(self) -> list[tuple[str, Listed]]:
        """Every file with what is listed of it, in the order of their names."""
        with self._lock:
            known, changed = self._list(), False
            found: dict[str, _Line] = {}
            for name, stamp in self._stamps().items():
                line = known.get(name)
                if line is None or line.stamp != stamp:
                    line, changed = _Line(stamp, self._look_into(name)), True
                found[name] = line
            changed |= len(found) != len(known)
            self._lines = found
            if changed:
                self._save_list()
            return [(name, line.listed) for name, line in found.items()]

    def _stamps(self) -> dict[str, tuple[int, int]]:
        """How each file looks from outside: when it was written last, in ns, and its bytes."""
        found = {}
        with contextlib.suppress(OSError), os.scandir(self._folder.path(UNDER)) as files:
            for file in files:
                if file.name.endswith(_JSON):
                    with contextlib.suppress(OSError):  # it has gone meanwhile
                        details = file.stat()
                        found[f"{UNDER}/{file.name}"] = details.st_mtime_ns, details.st_size
        return dict(sorted(found.items()))

    def _list(self) -> dict[str, _Line]:
        if self._lines is None:
            text, _why = self._folder.peek(LIST)
            self._lines = _read_lines(text or "")
        return self._lines

    def _save_list(self) -> None:
        """Write the list; where that fails, the files are read again the next time."""
        lines = {
            name: {
                "stamp": line.stamp,
                "turns": line.listed.turns,
                "digest": line.listed.digest,
                "why": line.listed.why,
                "told": line.listed.told,
            }
            for name, line in (self._lines or {}).items()
            # What could not be read is tried again at the next start, perhaps by a newer program.
            if not line.listed.why
        }
        text = json.dumps({"version": LIST_VERSION, "files": lines}, ensure_ascii=False)
        with contextlib.suppress(OSError):
            write_whole(self._folder.path(LIST), text.encode("utf-8", "backslashreplace"))

    def _read(self, name: str) -> tuple[dict[str, Any] | None, str]:
        """What is written of a match, or why that cannot be read."""
        text, why = self._folder.peek(name)
        if text is None:
            return None, why
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):  # the latter for thousands of brackets in each other
            return None, Why.NOT_JSON
        if not isinstance(data, dict):
            return None, Why.OTHER
        written, record = data.get("version"), data.get("record")
        if (isinstance(written, int) and written > VERSION) or (isinstance(record, str) and is_newer(record)):
            return None, Why.NEWER
        return (data, "") if _match(data, name) is not None else (None, Why.OTHER)

    def _look_into(self, name: str) -> Listed:
        data, why = self._read(name)
        if data is None:
            return Listed({}, why=why)
        record = data.pop("record")
        data["what_if"] = _WHAT_IF.search(record) is not None
        return Listed(data, turns_of(record), _digest(record))


def _digest(record: str) -> str:
    """What tells one record from another in the list."""
    return hashlib.blake2b(record.encode("utf-8", "backslashreplace"), digest_size=12).hexdigest()


def file_name(slug: str, now: float) -> str:
    """The file for a match that ends now, in seconds since 1970: by their names they lie in their order."""
    moment = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
    # With the part of the second: two matches that end within one would lie in the order of their games.
    return f"{UNDER}/{moment}-{int(now % 1 * 1e6):06}-{slug}{_JSON}"


def turns_of(record: str) -> int:
    """How many turns a record tells: moves that one seat makes after the other are one."""
    seats = re.findall(r"^\s*(\d{1,2}) \S", record, re.MULTILINE | re.ASCII)
    return sum(seat != before for seat, before in zip(seats, [None, *seats], strict=False))


def _entry(name: str, listed: Listed) -> Entry:
    match = None if listed.why and not listed.told else _match({**listed.told, "record": ""}, name)
    if match is None:
        # All that the name of the file tells.
        found = _NAME.fullmatch(name)
        try:
            ended = calendar.timegm(time.strptime(found[1], "%Y%m%d-%H%M%S")) if found else 0
        except ValueError:  # the fortieth of a month
            ended = 0
        slug = found[2] if found else ""
        match = Ended(slug, "", (), (), (), ended=float(ended), name=name, is_over=False)
        return Entry(match, why=listed.why or Why.OTHER)
    return Entry(match, listed.turns, listed.digest, listed.told.get("what_if") is True, listed.why)


def _data(match: Ended) -> dict[str, Any]:
    """A match as it is written; what is as usual is left out, so that older programs find nothing strange."""
    extra = {
        "title": match.title,
        "starred": match.starred,
        "seconds": round(match.seconds),
        "unfinished": not match.is_over,
    }
    return {
        "game": match.slug,
        "program": __version__,  # for people who look into a fault
        "ended": match.ended,
        "winners": match.winners,
        "scores": match.scores,
        "seats": [dict(seat) for seat in match.seats],  # any mapping will do, but JSON knows dicts alone
        "conceded": match.conceded,
        **{key: value for key, value in extra.items() if value},
        "record": match.record,
    }


def _match(data: Mapping[str, Any], name: str) -> Ended | None:
    """The match in a file; `None` where something is none of its kind."""
    slug, record, ended, conceded = (data.get(key) for key in ("game", "record", "ended", "conceded"))
    seats, winners, scores = data.get("seats"), _numbers(data.get("winners")), _numbers(data.get("scores"))
    if not (isinstance(slug, str) and isinstance(record, str)):
        return None
    # Python's JSON knows NaN and Infinity: asked so, both are refused.
    if not (isinstance(ended, int | float) and 0 <= ended < LATEST):
        return None
    if not (isinstance(seats, list) and all(isinstance(seat, dict) for seat in seats)):
        return None
    places = range(len(seats))
    if winners is None or scores is None or len(scores) != len(seats) or not set(winners) <= set(places):
        return None
    # By type: isinstance takes `true` for an int.
    if conceded is not None and (type(conceded) is not int or conceded not in places):
        return None
    title, seconds = data.get("title"), data.get("seconds")
    return Ended(
        slug, record, winners, scores, tuple(seats), conceded, float(ended), name,
        # Comforts: whatever is wrong with one of them, the match is there.
        title=title[:LONGEST] if isinstance(title, str) else "",
        starred=data.get("starred") is True,
        seconds=float(seconds) if isinstance(seconds, int | float) and 0 <= seconds < LATEST else 0.0,
        is_over=data.get("unfinished") is not True,
    )  # fmt: skip


def _numbers(value: object) -> tuple[int, ...] | None:
    """The numbers of a list; `None` where it is something else."""
    if not isinstance(value, list) or any(type(number) is not int for number in value):
        return None
    return tuple(value)
