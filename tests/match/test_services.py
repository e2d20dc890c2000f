"""Background services of a match, commands of a teacher, and files between computers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.bots.worker import ENDED_ERROR, PONDER_REQUEST, SILENT_ERROR
from game.core.discovery import game_slugs
from game.core.session import Session
from game.match.bot_turns import DOUBT_MS, BotTurns, simple_move
from game.match.match import DeviceWatch, Match
from game.match.persistence import MatchAutosaver, export_file_name, import_match, match_as_text
from game.match.profiles import MAX_CALLERS, RateLimiter
from game.match.seats import PHONE, Seat
from game.store.archive import Archive, ArchivedMatch, file_name
from game.store.crash import report
from game.store.data_folder import DataFolder
from tests.match.fake_worker import FakeWorker
from tests.scenes.record_cache import over

# Bots, absences and the save of a match, each separately and without a window.


KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"
ANN, BOT = Seat("Ann", 0), Seat("Bo", 1, "easy")


def of(*seats: Seat) -> Match:
    return Match(Session.from_position("socker", KICK, names=[seat.name for seat in seats]), seats)


def thinking(*seats: Seat) -> tuple[Match, FakeWorker, BotTurns]:
    """Return a match of Socker, the worker of its bots, and their turns."""
    match, desk = of(*seats), FakeWorker()
    return match, desk, BotTurns(match, desk)


def test_bot_moves_after_thinking_and_the_pause() -> None:
    match, desk, bots = thinking(Seat("Ann", 0, "hard"), BOT)
    assert bots.tick(BotTurns.pause / 2, 1.0)
    where, game, seen, options, level, _seed = desk.asked[0]
    assert (where, game, level) == (PONDER_REQUEST, "socker", "hard")
    assert (seen, options) == (match.session.observe(0), match.session.options)
    desk.give(("move e5 d4", 0.0))
    assert bots.tick(BotTurns.pause / 4, 1.0)
    assert match.session.log == ()
    assert bots.tick(BotTurns.pause / 4, 1.0)
    assert list(match.session.log) == [(0, "move e5 d4")]
    bots.start_pause()
    assert bots.tick(BotTurns.pause / 2, 1.0)
    assert not bots.tick(BotTurns.pause, 1.0)  # it is thinking; its answer wakes the loop


@pytest.mark.parametrize("doubt", [0.5, 1.0])
def test_close_choice_takes_longer_to_show(doubt: float) -> None:
    match, desk, bots = thinking(Seat("Ann", 0, "hard"), BOT)
    bots.start_thinking()
    desk.give(("move e5 d4", doubt))
    assert bots.tick(BotTurns.pause + doubt * DOUBT_MS - 1, 1.0)
    assert match.session.log == ()
    assert bots.tick(1, 1.0)
    assert match.session.log


def test_bot_thinks_during_the_animation_and_moves_after_it() -> None:
    match, desk, bots = thinking(Seat("Ann", 0, "hard"), BOT)
    for _ in range(3):
        bots.start_thinking()
    assert len(desk.asked) == 1
    desk.give(("move e5 d4", 0.0))
    bots.start_thinking()
    assert match.session.log == ()
    bots.start_pause()
    assert bots.tick(BotTurns.pause, 1.0)
    assert len(match.session.log) == len(desk.asked) == 1


def test_answer_is_dropped_with_its_request() -> None:
    match, desk, bots = thinking(Seat("Ann", 0, "hard"), BOT)
    bots.start_thinking()
    desk.give(("move e5 d4", 1.0))
    assert bots.tick(BotTurns.pause, 1.0)
    bots.stop()
    assert not bots.tick(9 * BotTurns.pause, 1.0)
    assert match.session.log == ()
    assert len(desk.asked) == 2


def test_idle_worker_is_not_cancelled() -> None:
    """A person's hint uses the same worker, and only `AssistService` may drop it."""
    _match, desk, bots = thinking(ANN, BOT)
    bots.stop()
    assert desk.cancelled == 0


def test_bot_seed_reveals_nothing_about_the_match() -> None:
    seeds = set()
    for _ in range(3):
        _match, desk, bots = thinking(Seat("Ann", 0, "easy"), BOT)
        bots.tick(0.0, 1.0)
        seeds.add(desk.asked[0][-1])
    assert len(seeds) == 3


def test_bot_draws_anew_for_each_move() -> None:
    match, desk, bots = thinking(Seat("Ann", 0, "easy"), BOT)
    bots.tick(0.0, 1.0)
    match.play("move e5 d4")
    bots.stop()
    bots.tick(0.0, 1.0)
    assert desk.asked[0][-1] != desk.asked[1][-1]


def test_replacement_of_a_silent_bot_depends_on_the_match() -> None:
    matches = [Session.from_position("socker", KICK, seed) for seed in range(8)]
    moves = [simple_move(session) for session in matches]
    assert moves == [simple_move(session) for session in matches]
    assert len(set(moves)) > 1


def test_no_bot_thinks_in_a_persons_turn() -> None:
    _match, desk, bots = thinking(ANN, BOT)
    assert not bots.tick(1000.0, 1.0)
    assert desk.asked == []


def test_broken_bot_is_reported_as_our_fault() -> None:
    _match, desk, bots = thinking(Seat("Ann", 0, "easy"), BOT)
    bots.tick(0.0, 0.0)
    desk.give(None, "Traceback")
    with pytest.raises(RuntimeError, match="Traceback"):
        bots.tick(0.0, 0.0)


@pytest.mark.parametrize("error", [ENDED_ERROR, SILENT_ERROR])
def test_match_continues_if_no_process_answers(error: str) -> None:
    match, desk, told = of(Seat("Ann", 0, "easy"), BOT), FakeWorker(), list[int]()
    bots = BotTurns(match, desk, told.append)
    bots.tick(BotTurns.pause, 1.0)
    assert told == []
    desk.give(None, error)
    assert bots.tick(BotTurns.pause, 1.0)
    assert len(match.session.log) == 1
    assert told == [0]


def test_seat_change_cancels_the_bots_thinking() -> None:
    match, desk, bots = thinking(Seat("Ann", 0, "easy"), Seat("Bo", 1))
    bots.tick(0.0, 0.0)
    match.assign_seat(0, "")
    assert desk.cancelled == 1
    match.assign_seat(0, "normal")
    assert desk.started == 1
    bots.tick(0.0, 0.0)
    assert desk.asked[-1][4] == "normal"
    match.concede(1)
    assert not bots.tick(1000.0, 1.0)


def test_undo_cancels_the_bots_thinking() -> None:
    match, desk, bots = thinking(ANN, BOT)
    match.play("move e5 d4")
    match.play("end")
    bots.start_thinking()
    assert len(desk.asked) == 1
    match.undo()
    assert desk.cancelled == 1
    assert not bots.tick(9 * BotTurns.pause, 1.0)
    assert match.to_move == 0


def test_missing_phone_is_reported_in_its_turn() -> None:
    match = of(ANN, Seat("Bo", 1, "", PHONE))
    there = {1: True}
    absences = DeviceWatch(match, lambda number, _device: there[number])
    assert absences.poll(settled=True).lost_seats == []
    there[1] = False
    assert absences.poll(settled=True).lost_seats == [1]
    assert absences.poll(settled=True).seat_to_decide is None
    match.play("move e5 d4")
    match.play("end")
    assert absences.poll(settled=False).seat_to_decide is None
    assert absences.poll(settled=True).seat_to_decide == 1


def test_missing_phone_is_reported_again_after_a_move_or_return() -> None:
    match, there = of(ANN, Seat("Bo", 1, "", PHONE)), {1: False}
    match.play("move e5 d4")
    match.play("end")
    absences = DeviceWatch(match, lambda number, _device: there[number])
    assert absences.poll(settled=True).seat_to_decide == 1
    absences.suppress_prompt(1, in_turn=True)
    assert absences.poll(settled=True).seat_to_decide is None
    there[1] = True
    absences.poll(settled=True)
    there[1] = False
    assert absences.poll(settled=True).seat_to_decide == 1, "it went away a second time"
    absences.suppress_prompt(1, in_turn=True)
    match.play(match.session.moves()[0])
    assert match.to_move == 1
    assert absences.poll(settled=True).seat_to_decide == 1, "a bot or the clock has moved for it"


def test_missing_controller_is_reported_once() -> None:
    match, there = of(ANN, Seat("Bo", 1, "", "pad:1")), {1: False}
    absences = DeviceWatch(match, lambda number, _device: there[number])
    assert absences.poll(settled=True).seat_to_decide == 1
    absences.suppress_prompt(1, in_turn=False)
    assert absences.poll(settled=True).seat_to_decide is None
    match.assign_seat(1, "easy", "pad:1")
    assert not absences.is_away(1)
    there[1] = True
    assert absences.poll(settled=True).back == [1]
    assert not match.seats[1].is_bot


class Slots:
    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, Mapping[str, Any]]] = {}

    def save(self, slug: str, record: str, extra: Mapping[str, Any]) -> None:
        self.kept[slug] = record, extra

    def clear(self, slug: str) -> None:
        self.kept.pop(slug, None)


def test_match_is_saved_after_each_move_until_it_ends() -> None:
    match, slots = of(ANN, BOT), Slots()
    MatchAutosaver(match, slots, lambda: {"scene": {"cursor": "e5"}})
    match.play("move e5 d4")
    record, extra = slots.kept["socker"]
    assert record == match.session.record()
    assert extra["scene"] == {"cursor": "e5"}
    assert [seat["level"] for seat in extra["seats"]] == ["", "easy"]
    match.undo()
    assert slots.kept["socker"][0] == match.session.record()
    match.concede(0)
    assert slots.kept == {}


def test_seat_and_look_changes_are_saved_without_a_move() -> None:
    match, slots = of(ANN, Seat("Bo", 1)), Slots()
    MatchAutosaver(match, slots, dict)
    match.assign_seat(1, "hard")
    assert [seat["level"] for seat in slots.kept["socker"][1]["seats"]] == ["", "hard"]
    match.set_look(0, 6)
    assert [seat["look"] for seat in slots.kept["socker"][1]["seats"]] == [6, 1]


# Rate limits.


def test_rate_limiter_forgets_the_oldest_callers() -> None:
    measure = RateLimiter(each=1, span=1000.0)
    assert measure.allows("a", 0.0)
    assert not measure.allows("a", 999.0)
    assert measure.allows("a", 1001.0)
    for who in range(MAX_CALLERS):
        assert measure.allows(who, 1001.0)
    assert measure.allows("a", 1001.0), "forgotten"


# Export and import of a match as a text file; any other file is refused in a sentence.


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
def test_exported_match_survives_import(slug: str, tmp_path: Path) -> None:
    session = over(slug)
    session.rename(0, 'Ann "the\nsock" [x]')
    match = ended_of(session, title="Ein Spiel", seconds=900.0)
    back = import_match(match_as_text(match), NOW)
    assert replace(back, name="") == replace(match, seats=back.seats)
    assert [seat["look"] for seat in back.seats] == [seat["look"] for seat in match.seats]
    assert Archive(DataFolder(tmp_path)).add(back)


def test_exported_text_is_a_readable_record() -> None:
    session = over("city")
    assert Session.from_record(match_as_text(ended_of(session))).record() == session.record()


def test_conceded_match_survives_import() -> None:
    session = Session.new("socker", seed=1)
    match = ended_of(session, conceded=1, winners=(0,))
    back = import_match(match_as_text(match), NOW)
    assert (back.conceded, back.winners, back.is_over) == (1, (0,), True)


def test_bare_records_and_reports_can_be_imported() -> None:
    session = over("socki")
    for text in (session.record(), report(ValueError("broke"), session.record())):
        back = import_match(text, NOW)
        assert (back.record, back.ended, back.is_over) == (session.record(), NOW, True)
        assert back.name == file_name("socki", NOW)


def test_running_match_is_imported_as_unfinished() -> None:
    session = Session.new("rockit", seed=3)
    back = import_match(session.record(), NOW)
    assert (back.is_over, back.winners) == (False, ())


@pytest.mark.parametrize(
    "text", ["", "hello", "{}", '[Game "chess"]\n[Version "2"]\n[Players "2"]\n[Seed "1"]\n', "[Game", "\x00",
             '[Game "socker"]\n[Version "9"]\n', "[1, 2]"]
)  # fmt: skip
def test_other_text_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"[.:]"):
        import_match(text, NOW)


@pytest.mark.parametrize(
    "beside",
    ["3", "[]", '{"seats": 4}', '{"seats": [{"look": 99, "level": 3}]}', '{"conceded": 7}', '{"ended": -1}',
     '{"title": [1], "seconds": "long"}', "{" * 3000],
)  # fmt: skip
def test_additional_header_may_contain_anything(beside: str) -> None:
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


def test_file_names_work_on_every_disk() -> None:
    session = Session.new("socker", seed=1, names=["A/B:C", "D*?"])
    assert export_file_name(ended_of(session)) == "Socker, A B C, D"
    assert export_file_name(ended_of(session, title="../..")) not in ("", ".", "..")
