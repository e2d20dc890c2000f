"""The pages of a teacher: let in by a token of their own, told how everything stands, heard like the window.

The token has 128 bits and more, so nobody guesses it, and whoever has another one gets nothing. It is none of
a seat, whose tokens never open this door. While no token was given out there is no page either.
"""

from __future__ import annotations

import hmac
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from game.party.state_updates import AnswerCache, StateUpdate

if TYPE_CHECKING:
    from game.party.connection import PhoneConnection

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""What a token is made of: nothing that is taken for something else when it is typed."""
LONG = 26
"""Letters of a token, of 5 bits each."""
PLACE = "teacher"
RENEWED = "renewed"
"""Why a page is let out: another token was given out."""
PAGES = 8
"""So many pages of a teacher at one moment."""
_WAITING = 100


@dataclass(frozen=True, slots=True)
class TeacherRequest:
    """Something that a page of the teacher asks for; answer it with `TeacherChannel.answer`."""

    number: int
    words: Mapping[str, Any]
    language: str
    """What the page is read in; it may be anything."""


class ConnectedPhones(Protocol):
    """All that are connected; `game.party.connection_pool.ConnectionPool` has them."""

    phones: list[PhoneConnection]


ChannelCall: TypeAlias = Callable[[ConnectedPhones], object]


class TeacherChannel:
    """The teacher's pages.

    The window uses `open`, `renew`, `heard`, `languages`, `tell` and `answer`; the rest is of the other
    thread.

    Attributes:
        token: lets a page in; empty where there is no teacher.
        languages: what the pages are read in; none where none is there.
    """

    def __init__(self, wake: Callable[[], None], call: Callable[[ChannelCall], object]) -> None:
        """Make it; ``wake`` is called when there is something to hear, ``call`` does things over there."""
        self._wake, self._call = wake, call
        self._said: deque[TeacherRequest] = deque(maxlen=_WAITING)
        self._repeats = AnswerCache()
        self._told: dict[str, str] = {}
        """How everything stands, as JSON, by language."""
        self.token = ""
        self.languages: tuple[str, ...] = ()

    # The window.

    def open(self, token: str = "") -> None:
        """Let pages in, by this token or a new one."""
        self.token = token if is_token(token) else "".join(secrets.choice(LETTERS) for _ in range(LONG))
        self._told = {}

    def renew(self) -> None:
        """Somebody has seen the token who should not have: all pages are let out, and another one lets in."""
        self.open()
        self._call(self._dismiss)

    @property
    def has_wishes(self) -> bool:
        return bool(self._said)

    def heard(self) -> list[TeacherRequest]:
        """What pages have asked for since the last call."""
        return [self._said.popleft() for _wish in range(len(self._said))]

    def tell(self, say: Callable[[str], Mapping[str, Any]]) -> None:
        """Tell all pages how things stand, each in its language, unless they know."""
        for language in self.languages:
            told = StateUpdate.of(say(language), ())
            if told.state != self._told.get(language):
                self._told = {**self._told, language: told.state}
                self._call(partial(self._pass_on, language, told))

    def answer(self, number: int, refused: str = "") -> None:
        self._call(partial(self._answered, number, refused))

    # The other thread.

    @property
    def is_open(self) -> bool:
        return bool(self.token)

    def knows(self, token: str) -> bool:
        mine = self.token
        return bool(mine) and hmac.compare_digest(mine.encode(), plain(token).encode("utf-8", "replace"))

    def enter(self, phones: Sequence[PhoneConnection], phone: PhoneConnection, token: str) -> None:
        """A page says that it is the teacher's; with a wrong token it gets nothing but that it is wrong."""
        if phone.seat is not None or phone.watcher or phone.looking or not self.knows(token):
            phone.note("error", why="unknown_token")
        elif not phone.teaches and sum(other.teaches for other in phones) >= PAGES:
            phone.note("error", why="full")
        else:
            phone.teaches = True
            phone.note("desk")  # what it reads it says next

    def speak(self, phones: Sequence[PhoneConnection], phone: PhoneConnection, language: str) -> None:
        """A page is read in this language; where no other is, the window has to say it first."""
        phone.language = language
        if language in self._told:
            phone.state(StateUpdate(self._told[language]))
        self.note(phones)

    def say(self, phone: PhoneConnection, number: int, words: Mapping[str, Any]) -> None:
        """A page asks for something; once more where its line was lost meanwhile."""
        if self._repeats.is_new(PLACE, number):
            self._said.append(TeacherRequest(number, words, phone.language))
            self._wake()
        elif (refused := self._repeats.answer(PLACE, number)) is not None:
            phone.note("answer", number=number, refused=refused)

    def _pass_on(self, language: str, told: StateUpdate, pool: ConnectedPhones) -> None:
        for phone in pool.phones:
            if phone.teaches and phone.language == language:
                phone.state(told)

    def _answered(self, number: int, refused: str, pool: ConnectedPhones) -> None:
        self._repeats.note(PLACE, number, refused)
        for phone in pool.phones:
            if phone.teaches:  # only the page that has asked waits for this number
                phone.note("answer", number=number, refused=refused)

    def _dismiss(self, pool: ConnectedPhones) -> None:
        self._said.clear()  # what they have asked for meanwhile is not done any more
        for phone in pool.phones:
            if phone.teaches:
                phone.teaches = False
                phone.hang_up("bye", why=RENEWED)
        self.note(pool.phones)

    def note(self, phones: Sequence[PhoneConnection]) -> None:
        """Take in which pages are there."""
        spoken = tuple(sorted({phone.language for phone in phones if phone.teaches and phone.language}))
        if spoken != self.languages:
            self.languages = spoken
            # What somebody was told who has gone is old by now.
            self._told = {language: told for language, told in self._told.items() if language in spoken}
            self._wake()


def plain(token: str) -> str:
    """A token as somebody has typed it, without gaps."""
    return "".join(token.split()).replace("-", "").upper()


def is_token(token: object) -> bool:
    """Whether this could be one."""
    return isinstance(token, str) and len(token) == LONG and set(token) <= set(LETTERS)


def teacher_link(origin: str, token: str) -> str:
    """Where the page is; the token stands behind ``#``, so that it is never sent in a request."""
    return f"{origin}/{PLACE}#{token}"
