"""What phones would like to do after a match; and how often anything may be said."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.session import Session
from game.match.match import Match
from game.match.profiles import AGAIN, ENOUGH, MOST, OTHER, RateLimiter, Wishes
from game.match.seats import PHONE, Seat


def over(*, ended: bool = True) -> tuple[Match, Wishes]:
    seats = [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, device=PHONE)]
    match = Match(Session.new("socker", seed=1), seats)
    wishes = Wishes(match)
    if ended:
        match.concede(0)
    return match, wishes


def test_wishes_are_changed_and_withdrawn() -> None:
    _match, wishes = over()
    assert wishes.choose(0, AGAIN, 0.0) == wishes.choose(1, AGAIN, 0.0) == ""
    assert wishes.who(AGAIN) == [0, 1]
    assert wishes.choose(1, OTHER, 10.0) == ""
    assert (wishes.who(AGAIN), wishes.who(OTHER), wishes.of(1)) == ([0], [1], OTHER)
    assert wishes.choose(0, "", 20.0) == ""
    assert wishes.who(AGAIN) == []


@pytest.mark.parametrize("wish", ["more", None, 1, True, ["again"], {"wish": "again"}])
def test_strange_wishes_are_refused(wish: Any) -> None:
    _match, wishes = over()
    before = wishes.version
    assert wishes.choose(0, wish, 0.0) == "That cannot be done now."
    assert (wishes.of(0), wishes.version) == ("", before)


def test_nobody_wishes_before_the_end_and_a_wish_goes_with_its_person() -> None:
    _match, wishes = over(ended=False)
    assert wishes.choose(0, AGAIN, 0.0) != ""
    match, wishes = over()
    wishes.choose(0, ENOUGH, 0.0)
    match.hand_over(0, "", PHONE, "Ida")
    assert wishes.of(0) == ""
    match.hand_over(0, "easy")
    match.hand_over(1, "easy")
    assert not wishes.are_asked


def test_who_presses_without_end_is_refused_alone() -> None:
    _match, wishes = over()
    told = [wishes.choose(0, (AGAIN, OTHER)[n % 2], float(n)) for n in range(20)]
    assert told[0] == ""
    assert told[-1] == "Not so fast."
    assert wishes.choose(1, AGAIN, 21.0) == ""
    assert wishes.choose(0, ENOUGH, 60_000.0) == ""


def test_a_measure_forgets_those_of_longest_ago() -> None:
    measure = RateLimiter(each=1, span=1000.0)
    assert measure.allows("a", 0.0)
    assert not measure.allows("a", 999.0)
    assert measure.allows("a", 1001.0)
    for who in range(MOST):
        assert measure.allows(who, 1001.0)
    assert measure.allows("a", 1001.0), "forgotten"
