"""Has a match looked into by processes of their own, a task at a time, while the window goes on."""

from __future__ import annotations

from collections.abc import Callable

from game.bots.worker import Worker
from game.match.insight.findings import Findings
from game.match.insight.study import Study, Task

WORKERS = 2


class InsightRun:
    """One match that is being looked into; what comes of it does not depend on which process is faster."""

    def __init__(self, record: str, worker: Callable[[], Worker], workers: int = WORKERS) -> None:
        """Begin at once.

        Args:
            record: the match, which nothing here changes.
            worker: makes a further worker process.
            workers: how many there may be at a time.
        """
        self._study = Study(record)
        self._worker = worker
        self._lacking = workers
        self._idle: list[Worker] = []
        self._busy: dict[Worker, Task] = {}
        self.error = ""
        """What broke, if something has: then nothing more is found out."""
        self._go_on()

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return self._study.share

    @property
    def findings(self) -> Findings | None:
        """What is known by now; `None` before the first answer."""
        return self._study.findings

    @property
    def is_over(self) -> bool:
        """Whether nothing more is being found out."""
        return not self._busy

    def poll(self) -> bool:
        """Take in what has been found out; whether there was anything."""
        found = False
        for worker in list(self._busy):
            answer = worker.answer()
            if answer is None:
                continue
            found = True
            task = self._busy.pop(worker)
            self._idle.append(worker)
            if answer.error:
                self.error = answer.error
                self.close()
                return True
            self._study.take(task, answer.value)
        if found:
            self._go_on()
        return found

    def close(self) -> None:
        """End the processes, whatever they are at."""
        for worker in (*self._busy, *self._idle):
            worker.close()
        self._busy.clear()
        self._idle.clear()
        self._lacking = 0

    def _go_on(self) -> None:
        """Give everybody something to do who has nothing; leave to go where nothing is left."""
        while self._idle or self._lacking:
            task = self._study.task()
            if task is None:
                break
            if not self._idle:
                self._lacking -= 1
                self._idle.append(self._worker())
            worker = self._idle.pop()
            worker.ask(task.where, *task.arguments)
            self._busy[worker] = task
        if not self._busy:
            self.close()
