"""Pages on bad Wi-Fi: they call anew without a word, and only who cannot be reached for long is told so."""

from __future__ import annotations

import json
from collections.abc import Callable

from game.core.session import Session
from tests.party.browser import Page
from tests.party.room import Room
from tests.party.wifi import Wifi, wireless

KICK = "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"
TROUBLE = "The big screen cannot be reached."


def roam(room: Room, wifi: Wifi) -> Page:
    """Have the first page come by Wi-Fi, with the seat that it holds, and by a clock of the test."""
    page = room.pages[0]
    token = page.run("localStorage.getItem('sockdrawer.seat')")
    page.own_clock()
    port = wifi.address.rpartition(":")[2]
    page.open(f"http://{wifi.address}/#XXXX")
    room.until(lambda: page.run(f"location.port === '{port}' && window.ticks?.length"))
    page.run(f"localStorage.setItem('sockdrawer.seat', {json.dumps(token)}); location.reload()")
    room.until(lambda: room.shows(page))
    return page


def socker(room: Callable[..., Room]) -> Room:
    return room(Session.from_position("socker", KICK, names=["Ann", "Bo"]), 1)


def test_a_line_that_stands_still_is_changed_for_another_without_a_word(room: Callable[..., Room]) -> None:
    made = socker(room)
    assert made.hub.party is not None
    with wireless(made.hub.party.door.address) as wifi:
        page = roam(made, wifi)
        wifi.hold()
        calls = wifi.calls
        page.tap("Kick forward")  # lost on its way, and said again
        page.seconds(4)
        made.until(lambda: made.session.log and wifi.calls > calls and made.shows(page))
        assert not page.sees(TROUBLE)
        assert made.session.log == ((0, "kick e5 e6"),)
        assert "away" not in made.scene.context.messages.text


def test_a_tap_between_two_lines_is_said_on_the_next(room: Callable[..., Room]) -> None:
    made = socker(room)
    assert made.hub.party is not None
    with wireless(made.hub.party.door.address) as wifi:
        page = roam(made, wifi)
        wifi.lost = True
        wifi.hold()
        page.seconds(4)
        page.tap("Kick forward")
        assert not page.sees(TROUBLE)
        wifi.lost = False
        made.until(lambda: page.run("dispatchEvent(new Event('focus')), false") or made.session.log)
        made.until(lambda: made.shows(page))
        assert made.session.log == ((0, "kick e5 e6"),)
        assert not page.sees(TROUBLE)


def test_who_cannot_be_reached_for_long_is_told_so_and_told_again_when_tapping(
    room: Callable[..., Room],
) -> None:
    made = socker(room)
    assert made.hub.party is not None
    with wireless(made.hub.party.door.address) as wifi:
        page = roam(made, wifi)
        wifi.lost = True
        wifi.hold()
        page.seconds(5)
        assert not page.sees(TROUBLE)
        page.seconds(1)
        assert page.sees(TROUBLE)
        wifi.lost = False
        page.seconds(2)
        made.until(lambda: not page.sees(TROUBLE) and made.may_play(page))
        wifi.lost = True
        wifi.hold()
        page.seconds(6)
        assert page.sees(TROUBLE)
        page.tap("Kick forward")
        made.until(lambda: page.run("document.body.innerText").count(TROUBLE) == 2)
        assert not made.session.log
