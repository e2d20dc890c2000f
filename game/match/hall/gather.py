"""A class's book made of matches that were played on several computers, a file for each table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.match.exchange import read_match
from game.match.hall.book import ClassBook, Sheet
from game.store.archive import Ended


def gathered(paths: Sequence[Path], title: str = "") -> ClassBook:
    """The book of matches that were saved as text, each at a table of its own, in this order.

    Raises:
        OSError: a file cannot be read.
        ValueError: there is no match in one of them; the message names the file.
    """
    matches = []
    for path in paths:
        try:
            matches.append(read_match(path))
        except ValueError as error:
            raise ValueError(f"{path.name}: {error}") from error
    return book_of(matches, title)


def book_of(matches: Sequence[Ended], title: str = "") -> ClassBook:
    """The book of matches, the first at table 1."""
    seen: set[str] = set()
    sheets = []
    for number, match in enumerate(matches, start=1):
        people = tuple(_alone(str(seat.get("name", "")), number, seen) for seat in match.seats)
        seen.update(people)
        bots = tuple(bool(seat.get("level")) for seat in match.seats)
        sheets.append(Sheet(number, match.record, people, bots))
    began = min((match.ended - match.seconds for match in matches), default=0.0)
    return ClassBook(title, max(0.0, began), tuple(sheets))


def _alone(name: str, table: int, seen: set[str]) -> str:
    """A name that nobody at the tables before has: two of one name are two people."""
    return f"{name} ({table})" if name in seen else name
