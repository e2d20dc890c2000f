"""Layout of Socker's screen, and the drawing of the board with its pieces.

The picture on the screen is a `PitchPicture`, which follows the rules event by event. `PitchModel` adds the
last observation and the layout. Puppets and the ball are drawn from back to front. `LegalActions` are the
legal moves, sorted by piece and space for a screen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
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
from game.ui.art.daily import hint_star
from game.ui.art.field import (
    draw_field_gaze,
    field_eyes,
    field_foot,
    field_puppet,
    field_shadow,
    warm_field_gaze,
)
from game.ui.art.gaze import Aim
from game.ui.art.layers import GOLD, squashed
from game.ui.art.lettering import outlined_text
from game.ui.art.marks import (
    ARROW_ROOM,
    arrow,
    cell_focus,
    mark_breaks,
    mark_kick,
    mark_landing,
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
    evening,
    fan,
    floor,
    marked_area,
    rug,
)
from game.ui.art.puppets import PuppetOutfit
from game.ui.art.socks import ball
from game.ui.core.canvas import Box, Canvas
from game.ui.core.paint import Painter, TextStyle
from game.ui.match.info_panels import outfit_of
from game.ui.match.press_motion import PressMotion, draw_refusal_sign
from game.ui.widgets import ring


@dataclass(slots=True)
class SockerPiece:
    """A socker on the screen."""

    seat: int
    cell: str
    down: bool = False


@dataclass(slots=True)
class PitchPicture:
    """Pieces as drawn. The rules may be some events ahead."""

    pieces: list[SockerPiece] = field(default_factory=list)
    ball: str | None = None
    score: list[int] = field(default_factory=lambda: [0, 0])
    turn: int = 0  # seat to move; -1 while the coin toss that decides it is shown
    action_count: int = 0  # number of actions of this turn
    is_over: bool = False  # True once the end of the match was shown, when no seat is to move

    @classmethod
    def of(cls, observation: SockerObservation) -> PitchPicture:
        """Picture of an observation: pieces, ball, score and seat to move."""
        action_count = observation["acts"] - observation["left"]
        picture = cls(score=list(observation["score"]), turn=observation["turn"], action_count=action_count)
        for row, text in zip(range(observation["rows"], 0, -1), observation["field"].split("/"), strict=True):
            column = 0
            digits = ""
            for letter in text + " ":
                if letter.isdigit():
                    digits += letter  # counts of ten empty spaces or more have two digits
                    continue
                column += int(digits or 0)
                digits = ""
                cell = space_text(column, row) if letter != " " else ""
                if letter == "o":
                    picture.ball = cell
                elif letter != " ":
                    picture.pieces.append(SockerPiece("RB".index(letter.upper()), cell, letter.islower()))
                column += 1
        return picture

    def at(self, cell: str) -> SockerPiece | None:
        """Piece on a space. None if there is none."""
        return next((piece for piece in self.pieces if piece.cell == cell), None)

    def take_in(self, event: Event) -> None:
        """Apply an event to the picture."""
        self.action_count += event.kind in (SockerEventKind.MOVE, SockerEventKind.KICK, SockerEventKind.SOCK)
        match as_event(event):
            case SetupBegun(seat=seat):
                self.pieces.clear()
                self.turn = seat
                self.ball = None
            case SockerPlaced(seat=seat, cell=cell):
                self.pieces.append(SockerPiece(seat, cell))
            case TurnBegun(seat=seat):
                self.turn, self.action_count = seat, 0
            case SpotNeeded(seat=seat):
                self.turn = seat
            case SockerMoved() as step:
                self._move_piece(step.from_, step.to)
            case BallKicked(to=there) | BallOut(to=there) | SpotChosen(cell=there):
                self.ball = there
            case SockerSocked() as blow:
                self._move_piece(blow.from_, blow.to)
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

    def _move_piece(self, start: str, end: str) -> None:
        """Move the piece on a space, if there is one."""
        piece = self.at(start)
        if piece is not None:
            piece.cell = end


@dataclass(frozen=True, slots=True)
class PitchProjection:
    """Projection of the spaces onto the canvas: the board on its side, the first seat's row 1 at the left."""

    columns: int
    rows: int
    board: Box

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a space in units."""
        return self.board.w / self.rows, self.board.h / self.columns

    def place(self, cell: str) -> tuple[float, float]:
        """Centre of a space, in spaces to the right and down from the corner."""
        column, row = read_space(cell)
        return row - 0.5, column + 0.5

    def point(self, place: tuple[float, float]) -> tuple[float, float]:
        """Convert a position in spaces to a point on the canvas, in units."""
        w, h = self.cell
        return self.board.x + place[0] * w, self.board.y + place[1] * h

    def middle(self, cell: str) -> tuple[float, float]:
        """Centre of a space, in units."""
        return self.point(self.place(cell))

    def box(self, cell: str) -> Box:
        """Box of a space, in units."""
        (x, y), (w, h) = self.middle(cell), self.cell
        return Box(x - w / 2, y - h / 2, w, h)

    def at(self, point: tuple[float, float]) -> str | None:
        """Name of the space under a point of the canvas, in units. None if it is off the board."""
        w, h = self.cell
        row, column = int((point[0] - self.board.x) // w), int((point[1] - self.board.y) // h)
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return space_text(column, row + 1)
        return None


@dataclass(frozen=True, slots=True)
class PieceAction:
    """An action of a piece."""

    verb: str
    actor: str
    target: str
    move: str

    @property
    def beyond(self) -> str:
        """Name of the space where a kicked ball or a socked opponent ends."""
        (column, row), (across, along) = read_space(self.actor), read_space(self.target)
        return space_text(2 * across - column, 2 * along - row)


@dataclass(slots=True)
class LegalActions:
    """Legal moves of a position."""

    # move by space, for spaces to place on or for the ball
    spaces: dict[str, str] = field(default_factory=dict)
    # by space of each piece that can act: its actions by target
    pieces: dict[str, dict[str, PieceAction]] = field(default_factory=dict)
    ends: bool = False  # True if the turn may end

    @classmethod
    def of(cls, moves: Sequence[str]) -> LegalActions:
        """Sort legal moves by their space, or by piece and target."""
        legal = cls()
        for move in moves:
            verb, *spaces = move.split()
            legal.ends |= verb == "end"
            if len(spaces) == 1:
                legal.spaces[spaces[0]] = move
            elif spaces:
                actor, target = spaces
                legal.pieces.setdefault(actor, {})[target] = PieceAction(verb, actor, target, move)
        return legal

    def of_piece(self, cell: str | None) -> dict[str, PieceAction]:
        """Actions of the piece on a space, by target. Empty if it cannot act."""
        return self.pieces.get(cell, {}) if cell else {}


_ZONES = {"f": FIELD, "o": OUT, "1": FIRST, "2": SECOND}
SOLE_OFFSET = 0.46  # distance of a piece's sole below the centre of its space, in spaces
PIECE_HEIGHT, BALL_RING_WIDTH = (
    75.0,
    40.0,
)  # height of a piece in a space of 58 units, and inner width of the ball's focus ring


SCORE_HEIGHT = 60.0  # height of the score above the carpet, in units
MAX_BAR_TEXT_SCALE = (
    1.2  # maximum text scale at which a bar above the carpet fits between the panels' puppets
)
# height of a lesson's band above a carpet with panels below, extra height for text of 200%, and share of
# their height that the panels keep
BAND, LARGER, TAUGHT = 170.0, 90.0, 0.72
# maximum height of a lesson's name and of its skip button in the lesson's column, in units
PLATE, BUTTON = 122.0, 96.0
# aspect (height / width) above which the panels are below the carpet, and their height there in units
HIGH, BELOW = 1.25, 470.0
TEXT_GROWTH = 0.45  # growth of the score and the text on the carpet with the text scale


@dataclass(frozen=True, slots=True)
class SockerBoxes:
    """Layout of the screen, in units."""

    ground: PitchProjection
    pitch: DrawnPitch
    sides: tuple[Box, Box]
    head: float  # scale of the puppets above the side panels, smaller with large text
    score: Box
    teacher: Box  # room for a lesson, a column or a band; of no width without a lesson

    @property
    def is_below(self) -> bool:
        """True if the panels are below the carpet."""
        return self.sides[0].y > self.ground.board.bottom

    @classmethod
    def of(
        cls, canvas: Canvas, text_scale: float, bottom: float, cells: tuple[str, ...], looks: tuple[int, int],
        *, side: float = 150.0, above: float = 0.0, aside: float = 0.0,
    ) -> SockerBoxes:  # fmt: skip
        """Layout on a canvas whose prompt bar starts at ``bottom``, with panels beside or below the carpet.

        ``cells`` are the rows of the pitch, from top to bottom, one letter per space. Panels are ``side``
        units wide at the normal text size. ``above`` is the bottom of what replaces the score, 0 for the
        score itself. A lesson's column of ``aside`` units replaces the right panel, 0 for none. With panels
        below, the lesson has a band above.
        """
        forms = {canvas.h > HIGH * canvas.w, *([False] if aside else [])}
        ways = (
            cls._layout_boxes(canvas, text_scale, bottom, cells, looks, side, above, aside, below=below)
            for below in sorted(forms, reverse=True)
        )
        return max(ways, key=lambda boxes: boxes.ground.board.w)

    @classmethod
    def _layout_boxes(
        cls, canvas: Canvas, text_scale: float, bottom: float, cells: tuple[str, ...], looks: tuple[int, int],
        side: float, above: float, aside: float, *, below: bool,
    ) -> SockerBoxes:  # fmt: skip
        """Layout with the panels ``below`` the carpet or beside it."""
        rows, columns = len(cells), len(cells[0])
        side += 80.0 * (text_scale - 1) * 150.0 / side
        head = 1 - 0.42 * (text_scale - 1)
        left, right = canvas.w * 0.03 + RUG_ROOM, canvas.w * 0.97 - RUG_ROOM
        if not below:
            left, right = left + side, right - (aside or side)
        across = (right - left) / rows
        score = SCORE_HEIGHT * (1 + TEXT_GROWTH * (text_scale - 1)) * (1.25 if below else 1.0)
        # Large text takes its room from the upper edge, so the spaces keep their size.
        bottom -= 22.0
        top = above + 12.0 if above else 44.0 + score - (0.0 if below else min(32.0, score - SCORE_HEIGHT))
        end, band = bottom, Box(canvas.w * 0.03, 16, canvas.w * 0.94, BAND + LARGER * (text_scale - 1))
        if below:
            height = BELOW + 220.0 * (text_scale - 1)
            if aside:  # the lesson's text is in the band, not on the panels
                top, height = band.bottom + 24 + score, height * TAUGHT
            between = RUG_ROOM + 80.0 * head
            end = bottom + 14 - height - between
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
            y, side = board.bottom + between, canvas.w * 0.47 - 12
        else:
            panel_top = 150.0 - 62 * (text_scale - 1)
            if above and text_scale > MAX_BAR_TEXT_SCALE:  # what is above overlaps the panels too
                panel_top = max(panel_top, above + 70.0)
            height = min(bottom - panel_top, 470 + 150 * (text_scale - 1))
            y = max(panel_top, board.centre[1] - height / 2 + 22)
            height = min(height, bottom + 14 - y)  # never below the prompt bar
        first_side, second_side = (
            Box(canvas.w * 0.03, y, side, height),
            Box(canvas.w * 0.97 - side, y, side, height),
        )
        teacher = Box(canvas.w * 0.97 - aside, canvas.safe_area.y, aside, bottom + 14 - canvas.safe_area.y)
        if aside and below:
            teacher = band
        elif aside:  # between the lesson's name and button, which remain during others' turns
            y = teacher.y + PLATE + 66 * head
            second_side = Box(teacher.x, y, aside, teacher.bottom - BUTTON - y)
        score_width = min(board.w * (0.72 + 0.24 * (text_scale - 1)), 470.0 * score / SCORE_HEIGHT)
        return cls(
            PitchProjection(columns, rows, board),
            DrawnPitch(zones, (round(w, 2), round(h, 2)), (rows // 2, columns // 2), looks),
            (first_side, second_side),
            head,
            Box(middle - score_width / 2, board.y - 12 - score, score_width, score),
            teacher,
        )


def fans(canvas: Canvas, boxes: SockerBoxes) -> list[CrowdPuppet]:
    """Spectators around the carpet, except behind the score or a lesson."""
    board, score = boxes.ground.board, boxes.score.inflated(20)
    return [
        spectator
        for spectator in crowd(canvas.w, canvas.h, board.x, board.y, board.right)
        if not (score.x < spectator.x < score.right and spectator.y < board.y + 60)
        and not (boxes.teacher.w and not boxes.is_below and spectator.x > boxes.teacher.x - 40)
    ]


MIN_WORDS_SIZE = 14.0  # minimum font size of words on a zone; smaller ones are left out
# for each side the goal space with a path of the ball, which words must not cover
Aims = tuple[str | None, str | None]


def draw_room(painter: Painter, boxes: SockerBoxes, turn: int) -> Iterator[None]:
    """Draw floor, crowd and carpet in steps. The lamp is in the middle if no seat is to move."""
    view, assets, board = painter.view, painter.assets, boxes.ground.board
    painter.blit(floor(assets, view.w, view.h, (-1, 1, 0)[turn]), 0, 0)
    for spectator in fans(view, boxes):
        yield
        image = fan(assets, spectator.number, "idle", 0, spectator.height, flip=spectator.flip)
        painter.blit(image, spectator.x, spectator.y, "midbottom")
    yield
    painter.blit(rug(assets, boxes.pitch), board.x - RUG_ROOM, board.y - RUG_ROOM)
    if painter.theme.name == "dark":
        light = evening(assets, view.w, view.h, *board.centre, (board.w / 2, board.h / 2))
        painter.surface.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_MULT)


def _free_interval(
    low: float, high: float, occupied: Iterable[tuple[float, float]], words_length: float
) -> tuple[float, float]:
    """Centre and available length for words between two ends, avoiding ``occupied``.

    In the middle if that is free, else in the largest gap.
    """
    stretches, middle = sorted(occupied), (low + high) / 2
    if all(
        end <= middle - words_length / 2 or start >= middle + words_length / 2 for start, end in stretches
    ):
        return middle, words_length
    gaps, at = [], low
    for start, end in [*stretches, (high, high)]:
        gaps.append((start - at, (at + start) / 2))
        at = max(at, end)
    gap_length, middle = max(gaps)
    return middle, gap_length - 16


def draw_words(
    painter: Painter,
    boxes: SockerBoxes,
    names: tuple[str, str],
    occupied: Sequence[str],
    aims: Aims = (None, None),
    spaces: Sequence[str] = (),
) -> None:
    """Draw the words on the end zones and out of bounds, avoiding pieces and the seam around ``spaces``."""
    board, (w, h) = boxes.ground.board, boxes.ground.cell
    grown = 1 + TEXT_GROWTH * (painter.text_scale - 1)
    points = [boxes.ground.middle(cell) for cell in occupied]
    for side, x, turn in ((0, board.right - w / 2, -90), (1, board.x + w / 2, 90)):
        look, aim = SEAT_LOOKS[boxes.pitch.seats[side]], aims[side]
        text = _("{name} scores here").format(name=names[side])
        max_size = 26.0 * grown
        width = painter.width(text, max_size, "names", fixed=True)
        ways = [] if aim is None else [boxes.ground.middle(aim)[1]]
        # A piece is taller than its space.
        intervals = [(y - 0.9 * h, y + 0.9 * h) for y in ways]
        intervals += [(y - h, y + 0.6 * h) for at, y in points if abs(at - x) < w / 2]
        y, available_width = _free_interval(
            board.y, board.bottom, intervals, min(width, board.h * (0.56 if grown == 1 else 0.84))
        )
        size = min(max_size, max_size * available_width / max(1.0, width))
        if size >= MIN_WORDS_SIZE:
            image = outlined_text(painter.assets, text, size, "#FFFFFF", look.dark, 3, turn=turn)
            painter.blit(image, x, y, "center")
    text, size = _("out of bounds"), 18 * grown
    width = painter.width(text, size, fixed=True)
    for y in (board.y + h / 2, board.bottom - h / 2):
        seams = [x for x, at in map(boxes.ground.middle, spaces) if abs(at - y) < h / 2]
        seams.sort(key=lambda x: abs(x - board.centre[0]))
        stands = [*seams[:1], *(x for x, at in points if abs(at - y) < h / 2)]
        intervals = [(x - 0.6 * w, x + 0.6 * w) for x in stands]
        x, available_width = _free_interval(board.x + w, board.right - w, intervals, width)
        if available_width >= width:
            style = TextStyle(colour="#5E4726", is_fixed_size=True)
            painter.text(text, x, y, size, style, anchor="center")


@dataclass(frozen=True, slots=True)
class PiecePose:
    """Pose of a piece at a moment.

    Attributes:
        state: a key of FIELD_STATES.
        frame: the picture of that state.
        flip: True if it faces left.
        lift: height above the ground, in units.
        angle: rotation in radians.
        alpha: opacity, 0 to 255.
        light: brightness, 0 to 255.
        wears: as `PuppetOutfit.wears`.
        aim: gaze direction; `None` for the default.
        stretch: height relative to the usual one. The width changes so that the area stays.
    """

    state: str
    frame: int = 0
    flip: bool = False
    lift: float = 0.0
    angle: float = 0.0
    alpha: int = 255
    light: int = 255
    wears: str = ""
    aim: Aim | None = None
    stretch: float = 1.0


def draw_piece(
    painter: Painter,
    boxes: SockerBoxes,
    look: int,
    at: tuple[float, float],
    stance: PiecePose,
    *,
    chosen: bool = False,
    focus: bool = False,
) -> None:
    """Draw a piece whose space is ``at``, in spaces."""
    h, height = boxes.ground.cell[1], piece_height(boxes, chosen=chosen)
    rim = 4.0 if chosen else 0.0
    dress = PuppetOutfit(stance.wears, rim, focus=focus, ground=not stance.lift, flip=stance.flip)
    image = field_puppet(painter.assets, look, stance.state, stance.frame, height, dress)
    x, y = boxes.ground.point(at)
    if stance.lift:
        draw_shadow(painter, (x, y + h * SOLE_OFFSET), height, stance.lift, stance.alpha / 255)
    if stance.angle:
        # Rotated in each frame without caching, as each frame of a flight has another angle.
        image = pygame.transform.rotozoom(squashed(image, stance.stretch), -math.degrees(stance.angle), 1.0)
        painter.blit(image, x, y - height * 0.2 * abs(math.cos(stance.angle)) - stance.lift, "center")
        return
    foot = x, y + h * SOLE_OFFSET - stance.lift + field_foot(height) * stance.stretch
    piece = look, stance.state, stance.frame
    if stance.stretch == 1 and stance.alpha == stance.light == 255:
        painter.blit(image, *foot, "midbottom")
        draw_field_gaze(painter, foot, piece, height, aim=stance.aim, flip=stance.flip)
        return
    image, scale = image.copy(), painter.view.scale  # the original is cached
    # Its gaze is stretched and pale with it.
    at = image.get_width() // 2 / scale, image.get_height() / scale
    draw_field_gaze(painter.for_surface(image), at, piece, height, aim=stance.aim, flip=stance.flip)
    image.fill((stance.light,) * 3, special_flags=pygame.BLEND_RGB_MULT)
    image = squashed(image, stance.stretch)
    painter.blit(image, *foot, "midbottom", stance.alpha / 255)


SHADOW_STEP, SHADOW_STEPS = 15.0, 4  # units of height after which a shadow is wider and paler, and how often


def draw_shadow(
    painter: Painter, sole: tuple[float, float], height: float, lift: float, opacity: float = 1.0
) -> None:
    """Draw the shadow on the ground of a piece of ``height`` that is ``lift`` units above it."""
    step = min(SHADOW_STEPS, math.ceil(lift / SHADOW_STEP))
    wide = round(height * (1 + 0.08 * step), 1)
    image = field_shadow(painter.assets, wide)
    painter.blit(image, sole[0], sole[1] + field_foot(wide), "midbottom", opacity * (1 - 0.15 * step))


def piece_height(boxes: SockerBoxes, *, chosen: bool) -> float:
    """Height of a piece in units. A chosen one is slightly larger."""
    return round(PIECE_HEIGHT * boxes.ground.cell[1] / 58.0 * (1.08 if chosen else 1.0), 1)


def warm_gazes(painter: Painter, boxes: SockerBoxes, look: int, *, flip: bool) -> Iterator[None]:
    """Preloads the eyes of a side's pieces in all directions, step by step."""
    for chosen in (False, True):
        yield from warm_field_gaze(painter.assets, look, piece_height(boxes, chosen=chosen), flip=flip)


def eyes_at(boxes: SockerBoxes, piece: SockerPiece) -> tuple[float, float]:
    """Point between the eyes of a piece on its space, in canvas units."""
    (x, y), h = boxes.ground.middle(piece.cell), boxes.ground.cell[1]
    return field_eyes((x, y + h * SOLE_OFFSET), piece_height(boxes, chosen=False), flip=piece.seat == 1)


@dataclass(frozen=True, slots=True)
class BallSprite:
    """The ball at a moment."""

    at: tuple[float, float]  # in spaces
    angle: float = 0.0  # by which it has rolled, in radians
    lift: float = 0.0
    has_focus: bool = False
    stretch: float = 1.0  # length in the direction of ``heading``; it keeps its area
    heading: float = math.pi / 2  # in radians
    alpha: int = 255


def draw_ball(painter: Painter, boxes: SockerBoxes, sprite: BallSprite) -> None:
    """Draw the ball."""
    h = boxes.ground.cell[1]
    x, y = boxes.ground.point(sprite.at)
    image = ball(painter.assets, round(44 * h / 58, 1), round(sprite.angle / math.tau * 8) % 8)
    if abs(sprite.stretch - 1) > 0.02:
        degrees = 90 - math.degrees(sprite.heading)
        image = squashed(pygame.transform.rotozoom(image, -degrees, 1.0), sprite.stretch)
        image = pygame.transform.rotozoom(image, degrees, 1.0)
    painter.blit(image, x, y - sprite.lift, "center", sprite.alpha / 255)


def draw_area(painter: Painter, boxes: SockerBoxes, cells: Iterable[str]) -> None:
    """Darken the board except the spaces on which a puppet can be put, with a seam around them."""
    ground, places = boxes.ground, set(map(boxes.ground.place, cells))
    zones = tuple(
        "".join(FIELD if (x + 0.5, y + 0.5) in places else OUT for x in range(ground.rows))
        for y in range(ground.columns)
    )
    image = marked_area(painter.assets, replace(boxes.pitch, zones=zones))
    painter.blit(image, ground.board.x - RUG_ROOM, ground.board.y - RUG_ROOM)


def draw_ball_spaces(painter: Painter, boxes: SockerBoxes, cells: Iterable[str]) -> None:
    """Draw the spaces on which the ball can be put."""
    scale = round(boxes.ground.cell[1] / 58, 2)
    for cell in cells:
        middle = boxes.ground.middle(cell)
        painter.blit(mark_kick(painter.assets, scale), *middle, "center")
        painter.blit(ball(painter.assets, round(34 * scale, 1), 0, ghost=True), *middle, "center")


DIM_LIGHT = 220  # brightness of carpet and pieces that have no part in the actions of the chosen piece


def dim_carpet(painter: Painter, boxes: SockerBoxes) -> None:
    """Dim the carpet to `DIM_LIGHT`, below marks and pieces."""
    area = painter.view.rect(boxes.ground.board)
    painter.surface.fill((DIM_LIGHT,) * 3, area, special_flags=pygame.BLEND_RGB_MULT)


def draw_targets(
    painter: Painter, boxes: SockerBoxes, actions: dict[str, PieceAction], focus: str | None
) -> None:
    """Draw the marks of all actions of the chosen piece, below the pieces."""
    projection, scale = boxes.ground, boxes.ground.cell[1] / 58
    for action in actions.values():
        middle = projection.middle(action.target)
        if action.verb == "move":
            painter.blit(
                mark_step(painter.assets, round(scale, 2)), middle[0], middle[1] - 6 * scale, "center"
            )
            continue
        beyond = projection.middle(action.beyond)
        if action.verb == "sock":
            painter.blit(
                mark_sock(painter.assets, round(1.25 * scale, 2)), middle[0], middle[1] - 6, "center"
            )
            star = mark_star(painter.assets, round(0.72 * scale, 2))
            painter.blit(star, middle[0] + 30 * scale, middle[1] - 28 * scale, "center")
        # With very many actions, only the one in focus shows its result.
        if action.target == focus or len(actions) < 14:
            kind = mark_kick if action.verb == "kick" else mark_landing
            painter.blit(kind(painter.assets, round(scale, 2)), *beyond, "center")
            if action.verb == "kick":
                painter.blit(ball(painter.assets, round(34 * scale, 1), 0, ghost=True), *beyond, "center")


def draw_arrows(painter: Painter, boxes: SockerBoxes, actions: dict[str, PieceAction]) -> None:
    """Draw the arrows of kicks and socks, above the pieces."""
    projection = boxes.ground
    for action in actions.values():
        if action.verb != "move":
            colour = "#FFD25A" if action.verb == "kick" else "#FF8A6B"
            _draw_arrow_between(
                painter, projection.middle(action.target), projection.middle(action.beyond), colour
            )


def draw_focus(painter: Painter, boxes: SockerBoxes, cell: str) -> None:
    """Draw the focus ring in a space."""
    w, h = boxes.ground.cell
    box = boxes.ground.box(cell)
    painter.blit(cell_focus(painter.assets, round(w), round(h), painter.theme.focus), box.x, box.y)


def draw_hinted(painter: Painter, boxes: SockerBoxes, cell: str, *, has_focus: bool) -> None:
    """Draw a star in the space that a hint means, and a golden ring unless it has the focus ring."""
    w, h = boxes.ground.cell
    box = boxes.ground.box(cell)
    if not has_focus:
        painter.blit(cell_focus(painter.assets, round(w), round(h), GOLD), box.x, box.y)
    painter.blit(hint_star(painter.assets, round(h / 2)), box.right - h / 6, box.y + h / 8, "center")


def draw_broken(painter: Painter, boxes: SockerBoxes, cells: list[str]) -> None:
    """Mark the spaces of the pieces that are the reason for a refusal."""
    w, h = boxes.ground.cell
    for cell in cells:
        box = boxes.ground.box(cell)
        painter.blit(mark_breaks(painter.assets, round(w), round(h)), box.x, box.y)


TRAIL_EDGE = 6.0  # half the width of a trail, in units
REFUSED_SCALE = 1 / 58  # of the red sign on a space, per unit of its height


def draw_wrong(painter: Painter, boxes: SockerBoxes, cell: str, shake: PressMotion) -> None:
    """Mark a space without a possible action."""
    scale = round(boxes.ground.cell[1] * REFUSED_SCALE, 2)
    draw_refusal_sign(painter, boxes.ground.middle(cell), scale, shake)


def draw_trail(
    painter: Painter, boxes: SockerBoxes, start: str, end: str, upto: tuple[float, float] | None = None
) -> None:
    """Draw a trail between the centres of two spaces, or the part of it ``upto`` a place in spaces."""
    (x0, y0), (x1, y1) = boxes.ground.middle(start), boxes.ground.middle(end)
    image = trail(painter.assets, round(x1 - x0), round(y1 - y0))
    x, y = (x1, y1) if upto is None else boxes.ground.point(upto)
    laid = painter.view.rect(Box(min(x0, x), min(y0, y), abs(x - x0), abs(y - y0)).inflated(TRAIL_EDGE))
    corner = painter.view.rect(Box(min(x0, x1) - ARROW_ROOM, min(y0, y1) - ARROW_ROOM, 0, 0)).topleft
    painter.surface.blit(image, laid, laid.move(-corner[0], -corner[1]))


def _draw_arrow_between(
    painter: Painter, start: tuple[float, float], end: tuple[float, float], colour: str
) -> None:
    """Draw an arrow from 26% to 76% of the way between two canvas points."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = (x1 - x0) * 0.5, (y1 - y0) * 0.5
    x0, y0 = x0 + (x1 - x0) * 0.26, y0 + (y1 - y0) * 0.26
    image = arrow(painter.assets, round(dx), round(dy), colour, 7, 14)
    painter.blit(image, x0 + min(0.0, dx) - ARROW_ROOM, y0 + min(0.0, dy) - ARROW_ROOM)


def is_off_field(boxes: SockerBoxes, cell: str) -> bool:
    """True if a space is off the field."""
    x, y = boxes.ground.place(cell)
    return boxes.pitch.zone(int(x), int(y)) != FIELD


# height above the centre of its space at which a puppet's head is wide enough to hide things, in spaces
_HEAD = PIECE_HEIGHT / 58 - 0.46 - 0.06
_BALL_OFFSET = 22 / 58  # distance of the ball's lower edge below the centre of its space, in spaces
_MAX_BALL_SHIFT = 0.4  # maximum backward shift of the ball, in spaces
# sideways distance up to which a puppet fully hides the ball, and from which it does not, in spaces
_NARROW, _WIDE = 0.45, 0.85


@dataclass(frozen=True, slots=True)
class GroundEffect:
    """Dust, wool or stars on the carpet at a moment."""

    depth: float  # of the foot that it belongs to, in spaces down from the corner
    paint: Callable[[Painter], None]
    is_behind: bool = False  # True if it is behind what stands at that depth


@dataclass(frozen=True, slots=True)
class PuppetSprite:
    """A puppet on the carpet at a moment."""

    at: tuple[float, float]  # in spaces
    look: int
    stance: PiecePose
    shift: tuple[float, float] = (0.0, 0.0)  # in spaces; other figures and the ball do not answer to it
    chosen: bool = False
    focus: bool = False


def with_caps(figures: Iterable[PuppetSprite], seats: Sequence[Seat]) -> list[PuppetSprite]:
    """Return the figures with the caps of their sides. A figure's look identifies its side."""
    caps = {seat.look: outfit_of("", seat.cap) for seat in seats if seat.cap}
    return [
        replace(figure, stance=replace(figure.stance, wears=caps[figure.look]))
        if figure.look in caps
        else figure
        for figure in figures
    ]


def draw_figures(
    painter: Painter,
    boxes: SockerBoxes,
    figures: Sequence[PuppetSprite],
    ball: BallSprite | None,
    effects: Iterable[GroundEffect] = (),
) -> None:
    """Draw figures, ball and effects, nearer ones above those behind: no effect covers what is nearer.

    In a row the ball is above figures that stand still and below those that lunge. It is shifted back a
    little to keep clear of the heads in front.
    """
    drawn: list[tuple[float, int, float, Callable[[], None]]] = [
        (effect.depth, -1 if effect.is_behind else 3, 0.0, partial(effect.paint, painter))
        for effect in effects
    ]
    for figure in figures:
        (x, y), layer = figure.at, 2 if any(figure.shift) else 0
        drawn.append((y + figure.shift[1], layer, x, partial(_draw_figure, painter, boxes, figure)))
    if ball is not None:
        (x, y), before = ball.at, [figure for figure in figures if figure.at[1] > ball.at[1]]
        ball = replace(ball, at=(x, y - lies_back(ball.at, before)))
        drawn.append((y, 1, x, partial(draw_ball, painter, boxes, ball)))
        if ball.lift:
            (x, y), h = boxes.ground.point(ball.at), boxes.ground.cell[1]
            draw_shadow(painter, (x, y + h * _BALL_OFFSET), h * 0.7, ball.lift, ball.alpha / 255)
    for *_order, draw in sorted(drawn, key=lambda entry: entry[:3]):
        draw()
    if ball is not None and ball.has_focus:
        # Around the ball only, as the ring of its space would cut through neighbouring puppets.
        size = round(BALL_RING_WIDTH * boxes.ground.cell[1] / 58)
        (left, top), half = boxes.ground.point(ball.at), size / 2
        ring(painter, Box(left - half, top - half - ball.lift, size, size), half)
        draw_ball(painter, boxes, ball)


def lies_back(ball: tuple[float, float], before: Sequence[PuppetSprite]) -> float:
    """Backward shift of the ball for the puppets in front of it, 0 to 0.4 spaces, smooth as they walk."""
    shift = 0.0
    for figure in before:
        aside, depth = abs(figure.at[0] - ball[0]), figure.at[1] - ball[1]
        head = _HEAD + (0.08 * PIECE_HEIGHT / 58 if figure.chosen else 0.0)
        overlap = min(_MAX_BALL_SHIFT, max(0.0, _BALL_OFFSET + head - depth))
        shift = max(shift, overlap * min(1.0, max(0.0, (_WIDE - aside) / (_WIDE - _NARROW))))
    return shift


def _draw_figure(painter: Painter, boxes: SockerBoxes, figure: PuppetSprite) -> None:
    at = figure.at[0] + figure.shift[0], figure.at[1] + figure.shift[1]
    draw_piece(painter, boxes, figure.look, at, figure.stance, chosen=figure.chosen, focus=figure.focus)


class PitchModel:
    """The board as shown. The rules may be some events ahead.

    Attributes:
        seen: latest observation.
        picture: the pieces as drawn.
        boxes: layout of the screen, set by the first layout.
    """

    boxes: SockerBoxes

    def __init__(self, observation: SockerObservation) -> None:
        self.take(observation)

    @property
    def phase(self) -> str:
        """Phase of the match: ``place``, ``play`` or ``spot``."""
        return self.seen["phase"]

    def at_edges(self) -> tuple[str, ...]:
        """Occupied spaces in the outermost rows and columns, sorted."""
        projection = self.boxes.ground

        def is_edge(cell: str) -> bool:
            """True if a space is in an outermost row or column."""
            x, y = projection.place(cell)
            return not (1 < x < projection.rows - 1 and 1 < y < projection.columns - 1)

        return tuple(sorted(filter(is_edge, self.occupied())))

    def where(self, name: str) -> Box:
        """Box of a space that a lesson points at, with the puppet on it."""
        return self.boxes.ground.box(name) if self.picture.at(name) is None else self.figure_box(name)

    def figure_box(self, name: str) -> Box:
        """Box of a puppet on a space, which is taller and wider than the space."""
        box = self.boxes.ground.box(name)
        return Box(box.x - box.w * 0.1, box.y - box.h * 0.45, box.w * 1.2, box.h * 1.45)

    def occupied(self) -> list[str]:
        """Spaces of all puppets and the ball."""
        picture = self.picture
        return [*(piece.cell for piece in picture.pieces), *([picture.ball] if picture.ball else [])]

    def take(self, observation: SockerObservation, *, is_over: bool = False) -> None:
        """Show an observation. ``is_over`` is True at the end of the match."""
        self.seen = observation
        self.picture = PitchPicture.of(observation)
        self.picture.is_over = is_over

    def settle(self, event: Event) -> None:
        """Apply an event to the picture. A set-up also sets the phase and puts the ball in the middle."""
        self.picture.take_in(event)
        if event.kind == SockerEventKind.SETUP:
            self.seen = self.seen | {"phase": "place"}  # panels and prompt bar use it at once
            # No event puts the ball in the middle.
            rows, columns = self.seen["rows"], self.seen["columns"]
            self.picture.ball = f"{chr(ord('a') + columns // 2)}{rows // 2 + 1}"
