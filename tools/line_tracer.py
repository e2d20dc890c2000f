"""Pytest plugin that records which tests run which lines of the game, much faster than a tracer.

    RAN=ran.json python -m pytest -p tools.line_tracer tests/core/test_records.py

Inserts a mark at the start of each block of a function, and after each nested block, so that code after an
early return has a separate mark. `Ran.read` reads the result. Other processes and module-level code are not
recorded.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import json
import os
from bisect import bisect_right
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    import pytest

BLOCKS = ("body", "orelse", "finalbody")
_places: list[tuple[str, int]] = []  # module and line of each mark
_marks: set[int] = set()  # marks passed since the test began
_texts: dict[str, str] = {}  # digests of the modules that were loaded
_cases: dict[str, dict[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class Ran:
    """Result of a run: cases with their seconds, and for each mark a bit set of the cases that pass it."""

    cases: list[tuple[str, float]]
    marks: dict[str, dict[int, int]]
    texts: dict[str, str]
    NOTHING: ClassVar = '{"cases": {}, "marks": {}, "texts": {}}'

    @classmethod
    def read(cls, text: str) -> Ran:
        """Read the result of a run, without the failed cases."""
        data = json.loads(text)
        passed = {number for number, result in enumerate(data["cases"].values()) if result["passed"]}
        bits = sum(1 << number for number in passed)
        return cls(
            [(case, result["seconds"]) for case, result in data["cases"].items()],
            {
                path: {int(line): int(mask, 16) & bits for line, mask in lines.items()}
                for path, lines in data["marks"].items()
            },
            data["texts"],
        )

    def has_changed(self, path: str, source: bytes) -> bool:
        """Return True if the source of a module differs from the one that was run."""
        return self.texts.get(path, _digest(source)) != _digest(source)

    def running(self, path: str, source: bytes, line: int) -> list[tuple[str, float]]:
        """Return the cases that run a line. For a line outside functions, those that use the module."""
        passed = self.marks.get(path, {})
        mark = mark_of(source, line)
        mask = passed.get(mark, 0) if mark else 0
        if not mark:
            for line_mask in passed.values() if passed else [-1] * (path in self.texts):
                mask |= line_mask
        return [case for number, case in enumerate(self.cases) if mask >> number & 1]


def _digest(source: bytes) -> str:
    return hashlib.sha1(source).hexdigest()[:12]


def mark_of(source: bytes, line: int) -> int:
    """Return the line of the last mark before ``line``; 0 if the line is in no function."""
    tree = ast.parse(source)
    lines: list[int] = []
    _insert_marks(tree, lambda at: lines.append(at) or 0)  # type: ignore[func-returns-value]
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    bodies = [(function.body[0].lineno, function.body[-1].end_lineno or 0) for function in functions]
    inside = [first for first, last in bodies if first <= line <= last]
    before = bisect_right(sorted(lines), line)
    mark = sorted(lines)[before - 1] if before else 0
    return mark if inside and mark >= max(inside) else 0


def _insert_marks(node: ast.AST, next_mark: Any) -> None:
    """Insert the marks into a tree."""
    for child in ast.iter_child_nodes(node):
        _insert_marks(child, next_mark)
    for name in () if isinstance(node, ast.Module | ast.ClassDef | ast.Lambda) else BLOCKS:
        body = getattr(node, name, None)
        if isinstance(body, list) and body:
            marked: list[ast.stmt] = []
            is_due = True
            for statement in body:
                is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
                if is_due and not is_text:
                    call = ast.Call(
                        ast.Name("__ran__", ast.Load()), [ast.Constant(next_mark(statement.lineno))], []
                    )
                    marked.append(ast.fix_missing_locations(ast.copy_location(ast.Expr(call), statement)))
                is_due = is_text or any(hasattr(statement, block) for block in ("body", "cases"))
                marked.append(statement)
            setattr(node, name, marked)


def _add_place(path: str, line: int) -> int:
    _places.append((path, line))
    return len(_places) - 1


def pytest_load_initial_conftests() -> None:
    """Load the game's modules with marks from now on, without byte code files."""
    vars(builtins)["__ran__"] = _marks.add
    home = Path.cwd()
    plain = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        file = Path(self.get_filename(fullname))
        if not file.is_relative_to(home / "game"):
            return plain(self, fullname)
        path = file.relative_to(home).as_posix()
        source = self.get_data(str(file))
        _texts[path] = _digest(source)
        tree = ast.parse(source)
        _insert_marks(tree, lambda line: _add_place(path, line))
        code: CodeType = compile(tree, str(file), "exec", dont_inherit=True)
        return code

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def pytest_runtest_logstart() -> None:
    """Reset the marks when a test begins."""
    _marks.clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the duration and the result of a part of a test."""
    case = _cases.setdefault(report.nodeid, {"seconds": 0.0, "passed": True})
    case["seconds"] = round(case["seconds"] + report.duration, 3)
    case["passed"] &= not report.failed


def pytest_runtest_logfinish(nodeid: str) -> None:
    """Store the marks when a test is over."""
    _cases.setdefault(nodeid, {"seconds": 0.0, "passed": False})["marks"] = set(_marks)


def pytest_sessionfinish() -> None:
    """Write the result to the file named in the environment variable ``RAN``."""
    masks: dict[str, dict[int, int]] = {}
    for number, case in enumerate(_cases.values()):
        for mark in case.pop("marks", ()):
            path, line = _places[mark]
            lines = masks.setdefault(path, {})
            lines[line] = lines.get(line, 0) | 1 << number
    marks = {path: {line: f"{mask:x}" for line, mask in lines.items()} for path, lines in masks.items()}
    Path(os.environ["RAN"]).write_text(
        json.dumps({"cases": _cases, "marks": marks, "texts": _texts}), encoding="utf-8"
    )
