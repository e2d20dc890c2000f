"""What the screen of Socker shows at a moment: pieces on spaces, caught up event by event with the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from game.core.game import Event
from game.core.grid import read_space, space_text
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    CoinTossed,
    DawdleWarned,
    GoalScored,
    LegVoided,
    LimitRaised,
    MatchEnded,
    SetupBegun,
    SockerMoved,
    SockerPlaced,
    SockerSocked,
    SockersStoodUp,
    SpotChosen,
    SpotNeeded,
    TurnBegun,
    TurnPassed,
    read,
)
from game.games.socker.rules.observed import Observed
from game.ui.kit.canvas import Box


@dataclass(slots=True)
class Piece:
    """A socker on the screen."""

    seat: int
    cell: str
    down: bool = False


@dataclass(slots=True)
class PitchPicture:
    """The pieces that are drawn; the rules may be some events ahead."""

    pieces: list[Piece] = field(default_factory=list)
    ball: str | None = None
    score: list[int] = field(default_factory=lambda: [0, 0])
    turn: int = 0
    is_over: bool = False
    """Whether the end of the match was shown: it is nobody's turn then."""

    @classmethod
    def of(cls, seen: Observed) -> PitchPicture:
        """The picture of an observation."""
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
                    found.pieces.append(Piece("RB".index(letter.upper()), cell, letter.islower()))
                column += 1
        return found

    def at(self, cell: str) -> Piece | None:
        """The piece on a space."""
        return next((piece for piece in self.pieces if piece.cell == cell), None)

    def take_in(self, event: Event) -> None:
        """Change the picture as an event did the position."""
        match read(event):
            case SetupBegun(seat=seat):
                self.pieces.clear()
                self.turn = seat
                self.ball = None
            case SockerPlaced(seat=seat, cell=cell):
                self.pieces.append(Piece(seat, cell))
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
            case MatchEnded():
                self.is_over = True
            case CoinTossed() | LimitRaised() | TurnPassed() | LegVoided() | DawdleWarned():
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
        """The middle of a space on the canvas."""
        return self.point(self.place(cell))

    def box(self, cell: str) -> Box:
        """The box of a space on the canvas."""
        (x, y), (w, h) = self.middle(cell), self.cell
        return Box(x - w / 2, y - h / 2, w, h)

    def at(self, point: tuple[float, float]) -> str | None:
        """The space under a point of the canvas."""
        w, h = self.cell
        row, column = int((point[0] - self.board.x) // w), int((point[1] - self.board.y) // h)
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return space_text(column, row + 1)
        return None
