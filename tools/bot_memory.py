"""Measure the peak memory of a bot's process.

    python -m tools.bot_memory --level master --moves 200

For each game, a separate worker, like that of the window, plays a match against itself, and the peak memory
of its process is printed. Without ``--share`` a decision has no time limit.
"""

from __future__ import annotations

import queue
import resource
import sys
from pathlib import Path

from game.bots.match_runner import bot_move
from game.bots.worker import Worker
from game.core.discovery import find_game, game_slugs
from game.core.search import BudgetPolicy
from game.core.session import Session
from tools.command import command

MEGA = 1 << 20


def played(game: str, levels: list[str], moves: int, share: float | None, nodes: int | None) -> float:
    """Play ``moves`` moves in this process and return its peak memory in MB. Runs in a worker."""
    session = Session.new(game, find_game(game).info.read_players(None), seed=1)
    allowance = BudgetPolicy(share, nodes)
    for number in range(moves):
        seat = session.to_move
        if seat is None:
            break
        session.play(bot_move(session, levels[seat % len(levels)], number, allowance))
    return most()


def most() -> float:
    """Return the peak memory of this process in MB."""
    status = Path("/proc/self/status")
    if status.exists():
        # On Linux, `getrusage` of a new process includes the peak of its parent.
        rows = dict(line.split(":", 1) for line in status.read_text(encoding="utf-8").splitlines())
        return int(rows["VmHWM"].split()[0]) * 1024 / MEGA
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return (size if sys.platform == "darwin" else size * 1024) / MEGA


def measured(
    game: str, levels: list[str], moves: int, *, share: float | None = None, nodes: int | None = None
) -> float:
    """Return the peak memory in MB of a worker after ``moves`` moves, with the levels in turn."""
    wake_queue: queue.SimpleQueue[None] = queue.SimpleQueue()
    worker = Worker(lambda: wake_queue.put(None))
    try:
        worker.submit("tools.bot_memory:played", game, levels, moves, share, nodes)
        while True:
            wake_queue.get()
            answer = worker.poll_result()
            if answer is not None:
                if answer.error:
                    raise RuntimeError(answer.error)
                return float(answer.value)
    finally:
        worker.close()


def main() -> None:
    """Measure the games of the command line."""
    parser = command(__doc__)
    parser.add_argument("games", nargs="*", help="which games (default: all)")
    parser.add_argument("--level", default="master", help="one, or several by commas that play in turn")
    parser.add_argument("--moves", type=int, default=200, help="of the match")
    parser.add_argument("--share", type=float, help="of the time at the table")
    arguments = parser.parse_args()
    for game in arguments.games or game_slugs():
        size = measured(game, arguments.level.split(","), arguments.moves, share=arguments.share)
        print(f"{game:9} {size:6.1f} MB", flush=True)


if __name__ == "__main__":
    main()
