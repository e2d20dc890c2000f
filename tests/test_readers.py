"""Readers of files and phones refuse any wrong input and read what they wrote."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core.game import Outcome
from game.core.schema import dataclass_reader, fields_of, raise_errors, to_json
from game.core.session import Session
from game.match.analysis import MatchAnalysis, from_json
from game.match.lesson import Lesson
from game.match.persistence import RecordMetadata, import_match
from game.match.puzzle import Puzzle
from game.match.puzzle.pack import pack_of
from game.match.seats import SavedSeat, kept_seats
from game.party.messages import MESSAGES, read
from game.party.party import Party
from game.party.registry import SavedParty
from game.store import daily_puzzles, sock_collection, statistics
from game.store import settings as settings_store
from game.store.archive import LIST_FILE, MATCH_FOLDER, ArchivedMatch, ArchiveEntry
from game.store.daily_puzzles import DailyCalendar, PuzzleAttempts
from game.store.data_folder import DataFolder
from game.store.settings import Settings
from game.store.sock_collection import SockCollection
from game.store.statistics import PlayerStats
from game.store.storage import Storage
from tests.sampling import sample_size

KINDS: tuple[Any, ...] = (
    RecordMetadata,
    DailyCalendar,
    SockCollection,
    ArchivedMatch,
    ArchiveEntry,
    MatchAnalysis,
    SavedParty,
    SavedSeat,
    Lesson,
    PlayerStats,
    Puzzle,
    Settings,
    PuzzleAttempts,
    *MESSAGES.values(),
)
"""Types that are read as tables of fields."""
RECORD = Session.new("socker", seed=1).record()


class Ending(StrEnum):
    WON = "won"


WORDS = ("", "easy", "socker", "swiss", "dark", "2026-11-02", "first", "t" * 32, "WXZB", RECORD)
LEAVES = (
    st.none() | st.booleans() | st.integers(-3, 120) | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(WORDS)
)  # fmt: skip
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(), int: st.integers(-1, 101), float: st.floats(-1, 2) | st.just(1.79e9),
    str: st.text(max_size=6) | st.sampled_from(WORDS), date: st.just("2026-11-02"),
}  # fmt: skip


@cache
def guess(hint: Any) -> st.SearchStrategy[Any]:
    """Strategy for values of an annotation, sometimes replaced by or mixed with anything else."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return guess(inner[0])
    if isinstance(hint, type) and is_dataclass(hint):
        fields = {
            one.word: guess(get_type_hints(hint, include_extras=True)[one.name]) for one in fields_of(hint)
        }
        every = st.fixed_dictionaries({}, optional=fields)
        return (
            st.fixed_dictionaries(fields)
            | every
            | st.tuples(every, nearly(fields)).map(lambda two: two[0] | two[1])
        )
    if hasattr(hint, "_fields"):
        return st.tuples(*(guess(one) for one in get_type_hints(hint, include_extras=True).values()))
    if origin in (tuple, frozenset):
        return st.lists(guess(inner[0]), max_size=3)
    if origin is Mapping or origin is dict:
        return st.dictionaries(st.sampled_from(["0", "7", "a", "2026-11-02"]), guess(inner[1]), max_size=3)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return st.sampled_from([str(one) for one in hint])
    if len(inner) == 2 and inner[1] is type(None):
        return st.none() | guess(inner[0])
    return PLAIN.get(hint, ANYTHING)


def nearly(fields: Mapping[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from([*fields, "else"]), ANYTHING, max_size=2)


def jsoned(given: object) -> str:
    return json.dumps(to_json(given))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=sample_size(6, 1000), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_typed_reader_refuses_or_round_trips(kind: type, data: st.DataObject) -> None:
    check_reader(kind, data.draw(ANYTHING | guess(kind)))


def check_reader(kind: type, said: object) -> None:
    """Check that the readers of a type refuse a value, or read what they write of it."""
    left_out: list[str] = []
    for reader in (
        dataclass_reader(kind),
        dataclass_reader(kind, exact=True),
        dataclass_reader(kind, lenient=True),
    ):
        try:
            read = reader(said, "it", left_out.append)
        except ValueError as refused:
            assert str(refused)
            continue
        assert isinstance(read, kind)
        if kind is Lesson:  # never written by the program
            continue
        assert jsoned(dataclass_reader(kind)(json.loads(jsoned(read)), "it", raise_errors)) == jsoned(read)
    assert all(where.startswith("it") for where in left_out)


TEXTS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("beside", lambda text: import_match(f"[Beside {text}]\n{RECORD}", 1e9)),
    ("puzzle", lambda text: pack_of("socker", text)), ("message", read),
    ("seats", lambda text: kept_seats(json.loads(text), 3)),
    ("findings", lambda text: from_json(json.loads(text))),
    ("party", lambda text: Party().restore_state(json.loads(text))),
)  # fmt: skip


@pytest.mark.parametrize("read_text", [one for _name, one in TEXTS], ids=[name for name, _one in TEXTS])
@settings(max_examples=sample_size(12, 2000), deadline=None)
@given(data=st.data())
def test_text_reader_accepts_or_refuses(read_text: Callable[[str], object], data: st.DataObject) -> None:
    kinds = RecordMetadata, Puzzle, MatchAnalysis, SavedParty
    try:
        read_text(json.dumps(data.draw(ANYTHING | st.one_of(*map(guess, kinds)))))
    except ValueError as refusal:
        assert str(refusal)


@settings(max_examples=sample_size(15, 500), deadline=None)
@given(data=st.data())
def test_files_with_any_content_are_read_and_rewritten(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = DataFolder(tmp_path_factory.mktemp("anything"))
    match, names = f"{MATCH_FOLDER}/20200102-030405-00-socki.json", st.just("names") | st.text(max_size=3)
    calendars = st.dictionaries(names, guess(DailyCalendar), max_size=2)
    drawers = st.fixed_dictionaries(
        {"owner": ANYTHING, "drawers": st.dictionaries(names, guess(SockCollection))}
    )
    entries = st.dictionaries(st.just(match), guess(ArchiveEntry))
    parts = {
        settings_store.FILE: guess(Settings),
        statistics.FILE: st.dictionaries(st.just("games"), ANYTHING),
        daily_puzzles.FILE: st.dictionaries(names, calendars),
        sock_collection.FILE: drawers,
        match: guess(ArchivedMatch),
        LIST_FILE: st.fixed_dictionaries({"version": st.just(2), "files": entries}),
        "saves/socker.json": ANYTHING,
    }
    texts = {name: json.dumps(data.draw(ANYTHING | part)) for name, part in parts.items()}
    for name, text in texts.items():
        assert folder.write(name, text)
    assert folder.write("saves/socker.txt", RECORD)
    stores = Storage(folder.root)
    try:
        assert stores.settings.save(stores.settings.load())
        assert stores.statistics.add("socki", {0: "Ann"}, Outcome((0,), (1, 0), Ending.WON), 1.0)
        assert stores.days.record_daily("Ann", date(2026, 11, 2), PuzzleAttempts(1))
        assert stores.socks.earn("Ann", ["countdown"], date(2026, 11, 2)) in ((), ("countdown",))
        assert [entry.match.name for entry in stores.archive.entries()] == [match]
        assert folder.path(match).read_text(encoding="utf-8") == texts[match], "nothing is lost"
        saved = stores.saves.load("socker")
        assert saved is not None
        assert saved.record == RECORD
    finally:
        stores.close()
