"""What the whole class is asked, also those who have no match."""

from __future__ import annotations

from game.match.hall import HallDoor, HallPhones, TeacherCommands
from game.match.hall._commands import read_wish
from tests.match.hall.phones_room import Lesson
from tests.match.hall.room import plan


def with_desk(lesson: Lesson) -> TeacherCommands:
    """From now on a teacher is there."""
    door = HallDoor(lesson.party, lesson.hall, lesson.now * 1000)
    desk = TeacherCommands(door, lambda: lesson.now)
    lesson.phones = HallPhones(door, desk)
    return desk


def test_who_has_no_match_is_asked_what_the_whole_class_is_asked() -> None:
    lesson = Lesson(plan(1), 3)
    desk = with_desk(lesson)
    desk.do(read_wish({"do": "proposals", "open": True}))
    lesson.turn()
    choice = lesson.state(2)["rules"]["choices"][0]
    assert lesson.do(2, "propose", option=choice["option"], value=choice["value"]) == ""
    assert [rule["mine"] for rule in lesson.state(1)["rules"]["rules"]] == [None]
    lesson.hall.begin(lesson.now)
    lesson.hall.last_hand()
    lesson.join(8, "Late")
    desk.do(read_wish({"do": "vote", "open": True, "round": "before"}))
    lesson.turn()
    told = lesson.state(8)
    assert told["lobby"] is True
    assert (told["poll"]["voted"], told["poll"]["of"]) == (False, 4)
    assert "table in a moment" not in told["words"]
    assert lesson.do(8, "vote", round=0, shares=[50, 25, 25]) == ""
    assert lesson.state(8)["poll"]["voted"] is True
