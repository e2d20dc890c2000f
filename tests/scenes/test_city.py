"""Tests of Socks in the City: matches with each input, choosing links, messages, saving and results."""

import math
import pickle
import re
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import i18n as city_ties_words
from game.bots.match_runner import bot_move as city_ties_bot_move
from game.core.discovery import find_game, rules_text
from game.core.game import Refusal
from game.core.hexgrid import cell_text, neighbours
from game.core.session import Session
from game.games.city.match_text import lost_words, refusal_sentence, station_names
from game.games.city.rules import CityRefusal
from game.games.city.rules.events import as_observation
from game.games.city.rules.text import BoardReading
from game.games.city.screen.board import CityPicture, joined_sides, picture_of
from game.games.city.screen.map_geometry import BoardView
from game.games.city.screen.panels import CityPanelKey
from game.levels import load
from game.match.seats import Seat
from game.resources import LEVELS
from game.ui.core.input import InputAction
from game.ui.match.match_flow import create_match, match_scene, play_again
from game.ui.match.match_scene import MatchScene
from tests.languages import in_languages
from tests.robot.city import CityRobot
from tests.robot.game import some
from tests.sampling import sample, sample_size
from tests.scenes.city_hands import HANDS, CityMouse, bot_move, near_join, walks
from tests.scenes.harness import ARROWS, MatchRobot, WindowRobot
from tests.scenes.layout_checks import labels
from tests.scenes.record_cache import at_random

# Whole matches with each input alone, and joins.


@pytest.mark.parametrize("hands", sample(HANDS, CityMouse))
def test_player_builds_a_city_by_hand(window: WindowRobot, hands: type[MatchRobot]) -> None:
    """Tiles, socks and spare socks with one input, then the first piece."""
    options: dict[str, Any] = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2}
    robot = CityRobot(window, seed=9, **options)
    player = hands(window)
    for number in range(60):
        if robot.map.seen["phase"] == "play":
            break
        before = len(robot.log)
        wanted = bot_move(robot.session, "normal", number)
        assert robot.view.setup.tile.fault is None
        player.play(wanted)
        assert robot.log[before][1] == wanted
        window.finish_animations()
        if robot.map.seen["phase"] == "tiles":
            event = robot.session.last_events()[0]
            assert robot.map.boxes.map.contains(some(robot.view.recap_marker(event))), "its number lies on it"
    assert robot.map.seen["phase"] == "play"
    assert len(robot.map.picture.tiles) == 20
    assert len(robot.map.picture.socks) == 12
    assert len(robot.map.picture.blockers) == 2
    assert (
        robot.map.city.board.tiles == BoardReading.of(as_observation(robot.session.observe(None))).board.tiles
    )
    again = CityRobot(window, window.open_match(robot.session, robot.match.seats))
    assert robot.map.overview == again.map.overview


def over(robot: CityRobot) -> tuple[float, float]:
    """Return the pointer position that keeps the tile in hand where it is."""
    tile = robot.view.setup.tile
    (x, y), (dx, dy) = robot.map.city_map.point(tile.at), tile.middle(tile.rotation)
    return x + dx, y + dy


def test_dragged_tile_turns_and_lands_where_it_is_dropped(window: WindowRobot) -> None:
    robot = CityRobot(window, seed=9, board_build="manual")
    tile, pile = robot.view.setup.tile, robot.map.panel.rows[CityPanelKey.TILE.of(2)]
    target, before = over(robot), robot.log
    off = pile.x - 30, pile.centre[1]
    window.drag(pile.centre, off)
    drag_on = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(0, 0), button=3, touch=False)
    window.step(drag_on)
    assert tile.rotation == 1
    window.point(*target)
    window.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    window.press_key(pygame.K_x)
    ghost = tile.ghost()
    assert (ghost.design, ghost.rotation) == (2, 3)
    assert robot.log == before, "nothing lies before it is let go"
    window.release(*target)
    laid = robot.log[len(before) :]
    assert [move for _seat, move in laid] == [f"tile 2 3 {cell_text(ghost.at)}"]


def test_tile_dropped_off_the_table_returns(window: WindowRobot) -> None:
    robot = CityRobot(window, seed=9, board_build="manual")
    tile, pile = robot.view.setup.tile, robot.map.panel.rows[CityPanelKey.TILE.of(3)]
    held, target = tile.ghost(), over(robot)
    for away in ((5.0, 400.0), (pile.x - 20, robot.map.boxes.panel.y + 5)):
        window.drag(pile.centre, target, away)
        assert tile.hangs
        window.release(*away)
        assert tile.ghost() == held
        assert not tile.hangs
    assert not robot.log
    window.drag(pile.centre, target)
    window.press_key(pygame.K_ESCAPE)
    assert tile.ghost() == held, "Back puts it on its pile as well"
    window.release(*target)
    assert not robot.log
    window.click_box(pile)
    assert tile.design == 3, "a click takes it in hand as before"


def test_tile_dropped_on_an_illegal_cell_says_why(window: WindowRobot) -> None:
    robot = CityRobot(window, seed=9, board_build="manual")
    tile, pile = robot.view.setup.tile, robot.map.panel.rows[CityPanelKey.TILE.of(0)]
    target = over(robot)
    window.drag(pile.centre, target)
    window.release(*target)
    window.finish_animations()
    laid, held = robot.log, tile.ghost()
    window.drag(pile.centre, target)
    assert tile.fault is not None
    window.release(*target)
    assert robot.log == laid
    assert tile.ghost() == held
    assert robot.context.note.words == "There's already a tile there."


def test_player_drags_a_pair_to_its_stations(window: WindowRobot) -> None:
    robot = CityRobot(window, seed=9, sock_setup="alternate")
    move = bot_move(robot.session, "normal", 0)
    colour, *stations = move.split()[1:]
    row = robot.map.panel.rows[colour]
    aside = row.x - 30, row.centre[1]
    window.drag(row.centre, aside)
    window.release(*aside)
    assert not robot.log
    for station in stations:
        at = robot.point(station)
        window.drag(row.centre, aside, at)
        window.release(*at)
    assert robot.log[0][1] == move


def test_picture_matches_the_rules_after_each_move(window: WindowRobot) -> None:
    for seed in range(sample_size(2)):
        options = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2} if seed % 2 else {}
        session = Session.new("city", seed=seed, options=options)
        robot = CityRobot(window, window.open_match(session, [Seat("Ann", 0, "easy"), Seat("Bo", 1, "easy")]))
        robot.scene.skip()
        for number in range(200):
            if session.to_move is None:
                break
            for event in session.play(bot_move(session, "normal", number)):
                robot.animations.player.begin(robot.view.timeline(event))
                robot.view.settle(event)
            observation = as_observation(session.observe(None))
            real = CityPicture.of(observation, BoardReading.of(observation))
            assert sorted(robot.map.picture.tiles) == sorted(real.tiles)
            assert [sorted(side) for side in robot.map.picture.tracks] == [
                sorted(side) for side in real.tracks
            ]
            assert robot.map.picture.socks == real.socks
            assert sorted(robot.map.picture.blockers) == sorted(real.blockers)
            assert robot.map.picture.owners == real.owners
            assert robot.map.picture.scores == real.scores
            if (
                observation["phase"] == "play"
                and robot.map.picture.phase == "play"
                and session.log[-1][1] != "pass"
            ):
                same = robot.map.picture.turn == real.turn
                assert robot.map.picture.left == (real.left if same else 0)
        window.context.scenes.pop()


def test_house_rule_allows_building_over_printed_track(window: WindowRobot) -> None:
    robot = CityRobot(window, build_over_printed=True)
    first, second = robot.map.city.printed_links[0]
    CityMouse(window).play(f"lay {first} {second}")
    assert (first, second) in robot.map.picture.tracks[robot.log[0][0]]


def test_join_is_animated_and_scored(window: WindowRobot) -> None:
    position, move = near_join()
    robot = CityRobot(window, position, start_player="first", animation_speed="brisk")
    before = list(robot.map.picture.scores)
    pictures = set()
    robot.begin(move)
    while robot.is_busy:
        window.step(ms=90)
        pictures.add(window.picture())
    assert len(pictures) > 15
    assert robot.map.picture.scores[0] > before[0]
    assert "home" in robot.news
    assert robot.map.picture.ways


def test_news_explain_a_lost_pair_and_the_end(window: WindowRobot) -> None:
    others = "yellow,green,blue,violet,orange"
    robot = CityRobot(window, f"claimed={others}/- supply=6/1 turn=1 left=1", seed=2, start_player="first")
    assert robot.session.outcome is None
    first, second = min(robot.map.legal)
    robot.play(f"lay {first} {second}")
    while robot.session.outcome is None:
        first, second = min(robot.map.legal - set(robot.map.gaps()))
        robot.play(f"lay {first} {second}")
    assert "Red can no longer be joined: too few pieces" in robot.context.words.end_sentence(
        robot.session.outcome
    )
    window.step()
    assert robot.map.picture.out == {"red": True}
    window.run_for(3000)
    assert labels(robot.map.panel.head) == ["Ann wins", "The match is over"]
    assert window.shown == "ResultsScene"


@pytest.mark.parametrize("hands", HANDS)
def test_player_without_pieces_passes(window: WindowRobot, hands: type[MatchRobot]) -> None:
    robot = CityRobot(window, "supply=0/20 turn=0 left=2", start_player="first")
    assert "pass" in robot.says
    hands(window).play("pass")
    assert robot.log[-1] == (0, "pass")


def test_former_match_that_starts_again_keeps_its_city(window: WindowRobot) -> None:
    former = '[Game "city"]\n[Version "2"]\n[Players "2"]\n[Seed "5"]\n[Options "start_player=first"]\n'
    session = Session.from_record(former)
    robot = CityRobot(window, session)
    for same in (True, False):
        play_again(robot.scene, same=same)
        while not isinstance(window.top, MatchScene) or window.top is robot.scene:
            window.step()
        again = window.top.match.session
        assert (again.position() == session.position()) is same
        assert (again.options.version == 2) is same


def test_match_created_in_a_worker_is_identical() -> None:
    here = create_match("city", 2, 11, {"sock_setup": "alternate"}, None, ["Ann", "Bo"])
    assert isinstance(here, Session)
    there = pickle.loads(pickle.dumps(here))
    assert there.record() == here.record()
    move = bot_move(there)
    here.play(move)
    there.play(move)
    assert there.position() == here.position()
    assert "apart_min" in str(
        create_match("city", 2, 11, {"apart_min": 8, "apart_max": 3}, None, ["Ann", "Bo"])
    )


# Choosing: walking, pointing, focusing a pair, asking for a hint.


def test_arrows_reach_every_link_in_few_presses(window: WindowRobot) -> None:
    """Four arrows reach every link; from a station, all six links take at most two presses each."""
    robot = CityRobot(window)
    middle = min(
        robot.map.city.stops.values(),
        key=lambda s: math.dist(robot.map.overview.point(s.cell), robot.map.boxes.map.centre),
    )
    robot.jump(middle.text)
    link_walks = list(walks(robot.map))
    assert {frozenset(link) for link, _ways in link_walks} == {
        frozenset(link) for link in robot.map.city.links
    }
    beside = [len(ways) for link, ways in link_walks if middle.text in link]
    assert max(beside) <= 2
    assert sum(beside) <= 10


def amid(robot: CityRobot) -> str:
    """Return a station with a link to each of six sides."""
    city = robot.map.city
    station: str = next(text for text in city.stops if sum(text in link for link in city.links) == 6)
    return station


def test_two_arrow_keys_move_diagonally(window: WindowRobot) -> None:
    robot = CityRobot(window)
    station = amid(robot)
    q, r = robot.map.city.cell(station)
    wanted = {(-1, -1): (q, r - 1), (1, -1): (q + 1, r - 1), (1, 1): (q, r + 1), (-1, 1): (q - 1, r + 1)}
    for (dx, dy), cell in wanted.items():
        for first, second in (((dx, 0), (0, dy)), ((0, dy), (dx, 0))):
            robot.jump(station)
            window.step(ms=300)
            for way in (first, second):
                window.step(pygame.event.Event(pygame.KEYDOWN, key=ARROWS[way], mod=0, unicode=""), ms=8)
            for way in (first, second):
                window.step(pygame.event.Event(pygame.KEYUP, key=ARROWS[way], mod=0), ms=8)
            assert robot.map.city.cell(robot.map.cursor.at) == cell
            assert robot.map.cursor.came == station


def test_diagonal_stick_takes_one_step(window: WindowRobot) -> None:
    robot = CityRobot(window)
    station = amid(robot)
    q, r = robot.map.city.cell(station)
    for lean, cell in (((0.7, -0.8), (q + 1, r - 1)), ((-0.7, -0.8), (q, r - 1)), ((0.7, 0.8), (q, r + 1))):
        robot.jump(station)
        window.step(ms=300)
        window.push_stick(*lean)
        window.push_stick(0, 0)
        assert robot.map.city.cell(robot.map.cursor.at) == cell
        assert robot.map.cursor.came == station


def test_pointer_chooses_the_nearest_free_link(window: WindowRobot) -> None:
    robot = CityRobot(window)
    for link in sorted(robot.map.legal)[::20]:
        (x0, y0), (x1, y1) = (robot.point(text) for text in link)
        for aside in (-9.0, 0.0, 9.0):
            window.point((x0 + x1) / 2 + aside, (y0 + y1) / 2 + aside / 2)
            assert robot.map.link == link
        window.point(x1 + 2, y1 - 2)
        assert robot.map.link == link, "in the middle of a station that over which the pointer came"


def test_piece_is_undone_by_undo_alone(window: WindowRobot) -> None:
    robot = CityRobot(window, "left=2", people=(0,))
    before = robot.session.position()
    link = sorted(robot.map.legal)[40]
    robot.jump(link[1], link[0])
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert link in robot.map.picture.tracks[0]
    assert robot.match.local_to_move == 0
    assert robot.view.recent.laid == [link]
    laid = robot.session.position()
    window.click(*robot.map.boxes.map.centre, button=3)
    window.press_keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert robot.session.position() == laid
    window.press_key(pygame.K_u)
    assert robot.session.position() == before
    assert window.shown == "CityView"
    assert robot.prompts[InputAction.REDO] == "Redo"
    window.press_key(pygame.K_y)
    window.finish_animations()
    assert robot.session.position() == laid


def test_sock_is_drawn_above_the_piece_at_its_station(window: WindowRobot) -> None:
    robot = CityRobot(window, "left=2", people=(0,))
    first, second = next(
        link
        for link in sorted(robot.map.legal)
        if (link[0] in robot.map.picture.socks) != (link[1] in robot.map.picture.socks)
    )
    sock, free = (first, second) if first in robot.map.picture.socks else (second, first)

    def badge() -> bytes:
        window.app.draw()
        x, y = (window.context.view.px(value) for value in robot.point(sock))
        reach = window.context.view.px(0.42 * robot.map.city_map.size)
        box = pygame.Rect(x - reach, y - reach, 2 * reach, 2 * reach)
        return window.pixels(box)

    far, city = robot.map.overview, robot.map.city
    robot.jump(max(city.stops, key=lambda text: math.dist(
        far.point(city.cell(text)), far.point(city.cell(sock)))))  # fmt: skip
    alone = badge()
    robot.jump(free, sock)
    assert badge() == alone
    window.context.update_settings(animation_speed="brisk")
    robot.begin(f"lay {first} {second}")
    while not robot.event or robot.show.progress < 0.9:
        window.step()
    assert badge() == alone


def test_focused_pair_shows_its_way_and_leads_the_cursor(window: WindowRobot) -> None:
    robot = CityRobot(window, people=(0,))
    window.press_key(pygame.K_TAB)
    assert robot.map.focus == "red"
    way, missing = robot.map.view.shortest_way("red", 0) or ((), 0)
    assert robot.map.way == way
    assert str(missing) in some(robot.map.need()).words()
    assert robot.map.link in robot.map.gaps()
    window.press_key(pygame.K_RETURN)
    window.finish_animations()
    assert len(robot.map.gaps()) == missing - 1
    assert robot.map.link in robot.map.gaps()
    window.context.update_settings(hints="off")
    robot.map.look_at("red")
    assert robot.map.way == ()
    assert robot.map.need() is None


def test_map_and_panel_focus_a_pair(window: WindowRobot) -> None:
    robot = CityRobot(window)
    station, colour = next(iter(robot.map.picture.socks.items()))
    window.click(*robot.point(station))
    assert robot.map.focus == colour
    window.click_box(robot.map.panel.rows[colour])
    assert robot.map.focus == ""
    assert not robot.log


@pytest.mark.parametrize("strength", ["learning", "full"])
def test_first_hint_shows_a_link_and_names_its_pair(window: WindowRobot, strength: str) -> None:
    robot = CityRobot(window, people=(0,), hints=strength)
    window.press_key(pygame.K_h)
    window.finish_animations()
    assert robot.map.link in robot.map.legal
    assert robot.map.cursor.at in (robot.map.link or ())
    names = station_names(robot.session.observe(None)["stations"])
    message = robot.says
    assert all(names[station] in message for station in robot.map.link)
    assert re.search(r"pieces join \w+", message)


def sky(robot: CityRobot) -> list[tuple[float, float]]:
    """Return points of the map area that are far from every link."""
    area, size = robot.map.boxes.map, robot.map.city_map.size
    cells = [robot.map.city_map.point(stop.cell) for stop in robot.map.city.stops.values()]
    points: list[tuple[float, float]] = [
        (x, y)
        for x in range(round(area.x) + 4, round(area.right) - 4, 23)
        for y in range(round(area.y) + 4, round(area.bottom) - 4, 23)
        if min(math.dist((x, y), cell) for cell in cells) > 2.2 * size
    ]
    assert points
    return points


def test_pointer_on_the_sky_chooses_nothing(window: WindowRobot) -> None:
    """A link that was pointed at before does not count, however the pointer came to the sky."""
    robot = CityRobot(window, people=(0,))
    link, before = sorted(robot.map.legal)[40], robot.log
    for point in sky(robot)[::5]:
        window.point(*robot.link_middle(link))
        assert robot.map.link == link
        window.click(*point)
        assert robot.map.link is None
        window.point(*robot.link_middle(link))
        at = window.context.view.pixels(point)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            window.step(pygame.event.Event(kind, pos=at, button=1, touch=False))
    assert robot.log == before
    window.point(*robot.link_middle(link))
    window.point(*robot.map.boxes.panel.centre)
    assert robot.map.link == link, "the panel speaks of the same map"


def test_touch_lays_the_link_under_it(window: WindowRobot) -> None:
    """A touch comes without a pointer motion before it."""
    robot = CityRobot(window, "left=2", people=(0,))
    first, other = sorted(robot.map.legal)[10], sorted(robot.map.legal)[40]
    window.point(*robot.link_middle(first))
    at = window.context.view.pixels(robot.link_middle(other))
    window.step(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False))
    assert robot.moves == [f"lay {other[0]} {other[1]}"]


def test_click_on_the_sky_places_no_spare_sock(window: WindowRobot) -> None:
    robot = CityRobot(window, "phase=blockers", people=(0,), blockers=4)
    assert robot.map.seen["phase"] == "blockers"
    window.click(*sky(robot)[0])
    assert not robot.log


# Resumed matches: unfinished choices, the last pieces, and damaged saves.


def test_resumed_turn_keeps_the_first_station(window: WindowRobot) -> None:
    robot = CityRobot(window, sock_setup="alternate")
    station = sorted(robot.view.setup.open)[3]
    robot.jump(station)
    window.press_key(pygame.K_TAB)
    colour = robot.view.setup.colour
    window.press_key(pygame.K_RETURN)
    assert robot.view.setup.first == station
    again = CityRobot(window, window.leave_and_resume())
    assert window.shown == "CityView"
    assert (again.view.setup.first, again.view.setup.colour) == (station, colour)


def test_resumed_match_keeps_pair_and_link(window: WindowRobot) -> None:
    robot = CityRobot(window)
    robot.play(f"lay {' '.join(min(robot.map.legal))}")
    window.press_keys(pygame.K_TAB, pygame.K_TAB)
    first, second = max(robot.map.legal)
    robot.jump(second, first)
    focus = robot.map.focus
    again = CityRobot(window, window.leave_and_resume())
    assert focus
    assert (again.map.focus, again.map.link) == (focus, (first, second))


def test_resumed_match_shows_the_last_pieces(window: WindowRobot) -> None:
    robot = CityRobot(window, people=(0,))
    for _ in range(4):
        robot.play(f"lay {' '.join(min(robot.map.legal))}")
    again = robot.reopen({})
    assert again.view.recent.laid == robot.view.recent.laid
    assert again.news == robot.news
    again.scene.undo_step()
    assert again.view.recent.laid != robot.view.recent.laid


def test_resumed_match_repeats_the_last_join(window: WindowRobot) -> None:
    position, move = near_join()
    robot = CityRobot(window, position)
    robot.play(move)
    assert "home" in robot.news
    assert robot.reopen({}).news == robot.news


BROKEN: list[dict[str, Any]] = [
    {"focus": 3, "at": ["x"], "came": 7, "tile": "no", "first": {}, "rest": 1},
    {"tile": [9, 9, 0, 0]},
    {"tile": [0, 0, -40, 900], "colour": []},
    {"rest": "socks", "colour": "pink"},
]


@pytest.mark.parametrize("kept", BROKEN)
@pytest.mark.parametrize("option", [{"board_build": "manual"}, {"sock_setup": "free"}], ids=str)
def test_damaged_saved_state_does_no_harm(
    window: WindowRobot, kept: dict[str, Any], option: dict[str, Any]
) -> None:
    robot = CityRobot(window, **option)
    robot.reopen(kept)
    window.finish_animations()
    assert window.shown == "CityView"


# Ties: the winner under each house rule, and the reason in the results.

LEVEL = (
    "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1,2.0@i1 socks=red:a1/e1,blue:b2/d2,green:f2/h2,yellow:g1/i1"
    " claimed=red/blue,green,yellow tracks=-/-"
)
"""Seat 0 has one sock worth 3 points, seat 1 has three worth 1 point each."""


def test_non_starter_wins_the_tie_on_either_seat() -> None:
    """The coin made seat 1 the starter. Both end with 23 points, and seat 0 wins."""
    session = Session.new("city", seed=8, options={"tie": "second_player"})
    assert session.to_move == 1
    while session.to_move is not None:
        session.play(city_ties_bot_move(session, "easy", 8))
    assert session.outcome is not None
    assert session.outcome.scores == (23, 23)
    assert session.outcome.winners == (0,)


def test_house_rules_do_not_call_the_non_starter_second() -> None:
    """The coin may make the second seat the starter, so only rules about a seat may name seats."""
    for option in find_game("city").info.options:
        if option.name in ("handicap", "start_player"):
            continue
        for value in option.choices:
            label = option.label(value)
            assert "second seat" not in (label.words + label.told).lower(), option.name
    options = {option.name: option for option in find_game("city").info.options}
    assert options["tie"].label("second_player").words == "non-starter"
    assert options["sock_setup"].label("free").words == "non-starter"
    for language in ("en", "de"):
        sheet = rules_text("city", language).split("\n## For scripts")[0].lower()
        sheet = "\n".join(
            line for line in sheet.splitlines() if "handicap" not in line and "start_player" not in line
        )
        for wrong in ("second seat", "the second player", "der zweite"):
            assert wrong not in sheet, (language, wrong)


@pytest.mark.parametrize(
    ("tie", "said"),
    [
        ("second_player", "3 points each: Bo wins as the non-starter."),
        ("highest_single_sock", "3 points each: Ann wins with the most valuable sock."),
        ("draw", ""),
    ],
)
@in_languages
def test_results_explain_the_tie_break(window: WindowRobot, tie: str, said: str, language: str) -> None:
    options = {"tie": tie, "start_player": "first"}
    session = Session.from_position("city", LEVEL, options=options, names=["Ann", "Bo"])
    robot = CityRobot(window, session)
    city_ties_words.set_language(language)
    try:
        sentence = robot.context.words.end_sentence(robot.match.result())
    finally:
        city_ties_words.set_language("en")
    if language == "en":
        assert sentence.endswith(said or "together.")
    assert ("3 " in sentence) == bool(said)


# Messages: refusals, news, help strip; and the fit of map, label and panel.


def test_refusals_are_sentences(window: WindowRobot) -> None:
    robot = CityRobot(window)
    first, second = robot.map.city.printed_links[0]
    robot.jump(second, first)
    window.press_key(pygame.K_RETURN)
    assert "printed track" in robot.says
    assert not robot.log
    robot.jump(first)
    window.press_key(pygame.K_RETURN)
    assert "Walk over a link" in robot.says


def test_every_refusal_has_a_different_sentence() -> None:
    details = {"seat": 1, "colour": "red", "apart": 2, "least": 6, "most": 10, "why": "so", "station": "c7"}
    general = {CityRefusal.WRONG_PHASE, CityRefusal.UNKNOWN_STATION, CityRefusal.UNKNOWN_TILE}
    texts = [
        refusal_sentence(Refusal(code, details), ["Ann", "Bo"]) for code in CityRefusal if code not in general
    ]
    assert len(set(texts)) == len(texts)
    assert all(sentence.endswith((".", "so")) or ": " in sentence for sentence in texts)
    assert {refusal_sentence(Refusal(code, details), ["Ann", "Bo"]) for code in general} == {
        "You can't do that now."
    }


def test_lost_pairs_share_a_sentence_for_each_reason() -> None:
    words = lost_words({"red": False, "blue": False, "green": True})
    assert words.startswith(
        "Red and blue can no longer be joined: every route is blocked. Green can no longer"
    )


def test_news_name_the_stations(window: WindowRobot) -> None:
    robot = CityRobot(window)
    first, second = min(robot.map.legal)
    robot.play(f"lay {first} {second}")
    assert robot.news == f"{robot.match.seats[robot.log[0][0]].name} lays track from " + (
        f"{robot.map.city.name(first)} to {robot.map.city.name(second)}."
    )


def test_help_strip_lists_the_possible_actions(window: WindowRobot) -> None:
    robot = CityRobot(window)
    assert robot.prompts[InputAction.CONFIRM] == "Lay track"
    window.press_key(pygame.K_TAB)
    assert robot.prompts[InputAction.BACK] == "Clear"
    first, second = min(robot.map.legal)
    robot.jump(first)
    assert InputAction.CONFIRM not in robot.prompts, "to keys, only on a link that has been walked over"
    assert robot.scene.controls().pinned == (InputAction.NAVIGATE,), (
        "Walk, which else gives way where there is much to say"
    )
    robot.jump(second, first)
    assert robot.prompts[InputAction.CONFIRM] == "Lay track"
    window.press_key(pygame.K_l)
    assert robot.scene.controls().pinned == (InputAction.LOOK,), "the way back to the whole map"


def test_help_strip_offers_hurry_during_the_opening(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    session = Session.new("city", seed=4, options={"start_player": "first"}, names=["Ann", "Bo"])
    robot = CityRobot(window, window.open_match(session))
    window.step()
    assert robot.prompts[InputAction.CONFIRM] == "Speed up"
    window.finish_animations()
    assert robot.prompts[InputAction.CONFIRM] == "Lay track"


@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (1720, 720)])
def test_city_fits_every_window_shape(tmp_path: Path, size: tuple[int, int]) -> None:
    window = WindowRobot(tmp_path, size, text_size=200)
    robot = CityRobot(window, people=(0,))
    assert robot.map.overview.size >= 14
    rows = list(robot.map.panel.rows.values())
    assert all(box.h >= 30 for box in rows)
    assert rows[-1].bottom <= robot.map.boxes.panel.bottom
    assert robot.map.boxes.panel.bottom <= window.context.view.h - 40
    assert window.picture()


@pytest.mark.parametrize("name", ["great_park", "harbour", "twin_lakes"])
def test_large_area_has_no_inner_shore(window: WindowRobot, name: str) -> None:
    """Park, harbour and lakes are one area each, with different pictures side by side."""
    session = Session.new("city", seed=1, layout=load(LEVELS / "city" / f"{name}.tmx"))
    city = BoardView.of(as_observation(session.observe(None)))
    inside = [(cell, other) for cell in city.vacant for other in neighbours(cell) if other in city.vacant]
    assert sum(len(joined_sides(city, cell)) for cell in city.vacant) == len(inside) > 6
    pictures = [picture_of(city, cell, 1) for cell in city.vacant if city.ponds[cell] == 0]
    assert len(set(pictures)) > len(pictures) // 2


def test_spectator_log_shows_one_side_at_a_time(window: WindowRobot) -> None:
    """The rows of the log do not name the side; the words above them do."""
    session = at_random("city", seed=3, plies=14)
    while session.log[-1][0] == session.log[-2][0]:
        session.play(session.moves()[0])
    robot = CityRobot(window, window.open_match(session, people=0))
    window.step()
    assert {step.seat for step in robot.scene.recap.since()} == {0, 1}
    assert {step.seat for step in robot.view.parts.log()} == {session.log[-1][0]}


def test_nothing_of_a_match_is_drawn_over_the_screen_before_it(window: WindowRobot) -> None:
    """Not even the “You” of a first turn, while the first picture of the map is made."""
    before = window.picture()
    session = Session.new("city", seed=4, names=["Ann", "Bo"])
    scene = match_scene(window.context, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    window.context.scenes.push(scene)
    scene.player.context.first_frame = iter([None] * 5)
    while not scene.is_prepared:
        window.app.draw()
        assert window.picture() == before
        window.step()
