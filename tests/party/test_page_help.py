"""Hints on a page, and setting up a city on its map."""

from __future__ import annotations

from collections.abc import Callable

from game.core.session import Session
from tests.games.rockit.test_review import JUST_IN
from tests.party.browser import Page
from tests.party.room import SIX, Room, fits, hold

TIP = "document.querySelector('.tip')?.innerText"
LIVE = "document.getElementById('live').textContent"


def test_a_hint_is_shown_and_said_on_one_phone(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("sociable", f"{SIX} turn=0"), 2)
    one, other = made.pages
    one.tap("Hint")
    made.until(lambda: one.run(TIP) == "Play two aces.")
    assert one.run(LIVE) == "Play two aces."
    assert one.run("document.querySelectorAll('.card.on').length") == 2
    made.window.stage.change(hints="full")
    one.tap("Hint")
    made.until(lambda: (one.run(TIP) or "").startswith("Play two aces: "))
    assert "Play two aces" in one.buttons()
    assert not other.run(TIP)
    assert not other.run("document.querySelectorAll('.card.hinted').length")
    one.tap("Play two aces")
    made.until(lambda: made.session.log)
    made.until(lambda: not one.run(TIP))
    made.window.stage.change(hints="off")
    made.until(lambda: "Hint" not in one.run("document.getElementById('bar').innerHTML"))


def test_a_hint_of_a_board_says_why(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socker", "field=9/9/4o4/4R4/9/9/9/9/9/9/4B4"), 1)
    made.window.stage.change(hints="full")
    page = made.pages[0]
    page.tap("Hint")
    why = "Kick from e8: it leads to a goal in this very turn; the ball comes one space forward."
    made.until(lambda: page.run(TIP) == why)
    assert page.run(LIVE) == why
    hold(page, (360, 640))
    assert page.run("document.querySelector('.carpet').offsetWidth") > 190, (
        "the field is worth more than words"
    )


def test_a_hint_of_a_rummy_can_be_laid(room: Callable[..., Room]) -> None:
    text = "table=6P,7P,8P hands=7F,7B,7L,9P/1F,2F stock=1P,2P turn=0"
    made = room(Session.from_position("socki", text), 1, (360, 640))
    page = made.pages[0]
    for words in ("4 cards can be laid.", "This pile first.", "This is one way. That is your whole hand."):
        page.tap("Hint")
        made.until(lambda: page.run(TIP) == words)  # noqa: B023
    assert page.run("document.querySelectorAll('.hand .card.hinted').length") == 4
    assert "9 of pagodas" in page.run(LIVE)
    assert page.run("[...document.querySelectorAll('.advised .pile')].map(p => p.ariaLabel)") == [
        "6 of pagodas, 7 of pagodas, 8 of pagodas, 9 of pagodas",
        "7 of flowers, 7 of boats, 7 of ladies",
    ]
    page.tap("Lay it so")
    made.until(lambda: page.sees("All is in order"))
    page.tap("Knock")
    made.until(lambda: made.session.log)
    assert made.session.log[0][1].startswith("play")


def test_after_coming_in_the_button_that_ends_the_turn_calls(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("rockit", f"{JUST_IN} came=1"), 1, (360, 640))
    page = made.pages[0]
    page.tap("Hint")
    made.until(lambda: (page.run(TIP) or "").startswith("Nothing more fits: end your turn."))
    assert page.run("[...document.querySelectorAll('button.call')].map(b => b.innerText)") == ["RockIt!"]
    page.tap("RockIt!")
    made.until(lambda: made.session.log)
    assert made.session.log[0][1] == "rockit"


def map_point(page: Page, station: str) -> tuple[float, float]:
    """Where a station of the map is on the screen."""
    found = page.run(
        f"(([column, row]) => {{ const map = document.querySelector('.map'), r = map.getBoundingClientRect();"
        "const [x, y, w, h] = map.firstChild.getAttribute('viewBox').split(' ').map(Number);"
        "const q = Math.sqrt(3) * 20 * (column + ((row - 1) % 2) / 2);"
        "return [r.x + (q - x) / w * r.width, r.y + (30 * row - y) / h * r.height]; }"
        f")([{ord(station[0]) - 97}, {station[1:]}])"
    )
    return found[0], found[1]


def test_a_city_is_set_up_by_touch(room: Callable[..., Room]) -> None:
    """Tiles, socks and spare socks on the map; what is left is done by the program."""
    options = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2, "start_player": "first"}
    made = room(Session.new("city", 2, seed=3, options=options, names=["Ann", "Bo"]), 1, (360, 640))
    page, session = made.pages[0], made.session

    def moved() -> str:
        count = len(session.log)
        made.until(lambda: made.may_play(page))
        page.run("document.querySelector('#bar .go').click()")
        made.until(lambda: len(session.log) > count)
        return session.log[count][1]

    assert moved() == "tile 0 0 m13"
    made.until(lambda: made.may_play(page))
    design = next(name for name in page.buttons() if name.endswith("4 left"))
    page.tap(design)
    page.tap("Turn")
    page.touch(30, 200)
    assert moved().startswith(f"tile {int(design[5]) - 1} 1 ")
    made.until(lambda: made.may_play(page))
    page.tap("Rest for me")
    made.until(lambda: session.observe(None)["phase"] == "socks" and made.may_play(page))
    chosen = session.moves()[-1].split()
    page.tap(chosen[1].capitalize())
    for station in chosen[2:]:
        page.touch(*map_point(page, station))
    assert moved() == " ".join(chosen)
    made.until(lambda: made.may_play(page))
    page.tap("Rest for me")
    made.until(lambda: session.observe(None)["phase"] == "blockers" and made.may_play(page))
    station = session.moves()[40].split()[1]
    page.touch(*map_point(page, station))
    assert moved() == f"block {station}"
    fits(page)
