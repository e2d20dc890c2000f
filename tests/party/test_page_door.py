"""How a page comes into the room: by what a camera reads, which is all capitals, or typed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.party.registry import Place
from game.ui.table.phones import Phones
from tests.party.browser import Chromium, Page, until
from tests.scale import PATIENCE
from tests.scenes.harness import Window


class Door:
    """A window whose party has one free seat, and the page of whoever comes in."""

    def __init__(self, home: Path, browser: Chromium) -> None:
        self.window = Window(home)
        self.hub: Phones = self.window.stage.phones
        self.hub.open(port=0, host="127.0.0.1")
        until(lambda: self.hub.is_open, self.window.turn)
        self.hub.gather("Socker", [Place(0, "Ann", 0, free=True)])
        assert self.hub.party is not None
        self.address, self.code = self.hub.party.address, self.hub.party.code
        self.page: Page = browser.page()

    def until(self, condition: str) -> None:
        until(lambda: self.page.run(f"!!document.body && ({condition})"), self.window.turn)

    def close(self) -> None:
        self.page.close()
        self.hub.close(PATIENCE)
        self.window.close()


@pytest.fixture
def door(tmp_path: Path, browser: Chromium) -> Iterator[Door]:
    made = Door(tmp_path, browser)
    yield made
    made.close()


def test_what_a_camera_reads_leads_to_the_seats(door: Door) -> None:
    """The code need not be typed: the next thing that is asked is which seat."""
    door.page.open(f"HTTP://{door.address}/{door.code}")
    door.until("document.querySelector('label.seat')")
    assert door.page.run("location.href") == f"http://{door.address}/#{door.code}"
    door.page.tap("Take this seat")
    door.until("document.body.innerText.includes('You have a seat')")


def test_a_code_in_small_letters_leads_there_too(door: Door) -> None:
    """Behind a stroke as behind the sign, as people type both."""
    door.page.open(f"http://{door.address}/{door.code.lower()}")
    door.until("document.querySelector('label.seat')")
    door.page.open("about:blank")
    door.page.open(f"http://{door.address}/#{door.code.lower()}")
    door.until("document.querySelector('label.seat')")


def test_a_wrong_code_is_told_and_the_right_one_can_be_typed(door: Door) -> None:
    door.page.open(f"HTTP://{door.address}/XXXX")
    door.until("document.getElementById('wrong')?.innerText.includes('That is not the code')")
    assert not door.page.run("!!document.querySelector('label.seat')")
    door.page.run(f"document.getElementById('code').value = '{door.code.lower()}'")
    door.page.tap("Go on")
    door.until("document.querySelector('label.seat')")
