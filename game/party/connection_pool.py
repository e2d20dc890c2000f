"""Every phone that is connected: takes in what phones say, and passes on what they may know.

Runs in the thread of the server, which alone changes anything here. The window reads `there` and `claims` of
a `ConnectionPool` and nothing else: values that never change, and are replaced whole. Whoever gives no sign
of life is let go; wrong codes of the room cost more time each (`Backoff`); a phone without a token which
says that a seat was its own waits until the host decides (`ConnectionPool.claims`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from game.party.connection import PhoneConnection, close_soon
from game.party.listener import RateLimit
from game.party.messages import (
    CONTROL_ACTIONS,
    BadMessage,
    ClaimRequest,
    Heartbeat,
    JoinRequest,
    LanguageChanged,
    LeaveRequest,
    ListSeatsRequest,
    News,
    PhoneDisconnected,
    PhoneJoined,
    PhoneLeft,
    PhoneReconnected,
    ReconnectRequest,
    SeatMessage,
    SeatRequest,
    SetLanguage,
    SpectateRequest,
    SpectatorMessage,
    TeacherLogin,
    read,
)
from game.party.public_address import FAR, is_far
from game.party.registry import NO_SEAT, SeatClaim, SeatRegistry
from game.party.spectators import Spectators, evictable_seat, least_needed, rivals
from game.party.state_updates import AnswerCache, StateCache, StateUpdate
from game.party.teacher_channel import TeacherChannel

MISSED = 4
"""After so many beats in a row without a word a phone has dropped out."""
UNKNOWN = 20
"""Beats after which somebody who has neither a seat nor a code must go."""


def check_heartbeats(phones: Iterable[PhoneConnection], *, punctual: bool) -> list[PhoneConnection]:
    """Give every phone one beat; those that have fallen silent.

    Args:
        phones: all that are connected.
        punctual: a beat that comes late counts for none: a computer that is busy hears late itself, and no
            phone drops out for that.
    """
    silent = []
    for phone in phones:
        phone.beats += punctual
        phone.missed += punctual
        if phone.closing or phone.missed > MISSED:
            silent.append(phone)
        elif phone.beats > UNKNOWN and phone.seat is None and not phone.looking and not phone.teaches:
            phone.hang_up("bye", why="unknown")
        else:
            phone.note("beat")
    return silent


FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds that a guesser waits after the first wrong code, doubled with each further one."""
GUESSES, GUESSES_A_SECOND = 40.0, 0.1
"""Wrong codes that all at home, and all from elsewhere, may say at once, and then every second."""
_PEERS = 20_000
"""Addresses whose wrong codes are remembered; the first try of one that is not known is free."""


class Backoff:
    """Slows down whoever sends wrong codes, each address for itself."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._peers: dict[str, tuple[int, float]] = {}

    def wait(self, peer: str) -> float:
        """Seconds until this address may try again; 0 for at once."""
        return max(0.0, self._peers.get(peer, (0, 0.0))[1] - self._clock())

    def knows(self, peer: str) -> bool:
        return peer in self._peers

    def failed(self, peer: str) -> float:
        """A wrong code came from this address; seconds until it may try again."""
        # Put in anew below, so that the address quiet for longest is the first to be forgotten.
        count = self._peers.pop(peer, (0, 0.0))[0] + 1
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(count - 1, 10))
        self._peers[peer] = count, self._clock() + wait
        while len(self._peers) > _PEERS:
            self._peers.pop(next(iter(self._peers)))
        return wait

    def passed(self, peer: str) -> None:
        self._peers.pop(peer, None)


def _guesser(phone: PhoneConnection) -> str:
    """Whose wrong codes are counted together: an address, or a line where many have one address."""
    return f"{FAR} {id(phone)}" if phone.peer == FAR else phone.peer


PoolCall: TypeAlias = Callable[["ConnectionPool"], object]
"""Something that the window has the pool do, in the pool's own thread."""


class ConnectionPool:
    """The phones that are connected, and which seat each of them holds."""

    def __init__(
        self,
        registry: SeatRegistry,
        tell: Callable[[str, News], None],
        state_cache: StateCache,
        beat: float,
        *,
        spectators: Spectators,
        teacher_channel: TeacherChannel,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._registry, self._guesses = registry, Backoff(loop.time)
        self._all_guesses = RateLimit(loop.time, GUESSES, GUESSES_A_SECOND)
        self._tell, self._state_cache = tell, state_cache
        self._beat, self._now, self._wake = beat, loop.time, spectators.wake
        self._spectators, self._teacher_channel = spectators, teacher_channel
        self.phones: list[PhoneConnection] = []
        """All that are connected, in the order in which they have called."""
        self._repeats = AnswerCache()
        self._lines: dict[str, PhoneConnection] = {}
        """The phones that can be reached, by the token of their seat, or of their place on the bench."""
        self.there: frozenset[str] = frozenset()
        """Their tokens."""
        self.far: frozenset[str] = frozenset()
        """The tokens of those that have called from elsewhere, when they did last."""
        self.claims: tuple[SeatClaim, ...] = ()
        """The seats that phones say were theirs, the longest waiting first, until the host decides."""
        self._peers: dict[str, str] = {}
        """From where the phones of seats have called, by token."""
        self._denials, self._withdrawals = Backoff(loop.time), Backoff(loop.time)
        self._claimed = 0
        """How many claims there were."""

    def has_room(self, peer: str) -> bool:
        """Whether one more may call from this address; those without a seat make room for them.

        Whoever calls may be one who comes back, which is known only once they have spoken.
        """
        among = rivals(self.phones, peer)
        found = least_needed(among)
        if found is not None:
            self.leave(found)
            close_soon(found)
        return found is not None or not among

    def enter(self, phone: PhoneConnection) -> None:
        self.phones.append(phone)

    def leave(self, phone: PhoneConnection) -> None:
        """The connection of a phone has gone dead."""
        if phone in self.phones:
            self.phones.remove(phone)
            self._teacher_channel.note(self.phones)
        if phone.peer == FAR:
            # Who calls next may be another, at the same place of memory.
            self._guesses.passed(_guesser(phone))
        if self._lines.get(phone.token) is phone:
            self._part(phone.token)
            if phone.seat is None:
                self._wake()  # one of the bench, whose voice does not count any more
            else:
                self._tell(phone.token, PhoneDisconnected(phone.seat))
                self.offered()  # somebody may say now that this seat was theirs
        phone.seat = None
        self._withdraw(phone)
        self._note_claims()

    def _meet(self, phone: PhoneConnection, seat: int, token: str) -> None:
        """A phone has a seat from now on."""
        phone.seat, phone.token, phone.looking, phone.watcher = seat, token, False, ""
        self._lines[token], self._peers[token] = phone, phone.peer
        self.there = frozenset(self._lines)
        self.far = self.far | {token} if is_far(phone.peer) else self.far - {token}
        phone.note("seat", seat=seat, token=token)

    def _part(self, token: str) -> PhoneConnection | None:
        """The phone of this token, if there was one, is not that of a seat any more."""
        phone = self._lines.pop(token, None)
        self.there = frozenset(self._lines)
        return phone

    async def beat(self, also: Callable[[], object]) -> None:
        """Give a sign of life again and again, call ``also``, and let go whoever gives no sign."""
        while True:
            due = self._now() + self._beat
            await asyncio.sleep(self._beat)
            also()
            for phone in check_heartbeats(self.phones, punctual=self._now() - due < self._beat / 2):
                self.leave(phone)
                close_soon(phone)
            if not self._registry.is_full(self.there):
                self._wake()  # somebody is away, and the window looks how long

    async def close(self, why: str) -> None:
        """Tell everybody that the party is ``closed`` for now, or ``over``."""
        for phone in self.phones:
            phone.seat, phone.watcher, phone.teaches = None, "", False
            phone.hang_up("bye", why=why)
        self._lines.clear()
        self.there = frozenset()
        self._spectators.note(self.phones)
        self._teacher_channel.note(self.phones)
        await asyncio.gather(*(phone.close() for phone in self.phones), return_exceptions=True)

    # What phones say.

    def heard(self, phone: PhoneConnection, text: str | None) -> None:
        """Take in a message; a bad one, or one too many, gets an error and changes nothing."""
        if not phone.may_speak():
            if phone.may_be_told():
                phone.note("error", why="too_fast")
            return
        try:
            message = read(text)
        except BadMessage as bad:
            phone.note("error", why="bad_message", more=str(bad))
            return
        if isinstance(
            message, ListSeatsRequest | JoinRequest | ClaimRequest | SpectateRequest
        ) and not self._knows_code(phone, message.code):
            return
        match message:
            case Heartbeat():
                pass
            case ListSeatsRequest():
                phone.looking, phone.watcher = True, ""
                phone.forget()
                self._withdraw(phone)
                self._note_claims()
                self._show_free(phone)
            case JoinRequest(seat=seat, name=name):
                self._join(phone, seat, name)
            case ClaimRequest(seat=seat, name=name):
                self._claim(phone, seat, name)
            case SpectateRequest(watcher=watcher):
                if self._registry.is_alike:
                    phone.looking = True  # nobody watches one of many tables
                else:
                    self._spectators.enter(self.phones, phone, watcher)
                self._withdraw(phone)
                self._note_claims()
                self._show_free(phone)
            case SetLanguage(language) if phone.seat is not None:
                self._tell(phone.token, LanguageChanged(phone.seat, language))
            case SetLanguage(language):
                if phone.token:
                    self._registry.speaks(phone.token, language)
                if phone.watcher:
                    self._spectators.speak(self.phones, phone, language)
                elif phone.teaches:
                    self._teacher_channel.speak(self.phones, phone, language)
            case ReconnectRequest(token):
                self._back(phone, token)
            case TeacherLogin(token):
                self._teacher_channel.enter(self.phones, phone, token)
            case SeatRequest(number, words):
                self._say(phone, number, words)
            case LeaveRequest():
                self._give_up(phone)

    def _knows_code(self, phone: PhoneConnection, code: str) -> bool:
        """Whether the code is right; a wrong one costs time, and one said too early is not even looked at.

        Where many have one address each line waits for itself alone. Wrong codes are counted together too,
        as a guesser may have many addresses or call again. That slows no invited phone, none with a seat
        of its own, and at home no first try.
        """
        if self._registry.is_invited(code):
            return True
        guesser = _guesser(phone)
        wait = self._guesses.wait(guesser)
        everyone = FAR if is_far(phone.peer) else ""
        left = self._all_guesses.left(everyone)
        if left < 1 and not phone.token and (everyone or self._guesses.knows(guesser)):
            wait = max(wait, (1 - left) / GUESSES_A_SECOND)
        if wait > 0:
            phone.note("error", why="slow", wait=round(wait, 1))
            return False
        if self._registry.is_code(code):
            self._guesses.passed(guesser)
            return True
        if left >= 1:
            self._all_guesses.spend(everyone)
        phone.note("error", why="wrong_code", wait=round(self._guesses.failed(guesser), 1))
        return False

    def _say(self, phone: PhoneConnection, number: int, words: Mapping[str, Any]) -> None:
        if words["do"] == "react" and not phone.may_throw(number):
            return
        seat = phone.seat
        if seat is None and words["do"] in CONTROL_ACTIONS and phone.token and not self._registry.is_alike:
            seat = self._registry.seat_of(phone.token)  # it waits for one, and has a voice on what comes next
        if phone.teaches:
            self._teacher_channel.say(phone, number, words)
        elif seat is None and phone.watcher:
            self._spectators.say(SpectatorMessage(phone.watcher, words))
            phone.answer(number, "")
        elif seat is None:
            phone.note("error", why="no_seat")
        elif self._repeats.is_new(phone.token, number):
            self._registry.has_spoken(phone.token)
            self._tell(phone.token, SeatMessage(seat, number, words))
        else:
            refused = self._repeats.answer(phone.token, number)
            if refused is not None:
                phone.answer(number, refused)

    def _join(self, phone: PhoneConnection, seat: int, name: str) -> None:
        if phone.seat is not None:
            phone.note("error", why="seated")
            return
        taken = self._registry.take(seat, phone.peer, name) or self._given_way(phone, seat, name)
        if taken is None:
            # Where all seats are alike there is that of somebody who has gone without a word: whether this is
            # them, who may see the hand that lies there, is asked.
            idle = self._registry.idle(seat, dealt=True)
            gone = next((token for token in idle if token not in self.there), "")
            if gone and (asked := self._registry.seat_of(gone)) is not None:
                self._claim(phone, asked, name)
            else:
                phone.note("error", why="taken")
                self._show_free(phone)
            return
        seat, token = taken
        self._sit(phone, seat, token)
        self._tell(token, PhoneJoined(seat, name))

    def _given_way(self, phone: PhoneConnection, seat: int, name: str) -> tuple[int, str] | None:
        """The seat of somebody who has done nothing there, where all are taken; see `evictable_seat`."""
        token = evictable_seat(self._registry.idle(seat), self.there, phone.peer)
        given = self._registry.pass_on(token, phone.peer, name) if token else None
        if token and given:
            self.removed(token)
            self._tell(token, PhoneLeft(given[0]))
        return given

    def show(self, told: StateUpdate) -> None:
        """Pass on to all who watch what everybody may see."""
        for phone in self.phones:
            if phone.watcher:
                phone.state(told)

    def translate(self, told: Mapping[str, StateUpdate]) -> None:
        """Pass it on to watchers in their own languages; what still waits in another is not sent then."""
        for phone in self.phones:
            if phone.watcher and phone.language in told:
                phone.state(told[phone.language])

    def _claim(self, phone: PhoneConnection, seat: int, name: str) -> None:
        """A phone says that it had a seat whose phone is away; it has one try, which the host decides."""
        if phone.seat is not None:
            phone.note("error", why="seated")
        # Also where somebody else has called from there: else whoever hangs up and calls anew would have the
        # big screen ask again and again.
        elif phone.denied or self._denials.wait(phone.peer) > 0:
            phone.note("error", why="denied")
        elif any(place.seat == seat for place in self._registry.listing(self.there).away):
            if phone.claimed != seat:
                self._withdraw(phone)
                wait = self._withdrawals.wait(phone.peer)
                if wait > 0:
                    phone.note("error", why="slow", wait=round(wait, 1))
                    self._note_claims()
                    return
                self._claimed += 1
                phone.looking, phone.claimed, phone.claim = True, seat, self._claimed
                phone.claims_as = name
            phone.note("asked", seat=seat)
            self._note_claims()
        else:
            phone.note("error", why="taken")
            self._show_free(phone)

    def _withdraw(self, phone: PhoneConnection) -> None:
        """A phone does not claim its seat any more; the next claim from there waits, longer each time."""
        if phone.claimed is not None:
            phone.claimed = None
            self._withdrawals.failed(phone.peer)

    def _note_claims(self) -> None:
        """Claims or watchers have come or gone: the window looks at who is there, and what is to decide."""
        self._spectators.note(self.phones)
        waiting = [
            SeatClaim(phone.claimed, phone.claim, phone.claims_as, self._is_near(phone, phone.claimed))
            for phone in sorted(self.phones, key=lambda phone: phone.claim)
            if phone.claimed is not None
        ]
        first = {claim.seat: claim.number for claim in reversed(waiting)}
        claims = tuple(claim for claim in waiting if first[claim.seat] == claim.number)
        if claims != self.claims:
            self.claims = claims
            self._wake()

    def _is_near(self, phone: PhoneConnection, seat: int) -> bool | None:
        """Whether a phone calls from where that of this seat has called last."""
        peer = self._peers.get(self._registry.token(seat))
        return None if peer is None or FAR in (peer, phone.peer) else peer == phone.peer

    def _back(self, phone: PhoneConnection, token: str) -> None:
        """A phone with a token; nobody guesses one, so a wrong one is only an old one."""
        seat = self._registry.seat_of(token)
        if seat is None:
            phone.note("error", why="unknown_token")
            return
        if phone.seat is not None:
            phone.note("error", why="seated")
            return
        # Two pages with one token are one person: the newer page is the one in their hand.
        other = self._part(token)
        if other is not None:
            other.seat, other.token = None, ""
            other.hang_up("bye", why="elsewhere")
        if seat >= NO_SEAT:
            phone.token = token
            self._bench(phone, seat)
            return
        self._sit(phone, seat, token)
        # One who only moved to another page was never away, and the match hears nothing of it.
        if other is None:
            self._tell(token, PhoneReconnected(seat))

    def _sit(self, phone: PhoneConnection, seat: int, token: str) -> None:
        waited = self._registry.seat_of(phone.token)
        if waited is not None and waited >= NO_SEAT:
            self._part(phone.token)
            self._forget(phone.token)
            self._registry.release(waited)
        phone.claimed = None
        self._meet(phone, seat, token)
        state = self._state_cache.state(token)
        if state:
            phone.state(StateUpdate(state))
        self.offered()

    def _give_up(self, phone: PhoneConnection) -> None:
        token = phone.token
        seat = self._registry.leave(token) if phone.seat is not None else None
        if seat is None:
            phone.note("error", why="no_seat")
            return
        self._part(token)
        self._forget(token)
        phone.seat, phone.token = None, ""
        self._tell(token, PhoneLeft(seat))
        phone.note("left")
        self.offered()

    def _forget(self, token: str) -> None:
        self._state_cache.keep(token, "")
        self._repeats.forget(token)
        self._peers.pop(token, None)

    # What the window says; called from the other thread through the loop.

    def offered(self) -> None:
        """The seats have changed: tell those who look for one."""
        listing = self._registry.listing(self.there)
        away = {place.seat for place in listing.away}
        for phone in self.phones:
            if phone.claimed not in away:
                phone.claimed = None
            if phone.looking:
                phone.note("seats", **listing.plain())
        self._note_claims()

    def _show_free(self, phone: PhoneConnection) -> None:
        phone.note("seats", **self._registry.listing(self.there).plain())

    def publish(self, token: str, told: StateUpdate) -> None:
        phone = self._lines.get(token)
        if phone is not None and phone.seat is None:
            phone.note("waits", state=json.loads(told.state))
        elif phone is not None:
            phone.state(told)

    def answer(self, token: str, number: int, refused: str) -> None:
        """Pass an answer on to the phone of a seat; it is kept for one that is just calling anew."""
        self._repeats.note(token, number, refused)
        if token in self._lines:
            self._lines[token].answer(number, refused)

    def decided(self, seat: int, *, admitted: bool) -> None:
        """The host lets in whoever says longest that this seat was theirs, or sends all of them away."""
        for phone in [phone for phone in self.phones if phone.claimed == seat]:
            old = self._registry.token(seat)
            token = self._registry.renew(seat) if admitted and old not in self._lines else None
            if token is not None:
                self._peers.pop(old, None)
                self._state_cache.hand_on(old, token)
                self._sit(phone, seat, token)
                self._tell(token, PhoneReconnected(seat))
            elif not admitted:
                phone.claimed, phone.denied = None, True
                self._denials.failed(phone.peer)
                phone.note("error", why="denied")
        self._note_claims()

    def removed(self, token: str) -> None:
        """The host has taken a seat away; its token is void."""
        self._forget(token)
        phone = self._part(token)
        if phone is not None:
            phone.seat, phone.token = None, ""
            phone.note("removed")
        self.offered()

    def reseated(self) -> None:
        """The seats have new numbers; a phone keeps its token, with a seat or on the bench."""
        for phone in self.phones:
            phone.claimed = None  # which was a seat by its old number
        phones = [phone for phone in self.phones if phone.token]
        self._lines.clear()
        for phone in phones:
            # A state still on its way is that of the match before.
            phone.forget()
            phone.seat = None
            seat = self._registry.seat_of(phone.token)
            if seat is None:
                phone.token = ""
                phone.note("removed")
            elif seat >= NO_SEAT:
                self._bench(phone, seat)
            else:
                self._meet(phone, seat, phone.token)
        self.there = frozenset(self._lines)
        self._note_claims()

    def _bench(self, phone: PhoneConnection, number: int) -> None:
        """This game has no seat for a phone: it is told so, and hears which seats become free.

        What it can decide is a note of its own: the state of one that watches meanwhile is that of watchers.
        """
        phone.looking = True
        self._lines[phone.token] = phone
        self.there = frozenset(self._lines)
        phone.note("bench", name=self._registry.person(number).name)
        self._show_free(phone)
        state = self._state_cache.state(phone.token)
        if state:
            phone.note("waits", state=json.loads(state))
        self._wake()
