"""Accessibility of phone pages: no axe-core violation in any state, size or look."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.core.session import Session
from game.match.phone_exercise import SKIP
from game.party import connection_pool
from game.ui.match import party_controller
from tests.party.browser_phones import LIVE, SIX, WIDER, BrowserRoom, Door, LobbyPage, Rooms, hold
from tests.sampling import PATIENCE, sample, scale
from tools.browser import Chromium, Inspector, Page


@pytest.fixture
def inspector() -> Iterator[Inspector]:
    axe_inspector = Inspector()
    yield axe_inspector
    assert not axe_inspector.found, "\n".join(axe_inspector.found)


def test_joining_pages_pass_axe(door: Door, inspector: Inspector) -> None:
    """Code, wrong code, seats, the lobby with its menu, no free seat, and a seat taken away."""
    page = door.page

    def see(text: str, state: str = "") -> None:
        page.wait_text(text)
        inspector.look(page, state or text)

    door.visit("", "#code")
    see("The four letters on the big screen")
    door.offer("Ann", "Bo", game="socki")
    door.visit("#XXXX", "#wrong")
    see("That's not the code")
    door.visit(door.code)
    see("Choose your seat")
    assert page.run(FOCUSED) == "h1"
    step(page, "Take this seat", "Enter")
    see("You have a seat")
    assert page.run(FOCUSED) == "h1"
    assert "The match starts on the big screen" in page.run(LIVE)
    step(page, "Menu", "Enter")
    see("Deutsch", "menu")
    assert page.run(FOCUSED) == "Continue"
    page.press("Enter")
    assert page.run(FOCUSED) == "Menu"
    page.press("Enter")
    step(page, "Give up my seat", "Enter")
    see("Give up your seat?")
    door.offer("Ann", free=0, game="socki")
    page.wait_text("Ann")
    assert page.run(FOCUSED) == "Keep my seat", "the lobby that comes below the question leaves it the focus"
    step(page, "Give up seat", "Enter")
    see("All seats are taken")
    assert page.run(FOCUSED) == "h1"
    assert "All seats are taken" in page.run(LIVE)
    page.tap("Just watch")
    see("You're watching")


FOCUSED = """(n => n.getAttribute('aria-label') || (n.tabIndex < 0 ? n.localName : n.innerText.trim()))
(document.activeElement)"""
"""JavaScript: accessible name of the focused element."""
OVERLAP = """(([a, b]) => a.bottom > b.top && a.top < b.bottom && a.right > b.left && a.left < b.right)
(['#alert', '.hand, .fan'].map(where => document.querySelector(where).getBoundingClientRect()))"""
"""JavaScript: true if the alert covers the hand."""
HEAD = """(([a, b]) => a.bottom > b.top && a.top < b.bottom && a.right > b.left && a.left < b.right)
(['#trouble', 'header .ribbon'].map(where => document.querySelector(where).getBoundingClientRect()))"""
"""JavaScript: true if the trouble message covers the heading."""


def leaves_the_heading_free(page: Page) -> None:
    """Check in landscape that the trouble message does not cover the heading."""
    hold(page, (915, 412))
    assert not page.run(HEAD)


def step(page: Page, name: str, key: str = "") -> None:
    """Focus the element whose name begins with ``name``, with Tab and arrows, and press ``key``."""
    for _ in range(90):
        page.press("Tab")
        on_field = page.run("document.activeElement.parentNode.querySelectorAll('.cell').length")
        for _square in range(on_field):
            if page.run(FOCUSED).startswith(name):
                break
            page.press("ArrowRight")
        if page.run(FOCUSED).startswith(name):
            break
    else:
        raise AssertionError(f"no Tab leads to {name}")
    if key:
        page.press(key)


RUMMY = "table=1P,2P,3P/7F,7B,7L hands=4P,1B,9F/9L,10L/5P stock=2F,3F,4F turn=0"
TRICKS = "table=10H,JH,QH/7S,7H,7D hands=AC,8S,8D,JK/AD,2D,AS stock=3H,4D,KC turn=0 in=1/0"
FIELD = "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"


def test_socki_pages_pass_axe(room: Rooms, inspector: Inspector) -> None:
    browser_room = room(Session.from_position("socki", RUMMY), 2)
    page, other_page = browser_room.pages
    inspector.look(page, "SOCKI, my turn")
    step(page, "1 of boats", " ")
    inspector.look(page, "SOCKI, a card is chosen")
    inspector.look(other_page, "SOCKI, another's turn")
    step(page, "Cancel", "Enter")
    page.tap("Knock")
    assert page.run("document.getElementById('alert').textContent").startswith("First play at least one card")
    assert not page.run(OVERLAP)
    inspector.look(page, "refused")
    page.tap("Menu")
    assert page.run("document.getElementById('alert').hidden")
    inspector.look(page, "menu of a match")
    page.tap("Rules")
    page.wait_text("In a nutshell")
    assert page.run(FOCUSED) == "Close"
    page.press("Tab")
    assert page.run("!!document.activeElement.closest('.sheet')") or page.run(
        "document.activeElement === document.body"
    )
    inspector.look(page, "rules")
    page.tap("Close")
    assert page.run(FOCUSED) == "Menu"
    page.tap("Menu")
    page.tap("Last moves and scores")
    inspector.look(page, "last moves and scores")
    page.tap("Close")
    browser_room.window.context.update_settings(hints="full")
    page.tap("Hint")
    page.wait_text("Play it like this")
    inspector.look(page, "SOCKI, hint")
    page.tap("Play it like this")
    page.wait_text("All valid")
    step(page, "Knock", " ")
    browser_room.until(lambda: browser_room.session.log and browser_room.shows(page))


@pytest.mark.parametrize(
    ("slug", "key"),
    sample(
        [("socker", "step"), ("city", "ways"), ("rockit", "joker"), ("sociable", "beat"), ("socki", "set")],
        ("city", "ways"),
        ("rockit", "joker"),
    ),
)
def test_lesson_pages_pass_axe(
    tmp_path: Path, browser: Chromium, inspector: Inspector, slug: str, key: str
) -> None:
    """At its start, after a mistake, and at its end."""
    lobby_page = LobbyPage(tmp_path, browser, slug)
    lobby_page.learn(slug, key)
    page, scene = lobby_page.page, lobby_page.window.top
    inspector.look(page, f"lesson of {slug}")
    scene.on_mistake("")
    words = scene.tutor.step.spoken(on_phone=True).nudge.split(".")[0]
    page.wait_text(words)
    inspector.look(page, f"lesson of {slug}, nudged")
    for _step in scene.tutor.lesson.steps:
        lobby_page.window.top.choose(SKIP)
        lobby_page.window.step()
    page.wait_text("Well done!")
    inspector.look(page, f"end of a lesson of {slug}")
    lobby_page.close()


def test_pause_reconnect_and_lost_party_pages_pass_axe(
    room: Rooms, inspector: Inspector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pause, a disconnected phone and its way back, another language, and a lost server."""
    monkeypatch.setattr(connection_pool, "MAX_MISSED_HEARTBEATS", 10_000)
    text = "table=1P,2P,3P hands=4F,1B,9F/9L,10L/5P stock=- turn=0"
    browser_room = room(Session.from_position("socki", text), 2, beat=0.1)
    page, other_page = browser_room.pages
    browser_room.window.press_key(pygame.K_ESCAPE)
    page.wait_text("Paused")
    browser_room.until(lambda: page.run(LIVE) == "Paused on the big screen")
    inspector.look(page, "paused")
    browser_room.window.press_key(pygame.K_ESCAPE)
    browser_room.until(lambda: page.run(LIVE) == "Your turn.")
    browser_room.until(lambda: browser_room.may_play(page))
    other_page.run("localStorage.clear()")
    other_page.open("about:blank")
    monkeypatch.setattr(connection_pool, "MAX_MISSED_HEARTBEATS", 1)
    browser_room.until(lambda: not browser_room.hub.is_there(1))
    monkeypatch.setattr(connection_pool, "MAX_MISSED_HEARTBEATS", 10_000)
    browser_room.until(lambda: browser_room.hub.is_there(0))
    monkeypatch.setattr(party_controller, "RELOAD_GRACE_MS", 0.0)

    def has_passed() -> bool:
        # Both phones may have been dropped. A tap on an older state is refused, so tap again.
        if browser_room.may_play(page):
            page.tap("Pass")
        return bool(page.sees("Waiting for"))

    browser_room.until(has_passed)
    assert "Waiting for Bo's phone" in page.run(LIVE)
    inspector.look(page, "another phone is away")
    other_page.open(browser_room.link)
    other_page.wait_text("Which seat was yours?")
    inspector.look(other_page, "which seat was yours")
    other_page.tap("Bo")
    other_page.tap("That was my seat")
    other_page.wait_text("Someone there has to say yes")
    inspector.look(other_page, "the host is asked")
    browser_room.until(lambda: browser_room.window.shown == "ClaimDialog")
    browser_room.window.press_key(pygame.K_DOWN)  # the first answer is no
    browser_room.window.press_key(pygame.K_RETURN)
    browser_room.until(lambda: browser_room.shows(other_page))
    page.own_clock()
    page.open("about:blank")
    page.open(browser_room.link)
    browser_room.until(lambda: browser_room.shows(page))
    page.tap("Menu")
    page.tap("Deutsch")
    page.wait("document.documentElement?.lang === 'de' && !!document.querySelector('.match')")
    inspector.look(page, "in German")
    browser_room.hub.close(PATIENCE)
    other_page.wait("!document.getElementById('trouble').hidden")
    inspector.look(other_page, "the party is closed")
    leaves_the_heading_free(other_page)
    page.seconds(40)
    inspector.look(page, "the line is lost")
    other_page.run("localStorage.clear()")


GIVING = "hands=8H,10D,QC,AH,AS/9H,9D,10H/10C,10S,QH/8D,JS,JD order=0,1,2,3 give=0>3:2 turn=0"
STATES: list[tuple[str, str, str, dict[str, object]]] = [
    ("RockIt!", "rockit", TRICKS, {}),
    ("Come in", "rockit", TRICKS.replace("in=1/0", "in=0/0"), {}),
    ("Chairs, from the Boss", "sociable", f"{SIX} turn=0 scores=2/1/4/3/5", {}),
    ("Give two to", "sociable", GIVING, {}),
    ("End turn", "socker", FIELD, {}),
    ("your puppet starts", "socker", "field=9/9/9/9/9/9/9/9/9/9/9 phase=place", {}),
    (
        "where the ball goes",
        "socker",
        "field=9/9/4b1B2/9/2B6/4R4/9/R3R4/9/6r1B/9 phase=spot row=6 turn=0 mover=1",
        {},
    ),
    ("Lay track", "city", "", {"sock_setup": "auto"}),
    ("Lay tile", "city", "", {"board_build": "manual"}),
    ("Place socks", "city", "", {"sock_setup": "alternate"}),
    ("Blocker here", "city", "", {"sock_setup": "auto", "blockers": 2}),
]
"""Text on the page, game, position and options."""


TURNS = {
    "RockIt!": ["joker", "Add to: 10 of hearts", "RockIt!"],
    "Chairs, from the Boss": ["Ace of hearts", "Play two aces"],
    "End turn": ["Kick: e6"],
    "Lay track": ["left: ", "Lay track"],
}
"""Buttons that play a whole move, by text on the page."""


HIDDEN = """[...document.querySelectorAll(
'button:not(footer .small[aria-disabled=true]), select:not(.blind select), input')].filter(node => {
node.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
const r = node.getBoundingClientRect();
const places = [.5, .2, .8].flatMap(x => [.5, .2, .8].map(y => [r.left + x * r.width, r.top + y * r.height]));
return !places.some(([x, y]) => node.contains(document.elementFromPoint(x, y)));
}).map(node => node.getAttribute('aria-label') || node.innerText)"""
"""JavaScript: names of controls that are cut off or covered however the page is scrolled.

Without disabled buttons, which make room for large text, and without lists that only the keyboard reaches.
"""
NAMED = """[...document.querySelectorAll('.strip li')].every(one => {
const [name, points] = ['b', 'small'].map(what => one.querySelector(what));
return name.offsetWidth > 20
&& (!points || points.offsetHeight < 2 * parseFloat(getComputedStyle(points).fontSize)); })"""
"""JavaScript: true if all names are visible and their points, if any, are on one line."""
LARGE = "[...document.querySelectorAll('.hand .card, .fan .card')].every(card => card.offsetWidth >= 100)"


def is_seen_in_other_sizes(page: Page) -> None:
    """At 200% on a phone of 412 by 915 every control is reachable. On a tablet cards are large."""
    hold(page, (206, 457))
    assert page.run(f"{WIDER}(206)") == []
    assert page.run(HIDDEN) == []
    hold(page, (820, 1180))
    assert page.run(LARGE)


def play_by_switch(browser_room: BrowserRoom, presses: list[str]) -> None:
    """Play with Tab, Enter and Space alone."""
    for number, name in enumerate(presses):
        browser_room.until(lambda: any(page.startswith(name) for page in browser_room.page.buttons()))  # noqa: B023
        step(browser_room.page, name, " " if number % 2 else "Enter")
    browser_room.until(lambda: browser_room.session.log)
    browser_room.until(lambda: browser_room.shows(browser_room.page))
    assert browser_room.page.run("document.activeElement !== document.body")


def test_field_is_one_tab_stop_with_arrow_keys(room: Rooms) -> None:
    page = room(Session.from_position("socker", FIELD), 2).pages[0]
    assert page.run("document.querySelectorAll('.cell').length") >= 1
    assert page.run("document.querySelectorAll('.cell[tabindex=\"0\"]').length") == 1
    step(page, "Your puppet", "Enter")
    page.run("document.querySelector('.cell[tabindex=\"0\"]').focus()")
    count = page.run("document.querySelectorAll('.cell').length")
    assert count > 3
    seen = set()
    for _ in range(count):
        seen.add(page.run(FOCUSED))
        page.press("ArrowRight")
    assert len(seen) == count, "arrows lead to every space"
    start = page.run("document.activeElement.style.top")
    page.press("ArrowDown")
    assert float(page.run("document.activeElement.style.top")[:-1]) > float(start[:-1])
    hold(page, (206, 457))
    sizes = "[...document.querySelectorAll('.cell')].flatMap(one => [one.offsetWidth, one.offsetHeight])"
    assert page.run(f"Math.min(...{sizes})") >= 24


def test_forced_colours_keep_the_bar_and_the_turn_visible(room: Rooms) -> None:
    page = room(Session.from_position("socki", RUMMY), 2).pages[0]
    page.prefer(forced_colors="active")
    style = "getComputedStyle(document.querySelector('{}')).{}"
    assert page.run(style.format("footer", "backgroundColor")) != "rgba(0, 0, 0, 0)"
    assert page.run(style.format(".strip li.turn, .beads .turn .disc", "outlineStyle")) == "solid"


def test_names_in_any_script_keep_the_sentence_order(room: Rooms) -> None:
    """Right-to-left names are isolated. Emoji names are cut only between emoji."""
    browser_room = room(Session.from_position("socker", FIELD))
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    words = browser_room.page.run(
        "Promise.all([import('/dom.js'), import('/widgets.js')]).then(([kit, parts]) => ["
        "kit.t('{name} wins!', {name: '\u05d0\u05d1\u05d9'}), kit.t('{name} wins!', {name: 'Bo'}),"
        f"parts.brief('{family}'.repeat(14)), parts.brief('{family}')])"
    )
    assert words == ["\u2068\u05d0\u05d1\u05d9\u2069 wins!", "Bo wins!", f"{family * 12}\u2026", family]


def test_all_game_pages_pass_axe(room: Rooms, inspector: Inspector) -> None:
    """Every game in its phases, as its player and a spectator see it."""
    browser_room = room(Session.from_position("socki", RUMMY))
    page = browser_room.page
    watcher = browser_room.watcher()
    inspector.look(watcher, "watching SOCKI")
    watcher.tap("Wow")
    watcher.run("document.querySelector('.pick').click()")
    watcher.wait_text("1 for")
    inspector.look(watcher, "a guess and a reaction")
    for number, (words, game, position, options) in enumerate(STATES):
        if position:
            session = Session.from_position(game, position, options=options)
        else:
            session = Session.new(game, 2, seed=3, options={**options, "start_player": "first"})
        browser_room.begin(session, waits=False)
        page.wait(f"document.body.innerHTML.includes({json.dumps(words)})")
        inspector.look(page, f"{game}, {words}")
        if number in (2, 4, 7):
            inspector.look(watcher, f"watching {game}")
            hold(watcher, (412, 915), "160%")
            assert watcher.run(NAMED), f"{game}: whose puppet that is"
        if number % 2 == 0 or scale() > 1:
            is_seen_in_other_sizes(page)
        if words in TURNS:
            play_by_switch(browser_room, TURNS[words])
    browser_room.match.concede(0)
    page.wait("document.querySelector('.ends')")
    watcher.wait("document.querySelector('.ends')")
    assert page.run(FOCUSED) == "h1"
    assert page.run("document.querySelector('.ribbon').innerText.trim()") in page.run(LIVE)
    inspector.look(page, "the end")
    inspector.look(watcher, "the end, watching")
