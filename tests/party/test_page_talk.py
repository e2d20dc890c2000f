"""What computer players say on phones, and the plates of many players: all of them can be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.session import Session
from game.match.phone_seats import PhoneSeats
from game.match.seats import PHONE
from tests.party.browser import Chromium, Page
from tests.party.room import SIX, Room, hold

SPOKEN = {"said": {"seat": 1, "words": "That was my last good card, and you know it."}}
EIGHT = (
    "table=1P,2P,3P/7F,7B,7L hands=1F,2F,3F,4F,5F,6F,8F,9F,10F,11F/1B,2B,3B,4B,5B,6B,8B,9B,10B,11B,12B/"
    "1L/2L,3L,4L/5L/6L/8L,9L,10L,11L,12L/4P stock=5P,6P,8P turn=0"
)
UPRIGHT = (360, 640), (412, 915)
BOARDS = {"socker": ("field=9/9/9/9/9/4oB3/4R4/9/9/9/9", {}), "city": ("", {"sock_setup": "auto"})}
COVERED = """(said => [...document.querySelectorAll(
'.small, .strip, .chairs, .others, .lead, .said, .pile, .hand, .fan, footer, .cells, .map, .arrow, select, '
+ '.verbs .big, .pairs')]
.filter(node => { const r = node.getBoundingClientRect();
return r.width && r.top < said.bottom && r.bottom > said.top && r.left < said.right && r.right > said.left;
}).map(node => node.className))(document.querySelector('.chatter').getBoundingClientRect())"""
"""The plates, cards and buttons that lie under what is said."""
SHOWN = "(n => n.getClientRects().length ? n.innerText : '')(document.querySelector('.chatter .over'))"
"""The heading within what is said, where it can be seen there."""
BROKEN = """[...document.querySelectorAll('.strip .count, .strip b')]
.filter(node => node.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(node).fontSize))
.map(node => node.innerText)"""
"""Figures and names that go on in a second line."""


def _watcher(made: Room, browser: Chromium) -> Page:
    assert made.hub.party is not None
    made.pages.append(browser.page())
    page = made.pages[-1].open(made.hub.party.door.link)
    made.until(lambda: page.sees("Just watch"))
    page.tap("Just watch")
    made.until(lambda: page.run("!!document.querySelector('.match.watching')"))
    return page


def test_what_is_said_covers_no_plate(
    room: Callable[..., Room], browser: Chromium, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the page of a seat it lies at the foot of the table, and who watches reads it among the news."""
    made = room(Session.from_position("sociable", f"{SIX} turn=0"), 1)
    watcher = _watcher(made, browser)
    for page in made.pages:
        page.run("window.setTimeout = () => 0")  # it stays, however slow the machine is
    shared = PhoneSeats.shared
    monkeypatch.setattr(PhoneSeats, "shared", lambda self, away: shared(self, away) | SPOKEN)
    made.scene.match.rename(1, "Bob")
    for page in made.pages:
        made.until(lambda: page.sees("That was my last good card"))  # noqa: B023
        for size in UPRIGHT:
            hold(page, size)
            assert page.run(COVERED) == [], size
    hold(made.pages[0], UPRIGHT[0])
    assert made.pages[0].run(SHOWN) == "Your turn, Ann", "it lies over the heading, and says it again"
    hold(made.pages[0], UPRIGHT[1])
    assert made.pages[0].run(SHOWN) == ""
    assert watcher.run("!!document.querySelector('.news .chatter')")


@pytest.mark.parametrize("game", list(BOARDS))
def test_what_is_said_covers_nothing_of_a_board(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """It takes the place of the line that says what is to be done, whichever way the phone is held."""
    position, options = BOARDS[game]
    session = (
        Session.from_position(game, position, names=["Ann", "Bo"])
        if position
        else Session.new(game, 2, seed=3, options={**options, "start_player": "first"}, names=["Ann", "Bo"])
    )
    made = room(session, 1)
    page = made.pages[0]
    page.run("window.setTimeout = () => 0")
    shared = PhoneSeats.shared
    monkeypatch.setattr(PhoneSeats, "shared", lambda self, away: shared(self, away) | SPOKEN)
    made.scene.match.rename(1, "Bob")
    made.until(lambda: page.sees("That was my last good card"))
    for size in (*UPRIGHT, (915, 412), (667, 375), (820, 1180)):
        hold(page, size)
        assert page.run(COVERED) == [], size


def test_plates_of_eight_are_not_broken(room: Callable[..., Room], browser: Chromium) -> None:
    """Ten cards are told in one line, and so is as much of a long name as there is room for."""
    names = ("Ann", "Bo", "Ida", "Bartholomew J", "Pip", "Gus", "Wilhelmina", "Kit")
    made = room(Session.from_position("socki", EIGHT, names=names), 0)
    made.scene.match.hand_over(0, "", PHONE)
    page = _watcher(made, browser)
    for size in (*UPRIGHT, (915, 412)):
        hold(page, size)
        assert page.run(BROKEN) == [], size
