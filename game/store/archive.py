"""Matches that have ended: the record of each, who sat where and how it came out, to be looked at again.

A match is one JSON file in ``matches/``, named after the moment of its end. The newest `MOST` are kept.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.store.files import Folder
from game.store.notices import Why

VERSION = 1
UNDER = "matches"
MOST = 50
LATEST = 1e11
"""Seconds since 1970 that no clock shows."""
_JSON = ".json"


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that has ended."""

    slug: str
    record: str
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


class Archive:
    """The matches that have ended, of all games."""

    def __init__(self, folder: Folder) -> None:
        """Use this folder."""
        self._folder = folder

    def keep(self, match: Ended) -> bool:
        """Keep a match under its name, and let the oldest go where there are too many; whether it is kept."""
        data = {
            "game": match.slug,
            "ended": match.ended,
            "winners": match.winners,
            "scores": match.scores,
            "seats": [dict(seat) for seat in match.seats],  # any mapping will do, but JSON knows dicts alone
            "conceded": match.conceded,
            "record": match.record,
        }
        if not self._folder.write_json(match.name, data, VERSION):
            return False
        # Their names begin with the time, so the first are the oldest.
        for name in self._names()[:-MOST]:
            self._folder.remove(name)
        return True

    def remove(self, name: str) -> bool:
        """Forget a match, as when its last move was taken back; whether it is gone."""
        return self._folder.remove(name)

    def clear(self) -> bool:
        """Forget all of them; whether they are gone."""
        # A list, so that all are tried: a generator would stop at the first that will not go.
        gone = [self._folder.remove(name) for name in self._names()]
        return all(gone)

    def all(self) -> list[Ended]:
        """Every match, newest first; what is broken is set aside."""
        found = []
        for name in reversed(self._names()):
            data = self._folder.read_json(name, VERSION)
            match = _read(data, name) if data is not None else None
            if match is not None:
                found.append(match)
            # What is no JSON at all was set aside and told by `read_json` already.
            elif data is not None:
                self.refuse(name, Why.OTHER)
        return found

    def refuse(self, name: str, why: str) -> None:
        """Set a match aside because it cannot be read or played; ``why`` is a few words."""
        self._folder.set_aside(name, why)

    @property
    def is_empty(self) -> bool:
        """Whether no match has been kept yet."""
        return not self._names()

    def _names(self) -> list[str]:
        return self._folder.names(UNDER, _JSON)


def file_name(slug: str, now: float) -> str:
    """The file for a match that ends now, in seconds since 1970: by their names they lie in their order."""
    moment = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))
    # With the part of the second: two matches that end within one would lie in the order of their games.
    return f"{UNDER}/{moment}-{int(now % 1 * 1e6):06}-{slug}{_JSON}"


def _read(data: Mapping[str, Any], name: str) -> Ended | None:
    """The match in a file; `None` where something is none of its kind."""
    slug, record, ended, conceded = (data.get(key) for key in ("game", "record", "ended", "conceded"))
    seats, winners, scores = data.get("seats"), _numbers(data.get("winners")), _numbers(data.get("scores"))
    if not (isinstance(slug, str) and isinstance(record, str)):
        return None
    # Python's JSON knows NaN and Infinity: asked so, both are refused.
    if not (isinstance(ended, int | float) and abs(ended) < LATEST):
        return None
    if not (isinstance(seats, list) and all(isinstance(seat, dict) for seat in seats)):
        return None
    places = range(len(seats))
    if winners is None or scores is None or len(scores) != len(seats) or not set(winners) <= set(places):
        return None
    # By type: isinstance takes `true` for an int.
    if conceded is not None and (type(conceded) is not int or conceded not in places):
        return None
    return Ended(slug, record, winners, scores, tuple(seats), conceded, float(ended), name)


def _numbers(value: object) -> tuple[int, ...] | None:
    """The numbers of a list; `None` where it is something else."""
    if not isinstance(value, list) or any(type(number) is not int for number in value):
        return None
    return tuple(value)
