"""A few worker processes that many tables share."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from game.bots.worker import Answer
from game.match.bot_turns import Thinker


class PooledThinker:
    """A thinker of one table, as `Thinker` has it: its newest question alone is answered, by any worker."""

    def __init__(self, pool: WorkerPool, *, urgent: bool) -> None:
        """Made by `WorkerPool.thinker`."""
        self._pool = pool
        self.urgent = urgent
        self.ticket = 0
        self._found: Answer | None = None

    def ask(self, where: str, *arguments: Any) -> int:
        """Have a function called; returns the ticket of its answer."""
        self.cancel()
        self.ticket += 1
        self._pool.put(self, where, arguments)
        return self.ticket

    def answer(self) -> Answer | None:
        """The answer to the last question, once, when it has come in."""
        self._pool.pump()
        found, self._found = self._found, None
        return found

    def take(self, ticket: int, answer: Answer) -> None:
        """A worker has answered; an answer to an old question is nobody's."""
        if ticket == self.ticket:
            self._found = Answer(ticket, answer.value, answer.error)

    def start(self) -> None:
        """Make ready before the first question."""
        self._pool.start()

    def cancel(self) -> None:
        """Drop the question; a worker that is at it already finishes it, for nobody."""
        self._pool.drop(self)
        self._found = None
        self.ticket += 1

    def close(self) -> None:
        """Nothing more will be asked; the workers are the pool's."""
        self.cancel()


class WorkerPool:
    """Workers, and the questions that wait for one of them: people's first, then whoever has asked first."""

    def __init__(self, make: Callable[[], Thinker], size: int = 2) -> None:
        """Have so many workers, as ``make`` gives them."""
        self._workers = [make() for _ in range(size)]
        self._busy: dict[int, tuple[PooledThinker, int]] = {}
        """By the number of a worker whose question it is at, and with which ticket."""
        self._waiting: deque[tuple[PooledThinker, int, str, tuple[Any, ...]]] = deque()
        self.answered = 0
        """How many answers have come in."""

    def thinker(self, *, urgent: bool = False) -> PooledThinker:
        """A thinker of its own for a table; an urgent one is answered before all that are not."""
        return PooledThinker(self, urgent=urgent)

    def start(self) -> None:
        """Start the processes."""
        for worker in self._workers:
            worker.start()

    def put(self, thinker: PooledThinker, where: str, arguments: tuple[Any, ...]) -> None:
        """A thinker asks something."""
        place = len(self._waiting)
        if thinker.urgent:
            place = sum(1 for waiting, *_rest in self._waiting if waiting.urgent)
        self._waiting.insert(place, (thinker, thinker.ticket, where, arguments))
        self.pump()

    def drop(self, thinker: PooledThinker) -> None:
        """What a thinker has asked need not be answered any more."""
        self._waiting = deque(asked for asked in self._waiting if asked[0] is not thinker)

    def pump(self) -> None:
        """Take in what workers have found out, and give them more to do."""
        for number, worker in enumerate(self._workers):
            if number in self._busy:
                answer = worker.answer()
                if answer is None:
                    continue
                thinker, ticket = self._busy.pop(number)
                thinker.take(ticket, answer)
                self.answered += 1
            if self._waiting:
                thinker, ticket, where, arguments = self._waiting.popleft()
                # Before it is asked: a worker may answer within the question.
                self._busy[number] = thinker, ticket
                worker.ask(where, *arguments)

    def close(self) -> None:
        """End the processes."""
        self._waiting.clear()
        self._busy.clear()
        for worker in self._workers:
            worker.close()
