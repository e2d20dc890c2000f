"""Seat registry: room code, seat tokens, and the people who hold them.

The server thread and the window thread both use it, so every method holds a lock. Only the window numbers the
seats. A token stays with its person when the seat numbers change. Name, look and language belong to the
`Participant`, not to the seat. They follow the token from game to game, onto the bench and back, and into
saves.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple

from game.core.schema import Bad, Reader, checked_by, dataclass_reader, lenient_list, letters, number, text
from game.party.messages import MAX_SEATS, clean_name

FIRST_BENCH = (
    1000  # first bench number, for people without a seat in a smaller game; they keep token and name
)
MAX_BENCHED = 99  # bench places read from a save
CODE_LETTERS = "BCDFGHJKLMNPRSTVWXZ"  # letters of room codes; without vowels they form no words
CODE_LENGTH = 4
SECRET_LENGTH = 12  # further letters of an invitation, about four bits each
MAX_EXTRA_LENGTH = 1000  # letters that an extra may save with a party
_MAX_PEERS = 500


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Seat as shown to phones that look for one."""

    seat: int
    name: str
    look: int  # colour and pattern, 0 to 7
    free: bool
    bot: bool = False
    """True if a bot plays there and makes room for a person."""
    is_dealt: bool = False
    """True if, with seats alike, the seat has a hand that only its person may see."""

    def plain(self) -> dict[str, Any]:
        """Plain JSON with seat, name and look, and ``bot`` only if True."""
        state = {"seat": self.seat, "name": self.name, "look": self.look}
        return {**state, "bot": True} if self.bot else state


class SeatClaim(NamedTuple):
    """Claim of a phone that a seat was its own."""

    seat: int
    number: int  # unique
    name: str = ""
    """Name that the phone gives itself; may be empty."""
    is_near: bool | None = None
    """True if it has the last address of that seat's phone. None if unknown."""


class SeatListing(NamedTuple):
    """Seat list sent to phones that look for a seat."""

    title: str  # of the game
    free: tuple[SeatInfo, ...]
    away: tuple[SeatInfo, ...]  # seats whose phones are disconnected
    alike: bool
    """True in a class with many tables, which cannot be watched one by one."""
    deals: bool = False  # True if a match has several deals
    between: bool = False  # True if a match is over and the next one has a seat to spare

    def plain(self) -> dict[str, Any]:
        """Plain JSON with title, is_class, seats and away; has_deals and between only if True."""
        seats, away = ([place.plain() for place in places] for places in (self.free, self.away))
        state = {"title": self.title, "is_class": self.alike, "seats": seats, "away": away}
        optional = {"has_deals": self.deals, "between": self.between}
        return state | {name: True for name, is_on in optional.items() if is_on}


Token = Annotated[
    str, checked_by(lambda value: isinstance(value, str) and 30 <= len(value) <= 64 and value.isascii())
]


def _code_reader(count: int) -> Reader:
    """Reader that accepts a text of ``count`` code letters, or an empty one."""
    return checked_by(
        lambda value: isinstance(value, str) and len(value) in (0, count) and set(value) <= set(CODE_LETTERS)
    )


Code = Annotated[str, _code_reader(CODE_LENGTH)]
Secret = Annotated[str, _code_reader(SECRET_LENGTH)]


def _read_name(raw: object, where: str, bad: Bad) -> str:
    """Text as a clean name; see `clean_name`. May be empty."""
    return clean_name(text(raw, where, bad))


UNCHOSEN = -1  # no look chosen, or no seat in a lobby yet


@dataclass(frozen=True, slots=True)
class Participant:
    """Person with a phone, independent of the seat."""

    token: Token
    name: Annotated[str, _read_name] = ""  # empty until given
    look: Annotated[int, number(UNCHOSEN, 7)] = UNCHOSEN  # colour and pattern, 0 to 7
    language: Annotated[str, letters(8)] = ""  # as sent by the phone, not validated
    remote: bool = False  # True if the phone is the host's remote
    chair: Annotated[int, number(UNCHOSEN, MAX_SEATS - 1)] = UNCHOSEN
    """Seat in the last lobby that had one for this person."""


STRANGER = Participant("")  # placeholder for an unknown person


@dataclass(frozen=True, slots=True)
class SavedParty:
    """Part of a party that is saved beside a match. Every field may be missing."""

    code: Code = ""
    tokens: Mapping[int, Token] = field(default_factory=dict)  # by seat
    # longest waiting first
    bench: Annotated[tuple[Participant, ...], lenient_list(dataclass_reader(Participant, lenient=True))] = ()
    # people with a seat
    people: Annotated[tuple[Participant, ...], lenient_list(dataclass_reader(Participant, lenient=True))] = ()
    port: Annotated[int, number(0, 2**16 - 1)] = 0  # last port, 0 if unknown
    secret: Secret = ""  # further letters of invitations by a public address
    # texts of extras by name
    extras: Mapping[str, Annotated[str, letters(MAX_EXTRA_LENGTH)]] = field(default_factory=dict)
    far: Annotated[str, letters(MAX_EXTRA_LENGTH)] = ""  # of older saves: text of the extra elsewhere


def _draw(count: int) -> str:
    """Random text of ``count`` code letters."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(count))


def _code_bytes(code: str) -> bytes:
    """Typed code as bytes: capitals, without white space."""
    return "".join(code.split()).upper().encode()


class SeatRegistry:
    """Seats of a party and the tokens that open them."""

    def __init__(self, code: str = "") -> None:
        self._lock = threading.Lock()
        self._code, self._secret = code or _draw(CODE_LENGTH), _draw(SECRET_LENGTH)
        self._places: dict[int, SeatInfo] = {}
        self._tokens: dict[int, str] = {}
        self._left: dict[str, int] = {}
        """Former seats of void tokens, until the window has read the news of it."""
        self._people: dict[str, Participant] = {}  # by token
        self._unheard: set[str] = set()
        """Tokens that the window has not seen yet. What it offers at their seats does not describe them."""
        self._title, self._deals, self._between = "", False, False
        self._listed: int | None = None
        """First of the seats that are alike. None if every seat is distinct."""
        self._idle: dict[str, str] = {}
        """Addresses of tokens that have sent nothing yet, by token."""
        self._used: set[int] = set()
        """Seats held by a phone since the last renumbering. A next person must inherit nothing there."""

    @property
    def code(self) -> str:
        """Room code, `CODE_LENGTH` capital letters."""
        with self._lock:
            return self._code

    @property
    def invitation(self) -> str:
        """Room code plus secret letters, for guests who are invited from elsewhere.

        Four letters are enough among people in a room, but the internet has many guessers. Guests with only
        the code share the delay of all who guess; see `ConnectionPool`.
        """
        with self._lock:
            return self._code + self._secret

    def is_invited(self, code: str) -> bool:
        """True if this is the whole invitation. Case and spaces do not matter."""
        return hmac.compare_digest(_code_bytes(code), self.invitation.encode())

    def offer(
        self, places: Sequence[SeatInfo], title: str, listed: int | None = None, *,
        deals: bool = False, between: bool = False,
    ) -> None:  # fmt: skip
        """Set the seats and the title. People in seats that are not free get the seat's name and look.

        A seat held by a phone is never free. ``deals`` is True if a match has several deals, ``between`` if a
        match is over and the next has a seat to spare.

        All seats from ``listed`` on are alike. Only one of the free ones is listed, and a person who asks for
        a taken one gets the next.
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
        """True if there are seats that are alike, as in a class with many tables."""
        with self._lock:
            return self._listed is not None

    @property
    def free(self) -> list[SeatInfo]:
        """Seats that are offered as free and held by no phone. A stranger with the code sees no others."""
        with self._lock:
            return [place for place in self._places.values() if self._is_free(place)]

    def listing(self, present: Container[str]) -> SeatListing:
        """Free seats (of those alike only one), and seats whose phone's token is not in ``present``."""
        with self._lock:
            free = tuple(place for place in self._places.values() if self._is_free(place))
            if self._listed is not None:
                free = (
                    *(place for place in free if place.seat < self._listed),
                    *self._free_alike_seats()[:1],
                )
            away = {seat for seat, token in self._tokens.items() if token not in present}
            away_places = tuple(place for place in self._places.values() if place.seat in away)
            alike = self._listed is not None
            return SeatListing(self._title, free, away_places, alike, self._deals, self._between)

    def is_full(self, present: Container[str]) -> bool:
        """True if the tokens of all held seats, without the bench, are in ``present``."""
        with self._lock:
            return all(token in present for seat, token in self._tokens.items() if seat < FIRST_BENCH)

    def place(self, seat: int) -> SeatInfo | None:
        """Seat as last offered. None if it was not."""
        with self._lock:
            return self._places.get(seat)

    def is_code(self, code: str) -> bool:
        """True if this is the room code. Case and spaces do not matter."""
        return hmac.compare_digest(_code_bytes(code), self.code.encode())

    def take(self, seat: int, peer: str = "", name: str = "") -> tuple[int, str] | None:
        """Give a free seat to a phone at ``peer`` and return (seat, token). None if it is not free.

        If seats are alike, the next free one is given.
        """
        with self._lock:
            requested = self._places.get(seat)
            alike = self._listed is not None and seat >= self._listed
            free = (
                self._free_alike_seats()
                if alike
                else [requested]
                if requested and self._is_free(requested)
                else []
            )
            if not free:
                return None
            free_seat = free[0].seat
            return free_seat, self._assign_token(free_seat, peer, name)

    def _assign_token(self, seat: int, peer: str, name: str) -> str:
        """Make a token for a new person, give it the seat, and return it. The lock must be held."""
        token = secrets.token_urlsafe(24)
        place = self._places.get(seat)
        # A person who gives no name gets the name and look that the seat was offered with.
        self._people[token] = Participant(
            token, name or (place.name if place else ""), place.look if place else UNCHOSEN
        )
        self._unheard.add(token)
        self._used.add(seat)
        self._tokens[seat] = token
        used_tokens = set(self._tokens.values())
        self._idle = {
            old_token: where for old_token, where in self._idle.items() if old_token in used_tokens
        } | {token: peer}
        return token

    def idle(self, seat: int, *, dealt: bool = False) -> dict[str, str]:
        """Addresses, by token, of silent people in seats that are alike; {} if ``seat`` is not one of them.

        Silent are those who have sent nothing yet. ``dealt`` selects the seats with a hand, which may be
        shown only to a person whom the host admits; else those without.
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
        """Note that the person with this token has sent something, so they are not `idle`."""
        with self._lock:
            self._idle.pop(token, None)

    def pass_on(self, token: str, peer: str, name: str = "") -> tuple[int, str] | None:
        """Give the seat of a token to a new person at ``peer``: (seat, new token). None if it has none."""
        seat = self.leave(token)
        if seat is None:
            return None
        with self._lock:
            return seat, self._assign_token(seat, peer, name)

    def renew(self, seat: int) -> str | None:
        """Replace the token of a held seat and return the new one. None if no phone holds it."""
        with self._lock:
            if seat not in self._tokens:
                return None
            old, new = self._tokens[seat], secrets.token_urlsafe(24)
            self._tokens[seat] = new
            self._people[new] = replace(self._people.pop(old, STRANGER), token=new)
            return new

    def appoint(self, seat: int | None) -> None:
        """Make the phone of a seat the host's only remote, also after it changes seats. None removes it."""
        with self._lock:
            for number in self._tokens:
                person = self._person(number)
                self._people[person.token] = replace(person, remote=number == seat)

    @property
    def remote(self) -> int | None:
        """Seat or bench number of the host's remote. None if there is none."""
        with self._lock:
            return next((seat for seat in self._tokens if self._person(seat).remote), None)

    def seat_of(self, token: str) -> int | None:
        """Seat or bench number of a token. None if the token is unknown."""
        token_bytes, matching_seat = token.encode(), None
        with self._lock:
            # All tokens are compared, so that the time reveals nothing.
            for seat, seat_token in self._tokens.items():
                if hmac.compare_digest(token_bytes, seat_token.encode()):
                    matching_seat = seat
        return matching_seat

    def token(self, seat: int) -> str:
        """Token of the phone with this seat or bench number. Empty if there is none."""
        with self._lock:
            return self._tokens.get(seat, "")

    def release(self, seat: int) -> str:
        """Void the token of a seat or bench number and return it. Empty if no phone held it."""
        with self._lock:
            token = self._tokens.pop(seat, "")
            self._forget(token)
            return token

    def _forget(self, token: str) -> None:
        """Remove the person of a token."""
        self._people.pop(token, None)
        self._unheard.discard(token)

    def leave(self, token: str) -> int | None:
        """Void a token and return its seat or bench number, which is then free. None if it had none."""
        with self._lock:
            seat = next((one for one, seat_token in self._tokens.items() if seat_token == token), None)
            if seat is not None:
                del self._tokens[seat]
                self._forget(token)
                self._left[token] = seat
                if len(self._left) > _MAX_PEERS:
                    del self._left[next(iter(self._left))]
            return seat

    def heard_of(self, token: str) -> int | None:
        """Current seat of a token, or the last one if it was given up; None if unknown. Marks it as seen.

        News of a void token may still be queued, for example that a person joined and left at once.
        """
        seat = self.seat_of(token)
        with self._lock:
            self._unheard.discard(token)
            return self._left.get(token) if seat is None else seat

    # People.

    def person(self, seat: int) -> Participant:
        """Person in a seat or on the bench. Has an empty token if no phone has that number."""
        with self._lock:
            return self._person(seat)

    def _person(self, seat: int) -> Participant:
        """Person in a seat or on the bench. The lock must be held."""
        token = self._tokens.get(seat, "")
        return self._people.get(token, Participant(token))

    @property
    def people(self) -> dict[int, Participant]:
        """People by number: those with a seat, then the bench, longest waiting first."""
        with self._lock:
            return {seat: self._person(seat) for seat in sorted(self._tokens)}

    def speaks(self, token: str, language: str) -> None:
        """Record the language of the person with this token. Ignored if the token is unknown."""
        with self._lock:
            if token in self._tokens.values():
                person = self._people.get(token, Participant(token))
                self._people[token] = replace(person, language=language)

    def keep_chairs(self) -> None:
        """Record the current seats as lobby seats, so that people get the same ones in the next lobby."""
        with self._lock:
            for seat, token in self._tokens.items():
                if seat < FIRST_BENCH:
                    self._people[token] = replace(self._person(seat), chair=seat)

    def reseat(self, seats: Mapping[int, int]) -> None:
        """Renumber the seats (old to new) and forget the offer. Seats that are missing move to the bench."""
        with self._lock:
            tokens = {seats[seat]: token for seat, token in self._tokens.items() if seat in seats}
            left = [seat for seat in sorted(self._tokens) if seat not in seats]
            tokens |= {FIRST_BENCH + place: self._tokens[seat] for place, seat in enumerate(left)}
            self._tokens, self._places, self._used = tokens, {}, set(tokens)
            self._left = {token: seats[seat] for token, seat in self._left.items() if seat in seats}

    def had(self, seat: int) -> bool:
        """True if a phone has held this seat since the last renumbering."""
        with self._lock:
            return seat in self._used

    @property
    def held_seats(self) -> list[int]:
        """Sorted seats held by phones, connected or not, without the bench."""
        with self._lock:
            return sorted(seat for seat in self._tokens if seat < FIRST_BENCH)

    @property
    def bench(self) -> list[int]:
        """Bench numbers, longest waiting first."""
        with self._lock:
            return sorted(seat for seat in self._tokens if seat >= FIRST_BENCH)

    def dump_state(self) -> SavedParty:
        """Codes and people as saved beside a match. Without the port and the texts of extras."""
        with self._lock:
            people = {seat: self._person(seat) for seat in sorted(self._tokens)}
            seated = {seat: person.token for seat, person in people.items() if seat < FIRST_BENCH}
            return SavedParty(
                self._code,
                seated,
                bench=tuple(person for seat, person in people.items() if seat >= FIRST_BENCH),
                people=tuple(people[seat] for seat in seated),
                secret=self._secret,
            )

    def restore_state(self, saved: SavedParty, *, code: bool = True) -> None:
        """Restore a saved party, and its room code if ``code``. The current tokens are void."""
        with self._lock:
            if code and saved.code:
                self._code, self._secret = saved.code, saved.secret or self._secret
            self._places, self._left, self._unheard = {}, {}, set()
            self._tokens = {seat: token for seat, token in saved.tokens.items() if seat < FIRST_BENCH}
            self._used = set(self._tokens)
            self._tokens |= {
                n: person.token for n, person in enumerate(saved.bench[:MAX_BENCHED], start=FIRST_BENCH)
            }
            people = {person.token: person for person in (*saved.people, *saved.bench)}
            self._people = {token: people[token] for token in self._tokens.values() if token in people}

    def _free_alike_seats(self) -> list[SeatInfo]:
        """Free seats of those that are alike, by number; seats that no phone has held come first."""
        first = self._listed or 0
        free = [place for place in self._places.values() if place.seat >= first and self._is_free(place)]
        return sorted(free, key=lambda place: (place.seat in self._used, place.seat))

    def _is_free(self, place: SeatInfo) -> bool:
        """True if a seat is offered as free and no phone holds it."""
        return place.free and place.seat not in self._tokens
