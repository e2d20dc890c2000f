"""A game without a page of its own, on a phone: its sock, and its pieces where they are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from game.core.session import Session
from tests.party.room import Room
from tests.sixth import full_folder, sixth_game
from tools.browser import Page

PICTURES = "[...document.querySelectorAll('IN img')].map(i => new URL(i.src).pathname.replace('/play/', ''))"
LOADED = "[...document.images].every(i => i.complete && i.naturalWidth > 0)"


def pictures(page: Page, within: str) -> list[str]:
    """The files of the pictures in a part of a page, once all of them are there."""
    page.wait(LOADED)
    found: list[str] = page.run(PICTURES.replace("IN", within))
    return found


def test_its_files_are_pictures_there_and_no_others_are_served(room: Callable[..., Room]) -> None:
    with full_folder() as slug:
        made = room(Session.from_position(slug, "line=rgb taken=b/- turn=0"), 1)
        page = made.pages[0]
        assert pictures(page, ".moves") == ["washday.piece.red.svg", "washday.piece.blue.svg"]
        assert pictures(page, ".board")[0] == "washday.emblem.svg"
        everywhere = {"emblem": 1, "piece.red": 2, "piece.green": 1, "piece.blue": 3}
        found = Counter(pictures(page, ".match"))
        assert found == {f"washday.{name}.svg": count for name, count in everywhere.items()}
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
        assert "washday.piece.blue.svg" in pictures(page, ".sheet")


def test_a_game_that_brings_nothing_has_words_and_a_plain_sock(room: Callable[..., Room]) -> None:
    with sixth_game() as slug:
        made = room(Session.new(slug, seed=1), 1)
        assert pictures(made.pages[0], ".match") == ["four.emblem.svg"]
        assert made.pages[0].run("document.querySelectorAll('.moves button').length") == 7
