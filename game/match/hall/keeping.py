"""What is kept of a hall, as plain JSON, and how it is taken up again; what is read may be anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.contract import known_level
from game.core.discovery import find
from game.core.session import Session
from game.match.audience import LOOKS
from game.match.hall.chairs import Chair, Page, read_sittings
from game.match.hall.plan import PEOPLE, TablePlan
from game.match.hall.table import HallTable
from game.match.seats import PHONE, Seat


def recall_table(table: HallTable, kept: Mapping[str, Any]) -> None:
    """Go on at a table where it was kept.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: it is something else, or of a newer program; nothing
            has changed.
    """
    # All is read before anything is taken up, so that a broken table begins anew and not half-way.
    plan = TablePlan(int(kept["players"]), dict(kept["options"]))
    find(table.game).info.read_options(plan.options, plan.players)
    chairs = [_chair(one) for one in kept["chairs"]]
    pages = [Page.recalled(page) for page in kept["pages"]]
    sittings = list(read_sittings(kept["sittings"]))
    record, number = str(kept["record"]), int(kept["match"])
    session = Session.from_record(record) if record else None
    if len(chairs) != plan.players or (session is not None and session.players != plan.players):
        raise ValueError(f"A table of {plan.players} has {len(chairs)} chairs.")
    seats = _seats(session, kept["seats"], chairs) if session is not None else []
    table.plan, table.chairs, table.pages, table.sittings = plan, chairs, pages, sittings
    table.hands = max(0, int(kept["hands"]))
    table.is_stopped, table.is_paused = kept["stopped"] is True, kept["paused"] is True
    table.begins_anew = kept.get("anew") is True
    if session is not None:
        table.resume(session, seats, number)


def _chair(kept: Any) -> Chair | None:
    if kept is None:
        return None
    person, since = kept["person"], kept["since"]
    if type(person) is not int or not 0 <= person < PEOPLE or type(since) is not int:
        raise ValueError(f"{person!r} is nobody.")
    return Chair(person, since)


def _seats(session: Session, kept: Any, chairs: list[Chair | None]) -> list[Seat]:
    """Who plays for which seat: whoever has no chair is a computer player, whatever else is said."""
    given = kept if isinstance(kept, list) and len(kept) == session.players else [{}] * session.players
    bot = find(session.game).bot
    found: list[Seat] = []
    for seat, (name, chair) in enumerate(zip(session.names, chairs, strict=True)):
        known = given[seat] if isinstance(given[seat], Mapping) else {}
        look, level = known.get("look"), known.get("level")
        level = known_level(bot, level) if isinstance(level, str) else ""
        if chair is None:
            level = level or bot.levels[0]
        if type(look) is not int or not 0 <= look < LOOKS:
            look = seat
        found.append(Seat(name, look, level, "" if chair is None else PHONE))
    return found
