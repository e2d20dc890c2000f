"""Somebody on a phone takes another name and knitting in a match: nothing of the old ones is left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.ui.match.opening import match_scene
from tests.matches import GAMES
from tests.scenes.harness import Window


def shown(home: Path, game: str, seats: list[Seat]) -> tuple[Window, Any]:
    window = Window(home, (960, 540), reduced_motion=True)
    scene = match_scene(window.stage, Session.new(game, len(seats), seed=2), seats)
    window.stage.scenes.push(scene)
    window.turn()
    scene.skip()
    window.wait(3000)
    scene.bubbles.clear()
    scene.context.messages.clear()
    window.turn()
    return window, scene


@pytest.mark.parametrize("game", GAMES)
def test_the_big_screen_follows_at_once(tmp_path: Path, game: str) -> None:
    new = [Seat("Zoe", 6, device=PHONE), Seat("Bo", 1, device=PHONE), Seat("Ida", 2, device=PHONE)]
    if game in ("socker", "city"):
        del new[2]
    elif game == "sociable":
        new.append(Seat("Mo", 3, device=PHONE))
    window, scene = shown(tmp_path / "a", game, [Seat("Ann", 0, device=PHONE), *new[1:]])
    before = window.picture()
    assert scene.phones.do(0, {"do": "rename", "name": "Zoe"}) == ""
    assert scene.phones.do(0, {"do": "dress", "look": 6}) == ""
    window.wait(100)
    after = window.picture()
    assert after != before
    fresh, _scene = shown(tmp_path / "b", game, new)
    fresh.wait(100)
    differing = sum(a != b for a, b in zip(after, fresh.picture(), strict=True))
    assert differing == 0, f"{differing} bytes of the old picture are left"
    window.close()
    fresh.close()


def test_the_save_has_the_new_name(tmp_path: Path) -> None:
    window, scene = shown(tmp_path, "socker", [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, device=PHONE)])
    scene.phones.do(0, {"do": "rename", "name": "Zoe"})
    assert window.stage.stores.autosave.settle()
    kept = window.stage.stores.saves.load("socker")
    assert "Zoe" in str(kept)
    scene.match.concede(1)
    assert scene.phones.do(0, {"do": "rename", "name": "Pip"}) == "The match is over."
    window.close()
