"""What the wishes of a teacher do in the hall: the evening, its chairs, its people and its rules.

Each function refuses by a sentence for people before it changes anything. What lies at the desk itself,
the big screen and the vote, is `Desk`'s own.
"""

# mypy: enable-error-code="exhaustive-match"

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.core.chance import Chance
from game.core.discovery import find
from game.match.hall.hall import Hall, Phase
from game.match.hall.plan import LESSON, TablePlan
from game.match.hall.proposals import NOBODY, Proposals
from game.match.hall.table import HallTable
from game.match.hall.wish import (
    Begin,
    BotPlays,
    ChairWish,
    DropRule,
    EveningWish,
    IsBack,
    LastHand,
    MoreTime,
    Nudge,
    OpenProposals,
    Pause,
    PlayRule,
    ProposeRule,
    Rename,
    Resume,
    RuleWish,
    SeatByChance,
    SeatByList,
    SeatPerson,
    SetRules,
    StandUp,
    StayPut,
    SwapPeople,
    ToDebrief,
)
from game.party.messages import clean_name
from game.words import _

# What every wish is about has to be there.


def check_person(hall: Hall, person: int) -> None:
    """Refuse what is about somebody who is not here."""
    if person not in hall.roster:
        raise ValueError(_("That person has left."))


def check_table(hall: Hall, table: int | None) -> None:
    """Refuse what is about a table that there is not."""
    if table is not None and table > len(hall.tables):
        raise ValueError(_("There is no such table."))


def _open_table(hall: Hall, number: int) -> HallTable:
    """A table that will play another hand."""
    check_table(hall, number)
    table = hall.table(number)
    if table.is_stopped:
        raise ValueError(_("That was the last hand."))
    return table


def _chair(hall: Hall, person: int) -> tuple[HallTable, int]:
    chair = hall.seating.chair_of(person)
    if chair is None:
        raise ValueError(_("{name} has no chair.").format(name=hall.roster[person].name))
    return chair


# The evening.


def grant_evening(hall: Hall, wish: EveningWish, now: float) -> None:
    """Begin, pause or end; ``now`` is the time of day in seconds since 1970."""
    match wish:
        case LastHand() | ToDebrief() | MoreTime() if hall.plan.is_cup:
            # Its rounds end by themselves, and after a last hand no table would play the next one.
            raise ValueError(_("That cannot be done now."))
        case Begin():
            if hall.phase is not Phase.GATHERING:
                raise ValueError(_("It has begun already."))
            hall.begin(now)
        case Pause(table=table):
            check_table(hall, table)
            hall.pause(paused=True, table=table)
        case Resume(table=table):
            check_table(hall, table)
            if table is not None and hall.paused:
                raise ValueError(_("All tables are paused. Go on with all of them first."))
            hall.pause(paused=False, table=table)
        case MoreTime(minutes=minutes):
            _more_time(hall, minutes, now)
        case LastHand():
            if hall.phase is not Phase.PLAYING:
                raise ValueError(_("No hand is played now."))
            hall.last_hand()
        case ToDebrief():
            if hall.phase is Phase.GATHERING:
                raise ValueError(_("Nothing was played yet."))
            if not any(table.hands for table in hall.tables):
                raise ValueError(_("No hand has ended yet."))
            hall.stop()


def _more_time(hall: Hall, minutes: int, now: float) -> None:
    if hall.phase is Phase.GATHERING:
        hall.plan = replace(hall.plan, minutes=min(LESSON, max(0, hall.plan.minutes + minutes)))
    elif hall.is_last():
        raise ValueError(_("The last hand has been called already."))
    else:
        hall.more_time(minutes, now)


# Chairs.


def grant_chair(hall: Hall, wish: ChairWish) -> None:
    """Give, swap or take chairs."""
    seating = hall.seating
    match wish:
        case SeatByChance() | SeatByList() if hall.plan.is_cup:
            # The cup says who meets.
            raise ValueError(_("That cannot be done now."))
        case SeatByChance():
            _before_the_first(hall)
            seating.by_chance(Chance(hall.draw_seed(), "seating"))
        case SeatByList():
            _before_the_first(hall)
            seating.by_list()
        case SeatPerson():
            check_person(hall, wish.person)
            _seat(hall, wish)
        case SwapPeople(person=person, other=other):
            _swap(hall, person, other)
        case StayPut(person=person):
            check_person(hall, person)
            seating.stay(person)
        case StandUp(person=person):
            check_person(hall, person)
            _chair(hall, person)
            seating.send_off(person)


def _before_the_first(hall: Hall) -> None:
    if hall.phase is not Phase.GATHERING:
        raise ValueError(_("Everybody is seated anew before the first hand only."))


def _seat(hall: Hall, wish: SeatPerson) -> None:
    there, chair, seating = _open_table(hall, wish.table), wish.chair, hall.seating
    held = there.chairs[chair] if chair is not None and chair < len(there.chairs) else None
    if held is not None and held.person != wish.person and held.person not in seating.moves:
        _swap(hall, wish.person, held.person)
        return
    if (chair is not None and chair >= len(there.chairs)) or not seating.put(wish.person, wish.table, chair):
        raise ValueError(
            _("All chairs at table {n} are taken. Swap two people instead.").format(n=wish.table)
        )


def _swap(hall: Hall, person: int, other: int) -> None:
    for one in (person, other):
        check_person(hall, one)
    chairs = [hall.seating.chair_of(one) for one in (person, other)]
    if None in chairs:
        raise ValueError(_("Only two people who both have a chair can be swapped."))
    if any(chair is not None and chair[0].is_stopped for chair in chairs):
        raise ValueError(_("That was the last hand."))
    hall.seating.swap(person, other)


# People.


def grant_person(hall: Hall, wish: Nudge | BotPlays | IsBack | Rename) -> None:
    """Call somebody, play for somebody, or name somebody anew."""
    match wish:
        case Nudge(person=person):
            _chair(hall, person)
            hall.nudge(person)
        case BotPlays(person=person):
            table, _seat = _chair(hall, person)
            if table.play is None or table.is_stopped:
                raise ValueError(_("No hand is played now."))
            hall.take_over(person)
        case IsBack(person=person):
            _chair(hall, person)
            hall.be_back(person)
        case Rename(person=person, name=name):
            _rename(hall, person, name)


def _rename(hall: Hall, person: int, name: str) -> None:
    said = clean_name(name)
    if not said:
        raise ValueError(_("That is no name."))
    if not hall.roster.allows(said):
        raise ValueError(_("Take another name, please."))
    if any(one.name == said and one.number != person for one in hall.roster):
        raise ValueError(_("Somebody here is called that already."))
    chair = hall.seating.chair_of(person)
    if chair is not None and chair[0].play is not None:
        chair[0].play.match.rename(chair[1], said)
    else:
        hall.rename(person, said)


# Rules.


def grant_rule(hall: Hall, proposals: Proposals, wish: RuleWish) -> None:
    """Change rules, or what is proposed."""
    match wish:
        case SetRules(table=table, options=options):
            _change(hall, _open_table(hall, table), options)
        case OpenProposals(is_open=is_open):
            proposals.are_open = is_open
        case ProposeRule(option=option, value=value):
            if refused := proposals.propose(option, value, NOBODY):
                raise ValueError(refused)
        case PlayRule(rule=rule):
            _play_rule(hall, proposals, rule)
        case DropRule(rule=rule):
            if not proposals.drop(rule):
                raise ValueError(_("There is no such rule."))


def _play_rule(hall: Hall, proposals: Proposals, rule: int) -> None:
    """All tables play by it from the next hand on."""
    proposal = proposals.find(rule)
    if proposal is None:
        raise ValueError(_("There is no such rule."))
    if hall.is_last():
        raise ValueError(_("The last hand has been called already."))
    for table in hall.tables:
        _change(hall, table, {proposal.option: proposal.value})
    proposal.played = True


def _change(hall: Hall, table: HallTable, options: Mapping[str, Any]) -> None:
    """These house rules are others; all that is not named stays as it is."""
    info, players = find(table.game).info, table.plan.players
    read = dict(info.read_options({**table.plan.options, **options}, players))
    unusual = {
        one.name: read[one.name]
        for one in info.options
        if one.name in read and read[one.name] != one.default_for(players)
    }
    if unusual != dict(table.plan.options):
        hall.set_rules(table.number, TablePlan(players, unusual))
