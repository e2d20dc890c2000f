"""Socks in the City set up by hand: tiles, socks and spare socks, and the rest left to the program."""

import math
from typing import Any

import pygame
import pytest

from game.games.city.rules.builder import left_over
from game.games.city.screen.panels import Part
from game.ui.core.canvas import common
from game.ui.core.paint import Painter
from game.ui.match.opening import new_match
from tests.languages import in_languages
from tests.scenes.city_hands import bot_move, opened
from tests.scenes.harness import Window


def read(window: Window, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text on the screen."""
    found: list[str] = []
    put_lines = Painter.put_lines

    def told(painter: Painter, words: str, *arguments: Any, **more: Any) -> None:
        found.append(words)
        put_lines(painter, words, *arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Painter, "put_lines", told)
        window.picture()
    return found


def test_refused_tiles_say_why_once(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = opened(window, board_build="manual")
    first = scene.match.session.to_move
    window.key(pygame.K_RETURN)
    window.settle()
    assert len(scene.view.map.picture.tiles) == 1
    assert scene.match.session.to_move != first
    scene.view.setup.tile.place(scene.view.map.city.board.tiles[0].at)
    hint = window.picture()
    window.key(pygame.K_RETURN)
    assert read(window, monkeypatch).count("A tile lies there already.") == 1
    assert window.picture() != hint, "a press that is refused is seen"
    q, r = scene.view.map.city.board.tiles[0].at
    scene.view.setup.tile.place((q + 4, r))
    window.key(pygame.K_RETURN)
    assert read(window, monkeypatch).count("A tile must touch another one.") == 1
    window.key(pygame.K_u)
    assert window.shown == "Consent"
    window.key(pygame.K_RETURN)
    assert scene.view.map.picture.tiles == []


def test_a_key_that_is_held_lays_one_tile(window: Window) -> None:
    """However often the system says that it is down, and whatever the others lay meanwhile."""
    scene = opened(window, levels=("", "easy"), board_build="manual")
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    for _ in range(40):
        window.turn(down, ms=50)
    assert [seat for seat, _move in scene.match.session.log].count(0) == 1
    window.turn(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0))
    window.key(pygame.K_RETURN)
    window.settle()
    assert [seat for seat, _move in scene.match.session.log].count(0) == 2


def test_a_press_on_what_is_used_up_says_so(window: Window) -> None:
    scene = opened(window, board_build="manual", sock_setup="alternate")
    number = 0
    while scene.view.map.seen["phase"] == "tiles":
        left = left_over(scene.view.map.view.board.tiles)
        design = next((design for design in range(5) if not left[design]), None)
        if design is not None:
            window.click_box(scene.view.map.panel.rows[Part.TILE.of(design)])
            assert scene.context.messages.text == "All four tiles of that design are laid."
            assert scene.view.setup.tile.design != design
        scene.context.play(bot_move(scene.match.session, "normal", number))
        window.settle()
        number += 1
    scene.context.play(scene.match.session.moves()[0])
    window.settle()
    colour = next(iter(scene.view.map.seen["socks"]))
    window.click_box(scene.view.map.panel.rows[colour])
    assert "is set out already" in scene.context.messages.text


def test_why_a_first_sock_cannot_stand_somewhere(window: Window) -> None:
    """Too far in the middle, with room around it, is not called crowded."""
    scene = opened(window, sock_setup="alternate", apart_min=8, apart_max=10)
    middle = min(
        scene.view.map.city.stops.values(),
        key=lambda s: math.dist(scene.view.map.far.point(s.cell), scene.view.map.places.map.centre),
    )
    scene.view.map.walker.jump(middle.text)
    window.key(pygame.K_RETURN)
    assert "right distance" in scene.context.messages.text
    scene.context.play(scene.match.session.moves()[0])
    window.settle()
    scene.view.map.walker.jump(next(iter(scene.view.map.picture.socks)))
    window.key(pygame.K_RETURN)
    assert "already" in scene.context.messages.text


def test_the_rest_of_the_set_up_can_be_left_to_the_program(window: Window) -> None:
    options: dict[str, Any] = {"board_build": "manual", "sock_setup": "free", "blockers": 1}
    scene = opened(window, levels=("", "easy"), seed=5, **options)
    for phase in ("tiles", "socks", "blockers"):
        for _ in range(400):
            if scene.view.map.seen["phase"] != phase:
                break
            if (
                scene.match.person is not None
                and scene.view.setup.rest != phase
                and scene.playback.show is None
            ):
                window.key(pygame.K_e)
            window.turn(ms=50)
    assert scene.view.map.seen["phase"] == "play"


def test_nobody_chooses_while_the_program_does(window: Window) -> None:
    scene = opened(window, sock_setup="free")
    scene.context.play(scene.match.session.moves()[0])
    window.settle()
    answer = window.stage.helper.answer
    window.stage.helper.answer = lambda: None  # type: ignore[method-assign]
    window.key(pygame.K_e)
    for key in (pygame.K_TAB, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_x):
        window.key(key)
    window.click_box(scene.view.map.panel.rows["blue"])
    assert len(scene.match.session.log) == 1
    window.stage.helper.answer = answer  # type: ignore[method-assign]
    for _ in range(100):
        window.turn(ms=50)
    assert scene.view.map.seen["phase"] == "play"


def test_a_cursor_left_on_the_table_is_on_the_board_afterwards(window: Window) -> None:
    """Stations are called otherwise once the board has moved into its corner."""
    scene = opened(window, board_build="manual")
    for number in range(20):
        for walker in scene.view.map.walkers:
            walker.jump(next(reversed(scene.view.map.city.stops), ""))
        scene.context.play(bot_move(scene.match.session, "normal", number))
        window.settle()
    assert scene.view.map.seen["phase"] == "play"
    assert all(walker.at in scene.view.map.city.stops for walker in scene.view.map.walkers)


def test_somebody_who_goes_back_while_the_board_is_built_gets_none(window: Window) -> None:
    made_: list[object] = []
    helper = window.stage.helper
    helper.answer = lambda: None  # type: ignore[method-assign]
    new_match(window.stage, ("city", 2, 3, {}, None, ["Ann", "Bo"]), made_.append)
    window.wait(400)
    assert window.shown == "Wait"
    waiting = window.picture()
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Title"
    assert window.picture() != waiting
    assert made_ == []


def hinted(window: Window, scene: Any) -> list[str]:
    """What the caption says at the first and the second press."""
    told = []
    for _press in range(2):
        window.key(pygame.K_h)
        window.wait(3000)
        shown = scene.caption.shown()
        assert shown is not None, "marked without words"
        told.append(shown.words)
    return told


@in_languages
def test_hints_say_what_they_mark_in_the_set_up(window: Window, language: str) -> None:
    scene = opened(window, seed=2, board_build="manual", sock_setup="free", blockers=2)
    window.stage.change(language=language)
    said, seen = [], []
    while scene.view.map.phase != "play":
        session, phase = scene.match.session, scene.view.map.phase
        if phase not in seen or (phase == "tiles" and len(scene.view.map.picture.tiles) == 1):
            seen.append(phase)
            place, reason = hinted(window, scene)
            assert reason.startswith(place.rstrip("."))
            assert len(reason) > len(place), "now with a reason"
            ghost = scene.view.setup.tile.ghost()
            around = scene.caption.shown().box
            ground = scene.view.map.ground
            for cell in ghost.cells if phase == "tiles" else ():
                assert common(around, ground.box(cell, 1.0)) == 0, "the tile stays in sight"
            said += [place, reason]
        scene.match.play(bot_move(session, "easy"))
        window.settle()
        assert scene.caption.shown() is None or scene.view.map.phase == "play", "it goes with its turn"
    assert seen == ["tiles", "tiles", "socks", "blockers"]
    assert len(set(said)) == len(said) - 1, "of both tiles the place is said alike"


def test_a_hint_for_a_tile_is_no_refusal(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stood in red at the top as well, where refusals are."""
    scene = opened(window, seed=2, board_build="manual")
    _place, reason = hinted(window, scene)
    assert reason not in read(window, monkeypatch)


def test_what_a_hint_says_of_a_tile_goes_when_it_is_carried_on(window: Window) -> None:
    scene = opened(window, seed=2, board_build="manual")
    hinted(window, scene)
    at = scene.view.setup.tile.at
    x, y = scene.view.map.ground.point((at[0] + 2, at[1]))
    window.point(x, y)
    assert scene.view.setup.tile.at != at
    assert scene.caption.shown() is None
