"""Puppets and the ball on Socker's carpet: who is nearer lies over the others, the ball is always seen."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.games.socker.screen import board
from game.games.socker.screen.board import Figure, Stance, lies_back
from game.ui.art import field as art
from game.ui.art.layers import tint
from game.ui.art.socks import ball as art_ball
from game.ui.core.assets import Assets
from tests.games.socker.boards import field
from tests.scale import crossed
from tests.scenes.harness import USUAL, Window
from tests.scenes.test_socker_match import opened

ALONE: dict[int, int] = {}
"""How much of the ball is seen alone, by the text size."""
BALL, WALKER, OTHER = "#FF00FF", "#00FF00", "#0000FF"
"""The ball, who is on the way, and all others, each in one flat colour."""


@pytest.fixture
def flat(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Puppets and the ball as silhouettes; the ball is there as long as the list says so."""
    shown = [True]
    puppet, ball = art.field_puppet, art_ball

    def flat_puppet(assets: Assets, look: int, state: str, frame: int, tall: float, dress: Any) -> Any:
        image = puppet(assets, look, state, frame, tall, dress)
        return solid(image, WALKER if state == "scamper" else OTHER)

    def flat_ball(assets: Assets, size: float, turn: int, *, ghost: bool = False) -> Any:
        image = ball(assets, size, turn, ghost=ghost)
        if ghost:
            return image
        if not shown[0]:
            return pygame.Surface(image.get_size(), pygame.SRCALPHA)
        return solid(image, BALL)

    monkeypatch.setattr(board, "field_puppet", flat_puppet)
    monkeypatch.setattr(board, "ball", flat_ball)
    # What is drawn over all of them would be counted as hiding them.
    for name in ("draw_targets", "draw_arrows", "draw_focus", "draw_trail"):
        monkeypatch.setattr(board, name, lambda *_, **__: None)
    return shown


def solid(image: pygame.Surface, colour: str) -> pygame.Surface:
    """Its silhouette without the shadow."""
    return pygame.mask.from_surface(tint(image, colour), 200).to_surface(
        setcolor=pygame.Color(colour), unsetcolor=(0, 0, 0, 0)
    )


def area(window: Window, scene: Any, colour: str) -> pygame.mask.Mask:
    """Where on the screen a colour is seen."""
    scene.stale = True
    window.picture()
    return pygame.mask.from_threshold(window.app.screen, pygame.Color(colour), (1, 1, 1, 255))


def alone(window: Window, text_size: int) -> int:
    """How much of the ball is seen where nobody is near."""
    if text_size not in ALONE:
        scene = opened(window, f"field={field('R a1 B i11 o e6')}")
        ALONE[text_size] = area(window, scene, BALL).count()
        window.stage.scenes.pop()
    return ALONE[text_size]


@crossed
@USUAL
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("cell", ["d5", "d6", "d7", "e5", "e7", "f5", "f6", "f7"])
def test_nobody_beside_the_ball_hides_it(window: Window, flat: list[bool], text_size: int, cell: str) -> None:
    window.stage.change(text_size=text_size)
    whole = alone(window, text_size)
    for puppets in (f"R {cell} B i11", f"r {cell} B i11", f"B {cell} R i11"):
        scene = opened(window, f"field={field(puppets + ' o e6')}")
        assert area(window, scene, BALL).count() >= 0.97 * whole
        window.stage.scenes.pop()


@crossed
@USUAL
@pytest.mark.parametrize("step", ["f6 e5", "e5 f6", "f6 e7", "e7 f6", "f5 f6", "f6 f5", "f7 f6", "f6 f7"])
def test_who_walks_before_the_ball_lies_over_it_and_leaves_it_in_view(
    window: Window, flat: list[bool], step: str
) -> None:
    whole = alone(window, 100)
    window.stage.change(animation_speed="brisk")
    start = step.split(maxsplit=1)[0]
    scene = opened(window, f"field={field(f'R {start} B i11 o e6')}")
    scene.context.play(f"move {step}")
    frames = 0
    while scene.playback.is_busy:
        if scene.playback.show is not None and scene.playback.show.event.kind == "move":
            ball = area(window, scene, BALL)
            assert ball.count() >= 0.5 * whole
            flat[0] = False
            walker = area(window, scene, WALKER)
            flat[0] = True
            figure = scene.view.effects.pose().figure
            if figure is not None and figure.at[1] > 4.5:  # nearer than the row of the ball
                frames += 1
                assert not walker.overlap_area(ball, (0, 0))
        window.turn(ms=25)
    assert frames > 2


@USUAL
@pytest.mark.parametrize("step", ["d6 e5", "e5 d6", "d5 d6", "d6 d7"])
def test_who_walks_behind_the_ball_hides_nothing_of_it(window: Window, flat: list[bool], step: str) -> None:
    whole = alone(window, 100)
    window.stage.change(animation_speed="brisk")
    scene = opened(window, f"field={field(f'R {step.split(maxsplit=1)[0]} B i11 o e6')}")
    scene.context.play(f"move {step}")
    frames = 0
    while scene.playback.is_busy:
        if scene.playback.show is not None and scene.playback.show.event.kind == "move":
            frames += 1
            assert area(window, scene, BALL).count() >= 0.97 * whole
        window.turn(ms=25)
    assert frames > 2


def test_the_ball_lies_back_no_farther_than_its_own_space() -> None:
    """However near others walk by: it is still in the space where it lies."""
    crowd = [
        Figure((5.5 + dx / 10, 4.5 + dy / 10), 0, Stance("stand"), chosen=True)
        for dx in range(-10, 11)
        for dy in range(1, 15)
    ]
    assert max(lies_back((5.5, 4.5), [figure]) for figure in crowd) <= 0.4
    assert lies_back((5.5, 4.5), []) == 0


@USUAL
@pytest.mark.parametrize("text_size", [100, 200])
def test_the_ring_around_the_ball_hides_none_of_it(window: Window, flat: list[bool], text_size: int) -> None:
    """It lies back for whoever stands before it, out of its space and over the ring."""
    window.stage.change(text_size=text_size)
    whole = alone(window, text_size)
    scene = opened(window, f"field={field('R d6 B e5 o e6')}")
    view = scene.view
    view.chooser.chosen, view.chooser.cursor = "d6", "e6"
    assert area(window, scene, BALL).count() >= 0.97 * whole
