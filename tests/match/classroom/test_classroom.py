"""A hall of many tables: played in, asked, named, entered, and every decision written once."""

from __future__ import annotations

import pytest

from game.core.discovery import find_game
from game.core.options import Value
from game.core.session import Session
from game.games.sociable.statistics.class_statistics import ClassStatistics
from game.match.classroom import (
    PEOPLE,
    ClassAttendance,
    ClassPhase,
    ClassPlan,
    ClassRecord,
    ClassTablePlan,
    TeacherDesk,
)
from game.match.classroom._class_plan import GIVEN, NameFilter
from game.match.classroom._snapshot import AttentionReason, needs_of
from game.match.classroom._table import BROKEN
from game.match.classroom._teacher_commands import parse_command
from game.match.seats import PHONE
from game.party.messages import LanguageChanged, PhoneLeft
from game.party.registry import SavedParty, SeatRegistry
from tests.match.classroom.fake_classroom import FakeClassroom, plan, play_of
from tests.match.classroom.fake_party import FakeClassWithPhones
from tests.matches import GAMES, SHORT
from tests.sampling import todays_sample

# Many tables without a window: people, chairs, hands, the clock; nothing is waited for.


def test_everybody_gets_a_chair_and_computers_the_rest() -> None:
    evening = FakeClassroom.begun(3, 13)
    assert [len(table.people) for table in evening.hall.tables] == [5, 4, 4]
    for table in evening.hall.tables:
        match = play_of(table).match
        seats = match.seats
        assert [seat.is_on_phone for seat in seats] == [chair is not None for chair in table.chairs]
        assert len({seat.look for seat in seats}) == 5, "nobody at a table looks like another"
        assert match.session.promised


def test_a_table_that_waits_for_somebody_stops_no_other() -> None:
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


def test_two_people_who_are_swapped_play_their_hands_to_the_end() -> None:
    evening = FakeClassroom.begun(2, 10)
    hall = evening.hall
    one, other = evening.table(1).people[0], evening.table(2).people[0]
    hall.seating.swap(one, other)
    assert evening.table(1).seat_of(one) == 0, "nobody leaves within a hand"
    evening.play(lambda: not hall.seating.moves)
    assert (evening.table(2).seat_of(one), evening.table(1).seat_of(other)) == (0, 0)
    for table, person in ((1, other), (2, one)):
        play = play_of(evening.table(table))
        assert play.match.seats[0].name == hall.roster[person].name
        assert play.match.seats[0].device == PHONE
        assert play.match.session.names[0] == hall.roster[person].name


def test_who_is_moved_goes_where_a_computer_sits_once_the_hand_has_ended() -> None:
    evening = FakeClassroom.begun(2, 10)
    seating, one = evening.hall.seating, evening.table(1).people[0]
    assert not seating.put(one, 2), "all chairs are people's who stay"
    evening.hall.leave(evening.table(2).people[3])
    assert seating.put(one, 2)
    assert evening.table(1).seat_of(one) == 0, "nobody leaves within a hand"
    evening.play(lambda: evening.table(1).hands == 1)
    assert evening.table(2).seat_of(one) == 3
    assert play_of(evening.table(1)).match.seats[0].is_bot


def test_whose_chair_is_taken_meanwhile_sits_elsewhere() -> None:
    """Two people are told to go to the same chair, and nobody is left standing for good."""
    evening = FakeClassroom.begun(3, 15)
    seating = evening.hall.seating
    one, two, three = (table.people[0] for table in evening.hall.tables)
    seating.swap(one, two)
    seating.swap(one, three)
    evening.play(lambda: not seating.moves)
    assert not seating.standing
    assert evening.table(3).seat_of(one) == 0


def test_it_is_told_hand_by_hand_who_sat_where() -> None:
    evening = FakeClassroom.begun(1, 4)
    table = evening.table(1)
    evening.play(lambda: table.hands == 1)
    ply = len(play_of(table).match.session.log)
    evening.hall.come(4, "Late")
    told = [(one.ply, one.name, one.bot) for one in table.sittings if one.seat == 4]
    assert told[0][0] == 0
    assert told[0][2], "a computer had the chair"
    assert told[-1] == (ply, "Late", False)


def test_late_away_back_and_replaced() -> None:
    evening = FakeClassroom.begun(2, 8)
    hall = evening.hall
    late = hall.come(8, "Ida")
    place = hall.seating.place_of(late.number)
    assert place is not None, "where a computer sat"
    hall.take_over(8)
    table = evening.table(place.table)
    match = play_of(table).match
    assert place.seat is not None
    assert match.seats[place.seat].is_kept_warm
    hall.be_back(8)
    assert match.seats[place.seat].is_on_phone
    hall.come(9, "Bo")
    hall.come(10, "Kit")
    assert [person.name for person in hall.seating.standing] == ["Kit"], "all chairs are taken"


def test_who_takes_a_chair_is_not_called_for_the_one_before() -> None:
    evening = FakeClassroom.begun(1, 5)
    evening.hall.nudge(3)
    place = evening.hall.seating.place_of(3)
    assert place is not None
    assert place.seat is not None
    evening.hall.leave(3)
    evening.hall.come(5, "Ida")
    assert evening.hall.seating.place_of(5) == place
    assert evening.table(1).nudged[place.seat] == 0


def test_the_last_hand_is_played_to_its_end_and_no_other_begins() -> None:
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


def test_a_pause_stops_all_or_one() -> None:
    evening = FakeClassroom.begun(2, 0)
    hall = evening.hall
    for number in range(2):
        hall.come(number)

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


def test_where_nobody_sits_nothing_is_played() -> None:
    evening = FakeClassroom.begun(2, 1)
    for _ in range(60):
        evening.tick()
    play = play_of(evening.table(2))
    assert not play.match.session.log


def test_a_computer_player_that_breaks_costs_one_move() -> None:
    evening = FakeClassroom.begun(1, 1)
    table = evening.table(1)
    match = play_of(table).match
    evening.play(lambda: match.bot is not None)
    evening.worker.breaks = True
    moves = len(match.session.log)
    for _ in range(BROKEN * 4):
        evening.tick()
    assert len(match.session.log) > moves
    assert "broke" in table.trouble


def test_each_table_has_its_own_rules() -> None:
    made = ClassPlan(
        "sociable", (ClassTablePlan(5, {"exchange": "off"}), ClassTablePlan(5, {"exchange": "reversed"}))
    )
    evening = FakeClassroom(made, 10)
    evening.hall.begin(evening.now)
    told = [
        dict(Session.from_record(sheet.record).options)["exchange"] for sheet in evening.hall.book().sheets
    ]
    assert told == ["off", "reversed"]


def test_a_match_that_is_over_is_followed_by_another() -> None:
    evening = FakeClassroom.begun(1, 2, options={"target": 0})
    table = evening.table(1)
    evening.play(lambda: table.pages)
    assert table.hands == 3
    evening.play(lambda: table.hands == 4)
    sheets = evening.hall.book().sheets
    assert [sheet.number for sheet in sheets] == [1, 1]
    assert Session.from_record(sheets[0].record).outcome is not None
    assert sheets[0].people[:2] == ("P0", "P1")
    assert sheets[0].bots == (False, False, True, True, True)


def test_seated_by_chance_by_list_and_by_hand() -> None:
    evening = FakeClassroom(plan(2, names=("Ayla", "Ben", "Chiara")), 0)
    for number in range(8):
        evening.hall.come(number)
    assert [person.name for person in evening.hall.roster][:3] == ["Ayla", "Ben", "Chiara"]
    seating = evening.hall.seating
    seating.by_list()
    assert [table.people for table in evening.hall.tables] == [[0, 1, 2, 3, 4], [5, 6, 7]]
    seating.swap(0, 7)
    assert [table.people for table in evening.hall.tables] == [[7, 1, 2, 3, 4], [5, 6, 0]]
    assert not seating.put(5, 1, 4), "somebody sits there"
    assert evening.table(2).people == [5, 6, 0]
    assert seating.put(5, 2, 4)
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
def test_a_lesson_that_cannot_be_played_says_why(said: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        ClassPlan.recalled(plan(1).kept() | said)


def test_a_lesson_is_kept_and_read() -> None:
    made = plan(3, title="Class 9b", names=("Ayla", "Ben"), minutes=35, options={"exchange": "off"})
    assert ClassPlan.recalled(made.kept()) == made


def test_a_rule_that_a_class_has_voted_for_is_played_in_the_next_hand() -> None:
    evening = FakeClassroom.begun(2, 10)
    evening.hall.table(1).set_rules(ClassTablePlan(5, {"exchange": "reversed"}))
    evening.play(lambda: evening.table(1).hands == 2)
    one, two = (table.all_pages for table in evening.hall.tables)
    told = [Session.from_record(page.record).options["exchange"] for page in one]
    assert told == ["on", "reversed"]
    assert len(two) == 1
    with pytest.raises(ValueError, match="chairs"):
        evening.hall.table(1).set_rules(ClassTablePlan(4))
    with pytest.raises(ValueError, match="exchange"):
        evening.hall.table(1).set_rules(ClassTablePlan(5, {"exchange": "sideways"}))


@pytest.mark.parametrize("game", todays_sample(GAMES, "sociable", "city"))
def test_every_game_is_played_in_a_hall(game: str) -> None:
    """A person and computer players at one table, people alone at the other, to the last hand."""
    options = {name: values[0] for name, values in SHORT.get(game, {}).items()}
    size = find_game(game).info.default_players
    evening = FakeClassroom.begun(2, 1 + size, game=game, options=options)
    assert sorted(len(table.people) for table in evening.hall.tables) != [0, 1 + size]
    evening.play(lambda: all(len(one.all_pages[-1].record) > 0 for one in evening.hall.tables))
    for _ in range(200):
        for table in evening.hall.tables:
            evening.move(table.number)
        evening.tick()
    again = evening.resumed()
    assert [one.all_pages for one in again.hall.tables] == [one.all_pages for one in evening.hall.tables]
    again.hall.last_hand()
    again.play(lambda: again.hall.is_over, most=20_000)
    for table in again.hall.tables:
        assert table.hands >= 1
        for page in table.all_pages:
            Session.from_record(page.record)


def test_the_debrief_of_a_class_reads_what_its_hall_has_kept() -> None:
    rules: list[dict[str, Value]] = [{}, {"exchange": "off"}, {"target": 0}]
    evening = FakeClassroom(
        ClassPlan("sociable", tuple(ClassTablePlan(5, one) for one in rules), "Class 9b"), 14
    )
    evening.hall.begin(evening.now)
    evening.play(lambda: all(table.hands >= 4 for table in evening.hall.tables))
    book = ClassRecord.from_json(evening.hall.book().to_json())
    assert book.sheets == evening.hall.book().sheets
    story = ClassStatistics.of(book)
    assert story.hands == sum(table.hands for table in evening.hall.tables)
    assert (book.title, book.began) == ("Class 9b", evening.hall.began)


def test_a_sheet_names_whoever_sat_there_for_most_of_it() -> None:
    evening = FakeClassroom.begun(1, 4)
    table = evening.table(1)
    evening.tick(0.1)
    evening.hall.come(4, "Late")
    evening.play(lambda: table.hands == 1)
    evening.hall.leave(0)
    evening.tick()
    [sheet] = evening.hall.book().sheets
    assert sheet.people[4] == "Late"
    assert (sheet.people[0], sheet.bots[0]) == ("P0", False)


def test_a_lesson_that_is_gone_on_with_later_is_not_over_at_once() -> None:
    evening = FakeClassroom.begun(1, 5, minutes=10)
    again = evening.resumed()
    again.now += 86_400.0
    again.hall.wake(again.now)
    again.tick()
    assert not again.hall.is_last()
    assert again.slot.parts["hall"]["ends"] is None, "nor after yet another start"
    again.hall.more_time(1, again.now)
    again.tick(61.0)
    assert again.hall.is_last()


def test_a_computer_that_plays_for_somebody_goes_on_in_the_next_match() -> None:
    evening = FakeClassroom.begun(1, 2, options={"target": 0})
    table = evening.table(1)
    evening.hall.take_over(1)
    evening.play(lambda: table.pages)
    match = play_of(table).match
    assert [match.seats[n].is_kept_warm for n in range(3)] == [False, True, False]
    evening.hall.be_back(1)
    assert not match.seats[1].is_bot


def test_a_rule_that_is_put_back_ends_no_match() -> None:
    evening = FakeClassroom.begun(1, 2)
    table, as_it_was = evening.table(1), evening.table(1).plan
    evening.hall.table(1).set_rules(ClassTablePlan(5, {"exchange": "off"}))
    assert table.begins_anew
    evening.hall.table(1).set_rules(as_it_was)
    assert not table.begins_anew
    evening.play(lambda: table.hands == 2)
    assert not table.pages, "it is one match still"


def test_a_table_that_everybody_has_left_is_no_reason_to_wait() -> None:
    evening = FakeClassroom.begun(2, 10)
    evening.hall.last_hand()
    for person in evening.table(2).people:
        evening.hall.leave(person)
    evening.tick()
    assert [table.is_stopped for table in evening.hall.tables] == [False, True]


def test_what_broke_once_is_told_until_the_hand_has_ended() -> None:
    evening = FakeClassroom.begun(1, 1)
    table = evening.table(1)
    evening.worker.breaks = True
    evening.play(lambda: table.trouble)
    evening.worker.breaks = False
    evening.play(lambda: table.hands == 1)
    assert table.trouble == ""


def test_who_takes_back_again_and_again_does_not_hide_that_the_table_waits() -> None:
    evening = FakeClassroom.begun(1, 2, game="socker", players=2)
    play = play_of(evening.table(1))
    for _ in range(6):
        assert evening.move(1)
        play.match.take_back()
        evening.tick(20)
    assert [need.why for need in needs_of(evening.hall, {})] == [AttentionReason.LONG]
    while needs_of(evening.hall, {}):
        assert evening.move(1), "it goes on"
    assert len(play.match.session.log) == 2


# What the whole class is asked, also those who have no match.


def test_who_has_no_match_is_asked_what_the_whole_class_is_asked() -> None:
    lesson = FakeClassWithPhones(plan(1), 3)
    desk = lesson.with_desk()
    desk.do(parse_command({"do": "proposals", "open": True}))
    lesson.turn()
    choice = lesson.state(2)["rules"]["choices"][0]
    assert lesson.do(2, "propose", option=choice["option"], value=choice["value"]) == ""
    assert [rule["mine"] for rule in lesson.state(1)["rules"]["rules"]] == [None]
    lesson.hall.begin(lesson.now)
    lesson.hall.last_hand()
    lesson.join(8, "Late")
    desk.do(parse_command({"do": "vote", "open": True, "round": "before"}))
    lesson.turn()
    told = lesson.state(8)
    assert told["lobby"] is True
    assert (told["poll"]["voted"], told["poll"]["of"]) == (False, 4)
    assert "table in a moment" not in told["words"]
    assert lesson.do(8, "vote", round=0, shares=[50, 25, 25]) == ""
    assert lesson.state(8)["poll"]["voted"] is True


# Names that a class may read, and those that are given.


@pytest.mark.parametrize(
    "name",
    [
        "Ayla", "Nazim", "Yoshito", "Cassandra", "Nigel", "Ágnes", "Lîn", "李", "Thure", "Hancock", "Sextus",
        "Rosa Lopez", "Benjamin Chia", "Elias Pasti", "Mari Conde", "Claudio Cane", "Van de Putte",
        "Fickenscher", "Cazzola", "Couillard", "Dominique", "Kike", "Marica", "Huso", "Barsch", "Merdan",
    ],
)  # fmt: skip
def test_names_of_people_are_allowed(name: str) -> None:
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
def test_what_nobody_is_called_becomes_a_name_that_is_given(name: str) -> None:
    assert NameFilter().fitting(name, []) == GIVEN[0]


def test_a_teacher_has_words_of_their_own() -> None:
    assert not NameFilter(["Rektor"]).allows("Der Rektor")


def test_nobody_is_called_like_another() -> None:
    names: list[str] = []
    for _ in range(PEOPLE):
        names.append(NameFilter().fitting("", names))
    assert len(set(names)) == PEOPLE
    assert NameFilter().fitting("Ann", ["Ann"]) == "Ann 2"


# What phones say costs few writes, however much of it comes in one turn.


def test_who_says_the_same_language_again_has_nothing_written() -> None:
    lesson = FakeClassWithPhones(plan(2), 10)
    lesson.party.news.append(LanguageChanged(4, "de"))
    lesson.turn()
    before = len(lesson.slot.writes)
    for _ in range(20):
        lesson.party.news.append(LanguageChanged(4, "de"))
        lesson.turn()
    assert len(lesson.slot.writes) == before


def test_a_whole_class_that_comes_in_one_turn_is_written_once() -> None:
    lesson = FakeClassWithPhones(plan(6))
    for number in range(30):
        lesson.join(number, f"P{number}")
        lesson.party.news.append(LanguageChanged(number, "de"))
    before = len(lesson.slot.writes)
    lesson.turn()
    assert [name for name, _text in lesson.slot.writes[before:]] == ["hall"]
    assert len(lesson.slot.parts["hall"]["people"]) == 30


def test_who_comes_and_goes_again_and_again_in_one_turn_has_each_part_written_once() -> None:
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


# The door of a hall: shut, it lets nobody in who is new; who was there before comes back.


def guarded(people: int = 4) -> tuple[FakeClassWithPhones, TeacherDesk]:
    """A lesson with somebody at the desk."""
    lesson = FakeClassWithPhones(plan(2), people)
    desk = lesson.with_desk()
    lesson.turn()
    return lesson, desk


def registered(lesson: FakeClassWithPhones) -> SeatRegistry:
    """The seats as the server knows them now."""
    registry = SeatRegistry("WOOL")
    registry.offer(lesson.party.places, "Class", listed=lesson.party.listed)
    return registry


def test_who_was_removed_does_not_come_back_through_a_door_that_is_shut() -> None:
    lesson, desk = guarded()
    assert len(registered(lesson).free) == PEOPLE - 4
    desk.do(parse_command({"do": "door", "open": False}))
    desk.do(parse_command({"do": "remove", "person": 2}))
    lesson.turn()
    assert lesson.party.removed == [2]
    assert registered(lesson).take(0) is None
    names = [place.name for place in lesson.party.places]
    assert names[:2] == ["P0", "P1"], "who is away is still to be chosen"
    desk.do(parse_command({"do": "door", "open": True}))
    lesson.turn()
    assert registered(lesson).take(0) is not None


def test_who_is_away_says_so_at_a_shut_door_and_the_desk_hears_of_it() -> None:
    lesson, desk = guarded()
    desk.do(parse_command({"do": "door", "open": False}))
    lesson.turn()
    registry = registered(lesson)
    registry.recall(SavedParty("WOOL", {1: "t" * 32}))
    registry.offer(lesson.party.places, "Class", listed=lesson.party.listed)
    listing = registry.listing(there=frozenset())
    assert (listing.free, [place.name for place in listing.away]) == ((), ["P1"])
    assert registry.seat_of("t" * 32) == 1, "and a phone with its token needs nobody's leave"


def test_the_door_stays_shut_after_a_restart() -> None:
    lesson, desk = guarded()
    desk.do(parse_command({"do": "door", "open": False}))
    assert desk.snapshot(lesson.now).door_open is False
    again = TeacherDesk(ClassAttendance(lesson.party, lesson.resumed().hall), lambda: lesson.now)
    assert again.is_door_open
    again.recall(lesson.slot.parts)
    assert not again.is_door_open
