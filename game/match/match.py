"""A match in play: its session, its seats, and how it continues or ends.

`Match` is the only place where moves are made and undone, seats change hands and players concede.
`DeviceWatch` detects disconnected controllers and phones, and `UndoRequest` asks for consent before an undo.
Observers (the screen, the phones, the autosave, the bots) are `MatchListener`s. They are called after the
fact, in the order in which they were added.

Flow (undo): `MatchScene.undo`, or `PhoneMatch.handle_phone` for a phone > `UndoRequest.ask`: the player who
would lose something by it is asked first, on their phone (`PhoneMatch.ask`) or at the screen (`ConsentDialog`
in `ui/match/match_scene.py`) > `Match.undo` notifies the listeners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol

from game.core.discovery import find_game
from game.core.game import Event, IllegalMove, Outcome, Refusal, common_observed, totals_of
from game.core.session import Session, SessionRefusal
from game.i18n import _, in_language
from game.match.seats import PAD, PHONE, Seat, may_act, unique_name
from game.match.versioned import Tracked, Versioned


class MatchEnd(StrEnum):
    """End of a match that is not decided by the rules."""

    CONCEDED = "conceded"


class MatchListener:
    """Observer of a match. Every callback that is not overridden calls `on_change`."""

    def on_change(self) -> None:
        """Called by all other callbacks that are not overridden; does nothing by default."""

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Called after ``seat`` made a move; calls `on_change` by default. ``events`` are unredacted."""
        self.on_change()

    def on_undo(self, count: int) -> None:
        """Called after the last ``count`` moves were undone; calls `on_change` by default."""
        self.on_change()

    def on_seat_handover(self, number: int) -> None:
        """Called after a seat changed hands or its autoplay began or ended; calls `on_change` by default."""
        self.on_change()

    def on_seat_renamed(self, number: int) -> None:
        """Called after a seat got a new name or look, not a new player; calls `on_change` by default."""
        self.on_change()

    def on_concede(self, seat: int) -> None:
        """Called after ``seat`` conceded the match; calls `on_change` by default."""
        self.on_change()


class Match(Versioned):
    """Session and seats of a match.

    Attributes:
        session: rules' side of the match. Only this class plays and undoes there.
        conceded_by: seat that conceded, or None.
        has_secrets: True if players have hands to hide from each other.
        autoplay: seat and level of the bot that plays one turn for a person, until that turn ends; None for
            none.
        results_shown: True once the results were shown. Only then may the seed be seen, because nothing can
            be undone any more.
    """

    conceded_by, results_shown = Tracked[int | None](), Tracked[bool]()
    autoplay = Tracked[tuple[int, str] | None]()

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        self.session = session
        self.conceded_by = None
        self.results_shown = False
        self.autoplay = None
        self._laid_open = 0
        # cached answer of `rules_allow_undo` and the state it is valid for
        self._back: tuple[tuple[object, ...], bool] = (), False
        self._undone: tuple[tuple[str, ...], ...] = ()
        """Undone moves since the last move, for `redo`: each entry is a person's move and the replies of
        bots."""
        # Derived from the observation, so no game is asked: the only secrets here are hands.
        self.has_secrets = "hand" in common_observed(session.observe(0))
        self._seats = tuple(seats)
        self._listeners: list[MatchListener] = []

    def add_listener(self, listener: MatchListener) -> None:
        """Add a listener, which is called after those added before."""
        self._listeners.append(listener)

    # Seats.

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Current seats; a new tuple after each change of one."""
        return self._seats

    @property
    def local_seats(self) -> list[int]:
        """Seats of people at this screen."""
        return [number for number, seat in enumerate(self._seats) if seat.is_local]

    @property
    def is_shared(self) -> bool:
        """True if more than one person plays. A hand on this screen is then for one of them only."""
        return sum(not seat.is_bot for seat in self._seats) > 1

    @property
    def to_move(self) -> int | None:
        """Seat that must act. None if the match is over, by the rules or by a concession."""
        return None if self.conceded_by is not None else self.session.to_move

    @property
    def local_to_move(self) -> int | None:
        """Seat to move if a person at this screen plays there now, not a bot for this turn; else None."""
        seat = self.to_move
        is_local_turn = seat is not None and self._seats[seat].is_local and not self.level_of(seat)
        return seat if is_local_turn else None

    @property
    def active_local_seat(self) -> int | None:
        """Seat to move if its person is at this screen, else the only person's against bots; or None.

        None also if the match is over.
        """
        person = self.local_to_move
        if person is not None or self.is_shared or len(people := self.local_seats) != 1:
            return person
        return people[0] if self.to_move is not None else None

    @property
    def bot_to_move(self) -> int | None:
        """Seat to move if a bot plays there, also if only for this turn; else None."""
        seat = self.to_move
        return seat if seat is not None and self.level_of(seat) else None

    @property
    def on_phone(self) -> int | None:
        """Seat to move if its person plays on a phone, else None."""
        seat = self.to_move
        return (
            seat if seat is not None and self.bot_to_move is None and self._seats[seat].is_on_phone else None
        )

    def is_human_turn(self, number: int) -> bool:
        """True if the person of the seat is to move, on any device."""
        return self.to_move == number and self.bot_to_move is None

    def level_of(self, number: int) -> str:
        """Level of the bot that plays on a seat now; empty if its person does."""
        autoplay_level = self.autoplay[1] if self.autoplay is not None and self.autoplay[0] == number else ""
        return self._seats[number].level or autoplay_level

    def start_autoplay(self, level: str) -> None:
        """Let a bot of this level play for the person to move until their turn ends; notify the listeners."""
        seat = self.to_move
        assert seat is not None
        self.autoplay = seat, level
        self._notify(lambda listener: listener.on_seat_handover(seat))

    def _end_loan(self, number: int) -> None:
        """End autoplay, if any, because the turn of seat ``number`` has ended."""
        if self.autoplay is not None:
            self.autoplay = None
            self._notify(lambda listener: listener.on_seat_handover(number))

    def may_act(self, device: str) -> bool:
        """True if the device may act now: the seat to move accepts it, or no local person is to move."""
        return self.local_to_move is None or may_act(self._seats, self.local_to_move, device)

    def assign_seat(self, number: int, level: str, device: str = "", name: str = "") -> None:
        """Give a seat to a bot of ``level`` or, if that is empty, to a person, and notify the listeners.

        Possible at any point of a turn. ``device`` is the person's device; for a bot, the device for which it
        reserves the seat. An empty ``name`` keeps the present name.
        """
        if name:
            name = unique_name(name, [seat.name for seat in self._seats if seat is not self._seats[number]])
            self.session.rename(number, name)
        old = self._seats[number]
        self._undone = ()  # the new player did not make these moves
        if self.autoplay is not None and self.autoplay[0] == number:
            self.autoplay = None
        self._replace_seat(
            number, replace(old, name=name or old.name, level=level, device=device, is_adaptive=False)
        )
        self._notify(lambda listener: listener.on_seat_handover(number))

    def _notify(self, tell: Callable[[MatchListener], None]) -> None:
        """Call ``tell`` for every listener, in the window's language because listeners may keep texts."""
        with in_language(""):
            for listener in self._listeners:
                tell(listener)

    def rename(self, number: int, name: str) -> None:
        """Change a seat's name, made unique, and notify the listeners if it differs."""
        name = unique_name(name, [seat.name for place, seat in enumerate(self._seats) if place != number])
        self.session.rename(number, name)
        self._change(number, replace(self._seats[number], name=name))

    def set_look(self, number: int, look: int) -> None:
        """Change a seat's look, and notify the listeners if it differs."""
        self._change(number, replace(self._seats[number], look=look))

    def set_cap(self, number: int, sock: str) -> None:
        """Set the cap of a seat's puppet, which belongs to its name. Listeners are not notified."""
        self._replace_seat(number, replace(self._seats[number], cap=sock))

    def _replace_seat(self, number: int, seat: Seat) -> None:
        """Replace the data of a seat without notifying the listeners."""
        self._seats = (*self._seats[:number], seat, *self._seats[number + 1 :])
        self.bump_version()

    def _change(self, number: int, seat: Seat) -> None:
        """Replace the data of a seat, and notify the listeners of a new name or look, if it differs."""
        if seat != self._seats[number]:
            self._replace_seat(number, seat)
            self._notify(lambda listener: listener.on_seat_renamed(number))

    # Moves.

    def play(self, move: str) -> None:
        """Make a move, and notify the listeners. ValueError if off the grammar, IllegalMove if refused."""
        self._play(move, undone=())

    def _play(self, move: str, undone: tuple[tuple[str, ...], ...]) -> None:
        """Make a move. ``undone`` are the entries that can still be redone afterwards."""
        seat = self.session.to_move
        # Read `to_move` first: the move changes it.
        events = self.session.play(move)
        assert seat is not None
        self._undone = undone
        self.bump_version()
        self._notify(lambda listener: listener.on_move(seat, move, events))
        # The end of a hand is the end of a turn, even if the same seat leads next.
        if self.to_move != seat or self.session.observe_close(None) is not None:
            self._end_loan(seat)

    def undo_count(self) -> int:
        """Number of moves back to and including a person's last one, which an undo takes back; 0 for none."""
        for steps, (seat, _move) in enumerate(reversed(self.session.log), start=1):
            # Replies of bots are undone too: the player wants to be asked again.
            if not self._seats[seat].is_bot:
                return steps
        return 0

    @property
    def last_human_mover(self) -> int | None:
        """Seat of the person who moved last; None if no person has moved."""
        steps = self.undo_count()
        return self.session.log[-steps][0] if steps else None

    def can_undo(self, device: str) -> bool:
        """True if the device may ask for an undo: it may act now, or its seat made a person's last move."""
        owner = self.last_human_mover
        return self.may_act(device) or (owner is not None and may_act(self._seats, owner, device))

    def undo_consent_from(self) -> int | None:
        """Seat of the person to move, who must agree to undo another person's move; None if none has to.

        It is the person to move now, because only bots can have moved since and they never object.
        """
        seat = self.session.to_move
        return None if seat is None or seat == self.last_human_mover or self._seats[seat].is_bot else seat

    @property
    def rules_allow_undo(self) -> bool:
        """True if the rules and the match state allow undoing a person's last move."""
        # Cached, because it is asked every frame and searches the whole match if only bots play.
        cause = self.session, self.session.log, self._seats
        if cause != self._back[0]:
            self._back = cause, 0 < self.undo_count() <= self.session.undoable
        return self._back[1] and not self._end_was_shown

    @property
    def _end_was_shown(self) -> bool:
        """True if results or all hands were shown. Players who have seen them cannot undo."""
        return self.results_shown or (self.is_over and self._laid_open == len(self.session.log))

    def undo(self) -> None:
        """Undo a person's last move and the bots' replies, and notify; IllegalMove if that is impossible.

        Raises `IllegalMove` if there is no such move, one of the moves cannot be undone, or the results or
        all hands were shown. Nothing has changed then.
        """
        if self._end_was_shown:
            raise IllegalMove("undo", Refusal(SessionRefusal.MATCH_OVER))
        steps = max(1, self.undo_count())
        undone: list[str] = []
        try:
            for _step in range(steps):
                last = self.session.log[-1:]
                self.session.undo()
                undone.append(last[0][1])
        # All or nothing: a partly undone turn is a state that no player asked for.
        except IllegalMove:
            for move in reversed(undone):
                self.session.play(move)
            raise
        self.autoplay = None
        self._undone += (tuple(reversed(undone)),)
        self.bump_version()
        self._notify(lambda listener: listener.on_undo(steps))

    @property
    def can_redo(self) -> bool:
        """True if moves were undone, none was made since, the match isn't over, and no bot is to move."""
        return bool(self._undone) and not self.is_over and self.bot_to_move is None

    def redo(self) -> None:
        """Make the last undone moves again: a person's move and bots' replies. Call only if `can_redo`."""
        *undone, moves = self._undone
        for move in moves:
            self._play(move, tuple(undone))

    def replace_session(self, session: Session) -> None:
        """Replace the session, as a replay does. Listeners are not notified because nothing was played."""
        self.session, self._undone = session, ()
        self.bump_version()

    def reveal_hands(self) -> list[list[str]]:
        """Cards of each seat as the last move ended the hand ([] if it ended none). Notes that they are seen.

        If that move ended the match, it cannot be undone any more: players who know all hands would play it
        again.
        """
        self._laid_open = len(self.session.log)
        observations = (self.session.observe_close(seat) for seat in range(len(self._seats)))
        return [
            list(common_observed(observation)["hand"])
            for observation in observations
            if observation is not None
        ]

    @property
    def is_over(self) -> bool:
        """True if the match has ended by its rules or by a concession."""
        return self.to_move is None

    def concede(self, number: int) -> None:
        """End the match by a concession of seat ``number``, and notify the listeners."""
        # The session stays as it is, so that the record replays and shows the state at the concession.
        self.conceded_by = number
        self._notify(lambda listener: listener.on_concede(number))

    def scores(self) -> tuple[int, ...]:
        """Public score of each seat now: points, goals or games won; zeros if the game counts none."""
        return tuple(totals_of(self.session.observe(None))) or (0,) * len(self._seats)

    @property
    def winner(self) -> int | None:
        """Seat of the only winner. None while the match is running or if several share the win."""
        winners = self.result().winners if self.is_over else ()
        return winners[0] if len(winners) == 1 else None

    def result(self) -> Outcome:
        """Outcome by the rules or by a concession. Raises `ValueError` if the match is still running."""
        if self.conceded_by is not None:
            # Scores stay as they are: a concession costs the win but no points.
            count, info = len(self._seats), find_game(self.session.game).info
            losers = info.side(self.conceded_by, count)
            winners = tuple(seat for seat in range(count) if seat not in losers)
            return Outcome(winners, self.scores(), MatchEnd.CONCEDED)
        outcome = self.session.outcome
        if outcome is None:
            raise ValueError("The match isn't over: it has no result yet.")
        return outcome


@dataclass(frozen=True, slots=True)
class AttendanceChange:
    """Changes since the last `DeviceWatch.poll`."""

    lost_seats: list[int] = field(default_factory=list)
    """Seats whose phone was lost. The match waits for them silently until their turn."""
    back: list[int] = field(default_factory=list)  # seats that a bot reserved, returned to their person
    seat_to_decide: int | None = None
    """Seat about which a player at the screen has to decide now, or None."""


class DeviceWatch:
    """Monitor of the controllers and phones of the seats."""

    def __init__(self, match: Match, is_there: Callable[[int, str], bool]) -> None:
        """Watch a match. ``is_there`` returns True if the controller or phone of a seat can be reached.

        A phone still counts as connected for a while after its last message.
        """
        self._match = match
        self._is_there = is_there
        self._patient: dict[int, int] = {}
        """Seats without a prompt: the match length until which they are waited for, -1 until their turn."""
        # The seats, and True if any of them can be away. Cached, because it is asked every frame.
        self._away_cache: tuple[object, bool] = None, False

    def is_away(self, number: int) -> bool:
        """True if the seat's controller or phone cannot be reached, and no bot plays there."""
        seat = self._match.seats[number]
        return not seat.level and _is_removable(seat) and not self._is_there(number, seat.device)

    def suppress_prompt(self, number: int, *, in_turn: bool) -> None:
        """Ask nothing about an absent seat until its turn or, if ``in_turn``, until a move was made."""
        self._patient[number] = len(self._match.session.log) if in_turn else -1

    def forget(self, number: int) -> None:
        """Drop the suppressed prompt of a seat that changed hands, so an absent new device is reported."""
        self._patient.pop(number, None)

    def poll(self, *, settled: bool) -> AttendanceChange:
        """Return the changes since the last call, after giving seats back whose controller has returned.

        ``settled`` is True once all moves have been shown.
        """
        match, news = self._match, AttendanceChange()
        if match.seats is not self._away_cache[0]:
            self._away_cache = (
                match.seats,
                any(seat.is_reserved or _is_removable(seat) for seat in match.seats),
            )
        if not self._away_cache[1]:
            self._patient.clear()
            return news
        for place, seat in enumerate(match.seats):
            away = self.is_away(place)
            if seat.is_on_phone and away and place not in self._patient:
                self._patient[place] = -1
                news.lost_seats.append(place)
            elif not away:
                self._patient.pop(place, None)
            # Phones report their own return.
            if seat.is_reserved and seat.device != PHONE and self._is_there(place, seat.device):
                match.assign_seat(place, "", seat.device)
                news.back.append(place)
        # No decision about a seat is needed once the match was conceded.
        if match.conceded_by is not None:
            return news
        for place in range(len(match.seats)):
            # An absence matters only when the seat is to move; others' turns continue.
            turn = settled and match.to_move == place
            since_ply = self._patient.get(place)
            if self.is_away(place) and (since_ply is None or (turn and since_ply < len(match.session.log))):
                return AttendanceChange(news.lost_seats, news.back, place)
        return news


def _is_removable(seat: Seat) -> bool:
    """True if the seat is played with a controller or a phone."""
    return seat.device.startswith((PAD, PHONE))


NO_ANSWER = -1  # answer number if the person did not answer in time


class ConsentPrompt(Protocol):
    """Way to ask a person something: on their phone or at the screen."""

    def __call__(
        self,
        seat: int,
        question: Callable[[], str],
        answers: Callable[[], Sequence[str]],
        on_answer: Callable[[int], None],
    ) -> bool:
        """Ask the person of a seat. Returns False if they cannot be asked.

        ``on_answer`` gets the number of the answer, or `NO_ANSWER` after a timeout. ``question`` and
        ``answers`` are callables because the person asked may use another language than the one who asks.
        """


class UndoRequest:
    """Undo of a person's last move, after the player who would lose something by it agreed."""

    def __init__(self, match: Match, refuse: Callable[[str], None] = lambda _why: None) -> None:
        """Undo moves of ``match``; ``refuse`` shows the reason if an undo is refused."""
        self._match = match
        self._refuse = refuse
        self._questioners: list[ConsentPrompt] = []

    def ask_by(self, questioner: ConsentPrompt) -> None:
        """Add a way to ask people; the first that succeeds is used."""
        self._questioners.append(questioner)

    def ask(self) -> str:
        """Undo the move, or ask the player who must agree, and return "". Returns a sentence if refused."""
        match = self._match
        if not match.undo_count():
            return self._show_refusal(lambda: _("There's nothing to undo."))
        consenter, owner = match.undo_consent_from(), match.last_human_mover
        if consenter is None or owner is None:
            return self._take_back()
        name, owner_name = match.seats[consenter].name, match.seats[owner].name

        def question() -> str:
            """Question for the person who must agree, in the current language."""
            return _("{name}, can {other} undo the move?").format(name=name, other=owner_name)

        plies = len(match.session.log)

        def answered(number: int) -> None:
            """Undo the move for answer 0 (yes) if no other was made since; report a missing answer."""
            # After another move, the consent is for a move that is not the last one.
            if number == 0 and len(match.session.log) == plies:
                self._take_back()
            elif number == NO_ANSWER:
                self._show_refusal(lambda: _("{name} hasn't answered.").format(name=name))

        def answers() -> Sequence[str]:
            """Texts of the answers yes and no, in this order."""
            return [_("Yes"), _("No")]

        if any(ask(consenter, question, answers, answered) for ask in self._questioners):
            return ""
        return self._show_refusal(lambda: _("You can't undo your last move now."))

    def _take_back(self) -> str:
        """Undo the last person's move. Returns a translated sentence if it is refused, else empty."""
        try:
            self._match.undo()
        except IllegalMove as refused:
            if refused.refusal.code == SessionRefusal.MATCH_OVER:
                if self._match.has_secrets:
                    return self._show_refusal(lambda: _("The match is over, and all hands are face up."))
                return self._show_refusal(lambda: _("The match is over."))
            return self._show_refusal(lambda: _("You can't undo a toss, a deal or a draw."))
        return ""

    def _show_refusal(self, why: Callable[[], str]) -> str:
        """Show a reason in the window's language, and return it in the current one."""
        # The window shows it in its own language, whichever device asked.
        with in_language(""):
            self._refuse(why())
        return why()
