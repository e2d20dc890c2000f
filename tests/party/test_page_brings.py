"""A game without its own phone page: its sock, and its pieces next to their names."""

from __future__ import annotations

from collections import Counter

from game.core.session import Session
from tests.party.browser_phones import Rooms
from tests.sample_games import full_folder, odd_sock, sixth_game
from tools.browser import Page

PICTURES = "[...document.querySelectorAll('IN img')].map(i => new URL(i.src).pathname.replace('/play/', ''))"
LOADED = "[...document.images].every(i => i.complete && i.naturalWidth > 0)"


def pictures(page: Page, within: str) -> list[str]:
    """File names of the pictures in a part of a page, once all are loaded."""
    page.wait(LOADED)
    result: list[str] = page.run(PICTURES.replace("IN", within))
    return result


def test_page_serves_only_the_games_pictures(room: Rooms) -> None:
    with full_folder() as slug:
        browser_room = room(Session.from_position(slug, "line=rgb taken=b/- turn=0"))
        page = browser_room.page
        assert pictures(page, ".moves") == ["washday.piece.red.svg", "washday.piece.blue.svg"]
        assert pictures(page, ".board")[0] == "washday.emblem.svg"
        everywhere = {"emblem": 1, "piece.red": 2, "piece.green": 1, "piece.blue": 3}
        picture_counts = Counter(pictures(page, ".match"))
        assert picture_counts == {f"washday.{name}.svg": count for name, count in everywhere.items()}
        got = "(async () => (await fetch('/play/{}')).status)()"
        assert page.run(got.format("washday.piece.red.svg")) == 200
        others = "washday.rules.py", "..%2Frules.py", "washday.piece...%2Femblem.svg", "washday.lessons.toml"
        assert [page.run(got.format(other)) for other in others] == [404] * 4
        page.browser.faults.clear()  # the browser logs the refused files


def test_page_shows_the_rules_in_german(room: Rooms) -> None:
    with full_folder() as slug:
        browser_room = room(Session.new(slug, seed=1))
        browser_room.window.context.update_settings(language="de")
        page = browser_room.page
        result = page.run("(async () => (await fetch('/play/washday.de.md')).text())()")
        assert result.startswith("# Waschtag")
        assert "## Die erste Wäsche" in result
        browser_room.load_anew(page)
        page.run("document.documentElement.lang = 'de'")
        page.tap("Menu")
        page.tap("Rules")
        page.wait_text("Die erste Wäsche")
        assert "washday.piece.blue.svg" in pictures(page, ".sheet")


def test_game_without_pictures_has_words_and_a_plain_sock(room: Rooms) -> None:
    with sixth_game() as slug:
        browser_room = room(Session.new(slug, seed=1))
        assert pictures(browser_room.page, ".match") == ["four.emblem.svg"]
        assert browser_room.page.run("document.querySelectorAll('.moves button').length") == 7


# The default page of a game: sentences, and moves within reach.


def test_default_page_names_its_moves_in_view(four: str, room: Rooms) -> None:
    position = "board=0/1/01/0101/10/1/0 turn=0"
    browser_room = room(Session.from_position(four, position, 1), 1, (390, 844))
    page = browser_room.page
    names = "[...document.querySelectorAll('.moves button')].map(b => b.innerText)"
    page.wait(f"{names}.length")
    assert page.run(names) == [f"Column {n}" for n in range(1, 8)]
    assert page.run("[...document.querySelectorAll('.moves button')].every(b => "
                    "b.getBoundingClientRect().bottom < innerHeight)")  # fmt: skip
    known = page.run("[...document.querySelectorAll('.known')].map(n => n.innerText).join(' ')")
    assert "Column 3: " in known
    assert "Ann" in known


def test_default_page_plays_a_card_with_a_tap(room: Rooms) -> None:
    position = "hands=3P,7P,8F,2B,4L/1F,5L,6L pile=2F,3L stock=8B,1P,4P turn=0"
    with odd_sock():
        browser_room = room(Session.from_position("peg_out", position, 1), 1, (390, 844))
        page = browser_room.page
        cards = "[...document.querySelectorAll('.held .card')]"
        page.wait(f"{cards}.length")
        result = page.run(f"{cards}.map(n => [n.tagName, n.getAttribute('aria-label')])")
        assert result == [
            ["BUTTON", "Lay pagodas 3"], ["SPAN", "pagodas 7"], ["SPAN", "flowers 8"], ["SPAN", "boats 2"],
            ["BUTTON", "Lay ladies 4"],
        ]  # fmt: skip
        assert page.run(f"{cards}.every(n => n.querySelector('svg'))")
        assert page.run(f"{cards}.every(n => n.getBoundingClientRect().bottom < innerHeight)")
        assert page.run("document.querySelectorAll('.moves button').length") == 0, "cards are the buttons"
        assert "Your hand" not in page.run("document.body.innerText")
        page.run("document.querySelector('.held button').click()")
        browser_room.until(lambda: browser_room.match.session.log)
        assert browser_room.match.session.log[0] == (0, "lay 3P")


def test_cards_without_a_picture_show_words(room: Rooms) -> None:
    position = "hands=bees,moons,fish/moons,stars,cats/odd,bees,stars,fish,cats turn=0 pairs=3/3/1"
    with odd_sock():
        browser_room = room(Session.from_position("odd_sock", position, 1), 1, (390, 844))
        page = browser_room.page
        page.wait("document.querySelectorAll('.held .card').length")
        assert page.run("[...document.querySelectorAll('.held .card')].map(n => n.innerText)") == [
            "bees", "moons", "fish",
        ]  # fmt: skip
        assert page.run("[...document.querySelectorAll('.moves button')].map(n => n.innerText)") == [
            f"Draw sock {n} from Bo" for n in (1, 2, 3)
        ]
