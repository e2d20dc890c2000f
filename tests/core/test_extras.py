"""Extras: discovery, broken ones, their components, and nothing imported before it is needed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game.core.discovery import COMPONENTS, components, find_game
from game.core.extras import PACKAGE_PREFIX, extras, faults, hooks, part_of
from tests.sample_extras import extras_in

CARD = """
from pathlib import Path
from game.core.extras import Extra
EXTRA = Extra({name!r}, Path(__file__).parent{more})
"""


def write(folder: Path, name: str, more: str = "", **modules: str) -> None:
    """Write an extra: further arguments of its card, and modules by name."""
    package = folder / f"{PACKAGE_PREFIX}{name}"
    package.mkdir()
    (package / "__init__.py").write_text(CARD.format(name=name, more=more), encoding="utf-8")
    for module, source in modules.items():
        (package / f"{module}.py").write_text(source, encoding="utf-8")


def names() -> list[str]:
    return [extra.name for extra in extras()]


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        (None, ["ant", "bee", "cat"]),
        ("", []),
        ("bee", ["bee"]),
        (" cat ,ant", ["ant", "cat"]),
        ("bee,elk", ["bee"]),
    ],
)
def test_variable_selects_extras_by_name(tmp_path: Path, chosen: str | None, found: list[str]) -> None:
    for name in ("cat", "ant", "bee"):
        write(tmp_path, name)
    (tmp_path / "sockdrawer_file.py").write_text("", encoding="utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "__init__.py").write_text("", encoding="utf-8")
    with extras_in(tmp_path, chosen):
        assert names() == found
        assert faults() == {}


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("import no_such_module", "no_such_module"),
        ("EXTRA = (", "never closed"),
        ("EXTRAS = 1", "EXTRA"),
        ("EXTRA = 1", "not an Extra"),
        ("EXTRA = 1 / 0", "division by zero"),
    ],
)
def test_broken_card_is_left_out_and_reported(tmp_path: Path, card: str, reason: str) -> None:
    for name in ("ant", "bee"):
        write(tmp_path, name)
    (tmp_path / "sockdrawer_bee" / "__init__.py").write_text(card, encoding="utf-8")
    with extras_in(tmp_path):
        assert names() == ["ant"]
        assert list(faults()) == ["bee"]
        assert reason in faults()["bee"]


def test_broken_extra_that_is_not_chosen_is_no_fault(tmp_path: Path) -> None:
    write(tmp_path, "ant")
    write(tmp_path, "bee")
    (tmp_path / "sockdrawer_bee" / "__init__.py").write_text("import no_such_module", encoding="utf-8")
    with extras_in(tmp_path, "ant"):
        assert names() == ["ant"]
        assert faults() == {}


def test_broken_hooks_are_left_out_and_reported(tmp_path: Path) -> None:
    write(tmp_path, "ant", ', hooks="sockdrawer_ant.missing"')
    write(tmp_path, "bee", ', hooks="sockdrawer_bee.hooks"', hooks="def read(data, path): return data")
    write(tmp_path, "cat", ', hooks="sockdrawer_cat.hooks"', hooks="raise RuntimeError('no yarn\\nat all')")
    write(tmp_path, "dog")
    write(tmp_path, "elk", ', hooks="sockdrawer_elk.hooks"', hooks="raise AssertionError")
    (tmp_path / "sockdrawer_fox-1.0.dist-info").mkdir()
    with extras_in(tmp_path):
        assert faults() == {}, "hooks are imported when the first one is needed"
        assert [read(b"sock", None) for read in hooks("read")] == [b"sock"]
        assert list(faults()) == ["ant", "cat", "elk"]
        assert faults()["cat"] == "no yarn", "one line"
        assert faults()["elk"] == "AssertionError", "it says nothing else"
        assert names() == ["ant", "bee", "cat", "dog", "elk"]
        assert list(hooks("waiting")) == []


def test_component_of_an_extra_is_found_and_imported_on_use(tmp_path: Path) -> None:
    more = (
        ', parts={"socker": {"greeting": "sockdrawer_ant.words:GREETING"}},'
        ' components={"greeting": ("screen.greeting:HELLO", "a greeting")}'
    )
    write(tmp_path, "ant", more, words='GREETING = "hello"')
    with extras_in(tmp_path):
        assert components() == COMPONENTS | {"greeting": "screen.greeting:HELLO"}
        assert part_of("socker", "greeting") == "sockdrawer_ant.words:GREETING"
        assert part_of("socker", "view") == part_of("city", "greeting") == ""
        assert find_game("socker").has_component("greeting")
        assert not find_game("city").has_component("greeting")
        assert find_game("city").component("greeting") is None
        assert "sockdrawer_ant" in sys.modules
        assert "sockdrawer_ant.words" not in sys.modules
        assert find_game("socker").component("greeting") == "hello"
    with extras_in(tmp_path, ""):
        assert components() == COMPONENTS
        assert not find_game("socker").has_component("greeting")


def test_hello_imports_neither_hooks_nor_screen_at_the_start() -> None:
    with extras_in():
        assert names() == ["hello"]
        assert [name for name in sys.modules if name.startswith("sockdrawer_hello.")] == []
        assert len(list(hooks("menu_entries"))) == 1
        assert [name for name in sys.modules if name.startswith("sockdrawer_hello.")] == [
            "sockdrawer_hello.hooks"
        ]
