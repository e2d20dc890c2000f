"""Whole evenings with remote friends, whose relay is killed: a real window, and pages as phones.

``make soak`` plays them with every match to its end, ``make test`` only the first turns of one.
If ``EVENING_SHOTS`` names a folder, pictures of all screens are saved there.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("cryptography", reason="friends elsewhere need pip install cryptography")

from game.core.rng import SeededRng
from game.core.session import Session
from game.i18n import join_names
from game.store.data_folder import PICTURE_FOLDER, DataFolder
from game.store.settings import Settings, SettingsFile
from sockdrawer_elsewhere.tests.relay_phones import SAID, VIEW, RelayProcess, Seen
from tests.matches import GAMES
from tests.party.browser_phones import PLAYED, play, slide
from tests.party.game_process import SIZE, GameProcess, display, missing
from tests.party.many_phones import NAMES
from tests.party.socket_phone import T
from tests.party.test_page import chosen_move
from tests.party.test_steering import SHORT
from tests.sampling import PATIENCE, in_soak, scale
from tools.browser import BUTTON, Chromium, until

SIZES = (360, 640), (412, 915), (915, 412)
UNHEARD = "!document.getElementById('trouble').hidden || document.getElementById('alert').textContent !== ''"
"""JavaScript: true if a page reports that it is disconnected or that an action was refused."""
WHOLE = 2000  # more moves than any of these matches has

GONE = "The connection to the big screen is down."
LATER = f"{VIEW}.then(({{ line }}) => {{ for (let n = 0; n < 6; n++) line.watch(); }})"
"""JavaScript that makes a page notice a dead connection at once."""
FACES = "[...document.fonts].filter(face => face.status === 'loaded').length"
HEAD = 9  # bytes of a host's frame that belong to the relay


class Apart:
    """The program in its window, run from pages of which some come through a relay."""

    def __init__(self, screen: GameProcess, browser: Chromium, relay: RelayProcess, phones: int) -> None:
        self.screen, self.relay, self.chance = screen, relay, SeededRng("evening")
        self.pages = {NAMES[n]: browser.page(SIZES[n % len(SIZES)]) for n in range(phones)}
        for page in self.pages.values():
            page.begin_with(PLAYED)
        self.seats: list[str] = []  # names by seat
        self.session: Session  # the expected match, move by move
        self.link = ""
        self._pictures = 0
        self.far: tuple[str, ...] = ()  # remote players
        self.plain: set[str] = set()  # strings that only players and the big screen may know
        self.won: list[tuple[str, list[str]]] = []  # games and their winners
        self._bots: list[bool] = []  # True for bots, by seat

    def gather(self, game: str, *names: str, far: tuple[str, ...] = ()) -> None:
        """Open the lobby for the players at home, then open the relay and let remote players join."""
        self.open_lobby(game)
        self.link = self.until(lambda: self.screen.ask("party"))
        for name in names:
            self.pages[name].open(self.link)
            self.sit(name)
        assert not self.screen.ask("seals")
        assert self.relay.seen == []
        self.walk("phones", "PhoneJoinDialog")
        self.walk("Friends elsewhere: off", "RelayInviteDialog")
        self.keep("friends_question")
        self.screen.point("Let friends in")
        self.until(lambda: [is_open for is_open, _link in self.screen.ask("doors")] == [True])
        self.until(lambda: self.screen.ask("shown") == "RelayInviteDialog")
        self.keep("friends_let_in")
        self.walk("Done", "PhoneJoinDialog")
        self.walk("Done", "LobbyScene")
        self.far = far
        [[_is_open, link]] = self.screen.ask("doors")
        self.plain.add(link.partition("#")[2][13:])  # the room before it is the relay's business
        for name in far:
            self.pages[name].open(link)
        for name in far:
            self.sit(name)
            self.pages[name].wait(f"{FACES} === 2")  # fonts load last and shift the layout
            self.pages[name].run(f"{VIEW}.then(({{ view }}) => {{ view.inputCooldownMs = 0; }})")

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

    def keep(self, name: str) -> None:
        """Save pictures of all screens if ``EVENING_SHOTS`` is set."""
        folder = os.environ.get("EVENING_SHOTS")
        if folder:
            self._pictures += 1
            start = Path(folder) / f"{self._pictures:02}_{name}"
            self.screen.shot(start.with_name(f"{start.name}.png"))
            for player, page in self.pages.items():
                page.shot(start.with_name(f"{start.name}_{player}.png"))

    def close(self) -> None:
        for page in self.pages.values():
            page.close()
        self.screen.close()

    def walk(self, place: str, shown: str) -> None:
        """Click a place, and wait for the scene it opens."""
        self.screen.point(place)
        self.until(lambda: self.screen.ask("shown") == shown)

    def cut(self) -> None:
        """Kill the relay on a local player's turn. They play on, and the remote ones come back."""
        home = next(name for name in self.pages if name not in self.far)
        self.play(until=home)
        assert self.session.to_move is not None
        self.relay.kill()
        self.play(1)
        for name in self.far:
            if scale() == 1:
                self.pages[name].run(LATER)
            self.pages[name].wait(f"document.body.innerText.includes({json.dumps(GONE)})")
        assert not self.pages[home].run(UNHEARD)
        self.keep("relay_gone")
        self.relay.start()
        for name in self.far:
            self.pages[name].wait("document.getElementById('trouble').hidden")
        seats = [number for number, name in enumerate(self.seats) if name in self.pages]
        self.until(lambda: self.screen.ask("there") == seats)
        self.keep("relay_back")

    def follow(self) -> None:
        """Replay the big screen's moves and check that the positions match."""
        match = self.screen.ask("match")
        for seat, move in match["log"][len(self.session.log) :]:
            assert seat == self.session.to_move
            self.session.play(move)
        assert self.session.position() == match["position"]
        self.seats, self._bots = match["names"], match["bots"]
        for page in self.pages.values():
            result = page.run(
                f"{VIEW}.then(({{ view }}) => [JSON.stringify(view.state), document.body.innerText])"
            )
            self.plain |= {*filter(None, result), page.run("localStorage.getItem('sockdrawer.seat')")}

    def unseen(self) -> tuple[int, int]:
        """Check that the relay saw nothing sent to remote players. Returns the number of frames and bytes."""
        frames = [frame for frame in self.relay.seen if frame.what in SAID]
        known = {text[at : at + 12] for text in map(str.encode, self.plain) for at in range(len(text) - 11)}
        names = {json.dumps(name).encode() for name in self.pages}
        for frame in self.relay.seen:
            raw = frame.who.encode() + b" " + frame.data
            assert not known & {raw[at : at + 12] for at in range(len(raw) - 11)}, frame
            assert not any(name in raw for name in names), frame
        # Lengths reveal nothing, because all frames are padded, except the first of a connection.
        sealed = [len(frame.data) - HEAD * (frame.what == "host") for frame in frames]
        assert {size % 256 for size in sealed if size > 300} <= {16, 16 + 65}
        return len(frames), sum(len(frame.data) for frame in frames)

    # Between matches.

    def agree(self, text: str, *names: str) -> None:
        """Let all of them vote for this, which is enough. All see the countdown."""
        passing = "document.querySelector('.steer.passing')"
        for name in names:
            self.pages[name].tap(text)
            self.pages[name].wait(f"{passing} || {BUTTON}({json.dumps(text)})?.ariaPressed === 'true'")
        for name in names:
            self.pages[name].wait(passing)

    def start(self, *names: str) -> None:
        self.agree("Start the match", *names)
        self.begun()

    def another(self, title: str, *names: str) -> None:
        """Let the first choose another game and the others vote for it. Its lobby opens."""
        first, *others = names
        page, end = self.pages[first], time.monotonic() + PATIENCE
        # A tap misses the button if news moves it in that instant; a person taps again.
        while not page.run("document.querySelector('.sheet') !== null"):
            assert time.monotonic() < end, page.text()
            page.tap("Another game")
        self.keep("another_game")
        labels = self.pages[first].buttons()
        self.pages[first].tap(next(label for label in labels if label.startswith(f"{title} · ")))
        self.agree(f"Another game: {title}", *others)
        self.until(lambda: self.screen.ask("shown") == "LobbyScene")
        for name in names:
            self.pages[name].wait(f"document.querySelector('h1').innerText === {json.dumps(title)}")

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
        outcome, everybody = self.session.outcome, len(self.seats)
        self.won.append((self.session.game, won if len(outcome.winners) < everybody else []))


def told(seen: Seen, since: float) -> str:
    """Line that the operator of a relay can log about something seen."""
    size, start = len(seen.data), seen.data[:24].hex(" ", 4)
    return f"{seen.at - since:8.3f} s  {seen.what:5}  {seen.who:34}  {size:6} bytes  {start}"


def listening(link: str) -> bool:
    """True if a server answers at the address of a party."""
    parts = urlsplit(link)
    with socket.socket() as tried:
        tried.settimeout(PATIENCE)
        return tried.connect_ex((parts.hostname, parts.port)) == 0


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of rendered pictures shared by all evenings."""
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture
def opened(tmp_path: Path, pictures: Path) -> Iterator[Callable[..., GameProcess]]:
    """Factory of the program on its title, with the given settings."""
    if missing():
        pytest.skip(f"an evening needs {missing()}: apt install xvfb xdotool chromium")
    (tmp_path / PICTURE_FOLDER).symlink_to(pictures, target_is_directory=True)
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
def apart(
    browser: Chromium, opened: Callable[..., GameProcess], tmp_path: Path
) -> Iterator[Callable[[int], Apart]]:
    """Factory of evenings with ``phones`` phones and a relay named in the settings."""
    with contextlib.ExitStack() as closing:

        def make(phones: int) -> Apart:
            relay = RelayProcess(tmp_path / "relay.txt")
            closing.callback(relay.kill)
            screen = opened(plays_with="phone", house_rules=SHORT, relay=relay.address)
            evening_run = Apart(screen, browser, relay, phones)
            closing.callback(evening_run.close)
            return evening_run

        yield make


def test_evening_with_remote_players_survives_a_killed_relay(
    apart: Callable[[int], Apart], figure: Callable[[str], None]
) -> None:
    """Full length, with two more games, in ``make soak``."""
    made = apart(4)
    ann, bo, ida, kofi = NAMES[:4]
    made.gather("socki", ann, bo, far=(ida, kofi))
    made.keep("lobby")
    made.screen.point("start")  # by the host at the screen, because votes are counted down for ten seconds
    made.begun()
    for name in (ida, kofi):  # the page of the relay is new to the browser
        made.pages[name].run(PLAYED)
    made.play(3)
    made.keep("table")
    made.cut()
    made.play(2)
    if scale() > 1:
        made.play()
        made.over()
        made.keep("results")
        for title in ("SOCiable", "Socks in the City"):
            made.another(title, ida, ann, kofi)
            made.keep("lobby")
            made.start(kofi, ida, bo)
            made.play(5)
            made.keep("table")
            made.cut()
            made.play()
            made.over()
            made.keep("results")
            if made.session.game == "sociable":
                made.vote()
        made.agree("Call it a day", ida, kofi, ann)
        made.part()
    frames, size = made.unseen()
    traffic = made.relay.seen
    figure(f"a relay's operator has seen {frames} frames of {size} bytes, and no word of the evening")
    if folder := os.environ.get("EVENING_SHOTS"):
        lines = [told(one, traffic[0].at) for one in traffic]
        (Path(folder) / "relay.txt").write_text("\n".join(lines) + "\n")


@in_soak
@pytest.mark.parametrize("game", GAMES)
def test_remote_player_finishes_a_game_alone(apart: Callable[[int], Apart], game: str) -> None:
    """All other seats are bots, and one page offers everything needed."""
    made = apart(1)
    made.gather(game, far=NAMES[:1])
    made.keep(f"{game}_lobby")
    made.pages[NAMES[0]].tap("Start the match")  # it begins at once, as there are no other voters
    made.begun()
    made.pages[NAMES[0]].run(PLAYED)  # the page of the relay is new to the browser
    made.play(4)
    made.keep(f"{game}_table")
    made.play()
    made.over()
    made.keep(f"{game}_results")
    made.unseen()
