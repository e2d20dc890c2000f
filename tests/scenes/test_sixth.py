"""A sixth game, with and without a screen of its own: it is played all the same, by every device."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.scenes.title import infos
from game.ui.core.canvas import Box
from game.ui.match.opening import match_scene
from game.ui.widgets import Button, Frame
from tests.scale import crossed, sliced
from tests.scenes.harness import Keys, Mouse, Pad, Window
from tests.scenes.trees import labels
from tests.sixth import sixth_game

# A game that has rules, a bot and a rules sheet, and no picture: it is played all the same.


@pytest.fixture
def four() -> Iterator[str]:
    with sixth_game() as slug:
        yield slug


def moves(window: Window) -> list[str]:
    rows = [getattr(row, "buttons", (row,)) for row in window.top.view.moves.widgets]
    return [button.label for row in rows for button in row if isinstance(button, Button)]


def told(window: Window) -> str:
    return "\n".join(getattr(row, "text", "") for row in window.top.view.known.widgets)


def table(window: Window, position: str = "", bot: str = "easy") -> Any:
    names = ["Ann", "Bo"]
    session = (
        Session.from_position("four", position, names=names) if position else Session.new("four", names=names)
    )
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1, bot)])
    window.stage.scenes.push(scene)
    window.settle()
    return scene


@sliced
@pytest.mark.usefixtures("four")
@pytest.mark.parametrize("hands", [Keys, Pad])
def test_from_the_title_to_the_results(window: Window, hands: type[Keys | Pad]) -> None:
    window.stage.scenes.reset(window.stage.screens["title"]())
    player = hands(window)
    player.start_from_title("four")
    window.settle()
    assert window.shown == "PlainView"
    for _ in range(42):
        if window.shown != "PlainView":
            break
        log = window.top.match.session.log
        player.confirm()
        assert len(window.top.match.session.log) > len(log) if window.shown == "PlainView" else True
        window.settle()
    window.wait(3000)
    assert window.shown == "Results"
    window.picture()


@pytest.mark.usefixtures("four")
def test_the_mouse_plays_what_it_clicks(window: Window) -> None:
    scene = table(window)
    number, at = next(
        (n, row.buttons)
        for n, row in enumerate(scene.view.moves.widgets)
        if "Column 5" in [button.label for button in getattr(row, "buttons", ())]
    )
    side = [button.label for button in at].index("Column 5")
    Mouse(window).window.click_box(scene.view.moves.place(number).half(side))
    assert scene.match.session.log[0] == (0, "drop 5")


@pytest.mark.usefixtures("four")
def test_what_is_known_is_told_and_changes(window: Window) -> None:
    scene = table(window)
    assert moves(window) == [f"Column {n}" for n in range(1, 8)]
    assert "All columns are empty." in told(window)
    before = told(window), window.picture()
    scene.context.play("drop 4")
    window.settle()
    assert told(window) != before[0]
    assert "Bo drops a disc into column" in told(window), "what has just happened, with the name"
    assert window.picture() != before[1]


@pytest.mark.usefixtures("four")
def test_taking_back_hints_and_the_menu(window: Window) -> None:
    scene = table(window, "board=-/-/-/000/11/1/- turn=0", bot="normal")
    window.key(pygame.K_h)
    window.settle()
    assert "Column 4" in scene.context.messages.text
    window.key(pygame.K_RETURN)
    assert scene.match.session.outcome is not None
    scene = table(window)
    window.key(pygame.K_RETURN)
    window.settle()
    assert len(scene.match.session.log) == 2
    window.key(pygame.K_u)
    assert scene.match.session.log == ()
    window.key(pygame.K_p)
    assert window.shown == "Pause"


@pytest.mark.usefixtures("four")
def test_bots_play_and_nobody_touches_anything(window: Window) -> None:
    names = ["Ann", "Bo"]
    session = Session.new("four", names=names)
    seats = [Seat("Ann", 0, "easy"), Seat("Bo", 1, "normal")]
    window.stage.scenes.push(match_scene(window.stage, session, seats))
    window.live(60_000)
    assert session.outcome is not None
    assert window.shown == "Results"


@pytest.mark.usefixtures("four")
def test_it_is_saved_and_gone_on_with(window: Window, tmp_path: Path) -> None:
    scene = table(window, bot="")
    scene.context.play("drop 4")
    record = scene.match.session.record()
    window.stage.scenes.reset(window.stage.screens["title"]())
    window.key(pygame.K_x)
    assert window.shown == "PlainView"
    assert window.top.match.session.record() == record


@pytest.mark.usefixtures("four")
def test_its_rules_can_be_read(window: Window) -> None:
    window.stage.open("rules", "four")
    assert window.shown == "RulesSheet"
    window.picture()


@crossed
@pytest.mark.usefixtures("four")
@pytest.mark.parametrize("size", [100, 150, 200])
@pytest.mark.parametrize("window_size", [(960, 540), (1280, 720)])
def test_the_title_has_room_for_more_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, window_size: tuple[int, int]
) -> None:
    games = infos()
    many = [*games, *games][:9]
    monkeypatch.setattr("game.scenes.title.infos", lambda: many)
    window = Window(tmp_path, window_size, text_size=size)
    title = window.top
    shown = {info.slug for info in many}
    boxes = [part.box for part in title.frame.parts if part.element.key in shown]
    boxes.sort(key=lambda box: box.x)
    assert len(boxes) == 9
    view = window.stage.view
    assert all(box.x > 0 and box.right < view.w for box in boxes)
    assert all(one.right <= other.x + 1 for one, other in pairwise(boxes))
    titles = {info.title for info in many}
    tags = [part.box for part in title.frame.parts if part.element.label in titles]
    assert all(not _over(one, other) for one, other in pairwise(tags))
    window.picture()


def _over(one: Box, other: Box) -> bool:
    return (
        one.x < other.right - 1
        and other.x < one.right - 1
        and one.y < other.bottom - 1
        and other.y < one.bottom - 1
    )


# A sixth game with a screen of its own: panels, hints and effects, played by every device.

HIGH = 6
NEARLY = "board=-/-/-/000/11/1/- turn=0"


@pytest.fixture
def buttons() -> Iterator[str]:
    with sixth_game(drawn=True) as slug:
        yield slug


def sixth_screen_table(window: Window, position: str = "", bot: str = "easy") -> Any:
    names = ["Ann", "Bo"]
    session = Session.new("buttons", names=names)
    if position:
        session = Session.from_position("buttons", position, names=names)
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1, bot)])
    window.stage.scenes.push(scene)
    window.settle()
    return scene


def panel(scene: Any, seat: int) -> list[str]:
    view = scene.view
    return labels(Frame(view.panel(seat), view.sides[seat], scene.stage.ruler))


@sliced
@pytest.mark.usefixtures("buttons")
@pytest.mark.parametrize("hands", [Keys, Pad])
def test_sixth_screen_from_the_title_to_the_results(window: Window, hands: type[Keys | Pad]) -> None:
    window.stage.scenes.reset(window.stage.screens["title"]())
    player = hands(window)
    player.start_from_title("buttons")
    window.settle()
    assert window.shown == "ButtonView"
    for turn in range(80):
        if window.shown != "ButtonView":
            break
        player.step(1 if turn % 3 else -1, 0)
        player.confirm()
        window.settle()
    window.wait(3000)
    assert window.shown == "Results"


@pytest.mark.usefixtures("buttons")
def test_the_mouse_sews_on_where_it_points(window: Window) -> None:
    scene = sixth_screen_table(window)
    Mouse(window).window.click_box(scene.view.cloth.column(4))
    assert scene.match.session.log[0] == (0, "drop 5")


@pytest.mark.usefixtures("buttons")
def test_panels_say_whose_turn_it_is_what_happened_and_why_not(window: Window) -> None:
    scene = sixth_screen_table(window, "board=010101/-/-/-/-/-/- turn=0", bot="")
    assert panel(scene, 0) == ["Ann", "to move"]
    scene.view.look_at(0)
    window.key(pygame.K_RETURN)
    assert "That column is full." in panel(scene, 0)
    scene.view.look_at(2)
    window.key(pygame.K_RETURN)
    window.settle()
    assert panel(scene, 0) == ["Ann", "waits", "Ann sews a button onto column 3."]
    assert panel(scene, 1)[:2] == ["Bo", "to move"]


@pytest.mark.usefixtures("buttons")
def test_a_button_falls_and_the_four_that_win_are_ringed(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    scene = sixth_screen_table(window, NEARLY, bot="")
    before = window.picture()
    window.key(pygame.K_h)
    window.wait(1500)
    assert scene.view.hinted == 3
    assert window.picture() != before
    heard = window.listen()
    window.key(pygame.K_RETURN)
    falling = []
    for _frame in range(6):
        window.wait(60)
        falling.append(window.picture())
    assert len(set(falling)) == 6, "it is seen to fall"
    window.wait(300)
    assert "pop" in heard
    assert scene.match.session.outcome is not None


@pytest.mark.usefixtures("buttons")
def test_with_reduced_motion_it_comes_up_where_it_lies(window: Window) -> None:
    window.stage.change(animation_speed="brisk", reduced_motion=True)
    scene = sixth_screen_table(window, bot="")
    window.key(pygame.K_RETURN)
    window.wait(150)
    x, y = scene.view.cloth.at(3, HIGH - 2)
    at = window.stage.view.px(x), window.stage.view.px(y)
    early = window.app.screen.get_at(at)
    window.wait(150)
    assert window.app.screen.get_at(at) == early, "nothing falls past the upper holes"


@pytest.mark.usefixtures("buttons")
def test_one_switch_and_speech_know_its_columns(window: Window) -> None:
    scene = sixth_screen_table(window, NEARLY)
    items = scene.view.reach.items()
    assert len(items) == 7
    items[5].come()
    assert scene.view.spoken.focus() == "Column 6: 1 of 6"
    assert scene.view.spoken.board()[3] == "Column 4: Ann, Ann, Ann"


@sliced
@pytest.mark.usefixtures("buttons")
@pytest.mark.parametrize("text_size", [100, 200])
def test_it_is_seen_again_filmed_and_saved(window: Window, text_size: int) -> None:
    window.stage.change(text_size=text_size)
    scene = sixth_screen_table(window, bot="")
    for column in (4, 3, 4, 3, 4, 3, 4):
        scene.context.play(f"drop {column}")
        window.settle()
        window.picture()
    window.wait(3000)
    assert window.shown == "Results"
    window.take("Film")
    assert window.shown == "FilmScene"
    window.wait(2000)
    window.picture()
