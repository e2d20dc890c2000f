"""What a match is served with from beside it, what a teacher may wish, what machines exchange."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.bots.worker import ENDED, PONDER, SILENT
from game.core.discovery import game_slugs
from game.core.session import Session
from game.match.bot_turns import DOUBT, PAUSE, BotTurns
from game.match.match import DeviceWatch, Match
from game.match.persistence import MatchAutosaver, export_file_name, import_match, match_as_text
from game.match.profiles import MOST, RateLimiter
from game.match.seats import PHONE, Seat
from game.store.archive import Archive, ArchivedMatch, file_name
from game.store.crash import report
from game.store.data_folder import DataFolder
from tests.match.fake_worker import FakeWorker
from tests.scenes.record_cache import over

# Bots, absences and the save of a match, each by itself and without a window.


KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"
ANN, BOT = Seat("Ann", 0), Seat("Bo", 1, "easy")


def of(*seats: Seat) -> Match:
    return Match(Session.from_position("socker", KICK, names=[seat.name for seat in seats]), seats)


def thinking(*seats: Seat) -> tuple[Match, FakeWorker, BotTurns]:
    """A match of Socker, who thinks for its bots, and their turns."""
    match, desk = of(*seats), FakeWorker()
    return match, desk, BotTurns(match, desk)


def test_a_bot_moves_when_it_has_thought_and_the_pause_is_over() -> None:
    match, desk, bots = thinking(Seat("Ann", 0, "hard"), BOT)
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
    match, desk, bots = thinking(Seat("Ann", 0, "hard"), BOT)
    bots.think()
    desk.give(("move e5 d4", doubt))
    assert bots.turn(PAUSE + doubt * DOUBT - 1, 1.0)
    assert match.session.log == ()
    assert bots.turn(1, 1.0)
    assert match.session.log


def test_a_bot_thinks_while_the_picture_plays_and_moves_after_it() -> None:
    match, desk, bots = thinking(Seat("Ann", 0, "hard"), BOT)
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
    match, desk, bots = thinking(Seat("Ann", 0, "hard"), BOT)
    bots.think()
    desk.give(("move e5 d4", 1.0))
    assert bots.turn(PAUSE, 1.0)
    bots.stop()
    assert not bots.turn(9 * PAUSE, 1.0)
    assert match.session.log == ()
    assert len(desk.asked) == 2


def test_whoever_is_not_asked_is_not_stopped() -> None:
    """A person's hint is found out by the same thinker, and nobody but `AssistService` drops it."""
    _match, desk, bots = thinking(ANN, BOT)
    bots.stop()
    assert desk.cancelled == 0


def test_the_seed_of_a_bot_says_nothing_of_the_match() -> None:
    seeds = set()
    for _ in range(3):
        _match, desk, bots = thinking(Seat("Ann", 0, "easy"), BOT)
        bots.turn(0.0, 1.0)
        seeds.add(desk.asked[0][-1])
    assert len(seeds) == 3


def test_nobody_thinks_in_the_turn_of_a_person() -> None:
    _match, desk, bots = thinking(ANN, BOT)
    assert not bots.turn(1000.0, 1.0)
    assert desk.asked == []


def test_a_broken_bot_is_a_fault_of_ours() -> None:
    _match, desk, bots = thinking(Seat("Ann", 0, "easy"), BOT)
    bots.turn(0.0, 0.0)
    desk.give(None, "Traceback")
    with pytest.raises(RuntimeError, match="Traceback"):
        bots.turn(0.0, 0.0)


@pytest.mark.parametrize("error", [ENDED, SILENT])
def test_a_match_goes_on_when_no_process_answers_for_a_bot(error: str) -> None:
    match, desk, told = of(Seat("Ann", 0, "easy"), BOT), FakeWorker(), list[int]()
    bots = BotTurns(match, desk, told.append)
    bots.turn(PAUSE, 1.0)
    assert told == []
    desk.give(None, error)
    assert bots.turn(PAUSE, 1.0)
    assert len(match.session.log) == 1
    assert told == [0]


def test_what_a_bot_thinks_about_is_dropped_when_the_table_changes() -> None:
    match, desk, bots = thinking(Seat("Ann", 0, "easy"), Seat("Bo", 1))
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
    match, desk, bots = thinking(ANN, BOT)
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
    absences = DeviceWatch(match, lambda number, _device: there[number])
    assert absences.look(settled=True).gone == []
    there[1] = False
    assert absences.look(settled=True).gone == [1]
    assert absences.look(settled=True).missed is None
    match.play("move e5 d4")
    match.play("end")
    assert absences.look(settled=False).missed is None
    assert absences.look(settled=True).missed == 1


def test_a_table_that_waits_for_a_turn_is_asked_again_after_a_move_or_a_return() -> None:
    match, there = of(ANN, Seat("Bo", 1, "", PHONE)), {1: False}
    match.play("move e5 d4")
    match.play("end")
    absences = DeviceWatch(match, lambda number, _device: there[number])
    assert absences.look(settled=True).missed == 1
    absences.wait_for(1, in_turn=True)
    assert absences.look(settled=True).missed is None
    there[1] = True
    absences.look(settled=True)
    there[1] = False
    assert absences.look(settled=True).missed == 1, "it went away a second time"
    absences.wait_for(1, in_turn=True)
    match.play(match.session.moves()[0])
    assert match.to_move == 1
    assert absences.look(settled=True).missed == 1, "a bot or the clock has moved for it"


def test_a_pad_that_is_away_is_asked_about_once() -> None:
    match, there = of(ANN, Seat("Bo", 1, "", "pad:1")), {1: False}
    absences = DeviceWatch(match, lambda number, _device: there[number])
    assert absences.look(settled=True).missed == 1
    absences.wait_for(1, in_turn=False)
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
    MatchAutosaver(match, slots, lambda: {"scene": {"cursor": "e5"}})
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
    MatchAutosaver(match, slots, dict)
    match.hand_over(1, "hard")
    assert [seat["level"] for seat in slots.kept["socker"][1]["seats"]] == ["", "hard"]
    match.dress(0, 6)
    assert [seat["look"] for seat in slots.kept["socker"][1]["seats"]] == [6, 1]


# How often anything may be said.


def test_a_measure_forgets_those_of_longest_ago() -> None:
    measure = RateLimiter(each=1, span=1000.0)
    assert measure.allows("a", 0.0)
    assert not measure.allows("a", 999.0)
    assert measure.allows("a", 1001.0)
    for who in range(MOST):
        assert measure.allows(who, 1001.0)
    assert measure.allows("a", 1001.0), "forgotten"


# A match leaves as a text file and is taken in again; whatever else a file holds is told in a sentence.


NOW = 1_790_000_000.0


def ended_of(session: Session, **changes: object) -> ArchivedMatch:
    outcome = session.outcome
    seats = tuple(
        {"name": name, "look": 7 - n, "level": "", "device": ""} for n, name in enumerate(session.names)
    )
    made = ArchivedMatch(
        session.game, session.record(), (), (0,) * session.players, seats, ended=1_789_000_000.0
    )
    if outcome is not None:
        made = replace(made, winners=outcome.winners, scores=outcome.scores)
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", game_slugs())
def test_a_match_comes_back_as_it_left(slug: str, tmp_path: Path) -> None:
    session = over(slug)
    session.rename(0, 'Ann "the\nsock" [x]')
    match = ended_of(session, title="Ein Spiel", seconds=900.0)
    back = import_match(match_as_text(match), NOW)
    assert replace(back, name="") == replace(match, seats=back.seats)
    assert [seat["look"] for seat in back.seats] == [seat["look"] for seat in match.seats]
    assert Archive(DataFolder(tmp_path)).keep(back)


def test_the_text_is_a_record_for_everything_that_reads_records() -> None:
    session = over("city")
    assert Session.from_record(match_as_text(ended_of(session))).record() == session.record()


def test_a_match_that_was_given_up_comes_back_so() -> None:
    session = Session.new("socker", seed=1)
    match = ended_of(session, conceded=1, winners=(0,))
    back = import_match(match_as_text(match), NOW)
    assert (back.conceded, back.winners, back.is_over) == (1, (0,), True)


def test_a_bare_record_and_one_in_a_report_are_taken_in() -> None:
    session = over("socki")
    for text in (session.record(), report(ValueError("broke"), session.record())):
        back = import_match(text, NOW)
        assert (back.record, back.ended, back.is_over) == (session.record(), NOW, True)
        assert back.name == file_name("socki", NOW)


def test_a_match_that_goes_on_is_told_to_be_unfinished() -> None:
    session = Session.new("rockit", seed=3)
    back = import_match(session.record(), NOW)
    assert (back.is_over, back.winners) == (False, ())


@pytest.mark.parametrize(
    "text", ["", "hello", "{}", '[Game "chess"]\n[Version "2"]\n[Players "2"]\n[Seed "1"]\n', "[Game", "\x00",
             '[Game "socker"]\n[Version "9"]\n', "[1, 2]"]
)  # fmt: skip
def test_anything_else_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"[.:]"):
        import_match(text, NOW)


@pytest.mark.parametrize(
    "beside",
    ["3", "[]", '{"seats": 4}', '{"seats": [{"look": 99, "level": 3}]}', '{"conceded": 7}', '{"ended": -1}',
     '{"title": [1], "seconds": "long"}', "{" * 3000],
)  # fmt: skip
def test_what_lies_beside_may_be_anything(beside: str) -> None:
    record = over("socker").record()
    try:
        json.loads(beside)
    except (ValueError, RecursionError):
        with pytest.raises(ValueError, match="header"):
            import_match(f"[Beside {beside}]\n{record}", NOW)
        return
    back = import_match(f"[Beside {beside}]\n{record}", NOW)
    assert (back.record, [seat["look"] for seat in back.seats]) == (record, [0, 1])
    assert (back.ended, back.title, back.seconds, back.conceded) == (NOW, "", 0.0, None)


def test_files_are_called_so_that_every_disk_takes_it() -> None:
    session = Session.new("socker", seed=1, names=["A/B:C", "D*?"])
    assert export_file_name(ended_of(session)) == "Socker, A B C, D"
    assert export_file_name(ended_of(session, title="../..")) not in ("", ".", "..")
