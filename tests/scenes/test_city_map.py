"""Tests of the map of Socks in the City: manual set-up, closer look, station names, labels and panel."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.game import Refusal
from game.core.session import Session
from game.games.city.match_text import non_breaking, refusal_sentence, refusal_words, station_names
from game.games.city.rules import CityRefusal
from game.games.city.rules.board import STATION_COUNT, STATION_NAMES
from game.games.city.rules.builder import unused_tiles
from game.games.city.rules.events import PairJoined, TrackLaid, as_event
from game.games.city.screen import map_marks, station_labels, zoomed_map
from game.games.city.screen.map_geometry import CityMap, StationView
from game.games.city.screen.map_marks import meets_disc, refusal_bubble
from game.games.city.screen.map_state import MapState
from game.games.city.screen.panels import CityPanelKey, PanelHead, head_element
from game.games.city.screen.station_labels import NamePlacer, NameTone, name_box, tag_image
from game.games.city.screen.view_model import panel_head
from game.games.city.screen.zoomed_map import ZoomedMap
from game.i18n import _, set_language
from game.levels import load, maps
from game.match.recap import RecapStep
from game.match.seats import Seat
from game.resources import ASSETS, LEVELS
from game.ui.core import fonts
from game.ui.core.canvas import Box, crosses, overlap_area, overlaps
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextRenderer
from game.ui.match.match_flow import new_match
from game.ui.match.refusal_bubble import RefusalBubble
from game.ui.widgets import LayoutTree, MeasureContext, Text, prompt_bar_top, prompts_for
from game.ui.widgets._layout import MIN_TEXT_SIZE
from tests.languages import in_languages
from tests.matches import random_plies
from tests.party.many_phones import crowded
from tests.robot.city import CityRobot
from tests.sampling import sample_size, thinned
from tests.scenes.city_hands import bot_move, near_join
from tests.scenes.harness import USUAL, WindowRobot
from tests.scenes.layout_checks import cut_words, labels
from tests.scenes.record_cache import at_random

# Manual set-up of tiles, socks and spare socks, and leaving the rest to the program.


def test_refused_tile_says_the_reason_once(window: WindowRobot) -> None:
    robot = CityRobot(window, board_build="manual")
    first = robot.session.to_move
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert len(robot.map.picture.tiles) == 1
    assert robot.session.to_move != first
    robot.view.setup.tile.place(robot.map.city.board.tiles[0].at)
    window.press_key(pygame.K_RETURN)
    assert [text.words for text in robot.texts].count("There's already a tile there.") == 1
    q, r = robot.map.city.board.tiles[0].at
    robot.view.setup.tile.place((q + 4, r))
    window.press_key(pygame.K_RETURN)
    assert [text.words for text in robot.texts].count("A tile must touch another tile.") == 1
    window.press_key(pygame.K_u)
    assert window.shown == "ConsentDialog"
    window.press_key(pygame.K_RETURN)
    assert robot.map.picture.tiles == []


def test_held_key_lays_one_tile(window: WindowRobot) -> None:
    """Key repeats do not count, even if other seats move meanwhile."""
    robot = CityRobot(window, people=(0,), board_build="manual")
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    for _time in range(40):
        window.step(down, ms=50)
    assert [seat for seat, _move in robot.log].count(0) == 1
    window.step(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0))
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert [seat for seat, _move in robot.log].count(0) == 2


def test_press_on_a_used_up_tile_or_pair_says_so(window: WindowRobot) -> None:
    robot = CityRobot(window, board_build="manual", sock_setup="alternate")
    number = 0
    while robot.map.seen["phase"] == "tiles":
        left = unused_tiles(robot.map.view.board.tiles)
        design = next((design for design in range(5) if not left[design]), None)
        if design is not None:
            window.click_box(robot.map.panel.rows[CityPanelKey.TILE.of(design)])
            assert robot.says == "All four of those tiles are already laid."
            assert robot.view.setup.tile.design != design
        robot.play(bot_move(robot.session, "normal", number))
        number += 1
    robot.play(robot.session.moves()[0])
    colour = next(iter(robot.map.seen["socks"]))
    window.click_box(robot.map.panel.rows[colour])
    assert "is already placed" in robot.says


def test_refused_first_sock_says_the_right_reason(window: WindowRobot) -> None:
    """A station that is too far in the middle, with room around it, is not called crowded."""
    robot = CityRobot(window, sock_setup="alternate", apart_min=8, apart_max=10)
    middle = min(
        robot.map.city.stops.values(),
        key=lambda s: math.dist(robot.map.overview.point(s.cell), robot.map.boxes.map.centre),
    )
    robot.jump(middle.text)
    window.press_key(pygame.K_RETURN)
    assert "right distance" in robot.says
    robot.play(robot.session.moves()[0])
    robot.jump(next(iter(robot.map.picture.socks)))
    window.press_key(pygame.K_RETURN)
    assert "already" in robot.says


def test_program_can_finish_the_set_up(window: WindowRobot) -> None:
    options: dict[str, Any] = {"board_build": "manual", "sock_setup": "free", "blockers": 1}
    robot = CityRobot(window, people=(0,), seed=5, **options)
    for phase in ("tiles", "socks", "blockers"):
        for _time in range(400):
            if robot.map.seen["phase"] != phase:
                break
            waits = robot.match.local_to_move is not None and robot.animations.show is None
            if waits and robot.view.setup.rest != phase:
                window.press_key(pygame.K_e)
            window.step(ms=50)
    assert robot.map.seen["phase"] == "play"


def test_players_cannot_act_while_the_program_sets_up(window: WindowRobot) -> None:
    robot = CityRobot(window, sock_setup="free")
    robot.play(robot.session.moves()[0])
    answer = window.context.background_worker.poll_result
    window.context.background_worker.poll_result = lambda: None  # type: ignore[method-assign]
    window.press_key(pygame.K_e)
    for key in (pygame.K_TAB, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_x):
        window.press_key(key)
    window.click_box(robot.map.panel.rows["blue"])
    assert len(robot.log) == 1
    window.context.background_worker.poll_result = answer  # type: ignore[method-assign]
    window.run_for(5000)
    assert robot.map.seen["phase"] == "play"


def test_cursor_stays_on_the_finished_board(window: WindowRobot) -> None:
    """Station texts change when the finished board moves into its corner."""
    robot = CityRobot(window, board_build="manual")
    for number in range(20):
        for walker in robot.map.walkers:
            walker.jump(next(reversed([*robot.map.city.stops]), ""))
        robot.play(bot_move(robot.session, "normal", number))
    assert robot.map.seen["phase"] == "play"
    assert all(walker.at in robot.map.city.stops for walker in robot.map.walkers)


def test_back_cancels_the_building_of_a_board(window: WindowRobot) -> None:
    made_: list[object] = []
    helper = window.context.background_worker
    helper.poll_result = lambda: None  # type: ignore[method-assign]
    new_match(window.context, ("city", 2, 3, {}, None, ["Ann", "Bo"]), made_.append)
    window.run_for(400)
    assert window.shown == "LoadingScene"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    assert made_ == []


def hinted(window: WindowRobot, robot: CityRobot) -> list[str]:
    """Return the captions of the first and the second press of Hint."""
    messages = []
    for _press in range(2):
        window.press_key(pygame.K_h)
        window.run_for(3000)
        assert robot.scene.caption.words, "marked without words"
        messages.append(robot.scene.caption.words)
    return messages


@thinned(1)
@in_languages
def test_set_up_hints_name_what_they_mark(window: WindowRobot, language: str) -> None:
    robot = CityRobot(window, seed=2, board_build="manual", sock_setup="free", blockers=2)
    window.context.update_settings(language=language)
    said, seen = [], []
    while robot.map.phase != "play":
        session, phase = robot.session, robot.map.phase
        if phase not in seen or (phase == "tiles" and len(robot.map.picture.tiles) == 1):
            seen.append(phase)
            place, reason = hinted(window, robot)
            assert reason.startswith(place.rstrip("."))
            assert len(reason) > len(place), "now with a reason"
            ghost = robot.view.setup.tile.ghost()
            (around,) = robot.scene.caption.boxes()
            ground = robot.map.city_map
            for cell in ghost.cells if phase == "tiles" else ():
                assert overlap_area(around, ground.box(cell, 1.0)) == 0, "the tile stays in sight"
            said += [place, reason]
        robot.play(bot_move(session, "easy"))
        assert not robot.scene.caption.words or robot.map.phase == "play", "it goes with its turn"
    assert seen == ["tiles", "tiles", "socks", "blockers"]
    assert len(set(said)) == len(said) - 1, "of both tiles the place is said alike"


@pytest.mark.parametrize("size", [100, 200])
def test_hint_does_not_cover_the_opponents_move(window: WindowRobot, size: int) -> None:
    window.context.update_settings(text_size=size)
    former = '[Game "city"]\n[Version "2"]\n[Players "2"]\n[Seed "233163351123052111022350003869807185396"]\n'
    robot = CityRobot(window, Session.from_record(former).position())
    for move in ("f6 g5", "g2 h2", "e2 f2", "h6 i7", "h2 i1", "g4 h5", "g8 h9", "e4 f5", "h2 h3"):
        robot.play(f"lay {move}")
    window.press_key(pygame.K_h)
    window.run_for(3000)
    (around,) = robot.scene.caption.boxes()
    boxes, steps = robot.map.panel.layout_tree.boxes, CityPanelKey.STEP
    told = [boxes[key] for key in boxes if key == CityPanelKey.SAID or steps.number(key) is not None]
    assert len(told) == (2 if size == 100 else 1), "two steps, else a sentence"
    assert not [box for box in told if overlap_area(around, box)]


def test_tile_hint_is_no_refusal_and_goes_with_the_tile(window: WindowRobot) -> None:
    robot = CityRobot(window, seed=2, board_build="manual")
    hinted(window, robot)
    assert not robot.context.note.refuses
    at = robot.view.setup.tile.at
    window.point(*robot.map.city_map.point((at[0] + 2, at[1])))
    assert robot.view.setup.tile.at != at
    assert not robot.scene.caption.words


# Closer look: a scrolled map shows the same picture as a freshly drawn one.


def fresh(window: WindowRobot, robot: CityRobot) -> bytes:
    """Return the picture drawn without any cached map."""
    robot.view.closer_look = ZoomedMap()
    robot.scene.needs_redraw = True
    window.step()
    return window.picture()


def test_scrolling_back_shows_the_same_picture(window: WindowRobot) -> None:
    robot = CityRobot(window)
    window.context.update_settings(reduced_motion=True)  # no idle animation between two frames
    window.press_key(pygame.K_l)
    window.point(300, 200)
    first = window.picture()
    seen = {first}
    for x, y in ((310, 203), (420, 260), (640, 400), (880, 600), (30, 30), (301, 200)):
        window.point(x, y)
        picture = window.picture()
        assert picture not in seen
        assert picture == fresh(window, robot)
        seen.add(picture)
    window.point(300, 200)
    assert window.picture() == first


def test_closer_look_shows_new_pieces(window: WindowRobot) -> None:
    robot = CityRobot(window, "left=2", people=(0,))
    window.press_key(pygame.K_l)
    for number in range(3):
        window.point(450, 300)
        before = window.picture()
        robot.play(bot_move(robot.session, "normal", number))
        window.press_key(pygame.K_TAB)
        window.point(450, 300)
        assert window.picture() != before
        assert window.picture() == fresh(window, robot)


@pytest.mark.parametrize("text_size", [100, 200])
def test_closer_look_ends_above_the_prompt_bar_and_beside_the_panel(
    window: WindowRobot, text_size: int
) -> None:
    robot = CityRobot(window, text_size=text_size)
    window.press_key(pygame.K_l)
    area, panel, view = robot.map.boxes.close_up, robot.map.boxes.panel, window.context.view
    assert panel.x > area.right
    assert prompt_bar_top(window.context, robot.scene) > area.bottom
    beside = [
        Box(0, area.bottom + 4, panel.x - 4, 3),
        Box(area.right + 4, 0, view.w - area.right - 4, panel.y - 4),
    ]
    seen, around = set[bytes](), set[bytes]()
    for at in ((300, 200), (620, 380), (30, 30), (880, 560)):
        window.point(*at)
        window.picture()
        seen.add(window.pixels(Box(0, 0, area.right, area.bottom)))
        around.add(b"".join(map(window.pixels, beside)))
    assert len(seen) == 4
    assert len(around) == 1


@USUAL
def test_click_beside_the_closer_map_lays_nothing(window: WindowRobot) -> None:
    robot = CityRobot(window)
    window.press_key(pygame.K_l)
    area = robot.map.boxes.close_up
    first, second = min(robot.map.legal)
    robot.map.cursor.jump(second, first)
    window.click(40, area.bottom + 12)
    assert (robot.map.cursor.came, robot.map.cursor.at) == (first, second)
    assert not robot.session.log
    window.click(*robot.map.overview.link_middle((first, second)))
    assert len(robot.session.log) == 1


def test_closer_look_shows_the_whole_hexagon_of_the_cursor(window: WindowRobot) -> None:
    robot = CityRobot(window)
    robot.map.is_closer = True
    area = robot.map.boxes.close_up
    for text in robot.map.city.stops:
        robot.map.cursor.jump(text)
        assert area.encloses(robot.map.city_map.box(robot.map.city.cell(text), 0.99))


def test_names_stand_out_at_socks_and_around_the_cursor(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = CityRobot(window)
    tones: dict[str, NameTone] = {}

    def written(_painter: Painter, _map: CityMap, stop: StationView, _side: float, tone: NameTone) -> None:
        tones[stop.text] = tone

    monkeypatch.setattr(zoomed_map, "draw_name", written)
    for text in list(robot.map.city.stops)[::9]:
        tones.clear()
        robot.jump(text)
        robot.map.is_closer, robot.scene.needs_redraw = True, True
        window.picture()
        city = robot.map.city
        around = {stop for stop in tones if city.link(stop, text) is not None}
        assert tones.pop(text, NameTone.CHOSEN) is NameTone.CHOSEN
        loud = {stop for stop, tone in tones.items() if tone is not NameTone.QUIET}
        assert loud == tones.keys() & (robot.map.signs | around)


@USUAL
def test_help_strip_is_drawn_over_the_cursor(window: WindowRobot) -> None:
    robot = CityRobot(window)
    window.press_key(pygame.K_l)
    strip = pygame.Rect(340, 668, 600, 22)

    def shown() -> bytes:
        return window.pixels(strip)

    window.point(450, 340)
    plain = shown()
    aim = 600, 679
    here = min(robot.map.city.cells, key=lambda cell: math.dist(robot.map.city_map.point(cell), aim))
    by = robot.map.city_map.size / robot.map.overview.size
    window.point(450, 340 + (robot.map.city_map.point(here)[1] - 679) / (by - 1))
    robot.jump(robot.map.city.at[here].text)
    robot.scene.needs_redraw = True
    window.step()
    assert strip.collidepoint(robot.map.city_map.point(here))
    assert shown() == plain


def test_closer_look_doubles_the_map_under_the_pointer(window: WindowRobot) -> None:
    robot = CityRobot(window)
    far = robot.map.city_map.size
    window.press_key(pygame.K_l)
    assert robot.map.is_closer
    assert robot.map.city_map.size >= 2 * far
    here = robot.map.cursor.at
    cell = robot.map.city.cell(here)
    assert math.dist(robot.map.city_map.point(cell), robot.map.overview.point(cell)) < 5
    window.press_key(pygame.K_ESCAPE)
    assert not robot.map.is_closer
    assert window.shown == "CityView"


@pytest.mark.parametrize("size", [100, 200])
def test_panel_cuts_off_no_name(window: WindowRobot, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Beside, above, below and behind the panel the map shows no letters, at any scroll position."""
    robot = CityRobot(window, text_size=size)
    window.press_key(pygame.K_l)
    panel, view = robot.map.boxes.panel, window.context.view
    boxes = [
        Box(panel.x - 1.5, 0, 1.5, view.h),
        Box(panel.x, 0, view.w - panel.x, panel.y - 3),
        Box(panel.right + 3, 0, view.w - panel.right - 3, panel.bottom + 3),
    ]

    def beyond() -> list[bytes]:
        robot.view.closer_look = ZoomedMap()
        robot.scene.needs_redraw = True
        window.step()
        return [window.pixels(box) for box in boxes]

    for at in ((300, 200), (620, 380), (30, 30), (880, 560)):
        window.point(*at)
        with_names = beyond()
        with monkeypatch.context() as patched:
            patched.setattr(zoomed_map, "draw_name", lambda *_given, **_kinds: None)
            assert beyond() == with_names


def scrolled_to(robot: CityRobot, text: str, x: float) -> CityMap:
    """Return the closer look with the cursor on a station whose middle is at ``x``."""
    map_view = robot.map
    map_view.cursor.jump(text)
    map_view.is_closer, map_view.near = True, None
    here, by = (
        map_view.overview.point(map_view.city.cell(text)),
        map_view.city_map.size / map_view.overview.size,
    )
    # The fixed point stays in place and the map grows around it.
    map_view.near = (x - here[0] * by) / (1 - by), here[1]
    ground: CityMap = map_view.city_map
    return ground


def test_long_name_breaks_only_between_words(window: WindowRobot, drawn_words: list[str]) -> None:
    tag_image(window.context.measuring_painter, "Highbeautyhousen 4", 70.0)
    assert drawn_words == ["Highbeautyhousen", "4"]


def test_high_contrast_closer_look_has_a_plain_sky(window: WindowRobot) -> None:
    """In high contrast the far map has no fields or stars around it."""
    robot = CityRobot(window, theme="contrast")
    window.press_key(pygame.K_l)
    window.point(5, 5)
    robot.map.near = -400, -400
    robot.scene.needs_redraw = True
    window.step()
    places = robot.map.boxes
    sky = window.app.screen.subsurface(window.context.view.rect(Box(0, 0, places.panel.x - 20, 400)))
    assert set(pygame.image.tobytes(sky, "RGB")) == {0}


# Station names on the screen and on phones, unique and translated.

PRINTED = [name for design in STATION_NAMES for name in design]


@thinned(1)
@in_languages
def test_station_names_are_unique(language: str) -> None:
    set_language(language)
    boards: list[dict[str, Any]] = [{"seed": seed} for seed in range(sample_size(25, 2000))]
    for board in boards + [{"seed": 4, "layout": load(path)} for path in maps(LEVELS / "city")]:
        observation = Session.new("city", **board).observe(None)["stations"]
        names = station_names(observation)
        assert list(names) == list(observation)
        assert len(set(names.values())) == STATION_COUNT


def test_stations_of_a_tile_share_their_number() -> None:
    """A number identifies one copy of a tile, so neighbours can be guessed from it."""
    observation = Session.new("city", seed=4).observe(None)
    names = station_names(observation["stations"])
    numbers: dict[int, set[str]] = {}
    for text, station in observation["stations"].items():
        plain, _, number = names[text].rpartition(" ")
        assert plain.lower() == station[2].lower()
        numbers.setdefault(station[3], set()).add(number)
    assert sorted("".join(number) for number in numbers.values()) == sorted(["1", "2", "3", "4"] * 5)


def test_numbering_skips_a_name_that_the_map_uses() -> None:
    """A map may give a station the name that the game would give to another one."""
    stations = {"a1": [0, 1, "Nicehill", 0, None], "b1": [1, 1, "Nicehill", 1, None],
                "c1": [2, 1, "Nicehill 2", 2, None]}  # fmt: skip
    assert station_names(stations) == {"a1": "Nicehill 1", "b1": "Nicehill 3", "c1": "Nicehill 2"}


def test_observation_keeps_the_printed_names() -> None:
    set_language("de")
    observation = Session.new("city", seed=4).observe(None)
    assert {station[2] for station in observation["stations"].values()} == set(PRINTED)


def test_catalogue_has_every_station_name() -> None:
    catalogue = (ASSETS / "locale" / "de" / "LC_MESSAGES" / "sockdrawer.po").read_text(encoding="utf-8")
    others = "Gull Rock", "Pillory", "Saint Sock's Bridge", "Ice Cream Kiosk", "Eel House"
    names = re.findall(r'msgid "(.*)"', catalogue)
    assert {name.lower() for name in (*PRINTED, *others)} <= {name.lower() for name in names}


def test_window_translates_station_names(window: WindowRobot) -> None:
    robot = CityRobot(window, people=(0,))
    first, second = min(robot.map.legal)
    robot.play(f"lay {first} {second}")
    english = robot.map.city.name(first), robot.map.city.name(second)
    assert f"from {english[0]} to {english[1]}" in robot.news
    window.context.update_settings(language="de")
    german = robot.map.city.name(first), robot.map.city.name(second)
    assert not set(german) & set(english)
    assert all(name in robot.news for name in german)
    assert "Hohenschönhausen 1" in {robot.map.city.name(text) for text in robot.map.city.stops}
    window.context.update_settings(language="en")
    assert (robot.map.city.name(first), robot.map.city.name(second)) == english


def test_names_of_a_map_are_translated(window: WindowRobot) -> None:
    session = Session.new("city", seed=1, layout=load(LEVELS / "city" / "harbour.tmx"))
    robot = CityRobot(window, session)
    assert "Gull Rock" in map(robot.map.city.name, robot.map.city.stops), "a unique name has no number"
    window.context.update_settings(language="de")
    names = {robot.map.city.name(text) for text in robot.map.city.stops}
    assert "Gull Rock" not in names
    assert "Möwenfels" in names


def test_phones_use_the_same_names(tmp_path: Path) -> None:
    with crowded(tmp_path, Session.new("city", 2, seed=3)) as crowd:
        crowd.calm()
        robot = CityRobot(crowd.window, crowd.scene)
        for phone in crowd.phones:
            assert phone.state["view"]["names"] == {
                text: robot.map.city.name(text) for text in robot.map.city.stops
            }


def test_station_number_is_not_alone_on_a_line(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the closer look, names are written below stations, where a number may only follow a full line."""
    robot = CityRobot(window, people=(0,), language="de")
    written: list[str] = []
    usual = TextRenderer.render

    def render(type_: TextRenderer, text: str, face: str, pixels: int, colour: str) -> object:
        written.append(text)
        return usual(type_, text, face, pixels, colour)

    monkeypatch.setattr(TextRenderer, "render", render)
    for text in list(robot.map.city.stops)[::9]:
        robot.jump(text)
        robot.map.is_closer = True
        window.picture()
    assert len(set(written)) > 20
    above = {line for line, last in pairwise(written) if last in {"1", "2", "3", "4"}}
    city = robot.map.city
    # The panel may break a name at the end of its line.
    named = {line for line in above if any(f"{city.name(stop)} ".startswith(line) for stop in city.stops)}
    assert named <= {"Hohenschönhausen", "Feuerbachstraße"}


@pytest.mark.parametrize("name", ["harbour", "twin_lakes"])
def test_board_is_centred(window: WindowRobot, name: str) -> None:
    session = Session.new("city", seed=4, layout=load(LEVELS / "city" / f"{name}.tmx"))
    robot = CityRobot(window, session)
    robot.scene.skip()
    map_view = robot.map
    area, points = map_view.boxes.map, [map_view.overview.point(cell) for cell in map_view.city.area]
    left, right = (edge(x for x, _y in points) for edge in (min, max))
    top, low = (edge(y for _x, y in points) for edge in (min, max))
    spare = left - area.x, area.right - right, top - area.y, area.bottom - low
    assert min(spare[:2]) > 0.3 * max(spare[:2])
    assert min(spare[2:]) > 0.3 * max(spare[2:])


# The panel and the map share the window.


def city(window: WindowRobot, plies: int) -> CityRobot:
    """Open a city in mid-match with the person to move."""
    session = at_random("city", seed=3, plies=plies)
    while session.to_move != 0:
        next(random_plies(session, len(session.log), 1))
    return CityRobot(window, session, (0,))


@pytest.mark.parametrize("text", [100, 200])
def test_tall_window_has_the_panel_below_the_map(tmp_path: Path, text: int) -> None:
    window = WindowRobot(tmp_path, (720, 1280), text_size=text)
    robot = city(window, 10)
    places, view = robot.map.boxes, window.context.view
    assert places.panel.y > places.map.bottom
    assert places.map.w > 0.9 * view.w
    assert overlap_area(robot.map.overview.bounds, places.panel) == 0
    rows = robot.map.panel.rows.values()
    assert max(row.bottom for row in rows) < places.panel.bottom
    window.picture()


@pytest.mark.parametrize("window", [(1720, 720)], indirect=True)
def test_map_and_panel_fill_a_wide_window(window: WindowRobot) -> None:
    """The map takes as much as its height allows; the panel gets part of the remaining width."""
    places = city(window, 10).view.map.boxes
    assert places.panel.w > 350
    assert CityPanelKey.LOG in city(window, 10).view.map.panel.frame.boxes, (
        "with the log above the pairs as ever"
    )
    view = city(window, 10).view
    ys = [view.map.overview.point(cell)[1] for cell in view.map.city.area]
    assert max(ys) - min(ys) + 2 * view.map.overview.size >= 0.92 * view.map.boxes.map.h


# Nothing on the map covers a sock, and the map is as large as possible.

LONG = "Green Mountain Avenue 4 to Hitchhikers Station 3: it brings yellow home, and Bo no longer joins red."


def grown_city(seed: int = 4, moves: int = 30) -> str:
    """Return a position in mid-match, after at most this number of moves."""
    session = Session.new("city", seed=seed)
    for number in range(moves):
        session.play(bot_move(session, "easy", number))
        if session.to_move is None:
            session.undo()
            break
    return session.position()


@thinned()
@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize("closer", [False, True])
def test_long_message_covers_no_piece_and_no_plate(
    window: WindowRobot, text_size: int, *, closer: bool
) -> None:
    """Only the panel changes, where the rows of pairs move to make room."""
    robot = CityRobot(window, grown_city(), (0,), text_size=text_size)
    if closer:
        window.press_key(pygame.K_l)
    robot.context.messages.post(LONG)
    chosen = robot.map
    names = " ".join(map(chosen.city.name, chosen.city.stops))
    words = [text for text in robot.texts if text.words in LONG and text.words not in names]
    room = chosen.panel.frame.boxes[CityPanelKey.LOG]
    assert words
    assert all(chosen.boxes.panel.contains((text.x, text.y)) for text in words)
    assert not any(overlaps(room, box) for box in (*chosen.panel.cards, *chosen.panel.rows.values()))


def test_refused_piece_lies_in_red_on_its_link_without_motion(window: WindowRobot) -> None:
    robot = CityRobot(window, grown_city(), (0,))
    chosen = robot.map
    link = next(link for link in chosen.city.printed_links if not chosen.signs.intersection(link))
    chosen.cursor.jump(link[1], link[0])
    robot.scene.needs_redraw = True
    window.picture()
    middle = Box(*chosen.city_map.link_middle(link), 0, 0).inflated(1)
    before = window.pixels(middle)
    window.press_key(pygame.K_RETURN)
    window.picture()
    assert robot.context.note.refuses
    assert window.pixels(middle) != before
    robot.context.messages.post("")
    window.picture()
    assert window.pixels(middle) == before, "it goes with its reason"


def test_set_up_messages_appear_above_the_table(window: WindowRobot) -> None:
    robot = CityRobot(window, board_build="manual")
    robot.play(bot_move(robot.session))
    sentence = refusal_sentence(Refusal(CityRefusal.HOLES), [])
    robot.context.messages.post(sentence)
    table = robot.map.boxes.table_area(window.context.text_scale)
    (text,) = [text for text in robot.texts if text.words == sentence]
    assert robot.map.boxes.map.y <= text.y < table.y


@thinned()
@pytest.mark.parametrize("size", [(1280, 720), (1720, 720), (960, 540), (1024, 768)])
@pytest.mark.parametrize("text_size", [100, 200])
def test_city_fills_the_map_area(tmp_path: Path, size: tuple[int, int], text_size: int) -> None:
    """From left to right, or from top to bottom if that is less: no corner is reserved."""
    window = WindowRobot(tmp_path, size, text_size=text_size)
    for seed in range(sample_size(5, 60)):
        robot = CityRobot(window, Session.new("city", seed=seed * 37))
        robot.scene.skip()
        map_view = robot.map
        boxes = [map_view.overview.box(cell, 1.0) for cell in map_view.city.area]
        width = max(box.right for box in boxes) - min(box.x for box in boxes)
        height = max(box.bottom for box in boxes) - min(box.y for box in boxes)
        area = map_view.boxes.map
        # The rest is the rim, and rounding: the size of a hexagon is a whole number of units.
        assert max(width / area.w, height / area.h) > 0.93
        assert min(box.y for box in boxes) >= 0
        assert max(box.right for box in boxes) <= map_view.boxes.panel.x
        window.context.scenes.pop()


def test_focused_pair_keeps_the_order_of_the_help_strip(window: WindowRobot) -> None:
    robot = CityRobot(window)
    while robot.session.observe(None)["phase"] != "play":
        robot.play(next(iter(robot.session.moves())))
    window.press_key(pygame.K_TAB)
    assert robot.map.focus
    with_pair = [*robot.prompts]
    assert InputAction.BACK in with_pair
    window.press_key(pygame.K_ESCAPE)
    assert not robot.map.focus
    without = [*robot.prompts]
    assert InputAction.HINT in without
    assert [act for act in with_pair if act is not InputAction.BACK] == without


def test_bar_of_a_mouse_has_names_and_threats(window: WindowRobot) -> None:
    robot = CityRobot(window)
    while robot.session.observe(None)["phase"] != "play":
        robot.play(next(iter(robot.session.moves())))
    _box, entries = prompts_for(window.context, window.top)
    assert {InputAction.LOOK, InputAction.THREATS} <= {entry.act for entry in entries}


# The panel beside the map is readable at every text size.

LONGEST = Refusal(CityRefusal.PRINTED_TRACK)


def states(
    window: WindowRobot, names: tuple[str, str] = ("Annabella", "Bo")
) -> Iterator[tuple[str, MapState]]:
    """Yield states of a match: the start, later the opponent's move, a refusal, and a focused pair."""
    session = Session.new("city", seed=3, names=list(names))
    for plies in (0, 24):
        for _move in random_plies(session, 3, plies):
            pass
        while plies and session.to_move != 0:
            next(random_plies(session, len(session.log), 1))
        robot = CityRobot(window, window.open_match(session, [Seat(names[0], 0), Seat(names[1], 1, "easy")]))
        window.finish_animations()
        chosen = robot.map
        yield f"{plies} plies", chosen
        robot.context.refuse(refusal_sentence(LONGEST, list(names)))
        yield f"{plies} plies, refused", chosen
        robot.context.messages.clear()
        chosen.look_at(next(colour for colour in chosen.seen["worth"] if colour not in chosen.picture.owners))
        assert chosen.need() is not None
        yield f"{plies} plies, a pair in focus", chosen
        window.context.scenes.pop()


@thinned()
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (960, 540), (1720, 720)])
@pytest.mark.parametrize("text_size", [100, 125, 150, 175, 200])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
@pytest.mark.parametrize("names", [("Annabella", "Bo"), ("Bo", "Maximiliana Konstantina")], ids=["", "long"])
def test_panel_text_fits_and_is_readable(
    tmp_path: Path, size: tuple[int, int], text_size: int, language: str, names: tuple[str, str]
) -> None:
    window = WindowRobot(tmp_path, size, text_size=text_size, language=language)
    for state, chosen in states(window, names):
        frame, panel = chosen.panel.frame, chosen.boxes.panel
        for part in [*chosen.panel.head.parts, *frame.parts]:
            if isinstance(part.element, Text) and any(map(str.isalpha, part.element.words)):
                ruler = MeasureContext(window.context.measuring_painter.with_text_scale(part.scale))
                assert part.element.font.at(part.scale) >= MIN_TEXT_SIZE
                # A line of letters has some room above and below it.
                assert ruler.size(part.element, part.box.w)[1] <= part.box.h + 6, (state, part.element.words)
        keys = CityPanelKey.HEAD, CityPanelKey.TURN, CityPanelKey.LOG
        parts = [*(frame.boxes[key] for key in keys), *chosen.panel.cards, *chosen.panel.rows.values()]
        assert not any(
            overlaps(first, second, 0.5) for first in parts for second in parts if second is not first
        ), state
        assert all(
            panel.x <= box.x and box.right <= panel.right and box.bottom <= panel.bottom for box in parts
        )


@pytest.mark.parametrize("language", ["en", "de"])
def test_larger_text_makes_no_words_smaller(window: WindowRobot, language: str) -> None:
    sizes: list[dict[tuple[str, str], float]] = []
    for text_size in (100, 200):
        window.context.update_settings(text_size=text_size, language=language)
        sizes.append({
            (state, part.element.words): part.element.font.at(part.scale)
            for state, chosen in states(window)
            for part in [*chosen.panel.head.parts, *chosen.panel.frame.parts]
            if isinstance(part.element, Text)
        })  # fmt: skip
    for said, size in sizes[1].items():
        assert size >= sizes[0].get(said, 0.0), said


def test_messages_do_not_move_the_controls(window: WindowRobot) -> None:
    """During a match, cards and pairs keep their places when messages appear between them."""
    places = {
        state: (chosen.panel.cards, chosen.panel.rows) for state, chosen in states(window) if state[0] != "0"
    }
    assert len(places) == 3
    assert len({str(place) for place in places.values()}) == 1


# No words ever cover a sock: names are in the panel's head, and a bubble is only where nothing is covered.

SHAPES = [(1280, 720), (960, 540), (1024, 768), (1720, 720), (720, 1280)]


def discs(map_view: MapState, sock: float, station: float) -> list[tuple[tuple[float, float], float]]:
    """Return centre and radius of each sock and each other station, radii in shares of a hexagon's."""
    ground, signs = map_view.city_map, {*map_view.picture.socks, *map_view.picture.blockers}
    return [
        (ground.station_point(text), ground.size * (sock if text in signs else station))
        for text in map_view.city.stops
    ]


def refuse_at(robot: CityRobot, first: str, second: str) -> RefusalBubble | None:
    """Try to lay on a taken link from the first to the second station, and return the bubble."""
    map_view = robot.map
    map_view.cursor.jump(second, first)
    map_view.play(f"lay {first} {second}")
    assert robot.context.note.refuses
    return refusal_bubble(robot.context.app.measuring_painter, map_view)


@thinned()
@pytest.mark.parametrize("size", SHAPES)
@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
def test_no_bubble_covers_a_sock_a_station_or_track(
    tmp_path: Path, size: tuple[int, int], text_size: int, language: str
) -> None:
    """Refused on every link with track of several boards; without room, the panel's head says it."""
    window = WindowRobot(tmp_path, size, text_size=text_size, language=language)
    for seed in range(sample_size(2, 6)):
        robot = CityRobot(window, grown_city(seed, 40), (0,), seed=seed)
        map_view, bar_top = robot.map, prompt_bar_top(window.context, robot.view)
        taken = [*map_view.city.printed_links, *map_view.picture.tracks[0], *map_view.picture.tracks[1]]
        for link in taken:
            bubble = refuse_at(robot, *link)
            head = panel_head(robot.view.parts)
            assert head.refuses is (bubble is None)
            assert (head.line == map_view.refusal) is (bubble is None)
            if bubble is None:
                continue
            for at, radius in discs(map_view, 0.82, 0.32):
                assert not meets_disc(bubble.box, at, radius), link
            for piece in taken:
                line = [map_view.city_map.station_point(text) for text in piece]
                assert not crosses(bubble.box, *line), link
            assert Box(0, 0, window.context.view.w, bar_top).encloses(bubble.box)
            blocked = map_view.boxes.panel, *robot.view.sky.corners
            assert not any(overlaps(bubble.box, box) for box in blocked)
        window.context.scenes.pop()


def test_bubble_of_a_refusal_stands_beside_the_city(window: WindowRobot) -> None:
    """At the rim of a city there is room: its tail points at the link."""
    robot = CityRobot(window, grown_city(4, 44), (0,))
    found = [
        (link, bubble)
        for link in robot.map.city.printed_links
        if (bubble := refuse_at(robot, *link)) is not None
    ]
    assert found
    for link, bubble in found:
        middle = robot.map.city_map.link_middle(link)
        root, tip = bubble.tail
        assert math.dist(tip, middle) < 0.5 * robot.map.city_map.size
        assert math.dist(root, middle) < 100


@USUAL
@pytest.mark.parametrize("text_size", [100, 200])
def test_map_shows_no_words(window: WindowRobot, text_size: int) -> None:
    """Every text stands in the panel or the prompt bar, except for the title of the game."""
    robot = CityRobot(window, grown_city(), (0,), text_size=text_size)
    map_view, bar_top = robot.map, prompt_bar_top(window.context, robot.view)
    for first, second in map_view.city.links[::7]:
        map_view.cursor.jump(second, first)
        texts = robot.texts
        panel = map_view.boxes.panel
        outside = {text.words for text in texts if not panel.contains((text.x, text.y)) and text.y < bar_top}
        assert outside <= {"Socks", "in the City"}
        assert map_view.city.name(second) in {text.words.replace("\N{NO-BREAK SPACE}", " ") for text in texts}


def test_refusal_goes_with_the_next_move_of_the_focus(window: WindowRobot) -> None:
    robot = CityRobot(window, grown_city(4, 44), (0,))
    map_view = robot.map
    link = next(link for link in map_view.city.printed_links if refuse_at(robot, *link) is not None)
    assert "printed track" in robot.says, "the panel says the whole reason"
    assert map_view.refusal == "Already printed"
    x, y = map_view.city_map.link_middle(next(iter(map_view.legal)))
    window.point(x, y)
    assert map_view.refusal == ""
    assert refuse_at(robot, *link) is not None
    window.press_key(pygame.K_UP)
    assert map_view.refusal == ""


@in_languages
def test_short_refusals_have_three_words_at_most(language: str) -> None:
    set_language(language)
    texts = [refusal_words(Refusal(code)) for code in CityRefusal]
    assert len({*texts} - {""}) == 5
    assert all(len(text.split()) <= 3 for text in texts)


def test_refused_sock_says_why_beside_its_station(window: WindowRobot) -> None:
    robot = CityRobot(window, sock_setup="alternate")
    map_view, setup = robot.map, robot.view.setup
    robot.play(robot.session.moves()[0])
    map_view.cursor.jump(next(iter(map_view.picture.socks)))
    window.press_key(pygame.K_RETURN)
    assert map_view.refusal == "Already taken"
    first = next(iter(sorted(setup.open)))
    map_view.cursor.jump(first)
    window.press_key(pygame.K_RETURN)
    near = next(text for text in map_view.city.stops if map_view.city.link(first, text))
    map_view.cursor.jump(near)
    window.press_key(pygame.K_RETURN)
    assert map_view.refusal == "Too close"


# The panel's head names the station in focus.


def until_home(window: WindowRobot, robot: CityRobot) -> None:
    """Let a pair be joined until its train has arrived."""
    window.run_until(lambda: robot.head.name == "Home!")


def test_head_names_every_station_and_its_line(window: WindowRobot) -> None:
    robot = CityRobot(window, grown_city(), (0,))
    map_view = robot.map
    lines = set()
    for text, stop in map_view.city.stops.items():
        map_view.cursor.jump(text)
        head = robot.head
        assert head.name == map_view.city.name(text)
        assert head.line
        assert head.has_focus
        if text in map_view.picture.socks:
            assert head.colour == map_view.picture.socks[text]
        elif stop.partner:
            assert head.line == f"Track to {map_view.city.name(stop.partner)}"
        lines.add(head.line)
    assert "No printed track" in lines


@thinned()
@pytest.mark.parametrize("size", SHAPES)
@pytest.mark.parametrize("text_size", [100, 125, 150, 200])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
def test_head_cuts_off_neither_the_longest_name_nor_its_line(
    tmp_path: Path, size: tuple[int, int], text_size: int, language: str
) -> None:
    """The longest names of a city with all longest lines, and those of the maps with their real ones."""
    window = WindowRobot(tmp_path, size, text_size=text_size, language=language)
    robot = CityRobot(window)
    box, ruler, city = (
        robot.map.panel.frame.boxes[CityPanelKey.HEAD],
        window.context.measuring_painter,
        robot.map.city,
    )
    names = sorted(map(city.name, city.stops), key=lambda name: ruler.width(name, 22, fonts.NAMES))[-8:]
    lines = [
        text.format(station=name) for name in names for text in (_("Track to {station}"), _("from {station}"))
    ]
    refused = {refusal_words(Refusal(code)) for code in CityRefusal} - {""}
    heads = [*product(names, [*lines, *refused])]
    for path in maps(LEVELS / "city"):
        stations = Session.new("city", seed=4, layout=load(path)).observe(None)["stations"]
        named = station_names(stations)
        partners = {text: station[4] for text, station in stations.items() if station[4]}
        heads += [
            (named[one], _("Track to {station}").format(station=named[two])) for one, two in partners.items()
        ]
    for name, line in heads:
        head = PanelHead(name, line, station="plain", has_focus=True, refuses=line in refused)
        frame = LayoutTree(head_element(head, ruler.theme), box, ruler)
        words = [part for part in frame.parts if isinstance(part.element, Text)]
        assert [part.element.accessible_text for part in words] == [non_breaking(name), non_breaking(line)]
        rulers = [MeasureContext(ruler.with_text_scale(part.scale)) for part in words]
        sizes = [one.size(part.element, part.box.w) for one, part in zip(rulers, words, strict=True)]
        assert sum(tall for _wide, tall in sizes) <= box.h, (name, line)
        # A name may break at its hyphen.
        assert not [fault for fault in cut_words(frame, ruler) if "broken" not in fault]


def test_head_of_a_joined_pair_names_its_owner(window: WindowRobot) -> None:
    robot = CityRobot(window, near_join()[0])
    map_view = robot.map
    colour, text = next((own, at) for at, own in map_view.picture.socks.items())
    map_view.cursor.jump(text)
    assert "worth" in robot.head.line
    map_view.picture.owners[colour] = 1
    assert robot.head.line.endswith(": Bo")
    assert robot.head.owner == 1


def test_head_says_that_a_sock_is_home(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    position, move = near_join()
    robot = CityRobot(window, position)
    robot.begin(move)
    until_home(window, robot)
    joined = as_event(robot.show.event)
    assert isinstance(joined, PairJoined)
    assert robot.head.line == f"Ann +{joined.worth}"
    assert robot.head.colour == joined.colour


@pytest.mark.parametrize("size", SHAPES)
def test_shout_covers_no_sock(tmp_path: Path, size: tuple[int, int]) -> None:
    """If it would cover one, only the panel says it."""
    window, (position, move) = WindowRobot(tmp_path, size), near_join()
    robot = CityRobot(window, position)
    map_view, effects, ruler = robot.map, robot.view.effects, window.context.measuring_painter
    joined = next(
        joined for event in robot.session.play(move) if isinstance(joined := as_event(event), PairJoined)
    )
    box = effects.cry_box(ruler, joined)
    covers = any(meets_disc(box, at, radius) for at, radius in discs(map_view, 0.8, 0.0))
    assert effects.has_room_for_cry(ruler, joined) is not covers
    map_view.picture.socks = {}
    assert effects.has_room_for_cry(ruler, joined)


def test_head_of_spectators_tells_how_many_pairs_are_home(window: WindowRobot) -> None:
    robot = CityRobot(window, window.open_match(at_random("city", seed=3, plies=14), people=0))
    window.run_until(lambda: not robot.event)
    assert robot.head.name == "Socks in the City"
    assert re.fullmatch(r"\d of 6 pairs home", robot.head.line)


def test_log_shows_both_steps_of_a_turn(window: WindowRobot) -> None:
    """At usual text size, also with long German names."""
    window.context.update_settings(language="de")
    session = Session.new("city", seed=6, names=["Annabella", "Bo"])
    number = 0
    while number < 20 or session.to_move != 1 or session.log[-1][0] == 1:
        session.play(bot_move(session, "easy", number))
        number += 1
    robot = CityRobot(window, window.open_match(session, [Seat("Annabella", 0, "easy"), Seat("Bo", 1)]))
    window.finish_animations()
    steps = robot.view.parts.log()
    assert {step.number for step in steps} == robot.map.panel.explained_steps()
    texts = labels(robot.map.panel.frame)
    assert "Gerade eben: Annabella" in texts
    assert any(steps[0].first in text for text in texts)


# Seen closer, each name is below or above its station.


@thinned()
@pytest.mark.parametrize("size", SHAPES)
@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize("seed", [3, 4, 11])
def test_no_name_meets_a_sock_or_another_name(
    tmp_path: Path, size: tuple[int, int], text_size: int, seed: int
) -> None:
    window = WindowRobot(tmp_path, size, text_size=text_size)
    robot = CityRobot(window, seed=seed)
    map_view, ruler, contents = robot.map, window.context.measuring_painter, robot.map.contents()
    area = map_view.boxes.close_up.right, map_view.boxes.close_up.bottom
    map_view.is_closer = True
    visible = named = 0
    for text in [*map_view.city.stops][::9]:
        map_view.cursor.jump(text)
        ground = map_view.close_up()
        sides = NamePlacer().sides(ruler, ground, contents, area, [text], 0)
        boxes = {
            stop: name_box(ruler, ground, map_view.city.stops[stop], side) for stop, side in sides.items()
        }
        assert not [pair for pair in combinations(boxes.values(), 2) if overlaps(*pair)]
        for stop, box in boxes.items():
            x, y = ground.station_point(stop)
            assert abs(box.centre[0] - x) < 1
            assert box.y > y or box.bottom < y
            assert box.x > 0
            assert box.right <= area[0]
            assert box.y > 0
            assert box.bottom <= area[1]
            for sock in map_view.picture.socks:
                assert not meets_disc(box, ground.station_point(sock), 0.5 * ground.size)
        inner = Box(80, 80, area[0] - 160, area[1] - 160)
        seen_stops = {stop for stop in map_view.city.stops if inner.contains(ground.station_point(stop))}
        visible, named = visible + len(seen_stops), named + len(seen_stops & boxes.keys())
    assert named > 0.6 * visible


def test_of_two_names_that_meet_the_lower_rank_is_left_out(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The station in focus first, then one with a sock, then an end of the seat's track."""
    robot = CityRobot(window, grown_city(), (0,))
    map_view, ruler = robot.map, window.context.measuring_painter
    ground = replace(map_view.close_up(), x=10_000.0, y=10_000.0)
    # Names so large that of all the names just one can stay.
    monkeypatch.setattr(station_labels, "overlaps", lambda *_boxes: True)
    contents, far = map_view.contents(), (1e6, 1e6)
    own = {text for link in contents.tracks[0] for text in link}
    plain = next(text for text in map_view.city.stops if text not in map_view.signs | own)
    assert [*NamePlacer().sides(ruler, ground, contents, far, [plain], 0)] == [plain]
    assert {*NamePlacer().sides(ruler, ground, contents, far, [], 0)} < map_view.signs
    bare = replace(contents, socks=(), blockers=())
    assert {*NamePlacer().sides(ruler, ground, bare, far, [], 0)} < own


# The latest piece hides no sock, and no board hides its game's name.


def test_new_piece_and_its_number_hide_no_sock(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = CityRobot(window)
    ground, whole = robot.map.city_map, robot.map.contents()
    draw_calls = list[str]()
    monkeypatch.setattr(map_marks, "draw_link", lambda *_: draw_calls.append("link"))
    monkeypatch.setattr(map_marks, "draw_badges", lambda *_: draw_calls.append("socks"))
    for sock, link in product(whole.socks, robot.map.city.links):
        if sock[0] not in link:
            continue
        event, contents = TrackLaid(0, [*link]).event(), replace(whole, socks=(sock,))
        at = map_marks.told_place(ground, event, contents)
        assert at is not None
        assert math.dist(at, ground.station_point(sock[0])) > ground.size
        map_marks.draw_told(
            window.context.measuring_painter, ground, [RecapStep(1, 0, 0, event, event, "")], contents
        )
        assert draw_calls[-1] == "socks"


@USUAL
@pytest.mark.parametrize("path", maps(LEVELS / "city"), ids=lambda path: path.stem)
def test_large_text_leaves_room_for_the_title(window: WindowRobot, path: Path) -> None:
    window.context.update_settings(text_size=200)
    window.open_match(Session.new("city", seed=4, layout=load(path)))
    window.step()
    assert window.top.view.sky.title is not None


def test_station_names_are_capitalised() -> None:
    assert station_names({"a1": [1, 1, STATION_NAMES[0][1], 0, ""]}) == {"a1": "Under the Lime Trees"}
