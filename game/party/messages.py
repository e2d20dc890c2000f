"""Messages from phones, validated field by field, and the news about phones for the window.

A virtual DOM for the page (preact, 4 kB) was considered and rejected. `patch` in `party/page/dom.js` has some
sixty lines, keeps focus and keys as we want, and needs no build.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias

from game.core.graphemes import JOINER, first_letters, is_ignorable, is_picture, letters
from game.core.schema import Reader, checked_by, dataclass_reader, ignore_errors, number

MAX_MESSAGE_SIZE = 4096  # bytes of a message from a phone
MAX_SEATS = 64  # seats of a party at most; a class has one for each person
MAX_NAME_LENGTH = 20  # graphemes of a name
_BLANK = "\u2800\ufffc"  # blank, although their properties say visible
# ignorable code points that change the picture before them
_EMOJI_PARTS = JOINER + "\ufe0f" + "".join(map(chr, range(0xE0020, 0xE0080)))
PROPOSE, STOP = "propose", "stop"  # a vote for something, and a veto against what is about to happen
CONTROL_ACTIONS = frozenset({PROPOSE, STOP})  # actions also allowed to people on the bench
_MAX_DEPTH = 4
_MAX_ENTRIES = 160
_MAX_TEXT = 2000
_ACTION = re.compile("[A-Za-z]+(_[A-Za-z]+)*")


class BadMessage(ValueError):  # noqa: N818 - it is the message that is bad
    """Message that does not match the schema. It changes nothing."""


def _text(longest: int) -> Reader:
    """Reader that accepts a text of at most ``longest`` characters without surrogates."""
    return checked_by(lambda value: isinstance(value, str) and len(value) <= longest and _is_unicode(value))


def _is_words(value: Any) -> bool:
    """True if this is a plain JSON object within the limits, with an action of letters and _ under ``do``."""
    if not isinstance(value, dict) or not _is_plain(value, _MAX_DEPTH):
        return False
    word = value.get("do")
    return isinstance(word, str) and len(word) <= 24 and _ACTION.fullmatch(word) is not None


# Field types of messages: the Python type and the reader that validates the JSON.

Code = Annotated[str, _text(32)]
SeatNumber = Annotated[int, number(0, MAX_SEATS - 1)]
Token = Annotated[str, _text(64)]
Words = Annotated[Mapping[str, Any], checked_by(_is_words)]


@dataclass(frozen=True, slots=True)
class ListSeatsRequest:
    """Request of a phone without a seat for the list of free seats."""

    code: Code


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """Request for a free seat."""

    code: Code
    seat: SeatNumber
    name: Annotated[str, _text(80)]


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """Request of a phone without its token for the seat that it had. The host decides."""

    code: Code
    seat: SeatNumber
    name: Annotated[str, _text(80)] = ""
    """Name that the phone gives itself."""


@dataclass(frozen=True, slots=True)
class SpectateRequest:
    """Request of a phone without a seat to watch the public state."""

    code: Code
    watcher: Annotated[str, _text(32)]
    """Name that the phone gives itself, by which it is recognised later."""


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """Language that the person at a phone reads."""

    language: Annotated[str, _text(8)]


@dataclass(frozen=True, slots=True)
class ReconnectRequest:
    """Request to return to the seat of the token."""

    token: Token


@dataclass(frozen=True, slots=True)
class TokenLogin:
    """Login of a page with a token."""

    token: Token


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Action of the person in a seat. Only the match knows its meaning."""

    number: Annotated[int, number(0, 10**9)]
    """Running number of the phone's messages; the answer repeats it."""
    words: Words
    """Plain JSON object with the action under ``do``."""


@dataclass(frozen=True, slots=True)
class LeaveRequest:
    """Request of a phone to give up its seat."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Sign of life of a phone."""


Message: TypeAlias = (
    ListSeatsRequest
    | JoinRequest
    | ClaimRequest
    | SpectateRequest
    | SetLanguage
    | ReconnectRequest
    | TokenLogin
    | SeatRequest
    | LeaveRequest
    | Heartbeat
)
# by the type in the JSON
MESSAGES: Mapping[str, type[Any]] = {
    "list_seats": ListSeatsRequest,
    "join": JoinRequest,
    "claim": ClaimRequest,
    "spectate": SpectateRequest,
    "set_language": SetLanguage,
    "reconnect": ReconnectRequest,
    "token_login": TokenLogin,
    "action": SeatRequest,
    "leave": LeaveRequest,
    "heartbeat": Heartbeat,
}
_READERS = {name: dataclass_reader(kind, exact=True) for name, kind in MESSAGES.items()}


@dataclass(frozen=True, slots=True)
class PhoneJoined:
    """A phone has taken a free seat."""

    seat: int
    name: str
    """Trimmed; empty if the person gave none."""


@dataclass(frozen=True, slots=True)
class PhoneLeft:
    """A phone has given up its seat for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class PhoneDisconnected:
    """A phone is disconnected; its token stays valid."""

    seat: int


@dataclass(frozen=True, slots=True)
class PhoneReconnected:
    """A phone is connected again, also after a restart of the party."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatMessage:
    """Action of the person in a seat. Answer it with `Party.answer`."""

    seat: int
    number: int
    words: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LanguageChanged:
    """Language of the person in a seat. There may be no translation for it."""

    seat: int
    language: str


@dataclass(frozen=True, slots=True)
class SpectatorMessage:
    """Action of a spectator. The server has answered it already."""

    watcher: str
    words: Mapping[str, Any]


News: TypeAlias = (
    PhoneJoined | PhoneLeft | PhoneDisconnected | PhoneReconnected | SeatMessage | LanguageChanged
)


def read(text: object) -> Message:
    """Message of a phone, parsed from JSON, the name of a join or claim cleaned. BadMessage if not valid."""
    if not isinstance(text, str) or len(text.encode("utf-8", "surrogatepass")) > MAX_MESSAGE_SIZE:
        raise BadMessage("too large, or no text")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMessage("no JSON") from error
    if not isinstance(data, dict):
        raise BadMessage("no object")
    kind = data.pop("type", None)
    if not isinstance(kind, str) or kind not in _READERS:
        raise BadMessage("unknown type")
    try:
        message: Message = _READERS[kind](data, kind, ignore_errors)
    except ValueError as error:
        raise BadMessage(str(error)) from None
    if isinstance(message, JoinRequest | ClaimRequest):
        return replace(message, name=clean_name(message.name))
    return message


def clean_name(name: str) -> str:
    """Name as one line of up to `MAX_NAME_LENGTH` visible graphemes. Empty if only spaces or marks."""
    visible_name = clean_line(name, MAX_NAME_LENGTH)
    # Combining marks alone have no letter to sit on.
    return (
        visible_name
        if any(is_picture(letter) or unicodedata.category(letter)[0] in "LNPS" for letter in visible_name)
        else ""
    )


def clean_line(line: str, max_length: int) -> str:
    """Typed text as one line of at most ``max_length`` visible graphemes."""
    return first_letters(" ".join("".join(map(_visible_grapheme, letters(line))).split()), max_length).strip()


def _visible_grapheme(letter: str) -> str:
    """Grapheme without invisible code points. A space for unprintable ones, empty if nothing is visible."""
    if is_picture(letter) and letter not in _BLANK:
        return "".join(sign for sign in letter if sign in _EMOJI_PARTS or not is_ignorable(sign)).rstrip(
            JOINER
        )
    signs = (
        sign for sign in letter
        if sign not in _BLANK and not is_ignorable(sign)
        and unicodedata.category(sign) not in ("Cf", "Sk", "Cn", "Co")
    )  # fmt: skip
    return "".join(sign if sign.isprintable() else " " for sign in signs)


def _is_unicode(text: str) -> bool:
    """True if a text has no surrogates."""
    return not any(0xD800 <= ord(letter) < 0xE000 for letter in text)


def _is_plain(value: object, deep: int) -> bool:
    """True if a value is JSON within the limits, without floats, nested at most ``deep`` levels."""
    match value:
        case bool() | None:
            return True
        case int():
            return abs(value) < 10**6
        case str():
            return len(value) <= _MAX_TEXT and _is_unicode(value)
        case list():
            return (
                deep > 0 and len(value) <= _MAX_ENTRIES and all(_is_plain(part, deep - 1) for part in value)
            )
        case dict():
            return (
                deep > 0
                and len(value) <= 12
                and all(len(name) <= 24 and _is_unicode(name) for name in value)
                and all(_is_plain(part, deep - 1) for part in value.values())
            )
        case _:
            return False  # floats are not used in messages
