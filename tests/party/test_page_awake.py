"""The page keeps the screen on and speaks up: title, sound, icon."""

from __future__ import annotations

import json
from collections.abc import Callable

from game.core.session import Session
from tests.party.phones import Phone
from tests.party.room import Room

KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"


def test_a_video_of_our_own_keeps_the_screen_on_where_the_browser_gives_no_lock(
    room: Callable[..., Room],
) -> None:
    made = room(Session.from_position("socker", KICK), 1)
    page = made.pages[0]
    page.run("Object.defineProperty(navigator, 'wakeLock', {value: undefined})")  # as over plain http
    page.run("document.dispatchEvent(new Event('visibilitychange'))")  # as when the phone is looked at again
    made.until(lambda: page.run("document.querySelector('#awake')?.paused === false"))
    assert page.run("document.querySelector('#awake').muted")
    made.until(lambda: page.run("document.querySelector('#awake').readyState >= 2"))
    assert not page.run("document.querySelector('#awake').hidden")


def test_the_title_says_whose_turn_it_is_and_the_turn_can_be_heard(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socker", KICK), 1)
    page = made.pages[0]
    made.until(lambda: page.run("document.title") == "● Your turn")
    page.tap("Menu")
    page.run("window.notes = 0; const kind = AudioContext.prototype, own = kind.createOscillator;"
             "kind.createOscillator = function () { notes++; return own.call(this); }")  # fmt: skip
    page.tap("Sound at my turn")
    assert page.run("window.notes") == 2
    assert page.run("document.querySelector('[aria-pressed=true]').innerText.trim()") == "Sound at my turn"
    made.scene.match.play("end" if "end" in made.session.moves() else made.session.moves()[0])
    while made.session.to_move == 0:
        made.scene.match.play("end")
    page.tap("Go on")
    made.until(lambda: made.session.to_move == 0 and page.run("window.notes") == 4)
    made.scene.match.concede(0)
    made.until(lambda: page.run("document.title") == "Socker")


def test_it_can_be_put_on_a_home_screen(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socker", KICK), 0)
    assert made.hub.party is not None
    one = Phone(made.hub.party)
    _status, page, _headers = one.get("/")
    for wanted in (b'rel="apple-touch-icon"', b'rel="manifest"', b'name="apple-mobile-web-app-capable"'):
        assert wanted in page
    status, manifest, headers = one.get("/app.webmanifest")
    assert status == 200
    assert headers["content-type"].startswith("application/manifest+json")
    [icon] = json.loads(manifest)["icons"]
    status, picture, headers = one.get(icon["src"])
    assert (status, headers["content-type"]) == (200, "image/png")
    assert picture.startswith(b"\x89PNG")
    one.close()
