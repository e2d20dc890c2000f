"""Commands as in the guide, with good and bad input and without a console."""

import errno
import io
import json
import os
import re
import runpy
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.bots import record_commands
from game.core.discovery import find_game, game_folder, game_slugs
from game.core.record import VERSION
from game.core.session import Session
from game.store.archive import Archive
from game.store.data_folder import DataFolder
from game.store.settings import Settings, SettingsFile
from main import main
from tests.sampling import PATIENCE, in_soak, sample, sample_size, scale
from tests.test_program import until

ROOT = Path(__file__).parent.parent
MEASURED = re.compile(r" per second$| ms per move$")  # ends of lines that differ between runs

every_game = pytest.mark.parametrize("game", game_slugs())


def told(text: str) -> list[str]:
    """Lines of output without measured figures."""
    return [line for line in text.splitlines() if not MEASURED.search(line)]


def run(*arguments: str, root: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in its own process."""
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=root,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def test_packed_program_can_start_a_worker(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A worker of a packed program starts the same program again, which must not open its window."""

    def worker() -> None:
        raise SystemExit(77)

    monkeypatch.setattr("multiprocessing.freeze_support", worker)
    monkeypatch.setattr(sys, "argv", ["main.py", "--version"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "main.py"), run_name="__main__")
    assert ended.value.code == 77
    assert not capsys.readouterr().out


# simulate


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_unwritable_record_is_refused_before_the_first_match(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "game.bots.simulate_command.run_matches", lambda *_terms: pytest.fail("a match was played")
    )
    assert main(["simulate", "socker", "--games", "1", "--record", "/dev/full"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "No record can be written to /dev/full: No space left on device.\n")


def test_failed_record_write_gives_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The existing file is left unchanged by the check, and the results are still printed."""
    path, before = tmp_path / "match.txt", b"an older match"
    path.write_bytes(before)

    def full(*_text: object, **_named: object) -> None:
        assert path.read_bytes() == before
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    words = ["simulate", "socker", "--games", "1", "--bots", "easy", "--option", "goals=1"]
    assert main([*words, "--record", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("Socker: 1 match")
    assert err == f"No record could be written to {path}: No space left on device.\n"


@pytest.mark.parametrize("game", sample(game_slugs(), "city", "sociable"))
def test_simulate_writes_records_that_replay(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.txt"
    assert main(["simulate", game, "--games", "2", "--bots", "easy", "--record", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{find_game(game).info.title}: 2 matches, ")
    assert "easy thinks" in out
    for record in (path, tmp_path / "match-2.txt"):
        match = Session.from_record(record.read_text(encoding="utf-8"))
        assert match.outcome is not None
        assert {name.split()[0] for name in match.names} == {"Easy"}
        assert main(["replay", str(record)]) == 0
        replayed = capsys.readouterr().out
        assert f"\n{len(match.log)}. " in replayed
        assert f"  {match.position()}\n" in replayed
        assert "Won by " in replayed
    assert sorted(tmp_path.iterdir()) == [tmp_path / "match-2.txt", path]


def test_simulate_takes_every_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.txt"
    words = ["simulate", "sociable", "--players", "4", "--bots", "normal,easy", "--games", "1", "--seed", "7"]
    words += ["--option", "exchange=off", "--option", "pass=final", "--record", str(path)]
    assert main(words) == 0
    assert told(capsys.readouterr().out)[0] == "SOCiable: 1 match, 4 players, seed 7"
    match = Session.from_record(path.read_text(encoding="utf-8"))
    assert (match.players, match.options["exchange"], match.options["pass"]) == (4, "off", "final")
    assert match.names == ("Normal 1", "Easy 2", "Normal 3", "Easy 4")


def test_simulate_reads_a_level_without_the_style_of_old_versions(tmp_path: Path) -> None:
    records = []
    for levels in ("normal,easy", "normal/brawler,easy/keeper"):
        path = tmp_path / "match.txt"
        words = ["simulate", "socker", "--bots", levels, "--games", "1", "--seed", "7", "--record", str(path)]
        assert main([*words, "--option", "goals=1"]) == 0
        records.append(path.read_text(encoding="utf-8"))
        path.unlink()
    assert records[0] == records[1]
    assert Session.from_record(records[0]).names == ("Normal 1", "Easy 2")


def test_levels_rotate_by_one_seat(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    words = ["simulate", "sociable", "--bots", "normal,easy", "--games", "2", "--record", str(path)]
    assert main(words) == 0
    second = Session.from_record((tmp_path / "match-2.txt").read_text(encoding="utf-8"))
    assert second.names[:2] == ("Easy 1", "Normal 2")


@pytest.mark.parametrize(("game", "board"), [("socker", "small"), ("city", "old_town")])
def test_simulate_accepts_a_map(
    game: str, board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, layout = tmp_path / "match.txt", str(ROOT / f"levels/{game}/{board}.tmx")
    words = ["simulate", game, "--games", "1", "--bots", "easy", "--layout", layout, "--record", str(path)]
    assert main(words) == 0
    said = capsys.readouterr()
    assert said.out.startswith(find_game(game).info.title)
    assert said.err == ""
    assert Session.from_record(path.read_text(encoding="utf-8")).layout is not None


def test_results_depend_only_on_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    games = str(sample_size(1, 4))
    words = ["simulate", "socki", "--bots", "easy,normal", "--games", games, "--option", "target=50"]
    results = []
    for seed in ("1", "1", "2"):
        assert main([*words, "--seed", seed]) == 0
        results.append(told(capsys.readouterr().out)[1:])
    assert results[0] == results[1] != results[2]


def test_worker_count_does_not_change_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One worker runs in this process; two run in other processes."""
    games = str(sample_size(3, 120))
    results = []
    for workers in ("1", "2"):
        folder = tmp_path / workers
        folder.mkdir()
        words = f"simulate sociable --games {games} --seed 3 --bots easy,normal --workers {workers}".split()
        words += ["--record", str(folder / "match.txt")]
        if workers == "1":
            assert main(words) == 0
            out = capsys.readouterr().out
        else:
            done = run(*words)
            assert (done.returncode, done.stderr) == (0, "")
            out = done.stdout
        records = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert len(records) == int(games)
        results.append((told(out)[:-1], records))
    assert results[0] == results[1]


@contextmanager
def local_cluster(folder: Path) -> Iterator[str]:
    """Address of a local Dask cluster whose workers run outside the program's folder."""
    script = (
        "import os, sys\n"
        "from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    os.chdir(sys.argv[1])\n"
        "    sys.path[:] = [place for place in sys.path if place]\n"
        f"    with LocalCluster(n_workers={sample_size(1, 2)}, threads_per_worker=1, host='127.0.0.1',\n"
        "                      dashboard_address=None, local_directory=sys.argv[1]) as cluster:\n"
        "        print(cluster.scheduler_address, flush=True)\n"
        "        sys.stdin.read()\n"
    )
    starter = folder / "cluster.py"
    starter.write_text(script, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(starter), str(folder)],
        cwd=folder,
        env={**os.environ, "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as cluster:
        assert cluster.stdout is not None
        assert cluster.stdin is not None
        try:
            yield cluster.stdout.readline().strip()
        finally:
            cluster.stdin.close()
            try:
                cluster.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                cluster.kill()


@in_soak
def test_cluster_changes_no_results_and_runs_the_current_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The cluster keeps running while the program is changed and changed back, and for several games."""
    games = sample(game_slugs(), "rockit", "sociable")
    pytest.importorskip("distributed", reason="--cluster needs Dask: pip install --group cluster")
    changed = tmp_path / "changed"
    shutil.copytree(ROOT / "game", changed / "game", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "main.py", changed)
    rules = changed / "game/games/sociable/rules/state.py"
    source = rules.read_text(encoding="utf-8")
    rules.write_text(source.replace("(5, 3, 2, 1, 0)", "(9, 3, 2, 1, 0)"), encoding="utf-8")
    words = ["--games", str(sample_size(1)), "--seed", "5", "--bots", "easy"]
    every = (
        "import sys\nfrom main import main\n"
        f"sys.exit(max(main(['simulate', game, *sys.argv[1:]]) for game in {games!r}))\n"
    )
    with local_cluster(tmp_path) as address:
        assert address.startswith("tcp://127.0.0.1:")
        before = run("simulate", "sociable", *words, "--cluster", address, root=changed)
        there = subprocess.run(
            [sys.executable, "-c", every, *words, "--cluster", address],
            cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert (there.returncode, there.stderr) == (0, "")
    for game in games:
        assert main(["simulate", game, *words]) == 0
    here = told(capsys.readouterr().out)
    assert told(there.stdout) == here
    assert told(before.stdout) == told(run("simulate", "sociable", *words, root=changed).stdout)
    assert not set(told(before.stdout)) <= set(here)


def test_cluster_inside_the_process_does_not_disturb_it() -> None:
    pytest.importorskip("distributed", reason="--cluster needs Dask: pip install --group cluster")
    script = (
        "from distributed import LocalCluster\n"
        "import game\n"
        "from main import main\n"
        "place = list(game.__path__)\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:\n"
        "        words = ['simulate', 'sociable', '--games', '2', '--bots', 'easy', '--seed', '0']\n"
        "        assert main([*words, '--cluster', cluster.scheduler_address]) == 0\n"
        "    assert list(game.__path__) == place\n"
        "    assert main(['simulate', 'rockit', '--games', '1', '--bots', 'easy']) == 0\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr


def test_missing_cluster_is_reported() -> None:
    """Covers a closed port and a server that never answers."""
    pytest.importorskip("distributed", reason="--cluster needs Dask: pip install --group cluster")
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        for address in ("nonsense", f"tcp://127.0.0.1:{silent.getsockname()[1]}"):
            done = run("simulate", "socker", "--cluster", address, "--games", "1")
            assert (done.returncode, done.stdout) == (2, "")
            assert done.stderr.startswith(f"No Dask scheduler answers at '{address}'")


# Bad input: one sentence, status 2, nothing on the standard output.


BAD = {
    "simulate chess": "There is no game 'chess'; the games are: ",
    "simulate socker --players 3": "Socker is for 2 players, not 3.",
    "simulate socker --games 0": "--games must be at least 1, not 0.",
    "simulate socker --workers 0": "--workers must be at least 1, not 0.",
    "simulate socker --bots genius": "There is no level 'genius'; the levels are: easy, easy+, ",
    "simulate socker --bots genius/keeper": "There is no level 'genius'; the levels are: easy, easy+, ",
    "simulate socker --bots easy,": "There is no level ''",
    "simulate socker --bots easy,easy,easy": "3 bot levels are too many for 2 seats.",
    "simulate socker --option goals": "A house rule is written as NAME=VALUE, not 'goals'.",
    "simulate socker --option goals=10": "Option 'goals' takes a whole number from 1 to 9; ",
    "simulate socker --option win=never": "Option 'win' takes goals or turns; ",
    "simulate socker --option gaols=1": "Socker has no option 'gaols'; its options are: win, ",
    "simulate socker --option players=2": "The number of players is an argument of its own",
    "simulate rockit --players 3 --option decks=1": "One deck is for two players; ",
    "simulate socker --layout no/such.tmx": "no/such.tmx, map: such.tmx can't be read",
    "simulate socker --layout README.md": "README.md, map: ",
    "simulate socker --layout levels/city/sample.tmx": "This layout is for 'city', not for 'socker'.",
    "simulate socki --layout levels/socker/small.tmx": "This layout is for 'socker', not for 'socki'.",
    "simulate socki --record no/such/folder/match.txt": "No record can be written to ",
    "simulate socki --record tests": "No record can be written to tests",
    f"simulate socki --seed {10**50}": "A seed is a whole number of at most 40 digits",
    "ladder chess": "There is no game 'chess'; the games are: ",
    "ladder socker --levels normal,wizard": "There is no level 'wizard'; the levels are: ",
    "ladder socker --levels normal": "A ladder needs at least two levels, ",
    "ladder socker --levels hard,hard/keeper": "A ladder needs at least two levels, ",
    "ladder socker --games 1": "--games must be at least 2, one from each side, not 1.",
    "ladder socker --within 0": "--within must be between 0 and 50 points, not 0.",
    "ladder socker --budget -1": "--budget must be more than 0, for example 0.1, not -1.",
    "ladder socker --nodes 0": "--nodes must be at least 1, not 0.",
    "ladder socker --players 3": "Socker is for 2 players, not 3.",
    "ladder socker --option goals": "A house rule is written as NAME=VALUE, not 'goals'.",
    "ladder socker --option balls=2": "Socker has no option 'balls'; its options are: ",
    "ladder socker --workers 0": "--workers must be at least 1, not 0.",
    "replay no/such/file": "no/such/file: No such file or directory.",
    "replay README.md": "Record line 1: ",
    "replay levels/city/tiles.png": "levels/city/tiles.png is not a record",
    "verify no/such/file": "no/such/file: No such file or directory.",
    "verify README.md --promise 12": "A promise is 64 hexadecimal digits",
    "nofile.txt": "nofile.txt: No such file or directory.",
    "nofile.txt none.txt": "nofile.txt: No such file or directory.",
    "film no/such/file --out pictures": "no/such/file: No such file or directory.",
    "analyse no/such/file": "no/such/file: No such file or directory.",
    "debrief no/such/file --out class": "no/such/file: No such file or directory.",
    "map no/such.tmx": "no/such.tmx, map: such.tmx can't be read",
    "check chess": "There is no game or folder 'chess'; the games are: ",
    "demo --game chess --out pictures": "There is no game 'chess'; the games are: ",
    "rules chess": "There is no game 'chess'; the games are: ",
    "rules ../core": "There is no game '../core'; the games are: ",
}


@pytest.mark.parametrize("command", BAD)
def test_bad_input_gives_one_sentence(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    check_refusal(command, BAD[command], capsys)


def check_refusal(command: str, begins: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a command is refused in one sentence that begins with ``begins``."""
    assert main(command.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith(".\n")
    assert err.replace("\\", "/").startswith(begins)


@pytest.mark.parametrize(
    "command",
    [
        "dance",
        "simulate",
        "rules",
        "replay",
        "verify",
        "simulate socker --games many",
        "simulate socker --seed x",
        "simulate socker --workers 2 --cluster tcp://127.0.0.1:8786",
        "simulate socker --frobnicate",
        "ladder",
        "ladder socker --nodes 5 --budget 0.1",
    ],
)
def test_wrong_usage_has_status_2(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "usage: main.py" in err


def test_unknown_command_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["dance"])
    assert (
        "There is no command or file called 'dance'. The commands are: simulate, " in capsys.readouterr().err
    )


def test_bad_input_leaves_no_traceback() -> None:
    done = run("simulate", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no game 'chess'")
    assert "Traceback" not in done.stderr


# replay


def recorded(tmp_path: Path, moves: int = 3) -> Path:
    match = Session.new("sociable", seed=1, names=["Ann", "Bo", "Cy", "Dé", "Eve"])
    for _ in range(moves):
        match.play(match.moves()[0])
    path = tmp_path / "match.txt"
    path.write_text(match.record(), encoding="utf-8")
    return path


def test_unfinished_match_can_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = recorded(tmp_path)
    assert main(["replay", "--all", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("SOCiable: Ann, Bo, Cy, Dé, Eve\n  - draw_position")
    assert "\n3. " in out
    assert "The match isn't over: " in out


def test_replay_reads_files_saved_by_editors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = recorded(tmp_path)
    assert main(["replay", str(path)]) == 0
    plain = capsys.readouterr().out
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out == plain


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: text + "7 pass\n", "Move 4 of the record is by seat 7, but seat "),
        (lambda text: text.replace("give ", "give 7H ", 1), "Move 1 of the record cannot be played: "),
        (
            lambda text: text.replace(f'[Version "{VERSION}"]', '[Version "9"]'),
            "This record was made by a newer",
        ),
        (lambda text: text.replace('[Seed "1"]\n', ""), "The record has no Seed header"),
        (lambda text: text[: text.index('"]')], "Record line 1: a header is "),
    ],
)
def test_broken_record_is_refused_with_its_line(
    change: object, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(change)
    path = recorded(tmp_path)
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)
    assert err.count("\n") == 1


class Terminal(io.StringIO):
    """Terminal with typed input and recorded output."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("typed", "steps"), [("\n\n\n\n\n", 3), ("\nq\n", 1), ("", 0)])
def test_replay_waits_at_a_terminal(
    typed: str, steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    monkeypatch.setattr(sys, "stdout", shown)
    assert record_commands.replay(recorded(tmp_path), everything=False) == 0
    assert len(re.findall(r"^(?:-- .* -- )?[0-9]+\. ", shown.getvalue(), re.MULTILINE)) == steps


# rules, help, and the console


@every_game
def test_rules_command_prints_the_rules(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", game]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"# {find_game(game).info.title}\n")
    if (game_folder(game) / "origin.md").is_file():
        assert f"\n## Where {find_game(game).info.title} comes from\n" in out
        assert out.index("\n## Where ") < out.index("\n## For scripts\n")
    for option in find_game(game).info.options:
        assert f"`{option.name}`" in out


@pytest.mark.parametrize("command", ["", "simulate", "ladder", "replay", "rules"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert f"examples:\n  python main.py {command}".rstrip() in out


def test_console_without_unicode_shows_replacements() -> None:
    done = run("rules", "city", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("# Socks in the City\n")


@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is reported differently there")
def test_closed_output_pipe_ends_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "main.py", "rules", "city"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_map_command_checks_and_saves_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.tmx"
    assert main(["map", "--seed", "7", str(path)]) == 0
    assert "is valid: Socks in the City" in capsys.readouterr().out
    assert main(["map", str(path)]) == 0
    assert main(["map", "--seed", "7", str(path)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert main(["map", "--game", "socker", "--seed", "7", str(tmp_path / "field.tmx")]) == 2
    assert "Tiled" in capsys.readouterr().err
    path.write_text(path.read_text(encoding="utf-8").replace('name="board"', 'name="town"'), encoding="utf-8")
    assert main(["map", str(path)]) == 2
    assert "board" in capsys.readouterr().err


# Commands of the guide can be typed in order in a fresh checkout.


HEADLESS = ROOT / "docs" / "headless.md"


def fetched(folder: Path) -> Path:
    """Checkout of the program: in a soak a copy of all tracked files, else links to them."""
    for name in subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True,
                               check=True).stdout.split("\0")[:-1]:  # fmt: skip
        if scale() > 1:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        elif not (top := folder / Path(name).parts[0]).exists():
            top.symlink_to(ROOT / top.name)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


# quick commands; a soak runs the others too, with fewer games
QUICK = {"rules", "replay", "map", "--record", "--help"}


@pytest.mark.skipif(sys.platform == "win32" or not (ROOT / ".git").exists(), reason="it is typed in a shell")
def test_commands_of_the_guide_work_in_order(tmp_path: Path) -> None:
    folder, home = fetched(tmp_path), tmp_path / "home"
    SettingsFile(DataFolder(home)).save(Settings())
    around = {**os.environ, "SOCK_DRAWER_HOME": str(home), "SDL_VIDEODRIVER": "dummy"}
    commands = re.findall(r"^\| `(main\.py [^`]+)`", HEADLESS.read_text(encoding="utf-8"), re.MULTILINE)
    lines = [f".venv/bin/python {command}" for command in commands]
    assert len(lines) > 12
    for line in lines:
        words = shlex.split(line)
        if line.endswith("main.py match.txt"):
            if scale() > 1:
                with subprocess.Popen(
                    words, cwd=folder, env={**around, "SDL_AUDIODRIVER": "dummy"}
                ) as window:
                    until(lambda: Archive(DataFolder(home)).all())
                    window.send_signal(signal.SIGTERM)
                assert window.returncode == 0
        elif scale() > 1 or QUICK & set(words):
            short = re.sub(r"--games [0-9]{3}", "--games 4", line) if scale() > 1 else line
            done = subprocess.run(short, shell=True, cwd=folder, env=around, stdin=subprocess.DEVNULL,
                                  capture_output=True, encoding="utf-8", check=False)  # fmt: skip
            assert (done.returncode, done.stderr) == (0, ""), line
            assert done.stdout.strip(), line
            assert "pygame" not in done.stdout.splitlines()[0], line


def test_python_example_of_the_guide_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [example] = re.findall(r"```python\n(.*?)```", HEADLESS.read_text(encoding="utf-8"), re.DOTALL)
    exec(example, {})
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_make_targets_in_guides_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs" / "dev").glob("*.md")):
        told = re.findall(r"(?:^|`)make ([a-z ]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert {target for words in told for target in words.split()[:1]} <= targets, path


# Without a console, as in the packed program of Windows, a dialog shows the output.


MUTE = """\
import json, os, sys
import pygame
import main
if __name__ == "__main__":
    shown = []
    pygame.display.message_box = lambda title, message, kind: shown.append((kind, message))
    streams = sys.stdin, sys.stdout, sys.stderr
    told = {}
    for command in json.loads(sys.argv[1]):
        sys.stdin = sys.stdout = sys.stderr = None
        try:
            status = main.main(command.split())
        except SystemExit as end:
            status = end.code
        sys.stdin, sys.stdout, sys.stderr = streams
        told[command] = status, shown[:]
        shown.clear()
    print(json.dumps(told))
"""


def muted(folder: Path, *commands: str) -> dict[str, tuple[int, list[tuple[str, str]]]]:
    """Return the status and dialogs of commands run in a process without a console."""
    script = folder / "mute.py"
    script.write_text(MUTE, encoding="utf-8")
    around = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "SDL_VIDEODRIVER")}
    around |= {"PYTHONPATH": str(ROOT), "SOCK_DRAWER_HOME": str(folder / "home"), "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run([sys.executable, str(script), json.dumps(commands)], cwd=folder, env=around,
                          capture_output=True, encoding="utf-8", check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr  # other libraries may print something
    told: dict[str, tuple[int, list[tuple[str, str]]]] = json.loads(done.stdout.splitlines()[-1])
    return told


QUICK_MUTE = {
    "simulate socker --games 1 --bots easy --workers 2 --record match.txt": (0, "Socker: 1 match, "),
    "replay match.txt": (0, "Socker: Easy 1, Easy 2\n"),
    "verify match.txt": (1, "This record has no promise"),
    "rules socker": (0, "# Socker\n"),
    "map --seed 7 mine.tmx": (0, "mine.tmx is valid: "),
    "--version": (0, "Sock Drawer "),
    "--help": (0, "usage: "),
    "dance": (2, "usage: "),
    "nofile.txt": (2, "nofile.txt: No such file"),
    "rules chess": (2, "There is no game 'chess'"),
}
LONG_MUTE = {
    "simulate sociable --seed 7 --games 1 --bots easy --record match.txt": (0, "SOCiable: 1 match, "),
    "check socki": (0, "There:\n"),
    "ladder socker --levels easy,normal --games 2 --nodes 5": (0, "Socker: 2 players"),
    "analyse match.txt": (0, ""),
    "debrief match.txt --out class": (0, "The debrief is in class"),
    "film match.txt --out pictures --stills 1": (0, "sociable-"),
    "demo --pictures 1 --out pictures": (0, "1 pictures in pictures"),
}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize(
    "wanted", [QUICK_MUTE, pytest.param(LONG_MUTE, marks=in_soak)], ids=["quick", "long"]
)
def test_command_without_a_console_answers_in_a_dialog(
    wanted: dict[str, tuple[int, str]], tmp_path: Path
) -> None:
    check_dialogs(wanted, tmp_path)


def check_dialogs(wanted: dict[str, tuple[int, str]], folder: Path) -> None:
    """Check status and beginning of the dialog of each command, run in a folder without a console."""
    found = muted(folder, *wanted)
    for command, (status, begins) in wanted.items():
        ended, shown = found[command]
        assert ended == status, (command, shown)
        [(kind, text)] = shown
        assert kind == ("error" if status else "info"), command
        assert text.startswith(begins), command
        assert text.count("\n") <= 24, command
        assert "Traceback" not in text, command


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_long_answer_without_a_console_is_saved_to_a_file(tmp_path: Path) -> None:
    text = muted(tmp_path, "rules city")["rules city"][1][0][1]
    path = text.splitlines()[-1].removeprefix("The full output is in ").removesuffix(".")
    assert Path(path).read_text(encoding="utf-8") == run("rules", "city").stdout


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_dialog_is_tried_even_without_a_display(tmp_path: Path) -> None:
    status, shown = muted(tmp_path, "")[""]
    assert status == 1
    assert shown[0][1].startswith("Sock Drawer needs a display")


def test_fault_without_a_console_writes_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setenv("SOCK_DRAWER_HOME", str(tmp_path))
    monkeypatch.setattr("pygame.display.message_box", lambda title, message, kind: shown.append(message))
    monkeypatch.setattr("main._rules", lambda game: {}[game])
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, stream, None)
    assert main(["rules", "socker"]) == 3
    [report] = (tmp_path / "crashes").iterdir()
    assert shown == [f"Sorry, something went wrong in Sock Drawer. The report is in {report}."]
    assert "KeyError" in report.read_text(encoding="utf-8")


def test_control_characters_of_names_do_not_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Session.new("socki", 2, seed=4, names=["Ann", "Bo"]).record()
    path = tmp_path / "match.txt"
    path.write_text(record.replace("Ann", "A\\u001b[2Jn").replace("Bo", "B\u202eo\x9b"), encoding="utf-8")
    assert record_commands.replay(path, everything=True) == 0
    printed = capsys.readouterr().out
    assert "A\\x1b[2Jn" in printed
    assert all(sign.isprintable() or sign == "\n" for sign in printed)
