"""The commands that need no window: simulate, replay and rules, with good and with bad input."""

import io
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.bots import replay
from game.core.discovery import find, slugs
from game.core.record import VERSION
from game.core.session import Session
from main import main
from tests.scale import PATIENCE, in_soak, scaled, some

ROOT = Path(__file__).parent.parent
MEASURED = re.compile(r" a second$| ms a move$")
"""What differs from run to run."""

every_game = pytest.mark.parametrize("game", slugs())


def told(text: str) -> list[str]:
    """Lines of results without the figures that were measured."""
    return [line for line in text.splitlines() if not MEASURED.search(line)]


def run(*arguments: str, root: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
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


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert re.fullmatch(r"Sock Drawer \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_a_worker_of_a_packed_program_is_let_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a packed program a worker process is the program once more, which must not go on to its window."""

    def worker() -> None:
        raise SystemExit(77)

    monkeypatch.setattr("multiprocessing.freeze_support", worker)
    monkeypatch.setattr(sys, "argv", ["main.py", "--version"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "main.py"), run_name="__main__")
    assert ended.value.code == 77
    assert not capsys.readouterr().out


# simulate


@pytest.mark.parametrize("game", some(slugs(), "city", "sociable"))
def test_simulate_writes_records_that_replay(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.txt"
    assert main(["simulate", game, "--games", "2", "--bots", "easy", "--record", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{find(game).info.title}: 2 matches, ")
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


def test_levels_move_one_seat_on(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    words = ["simulate", "sociable", "--bots", "normal,easy", "--games", "2", "--record", str(path)]
    assert main(words) == 0
    second = Session.from_record((tmp_path / "match-2.txt").read_text(encoding="utf-8"))
    assert second.names[:2] == ("Easy 1", "Normal 2")


@pytest.mark.parametrize(("game", "board"), [("socker", "small"), ("city", "old_town")])
def test_simulate_on_a_map(game: str, board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, layout = tmp_path / "match.txt", str(ROOT / f"levels/{game}/{board}.tmx")
    words = ["simulate", game, "--games", "1", "--bots", "easy", "--layout", layout, "--record", str(path)]
    assert main(words) == 0
    said = capsys.readouterr()
    assert said.out.startswith(find(game).info.title)
    assert said.err == ""
    assert Session.from_record(path.read_text(encoding="utf-8")).layout is not None


def test_results_depend_on_the_seed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    games = str(scaled(1, 4))
    words = ["simulate", "socki", "--bots", "easy,normal", "--games", games, "--option", "target=50"]
    results = []
    for seed in ("1", "1", "2"):
        assert main([*words, "--seed", seed]) == 0
        results.append(told(capsys.readouterr().out)[1:])
    assert results[0] == results[1] != results[2]


def test_workers_change_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One worker in this process, two beside another."""
    games = str(scaled(3, 120))
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
    """The address of a Dask cluster on this machine, whose workers do not stand in the program's folder."""
    script = (
        "import os, sys\n"
        "from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    os.chdir(sys.argv[1])\n"
        "    sys.path[:] = [place for place in sys.path if place]\n"
        f"    with LocalCluster(n_workers={scaled(1, 2)}, threads_per_worker=1, host='127.0.0.1',\n"
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
def test_a_cluster_changes_nothing_and_plays_the_present_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that lives on while the program is changed, and changed back; one program for several games."""
    games = some(slugs(), "rockit", "sociable")
    pytest.importorskip("distributed", reason="--cluster needs requirements-cluster.txt")
    changed = tmp_path / "changed"
    shutil.copytree(ROOT / "game", changed / "game", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "main.py", changed)
    rules = changed / "game/games/sociable/rules/state.py"
    source = rules.read_text(encoding="utf-8")
    rules.write_text(source.replace("(5, 3, 2, 1, 0)", "(9, 3, 2, 1, 0)"), encoding="utf-8")
    words = ["--games", str(scaled(1)), "--seed", "5", "--bots", "easy"]
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


def test_cluster_within_the_process_leaves_it_alone() -> None:
    pytest.importorskip("distributed", reason="--cluster needs requirements-cluster.txt")
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


def test_no_cluster_there() -> None:
    pytest.importorskip("distributed", reason="--cluster needs requirements-cluster.txt")
    done = run("simulate", "socker", "--cluster", "nonsense", "--games", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("No Dask scheduler answers at 'nonsense'")


# Bad input: one sentence, status 2, nothing on the standard output.


BAD = {
    "simulate chess": "There is no game 'chess'; the games are: ",
    "simulate socker --players 3": "Socker is for 2 players, not 3.",
    "simulate socker --games 0": "The number of games is at least 1, not 0.",
    "simulate socker --workers 0": "The number of workers is at least 1, not 0.",
    "simulate socker --bots genius": "There is no level 'genius'; the levels are: easy, normal",
    "simulate socker --bots hard/dancer": "There is no manner 'dancer'; the manners are: keeper, striker",
    "simulate socki --bots easy/keeper": "There is no manner 'keeper'; the manners are: hoarder, spreader",
    "simulate socker --bots easy,": "There is no level ''",
    "simulate socker --bots easy,easy,easy": "3 bot levels are too many for 2 seats.",
    "simulate socker --option goals": "A house rule is written NAME=VALUE; 'goals' is not.",
    "simulate socker --option goals=10": "Option 'goals' takes a whole number from 1 to 9; ",
    "simulate socker --option win=never": "Option 'win' takes goals or turns; ",
    "simulate socker --option gaols=1": "Socker has no option 'gaols'; its options are: win, ",
    "simulate socker --option players=2": "The number of players is an argument of its own",
    "simulate rockit --players 3 --option decks=1": "One deck is for two players; ",
    "simulate socker --layout no/such.tmx": "no/such.tmx, map: the file cannot be read",
    "simulate socker --layout README.md": "README.md, map: ",
    "simulate socker --layout levels/city/sample.tmx": "This layout is for 'city', not for 'socker'.",
    "simulate socki --layout levels/socker/small.tmx": "This layout is for 'socker', not for 'socki'.",
    "simulate socki --record no/such/folder/match.txt": "No record can be written to ",
    "simulate socki --record tests": "No record can be written to tests",
    f"simulate socki --seed {10**50}": "A seed is a whole number of at most 40 digits",
    "ladder chess": "There is no game 'chess'; the games are: ",
    "ladder socker --levels normal,wizard": "There is no level 'wizard'; the levels are: ",
    "ladder socker --levels normal": "A ladder has at least two players, ",
    "ladder socker --manners dancer": "There is no manner 'dancer'; the manners are: ",
    "ladder socker --games 1": "A pair plays at least 2 games, one from each side, not 1.",
    "ladder socker --within 0": "An interval is narrow enough within 0 to 50 points, not 0.",
    "ladder socker --budget -1": "A share of the time is more than 0, as in 0.1, not -1.",
    "ladder socker --nodes 0": "The number of nodes is at least 1, not 0.",
    "ladder socker --players 3": "Socker is for 2 players, not 3.",
    "ladder socker --option goals": "A house rule is written NAME=VALUE; 'goals' is not.",
    "ladder socker --option balls=2": "Socker has no option 'balls'; its options are: ",
    "ladder socker --workers 0": "The number of workers is at least 1, not 0.",
    "replay no/such/file": "no/such/file: No such file or directory.",
    "replay README.md": "Record line 1: ",
    "replay levels/city/tiles.png": "levels/city/tiles.png is not a record",
    "verify no/such/file": "no/such/file: No such file or directory.",
    "verify README.md --promise 12": "A promise is 64 hexadecimal digits",
    "rules chess": "There is no game 'chess'; the games are: ",
    "rules ../core": "There is no game '../core'; the games are: ",
}


@pytest.mark.parametrize("command", BAD)
def test_bad_input_is_one_sentence(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(command.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith(".\n")
    assert err.replace("\\", "/").startswith(BAD[command])


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
def test_wrong_usage(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "usage: main.py" in err


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


def test_replay_of_a_match_that_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = recorded(tmp_path)
    assert main(["replay", "--all", str(path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("SOCiable: Ann, Bo, Cy, Dé, Eve\n  - draw_position")
    assert "\n3. " in out
    assert "The match goes on; " in out


def test_replay_reads_what_editors_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
def test_replay_of_a_broken_record(
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
    """Text that is typed and shown at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("typed", "steps"), [("\n\n\n\n\n", 3), ("\nq\n", 1), ("", 0)])
def test_replay_waits_at_a_terminal(
    typed: str, steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    monkeypatch.setattr(sys, "stdout", shown)
    assert replay.replay(recorded(tmp_path), everything=False) == 0
    assert len(re.findall(r"^(?:-- .* -- )?[0-9]+\. ", shown.getvalue(), re.MULTILINE)) == steps


# rules, help, and the console


@every_game
def test_rules(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", game]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"# {find(game).info.title}\n")
    for option in find(game).info.options:
        assert f"`{option.name}`" in out


@pytest.mark.parametrize("command", ["", "simulate", "ladder", "replay", "rules"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert f"examples:\n  python main.py {command}".rstrip() in out


def test_console_that_cannot_show_every_letter() -> None:
    done = run("rules", "city", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("# Socks in the City\n")


@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is told in another way there")
def test_reader_that_has_had_enough() -> None:
    with subprocess.Popen(
        [sys.executable, "main.py", "rules", "city"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_map_checks_and_keeps_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.tmx"
    assert main(["map", "--seed", "7", str(path)]) == 0
    assert "can be played: Socks in the City" in capsys.readouterr().out
    assert main(["map", str(path)]) == 0
    assert main(["map", "--seed", "7", str(path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["map", "--game", "socker", "--seed", "7", str(tmp_path / "field.tmx")]) == 2
    assert "Tiled" in capsys.readouterr().err
    path.write_text(path.read_text(encoding="utf-8").replace('name="board"', 'name="town"'), encoding="utf-8")
    assert main(["map", str(path)]) == 2
    assert "board" in capsys.readouterr().err
