"""The key that shows what threatens: held or tapped, on every device, as the house allows it."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.games.socker.screen import threats
from game.games.socker.screen import view as scene
from game.ui.art.marks import sock_arc, thin_arc
from game.ui.core.input import Act
from game.ui.match import retelling
from game.ui.widgets import entries
from tests.scenes.harness import Window
from tests.scenes.test_socker_match import opened
from tests.scenes.trees import socker_panel

THREE = "field=9/9/9/9/2B3B2/2R2R3/9/3BR4/3o5/9/9 score=1/1 turns=9"
GOLDEN = "field=9/3o5/3R5/6B2/2B3R2/9/4R4/5B3/9/9/9 score=1/1 turns=12"


def facing(window: Window, position: str = THREE) -> Any:
    """Two people at the screen, one of them to move."""
    view = opened(window, position, ("", "")).view
    window.turn()
    return view


def strip(window: Window) -> list[str]:
    return [entry.words for entry in entries(window.stage, window.top)[1] if entry.act is Act.THREATS]


def stick(window: Window, value: int) -> None:
    """Push the right stick of a pad down, or let it go."""
    axis = pygame.CONTROLLER_AXIS_RIGHTY
    window.turn(pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=0))


def tap(window: Window, device: str) -> None:
    if device == "keyboard":
        window.key(pygame.K_t)
    elif device == "pad":
        stick(window, 32767)
        stick(window, 0)
    else:
        window.click_strip(Act.THREATS)
    window.settle()


@pytest.mark.parametrize("device", ["keyboard", "pad", "mouse"])
def test_a_tap_shows_it_and_another_hides_it(window: Window, device: str) -> None:
    view = facing(window)
    plain = window.picture()
    assert strip(window) == ["Threats"]
    tap(window, device)
    assert strip(window) == ["Hide threats"]
    assert set(view.threats.shown.socks) == {("d4", "e4"), ("c7", "c6"), ("g7", "f6")}
    assert view.threats.shown.goal == (("d3", "d2"), ("d2", "d1"))
    assert window.picture() != plain
    tap(window, device)
    assert view.threats.shown is None
    assert strip(window) == ["Threats"]


CROWDED = "field=9/9/2b1R4/2R1B4/1B1oR1B2/2r3R2/5B3/9/9/9/9 score=1/1 turns=9"


@pytest.mark.parametrize(("position", "most"), [(CROWDED, 3), (THREE, 2)])
def test_at_most_the_three_worst_are_drawn_at_full_strength(
    window: Window, monkeypatch: pytest.MonkeyPatch, position: str, most: int
) -> None:
    """A goal is one of them; of the socks those nearest to the ball."""
    strong: list[object] = []
    thin: list[object] = []

    def heard(found: list[object], draw: Any) -> Any:
        def drawn(*given: Any) -> Any:
            found.append(given)
            return draw(*given)

        return drawn

    monkeypatch.setattr(threats, "sock_arc", heard(strong, sock_arc))
    monkeypatch.setattr(threats, "thin_arc", heard(thin, thin_arc))
    view = facing(window, position)
    window.key(pygame.K_t)
    window.settle()
    window.picture()
    shown = view.threats.shown
    assert (len(strong), len(thin)) == (most, len(shown.socks) - most)
    ball = view.carpet.places.ground.place(view.carpet.picture.ball)

    def far(sock: tuple[str, str]) -> float:
        x, y = view.carpet.places.ground.place(sock[1])
        return float(max(abs(x - ball[0]), abs(y - ball[1])))

    assert max(map(far, shown.worst)) <= min(far(sock) for sock in shown.socks if sock not in shown.worst)


def test_ball_faces_and_numbers_lie_over_what_threatens(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    facing(window, CROWDED)
    order: list[str] = []

    def heard(module: Any, name: str) -> None:
        draw = getattr(module, name)

        def drawn(*given: Any, **more: Any) -> Any:
            order.append(name)
            return draw(*given, **more)

        monkeypatch.setattr(module, name, drawn)

    heard(threats, "sock_arc")
    heard(threats, "thin_arc")
    heard(threats, "way_arrow")
    heard(scene, "draw_figures")  # the ball too
    heard(retelling, "draw_plates")
    window.key(pygame.K_t)
    window.settle()
    window.picture()
    drawn = [place for place, name in enumerate(order) if name.endswith(("_arc", "_arrow"))]
    assert "draw_figures" not in order[drawn[0] : drawn[-1]]
    assert order[drawn[-1] + 1 :][:2] == ["draw_figures", "draw_plates"]


def test_held_it_goes_with_the_key(window: Window) -> None:
    view = facing(window)
    window.turn(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_t, mod=0, unicode=""))
    window.pass_time(600)
    assert view.threats.shown is not None
    window.turn(pygame.event.Event(pygame.KEYUP, key=pygame.K_t, mod=0))
    window.turn()
    assert view.threats.shown is None


def test_the_panels_say_what_can_be_done(window: Window) -> None:
    facing(window)
    assert "Bo can" not in socker_panel(window.top, 1)
    window.key(pygame.K_t)
    window.settle()
    assert socker_panel(window.top, 1)[2:5] == ["Bo can", "sock 3", "score"]
    assert "Goal!" not in socker_panel(window.top, 0)


def test_ones_own_goal_is_golden(window: Window) -> None:
    view = facing(window, GOLDEN)
    window.key(pygame.K_t)
    window.settle()
    assert view.threats.shown.kicks == (("d9", "d11"),)
    assert view.threats.shown.crossed(0) == "d11"
    assert view.threats.shown.crossed(1) is None
    assert "Goal!" in socker_panel(window.top, 0)


def test_after_a_move_it_is_found_out_anew(window: Window) -> None:
    view = facing(window)
    window.key(pygame.K_t)
    window.settle()
    window.top.context.play("move c6 b5")
    window.settle()
    window.turn()
    # b5 is near enough to a puppet that has three actions, so is f6; d4 stands beside e4.
    assert {victim for _who, victim in view.threats.shown.socks} == {"b5", "f6", "e4"}
    assert view.threats.shown.seat == 0


def test_what_is_off_in_the_house_is_not_shown(window: Window) -> None:
    window.stage.change(threats="off")
    view = facing(window)
    window.key(pygame.K_t)
    window.settle()
    assert view.threats.shown is None
    assert strip(window) == []


def test_always_needs_no_key_and_a_tap_hides_it(window: Window) -> None:
    window.stage.change(threats="always")
    view = facing(window)
    assert view.threats.shown is not None
    window.key(pygame.K_t)
    assert view.threats.shown is None


def test_nothing_is_shown_while_a_bot_is_to_move(window: Window) -> None:
    match = opened(window, f"{THREE} turn=1", ("", ""))
    window.key(pygame.K_t)
    window.settle()
    shown = match.view.threats.shown
    assert shown.seat == 1  # whoever is to move is the one who is threatened
    match.match.hand_over(1, "easy")
    assert match.view.threats.shown is None


@pytest.mark.parametrize("text_size", [100, 200])
def test_the_board_stays_where_it_is(window: Window, text_size: int) -> None:
    window.stage.change(text_size=text_size)
    view = facing(window)
    board = view.carpet.places.ground.board
    window.key(pygame.K_t)
    window.settle()
    window.top.layout()
    assert view.carpet.places.ground.board == board
