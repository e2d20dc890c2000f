"""Highlights of the five games (goals, joined pairs, falls) and the recap of others' turns."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

import pygame
import pytest

from game.bots.match_runner import bot_move
from game.core.discovery import find_game
from game.core.rummy.draft import card_moves
from game.core.rummy.melds import meld_book
from game.core.rummy.table import read_piles
from game.core.session import Session
from game.games.city.rules.events import PairJoined, as_event
from game.games.city.screen.panels import FLIES, POINT, RIDE, draw_points
from game.games.city.screen.panels import CityPanelKey as seen_again_Part
from game.games.city.screen.view import CityView
from game.games.sociable.screen import boss_fall
from game.games.sociable.screen.boss_fall import BossFallData
from game.games.sociable.screen.effects import REMAINING_CARD_WIDTH, SeatChangeAnimation, kept_clear
from game.games.sociable.screen.panels import OfficePanelKey, draw_gain
from game.games.socker.screen import goal
from game.games.socker.screen.effects import REPLAY_MS
from game.games.socki.screen.theme import BEACHES, nearness
from game.i18n import in_language, set_language
from game.match.recap import others_since, recap_state
from game.match.rummy.match_text import card_names, rearranged_line
from game.match.seats import PHONE, Seat
from game.ui.art.cards import CARD_ASPECT
from game.ui.core.assets import Assets
from game.ui.core.audio import TIERS
from game.ui.core.canvas import WIDTH, Box, Canvas, overlap_area, overlaps
from game.ui.core.input import KEYBOARD, MOUSE, PAD, InputAction
from game.ui.core.paint import Painter, TextRenderer
from game.ui.match.match_end import BRIEF_FINAL_PICTURE_MS
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from game.ui.match.player import MatchDisplayScene
from game.ui.match.recap_player import RecapScene
from game.ui.rummy.view import RummyView
from game.ui.widgets import prompts_for
from tests.languages import SPOKEN, in_languages
from tests.matches import GAMES, random_plies
from tests.robot.city import CityRobot
from tests.robot.game import some, view_of
from tests.robot.rummy import RocketRobot, SockiRobot
from tests.robot.sociable import SociableRobot
from tests.robot.socker import SockerRobot
from tests.sampling import step, thinned
from tests.scenes.city_hands import is_joining, near_join
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import record_boxes

T = TypeVar("T")

# Highlights: animated, quiet under reduced motion, ended by any press.

SHOT = "field=9/4oB3/4R4/9/9/9/9/9/9/2R6/4B4 score=1/1"


def scored(window: WindowRobot, position: str = SHOT, **look: Any) -> SockerRobot:
    """Start a match of Socker and stop just after a goal was scored."""
    robot = SockerRobot(window, position, (0, 1), animation_speed="brisk", **look)
    robot.begin("kick e9 e10")
    robot.until("goal")
    return robot


def test_goal_fills_the_screen_and_then_replays_its_kick(window: WindowRobot) -> None:
    robot = scored(window)
    panel = window.context.view.rect(robot.boxes.sides[0])
    before = window.pixels(panel)
    window.run_for(goal.HIT_MS)
    window.picture()
    assert window.pixels(panel) != before, "all else has gone"
    window.run_for(goal.SHOUT_MS - goal.HIT_MS)
    assert robot.event == "goal"
    window.run_for(REPLAY_MS / 2)
    view = robot.view
    assert not view.effects.is_near, "the table shows the real pieces"
    start, end = (view.pitch.boxes.ground.place(cell) for cell in ("e10", "e11"))
    x, y = some(view.effects.pose().ball).at
    assert start[0] < x < end[0]
    assert y == pytest.approx(start[1], abs=0.1)
    assert view.effects.pose().way == ("e10", "e11")
    window.press_key(pygame.K_RETURN)
    assert robot.event != "goal", "any press skips it"


def near_goal(window: WindowRobot, ms: float) -> SockerRobot:
    """Start the same match ``ms`` after the goal was scored."""
    robot = scored(window)
    window.run_for(ms)
    assert robot.event == "goal"
    return robot


KEYS = [pygame.K_u, pygame.K_ESCAPE, pygame.K_r, pygame.K_t, pygame.K_g, pygame.K_UP]
PAD_KEYS = ["a", "b", "x", "y", "leftshoulder", "back", "leftstick"]
PRESSES = [
    *(("key", key) for key in KEYS),
    *(("mouse", n) for n in (1, 2, 3)),
    *(("pad", number) for number in range(len(PAD_KEYS))),
]


@thinned()
@pytest.mark.parametrize("ms", [goal.HIT_MS, goal.SHOUT_MS + 200])
@pytest.mark.parametrize(("device", "button"), PRESSES)
def test_any_press_ends_the_goal_animation_and_nothing_else(
    window: WindowRobot, device: str, button: int, ms: float
) -> None:
    robot = near_goal(window, ms)
    if device == "key":
        window.press_key(button, hasty=True)
    elif device == "pad":
        window.press_button(PAD_KEYS[button])
    else:
        x, y = robot.boxes.ground.board.centre
        window.click(x, y, button, hasty=True)
    assert window.top is robot.scene
    assert len(robot.log) == 1
    assert robot.event != "goal"
    assert robot.chosen is None
    assert not robot.context.threats.is_requested
    window.finish_animations()
    assert not robot.says


def test_pointer_and_modifier_keys_do_not_end_a_goal(window: WindowRobot) -> None:
    robot = near_goal(window, goal.SHOUT_MS + 200)
    window.point(300, 300)
    window.press_key(pygame.K_LSHIFT, hasty=True)
    assert robot.event == "goal"
    window.press_key(pygame.K_p)
    assert window.shown == "PauseMenu", "the menu is there at any time"


def test_reduced_motion_stills_a_running_goal_animation(window: WindowRobot) -> None:
    robot = scored(window, reduced_motion=False)
    window.run_for(300)
    window.context.update_settings(reduced_motion=True)
    window.run_for(100)
    still = window.picture()
    window.run_for(300)
    assert (robot.event, window.picture()) == ("goal", still)


def test_panels_announce_the_setup_before_the_next_turn(window: WindowRobot) -> None:
    robot = scored(window)
    assert [robot.panel(seat)[1] for seat in range(2)] == ["scores!", "waiting"]
    texts = set()
    while robot.is_busy:
        window.step()
        texts |= {*robot.panel(1)} & {"waiting", "Bo sets up", "Bo's turn"}
    assert texts == {"waiting", "Bo sets up"}


@pytest.mark.parametrize("quiet", [False, True])
def test_results_open_soon_after_the_last_goal(window: WindowRobot, *, quiet: bool) -> None:
    robot = scored(window, position=SHOT.replace("1/1", "2/1"), reduced_motion=quiet)
    assert robot.match.is_over
    while robot.is_busy:
        window.step()
    window.run_for(BRIEF_FINAL_PICTURE_MS - 100)
    assert window.top is robot.scene, "the last picture is seen for a moment"
    window.run_for(1000)
    window.past_winner()
    assert window.shown == "ResultsScene"


def test_reduced_motion_shows_a_goal_as_two_still_pictures(window: WindowRobot) -> None:
    """The shout at its height without a flash, then the path of the ball."""
    robot = scored(window, reduced_motion=True)
    assert robot.show.length == goal.SHOUT_MS + REPLAY_MS
    seen = []
    for gone in (
        0.4 * goal.SHOUT_MS,
        0.6 * goal.SHOUT_MS,
        goal.SHOUT_MS + 0.4 * REPLAY_MS,
        goal.SHOUT_MS + 0.6 * REPLAY_MS,
    ):
        window.run_for(gone - robot.show.elapsed)
        seen.append(window.picture())
    assert seen[0] == seen[1] != seen[2] == seen[3]


def test_storm_approaches_as_the_draw_pile_shrinks(window: WindowRobot) -> None:
    assert [nearness(stock, 60) for stock in (60, 37, 36, 21, 7, 0)] == [0, 0, 1, 2, 3, 3]
    cards = "2F,4F,6F,8F,2L,4L,6L,8L,2B,4B"
    robot = SockiRobot(window, f"table=11P,12P,HP hands=5L,8B/11L,1F stock={cards}")
    assert robot.table.room is BEACHES[2]
    robot.play("draw")
    assert robot.table.room is BEACHES[3]


@pytest.mark.parametrize(
    ("pace", "still", "ticks"), [("brisk", False, 3), ("brisk", True, 3), ("instant", False, 0)]
)
def test_last_card_starts_the_rocket_countdown(
    window: WindowRobot, pace: str, ticks: int, *, still: bool
) -> None:
    robot = RocketRobot(
        window,
        "table=7C,8C,9C hands=10C,2D/4D,5D stock=5C,6C in=1/1",
        animation_speed=pace,
        reduced_motion=still,
    )
    sounds = window.record_sounds()
    robot.begin("play 7C 8C 9C 10C")
    window.run_for(4000)
    assert sounds.count("tick") == ticks
    assert not robot.is_busy
    window.drawn.clear()
    assert not robot.view.tick(window.time), "the loop may rest"


def test_joined_pair_sends_points_and_lightens_the_night(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, move = near_join()
    robot = CityRobot(window, position, start_player="first", animation_speed="brisk")
    window.picture()
    sky = window.app.screen.get_at((2, 200))
    flown: list[float] = []

    def button(_assets: object, size: float) -> pygame.Surface:
        flown.append(size)
        return pygame.Surface((1, 1))

    monkeypatch.setattr("game.games.city.screen.panels.sewing_button", button)
    robot.begin(move)
    window.run_for(3400)
    assert flown
    window.finish_animations()
    window.picture()
    assert window.app.screen.get_at((2, 200)).r > sky.r
    robot.scene.undo_step()
    window.context.update_settings(reduced_motion=True)
    flown.clear()
    robot.begin(move)
    window.run_for(3400)
    assert not flown


def test_flying_points_stay_inside_the_picture(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a station at the upper edge keeps them inside."""
    ways: list[float] = []
    monkeypatch.setattr(Painter, "blit", lambda _painter, _image, _x, y, _anchor: ways.append(y))
    painter = window.context.painter(pygame.Surface((960, 540)))
    joined = PairJoined(0, "red", 6, ["a1", "b1"])
    for share in range(100):
        draw_points(painter, joined, share / 100, (120.0, 40.0), (900.0, 60.0))
    assert ways
    assert min(ways) >= POINT / 2


@pytest.mark.parametrize("game", ["socker", "city"])
def test_instant_speed_skips_highlights(window: WindowRobot, game: str) -> None:
    position, move = (SHOT, "kick e9 e10") if game == "socker" else near_join()
    scene = window.open_match(Session.from_position(game, position, 3))
    window.step()
    window.context.update_settings(animation_speed="instant")
    scene.match.play(move)
    window.step()
    window.step()
    assert not scene.animations.is_busy


def test_score_counts_each_point_as_it_arrives(window: WindowRobot) -> None:
    position, move = near_join()
    robot = CityRobot(window, position, start_player="first", animation_speed="brisk")

    def score() -> int:
        return int(robot.view.parts.scores()[0])

    before, seen = score(), []
    robot.begin(move)
    for _ in range(400):
        window.step()
        if robot.event == "join":
            seen.append((robot.show.progress, score() - before))
        elif seen:
            break
    worth = score() - before
    assert worth > 1
    assert all(gained == 0 for share, gained in seen if share < RIDE + FLIES)
    assert [gained for _share, gained in seen] == sorted(gained for _share, gained in seen)
    assert {gained for _share, gained in seen} == set(range(worth + 1)), "one after the other"


def test_zoomed_map_lightens_too(window: WindowRobot) -> None:
    position, move = near_join()
    robot = CityRobot(window, position, start_player="first", reduced_motion=True)
    window.press_key(pygame.K_l)
    window.point(300, 300)

    def light() -> float:
        window.picture()
        sky = window.app.screen.subsurface((0, 0, 200, 500))
        return sum(pygame.transform.average_color(sky)[:3])

    assert robot.map.is_closer
    before = light()
    robot.play(move)
    if not robot.map.is_closer:
        window.press_key(pygame.K_l)
    window.point(300, 300)
    assert light() > before + 4


@pytest.mark.parametrize("still", [False, True])
def test_joined_pair_darkens_everything_but_route_and_panel(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, *, still: bool
) -> None:
    position, move = near_join()
    robot = CityRobot(window, position, start_player="first", animation_speed="brisk", reduced_motion=still)
    for _picture in robot.scene.preload(window.context.measuring_painter):
        pass

    def light(x: int, y: int) -> int:
        window.picture()
        return sum(window.app.screen.get_at((x, y))[:3])

    panel, sky = robot.map.boxes.panel, (2, 200)
    px = window.context.view.px
    cloth = px(panel.centre[0]), px(panel.bottom - 14)
    before, sounds = (light(*sky), light(*cloth)), window.record_sounds()
    robot.begin(move)
    while not is_joining(robot.scene):
        window.step(ms=16)
    window.picture()
    seen, made, assets = [], list[str](), window.context.assets
    get = assets.get

    def got(key: tuple[str, ...], make: Callable[[], pygame.Surface], **how: Any) -> pygame.Surface:
        before, image = assets.miss_count, get(key, make, **how)
        made.extend([key[0]] * (assets.miss_count - before))
        return image

    monkeypatch.setattr(assets, "get", got)
    while is_joining(robot.scene):
        window.step(ms=32)
        seen.append((light(*sky), light(*cloth)))
    dark = seen[len(seen) // 3]
    assert dark[0] < 0.75 * before[0]
    assert dark[1] == before[1], "where points are counted it stays light"
    assert seen[-1][0] >= 0.9 * before[0], "and there is light again"
    assert not [name for name in made if "endings" in name or "marks" in name]
    assert [name for name in sounds if name in ("train", "claim")] == ["train", "claim"]


def test_pair_word_avoids_the_half_where_the_train_arrives(window: WindowRobot) -> None:
    position, move = near_join()
    robot = CityRobot(window, position, start_player="first")
    session = robot.session
    joined = next(joined for event in session.play(move) if isinstance(joined := as_event(event), PairJoined))
    middle = robot.map.boxes.map.centre[1]
    home = robot.point(joined.way[-1])[1]
    word = robot.view.effects.cry_box(window.context.measuring_painter, joined).centre[1]
    assert (word > middle) != (home > middle)


def test_boss_falls_when_dropping_to_the_lower_half() -> None:
    assert SeatChangeAnimation((2, 0, 3, 1, 4), (0, 3, 4, 2, 1), 0).fallen == 2
    assert SeatChangeAnimation((2, 0, 3, 1, 4), (0, 2, 4, 3, 1), 0).fallen is None
    assert SeatChangeAnimation((0, 1, 2, 3), (1, 2, 0, 3), 0).fallen == 0
    assert SeatChangeAnimation((0, 1, 2, 3), (3, 2, 1, 0), 0, first=True).fallen is None


FALLS = "hands=9H,10D/-/-/-/KD order=0,1,2,3,4 out=1,2,3 lead=- by=- turn=4 scores=7/4/8/3/0"
FALL_SIZES = [(960, 540), (1920, 1080), (1280, 960), (1720, 720)]


def boss_falls(painter: Painter) -> BossFallData:
    others = (1, ""), (4, "antenna"), (6, "beanie")
    return BossFallData((2, ""), (3, "sock:stripes"), others, painter.view.h - 74)


@thinned()
@pytest.mark.parametrize("size", FALL_SIZES)
@pytest.mark.parametrize("text", [1.0, 2.0])
def test_boss_fall_animation_creates_no_pictures(
    window: WindowRobot, text: float, size: tuple[int, int]
) -> None:
    view = Canvas.of(*size)
    painter = Painter(
        pygame.Surface(size),
        view,
        window.context.measuring_painter.theme,
        Assets(view.scale),
        TextRenderer(),
        text,
    )
    falls = boss_falls(painter)
    for making in (
        boss_fall.warm_common(painter, falls.ledge),
        boss_fall.warm_word(painter, falls.fallen[0]),
        falls.warm(painter),
    ):
        for _picture in making:
            pass
    picture_count = painter.assets.miss_count
    for now in range(0, int(boss_fall.LENGTH_MS), step(7)):
        falls.draw(painter, now / boss_fall.LENGTH_MS)
    assert painter.assets.miss_count == picture_count


@thinned()
@in_languages
@pytest.mark.parametrize("size", FALL_SIZES)
def test_fall_word_fits_and_covers_no_face(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], language: str
) -> None:
    view = Canvas.of(*size)
    painter = Painter(
        pygame.Surface(size),
        view,
        window.context.measuring_painter.theme,
        Assets(view.scale),
        TextRenderer(),
        1.0,
    )
    set_language(language)
    boxes = record_boxes(monkeypatch, "game.games.sociable.screen.boss_fall.cry")
    falls = boss_falls(painter)
    falls.draw(painter, boss_fall.CROWNED_MS / boss_fall.LENGTH_MS)
    assert 1 <= len(boxes) <= 2
    for box in boxes:
        assert overlap_area(view.box, box) == pytest.approx(box.w * box.h)
        # Heads of the next Boss and of the fallen one.
        assert box.x > (view.w - WIDTH) / 2 + boss_fall.THRONE_X + 100
        assert box.bottom < falls.ledge - boss_fall.FLOOR_HEIGHT - 160


@pytest.mark.parametrize("still", [False, True])
def test_boss_falls_before_the_seat_change_until_a_press(window: WindowRobot, *, still: bool) -> None:
    window.context.update_settings(animation_speed="brisk", reduced_motion=still)
    names = ["Ann", "Bo", "Ida", "Mo", "Pip"]
    session = Session.from_position("sociable", FALLS, 3, names=names)
    robot = SociableRobot(window, window.open_match(session, people=0))
    sounds = window.record_sounds()
    robot.match.play("play KD")
    while not robot.animations.player.runs(boss_fall.FALL_PASS):
        assert "Ann" not in robot.view.facts.office_texts().sentence
        assert "Bo" not in robot.view.facts.office_texts().sentence
        window.step(ms=16)
    assert "hand_end" in sounds
    sounds.clear()
    log = robot.log
    window.run_for(boss_fall.CROWNED_MS)
    assert [name for name in sounds if name in TIERS] == ["toss", "sock", "stars", "chair"]
    assert robot.animations.player.runs(boss_fall.FALL_PASS)
    window.press_key(pygame.K_d)
    window.run_for(60)
    assert not robot.animations.player.runs(boss_fall.FALL_PASS)
    assert robot.log == log


@thinned(1)
@pytest.mark.parametrize("text", [100, 200])
def test_office_shouts_cover_no_plate_and_no_head(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, text: int
) -> None:
    window.context.update_settings(animation_speed="brisk", text_size=text)
    shouts = record_boxes(monkeypatch, "game.games.sociable.screen.effects.shout")
    robot = SociableRobot(window, window.open_match(Session.from_position("sociable", FALLS, 3), people=1))
    robot.match.play("play KD")
    seen = set()
    while "match_end" not in seen:
        window.step()
        if robot.event not in ("out", "match_end"):
            continue
        shouts.clear()
        window.picture()
        seen |= {robot.event} if shouts else set()
        written = robot.view.text_boxes()
        plates = [written[OfficePanelKey.PLATE.of(seat)] for seat in range(5)]
        heads = [
            Box(spot.x - high * 0.3, spot.y - high * 1.5, high * 0.6, high * 0.9)
            for spot in robot.floor.boxes.spots
            for high in (spot.figure_height,)
        ]
        assert not any(overlap_area(shout, box) for shout in shouts for box in (*plates, *heads))
    assert seen == {"out", "match_end"}


def test_hand_points_cover_no_letters(window: WindowRobot) -> None:
    surface = pygame.Surface(window.app.screen.get_size())
    painter, plate = window.context.painter(surface), Box(300, 300, 190, 68)
    draw_gain(painter, plate, 5, 1.0)
    letters = painter.view.rect(Box(plate.x, plate.y + 8, plate.w, plate.h))
    above = painter.view.rect(Box(plate.x, plate.y - 40, plate.w, 40))
    assert not any(pygame.image.tobytes(surface.subsurface(letters), "RGB"))
    assert any(pygame.image.tobytes(surface.subsurface(above), "RGB"))
    surface.fill("black")
    call = Box(plate.x + 120, plate.y - 30, 400, 40)
    draw_gain(painter, plate, 5, 1.0, call)
    assert not any(pygame.image.tobytes(surface.subsurface(painter.view.rect(call)), "RGB"))
    assert any(pygame.image.tobytes(surface.subsurface(above), "RGB")), "still on its own plate"
    surface.fill("black")
    draw_gain(painter, Box(300, 27, 190, 130), 5, 1.0)
    beside = painter.view.rect(Box(496, 27, 70, 44))
    assert any(pygame.image.tobytes(surface.subsurface(beside), "RGB")), "and never cut by the window"


def test_fall_is_shown_and_leftover_cards_are_turned_over(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.context.update_settings(animation_speed="brisk")
    texts: list[str] = []

    def heard(_assets: object, text: str, *_how: object) -> pygame.Surface:
        texts.append(text)
        return pygame.Surface((1, 1))

    monkeypatch.setattr(boss_fall, "cry", heard)
    session = Session.from_position("sociable", FALLS.partition(" scores")[0], 3)
    robot = SociableRobot(window, window.open_match(session, people=0))
    robot.match.play("play KD")
    left: list[object] = []
    turned: tuple[float, float] | None = None
    for _ in range(600):
        window.step()
        left += [cards for cards in robot.floor.effects.left if cards]
        if left and not turned:
            floor = robot.floor
            turned = floor.left_at(0)
            _told, *heads = kept_clear(floor.boxes)
            cards = Box(
                turned[0] - REMAINING_CARD_WIDTH,
                turned[1] - REMAINING_CARD_WIDTH * CARD_ASPECT / 2,
                2 * REMAINING_CARD_WIDTH,
                REMAINING_CARD_WIDTH * CARD_ASPECT,
            )
            assert not any(overlaps(cards, head) for head in heads), "before no face"
        if robot.event == "deal":
            break
    assert left[0] == ["9H", "10D"]
    assert {"THE BOSS", "FALLS!"} <= set(texts)


# The recap plays what others did step by step and leaves the table unchanged.

MINUTE = 60_000.0
SLOW = {"socker": 22}  # moves until a game is in full swing, if not 6


pytestmark = pytest.mark.usefixtures("four")
every_game = pytest.mark.parametrize("game", [*GAMES, "four"])


def table(window: WindowRobot, game: str, others: str = "easy") -> MatchScene:
    """Start a match in which a person in the first seat is to move after others have moved."""
    # The person in SOCiable can only pass, and is to look at the table as long as the test does.
    window.context.update_settings(reduced_motion=True, auto_pass=False)
    window.context.devices.last = KEYBOARD  # the prompt bar shows keyboard glyphs from the start
    session = Session.new(game, seed=3)
    for _ in random_plies(session, 3, SLOW.get(game, 6)):
        pass
    while session.to_move != 0 or session.log[-1][0] == 0:
        assert next(random_plies(session, len(session.log), 1), None), "the match is over"
    seats = [
        Seat(name, number, level="" if number == 0 or others == PHONE else others,
             device=PHONE if number and others == PHONE else "")
        for number, name in enumerate(session.names)
    ]  # fmt: skip
    scene: MatchScene = window.open_match(session, seats)
    if window.top is not scene:
        window.wait_until_readable()
        window.press_key(pygame.K_RETURN)
        window.run_for(1500)
    window.finish_animations()
    assert window.top is scene
    return scene  # type: ignore[no-any-return]


def seen_again(window: WindowRobot) -> RecapScene:
    window.press_key(pygame.K_r)
    assert isinstance(window.top, RecapScene)
    return window.top


@every_game
def test_recap_ends_unaided_and_leaves_the_table_unchanged(window: WindowRobot, game: str) -> None:
    scene = table(window, game)
    record, picture, saved = scene.match.session.record(), window.picture(), scene.view.dump_state()
    seen_again(window)
    window.step()
    assert window.picture() != picture
    window.play_bots(2 * MINUTE)
    assert window.top is scene
    assert (scene.match.session.record(), scene.view.dump_state()) == (record, saved)
    assert window.picture() == picture


@every_game
def test_first_turn_of_a_match_has_a_recap(window: WindowRobot, game: str) -> None:
    """Only the opening comes before it, which is not shown again."""
    window.context.devices.last = KEYBOARD
    session = Session.new(game, seed=3)
    assert session.to_move is not None
    person = (session.to_move + 1) % session.players
    seats = [Seat(name, n, "" if n == person else "easy") for n, name in enumerate(session.names)]
    scene = window.open_match(session, seats)
    window.finish_animations()
    assert window.top is scene
    assert scene.recap.since()
    seen_again(window)
    window.play_bots(2 * MINUTE)
    assert window.top is scene


@thinned()
@every_game
@pytest.mark.parametrize("speed", ["instant", "relaxed"])
def test_recap_gives_each_move_its_own_time(window: WindowRobot, game: str, speed: str) -> None:
    scene = table(window, game)
    window.context.update_settings(animation_speed=speed)
    steps, again = scene.recap.since(), seen_again(window)
    begun: dict[int, float] = {}
    while window.top is again:
        window.step()
        begun.setdefault(again.now, window.time)
        numbers = [step.number for step in again.player.context.host.recap.numbered_steps]
        assert numbers == list(range(1, again.now + 1)), "the view shows what the scene has told"
    assert list(begun)[-1] == steps[-1].number == len(steps)
    moves = {step.ply: begun[step.number] for step in reversed(steps) if step.number in begun}
    times = [*sorted(moves.values()), window.time]
    assert all(later - before >= 900 for before, later in pairwise(times))


@pytest.mark.parametrize("press", [0, pygame.K_ESCAPE, pygame.K_e, pygame.K_r, pygame.K_p])
def test_any_press_ends_the_recap(window: WindowRobot, press: int) -> None:
    scene = table(window, "socker")
    record = scene.match.session.record()
    seen_again(window)
    window.run_for(500)
    if press == 0:
        window.click(300, 300)
    else:
        window.press_key(press)
    assert window.shown == ("PauseMenu" if press == pygame.K_p else "SockerView")
    assert scene.match.session.record() == record, "the press meant nothing else"


def test_right_stick_pushed_up_starts_the_recap(window: WindowRobot) -> None:
    scene = table(window, "socker")
    axis, pad = pygame.CONTROLLER_AXIS_RIGHTY, pygame.CONTROLLERAXISMOTION
    window.step(pygame.event.Event(pad, axis=axis, value=30_000, instance_id=0))
    assert window.top is scene, "down is not up"
    window.step(pygame.event.Event(pad, axis=axis, value=0, instance_id=0))
    window.step(pygame.event.Event(pad, axis=axis, value=-30_000, instance_id=0))
    assert isinstance(window.top, RecapScene)


def test_held_recap_key_and_direction_switch_seats(window: WindowRobot) -> None:
    scene = table(window, "sociable")
    window.step(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_r, mod=0, unicode=""))
    seen: list[set[int]] = []
    for _ in range(5):
        window.press_key(pygame.K_RIGHT)
        assert isinstance(window.top, RecapScene)
        seen.append({step.seat for step in window.top.steps})
    assert seen[:4] == [{1}, {2}, {3}, {4}]
    assert len(seen[4]) > 1, "after the last all together"
    window.step(pygame.event.Event(pygame.KEYUP, key=pygame.K_r, mod=0))
    again = window.top
    window.press_key(pygame.K_RIGHT)
    assert window.top is again
    assert again.halt is not None, "without it, it steps"
    window.press_key(pygame.K_ESCAPE)
    assert window.top is scene


def test_phone_move_during_the_recap_is_shown_afterwards(window: WindowRobot) -> None:
    scene = table(window, "city", others=PHONE)
    window.context.update_settings(animation_speed="brisk")
    while scene.match.to_move == 0:
        scene.match.play(scene.match.session.moves()[0])
    window.run_for(5000)
    assert not scene.animations.is_busy
    seen_again(window)
    window.run_for(300)
    scene.match.play(scene.match.session.moves()[0])
    laid = scene.match.session.log[-1][1].split()[1:]
    window.run_for(300)
    assert window.shown == "RecapScene"
    before = view_of(scene, CityView)
    assert tuple(laid) not in before.map.picture.tracks[1]
    window.press_key(pygame.K_ESCAPE)
    assert window.top is scene
    assert scene.animations.is_busy, "it is shown now"
    window.run_for(5000)
    assert tuple(laid) in before.map.picture.tracks[1]


def test_recap_keeps_the_staged_turn(window: WindowRobot) -> None:
    scene = table(window, "socki")
    view = view_of(scene, RummyView)
    view.table.turn.push_draft(view.table.draft.lift([view.table.draft.order[0].key]).drop_new(0))
    view.table.show_draft(type(view.table.lay).of(view.table.draft))
    before, turn = view.table.draft, view.table.turn
    assert before.is_changed
    seen_again(window)
    window.play_bots(2 * MINUTE)
    assert window.top is scene
    assert (view.table.draft, view.table.turn) == (before, turn)


@pytest.mark.parametrize("game", ["city", "socki"])
def test_undo_and_handover_end_the_recap(window: WindowRobot, game: str) -> None:
    scene = table(window, game, others=PHONE if game == "city" else "easy")
    seen_again(window)
    if game == "city":
        scene.match.undo()
    else:
        scene.match.assign_seat(0, "easy")
    window.step()
    assert window.shown != "RecapScene"


def test_recap_key_explains_that_no_one_has_moved_yet(window: WindowRobot) -> None:
    session = Session.from_position("socker", "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9")
    scene = window.open_match(session)
    window.finish_animations()
    window.press_key(pygame.K_r)
    assert window.top is scene
    assert scene.context.messages.text == "Nobody else has moved yet."


@every_game
def test_pointing_at_an_opponent_shows_their_last_turn(window: WindowRobot, game: str) -> None:
    scene = table(window, game)
    window.point(1, 1)
    place = scene.view.seat(1)
    assert place is not None
    window.point(*place.box.centre)
    assert scene.recap.pointed_seat == 1
    assert [step.seat for step in scene.context.host.recap.numbered_steps] == [1] * len(scene.recap.of(1))
    window.point(1, 1)
    assert scene.recap.pointed_seat is None
    window.point(*place.box.centre)
    assert scene.recap.pointed_seat == 1
    window.press_key(pygame.K_RIGHT)
    assert scene.recap.pointed_seat is None, "who goes on with the keys has no pointer to move away"


def test_city_panel_has_a_recap_button(window: WindowRobot) -> None:
    scene = table(window, "city")
    view = view_of(scene, CityView)
    window.click_box(view.map.panel.frame.boxes[seen_again_Part.AGAIN])
    assert isinstance(window.top, RecapScene)


# lower end of the content above the prompt bar, in units
LOW: dict[str, Callable[[Any], float]] = {
    "city": lambda view: max(view.map.boxes.map.bottom, view.map.boxes.panel.bottom),
    "rockit": lambda view: view.table.boxes.wood.y,
    "sociable": lambda view: view.floor.boxes.bottom,
    "socker": lambda view: view.pitch.boxes.ground.board.bottom,
    "socki": lambda view: view.table.boxes.wood.y,
}


@thinned()
@pytest.mark.parametrize("language", [*SPOKEN, "pseudo"])
@pytest.mark.parametrize("game", LOW)
def test_prompt_bar_offers_the_recap_at_every_text_size(
    window: WindowRobot, game: str, language: str
) -> None:
    """Directly or behind "More"; a bar of two rows covers nothing."""
    scene = table(window, game)
    for size in (100, 125, 150, 175, 200):
        window.context.update_settings(text_size=size, language=language)
        for device in (KEYBOARD, PAD, MOUSE):
            window.context.devices.last = device
            window.step()
            box, prompts = prompts_for(window.context, scene.view)
            assert any(entry.act in (InputAction.AGAIN, InputAction.HELP) for entry in prompts), (
                size,
                device,
            )
            assert LOW[game](scene.view) <= box.y, (size, device)
        window.click_strip(InputAction.AGAIN)
        assert window.shown == "RecapScene", size
        window.press_key(pygame.K_ESCAPE)


# The recap starts with the table as it was and ends as the live one; it can be stepped through.

SEEDS = {"socki": 4, "rockit": 6}
rummies = pytest.mark.parametrize("game", list(SEEDS))
Lain = list[tuple[tuple[str, ...], float, float, float, float]]


def lain(scene: MatchDisplayScene) -> Lain:
    """Texts of each pile and the box where it comes to rest (x, y, w, h, in units), sorted."""
    top = view_of(scene, RummyView).table
    boxes = top.placed_piles().boxes()
    laid = ((pile, boxes[pile.key]) for pile in top.lay.piles)
    return sorted((pile.texts, box.x, box.y, box.w, box.h) for pile, box in laid)


def cards(scene: MatchDisplayScene) -> list[tuple[str, float, float, float]]:
    """Text of each card of table and hand with its final (x, y, size), sorted."""
    top = view_of(scene, RummyView).table
    poses = [(piece.text, some(top.cards.end(piece.key))) for piece in top.lay.pieces()]
    return sorted((text, pose.x, pose.y, pose.card) for text, pose in poses)


def moved_about(session: Session, plies: range) -> int:
    """Number of cards of the table that change their pile in ``plies``."""
    tables = [
        [tuple(pile) for pile in session.before(ply).observe(None)["table"]] for ply in (*plies, plies.stop)
    ]
    return sum(
        move.source is not None
        for old, new in pairwise(tables) if new
        for move in card_moves(old, new)
    )  # fmt: skip


@cache
def about(game: str, size: int) -> tuple[Session, int]:
    """Match in which others moved ``size`` cards, and its length before the first seat's last turn."""
    whole, begun = Session.new(game, 3, SEEDS[game], find_game(game).info.recommended), 0
    while whole.to_move != 0 or moved_about(whole, others_since(whole.log, 0)) < size:
        if whole.to_move == 0:
            begun = len(whole.log)
        whole.play(bot_move(whole, "normal", SEEDS[game]))
    return whole, begun


def to_its_end(window: WindowRobot, again: RecapScene, seen: Callable[[], T]) -> T | None:
    """Return what ``seen`` returned for the last frame of the recap."""
    ends: T | None = None
    while window.top is again:
        ends = seen()
        window.step(ms=step(16))
    return ends


def rearranged(window: WindowRobot, game: str, size: int = 4) -> tuple[MatchScene, Lain]:
    """Play a match live in which others moved ``size`` cards since the first seat's turn.

    Returns:
        Its scene, and the piles as that turn ended.
    """
    window.context.update_settings(reduced_motion=True)
    window.context.devices.last = KEYBOARD
    whole, begun = about(game, size)
    last = others_since(whole.log, 0).start
    session = whole.before(begun - (begun > 12) * 12)
    seats = [Seat(name, n, device=PHONE if n else "") for n, name in enumerate(session.names)]
    scene = window.open_match(session, seats)
    before: Lain = []
    for ply in range(len(session.log), len(whole.log)):
        quiet(window, scene)
        if ply == last:
            before = lain(scene)
        scene.match.play(whole.log[ply][1])
    quiet(window, scene)
    return scene, before


def quiet(window: WindowRobot, scene: MatchScene) -> None:
    """Confirm every message until everything is shown."""
    while window.top is not scene or scene.animations.is_busy:
        if window.top is not scene or scene.animations.is_held:
            window.press_key(pygame.K_RETURN)
        window.run_for(200)


@thinned()
@rummies
@pytest.mark.parametrize("window", [(1280, 720), (960, 540)], indirect=True)
def test_recap_starts_and_ends_with_the_right_layout(window: WindowRobot, game: str) -> None:
    scene, before = rearranged(window, game)
    view = view_of(scene, RummyView)
    view.drag.look_nowhere()  # a focused card is raised out of the hand
    view.table.make_room()
    live, all_cards = lain(scene), cards(scene)
    again = seen_again(window)
    assert lain(again) == before
    ends = to_its_end(window, again, lambda: (lain(again), cards(again)))
    assert ends == (live, all_cards)
    assert (lain(scene), cards(scene)) == (live, all_cards)


@rummies
def test_recap_ends_as_the_table_after_a_text_size_change(window: WindowRobot, game: str) -> None:
    scene, before = rearranged(window, game)
    window.context.update_settings(text_size=150)
    live = lain(scene)
    again = seen_again(window)
    assert [pile[0] for pile in lain(again)] == [pile[0] for pile in before]
    assert to_its_end(window, again, lambda: lain(again)) == live


@rummies
def test_recap_of_a_resumed_match_keeps_unmoved_piles(window: WindowRobot, game: str) -> None:
    """A save does not contain the layout of older tables."""
    scene, _before = rearranged(window, game)
    saved, session = scene.view.dump_state(), scene.match.session
    window.context.scenes.reset()
    fresh = match_scene(window.context, session, scene.match.seats)
    fresh.view.restore_state(saved)
    window.context.scenes.push(fresh)
    quiet(window, fresh)
    live = lain(fresh)
    again = seen_again(window)
    begins, texts = lain(again), [pile[0] for pile in live]
    stayed = [pile for pile in begins if texts.count(pile[0]) == 1]
    assert stayed
    rows = {(pile[0], pile[2]) for pile in live}
    # in its row, because a row with free width spreads its piles
    assert all((pile[0], pile[2]) in rows for pile in stayed)
    assert to_its_end(window, again, lambda: lain(again)) == live


@rummies
def test_recap_reports_the_result_of_each_rearrangement(window: WindowRobot, game: str) -> None:
    """In the log, on the sign during the recap, and on phones; once a play, however many cards moved."""
    scene, _before = rearranged(window, game)
    session, plies = scene.match.session, others_since(scene.match.session.log, 0)
    steps = scene.recap.since()
    results = [step for step in steps if step.piece]
    assert [step.ply for step in results] == [
        ply for ply in plies if moved_about(session, range(ply, ply + 1))
    ]
    verbs = re.compile(r"^.+ (joins|splits|rearranges) the ")
    assert all(verbs.match(step.words) for step in results), results
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    texts = {line["words"] for line in recap_state(0, scene.recap.source, scene.context.words)}
    assert {step.words for step in steps[-12:]} <= texts
    window.context.update_settings(animation_speed="relaxed")
    again = seen_again(window)
    signs = set()
    while window.top is again:
        signs.add(again.view.texts.news)
        window.step(ms=step(16))
    pairs = {f"{steps[result.number - 2].words} {result.words}" for result in results}
    assert pairs <= signs, "what was laid stays beside its result"


@thinned(1)
@every_game
def test_recap_can_be_stepped_both_ways(window: WindowRobot, game: str) -> None:
    """Right steps forwards, left backwards; each step waits for the next press."""
    table(window, game)
    window.context.update_settings(animation_speed="brisk")
    again = seen_again(window)
    count = len(again.steps)
    window.press_key(pygame.K_RETURN)
    window.run_for(60_000)
    assert window.top is again
    assert again.now == again.halt == 1
    for number in range(2, count + 1):
        window.press_key(pygame.K_RIGHT)
        window.run_for(9000)
        assert (window.top, again.now) == (again, number)
    ended = again.match.session.log
    window.press_key(pygame.K_RIGHT)
    window.run_for(20_000)
    assert (window.top, again.now) == (again, count)
    for number in range(count - 1, -1, -1):
        window.press_key(pygame.K_LEFT)
        window.run_for(3000)
        assert (window.top, again.now) == (again, number)
    assert again.match.session.log == ended[: again.deeds[0].ply]
    window.press_key(pygame.K_RETURN)
    window.run_until(lambda: window.top is not again, ms=100, turns=6000)


@rummies
def test_recap_shows_the_same_layout_when_stepped_back(window: WindowRobot, game: str) -> None:
    rearranged(window, game)
    window.context.update_settings(animation_speed="brisk")
    again = seen_again(window)
    window.press_key(pygame.K_RETURN)
    table = view_of(again, RummyView).table
    there: dict[int, object] = {}
    for _step in again.steps:
        window.run_for(6000)
        there[again.now] = lain(again), table.new_card_keys, table.changed_piles
        window.press_key(pygame.K_RIGHT)
    for _step in again.steps[1:]:
        window.press_key(pygame.K_LEFT)
        window.run_for(3000)
        assert (lain(again), table.new_card_keys, table.changed_piles) == there[again.now], again.now


@pytest.mark.parametrize("game", [*SEEDS, "socker"])
def test_recap_is_silent_and_at_rest_when_stepped_back(window: WindowRobot, game: str) -> None:
    if game in SEEDS:
        rearranged(window, game)
    else:
        robot = SockerRobot(window, SHOT, (1,))
        robot.begin("kick e9 e10")
        window.finish_animations()
    window.context.update_settings(animation_speed="brisk", reduced_motion=False)
    again = seen_again(window)
    window.press_key(pygame.K_RETURN)
    for _step in again.steps:
        window.run_for(6000)
        window.press_key(pygame.K_RIGHT)
    sounds = window.record_sounds()
    for number in range(len(again.steps) - 1, 0, -1):
        window.press_key(pygame.K_LEFT)
        assert not again.animations.player.trails()
        window.run_for(600)
        assert (again.now, list(sounds)) == (number, [])


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("8P 8F 8B", "8P 8F 8B 8L", None),
        ("8P 8F 8B | 8L 9L 10L 11L", "8P 8F 8B 8L | 9L 10L 11L", "Ida joins the eights."),
        (
            "8P 8F 8B | 8L 9L 10L 11L", "7P 8P 9P | 8F 8B 8L | 9L 10L 11L",
            "Ida joins the eights and the pagodas from 7 to 9.",
        ),
        ("4L 5L 6L 7L 8L", "4L 5L 6L | 6L 7L 8L", "Ida splits the ladies from 4 to 8."),
        ("4P 5P 6P | 8P 9P 10P", "4P 5P 6P 7P 8P 9P 10P", "Ida joins the pagodas from 4 to 10."),
        ("11F 12F HF | 1B 1L 1P 1F", "11F 12F HF 1F | 1B 1L 1P", "Ida joins the flowers from 11 to 1."),
        (
            "8L 9L 10L | 8P 9P 10P | 8F 9F 10F", "8L 8P 8F | 9L 9P 9F | 10P 10L 10F 10B",
            "Ida rearranges the table.",
        ),
    ],
)  # fmt: skip
def test_result_of_a_rearrangement_is_one_sentence(old: str, new: str, told: str | None) -> None:
    line = rearranged_line("Ida", read_piles(old), read_piles(new))
    assert (line and line.words) == told


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("game", list(SEEDS))
def test_every_kind_has_a_name_in_every_language(game: str, language: str) -> None:
    pack, names = meld_book(game).pack, set[str]()
    with in_language(language):
        for rank in pack.ranks:
            first, *others = (f"{rank}{suit}" for suit in pack.suits)
            line = rearranged_line("Ida", ((first,), tuple(others)), ((first, *others),))
            assert line is not None
            names.add(line.words)
    assert len(names) == len(pack.ranks)


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("7P", "the 7 of pagodas"),
        ("9P 10P 11P", "the 9, 10 and 11 of pagodas"),
        ("3P 8F 4P", "the 3 and 4 of pagodas and the 8 of flowers"),
        ("JK=3D 5H 6H", "the joker and the 5 and 6 of hearts"),
        ("8F 8F", "the 8 of flowers and the 8 of flowers"),
        ("9H 10H JH QH KH", "the 9, 10, jack, queen and king of hearts"),
        ("9H 10H JH 3C", "4 cards"),
    ],
)
def test_cards_of_one_suit_are_named_together(cards: str, told: str) -> None:
    assert card_names(cards.split()) == told
