"""What is said of Socker names things as they are seen: the window lays the field on its side."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.games import socker

HOME = Path(socker.__file__).parent
TURNED = re.compile(r"(?<!in a )\b(rows?|columns?|(long|short) (edge|side)s?)\b", re.IGNORECASE)
"""What lies otherwise for whoever has the field on its side."""


def words_of(path: Path) -> Iterator[str]:
    """All texts of a module that players read."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for given in node.args if node.func.id in ("_", "counted", "text", "Label") else ():
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value


def texts_in(value: Any) -> Iterator[str]:
    """All texts of a file of lessons."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key in value:
            yield from texts_in(value[key])
    elif isinstance(value, list):
        for one in value:
            yield from texts_in(one)


@pytest.mark.parametrize("path", sorted(HOME.rglob("*.py")), ids=lambda path: str(path.relative_to(HOME)))
def test_no_sentence_speaks_of_rows_or_columns(path: Path) -> None:
    assert [words for words in words_of(path) if TURNED.search(words)] == []


def test_no_lesson_does() -> None:
    lessons = tomllib.loads((HOME / "lessons.toml").read_text(encoding="utf-8"))
    found = list(texts_in(lessons))
    assert len(found) > 50
    assert [words for words in found if TURNED.search(words)] == []


def test_the_rules_name_the_zones_as_they_are_drawn() -> None:
    rules = (HOME / "rules.md").read_text(encoding="utf-8")
    told = rules[: rules.index("## House rules")]
    assert [line for line in told.splitlines() if TURNED.search(line)] == []
