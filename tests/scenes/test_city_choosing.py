"""Choosing in Socks in the City: walking, pointing, a pair to look at, a hint."""

import math
from typing import Any

import pygame
import pytest

from game.games.city.words import called
from tests.scenes.city_hands import opened, walks
from tests.scenes.harness import ARROWS, Window


def test_walking_over_a_link_chooses_it_and_takes_few_presses(window: Window) -> None:
    """Every link can be reached with four arrows; from a station all six links in two presses at most."""
    scene = opened(window)
    middle = min(
        scene.view.map.city.stops.values(),
        key=lambda s: math.dist(scene.view.map.far.point(s.cell), scene.view.map.places.map.centre),
    )
    scene.view.map.walker.jump(middle.text)
    found = list(walks(scene))
    assert {frozenset(link) for link, _ways in found} == {
        frozenset(link) for link in scene.view.map.city.links
    }
    beside = [len(ways) for link, ways in found if middle.text in link]
    assert max(beside) <= 2
    assert sum(beside) <= 10


def test_two_arrows_together_go_slantwise(window: Window) -> None:
    scene = opened(window)
    here = next(
        text
        for text in scene.view.map.city.stops
        if len([n for n in scene.view.map.city.links if text in n]) == 6
    )
    q, r = scene.view.map.city.cell(here)
    wanted = {(-1, -1): (q, r - 1), (1, -1): (q + 1, r - 1), (1, 1): (q, r + 1), (-1, 1): (q - 1, r + 1)}
    for (dx, dy), cell in wanted.items():
        for first, second in (((dx, 0), (0, dy)), ((0, dy), (dx, 0))):
            scene.view.map.walker.jump(here)
            window.turn(ms=300)
            for way in (first, second):
                window.turn(pygame.event.Event(pygame.KEYDOWN, key=ARROWS[way], mod=0, unicode=""), ms=8)
            for way in (first, second):
                window.turn(pygame.event.Event(pygame.KEYUP, key=ARROWS[way], mod=0), ms=8)
            assert scene.view.map.city.cell(scene.view.map.walker.at) == cell
            assert scene.view.map.walker.came == here


def test_a_slanting_stick_takes_one_step(window: Window) -> None:
    scene = opened(window)
    here = next(
        text
        for text in scene.view.map.city.stops
        if len([n for n in scene.view.map.city.links if text in n]) == 6
    )
    q, r = scene.view.map.city.cell(here)
    for lean, cell in (((0.7, -0.8), (q + 1, r - 1)), ((-0.7, -0.8), (q, r - 1)), ((0.7, 0.8), (q, r + 1))):
        scene.view.map.walker.jump(here)
        window.turn(ms=300)
        window.stick(*lean)
        window.stick(0, 0)
        assert scene.view.map.city.cell(scene.view.map.walker.at) == cell
        assert scene.view.map.walker.came == here


def test_the_pointer_chooses_the_nearest_free_link(window: Window) -> None:
    scene = opened(window)
    for link in sorted(scene.view.map.legal)[::20]:
        (x0, y0), (x1, y1) = (scene.view.map.ground.point(scene.view.map.city.cell(text)) for text in link)
        for aside in (-9.0, 0.0, 9.0):
            window.point((x0 + x1) / 2 + aside, (y0 + y1) / 2 + aside / 2)
            assert scene.view.map.link == link


def test_a_piece_is_seen_before_it_is_laid_and_can_be_taken_back(window: Window) -> None:
    scene = opened(window, "left=2", levels=("", "easy"))
    before = scene.match.session.position()
    link = sorted(scene.view.map.legal)[40]
    plain = window.picture()
    scene.view.map.walker.jump(link[1], link[0])
    assert window.picture() != plain
    window.key(pygame.K_RETURN)
    window.settle()
    assert link in scene.view.map.picture.tracks[0]
    assert scene.match.person == 0
    assert scene.view.recent.laid == [link]
    window.key(pygame.K_u)
    assert scene.match.session.position() == before
    assert window.shown == "CityView"


def test_escape_takes_no_piece_back(window: Window) -> None:
    scene = opened(window, "left=2", levels=("", "easy"))
    link = sorted(scene.view.map.legal)[40]
    scene.view.map.walker.jump(link[1], link[0])
    window.key(pygame.K_RETURN)
    window.settle()
    x, y = scene.view.map.places.map.centre
    window.click(x, y, button=3)
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Pause"
    assert len(scene.match.session.log) == 1


def test_a_sock_stays_above_the_piece_at_its_station(window: Window) -> None:
    scene = opened(window, "left=2", levels=("", "easy"))
    one, other = next(
        link
        for link in sorted(scene.view.map.legal)
        if (link[0] in scene.view.map.picture.socks) != (link[1] in scene.view.map.picture.socks)
    )
    sock, free = (one, other) if one in scene.view.map.picture.socks else (other, one)

    def badge() -> bytes:
        window.app.draw()
        x, y = (
            window.stage.view.px(value)
            for value in scene.view.map.ground.point(scene.view.map.city.cell(sock))
        )
        reach = window.stage.view.px(0.42 * scene.view.map.ground.size)
        box = pygame.Rect(x - reach, y - reach, 2 * reach, 2 * reach)
        return pygame.image.tobytes(window.app.screen.subsurface(box), "RGB")

    far, city = scene.view.map.far, scene.view.map.city
    scene.view.map.walker.jump(max(city.stops, key=lambda text: math.dist(
        far.point(city.cell(text)), far.point(city.cell(sock)))))  # fmt: skip
    alone = badge()
    scene.view.map.walker.jump(free, sock)
    assert badge() == alone
    window.stage.change(animation_speed="brisk")
    scene.context.play(f"lay {one} {other}")
    while scene.playback.show is None or scene.playback.show.share < 0.9:
        window.turn()
    assert badge() == alone


def test_a_pair_in_focus_shows_its_way_and_leads_the_cursor(window: Window) -> None:
    scene = opened(window, levels=("", "easy"))
    window.key(pygame.K_TAB)
    assert scene.view.map.focus == "red"
    way, missing = scene.view.map.view.shortest_way("red", 0) or ((), 0)
    assert scene.view.map.way == way
    assert str(missing) in scene.view.map.need().words()
    assert scene.view.map.link in scene.view.map.gaps()
    window.key(pygame.K_RETURN)
    window.settle()
    assert len(scene.view.map.gaps()) == missing - 1
    assert scene.view.map.link in scene.view.map.gaps()
    window.stage.change(hints="off")
    scene.view.map.look_at("red")
    assert scene.view.map.way == ()
    assert scene.view.map.need() is None


def test_a_pair_can_be_asked_for_on_the_map_and_in_the_panel(window: Window) -> None:
    scene = opened(window)
    station, colour = next(iter(scene.view.map.picture.socks.items()))
    window.click(*scene.view.map.ground.point(scene.view.map.city.cell(station)))
    assert scene.view.map.focus == colour
    window.click_box(scene.view.map.panel.rows[colour])
    assert scene.view.map.focus == ""
    assert scene.match.session.log == ()


@pytest.mark.parametrize("strength", ["learning", "full"])
def test_a_hint_shows_a_link_and_then_why(window: Window, strength: str) -> None:
    scene = opened(window, levels=("", "easy"))
    window.stage.change(hints=strength)
    window.key(pygame.K_h)
    window.settle()
    station = scene.view.map.walker.at
    if strength == "full":
        assert scene.view.map.link in scene.view.map.legal
        names = called(scene.match.session.observe(None)["stations"])
        assert all(names[station] in scene.context.messages.text for station in scene.view.map.link)
        assert "pieces join" in scene.context.messages.text
    else:
        assert scene.view.map.link in scene.view.map.legal
        assert station in (scene.view.map.link or ())
        assert ": " not in scene.context.messages.text
        window.key(pygame.K_h)
        window.settle()
        assert "pieces join" in scene.context.messages.text


def sky(scene: Any) -> list[tuple[float, float]]:
    """Points of the map's part of the screen that lie far from every link."""
    area, size = scene.view.map.places.map, scene.view.map.ground.size
    cells = [scene.view.map.ground.point(stop.cell) for stop in scene.view.map.city.stops.values()]
    points: list[tuple[float, float]] = [
        (x, y)
        for x in range(round(area.x) + 4, round(area.right) - 4, 23)
        for y in range(round(area.y) + 4, round(area.bottom) - 4, 23)
        if min(math.dist((x, y), cell) for cell in cells) > 2.2 * size
    ]
    assert points
    return points


def test_a_click_on_the_sky_lays_nothing(window: Window) -> None:
    """What was pointed at before is no longer meant, however the pointer came to the sky."""
    scene = opened(window, levels=("", "easy"))
    link = sorted(scene.view.map.legal)[40]
    x, y = scene.view.map.ground.middle(*(scene.view.map.city.cell(text) for text in link))
    before = scene.match.session.log
    for point in sky(scene)[::5]:
        window.point(x, y)
        assert scene.view.map.link == link
        window.click(*point)
        assert scene.match.session.log == before
        assert scene.view.map.link is None
        window.point(x, y)
        at = window.stage.view.px(point[0]), window.stage.view.px(point[1])
        window.turn(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False))
        window.turn(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False))
        assert scene.match.session.log == before


def test_a_pointer_that_leaves_the_map_chooses_nothing(window: Window) -> None:
    scene = opened(window, levels=("", "easy"))
    link = sorted(scene.view.map.legal)[40]
    window.point(*scene.view.map.ground.middle(*(scene.view.map.city.cell(text) for text in link)))
    assert scene.view.map.link == link
    window.point(*sky(scene)[0])
    assert scene.view.map.link is None
    window.point(*scene.view.map.ground.middle(*(scene.view.map.city.cell(text) for text in link)))
    window.point(*scene.view.map.places.panel.centre)
    assert scene.view.map.link == link, "the panel speaks of the same map"


def test_a_click_lays_what_lies_under_it_now(window: Window) -> None:
    """Touch comes without a pointer that moves there first."""
    scene = opened(window, "left=2", levels=("", "easy"))
    first, other = sorted(scene.view.map.legal)[10], sorted(scene.view.map.legal)[40]
    window.point(*scene.view.map.ground.middle(*(scene.view.map.city.cell(text) for text in first)))
    x, y = scene.view.map.ground.middle(*(scene.view.map.city.cell(text) for text in other))
    at = window.stage.view.px(x), window.stage.view.px(y)
    window.turn(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False))
    assert [move for _seat, move in scene.match.session.log] == [f"lay {other[0]} {other[1]}"]


def test_a_click_on_the_sky_puts_no_spare_sock_out(window: Window) -> None:
    scene = opened(window, "phase=blockers", levels=("", "easy"), blockers=4)
    assert scene.view.map.seen["phase"] == "blockers"
    window.click(*sky(scene)[0])
    assert scene.match.session.log == ()
