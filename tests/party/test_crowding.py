"""Who makes room among the lines of a party: known phones are not counted by their address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from game.party.messages import Joined, Left
from game.party.registry import Place
from game.party.spectators import AUDIENCE, CROWD, STRANGERS
from tests.party.hall import Hall

CLASS = 40
"""Places of a class, all alike."""


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


@pytest.fixture
def room() -> Iterator[Hall]:
    made = Hall()
    made.registry.offer([Place(seat, "", seat % 8, free=True) for seat in range(CLASS)], "Class 9b", listed=0)
    yield made
    made.close()


def comer(room: Hall, peer: str) -> Any:
    """Somebody asks for a place; their phone, which has one or not."""
    phone = room.line(peer)
    room.say(phone, "join", code="WOOL", seat=CLASS - 1, name="")
    return phone


def test_a_whole_class_behind_one_address_gets_in_and_nobody_of_it_makes_room(room: Hall) -> None:
    pupils = [comer(room, "10.0.0.7") for _ in range(CLASS)]
    assert {pupil.seat for pupil in pupils} == set(range(CLASS))
    assert comer(room, "10.0.0.7").seat is None
    assert not any(pupil.closing for pupil in pupils)
    assert len(room.pool.there) == CLASS


def test_one_phone_cannot_take_the_places_of_a_class(room: Hall) -> None:
    """Whoever calls from an address of their own gets one of its places."""
    greedy = [comer(room, "10.0.0.66") for _ in range(CLASS)]
    pupils = [comer(room, f"10.0.0.{number}") for number in range(30)]
    assert all(pupil.seat is not None for pupil in pupils)
    assert len({pupil.seat for pupil in pupils}) == 30
    assert [phone.seat is not None for phone in greedy] == [True] * 10 + [False] * 30
    seat = pupils[0].seat
    assert room.back(pupils[0].token).seat == seat
    assert comer(room, "10.0.0.66").seat is None


def test_places_that_were_left_without_a_word_make_room(room: Hall) -> None:
    """As of one phone that asks, hangs up and asks again; the window hears of both, in order."""
    for _ in range(CLASS):
        room.pool.leave(comer(room, "10.0.0.66"))
    room.clear()
    pupil = comer(room, "10.0.0.66")
    assert pupil.seat == CLASS - 1
    heard = [type(news) for _when, news in room.news]
    assert heard == [Left, Joined]


def test_who_has_done_something_makes_room_for_nobody(room: Hall) -> None:
    pupils = [comer(room, "10.0.0.7") for _ in range(CLASS)]
    for pupil in pupils:
        room.say(pupil, "say", number=1, words={"do": "look"})
    room.pool.leave(pupils[0])
    assert comer(room, "10.0.0.9").seat is None
    assert room.back(pupils[0].token).seat == 0


def test_chairs_of_a_single_table_are_given_away_once(hall: Hall) -> None:
    """There the host sees who sits, and gives a seat free."""
    for seat in range(8):
        hall.seated(seat)
    late = hall.line("10.0.0.9")
    hall.say(late, "join", code="WOOL", seat=3, name="")
    assert late.seat is None


def test_who_was_denied_a_seat_does_not_have_the_big_screen_asked_by_calling_anew(hall: Hall) -> None:
    hall.pool.leave(hall.seated())
    asked = []
    for _ in range(5):
        stranger = hall.line("10.0.0.66")
        hall.say(stranger, "claim", code="WOOL", seat=0)
        asked.append(len(hall.pool.claims))
        hall.pool.decided(0, admitted=False)
    assert asked == [1, 0, 0, 0, 0]
    other = hall.line("10.0.0.9")
    hall.say(other, "claim", code="WOOL", seat=0)
    assert len(hall.pool.claims) == 1, "somebody else may ask"
