"""Settings: sections with tabs, on every device, in every text size and window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.scenes.settings import UNRESET_SETTINGS, Section, SettingsScene
from game.scenes.sheets import SheetKey
from game.store.settings import Settings
from game.ui.core.input import InputAction
from tests.languages import in_languages
from tests.sampling import thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import faults
from tests.scenes.one_switch import SwitchRobot, named

ORDER = ("display", "sound", "play", "controls", "help", "party")
LINKS = {"bindings", "statistics", "credits", "public_address"}


@pytest.fixture
def settings(window: WindowRobot) -> SettingsScene:
    window.context.open_scene("settings")
    scene: SettingsScene = window.top
    return scene


def test_every_setting_and_link_is_in_one_section(settings: SettingsScene) -> None:
    rows = [row for section in Section for row, _tip in settings.section_rows(section)]
    keys = [row.key for row in rows if row.key]
    assert len(keys) == len(set(keys))
    assert set(keys) >= LINKS
    # The game's own records, the window's place, and settings with a separate screen have no row here.
    elsewhere = {name for name in Settings.__slots__ if name not in keys}
    assert {"text_size", "scan", "turn_clock", "reactions"}.isdisjoint(elsewhere)
    assert elsewhere >= {"window_size", "keys", "house_rules"}
    assert any(getattr(row, "text", "").startswith("Sock Drawer ") for row in rows)


def test_tips_exist_for_every_row_with_an_action(settings: SettingsScene) -> None:
    tips = [tip for section in Section for row, tip in settings.section_rows(section) if row.key]
    assert "" not in tips
    assert len(tips) == len(set(tips))


def test_next_and_previous_step_through_the_sections_and_wrap(
    window: WindowRobot, settings: SettingsScene
) -> None:
    assert (InputAction.NEXT, "Section") in settings.prompts()
    for step in range(1, 8):
        window.press_button("rightshoulder")
        assert settings.section == ORDER[step % 6]
        assert settings.focus == settings.section_rows(settings.section)[0].row.key
    for key, section in (
        (pygame.K_PAGEUP, "display"),
        (pygame.K_PAGEUP, "party"),
        (pygame.K_PAGEDOWN, "display"),
    ):
        window.press_key(key)
        assert settings.section == section


@pytest.mark.parametrize("text_size", [100, 200])
def test_focus_walks_from_the_rows_into_the_tabs_and_back(window: WindowRobot, text_size: int) -> None:
    window.context.update_settings(text_size=text_size)
    window.context.open_scene("settings")
    scene = window.top
    on, back, enter = (pygame.K_DOWN, pygame.K_UP, pygame.K_RIGHT)
    if text_size == 200:
        on, back, enter = pygame.K_RIGHT, pygame.K_LEFT, pygame.K_DOWN
    window.press_key(pygame.K_UP)
    assert scene.focus == Section.DISPLAY
    for section in (*ORDER[1:], ORDER[-1]):
        window.press_key(on)
        assert scene.focus == scene.section == section
    window.press_key(back)
    window.press_key(enter)
    assert (scene.section, scene.focus) == ("help", "hints")
    window.press_keys(pygame.K_UP, pygame.K_RETURN)
    assert scene.focus == "hints", "a press of the chosen tab goes to its rows"


def test_left_from_a_link_goes_to_the_chosen_tab(window: WindowRobot, settings: SettingsScene) -> None:
    window.choose_tab("Party")
    window.focus_on("Public internet address")
    window.press_key(pygame.K_LEFT)
    assert settings.focus == settings.section == "party"


@pytest.mark.parametrize("text_size", [100, 200])
def test_mouse_chooses_a_tab_by_a_click_only(window: WindowRobot, text_size: int) -> None:
    window.context.update_settings(text_size=text_size)
    window.context.open_scene("settings")
    scene = window.top
    for section in ORDER:
        box, before = scene.frame.boxes[section], scene.section
        window.point(*box.centre)
        assert scene.section == before
        window.click_box(box)
        assert scene.section == section
    window.click_box(scene.frame.boxes[scene.section])
    assert scene.focus == "patience"


def test_one_switch_reaches_the_tabs_as_a_group(window: WindowRobot) -> None:
    window.context.update_settings(scan="step")
    window.context.open_scene("settings")
    robot = SwitchRobot(window)
    for section in ("sound", "party", "display"):
        robot.take(named(section))
        assert window.top.section == section


def test_section_and_focus_stay_over_changes_of_the_look(
    window: WindowRobot, settings: SettingsScene
) -> None:
    window.choose_tab("Controls")
    window.focus_on("Switch keys")
    for change in (
        {"language": "de"},
        {"text_size": 200},
        {"theme": "dark"},
        {"text_size": 100, "language": "en"},
    ):
        window.context.update_settings(**change)
        window.step()
        assert (settings.section, settings.focus) == ("controls", "switch")
        assert window.focused.in_sight
    window.focus_on("Keys and buttons")
    window.press_key(pygame.K_RETURN)
    assert window.shown == "BindingsScene"
    window.press_key(pygame.K_ESCAPE)
    assert (settings.section, settings.focus) == ("controls", "bindings")
    window.press_keys(pygame.K_e, pygame.K_ESCAPE)
    assert (settings.section, settings.focus) == ("controls", "bindings")


def test_reset_changes_all_sections_but_the_kept_settings(
    window: WindowRobot, settings: SettingsScene
) -> None:
    changed: dict[str, Any] = {
        "theme": "dark", "music": 10, "bubbles": False, "hold": False, "hints": "off", "patience": 60,
        "language": "fr", "plays_with": "pad", "reactions": False,
    }  # fmt: skip
    window.context.update_settings(**changed)
    window.choose_tab("Aide")
    window.press_keys(pygame.K_e, pygame.K_DOWN, pygame.K_RETURN)
    first = Settings()
    for name, value in changed.items():
        expected = value if name in UNRESET_SETTINGS else getattr(first, name)
        assert getattr(window.context.settings, name) == expected, name


def test_action_uses_the_newest_value_although_the_tree_is_equal(
    window: WindowRobot, settings: SettingsScene
) -> None:
    """Trees are compared without their actions, so a kept layout must not keep an old action."""
    window.choose_tab("Sound")
    window.context.update_settings(music=50)
    before = settings.frame
    window.context.update_settings(music=80)
    window.context.update_settings(music=50)
    settings.needs_redraw = True
    assert settings.frame is not None
    assert [part.box for part in settings.frame.parts] == [part.box for part in before.parts]
    window.focus_on("Music")
    window.press_key(pygame.K_RIGHT)
    assert window.context.settings.music == 60


@thinned()
@in_languages
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (960, 540), (1920, 1080)])
@pytest.mark.parametrize("text_size", [100, 150, 200])
def test_tabs_and_rows_fit_and_stay_in_place(
    tmp_path: Path, text_size: int, size: tuple[int, int], language: str
) -> None:
    window = WindowRobot(tmp_path, size, text_size=text_size, language=language)
    window.context.open_scene("settings")
    scene, places = window.top, set()
    for section in Section:
        scene.section, scene.needs_redraw = section, True
        boxes = scene.frame.boxes
        places.add((boxes[SheetKey.CLOTH], boxes[SheetKey.TABS]))
        assert faults(scene) == []
        for key, _box in scene.focusable():
            scene.set_focus(key)
            assert scene.frame.visible_box(key).h == pytest.approx(scene.frame.boxes[key].h), key
    assert len(places) == 1, "nothing moves from tab to tab"
