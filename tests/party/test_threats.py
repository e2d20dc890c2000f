"""What threatens, on phones: in words and marks, for whoever asks, where the house allows it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from game.bots.worker import Answer
from game.core.session import Session
from game.store.settings import Threats
from tests.party.crowd import crowded
from tests.party.room import Room, fits, hold
from tests.scale import some
from tests.scenes.harness import PromptWorker

CLOSE = "field=9/9/9/9/9/9/9/4B4/4o4/2R6/9"
"""Socker: the other side stands behind the ball, two spaces before one's own goal."""
TEN = "table=10P,10F,10B/4L,5L,6L hands=10L,2B,9F,12P/1P,2P,6F,8B stock=3F,5B,11L"
CLUBS = "table=4C,5C,6C hands=7H,8H,9H,2S/KS,KD,3D,9C stock=3S,5D in=1/1"


def begun(slug: str) -> Session:
    """A match in which there is something to tell."""
    positions = {"socker": CLOSE, "socki": TEN, "rockit": CLUBS}
    if slug in positions:
        return Session.from_position(slug, positions[slug], names=["Ann", "Bo"])
    players = 4 if slug == "sociable" else 2
    return Session.new(slug, players, seed=5, names=["Ann", "Bo", "Ida", "Kofi"][:players])


def told(phone_state: dict[str, object]) -> str:
    threats = phone_state["threats"]
    assert isinstance(threats, dict)
    return " / ".join(f"{head}: {words}" for head, words in threats.get("rows", []))


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("socker", "Bo can score: e3 → e2 → e1"),
        ("city", "Red: "),
        ("sociable", "aces "),
        ("socki", "pagodas: 10 / flowers: 10 / boats: 10 / ladies: 4, 5, 6"),
        ("rockit", "clubs: 4, 5, 6"),
    ],
)
def test_a_phone_that_asks_is_told_what_threatens(tmp_path: Path, slug: str, words: str) -> None:
    with crowded(tmp_path, begun(slug), None if slug == "sociable" else 2) as crowd:
        crowd.calm()
        seat = crowd.scene.match.session.to_move
        asks, other = crowd.phones[seat], crowd.phones[1 - min(seat, 1)]
        assert asks.state["threats"]["on"] is False
        assert asks.do("threats") == ""
        crowd.until(lambda: words in told(asks.state))
        assert other.state["threats"]["on"] is False
        assert asks.do("threats") == ""
        crowd.until(lambda: "rows" not in asks.state["threats"])
        crowd.window.stage.change(threats=Threats.OFF)
        crowd.until(lambda: asks.state["threats"] is None)
        assert asks.do("threats") != ""


class Ponderous(PromptWorker):
    """Thinks as long as it is not let go."""

    def answer(self) -> Answer | None:
        return None


def test_while_it_is_looked_for_the_phone_says_so(tmp_path: Path) -> None:
    with crowded(tmp_path, begun("socker"), 2) as crowd:
        crowd.window.stage.helper = Ponderous()  # type: ignore[assignment]
        crowd.calm()
        seat = crowd.scene.match.session.to_move
        assert crowd.phones[seat].do("threats") == ""
        crowd.until(lambda: crowd.phones[seat].state["threats"]["on"])
        assert crowd.phones[seat].state["threats"]["rows"] == [["", "Looking …"]]


def test_a_house_may_always_show_it_on_boards_and_never_covers_cards(tmp_path: Path) -> None:
    with crowded(tmp_path, begun("city"), 2) as crowd:
        crowd.window.stage.change(threats=Threats.ALWAYS)
        crowd.until(lambda: crowd.phones[0].state["threats"]["on"])
        assert crowd.phones[0].do("threats") == ""
        crowd.until(lambda: not crowd.phones[0].state["threats"]["on"])


@pytest.mark.parametrize("slug", some(["socker", "city", "sociable", "socki"], "socker", "sociable"))
def test_the_button_and_what_it_shows_fit_on_every_page(room: Callable[..., Room], slug: str) -> None:
    made = room(begun(slug), 1, (360, 640))
    page = made.pages[0]
    label = {"socker": "Threats", "city": "Threats", "sociable": "Still out", "socki": "Played"}[slug]
    made.until(lambda: label in page.buttons())
    page.tap(label)
    made.until(lambda: page.run("!!document.querySelector('.threats dd')"))
    fits(page)
    hold(page, (360, 640))
    if folder := os.environ.get("LESSON_SHOTS"):
        page.shot(Path(folder) / f"threats {slug}.png")
    page.tap(label)
    made.until(lambda: page.run("!document.querySelector('.threats')"))
