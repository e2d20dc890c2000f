"""Tests: each asserts something, and reaches scenes by their types and public names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOOSE = Path(__file__).with_name("loose_tests.txt")
"""Numbers of names typed `Any`, by file, which only shrink: HiGHS, JSON, reflection and the top scene."""
SUITES = {"api_test", "max_cycles_test", "random_sim_test", "seed_test"}  # of other packages, which assert
ASSERTING = SUITES | {"raises", "fail", "importorskip"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def trees() -> dict[str, ast.Module]:
    """Syntax trees of all test files and tools by path."""
    files = sorted(path for folder in ("tests", "extras", "tools") for path in (ROOT / folder).rglob("*.py"))
    names = [path.relative_to(ROOT).as_posix() for path in files]
    return {
        name: ast.parse((ROOT / name).read_text("utf-8"))
        for name in names
        if "/tests/" in f"/{name}" or "/tools/" in f"/{name}"
    }


def functions() -> Iterator[tuple[str, Function]]:
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, Function):
                yield path, node


def called(function: Function) -> set[str]:
    """Names that a function mentions, and so may call."""
    nodes = [*ast.walk(function)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def asserts(function: Function) -> bool:
    """True if a function asserts something itself."""
    return any(isinstance(node, ast.Assert | ast.Raise) for node in ast.walk(function)) or any(
        name in ASSERTING or name.startswith("assert_") for name in called(function)
    )


def test_every_test_asserts() -> None:
    """Itself, or by a function of tests or tools that it calls."""
    found = [*functions()]
    asserting = {function.name for _path, function in found if asserts(function)}
    size = 0
    while size != len(asserting):
        size = len(asserting)
        asserting |= {function.name for _path, function in found if called(function) & asserting}
    idle = [
        f"{path}::{function.name}"
        for path, function in found
        if function.name.startswith("test_") and function.name not in asserting
    ]
    assert idle == []


def any_count(tree: ast.Module) -> int:
    """Number of parameters, results and variables typed `Any`, without what is only passed on by stars."""
    nodes = [*ast.walk(tree)]
    starred = [
        more for node in nodes if isinstance(node, ast.arguments) for more in (node.vararg, node.kwarg)
    ]
    hints = [
        getattr(node, name, None)
        for node in nodes
        if node not in starred
        for name in ("annotation", "returns")
    ]
    return sum(isinstance(hint, ast.Name) and hint.id == "Any" for hint in hints)


def private_names(tree: ast.Module) -> list[str]:
    """Private names that are imported, or reached from outside."""
    nodes = [*ast.walk(tree)]
    names = [alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names]
    own = "self", "cls", "os", "sys"
    names += [
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and not (isinstance(node.value, ast.Name) and node.value.id in own)
    ]
    return [name for name in names if name.startswith("_") and not name.endswith("_")]


def test_no_file_gets_looser() -> None:
    """Files that are not listed have no name typed `Any`."""
    lines = map(str.split, LOOSE.read_text("utf-8").splitlines())
    allowed = {path: int(limit) for limit, path in lines}
    counts = {path: any_count(tree) for path, tree in trees().items() if "/tests/" in f"/{path}"}
    assert {path: count for path, count in counts.items() if count > allowed.get(path, 0)} == {}


def test_tests_use_public_names() -> None:
    used = {path: private_names(tree) for path, tree in trees().items() if "/tests/" in f"/{path}"}
    assert {path: names for path, names in used.items() if names} == {}
