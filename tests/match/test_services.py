"""Bots, absences and the save of a match, each by itself and without a window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from game.bots.worker import PONDER
from game.core.session import Session
from game.match.bot_turns import DOUBT, PAUSE, BotTurns
from game.match.match import Absences, Match
from game.match.saving import SavedMatch
from game.match.seats import PHONE, Seat
from tests.match.thinker import Desk

KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"
ANN, BOT = Seat("Ann", 0), Seat("Bo", 1, "easy")


def of(*seats: Seat) -> Match:
    return Match(Session.from_position("socker", KICK, names=[seat.name for seat in seats]), seats)


def test_a_bot_moves_when_it_has_thought_and_the_pause_is_over() -> None:
    match, desk = of(Seat("Ann", 0, "hard"), BOT), Desk()
    bots = BotTurns(match, desk)
    assert bots.turn(PAUSE / 2, 1.0)
    where, game, seen, options, level, _seed = desk.asked[0]
    assert (where, game, level) == (PONDER, "socker", "hard")
    assert (seen, options) == (match.session.observe(0), match.session.options)
    desk.give(("move e5 d4", 0.0))
    assert bots.turn(PAUSE / 4, 1.0)
    assert match.session.log == ()
    assert bots.turn(PAUSE / 4, 1.0)
    assert list(match.session.log) == [(0, "move e5 d4")]
    bots.rest()
    assert bots.turn(PAUSE / 2, 1.0)
    assert not bots.turn(PAUSE, 1.0)  # it thinks; its answer wakes the loop


@pytest.mark.parametrize("doubt", [0.5, 1.0])
def test_a_close_choice_takes_longer_to_be_shown(doubt: float) -> None:
    match, desk = of(Seat("Ann", 0, "hard"), BOT), Desk()
    bots = BotTurns(match, desk)
    bots.think()
    desk.give(("move e5 d4", doubt))
    assert bots.turn(PAUSE + doubt * DOUBT - 1, 1.0)
    assert match.session.log == ()
    assert bots.turn(1, 1.0)
    assert match.session.log


def test_a_bot_thinks_while_the_picture_plays_and_moves_after_it() -> None:
    match, desk = of(Seat("Ann", 0, "hard"), BOT), Desk()
    bots = BotTurns(match, desk)
    for _ in range(3):
        bots.think()
    assert len(desk.asked) == 1
    desk.give(("move e5 d4", 0.0))
    bots.think()
    assert match.session.log == ()
    bots.rest()
    assert bots.turn(PAUSE, 1.0)
    assert len(match.session.log) == len(desk.asked) == 1


def test_what_was_found_out_is_dropped_with_the_question() -> None:
    match, desk = of(Seat("Ann", 0, "hard"), BOT), Desk()
    bots = BotTurns(match, desk)
    bots.think()
    desk.give(("move e5 d4", 1.0))
    assert bots.turn(PAUSE, 1.0)
    bots.stop()
    assert not bots.turn(9 * PAUSE, 1.0)
    assert match.session.log == ()
    assert len(desk.asked) == 2


def test_whoever_is_not_asked_is_not_stopped() -> None:
    """A person's hint is found out by the same thinker, and nobody but `Hints` drops it."""
    match, desk = of(ANN, BOT), Desk()
    BotTurns(match, desk).stop()
    assert desk.cancelled == 0


def test_the_seed_of_a_bot_says_nothing_of_the_match() -> None:
    seeds = set()
    for _ in range(3):
        desk = Desk()
        BotTurns(of(Seat("Ann", 0, "easy"), BOT), desk).turn(0.0, 1.0)
        seeds.add(desk.asked[0][-1])
    assert len(seeds) == 3


def test_nobody_thinks_in_the_turn_of_a_person() -> None:
    desk = Desk()
    assert not BotTurns(of(ANN, BOT), desk).turn(1000.0, 1.0)
    assert desk.asked == []


def test_a_broken_bot_is_a_fault_of_ours() -> None:
    match, desk = of(Seat("Ann", 0, "easy"), BOT), Desk()
    bots = BotTurns(match, desk)
    bots.turn(0.0, 0.0)
    desk.give(None, "Traceback")
    with pytest.raises(RuntimeError, match="Traceback"):
        bots.turn(0.0, 0.0)


def test_what_a_bot_thinks_about_is_dropped_when_the_table_changes() -> None:
    match, desk = of(Seat("Ann", 0, "easy"), Seat("Bo", 1)), Desk()
    bots = BotTurns(match, desk)
    bots.turn(0.0, 0.0)
    match.hand_over(0, "")
    assert desk.cancelled == 1
    match.hand_over(0, "normal")
    assert desk.started == 1
    bots.turn(0.0, 0.0)
    assert desk.asked[-1][4] == "normal"
    match.concede(1)
    assert not bots.turn(1000.0, 1.0)


def test_what_a_bot_thinks_about_is_dropped_when_a_move_is_taken_back() -> None:
    match, desk = of(ANN, BOT), Desk()
    bots = BotTurns(match, desk)
    match.play("move e5 d4")
    match.play("end")
    bots.think()
    assert len(desk.asked) == 1
    match.take_back()
    assert desk.cancelled == 1
    assert not bots.turn(9 * PAUSE, 1.0)
    assert match.to_move == 0


def test_a_phone_that_is_away_is_waited_for_until_its_turn() -> None:
    match = of(ANN, Seat("Bo", 1, "", PHONE))
    there = {1: True}
    absences = Absences(match, lambda number, _device: there[number])
    assert absences.look(settled=True).gone == []
    there[1] = False
    assert absences.look(settled=True).gone == [1]
    assert absences.look(settled=True).missed is None
    match.play("move e5 d4")
    match.play("end")
    assert absences.look(settled=False).missed is None
    assert absences.look(settled=True).missed == 1


def test_a_pad_that_is_away_is_asked_about_once() -> None:
    match, there = of(ANN, Seat("Bo", 1, "", "pad:1")), {1: False}
    absences = Absences(match, lambda number, _device: there[number])
    assert absences.look(settled=True).missed == 1
    absences.wait_for(1)
    assert absences.look(settled=True).missed is None
    match.hand_over(1, "easy", "pad:1")
    assert not absences.is_away(1)
    there[1] = True
    assert absences.look(settled=True).back == [1]
    assert not match.seats[1].is_bot


class Slots:
    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, Mapping[str, Any]]] = {}

    def save(self, slug: str, record: str, extra: Mapping[str, Any]) -> None:
        self.kept[slug] = record, extra

    def clear(self, slug: str) -> None:
        self.kept.pop(slug, None)


def test_a_match_is_kept_after_each_move_until_it_is_over() -> None:
    match, slots = of(ANN, BOT), Slots()
    SavedMatch(match, slots, lambda: {"scene": {"cursor": "e5"}})
    match.play("move e5 d4")
    record, extra = slots.kept["socker"]
    assert record == match.session.record()
    assert extra["scene"] == {"cursor": "e5"}
    assert [seat["level"] for seat in extra["seats"]] == ["", "easy"]
    match.take_back()
    assert slots.kept["socker"][0] == match.session.record()
    match.concede(0)
    assert slots.kept == {}


def test_whoever_takes_a_seat_or_dresses_it_is_kept_without_a_move() -> None:
    match, slots = of(ANN, Seat("Bo", 1)), Slots()
    SavedMatch(match, slots, dict)
    match.hand_over(1, "hard")
    assert [seat["level"] for seat in slots.kept["socker"][1]["seats"]] == ["", "hard"]
    match.dress(0, 6)
    assert [seat["look"] for seat in slots.kept["socker"][1]["seats"]] == [6, 1]
