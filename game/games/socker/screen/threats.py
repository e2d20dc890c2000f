"""Threats on Socker's carpet: possible socks, the ball's path over a line, and goals of the player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from game.games.socker.phone_adapter import DANGERS_REQUEST, MAX_STRONG_THREATS
from game.games.socker.screen.board import PitchModel, SockerBoxes
from game.i18n import _
from game.match.assist_service import AssistRequest, RequestTarget
from game.ui.art.layers import GOLD
from game.ui.art.lettering import shout
from game.ui.art.marks import (
    CORAL,
    GLOW_REACH,
    STITCHED_ARROW_ROOM,
    arc_size,
    coral_goal,
    danger_ring,
    glowing_line,
    golden_goal,
    sock_arc,
    thin_arc,
    way_arrow,
)
from game.ui.art.pitch import FIRST, SECOND
from game.ui.art.socks import ball
from game.ui.core.paint import Painter
from game.ui.match.context import ViewContext, ViewMode

if TYPE_CHECKING:
    from game.games.socker.bot.explain import ThreatReport

THREATS_KIND = "threats"
Way: TypeAlias = tuple[tuple[str, str], ...]  # pairs of spaces


@dataclass(frozen=True, slots=True)
class ThreatMarks:
    """Threats to the side whose turn it is, and its goals."""

    seat: int  # seat whose turn it is
    socks: Way  # (attacker, victim), the worst first
    goal: Way  # path of the ball to the opponent's goal, kick by kick
    own: Way  # path of the ball to this side's goal
    kicks: Way  # kicks of this side that score at once: kicker, and end of the ball

    @classmethod
    def of(cls, seat: int, danger: ThreatReport) -> ThreatMarks:
        """Convert a report to a frozen value."""
        return cls(
            seat,
            tuple(danger["socks"]),
            tuple(danger["goal"]),
            tuple(danger["own"]),
            tuple(danger["kicks"]),
        )

    @property
    def worst(self) -> Way:
        """Pairs (attacker, victim) drawn at full strength: the first three socks, two if there is a goal."""
        return self.socks[: MAX_STRONG_THREATS - bool(self.goal)]

    def reachable_goal(self, side: int) -> str | None:
        """Last space of the ball's path to where a side scores. None if there is no such path."""
        way = self.own if side == self.seat else self.goal
        return way[-1][1] if way else None


class SockerThreats:
    """Requests and stores the threats while they are to be shown."""

    def __init__(self, context: ViewContext, pitch: PitchModel) -> None:
        self._context = context
        self._pitch = pitch
        # version of the position they belong to, and the threats
        self._marks: tuple[int, ThreatMarks] | None = None

    def look(self) -> None:
        """Request the threats if they are to be shown and unknown."""
        context = self._context
        # In a film they are shown to the spectators.
        seat = context.session.to_move if context.mode is ViewMode.FILM else context.local_to_move
        if (
            not self._is_wanted()
            or seat is None
            or self._is_known()
            or context.hints.is_pending(THREATS_KIND)
        ):
            return
        session, moment = context.session, context.hints.version

        def found(danger: ThreatReport) -> None:
            """Store the threats and redraw."""
            self._marks = moment, ThreatMarks.of(seat, danger)
            context.redraw()

        question = DANGERS_REQUEST, session.observe(None), session.options
        unasked = not context.threats.is_requested
        context.hints.request(
            AssistRequest(
                RequestTarget.SCREEN,
                seat,
                THREATS_KIND,
                question,
                found,
                self._is_wanted,
                quick=True,
                is_automatic=unasked,
            )
        )

    @property
    def visible_marks(self) -> ThreatMarks | None:
        """Threats to show now. None if there are none to show or they are not known yet."""
        return self._marks[1] if self._marks is not None and self._is_wanted() and self._is_known() else None

    @property
    def is_empty(self) -> bool:
        """True if the threats are shown and the opponent has none."""
        marks = self.visible_marks
        return marks is not None and not (marks.socks or marks.goal)

    def _is_wanted(self) -> bool:
        """True if threats are on, no animation runs, and a person or a film waits in the phase of play."""
        context = self._context
        is_waiting = (
            context.local_to_move is not None or context.mode is ViewMode.FILM
        ) and context.current_animation is None
        return context.threats.is_shown and is_waiting and self._pitch.phase == "play"

    def _is_known(self) -> bool:
        """True if the stored threats belong to the current position."""
        return self._marks is not None and self._marks[0] == self._context.hints.version


def draw_threats_below(painter: Painter, boxes: SockerBoxes, marks: ThreatMarks) -> None:
    """Draw the marks on the carpet, below the puppets and the ball."""
    for side in (0, 1):
        if marks.reachable_goal(side) is not None:
            _draw_line(painter, boxes, side, GOLD if side == marks.seat else CORAL)
    scale = _scale(boxes)
    ring = danger_ring(painter.assets, scale)
    worst = marks.worst
    for victim in sorted({victim for _who, victim in worst}):
        x, y = boxes.ground.middle(victim)
        painter.blit(ring, x, y + 24 * scale, "center")
    # Below the puppets and the ball, so that no face or number is crossed out.
    for actor, victim in sorted(marks.socks, key=worst.__contains__):
        _draw_arc(painter, boxes, actor, victim, strong=(actor, victim) in worst)
    if marks.goal:
        painter.blit(coral_goal(painter.assets, scale), *boxes.ground.middle(marks.goal[-1][1]), "center")
        _draw_way(painter, boxes, marks.goal, CORAL)
    if marks.own:
        end = marks.own[-1][1]
        painter.blit(golden_goal(painter.assets, scale), *boxes.ground.middle(end), "center")
        _draw_way(painter, boxes, marks.own, GOLD)
        start = marks.own[-1][0]
        others = {to for _who, to in marks.kicks} - {end}
        for target in sorted(others):
            _draw_leg(painter, boxes, start, target, GOLD)


def draw_threats_above(painter: Painter, boxes: SockerBoxes, marks: ThreatMarks) -> None:
    """Draw the shout of a goal, above the puppets."""
    if marks.own:
        x, y = boxes.ground.middle(marks.own[-1][1])
        scale, board = _scale(boxes), boxes.ground.board
        image = shout(painter.assets, _("GOAL!"), round(34 * scale, 1), GOLD, 6)
        half = image.get_width() / painter.view.scale / 2
        below = y - 100 * scale < board.y
        x = min(max(x, board.x + half), board.right - half + 12)
        painter.blit(image, x, y + (72 if below else -72) * scale, "center")


def _scale(boxes: SockerBoxes) -> float:
    """Scale of marks, 1 for spaces 58 units high."""
    return round(boxes.ground.cell[1] / 58, 2)


def _draw_line(painter: Painter, boxes: SockerBoxes, side: int, colour: str) -> None:
    """Draw the line over which a side scores, glowing into the field."""
    w, h = boxes.ground.cell
    zone, right = (FIRST, False) if side == 0 else (SECOND, True)
    cells = [(column, row) for column, row, cell_zone in boxes.pitch.cells() if cell_zone == zone]
    columns, rows = [column for column, _row in cells], [row for _column, row in cells]
    x = boxes.ground.board.x + (max(columns) + 1 if right else min(columns)) * w
    top, bottom = min(rows) * h, (max(rows) + 1) * h
    image = glowing_line(painter.assets, round(bottom - top, 1), colour, right=right)
    painter.blit(image, x - GLOW_REACH[0] if right else x - GLOW_REACH[1], boxes.ground.board.y + top)


def _draw_way(painter: Painter, boxes: SockerBoxes, way: Iterable[tuple[str, str]], colour: str) -> None:
    """Draw a path kick by kick, with a ghost of the ball at each end."""
    scale = _scale(boxes)
    legs = list(way)
    for start, end in legs:
        _draw_leg(painter, boxes, start, end, colour)
    for number, (_start, end) in enumerate(legs):
        last = number == len(legs) - 1
        image = ball(painter.assets, round((32 if last else 36) * scale, 1), 0, ghost=not last)
        painter.blit(image, *boxes.ground.middle(end), "center")


def _draw_leg(painter: Painter, boxes: SockerBoxes, start: str, end: str, colour: str) -> None:
    """Draw the arrow of one kick, short of both spaces' middles."""
    (x0, y0), (x1, y1) = boxes.ground.middle(start), boxes.ground.middle(end)
    # From edge to edge of the two balls, with the tip short of the second.
    dx, dy = x1 - x0, y1 - y0
    x0, y0, x1, y1 = x0 + dx * 0.32, y0 + dy * 0.32, x1 - dx * 0.42, y1 - dy * 0.42
    image = way_arrow(painter.assets, round(x1 - x0, 1), round(y1 - y0, 1), colour)
    painter.blit(image, min(x0, x1) - STITCHED_ARROW_ROOM, min(y0, y1) - STITCHED_ARROW_ROOM)


def _draw_arc(painter: Painter, boxes: SockerBoxes, who: str, victim: str, *, strong: bool) -> None:
    """Draw the arc of a sock, from above one head to the other."""
    scale = _scale(boxes)
    (x0, y0), (x1, y1) = boxes.ground.middle(who), boxes.ground.middle(victim)
    way = (x1 > x0) - (x1 < x0)
    if way:
        x0, y0, x1, y1 = x0 + 6 * way * scale, y0 - 40 * scale, x1 - 18 * way * scale, y1 - 43 * scale
    else:
        x0, y0, x1, y1 = x0 + 24 * scale, y0 - 16 * scale, x1 + 34 * scale, y1 - 16 * scale
    bulge = 44.0 * scale
    if min(y0, y1) - bulge < boxes.ground.board.y - 6 and way:  # never over the score
        y0, y1, bulge = y0 + 66 * scale, y1 + 69 * scale, -bulge
    dx, dy = round(x1 - x0, 1), round(y1 - y0, 1)
    image = (
        sock_arc(painter.assets, dx, dy, round(bulge, 1), round(11 * scale, 1), scale) if strong else
        thin_arc(painter.assets, dx, dy, round(bulge, 1), scale)
    )  # fmt: skip
    w, h = arc_size(dx, dy, bulge)
    painter.blit(image, (x0 + x1) / 2 - w / 2, (y0 + y1) / 2 - h / 2)
