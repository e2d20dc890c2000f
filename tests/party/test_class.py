"""A class of forty at eight tables, from the first phone to the last hand, over real lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from game.core.chance import Chance
from game.core.session import Session
from game.match.hall import Hall, HallPlan, TablePlan, WorkerPool
from game.store.files import Folder
from game.store.saves import Autosave, Evening, Saves
from tests.match.hall.room import Instant
from tests.party.lesson import Lesson, lesson
from tests.scale import scaled

RULES: tuple[dict[str, str], ...] = ({}, {"exchange": "off"}, {"exchange": "reversed"})
TABLES, PEOPLE = 8, 38


def plan_of_a_class() -> HallPlan:
    tables = tuple(TablePlan(5, RULES[n % len(RULES)]) for n in range(TABLES))
    return HallPlan("sociable", tables, title="Class 9b")


def stir(made: Lesson, chance: Chance, number: int) -> None:
    """What happens in a class: phones sleep and come back, people are moved, somebody plays out of turn."""
    pupil = chance.pick(made.pupils)
    if pupil.asleep:
        return
    if number % 3 == 0:
        pupil.drop()
        made.until(lambda: not made.party.is_there(pupil.seat))
        pupil.back()
        pupil.played = None
    elif number % 3 == 1:
        other = chance.pick(made.pupils)
        made.hall.seating.swap(pupil.seat, other.seat)
    else:
        answer = pupil.say("move", move="pass", ply=0)
        made.until(lambda: answer in pupil.answers)
        assert pupil.answers[answer] != ""


def test_a_lesson(tmp_path: Path, figure: Callable[[str], None]) -> None:
    """Two hands at every table; in ``make soak`` a whole lesson of seven."""
    autosave = Autosave(Saves(Folder(tmp_path)))
    slot = Evening(Folder(tmp_path), autosave)
    with lesson(plan_of_a_class(), PEOPLE, slot) as made:
        made.begin()
        chance, number, hands = Chance("class"), 0, scaled(2, 7)
        asleep = made.pupils[7]
        while not made.hall.is_over:
            number += 1
            made.play()
            assert number < 900 * hands, "\n".join([*made.told(), *made.states()])
            if number % 15 == 14:
                stir(made, chance, number // 15)
            if number == 30:
                asleep.drop()
                asleep.asleep = True
                # A move that is still on its way would have them play for themselves again.
                made.until(lambda: made.door.away_for(asleep.seat) > 0)
                made.hall.take_over(asleep.seat)
            # Every table ends the hand that it is at, those that are slower too.
            if all(table.hands >= hands - 1 for table in made.hall.tables):
                made.hall.last_hand()
        made.until(lambda: all(pupil.state.get("over") for pupil in made.pupils if not pupil.asleep))
        made.check()
        figure(f"a lesson: {made.checked} states looked at, {number} turns")
        assert made.checked > 1000 * hands
        assert made.moved, "people were swapped, and played on elsewhere"
        assert all(table.hands >= max(1, hands - 1) for table in made.hall.tables)
        asleep.back()  # first: a computer has kept the chair until now, from match to match
        assert asleep.state["over"]
        sheets = made.hall.book().sheets
        assert {Session.from_record(sheet.record).options["exchange"] for sheet in sheets} == {
            "on", "off", "reversed",
        }  # fmt: skip
        assert autosave.settle()
        kept = slot.load()
        again = Hall(HallPlan.recalled(kept["hall"]["plan"]), WorkerPool(Instant, 1))
        assert again.recall(kept) == []
        assert again.book().sheets == sheets
        assert len(kept["hall"]["beside"]["party"]["tokens"]) == PEOPLE
    autosave.close()


def test_after_a_restart_every_phone_has_its_chair(tmp_path: Path) -> None:
    """The program is gone without a word and comes back; phones call with their tokens, at the same port."""
    autosave = Autosave(Saves(Folder(tmp_path)))
    slot = Evening(Folder(tmp_path), autosave)
    tables = TablePlan(5), TablePlan(5, {"exchange": "off"})
    with lesson(HallPlan("sociable", tables), 7, slot) as made:
        made.begin()
        for _ in range(40):
            made.play()
        asleep = made.pupils[3]
        asleep.drop()
        made.until(lambda: not made.party.is_there(asleep.seat))
        made.hall.pause(paused=True)
        tokens = {pupil.name: pupil.token for pupil in made.pupils}
        shown = {
            person.name: table.play.match.session.observe(table.seat_of(person.number))
            for person in made.hall.roster
            for table in made.hall.tables
            if table.play and table.seat_of(person.number) is not None
        }
    assert autosave.settle()
    with lesson(HallPlan("sociable", tables), 7, slot) as again:
        again.go_on(slot.load())
        for pupil in again.pupils:
            pupil.token = tokens[pupil.name]
            pupil.back()
            again.until(lambda: pupil.state and not pupil.state["lobby"])  # noqa: B023
            assert pupil.state["seen"] == json.loads(json.dumps(shown[pupil.name]))
            assert pupil.state["seats"][pupil.state["seat"]]["name"] == pupil.name
        assert len(again.hall.roster) == 7
    autosave.close()
