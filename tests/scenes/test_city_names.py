"""What stations are called on the screen and on phones: each by its own name, in the window's language."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from game import words
from game.core.session import Session
from game.games.city.rules.board import NAMES, STATIONS
from game.games.city.words import called
from game.levels import load, maps
from game.match.seats import Seat
from game.shipped import LEVELS
from game.ui.core.paint import Type
from game.ui.match.opening import match_scene
from tests.languages import in_languages
from tests.party.crowd import crowded
from tests.scenes.city_hands import opened
from tests.scenes.harness import Window
from tools.build_locale import texts

PRINTED = [name for design in NAMES for name in design]


@in_languages
@pytest.mark.parametrize(
    "path", [None, *maps(LEVELS / "city")], ids=lambda path: path.stem if path else "seed"
)
def test_no_two_stations_of_a_city_have_one_name(path: Path | None, language: str) -> None:
    seen = Session.new("city", seed=4, layout=load(path) if path else None).observe(None)
    words.use(language)
    names = called(seen["stations"])
    words.use("en")
    assert list(names) == list(seen["stations"])
    assert len(set(names.values())) == STATIONS


def test_the_four_stations_of_a_tile_share_their_numeral() -> None:
    """So that a numeral says which copy of a tile is meant, and neighbours can be guessed from it."""
    seen = Session.new("city", seed=4).observe(None)
    names = called(seen["stations"])
    numerals: dict[int, set[str]] = {}
    for text, station in seen["stations"].items():
        plain, _, numeral = names[text].rpartition(" ")
        assert plain == station[2]
        numerals.setdefault(station[3], set()).add(numeral)
    assert sorted("".join(found) for found in numerals.values()) == sorted(["I", "II", "III", "IV"] * 5)


def test_a_name_that_stands_once_has_no_numeral() -> None:
    seen = Session.new("city", seed=1, layout=load(LEVELS / "city" / "harbour.tmx")).observe(None)
    assert "Gull Rock" in called(seen["stations"]).values()


def test_a_name_of_somebodys_own_is_not_given_twice() -> None:
    """A map may call a station as the game would call another one."""
    stations = {"a1": [0, 1, "Nicehill", 0, None], "b1": [1, 1, "Nicehill", 1, None],
                "c1": [2, 1, "Nicehill II", 2, None]}  # fmt: skip
    assert called(stations) == {"a1": "Nicehill I", "b1": "Nicehill III", "c1": "Nicehill II"}


def test_what_scripts_read_keeps_the_printed_names() -> None:
    words.use("de")
    seen = Session.new("city", seed=4).observe(None)
    words.use("en")
    assert {station[2] for station in seen["stations"].values()} == set(PRINTED)


def test_every_name_that_comes_with_the_game_can_be_translated() -> None:
    known = {one for one, _many in texts()}
    assert set(PRINTED) <= known
    assert {"Gull Rock", "Pillory", "Saint Sock's Bridge", "Ice Cream Kiosk", "Eel House"} <= known


def test_the_window_calls_them_by_their_names_in_its_language(window: Window) -> None:
    scene = opened(window, levels=("", "easy"))
    one, other = min(scene.view.map.legal)
    scene.context.play(f"lay {one} {other}")
    window.settle()
    english = scene.view.map.city.name(one), scene.view.map.city.name(other)
    assert f"from {english[0]} to {english[1]}" in scene.view.news
    window.stage.change(language="de")
    german = scene.view.map.city.name(one), scene.view.map.city.name(other)
    assert not set(german) & set(english)
    assert all(name in scene.view.news for name in german)
    assert "Hohenschönhausen I" in {scene.view.map.city.name(text) for text in scene.view.map.city.stops}
    window.stage.change(language="en")
    assert (scene.view.map.city.name(one), scene.view.map.city.name(other)) == english


def test_a_map_speaks_german_too(window: Window) -> None:
    window.stage.change(language="de")
    session = Session.new("city", seed=1, layout=load(LEVELS / "city" / "harbour.tmx"))
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    window.settle()
    names = {scene.view.map.city.name(text) for text in scene.view.map.city.stops}
    assert "Gull Rock" not in names
    assert "Möwenfels" in names


def test_phones_use_the_same_names(tmp_path: Path) -> None:
    with crowded(tmp_path, Session.new("city", 2, seed=3)) as crowd:
        crowd.calm()
        scene = crowd.scene
        for phone in crowd.phones:
            assert phone.state["view"]["names"] == {
                text: scene.view.map.city.name(text) for text in scene.view.map.city.stops
            }


def test_no_numeral_stands_alone_on_a_line(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the closer look, where names are written below stations; but below a word that fills its line."""
    window.stage.change(language="de")
    scene = opened(window, levels=("", "easy"))
    written: list[str] = []
    usual = Type.render

    def render(type_: Type, text: str, face: str, pixels: int, colour: str) -> object:
        written.append(text)
        return usual(type_, text, face, pixels, colour)

    monkeypatch.setattr(Type, "render", render)
    for text in list(scene.view.map.city.stops)[::9]:
        scene.view.map.walker.jump(text)
        scene.view.map.is_closer = True
        window.picture()
    assert len(set(written)) > 20
    above = [line for line, last in pairwise(written) if last in {"I", "II", "III", "IV"}]
    assert set(above) <= {"Hohenschönhausen", "Feuerbachstraße"}


@pytest.mark.parametrize("name", ["harbour", "twin_lakes"])
def test_a_board_lies_in_the_middle(window: Window, name: str) -> None:
    session = Session.new("city", seed=4, layout=load(LEVELS / "city" / f"{name}.tmx"))
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    scene.skip()
    shown = scene.view.map
    area, points = shown.places.map, [shown.far.point(cell) for cell in shown.city.area]
    left, right = (edge(x for x, _y in points) for edge in (min, max))
    top, low = (edge(y for _x, y in points) for edge in (min, max))
    spare = left - area.x, area.right - right, top - area.y, area.bottom - low
    assert min(spare[:2]) > 0.3 * max(spare[:2])
    assert min(spare[2:]) > 0.3 * max(spare[2:])
