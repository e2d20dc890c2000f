"""What others did is seen again at one press, step by step; then the table is as clean as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.games.city.screen.labels import label_of
from game.games.city.screen.panels import Part
from game.match.seats import PHONE, Seat
from game.ui.core.input import KEYBOARD, MOUSE, PAD, Act
from game.ui.match.opening import match_scene
from game.ui.match.retelling import SeenAgain
from game.ui.match.scene import MatchScene
from game.ui.widgets import entries
from tests.languages import SPOKEN
from tests.matches import GAMES, random_plies
from tests.scale import crossed
from tests.scenes.harness import Window
from tests.sixth import sixth_game

MINUTE = 60_000.0
SLOW = {"socker": 22}
"""Moves until a game is in full swing, where they are more than in others."""


@pytest.fixture(autouse=True)
def four() -> Iterator[str]:
    with sixth_game() as slug:
        yield slug


every_game = pytest.mark.parametrize("game", [*GAMES, "four"])


def table(window: Window, game: str, others: str = "easy") -> MatchScene:
    """A match in which the first seat, a person, is to move after others have."""
    window.stage.change(reduced_motion=True)
    window.stage.devices.last = KEYBOARD  # the strip shows its glyphs from the beginning
    session = Session.new(game, seed=3)
    for _ in random_plies(session, 3, SLOW.get(game, 6)):
        pass
    while session.to_move != 0 or session.log[-1][0] == 0:
        assert next(random_plies(session, len(session.log), 1), None), "the match is over"
    seats = [
        Seat(name, number, level="" if number == 0 or others == PHONE else others,
             device=PHONE if number and others == PHONE else "")
        for number, name in enumerate(session.names)
    ]  # fmt: skip
    scene: MatchScene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    if window.top is not scene:
        window.read()
        window.key(pygame.K_RETURN)
        window.wait(1500)
    window.settle()
    assert window.top is scene
    return scene  # type: ignore[no-any-return]


def seen_again(window: Window) -> SeenAgain:
    window.key(pygame.K_r)
    assert isinstance(window.top, SeenAgain)
    return window.top


def test_no_station_is_named_for_a_cursor_that_nobody_has(window: Window) -> None:
    """The name hid a part of the map, and spoke of nothing that was told."""
    scene: Any = table(window, "city")
    assert label_of(scene.view.parts) is not None
    again: Any = seen_again(window)
    assert again.view.parts.context.show is None
    assert label_of(again.view.parts) is None


@every_game
def test_nobody_touches_it_and_the_table_is_clean_again(window: Window, game: str) -> None:
    scene = table(window, game)
    record, picture, kept = scene.match.session.record(), window.picture(), scene.view.keep()
    seen_again(window)
    window.turn()
    assert window.picture() != picture
    window.live(2 * MINUTE)
    assert window.top is scene
    assert (scene.match.session.record(), scene.view.keep()) == (record, kept)
    assert window.picture() == picture


@every_game
def test_the_first_turn_of_a_match_can_be_seen_again(window: Window, game: str) -> None:
    """Before it lies the opening, which is not shown again."""
    window.stage.devices.last = KEYBOARD
    session = Session.new(game, seed=3)
    assert session.to_move is not None
    person = (session.to_move + 1) % session.players
    seats = [Seat(name, n, "" if n == person else "easy") for n, name in enumerate(session.names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    window.settle()
    assert window.top is scene
    assert scene.telling.since()
    seen_again(window)
    window.live(2 * MINUTE)
    assert window.top is scene


@crossed
@every_game
@pytest.mark.parametrize("speed", ["instant", "relaxed"])
def test_each_step_stands_for_itself(window: Window, game: str, speed: str) -> None:
    scene = table(window, game)
    window.stage.change(animation_speed=speed)
    steps, again = scene.telling.since(), seen_again(window)
    begun: dict[int, float] = {}
    while window.top is again:
        window.turn()
        begun.setdefault(again.now, window.time)
    assert list(begun)[-1] == steps[-1].number == len(steps)
    moves = {step.ply: begun[step.number] for step in reversed(steps) if step.number in begun}
    times = [*sorted(moves.values()), window.time]
    assert all(later - before >= 900 for before, later in pairwise(times))


@pytest.mark.parametrize("press", ["escape", "any key", "mouse", "R"])
def test_any_press_ends_it(window: Window, press: str) -> None:
    scene = table(window, "socker")
    record = scene.match.session.record()
    seen_again(window)
    window.wait(500)
    match press:
        case "mouse":
            at = (300, 300)
            window.turn(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
            window.turn(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=at))
        case _:
            key = {"escape": pygame.K_ESCAPE, "any key": pygame.K_e, "R": pygame.K_r}[press]
            window.key(key)
    assert window.top is scene
    assert scene.match.session.record() == record, "the press meant nothing else"


def test_the_menu_is_one_press_away(window: Window) -> None:
    table(window, "city")
    seen_again(window)
    window.key(pygame.K_p)
    assert window.shown == "Pause"


def test_the_right_stick_pushed_up_sees_it_again(window: Window) -> None:
    scene = table(window, "socker")
    axis, pad = pygame.CONTROLLER_AXIS_RIGHTY, pygame.CONTROLLERAXISMOTION
    window.turn(pygame.event.Event(pad, axis=axis, value=30_000, instance_id=0))
    assert window.top is scene, "down is not up"
    window.turn(pygame.event.Event(pad, axis=axis, value=0, instance_id=0))
    window.turn(pygame.event.Event(pad, axis=axis, value=-30_000, instance_id=0))
    assert isinstance(window.top, SeenAgain)


def test_with_the_key_held_a_direction_goes_from_seat_to_seat(window: Window) -> None:
    scene = table(window, "sociable")
    window.turn(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_r, mod=0, unicode=""))
    seen: list[set[int]] = []
    for _ in range(5):
        window.key(pygame.K_RIGHT)
        assert isinstance(window.top, SeenAgain)
        seen.append({step.seat for step in window.top.steps})
    assert seen[:4] == [{1}, {2}, {3}, {4}]
    assert len(seen[4]) > 1, "after the last all together"
    window.turn(pygame.event.Event(pygame.KEYUP, key=pygame.K_r, mod=0))
    again: Any = window.top
    window.key(pygame.K_RIGHT)
    assert window.top is again
    assert again.halt is not None, "without it, it steps"
    window.key(pygame.K_ESCAPE)
    assert window.top is scene


def test_a_move_from_a_phone_meanwhile_is_shown_after_it(window: Window) -> None:
    scene = table(window, "city", others=PHONE)
    window.stage.change(animation_speed="brisk")
    while scene.match.to_move == 0:
        scene.match.play(scene.match.session.moves()[0])
    window.wait(5000)
    assert not scene.playback.is_busy
    again: Any = seen_again(window)
    window.wait(300)
    scene.match.play(scene.match.session.moves()[0])
    laid = scene.match.session.log[-1][1].split()[1:]
    window.wait(300)
    assert window.top is again
    before: Any = scene.view
    assert tuple(laid) not in before.map.picture.tracks[1]
    window.key(pygame.K_ESCAPE)
    assert window.top is scene
    assert scene.playback.is_busy, "it is shown now"
    window.wait(5000)
    assert tuple(laid) in before.map.picture.tracks[1]


def test_what_is_built_of_a_turn_stays(window: Window) -> None:
    scene = table(window, "socki")
    view: Any = scene.view
    view.table.turn.do(view.table.draft.lift([view.table.draft.order[0].key]).drop_new(0))
    view.table.lay_out(type(view.table.lay).of(view.table.draft))
    before, turn = view.table.draft, view.table.turn
    assert before.changed
    seen_again(window)
    window.live(2 * MINUTE)
    assert window.top is scene
    assert (view.table.draft, view.table.turn) == (before, turn)


def test_a_move_taken_back_meanwhile_ends_it(window: Window) -> None:
    scene = table(window, "city", others=PHONE)
    seen_again(window)
    scene.match.take_back()
    window.turn()
    assert window.top is scene


def test_what_one_pair_of_eyes_saw_is_gone_with_them(window: Window) -> None:
    scene = table(window, "socki")
    seen_again(window)
    scene.match.hand_over(0, "easy")
    window.turn()
    assert not isinstance(window.top, SeenAgain)


def test_nothing_can_be_seen_again_before_anybody_has_moved(window: Window) -> None:
    session = Session.from_position("socker", "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9")
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    window.settle()
    window.key(pygame.K_r)
    assert window.top is scene
    assert scene.context.messages.text == "Nobody else has done anything yet."


@every_game
def test_pointing_at_an_opponent_shows_what_they_did_last(window: Window, game: str) -> None:
    scene = table(window, game)
    window.point(1, 1)
    plain = window.picture()
    box = scene.view.seat_box(1)
    assert box is not None
    window.point(*box.centre)
    assert scene.telling.pointed == 1
    assert [step.seat for step in scene.context.ports.marked()] == [1] * len(scene.telling.of(1))
    # Two whose last turn is what all others did have it before their eyes already.
    assert scene.view.has_log or window.picture() != plain
    window.point(1, 1)
    assert window.picture() == plain


def test_a_log_that_was_pointed_at_goes_with_the_pointer(window: Window) -> None:
    """Whoever goes on with the keys has no pointer that could be moved away."""
    scene = table(window, "socki")
    box = scene.view.seat_box(1)
    assert box is not None
    window.point(*box.centre)
    assert scene.telling.pointed == 1
    shown = window.picture()
    window.key(pygame.K_RIGHT)
    assert scene.telling.pointed is None
    assert window.picture() != shown


def test_the_panel_of_the_city_has_a_button_for_it(window: Window) -> None:
    scene = table(window, "city")
    view: Any = scene.view
    window.click_box(view.map.panel.frame.boxes[Part.AGAIN])
    assert isinstance(window.top, SeenAgain)


def test_it_stands_on_the_strip_and_can_be_clicked(window: Window) -> None:
    scene = table(window, "socker")
    assert "See it again" in [words for _act, words in scene.help()]


LOW: dict[str, Callable[[Any], float]] = {
    "city": lambda view: max(view.map.places.map.bottom, view.map.places.panel.bottom),
    "rockit": lambda view: view.table.places.wood.y,
    "sociable": lambda view: view.floor.places.bottom,
    "socker": lambda view: view.carpet.places.ground.board.bottom,
    "socki": lambda view: view.table.places.wood.y,
}
"""Where what lies above the strip ends."""


@crossed
@pytest.mark.parametrize("language", [*SPOKEN, "pseudo"])
@pytest.mark.parametrize("game", GAMES)
def test_it_is_found_on_the_strip_at_every_size_of_text(window: Window, game: str, language: str) -> None:
    """And a strip of two rows lies over nothing."""
    scene = table(window, game)
    for size in (100, 125, 150, 175, 200):
        window.stage.change(text_size=size, language=language)
        for device in (KEYBOARD, PAD, MOUSE):
            window.stage.devices.last = device
            window.turn()
            box, found = entries(window.stage, scene.view)
            assert any(entry.act is Act.AGAIN for entry in found), (size, device)
            assert LOW[game](scene.view) <= box.y, (size, device)
        window.click_strip(Act.AGAIN)
        assert window.shown == "SeenAgain", size
        window.key(pygame.K_ESCAPE)
