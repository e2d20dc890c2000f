"""Round two of a lesson: tables change the rule, and people are compared with themselves."""

from __future__ import annotations

import json

import pytest

from sockdrawer_classroom.classroom import ClassPhase, ClassPlan, ClassTablePlan
from sockdrawer_classroom.sociable.class_statistics import ClassStatistics
from sockdrawer_classroom.tests.classroom.fake_classroom import FakeClassroom, play_of
from sockdrawer_classroom.tests.classroom.fake_party import FakeClassWithPhones
from sockdrawer_classroom.tests.classroom.test_desk import AtDesk
from tests.sampling import risk

HALVES = ClassPlan(
    "sociable",
    tuple(ClassTablePlan(5, {"target": 21, "exchange": way}) for way in ("on", "off", "on", "off")),
)


def begun(made: ClassPlan = HALVES, people: int = 20) -> AtDesk:
    found = AtDesk(begun=False)
    evening = FakeClassroom(made, people)
    found.evening, found.hall = evening, evening.hall
    found.door.hall = found.desk.hall = evening.hall
    found.desk.hall.extras["desk"] = found.desk.dump_state
    found.do("begin")
    return found


def ways(made: AtDesk) -> list[str]:
    """Return the exchange rule of each table's match."""
    plays = [table.play for table in made.hall.tables]
    return [play.match.session.options.get_str("exchange") for play in plays if play is not None]


def all_end(made: AtDesk) -> None:
    hands = [table.hands for table in made.hall.tables]
    made.evening.play(
        lambda: all(table.hands > count for table, count in zip(made.hall.tables, hands, strict=True))
    )


def round_two(made: AtDesk) -> None:
    made.evening.play(lambda: all(table.round == 2 for table in made.hall.tables))


def test_one_press_swaps_the_rules_and_keeps_both_rounds() -> None:
    made = begun()
    assert not made.glance.swap.may
    assert made.refused("swap_rules") == "No hand has ended yet."
    all_end(made)
    swap = made.glance.swap
    assert swap.may
    assert swap.words == "Tables 1 and 3: Without the exchange. Tables 2 and 4: With the exchange."
    people = [table.people for table in made.hall.tables]
    made.do("swap_rules")
    assert made.refused("swap_rules") == "The rules have already been swapped."
    round_two(made)
    assert ways(made) == ["off", "on", "off", "on"]
    assert [table.people for table in made.hall.tables] == people
    assert all(dict(table.plan.options)["target"] == 21 for table in made.hall.tables)
    all_end(made)
    played = [(sheet.number, sheet.round) for sheet in made.desk.book().sheets]
    assert played == [(table, lap) for table in (1, 2, 3, 4) for lap in (1, 2)]
    assert {
        (one.way, one.round) for one in ClassStatistics.of(made.desk.book()).tables if one.number == 1
    } == {("on", 1), ("off", 2)}
    assert (made.glance.round, made.glance.swap.may) == (2, False)


def test_table_finishes_its_hand_before_round_two() -> None:
    made = begun()
    made.hand_ends(1)
    made.evening.play(lambda: not made.hall.tables[0].play.screen.is_closing)  # type: ignore[union-attr]
    made.do("swap_rules")
    assert [table.round for table in made.hall.tables] == [1, 1, 1, 1]
    hands = made.hall.tables[0].hands
    round_two(made)
    assert made.hall.tables[0].pages[0].round == 1
    assert made.hall.tables[0].hands == hands + 1


def test_redrawn_seats_give_the_other_rule_and_other_neighbours() -> None:
    made = begun()
    all_end(made)
    before = {person: table.number % 2 for table in made.hall.tables for person in table.people}
    beside = {frozenset(table.people) for table in made.hall.tables}
    made.do("swap_rules", people="drawn")
    told = made.glance.swap
    assert not told.may
    assert told.waits
    assert "Round 2 starts once the hand" in told.wait_sentence
    first = next(table for table in made.hall.tables)
    made.evening.play(lambda: first.play is not None and first.play.screen.stays)
    assert made.hall.round == 1
    hands = first.hands
    round_two(made)
    assert first.hands == hands
    assert ways(made) == ["off", "on", "off", "on"]
    after = {person: table.number % 2 for table in made.hall.tables for person in table.people}
    assert after == before
    assert {frozenset(table.people) for table in made.hall.tables} != beside


def test_teacher_need_not_wait_for_the_slowest_table() -> None:
    made = begun()
    made.hand_ends(1)
    made.do("swap_rules", people="drawn")
    assert made.refused("swap_rules") == "The rules have already been swapped."
    made.do("round_now")
    assert [table.round for table in made.hall.tables] == [2, 2, 2, 2]
    assert made.refused("round_now") == "You can't do that now."
    assert len({person for table in made.hall.tables for person in table.people}) == 20


@pytest.mark.parametrize("people", ["stay", "drawn"])
def test_round_two_starts_after_the_last_hand_or_the_debrief(people: str) -> None:
    made = begun()
    all_end(made)
    made.do("to_debrief")
    assert made.glance.phase == "debrief"
    made.do("swap_rules", people=people)
    assert made.glance.phase == "playing"
    assert [table.round for table in made.hall.tables] == [2, 2, 2, 2]
    all_end(made)
    assert not made.hall.is_over


def test_expired_clock_does_not_end_round_two() -> None:
    made = begun(ClassPlan("sociable", HALVES.tables, minutes=1))
    made.evening.play(lambda: made.hall.is_over)
    made.do("swap_rules")
    made.evening.tick()
    assert made.hall.phase is ClassPhase.PLAYING
    assert made.glance.clock.words == ""


def test_last_hand_cancels_a_pending_round_two() -> None:
    made = begun()
    made.hand_ends(1)
    made.do("swap_rules", people="drawn")
    made.do("last_hand")
    made.evening.play(lambda: made.hall.is_over)
    assert {sheet.round for sheet in made.desk.book().sheets} == {1}
    made.do("swap_rules")
    assert ways(made) == ["off", "on", "off", "on"]


def test_swapping_one_rule_for_all_warns_about_practice() -> None:
    made = begun(ClassPlan("sociable", (ClassTablePlan(5, {"target": 21}),) * 2), people=10)
    all_end(made)
    assert made.glance.swap.words == (
        "Tables 1 and 2: Without the exchange. All tables change the same way, so the "
        "effects of rule and practice can't be separated."
    )
    made.do("swap_rules")
    round_two(made)
    assert ways(made) == ["off", "off"]


def test_game_without_a_swappable_rule_has_one_round() -> None:
    made = AtDesk(game="socker", players=2, people=4)
    assert not made.glance.swap.may
    assert made.refused("swap_rules") == "This game has no rules to swap."


@risk
@pytest.mark.parametrize("people", ["stay", "drawn"])
@pytest.mark.parametrize("when", ["before", "within", "after"])
def test_lesson_killed_around_round_two_continues_it(people: str, when: str) -> None:
    made = begun()
    made.hand_ends(1)
    made.do("swap_rules", people=people)
    first = made.hall.table(1)
    if when == "within":
        made.evening.play(lambda: first.round == 2 or (first.play is not None and first.play.screen.stays))
    if when == "after":
        round_two(made)
        all_end(made)
    hands = first.hands
    again = made.evening.resumed()
    again.play(lambda: all(table.round == 2 for table in again.hall.tables))
    if when == "within":
        assert again.table(1).hands == hands, "the end of a hand was seen: none by the old rules follows it"
    assert [dict(table.plan.options)["exchange"] if "exchange" in table.plan.options else "on"
            for table in again.hall.tables] == ["off", "on", "off", "on"]  # fmt: skip
    assert len({person for table in again.hall.tables for person in table.people}) == 20
    rounds = [sheet.round for sheet in again.hall.class_record().sheets if sheet.number == 1]
    assert rounds == [1, 2]


@risk
@pytest.mark.parametrize("people", ["stay", "drawn"])
def test_kill_between_any_two_writes_of_the_swap_ends_in_round_two(people: str) -> None:
    made = begun()
    made.evening.play(lambda: made.hall.table(2).hands > 0)
    made.do("last_hand")
    made.evening.play(lambda: made.hall.is_over)
    parts, written = dict(made.evening.slot.parts), len(made.evening.slot.writes)
    made.do("swap_rules", people=people)
    for name, text in made.evening.slot.writes[written:]:
        parts[name] = json.loads(text)
        if parts["hall"]["phase"] != "playing" or (people == "drawn" and parts["hall"]["round"] == 1):
            continue
        again = FakeClassroom(ClassPlan.from_state(parts["hall"]["plan"]), 0)
        again.slot.parts = dict(parts)
        assert again.hall.restore_state(dict(parts)) == []
        again.play(lambda again=again: all(table.round == 2 for table in again.hall.tables))  # type: ignore[misc]
        assert [table.plan.options.get("exchange", "on") for table in again.hall.tables] == [
            "off", "on", "off", "on",
        ]  # fmt: skip
        assert len({person for table in again.hall.tables for person in table.people}) == 20


def test_phones_show_only_the_new_rules_after_the_swap() -> None:
    made = FakeClassWithPhones(HALVES, 20)
    made.hall.begin(made.now)
    made.play(lambda: all(table.hands for table in made.hall.tables))
    made.hall.swap_rules(made.now, draws=False)
    made.play(lambda: all(table.round == 2 for table in made.hall.tables))
    made.turn()
    for table, rule in ((1, "Without the exchange"), (2, "With the exchange")):
        told = made.state(made.hall.table(table).people[0])
        assert told["table"] == f"Table {table}, round 2"
        assert told["notice"] == {
            "words": "Round 2: the rules have changed.",
            "lines": [f"From now on: {rule}"],
        }
    made.play(lambda: all(table.match_hands for table in made.hall.tables))
    made.play(lambda: not play_of(made.hall.table(1)).screen.is_closing)
    assert not made.state(made.hall.table(1).people[0])["notice"]


def test_phones_of_a_waiting_table_say_why() -> None:
    made = FakeClassWithPhones(HALVES, 20)
    made.hall.begin(made.now)
    made.play(lambda: made.hall.table(1).hands)
    made.hall.swap_rules(made.now, draws=True)
    table = made.hall.table(1)
    made.play(lambda: table.play is not None and table.play.screen.stays)
    made.turn()
    told = made.state(table.people[0])["notice"]
    assert told["words"] == "The rules change once every table has finished its hand."


def test_lesson_saved_without_rounds_resumes_in_the_first() -> None:
    made = begun()
    all_end(made)
    for part in made.evening.slot.parts.values():
        for name in ("round", "draws", "closing"):
            part.pop(name, None)
        for page in part.get("pages", ()):
            page.pop("round", None)
    again = made.evening.resumed()
    assert (again.hall.round, again.hall.draws) == (1, False)
    assert {sheet.round for sheet in again.hall.class_record().sheets} == {1}
    again.hall.swap_rules(again.now, draws=False)
    again.play(lambda: all(table.round == 2 for table in again.hall.tables))
