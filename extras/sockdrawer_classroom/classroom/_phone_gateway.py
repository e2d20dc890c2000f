"""Phones and teacher's pages of a classroom: their state, and the handling of their requests.

The seat of a phone in the `Party` is the number of its person for the whole evening. Each phone gets the
state of its person's table, redacted for their chair, and of no other. Requests of teacher's pages go to the
desk, and the pages get the desk's snapshot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from game.core.discovery import find_game
from game.i18n import _, in_language, languages
from game.match.match_text import words_of
from game.match.profiles import PROFILE_ACTIONS as NAMES
from game.match.profiles import RENAME, REQUEST_SPAN_MS, ProfileEditor, RateLimiter
from game.match.seats import LOOK_COUNT
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
from game.party.token_channel import TokenChannel
from sockdrawer_classroom.classroom._class_plan import MAX_PEOPLE
from sockdrawer_classroom.classroom._classroom import ClassAttendance, ClassParty, Classroom
from sockdrawer_classroom.classroom._game_adapter import at_tables
from sockdrawer_classroom.classroom._seating import NO_TABLE
from sockdrawer_classroom.classroom._snapshot import redacted
from sockdrawer_classroom.classroom._table import ClassTable, TableMatch
from sockdrawer_classroom.classroom._teacher_commands import TeacherDesk, parse_command

TEACHER_PAGE = "teacher"  # name of the teacher's page in its address
PAGE_FOLDER = Path(__file__).parents[1] / "page"
UPDATE_MS = 250.0  # ms between updates of the teacher's pages without requests


class TeacherPages:
    """Connects the teacher's pages with a desk."""

    def __init__(self, token_channel: TokenChannel, desk: TeacherDesk) -> None:
        """Admit pages by the token of the desk, creating one if it has none."""
        self._token_channel, self._desk = token_channel, desk
        token_channel.open(desk.token)
        desk.token = token_channel.token
        self.last_update_ms = -UPDATE_MS  # time of the last update, ms

    def renew(self) -> None:
        """Disconnect all pages and change the token, which is saved with the lesson."""
        self._token_channel.renew()
        self._desk.token = self._token_channel.token
        self._desk.hall.save_common()

    def tick(self, now: float, *, busy: bool = False) -> bool:
        """Handle requests of pages; send updates after some, or every `UPDATE_MS` ms. True if there were any.

        ``now`` is in ms. If phones were just updated (``busy``), the pages are updated less often.
        """
        requests = self._token_channel.take_requests()
        for request in requests:
            with in_language(_supported_language(request.language)):
                refusal = _("That can't be done.")
                command = request.words.get("command")
                if request.words.get("do") == "command" and isinstance(command, Mapping):
                    try:
                        self._desk.execute(parse_command(command))
                        refusal = ""
                    except ValueError as error:
                        refusal = str(error)
                self._token_channel.answer(request.number, refusal)
        if requests or now - self.last_update_ms >= (4 * UPDATE_MS if busy else UPDATE_MS):
            self.last_update_ms = now
            self._token_channel.tell(self._snapshot)
        return bool(requests)

    def _snapshot(self, language: str) -> Mapping[str, Any]:
        """The desk's snapshot as plain JSON, in a page's language."""
        with in_language(_supported_language(language)):
            return self._desk.snapshot(self._desk.now()).to_json()


def _supported_language(language: str) -> str:
    """The language if the program has it, else "" for the window's."""
    return language if language in languages() else ""


MAX_VOTES = 20  # votes and proposals of a person within `REQUEST_SPAN_MS`
AFTER_MATCH_ACTIONS = NAMES | {"react"}  # requests possible after the last hand
TABLES_PER_FRAME = 2  # tables whose phones are updated in one frame; the others follow in turn
PICTURED_RANKS = 5  # chairs with a picture on the teacher's page
# answers to the teacher's questions, possible at any time
LIMITED_ACTIONS = frozenset({"vote", "propose", "vote_rule", "reply"})


class TablePublisher:
    """Sends the state of a table to the phones of its people."""

    spectators: Sequence[str] = ()

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
        """Send the state of a seat, with the table's data, to its person; nothing if the chair is free."""
        chair = self._table.chairs[seat]
        if chair is not None:
            with in_language(self._hall.language(chair.person)):
                phone_state = told_at(self._table, seat, state) | _rehearsal_state(self._hall)
                if self._desk is not None:
                    phone_state = redacted(phone_state, self._redaction) | self._desk.data_for(chair.person)
                self._party.publish(chair.person, phone_state, events)

    def publish_to_spectators(
        self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        """Do nothing, because a single table has no spectators."""


def _rehearsal_state(hall: Classroom) -> dict[str, Any]:
    """State ``{"rehearsal": True}`` for phones in a rehearsal; empty in a real lesson."""
    return {"rehearsal": True} if hall.is_rehearsal else {}


def told_at(table: ClassTable, seat: int, state: Mapping[str, Any]) -> dict[str, Any]:
    """Copy of ``state`` with "table", "nudge", maybe "notice", and "over" if stopped early; no "wish"."""
    play = table.play
    assert play is not None
    template = _("Table {n}, round {round}") if table.round > 1 else _("Table {n}")
    phone_state = {
        **state,
        "table": template.format(n=table.number, round=table.round),
        "nudge": table.nudge_counts[seat],
    }
    if play.match.seats[seat].is_reserved:
        text = _("Your teacher has a bot playing for you.")
        phone_state["notice"] = {"words": text, "label": _("Take my seat back")}
    elif not phone_state.get("notice") and (notice := round_notice(table, play)):
        phone_state["notice"] = notice
    # No vote on what comes next: the tables of a classroom continue together.
    phone_state.pop("wish", None)
    if phone_state.get("showing_end"):
        phone_state["showing_end"] = "table"
    if table.is_stopped and not play.match.is_over:
        scores = list(play.match.scores())
        phone_state |= {
            "showing_end": "",
            "over": standing(table, play),
            "scores": scores,
            "moves": [],
            "next": [],
        }
        # The shown hand was not counted yet.
        if "scores" in phone_state["observation"]:
            phone_state["observation"] = {**phone_state["observation"], "scores": scores}
    return phone_state


def round_notice(table: ClassTable, play: TableMatch) -> dict[str, Any]:
    """Notice before or at the start of round 2: "words" and "lines" (the new rules); empty if none now."""
    if table.waits_for_others:
        return {"words": _("The rules change once every table has finished its hand."), "lines": []}
    if table.round == 1 or table.match_hands or play.screen.is_closing:
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
    """Result of a table stopped early: "winners", "words" (a sentence), and "order", seats best first.

    There is no winner if no hand was finished and all scores are equal.
    """
    scores = play.match.scores()
    if not table.match_hands and len(set(scores)) == 1:
        text = _("No hand was finished at this table.")
        return {"winners": [], "words": text, "order": list(range(len(scores)))}
    lowest_wins = words_of(play.match).leads == "fewest"
    best = min(scores) if lowest_wins else max(scores)
    order = sorted(range(len(scores)), key=lambda seat: scores[seat] if lowest_wins else -scores[seat])
    winners = [seat for seat in order if scores[seat] == best]
    return {"winners": winners, "words": _("That was the last hand."), "order": order}


class ClassPhones:
    """Connects a party with a classroom."""

    def __init__(self, attendance: ClassAttendance, desk: TeacherDesk | None = None) -> None:
        """Let the people of a classroom play on their phones. Without ``desk`` there is no teacher."""
        self._door, self._party, self._hall = attendance, attendance.party, attendance.hall
        self._vote_limiter = RateLimiter(MAX_VOTES, REQUEST_SPAN_MS)
        # Without a match looks may be equal; only at a table they must differ.
        self._profiles = ProfileEditor(self._hall.rename, self._hall.dress, used_looks=lambda _person: ())
        self._sent_tokens: dict[int, object] = {}  # state last sent, by table number
        self._waiting: dict[int, Mapping[str, Any]] = {}  # state last sent to people without a match
        self._last_offer: object = None
        self._queue = deque(self._hall.tables)  # tables, least recently updated first
        self.owes = False  # the next frame may have more tables to update
        self.has_told = False  # the last frame has sent something, which is enough work for one
        # people with requests since the last update, whose draft may have changed
        self._requesters: set[int] = set()
        self._hall.is_there = self._party.is_there
        self._hall.extras["party"] = self._party.dump_state
        self._desk = desk
        self._teacher = TeacherPages(self._party.token_channel, desk) if desk is not None else None
        if desk is not None:
            self._party.mount(TEACHER_PAGE, PAGE_FOLDER)
            for rank in range(PICTURED_RANKS):
                self._party.serve(f"chair-{rank}.svg", desk.chair(rank).encode())

    def _offer_seats(self) -> None:
        """Send the party all seats, those without a person free while admission is open, if changed."""
        hall, names = self._hall, self._hall.plan.names
        is_open = self._desk is None or self._desk.is_door_open
        players = {person for table in hall.tables if table.play is not None for person in table.people}
        seats = [
            SeatInfo(
                number,
                hall.roster[number].name,
                hall.roster[number].look,
                free=False,
                is_dealt=number in players,
            )
            if number in hall.roster
            else SeatInfo(
                number, names[number] if number < len(names) else "", number % LOOK_COUNT, free=is_open
            )
            for number in range(MAX_PEOPLE)
        ]
        title = hall.plan.title or find_game(hall.plan.game).info.title
        if self._last_offer != (seats, title):
            self._last_offer = seats, title
            self._party.offer(seats, title, listed=len(names))

    def another_code(self) -> None:
        """Disconnect all teacher's pages and change their token; nothing without a teacher."""
        if self._teacher is not None:
            self._teacher.renew()

    # Each frame.

    def tick(self, now: float) -> bool:
        """Handle news of phones and pages at ``now``, in ms, and send changes. True if there was any."""
        had_requests = False
        with self._party.batch():
            with self._hall.slot.batch():
                while (news := self._party.next_news()) is not None:
                    self._handle_news(news, now)
                    had_requests = True
            self._party.take_spectator_messages()  # a single table has no spectators
            self._offer_seats()
            self._door.poll(now)
            people = [person.number for person in self._hall.roster]
            away = frozenset(person for person in people if self._door.away_for(person) > 0)
            redaction = self._desk.redaction() if self._desk is not None else frozenset()
            self.has_told = had_requests
            self._publish_tables(away, redaction)
            self._publish_waiting()
        # After the phones, so that players do not wait for the teacher's page.
        with self._party.batch():
            if self._teacher is not None:
                had_requests |= self._teacher.tick(now, busy=self.has_told)
                self.has_told |= self._teacher.last_update_ms == now
        return had_requests

    def _handle_news(self, news: News, now: float) -> None:
        """Apply a phone's arrival, departure, language or request, and answer a request."""
        hall, person = self._hall, news.seat
        if person not in hall.roster and not isinstance(news, PhoneJoined | PhoneLeft):
            hall.admit(person)  # from an earlier evening; nothing else is known
        match news:
            case PhoneJoined(name=name):
                self._door.came(person)
                self._waiting.pop(person, None)  # a new phone has no state yet
                hall.admit(person, name)
            case PhoneReconnected():
                self._door.came(person)
                hall.end_takeover(person)
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
                    refusal = self._handle_request(person, words, now)
                self._party.answer(person, number, refusal)

    # State.

    def _publish_tables(self, away: frozenset[int], redaction: frozenset[str]) -> None:
        """Update at most `TABLES_PER_FRAME` changed tables, least recent first; others follow later."""
        updated_tables: list[ClassTable] = []
        for table in self._queue:
            if len(updated_tables) == TABLES_PER_FRAME:
                break
            if self._publish_table(table, away, redaction):
                updated_tables.append(table)
        for table in updated_tables:
            self._queue.remove(table)
        self._queue += updated_tables
        self.owes = len(updated_tables) == TABLES_PER_FRAME
        self.has_told |= bool(updated_tables)

    def _publish_table(self, table: ClassTable, away: frozenset[int], redaction: frozenset[str]) -> bool:
        """Update the phones of a table. True if a person was sent a state; False also without a match."""
        play = table.play
        if play is None:
            return False
        try:
            hint_seat = play.phone_seats.hints.poll()
        except RuntimeError as error:  # reported to the teacher only
            hint_seat, table.trouble = None, str(error)
        seats = [seat for seat, chair in enumerate(table.chairs) if chair is not None]
        attendance = tuple(
            (chair.person, chair.person in away) for chair in table.chairs if chair is not None
        )
        change_token = (
            play.phone_seats.version, attendance, table.is_stopped, play.screen.is_closing,
            tuple(table.nudge_counts), tuple(self._hall.language(person) for person, _away in attendance),
            self._desk.version if self._desk is not None else None, redaction, table.waits_for_others,
        )  # fmt: skip
        publisher = TablePublisher(self._party, self._hall, table, self._desk, redaction)

        def is_away(seat: int) -> bool:
            """True if the seat has a person whose phone is away."""
            chair = table.chairs[seat]
            return chair is not None and chair.person in away

        has_changed = change_token != self._sent_tokens.get(table.number) or play.phone_seats.has_unsent
        if has_changed:
            self._sent_tokens[table.number] = change_token
            for person in table.people:
                self._waiting.pop(person, None)
        due_seats = [
            seat
            for seat, person in zip(seats, table.people, strict=True)
            if has_changed or seat == hint_seat or person in self._requesters
        ]
        if has_changed or due_seats:
            play.phone_seats.publish_to(publisher, due_seats, is_away)
        self._requesters.difference_update(table.people)
        return bool(due_seats)

    def _publish_waiting(self) -> None:
        """Send people without a match their state if it has changed since it was sent last."""
        playing = {person for table in self._hall.tables if table.play is not None for person in table.people}
        for person in self._hall.roster:
            if person.number in playing:
                continue
            chair = self._hall.seating.chair_of(person.number)
            with in_language(self._hall.language(person.number)):
                state = self._waiting_state(person.number, chair)
            if self._waiting.get(person.number) != state:
                self._waiting[person.number] = state
                self._party.publish(person.number, state)

    def _waiting_state(self, number: int, chair: tuple[ClassTable, int] | None) -> dict[str, Any]:
        """Phone state without a match: title, words and seats, those of the table if there is a ``chair``."""
        hall, person = self._hall, self._hall.roster[number]
        state: dict[str, Any] = {"lobby": True, "game": hall.plan.game, "seat": 0, **_rehearsal_state(hall)}
        if self._desk is not None:
            state |= self._desk.data_for(number)
        if chair is not None:
            table, _seat = chair
            title = _("Table {n}").format(n=table.number)
            entries = [hall.roster[person_number] for person_number in table.people]
            seats = [{"name": entry.name, "look": entry.look, "sock": ""} for entry in entries]
            text = _("This is your table. The game starts when everyone's here.")
            return state | {
                "title": title, "words": text, "seats": seats, "seat": entries.index(person),
                "worn": [entry.look for entry in entries],
            }  # fmt: skip
        move = hall.seating.moves.get(number)
        text = _("You're in. You'll see your table in a moment.")
        if hall.plan.is_cup and hall.began:
            text = _("No game for you this round. Watch the big screen: the next one starts automatically.")
        elif hall.is_last():
            text = _("You're in, but no more hands start.")
        elif move is not None and move.table != NO_TABLE:
            text = _("You'll move to table {n} as soon as a chair is free.").format(n=move.table)
        return state | {
            "title": hall.plan.title or find_game(hall.plan.game).info.title, "words": text,
            "seats": [{"name": person.name, "look": person.look, "sock": ""}], "worn": [person.look],
        }  # fmt: skip

    # Requests.

    def _handle_request(self, person: int, payload: Mapping[str, Any], now: float) -> str:
        """Handle a request of a phone. Returns a sentence if it is refused, else empty."""
        action = payload["do"]
        refusal = self._name_refusal(person, payload) if action == RENAME else ""
        if refusal:
            return refusal
        if action in LIMITED_ACTIONS and self._desk is not None:
            return (
                self._desk.handle_phone(person, payload)
                if self._vote_limiter.allows(person, now)
                else _("Not so fast.")
            )
        chair = self._hall.seating.chair_of(person)
        play = chair[0].play if chair is not None else None
        if chair is None or play is None:
            return (
                self._profiles.handle_phone(person, payload, now)
                if action in NAMES
                else _("You can't do that now.")
            )
        table, seat = chair
        self._requesters.add(person)
        if table.is_stopped and action not in AFTER_MATCH_ACTIONS:
            return _("That was the last hand.")
        if self._party.is_there(person):  # a move may arrive after the connection was lost
            table.end_takeover(seat)
        return play.phone_seats.handle_phone(seat, payload, now)

    def _name_refusal(self, person: int, payload: Mapping[str, Any]) -> str:
        """Sentence that refuses a name; empty if it is allowed, empty or no text (checked later)."""
        name = payload.get("name")
        if not isinstance(name, str) or not clean_name(name):
            return ""
        if not self._hall.roster.allows(name):
            return _("Please choose another name.")
        if clean_name(name) in self._hall.seating.names_taken(person):
            return _("Someone here already has that name.")
        return ""
