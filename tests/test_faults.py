"""The faults that tell what the tests notice: which there are, how they are drawn, put in and taken out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tools import faults
from tools.faults import CAUGHT, SAME, SURVIVED, Fault, Imports, Trial, drawn, faults_of, inserted, is_same

ROOT = Path(__file__).parent.parent
MODULE = '''\
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


def test_faults_are_small_slips_in_what_is_run() -> None:
    found = faults_of("it.py", MODULE.encode())
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


def test_every_fault_of_some_modules_is_one_that_python_reads() -> None:
    for path in ("game/core/record.py", "game/match/match.py"):
        source = (ROOT / path).read_bytes()
        found = faults_of(path, source)
        assert len(found) > 30
        for fault in found:
            assert fault.put_into(source) != source
            compile(fault.put_into(source), path, "exec")


def test_a_seed_draws_the_same_faults_and_fewer_are_the_first_of_more() -> None:
    some = drawn(ROOT, 3, 12, "game/core")
    assert some == drawn(ROOT, 3, 12, "game/core")
    assert some[:5] == drawn(ROOT, 3, 5, "game/core")
    assert some != drawn(ROOT, 4, 12, "game/core")
    assert len({fault.key for fault in some}) == 12
    assert {fault.path for fault in drawn(ROOT, 3, 4, "game/core/chance.py")} == {"game/core/chance.py"}


def test_a_fault_is_put_in_and_taken_out(tmp_path: Path) -> None:
    (tmp_path / "it.py").write_bytes(MODULE.encode())
    fault = next(fault for fault in faults_of("it.py", MODULE.encode()) if fault.kind == "not")
    with inserted(tmp_path, fault):
        assert "if (self.open) and" in (tmp_path / "it.py").read_text("utf-8")
    assert (tmp_path / "it.py").read_bytes() == MODULE.encode()


def test_what_changes_no_byte_code_is_the_same() -> None:
    def code(text: str) -> bool:
        return is_same(compile("def f(x):\n  return x or 1", "a", "exec"), compile(text, "b", "exec"))

    assert code("\n\ndef f(x):\n  return (x or 1)")
    assert not code("def f(x):\n  return x or True")
    assert not code("def f(x):\n  return x and 1")


def test_the_nearest_tests_of_a_module_come_first() -> None:
    imports = Imports(ROOT)
    assert imports.tests_of("game/match/hall/_hall.py")[0] == "tests/match/hall/test_hall.py"
    city = imports.tests_of("game/games/city/rules/board.py")
    assert all(test.startswith("tests/games/city/") for test in city[:3])
    assert len(city) == len(set(city)) > 10


def test_a_trial_tells_what_tests_notice(tmp_path: Path) -> None:
    for name, text in {
        "game/it.py": "def least(a, b):\n    if a < b:\n        return a\n    return b\n",
        "tests/test_it.py": "from game.it import least\n\ndef test_it():\n    assert least(1, 2) == 1\n",
        "tests/test_broken.py": "from game.it import least\n\ndef test_it():\n    assert least(1, 2) == 2\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    trial = Trial(tmp_path, {})
    told = {}
    for fault in drawn(tmp_path, 1, 9):
        told[fault.before, fault.after] = trial.tested(fault)["verdict"]
    assert told == {("<", ">"): CAUGHT, ("<", "<="): SURVIVED, ("return a", "pass"): CAUGHT}
    assert trial.costs["tests/test_broken.py"] == -1.0
    assert trial.tested(Fault("game/it.py", 2, "comparison", 26, "<", "< "))["verdict"] == SAME


def test_what_is_known_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "faults.json"
    known = drawn(ROOT, 1, 4, "game/core/chance.py")
    results = {
        fault.key: {"path": fault.path, "kind": fault.kind, "verdict": verdict}
        for fault, verdict in zip(known, (CAUGHT, SURVIVED, SAME, CAUGHT), strict=True)
    }
    out.write_text(json.dumps({"costs": {}, "results": results}))
    monkeypatch.setattr(faults, "copied", lambda _root, to: None)
    monkeypatch.setattr(faults, "Trial", lambda _root, _costs: None)
    monkeypatch.setattr(sys, "argv", ["faults", str(out), "--faults", "4", "--only", "game/core/chance.py"])
    faults.main()
    assert capsys.readouterr().out.endswith("2 of 3 faults that matter are noticed, 67%.\n")
