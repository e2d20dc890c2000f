"""The class of `tools.bench_class`, in a process of its own: phones without a screen, and a teacher's page.

Each phone plays what comes to mind after a moment, as people do, and notes when it has tapped and when it has
heard. Times are in ms since 1970, by the clock that the host has too.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from typing import Any

import aiohttp

from game.core.discovery import find_game
from game.core.options import Options
from game.core.rng import SeededRng
from tools.command import command

SPANS = {"scale": 5, "number": 101}
"""So many answers there are to what has none to choose from."""
REPLIES = 10**6
SOON, LATER = 0.15, 0.9
"""After so many seconds somebody plays."""


class Client:
    """A phone without a screen.

    Attributes:
        taps: when it has played, which ply of which match came of it, who has, and how often now.
        heard: when it was told first of a ply, and as which seat of which match.
    """

    def __init__(self, number: int) -> None:
        self.number, self.person = number, -1
        self.taps: list[tuple[float, int, int, int, int]] = []
        self.heard: list[tuple[float, int, int, int]] = []
        self._chance = SeededRng("class", number)
        self._seen: tuple[int, int] | None = None

    async def play(self, session: aiohttp.ClientSession, address: str, code: str) -> None:
        """Sit down, and play until the line is closed."""
        async with _line(session, address) as line:
            await line.send_json({"type": "join", "code": code, "seat": 0, "name": f"Pupil {self.number}"})
            async for frame in line:
                at = time.time() * 1000
                message = json.loads(frame.data)
                if message["type"] == "beat":
                    await line.send_json({"type": "beat"})
                elif message["type"] == "seat":
                    self.person = message["seat"]
                elif message["type"] == "state":
                    if (asked := message["state"].get("question")) and asked["mine"] is None:
                        await self._reply(line, asked)
                    if not message["state"]["lobby"]:
                        self._hear(line, message["state"], at)

    def _hear(self, line: aiohttp.ClientWebSocketResponse, state: dict[str, Any], at: float) -> None:
        """Take a state in; one of a ply that it knows, as where somebody is away, shows no tap."""
        if self._seen != (moment := (state["match"], state["ply"])):
            self._seen = moment
            self.heard.append((at, state["match"], state["seat"], state["ply"]))
        elif not self._waits:
            return
        self._waits = bool(state["over"] or state["showing"] or state["waiting"])
        if self._waits or state["turn"] != state["seat"]:
            return
        asyncio.get_running_loop().call_later(
            SOON + (LATER - SOON) * self._chance.below(1000) / 1000,
            lambda: asyncio.ensure_future(self._move(line, state)),
        )

    _waits = False
    """Whether nobody could play when it was told last."""

    async def _reply(self, line: aiohttp.ClientWebSocketResponse, asked: dict[str, Any]) -> None:
        """Answer what the class is asked, once; under a number that is none of a tap's."""
        round_ = asked["number"], asked["round"]
        if round_ == self._answered:
            return
        self._answered = round_
        value = self._chance.below(len(asked["answers"]) or SPANS[asked["kind"]])
        words = {"do": "reply", "question": asked["number"], "round": asked["round"], "value": value}
        with contextlib.suppress(ConnectionError):
            await line.send_json(
                {"type": "say", "number": REPLIES + 10 * round_[0] + round_[1], "words": words}
            )

    _answered = (0, 0)
    """The question, and the round of it, that it has answered last."""

    async def _move(self, line: aiohttp.ClientWebSocketResponse, state: dict[str, Any]) -> None:
        options = Options(state["options"])
        move = find_game(state["game"]).bot.choose(state["seen"], options, "easy", self._chance)
        number = len(self.taps) + 1
        self.taps.append((time.time() * 1000, state["match"], state["ply"] + 1, self.person, number))
        words = {"do": "move", "move": move, "ply": state["ply"]}
        with contextlib.suppress(ConnectionError):
            await line.send_json({"type": "say", "number": number, "words": words})


async def teach(session: aiohttp.ClientSession, address: str, token: str) -> None:
    """A teacher's page that only looks."""
    async with _line(session, address) as line:
        await line.send_json({"type": "teach", "token": token})
        await line.send_json({"type": "speak", "language": "en"})
        async for frame in line:
            if '"beat"' in frame.data[:20]:
                await line.send_json({"type": "beat"})


def _line(session: aiohttp.ClientSession, address: str) -> Any:
    return session.ws_connect(f"ws://{address}/line", headers={"Origin": f"http://{address}"}, max_msg_size=0)


async def crowd(address: str, code: str, token: str, count: int) -> None:
    """All of them, until somebody says so; then what they have done and seen is told."""
    clients = [Client(number) for number in range(count)]
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        playing = [asyncio.ensure_future(client.play(session, address, code)) for client in clients]
        playing.append(asyncio.ensure_future(teach(session, address, token)))
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    told = {"taps": [client.taps for client in clients], "heard": [client.heard for client in clients]}
    print(json.dumps(told))


if __name__ == "__main__":
    parser = command(__doc__)
    parser.add_argument("address")
    parser.add_argument("code")
    parser.add_argument("token", help="of the teacher's page")
    parser.add_argument("phones", type=int)
    given = parser.parse_args()
    asyncio.run(crowd(given.address, given.code, given.token, given.phones))
