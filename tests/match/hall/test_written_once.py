"""What phones say costs few writes, however much of it comes in one turn."""

from __future__ import annotations

from game.party.messages import Left, Speaks
from tests.match.hall.phones_room import Lesson
from tests.match.hall.room import plan


def test_who_says_the_same_language_again_has_nothing_written() -> None:
    lesson = Lesson(plan(2), 10)
    lesson.party.news.append(Speaks(4, "de"))
    lesson.turn()
    before = len(lesson.slot.writes)
    for _ in range(20):
        lesson.party.news.append(Speaks(4, "de"))
        lesson.turn()
    assert len(lesson.slot.writes) == before


def test_a_whole_class_that_comes_in_one_turn_is_written_once() -> None:
    lesson = Lesson(plan(6))
    for number in range(30):
        lesson.join(number, f"P{number}")
        lesson.party.news.append(Speaks(number, "de"))
    before = len(lesson.slot.writes)
    lesson.turn()
    assert [name for name, _text in lesson.slot.writes[before:]] == ["hall"]
    assert len(lesson.slot.parts["hall"]["people"]) == 30


def test_who_comes_and_goes_again_and_again_in_one_turn_has_each_part_written_once() -> None:
    lesson = Lesson(plan(2), 9)
    lesson.hall.begin(lesson.now)
    lesson.turn()
    before = len(lesson.slot.writes)
    for _ in range(10):
        lesson.join(9, "Z")
        lesson.party.news.append(Left(9))
    lesson.join(9, "Z")
    lesson.turn()
    written = [name for name, _text in lesson.slot.writes[before:]]
    assert written[0] == "hall"
    assert len(written) == len(set(written))
    assert 9 in [person.number for person in lesson.resumed().hall.roster]
