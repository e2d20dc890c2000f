"""What hangs on the lines just now: which page of which matches, and which of them was chosen."""

from __future__ import annotations

from collections.abc import Sequence

from game.scenes.album.shelf import Wish, chosen
from game.store.archive import Entry


class Hanging:
    """A page of the matches that are wanted, and the one that was chosen; no window is needed."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        """All that there are."""
        self.found: list[Entry] = []
        """Those that are wanted, in their order."""
        self.wish = Wish()
        self.room = 1
        """How many hang there at a time."""
        self.place = 0
        """The chosen one among those that are wanted."""

    @property
    def entry(self) -> Entry | None:
        """The match that was chosen; `None` where there is none."""
        return self.found[self.place] if self.found else None

    @property
    def first(self) -> int:
        """The first on the page, counted among all that are wanted."""
        return self.place // self.room * self.room

    @property
    def page(self) -> list[Entry]:
        """Those on the page."""
        return self.found[self.first : self.first + self.room]

    @property
    def has_more(self) -> bool:
        """Whether there is another page."""
        return len(self.found) > self.room

    def fill(self, entries: Sequence[Entry], name: str = "") -> None:
        """Hang these, as they are wanted; the match of this name is chosen, else that of before."""
        self.entries = list(entries)
        self._hang(name or self._name())

    def want(self, wish: Wish) -> None:
        """Hang what is wanted now; the chosen one stays chosen if it is among that."""
        self.wish = wish
        self._hang(self._name())

    def choose(self, place: int) -> bool:
        """Choose by the place among all that are wanted; whether that is another one."""
        place = max(0, min(place, len(self.found) - 1))
        changed, self.place = place != self.place, place
        return changed

    def turn(self, pages: int) -> bool:
        """Turn pages, round and round; whether there was one to turn."""
        if not self.has_more:
            return False
        count = -(-len(self.found) // self.room)
        page = (self.place // self.room + pages) % count
        return self.choose(page * self.room)

    def _name(self) -> str:
        return self.entry.match.name if self.entry is not None else ""

    def _hang(self, name: str) -> None:
        self.found = chosen(self.entries, self.wish)
        places = [place for place, entry in enumerate(self.found) if entry.match.name == name]
        # Where it has gone, the one that stands in its place now.
        self.choose(places[0] if places else self.place)
