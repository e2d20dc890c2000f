"""Tests of the join code beside a match: in every game and dialog, enlarged by one press."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.core.discovery import game_slugs
from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import PartyState
from game.ui.match.party_controller import RECONNECT_GRACE_MS
from tests.party.qr_reader import contrast, modules, read, white_square
from tests.sampling import PATIENCE, thinned
from tests.scenes.harness import WindowRobot


def _play(window: WindowRobot, slug: str = "socker", *, party: bool = True) -> None:
    if party:
        window.open_party()
    session = Session.new(slug, seed=3)
    seats = [Seat(f"Player {n}", n, "", PHONE if party and n else "") for n in range(session.players)]
    scene = window.open_match(session, seats)
    window.step()
    window.run_until(lambda: scene.is_prepared)
    window.step()


def _column(window: WindowRobot) -> int:
    """Return the width in pixels of the column at the right edge that is not the game's."""
    view = window.context.view
    return int(window.app.screen.get_width() - round(view.w * view.scale))


def _code_height(window: WindowRobot) -> int:
    """Return the height in pixels of the code's white square."""
    screen, width = window.app.screen, _column(window)
    window.picture()
    area = pygame.Rect(screen.get_width() - width, 0, width, screen.get_height())
    pixels = pygame.image.tobytes(screen.subsurface(area), "RGB")
    rows = [
        y
        for y in range(area.h)
        if sum(pixels[at : at + 3] == b"\xff\xff\xff" for at in range(3 * width * y, 3 * width * (y + 1), 6))
        > width / 9
    ]
    return rows[-1] - rows[0] + 1 if rows else 0


def _read(window: WindowRobot) -> str:
    """Read the code in the column as a camera would. A party on the loopback has a short address."""
    screen, width = window.app.screen, _column(window)
    area = pygame.Rect(screen.get_width() - width, 0, width, screen.get_height())
    square = white_square(screen, area)
    matrix, module, quiet = modules(screen, square)
    assert quiet == 4
    assert module >= (3 if screen.get_height() >= 720 else 2), "a camera across the table sees each module"
    ink = screen.get_at((square.left + 4 * module, square.top + 4 * module))
    assert contrast(ink, pygame.Color("white")) > 10
    return read(matrix)


def _said(window: WindowRobot) -> str:
    """Return the address that the code must contain."""
    party = window.context.phones.party
    assert party is not None
    return f"HTTP://{party.door.address}/{party.code}"


@thinned(1)
@pytest.mark.parametrize(
    ("size", "theme"),
    [((1280, 720), "linen"), ((960, 540), "dark"), ((1920, 1080), "linen")],
    ids=str,
)  # the label is white in the third theme, as the quiet zone is
def test_camera_reads_the_code_in_both_sizes(
    tmp_path: Path, size: tuple[int, int], theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.app.App.draw", lambda _app: None)  # only the column matters here
    window = WindowRobot(tmp_path, size, theme=theme)
    _play(window)
    for text in (100, 200):
        window.context.update_settings(text_size=text)
        for large in (False, True):
            window.app.side.is_large = large
            window.step()
            window.app.side.draw(window.app.screen)
            assert _read(window) == _said(window)
            screen = window.app.screen
            square = white_square(screen, screen.get_rect())
            assert not large or square.h >= size[1] / 3
            # Address and code appear below it in full.
            below = screen.get_height() - square.bottom
            assert below > 0.06 * size[1]


def _until_shown(window: WindowRobot, name: str) -> None:
    window.run_until(lambda: window.shown == name, ms=100)


def _after_the_end(window: WindowRobot) -> None:
    window.top.match.concede(1)
    _until_shown(window, "ResultsScene")


def _between_hands(window: WindowRobot) -> None:
    window.context.scenes.pop()
    session = Session.from_position(
        "socki", "table=8P,9P,10P hands=11P/12P,4L stock=5B,6P,8P turn=0", options={"target": 100}
    )
    scene = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1, "", PHONE)])
    window.step()
    if window.shown == "HandoverScene":
        window.press_key(pygame.K_RETURN)
    window.run_for(1000)
    scene.match.play("play 8P 9P 10P 11P")
    _until_shown(window, "RoundEndScene")


def _resumed(window: WindowRobot) -> None:
    scene = window.top
    scene.save()
    saved = scene.match.session.record()
    window.context.scenes.reset(window.context.screens["title"]())
    window.step()
    assert _column(window) == 0
    session = Session.from_record(saved)
    window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1, "", PHONE)])
    window.step()


def _opened(name: str) -> Callable[[WindowRobot], None]:
    def opened(window: WindowRobot) -> None:
        window.context.open_scene(name, window.top, *((1,) if name == "device_lost" else ()))
        window.step()

    return opened


@pytest.mark.parametrize(
    "place",
    [*map(_opened, ("pause", "seats", "device_lost")), _after_the_end, _between_hands, _resumed],
    ids=["pause", "seats", "device lost", "results", "between hands", "resumed"],
)
def test_camera_reads_the_code_beside_every_dialog(
    tmp_path: Path, place: Callable[[WindowRobot], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = App.draw
    monkeypatch.setattr("game.app.App.draw", lambda _app: None)  # not needed until the code is read
    window = WindowRobot(tmp_path)
    _play(window)
    if place.__name__ == "opened":
        window.time += RECONNECT_GRACE_MS
    place(window)
    draw(window.app)
    assert _read(window) == _said(window)
    _by_key(window)
    window.app.side.draw(window.app.screen)
    assert _read(window) == _said(window)


@thinned(1)
@pytest.mark.parametrize("slug", game_slugs())
def test_code_appears_only_in_matches_with_a_party(window: WindowRobot, slug: str) -> None:
    _play(window, slug, party=False)
    assert _column(window) == 0
    window.context.scenes.pop()
    _play(window, slug)
    assert 60 < _column(window) < 140
    assert _code_height(window) > 50


def _by_key(window: WindowRobot) -> None:
    window.press_key(pygame.K_j)


def _by_mouse(window: WindowRobot) -> None:
    view = window.context.view
    window.click(view.w + 20 / view.scale, view.h - 60)


def _by_pad(window: WindowRobot) -> None:
    window.context.devices.pads.connect(0, "guid", "Pad")
    for x in (1.0, 0.0):
        window.step(pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=pygame.CONTROLLER_AXIS_RIGHTX,
                                       value=round(x * 32767), instance_id=0))  # fmt: skip


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("press", [_by_key, _by_mouse, _by_pad])
def test_one_press_enlarges_the_code_and_another_shrinks_it(
    window: WindowRobot, press: Callable[[WindowRobot], None]
) -> None:
    _play(window)
    small = _column(window)
    press(window)
    assert _code_height(window) >= window.app.screen.get_height() * 0.31
    assert _column(window) > 2 * small
    assert window.is_fully_drawn()
    press(window)
    assert _column(window) == small
    assert window.is_fully_drawn()


@pytest.mark.parametrize("dialog", ["pause", "seats"])
def test_code_stays_beside_menus(window: WindowRobot, dialog: str) -> None:
    _play(window)
    _by_key(window)
    width = _column(window)
    window.context.open_scene(dialog, window.top)
    window.step()
    assert _column(window) == width
    assert _code_height(window) * 3 >= window.app.screen.get_height()
    _by_key(window)
    assert _column(window) < width


@pytest.mark.usefixtures("watched")
def test_party_opened_during_a_frame_shows_in_the_next(window: WindowRobot) -> None:
    _play(window, party=False)
    window.context.phones.open()
    end = time.monotonic() + PATIENCE
    while window.context.phones.state is not PartyState.OPEN:
        assert time.monotonic() < end
    painted = window.app.screen.copy()
    painted.fill("magenta")
    window.app.paint(painted)
    assert painted.get_at((painted.get_width() - 9, 9)) != pygame.Color("magenta")
    window.step()
    assert _column(window) > 0
    assert window.is_fully_drawn()


def test_code_stays_while_a_phone_is_away(window: WindowRobot) -> None:
    _play(window)
    assert window.top.match.seats[1].device == PHONE
    window.time += RECONNECT_GRACE_MS
    window.context.open_scene("device_lost", window.top, 1)
    window.step()
    assert window.shown == "DeviceLostDialog"
    assert _code_height(window) > 50


@pytest.mark.usefixtures("watched")
def test_code_disappears_with_the_party_or_the_match(window: WindowRobot) -> None:
    _play(window)
    window.context.phones.close()
    window.step()
    assert _column(window) == 0
    _play(window)
    assert _column(window) > 0
    window.context.scenes.reset(window.context.screens["title"]())
    window.step()
    assert _column(window) == 0
    assert window.is_fully_drawn()


def test_seats_dialog_offers_several_addresses(window: WindowRobot) -> None:
    _play(window)
    party = window.context.phones.party
    assert party is not None
    window.context.open_scene("seats", window.top)
    assert "Phones join at" not in window.choices
    window.context.scenes.pop()
    chosen: list[str] = []
    party.door = replace(party.door, addresses=("127.0.0.1", "192.168.0.9"))
    party.prefer_address = chosen.append  # type: ignore[method-assign,assignment]
    window.context.open_scene("seats", window.top)
    window.wait_until_readable()
    window.focus_on("Phones join at")
    window.press_key(pygame.K_RIGHT)
    assert chosen == ["192.168.0.9"]
