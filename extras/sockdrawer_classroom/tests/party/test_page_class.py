"""The page of a pupil: joins without choosing a chair, sees the table, votes and proposes rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.party.token_channel import token_link
from sockdrawer_classroom.classroom import ClassPhones, ClassPlan, ClassTablePlan, TeacherDesk
from sockdrawer_classroom.tests.classroom.fake_classroom import command
from sockdrawer_classroom.tests.party.class_over_sockets import (
    ClassWithTeacher,
    SocketClass,
    lesson,
    school,
    serve_pages,
)
from tests.party.browser_phones import HELD, fits, hold, slide
from tests.scenes.harness import WindowRobot
from tools.browser import Chromium, Inspector, Page, until

# The page of a pupil: joins without choosing a chair, learns its table, and sees the whole table.


@pytest.fixture
def made() -> Iterator[SocketClass]:
    class_plan = ClassPlan(
        "sociable", (ClassTablePlan(5, {"target": 0}), ClassTablePlan(5)), title="Class 9b"
    )
    with lesson(class_plan, 6) as opened_class:
        serve_pages(opened_class)
        yield opened_class


def come(socket_class: SocketClass, browser: Chromium, size: tuple[int, int] = (320, 568)) -> Page:
    """Let Mina take a seat on a page."""
    page = browser.page(size, socket_class.turn)
    socket_class.until(lambda: socket_class.party.free)
    page.open(socket_class.party.door.link)
    page.wait("document.querySelector('#join #name')")
    assert not page.sees("Choose your seat")
    assert not page.sees("Just watch")
    page.run("document.getElementById('name').value = 'Mina'")
    page.tap("Take this seat")
    page.wait_text("You'll see your table in a moment")
    return page


def seated(socket_class: SocketClass, browser: Chromium, size: tuple[int, int] = (320, 568)) -> Page:
    """Let Mina and six others come, and seat them."""
    page = come(socket_class, browser, size)
    for pupil in socket_class.pupils:
        pupil.join()
    socket_class.until(lambda: len(socket_class.hall.roster) == 7)
    socket_class.hall.seating.by_list()
    return page


def test_rehearsal_is_labelled_on_the_phone(made: SocketClass, browser: Chromium) -> None:
    made.hall.is_rehearsal = True
    page = come(made, browser)
    strip = "document.querySelector('#rehearsal')"
    assert page.run(f"{strip}.innerText") == "Rehearsal"
    made.begin_with_all()
    page.wait("document.body.matches('.match')")
    assert page.run(f"{strip}.innerText") == "Rehearsal"
    title = "document.querySelector('#top h1').getBoundingClientRect().top"
    assert page.run(f"{strip}.getBoundingClientRect().bottom <= {title}")
    fits(page)


def test_pupil_plays_from_joining_to_the_last_hand(made: SocketClass, browser: Chromium) -> None:
    page = seated(made, browser, (360, 640))
    page.wait_text("This is your table")
    assert page.sees("Table 1")
    made.begin_with_all()
    page.wait("document.body.matches('.match')")
    table = made.hall.table(1)
    assert table.play is not None
    for name in (seat.name for seat in table.play.match.seats):
        assert page.sees(name)
    page.wait_text("Table 1")
    fits(page)
    menu = "document.querySelector('#top button').getBoundingClientRect().top"
    assert page.run(f"{menu} - document.querySelector('#top h1').getBoundingClientRect().top") < 20
    while not table.play.screen.is_closing:
        made.move_all()
    page.wait_text("The hand is over.")
    made.hall.last_hand()
    page.wait_text("That was the last hand.")
    page.wait("document.querySelector('.finals')")


def test_pupil_sees_a_nudge_and_takes_the_seat_back_from_a_bot(made: SocketClass, browser: Chromium) -> None:
    page = seated(made, browser)
    made.begin_with_all()
    page.wait("document.body.matches('.match')")
    [mina] = [person.number for person in made.hall.roster if person.name == "Mina"]
    page.run(
        "window.flashes = 0; new MutationObserver(all => all.forEach(({ addedNodes }) => addedNodes.forEach("
        "node => (window.flashes += node.className === 'flash'))))"
        ".observe(document.body, { childList: true })"
    )
    made.hall.nudge(mina)
    page.wait("window.flashes === 1")
    made.hall.take_over(mina)
    page.wait_text("Your teacher has a bot playing for you.")
    page.tap("Take my seat back")
    until(lambda: not page.sees("Your teacher has a bot"), made.turn)


def test_phone_explains_new_rules_between_rounds(made: SocketClass, browser: Chromium) -> None:
    page = seated(made, browser)
    made.begin_with_all()
    table = made.hall.table(1)
    assert table.play is not None
    while not table.play.screen.is_closing:
        made.move_all()
    made.hall.swap_rules(made.now, draws=True)
    page.wait_text("The rules change once every table has finished its hand.")
    made.hall.draw_places()
    page.wait_text("Round 2: the rules have changed.")
    assert page.sees("From now on: Without the exchange")
    assert page.sees(", round 2")
    fits(page)
    for held in HELD:
        hold(page, *held)
        assert page.touches("Close"), held
    page.tap("Close")
    until(lambda: not page.sees("From now on"), made.turn)


def test_table_stopped_in_its_first_hand_has_no_result(made: SocketClass, browser: Chromium) -> None:
    page = come(made, browser, (360, 640))
    made.hall.begin(made.now)
    page.wait("document.body.matches('.match')")
    made.hall.stop()
    page.wait_text("No hand was finished at this table.")
    assert page.sees("No result")
    assert not page.sees("A draw")
    assert page.run("!document.querySelector('.finals')")


def test_pupil_without_a_match_can_propose_and_vote(made: SocketClass, browser: Chromium) -> None:
    page = come(made, browser, (360, 640))
    desk = TeacherDesk(made.door, lambda: made.now)
    made.phones = ClassPhones(made.door, desk)
    command(desk, "proposals", open=True)
    page.wait_text("Propose a rule")
    fits(page)
    command(desk, "vote", open=True, round="before")
    page.wait_text("Cast my vote")
    fits(page)
    page.run(slide(0, 60))
    page.tap("Cast my vote")
    page.wait_text("Your vote is in the sock.")


def test_closed_class_does_not_offer_watching(made: SocketClass, browser: Chromium) -> None:
    """Also for a phone that watched the party before. Classes have no spectators."""
    desk = TeacherDesk(made.door, lambda: made.now)
    made.phones = ClassPhones(made.door, desk)
    command(desk, "door", open=False)
    made.turn()
    page = browser.page((360, 640), made.turn)
    page.open(made.party.door.link)
    page.wait_text("Nobody can join right now")
    page.run("sessionStorage.setItem('sockdrawer.watching', 'yes')")
    page.load_anew()
    page.wait_text("Nobody can join right now")
    fits(page)
    page.tap("Menu")
    assert "Just watch" not in page.buttons()
    assert made.party.spectators == []
    command(desk, "door", open=True)
    until(lambda: "Take this seat" in page.buttons(), made.turn)
    assert "Just watch" not in page.buttons()


# Questions to the class on a pupil's phone: the vote before and after, and rules of the class.


@pytest.fixture
def asking() -> Iterator[ClassWithTeacher]:
    with school(1, 0) as opened_class:
        yield opened_class


@pytest.fixture
def asked(browser: Chromium, asking: ClassWithTeacher) -> Iterator[Page]:
    """The phone of a pupil at the only table."""
    opened_page = browser.page((390, 844), asking.turn)
    opened_page.open(asking.party.door.link)
    opened_page.wait("document.querySelector('#join')")
    opened_page.tap("Take this seat")
    asking.until(lambda: len(asking.hall.roster) == 1)
    asking.begin()
    opened_page.wait("document.body.matches('.match')")
    yield opened_page
    opened_page.close()


def test_pupil_votes_before_and_after_the_charts(asking: ClassWithTeacher, asked: Page) -> None:
    asking.command("vote", open=True, round="before")
    asked.wait_text("What decides how far someone gets?")
    assert asked.sees("How much of it is skill, how much luck, how much structure?")
    fits(asked)
    hold(asked, (320, 568))
    assert asked.run("!!document.querySelector('#bar .go').innerText.includes('Cast my vote')"), (
        "never scrolled to"
    )
    asked.run(slide(0, 60))
    asked.tap("Cast my vote")
    asked.wait_text("Your vote is in the sock.")
    assert asking.desk.book().vote.before == ()
    asking.command("vote", open=False)
    assert len(asking.desk.book().vote.before) == 1
    asking.until(lambda: not asked.sees("Your vote is in the sock."))
    asking.hall.table(1).hands = 1
    asking.command("to_debrief")
    asking.command("vote", open=True, round="after")
    asked.wait_text("Now that you've seen the charts, what decided your place?")
    asked.run(slide(2, 60))
    asked.tap("Cast my vote")
    asked.wait_text("Your vote is in the sock.")
    asking.command("vote", open=False)
    assert len(asking.desk.book().vote.after) == 1


def test_rule_proposals_wait_until_the_vote_is_cast(asking: ClassWithTeacher, asked: Page) -> None:
    asking.command("proposals", open=True)
    asked.wait_text("Class rules")
    asking.command("vote", open=True, round="before")
    asked.wait_text("Cast my vote")
    assert not asked.sees("Class rules")
    asked.run(slide(0, 60))
    asked.tap("Cast my vote")
    asking.until(lambda: asked.sees("Your vote is in the sock.") and asked.sees("Class rules"))


def test_a_pupil_proposes_a_rule_and_votes_on_another(asking: ClassWithTeacher, asked: Page) -> None:
    inspector, rules = Inspector(), asking.desk.proposals
    assert not asked.sees("Class rules")
    asking.command("proposals", open=True)
    asking.command("propose", option="pass", value="final")
    asked.wait_text("Class rules")
    asked.tap("Vote for")
    asking.until(lambda: rules.all[0].yes == 1)
    asked.tap("Vote against")
    asking.until(lambda: rules.all[0].no == 1)
    asked.run(
        "(() => { const s = document.querySelector('#rule');s.value = "
        "[...s.options].find(o => o.text === 'Reversed "
        "exchange').value;s.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
    asked.tap("Propose")
    asking.until(lambda: len(rules.all) == 2)
    asked.wait_text("Your proposal is in.")
    fits(asked)
    inspector.look(asked, "rules")
    assert not inspector.found, "\n".join(inspector.found)
    asking.command("play_rule", rule=2)
    asked.wait_text("It's in play.")
    assert asking.hall.table(1).plan.options == {"exchange": "reversed"}
    asked.tap("Continue")
    asking.until(lambda: not asked.sees("It's in play."))
    fits(asked)
    asked.tap("Menu")
    asked.tap("Class rules")
    asked.wait_text("It's in play.")


# A question in words: it comes during a hand, and no turn waits for it.


def answer(school: ClassWithTeacher) -> object:
    """The phone's own answer, as sent to it."""
    return school.desk.data_for(0)["question"]["mine"]


def test_pupil_answers_during_a_hand_and_changes_the_answer(asking: ClassWithTeacher, asked: Page) -> None:
    until(lambda: asked.run("document.body.matches('.mine')"), asking.lesson.turn)
    asked.resize(320, 568)
    text = "Is it fair <b>that</b> the Boss gets the best cards of the Temp?"
    asking.command("ask", words=text, answers=["Yes", "No & never", "It depends"])
    asked.wait("document.querySelector('#top .folded')")
    assert asked.run("!document.querySelector('.asking')")
    fits(asked)
    asked.tap("Teacher's question")
    assert asked.run("document.querySelector('.asking h2').textContent") == text
    fits(asked)
    asked.tap("No & never")
    asking.until(lambda: answer(asking) == 1)
    asked.wait("document.querySelector('#top .folded:not(.gold)')")
    asked.tap("Your answer is in.")
    assert asked.run("document.querySelector('[aria-pressed=true]').textContent") == "No & never"
    asked.tap("Yes")
    asking.until(lambda: answer(asking) == 0)
    asking.command("close_question")
    asked.wait("!document.querySelector('#top .folded')")
    assert asked.run("document.body.matches('.mine')")


def test_waiting_pupil_answers_with_a_number_and_a_scale(asking: ClassWithTeacher, asked: Page) -> None:
    asking.hall.stop()
    asked.wait_text("No result")
    asking.command("predict", name="boss_stays")
    asked.wait_text("how many stay Boss in the next hand?")
    asked.tap("Send")
    asked.wait_text("Choose a number first.")
    asked.run(
        "(() => { const s = document.querySelector('.asking input'); s.value = 73;"
        "s.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )
    asked.tap("Send")
    asking.until(lambda: answer(asking) == 73)
    fits(asked)
    asking.command("show_question", question=None)
    asking.command("ask", words="How fair is it?", kind="scale")
    asked.wait_text("How fair is it?")
    inspector = Inspector()
    inspector.look(asked, "a scale")
    assert not inspector.found, "\n".join(inspector.found)
    asked.tap("5: completely")
    asking.until(lambda: answer(asking) == 4)
    fits(asked)


# A rehearsal in a real window, with a phone and the teacher's page on real devices.


def test_a_phone_and_the_teachers_page_take_part_in_a_rehearsal(browser: Chromium, tmp_path: Path) -> None:
    window = WindowRobot(tmp_path)
    hub = window.context.phones
    window.context.open_scene("class_plan", "sociable")
    window.step()
    window.top.set_tables(1)
    window.choose("Rehearse with made-up pupils")
    run = window.top.lesson
    until(lambda: hub.is_open, window.step)
    assert hub.party is not None
    phone, desk = (browser.page((390, 844), window.step) for _ in range(2))
    phone.open(hub.party.door.link)
    phone.wait("document.querySelector('#join #name')")
    phone.run("document.getElementById('name').value = 'Mina'")
    phone.tap("Take this seat")
    phone.wait_text("You'll see your table in a moment")
    assert phone.sees("Rehearsal")
    desk.open(token_link(hub.party.door.origin, "teacher", run.desk.token))
    desk.wait_text("Rehearsal")
    until(lambda: run.snapshot.people == 3, lambda: window.step(ms=200))
    desk.tap("Begin")
    phone.wait("document.body.matches('.match')")
    assert window.shown == "BigScreenScene"
    assert phone.sees("Rehearsal")
    chairs = [run.hall.seating.chair_of(person.number) for person in run.hall.roster if person.name == "Mina"]
    [(table, seat)] = chairs
    until(lambda: table.play.match.to_move == seat and table.waited_ms > 90_000, lambda: window.step(ms=200))
    desk.wait_text("Mina at table 1")
    desk.run("[...document.querySelectorAll('.panel.needs button')].at(-1).click()")
    until(lambda: table.play.match.seats[seat].is_bot, window.step)
    window.press_key(pygame.K_ESCAPE)
    window.choose("End the rehearsal")
    assert window.shown == "ClassPlanSheet"
    phone.wait_text("The party is over")
    desk.wait_text("The lesson is over.")
    phone.close()
    desk.close()
    window.close()
