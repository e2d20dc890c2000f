"""Worker processes for tasks that take longer than a frame, so that no frame waits for them.

Processes are spawned, which works the same on every platform. A request names a function as ``module:name``
and carries plain values; a bot gets an observation and the house rules that way, never a state.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from game.core.discovery import find_game, import_object
from game.core.game import Observation
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.search import LEVEL_SECONDS, Budget
from game.log import log, place_of

T = TypeVar("T")

CHOOSE_REQUEST = "game.bots.worker:choose"  # request for a bot's move
PONDER_REQUEST = "game.bots.worker:choose_with_doubt"  # request for a bot's move at the table, and its doubt
NICENESS = 5
"""Increment of the nice value, so that the window and the phones of a class come first."""
THINKING_SHARE = 0.95
"""Share of its time that a level thinks; the last search step and the transfer take the rest."""
ENDED_ERROR = "The worker process has ended."  # error of a result whose process was ended from outside
SILENT_ERROR = "The worker process does not answer."  # error of a result that did not come within its limit


def choose(
    game: str, observation: Observation, options: Options, level: str, seed: tuple[int | str, ...]
) -> str:
    """Text of a bot's move. The same seed gives the same move, unless the time of its level ends before."""
    return choose_with_doubt(game, observation, options, level, seed)[0]


def choose_with_doubt(
    game: str, observation: Observation, options: Options, level: str, seed: tuple[int | str, ...]
) -> tuple[str, float]:
    """Text of a bot's move as by `choose`, and the doubt about it, 0 to 1."""
    full = LEVEL_SECONDS.get(level)
    budget = Budget(seconds=None if full is None else THINKING_SHARE * full)
    return find_game(game).bot.choose(observation, options, level, SeededRng(*seed), budget), budget.doubt


@dataclass(frozen=True, slots=True)
class WorkerRequest:
    """A function to call in a worker, and its arguments."""

    ticket: int
    where: str
    arguments: tuple[Any, ...]
    limit: float | None = None  # s until the process is replaced and asked again; None for never


@dataclass(frozen=True, slots=True)
class WorkerResult:
    """Result of a request: a value, or an error."""

    ticket: int
    value: Any
    error: str = ""  # traceback of an exception, `ENDED_ERROR` or `SILENT_ERROR`


class Worker:
    """One worker process, started on demand, also after a request was cancelled.

    It answers only the newest request, and repeats it once if its process was ended or did not answer. A
    patient worker finishes its present request before the newest one, which suits many short requests; an
    impatient one cancels it at once.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None, *, patient: bool = False) -> None:
        """Create a worker that calls ``wake``, on another thread, whenever a result has arrived."""
        self._wake = wake
        self._patient = patient
        self._ticket = 0
        self._answers: deque[tuple[Connection, WorkerResult]] = deque()
        """Results with their pipes. Only the calling thread can decide if a pipe is still current."""
        self._process: BaseProcess | None = None
        self.pipe: Connection | None = None
        self._busy = False
        self._next: WorkerRequest | None = None
        self._asked: WorkerRequest | None = None
        self._again = False
        # reports a process that does not answer within the limit
        self._timer = threading.Timer(0, lambda: None)

    @property
    def ticket(self) -> int:
        """Ticket of the newest request, the only one that is still answered; 0 before the first."""
        return self._ticket

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        """Request a call of ``module:name`` in the process, replacing any older request; returns its ticket.

        If no result comes within `limit` seconds, twice, its error is `SILENT_ERROR`.
        """
        self._ticket += 1
        self._again = False
        question = WorkerRequest(self._ticket, where, arguments, limit)
        if self._busy and self._patient:
            self._next = question
            return self._ticket
        if self._busy:
            self.cancel()
        self._send(question)
        return self._ticket

    def poll_result(self) -> WorkerResult | None:
        """Result of the newest request, once, else None. A request whose process failed is repeated once."""
        while self._answers:
            pipe, answer = self._answers.popleft()
            if pipe is not self.pipe:  # of an abandoned process
                continue
            late = (
                answer.error == SILENT_ERROR
                and self._asked is not None
                and answer.ticket != self._asked.ticket
            )
            has_failed = answer.error in (ENDED_ERROR, SILENT_ERROR) and not late
            if has_failed:
                log("worker", "%s: %s", answer.error, self._asked.where if self._asked else "idle")
                self._end()
            # Either a result has arrived after all, or an idle process has ended.
            if late or not self._busy:
                continue
            if self._next is not None:
                question, self._next = self._next, None
                self._send(question)
            # Only once, because a request that kills every process would be repeated forever.
            elif has_failed and not self._again and self._asked is not None:
                self._again = True
                self._send(self._asked)
            else:
                self._busy = False
                self._timer.cancel()
                if answer.error and self._asked is not None:
                    log("worker", "error at %s: %s", place_of(answer.error), self._asked.where)
                return replace(answer, ticket=self._ticket)
        return None

    def start(self) -> None:
        """Start the process if there is none, so that the first request is answered quickly."""
        if self._process is not None and self._process.is_alive():
            return
        self._end()
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        threading.Thread(target=self._listen, args=(self.pipe,), daemon=True).start()
        process = context.Process(target=_work, args=(theirs,), daemon=True, name="sock-drawer-worker")
        with theirs:  # an open copy of the other end would hide the end of the process
            try:
                process.start()
            except OSError as error:  # the system has no room for another; `_listen` reports the end
                log("worker", "no process: error %d", error.errno or 0)
            else:
                self._process = process
                log("worker", "process %d started", process.pid or 0)

    def cancel(self) -> None:
        """Drop the requests at once and kill the process, unless it is idle."""
        if self._busy:
            self.close()

    @property
    def pid(self) -> int | None:
        """Id of the process; None if there is none."""
        return self._process.pid if self._process is not None else None

    def close(self) -> None:
        """Kill the process and drop the requests; the next one starts another process."""
        self._busy, self._next = False, None
        self._end()

    def _end(self) -> None:
        """Kill the process, if there is one, and drop its results."""
        process, self._process, self.pipe = self._process, None, None
        self._answers.clear()
        self._timer.cancel()
        if process is not None:
            process.kill()
            process.join()

    def _send(self, question: WorkerRequest) -> None:
        """Send a request to the process, which is started if necessary, and start its time limit."""
        self.start()
        assert self.pipe is not None
        self._busy, self._asked = True, question
        with suppress(OSError):  # the process has just ended; `_listen` reports it
            self.pipe.send(question)
        self._timer.cancel()
        if question.limit is not None:
            silent = WorkerResult(question.ticket, None, SILENT_ERROR)
            self._timer = threading.Timer(question.limit, self.add_answer, (self.pipe, silent))
            self._timer.daemon = True
            self._timer.start()

    def _listen(self, pipe: Connection) -> None:
        """Collect the results of one process until it ends."""
        # Only this thread closes the pipe. If another closed it during a read, its descriptor could be reused
        # for the pipe of the next process, whose results would be read here.
        with pipe:
            try:
                while True:
                    self.add_answer(pipe, pipe.recv())
            except (EOFError, OSError):
                self.add_answer(pipe, WorkerResult(0, None, ENDED_ERROR))

    def add_answer(self, pipe: Connection, answer: WorkerResult) -> None:
        """Queue a result with its pipe for the calling thread, and call ``wake``. Thread-safe."""
        self._answers.append((pipe, answer))
        self._wake()


class TaskPool(ABC, Generic[T]):
    """Worker processes that share tasks. The outcome does not depend on their speed."""

    def __init__(self, worker: Callable[[], Worker], max_workers: int) -> None:
        """Start at once; ``worker`` creates a further worker, at most ``max_workers`` times."""
        self._worker, self._lacking = worker, max_workers
        self._idle: list[Worker] = []
        self._busy: dict[Worker, T] = {}
        self.error = ""  # error of a task; the pool is closed then
        self._go_on()

    @abstractmethod
    def task(self) -> T | None:
        """Return the next task, or None if there is none now; results may produce more."""

    @abstractmethod
    def request_for(self, task: T) -> tuple[Any, ...]:
        """Return the arguments of `Worker.submit` for a task."""

    @abstractmethod
    def accept_result(self, task: T, value: Any) -> None:
        """Handle the result of a task."""

    @property
    def is_over(self) -> bool:
        """True if no task runs: all are done, or the pool was closed, as after an error."""
        return not self._busy

    def poll(self) -> bool:
        """Handle the results that have arrived; True if there were any. An error closes the pool."""
        has_answer = False
        for worker in list(self._busy):
            answer = worker.poll_result()
            if answer is None:
                continue
            has_answer = True
            task = self._busy.pop(worker)
            self._idle.append(worker)
            if answer.error:
                self.error = answer.error
                self.close()
                return True
            self.accept_result(task, answer.value)
        if has_answer or self._lacking:
            self._go_on()
        return has_answer

    def close(self) -> None:
        """Kill all workers and drop the tasks that run."""
        for worker in (*self._busy, *self._idle):
            worker.close()
        self._busy.clear()
        self._idle.clear()
        self._lacking = 0

    def _go_on(self) -> None:
        """Assign tasks to idle workers and at most one new one; close the pool if no task runs then."""
        starts = self._lacking > 0  # one more process at a time, because starting one takes a frame
        while (self._idle or starts) and (task := self.task()) is not None:
            if not self._idle:
                starts = False
                self._lacking -= 1
                self._idle.append(self._worker())
            worker = self._idle.pop()
            worker.submit(*self.request_for(task))
            self._busy[worker] = task
        if not self._busy:
            self.close()


def _work(pipe: Connection) -> None:
    """Main loop of the process: request, result, until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all processes; the window ends this one
    # Python ends remaining workers with SIGTERM and waits for them. SDL, if loaded for drawing, would turn
    # the signal into a request to close a window, which is never read here.
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    while True:
        try:
            question: WorkerRequest = pipe.recv()
        except (EOFError, OSError):  # the window was closed or has crashed
            return
        try:
            function = import_object(question.where)
            assert callable(function)
            answer = WorkerResult(question.ticket, function(*question.arguments))
        except Exception:  # reported to the window, which stays open
            answer = WorkerResult(question.ticket, None, traceback.format_exc())
        with suppress(OSError):  # the window is gone
            pipe.send(answer)
