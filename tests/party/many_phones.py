"""Many phones at once next to a real window, in a match or a lobby, with one listening thread."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import pytest

from game.core.rummy.draft import DraftPile, Piece, rearrange_pieces
from game.core.session import Session
from game.match.lesson import DRAFT_PREFIX, LessonStep
from game.match.match import Match
from game.match.seats import PHONE, Seat
from game.party import connection
from game.party.party import Party
from game.scenes.lobby import LobbyScene
from game.scenes.resume import resume
from game.ui.match.match_scene import MatchScene
from game.ui.match.view import MatchView
from tests.party.socket_phone import Line, LoopThread, PhoneState, T, readable
from tests.sampling import PATIENCE
from tests.scenes.harness import WindowRobot

BUILD = "table=- hands=7P,7F,7B,9L/1F,2F,9P stock=1P,2P,3P,4P turn=0"
"""SOCKI position in which the first phone can lay three of its cards."""
PAUSE = 0.15  # s until a refused phone calls again, as on the page
NAMES = ("Ann", "Bo", "Ida", "Kofi", "Pip", "Gus", "Mo", "Kit")


def seats_of(players: int, phones: int) -> list[Seat]:
    """Return ``players`` seats, the first ``phones`` of them on phones and the others bots."""
    return [
        Seat(NAMES[n], n, "" if n < phones else "easy", PHONE if n < phones else "") for n in range(players)
    ]


class Callers(LoopThread):
    """Many phones and the server they call. One thread listens for all phones.

    Attributes:
        woken: set when a phone has received a message.
        address: address of the server.
        code: room code.
    """

    address: str
    code: str

    def __init__(self) -> None:
        super().__init__()
        self.woken = threading.Event()
        self.session: aiohttp.ClientSession = self.run(self._client())

    async def _client(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))

    def turn(self) -> None:
        """Turn the server once."""
        raise NotImplementedError

    def told(self) -> list[str]:
        """Lines that describe the state, for the message of a timeout."""
        return []

    def until(self, condition: Callable[[], object]) -> None:
        """Turn the server until this is true."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"not in time: {self.told()}"
            self.turn()
            self.rest()

    def rest(self) -> None:
        """Wait 1 ms, or until a phone receives a message."""
        self.woken.wait(0.001)
        self.woken.clear()

    def hang_up(self) -> None:
        """Close all connections and end the thread."""
        self.run(self.session.close())
        self.end()


class SocketPhone(Line):
    """A phone that listens all the time."""

    def __init__(self, crowd: Callers, seat: int) -> None:
        super().__init__()
        self.crowd, self.seat = crowd, seat
        self.state: PhoneState = {}
        self.waits: PhoneState = {}  # last state received while waiting for a seat
        self.states = 0
        self.answers: dict[int, str] = {}
        self.errors: list[str] = []
        self.told: list[str] = []  # kinds of all messages except heartbeats

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.crowd.run(work)

    def call(self) -> None:
        self.run(self._call())

    async def _call(self) -> None:
        origin = {"Origin": f"http://{self.crowd.address}"}
        self.socket = await self.crowd.session.ws_connect(
            f"http://{self.crowd.address}/line", headers=origin, max_msg_size=0
        )
        self._reading = asyncio.ensure_future(self.listen(self.socket))

    async def listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        try:
            async for frame in socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    self.heard.append(readable(frame.data))
                    message = json.loads(frame.data)
                    if message["type"] == "heartbeat":
                        await socket.send_str('{"type":"heartbeat"}')
                    else:
                        self.take(message)
                        self.crowd.woken.set()
        except ConnectionError:
            pass  # its answer came too late
        finally:
            # An answer on a broken connection does not close it. The garbage collector would warn.
            await socket.close()

    def take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "seat":
                self.token, self.waits = message["token"], {}
            case "waiting_state":
                self.waits = message["state"]
            case "state":
                self.state = message["state"]
                self.states += 1
            case "answer":
                self.answers[message["number"]] = message["refused"]
            case "error":
                self.errors.append(message["why"])
        self.told.append(message["type"])

    def attempt(self, do: str, **payload: Any) -> str:
        """Send an action and wait for the answer. Returns the reason of a refusal, empty if accepted."""
        number = self.say(do, **payload)
        self.crowd.until(lambda: number in self.answers)
        return self.answers[number]

    def do(self, do: str, **payload: Any) -> None:
        """Send an action that is accepted."""
        assert self.attempt(do, **payload) == ""

    def attempt_move(self, move: str) -> str:
        return self.attempt("move", move=move, ply=self.state["ply"])

    def play(self, move: str) -> None:
        assert self.attempt_move(move) == ""

    def join(self) -> None:
        self.call()
        self.send("join", code=self.crowd.code, seat=self.seat, name=NAMES[self.seat])
        self.crowd.until(lambda: bool(self.token))

    def back(self) -> None:
        """Reconnect. Retries after a rate limit, as the page does."""
        count = self.states
        self.crowd.until(self._is_through)
        self.send("reconnect", token=self.token)
        self.crowd.until(lambda: self.states > count)

    def _is_through(self) -> bool:
        try:
            self.call()
        except aiohttp.ClientError:
            self.crowd.woken.wait(PAUSE)
            return False
        return True


C = TypeVar("C", bound="PhoneGroup")
V = TypeVar("V", bound=MatchView)
Crowds = Callable[..., "PhoneGroup"]


class PhoneGroup(Callers):
    """A window with a match, and the phones that play in it."""

    def __init__(self, home: Path, session: Session, phones: int | None = None, port: int = 0) -> None:
        self.window = WindowRobot(home)
        self.window.app.draw = lambda: None  # type: ignore[method-assign]
        super().__init__()
        self.hub = self.window.context.phones
        self.hub.open(port=port, host="127.0.0.1")
        self.until(lambda: self.hub.is_open)
        count = session.players if phones is None else phones
        self.sit(session, count)
        self.address, self.code = self.party.door.address, self.party.code
        self.phones = [self.handset(seat) for seat in range(count)]
        for phone in self.phones:
            phone.join()
        self.until(lambda: all(phone.state for phone in self.phones) and self._knows_names())

    @property
    def party(self) -> Party:
        assert self.hub.party is not None
        return self.hub.party

    @property
    def scene(self) -> MatchScene:
        """The match on the screen, also under dialogs."""
        scenes = self.window.context.scenes.scenes
        return next(scene for scene in scenes if isinstance(scene, MatchScene))

    def view(self, kind: type[V]) -> V:
        """The match's view, which is of this kind."""
        assert isinstance(self.scene.view, kind)
        return self.scene.view

    @property
    def match(self) -> Match:
        return self.scene.match

    @property
    def mover(self) -> SocketPhone:
        """Phone whose turn it is."""
        seat = self.match.to_move
        assert seat is not None
        return self.phones[seat]

    @property
    def others(self) -> list[SocketPhone]:
        return [phone for phone in self.phones if phone is not self.mover]

    def handset(self, seat: int) -> SocketPhone:
        return SocketPhone(self, seat)

    def _knows_names(self) -> bool:
        """True if the window has all names. The server seats the phones before the window hears of them."""
        return tuple(self.scene.match.session.names[: len(self.phones)]) == NAMES[: len(self.phones)]

    def sit(self, session: Session, phones: int) -> None:
        """Show a match whose first seats are on phones."""
        self.window.open_match(session, seats_of(session.players, phones))
        self.window.step()

    def turn(self) -> None:
        self.window.step()

    def told(self) -> list[str]:
        return [self.window.shown, *(str(phone.told[-6:] + phone.errors[-3:]) for phone in self.phones)]

    def comer(self, seat: int, name: str) -> SocketPhone:
        """Connect a new phone that asks for a seat."""
        phone = SocketPhone(self, seat)
        phone.call()
        phone.send("join", code=self.code, seat=seat, name=name)
        return phone

    def build(self) -> list[Any]:
        """Lay three cards of `BUILD` from the first phone. Returns its piles."""
        phone = self.phones[0]
        cards = [key for key, card in phone.state["view"]["hand"] if card != "9L"]
        phone.do("lay", cards=cards, pile=None)
        self.until(lambda: phone.state["view"].get("laid") == 3)
        piles: list[Any] = phone.state["view"]["piles"]
        return piles

    def lobby(self, slug: str) -> LobbyScene:
        """Open a lobby in place of the match or of another lobby."""
        self.window.context.scenes.pop()
        self.window.context.open_scene("lobby", slug)
        return self.lobby_scene

    @property
    def lobby_scene(self) -> LobbyScene:
        assert isinstance(self.window.top, LobbyScene)
        return self.window.top

    def calm(self) -> None:
        """Wait until every connected phone knows the current position."""

        def knows(phone: SocketPhone) -> bool:
            ply = len(self.scene.match.session.log)
            is_current = phone.state.get("ply") == ply and not phone.state["lobby"]
            return (
                is_current and not phone.state["showing_end"]
            )  # at the end of a hand the next deal follows later

        self.until(lambda: all(knows(phone) for phone in self.phones if self.hub.is_there(phone.seat)))

    def reopen(self, slug: str) -> None:
        """Close the program and start it again with only the saved match and its phones.

        The match is resumed as from the title. The party opens automatically, here on the loopback only.
        """
        assert self.window.context.stores.autosave.flush()
        self.hub.close(PATIENCE)
        self.until(lambda: all("closing" in phone.told for phone in self.phones))
        self.window.context.scenes.pop()
        saved = self.window.context.stores.saves.load(slug)
        assert saved is not None
        opened = self.hub.open

        def reopened(saved: object = None) -> Party:
            return opened(saved, 0, "127.0.0.1")

        self.hub.open = reopened  # type: ignore[method-assign,assignment]
        resume(self.window.context, saved)
        self.hub.open = opened  # type: ignore[method-assign]
        self.until(lambda: self.hub.is_open)
        self.address = self.party.door.address

    def close(self) -> None:
        self.hub.close(PATIENCE)
        self.hang_up()
        self.window.close()


@contextmanager
def hasty(make: Callable[[], C]) -> Iterator[C]:
    """Run a crowd without the rate limit on messages."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connection, "MESSAGES_PER_SECOND", 1e9)
        crowd = make()
        try:
            yield crowd
        finally:
            crowd.close()


def crowded(
    home: Path, session: Session, phones: int | None = None, port: int = 0
) -> AbstractContextManager[PhoneGroup]:
    """Run a phone group around a match. ``port`` 0 is any port."""
    return hasty(lambda: PhoneGroup(home, session, phones, port))


MOST = 60  # more carries than any turn takes
RUMMIES = ("socki", "rockit")
PUPIL = 1
"""First seat of a lobby that a phone can take; a bot has it."""


class LobbyPhoneGroup(PhoneGroup):
    """A window with the lobby of a game, and phones that have seats there."""

    def __init__(self, home: Path, slug: str, phones: int = 1) -> None:
        super().__init__(home, Session.new(slug, seed=1), phones)

    def handset(self, seat: int) -> SocketPhone:
        return SocketPhone(self, PUPIL + seat)

    def _knows_names(self) -> bool:
        """True if the lobby has all names."""
        return all(self.window.top.seats[phone.seat].name == NAMES[phone.seat] for phone in self.phones)

    def sit(self, session: Session, phones: int) -> None:
        """Open the lobby instead of a match."""
        self.window.context.open_scene("lobby", session.game)
        self.window.step()

    def open(self, slug: str, key: str) -> None:
        """Open a lesson for the phone, as the host."""
        app = self.window.context
        app.scenes.push(app.screens["lesson"](app, slug, key, PUPIL))
        self.until(lambda: "lesson" in self.phones[0].state)


def foyer(home: Path, slug: str, phones: int = 1) -> AbstractContextManager[LobbyPhoneGroup]:
    """Run a lobby without the rate limit on messages."""
    return hasty(lambda: LobbyPhoneGroup(home, slug, phones))


class Learner:
    """Do on a phone what each step of a lesson asks for."""

    def __init__(self, group: LobbyPhoneGroup) -> None:
        self.made, self.phone = group, group.phones[0]

    @property
    def lesson(self) -> dict[str, Any]:
        """State of the lesson on the phone."""
        return self.phone.state["lesson"]

    def do(self, do: str, **payload: Any) -> str:
        """Send an action for the moment that the phone shows."""
        return self.phone.attempt(do, moment=self.phone.state["moment"], **payload)

    def take_step(self, step: LessonStep) -> None:
        """Do what a step asks for, and wait for the next one."""
        before = self.lesson["at"], self.lesson["over"]
        if step.goal.undone:
            assert self.do("undo") == ""
        for line in step.solution:
            if line.startswith(DRAFT_PREFIX):
                self.make(line.strip(f"{DRAFT_PREFIX} "))
            else:
                self.play(line)
        self.made.until(lambda: (self.lesson["at"], self.lesson["over"]) != before)

    def play(self, move: str) -> None:
        """Make a move. In rummies, build it card by card."""
        self.made.until(self._may_play)
        if self.phone.state["game"] not in RUMMIES:
            refused = self.do("move", move=move, ply=self.phone.state["ply"])
        elif move in ("draw", "pass"):
            refused = self.do("draw")
        else:
            self._build(self._piles_after(*move.split(" ", 1)))
            refused = self.do("end")
        assert refused == "", (move, refused)

    def _piles_after(self, verb: str, cards: str = "") -> list[tuple[str, ...]]:
        """Return the piles on the table after this move."""
        lying = [pile.texts for pile in self._piles() if not any(piece.is_from_hand for piece in pile.pieces)]
        named = [tuple(pile.split()) for pile in cards.split(" | ") if pile]
        return [*lying, *named] if verb == "come" else named or [pile.texts for pile in self._piles()]

    def _may_play(self) -> bool:
        state = self.phone.state
        scene = self.made.scene
        is_current = (state["match"], state["ply"]) == (
            scene.phone_seats.number,
            len(scene.match.session.log),
        )
        return is_current and state["turn"] == state["seat"] and not state["showing_end"]

    def make(self, making: str) -> None:
        """Bring the draft turn to this state."""
        match self.phone.state["game"]:
            case "socker":
                self.do("chose", making=making)
            case "city":
                self.do("look", pair=making)
            case _:
                self._build([tuple(pile.split()) for pile in making.split(" | ")])

    def _build(self, goal: list[tuple[str, ...]]) -> None:
        """Carry the cards over into these piles."""
        at = self.lesson["at"]
        lying = Counter(piece.card for pile in self._piles() for piece in pile.pieces)
        if lying - Counter(text.partition("=")[0] for pile in goal for text in pile):
            self._carry("take_back_all")
        for _ in range(MOST):
            after = rearrange_pieces(self._piles(), self._hand(), goal, 10_000, 10_000).piles
            step = next_step(self._piles(), after)
            if step is None:
                break
            cards, _of_hand, anchor = step
            pile = next((p.key for p in self._piles() if anchor in [piece.key for piece in p.pieces]), None)
            self._carry("lay", cards=[card.key for card in cards], pile=pile)
        for joker in [piece for pile in after for piece in pile.pieces if piece.face]:
            while joker.face not in [
                p.face for pile in self._piles() for p in pile.pieces if p.key == joker.key
            ]:
                self._carry("face", card=joker.key)
        assert self.lesson["at"] >= at

    def _carry(self, do: str, **payload: Any) -> None:
        before = self.phone.state["view"]
        assert self.do(do, **payload) == ""
        self.made.until(lambda: self.phone.state["view"] != before)

    def _piles(self) -> list[DraftPile]:
        return [
            DraftPile(key, tuple(_piece(number, text, is_own=is_own) for number, text, is_own in cards))
            for key, cards, _health, _why in self.phone.state["view"]["piles"]
        ]

    def _hand(self) -> list[Piece]:
        return [_piece(number, text) for number, text in self.phone.state["view"]["hand"]]


def _piece(number: int, text: str, *, is_own: bool = True) -> Piece:
    card, _equals, face = text.partition("=")
    return Piece(number, card, face=face, is_from_hand=is_own)


def next_step(
    before: Sequence[DraftPile], after: Sequence[DraftPile]
) -> tuple[list[Piece], bool, int | None] | None:
    """Return (cards to carry, True if they are in the hand, key of a card in the target pile).

    All cards come from one place. The key is None for a new pile. Returns None if nothing is left to carry.
    """
    where = {piece.key: pile.key for pile in before for piece in pile.pieces}
    for pile in after:
        anchor = next((piece.key for piece in pile.pieces if where.get(piece.key) == pile.key), None)
        for source in dict.fromkeys([*where.values(), None]):
            pieces = [piece for piece in pile.pieces if where.get(piece.key) == source != pile.key]
            if pieces:
                return pieces, source is None, anchor
    return None
