"""What a friend elsewhere is invited with: a relay, a room, a key; and how the door to them stands.

Nothing here needs a network or `cryptography`: the window knows all of it before anything is switched on.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

VERSION = "1"
"""The first letter of an invitation: how it is read, and how the line behind it is sealed."""
RELAY = "SOCK_DRAWER_RELAY"
"""Where the relay is, in the surroundings of the program; it goes before what is set."""
KEY, PROOF, ROOM = 15, 16, 9
"""Bytes."""
SECRET = KEY + PROOF
LONGEST = 400
"""Letters of a relay's address, as they stand in a link and its QR code."""
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_NAME = rf"{_LABEL}(?:\.{_LABEL})*"
_HERE = r"(?:127\.0\.0\.1|localhost)"
_REST = r"(?::[0-9]{1,5})?(?:/[\w.~/-]*)?"
_PORT = re.compile(r":([0-9]+)")
_RELAY = re.compile(rf"(?P<safe>wss?)://(?P<rest>(?:(?<=wss://){_NAME}|{_HERE}){_REST})", re.ASCII)
_PAGE = re.compile(rf"(?:https://{_NAME}|http://{_HERE}){_REST}", re.ASCII)


@dataclass(frozen=True, slots=True)
class RelayAddress:
    """Where sealed messages are passed on, and where friends load the little script that opens them."""

    line: str
    """The address that host and phones call, ``wss://relay.example/line``."""
    page: str
    """What a link begins with, ``https://relay.example/``."""

    @property
    def is_safe(self) -> bool:
        """Whether it is called by TLS."""
        return self.line.startswith("wss:")


def read_relay(text: str) -> RelayAddress | None:
    """The relay of a setting: ``wss://relay.example``, and after a blank where the page is, if not there.

    `None` for what is no such address. Without TLS it is one of this computer alone, for tests: elsewhere no
    browser would seal anything.
    """
    line, _, page = text.strip().partition(" ")
    found, page = _RELAY.fullmatch(line), page.strip()
    if found is None or (page and _PAGE.fullmatch(page) is None) or len(text) > LONGEST:
        return None
    if any(int(port) >= 2**16 for port in _PORT.findall(text)):
        return None
    own = f"{found['safe'].replace('ws', 'http')}://{found['rest']}"
    return RelayAddress(f"{line.rstrip('/')}/line", f"{(page or own).rstrip('/')}/")


def letters(data: bytes) -> str:
    """Bytes as they stand in a link."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_secret(text: str) -> bool:
    """Whether this is how the secret of an invitation is kept."""
    return re.fullmatch(r"[\w-]{42}", text, re.ASCII) is not None


def secret_of(text: str) -> bytes:
    """The secret that was kept so; nothing where none was."""
    return base64.urlsafe_b64decode(text + "==") if is_secret(text) else b""


def room_of(proof: bytes) -> str:
    """The room that belongs to whoever can show this: 12 letters, of which nobody can work it out."""
    return letters(hashlib.sha256(proof).digest()[:ROOM])


class RelayInvite:
    """One room at the relay, and the key to it.

    Attributes:
        key: what both ends of a line know and the relay does not.
        proof: what the relay is shown by whoever is the host of the room.
        room: its name.
        words: what stands behind ``#`` in a link, 33 letters.
    """

    def __init__(self, secret: bytes = b"") -> None:
        """Take up the secret of an earlier one, or make a new one."""
        self.secret = secret or secrets.token_bytes(SECRET)
        self.key, self.proof = self.secret[:KEY], self.secret[KEY:]
        self.room = room_of(self.proof)
        self.words = VERSION + self.room + letters(self.key)

    @cached_property
    def next(self) -> RelayInvite:
        """The new link that a party would have instead."""
        return RelayInvite()

    @property
    def mark(self) -> str:
        """By which far.js knows the words once it sees them; nobody can work them out from it."""
        return ",".join(map(str, hashlib.sha256(self.words.encode()).digest()))

    @staticmethod
    def key_in(words: str) -> bytes:
        """The key in what stands behind ``#`` of a link."""
        return base64.urlsafe_b64decode(words[1 + ROOM * 4 // 3 :])

    def link(self, relay: RelayAddress) -> str:
        return f"{relay.page}#{self.words}"


class RelayState(StrEnum):
    """How the door to friends elsewhere stands."""

    OFF = "off"
    UNSET = "unset"
    """Nobody has said where the relay is."""
    MISSING = "missing"
    """`cryptography` is not installed, or a program without TLS is to call by TLS."""
    CALLING = "calling"
    OPEN = "open"
    LOST = "lost"
    """The relay cannot be reached just now; it is called again and again."""
    REFUSED = "refused"
    """The relay says no, and is asked again; `RelayStatus.trouble` has its words."""
    ELSEWHERE = "elsewhere"
    """Another program has this invitation open, as where a match was gone on with on another computer."""


class PinRejection(StrEnum):
    """Why a number was given back, or who typed it was turned away, with nobody's word."""

    NOT = ""
    OFTEN = "often"
    """It was typed too often with nobody let in."""
    UNTYPED = "untyped"
    """For long nobody has typed it."""
    UNCOMPARED = "uncompared"
    """Nobody has compared the socks; the number is still good."""


Sock = tuple[int, int]
"""Colour and pattern, each by the number of the seat that wears it."""


@dataclass(frozen=True, slots=True)
class SasPrompt:
    """Somebody who has typed the number: does their phone show these socks?"""

    number: int
    """No two of an evening have the same."""
    socks: tuple[Sock, ...]
    """Three, from the left."""


@dataclass(frozen=True, slots=True)
class RelayStatus:
    """Where friends elsewhere find a party, as it was at one moment."""

    state: RelayState = RelayState.OFF
    link: str = ""
    """Empty unless there is an invitation; it is there while the relay is called, too."""
    qr: tuple[tuple[bool, ...], ...] = ()
    trouble: str = ""
    """Why the relay cannot be reached, or says no, in its own words or the system's."""
    number: str = ""
    """Six digits for who can only type, while the relay lends them."""
    late: PinRejection = PinRejection.NOT
    """What came of the last number, or of who typed it; until one is asked for, or somebody else types it."""
    asks: Sequence[SasPrompt] = ()
    """Whose socks are to be compared, who has waited longest first; see `Party.match_socks`."""


RELAY_OFF = RelayStatus()
"""The door of a party that friends elsewhere know nothing of."""
