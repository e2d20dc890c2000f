"""The drawer of socks in the window: what is earned, what is missing, whose it is, and what is worn."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.match.socks import all_feats
from game.scenes.drawer import CELL, WEAR, WHO, card_box, side_of
from game.scenes.title import SOCKS
from game.ui.core.canvas import Box
from game.ui.widgets import entries
from game.words import use
from tests.languages import in_languages
from tests.scale import crossed
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


def cell(number: int) -> str:
    return f"{CELL}{number}"


@pytest.mark.parametrize("make", [Keys, Pad, Mouse])
def test_from_the_title_to_a_sock_that_is_worn(window: Window, make: type[Any]) -> None:
    """Every step with one device alone."""
    filled(window, Ann=[0, 2, 12])
    window.stage.stores.socks.see("Ann", KEYS)
    window.stage.change(names=("Ann",))
    window.top.returned(None)
    hands = make(window)
    if make is Mouse:
        window.click_box(dict(window.top.focusable())[SOCKS])
    else:
        hands.walk(lambda: window.top.focus, SOCKS, window.top.focusable())
        hands.confirm()
    assert window.shown == "SockDrawer"
    drawer = window.top
    assert drawer.shown().count == "3 of 40 earned"
    if make is Mouse:
        window.click_box(drawer.boxes.cells[12])
        assert window.stage.stores.socks.of("Ann").worn == "", "the first press looks"
        window.click_box(drawer.boxes.cells[12])
    else:
        hands.walk(lambda: drawer.focus, cell(12), drawer.focusable())
        hands.confirm()
    assert window.stage.stores.socks.of("Ann").worn == KEYS[12]
    assert drawer.shown().socks[12].worn
    assert drawer.shown().cap == all_feats()[12][1].knit
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
    card = drawer.card()
    assert (card.title, card.game) == ("Countdown", "RockIt to Destiny")
    assert card.told == "Launch the big rocket while nobody else has come in."
    assert (card.when, card.wear) == ("Earned on 9 November 2026", "Wear it")
    window.key(pygame.K_RIGHT)
    card = drawer.card()
    assert card.title == "Into Orbit"
    assert (card.when, card.wear) == ("Not earned yet", "")
    heard = window.listen()
    window.key(pygame.K_RETURN)
    assert heard == ["refuse"]
    assert window.stage.stores.socks.of("Ann").worn == ""


def test_a_new_sock_has_a_red_dot_until_it_was_looked_at(window: Window) -> None:
    filled(window, Ann=[0, 5])
    drawer = opened(window)
    assert drawer.place == 0, "the first new one has the focus"
    assert [n for n, sock in enumerate(drawer.shown().socks) if sock.new] == [5]
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
    assert [n for n, sock in enumerate(drawer.shown().socks) if sock.new] == [0]


def test_only_the_missing(window: Window) -> None:
    filled(window, Ann=list(range(38)))
    drawer = opened(window)
    window.key(pygame.K_e)
    assert [number for number in drawer.in_cells() if number is not None] == [38, 39]
    assert drawer.card().wear == ""
    window.key(pygame.K_RIGHT)
    assert drawer.focus == cell(1)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_DOWN)
    assert drawer.focus == cell(1), "empty compartments are passed over"
    window.key(pygame.K_e)
    assert drawer.chosen == 39, "the same sock, among all of them"


def test_when_nothing_is_missing_it_says_so(window: Window) -> None:
    filled(window, Ann=list(range(40)))
    drawer = opened(window)
    window.key(pygame.K_e)
    assert drawer.card() is None
    assert drawer.shown().empty == "Nothing is missing: all forty are earned."
    window.picture()
    for key in (pygame.K_RIGHT, pygame.K_RETURN, pygame.K_UP, pygame.K_LEFT, pygame.K_e):
        window.key(key)
    assert drawer.card() is not None


def test_families_share_a_screen(window: Window) -> None:
    filled(window, Ann=[0], Bo=[1, 2])
    window.stage.change(names=("Cy", "Ann"))
    drawer = opened(window)
    assert drawer.shown().who == "Ann"
    window.key(pygame.K_x)
    assert window.shown == "Ask"
    window.take("Bo")
    assert (drawer.who, drawer.shown().count) == ("Bo", "2 of 40 earned")
    window.key(pygame.K_TAB)
    assert (drawer.who, drawer.shown().count) == ("Cy", "0 of 40 earned")
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
    assert drawer.shown().count == "0 of 40 earned"
    assert drawer.shown().who == ""
    window.picture()
    for key in (pygame.K_RETURN, pygame.K_x, pygame.K_TAB, pygame.K_e, pygame.K_RIGHT, pygame.K_ESCAPE):
        window.key(key)
    assert window.shown == "Title"


@crossed
@in_languages
@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1920, 820)])
def test_everything_has_room_at_every_size(
    tmp_path: Path, size: tuple[int, int], text_size: int, language: str
) -> None:
    window = Window(tmp_path, size, text_size=text_size, language=language)
    filled(window, Ann=list(range(0, 40, 2)), **{"Bartholomäus von und zu Sockenberg": [1]})
    drawer, ruler = opened(window), window.stage.ruler
    strip, boxes = entries(window.stage, drawer)[0], drawer.boxes
    chest = Box(boxes.cells[0].x - 32, boxes.cells[0].y - 24, boxes.cell[0] * 8 + 64, 1)
    for place in range(40):
        drawer.look_at(cell(place))  # the longest words are those of any
        card, side = drawer.card(), side_of(boxes, drawer.shown())
        box, share = card_box(ruler, side, card)
        assert card.title == all_feats()[place][1].words()[0]
        assert share * text_size > 75, "it may shrink in the largest size, not below the usual one"
        assert side.y <= box.y
        assert box.bottom <= strip.y
        assert chest.right <= box.x
        assert box.right <= window.stage.view.w * 0.951
        rest = [each for name, each in drawer.focusable() if not name.startswith(CELL)]
        assert all(one.bottom <= other.y or other.bottom <= one.y for one, other in combinations(rest, 2))
        assert all(each.h >= 44 for each in rest)
    assert boxes.label.bottom < strip.y
    window.picture()
    window.close()
    use("en")


@pytest.mark.parametrize("still", [False, True])
def test_nobody_touches_it_for_a_minute(window: Window, still: bool) -> None:  # noqa: FBT001
    window.stage.change(reduced_motion=still)
    filled(window, Ann=[0, 5])
    drawer = opened(window)
    before = drawer.shown()
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
    assert drawer.shown().count == before.count
    assert (len(moved) > 5) is not still
