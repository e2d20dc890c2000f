"""Where a hall is kept, and how a table is taken up again of plain JSON, which may be anything.

All is read before anything is taken up: what breaks in reading is the file, what breaks afterwards is the
program, and no match is lost by that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

from game.core.discovery import find
from game.core.game import known_level
from game.core.session import Session
from game.match.hall._plan import PEOPLE, TablePlan
from game.match.hall._table import Chair, HallTable, Page, Sitting, are_whole, read_sittings
from game.match.seats import LOOKS, PHONE, Seat
from game.match.socks import all_feats

_BROKEN = (ValueError, TypeError, KeyError, AttributeError)
"""What reading something else raises."""


def recall_table(table: HallTable, kept: object, copy_aside: Callable[[str], None]) -> bool:
    """Go on at a table where it was kept, which may be anything; whether nothing is lost.

    What is whole of it is taken up: matches that were finished stay whatever has become of the one that runs,
    which is lost where it cannot be read; so is that of a table whose chairs cannot. ``copy_aside`` is called
    with an entry that cannot be read, before anything is written over it.
    """
    if not isinstance(kept, Mapping):
        copy_aside("table")
        return False
    given = kept.get("pages")
    pages = [page for page in map(_page, given) if page is not None] if isinstance(given, list) else []
    lost = "" if isinstance(given, list) and len(pages) == len(given) else "pages"
    seated = match = None
    try:
        seated = _read_chairs(table, kept)
    except _BROKEN:
        lost = "chairs"
    if seated is not None:
        try:
            match = _read_match(seated[1], kept)
        except _BROKEN:
            lost = "record"
    # All was read: what breaks from here on is the program.
    if lost:
        copy_aside(lost)
    table.pages = pages
    if seated is not None:
        table.plan, table.chairs, table.hands = seated
        table.is_stopped, table.is_paused = kept["stopped"] is True, kept["paused"] is True
        table.begins_anew = kept.get("anew") is True
    if match is not None:
        session, seats, table.sittings = match
        table.resume(session, seats, int(kept["match"]))
    return not lost


def _read_chairs(table: HallTable, kept: Mapping[str, Any]) -> tuple[TablePlan, list[Chair | None], int]:
    """The plan, who sat there, and how many hands had ended."""
    plan = TablePlan(int(kept["players"]), dict(kept["options"]))
    find(table.game).info.read_options(plan.options, plan.players)
    chairs = [_chair(one) for one in kept["chairs"]]
    if not len(chairs) == plan.players == len(table.chairs):
        raise ValueError(f"A table of {plan.players} has {len(chairs)} chairs.")
    if "stopped" not in kept or "paused" not in kept:
        raise KeyError("It does not say whether the table goes on.")
    return plan, chairs, max(0, int(kept["hands"]))


def _read_match(
    chairs: Sequence[Chair | None], kept: Mapping[str, Any]
) -> tuple[Session, list[Seat], list[Sitting]] | None:
    """The match that was under way; `None` for none."""
    record, _number = str(kept["record"]), int(kept["match"])
    if not record:
        return None
    session = Session.from_record(record)
    if session.players != len(chairs):
        raise ValueError(f"A match of {session.players} is none of a table of {len(chairs)}.")
    seats = _seats(session, kept["seats"], chairs)
    sittings = list(read_sittings(kept["sittings"]))
    if not are_whole(sittings, session.players):
        sittings = [Sitting(0, seat, held.name, held.is_bot) for seat, held in enumerate(seats)]
    return session, seats, sittings


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

    def keep(self, name: str, data: Mapping[str, Any]) -> None: ...
    def copy_aside(self, name: str, entry: str) -> None: ...
    def clear(self) -> None: ...


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
