"""A class with its teacher: a hall on real lines, its desk, and the page at which a teacher looks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from game.match.hall import Hall, HallDoor, HallPhones, HallPlan, TablePlan, TeacherCommands
from game.match.hall._hall import HallParty
from game.party.teacher_channel import teacher_link
from game.ui.match.phones import PhonePages
from tests.party.browser import Page, until
from tests.party.lesson import Lesson, lesson


class Threshold(HallDoor):
    """A door at which nobody is away but those whom a test sends."""

    def __init__(self, party: HallParty, hall: Hall, now: float) -> None:
        super().__init__(party, hall, now)
        self.away: dict[int, float] = {}
        """For how long, in ms, by person."""

    def away_for(self, person: int) -> float:
        return self.away.get(person, 0.0)


class School:
    """A lesson, and its desk."""

    def __init__(self, made: Lesson, people: int) -> None:
        self.lesson, self.hall, self.party = made, made.hall, made.party
        made.door = door = Threshold(made.party, made.hall, made.now * 1000)
        self.away = door.away
        self.desk = TeacherCommands(door, lambda: made.now)
        made.phones = HallPhones(door, self.desk)
        stage: Any = SimpleNamespace(settings=SimpleNamespace(language="en"))
        pages = PhonePages(stage)
        pages.open(made.party)
        pages.serve(made.party, made.hall.plan.game)
        for number in range(people):
            self.hall.come(number, f"Pupil {number}")

    @property
    def link(self) -> str:
        return teacher_link(self.party.door.address, self.desk.token)

    def turn(self) -> None:
        """Let the teacher's pages be told, though nobody plays."""
        self.lesson.now += 0.5
        self.lesson.phones.turn(self.lesson.now * 1000)

    def until(self, done: Any) -> None:
        until(done, self.turn)

    def come(self, page: Page) -> None:
        """The teacher opens their page."""
        page.open(self.link)
        self.until(lambda: page.run("document.querySelectorAll('.table').length") == len(self.hall.tables))

    def begin(self) -> None:
        self.hall.seating.by_list()
        self.hall.begin(self.lesson.now)


@contextmanager
def school(tables: int = 2, people: int = 10, **said: Any) -> Iterator[School]:
    plan = HallPlan("sociable", (TablePlan(5),) * tables, title="Class 9b", minutes=40, **said)
    with lesson(plan, 0) as made:
        yield School(made, people)
