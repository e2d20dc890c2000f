"""What is said in Socks in the City covers nothing that it is about, and the map is as large as it can be."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.game import Refusal
from game.core.session import Session
from game.games.city.rules import Code
from game.games.city.rules.board import STATIONS
from game.games.city.screen.labels import BubblePlace
from game.games.city.screen.panels import Part
from game.games.city.words import called, refused
from game.match.seats import Seat
from game.ui.core.canvas import Box, meet
from game.ui.core.input import Act
from game.ui.match.opening import match_scene
from game.ui.widgets import strip_top
from game.words import use
from tests.languages import in_languages
from tests.scale import crossed, scaled
from tests.scenes.city_hands import bot_move, near_join, opened
from tests.scenes.harness import USUAL, LateWorker, Window

LONG = (
    "Green Mountain Avenue IV to Hitchhikers Station III: it brings yellow home, and Bo no longer joins red."
)


def grown_city(seed: int = 4, moves: int = 30) -> str:
    """A position in the middle of a match."""
    session = Session.new("city", seed=seed)
    for number in range(moves):
        session.play(bot_move(session, "easy", number))
    return session.position()


def bubble(scene: Any) -> BubblePlace:
    """The bubble of the station in focus."""
    shown = scene.view.labels.shown()
    assert shown is not None
    found: BubblePlace = shown.place
    return found


def seen(window: Window, box: Box) -> bytes:
    """What the screen shows in a box."""
    return pygame.image.tobytes(window.app.screen.subsurface(window.stage.view.rect(box)), "RGB")


@pytest.mark.parametrize("text_size", [100, 200])
def test_the_label_stands_beside_what_it_speaks_of(window: Window, text_size: int) -> None:
    """At every station and link of a city: neither over it, nor over the panel or the strip."""
    window.stage.change(text_size=text_size)
    scene = opened(window, grown_city(), ("", "easy"))
    shown, low = scene.view.map, strip_top(window.stage, scene)
    for one, other in shown.city.links:
        for at, came in ((one, other), (other, one)):
            shown.walker.jump(at, came)
            place, ground = bubble(scene), shown.ground
            x, y = ground.point(shown.city.cell(at))
            middle = ground.middle(shown.city.cell(one), shown.city.cell(other))
            reach = 0.36 * ground.size
            assert not meet(place.box, Box(x - reach, y - reach, 2 * reach, 2 * reach))
            assert not meet(place.box, Box(middle[0] - reach, middle[1] - reach, 2 * reach, 2 * reach))
            assert math.dist(place.tip, (x, y)) < ground.size * 0.8  # that is where its tail ends
            assert place.box.x > 0
            assert place.box.y > 0
            assert place.box.right < shown.places.panel.x
            assert place.box.bottom < low


def test_seen_closer_each_station_has_its_name_and_no_bubble(window: Window) -> None:
    scene = opened(window, levels=("", "easy"))
    assert scene.view.labels.shown() is not None
    window.key(pygame.K_l)
    assert scene.view.labels.shown() is None


def test_the_label_flips_to_where_there_is_room(window: Window) -> None:
    scene = opened(window, levels=("", "easy"))
    shown, sides = scene.view.map, set()
    for text, stop in shown.city.stops.items():
        shown.walker.jump(text)
        place, (x, y) = bubble(scene), shown.ground.point(stop.cell)
        dx, dy = place.box.centre[0] - x, place.box.centre[1] - y
        sides.add((dx > 0, dy > 0))
    assert len(sides) == 4


@pytest.mark.parametrize("text_size", [100, 150, 200])
def test_the_label_lies_over_no_sock(window: Window, text_size: int) -> None:
    """Wherever the cursor is, in the longer words of German too."""
    window.stage.change(text_size=text_size, language="de")
    scene = opened(window, grown_city(), ("", "easy"))
    shown = scene.view.map
    socks = [shown.ground.box(shown.city.cell(text), 0.5) for text in shown.picture.socks]
    for one, other in shown.city.links:
        shown.walker.jump(one, other)
        assert not any(meet(bubble(scene).box, box) for box in socks)


@pytest.mark.parametrize(("text_size", "most"), [(100, 0.0), (150, 0.0), (200, 0.15)])
def test_the_label_lies_over_no_piece_of_the_way_that_is_shown(
    window: Window, text_size: int, most: float
) -> None:
    """Wherever on it the cursor is; in the largest text there is not always a place."""
    window.stage.change(text_size=text_size)
    scene = opened(window, grown_city(), ("", "easy"))
    shown, covered = scene.view.map, []
    for colour in sorted({*shown.picture.socks.values()}):
        shown.look_at(colour)
        links = [(shown.city.cell(one), shown.city.cell(other)) for one, other in shown.city.along(shown.way)]
        middles, reach = [shown.ground.middle(*link) for link in links], 0.36 * shown.ground.size
        boxes = [Box(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in middles]
        for at, came in zip(shown.way[1:], shown.way, strict=False):
            shown.walker.jump(at, came)
            covered.append(any(meet(bubble(scene).box, box) for box in boxes))
    assert len(covered) > 30
    assert sum(covered) <= most * len(covered)


@USUAL
def test_a_walk_takes_the_label_along(window: Window) -> None:
    """On the screen itself: the cloth is where the cursor is, and no longer where it was."""
    scene = opened(window, levels=("", "easy"))
    shown = scene.view.map
    window.picture()
    one, other = max(
        ((one, other) for one in shown.city.stops for other in shown.city.stops),
        key=lambda two: math.dist(*(shown.ground.point(shown.city.cell(text)) for text in two)),
    )
    shown.walker.jump(one)
    scene.stale = True
    window.picture()
    first = bubble(scene).box
    before = seen(window, first.grown(-4))
    shown.walker.jump(other)
    scene.stale = True
    window.picture()
    assert bubble(scene).box != first
    assert seen(window, first.grown(-4)) != before


@crossed
@pytest.mark.parametrize("text_size", [100, 150, 200])
@pytest.mark.parametrize("closer", [False, True])
def test_a_long_sentence_covers_no_piece_and_no_plate(
    window: Window, text_size: int, *, closer: bool
) -> None:
    """All that changes on the screen lies beside the map, where rows of pairs make way for words."""
    window.stage.change(text_size=text_size)
    scene = opened(window, grown_city(), ("", "easy"))
    if closer:
        window.key(pygame.K_l)
    window.picture()
    places, view = scene.view.map.places, window.stage.view
    others = [Box(0, 0, places.panel.x - 20, view.h), *scene.view.map.panel.cards]
    before = [seen(window, box) for box in others]
    scene.context.messages.tell(LONG)
    scene.stale = True
    window.picture()
    boxes = scene.view.map.panel.frame.boxes
    room = boxes.get(Part.LOG) or boxes[Part.TOLD]
    assert [seen(window, box) for box in others] == before
    assert len(set(seen(window, room.grown(-8)))) > 20
    assert not any(meet(room, box) for box in scene.view.map.panel.cards)
    assert not any(meet(room, box) for box in scene.view.map.panel.rows.values())


def test_what_is_told_while_the_city_is_built_stands_above_the_table(window: Window) -> None:
    scene = opened(window, board_build="manual")
    scene.context.play(bot_move(scene.match.session))
    window.settle()
    window.picture()
    places = scene.view.map.places
    table = places.table_area(window.stage.text_scale)
    below = Box(0, table.y, places.panel.x - 20, table.h)
    before = seen(window, below), seen(window, Box(places.map.x, places.map.y, places.map.w, 20))
    scene.context.messages.tell(refused(Refusal(Code.HOLES), []))
    scene.stale = True
    window.picture()
    assert seen(window, below) == before[0]
    assert seen(window, Box(places.map.x, places.map.y, places.map.w, 20)) != before[1]


@pytest.mark.parametrize("closer", [False, True])
def test_home_is_said_beside_the_sock_that_came_home(window: Window, *, closer: bool) -> None:
    window.stage.change(animation_speed="brisk")
    position, move = near_join()
    scene = opened(window, position)
    shown = scene.view.map
    shown.is_closer = closer
    scene.context.play(move)
    while scene.view.effects.home() is None:
        window.turn(ms=40)
    joined = scene.view.effects.home()
    box, _place = scene.view.labels.home(joined, scene.view.sky.corners)
    x, y = shown.ground.point(shown.city.cell(joined.way[-1]))
    reach = shown.ground.size * 0.6
    assert not meet(box, Box(x - reach, y - reach, 2 * reach, 2 * reach))
    assert box.right < shown.places.panel.x


@crossed
@pytest.mark.parametrize("size", [(1280, 720), (1720, 720), (960, 540), (1024, 768)])
@pytest.mark.parametrize("text_size", [100, 200])
def test_a_city_reaches_from_edge_to_edge(tmp_path: Path, size: tuple[int, int], text_size: int) -> None:
    """From left to right, or from top to bottom where that is less: nothing keeps a corner free."""
    window = Window(tmp_path, size, text_size=text_size)
    for seed in range(scaled(5, 60)):
        scene: Any = match_scene(
            window.stage, Session.new("city", seed=seed * 37), [Seat("Ann", 0), Seat("Bo", 1)]
        )
        window.stage.scenes.push(scene)
        scene.skip()
        shown = scene.view.map
        boxes = [shown.far.box(cell, 1.0) for cell in shown.city.area]
        wide = max(box.right for box in boxes) - min(box.x for box in boxes)
        tall = max(box.bottom for box in boxes) - min(box.y for box in boxes)
        area = shown.places.map
        # The rest is the rim, and less than a unit of each hexagon, whose size is a whole number.
        assert max(wide / area.w, tall / area.h) > 0.93
        assert min(box.y for box in boxes) >= 0
        assert max(box.right for box in boxes) <= shown.places.panel.x
        window.stage.scenes.pop()
    window.close()


@in_languages
def test_station_names_are_unique_in_any_city(language: str) -> None:
    use(language)
    try:
        for seed in range(scaled(25, 2000)):
            names = called(Session.new("city", seed=seed).observe(None)["stations"])
            assert len(set(names.values())) == len(names) == STATIONS
    finally:
        use("en")


def test_a_pair_in_focus_leaves_the_strip_its_order(window: Window) -> None:
    scene = opened(window)
    while scene.match.session.observe(None)["phase"] != "play":
        scene.context.play(next(iter(scene.match.session.moves())))
    window.settle()
    without = [act for act, _words in scene.help()]
    assert Act.HINT in without
    window.key(pygame.K_TAB)
    assert scene.view.map.focus
    with_pair = [act for act, _words in scene.help()]
    assert Act.BACK in with_pair
    assert [act for act in with_pair if act is not Act.BACK] == without


@USUAL
def test_pairs_have_rows_of_their_own_until_something_is_told_which_then_stays(window: Window) -> None:
    """What a pair needs stands below what the other did, and that stays while the computer thinks."""
    window.stage.thinker = thinker = LateWorker(window, 0.0)  # type: ignore[assignment]
    scene = opened(window, levels=("", "easy"), start_player="first")
    session, panel = scene.match.session, scene.view.map.panel
    rows = [*panel.rows.values()]
    assert len({box.y for box in rows}) == len(rows)

    def lay() -> None:
        scene.context.play(f"lay {' '.join(min(scene.view.map.legal))}")

    lay()
    window.settle()
    assert len({box.y for box in scene.view.map.panel.rows.values()}) == len(rows) / 2
    log = panel.frame.boxes[Part.LOG]
    head = Box(log.x, log.y, log.w, 34)
    window.picture()
    told = seen(window, head)
    assert len(set(told)) > 20
    window.key(pygame.K_TAB)
    assert scene.view.map.need() is not None
    window.picture()
    assert seen(window, head) == told
    thinker.ms = 1e6
    while session.to_move == 0:
        lay()
        window.wait(200)
    window.picture()
    assert seen(window, head) == told
