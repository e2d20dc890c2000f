"""What Socks in the City tells: refusals, news, the strip; and that map, label and panel fit."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.game import Refusal
from game.core.hexgrid import neighbours
from game.core.session import Session
from game.games.city.rules import Code
from game.games.city.rules.events import observed
from game.games.city.screen.board import joined_sides, picture_of
from game.games.city.screen.ground import City
from game.games.city.words import lost_words, refused
from game.levels import load
from game.match.seats import Seat
from game.shipped import LEVELS
from game.ui.core.input import Act
from game.ui.match.opening import match_scene
from tests.matches import random_plies
from tests.scenes.city_hands import opened
from tests.scenes.harness import Window


def test_refusals_are_sentences(window: Window) -> None:
    scene = opened(window)
    one, other = scene.view.map.city.printed[0]
    scene.view.map.walker.jump(other, one)
    window.key(pygame.K_RETURN)
    assert "Printed track" in scene.context.messages.text
    assert scene.match.session.log == ()
    scene.view.map.walker.jump(one)
    window.key(pygame.K_RETURN)
    assert "Walk over a link" in scene.context.messages.text


def test_every_refusal_has_its_own_words() -> None:
    details = {"seat": 1, "colour": "red", "apart": 2, "least": 6, "most": 10, "why": "so", "station": "c7"}
    general = {Code.WRONG_PHASE, Code.UNKNOWN_STATION, Code.UNKNOWN_TILE}
    words = [refused(Refusal(code, details), ["Ann", "Bo"]) for code in Code if code not in general]
    assert len(set(words)) == len(words)
    assert all(sentence.endswith((".", "so")) or ": " in sentence for sentence in words)
    assert {refused(Refusal(code, details), ["Ann", "Bo"]) for code in general} == {
        "That cannot be done now."
    }


def test_why_pairs_are_lost_is_one_sentence_for_each_reason() -> None:
    words = lost_words({"red": False, "blue": False, "green": True})
    assert words.startswith("Red and blue can no longer be joined: every way is blocked. Green can no longer")


def test_what_just_happened_names_the_stations(window: Window) -> None:
    scene = opened(window)
    one, other = min(scene.view.map.legal)
    scene.context.play(f"lay {one} {other}")
    window.settle()
    assert scene.view.news == f"{scene.match.seats[scene.match.session.log[0][0]].name} laid track from " + (
        f"{scene.view.map.city.name(one)} to {scene.view.map.city.name(other)}."
    )


def test_the_strip_says_what_can_be_done(window: Window) -> None:
    scene = opened(window)
    assert (Act.CONFIRM, "Lay track") in scene.help()
    window.key(pygame.K_TAB)
    assert (Act.BACK, "No pair") in scene.help()


def test_the_strip_offers_no_pass_while_the_opening_is_shown(window: Window) -> None:
    window.stage.change(animation_speed="brisk")
    session = Session.new("city", seed=4, options={"start_player": "first"}, names=["Ann", "Bo"])
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    window.turn()
    assert scene.playback.show is not None
    assert (Act.CONFIRM, "Hurry") in scene.help()
    window.settle()
    assert (Act.CONFIRM, "Lay track") in scene.help()


@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1720, 720)])
def test_every_window_shape_and_text_size_holds_it(tmp_path: Path, size: tuple[int, int]) -> None:
    window = Window(tmp_path, size, text_size=200)
    scene = opened(window, levels=("", "easy"))
    assert scene.view.map.far.size >= 14
    rows = list(scene.view.map.panel.rows.values())
    assert all(box.h >= 30 for box in rows)
    assert rows[-1].bottom <= scene.view.map.places.panel.bottom
    assert scene.view.map.places.panel.bottom <= window.stage.view.h - 40
    assert window.picture()
    window.close()


@pytest.mark.parametrize("name", ["great_park", "harbour", "twin_lakes"])
def test_a_large_place_has_no_shore_inside(window: Window, name: str) -> None:
    """The park, the harbour and the lakes are each one place, with pictures that differ side by side."""
    session = Session.new("city", seed=1, layout=load(LEVELS / "city" / f"{name}.tmx"))
    city = City.of(observed(session.observe(None)))
    inside = [(cell, other) for cell in city.vacant for other in neighbours(cell) if other in city.vacant]
    assert sum(len(joined_sides(city, cell)) for cell in city.vacant) == len(inside) > 6
    pictures = [picture_of(city, cell, 1) for cell in city.vacant if city.ponds[cell] == 0]
    assert len(set(pictures)) > len(pictures) // 2


def test_who_watches_is_told_of_one_side_at_a_time(window: Window) -> None:
    """The rows of a log do not say who laid what; the words above them do."""
    session = Session.new("city", seed=3)
    for _ in random_plies(session, 3, 14):
        pass
    while session.log[-1][0] == session.log[-2][0]:
        session.play(session.moves()[0])
    seats = [Seat(name, number, "easy") for number, name in enumerate(session.names)]
    scene: Any = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    window.turn()
    assert {step.seat for step in scene.telling.since()} == {0, 1}
    assert {step.seat for step in scene.view.parts.log()} == {session.log[-1][0]}
