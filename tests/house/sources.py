"""What the files of the program say, for tests that read them: each is parsed once for a file of tests."""

import ast
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> ast.Module:
    """A file as a tree, which nobody changes."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that a file is made of."""
    return tuple(ast.walk(parsed(path)))


def forget() -> None:
    """All of them are too much to keep for tests that read none."""
    parsed.cache_clear()
    nodes.cache_clear()
