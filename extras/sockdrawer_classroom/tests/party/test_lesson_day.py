"""A whole lesson of 45 minutes, from the lobby to the hand-outs, and its record a year later.

The window is real and worked with keys. All pupils but one are phones without a screen, over real sockets.
That one has a page, and the teacher has two: on a tablet and on a phone. Time is the window's, without waits.
``make soak`` plays 26 pupils at six tables and every minute, ``make test`` two tables and one hand a round.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pygame
import pytest

from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.games.sociable.screen.match_report import export
from game.party import connection
from game.store.data_folder import HOME_VARIABLE, documents
from game.ui.core.scene import AppContext
from game.ui.match import party_controller
from sockdrawer_classroom.class_stores import class_session
from sockdrawer_classroom.classroom import ClassPlan, Classroom, WorkerPool
from sockdrawer_classroom.classroom._simulated_class import ANSWERS
from sockdrawer_classroom.scenes.class_runner import ClassRunner
from sockdrawer_classroom.sociable import class_statistics
from sockdrawer_classroom.sociable.class_report import scene as debrief
from sockdrawer_classroom.tests.party.class_over_sockets import Pupil
from sockdrawer_classroom.tests.party.test_page_teacher import behind_more
from tests.party.browser_phones import play_sociable, slide
from tests.party.many_phones import Callers
from tests.sampling import sample_size, scale
from tests.scenes.harness import WindowRobot
from tools.browser import Chromium, Page, until

BELL = datetime(2026, 9, 14, 8, 0).timestamp()
MINUTE = 60_000.0
PACE = 2000.0  # ms per loop turn while hands are played
LONGEST = 3000  # maximum of turns in any part
TITLE = "Class 9b"


class LessonDay(Callers):
    """A lesson in the window, and all participants."""

    def __init__(self, home: Path, browser: Chromium) -> None:
        super().__init__()
        self.window = WindowRobot(home, (1280, 720))
        self.tables, self.count = sample_size(2, 6), sample_size(8, 25)
        self.pupils = [Pupil(self, number, f"Pupil {number}") for number in range(self.count)]
        self.browser = browser
        self.phone, self.tablet, self.small = (
            browser.page(size, self.turn) for size in ((390, 844), (1180, 820), (360, 640))
        )
        self.me = -1  # number of the pupil with a page

    # Time.

    @property
    def wall(self) -> float:
        return BELL + self.window.time / 1000

    def turn(self) -> None:
        self.window.step()

    def wait_for(self, condition: Callable[[], Any]) -> None:
        """Wait for a page or a phone, while the clock hardly advances."""
        try:
            until(condition, self.turn)
        except AssertionError as error:
            texts = [page.text()[:200] for page in (self.phone, self.tablet, self.small)]
            raise AssertionError(f"{error}: {self.window.shown}, {texts}") from error

    def at(self, minute: float) -> None:
        """In a soak, let time pass until this minute."""
        while scale() > 1 and self.window.time < minute * MINUTE:
            self.step()

    # Players.

    @property
    def lesson(self) -> ClassRunner:
        """The lesson that hosts the phones of the window."""
        guest = self.window.context.phones.guest
        assert isinstance(guest, ClassRunner)
        return guest

    @property
    def hall(self) -> Classroom:
        return self.lesson.hall

    def step(self) -> None:
        """Let some of the pupils to move play, wait for all answers, and advance the clock."""
        busy = [pupil for pupil in self.pupils if not pupil.asleep and pupil.state]
        for pupil in busy:
            if pupil.may_play() and pupil.chance.with_probability(0.5):
                pupil.move()
        self._play_mine()
        self.wait_for(lambda: all(pupil.said in pupil.answers or not pupil.said for pupil in busy))
        self.window.step(ms=PACE)

    def _play_mine(self) -> None:
        chair = self.hall.seating.chair_of(self.me) if self.me >= 0 else None
        if chair is None or (play := chair[0].play) is None:
            return
        session, seat = play.match.session, chair[1]
        mine = f"document.body.matches('.match.mine[data-ply=\"{len(session.log)}\"]')"
        if session.to_move == seat and self.phone.run(mine):
            move = find_game("sociable").bot.choose(
                session.observe(seat), session.options, "easy", SeededRng("mine", len(session.log))
            )
            play_sociable(self.phone, session, move, self.wait_for)

    def play(self, condition: Callable[[], object]) -> None:
        """Let everyone play until this is true."""
        for _ in range(LONGEST):
            if condition():
                return
            self.step()
        raise AssertionError(f"that never comes: {self.lesson.snapshot.clock} {self.lesson.snapshot.needs}")

    def answer(self, asked: str) -> None:
        """Answer a question on all phones, and on the page by touch."""
        for pupil in self.pupils:
            if pupil.asleep or not pupil.token:
                continue
            self.wait_for(lambda: pupil.state.get(asked))  # noqa: B023
            mind = SimpleNamespace(
                chance=lambda *about, n=pupil.seat: SeededRng("mind", n, *map(str, about)),
                tilt=pupil.seat % 3,
            )
            words = ANSWERS[asked](mind, pupil.state[asked])  # type: ignore[arg-type,literal-required]
            pupil.do(**words or {})
        if asked == "vote":
            self.phone.wait("document.querySelector('.poll .shares')")
            self.phone.run(slide(2, 60))
            self.phone.tap("Cast my vote")
            self.phone.wait_text("Your vote is in the sock.")
            return
        if self.phone.run("!!document.querySelector('.folded')"):
            self.phone.run("document.querySelector('.folded').click()")
        self.phone.wait("document.querySelector('.asking')")
        if self.phone.run("!!document.querySelector('.asking input')"):
            self.phone.run(
                "(r => { r.value = 70; r.dispatchEvent(new Event('input', {bubbles: true})); })"
                "(document.querySelector('.asking input'))"
            )
            self.phone.tap("Send")
        else:
            self.phone.run("document.querySelector('.asking .picks button, .asking .steps button').click()")
        everybody = sum(bool(pupil.token) and not pupil.asleep for pupil in self.pupils) + 1
        self.wait_for(lambda: self.lesson.desk.questions.count == everybody)

    # Screens.

    def said(self) -> str:
        """All text that a screen reader announces for the big screen."""
        aloud = self.window.top.narration()
        return " ".join((aloud.title, *aloud.text))

    def close(self) -> None:
        for page in (self.phone, self.tablet, self.small):
            page.close()
        self.window.close()
        self.hang_up()

    # The lesson.

    def prepare(self) -> None:
        """Go from the lobby to the QR code on the big screen."""
        window = self.window
        window.context.open_scene("lobby", "sociable")
        window.step()
        window.choose("Play as a class")
        window.type_text(TITLE)
        window.set_row("Tables", str(self.tables))
        window.set_row("Rules", "half: Without")
        window.set_row("Last hand after", "15 min" if scale() > 1 else "90 min")  # the teacher calls it
        window.choose("Let phones in")
        assert window.shown == "WaitingRoomScene"
        self.wait_for(lambda: window.context.phones.is_open)

    def let_teacher_in(self) -> None:
        """Open the teacher's pages: the tablet scans the code, the phone types it."""
        window = self.window
        window.press_key(pygame.K_ESCAPE)
        window.choose("The teacher's page")
        window.choose("Show the code")
        assert window.shown == "TeacherLoginDialog"
        texts = window.texts
        address = next(text for text in texts if text.endswith("/teacher"))
        code = next(text for text in texts if text.count(" ") > 4)
        self.small.open(f"http://{address}")
        self.small.wait("document.querySelector('#code')")
        self.small.run(f"document.querySelector('#code').value = {json.dumps(code)}")
        self.small.tap("Open")
        self.tablet.open(f"http://{address}#{self.lesson.desk.token}")
        for page in (self.small, self.tablet):
            page.wait("document.querySelector('.table')")
        window.press_key(pygame.K_RETURN)
        assert window.shown == "WaitingRoomScene"

    def let_pupils_in(self, late: int) -> None:
        """Let all pupils but ``late`` join, and one with a page."""
        party = self.window.context.phones.party
        assert party is not None
        self.address, self.code = party.door.address, party.code
        for pupil in self.pupils[: self.count - late]:
            pupil.join()
        here = {person.number for person in self.hall.roster}
        self.phone.open(party.door.link)
        self.phone.wait("document.querySelector('#join #name')")
        self.phone.run("document.getElementById('name').value = 'Mina'")
        self.phone.tap("Take this seat")
        self.wait_for(lambda: any(person.name == "Mina" for person in self.hall.roster))
        self.me = next(person.number for person in self.hall.roster if person.name == "Mina")
        assert self.me not in here

    def ask_own(self) -> None:
        """Ask a question in the teacher's words, typed on the tablet."""
        behind_more(self.tablet, "Ask the class")
        self.tablet.run("document.querySelector('#words').value = 'Who works hard gets far. Is that so?'")
        self.tablet.run(
            "(s => { s.value = 'scale'; s.dispatchEvent(new Event('change', {bubbles: true})); })"
            "(document.querySelector('#kind'))"
        )
        self.tablet.tap("Ask it")
        self.wait_for(lambda: self.lesson.desk.questions.is_open)

    def predict(self, text: str) -> None:
        """Ask for a prediction, chosen on the teacher's phone."""
        if self.small.run(
            "[...document.querySelectorAll('button')].some(b => b.innerText === 'Ask something')"
        ):
            self.small.tap("Ask something")
        else:
            behind_more(self.small, "Ask the class")
        name = (
            f"[...document.querySelectorAll('.predictions button')].find(b => b.innerText.includes({text!r}))"
        )
        self.small.wait(name)
        self.small.run(f"{name}.click()")
        self.wait_for(lambda: self.lesson.desk.questions.is_open)

    def show(self, page: Page, text: str) -> None:
        """Show an earlier question on the big screen again."""
        one = (
            "[...document.querySelectorAll('button')]"
            f".find(b => (b.ariaLabel || '').startsWith('Show it: {text}'))"
        )
        page.wait(one)
        page.run(f"{one}.click()")

    def put_away(self, page: Page) -> None:
        page.tap("Put it away")
        self.wait_for(lambda: self.lesson.snapshot.question is None)


class Told(NamedTuple):
    """Texts shown on the big screen."""

    overview: str
    rounds: str
    was: int  # answer of the prediction


@pytest.fixture
def day(tmp_path: Path, browser: Chromium, monkeypatch: pytest.MonkeyPatch) -> Iterator[LessonDay]:
    monkeypatch.setattr(connection, "MESSAGES_PER_SECOND", 1e9)
    monkeypatch.setattr(party_controller, "RELOAD_GRACE_MS", 1e9)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(debrief, "tasks", partial(class_statistics.tasks, classes=sample_size(5, 20)))
    if scale() == 1:
        monkeypatch.setattr(export, "PICTURE_SIZE", (640, 360))
    lesson_day = LessonDay(tmp_path, browser)

    def begun(app: AppContext, plan: ClassPlan, _cup: object = None) -> ClassRunner:
        evening = class_session(app.stores)
        evening.clear()
        return ClassRunner(app, Classroom(plan, WorkerPool(app.worker, 2), evening), lambda: lesson_day.wall)

    monkeypatch.setattr(ClassRunner, "begun", begun)
    yield lesson_day
    lesson_day.close()


def plain(page: str) -> str:
    """Visible text of a page."""
    return " ".join(unescape(re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)).split())


def rows(path: Path) -> list[dict[str, str]]:
    text = path.read_text("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=";" if ";" in text.split("\n", 1)[0] else ","))


def check(folder: Path, seen: Told, handed: str) -> None:
    """Check that the big screen, the hand-out and the saved files show the same figures."""
    overview, rounds, was = seen
    page = plain((folder / "lesson.html").read_text("utf-8"))
    sides = rows(folder / "comparison.csv")
    for side in sides:
        count, of = int(side["the Boss stayed Boss"]), int(side["hands with a person as Boss"])
        if not of:  # without hands with a person as Boss there is no figure
            assert all("0 of 0" not in report for report in (overview, page, handed))
            continue
        for report in (overview, page, handed):
            assert f"{count} of {of}" in report
            assert f"{round(100 * float(side['share']))}%" in report
    stayed = sum(int(side["the Boss stayed Boss"]) for side in sides)
    assert was == round(100 * stayed / sum(int(side["hands with a person as Boss"]) for side in sides))
    assert f"It was {was}." in page
    asked = rows(folder / "questions.csv")
    known = [row["answer"] for row in asked if row["actual result"] == "1" and "Of 100" in row["question"]]
    assert known == [str(was)]
    twice = [row for row in asked if row["question"].startswith("1.")]
    assert all(sum(int(row[f"answers {when}"]) for row in twice) > 4 for when in ("before", "after"))
    hands = {(row["table"], row["match"], row["hand"]) for row in rows(folder / "hands.csv")}
    for report in (overview, page, handed):
        assert f"{len(hands)} hands" in report
    both = [float(row["difference"]) for row in rows(folder / "crossover.csv")]
    mean = f"{sum(both) / len(both):+.2f}".replace("-", "\N{MINUS SIGN}")
    mean = mean[1:] if mean[1:] == "0.00" else mean
    for report in (rounds, page, handed):
        assert f"{len(both)} pupils have played by both rules." in report
        assert f": {mean}." in report


def gathers(day: LessonDay) -> None:
    """From the lobby to the first hand, with a question before it."""
    window = day.window
    day.prepare()
    day.let_teacher_in()
    day.let_pupils_in(late=1)
    day.at(3)
    day.ask_own()
    day.at(3.5)
    day.answer("question")
    day.tablet.tap("Close the question")
    day.wait_for(lambda: not day.lesson.desk.questions.is_open)
    day.put_away(day.tablet)
    window.press_key(pygame.K_x)  # draw the seats
    day.at(5)
    day.small.tap("Begin")
    day.wait_for(lambda: window.shown == "BigScreenScene")
    for _ in range(8):
        day.step()


def first_round(day: LessonDay) -> None:
    """First round to its last hand, with one pupil late, one asleep and one disconnected."""
    day.at(8)
    late = day.pupils[-1]
    late.join()
    day.wait_for(lambda: len(day.hall.roster) == day.count + 1)
    for _ in range(3):
        day.step()
    day.at(9)
    day.play(lambda: any(pupil.may_play() for pupil in day.pupils))  # not only bots and the page
    sleeper = next(pupil for pupil in day.pupils if pupil.may_play())
    sleeper.asleep = True
    day.play(lambda: any(need.person == sleeper.seat for need in day.lesson.snapshot.needs))
    day.small.tap("Nudge")
    sleeper.asleep = False
    day.at(11)
    lost = next(pupil for pupil in day.pupils if pupil not in (sleeper, late))
    lost.drop()
    lost.asleep = True
    day.play(lambda: any(need.person == lost.seat for need in day.lesson.snapshot.needs))
    lost.back()
    lost.asleep = False
    day.at(13)
    if scale() == 1:
        day.play(lambda: all(table.hands for table in day.hall.tables))
        day.tablet.tap("Last hand")
        day.tablet.tap("Call it")
    day.play(day.hall.is_last)
    day.play(lambda: day.hall.is_over)


def second_round(day: LessonDay) -> None:
    """Second round with swapped rules and the same tables."""
    hands = [table.hands for table in day.hall.tables]

    day.tablet.tap("Swap the rules: round 2")
    day.wait_for(lambda: "Keep seats" in day.tablet.buttons())
    day.tablet.tap("Keep seats")
    day.wait_for(lambda: day.hall.round == 2)
    day.at(25)
    for _ in range(4):
        day.step()
    if scale() > 1:
        day.tablet.tap("5 more minutes")
        day.wait_for(lambda: day.hall.clock.ends is not None)
        day.play(day.hall.is_last)
    else:
        day.play(lambda: all(table.hands > was for table, was in zip(day.hall.tables, hands, strict=True)))
        day.tablet.tap("Last hand")
        day.tablet.tap("Call it")
    day.play(lambda: day.hall.is_over)


def looks_back(day: LessonDay) -> Told:
    """Debrief: prediction, vote, charts, and both once more."""
    window = day.window
    day.predict("stay Boss")
    day.at(34)
    day.answer("question")
    day.small.tap("Close the question")
    day.wait_for(lambda: not day.lesson.desk.questions.is_open)
    day.put_away(day.small)
    day.tablet.tap("Go to debrief")
    day.wait_for(lambda: window.shown == "ClassVoteDialog")
    day.at(35)
    day.answer("vote")
    window.choose("Show the charts")
    day.wait_for(lambda: window.shown == "ClassReportScene")
    day.at(36)
    charts = window.top
    charts.show(next(number for number, page in enumerate(charts.pages) if page.name == "overview"))
    overview = day.said()

    day.show(day.small, "Of 100 Bosses")
    day.wait_for(lambda: window.shown == "QuestionScene")
    day.small.tap("Show the answer")
    day.wait_for(lambda: "It was" in day.said())
    day.at(37.5)
    assert "Ask it again" not in window.choices
    was = re.search(r"It was (\d+)", day.said())
    assert was is not None
    day.put_away(day.small)
    day.wait_for(lambda: window.shown == "ClassReportScene")
    lives = next(number for number, page in enumerate(charts.pages) if page.lives)
    charts.show(lives)
    window.press_key(pygame.K_e)
    if window.shown == "QuestionDialog":
        window.choose("Play it out")
    day.wait_for(lambda: charts.data.parallel)
    day.at(39)
    charts.show(0)
    window.press_key(pygame.K_e)
    day.wait_for(lambda: window.shown == "ClassVoteDialog")
    day.at(40)
    day.answer("vote")
    window.choose("Show the charts")
    day.wait_for(lambda: window.shown == "ClassReportScene")
    day.show(day.small, "Who works hard")
    day.small.tap("Ask it again")
    day.wait_for(lambda: day.lesson.desk.questions.is_open)
    day.answer("question")
    day.small.tap("Close the question")
    day.at(41)
    day.put_away(day.small)
    both = next(number for number, page in enumerate(charts.pages) if page.name == "rounds")
    charts.show(both)
    day.at(42)
    rounds = day.said()
    return Told(overview, rounds, int(was[1]))


def handed_out(day: LessonDay) -> str:
    """Text of the hand-outs, which are printed from the teacher's page."""
    day.tablet.tap("Handouts")
    day.tablet.wait_text("Each is one A4 page")
    links = day.tablet.run("[...document.querySelectorAll('.two a')].map(a => a.href)")
    handed = ""
    for name, link in zip(("pupils", "teacher"), links, strict=True):
        paper = day.browser.page((900, 1200), day.turn)
        paper.open(link.partition("#")[0])
        paper.wait_text("What our class found out")
        assert not any(paper.sees(name) for name in ("Mina", *(pupil.name for pupil in day.pupils)))
        pdf = paper.printed()
        assert len(re.findall(rb"/Type /Page\b", pdf)) == 1
        handed += paper.text()
        paper.close()
    day.tablet.tap("Close")
    day.at(43)
    return handed


def saved(day: LessonDay) -> Path:
    """Save the lesson and return its folder."""
    window = day.window
    window.press_key(pygame.K_x)
    window.choose("Without names")
    day.wait_for(lambda: window.shown == "MessageDialog")
    window.press_key(pygame.K_RETURN)
    day.at(45)
    [folder] = documents().iterdir()
    return folder


def ends(day: LessonDay) -> None:
    window = day.window
    window.press_key(pygame.K_ESCAPE)
    window.choose("Back to the tables")
    window.press_key(pygame.K_ESCAPE)
    window.choose("End for everyone")
    window.choose("End and forget")
    assert window.shown == "TitleScene"
    day.small.wait_text("The lesson is over.")


def test_lesson_runs_from_the_lobby_to_saved_lessons(day: LessonDay) -> None:
    gathers(day)
    first_round(day)
    second_round(day)
    told = looks_back(day)
    handed = handed_out(day)
    folder = saved(day)
    check(folder, told, handed)
    ends(day)
