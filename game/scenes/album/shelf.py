"""Which matches hang in the album, and in what order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from game.store.archive import Entry


class Order(StrEnum):
    """What comes first."""

    NEWEST = "newest"
    OLDEST = "oldest"
    LONGEST = "longest"
    GAMES = "games"
    """Game by game, in each the newest first."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to see; empty is all."""

    game: str = ""
    who: str = ""
    starred: bool = False
    order: Order = Order.NEWEST


_KEYS: dict[Order, Callable[[Entry], Any]] = {
    Order.NEWEST: lambda entry: -entry.match.ended,
    Order.OLDEST: lambda entry: entry.match.ended,
    Order.LONGEST: lambda entry: (-entry.turns, -entry.match.ended),
    Order.GAMES: lambda entry: (entry.match.slug, -entry.match.ended),
}


def chosen(entries: Sequence[Entry], wish: Wish) -> list[Entry]:
    """The matches that are wanted, in their order."""
    found = [
        entry
        for entry in entries
        if wish.game in ("", entry.match.slug)
        and (not wish.who or wish.who in names_of(entry))
        and (entry.match.starred or not wish.starred)
    ]
    return sorted(found, key=_KEYS[wish.order])


def names_of(entry: Entry) -> tuple[str, ...]:
    """Who has played, by seat."""
    return tuple(str(seat.get("name", "")) for seat in entry.match.seats)


def games_of(entries: Sequence[Entry]) -> list[str]:
    """The games that were played, most often first."""
    return [
        slug
        for slug, _count in Counter(entry.match.slug for entry in entries if entry.match.slug).most_common()
    ]


def people_of(entries: Sequence[Entry]) -> list[str]:
    """The people who have played, most often first; computer players only where no people have."""
    people: Counter[str] = Counter()
    for entry in entries:
        seats = zip(names_of(entry), entry.match.seats, strict=True)
        people.update({name for name, seat in seats if name and not seat.get("level")})
    return [name for name, _count in people.most_common()]
