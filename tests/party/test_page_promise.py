"""The promise of a match on a page: shown, kept from the first moment, and checked there at the end."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest

from game.core.chance import drawn_salt
from game.core.session import Session
from tests.party.browser import Page
from tests.party.room import Room, fits

TEXTS = [
    *("x" * length for length in (0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 1000)),
    "Söcke 🧦 ünd",
    "abc",
]


def promised(game: str = "socki", plies: int = 0) -> Session:
    """A match that waits for the phone of the first seat from its first move on."""
    session = next(
        session
        for session in (Session.new(game, 2, names=["Ann", "Bo"]) for _ in range(99))
        if not session.to_move
    )
    session.promise(drawn_salt())
    for _ in range(plies):
        session.play(session.moves()[0])
    return session


def ended(made: Room) -> Page:
    """Bring the match to its results; the page of the first seat."""
    made.scene.match.concede(1)
    made.until(lambda: made.scene.match.is_told)
    made.until(lambda: "Check the deal" in made.pages[0].buttons())
    return made.pages[0]


def grouped(code: str) -> str:
    return " ".join(code[start : start + 8] for start in range(0, 64, 8))


def test_the_page_reckons_as_everybody_does(room: Callable[..., Room]) -> None:
    """And the code that it shows is the match's; it is kept when the page is loaded anew."""
    made = room(promised(), 1)
    page = made.pages[0]
    found = page.run(f"import('/promise.js').then(m => {json.dumps(TEXTS)}.map(m.sha256))")
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in TEXTS]
    made.scene.match.play(made.session.moves()[0])
    page.run("window.old = true; location.reload()")
    made.until(lambda: page.run("window.old === undefined") and made.shows(page))
    page.tap("Menu")
    page.tap("The promise")
    made.until(lambda: page.sees(grouped(made.session.promised)))
    assert page.sees("before the first move")
    page.tap("Close")
    ended(made).tap("Check the deal")
    made.until(lambda: page.sees("The promise was kept."))
    assert page.sees("before the first move")
    assert page.sees(f"Seed {made.session.seed}")
    assert made.session.opened().endswith(
        page.run("[...document.querySelectorAll('.code')].at(-1).innerText")[5:]
    )
    fits(page)


def test_a_page_that_came_later_says_what_it_cannot_tell(room: Callable[..., Room]) -> None:
    made = room(promised("socker", plies=3), 1)
    page = ended(made)
    page.tap("Check the deal")
    made.until(lambda: page.sees("The promise was kept."))
    assert page.sees("shown after 3 moves")
    assert page.sees("what was before, this phone cannot tell")


@pytest.mark.parametrize("told", ["another deal", "another deal and its code", "other rules"])
def test_what_was_not_promised_is_found_out(
    room: Callable[..., Room], monkeypatch: pytest.MonkeyPatch, told: str
) -> None:
    """The code that counts is the one that the page was shown first, not one that comes with the seed."""
    session = promised()
    other = Session.new("socki", 2, session.seed, {"happy_mode": "high"})
    other.promise(drawn_salt())
    if told == "other rules":
        monkeypatch.setattr(Session, "promised", other.promised)
    made = room(session, 1)
    text = other.opened()
    monkeypatch.setattr(Session, "opened", lambda _self: text)
    if told == "another deal and its code":
        monkeypatch.setattr(Session, "promised", other.promised)
    page = ended(made)
    page.tap("Check the deal")
    made.until(lambda: page.sees("The promise was not kept."))
    assert page.sees("house rules" if told == "other rules" else "do not give the code")
    assert not page.sees("The promise was kept.")
