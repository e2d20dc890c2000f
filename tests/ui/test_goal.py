"""Goal animation of Socker: net, score, one flash, and no picture made meanwhile."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame
import pytest

from game.games.socker.screen.art_goal import EDGE, from_near
from game.games.socker.screen.goal import (
    HITS,
    PEAK,
    PLATE,
    PUSHED,
    RESTS,
    SHOUT,
    SPRINGS,
    GoalAnimation,
    TeamLook,
)
from game.ui.art.patterns import SEAT_LOOKS
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


@ENDS
def test_net_is_pushed_out_by_the_hit_and_springs_back(seat: int) -> None:
    """The net moves at the end with the goal, where more of the carpet's wool is visible."""
    goal, painter, wool = scored(seat), easel(SMALL), []
    beyond = painter.view.rect(Box(EDGE + 46 if seat == 0 else 0, 330, WIDTH - EDGE - 46, 150))
    for now in (PUSHED, HITS - 1, PEAK, RESTS):
        goal.draw(painter, now / SHOUT)
        part = painter.surface.subsurface(beyond)
        colour = SEAT_LOOKS[LOOKS[seat]].colour
        wool.append(pygame.mask.from_threshold(part, colour, (24, 24, 24, 255)).count())
    assert wool[0] < wool[1]
    assert wool[3] < wool[2]


@ENDS
def test_panel_beside_the_carpet_is_gone_before_the_camera_is_near(seat: int) -> None:
    """The panel slides away whole and covers no spectator."""
    goal, painter = replace(scored(seat), at=(960.0 if seat == 0 else 320.0, 300.0)), easel(SMALL)
    panel, seen = (255, 0, 255), []
    side = Box(1100, 0, 180, 720) if seat == 0 else Box(0, 0, 180, 720)
    for now in (8, 40, 130):
        painter.surface.fill("#2F5D50")
        painter.surface.fill(panel, painter.view.rect(side))
        goal.draw(painter, now / SHOUT)
        seen.append(pygame.mask.from_threshold(painter.surface, panel, (40, 40, 40, 255)).count())
    assert seen[0] > seen[1] > seen[2] == 0


@thinned()
@ENDS
@pytest.mark.parametrize("size", [(640, 360), (512, 384), (860, 360)])
def test_score_is_visible_throughout_and_changes_at_the_hit(seat: int, size: tuple[int, int]) -> None:
    """The score is readable and not covered."""
    goal, painter, seen = scored(seat), easel(size), []
    new = "2 : 1" if seat == 0 else "1 : 2"
    x = PLATE[0] + (painter.view.w - WIDTH) / 2
    x = painter.view.w - x if seat else x
    y = PLATE[1] + (painter.view.h - 720) / 2
    for share, words in (
        (PUSHED / SHOUT, "1 : 1"),
        ((HITS - 1) / SHOUT, "1 : 1"),
        (HITS / SHOUT, new),
        (1 - PUSHED / SHOUT, new),
    ):
        heard = [one.words for one in collect_text(painter, partial(goal.draw, progress=share))]
        assert [one for one in heard if ":" in one] == [words]
        goal.draw(painter, share)
        box = painter.view.rect(Box(x - 80, y - 26, 160, 52))
        seen.append((words, pygame.image.tobytes(painter.surface.subsurface(box), "RGB")))
    assert painter.view.box.contains((x - PLATE[2] / 2, y))
    assert len(set(seen)) == 2


@thinned()
@ENDS
@pytest.mark.parametrize("own", [False, True])
def test_no_picture_is_made_during_a_goal(seat: int, *, own: bool) -> None:
    goal, painter = scored(seat, own=own), easel(SMALL)
    for _picture in goal.warm(painter):
        pass
    made = painter.assets.miss_count
    for now in range(0, int(SHOUT), step(7)):
        goal.draw(painter, now / SHOUT)
    assert painter.assets.miss_count == made


def test_net_flashes_once_and_not_with_reduced_motion() -> None:
    """Its mesh is bright only from the hit until it springs back."""
    goal, painter, bright = scored(0), easel(SMALL), []
    draw = partial(goal.draw, painter)
    for now in range(int(PUSHED), int(SHOUT), 20):
        draw(now / SHOUT)
        part = painter.surface.subsurface(painter.view.rect(Box(640, 560, 80, 80)))
        bright.append((now, sum(pygame.transform.average_color(part)[:3])))
    quiet = [light for now, light in bright if not HITS <= now < SPRINGS]
    flash = [light for now, light in bright if HITS <= now < SPRINGS]
    assert min(flash) > max(quiet) + 60
    assert not HITS <= PEAK < SPRINGS
