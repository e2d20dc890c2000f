"""The three looks: cloth takes the colours of its look everywhere, and what does nothing now stands back."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.core.session import Session
from game.games.sociable.screen.panels import draw_action
from game.match.seats import Seat
from game.ui.art.fabric import DISABLED, NORMAL
from game.ui.core.canvas import Box
from game.ui.core.theme import LINEN, THEMES
from game.ui.match.opening import match_scene
from game.ui.widgets import draw_button
from tests.scale import crossed
from tests.scenes.city_hands import opened
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import rummy_scene
from tests.scenes.socki_table import match
from tests.ui.test_assets import luminance

LOOKS = pytest.mark.parametrize("look", sorted(THEMES))


def brightest(surface: pygame.Surface, box: Box, window: Window) -> float:
    """How bright the cloth is that fills most of a box."""
    part = surface.subsurface(window.stage.view.rect(box))
    colours = [
        part.get_at((x, y))[:3] for x in range(0, part.get_width(), 3) for y in range(part.get_height())
    ]
    most = max(set(colours), key=colours.count)
    return luminance("#{:02X}{:02X}{:02X}".format(*most))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@LOOKS
def test_a_button_that_does_nothing_is_no_brighter_than_one_that_does(tmp_path: Path, look: str) -> None:
    window = Window(tmp_path, theme=look)
    surface = pygame.Surface((1280, 720))
    painter = window.stage.painter(surface)
    box, inside = Box(100, 100, 300, 70), Box(130, 112, 240, 40)
    shown = {}
    for state in (NORMAL, DISABLED):
        for kind in ("form", "office"):
            surface.fill(THEMES[look].panel)
            if kind == "form":
                draw_button(painter, box, "", state)
            else:
                draw_action(painter, box, state, go=False)
            shown[state, kind] = brightest(surface, inside, window)
    for kind in ("form", "office"):
        assert shown[DISABLED, kind] < shown[NORMAL, kind]
    window.close()


@LOOKS
def test_words_of_a_button_that_does_nothing_can_be_read(look: str) -> None:
    theme = THEMES[look]
    assert 4.5 <= contrast(theme.off, theme.faint) < contrast(theme.sunk, theme.ink)


@crossed
@LOOKS
@pytest.mark.parametrize("slug", ["socki", "rockit"])
def test_the_buttons_of_a_card_table_stand_back_too(tmp_path: Path, look: str, slug: str) -> None:
    window = Window(tmp_path, theme=look)
    session = Session.new(slug, 2, seed=3, names=["Ann", "Bo"])
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.stage.scenes.push(scene)
    window.settle()
    window.picture()
    found = {
        knob.enabled: brightest(window.app.screen, box.grown(-9), window)
        for box, knob in zip(scene.view.table.places.buttons, scene.view.captions.knobs(), strict=True)
    }
    assert found[False] < found[True]
    window.close()


@LOOKS
def test_the_label_of_a_station_is_of_the_cloth_of_its_look(tmp_path: Path, look: str) -> None:
    window = Window(tmp_path, theme=look)
    view = opened(window, levels=("", "easy")).view
    shown = view.map
    window.point(*shown.ground.middle(*(shown.city.cell(text) for text in min(shown.legal))))
    window.picture()
    box = view.labels.shown().place.box
    assert brightest(window.app.screen, box.grown(-8), window) == luminance(THEMES[look].panel)
    window.close()


@LOOKS
def test_the_plate_of_the_title_is_of_the_cloth_of_its_look(tmp_path: Path, look: str) -> None:
    window = Window(tmp_path, theme=look)
    window.picture()
    box = window.top.frame.boxes["label"]
    assert brightest(window.app.screen, box.grown(-8), window) == luminance(THEMES[look].panel)
    window.close()


@pytest.mark.parametrize("shown", ["settings", "socki", "socker", "city"])
def test_outlines_of_what_has_the_focus_can_be_thick(window: Window, shown: str) -> None:
    if shown == "settings":
        window.stage.open(shown)
    elif shown == "socki":
        match(window)
    else:
        session = Session.new(shown, 2, 5, names=["Ann", "Bo"])
        seats = [Seat("Ann", 0, ""), Seat("Bo", 1, "")]
        window.stage.scenes.push(match_scene(window.stage, session, seats))
    window.settle()
    window.key(pygame.K_RIGHT)
    window.settle()

    def blue() -> int:
        """How many pixels have the colour of the focus."""
        window.app.draw()
        near = pygame.Color(2, 2, 2, 255)
        return pygame.mask.from_threshold(window.app.screen, pygame.Color(LINEN.focus), near).count()

    usual = blue()
    window.stage.change(outlines=True)
    assert blue() > 1.3 * usual > 0
    window.stage.change(outlines=False)
    assert blue() == usual
