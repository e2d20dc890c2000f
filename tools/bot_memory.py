"""How much memory the process of a computer player takes at most.

    python -m tools.bot_memory --level master --moves 200

asks a worker of its own for each game, as the window does, to play a match against itself so far, and prints
the most that this process had in memory, by the system. Without ``--share`` each decision takes all it likes.
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
    """Play so many moves of a match, in the process that is asked; the most memory that it had, in MB."""
    session = Session.new(game, find_game(game).info.read_players(None), seed=1)
    allowance = BudgetPolicy(share, nodes)
    for number in range(moves):
        seat = session.to_move
        if seat is None:
            break
        session.play(bot_move(session, levels[seat % len(levels)], number, allowance))
    return most()


def most() -> float:
    """The most memory that this process has had, in MB."""
    told = Path("/proc/self/status")
    if told.exists():
        # Linux counts into `getrusage` of a new process what the one that started it had.
        rows = dict(line.split(":", 1) for line in told.read_text(encoding="utf-8").splitlines())
        return int(rows["VmHWM"].split()[0]) * 1024 / MEGA
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return (size if sys.platform == "darwin" else size * 1024) / MEGA


def measured(
    game: str, levels: list[str], moves: int, *, share: float | None = None, nodes: int | None = None
) -> float:
    """What a worker's process had at most, in MB, after so many moves of these levels in turn."""
    woken: queue.SimpleQueue[None] = queue.SimpleQueue()
    worker = Worker(lambda: woken.put(None))
    try:
        worker.ask("tools.bot_memory:played", game, levels, moves, share, nodes)
        while True:
            woken.get()
            answer = worker.answer()
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
    given = parser.parse_args()
    for game in given.games or game_slugs():
        size = measured(game, given.level.split(","), given.moves, share=given.share)
        print(f"{game:9} {size:6.1f} MB", flush=True)


if __name__ == "__main__":
    main()
