"""On phones puppets wear what they wear on the big screen."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.discovery import slugs
from game.core.session import Session
from tests.party.room import Room
from tests.scale import some

PUPPETS = "document.querySelectorAll('.puppet, .board svg').length"
CAPS = "document.querySelectorAll('image[href=\"/play/cap-rockets.svg\"]').length"


@pytest.mark.parametrize("game", some(slugs(), "rockit", "socker"))
def test_a_sock_is_worn_on_phones(room: Callable[..., Room], game: str) -> None:
    """From the next state on, in every game that shows whose seat it is."""
    made = room(Session.new(game, seed=4), 2, (412, 915))
    page, socks = made.pages[0], made.window.stage.stores.socks
    made.until(lambda: page.run(PUPPETS))
    assert page.run(CAPS) == 0
    for number, seat in enumerate(made.scene.match.seats[:2]):
        socks.earn(seat.name, ["countdown"], datetime.date(2026, 11, 9))
        socks.wear(seat.name, "countdown")
        made.scene.match.rename(number, f"{seat.name} 2")
        made.scene.match.rename(number, seat.name)
    made.until(lambda: page.run(CAPS))
    assert page.run("(async () => (await fetch('/play/cap-rockets.svg')).headers.get('content-type'))()") == (
        "image/svg+xml"
    )
    if os.environ.get("PAGE_SHOTS"):
        page.shot(Path(os.environ["PAGE_SHOTS"]) / f"phone-{game}.png")
