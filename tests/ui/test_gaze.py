"""Gaze drawn over a puppet equals a puppet drawn with that gaze."""

from collections.abc import Callable

import pygame
import pytest

from game.ui.art.gaze import AIM_AHEAD, AIMS, toward
from game.ui.art.puppets import GLAD, HALF, OPEN, STATES, Animation, PuppetOutfit, draw_gaze, puppet
from game.ui.core.assets import Assets
from game.ui.core.canvas import Canvas
from game.ui.core.paint import Painter, TextRenderer
from game.ui.core.theme import THEMES
from tests.sampling import thinned

pytestmark = pytest.mark.usefixtures("display")
ASIDE = 6  # colour levels of rounded edges, not visible


@pytest.fixture
def painter() -> Painter:
    surface = pygame.Surface((180, 180))
    return Painter(surface, Canvas(180, 180, 1.0), THEMES["linen"], Assets(1.0), TextRenderer(), 1.0)


def on_cloth(painter: Painter, draw: Callable[[], object]) -> pygame.Surface:
    painter.surface.fill("#C9966A")
    draw()
    return painter.surface.copy()


def differ(one: pygame.Surface, other: pygame.Surface) -> int:
    """Largest difference between two pictures in colour levels."""
    both = zip(pygame.image.tobytes(one, "RGB"), pygame.image.tobytes(other, "RGB"), strict=True)
    return max(abs(a - b) for a, b in both)


def looking(states: dict[str, Animation]) -> list[tuple[str, int]]:
    """States and frames whose eyes follow the caller's direction."""
    return [
        (state, number)
        for state, shown in states.items()
        for number, (pose, _ms) in enumerate(shown.frames)
        if pose.glance is None and pose.eyes in (OPEN, HALF)
    ]


# In quarters, as `puppet` and `field_puppet` draw them.
ROUND = [(0.75, 0.0), (0.5, 0.5), (-0.75, 0.0), (-0.5, -0.5), (0.0, 0.75), (0.0, -0.75)]


@thinned(1)
@pytest.mark.parametrize(
    "dress", [PuppetOutfit(rim=3), PuppetOutfit("glasses beanie", rim=3, flip=True), PuppetOutfit("headset")]
)
def test_gaze_over_a_puppet_equals_its_own_eyes(painter: Painter, dress: PuppetOutfit) -> None:
    foot, looks = (90.0, 170.0), set()
    for state, number in looking(STATES):
        for aim in ROUND:
            whole = puppet(painter.assets, 1, state, number, 120, dress, look=aim)
            wanted = on_cloth(painter, lambda image=whole: painter.blit(image, *foot, "midbottom"))  # type: ignore[misc]

            def laid(state: str = state, number: int = number, aim: tuple[float, float] = aim) -> None:
                painter.blit(puppet(painter.assets, 1, state, number, 120, dress), *foot, "midbottom")
                draw_gaze(painter, foot, (1, state, number), 120, dress, aim)

            assert differ(on_cloth(painter, laid), wanted) <= ASIDE, (state, number, aim)
            looks.add(pygame.image.tobytes(wanted, "RGB"))
    assert len(looks) > 2 * len(ROUND)


def test_sleeping_laughing_and_thinking_eyes_do_not_follow(painter: Painter) -> None:
    """Closed eyes, and states with their own direction of gaze."""
    poses = [(state, n) for state, shown in STATES.items() for n in range(shown.count)]
    fixed = [pose for pose in poses if pose not in looking(STATES)]
    assert {"asleep", "socked", "thinking", "sad"} <= {state for state, _n in fixed}
    assert any(STATES[state].frames[n][0].eyes == GLAD for state, n in fixed)
    for state, number in fixed:
        painter.surface.fill("#C9966A")
        draw_gaze(painter, (90, 170), (1, state, number), 120, PuppetOutfit(), AIMS[4])
        assert differ(painter.surface, on_cloth(painter, lambda: None)) == 0, state


def test_gaze_direction_respects_the_facing() -> None:
    eyes = 100.0, 100.0
    assert toward(eyes, (300, 100), flip=False) == AIMS[0]
    assert toward(eyes, (300, 100), flip=True) == AIMS[4], "behind a puppet that faces left"
    assert toward(eyes, (100, 300), flip=False) == toward(eyes, (100, 300), flip=True) == AIMS[2]
    assert toward(eyes, (300, 310), flip=False) == AIMS[1]
    assert toward(eyes, (300, -90), flip=False) == AIMS[7]
    assert toward(eyes, (108, 104), flip=False) == AIM_AHEAD, "eyes do not squint at something so near"
    # Both pupils stay within the white.
    assert all(abs(x) < 1 and abs(y) < 1 and x * x + y * y < 0.8 for x, y in AIMS)
