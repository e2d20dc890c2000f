"""The page's own things: a name, a knitting, the lobby's table, and what a computer player says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.core.session import Session
from game.match.seats import PHONE
from game.match.talk import HELLO, Said
from tests.party.browser import Chromium
from tests.party.room import SIX, Room, fits

MINE = "document.querySelector('.knitting [aria-pressed=true]').ariaLabel"


def rename(made: Room, name: str) -> None:
    """Type a name and take it."""
    page = made.pages[0]
    page.run(f"document.getElementById('own').value = '{name}'")
    page.tap("That is me")


def test_what_the_others_did_stands_beside_small_puppets(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("sociable", SIX), 1)
    page = made.pages[0]
    made.until(lambda: made.may_play(page))
    page.tap("Menu")
    page.tap("Last moves and scores")
    made.until(lambda: page.run("document.querySelectorAll('.sheet .news .puppet').length"))
    assert (
        page.run("Math.max(...[...document.querySelectorAll('.news .puppet')].map(p => p.offsetWidth))") < 40
    )


def test_a_seat_out_of_the_round_reads_and_changes_its_name_and_knitting(room: Callable[..., Room]) -> None:
    """Who has no cards left has the table, the last moves, the scores and the rules to look at."""
    session = Session.from_position(
        "sociable", "hands=-/9H,9D/10C,10S/8D,JS/JC,AC order=2,1,4,0,3 turn=2 out=0"
    )
    made = room(session, 1, (360, 640))
    page, scene = made.pages[0], made.scene
    for seat in range(1, 5):  # nobody moves meanwhile
        scene.match.hand_over(seat, "", PHONE)
    made.until(lambda: page.run("document.querySelectorAll('.board').length") == 1)
    page.tap("Menu")
    page.tap("Last moves and scores")
    made.until(lambda: page.run("document.querySelectorAll('.sheet .finals li').length") == 5)
    tall = page.run("Math.max(...[...document.querySelectorAll('.sheet .big')].map(b => b.offsetHeight))")
    assert tall < 80, "a button is as high as its words, however much room there is"
    page.tap("Close")
    page.tap("Menu")
    page.tap("Rules")
    made.until(lambda: page.sees("The debrief"))
    page.tap("Close")
    page.tap("Menu")
    page.tap("Name and knitting")
    fits(page)
    rename(made, "Zoe")
    made.until(lambda: scene.match.seats[0].name == "Zoe")
    made.until(lambda: page.run("document.querySelector('.sheet .middle h2').innerText") == "Zoe")
    assert page.run(MINE) == "tomato"
    page.tap("rose")
    made.until(lambda: scene.match.seats[0].look == 6)
    made.until(lambda: page.run(MINE) == "rose")
    page.run("document.querySelector('[aria-label=teal]').click()")
    made.until(lambda: page.sees("Somebody wears that already."))
    assert scene.match.seats[0].look == 6
    said = lambda: Said(1, "Good socks!", (HELLO, "", 99))  # noqa: E731
    scene.context.ports = replace(scene.context.ports, said=said)
    page.tap("Close")
    made.until(lambda: page.sees("Good socks!"))
    fits(page)


@pytest.mark.parametrize(
    ("scores", "house", "words"),
    [
        ("0/0/0/0/0", {}, "0 of 11"),
        ("2/5/3/1/0", {"target": 0}, "2 points\nHand 2 of 3"),
        ("9/9/9/3/3", {"target": 0, "tie": "play_on"}, "9 points\nHand 4"),
    ],
)
def test_a_phone_says_how_far_the_match_has_come(
    room: Callable[..., Room], scores: str, house: dict[str, object], words: str
) -> None:
    """Not "of 0" in a match of three hands."""
    made = room(Session.from_position("sociable", f"{SIX} scores={scores}", options=house), 1, (320, 568))
    page = made.pages[0]
    said = page.run("[...document.querySelectorAll('.info > :not(.unseen)')].map(n => n.innerText).join(' ')")
    assert said == words
    fits(page)


def test_the_lobby_shows_its_table_the_rules_and_the_last_match(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("sociable", SIX), 1, (360, 640))
    page = made.pages[0]
    made.scene.match.concede(1)
    made.until(lambda: page.sees("Play again"))
    stage = made.window.stage
    stage.scenes.reset(stage.screens["title"](), stage.screens["lobby"]("socker"))
    made.until(lambda: page.sees("The last match"))
    lobby = made.window.top
    assert lobby.players == 2
    made.until(lambda: page.run("document.querySelectorAll('.seated li').length") == 2)
    page.tap("Menu")
    page.tap("Rules")
    made.until(lambda: page.sees("In a nutshell"))
    page.tap("Close")
    page.tap("Menu")
    page.tap("Name and knitting")
    rename(made, "Zoe")
    made.until(lambda: "Zoe" in [seat.name for seat in lobby.seats])
    fits(page)


def test_who_watches_keeps_a_name_for_the_seat_they_take(
    room: Callable[..., Room], browser: Chromium
) -> None:
    made = room(Session.from_position("sociable", SIX), 0)
    made.pages.append(browser.page((360, 640)))
    page, scene = made.pages[0], made.scene
    for seat in range(5):
        scene.match.hand_over(seat, "", PHONE if seat == 3 else "")
    assert made.hub.party is not None
    page.open(made.hub.party.door.link)
    made.until(lambda: page.sees("Just watch"))
    page.tap("Just watch")
    made.until(lambda: page.run("!!document.querySelector('.match.watching')"))
    page.tap("Menu")
    page.tap("Your name")
    rename(made, "Eve")
    made.until(lambda: page.run("!document.querySelector('.sheet')"))
    page.run("window.old = true; location.reload()")
    made.until(lambda: page.run("window.old === undefined") and page.sees("Take the free seat"))
    page.tap("Take the free seat")
    made.until(lambda: page.sees("Take this seat"))
    page.tap("Take this seat")
    made.until(lambda: scene.match.seats[3].name == "Eve")


def test_what_somebody_does_is_told_to_themselves_in_their_own_person(room: Callable[..., Room]) -> None:
    """You pass; it is others who passes."""
    session = Session.from_position("socki", "table=1F,2F,3F hands=9B,2B/4L,8L stock=-", names=["Ann", "Bo"])
    made = room(session, 2)
    mine, other = made.pages
    mine.tap("Pass")
    made.until(lambda: other.sees("Ann passes."))
    mine.tap("Menu")
    mine.tap("Last moves and scores")
    made.until(lambda: mine.sees("You pass."))
    assert not mine.sees("You passes")
