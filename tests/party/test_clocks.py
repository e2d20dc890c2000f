"""Clocks that are set while people play: nothing that is waited for goes by the time of day."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from game.core.chance import Chance
from game.core.session import Session
from tests.party.browser import Page
from tests.party.crowd import crowded
from tests.party.room import Room
from tests.party.test_secrets import moved

KICK = "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"
GAME = Path(__file__).parent.parent.parent / "game"
TOLD = {
    "match/saving.py",
    "scenes/album/scene.py",
    "scenes/album/sharing.py",
    "scenes/hall/run.py",
    "match/hall/_commands.py",
    "store/saves.py",
    "store/statistics.py",
    "store/crash.py",
}
"""What tells people when something was: the only places that may know the time of day.

A cup goes by it too, with the times of the album: where a clock was set, a result is typed by hand.
"""


def test_only_what_is_told_to_people_goes_by_the_time_of_day() -> None:
    asking = re.compile(r"\btime\.time\b|from time import[^\n]*\btime\b|datetime\.(now|today|utcnow)")
    found = {
        path.relative_to(GAME).as_posix()
        for path in GAME.rglob("*.py")
        if asking.search(path.read_text(encoding="utf-8"))
    }
    assert found == TOLD


def played(home: Path) -> tuple[str, list[object]]:
    """The record of an evening with lost lines in it, and what each phone showed at its end."""
    session = Session.new("sociable", 4, seed=4)
    with crowded(home, session) as crowd:
        chance = Chance("clocks")
        for turn in range(12):
            crowd.calm()
            if session.to_move is None:
                break
            mover = crowd.phones[session.to_move]
            if turn % 4 == 1:
                mover.drop()
                crowd.until(lambda: not crowd.hub.is_there(mover.seat))  # noqa: B023
                mover.back()
                crowd.until(lambda: crowd.window.top is crowd.scene)
            assert mover.play(moved(mover, chance)) == ""
        crowd.calm()
        return session.record(), [phone.state["seen"] for phone in crowd.phones]


def test_a_clock_that_leaps_changes_nothing_in_server_and_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steady = played(tmp_path / "steady")
    own, leaps = time.time, count()
    monkeypatch.setattr(time, "time", lambda: own() + (-1) ** next(leaps) * 1e8)
    assert played(tmp_path / "leaping") == steady
    assert next(leaps) > 0


def load_anew(room: Room, page: Page) -> None:
    page.run("window.old = true; location.reload()")
    room.until(lambda: page.run("window.old === undefined") and room.may_play(page))


def test_a_phone_that_slept_or_whose_clock_was_set_calls_anew_when_it_wakes(
    room: Callable[..., Room],
) -> None:
    """Its page has two clocks: one is set from outside, the other may stand still in sleep."""
    made = room(Session.from_position("socker", KICK, names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    page.own_clock()
    load_anew(made, page)
    page.run(
        "window.lines = 0; window.moved = [0, 0];"
        "const own = [performance.now.bind(performance), Date.now], Line = WebSocket;"
        "performance.now = () => own[0]() + moved[0]; Date.now = () => own[1]() + moved[1];"
        "window.WebSocket = class extends Line { constructor(url) { super(url); lines += 1; } }; 0"
    )

    def lines(steady: int, told: int) -> int:
        """How many it has opened once it wakes and its clocks have moved by so many ms."""
        page.run(f"moved[0] += {steady}; moved[1] += {told}; dispatchEvent(new Event('focus')), 0")
        return int(page.run("lines"))

    assert lines(0, -3_600_000) == 0, "the clock was set back, and nothing else"
    assert lines(3000, -3_600_000) == 1
    assert lines(0, 7_200_000) == 2, "as after sleep"


def test_what_a_page_says_after_it_was_loaded_anew_is_new_whatever_its_clock_says(
    room: Callable[..., Room],
) -> None:
    """The big screen does once what is said twice: no number may come again."""
    made = room(Session.from_position("socker", KICK, names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    page.own_clock()
    page.call("Page.addScriptToEvaluateOnNewDocument", source="Date.now = () => 1e12")
    for said, button in enumerate(("Kick forward", "End turn")):
        load_anew(made, page)
        page.tap(button)
        made.until(lambda: len(made.session.log) > said)  # noqa: B023
    assert made.session.log[:2] == ((0, "kick e5 e6"), (0, "end"))
