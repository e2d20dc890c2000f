"""Pool of all connected phones: handles their messages and sends them the states that they may see.

Only the server thread changes anything here. The window thread reads `there`, `far` and `claims` of a
`ConnectionPool` and nothing else. They are immutable values that are replaced as a whole. A phone that misses
too many heartbeats is disconnected. Each wrong room code makes the next attempt wait longer (`Backoff`). A
phone without a token that claims a seat waits until the host decides (`ConnectionPool.claims`).
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
    TokenLogin,
    read,
)
from game.party.public_address import TUNNEL_PEER, is_far
from game.party.registry import FIRST_BENCH, SeatClaim, SeatRegistry
from game.party.spectators import Spectators, least_needed, replaceable_key, rivals
from game.party.state_updates import AnswerCache, StateCache, StateUpdate
from game.party.token_channel import TokenChannel

MAX_MISSED_HEARTBEATS = 4  # consecutive heartbeats without a message after which a phone is disconnected
MAX_UNKNOWN_HEARTBEATS = (
    20  # heartbeats after which a connection without seat or code is closed, except a page with a token
)


def check_heartbeats(phones: Iterable[PhoneConnection], *, punctual: bool) -> list[PhoneConnection]:
    """Phones that are closing or silent too long. Others get a heartbeat, or ``closing`` if unknown.

    Args:
        phones: all connected phones.
        punctual: False for a late heartbeat, which is not counted. A busy computer also reads late, and that
            must not disconnect a phone.
    """
    silent = []
    for phone in phones:
        phone.beats += punctual
        phone.missed += punctual
        if phone.closing or phone.missed > MAX_MISSED_HEARTBEATS:
            silent.append(phone)
        elif (
            phone.beats > MAX_UNKNOWN_HEARTBEATS
            and phone.seat is None
            and not phone.looking
            and not phone.has_token
        ):
            phone.close_with("closing", why="unknown")
        else:
            phone.queue_message("heartbeat")
    return silent


# seconds to wait after the first wrong code, doubled with each further one
FIRST_WAIT_S, MAX_WAIT_S = 0.5, 30.0
# wrong codes at once and per second, counted once for the local network and once for all remote phones
GUESS_BURST, GUESSES_PER_SECOND = 40.0, 0.1
_MAX_PEERS = 20_000  # addresses whose wrong codes are remembered, oldest dropped first


class Backoff:
    """Growing delay after wrong codes, for each address separately."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._peers: dict[str, tuple[int, float]] = {}

    def wait(self, peer: str) -> float:
        """Seconds until this address may try again, 0 if it may now."""
        return max(0.0, self._peers.get(peer, (0, 0.0))[1] - self._clock())

    def knows(self, peer: str) -> bool:
        """True if wrong codes of this address are remembered."""
        return peer in self._peers

    def record_failure(self, peer: str) -> float:
        """Record a wrong code from ``peer`` and return the seconds until its next attempt."""
        # Reinserted below, so that the address quiet for longest is dropped first.
        count = self._peers.pop(peer, (0, 0.0))[0] + 1
        wait = min(MAX_WAIT_S, FIRST_WAIT_S * 2.0 ** min(count - 1, 10))
        self._peers[peer] = count, self._clock() + wait
        while len(self._peers) > _MAX_PEERS:
            self._peers.pop(next(iter(self._peers)))
        return wait

    def record_success(self, peer: str) -> None:
        """Forget the wrong codes of this address."""
        self._peers.pop(peer, None)


def _guess_key(phone: PhoneConnection) -> str:
    """Key under which wrong codes are counted: the address, or the connection for unidentified far guests."""
    return f"{TUNNEL_PEER} {id(phone)}" if phone.peer == TUNNEL_PEER else phone.peer


PoolCall: TypeAlias = Callable[["ConnectionPool"], object]
"""Call that the window thread sends to the pool; it runs in the server thread."""


class ConnectionPool:
    """Connected phones and the seats that they hold."""

    def __init__(
        self,
        registry: SeatRegistry,
        tell: Callable[[str, News], None],
        state_cache: StateCache,
        beat: float,
        *,
        spectators: Spectators,
        token_channel: TokenChannel,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._registry, self._guesses = registry, Backoff(loop.time)
        self._all_guesses = RateLimit(loop.time, GUESS_BURST, GUESSES_PER_SECOND)
        self._tell, self._state_cache = tell, state_cache
        self._beat, self._now, self._wake = beat, loop.time, spectators.wake
        self._spectators, self._token_channel = spectators, token_channel
        self.phones: list[PhoneConnection] = []
        """All connections, in the order in which they arrived."""
        self._repeats = AnswerCache()
        self._lines: dict[str, PhoneConnection] = {}
        """Connected phones by the token of their seat or bench place."""
        self.there: frozenset[str] = frozenset()
        """Tokens of the connected phones."""
        self.far: frozenset[str] = frozenset()
        """Tokens of phones whose last connection came from outside the local network."""
        self.claims: tuple[SeatClaim, ...] = ()
        """Seats claimed by phones without their token, one claim per seat, longest waiting first."""
        self._peers: dict[str, str] = {}
        """Last address of each seat's phone, by token."""
        self._denials, self._withdrawals = Backoff(loop.time), Backoff(loop.time)
        self._claimed = 0  # claims up to now

    def has_room(self, peer: str) -> bool:
        """True if one more connection from ``peer`` is allowed. May close the least needed connection for it.

        A caller may be a player who reconnects, which is known only after its first message.
        """
        among = rivals(self.phones, peer)
        evicted = least_needed(among)
        if evicted is not None:
            self.leave(evicted)
            close_soon(evicted)
        return evicted is not None or not among

    def enter(self, phone: PhoneConnection) -> None:
        """Add a new connection."""
        self.phones.append(phone)

    def leave(self, phone: PhoneConnection) -> None:
        """Remove a connection and its claim. Reports its seat as disconnected."""
        if phone in self.phones:
            self.phones.remove(phone)
            self._token_channel.note(self.phones)
        if phone.peer == TUNNEL_PEER:
            self._guesses.record_success(_guess_key(phone))
        if self._lines.get(phone.token) is phone:
            self._unregister(phone.token)
            if phone.seat is None:
                self._wake()  # its vote no longer counts
            else:
                self._tell(phone.token, PhoneDisconnected(phone.seat))
                self.send_seat_list()  # its seat may now be claimed
        phone.seat = None
        self._withdraw(phone)
        self._note_claims()

    def _seat_phone(self, phone: PhoneConnection, seat: int, token: str) -> None:
        """Connect a phone to a seat and send it the seat number and token."""
        phone.seat, phone.token, phone.looking, phone.watcher = seat, token, False, ""
        self._lines[token], self._peers[token] = phone, phone.peer
        self.there = frozenset(self._lines)
        self.far = self.far | {token} if is_far(phone.peer) else self.far - {token}
        phone.queue_message("seat", seat=seat, token=token)

    def _unregister(self, token: str) -> PhoneConnection | None:
        """Remove the phone of ``token`` from the connected ones and return it. None if it was not there."""
        phone = self._lines.pop(token, None)
        self.there = frozenset(self._lines)
        return phone

    async def beat(self, also: Callable[[], object]) -> None:
        """Send heartbeats for ever, call ``also`` before each, and disconnect silent phones."""
        while True:
            due = self._now() + self._beat
            await asyncio.sleep(self._beat)
            also()
            for phone in check_heartbeats(self.phones, punctual=self._now() - due < self._beat / 2):
                self.leave(phone)
                close_soon(phone)
            if not self._registry.is_full(self.there):
                self._wake()  # the window measures how long a phone has been away

    async def close(self, why: str) -> None:
        """Send ``closing`` to all phones and close them. ``why`` is ``closed`` (for now) or ``over``."""
        for phone in self.phones:
            phone.seat, phone.watcher, phone.has_token = None, "", False
            phone.close_with("closing", why=why)
        self._lines.clear()
        self.there = frozenset()
        self._spectators.note(self.phones)
        self._token_channel.note(self.phones)
        await asyncio.gather(*(phone.close() for phone in self.phones), return_exceptions=True)

    # Messages from phones.

    def on_message(self, phone: PhoneConnection, text: str | None) -> None:
        """Handle one message. An invalid one, or one above the rate limit, gets only an error."""
        if not phone.spend_message():
            if phone.spend_scolding():
                phone.queue_message("error", why="too_fast")
            return
        try:
            message = read(text)
        except BadMessage as bad:
            phone.queue_message("error", why="bad_message", more=str(bad))
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
                self._send_seat_list(phone)
            case JoinRequest(seat=seat, name=name):
                self._join(phone, seat, name)
            case ClaimRequest(seat=seat, name=name):
                self._claim(phone, seat, name)
            case SpectateRequest(watcher=watcher):
                if self._registry.is_alike:
                    phone.looking = True  # one of many tables has no spectators
                else:
                    self._spectators.enter(self.phones, phone, watcher)
                self._withdraw(phone)
                self._note_claims()
                self._send_seat_list(phone)
            case SetLanguage(language) if phone.seat is not None:
                self._tell(phone.token, LanguageChanged(phone.seat, language))
            case SetLanguage(language):
                if phone.token:
                    self._registry.speaks(phone.token, language)
                if phone.watcher:
                    self._spectators.speak(self.phones, phone, language)
                elif phone.has_token:
                    self._token_channel.speak(self.phones, phone, language)
            case ReconnectRequest(token):
                self._reconnect(phone, token)
            case TokenLogin(token):
                self._token_channel.enter(self.phones, phone, token)
            case SeatRequest(number, words):
                self._say(phone, number, words)
            case LeaveRequest():
                self._leave_seat(phone)

    def _knows_code(self, phone: PhoneConnection, code: str) -> bool:
        """True for the invitation, or for the room code unless the phone must wait; else queues an error.

        If many phones share one address, each connection waits separately. Wrong codes are also counted
        together, because a guesser may use many addresses or reconnect. That limit delays no invited phone,
        no phone with a token, and no first attempt from the local network.
        """
        if self._registry.is_invited(code):
            return True
        guesser = _guess_key(phone)
        wait = self._guesses.wait(guesser)
        everyone = TUNNEL_PEER if is_far(phone.peer) else ""
        left = self._all_guesses.left(everyone)
        if left < 1 and not phone.token and (everyone or self._guesses.knows(guesser)):
            wait = max(wait, (1 - left) / GUESSES_PER_SECOND)
        if wait > 0:
            phone.queue_message("error", why="slow", wait=round(wait, 1))
            return False
        if self._registry.is_code(code):
            self._guesses.record_success(guesser)
            return True
        if left >= 1:
            self._all_guesses.spend(everyone)
        phone.queue_message("error", why="wrong_code", wait=round(self._guesses.record_failure(guesser), 1))
        return False

    def _say(self, phone: PhoneConnection, number: int, action: Mapping[str, Any]) -> None:
        """Pass on an action of a page with a token, spectator or player, or queue an error or old answer."""
        if action["do"] == "react" and not phone.spend_reaction(number):
            return
        seat = phone.seat
        if seat is None and action["do"] in CONTROL_ACTIONS and phone.token and not self._registry.is_alike:
            seat = self._registry.seat_of(phone.token)  # a waiting player may still vote on what comes next
        if phone.has_token:
            self._token_channel.say(phone, number, action)
        elif seat is None and phone.watcher:
            self._spectators.say(SpectatorMessage(phone.watcher, action))
            phone.answer(number, "")
        elif seat is None:
            phone.queue_message("error", why="no_seat")
        elif self._repeats.is_new(phone.token, number):
            self._registry.has_spoken(phone.token)
            self._tell(phone.token, SeatMessage(seat, number, action))
        else:
            refused = self._repeats.answer(phone.token, number)
            if refused is not None:
                phone.answer(number, refused)

    def _join(self, phone: PhoneConnection, seat: int, name: str) -> None:
        """Give a phone a seat, or the next one if seats are alike; else claim one or queue an error."""
        if phone.seat is not None:
            phone.queue_message("error", why="seated")
            return
        seat_and_token = self._registry.take(seat, phone.peer, name) or self._replace_idle(phone, seat, name)
        if seat_and_token is None:
            # All seats are alike, and one belongs to a phone that left without sending anything. The host
            # decides if this is the same person, because they would see the hand at that seat.
            idle = self._registry.idle(seat, dealt=True)
            absent_token = next((token for token in idle if token not in self.there), "")
            if absent_token and (idle_seat := self._registry.seat_of(absent_token)) is not None:
                self._claim(phone, idle_seat, name)
            else:
                phone.queue_message("error", why="taken")
                self._send_seat_list(phone)
            return
        seat, token = seat_and_token
        self._sit(phone, seat, token)
        self._tell(token, PhoneJoined(seat, name))

    def _replace_idle(self, phone: PhoneConnection, seat: int, name: str) -> tuple[int, str] | None:
        """Give the phone an idle person's seat: (seat, new token). The old token is void. None if all stay.

        See `replaceable_key`.
        """
        token = replaceable_key(self._registry.idle(seat), self.there, phone.peer)
        seat_and_token = self._registry.pass_on(token, phone.peer, name) if token else None
        if token and seat_and_token:
            self.on_seat_removed(token)
            self._tell(token, PhoneLeft(seat_and_token[0]))
        return seat_and_token

    def show(self, update: StateUpdate) -> None:
        """Send the public state to all spectators."""
        for phone in self.phones:
            if phone.watcher:
                phone.queue_state(update)

    def translate(self, updates: Mapping[str, StateUpdate]) -> None:
        """Send spectators the public state in their own languages, replacing a queued state in another."""
        for phone in self.phones:
            if phone.watcher and phone.language in updates:
                phone.queue_state(updates[phone.language])

    def _claim(self, phone: PhoneConnection, seat: int, name: str) -> None:
        """Record a phone's claim, without token, on a seat whose phone is away, or queue an error.

        The host decides. A refused phone has no second attempt.
        """
        if phone.seat is not None:
            phone.queue_message("error", why="seated")
        # By address, because a phone could reconnect and make the big screen ask again and again.
        elif phone.denied or self._denials.wait(phone.peer) > 0:
            phone.queue_message("error", why="denied")
        elif any(place.seat == seat for place in self._registry.listing(self.there).away):
            if phone.claimed != seat:
                self._withdraw(phone)
                wait = self._withdrawals.wait(phone.peer)
                if wait > 0:
                    phone.queue_message("error", why="slow", wait=round(wait, 1))
                    self._note_claims()
                    return
                self._claimed += 1
                phone.looking, phone.claimed, phone.claim = True, seat, self._claimed
                phone.claims_as = name
            phone.queue_message("claim_pending", seat=seat)
            self._note_claims()
        else:
            phone.queue_message("error", why="taken")
            self._send_seat_list(phone)

    def _withdraw(self, phone: PhoneConnection) -> None:
        """Withdraw the claim of a phone, if any. The next claim from its address has to wait."""
        if phone.claimed is not None:
            phone.claimed = None
            self._withdrawals.record_failure(phone.peer)

    def _note_claims(self) -> None:
        """Recompute spectators and `claims`, and wake the window if they changed."""
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
        """True if the phone has the last address of the seat's phone. None if either address is unknown."""
        peer = self._peers.get(self._registry.token(seat))
        return None if peer is None or TUNNEL_PEER in (peer, phone.peer) else peer == phone.peer

    def _reconnect(self, phone: PhoneConnection, token: str) -> None:
        """Connect a phone to its token's seat or bench place, closing an older page, or queue an error."""
        seat = self._registry.seat_of(token)
        if seat is None:
            phone.queue_message("error", why="unknown_token")
            return
        if phone.seat is not None:
            phone.queue_message("error", why="seated")
            return
        # Two pages with one token belong to one person, who holds the newer page.
        old_phone = self._unregister(token)
        if old_phone is not None:
            old_phone.seat, old_phone.token = None, ""
            old_phone.close_with("closing", why="elsewhere")
        if seat >= FIRST_BENCH:
            phone.token = token
            self._bench(phone, seat)
            return
        self._sit(phone, seat, token)
        # A player who only opened another page was never away, so the match gets no news.
        if old_phone is None:
            self._tell(token, PhoneReconnected(seat))

    def _sit(self, phone: PhoneConnection, seat: int, token: str) -> None:
        """Seat a phone, ending its bench place, send it the last state, and send the seat lists."""
        waited = self._registry.seat_of(phone.token)
        if waited is not None and waited >= FIRST_BENCH:
            self._unregister(phone.token)
            self._forget(phone.token)
            self._registry.release(waited)
        phone.claimed = None
        self._seat_phone(phone, seat, token)
        state = self._state_cache.state(token)
        if state:
            phone.queue_state(StateUpdate(state))
        self.send_seat_list()

    def _leave_seat(self, phone: PhoneConnection) -> None:
        """Give up the seat of a phone for good, void its token and report that; an error without a seat."""
        token = phone.token
        seat = self._registry.leave(token) if phone.seat is not None else None
        if seat is None:
            phone.queue_message("error", why="no_seat")
            return
        self._unregister(token)
        self._forget(token)
        phone.seat, phone.token = None, ""
        self._tell(token, PhoneLeft(seat))
        phone.queue_message("left_ok")
        self.send_seat_list()

    def _forget(self, token: str) -> None:
        """Remove the stored state, answers and address of a token."""
        self._state_cache.put_state(token, "")
        self._repeats.forget(token)
        self._peers.pop(token, None)

    # Calls from the window, which arrive through the loop.

    def send_seat_list(self) -> None:
        """Send the seat list to all phones that look for a seat, and end claims on seats not away."""
        listing = self._registry.listing(self.there)
        away = {place.seat for place in listing.away}
        for phone in self.phones:
            if phone.claimed not in away:
                phone.claimed = None
            if phone.looking:
                phone.queue_message("seats", **listing.plain())
        self._note_claims()

    def _send_seat_list(self, phone: PhoneConnection) -> None:
        """Send the current seat list to one phone."""
        phone.queue_message("seats", **self._registry.listing(self.there).plain())

    def publish(self, token: str, update: StateUpdate) -> None:
        """Queue a state for the phone of a token, if connected. On the bench it gets only the state."""
        phone = self._lines.get(token)
        if phone is not None and phone.seat is None:
            phone.queue_message("waiting_state", state=json.loads(update.state))
        elif phone is not None:
            phone.queue_state(update)

    def answer(self, token: str, number: int, refused: str) -> None:
        """Send an answer to the phone of a seat. It is also remembered for a phone that is reconnecting."""
        self._repeats.note(token, number, refused)
        if token in self._lines:
            self._lines[token].answer(number, refused)

    def apply_decision(self, seat: int, *, admitted: bool) -> None:
        """Apply the host's decision: seat the first claimant, unless the old phone is back; or refuse all."""
        claimants = [phone for phone in self.phones if phone.claimed == seat]
        for phone in sorted(claimants, key=lambda phone: phone.claim):
            old = self._registry.token(seat)
            token = self._registry.renew(seat) if admitted and old not in self._lines else None
            if token is not None:
                self._peers.pop(old, None)
                self._state_cache.hand_on(old, token)
                self._sit(phone, seat, token)
                self._tell(token, PhoneReconnected(seat))
            elif not admitted:
                phone.claimed, phone.denied = None, True
                self._denials.record_failure(phone.peer)
                phone.queue_message("error", why="denied")
        self._note_claims()

    def on_seat_removed(self, token: str) -> None:
        """Forget a void token whose seat was taken away, and report that to its phone."""
        self._forget(token)
        phone = self._unregister(token)
        if phone is not None:
            phone.seat, phone.token = None, ""
            phone.queue_message("seat_taken_away")
        self.send_seat_list()

    def on_reseated(self) -> None:
        """Apply new seat numbers. A phone keeps its token, with a seat or on the bench."""
        for phone in self.phones:
            phone.claimed = None  # the claim named the old number
        phones = [phone for phone in self.phones if phone.token]
        self._lines.clear()
        for phone in phones:
            # A queued state belongs to the match before.
            phone.forget()
            phone.seat = None
            seat = self._registry.seat_of(phone.token)
            if seat is None:
                phone.token = ""
                phone.queue_message("seat_taken_away")
            elif seat >= FIRST_BENCH:
                self._bench(phone, seat)
            else:
                self._seat_phone(phone, seat, phone.token)
        self.there = frozenset(self._lines)
        self._note_claims()

    def _bench(self, phone: PhoneConnection, number: int) -> None:
        """Put a phone without seat in this game on the bench, and send it the free seats and its own state.

        That state is sent as a note (``waiting_state``), because a phone on the bench may also watch and then
        gets the state of spectators.
        """
        phone.looking = True
        self._lines[phone.token] = phone
        self.there = frozenset(self._lines)
        phone.queue_message("no_seat", name=self._registry.person(number).name)
        self._send_seat_list(phone)
        state = self._state_cache.state(phone.token)
        if state:
            phone.queue_message("waiting_state", state=json.loads(state))
        self._wake()
