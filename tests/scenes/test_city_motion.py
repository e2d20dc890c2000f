"""Motion in the City: cursor, pieces, refusals, and the sounds at their contacts."""

import pygame
import pytest

from game.core.hexgrid import read_cell
from game.games.city.rules.events import TrackLaid
from game.ui.core import verbs
from game.ui.core.canvas import Box
from tests.robot.city import CityRobot
from tests.robot.game import some
from tests.scenes.city_hands import CityKeys, bot_move, walks
from tests.scenes.harness import ARROWS, Sounds, WindowRobot
from tests.scenes.test_city_map import grown_city


def brisk(window: WindowRobot, robot: CityRobot, link: tuple[str, str]) -> Sounds:
    """Begin to lay a piece from the first station of a link. Returns the sounds."""
    robot.jump(link[1], link[0])
    window.context.update_settings(animation_speed="brisk")
    sounds = window.record_sounds()
    assert robot.begin(f"lay {' '.join(sorted(link, key=some(robot.map.city.link(*link)).index))}")
    return sounds


def advance(window: WindowRobot, robot: CityRobot, ms: float) -> None:
    """Let the current animation run until ``ms`` after its start, and paint it."""
    while (show := robot.context.current_animation) is not None and show.elapsed < ms - 0.01:
        window.step(ms=min(16, ms - show.elapsed))
    window.app.draw()


def around(robot: CityRobot, station: str, share: float, other: str) -> Box:
    """Box of 6 units on the way from one station to another."""
    (x, y), (to_x, to_y) = map(robot.map.city_map.station_point, (station, other))
    return Box(x + share * (to_x - x) - 3, y + share * (to_y - y) - 3, 6, 6)


def test_piece_is_laid_part_by_part_from_where_the_cursor_came(window: WindowRobot) -> None:
    robot = CityRobot(window, grown_city(), (0,))
    taken = robot.map.signs
    link = next(link for link in sorted(robot.map.legal) if not taken.intersection(link))
    for start, end in (link, link[::-1]):
        brisk(window, robot, (start, end))
        near, far = around(robot, start, 0.3, end).inflated(-2), around(robot, end, 0.3, start).inflated(-2)
        advance(window, robot, 140)
        halfway = window.pixels(near), window.pixels(far)
        advance(window, robot, 189)
        assert window.pixels(near) == halfway[0], "the parts at the start have landed"
        assert window.pixels(far) != halfway[1], "those at the end were still falling"
        window.finish_animations()
        assert link in robot.map.picture.tracks[0]
        window.press_key(pygame.K_u)
        window.finish_animations()


def test_piece_sounds_and_shines_as_its_last_part_lands(window: WindowRobot) -> None:
    robot = CityRobot(window, grown_city(), (0,))
    sounds = brisk(window, robot, min(robot.map.legal))
    advance(window, robot, verbs.TRACK.contact)
    ((time, name, _tone),) = sounds.heard
    assert name == "track"
    assert 0 <= time + 65 - verbs.TRACK.contact <= 16, "its second click falls on the contact"
    assert robot.context.playback.player.nudge()[1] > 0


def test_longer_line_sounds_higher(window: WindowRobot) -> None:
    robot = CityRobot(window, "left=2", (0,))
    map_view, tones = robot.map, []
    line = map_view.picture.tracks[0]
    station, links = "", [link for link in map_view.city.links if link not in map_view.city.printed_links]
    for _piece in range(4):
        link = next(link for link in links if (not station or station in link) and link not in line)
        tones.append(robot.view.effects.timeline(TrackLaid(0, [*link]).event()).hits[-1][1].tone)
        line.append(link)
        station = link[link[0] == station]
    assert tones == [*verbs.PENTATONIC[:4]]


@pytest.mark.parametrize("still", [False, True])
def test_both_socks_of_a_pair_are_heard_as_they_land(window: WindowRobot, *, still: bool) -> None:
    robot = CityRobot(window, sock_setup="alternate")
    window.context.update_settings(animation_speed="brisk", reduced_motion=still)
    move, sounds = robot.session.moves()[0], window.record_sounds()
    robot.begin(move)
    advance(window, robot, 299)
    assert [(name, tone) for _time, name, tone in sounds.heard] == [("place", 0), ("place", 2)]
    assert [time - 16 < contact <= time for (time, *_), contact in zip(sounds.heard, (150, 210), strict=True)]
    stations = move.split()[2:]
    boxes = [around(robot, text, 0.0, text) for text in stations]
    landed = [window.pixels(box) for box in boxes]
    window.finish_animations()
    robot.jump([text for text in robot.map.city.stops if text not in stations][-1])
    robot.scene.needs_redraw = True
    window.picture()
    assert [window.pixels(box) for box in boxes] == landed, "they stay where they landed"
    assert dict.fromkeys(stations, "red") == robot.map.picture.socks


def test_laid_tile_is_seen_and_heard_at_once(window: WindowRobot) -> None:
    robot = CityRobot(window, board_build="manual")
    robot.play(bot_move(robot.session))
    window.context.update_settings(animation_speed="brisk")
    move, sounds = bot_move(robot.session), window.record_sounds()
    middle = robot.map.city_map.box(read_cell(move.split()[3]), 0.2)
    window.app.draw()
    before = window.pixels(middle)
    robot.begin(move)
    window.app.draw()
    assert [(time, name) for time, name, _tone in sounds.heard] == [(0, "place")]
    assert window.pixels(middle) != before


@pytest.mark.parametrize("still", [False, True])
def test_preview_unrolls_from_where_the_cursor_came(window: WindowRobot, *, still: bool) -> None:
    robot = CityRobot(window, grown_city(), (0,), animation_speed="brisk", reduced_motion=still)
    city_map = robot.map
    link, ways = next(
        (link, ways)
        for presses, ways in walks(robot.map)
        if (link := city_map.city.link(*presses)) in city_map.legal and not city_map.signs.intersection(link)
    )
    hands = CityKeys(window)
    for way in ways[:-1]:
        hands.press(*way)
    window.run_for(300)
    key = ARROWS[ways[-1]]
    pressed = [pygame.event.Event(kind, key=key, mod=0) for kind in (pygame.KEYDOWN, pygame.KEYUP)]
    window.step(*pressed, ms=0)
    start, end = city_map.cursor.came, city_map.cursor.at
    assert {start, end} == {*link}
    head = around(robot, end, 0.3, start)
    window.step(ms=8)
    window.app.draw()
    soon = window.pixels(head)
    window.step(ms=verbs.WALK.contact)
    window.app.draw()
    arrived = window.pixels(head)
    window.run_for(200)
    window.app.draw()
    assert [seen == window.pixels(head) for seen in (soon, arrived)] == [still, still]


def test_cursor_sounds_higher_in_the_east(window: WindowRobot) -> None:
    robot = CityRobot(window, grown_city(), (0,))
    chosen, sounds = robot.map, window.record_sounds()
    chosen.cursor.jump(min(chosen.city.stops, key=chosen.city_map.station_point))
    for _step in range(20):
        CityKeys(window).press(1, 0)
    tones = [tone for _time, name, tone in sounds.heard if name == "focus" and tone is not None]
    assert len(tones) == len(sounds) > 4
    assert tones == sorted(tones)
    assert tones[0] <= 1
    assert tones[-1] == 4


@pytest.mark.parametrize("still", [False, True])
@pytest.mark.parametrize("closer", [False, True])
def test_refused_piece_bumps_into_its_link_and_is_gone(
    window: WindowRobot, *, still: bool, closer: bool
) -> None:
    robot = CityRobot(window, grown_city(), (0,), animation_speed="brisk", reduced_motion=still)
    chosen = robot.map
    link = chosen.picture.tracks[1][5]
    chosen.cursor.jump(link[1], link[0])
    chosen.is_closer, robot.scene.needs_redraw = closer, True
    window.picture()
    edges = around(robot, link[0], 0.5, link[1]).inflated(14)
    middle = Box(*chosen.city_map.link_middle(link), 0, 0).inflated(2)
    before = window.pixels(middle)
    window.step(*(pygame.event.Event(kind, key=pygame.K_RETURN, mod=0) for kind in (768, 769)), ms=0)
    seen_edges = set()
    for _frame in range(15):
        window.step(ms=20)
        window.app.draw()
        seen_edges.add(window.pixels(edges))
    assert (len(seen_edges) > 6) is not still
    assert (window.pixels(middle) == before) is not still, "gone after 300 ms"
    assert chosen.contents().tracks[1].count(link) == 1


@pytest.mark.parametrize("still", [False, True])
def test_refusal_is_felt_in_two_pulses(window: WindowRobot, *, still: bool) -> None:
    robot = CityRobot(window, grown_city(), (0,), animation_speed="brisk", reduced_motion=still)
    felt: list[float] = []
    window.context.devices.pads.feel = lambda device, rumble: felt.append(window.time)  # type: ignore[method-assign]
    link = robot.map.picture.tracks[1][5]
    robot.jump(link[1], link[0])
    start = window.time
    window.step(*(pygame.event.Event(kind, key=pygame.K_RETURN, mod=0) for kind in (768, 769)), ms=0)
    window.run_for(400)
    for verb, time in zip((verbs.REFUSAL, verbs.REFUSAL_AGAIN), felt, strict=True):
        assert 0 <= time - start - verb.contact <= 17
