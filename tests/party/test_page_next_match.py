"""One match after the other on the same page: nothing of the last one stays on it."""

from __future__ import annotations

from collections.abc import Callable

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.ui.match.opening import match_scene
from tests.matches import GAMES
from tests.party.crowd import NAMES
from tests.party.room import Room

PIECES = "field=9/9/9/9/9/4oB3/4R4/9/9/9/9 turn=0"
CARDS = "table=6P,7P,8P hands=7F,7B,7L,9P,2L/1F,2F stock=1P,2P turn=0"
STYLE = "[...document.adoptedStyleSheets].flatMap(s => [...s.cssRules]).map(r => r.cssText).join('')"


def start(made: Room, session: Session) -> None:
    """Another match takes the place of the one on the screen at once, as a rematch does."""
    seats = [Seat(NAMES[n], n, "" if n < 1 else "easy", PHONE if n < 1 else "") for n in range(2)]
    stage = made.window.stage
    made.session, made.scene = session, match_scene(stage, session, seats)
    stage.scenes.reset(stage.screens["title"](), made.scene)
    made.until(lambda: made.may_play(made.pages[0]))


def test_each_game_of_an_evening_begins_afresh_on_a_page(room: Callable[..., Room]) -> None:
    """Board, cards, board: what was chosen is forgotten, and each wears its own style."""
    names = NAMES[:2]
    made = room(Session.from_position("socker", PIECES, names=names), 1)
    page = made.pages[0]
    style = page.run(STYLE)
    start(made, Session.from_position("socki", CARDS, names=names))
    made.until(lambda: page.sees("Knock"))
    page.tap("7 of flowers")
    made.until(lambda: page.run("document.querySelectorAll('.hand .card.on').length") == 1)
    assert page.run(STYLE) != style
    start(made, Session.from_position("socker", PIECES, names=names))
    made.until(lambda: "Kick forward" in page.buttons())
    assert page.run(STYLE) == style


def test_what_was_chosen_in_a_match_is_not_chosen_in_the_next(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socki", CARDS, names=NAMES[:2]), 1)
    page = made.pages[0]
    page.tap("7 of flowers")
    made.until(lambda: page.run("document.querySelectorAll('.hand .card.on').length") == 1)
    start(made, Session.from_position("socki", CARDS, names=NAMES[:2]))
    made.until(lambda: page.run("document.querySelectorAll('.hand .card.on').length") == 0)


def test_five_games_in_a_row_need_no_page_loaded_anew(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socker", PIECES, names=NAMES[:2]), 1)
    page, stage = made.pages[0], made.window.stage
    page.run("window.same = true, 0")
    for game in GAMES:
        session = Session.new(game, seed=4)
        seats = [
            Seat(NAMES[n], n, "" if n < 1 else "easy", PHONE if n < 1 else "") for n in range(session.players)
        ]
        made.session, made.scene = session, match_scene(stage, session, seats)
        stage.scenes.reset(stage.screens["title"](), made.scene)
        fetched = f"performance.getEntriesByType('resource').some(e => e.name.endsWith('/play/{game}.js'))"
        made.until(lambda: page.run(fetched) and made.shows(page))  # noqa: B023
        assert page.run("window.same")
        # How wide the cards of a rummy's hand may be is no affair of another game.
        assert not page.run("document.querySelector('.fan .cards')?.style.getPropertyValue('--most')")
