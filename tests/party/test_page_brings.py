"""A game without a page of its own, on a phone: its sock, and its pieces where they are named."""

from __future__ import annotations

from collections.abc import Callable

from game.core.session import Session
from tests.party.room import Room
from tests.sixth import full_folder, sixth_game
from tools.browser import Page

PICTURES = """[...document.querySelectorAll('IN img')].map(
i => [decodeURI(new URL(i.src).pathname), i.alt, i.complete && i.naturalWidth > 0])"""
LOADED = "[...document.images].every(i => i.complete && i.naturalWidth > 0)"


def pictures(page: Page, within: str) -> list[list[object]]:
    page.wait(LOADED)
    found: list[list[object]] = page.run(PICTURES.replace("IN", within))
    return found


def test_its_files_are_pictures_there_and_no_others_are_served(room: Callable[..., Room]) -> None:
    with full_folder() as slug:
        made = room(Session.from_position(slug, "line=rgb taken=b/- turn=0"), 1)
        page = made.pages[0]
        assert pictures(page, ".moves") == [
            ["/play/washday.piece.red.svg", "red", True],
            ["/play/washday.piece.blue.svg", "blue", True],
        ]
        names = [alt for _path, alt, _seen in pictures(page, ".board dl")]
        assert names == ["red", "green", "blue", "blue"]
        assert pictures(page, ".board")[0] == ["/play/washday.emblem.svg", "", True]
        assert page.run("document.querySelector('.moves button').innerText.trim()") == "left"
        got = "(async () => (await fetch('/play/{}')).status)()"
        assert page.run(got.format("washday.piece.red.svg")) == 200
        others = "washday.rules.py", "..%2Frules.py", "washday.piece...%2Femblem.svg", "washday.lessons.toml"
        assert [page.run(got.format(other)) for other in others] == [404] * 4
        page.browser.faults.clear()  # a browser complains of what it does not get


def test_rules_and_guide_are_read_there_in_german(room: Callable[..., Room]) -> None:
    with full_folder() as slug:
        made = room(Session.new(slug, seed=1), 1)
        made.window.stage.change(language="de")
        page = made.pages[0]
        told = page.run("(async () => (await fetch('/play/washday.de.md')).text())()")
        assert told.startswith("# Waschtag")
        assert "## Die erste Wäsche" in told
        made.load_anew(page)
        page.run("document.documentElement.lang = 'de'")
        page.tap("Menu")
        page.tap("Rules")
        made.until(lambda: page.sees("Die erste Wäsche"))
        assert ["/play/washday.piece.blue.svg", "", True] in pictures(page, ".sheet")


def test_a_game_that_brings_nothing_has_words_and_a_plain_sock(room: Callable[..., Room]) -> None:
    with sixth_game() as slug:
        made = room(Session.new(slug, seed=1), 1)
        assert pictures(made.pages[0], ".match") == [["/play/four.emblem.svg", "", True]]
        assert made.pages[0].sees("drop 1")
