"""A page from which something is kept once, whatever it is, says so and finds its way back by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from game.core.session import Session
from game.party import server
from game.party.registry import Place
from tests.party.browser import Chromium, until
from tests.party.room import Room
from tests.scenes.harness import Window

SAID = "Something of this page did not arrive."


def test_each_file_may_be_lost_once(
    room: Callable[..., Room], browser: Chromium, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent, lost = server.file_answer, set[str]()

    def losing(request: web.Request, *answer: Any) -> web.Response:
        if request.path == "/" or request.path in lost:
            return sent(request, *answer)
        lost.add(request.path)
        raise web.HTTPServiceUnavailable

    made = room(Session.new("socki", 2, seed=5), 0)
    monkeypatch.setattr(server, "file_answer", losing)
    made.pages.append(browser.page())
    made.scene.match.hand_over(0, "", "phone")
    made.turn()
    page = made.pages[0]
    assert made.hub.party is not None
    page.open(made.hub.party.door.link)
    made.until(lambda: page.sees(SAID))
    made.until(lambda: page.sees("Choose your seat"))
    page.tap(made.scene.match.seats[0].name)
    page.tap("Take this seat")
    made.until(lambda: made.shows(page) and not page.sees(SAID))
    assert {
        "/page.css",
        "/main.js",
        "/kit.js",
        "/art/suits.svg",
        "/play/words.json",
        "/play/socki.js",
    } <= lost
    browser.faults.clear()


def test_what_goes_wrong_on_a_page_starts_it_anew(room: Callable[..., Room], browser: Chromium) -> None:
    made = room(Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9", names=["Ann", "Bo"]), 1)
    page = made.pages[0]
    page.run("window.old = true, setTimeout(() => { throw new Error('a fault') }), 0")
    made.until(lambda: page.run("window.old === undefined") and made.shows(page))
    browser.faults.clear()


def test_a_code_that_is_typed_stays_a_code(browser: Chromium, tmp_path: Path) -> None:
    """It is no name afterwards, and a wrong one is forgotten once the right one came."""
    window = Window(tmp_path)
    hub = window.stage.phones
    hub.open()
    until(lambda: hub.is_open, window.turn)
    party = hub.party
    assert party is not None
    hub.gather("Socker", [Place(0, "Ann", 0, free=True)])
    page = browser.page((360, 640))
    page.own_clock()
    page.open(f"http://{party.door.address}/")
    until(lambda: page.sees("The four letters"), window.turn)

    def type_in(code: str) -> None:
        page.run(f"document.getElementById('code').value = '{code}'")
        page.tap("Go on")

    type_in("XXXX")
    until(lambda: page.sees("That is not the code"), window.turn)
    page.seconds(6)  # as on bad Wi-Fi; then there is a sign of life again, and nothing else
    assert page.sees("The big screen cannot be reached.")
    until(lambda: not page.sees("The big screen cannot be reached."), window.turn)

    def right() -> bool:
        # In one go: the page asks again by itself, and may be past it by the next look.
        page.run(
            f"(field => {{ if (field) {{ field.value = '{party.code}'; field.form.requestSubmit(); }} }})"
            "(document.getElementById('code'))"
        )
        return page.sees("Choose your seat")

    until(right, window.turn)
    assert page.run("document.getElementById('name').value") == ""
    assert not page.sees("That is not the code")
    assert not page.sees("Try again")
    page.close()
    window.close()
