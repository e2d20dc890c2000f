"""A match leaves as a text file and is taken in again; whatever else a file holds is told in a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from game.core.discovery import slugs
from game.core.session import Session
from game.match.saving import called, taken_in, text_of
from game.store.archive import Archive, Ended, file_name
from game.store.crash import report
from game.store.files import Folder
from tests.matches import random_plies

NOW = 1_790_000_000.0


def match_of(session: Session, **changes: object) -> Ended:
    outcome = session.outcome
    seats = tuple(
        {"name": name, "look": 7 - n, "level": "", "device": ""} for n, name in enumerate(session.names)
    )
    made = Ended(session.game, session.record(), (), (0,) * session.players, seats, ended=1_789_000_000.0)
    if outcome is not None:
        made = replace(made, winners=outcome.winners, scores=outcome.scores)
    return replace(made, **changes)  # type: ignore[arg-type]


def ended(slug: str) -> Session:
    """A random match that is over."""
    played = _played(slug)
    return played.before(len(played.log))


@cache
def _played(slug: str) -> Session:
    options: dict[str, dict[str, object]] = {
        "socker": {"win": "turns", "turns": 10, "dawdle": 0},
        "sociable": {"target": 11},
    }
    session = Session.new(slug, seed=5, options=options.get(slug))
    for _move in random_plies(session, 5, 100_000):
        pass
    return session


@pytest.mark.parametrize("slug", slugs())
def test_a_match_comes_back_as_it_left(slug: str, tmp_path: Path) -> None:
    session = ended(slug)
    session.rename(0, 'Ann "the\nsock" [x]')
    match = match_of(session, title="Ein Spiel", seconds=900.0)
    back = taken_in(text_of(match), NOW)
    assert replace(back, name="") == replace(match, seats=back.seats)
    assert [seat["look"] for seat in back.seats] == [seat["look"] for seat in match.seats]
    assert Archive(Folder(tmp_path)).keep(back)


def test_the_text_is_a_record_for_everything_that_reads_records() -> None:
    session = ended("city")
    assert Session.from_record(text_of(match_of(session))).record() == session.record()


def test_a_match_that_was_given_up_comes_back_so() -> None:
    session = Session.new("socker", seed=1)
    match = match_of(session, conceded=1, winners=(0,))
    back = taken_in(text_of(match), NOW)
    assert (back.conceded, back.winners, back.is_over) == (1, (0,), True)


def test_a_bare_record_and_one_in_a_report_are_taken_in() -> None:
    session = ended("socki")
    for text in (session.record(), report(ValueError("broke"), session.record())):
        back = taken_in(text, NOW)
        assert (back.record, back.ended, back.is_over) == (session.record(), NOW, True)
        assert back.name == file_name("socki", NOW)


def test_a_match_that_goes_on_is_told_to_be_unfinished() -> None:
    session = Session.new("rockit", seed=3)
    back = taken_in(session.record(), NOW)
    assert (back.is_over, back.winners) == (False, ())


@pytest.mark.parametrize(
    "text", ["", "hello", "{}", '[Game "chess"]\n[Version "2"]\n[Players "2"]\n[Seed "1"]\n', "[Game", "\x00",
             '[Game "socker"]\n[Version "9"]\n', "[1, 2]"]
)  # fmt: skip
def test_anything_else_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"[.:]"):
        taken_in(text, NOW)


@pytest.mark.parametrize(
    "beside",
    ["3", "[]", '{"seats": 4}', '{"seats": [{"look": 99, "level": 3}]}', '{"conceded": 7}', '{"ended": -1}',
     '{"title": [1], "seconds": "long"}', "{" * 3000],
)  # fmt: skip
def test_what_lies_beside_may_be_anything(beside: str) -> None:
    record = ended("socker").record()
    try:
        json.loads(beside)
    except (ValueError, RecursionError):
        with pytest.raises(ValueError, match="header"):
            taken_in(f"[Beside {beside}]\n{record}", NOW)
        return
    back = taken_in(f"[Beside {beside}]\n{record}", NOW)
    assert (back.record, [seat["look"] for seat in back.seats]) == (record, [0, 1])
    assert (back.ended, back.title, back.seconds, back.conceded) == (NOW, "", 0.0, None)


def test_files_are_called_so_that_every_disk_takes_it() -> None:
    session = Session.new("socker", seed=1, names=["A/B:C", "D*?"])
    assert called(match_of(session)) == "Socker, A B C, D"
    assert called(match_of(session, title="../..")) not in ("", ".", "..")
