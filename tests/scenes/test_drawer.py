"""The drawer of socks in the window: what is earned, what is missing, whose it is, and what is worn."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.match.socks import all_feats
from game.scenes.drawer import Part, Sock
from game.scenes.title import Part as OnTitle
from game.ui.core.canvas import Box
from tests.scenes.harness import Keys, Mouse, Pad, Window

DAY = datetime.date(2026, 11, 9)
KEYS = [feat.key for _game, feat in all_feats()]
MINUTE = 60_000.0


def filled(window: Window, **earned: list[int]) -> None:
    """The drawers of these names hold the socks of these places."""
    for name, places in earned.items():
        window.stage.stores.socks.earn(name, [KEYS[place] for place in places], DAY)


def opened(window: Window, name: str = "Ann", key: str = "") -> Any:
    window.stage.open("drawer", key, name)
    window.turn()
    return window.top


cell = Part.CELL.of
WEAR, WHO = Part.WEAR, Part.WHO


def socks(drawer: Any) -> dict[int, Sock]:
    """The socks that can be seen, by their compartments."""
    found = {}
    for part in drawer.frame.parts:
        if (number := Part.CELL.number(part.element.key)) is not None:
            (found[number],) = part.element.values
    return found


def words(drawer: Any) -> list[str]:
    return [part.element.label for part in drawer.frame.parts if part.element.label]


def card(drawer: Any) -> list[str]:
    """What stands on the card, from its title down."""
    said = words(drawer)
    chosen = drawer.chosen.words()[0]
    return said[len(said) - said[::-1].index(chosen) - 1 :]


@pytest.mark.parametrize("make", [Keys, Pad, Mouse])
def test_from_the_title_to_a_sock_that_is_worn(window: Window, make: type[Any]) -> None:
    """Every step with one device alone."""
    filled(window, Ann=[0, 2, 12])
    window.stage.stores.socks.see("Ann", KEYS)
    window.stage.change(names=("Ann",))
    window.top.returned(None)
    hands = make(window)
    if make is Mouse:
        window.click_box(dict(window.top.focusable())[OnTitle.SOCKS])
    else:
        hands.walk(lambda: window.top.focus, OnTitle.SOCKS, window.top.focusable())
        hands.confirm()
    assert window.shown == "SockDrawer"
    drawer = window.top
    assert "3 of 40 earned" in words(drawer)
    if make is Mouse:
        window.click_box(drawer.frame.boxes[cell(12)])
        assert window.stage.stores.socks.of("Ann").worn == "", "the first press looks"
        window.click_box(drawer.frame.boxes[cell(12)])
    else:
        hands.walk(lambda: drawer.focus, cell(12), drawer.focusable())
        hands.confirm()
    assert window.stage.stores.socks.of("Ann").worn == KEYS[12]
    assert socks(drawer)[12].worn
    assert socks(drawer)[12].knit == all_feats()[12][1].knit
    if make is Mouse:
        window.click_box(dict(drawer.focusable())[WEAR])
    else:
        hands.confirm()
    assert window.stage.stores.socks.of("Ann").worn == "", "the same once more takes it off"
    hands.back()
    assert window.shown == "Title"


def test_the_button_and_the_name_are_reached_by_keys(window: Window) -> None:
    filled(window, Ann=[7], Bo=[1])
    drawer = opened(window)
    assert drawer.focus == cell(7)
    window.key(pygame.K_UP)
    assert drawer.focus == cell(7), "above there is nothing"
    window.key(pygame.K_RIGHT)
    assert drawer.focus == WEAR
    window.key(pygame.K_RETURN)
    assert window.stage.stores.socks.of("Ann").worn == KEYS[7]
    window.key(pygame.K_UP)
    assert drawer.focus == WHO
    window.key(pygame.K_LEFT)
    assert drawer.focus == cell(7)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RIGHT)
    assert drawer.focus == WHO, "a missing one has no button"


def test_the_card_says_what_earns_a_sock_and_when_it_was(window: Window) -> None:
    filled(window, Ann=[12])
    drawer = opened(window, key="countdown")
    told = "Launch the big rocket while nobody else has come in."
    when = "Earned on 9 November 2026"
    assert card(drawer) == ["Countdown", "RockIt to Destiny", told, when, "Wear it"]
    window.key(pygame.K_RIGHT)
    title, _game, _told, when = card(drawer)
    assert (title, when) == ("Into Orbit", "Not earned yet")
    heard = window.listen()
    window.key(pygame.K_RETURN)
    assert heard == ["refuse"]
    assert window.stage.stores.socks.of("Ann").worn == ""


def test_a_new_sock_has_a_red_dot_until_it_was_looked_at(window: Window) -> None:
    filled(window, Ann=[0, 5])
    drawer = opened(window)
    assert drawer.place == 0, "the first new one has the focus"
    assert [n for n, sock in socks(drawer).items() if sock.new] == [5]
    window.key(pygame.K_ESCAPE)
    assert window.top.has_new, "one is left"
    window.turn()
    drawer = opened(window)
    assert drawer.place == 5
    window.key(pygame.K_ESCAPE)
    assert not window.top.has_new


def test_a_new_sock_stays_new_where_another_one_was_asked_for(window: Window) -> None:
    filled(window, Ann=[0, 12])
    drawer = opened(window, key="countdown")
    assert drawer.place == 12
    assert [n for n, sock in socks(drawer).items() if sock.new] == [0]


def test_only_the_missing(window: Window) -> None:
    filled(window, Ann=list(range(38)))
    drawer = opened(window)
    window.key(pygame.K_e)
    assert [number for number in drawer.in_cells() if number is not None] == [38, 39]
    assert "Wear it" not in words(drawer)
    window.key(pygame.K_RIGHT)
    assert drawer.focus == cell(1)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_DOWN)
    assert drawer.focus == cell(1), "empty compartments are passed over"
    window.key(pygame.K_e)
    assert (drawer.place, drawer.chosen) == (39, all_feats()[39][1]), "the same sock, among all of them"


def test_when_nothing_is_missing_it_says_so(window: Window) -> None:
    filled(window, Ann=list(range(40)))
    drawer = opened(window)
    window.key(pygame.K_e)
    assert "Nothing is missing: all forty are earned." in words(drawer)
    assert not socks(drawer)
    window.picture()
    for key in (pygame.K_RIGHT, pygame.K_RETURN, pygame.K_UP, pygame.K_LEFT, pygame.K_e):
        window.key(key)
    assert card(drawer)


def test_where_nothing_is_missing_keys_lead_to_the_name(window: Window) -> None:
    filled(window, Ann=list(range(40)), Bo=[0])
    drawer = opened(window)
    drawer.show_missing()
    window.key(pygame.K_RIGHT)
    assert drawer.focus == Part.WHO


def test_families_share_a_screen(window: Window) -> None:
    filled(window, Ann=[0], Bo=[1, 2])
    window.stage.change(names=("Cy", "Ann"))
    drawer = opened(window)
    assert (drawer.who, "Ann" in words(drawer)) == ("Ann", True)
    window.key(pygame.K_x)
    assert window.shown == "Ask"
    window.take("Bo")
    assert (drawer.who, "2 of 40 earned" in words(drawer)) == ("Bo", True)
    window.key(pygame.K_TAB)
    assert (drawer.who, "0 of 40 earned" in words(drawer)) == ("Cy", True)
    window.key(pygame.K_ESCAPE)
    assert opened(window, name="").who == "Cy", "whose was open last"


def test_the_name_above_the_puppet_is_pressed_for_another_drawer(window: Window) -> None:
    filled(window, Ann=[0], Bo=[1])
    drawer = opened(window)
    window.click_box(dict(drawer.focusable())[WHO])
    assert window.shown == "Ask"
    window.key(pygame.K_ESCAPE)
    assert drawer.who == "Ann"


def test_with_nobody_there_is_a_drawer_all_the_same(window: Window) -> None:
    drawer = opened(window, name="")
    assert "0 of 40 earned" in words(drawer)
    assert WHO not in drawer.frame.boxes
    window.picture()
    for key in (pygame.K_RETURN, pygame.K_x, pygame.K_TAB, pygame.K_e, pygame.K_RIGHT, pygame.K_ESCAPE):
        window.key(key)
    assert window.shown == "Title"


@pytest.mark.parametrize("still", [False, True])
def test_nobody_touches_it_for_a_minute(window: Window, still: bool) -> None:  # noqa: FBT001
    window.stage.change(reduced_motion=still)
    filled(window, Ann=[0, 5])
    drawer = opened(window)
    moved: list[Any] = []
    idle: Callable[[float], list[Box]] = drawer.idle

    def breathing(now: float) -> list[Box]:
        found = idle(now)
        moved.extend(found)
        return found

    drawer.idle = breathing
    drawer.look_at(cell(1))  # a missing one, at which the puppet breathes
    window.live(MINUTE)
    assert window.shown == "SockDrawer"
    assert "2 of 40 earned" in words(drawer)
    assert (len(moved) > 5) is not still
