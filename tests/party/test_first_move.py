"""From the very first start to the first own move of a lesson on a phone: at most eight presses in all."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.scenes.first_start_layout import OPEN, WITH
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
        self.click(dict(window.top.places())[f"{WITH}phone"])
        assert window.shown == "Tell"
        window.read()
        self.click(window.top.form.place(window.top.form.focus))
        self.click(dict(window.top.places())[OPEN])
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


def test_eight_presses_lead_to_the_first_own_move_on_a_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "Window", partial(Window, first=True))
    with crowd.hasty(lambda: FirstEvening(tmp_path, "socker")) as made:
        made.presses += 1  # the seat that the phone has taken
        made.learn()
        made.until(lambda: "lesson" in made.phones[0].state)
        learner = Learner(made)
        assert learner.lesson["act"] == "Tap yours."
        made.presses += 1
        learner.do("chose", making="e4")
        made.until(lambda: learner.lesson["at"].startswith("2 "))
        assert made.presses <= MOST
