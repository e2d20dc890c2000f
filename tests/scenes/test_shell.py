"""The shell: title, lobby, settings and menus with real events, hot-plugged pads, and window changes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.core.discovery import game_slugs
from game.core.game import Outcome
from game.core.session import Session
from game.games.socker.rules import SockerEndReason
from game.launch import has_place, run_guarded
from game.match.match import MatchEnd
from game.match.seats import Seat
from game.scenes.title import TitleScene
from game.store.settings import Settings
from game.store.storage import Storage
from game.ui.core.input import FIRST_REPEAT_MS, PAD_BUTTONS, REPEAT_MS, InputAction
from game.ui.core.scene import WAKE_EVENT
from game.ui.widgets import DestructiveRow, QuestionDialog
from tests.languages import in_languages
from tests.matches import speaking
from tests.sampling import PATIENCE, kill_count, risk, sample, sample_size, thinned
from tests.scenes.harness import GamepadRobot, KeyboardRobot, MatchRobot, MouseRobot, WindowRobot
from tests.scenes.lesson_hands import opened
from tests.scenes.test_album import back_to_title

ROOT = Path(__file__).parent.parent.parent
SCREENS = ("settings", "bindings", "statistics", "credits")


def screens(window: WindowRobot) -> list[str]:
    """Open every screen that needs no match, one after the other, and return their names."""
    shown = []
    for name in SCREENS:
        window.context.open_scene(name)
        shown.append(window.shown)
        window.step()
        window.press_key(pygame.K_ESCAPE)
    for slug in game_slugs():
        for name in ("lobby", "rules"):
            window.context.open_scene(name, slug)
            window.step()
            window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    return shown


def test_keys_reach_every_game_on_the_title(window: WindowRobot) -> None:
    seen = {window.top.focus}
    for _ in range(8):
        window.press_key(pygame.K_LEFT)
    for _ in range(12):
        seen.add(window.top.focus)
        window.press_key(pygame.K_RIGHT)
    window.press_key(pygame.K_DOWN)
    assert set(game_slugs()) <= seen


def test_settings_apply_at_once_and_are_saved(window: WindowRobot, tmp_path: Path) -> None:
    window.press_key(pygame.K_p)
    assert window.shown == "SettingsScene"
    window.press_key(pygame.K_RIGHT)
    assert window.context.settings.text_size == 125
    window.press_keys(pygame.K_DOWN, pygame.K_RIGHT)
    assert window.context.theme.name == "dark"
    window.press_key(pygame.K_ESCAPE)
    again = Storage(tmp_path)
    assert again.settings.load().text_size == 125
    assert again.settings.load().theme == "dark"


def test_reset_asks_first_and_keeps_language_and_keys(window: WindowRobot) -> None:
    window.context.update_settings(text_size=175, theme="dark", music=3, language="de", keys={"hint": ["z"]})
    window.press_key(pygame.K_p)
    for key in (pygame.K_e, pygame.K_RETURN, pygame.K_e, pygame.K_ESCAPE):
        window.press_key(key)
        assert window.context.settings.text_size == 175
    assert window.shown == "SettingsScene"
    for key in (pygame.K_e, pygame.K_DOWN, pygame.K_RETURN):
        window.press_key(key)
    settings = window.context.settings
    assert (settings.text_size, settings.theme, settings.music) == (100, "linen", 60)
    assert (settings.language, settings.keys) == ("de", {"hint": ("z",)})


@thinned()
@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1720, 720), (1920, 1080)])
@pytest.mark.parametrize("theme", ["linen", "dark", "contrast"])
@pytest.mark.parametrize("text_size", [100, 200])
def test_every_screen_draws_in_every_theme_and_window_shape(
    tmp_path: Path, theme: str, text_size: int, size: tuple[int, int]
) -> None:
    window = WindowRobot(tmp_path, size, theme=theme, text_size=text_size)
    assert min(window.context.view.w - 1280, window.context.view.h - 720) >= -1e-6
    assert screens(window) == ["SettingsScene", "BindingsScene", "StatisticsScene", "Credits"]


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("size", sample([(1280, 720), (960, 540), (1720, 720)], (960, 540)))
def test_title_idle_animation_equals_a_full_redraw(tmp_path: Path, size: tuple[int, int]) -> None:
    """For every focus: a redraw of the moved parts alone equals a full one."""
    window = WindowRobot(tmp_path, size)
    for _slug in game_slugs():
        for _ in range(sample_size(8, 16)):
            window.step(ms=90)
            assert window.is_fully_drawn()
        window.press_key(pygame.K_RIGHT)


@pytest.mark.usefixtures("watched")
@thinned(1)
@pytest.mark.parametrize("slug", game_slugs())
def test_match_idle_animation_equals_a_full_redraw(window: WindowRobot, slug: str) -> None:
    session = Session.new(slug, seed=4)
    window.open_match(session, people=1)
    window.finish_animations()
    for _ in range(sample_size(15, 50)):
        window.step(ms=90)
        assert window.is_fully_drawn()


def test_held_direction_repeats_until_release(window: WindowRobot) -> None:
    window.press_key(pygame.K_p)
    window.step(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode=""))
    assert window.top.focus == "theme"
    window.step(ms=FIRST_REPEAT_MS + 1)
    window.step(ms=REPEAT_MS + 1)
    assert window.top.focus == "fullscreen"
    window.step(pygame.event.Event(pygame.KEYUP, key=pygame.K_DOWN, mod=0))
    window.step(ms=FIRST_REPEAT_MS + 1)
    assert window.top.focus == "fullscreen"


def test_held_confirm_does_not_confirm_twice(window: WindowRobot) -> None:
    window.top.focus = "settings"
    for _ in range(3):
        window.step(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    assert window.shown == "SettingsScene"
    assert window.context.settings.text_size == 100


def test_stick_moves_the_focus_once_per_push(window: WindowRobot) -> None:
    window.press_key(pygame.K_p)
    window.push_stick(0, 0.9)
    assert window.top.focus == "theme"
    window.push_stick(0, 0.8)
    assert window.top.focus == "theme"
    window.push_stick(0, 0)
    window.push_stick(0, 0.9)
    assert window.top.focus == "language"


def test_pad_works_again_after_it_was_unplugged(window: WindowRobot) -> None:
    window.step(pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=5))
    window.step(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=PAD_BUTTONS["start"], instance_id=0))
    assert window.shown == "SettingsScene"
    assert window.context.devices.holding(InputAction.PAUSE)
    window.step(pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=0))
    assert not window.context.devices.holding(InputAction.PAUSE)
    window.step(pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=0))
    window.press_button("b", pad=1)
    assert window.shown == "TitleScene"


def test_players_with_equal_names_get_numbers(window: WindowRobot) -> None:
    window.context.open_scene("lobby", "socker")
    lobby = window.top
    lobby.joining.set(1, "")  # a bot would have another name
    for number in (0, 1):
        lobby.focus = f"seat {number}"
        window.press_key(pygame.K_RETURN)
        for _ in range(12):
            window.press_key(pygame.K_BACKSPACE)
        window.type_text("Ann")
        window.press_key(pygame.K_ESCAPE)
    window.press_key(pygame.K_p)
    assert window.top.match.session.names == ("Ann", "Ann 2")


def test_one_press_does_not_delete_statistics(window: WindowRobot) -> None:
    """The statistics open with the focus on a card, whose content is narrated too."""
    window.context.stores.statistics.add("socker", {0: "Ann"}, Outcome((0,), (3, 1), SockerEndReason.GOALS))
    window.context.open_scene("statistics")
    spoken = next(label for label in window.choices if label.startswith("Socker"))
    assert spoken == "Socker, 1 win, 1 match, best score, 3"
    window.press_key(pygame.K_x)
    window.press_key(pygame.K_RETURN)
    assert window.shown == "StatisticsScene"
    assert window.context.stores.statistics.all()


@pytest.mark.parametrize("text_size", [100, 200])
def test_click_beside_a_destructive_button_does_nothing(window: WindowRobot, text_size: int) -> None:
    window.context.update_settings(text_size=text_size)
    answers: list[int | None] = []
    for beside in (True, False):
        window.context.scenes.push(
            QuestionDialog("Forget it?", ["Keep it", "Forget it"], loses=True), answers.append
        )
        window.step()
        row = window.rows[-1]
        cloth = row.of(DestructiveRow).cloth(window.context.measuring_painter, row.box)
        assert cloth.bottom < window.top.frame.boxes["cloth"].bottom, "it is on the panel"
        window.click(row.box.x + 10, cloth.centre[1]) if beside else window.click_box(cloth)
        assert answers == ([] if beside else [None, 1])
        if beside:
            window.press_key(pygame.K_ESCAPE)


def test_language_row_is_visible_without_scrolling(window: WindowRobot) -> None:
    """A player who cannot read the words before it would not look further down."""
    window.context.open_scene("settings")
    window.press_keys(pygame.K_DOWN, pygame.K_DOWN)
    assert window.top.help_text() == "Which language should I use?"


def test_pages_and_wheel_keep_the_focus_of_a_sheet_visible(window: WindowRobot) -> None:
    window.context.open_scene("bindings")
    rows = [row for row in window.rows if row.focusable]
    for shoulder, last in (("rightshoulder", rows[-1]), ("leftshoulder", rows[0])):
        turns = 0
        while window.focused != last:
            window.press_button(shoulder)
            assert window.focused.in_sight
            turns += 1
            assert turns < len(rows) / 2
    for _ in range(20):
        window.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False))
    assert not window.focused.in_sight
    window.press_key(pygame.K_UP)
    assert window.focused.in_sight


def test_changed_keys_work_and_conflicts_are_reported(window: WindowRobot) -> None:
    window.context.apply_settings(window.context.settings.with_keys("pause", ["k"]))
    window.press_key(pygame.K_p)
    assert window.shown == "TitleScene"
    window.press_key(pygame.K_k)
    assert window.shown == "SettingsScene"
    window.context.apply_settings(window.context.settings.with_keys("hint", ["k"]))
    window.context.open_scene("bindings")
    texts = window.texts
    assert any(text.startswith("K is used twice") for text in texts)


def test_menu_focus_wraps_around(window: WindowRobot) -> None:
    window.context.scenes.push(QuestionDialog("Which one?", ["This", "That", "None"]))
    for up_or_down, label in (
        (pygame.K_UP, "None"), (pygame.K_DOWN, "This"), (pygame.K_DOWN, "That"), (pygame.K_DOWN, "None"),
        (pygame.K_DOWN, "This"),
    ):  # fmt: skip
        window.press_key(up_or_down)
        assert window.focused.label == label


@pytest.mark.parametrize("game", ["socker", "rockit"])
def test_pause_menu_is_short_and_unfolds_with_more(window: WindowRobot, game: str) -> None:
    """Frequent actions take one press, all others two."""
    scene = window.open_match(Session.new(game, 2, 1), [Seat("Ann", 0), Seat("Bo", 1)])
    window.context.open_scene("pause", scene)
    before = window.choices
    assert window.top.frame.scroll is None
    assert before[:5] == ["Resume", "Rules", "Seats", "Settings", "More"]
    assert before[5:] == ["Save and quit", "Bo gives up"]
    window.choose("More")
    after = window.choices
    assert after[:4] + after[-2:] == before[:4] + before[-2:]
    assert window.top.action().label == after[4], "the first of what is new has the focus"
    assert "Start again" in after


@thinned()
@in_languages
@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (1024, 768)])
@pytest.mark.parametrize("game", ["city", "socki"])
@pytest.mark.parametrize("text_size", [100, 125, 150, 175, 200])
def test_pause_menu_fits_and_keeps_its_focus(
    tmp_path: Path, text_size: int, game: str, size: tuple[int, int], language: str
) -> None:
    """Another test checks that nothing is cut, together with all other screens."""
    window = WindowRobot(tmp_path, size, text_size=text_size, language=language)
    scene = window.open_match(Session.new(game, 2, 4), [Seat("Annabella", 0), Seat("Bo", 1, "easy")])
    window.finish_animations()
    window.context.open_scene("pause", scene)
    menu = window.top
    assert menu.frame.scroll is None
    first, last = window.choices[0], window.choices[-1]
    menu.unfold()
    menu.set_focus(list(menu.actions())[-1])
    assert (window.choices[0], window.choices[-1]) == (first, last)
    focus = menu.focus
    for other in (100, 200, text_size):
        window.context.update_settings(text_size=other)
        assert menu.focus == focus


def test_delete_rows_appear_only_if_there_is_data(window: WindowRobot) -> None:
    """Neither statistics nor own keys; once deleted, the row disappears."""
    clear = (InputAction.SECONDARY, "Clear statistics")
    window.context.open_scene("statistics")
    assert clear not in window.top.prompts()
    window.context.scenes.pop()
    window.context.stores.statistics.add("socker", {0: "Ann"}, Outcome((0,), (1, 0), MatchEnd.CONCEDED))
    window.context.open_scene("statistics")
    assert clear in window.top.prompts()
    window.press_key(pygame.K_x)
    window.choose("Clear them")
    assert clear not in window.top.prompts()
    window.context.open_scene("bindings")
    assert "Reset to defaults" not in window.choices
    window.context.scenes.pop()
    window.context.apply_settings(window.context.settings.with_keys("mend", ["k"]))
    window.context.open_scene("bindings")
    window.choose("Reset to defaults")
    window.choose("Clear them")
    assert "Reset to defaults" not in window.choices
    assert not window.context.settings.keys


def test_lost_window_focus_pauses_the_match(window: WindowRobot) -> None:
    KeyboardRobot(window).start_from_title("socker")
    window.finish_animations()
    window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert window.shown == "PauseMenu"
    window.step(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "SockerView"


def motion(x: int, y: int, rel: tuple[int, int]) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=rel, buttons=(0, 0, 0), touch=False)


def test_resting_mouse_does_not_take_the_focus(window: WindowRobot) -> None:
    """The system reports the pointer whenever a window appears under it; only a real movement counts."""
    window.press_keys(pygame.K_p, pygame.K_DOWN)
    row = window.row("Thick outlines")
    x, y = (window.context.view.px(units) for units in row.box.centre)
    window.step(motion(x, y, (0, 0)))
    assert window.top.focus == "theme"
    assert window.context.devices.last == "keyboard"
    window.step(pygame.event.Event(pygame.VIDEORESIZE, size=(1280, 720), w=1280, h=720))
    window.step(motion(x, y, (90, 0)))
    assert window.top.focus == "theme"
    window.step(motion(x, y, (1, 0)))
    assert window.top.focus == "outlines"


def test_full_screen_switch_neither_pauses_nor_moves_the_focus(window: WindowRobot) -> None:
    """The program itself hides and shows the window, so the player has not looked elsewhere."""
    KeyboardRobot(window).start_from_title("socker")
    window.finish_animations()
    scene = window.top
    for _ in range(2):
        window.press_key(pygame.K_F11)
        window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST), motion(640, 360, (140, 60)))
        window.step(pygame.event.Event(pygame.WINDOWFOCUSGAINED), motion(644, 360, (4, 0)))
        assert window.top is scene
        assert window.context.devices.last == "keyboard"
    window.run_for(1100)
    window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert window.shown == "PauseMenu"


def test_settings_row_follows_the_full_screen_key(window: WindowRobot) -> None:
    """By the key and by the row."""
    window.press_key(pygame.K_p)
    for used in ("On", "Off"):
        window.press_key(pygame.K_F11)
        assert window.row("Full screen").value == used


@pytest.mark.parametrize("window", [(960, 540), (1000, 600)], indirect=True)
def test_window_keeps_its_size_after_full_screen(window: WindowRobot) -> None:
    before = window.app.screen.get_size()
    window.press_key(pygame.K_F11)
    whole = window.app.screen.get_size()
    assert whole != before
    window.press_key(pygame.K_F11)
    assert window.app.screen.get_size() == before


def test_late_full_screen_resize_event_is_not_remembered(window: WindowRobot) -> None:
    before = window.app.screen.get_size()
    window.press_key(pygame.K_F11)
    whole = window.app.screen.get_size()
    window.press_key(pygame.K_F11)
    for size in (whole, before):  # like window managers that leave full screen in steps
        pygame.display.set_mode(size, pygame.RESIZABLE)
        window.step(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
        window.app.remember_place()
        assert window.context.settings.window_size == before


def test_window_can_be_resized_during_a_match(window: WindowRobot) -> None:
    KeyboardRobot(window).start_from_title("socker")
    window.finish_animations()
    for size in ((960, 540), (1024, 768), (1600, 700)):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        window.step(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
        assert window.context.view.px(window.context.view.w) == size[0]
        board = window.top.view.pitch.boxes.ground.board
        assert 0 < board.x < board.right < window.context.view.w
        assert 0 < board.y < board.bottom < window.context.view.h


def test_only_the_top_scene_gets_input(window: WindowRobot) -> None:
    KeyboardRobot(window).start_from_title("socker")
    window.finish_animations()
    scene = window.top
    cursor, log = scene.view.controller.cursor, scene.match.session.log
    window.press_keys(pygame.K_p, pygame.K_DOWN, pygame.K_RIGHT)
    assert scene.view.controller.cursor == cursor
    assert scene.match.session.log == log


def test_unchanged_screen_is_not_redrawn(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    window.run_for(25_000)
    draw_calls = []
    monkeypatch.setattr(pygame.display, "flip", lambda: draw_calls.append("flip"))
    monkeypatch.setattr(pygame.display, "update", lambda rects: draw_calls.append("update"))
    window.run_for(3_000)
    assert draw_calls == []
    window.point(640, 360)
    assert draw_calls


def test_language_change_updates_menu_and_match(window: WindowRobot) -> None:
    """Changed from the menu of a match: the menu, and the last news of the match."""
    window.context.open_scene("lobby", "city")
    window.press_key(pygame.K_p)
    window.finish_animations()
    scene = window.top
    scene.context.play(scene.match.session.moves()[0])
    window.finish_animations()
    news = scene.view.texts.news
    scene.context.messages.post("No.")
    window.press_key(pygame.K_p)
    menu = window.choices
    window.context.open_scene("settings")
    window.context.update_settings(language="de")
    assert news.startswith(scene.match.seats[scene.match.session.log[-1][0]].name)
    assert news != scene.view.texts.news != ""
    assert scene.context.messages.text == ""
    window.press_key(pygame.K_ESCAPE)
    spoken = window.choices
    assert len(spoken) == len(menu)
    assert not set(menu) & set(spoken)
    window.context.update_settings(language="en")
    assert scene.view.texts.news == news


@pytest.mark.parametrize("slug", speaking("de"))
def test_language_change_updates_the_last_news_of_every_game(window: WindowRobot, slug: str) -> None:
    session = Session.new(slug, seed=4)
    scene = window.open_match(session, people=0)
    window.run_until(lambda: len(session.log) > 5 and not scene.animations.is_busy, ms=50)
    before = scene.view.texts.news
    assert before
    window.context.update_settings(language="de")
    assert scene.view.texts.news != before
    window.context.update_settings(language="en")
    assert scene.view.texts.news == before


def test_pause_menu_follows_seat_changes(window: WindowRobot) -> None:
    window.context.open_scene("lobby", "socker")
    window.press_key(pygame.K_p)
    window.finish_animations()
    scene = window.top
    window.press_key(pygame.K_p)
    window.top.set_focus("settings")
    window.context.open_scene("seats", scene)
    scene.match.assign_seat(0, "easy")
    scene.match.assign_seat(1, "easy")
    window.press_key(pygame.K_ESCAPE)
    assert window.top.focus == "settings"
    assert not any("gives up" in label for label in window.choices)


def test_random_events_raise_no_exception(tmp_path: Path, figure: Callable[[str], None]) -> None:
    """Random input on every device in every screen raises no exception, and the window still responds."""
    rng = random.Random(5)
    window = WindowRobot(tmp_path)
    keys = [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_BACKSPACE]
    keys += [pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT]
    keys += [pygame.K_x, pygame.K_e, pygame.K_u, pygame.K_h, pygame.K_p]
    count = sample_size(200, 100_000)
    figure(f"random events in the window: {count}")
    for number in range(count):
        match rng.randrange(7):
            case 0 | 1:
                window.press_key(rng.choice(keys))
            case 2 | 3:
                window.click(rng.uniform(0, 1280), rng.uniform(0, 720), rng.choice((1, 1, 1, 3)))
            case 4:
                window.press_button(rng.choice(list(PAD_BUTTONS)), rng.randrange(3))
            case 5:
                window.push_stick(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.randrange(3))
            case 6:
                kind, more = rng.choice(
                    (
                        (pygame.TEXTINPUT, {"text": rng.choice("aß漢 9\ufe0f\u200d\u0645")}),
                        (pygame.MOUSEWHEEL, {"x": 0, "y": rng.choice((-1, 1))}),
                        (pygame.WINDOWFOCUSLOST, {}),
                        (pygame.WINDOWEXPOSED, {}),
                        (pygame.CONTROLLERDEVICEREMOVED, {"instance_id": rng.randrange(3)}),
                    )
                )
                window.step(pygame.event.Event(kind, more))
        window.context.is_quitting = False
        if window.context.scenes.top is None:
            window.context.open_scene("title")
        if number % 100 == 0 and window.context.settings != Settings():
            window.context.update_settings(animation_speed="instant", fullscreen=False, text_size=100)
    window.context.open_scene("title")
    assert window.shown == "TitleScene"


PLAYS = """
import sys
from pathlib import Path
from tests.scenes.harness import WindowRobot
from game.core.session import Session
from game.match.seats import Seat
from game.ui.match.match_flow import match_scene
window = WindowRobot(Path(sys.argv[1]))
session = Session.new("socker", seed=int(sys.argv[2]), names=["Ann", "Bo"])
scene = match_scene(window.context, session, [Seat("Ann", 0, "easy"), Seat("Bo", 1, "easy")])
window.context.scenes.push(scene)
told = 0
while True:
    window.step(ms=50)
    if len(session.log) > told:
        window.context.stores.autosave.flush()
        told = len(session.log)
        print(told, flush=True)
"""


@risk
@pytest.mark.skipif(os.name == "nt", reason="kills with a signal")
def test_killed_window_resumes_its_match(tmp_path: Path, figure: Callable[[str], None]) -> None:
    rng = random.Random(11)
    kills = kill_count(1, 50)
    figure(f"kills of a playing window, each resumed: {kills}")
    for number in range(kills):
        home = tmp_path / str(number)
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYS, str(home), str(number)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        count = 0
        for _ in range(rng.randrange(1, 40)):
            count = int(process.stdout.readline() or count)
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split()
        process.wait()
        process.stdout.close()
        count = int(rest[-1]) if rest and rest[-1].isdigit() else count
        window = WindowRobot(home)
        assert [saved.slug for saved in window.top.saved_games] == ["socker"]
        window.press_key(pygame.K_x)
        assert window.shown == "SockerView"
        assert len(window.top.match.session.log) >= count
        assert window.top.match.session.names == ("Ann", "Bo")
        assert [seat.level for seat in window.top.match.seats] == ["easy", "easy"]
        window.close()


def test_window_size_and_place_are_remembered_within_limits(window: WindowRobot, tmp_path: Path) -> None:
    for size in ((1100, 700), (400, 300)):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        window.step(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    window.step(pygame.event.Event(pygame.WINDOWMOVED, x=120, y=44))
    window.app.remember_place()
    saved = Storage(tmp_path)
    assert saved.settings.load().window_size == (960, 540)
    assert saved.settings.load().window_place == (120, 44)


def test_match_on_another_board_survives_its_record(window: WindowRobot) -> None:
    window.context.open_scene("lobby", "socker")
    lobby = window.top
    assert {board for board, _words in lobby.house_rules.album.boards()} == {"narrow", "small"}
    lobby.house_rules.choose_board("small")
    window.press_key(pygame.K_p)
    scene = window.top
    assert (scene.view.pitch.seen["columns"], scene.view.pitch.seen["rows"]) == (7, 9)
    window.finish_animations()
    window.press_key(pygame.K_x)
    window.finish_animations()
    assert len(scene.view.pitch.picture.pieces) == 10
    again = Session.from_record(scene.match.session.record())
    assert again.position() == scene.match.session.position()


def test_broken_board_opens_a_dialog(
    window: WindowRobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "levels" / "socker"
    folder.mkdir(parents=True)
    (folder / "torn.tmx").write_text("<map", encoding="utf-8")
    monkeypatch.setattr("game.resources.LEVELS", tmp_path / "levels")
    window.context.open_scene("lobby", "socker")
    window.top.house_rules.choose_board("torn")
    window.press_key(pygame.K_p)
    assert window.shown == "MessageDialog"
    window.press_key(pygame.K_RETURN)
    assert window.shown == "LobbyScene"


def test_crash_of_a_scene_keeps_the_match(window: WindowRobot, capsys: pytest.CaptureFixture[str]) -> None:
    """A scene that raises in the real loop ends in the dialog, with the record in the report."""

    class Breaks(TitleScene):
        def tick(self, now: float) -> bool:
            raise RuntimeError("the needle broke")

    KeyboardRobot(window).start_from_title("socker")
    window.finish_animations()
    record = window.top.match.session.record()
    window.context.scenes.push(Breaks())
    pygame.event.post(pygame.event.Event(WAKE_EVENT))
    runs: list[str] = []
    run = window.app.run

    def counted() -> None:
        runs.append(window.shown)
        if len(runs) == 1:
            run()

    window.app.run = counted  # type: ignore[method-assign]
    assert run_guarded(window.app) == 0
    assert runs == ["Breaks", "CrashDialog"]
    crash = window.top
    assert "the needle broke" in crash.text
    [report] = window.context.stores.folder.root.glob("crash*/*")
    assert "the needle broke" in report.read_text(encoding="utf-8")
    assert "Your match is saved" in window.rows[1].text
    assert record.splitlines()[3] in window.top.text
    assert "The report is in" in capsys.readouterr().err
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    assert [saved.slug for saved in window.top.saved_games] == ["socker"]


def test_crash_in_a_lesson_claims_no_kept_match(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even because a saved match of the same game exists."""
    KeyboardRobot(window).start_from_title("socker")
    window.finish_animations()
    window.context.stores.autosave.flush()
    back_to_title(window)
    scene, run = opened(window, "socker", "kick"), window.app.run

    def breaks(now: float) -> bool:
        raise RuntimeError("the needle broke")

    monkeypatch.setattr(scene, "tick", breaks)
    monkeypatch.setattr(window.app, "run", lambda: run() if window.top is scene else None)
    pygame.event.post(pygame.event.Event(WAKE_EVENT))
    assert run_guarded(window.app) == 0
    assert window.shown == "CrashDialog"
    assert "Your match is saved" not in window.rows[1].text


def test_crash_dialog_without_a_match_claims_nothing_kept(window: WindowRobot) -> None:
    window.context.open_scene("crash", "the needle broke", None)
    assert window.top.is_opaque, "what broke may not be drawn below"
    assert "kept" not in window.screen_text


@pytest.mark.parametrize("slug", game_slugs())
def test_match_is_saved_from_its_first_frame(window: WindowRobot, slug: str) -> None:
    window.context.open_scene("lobby", slug)
    window.press_key(pygame.K_p)
    session = window.top.match.session
    window.context.stores.autosave.flush()
    saved = window.context.stores.saves.load(slug)
    assert saved is not None
    assert saved.record == session.record()


def test_second_match_keeps_the_displaced_first(window: WindowRobot) -> None:
    first = Session.new("socker", seed=1, names=["Ann", "Bo"])
    first.play(first.moves()[0])
    saves = window.context.stores.saves
    saves.save("socker", first.record(), {})
    window.context.open_scene("lobby", "socker")
    window.press_key(pygame.K_p)
    assert window.shown == "SockerView"
    window.context.stores.autosave.flush()
    saves.clear("socker")
    back_to_title(window)
    window.context.open_scene("lobby", "socker")
    window.top.house_rules.bring_back()
    assert window.shown == "SockerView"
    assert window.top.match.session.record() == first.record()


def test_every_saved_match_can_be_resumed(window: WindowRobot) -> None:
    """The peg holds the newest; a game with a saved match asks about it."""
    for slug in ("socker", "city"):
        session = Session.new(slug, seed=4)
        session.play(session.moves()[0])
        window.context.stores.saves.save(slug, session.record(), {})
    window.top.on_result(None)
    assert [saved.slug for saved in window.top.saved_games] == ["city", "socker"]
    hands = KeyboardRobot(window)
    hands.walk(lambda: window.top.focus, "socker", window.top.focusable())
    window.press_key(pygame.K_RETURN)
    assert window.shown == "QuestionDialog"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    window.press_keys(pygame.K_RETURN, pygame.K_RETURN)
    assert window.shown == "SockerView"
    window.context.scenes.pop()
    window.press_keys(pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN)
    assert window.shown == "LobbyScene"


@pytest.mark.parametrize("size", [100, 200])
def test_text_screens_open_at_the_top_and_scroll_to_the_end(window: WindowRobot, size: int) -> None:
    window.context.update_settings(text_size=size)
    window.context.open_scene("credits")
    assert window.scroll.at == 0
    for key, end in ((pygame.K_DOWN, window.scroll.end), (pygame.K_UP, 0.0)):
        for _ in range(40):
            before = window.scroll
            window.press_key(key)
            assert abs(window.scroll.at - before.at) < before.box.h
        assert window.scroll.at == pytest.approx(end)


def test_prompt_bar_of_text_screens_offers_only_scrolling(window: WindowRobot) -> None:
    window.context.open_scene("credits")
    window.picture()
    for device, act in (("mouse", InputAction.SCROLL), ("keyboard", InputAction.NAVIGATE)):
        window.context.devices.last = device
        assert window.top.prompts() == [(act, "Scroll"), (InputAction.BACK, "Back")]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_start_without_a_display_names_the_commands(tmp_path: Path) -> None:
    """Also where SDL would draw on an invisible screen."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    process = subprocess.run(
        [sys.executable, "main.py"],
        check=False,
        cwd=ROOT,
        env=env | {"SOCK_DRAWER_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert process.returncode == 1
    assert "Sock Drawer needs a display" in process.stderr
    for command in ("simulate", "rules", "replay"):
        assert f"python main.py {command}" in process.stderr


@pytest.mark.parametrize(
    ("hands", "kind"), [(GamepadRobot, "pad"), (KeyboardRobot, "keyboard"), (MouseRobot, "mouse")]
)
def test_prompt_glyphs_stay_when_full_screen_is_switched(
    window: WindowRobot, hands: type[MatchRobot], kind: str
) -> None:
    """The row of the settings accepts any device and does not count as a key."""
    player = hands(window)
    window.context.open_scene("settings")
    for used in (True, False):
        window.focus_on("Full screen")
        if kind == "mouse":
            box = window.focused.box
            window.click(box.right - 40, box.centre[1])
        else:
            player.confirm()
        window.step()
        assert window.context.settings.fullscreen is used
        assert window.app.screen is pygame.display.get_surface()
        assert bool(window.app.screen.get_flags() & pygame.FULLSCREEN) is used
        assert window.context.devices.last.partition(":")[0] == kind
        window.run_for(1100)


# A second window says that one is open, and continues when that is closed.


def press(key: int) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))


@pytest.fixture
def both(window: WindowRobot, tmp_path: Path) -> tuple[Storage, Storage]:
    """Storage of a window, and of a second one that is opened at the same time."""
    first, second = Storage(tmp_path / "home"), Storage(tmp_path / "home")
    assert first.instance.acquire()
    pygame.event.clear()
    return first, second


def test_second_window_waits_for_the_first(both: tuple[Storage, Storage]) -> None:
    first, second = both
    press(pygame.K_ESCAPE)
    assert not has_place(second)
    first.close()
    press(pygame.K_RETURN)
    assert has_place(second)
    assert not first.instance.acquire()


def test_second_window_can_be_closed(both: tuple[Storage, Storage]) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert not has_place(both[1])
