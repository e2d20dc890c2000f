"""A classroom of many tables: play, questions, names, admission, and one write for each decision."""

from __future__ import annotations

import pytest

from game.core.discovery import find_game
from game.core.options import Value
from game.core.session import Session
from game.match.seats import PHONE
from game.party.messages import LanguageChanged, PhoneLeft
from game.party.registry import SavedParty, SeatRegistry
from sockdrawer_classroom.classroom import (
    MAX_PEOPLE,
    ClassAttendance,
    ClassPhase,
    ClassPlan,
    ClassRecord,
    ClassTablePlan,
    TeacherDesk,
)
from sockdrawer_classroom.classroom._class_plan import GIVEN_NAMES, NameFilter
from sockdrawer_classroom.classroom._snapshot import AttentionReason, needs_of
from sockdrawer_classroom.classroom._table import MAX_FAILURES
from sockdrawer_classroom.sociable.class_statistics import ClassStatistics
from sockdrawer_classroom.tests.classroom.fake_classroom import FakeClassroom, command, plan, play_of
from sockdrawer_classroom.tests.classroom.fake_party import FakeClassWithPhones
from tests.matches import GAMES, SHORT
from tests.sampling import sample

# Many tables without a window: people, chairs, hands, the clock; no test waits.


def test_pupils_get_chairs_and_bots_take_the_rest() -> None:
    evening = FakeClassroom.begun(3, 13)
    assert [len(table.people) for table in evening.hall.tables] == [5, 4, 4]
    for table in evening.hall.tables:
        match = play_of(table).match
        seats = match.seats
        assert [seat.is_on_phone for seat in seats] == [chair is not None for chair in table.chairs]
        assert len({seat.look for seat in seats}) == 5
        assert match.session.promised


def test_waiting_table_does_not_stop_the_others() -> None:
    evening = FakeClassroom.begun(2, 2)
    waits = evening.person_to_move
    evening.play(lambda: waits(1) is not None)
    stands = len(play_of(evening.table(1)).match.session.log)
    for _ in range(3000):
        if evening.table(2).hands == 2:
            break
        evening.move(2)
        evening.tick()
    assert evening.table(2).hands == 2
    assert len(play_of(evening.table(1)).match.session.log) == stands
    [need] = needs_of(evening.hall, {})
    assert (need.why, need.table, need.person) == (AttentionReason.LONG, 1, waits(1))


def test_swapped_pupils_finish_their_hands_first() -> None:
    evening = FakeClassroom.begun(2, 10)
    hall = evening.hall
    one, other = evening.table(1).people[0], evening.table(2).people[0]
    hall.seating.swap(one, other)
    assert evening.table(1).seat_of(one) == 0
    evening.play(lambda: not hall.seating.moves)
    assert (evening.table(2).seat_of(one), evening.table(1).seat_of(other)) == (0, 0)
    for table, person in ((1, other), (2, one)):
        play = play_of(evening.table(table))
        assert play.match.seats[0].name == hall.roster[person].name
        assert play.match.seats[0].device == PHONE
        assert play.match.session.names[0] == hall.roster[person].name


def test_moved_pupil_takes_a_bot_chair_after_the_hand() -> None:
    evening = FakeClassroom.begun(2, 10)
    seating, one = evening.hall.seating, evening.table(1).people[0]
    assert not seating.move_person(one, 2)
    evening.hall.leave(evening.table(2).people[3])
    assert seating.move_person(one, 2)
    assert evening.table(1).seat_of(one) == 0
    evening.play(lambda: evening.table(1).hands == 1)
    assert evening.table(2).seat_of(one) == 3
    assert play_of(evening.table(1)).match.seats[0].is_bot


def test_moved_pupil_gets_another_chair_if_theirs_is_taken() -> None:
    """Two people are sent to the same chair, and neither is left without one for good."""
    evening = FakeClassroom.begun(3, 15)
    seating = evening.hall.seating
    one, two, three = (table.people[0] for table in evening.hall.tables)
    seating.swap(one, two)
    seating.swap(one, three)
    evening.play(lambda: not seating.moves)
    assert not seating.standing
    assert evening.table(3).seat_of(one) == 0


def test_sittings_record_who_held_a_chair_from_which_ply() -> None:
    evening = FakeClassroom.begun(1, 4)
    table = evening.table(1)
    evening.play(lambda: table.hands == 1)
    ply = len(play_of(table).match.session.log)
    evening.hall.admit(4, "Late")
    told = [(one.ply, one.name, one.bot) for one in table.sittings if one.seat == 4]
    assert told[0][0] == 0
    assert told[0][2], "a computer had the chair"
    assert told[-1] == (ply, "Late", False)


def test_late_pupil_can_leave_return_and_be_replaced() -> None:
    evening = FakeClassroom.begun(2, 8)
    hall = evening.hall
    late = hall.admit(8, "Ida")
    place = hall.seating.place_of(late.number)
    assert place is not None
    hall.take_over(8)
    table = evening.table(place.table)
    match = play_of(table).match
    assert place.seat is not None
    assert match.seats[place.seat].is_reserved
    hall.end_takeover(8)
    assert match.seats[place.seat].is_on_phone
    hall.admit(9, "Bo")
    hall.admit(10, "Kit")
    assert [person.name for person in hall.seating.standing] == ["Kit"]


def test_nudge_does_not_reach_the_next_person_on_the_chair() -> None:
    evening = FakeClassroom.begun(1, 5)
    evening.hall.nudge(3)
    place = evening.hall.seating.place_of(3)
    assert place is not None
    assert place.seat is not None
    evening.hall.leave(3)
    evening.hall.admit(5, "Ida")
    assert evening.hall.seating.place_of(5) == place
    assert evening.table(1).nudge_counts[place.seat] == 0


def test_last_hand_is_finished_and_no_other_begins() -> None:
    evening = FakeClassroom.begun(2, 10, minutes=10)
    evening.hall.more_time(-7, evening.now)
    evening.play(lambda: evening.hall.phase is ClassPhase.LAST_HAND)
    assert not evening.hall.is_over
    hands = [table.hands for table in evening.hall.tables]
    evening.play(lambda: evening.hall.is_over)
    assert [table.hands - was for table, was in zip(evening.hall.tables, hands, strict=True)] == [1, 1]
    for table in evening.hall.tables:
        assert play_of(table).screen.is_closing
        assert not evening.move(table.number)


def test_pause_stops_all_tables_or_one() -> None:
    evening = FakeClassroom.begun(2, 0)
    hall = evening.hall
    for number in range(2):
        hall.admit(number)

    def moves() -> list[int]:
        for _ in range(40):
            evening.tick()
        return [len(table.play.match.session.log) for table in hall.tables if table.play]

    hall.pause(paused=True)
    assert moves() == moves() == [0, 0]
    hall.pause(paused=False)
    hall.pause(paused=True, table=1)
    assert moves()[0] == 0
    hall.pause(paused=False, table=1)


def test_table_without_people_does_not_play() -> None:
    evening = FakeClassroom.begun(2, 1)
    for _ in range(60):
        evening.tick()
    play = play_of(evening.table(2))
    assert not play.match.session.log


def test_broken_bot_costs_one_move() -> None:
    evening = FakeClassroom.begun(1, 1)
    table = evening.table(1)
    match = play_of(table).match
    evening.play(lambda: match.bot_to_move is not None)
    evening.worker.breaks = True
    moves = len(match.session.log)
    for _ in range(MAX_FAILURES * 4):
        evening.tick()
    assert len(match.session.log) > moves
    assert "broke" in table.trouble


def test_tables_keep_their_own_rules() -> None:
    made = ClassPlan(
        "sociable", (ClassTablePlan(5, {"exchange": "off"}), ClassTablePlan(5, {"exchange": "reversed"}))
    )
    evening = FakeClassroom(made, 10)
    evening.hall.begin(evening.now)
    told = [
        dict(Session.from_record(sheet.record).options)["exchange"]
        for sheet in evening.hall.class_record().sheets
    ]
    assert told == ["off", "reversed"]


def test_finished_match_is_followed_by_another() -> None:
    evening = FakeClassroom.begun(1, 2, options={"target": 0})
    table = evening.table(1)
    evening.play(lambda: table.pages)
    assert table.hands == 3
    evening.play(lambda: table.hands == 4)
    sheets = evening.hall.class_record().sheets
    assert [sheet.number for sheet in sheets] == [1, 1]
    assert Session.from_record(sheets[0].record).outcome is not None
    assert sheets[0].people[:2] == ("P0", "P1")
    assert sheets[0].bots == (False, False, True, True, True)


def test_pupils_are_seated_by_chance_list_or_hand() -> None:
    evening = FakeClassroom(plan(2, names=("Ayla", "Ben", "Chiara")), 0)
    for number in range(8):
        evening.hall.admit(number)
    assert [person.name for person in evening.hall.roster][:3] == ["Ayla", "Ben", "Chiara"]
    seating = evening.hall.seating
    seating.by_list()
    assert [table.people for table in evening.hall.tables] == [[0, 1, 2, 3, 4], [5, 6, 7]]
    seating.swap(0, 7)
    assert [table.people for table in evening.hall.tables] == [[7, 1, 2, 3, 4], [5, 6, 0]]
    assert not seating.move_person(5, 1, 4)
    assert evening.table(2).people == [5, 6, 0]
    assert seating.move_person(5, 2, 4)
    assert evening.table(2).people == [6, 0, 5]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"tables": []}, "1 to 8 tables"),
        ({"tables": [{"players": 9}]}, "players"),
        ({"tables": [{"players": 5, "options": {"exchange": "sideways"}}]}, "exchange"),
        ({"game": "chess"}, "no game"),
        ({"level": "godlike"}, "no level"),
        ({"minutes": "soon"}, "whole number"),
        ({"names": [1]}, "names.1 is a text"),
    ],
)
def test_unplayable_lesson_says_why(said: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        ClassPlan.from_state(plan(1).dump_state() | said)


def test_lesson_plan_survives_saving() -> None:
    made = plan(3, title="Class 9b", names=("Ayla", "Ben"), minutes=35, options={"exchange": "off"})
    assert ClassPlan.from_state(made.dump_state()) == made


def test_lesson_plan_is_read_without_the_style_of_old_versions() -> None:
    made = plan(1)
    assert ClassPlan.from_state(made.dump_state() | {"level": f"{made.level}/saver"}) == made


def test_voted_rule_applies_from_the_next_hand() -> None:
    evening = FakeClassroom.begun(2, 10)
    evening.hall.table(1).set_rules(ClassTablePlan(5, {"exchange": "reversed"}))
    evening.play(lambda: evening.table(1).hands == 2)
    one, two = (table.table_records for table in evening.hall.tables)
    told = [Session.from_record(page.record).options["exchange"] for page in one]
    assert told == ["on", "reversed"]
    assert len(two) == 1
    with pytest.raises(ValueError, match="chairs"):
        evening.hall.table(1).set_rules(ClassTablePlan(4))
    with pytest.raises(ValueError, match="exchange"):
        evening.hall.table(1).set_rules(ClassTablePlan(5, {"exchange": "sideways"}))


@pytest.mark.parametrize("game", sample(GAMES, "sociable", "city"))
def test_classroom_plays_every_game(game: str) -> None:
    """One person and bots at one table, only people at the other, to the last hand."""
    options = {name: values[0] for name, values in SHORT.get(game, {}).items()}
    size = find_game(game).info.default_players
    evening = FakeClassroom.begun(2, 1 + size, game=game, options=options)
    assert sorted(len(table.people) for table in evening.hall.tables) != [0, 1 + size]
    evening.play(lambda: all(len(one.table_records[-1].record) > 0 for one in evening.hall.tables))
    for _ in range(200):
        for table in evening.hall.tables:
            evening.move(table.number)
        evening.tick()
    again = evening.resumed()
    assert [one.table_records for one in again.hall.tables] == [
        one.table_records for one in evening.hall.tables
    ]
    again.hall.last_hand()
    again.play(lambda: again.hall.is_over, max_rounds=20_000)
    for table in again.hall.tables:
        assert table.hands >= 1
        for page in table.table_records:
            Session.from_record(page.record)


def test_debrief_reads_the_saved_class_record() -> None:
    rules: list[dict[str, Value]] = [{}, {"exchange": "off"}, {"target": 0}]
    evening = FakeClassroom(
        ClassPlan("sociable", tuple(ClassTablePlan(5, one) for one in rules), "Class 9b"), 14
    )
    evening.hall.begin(evening.now)
    evening.play(lambda: all(table.hands >= 4 for table in evening.hall.tables))
    book = ClassRecord.from_json(evening.hall.class_record().to_json())
    assert book.sheets == evening.hall.class_record().sheets
    story = ClassStatistics.of(book)
    assert story.hands == sum(table.hands for table in evening.hall.tables)
    assert (book.title, book.began) == ("Class 9b", evening.hall.began)


def test_sheet_names_who_sat_there_longest() -> None:
    evening = FakeClassroom.begun(1, 4)
    table = evening.table(1)
    evening.tick(0.1)
    evening.hall.admit(4, "Late")
    evening.play(lambda: table.hands == 1)
    evening.hall.leave(0)
    evening.tick()
    [sheet] = evening.hall.class_record().sheets
    assert sheet.people[4] == "Late"
    assert (sheet.people[0], sheet.bots[0]) == ("P0", False)


def test_lesson_resumed_later_does_not_end_at_once() -> None:
    evening = FakeClassroom.begun(1, 5, minutes=10)
    again = evening.resumed()
    again.now += 86_400.0
    again.hall.catch_up_clock(again.now)
    again.tick()
    assert not again.hall.is_last()
    assert again.slot.parts["hall"]["ends"] is None
    again.hall.more_time(1, again.now)
    again.tick(61.0)
    assert again.hall.is_last()


def test_bot_keeps_a_pupils_seat_in_the_next_match() -> None:
    evening = FakeClassroom.begun(1, 2, options={"target": 0})
    table = evening.table(1)
    evening.hall.take_over(1)
    evening.play(lambda: table.pages)
    match = play_of(table).match
    assert [match.seats[n].is_reserved for n in range(3)] == [False, True, False]
    evening.hall.end_takeover(1)
    assert not match.seats[1].is_bot


def test_restored_rule_does_not_end_the_match() -> None:
    evening = FakeClassroom.begun(1, 2)
    table, as_it_was = evening.table(1), evening.table(1).plan
    evening.hall.table(1).set_rules(ClassTablePlan(5, {"exchange": "off"}))
    assert table.begins_anew
    evening.hall.table(1).set_rules(as_it_was)
    assert not table.begins_anew
    evening.play(lambda: table.hands == 2)
    assert not table.pages


def test_abandoned_table_does_not_delay_the_end() -> None:
    evening = FakeClassroom.begun(2, 10)
    evening.hall.last_hand()
    for person in evening.table(2).people:
        evening.hall.leave(person)
    evening.tick()
    assert [table.is_stopped for table in evening.hall.tables] == [False, True]


def test_bot_failure_is_shown_until_the_hand_ends() -> None:
    evening = FakeClassroom.begun(1, 1)
    table = evening.table(1)
    evening.worker.breaks = True
    evening.play(lambda: table.trouble)
    evening.worker.breaks = False
    evening.play(lambda: table.hands == 1)
    assert table.trouble == ""


def test_repeated_undo_does_not_hide_a_waiting_table() -> None:
    evening = FakeClassroom.begun(1, 2, game="socker", players=2)
    play = play_of(evening.table(1))
    for _ in range(6):
        assert evening.move(1)
        play.match.undo()
        evening.tick(20)
    assert [need.why for need in needs_of(evening.hall, {})] == [AttentionReason.LONG]
    while needs_of(evening.hall, {}):
        assert evening.move(1)
    assert len(play.match.session.log) == 2


# Questions to the whole class, also to people without a match.


def test_pupil_without_match_gets_the_class_votes() -> None:
    lesson = FakeClassWithPhones(plan(1), 3)
    desk = lesson.with_desk()
    command(desk, "proposals", open=True)
    lesson.turn()
    choice = lesson.state(2)["rules"]["choices"][0]
    assert lesson.do(2, "propose", option=choice["option"], value=choice["value"]) == ""
    assert [rule["mine"] for rule in lesson.state(1)["rules"]["rules"]] == [None]
    lesson.hall.begin(lesson.now)
    lesson.hall.last_hand()
    lesson.join(8, "Late")
    command(desk, "vote", open=True, round="before")
    lesson.turn()
    told = lesson.state(8)
    assert told["lobby"] is True
    assert (told["vote"]["voted"], told["vote"]["of"]) == (False, 4)
    assert "table in a moment" not in told["words"]
    assert lesson.do(8, "vote", round=0, shares=[50, 25, 25]) == ""
    assert lesson.state(8)["vote"]["voted"] is True


# Names that a class may read, and names that are assigned.


@pytest.mark.parametrize(
    "name",
    [
        "Ayla", "Nazim", "Yoshito", "Cassandra", "Nigel", "Ágnes", "Lîn", "李", "Thure", "Hancock", "Sextus",
        "Rosa Lopez", "Benjamin Chia", "Elias Pasti", "Mari Conde", "Claudio Cane", "Van de Putte",
        "Fickenscher", "Cazzola", "Couillard", "Dominique", "Kike", "Marica", "Huso", "Barsch", "Merdan",
    ],
)  # fmt: skip
def test_name_filter_allows_real_names(name: str) -> None:
    assert NameFilter().fitting(name, []) == name


@pytest.mark.parametrize(
    "name",
    [
        "Fuck you", "f u c k", "FÜCK", "sh1t", "Sch3iße", "fuuuck", "Big Ass", "h!tler",
        "Hurensohn", "Huren Sohn", "Ficken", "Fickdich", "Fick dich", "Wixxer", "Spasti", "Mongo",
        "Missgeburt", "Sieg Heil", "Zigeuner", "Dickhead", "Faggot", "Retard", "Bullshit", "Putain",
        "Connard", "Enculé", "Salope", "Nique ta mère", "Fils de pute", "Puta", "Hijo de puta", "Cabrón",
        "Gilipollas", "Mierda", "Cazzo", "Stronzo", "Stronza", "Coglione", "Vaffanculo", "Merda",
    ],
)  # fmt: skip
def test_improper_name_is_replaced_by_a_listed_one(name: str) -> None:
    assert NameFilter().fitting(name, []) == GIVEN_NAMES[0]


def test_teacher_can_ban_more_words() -> None:
    assert not NameFilter(["Rektor"]).allows("Der Rektor")


def test_names_are_unique() -> None:
    names: list[str] = []
    for _ in range(MAX_PEOPLE):
        names.append(NameFilter().fitting("", names))
    assert len(set(names)) == MAX_PEOPLE
    assert NameFilter().fitting("Ann", ["Ann"]) == "Ann 2"


# Messages of phones cost few writes, also if many come in one turn.


def test_unchanged_language_is_not_saved_again() -> None:
    lesson = FakeClassWithPhones(plan(2), 10)
    lesson.party.news.append(LanguageChanged(4, "de"))
    lesson.turn()
    before = len(lesson.slot.writes)
    for _ in range(20):
        lesson.party.news.append(LanguageChanged(4, "de"))
        lesson.turn()
    assert len(lesson.slot.writes) == before


def test_class_joining_in_one_turn_is_saved_once() -> None:
    lesson = FakeClassWithPhones(plan(6))
    for number in range(30):
        lesson.join(number, f"P{number}")
        lesson.party.news.append(LanguageChanged(number, "de"))
    before = len(lesson.slot.writes)
    lesson.turn()
    assert [name for name, _text in lesson.slot.writes[before:]] == ["hall"]
    assert len(lesson.slot.parts["hall"]["people"]) == 30


def test_repeated_joins_in_one_turn_save_each_part_once() -> None:
    lesson = FakeClassWithPhones.begun(2, 9)
    before = len(lesson.slot.writes)
    for _ in range(10):
        lesson.join(9, "Z")
        lesson.party.news.append(PhoneLeft(9))
    lesson.join(9, "Z")
    lesson.turn()
    written = [name for name, _text in lesson.slot.writes[before:]]
    assert written[0] == "hall"
    assert len(written) == len(set(written))
    assert 9 in [person.number for person in lesson.resumed().hall.roster]


# A closed classroom admits no new people; people who were there before can come back.


def guarded(people: int = 4) -> tuple[FakeClassWithPhones, TeacherDesk]:
    """Return a lesson with a teacher at the desk."""
    lesson = FakeClassWithPhones(plan(2), people)
    desk = lesson.with_desk()
    lesson.turn()
    return lesson, desk


def registered(lesson: FakeClassWithPhones) -> SeatRegistry:
    """Return the seats as the server knows them now."""
    registry = SeatRegistry("WOOL")
    registry.offer(lesson.party.places, "Class", listed=lesson.party.listed)
    return registry


def test_removed_pupil_cannot_return_while_the_door_is_shut() -> None:
    lesson, desk = guarded()
    assert len(registered(lesson).free) == MAX_PEOPLE - 4
    command(desk, "door", open=False)
    command(desk, "remove", person=2)
    lesson.turn()
    assert lesson.party.removed == [2]
    assert registered(lesson).take(0) is None
    names = [place.name for place in lesson.party.places]
    assert names[:2] == ["P0", "P1"]
    command(desk, "door", open=True)
    lesson.turn()
    assert registered(lesson).take(0) is not None


def test_shut_door_lists_pupils_who_are_away() -> None:
    lesson, desk = guarded()
    command(desk, "door", open=False)
    lesson.turn()
    registry = registered(lesson)
    registry.restore_state(SavedParty("WOOL", {1: "t" * 32}))
    registry.offer(lesson.party.places, "Class", listed=lesson.party.listed)
    listing = registry.listing(present=frozenset())
    assert (listing.free, [place.name for place in listing.away]) == ((), ["P1"])
    assert registry.seat_of("t" * 32) == 1


def test_door_stays_shut_after_a_restart() -> None:
    lesson, desk = guarded()
    command(desk, "door", open=False)
    assert desk.snapshot(lesson.now).door_open is False
    again = TeacherDesk(ClassAttendance(lesson.party, lesson.resumed().hall), lambda: lesson.now)
    assert again.is_door_open
    again.restore_state(lesson.slot.parts)
    assert not again.is_door_open
