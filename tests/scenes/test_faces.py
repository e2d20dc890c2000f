"""Tests of where puppets look, and of their faces after an event."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from game.core.session import Session
from game.games.sociable.screen.view import SociableView
from game.games.socker.screen.view import SockerView
from game.games.socki.screen.view import SockiView
from game.match.seats import Seat
from game.ui.art.gaze import AIMS
from game.ui.match.expressions import GLAD_MOOD, MIN_GAZE_MS, MOOD_MS, SORRY_MOOD
from game.ui.match.match_scene import MatchScene
from tests.robot.game import some, view_of
from tests.sample_games import odd_sock
from tests.scenes.city_hands import is_joining
from tests.scenes.harness import USUAL, WindowRobot
from tools.shots_moments import CITY, EXACT, EXACTLY, FALLS, KNOCK, KNOCKS, Sleeper, city_before_a_pair

pytestmark = USUAL
LAID = "hands=8H,9D/AH,AS,9S/10D,AD/8D,QS/QD,8C order=0,1,2,3,4 lead=KH by=0 turn={}"
NAMES = ("Ann", "Bo", "Cem", "Dora", "Emil")
FORWARD, BACK = AIMS[0], AIMS[4]


def watched(window: WindowRobot, session: Session, **look: Any) -> MatchScene:
    """Open a match of bots that never answer, as seen by a spectator."""
    window.context.update_settings(animation_speed="brisk", **look)
    window.context.bot_worker = Sleeper()
    scene = window.open_match(session, [Seat(name, look, "easy") for look, name in enumerate(session.names)])
    while scene.animations.is_busy:
        window.step(ms=33)
    window.run_for(2 * MIN_GAZE_MS)
    return scene


def sociable(turn: int) -> Session:
    return Session.from_position("sociable", LAID.format(turn), 3, names=NAMES)


def test_puppets_look_at_the_player_to_move(window: WindowRobot) -> None:
    """In the office seat 2 is behind the table on the left and faces right; seat 1 sits before it."""
    window.context.update_settings(reduced_motion=True)  # no idle animation between two frames
    aims = []
    for turn in (1, 3):
        scene = watched(window, sociable(turn), reduced_motion=True)
        aims.append(some(scene.context.faces.gaze_of(2)))
        assert scene.context.faces.gaze_of(turn) not in (None, aims[-1])
        window.context.scenes.pop()
    (left, _), (right, _) = aims
    assert left < 0 < right, "back at the one, forward to the other"


def gazes(scene: MatchScene) -> dict[int, tuple[float, float] | None]:
    return {seat: scene.context.faces.gaze_of(seat) for seat in range(len(scene.match.seats))}


def changes(window: WindowRobot, scene: MatchScene, move: str, ms: float = 3000.0) -> dict[int, list[float]]:
    """Play a move and return, for each seat, the times (ms) at which its gaze changed."""
    scene.match.play(move)
    before, start = gazes(scene), window.time
    change_times: dict[int, list[float]] = {seat: [] for seat in before}
    while window.time < start + ms or scene.animations.is_busy:
        window.step(ms=16)
        now = gazes(scene)
        for seat, aim in now.items():
            if aim != before[seat]:
                change_times[seat].append(window.time)
        before = now
    return change_times


@pytest.mark.parametrize("still", [False, True])
def test_gaze_is_held_for_a_minimum_time(window: WindowRobot, still: bool) -> None:  # noqa: FBT001
    scene = watched(window, sociable(1), reduced_motion=still)
    change_times = changes(window, scene, "play AH")
    assert sum(map(len, change_times.values())) >= len(change_times), (
        "they have looked at the card, and at who is next"
    )
    for times in change_times.values():
        assert all(later - earlier >= MIN_GAZE_MS for earlier, later in pairwise(times))


def test_puppets_look_at_a_moving_card(window: WindowRobot) -> None:
    scene = watched(window, sociable(1))
    scene.match.play("play AH")
    window.run_for(200)
    lead = view_of(scene, SociableView).floor.boxes.lead
    assert scene.animations.player.gaze_point() == lead
    for seat in range(5):
        place, aim = some(scene.view.seat(seat)), some(scene.context.faces.gaze_of(seat))
        ahead = (lead[0] - place.eyes[0]) * (-1 if place.faces_left else 1)
        assert aim[0] == 0 or (aim[0] > 0) == (ahead > 0), seat


def test_gaze_rests_once_nothing_moves(window: WindowRobot) -> None:
    scene = watched(window, sociable(1))
    before = gazes(scene)
    window.step()  # nothing is stale any more
    for _ in range(100):
        window.step(ms=50)
        assert gazes(scene) == before
        assert not scene.needs_redraw, "no picture but that of idle life"


BALL = "field=9/9/9/2R3B2/9/4o4/9/9/9/9/9 score=0/0"


def test_pieces_look_at_the_ball(window: WindowRobot) -> None:
    scene = watched(window, Session.from_position("socker", BALL, names=("Ann", "Bo")))
    pitch = view_of(scene, SockerView).pitch
    ball = pitch.boxes.ground.middle(some(pitch.picture.ball))
    for piece in pitch.picture.pieces:
        aim = some(scene.context.faces.gaze_of(piece.cell))
        x, y = pitch.boxes.ground.middle(piece.cell)
        assert (aim[0] > 0) == (((ball[0] - x) * (1 - 2 * piece.seat)) > 0)
        assert abs(aim[1]) > 0.1
        assert (aim[1] > 0) == (ball[1] > y)


SHOT = "field=9/4oB3/4R4/9/9/9/9/9/9/2R6/4B4 score=1/1"


@pytest.mark.parametrize("hurried", [False, True])
def test_puppet_is_sad_after_conceding_a_goal(window: WindowRobot, hurried: bool) -> None:  # noqa: FBT001
    scene = watched(window, Session.from_position("socker", SHOT, names=("Ann", "Bo")))
    faces = scene.context.faces
    assert not {GLAD_MOOD, SORRY_MOOD} & {faces.state(0), faces.state(1)}
    scene.match.play("kick e9 e10")
    while scene.animations.is_busy:
        if hurried:
            scene.animations.hurry()
        window.step()
    assert (faces.mood(0), faces.mood(1)) == (GLAD_MOOD, SORRY_MOOD)
    assert [faces.state(seat) for seat in (0, 1)] == ["happy", "sad"]
    window.run_for(MOOD_MS + 100)
    assert not faces.mood(0)
    assert not faces.mood(1)


@pytest.mark.parametrize("still", [False, True])
def test_knocked_puppet_is_sad_for_a_while(window: WindowRobot, still: bool) -> None:  # noqa: FBT001
    scene = watched(window, Session.from_position("socki", KNOCKS, names=NAMES[:3]), reduced_motion=still)
    sitter = view_of(scene, SockiView).captions.sitter
    assert sitter(1).mood != "sad"
    scene.match.play(KNOCK)
    while scene.animations.is_busy:
        window.step(ms=33)
    assert [sitter(seat).mood for seat in range(2)] == ["happy", "sad"]
    window.run_for(MOOD_MS + 200)
    assert sitter(1).mood not in ("happy", "sad")


def test_exact_hundred_makes_the_others_sad(window: WindowRobot) -> None:
    scene = watched(window, Session.from_position("socki", EXACT, names=NAMES[:4]))
    scene.match.play(EXACTLY)
    while scene.animations.show is None or scene.animations.show.event.kind != "hand_end":
        window.step(ms=33)
    window.step()
    faces = scene.context.faces
    reset = scene.animations.show.event.data["reset"]
    assert reset
    assert [faces.mood(seat) for seat in range(4)] == [
        GLAD_MOOD if n in reset else SORRY_MOOD for n in range(4)
    ]


def test_fallen_boss_is_sad(window: WindowRobot) -> None:
    scene = watched(window, Session.from_position("sociable", FALLS, 3, names=NAMES))
    boss = view_of(scene, SociableView).floor.picture.order[0]
    scene.match.play("play KD")
    while scene.animations.show is None or scene.animations.show.event.kind != "hand_end":
        window.step(ms=33)
    order, faces = scene.animations.show.event.data["order"], scene.context.faces
    assert order[0] != boss
    assert (faces.mood(boss), faces.mood(order[0])) == (SORRY_MOOD, GLAD_MOOD)


def test_eyes_follow_a_train(window: WindowRobot) -> None:
    """Seen from the panel on the right, the whole map is behind the puppets."""
    session = city_before_a_pair()
    scene = watched(window, session)
    scene.match.play(CITY[0])
    mover = session.log[-1][0]
    aims, places = set(), set()
    while scene.animations.is_busy:
        window.step(ms=33)
        if is_joining(scene) and (at := scene.animations.player.gaze_point()) is not None:
            places.add(at)
            aims.add(some(scene.context.faces.gaze_of(1 - mover)))
            assert not scene.context.faces.mood(1 - mover), "it is not home yet"
    assert len(places) > 5, "it runs"
    assert any(aim[0] < 0 for aim in aims)
    assert scene.context.faces.mood(1 - mover) == SORRY_MOOD


def test_undo_removes_the_glad_face(window: WindowRobot) -> None:
    scene = watched(window, Session.from_position("socker", SHOT, names=("Ann", "Bo")))
    scene.match.play("kick e9 e10")
    while scene.animations.is_busy:
        window.step()
    scene.match.undo()
    window.step()
    assert not scene.context.faces.mood(0)


def test_puppets_look_at_the_winner(window: WindowRobot) -> None:
    scene = watched(window, Session.from_position("socker", SHOT.replace("1/1", "2/1"), names=("Ann", "Bo")))
    scene.match.play("kick e9 e10")
    while scene.animations.is_busy:
        window.step(ms=33)
    window.run_for(MOOD_MS + MIN_GAZE_MS)
    faces = scene.context.faces
    assert (faces.mood(0), faces.mood(1)) == (GLAD_MOOD, SORRY_MOOD)
    assert faces.gaze_of(1) == FORWARD


def test_added_card_game_has_gazes_without_extra_code(window: WindowRobot) -> None:
    with odd_sock() as slug:
        session = Session.new(slug, 4, seed=3)
        scene = watched(window, session)
        mover = session.to_move
        assert mover is not None
        others = [seat for seat in range(4) if seat != mover]
        x = some(scene.view.seat(mover)).eyes[0]
        for seat in others:
            place = some(scene.view.seat(seat))
            across = some(scene.context.faces.gaze_of(seat))[0] * (-1 if place.faces_left else 1)
            assert across == 0 or (across > 0) == (x > place.eyes[0])
