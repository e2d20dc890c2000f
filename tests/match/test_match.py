"""A match and who takes part in it, without a window: moves, seats, taking back, giving up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.core.game import Event, IllegalMove
from game.core.session import Session
from game.match.match import Match, MatchEnd, MatchListener
from game.match.seats import KEYBOARD, MOUSE, PHONE, Seat
from game.words import spoken_to, tongue

KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"
CARDS = "table=6P,7P,8P hands=7F,7B,7L,9P,2L/1F,2F stock=1P,2P turn=0"
ANN, BO, BOT = Seat("Ann", 0), Seat("Bo", 1), Seat("Bo", 1, "easy")


class Heard(MatchListener):
    """Writes down what it is told."""

    def __init__(self, match: Match) -> None:
        self.news: list[tuple[object, ...]] = []
        match.listen(self)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self.news.append(("played", seat, move, events[0].kind))

    def taken_back(self, count: int) -> None:
        self.news.append(("taken back", count))

    def seat_changed(self, number: int) -> None:
        self.news.append(("seat", number))

    def given_up(self, seat: int) -> None:
        self.news.append(("given up", seat))


def match_of(position: str, seats: Sequence[Seat], slug: str = "socker") -> Match:
    return Match(Session.from_position(slug, position, names=[seat.name for seat in seats]), seats)


def test_a_move_is_told_after_it_was_made() -> None:
    match = match_of(KICK, (ANN, BO))
    heard = Heard(match)
    match.play("move e5 d4")
    assert heard.news == [("played", 0, "move e5 d4", "move")]
    assert match.person == 0


class InWords(MatchListener):
    """Writes down in whose language each thing is told."""

    def __init__(self, match: Match) -> None:
        self.tongues: list[tuple[str, object]] = []
        match.listen(self)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self.tongues.append(("played", tongue()))

    def taken_back(self, count: int) -> None:
        self.tongues.append(("taken back", tongue()))

    def seat_changed(self, number: int) -> None:
        self.tongues.append(("seat", tongue()))

    def seat_dressed(self, number: int) -> None:
        self.tongues.append(("dressed", tongue()))

    def given_up(self, seat: int) -> None:
        self.tongues.append(("given up", tongue()))


def test_listeners_hear_in_the_language_of_the_window_whoever_has_done_it() -> None:
    match = match_of(KICK, (ANN, BO))
    heard, window = InWords(match), tongue()
    with spoken_to("de"):
        assert tongue() is not window
        match.play("move e5 d4")
        match.take_back()
        match.hand_over(1, "easy")
        match.rename(0, "Ayla")
        match.dress(0, 3)
        match.concede(0)
    told = ["played", "taken back", "seat", "dressed", "dressed", "given up"]
    assert heard.tongues == [(what, window) for what in told]


def test_a_refused_move_is_told_to_nobody() -> None:
    match = match_of(KICK, (ANN, BO))
    heard, before = Heard(match), match.session.position()
    with pytest.raises(IllegalMove):
        match.play("move e5 a1")
    assert (heard.news, match.session.position()) == ([], before)


def test_what_bots_have_answered_is_taken_back_with_the_move() -> None:
    match = match_of(KICK, (ANN, BOT))
    before = match.session.position()
    heard = Heard(match)
    match.play("move e5 d4")
    match.play("end")
    match.play("move e7 e8")
    assert (match.last_person, match.steps_back()) == (0, 2)
    assert match.asked_to_agree() is None
    match.take_back()
    match.take_back()
    assert match.session.position() == before
    assert heard.news[-2:] == [("taken back", 2), ("taken back", 1)]


def test_nothing_to_take_back_is_refused() -> None:
    match = match_of(KICK, (ANN, BOT))
    with pytest.raises(IllegalMove):
        match.take_back()


def test_others_have_to_agree() -> None:
    match = match_of(KICK, (ANN, BO))
    match.play("move e5 d4")
    assert match.asked_to_agree() is None
    match.play("end")
    assert match.asked_to_agree() == 1


def test_a_draw_is_not_taken_back_and_nothing_is_lost() -> None:
    match = Match(Session.from_position("socki", CARDS, options={"must_play": "honour"}), (ANN, BO))
    heard = Heard(match)
    match.play("draw")
    before = match.session.record()
    with pytest.raises(IllegalMove):
        match.take_back()
    assert match.session.record() == before
    assert [news[0] for news in heard.news] == ["played"]


def test_a_seat_changes_hands() -> None:
    match = match_of(KICK, (ANN, BOT))
    heard = Heard(match)
    match.hand_over(0, "easy")
    assert (match.person, match.bot, match.people) == (None, 0, [])
    match.hand_over(1, "", PHONE)
    assert match.seats[1].is_on_phone
    assert match.is_shared is False
    assert heard.news == [("seat", 0), ("seat", 1)]


def test_mouse_and_keyboard_are_one_unless_two_hold_them() -> None:
    match = match_of(KICK, (Seat("Ann", 0, "", MOUSE), BOT))
    assert match.may_act(KEYBOARD)
    match = match_of(KICK, (Seat("Ann", 0, "", MOUSE), Seat("Bo", 1, "", KEYBOARD)))
    assert match.may_act(MOUSE)
    assert not match.may_act(KEYBOARD)
    match.play("move e5 d4")
    match.play("end")
    assert match.may_take_back(MOUSE)


def test_giving_up_ends_the_match_at_once() -> None:
    match = match_of(f"{KICK} score=1/2", (ANN, BO))
    heard = Heard(match)
    match.concede(1)
    assert match.is_over
    assert (match.to_move, match.person) == (None, None)
    result = match.result()
    assert (result.winners, result.scores, result.reason) == ((0,), (1, 2), MatchEnd.CONCEDED)
    assert heard.news == [("given up", 1)]


def test_a_match_that_goes_on_has_no_result() -> None:
    with pytest.raises(ValueError, match="goes on"):
        match_of(KICK, (ANN, BO)).result()
