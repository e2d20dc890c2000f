"""The door of a hall: shut, it lets nobody in who is new; who was there before comes back."""

from __future__ import annotations

from game.match.hall import PEOPLE, HallDoor, HallPhones, TeacherCommands
from game.match.hall._commands import read_wish
from game.party.registry import KeptParty, SeatRegistry
from tests.match.hall.phones_room import Lesson
from tests.match.hall.room import plan


def guarded(people: int = 4) -> tuple[Lesson, TeacherCommands]:
    """A lesson with somebody at the desk."""
    lesson = Lesson(plan(2), people)
    door = HallDoor(lesson.party, lesson.hall, lesson.now * 1000)
    desk = TeacherCommands(door, lambda: lesson.now)
    lesson.phones = HallPhones(door, desk)
    lesson.turn()
    return lesson, desk


def registered(lesson: Lesson) -> SeatRegistry:
    """The seats as the server knows them now."""
    registry = SeatRegistry("WOOL")
    registry.offer(lesson.party.places, "Class", listed=lesson.party.listed)
    return registry


def test_who_was_removed_does_not_come_back_through_a_door_that_is_shut() -> None:
    lesson, desk = guarded()
    assert len(registered(lesson).free) == PEOPLE - 4
    desk.do(read_wish({"do": "door", "open": False}))
    desk.do(read_wish({"do": "remove", "person": 2}))
    lesson.turn()
    assert lesson.party.removed == [2]
    assert registered(lesson).take(0) is None
    assert [place.name for place in lesson.party.places][:2] == ["P0", "P1"], (
        "who is away is still to be chosen"
    )
    desk.do(read_wish({"do": "door", "open": True}))
    lesson.turn()
    assert registered(lesson).take(0) is not None


def test_who_is_away_says_so_at_a_shut_door_and_the_desk_hears_of_it() -> None:
    lesson, desk = guarded()
    desk.do(read_wish({"do": "door", "open": False}))
    lesson.turn()
    registry = registered(lesson)
    registry.recall(KeptParty("WOOL", {1: "t" * 32}))
    registry.offer(lesson.party.places, "Class", listed=lesson.party.listed)
    listing = registry.listing(there=frozenset())
    assert (listing.free, [place.name for place in listing.away]) == ((), ["P1"])
    assert registry.seat_of("t" * 32) == 1, "and a phone with its token needs nobody's leave"


def test_the_door_stays_shut_after_a_restart() -> None:
    lesson, desk = guarded()
    desk.do(read_wish({"do": "door", "open": False}))
    assert desk.snapshot(lesson.now).door_open is False
    again = TeacherCommands(HallDoor(lesson.party, lesson.resumed().hall), lambda: lesson.now)
    assert again.is_door_open
    again.recall(lesson.slot.parts)
    assert not again.is_door_open
