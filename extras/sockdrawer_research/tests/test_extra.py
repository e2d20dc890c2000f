"""The card costs no start of the game, and the old module names the new one."""

import os
import subprocess
import sys
from importlib import import_module

import pytest


def test_game_starts_without_the_libraries_of_the_environments() -> None:
    script = (
        "import sys\n"
        "from game.core.extras import extras, faults\n"
        "assert 'research' in {extra.name for extra in extras()}, faults()\n"
        "names = ('numpy', 'gymnasium', 'pettingzoo', 'pyspiel', 'sockdrawer_research.environments')\n"
        "print([name for name in names if name in sys.modules])\n"
    )
    around = os.environ | {"SOCK_DRAWER_EXTRAS": "research"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=around, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["game.env", "game.env.openspiel"])
def test_old_module_names_the_new_one(name: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=r"sockdrawer_research\.environments"):
        import_module(name)
