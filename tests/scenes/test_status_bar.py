"""The status bar: it has its own part of the window, and all its words fit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.core.discovery import game_slugs
from game.core.session import Session
from game.i18n import _
from game.store.data_folder import StorageReason
from game.ui.core.storage_notices import why_words
from game.ui.match.status_bar import MessageKind, StatusBarProps, StatusMessage, TurnClockProps
from tests.languages import SPOKEN
from tests.sampling import thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import frame_faults

SHAPES = [(1280, 720), (960, 540), (1024, 768), (720, 1280)]


def save_fails(window: WindowRobot, why: str = StorageReason.FULL) -> None:
    """Let all saves fail, so that the storage message appears. Empty ``why``: let them succeed."""
    window.context.stores.autosave.why_lost = lambda _game: why  # type: ignore[method-assign,assignment]
    window.step()
    window.step()


def contents(name: str) -> Iterator[StatusBarProps]:
    """All messages in the window's language, about a player of this name, with and without a turn clock."""
    away, bot = _("{name} seems to be away.").format(name=name), _("A bot for {name}").format(name=name)
    more = _("{words} ({n} of {all})").format(words=bot, n=1, all=2)
    everybody = tuple(range(8))
    votes = [_("Start the match"), _("Rematch"), _("Change rules"), _("Call it a day"), "RockIt to Destiny"]
    messages = [
        *(StatusMessage(MessageKind.VOTE, words, everybody, 10) for words in votes),
        *(StatusMessage(MessageKind.QUESTION, away, (0,), label=label) for label in (bot, more)),
        *(
            StatusMessage(MessageKind.STORAGE, _("This match isn't saved: {why}.").format(why=why_words(why)))
            for why in StorageReason
        ),
    ]
    turns = (_("{name}'s turn"), None), (_("Your turn, {name}"), 10)
    clocks = [TurnClockProps(turn.format(name=name), 0, left) for turn, left in turns]
    for device in ("mouse", "keyboard"):
        for message in messages:
            yield from (StatusBarProps(message, clock, device) for clock in (None, *clocks))
        yield from (StatusBarProps(None, clock, device) for clock in clocks)


@thinned()
@pytest.mark.parametrize("size", SHAPES, ids=str)
@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("language", SPOKEN)
def test_every_message_fits(tmp_path: Path, size: tuple[int, int], text: int, language: str) -> None:
    window = WindowRobot(tmp_path, size, text_size=text, language=language)
    bar = window.app.status_bar
    for name in ("Bartholomew the Wise", "W" * 20):
        for props in contents(name):
            window.context.devices.last, bar.props = props.device, props
            if window.context.view.top != (top := bar.height(size)):
                window.context.on_resize(size[0], size[1] - top, top)
            assert window.bar is not None
            assert frame_faults(window.bar, bar.painter(window.app.screen)) == [], props
            if props.message is not None:
                wide, message = name[0] == "W", props.message
                needed = [message.label] if wide and message.label else [message.words, message.label]
                assert all(words in window.bar_text for words in needed), props


@thinned()
@pytest.mark.parametrize("game", game_slugs())
@pytest.mark.parametrize("size", SHAPES, ids=str)
@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("clock", [0, 30])
def test_bar_never_meets_the_scene(
    tmp_path: Path, game: str, size: tuple[int, int], text: int, clock: int
) -> None:
    window = WindowRobot(tmp_path, size, text_size=text, turn_clock=clock)
    window.open_match(Session.new(game, seed=5), people=1)
    window.finish_animations()
    assert (window.bar is not None) == bool(clock)
    save_fails(window)
    view = window.context.view
    assert view.top == window.app.status_bar.height(size) > 0
    assert abs(view.h * view.scale + view.top - size[1]) < 1


def test_pointer_reaches_what_is_below_it_with_and_without_the_bar(window: WindowRobot) -> None:
    window.open_match(Session.new("socker", 2, seed=3), people=2)
    window.finish_animations()
    for why in (StorageReason.FULL, ""):
        save_fails(window, why)
        assert (window.bar is not None) == bool(why)
        window.press_key(pygame.K_p)
        boxes = dict(window.top.focusable())
        window.click_box(boxes["rules"])
        assert window.shown == "RulesIntroScene"
        window.press_key(pygame.K_ESCAPE)
        window.press_key(pygame.K_ESCAPE)


def test_press_on_the_bar_does_not_reach_the_match(window: WindowRobot) -> None:
    window.context.update_settings(turn_clock=30)
    scene = window.open_match(Session.new("socker", 2, seed=3), people=2)
    window.finish_animations()
    save_fails(window)
    window.press_bar()
    window.step()
    assert "isn't saved" not in window.bar_text
    window.press_bar()
    assert not scene.match.session.log
    assert window.top is scene


def test_clock_stays_in_menus_and_goes_with_the_results(window: WindowRobot) -> None:
    window.context.update_settings(turn_clock=60)
    scene = window.open_match(Session.new("socker", 2, seed=3), people=2)
    window.finish_animations()
    view = window.context.view
    window.press_key(pygame.K_p)
    assert window.context.view == view
    window.press_key(pygame.K_ESCAPE)
    assert window.context.view == view
    window.context.update_settings(text_size=200)
    window.step()
    assert window.context.view.top > 1.9 * view.top
    scene.match.concede(0)
    window.play_bots(60_000, until=lambda: window.shown == "ResultsScene")
    assert window.bar is None
    assert window.context.view.top == 0


def test_idle_animations_are_drawn_below_the_bar(window: WindowRobot, watched: None) -> None:
    window.context.update_settings(turn_clock=60)
    window.open_match(Session.new("socker", 2, seed=3), people=2)
    window.finish_animations()
    for _frame in range(12):
        window.step(ms=90)
        assert window.is_fully_drawn()
