"""Finished matches are archived, favourites for ever; broken or newer files stay and are reported."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from game.core.record import VERSION
from game.store import archive as archives
from game.store import saves
from game.store.archive import (
    LIST_FILE,
    MATCH_FOLDER,
    AnalysisCache,
    Archive,
    ArchivedMatch,
    file_name,
    turns_of,
)
from game.store.data_folder import PICTURE_FOLDER, DataFolder, StorageIssue, StorageReason

RECORD = f'[Game "socker"]\n[Version "{VERSION}"]\n0 place d3\n0 end\n1 place d9\n0 end\n'
MATCH = ArchivedMatch("socker", RECORD, (0,), (3, 2), ({"name": "Ann", "look": 0}, {"name": "Bo", "look": 1}))


def kept(archive: Archive, now: float, match: ArchivedMatch = MATCH) -> ArchivedMatch:
    match = replace(match, ended=now, name=file_name(match.slug, now))
    assert archive.add(match)
    return match


def names(archive: Archive) -> list[str]:
    return [entry.match.name for entry in archive.entries()]


def test_kept_matches_are_there_after_a_restart(folder: DataFolder) -> None:
    archive = Archive(folder)
    assert archive.is_empty
    first = kept(archive, 1000.0, replace(MATCH, seconds=840.0))
    second = kept(archive, 2000.0, replace(MATCH, slug="socki", conceded=1))
    assert Archive(folder).all() == [second, first]
    assert not archive.is_empty


def test_list_contains_all_but_the_record(folder: DataFolder) -> None:
    match = kept(Archive(folder), 1000.0, replace(MATCH, seconds=840.0))
    [entry] = Archive(folder).entries()
    assert entry.match == replace(match, record="")
    assert (entry.turns, entry.why) == (3, "")
    assert turns_of(RECORD) == 3


def test_branched_match_is_marked_as_what_if(folder: DataFolder) -> None:
    archive = Archive(folder)
    kept(archive, 1000.0)
    kept(archive, 2000.0, replace(MATCH, record=RECORD.replace("0 place", '[WhatIf "3"]\n0 place', 1)))
    assert [entry.what_if for entry in archive.entries()] == [True, False]
    assert [entry.what_if for entry in Archive(DataFolder(folder.root)).entries()] == [True, False]


def test_list_is_read_from_one_file(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Archive(folder)
    for number in range(30):
        kept(first, 1000.0 + number)
    listed = first.entries()
    again, read = DataFolder(folder.root), list[str]()
    peek = again.read_or_reason

    def seen(name: str) -> tuple[str | None, str]:
        read.append(name)
        return peek(name)

    monkeypatch.setattr(again, "read_or_reason", seen)
    assert Archive(again).entries() == listed
    assert read == [LIST_FILE]


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "\x00", '{"version": 1}', '{"version": 1, "files": []}', '{"version": 1, "files": 7}',
        '{"version": 1, "files": {"a": 3}}',
        '{"version": 1, "files": {"a": {"stamp": [1e999, 1], "told": {}, "turns": 1, "digest": ""}}}',
    ],
)  # fmt: skip
def test_broken_list_is_rebuilt(folder: DataFolder, text: str) -> None:
    archive = Archive(folder)
    match = kept(archive, 1000.0)
    archive.entries()
    folder.path(LIST_FILE).write_text(text, encoding="utf-8")
    [entry] = Archive(folder).entries()
    assert entry.match == replace(match, record="")
    assert folder.notices == []


def test_deleted_list_is_rebuilt(folder: DataFolder) -> None:
    """A full disk does that: thumbnails are deleted to make room for matches."""
    archive = Archive(folder)
    kept(archive, 1000.0)
    before = archive.entries()
    shutil.rmtree(folder.path(PICTURE_FOLDER))
    assert Archive(folder).entries() == before


def test_added_file_is_listed(folder: DataFolder) -> None:
    archive = Archive(folder)
    match = kept(archive, 1000.0)
    archive.entries()
    path = folder.path(match.name)
    other = path.with_name(path.name.replace("1970", "1971"))
    other.write_bytes(path.read_bytes())
    path.unlink()
    assert names(archive) == [f"{MATCH_FOLDER}/{other.name}"]


def test_matches_of_one_second_have_separate_files(folder: DataFolder) -> None:
    archive = Archive(folder)
    matches = [kept(archive, 1000.0 + part) for part in (0.0, 0.25, 0.5)]
    assert archive.all() == matches[::-1]


def test_match_kept_twice_is_stored_once(folder: DataFolder) -> None:
    archive = Archive(folder)
    match = kept(archive, 1000.0)
    archive.add(replace(match, scores=(4, 2)))
    assert [each.scores for each in archive.all()] == [(4, 2)]
    archive.remove(match.name)
    assert archive.is_empty


def test_oldest_matches_are_deleted_except_favourites(folder: DataFolder) -> None:
    archive = Archive(folder, max_matches=4)
    first = kept(archive, 1000.0)
    assert archive.update(first.name, starred=True)
    for number in range(1, 7):
        kept(archive, 1000.0 + number)
    assert [entry.match.ended for entry in archive.entries()] == [1006.0, 1005.0, 1004.0, 1003.0, 1000.0]


def test_name_and_star_are_saved(folder: DataFolder) -> None:
    archive = Archive(folder)
    match = kept(archive, 1000.0)
    assert archive.update(match.name, title="  The comeback ")
    assert archive.update(match.name, starred=True)
    archive.add(match)  # a seat has changed hands after the end
    loaded = Archive(folder).load(match.name)
    assert loaded == replace(match, title="The comeback", starred=True)
    assert archive.update(match.name, title="", starred=False)
    assert archive.load(match.name) == match


def test_photo_is_deleted_with_its_match(folder: DataFolder) -> None:
    archive = Archive(folder)
    first, second = kept(archive, 1000.0), kept(archive, 2000.0)
    for match in (first, second):
        assert folder.write(archive.photo(match.name), "{}")
    assert archive.remove(first.name)
    assert not folder.path(archive.photo(first.name)).exists()
    assert folder.path(archive.photo(second.name)).exists()


def test_clearing_keeps_favourites(folder: DataFolder) -> None:
    archive = Archive(folder)
    kept(archive, 1.0)
    best = kept(archive, 2.0)
    archive.update(best.name, starred=True)
    assert archive.clear()
    assert names(archive) == [best.name]


def test_clearing_goes_on_after_a_match_that_cannot_be_deleted(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(folder)
    stuck = kept(archive, 3.0)
    kept(archive, 1.0)
    remove = folder.remove
    monkeypatch.setattr(folder, "remove", lambda name: name != stuck.name and remove(name))
    assert not archive.clear()
    assert names(archive) == [stuck.name]


def test_number_of_analyses_is_limited(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_ANALYSES", 3)
    analyses = AnalysisCache(folder)
    for number in range(9):
        assert analyses.put(f"{RECORD}{number}", {}, 1)
        assert analyses.read(f"{RECORD}{number}", 1) is not None
        assert len(folder.names("insights", ".json")) == min(3, number + 1)


def test_archive_finds_a_known_record(folder: DataFolder) -> None:
    archive = Archive(folder)
    kept(archive, 1.0)
    newest = kept(archive, 2.0)
    assert archive.find_by_record(RECORD) == newest.name
    assert archive.find_by_record(RECORD + "1 end\n") == ""


BROKEN = [
    ("", StorageReason.NOT_JSON),
    ("[]", StorageReason.OTHER),
    ("{}", StorageReason.OTHER),
    ('{"version": 1, "game": 3}', StorageReason.OTHER),
    ("\x00\x01", StorageReason.NOT_JSON),
    ("[" * 100_000, StorageReason.NOT_JSON),
    ('{"version": 2, "game": "socker"}', StorageReason.NEWER),
    (
        json.dumps({"game": "socker", "record": f'[Game "socker"]\n[Version "{VERSION + 1}"]\n'}),
        StorageReason.NEWER,
    ),
    (
        '{"game": "socker", "record": "", "ended": 1, "seats": [{}], "winners": [4], "scores": [1]}',
        StorageReason.OTHER,
    ),
    (
        '{"game": "socker", "record": "", "ended": 1, "seats": [{}], "winners": [], "scores": []}',
        StorageReason.OTHER,
    ),
    (
        '{"game": "a", "record": "", "ended": 1, "seats": [{}], "winners": [], "scores": [1],"conceded":1}',
        StorageReason.OTHER,
    ),
    (
        '{"game": "socker", "record": "", "ended": -9e10, "seats": [], "winners": [], "scores": []}',
        StorageReason.OTHER,
    ),
    (
        '{"game": "socker", "record": "", "ended": 1e300, "seats": [], "winners": [], "scores": []}',
        StorageReason.OTHER,
    ),
]


@pytest.mark.parametrize(("text", "why"), BROKEN)
def test_unreadable_match_stays_and_says_why(folder: DataFolder, text: str, why: str) -> None:
    archive = Archive(folder, max_matches=1)
    bad = folder.path(f"{MATCH_FOLDER}/20200102-030405-00-socki.json")
    bad.parent.mkdir(parents=True)
    bad.write_text(text, encoding="utf-8")
    match = kept(archive, 5.0)
    broken, good = archive.entries()
    assert good.match == replace(match, record="")
    assert (broken.why, broken.match.slug, broken.match.ended) == (why, "socki", 1577934245.0)
    assert archive.load(broken.match.name) is None
    assert not archive.update(broken.match.name, starred=True)
    kept(archive, 6.0)
    assert bad.read_text(encoding="utf-8") == text, "nothing is thrown away for being broken"
    assert archive.all() == [replace(match, ended=6.0, name=file_name("socker", 6.0))]
    assert folder.notices == []
    assert archive.remove(broken.match.name), "unless the player removes it"


def test_unplayable_match_stays_and_says_why(folder: DataFolder) -> None:
    archive = Archive(folder)
    match = kept(archive, 5.0)
    archive.entries()
    archive.refuse(match.name, StorageReason.MOVES)
    [entry] = archive.entries()
    assert entry.why == StorageReason.MOVES
    assert entry.match.seats == match.seats
    assert Archive(folder).entries()[0].why == "", "a later program may have learnt to play it"
    archive.add(replace(match, record=RECORD + "0 end\n"))
    assert archive.entries()[0].why == ""


def test_newer_match_is_read_after_a_program_update(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = kept(Archive(folder), 5.0)
    path = folder.path(match.name)
    data = json.loads(path.read_text(encoding="utf-8"))
    data["record"] = data["record"].replace(f'[Version "{VERSION}"]', f'[Version "{VERSION + 1}"]')
    path.write_text(json.dumps(data), encoding="utf-8")
    assert [entry.why for entry in Archive(folder).entries()] == [StorageReason.NEWER]
    monkeypatch.setattr(saves, "RECORD_VERSION", VERSION + 1)
    assert [entry.why for entry in Archive(folder).entries()] == [""]


def test_analysis_is_deleted_with_its_match(folder: DataFolder) -> None:
    archive, insights = Archive(folder), AnalysisCache(folder)
    match = kept(archive, 5.0)
    assert insights.put(match.record, {"version": 1}, 1)
    archive.remove(match.name)
    assert insights.read(match.record, 1) is None


def test_clearing_spares_unreadable_matches(folder: DataFolder) -> None:
    """It may be a favourite, from a newer version, or on a disk that does not answer just now."""
    archive = Archive(folder)
    kept(archive, 5.0)
    bad = folder.path(f"{MATCH_FOLDER}/20200102-030405-00-socki.json")
    bad.write_text("{", encoding="utf-8")
    assert archive.clear()
    assert [entry.match.slug for entry in archive.entries()] == ["socki"]
    assert bad.exists()


def test_archive_without_a_folder_gives_a_notice(nowhere: DataFolder) -> None:
    archive = Archive(nowhere)
    assert not archive.add(replace(MATCH, name=file_name("socker", 1.0)))
    assert archive.entries() == []
    assert [notice.trouble for notice in nowhere.notices] == [StorageIssue.UNWRITABLE]


def test_foreign_files_are_left_alone(folder: DataFolder, tmp_path: Path) -> None:
    archive = Archive(folder)
    kept(archive, 5.0)
    other = folder.path(f"{MATCH_FOLDER}/notes.txt")
    other.write_text("mine", encoding="utf-8")
    assert len(archive.all()) == 1
    assert archive.clear()
    assert other.read_text(encoding="utf-8") == "mine"
