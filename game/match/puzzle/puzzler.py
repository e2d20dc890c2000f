"""What a game has to say so that positions of it become puzzles: its `Puzzler`, named in ``INFO.puzzles``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, cast

from game.core.discovery import find, part
from game.core.session import Session
from game.match.puzzle.puzzle import Puzzle, Verdict


@dataclass(frozen=True, slots=True)
class Draft:
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
class Proved:
    """What a solver has found out about a `Draft`.

    Attributes:
        solutions: every way to do it, up to order.
        luck: in how many of a thousand tries somebody who plays anything finds it.
        alike: how many moves, or ways to begin, look right at a glance.
        proof: ``search`` or ``arranger``.
        nodes: positions looked into.
    """

    solutions: tuple[tuple[str, ...], ...]
    luck: int
    alike: int
    proof: str
    nodes: int


@dataclass(frozen=True, slots=True)
class Setting:
    """How a match between bots is played that puzzles are looked for in.

    Attributes:
        players: how many.
        levels: that of each seat.
        options: house rules that are not the usual ones.
    """

    players: int
    levels: tuple[str, ...]
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Told:
    """A step of a solution, told afterwards.

    Attributes:
        words: what is done and why, in a sentence.
        moves: the moves that it speaks of, to be shown on the table; in a rummy, where all of a turn is one
            move, ``= 1P 2P 3P | 4F`` for how its table lies in the making by then, short piles among it.
        about: moves that it speaks of though nobody makes them now, as those that would close a gap.
    """

    words: str
    moves: tuple[str, ...] = ()
    about: tuple[str, ...] = ()

    @property
    def marks(self) -> tuple[str, ...]:
        """All moves that it speaks of: a board marks where they lie."""
        return (*self.moves, *self.about)


class NoPuzzleError(ValueError):
    """A position makes no puzzle; the sentence, for players, says why."""


class Puzzler(Protocol):
    """Makes, proves, judges and tells the puzzles of one game; all work is counted, never timed."""

    kinds: Sequence[str]
    """What can be asked of somebody, each a word."""

    def drafts(self, session: Session, chance: Random) -> Iterator[Draft]:
        """Tasks that a moment of a match may pose for the seat to move, the most promising ones first.

        Raises:
            NoPuzzleError: there is none, and why.
        """
        ...

    def prove(self, draft: Draft) -> Proved:
        """Solve it wholly.

        Raises:
            NoPuzzleError: it has no solution, too many, or is too easy, too ugly or too large to be proved.
        """
        ...

    def found_by(self, draft: Draft, proved: Proved, chance: Random) -> Sequence[str]:
        """The levels of bots that find it at one try, with little to think with, all of it counted.

        The days of a level differ, and so does what it overlooks: another chance is another try.
        """
        ...

    def verdict(self, puzzle: Puzzle, session: Session) -> Verdict:
        """What an attempt has come to, after any number of moves from the position of the puzzle."""
        ...

    def answer(self, puzzle: Puzzle, session: Session) -> str:
        """The move of another seat within an attempt, its best defence."""
        ...

    def task(self, puzzle: Puzzle) -> str:
        """What has to be done, in one short sentence."""
        ...

    def explained(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[Told]:
        """A solution step by step with its reason, in at most two sentences a step."""
        ...


def puzzler_of(game: str) -> Puzzler | None:
    """The puzzler of a game; `None` where it has none."""
    where = find(game).info.puzzles
    return cast(Puzzler, part(where)) if where else None
