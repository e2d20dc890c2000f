"""Everybody who is on the line: takes in what phones say, and passes on what they may know.

Runs in the loop of the server; only `Hall.there` is read by the other thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from game.party.desk import Desk, Patience
from game.party.line import CROWD, NEIGHBOURS, Line
from game.party.messages import (
    Back,
    BadMessage,
    Beat,
    Dropped,
    Join,
    Joined,
    Leave,
    Left,
    Look,
    Message,
    News,
    Returned,
    Said,
    Say,
    read,
)

MISSED = 4
"""After so many beats in a row without a word a phone has dropped out."""
REMEMBERED = 16
"""How many words of a phone are known again when it repeats them."""
UNKNOWN = 20
"""Beats after which somebody who has neither a seat nor the code must go."""


class Hall:
    """The lines, and which seat each of them holds."""

    def __init__(
        self,
        desk: Desk,
        patience: Patience,
        tell: Callable[[str, News], None],
        states: Mapping[int, str],
        wake: Callable[[], None],
        beat: float,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._desk, self._patience, self._tell, self._states = desk, patience, tell, states
        self._beat, self._now, self._wake = beat, loop.time, wake
        self._lines: list[Line] = []
        self._said: dict[str, dict[int, str | None]] = {}
        """What each token has said last, by number, and how it was answered."""
        self.there: dict[int, Line] = {}
        """The phones of seats that can be reached."""

    def has_room(self, peer: str) -> bool:
        """Whether one more may call from this address; strangers without the code make room for them."""
        if sum(line.peer == peer for line in self._lines) >= NEIGHBOURS:
            return False
        stranger = next((line for line in self._lines if line.seat is None and not line.looking), None)
        if len(self._lines) >= CROWD and stranger is not None:
            self.leave(stranger)
            await_close(stranger)
        return len(self._lines) < CROWD

    def enter(self, line: Line) -> None:
        """Somebody has called; nothing is said before they speak."""
        self._lines.append(line)

    def leave(self, line: Line) -> None:
        """A line has gone dead."""
        if line in self._lines:
            self._lines.remove(line)
        self._drop(line)

    def _drop(self, line: Line) -> None:
        if line.seat is not None and self.there.get(line.seat) is line:
            del self.there[line.seat]
            self._tell(line.token, Dropped(line.seat))
        line.seat = None

    async def beat(self, also: Callable[[], object]) -> None:
        """Give a sign of life again and again, call ``also``, and let go whoever gives no sign."""
        while True:
            due = self._now() + self._beat
            await asyncio.sleep(self._beat)
            also()
            self._strike(punctual=self._now() - due < self._beat / 2)
            if any(seat not in self.there for seat in self._desk.held):
                self._wake()  # somebody is away, and the window looks how long

    def _strike(self, *, punctual: bool) -> None:
        """One beat for every line; one that comes late counts for none.

        A computer that is busy hears late itself, and no phone drops out for that.
        """
        for line in list(self._lines):
            line.beats += punctual
            line.missed += punctual
            if line.closing or line.missed > MISSED:
                self.leave(line)
                await_close(line)
            elif line.beats > UNKNOWN and line.seat is None and not line.looking:
                line.hang_up("bye", why="unknown")
            else:
                line.note("beat")

    async def close(self) -> None:
        """Tell everybody that the party is over for now."""
        for line in self._lines:
            line.seat = None
            line.hang_up("bye", why="closed")
        self.there.clear()
        await asyncio.gather(*(line.close() for line in self._lines), return_exceptions=True)

    # What phones say.

    def heard(self, line: Line, text: str | None) -> None:
        """Take in a message; a bad one, or one too many, gets an error and changes nothing."""
        if not line.may_speak():
            line.note("error", why="too_fast")
            return
        try:
            message = read(text)
        except BadMessage as bad:
            line.note("error", why="bad_message", more=str(bad))
            return
        self._take(line, message)

    def _take(self, line: Line, message: Message) -> None:
        match message:
            case Beat():
                pass
            case Look(code):
                if self._knows(line, code):
                    line.looking = True
                    self._show_free(line)
            case Join(code, seat, name):
                if self._knows(line, code):
                    self._join(line, seat, name)
            case Back(token):
                self._back(line, token)
            case Say(number, words):
                if line.seat is None:
                    line.note("error", why="no_seat")
                elif self._is_new(line, number):
                    self._tell(line.token, Said(line.seat, number, words))
            case Leave():
                self._give_up(line)

    def _is_new(self, line: Line, number: int) -> bool:
        """Whether this was not said before; a phone says again what was not answered before a line broke."""
        said = self._said.setdefault(line.token, {})
        if number not in said:
            said[number] = None
            if len(said) > REMEMBERED:
                del said[next(iter(said))]
            return True
        refused = said[number]
        if refused is not None:
            line.note("answer", number=number, refused=refused)
        return False

    def _knows(self, line: Line, code: str) -> bool:
        """Whether the code is right; a wrong one costs time, and one said too early is not even looked at."""
        wait = self._patience.wait(line.peer)
        if wait > 0:
            line.note("error", why="slow", wait=round(wait, 1))
            return False
        if self._desk.is_code(code):
            self._patience.passed(line.peer)
            return True
        line.note("error", why="wrong_code", wait=round(self._patience.failed(line.peer), 1))
        return False

    def _join(self, line: Line, seat: int, name: str) -> None:
        if line.seat is not None:
            line.note("error", why="seated")
            return
        token = self._desk.take(seat)
        if token is None:
            line.note("error", why="taken")
            self._show_free(line)
            return
        self._sit(line, seat, token)
        self._tell(token, Joined(seat, name))
        self.offered()

    def _back(self, line: Line, token: str) -> None:
        """A phone with a token; nobody guesses one, so a wrong one is only an old one."""
        seat = self._desk.seat_of(token)
        if seat is None:
            line.note("error", why="unknown_token")
            return
        if line.seat is not None:
            line.note("error", why="seated")
            return
        other = self.there.pop(seat, None)
        if other is not None:
            other.seat = None
            other.hang_up("bye", why="elsewhere")
        self._sit(line, seat, token)
        if other is None:
            self._tell(token, Returned(seat))

    def _sit(self, line: Line, seat: int, token: str) -> None:
        line.seat, line.token, line.looking = seat, token, False
        self.there[seat] = line
        line.note("seat", seat=seat, token=token)
        if seat in self._states:
            line.state(self._states[seat], "[]")

    def _give_up(self, line: Line) -> None:
        seat = line.seat
        if seat is None:
            line.note("error", why="no_seat")
            return
        self.there.pop(seat, None)
        line.seat = None
        self._desk.release(seat)
        self._tell("", Left(seat))
        line.note("left")
        self.offered()

    # What the window says; called from the other thread through the loop.

    def offered(self) -> None:
        """The seats have changed: tell those who look for one."""
        for line in self._lines:
            if line.looking:
                self._show_free(line)

    def _show_free(self, line: Line) -> None:
        free = [{"seat": place.seat, "name": place.name, "look": place.look} for place in self._desk.free]
        line.note("seats", title=self._desk.title, seats=free)

    def publish(self, seat: int, body: str, events: str) -> None:
        """Pass a state on to the phone of a seat."""
        if seat in self.there:
            self.there[seat].state(body, events)

    def answer(self, seat: int, number: int, refused: str) -> None:
        """Pass an answer on to the phone of a seat; it is kept for one that is just calling anew."""
        said = self._said.get(self._desk.token(seat), {})
        if number in said:
            said[number] = refused
        if seat in self.there:
            self.there[seat].note("answer", number=number, refused=refused)

    def removed(self, seat: int) -> None:
        """The host has taken a seat away."""
        line = self.there.pop(seat, None)
        if line is not None:
            line.seat = None
            line.note("removed")
        self.offered()

    def reseated(self) -> None:
        """The seats have new numbers; a phone keeps its token."""
        lines, self.there = [line for line in self._lines if line.seat is not None], {}
        for line in lines:
            line.forget()
            line.seat = self._desk.seat_of(line.token)
            if line.seat is not None:
                self.there[line.seat] = line
                line.note("seat", seat=line.seat, token=line.token)
            else:
                line.note("removed")


def await_close(line: Line) -> None:
    """Close a line without waiting for it."""
    task = asyncio.ensure_future(line.close())
    _CLOSING.add(task)
    task.add_done_callback(_CLOSING.discard)


_CLOSING: set[asyncio.Task[None]] = set()
"""Kept so that they are not collected before they are done."""
