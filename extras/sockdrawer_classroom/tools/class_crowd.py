"""Class of `bench_class` in a separate process: scripted phones and a teacher's page.

Each phone plays an easy bot's move after a moment, like a person, and records the times of its taps and of
the states it gets. Times are in ms since 1970, by the clock that the host uses too.
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
"""Number of answers to questions without a list of answers."""
REPLIES = 10**6
SOON, LATER = 0.15, 0.9  # seconds until a phone plays, at least and at most


class Client:
    """Phone without a screen.

    Attributes:
        taps: (time, match, resulting ply, person, message number) of each move.
        heard: (time, match, seat, ply) of the first state of each ply.
    """

    def __init__(self, number: int) -> None:
        self.number, self.person = number, -1
        self.taps: list[tuple[float, int, int, int, int]] = []
        self.heard: list[tuple[float, int, int, int]] = []
        self._chance = SeededRng("class", number)
        self._seen: tuple[int, int] | None = None

    async def play(self, session: aiohttp.ClientSession, address: str, code: str) -> None:
        """Take a seat and play until the connection closes."""
        async with _connect(session, address) as line:
            await line.send_json({"type": "join", "code": code, "seat": 0, "name": f"Pupil {self.number}"})
            async for frame in line:
                at = time.time() * 1000
                message = json.loads(frame.data)
                if message["type"] == "heartbeat":
                    await line.send_json({"type": "heartbeat"})
                elif message["type"] == "seat":
                    self.person = message["seat"]
                elif message["type"] == "state":
                    if (question := message["state"].get("question")) and question["mine"] is None:
                        await self._reply(line, question)
                    if not message["state"]["lobby"]:
                        self._handle_state(line, message["state"], at)

    def _handle_state(self, line: aiohttp.ClientWebSocketResponse, state: dict[str, Any], at: float) -> None:
        """Handle a state. One of a known ply shows no tap, for example after a phone was lost."""
        if self._seen != (state_key := (state["match"], state["ply"])):
            self._seen = state_key
            self.heard.append((at, state["match"], state["seat"], state["ply"]))
        elif not self._waits:
            return
        self._waits = bool(state["over"] or state["showing_end"] or state["waiting"])
        if self._waits or state["turn"] != state["seat"]:
            return
        asyncio.get_running_loop().call_later(
            SOON + (LATER - SOON) * self._chance.below(1000) / 1000,
            lambda: asyncio.ensure_future(self._move(line, state)),
        )

    _waits = False
    """True if no player could move in the last state."""

    async def _reply(self, line: aiohttp.ClientWebSocketResponse, question: dict[str, Any]) -> None:
        """Answer the class's question once. The message number is outside the range of taps."""
        round_ = question["number"], question["round"]
        if round_ == self._answered:
            return
        self._answered = round_
        value = self._chance.below(len(question["answers"]) or SPANS[question["kind"]])
        action = {"do": "reply", "question": question["number"], "round": question["round"], "value": value}
        with contextlib.suppress(ConnectionError):
            await line.send_json(
                {"type": "action", "number": REPLIES + 10 * round_[0] + round_[1], "words": action}
            )

    _answered = (0, 0)
    """Question and round that were answered last."""

    async def _move(self, line: aiohttp.ClientWebSocketResponse, state: dict[str, Any]) -> None:
        options = Options(state["options"])
        move = find_game(state["game"]).bot.choose(state["observation"], options, "easy", self._chance)
        number = len(self.taps) + 1
        self.taps.append((time.time() * 1000, state["match"], state["ply"] + 1, self.person, number))
        action = {"do": "move", "move": move, "ply": state["ply"]}
        with contextlib.suppress(ConnectionError):
            await line.send_json({"type": "action", "number": number, "words": action})


async def teach(session: aiohttp.ClientSession, address: str, token: str) -> None:
    """Run a teacher's page that only watches."""
    async with _connect(session, address) as line:
        await line.send_json({"type": "token_login", "token": token})
        await line.send_json({"type": "set_language", "language": "en"})
        async for frame in line:
            if '"heartbeat"' in frame.data[:24]:
                await line.send_json({"type": "heartbeat"})


def _connect(session: aiohttp.ClientSession, address: str) -> Any:
    return session.ws_connect(f"ws://{address}/line", headers={"Origin": f"http://{address}"}, max_msg_size=0)


async def crowd(address: str, code: str, token: str, count: int) -> None:
    """Run all phones until a line arrives on stdin, then print what they did and saw as JSON."""
    clients = [Client(number) for number in range(count)]
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        tasks = [asyncio.ensure_future(client.play(session, address, code)) for client in clients]
        tasks.append(asyncio.ensure_future(teach(session, address, token)))
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    results = {"taps": [client.taps for client in clients], "heard": [client.heard for client in clients]}
    print(json.dumps(results))


if __name__ == "__main__":
    parser = command(__doc__)
    parser.add_argument("address")
    parser.add_argument("code")
    parser.add_argument("token", help="of the teacher's page")
    parser.add_argument("phones", type=int)
    arguments = parser.parse_args()
    asyncio.run(crowd(arguments.address, arguments.code, arguments.token, arguments.phones))
