"""Saving of matches: the autosave, the archive of finished matches, and import and export as text.

The autosave is written after every change. A finished match is archived with its last move, before its
results are seen.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol

from game import __version__, import_limits
from game.core.discovery import find_game
from game.core.game import Event, totals_of
from game.core.record import BESIDE_HEADER, read_record
from game.core.schema import anything, lenient_list, read_with_defaults, to_json
from game.core.session import Session
from game.match.match import Match, MatchListener
from game.match.seats import kept_seats, seat_data
from game.store.archive import Archive, ArchivedMatch, Moment, Seconds, Title, file_name
from game.store.data_folder import BackgroundWriter


class AutosaveSlot(Protocol):
    """Storage for one running match of each game, such as `game.store.saves.Autosave`."""

    def save(self, slug: str, record: str, extra: Mapping[str, Any]) -> None:
        """Save the running match of a game, with ``extra`` data, over the one before."""
        ...

    def clear(self, slug: str) -> None:
        """Empty the slot of a game."""
        ...


class MatchAutosaver(MatchListener):
    """Saves a match after each change, and empties its slot when it is over."""

    def __init__(self, match: Match, slot: AutosaveSlot, extra: Callable[[], Mapping[str, Any]]) -> None:
        """Save ``match`` to ``slot``.

        ``extra`` returns what is saved in addition to record and seats, such as drafts.
        """
        self._match = match
        self._slot = slot
        self._extra = extra
        match.add_listener(self)

    def save(self) -> None:
        """Save the match to its slot; if it is over, empty the slot instead."""
        match = self._match
        if match.is_over:
            # A finished match cannot be resumed; the archive has it.
            self._slot.clear(match.session.game)
            return
        seats = [seat_data(seat) for seat in match.seats]
        self._slot.save(match.session.game, match.session.record(), {"seats": seats, **self._extra()})

    def on_change(self) -> None:
        """Save the match; if it is over, empty its slot."""
        self.save()


MAX_MOVE_S = 300.0  # seconds counted for one move at most, in the played time of a match


class MatchArchiver(MatchListener):
    """Archives a match once it has ended, and removes it from the archive if its end is undone.

    Attributes:
        name: file name; empty until the match has ended.
        seconds: time played, without pauses.
    """

    def __init__(self, match: Match, archive: Archive, later: BackgroundWriter) -> None:
        """Archive ``match``. Add this listener before the one that empties the autosave slot."""
        self._match, self._archive, self._later = match, archive, later
        self.name = ""
        self.seconds = 0.0
        self._last_move_s = time.time()
        match.add_listener(self)

    def dump_state(self) -> dict[str, Any]:
        """``{"seconds": n}``, the time played in whole seconds, to save with a running match."""
        return {"seconds": round(self.seconds)}

    def restore_state(self, saved: object) -> None:
        """Set the time played from untrusted saved data of a resumed match; 0 if that is unusable."""
        self.seconds = read_with_defaults(RecordMetadata, saved).seconds

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Add the time since the last move, at most `MAX_MOVE_S`, to the time played; update the archive."""
        now = time.time()
        # A clock may be set back, and players may leave the table for dinner.
        self.seconds += min(MAX_MOVE_S, max(0.0, now - self._last_move_s))
        self._last_move_s = now
        self.on_change()

    def on_change(self) -> None:
        """Queue the archiving of a finished match, or its removal if its end was undone since."""
        match, archive, name = self._match, self._archive, self.name
        if match.is_over:
            now, result = time.time(), match.result()
            # Reuse the file: seats may still change hands after the end.
            self.name = name or file_name(match.session.game, now)
            entry = ArchivedMatch(
                match.session.game, match.session.record(), result.winners, result.scores,
                tuple(seat_data(seat) for seat in match.seats), match.conceded_by, now, self.name,
                seconds=self.seconds,
            )  # fmt: skip
            self._later.submit(lambda: archive.add(entry))
        elif name:
            # The last move was undone: the match is running again.
            self.name = ""
            self._later.submit(lambda: archive.remove(name))


_HEADER = re.compile(rf"^\[{BESIDE_HEADER} (.*)\]\s*$", re.MULTILINE)
_RECORD_START = re.compile(r"^\[[A-Z][A-Za-z]* ", re.MULTILINE)
MAX_NAME_LENGTH = 40  # maximum length of a name in an imported match


@dataclass(frozen=True, slots=True)
class RecordMetadata:
    """Data of an exported match in addition to its record. Every field may be missing."""

    ended: Moment = 0.0
    seats: Annotated[tuple[Mapping[str, Any], ...], lenient_list(anything)] = ()
    program: str = ""
    conceded: int | None = None
    seconds: Seconds = 0.0
    title: Title = ""


def match_as_text(match: ArchivedMatch) -> str:
    """Match as text: its record after a header line with looks, levels, time, duration, title and version."""
    seats = tuple({key: seat[key] for key in ("look", "level") if key in seat} for seat in match.seats)
    ended, seconds = round(match.ended), round(match.seconds)
    beside = RecordMetadata(ended, seats, __version__, match.conceded, seconds, match.title)
    return f"[{BESIDE_HEADER} {json.dumps(to_json(beside, brief=True), ensure_ascii=False)}]\n{match.record}"


def import_match(text: str, now: float) -> ArchivedMatch:
    """Match in a text, its file named by ``now`` (s since 1970); ValueError if it has none playable here.

    The text is the output of `match_as_text`, a bare record, or a crash report that ends in one. The match is
    ``unfinished`` if it has no end.
    """
    if len(text) > import_limits.MAX_RECORD_SIZE:
        raise ValueError("The text is far too long for a match.")
    match = _RECORD_START.search(text)
    if match is None:
        raise ValueError("It has no record. A record begins with headers such as [Game ...].")
    record = text[match.start() :]
    match = _HEADER.search(record)
    beside = RecordMetadata()
    with suppress(ValueError, RecursionError):
        beside = read_with_defaults(RecordMetadata, json.loads(match[1]) if match else None)
    parsed_record = read_record(record)
    if len(parsed_record.moves) > import_limits.MAX_MOVES:
        raise ValueError(
            f"It has {len(parsed_record.moves):,} moves; no match has more than {import_limits.MAX_MOVES:,}."
        )
    if any(len(name) > MAX_NAME_LENGTH for name in parsed_record.names or ()):
        raise ValueError(f"A name in it has more than {MAX_NAME_LENGTH} letters.")
    session = Session.from_record(record)
    imported_seats = tuple(
        {"name": name, "look": seat.look, "level": seat.level, "device": ""}
        for name, seat in zip(session.names, kept_seats(beside.seats, session.players), strict=True)
    )
    conceded = beside.conceded if beside.conceded in range(session.players) else None
    conceded = None if session.outcome is not None else conceded
    outcome, scores = session.outcome, tuple(totals_of(session.observe(None))) or (0,) * session.players
    winners = (
        tuple(seat for seat in range(session.players) if seat != conceded) if conceded is not None else ()
    )
    if outcome is not None:
        winners, scores = outcome.winners, outcome.scores
    return ArchivedMatch(
        session.game, session.record(), winners, scores, imported_seats, conceded, beside.ended or now,
        file_name(session.game, now), title=beside.title, seconds=beside.seconds,
        unfinished=outcome is None and conceded is None,
    )  # fmt: skip


def read_match(path: Path) -> ArchivedMatch:
    """Match in a file, as by `import_match`; OSError if unreadable, ValueError if none is playable here."""
    return import_match(import_limits.text(path), time.time())


def export_file_name(match: ArchivedMatch) -> str:
    """Suggest a file name, at most 80 letters, without suffix and characters that file systems refuse."""
    names = ", ".join(str(seat.get("name", "")) for seat in match.seats)
    title = match.title or f"{find_game(match.slug).info.title}, {names}"
    plain = re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", title).strip(" .")
    return plain[:80].strip(" .") or match.slug
