"""The page of somebody without a seat, and of anybody while a film runs on the big screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE
from tests.matches import GAMES, record_of
from tests.party.room import Room, fits, hold
from tests.scale import some

POSITION = "table=1P,2P,3P/7F,7B,7L hands=4P,1B/9L,10L/5P stock=2F,3F,4F turn=0"


ENDS = """['.guess', 'footer'].map((where, n) => document.querySelector(where).getBoundingClientRect())
.map((box, n) => n ? box.top : box.bottom)"""
"""Where the guess ends, and where the bar begins."""


@pytest.fixture
def made(room: Callable[..., Room]) -> Room:
    return room(Session.from_position("socki", POSITION, names=["Ann", "Bo", "Ida"]), 0)


@pytest.mark.parametrize("game", some(["sociable", "socki", "rockit", "socker", "city"], "sociable", "socki"))
def test_who_will_win_can_be_guessed_without_scrolling(seated: Callable[..., Room], game: str) -> None:
    """On a small phone too, once there is news."""
    made = seated(Session.new(game, seed=3), 1)
    page, match = made.watcher((360, 640)), made.scene.match
    for _move in range(3):
        match.play(match.session.moves()[0])
        for _turn in range(30):
            made.window.turn(ms=200)
    made.until(lambda: page.run("document.querySelectorAll('.news p').length"))
    hold(page, (360, 640))
    guess, bar = page.run(ENDS)
    assert guess <= bar
    assert page.run("document.querySelectorAll('.guess .pick').length") == len(match.seats)


def test_a_watcher_sees_the_table_guesses_cheers_and_takes_a_seat(made: Room) -> None:
    turn = made.session.to_move  # bots may have played already
    assert turn is not None
    made.scene.match.hand_over(turn, "", PHONE)
    name = made.scene.match.seats[turn].name
    page = made.watcher((360, 640))
    assert page.run("document.querySelectorAll('.pile').length") == len(made.session.observe(None)["table"])
    assert not page.run("!!document.querySelector('.hand')")
    # Nobody has that phone yet, which is told as soon as it has been so for a while.
    assert page.sees(f"{name}'s turn") or page.sees(f"Waiting for {name}'s phone")
    fits(page)
    page.run("[...document.querySelectorAll('.pick')].find(b => b.innerText.includes('Ida')).click()")
    made.until(lambda: page.sees("1 for Ida"))
    page.tap("Wow")
    made.until(lambda: made.window.app.side.moving)
    made.scene.match.play("draw" if "draw" in made.session.moves() else made.session.moves()[0])
    made.until(lambda: page.run("document.querySelectorAll('.news p').length > 1"))
    page.tap("Menu")
    page.tap("Rules")
    made.until(lambda: page.sees("In a nutshell"))
    page.tap("Close")
    page.load_anew()
    # The button stands elsewhere as long as the table has not come.
    made.until(lambda: page.run("!!document.querySelector('.match.watching')"))
    made.until(lambda: page.sees("Take the free seat"))
    page.tap("Take the free seat")
    made.until(lambda: page.sees("Choose your seat"))
    page.tap("Take this seat")
    made.until(lambda: made.may_play(page))
    assert made.hub.party is not None
    assert made.hub.party.watchers == []


def test_a_watcher_is_told_who_has_won_and_whether_the_guess_was_right(made: Room) -> None:
    made.scene.match.hand_over(made.session.to_move or 0, "", "")
    page = made.watcher()
    page.run("[...document.querySelectorAll('.pick')].find(b => b.innerText.includes('Ida')).click()")
    made.until(lambda: page.sees("1 for Ida"))
    made.scene.match.concede(0)
    made.until(lambda: page.sees("You guessed right!"))
    assert page.run("document.querySelectorAll('.finals li').length") == 3
    for size, by_keys in (((360, 640), 0), ((820, 1180), -1)):
        hold(page, size)
        scrolls = page.run("(main => main.scrollHeight > main.clientHeight)(document.getElementById('main'))")
        assert scrolls == (by_keys == 0), size
        assert page.run("document.getElementById('main').tabIndex") == by_keys, (
            "what scrolls is read with keys"
        )


# A film on the big screen, on the page of a phone: what its seat could see, and nothing to be done.


@pytest.mark.parametrize("game", some(GAMES, "city", "socki"))
def test_a_page_follows_the_film_and_comes_back_to_the_match(seated: Callable[..., Room], game: str) -> None:
    session = Session.from_record(record_of(game))
    made = seated(session.before(len(session.log) - 1), 1)
    page, stage = made.pages[0], made.window.stage
    stage.open("film", made.scene.match)
    scene: Any = stage.scenes.top
    scene.is_match = True  # as it is once the match is over
    made.until(lambda: page.sees("A film on the big screen"))
    for key in (pygame.K_SPACE, pygame.K_TAB, pygame.K_END, pygame.K_LEFT, pygame.K_HOME, pygame.K_RIGHT):
        made.window.key(key)
        made.window.wait(400)
        assert page.sees("A film on the big screen")
        assert not page.sees("Your turn")
    made.window.key(pygame.K_ESCAPE)
    made.until(lambda: not page.sees("A film on the big screen"))
