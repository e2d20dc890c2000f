"""Whole evenings: the program in a real window, opened with a mouse, and browser pages that play every seat.

``make soak`` plays them, every match to its end; they are too long for ``make test``. Where
``EVENING_SHOTS`` names a folder, pictures of both screens are kept there.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import pytest

from game.core.chance import Chance
from game.core.options import Value
from game.core.session import Session
from game.store.files import PICTURES, Folder
from game.store.settings import Settings, SettingsFile
from tests.party.crowd import NAMES
from tests.party.room import play
from tests.party.screen import SIZE, Screen, display, missing
from tests.party.test_page import chosen_move
from tests.scale import PATIENCE, scale
from tools.browser import Chromium, Page, until


class Onlooker:
    """Somebody who watches.

    Attributes:
        state: what they were told last.
        states: how often they were told anything.
        secrets: the keys of what they should never have been told.
    """

    def __init__(self, number: int) -> None:
        self.name = f"onlooker{number}"
        self.number = number
        self.state: dict[str, Any] = {}
        self.states = 0
        self.secrets: set[str] = set()
        self.said = 0
        self.socket: Any = None
        self.reading: Any = None

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] != "state":
            return
        self.state = message["state"]
        self.states += 1
        seen = self.state.get("seen") or {}
        self.secrets |= {"hand"} & set(seen)
        if self.state.get("seat") is not None:
            self.secrets.add("seat")

    async def say(self, do: str, **words: Any) -> None:
        self.said += 1
        told = {"type": "say", "number": self.said, "words": {"do": do, **words}}
        await self.socket.send_str(json.dumps(told))


class Onlookers:
    """Those who watch a party."""

    def __init__(self, count: int) -> None:
        self.all = [Onlooker(number) for number in range(count)]
        self.woken = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._session: Any = self._run(self._client())

    def come(self, link: str) -> None:
        """Everybody calls the party of this link, again where it was closed meanwhile."""
        for one in self.all:
            self._run(self._call(one, link))

    def cheer(self, ply: int) -> None:
        """One of them throws something and says who will win."""
        one = self.all[ply % len(self.all)]
        self._run(one.say("react", sign=("ha", "aww", "wow")[ply % 3]))
        self._run(one.say("guess", seat=ply % max(1, len(one.state.get("seats", ())))))

    def knows(self, ply: int) -> bool:
        """Whether all of them have been told of so many moves."""
        return all(one.state.get("ply") == ply for one in self.all)

    def close(self) -> None:
        self._run(self._leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def _run(self, work: Any) -> Any:
        done: Future[Any] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return done.result(PATIENCE)

    async def _client(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession()

    async def _leave(self) -> None:
        for one in self.all:
            await self._hang_up(one)
        await self._session.close()

    async def _hang_up(self, one: Onlooker) -> None:
        """End a line for good: whoever only drops it leaves it to be found, unclosed, in another test."""
        if one.socket is not None:
            one.reading.cancel()
            await asyncio.wait([one.reading])
            await one.socket.close()

    async def _call(self, one: Onlooker, link: str) -> None:
        await self._hang_up(one)
        place = urlsplit(link)
        origin = f"http://{place.netloc}"
        one.socket = await self._session.ws_connect(
            f"{origin}/line", headers={"Origin": origin}, max_msg_size=0
        )
        one.reading = asyncio.ensure_future(self._read(one, one.socket))
        await one.socket.send_str(json.dumps({"type": "watch", "code": place.fragment, "watcher": one.name}))

    async def _read(self, one: Onlooker, socket: Any) -> None:
        async for frame in socket:
            if frame.type is aiohttp.WSMsgType.TEXT:
                message = json.loads(frame.data)
                if message["type"] == "beat":
                    await socket.send_str('{"type":"beat"}')
                else:
                    one.take(message)
                    self.woken.set()


# Whole evenings: the program in a real window, opened with a mouse, and browser pages that play every seat.


EVENINGS: dict[str, tuple[int, dict[str, Value]]] = {
    "socki": (8, {"target": 50}),
    "rockit": (5, {}),
    "sociable": (5, {}),
    "socker": (4, {"win": "turns", "turns": 10}),
    "city": (4, {}),
}
"""How many phones come to a whole evening, and the house rules; where two play, others wait for a seat."""
SIZES = (360, 640), (412, 915), (915, 412)
KILLED = "socki", "socker"
"""In these the program is killed in the middle of the match; in the others the window is closed."""
WATCHERS = 4
"""So many watch on lines without a browser, and as many on pages."""
WATCHED = (360, 640), (412, 915), (915, 412), (820, 1180)
UNHEARD = "!document.getElementById('trouble').hidden || document.getElementById('alert').textContent !== ''"
"""A page has said that nobody could be reached, or that something was refused."""
WHOLE = 2000
"""More moves than any of these matches has."""


class Evening:
    """A party at one big screen, from the title on."""

    def __init__(self, screen: Screen, browser: Chromium, game: str) -> None:
        self.screen, self.game = screen, game
        count = EVENINGS[game][0]
        self.pages = {NAMES[n]: browser.page(SIZES[n % len(SIZES)]) for n in range(count)}
        self.watching = [browser.page(size) for size in WATCHED[:WATCHERS]]
        self.seats: list[str] = []
        """Who sits where."""
        self.onlookers = Onlookers(WATCHERS)
        self.session: Session
        """The match as it should be, move by move."""
        self.link = ""
        self._pictures = 0

    def until(self, done: Callable[[], Any]) -> Any:
        return until(done, lambda: self.screen.ask("shown"))

    def gather(self) -> None:
        """Open the lobby and the door for phones, and have everybody come in."""
        self.until(lambda: self.screen.ask("shown") == "Title")
        self.screen.point(self.game)
        self.until(lambda: self.screen.ask("shown") == "Lobby")
        self.screen.point("phones")
        self.link = self.until(lambda: self.screen.ask("party"))
        self.until(lambda: self.focused("0"))
        self.screen.key("x")  # the host plays on a phone too: a bot keeps the seat until then
        for name, page in self.pages.items():
            page.open(self.link)
            page.wait("document.querySelector('label.seat') || document.querySelector('#join p')")
            if page.run("!!document.querySelector('label.seat')"):
                self.sit(name)
        self.onlookers.come(self.link)
        for number, page in enumerate(self.watching):
            page.open(self.link)
            page.wait("document.body?.innerText.includes('Just watch')")
            page.tap("Just watch")
            page.wait("document.body.innerText.includes('You are watching')")
            page.run(f"window.number = {number}")
        self.keep("lobby")

    def focused(self, place: str) -> bool:
        """Move the mouse to a place; it may have moved away, as when the lobby shows the way for phones."""
        self.screen.hover(place)
        focus: str = self.screen.ask("focus")
        return focus == place

    def sit(self, name: str) -> None:
        """Take the first free seat under this name."""
        page = self.pages[name]
        page.wait("document.querySelector('label.seat')")
        page.run(f"document.getElementById('name').value = {json.dumps(name)}")
        page.tap("Take this seat")
        page.wait("document.body.innerText.includes('You have a seat') || document.body.matches('.match')")

    def start(self) -> None:
        self.screen.point("start")
        self.until(lambda: self.screen.ask("match")["there"])
        self.session = Session.from_record(self.screen.ask("match")["record"])
        self.seats = list(self.session.names)
        self.until(lambda: self.onlookers.knows(0))

    def swap(self, seat: int) -> None:
        """Somebody gets up in the middle of the match, and one of those who wait takes the seat."""
        waiting = next((name for name in self.pages if name not in self.seats), None)
        if waiting is None:
            return
        page = self.pages[self.seats[seat]]
        page.tap("Menu")
        page.tap("Give up my seat")
        page.tap("Give it up")
        self.seats[seat] = waiting
        self.sit(waiting)
        page.wait("document.querySelector('#join p')")

    def reopen(self) -> None:
        """Close the window in the middle of the match, and go on with it."""
        assert self.screen.close() == 0
        assert not listening(self.link)
        for name in self.seats:
            self.pages[name].wait("document.body.innerText.includes('The party is closed')")
        self.resume()

    def pull_the_plug(self) -> None:
        """Kill the program in the middle of the match, and go on with it: nobody has to load a page anew."""
        phones = [*(self.pages[name] for name in self.seats), *self.watching]
        for page in phones:
            page.run("window.same = true")
        self.screen.kill()
        assert not listening(self.link)
        self.resume()
        record = Session.from_record(self.screen.ask("match")["record"])
        # What was not on the disk yet is lost, and that is one move at most.
        assert len(self.session.log) - 1 <= len(record.log) <= len(self.session.log)
        assert record.log == self.session.log[: len(record.log)]
        self.session = record
        self.until(lambda: self.screen.ask("there") == list(range(len(self.seats))))
        for page in phones:
            page.wait(f"document.body.matches('.match[data-ply=\"{len(record.log)}\"]')")
            assert page.run("window.same")

    def resume(self) -> None:
        """Open the program again, and bring back the match, as a player does."""
        self.screen.open()
        self.until(lambda: self.screen.ask("shown") == "Title")
        self.screen.point("resume")
        self.until(lambda: self.screen.ask("party") == self.link)
        for name in self.seats:
            self.pages[name].wait("document.getElementById('trouble').hidden")
        self.onlookers.come(self.link)
        self.until(lambda: self.onlookers.knows(len(self.screen.ask("match")["log"])))

    def end(self) -> None:
        """The match is over: everybody is told, and the door closes behind them."""
        # The pictures of the last moves are still to be seen, one after the other.
        self.until(lambda: self.screen.ask("shown") in ("Results", "Debrief", "VoteDialog"))
        for name in self.seats:
            self.pages[name].wait(
                f"document.querySelector('.match[data-ply=\"{len(self.session.log)}\"] h1.ribbon')"
            )
        told = [self.pages[name].text() for name in self.seats]
        assert self.session.outcome is not None
        for seat, text in enumerate(told):
            won = [self.seats[winner] for winner in self.session.outcome.winners]
            assert "You win!" in text if won == [self.seats[seat]] else "win" in text or "draw" in text
        self.until(lambda: all(one.state["over"] for one in self.onlookers.all))
        winners = list(self.session.outcome.winners)
        assert all(one.state["over"]["winners"] == winners for one in self.onlookers.all)
        for page in self.watching:
            page.wait("document.body.innerText.includes('win') || document.body.innerText.includes('draw')")
        self.keep("end")
        assert self.screen.close() == 0
        assert not listening(self.link)

    def watched(self) -> None:
        """Whoever watches is told of the same table, and of no hand."""
        ply = len(self.session.log)
        self.until(lambda: self.onlookers.knows(ply))
        assert not set().union(*(one.secrets for one in self.onlookers.all))
        for page in self.watching:
            page.wait(f"Number(document.body.dataset.ply) >= {ply}")
            assert not page.run("!!document.querySelector('.hand, .fan')")

    def follow(self) -> None:
        """Make the moves that the big screen has made; then both stand alike."""
        match = self.screen.ask("match")
        for seat, move in match["log"][len(self.session.log) :]:
            assert seat == self.session.to_move
            self.session.play(move)
        assert self.session.position() == match["position"]

    def move(self, chance: Chance) -> None:
        """Have whoever is to move play on their own page."""
        seat, ply = self.session.to_move, len(self.session.log)
        assert seat is not None
        page = self.pages[self.seats[seat]]
        mine, played = (
            f"document.body.matches('.match.mine[data-ply=\"{ply}\"]')",
            f"Number(document.body.dataset.ply) > {ply}",
        )
        page.wait(mine)
        move = chosen_move(self.session, chance)
        while not page.run(played):
            page.run("document.getElementById('alert').textContent = ''")
            play(page, self.session, move, self.until)
            page.wait(f"{played} || {UNHEARD}")
            # The page has said why nothing came of it, as that the match is paused: a person taps again.
            page.wait(f"{played} || ({mine} && document.getElementById('trouble').hidden)")
        self.follow()

    def keep(self, name: str) -> None:
        """Keep pictures of both screens, where somebody wants to look at them."""
        folder = os.environ.get("EVENING_SHOTS")
        if folder:
            self._pictures += 1
            start = Path(folder) / f"{self.game}_{self._pictures:02}_{name}"
            self.screen.shot(start.with_name(f"{start.name}.png"))
            for player, page in self.pages.items():
                page.shot(start.with_name(f"{start.name}_{player}.png"))
            for number, page in enumerate(self.watching):
                page.shot(start.with_name(f"{start.name}_watcher{number}.png"))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where every evening finds the pictures that one before it has drawn."""
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture
def evening(
    tmp_path: Path, request: pytest.FixtureRequest, browser: Chromium, pictures: Path
) -> Iterator[Evening]:
    """The program on its title, with the house rules of the game that the test is about."""
    (tmp_path / PICTURES).symlink_to(pictures, target_is_directory=True)
    if missing():
        pytest.skip(f"an evening needs {missing()}: apt install xvfb xdotool chromium")
    game = request.node.callspec.params["game"]
    settings = Settings().with_changes(animation_speed="brisk", language="en", window_size=SIZE)
    SettingsFile(Folder(tmp_path)).save(settings.with_house_rules(game, EVENINGS[game][1]))
    with display() as shown_on:
        made = Evening(Screen(tmp_path, shown_on), browser, game)
        try:
            yield made
        finally:
            for page in (*made.pages.values(), *made.watching):
                page.close()
            made.onlookers.close()
            made.screen.close()


def stumble(page: Page, link: str, number: int) -> None:
    """What happens to phones: the page is loaded anew, or somebody reads their mail and comes back."""
    if number % 2:
        page.open("about:blank")
        page.wait("location.protocol === 'about:'")
        page.open(link)
    else:
        page.run("window.old = true; location.reload()")
    page.wait("window.old === undefined && document.body?.matches('.match')")


@pytest.mark.skipif(scale() == 1, reason="whole evenings are for a soak")
@pytest.mark.parametrize("game", list(EVENINGS))
def test_an_evening(evening: Evening, game: str) -> None:
    """Phones have all seats; they stumble, seats change hands, the window is closed or killed."""
    evening.gather()
    evening.start()
    chance = Chance("evening", game)
    for number in range(WHOLE):
        seat = evening.session.to_move  # the session is another one once the program was killed
        if seat is None:
            evening.end()
            break
        if number == 3:
            evening.pull_the_plug() if game in KILLED else evening.reopen()
        if number % 11 == 5:
            evening.swap(seat)
        if number % 7 == 4:
            stumble(evening.pages[evening.seats[seat]], evening.link, number // 7)
        evening.move(chance)
        evening.onlookers.cheer(number)
        evening.watched()
        if number in (4, 40):
            evening.keep(f"ply{number}")


def listening(link: str) -> bool:
    """Whether anything answers at the address of a party."""
    parts = urlsplit(link)
    with socket.socket() as tried:
        tried.settimeout(PATIENCE)
        return tried.connect_ex((parts.hostname, parts.port)) == 0
