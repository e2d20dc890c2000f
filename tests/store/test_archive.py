"""Matches that have ended are kept, the newest of them, and broken files do not matter."""

from dataclasses import replace
from pathlib import Path

import pytest

from game.store.archive import MOST, UNDER, Archive, Ended, file_name
from game.store.files import Folder
from game.store.notices import Trouble

MATCH = Ended(
    "socker", '[Game "socker"]\n', (0,), (3, 2), ({"name": "Ann", "look": 0}, {"name": "Bo", "look": 1})
)


def kept(archive: Archive, now: float, match: Ended = MATCH) -> Ended:
    match = replace(match, ended=now, name=file_name(match.slug, now))
    assert archive.keep(match)
    return match


def test_what_was_kept_is_there_again(folder: Folder) -> None:
    archive = Archive(folder)
    assert archive.is_empty
    first = kept(archive, 1000.0)
    second = kept(archive, 2000.0, replace(MATCH, slug="socki", conceded=1))
    assert Archive(folder).all() == [second, first]
    assert not archive.is_empty


def test_matches_that_end_in_one_second_have_a_file_each(folder: Folder) -> None:
    archive = Archive(folder)
    matches = [kept(archive, 1000.0 + part) for part in (0.0, 0.25, 0.5)]
    assert archive.all() == matches[::-1]


def test_the_same_match_is_kept_once(folder: Folder) -> None:
    archive = Archive(folder)
    match = kept(archive, 1000.0)
    archive.keep(replace(match, scores=(4, 2)))
    assert [each.scores for each in archive.all()] == [(4, 2)]
    archive.remove(match.name)
    assert archive.is_empty


def test_the_oldest_go(folder: Folder) -> None:
    archive = Archive(folder)
    for number in range(MOST + 2):
        kept(archive, 1000.0 + number)
    assert [match.ended for match in archive.all()] == [1001.0 + MOST - number for number in range(MOST)]


def test_all_can_be_forgotten(folder: Folder) -> None:
    archive = Archive(folder)
    kept(archive, 1.0)
    kept(archive, 2.0)
    assert archive.clear()
    assert archive.all() == []


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 1, "game": 3}', "\x00\x01",
     '{"game": "socker", "record": "", "ended": 1, "seats": [{}], "winners": [4], "scores": [1]}',
     '{"game": "socker", "record": "", "ended": 1, "seats": [{}], "winners": [], "scores": [1, 2]}',
     '{"game": "socker", "record": "", "ended": 1, "seats": [{}], "winners": [], "scores": [1],"conceded":1}',
     '{"game": "socker", "record": "", "ended": 1e300, "seats": [], "winners": [], "scores": []}'],
)  # fmt: skip
def test_what_is_broken_is_set_aside(folder: Folder, text: str) -> None:
    archive = Archive(folder)
    match = kept(archive, 5.0)
    bad = folder.path(f"{UNDER}/20200101-000000-00-socki.json")
    bad.write_text(text, encoding="utf-8")
    assert archive.all() == [match]
    assert not bad.exists()
    assert [path.name for path in bad.parent.iterdir() if "broken" in path.name] == [f"{bad.name}.broken-1"]
    assert [notice.trouble for notice in folder.notices] == [Trouble.BROKEN]


def test_nowhere_to_keep_it_is_a_notice(nowhere: Folder) -> None:
    archive = Archive(nowhere)
    assert not archive.keep(replace(MATCH, name=file_name("socker", 1.0)))
    assert archive.all() == []
    assert [notice.trouble for notice in nowhere.notices] == [Trouble.UNWRITABLE]


def test_files_of_others_are_left_alone(folder: Folder, tmp_path: Path) -> None:
    archive = Archive(folder)
    kept(archive, 5.0)
    other = folder.path(f"{UNDER}/notes.txt")
    other.write_text("mine", encoding="utf-8")
    assert len(archive.all()) == 1
    assert archive.clear()
    assert other.read_text(encoding="utf-8") == "mine"
