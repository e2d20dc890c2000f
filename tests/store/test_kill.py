"""A process that saves after every move is killed at random instants; the match is always there."""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.session import Session
from game.store.files import Folder
from game.store.saves import Saves
from game.store.settings import SettingsFile
from game.store.statistics import Statistics
from tests.scale import scaled

ROOT = Path(__file__).parent.parent.parent
PLAYER = """
import sys
from pathlib import Path
from game.core.game import Outcome
from game.core.session import Session
from game.store.saves import Autosave
from game.store.files import Folder
from game.store.saves import Saves
from game.store.settings import SettingsFile
from game.store.statistics import Statistics
folder = Folder(Path(sys.argv[1]))
saves = Saves(folder)
found = saves.load("socker")
session = Session.new("socker", seed=7) if found is None else Session.from_record(found.record)
settings = SettingsFile(folder)
late = Autosave(saves) if sys.argv[2] == "late" else None
while session.to_move is not None:
    session.play(session.moves()[len(session.log) % len(session.moves())])
    extra = {"ply": len(session.log), "draft": "x" * 3000}
    if late:
        late.save("socker", session.record(), extra)
    else:
        saves.save("socker", session.record(), extra)
    print(len(session.log), flush=True)
    if len(session.log) % 3 == 0:
        settings.save(settings.load().with_changes(music=len(session.log) % 101))
        Statistics(folder).add("socker", {0: "Ann"}, Outcome((0,), (1, 0), "goals"))
"""


def killed(folder: Folder, how: str, after: float) -> int:
    """Let a match go on and kill it so many seconds after its first save; the plies it had committed to."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(folder.root), how],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as player:
        assert player.stdout is not None
        assert player.stderr is not None
        first = player.stdout.readline()
        time.sleep(after)
        player.kill()
        lines = (first + player.stdout.read()).split("\n")
        assert player.stderr.read() == ""
    return int(lines[-2])


@pytest.mark.parametrize("how", ["at once", "late"])
def test_killed_at_any_instant(folder: Folder, figure: Callable[[str], None], how: str) -> None:
    draw = random.Random(how)
    # Behind the back of the window a move is told when the one before it lies on the disk.
    behind = 1 if how == "late" else 0
    after = 0
    for _ in range(scaled(6)):
        told = killed(folder, how, draw.random() * 0.12)
        now = Folder(folder.root)
        saved = Saves(now).load("socker")
        if saved is None:  # the very first move may be the one that is lost
            assert told <= behind
            continue
        assert saved.exact
        session = Session.from_record(saved.record)
        assert saved.extra["ply"] == len(session.log)
        assert told - behind <= len(session.log) <= told + 1
        after += len(session.log) > told
        SettingsFile(now).load()
        assert all(line.matches == line.wins for line in Statistics(now).player("Ann").values())
        assert now.notices == []
        if session.to_move is None:
            Saves(now).clear("socker")
    now.sweep()
    left = {path.name for path in folder.root.rglob("*") if path.is_file()}
    known = {"socker.txt", "socker.json", "lock", "settings.json", "statistics.json", "statistics.lock"}
    assert left <= known
    figure(
        f"saves {how}: {scaled(6)} kills, no pair parted, at most {behind} moves lost, "
        f"{after} after a move was written and before it was told"
    )
