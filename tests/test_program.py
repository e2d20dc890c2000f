"""End-to-end test of the delivered program: started, played by a phone, closed and started again.

It runs in its own window from the sources, or as the packed program (``make dist``) whose path is in
``SOCK_DRAWER_PROGRAM``. Tests use no internals.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar, cast

import pygame
import pytest

from game import __version__
from game.core.discovery import game_slugs
from game.core.rng import SeededRng
from game.core.session import Session
from game.launch import DISPLAY_LOST, MATCH_SAVED
from game.party.party import Party
from game.resources import APP, ICONS
from game.store.archive import Archive
from game.store.data_folder import HOME_VARIABLE, DataFolder, documents
from game.store.saves import SavedGame, SaveSlots
from game.store.settings import Settings, SettingsFile, Speed
from tests.party.game_process import SIZE, display, missing
from tests.party.many_phones import crowded
from tests.party.socket_phone import Phone
from tests.sampling import PATIENCE, in_soak, sample_size
from tools.build_dist import READ
from tools.build_icons import SIZES

ROOT = Path(__file__).parent.parent
PACKED = os.environ.get("SOCK_DRAWER_PROGRAM", "")
WORDS = [PACKED] if PACKED else [sys.executable, str(ROOT / "main.py")]
_RESTED = threading.Event()
T = TypeVar("T")
WHOLE = 3000  # more moves than any match here


def until(done: Callable[[], T | None]) -> T:
    """Poll ``done`` until another process makes it true, and return its value."""
    end = time.monotonic() + PATIENCE
    while not (found := done()):
        assert time.monotonic() < end, "not in time"
        _RESTED.wait(0.1)  # never set: used as a wait, because another process is polled
    return found


class Program:
    """The program in an invisible window."""

    def __init__(self, home: Path, shown_on: str, stderr: int | None = None) -> None:
        told = {"DISPLAY": shown_on, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        self._surroundings = {**os.environ, **told, "SOCK_DRAWER_HOME": str(home)}
        self._process = subprocess.Popen(WORDS, env=self._surroundings, cwd=home, stderr=stderr)

    def press(self, key: str) -> None:
        assert self._process.poll() is None, "the program has ended early"
        subprocess.run(["xdotool", "key", key], env=self._surroundings, check=True, timeout=PATIENCE)

    def resume(self, port: int) -> None:
        """Continue the waiting match and open its party."""

        def goes_on() -> bool:
            self.press("x")
            with socket.socket() as tried:
                return tried.connect_ex(("127.0.0.1", port)) == 0

        until(self.is_known)  # from here on it handles keys and termination signals
        until(goes_on)

    def is_known(self) -> bool:
        """True if desktops find the icon of its window."""
        words = ["xdotool", "search", "--class", APP]
        return bool(subprocess.run(words, env=self._surroundings, capture_output=True, check=False).stdout)

    def outlived(self) -> tuple[int, str]:
        """Exit status and last output of a program that ends because its display is lost."""
        _out, said = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, said.decode()

    def close(self) -> int:
        """Terminate the program if it runs; return its exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)


@contextlib.contextmanager
def opened(home: Path) -> Iterator[Program]:
    with display() as shown_on:
        program = Program(home, shown_on)
        try:
            yield program
        finally:
            assert program.close() == 0


def lasting_port() -> int:
    """Port that is still free when the program starts again.

    It is below 32768, from where systems hand out ports to tests running at the same time.
    """
    for port in range(20000 + os.getpid() % 10000, 32768):
        with socket.socket() as tried, contextlib.suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def begun(home: Path, game: str) -> str:
    """Create a saved match with a phone on the first seat, else bots; return the phone's token."""
    settings = Settings().with_changes(animation_speed=Speed.INSTANT, language="en", window_size=SIZE)
    SettingsFile(DataFolder(home)).save(settings)
    with crowded(home, Session.new(game, seed=7), 1, port=lasting_port()) as crowd:
        crowd.scene.save()
        return crowd.phones[0].token


def waiting(home: Path, game: str) -> SavedGame | None:
    """Waiting match on disk, which the program may write at any time."""
    return SaveSlots(DataFolder(home)).load(game)


class Player:
    """Phone that plays random legal moves and reads the match from disk."""

    def __init__(self, home: Path, game: str, token: str) -> None:
        self.home, self.game, self.token = home, game, token
        self.chance = SeededRng("program", game)
        saved = waiting(home, game)
        assert saved is not None
        self.port = int(saved.extra["party"]["port"])
        self.code = str(saved.extra["party"]["code"])

    def call(self) -> Phone:
        there = SimpleNamespace(door=SimpleNamespace(address=f"127.0.0.1:{self.port}"), code=self.code)
        phone = Phone(cast(Party, there))
        phone.token = self.token
        return phone.back()

    def play(self, moves: int) -> bool:
        """Make ``moves`` moves. True if the match ended before that."""
        phone = self.call()
        try:
            for _ in range(moves):
                session = until(partial(self._mine, phone))
                if session.outcome is not None:
                    return True
                ply, move = len(session.log), self.chance.pick(session.moves())
                until(partial(self._has_moved, phone, move, ply))
            return False
        finally:
            phone.close()

    def _mine(self, phone: Phone) -> Session | None:
        """Match on disk if it is this phone's turn or the match is over, else None."""
        phone.listen(0.02)  # other players may think for longer than the party waits for a sign of life
        saved = waiting(self.home, self.game)
        if saved is None:
            ended = Archive(DataFolder(self.home)).all()
            return Session.from_record(ended[0].record) if ended else None
        session = Session.from_record(saved.record)
        return session if session.to_move in (0, None) else None

    def _has_moved(self, phone: Phone, move: str, ply: int) -> bool:
        """Send the move, again if it came too early. True once it is on disk."""
        phone.say("move", move=move, ply=ply)
        phone.expect("answer")
        saved = waiting(self.home, self.game)
        return saved is None or len(Session.from_record(saved.record).log) > ply


@pytest.mark.skipif(bool(missing()), reason=f"a window of its own needs {missing()}")
@pytest.mark.parametrize("game", ["socker"] if sample_size(1) == 1 and not PACKED else game_slugs())
def test_interrupted_match_is_continued_with_a_phone(game: str, tmp_path: Path) -> None:
    player = Player(tmp_path, game, begun(tmp_path, game))
    for moves in (2, sample_size(2, WHOLE)):  # few moves first: a whole match of SOCiable has fifty
        with opened(tmp_path) as program:
            program.resume(player.port)
            over = player.play(moves)
    if sample_size(1) > 1:
        assert over
        [ended] = Archive(DataFolder(tmp_path)).all()
        assert Session.from_record(ended.record).outcome is not None
    else:
        saved = waiting(tmp_path, game)
        assert saved is not None
        assert sum(seat == 0 for seat, _move in Session.from_record(saved.record).log) >= 4


@pytest.mark.skipif(bool(missing()), reason=f"a window of its own needs {missing()}")
def test_lost_display_ends_with_a_sentence_and_saves_the_match(tmp_path: Path) -> None:
    player = Player(tmp_path, "socker", begun(tmp_path, "socker"))
    with display() as shown_on:
        program = Program(tmp_path, shown_on, stderr=subprocess.PIPE)
        program.resume(player.port)
        player.play(1)
    assert program.outlived() == (1, f"{DISPLAY_LOST} {MATCH_SAVED}\n")
    saved = waiting(tmp_path, "socker")
    assert saved is not None
    assert any(seat == 0 for seat, _move in Session.from_record(saved.record).log)


def test_version_is_printed_from_every_entry_point(tmp_path: Path) -> None:
    told = subprocess.run([*WORDS, "--version"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == f"Sock Drawer {__version__}"


def test_packed_program_has_its_workers_and_rules(tmp_path: Path) -> None:
    """Parts that are found by name are included: rules, bots, their tables and worker processes."""
    words = ["simulate", "sociable", "--games", "2", "--workers", "2", "--seed", "3", "--bots", "easy"]
    told = subprocess.run([*WORDS, *words], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "2 matches" in told.stdout
    read = subprocess.run([*WORDS, "rules", "city"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "Socks in the City" in read.stdout


@pytest.mark.skipif(not PACKED, reason="the sources come without the parts of others")
def test_packed_folder_lists_its_parts() -> None:
    folder = next(place for place in Path(PACKED).parents if (place / "sbom.cdx.json").is_file())
    assert all((folder / name).exists() for name in READ)
    told = json.loads((folder / "sbom.cdx.json").read_text("utf-8"))
    assert told["bomFormat"] == "CycloneDX"
    assert told["metadata"]["component"]["version"] == __version__
    names = {part["name"]: part for part in told["components"]}
    assert all(part["licenses"] for part in names.values())
    assert all(part["hashes"] for name, part in names.items() if name != "python")  # not part of a wheel
    files = {
        file["name"]: file["hashes"][0]["content"] for file in told["metadata"]["component"]["components"]
    }
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    assert set(files) == set(there) - {"sbom.cdx.json"}
    assert all(hashlib.sha256(there[name].read_bytes()).hexdigest() == files[name] for name in files)
    lie = {path.name.rsplit("-", 1)[0] for path in (folder / "licences").iterdir() if path.is_dir()}
    packages = {name for name, part in names.items() if "purl" in part}
    assert {"python", "pygame-ce", "pymunk"} <= lie == packages
    text = (folder / "licences" / "libraries.txt").read_text("utf-8")
    assert all(f"\n{name} | " in text for name in set(names) - packages)


def extra_files() -> set[str]:
    """Files of all extras to be shipped, from the folder above a package on: all but tests and tools."""
    files = [path.relative_to(ROOT / "extras") for path in (ROOT / "extras").glob("sockdrawer_*/**/*.*")]
    skipped = {"tests", "tools", "__pycache__"}
    return {file.as_posix() for file in files if not skipped & {*file.parts}}


@pytest.mark.skipif(not PACKED, reason="the sources have their extras in another folder")
def test_packed_program_has_every_extra_with_its_files(tmp_path: Path) -> None:
    """Sources are packed too, so each file is there; the program also finds the extras' commands."""
    folder = next(card.parents[1] for card in Path(PACKED).parents[1].rglob("sockdrawer_*/__init__.py"))
    files = {path.relative_to(folder).as_posix() for path in folder.glob("sockdrawer_*/**/*.*")}
    assert files == extra_files()

    def commands(*words: str) -> list[str]:
        told = subprocess.run([*words, "--help"], cwd=tmp_path, capture_output=True, text=True, check=True)
        return re.findall(r"^    ([a-z-]+)\b", told.stdout, re.MULTILINE)

    assert commands(PACKED) == commands(sys.executable, str(ROOT / "main.py"))


@pytest.mark.skipif(
    not PACKED or sys.platform != "linux", reason="a single file is made by make dist, on Linux"
)
def test_single_file_unpacks_itself_once(tmp_path: Path) -> None:
    [run] = Path(PACKED).parent.parent.glob("*.run")
    around = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "größer als sonst")}
    for _ in range(2):
        words = [str(run), "rules", "city"]
        told = subprocess.run(words, cwd=tmp_path, env=around, capture_output=True, text=True, check=True)
        assert "Socks in the City" in told.stdout
        [place] = (tmp_path / "größer als sonst/sock-drawer-unpacked").iterdir()
        (place / "mark").touch(exist_ok=True)
    assert (place / "mark").exists()


def test_wheel_requires_what_the_sources_require() -> None:
    """Compares with `requirements.txt`, except for pytest."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    pinned = {line for line in lines if line and not line.startswith(("#", "pytest"))}
    wanted = {line.replace(">=", "==") for line in project["dependencies"]}
    assert wanted == pinned


@in_soak
@pytest.mark.skipif(bool(PACKED), reason="the packed program is no wheel")
def test_wheel_works_from_any_folder(tmp_path: Path) -> None:
    """Runs from a folder with an awkward name and without asserts, also with a further game."""
    built, place, sources = tmp_path / "built", tmp_path / "a folder, größer", tmp_path / "sources"
    skipped = shutil.ignore_patterns("__pycache__")
    for name in ("game", "extras", "assets", "levels"):
        shutil.copytree(ROOT / name, sources / name, ignore=skipped)
    for name in ("main.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    shutil.copytree(
        ROOT / "tests/sample_games/brings/washday", sources / "game/games/washday", ignore=skipped
    )
    wheel = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*wheel, "-w", str(built), str(sources)], check=True, cwd=tmp_path)
    [found] = built.glob("sock_drawer-*.whl")
    with zipfile.ZipFile(found) as packed:
        names = set(packed.namelist())
        packed.extractall(place)
    for folder in ("assets", "levels"):
        for file in (ROOT / folder).rglob("*.*"):
            assert f"game/shipped/{file.relative_to(ROOT).as_posix()}" in names
    for file in (sources / "game/games").rglob("*.*"):
        assert file.is_dir() or file.relative_to(sources).as_posix() in names
    boards = "game/shipped/levels/city/river.tmx", "game/games/washday/levels/stripes.tmx"
    for game, board in zip(("city", "washday"), boards, strict=True):
        words = ["simulate", game, "--games", "1", "--seed", "3", "--bots", "easy", "--layout"]
        plain = [sys.executable, "-O", "-m", "game", *words, str(place / board)]
        around = {**os.environ, "PYTHONPATH": str(place)}
        told = subprocess.run(plain, cwd=tmp_path, env=around, capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stderr
        assert "1 match" in told.stdout


def test_desktop_files_have_the_version_and_icons() -> None:
    assert f"StartupWMClass={APP}\n" in (ROOT / f"packaging/{APP}.desktop").read_text("utf-8")
    told = (ROOT / f"packaging/{APP}.metainfo.xml").read_text("utf-8")
    assert f'<release version="{__version__}"' in told
    for size in SIZES:
        with (ICONS / f"sock-drawer-{size}.png").open("rb") as file:
            assert pygame.image.load(file).get_size() == (size, size)


def test_flatpak_installs_only_existing_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    told = (ROOT / f"packaging/{APP}.yml").read_text("utf-8")
    sizes = re.search(r"for size in ([\d ]+);", told)
    assert sizes is not None
    assert [int(size) for size in sizes[1].split()] == list(SIZES)
    for file in re.findall(r"(\S+\.(?:desktop|metainfo\.xml|txt|png))\b", told):
        found = file.replace("$FLATPAK_ID", APP).replace("$size", "64")
        assert found.startswith("/") or (ROOT / found).is_file(), file
    assert f"xdg-documents/{documents().name}:create" in told


@pytest.mark.parametrize(
    ("words", "ending"),
    [(["desktop-file-validate"], "desktop"), (["appstreamcli", "validate", "--no-net"], "metainfo.xml")],
    ids=["desktop", "metainfo"],
)
def test_desktop_entries_are_valid(words: list[str], ending: str) -> None:
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not installed")
    told = subprocess.run(
        [*words, str(ROOT / f"packaging/{APP}.{ending}")], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout
