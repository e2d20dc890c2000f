"""A sixth game folder with only rules, bot and text passes the contract tests unchanged."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.sampling import risk

ROOT = Path(__file__).parents[2]
WITH_IT = """
import sys
import game.games
game.games.__path__.append(sys.argv[1])
import pytest
sys.exit(pytest.main(["-p", "no:cacheprovider", "-k", "rows", *sys.argv[2:]]))
"""


@risk
def test_contract_tests_pass_with_a_sixth_game(tmp_path: Path) -> None:
    """All contract tests, for a game of a name that no test knows."""
    folder = tmp_path / "games/rows"
    shutil.copytree(ROOT / "tests/sample_games/four", folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in folder.glob("*.py"):
        text = file.read_text(encoding="utf-8").replace("tests.sample_games.four", "game.games.rows")
        file.write_text(text.replace('slug="four"', 'slug="rows"'), encoding="utf-8")
    parts = (
        *(f"tests/contract/test_{name}.py" for name in ("games", "bots", "puzzles")),
        "tests/core/test_records.py",
    )
    asked = [sys.executable, "-c", WITH_IT, str(folder.parent), *parts]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "...." in done.stdout, "something was asked"
