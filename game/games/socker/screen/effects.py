"""Animations of Socker's events: hops, flights, thumps and the coin."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import assert_never

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
from game.games.socker.screen.art_goal import NEAR, from_near
from game.games.socker.screen.board import (
    BallSprite,
    PiecePose,
    PitchModel,
    PitchProjection,
    PuppetSprite,
    SockerPiece,
    draw_ball,
)
from game.games.socker.screen.goal import HITS, PUSHED, SHOUT, GoalAnimation, TeamLook
from game.i18n import _
from game.ui.art.lettering import shout
from game.ui.art.marks import PUFF_FRAMES, STAR_FRAMES, impact, puff, stars, yarn_curl
from game.ui.core.animation_timeline import (
    OVER,
    DrawPass,
    ReducedMotion,
    Timeline,
    parallel,
    sequence,
    wait,
)
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, ease_out, ease_out_back, hop_height, lerp_point, overlaps
from game.ui.core.paint import Painter
from game.ui.core.physics import puff as fly_as_lint
from game.ui.core.physics import roll, tumble
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import outfit_of
from game.ui.match.playback import coin_toss


@dataclass(slots=True)
class MotionState:
    """Moving things on the carpet at a moment, and the state of those that stay."""

    opacity: float = 1.0  # opacity of the figure
    figure: PuppetSprite | None = None
    left: str = ""  # space that the figure has left
    ball: BallSprite | None = None
    way: tuple[str, str] | None = None  # start and end of the ball's path while a goal is replayed
    jabs: str = ""  # space of the socker that kicks, socks or scores
    shift: tuple[float, float] = (0.0, 0.0)  # camera shake after a thump, in units


POSE: DrawPass[MotionState] = DrawPass()
BLOW, FLY = 92.4, 567.6  # ms of the strike of a sock, and of the flight of its victim
KICK, JAB = 400.0, 240.0  # ms that a kicked ball rolls, and ms of the kicker's strike
AGAIN, SLOW = 2000.0, 0.4  # ms of the replay of a goal's kick, and its pace
THUMP = 26.0  # type size of a sock's word on spaces 58 units high
# Flights are computed once, as each frame asks for them.
_tumbled, _flown, _rolled = lru_cache(4)(tumble), lru_cache(4)(fly_as_lint), lru_cache(4)(roll)


class SockerEffects:
    """Animation and sound of each event."""

    def __init__(self, context: ViewContext, pitch: PitchModel) -> None:
        self._context, self._pitch = context, pitch

    def timeline(self, event: Event) -> Timeline:
        """Animation of an event, with its sounds. All look at what moves."""
        x = None
        match as_event(event):
            case BallKicked(from_=cell) | SockerSocked(from_=cell) | SockerMoved(to=cell):
                x = self._ground.middle(cell)[0]
            case SockerPlaced(cell=cell):
                x = self._ground.middle(cell)[0]
        return self._animation(event).attract_gaze(lambda _progress: self.gaze_point()).sounds_from(x)

    def _animation(self, event: Event) -> Timeline:
        """Animation of an event, with its sounds."""
        match as_event(event):
            case SockerCoinTossed(seat=seat):
                text = _("{name} sets up").format(name=self._context.seats[seat].name)
                return coin_toss(lambda: self._ground.board.centre, text, 40)
            case SetupBegun():
                return wait(250).sound("phase")
            case SockerPlaced() as placed:
                return POSE.span(240, partial(self._land, placed), ReducedMotion.COMES).sound("place")
            case TurnBegun():
                return wait(260)
            case SockerMoved() as step:
                return POSE.span(210, partial(self._step, step)).sound("step")
            case BallKicked(who=who) as kick:
                return parallel(POSE.span(KICK, partial(self._roll, kick)), _jab(who, JAB)).sound("kick")
            case SockerSocked(who=who) as blow:
                lint = OVER.span(FLY, partial(self._draw_hit, blow), ReducedMotion.LEFT_OUT)
                hit = parallel(
                    POSE.span(FLY, partial(self._tumble, blow)),
                    POSE.span(198, _shake, ReducedMotion.LEFT_OUT),
                    lint,
                )
                waits = POSE.span(
                    BLOW, lambda pose, _progress: self._tumble(blow, pose, 0.0), ReducedMotion.STEADY
                )
                both = parallel(sequence(waits, hit), _jab(who, 396))
                return both.sound("sock").sound("stars", BLOW + FLY)
            case BallOut() as out:
                return POSE.span(520, partial(self._leave, out)).sound("zip")
            case SpotNeeded():
                return wait(250)
            case SpotChosen():
                return wait(300).sound("place")
            case LimitRaised() | InactivityWarned():
                return wait(900)
            case GoalScored() as goal:
                # At the hit, not after it.
                near = self._goal_animation(goal).timeline().at(HITS, partial(self._count, goal))
                glad = partial(self._context.faces.set_moods, [goal.seat])
                return sequence(near, self._replay_timeline(goal)).stop_on_press().at(0, glad)
            case SockersStoodUp():
                return wait(320).sound("pop")
            case SockerTurnPassed():
                return OVER.span(900, partial(self._word, _("Pass!")), ReducedMotion.STANDS)
            case ExtraTimeBegun():
                return OVER.span(1000, partial(self._word, _("Extra time")), ReducedMotion.STANDS).sound(
                    "whistle"
                )
            case LegVoided():
                return OVER.span(1000, partial(self._word, _("New set-up!")), ReducedMotion.STANDS).sound(
                    "whistle"
                )
            case SockerMatchEnded():
                last_events = self._context.session.last_events()
                return Timeline(0, shows_end=any(ended.kind == SockerEventKind.GOAL for ended in last_events))
            case unknown:
                assert_never(unknown)

    def gaze_point(self) -> tuple[float, float] | None:
        """Canvas point of what moves on the carpet, which all eyes follow. None if nothing moves."""
        pose = self.pose()
        moves = pose.ball or pose.figure
        return None if moves is None else self._ground.point(moves.at)

    def pose(self) -> MotionState:
        """Current state of the movement."""
        pose = MotionState()
        for paint, progress, pose.opacity in self._context.playback.player.now(POSE):
            paint(pose, progress)
        return pose

    def piece_state(self, piece: SockerPiece, pose: MotionState) -> str:
        """`FIELD_STATES` key of a piece that stays: ``jab`` if it strikes, else its mood or ``stand``."""
        return "jab" if piece.cell == pose.jabs else self._context.faces.mood(piece.seat) or "stand"

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
        elapsed = 0.0 if show is None else show.progress * (SHOUT + AGAIN)
        return self.shows_goal and not self._context.app.reduced_motion and PUSHED < elapsed < SHOUT - PUSHED

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
        start = (AGAIN - KICK / SLOW) / 2

        def roll(pose: MotionState, progress: float) -> None:
            """Set the ball, its path and the kicker at ``progress`` of the replay."""
            elapsed = (progress * AGAIN - start) * SLOW
            self._roll(kick, pose, min(1.0, max(0.0, elapsed / KICK)))
            pose.way = kick.from_, kick.to
            pose.jabs = kick.who if 0 <= elapsed < JAB else ""

        def sign(painter: Painter, _progress: float) -> None:
            """Draw the words "Slow motion" at the upper edge of the carpet."""
            board = self._ground.board
            at = board.centre[0], board.y + self._ground.cell[1] / 2
            painter.blit(shout(painter.assets, _("Slow motion"), turn=0), *at, "center")

        return parallel(
            POSE.span(AGAIN, roll, ReducedMotion.STANDS), OVER.span(AGAIN, sign, ReducedMotion.STANDS)
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
            grows=NEAR[0] / self._ground.cell[0],
        )

    def _land(self, placed: SockerPlaced, pose: MotionState, progress: float) -> None:
        """Set the figure of a puppet that drops onto its space."""
        drop, alpha = max(0.0, 60 * (1 - ease_out_back(progress))), round(255 * pose.opacity)
        stance = PiecePose("stand", flip=placed.seat == 1, lift=drop, alpha=alpha)
        pose.figure = PuppetSprite(
            self._ground.place(placed.cell), self._context.seats[placed.seat].look, stance
        )

    def _step(self, step: SockerMoved, pose: MotionState, progress: float) -> None:
        """Set the figure of a puppet between two spaces."""
        at = lerp_point(self._ground.place(step.from_), self._ground.place(step.to), ease_out(progress))
        flip, alpha = step.seat == 1, round(255 * pose.opacity)
        stance = PiecePose(
            "scamper", int(progress * 4), flip=flip, lift=9 * hop_height(progress), alpha=alpha
        )
        pose.figure, pose.left = PuppetSprite(at, self._context.seats[step.seat].look, stance), step.from_

    def _tumble(self, blow: SockerSocked, pose: MotionState, progress: float) -> None:
        """Set the figure of a socked puppet on its flight."""
        place, pieces = self._ground.place, self._pitch.picture.pieces
        piece = self._pitch.picture.at(blow.from_)
        assert piece is not None
        others = tuple(place(puppet.cell) for puppet in pieces if puppet.cell != blow.from_)
        # Seeded with the cells, so that the same blow looks the same in each replay.
        flight = _tumbled(place(blow.from_), place(blow.to), others, hash_of(blow.from_, blow.to))
        at = flight.at(progress * flight.duration)
        stance = PiecePose("stand", flip=piece.seat == 1, alpha=round(255 * pose.opacity))
        if abs(at.angle) / math.tau > 0.9:
            stance = replace(stance, state="flat")
        elif progress >= 0.04:
            stance = replace(stance, lift=26 * hop_height(min(1.0, progress * 1.6)), angle=at.angle)
        look = self._context.seats[piece.seat].look
        pose.figure, pose.left = PuppetSprite((at.x, at.y), look, stance), piece.cell

    def _roll(self, kick: BallKicked, pose: MotionState, progress: float) -> None:
        """Set the ball on its way after a kick."""
        start, end = self._ground.place(kick.from_), self._ground.place(kick.to)
        flight = _rolled(start, end, hash_of(kick.who, kick.from_, kick.to))
        at = flight.at(progress * flight.duration)
        pose.ball = BallSprite((at.x, at.y), at.angle, 12 * hop_height(progress))

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

    def _draw_hit(self, blow: SockerSocked, painter: Painter, progress: float) -> None:
        """Draw the hit: lint, the word "Thump!", and stars where the victim lands."""
        assets, projection, seats = painter.assets, self._ground, self._pitch.boxes.pitch.seats
        (x, y), scale = projection.middle(blow.from_), projection.cell[1] / 58
        start, end = projection.place(blow.from_), projection.place(blow.to)
        if progress < 0.3:
            painter.blit(impact(assets, round(0.8 * scale, 2)), x, y - 8, "center")
        if progress < 0.75:
            frame = int(progress / 0.75 * PUFF_FRAMES)
            painter.blit(puff(assets, frame, round(0.9 * scale, 2)), x, y, "center")
        for number, bit in enumerate(_flown(start, end, 10, hash_of(blow.from_, blow.to))):
            at = bit.at(progress * bit.duration)
            seat = (seats[number % 2], -1)[number % 3 == 2]
            curl = yarn_curl(assets, seat, number * 40 % 360, round(20 * scale))
            painter.blit(curl, *projection.point((at.x, at.y)), "center")
        if progress > 0.55:
            landing = projection.middle(blow.to)
            image = stars(assets, int(progress * 12) % STAR_FRAMES, round(34 * scale))
            painter.blit(image, landing[0], landing[1] - (18 if end[1] < 1 else 34) * scale, "center")
        if progress < 0.8:
            box = self.word_box(assets, blow)
            if box is not None:
                painter.blit(_popped(self._thump(assets), progress), *box.centre, "center")

    def _thump(self, assets: Assets) -> pygame.Surface:
        """Picture of a sock's word, in proportion to the puppets, without a margin."""
        image = shout(assets, _("Thump!"), round(THUMP * self._ground.cell[1] / 58, 1))
        return image.subsurface(image.get_bounding_rect())

    def word_box(self, assets: Assets, blow: SockerSocked) -> Box | None:
        """Box in units for the word of a sock, above the blow and its landing, else below.

        It is on the carpet, and covers no puppet, ball or score. None without room.
        """
        pitch, field = self._pitch, self._ground.board
        width, height = (length / assets.scale for length in self._thump(assets).get_size())
        hit, landing = pitch.figure_box(blow.from_), pitch.figure_box(blow.to)
        left = (hit.centre[0] + landing.centre[0] - width) / 2
        left = max(field.x, min(left, field.right - width))
        others = [pitch.where(cell) for cell in pitch.occupied() if cell != blow.from_]
        tops = min(hit.y, landing.y) - height, max(hit.bottom, landing.bottom)
        boxes = (Box(left, top, width, height) for top in tops)
        return next(
            (
                box for box in boxes
                if pitch.boxes.score.bottom <= box.y and box.bottom <= field.bottom
                and not any(overlaps(box, other) for other in others)
            ),
            None,
        )  # fmt: skip

    def warm(self, painter: Painter) -> Iterator[None]:
        """Preload the pictures of effects, one each step."""
        places, scale = self._pitch.boxes, self._ground.cell[1] / 58
        for angle in range(8):
            draw_ball(painter, places, (1, 1), angle * math.tau / 8)
            yield
        for frame in range(PUFF_FRAMES):
            puff(painter.assets, frame, round(0.9 * scale, 2))
            yield
        for number in range(STAR_FRAMES):
            stars(painter.assets, number, round(34 * scale))
            yield
        for number in range(10):
            seat = (places.pitch.seats[number % 2], -1)[number % 3 == 2]
            yarn_curl(painter.assets, seat, number * 40 % 360, round(20 * scale))
            yield
        impact(painter.assets, round(0.8 * scale, 2))
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


def _jab(cell: str, ms: float) -> Timeline:
    """Animation of ``ms`` in which the puppet on a space strikes."""

    def jab(pose: MotionState, _progress: float) -> None:
        """Set the space of the puppet that strikes."""
        pose.jabs = cell

    return POSE.span(ms, jab, ReducedMotion.STEADY)


def _shake(pose: MotionState, progress: float) -> None:
    """Set the shake of the camera, which fades out."""
    pose.shift = 4 * (1 - progress) * math.sin(progress * 19), 3 * (1 - progress) * math.cos(progress * 23)


def hash_of(*text: str) -> int:
    """Small number from the letters of some words and their places, the same on all machines."""
    # Not `hash`, which differs at each start.
    return sum(ord(letter) * (place + 1) for place, letter in enumerate("".join(text)))
