"""Animations of Socker's events: hops, flights, thumps and the coin."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import TypeAlias, assert_never

import pygame

from game.core.game import Event
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    ExtraTimeBegun,
    GoalScored,
    InactivityWarned,
    LegVoided,
    LimitRaised,
    SetupBegun,
    SockerCoinTossed,
    SockerEventKind,
    SockerMatchEnded,
    SockerMoved,
    SockerPlaced,
    SockerSocked,
    SockersStoodUp,
    SockerTurnPassed,
    SpotChosen,
    SpotNeeded,
    TurnBegun,
    as_event,
)
from game.games.socker.rules.pitch import read_space, space_text
from game.games.socker.screen.art_goal import CLOSE_UP_CELL, from_near
from game.games.socker.screen.board import (
    PIECE_HEIGHT,
    SHADOW_STEP,
    SHADOW_STEPS,
    BallSprite,
    GroundEffect,
    PiecePose,
    PitchModel,
    PitchProjection,
    PuppetSprite,
    draw_ball,
    draw_figures,
    lies_back,
)
from game.games.socker.screen.goal import HIT_MS, PUSHED_MS, SHOUT_MS, GoalAnimation, TeamLook
from game.i18n import _
from game.ui.art.field import FIELD_STATES, FLINCH_LEANS, SHUT_EYES_FRAME, SWING_MS
from game.ui.art.lettering import shout
from game.ui.art.marks import (
    DUST_SCALE,
    PUFF_FRAMES,
    STAR_FRAMES,
    draw_dust,
    impact,
    preload_puffs,
    puff,
    stars,
    yarn_curl,
)
from game.ui.core.animation_timeline import (
    TOP_PASS,
    DrawPass,
    FadeThroughSteps,
    ReducedMotion,
    Timeline,
    parallel,
    sequence,
    wait,
)
from game.ui.core.assets import Assets
from game.ui.core.canvas import (
    Box,
    ease_in,
    ease_in_out,
    ease_out,
    ease_out_back,
    hop_height,
    lerp_point,
    overlaps,
    wobble,
)
from game.ui.core.paint import Painter
from game.ui.core.physics import STEP_MS as FLIGHT_STEP
from game.ui.core.physics import BodyTrajectory, Point, roll, tumble
from game.ui.core.physics import puff as fly_as_lint
from game.ui.core.verbs import KICK, LANDING, PLACE, SOCK, STEP, Verb
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import outfit_of
from game.ui.match.toss import CoinToss

Blow: TypeAlias = BallKicked | SockerSocked


@dataclass(frozen=True, slots=True)
class Bend:
    """Difference of a piece on its space from its usual picture."""

    state: str = ""  # `FIELD_STATES` key; empty for the usual one
    frame: int = 0  # of the state
    shift: tuple[float, float] = (0.0, 0.0)  # from the middle of its space, in spaces
    stretch: float = 1.0  # as in `PiecePose`
    lift: float = 0.0  # as in `PiecePose`
    flip: bool | None = None  # True if it faces left; None for the usual side


UPRIGHT = Bend()


@dataclass(slots=True)
class MotionState:
    """Moving things on the carpet at a moment, and the state of those that stay."""

    opacity: float = 1.0  # opacity of the figure
    figure: PuppetSprite | None = None
    left: str = ""  # space that the figure has left
    ball: BallSprite | None = None
    way: tuple[str, str] | None = None  # start and end of what moves; its trail is laid up to it
    bends: dict[str, Bend] = field(default_factory=dict)
    """By space: those who strike, flinch, or spring back after they came down."""

    @property
    def moving(self) -> PuppetSprite | BallSprite | None:
        """Ball that moves, else the figure."""
        return self.ball or self.figure


POSE_PASS: DrawPass[MotionState] = DrawPass()
GROUND_PASS: DrawPass[list[GroundEffect]] = DrawPass()
CROUCH_MS, CROUCH_HEIGHT = 40.0, 0.86  # ms in which a puppet crouches before a step, and its height then
LEAP_FALL_MS = 40.0  # ms in which it falls at the end of that, so that it lands with weight
LEAP_HEIGHT, LOW_LEAP_HEIGHT = (
    17.0,
    8.0,
)  # height of a step in units, and around the ball, which must stay visible
STEP_SQUASH, PLACE_SQUASH, LANDING_SQUASH = 0.14, 0.22, 0.30  # share of its height
DROP_HEIGHT, FLIGHT_HEIGHT = (
    60.0,
    34.0,
)  # height in units from which something is placed, and of a socked puppet's flight
BACKSWING, BLOW_REACH = (
    0.09,
    0.20,
)  # distance in spaces by which a striker draws back, and then leans into the blow
# distance in spaces down to the top of a ball or head, and share by which a sock that slams down is stretched
LOW_REACH, SLAM_STRETCH = 0.28, 0.24
BACKSWING_SHARE, RETURN_MS = (
    0.72,
    220.0,
)  # share of the time to the blow for that, and ms until it is upright again
# reach in spaces, ms, and share of that until they have leant away, at the contact
FLINCH_REACH, FLINCH_MS, FLINCH_RISE = 1.6, 230.0, 0.12
FULL_TURN = 0.9  # share of a circle after which the physics of a flight only creeps
CURL_MS, BURST_MS = 270.0, 95.0  # ms that wool flies after a kick, and that the burst of a sock is seen
KICK_STAR_SIZES = 0.88, 0.76, 0.64  # sizes of a kick's star one after the other: largest at the contact
BURST_SCALE, WORD_MS = 1.0, 186.0  # size of a sock's burst, and ms for which its word is seen
REPLAY_MS, REPLAY_PACE = 2000.0, 0.4  # ms of the replay of a goal's kick, and its pace
THUMP_SIZE = 26.0  # type size of a sock's word on spaces 58 units high
# Flights are computed once, as each frame asks for them.
_flown, _rolled = lru_cache(4)(fly_as_lint), lru_cache(4)(roll)


@lru_cache(4)
def _tumbled(start: Point, end: Point, others: tuple[Point, ...], seed: int) -> tuple[BodyTrajectory, float]:
    """Flight of a socked puppet, and the ms after which it would only creep."""
    flight = tumble(start, end, others, seed)
    for number, pose in enumerate(flight.poses):
        if abs(pose.angle) > FULL_TURN * math.tau:
            return flight, number * FLIGHT_STEP
    return flight, flight.duration


class SockerEffects:
    """Animation and sound of each event."""

    def __init__(self, context: ViewContext, pitch: PitchModel) -> None:
        self._context, self._pitch = context, pitch

    def timeline(self, event: Event) -> Timeline:
        """Animation of an event, with its sounds. All look at what moves."""
        point = None
        match as_event(event):
            case BallKicked(from_=cell) | SockerSocked(from_=cell) | SockerMoved(to=cell):
                point = self._ground.middle(cell)
            case SockerPlaced(cell=cell) | SpotChosen(cell=cell):
                point = self._ground.middle(cell)
        animation = self._animation(event).attract_gaze(lambda _progress: self.gaze_point() or point)
        return animation.sounds_from(None if point is None else point[0])

    def _animation(self, event: Event) -> Timeline:
        """Animation of an event, with its sounds."""
        acts = self._pitch.picture.action_count
        match as_event(event):
            case SockerCoinTossed(seat=seat):
                return self.toss(seat).timeline()
            case SetupBegun():
                return wait(250).sound("phase")
            case SockerPlaced() as placed:
                falls = POSE_PASS.span(PLACE.length, partial(self._land, placed), ReducedMotion.COMES)
                return self._touch_down(falls, placed.cell, PLACE_SQUASH, PLACE).hit(PLACE.contact, PLACE.hit)
            case TurnBegun():
                return wait(260)
            case SockerMoved() as step:
                walk = POSE_PASS.span(STEP.length, partial(self._step, step))
                return self._touch_down(walk, step.to, STEP_SQUASH, STEP).hit(STEP.contact, STEP.struck(acts))
            case BallKicked() as kick:
                contact = KICK.struck(acts).along(self._direction(kick))
                rolls = POSE_PASS.span(KICK.settles, partial(self._roll, kick))
                wool = self._thrown_up(CURL_MS, kick, self._draw_kick)
                return self._blow(kick, KICK, parallel(rolls, wool)).hit(KICK.contact, contact)
            case SockerSocked(seat=seat) as blow:
                contact = SOCK.struck(acts).along(self._direction(blow))
                flies = POSE_PASS.span(SOCK.settles, partial(self._tumble, blow))
                burst = self._thrown_up(BURST_MS, blow, self._draw_burst)
                lint = self._thrown_up(SOCK.settles, blow, self._draw_lint)
                dizzy = self._on_ground(
                    LANDING.settles, self._ground.place(blow.to)[1], partial(self._draw_stars, blow.to)
                )
                word = TOP_PASS.span(WORD_MS, partial(self._draw_word, blow), ReducedMotion.LEFT_OUT)
                whole = self._blow(blow, SOCK, parallel(flies, burst, lint, word))
                whole = parallel(
                    self._touch_down(whole, blow.to, LANDING_SQUASH, LANDING).sound("stars", LANDING.contact),
                    sequence(wait(LANDING.contact), dizzy),
                )
                for verb, hit in ((SOCK, contact), (LANDING, LANDING.hit)):
                    whole = whole.hit(verb.contact, replace(hit, seats=(1 - seat,)))
                return whole
            case BallOut() as out:
                return POSE_PASS.span(520, partial(self._leave, out)).sound("zip")
            case SpotNeeded():
                return wait(250)
            case SpotChosen(cell=cell):
                falls = POSE_PASS.span(PLACE.length, partial(self._drop_ball, cell), ReducedMotion.COMES)
                return falls.hit(PLACE.contact, PLACE.hit)
            case LimitRaised() | InactivityWarned():
                return wait(900)
            case GoalScored() as goal:
                # At the hit, not after it.
                near = self._goal_animation(goal).timeline().at(HIT_MS, partial(self._count, goal))
                glad = partial(self._context.faces.set_moods, [goal.seat])
                return sequence(near, self._replay_timeline(goal)).stop_on_press().at(0, glad)
            case SockersStoodUp():
                return wait(320).sound("pop")
            case SockerTurnPassed():
                return TOP_PASS.span(900, partial(self._word, _("Pass!")), ReducedMotion.STANDS)
            case ExtraTimeBegun():
                return TOP_PASS.span(1000, partial(self._word, _("Extra time")), ReducedMotion.STANDS).sound(
                    "whistle"
                )
            case LegVoided():
                return TOP_PASS.span(1000, partial(self._word, _("New set-up!")), ReducedMotion.STANDS).sound(
                    "whistle"
                )
            case SockerMatchEnded():
                last_events = self._context.session.last_events()
                return Timeline(0, shows_end=any(ended.kind == SockerEventKind.GOAL for ended in last_events))
            case unknown:
                assert_never(unknown)

    def gaze_point(self) -> tuple[float, float] | None:
        """Canvas point of what moves on the carpet, which all eyes follow. None if nothing moves."""
        moving = self.pose().moving
        return None if moving is None else self._ground.point(moving.at)

    def pose(self) -> MotionState:
        """Current state of the movement."""
        pose = MotionState()
        for paint, progress, pose.opacity in self._context.playback.player.now(POSE_PASS):
            paint(pose, progress)
        return pose

    def ground_effects(self) -> list[GroundEffect]:
        """Current effects on the carpet."""
        effects = list[GroundEffect]()
        for add, progress, _opacity in self._context.playback.player.now(GROUND_PASS):
            add(effects, progress)
        return effects

    @property
    def _ground(self) -> PitchProjection:
        """Projection of the spaces onto the screen."""
        return self._pitch.boxes.ground

    @property
    def shows_goal(self) -> bool:
        """True while a goal is shown."""
        show = self._context.current_animation
        return show is not None and show.event.kind == SockerEventKind.GOAL

    @property
    def is_near(self) -> bool:
        """True while only the close-up of a goal is visible. Never with reduced motion."""
        show = self._context.current_animation
        elapsed = 0.0 if show is None else show.progress * (SHOUT_MS + REPLAY_MS)
        return (
            self.shows_goal
            and not self._context.app.reduced_motion
            and PUSHED_MS < elapsed < SHOUT_MS - PUSHED_MS
        )

    def _count(self, goal: GoalScored) -> None:
        """Show the score after a goal."""
        self._pitch.picture.score = list(goal.score)

    def _goal_animation(self, goal: GoalScored) -> GoalAnimation:
        """Close-up of a goal, with the score before and after it and its place."""
        before = list(goal.score)
        before[goal.seat] -= 1
        score = (before[0], before[1]), (goal.score[0], goal.score[1])
        return replace(self._goal_of(goal.seat, goal.by), score=score, at=self._ground.middle(goal.at))

    def _replay_timeline(self, goal: GoalScored) -> Timeline:
        """Animation of a goal's kick on the table in slow motion, with the ball's path."""
        (x0, y0), (x1, y1) = read_space(goal.who), read_space(goal.at)
        kick = BallKicked(goal.by, goal.who, space_text((x0 + x1) // 2, (y0 + y1) // 2), goal.at)
        start = (REPLAY_MS - KICK.length / REPLAY_PACE) / 2

        def show(pose: MotionState, progress: float) -> None:
            """Set the ball, its path, the kicker and those near it at ``progress`` of the replay."""
            elapsed = (progress * REPLAY_MS - start) * REPLAY_PACE
            roll_share = (elapsed - KICK.contact) / KICK.settles
            flinch_share = (elapsed - KICK.contact) / FLINCH_MS + FLINCH_RISE
            if 0 <= elapsed < KICK.length:
                self._strike(kick, KICK, pose, elapsed / KICK.length)
            if roll_share < 0:
                pose.ball = BallSprite(self._ground.place(kick.from_))
            else:
                self._roll(kick, pose, min(1.0, roll_share))
            if 0 <= flinch_share < 1:
                self._flinch(kick, pose, flinch_share)

        def sign(painter: Painter, _progress: float) -> None:
            """Draw the words "Slow motion" at the upper edge of the carpet."""
            board = self._ground.board
            at = board.centre[0], board.y + self._ground.cell[1] / 2
            painter.blit(shout(painter.assets, _("Slow motion"), turn=0), *at, "center")

        wool = self._thrown_up(CURL_MS / REPLAY_PACE, kick, self._draw_kick)
        return parallel(
            POSE_PASS.span(REPLAY_MS, show, ReducedMotion.STANDS),
            TOP_PASS.span(REPLAY_MS, sign, ReducedMotion.STANDS),
            sequence(wait(start + KICK.contact / REPLAY_PACE), wool),
        )

    def _goal_of(self, seat: int, by: int) -> GoalAnimation:
        """Close-up of a goal of ``seat`` after a kick of ``by``, without score and place."""
        places, seats = self._pitch.boxes, self._context.seats
        return GoalAnimation(
            from_near(places.pitch),
            (
                TeamLook(seats[0].look, outfit_of("", seats[0].cap)),
                TeamLook(seats[1].look, outfit_of("", seats[1].cap)),
            ),
            seat,
            by,
            grows=CLOSE_UP_CELL[0] / self._ground.cell[0],
        )

    def _direction(self, blow: Blow) -> tuple[float, float]:
        """Direction of a kick or sock on the screen, of length 1."""
        (x0, y0), (x1, y1) = self._ground.place(blow.from_), self._ground.place(blow.to)
        distance = math.hypot(x1 - x0, y1 - y0)
        return (x1 - x0) / distance, (y1 - y0) / distance

    def _blow(self, blow: Blow, verb: Verb, struck: Timeline) -> Timeline:
        """Animation of a kick or sock: the blow, those who flinch, and what is ``struck``."""
        contact = FadeThroughSteps((verb.contact / verb.length, 1.0))  # upright as the struck thing comes
        strike = POSE_PASS.span(verb.length, partial(self._strike, blow, verb), contact)
        flinch = POSE_PASS.span(FLINCH_MS, partial(self._flinch, blow), ReducedMotion.LEFT_OUT)
        return parallel(
            strike,
            sequence(wait(verb.contact - FLINCH_RISE * FLINCH_MS), flinch),
            sequence(wait(verb.contact), struck),
        )

    def _on_ground(
        self, ms: float, depth: float, draw: Callable[[Painter, float], None], *, is_behind: bool = False
    ) -> Timeline:
        """Animation of an effect on the carpet; see `GroundEffect`."""

        def add(effects: list[GroundEffect], progress: float) -> None:
            """Add it to the current effects."""
            effects.append(GroundEffect(depth, lambda painter: draw(painter, progress), is_behind))

        return GROUND_PASS.span(ms, add, ReducedMotion.LEFT_OUT)

    def _thrown_up(self, ms: float, blow: Blow, draw: Callable[[Blow, Painter, float], None]) -> Timeline:
        """Animation of what a contact throws up, behind both that meet there."""
        depth = min(self._ground.place(cell)[1] for cell in (blow.who, blow.from_, blow.to))
        return self._on_ground(ms, depth, partial(draw, blow), is_behind=True)

    def _touch_down(self, motion: Timeline, cell: str, squash: float, verb: Verb) -> Timeline:
        """``motion`` onto a space, with what follows its contact: it springs back from a squash, and dust."""
        whole, reach = verb.settles + verb.tail, 34.0 if verb is LANDING else 14.0  # as wide as what lands

        def settle(start: float, end: float) -> Timeline:
            """Part of what follows, from ``start`` to ``end`` (ms after the contact)."""

            def at(progress: float) -> float:
                """Progress of the whole at ``progress`` of this part."""
                return (start + (end - start) * progress) / whole

            return parallel(
                POSE_PASS.span(
                    end - start,
                    lambda pose, progress: self._spring(cell, squash, pose, at(progress)),
                    ReducedMotion.LEFT_OUT,
                ),
                self._on_ground(
                    end - start,
                    self._ground.place(cell)[1],
                    lambda painter, progress: self._draw_dust(cell, reach, painter, at(progress)),
                ),
            )

        touch = sequence(wait(verb.contact), settle(0.0, verb.settles))
        return parallel(motion, touch).then(settle(verb.settles, whole))

    def _spring(self, cell: str, squash: float, pose: MotionState, progress: float) -> None:
        """Squash a puppet that came down on a space, and let it spring back."""
        stretch, place = 1 - squash * wobble(progress), self._ground.place(cell)
        if pose.figure is not None and pose.figure.at == place:
            pose.figure = replace(pose.figure, stance=replace(pose.figure.stance, stretch=stretch))
        else:
            pose.bends.setdefault(cell, Bend(stretch=stretch))

    def _land(self, placed: SockerPlaced, pose: MotionState, progress: float) -> None:
        """Set the figure of a puppet that drops onto its space."""
        lift, stretch = _fall(progress)
        alpha = round(255 * pose.opacity)
        stance = PiecePose("stand", flip=placed.seat == 1, lift=lift, alpha=alpha, stretch=stretch)
        pose.figure = PuppetSprite(
            self._ground.place(placed.cell), self._context.seats[placed.seat].look, stance
        )

    def _drop_ball(self, cell: str, pose: MotionState, progress: float) -> None:
        """Set the ball, which drops onto a space and springs back from a squash."""
        lift, stretch = _fall(progress)
        if not lift:
            stretch = 1 - PLACE_SQUASH * wobble((progress * PLACE.length - PLACE.contact) / PLACE.settles)
        alpha = round(255 * pose.opacity)
        pose.ball = BallSprite(self._ground.place(cell), lift=lift, stretch=stretch, alpha=alpha)

    def _step(self, step: SockerMoved, pose: MotionState, progress: float) -> None:
        """Set the figure of a puppet that crouches, leaps to a space beside its own, and lands."""
        start, end, elapsed = *map(self._ground.place, (step.from_, step.to)), progress * STEP.length
        crouch = ease_in_out(min(1.0, elapsed / CROUCH_MS))
        leap = min(1.0, max(0.0, (elapsed - CROUCH_MS) / (STEP.contact - CROUCH_MS)))
        at = lerp_point(lerp_point(start, end, -0.05 * crouch), end, ease_in_out(leap))
        flip = step.seat == 1 if start[0] == end[0] else end[0] < start[0]  # it looks where it goes
        stance = PiecePose("stand", flip=flip, alpha=round(255 * pose.opacity))
        if leap == 0:
            stance = replace(stance, stretch=1 - (1 - CROUCH_HEIGHT) * crouch)
        elif leap < 1:
            stretch = 1 + 0.1 * math.sin(math.pi * min(1.0, leap * 1.3))
            ball = self._pitch.picture.ball
            around = ball and all(math.dist(self._ground.place(ball), place) < 1.5 for place in (start, end))
            rise = min(1.0, (elapsed - CROUCH_MS) / (STEP.contact - CROUCH_MS - LEAP_FALL_MS))
            fall = max(0.0, 1 - (STEP.contact - elapsed) / LEAP_FALL_MS)
            lift = (LOW_LEAP_HEIGHT if around else LEAP_HEIGHT) * (ease_out(rise) - ease_in(fall))
            stance = replace(stance, state="scamper", frame=int(leap * 2), lift=lift, stretch=stretch)
        pose.figure, pose.left = PuppetSprite(at, self._context.seats[step.seat].look, stance), step.from_
        pose.way = step.from_, step.to

    def _strike(self, blow: Blow, verb: Verb, pose: MotionState, progress: float) -> None:
        """Bend the striker: back, into the blow, and upright again. Its picture depends on no clock."""
        elapsed, (dx, dy) = progress * verb.length, self._direction(blow)
        state = "jab" if dx else "jab-up" if dy < 0 else "jab-down"
        jab, share = FIELD_STATES[state], min(1.0, elapsed / verb.contact)
        back, swing = (
            ease_in_out(min(1.0, share / BACKSWING_SHARE)),
            max(0.0, (share - BACKSWING_SHARE) / (1 - BACKSWING_SHARE)),
        )
        rest = min(1.0, max(0.0, elapsed - verb.contact) / RETURN_MS)
        out = 1 - ease_in_out(rest)
        elapsed = share * SWING_MS + max(0.0, elapsed - verb.contact)
        lift = 0.0
        if state == "jab-down":
            # It leaps, and slams its cuff onto what is in front of it.
            shift = 0.0, (LOW_REACH * back + (1 - LOW_REACH) * swing**2) * out
            lift = (1 - LOW_REACH) * self._ground.cell[1] * back * out
            stretch = 1 + SLAM_STRETCH * (back - 0.6 * swing) * wobble(rest)
        else:
            distance = (-BACKSWING * back + (BACKSWING + BLOW_REACH) * swing**2) * out
            down, tall = max(0.0, dy), wobble(rest, 1.0) if rest else 2 * swing - back
            # Its cuff stays on the carpet: it stretches up to the ball, and bows down to it.
            reach = distance * LOW_REACH / BLOW_REACH if down else distance
            shift = reach * dx, reach * down
            stretch = 1 + 0.08 * tall * (1 - 2 * down) - distance * dy * 58 / PIECE_HEIGHT
        pose.bends[blow.who] = Bend(
            state if elapsed < jab.length else "",
            jab.at(elapsed),
            shift,
            stretch,
            lift,
            flip=dx < 0 if dx else None,
        )

    def _flinch(self, blow: Blow, pose: MotionState, progress: float) -> None:
        """Let those near a blow lean away from it, with shut eyes. They are farthest at the contact."""
        swing = (
            progress / FLINCH_RISE
            if progress < FLINCH_RISE
            else wobble((progress - FLINCH_RISE) / (1 - FLINCH_RISE), 1.0)
        )
        x, y = self._ground.place(blow.from_)
        for piece in self._pitch.picture.pieces:
            at = self._ground.place(piece.cell)
            distance = math.hypot(at[0] - x, at[1] - y)
            if piece.cell in (blow.who, blow.from_) or piece.down or distance > FLINCH_REACH:
                continue
            aside = (at[0] - x) / distance
            shift = 0.07 * swing * aside, 0.07 * swing * (at[1] - y) / distance
            forward = round(FLINCH_LEANS * swing * (-aside if piece.seat == 1 else aside))
            state = "flinch" if progress < 0.6 else ""
            pose.bends[piece.cell] = Bend(state, FLINCH_LEANS + forward, shift, 1 - 0.07 * swing)

    def _tumble(self, blow: SockerSocked, pose: MotionState, progress: float) -> None:
        """Set the figure of a socked puppet: struck, then on its flight, then flat on the carpet."""
        place, pieces = self._ground.place, self._pitch.picture.pieces
        piece = self._pitch.picture.at(blow.from_)
        assert piece is not None
        start, end, flip = place(blow.from_), place(blow.to), piece.seat == 1
        others = tuple(place(puppet.cell) for puppet in pieces if puppet.cell != blow.from_)
        # Seeded with the cells, so that the same blow looks the same in each replay.
        flight, length = _tumbled(start, end, others, hash_of(blow.from_, blow.to))
        share = progress * SOCK.settles / (LANDING.contact - SOCK.contact)
        at, stance = end, PiecePose("flat", flip=flip, alpha=round(255 * pose.opacity))
        if share < 1:
            stretch = 1 + (0.24 if start[1] == end[1] else -0.24) * min(1.0, 1 - share)
            at, stance = start, replace(stance, state="stand", frame=SHUT_EYES_FRAME, stretch=stretch)
        if 0 < share < 1:
            now, last = flight.at(share * length), flight.at(length)
            # It is led home on its way, and turned until it lies as it does on the carpet.
            at = now.x + (end[0] - last.x) * share**2, now.y + (end[1] - last.y) * share**2
            turns = (-0.25 if flip else 0.25) + math.copysign(1, last.angle)
            angle = now.angle / last.angle * turns * math.tau
            stance = replace(stance, lift=FLIGHT_HEIGHT * hop_height(share), angle=angle)
        pose.figure = PuppetSprite(at, self._context.seats[piece.seat].look, stance)
        pose.left, pose.way = piece.cell, (blow.from_, blow.to)

    def _roll(self, kick: BallKicked, pose: MotionState, progress: float) -> None:
        """Set the ball on its way after a kick: pressed by it, then long, then round."""
        start, end = self._ground.place(kick.from_), self._ground.place(kick.to)
        flight = _rolled(start, end, hash_of(kick.who, kick.from_, kick.to))
        at, (dx, dy) = flight.at(progress * flight.duration), self._direction(kick)
        stretch = 0.7 + 0.64 * min(1.0, progress / 0.05) - 0.34 * min(1.0, max(0.0, progress - 0.05) / 0.3)
        high, hop = (13, progress / 0.62) if progress < 0.62 else (4, (progress - 0.62) / 0.38)
        pose.way = kick.from_, kick.to
        pose.ball = BallSprite(
            (at.x, at.y),
            at.angle,
            lift=high * hop_height(hop),
            stretch=stretch,
            heading=math.atan2(dy, dx),
            alpha=round(255 * pose.opacity),
        )

    def _leave(self, out: BallOut, pose: MotionState, progress: float) -> None:
        """Set the ball on its way back from out of bounds, or where it waits there."""
        pose.ball = BallSprite(self._ground.place(out.at))
        # Without a target a spot must be chosen first, so the ball waits where it went out.
        if out.to is not None:
            flight = _rolled(self._ground.place(out.at), self._ground.place(out.to))
            at = flight.at(progress * flight.duration)
            pose.ball = BallSprite((at.x, at.y), at.angle, 12 * hop_height(progress))

    def _word(self, text: str, painter: Painter, progress: float) -> None:
        """Draw a big word that pops up in the middle of the carpet."""
        image = _popped(shout(painter.assets, text, 84), progress)
        painter.blit(image, *self._ground.board.centre, "center")

    def _draw_dust(self, cell: str, reach: float, painter: Painter, progress: float) -> None:
        """Draw a puff on both sides of what came down on a space, at first ``reach`` units away."""
        (x, y), scale = self._ground.middle(cell), self._ground.cell[1] / 58
        draw_dust(painter, (x, y + 21 * scale), reach, progress, k=scale)

    def _draw_kick(self, kick: Blow, painter: Painter, progress: float) -> None:
        """Draw a kick's star at the seam between head and ball, and wool that flies off it."""
        assets = painter.assets
        (x, y), (dx, dy) = self._ground.place(kick.from_), self._direction(kick)
        spaces = [self._ground.place(piece.cell) for piece in self._pitch.picture.pieces]
        before = [PuppetSprite(at, 0, PiecePose("stand")) for at in spaces if at[1] > y]
        x, y = self._ground.point((x, y - lies_back((x, y), before)))
        scale = self._ground.cell[1] / 58
        x, y = x - 16 * dx * scale, y - 16 * dy * scale
        if progress < 0.28:
            size = KICK_STAR_SIZES[int(progress / 0.28 * len(KICK_STAR_SIZES))]
            painter.blit(impact(assets, round(size * scale, 2)), x, y, "center")
        elif progress < 1:
            frame = int(progress * PUFF_FRAMES)
            painter.blit(puff(assets, frame, round(DUST_SCALE * scale, 2)), x, y + 8 * scale, "center")
        for number in range(5):
            # One after the other comes down, as not all fly equally far.
            far = 1 - 0.12 * (number % 3)
            if progress >= far:
                continue
            angle = math.atan2(dy, dx) + (1.2 + 0.5 * (number // 2)) * (-1 if number % 2 else 1)
            reach = (14 + 30 * ease_out(progress) * far) * scale
            at = x + math.cos(angle) * reach, y + math.sin(angle) * reach * 0.7
            up = 10 * hop_height(progress / far) * scale
            painter.blit(self._small_curl(assets, number), at[0], at[1] - up, "center")

    def _small_curl(self, assets: Assets, number: int) -> pygame.Surface:
        """Picture of one of the five curls of a kick, in the first side's colour or of plain wool."""
        seat = -1 if number % 2 else self._pitch.boxes.pitch.seats[0]
        return yarn_curl(assets, seat, number * 80 % 360, round(13 * self._ground.cell[1] / 58))

    def _draw_lint(self, blow: Blow, painter: Painter, progress: float) -> None:
        """Draw the puff and the wool of a sock."""
        assets, projection, seats = painter.assets, self._ground, self._pitch.boxes.pitch.seats
        (x, y), scale = projection.middle(blow.from_), projection.cell[1] / 58
        start, end = projection.place(blow.from_), projection.place(blow.to)
        if 0.12 < progress < 0.8:
            frame = int((progress - 0.12) / 0.68 * PUFF_FRAMES)
            painter.blit(puff(assets, frame, round(0.9 * scale, 2)), x, y, "center")
        bits = _flown(start, end, 10, hash_of(blow.from_, blow.to)) if progress > 0 else ()
        for number, bit in enumerate(bits):
            at = bit.at(progress * bit.duration)
            seat = (seats[number % 2], -1)[number % 3 == 2]
            curl = yarn_curl(assets, seat, number * 40 % 360, round(20 * scale))
            painter.blit(curl, *projection.point((at.x, at.y)), "center")

    def _draw_stars(self, cell: str, painter: Painter, progress: float) -> None:
        """Draw stars that circle above a fallen puppet."""
        (x, y), scale = self._ground.middle(cell), self._ground.cell[1] / 58
        image = stars(painter.assets, int(progress * 3), round(34 * scale))
        above = 18 if self._ground.place(cell)[1] < 1 else 34
        painter.blit(image, x, y - above * scale, "center")

    def _draw_word(self, blow: SockerSocked, painter: Painter, progress: float) -> None:
        """Draw the word "Thump!". It springs back from the blow as its victim does, and shrinks away."""
        if (box := self.word_box(painter.assets, blow)) is not None:
            grow = 1 + PLACE_SQUASH * wobble(min(1.0, progress / 0.7)) - ease_in(progress)
            image = pygame.transform.smoothscale_by(self._thump(painter.assets), grow)
            painter.blit(image, *box.centre, "center")

    def _draw_burst(self, blow: Blow, painter: Painter, progress: float) -> None:
        """Draw the burst of a sock behind its victim's face and above it."""
        (x, y), scale = self._ground.middle(blow.from_), self._ground.cell[1] / 58
        painter.blit(impact(painter.assets, round(BURST_SCALE * scale, 2)), x, y - 12 * scale, "center")

    def _thump(self, assets: Assets) -> pygame.Surface:
        """Picture of a sock's word, in proportion to the puppets, without a margin."""
        image = shout(assets, _("Thump!"), round(THUMP_SIZE * self._ground.cell[1] / 58, 1))
        return image.subsurface(image.get_bounding_rect())

    def word_box(self, assets: Assets, blow: SockerSocked) -> Box | None:
        """Box in units for the word of a sock beside the blow, as opposite to the flight as it has room.

        It is on the carpet, and covers no puppet, ball, landing or score. None without room.
        """
        pitch, field, (dx, dy) = self._pitch, self._ground.board, self._direction(blow)
        width, height = (length / assets.scale for length in self._thump(assets).get_size())
        hit = pitch.figure_box(blow.from_)
        taken = [*map(pitch.where, pitch.occupied()), hit, pitch.figure_box(blow.to)]
        boxes = [
            Box(x, y, width, height)
            for x in (hit.x - width, hit.centre[0] - width / 2, hit.right)
            for y in (hit.y - height, hit.centre[1] - height / 2, hit.bottom)
        ]
        free = [
            box for box in boxes
            if pitch.boxes.score.bottom <= box.y and box.bottom <= field.bottom
            and field.x <= box.x and box.right <= field.right
            and not any(overlaps(box, other) for other in taken)
        ]  # fmt: skip
        return min(free, key=lambda box: box.centre[0] * dx + box.centre[1] * dy, default=None)

    def toss(self, winner: int) -> CoinToss:
        """Toss that ``winner`` wins."""
        seats = self._context.seats
        answer = _("{name} sets up").format(name=seats[winner].name)
        return CoinToss(seats, lambda: self._ground.board.centre, _("Who sets up first?"), answer, winner)

    def warm(self, painter: Painter) -> Iterator[None]:
        """Preload the pictures of effects, one each step."""
        places, scale = self._pitch.boxes, self._ground.cell[1] / 58
        for angle in range(8):
            draw_ball(painter, places, BallSprite((1, 1), angle * math.tau / 8))
            yield
        for step in range(SHADOW_STEPS):
            lift, look = SHADOW_STEP * step + 1, places.pitch.seats[0]
            figure = PuppetSprite((1, 1), look, PiecePose("stand", lift=lift))
            draw_figures(painter, places, [figure], BallSprite((1, 1), lift=lift))
            yield
        yield from preload_puffs(painter.assets, DUST_SCALE * scale, 0.9 * scale)
        for number in range(STAR_FRAMES):
            stars(painter.assets, number, round(34 * scale))
            yield
        for number in range(10):
            seat = (places.pitch.seats[number % 2], -1)[number % 3 == 2]
            yarn_curl(painter.assets, seat, number * 40 % 360, round(20 * scale))
            yield
            self._small_curl(painter.assets, number % 5)
            yield
        for size in (*KICK_STAR_SIZES, BURST_SCALE):
            impact(painter.assets, round(size * scale, 2))
            yield
        self._thump(painter.assets)
        yield
        shout(painter.assets, _("Slow motion"), turn=0)
        yield
        for seat in (0, 1):
            for kicker in (0, 1):
                yield from self._goal_of(seat, kicker).warm(painter)


def _popped(word: pygame.Surface, progress: float) -> pygame.Surface:
    """Picture of a word, smaller while it pops up in the first fifth of ``progress``."""
    grown = min(1.0, ease_out_back(min(1.0, progress * 5)))
    return word if grown >= 0.99 else pygame.transform.smoothscale_by(word, max(0.05, grown))


def _fall(progress: float) -> tuple[float, float]:
    """Height in units and stretch of what is placed, at ``progress`` of its animation."""
    share = progress * PLACE.length / PLACE.contact
    return (DROP_HEIGHT * hop_height((1 + share) / 2), 1 + 0.12 * share) if share < 1 else (0.0, 1.0)


def hash_of(*text: str) -> int:
    """Small number from the letters of some words and their places, the same on all machines."""
    # Not `hash`, which differs at each start.
    return sum(ord(letter) * (place + 1) for place, letter in enumerate("".join(text)))
