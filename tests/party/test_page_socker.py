"""Socker's field on a phone: the pieces of the big screen, and an action that is chosen before it is done."""

from __future__ import annotations

from collections.abc import Callable

from game.core.session import Session
from tests.party.room import Room

PIECES = "[...document.querySelectorAll('.carpet use')].map(piece => piece.getAttribute('href'))"
RINGS = "document.querySelectorAll('.carpet rect[stroke=\"#1B6FD0\"]').length"


def test_an_action_is_ringed_like_its_target_and_then_done(seated: Callable[..., Room]) -> None:
    text = "field=9/9/9/9/9/4oB3/4R4/9/7b1/3r5/9"
    made = seated(Session.from_position("socker", text, names=["Ann", "Bo"]), 1, (390, 844))
    page = made.pages[0]
    pieces = page.run(PIECES)
    assert {"#piece0", "#piece1", "#fallen0", "#fallen1", "#ball"} <= {*pieces}
    assert page.run(f"{pieces}.every(name => document.querySelector(name))"), "each was fetched"
    for words in ("Ann scores here", "Bo scores here", "out of bounds"):
        assert page.run(f"document.querySelector('.carpet').textContent.includes('{words}')")

    assert page.run(RINGS) == 0
    page.tap("Kick")
    assert page.run(RINGS) == 1
    assert not made.session.log, "it is chosen, and not yet done"
    page.tap("Kick")
    made.until(lambda: made.session.log)
    assert made.session.log[0] == (0, "kick e5 e6")
