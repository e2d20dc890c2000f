"""What the teacher asks the class, on a pupil's phone: the vote before and after, and rules of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.match.hall._commands import read_wish
from tests.party.axe import Inspector
from tests.party.browser import Chromium, Page
from tests.party.room import fits
from tests.party.school import School, school
from tests.party.test_page_vote import slide


@pytest.fixture
def made() -> Iterator[School]:
    with school(1, 0) as found:
        yield found


@pytest.fixture
def page(browser: Chromium, made: School) -> Iterator[Page]:
    """The phone of a pupil at the only table."""
    found = browser.page((390, 844))
    found.open(made.party.door.link)
    made.until(lambda: found.run("!!document.querySelector('#join')"))
    found.tap("Take this seat")
    made.until(lambda: len(made.hall.roster) == 1)
    made.begin()
    made.until(lambda: found.run("document.body.matches('.match')"))
    yield found
    found.close()


def test_a_pupil_votes_before_the_charts_and_after_them(made: School, page: Page) -> None:
    made.desk.do(read_wish({"do": "vote", "open": True, "round": "before"}))
    made.until(lambda: page.sees("What decides how far somebody gets?"))
    assert page.sees("How much of it is skill, how much luck, how much structure?")
    fits(page)
    page.run(slide(0, 60))
    page.tap("Cast my vote")
    made.until(lambda: page.sees("Your vote is in the sock."))
    assert made.desk.book().vote.before == (), "nothing of a round that is open"
    made.desk.do(read_wish({"do": "vote", "open": False}))
    assert len(made.desk.book().vote.before) == 1
    made.until(lambda: not page.sees("Your vote is in the sock."))
    made.hall.table(1).hands = 1
    made.desk.do(read_wish({"do": "to_debrief"}))
    made.desk.do(read_wish({"do": "vote", "open": True, "round": "after"}))
    made.until(lambda: page.sees("Now that you have seen the charts: what decided your place?"))
    page.run(slide(2, 60))
    page.tap("Cast my vote")
    made.until(lambda: page.sees("Your vote is in the sock."))
    made.desk.do(read_wish({"do": "vote", "open": False}))
    assert len(made.desk.book().vote.after) == 1


def test_rules_of_the_class_wait_until_the_vote_is_cast(made: School, page: Page) -> None:
    made.desk.do(read_wish({"do": "proposals", "open": True}))
    made.until(lambda: page.sees("Rules of the class"))
    made.desk.do(read_wish({"do": "vote", "open": True, "round": "before"}))
    made.until(lambda: page.sees("Cast my vote"))
    assert not page.sees("Rules of the class"), "they lie over the table, and would lie over the vote"
    page.run(slide(0, 60))
    page.tap("Cast my vote")
    made.until(lambda: page.sees("Your vote is in the sock.") and page.sees("Rules of the class"))


def test_a_pupil_proposes_a_rule_and_votes_on_another(made: School, page: Page) -> None:
    inspector, rules = Inspector(), made.desk.proposals
    assert not page.sees("Rules of the class")
    made.desk.do(read_wish({"do": "proposals", "open": True}))
    made.desk.do(read_wish({"do": "propose", "option": "pass", "value": "final"}))
    made.until(lambda: page.sees("Rules of the class"))
    page.tap("For it")
    made.until(lambda: rules.all[0].yes == 1)
    page.tap("Against it")
    made.until(lambda: rules.all[0].no == 1)
    page.run(
        "(() => { const s = document.querySelector('#rule');"
        "s.value = [...s.options].find(o => o.text === 'Exchange turned round').value;"
        "s.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
    page.tap("Propose it")
    made.until(lambda: len(rules.all) == 2)
    made.until(lambda: page.sees("Your proposal is there."))
    fits(page)
    inspector.look(page, "rules")
    assert not inspector.found, "\n".join(inspector.found)
    made.desk.do(read_wish({"do": "play_rule", "rule": 2}))
    made.until(lambda: page.sees("It is played."))
    assert made.hall.table(1).plan.options == {"exchange": "reversed"}
    page.tap("Go on")
    made.until(lambda: not page.sees("It is played."))
    fits(page)
    page.tap("Menu")
    page.tap("Rules of the class")
    made.until(lambda: page.sees("It is played."))
