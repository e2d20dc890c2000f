"""The teacher's page in a real browser: seating, rules, help, questions and votes, and its layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from game import i18n
from sockdrawer_classroom.classroom import ClassRecord, ClassTablePlan
from sockdrawer_classroom.classroom._class_record import VoteTotals
from sockdrawer_classroom.sociable.class_report.handouts import handouts
from sockdrawer_classroom.sociable.class_report.match_text import ClassReportData
from sockdrawer_classroom.sociable.class_statistics import parallel_classes, tasks
from sockdrawer_classroom.tests.classroom.fake_classroom import thought
from sockdrawer_classroom.tests.party.class_over_sockets import ClassWithTeacher, school
from sockdrawer_classroom.tests.sociable.test_pooled import sheet
from tools.browser import Chromium, Inspector, Page, until

NAMES = "Anouk", "Bela", "Cosima", "Dimitri", "Elif"
SIZES = (1180, 820), (820, 1180), (844, 390), (430, 932), (390, 844), (320, 568)
SMALL = """[...document.querySelectorAll('button, select, input')].filter(one => {
const box = one.getBoundingClientRect(); return box.width && (box.width < 44 || box.height < 44); })
.map(one => one.outerHTML.slice(0, 120))"""
WIDER = "document.documentElement.scrollWidth > innerWidth"
CUT = """[...document.querySelectorAll('.row, .pill, .press, h2')].filter(one => {
const box = one.getBoundingClientRect();
const card = one.closest('.table, .panel, header')?.getBoundingClientRect();
return card && box.width && box.right > card.right + 1; }).map(one => one.outerHTML.slice(0, 120))"""


@pytest.fixture
def made() -> Iterator[ClassWithTeacher]:
    with school() as opened_class:
        yield opened_class


@pytest.fixture
def page(browser: Chromium, made: ClassWithTeacher) -> Iterator[Page]:
    opened_page = browser.page((1180, 820), made.turn)
    made.come(opened_page)
    yield opened_page
    opened_page.close()


def middle(page: Page, what: str) -> tuple[float, float]:
    place = page.run(
        f"(() => {{ const r = document.querySelector({what!r}).getBoundingClientRect();"
        "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
    )
    return place[0], place[1]


def drag(page: Page, what: str, to: str) -> None:
    """Drag a row with the mouse."""
    mouse, start, end = page.tab.mouse, middle(page, what), middle(page, to)
    for step in (mouse.move(*start), mouse.down(), mouse.move(*end, steps=3), mouse.up()):
        page.do(step)


def choose(page: Page, what: str, text: str) -> None:
    """Select an item of a list."""
    page.run(
        f"(() => {{ const s = document.querySelector({what!r});"
        f"s.value = [...s.options].find(o => o.text === {text!r}).value;"
        "s.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )


def row(person: int) -> str:
    return f"[data-person='{person}']"


def open_menu(page: Page, person: int) -> None:
    """Open the menu of a person's row."""
    page.run(f"document.querySelector({(row(person) + ' button')!r}).click()")


def test_teacher_code_opens_the_page_and_is_then_hidden(browser: Chromium, made: ClassWithTeacher) -> None:
    page = browser.page((390, 844), made.turn)
    page.open(f"http://{made.party.door.address}/teacher")
    page.wait("document.querySelector('#code')")
    page.run("document.querySelector('#code').value = 'WRONG'")
    page.tap("Open")
    page.wait_text("That isn't the teacher's code.")
    token = made.desk.token
    page.run(f"document.querySelector('#code').value = '{token[:4].lower()} {token[4:]}'")
    page.tap("Open")
    page.wait_text("Class 9b")
    page.open("about:blank")
    page.open(made.link)
    page.wait_text("Class 9b")
    assert token not in page.run("location.href")
    assert token not in page.run("document.body.innerHTML")
    page.load_anew()
    page.wait_text("Class 9b")
    page.close()


def test_open_button_does_not_move_while_loading(browser: Chromium, made: ClassWithTeacher) -> None:
    page = browser.page((360, 640), made.turn)
    page.begin_with(
        "new MutationObserver(() => { const seen = document.querySelector('#code + button');"
        "window.first ??= seen && [seen.getBoundingClientRect().y]; })"
        ".observe(document, {childList: true, subtree: true})"
    )
    page.open(f"{made.party.door.origin}/teacher")
    page.wait("window.first")
    assert page.run(
        "document.fonts.ready.then(() => "
        "document.querySelector('#code + button').getBoundingClientRect().y === first[0])"
    )
    page.close()


def test_new_code_closes_the_page_with_an_explanation(made: ClassWithTeacher, page: Page) -> None:
    made.lesson.phones.another_code()
    page.wait_text("There's a new code")
    page.run(f"document.querySelector('#code').value = '{made.desk.token}'")
    page.wait("!document.querySelector('#trouble')?.offsetHeight")
    page.tap("Open")
    page.wait_text("Class 9b")


def test_teacher_seats_pupils_by_mouse_and_keyboard(made: ClassWithTeacher, page: Page) -> None:
    hall = made.hall
    page.wait(f"document.querySelector({row(3)!r})")
    drag(page, row(3), "section[data-table='2']")
    made.until(lambda: 3 in hall.table(2).people)
    page.wait(f"document.querySelector({('.table ' + row(3))!r})")
    drag(page, row(4), "li[data-table='1'][data-chair='2']")
    made.until(lambda: hall.table(1).seat_of(4) == 2)
    page.wait(f"document.querySelector({('.table ' + row(4))!r})")
    drag(page, row(4), ".unseated")
    made.until(lambda: not hall.table(1).people)
    assert not page.run("!!document.querySelector('.veil')"), "a pull opens no menu"
    page.wait(f"document.querySelector({('.people ' + row(5) + ' button')!r})")
    page.run(f"document.querySelector({(row(5) + ' button')!r}).focus()")
    page.press("Enter")
    made.until(lambda: page.run("document.activeElement?.innerText") == "To table 1")
    page.press("Enter")
    made.until(lambda: 5 in hall.table(1).people)
    page.wait("!document.querySelector('.veil')")


def test_pupils_swap_tables_after_the_hand(made: ClassWithTeacher, page: Page) -> None:
    made.begin()
    page.wait_text("Hand 1")
    drag(page, row(0), row(7))
    made.until(lambda: page.sees("to table 2") and page.sees("to table 1"))
    assert 0 in made.hall.table(1).people
    assert made.hall.seating.moves.keys() == {0, 7}
    open_menu(page, 1)
    page.tap("To table 2, swapping with someone")
    page.wait_text("Table 2 is full")
    name = made.hall.roster[8].name
    page.run(f"[...document.querySelectorAll('.ways button')].find(b => b.innerText === {name!r}).click()")
    made.until(lambda: made.hall.seating.moves.keys() == {0, 7, 1, 8})


def test_teacher_controls_clock_pause_and_debrief(made: ClassWithTeacher, page: Page) -> None:
    hall = made.hall
    page.tap("Shuffle seats")
    made.until(lambda: not hall.seating.standing)
    page.tap("Begin")
    made.until(lambda: hall.phase.value == "playing")
    page.wait_text("min left")
    ends = hall.clock.ends
    page.tap("5 more minutes")
    made.until(lambda: hall.clock.ends == (ends or 0) + 300)
    page.tap("Pause table 2")
    made.until(lambda: hall.table(2).is_paused)
    page.wait_text("paused")
    page.tap("Pause all")
    made.until(lambda: hall.is_all_paused)
    page.tap("Continue")
    made.until(lambda: not hall.is_all_paused)
    page.tap("Last hand")
    page.wait_text("Call the last hand?")
    page.tap("Not now")
    assert hall.phase.value == "playing"
    page.tap("Last hand")
    page.tap("Call it")
    made.until(lambda: hall.phase.value == "last_hand")
    page.tap("Go to debrief")
    page.tap("Stop and debrief")
    page.wait_text("No hand has ended yet.")
    made.hall.table(1).hands = 1
    page.tap("Go to debrief")
    page.tap("Stop and debrief")
    made.until(lambda: made.desk.is_debriefing)
    page.wait_text("The debrief is on the big screen.")
    first = "document.querySelector('.left').firstElementChild"
    assert page.run(f"{first}.matches('.asks') && {first}.innerText.includes('Open the vote')")
    for gone in ("Drop a name here", "News ticker", "Propose a rule", "Last hand"):
        assert not page.sees(gone)
    open_menu(page, 0)
    made.until(lambda: "Rename" in page.buttons())
    assert "To table 2" not in page.buttons()


def hand_ends(class_with_teacher: ClassWithTeacher, number: int) -> None:
    """Play the hand at a table to its end."""
    table = class_with_teacher.hall.table(number)
    hands = table.hands
    assert table.play is not None
    match = table.play.match
    while table.hands == hands:
        seat = match.to_move
        assert seat is not None
        seed = ("bot", 0, number, len(match.session.log))
        match.play(thought("sociable", match.session.observe(seat), match.session.options, "", seed))


def test_round_two_is_explained_and_needs_one_press(made: ClassWithTeacher, page: Page) -> None:
    made.begin()
    made.hall.table(2).set_rules(ClassTablePlan(5, {"exchange": "off"}))
    made.hall.table(2).begin()
    page.wait_text("Hand 1")
    assert not page.sees("Round 2")
    hand_ends(made, 1)
    page.wait_text("Round 2")
    page.tap("Swap the rules: round 2")
    page.wait_text("Table 1: Without the exchange. Table 2: With the exchange.")
    page.tap("Not now")
    assert made.hall.round == 1
    page.tap("Swap the rules: round 2")
    page.tap("Redraw seats")
    page.wait_text("Round 2 starts once the hands at tables 1 and 2 are finished.")
    page.tap("Start round 2 now")
    page.tap("Start it now")
    page.wait_text("pupils, round 2")
    assert [table.plan.options.get("exchange", "on") for table in made.hall.tables] == ["off", "on"]
    assert "Start round 2 now" not in page.buttons()


def test_class_returns_from_the_debrief_for_round_two(made: ClassWithTeacher, page: Page) -> None:
    made.begin()
    hand_ends(made, 1)
    made.command("to_debrief")
    page.wait_text("The debrief is on the big screen.")
    page.tap("Swap the rules: round 2")
    page.wait_text("can't be separated.")
    page.tap("Keep seats")
    page.wait_text("pupils, round 2")
    assert not page.sees("The debrief is on the big screen.")
    assert [table.round for table in made.hall.tables] == [2, 2]


def test_cup_hides_buttons_that_would_be_refused(made: ClassWithTeacher, page: Page) -> None:
    made.hall.plan = replace(made.hall.plan, is_cup=True)
    deeds = "[...document.querySelectorAll('.deeds button')].map(one => one.innerText).join()"
    made.until(lambda: page.run(deeds) == "Begin")
    assert page.sees(" people")
    page.tap("Begin")
    made.until(lambda: made.hall.phase.value == "playing")
    made.until(lambda: page.run(deeds) == "Pause all")


def test_teacher_changes_rules_helps_and_renames_pupils(made: ClassWithTeacher, page: Page) -> None:
    hall = made.hall
    made.begin()
    page.wait_text("Hand 1")
    choose(page, "section[data-table='2'] select", "Without the exchange")
    made.until(lambda: hall.table(2).plan.options == {"exchange": "off"})
    page.wait_text("new rules next")
    made.away[3] = 130_000.0
    page.wait_text("no phone for 2 min")
    assert page.run("document.querySelector('section[data-table=\"1\"]').classList.contains('needs')")
    assert page.run("document.title").startswith("(1)")
    page.tap("Bot takes over")
    page.wait_text("bot for now")
    page.wait_text("Nobody right now.")
    open_menu(page, 6)
    page.wait("document.querySelector('#name')")
    page.run("document.querySelector('#name').value = 'Arschloch'")
    page.tap("Rename")
    page.wait_text("Please choose another name.")
    page.run("document.querySelector('#name').value = 'Ayla'")
    page.tap("Rename")
    made.until(lambda: hall.roster[6].name == "Ayla")
    page.wait("!document.querySelector('.veil')")
    open_menu(page, 6)
    page.tap("Nudge")
    made.until(lambda: sum(hall.table(2).nudge_counts) == 1)
    open_menu(page, 6)
    page.tap("Remove from the lesson")
    page.tap("Remove")
    made.until(lambda: 6 not in hall.roster)


def test_teacher_phone_shows_trouble_first_and_one_action(browser: Chromium, made: ClassWithTeacher) -> None:
    page = browser.page((390, 844), made.turn)
    made.come(page)
    bar = (
        "[...document.querySelectorAll('.deeds button')].filter(one => one.offsetHeight)"
        ".map(one => one.innerText).join()"
    )
    assert page.run(bar) == "Begin,More"
    low = "innerHeight - document.querySelector('.deeds button:not(.rare)').getBoundingClientRect().bottom"
    assert 0 <= page.run(low) < 40
    page.tap("More")
    made.until(lambda: "Seats by list" in page.buttons())
    page.run("document.querySelector('.sheet .all [aria-label=\"5 more minutes\"]').click()")
    made.until(lambda: made.hall.plan.minutes == 45)
    assert not page.run("!!document.querySelector('.veil')")
    made.begin()
    made.until(lambda: page.run(bar) == "Pause all,More")
    order = "[...document.querySelectorAll('.table h2')].map(one => one.innerText).join()"
    open_ones = "document.querySelectorAll('.table ol').length"
    assert (page.run(order), page.run(open_ones)) == ("Table 1,Table 2", 0)
    assert page.sees("Pupil 9")
    made.hall.is_rehearsal = True
    page.wait("document.querySelector('.title').innerText.includes('Rehearsal')")
    made.away[7] = 130_000.0
    made.until(lambda: page.run(order) == "Table 2,Table 1")
    assert page.run(open_ones) == 1
    page.tap("Table 1")
    made.until(lambda: page.run(open_ones) == 2)
    made.hall.stop()
    made.until(lambda: page.run(bar) == "Go to debrief,More")
    page.close()


def test_unanswered_rename_is_not_taken_as_done(browser: Chromium, made: ClassWithTeacher) -> None:
    """The connection is lost before the teacher's new name for a pupil is confirmed."""
    page = browser.page((390, 844), made.turn)
    page.own_clock()
    made.come(page)
    open_menu(page, 6)
    page.wait("document.querySelector('#name')")
    page.run("document.querySelector('#name').value = 'Ayla'")
    page.tap("Rename")
    page.seconds(8)
    until(lambda: page.run("!document.querySelector('#trouble').hidden"), lambda: page.seconds(1))
    assert page.run("document.querySelector('#name')?.value") == "Ayla"
    page.wait("document.querySelector('#trouble').hidden")
    page.tap("Rename")
    made.until(lambda: made.hall.roster[6].name == "Ayla")
    page.wait("!document.querySelector('.veil')")
    page.close()


def test_teacher_controls_big_screen_vote_and_rules(made: ClassWithTeacher, page: Page) -> None:
    desk = made.desk
    made.begin()
    page.wait_text("Hand 1")
    page.run("document.querySelector('.panel.big [role=switch]').click()")
    made.until(lambda: not desk.big.first_names)
    choose(page, ".large select", "Table 2")
    made.until(lambda: desk.big.large == 2)
    page.tap("Before the charts: Open the vote")
    made.until(lambda: desk.poll.current == 0)
    desk.poll.cast(3, {"round": 0, "shares": [20, 30, 50]})
    page.wait_text("1 of 10 have voted.")
    page.run("document.querySelector('.panel.rules [role=switch]').click()")
    made.until(lambda: desk.proposals.are_open)
    desk.proposals.propose("exchange", "reversed", 3)
    page.wait_text("Pupil 3: 1 for, 0 against.")
    page.tap("Play it next hand")
    made.until(lambda: made.hall.table(1).plan.options == {"exchange": "reversed"})
    page.wait_text("in play")


def test_names_are_not_cut_off_on_the_teachers_page(made: ClassWithTeacher, page: Page) -> None:
    for person in made.hall.roster:
        made.hall.rename(person.number, f"Annabella {person.number}")
    made.begin()
    for person in made.hall.roster:
        made.hall.take_over(person.number)
    made.until(lambda: page.sees("bot for now") and page.sees("Annabella 9"))
    names = "[...document.querySelectorAll('.row .name')]"
    for size in SIZES:
        page.resize(*size)
        assert page.run(f"{names}.filter(one => one.scrollWidth > one.clientWidth).length") == 0, size


def test_teacher_page_passes_axe_and_layout_checks(made: ClassWithTeacher, page: Page) -> None:
    inspector = Inspector()
    page.run("document.body.classList.add('looked-at')")

    def look(state: str) -> None:
        made.turn()
        inspector.look(page, state)
        for size in SIZES:
            page.resize(*size)
            assert page.run(SMALL) == [], (state, size)
            assert not page.run(WIDER), (state, size)
            assert page.run(CUT) == [], (state, size)

    look("gathering")
    made.begin()
    made.away[3] = 130_000.0
    made.hall.seating.swap(0, 7)
    made.hall.admit(11, "Maximiliane-Charlotte")
    made.command("proposals", open=True)
    made.desk.proposals.propose("pass", "final", 4)
    made.until(lambda: page.sees("to table 2") and page.sees("no phone for 2 min"))
    look("playing")
    open_menu(page, 3)
    page.wait("document.querySelector('.sheet')")
    look("menu")
    page.prefer(color_scheme="dark")
    look("menu in the dark")
    page.run("document.querySelector('.sheet .round').click()")
    look("playing in the dark")
    assert not inspector.found, "\n".join(inspector.found)


def test_handouts_appear_after_play_and_contain_no_names(
    browser: Chromium, made: ClassWithTeacher, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In new tabs. Each is one sheet without any names."""
    page.tap("Shuffle seats")
    made.until(lambda: not made.hall.seating.standing)
    page.tap("Begin")
    made.until(lambda: made.hall.phase.value == "playing")
    assert "Handouts" not in page.buttons()
    sheets = tuple(replace(sheet(number, "on", hands=2), people=NAMES) for number in (1, 2))
    monkeypatch.setattr(made.hall, "class_record", lambda: ClassRecord("Class 9b", 1.79e9, sheets))
    made.hall.stop()
    made.desk.is_debriefing = True
    page.tap("Handouts")
    page.wait_text("Each is one A4 page")
    links = page.run("[...document.querySelectorAll('.two a')].map(a => [a.innerText, a.href, a.target])")
    assert [link[::2] for link in links] == [["For pupils", "_blank"], ["For the teacher", "_blank"]]
    for called, link, _target in links:
        paper = browser.page((900, 1200), made.turn)
        paper.open(link.partition("#")[0])
        paper.wait_text("What our class found out")
        assert paper.sees("For the teacher") == (called == "For the teacher")
        assert not any(paper.sees(name) for name in NAMES)
        assert paper.run("getComputedStyle(document.querySelector('main')).display") == "flex"
        assert len(re.findall(rb"/Type /Page\b", paper.printed())) == 1
        paper.close()
    page.tap("Close")
    assert not page.run("!!document.querySelector('.veil')")


def replied(class_with_teacher: ClassWithTeacher, *values: int) -> None:
    for person, value in enumerate(values):
        question = class_with_teacher.desk.data_for(person)["question"]
        words = {"do": "reply", "question": question["number"], "round": question["round"], "value": value}
        assert class_with_teacher.desk.handle_phone(person, words) == ""


def behind_more(page: Page, text: str) -> None:
    """Tap an item of the *More* menu, on screens whose header has no room for it."""
    page.tap("More")
    button_script = (
        f"[...document.querySelectorAll('.sheet .all button')].find(one => one.innerText === {text!r})"
    )
    page.wait(button_script)
    page.run(f"{button_script}.click()")


def test_number_answers_are_grouped_by_five(made: ClassWithTeacher, page: Page) -> None:
    page.resize(320, 568)
    made.command("ask", words="How many?", kind="number")
    replied(made, 0, 48, 49, 52, 53, 55, 57, 58, 99, 100)
    rows = "[...document.querySelectorAll('.bars li > span:first-child')].map((one) => one.innerText)"
    made.until(lambda: page.run(rows) == ["0–2", "48–52", "53–57", "58–62", "98–100"])
    assert page.run("document.querySelector('.asked .two').nextElementSibling.matches('.bars')")


def test_teacher_asks_closes_and_repeats_a_question(made: ClassWithTeacher, page: Page) -> None:
    desk = made.desk
    behind_more(page, "Ask the class")
    page.run("document.querySelector('#words').value = 'Is it <i>fair</i>?'")
    page.tap("Ask it")
    page.wait_text("Add two to five answers.")
    assert page.run("document.querySelector('#words').value") == "Is it <i>fair</i>?"
    for number, answer in enumerate(("Yes", "No")):
        page.run(f"document.querySelector('[name=a{number}]').value = {answer!r}")
    page.tap("Ask it")
    page.wait("!document.querySelector('.veil')")
    assert desk.questions.all[0].answers == ("Yes", "No")
    replied(made, 0, 0, 1, 0)
    page.wait_text("4 of 10 have answered.")
    assert page.run("!document.querySelector('.bars')")
    replied(made, 0, 0, 1, 0, 1)
    page.wait("document.querySelector('.bars')?.innerText.includes('3')")
    page.tap("Close the question")
    page.tap("Ask it again")
    made.until(lambda: desk.questions.is_open and desk.questions.all[0].rounds == 2)
    replied(made, 1, 1, 1, 1, 1)
    page.tap("Close the question")
    page.wait("document.querySelectorAll('.bars .after').length === 2")
    inspector = Inspector()
    for size in SIZES:
        page.resize(*size)
        inspector.look(page, f"asked {size}")
        assert page.run(SMALL) == [], size
        assert not page.run(WIDER), size
        assert page.run(CUT) == [], size
    page.tap("Put it away")
    made.until(lambda: desk.questions.shown_number is None)
    behind_more(page, "Ask the class")
    page.run("(() => { const s = document.querySelector('#kind'); s.value = 'scale';"
             "s.dispatchEvent(new Event('change', {bubbles: true})); })()")  # fmt: skip
    assert page.run("!document.querySelector('[name=a0]')")
    inspector.look(page, "asking")
    assert not inspector.found, "\n".join(inspector.found)
    assert page.run(SMALL) == []
    page.tap("Where do people who start as Temp end up?")
    made.until(lambda: desk.questions.is_open and desk.questions.all[1].prediction == "temp_ends")
    replied(made, 0, 1, 2, 3, 4)
    page.tap("Close the question")
    page.tap("Show the answer")
    page.wait_text("The answer isn't known yet.")
    desk.questions.learn({"temp_ends": (0, 0, 0, 1, 1)})
    page.tap("Show the answer")
    page.wait_text("The result: Boss 0, Veep 0, Manager 0, Clerk 1, Temp 1.")


# Hand-outs: each is one sheet of A4, in every language, for every class.


VOTE = VoteTotals(
    ((60, 20, 20),) * 17 + ((20, 60, 20),) * 9 + ((40, 40, 20),) * 4,
    ((40, 20, 40),) * 10 + ((0, 0, 100),) * 20,
)
WAYS = "on", "off", "reversed"
SEATS = range(1, 6)
A4 = "/MediaBox [0 0 594.95996 841.91998]"
ROOM = "[...document.querySelectorAll('.ask i')].map(one => one.getBoundingClientRect().height * 25.4 / 96)"
CUT_OFF = """(() => { const page = document.querySelector('main'), end = page.getBoundingClientRect();
return page.scrollHeight > page.clientHeight || page.scrollWidth > page.clientWidth
|| [...page.querySelectorAll('*')].some(one => { const box = one.getBoundingClientRect();
return box.right > end.right + 1 || box.bottom > end.bottom + 1; }); })()"""


@cache
def classes() -> tuple[ClassReportData, ...]:
    """The fullest class, one with two rounds, one without exchange but with a vote, and a single table."""
    full = ClassRecord(
        "Wirtschaft 12b, Gruppe 2", 1.79e9, tuple(sheet(n, WAYS[n % 3], hands=9) for n in range(1, 9)), VOTE
    )
    calm = ClassRecord("9b", 1.79e9, tuple(sheet(number, "off", hands=4) for number in (1, 2)), VOTE)
    alone = ClassRecord("", 0.0, (sheet(1, "on", hands=3),))
    lived = parallel_classes([(task, task.batch.play()) for task in tasks(ClassReportData.of(full).story, 2)])
    first = [
        replace(sheet(n, WAYS[n % 2], hands=4), people=tuple(f"{n}{seat}" for seat in SEATS)) for n in SEATS
    ]
    again = [
        replace(sheet(record.number, WAYS[1 - record.number % 2], seed=50), people=record.people, round=2)
        for record in first
    ]
    twice = ClassRecord("Wirtschaft 12b, Gruppe 2", 1.79e9, (*first, *again), VOTE)
    return (
        ClassReportData.of(full, lived),
        ClassReportData.of(twice),
        ClassReportData.of(calm),
        ClassReportData.of(alone),
    )


@pytest.mark.parametrize("language", i18n.languages())
def test_each_handout_is_one_a4_sheet_with_room_to_write(
    language: str, browser: Chromium, tmp_path: Path
) -> None:
    page = browser.page((900, 1200))
    for number, told in enumerate(classes()):
        i18n.set_language(language)
        try:
            pages = dict(handouts(told))
        finally:
            i18n.set_language("en")
        for name, data in pages.items():
            path = tmp_path / f"{number}-{name}"
            path.write_bytes(data)
            page.open(path.as_uri())
            page.wait(f"location.href.endsWith('{path.name}') && document.readyState === 'complete'")
            page.prefer(media="print")
            page.wait("document.fonts.status === 'loaded'")
            assert not page.run(CUT_OFF), (language, name, told.story.places)
            lines = page.run(ROOM)
            assert all(height >= 4.9 for height in lines)
            assert len(lines) == (6 if name == "pupils.html" else 0)
            printed = page.printed()
            assert len(re.findall(rb"/Type /Page\b", printed)) == 1, (language, name)
            assert A4.encode() in printed
    page.close()
