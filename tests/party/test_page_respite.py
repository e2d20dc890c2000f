"""A tap that was meant for what was on the page before the turn came acts on nothing."""

from __future__ import annotations

from collections.abc import Callable

from game.core.session import Session
from tests.party.browser import Page
from tests.party.crowd import NAMES
from tests.party.room import Room

EARLY = "only just become your turn"
OWN_CLOCK = """import("/view.js").then(({ view }) => {
view.respite = 600; window.at = 1e6; performance.now = () => window.at; })"""


def table(room: Callable[..., Room]) -> tuple[Room, Page]:
    """A match of two phones, of which the other is to move; and the page of the first, on a clock of ours."""
    position = "field=9/9/4B4/9/9/4o4/9/4R4/9/9/9 turn=1 left=1"
    made = room(Session.from_position("socker", position, 3, names=NAMES[:2]), 2)
    page = made.pages[0]
    page.run(OWN_CLOCK)
    return made, page


def answered(made: Room, move: str) -> None:
    """The other moves, and the turn comes to the first."""
    made.scene.match.play(move)
    made.until(lambda: made.may_play(made.pages[0]))


def told(page: Page) -> bool:
    return bool(page.run(f"!document.getElementById('alert').hidden && document.getElementById('alert').textContent.includes('{EARLY}')"))  # fmt: skip # noqa: E501


def test_a_tap_too_early_acts_on_nothing_and_says_why(room: Callable[..., Room]) -> None:
    made, page = table(room)
    answered(made, "move e9 e8")
    page.tap("Your puppet on e4")
    assert "Step: e5" in page.buttons(), "whoever points waits for nothing"
    for later in (0, 599):
        page.run(f"window.at = 1e6 + {later}; document.getElementById('alert').hidden = true")
        page.tap("Step: e5")
        made.turn()
        assert told(page)
        assert len(made.session.log) == 1
    page.run("window.at += 1")
    page.tap("Step: e5")
    made.until(lambda: len(made.session.log) == 2)
    made.until(lambda: made.may_play(page))
    page.tap("End turn")
    made.until(lambda: len(made.session.log) == 3)


def test_a_press_that_began_before_acts_on_nothing(room: Callable[..., Room]) -> None:
    made, page = table(room)
    answered(made, "move e9 e8")
    page.run("window.at += 1000")
    page.tap("Your puppet on e4")
    page.tap("Step: e5")
    made.until(lambda: made.may_play(page) and len(made.session.log) == 2)
    place = page.run(
        "(() => { const r = document.querySelector('[aria-label=\"Step: d5\"]').getBoundingClientRect();"
        "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
    )
    page.tap("End turn")
    made.until(lambda: made.shows(page) and len(made.session.log) == 3)
    made.scene.match.play("move e8 d8")
    made.until(lambda: made.shows(page))
    button = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
    page.call(
        "Input.dispatchMouseEvent", type="mousePressed", **button
    )  # a finger makes no click after so long
    answered(made, "end")
    page.run("window.at += 700")
    page.call("Input.dispatchMouseEvent", type="mouseReleased", **button)
    made.until(lambda: told(page))
    assert len(made.session.log) == 5


def test_a_key_that_is_held_acts_on_nothing(room: Callable[..., Room]) -> None:
    """Enter on a button presses it again and again while it is held."""
    position = "table=2H,3H,4H/9S,9D,9C hands=4D,5H/JS,JD,8H stock=5C,6C,7S,7C turn=1 in=1/1"
    made = room(Session.from_position("rockit", position, 3, names=NAMES[:2]), 2)
    page = made.pages[0]
    page.run(OWN_CLOCK)
    page.run(
        "[...document.querySelectorAll('#bar button')].find((b) => b.innerText.trim() === 'Draw').focus()"
    )
    down = {"type": "keyDown", "key": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
    page.call("Input.dispatchKeyEvent", **down)
    answered(made, "draw")
    page.run("window.at += 5000; window.early = 0; addEventListener('click', () => window.early++)")
    for _ in range(3):
        page.call("Input.dispatchKeyEvent", **down, autoRepeat=True)
    made.until(lambda: page.run("window.early"))
    made.turn()
    assert len(made.session.log) == 1
