"""What hurries the moves of others acts on nothing in the own turn, with any device and in any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from game.core.discovery import slugs
from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.input import BUTTONS, Act
from game.ui.match.context import RESPITE
from game.ui.match.opening import match_scene
from tests.scenes.harness import Window
from tests.scenes.lesson_hands import opened as lesson
from tests.scenes.one_switch import OneSwitch, doing, holds
from tests.scenes.test_socker_match import opened as pitch
from tests.sixth import sixth_game

GAMES = [*slugs(), "four"]
BETWEEN = 90.0
"""How long after each other somebody presses who cannot wait, in ms."""


@pytest.fixture(autouse=True)
def four() -> Iterator[None]:
    with sixth_game():
        yield


def table(window: Window, slug: str) -> Any:
    """A match at the usual pace in which others move first; the person has the last seat to move."""
    window.stage.change(animation_speed="brisk")
    count = 2 if slug in ("socker", "city", "four") else 4
    session = Session.new(slug, count, seed=11)
    assert session.to_move is not None
    own = (session.to_move + count - 1) % count
    seats = [Seat(name, look, "" if look == own else "easy") for look, name in enumerate(session.names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    window.turn()
    return scene


def done(scene: Any) -> object:
    """All that a press could have done: moves, what is picked up, what is said; not where one points."""
    view, session = scene.view, scene.match.session
    kept = {name: value for name, value in view.keep().items() if name not in ("past", "at")}
    return len(session.log), kept, view.making(), view.is_free(), scene.context.messages.text


def key(window: Window, code: int = pygame.K_RETURN) -> None:
    window.key(code, hasty=True)


def pad(window: Window) -> None:
    for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
        window.turn(pygame.event.Event(kind, button=BUTTONS["a"], instance_id=0))


def hurried(window: Window, scene: Any, press: Callable[[], object]) -> object:
    """Press on and on while others move; what there is to be spent when the own turn has come."""
    for _ in range(4000):
        if scene.is_settled and window.top is scene:
            return done(scene)
        if window.top is not scene:  # a screen of its own, as how a hand ended, is read and answered
            window.read()
        press()
        window.wait(BETWEEN - 32)
    raise AssertionError("nobody's turn comes")


def pressed_on(window: Window, press: Callable[[], object], ms: float) -> None:
    """The same presses go on for so long."""
    end = window.time + ms
    while window.time + BETWEEN < end:
        press()
        window.wait(BETWEEN - 32)


@pytest.mark.parametrize("slug", GAMES)
def test_enter_hurries_and_spends_nothing_in_the_own_turn(window: Window, slug: str) -> None:
    scene = table(window, slug)
    before = hurried(window, scene, lambda: key(window))
    pressed_on(window, lambda: key(window), RESPITE - BETWEEN)
    assert done(scene) == before
    window.wait(RESPITE)
    for _ in range(3):  # the first may only show where one is
        key(window)
    assert done(scene) != before, "after that moment it acts as ever"


@pytest.mark.parametrize("slug", GAMES)
def test_at_an_instant_pace_the_same_holds(window: Window, slug: str) -> None:
    scene = table(window, slug)
    window.stage.change(animation_speed="instant")
    before = hurried(window, scene, lambda: key(window))
    pressed_on(window, lambda: key(window), RESPITE - BETWEEN)
    assert done(scene) == before


@pytest.mark.parametrize("press", ["pad", "click", "held key", "held button", "end of turn"])
@pytest.mark.parametrize("slug", ["socker", "socki"])
def test_whatever_hurries_spends_nothing(window: Window, slug: str, press: str) -> None:
    scene = table(window, slug)
    middle = window.stage.view.box.centre

    def do() -> None:
        if press == "pad":
            pad(window)
        elif press == "click":
            window.click(*_own_piece(scene, middle), hasty=True)
        elif press == "end of turn":
            key(window, pygame.K_e)
            key(window, pygame.K_x)

    if press == "held key":
        window.turn(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    elif press == "held button":
        window.turn(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=BUTTONS["a"], instance_id=0))
    before = hurried(window, scene, do)
    pressed_on(window, do, RESPITE - BETWEEN)
    assert done(scene) == before


def _own_piece(scene: Any, other: tuple[float, float]) -> tuple[float, float]:
    """Where something lies that a click would take, as soon as it can be known."""
    if scene.match.session.game == "socker":
        return tuple(scene.view.carpet.places.ground.middle("c3"))
    hand = scene.view.table.hand_boxes() if scene.view.table.places else []
    return hand[0][1].centre if hand else other


def test_a_drag_that_began_before_takes_nothing_along(window: Window) -> None:
    scene = table(window, "socki")
    hurried(window, scene, lambda: None)
    at = _own_piece(scene, (0, 0))
    window.point(*at)
    pixels = window.stage.view.px(at[0]), window.stage.view.px(at[1])
    window.turn(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixels, button=1, touch=False))
    window.wait(RESPITE)
    window.point(at[0], at[1] - 200)
    assert scene.view.table.carry is None
    window.turn(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixels, button=1, touch=False))
    assert scene.view.is_free()
    window.click(*at)
    assert scene.view.table.carry is not None


def test_the_wheel_hurries_nothing_and_acts_on_nothing(window: Window) -> None:
    scene = table(window, "socki")

    def wheel() -> None:
        window.turn(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(400, 300), button=4, touch=False))
        window.turn(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))

    before = hurried(window, scene, wheel)
    pressed_on(window, wheel, RESPITE)
    assert done(scene) == before


@pytest.mark.parametrize("slug", GAMES)
def test_one_switch_that_hurries_takes_nothing(window: Window, slug: str) -> None:
    """It may go into a group; what it takes there does nothing yet."""
    scene = table(window, slug)
    switch = OneSwitch(window)

    def hurry() -> None:
        offered = window.app.scanning.offered
        if window.app.scanning.is_resting or (offered is not None and holds(offered, doing(Act.CONFIRM))):
            switch.press()

    before = hurried(window, scene, hurry)
    pressed_on(window, switch.press, RESPITE - BETWEEN)
    assert window.top is scene
    assert done(scene) == before


def test_pieces_may_be_pointed_at_meanwhile(window: Window) -> None:
    scene = table(window, "socker")
    hurried(window, scene, lambda: None)
    chooser = scene.view.chooser
    cell = next(cell for cell in chooser.spots() if cell != chooser.cursor)
    window.point(*scene.view.carpet.places.ground.middle(cell))
    assert chooser.cursor == cell
    key(window, pygame.K_RIGHT)
    assert chooser.cursor != cell
    assert window.has_respite


def test_menu_hint_and_undo_answer_at_once(window: Window) -> None:
    scene = pitch(window, "field=9/9/4B4/9/9/4o4/9/4R4/9/9/9 left=1")
    scene.context.play("move e4 e5")
    for _ in range(4000):
        if scene.is_settled:
            break
        window.turn()
    assert window.has_respite
    key(window, pygame.K_h)
    assert scene.context.messages.text
    key(window, pygame.K_p)
    assert window.shown == "Pause"
    key(window, pygame.K_ESCAPE)
    assert window.has_respite
    key(window, pygame.K_u)
    assert not scene.match.session.log
    assert not window.has_respite, "nothing was shown that anybody had to hurry"


def test_in_a_turn_of_their_own_nobody_waits(window: Window) -> None:
    session = Session.from_position("socker", "field=9/9/4B4/9/9/4o4/9/4R4/9/9/9", 3)
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.stage.scenes.push(scene)
    window.turn()
    assert scene.is_settled
    assert not window.has_respite, "nothing was shown: it was laid so"
    scene.context.play("move e4 d5")
    while not scene.is_settled:
        window.turn()
    assert not window.has_respite
    before = done(scene)
    key(window)
    assert done(scene) != before


def test_the_next_at_the_same_keyboard_is_not_moved_for(window: Window) -> None:
    """Enter pressed once too often by the one before."""
    scene = pitch(window, "field=9/9/4B4/9/9/4o4/9/4R4/9/9/9 left=1", levels=("", ""))
    scene.context.play("move e4 e5")
    while not scene.is_settled:
        window.turn()
    assert scene.match.person == 1
    before = done(scene)
    pressed_on(window, lambda: key(window), RESPITE)
    assert done(scene) == before


def test_the_press_that_opens_the_curtain_means_nothing_behind_it(window: Window) -> None:
    session = Session.new("socki", 2, seed=3)
    window.stage.scenes.push(match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)]))
    for _ in range(2000):
        if window.shown == "Curtain":
            break
        window.turn(ms=50)
    window.read()
    key(window)
    scene = window.top
    assert window.shown == "SockiView"
    before = done(scene)
    pressed_on(window, lambda: key(window), RESPITE)
    assert done(scene) == before
    window.wait(100)
    for _ in range(2):
        key(window)
    assert done(scene) != before


def test_who_hurries_an_answer_in_a_lesson_spends_nothing(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    scene = lesson(window, "socker", "block")
    for move in ("sock d4 e4", "end"):
        scene.context.play(move)
        for _ in range(400):
            if not scene.playback.is_busy:
                break
            window.turn()
        window.turn()
    assert scene.tutor.answers
    before = hurried(window, scene, lambda: key(window))
    assert scene.tutor.number == 2
    pressed_on(window, lambda: key(window), RESPITE - BETWEEN)
    assert done(scene) == before
