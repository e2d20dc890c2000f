"""Tests of the statistics: a card for each game, for the player whose name is chosen on the line."""

from __future__ import annotations

import pygame
import pytest

from game.core.game import Outcome
from game.games.socki.rules import SockiEndReason
from game.scenes.album.scene import AlbumScene
from game.scenes.statistics import draw_matches
from game.ui.core.screen_reader import narration_of
from game.ui.widgets import Picture
from tests.scenes.harness import GamepadRobot, KeyboardRobot, MatchRobot, MouseRobot, WindowRobot
from tests.scenes.layout_checks import faults, labels
from tests.scenes.test_album import DAY, NOON, ended

LONG = "Bartholomäus Vogelsang"


def add(window: WindowRobot, slug: str, names: tuple[str, ...], *winners: int, times: int = 1) -> None:
    """Add finished matches of SOCKI's kind, in which seat n has 10 n points."""
    scores = tuple(10 * seat for seat in range(len(names)))
    for _match in range(times):
        outcome = Outcome(winners, scores, SockiEndReason.LOWEST_TOTAL)
        window.context.stores.statistics.add(slug, dict(enumerate(names)), outcome)


def card(window: WindowRobot, words: str) -> str:
    """Return the words of the card of a game."""
    return next(label for label in window.choices if label.startswith(words))


@pytest.mark.parametrize("hands", [KeyboardRobot, GamepadRobot, MouseRobot])
def test_names_on_the_line_choose_whose_cards_are_shown(window: WindowRobot, hands: type[MatchRobot]) -> None:
    add(window, "socki", ("Ann", "Bo"), 0, times=3)
    add(window, "socki", ("Ann", "Bo"), 1)
    add(window, "city", ("Ann", "Bo"), 0, 1)
    window.context.open_scene("statistics")
    window.step()
    assert card(window, "SOCKI") == "SOCKI, 3 wins, 4 matches, best score, 0"
    assert "1 win, 1 shared" in card(window, "City")
    assert card(window, "Socker") == "Socker, No matches yet, 2, players, 20, min"
    top, player = window.top, hands(window)
    if hands is MouseRobot:
        window.click_box(top.frame.boxes["name 1"])
    else:
        player.walk(lambda: top.focus, "name 1", top.focusable())
        player.confirm()
    assert card(window, "SOCKI") == "SOCKI, 1 win, 4 matches, best score, 10"
    window.press_key(pygame.K_PAGEDOWN)
    assert card(window, "SOCKI") == "SOCKI, Ann, 3, Bo, 1, wins", "everyone"


def test_card_opens_the_album_at_its_matches(window: WindowRobot) -> None:
    add(window, "socki", ("Ann", "Bo"), 0)
    window.context.open_scene("statistics")
    assert narration_of(window.context, window.top).focus.startswith("SOCKI, 1 win")
    window.press_key(pygame.K_RETURN)
    album = window.top
    assert isinstance(album, AlbumScene)
    assert (album.hanging.album_filter.game, album.hanging.album_filter.who) == ("socki", "Ann")


@pytest.mark.parametrize("text", [100, 200])
def test_every_player_is_reached_if_not_all_names_fit(window: WindowRobot, text: int) -> None:
    window.context.update_settings(text_size=text)
    names = (LONG, "Ann", "Bo", "Ida", "Kofi", "Zoe", "Maximilian", "Hildegard")
    add(window, "socki", names, 0)
    window.context.open_scene("statistics")
    shown = set()
    for _name in (*names, "everyone"):
        shown.add(window.top.who)
        tab = next(name for name in labels(window.top.frame) if name == (window.top.who or "Everyone"))
        assert tab
        window.press_key(pygame.K_PAGEDOWN)
    assert shown == {*names, ""}


@pytest.mark.parametrize("text", [100, 125, 150, 200])
def test_card_shows_the_best_score_and_the_wins_in_a_row(window: WindowRobot, text: int) -> None:
    window.context.update_settings(text_size=text)
    add(window, "socki", ("Ann", "Bo"), 0, times=3)
    window.context.open_scene("statistics")
    window.step()
    words = card(window, "SOCKI")
    assert "best score" in words
    assert "3 in a row" in words
    assert not faults(window.top)


def test_last_matches_hang_on_the_line_newest_last(window: WindowRobot) -> None:
    won = ended("socker", NOON, ("Ann", "Bo"))
    names = ("Ann", "Bo") if won.winners == (0,) else ("Bo", "Ann")
    for number, pair in enumerate((names, names[::-1], names[::-1])):
        window.context.stores.archive.add(ended("socker", NOON + number * DAY, pair))
        add(window, "socker", pair, *won.winners)
    window.context.open_scene("statistics")
    pictures = [part.element for part in window.top.frame.parts if isinstance(part.element, Picture)]
    assert [picture.values[0] for picture in pictures if picture.draw is draw_matches] == [
        (True, False, False)
    ]
