"""The page of a game that brings no page of its own: sentences, and moves within reach."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.core.session import Session
from tests.party.room import Room, hold
from tests.sixth import sixth_game


@pytest.fixture
def four() -> Iterator[str]:
    with sixth_game() as slug:
        yield slug


def test_moves_are_named_and_in_view(four: str, room: Callable[..., Room]) -> None:
    position = "board=0/1/01/0101/10/1/0 turn=0"
    made = room(Session.from_position(four, position, 1), 1, (390, 844))
    page = made.pages[0]
    names = "[...document.querySelectorAll('.moves button')].map(b => b.innerText)"
    made.until(lambda: page.run(names))
    assert page.run(names) == [f"Column {n}" for n in range(1, 8)]
    assert page.run("[...document.querySelectorAll('.moves button')].every(b => "
                    "b.getBoundingClientRect().bottom < innerHeight)")  # fmt: skip
    known = page.run("[...document.querySelectorAll('.known')].map(n => n.innerText).join(' ')")
    assert "Column 3: " in known
    assert "Ann" in known
    if folder := os.environ.get("PLAIN_PHONE"):
        page.shot(Path(folder, "plain-phone.png"))
        hold(page, (390, 844), "200%")
        page.shot(Path(folder, "plain-phone-200.png"))
