"""Who may sit where: room code, tokens of seats, and the people who hold them.

Used by the thread of the server and by that of the window, so everything here holds a lock. Only the window
numbers seats; a token stays that of its person whatever the number of their seat. Name, knitting and
language are of the `Participant`, never of the seat: they go along with the token from game to game, onto the
bench and back, and into saves.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple

from game.core.schema import Bad, Reader, checked_by, dataclass_reader, lenient_list, letters, number, text
from game.party.messages import SEATS, clean_name
from game.party.relay_invite import is_secret

NO_SEAT = 1000
"""The first number of those who lost their seat to a game with fewer of them: they keep token and name."""
MOST_BENCHED = 99
"""So many of them are taken up from a save."""
LETTERS = "BCDFGHJKLMNPRSTVWXZ"
"""What room codes are made of: no vowels, so no words that somebody would have to explain."""
CODE = 4
SECRET = 12
"""Letters that an invitation has more, of some four bits each."""
_PEERS = 500


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as the phones outside are told of it."""

    seat: int
    name: str
    look: int
    """Which of the eight colours and patterns."""
    free: bool
    bot: bool = False
    """Whether a computer plays there, and gives way to whoever comes."""
    is_dealt: bool = False
    """Whether there is a hand that only its person may see, where seats are alike."""

    def plain(self) -> dict[str, Any]:
        """What those outside are told of it, as plain JSON."""
        told = {"seat": self.seat, "name": self.name, "look": self.look}
        return {**told, "bot": True} if self.bot else told


class SeatClaim(NamedTuple):
    """Somebody says that a seat was theirs."""

    seat: int
    number: int
    """No two claims have the same."""
    name: str = ""
    """What the phone calls itself; empty where it says nothing."""
    is_near: bool | None = None
    """Whether it calls from where the phone of that seat has called; `None` where nobody knows."""


class SeatListing(NamedTuple):
    """What those are told who look for a seat."""

    title: str
    """What is played."""
    free: tuple[SeatInfo, ...]
    away: tuple[SeatInfo, ...]
    """The seats whose phones cannot be reached."""
    alike: bool
    """Whether there are many tables, of which nobody watches a single one."""
    deals: bool = False
    """Whether a match has several deals."""
    between: bool = False
    """True when a match is over and the next one has a seat to spare."""

    def plain(self) -> dict[str, Any]:
        """The same as plain JSON."""
        seats, away = ([place.plain() for place in places] for places in (self.free, self.away))
        told = {"title": self.title, "alike": self.alike, "seats": seats, "away": away}
        return told | {name: True for name in ("deals", "between") if getattr(self, name)}


Token = Annotated[
    str, checked_by(lambda said: isinstance(said, str) and 30 <= len(said) <= 64 and said.isascii())
]


def _drawn(count: int) -> Reader:
    """A reader of so many of the letters, or of none."""
    return checked_by(
        lambda said: isinstance(said, str) and len(said) in (0, count) and set(said) <= set(LETTERS)
    )


Code = Annotated[str, _drawn(CODE)]
Secret = Annotated[str, _drawn(SECRET)]

FarSecret = Annotated[str, checked_by(lambda said: isinstance(said, str) and (not said or is_secret(said)))]


def _cleaned(given: object, where: str, bad: Bad) -> str:
    return clean_name(text(given, where, bad))


ANY = -1
"""The look of somebody who has chosen none, and the chair of somebody who has had none."""


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody with a phone, whichever seat they have."""

    token: Token
    name: Annotated[str, _cleaned] = ""
    """What they are called; empty as long as nobody has said so."""
    look: Annotated[int, number(ANY, 7)] = ANY
    """Which of the eight colours and patterns they wear."""
    language: Annotated[str, letters(8)] = ""
    """What they read, as their phone says it; it may be anything."""
    remote: bool = False
    """Whether their phone is the host's remote."""
    chair: Annotated[int, number(ANY, SEATS - 1)] = ANY
    """The seat that they had in the last lobby that had one for them."""


STRANGER = Participant("")
"""Stands in for whoever is not known."""


@dataclass(frozen=True, slots=True)
class SavedParty:
    """What is kept of a party beside a match; each of it may be missing."""

    code: Code = ""
    tokens: Mapping[int, Token] = field(default_factory=dict)
    """By seat."""
    bench: Annotated[tuple[Participant, ...], lenient_list(dataclass_reader(Participant, lenient=True))] = ()
    """Whoever waits longest first."""
    people: Annotated[tuple[Participant, ...], lenient_list(dataclass_reader(Participant, lenient=True))] = ()
    """Those who have a seat."""
    port: Annotated[int, number(0, 2**16 - 1)] = 0
    """Where it was open; 0 where nobody knows."""
    secret: Secret = ""
    """What invitations by a public address say beside the code."""
    far: FarSecret = ""
    """The secret of the invitation, where friends elsewhere had one."""


def _draw(count: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(count))


def _plain(said: str) -> bytes:
    return "".join(said.split()).upper().encode()


class SeatRegistry:
    """The list of seats, and the keys to them."""

    def __init__(self, code: str = "") -> None:
        self._lock = threading.Lock()
        self._code, self._secret = code or _draw(CODE), _draw(SECRET)
        self._places: dict[int, SeatInfo] = {}
        self._tokens: dict[int, str] = {}
        self._left: dict[str, int] = {}
        """Which seats were given up by tokens that are void now, until the window has heard of it."""
        self._people: dict[str, Participant] = {}
        """Who they are, by token."""
        self._unheard: set[str] = set()
        """The tokens of those of whom the window has not heard: what it offers there is not theirs yet."""
        self._title, self._deals, self._between = "", False, False
        self._listed: int | None = None
        """From this seat on all are alike; `None` where each is one of its own."""
        self._idle: dict[str, str] = {}
        """Tokens by which nobody has said anything yet, and from where they were asked for."""
        self._used: set[int] = set()
        """The seats that phones have had since they were numbered: whoever follows has nothing of theirs."""

    @property
    def code(self) -> str:
        with self._lock:
            return self._code

    @property
    def invitation(self) -> str:
        """The code, and letters behind it that nobody guesses: for who is invited from elsewhere.

        Four letters are enough among people in a room. In the internet as many may try as like to: whoever
        only has the code waits where others try, see `ConnectionPool`.
        """
        with self._lock:
            return self._code + self._secret

    def is_invited(self, said: str) -> bool:
        return hmac.compare_digest(_plain(said), self.invitation.encode())

    def offer(
        self, places: Sequence[SeatInfo], title: str, listed: int | None = None, *,
        deals: bool = False, between: bool = False,
    ) -> None:  # fmt: skip
        """Say which seats there are, and what is played; a seat that a phone holds is never free.

        It ``deals`` where more hands than one are played; ``between`` matches the next one has a seat.

        From ``listed`` on all are alike: one of the free ones is listed, and whoever asks for one that is
        taken meanwhile gets the next. Whoever holds one is called and dressed so from now on.
        """
        with self._lock:
            self._places = {place.seat: place for place in places}
            self._title, self._listed, self._deals, self._between = title, listed, deals, between
            for seat, token in self._tokens.items():
                place = self._places.get(seat)
                if place is not None and not place.free and token not in self._unheard:
                    self._people[token] = replace(
                        self._people.get(token, Participant(token)), name=place.name, look=place.look
                    )

    @property
    def is_alike(self) -> bool:
        """Whether from some seat on all are alike, as where there are many tables."""
        with self._lock:
            return self._listed is not None

    @property
    def free(self) -> list[SeatInfo]:
        """The seats that a phone may take: all that a stranger with the code gets to see."""
        with self._lock:
            return [place for place in self._places.values() if self._is_free(place)]

    def listing(self, there: Container[str]) -> SeatListing:
        """What those are told who look for a seat; ``there`` has the tokens of phones that can be reached."""
        with self._lock:
            free = tuple(place for place in self._places.values() if self._is_free(place))
            if self._listed is not None:
                free = (*(place for place in free if place.seat < self._listed), *self._alike()[:1])
            away = {seat for seat, token in self._tokens.items() if token not in there}
            gone = tuple(place for place in self._places.values() if place.seat in away)
            alike = self._listed is not None
            return SeatListing(self._title, free, gone, alike, self._deals, self._between)

    def is_full(self, there: Container[str]) -> bool:
        """Whether the phone of every seat that is held is among those that can be reached."""
        with self._lock:
            return all(token in there for seat, token in self._tokens.items() if seat < NO_SEAT)

    def place(self, seat: int) -> SeatInfo | None:
        with self._lock:
            return self._places.get(seat)

    def is_code(self, code: str) -> bool:
        """Whether this is the room code; small letters and spaces do not matter."""
        return hmac.compare_digest(_plain(code), self.code.encode())

    def take(self, seat: int, peer: str = "", name: str = "") -> tuple[int, str] | None:
        """Give a free seat away to who asks from this address; the seat and its token, `None` for none.

        Where all are alike it is the next one that is free.
        """
        with self._lock:
            wanted = self._places.get(seat)
            alike = self._listed is not None and seat >= self._listed
            free = self._alike() if alike else [wanted] if wanted and self._is_free(wanted) else []
            if not free:
                return None
            given = free[0].seat
            return given, self._give(given, peer, name)

    def _give(self, seat: int, peer: str, name: str) -> str:
        token = secrets.token_urlsafe(24)
        place = self._places.get(seat)
        # Who says nothing of themselves is called and dressed as that seat was offered to them.
        self._people[token] = Participant(
            token, name or (place.name if place else ""), place.look if place else ANY
        )
        self._unheard.add(token)
        self._used.add(seat)
        self._tokens[seat] = token
        held = set(self._tokens.values())
        self._idle = {one: where for one, where in self._idle.items() if one in held} | {token: peer}
        return token

    def idle(self, seat: int, *, dealt: bool = False) -> dict[str, str]:
        """Who has a seat that is like this one and has said nothing yet, and from where they have called.

        Those at whose seats there is a hand by now are others: nobody gets to see it who is not let in.
        """
        with self._lock:
            if self._listed is None or seat < self._listed:
                return {}
            hands = {number for number, place in self._places.items() if place.is_dealt}
            alike = {
                token
                for number, token in self._tokens.items()
                if number >= self._listed and (number in hands) == dealt
            }
            return {token: peer for token, peer in self._idle.items() if token in alike}

    def has_spoken(self, token: str) -> None:
        with self._lock:
            self._idle.pop(token, None)

    def pass_on(self, token: str, peer: str, name: str = "") -> tuple[int, str] | None:
        """Give the seat of this token to who asks from this address; `None` where it has none."""
        seat = self.leave(token)
        if seat is None:
            return None
        with self._lock:
            return seat, self._give(seat, peer, name)

    def renew(self, seat: int) -> str | None:
        """Another token for a seat that a phone holds, whose old one is void; `None` where none holds it."""
        with self._lock:
            if seat not in self._tokens:
                return None
            old, new = self._tokens[seat], secrets.token_urlsafe(24)
            self._tokens[seat] = new
            self._people[new] = replace(self._people.pop(old, STRANGER), token=new)
            return new

    def appoint(self, seat: int | None) -> None:
        """Make the phone of a seat the host's remote, or none; it is so wherever its person sits later."""
        with self._lock:
            for number in self._tokens:
                person = self._person(number)
                self._people[person.token] = replace(person, remote=number == seat)

    @property
    def remote(self) -> int | None:
        """The seat of the host's remote, or its number on the bench; `None` where there is none."""
        with self._lock:
            return next((seat for seat in self._tokens if self._person(seat).remote), None)

    def seat_of(self, token: str) -> int | None:
        """The seat that a token is for."""
        said, found = token.encode(), None
        with self._lock:
            # Every token is compared, found or not: how long it takes tells nobody anything.
            for seat, known in self._tokens.items():
                if hmac.compare_digest(said, known.encode()):
                    found = seat
        return found

    def token(self, seat: int) -> str:
        with self._lock:
            return self._tokens.get(seat, "")

    def release(self, seat: int) -> str:
        """Make the token of a seat void; which one that was, empty where no phone held it."""
        with self._lock:
            token = self._tokens.pop(seat, "")
            self._forget(token)
            return token

    def _forget(self, token: str) -> None:
        self._people.pop(token, None)
        self._unheard.discard(token)

    def leave(self, token: str) -> int | None:
        """A phone gives its seat up, whatever number that has by now; `None` where it had none."""
        with self._lock:
            seat = next((one for one, known in self._tokens.items() if known == token), None)
            if seat is not None:
                del self._tokens[seat]
                self._forget(token)
                self._left[token] = seat
                if len(self._left) > _PEERS:
                    del self._left[next(iter(self._left))]
            return seat

    def heard_of(self, token: str) -> int | None:
        """The seat of a token, also of one that was given up; for the window.

        It may hear several things of one that is void by now: who comes and goes at once has told it both.
        """
        seat = self.seat_of(token)
        with self._lock:
            self._unheard.discard(token)
            return self._left.get(token) if seat is None else seat

    # Who they are.

    def person(self, seat: int) -> Participant:
        """Who has this seat, or this number on the bench; `STRANGER` where no phone has it."""
        with self._lock:
            return self._person(seat)

    def _person(self, seat: int) -> Participant:
        token = self._tokens.get(seat, "")
        return self._people.get(token, Participant(token))

    @property
    def people(self) -> dict[int, Participant]:
        """All who have a seat, then those who wait for one, whoever waits longest first."""
        with self._lock:
            return {seat: self._person(seat) for seat in sorted(self._tokens)}

    def speaks(self, token: str, language: str) -> None:
        """Somebody says what they read."""
        with self._lock:
            if token in self._tokens.values():
                known = self._people.get(token, Participant(token))
                self._people[token] = replace(known, language=language)

    def keep_chairs(self) -> None:
        """The seats are those of a lobby: whoever has one is to have it in the next lobby too."""
        with self._lock:
            for seat, token in self._tokens.items():
                if seat < NO_SEAT:
                    self._people[token] = replace(self._person(seat), chair=seat)

    def reseat(self, seats: Mapping[int, int]) -> None:
        """Number the seats anew; those that are not named are on the bench from now on."""
        with self._lock:
            tokens = {seats[seat]: token for seat, token in self._tokens.items() if seat in seats}
            left = [seat for seat in sorted(self._tokens) if seat not in seats]
            tokens |= {NO_SEAT + place: self._tokens[seat] for place, seat in enumerate(left)}
            self._tokens, self._places, self._used = tokens, {}, set(tokens)
            self._left = {token: seats[seat] for token, seat in self._left.items() if seat in seats}

    def had(self, seat: int) -> bool:
        """Whether a phone has had this seat since they were numbered last."""
        with self._lock:
            return seat in self._used

    @property
    def held(self) -> list[int]:
        with self._lock:
            return sorted(seat for seat in self._tokens if seat < NO_SEAT)

    @property
    def bench(self) -> list[int]:
        """The numbers of those who wait for a seat, whoever waits longest first."""
        with self._lock:
            return sorted(seat for seat in self._tokens if seat >= NO_SEAT)

    def kept(self) -> SavedParty:
        with self._lock:
            people = {seat: self._person(seat) for seat in sorted(self._tokens)}
            seated = {seat: person.token for seat, person in people.items() if seat < NO_SEAT}
            return SavedParty(
                self._code,
                seated,
                bench=tuple(person for seat, person in people.items() if seat >= NO_SEAT),
                people=tuple(people[seat] for seat in seated),
                secret=self._secret,
            )

    def recall(self, kept: SavedParty, *, code: bool = True) -> None:
        """Take up an earlier party, its room code too if wished; the tokens of now are void."""
        with self._lock:
            if code and kept.code:
                self._code, self._secret = kept.code, kept.secret or self._secret
            self._places, self._left, self._unheard = {}, {}, set()
            self._tokens = {seat: token for seat, token in kept.tokens.items() if seat < NO_SEAT}
            self._used = set(self._tokens)
            self._tokens |= {n: one.token for n, one in enumerate(kept.bench[:MOST_BENCHED], start=NO_SEAT)}
            known = {one.token: one for one in (*kept.people, *kept.bench)}
            self._people = {token: known[token] for token in self._tokens.values() if token in known}

    def _alike(self) -> list[SeatInfo]:
        """The free ones of those seats that are alike: those that nobody has had come first."""
        first = self._listed or 0
        free = [place for place in self._places.values() if place.seat >= first and self._is_free(place)]
        return sorted(free, key=lambda place: (place.seat in self._used, place.seat))

    def _is_free(self, place: SeatInfo) -> bool:
        return place.free and place.seat not in self._tokens
