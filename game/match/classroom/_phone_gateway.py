"""The phones of a hall: what each is told, and what people do there; and the pages of its teacher.

The seat that a phone has in the `Party` is the number of its person, for the whole evening. Each phone is
told of the table at which its person sits, as that chair may know it, and of no other. What the pages of a
teacher ask for goes to the desk, and they are told what the desk sees.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from game.core.discovery import find_game
from game.i18n import _, in_language, languages
from game.match.classroom._class_plan import PEOPLE
from game.match.classroom._classroom import ClassAttendance, ClassParty, Classroom
from game.match.classroom._game_adapter import at_tables
from game.match.classroom._seating import NOWHERE
from game.match.classroom._snapshot import redacted
from game.match.classroom._table import ClassTable, TableMatch
from game.match.classroom._teacher_commands import TeacherDesk, parse_command
from game.match.match_text import words_of
from game.match.profiles import ASKED as NAMES
from game.match.profiles import RENAME, SPAN, ProfileEditor, RateLimiter
from game.match.seats import LOOKS
from game.party.messages import (
    LanguageChanged,
    News,
    PhoneDisconnected,
    PhoneJoined,
    PhoneLeft,
    PhoneReconnected,
    SeatMessage,
    clean_name,
)
from game.party.registry import SeatInfo
from game.party.teacher_channel import TeacherChannel

EVERY = 250.0
"""So often they are told how everything stands where nobody has asked for anything, in ms."""


class TeacherPages:
    """Stands between the teacher's channel and a desk."""

    def __init__(self, teacher_channel: TeacherChannel, desk: TeacherDesk) -> None:
        """Let pages in by the token of the desk, which has one from now on."""
        self._teacher_channel, self._desk = teacher_channel, desk
        teacher_channel.open(desk.token)
        desk.token = teacher_channel.token
        self.told = -EVERY
        """When they were told last, in ms."""

    def renew(self) -> None:
        """Let all pages out; the desk has another token, which is kept with the evening."""
        self._teacher_channel.renew()
        self._desk.token = self._teacher_channel.token
        self._desk.hall.keep_rest()

    def turn(self, now: float, *, busy: bool = False) -> bool:
        """Do what pages ask for and tell them how it stands; whether they have asked for anything.

        Where phones were just told of something (``busy``) pages can wait, if not for ever. In ms.
        """
        wishes = self._teacher_channel.heard()
        for wish in wishes:
            with in_language(_known(wish.language)):
                refused = _("That cannot be done.")
                if wish.words.get("do") == "wish" and isinstance(said := wish.words.get("wish"), Mapping):
                    try:
                        self._desk.do(parse_command(said))
                        refused = ""
                    except ValueError as why:
                        refused = str(why)
                self._teacher_channel.answer(wish.number, refused)
        if wishes or now - self.told >= (4 * EVERY if busy else EVERY):
            self.told = now
            self._teacher_channel.tell(self._snapshot)
        return bool(wishes)

    def _snapshot(self, language: str) -> Mapping[str, Any]:
        with in_language(_known(language)):
            return self._desk.snapshot(self._desk.now()).to_json()


def _known(language: str) -> str:
    return language if language in languages() else ""


VOTES = 20
"""So often somebody may vote or propose within `SPAN`."""
AFTERWARDS = NAMES | {"react"}
"""What can still be done after the last hand."""
AT_ONCE = 2
"""The phones of so many tables are told in one turn: where all have to hear of something, they take turns."""
RANKS = 5
"""So many chairs of a game have a picture on the teacher's page."""
ASKED = frozenset({"vote", "propose", "agree", "reply"})
"""What the teacher asks the class, whatever is played."""


class TablePublisher:
    """Brings what a table tells to the people who sit there."""

    watchers: Sequence[str] = ()

    def __init__(
        self,
        party: ClassParty,
        hall: Classroom,
        table: ClassTable,
        desk: TeacherDesk | None,
        redaction: frozenset[str],
    ) -> None:
        self._party, self._hall, self._table = party, hall, table
        self._desk, self._redaction = desk, redaction

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Tell whoever sits there, and which table it is."""
        chair = self._table.chairs[seat]
        if chair is not None:
            with in_language(self._hall.language(chair.person)):
                told = told_at(self._table, seat, state) | _marked(self._hall)
                if self._desk is not None:
                    told = redacted(told, self._redaction) | self._desk.data_for(chair.person)
                self._party.publish(chair.person, told, events)

    def show(self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Nobody watches a single table."""


def _marked(hall: Classroom) -> dict[str, Any]:
    """What a phone is told besides, where nothing of all of it is meant."""
    return {"rehearsal": True} if hall.is_rehearsal else {}


def told_at(table: ClassTable, seat: int, state: Mapping[str, Any]) -> dict[str, Any]:
    """What a phone is told of its match, with what the hall adds to it."""
    play = table.play
    assert play is not None
    at = _("Table {n}, round {round}") if table.round > 1 else _("Table {n}")
    told = {**state, "table": at.format(n=table.number, round=table.round), "nudge": table.nudged[seat]}
    if play.match.seats[seat].is_kept_warm:
        told["tells"] = {"words": _("Your teacher lets a bot play for you."), "label": _("Take my seat back")}
    elif not told.get("tells") and (said := round_told(table, play)):
        told["tells"] = said
    # Nobody is asked what to do next: in a hall the tables go on together.
    told.pop("wish", None)
    if told.get("showing"):
        told["showing"] = "table"
    if table.is_stopped and not play.match.is_over:
        scores = list(play.match.scores())
        told |= {"showing": "", "over": standing(table, play), "scores": scores, "moves": [], "next": []}
        # The hand that it shows was not counted yet.
        if "scores" in told["seen"]:
            told["seen"] = {**told["seen"], "scores": scores}
    return told


def round_told(table: ClassTable, play: TableMatch) -> dict[str, Any]:
    """What phones are told of round two: that the rules have changed, and what applies now at this table."""
    if table.waits_for_others:
        return {"words": _("New rules come as soon as every table has ended its hand."), "lines": []}
    if table.round == 1 or table.ended or play.screen.is_closing:
        return {}
    options = play.match.session.options
    rules = [
        choice.words
        for choice in at_tables(table.game).choices()
        if all(options[name] == value for name, value in choice.options.items())
    ]
    return {
        "words": _("Round 2: the rules have changed."),
        "lines": [_("From now on: {rule}").format(rule=rule) for rule in rules],
    }


def standing(table: ClassTable, play: TableMatch) -> dict[str, Any]:
    """How a table stands after the last hand of a match that has no end yet; without any nobody has won."""
    scores = play.match.scores()
    if not table.ended and len(set(scores)) == 1:
        words = _("No hand was played to its end at this table.")
        return {"winners": [], "words": words, "order": list(range(len(scores)))}
    fewest = words_of(play.match).leads == "fewest"
    best = min(scores) if fewest else max(scores)
    order = sorted(range(len(scores)), key=lambda seat: scores[seat] if fewest else -scores[seat])
    winners = [seat for seat in order if scores[seat] == best]
    return {"winners": winners, "words": _("That was the last hand."), "order": order}


class ClassPhones:
    """Stands between a party and a hall."""

    def __init__(self, door: ClassAttendance, desk: TeacherDesk | None = None) -> None:
        """Have the people of a hall play on the phones at its door; without a desk they have no teacher."""
        self._door, self._party, self._hall = door, door.party, door.hall
        self._asked = RateLimiter(VOTES, SPAN)
        # Of those without a match any may have the same look: at a table no two have.
        self._profiles = ProfileEditor(self._hall.rename, self._hall.dress, worn=lambda _person: ())
        self._told: dict[int, object] = {}
        """What the tables told last, by number."""
        self._waiting: dict[int, Mapping[str, Any]] = {}
        """What people without a match were told last."""
        self._offered: object = None
        self._queue = deque(self._hall.tables)
        """The tables; those that were told last come last."""
        self.owes = False
        """Whether the next turn may have to tell more tables."""
        self.has_told = False
        """Whether the last turn has told anybody anything: that is work enough for one."""
        self._touched: set[int] = set()
        """Who has done something since they were told last: a turn in the making is theirs alone."""
        self._hall.is_there = self._party.is_there
        self._hall.extras["party"] = self._party.kept
        self._desk = desk
        self._teacher = TeacherPages(self._party.teacher_channel, desk) if desk is not None else None
        if desk is not None:
            for rank in range(RANKS):
                self._party.serve(f"chair-{rank}.svg", desk.chair(rank).encode())

    def _offer(self) -> None:
        """Anybody may come while the door is open; whoever a list expects chooses their name."""
        hall, names = self._hall, self._hall.plan.names
        is_open = self._desk is None or self._desk.is_door_open
        dealt = {person for table in hall.tables if table.play is not None for person in table.people}
        places = [
            SeatInfo(
                number,
                hall.roster[number].name,
                hall.roster[number].look,
                free=False,
                is_dealt=number in dealt,
            )
            if number in hall.roster
            else SeatInfo(number, names[number] if number < len(names) else "", number % LOOKS, free=is_open)
            for number in range(PEOPLE)
        ]
        title = hall.plan.title or find_game(hall.plan.game).info.title
        if self._offered != (places, title):
            self._offered = places, title
            self._party.offer(places, title, listed=len(names))

    def another_code(self) -> None:
        """Let all pages of the teacher out: from now on another token lets in."""
        if self._teacher is not None:
            self._teacher.renew()

    # Each turn of the loop.

    def turn(self, now: float) -> bool:
        """Take in what phones have done, and tell them what has changed; whether anybody has done something.

        The time is in ms.
        """
        heard = False
        with self._party.together():
            with self._hall.slot.together():
                while (news := self._party.next_news()) is not None:
                    self._take(news, now)
                    heard = True
            self._party.heard()  # nobody watches a single table
            self._offer()
            self._door.look(now)
            people = [person.number for person in self._hall.roster]
            away = frozenset(person for person in people if self._door.away_for(person) > 0)
            redaction = self._desk.redaction() if self._desk is not None else frozenset()
            self.has_told = heard
            self._tell_some(away, redaction)
            self._tell_waiting()
        # Afterwards: whoever plays does not wait until the page of the teacher is written.
        with self._party.together():
            if self._teacher is not None:
                heard |= self._teacher.turn(now, busy=self.has_told)
                self.has_told |= self._teacher.told == now
        return heard

    def _take(self, news: News, now: float) -> None:
        hall, person = self._hall, news.seat
        if person not in hall.roster and not isinstance(news, PhoneJoined | PhoneLeft):
            hall.come(person)  # of an earlier evening, of which nothing else is known
        match news:
            case PhoneJoined(name=name):
                self._door.came(person)
                self._waiting.pop(person, None)  # a new phone has been told nothing
                hall.come(person, name)
            case PhoneReconnected():
                self._door.came(person)
                hall.be_back(person)
            case PhoneDisconnected():
                self._door.went(person, now)
            case PhoneLeft():
                self._door.came(person)
                self._waiting.pop(person, None)
                hall.leave(person)
            case LanguageChanged(language=language):
                hall.speak(person, language if language in languages() else "")
            case SeatMessage(number=number, words=words):
                with in_language(hall.language(person)):
                    refused = self._do(person, words, now)
                self._party.answer(person, number, refused)

    # What phones are told.

    def _tell_some(self, away: frozenset[int], redaction: frozenset[str]) -> None:
        """Tell the tables of which there is news, a few in a turn: a whole class at once takes a frame."""
        told: list[ClassTable] = []
        for table in self._queue:
            if len(told) == AT_ONCE:
                break
            if self._tell(table, away, redaction):
                told.append(table)
        for table in told:
            self._queue.remove(table)
        self._queue += told
        self.owes = len(told) == AT_ONCE
        self.has_told |= bool(told)

    def _tell(self, table: ClassTable, away: frozenset[int], redaction: frozenset[str]) -> bool:
        """Tell a table what is news there; whether there was any."""
        play = table.play
        if play is None:
            return False
        try:
            hinted = play.phone_seats.hints.attend()
        except RuntimeError as broke:  # which is nobody's affair but the teacher's
            hinted, table.trouble = None, str(broke)
        seats = [seat for seat, chair in enumerate(table.chairs) if chair is not None]
        here = tuple((chair.person, chair.person in away) for chair in table.chairs if chair is not None)
        now = (
            play.phone_seats.version, here, table.is_stopped, play.screen.is_closing, tuple(table.nudged),
            tuple(self._hall.language(person) for person, _away in here),
            self._desk.version if self._desk is not None else None, redaction, table.waits_for_others,
        )  # fmt: skip
        post = TablePublisher(self._party, self._hall, table, self._desk, redaction)

        def is_away(seat: int) -> bool:
            chair = table.chairs[seat]
            return chair is not None and chair.person in away

        is_news = now != self._told.get(table.number) or play.phone_seats.owes
        if is_news:
            self._told[table.number] = now
            for person in table.people:
                self._waiting.pop(person, None)
        due = [
            seat
            for seat, person in zip(seats, table.people, strict=True)
            if is_news or seat == hinted or person in self._touched
        ]
        if is_news or due:
            play.phone_seats.tell(post, due, is_away)
        self._touched.difference_update(table.people)
        return bool(due)

    def _tell_waiting(self) -> None:
        playing = {one for table in self._hall.tables if table.play is not None for one in table.people}
        for person in self._hall.roster:
            if person.number in playing:
                continue
            chair = self._hall.seating.chair_of(person.number)
            with in_language(self._hall.language(person.number)):
                told = self._waiting_told(person.number, chair)
            if self._waiting.get(person.number) != told:
                self._waiting[person.number] = told
                self._party.publish(person.number, told)

    def _waiting_told(self, number: int, chair: tuple[ClassTable, int] | None) -> dict[str, Any]:
        hall, person = self._hall, self._hall.roster[number]
        told: dict[str, Any] = {"lobby": True, "game": hall.plan.game, "seat": 0, **_marked(hall)}
        if self._desk is not None:
            told |= self._desk.data_for(number)
        if chair is not None:
            table, _seat = chair
            title = _("Table {n}").format(n=table.number)
            sitting = [hall.roster[other] for other in table.people]
            seats = [{"name": one.name, "look": one.look, "sock": ""} for one in sitting]
            words = _("This is your table. It begins as soon as all are there.")
            return told | {
                "title": title, "words": words, "seats": seats, "seat": sitting.index(person),
                "worn": [one.look for one in sitting],
            }  # fmt: skip
        wanted = hall.seating.moves.get(number)
        words = _("You are in. You are told your table in a moment.")
        if hall.plan.is_cup and hall.began:
            words = _("You have no game now. Watch the big screen: the next round comes by itself.")
        elif hall.is_last():
            words = _("You are in. No further hand begins.")
        elif wanted is not None and wanted.table != NOWHERE:
            words = _("You go to table {n}, as soon as a chair is free there.").format(n=wanted.table)
        return told | {
            "title": hall.plan.title or find_game(hall.plan.game).info.title, "words": words,
            "seats": [{"name": person.name, "look": person.look, "sock": ""}], "worn": [person.look],
        }  # fmt: skip

    # What phones do.

    def _do(self, person: int, words: Mapping[str, Any], now: float) -> str:
        """Do what a phone asks for; a sentence where that is refused."""
        what = words["do"]
        refused = self._refused_name(person, words) if what == RENAME else ""
        if refused:
            return refused
        if what in ASKED and self._desk is not None:
            return self._desk.heard(person, words) if self._asked.allows(person, now) else _("Not so fast.")
        chair = self._hall.seating.chair_of(person)
        play = chair[0].play if chair is not None else None
        if chair is None or play is None:
            return self._profiles.do(person, words, now) if what in NAMES else _("That cannot be done now.")
        table, seat = chair
        self._touched.add(person)
        if table.is_stopped and what not in AFTERWARDS:
            return _("That was the last hand.")
        if self._party.is_there(person):  # a move may arrive after its line has gone
            table.be_back(seat)
        return play.phone_seats.do(seat, words, now)

    def _refused_name(self, person: int, words: Mapping[str, Any]) -> str:
        """Why somebody cannot be called so, as far as it is an affair of the hall."""
        said = words.get("name")
        if not isinstance(said, str) or not clean_name(said):
            return ""
        if not self._hall.roster.allows(said):
            return _("Take another name, please.")
        if clean_name(said) in self._hall.seating.names_taken(person):
            return _("Somebody here is called that already.")
        return ""
