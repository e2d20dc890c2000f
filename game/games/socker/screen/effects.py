"""What moves on Socker's screen while an event is shown: hops, flights, thumps, goals, the coin.

Puppets and the ball are drawn from the back to the front. At a goal the crowd rises, the ball hops on, and
the goal is seen again from its kick. `PitchModel` is what the view knows of the carpet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.game import Event
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    CoinTossed,
    GoalScored,
    Kind,
    LegVoided,
    Observed,
    SockerMoved,
    SockerPlaced,
    SockerSocked,
    TurnPassed,
    read,
)
from game.games.socker.screen import board as view
from game.games.socker.screen.board import (
    TALL,
    Piece,
    PitchPicture,
    PitchProjection,
    SockerBoxes,
    Stance,
    draw_ball,
    draw_focus,
    draw_piece,
)
from game.match.seats import Seat
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.art.letters import outlined, shout
from game.ui.art.marks import PUFF_FRAMES, STAR_FRAMES, impact, puff, stars, yarn_curl
from game.ui.art.patterns import SEATS
from game.ui.art.pitch import Fan, fan
from game.ui.core.canvas import Box, arc, ease_out, settle
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.physics import Flight, roll, tumble
from game.ui.core.physics import puff as lint
from game.ui.core.theme import LARGE
from game.ui.match.playback import Show, draw_coin
from game.ui.match.told import worn
from game.words import _

_HEAD = TALL / 58 - 0.46 - 0.06
"""How high above the middle of its space the head of a puppet is broad enough to hide anything, in spaces."""
_LOW = 22 / 58
"""How far below the middle of its space the ball reaches."""
_MOST = 0.4
"""How far the ball lies back at most, in spaces."""
_NARROW, _WIDE = 0.45, 0.85
"""So far aside a puppet still stands all before the ball, and so far no longer at all, in spaces."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A puppet on the carpet at a moment."""

    at: tuple[float, float]
    """In spaces."""
    look: int
    stance: Stance
    chosen: bool = False
    focus: bool = False


@dataclass(frozen=True, slots=True)
class Ball:
    """The ball at a moment."""

    at: tuple[float, float]
    """In spaces."""
    angle: float = 0.0
    lift: float = 0.0
    ring: str = ""
    """Its space, where that has the focus."""


def dressed(figures: Iterable[Figure], seats: Sequence[Seat]) -> list[Figure]:
    """The same figures in what their sides wear, whose looks tell them apart."""
    caps = {seat.look: worn("", seat.sock) for seat in seats if seat.sock}
    return [
        replace(one, stance=replace(one.stance, wears=caps[one.look])) if one.look in caps else one
        for one in figures
    ]


def draw_figures(painter: Painter, places: SockerBoxes, figures: Iterable[Figure], ball: Ball | None) -> None:
    """All of them: whoever stands nearer lies over whoever stands behind.

    The ball lies over those of its own row, and under those before it, from whose heads it keeps clear: it
    lies back a little in its space.
    """
    found = sorted(figures, key=lambda figure: (figure.at[1], figure.at[0]))
    near = len(found) if ball is None else sum(figure.at[1] <= ball.at[1] for figure in found)
    for figure in found[:near]:
        _draw_figure(painter, places, figure)
    if ball is not None:
        x, y = ball.at
        back = lies_back(ball.at, found[near:])
        draw_ball(painter, places, (x, y - back), ball.angle, ball.lift)
    for figure in found[near:]:
        _draw_figure(painter, places, figure)
    if ball is not None and ball.ring:
        draw_focus(painter, places, ball.ring)
        # It reaches out of its space where it lies back, and the ring would hide that part of it.
        draw_ball(painter, places, (x, y - back), ball.angle, ball.lift)


def lies_back(ball: tuple[float, float], before: Sequence[Figure]) -> float:
    """How far back the ball lies for the puppets before it, in spaces; smoothly, as they walk by."""
    most = 0.0
    for figure in before:
        aside, apart = abs(figure.at[0] - ball[0]), figure.at[1] - ball[1]
        high = _HEAD + (0.08 * TALL / 58 if figure.chosen else 0.0)
        hidden = min(_MOST, max(0.0, _LOW + high - apart))
        most = max(most, hidden * min(1.0, max(0.0, (_WIDE - aside) / (_WIDE - _NARROW))))
    return most


def _draw_figure(painter: Painter, places: SockerBoxes, one: Figure) -> None:
    draw_piece(painter, places, one.look, one.at, one.stance, chosen=one.chosen, focus=one.focus)


SHOUT, AGAIN = 1500.0, 2000.0
"""How long the shout is seen, and then the goal once more, in ms at the brisk pace."""
LENGTH = SHOUT + AGAIN
WAITS, LIES = 0.15, 0.85
"""Where in the time of a goal that is seen again the ball is kicked, and where it lies in the goal."""
JAB = 0.4
WAVES, HOP = 2.0, 22.0
"""How often the wave goes through the crowd, and how high one hops, in units."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The kick that a goal came of."""

    who: str
    start: str
    end: str
    flight: Flight


def shouted(share: float) -> float:
    """How much of the shout is over."""
    return min(1.0, share * LENGTH / SHOUT)


def again(share: float) -> float:
    """How much of what is seen again is over; negative before it begins."""
    return (share * LENGTH - SHOUT) / AGAIN


def ball_of(places: SockerBoxes, shot: Shot, share: float) -> Ball:
    """The ball: it hops on in the goal, then rolls there once more, slowly."""
    seen = again(share)
    if seen < 0:
        hops = shouted(share) * 3
        lift = 30.0 * 0.5 ** int(hops) * arc(hops % 1.0)
        return Ball(places.ground.place(shot.end), hops * 2.2, lift)
    rolled = min(1.0, max(0.0, (seen - WAITS) / (LIES - WAITS)))
    pose = shot.flight.at(rolled * shot.flight.duration)
    return Ball((pose.x, pose.y), pose.angle, 12 * arc(rolled))


def draw_sign(painter: Painter, places: SockerBoxes) -> None:
    """That this was before, over the edge of the carpet, where nobody plays."""
    words, board = _("The goal again"), places.ground.board
    wide, tall = painter.width(words, LARGE, NAMES) + 48, painter.line_height(LARGE) + 14
    at = Box(board.centre[0] - wide / 2, board.y + 8, wide, tall)
    cloth = Fabric("#FFEFC2", "#2B2440", "#D98A6A")
    painter.blit(panel(painter.assets, round(at.w), round(at.h), cloth), at.x - ROOM, at.y - ROOM)
    painter.text(words, *at.centre, LARGE, TextStyle(NAMES, "#2B2440"), anchor="center")


def draw_crowd(painter: Painter, places: SockerBoxes, still: pygame.Surface, share: float) -> None:
    """The crowd with a wave going through it; ``still`` is the picture without it, which is there already."""
    for one in view.fans(painter.view, places):
        lift = HOP * max(0.0, math.sin(math.tau * (shouted(share) * WAVES - one.x / painter.view.w)))
        lift *= shouted(share) < 1
        painter.blit(_fan(painter, one, rises=lift > 1), one.x, one.y - lift, "midbottom")
    # It stands behind carpet, score and panels: they are put down once more.
    for box in (places.ground.board.grown(10), places.score, *places.sides):
        at = painter.view.rect(box)
        painter.surface.blit(still, at, at)


def _fan(painter: Painter, one: Fan, *, rises: bool) -> pygame.Surface:
    state = "happy" if rises else "idle"
    return fan(painter.assets, one.number, state, 0, one.height, flip=one.flip)


SOUNDS = {
    Kind.TOSS: "toss", Kind.SETUP: "phase", Kind.PLACE: "place", Kind.TURN: "", Kind.MOVE: "step",
    Kind.KICK: "kick", Kind.SOCK: "sock", Kind.OUT: "zip", Kind.SPOT_NEEDED: "", Kind.SPOT: "place",
    Kind.LIMIT: "", Kind.GOAL: "goal", Kind.STAND_UP: "pop", Kind.PASS: "", Kind.VOID: "whistle",
    Kind.DAWDLE: "", Kind.MATCH_END: "",
}  # fmt: skip
"""What each event sounds like; some are silent."""
_SHOUT = 22.0
"""Half the height of a word that is shouted."""
_HIT = 0.14
"""The share of a sock's time that the blow takes."""


class SockerEffects:
    """The moving part of one event; made anew whenever the picture is caught up."""

    def __init__(self) -> None:
        self._flight: Flight | None = None
        self._bits: tuple[Flight, ...] = ()
        self._piece: Piece | None = None
        self._happy: int | None = None
        self.x: float | None = None
        """Where it happens, in units from the left; `None` for what happens everywhere."""
        self._rises = False
        """Whether the crowd is up for a goal, which is seen again then."""
        self._shot: Shot | None = None
        """The last kick, for the goal that may come of it."""
        self._jabs = ""
        """The space of whoever kicks, socks or scores; kept, as every piece asks for it in every frame."""

    def begin(
        self,
        event: Event,
        picture: PitchPicture,
        ground: PitchProjection,
        sound: Callable[[str, float | None], None],
        *,
        still: bool,
    ) -> None:
        """Work out how an event looks, and let it sound from where it happens."""
        self.x = _place(event, ground)
        if name := SOUNDS[Kind(event.kind)]:
            sound(name, self.x)
        self._flight, self._bits, self._piece, self._jabs = None, (), None, ""
        match read(event):
            case SockerMoved(from_=cell):
                self._piece = picture.at(cell)
            case SockerSocked(who=who, from_=cell, to=there):
                self._piece, self._jabs = picture.at(cell), who
                start, end = ground.place(cell), ground.place(there)
                others = [ground.place(piece.cell) for piece in picture.pieces if piece.cell != cell]
                # By the cells: the same blow looks the same for everybody who sees the match again.
                seed = hash_of(cell, there)
                self._flight = tumble(start, end, others, seed)
                self._bits = lint(start, end, 10, seed)
            case BallKicked(who=who, from_=cell, to=there):
                self._jabs = who
                self._flight = roll(ground.place(cell), ground.place(there), hash_of(who, cell, there))
                self._shot = Shot(who, cell, there, self._flight)
            # With no place to roll to, one has to be chosen first: the ball waits where it went out.
            case BallOut(at=cell, to=str(there)):
                self._flight = roll(ground.place(cell), ground.place(there))
            case GoalScored(seat=seat, who=who):
                self._happy, self._jabs, self._rises = seat, who, not still
                sound("whistle", None)

    def end(self, event: Event) -> None:
        self._flight, self._bits, self._piece, self._jabs = None, (), None, ""
        # Joy and grief last until the sides set up anew.
        if event.kind == Kind.SETUP:
            self._happy = None

    def calm(self, show: Show | None) -> None:
        """Motion is not wanted any more: of a goal only the shout is left."""
        if show is not None and self.rises(show):
            self._rises = False
            show.length *= SHOUT / LENGTH

    # What the still picture leaves out.

    def moves(self, cell: str, show: Show | None) -> bool:
        """Whether the piece on a space is one of `moving`."""
        return show is not None and self._piece is not None and self._piece.cell == cell

    def moves_ball(self, show: Show | None) -> bool:
        """Whether the ball is one of `moving`."""
        kicked = show is not None and show.event.kind in (Kind.KICK, Kind.OUT)
        return kicked or (self._shot is not None and self.rises(show))

    def rises(self, show: Show | None) -> bool:
        """Whether the crowd is up for a goal, and drawn anew in every frame."""
        return show is not None and show.event.kind == Kind.GOAL and self._rises

    def seen_again(self, show: Show | None) -> float:
        """How much of a goal that is seen again is over; negative where none is."""
        if show is None or self._shot is None or not self.rises(show):
            return -1.0
        return again(show.share)

    def piece_state(self, piece: Piece, show: Show | None) -> str:
        """How a piece that stays where it is looks: who kicks or socks jabs, who scored jumps."""
        if (seen := self.seen_again(show)) >= 0:
            return "jab" if piece.cell == self._jabs and seen < JAB else "stand"
        if show is not None and show.share < 0.6 and piece.cell == self._jabs:
            return "jab"
        if self._happy is not None:
            return "happy" if piece.seat == self._happy else "sad"
        return "stand"

    def mood(self, seat: int, *, turns: bool, thinks: bool) -> str:
        if self._happy is not None:
            return "happy" if seat == self._happy else "sad"
        return "thinking" if thinks and turns else "idle"

    def shake(self, show: Show | None) -> tuple[float, float]:
        """How far a thump shakes the camera, in units."""
        if show is None or show.event.kind != Kind.SOCK or not _HIT < show.share < _HIT + 0.3:
            return 0.0, 0.0
        share = (show.share - _HIT) / 0.3
        return 4 * (1 - share) * math.sin(share * 19), 3 * (1 - share) * math.cos(share * 23)

    # Drawing.

    def warm(self, painter: Painter, places: SockerBoxes) -> Iterator[None]:
        """Make the pictures of effects, one a step."""
        scale = places.ground.cell[1] / 58
        for angle in range(8):
            view.draw_ball(painter, places, (1, 1), angle * math.tau / 8)
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
        for one in view.fans(painter.view, places):
            _fan(painter, one, rises=True)
            yield
        for words, size in ((_("Thump!"), 34), (_("Goal!"), 84), (_("Own goal!"), 84)):
            shout(painter.assets, words, size)
            yield

    def again(self, show: Show | None) -> Sequence[tuple[str, str]]:
        """The way of a goal that is seen again."""
        return [(self._shot.start, self._shot.end)] if self._shot and self.seen_again(show) >= 0 else []

    def moving(
        self, places: SockerBoxes, show: Show, seats: Sequence[Seat], *, still: bool
    ) -> tuple[Figure | None, Ball | None]:
        """The piece and the ball on their way."""
        share = show.share
        match read(show.event):
            case SockerMoved(seat=seat) as step if self._piece is not None:
                return _stepping(places, step, share, seats[seat].look, still=still), None
            case SockerSocked() if self._piece is not None and self._flight is not None:
                return self._tumbling(share, seats[self._piece.seat].look, still=still), None
            case GoalScored() if self._shot is not None and self._rises:
                return None, ball_of(places, self._shot, share)
            case BallKicked(to=cell) | BallOut(at=cell):
                return None, self._rolling(places, cell, share, still=still)
            case SockerPlaced(seat=seat, cell=cell):
                drop = 0.0 if still else 60 * (1 - settle(share))
                alpha = round(255 * share) if still else 255
                stance = Stance("stand", flip=seat == 1, lift=max(0.0, drop), alpha=alpha)
                return Figure(places.ground.place(cell), seats[seat].look, stance), None
        return None, None

    def _tumbling(self, share: float, look: int, *, still: bool) -> Figure:
        assert self._piece is not None
        assert self._flight is not None
        flip = self._piece.seat == 1
        if still:
            pose = self._flight.poses[0 if share < 0.5 else -1]
            alpha = abs(2 * share - 1)
            state = "stand" if share < 0.5 else "down"
            return Figure((pose.x, pose.y), look, Stance(state, flip=flip, alpha=round(255 * alpha)))
        gone = max(0.0, (share - _HIT) / (1 - _HIT))
        pose = self._flight.at(gone * self._flight.duration)
        turned = abs(pose.angle) / math.tau
        if gone < 0.04:
            stance = Stance("stand", flip=flip)
        elif turned > 0.9:
            stance = Stance("flat", flip=flip)
        else:
            lift = 26 * arc(min(1.0, gone * 1.6))
            stance = Stance("stand", flip=flip, lift=lift, angle=pose.angle)
        return Figure((pose.x, pose.y), look, stance)

    def _rolling(self, places: SockerBoxes, cell: str, share: float, *, still: bool) -> Ball:
        if self._flight is None:
            return Ball(places.ground.place(cell))
        if still:
            pose = self._flight.poses[0 if share < 0.5 else -1]
            return Ball((pose.x, pose.y))
        pose = self._flight.at(share * self._flight.duration)
        return Ball((pose.x, pose.y), pose.angle, 12 * arc(share))

    def draw_over(
        self, painter: Painter, places: SockerBoxes, show: Show | None, seats: Sequence[Seat], *, still: bool
    ) -> None:
        """What lies over everything: the thump, the goal, the coin."""
        if show is None:
            return
        match read(show.event):
            case SockerSocked() as blow if show.share >= _HIT and not still:
                self._draw_thump(painter, places, blow, show.share)
            case GoalScored() if self.seen_again(show) >= 0:
                draw_sign(painter, places)
            case GoalScored() as scored:
                share = shouted(show.share) if self._rises else show.share
                _draw_goal(painter, places, scored, share, seats, still=still)
            case CoinTossed(seat=seat):
                middle, words = places.ground.board.centre, seats[seat].name
                draw_coin(painter, middle, show.share, words, 40, still=still)
            case LegVoided():
                _draw_word(painter, places, _("Once more"), show.share, still=still)
            case TurnPassed():
                _draw_word(painter, places, _("Pass!"), show.share, still=still)

    def _draw_thump(self, painter: Painter, places: SockerBoxes, blow: SockerSocked, share: float) -> None:
        assets, ground, scale = painter.assets, places.ground, places.ground.cell[1] / 58
        x, y = ground.middle(blow.from_)
        gone = (share - _HIT) / (1 - _HIT)
        if gone < 0.3:
            painter.blit(impact(assets, round(0.8 * scale, 2)), x, y - 8, "center")
        if gone < 0.75:
            frame = int(gone / 0.75 * PUFF_FRAMES)
            painter.blit(puff(assets, frame, round(0.9 * scale, 2)), x, y, "center")
        for number, bit in enumerate(self._bits):
            pose = bit.at(gone * bit.duration)
            seat = (places.pitch.seats[number % 2], -1)[number % 3 == 2]
            curl = yarn_curl(assets, seat, number * 40 % 360, round(20 * scale))
            painter.blit(curl, *ground.point((pose.x, pose.y)), "center")
        if gone > 0.55:
            there = ground.middle(blow.to)
            image = stars(assets, int(gone * 12) % STAR_FRAMES, round(34 * scale))
            high = 18 if places.ground.place(blow.to)[1] < 1 else 34
            painter.blit(image, there[0], there[1] - high * scale, "center")
        if gone < 0.8:
            image, rise = shout(assets, _("Thump!"), 34), 62 * scale + 12 * ease_out(gone)
            # Below whoever was hit in the uppermost spaces: above them is the score.
            above = y - rise - _SHOUT > places.score.bottom
            painter.blit(image, x, y - rise if above else y + rise, "center")


def _stepping(places: SockerBoxes, step: SockerMoved, gone: float, look: int, *, still: bool) -> Figure:
    start, end = places.ground.place(step.from_), places.ground.place(step.to)
    flip = step.seat == 1
    if still:
        at, alpha = (start, 1 - 2 * gone) if gone < 0.5 else (end, 2 * gone - 1)
        return Figure(at, look, Stance("stand", flip=flip, alpha=round(255 * alpha)))
    share = ease_out(gone)
    at = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
    return Figure(at, look, Stance("scamper", int(gone * 4), flip=flip, lift=9 * arc(gone)))


def _draw_goal(
    painter: Painter,
    places: SockerBoxes,
    scored: GoalScored,
    share: float,
    seats: Sequence[Seat],
    *,
    still: bool,
) -> None:
    """The word, the name of the side, and yarn that rains."""
    scorer = seats[scored.seat]
    _draw_word(painter, places, _("Own goal!") if scored.own else _("Goal!"), share, still=still)
    board = places.ground.board
    image = outlined(painter.assets, scorer.name, 44, "#FFFFFF", SEATS[scorer.look].dark, 5)
    painter.blit(image, board.centre[0], board.centre[1] + 82, "center")
    if still:
        return
    for number in range(14):
        drop = (share * 1.5 + number * 0.137) % 1.0
        x = board.x + board.w * ((number * 0.381) % 1.0)
        seat = places.pitch.seats[scored.seat] if number % 2 else -1
        curl = yarn_curl(painter.assets, seat, (number * 40 + int(drop * 8) * 40) % 360, 30)
        painter.blit(curl, x, board.y + board.h * drop, "center")


def _draw_word(painter: Painter, places: SockerBoxes, words: str, share: float, *, still: bool) -> None:
    """A big word in the middle of the carpet, popping up."""
    image = shout(painter.assets, words, 84)
    grown = 1.0 if still else min(1.0, settle(min(1.0, share * 5)))
    if grown < 0.99:
        image = pygame.transform.smoothscale_by(image, max(0.05, grown))
    painter.blit(image, *places.ground.board.centre, "center")


def hash_of(*words: str) -> int:
    """A small number from some words, the same on every machine."""
    # Not `hash`, which is another one for a text at every start.
    return sum(ord(letter) * (place + 1) for place, letter in enumerate("".join(words)))


def _place(event: Event, ground: PitchProjection) -> float | None:
    """Where an event happens, in units from the left."""
    match read(event):
        case (
            SockerMoved(to=cell) | SockerSocked(from_=cell) | SockerPlaced(cell=cell) | BallKicked(from_=cell)
        ):
            return ground.middle(cell)[0]
    return None


class PitchModel:
    """The board as it is shown; the rules may be some events ahead.

    Attributes:
        seen: the newest observation.
        picture: the pieces that are drawn.
        places: where everything lies; set by the first layout.
        effects: the moving part of the event that is shown.
    """

    places: SockerBoxes

    def __init__(self, seen: Observed) -> None:
        self.take(seen)

    @property
    def phase(self) -> str:
        """What is to be done: ``place``, ``play`` or ``spot``."""
        return self.seen["phase"]

    def where(self, name: str) -> Box:
        """Where a lesson points that means a space."""
        box = self.places.ground.box(name)
        if self.picture.at(name) is None:
            return box
        # Whoever stands there is taller than the space.
        return Box(box.x - box.w * 0.1, box.y - box.h * 0.45, box.w * 1.2, box.h * 1.45)

    def take(self, seen: Observed, *, is_over: bool = False) -> None:
        """Show just what is observed, and whether that is the end of the match."""
        self.seen = seen
        self.picture = PitchPicture.of(seen)
        self.picture.is_over = is_over
        self.effects = SockerEffects()

    def settle(self, event: Event) -> None:
        self.picture.take_in(event)
        self.effects.end(event)
        if event.kind == Kind.SETUP:
            self.seen = self.seen | {"phase": "place"}  # panels and strip speak of it at once
            # No event tells of the ball that lies in the middle then.
            rows, columns = self.seen["rows"], self.seen["columns"]
            self.picture.ball = f"{chr(ord('a') + columns // 2)}{rows // 2 + 1}"
