"""Lessons on a phone: opened at the big screen for a player in the lobby, played on the phone."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest

from game.core.session import Session
from game.match.lesson import DRAFT_PREFIX, read_lessons
from game.scenes.first_start import DEVICES, FirstStartKey
from game.ui.core.canvas import Box
from game.ui.match.lesson_scene import LessonScene
from tests.party import many_phones
from tests.party.browser_phones import LobbyPage, fits, hold, play
from tests.party.many_phones import Learner, LobbyPhoneGroup, foyer
from tests.sampling import sample, thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.lesson_hands import taught
from tools.browser import Chromium

ALL = [
    (slug, lesson.key)
    for slug in ("socker", "city", "socki", "rockit", "sociable")
    for lesson in read_lessons(slug).lessons
]


@thinned(11)
@pytest.mark.parametrize(("slug", "key"), ALL)
def test_every_lesson_is_played_to_its_end_on_a_phone(tmp_path: Path, slug: str, key: str) -> None:
    with foyer(tmp_path, slug) as lobby_group:
        lobby_group.open(slug, key)
        learner = Learner(lobby_group)
        for step in taught(slug, key).steps:
            learner.take_step(step)
        assert learner.lesson["over"]
        assert lobby_group.window.shown == "LessonEnd"
        assert lobby_group.window.context.settings.lessons[slug] == {key: "done"}


def test_wrong_move_gets_a_nudge_on_phone_and_screen(tmp_path: Path) -> None:
    with foyer(tmp_path, "socker") as lobby_group:
        lobby_group.open("socker", "kick")
        learner = Learner(lobby_group)
        first = dict(learner.lesson)
        assert first["at"] == "step 1 of 3"
        assert learner.do("move", move="move e5 e9", ply=0) != "", "the game's own refusal"
        lobby_group.until(lambda: learner.lesson["say"] != first["say"])
        assert lobby_group.window.top.guide.teacher_text.say.endswith(learner.lesson["say"])
        assert lobby_group.window.top.guide.teacher_text.say != learner.lesson["say"]
        assert learner.do("move", move="move e5 d5", ply=0) == "", "the rules allow it, the step does not"
        assert lobby_group.window.top.match.session.log == ()
        learner.take_step(taught("socker", "kick").steps[0])
        assert learner.lesson["at"] == "step 2 of 3"


def test_phone_skips_restarts_and_continues_lessons(tmp_path: Path) -> None:
    with foyer(tmp_path, "socki", 2) as lobby_group:
        lobby_group.open("socki", "draw")
        learner, other = Learner(lobby_group), lobby_group.phones[1]
        assert other.state["lobby"], "the others wait as before"
        steps = len(taught("socki", "draw").steps)
        for number in range(1, steps + 1):
            assert learner.lesson["at"] == f"step {number} of {steps}"
            before = dict(learner.lesson)
            learner.phone.do("lesson", what="skip")
            lobby_group.until(lambda: learner.lesson != before)  # noqa: B023
        assert [what for what, _words in learner.lesson["choices"]] == ["next", "again", "leave"]
        learner.phone.do("lesson", what="again")
        lobby_group.until(lambda: learner.lesson["at"] == f"step 1 of {steps}")
        assert learner.phone.attempt("lesson", what="next") != ""
        for _number in range(steps):
            learner.phone.attempt("lesson", what="skip")
        lobby_group.until(lambda: learner.lesson["over"])
        title = learner.lesson["title"]
        learner.phone.attempt("lesson", what="next")
        lobby_group.until(lambda: learner.lesson["title"] != title)
        learner.phone.do("lesson", what="leave")
        lobby_group.until(lambda: learner.phone.state["lobby"])
        assert lobby_group.window.shown == "LobbyScene"
        assert learner.phone.state["seats"][learner.phone.state["seat"]]["name"] == "Bo"


@pytest.mark.parametrize(("first", "second"), [("skip", "skip"), ("again", "skip"), ("leave", "leave")])
def test_double_tap_does_not_skip_two_steps(tmp_path: Path, first: str, second: str) -> None:
    """Two taps before the window responds. The second was not meant for the result of the first."""
    with foyer(tmp_path, "socki") as lobby_group:
        lobby_group.open("socki", "draw")
        learner = Learner(lobby_group)
        step = learner.lesson["step"]
        with patch.object(lobby_group.hub, "tick", return_value=False):
            numbers = [learner.phone.say("lesson", what=what, step=step) for what in (first, second)]
            learner.phone.send_text("nonsense")
            lobby_group.until(lambda: learner.phone.errors)  # the server has read all three
        lobby_group.until(lambda: all(number in learner.phone.answers for number in numbers))
        assert learner.phone.answers[numbers[0]] == ""
        if first != "again":  # it is the same step as before, so skipping it is meant
            assert learner.phone.answers[numbers[1]] != ""
        if first == "skip":
            lobby_group.until(lambda: learner.lesson["at"].startswith("step 2 "))
        elif first == "leave":
            lobby_group.until(lambda: learner.phone.state["lobby"])
        assert isinstance(lobby_group.window.top, LessonScene) == (first != "leave")


def test_lesson_uses_the_phones_language(tmp_path: Path) -> None:
    with foyer(tmp_path, "socki") as lobby_group:
        learner = Learner(lobby_group)
        learner.phone.send("set_language", language="de")
        lobby_group.open("socki", "draw")
        lobby_group.until(lambda: learner.lesson["at"] == "Schritt 1 von 4")
        assert "Keine deiner Karten" in learner.lesson["say"]
        assert lobby_group.window.top.guide.teacher_text.say == "Nothing in your hand fits anywhere."


def test_lesson_moves_to_the_screen_when_the_phone_leaves(tmp_path: Path) -> None:
    with foyer(tmp_path, "socker") as lobby_group:
        lobby_group.open("socker", "kick")
        scene = lobby_group.window.top
        assert scene.match.local_to_move is None
        lobby_group.phones[0].send("leave")
        lobby_group.until(lambda: scene.match.local_to_move is not None)
        assert lobby_group.window.top is scene
        lobby_group.window.context.scenes.pop()
        lobby_group.until(lambda: lobby_group.window.top.seats[1].device == "")


@pytest.mark.parametrize("slug", ["socki", "socker"])
def test_lesson_waits_for_a_dropped_phone(tmp_path: Path, slug: str) -> None:
    """Also after a quarter of an hour in a pocket: the lesson just waits."""
    key = {"socki": "draw", "socker": "kick"}[slug]
    with foyer(tmp_path, slug) as lobby_group:
        lobby_group.open(slug, key)
        learner = Learner(lobby_group)
        learner.take_step(taught(slug, key).steps[0])
        scene, lesson, log = (
            lobby_group.window.top,
            dict(learner.lesson),
            lobby_group.window.top.match.session.log,
        )
        learner.phone.drop()
        lobby_group.until(lambda: not lobby_group.hub.is_there(learner.phone.seat))
        lobby_group.window.pass_time(15 * 60_000)
        lobby_group.window.step()
        assert lobby_group.window.top is scene
        assert scene.match.session.log == log
        learner.phone.state = {}
        learner.phone.back()
        lobby_group.until(lambda: learner.phone.state)
        assert learner.lesson == lesson
        for step in taught(slug, key).steps[1:]:
            learner.take_step(step)
        assert learner.lesson["over"]


def test_nudge_names_the_controls_of_its_device(tmp_path: Path) -> None:
    with foyer(tmp_path, "rockit") as lobby_group:
        lobby_group.open("rockit", "joker")
        learner = Learner(lobby_group)
        learner.take_step(taught("rockit", "joker").steps[0])
        assert learner.lesson["act"] == "Tap the joker, then “Change card” until it is a 5."
        assert lobby_group.window.top.guide.teacher_text.act == f"On the phone: {learner.lesson['act']}"
        lobby_group.phones[0].send("leave")
        lobby_group.until(lambda: lobby_group.window.top.match.local_to_move is not None)
        assert lobby_group.window.top.guide.teacher_text.act == "Change the joker until it's a 5."


def test_lesson_list_offers_the_lobbys_phones(tmp_path: Path) -> None:
    with foyer(tmp_path, "socker") as lobby_group:
        lobby_group.window.context.open_scene("lessons", "socker")
        lobby_group.window.step()
        assert "Where: On this screen" in lobby_group.window.choices
        lobby_group.window.choose("Where")
        assert "Where: On Bo's phone" in lobby_group.window.choices
        lobby_group.window.choose("Kick and aim")
        lobby_group.until(lambda: "lesson" in lobby_group.phones[0].state)
        assert lobby_group.window.top.match.seats[0].name == "Bo"
        lobby_group.phones[0].send("leave")
        lobby_group.until(lambda: not lobby_group.hub.is_seat_held(1))


def test_skipping_a_step_lays_its_cards(tmp_path: Path) -> None:
    with foyer(tmp_path, "rockit") as lobby_group:
        lobby_group.open("rockit", "joker")
        learner = Learner(lobby_group)
        learner.phone.do("lesson", what="skip")
        lobby_group.until(lambda: learner.lesson["at"] == "step 2 of 3")
        piles = [cards for _key, cards, *_rest in learner.phone.state["view"]["piles"]]
        assert "JK=8S" in [text for cards in piles for _card, text, _own in cards]


# From the first start to the first move of a lesson on a phone: at most eight presses.


MOST = 8


class FirstEvening(LobbyPhoneGroup):
    """A player who starts the program for the first time and plays on a phone."""

    presses = 0

    def click(self, box: Box) -> None:
        self.presses += 1
        self.window.click_box(box)

    def sit(self, session: Session, phones: int) -> None:
        """Go to the lobby by mouse: choose phones, read how to join, and open the drawer."""
        window = self.window
        assert window.shown == "FirstStartScene"
        self.click(dict(window.top.focusable())[FirstStartKey.WITH.of(DEVICES.index("phone"))])
        assert window.shown == "MessageDialog"
        window.wait_until_readable()
        self.click(window.focused.box)
        self.click(dict(window.top.focusable())[FirstStartKey.OPEN])
        assert window.shown == "TitleScene"
        window.top.set_focus(session.game)
        self.presses += 1  # one press on the hanging sock
        window.press_key(13)
        assert window.shown == "LobbyScene"

    def learn(self) -> None:
        """Open the first lesson, which the lobby of a first match offers."""
        self.click(self.window.row("First lesson").box)


def move(learner: Learner, slug: str) -> int:
    """Do the first task of the lesson, or its first card. Returns the number of taps on the page."""
    lesson = read_lessons(slug).lessons[0].steps[0]
    match slug:
        case "socker":
            learner.do("chose", making=lesson.solution[0].strip(f"{DRAFT_PREFIX} "))
            return 1
        case "socki" | "rockit":
            piles = learner.phone.state["view"]["piles"]
            own = lesson.goal.making.split()[-1 if slug == "socki" else 0]
            card = next(entry[0] for entry in learner.phone.state["view"]["hand"] if entry[1] == own)
            learner.do("lay", cards=[card], pile=piles[0][0] if slug == "socki" else None)
            return 2
        case _:
            assert learner.do("move", move=lesson.solution[0], ply=0) == ""
            return 2


@thinned(1)
@pytest.mark.parametrize("slug", ["socker", "city", "socki", "rockit", "sociable"])
def test_eight_presses_lead_to_the_first_own_move_on_a_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    monkeypatch.setattr(many_phones, "WindowRobot", partial(WindowRobot, first=True))
    with many_phones.hasty(lambda: FirstEvening(tmp_path, slug)) as made:
        made.presses += 1  # taking the seat on the phone
        made.learn()
        made.until(lambda: "lesson" in made.phones[0].state)
        learner = Learner(made)
        assert learner.lesson["at"].startswith("step 1 ")
        scene, before = made.window.top, learner.phone.state.get("view", {}).get("piles")
        made.presses += move(learner, slug)
        # Wait until a puppet was chosen, a move was made, or a card was laid.
        made.until(
            lambda: (
                scene.tutor.number
                or scene.match.session.log
                or learner.phone.state.get("view", {}).get("piles") != before
            )
        )
        assert made.presses <= MOST


# A lesson on a phone in a real browser, by touch, with the teacher's words above the table.


CHOSEN = {"socker": "Your puppet on {}".format, "city": lambda pair: f"Show routes: {pair.capitalize()}"}
"""Labels of the buttons that choose the subject of a step."""

VERBS = "[...document.querySelectorAll('.verbs button')]"
READ = """(() => document.querySelector('.lesson').getBoundingClientRect().top
>= document.querySelector('#main').getBoundingClientRect().top - 1)()"""

EDGE = """(([mat, ...piles]) =>
Math.min(...piles.flatMap(({ left, right }) => [left - mat.left, mat.right - right])))
([...document.querySelectorAll('.mat, .pile')].map(one => one.getBoundingClientRect()))"""
"""JavaScript: distance of the piles from the sides of the table, px."""

INSIDE = """[...document.querySelectorAll('#bar .big')]
.every(one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1)"""
"""JavaScript: true if the words of every button fit."""


def test_lesson_highlights_the_cards_it_explains(tmp_path: Path, browser: Chromium) -> None:
    """In the hand, on the table and in the bar. No pile touches the edge of the table."""
    lobby_page = LobbyPage(tmp_path, browser, "socki")
    lobby_page.learn("socki", "set")
    page, tens = lobby_page.page, "10 of pagodas, 10 of flowers, 10 of boats"
    for size, text in (((320, 568), "100%"), ((390, 844), "200%")):
        hold(page, size, text)
        assert page.run("[...document.querySelectorAll('.lit, .may')].map(one => one.ariaLabel)") == [
            tens,
            "10 of ladies",
        ]
        assert page.run(EDGE) > 6
    page.tap("10 of ladies")
    page.tap(f"Add to: {tens}")
    lobby_page.until(lambda: page.run("document.querySelector('button.call')?.textContent") == "Knock")
    lobby_page.learn("sociable", "beat")
    lobby_page.until(
        lambda: page.run("document.querySelector('.card:has(.tick)')?.ariaLabel") == "Queen of diamonds"
    )
    lobby_page.close()


@pytest.mark.parametrize(
    ("slug", "key"),
    sample(
        [("socker", "step"), ("city", "ways"), ("rockit", "draw"), ("sociable", "beat")],
        ("socker", "step"),
        ("rockit", "draw"),
    ),
)
def test_lesson_can_be_played_by_touch(tmp_path: Path, browser: Chromium, slug: str, key: str) -> None:
    lobby_page = LobbyPage(tmp_path, browser, slug)
    lobby_page.learn(slug, key)
    page, lesson = lobby_page.page, taught(slug, key)
    for number, step in enumerate(lesson.steps, start=1):
        at = f"· step {number} of {len(lesson.steps)}"  # of the lesson, because a game may count other steps
        script = f"document.querySelector('.lesson')?.textContent.includes('{at}')"
        page.wait(script)
        if number == 1:
            fits(page)
            hold(page, (360, 640))
        if (slug, number) == ("socker", 1):
            assert page.run(f"{VERBS}.every(b => b.getAttribute('aria-disabled') === 'true')")
        if number > 1:
            assert page.run(READ)
        page.run("document.querySelector('#main').scrollTop = 1e4")
        for move in step.solution:
            if move.startswith(DRAFT_PREFIX):
                page.tap(CHOSEN[slug](move.strip(f"{DRAFT_PREFIX} ")))
                continue
            session = lobby_page.window.top.match.session
            count = len(session.log)
            page.wait(f"document.body.matches('.mine[data-ply=\"{count}\"]')")
            play(page, session, move, lobby_page.until)
            lobby_page.until(lambda: len(session.log) > count)  # noqa: B023
    page.wait_text("Well done!")
    said = page.run("[...document.querySelectorAll('.learnt > :is(h2, p)')].map(one => one.localName).join()")
    assert said == "h2,p,p", "praise, what was learnt, and a sentence about the game, each on its own line"
    hold(page, (320, 568), "200%")
    assert page.run(INSIDE)
    page.tap("Finish")
    page.wait_text("You have a seat.")
    assert lobby_page.window.shown == "LobbyScene"
    lobby_page.close()
