"""Who sits at one table, and who has sat there since which move."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from game.match.audience import LOOKS


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair that is somebody's."""

    person: int
    since: int
    """Counts all sitting down of the evening: the highest is the latest."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits somewhere from a move on."""

    ply: int
    """Moves that were made before."""
    seat: int
    name: str
    bot: bool

    def renamed(self, old: str, new: str) -> Sitting:
        """The same where somebody is called otherwise from now on, and always was."""
        return replace(self, name=new) if self.name == old else self


@dataclass(frozen=True, slots=True)
class Page:
    """A match that was played at a table, from its first move to its last."""

    record: str
    people: tuple[str, ...]
    """Who sat there for most of it, by seat."""
    bots: tuple[bool, ...]
    sittings: tuple[Sitting, ...]

    def renamed(self, old: str, new: str) -> Page:
        """The same where somebody is called otherwise from now on, and always was."""
        people = tuple(new if name == old else name for name in self.people)
        return replace(self, people=people, sittings=tuple(one.renamed(old, new) for one in self.sittings))

    def kept(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "record": self.record,
            "people": list(self.people),
            "bots": list(self.bots),
            "sittings": [asdict(sitting) for sitting in self.sittings],
        }

    @classmethod
    def recalled(cls, kept: Any) -> Page:
        """What `kept` gave.

        Raises:
            ValueError, TypeError, KeyError: it is something else.
        """
        return cls(
            str(kept["record"]),
            tuple(map(str, kept["people"])),
            tuple(map(bool, kept["bots"])),
            read_sittings(kept["sittings"]),
        )


def read_sittings(kept: Sequence[Any]) -> tuple[Sitting, ...]:
    """Sittings as plain JSON has them.

    Raises:
        ValueError, TypeError, KeyError: it is something else.
    """
    return tuple(
        Sitting(int(one["ply"]), int(one["seat"]), str(one["name"]), bool(one["bot"])) for one in kept
    )


def are_whole(sittings: Sequence[Sitting], players: int) -> bool:
    """Whether it is told of every seat who sat there, from the first move on and in their order."""
    for seat in range(players):
        plies = [one.ply for one in sittings if one.seat == seat]
        if not plies or plies[0] != 0 or plies != sorted(plies):
            return False
    return all(0 <= one.seat < players for one in sittings)


def held_longest(sittings: Sequence[Sitting], players: int, moves: int) -> tuple[Sitting, ...]:
    """By seat, who sat there for the most moves of a match that has so many; of equals whoever came last.

    Sittings are whole, see `are_whole`.
    """
    found: list[Sitting] = []
    for seat in range(players):
        here = [one for one in sittings if one.seat == seat]
        ends = [*(one.ply for one in here[1:]), moves]
        spans: dict[tuple[str, bool], int] = {}
        for one, end in zip(here, ends, strict=True):
            spans[one.name, one.bot] = spans.get((one.name, one.bot), 0) + end - one.ply
        found.append(max(reversed(here), key=lambda one: spans[one.name, one.bot]))
    return tuple(found)


def unworn(liked: int, worn: Collection[int]) -> int:
    """The look that somebody likes, or one that nobody at the table wears."""
    return liked if liked not in worn else next(look for look in range(LOOKS) if look not in worn)
