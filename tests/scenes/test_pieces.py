"""Pieces stand out from what lies under them: a part of each has the contrast to every ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pygame
import pytest

from game.games.city.rules.board import COLOURS
from game.games.city.screen import art_track
from game.games.city.screen import art_track as art_socks
from game.games.city.screen.art_map import STYLES
from game.ui.art.field import field_puppet
from game.ui.art.layers import mix
from game.ui.art.patterns import SEATS
from game.ui.art.socks import ball
from game.ui.core.assets import Assets
from tests.ui.test_assets import luminance

TIMES = 3
"""The least contrast of what is no text, as the guidelines have it."""
PART = 0.2
"""Of what is seen of a piece: enough for its shape."""
GRASS = "#A9CB8C", "#93BC78", mix("#93BC78", "#7FAE68", 0.42), "#E9D7B5"
"""As the pitch is drawn, and its sand."""


@pytest.fixture(scope="module")
def assets() -> Assets:
    return Assets(1.0)


def seen_against(surface: pygame.Surface, grounds: Iterable[str]) -> float:
    """The smallest part of a piece, over all grounds, that has the contrast."""
    bare = pygame.image.tobytes(surface, "RGBA")
    counts = Counter(bare[at : at + 3] for at in range(0, len(bare), 4) if bare[at + 3] > 200)
    lights = [(luminance(f"#{colour.hex()}"), count) for colour, count in counts.items()]

    def part(ground: str) -> float:
        under = luminance(ground) + 0.05
        return (
            sum(n for light, n in lights if not 1 / TIMES < (light + 0.05) / under < TIMES) / counts.total()
        )

    return min(map(part, grounds))


def test_a_piece_of_the_citys_ground_is_no_piece(assets: Assets) -> None:
    plain = pygame.Surface((20, 20), pygame.SRCALPHA)
    plain.fill("#3C3F7C")
    assert seen_against(plain, ["#3C3F7C"]) == 0
    assert seen_against(plain, ["#FFFFFF"]) == 1


def test_pieces_of_the_city_stand_out_at_night(assets: Assets) -> None:
    grounds = {ground for style in STYLES.values() for ground in style.fabrics}
    pieces = {f"track of seat {seat}": art_track.track(assets, 34, 0, seat) for seat in (0, 1)}
    pieces |= {f"{colour} socks": art_socks.sign(assets, colour, 34) for colour in COLOURS}
    pieces["blocker"] = art_socks.blocker(assets, 34)
    for state in ("", "focus", "open"):
        pieces[f"station {state}"] = art_track.station(assets, 34, joined=False, state=state)
    assert grounds
    assert {name for name, piece in pieces.items() if seen_against(piece, grounds) < PART} == set()


def test_puppets_and_ball_stand_out_on_the_grass(assets: Assets) -> None:
    pieces = {
        f"{look.name} {state}": field_puppet(assets, seat, state)
        for seat, look in enumerate(SEATS)
        for state in ("stand", "flat")
    }
    pieces["ball"] = ball(assets)
    assert {name for name, piece in pieces.items() if seen_against(piece, GRASS) < PART} == set()
