"""Sock collections: the socks that each name has earned, seen and wears."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from game.core.schema import dataclass_reader, ignore_errors, text, to_json, with_default
from game.store.data_folder import DataFolder
from game.store.statistics import canonical

VERSION = 1
FILE = "socks.json"
_LOCK = "socks.lock"


@dataclass(frozen=True, slots=True)
class SockCollection:
    """Socks of one name.

    Attributes:
        earned: day on which each sock was earned, by its key.
        seen: keys of the socks that were looked at in the drawer.
        worn: the sock that the puppet wears; empty for none.
        marks: progress towards socks that take more than one match.
    """

    earned: Mapping[str, datetime.date] = field(default_factory=dict)
    seen: frozenset[str] = frozenset()
    worn: str = ""
    marks: frozenset[str] = frozenset()


EMPTY_COLLECTION = SockCollection()


class SockCollectionStore:
    """Sock collections of all names, in one file."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self._known: dict[str, SockCollection] | None = None
        self._is_lost = False
        """True if the file cannot be written, so that the collections exist only in memory."""
        self._owner = ""

    def all(self) -> Mapping[str, SockCollection]:
        """All collections, by name; read from disk once."""
        if self._known is None:
            self._known = self._read()
        return self._known

    def collection_of(self, name: str) -> SockCollection:
        """Collection of a name; an empty one if there is none."""
        return self.all().get(canonical(name), EMPTY_COLLECTION)

    @property
    def owner(self) -> str:
        """Name whose drawer was opened last; empty before the first."""
        self.all()
        return self._owner

    def open(self, name: str) -> None:
        """Save a name as the one whose drawer was opened last."""
        if canonical(name) != self.owner:
            self._change(canonical(name))

    def earn(
        self, name: str, keys: Iterable[str], day: datetime.date, marks: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """Add socks to a collection. Returns the keys of the new ones; empty also for an empty name.

        ``marks`` is added to the collection's progress.
        """
        key = canonical(name)
        if not key:
            return ()
        requested, more = tuple(dict.fromkeys(keys)), frozenset(marks)
        new: tuple[str, ...] = ()

        def fuller(drawer: SockCollection) -> SockCollection:
            """Copy of the collection with the socks and marks added; also sets ``new``."""
            nonlocal new
            new = tuple(each for each in requested if each not in drawer.earned)
            earned = {**drawer.earned, **dict.fromkeys(new, day)} if new else drawer.earned
            return replace(drawer, earned=earned, marks=drawer.marks | more)

        self._change(self.owner, key, fuller)
        return new

    def mark_seen(self, name: str, keys: Iterable[str]) -> None:
        """Mark those of these socks that are earned as seen, so that they are not new any more."""
        requested = frozenset(keys)

        def looked_at(drawer: SockCollection) -> SockCollection:
            """Copy of the collection in which the earned ones of these socks are seen."""
            return replace(drawer, seen=drawer.seen | (requested & drawer.earned.keys()))

        if looked_at(self.collection_of(name)) != self.collection_of(name):
            self._change(self.owner, canonical(name), looked_at)

    def wear(self, name: str, key: str) -> None:
        """Wear an earned sock, or none for an empty key. Ignored if it is not earned."""
        drawer = self.collection_of(name)
        if (not key or key in drawer.earned) and key != drawer.worn:
            self._change(self.owner, canonical(name), lambda drawer: replace(drawer, worn=key))

    def _change(
        self,
        owner: str,
        name: str = "",
        change: Callable[[SockCollection], SockCollection] = lambda drawer: drawer,
    ) -> None:
        """Set the owner, change the collection of ``name`` unless empty, and save them if they differ."""
        with self._folder.locked(_LOCK):
            # Read again under the lock, because another window may have written.
            drawers = dict(self.all()) if self._is_lost else self._read()
            before, old_owner = drawers.get(name, EMPTY_COLLECTION), self._owner
            after = change(before)
            if name:
                drawers[name] = after
            self._owner, self._known = owner, drawers
            if after == before and owner == old_owner and not self._is_lost:
                return
            data = {"owner": owner, "drawers": to_json(drawers)}
            self._is_lost = not self._folder.write_json(FILE, data, VERSION)

    def _read(self) -> dict[str, SockCollection]:
        """Read all collections by name; also sets the owner."""
        data = self._folder.read_json(FILE, VERSION) or {}
        self._owner = with_default(text, "")(data.get("owner"), "owner", ignore_errors)
        read: dict[str, SockCollection] = self._folder.read_table(
            FILE, VERSION, "drawers", dataclass_reader(SockCollection)
        )
        return {
            canonical(name): drawer if drawer.worn in drawer.earned else replace(drawer, worn="")
            for name, drawer in read.items()
        }
