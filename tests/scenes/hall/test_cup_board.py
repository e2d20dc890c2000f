"""A cup on the big screen: names, results, rounds, the final; kept until it is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.match.hall.cup import Cup
from game.scenes.hall.cup import CupBoard
from tests.scenes.harness import Window

NAMES = ("Ayla", "Ben", "Chiara", "David", "Emre")


def board(window: Window, names: tuple[str, ...] = NAMES) -> Any:
    window.stage.scenes.push(CupBoard("socker", Cup(names).paired()))
    window.turn()
    return window.top


def test_from_the_lobby_to_the_first_round(window: Window) -> None:
    window.stage.open("lobby", "socker")
    window.turn()
    form = window.top.house.form
    labels = [getattr(row, "label", "") for row in form.widgets]
    form.show(labels.index("A cup: several tables"))
    window.click_box(form.place(form.focus))
    assert window.shown == "PrepareCup"
    window.take("Who plays?")
    window.turn()
    for name in NAMES:
        window.write(name)
        window.key(pygame.K_RETURN)
    window.key(pygame.K_ESCAPE)
    window.take("First round")
    assert window.shown == "CupBoard"
    assert {name for pair in window.top.shown().pairs for name in (pair.one, pair.other)} - {""} == set(NAMES)


def test_results_are_said_and_the_next_round_is_paired(window: Window) -> None:
    scene = board(window)
    window.click_box(dict(scene.focusable())["0"])
    window.take("Ayla")
    window.key(pygame.K_e)
    assert len(scene.cup.rounds) == 1, "another game is still played"
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    window.take("Nobody: a draw")
    assert scene.shown().rows[0][0] == "Ayla"
    window.key(pygame.K_e)
    assert len(scene.cup.rounds) == 2


def test_a_pad_plays_it_to_the_end(window: Window) -> None:
    scene = board(window, NAMES[:4])
    for _ in range(scene.cup.all_rounds):
        for number in range(len(scene.cup.rounds[-1])):
            scene.focus = str(number)
            window.button("a")
            window.button("a")
        window.button("y")
    assert scene.cup.final is not None
    window.button("a")
    window.button("a")
    assert scene.shown().winner == scene.cup.names[scene.cup.final.one]


def test_it_waits_until_it_is_ended(tmp_path: Path) -> None:
    window = Window(tmp_path)
    scene = board(window)
    window.click_box(dict(scene.focusable())["0"])
    window.take("Ayla")
    window.close()
    window = Window(tmp_path)
    window.stage.open("hall_cup", "socker")
    window.turn()
    window.take("Go on with the cup")
    assert window.top.cup.rounds[0][0].points == 1.0
    window.key(pygame.K_ESCAPE)
    window.take("End and forget")
    assert window.stage.stores.cup.load() is None
    window.close()


def test_a_new_cup_takes_the_place_of_one_that_waits_only_after_a_yes(window: Window) -> None:
    cup = Cup(NAMES).paired()
    window.stage.stores.cup.keep({**cup.kept(), "game": "socker"})
    window.stage.open("hall_cup", "rockit")
    window.turn()
    window.top.names = NAMES[:3]
    window.top.refill()
    window.take("First round")
    assert window.shown == "Ask"
    window.take("Back")
    kept = window.stage.stores.cup.load()
    assert kept is not None
    assert kept["game"] == "socker"
    window.take("First round")
    window.take("Begin a new cup")
    assert window.shown == "CupBoard"
    assert window.top.cup.names == NAMES[:3]


def test_a_cup_that_cannot_be_read_is_kept_aside(window: Window) -> None:
    window.stage.stores.cup.keep({"game": "chess"})
    window.stage.open("hall_cup", "socker")
    window.turn()
    window.take("Go on with the cup")
    assert window.shown == "Tell"
    assert [path.name for path in window.stage.stores.folder.root.glob("cup*")] == ["cup.json.broken-1"]


@pytest.mark.parametrize("window", [(960, 540), (1024, 768)], indirect=True, ids=str)
@pytest.mark.parametrize(("people", "size"), [(3, 100), (16, 100), (32, 100), (16, 200)])
def test_all_pairs_lie_on_the_screen(window: Window, people: int, size: int) -> None:
    window.stage.change(text_size=size)
    scene = board(window, tuple(f"Somebody {number}" for number in range(people)))
    view = window.stage.view
    boxes = [box for _key, box in scene.focusable()]
    assert len(boxes) == -(-people // 2)
    for box in boxes:
        assert box.bottom < view.h - 50
        assert box.h > 18
    window.picture()
