"""Where a hall is kept, and how a table is taken up again of plain JSON, which may be anything.

All is read before anything is taken up: what breaks in reading is the file, what breaks afterwards is the
program, and no match is lost by that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

from game.core.discovery import find
from game.core.game import known_level
from game.core.session import Session
from game.match.audience import LOOKS
from game.match.hall._plan import PEOPLE, TablePlan
from game.match.hall._table import Chair, HallTable, Page, Sitting, are_whole, read_sittings
from game.match.seats import PHONE, Seat
from game.match.socks import all_feats

_BROKEN = (ValueError, TypeError, KeyError, AttributeError)
"""What reading something else raises."""


@dataclass(frozen=True, slots=True)
class KeptChairs:
    """Who sat at a table, and how far it was."""

    plan: TablePlan
    chairs: tuple[Chair | None, ...]
    hands: int
    is_stopped: bool
    is_paused: bool
    begins_anew: bool


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """The match that was under way."""

    session: Session
    number: int
    """Which one of the evening it was."""
    seats: tuple[Seat, ...]
    sittings: tuple[Sitting, ...]


@dataclass(frozen=True, slots=True)
class KeptTable:
    """What can be read of a table."""

    pages: tuple[Page, ...] = ()
    chairs: KeptChairs | None = None
    match: KeptMatch | None = None
    lost: str = ""
    """The entry that cannot be read; empty where all of it can."""


def recall_table(table: HallTable, kept: object, copy_aside: Callable[[str], None]) -> bool:
    """Go on at a table where it was kept, which may be anything; whether nothing is lost.

    ``copy_aside`` is called with an entry that cannot be read, before anything is written over it.
    """
    found = read_table(table.game, len(table.chairs), kept)
    if found.lost:
        copy_aside(found.lost)
    table.pages = list(found.pages)
    if (at := found.chairs) is not None:
        table.plan, table.chairs, table.hands = at.plan, list(at.chairs), at.hands
        table.is_stopped, table.is_paused = at.is_stopped, at.is_paused
        table.begins_anew = at.begins_anew
    if (match := found.match) is not None:
        table.sittings = list(match.sittings)
        table.resume(match.session, match.seats, match.number)
    return not found.lost


def read_table(game: str, players: int, kept: object) -> KeptTable:
    """Read a table of this game with so many chairs.

    What is whole of it is read: matches that were finished stay whatever has become of the one that runs,
    which is lost where it cannot be read; so is that of a table whose chairs cannot.
    """
    if not isinstance(kept, Mapping):
        return KeptTable(lost="table")
    given = kept.get("pages")
    pages = [page for page in map(_page, given) if page is not None] if isinstance(given, list) else []
    found = KeptTable(tuple(pages))
    if not isinstance(given, list) or len(pages) != len(given):
        found = replace(found, lost="pages")
    try:
        chairs = _read_chairs(game, players, kept)
    except _BROKEN:
        return replace(found, lost="chairs")
    found = replace(found, chairs=chairs)
    try:
        return replace(found, match=_read_match(chairs, kept))
    except _BROKEN:
        return replace(found, lost="record")


def _read_chairs(game: str, players: int, kept: Mapping[str, Any]) -> KeptChairs:
    plan = TablePlan(int(kept["players"]), dict(kept["options"]))
    find(game).info.read_options(plan.options, plan.players)
    chairs = tuple(_chair(one) for one in kept["chairs"])
    if not len(chairs) == plan.players == players:
        raise ValueError(f"A table of {plan.players} has {len(chairs)} chairs.")
    hands = max(0, int(kept["hands"]))
    return KeptChairs(
        plan, chairs, hands, kept["stopped"] is True, kept["paused"] is True, kept.get("anew") is True
    )


def _read_match(at: KeptChairs, kept: Mapping[str, Any]) -> KeptMatch | None:
    record, number = str(kept["record"]), int(kept["match"])
    if not record:
        return None
    session = Session.from_record(record)
    if session.players != at.plan.players:
        raise ValueError(f"A match of {session.players} is none of a table of {at.plan.players}.")
    seats = _seats(session, kept["seats"], at.chairs)
    sittings = read_sittings(kept["sittings"])
    if not are_whole(sittings, session.players):
        sittings = tuple(Sitting(0, seat, held.name, held.is_bot) for seat, held in enumerate(seats))
    return KeptMatch(session, number, tuple(seats), sittings)


def _page(kept: Any) -> Page | None:
    """A match that was finished, as far as it can be told of."""
    try:
        page = Page.recalled(kept)
        players = Session.from_record(page.record).players
    except _BROKEN:
        return None
    if not len(page.people) == len(page.bots) == players:
        return None
    return page if are_whole(page.sittings, players) else replace(page, sittings=())


def _chair(kept: Any) -> Chair | None:
    if kept is None:
        return None
    person, since = kept["person"], kept["since"]
    if type(person) is not int or not 0 <= person < PEOPLE or type(since) is not int:
        raise ValueError(f"{person!r} is nobody.")
    return Chair(person, since)


def _seats(session: Session, kept: Any, chairs: Sequence[Chair | None]) -> list[Seat]:
    """Who plays for which seat: whoever has no chair is a computer player, whatever else is said."""
    given = kept if isinstance(kept, list) and len(kept) == session.players else [{}] * session.players
    bot, knits = find(session.game).bot, ["", *(feat.knit for _game, feat in all_feats())]
    found: list[Seat] = []
    for seat, (name, chair) in enumerate(zip(session.names, chairs, strict=True)):
        known = given[seat] if isinstance(given[seat], Mapping) else {}
        look, level = known.get("look"), known.get("level")
        level = known_level(bot, level) if isinstance(level, str) else ""
        if chair is None:
            level = level or bot.levels[0]
        if type(look) is not int or not 0 <= look < LOOKS:
            look = seat
        sock = known.get("sock")
        sock = sock if sock in knits else ""
        found.append(Seat(name, look, level, "" if chair is None else PHONE, sock=sock))
    return found


class EveningSlot(Protocol):
    """Where a hall is kept; `game.store.saves.Evening` is one."""

    def keep(self, name: str, data: Mapping[str, Any]) -> None:
        """Keep a part of it under a name."""

    def copy_aside(self, name: str, entry: str) -> None:
        """An entry of a part cannot be read: a copy of the part as it lies there is kept, and told of."""

    def clear(self) -> None:
        """Nothing of it is kept any more."""


class Unkept:
    """A slot that keeps nothing."""

    def keep(self, name: str, data: Mapping[str, Any]) -> None:
        """Keep nothing."""

    def copy_aside(self, name: str, entry: str) -> None:
        """There is nothing."""

    def clear(self) -> None:
        """There is nothing."""


class TurnSlot:
    """A slot that is given each part once for all that happens together.

    Before a part is written the window waits until the one before it lies on the disk; what a single phone
    says thirty times in a turn must not have it wait thirty times.
    """

    def __init__(self, slot: EveningSlot) -> None:
        self._slot = slot
        self._due: dict[str, Callable[[], Mapping[str, Any]]] | None = None
        """What has still to be kept, in order; `None` where it is kept at once."""

    def keep(self, name: str, give: Callable[[], Mapping[str, Any]]) -> None:
        """Keep a part of it, which is asked for when it is written."""
        if self._due is None:
            self._slot.keep(name, give())
        else:
            self._due[name] = give

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep at the end what changes within; in the order in which the parts have changed first."""
        self._due = {}
        try:
            yield
        finally:
            due, self._due = self._due, None
            for name, give in due.items():
                self._slot.keep(name, give())
