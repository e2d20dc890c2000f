"""Goal animation of Socker: score, one flash, and no picture made meanwhile."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.games.socker.screen.art_goal import from_near
from game.games.socker.screen.goal import (
    HIT_MS,
    PEAK_MS,
    PUSHED_MS,
    SCORE_BOX,
    SHOUT_MS,
    SPRING_MS,
    GoalAnimation,
    TeamLook,
)
from game.ui.art.pitch import DrawnPitch
from game.ui.core.canvas import WIDTH, Box
from game.ui.core.paint import collect_text
from tests.sampling import step, thinned
from tests.ui.test_rummy_rooms import easel

pytestmark = pytest.mark.usefixtures("display")
ROWS = ("a~~~~~~~~~b", *("a.........b",) * 7, "a~~~~~~~~~b")
LOOKS = 1, 3
SMALL = 640, 360
ENDS = pytest.mark.parametrize("seat", [0, 1])


def scored(seat: int, *, own: bool = False) -> GoalAnimation:
    """Goal of a seat at one to one."""
    score = ((1, 1), (2, 1) if seat == 0 else (1, 2))
    pitch = from_near(DrawnPitch(ROWS, seats=(LOOKS[1], LOOKS[0])))
    sides = TeamLook(LOOKS[0], ""), TeamLook(LOOKS[1], "")
    return GoalAnimation(pitch, sides, seat, 1 - seat if own else seat, score, (900.0, 300.0), 2.0)


@thinned()
@ENDS
@pytest.mark.parametrize("size", [(640, 360), (512, 384), (860, 360)])
def test_score_is_visible_throughout_and_changes_at_the_hit(seat: int, size: tuple[int, int]) -> None:
    goal, painter = scored(seat), easel(size)
    new = "2 : 1" if seat == 0 else "1 : 2"
    x = SCORE_BOX[0] + (painter.view.w - WIDTH) / 2
    x = painter.view.w - x if seat else x
    y = SCORE_BOX[1] + (painter.view.h - 720) / 2
    for share, words in (
        (PUSHED_MS / SHOUT_MS, "1 : 1"),
        ((HIT_MS - 1) / SHOUT_MS, "1 : 1"),
        (HIT_MS / SHOUT_MS, new),
        (1 - PUSHED_MS / SHOUT_MS, new),
    ):
        heard = [one.words for one in collect_text(painter, partial(goal.draw, progress=share))]
        assert [one for one in heard if ":" in one] == [words]
    assert painter.view.box.contains((x - SCORE_BOX[2] / 2, y))


@thinned()
@ENDS
@pytest.mark.parametrize("own", [False, True])
def test_no_picture_is_made_during_a_goal(seat: int, *, own: bool) -> None:
    goal, painter = scored(seat, own=own), easel(SMALL)
    for _picture in goal.warm(painter):
        pass
    made = painter.assets.miss_count
    for now in range(0, int(SHOUT_MS), step(7)):
        goal.draw(painter, now / SHOUT_MS)
    assert painter.assets.miss_count == made


def test_net_flashes_once_and_not_with_reduced_motion() -> None:
    """Its mesh is bright only from the hit until it springs back."""
    goal, painter, bright = scored(0), easel(SMALL), []
    draw = partial(goal.draw, painter)
    for now in range(int(PUSHED_MS), int(SHOUT_MS), 20):
        draw(now / SHOUT_MS)
        part = painter.surface.subsurface(painter.view.rect(Box(640, 560, 80, 80)))
        bright.append((now, sum(pygame.transform.average_color(part)[:3])))
    quiet = [light for now, light in bright if not HIT_MS <= now < SPRING_MS]
    flash = [light for now, light in bright if HIT_MS <= now < SPRING_MS]
    assert min(flash) > max(quiet) + 60
    assert not HIT_MS <= PEAK_MS < SPRING_MS
