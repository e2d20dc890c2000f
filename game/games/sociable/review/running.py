"""Has parallel societies lived in processes of their own, a batch at a time, while the window goes on."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable

from game.bots.worker import Worker
from game.core.contract import Options
from game.games.sociable.review.societies import MATCHES, Batch, Life, Society, batches

PLAYED = "game.games.sociable.review.societies:played"
SIZE = 50
"""Matches in a batch: about a fifth of a second of work."""
MOST_WORKERS = 4


class SocietiesRun:
    """One run of both societies.

    Their lives do not depend on how many processes there are, nor on which of them answers first.
    """

    def __init__(
        self,
        options: Options,
        players: int,
        seed: int,
        worker: Callable[[], Worker],
        matches: int = MATCHES,
    ) -> None:
        """Begin at once; ``worker`` makes a further worker process, one whenever `poll` is called."""
        work = batches(options, players, seed, matches, SIZE)
        self._players = players
        self._left = deque((society, batch) for society, own in enumerate(work) for batch in own)
        self._all = len(self._left)
        self._lives: list[dict[int, list[Life]]] = [{} for _ in work]
        self._worker = worker
        # One core stays with the window.
        self._lacking = min(MOST_WORKERS, max(2, (os.cpu_count() or 2) - 1), self._all)
        self._busy: dict[Worker, tuple[int, Batch]] = {}
        self.error = ""
        self._hire()

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return sum(map(len, self._lives)) / self._all

    @property
    def societies(self) -> tuple[Society, ...]:
        """What became of the societies; empty until all is done."""
        if self.share < 1:
            return ()
        return tuple(
            # In the order of the batches, whichever was answered first.
            Society(self._players, tuple(life for first in sorted(lives) for life in lives[first]))
            for lives in self._lives
        )

    @property
    def is_over(self) -> bool:
        """Whether nothing is being worked out any more."""
        return not self._busy

    def poll(self) -> bool:
        """Take in what has been worked out; whether there was anything."""
        found = False
        if self._lacking and self._left:
            self._hire()
        for worker in list(self._busy):
            answer = worker.answer()
            if answer is None:
                continue
            found = True
            society, batch = self._busy.pop(worker)
            if answer.error:
                self.error = answer.error
                worker.close()
                self.close()
                return True
            self._lives[society][batch.first] = answer.value
            self._ask(worker)
        return found

    def close(self) -> None:
        """End the processes, whatever they are at."""
        for worker in self._busy:
            worker.close()
        self._busy.clear()
        self._left.clear()

    def _hire(self) -> None:
        """Start one more process, which takes as long as a frame lasts."""
        self._lacking -= 1
        self._ask(self._worker())

    def _ask(self, worker: Worker) -> None:
        """Give a worker the next batch, or leave to go."""
        if not self._left:
            worker.close()
            return
        society, batch = self._left.popleft()
        worker.ask(PLAYED, batch)
        self._busy[worker] = society, batch
