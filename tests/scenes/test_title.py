"""The title: its signs, saved matches, and quitting."""

from typing import Any

import pygame
import pytest

from game import __version__
from game.core.session import Session
from game.scenes.title import TitleKey, infos
from game.ui.core.paint import Painter
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import prompt_labels


def waiting(window: WindowRobot, slug: str) -> None:
    session = Session.new(slug, seed=4)
    session.play(session.moves()[0])
    window.context.stores.saves.save(slug, session.record(), {})
    window.top.on_result(None)


def words_of(window: WindowRobot, key: str) -> str:
    """Texts in the box of ``key``, joined in one line."""
    frame = window.top.frame
    box = frame.boxes[key]
    inside = [part.element.accessible_text for part in frame.parts if box.contains(part.box.centre)]
    return " ".join(filter(None, inside))


def test_title_offers_every_saved_match(window: WindowRobot) -> None:
    """A single saved match is named; two are counted, and a dialog offers them by name."""
    waiting(window, "city")
    assert words_of(window, TitleKey.RESUME) == "Continue Socks in the City"
    waiting(window, "rockit")
    assert words_of(window, TitleKey.RESUME) == "Continue 2 matches are waiting for you"
    window.top.set_focus(TitleKey.RESUME)
    assert window.top.narration().focus == "Continue: 2 matches are waiting for you"
    window.press_key(pygame.K_RETURN)
    assert window.shown == "QuestionDialog"
    assert [label.split(":")[0] for label in window.choices] == ["RockIt to Destiny", "Socks in the City"]
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    window.top.set_focus("socki")
    assert "Continue" not in prompt_labels(window.top), "none of this game waits"
    window.top.set_focus("city")
    window.press_key(pygame.K_x)
    assert window.top.match.session.game == "city"


def test_settings_show_the_version(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_calls: list[str] = []
    usual = Painter.text

    def text(painter: Painter, text: str, *more: Any, **how: Any) -> float:
        draw_calls.append(text)
        return usual(painter, text, *more, **how)

    monkeypatch.setattr(Painter, "text", text)
    window.app.draw()
    assert draw_calls
    assert not any(__version__ in text for text in draw_calls)
    window.press_keys(pygame.K_p, *[pygame.K_TAB] * 4)  # to the section "Help"
    draw_calls.clear()
    window.app.draw()
    assert f"Sock Drawer {__version__}" in draw_calls


def test_back_on_the_title_asks_before_quitting(window: WindowRobot) -> None:
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "QuestionDialog"
    window.press_key(pygame.K_RETURN)
    assert window.shown == "TitleScene"
    window.press_keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    assert window.app.open
    window.press_keys(pygame.K_ESCAPE, pygame.K_DOWN, pygame.K_RETURN)
    assert not window.app.open


def test_closing_the_window_on_the_title_quits_at_once(window: WindowRobot) -> None:
    window.step(pygame.event.Event(pygame.QUIT))
    assert not window.app.open


def test_unknown_last_game_leaves_the_focus_on_the_first(window: WindowRobot) -> None:
    window.context.last_game = "gone"
    window.context.open_scene("title")
    window.step()
    assert window.top.focus == infos()[0].slug


def test_cards_between_the_socks_open_practice_and_statistics(window: WindowRobot) -> None:
    for key, shown in ((TitleKey.PRACTICE, "PuzzlePracticeScene"), (TitleKey.STATISTICS, "StatisticsScene")):
        window.click_box(window.top.frame.boxes[key])
        assert window.shown == shown
        window.press_key(pygame.K_ESCAPE)
        assert window.shown == "TitleScene"
    window.context.update_settings(text_size=200)
    assert TitleKey.PRACTICE not in window.top.actions(), "no room for them in large text"
