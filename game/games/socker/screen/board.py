"""Where everything lies on Socker's screen, and how the board with its pieces is drawn.

What is drawn is a `PitchPicture`, caught up event by event with the rules, and `PitchModel` is that with what
was observed last and where all lies. Puppets and the ball are drawn from the back to the front.
`LegalActions` are the legal moves, sorted for a screen by piece and by space.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
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
    SockerObservation,
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
from game.i18n import _
from game.match.seats import Seat
from game.ui.art.field import draw_field_gaze, field_eyes, field_foot, field_puppet, warm_field_gaze
from game.ui.art.gaze import Aim
from game.ui.art.lettering import outlined
from game.ui.art.marks import (
    ARROW_ROOM,
    arrow,
    cell_focus,
    cell_glow,
    mark_breaks,
    mark_kick,
    mark_landing,
    mark_refused,
    mark_sock,
    mark_star,
    mark_step,
    trail,
)
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.pitch import (
    FIELD,
    FIRST,
    NONE,
    OUT,
    RUG_ROOM,
    SECOND,
    CrowdPuppet,
    DrawnPitch,
    crowd,
    fan,
    floor,
    rug,
)
from game.ui.art.puppets import PuppetOutfit
from game.ui.art.socks import ball
from game.ui.core.canvas import Box, Canvas
from game.ui.core.paint import Painter, TextStyle
from game.ui.match.info_panels import outfit_of
from game.ui.widgets import ring


@dataclass(slots=True)
class SockerPiece:
    """A socker on the screen."""

    seat: int
    cell: str
    down: bool = False


@dataclass(slots=True)
class PitchPicture:
    """The pieces that are drawn; the rules may be some events ahead."""

    pieces: list[SockerPiece] = field(default_factory=list)
    ball: str | None = None
    score: list[int] = field(default_factory=lambda: [0, 0])
    turn: int = 0
    """Who is to move; -1 while the coin spins that says it."""
    is_over: bool = False
    """Whether the end of the match was shown: it is nobody's turn then."""

    @classmethod
    def of(cls, seen: SockerObservation) -> PitchPicture:
        found = cls(score=list(seen["score"]), turn=seen["turn"])
        for row, text in zip(range(seen["rows"], 0, -1), seen["field"].split("/"), strict=True):
            column = 0
            digits = ""
            for letter in text + " ":
                if letter.isdigit():
                    digits += letter  # ten empty spaces and more have two
                    continue
                column += int(digits or 0)
                digits = ""
                cell = space_text(column, row) if letter != " " else ""
                if letter == "o":
                    found.ball = cell
                elif letter != " ":
                    found.pieces.append(SockerPiece("RB".index(letter.upper()), cell, letter.islower()))
                column += 1
        return found

    def at(self, cell: str) -> SockerPiece | None:
        return next((piece for piece in self.pieces if piece.cell == cell), None)

    def take_in(self, event: Event) -> None:
        match as_event(event):
            case SetupBegun(seat=seat):
                self.pieces.clear()
                self.turn = seat
                self.ball = None
            case SockerPlaced(seat=seat, cell=cell):
                self.pieces.append(SockerPiece(seat, cell))
            case TurnBegun(seat=seat) | SpotNeeded(seat=seat):
                self.turn = seat
            case SockerMoved() as step:
                self._moved(step.from_, step.to)
            case BallKicked(to=there) | BallOut(to=there) | SpotChosen(cell=there):
                self.ball = there
            case SockerSocked() as blow:
                self._moved(blow.from_, blow.to)
                piece = self.at(blow.to)
                if piece is not None:
                    piece.down = True
            case SockersStoodUp(cells=cells):
                for piece in self.pieces:
                    if piece.cell in cells:
                        piece.down = False
            case GoalScored(score=score):
                self.score = list(score)
            case SockerMatchEnded():
                self.is_over = True
            case (
                SockerCoinTossed()
                | LimitRaised()
                | SockerTurnPassed()
                | LegVoided()
                | InactivityWarned()
                | ExtraTimeBegun()
            ):
                pass
            case unknown:
                assert_never(unknown)

    def _moved(self, start: str, end: str) -> None:
        piece = self.at(start)
        if piece is not None:
            piece.cell = end


@dataclass(frozen=True, slots=True)
class PitchProjection:
    """Where the spaces lie on the canvas: the board on its side, the first seat's row 1 on the left."""

    columns: int
    rows: int
    board: Box

    @property
    def cell(self) -> tuple[float, float]:
        """The size of a space in units."""
        return self.board.w / self.rows, self.board.h / self.columns

    def place(self, cell: str) -> tuple[float, float]:
        """The middle of a space, in spaces to the right and down from the corner."""
        column, row = read_space(cell)
        return row - 0.5, column + 0.5

    def point(self, place: tuple[float, float]) -> tuple[float, float]:
        """A place, in spaces, as a point on the canvas."""
        w, h = self.cell
        return self.board.x + place[0] * w, self.board.y + place[1] * h

    def middle(self, cell: str) -> tuple[float, float]:
        return self.point(self.place(cell))

    def box(self, cell: str) -> Box:
        (x, y), (w, h) = self.middle(cell), self.cell
        return Box(x - w / 2, y - h / 2, w, h)

    def at(self, point: tuple[float, float]) -> str | None:
        """The space under a point of the canvas."""
        w, h = self.cell
        row, column = int((point[0] - self.board.x) // w), int((point[1] - self.board.y) // h)
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return space_text(column, row + 1)
        return None


@dataclass(frozen=True, slots=True)
class PieceAction:
    """One thing that a piece can do."""

    verb: str
    actor: str
    target: str
    move: str

    @property
    def beyond(self) -> str:
        """Where the ball, or the opponent's piece, goes."""
        (column, row), (across, along) = read_space(self.actor), read_space(self.target)
        return space_text(2 * across - column, 2 * along - row)


@dataclass(slots=True)
class LegalActions:
    """The legal moves of a moment."""

    spaces: dict[str, str] = field(default_factory=dict)
    """Spaces to place on, or for the ball, with their moves."""
    pieces: dict[str, dict[str, PieceAction]] = field(default_factory=dict)
    """For every piece that can act, its actions by their target."""
    ends: bool = False
    """Whether the turn may end."""

    @classmethod
    def of(cls, moves: Sequence[str]) -> LegalActions:
        found = cls()
        for move in moves:
            verb, *spaces = move.split()
            found.ends |= verb == "end"
            if len(spaces) == 1:
                found.spaces[spaces[0]] = move
            elif spaces:
                actor, target = spaces
                found.pieces.setdefault(actor, {})[target] = PieceAction(verb, actor, target, move)
        return found

    def of_piece(self, cell: str | None) -> dict[str, PieceAction]:
        """The actions of a piece, by target."""
        return self.pieces.get(cell, {}) if cell else {}


_ZONES = {"f": FIELD, "o": OUT, "1": FIRST, "2": SECOND}
STANDS = 0.46
"""How far below the middle of its space a piece has its sole, in spaces."""
TALL, RING = 75.0, 40.0
"""The height of a piece in a space 58 units high, and how wide the focus ring of the ball is inside."""


SCORE = 60.0
"""The height of the score above the carpet."""
BESIDE = 1.2
"""Up to this text size a bar above the carpet has room between the puppets of the panels."""
BAND, LARGER, TAUGHT = 170.0, 90.0, 0.72
"""How high a teacher's band is above a carpet whose panels lie below, how much higher for text of 200 %, and
which share of their height the panels keep."""
PLATE, BUTTON = 122.0, 96.0
"""How much of the teacher's column the name of a lesson and the button to skip it take at most, in units."""
HIGH, BELOW = 1.25, 470.0
"""A window so much higher than wide has its panels below the carpet, so high at the usual text size."""
GROWS = 0.45
"""How much of a larger text the score and the words on the carpet grow by."""


@dataclass(frozen=True, slots=True)
class SockerBoxes:
    """The parts of the screen in units."""

    ground: PitchProjection
    pitch: DrawnPitch
    sides: tuple[Box, Box]
    head: float
    """How large the puppets above the side panels are: they make room for large words."""
    score: Box
    teacher: Box
    """What is left to the teacher of a lesson, a column or a band; of no width where there is none."""

    @property
    def is_below(self) -> bool:
        """Whether the panels lie below the carpet."""
        return self.sides[0].y > self.ground.board.bottom

    @classmethod
    def of(
        cls, view: Canvas, text_scale: float, bottom: float, cells: tuple[str, ...], looks: tuple[int, int],
        *, side: float = 150.0, above: float = 0.0, aside: float = 0.0,
    ) -> SockerBoxes:  # fmt: skip
        """The places on a canvas whose strip begins at ``bottom``: panels beside the carpet, or below it.

        The ``cells`` are the rows of the pitch, highest first, one letter a space; panels are as wide as
        ``side`` at the usual text size; what stands in the place of the score ends at ``above``, 0 for
        the score itself; a teacher's column of ``aside`` units takes the place of the right panel, 0 for
        none. Where the panels lie below, the teacher has a band above.
        """
        forms = {view.h > HIGH * view.w, *([False] if aside else [])}
        ways = (
            cls._laid(view, text_scale, bottom, cells, looks, side, above, aside, below=below)
            for below in sorted(forms, reverse=True)
        )
        return max(ways, key=lambda one: one.ground.board.w)

    @classmethod
    def _laid(
        cls, view: Canvas, text_scale: float, bottom: float, cells: tuple[str, ...], looks: tuple[int, int],
        side: float, above: float, aside: float, *, below: bool,
    ) -> SockerBoxes:  # fmt: skip
        """The places with the panels ``below`` the carpet or beside it."""
        rows, columns = len(cells), len(cells[0])
        side += 80.0 * (text_scale - 1) * 150.0 / side
        head = 1 - 0.42 * (text_scale - 1)
        left, right = view.w * 0.03 + RUG_ROOM, view.w * 0.97 - RUG_ROOM
        if not below:
            left, right = left + side, right - (aside or side)
        across = (right - left) / rows
        score = SCORE * (1 + GROWS * (text_scale - 1)) * (1.25 if below else 1.0)
        # Large words take their room from the upper edge: the spaces stay as large.
        bottom -= 22.0
        top = above + 12.0 if above else 44.0 + score - (0.0 if below else min(32.0, score - SCORE))
        end, band = bottom, Box(view.w * 0.03, 16, view.w * 0.94, BAND + LARGER * (text_scale - 1))
        if below:
            tall = BELOW + 220.0 * (text_scale - 1)
            if aside:  # what is told stands in the band, and not on the panels
                top, tall = band.bottom + 24 + score, tall * TAUGHT
            between = RUG_ROOM + 80.0 * head
            end = bottom + 14 - tall - between
        down = (end - top) / columns
        w = min(across, down * 1.34)
        h = min(down, w)
        middle = (left + right) / 2
        board = Box(middle - w * rows / 2, top + (end - top - h * columns) / 2, w * rows, h * columns)
        zones = tuple(
            "".join(_ZONES.get(cells[rows - 1 - row][column], NONE) for row in range(rows))
            for column in range(columns)
        )
        if below:
            y, side = board.bottom + between, view.w * 0.47 - 12
        else:
            high = 150.0 - 62 * (text_scale - 1)
            if above and text_scale > BESIDE:  # what stands above reaches over the panels too
                high = max(high, above + 70.0)
            tall = min(bottom - high, 470 + 150 * (text_scale - 1))
            y = max(high, board.centre[1] - tall / 2 + 22)
            tall = min(tall, bottom + 14 - y)  # never under the strip
        own, other = Box(view.w * 0.03, y, side, tall), Box(view.w * 0.97 - side, y, side, tall)
        teacher = Box(view.w * 0.97 - aside, view.safe.y, aside, bottom + 14 - view.safe.y)
        if aside and below:
            teacher = band
        elif aside:  # between what a teacher leaves there at both ends while somebody else acts
            y = teacher.y + PLATE + 66 * head
            other = Box(teacher.x, y, aside, teacher.bottom - BUTTON - y)
        wide = min(board.w * (0.72 + 0.24 * (text_scale - 1)), 470.0 * score / SCORE)
        return cls(
            PitchProjection(columns, rows, board),
            DrawnPitch(zones, (round(w, 2), round(h, 2)), (rows // 2, columns // 2), looks),
            (own, other),
            head,
            Box(middle - wide / 2, board.y - 12 - score, wide, score),
            teacher,
        )


def fans(view: Canvas, places: SockerBoxes) -> list[CrowdPuppet]:
    """Who sits around the carpet; nobody behind the score, where a head would only look out, or a teacher."""
    board, score = places.ground.board, places.score.grown(20)
    return [
        one
        for one in crowd(view.w, view.h, board.x, board.y, board.right)
        if not (score.x < one.x < score.right and one.y < board.y + 60)
        and not (places.teacher.w and not places.is_below and one.x > places.teacher.x - 40)
    ]


LEAST_WORDS = 14.0
"""Words on a zone that had to be smaller, in units, are left out."""
Aims = tuple[str | None, str | None]
"""For each side the goal space to which a way of the ball is drawn, that no words may cover."""


def draw_room(painter: Painter, places: SockerBoxes, turn: int) -> Iterator[None]:
    """Floor, crowd and carpet, in pieces; the lamp stands in the middle while it is nobody's turn."""
    view, assets, board = painter.view, painter.assets, places.ground.board
    painter.blit(floor(assets, view.w, view.h, (-1, 1, 0)[turn]), 0, 0)
    for one in fans(view, places):
        yield
        image = fan(assets, one.number, "idle", 0, one.height, flip=one.flip)
        painter.blit(image, one.x, one.y, "midbottom")
    yield
    painter.blit(rug(assets, places.pitch), board.x - RUG_ROOM, board.y - RUG_ROOM)


def _free(low: float, high: float, taken: Iterable[tuple[float, float]], long: float) -> tuple[float, float]:
    """Where words so long lie between two ends, and how much room they have: nothing stands on them.

    In the middle, where that is free; else where there is most room.
    """
    stretches, middle = sorted(taken), (low + high) / 2
    if all(end <= middle - long / 2 or start >= middle + long / 2 for start, end in stretches):
        return middle, long
    gaps, at = [], low
    for start, end in [*stretches, (high, high)]:
        gaps.append((start - at, (at + start) / 2))
        at = max(at, end)
    room, middle = max(gaps)
    return middle, room - 16


def draw_words(
    painter: Painter,
    places: SockerBoxes,
    names: tuple[str, str],
    taken: Sequence[str],
    aims: Aims = (None, None),
) -> None:
    """Whose end zone is whose, and what lies out of bounds; the words keep off what stands on ``taken``."""
    board, (w, h) = places.ground.board, places.ground.cell
    grown = 1 + GROWS * (painter.text_scale - 1)
    stands = [places.ground.middle(cell) for cell in taken]
    for side, x, turn in ((0, board.right - w / 2, -90), (1, board.x + w / 2, 90)):
        look, aim = SEAT_LOOKS[places.pitch.seats[side]], aims[side]
        words = _("{name} scores here").format(name=names[side])
        most = 26.0 * grown
        wide = painter.width(words, most, "names", fixed=True)
        ways = [] if aim is None else [places.ground.middle(aim)[1]]
        # Who stands there is taller than the space.
        off = [(y - 0.9 * h, y + 0.9 * h) for y in ways]
        off += [(y - h, y + 0.6 * h) for at, y in stands if abs(at - x) < w / 2]
        y, room = _free(board.y, board.bottom, off, min(wide, board.h * (0.56 if grown == 1 else 0.84)))
        size = min(most, most * room / max(1.0, wide))
        if size >= LEAST_WORDS:
            image = outlined(painter.assets, words, size, "#FFFFFF", look.dark, 3, turn=turn)
            painter.blit(image, x, y, "center")
    words, size = _("out of bounds"), 18 * grown
    wide = painter.width(words, size, fixed=True)
    for y in (board.y + h / 2, board.bottom - h / 2):
        off = [(x - 0.6 * w, x + 0.6 * w) for x, at in stands if abs(at - y) < h / 2]
        x, room = _free(board.x + w, board.right - w, off, wide)
        if room >= wide:
            style = TextStyle(colour="#5E4726", fixed=True)
            painter.text(words, x, y, size, style, anchor="center")


@dataclass(frozen=True, slots=True)
class PiecePose:
    """How a piece stands, runs or flies at a moment.

    Attributes:
        state: a key of FIELD_STATES.
        frame: the picture of that state.
        flip: whether it faces left.
        lift: how far it is in the air, in units.
        angle: how far it is turned, in radians.
        alpha: how well it is seen, 0 to 255.
        wears: as `PuppetOutfit.wears`.
        aim: where it looks; `None` for where it does by itself.
    """

    state: str
    frame: int = 0
    flip: bool = False
    lift: float = 0.0
    angle: float = 0.0
    alpha: int = 255
    wears: str = ""
    aim: Aim | None = None


def draw_piece(
    painter: Painter,
    places: SockerBoxes,
    look: int,
    at: tuple[float, float],
    stance: PiecePose,
    *,
    chosen: bool = False,
    focus: bool = False,
) -> None:
    """A piece that stands on ``at`` (in spaces)."""
    h, tall = places.ground.cell[1], piece_height(places, chosen=chosen)
    rim = 4.0 if chosen else 0.0
    dress = PuppetOutfit(stance.wears, rim, focus=focus, ground=not stance.lift, flip=stance.flip)
    image = field_puppet(painter.assets, look, stance.state, stance.frame, tall, dress)
    x, y = places.ground.point(at)
    if stance.angle:
        # Turned anew in each frame and not kept: a flight has another angle in every one.
        image = pygame.transform.rotozoom(image, -math.degrees(stance.angle), 1.0)
        painter.blit(image, x, y - tall * 0.2 - stance.lift, "center")
        return
    if stance.alpha < 255:
        image = image.copy()  # the other is kept
        image.set_alpha(stance.alpha)
    foot = x, y + h * STANDS - stance.lift + field_foot(tall)
    painter.blit(image, *foot, "midbottom")
    draw_field_gaze(painter, foot, (look, stance.state, stance.frame), tall, aim=stance.aim, flip=stance.flip)


def piece_height(places: SockerBoxes, *, chosen: bool) -> float:
    """How tall a piece is; one that is chosen is a little larger."""
    return round(TALL * places.ground.cell[1] / 58.0 * (1.08 if chosen else 1.0), 1)


def warm_gazes(painter: Painter, places: SockerBoxes, look: int, *, flip: bool) -> Iterator[None]:
    """Make the eyes of the pieces of a side in all directions."""
    for chosen in (False, True):
        yield from warm_field_gaze(painter.assets, look, piece_height(places, chosen=chosen), flip=flip)


def eyes_at(places: SockerBoxes, piece: SockerPiece) -> tuple[float, float]:
    """Where the eyes are of a piece that stands in its space."""
    (x, y), h = places.ground.middle(piece.cell), places.ground.cell[1]
    return field_eyes((x, y + h * STANDS), piece_height(places, chosen=False), flip=piece.seat == 1)


def draw_ball(
    painter: Painter, places: SockerBoxes, at: tuple[float, float], angle: float = 0.0, lift: float = 0.0
) -> None:
    """The ball in the space at ``at`` (in spaces), rolled by so many radians."""
    h = places.ground.cell[1]
    x, y = places.ground.point(at)
    image = ball(painter.assets, round(44 * h / 58, 1), round(angle / math.tau * 8) % 8)
    painter.blit(image, x, y - lift, "center")


def draw_spaces(painter: Painter, places: SockerBoxes, cells: Iterable[str], *, for_ball: bool) -> None:
    """The spaces on which a puppet, or the ball, can be put."""
    ground = places.ground
    w, h = ground.cell
    scale = round(h / 58, 2)
    light = cell_glow(painter.assets, round(w), round(h))
    for cell in cells:
        if for_ball:
            painter.blit(mark_kick(painter.assets, scale), *ground.middle(cell), "center")
            painter.blit(
                ball(painter.assets, round(34 * scale, 1), 0, ghost=True), *ground.middle(cell), "center"
            )
        else:
            painter.blit(light, ground.box(cell).x, ground.box(cell).y)


def draw_targets(
    painter: Painter, places: SockerBoxes, actions: dict[str, PieceAction], focus: str | None
) -> None:
    """The marks of everything that the chosen piece can do, below the pieces."""
    ground, scale = places.ground, places.ground.cell[1] / 58
    for action in actions.values():
        middle = ground.middle(action.target)
        if action.verb == "move":
            painter.blit(
                mark_step(painter.assets, round(scale, 2)), middle[0], middle[1] - 6 * scale, "center"
            )
            continue
        beyond = ground.middle(action.beyond)
        if action.verb == "sock":
            painter.blit(
                mark_sock(painter.assets, round(1.25 * scale, 2)), middle[0], middle[1] - 6, "center"
            )
        # Where a puppet can do very much only what is in focus shows where it leads.
        if action.target == focus or len(actions) < 14:
            kind = mark_kick if action.verb == "kick" else mark_landing
            painter.blit(kind(painter.assets, round(scale, 2)), *beyond, "center")
            if action.verb == "kick":
                painter.blit(ball(painter.assets, round(34 * scale, 1), 0, ghost=True), *beyond, "center")


def draw_arrows(painter: Painter, places: SockerBoxes, actions: dict[str, PieceAction]) -> None:
    """The ways of kicks and socks, above the pieces."""
    ground = places.ground
    for action in actions.values():
        if action.verb != "move":
            colour = "#FFD25A" if action.verb == "kick" else "#FF8A6B"
            _between(painter, ground.middle(action.target), ground.middle(action.beyond), colour)
        if action.verb == "sock":
            scale = ground.cell[1] / 58
            x, y = ground.middle(action.target)
            image = mark_star(painter.assets, round(0.72 * scale, 2))
            painter.blit(image, x + 30 * scale, y - 28 * scale, "center")


def draw_focus(painter: Painter, places: SockerBoxes, cell: str) -> None:
    """The focus ring in a space."""
    w, h = places.ground.cell
    box = places.ground.box(cell)
    painter.blit(cell_focus(painter.assets, round(w), round(h), painter.theme.focus), box.x, box.y)


def draw_broken(painter: Painter, places: SockerBoxes, cells: list[str]) -> None:
    """The spaces of the pieces because of which something is refused."""
    w, h = places.ground.cell
    for cell in cells:
        box = places.ground.box(cell)
        painter.blit(mark_breaks(painter.assets, round(w), round(h)), box.x, box.y)


def draw_wrong(painter: Painter, places: SockerBoxes, cell: str) -> None:
    """A space with which nothing can be done."""
    image = mark_refused(painter.assets, round(places.ground.cell[1] / 58, 2))
    painter.blit(image, *places.ground.middle(cell), "center")


def draw_trail(painter: Painter, places: SockerBoxes, start: str, end: str) -> None:
    """The way of the last thing that moved."""
    (x0, y0), (x1, y1) = places.ground.middle(start), places.ground.middle(end)
    image = trail(painter.assets, round(x1 - x0), round(y1 - y0))
    painter.blit(image, min(x0, x1) - ARROW_ROOM, min(y0, y1) - ARROW_ROOM)


def _between(painter: Painter, start: tuple[float, float], end: tuple[float, float], colour: str) -> None:
    """An arrow from the edge of one space to the middle of the next."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = (x1 - x0) * 0.5, (y1 - y0) * 0.5
    x0, y0 = x0 + (x1 - x0) * 0.26, y0 + (y1 - y0) * 0.26
    image = arrow(painter.assets, round(dx), round(dy), colour, 7, 14)
    painter.blit(image, x0 + min(0.0, dx) - ARROW_ROOM, y0 + min(0.0, dy) - ARROW_ROOM)


def restricted(places: SockerBoxes, cell: str) -> bool:
    """Whether a space is off the field."""
    x, y = places.ground.place(cell)
    return places.pitch.zone(int(x), int(y)) != FIELD


_HEAD = TALL / 58 - 0.46 - 0.06
"""How high above the middle of its space the head of a puppet is broad enough to hide anything, in spaces."""
_LOW = 22 / 58
"""How far below the middle of its space the ball reaches."""
_MOST = 0.4
"""How far the ball lies back at most, in spaces."""
_NARROW, _WIDE = 0.45, 0.85
"""So far aside a puppet still stands all before the ball, and so far no longer at all, in spaces."""


@dataclass(frozen=True, slots=True)
class PuppetSprite:
    """A puppet on the carpet at a moment."""

    at: tuple[float, float]
    """In spaces."""
    look: int
    stance: PiecePose
    chosen: bool = False
    focus: bool = False


@dataclass(frozen=True, slots=True)
class BallSprite:
    """The ball at a moment."""

    at: tuple[float, float]
    """In spaces."""
    angle: float = 0.0
    lift: float = 0.0
    has_focus: bool = False


def dressed(figures: Iterable[PuppetSprite], seats: Sequence[Seat]) -> list[PuppetSprite]:
    """The same figures in what their sides wear, whose looks tell them apart."""
    caps = {seat.look: outfit_of("", seat.sock) for seat in seats if seat.sock}
    return [
        replace(one, stance=replace(one.stance, wears=caps[one.look])) if one.look in caps else one
        for one in figures
    ]


def draw_figures(
    painter: Painter, places: SockerBoxes, figures: Iterable[PuppetSprite], ball: BallSprite | None
) -> None:
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
    if ball is not None and ball.has_focus:
        # Around the ball alone: the ring of its space would cut through the puppets beside it.
        size = round(RING * places.ground.cell[1] / 58)
        (left, top), half = places.ground.point((x, y - back)), size / 2
        ring(painter, Box(left - half, top - half - ball.lift, size, size), half)
        draw_ball(painter, places, (x, y - back), ball.angle, ball.lift)


def lies_back(ball: tuple[float, float], before: Sequence[PuppetSprite]) -> float:
    """How far back the ball lies for the puppets before it, in spaces; smoothly, as they walk by."""
    most = 0.0
    for figure in before:
        aside, apart = abs(figure.at[0] - ball[0]), figure.at[1] - ball[1]
        high = _HEAD + (0.08 * TALL / 58 if figure.chosen else 0.0)
        hidden = min(_MOST, max(0.0, _LOW + high - apart))
        most = max(most, hidden * min(1.0, max(0.0, (_WIDE - aside) / (_WIDE - _NARROW))))
    return most


def _draw_figure(painter: Painter, places: SockerBoxes, one: PuppetSprite) -> None:
    draw_piece(painter, places, one.look, one.at, one.stance, chosen=one.chosen, focus=one.focus)


class PitchModel:
    """The board as it is shown; the rules may be some events ahead.

    Attributes:
        seen: the newest observation.
        picture: the pieces that are drawn.
        places: where everything lies; set by the first layout.
    """

    places: SockerBoxes

    def __init__(self, seen: SockerObservation) -> None:
        self.take(seen)

    @property
    def phase(self) -> str:
        """What is to be done: ``place``, ``play`` or ``spot``."""
        return self.seen["phase"]

    def at_edges(self) -> tuple[str, ...]:
        """The outermost spaces on which something stands."""
        ground, picture = self.places.ground, self.picture
        cells = filter(None, [*(piece.cell for piece in picture.pieces), picture.ball])

        def is_edge(cell: str) -> bool:
            x, y = ground.place(cell)
            return not (1 < x < ground.rows - 1 and 1 < y < ground.columns - 1)

        return tuple(sorted(filter(is_edge, cells)))

    def where(self, name: str) -> Box:
        """Where a lesson points that means a space."""
        box = self.places.ground.box(name)
        if self.picture.at(name) is None:
            return box
        # Whoever stands there is taller than the space.
        return Box(box.x - box.w * 0.1, box.y - box.h * 0.45, box.w * 1.2, box.h * 1.45)

    def take(self, seen: SockerObservation, *, is_over: bool = False) -> None:
        """Show just what is observed, and whether that is the end of the match."""
        self.seen = seen
        self.picture = PitchPicture.of(seen)
        self.picture.is_over = is_over

    def settle(self, event: Event) -> None:
        self.picture.take_in(event)
        if event.kind == SockerEventKind.SETUP:
            self.seen = self.seen | {"phase": "place"}  # panels and strip speak of it at once
            # No event tells of the ball that lies in the middle then.
            rows, columns = self.seen["rows"], self.seen["columns"]
            self.picture.ball = f"{chr(ord('a') + columns // 2)}{rows // 2 + 1}"
