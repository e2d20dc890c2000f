"""The layers: the contracts hold, and each of them catches a breach."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("importlinter", reason="the layer contracts need requirements-dev.txt")

ROOT = Path(__file__).parent.parent

BREACHES = [
    ("game/core/session.py", "import pygame", "The core stands on the standard library alone"),
    ("game/core/grid.py", "import game.bots.arena", "The core stands on the standard library alone"),
    ("game/core/hexgrid.py", "import game.games.city.rules", "The core stands on the standard library alone"),
    ("game/games/socker/rules.py", "import pymunk", "Rules know the core only"),
    ("game/games/city/rules.py", "import game.levels", "Rules know the core only"),
    ("game/games/socki/rules.py", "import game.games.socki.bot", "Rules know the core only"),
    ("game/games/sociable/bot.py", "import pygame", "Bots know the rules and the core only"),
    ("game/games/socker/bot.py", "import game.games.socker.scene", "Bots know the rules and the core only"),
    ("game/games/socki/rules.py", "import game.games.rockit.rules", "Games never import each other"),
    ("game/levels.py", "import game.games.city.rules", "What every screen shares names no game"),
    ("game/bots/arena.py", "import game.ui", "The shell in its order"),
    ("game/games/socker/scene.py", "import game.scenes", "A game's screen knows nothing above it"),
]


def copied(folder: Path) -> Path:
    """The package, with a screen in one game for the contracts to look at, where breaches do no harm."""
    shutil.copytree(ROOT / "game", folder / "game", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    scene = folder / "game/games/socker/scene.py"
    if not scene.exists():
        scene.write_text('"""A screen."""\n', encoding="utf-8")
    return folder


def linted(folder: Path) -> str:
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONPATH": str(folder), "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    return done.stdout + done.stderr


def test_contracts_hold(tmp_path: Path) -> None:
    told = linted(copied(tmp_path))
    assert "0 broken" in told, told
    assert told.count("KEPT") >= 7, told


def test_every_breach_is_caught(tmp_path: Path) -> None:
    """All of them at once, as each look at the package takes seconds."""
    folder = copied(tmp_path)
    for where, breach, _contract in BREACHES:
        with (folder / where).open("a", encoding="utf-8") as source:
            source.write(f"\n{breach}\n")
    told = linted(folder)
    parts = re.split(r"\n(.+)\n-{3,}\n", told)
    broken = dict(zip(parts[1::2], parts[2::2], strict=True))
    for where, breach, contract in BREACHES:
        wrong = f"{where.removesuffix('.py').replace('/', '.')} -> {breach.removeprefix('import ')} "
        assert f"{contract} BROKEN" in told
        assert wrong in broken[contract], wrong


def test_rules_and_bots_start_no_pygame() -> None:
    from game.core.discovery import slugs

    modules = [f"game.games.{slug}.{part}" for slug in slugs() for part in ("rules", "bot")]
    banned = ("pygame", "pymunk", "pytmx")
    script = (
        "import importlib, sys\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        f"print([name for name in sys.modules if name.split('.')[0] in {banned!r}])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
