"""Compare digests of everything that players, phones and records can distinguish.

    python -m tools.same before.json              on the commit before a refactoring
    python -m tools.same --against before.json    after it: prints the differences, exits with 1 if any

Digests of: every picture of the sheet, pixel by pixel, in all its looks (`pictures`); the targets of these
screens with positions, focus neighbours, narration and prompts, in four windows and five text sizes
(`screens`); the golden playthroughs as text (`playthroughs`); each puzzle of the packs with the check of its
solutions, and some proved again (`puzzles`); matches of random moves, as positions, observations of every
seat, redacted events and records read back (`records`); matches between levels with a node budget instead of
seconds (`ladder`); the states of phones move by move, in two languages (`phones`); a save and the settings
file (`files`); and frames of matches of each game (`frames`).

Wall clock, date, `secrets`, the order of sets and the port of a party are fixed. Processor clocks count how
often they are read, and a request to a worker blocks until its answer, so bots that think by the clock think
equally long in every run. `--twice` repeats everything in a new process, prints what varies and leaves it out
of the file; nothing should. Digests are only comparable on one machine with one Python. Not covered: sound,
drawing between pictures, and durations.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["TZ"] = "UTC"

NOON = 1_790_000_000.0  # time at which everything happens, in September 2026


class _Today(datetime.date):
    """Date whose today is fixed."""

    @classmethod
    def today(cls) -> _Today:
        return cls.fromtimestamp(NOON)


TICK = 1e-3  # seconds that a processor clock advances per reading
ALONE = "TOOLS_SAME"  # environment variable of a process started by this tool, and of its children
PORT = 8080  # port that every party reports


class _Still:
    """Replacement of clocks, random numbers and network, installed before the game is imported."""

    def __init__(self) -> None:
        self._drawn = random.Random()
        self._looks = 0
        self._main = threading.get_ident()
        self._clock = time.perf_counter
        self.begin()
        time.time = lambda: NOON
        time.perf_counter = time.thread_time = self._count_reading
        datetime.date = _Today  # type: ignore[misc]
        secrets.randbits = lambda k: self._drawn.getrandbits(k) if k else 0
        secrets.token_hex = lambda nbytes=None: self._drawn.randbytes(nbytes or 16).hex()
        secrets.token_urlsafe = lambda nbytes=None: self._drawn.randbytes(nbytes or 16).hex()
        secrets.choice = self._drawn.choice
        getsockname = socket.socket.getsockname
        socket.socket.getsockname = lambda sock: _at_port(getsockname(sock))  # type: ignore[method-assign, assignment]

    def begin(self) -> None:
        """Start again, so that nothing depends on earlier parts."""
        self._drawn.seed(7)
        random.seed(7)
        self._looks = 0

    def _count_reading(self) -> float:
        """Clock that counts its readings in the main thread; other threads see the real clock."""
        if threading.get_ident() != self._main:
            return self._clock()
        self._looks += 1
        return self._looks * TICK


def _at_port(address: Any) -> Any:
    """Return the address of a socket with the fixed port."""
    return (address[0], PORT) if isinstance(address, tuple) and len(address) == 2 and address[1] else address


if ALONE in os.environ:
    still = _Still()

import pygame

from game.app import App
from game.bots.match_runner import Pairing, play_match
from game.bots.record_commands import steps
from game.bots.worker import Worker, WorkerResult
from game.core.discovery import find_game, game_slugs
from game.core.rng import SeededRng
from game.core.search import BudgetPolicy
from game.core.session import Session
from game.match.assist_service import AssistService
from game.match.match import Match
from game.match.match_text import words_of
from game.match.phone_seats import PhoneMatch, handheld_of
from game.match.puzzle import PuzzleCandidate, puzzler_of
from game.match.puzzle.pack import checked, line_of, read_pack
from game.match.seats import PHONE, Seat
from game.scenes import SCREENS
from game.store.storage import Storage
from game.ui.core.audio import Audio
from game.ui.core.canvas import nearest_in_direction
from game.ui.core.one_switch import switch_targets_of
from game.ui.core.scene import AppContext
from game.ui.core.screen_reader import narration_of, strip_of
from game.ui.match.match_flow import match_scene
from tools.command import command
from tools.shots import LOOKS, sheet
from tools.shots_moments import FRAME, Camera, Sleeper, Strip

WINDOWS = [(960, 540), (1280, 720), (1920, 1080), (1024, 768)]
TEXTS = [100, 125, 150, 175, 200]
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))
PLIES = 400  # largest number of moves of a random match
NODES = 60  # positions per decision of the matches between levels

Digests = dict[str, str]


def main() -> int:
    """Write the digests, or compare them with a file. Returns 1 if they differ."""
    parser = command(__doc__)
    parser.add_argument("out", nargs="?", type=Path, help="the file to write")
    parser.add_argument("--against", type=Path, metavar="FILE", help="digests of before")
    parser.add_argument("--only", choices=PARTS, action="append", help="these parts; default: all")
    parser.add_argument(
        "--records", type=int, default=100, help="matches of random moves a game; default: 100"
    )
    parser.add_argument("--quick", action="store_true", help="two looks, windows, sizes of text")
    parser.add_argument("--twice", action="store_true", help="leave out what differs between two runs")
    arguments = parser.parse_args()
    if ALONE not in os.environ:
        return _run_isolated(sys.argv[1:])
    if arguments.quick:
        for variants in (WINDOWS, TEXTS):
            del variants[1:-1]
        for look in LOOKS.keys() - {"1280x720", "text200"}:
            del LOOKS[look]
    before: dict[str, Digests] = json.loads(arguments.against.read_text()) if arguments.against else {}
    _answer_at_once()
    pygame.display.init()
    pygame.font.init()
    results: dict[str, Digests] = {}
    for part in arguments.only or (before or PARTS):
        still.begin()
        results[part] = _digests(PARTS[part](arguments.records))
        if arguments.twice:
            again = _repeat_part(part, arguments.records, quick=arguments.quick)
            unstable = sorted(key for key in results[part] if results[part][key] != again.get(key))
            results[part] = {key: results[part][key] for key in results[part] if key not in unstable}
            for key in unstable:
                print(f"{part}: {key} differs from run to run and is left out")
        print(f"{part}: {len(results[part])} digests", flush=True)
    if arguments.out:
        arguments.out.write_text(json.dumps(results, indent=0))
    if not arguments.against:
        return 0
    differences = [
        f"{part}: {key} {'differs' if key in previous else 'is new'}"
        for part, current in results.items()
        for previous in (before.get(part, {}),)
        for key in current
        if previous.get(key) != current[key]
    ]
    missing = [
        f"{part}: {key} is gone"
        for part in results
        for key in before.get(part, {})
        if key not in results[part]
    ]
    print("\n".join(differences + missing) or "Nothing differs.")
    return 1 if differences or missing else 0


def _run_isolated(arguments: Sequence[str], *, quiet: bool = False) -> int:
    """Run this tool in a process with fixed clocks and a fixed order of sets. Returns its exit status."""
    argv = [sys.executable, "-m", "tools.same", *arguments]
    environment = os.environ | {ALONE: "1", "PYTHONHASHSEED": "0"}
    out = subprocess.DEVNULL if quiet else None
    return subprocess.run(argv, check=False, env=environment, stdout=out).returncode


def _repeat_part(part: str, records: int, *, quick: bool) -> Digests:
    """Return the digests of a part from a new process."""
    with tempfile.TemporaryDirectory() as home:
        out = Path(home, "again.json")
        arguments = [str(out), "--only", part, "--records", str(records), *(["--quick"] if quick else [])]
        _run_isolated(arguments, quiet=True)
        digests: dict[str, Digests] = json.loads(out.read_text())
    return digests[part]


def _answer_at_once() -> None:
    """Make `Worker.poll_result` block until the answer is there, so that no game clock advances before."""
    submit, poll_result, close = Worker.submit, Worker.poll_result, Worker.close
    pending: set[Worker] = set()

    def submit_tracked(worker: Worker, where: str, *arguments: Any, limit: float | None = None) -> int:
        ticket = submit(worker, where, *arguments, limit=limit)
        pending.add(worker)
        return ticket

    def poll_until_answered(worker: Worker) -> WorkerResult | None:
        result = poll_result(worker)
        while result is None and worker in pending:
            time.sleep(0.001)
            result = poll_result(worker)
        pending.discard(worker)
        return result

    def close_tracked(worker: Worker) -> None:
        pending.discard(worker)
        close(worker)

    Worker.submit = submit_tracked  # type: ignore[method-assign, assignment]
    Worker.poll_result = poll_until_answered  # type: ignore[method-assign, assignment]
    Worker.close = close_tracked  # type: ignore[method-assign, assignment]


def _digests(entries: Iterator[tuple[str, object]]) -> Digests:
    """Return a short digest per key. Several values of a key go into one digest."""
    sums: dict[str, Any] = {}
    for key, value in entries:
        data = value if isinstance(value, bytes) else repr(value).encode()
        sums.setdefault(key, hashlib.blake2b(digest_size=9)).update(data)
    return {key: digest.hexdigest() for key, digest in sums.items()}


def _captures(
    capture: Callable[[str, App], object], size: tuple[int, int], settings: dict[str, object]
) -> list[tuple[str, object]]:
    """Return name and capture of each picture of the sheet."""
    captures: list[tuple[str, object]] = []
    still.begin()
    with tempfile.TemporaryDirectory() as home:
        sheet(lambda name, app: captures.append((name, capture(name, app))), size, settings, Path(home))
    return captures


def pictures(_records: int) -> Iterator[tuple[str, object]]:
    """Yield the pixels of every picture of the sheet."""
    for look, (size, settings) in LOOKS.items():
        for name, pixels in _captures(
            lambda _name, app: pygame.image.tobytes(app.screen, "RGB"), size, settings
        ):
            yield f"{look} {name}", pixels


def screens(_records: int) -> Iterator[tuple[str, object]]:
    """Yield what each screen of the sheet offers and says, in many windows and text sizes."""
    for window in WINDOWS:
        for text in TEXTS:
            for name, description in _captures(_describe_screen, window, {"text_size": text}):
                yield f"{window[0]}x{window[1]} {text} {name}", description


def _describe_screen(_name: str, app: App) -> object:
    """Return the targets of a screen, their focus neighbours, its narration and its prompts."""
    scene = app.context.scenes.top
    assert scene is not None
    places = tuple(scene.focusable())
    ways = [(name, [nearest_in_direction(places, box, *way) for way in WAYS]) for name, box in places]
    items = [_plain(item) for item in switch_targets_of(app.context, scene)]
    return places, ways, items, narration_of(app.context, scene), strip_of(app.context, scene)


def _plain(item: Any) -> object:
    """Return a one-switch target without its action."""
    children = getattr(item, "items", None)
    if children is not None:
        return [_plain(child) for child in children]
    return item.box, str(item.act), item.name, item.words


def playthroughs(_records: int) -> Iterator[tuple[str, object]]:
    """Yield the golden playthroughs as text, move by move."""
    for path in sorted(Path("tests/playthroughs").glob("*.txt")):
        record, _, _golden = path.read_text(encoding="utf-8").partition("--- told ---\n")
        yield path.stem, list(steps(record))


def puzzles(_records: int) -> Iterator[tuple[str, object]]:
    """Yield every puzzle with its check, task and explanation; every sixtieth is proved again."""
    for slug in game_slugs():
        puzzler = puzzler_of(slug)
        for number, puzzle in enumerate(read_pack(slug).puzzles.values()):
            assert puzzler is not None
            values: list[object] = [line_of(checked(puzzle)), puzzler.task(puzzle)]
            values.append(
                puzzler.explain_solution(
                    puzzle, ("Ann", "Bo", "Kofi", "Mia", "Zoe")[: puzzle.session().players]
                )
            )
            if number % 60 == 0:
                draft = PuzzleCandidate(
                    slug,
                    puzzle.kind,
                    puzzle.position,
                    puzzle.seat,
                    puzzle.options,
                    getattr(puzzle, "detail", ""),
                )
                try:
                    values.append(puzzler.prove(draft))
                except ValueError as fault:
                    values.append(str(fault))
            yield f"{slug} {puzzle.key}", values


def records(count: int) -> Iterator[tuple[str, object]]:
    """Yield matches of random moves: observations of every seat, and the record read back."""
    for slug in game_slugs():
        info = find_game(slug).info
        for seed in range(count):
            rng = SeededRng(seed, "same", slug)
            players = info.players[0] + rng.below(info.players[1] - info.players[0] + 1)
            session = Session.new(slug, players, seed=seed)
            values: list[object] = [session.opening]
            for _ in range(150):
                if session.to_move is None:
                    break
                moves = session.moves()
                events = session.play(rng.pick(moves))
                values.append(
                    (len(moves), session.position(), [session.redact(event, 0) for event in events])
                )
            values += [session.observe(seat) for seat in (None, *range(players))]
            again = Session.from_record(session.record())
            assert again.position() == session.position()
            yield f"{slug} {seed}", [*values, session.record(), session.outcome]


def ladder(_records: int) -> Iterator[tuple[str, object]]:
    """Yield records of matches between levels with a node budget."""
    for slug in game_slugs():
        info = find_game(slug).info
        for seed, levels in enumerate((("easy", "normal"), ("normal", "hard"), ("hard", "master"))):
            players = max(2, info.players[0])
            pairing = Pairing(
                slug,
                tuple(levels[seat % 2] for seat in range(players)),
                seed,
                find_game(slug).info.read_options({}, players),
                allowance=BudgetPolicy(nodes=NODES),
                one_hand=True,
            )
            yield f"{slug} {'-'.join(levels)}", play_match(pairing).record


def _matches(seed: int) -> Iterator[tuple[str, Session, list[str]]]:
    """Yield a match of random moves for each game: slug, session at its opening, moves."""
    for slug in game_slugs():
        session, rng = Session.new(slug, seed=seed), SeededRng(seed, "match", slug)
        moves: list[str] = []
        while session.to_move is not None and len(moves) < PLIES:
            moves.append(rng.pick(session.moves()))
            session.play(moves[-1])
        yield slug, Session.new(slug, seed=seed), moves


class _Post:
    """Records the messages to phones."""

    spectators: Sequence[str] = ("eve",)

    def __init__(self) -> None:
        self.sent: list[object] = []

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.sent.append((seat, json.dumps([state, *events], sort_keys=True)))

    def publish_to_spectators(
        self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        self.sent.append(json.dumps([state, *events], sort_keys=True))


def phones(_records: int) -> Iterator[tuple[str, object]]:
    """Yield the messages to the phones of a match, in each language."""
    for language in ("en", "de"):
        for slug, session, moves in _matches(3):
            names = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")
            seats = [Seat(names[number], number, device=PHONE) for number in range(session.players)]
            yield f"{language} {slug}", _phone_messages(Match(session, seats), moves, language)


def _phone_messages(match: Match, moves: Sequence[str], language: str) -> list[object]:
    """Return the messages that the phones of a match get while it is played."""
    worker, post = Sleeper(), _Post()
    handheld = handheld_of(match, worker)
    phones = PhoneMatch(
        match, words_of(match), handheld.part, AssistService(match, lambda: worker, lambda: worker)
    )
    seats = range(match.session.players)
    for seat in seats:
        phones.hints.languages[seat] = language
    for move in moves:
        match.play(move)
        phones.publish_to(post, seats, lambda _seat: False)
    phones.close()
    return post.sent


def files(_records: int) -> Iterator[tuple[str, object]]:
    """Yield the data files after a change of settings and an unfinished match of each game."""
    with tempfile.TemporaryDirectory() as home:
        context = AppContext(Storage(Path(home)), Audio(), lambda: 0.0, SCREENS)
        context.bot_worker = context.background_worker = Sleeper()
        app = App(context, pygame.display.set_mode((1280, 720)))
        context.update_settings(text_size=150, animation_speed="brisk")
        context.open_scene("title")
        for slug, session, moves in _matches(5):
            seats = [
                Seat(name, number, "easy" if number else "") for number, name in enumerate(session.names)
            ]
            scene = match_scene(context, session, seats)
            context.scenes.push(scene)
            for move in moves[:20]:
                scene.match.play(move)
                app.step_frame([])
            context.scenes.pop()
            yield slug, scene.match.session.record()
        context.stores.close()
        for path in sorted(Path(home).rglob("*")):
            if path.is_file() and path.suffix in (".json", ".txt", ".toml") and "pictures" not in path.parts:
                yield str(path.relative_to(home)), path.read_text(encoding="utf-8")


def frames(_records: int) -> Iterator[tuple[str, object]]:
    """Yield frames of two matches per game, some of them while events are shown."""
    clock = [0.0]
    for seed in (3, 4):
        for slug, _session, moves in _matches(seed):
            with tempfile.TemporaryDirectory() as home:
                clock[0] = 0.0
                context = AppContext(Storage(Path(home)), Audio(), lambda: clock[0], SCREENS)
                app = App(context, pygame.display.set_mode((1280, 720)))
                context.open_scene("title")
                strip = Strip(partial(Session.new, slug, seed=seed), moves, ())
                camera = Camera(context, app, clock, strip)
                for number, move in enumerate(moves):
                    camera.scene.match.play(move)
                    for _picture in range(2 if number % 8 == 0 else 0):
                        camera.wait(400)
                        camera.app.draw()
                        yield f"{slug} {seed}", pygame.image.tobytes(camera.app.screen, "RGB")
                    while camera.scene.animations.is_busy and not camera.scene.animations.is_held:
                        camera.wait(FRAME)
                context.background_worker.close()
                context.stores.close()


PARTS: dict[str, Callable[[int], Iterator[tuple[str, object]]]] = {
    "playthroughs": playthroughs,
    "records": records,
    "puzzles": puzzles,
    "ladder": ladder,
    "phones": phones,
    "files": files,
    "frames": frames,
    "screens": screens,
    "pictures": pictures,
}


if __name__ == "__main__":
    sys.exit(main())
