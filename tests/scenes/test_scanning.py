"""One-switch scanning: every screen, and a whole short match of each game from title to title."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.scenes.lobby import LobbyScene
from game.store.settings import ScanMode, SwitchInput
from game.ui.core.input import InputAction
from game.ui.core.scanning import SwitchTarget
from game.ui.match.lesson_scene import LessonScene
from game.ui.match.match_scene import MatchScene
from tests.robot.city import CityRobot
from tests.robot.game import SwitchHands
from tests.robot.games import ROBOTS
from tests.sampling import sample, thinned
from tests.scenes.fake_speech import with_fake_speech
from tests.scenes.harness import SCREENS_AROUND, WindowRobot, is_settled
from tests.scenes.one_switch import STEP, SwitchRobot, doing, named

SHORT: dict[str, dict[str, Any]] = {
    "socker": {"goals": 1, "dawdle": 10},
    "city": {"handicap": 0, "handicap_track": 10},
    "sociable": {"target": 0},
    "socki": {"target": 0},
    "rockit": {},
}


@pytest.fixture
def switch(window: WindowRobot) -> SwitchRobot:
    return SwitchRobot(window)


def row(window: WindowRobot, text: str) -> Callable[[SwitchTarget], bool]:
    """Match the row whose label contains ``text``."""
    return named(window.row(text).key)


def good_move(scene: MatchScene, rng: SeededRng) -> str:
    """Move of the normal bot."""
    session = scene.match.session
    assert session.to_move is not None
    bot = find_game(session.game).bot
    return str(bot.choose(session.observe(session.to_move), session.options, "normal", rng))


def play_on(hands: SwitchHands, scene: MatchScene) -> None:
    """Play until neither the match nor a scene on top of it is shown."""
    window, switch, rng = hands.window, hands.switch, SeededRng("switch")
    for _ in range(6000):
        if scene not in window.context.scenes.scenes:
            return
        if window.top is not scene:
            if window.shown in ("ResultsScene", "MatchReportScene", "DebriefScene"):
                return
            if window.shown == "WinnerScene":
                switch.take(named("on"))
                continue
            switch.take(
                lambda target: target.act in (InputAction.CONFIRM, InputAction.PAUSE)
            )  # a sheet to confirm
        elif is_settled(scene) and not scene.match.is_over:
            hands.play(good_move(scene, rng))
        elif scene.animations.is_held:
            switch.take(doing(InputAction.CONFIRM))
        else:
            window.step(ms=50)
    raise AssertionError("the match never ends")


@pytest.mark.usefixtures("same_match")
@pytest.mark.parametrize("game", sample(sorted(SHORT), "rockit"))
def test_switch_plays_a_whole_match_from_title_to_title(window: WindowRobot, game: str) -> None:
    hands = ROBOTS[game].devices["switch"](window)
    assert isinstance(hands, SwitchHands)
    switch = hands.switch
    window.context.apply_settings(window.context.settings.with_house_rules(game, SHORT[game]))
    switch.take(named(game))
    assert window.shown == "LobbyScene"
    switch.take(named("start"))
    scene = window.top
    assert isinstance(scene, MatchScene)
    play_on(hands, scene)
    assert scene.match.is_over
    for _ in range(4):
        if window.shown == "TitleScene":
            break
        asks = window.shown == "QuestionDialog"
        switch.take(row(window, "drawer") if asks else doing(InputAction.BACK))
        window.step()
    assert window.shown == "TitleScene"
    assert switch.presses < 4000


# The most frequent targets come first.


def test_first_switch_press_in_the_lobby_starts_the_match(switch: SwitchRobot) -> None:
    """With five seats, phones and house rules in the ring, the start of the match comes first."""
    window = switch.window
    switch.take(named("sociable"))
    window.wait_until_readable()
    window.step()
    switch.press()
    assert isinstance(window.top, MatchScene)


def test_first_switch_press_opens_the_daily_puzzle(switch: SwitchRobot) -> None:
    window = switch.window
    window.context.open_scene("daily")
    window.wait_until_readable()
    window.step()
    switch.press()
    assert window.shown != "DailyScene"


def test_switch_offers_adjoining_track_first(switch: SwitchRobot) -> None:
    window = switch.window
    city = CityRobot(window, people=(0,), start_player="first").map
    first = min(city.legal)
    switch.take(named("-".join(first)))
    window.finish_animations()
    window.step()
    beside = [link for link in city.legal if {*link} & {*first}]
    assert len(beside) > 1
    switch.press()
    for _ in beside:
        item = window.app.scanning.current_item
        assert isinstance(item, SwitchTarget)
        assert item.name in ["-".join(link) for link in beside], "it is offered at the first walk"
        window.step(ms=STEP)


@thinned(3)
@SCREENS_AROUND
def test_switch_can_leave_every_screen(switch: SwitchRobot, screen: tuple[str, ...]) -> None:
    window = switch.window
    window.context.open_scene(*screen)
    for _ in range(3):
        window.step()
    seen = set()
    for _ in range(60):
        if (item := window.app.scanning.current_item) is not None:
            seen.add(repr(item)[:200])
        window.step(ms=STEP)
    assert len(seen) > 1
    switch.take(doing(InputAction.BACK))
    window.run_for(100)
    assert window.shown == "TitleScene"


@pytest.mark.parametrize("game", sample(sorted(SHORT), "city"))
def test_switch_reaches_and_leaves_menu_replay_and_lesson(switch: SwitchRobot, game: str) -> None:
    window = switch.window
    switch.take(named(game))
    switch.take(named("start"))
    scene = window.top
    window.run_until(lambda: is_settled(scene), ms=50)
    if not switch.offers(doing(InputAction.PAUSE)):
        switch.take(doing(InputAction.HELP))
        assert window.shown == "HelpPanel"
        switch.take(named("pause"))
    else:
        switch.take(doing(InputAction.PAUSE))
    assert window.shown == "PauseMenu"
    switch.take(named("on"))
    assert window.top is scene
    window.context.open_scene("replay", scene.match)
    window.step()
    moment = window.top.ply
    switch.take(lambda target: (target.name, target.dx) == ("way", -1))
    assert window.top.ply <= moment
    switch.take(doing(InputAction.BACK))
    assert window.top is scene
    window.context.open_scene("lessons", game)
    window.step()
    switch.take(doing(InputAction.CONFIRM))
    window.finish_animations()
    assert isinstance(window.top, LessonScene)
    switch.take(lambda target: target.words == "Skip lesson")
    assert window.shown == "LessonEnd"


def test_switch_changes_settings(switch: SwitchRobot) -> None:
    window = switch.window
    switch.take(named("settings"))
    assert window.shown == "SettingsScene"
    switch.take(row(window, "Reduced motion"))
    assert window.context.settings.reduced_motion
    switch.take(named("sound"))
    for _ in range(2):
        switch.take(lambda target: (target.name, target.dx) == ("music", -1))
    assert window.context.settings.music == 40


def test_switch_writes_a_name(switch: SwitchRobot) -> None:
    window = switch.window
    switch.take(named("socker"))
    switch.take(named("seat 0"))
    switch.take(row(window, "Name"))
    assert window.shown == "ScreenKeyboard"
    window.top.text = ""
    for letter in ("a", "n", "n", "✓"):
        caps = enumerate(window.top.caps)
        at = next((n, keys.index(key)) for n, keys in caps for key in keys if key.lower() == letter)
        switch.take(named(f"{at[0]}.{at[1]}"))
    assert window.shown == "SeatDialog"
    lobby = window.context.scenes.scenes[-2]
    assert isinstance(lobby, LobbyScene)
    assert lobby.seats[0].name.lower() == "ann"


def test_switch_answers_a_question(switch: SwitchRobot) -> None:
    switch.take(doing(InputAction.BACK))
    assert switch.window.shown == "QuestionDialog"
    switch.take(row(switch.window, "Stay"))
    assert switch.window.shown == "TitleScene"


def test_first_start_screen_turns_scanning_on(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path, (1280, 720), first=True)
    window.top.set_focus("scan")
    window.press_key(pygame.K_RETURN)
    assert window.context.settings.scan is ScanMode.TIME
    robot = SwitchRobot(window)
    robot.take(named("language 1"))
    assert window.context.settings.language == "de"
    robot.take(named("open"))
    assert window.shown == "TitleScene"


def press(window: WindowRobot, switch: SwitchInput, *, second: bool = False) -> None:
    if switch is SwitchInput.SPACE:
        key = pygame.K_RETURN if second else pygame.K_SPACE
        window.step(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        window.step(pygame.event.Event(pygame.KEYUP, key=key, mod=0))
    elif switch is SwitchInput.PAD:
        window.press_button("b" if second else "a", pad=2)
    else:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            window.step(pygame.event.Event(kind, pos=(5, 5), button=3 if second else 1, touch=False))


@pytest.mark.parametrize("which", list(SwitchInput))
def test_two_switches_step_and_select(window: WindowRobot, which: SwitchInput) -> None:
    window.context.update_settings(scan="step", switch=which)
    for _ in range(50):
        window.step(ms=400)
    assert window.app.scanning.current_item is None, "time does nothing"
    seen: list[object] = []
    for _ in range(3):
        press(window, which)
        seen.append(window.app.scanning.current_item)
    assert len({repr(item) for item in seen}) == 3
    for _ in range(6):
        if window.shown != "TitleScene":
            break
        press(window, which, second=True)
        press(window, which)
    assert window.shown != "TitleScene"


@pytest.mark.parametrize("which", list(SwitchInput))
def test_rest_mode_selects_the_target_after_a_pause(window: WindowRobot, which: SwitchInput) -> None:
    window.context.update_settings(scan="rest", switch=which, scan_time=600)
    window.run_for(5_000)
    assert window.shown == "TitleScene"
    for _ in range(6):
        press(window, which)
        window.run_for(900)
        if window.shown != "TitleScene":
            break
    assert window.shown != "TitleScene"


def test_scanning_keeps_the_configured_time(window: WindowRobot) -> None:
    for ms in (600, 4000):
        window.context.update_settings(scan="time", scan_time=ms)
        press(window, SwitchInput.SPACE)
        window.step()
        before = window.app.scanning.current_item
        window.step(ms=ms * 0.8)
        assert window.app.scanning.current_item == before
        window.step(ms=ms * 0.4)
        assert window.app.scanning.current_item != before
        window.context.update_settings(scan="off")
        window.step()


def test_space_confirms_when_scanning_is_off(window: WindowRobot) -> None:
    window.press_key(pygame.K_SPACE)
    assert window.shown == "LobbyScene"


def test_scan_ring_is_narrated(window: WindowRobot) -> None:
    robot, speaker = SwitchRobot(window), with_fake_speech(window)
    window.step()
    speaker.heard()
    texts = set()
    for _ in range(40):
        window.step(ms=STEP)
        texts.update(speaker.heard())
    assert robot.offers(doing(InputAction.BACK))
    assert any("players" in text for text in texts), texts
