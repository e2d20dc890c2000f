"""People on phones change their name and knitting in a match; no window, no server."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.game import Outcome
from game.core.session import Session
from game.match.adaptive_level import count
from game.match.match import Match, MatchListener
from game.match.profiles import EACH, SPAN, Profiles, profiles_of
from game.match.seats import PHONE, Seat
from game.store.statistics import Statistics


class Heard(MatchListener):
    def __init__(self, match: Match) -> None:
        self.dressed: list[int] = []
        match.listen(self)

    def seat_dressed(self, number: int) -> None:
        self.dressed.append(number)

    def seat_changed(self, number: int) -> None:
        raise AssertionError("nobody has given a seat away")


def table() -> tuple[Match, Profiles, Heard]:
    seats = [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, device=PHONE), Seat("Ida", 2, "easy")]
    match = Match(Session.new("socki", 3, seed=1, names=["Ann", "Bo", "Ida"]), seats)
    return match, profiles_of(match), Heard(match)


def rename(mirror: Profiles, seat: int, name: Any, now: float = 0.0) -> str:
    return mirror.do(seat, {"do": "rename", "name": name}, now)


def dress(mirror: Profiles, seat: int, look: Any, now: float = 0.0) -> str:
    return mirror.do(seat, {"do": "dress", "look": look}, now)


def test_a_name_is_that_of_the_seat_and_of_the_record() -> None:
    match, mirror, heard = table()
    assert rename(mirror, 0, "  Zoe \n Z. ") == ""
    assert match.seats[0] == Seat("Zoe Z.", 0, device=PHONE)
    assert match.session.names[0] == "Zoe Z."
    assert '"Zoe Z."' in match.session.record()
    assert rename(mirror, 0, "Zoe Z.") == ""
    assert heard.dressed == [0], "the same name is no news"


def test_two_of_a_name_are_told_apart_and_long_ones_are_cut() -> None:
    match, mirror, _heard = table()
    assert rename(mirror, 1, "Ann") == rename(mirror, 0, "x" * 80) == ""
    assert [seat.name for seat in match.seats] == ["x" * 20, "Ann 2", "Ida"]


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u2800", "\u0301\u0301", 7, None, True, ["Ann"], {}])
def test_what_nobody_can_read_is_no_name(name: Any) -> None:
    match, mirror, heard = table()
    assert rename(mirror, 0, name) == "That name cannot be read by anybody. Take another one."
    assert (match.seats[0].name, heard.dressed) == ("Ann", [])


def test_a_knitting_is_taken_where_nobody_wears_it() -> None:
    match, mirror, heard = table()
    assert dress(mirror, 0, 6) == ""
    assert [seat.look for seat in match.seats] == [6, 1, 2]
    for worn in (1, 2):
        assert dress(mirror, 0, worn) == "Somebody wears that already."
    assert dress(mirror, 1, 0) == "", "what was given up is free"
    assert heard.dressed == [0, 1]


@pytest.mark.parametrize("look", [-1, 8, True, "3", None, 10**5, [3]])
def test_a_strange_knitting_is_refused(look: Any) -> None:
    match, mirror, _heard = table()
    assert dress(mirror, 0, look) == "That cannot be done now."
    assert match.seats[0].look == 0


def test_who_changes_without_end_is_refused_alone() -> None:
    _match, mirror, _heard = table()
    told = [dress(mirror, 0, 4 + n % 2, float(n)) for n in range(EACH + 2)]
    assert told == [""] * EACH + ["Not so fast."] * 2
    assert rename(mirror, 0, "Zoe", 50.0) == "Not so fast."
    assert rename(mirror, 1, "Zoe", 50.0) == ""
    assert rename(mirror, 0, "Mo", SPAN + 100) == ""


def test_a_match_counts_for_the_name_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """And its computer players stay what they were fitted to."""
    match, mirror, _heard = table()
    levels = [seat.level for seat in match.seats]
    assert rename(mirror, 0, "Zoe") == ""
    match.concede(1)
    told: list[dict[int, str]] = []

    def add(_self: Statistics, _game: str, people: dict[int, str], _result: Outcome, **_more: Any) -> None:
        told.append(dict(people))

    monkeypatch.setattr(Statistics, "add", add)
    count(match, Statistics.__new__(Statistics))
    assert told == [{0: "Zoe", 1: "Bo"}]
    assert [seat.level for seat in match.seats] == levels
