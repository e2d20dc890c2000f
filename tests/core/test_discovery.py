"""A new game is only a folder; no other file changes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.core.discovery import COMPONENTS, find_game, phone_page
from tests.sample_games import sixth_game
from tests.sampling import sample

ROOT = Path(__file__).parent.parent.parent
ALL = {
    "rules",
    "bot",
    "beginner",
    "words",
    "banter",
    "achievements",
    "analyst",
    "puzzles",
    "phone_support",
    "view",
    "pictures",
    "first_page",
}
RUMMY = {"rummy_variant", "rummy_rules_adapter", "best_play"}
# modules of each game apart from the common ones
OWN = {
    "city": {"board_layout", "first_page", "small_board", "phone_art"},
    "rockit": RUMMY | {"first_page"},
    "sociable": {"match_report", "after_match", "first_page"},
    "socker": {"first_page", "small_board", "phone_art"},
    "socki": RUMMY | {"first_page"},
}


def test_components_of_each_game_are_found_by_name() -> None:
    for slug, own in OWN.items():
        found = find_game(slug)
        assert {name for name in COMPONENTS if found.component(name) is not None} == ALL | own, slug
        assert phone_page(slug)


def test_missing_component_is_none_and_imports_nothing() -> None:
    with sixth_game() as slug:
        found = find_game(slug)
        assert {name for name in COMPONENTS if found.component(name) is not None} == {"rules", "bot", "words"}
        assert not found.has_component("view")
        assert not phone_page(slug)
    script = (
        "import sys\n"
        "from game.core.discovery import COMPONENTS, find_game\n"
        "assert find_game('city').has_component('view')\n"
        "assert not find_game('city').has_component('match_report')\n"
        "assert find_game('city').component('after_match') is None\n"
        "print([name for name in sys.modules if 'screen' in name or name == 'pygame'])\n"
    )
    asked = [sys.executable, "-c", script]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("model", sample(["sociable", "socker"], "socker"))
def test_further_game_is_one_folder(model: str, tmp_path: Path) -> None:
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "game", tmp_path / "game", ignore=skipped)
    shutil.copy(ROOT / "main.py", tmp_path)
    folder = tmp_path / "game/games/sixth"
    shutil.copytree(ROOT / "game/games" / model, folder, ignore=skipped)
    for source in folder.rglob("*.py"):
        text = source.read_text(encoding="utf-8").replace(f"game.games.{model}", "game.games.sixth")
        source.write_text(text.replace(f'slug="{model}"', 'slug="sixth"'), encoding="utf-8")
    script = (
        "from game.core.session import Session\n"
        "match = Session.new('sixth')\n"
        "match.play(match.moves()[0])\n"
        "assert Session.from_record(match.record()).position() == match.position()\n"
        "print(match.game)\n"
    )
    commands = {
        ("-c", script): "sixth\n",
        ("main.py", "simulate", "sixth", "--games", "1", "--bots", "easy"): find_game(model).info.title,
        ("main.py", "rules", "sixth"): f"# {find_game(model).info.title}\n",
    }
    for command, start in commands.items():
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(start)


def test_unknown_game_of_any_type_is_refused() -> None:
    for slug in ("chess", "", None, 7, ["socki"]):
        with pytest.raises(ValueError, match="the games are: "):
            find_game(slug)  # type: ignore[arg-type]
