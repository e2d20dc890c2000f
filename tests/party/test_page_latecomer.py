"""Who comes late takes the seat of a bot in one tap, or with the next deal; and what sleepers are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.core.session import Session
from game.match.seats import PHONE
from tests.party.room import SIX, Room, fits, hold
from tools.browser import Inspector, Page

WAIT = 30_000.0


def stranger(made: Room, size: tuple[int, int] = (360, 640)) -> Page:
    """One page more, that stands at the door."""
    page = made.browser.page(size)
    made.pages.append(page)
    page.begin_with("localStorage.clear(); sessionStorage.clear()")
    page.open(made.link)
    made.until(lambda: page.run("!!document.querySelector('#join')"))
    page.begin_as_usual()
    return page


def test_a_bots_seat_takes_one_tap_after_the_name(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("sociable", SIX, names=["Ann", "Bo", "Ida", "Kofi", "Pip"]), 1)
    page = stranger(made)
    fits(page)
    inspector = Inspector()
    inspector.look(page, "the seats of bots")
    assert not inspector.found, inspector.found
    hold(page, (360, 640))
    page.run("document.getElementById('name').value = 'Zoe'")
    page.tap("Play for Ida")
    made.until(lambda: made.scene.match.seats[2].device == PHONE)
    assert made.scene.match.seats[2].name == "Zoe"
    made.until(lambda: made.shows(page))
    assert page.run("localStorage.getItem('sockdrawer.name')") == "Zoe"


def test_who_watches_until_the_next_deal_sits_down_with_it(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("sociable", SIX, names=["Ann", "Bo", "Ida", "Kofi", "Pip"]), 1)
    page = stranger(made)
    page.run("document.getElementById('name').value = 'Zoe'")
    page.tap("Watch until the next deal")
    made.until(lambda: page.sees("You sit down with the next deal."))
    assert not page.run("!!document.querySelector('.hand, .fan')")
    fits(page)
    plies = len(made.session.log)

    def dealt() -> bool:
        """Everybody plays on until a hand has ended."""
        if made.scene.match.to_move == 0 and not made.scene.playback.is_busy:
            made.scene.context.play(made.session.moves()[-1])
        return bool(made.scene.phones.deals)

    made.until(dealt)
    assert len(made.session.log) > plies
    made.until(lambda: any(seat.name == "Zoe" for seat in made.scene.match.seats))
    seat = next(seat for seat in made.scene.match.seats if seat.name == "Zoe")
    assert seat.device == PHONE
    made.until(lambda: page.run("!!document.querySelector('.match:not(.watching)')"))


def test_the_others_have_a_bot_play_and_she_takes_her_seat_back(room: Callable[..., Room]) -> None:
    made = room(Session.new("sociable", 4, seed=4), 4)
    seat, inspector = made.session.to_move, Inspector()
    assert seat is not None
    thinker: Any = made.window.stage.thinker
    thinker.answer = lambda: None  # a bot would have played before anybody is back
    her, others = made.pages[seat], [page for n, page in enumerate(made.pages) if n != seat]
    made.window.turn(ms=WAIT)
    for page in others[:2]:
        made.until(lambda: page.run("!!document.querySelector('.ask .big')"))  # noqa: B023
        fits(page)
        inspector.look(page, "a bot for somebody")
        page.run("document.querySelector('.ask .big').click()")
    made.until(lambda: made.scene.match.seats[seat].is_bot)
    made.until(lambda: her.sees("Take my seat back"))
    fits(her)
    inspector.look(her, "a bot plays")
    assert not inspector.found, inspector.found
    her.tap("Take my seat back")
    made.until(lambda: not made.scene.match.seats[seat].is_bot)


@pytest.mark.parametrize("game", ["sociable", "socker"])
def test_the_clock_of_a_turn_fits_and_counts_down(room: Callable[..., Room], game: str) -> None:
    made = room(Session.new(game, seed=4), 2)
    made.window.stage.change(turn_clock=30)
    made.until(lambda: made.scene.match.to_move in (0, 1) and not made.scene.playback.is_busy)
    page = made.pages[made.scene.match.to_move]
    made.until(lambda: page.run("!!document.querySelector('.ribbon .clock')"))
    assert 1 <= int(page.run("document.querySelector('.clock').textContent")) <= 30
    fits(page)
