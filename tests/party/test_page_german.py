"""The page in German, in a soak in all languages: words are longer than in English, and rows stay rows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.session import Session
from game.match.seats import PHONE
from game.words import _, spoken_to
from tests.languages import SPOKEN
from tests.party.browser import Chromium, Page
from tests.party.room import SIX, Room, hold
from tests.scale import some

ROWS = """(boxes => Math.max(...boxes.map(box => box.bottom)) - Math.min(...boxes.map(box => box.top)))
([...document.querySelectorAll('footer .big')].map(node => node.getBoundingClientRect()))"""
"""How high the buttons of the bar reach, one above the other."""
BROKEN = """[...document.querySelectorAll('.chairs b')]
.filter(node => node.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(node).fontSize))
.map(node => node.innerText)"""
SPILT = """[...document.querySelectorAll('.menu .big')]
.filter(node => node.firstChild.offsetHeight > node.offsetHeight)
.map(node => node.innerText)"""
"""Buttons whose words reach beyond them."""
ONE_ROW, TWO_LINES = 64, 64
"""The height of a button, and of one with a second line, in pixels."""


LONG = pytest.mark.parametrize("language", some(SPOKEN[1:], "de"))


def reading(made: Room, page: Page, language: str) -> None:
    """Have the person at a phone read another language."""
    page.run(
        f"localStorage.setItem('sockdrawer.language', '{language}'); window.old = true; location.reload()"
    )
    made.until(
        lambda: page.run(
            f"window.old === undefined && document.documentElement?.lang === '{language}'"
            "&& !!document.querySelector('.match .board')"
        )
    )


@LONG
def test_the_bar_of_a_small_phone_is_one_row(room: Callable[..., Room], language: str) -> None:
    made = room(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9", names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    reading(made, page, language)
    with spoken_to(language):
        assert page.sees(_("End turn"))
    for size in ((360, 640), (412, 915), (915, 412)):
        hold(page, size)
        assert page.run(ROWS) < ONE_ROW, size


def test_who_watches_on_a_phone_on_its_side_has_room_for_the_table(
    room: Callable[..., Room], browser: Chromium
) -> None:
    """Reactions and the free seats stand beside each other."""
    made = room(
        Session.from_position("socki", "hands=4P,1B/9L,10L/5P stock=2F turn=0", names=["Ann", "Bo", "Ida"]), 0
    )
    for seat in (0, 1):
        made.scene.match.hand_over(seat, "", PHONE)
    assert made.hub.party is not None
    made.pages.append(browser.page())
    page = made.pages[0].open(made.hub.party.door.link)
    made.until(lambda: page.sees("Just watch"))
    page.tap("Just watch")
    made.until(lambda: page.run("!!document.querySelector('.watching .board')"))
    reading(made, page, "de")
    made.until(lambda: page.sees("Einen freien Platz nehmen"))
    hold(page, (915, 412))
    assert page.run(ROWS) < TWO_LINES


@LONG
def test_large_text_breaks_no_words_and_leaves_no_button(room: Callable[..., Room], language: str) -> None:
    """Twice as large: what the menu says is within its buttons, and a heading is in words."""
    made = room(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9", names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    reading(made, page, language)
    with spoken_to(language):
        menu, last = _("Menu"), _("Last moves and scores")
    page.tap(menu)
    hold(page, (360, 640), "200%")
    assert page.run(SPILT) == []
    page.tap(last)
    lines = "(h => h.offsetHeight / parseFloat(getComputedStyle(h).fontSize))"
    assert page.run(f"{lines}(document.querySelector('.sheet h2'))") < 4


def test_one_card_is_not_called_cards(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socki", "hands=4P/9L,10L stock=2F,3F turn=0", names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    reading(made, page, "de")
    made.until(lambda: page.sees("noch 1 Karte"))
    assert not page.sees("1 Karten")


def test_a_long_name_is_cut_and_not_broken(room: Callable[..., Room]) -> None:
    names = ("Ann", "Bo", "Bartholomew J", "Ida", "Gus")
    made = room(Session.from_position("sociable", f"{SIX} turn=0", names=names), 1)
    page = made.pages[0]
    made.scene.match.rename(2, "Bartholomew J")
    made.until(lambda: page.sees("Bartholomew J"))
    for size in ((360, 640), (412, 915), (915, 412)):
        hold(page, size)
        assert page.run(BROKEN) == [], size
