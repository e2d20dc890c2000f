"""A rummy table stays put: settings, windows of any shape, seats and reloads bring it back as it was."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from game.ui.rummy.table_state import NEW, TurnNews
from tests.scenes.harness import Window
from tests.scenes.rummy_hands import CardKeys, CardMouse, RummyScene, rummy, rummy_scene
from tests.scenes.socki_table import match

TABLE = "1F,2F,3F/9P,9B,9L/4B,5B,6B,7B/12P,12F,12L/2L,3L,4L/7F,8F,9F,10F/HP,HB,HF"
POSITION = f"table={TABLE} hands=11P,11B,11L,10F,1L/4L,5L,6F,7P stock=5B,6P,8P"


def places(scene: RummyScene) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Where each pile lies, in whole units, by its cards."""
    boxes = scene.view.table.ground().boxes()
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for pile in scene.view.table.lay.piles:
        box = boxes[pile.key]
        found[tuple(sorted(pile.texts))] = (round(box.x), round(box.y), round(box.w), round(box.h))
    return found


def made(window: Window) -> RummyScene:
    """A table on which somebody has put a pile elsewhere, and one of their own into a gap."""
    scene = match(window, POSITION)
    mouse = CardMouse(window)
    fours = next(pile for pile in scene.view.table.lay.piles if "4B" in pile.texts)
    box = scene.view.table.spots()[str(fours.pieces[0].key)]
    at = box.centre[0], box.bottom - 8
    window.point(*at)
    mouse.button(pygame.MOUSEBUTTONDOWN, at)
    mouse.button(pygame.MOUSEBUTTONUP, mouse.bare_mat())
    for card in ("11P", "11B", "11L"):
        target = next((pile.key for pile in scene.view.table.lay.piles if "11P" in pile.texts), NEW)
        mouse.carry(next(piece.key for piece in scene.view.table.lay.hand if piece.card == card), target)
    return scene


def resized(window: Window, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    window.turn(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))


def test_the_window_takes_another_shape_and_its_own_again(window: Window) -> None:
    scene = made(window)
    before = places(scene)
    for size in ((1024, 768), (1920, 1080), (960, 540), (700, 700)):
        resized(window, size)
        assert len(places(scene)) == len(before)
    resized(window, (1280, 720))
    assert places(scene) == before


@pytest.mark.parametrize("setting", [{"text_size": 200}, {"theme": "contrast"}, {"language": "de"}], ids=str)
def test_a_setting_is_changed_and_changed_back(window: Window, setting: dict[str, object]) -> None:
    scene = made(window)
    before, old = places(scene), window.stage.settings
    window.stage.change(**setting)
    window.wait(50)
    if "text_size" not in setting:
        assert places(scene) == before
    window.stage.apply(old)
    window.wait(50)
    assert places(scene) == before


def test_seats_that_change_hands_move_nothing(window: Window) -> None:
    scene = made(window)
    before = places(scene)
    scene.match.hand_over(0, "", "keyboard")
    window.wait(50)
    assert places(scene) == before


def test_larger_text_keeps_the_order_of_piles(window: Window) -> None:
    """What is smaller is the same table, smaller: every pile is in its row, and before the same one."""
    scene = made(window)
    before = [[slot.key for slot in row] for row in scene.view.table.ground().flow.rows]
    window.stage.change(text_size=150)
    window.wait(50)
    assert [[slot.key for slot in row] for row in scene.view.table.ground().flow.rows] == before


def again(home: Path, size: tuple[int, int] = (1280, 720)) -> tuple[Window, RummyScene]:
    """The match that was saved, taken up again from the title."""
    window = Window(home, size)
    window.click_box(dict(window.top.focusable())["resume"])
    for _ in range(20):
        if window.shown == "Curtain":
            window.key(pygame.K_RETURN)
        window.turn(ms=50)
    return window, rummy(window.top)


def test_a_resumed_table_lies_as_it_did_with_what_was_being_built(tmp_path: Path) -> None:
    window = Window(tmp_path)
    before = places(made(window))
    window.close()
    window, scene = again(tmp_path)
    assert scene.view.table.draft.changed
    assert places(scene) == before
    window.close()


def test_resumed_in_another_window_and_back(tmp_path: Path) -> None:
    window = Window(tmp_path)
    before = places(made(window))
    window.close()
    window, scene = again(tmp_path, (1024, 768))
    assert len(places(scene)) == len(before)
    resized(window, (1280, 720))
    assert places(scene) == before
    window.close()


def test_a_table_resumed_after_others_have_played_lies_as_it_did(tmp_path: Path) -> None:
    window = Window(tmp_path)
    scene = made(window)
    CardKeys(window).end_turn()
    window.settle()
    before = places(scene)
    window.close()
    window, scene = again(tmp_path)
    assert places(scene) == before
    window.close()


@pytest.mark.parametrize(
    "broken",
    [
        None, 7, [], {}, {"area": [1, 2]}, {"area": [-5, 0, 0, 0], "card": 60, "top": 0, "rows": []},
        {"area": [904, 350, 158, 112], "card": 1e9, "top": 0, "rows": []},
        {"area": [904, 350, 158, 112], "card": 60, "top": 0, "rows": [[[0, 3, "x", 1, 1]]]},
        {"area": [904, 350, 158, 112], "card": 60, "top": 0, "rows": [[[0, 3, 1, 1, 1]] * 2]},
        {"area": [904, 350, 158, 112], "card": 60, "top": 0, "rows": [7]},
    ],
    ids=str,
)  # fmt: skip
def test_places_that_make_no_sense_are_made_anew(window: Window, broken: object) -> None:
    scene = match(window, POSITION)
    kept = json.loads(json.dumps(scene.view.keep()))
    other = rummy_scene(window, scene.match.session, scene.match.seats)
    other.recall({**kept, "places": broken})
    window.stage.scenes.pop()
    window.stage.scenes.push(other)
    window.wait(50)
    assert len(places(other)) == 7
    other.recall({**kept, "table": broken})


def of_two(window: Window) -> RummyScene:
    """Two people at one screen: the other one has laid a card, and the curtain has opened for the first."""
    scene = match(window, POSITION.replace(" stock", " turn=1 stock"), people=(0, 1))
    table = TABLE.replace(",", " ").replace("/", " | ")
    scene.match.play("play " + table.replace("2L 3L 4L", "2L 3L 4L 5L"))
    window.wait(2000)
    window.key(pygame.K_RETURN)
    window.wait(1500)
    return scene


def pegs(scene: RummyScene) -> set[str]:
    """The cards that bear the peg of what others have laid."""
    return {piece.text for piece in scene.view.table.lay.pieces() if piece.key in scene.view.table.fresh}


@pytest.mark.parametrize("builds", [False, True], ids=["looks", "builds"])
def test_behind_a_curtain_a_resumed_table_lies_as_it_did_with_its_pegs(
    tmp_path: Path, *, builds: bool
) -> None:
    """Before it opens the table lies there alone, without what somebody has begun to build."""
    window = Window(tmp_path)
    scene = of_two(window)
    mouse = CardMouse(window)
    for card in ("11P", "11B") if builds else ():
        target = next((pile.key for pile in scene.view.table.lay.piles if "11P" in pile.texts), NEW)
        mouse.carry(next(piece.key for piece in scene.view.table.lay.hand if piece.card == card), target)
    before, touched = places(scene), scene.view.table.touched
    assert pegs(scene) == {"5L"}
    window.close()
    window, scene = again(tmp_path)
    assert scene.view.table.draft.changed == builds
    assert (places(scene), pegs(scene), scene.view.table.touched) == (before, {"5L"}, touched)
    window.close()


@pytest.mark.parametrize(
    "kept", [None, 7, {"cards": 3, "piles": [[9, [1]], [0], ["x", []], [None, ["x", 2]]]}]
)
def test_pegs_of_a_broken_save_are_left_out(kept: object) -> None:
    news = TurnNews()
    news.read(kept, 2)
    assert news.cards(0) == frozenset()
    assert news.piles(None) == (frozenset({2}) if isinstance(kept, dict) else frozenset())
