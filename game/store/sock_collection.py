"""The drawers of socks: by name what was earned and when, what was looked at, and what is worn."""

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
    """What one name has.

    Attributes:
        earned: by the key of a sock, the day on which it was earned.
        seen: which of them were looked at in the drawer.
        worn: the one that the puppet wears; empty for none.
        marks: what was done on the way to socks that take more than one match.
    """

    earned: Mapping[str, datetime.date] = field(default_factory=dict)
    seen: frozenset[str] = frozenset()
    worn: str = ""
    marks: frozenset[str] = frozenset()


EMPTY = SockCollection()


class SockCollectionStore:
    """The drawers of all names, in one file."""

    def __init__(self, folder: DataFolder) -> None:
        """Use this folder."""
        self._folder = folder
        self._known: dict[str, SockCollection] | None = None
        self._is_lost = False
        """Whether the file cannot be written: what is known here is then all there is."""
        self._owner = ""

    def all(self) -> Mapping[str, SockCollection]:
        """Every drawer, by name; read from disk once."""
        if self._known is None:
            self._known = self._read()
        return self._known

    def of(self, name: str) -> SockCollection:
        """The drawer of a name; an empty one for somebody who has none."""
        return self.all().get(canonical(name), EMPTY)

    @property
    def owner(self) -> str:
        self.all()
        return self._owner

    def open(self, name: str) -> None:
        if canonical(name) != self.owner:
            self._change(canonical(name))

    def earn(
        self, name: str, keys: Iterable[str], day: datetime.date, marks: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """Put socks into a drawer; those that are new there, which keep their day from then on.

        ``marks`` are what else was done.
        """
        key = canonical(name)
        if not key:
            return ()
        wanted, more = tuple(dict.fromkeys(keys)), frozenset(marks)
        new: tuple[str, ...] = ()

        def fuller(drawer: SockCollection) -> SockCollection:
            nonlocal new
            new = tuple(each for each in wanted if each not in drawer.earned)
            earned = {**drawer.earned, **dict.fromkeys(new, day)} if new else drawer.earned
            return replace(drawer, earned=earned, marks=drawer.marks | more)

        self._change(self.owner, key, fuller)
        return new

    def see(self, name: str, keys: Iterable[str]) -> None:
        """Somebody has looked at socks of theirs: they are new no longer."""
        wanted = frozenset(keys)

        def looked_at(drawer: SockCollection) -> SockCollection:
            return replace(drawer, seen=drawer.seen | (wanted & drawer.earned.keys()))

        if looked_at(self.of(name)) != self.of(name):
            self._change(self.owner, canonical(name), looked_at)

    def wear(self, name: str, key: str) -> None:
        """Put on a sock that was earned, or none for an empty key; another one is taken off."""
        drawer = self.of(name)
        if (not key or key in drawer.earned) and key != drawer.worn:
            self._change(self.owner, canonical(name), lambda one: replace(one, worn=key))

    def _change(
        self,
        owner: str,
        name: str = "",
        change: Callable[[SockCollection], SockCollection] = lambda drawer: drawer,
    ) -> None:
        with self._folder.locked(_LOCK):
            # Read again under the lock: another window may have earned a sock since.
            known = dict(self.all()) if self._is_lost else self._read()
            before, was = known.get(name, EMPTY), self._owner
            after = change(before)
            if name:
                known[name] = after
            self._owner, self._known = owner, known
            if after == before and owner == was and not self._is_lost:
                return
            data = {"owner": owner, "drawers": to_json(known)}
            self._is_lost = not self._folder.write_json(FILE, data, VERSION)

    def _read(self) -> dict[str, SockCollection]:
        data = self._folder.read_json(FILE, VERSION) or {}
        self._owner = with_default(text, "")(data.get("owner"), "owner", ignore_errors)
        read: dict[str, SockCollection] = self._folder.read_table(
            FILE, VERSION, "drawers", dataclass_reader(SockCollection)
        )
        return {
            canonical(name): one if one.worn in one.earned else replace(one, worn="")
            for name, one in read.items()
        }
