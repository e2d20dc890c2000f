"""Whole evenings: the program in a real window, opened with a mouse, and pages that play every seat.

One evening per game with all that can go wrong on phones, and one of five games without anyone at the
computer. ``make soak`` plays them with every match to its end. If ``EVENING_SHOTS`` names a folder, pictures
of both screens are saved there.
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
from game.i18n import join_names
from game.store.data_folder import PICTURES, DataFolder
from game.store.settings import Settings, SettingsFile
from tests.party.browser_phones import PLAYED, play, slide, tap_node
from tests.party.game_process import SIZE, GameProcess, display, missing
from tests.party.many_phones import NAMES, Callers, SocketPhone
from tests.party.socket_phone import T
from tests.party.test_page import chosen_move
from tests.party.test_steering import SHORT
from tests.sampling import PATIENCE, in_soak, scale
from tools.browser import BUTTON, Chromium, Page, until


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


class Untouched(Evening):
    """An evening run from phones from the first lobby on, without anyone at the computer."""

    def __init__(self, screen: GameProcess, browser: Chromium, phones: int) -> None:
        super().__init__(screen, browser, phones)
        self.chance = SeededRng("evening")
        self.won: list[tuple[str, list[str]]] = []  # games and their winners
        self._bots: list[bool] = []  # True for bots, by seat
        self._inputs = 0  # number of input events at the computer before the lobby opened

    @property
    def inputs(self) -> list[str]:
        """Input events at the computer since then."""
        texts: list[str] = self.screen.ask("inputs")
        return texts[self._inputs :]

    def gather(self, game: str, *names: str) -> None:
        """Open the lobby and let the phones join. From now on the computer is not touched."""
        self.open_lobby(game)
        self.link = self.until(lambda: self.screen.ask("party"))
        self._inputs = len(self.screen.ask("inputs"))
        for name in names:
            self.pages[name].open(self.link)
            self.sit(name)

    # Between matches.

    def press(self, name: str, text: str) -> None:
        """Tap a button once it is there."""
        self.pages[name].wait(f"{BUTTON}({json.dumps(text)})")
        self.pages[name].tap(text)

    def agree(self, text: str, *names: str) -> None:
        """Let all of them vote for this, which is enough. All see the countdown."""
        passing = "document.querySelector('.steer.passing')"
        for name in names:
            self.press(name, text)
            self.pages[name].wait(f"{passing} || {BUTTON}({json.dumps(text)})?.ariaPressed === 'true'")
        for name in names:
            self.pages[name].wait(passing)

    def start(self, *names: str) -> None:
        self.agree("Start the game", *names)
        self.begun()

    def another(self, title: str, *names: str) -> None:
        """Let the first choose another game and the others vote for it. Its lobby opens."""
        first, *others = names
        self.press(first, "Another game")
        self.pages[first].wait("document.querySelector('.sheet')")
        self.keep("another_game")
        labels = self.pages[first].buttons()
        self.press(first, next(label for label in labels if label.startswith(f"{title} · ")))
        self.agree(f"Another game: {title}", *others)
        self.until(lambda: self.screen.ask("shown") == "LobbyScene")
        for name in names:
            self.pages[name].wait(f"document.querySelector('h1').innerText === {json.dumps(title)}")

    def other_rule(self, title: str, *names: str) -> tuple[str, str]:
        """Let the first propose another house rule and the others vote for it. Returns its name and value."""
        first, *others = names
        page = self.pages[first]
        self.press(first, "Change rules")
        row = f"[...document.querySelectorAll('.rulerow')].find(row => row.key === {json.dumps(title)})"
        page.wait(row)
        key: str = page.run(f"{row}.querySelector('option:nth-child(2)').value")
        page.run(
            f"(s => {{ s.value = {json.dumps(key)}; s.onchange({{ target: s }}); }})"
            f"({row}.querySelector('select'))"
        )
        page.wait(f"{row}.querySelector('small')")
        self.keep("other_rules")
        self.press(first, "Close")
        voice = f"[...document.querySelectorAll('.motions button')].find(b => b.key === 'motion {key}')"
        for other in others:
            self.pages[other].wait(voice)
            tap_node(self.pages[other], f"motion {key}")
        page.wait(f"!{voice}")
        name, _equals, value = key.removeprefix("rule ").partition("=")
        return name, value

    def vote(self) -> None:
        """Cast all requested votes. The big screen continues without input."""
        for name in self.seats:
            if name in self.pages:
                page = self.pages[name]
                page.wait("document.querySelector('.poll .shares')")
                page.run(slide(0, 40))
                page.tap("Cast my vote")
        self.until(lambda: self.screen.ask("shown") == "MatchReportScene")

    def part(self) -> None:
        """Check the farewell: the winners appear on all screens, then all return to the title."""
        self.until(lambda: self.screen.ask("shown") == "PartySummaryScene")
        assert [(game, winners) for game, winners in self.screen.ask("won")] == self.won
        winner_names = [join_names(winners) for _game, winners in self.won]
        lines = "[...document.querySelectorAll('.farewell li span:last-child')].map(span => span.innerText)"
        for page in self.pages.values():
            page.wait("document.querySelector('.farewell')")
            assert page.run(lines) == winner_names
        self.keep("farewell")
        self.until(lambda: self.screen.ask("shown") == "TitleScene")
        for page in self.pages.values():
            page.wait("document.body.innerText.includes('Another party')")
        self.keep("goodbye")
        assert not listening(self.link)

    # In a match.

    def play(self, moves: int = WHOLE, until: str = "") -> None:
        """Play ``moves`` moves, or until it is the turn of ``until``. Bots play on their own."""
        for _ in range(moves):
            self.follow()
            seat, ply = self.session.to_move, len(self.session.log)
            if seat is None or (self.seats[seat] == until and not self._bots[seat]):
                break
            if self._bots[seat]:
                self.until(lambda: len(self.screen.ask("match")["log"]) > ply)  # noqa: B023
            else:
                self.move(self.chance)

    def follow(self) -> None:
        """Update the names, as bots and latecomers change them."""
        super().follow()
        match = self.screen.ask("match")
        self.seats, self._bots = match["names"], match["bots"]

    def over(self) -> None:
        super().over()
        outcome, everybody = self.session.outcome, len(self.seats)
        assert outcome is not None
        won = [self.seats[seat] for seat in outcome.winners if len(outcome.winners) < everybody]
        self.won.append((self.session.game, won))

    def come_late(self, name: str) -> None:
        """Let a latecomer join and take over a bot's seat."""
        match = self.screen.ask("match")
        seat = match["bots"].index(True)
        page = self.pages[name]
        page.open(self.link)
        page.wait("document.getElementById('name')")
        page.run(f"document.getElementById('name').value = {json.dumps(name)}")
        self.press(name, f"Play for {match['names'][seat]}")
        self.until(lambda: self.screen.ask("match")["names"][seat] == name)
        page.wait("document.body.matches('.match')")

    def sleep(self, name: str) -> None:
        """Let a phone sleep on its turn. The others vote for a bot until it is back."""
        self.play(until=name)
        page, ply = self.pages[name], len(self.session.log)
        seat = self.seats.index(name)
        page.open("about:blank")
        others = [other_page for other_page in self.seats if other_page in self.pages and other_page != name]
        for number, other in enumerate(others[: (len(others) + 1) // 2]):
            self.press(other, f"A bot for {name}")
            if not number:
                self.keep("sleeper_offer")
        self.until(lambda: len(self.screen.ask("match")["log"]) > ply)
        assert self.screen.ask("match")["bots"][seat]
        self.keep("sleeper_bot")
        page.open(self.link)
        self.until(lambda: not self.screen.ask("match")["bots"][seat])
        page.wait("document.querySelector('.notices')?.innerText.includes('A bot played')")
        self.keep("sleeper_back")


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


@pytest.fixture
def untouched(browser: Chromium, opened: Callable[..., GameProcess]) -> Iterator[Untouched]:
    evening_run = Untouched(opened(plays_with="phone", house_rules=SHORT), browser, 4)
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


@in_soak
def test_phones_run_five_games_without_the_computer(untouched: Untouched) -> None:
    """Five games with four phones, from the first lobby to the farewell."""
    made = untouched
    ann, bo, ida, kofi = NAMES[:4]
    made.gather("socki", ann, bo, ida)
    made.keep("lobby")
    made.agree("Start the game", ann, bo)
    made.press(ida, "Stop")
    made.pages[ann].wait("!document.querySelector('.steer.passing')")
    made.agree("Start the game", ida, ann)
    made.keep("countdown")
    made.begun()
    made.play(5)
    made.come_late(kofi)
    made.keep("table")
    made.play()
    made.over()
    made.keep("results")

    made.another("Socker", ann, kofi, ida)
    made.keep("no_seat")
    made.start(ann, bo, ida)  # players without a seat vote too
    made.play()
    made.over()
    made.press(bo, "Rematch")
    made.pages[ann].wait("document.querySelector('#bar .votes')")
    made.keep("votes")
    made.agree("Rematch", kofi, ann)
    made.begun()
    made.play()
    made.over()
    made.agree("Change rules", ann, bo, kofi)
    made.until(lambda: made.screen.ask("shown") == "LobbyScene")

    made.another("RockIt to Destiny", ann, bo, ida)
    rule, value = made.other_rule("Coming in", kofi, ida, bo)
    made.start(ann, bo, ida)
    assert str(made.session.options[rule]) == value
    made.play()
    made.over()

    made.another("Socks in the City", ann, bo, ida)
    made.start(ida, kofi, ann)
    made.play()
    made.over()

    made.another("SOCiable", kofi, ann, bo)
    made.start(ann, bo, ida)
    made.play(4)
    made.sleep(ida)
    made.play()
    made.over()
    made.vote()

    made.agree("Call it a day", ann, bo, ida)
    made.keep("that_was_it")
    made.part()
    assert made.inputs == []


def listening(link: str) -> bool:
    """True if a server answers at the address of a party."""
    parts = urlsplit(link)
    with socket.socket() as tried:
        tried.settimeout(PATIENCE)
        return tried.connect_ex((parts.hostname, parts.port)) == 0
