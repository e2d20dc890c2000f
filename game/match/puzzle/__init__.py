"""Puzzles: a position from a match, a task, and a proof that it can be done.

A `Puzzle` is a line of the pack of its game (`game.match.puzzle.pack`), judged by the `Puzzler` that the
game names in ``puzzles.PUZZLES``, and tried in an `Attempt`. Nothing in here knows any game.
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

GRADES = range(1, 6)
"""How hard a puzzle is: 1 for a child on a Monday, 5 for a Sunday."""
TRIES = 10
"""So often each level of bots tries a puzzle."""


class AttemptResult(StrEnum):
    """What an attempt has come to."""

    OPEN = "open"
    """It can still be done, or nobody has done anything yet."""
    SOLVED = "solved"
    MISSED = "missed"


class PuzzleError(ValueError):
    """Something is wrong with a puzzle; the sentence says which one it is and what is wrong."""


def _found_by(given: object, where: str, bad: Bad) -> Mapping[str, int]:
    """Kept as a list when each level tried once: those named have found it every time."""
    if isinstance(given, list):
        return dict.fromkeys(strict_list(text)(given, where, bad), TRIES)
    found: Mapping[str, int] = mapping_reader(number(1, TRIES))(given, where, bad)
    return found


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position from a match, and what has to be done in it.

    Attributes:
        key: its name for good: streaks and calendars know it by this.
        game: the slug.
        kind: what has to be done, a word of its game's `Puzzler`.
        position: what lies on the table, in the game's text form.
        seat: whose place the solver has, who is to move.
        solutions: every way to do it, up to the order in which it is done; each the moves of a whole
            attempt, those of the other seats among them.
        grade: how hard it is, one of `GRADES`.
        options: the house rules it is played by.
        found_by: in how many of `TRIES` tries which level of bots finds it; none that never does.
        luck: in how many of a thousand tries somebody who plays anything finds it.
        alike: how many moves, or ways to begin, look right at a glance.
        proof: what proved it: ``search`` or ``arranger``.
        nodes: how many positions that looked into.
        source: where the position comes from, for whoever makes it again.
    """

    key: str
    game: str
    kind: str
    position: Annotated[str, long_text]
    seat: int
    solutions: Annotated[tuple[tuple[str, ...], ...], strict_list(strict_list(long_text), 10**4, 1)]
    grade: Annotated[int, number(GRADES[0], GRADES[-1])]
    options: Mapping[str, object] = field(default_factory=dict)
    found_by: Annotated[Mapping[str, int], _found_by] = field(default_factory=dict)
    luck: int = 0
    alike: int = 0
    proof: str = ""
    nodes: int = 0
    source: str = ""

    @property
    def puzzler(self) -> Puzzler:
        """Who judges it.

        Raises:
            PuzzleError: its game knows no puzzles.
        """
        found = puzzler_of(self.game)
        if found is None:
            raise PuzzleError(f"Puzzle {self.key}: {self.game} has no puzzles.")
        return found

    def session(self, names: list[str] | None = None) -> Session:
        """The table as the puzzle begins.

        Raises:
            PuzzleError: there is no such position.
        """
        try:
            session = Session.from_position(self.game, self.position, options=self.options, names=names)
        except ValueError as error:
            raise PuzzleError(f"Puzzle {self.key}: its position cannot be: {error}") from None
        if session.to_move != self.seat:
            raise PuzzleError(f"Puzzle {self.key}: it is not the turn of seat {self.seat}, who solves it.")
        return session

    def data(self) -> dict[str, Any]:
        """What `of` reads; what says nothing is left out."""
        return dict(to_json(self, brief=True))

    @classmethod
    def of(cls, data: object) -> Puzzle:
        """Read a line of a pack.

        Raises:
            PuzzleError: something lacks, is not known, or is of another type.
        """
        if not isinstance(data, dict):
            raise PuzzleError("A puzzle is an object of names and values.")
        try:
            read: Puzzle = dataclass_reader(cls, exact=True)(data, "", ignore_errors)
        except ValueError as error:
            raise PuzzleError(f"Puzzle {data.get('key', '?')}: {error}") from None
        return read


@dataclass(frozen=True, slots=True)
class PuzzleCandidate:
    """A position and a task, not proved yet.

    Attributes:
        detail: what a task is about that its kind does not say, a word of its game.
    """

    game: str
    kind: str
    position: str
    seat: int
    options: Mapping[str, object]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PuzzleProof:
    """What a solver has found out about a `PuzzleCandidate`; the fields are those of the `Puzzle`."""

    solutions: tuple[tuple[str, ...], ...]
    luck: int
    alike: int
    proof: str
    nodes: int


@dataclass(frozen=True, slots=True)
class PuzzleSource:
    """How a match between bots is played that puzzles are looked for in; options that are not usual."""

    players: int
    levels: tuple[str, ...]
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SolutionStep:
    """A step of a solution, told afterwards.

    Attributes:
        words: what is done and why, in a sentence.
        moves: the moves that it speaks of, to be shown on the table; in a rummy, where all of a turn is one
            move, ``= 1P 2P 3P | 4F`` for how its table lies in the making by then, short piles among it.
        about: moves that it speaks of though nobody makes them now, as those that would close a gap.
        points: what is to be moved, and where it goes, by names of places at the table (`MatchView.where`);
            twice the same where it is only to be looked at.
        cards: in a rummy, the places of all cards that come to a pile, that of `points` first.
        pile: the cards of that pile by then.
        nudges: whether it gives away less than the steps before it: hints begin with it.
        theirs: whether it only tells what the others do, which helps nobody on.
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
        """All moves that it speaks of: a board marks where they lie."""
        return (*self.moves, *self.about)

    def points_at(self, making: str) -> tuple[str, str] | None:
        """The `points` of what is not done yet on a table in the making, its text; `None` for nothing."""
        if self.points is None or not making:
            return self.points
        stays = _plain(self.points[1].split()[1:])
        piles = (_plain(pile.split()) for pile in making.split(" | "))
        # The pile itself, or what there is of a new one: nothing else lies in it.
        good = (pile for pile in piles if stays <= pile <= _plain(self.pile))
        there = max(good, key=Counter.total, default=stays) - stays
        begun = next((f"pile {card}" for card in self.pile if card in there), "mat")
        for name in self.cards:
            card = name.split()[-1].partition("=")[0]
            if not there[card]:
                return name, self.points[1] if stays else begun
            there[card] -= 1
        return None


def _plain(cards: Iterable[str]) -> Counter[str]:
    """How often each card is there, whatever jokers stand for."""
    return Counter(card.partition("=")[0] for card in cards)


class NoPuzzleError(ValueError):
    """A position makes no puzzle; the sentence, for players, says why."""


class Puzzler(Protocol):
    """Makes, proves, judges and tells the puzzles of one game; all work is counted, never timed."""

    kinds: Sequence[str]
    """What can be asked of somebody, each a word."""

    def drafts(self, session: Session, chance: Random) -> Iterator[PuzzleCandidate]:
        """Tasks that a moment of a match may pose for the seat to move, the most promising ones first.

        Raises:
            NoPuzzleError: there is none, and why.
        """
        ...

    def prove(self, draft: PuzzleCandidate) -> PuzzleProof:
        """Solve it wholly.

        Raises:
            NoPuzzleError: it has no solution, too many, or is too easy, too ugly or too large to be proved.
        """
        ...

    def found_by(self, draft: PuzzleCandidate, proved: PuzzleProof, chance: Random) -> Sequence[str]:
        """The levels of bots that find it at one try, with little to think with, all of it counted.

        The days of a level differ, and so does what it overlooks: another chance is another try.
        """
        ...

    def verdict(self, puzzle: Puzzle, session: Session) -> AttemptResult:
        """What an attempt has come to, after any number of moves from the position of the puzzle."""
        ...

    def answer(self, puzzle: Puzzle, session: Session) -> str:
        """The move of another seat within an attempt, its best defence."""
        ...

    def refutes(self, puzzle: Puzzle, session: Session) -> bool:
        """Whether, after a missed attempt, the `answer` of the others shows why it fails."""
        ...

    def lacks(self, puzzle: Puzzle, session: Session, names: Sequence[str]) -> str:
        """The sentence for why a missed attempt fails where no answer shows it; empty for none."""
        ...

    def task(self, puzzle: Puzzle) -> str:
        """What has to be done, in one short sentence."""
        ...

    def explained(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[SolutionStep]:
        """A solution step by step with its reason, in at most two sentences a step."""
        ...


def is_first_turn(puzzle: Puzzle, session: Session) -> bool:
    """Whether the solver has had one turn so far, or is in it."""
    turns = groupby(seat for seat, _move in session.log)
    return sum(seat == puzzle.seat for seat, _moves in turns) == 1


def puzzler_of(game: str) -> Puzzler | None:
    """The puzzler of a game; `None` where it has none."""
    return cast("Puzzler | None", find_game(game).part("puzzles"))


class Attempt(MatchListener, Versioned):
    """One attempt at a puzzle: listens to a match that began with its position."""

    verdict = Tracked[AttemptResult]()

    def __init__(self, puzzle: Puzzle, puzzler: Puzzler, match: Match) -> None:
        self.puzzle = puzzle
        self.verdict = AttemptResult.OPEN
        self._puzzler, self._match = puzzler, match
        match.listen(self)

    @property
    def answers(self) -> int | None:
        """The other seat that answers now: while all is open, and then to refute a missed attempt."""
        session, seat = self._match.session, self._match.to_move
        if seat == self.puzzle.seat or self.verdict is AttemptResult.SOLVED:
            return None
        is_open = self.verdict is AttemptResult.OPEN or self._puzzler.refutes(self.puzzle, session)
        return seat if is_open else None

    @property
    def told(self) -> AttemptResult:
        """The verdict, once nobody answers any more."""
        return self.verdict if self.answers is None else AttemptResult.OPEN

    @property
    def is_refuted(self) -> bool:
        """Whether the last moves are an answer to a missed attempt."""
        log = self._match.session.log
        return self.verdict is AttemptResult.MISSED and bool(log) and log[-1][0] != self.puzzle.seat

    @property
    def answer(self) -> str:
        """The move of the seat that answers now; empty for none."""
        return "" if self.answers is None else self._puzzler.answer(self.puzzle, self._match.session)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self._judge()

    def taken_back(self, count: int) -> None:
        self._judge()

    def _judge(self) -> None:
        self.verdict = self._puzzler.verdict(self.puzzle, self._match.session)
