"""Has matches lived again in processes of their own, a batch at a time, while the window goes on."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence

from game.bots.worker import Worker
from game.core.options import Options
from game.games.sociable.review.societies import MATCHES, Batch, Life, Society, batches

PLAYED = "game.games.sociable.review.societies:played"
SIZE = 50
"""Matches in a batch: about a fifth of a second of work."""
MOST_WORKERS = 4


class LivesRun:
    """One run of many lives, in several queues of batches.

    What comes of it does not depend on how many processes there are, nor on which of them answers first.
    """

    def __init__(self, work: Sequence[Sequence[Batch]], worker: Callable[[], Worker]) -> None:
        """Begin at once; ``worker`` makes a further worker process, one whenever `poll` is called."""
        self._left = deque((number, batch) for number, own in enumerate(work) for batch in own)
        self._all = max(1, len(self._left))
        self._lives: list[dict[int, list[Life]]] = [{} for _ in work]
        self._worker = worker
        # One core stays with the window.
        self._lacking = min(MOST_WORKERS, max(2, (os.cpu_count() or 2) - 1), len(self._left))
        self._busy: dict[Worker, tuple[int, Batch]] = {}
        self.error = ""
        if self._left:
            self._hire()

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return sum(map(len, self._lives)) / self._all

    @property
    def lives(self) -> tuple[tuple[Life, ...], ...]:
        """What was lived, queue by queue; empty until all is done."""
        if not self.is_done:
            return ()
        # In the order of the batches, whichever was answered first.
        return tuple(tuple(life for first in sorted(lives) for life in lives[first]) for lives in self._lives)

    @property
    def is_done(self) -> bool:
        """Whether all has been lived."""
        return sum(map(len, self._lives)) == self._all

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


class SocietiesRun(LivesRun):
    """One run of both societies of a match."""

    def __init__(
        self,
        options: Options,
        players: int,
        seed: int,
        worker: Callable[[], Worker],
        matches: int = MATCHES,
    ) -> None:
        """Begin at once, as `LivesRun` does."""
        self._players = players
        super().__init__(batches(options, players, seed, matches, SIZE), worker)

    @property
    def societies(self) -> tuple[Society, ...]:
        """What became of the societies; empty until all is done."""
        return tuple(Society(self._players, lives) for lives in self.lives)
