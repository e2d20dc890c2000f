"""A board that somebody likes is kept from the menu, and offered by the lobby from then on."""

import pygame

from game import levels
from game.core.session import Session
from game.match.seats import Seat
from game.ui.match.opening import match_scene
from tests.scenes.harness import Window


def keep(window: Window, session: Session) -> None:
    window.stage.scenes.push(match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)]))
    window.turn()
    window.key(pygame.K_p)
    assert window.shown == "Pause"
    window.take("Keep this board")


def test_a_board_is_kept_and_offered(window: Window) -> None:
    session = Session.new("city", seed=9)
    keep(window, session)
    assert "Open the folder" in window.offered
    (path,) = levels.maps(window.stage.stores.maps("city"))
    assert levels.title(path) == "board"
    again = Session.new("city", seed=0, layout=levels.load(path))
    assert again.observe(None)["board"] == session.observe(None)["board"]
    window.stage.scenes.reset(window.stage.screens["title"](), window.stage.screens["lobby"]("city"))
    window.turn()
    offered = dict(window.top.house.album.boards())
    own = next(board for board, words in offered.items() if words == "board")
    assert offered["great_park"] == "The great park"
    window.top.house.choose_board(own)
    window.top.begin()
    for _ in range(50):
        window.turn()
        if window.shown == "CityView":
            break
    assert window.top.match.session.observe(None)["board"] == session.observe(None)["board"]


def test_a_board_that_is_not_finished_is_not_kept(window: Window) -> None:
    keep(window, Session.new("city", seed=9, options={"board_build": "manual"}))
    assert window.shown == "Tell"
    assert not levels.maps(window.stage.stores.maps("city"))
