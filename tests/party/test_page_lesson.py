"""A lesson on a phone in a real browser, by touch, with the words of the teacher over the table."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.match.lesson import MAKING
from tests.party.browser import Chromium, Page, until
from tests.party.hands import play
from tests.party.room import fits, hold
from tests.scale import PATIENCE, some
from tests.scenes.harness import Window
from tests.scenes.lesson_hands import taught

SHOTS = os.environ.get("LESSON_SHOTS")
"""A folder for pictures of every step, to be looked at."""
CHOSEN = {"socker": "Your puppet on {}".format, "city": lambda pair: f"Show ways: {pair.capitalize()}"}
"""The buttons that choose what a step is about."""

VERBS = "[...document.querySelectorAll('.verbs button')]"
READ = """(() => document.querySelector('.lesson').getBoundingClientRect().top
>= document.querySelector('#main').getBoundingClientRect().top - 1)()"""


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.shot(Path(SHOTS) / f"{name}.png")


class Pupil:
    """A lobby in a window, and a page that has a seat in it."""

    def __init__(self, home: Path, browser: Chromium, slug: str, size: tuple[int, int] = (360, 640)) -> None:
        self.window = Window(home, (960, 540))
        self.hub = self.window.stage.phones
        self.hub.open(port=0, host="127.0.0.1")
        while not self.hub.is_open:
            self.window.turn()
        self.window.stage.open("lobby", slug)
        self.page: Page = browser.page(size)
        assert self.hub.party is not None
        self.page.open(self.hub.party.door.link)
        self.until(lambda: self.page.sees("Choose your seat"))
        self.page.tap("Take this seat")
        self.until(lambda: self.page.sees("You have a seat."))

    def until(self, done: object) -> None:
        until(done, self.window.turn)  # type: ignore[arg-type]

    def learn(self, slug: str, key: str) -> None:
        stage = self.window.stage
        stage.scenes.push(stage.screens["lesson"](stage, slug, key, 1))
        self.until(lambda: self.page.sees("step 1 of"))

    def close(self) -> None:
        self.page.close()
        self.hub.close(PATIENCE)
        self.window.close()


@pytest.mark.parametrize(
    ("slug", "key"),
    some(
        [("socker", "step"), ("city", "ways"), ("rockit", "draw"), ("sociable", "beat")],
        ("socker", "step"),
        ("rockit", "draw"),
    ),
)
def test_a_lesson_by_touch(tmp_path: Path, browser: Chromium, slug: str, key: str) -> None:
    made = Pupil(tmp_path, browser, slug)
    made.learn(slug, key)
    page, lesson = made.page, taught(slug, key)
    for number, step in enumerate(lesson.steps, start=1):
        at = f"· step {number} of {len(lesson.steps)}"  # of the lesson: a game may count something else so
        made.until(lambda: page.sees(at))  # noqa: B023
        if number == 1:
            fits(page)
            hold(page, (360, 640))
        if (slug, number) == ("socker", 1):
            assert page.run(f"{VERBS}.every(b => b.getAttribute('aria-disabled') === 'true')"), (
                "none is picked"
            )
        if number > 1:
            assert page.run(READ), "what is said now is not above what is seen, wherever one has scrolled"
        page.run("document.querySelector('#main').scrollTop = 1e4")
        shot(page, f"{slug} {number}")
        for move in step.solution:
            if move.startswith(MAKING):
                page.tap(CHOSEN[slug](move.strip(f"{MAKING} ")))
                continue
            session = made.window.top.match.session
            count = len(session.log)
            made.until(lambda: page.run(f"document.body.matches('.mine[data-ply=\"{count}\"]')"))  # noqa: B023
            play(page, session, move, made.until)
            made.until(lambda: len(session.log) > count)  # noqa: B023
    made.until(lambda: page.sees("Well done!"))
    end = page.run("document.querySelector('.lesson p').innerText")
    assert len(str(end).strip().splitlines()) == 5, (
        "praise, what was learnt, and the game in three sentences, each on its own line"
    )
    page.tap("Enough")
    made.until(lambda: page.sees("You have a seat."))
    assert made.window.shown == "Lobby"
    made.close()
