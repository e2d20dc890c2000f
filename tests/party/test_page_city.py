"""Maps on a phone: the City's, with touch and the selected pair, and Socker's field."""

from __future__ import annotations

from game.core.session import Session
from game.games.city.screen.map_geometry import SIDES, BoardView
from game.games.city.screen.view import CityView
from tests.party.browser_phones import BrowserRoom, Rooms

TOWARDS = ("right", "down right", "down left", "left", "up left", "up right")
# neighbours of the selected station, by direction
STOPS = "[...document.querySelectorAll('.stop')].map(b => b.getAttribute('aria-label'))"
MIDDLE = """(name => { const r = [...document.querySelectorAll('.stop')]
.find(b => b.getAttribute('aria-label') === name).getBoundingClientRect();
return [r.x + r.width / 2, r.y + r.height / 2]; })"""
FREE = "document.querySelector('.stop:not([aria-disabled])').getAttribute('aria-label')"
LENS = "document.querySelector('.lens b')?.innerText || ''"
LAY = "document.querySelector('#bar .go').getAttribute('aria-disabled')"
FRAME = """['.overview', '.overview .frame'].map(name => document.querySelector(name).getBoundingClientRect())
.map(r => [r.x, r.y, r.right, r.bottom])"""


def city_of(browser_room: BrowserRoom) -> BoardView:
    assert isinstance(browser_room.scene.view, CityView)
    return browser_room.scene.view.map.city


def test_phone_map_matches_the_screen_and_magnifies_touch(seated: Rooms) -> None:
    options = {"sock_setup": "auto", "start_player": "first"}
    browser_room = seated(Session.new("city", 2, seed=1, options=options), 1, (390, 844))
    page, city = browser_room.page, city_of(browser_room)
    assert city.turn > 0
    chosen = page.run("document.querySelector('#station').value")
    stops = page.run(STOPS)
    (q, r), there = city.cell(chosen), []
    for way, (dq, dr) in zip(TOWARDS, (*SIDES[1:], SIDES[0]), strict=True):
        if (stop := city.at.get((q + dq, r + dr))) is not None:
            there.append((way, stop.name, stop.text))
    assert [tuple(label.replace(": ", ", ").split(", ")[:3]) for label in stops] == there

    # The visible part is within the overview and smaller than it.
    (x, y, right, bottom), (left, top, end, low) = page.run(FRAME)
    assert x <= left < end <= right
    assert y <= top < low <= bottom
    assert end - left < right - x - 14

    # A resting finger points at a neighbour, and chooses the link when it is lifted.
    n = stops.index(page.run(FREE))
    x, y = page.run(f"{MIDDLE}({stops[n]!r})")
    page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    browser_room.until(lambda: page.run(LENS) == there[n][1])
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    browser_room.until(lambda: not page.run(LENS))
    assert page.run(LAY) is None
    page.tap("Lay track")
    browser_room.until(lambda: browser_room.session.log)
    assert {chosen, there[n][2]} == {*browser_room.session.log[0][1].split()[1:]}

    # One cell for each piece of the way to a pair, laid or missing. The nearest pair is selected already and
    # depends on the bot's moves. A tap on it would deselect it.
    browser_room.until(lambda: browser_room.may_play(page))
    page.tap(asked := page.run("document.querySelector('.way[aria-pressed=false]').ariaLabel"))
    shown = "document.querySelector('.pair') && document.querySelector('.way[aria-pressed=true]')?.ariaLabel"
    browser_room.until(lambda: page.run(shown) == asked)
    way = browser_room.scene.phone_seats.seat_state(0)["view"]["way"]
    assert page.run("document.querySelectorAll('.pair .bit').length") == len(way["links"])
    assert page.sees(f"{way['missing']} more")


COVERED = """(() => { const o = document.querySelector('.overview').getBoundingClientRect();
return [...document.querySelectorAll('.map .stop')].map(stop => stop.getBoundingClientRect())
.filter(r => r.x < o.right && r.right > o.x && r.y < o.bottom && r.bottom > o.y).length; })()"""
# sets ``still`` once the map has not moved for some frames
STILL = """window.still = false; (function look(before, count) { const r = document.querySelector('.reach');
const now = `${r.scrollLeft} ${r.scrollTop}`; if (now === before && count > 5) window.still = true;
else requestAnimationFrame(() => look(now, now === before ? count + 1 : 0)); })('', 0)"""
CHOOSE = (
    "(s => {{ s.value = {!r}; s.dispatchEvent(new Event('change')); }})(document.querySelector('#station'))"
)


def test_overview_covers_no_station_that_can_be_tapped(seated: Rooms) -> None:
    options = {"sock_setup": "auto", "start_player": "first"}
    browser_room = seated(Session.new("city", 2, seed=5, options=options), 1, (412, 915))
    page = browser_room.page
    # From one end of the map to a station that is visible already, so that the map does not move.
    for station in ("k5", "f2", "d2", "j2", "g6", "i3", "i5", "c2"):
        page.run(CHOOSE.format(station))
        page.run(STILL)
        page.wait("window.still")
        assert page.run(COVERED) == 0, station


# Socker's field: the pieces of the big screen, and an action that is selected before it is done.


PIECES = "[...document.querySelectorAll('.carpet use')].map(piece => piece.getAttribute('href'))"
RINGS = "document.querySelectorAll('.carpet rect[stroke=\"#1B6FD0\"]').length"


def test_second_tap_does_the_selected_action(seated: Rooms) -> None:
    text = "field=9/9/9/9/9/4oB3/4R4/9/7b1/3r5/9"
    browser_room = seated(Session.from_position("socker", text), 1, (390, 844))
    page = browser_room.page
    pieces = page.run(PIECES)
    assert {"#piece0", "#piece1", "#fallen0", "#fallen1", "#ball"} <= {*pieces}
    assert page.run(f"{pieces}.every(name => document.querySelector(name))")
    for line in ("Ann scores here", "Bo scores here", "out of bounds"):
        assert page.run(f"document.querySelector('.carpet').textContent.includes('{line}')")

    assert page.run(RINGS) == 0
    page.tap("Kick")
    assert page.run(RINGS) == 1
    assert not browser_room.session.log
    page.tap("Kick")
    browser_room.until(lambda: browser_room.session.log)
    assert browser_room.session.log[0] == (0, "kick e5 e6")
