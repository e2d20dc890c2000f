"""The forty socks of the drawer: whole, unlike each other at every size, and worn as caps."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pygame
import pytest

from game.ui.art.field import FIELD_STATES, field_puppet
from game.ui.art.knits import KNITS, knit_named, knit_of_day, knit_sock, stitched_sock
from game.ui.art.puppets import STATES, Dress, puppet
from game.ui.art.svg import drawing
from game.ui.core.assets import Assets

SMALL = 40.0
"""As small as a sock is drawn: a day of the calendar."""


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    yield
    pygame.display.quit()


@pytest.fixture
def assets() -> Assets:
    return Assets(1.0)


def _unlike(first: pygame.Surface, second: pygame.Surface) -> int:
    """Pixels of two pictures of one size that differ so much that an eye sees it."""
    one, other = (np.frombuffer(pygame.image.tobytes(each, "RGBA"), np.uint8) for each in (first, second))
    apart = np.abs(one.astype(np.int16) - other).reshape(-1, 4).max(axis=1)
    return int((apart > 48).sum())


def test_there_are_forty_and_each_motif_is_used() -> None:
    assert len(set(KNITS)) == 40
    used = {knit_named(name).shape for name in KNITS} | {"moon", "planet", "bee", "spade", "diamond", "heart"}
    assert used - {""} == set(drawing("knits").names())


@pytest.mark.parametrize("height", [SMALL, 71.0])
def test_no_two_socks_look_alike(assets: Assets, height: float) -> None:
    drawn = {name: knit_sock(assets, name, height, shadow=False) for name in KNITS}
    alike = [
        (one, other)
        for one in KNITS
        for other in KNITS
        if one < other and _unlike(drawn[one], drawn[other]) < height * height / 14
    ]
    assert alike == []


def test_nothing_is_knitted_beyond_a_sock(assets: Assets) -> None:
    around = pygame.mask.from_surface(stitched_sock(assets, 150, opacity=1.0), 60)
    # Its outline lies half beyond its shape: two pixels at this size.
    around = around.convolve(pygame.mask.Mask((7, 7), fill=True))
    around.invert()
    for name in KNITS:
        drawn = pygame.mask.from_surface(knit_sock(assets, name, 150, shadow=False), 100)
        assert drawn.overlap_area(around, (-3, -3)) == 0, name


def test_a_sock_is_drawn_once_and_as_large_as_its_seam(assets: Assets) -> None:
    picture = knit_sock(assets, "rockets", 71)
    assert stitched_sock(assets, 71).get_size() == picture.get_size()
    assert knit_sock(assets, "rockets", 71.0) is picture


def test_the_socks_of_a_month_are_all_different() -> None:
    month = [knit_of_day(number) for number in range(1, 32)]
    assert len(set(month)) == 31
    assert all(one != other for one, other in pairwise(knit_of_day(number) for number in range(35, 50)))


def test_a_cap_is_seen_on_every_puppet_and_covers_no_eye(assets: Assets) -> None:
    for state in STATES:
        bare, capped = puppet(assets, 0, state, 0, 150), puppet(assets, 0, state, 0, 150, Dress("sock:snow"))
        assert _unlike(bare, capped) > 900, state
        # Where the eyes are, before the head: nothing else is there.
        eyes = pygame.Rect(0, 0, 34, 22)
        eyes.center = (round((115 + 68) * 0.6 + 14), round((46 + 52) * 0.6 + 14))
        if state == "idle":
            assert _unlike(bare.subsurface(eyes), capped.subsurface(eyes)) < 40
    for state in ("stand", "happy", "sad", "scamper", "jab"):
        bare, capped = (
            field_puppet(assets, 0, state),
            field_puppet(assets, 0, state, dress=Dress("sock:snow")),
        )
        assert _unlike(bare, capped) > 200, state
    assert "down" in FIELD_STATES
    assert (
        _unlike(field_puppet(assets, 0, "down"), field_puppet(assets, 0, "down", dress=Dress("sock:snow")))
        == 0
    )


def test_the_top_of_a_cap_stays_on_the_picture_of_whoever_hops(assets: Assets) -> None:
    for number in range(len(STATES["happy"].frames)):
        picture = puppet(assets, 0, "happy", number, 150, Dress("sock:snow"))
        w = picture.get_width()
        margin = pygame.mask.from_surface(picture.subsurface((0, 0, w, 12)), 100)
        assert margin.count() == 0
