"""What phones may say, checked word by word, and what the window is told of them.

Weighed and left out: *a small virtual DOM* for the page (preact, 4 kB): `patch` in `party/page/kit.js` is
some sixty lines, keeps focus and keys as we want, and needs no build.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias

from game.core.graphemes import JOINER, cut, is_ignorable, is_picture, letters
from game.core.schema import Reader, checked_by, dataclass_reader, ignore_errors, number

LARGEST = 4096
"""Bytes of a message from a phone."""
SEATS = 64
"""So many seats a party may have; a hall has one for each person."""
NAME = 20
"""Letters of a name."""
_UNSEEN = "\u2800\ufffc"
"""Visible by their properties, but blank."""
_IN_PICTURES = JOINER + "\ufe0f" + "".join(map(chr, range(0xE0020, 0xE0080)))
"""Ignorable code points that make another picture of what is before them."""
PROPOSE, STOP = "propose", "stop"
"""What a phone asks for that is for something, or against what is about to happen."""
CONTROL_ACTIONS = frozenset({PROPOSE, STOP})
"""What those may say too who wait for a seat."""
_DEEPEST = 4
_LONGEST = 160
_TEXT = 2000


class BadMessage(ValueError):  # noqa: N818 - it is the message that is bad
    """A message off the schema; it changes nothing."""


def _text(longest: int) -> Reader:
    return checked_by(lambda value: isinstance(value, str) and len(value) <= longest and _is_unicode(value))


def _is_words(value: Any) -> bool:
    if not isinstance(value, dict) or not _is_plain(value, _DEEPEST):
        return False
    word = value.get("do")
    return isinstance(word, str) and 0 < len(word) <= 24 and word.isascii() and word.isalpha()


# The fields of messages: the type for us, and what JSON is checked by.

Code = Annotated[str, _text(32)]
SeatNumber = Annotated[int, number(0, SEATS - 1)]
Token = Annotated[str, _text(64)]
Words = Annotated[Mapping[str, Any], checked_by(_is_words)]


@dataclass(frozen=True, slots=True)
class ListSeatsRequest:
    """A phone without a seat asks for the free ones."""

    code: Code


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """A phone asks for a free seat."""

    code: Code
    seat: SeatNumber
    name: Annotated[str, _text(80)]


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """A phone without a token asks for the seat that it had; the host decides."""

    code: Code
    seat: SeatNumber
    name: Annotated[str, _text(80)] = ""
    """What it calls itself."""


@dataclass(frozen=True, slots=True)
class SpectateRequest:
    """A phone without a seat wants to see what everybody may see."""

    code: Code
    watcher: Annotated[str, _text(32)]
    """What it calls itself, so that it is known again."""


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """A phone says which language its person reads."""

    language: Annotated[str, _text(8)]


@dataclass(frozen=True, slots=True)
class ReconnectRequest:
    """A phone comes back to the seat that its token is for."""

    token: Token


@dataclass(frozen=True, slots=True)
class TeacherLogin:
    """A page says that it is the teacher's."""

    token: Token


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """What the person in a seat does; only the match knows what it means."""

    number: Annotated[int, number(0, 10**9)]
    """Counts what the phone has said; the answer carries it again."""
    words: Words
    """Plain JSON with a word under ``do``."""


@dataclass(frozen=True, slots=True)
class LeaveRequest:
    """A phone gives its seat up."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A phone is still there."""


Message: TypeAlias = (
    ListSeatsRequest
    | JoinRequest
    | ClaimRequest
    | SpectateRequest
    | SetLanguage
    | ReconnectRequest
    | TeacherLogin
    | SeatRequest
    | LeaveRequest
    | Heartbeat
)
MESSAGES: Mapping[str, type[Any]] = {
    "look": ListSeatsRequest,
    "join": JoinRequest,
    "claim": ClaimRequest,
    "watch": SpectateRequest,
    "speak": SetLanguage,
    "back": ReconnectRequest,
    "teach": TeacherLogin,
    "say": SeatRequest,
    "leave": LeaveRequest,
    "beat": Heartbeat,
}
"""Message classes by the type in the JSON."""
_READERS = {name: dataclass_reader(kind, exact=True) for name, kind in MESSAGES.items()}


@dataclass(frozen=True, slots=True)
class PhoneJoined:
    """A phone has taken a seat that was free."""

    seat: int
    name: str
    """Trimmed; empty where the person gave none."""


@dataclass(frozen=True, slots=True)
class PhoneLeft:
    """A phone has given its seat up for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class PhoneDisconnected:
    """A phone cannot be reached; its token stays good."""

    seat: int


@dataclass(frozen=True, slots=True)
class PhoneReconnected:
    """A phone that had dropped out is there again, or one of an earlier party."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatMessage:
    """The person in a seat has done something; answer it with `Party.answer`."""

    seat: int
    number: int
    words: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LanguageChanged:
    """The person in a seat reads this language; there may be no words in it."""

    seat: int
    language: str


@dataclass(frozen=True, slots=True)
class SpectatorMessage:
    """Somebody without a seat has done something; it was answered already."""

    watcher: str
    words: Mapping[str, Any]


News: TypeAlias = (
    PhoneJoined | PhoneLeft | PhoneDisconnected | PhoneReconnected | SeatMessage | LanguageChanged
)


def read(text: object) -> Message:
    """The message that a phone has sent.

    Raises:
        BadMessage: it is no message; the reason is one for programmers.
    """
    if not isinstance(text, str) or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
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
    """A name as it can be shown on every screen: one line of at most `NAME` letters that are seen."""
    shown = clean_line(name, NAME)
    # Marks alone stand on nothing.
    return shown if any(is_picture(one) or unicodedata.category(one)[0] in "LNPS" for one in shown) else ""


def clean_line(words: str, most: int) -> str:
    """What somebody has typed, as one line of at most so many letters that are seen."""
    return cut(" ".join("".join(map(_seen, letters(words))).split()), most).strip()


def _seen(letter: str) -> str:
    """The letter with its marks; a gap for what is none; nothing for what is not seen."""
    if is_picture(letter) and letter not in _UNSEEN:
        return "".join(sign for sign in letter if sign in _IN_PICTURES or not is_ignorable(sign)).rstrip(
            JOINER
        )
    kept = (
        sign for sign in letter
        if sign not in _UNSEEN and not is_ignorable(sign)
        and unicodedata.category(sign) not in ("Cf", "Sk", "Cn", "Co")
    )  # fmt: skip
    return "".join(sign if sign.isprintable() else " " for sign in kept)


def _is_unicode(text: str) -> bool:
    return not any(0xD800 <= ord(letter) < 0xE000 for letter in text)


def _is_plain(value: object, deep: int) -> bool:
    match value:
        case bool() | None:
            return True
        case int():
            return abs(value) < 10**6
        case str():
            return len(value) <= _TEXT and _is_unicode(value)
        case list():
            return deep > 0 and len(value) <= _LONGEST and all(_is_plain(part, deep - 1) for part in value)
        case dict():
            return (
                deep > 0
                and len(value) <= 12
                and all(len(name) <= 24 and _is_unicode(name) for name in value)
                and all(_is_plain(part, deep - 1) for part in value.values())
            )
        case _:
            return False  # floats: nothing here is measured
