"""The corner by which phones join a match: in every game and dialog, large at one press, over nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.core.discovery import slugs
from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import PartyState
from game.ui.table.opening import match_scene
from game.ui.table.phones import GRACE
from tests.scenes.harness import Window


@pytest.fixture
def window(tmp_path: Path) -> Window:
    return Window(tmp_path)


def _play(window: Window, slug: str = "socker", *, party: bool = True) -> None:
    if party:
        window.stage.phones.open()
        while window.stage.phones.state is not PartyState.OPEN:
            window.turn()
    session = Session.new(slug, seed=3)
    seats = [Seat(f"Player {n}", n, "", PHONE if party and n else "") for n in range(session.players)]
    window.stage.scenes.push(match_scene(window.stage, session, seats))
    window.turn()
    window.turn()


def _column(window: Window) -> int:
    """How many pixels at the right edge are not the game's."""
    view = window.stage.view
    return int(window.app.screen.get_width() - round(view.w * view.scale))


def _code_height(window: Window) -> int:
    """How high the picture is that a phone reads: the white square, in pixels."""
    screen, wide = window.app.screen, _column(window)
    window.picture()
    left = screen.get_width() - wide
    rows = [
        y
        for y in range(screen.get_height())
        if sum(screen.get_at((left + x, y))[:3] == (255, 255, 255) for x in range(0, wide, 2)) > wide / 9
    ]
    return rows[-1] - rows[0] + 1 if rows else 0


@pytest.mark.parametrize("slug", slugs())
def test_it_is_there_in_every_match_with_a_party_and_in_no_other(window: Window, slug: str) -> None:
    _play(window, slug, party=False)
    assert _column(window) == 0
    window.stage.scenes.pop()
    _play(window, slug)
    assert 60 < _column(window) < 140
    assert _code_height(window) > 50
    window.close()


def _by_key(window: Window) -> None:
    window.key(pygame.K_j)


def _by_mouse(window: Window) -> None:
    view = window.stage.view
    window.click(view.w + 20 / view.scale, view.h - 60)


def _by_pad(window: Window) -> None:
    window.stage.devices.pads.plugged(0, "guid", "Pad")
    for x in (1.0, 0.0):
        window.turn(pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=pygame.CONTROLLER_AXIS_RIGHTX,
                                       value=round(x * 32767), instance_id=0))  # fmt: skip


@pytest.mark.parametrize("press", [_by_key, _by_mouse, _by_pad])
def test_one_press_makes_it_large_and_another_small(window: Window, press: Callable[[Window], None]) -> None:
    _play(window)
    small = _column(window)
    press(window)
    assert _code_height(window) >= window.app.screen.get_height() * 0.31
    assert _column(window) > 2 * small
    assert window.is_whole()
    press(window)
    assert _column(window) == small
    assert window.is_whole()
    window.close()


@pytest.mark.parametrize("dialog", ["pause", "seats"])
def test_it_stays_beside_menus(window: Window, dialog: str) -> None:
    _play(window)
    _by_key(window)
    wide = _column(window)
    window.stage.open(dialog, window.top)
    window.turn()
    assert _column(window) == wide
    assert _code_height(window) > 200
    _by_key(window)
    assert _column(window) < wide
    window.close()


def test_it_stays_while_a_phone_is_away(window: Window) -> None:
    _play(window)
    assert window.top.match.seats[1].device == PHONE
    window.time += GRACE
    window.stage.open("away", window.top, 1)
    window.turn()
    assert window.shown == "Away"
    assert _code_height(window) > 50
    window.close()


def test_it_goes_when_the_party_closes_and_when_the_match_is_left(window: Window) -> None:
    _play(window)
    window.stage.phones.close()
    window.turn()
    assert _column(window) == 0
    _play(window)
    assert _column(window) > 0
    window.stage.scenes.reset(window.stage.screens["title"]())
    window.turn()
    assert _column(window) == 0
    assert window.is_whole()
    window.close()


def test_the_address_can_be_chosen_in_the_seats_where_there_are_several(window: Window) -> None:
    _play(window)
    party = window.stage.phones.party
    assert party is not None
    window.stage.open("seats", window.top)
    assert "Phones come to" not in [getattr(row, "label", "") for row in window.top.form.widgets]
    window.stage.scenes.pop()
    chosen: list[str] = []
    party.door = replace(party.door, addresses=("127.0.0.1", "192.168.0.9"))
    party.prefer = chosen.append  # type: ignore[method-assign,assignment]
    window.stage.open("seats", window.top)
    window.read()
    form = window.top.form
    labels = [getattr(row, "label", "") for row in form.widgets]
    form.focus = labels.index("Phones come to")
    window.key(pygame.K_RIGHT)
    assert chosen == ["192.168.0.9"]
    window.close()
