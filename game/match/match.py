"""A match: its session, who sits where, and how it goes on or ends.

`Match` is the one place where moves are made and taken back, seats change hands and somebody gives up.
`DeviceWatch` knows whose pad or phone has gone, and `UndoRequest` asks whoever would lose something by it.
Whoever has to know (the screen, the phones, the save, the bots) is a `MatchListener` and is told after the
fact, in the order in which they began to listen.

How it goes through the house (a move taken back): `MatchScene.undo`, or `PhoneMatch.do` for a phone >
`UndoRequest.ask`: who would lose something by it is asked first, on their phone (`PhoneMatch.ask`) or at the
screen (`ConsentDialog` in `ui/match/match_scene.py`) > `Match.take_back` tells the listeners.
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
    """How a match can end that no rule knows."""

    CONCEDED = "conceded"


class MatchListener:
    """Somebody who is told what happens in a match; what is not told apart goes to `changed`."""

    def changed(self) -> None:
        """Something has happened; it does nothing unless it is filled in."""

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """A seat has made a move; the events are unredacted."""
        self.changed()

    def taken_back(self, count: int) -> None:
        """The last so many moves were taken back."""
        self.changed()

    def seat_changed(self, number: int) -> None:
        """A seat has changed hands."""
        self.changed()

    def seat_dressed(self, number: int) -> None:
        """A seat has another name or another look; whoever holds it is the same."""
        self.changed()

    def given_up(self, seat: int) -> None:
        """A seat has given the match up."""
        self.changed()


class Match(Versioned):
    """A match and its seats.

    Attributes:
        session: the rules' side of it; nobody but this class plays or undoes there.
        conceded: the seat that has given up, if one has.
        has_secrets: whether players have something to hide from each other.
        lent: a seat for whose person a computer plays one turn, and its level, until the turn has passed on.
        is_told: whether its results were shown. Only from then on may anybody see its seed: nothing is
            taken back any more.
    """

    conceded, is_told = Tracked[int | None](), Tracked[bool]()
    lent = Tracked[tuple[int, str] | None]()

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        self.session = session
        self.conceded = None
        self.is_told = False
        self.lent = None
        self._laid_open = 0
        self._back: tuple[tuple[object, ...], bool] = (), False
        """Whether the rules let something be taken back, and of what that is known."""
        self._undone: tuple[tuple[str, ...], ...] = ()
        """What was taken back since the last move, each a person's move with the answers of bots."""
        # What a seat observes tells it, so no game has to be asked: what people hide here are hands.
        self.has_secrets = "hand" in common_observed(session.observe(0))
        self._seats = tuple(seats)
        self._listeners: list[MatchListener] = []

    def listen(self, listener: MatchListener) -> None:
        self._listeners.append(listener)

    # Who takes part.

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self._seats

    @property
    def people(self) -> list[int]:
        """The seats of people at this screen."""
        return [number for number, seat in enumerate(self._seats) if seat.is_here]

    @property
    def is_shared(self) -> bool:
        """Whether more than one person plays: a hand on this screen is then for one pair of eyes only."""
        return sum(not seat.is_bot for seat in self._seats) > 1

    @property
    def to_move(self) -> int | None:
        """The seat that must act, `None` when the match is over, by its rules or otherwise."""
        return None if self.conceded is not None else self.session.to_move

    @property
    def person(self) -> int | None:
        """The seat to move, when a person at this screen holds it."""
        seat = self.to_move
        here = seat is not None and self._seats[seat].is_here and not self.level_of(seat)
        return seat if here else None

    @property
    def awaited(self) -> int | None:
        """The seat to whose person the screen belongs: the one to move, or the only one against bots."""
        person = self.person
        if person is not None or self.is_shared or len(people := self.people) != 1:
            return person
        return people[0] if self.to_move is not None else None

    @property
    def bot(self) -> int | None:
        """The seat to move, when a computer plays there, be it for this turn alone."""
        seat = self.to_move
        return seat if seat is not None and self.level_of(seat) else None

    @property
    def on_phone(self) -> int | None:
        """The seat to move, when its person plays on a phone."""
        seat = self.to_move
        return seat if seat is not None and self.bot is None and self._seats[seat].is_on_phone else None

    def awaits(self, number: int) -> bool:
        """Whether the person of a seat is to move, wherever they are."""
        return self.to_move == number and self.bot is None

    def level_of(self, number: int) -> str:
        """The level of the computer that plays on a seat now; empty where its person does."""
        lent = self.lent[1] if self.lent is not None and self.lent[0] == number else ""
        return self._seats[number].level or lent

    def lend(self, level: str) -> None:
        """Have a computer of this level play for the person to move, until their turn has passed on."""
        seat = self.to_move
        assert seat is not None
        self.lent = seat, level
        self._notify(lambda listener: listener.seat_changed(seat))

    def _end_loan(self, number: int) -> None:
        """The turn has passed on from a seat: it is its person's again."""
        if self.lent is not None:
            self.lent = None
            self._notify(lambda listener: listener.seat_changed(number))

    def may_act(self, device: str) -> bool:
        """Whether this device may act now: that of whose turn it is, or any where nobody's turn it is."""
        return self.person is None or may_act(self._seats, self.person, device)

    def hand_over(self, number: int, level: str, device: str = "", name: str = "") -> None:
        """Give a seat away, whatever its turn has come to: to a bot of a level, or without one to a person.

        The device is what the person holds; for a bot, that for whose return it keeps the seat warm. The
        name of before stays where it is empty.
        """
        if name:
            name = unique_name(name, [seat.name for seat in self._seats if seat is not self._seats[number]])
            self.session.rename(number, name)
        old = self._seats[number]
        self._undone = ()  # who sits there now has not made these moves
        if self.lent is not None and self.lent[0] == number:
            self.lent = None
        self._put(number, replace(old, name=name or old.name, level=level, device=device, fits=False))
        self._notify(lambda listener: listener.seat_changed(number))

    def _notify(self, tell: Callable[[MatchListener], None]) -> None:
        """Tell every listener; what they keep of words is the window's, also where a phone has done it."""
        with in_language(""):
            for listener in self._listeners:
                tell(listener)

    def rename(self, number: int, name: str) -> None:
        name = unique_name(name, [seat.name for place, seat in enumerate(self._seats) if place != number])
        self.session.rename(number, name)
        self._change(number, replace(self._seats[number], name=name))

    def dress(self, number: int, look: int) -> None:
        self._change(number, replace(self._seats[number], look=look))

    def put_on(self, number: int, sock: str) -> None:
        """The puppet of a seat wears this, which goes with its name; nobody is told."""
        self._put(number, replace(self._seats[number], sock=sock))

    def _put(self, number: int, seat: Seat) -> None:
        self._seats = (*self._seats[:number], seat, *self._seats[number + 1 :])
        self.touch()

    def _change(self, number: int, seat: Seat) -> None:
        if seat != self._seats[number]:
            self._put(number, seat)
            self._notify(lambda listener: listener.seat_dressed(number))

    # Moves.

    def play(self, move: str) -> None:
        """Make a move for the seat to move.

        Raises:
            ValueError: the text is off the grammar.
            IllegalMove: the rules refuse it; nothing has changed.
        """
        self._play(move, undone=())

    def _play(self, move: str, undone: tuple[tuple[str, ...], ...]) -> None:
        """Make a move, after which these may still be played again."""
        seat = self.session.to_move
        # `to_move` is asked before: afterwards it is somebody else's turn.
        events = self.session.play(move)
        assert seat is not None
        self._undone = undone
        self.touch()
        self._notify(lambda listener: listener.played(seat, move, events))
        # A hand that has ended is the end of a turn, whoever leads to the next one.
        if self.to_move != seat or self.session.observe_close(None) is not None:
            self._end_loan(seat)

    def steps_back(self) -> int:
        """How many moves go back to the last one of a person, 0 for none."""
        for steps, (seat, _move) in enumerate(reversed(self.session.log), start=1):
            # What bots have answered goes along: whoever takes a move back wants to be asked again.
            if not self._seats[seat].is_bot:
                return steps
        return 0

    @property
    def last_person(self) -> int | None:
        """The seat of the person who made a move last."""
        steps = self.steps_back()
        return self.session.log[-steps][0] if steps else None

    def may_take_back(self, device: str) -> bool:
        """Whether this device may ask for a move back: it is its turn, or its move was the last."""
        owner = self.last_person
        return self.may_act(device) or (owner is not None and may_act(self._seats, owner, device))

    def asked_to_agree(self) -> int | None:
        """The person who has to agree before the last person's move is taken back, if there is one.

        Only bots can have moved since, and they never mind: it is the person to move now.
        """
        seat = self.session.to_move
        return None if seat is None or seat == self.last_person or self._seats[seat].is_bot else seat

    @property
    def can_go_back(self) -> bool:
        """Whether the last move of a person can be taken back, as far as the rules and the table go."""
        # Every frame asks for it, and where only bots play it is looked for through the whole match.
        cause = self.session, self.session.log, self._seats
        if cause != self._back[0]:
            self._back = cause, 0 < self.steps_back() <= self.session.undoable
        return self._back[1] and not self._end_was_shown

    @property
    def _end_was_shown(self) -> bool:
        """Whether results or all hands were shown: whoever has seen them takes nothing back."""
        return self.is_told or (self.is_over and self._laid_open == len(self.session.log))

    def take_back(self) -> None:
        """Take back the last move of a person, and what bots have answered to it.

        Raises:
            IllegalMove: there is none, one of these moves cannot be undone, or the results or all hands
                were shown; nothing has changed.
        """
        if self._end_was_shown:
            raise IllegalMove("undo", Refusal(SessionRefusal.MATCH_OVER))
        steps = max(1, self.steps_back())
        undone: list[str] = []
        try:
            for _step in range(steps):
                last = self.session.log[-1:]
                self.session.undo()
                undone.append(last[0][1])
        # All of it or nothing: half of what was asked for is no state that anybody wanted.
        except IllegalMove:
            for move in reversed(undone):
                self.session.play(move)
            raise
        self.lent = None
        self._undone += (tuple(reversed(undone)),)
        self.touch()
        self._notify(lambda listener: listener.taken_back(steps))

    @property
    def can_play_again(self) -> bool:
        """Whether a move was taken back, none was made since, and a person is to move."""
        return bool(self._undone) and self.bot is None

    def play_again(self) -> None:
        """Make the move that was taken back last once more, with what bots answered to it."""
        *undone, moves = self._undone
        for move in moves:
            self._play(move, tuple(undone))

    def stand(self, session: Session) -> None:
        """The match stands elsewhere, as in a film of it; nobody is told, as nothing was played."""
        self.session, self._undone = session, ()
        self.touch()

    # The end.

    def lay_open(self) -> list[list[str]]:
        """The hands of all seats as the last move ended them, for everybody; empty where it ended none.

        Where the match ended with it, that move is not taken back from now on: it would be played again by
        people who know all hands.
        """
        self._laid_open = len(self.session.log)
        closed = (self.session.observe_close(seat) for seat in range(len(self._seats)))
        return [list(common_observed(seen)["hand"]) for seen in closed if seen is not None]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by its rules or because a seat gave it up."""
        return self.to_move is None

    def concede(self, number: int) -> None:
        # The rules' side stays as it is, so that the record replays and shows how the match stood.
        self.conceded = number
        self._notify(lambda listener: listener.given_up(number))

    def scores(self) -> tuple[int, ...]:
        """What each seat has by now: its points, goals, or games won, as everybody sees them."""
        return tuple(totals_of(self.session.observe(None))) or (0,) * len(self._seats)

    @property
    def winner(self) -> int | None:
        """The one who has won, `None` while nobody has, and where several share the win."""
        winners = self.result().winners if self.is_over else ()
        return winners[0] if len(winners) == 1 else None

    def result(self) -> Outcome:
        """How the match ended: by the rules, or because a seat gave it up.

        Raises:
            ValueError: it goes on.
        """
        if self.conceded is not None:
            # Scores stay those of the table: giving up costs the win, never points that were made.
            count, info = len(self._seats), find_game(self.session.game).info
            losers = info.side(self.conceded, count)
            winners = tuple(seat for seat in range(count) if seat not in losers)
            return Outcome(winners, self.scores(), MatchEnd.CONCEDED)
        outcome = self.session.outcome
        if outcome is None:
            raise ValueError("The match goes on; it has no result yet.")
        return outcome


@dataclass(frozen=True, slots=True)
class AttendanceChange:
    """What has changed since the last look."""

    gone: list[int] = field(default_factory=list)
    """Seats whose phone cannot be reached any more; they are waited for without a word until their turn."""
    back: list[int] = field(default_factory=list)
    """Seats that a bot kept warm, and whose person plays again."""
    missed: int | None = None
    """A seat about which somebody at the screen has to decide now."""


class DeviceWatch:
    """Watches over the devices of the seats."""

    def __init__(self, match: Match, is_there: Callable[[int, str], bool]) -> None:
        """Watch over a match; ``is_there`` tells whether the pad or phone of a seat can be reached.

        A phone counts as there for a while after it was last heard of.
        """
        self._match = match
        self._is_there = is_there
        self._patient: dict[int, int] = {}
        """The ply at which the others wait even for the turn of a seat that is away; -1 for none."""
        self._known: tuple[object, bool] = None, False
        """The seats, and whether anybody of them may be away at all: every turn of the loop asks for it."""

    def is_away(self, number: int) -> bool:
        seat = self._match.seats[number]
        return not seat.level and _may_go(seat) and not self._is_there(number, seat.device)

    def wait_for(self, number: int, *, in_turn: bool) -> None:
        """Be patient with a seat that is away, until it is its turn; if it is, until it has moved."""
        self._patient[number] = len(self._match.session.log) if in_turn else -1

    def forget(self, number: int) -> None:
        """A seat has changed hands: if its new device is away, somebody has to be told."""
        self._patient.pop(number, None)

    def look(self, *, settled: bool) -> AttendanceChange:
        """Take in who has gone and who has come back; ``settled`` once all moves have been shown."""
        match, news = self._match, AttendanceChange()
        if match.seats is not self._known[0]:
            self._known = match.seats, any(seat.is_kept_warm or _may_go(seat) for seat in match.seats)
        if not self._known[1]:
            self._patient.clear()
            return news
        for place, seat in enumerate(match.seats):
            away = self.is_away(place)
            if seat.is_on_phone and away and place not in self._patient:
                self._patient[place] = -1
                news.gone.append(place)
            elif not away:
                self._patient.pop(place, None)
            # Phones say by themselves that they are back.
            if seat.is_kept_warm and seat.device != PHONE and self._is_there(place, seat.device):
                match.hand_over(place, "", seat.device)
                news.back.append(place)
        # Nobody has to decide about a seat in a match that is over.
        if match.conceded is not None:
            return news
        for place in range(len(match.seats)):
            # Gone during another's turn is no reason to stop play; it matters when the seat is to move.
            turn = settled and match.to_move == place
            waited = self._patient.get(place)
            if self.is_away(place) and (waited is None or (turn and waited < len(match.session.log))):
                return AttendanceChange(news.gone, news.back, place)
        return news


def _may_go(seat: Seat) -> bool:
    return seat.device.startswith((PAD, PHONE))


NOBODY = -1
"""The answer where nobody has answered in time."""


class ConsentPrompt(Protocol):
    """A way to ask people something: on their phones, or at a screen."""

    def __call__(
        self,
        seat: int,
        words: Callable[[], str],
        answers: Callable[[], Sequence[str]],
        then: Callable[[int], None],
    ) -> bool:
        """Ask the person of a seat; whether they could be asked. ``then`` gets the number of the answer.

        That is `NOBODY` where it took too long.
        Question and answers are calls, since whoever is asked may speak another language than who asks.
        """


class UndoRequest:
    """Takes back the last move of a person, once whoever would lose something by it agrees."""

    def __init__(self, match: Match, refuse: Callable[[str], None] = lambda _why: None) -> None:
        """Take back moves of a match; ``refuse`` shows why something cannot be taken back."""
        self._match = match
        self._refuse = refuse
        self._questioners: list[ConsentPrompt] = []

    def ask_by(self, questioner: ConsentPrompt) -> None:
        self._questioners.append(questioner)

    def ask(self) -> str:
        """Take the move back, or ask whoever has to agree; a sentence where that is refused."""
        match = self._match
        if not match.steps_back():
            return self._refused(lambda: _("There is nothing to take back."))
        asked, owner = match.asked_to_agree(), match.last_person
        if asked is None or owner is None:
            return self._take_back()
        name, other = match.seats[asked].name, match.seats[owner].name

        def question() -> str:
            return _("{name}, may {other} take the move back?").format(name=name, other=other)

        plies = len(match.session.log)

        def answered(number: int) -> None:
            # Where a move was made meanwhile, it is not the one that was asked about.
            if number == 0 and len(match.session.log) == plies:
                self._take_back()
            elif number == NOBODY:
                self._refused(lambda: _("{name} has not answered.").format(name=name))

        def answers() -> Sequence[str]:
            return [_("Yes"), _("No")]

        if any(ask(asked, question, answers, answered) for ask in self._questioners):
            return ""
        return self._refused(lambda: _("Your last move cannot be taken back now."))

    def _take_back(self) -> str:
        try:
            self._match.take_back()
        except IllegalMove as refused:
            if refused.refusal.code == SessionRefusal.MATCH_OVER:
                if self._match.has_secrets:
                    return self._refused(lambda: _("The match is over, and all hands lie open."))
                return self._refused(lambda: _("The match is over."))
            return self._refused(lambda: _("A move that tossed, dealt or drew cannot be taken back."))
        return ""

    def _refused(self, why: Callable[[], str]) -> str:
        # The window says it in its own language, whoever asked.
        with in_language(""):
            self._refuse(why())
        return why()
