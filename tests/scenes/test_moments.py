"""Moments of the five games: seen where things move, quiet where nobody wants that, skipped by a press."""

from itertools import groupby
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.games.city.rules.events import PairJoined
from game.games.city.screen.panels import FLIES, POINT, RIDE, PanelFacts, draw_points
from game.games.sociable.screen.effects import Moving, fall_place
from game.games.sociable.screen.panels import Part, draw_gain
from game.games.sociable.screen.places import OfficeBoxes
from game.games.socker.screen import effects
from game.games.socki.screen.theme import BEACHES, nearness
from game.match.seats import Seat
from game.ui.art.letters import shout
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas, common
from game.ui.core.paint import Painter
from game.ui.match.ending import BRIEF
from game.ui.match.opening import match_scene
from tests.scenes.city_hands import near_join
from tests.scenes.city_hands import opened as city_match
from tests.scenes.harness import Window
from tests.scenes.rockit_hands import opened as rocket_match
from tests.scenes.socki_table import match
from tests.scenes.trees import socker_panel

SHOT = "field=9/4oB3/4R4/9/9/9/9/9/9/2R6/4B4 score=1/1"


def scored(window: Window, position: str = SHOT, **look: Any) -> Any:
    """A match of Socker in which a goal has just been shouted."""
    window.stage.change(animation_speed="brisk", **look)
    session = Session.from_position("socker", position)
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    window.settle()
    scene.context.play("kick e9 e10")
    for _ in range(100):
        window.turn()
        if scene.playback.show is not None and scene.playback.show.event.kind == "goal":
            return scene
    raise AssertionError("no goal")


def test_a_goal_is_cheered_and_then_seen_again_from_its_kick(window: Window) -> None:
    scene = scored(window)
    window.wait(300)
    crowd = [window.stage.view.rect(one) for one in (scene.view.carpet.places.score.moved(-150, -20),)]
    first = pygame.image.tobytes(window.app.screen.subsurface(crowd[0]), "RGB")
    window.wait(150)
    window.picture()
    assert pygame.image.tobytes(window.app.screen.subsurface(crowd[0]), "RGB") != first, "the crowd rises"
    window.wait(effects.SHOUT - 300)
    assert scene.playback.show.event.kind == "goal"
    seen = window.picture()
    window.wait(500)
    assert window.picture() != seen, "the ball rolls once more"
    window.key(pygame.K_RETURN)
    assert scene.playback.show is None or scene.playback.show.event.kind != "goal", "any press skips it"


def seen_again(window: Window) -> Any:
    """The same, seen again from its kick."""
    scene = scored(window)
    window.wait(effects.SHOUT + 200)
    assert scene.playback.show.event.kind == "goal"
    return scene


@pytest.mark.parametrize(
    "key", [pygame.K_u, pygame.K_ESCAPE, pygame.K_r, pygame.K_t, pygame.K_g, pygame.K_UP]
)
def test_any_key_ends_a_goal_that_is_seen_again_and_does_nothing_else(window: Window, key: int) -> None:
    scene = seen_again(window)
    window.key(key, hasty=True)
    assert window.top is scene
    assert len(scene.match.session.log) == 1
    assert scene.playback.show is None or scene.playback.show.event.kind != "goal"
    assert not scene.context.threats.asked
    window.settle()
    assert not scene.context.messages.text


@pytest.mark.parametrize("button", [1, 2, 3])
def test_any_button_of_a_mouse_does(window: Window, button: int) -> None:
    scene = seen_again(window)
    x, y = scene.view.carpet.places.ground.board.centre
    window.click(x, y, button, hasty=True)
    assert scene.playback.show is None or scene.playback.show.event.kind != "goal"
    assert scene.view.chooser.chosen is None


@pytest.mark.parametrize("button", ["a", "b", "x", "y", "leftshoulder", "back", "leftstick"])
def test_any_button_of_a_pad_does(window: Window, button: str) -> None:
    scene = seen_again(window)
    window.button(button)
    assert window.top is scene
    assert scene.playback.show is None or scene.playback.show.event.kind != "goal"


def test_what_is_no_press_ends_nothing(window: Window) -> None:
    scene = seen_again(window)
    window.point(300, 300)
    window.key(pygame.K_LSHIFT, hasty=True)
    assert scene.playback.show.event.kind == "goal"
    window.key(pygame.K_p)
    assert window.shown == "Pause", "the menu is there at any time"


def test_reduced_motion_chosen_meanwhile_makes_it_quiet_at_once(window: Window) -> None:
    scene = scored(window, reduced_motion=False)
    window.wait(300)
    window.stage.change(reduced_motion=True)
    window.wait(100)
    still = window.picture()
    window.wait(300)
    assert (scene.playback.show.event.kind, window.picture()) == ("goal", still)


def test_nobody_is_to_move_while_a_goal_is_cheered(window: Window) -> None:
    scene = scored(window)
    heads = [socker_panel(scene, seat)[1] for seat in range(2)]
    assert heads == ["scores!", "waits"]


def test_after_a_goal_nobody_is_told_to_play_before_all_are_set_up(window: Window) -> None:
    scene = scored(window)
    said = set()
    while scene.playback.is_busy:
        window.turn()
        said |= {*socker_panel(scene, 1)} & {"waits", "Bo sets up", "Bo's turn"}
    assert said == {"waits", "Bo sets up"}


@pytest.mark.parametrize("quiet", [False, True])
def test_results_come_soon_after_the_last_goal(window: Window, *, quiet: bool) -> None:
    scene = scored(window, position=SHOT.replace("1/1", "2/1"), reduced_motion=quiet)
    assert scene.match.is_over
    while scene.playback.is_busy:
        window.turn()
    window.wait(BRIEF - 100)
    assert window.top is scene, "the last picture is seen for a moment"
    window.wait(200)
    assert window.shown == "Results"


def test_under_reduced_motion_a_goal_is_seen_again_without_a_ball_that_rolls(window: Window) -> None:
    scene = scored(window, reduced_motion=True)
    assert scene.playback.show.length == effects.SHOUT + effects.AGAIN
    balls, place = [], scene.view.carpet.places.ground.place
    while scene.playback.show is not None and scene.playback.show.event.kind == "goal":
        ball = scene.view.effects.pose().ball
        assert ball.lift == 0
        balls.append(ball.at)
        window.turn()
    assert [ball for ball, _same in groupby(balls)] == [place("e11"), place("e10"), place("e11")]


def test_the_storm_comes_nearer_as_the_draw_pile_goes_down(window: Window) -> None:
    assert [nearness(stock, 60) for stock in (60, 37, 36, 21, 7, 0)] == [0, 0, 1, 2, 3, 3]
    cards = "2F,4F,6F,8F,2L,4L,6L,8L,2B,4B"
    scene = match(window, f"table=11P,12P,HP hands=5L,8B/11L,1F stock={cards}")
    before, seen = scene.view.table.room, window.picture()
    assert before is BEACHES[2]
    scene.context.play("draw")
    window.settle()
    assert scene.view.table.room is BEACHES[3]
    assert window.picture() != seen


@pytest.mark.parametrize(
    ("pace", "still", "ticks"), [("brisk", False, 3), ("brisk", True, 3), ("instant", False, 0)]
)
def test_a_last_card_counts_down_on_the_rocket(window: Window, pace: str, ticks: int, *, still: bool) -> None:
    window.stage.change(animation_speed=pace, reduced_motion=still)
    scene = rocket_match(window, "table=7C,8C,9C hands=10C,2D/4D,5D stock=5C,6C in=1/1")
    before, heard = window.picture(), window.listen()
    scene.context.play("play 7C 8C 9C 10C")
    window.wait(4000)
    assert heard.count("tick") == ticks
    assert not scene.playback.is_busy
    assert window.picture() != before
    window.drawn.clear()
    assert not scene.view.tick(window.time), "the loop may rest"


def test_the_points_of_a_pair_fly_and_the_night_grows_lighter(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, move = near_join()
    scene = city_match(window, position, start_player="first")
    window.stage.change(animation_speed="brisk")
    window.picture()
    sky = window.app.screen.get_at((2, 200))
    flown: list[float] = []

    def button(_assets: object, size: float) -> pygame.Surface:
        flown.append(size)
        return pygame.Surface((1, 1))

    monkeypatch.setattr("game.games.city.screen.panels.sewing_button", button)
    scene.context.play(move)
    window.wait(3400)
    assert flown
    window.settle()
    window.picture()
    assert window.app.screen.get_at((2, 200)).r > sky.r
    scene.undo()
    window.stage.change(reduced_motion=True)
    flown.clear()
    scene.context.play(move)
    window.wait(3400)
    assert not flown


def test_no_point_leaves_the_picture_on_its_way(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even from a station at the upper edge."""
    ways: list[float] = []
    monkeypatch.setattr(Painter, "blit", lambda _painter, _image, _x, y, _anchor: ways.append(y))
    painter = window.stage.painter(pygame.Surface((960, 540)))
    joined = PairJoined(0, "red", 6, ["a1", "b1"])
    for share in range(100):
        draw_points(painter, joined, share / 100, (120.0, 40.0), (900.0, 60.0))
    assert ways
    assert min(ways) >= POINT / 2


@pytest.mark.parametrize("game", ["socker", "city"])
def test_at_instant_a_moment_is_over_at_once(window: Window, game: str) -> None:
    position, move = (SHOT, "kick e9 e10") if game == "socker" else near_join()
    session = Session.from_position(game, position, 3, {"start_player": "first"} if game == "city" else {})
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    window.turn()
    window.stage.change(animation_speed="instant")
    scene.match.play(move)
    window.turn()
    window.turn()
    assert not scene.playback.is_busy


def test_the_score_counts_each_point_as_it_arrives(window: Window) -> None:
    position, move = near_join()
    scene = city_match(window, position, start_player="first")
    window.stage.change(animation_speed="brisk")

    def score() -> int:
        return PanelFacts.of(scene.view.parts).scores[0]

    before, seen = score(), []
    scene.context.play(move)
    for _ in range(400):
        window.turn()
        if scene.playback.show is not None and scene.playback.show.event.kind == "join":
            seen.append((scene.playback.show.share, score() - before))
        elif seen:
            break
    worth = score() - before
    assert worth > 1
    assert all(gained == 0 for share, gained in seen if share < RIDE + FLIES)
    assert [gained for _share, gained in seen] == sorted(gained for _share, gained in seen)
    assert {gained for _share, gained in seen} == set(range(worth + 1)), "one after the other"


def test_dawn_comes_to_the_closer_look_too(window: Window) -> None:
    position, move = near_join()
    scene = city_match(window, position, start_player="first")
    window.stage.change(reduced_motion=True)
    window.key(pygame.K_l)
    window.point(300, 300)

    def light() -> float:
        window.picture()
        sky = window.app.screen.subsurface((0, 0, 200, 500))
        return sum(pygame.transform.average_color(sky)[:3])

    assert scene.view.map.is_closer
    before = light()
    scene.context.play(move)
    window.settle()
    if not scene.view.map.is_closer:
        window.key(pygame.K_l)
    window.point(300, 300)
    assert light() > before + 4


def test_a_boss_who_loses_the_upper_half_falls() -> None:
    assert Moving((2, 0, 3, 1, 4), (0, 3, 4, 2, 1), 0).fallen == 2
    assert Moving((2, 0, 3, 1, 4), (0, 2, 4, 3, 1), 0).fallen is None
    assert Moving((0, 1, 2, 3), (1, 2, 0, 3), 0).fallen == 0
    assert Moving((0, 1, 2, 3), (3, 2, 1, 0), 0, first=True).fallen is None


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(960, 540), (1920, 1080), (1280, 960)])
def test_the_word_of_a_fall_lies_over_no_head(players: int, text: float, size: tuple[int, int]) -> None:
    view = Canvas.of(*size)
    places = OfficeBoxes.of(view, text, view.h - 40 * text - 36, players)
    for boss in places.spots:
        word = fall_place(view.box, (340, 90), boss, places)
        assert view.box.x <= word.x
        assert word.right <= view.box.right
        for spot in places.spots:
            head = Box(spot.x - spot.tall * 0.3, spot.y - spot.tall * 1.5, spot.tall * 0.6, spot.tall * 0.9)
            beside = word.right <= head.x or head.right <= word.x
            assert beside or word.bottom <= head.y or head.bottom <= word.y, (boss, spot)


@pytest.mark.parametrize("text", [100, 200])
def test_words_in_the_office_cover_no_plate_no_card_and_nobody(
    window: Window, monkeypatch: pytest.MonkeyPatch, text: int
) -> None:
    window.stage.change(animation_speed="brisk", text_size=text)
    said: list[str] = []

    def heard(assets: Assets, words: str, size: float) -> pygame.Surface:
        image = shout(assets, words, size)
        if words != "The Boss falls!":  # which is cried over all of the office
            said.append(words)
            images[id(image)] = image
        return image

    images: dict[int, pygame.Surface] = {}
    monkeypatch.setattr("game.games.sociable.screen.effects.shout", heard)
    position = "hands=9H,10D/-/-/-/KD order=0,1,2,3,4 out=1,2,3 lead=- by=- turn=4 scores=7/4/8/3/0"
    session = Session.from_position("sociable", position, 3)
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(session.names)]
    scene: Any = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    covered: list[object] = []
    blit = Painter.blit

    def laid(painter: Painter, image: pygame.Surface, x: float, y: float, anchor: str = "topleft") -> object:
        if id(image) in images:
            w, h = image.get_width() / painter.view.scale, image.get_height() / painter.view.scale
            word = Box(x - w / 2, y - h / 2, w, h)
            floor, written = scene.view.floor, scene.view.written()
            plates = [written[Part.PLATE.of(seat)] for seat in range(5)]
            heads = [
                Box(spot.x - spot.tall * 0.3, spot.y - spot.tall * 1.5, spot.tall * 0.6, spot.tall * 0.9)
                for spot in floor.places.spots
            ]
            covered.extend(box for box in (*plates, *heads) if common(word, box))
        return blit(painter, image, x, y, anchor)

    monkeypatch.setattr(Painter, "blit", laid)
    scene.match.play("play KD")
    for _ in range(600):
        window.turn()
        if said and said[-1].endswith("wins!"):
            break
        if scene.playback.show is not None and scene.playback.show.event.kind in ("out", "match_end"):
            window.picture()
    assert set(said) == {"Out!", f"{session.names[2]} wins!"}
    assert not covered


def test_points_of_a_hand_stand_over_no_letters(window: Window) -> None:
    surface = pygame.Surface(window.app.screen.get_size())
    painter, plate = window.stage.painter(surface), Box(300, 300, 190, 68)
    draw_gain(painter, plate, 5, 1.0)
    letters = painter.view.rect(Box(plate.x, plate.y + 8, plate.w, plate.h))
    above = painter.view.rect(Box(plate.x, plate.y - 40, plate.w, 40))
    assert not any(pygame.image.tobytes(surface.subsurface(letters), "RGB"))
    assert any(pygame.image.tobytes(surface.subsurface(above), "RGB"))


def test_the_fall_is_seen_and_what_was_left_is_turned_over(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.stage.change(animation_speed="brisk")
    said: list[str] = []

    def heard(_assets: object, words: str, _size: float) -> pygame.Surface:
        said.append(words)
        return pygame.Surface((1, 1))

    monkeypatch.setattr("game.games.sociable.screen.effects.shout", heard)
    session = Session.from_position(
        "sociable", "hands=9H,10D/-/-/-/KD order=0,1,2,3,4 out=1,2,3 lead=- by=- turn=4", 3
    )
    seats = [Seat(name, number, "easy") for number, name in enumerate(session.names)]
    scene: Any = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    scene.match.play("play KD")
    left: list[object] = []
    turned: tuple[float, float] | None = None
    for _ in range(600):
        window.turn()
        left += [cards for cards in scene.view.floor.effects.left if cards]
        if left and not turned:
            floor = scene.view.floor
            turned = floor.left_at(0)
            assert not floor.spot(0).around(0).holds(turned), "before no face"
        if scene.playback.show is not None and scene.playback.show.event.kind == "deal":
            break
    assert left[0] == ["9H", "10D"]
    assert "The Boss falls!" in said
