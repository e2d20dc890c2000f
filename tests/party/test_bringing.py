"""Matches that a phone uploads to the album, with a code word and only while the album waits."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import closing

import pygame
import pytest

from game.core.session import Session
from game.match.persistence import match_as_text
from game.party.state_updates import MAX_UPLOAD, UploadInbox
from game.scenes.album.scene import AlbumScene
from game.scenes.album.sharing import PhoneImportDialog
from game.store.archive import ArchivedMatch
from tests.party.socket_phone import Host
from tests.sampling import PATIENCE
from tests.scenes.harness import WindowRobot
from tools.browser import Chromium, until


def a_match(seed: int = 5) -> str:
    session = Session.new("socki", 2, seed, names=["Ann", "Bo"])
    for _ply in range(6):
        session.play(session.moves()[0])
    seats = ({"name": "Ann", "look": 2}, {"name": "Bo", "look": 4})
    return match_as_text(
        ArchivedMatch("socki", session.record(), (), (0, 0), seats, None, 1.7e9, unfinished=True)
    )


def post(address: str, word: str, body: bytes, origin: str = "") -> int:
    """Upload a text as the page does. Returns the HTTP status."""
    with closing(http.client.HTTPConnection(address, timeout=PATIENCE)) as line:
        line.request("POST", f"/bring/{word}", body, {"Origin": origin or f"http://{address}"})
        return line.getresponse().status


def page_of(address: str) -> str:
    with closing(http.client.HTTPConnection(address, timeout=PATIENCE)) as line:
        line.request("GET", "/bring")
        return line.getresponse().read().decode()


def test_upload_needs_the_word_and_a_waiting_album(host: Host) -> None:
    letters, address = host.party.letters, host.party.door.address
    assert post(address, "ABCDEF", b"hello") == 404
    word = letters.open()
    assert "upload.js" in page_of(address)
    other = "AAAAAA" if word != "AAAAAA" else "BBBBBB"
    assert post(address, other, b"hello") == 404
    assert post(address, word, b"hello", origin="http://elsewhere.example") == 404
    assert post(address, word.lower(), b"hello") == 204
    assert letters.take() == b"hello"
    assert letters.take() is None
    letters.close()
    assert post(address, word, b"hello") == 404


def test_inbox_refuses_long_or_excess_uploads_and_recovers(host: Host) -> None:
    letters, address = host.party.letters, host.party.door.address
    word = letters.open()
    assert post(address, word, b"x" * (MAX_UPLOAD + 1)) == 413
    assert [post(address, word, b"x") for _time in range(4)] == [204, 204, 204, 503]
    assert letters.take() == b"x"
    assert post(address, word, b"y") == 204


def test_upload_word_changes_each_time() -> None:
    letters = UploadInbox()
    words = {letters.open() for _time in range(20)}
    assert len(words) == 20
    assert not letters.knows("")


def bringing(window: WindowRobot) -> PhoneImportDialog:
    assert isinstance(window.top, PhoneImportDialog)
    return window.top


@pytest.fixture
def waiting(window: WindowRobot) -> Iterator[WindowRobot]:
    """An album that waits for a match from a phone."""
    phones = window.context.phones
    really = phones.open
    phones.open = lambda *_given: really(port=0, host="127.0.0.1")  # type: ignore[method-assign]
    window.context.open_scene("album")
    window.press_key(pygame.K_l)
    until(lambda: bringing(window).link, window.step)
    yield window
    phones.close(PATIENCE)


def send(window: WindowRobot, text: str) -> int:
    link = bringing(window).link
    address, _slash, word = link.partition("/bring#")
    status = post(address, word, text.encode())
    until(lambda: window.shown == "ImportResultDialog", window.step)
    return status


def test_uploaded_match_hangs_in_the_album(waiting: WindowRobot) -> None:
    waiting.picture()
    assert send(waiting, a_match()) == 204
    assert "The match is in the album now." in waiting.screen_text
    waiting.choose("Go to album")
    album = waiting.top
    assert isinstance(album, AlbumScene)
    assert album.hanging.entry is not None
    assert [seat["name"] for seat in album.hanging.entry.match.seats] == ["Ann", "Bo"]
    assert not waiting.context.phones.is_open, "a party that was opened for this alone ends with it"


def test_dialog_explains_an_upload_without_a_match(waiting: WindowRobot) -> None:
    send(waiting, "Dear album, ...")
    assert "The phone didn't send a match." in waiting.screen_text
    assert not waiting.context.stores.archive.entries()


def test_leaving_the_dialog_closes_the_party(waiting: WindowRobot) -> None:
    waiting.play_bots(60_000)
    assert waiting.shown == "PhoneImportDialog"
    waiting.press_key(pygame.K_ESCAPE)
    assert waiting.shown == "AlbumScene"
    assert not waiting.context.phones.is_open


def test_phone_page_uploads_a_match(waiting: WindowRobot, browser: Chromium) -> None:
    page = browser.page(meanwhile=waiting.step)
    page.open(f"http://{bringing(waiting).link}")
    page.wait_text("A match for the album")
    disabled = "document.querySelector('button.big').getAttribute('aria-disabled')"
    assert page.run(disabled) == "true"
    page.run(
        "{const at = document.getElementById('text'); at.focus();"
        f"at.value = {json.dumps(a_match())}; at.dispatchEvent(new Event('input'));}}"
    )
    assert page.run(disabled) is None
    page.tap("Send")
    page.wait_text("It's arrived. Look at the big screen.")
    until(lambda: waiting.shown == "ImportResultDialog", waiting.step)
    page.close()
