"""From the very first start to the first own move of a lesson on a phone: at most eight presses in all."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.match.lesson import MAKING, read_lessons
from game.scenes.first_start import DEVICES, Part
from tests.party import crowd
from tests.party.classroom import Foyer, Learner
from tests.scenes.harness import Window

MOST = 8


class FirstEvening(Foyer):
    """Somebody who starts the program for the first time, and plays with a phone."""

    presses = 0

    def click(self, box: Any) -> None:
        self.presses += 1
        self.window.click_box(box)

    def sit(self, session: Session, phones: int) -> Any:
        """The way to the lobby, by mouse: the phone is chosen, how it joins is read, the drawer opened."""
        window = self.window
        assert window.shown == "FirstStart"
        self.click(dict(window.top.focusable())[Part.WITH.of(DEVICES.index("phone"))])
        assert window.shown == "Tell"
        window.read()
        self.click(window.top.form.place(window.top.form.focus))
        self.click(dict(window.top.focusable())[Part.OPEN])
        assert window.shown == "Title"
        window.top.look_at(session.game)
        self.presses += 1  # one press on what hangs there
        window.key(13)
        assert window.shown == "Lobby"
        return window.top

    def learn(self) -> None:
        """To the first lesson, which the lobby of a first match offers."""
        form = self.window.top.house.form
        row = next(n for n, one in enumerate(form.widgets) if "First lesson" in getattr(one, "label", ""))
        self.click(form.place(row))


def move(learner: Learner, slug: str) -> int:
    """The first thing that the lesson asks for, or its first card; how many taps that takes on the page."""
    lesson = read_lessons(slug).lessons[0].steps[0]
    match slug:
        case "socker":
            learner.do("chose", making=lesson.solution[0].strip(f"{MAKING} "))
            return 1
        case "socki" | "rockit":
            piles = learner.phone.state["view"]["piles"]
            own = lesson.goal.making.split()[-1 if slug == "socki" else 0]
            card = next(one[0] for one in learner.phone.state["view"]["hand"] if one[1] == own)
            learner.do("lay", cards=[card], pile=piles[0][0] if slug == "socki" else None)
            return 2
        case _:
            assert learner.do("move", move=lesson.solution[0], ply=0) == ""
            return 2


@pytest.mark.parametrize("slug", ["socker", "city", "socki", "rockit", "sociable"])
def test_eight_presses_lead_to_the_first_own_move_on_a_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    monkeypatch.setattr(crowd, "Window", partial(Window, first=True))
    with crowd.hasty(lambda: FirstEvening(tmp_path, slug)) as made:
        made.presses += 1  # the seat that the phone has taken
        made.learn()
        made.until(lambda: "lesson" in made.phones[0].state)
        learner = Learner(made)
        assert learner.lesson["at"].startswith("step 1 ")
        scene, before = made.window.top, learner.phone.state.get("view", {}).get("piles")
        made.presses += move(learner, slug)
        # A puppet was chosen, a move was made, or a card laid.
        made.until(
            lambda: (
                scene.tutor.number
                or scene.match.session.log
                or learner.phone.state.get("view", {}).get("piles") != before
            )
        )
        assert made.presses <= MOST
