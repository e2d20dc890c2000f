"""The window and the server, each in a thread, at work on the same seats: one in the middle of the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.party.bulletin import Bulletin
from game.party.messages import Left
from tests.party.hall import Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall(seats=3)
    yield made
    made.close()


def renumber(hall: Hall) -> None:
    """The window numbers the seats anew; the pool hears of it a moment later."""
    hall.registry.reseat({0: 1, 1: 0})


def test_who_comes_back_while_seats_are_numbered_anew_takes_nobodys_place(hall: Hall) -> None:
    ann, bo = hall.seated(0), hall.seated(1)
    hall.state_cache.keep(ann.token, '"the hand of Ann"')
    hall.state_cache.keep(bo.token, '"the hand of Bo"')
    renumber(hall)
    again = hall.back(ann.token)
    hall.wait(0)
    assert not bo.closing
    assert "the hand of Ann" in "".join(hall.sent(again))
    assert "the hand of Bo" not in "".join(hall.sent(again))
    hall.pool.reseated()
    assert hall.pool.there == {ann.token or again.token, bo.token}
    assert (again.seat, bo.seat) == (1, 0)


def test_who_gives_up_while_seats_are_numbered_anew_gives_up_their_own(hall: Hall) -> None:
    ann, bo = hall.seated(0), hall.seated(1)
    token = ann.token
    renumber(hall)
    hall.say(ann, "leave")
    hall.pool.reseated()
    assert hall.registry.held == [0]
    assert hall.registry.token(0) == bo.token
    assert [news.seat for _, news in hall.news if isinstance(news, Left)] == [1]
    assert hall.registry.heard_of(token) == 1


def test_that_somebody_left_is_told_by_the_number_that_the_seat_has_by_then(hall: Hall) -> None:
    ann = hall.seated(0)
    token = ann.token
    hall.say(ann, "leave")
    hall.registry.reseat({0: 2})
    assert hall.registry.heard_of(token) == 2
    assert hall.registry.heard_of(token) == 2, "also where two things are told of it"


def test_what_was_for_somebody_goes_to_nobody_else_who_has_the_seat_by_then(hall: Hall) -> None:
    """Told by the window to one token, and the seat is taken away before it is sent."""
    ann = hall.seated(0)
    token = ann.token
    hall.registry.release(0)
    hall.pool.removed(token)
    bo = hall.seated(0)
    hall.pool.publish(token, Bulletin('"the hand of Ann"'))
    hall.pool.answer(token, 7, "for Ann")
    hall.wait(0)
    assert "Ann" not in "".join(hall.sent(bo)[1:]).replace('"name":"Ann"', "")


def test_whoever_is_let_in_anew_gets_the_state_of_their_seat(hall: Hall) -> None:
    ann = hall.seated(0)
    hall.state_cache.keep(ann.token, '"the hand of Ann"')
    hall.pool.leave(ann)
    lost = hall.line()
    hall.say(lost, "claim", code="WOOL", seat=0)
    hall.pool.decided(0, admitted=True)
    hall.wait(0)
    assert lost.token != ann.token
    assert "the hand of Ann" in "".join(hall.sent(lost))
    assert hall.state_cache.state(ann.token) == ""


def test_a_token_that_is_void_leaves_nothing_behind(hall: Hall) -> None:
    ann = hall.seated(0)
    token = ann.token
    hall.say(ann, "say", number=1, words={"do": "draw"})
    hall.state_cache.keep(token, '"a state"')
    hall.say(ann, "leave")
    assert hall.state_cache.state(token) == ""
    again = hall.back(token)
    hall.wait(0)
    assert "unknown_token" in "".join(hall.sent(again))
