"""What is kept of a hall, as plain JSON, and how it is taken up again; what is read may be anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.core.contract import known_level
from game.core.discovery import find
from game.core.session import Session
from game.match.audience import LOOKS
from game.match.hall.chairs import Chair, Page, Sitting, are_whole, read_sittings
from game.match.hall.plan import PEOPLE, TablePlan
from game.match.hall.table import HallTable
from game.match.seats import PHONE, Seat
from game.match.socks.earning import all_feats

_BROKEN = (ValueError, TypeError, KeyError, AttributeError)
"""What reading something else raises."""


def recall_table(table: HallTable, kept: object) -> bool:
    """Go on at a table where it was kept.

    What is whole of it is taken up: matches that were finished stay whatever has become of the one that runs,
    which begins anew where it cannot be read; so does a table whose chairs cannot.

    Returns:
        Whether nothing is lost.
    """
    if not isinstance(kept, Mapping):
        return False
    given = kept.get("pages")
    pages = [page for page in map(_page, given) if page is not None] if isinstance(given, list) else []
    table.pages = pages
    try:
        _take_up_chairs(table, kept)
        _take_up_match(table, kept)
    except _BROKEN:
        return False
    return isinstance(given, list) and len(pages) == len(given)


def _take_up_chairs(table: HallTable, kept: Mapping[str, Any]) -> None:
    # All is read before anything is taken up, so that nothing is so by half.
    plan = TablePlan(int(kept["players"]), dict(kept["options"]))
    find(table.game).info.read_options(plan.options, plan.players)
    chairs = [_chair(one) for one in kept["chairs"]]
    if len(chairs) != plan.players or plan.players != len(table.chairs):
        raise ValueError(f"A table of {plan.players} has {len(chairs)} chairs.")
    hands = max(0, int(kept["hands"]))
    table.plan, table.chairs, table.hands = plan, chairs, hands
    table.is_stopped, table.is_paused = kept["stopped"] is True, kept["paused"] is True
    table.begins_anew = kept.get("anew") is True


def _take_up_match(table: HallTable, kept: Mapping[str, Any]) -> None:
    record, number = str(kept["record"]), int(kept["match"])
    if not record:
        return
    session = Session.from_record(record)
    if session.players != table.plan.players:
        raise ValueError(f"A match of {session.players} is none of a table of {table.plan.players}.")
    seats = _seats(session, kept["seats"], table.chairs)
    sittings = list(read_sittings(kept["sittings"]))
    if not are_whole(sittings, session.players):
        sittings = [Sitting(0, seat, held.name, held.is_bot) for seat, held in enumerate(seats)]
    table.sittings = sittings
    table.resume(session, seats, number)


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


def _seats(session: Session, kept: Any, chairs: list[Chair | None]) -> list[Seat]:
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
