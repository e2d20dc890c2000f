"""Socker's actions as players see, hear and feel them: every contact at its moment, at any pace."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

from game.games.socker.rules.events import as_observation
from game.games.socker.screen import board
from game.games.socker.screen.board import BallSprite, GroundEffect, PiecePose, PuppetSprite, draw_figures
from game.ui.art.field import STRIKE_FRAME
from game.ui.core.verbs import KICK, LANDING, PLACE, SOCK, STEP
from tests.robot.socker import SockerRobot
from tests.scenes.harness import WindowRobot

DUEL = "field=9/9/9/9/9/4oB3/4R4/9/9/9/9"
SHOT = "field=9/4oB3/4R4/9/9/9/9/9/9/2R6/4B4"
SPOT = "field=3R5/2B1B4/3B5/9/9/9/9/r8/r8/rB7/9 phase=spot turn=1 mover=0 row=10 left=1 limit=3"


class Stage:
    """A match of Socker whose sounds and sprites are recorded."""

    def __init__(self, window: WindowRobot, monkeypatch: pytest.MonkeyPatch, position: str, **look: Any):
        window.context.update_settings(**{"animation_speed": "brisk"} | look)
        self.window = window
        self.robot = SockerRobot(window, position, (0, 1))
        self.sounds = window.record_sounds()
        self.start = 0.0
        self.pieces: dict[tuple[int, tuple[float, float]], PiecePose] = {}
        self.ball: BallSprite | None = None
        draw_piece, draw_ball = board.draw_piece, board.draw_ball

        def piece(*given: Any, **how: Any) -> None:
            self.pieces[given[2], given[3]] = given[4]
            draw_piece(*given, **how)

        def ball(*given: Any) -> None:
            self.ball = given[2]
            draw_ball(*given)

        monkeypatch.setattr(board, "draw_piece", piece)
        monkeypatch.setattr(board, "draw_ball", ball)

    def play(self, move: str) -> None:
        self.start, self.sounds = self.window.time, self.window.record_sounds()
        self.robot.begin(move)

    def frames(self, ms: float = 4) -> Iterator[float]:
        """Yield the time since the move for each drawn frame of the animation."""
        while self.robot.is_busy:
            self.window.step(ms=ms)
            self.pieces.clear()
            self.window.picture()
            yield self.window.time - self.start

    def place(self, cell: str) -> tuple[float, float]:
        return self.robot.boxes.ground.place(cell)

    def pose(self, look: int) -> PiecePose:
        """Pose of the only puppet of a side."""
        (pose,) = [pose for (seat, _at), pose in self.pieces.items() if seat == look]
        return pose

    def heard(self, name: str) -> float:
        """Time of a sound that was heard once."""
        ((when, _tone),) = self.sounds.of(name)
        return when


@pytest.mark.parametrize("phase", range(12))
def test_ball_leaves_at_the_strike_in_every_phase_of_the_idle_clock(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, phase: int
) -> None:
    stage = Stage(window, monkeypatch, DUEL)
    window.time += phase * 223
    window.step()
    stage.play("kick e5 e6")
    before, _y = stage.place("e6")
    for now in stage.frames(ms=16):
        assert stage.ball is not None
        if stage.ball.at[0] != before or stage.ball.stretch != 1:
            pose = stage.pose(0)
            assert (pose.state, pose.frame) == ("jab", STRIKE_FRAME)
            assert now == pytest.approx(KICK.contact, abs=16)
            assert stage.heard("kick") == now
            return
    raise AssertionError("the ball never moves")


def test_ball_behind_its_kicker_is_faced(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(window, monkeypatch, "field=9/9/9/9/4R4/4oB3/9/9/9/9/9")
    stage.play("kick e7 e6")
    flips = {stage.pose(0).flip for now in stage.frames() if 10 < now < KICK.contact}
    assert flips == {True}


def test_kicker_ducks_then_reaches_for_a_ball_behind_it(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(window, monkeypatch, "field=9/9/9/9/9/9/3oR4/9/9/9/9")
    stage.play("kick e5 d5")
    tallest = dict[bool, list[float]]()
    for now in stage.frames():
        ((_look, at),) = stage.pieces
        tallest.setdefault(now >= KICK.contact, []).append(stage.pose(0).stretch)
        assert at == stage.place("e5"), "its cuff stays where it is"
    assert min(tallest[False]) < 0.9
    assert max(tallest[True]) > 1.2


def test_kicker_leaps_and_slams_down_on_a_ball_before_it(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(window, monkeypatch, "field=9/9/9/9/9/9/4Ro3/9/9/9/9")
    stage.play("kick e5 f5")
    stretches, struck = list[float](), set[tuple[str, int, float]]()
    for now in stage.frames():
        ((_look, (_x, y)),), pose = stage.pieces, stage.pose(0)
        if now < KICK.contact:
            stretches.append(pose.stretch)
        elif now <= KICK.contact + KICK.hit.stops:
            struck.add((pose.state, pose.frame, y))
            assert pose.lift > 0, "it is on the ball"
    assert max(stretches) > 1.2
    assert struck == {("jab-down", STRIKE_FRAME, stage.place("f5")[1])}


def test_kick_stands_still_at_its_contact(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(window, monkeypatch, DUEL)
    stage.play("kick e5 e6")
    poses = {
        (stage.ball, stage.pose(0))
        for now in stage.frames()
        if KICK.contact + 4 <= now <= KICK.contact + KICK.hit.stops
    }
    assert len(poses) == 1
    ((ball, _pose),) = poses
    assert ball is not None
    assert ball.stretch < 1


@pytest.mark.parametrize(
    ("position", "move", "contact", "sound"),
    [
        (DUEL, "move e5 d5", STEP.contact - 69, "step"),
        (DUEL, "kick e5 e6", KICK.contact, "kick"),
        (DUEL, "sock e5 f6", SOCK.contact, "sock"),
        (DUEL, "sock e5 f6", LANDING.contact + SOCK.hit.stops, "place"),
        (SPOT, "spot e9", PLACE.contact, "place"),
    ],
    ids=["step", "kick", "sock", "landing", "spot"],
)
def test_contact_sounds_when_it_is_seen(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, position: str, move: str, contact: float, sound: str
) -> None:
    stage = Stage(window, monkeypatch, position)
    stage.play(move)
    deque(stage.frames(), 0)
    assert stage.heard(sound) == pytest.approx(contact, abs=5)


@pytest.mark.parametrize("speed", ["relaxed", "brisk", "instant"])
@pytest.mark.parametrize("move", ["move e5 d5", "kick e5 e6", "sock e5 f6"])
def test_action_ends_in_the_rules_spaces(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, move: str, speed: str
) -> None:
    stage = Stage(window, monkeypatch, DUEL, animation_speed=speed)
    stage.play(move)
    deque(stage.frames(ms=16), 0)
    view = stage.robot.view
    last = view.effects.pose()
    assert last.figure is None
    assert last.ball is None
    seen = board.PitchPicture.of(as_observation(stage.robot.session.observe(None)))
    window.run_for(400)
    stage.pieces.clear()
    window.picture()
    assert {at for _look, at in stage.pieces} == {stage.place(piece.cell) for piece in seen.pieces}
    assert {pose.stretch for pose in stage.pieces.values()} == {1.0}, "all of it has sprung back"
    assert stage.ball is not None
    assert stage.ball.at[0] == stage.place(seen.ball or "")[0]


@pytest.mark.parametrize("turn", range(4))
def test_socked_puppet_lands_where_it_lies(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    """The last frame of its flight is near its place and its pose there, although physics move it."""
    victim, cell = (("f6", "g7"), ("e4", "e3"), ("d5", "c5"), ("f5", "g5"))[turn]
    rows = {"f6": "9/9/9/9/9/5B3/4Ro3", "e4": "9/9/9/9/9/9/4Ro3/4B4", "d5": "9/9/9/9/9/9/3BRo3"}
    field = rows.get(victim, "9/9/9/9/9/9/3oRB3")
    field += "/9" * (10 - field.count("/"))
    stage = Stage(window, monkeypatch, f"field={field}")
    stage.play(f"sock e5 {victim}")
    last: tuple[tuple[float, float], PiecePose] | None = None
    for _now in stage.frames():
        figure = stage.robot.view.effects.pose().figure
        if figure is not None and figure.stance.state == "stand":
            last = figure.at, figure.stance
    assert last is not None
    (x, y), pose = last
    assert (x, y) == pytest.approx(stage.place(cell), abs=0.12)
    assert pose.lift < 6
    lying = -1 if pose.flip else 1  # a quarter turn, to the side of the head in the picture
    assert pose.angle / 1.5708 % 4 == pytest.approx(lying % 4, abs=0.25)


def test_acts_of_a_turn_climb_the_scale(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(window, monkeypatch, DUEL)
    tones: list[int | None] = []
    for move in ("move e5 d5", "move d5 e5", "kick e5 e6"):
        stage.play(move)
        deque(stage.frames(ms=16), 0)
        tones += [tone for _when, name, tone in stage.sounds.heard if name in {"step", "kick"}]
    assert tones == [0, 2, 4]


def test_nobody_waits_for_dust(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(window, monkeypatch, DUEL)
    stage.play("move e5 d5")
    *_frames, end = stage.frames()
    assert end == pytest.approx(STEP.length, abs=8)
    player = stage.robot.animations.player
    assert player.trails()
    stage.play("move d5 e5")
    window.step(ms=16)
    figure = stage.robot.view.effects.pose().figure
    assert figure is not None, "the next step goes on while the first settles"
    assert figure.stance.stretch != 1


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("move", ["move e5 d5", "sock e5 f6"])
def test_nothing_of_an_action_stays_on_the_screen(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, move: str
) -> None:
    stage = Stage(window, monkeypatch, DUEL, scenery=False)
    stage.play(move)
    window.run_for(1500)
    assert window.is_fully_drawn()


def test_reduced_motion_shows_the_strike_and_moves_nothing(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(window, monkeypatch, DUEL, reduced_motion=True)
    stage.play("sock e5 f6")
    places, states = set(), set()
    for _now in stage.frames():
        pose = stage.robot.view.effects.pose()
        assert not stage.robot.view.effects.ground_effects()
        if pose.figure is not None:
            places.add(pose.figure.at)
        if stage.robot.is_busy:
            striker = stage.pose(0)
            states.add((striker.state, striker.frame))
    assert places == {stage.place("f6"), stage.place("g7")}
    assert {(state, frame) for state, frame in states if state != "stand"} == {("jab", STRIKE_FRAME)}
    assert not stage.robot.animations.player.trails()
    assert [name for _when, name, _tone in stage.sounds.heard if name in {"sock", "place"}] == [
        "sock",
        "place",
    ]


def test_effects_cover_nothing_nearer(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dust covers the puppet that raised it, and what a blow throws up is behind both that meet."""
    robot, drawn = SockerRobot(window, DUEL), list[object]()
    monkeypatch.setattr(board, "_draw_figure", lambda _painter, _boxes, figure: drawn.append(figure.at[1]))
    monkeypatch.setattr(board, "draw_ball", lambda *_arguments: drawn.append("ball"))
    figures = [PuppetSprite((1.0, y), 0, PiecePose("stand")) for y in (3.0, 1.0, 2.0)]
    effects = [
        GroundEffect(2.0, lambda _painter: drawn.append("dust")),
        GroundEffect(2.0, lambda _painter: drawn.append("star"), is_behind=True),
    ]
    painter = window.context.measuring_painter
    draw_figures(painter, robot.boxes, figures, BallSprite((2.0, 2.0)), effects)
    assert drawn == [1.0, "star", 2.0, "ball", "dust", 3.0]
    drawn.clear()
    lunging = PuppetSprite((1.0, 2.0), 0, PiecePose("jab"), (0.1, 0.0))
    draw_figures(painter, robot.boxes, [lunging], BallSprite((2.0, 2.0)))
    assert drawn == ["ball", 2.0]


def test_goal_is_replayed_with_the_same_strike(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(window, monkeypatch, SHOT)
    strikes = {"kick": set[tuple[str, int]](), "goal": set[tuple[str, int]]()}
    stage.play("kick e9 e10")
    for _now in stage.frames(ms=8):
        bend = stage.robot.view.effects.pose().bends.get("e9")
        if bend is not None and stage.robot.event in strikes:
            strikes[stage.robot.event].add((bend.state, bend.frame))
    assert strikes["kick"] == strikes["goal"]
    assert ("jab", STRIKE_FRAME) in strikes["goal"]


@pytest.mark.parametrize("still", [False, True])
def test_refused_puppet_shakes_its_head(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, *, still: bool
) -> None:
    stage = Stage(window, monkeypatch, DUEL, reduced_motion=still)
    place = stage.place("f6")
    stage.robot.click("f6")
    places = []
    for _frame in range(20):
        window.step(ms=20)
        stage.pieces.clear()
        window.picture()
        places += [at for look, at in stage.pieces if look == 1]
    assert (max(places) > place > min(places)) is not still
    assert places[-1] == place, "it comes to rest where it was"
