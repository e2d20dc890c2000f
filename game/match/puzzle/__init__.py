"""Puzzles: a position from a match, a task, and a proof that it can be done.

A `Puzzle` is a line of the pack of its game (`game.match.puzzle.pack`), judged by the `Puzzler` that the game
names in ``puzzles.PUZZLES``, and tried in an `Attempt`. Nothing here depends on a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from random import Random
from typing import Annotated, Any, Protocol, cast

from game.core.discovery import find_game
from game.core.game import Event
from game.core.schema import (
    Bad,
    dataclass_reader,
    ignore_errors,
    long_text,
    mapping_reader,
    number,
    strict_list,
    text,
    to_json,
)
from game.core.session import Session
from game.match.match import Match, MatchListener
from game.match.versioned import Tracked, Versioned

GRADES = range(1, 6)  # difficulty: 1 for a child on a Monday, 5 for a Sunday
TRIES_PER_LEVEL = 10  # tries of each bot level at a puzzle


class AttemptResult(StrEnum):
    """Result of an attempt."""

    OPEN = "open"  # can still be solved, or no move was made yet
    SOLVED = "solved"
    MISSED = "missed"


class PuzzleError(ValueError):
    """Fault in a puzzle; the message names the puzzle and the fault."""


def _read_find_rates(raw: object, where: str, bad: Bad) -> Mapping[str, int]:
    """Return the number of `TRIES_PER_LEVEL` that find a puzzle by bot level. Raises `ValueError` if invalid.

    In old lists each level tried once, so a level in the list counts as finding it always.
    """
    if isinstance(raw, list):
        return dict.fromkeys(strict_list(text)(raw, where, bad), TRIES_PER_LEVEL)
    counts: Mapping[str, int] = mapping_reader(number(1, TRIES_PER_LEVEL))(raw, where, bad)
    return counts


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position from a match, and a task.

    Attributes:
        key: permanent identifier, used by streaks and calendars.
        game: the slug.
        kind: kind of the task, a word of the game's `Puzzler`.
        position: position in the game's text form.
        seat: the solver's seat, which is to move.
        solutions: all ways to do it, regardless of the order of steps; each has the moves of a whole attempt,
            including those of other seats.
        grade: difficulty, one of `GRADES`.
        options: house rules.
        found_by: number of `TRIES_PER_LEVEL` in which each bot level finds it; without levels that never do.
        luck: number of random plays in 1000 that find it.
        alike: number of moves, or ways to begin, that look right at a glance.
        proof: kind of the proof: ``search`` or ``arranger``.
        nodes: number of positions that the proof examined.
        source: origin of the position, for reproduction.
    """

    key: str
    game: str
    kind: str
    position: Annotated[str, long_text]
    seat: int
    solutions: Annotated[tuple[tuple[str, ...], ...], strict_list(strict_list(long_text), 10**4, 1)]
    grade: Annotated[int, number(GRADES[0], GRADES[-1])]
    options: Mapping[str, object] = field(default_factory=dict)
    found_by: Annotated[Mapping[str, int], _read_find_rates] = field(default_factory=dict)
    luck: int = 0
    alike: int = 0
    proof: str = ""
    nodes: int = 0
    source: str = ""

    @property
    def puzzler(self) -> Puzzler:
        """The game's puzzler. Raises `PuzzleError` if the game has no puzzles."""
        puzzler = puzzler_of(self.game)
        if puzzler is None:
            raise PuzzleError(f"Puzzle {self.key}: {self.game} has no puzzles.")
        return puzzler

    def session(self, names: list[str] | None = None) -> Session:
        """Session at the puzzle's position. Raises `PuzzleError` if it is invalid or another seat's turn."""
        try:
            session = Session.from_position(self.game, self.position, options=self.options, names=names)
        except ValueError as error:
            raise PuzzleError(f"Puzzle {self.key}: its position cannot be: {error}") from None
        if session.to_move != self.seat:
            raise PuzzleError(f"Puzzle {self.key}: it is not the turn of seat {self.seat}, who solves it.")
        return session

    def data(self) -> dict[str, Any]:
        """Return the puzzle as plain JSON for `of`, without default values."""
        return dict(to_json(self, brief=True))

    @classmethod
    def of(cls, data: object) -> Puzzle:
        """Return a puzzle from the data of a line of a pack. Raises `PuzzleError` if a field is wrong."""
        if not isinstance(data, dict):
            raise PuzzleError("A puzzle is an object of names and values.")
        try:
            read: Puzzle = dataclass_reader(cls, exact=True)(data, "", ignore_errors)
        except ValueError as error:
            raise PuzzleError(f"Puzzle {data.get('key', '?')}: {error}") from None
        return read


@dataclass(frozen=True, slots=True)
class PuzzleCandidate:
    """Position and task that are not proved yet.

    Attributes:
        detail: additional detail of the task, a word of the game; may be empty.
    """

    game: str
    kind: str
    position: str
    seat: int
    options: Mapping[str, object]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PuzzleProof:
    """Result of a solver for a `PuzzleCandidate`; the fields are those of `Puzzle`."""

    solutions: tuple[tuple[str, ...], ...]
    luck: int
    alike: int
    proof: str
    nodes: int


@dataclass(frozen=True, slots=True)
class PuzzleSource:
    """Settings of a bot match in which puzzles are searched; ``options`` has non-default ones only."""

    players: int
    levels: tuple[str, ...]
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SolutionStep:
    """Step in the explanation of a solution.

    Attributes:
        words: sentence about the step and its reason.
        moves: its moves, to be shown on the table. In a rummy, where a turn is one move, ``= 1P 2P 3P | 4F``
            is the draft after the step, which may contain piles that are too short.
        about: further moves that the sentence mentions but no one makes now, such as those that would close a
            gap.
        points: places from and to which something is moved, by names of the view (`MatchView.locate`); twice
            the same to look at a place.
        nudges: True if it gives away less than the steps before it; hints begin with it.
        theirs: True if it only describes moves of the others, which is no help.
        cards: in a rummy, places of all cards that are moved to a pile, the one in `points` first.
        pile: the cards of that pile after the step.
    """

    words: str
    moves: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    points: tuple[str, str] | None = None
    nudges: bool = False
    theirs: bool = False
    cards: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()

    @property
    def marks(self) -> tuple[str, ...]:
        """All moves that the step mentions; a board highlights their places."""
        return (*self.moves, *self.about)

    def points_at(self, making: str) -> tuple[str, str] | None:
        """Next (card's place, target) of `points` that the draft ``making`` leaves to do; None if none.

        The result names the next card's place and its target. Without a draft or cards it is `points`.
        """
        if self.points is None or not making or not self.cards:
            return self.points
        stays = _count_cards(self.points[1].split()[1:])
        piles = (_count_cards(pile.split()) for pile in making.split(" | "))
        # The pile itself or the beginning of a new one: no other card is in it.
        good = (pile for pile in piles if stays <= pile <= _count_cards(self.pile))
        rest = max(good, key=Counter.total, default=stays) - stays
        target = next((f"pile {card}" for card in self.pile if card in rest), "mat")
        for name in self.cards:
            card = name.split()[-1].partition("=")[0]
            if not rest[card]:
                return name, self.points[1] if stays else target
            rest[card] -= 1
        return None


def _count_cards(cards: Iterable[str]) -> Counter[str]:
    """Count the cards, ignoring the faces of jokers."""
    return Counter(card.partition("=")[0] for card in cards)


class NoPuzzleError(ValueError):
    """A position that makes no puzzle; the message, for players, says why."""


class Puzzler(Protocol):
    """Maker, solver, judge and explainer of the puzzles of one game.

    Its work is limited by counts, never by time.
    """

    kinds: Sequence[str]  # kinds of tasks

    def drafts(self, session: Session, rng: Random) -> Iterator[PuzzleCandidate]:
        """Tasks for the seat to move, the most promising first. Raises `NoPuzzleError`, with why, if none."""
        ...

    def prove(self, draft: PuzzleCandidate) -> PuzzleProof:
        """Proof of a task, with all its solutions. Raises `NoPuzzleError` if it makes no puzzle.

        It makes none with no or too many solutions, or if it is too easy, too ugly or too large to be proved.
        """
        ...

    def found_by(self, draft: PuzzleCandidate, proved: PuzzleProof, rng: Random) -> Sequence[str]:
        """Bot levels that find the solution in one try, with a small, counted number of positions.

        What a level overlooks depends on ``rng``, so each call is another try.
        """
        ...

    def verdict(self, puzzle: Puzzle, session: Session) -> AttemptResult:
        """Result of an attempt after any number of moves from the position of the puzzle."""
        ...

    def defence_move(self, puzzle: Puzzle, session: Session) -> str:
        """Best defence: a move of the seat to move, which is not the solver's."""
        ...

    def refutes(self, puzzle: Puzzle, session: Session) -> bool:
        """True if, after a missed attempt, `defence_move` shows why it fails."""
        ...

    def lacks(self, puzzle: Puzzle, session: Session, names: Sequence[str]) -> str:
        """Sentence that says why a missed attempt fails if no move shows it; may be empty."""
        ...

    def task(self, puzzle: Puzzle) -> str:
        """The puzzle's task in one short translated sentence."""
        ...

    def explain_solution(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[SolutionStep]:
        """Steps of a solution with their reasons, each in at most two translated sentences."""
        ...


def is_first_turn(puzzle: Puzzle, session: Session) -> bool:
    """True if the solver has had exactly one turn, finished or not; False before the first move."""
    turns = groupby(seat for seat, _move in session.log)
    return sum(seat == puzzle.seat for seat, _moves in turns) == 1


def puzzler_of(game: str) -> Puzzler | None:
    """Puzzler of a game; None if it has none."""
    return cast("Puzzler | None", find_game(game).component("puzzles"))


class Attempt(MatchListener, Versioned):
    """One attempt at a puzzle. Listens to a match that began with its position."""

    verdict = Tracked[AttemptResult]()

    def __init__(self, puzzle: Puzzle, puzzler: Puzzler, match: Match) -> None:
        """Listen to ``match``, with an open verdict."""
        self.puzzle = puzzle
        self.verdict = AttemptResult.OPEN
        self._puzzler, self._match = puzzler, match
        match.add_listener(self)

    @property
    def answers(self) -> int | None:
        """Other seat that moves now, in an open attempt or to refute a missed one; None for none."""
        session, seat = self._match.session, self._match.to_move
        if seat == self.puzzle.seat or self.verdict is AttemptResult.SOLVED:
            return None
        is_open = self.verdict is AttemptResult.OPEN or self._puzzler.refutes(self.puzzle, session)
        return seat if is_open else None

    @property
    def public_verdict(self) -> AttemptResult:
        """Verdict of the attempt; open while another seat still has to move."""
        return self.verdict if self.answers is None else AttemptResult.OPEN

    @property
    def is_refuted(self) -> bool:
        """True if the attempt is missed, and another seat made the last move."""
        log = self._match.session.log
        return self.verdict is AttemptResult.MISSED and bool(log) and log[-1][0] != self.puzzle.seat

    @property
    def answer(self) -> str:
        """Move of the other seat that moves now; empty if none does."""
        return "" if self.answers is None else self._puzzler.defence_move(self.puzzle, self._match.session)

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Update the verdict."""
        self._judge()

    def on_undo(self, count: int) -> None:
        """Update the verdict."""
        self._judge()

    def _judge(self) -> None:
        """Set the verdict by the moves made so far."""
        self.verdict = self._puzzler.verdict(self.puzzle, self._match.session)
