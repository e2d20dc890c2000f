"""Golden playthroughs: a whole match of each game, told move by move, must be told the same for ever.

`make playthroughs` writes the one of a new game. A change here is a change of rules: old records of the
players would replay differently.
"""

from pathlib import Path

import pytest

from game.bots.replay import steps
from tests.matches import GAMES

FOLDER = Path(__file__).parent / "playthroughs"
TOLD = "--- told ---\n"


@pytest.mark.parametrize("game", GAMES)
def test_playthrough_is_told_the_same(game: str) -> None:
    path = FOLDER / f"{game}.txt"
    assert path.exists(), f"{game} has no golden playthrough; write it with: make playthroughs"
    record, _, golden = path.read_text(encoding="utf-8").partition(TOLD)
    assert "\n".join(steps(record)) + "\n" == golden
    assert "Won by" in golden


def test_every_playthrough_is_of_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
