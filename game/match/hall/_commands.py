"""The teacher's desk: the one place where a wish becomes something in the hall, whoever says it.

The page of the teacher and the controls in the window both say `TeacherCommands.do`, and both draw what
`TeacherCommands.glance` gives, as the big screen does. Beside the hall the desk keeps what only a teacher
changes: the switches of the big screen, the vote, the rules that were proposed. It lies in the same file as
the rest of the evening.

What the wishes of a teacher do in the hall: the evening, its chairs, its people and its rules.

Each function refuses by a sentence for people before it changes anything. What lies at the desk itself,
the big screen and the vote, is `TeacherCommands`'s own.

What a teacher may wish for: one type for each wish, read from plain JSON and checked word by word.

The page of the teacher sends ``{"do": "seat", "person": 3, "table": 2}``; `read_wish` makes a `SeatPerson`
of it, as the controls in the window do themselves, and the desk does what that says. A field tells in its
metadata what fits in it, and how the JSON calls it where its name is a word of Python.

How it goes through the house (what a teacher wishes): the page (`party/page/teacher`) says it on its line >
`Lectern` (`party/lectern.py`), which lets pages in by a token of 130 bits and knows no seats >
`TeacherPages` (`match/hall/_phones.py`) > `TeacherCommands.do` (`match/hall/_commands.py`), the one place for
it, as for the controls in the window; `match/hall/_commands.py` says what there is. All of them and the big
screen draw a `HallSnapshot` (`TeacherCommands.glance`), in which no hidden card stands. What a game says
there (chairs, who leads, news, rules to compare, the vote) is `INFO.at_tables`. A class votes in
`ClassPoll` and proposes rules in `Proposals`, which `HallPhones` adds to what phones are told.
`tests/party/school.py` is such a class.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias

from game.core.chance import Chance
from game.core.discovery import find
from game.match.hall._at_tables import at_tables, rule_choices
from game.match.hall._ballots import NOBODY, ROUNDS, ClassPoll, Proposals
from game.match.hall._book import ClassBook
from game.match.hall._hall import Hall, HallDoor, Phase
from game.match.hall._plan import LESSON, PEOPLE, TABLES, TablePlan
from game.match.hall._snapshot import (
    BigScreen,
    HallNews,
    HallSnapshot,
    choices_glance,
    claims_glance,
    clock_glance,
    need_glance,
    needs_of,
    person_glance,
    rules_glance,
    table_glance,
    varied,
    vote_glance,
    with_needs,
)
from game.match.hall._table import HallTable
from game.party.messages import clean_name
from game.words import _

Check = Callable[[Any], bool]
OPTIONS = 24
"""So many house rules a wish may carry."""
FITS, SAID = "fits", "said"


def _whole(lowest: int, highest: int) -> Check:
    return lambda value: type(value) is int and lowest <= value <= highest


def _options(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and len(value) <= OPTIONS
        and all(isinstance(name, str) and type(one) in (bool, int, str) for name, one in value.items())
    )


_TABLE = {FITS: _whole(1, TABLES)}
_NO_TABLE = {FITS: lambda value: value is None or _TABLE[FITS](value)}
_PERSON = {FITS: _whole(0, PEOPLE - 1)}
_CHAIR = {FITS: _whole(0, PEOPLE - 1)}
_RULE = {FITS: _whole(1, 10**6)}
_MINUTES = {FITS: _whole(-LESSON, LESSON)}
_FLAG = {FITS: lambda value: type(value) is bool}
_TEXT = {FITS: lambda value: isinstance(value, str) and 0 < len(value) <= 200}
_VALUE = {FITS: lambda value: type(value) in (bool, int, str)}
_ROUND = {FITS: lambda value: value in ("before", "after")}


# The evening.


@dataclass(frozen=True, slots=True)
class Begin:
    """The first hand begins."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A table stops, or all of them."""

    table: int | None = field(default=None, metadata=_TABLE)


@dataclass(frozen=True, slots=True)
class Resume:
    """A table goes on, or all of them."""

    table: int | None = field(default=None, metadata=_TABLE)


@dataclass(frozen=True, slots=True)
class MoreTime:
    """So much longer, or shorter."""

    minutes: int = field(metadata=_MINUTES)


@dataclass(frozen=True, slots=True)
class LastHand:
    """No hand follows those that are played now."""


@dataclass(frozen=True, slots=True)
class ToDebrief:
    """Play is over and is talked about."""


# Chairs.


@dataclass(frozen=True, slots=True)
class SeatPerson:
    """Somebody gets a chair at a table; whoever holds that one swaps."""

    person: int = field(metadata=_PERSON)
    table: int = field(metadata=_TABLE)
    chair: int | None = field(default=None, metadata=_CHAIR)


@dataclass(frozen=True, slots=True)
class SwapPeople:
    """Two people change chairs."""

    person: int = field(metadata=_PERSON)
    other: int = field(metadata=_PERSON | {SAID: "with"})


@dataclass(frozen=True, slots=True)
class StayPut:
    """Somebody who was to move does not."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class StandUp:
    """Somebody gives up the chair."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class SeatByChance:
    """Everybody is seated anew."""


@dataclass(frozen=True, slots=True)
class SeatByList:
    """Everybody is seated in the order of the list of names."""


# People.


@dataclass(frozen=True, slots=True)
class Nudge:
    """Somebody's phone says that it is their turn."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class BotPlays:
    """A bot plays for somebody who is away."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class IsBack:
    """Somebody plays again."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class Remove:
    """Somebody is taken out of the hall."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class Rename:
    """Somebody is called something else."""

    person: int = field(metadata=_PERSON)
    name: str = field(metadata=_TEXT)


@dataclass(frozen=True, slots=True)
class Admit:
    """A phone that says it is somebody is."""

    person: int = field(metadata=_PERSON)


@dataclass(frozen=True, slots=True)
class Deny:
    """A phone that says it is somebody is not."""

    person: int = field(metadata=_PERSON)


# Rules.


@dataclass(frozen=True, slots=True)
class SetRules:
    """A table plays by other house rules from its next hand on; what is not named stays."""

    table: int = field(metadata=_TABLE)
    options: Mapping[str, Any] = field(metadata={FITS: _options})


@dataclass(frozen=True, slots=True)
class OpenProposals:
    """The class may propose rules, or no longer."""

    is_open: bool = field(metadata=_FLAG | {SAID: "open"})


@dataclass(frozen=True, slots=True)
class ProposeRule:
    """The teacher proposes a rule."""

    option: str = field(metadata=_TEXT)
    value: bool | int | str = field(metadata=_VALUE)


@dataclass(frozen=True, slots=True)
class PlayRule:
    """All tables play by a proposed rule."""

    rule: int = field(metadata=_RULE)


@dataclass(frozen=True, slots=True)
class DropRule:
    """A proposed rule is taken off the list."""

    rule: int = field(metadata=_RULE)


# The big screen, the vote, and the door.

Asked: TypeAlias = Literal["before", "after"]
"""When the class is asked: of the charts."""


@dataclass(frozen=True, slots=True)
class SetBigScreen:
    """Switches of the big screen; None leaves one as it is."""

    first_names: bool | None = field(default=None, metadata=_FLAG)
    news: bool | None = field(default=None, metadata=_FLAG)
    sound: bool | None = field(default=None, metadata=_FLAG)
    rules: bool | None = field(default=None, metadata=_FLAG)


@dataclass(frozen=True, slots=True)
class ShowLarge:
    """One table fills the big screen; None shows them all."""

    table: int | None = field(metadata=_NO_TABLE)


@dataclass(frozen=True, slots=True)
class AskVote:
    """The class is asked before or after the charts, or no longer."""

    is_open: bool = field(metadata=_FLAG | {SAID: "open"})
    round: Asked = field(default="before", metadata=_ROUND)


@dataclass(frozen=True, slots=True)
class SetDoor:
    """Whether more people may come; who is there comes back through a door that is shut."""

    is_open: bool = field(metadata=_FLAG | {SAID: "open"})


EveningWish: TypeAlias = Begin | Pause | Resume | MoreTime | LastHand | ToDebrief
ChairWish: TypeAlias = SeatPerson | SwapPeople | StayPut | StandUp | SeatByChance | SeatByList
PersonWish: TypeAlias = Nudge | BotPlays | IsBack | Remove | Rename | Admit | Deny
RuleWish: TypeAlias = SetRules | OpenProposals | ProposeRule | PlayRule | DropRule
ScreenWish: TypeAlias = SetBigScreen | ShowLarge | AskVote | SetDoor
Wish: TypeAlias = EveningWish | ChairWish | PersonWish | RuleWish | ScreenWish

WISHES: Mapping[str, type[Wish]] = {
    "begin": Begin,
    "pause": Pause,
    "resume": Resume,
    "more": MoreTime,
    "last_hand": LastHand,
    "to_debrief": ToDebrief,
    "seat": SeatPerson,
    "swap": SwapPeople,
    "stay": StayPut,
    "stand": StandUp,
    "shuffle": SeatByChance,
    "by_list": SeatByList,
    "rules": SetRules,
    "nudge": Nudge,
    "bot": BotPlays,
    "back": IsBack,
    "remove": Remove,
    "rename": Rename,
    "admit": Admit,
    "deny": Deny,
    "big": SetBigScreen,
    "large": ShowLarge,
    "vote": AskVote,
    "door": SetDoor,
    "proposals": OpenProposals,
    "propose": ProposeRule,
    "play_rule": PlayRule,
    "drop_rule": DropRule,
}
"""What the JSON calls them."""


def read_wish(said: object) -> Wish:
    """What somebody at the desk wishes for.

    Raises:
        ValueError: it is no wish; a sentence for people.
    """
    if not isinstance(said, Mapping) or not isinstance(what := said.get("do"), str) or what not in WISHES:
        raise ValueError(_("That cannot be done."))
    kind, rest = WISHES[what], {name: value for name, value in said.items() if name != "do"}
    read: dict[str, Any] = {}
    for one in fields(kind):
        name = one.metadata.get(SAID, one.name)
        if name not in rest:
            if one.default is MISSING:
                raise ValueError(_("That cannot be done."))
        elif not one.metadata[FITS](rest[name]):
            raise ValueError(_("That cannot be done."))
        else:
            read[one.name] = rest.pop(name)
    if rest:
        raise ValueError(_("That cannot be done."))
    return kind(**read)


# mypy: enable-error-code="exhaustive-match"


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


# mypy: enable-error-code="exhaustive-match"


DEBRIEF = "debrief"
KEPT = "desk"
"""Under which name it lies beside the hall."""


class TeacherCommands:
    """The desk of one hall.

    Attributes:
        hall: the hall.
        now: the time of day in seconds since 1970.
        token: lets the pages of the teacher in; empty where there are none.
        big: what the big screen shows.
        is_door_open: whether more people may come.
        poll: the vote before and after the charts.
        proposals: rules that the class has proposed.
        is_debriefing: whether the teacher wants to see the debrief.
    """

    def __init__(self, door: HallDoor, now: Callable[[], float] = time.time) -> None:
        """Stand at the door of a hall; ``now`` is the time of day in seconds since 1970."""
        self.hall, self.now = door.hall, now
        self._door, hall = door, door.hall
        self._words = at_tables(hall.plan.game)
        self.big = BigScreen()
        self.is_door_open = True
        self.poll = ClassPoll(self._words)
        self.proposals = Proposals(lambda: rule_choices(hall.plan.game))
        self.is_debriefing = False
        self.token = ""
        self._news = HallNews(self._words, now)
        hall.on_ended = self._news.ended
        hall.extras[KEPT] = self.kept

    # What a teacher wishes.

    def do(self, wish: Wish) -> None:
        """Do what somebody at the desk asks for; `game.match.hall._commands` says what that can be.

        Raises:
            ValueError: it cannot be done; a sentence for people, and nothing has changed.
        """
        if isinstance(wish, EveningWish):
            self._at_evening(wish)
        elif isinstance(wish, ChairWish):
            grant_chair(self.hall, wish)
        elif isinstance(wish, RuleWish):
            grant_rule(self.hall, self.proposals, wish)
        elif isinstance(wish, PersonWish):
            self._at_person(wish)
        else:
            self._at_screen(wish)
        self.hall.keep_rest()

    def _at_evening(self, wish: EveningWish) -> None:
        grant_evening(self.hall, wish, self.now())
        if isinstance(wish, ToDebrief):
            self.is_debriefing = True

    def _at_person(self, wish: PersonWish) -> None:
        check_person(self.hall, wish.person)
        match wish:
            case Remove(person=person):
                self._door.remove(person)
            case Admit(person=person) | Deny(person=person):
                self._door.decide(person, admitted=isinstance(wish, Admit))
            case Nudge() | BotPlays() | IsBack() | Rename():
                grant_person(self.hall, wish)

    def _at_screen(self, wish: ScreenWish) -> None:
        match wish:
            case SetBigScreen():
                switches = {name: on for name, on in asdict(wish).items() if on is not None}
                self.big = replace(self.big, **switches)
            case ShowLarge(table=table):
                check_table(self.hall, table)
                self.big = replace(self.big, large=table)
            case SetDoor(is_open=is_open):
                self.is_door_open = is_open
            case AskVote() if not self.poll.has_any:
                raise ValueError(_("There is no vote in this game."))
            case AskVote(is_open=True, round=asked):
                self.poll.open(ROUNDS.index(asked))
            case AskVote():
                self.poll.close()

    # What happens at the tables.

    def chair(self, rank: int) -> str:
        """The picture of a chair as an SVG file; empty for none."""
        return self._words.picture(rank)

    # What the class is asked.

    def moment(self) -> tuple[object, ...]:
        """All that phones are told of when it changes."""
        return self.poll.moment(), self.proposals.moment()

    def veil(self) -> frozenset[str]:
        """The house rules that phones are not told of."""
        if self.big.rules or self.is_debriefing:
            return frozenset()
        return varied(self.hall.tables)

    def data_for(self, person: int) -> dict[str, Any]:
        """What somebody's phone is asked."""
        told: dict[str, Any] = {"poll": self.poll.data_for(person, len(self.hall.roster))}
        rules = self.proposals.data_for(person)
        return told if rules is None else told | {"rules": rules}

    def heard(self, person: int, words: Mapping[str, Any]) -> str:
        """Take in what somebody answers; a sentence where it is refused."""
        if words["do"] == "vote":
            refused = self.poll.cast(person, words)
        elif words["do"] == "agree":
            refused = self.proposals.agree(person, words.get("rule"), words.get("yes"))
        else:
            option, value = words.get("option"), words.get("value")
            if not isinstance(option, str) or not isinstance(value, bool | int | str):
                return _("There is no such rule.")
            refused = self.proposals.propose(option, value, person)
        if not refused:
            self.hall.keep_rest()
        return refused

    # What it looks like.

    def glance(self, now: float) -> HallSnapshot:
        """How everything stands; ``now`` is the time of day in seconds since 1970."""
        hall, away = self.hall, self._away()
        needs = (
            *claims_glance(hall, self._door.claims),
            *(need_glance(hall, need) for need in needs_of(hall.tables, away)),
        )
        # In a round of a cup, or its final, the last tables may have nothing to play.
        used = [table for table in hall.tables if table.play is not None or not table.is_stopped]
        tables = (table_glance(hall, table, self._words, away) for table in used)
        news_table, news, nameless = self._news.told(now)
        return HallSnapshot(
            title=hall.plan.title,
            game=hall.plan.game,
            game_title=_(find(hall.plan.game).info.title),
            people=len(hall.roster),
            phase=DEBRIEF if self.is_debriefing else hall.phase.value,
            is_over=hall.is_over,
            is_paused=hall.paused,
            is_cup=hall.plan.is_cup,
            clock=clock_glance(hall, now),
            tables=tuple(with_needs(table, needs) for table in tables),
            needs=needs,
            unseated=tuple(person_glance(hall, one.number, away) for one in hall.seating.standing),
            big=self.big,
            news=news,
            nameless=nameless,
            news_table=news_table,
            vote=vote_glance(self.poll, len(hall.roster)),
            rules_open=self.proposals.are_open,
            rules=rules_glance(hall, self.proposals),
            choices=choices_glance(hall.plan.game),
            door_open=self.is_door_open,
        )

    def _away(self) -> dict[int, float]:
        gone = {person.number: self._door.away_for(person.number) for person in self.hall.roster}
        return {person: ms for person, ms in gone.items() if ms > 0}

    def book(self) -> ClassBook:
        """All that was played, and what was voted."""
        return replace(self.hall.book(), vote=self.poll.vote)

    # Kept.

    def kept(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "big": asdict(self.big),
            "poll": self.poll.kept(),
            "proposals": self.proposals.kept(),
            "door": self.is_door_open,
            "debriefing": self.is_debriefing,
            "token": self.token,
        }

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Go on with an evening that was kept, as `Hall.recall` does; it may be anything."""
        rest = kept.get("hall")
        beside = rest.get("beside") if isinstance(rest, Mapping) else None
        mine = beside.get(KEPT) if isinstance(beside, Mapping) else None
        if not isinstance(mine, Mapping):
            return
        big = mine.get("big")
        for name, value in big.items() if isinstance(big, Mapping) else ():
            if name in ("first_names", "news", "sound", "rules") and type(value) is bool:
                self.big = replace(self.big, **{name: value})
            elif name == "large" and type(value) is int and 1 <= value <= len(self.hall.tables):
                self.big = replace(self.big, large=value)
        self.poll.recall(mine.get("poll"))
        self.proposals.recall(mine.get("proposals"))
        self.is_door_open = mine.get("door") is not False
        self.is_debriefing = mine.get("debriefing") is True
        self.token = str(mine.get("token", ""))
