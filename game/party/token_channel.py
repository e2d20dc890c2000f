"""Pages admitted by a token: sent a state, and able to send requests. The teacher's page is one.

The token has at least 128 bits, so it cannot be guessed, and a page with another one gets nothing. Seat
tokens are not accepted here. A mounted page (`Party.mount`) is served once a token was issued.
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

TOKEN_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # of a token; none is mistaken for another when typed
TOKEN_LENGTH = 26  # letters of a token, 5 bits each
TOKEN_RENEWED = "renewed"  # reason for closing a page: another token was issued
MAX_PAGES = 8  # pages connected at once
_MAX_QUEUED = 100
_ANSWERS_KEY = "page"  # key of all pages in the cache of answers


@dataclass(frozen=True, slots=True)
class TokenRequest:
    """Request of a page. Answer it with `TokenChannel.answer`."""

    number: int
    words: Mapping[str, Any]
    language: str  # of the page, not validated


class ConnectedPhones(Protocol):
    """Connected phones, as in `game.party.connection_pool.ConnectionPool`."""

    phones: list[PhoneConnection]


ChannelCall: TypeAlias = Callable[[ConnectedPhones], object]


class TokenChannel:
    """Channel to the pages with the token.

    The window uses `open`, `renew`, `take_requests`, `languages`, `tell` and `answer`. The rest belongs to
    the server thread.

    Attributes:
        token: admits a page; empty before the first one is issued.
        languages: languages of the connected pages.
    """

    def __init__(self, wake: Callable[[], None], call: Callable[[ChannelCall], object]) -> None:
        """Create a closed channel. ``wake`` reports requests; ``call`` runs a call in the server thread."""
        self._wake, self._call = wake, call
        self._said: deque[TokenRequest] = deque(maxlen=_MAX_QUEUED)
        self._repeats = AnswerCache()
        self._told: dict[str, str] = {}
        """Last state as JSON, by language."""
        self.token = ""
        self.languages: tuple[str, ...] = ()

    # Called by the window.

    def open(self, token: str = "") -> None:
        """Admit pages with this token from now on, or with a new one if it is not valid."""
        self.token = (
            token if is_token(token) else "".join(secrets.choice(TOKEN_LETTERS) for _ in range(TOKEN_LENGTH))
        )
        self._told = {}

    def renew(self) -> None:
        """Issue a new token and disconnect all pages, because the old token was seen by others."""
        self.open()
        self._call(self._dismiss)

    @property
    def has_requests(self) -> bool:
        """True if requests are queued."""
        return bool(self._said)

    def take_requests(self) -> list[TokenRequest]:
        """Remove and return the queued requests, oldest first."""
        return [self._said.popleft() for _wish in range(len(self._said))]

    def tell(self, say: Callable[[str], Mapping[str, Any]]) -> None:
        """Send all pages the state that ``say`` returns for their language, unless they have it."""
        for language in self.languages:
            update = StateUpdate.of(say(language), ())
            if update.state != self._told.get(language):
                self._told = {**self._told, language: update.state}
                self._call(partial(self._send_update, language, update))

    def answer(self, number: int, refused: str = "") -> None:
        """Send all pages the answer to request ``number``. ``refused`` says why not; empty if it was done."""
        self._call(partial(self._send_answer, number, refused))

    # Called in the server thread.

    @property
    def is_open(self) -> bool:
        """True once a token was issued."""
        return bool(self.token)

    def knows(self, token: str) -> bool:
        """True if a typed token is the issued one. Case, spaces and hyphens do not matter."""
        mine = self.token
        return bool(mine) and hmac.compare_digest(mine.encode(), plain(token).encode("utf-8", "replace"))

    def enter(self, phones: Sequence[PhoneConnection], phone: PhoneConnection, token: str) -> None:
        """Admit a page, or send it an error: wrong token, a phone with another role, or too many pages."""
        if phone.seat is not None or phone.watcher or phone.looking or not self.knows(token):
            phone.queue_message("error", why="unknown_token")
        elif not phone.has_token and sum(connected.has_token for connected in phones) >= MAX_PAGES:
            phone.queue_message("error", why="full")
        else:
            phone.has_token = True
            phone.queue_message("token_state")  # the page sends its language next

    def speak(self, phones: Sequence[PhoneConnection], phone: PhoneConnection, language: str) -> None:
        """Set a page's language, and queue the last state in it; the window must produce a new one first."""
        phone.language = language
        if language in self._told:
            phone.queue_state(StateUpdate(self._told[language]))
        self.note(phones)

    def say(self, phone: PhoneConnection, number: int, action: Mapping[str, Any]) -> None:
        """Queue a request of a page. A repeat after a lost connection only gets its answer again."""
        if self._repeats.is_new(_ANSWERS_KEY, number):
            self._said.append(TokenRequest(number, action, phone.language))
            self._wake()
        elif (refused := self._repeats.answer(_ANSWERS_KEY, number)) is not None:
            phone.queue_message("answer", number=number, refused=refused)

    def _send_update(self, language: str, update: StateUpdate, pool: ConnectedPhones) -> None:
        """Queue a state for all pages in this language."""
        for phone in pool.phones:
            if phone.has_token and phone.language == language:
                phone.queue_state(update)

    def _send_answer(self, number: int, refused: str, pool: ConnectedPhones) -> None:
        """Record an answer, and queue it for all pages."""
        self._repeats.note(_ANSWERS_KEY, number, refused)
        for phone in pool.phones:
            if phone.has_token:  # only the page that sent the request waits for this number
                phone.queue_message("answer", number=number, refused=refused)

    def _dismiss(self, pool: ConnectedPhones) -> None:
        """Drop the queued requests, and close all pages with the reason `TOKEN_RENEWED`."""
        self._said.clear()  # pending requests are dropped
        for phone in pool.phones:
            if phone.has_token:
                phone.has_token = False
                phone.close_with("closing", why=TOKEN_RENEWED)
        self.note(pool.phones)

    def note(self, phones: Sequence[PhoneConnection]) -> None:
        """Recompute the languages from all connected phones. Wakes the window if they changed."""
        spoken = tuple(sorted({phone.language for phone in phones if phone.has_token and phone.language}))
        if spoken != self.languages:
            self.languages = spoken
            # A state in a language without a page is out of date by now.
            self._told = {language: state for language, state in self._told.items() if language in spoken}
            self._wake()


def plain(token: str) -> str:
    """Typed token without spaces and hyphens, in capitals."""
    return "".join(token.split()).replace("-", "").upper()


def is_token(token: object) -> bool:
    """True if this is a text in the form of a token: `TOKEN_LENGTH` of the `TOKEN_LETTERS`."""
    return isinstance(token, str) and len(token) == TOKEN_LENGTH and set(token) <= set(TOKEN_LETTERS)


def token_link(origin: str, name: str, token: str) -> str:
    """Link to the page mounted as ``name``. The token follows ``#``, so it is never sent in a request."""
    return f"{origin}/{name}#{token}"
