"""Tests of the lobby: names, seats, first match, house rules, addresses, phones and saved boards."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game import levels
from game.core.discovery import find_game, game_slugs
from game.core.game import Outcome
from game.core.options import Value
from game.core.session import Session
from game.games.socker.rules import SockerEndReason
from game.match.adaptive_level import ADAPTIVE_LEVEL
from game.match.lesson import has_lessons
from game.match.match import Match
from game.match.seats import Seat
from game.party import server
from game.party.party import is_nowhere
from game.resources import levels_of
from game.scenes.lobby import LobbyScene
from game.scenes.lobby_drawing import LobbyKey
from game.scenes.phone_join import join_words
from game.scenes.rule_rows import BoardPicker
from game.store.settings import RulePreset
from game.ui.core.input import KEYBOARD, InputAction
from game.ui.core.theme import SMALL
from game.ui.match.lesson_scene import LessonScene
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import ChoiceRow, FieldRow, QuestionDialog, Text, prompt_bar_rows, prompts_for
from tests.matches import GAMES
from tests.party.socket_phone import Phone, networks
from tests.rows import Row
from tests.sampling import PATIENCE, sample_size, thinned
from tests.scenes import layout_checks
from tests.scenes.harness import CROSS, KeyboardRobot, WindowRobot
from tests.scenes.layout_checks import prompt_labels
from tests.scenes.lesson_hands import take_step
from tests.scenes.test_album import back_to_title


def lobby(window: WindowRobot, slug: str) -> LobbyScene:
    window.context.open_scene("lobby", slug)
    window.step()
    scene: LobbyScene = window.top
    return scene


@pytest.mark.parametrize("focus", ["start", "phones"])
def test_bot_is_offered_only_while_a_seat_is_free(window: WindowRobot, focus: str) -> None:
    scene = lobby(window, "sociable")
    scene.joining.set(len(scene.seats) - 1, "", empty=True)
    scene.focus = focus
    assert "Add a bot" in prompt_labels(scene)
    window.press_key(pygame.K_x)
    assert not any(seat.empty for seat in scene.seats)
    assert "Add a bot" not in prompt_labels(scene)


@pytest.mark.parametrize("by", ["keyboard", "mouse", "pad"])
def test_each_seat_takes_one_press(window: WindowRobot, by: str) -> None:
    scene = lobby(window, "rockit")

    def other(number: int) -> None:
        scene.set_focus(f"seat {number}")
        if by == "mouse":
            x, y = scene.frame.boxes[f"seat {number}"].centre
            window.click(x, y, button=3)
        elif by == "pad":
            window.press_button("x", pad=1)
        else:
            window.press_key(pygame.K_x)

    while any(seat.empty for seat in scene.seats[:4]):
        scene.table.add_bot()
    scene.table.host = "pad:1"
    for people in (2, 3, 4):
        other(people - 1)
        assert [seat.level for seat in scene.seats[:4]] == [""] * people + ["normal"] * (4 - people)
    other(3)
    assert scene.seats[3].level == "normal", "as good as the one before"


def named(window: WindowRobot, number: int, name: str) -> None:
    """Name a seat of the top lobby."""
    window.top.focus = f"seat {number}"
    window.press_key(pygame.K_RETURN)
    assert window.shown == "SeatDialog"
    window.point(5, 5)
    window.type_text(name)
    window.press_key(pygame.K_ESCAPE)


def test_backspace_clears_a_name_then_deletes_letters(window: WindowRobot) -> None:
    scene = lobby(window, "socker")
    scene.focus = "seat 0"
    window.press_key(pygame.K_RETURN)
    window.point(5, 5)
    assert (InputAction.CONFIRM, "Change") in window.top.prompts()
    window.press_key(pygame.K_BACKSPACE)
    assert scene.seats[0].name == ""
    window.type_text("Tomm")
    window.press_key(pygame.K_BACKSPACE)
    assert scene.seats[0].name == "Tom"
    window.press_keys(pygame.K_DOWN, pygame.K_UP)
    window.type_text("Ida")
    assert scene.seats[0].name == "Ida", "the row was left and came back"


def test_name_is_kept_for_the_next_game(window: WindowRobot) -> None:
    lobby(window, "socki")
    named(window, 0, "Maria")
    named(window, 2, "Tom")
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    assert [seat.name for seat in lobby(window, "socker").seats] == ["Maria", "Bo"]
    named(window, 1, "Kim")
    window.press_key(pygame.K_p)
    back_to_title(window)
    assert [seat.name for seat in lobby(window, "sociable").seats[:4]] == ["Maria", "Kim", "Tom", "Kofi"]


def test_name_is_kept_for_the_next_start(window: WindowRobot, tmp_path: Path) -> None:
    lobby(window, "rockit")
    named(window, 0, "Maria")
    window.press_key(pygame.K_ESCAPE)
    window.close()
    again = WindowRobot(tmp_path)
    assert lobby(again, "city").seats[0].name == "Maria"


def test_title_focuses_the_last_game(window: WindowRobot) -> None:
    lobby(window, "city")
    window.press_key(pygame.K_p)
    window.finish_animations()
    assert window.context.last_game == "city"
    match = window.top
    match.match.concede(0)
    window.finish_animations()
    window.run_for(200)
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    assert window.top.focus == "city"


# The first match.

SHORT = {slug: dict(find_game(slug).info.quick_match) for slug in GAMES}


@pytest.fixture
def newcomer(tmp_path: Path) -> WindowRobot:
    """Window of a player who has played no match yet."""
    robot = WindowRobot(tmp_path, (1280, 720), first=True)
    robot.press_key(pygame.K_ESCAPE)
    return robot


def labels(window: WindowRobot) -> list[str]:
    return [row.label for row in window.rows]


def begun(window: WindowRobot) -> Match:
    """Start the match of the top lobby and return it."""
    window.top.start.begin()
    window.run_until(lambda: isinstance(window.top, MatchScene))  # a city is built first
    match: Match = window.top.match
    return match


@pytest.mark.parametrize("slug", GAMES)
def test_only_the_first_match_is_short_and_easy(newcomer: WindowRobot, slug: str) -> None:
    scene = lobby(newcomer, slug)
    assert {seat.level for seat in scene.seats[1:] if not seat.empty} == {"easy"}
    assert scene.house_rules.chosen_rules == SHORT.get(slug, {})
    assert ("short" in scene.house_rules.tag_text) == bool(SHORT.get(slug, {}))
    length = {"sociable": "3 hands", "socker": "one goal", "socki": "one round"}.get(slug, "")
    assert length in start_words(scene).replace("\u00a0", " ")
    assert "More" in labels(newcomer)
    assert "Save as a preset" not in labels(newcomer)
    match = begun(newcomer)
    assert {name: match.session.options[name] for name in SHORT.get(slug, {})} == SHORT.get(slug, {})
    assert {seat.level for seat in match.seats[1:]} == {"easy"}
    back_to_title(newcomer)
    again = lobby(newcomer, slug)
    assert {seat.level for seat in again.seats[1:] if not seat.empty} == {ADAPTIVE_LEVEL}
    assert again.house_rules.chosen_rules == {}
    assert "Save as a preset" in labels(newcomer)


def test_choices_for_the_first_match_are_kept(newcomer: WindowRobot) -> None:
    scene = lobby(newcomer, "socker")
    scene.house_rules.choose("goals", 5)
    scene.house_rules.choose("actions", 4)
    scene.joining.set(1, "hard")
    begun(newcomer)
    assert newcomer.context.settings.house_rules["socker"] == {"goals": 5, "actions": 4}
    assert newcomer.context.settings.seats["socker"][1].level == "hard"


def start_words(scene: LobbyScene) -> str:
    """Return what the start button shows, as narration reads it."""
    scene.focus = LobbyKey.START
    return scene.narration().focus


def test_bot_added_to_a_first_match_is_easy(newcomer: WindowRobot) -> None:
    scene = lobby(newcomer, "socki")
    before = scene.joining.players
    newcomer.press_key(pygame.K_x)
    assert scene.joining.players == before + 1
    assert {seat.level for seat in scene.seats[1:] if not seat.empty} == {"easy"}
    assert "easy" in scene.house_rules.tag_text


@thinned(1)
@pytest.mark.parametrize("slug", GAMES)
def test_first_match_is_called_easy_only_with_easy_bots(newcomer: WindowRobot, slug: str) -> None:
    scene = lobby(newcomer, slug)
    assert "easy" in scene.house_rules.tag_text
    scene.joining.set(1, "normal")
    scene.table.seats_changed()
    newcomer.step()
    assert "easy" not in scene.house_rules.tag_text
    newcomer.app.draw()


def test_chosen_easy_bot_stays_easy(newcomer: WindowRobot) -> None:
    scene = lobby(newcomer, "socki")
    newcomer.press_key(pygame.K_x)
    scene.focus = "seat 1"
    newcomer.press_key(pygame.K_x)
    while scene.seats[1].level != "easy":
        newcomer.press_key(pygame.K_x)
    begun(newcomer)
    back_to_title(newcomer)
    again = lobby(newcomer, "socki")
    held = [seat.level for seat in again.seats if not seat.empty]
    assert held == ["", "easy", *[ADAPTIVE_LEVEL] * (len(held) - 2)]


@pytest.mark.parametrize("slug", GAMES)
def test_new_home_opens_with_the_rules_that_scripts_get(newcomer: WindowRobot, slug: str) -> None:
    """Only the very first match is short."""
    scene = lobby(newcomer, slug)
    short = find_game(slug).info.quick_match
    assert scene.house_rules.rules == {**Session.new(slug, scene.joining.players).options, **short}
    assert ("Short match" if short else "The author's rules") in start_words(scene)
    begun(newcomer)
    back_to_title(newcomer)
    again = lobby(newcomer, slug)
    assert again.house_rules.rules == dict(Session.new(slug, again.joining.players).options)
    assert start_words(again) == "Start the match, The author's rules"


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize(("slug", "rules"), [("socker", (8, 7)), ("rockit", (True,))])
def test_other_preset_is_chosen_by_its_tab_and_remembered(
    window: WindowRobot, slug: str, rules: tuple[Value, ...]
) -> None:
    scene, info = lobby(window, slug), find_game(slug).info
    names, defaults = tuple(info.recommended), Session.new(slug, 2).options
    assert window.row("Preset").of(ChoiceRow).words == ("The author's rules", "Sock Drawer's rules")
    window.click_row("Preset", "Sock Drawer's rules")
    assert tuple(scene.house_rules.rules[name] for name in names) == rules
    assert not scene.house_rules.change_count, "the rules are those of the preset"
    assert info.recommended_because in window.focused.narration
    assert start_words(scene) == "Start the match, Sock Drawer's rules"
    window.click_box(scene.frame.boxes["start"])
    assert tuple(window.top.match.session.options[name] for name in names) == rules
    back_to_title(window)
    scene = lobby(window, slug)
    assert tuple(scene.house_rules.rules[name] for name in names) == rules
    window.click_row("Preset", "The author's rules")
    assert scene.house_rules.rules == dict(defaults)
    assert window.is_fully_drawn()


def test_start_button_counts_changes_from_the_preset(window: WindowRobot) -> None:
    scene = lobby(window, "socker")
    scene.house_rules.take_preset(RulePreset.SOCK_DRAWER)
    scene.house_rules.choose("extra_time", 0)
    assert start_words(scene) == "Start the match, 1 rule changed"
    assert scene.house_rules.tag_text == "1 changed"
    window.press_key(pygame.K_e)
    assert start_words(scene) == "Start the match, Sock Drawer's rules"


def test_game_without_a_recommended_change_offers_no_presets(window: WindowRobot) -> None:
    scene = lobby(window, "city")
    assert "Preset" not in labels(window)
    assert start_words(scene) == "Start the match, The author's rules"


OLD_HOME = {
    "version": 1,
    "language": "en",
    "house_rules": {"socker": {"goals": 5}, "rockit": {"must_play": False}},
    "presets": {"socker": {"Quick": {"goals": 1}, "Plain": {"extra_time": 0, "extra_most": 5}}},
}
"""Settings as the program wrote them before there was a choice of presets."""


@pytest.fixture
def old_home(tmp_path: Path) -> WindowRobot:
    (tmp_path / "settings.json").write_text(json.dumps(OLD_HOME), encoding="utf-8")
    return WindowRobot(tmp_path, first=True)


def test_old_home_keeps_the_rules_it_played_by(old_home: WindowRobot) -> None:
    scene = lobby(old_home, "socker")
    rules = scene.house_rules.rules
    assert (rules["extra_time"], rules["extra_most"], rules["goals"]) == (8, 7, 5)
    assert start_words(scene) == "Start the match, 1 rule changed"
    begun(old_home)
    back_to_title(old_home)
    assert lobby(old_home, "socker").house_rules.rules == rules
    back_to_title(old_home)
    assert not lobby(old_home, "rockit").house_rules.rules["must_play"]


def test_old_home_with_results_only_keeps_its_rules(old_home: WindowRobot) -> None:
    app = old_home.context
    app.update_settings(house_rules={}, presets={})
    app.stores.statistics.add("socker", {0: "Ann"}, Outcome((0,), (1, 0), SockerEndReason.GOALS))
    assert lobby(old_home, "socker").house_rules.rules["extra_time"] == 8


def test_game_new_to_an_old_home_opens_with_the_authors_rules(old_home: WindowRobot) -> None:
    old_home.context.update_settings(house_rules={}, presets={})
    scene = lobby(old_home, "rockit")
    assert not scene.house_rules.rules["must_play"]
    begun(old_home)
    back_to_title(old_home)
    assert not lobby(old_home, "rockit").house_rules.rules["must_play"]


def test_own_presets_of_an_old_home_keep_their_meaning(old_home: WindowRobot) -> None:
    scene = lobby(old_home, "socker")
    scene.house_rules.take_own_preset("Quick")
    assert (scene.house_rules.rules["goals"], scene.house_rules.rules["extra_time"]) == (1, 8)
    assert start_words(scene) == "Start the match, 1 rule changed"
    scene.house_rules.take_own_preset("Plain")
    assert scene.house_rules.rules["extra_time"] == 0
    assert start_words(scene) == "Start the match, The author's rules"


@pytest.mark.parametrize("preset", RulePreset)
def test_own_preset_has_the_same_rules_when_it_is_taken_again(
    window: WindowRobot, preset: RulePreset
) -> None:
    panel = lobby(window, "socker").house_rules
    panel.take_preset(preset)
    panel.choose("goals", 7)
    rules = dict(panel.rules)
    panel.keep_preset("Long")
    for other in RulePreset:
        panel.take_preset(other)
        panel.take_own_preset("Long")
        assert (panel.rules, panel.preset, panel.change_count) == (rules, preset, 1)


def test_one_press_restores_the_default_rules(newcomer: WindowRobot) -> None:
    scene = lobby(newcomer, "socker")
    newcomer.press_key(pygame.K_e)
    assert scene.house_rules.change_count == 0
    assert "Preset" in labels(newcomer)


@pytest.mark.parametrize("by", ["rules", "seats", "statistics", "save"])
def test_experienced_player_gets_the_usual_lobby(newcomer: WindowRobot, by: str) -> None:
    app = newcomer.context
    if by == "rules":
        app.update_settings(house_rules={"socker": {}})
    elif by == "seats":
        app.apply_settings(app.settings.with_seats("socker", []))
    elif by == "statistics":
        app.stores.statistics.add("socker", {0: "Ann"}, Outcome((0,), (1, 0), SockerEndReason.GOALS))
    else:
        app.stores.saves.save("socker", Session.new("socker", seed=1).record(), {})
    scene = lobby(newcomer, "socker")
    assert scene.seats[1].level == "normal"
    assert scene.house_rules.chosen_rules == {}
    assert "Preset" in labels(newcomer)


@thinned()
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("slug", GAMES)
def test_keyboard_opens_all_rules(newcomer: WindowRobot, slug: str, text_size: int) -> None:
    newcomer.context.update_settings(text_size=text_size)
    scene = lobby(newcomer, slug)
    scene.set_focus(LobbyKey.FORM)
    if scene.house_rules.folded:
        newcomer.press_key(pygame.K_RETURN)
        assert scene.unfolded
    for _step in range(6):
        if newcomer.focused.label == "More":
            break
        newcomer.press_key(pygame.K_DOWN)
    newcomer.press_key(pygame.K_RETURN)
    assert {option.title for option in scene.info.options} <= set(labels(newcomer))
    assert scene.house_rules.chosen_rules == SHORT.get(slug, {}), "nothing has changed by that"
    newcomer.app.draw()


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("slug", ["socker", "city"])
def test_boards_are_chosen_by_picture(window: WindowRobot, slug: str) -> None:
    scene = lobby(window, slug)
    board = scene.info.board
    while scene.house_rules.album.read_on():
        scene.house_rules.needs_redraw = True
    with patch("game.levels.maps", side_effect=AssertionError("the folder is looked through in every turn")):
        window.step()
        window.step()
    picker = window.row(board)
    boards = picker.of(BoardPicker).boards
    assert [board.key for board in boards] == ["", *(key for key, _words in scene.house_rules.album.boards())]
    assert all(board.layout is not None for board in boards[1:])
    window.focus_on(board)
    window.click_box(picker.of(BoardPicker).boxes(window.context.measuring_painter, picker.box)[1])
    assert scene.house_rules.board == boards[1].key
    window.focus_on(board)
    window.press_key(pygame.K_RIGHT)
    assert scene.house_rules.board == boards[2].key
    window.press_key(pygame.K_LEFT)
    window.press_key(pygame.K_LEFT)
    assert scene.house_rules.board == ""
    assert window.is_fully_drawn()


def test_unreadable_board_has_no_picture(window: WindowRobot) -> None:
    map_folder = window.context.stores.maps("socker")
    map_folder.mkdir(parents=True)
    (map_folder / "torn.tmx").write_text("<map", encoding="utf-8")
    lobby(window, "socker")
    window.run_for(200)
    boards = window.row("Pitch").of(BoardPicker).boards
    assert [board.words for board in boards if board.layout is None] == ["Standard", "torn"]


def test_lobby_offers_the_first_lesson(newcomer: WindowRobot) -> None:
    for slug in GAMES:
        back_to_title(newcomer)
        scene = lobby(newcomer, slug)
        offered = "First lesson (2 min)" in labels(newcomer)
        assert offered == has_lessons(slug)
        if offered:
            scene.set_focus(LobbyKey.FORM)
            newcomer.press_key(pygame.K_RETURN)
            assert newcomer.top is not scene
            assert newcomer.context.scenes.scenes[1] is scene, "the way back leads here"


def test_up_enters_the_panel_at_its_last_button(newcomer: WindowRobot) -> None:
    scene = lobby(newcomer, "socki")
    scene.set_focus(LobbyKey.PHONES)
    hands = KeyboardRobot(newcomer)
    hands.step(0, -1)
    assert (scene.focus, newcomer.focused.label) == (LobbyKey.FORM, "More")
    hands.step(0, -1)
    assert newcomer.focused.label == "First lesson (2 min)"


def test_one_key_starts_the_first_lesson(newcomer: WindowRobot) -> None:
    """Moving to the button would take too many presses before the first move."""
    scene = lobby(newcomer, "city")
    assert (InputAction.LOOK, "First lesson") in scene.prompts()
    newcomer.press_key(pygame.K_l)
    assert isinstance(newcomer.top, LessonScene)


def test_started_learner_is_offered_the_lesson_list(newcomer: WindowRobot) -> None:
    scene = lobby(newcomer, "socker")
    scene.set_focus(LobbyKey.FORM)
    newcomer.press_key(pygame.K_RETURN)
    newcomer.press_key(pygame.K_ESCAPE)
    newcomer.choose("Play the game")
    assert "First lesson (2 min)" in labels(newcomer), "nothing was learnt"
    assert scene.focus == LobbyKey.START, "to the game, it said"
    scene.set_focus(LobbyKey.FORM)
    newcomer.press_key(pygame.K_RETURN)
    newcomer.finish_animations()
    take_step(KeyboardRobot(newcomer), newcomer.top.tutor)
    newcomer.press_key(pygame.K_p)
    newcomer.choose("Quit")
    assert newcomer.top is scene
    assert "First lesson (2 min)" not in labels(newcomer)
    assert newcomer.focused.label == "Lessons"
    newcomer.press_key(pygame.K_l)
    assert newcomer.shown == "LessonListScene"


def test_opened_rules_offer_the_lessons_too(window: WindowRobot) -> None:
    """For players who have pressed More and use the mouse."""
    window.context.open_scene("lobby", "socker")
    window.top.house_rules.unfold()
    window.click_row("Lessons")
    assert window.shown == "LessonListScene"


def test_one_card_adds_players_until_all_seats_are_taken(window: WindowRobot) -> None:
    """Free seats after the first one are bare pegs, which nothing can focus."""
    scene = lobby(window, "socki")
    free = [number for number, seat in enumerate(scene.seats) if seat.empty]
    assert len(free) > 1
    for number in free:
        assert layout_checks.labels(scene.frame).count("Add player") == 1
        assert [
            n for n in free if LobbyKey.SEAT.of(n) in dict(scene.focusable()) and scene.seats[n].empty
        ] == [number]
        window.click_box(scene.frame.boxes[LobbyKey.SEAT.of(number)])
        assert not scene.seats[number].empty
    assert "Add player" not in layout_checks.labels(scene.frame)


def test_few_players_are_on_one_line_with_a_tag_for_one_more(window: WindowRobot) -> None:
    """Two to four puppets are larger than those of five, which need two lines."""
    scene, heights = lobby(window, "socki"), []
    for number in (2, 3, 4):
        scene.joining.set(number, "", empty=True)
    for players in (2, 3, 4, 5):
        boxes = scene.frame.boxes
        taken = [n for n, seat in enumerate(scene.seats) if not seat.empty]
        cards = [boxes[LobbyKey.SEAT.of(n)] for n in taken]
        assert len(cards) == players
        heights.append(boxes[LobbyKey.PUPPET.of(0)].h)
        is_single = max(card.y for card in cards) - min(card.y for card in cards) < cards[0].h / 2
        assert is_single == (players < 5)
        assert (LobbyKey.ROPE.of(1) in boxes) == (players == 5)
        assert layout_checks.faults(scene) == []
        tag = boxes[LobbyKey.SEAT.of(players)]
        if is_single:
            assert tag.y > max(card.bottom for card in cards)
            assert set(dict(scene.focusable())) == {
                *map(LobbyKey.SEAT.of, range(players + 1)), "start", "phones", "form"
            }  # fmt: skip
        window.click_box(tag)
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 4


def test_focus_follows_the_card_if_another_seat_becomes_free(window: WindowRobot) -> None:
    scene = lobby(window, "socki")
    for number in range(8):
        scene.joining.set(number, "easy")
    scene.joining.set(2, "", empty=True)
    scene.joining.set(6, "", empty=True)
    scene.focus = LobbyKey.SEAT.of(6)
    scene.table.seats_changed()
    assert scene.focus == LobbyKey.SEAT.of(2)


# Several addresses: the lobby offers a choice, and the server moves along.

FIRST, SECOND = "127.0.0.2", "127.0.0.3"  # every loopback address is this machine


def until(window: WindowRobot, condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "not in time"
        window.step()


class Hall:
    """Lobby whose party listens at the addresses in ``found``."""

    def __init__(self, home: Path) -> None:
        self.found: tuple[str, ...] = (FIRST, SECOND)
        self.window = WindowRobot(home)
        self.hub = self.window.context.phones

    def enter(self) -> None:
        self.hub.open(port=0, host=None)
        self.until(lambda: self.hub.is_open)
        self.lobby = lobby(self.window, "socki")
        self.lobby.focus = "phones"

    def until(self, condition: Callable[[], object]) -> None:
        until(self.window, condition)

    @property
    def rows(self) -> list[Row]:
        """Row of the address, if there is a choice."""
        return [row for row in self.window.rows if row.label == "Phones join at"]


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    open_hall = Hall(tmp_path)
    monkeypatch.setattr(server, "local_networks", lambda: networks(*open_hall.found))
    monkeypatch.setattr(server, "ADDRESS_CHECK_S", 0.02)
    yield open_hall
    open_hall.window.close()


def test_phones_join_at_the_chosen_address(hall: Hall) -> None:
    hall.enter()
    window, party = hall.window, hall.hub.party
    assert party is not None
    assert "Ways to join" in prompt_labels(hall.lobby)
    window.press_key(pygame.K_RETURN)
    assert [row.value for row in hall.rows] == [FIRST]
    window.press_key(pygame.K_RIGHT)
    hall.until(lambda: party.door.address.startswith(SECOND))
    window.step()
    below = hall.lobby.phone_panel.front.join_info.address
    assert below == party.door.address, "the lobby below shows where phones come"
    assert [row.value for row in hall.rows] == [SECOND]
    window.choose("Done")
    assert window.top is hall.lobby
    phone = Phone(party).call().join(1)
    hall.until(lambda: hall.lobby.seats[1].device == "phone")
    phone.close()


@pytest.mark.parametrize("device", ["keys", "mouse", "pad"])
def test_every_device_ends_the_party_after_a_question(hall: Hall, device: str) -> None:
    hall.enter()
    window = hall.window
    if device == "pad":
        window.context.devices.pads.connect(0, "guid", "Pad")
        window.press_button("a")
        hall.lobby.table.host = window.context.devices.last
        hall.lobby.focus = "phones"
    press = {"keys": lambda: window.press_key(pygame.K_RETURN), "pad": lambda: window.press_button("a")}
    down = {"keys": lambda: window.press_key(pygame.K_DOWN), "pad": lambda: window.button_number(CROSS[0, 1])}

    def take(text: str, steps: int) -> None:
        if device == "mouse":
            window.choose(text)
            return
        for _ in range(steps):
            down[device]()
        press[device]()

    if device == "mouse":
        window.click_box(hall.lobby.frame.boxes["phones"])
    elif window.top is hall.lobby:
        press[device]()
    assert hall.rows
    take("End the party", 2 + len(hall.hub.status.others))
    assert window.shown == "QuestionDialog"
    assert hall.hub.is_open
    take("End the party", 1)
    hall.until(lambda: not hall.hub.is_open)
    assert window.top is hall.lobby


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("covered", [False, True])
def test_lobby_follows_a_changed_address(hall: Hall, *, covered: bool) -> None:
    hall.enter()
    if covered:
        hall.window.press_key(pygame.K_RETURN)
        assert hall.rows
    before, height = hall.lobby.phone_panel.front.join_info, hall.lobby.frame.boxes["phones"].h
    hall.found = (SECOND,)
    hall.until(lambda: hall.lobby.phone_panel.front.join_info.address.startswith(SECOND))
    hall.window.step()
    assert hall.lobby.phone_panel.front.join_info.qr != before.qr
    assert hall.lobby.frame.boxes["phones"].h <= height
    assert not covered or not hall.rows, "one address is no choice"
    hall.found = (FIRST, SECOND)
    hall.until(lambda: len(hall.lobby.phone_panel.front.join_info.addresses) == 2)
    hall.window.step()
    assert not covered or [row.value for row in hall.rows] == [SECOND], "nobody is sent elsewhere"
    # The party may learn more between a frame and its check, so wait until the drawing follows.
    hall.until(hall.window.is_fully_drawn)


def test_single_address_offers_no_choice(hall: Hall) -> None:
    hall.found = (FIRST,)
    hall.enter()
    hall.window.press_key(pygame.K_RETURN)
    assert not hall.rows
    hall.window.press_key(pygame.K_RETURN)
    assert hall.window.top is hall.lobby
    hall.window.press_key(pygame.K_RETURN)
    hall.window.choose("End the party")
    assert isinstance(hall.window.top, QuestionDialog)
    assert hall.hub.is_open


# Phones in the lobby: no network, and connected ones.


def said(window: WindowRobot) -> list[tuple[str, str]]:
    """Return all visible words with their colours."""
    elements = [part.element for part in window.top.frame.parts]
    return [(element.words, element.font.colour) for element in elements if isinstance(element, Text)]


@pytest.mark.parametrize(
    "found", [(), ("127.0.0.2",), ("192.0.2.1",)], ids=["none", "loopback", "one that is not ours"]
)
def test_lobby_without_a_network_says_no_phone_can_join(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, found: tuple[str, ...]
) -> None:
    """With no private address but the loopback, players would type the address in vain."""
    monkeypatch.setattr(server, "local_networks", lambda: networks(*found))
    window.context.phones.open(port=0, host=None)
    party = window.context.phones.party
    assert party is not None
    window.context.open_scene("lobby", "socki")
    if found == ("192.0.2.1",):
        # No server can listen there, so the party says so and shows no address.
        until(window, lambda: party.trouble)
        window.step()
        assert any("Phones can't join" in text for text, _colour in said(window))
        return
    until(window, lambda: party.is_open)
    window.step()
    assert is_nowhere(party.door.address)
    assert not [text for text, _colour in said(window) if party.door.address in text]
    entries = [entry for entry in said(window) if entry[0] == "No network: phones can't join"]
    assert [colour for _words, colour in entries] == [window.context.painter(window.app.screen).theme.bad]


def test_addresses_are_offered_private_ones_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Universities give public addresses, and some networks use 100.64.0.0/10."""

    def adapters() -> list[SimpleNamespace]:
        prefixes = {"8.8.8.8": 24, "127.0.0.1": 8, "192.168.0.7": 24, "100.64.3.4": 0, "10.1.1.1": 16}
        ips = [SimpleNamespace(ip=ip, is_IPv4=True, network_prefix=bits) for ip, bits in prefixes.items()]
        return [SimpleNamespace(ips=[*ips, SimpleNamespace(ip=("fe80::1", 0, 2), is_IPv4=False)])]

    monkeypatch.setattr("ifaddr.get_adapters", adapters)
    monkeypatch.setattr(server, "local_address", lambda: "192.168.0.7")
    found = server.local_networks()
    assert list(found) == ["192.168.0.7", "10.1.1.1", "100.64.3.4", "8.8.8.8"]
    assert server.is_local("8.8.8.200", found.values())
    assert not server.is_local("8.8.9.1", found.values())
    assert not server.is_local("9.9.9.9", found.values()), "a machine without a netmask answers no strangers"
    for local in ("172.16.0.1", "169.254.1.1", "127.0.0.1"):
        assert server.is_local(local, found.values())


def test_phones_can_join_at_a_public_address(hall: Hall) -> None:
    hall.found = ()
    hall.enter()
    assert is_nowhere(hall.hub.status.join_info.address)
    assert join_words(hall.hub.status) == "No network: phones can't join"
    hall.found = (SECOND,)
    hall.until(lambda: hall.hub.status.join_info.addresses == (SECOND,))
    public = replace(hall.hub.status, join_info=replace(hall.hub.status.join_info, address="8.8.8.9:8080"))
    assert join_words(public) == "Play on phones"


@pytest.mark.usefixtures("watched")
def test_lobby_follows_the_phone_connection(window: WindowRobot) -> None:
    """The loop notices without a request, and the frame follows."""
    party = window.context.phones.open()
    until(window, lambda: party.is_open)
    window.context.open_scene("lobby", "socki")
    window.step()
    phone = Phone(party).call().join(1)
    until(window, lambda: window.top.seats[1].device == "phone")
    for change, is_there in ((phone.drop, False), (phone.back, True)):
        change()
        until(window, lambda is_there=is_there: window.context.phones.is_there(1) is is_there)  # type: ignore[misc]
        window.step()
        assert window.is_fully_drawn()
    phone.close()


# House rules in the lobby: changed with any device, opened as an overlay in large text.


def test_large_numbers_step_by_tens(window: WindowRobot) -> None:
    scene = lobby(window, "socki")
    window.focus_on("Play to")
    window.press_keys(pygame.K_RIGHT, pygame.K_RIGHT)
    assert scene.house_rules.rules["target"] == 120
    scene.house_rules.choose("target", 77)
    assert window.row("Play to").value == "77"
    window.focus_on("Play to")
    window.press_key(pygame.K_RIGHT)
    assert scene.house_rules.rules["target"] == 80


def test_default_rules_follow_the_number_of_players(window: WindowRobot) -> None:
    """RockIt uses one pack for two players and two for more, also after a match of two."""
    scene = lobby(window, "rockit")
    assert scene.house_rules.rules["decks"] == 1
    window.click_box(scene.frame.boxes["start"])
    assert window.top.match.session.options["decks"] == 1
    back_to_title(window)
    scene = lobby(window, "rockit")
    window.press_key(pygame.K_x)
    rules = scene.house_rules
    assert (scene.joining.players, rules.rules["decks"], rules.change_count) == (3, 2, 0)
    window.click_box(scene.frame.boxes["start"])
    assert window.top.match.session.options["decks"] == 2


@pytest.fixture
def large(tmp_path: Path) -> WindowRobot:
    return WindowRobot(tmp_path, text_size=200)


def test_keys_open_and_close_the_rules(large: WindowRobot) -> None:
    scene = lobby(large, "socki")
    beside = scene.frame.boxes["form"]
    scene.set_focus("form")
    large.press_key(pygame.K_RIGHT)
    assert not scene.unfolded
    scene.set_focus("form")
    large.press_key(pygame.K_RETURN)
    assert scene.unfolded
    assert scene.frame.boxes["form"].w > 1.8 * beside.w
    large.focus_on("Happy card")
    large.press_key(pygame.K_RIGHT)
    assert scene.house_rules.rules["happy_mode"] == "both"
    for _ in range(30):
        large.press_key(pygame.K_DOWN)
    assert scene.focus == "form"
    large.press_key(pygame.K_ESCAPE)
    assert not scene.unfolded
    assert (large.shown, scene.focus, scene.frame.boxes["form"]) == ("LobbyScene", "form", beside)
    large.press_key(pygame.K_ESCAPE)
    large.press_key(pygame.K_ESCAPE)
    assert large.shown == "TitleScene"


def test_the_mouse_opens_and_closes_the_rules(large: WindowRobot) -> None:
    scene = lobby(large, "socker")
    large.point(*scene.frame.boxes["form"].centre)
    assert not scene.unfolded
    large.click_box(scene.frame.boxes["form"])
    assert scene.unfolded
    large.focus_on("How to win")
    row = large.row("How to win")
    large.point(*row.box.centre)
    pill = row.of(FieldRow).control_box(large.context.measuring_painter, row.box)
    large.click(pill.right - 20, pill.centre[1])
    assert scene.house_rules.rules["win"] == "turns"
    large.click_strip("end_turn")
    assert scene.house_rules.rules["win"] == "goals"
    large.click_strip("back")
    assert not scene.unfolded
    assert large.shown == "LobbyScene"


def test_guest_pad_does_not_close_the_rules(large: WindowRobot) -> None:
    large.press_button("a")
    scene = large.top
    scene.set_focus("form")
    large.press_button("a")
    assert scene.unfolded
    large.press_button("a", pad=5)
    large.press_button("b", pad=5)
    assert scene.unfolded
    large.press_button("b")
    assert not scene.unfolded


# The help strip.


def test_strip_drops_common_words_first(large: WindowRobot) -> None:
    """One row at 200% text: icons for words, no arrows and smaller words come before a second row."""
    long = [
        (InputAction.NAVIGATE, "Choose"),
        (InputAction.CONFIRM, "Lay track"),
        (InputAction.LOOK, "The map of the big city"),
        (InputAction.UNDO, "Undo"),
        (InputAction.PAUSE, "Menu"),
    ]
    scene = lobby(large, "socki")
    scene.prompts = lambda: long  # type: ignore[method-assign]
    for device in (KEYBOARD, "pad:0"):
        large.context.devices.last = device
        _box, prompts = prompts_for(large.context, scene)
        assert [entry.act for entry in prompts] == [act for act, _words in long]
        assert [entry.words for entry in prompts] == ["", "Lay track", "The map of the big city", "", ""]
        assert [entry.sign is not None for entry in prompts] == [False] * 3 + [True] * 2
        assert len({entry.box.y for entry in prompts}) == 1
        assert all(entry.size * large.context.text_scale >= SMALL for entry in prompts)
    assert prompt_bar_rows(large.context, long) == prompt_bar_rows(large.context, long[:2])
    large.context.update_settings(text_size=100)
    large.context.devices.last = KEYBOARD
    _box, prompts = prompts_for(large.context, scene)
    assert [entry.words for entry in prompts] == [label for _act, label in long]
    large.context.update_settings(text_size=200)
    longer = [(act, words * 3) for act, words in long]
    assert prompt_bar_rows(large.context, longer) > prompt_bar_rows(large.context, long)


# A board kept from the menu is offered by the lobby.


def keep(window: WindowRobot, session: Session) -> None:
    window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.step()
    window.press_key(pygame.K_p)
    assert window.shown == "PauseMenu"
    window.choose("Save board as a map")


def test_kept_board_is_offered(window: WindowRobot) -> None:
    session = Session.new("city", seed=9)
    keep(window, session)
    assert "Open the folder" in window.choices
    (path,) = levels.maps(window.context.stores.maps("city"))
    assert levels.title(path) == "board"
    again = Session.new("city", seed=0, layout=levels.load(path))
    assert again.observe(None)["board"] == session.observe(None)["board"]
    window.context.scenes.reset(window.context.screens["title"](), window.context.screens["lobby"]("city"))
    window.step()
    offered = dict(window.top.house_rules.album.boards())
    own = next(board for board, words in offered.items() if words == "board")
    assert offered["great_park"] == "The great park"
    window.top.house_rules.choose_board(own)
    window.top.start.begin()
    assert begun_match(window).observe(None)["board"] == session.observe(None)["board"]


def test_copies_of_a_map_have_different_names(window: WindowRobot) -> None:
    map_folder = window.context.stores.maps("city")
    map_folder.mkdir(parents=True)
    for name in ("park", "park_by_night"):
        shutil.copy(levels_of("city") / "great_park.tmx", map_folder / f"{name}.tmx")
    scene = lobby(window, "city")
    names = [label for _key, label in scene.house_rules.album.boards() if label.startswith("The great park")]
    assert names == ["The great park", "The great park (park)", "The great park (park_by_night)"]


def test_unfinished_board_is_not_kept(window: WindowRobot) -> None:
    keep(window, Session.new("city", seed=9, options={"board_build": "manual"}))
    assert window.shown == "MessageDialog"
    assert not levels.maps(window.context.stores.maps("city"))


# The player with the most odd socks begins: the lobby asks who that is.


def city_by_odd_socks(window: WindowRobot, *levels: str) -> LobbyScene:
    """Return the City's lobby with a person for each empty level, and a bot for each other one."""
    scene = lobby(window, "city")
    for number, level in enumerate(levels):
        scene.joining.set(number, level)
    scene.house_rules.choose("start_player", "odd_socks")
    return scene


def begun_match(window: WindowRobot) -> Session:
    window.run_until(lambda: window.shown == "CityView")
    session: Session = window.top.match.session
    return session


@pytest.mark.parametrize("seat", [0, 1])
def test_player_with_the_most_odd_socks_begins(window: WindowRobot, seat: int) -> None:
    scene = city_by_odd_socks(window, "", "")
    names = [sitting.name for sitting in scene.seats]
    scene.start.begin()
    assert window.shown == "QuestionDialog"
    assert window.choices == [*names, "It's a tie: toss a coin"]
    window.choose(names[seat])
    session = begun_match(window)
    assert session.to_move == seat
    assert session.opening[0].kind != "toss"
    assert window.context.settings.house_rules["city"]["start_player"] == "odd_socks"


def test_equal_numbers_of_odd_socks_leave_it_to_chance(window: WindowRobot) -> None:
    city_by_odd_socks(window, "", "").start.begin()
    window.choose("tie")
    session = begun_match(window)
    assert session.options["start_player"] == "odd_socks"
    assert session.opening[0].kind == "toss"


@pytest.mark.parametrize("levels", [("", "easy"), ("easy", "")])
def test_one_person_has_more_odd_socks_than_a_bot(window: WindowRobot, levels: tuple[str, str]) -> None:
    city_by_odd_socks(window, *levels).start.begin()
    session = begun_match(window)
    assert session.options["start_player"] == ("first", "second")[levels.index("")]


def test_nobody_is_asked_about_socks_without_people_or_from_phones(window: WindowRobot) -> None:
    city_by_odd_socks(window, "easy", "easy").start.begin()
    assert begun_match(window).options["start_player"] == "odd_socks"
    city_by_odd_socks(window, "", "").start.begin(by_phones=True)
    assert begun_match(window).options["start_player"] == "odd_socks"


def test_lobby_stays_if_the_question_about_socks_is_left(window: WindowRobot) -> None:
    scene = city_by_odd_socks(window, "", "")
    scene.start.begin()
    window.press_key(pygame.K_ESCAPE)
    assert window.top is scene


# No network access without an open party.

NETWORK = {"socket.bind", "socket.connect", "socket.sendto", "socket.getaddrinfo", "urllib.Request"}
_heard: list[str] | None = None


def _listen(event: str, _details: tuple[Any, ...]) -> None:
    if _heard is not None and event in NETWORK:
        _heard.append(event)


@cache
def _hook() -> None:
    """Install the audit hook once and late: Python cannot remove it, and it sees every file access."""
    sys.addaudithook(_listen)


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """Return the list of network events from now on."""
    global _heard  # noqa: PLW0603
    _hook()
    _heard = []
    yield _heard
    _heard = None


@thinned(1)
@pytest.mark.parametrize("game", game_slugs())
def test_match_uses_no_network(window: WindowRobot, game: str, heard: list[str]) -> None:
    window.step()
    players = Session.new(game, seed=1).players
    seats = [Seat(f"Bot {n}", n, "easy") for n in range(players)]
    scene = window.open_match(Session.new(game, seed=1), seats)
    window.play_bots(sample_size(2_000, 20_000))
    assert scene.match.session.log
    assert not heard


def test_party_uses_the_network(window: WindowRobot, heard: list[str]) -> None:
    window.context.phones.open(port=0, host="127.0.0.1")
    while not window.context.phones.is_open:
        window.step()
    assert "socket.bind" in heard


def test_phones_show_the_rules_of_the_lobby(window: WindowRobot) -> None:
    window.open_party()
    party = window.context.phones.party
    assert party is not None
    served: dict[str, bytes] = {}
    serve = party.serve
    party.serve = lambda name, data: (served.update({name: data}), serve(name, data))  # type: ignore[method-assign,assignment]
    scene = lobby(window, "socker")

    def facts() -> bytes:
        return served["socker.en.md"].partition(b"\n")[0]

    until(window, lambda: b"3 goals win" in facts())
    scene.house_rules.choose("goals", 1)
    until(window, lambda: b"1 goal wins" in facts())
