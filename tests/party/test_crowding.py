"""Who makes room among the lines of a party: known phones are not counted by their address."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.party.crowding import CROWD, STRANGERS
from game.party.gallery import AUDIENCE
from tests.party.hall import Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall(seats=8)
    yield made
    made.close()


def test_forty_watchers_and_eight_players_may_share_an_address(hall: Hall) -> None:
    """Also while all of them call anew in one moment, before their former lines have ended."""
    seated = [hall.seated(seat) for seat in range(8)]
    watching = [hall.watcher(f"eye {number}") for number in range(AUDIENCE)]
    again = [hall.line() for _ in (*seated, *watching)]
    assert not any(phone.closing for phone in (*seated, *watching, *again))
    assert len(hall.pool.there) == 8
    assert len(again) == STRANGERS


def test_a_stranger_more_pushes_out_a_stranger(hall: Hall) -> None:
    watching = [hall.watcher(f"eye {number}") for number in range(AUDIENCE)]
    strangers = [hall.line() for _ in range(STRANGERS + 5)]
    assert [phone.closing for phone in strangers] == [True] * 5 + [False] * STRANGERS
    assert not any(phone.closing for phone in watching)


def test_a_flood_from_many_addresses_pushes_out_nobody_who_watches_and_no_lone_caller(hall: Hall) -> None:
    """Whoever calls once from an address of their own may be somebody who comes back."""
    watching = [hall.watcher(f"eye {number}") for number in range(AUDIENCE)]
    lone = hall.line("10.0.0.99")
    flood = [hall.line(f"10.0.1.{number % 20}") for number in range(300)]
    assert not any(phone.closing for phone in (*watching, lone))
    assert sum(not phone.closing for phone in flood) == CROWD - AUDIENCE - 1


def test_a_flood_of_those_who_know_the_code_keeps_nobody_from_coming_back(hall: Hall) -> None:
    """As many as there is room for look for a seat and stay; each who calls anew is let in all the same."""
    one = hall.seated()
    hall.pool.leave(one)
    for number in range(2 * CROWD):
        hall.say(hall.line(f"10.0.1.{number % 20}"), "look", code="WOOL")
    again = hall.line("10.0.0.99")
    for number in range(20):
        hall.line(f"10.0.1.{number}")
    hall.say(again, "back", token=one.token)
    assert again.seat == 0
    assert not again.closing


def test_who_waits_for_a_seat_of_theirs_is_no_stranger(hall: Hall) -> None:
    """As where the next game has fewer seats."""
    seated = [hall.seated(seat) for seat in range(8)]
    hall.registry.reseat({0: 0, 1: 1})
    hall.pool.reseated()
    for number in range(300):
        hall.line(f"10.0.0.{number % 20}")
    assert not any(phone.closing for phone in seated)
