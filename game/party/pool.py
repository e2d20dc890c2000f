"""Every phone that is connected: takes in what phones say, and passes on what they may know.

Runs in the loop of the server; the other thread reads only `there` and `claims` of a `ConnectionPool`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from game.party.connection import CROWD, NEIGHBOURS, Connection, await_close, least_needed
from game.party.gallery import Gallery
from game.party.messages import (
    Back,
    BadMessage,
    Beat,
    Claim,
    Dropped,
    Join,
    Joined,
    Leave,
    Left,
    Look,
    Message,
    News,
    Returned,
    Say,
    SeatMessage,
    Speak,
    Speaks,
    Watch,
    WatcherMessage,
    read,
)
from game.party.registry import BENCH, Patience, Place, SeatClaim, SeatRegistry

MISSED = 4
"""After so many beats in a row without a word a phone has dropped out."""
REMEMBERED = 16
"""How many words of a phone are known again when it repeats them."""
UNKNOWN = 20
"""Beats after which somebody who has neither a seat nor the code must go."""


PoolCall: TypeAlias = Callable[["ConnectionPool"], object]
"""Something that the window has the pool do, in the pool's own thread."""


class ConnectionPool:
    """The phones that are connected, and which seat each of them holds."""

    def __init__(
        self,
        registry: SeatRegistry,
        patience: Patience,
        tell: Callable[[str, News], None],
        states: Mapping[int, str],
        beat: float,
        *,
        gallery: Gallery,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._registry, self._patience, self._tell, self._states = registry, patience, tell, states
        self._beat, self._now, self._wake = beat, loop.time, gallery.wake
        self._gallery = gallery
        self._phones: list[Connection] = []
        self._said: dict[str, dict[int, str | None]] = {}
        """What each token has said last, by number, and how it was answered."""
        self.there: dict[int, Connection] = {}
        """The phones of seats that can be reached."""
        self.claims: tuple[SeatClaim, ...] = ()
        """The seats that phones say were theirs, until the host decides; the longest waiting first."""
        self._claimed = 0

    def has_room(self, peer: str) -> bool:
        """Whether one more may call from this address; those without a seat make room for them.

        Whoever calls may be one who comes back, which is known only once they have spoken.
        """
        near = [phone for phone in self._phones if phone.peer == peer]
        if len(near) >= NEIGHBOURS:
            return self._make_room(near)
        return len(self._phones) < CROWD or self._make_room(self._phones)

    def _make_room(self, among: Sequence[Connection]) -> bool:
        """Let somebody go who has no seat."""
        found = least_needed(among)
        if found is None:
            return False
        self.leave(found)
        await_close(found)
        return True

    def enter(self, phone: Connection) -> None:
        """Somebody has called; nothing is said before they speak."""
        self._phones.append(phone)

    def leave(self, phone: Connection) -> None:
        """The connection of a phone has gone dead."""
        if phone in self._phones:
            self._phones.remove(phone)
        self._drop(phone)
        self._note_claims()

    def _drop(self, phone: Connection) -> None:
        if phone.seat is not None and self.there.get(phone.seat) is phone:
            del self.there[phone.seat]
            self._tell(phone.token, Dropped(phone.seat))
            self.offered()  # somebody may say now that this seat was theirs
        phone.seat = None

    async def beat(self, also: Callable[[], object]) -> None:
        """Give a sign of life again and again, call ``also``, and let go whoever gives no sign."""
        while True:
            due = self._now() + self._beat
            await asyncio.sleep(self._beat)
            also()
            self._strike(punctual=self._now() - due < self._beat / 2)
            if any(seat not in self.there for seat in self._registry.held):
                self._wake()  # somebody is away, and the window looks how long

    def _strike(self, *, punctual: bool) -> None:
        """One beat for every phone; one that comes late counts for none.

        A computer that is busy hears late itself, and no phone drops out for that.
        """
        for phone in list(self._phones):
            phone.beats += punctual
            phone.missed += punctual
            if phone.closing or phone.missed > MISSED:
                self.leave(phone)
                await_close(phone)
            elif phone.beats > UNKNOWN and phone.seat is None and not phone.looking:
                phone.hang_up("bye", why="unknown")
            else:
                phone.note("beat")

    async def close(self, why: str) -> None:
        """Tell everybody that the party is ``closed`` for now, or ``over``."""
        for phone in self._phones:
            phone.seat, phone.watcher = None, ""
            phone.hang_up("bye", why=why)
        self.there.clear()
        self._gallery.note(self._phones)
        await asyncio.gather(*(phone.close() for phone in self._phones), return_exceptions=True)

    # What phones say.

    def heard(self, phone: Connection, text: str | None) -> None:
        """Take in a message; a bad one, or one too many, gets an error and changes nothing."""
        if not phone.may_speak():
            phone.note("error", why="too_fast")
            return
        try:
            message = read(text)
        except BadMessage as bad:
            phone.note("error", why="bad_message", more=str(bad))
            return
        self._take(phone, message)

    def _take(self, phone: Connection, message: Message) -> None:
        match message:
            case Beat():
                pass
            case Look(code):
                if self._knows(phone, code):
                    phone.looking, phone.claimed, phone.watcher = True, None, ""
                    phone.forget()
                    self._note_claims()
                    self._show_free(phone)
            case Join(code, seat, name):
                if self._knows(phone, code):
                    self._join(phone, seat, name)
            case Claim(code, seat):
                if self._knows(phone, code):
                    self._claim(phone, seat)
            case Watch(code, watcher):
                if self._knows(phone, code):
                    self._gallery.enter(phone, watcher)
                    self._note_claims()
                    self._show_free(phone)
            case Speak(language) if phone.seat is not None:
                self._tell(phone.token, Speaks(phone.seat, language))
            case Back(token):
                self._back(phone, token)
            case Say(number, words):
                self._say(phone, number, words)
            case Leave():
                self._give_up(phone)

    def _say(self, phone: Connection, number: int, words: Mapping[str, Any]) -> None:
        if phone.watcher:
            self._gallery.say(WatcherMessage(phone.watcher, words))
            phone.note("answer", number=number, refused="")
        elif phone.seat is None:
            phone.note("error", why="no_seat")
        elif self._is_new(phone, number):
            self._tell(phone.token, SeatMessage(phone.seat, number, words))

    def _is_new(self, phone: Connection, number: int) -> bool:
        """Whether this was not said before; a phone repeats what got no answer on a broken connection."""
        said = self._said.setdefault(phone.token, {})
        if number not in said:
            said[number] = None
            # The first was said longest ago; what a phone repeats is what it said last.
            if len(said) > REMEMBERED:
                del said[next(iter(said))]
            return True
        refused = said[number]
        if refused is not None:
            phone.note("answer", number=number, refused=refused)
        return False

    def _knows(self, phone: Connection, code: str) -> bool:
        """Whether the code is right; a wrong one costs time, and one said too early is not even looked at."""
        wait = self._patience.wait(phone.peer)
        if wait > 0:
            phone.note("error", why="slow", wait=round(wait, 1))
            return False
        if self._registry.is_code(code):
            self._patience.passed(phone.peer)
            return True
        phone.note("error", why="wrong_code", wait=round(self._patience.failed(phone.peer), 1))
        return False

    def _join(self, phone: Connection, seat: int, name: str) -> None:
        if phone.seat is not None:
            phone.note("error", why="seated")
            return
        token = self._registry.take(seat)
        if token is None:
            phone.note("error", why="taken")
            self._show_free(phone)
            return
        self._sit(phone, seat, token)
        self._tell(token, Joined(seat, name))

    def show(self, body: str, events: str) -> None:
        """Pass on to all who watch what everybody may see."""
        self._gallery.show(self._phones, body, events)

    def _claim(self, phone: Connection, seat: int) -> None:
        """A phone says that it had a seat whose phone is away; it has one try, which the host decides."""
        if phone.seat is not None:
            phone.note("error", why="seated")
        elif phone.denied:
            phone.note("error", why="denied")
        elif seat in self._away():
            if phone.claimed != seat:
                self._claimed += 1
                phone.looking, phone.claimed, phone.claim = True, seat, self._claimed
            phone.note("asked", seat=seat)
            self._note_claims()
        else:
            phone.note("error", why="taken")
            self._show_free(phone)

    def _away(self) -> dict[int, Place]:
        """The seats whose phones cannot be reached."""
        return {place.seat: place for place in self._registry.taken if place.seat not in self.there}

    def _note_claims(self) -> None:
        """Claims or watchers have come or gone: the window looks at who is there, and what is to decide."""
        self._gallery.note(self._phones)
        made = sorted((phone.claim, phone.claimed) for phone in self._phones if phone.claimed is not None)
        first = {seat: number for number, seat in reversed(made)}
        claims = tuple(SeatClaim(seat, number) for number, seat in made if first[seat] == number)
        if claims != self.claims:
            self.claims = claims
            self._wake()

    def _back(self, phone: Connection, token: str) -> None:
        """A phone with a token; nobody guesses one, so a wrong one is only an old one."""
        seat = self._registry.seat_of(token)
        if seat is None:
            phone.note("error", why="unknown_token")
            return
        if phone.seat is not None:
            phone.note("error", why="seated")
            return
        if seat >= BENCH:
            phone.token = token
            self._bench(phone, seat)
            return
        # Two pages with one token are one person: the newer page is the one in their hand.
        other = self.there.pop(seat, None)
        if other is not None:
            other.seat, other.token = None, ""
            other.hang_up("bye", why="elsewhere")
        self._sit(phone, seat, token)
        # One who only moved to another page was never away, and the match hears nothing of it.
        if other is None:
            self._tell(token, Returned(seat))

    def _sit(self, phone: Connection, seat: int, token: str) -> None:
        waited = self._registry.seat_of(phone.token)
        if waited is not None and waited >= BENCH:
            self._registry.release(waited)
        phone.seat, phone.token, phone.looking, phone.claimed = seat, token, False, None
        phone.watcher = ""
        self.there[seat] = phone
        phone.note("seat", seat=seat, token=token)
        if seat in self._states:
            phone.state(self._states[seat], "[]")
        self.offered()

    def _give_up(self, phone: Connection) -> None:
        seat = phone.seat
        if seat is None:
            phone.note("error", why="no_seat")
            return
        self.there.pop(seat, None)
        phone.seat, phone.token = None, ""
        self._registry.release(seat)
        # Without a token: it is void already, and `Party.poll` would not know the seat by it.
        self._tell("", Left(seat))
        phone.note("left")
        self.offered()

    # What the window says; called from the other thread through the loop.

    def offered(self) -> None:
        """The seats have changed: tell those who look for one."""
        away = self._away()
        for phone in self._phones:
            if phone.claimed is not None and phone.claimed not in away:
                phone.claimed = None
            if phone.looking:
                self._show_free(phone)
        self._note_claims()

    def _show_free(self, phone: Connection) -> None:
        free, away = map(_listed, (self._registry.free, self._away().values()))
        phone.note("seats", title=self._registry.title, seats=free, away=away)

    def publish(self, seat: int, body: str, events: str) -> None:
        """Pass a state on to the phone of a seat."""
        if seat in self.there:
            self.there[seat].state(body, events)

    def answer(self, seat: int, number: int, refused: str) -> None:
        """Pass an answer on to the phone of a seat; it is kept for one that is just calling anew."""
        said = self._said.get(self._registry.token(seat), {})
        if number in said:
            # Remembered, so that the answer is there when the phone asks once more on a new line.
            said[number] = refused
        if seat in self.there:
            self.there[seat].note("answer", number=number, refused=refused)

    def decided(self, seat: int, *, admitted: bool) -> None:
        """The host lets in whoever says longest that this seat was theirs, or sends all of them away."""
        for phone in [phone for phone in self._phones if phone.claimed == seat]:
            token = self._registry.renew(seat) if admitted and seat not in self.there else None
            if token is not None:
                self._sit(phone, seat, token)
                self._tell(token, Returned(seat))
            elif not admitted:
                phone.claimed, phone.denied = None, True
                phone.note("error", why="denied")
        self._note_claims()

    def removed(self, seat: int) -> None:
        """The host has taken a seat away."""
        phone = self.there.pop(seat, None)
        if phone is not None:
            phone.seat, phone.token = None, ""
            phone.note("removed")
        self.offered()

    def reseated(self) -> None:
        """The seats have new numbers; a phone keeps its token, with a seat or on the bench."""
        phones, self.there = [phone for phone in self._phones if phone.token], {}
        for phone in self._phones:
            phone.claimed = None  # which was a seat by its old number
        for phone in phones:
            # A state still on its way is that of a seat which may be somebody else's now.
            phone.forget()
            phone.seat = None
            seat = self._registry.seat_of(phone.token)
            if seat is None:
                phone.token = ""
                phone.note("removed")
            elif seat >= BENCH:
                self._bench(phone, seat)
            else:
                phone.seat, phone.looking, phone.watcher = seat, False, ""
                self.there[seat] = phone
                phone.note("seat", seat=seat, token=phone.token)
        self._note_claims()

    def _bench(self, phone: Connection, number: int) -> None:
        """This game has no seat for a phone: it is told so, and hears which seats become free."""
        phone.looking = True
        phone.note("bench", name=self._registry.benched.get(number, ""))
        self._show_free(phone)


def _listed(places: Iterable[Place]) -> list[dict[str, Any]]:
    return [{"seat": place.seat, "name": place.name, "look": place.look} for place in places]
