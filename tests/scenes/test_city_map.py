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
from game.core.hexgrid import neighbours
from game.core.session import Session
from game.games.city.match_text import refusal_sentence, station_names
from game.games.city.rules import CityRefusal
from game.games.city.rules.board import NAMES, STATIONS
from game.games.city.rules.builder import unused_tiles
from game.games.city.rules.events import TrackLaid
from game.games.city.screen import map_bubbles, zoomed_map
from game.games.city.screen.map_bubbles import SPOKEN_OF, BubblePlace, far_off, label_of
from game.games.city.screen.map_geometry import CityMap
from game.games.city.screen.panels import CityPanelKey
from game.games.city.screen.static_layers import Sky
from game.games.city.screen.station_labels import (
    BELOW,
    BELOW_SIGN,
    StationNames,
    _tag_image,
    draw_name,
    name_box,
)
from game.games.city.screen.zoomed_map import ZoomedMap
from game.i18n import _, set_language
from game.levels import load, maps
from game.match.recap import RecapStep
from game.match.seats import Seat
from game.resources import ASSETS, LEVELS
from game.ui.core.canvas import Box, overlap_area, overlaps
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextRenderer
from game.ui.core.placement import Obstacle, rect_of
from game.ui.match.match_flow import new_match
from game.ui.widgets import MeasureContext, Text, prompt_bar_top
from game.ui.widgets._layout import READ_LEAST
from tests.languages import in_languages
from tests.matches import random_plies
from tests.party.many_phones import crowded
from tests.sampling import sample_size, sampled_product, sliced
from tests.scenes.city_hands import bot_move, near_join, opened
from tests.scenes.harness import USUAL, DelayedWorker, WindowRobot
from tests.scenes.record_cache import at_random

# Manual set-up of tiles, socks and spare socks, and leaving the rest to the program.


def read(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return every text on the screen."""
    texts: list[str] = []
    put_lines = Painter.put_lines

    def told(painter: Painter, text: str, *arguments: Any, **more: Any) -> None:
        texts.append(text)
        put_lines(painter, text, *arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Painter, "put_lines", told)
        window.picture()
    return texts


def test_refused_tile_says_the_reason_once(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = opened(window, board_build="manual")
    first = scene.match.session.to_move
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert len(scene.view.map.picture.tiles) == 1
    assert scene.match.session.to_move != first
    scene.view.setup.tile.place(scene.view.map.city.board.tiles[0].at)
    hint = window.picture()
    window.press_key(pygame.K_RETURN)
    assert read(window, monkeypatch).count("A tile lies there already.") == 1
    assert window.picture() != hint, "a press that is refused is seen"
    q, r = scene.view.map.city.board.tiles[0].at
    scene.view.setup.tile.place((q + 4, r))
    window.press_key(pygame.K_RETURN)
    assert read(window, monkeypatch).count("A tile must touch another one.") == 1
    window.press_key(pygame.K_u)
    assert window.shown == "ConsentDialog"
    window.press_key(pygame.K_RETURN)
    assert scene.view.map.picture.tiles == []


def test_held_key_lays_one_tile(window: WindowRobot) -> None:
    """Key repeats do not count, even if other seats move meanwhile."""
    scene = opened(window, levels=("", "easy"), board_build="manual")
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    for _time in range(40):
        window.step(down, ms=50)
    assert [seat for seat, _move in scene.match.session.log].count(0) == 1
    window.step(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0))
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert [seat for seat, _move in scene.match.session.log].count(0) == 2


def test_press_on_a_used_up_tile_or_pair_says_so(window: WindowRobot) -> None:
    scene = opened(window, board_build="manual", sock_setup="alternate")
    number = 0
    while scene.view.map.seen["phase"] == "tiles":
        left = unused_tiles(scene.view.map.view.board.tiles)
        design = next((design for design in range(5) if not left[design]), None)
        if design is not None:
            window.click_box(scene.view.map.panel.rows[CityPanelKey.TILE.of(design)])
            assert scene.context.messages.text == "All four tiles of that design are laid."
            assert scene.view.setup.tile.design != design
        scene.context.play(bot_move(scene.match.session, "normal", number))
        window.finish_animations()
        number += 1
    scene.context.play(scene.match.session.moves()[0])
    window.finish_animations()
    colour = next(iter(scene.view.map.seen["socks"]))
    window.click_box(scene.view.map.panel.rows[colour])
    assert "is set out already" in scene.context.messages.text


def test_refused_first_sock_says_the_right_reason(window: WindowRobot) -> None:
    """A station that is too far in the middle, with room around it, is not called crowded."""
    scene = opened(window, sock_setup="alternate", apart_min=8, apart_max=10)
    middle = min(
        scene.view.map.city.stops.values(),
        key=lambda s: math.dist(scene.view.map.overview.point(s.cell), scene.view.map.boxes.map.centre),
    )
    scene.view.map.cursor.jump(middle.text)
    window.press_key(pygame.K_RETURN)
    assert "right distance" in scene.context.messages.text
    scene.context.play(scene.match.session.moves()[0])
    window.finish_animations()
    scene.view.map.cursor.jump(next(iter(scene.view.map.picture.socks)))
    window.press_key(pygame.K_RETURN)
    assert "already" in scene.context.messages.text


def test_program_can_finish_the_set_up(window: WindowRobot) -> None:
    options: dict[str, Any] = {"board_build": "manual", "sock_setup": "free", "blockers": 1}
    scene = opened(window, levels=("", "easy"), seed=5, **options)
    for phase in ("tiles", "socks", "blockers"):
        for _time in range(400):
            if scene.view.map.seen["phase"] != phase:
                break
            waits = scene.match.local_to_move is not None and scene.animations.show is None
            if waits and scene.view.setup.rest != phase:
                window.press_key(pygame.K_e)
            window.step(ms=50)
    assert scene.view.map.seen["phase"] == "play"


def test_players_cannot_act_while_the_program_sets_up(window: WindowRobot) -> None:
    scene = opened(window, sock_setup="free")
    scene.context.play(scene.match.session.moves()[0])
    window.finish_animations()
    answer = window.context.background_worker.poll_result
    window.context.background_worker.poll_result = lambda: None  # type: ignore[method-assign]
    window.press_key(pygame.K_e)
    for key in (pygame.K_TAB, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_x):
        window.press_key(key)
    window.click_box(scene.view.map.panel.rows["blue"])
    assert len(scene.match.session.log) == 1
    window.context.background_worker.poll_result = answer  # type: ignore[method-assign]
    for _time in range(100):
        window.step(ms=50)
    assert scene.view.map.seen["phase"] == "play"


def test_cursor_stays_on_the_finished_board(window: WindowRobot) -> None:
    """Station texts change when the finished board moves into its corner."""
    scene = opened(window, board_build="manual")
    for number in range(20):
        for walker in scene.view.map.walkers:
            walker.jump(next(reversed(scene.view.map.city.stops), ""))
        scene.context.play(bot_move(scene.match.session, "normal", number))
        window.finish_animations()
    assert scene.view.map.seen["phase"] == "play"
    assert all(walker.at in scene.view.map.city.stops for walker in scene.view.map.walkers)


def test_back_cancels_the_building_of_a_board(window: WindowRobot) -> None:
    made_: list[object] = []
    helper = window.context.background_worker
    helper.poll_result = lambda: None  # type: ignore[method-assign]
    new_match(window.context, ("city", 2, 3, {}, None, ["Ann", "Bo"]), made_.append)
    window.run_for(400)
    assert window.shown == "LoadingScene"
    waiting = window.picture()
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"
    assert window.picture() != waiting
    assert made_ == []


def hinted(window: WindowRobot, scene: Any) -> list[str]:
    """Return the captions of the first and the second press of Hint."""
    messages = []
    for _press in range(2):
        window.press_key(pygame.K_h)
        window.run_for(3000)
        caption = scene.caption.props()
        assert caption is not None, "marked without words"
        messages.append(caption.words)
    return messages


@sliced
@in_languages
def test_set_up_hints_name_what_they_mark(window: WindowRobot, language: str) -> None:
    scene = opened(window, seed=2, board_build="manual", sock_setup="free", blockers=2)
    window.context.update_settings(language=language)
    said, seen = [], []
    while scene.view.map.phase != "play":
        session, phase = scene.match.session, scene.view.map.phase
        if phase not in seen or (phase == "tiles" and len(scene.view.map.picture.tiles) == 1):
            seen.append(phase)
            place, reason = hinted(window, scene)
            assert reason.startswith(place.rstrip("."))
            assert len(reason) > len(place), "now with a reason"
            ghost = scene.view.setup.tile.ghost()
            around = scene.caption.props().box
            ground = scene.view.map.city_map
            for cell in ghost.cells if phase == "tiles" else ():
                assert overlap_area(around, ground.box(cell, 1.0)) == 0, "the tile stays in sight"
            said += [place, reason]
        scene.match.play(bot_move(session, "easy"))
        window.finish_animations()
        assert scene.caption.props() is None or scene.view.map.phase == "play", "it goes with its turn"
    assert seen == ["tiles", "tiles", "socks", "blockers"]
    assert len(set(said)) == len(said) - 1, "of both tiles the place is said alike"


@pytest.mark.parametrize("size", [100, 200])
def test_hint_does_not_cover_the_opponents_move(window: WindowRobot, size: int) -> None:
    window.context.update_settings(text_size=size)
    former = '[Game "city"]\n[Version "2"]\n[Players "2"]\n[Seed "233163351123052111022350003869807185396"]\n'
    scene = opened(window, Session.from_record(former).position())
    for move in ("f6 g5", "g2 h2", "e2 f2", "h6 i7", "h2 i1", "g4 h5", "g8 h9", "e4 f5", "h2 h3"):
        scene.match.play(f"lay {move}")
        window.finish_animations()
    window.press_key(pygame.K_h)
    window.run_for(3000)
    around, told = scene.caption.props().box, scene.view.map.panel.sentence_boxes()
    assert len(told) == (2 if size == 100 else 1), "two steps, else a sentence"
    assert not [box for box in told if overlap_area(around, box)]


def test_tile_hint_does_not_appear_as_a_refusal(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hint used to appear in red at the top as well, like a refusal."""
    scene = opened(window, seed=2, board_build="manual")
    _place, reason = hinted(window, scene)
    assert reason not in read(window, monkeypatch)


def test_tile_hint_disappears_when_the_tile_moves(window: WindowRobot) -> None:
    scene = opened(window, seed=2, board_build="manual")
    hinted(window, scene)
    at = scene.view.setup.tile.at
    x, y = scene.view.map.city_map.point((at[0] + 2, at[1]))
    window.point(x, y)
    assert scene.view.setup.tile.at != at
    assert scene.caption.props() is None


# Closer look: a scrolled map shows the same picture as a freshly drawn one.


def fresh(window: WindowRobot, scene: Any) -> bytes:
    """Return the picture drawn without any cached map."""
    scene.view.closer_look = ZoomedMap()
    scene.needs_redraw = True
    window.step()
    return window.picture()


def test_scrolling_back_shows_the_same_picture(window: WindowRobot) -> None:
    scene = opened(window)
    window.context.update_settings(reduced_motion=True)  # no idle animation between two frames
    window.press_key(pygame.K_l)
    window.point(300, 200)
    first = window.picture()
    seen = {first}
    for x, y in ((310, 203), (420, 260), (640, 400), (880, 600), (30, 30), (301, 200)):
        window.point(x, y)
        picture = window.picture()
        assert picture not in seen
        assert picture == fresh(window, scene)
        seen.add(picture)
    window.point(300, 200)
    assert window.picture() == first


def test_closer_look_shows_new_pieces(window: WindowRobot) -> None:
    scene = opened(window, "left=2", levels=("", "easy"))
    window.press_key(pygame.K_l)
    for number in range(3):
        window.point(450, 300)
        before = window.picture()
        scene.context.play(bot_move(scene.match.session, "normal", number))
        window.finish_animations()
        window.press_key(pygame.K_TAB)
        window.point(450, 300)
        assert window.picture() != before
        assert window.picture() == fresh(window, scene)


@USUAL
def test_help_strip_is_drawn_over_the_cursor(window: WindowRobot) -> None:
    scene = opened(window)
    window.press_key(pygame.K_l)
    strip = pygame.Rect(340, 668, 600, 22)

    def shown() -> bytes:
        return pygame.image.tobytes(window.app.screen.subsurface(strip), "RGB")

    window.point(450, 340)
    plain = shown()
    aim = 600, 679
    here = min(
        scene.view.map.city.cells, key=lambda cell: math.dist(scene.view.map.city_map.point(cell), aim)
    )
    by = scene.view.map.city_map.size / scene.view.map.overview.size
    window.point(450, 340 + (scene.view.map.city_map.point(here)[1] - 679) / (by - 1))
    scene.view.map.cursor.jump(scene.view.map.city.at[here].text)
    scene.needs_redraw = True
    window.step()
    assert strip.collidepoint(scene.view.map.city_map.point(here))
    assert shown() == plain


def test_closer_look_works_during_set_up(window: WindowRobot) -> None:
    scene = opened(window, board_build="manual")
    scene.context.play(bot_move(scene.match.session))
    window.finish_animations()
    window.press_key(pygame.K_l)
    assert scene.view.map.is_closer
    assert window.picture() == fresh(window, scene)


def test_closer_look_doubles_the_map_under_the_pointer(window: WindowRobot) -> None:
    scene = opened(window)
    far = scene.view.map.city_map.size
    window.press_key(pygame.K_l)
    assert scene.view.map.is_closer
    assert scene.view.map.city_map.size >= 2 * far
    here = scene.view.map.cursor.at
    cell = scene.view.map.city.cell(here)
    assert math.dist(scene.view.map.city_map.point(cell), scene.view.map.overview.point(cell)) < 5
    window.press_key(pygame.K_ESCAPE)
    assert not scene.view.map.is_closer
    assert window.shown == "CityView"


@sliced
@pytest.mark.parametrize("size", [100, 200])
def test_panel_cuts_off_no_name(window: WindowRobot, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Beside, above, below and behind the panel the map shows no letters, at any scroll position."""
    window.context.update_settings(text_size=size)
    scene = opened(window)
    window.press_key(pygame.K_l)
    panel, view = scene.view.map.boxes.panel, window.context.view
    boxes = [
        Box(panel.x - 1.5, 0, 1.5, view.h),
        Box(panel.x, 0, view.w - panel.x, panel.y - 3),
        Box(panel.right + 3, 0, view.w - panel.right - 3, panel.bottom + 3),
    ]

    def beyond() -> list[bytes]:
        scene.view.closer_look = ZoomedMap()
        scene.needs_redraw = True
        window.step()
        return [pygame.image.tobytes(window.app.screen.subsurface(view.rect(box)), "RGB") for box in boxes]

    for at in ((300, 200), (620, 380), (30, 30), (880, 560)):
        window.point(*at)
        with_names = beyond()
        with monkeypatch.context() as patched:
            patched.setattr(zoomed_map, "draw_name", lambda *_given, **_kinds: None)
            assert beyond() == with_names


def scrolled_to(scene: Any, text: str, x: float) -> CityMap:
    """Return the closer look with the cursor on a station whose middle is at ``x``."""
    map_view = scene.view.map
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


@pytest.mark.parametrize("size", [100, 200])
def test_name_at_the_cursor_is_whole_beside_the_panel(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    window.context.update_settings(text_size=size)
    scene = opened(window)
    map_view, view = scene.view.map, window.context.view
    text = max(map_view.city.stops, key=lambda text: map_view.overview.point(map_view.city.cell(text)))
    ground = scrolled_to(scene, text, map_view.boxes.panel.x - 30)
    named = window.picture()
    with monkeypatch.context() as patched:
        patched.setattr(
            zoomed_map, "draw_name", lambda *given: None if given[2].text == text else draw_name(*given)
        )
        bare = window.picture()
    first, second = (
        pygame.image.frombytes(data, window.app.screen.get_size(), "RGB") for data in (named, bare)
    )
    same = pygame.mask.from_threshold(first, (0, 0, 0), (1, 1, 1, 255), second)
    same.invert()
    tag = same.get_bounding_rects()[0].unionall(same.get_bounding_rects())
    stop, low = map_view.city.stops[text], text in map_view.picture.socks
    assert tag.right <= view.px(map_view.boxes.panel.x)
    assert tag.w >= view.px(name_box(window.context.measuring_painter, ground, stop, (low, 0.0)).w) - 2


def test_long_name_breaks_only_between_words(window: WindowRobot, drawn_words: list[str]) -> None:
    _tag_image(window.context.measuring_painter, "Highbeautyhousen 4", 70.0)
    assert drawn_words == ["Highbeautyhousen", "4"]


@pytest.mark.parametrize(("size", "share"), [(100, 0.93), (150, 0.88), (200, 0.78)])
def test_name_at_an_edge_moves_and_covers_no_other(window: WindowRobot, size: int, share: float) -> None:
    window.context.update_settings(text_size=size)
    scene = opened(window)
    map_view, ruler, contents = scene.view.map, window.context.measuring_painter, scene.view.map.contents()
    right, bottom, stops = map_view.boxes.names, map_view.boxes.map.bottom, map_view.city.stops
    seen = named = 0
    for text in stops:
        ground = scrolled_to(scene, text, right - 1)
        names = StationNames(ruler, ground, contents)
        view = {
            stop
            for stop in stops
            if Box(30, 30, right - 60, bottom - 60).contains(ground.station_point(stop))
        }
        for chosen in ([], [text]):
            written = names.name_spots(ruler, ground, right, bottom, chosen)
            assert written.keys() >= {*chosen}
            boxes = [name_box(ruler, ground, stops[item], spot) for item, spot in written.items()]
            assert all(box.x > 0 and box.right <= right for box in boxes)
            assert all(box.y > 0 and box.bottom <= bottom for box in boxes)
            assert not [pair for pair in combinations(boxes, 2) if overlaps(*pair)]
            if not chosen:
                seen, named = seen + len(view), named + len(written.keys() & view)
    assert named > share * seen
    for link in map_view.city.links:
        ground = scrolled_to(scene, link[0], right / 2)
        assert names.name_spots(ruler, ground, right, bottom, link).keys() >= {*link}


def test_names_do_not_cover_the_chosen_link(window: WindowRobot) -> None:
    scene = opened(window)
    map_view, ruler, contents = scene.view.map, window.context.measuring_painter, scene.view.map.contents()
    names, lies = StationNames(ruler, map_view.close_up(), contents), [0, 0]
    for link in map_view.city.links:
        ground = scrolled_to(scene, link[0], map_view.boxes.names / 2)
        line = [ground.station_point(text) for text in link]
        for number, chosen in enumerate([None, link]):
            written = names.name_spots(
                ruler, ground, map_view.boxes.names, map_view.boxes.map.bottom, link, chosen
            )
            for text, spot in written.items():
                tag = name_box(ruler, ground, map_view.city.stops[text], spot)
                over = bool(pygame.FRect(tag.x, tag.y, tag.w, tag.h).clipline(*line))
                assert not over or text in link or chosen is None
                lies[number] += over
    assert lies[1] < lies[0] / 4


def whole(ground: CityMap) -> CityMap:
    """The map on a window without edges, so that no name is cut off."""
    return replace(ground, x=10_000.0, y=10_000.0)


@pytest.mark.parametrize("size", [100, 150, 200])
def test_names_never_overlap_at_any_text_size(window: WindowRobot, size: int) -> None:
    window.context.update_settings(text_size=size)
    scene = opened(window)
    map_view, ruler = scene.view.map, window.context.measuring_painter
    ground = whole(map_view.close_up())
    spots = StationNames(ruler, ground, map_view.contents()).name_spots(ruler, ground, math.inf, math.inf, ())
    assert spots.keys() == map_view.city.stops.keys()
    boxes = [name_box(ruler, ground, map_view.city.stops[text], spot) for text, spot in spots.items()]
    assert not [pair for pair in combinations(boxes, 2) if overlaps(*pair)]


def test_names_are_beside_the_track_of_their_stations(window: WindowRobot) -> None:
    scene = opened(window)
    map_view, ruler = scene.view.map, window.context.measuring_painter
    ground, contents, signs = whole(map_view.close_up()), map_view.contents(), dict(map_view.contents().socks)
    spots = StationNames(ruler, ground, contents).name_spots(ruler, ground, math.inf, math.inf, ())
    lies, lay = 0, 0
    for link in (*map_view.city.printed_links, *contents.tracks[0], *contents.tracks[1]):
        line = [ground.station_point(text) for text in link]
        for text in link:
            below = BELOW_SIGN if text in signs else BELOW, 0.0
            tags = [name_box(ruler, ground, map_view.city.stops[text], spot) for spot in (spots[text], below)]
            here, there = (bool(pygame.FRect(tag.x, tag.y, tag.w, tag.h).clipline(*line)) for tag in tags)
            lies, lay = lies + here, lay + there
    assert lies < lay / 3


def test_high_contrast_closer_look_has_a_plain_sky(window: WindowRobot) -> None:
    """In high contrast the far map has no fields or stars around it."""
    window.context.update_settings(theme="contrast")
    scene = opened(window)
    window.press_key(pygame.K_l)
    window.point(5, 5)
    scene.view.map.near = -400, -400
    scene.needs_redraw = True
    window.step()
    places = scene.view.map.boxes
    sky = window.app.screen.subsurface(window.context.view.rect(Box(0, 0, places.panel.x - 20, 400)))
    assert set(pygame.image.tobytes(sky, "RGB")) == {0}


# Station names on the screen and on phones, unique and translated.

PRINTED = [name for design in NAMES for name in design]


@sliced
@in_languages
def test_station_names_are_unique(language: str) -> None:
    set_language(language)
    boards: list[dict[str, Any]] = [{"seed": seed} for seed in range(sample_size(25, 2000))]
    for board in boards + [{"seed": 4, "layout": load(path)} for path in maps(LEVELS / "city")]:
        observation = Session.new("city", **board).observe(None)["stations"]
        names = station_names(observation)
        assert list(names) == list(observation)
        assert len(set(names.values())) == STATIONS


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


def test_unique_name_has_no_number() -> None:
    observation = Session.new("city", seed=1, layout=load(LEVELS / "city" / "harbour.tmx")).observe(None)
    assert "Gull Rock" in station_names(observation["stations"]).values()


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
    scene = opened(window, levels=("", "easy"))
    first, second = min(scene.view.map.legal)
    scene.context.play(f"lay {first} {second}")
    window.finish_animations()
    english = scene.view.map.city.name(first), scene.view.map.city.name(second)
    assert f"from {english[0]} to {english[1]}" in scene.view.texts.news
    window.context.update_settings(language="de")
    german = scene.view.map.city.name(first), scene.view.map.city.name(second)
    assert not set(german) & set(english)
    assert all(name in scene.view.texts.news for name in german)
    assert "Hohenschönhausen 1" in {scene.view.map.city.name(text) for text in scene.view.map.city.stops}
    window.context.update_settings(language="en")
    assert (scene.view.map.city.name(first), scene.view.map.city.name(second)) == english


def test_names_of_a_map_are_translated(window: WindowRobot) -> None:
    window.context.update_settings(language="de")
    session = Session.new("city", seed=1, layout=load(LEVELS / "city" / "harbour.tmx"))
    scene: Any = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.finish_animations()
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


def test_station_number_is_not_alone_on_a_line(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the closer look, names are written below stations, where a number may only follow a full line."""
    window.context.update_settings(language="de")
    scene = opened(window, levels=("", "easy"))
    written: list[str] = []
    usual = TextRenderer.render

    def render(type_: TextRenderer, text: str, face: str, pixels: int, colour: str) -> object:
        written.append(text)
        return usual(type_, text, face, pixels, colour)

    monkeypatch.setattr(TextRenderer, "render", render)
    for text in list(scene.view.map.city.stops)[::9]:
        scene.view.map.cursor.jump(text)
        scene.view.map.is_closer = True
        window.picture()
    assert len(set(written)) > 20
    above = {line for line, last in pairwise(written) if last in {"1", "2", "3", "4"}}
    city = scene.view.map.city
    # The panel may break a name at the end of its line.
    named = {line for line in above if any(f"{city.name(stop)} ".startswith(line) for stop in city.stops)}
    assert named <= {"Hohenschönhausen", "Feuerbachstraße"}


@pytest.mark.parametrize("name", ["harbour", "twin_lakes"])
def test_board_is_centred(window: WindowRobot, name: str) -> None:
    session = Session.new("city", seed=4, layout=load(LEVELS / "city" / f"{name}.tmx"))
    scene: Any = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    scene.skip()
    map_view = scene.view.map
    area, points = map_view.boxes.map, [map_view.overview.point(cell) for cell in map_view.city.area]
    left, right = (edge(x for x, _y in points) for edge in (min, max))
    top, low = (edge(y for _x, y in points) for edge in (min, max))
    spare = left - area.x, area.right - right, top - area.y, area.bottom - low
    assert min(spare[:2]) > 0.3 * max(spare[:2])
    assert min(spare[2:]) > 0.3 * max(spare[2:])


# The label of a station leaves its subject in view, also in large text.


def city(window: WindowRobot, plies: int) -> Any:
    """Open a city in mid-match with the person to move."""
    session = at_random("city", seed=3, plies=plies)
    while session.to_move != 0:
        next(random_plies(session, len(session.log), 1))
    scene = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.finish_animations()
    return scene


@sliced
@USUAL
@pytest.mark.parametrize("text", [100, 200])
def test_label_does_not_cover_the_chosen_link(window: WindowRobot, text: int) -> None:
    window.context.update_settings(text_size=text, language="de")
    view = city(window, 40).view
    chosen = view.map
    for first, second in chosen.city.links:
        chosen.cursor.jump(first, second)
        label = view.labels.shown()
        assert label is not None
        box, ground = label.place.box, chosen.city_map
        (x, y), (to_x, to_y) = (ground.point(chosen.city.cell(station)) for station in (first, second))
        along = [(x + (to_x - x) * n / 20, y + (to_y - y) * n / 20) for n in range(21)]
        assert not any(box.contains(point) for point in along), (first, second)


@pytest.mark.parametrize("text", [100, 200])
def test_label_leaves_selectable_stations_in_view(window: WindowRobot, text: int) -> None:
    window.context.update_settings(text_size=text)
    view = opened(window, seed=1, sock_setup="alternate").view
    covered = []
    for at in view.setup.open:
        view.map.cursor.jump(at)
        box = view.labels.shown().place.box
        covered.append(sum(box.contains(view.map.city_map.station_point(other)) for other in view.setup.open))
    assert len(covered) > 20
    mean = sum(covered) / len(covered)
    assert mean < 1.5


@pytest.mark.parametrize("text", [100, 200])
def test_tall_window_has_the_panel_below_the_map(tmp_path: Path, text: int) -> None:
    window = WindowRobot(tmp_path, (720, 1280), text_size=text)
    scene = city(window, 10)
    places, view = scene.view.map.boxes, window.context.view
    assert places.panel.y > places.map.bottom
    assert places.map.w > 0.9 * view.w
    assert overlap_area(scene.view.map.overview.bounds, places.panel) == 0
    rows = scene.view.map.panel.rows.values()
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


# Labels and messages do not cover their subject, and the map is as large as possible.

LONG = "Green Mountain Avenue 4 to Hitchhikers Station 3: it brings yellow home, and Bo no longer joins red."


def grown_city(seed: int = 4, moves: int = 30) -> str:
    """Return a position in mid-match."""
    session = Session.new("city", seed=seed)
    for number in range(moves):
        session.play(bot_move(session, "easy", number))
    return session.position()


def bubble(scene: Any) -> BubblePlace:
    """Return the bubble of the focused station."""
    label = scene.view.labels.shown()
    assert label is not None
    place: BubblePlace = label.place
    return place


def seen(window: WindowRobot, box: Box) -> bytes:
    """Return the pixels of a box."""
    return pygame.image.tobytes(window.app.screen.subsurface(window.context.view.rect(box)), "RGB")


@sliced
@pytest.mark.parametrize("text_size", [100, 200])
def test_label_is_beside_its_subject(window: WindowRobot, text_size: int) -> None:
    """Checks every station and link: the label is not over it, nor over the panel or the strip."""
    window.context.update_settings(text_size=text_size)
    scene = opened(window, grown_city(), ("", "easy"))
    map_view, bar_top = scene.view.map, prompt_bar_top(window.context, scene)
    for first, second in map_view.city.links:
        for at, came in ((first, second), (second, first)):
            map_view.cursor.jump(at, came)
            place, ground = bubble(scene), map_view.city_map
            x, y = ground.point(map_view.city.cell(at))
            middle = ground.middle(map_view.city.cell(first), map_view.city.cell(second))
            reach = 0.36 * ground.size
            assert not overlaps(place.box, Box(x - reach, y - reach, 2 * reach, 2 * reach))
            assert not overlaps(place.box, Box(middle[0] - reach, middle[1] - reach, 2 * reach, 2 * reach))
            assert math.dist(place.tip, (x, y)) < ground.size * 0.8  # the tip of its tail
            assert place.box.x > 0
            assert place.box.y > 0
            assert place.box.right < map_view.boxes.panel.x
            assert place.box.bottom < bar_top


def test_name_thread_avoids_track_if_possible() -> None:
    room, at = Box(0, 0, 600, 400), (300.0, 200.0)
    taken = [Obstacle.around(at, 90, 300.0)]
    above = [Obstacle(Box(40.0 * n, 130, 36, 20), 24.0) for n in range(15)]

    def crosses(tracks: list[Obstacle]) -> bool:
        lies = far_off(room, at, 20, (160, 50), taken, tracks, SPOKEN_OF)
        assert lies is not None
        assert lies.is_far
        return any(rect_of(tag.box).clipline(lies.root, lies.tip) for tag in above)

    assert crosses([])
    assert not crosses(above)


def test_closer_look_has_no_bubble(window: WindowRobot) -> None:
    scene = opened(window, levels=("", "easy"))
    assert scene.view.labels.shown() is not None
    window.press_key(pygame.K_l)
    assert scene.view.labels.shown() is None


def test_label_flips_to_the_side_with_room(window: WindowRobot) -> None:
    scene = opened(window, levels=("", "easy"))
    map_view, sides = scene.view.map, set()
    for text, stop in map_view.city.stops.items():
        map_view.cursor.jump(text)
        place, (x, y) = bubble(scene), map_view.city_map.point(stop.cell)
        dx, dy = place.box.centre[0] - x, place.box.centre[1] - y
        sides.add((dx > 0, dy > 0))
    assert len(sides) == 4


@sliced
@pytest.mark.parametrize("text_size", [100, 150, 200])
def test_label_covers_no_sock(window: WindowRobot, text_size: int) -> None:
    """At every cursor position, also with the longer German words."""
    window.context.update_settings(text_size=text_size, language="de")
    scene = opened(window, grown_city(), ("", "easy"))
    map_view = scene.view.map
    socks = [map_view.city_map.box(map_view.city.cell(text), 0.5) for text in map_view.picture.socks]
    for first, second in map_view.city.links:
        map_view.cursor.jump(first, second)
        assert not any(overlaps(bubble(scene).box, box) for box in socks)


@sliced
@pytest.mark.parametrize(("text_size", "most"), [(100, 0.0), (150, 0.0), (200, 0.15)])
def test_label_seldom_covers_the_shown_way(window: WindowRobot, text_size: int, most: float) -> None:
    """At every cursor position on the way. In the largest text there is not always room."""
    window.context.update_settings(text_size=text_size)
    scene = opened(window, grown_city(), ("", "easy"))
    map_view, covered = scene.view.map, []
    for colour in sorted({*map_view.picture.socks.values()}):
        map_view.look_at(colour)
        links = [
            (map_view.city.cell(first), map_view.city.cell(second))
            for first, second in map_view.city.along(map_view.way)
        ]
        middles, reach = [map_view.city_map.middle(*link) for link in links], 0.36 * map_view.city_map.size
        boxes = [Box(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in middles]
        for at, came in zip(map_view.way[1:], map_view.way, strict=False):
            map_view.cursor.jump(at, came)
            covered.append(any(overlaps(bubble(scene).box, box) for box in boxes))
    assert len(covered) > 30
    assert sum(covered) <= most * len(covered)


@USUAL
def test_label_follows_the_cursor(window: WindowRobot) -> None:
    """On the screen itself: the label is at the cursor's new place and gone from the old one."""
    scene = opened(window, levels=("", "easy"))
    map_view = scene.view.map
    window.picture()
    one, second = max(
        ((first, second) for first in map_view.city.stops for second in map_view.city.stops),
        key=lambda two: math.dist(*(map_view.city_map.point(map_view.city.cell(text)) for text in two)),
    )
    map_view.cursor.jump(one)
    scene.needs_redraw = True
    window.picture()
    first = bubble(scene).box
    before = seen(window, first.inflated(-4))
    map_view.cursor.jump(second)
    scene.needs_redraw = True
    window.picture()
    assert bubble(scene).box != first
    assert seen(window, first.inflated(-4)) != before


@sampled_product
@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize("closer", [False, True])
def test_long_message_covers_no_piece_and_no_plate(
    window: WindowRobot, text_size: int, *, closer: bool
) -> None:
    """Only the panel changes, where the rows of pairs move to make room."""
    window.context.update_settings(text_size=text_size)
    scene = opened(window, grown_city(), ("", "easy"))
    if closer:
        window.press_key(pygame.K_l)
    window.picture()
    places, view = scene.view.map.boxes, window.context.view
    others = [Box(0, 0, places.panel.x - 20, view.h), *scene.view.map.panel.cards]
    before = [seen(window, box) for box in others]
    scene.context.messages.post(LONG)
    scene.needs_redraw = True
    window.picture()
    boxes = scene.view.map.panel.frame.boxes
    room = boxes.get(CityPanelKey.LOG) or boxes[CityPanelKey.TOLD]
    assert [seen(window, box) for box in others] == before
    assert len(set(seen(window, room.inflated(-8)))) > 20
    assert not any(overlaps(room, box) for box in scene.view.map.panel.cards)
    assert not any(overlaps(room, box) for box in scene.view.map.panel.rows.values())


def test_refused_link_gets_a_red_sign(window: WindowRobot) -> None:
    scene = opened(window, grown_city(), ("", "easy"))
    chosen, (first, second) = scene.view.map, scene.view.map.city.printed_links[0]
    chosen.cursor.jump(second, first)
    scene.needs_redraw = True
    window.picture()
    x, y = chosen.city_map.link_middle(chosen.link)
    middle = Box(x - 3, y - 3, 6, 6)
    before = seen(window, middle)
    window.press_key(pygame.K_RETURN)
    window.picture()
    assert scene.context.note.refuses
    assert seen(window, middle) != before


def test_set_up_messages_appear_above_the_table(window: WindowRobot) -> None:
    scene = opened(window, board_build="manual")
    scene.context.play(bot_move(scene.match.session))
    window.finish_animations()
    window.picture()
    places = scene.view.map.boxes
    table = places.table_area(window.context.text_scale)
    below = Box(0, table.y, places.panel.x - 20, table.h)
    before = seen(window, below), seen(window, Box(places.map.x, places.map.y, places.map.w, 20))
    scene.context.messages.post(refusal_sentence(Refusal(CityRefusal.HOLES), []))
    scene.needs_redraw = True
    window.picture()
    assert seen(window, below) == before[0]
    assert seen(window, Box(places.map.x, places.map.y, places.map.w, 20)) != before[1]


@pytest.mark.parametrize(("closer", "said"), [(False, True), (True, False)])
def test_home_bubble_is_beside_its_sock(window: WindowRobot, *, closer: bool, said: bool) -> None:
    """If there is no room elsewhere, the word and the panel say it."""
    window.context.update_settings(animation_speed="brisk")
    position, move = near_join()
    scene = opened(window, position)
    map_view = scene.view.map
    map_view.is_closer = closer
    scene.context.play(move)
    while scene.view.effects.home() is None:
        window.step(ms=40)
    joined = scene.view.effects.home()
    word = scene.view.effects.cry_box(window.context.measuring_painter, joined)
    place = scene.view.labels.home(joined, [*scene.view.sky.corners, word])
    assert (place is not None) is said
    if place is not None:
        assert not overlaps(place[0], word)
        x, y = map_view.city_map.point(map_view.city.cell(joined.way[-1]))
        reach = map_view.city_map.size * 0.6
        assert not overlaps(place[0], Box(x - reach, y - reach, 2 * reach, 2 * reach))
        assert place[0].right < map_view.boxes.panel.x


def test_label_disappears_while_no_person_is_to_move(window: WindowRobot) -> None:
    scene = opened(window, grown_city(), ("", "easy"))
    assert scene.view.labels.shown() is not None
    scene.context.play(bot_move(scene.match.session))
    window.run_until(lambda: scene.context.local_to_move is None and scene.context.current_animation is None)
    assert scene.view.labels.shown() is None


@pytest.mark.parametrize("size", [100, 200])
def test_labels_are_seldom_far_away_or_over_neighbours(window: WindowRobot, size: int) -> None:
    """The label changes its shape instead."""
    window.context.update_settings(text_size=size)
    scene = opened(window, grown_city(), ("", "easy"))
    map_view, far, over = scene.view.map, 0, 0
    for text, stop in map_view.city.stops.items():
        map_view.cursor.jump(text)
        lies = bubble(scene)
        far += lies.is_far
        near = [cell for cell in neighbours(stop.cell) if cell in map_view.city.at]
        over += sum(overlaps(lies.box, map_view.city_map.box(cell, 0.2)) for cell in near)
    assert far < 0.32 * len(map_view.city.stops)
    assert over < 0.8 * len(map_view.city.stops)


def test_label_of_a_joined_pair_names_its_owner(window: WindowRobot) -> None:
    scene = opened(window, near_join()[0])
    colour, text = next((own, at) for at, own in scene.view.map.picture.socks.items())
    scene.view.map.cursor.jump(text)
    assert (label := label_of(scene.view.parts)) is not None
    assert "worth" in label.more
    scene.view.map.picture.owners[colour] = 1
    assert (label := label_of(scene.view.parts)) is not None
    assert label.more.endswith(": Bo")


def test_moon_is_hidden_under_a_label(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    window.context.update_settings(text_size=200)
    session = Session.new("city", seed=4, layout=load(LEVELS / "city" / "harbour.tmx"))
    scene: Any = window.open_match(session)
    window.finish_animations()
    map_view, moon, moons = scene.view.map, scene.view.sky.moon, []
    monkeypatch.setattr(Sky, "draw_moon", lambda *_args: moons.append(1))
    cut = set()
    for text in map_view.city.stops:
        map_view.cursor.jump(text)
        label = scene.view.labels.shown()
        moons.clear()
        window.picture()
        over = label is not None and overlaps(label.place.box, moon)
        assert bool(moons) is not over
        cut.add(over)
    assert cut == {True, False}


@sampled_product
@pytest.mark.parametrize("size", [(1280, 720), (1720, 720), (960, 540), (1024, 768)])
@pytest.mark.parametrize("text_size", [100, 200])
def test_city_fills_the_map_area(tmp_path: Path, size: tuple[int, int], text_size: int) -> None:
    """From left to right, or from top to bottom if that is less: no corner is reserved."""
    window = WindowRobot(tmp_path, size, text_size=text_size)
    for seed in range(sample_size(5, 60)):
        scene: Any = window.open_match(Session.new("city", seed=seed * 37), [Seat("Ann", 0), Seat("Bo", 1)])
        scene.skip()
        map_view = scene.view.map
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
    scene = opened(window)
    while scene.match.session.observe(None)["phase"] != "play":
        scene.context.play(next(iter(scene.match.session.moves())))
    window.finish_animations()
    without = [act for act, _words in scene.prompts()]
    assert InputAction.HINT in without
    window.press_key(pygame.K_TAB)
    assert scene.view.map.focus
    with_pair = [act for act, _words in scene.prompts()]
    assert InputAction.BACK in with_pair
    assert [act for act in with_pair if act is not InputAction.BACK] == without


@USUAL
def test_pair_rows_merge_for_news_that_stay(window: WindowRobot) -> None:
    """The needs of a pair are below the opponent's news, which remain while the bot thinks."""
    window.context.bot_worker = thinker = DelayedWorker(window, 0.0)  # type: ignore[assignment]
    scene = opened(window, levels=("", "easy"), start_player="first")
    session, panel = scene.match.session, scene.view.map.panel
    rows = [*panel.rows.values()]
    assert len({box.y for box in rows}) == len(rows)

    def lay() -> None:
        scene.context.play(f"lay {' '.join(min(scene.view.map.legal))}")

    lay()
    window.finish_animations()
    assert len({box.y for box in scene.view.map.panel.rows.values()}) == len(rows) / 2
    log = panel.frame.boxes[CityPanelKey.LOG]
    head = Box(log.x, log.y, log.w, 34)
    window.picture()
    told = seen(window, head)
    assert len(set(told)) > 20
    window.press_key(pygame.K_TAB)
    assert scene.view.map.need() is not None
    window.picture()
    assert seen(window, head) == told
    thinker.ms = 1e6
    while session.to_move == 0:
        lay()
        window.run_for(200)
    window.picture()
    assert seen(window, head) == told


# The panel beside the map is readable at every text size.

LONGEST = Refusal(CityRefusal.PRINTED_TRACK)


def states(window: WindowRobot, names: tuple[str, str] = ("Annabella", "Bo")) -> Iterator[tuple[str, Any]]:
    """Yield states of a match: the start, later the opponent's move, a refusal, and a focused pair."""
    session = Session.new("city", seed=3, names=list(names))
    for plies in (0, 24):
        for _move in random_plies(session, 3, plies):
            pass
        while plies and session.to_move != 0:
            next(random_plies(session, len(session.log), 1))
        scene: Any = window.open_match(session, [Seat(names[0], 0), Seat(names[1], 1, "easy")])
        window.finish_animations()
        chosen = scene.view.map
        yield f"{plies} plies", chosen
        scene.context.refuse(refusal_sentence(LONGEST, list(names)))
        yield f"{plies} plies, refused", chosen
        scene.context.messages.clear()
        chosen.look_at(next(colour for colour in chosen.seen["worth"] if colour not in chosen.picture.owners))
        assert chosen.need() is not None
        yield f"{plies} plies, a pair in focus", chosen
        window.context.scenes.pop()


@sampled_product
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
        for part in frame.parts:
            if isinstance(part.element, Text) and any(map(str.isalpha, part.element.words)):
                ruler = MeasureContext(window.context.measuring_painter.with_text_scale(part.scale))
                assert part.element.font.at(part.scale) >= READ_LEAST
                # A line of letters has some room above and below it.
                assert ruler.size(part.element, part.box.w)[1] <= part.box.h + 6, (state, part.element.words)
        news_box = frame.boxes.get(CityPanelKey.LOG) or frame.boxes[CityPanelKey.TOLD]
        parts = [frame.boxes[CityPanelKey.TURN], news_box, *chosen.panel.cards, *chosen.panel.rows.values()]
        assert not any(
            overlaps(first, second, 0.5) for first in parts for second in parts if second is not first
        ), state
        assert all(
            panel.x <= box.x and box.right <= panel.right and box.bottom <= panel.bottom for box in parts
        )


@pytest.mark.parametrize("window", [(1024, 768)], indirect=True)
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
def test_pair_headings_break_no_word(window: WindowRobot, language: str) -> None:
    for text_size in (100, 175):
        window.context.update_settings(text_size=text_size, language=language)
        heads, found = {_("Pair"), _("worth"), _("taken by")}, set()
        for part in next(states(window))[1].panel.frame.parts:
            if isinstance(part.element, Text) and part.element.words in heads:
                letters, ruler = part.element.font, window.context.measuring_painter.with_text_scale(1.0)
                wide = [
                    ruler.width(word, letters.at(part.scale), letters.face)
                    for word in part.element.words.split()
                ]
                assert max(wide) <= part.box.w, part.element.words
                found.add(part.element.words)
        assert found == heads


def test_owner_name_of_a_pair_is_not_cut(window: WindowRobot, drawn_words: list[str]) -> None:
    with_a_pair = (
        "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1,2.0@i1 socks=red:a1/e1,blue:b2/d2,green:f2/h2,yellow:g1/i1"
        " claimed=red/- tracks=-/-"
    )
    session = Session.from_position("city", with_a_pair, names=["Annabella", "Bo"])
    window.open_match(session)
    window.finish_animations()
    drawn_words.clear()
    window.picture()
    assert drawn_words.count("Annabella") > 1
    assert not any("…" in text for text in drawn_words)


@sliced
@pytest.mark.parametrize("language", ["en", "de"])
def test_larger_text_makes_no_words_smaller(window: WindowRobot, language: str) -> None:
    sizes: list[dict[tuple[str, str], float]] = []
    for text_size in (100, 200):
        window.context.update_settings(text_size=text_size, language=language)
        sizes.append({
            (state, part.element.words): part.element.font.at(part.scale)
            for state, chosen in states(window)
            for part in chosen.panel.frame.parts
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


# The latest piece hides no sock, and no board hides its game's name.


def test_new_piece_and_its_number_hide_no_sock(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = opened(window)
    ground, whole = scene.view.map.city_map, scene.view.map.contents()
    draw_calls = list[str]()
    monkeypatch.setattr(map_bubbles, "draw_link", lambda *_: draw_calls.append("link"))
    monkeypatch.setattr(map_bubbles, "draw_badges", lambda *_: draw_calls.append("socks"))
    for sock, link in product(whole.socks, scene.view.map.city.links):
        if sock[0] not in link:
            continue
        event, contents = TrackLaid(0, [*link]).event(), replace(whole, socks=(sock,))
        at = map_bubbles.told_place(ground, event, contents)
        assert at is not None
        assert math.dist(at, ground.station_point(sock[0])) > ground.size
        map_bubbles.draw_told(
            window.context.measuring_painter, ground, [RecapStep(1, 0, 0, event, event, "")], contents
        )
        assert draw_calls[-1] == "socks"


@USUAL
@pytest.mark.parametrize("path", maps(LEVELS / "city"), ids=lambda path: path.stem)
def test_large_text_leaves_room_for_the_title(window: WindowRobot, path: Path) -> None:
    window.context.update_settings(text_size=200)
    window.open_match(Session.new("city", seed=4, layout=load(path)), [Seat("Ann", 0), Seat("Bo", 1)])
    window.step()
    assert window.top.view.sky.title is not None


def test_station_names_are_capitalised() -> None:
    assert station_names({"a1": [1, 1, NAMES[0][1], 0, ""]}) == {"a1": "Under the Lime Trees"}
