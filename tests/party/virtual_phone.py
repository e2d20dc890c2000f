"""Phones without a network, on the clock of a window, so hours pass in seconds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from game.core.discovery import find_game
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.session import Session
from game.party.messages import News, PhoneDisconnected, PhoneReconnected, SeatMessage
from game.party.party import Party, PartyState
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from tests.party.many_phones import seats_of
from tests.scenes.harness import DelayedWorker, WindowRobot

LAST = {
    "socki": ("table=8P,9P,10P hands=11P/12P,4L stock=5B,6P,8P turn=0", "play 8P 9P 10P 11P", {}),
    "rockit": ("table=10D,JD,QD hands=KD/4H,7C stock=5C,6S turn=0 in=1/1", "play 10D JD QD KD",
               {"best_of": 3}),
    "sociable": ("hands=8H/9D,9H/-/- order=0,1,2,3 out=2,3 turn=0", "play 8H", {}),
}  # fmt: skip
"""Position, move that ends its hand, and options with which another hand is dealt; by game."""


class VirtualPhone:
    """A phone and its player: plays an easy bot's moves when it is shown that it may.

    Attributes:
        takes: time to think about a move, in ms.
        naps: times to sleep when its turn comes, in ms, next one last. The phone is away meanwhile.
        there: True if it is connected.
        state: last state received.
        paused: time since when it has been shown that the match waits on the big screen. None if not.
        longest: longest such pause in ms, counting only changes that it could receive.
    """

    def __init__(self, house: VirtualParty, seat: int, takes: float) -> None:
        self.house, self.seat, self.takes = house, seat, takes
        self.naps: list[float] = []
        self.there = True
        self.state: dict[str, Any] = {}
        self.paused: float | None = None
        self.longest = 0.0
        self.said = 0
        self.refused: list[str] = []
        self._looked: object = None

    def new_match(self) -> None:
        """Forget the last match."""
        self._looked = self.paused = None
        self.naps.clear()

    def tell(self, state: dict[str, Any]) -> None:
        """Receive a state."""
        self.state = state
        self._note_pause(waits=bool(state.get("waiting")) and state.get("over") is None)
        moment = state.get("game"), state.get("ply"), state.get("waiting"), state.get("showing_end")
        if self.may_play() and moment != self._looked:
            self._looked = moment
            self.house.window.schedule(self.takes, lambda: self.play(moment))

    def _note_pause(self, *, waits: bool) -> None:
        time = self.house.window.time
        if self.paused is not None:
            self.longest = max(self.longest, time - self.paused)
        self.paused = time if waits and self.paused is None else self.paused if waits else None

    def may_play(self) -> bool:
        state = self.state
        is_own_turn = not state.get("lobby", True) and state["turn"] == self.seat and state["over"] is None
        return is_own_turn and not state["waiting"] and not state["showing_end"]

    def play(self, moment: object) -> None:
        """Make a move, or fall asleep instead."""
        state = self.state
        if not self.may_play() or moment != self._looked or not self.there:
            return
        if self.naps:
            self.sleep(self.naps.pop())
            return
        rng = SeededRng("pocket", self.seat, state["ply"])
        move = find_game(state["game"]).bot.choose(
            state["observation"], Options(state["options"]), "easy", rng
        )
        self.said += 1
        action = {"do": "move", "move": move, "ply": state["ply"]}
        self.house.hear(self.seat, SeatMessage(self.seat, self.said, action))

    def sleep(self, ms: float) -> None:
        """Disconnect, and reconnect after ``ms``."""
        if not self.there:
            return
        self.there = False
        self.house.hear(self.seat, PhoneDisconnected(self.seat))
        self.house.window.schedule(ms, self.wake)

    def wake(self) -> None:
        self.there, self._looked = True, None
        self.house.hear(self.seat, PhoneReconnected(self.seat))
        if self.seat in self.house.states:
            self.tell(self.house.states[self.seat])


class VirtualParty(Party):
    """A party whose phones are in the same program. Everything else is that of `Party`."""

    def __init__(self, window: WindowRobot) -> None:
        super().__init__()
        self.window = window
        self.phones: dict[int, VirtualPhone] = {}
        self.states: dict[int, dict[str, Any]] = {}
        self.public: dict[str, Any] = {}  # last state for spectators
        self.events: list[Mapping[str, Any]] = []  # all events for spectators
        self._watched: list[str] = []
        self._heard: list[News] = []

    @property
    def spectators(self) -> list[str]:
        return self._watched

    def watch(self) -> None:
        """Add a spectator."""
        self._watched = ["eve"]

    def show(self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.public = json.loads(json.dumps(state))
        self.events += events

    def open(self, port: int | None = 0, host: str | None = None) -> None:
        self.state = PartyState.OPEN

    def close(self, seconds: float = 0.0, *, over: bool = False) -> None:
        self.state = PartyState.CLOSED

    def sit(self, seat: int, takes: float) -> None:
        """Give a phone this seat."""
        self.restore_state(
            {"tokens": {str(taken_seat): f"{taken_seat}" * 32 for taken_seat in (*self.held_seats, seat)}}
        )
        self.phones[seat] = VirtualPhone(self, seat, takes)

    def hear(self, seat: int, news: News) -> None:
        """Queue a message or disconnection of a phone. The caller must wake the loop."""
        self._heard.append(news)

    def next_news(self) -> News | None:
        return self._heard.pop(0) if self._heard else None

    def is_there(self, seat: int) -> bool:
        return seat in self.phones and self.phones[seat].there

    def remove(self, seat: int) -> None:
        super().remove(seat)
        self.phones.pop(seat, None)

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.states[seat] = json.loads(json.dumps(state))
        phone = self.phones.get(seat)
        if phone is not None and phone.there:
            phone.tell(self.states[seat])

    def answer(self, seat: int, number: int, refused: str = "") -> None:
        if refused:
            self.phones[seat].refused.append(refused)


@contextmanager
def at_home(home: Path, **settings: object) -> Iterator[tuple[WindowRobot, VirtualParty]]:
    """Open a window with an open party. Bots and hints take 500 ms."""
    window = WindowRobot(home)
    window.context.update_settings(**settings)
    window.context.bot_worker = DelayedWorker(window, 500)  # type: ignore[assignment]
    window.context.background_worker = DelayedWorker(window, 500)  # type: ignore[assignment]
    house = window.context.phones.party = VirtualParty(window)
    window.context.phones.open()
    try:
        yield window, house
    finally:
        window.close()


def play(window: WindowRobot, house: VirtualParty, session: Session, phones: int, takes: float) -> MatchScene:
    """Show a match. Its first seats are on phones and the others are bots."""
    for seat in range(min(phones, session.players)):
        if seat not in house.phones:
            house.sit(seat, takes + 100 * seat)
    scene: MatchScene = match_scene(window.context, session, seats_of(session.players, phones))
    window.context.scenes.reset(window.context.screens["title"](), scene)
    return scene
