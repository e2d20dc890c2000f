"""The page of a pupil: comes in without choosing a chair, is told the table, and sees all of it."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from game.match.hall import HallPhones, HallPlan, TablePlan, TeacherCommands
from game.match.hall._commands import read_wish
from game.ui.match.phones import PhonePages
from tests.party.browser import Chromium, Page, until
from tests.party.lesson import Lesson, lesson
from tests.party.room import fits
from tests.party.test_page_vote import slide


@pytest.fixture
def school() -> Iterator[Lesson]:
    made = HallPlan("sociable", (TablePlan(5, {"target": 0}), TablePlan(5)), title="Class 9b")
    with lesson(made, 6) as found:
        stage: Any = SimpleNamespace(settings=SimpleNamespace(language="en"))
        pages = PhonePages(stage)
        pages.open(found.party)
        pages.serve(found.party, "sociable")
        yield found


def come(school: Lesson, page: Page, name: str) -> None:
    school.until(lambda: school.party.free)
    page.open(school.party.door.link)
    until(lambda: page.run("!!document.querySelector('#join #name')"), school.turn)
    assert not page.sees("Choose your seat"), "all chairs are alike"
    assert not page.sees("Just watch")
    page.run(f"document.getElementById('name').value = '{name}'")
    page.tap("Take this seat")
    until(lambda: page.sees("You are told your table in a moment"), school.turn)


def test_a_pupil_from_the_door_to_the_last_hand(school: Lesson, browser: Chromium) -> None:
    page = browser.page((360, 640))
    come(school, page, "Mina")
    for pupil in school.pupils:
        pupil.join()
    school.until(lambda: len(school.hall.roster) == 7)
    school.hall.seating.by_list()
    until(lambda: page.sees("This is your table"), school.turn)
    assert page.sees("Table 1")
    school.begin_with_all()
    until(lambda: page.run("document.body.matches('.match')"), school.turn)
    table = school.hall.table(1)
    assert table.play is not None
    for name in (seat.name for seat in table.play.match.seats):
        assert page.sees(name), "who sits there, with chair and cards"
    until(lambda: page.sees("Table 1"), school.turn)
    fits(page)
    menu = "document.querySelector('#top button').getBoundingClientRect().top"
    assert page.run(f"{menu} - document.querySelector('#top h1').getBoundingClientRect().top") < 20, "one row"
    while not table.play.screen.is_closing:
        school.move_all()
    until(lambda: page.sees("The hand is over."), lambda: school.phones.turn(school.now * 1000))
    school.hall.last_hand()
    until(lambda: page.sees("That was the last hand."), school.turn)
    until(lambda: page.run("!!document.querySelector('.finals')"), school.turn)


def test_a_table_that_stops_in_its_first_hand_has_no_draw(school: Lesson, browser: Chromium) -> None:
    page = browser.page((360, 640))
    come(school, page, "Mina")
    school.hall.begin(school.now)
    until(lambda: page.run("document.body.matches('.match')"), school.turn)
    school.hall.stop()
    until(lambda: page.sees("No hand was played to its end at this table."), school.turn)
    assert page.sees("No result")
    assert not page.sees("A draw")
    assert page.run("!document.querySelector('.finals')")


def test_who_has_no_match_proposes_and_votes(school: Lesson, browser: Chromium) -> None:
    page = browser.page((360, 640))
    come(school, page, "Mina")
    desk = TeacherCommands(school.door, lambda: school.now)
    school.phones = HallPhones(school.door, desk)
    desk.do(read_wish({"do": "proposals", "open": True}))
    until(lambda: page.sees("Propose a rule"), school.turn)
    fits(page)
    desk.do(read_wish({"do": "vote", "open": True, "round": "before"}))
    until(lambda: page.sees("Cast my vote"), school.turn)
    fits(page)
    page.run(slide(0, 60))
    page.tap("Cast my vote")
    until(lambda: page.sees("Your vote is in the sock."), school.turn)


def test_where_there_is_no_place_nobody_is_offered_to_watch(school: Lesson, browser: Chromium) -> None:
    """Also who has only watched at the party before: nobody watches one of many tables."""
    desk = TeacherCommands(school.door, lambda: school.now)
    school.phones = HallPhones(school.door, desk)
    desk.do(read_wish({"do": "door", "open": False}))
    school.turn()
    page = browser.page((360, 640))
    page.open(school.party.door.link)
    until(lambda: page.sees("Nobody can join just now"), school.turn)
    page.run("sessionStorage.setItem('sockdrawer.watching', 'yes')")
    page.call("Page.reload")
    until(lambda: page.sees("Nobody can join just now"), school.turn)
    fits(page)
    page.tap("Menu")
    assert "Just watch" not in page.buttons()
    assert school.party.watchers == []
    desk.do(read_wish({"do": "door", "open": True}))
    until(lambda: "Take this seat" in page.buttons(), school.turn)
    assert "Just watch" not in page.buttons()
