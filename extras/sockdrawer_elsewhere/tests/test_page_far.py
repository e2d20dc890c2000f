"""The page of a remote phone in a real browser, from the link to the match, through a real relay."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable

import pytest

pytest.importorskip("cryptography", reason="friends elsewhere need pip install cryptography")

from game.core.rng import SeededRng
from game.core.session import Session
from game.party.server import PartyServer
from sockdrawer_elsewhere import friends
from sockdrawer_elsewhere.far import site
from sockdrawer_elsewhere.relay_invite import RelayInvite, RelayState
from sockdrawer_elsewhere.tests.relay_phones import VIEW, Relay, friends_in, known
from tests.party.browser_phones import PLAYED, BrowserRoom, Rooms, fits, play
from tests.party.test_page import chosen_move
from tests.sampling import sample
from tools.browser import Chromium, Inspector, Page

LANGUAGES = ("en", "de", "fr", "it", "es")
MOST = 82_000  # bytes from the link to the seats: about 1.5 s on a slow 3G line
LOADER = 8_500  # bytes of far.js, which is sent unminified so that it can be read
WORDS = json.loads(re.findall(r'id="words">(.*?)</script>', site()["index.html"].decode(), re.DOTALL)[0])


@pytest.fixture
def elsewhere(room: Rooms, relay: Relay) -> Callable[[Session, str], tuple[BrowserRoom, Page, str]]:
    """Factory of rooms with the first seat for a remote page and the second for a local one."""

    def make(session: Session, language: str = "en") -> tuple[BrowserRoom, Page, str]:
        browser_room = room(session, 2)
        party = browser_room.party
        assert party is not None
        friends_in(party).set_enabled(on=True, relay=relay.address)
        browser_room.until(lambda: friends_in(party).status.state is RelayState.OPEN)
        return browser_room, browser_room.page, friends_in(party).status.link

    return make


def speaking(page: Page, language: str) -> Page:
    page.begin_with(f"Object.defineProperty(navigator, 'language', {{ get: () => '{language}-XX' }})")
    return page


def seated(page: Page, link: str, seat: int = 0) -> None:
    """Open the link on a page that already knows it and the game, and has the token of this seat."""
    page.begin_with(f"{known(link, seat)};{PLAYED}")
    page.open(link)


def test_link_leads_to_a_seat_and_a_move_with_few_bytes(
    elsewhere: Callable[..., tuple[BrowserRoom, Page, str]],
    relay: Relay,
    browser: Chromium,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A new phone downloads little, and the key disappears from the address bar.

    The page fetches each file once, so it needs nothing while the relay is gone.
    """
    asked, found = list[str](), friends.served_file

    def noted(own: PartyServer, path: str) -> bytes | None:
        asked.append(path)
        return found(own, path)

    monkeypatch.setattr(friends, "served_file", noted)
    browser_room, page, link = elsewhere(Session.new("socki", 3, seed=5))
    stranger = speaking(browser.page((320, 568), browser_room.turn), "de")
    relay.seen.clear()
    stranger.open(link)
    stranger.wait("document.querySelectorAll('#join button.seat').length")
    loaded = stranger.run(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".filter(({ name }) => name.startsWith('http')).reduce((sum, one) => sum + one.transferSize, 0)"
    )
    assert 3_000 < loaded < loaded + sum(map(len, relay.seen)) <= MOST
    assert stranger.run("location.href") == f"http://127.0.0.1:{relay.port}/"
    fits(stranger)
    stranger.wait("[...document.fonts].filter((f) => f.status === 'loaded').length === 2")
    stranger.close()
    asked.clear()
    seated(page, link)
    browser_room.until(lambda: browser_room.shows(page))
    assert browser_room.party.is_far(0)
    page.run(f"{VIEW}.then(({{ view }}) => {{ view.inputCooldownMs = 0; }})")
    rng = SeededRng("far page")
    for _turn in range(2):
        browser_room.until(lambda: browser_room.session.to_move in (0, 1))
        seat = browser_room.session.to_move
        assert seat is not None
        browser_room.until(lambda: browser_room.may_play(browser_room.pages[seat]))  # noqa: B023
        count = len(browser_room.session.log)
        play(
            browser_room.pages[seat],
            browser_room.session,
            chosen_move(browser_room.session, rng),
            browser_room.until,
        )
        browser_room.until(lambda: len(browser_room.session.log) > count)  # noqa: B023
    browser_room.until(lambda: browser_room.shows(page))
    assert asked[0] == "/all"
    assert "/play/socki.js" in asked
    assert page.run("document.querySelector('script[type=importmap]')") is None
    once = [path for path in asked if "words" not in path]  # each game has its own words
    assert len(set(once)) == len(once)


@pytest.mark.parametrize(
    "game", sample(["socki", "rockit", "sociable", "socker", "city"], "sociable", "city")
)
def test_remote_page_shows_the_same_as_a_local_one(
    elsewhere: Callable[..., tuple[BrowserRoom, Page, str]], game: str
) -> None:
    """Also its pictures, which it fetches one by one."""
    browser_room, page, link = elsewhere(Session.new(game, 4 if game == "sociable" else 2, seed=5))
    home = set(browser_room.page.buttons())
    seated(page, link)
    browser_room.until(lambda: browser_room.shows(page))
    browser_room.until(lambda: set(page.buttons()) == home)
    page.wait("!document.querySelectorAll(\"[src^='data:,'], [href*='#/play/'], [src*='#/play/']\").length")
    assert page.run("[...document.images].every((image) => image.complete && image.naturalWidth)")
    fits(page)


def test_remote_page_reports_a_lost_relay_and_reconnects(
    elsewhere: Callable[..., tuple[BrowserRoom, Page, str]], relay: Relay
) -> None:
    browser_room, page, link = elsewhere(Session.new("sociable", 4, seed=5))
    page.own_clock()
    page.resize(568, 320)
    seated(page, link)
    browser_room.until(lambda: browser_room.shows(page))
    relay.kill()
    browser_room.until(lambda: not browser_room.hub.is_there(0))
    page.seconds(10)
    page.wait_text("The connection to the big screen is down. Your seat is kept.")
    said, table = (
        f"document.querySelector('{part}').getBoundingClientRect()" for part in ("#trouble", ".board")
    )
    page.wait(f"{said}.height && {said}.bottom <= {table}.top")  # it covers nothing
    fits(page)
    assert browser_room.shows(browser_room.pages[1])
    relay.start()
    browser_room.until(lambda: browser_room.hub.is_there(0))
    browser_room.until(
        lambda: browser_room.shows(page) and not page.sees("connection to the big screen is down")
    )
    page.load_anew()
    browser_room.until(lambda: browser_room.hub.is_there(0) and browser_room.shows(page))


def test_page_with_an_old_link_gets_its_seat_by_the_new_link(
    elsewhere: Callable[..., tuple[BrowserRoom, Page, str]],
) -> None:
    browser_room, page, link = elsewhere(Session.new("sociable", 4, seed=5))
    seated(page, link)
    browser_room.until(lambda: browser_room.shows(page))
    party = browser_room.party
    assert party is not None
    friends_in(party).new_link()
    page.wait_text("This link isn't answering right now.")
    fits(page)
    browser_room.until(lambda: friends_in(party).status.state is RelayState.OPEN)
    assert friends_in(party).status.link != link
    page.open(friends_in(party).status.link)  # in the same tab, where only the part after # changes
    browser_room.until(lambda: browser_room.hub.is_there(0) and browser_room.shows(page))
    assert not page.sees("isn't answering")
    assert page.run("location.href") == link.partition("#")[0]


def test_link_of_another_party_clears_the_stored_keys(
    elsewhere: Callable[..., tuple[BrowserRoom, Page, str]], relay: Relay
) -> None:
    """Both use one relay and so one origin. The other host must not get the seat or the key."""
    browser_room, page, link = elsewhere(Session.new("sociable", 4, seed=5))
    seated(page, link)
    browser_room.until(lambda: browser_room.shows(page))
    page.begin_as_usual()
    page.open("about:blank")
    there, _hash, _words = link.partition("#")
    other = RelayInvite().words
    page.open(f"{there}#{other}")
    page.wait(f"document.body?.innerText.includes({json.dumps(WORDS['en']['over'])})")
    everything = page.run("JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])")
    assert everything == json.dumps([[["sockdrawer.far", other]]] * 2, separators=(",", ":"))
    page.open(link)
    page.wait("document.querySelectorAll('#join button.seat').length")
    assert other not in page.run("JSON.stringify([{...localStorage}, {...sessionStorage}])")


@pytest.mark.parametrize("language", LANGUAGES)
def test_loader_explains_a_bad_link(browser: Chromium, relay: Relay, language: str) -> None:
    page = speaking(browser.page((320, 568)), language)
    there = f"http://127.0.0.1:{relay.port}/"
    good = RelayInvite().words
    for text, what in ((good[:20], "cut"), (f"2{good[1:]}", "other"), (good, "over"), (f"{good}x", "cut")):
        page.open("about:blank")
        page.open(f"{there}#{text}")
        page.wait(f"document.body?.innerText.includes({json.dumps(WORDS[language][what])})")
        assert page.run("document.documentElement.lang") == language
        assert page.run("location.href") == there
        assert page.run("document.documentElement.scrollWidth <= innerWidth")
    page.run("localStorage.clear(), sessionStorage.clear()")
    page.open("about:blank")
    page.open(there)
    page.wait_text(WORDS[language]["number"])
    relay.kill()
    page.open("about:blank")
    page.close()


def test_loader_passes_axe(browser: Chromium, relay: Relay) -> None:
    page, inspector = browser.page((320, 568)), Inspector()
    page.call("Page.setBypassCSP", enabled=True)  # for axe alone
    for text, what in (("1abc", "cut"), ("", "number")):
        page.open("about:blank")
        page.open(f"http://127.0.0.1:{relay.port}/#{text}")
        page.wait_text(WORDS["en"][what])
        inspector.look(page, what)
        page.run("document.documentElement.style.fontSize = '200%'")
        assert page.run("document.documentElement.scrollWidth <= innerWidth")
    assert not inspector.found
    page.call("Page.setBypassCSP", enabled=False)
    page.close()


def test_loader_reports_an_old_browser(browser: Chromium, relay: Relay) -> None:
    page = browser.page((320, 568))
    page.begin_with("delete window.DecompressionStream")
    page.open(f"http://127.0.0.1:{relay.port}/#{RelayInvite().words}")
    page.wait_text(WORDS["en"]["old"])
    page.close()


def test_pin_leads_to_the_link_after_the_socks_match(
    elsewhere: Callable[..., tuple[BrowserRoom, Page, str]], relay: Relay
) -> None:
    browser_room, page, link = elsewhere(Session.new("socki", 3, seed=5))
    party = browser_room.party
    assert party is not None
    friends_in(party).request_pin(requested=True)
    browser_room.until(lambda: friends_in(party).status.pin)
    number = friends_in(party).status.pin
    page.open(link.partition("#")[0])
    page.wait_text(WORDS["en"]["number"])

    def typed(digits: str) -> None:
        page.run(f"document.getElementById('number').value = '{digits}'")
        page.tap(WORDS["en"]["go"])

    typed("12345")
    page.wait_text(WORDS["en"]["nobody"])
    typed(number)
    browser_room.until(lambda: friends_in(party).status.prompts)
    page.wait_text(WORDS["en"]["socks"])
    friends_in(party).answer_prompt(friends_in(party).status.prompts[0].number, admitted=False)
    page.wait_text(WORDS["en"]["no"])
    typed(f"{number[:3]} {number[3:]}")
    browser_room.until(lambda: friends_in(party).status.prompts and page.sees(WORDS["en"]["socks"]))
    friends_in(party).answer_prompt(friends_in(party).status.prompts[0].number, admitted=True)
    page.wait("document.querySelectorAll('#join button.seat').length")


# Without a browser.


def test_the_loader_is_small_and_its_policy_fits_it() -> None:
    files = site()
    assert len(files["far.js"]) <= LOADER
    index = files["index.html"].decode()
    style = re.findall(r"<style>(.*?)</style>", index, re.DOTALL)
    assert len(style) == 1
    digest = base64.b64encode(hashlib.sha256(style[0].encode()).digest()).decode()
    assert f"style-src blob: 'sha256-{digest}'" in index
    assert "<script>" not in index


def test_loader_texts_exist_in_five_languages() -> None:
    assert tuple(WORDS) == LANGUAGES
    assert {frozenset(word) for word in WORDS.values()} == {frozenset(WORDS["en"])}
    script = "".join(site()[name].decode() for name in ("far.js", "sas_handshake.js"))
    for what in WORDS["en"]:
        assert f'"{what}"' in script, what
