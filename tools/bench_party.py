"""Benchmark of a party: time from a tap on one phone to the screens of the others; part of ``make bench``.

Runs a window with SOCKI, about 90 cards on the table, and forty phones in a separate process: eight play and
32 watch. Two of the spectators are pages of a real browser if Chromium is installed. Measures, over loopback,
the time from a phone's move until another has read the resulting state or a page has drawn it. The first
matches are played without spectators, for comparison.

Then the same forty phones are on bad Wi-Fi behind one address: each loads the page, loses its connection
every few seconds, cuts requests halfway, repeats messages and reads slowly. The server must refuse and delay
none of it. The cost per second must be below the growth of its budget, so that a whole evening meets no limit
either. The exit code is 0 if that holds.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time as time_module
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import enumerate as enumerate_threads
from time import perf_counter, thread_time, time
from typing import TYPE_CHECKING, Any

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
# Without a display SDL would choose a driver whose window loses the focus at once, which pauses the match.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from tools.command import command

if TYPE_CHECKING:
    from game.app import App
    from game.ui.match.party_controller import PartyController

BAR = 150.0  # ms, 99th percentile
LATE = 50.0  # ms; a longer loop turn is a late frame
MEMORY = 200.0  # MB for the server and its data
MATCHES, ALONE, MOVES = 12, 4, 15  # matches, matches without spectators, moves per match
SEATS, WATCHERS, PAGES = 8, 32, 2
SUITS = "PFBL"
EVENING, DROP = 30.0, 7.0  # seconds on bad Wi-Fi, seconds until a phone loses its connection
FILES = 6  # connections with which a browser loads a page


@dataclass
class Measured:
    """Measurements of the window."""

    turns: list[float] = field(default_factory=list)  # ms of each loop turn
    own: list[float] = field(default_factory=list)  # ms of processor time of each loop turn
    before: float = 0.0  # MB of the window before the party
    after: float = 0.0  # MB of the window with the party
    # ms per match spent on the phones' messages and states
    telling: list[float] = field(default_factory=list)
    serving: list[float] = field(default_factory=list)  # ms per match of the server thread


def main() -> None:
    """Measure and print."""
    match sys.argv[1:]:
        case ["pages", address, code]:
            print(json.dumps(_pages(address, code)))
        case ["phones", address, code, watchers]:
            print(json.dumps(asyncio.run(_phones(address, code, int(watchers)))))
        case ["bad wifi", address, code, phones, seconds]:
            print(json.dumps(asyncio.run(_bad_wifi(address, code, int(phones), float(seconds)))))
        case _:
            parser = command(__doc__)
            parser.add_argument(
                "--phones", type=int, default=SEATS + WATCHERS, help=f"how many at most, {SEATS} or more"
            )
            parser.add_argument(
                "--evening", type=float, default=EVENING, help="seconds on bad Wi-Fi, 20 or more"
            )
            parser.add_argument("--only-evening", action="store_true", help="leave out the speed of a tap")
            chosen = parser.parse_args()
            watchers = max(0, chosen.phones - SEATS)
            if not chosen.only_evening:
                _report(watchers)
            sys.exit(not _run_evening(SEATS + watchers, max(20.0, chosen.evening)))


def _report(watchers: int) -> None:
    measured = Measured()
    results, draws = _run_matches(measured, watchers)
    sent = [(ply, when) for _match, ply, when in results["sent"]]
    alone, crowd = (
        [ms for match, ms in results["taken"] if (match < ALONE) == is_alone] for is_alone in (True, False)
    )
    pages = [1000 * (when - tap) for ply, when in draws if (tap := _last_tap(sent, ply - 1, when))]
    print(f"Phones, SOCKI with 90 cards, {len(sent)} taps, load of the machine {os.getloadavg()[0]:.1f}:")
    print(f"  tap to screen, eight play: {_describe_times(alone)}")
    print(
        f"  tap to screen, {watchers} watch as well: {_describe_times(crowd)} (bar {BAR:.0f}), "
        f"{_describe_ratio(crowd, alone)}"
    )
    print(f"  tap to picture, {PAGES} pages of Chromium among them: {_describe_times(pages)}")
    for label, span in (("eight play", slice(ALONE)), (f"{watchers} watch as well", slice(ALONE, None))):
        taps = max(1, sum(match in range(MATCHES)[span] for match, _ply, _when in results["sent"]))
        window, server = (sum(work[span]) / taps for work in (measured.telling, measured.serving))
        print(
            f"  processor time of a tap, {label}: {window:.2f} ms in the window, "
            f"{server:.2f} ms in the server"
        )
    late, busy = (sum(ms > LATE for ms in times) for times in (measured.turns, measured.own))
    print(
        f"  the window meanwhile: {len(measured.turns)} turns, {_describe_times(measured.turns)}, {late} late"
    )
    print(f"  work of the window itself: {_describe_times(measured.own)}, {busy} late")
    print(f"  memory: {measured.after:.0f} MB, of which the party {measured.after - measured.before:.0f} MB "
          f"(bar {MEMORY:.0f})")  # fmt: skip


def _describe_times(times: Sequence[float]) -> str:
    """Return the percentiles of ``times`` (ms) in words."""
    if not times:
        return "not measured"
    ordered = sorted(times)
    at = ordered[int(len(ordered) * 0.99)]
    return f"median {statistics.median(ordered):.1f} ms, p99 {at:.1f} ms, most {ordered[-1]:.1f} ms"


def _last_tap(sent: Sequence[tuple[int, float]], ply: int, until: float) -> float | None:
    """Return the time of the last tap at this ply before ``until``, None for none."""
    return max((when for at, when in sent if at == ply and when <= until), default=None)


def _describe_ratio(times: Sequence[float], base_times: Sequence[float]) -> str:
    return (
        f"median {statistics.median(times) / statistics.median(base_times):.2f} times that of the eight alone"
    )


def _memory() -> float:
    """Return the resident memory in MB; 0 if the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def position() -> str:
    """Return a position with eight runs from 1 to 11 on the table; twelves and happy cards in hands."""
    runs = [[f"{rank}{suit}" for rank in range(1, 12)] for suit in SUITS for _deck in range(2)]
    rest = [f"{rank}{suit}" for suit in SUITS for _deck in range(2) for rank in ("12", "H")]
    hands = [rest[2 * seat : 2 * seat + 2] for seat in range(SEATS)]
    table = "/".join(",".join(run) for run in runs)
    return f"table={table} hands={'/'.join(','.join(hand) for hand in hands)} stock=- turn=0"


@contextmanager
def _open_app() -> Iterator[App]:
    """Open a window with a temporary data folder."""
    from game.app import App
    from game.scenes import SCREENS
    from game.store.storage import Storage
    from game.ui.core.audio import Audio
    from game.ui.core.scene import AppContext

    pygame.display.init()
    pygame.font.init()
    start = perf_counter()
    with tempfile.TemporaryDirectory() as home:
        app = AppContext(Storage(Path(home)), Audio(), lambda: 1000 * (perf_counter() - start), SCREENS)
        app.update_settings(animation_speed="brisk")
        yield App(app, pygame.display.set_mode((1280, 720)))
        app.phones.close(2.0)
        app.close_workers()
        app.stores.close()


def _run_matches(measured: Measured, watchers: int) -> tuple[dict[str, Any], list[tuple[int, float]]]:
    """Run the matches. Returns the phones' results, and (ply, time) of what the pages have drawn."""
    from game.core.session import Session
    from game.launch import settle
    from game.match.seats import PHONE, Seat
    from game.ui.match.match_flow import match_scene
    from tools.browser import find_browser

    with _open_app() as app:
        context = app.context
        matches = [
            Session.from_position("socki", position(), options={"must_play": "honour"})
            for _ in range(MATCHES)
        ]
        seats = [Seat(f"Phone {seat + 1}", seat, "", PHONE) for seat in range(SEATS)]
        scene = match_scene(context, matches.pop(), seats)
        context.scenes.push(scene)
        settle()  # as at every start
        for _ in range(2 * SEATS):  # draw everything before the memory is measured
            app.step_frame(pygame.event.get())
        measured.before = _memory()
        party = context.phones.open(port=0, host="127.0.0.1")
        while not party.is_open:
            app.step_frame(pygame.event.get())
        pages = _Child("pages", party.door.address, party.code) if find_browser() else None
        while pages is not None and pages.is_at_work and len(party.spectators) < PAGES:
            app.step_frame(pygame.event.get())
        work = _Work(context.phones, measured)
        work.next_match()
        phones, clock = _Child("phones", party.door.address, party.code, str(watchers)), pygame.time.Clock()
        while phones.is_at_work:
            clock.tick(120)
            if len(scene.match.session.log) >= MOVES and not scene.animations.is_busy and matches:
                scene = match_scene(context, matches.pop(), seats)
                context.scenes.replace(scene)
                work.next_match()
            before, worked = perf_counter(), thread_time()
            app.step_frame(pygame.event.get())
            measured.turns.append(1000 * (perf_counter() - before))
            measured.own.append(1000 * (thread_time() - worked))
        work.note()
        measured.after = _memory()
        return phones.told(), pages.told() if pages is not None else []


class _Ledger:
    """Record of the server's rate limits: refusals, delays and smallest remaining budget."""

    def __init__(self) -> None:
        self.refusals: Counter[str] = Counter()
        self.made_room = 0  # idle connections closed for others; browsers open new ones
        self.spent: list[tuple[float, float]] = []  # (time, cost) of each expense
        self.lowest = float("inf")

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Watch parties that open within the body."""
        from game.party import listener, server

        ledger = self

        class Budget(listener.RateLimit):
            def spend(self, peer: str, cost: float = 1.0) -> float:
                delay = super().spend(peer, cost)
                if peer != listener.ALL_ADDRESSES:
                    ledger.refusals["delayed"] += delay > 0
                    ledger.spent.append((perf_counter(), cost))
                    ledger.lowest = min(ledger.lowest, self.left(peer))
                return delay

        class Calls(listener.ConnectionListener):
            def __init__(self, *arguments: Any) -> None:
                super().__init__(*arguments)
                self.budget = Budget(
                    self._loop.time, listener.CONNECTION_BURST, listener.CONNECTIONS_PER_SECOND
                )

            def accepts(self, peer: str) -> bool:
                is_welcome = super().accepts(peer)
                ledger.refusals["calls turned away"] += not is_welcome
                return is_welcome

            def makes_room(self, peer: str) -> bool:
                has_room = super().makes_room(peer)
                ledger.made_room += has_room
                return has_room

        class Meter(listener.Meter):
            def feed(self, data: bytes) -> None:
                super().feed(data)
                ledger.refusals["not read on"] += self._unheard > self.max_bytes

        before = listener.Meter, vars(server)["ConnectionListener"]
        vars(listener)["Meter"], vars(server)["ConnectionListener"] = Meter, Calls
        try:
            yield
        finally:
            vars(listener)["Meter"], vars(server)["ConnectionListener"] = before

    def cost(self) -> float:
        """Return the cost per second, from when all pages are loaded."""
        start, end = self.spent[0][0] + EVENING / 3, self.spent[-1][0]
        return sum(cost for when, cost in self.spent if when >= start) / (end - start)


def _run_evening(phones: int, seconds: float) -> bool:
    """Play on bad Wi-Fi and print the limits that were hit. Returns True if there were none."""
    from game.core.session import Session
    from game.match.seats import PHONE, Seat
    from game.party.listener import CONNECTION_BURST, CONNECTIONS_PER_SECOND
    from game.ui.match.match_flow import match_scene

    ledger = _Ledger()
    with ledger.keeping(), _open_app() as app:
        seats = [Seat(f"Phone {seat + 1}", seat, "", PHONE) for seat in range(SEATS)]
        session = Session.from_position("socki", position(), options={"must_play": "honour"})
        app.context.scenes.push(match_scene(app.context, session, seats))
        party = app.context.phones.open(port=0, host="127.0.0.1")
        while not (party.is_open and party.free):
            app.step_frame(pygame.event.get())
        child = _Child("bad wifi", party.door.address, party.code, str(phones), str(seconds))
        clock = pygame.time.Clock()
        while child.is_at_work:
            clock.tick(60)
            app.step_frame(pygame.event.get())
        results = child.told()
    actions, refusals = results["done"], Counter(results["refused"]) + ledger.refusals
    cost = ledger.cost()
    print(f"Bad Wi-Fi, {phones} phones of one address, {seconds:.0f} s, load {os.getloadavg()[0]:.1f}:")
    print("  " + ", ".join(f"{count} {label}" for label, count in actions.items()))
    lowest, rate = ledger.lowest, CONNECTIONS_PER_SECOND
    print(
        f"  the budget: {lowest:.0f} of {CONNECTION_BURST:.0f} left at least; a second costs {cost:.1f} and "
        f"gives {rate:.0f}; {ledger.made_room} idle connections closed for others"
    )
    print(f"  refused or delayed: {dict(refusals) or 'nothing'} (bar: nothing)")
    return not refusals and cost < CONNECTIONS_PER_SECOND and actions["answers"] > 0


class _Work:
    """Processor time of the phones: their part of the window's loop turns, and the server thread."""

    def __init__(self, phones: PartyController, measured: Measured) -> None:
        self._measured, self._turn = measured, phones.tick
        phones.tick = self._tick_timed  # type: ignore[method-assign]
        server = next(thread for thread in enumerate_threads() if thread.name == "party")
        self._clock = time_module.pthread_getcpuclockid(server.ident or 0)
        self._served = self._told = 0.0

    def _tick_timed(self) -> bool:
        before = thread_time()
        result = self._turn()
        self._told += 1000 * (thread_time() - before)
        return result

    def note(self) -> None:
        """Record the times of a match."""
        served = 1000 * time_module.clock_gettime(self._clock)
        self._measured.serving.append(served - self._served)
        self._measured.telling.append(self._told)
        self._served, self._told = served, 0.0

    def next_match(self) -> None:
        if self._served:
            self.note()
        self._served = 1000 * time_module.clock_gettime(self._clock)


class _Child:
    """Child process that runs this module. Its output goes to a file, because a full pipe would stop it."""

    def __init__(self, *arguments: str) -> None:
        self._told = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - it outlives this
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.bench_party", *arguments], stdin=subprocess.PIPE, stdout=self._told
        )

    @property
    def is_at_work(self) -> bool:
        return self._process.poll() is None

    def told(self) -> Any:
        """Wait for its end and return its output."""
        self._process.communicate()
        self._told.seek(0)
        output = self._told.read()
        self._told.close()
        return json.loads(output or "[]")


class _Phones:
    """Scripted phones and their measurements."""

    def __init__(self, address: str, code: str) -> None:
        self.address, self.code = address, code
        self.sent: dict[tuple[int, int], float] = {}
        """Time of each tap by (match, ply), in seconds since 1970, which pages know too."""
        self.taken: list[tuple[int, float]] = []  # (match, ms until a screen had the state)
        self.over, self.crowded = asyncio.Event(), asyncio.Event()

    async def phone(self, session: Any, seat: int, hello: dict[str, Any]) -> None:
        socket = await session.ws_connect(
            f"http://{self.address}/line", headers={"Origin": f"http://{self.address}"}, max_msg_size=0
        )
        await socket.send_json(hello)
        match, ply, number = -1, 10**6, 0
        async for frame in socket:
            message, now = json.loads(frame.data), time()
            if message["type"] == "heartbeat":
                await socket.send_json({"type": "heartbeat"})
            if message["type"] != "state" or "ply" not in message["state"]:
                continue
            state = message["state"]
            # Pages and late phones number matches like all others, by the number in the state.
            match = state["match"] - 1
            if state["ply"] > ply and (match, state["ply"] - 1) in self.sent and (ply % SEATS) != seat:
                self.taken.append((match, 1000 * (now - self.sent[match, state["ply"] - 1])))
            ply = state["ply"]
            if match >= ALONE:
                self.crowded.set()
            if (match, ply) == (MATCHES - 1, MOVES):
                self.over.set()
            action = _next_action(state, seat) if seat < SEATS and ply < MOVES else None
            if action is not None:
                number += 1
                if action["do"] != "lay":
                    self.sent.setdefault((match, ply), time())
                await socket.send_json({"type": "action", "number": number, "words": action})

    async def watch(self, session: Any, number: int) -> None:
        """Watch once the eight have played alone for a while."""
        await self.crowded.wait()
        await self.phone(
            session, SEATS + number, {"type": "spectate", "code": self.code, "watcher": f"w{number}"}
        )

    async def play(self, watchers: int) -> None:
        import aiohttp

        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            hello = {"type": "join", "code": self.code, "name": ""}
            tasks = [
                asyncio.ensure_future(self.phone(session, seat, hello | {"seat": seat}))
                for seat in range(SEATS)
            ]
            tasks += [asyncio.ensure_future(self.watch(session, number)) for number in range(watchers)]
            await asyncio.wait_for(self.over.wait(), 240)
            await asyncio.sleep(0.3)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _phones(address: str, code: str, watchers: int) -> dict[str, Any]:
    """Run phones that play and watch all matches. Returns the times of taps and the delays."""
    phones = _Phones(address, code)
    await phones.play(watchers)
    return {"sent": [(*at, when) for at, when in phones.sent.items()], "taken": phones.taken}


class _Roamer:
    """Phone on bad Wi-Fi."""

    def __init__(
        self, address: str, code: str, number: int, actions: Counter[str], refusals: Counter[str]
    ) -> None:
        self._at, self._code, self._number = address, code, number
        self._done, self._refused = actions, refusals
        self._token, self._said = "", 0

    async def load(self, session: Any) -> None:
        """Load the page and its files like a browser. One request in eight is first cut halfway."""
        import aiohttp

        from game.party.page_files import art, fonts, page

        names = [
            *(name for name in page() if name != "index.html"),
            *fonts(),
            *(f"art/{name}" for name in art()),
        ]

        async def fetch(name: str) -> None:
            try:
                async with session.get(f"http://{self._at}/{name}") as response:
                    self._refused[f"HTTP {response.status}"] += response.status >= 400
                    await response.read()
                    self._done["files"] += 1
            except (OSError, aiohttp.ClientError) as error:
                self._refused[f"file: {type(error).__name__}"] += 1

        await fetch("")
        for _ in range(len(names) // 8):
            await self._send_half_request()
        await asyncio.gather(*map(fetch, names))

    async def _send_half_request(self) -> None:
        """Send half a request."""
        host, _, port = self._at.rpartition(":")
        _reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET / HTTP/1.1\r\nHost: {self._at}\r\n".encode())
        await writer.drain()
        writer.transport.abort()
        self._done["cut requests"] += 1

    async def stay(self, until: float) -> None:
        """Load the page, then connect again and again."""
        import aiohttp

        await asyncio.sleep(self._number * EVENING / 6 / (SEATS + WATCHERS))
        # Browsers keep the connections that loaded the page; the WebSocket is one more.
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=FILES + 1)) as session:
            await self.load(session)
            while perf_counter() < until:
                try:
                    await self._use_connection(session, min(until, perf_counter() + DROP))
                except (OSError, aiohttp.ClientError) as error:
                    self._refused[f"line: {type(error).__name__} {getattr(error, 'status', '')}"] += 1
                    await asyncio.sleep(0.3)

    async def _use_connection(self, session: Any, until: float) -> None:
        import aiohttp

        socket = await session.ws_connect(
            f"http://{self._at}/line", headers={"Origin": f"http://{self._at}"}, max_msg_size=0
        )
        self._done["lines"] += 1
        is_player = self._number < SEATS
        hello = {"type": "join", "seat": self._number, "name": ""} if is_player else {"type": "spectate"}
        hello |= {"code": self._code} | ({} if is_player else {"watcher": f"w{self._number}"})
        await socket.send_json({"type": "reconnect", "token": self._token} if self._token else hello)
        transport = socket._response.connection.transport
        read_time, send_time = perf_counter(), perf_counter() + 0.5
        while (now := perf_counter()) < until:
            if now >= send_time:
                send_time = now + 1
                await self._send_twice(socket)
                if self._number % 3 == 0:  # one that reads slowly
                    transport.pause_reading()
                    read_time = now + 0.9
            if now >= read_time:
                transport.resume_reading()
            try:
                frame = await asyncio.wait_for(socket.receive(), 0.25)
            except TimeoutError:
                continue
            if frame.type is not aiohttp.WSMsgType.TEXT:
                self._refused["lines closed"] += 1
                return
            await self._handle_message(socket, json.loads(frame.data))
        transport.abort()  # aborted without a close frame
        socket._response.close()

    async def _send_twice(self, socket: Any) -> None:
        """Send a message twice, like a page that got no answer."""
        if self._token:
            self._said += 1
            for _ in range(2):
                await socket.send_json({"type": "action", "number": self._said, "words": {"do": "sort"}})
            self._done["messages"] += 2

    async def _handle_message(self, socket: Any, message: dict[str, Any]) -> None:
        match message:
            case {"type": "heartbeat"}:
                await socket.send_json({"type": "heartbeat"})
            case {"type": "seat", "token": token}:
                self._token = token
            case {"type": "answer"}:
                self._done["answers"] += 1
            case {"type": "error" | "closing", "why": why}:
                self._refused[f"said: {why}"] += 1


async def _bad_wifi(address: str, code: str, phones: int, seconds: float) -> dict[str, Counter[str]]:
    """Run phones on bad Wi-Fi. Returns their actions and refusals."""
    actions: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    until = perf_counter() + seconds
    roamers = [_Roamer(address, code, number, actions, refusals) for number in range(phones)]
    await asyncio.gather(*(roamer.stay(until) for roamer in roamers))
    return {"done": actions, "refused": +refusals}


def _pages(address: str, code: str) -> list[tuple[int, float]]:
    """Run pages that watch until stdin ends. Returns (ply, time) of each draw."""
    from tools.browser import browsing, find_browser

    with browsing(find_browser() or "") as browser:
        pages = [browser.page() for _ in range(PAGES)]
        for page in pages:
            page.open(f"http://{address}/#{code}")
            page.wait(f"{BUTTONS}.some(b => b.innerText.trim() === 'Just watch')")
            page.run(NOTING)
            page.tap("Just watch")
        sys.stdin.read()
        return [tuple(draw) for page in pages for draw in page.run("window.drawn")]


BUTTONS = "[...document.querySelectorAll('button')]"
NOTING = """window.drawn = []; new MutationObserver(() => {
const ply = Number(document.body.dataset.ply || -1);
if (ply === window.ply) return;
window.ply = ply;
requestAnimationFrame(() => drawn.push([ply, (performance.timeOrigin + performance.now()) / 1000]));
}).observe(document.body, {attributes: true}); 0"""
"""Script that records in a page when each ply was drawn, in seconds since 1970."""


def _next_action(state: dict[str, Any], seat: int) -> dict[str, Any] | None:
    """Return the next message of a scripted player, None if it is not to move.

    In the first round a player lays a card and ends the turn, after that it draws.
    """
    view = state["view"]
    if state["turn"] != seat or state["waiting"]:
        return None
    if state["ply"] >= SEATS:
        return {"do": "draw"}
    if view["laid"]:
        return {"do": "end"}
    key, card = next((key, card) for key, card in view["hand"] if card.startswith("12"))
    run = next(pile for pile, cards, *_more in view["piles"] if cards[-1][1] == f"11{card[-1]}")
    return {"do": "lay", "cards": [key], "pile": run}


if __name__ == "__main__":
    main()
