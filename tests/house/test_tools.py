"""Tools: help, seeded faults, flashes, cases of tests, shipped parts, pictures."""

from __future__ import annotations

import json
import re
import runpy
import sys
from itertools import combinations, product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from game.scenes.info_screens import LIBRARIES
from tests.matches import HOUSE
from tests.plugin import pytest_collection_modifyitems
from tests.sampling import sample, thinned
from tools import faults, shots
from tools.faults import (
    CAUGHT,
    SAME,
    SURVIVED,
    UNRUN,
    Fault,
    Imports,
    Trial,
    drawn,
    faults_of,
    inserted,
    is_same,
)
from tools.flashes import BLOCKS, LIGHT, RATE, RED, changes, flashes, measured
from tools.mutants import read_mutants, survivors
from tools.shipped_parts import libraries, licences, parts

# Every tool prints its purpose with --help before it does anything.


TOOLS = sorted(
    path.stem
    for path in (Path(__file__).parents[2] / "tools").glob("*.py")
    if '__name__ == "__main__"' in path.read_text("utf-8")
)


@pytest.mark.filterwarnings("ignore:'tools:RuntimeWarning")  # imported before by another test
def test_every_tool_answers_to_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(TOOLS) > 30
    for name in TOOLS:
        monkeypatch.setattr(sys, "argv", [name, "--help"])
        with pytest.raises(SystemExit) as ended:
            runpy.run_module(f"tools.{name}", run_name="__main__")
        assert ended.value.code == 0, name
        told = capsys.readouterr().out
        assert told.startswith(f"usage: {name} "), name
        assert len(told.split("\n\n")[1]) > 30, name


# Seeded faults measure what the tests notice: their kinds, choice, insertion and removal.


ROOT = Path(__file__).parents[2]
SLIPS = '''\
"""A module, for ``1 < 2``."""

COUNT: tuple[1, ...] = ()


class Table:
    """Ä."""

    def __init__(self) -> None:
        self.stale = True

    async def play(self, seat: int, other: int, is_late: bool = False) -> int:
        if not self.open and (seat) < other:
            return 1
        self.heard.append(f"{seat < other}")
        await self.send(seat, other)
        self.stale = False
        return max(-1, len(sorted(self.heard, key=len)))
'''


def test_faults_are_small_changes_of_executed_code() -> None:
    found = faults_of("it.py", SLIPS.encode())
    assert {(fault.line, fault.kind, fault.before, fault.after) for fault in found} == {
        (10, "truth", "True", "False"),
        (12, "truth", "False", "True"),
        (13, "not", "not self.open", "(self.open)"),
        (13, "and/or", "not self.open and (seat) < other", "((not self.open) or ((seat) < other))"),
        (13, "comparison", "<", ">"),
        (13, "comparison", "<", "<="),
        (14, "return", "return 1", "pass"),
        (14, "number", "1", "0"),
        (15, "call", 'self.heard.append(f"{seat < other}")', "pass"),
        (16, "call", "await self.send(seat, other)", "pass"),
        (16, "arguments", "seat, other", "other, seat"),
        (17, "assignment", "self.stale = False", "pass"),
        (17, "truth", "False", "True"),
        (18, "order", "max", "min"),
        (18, "number", "-1", "1"),
        (18, "number", "1", "0"),
        (18, "order", "sorted(self.heard, key=len)", "sorted(self.heard, key=len, reverse=True)"),
    }  # fmt: skip


def test_faults_are_valid_python() -> None:
    for path in ("game/core/record.py", "game/match/match.py"):
        source = (ROOT / path).read_bytes()
        found = faults_of(path, source)
        assert len(found) > 30
        for fault in found:
            assert fault.put_into(source) != source
            compile(fault.put_into(source), path, "exec")


def test_equal_seeds_draw_nested_sets_of_faults() -> None:
    some = drawn(ROOT, 3, 12, "game/core")
    assert some == drawn(ROOT, 3, 12, "game/core")
    assert some[:5] == drawn(ROOT, 3, 5, "game/core")
    assert some != drawn(ROOT, 4, 12, "game/core")
    assert len({fault.key for fault in some}) == 12
    assert {fault.path for fault in drawn(ROOT, 3, 4, "game/core/rng.py")} == {"game/core/rng.py"}


def test_fault_is_inserted_and_removed(tmp_path: Path) -> None:
    (tmp_path / "it.py").write_bytes(SLIPS.encode())
    fault = next(fault for fault in faults_of("it.py", SLIPS.encode()) if fault.kind == "not")
    with inserted(tmp_path, fault):
        assert "if (self.open) and" in (tmp_path / "it.py").read_text("utf-8")
    assert (tmp_path / "it.py").read_bytes() == SLIPS.encode()


def test_equal_byte_code_counts_as_unchanged() -> None:
    def code(text: str) -> bool:
        return is_same(compile("def f(x):\n  return x or 1", "a", "exec"), compile(text, "b", "exec"))

    assert code("\n\ndef f(x):\n  return (x or 1)")
    assert not code("def f(x):\n  return x or True")
    assert not code("def f(x):\n  return x and 1")


def test_nearest_tests_of_a_module_come_first() -> None:
    imports = Imports(ROOT)
    assert (
        imports.tests_of("extras/sockdrawer_classroom/classroom/_classroom.py")[0]
        == "extras/sockdrawer_classroom/tests/classroom/test_classroom.py"
    )
    city = imports.tests_of("game/games/city/rules/board.py")
    assert all(test.startswith("tests/games/city/") for test in city[:3])
    assert len(city) == len(set(city)) > 10


def test_trial_reports_which_tests_notice_a_fault(tmp_path: Path) -> None:
    least = "def least(a, b):\n    if a < b:\n        return a\n    return b\n"
    for name, text in {
        "game/__init__.py": "",
        "game/it.py": f"{least}\n\ndef most(a, b):\n    return b if a < b else a\n",
        "tests/test_it.py": "from game.it import least\n\ndef test_it():\n    assert least(1, 2) == 1\n",
        "tests/test_broken.py": "from game.it import most\n\ndef test_it():\n    assert most(1, 2) == 1\n",
        "tests/test_far.py": "from game import it\n\ndef test_far():\n    assert it.least(2, 1) == 1\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    trial = Trial(tmp_path, tmp_path / "known")
    told = {}
    for fault in drawn(tmp_path, 1, 20):
        told[fault.line, fault.before, fault.after] = trial.tested(fault)
    assert {fault: one["verdict"] for fault, one in told.items()} == {
        (2, "<", ">"): CAUGHT,
        (2, "<", "<="): SURVIVED,
        (3, "return a", "pass"): CAUGHT,
        (8, "<", ">"): UNRUN,
        (8, "<", "<="): UNRUN,
    }
    assert told[3, "return a", "pass"]["tests"] == ["tests/test_it.py::test_it"]
    assert trial.tested(Fault("game/it.py", 2, "comparison", 26, "<", "< "))["verdict"] == SAME


# Listed mutants.


def test_each_mutant_still_applies() -> None:
    mutants = read_mutants(ROOT)
    assert len(mutants) > 70
    for mutant in mutants:
        source = (ROOT / mutant.fault.path).read_bytes()
        original, changed = compile(source, "", "exec"), compile(mutant.fault.put_into(source), "", "exec")
        assert not is_same(original, changed), mutant.fault
        for test in mutant.tests:
            path, _sign, name = test.partition("::")
            assert f"def {name}" in (ROOT / path).read_text("utf-8"), test


def test_mutant_that_no_test_notices_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = "least.py\n- if a < b:\n-     return a\n+ if a {sign} b:\n+     return a\ntest_least.py\n"
    for name, text in {
        "least.py": "def least(a, b):\n    if a < b:\n        return a\n    return b\n",
        "test_least.py": "from least import least\n\ndef test_least():\n    assert least(1, 2) == 1\n",
        "list.txt": "# A list.\n\n" + entry.format(sign=">") + "\n" + entry.format(sign="<="),
    }.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr("tools.mutants.LIST", "list.txt")
    wrong, equal = read_mutants(tmp_path)
    assert survivors(tmp_path, [wrong, equal]) == [equal]
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed] == ["caught", "SURVIVED"]
    (tmp_path / "least.py").write_text("")
    with pytest.raises(ValueError, match=r"least\.py: 0 places"):
        read_mutants(tmp_path)


def test_known_results_are_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "faults.json"
    known = drawn(ROOT, 1, 4, "game/core/rng.py")
    results = {
        fault.key: {"path": fault.path, "kind": fault.kind, "verdict": verdict}
        for fault, verdict in zip(known, (CAUGHT, SURVIVED, SAME, CAUGHT), strict=True)
    }
    out.write_text(json.dumps({"results": results}))
    monkeypatch.setattr(faults, "copied", lambda _root, to: None)
    monkeypatch.setattr(faults, "Trial", lambda *_given: None)
    monkeypatch.setattr(sys, "argv", ["faults", str(out), "--faults", "4", "--only", "game/core/rng.py"])
    faults.main()
    assert capsys.readouterr().out.endswith("2 of 3 faults that matter are noticed, 67%.\n")


# The flash counter finds existing flashes by number, size and colour.


def counted(times: int, wide: int, colour: tuple[int, int, int]) -> tuple[int, int]:
    """Numbers of flashes and red flashes found in blocks that flash ``times`` times a second."""
    pictures = np.zeros((3 * RATE, *BLOCKS, 3), np.uint8)
    on = np.arange(len(pictures)) * 2 * times // RATE % 2 == 1
    pictures[on, :wide, :wide] = colour
    light, red = measured(pictures)
    return flashes(changes(light, LIGHT, 0.8)), flashes(changes(red, RED, np.inf))


@pytest.mark.parametrize(
    ("times", "wide", "colour", "found"),
    [
        (2, 10, (255, 255, 255), (2, 0)),
        (5, 10, (255, 255, 255), (5, 0)),
        (5, 10, (255, 0, 0), (5, 5)),
        (5, 10, (70, 70, 70), (0, 0)),
        (5, 5, (255, 255, 255), (0, 0)),
    ],
    ids=["slow", "quick", "red", "faint", "small"],
)
def test_flashes_are_counted(
    times: int, wide: int, colour: tuple[int, int, int], found: tuple[int, int]
) -> None:
    assert counted(times, wide, colour) == found


# Cases of a test are the same every day, and a soak runs more.


def walk_cases(name: str, count: int = 0) -> list[tuple[Any, ...]]:
    """Cases of a test of three axes, thinned."""

    def walk(*, game: str, window: object, level: str, house: object) -> None:
        """Do nothing: only the marks are read."""

    walk.__name__ = name
    houses = [("easy", {}), ("hard", {"decks": 2}), ("master", {})]
    pytest.mark.parametrize("game", HOUSE)(walk)
    pytest.mark.parametrize("window", [(1280, 720), (960, 540)], indirect=True)(walk)
    pytest.mark.parametrize(("level", "house"), houses)(walk)
    thinned(count)(walk)
    axes = [mark for mark in getattr(walk, "pytestmark", []) if mark.name == "parametrize"]
    if len(axes) > 1:
        return list(product(*(axis.args[1] for axis in axes)))
    assert axes[0].args[0] == ["game", "window", "level", "house"]
    assert axes[0].kwargs["indirect"] == ["window"]
    return list(axes[0].args[1])


def test_thinned_cases_are_fixed_and_contain_each_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOAK_SCALE", raising=False)
    met = set()
    for number in range(40):
        cases = walk_cases(f"walk_{number}")
        assert cases == walk_cases(f"walk_{number}")
        games, windows, levels, houses = zip(*cases, strict=True)
        assert (sorted(games), len({*windows}), len({*levels})) == (sorted(HOUSE), 2, 3)
        assert houses == tuple({"decks": 2} if level == "hard" else {} for level in levels), "pairs stay"
        met |= {*zip(games, windows, levels, strict=True)}
    assert len(met) == 5 * 2 * 3, "other tests get other combinations"
    assert [len(walk_cases("walk", count)) for count in (1, 2, 9)] == [1, 2, 5]


def test_soak_runs_each_pair_of_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOAK_SCALE", "20")
    cases = walk_cases("walk", 2)
    for first, second in combinations(range(3), 2):
        values = [{case[axis] for case in cases} for axis in (first, second)]
        assert {(case[first], case[second]) for case in cases} == set(product(*values))
    assert len(cases) < 5 * 2 * 3


def test_sample_is_taken_and_a_soak_takes_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOAK_SCALE", raising=False)
    assert list(sample(HOUSE, "socki", "city")) == ["socki", "city"]
    monkeypatch.setenv("SOAK_SCALE", "20")
    assert sample(HOUSE, "socki") == HOUSE
    with pytest.raises(AssertionError):
        sample(HOUSE)
    with pytest.raises(AssertionError):
        sample(HOUSE, "chess")


def test_costly_tests_exist() -> None:
    """A name in `deep.txt` that no test has would leave its costly successor in every run."""
    lines = [line.split() for line in (ROOT / "tests/deep.txt").read_text("utf-8").splitlines()]
    names = [name for _count, name in lines]
    assert names == sorted(set(names))
    for name in names:
        path, _separator, function = name.partition("::")
        assert re.search(rf"\b{function}\b", (ROOT / path).read_text("utf-8")), name


def test_only_cases_beyond_the_count_are_deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [*(f"a.py::test_some[{number}]" for number in range(5)), "a.py::test_none", "a.py::test_cheap"]
    items: list[Any] = [Mock(nodeid=name, path=Path("a.py"), fixturenames=()) for name in names]
    monkeypatch.setattr("tests.plugin.DEEP", tmp_path / "deep.txt")
    (tmp_path / "deep.txt").write_text("2 a.py::test_some\n0 a.py::test_none\n")
    pytest_collection_modifyitems(items)
    marks = {item.nodeid: [call.args[0] for call in item.add_marker.mock_calls] for item in items}
    assert [name for name, found in marks.items() if "deep" not in found] == [names[0], names[3], names[6]]
    assert [name for name, found in marks.items() if "costly" not in found] == [names[6]]


# Every shipped part has its licence, as a text and in the credits.


FONTS = {"font-fredoka-one", "font-manrope"}  # named in their own sentence in the credits
CALLED = {"manimgx-fonts": "noto"}


def test_every_part_has_its_licence(tmp_path: Path) -> None:
    licences(tmp_path)
    told = {folder.name.rsplit("-", 1)[0]: folder for folder in tmp_path.iterdir()}
    assert {"python", "pygame-ce", "pymunk", "pytmx", "aiohttp", "cffi"} <= set(told)
    assert "below" in told.pop("libraries.txt").read_text("utf-8")
    for folder in told.values():
        words = [text.read_text("utf-8").strip() for text in folder.iterdir()]
        assert all(words)
        assert len(words) > 1 or folder == told["python"]  # some systems keep Python elsewhere


def test_credits_name_every_part() -> None:
    named = {name.strip().lower() for names, _licence in LIBRARIES for name in names.split(",")}
    assert {CALLED.get(part.name, part.name) for part in parts()} - FONTS <= named


def test_each_shared_library_is_listed(tmp_path: Path) -> None:
    """Matched by name with any suffix; an unknown library is refused."""
    for name in ("libSDL2_ttf-2-e69aa315.0.so.0.2400.0", "libexpat.so.1", "libpython3.11.so.1.0"):
        (tmp_path / name).touch()
    found = [(part.name, part.version, part.licence) for part in libraries(tmp_path).values()]
    assert found == [("libSDL2_ttf", "0.2400.0", "Zlib"), ("libexpat", "1", "MIT")]
    for name in ("libreadline.so.8", "libssl.so.3"):
        (tmp_path / name).touch()
        with pytest.raises(ValueError, match=re.escape(name)):
            libraries(tmp_path)
        (tmp_path / name).unlink()


# The sheet of screenshots if an answer does not come.


def test_missing_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shots, "PATIENCE", 3)
    monkeypatch.setattr("pygame.time.wait", Mock())
    app, match = Mock(), Mock()
    match.view.threats.visible_marks = None
    with pytest.raises(RuntimeError, match="threats did not appear"):
        shots.ask_threats(app, match)
    assert app.step_frame.call_count == 3
