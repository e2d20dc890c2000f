"""Who is in the hall: people by a number that is theirs for the evening, whatever chair they sit on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from game.match.audience import LOOKS
from game.match.hall.names import NameFilter
from game.match.hall.plan import PEOPLE
from game.party.messages import clean_name


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a phone."""

    number: int
    """Their seat in the party."""
    name: str
    look: int
    """Which of the eight colours and patterns they like best; at a table no two have the same."""


class Roster:
    """The people of a hall, there or away."""

    def __init__(self, names: NameFilter) -> None:
        """Begin with nobody."""
        self._names = names
        self._people: dict[int, Person] = {}

    def __iter__(self) -> Iterator[Person]:
        return iter([self._people[number] for number in sorted(self._people)])

    def __len__(self) -> int:
        return len(self._people)

    def __contains__(self, number: object) -> bool:
        return number in self._people

    def __getitem__(self, number: int) -> Person:
        return self._people[number]

    def come(self, number: int, said: str, expected: str = "") -> Person:
        """Somebody has come.

        Args:
            number: their seat in the party.
            said: what they have typed as their name, if anything.
            expected: who was expected there, where a list says so.
        """
        others = [person.name for person in self]
        name = self._names.fitting(said or expected, others)
        person = Person(number, name, number % LOOKS)
        self._people[number] = person
        return person

    def leave(self, number: int) -> None:
        """Somebody has gone for good."""
        self._people.pop(number, None)

    def allows(self, said: object) -> bool:
        """Whether somebody may be called so."""
        return isinstance(said, str) and bool(clean_name(said)) and self._names.allows(clean_name(said))

    def rename(self, number: int, name: str) -> None:
        """Somebody is called otherwise, as their table says it."""
        self._people[number] = replace(self._people[number], name=name)

    def dress(self, number: int, look: int) -> None:
        """Somebody likes another look."""
        self._people[number] = replace(self._people[number], look=look)

    def kept(self) -> list[dict[str, Any]]:
        """As plain JSON."""
        return [asdict(person) for person in self]

    def recall(self, kept: object) -> None:
        """What `kept` gave; it may be anything, and what is no person is left out."""
        for one in kept if isinstance(kept, list) else []:
            if not isinstance(one, Mapping):
                continue
            number, name, look = one.get("number"), one.get("name"), one.get("look")
            if type(number) is int and 0 <= number < PEOPLE and isinstance(name, str) and clean_name(name):
                if type(look) is not int or not 0 <= look < LOOKS:
                    look = number % LOOKS
                self._people[number] = Person(number, clean_name(name), look)
