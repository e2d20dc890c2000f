"""Whole evenings: the program in a real window, opened with a mouse, and pages that play every seat.

One evening per game with all that can go wrong on phones, which ``make soak`` plays to its end. If
``EVENING_SHOTS`` names a folder, pictures of both screens are saved there.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from game.core.options import Value
from game.core.rng import SeededRng
from game.core.session import Session
from game.store.data_folder import PICTURES, DataFolder
from game.store.settings import Settings, SettingsFile
from tests.party.browser_phones import PLAYED, play
from tests.party.game_process import SIZE, GameProcess, display, missing
from tests.party.many_phones import NAMES, Callers, SocketPhone
from tests.party.socket_phone import T
from tests.party.test_page import chosen_move
from tests.sampling import PATIENCE, in_soak, scale
from tools.browser import Chromium, Page, until


class Onlooker(SocketPhone):
    """A spectator.

    Attributes:
        secrets: keys that it received but should never receive.
    """

    def __init__(self, crowd: Callers, number: int) -> None:
        super().__init__(crowd, number)
        self.secrets: set[str] = set()

    def take(self, message: dict[str, Any]) -> None:
        super().take(message)
        self.secrets |= {"hand"} & set(self.state.get("observation") or {})
        if self.state.get("seat") is not None:
            self.secrets.add("seat")

    async def hang_up(self) -> None:
        """Close the connection properly. An unclosed one would warn in a later test."""
        if self.heard:
            self._reading.cancel()
            await asyncio.wait([self._reading])
            await self.socket.close()


class Onlookers(Callers):
    """The spectators of a party."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.all = [Onlooker(self, number) for number in range(count)]

    def come(self, link: str) -> None:
        """Connect all to the party of this link, also after it was closed."""
        place = urlsplit(link)
        self.address = place.netloc
        for onlooker in self.all:
            self.run(onlooker.hang_up())
            onlooker.call()
            onlooker.send("spectate", code=place.fragment, watcher=f"onlooker{onlooker.seat}")

    def cheer(self, ply: int) -> None:
        """Let one of them throw a reaction and guess the winner."""
        onlooker = self.all[ply % len(self.all)]
        onlooker.say("react", sign=("ha", "aww", "wow")[ply % 3])
        onlooker.say("guess", seat=ply % max(1, len(onlooker.state.get("seats", ()))))

    def knows(self, ply: int) -> bool:
        """True if all have received the state after ``ply`` moves."""
        return all(onlooker.state.get("ply") == ply for onlooker in self.all)

    def close(self) -> None:
        for onlooker in self.all:
            self.run(onlooker.hang_up())
        self.hang_up()


EVENINGS: dict[str, tuple[int, dict[str, Value]]] = {
    "socki": (8, {"target": 50}),
    "rockit": (5, {}),
    "sociable": (5, {}),
    "socker": (4, {"win": "turns", "turns": 10}),
    "city": (4, {}),
}
"""Number of phones and house rules, by game. In games for two, the other phones wait for a seat."""
SIZES = (360, 640), (412, 915), (915, 412)
KILLED = "socki", "socker"  # in these the program is killed mid-match; in the others the window is closed
WATCHERS = 4  # watchers without a browser, and as many pages
WATCHED = (360, 640), (412, 915), (915, 412), (820, 1180)
UNHEARD = "!document.getElementById('trouble').hidden || document.getElementById('alert').textContent !== ''"
"""JavaScript: true if a page reports that it is disconnected or that an action was refused."""
WHOLE = 2000  # more moves than any of these matches has


class Evening:
    """The program in its window, and pages."""

    def __init__(self, screen: GameProcess, browser: Chromium, phones: int) -> None:
        self.screen, self.browser = screen, browser
        self.pages = {NAMES[n]: browser.page(SIZES[n % len(SIZES)]) for n in range(phones)}
        for page in self.pages.values():
            page.begin_with(PLAYED)
        self.watching: list[Page] = []
        self.seats: list[str] = []  # names by seat
        self.session: Session  # the expected match, move by move
        self.link = ""
        self._pictures = 0

    def until(self, condition: Callable[[], T]) -> T:
        return until(condition, lambda: self.screen.ask("shown"))

    def open_lobby(self, game: str) -> None:
        self.until(lambda: self.screen.ask("shown") == "TitleScene")
        self.screen.point(game)
        self.until(lambda: self.screen.ask("shown") == "LobbyScene")

    def sit(self, name: str) -> None:
        """Take the first free seat under this name."""
        page = self.pages[name]
        page.wait("document.querySelector('label.seat')")
        page.run(f"document.getElementById('name').value = {json.dumps(name)}")
        page.tap("Take this seat")
        page.wait("document.body.innerText.includes('You have a seat') || document.body.matches('.match')")

    def begun(self) -> None:
        """Wait until a match is on the screen and not over."""
        self.until(lambda: not self.screen.ask("match").get("over", True))
        match = self.screen.ask("match")
        self.session, self.seats = Session.from_record(match["record"]), match["names"]

    def follow(self) -> None:
        """Replay the big screen's moves and check that the positions match."""
        match = self.screen.ask("match")
        for seat, move in match["log"][len(self.session.log) :]:
            assert seat == self.session.to_move
            self.session.play(move)
        assert self.session.position() == match["position"]

    def move(self, rng: SeededRng) -> None:
        """Let the player to move play on their own page."""
        seat, ply = self.session.to_move, len(self.session.log)
        assert seat is not None
        page = self.pages[self.seats[seat]]
        mine, played = (
            f"document.body.matches('.match.mine[data-ply=\"{ply}\"]')",
            f"Number(document.body.dataset.ply) > {ply}",
        )
        page.wait(mine)
        move, end = chosen_move(self.session, rng), time.monotonic() + PATIENCE
        while not page.run(played):
            assert time.monotonic() < end, f"{move} is not taken; the page says: {page.text()[:300]}"
            page.run("document.getElementById('alert').textContent = ''")
            play(page, self.session, move, self.until)
            page.wait(f"{played} || {UNHEARD}")
            # The page explains a refusal, for example that the match is paused. A person taps again.
            page.wait(f"{played} || ({mine} && document.getElementById('trouble').hidden)")
        self.follow()

    def over(self) -> None:
        """Check that the match is over and that all players see the result."""
        # Animations of the last moves are still to come.
        self.until(lambda: self.screen.ask("shown") in ("ResultsScene", "MatchReportScene", "VoteDialog"))
        players = [name for name in self.seats if name in self.pages]
        for name in players:
            self.pages[name].wait(
                f"document.querySelector('.match[data-ply=\"{len(self.session.log)}\"] h1.ribbon')"
            )
        assert self.session.outcome is not None
        won = [self.seats[winner] for winner in self.session.outcome.winners]
        for name in players:
            text = self.pages[name].text()
            assert "You win!" in text if won == [name] else "win" in text or "draw" in text

    def keep(self, name: str) -> None:
        """Save pictures of all screens if ``EVENING_SHOTS`` is set."""
        folder = os.environ.get("EVENING_SHOTS")
        if folder:
            self._pictures += 1
            start = Path(folder) / f"{self._pictures:02}_{name}"
            self.screen.shot(start.with_name(f"{start.name}.png"))
            watching = {f"watcher{number}": page for number, page in enumerate(self.watching)}
            for player, page in (self.pages | watching).items():
                page.shot(start.with_name(f"{start.name}_{player}.png"))

    def close(self) -> None:
        for page in (*self.pages.values(), *self.watching):
            page.close()
        self.screen.close()


class Stumbling(Evening):
    """One game from the title to its end, with all that can go wrong on phones."""

    def __init__(self, screen: GameProcess, browser: Chromium, game: str) -> None:
        super().__init__(screen, browser, EVENINGS[game][0])
        self.game = game
        self.watching = [browser.page(size) for size in WATCHED[:WATCHERS]]
        self.onlookers = Onlookers(WATCHERS)

    def gather(self) -> None:
        """Open the lobby and the party, and let all phones join."""
        self.open_lobby(self.game)
        self.screen.point("phones")
        self.link = self.until(lambda: self.screen.ask("party"))
        self.until(lambda: self.focused("seat 0"))
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
            page.wait("document.body.innerText.includes('re watching')")
            page.run(f"window.number = {number}")
        self.keep(f"{self.game}_lobby")

    def focused(self, place: str) -> bool:
        """Move the mouse to a place. Returns False if the place has moved, as when the QR code appears."""
        self.screen.hover(place)
        focus: str = self.screen.ask("focus")
        return focus == place

    def start(self) -> None:
        self.screen.point("start")
        self.begun()
        self.until(lambda: self.onlookers.knows(0))

    def swap(self, seat: int) -> None:
        """Let a player give up their seat during the match, and a waiting one take it."""
        waiting = next((name for name in self.pages if name not in self.seats), None)
        if waiting is None:
            return
        page = self.pages[self.seats[seat]]
        page.tap("Menu")
        page.tap("Give up my seat")
        page.tap("Give up seat")
        self.seats[seat] = waiting
        self.sit(waiting)
        page.wait("document.querySelector('#join p')")

    def reopen(self) -> None:
        """Close the window during the match and resume it."""
        assert self.screen.close() == 0
        assert not listening(self.link)
        for name in self.seats:
            self.pages[name].wait("document.body.innerText.includes('The party is closed')")
        self.resume()

    def pull_the_plug(self) -> None:
        """Kill the program during the match and resume it. Pages reconnect without a reload."""
        phones = [*(self.pages[name] for name in self.seats), *self.watching]
        for page in phones:
            page.run("window.same = true")
        self.screen.kill()
        assert not listening(self.link)
        self.resume()
        record = Session.from_record(self.screen.ask("match")["record"])
        # Only what was not saved yet is lost: one move at most.
        assert len(self.session.log) - 1 <= len(record.log) <= len(self.session.log)
        assert record.log == self.session.log[: len(record.log)]
        self.session = record
        self.until(lambda: self.screen.ask("there") == list(range(len(self.seats))))
        for page in phones:
            page.wait(f"document.body.matches('.match[data-ply=\"{len(record.log)}\"]')")
            assert page.run("window.same")

    def resume(self) -> None:
        """Open the program again and resume the match, as a player does."""
        self.screen.open()
        self.until(lambda: self.screen.ask("shown") == "TitleScene")
        self.screen.point("resume")
        self.until(lambda: self.screen.ask("party") == self.link)
        for name in self.seats:
            self.pages[name].wait("document.getElementById('trouble').hidden")
        self.onlookers.come(self.link)
        self.until(lambda: self.onlookers.knows(len(self.screen.ask("match")["log"])))

    def end(self) -> None:
        """Check that everyone sees the result, and that closing the window ends the party."""
        self.over()
        self.until(lambda: all(onlooker.state["over"] for onlooker in self.onlookers.all))
        assert self.session.outcome is not None
        winners = list(self.session.outcome.winners)
        assert all(onlooker.state["over"]["winners"] == winners for onlooker in self.onlookers.all)
        for page in self.watching:
            page.wait("document.body.innerText.includes('win') || document.body.innerText.includes('draw')")
        self.keep(f"{self.game}_end")
        assert self.screen.close() == 0
        assert not listening(self.link)

    def watched(self) -> None:
        """Check that spectators see the same table and no hand."""
        ply = len(self.session.log)
        self.until(lambda: self.onlookers.knows(ply))
        assert not set().union(*(onlooker.secrets for onlooker in self.onlookers.all))
        for page in self.watching:
            page.wait(f"Number(document.body.dataset.ply) >= {ply}")
            assert not page.run("!!document.querySelector('.hand, .fan')")

    def close(self) -> None:
        self.onlookers.close()
        super().close()


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of rendered pictures shared by all evenings."""
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture
def opened(tmp_path: Path, pictures: Path) -> Iterator[Callable[..., GameProcess]]:
    """Factory of the program on its title, with the given settings."""
    if missing():
        pytest.skip(f"an evening needs {missing()}: apt install xvfb xdotool chromium")
    (tmp_path / PICTURES).symlink_to(pictures, target_is_directory=True)
    with display() as shown_on, contextlib.ExitStack() as closing:

        def make(**changes: object) -> GameProcess:
            usual: dict[str, object] = {"animation_speed": "brisk", "language": "en", "window_size": SIZE}
            if scale() == 1:  # the CPU draws all animation
                usual |= {"animation_speed": "instant", "reduced_motion": True}
            SettingsFile(DataFolder(tmp_path)).save(Settings().with_changes(**usual | changes))
            screen = GameProcess(tmp_path, shown_on)
            closing.callback(screen.close)
            return screen

        yield make


@pytest.fixture
def evening(
    request: pytest.FixtureRequest, browser: Chromium, opened: Callable[..., GameProcess]
) -> Iterator[Stumbling]:
    """Evening with the house rules of the test's game."""
    game = request.node.callspec.params["game"]
    evening_run = Stumbling(opened(house_rules={game: EVENINGS[game][1]}), browser, game)
    yield evening_run
    evening_run.close()


def stumble(page: Page, link: str, number: int) -> None:
    """Reload the page, or leave it for another one and come back."""
    if number % 2:
        page.open("about:blank")
        page.wait("location.protocol === 'about:'")
        page.open(link)
    else:
        page.run("window.old = true; location.reload()")
    page.wait("window.old === undefined && document.body?.matches('.match')")


@in_soak
@pytest.mark.parametrize("game", list(EVENINGS))
def test_evening_survives_reloads_swaps_and_a_killed_program(evening: Stumbling, game: str) -> None:
    """Phones have all seats. Pages reload, seats change hands, the window is closed or killed."""
    evening.gather()
    evening.start()
    rng = SeededRng("evening", game)
    for number in range(WHOLE):
        seat = evening.session.to_move  # another session once the program was killed
        if seat is None:
            evening.end()
            break
        if number == 3:
            evening.pull_the_plug() if game in KILLED else evening.reopen()
        if number % 11 == 5:
            evening.swap(seat)
        if number % 7 == 4:
            stumble(evening.pages[evening.seats[seat]], evening.link, number // 7)
        evening.move(rng)
        evening.onlookers.cheer(number)
        evening.watched()
        if number in (4, 40):
            evening.keep(f"{game}_ply{number}")


def listening(link: str) -> bool:
    """True if a server answers at the address of a party."""
    parts = urlsplit(link)
    with socket.socket() as tried:
        tried.settimeout(PATIENCE)
        return tried.connect_ex((parts.hostname, parts.port)) == 0
