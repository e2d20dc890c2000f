"""Takes a glance at a hall: reads what everybody in the room may know, and makes words of it."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from game.core.game import Observation, totals_of
from game.match.hall.at_tables import AtTables, SeenChair, at_tables, rule_choices, rules_named
from game.match.hall.clock import MINUTE
from game.match.hall.glance import (
    ChairGlance,
    ChoiceGlance,
    ClockGlance,
    NeedGlance,
    PersonGlance,
    RuleGlance,
    Status,
    TableGlance,
    VoteGlance,
)
from game.match.hall.hall import Hall
from game.match.hall.needs import LONG, Need, Why
from game.match.hall.plan import rules_at
from game.match.hall.poll import ROUNDS, ClassPoll
from game.match.hall.proposals import Proposals
from game.match.hall.seating import NOWHERE
from game.match.hall.table import HallTable
from game.party.registry import SeatClaim
from game.words import _, tongue


def seen_of(table: HallTable) -> Observation | None:
    """What everybody may know of a table; while the end of a hand stands there, of that hand."""
    if table.play is None:
        return None
    session = table.play.match.session
    if table.play.screen.is_closing and (closed := session.observe_close(None)) is not None:
        return closed
    return session.observe(None)


def table_glance(hall: Hall, table: HallTable, words: AtTables, away: Mapping[int, float]) -> TableGlance:
    """One table; ``away`` says for how long phones have given no sign, in ms."""
    seen = seen_of(table)
    order = list(words.chairs(seen)) if seen is not None else []
    known = {one.seat for one in order}
    order += [SeenChair(seat) for seat in range(len(table.chairs)) if seat not in known]
    closing = table.play is not None and table.play.screen.is_closing
    return TableGlance(
        number=table.number,
        hand=0 if table.play is None else max(1, table.hands + (not closing)),
        rule=rules_named(table.game, table.plan.players, table.plan.options),
        options=dict(rules_at(table.game, table.plan)),
        is_paused=hall.is_paused(table),
        is_stopped=table.is_stopped,
        is_closing=closing,
        needs_you=False,
        free=len(table.free()),
        changes=table.begins_anew,
        chairs=tuple(chair_glance(hall, table, one, away) for one in order),
        felt=words.felt(seen) if seen is not None else (),
        score=tuple(totals_of(seen)) if seen is not None and hall.plan.is_cup else (),
    )


def with_needs(table: TableGlance, needs: Sequence[NeedGlance]) -> TableGlance:
    """The same, and whether somebody had better look there."""
    return replace(table, needs_you=any(need.table == table.number for need in needs))


def chair_glance(hall: Hall, table: HallTable, seen: SeenChair, away: Mapping[int, float]) -> ChairGlance:
    """One chair."""
    chair, seat, play = table.chairs[seen.seat], seen.seat, table.play
    person = chair.person if chair is not None else None
    held = play.match.seats[seat] if play is not None else None
    name = held.name if held is not None else hall.roster[person].name if person is not None else ""
    look = held.look if held is not None else hall.roster[person].look if person is not None else seat
    move = hall.seating.moves.get(person) if person is not None else None
    waits = play is not None and play.match.to_move == seat and not play.screen.is_closing
    found = ChairGlance(
        seat=seat,
        rank=seen.rank,
        title=seen.title,
        person=person,
        name=name or _("a computer"),
        look=look,
        sock=held.sock if held is not None else "",
        status=Status.NONE,
        words="",
        is_bot=held.is_bot if held is not None else person is None,
        is_away=person is not None and away.get(person, 0.0) > 0,
        is_to_move=waits,
        leads=seen.leads,
        out=seen.out,
        moves_to=move.table if move is not None else None,
        thinks=int(table.waited / 1000) if waits and not table.is_stopped else 0,
    )
    status = _status(found)
    return replace(found, status=status, words=_status_words(found, status))


def _status(chair: ChairGlance) -> Status:
    """What has to be known first."""
    if chair.moves_to is not None:
        return Status.MOVES
    if chair.is_bot:
        return Status.BOT
    if chair.is_away:
        return Status.AWAY
    if chair.thinks * 1000 >= LONG:
        return Status.LONG
    if chair.out:
        return Status.OUT
    return Status.LEADS if chair.leads else Status.NONE


def _status_words(chair: ChairGlance, status: Status) -> str:
    match status:
        case Status.MOVES:
            return _("gets up") if chair.moves_to == NOWHERE else _("to table {n}").format(n=chair.moves_to)
        case Status.BOT:
            return _("bot") if chair.person is None else _("bot for now")
        case Status.AWAY:
            return _("no phone")
        case Status.LONG:
            return clock_words(chair.thinks)
        case Status.OUT:
            nth = _("1st"), _("2nd"), _("3rd"), _("4th"), _("5th")
            told = nth[chair.out - 1] if chair.out <= len(nth) else str(chair.out)
            return _("out {nth}").format(nth=told)
        case Status.LEADS:
            return _("leads")
        case Status.NONE:
            return ""


def clock_words(seconds: float) -> str:
    """As ``1:40``."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def need_glance(hall: Hall, need: Need) -> NeedGlance:
    """Something to look at, in a sentence."""
    name = hall.roster[need.person].name if need.person is not None and need.person in hall.roster else ""
    match need.why:
        case Why.AWAY:
            minutes = int(need.ms / 1000 // MINUTE)
            told = _("{name} at table {table}: no phone for {n} min.").format(
                name=name, table=need.table, n=minutes
            )
        case Why.LONG:
            told = _("{name} at table {table}: {time} to think.").format(
                name=name, table=need.table, time=clock_words(need.ms / 1000)
            )
        case Why.BROKEN:
            told = _("A computer player at table {table} has broken. The table goes on.").format(
                table=need.table
            )
    return NeedGlance(need.why.value, need.table, need.person, name, told, need.waits)


def claims_glance(hall: Hall, claims: Sequence[SeatClaim]) -> list[NeedGlance]:
    """Phones that say they are somebody."""
    found = []
    for claim in claims:
        if claim.seat in hall.roster:
            name, place = hall.roster[claim.seat].name, hall.seating.place_of(claim.seat)
            words = _("A phone says that it is {name}.").format(name=name)
            found.append(
                NeedGlance("claim", place.table if place else 0, claim.seat, name, words, waits=False)
            )
    return found


def person_glance(hall: Hall, number: int, away: Mapping[int, float]) -> PersonGlance:
    """Somebody without a chair."""
    person, move = hall.roster[number], hall.seating.moves.get(number)
    wanted = move.table if move is not None and move.table != NOWHERE else None
    return PersonGlance(number, person.name, person.look, wanted, away.get(number, 0.0) > 0)


def clock_glance(hall: Hall, now: float) -> ClockGlance:
    """The clock of the lesson; ``now`` in seconds since 1970."""
    if hall.began == 0 and hall.plan.minutes:
        minutes = hall.plan.minutes
        told = _("{n} min").format(n=minutes), _("from the first hand on")
        return ClockGlance(minutes * int(MINUTE), *told)
    left, ends = hall.clock.left(now), hall.clock.ends
    if hall.is_last():
        return ClockGlance(0, _("Last hand"), "")
    if left is None or ends is None:
        return ClockGlance(None, "", "")
    at = time.localtime(ends)
    minutes = math.ceil(left / MINUTE)
    return ClockGlance(
        math.ceil(left),
        _("{n} min left").format(n=minutes),
        _("last hand at {time}").format(time=f"{at.tm_hour}:{at.tm_min:02}"),
    )


def vote_glance(poll: ClassPoll, people: int) -> VoteGlance:
    """The vote of the class."""
    before, after = poll.voted
    current = ROUNDS[poll.current] if poll.current is not None else ""
    return VoteGlance(poll.has_any, current, len(before), len(after), people)


def rules_glance(hall: Hall, proposals: Proposals) -> tuple[RuleGlance, ...]:
    """What was proposed."""
    people, words = hall.roster, proposals.words
    return tuple(
        RuleGlance(
            number=one.number,
            words=words(one),
            name=people[one.by].name if one.by in people else "",
            yes=one.yes,
            no=one.no,
            of=len(people),
            played=one.played,
        )
        for one in proposals.all
    )


def choices_glance(game: str) -> tuple[ChoiceGlance, ...]:
    """By what a table can be made to play."""
    return _choices(game, tongue())


@lru_cache(maxsize=16)
def _choices(game: str, _language: object) -> tuple[ChoiceGlance, ...]:
    """The same, in the language that is spoken."""
    first = [choice.options for choice in at_tables(game).choices()]
    return tuple(ChoiceGlance(one.words, one.options, one.options in first) for one in rule_choices(game))
