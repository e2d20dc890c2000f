"""Tests of where puppets look, and of their faces after an event."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.art.gaze import AIMS
from game.ui.core.canvas import Box
from game.ui.match.expressions import AFTERMATH, GLAD, HOLDS, SORRY
from tests.sample_games import odd_sock
from tests.scenes.harness import USUAL, WindowRobot
from tools.shots_moments import CITY, EXACT, EXACTLY, FALLS, KNOCK, KNOCKS, Sleeper, city_before_a_pair

pytestmark = USUAL
LAID = "hands=8H,9D/AH,AS,9S/10D,AD/8D,QS/QD,8C order=0,1,2,3,4 lead=KH by=0 turn={}"
NAMES = ("Ann", "Bo", "Cem", "Dora", "Emil")
FORWARD, BACK = AIMS[0], AIMS[4]


def watched(window: WindowRobot, session: Session, **look: Any) -> Any:
    """Open a match of bots that never answer, as seen by a spectator."""
    window.stage.change(animation_speed="brisk", **look)
    window.stage.thinker = Sleeper()
    scene = window.sit(session, [Seat(name, look, "easy") for look, name in enumerate(session.names)])
    while scene.playback.is_busy:
        window.turn(ms=33)
    window.wait(2 * HOLDS)
    return scene


def shown(window: WindowRobot, box: Box) -> bytes:
    """Return the pixels of a part of the screen."""
    window.picture()
    screen = window.app.screen
    part = window.stage.view.rect(box).clip(screen.get_rect())
    return pygame.image.tobytes(screen.subsurface(part), "RGB")


def sociable(turn: int) -> Session:
    return Session.from_position("sociable", LAID.format(turn), 3, names=NAMES)


def test_puppets_look_at_the_player_to_move(window: WindowRobot) -> None:
    """In the office seat 2 is behind the table on the left and faces right; seat 1 sits before it."""
    window.stage.change(reduced_motion=True)  # no idle animation between two frames
    seen, aims = [], []
    for turn in (1, 3):
        scene = watched(window, sociable(turn), reduced_motion=True)
        aims.append(scene.context.faces.aim(2))
        seen.append(shown(window, scene.view.faces()[2]))
        assert scene.context.faces.aim(turn) not in (None, aims[-1])
        window.stage.scenes.pop()
    (left, _), (right, _) = aims
    assert left < 0 < right, "back at the one, forward to the other"
    assert seen[0] != seen[1]


def gazes(scene: Any) -> dict[int, tuple[float, float] | None]:
    return {seat: scene.context.faces.aim(seat) for seat in range(len(scene.match.seats))}


def changes(window: WindowRobot, scene: Any, move: str, ms: float = 3000.0) -> dict[int, list[float]]:
    """Play a move and return, for each seat, the times (ms) at which its gaze changed."""
    scene.match.play(move)
    before, begun = gazes(scene), window.time
    found: dict[int, list[float]] = {seat: [] for seat in before}
    while window.time < begun + ms or scene.playback.is_busy:
        window.turn(ms=16)
        now = gazes(scene)
        for seat, aim in now.items():
            if aim != before[seat]:
                found[seat].append(window.time)
        before = now
    return found


@pytest.mark.parametrize("still", [False, True])
def test_gaze_is_held_for_a_minimum_time(window: WindowRobot, still: bool) -> None:  # noqa: FBT001
    scene = watched(window, sociable(1), reduced_motion=still)
    found = changes(window, scene, "play AH")
    assert sum(map(len, found.values())) >= len(found), "they have looked at the card, and at who is next"
    for times in found.values():
        assert all(later - earlier >= HOLDS for earlier, later in pairwise(times))


def test_puppets_look_at_a_moving_card(window: WindowRobot) -> None:
    scene = watched(window, sociable(1))
    scene.match.play("play AH")
    window.wait(200)
    view = scene.view
    assert view.watched() == view.floor.places.lead
    for seat in range(5):
        (x, _y), left = view.eyes(seat)
        aim = scene.context.faces.aim(seat)
        ahead = (view.floor.places.lead[0] - x) * (-1 if left else 1)
        assert aim[0] == 0 or (aim[0] > 0) == (ahead > 0), seat


def test_gaze_rests_once_nothing_moves(window: WindowRobot) -> None:
    scene = watched(window, sociable(1))
    before = gazes(scene)
    window.turn()  # nothing is stale any more
    for _ in range(100):
        window.turn(ms=50)
        assert gazes(scene) == before
        assert not scene.stale, "no picture but that of idle life"


BALL = "field=9/9/9/2R3B2/9/4o4/9/9/9/9/9 score=0/0"


def test_pieces_look_at_the_ball(window: WindowRobot) -> None:
    scene = watched(window, Session.from_position("socker", BALL, names=("Ann", "Bo")))
    view = scene.view
    ball = view.pitch.places.ground.middle(view.pitch.picture.ball)
    for piece in view.pitch.picture.pieces:
        aim = scene.context.faces.aim(piece.cell)
        x, y = view.pitch.places.ground.middle(piece.cell)
        assert (aim[0] > 0) == (((ball[0] - x) * (1 - 2 * piece.seat)) > 0)
        assert abs(aim[1]) > 0.1
        assert (aim[1] > 0) == (ball[1] > y)


SHOT = "field=9/4oB3/4R4/9/9/9/9/9/9/2R6/4B4 score=1/1"


@pytest.mark.parametrize("hurried", [False, True])
def test_puppet_is_sad_after_conceding_a_goal(window: WindowRobot, hurried: bool) -> None:  # noqa: FBT001
    scene = watched(window, Session.from_position("socker", SHOT, names=("Ann", "Bo")))
    faces = scene.context.faces
    assert not {GLAD, SORRY} & {faces.state(0), faces.state(1)}
    scene.match.play("kick e9 e10")
    while scene.playback.is_busy:
        if hurried:
            scene.playback.hurry()
        window.turn()
    assert (faces.mood(0), faces.mood(1)) == (GLAD, SORRY)
    assert [faces.state(seat) for seat in (0, 1)] == ["happy", "sad"]
    window.wait(AFTERMATH + 100)
    assert not faces.mood(0)
    assert not faces.mood(1)


@pytest.mark.parametrize("still", [False, True])
def test_knocked_puppet_is_sad_for_a_while(window: WindowRobot, still: bool) -> None:  # noqa: FBT001
    scene = watched(window, Session.from_position("socki", KNOCKS, names=NAMES[:3]), reduced_motion=still)
    sitter = scene.view.captions.sitter
    assert sitter(1, alive=True).mood != "sad"
    scene.match.play(KNOCK)
    while scene.playback.is_busy:
        window.turn(ms=33)
    assert [sitter(seat, alive=True).mood for seat in range(2)] == ["happy", "sad"]
    place = scene.view.faces()[1]
    sad = shown(window, place)
    window.wait(AFTERMATH + 200)
    assert sitter(1, alive=True).mood not in ("happy", "sad")
    assert shown(window, place) != sad, "the picture has changed by itself"


def test_exact_hundred_makes_the_others_sad(window: WindowRobot) -> None:
    scene = watched(window, Session.from_position("socki", EXACT, names=NAMES[:4]))
    scene.match.play(EXACTLY)
    while scene.playback.show is None or scene.playback.show.event.kind != "hand_end":
        window.turn(ms=33)
    window.turn()
    faces = scene.context.faces
    reset = scene.playback.show.event.data["reset"]
    assert reset
    assert [faces.mood(seat) for seat in range(4)] == [GLAD if n in reset else SORRY for n in range(4)]


def test_fallen_boss_is_sad(window: WindowRobot) -> None:
    scene = watched(window, Session.from_position("sociable", FALLS, 3, names=NAMES))
    boss = scene.view.floor.picture.order[0]
    scene.match.play("play KD")
    while scene.playback.show is None or scene.playback.show.event.kind != "hand_end":
        window.turn(ms=33)
    order, faces = scene.playback.show.event.data["order"], scene.context.faces
    assert order[0] != boss
    assert (faces.mood(boss), faces.mood(order[0])) == (SORRY, GLAD)


def test_eyes_follow_a_train(window: WindowRobot) -> None:
    """Seen from the panel on the right, the whole map is behind the puppets."""
    session = city_before_a_pair()
    scene = watched(window, session)
    scene.match.play(CITY[0])
    mover = session.log[-1][0]
    aims, places = set(), set()
    while scene.playback.is_busy:
        window.turn(ms=33)
        if scene.view.effects.joins and (at := scene.view.watched()) is not None:
            places.add(at)
            aims.add(scene.context.faces.aim(1 - mover))
            assert not scene.context.faces.mood(1 - mover), "it is not home yet"
    assert len(places) > 5, "it runs"
    assert any(aim[0] < 0 for aim in aims)
    assert scene.context.faces.mood(1 - mover) == SORRY


def test_undo_removes_the_glad_face(window: WindowRobot) -> None:
    scene = watched(window, Session.from_position("socker", SHOT, names=("Ann", "Bo")))
    scene.match.play("kick e9 e10")
    while scene.playback.is_busy:
        window.turn()
    scene.match.take_back()
    window.turn()
    assert not scene.context.faces.mood(0)


def test_puppets_look_at_the_winner(window: WindowRobot) -> None:
    scene = watched(window, Session.from_position("socker", SHOT.replace("1/1", "2/1"), names=("Ann", "Bo")))
    scene.match.play("kick e9 e10")
    while scene.playback.is_busy:
        window.turn(ms=33)
    window.wait(AFTERMATH + HOLDS)
    faces = scene.context.faces
    assert (faces.mood(0), faces.mood(1)) == (GLAD, SORRY)
    assert faces.aim(1) == FORWARD


def test_added_card_game_has_gazes_without_extra_code(window: WindowRobot) -> None:
    with odd_sock() as slug:
        session = Session.new(slug, 4, seed=3)
        scene = watched(window, session)
        mover = session.to_move
        assert mover is not None
        others = [seat for seat in range(4) if seat != mover]
        (x, _y), _left = scene.view.eyes(mover)
        for seat in others:
            (at, _y), left = scene.view.eyes(seat)
            across = scene.context.faces.aim(seat)[0] * (-1 if left else 1)
            assert across == 0 or (across > 0) == (x > at)


def test_long_name_shrinks_all_names_of_the_row(window: WindowRobot) -> None:
    plates = []
    with odd_sock() as slug:
        for other in ("Cem", "Maximiliane Charlotte"):
            names = ("Ann", "Bo", other, "Dora", "Emil", "Fay")
            scene = watched(window, Session.new(slug, 6, seed=3, names=names), reduced_motion=True)
            spot = scene.view.places.spots[scene.view.spot_of(1)]
            plates.append(shown(window, spot.plate.grown(-6)))
            window.stage.scenes.pop()
    assert plates[0] != plates[1]
