"""A puzzle, as frozen data and as a line of its pack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Any

from game.core.session import Session

GRADES = range(1, 6)
"""How hard a puzzle is: 1 for a child on a Monday, 5 for a Sunday."""
TRIES = 10
"""So often each level of bots tries a puzzle."""


class Verdict(StrEnum):
    """What an attempt has come to."""

    OPEN = "open"
    """It can still be done, or nobody has done anything yet."""
    SOLVED = "solved"
    MISSED = "missed"


class PuzzleError(ValueError):
    """Something is wrong with a puzzle; the sentence says which one it is and what is wrong."""


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
    position: str
    seat: int
    solutions: tuple[tuple[str, ...], ...]
    grade: int
    options: Mapping[str, object] = field(default_factory=dict)
    found_by: Mapping[str, int] = field(default_factory=dict)
    luck: int = 0
    alike: int = 0
    proof: str = ""
    nodes: int = 0
    source: str = ""

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
        usual = {one.name: one.default for one in fields(self)}
        told = {name: value for name, value in asdict(self).items() if value not in (usual[name], {})}
        return {name: _lists(value) if isinstance(value, tuple) else value for name, value in told.items()}

    @classmethod
    def of(cls, data: object) -> Puzzle:
        """Read a line of a pack.

        Raises:
            PuzzleError: something lacks, is not known, or is of another type.
        """
        if not isinstance(data, dict):
            raise PuzzleError("A puzzle is an object of names and values.")
        where = f"Puzzle {data.get('key', '?')}"
        for name in data:
            if name not in _TYPES:
                raise PuzzleError(f"{where}: there is no {name!r}.")
        for name in _NEEDED:
            if name not in data:
                raise PuzzleError(f"{where}: {name} is missing.")
        if isinstance(data.get("found_by"), list):
            # Kept when each level tried once: those named have found it every time.
            data = data | {"found_by": dict.fromkeys(_words(data["found_by"], where), TRIES)}
        for name, value in data.items():
            if not isinstance(value, _TYPES[name]) or isinstance(value, bool):
                raise PuzzleError(f"{where}: {name} is not as it should be.")
        if data["grade"] not in GRADES:
            raise PuzzleError(f"{where}: there is no grade {data['grade']}.")
        solutions = tuple(_words(line, where) for line in data["solutions"])
        if not solutions:
            raise PuzzleError(f"{where}: it has no solution.")
        if any(times not in range(1, TRIES + 1) for times in data.get("found_by", {}).values()):
            raise PuzzleError(f"{where}: found_by is not as it should be.")
        return cls(**{**data, "solutions": solutions})


_TYPES: dict[str, type] = {
    "key": str, "game": str, "kind": str, "position": str, "seat": int, "solutions": list, "grade": int,
    "options": dict, "found_by": dict, "luck": int, "alike": int, "proof": str, "nodes": int, "source": str,
}  # fmt: skip
_NEEDED = ("key", "game", "kind", "position", "seat", "solutions", "grade")


def _lists(values: tuple[Any, ...]) -> list[Any]:
    """Tuples as a file knows them."""
    return [_lists(value) if isinstance(value, tuple) else value for value in values]


def _words(given: object, where: str) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
        raise PuzzleError(f"{where}: a list of words is something else.")
    return tuple(given)
