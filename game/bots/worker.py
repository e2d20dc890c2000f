"""Work that takes longer than a frame goes to a process of its own, so that no frame ever waits for it.

The process is spawned, which works the same everywhere. A question names a function as ``module:name`` and
carries plain values; a bot gets an observation and the house rules that way, never a state.
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
from game.core.search import SECONDS, Budget

T = TypeVar("T")

CHOOSE = "game.bots.worker:choose"
"""The question for the move of a bot."""
PONDER = "game.bots.worker:pondered"
"""The question for the move of a bot at the table, and for how close the choice was."""
GIVES_WAY = 5
"""By so much it gives way to whatever a person waits for, as the window and the phones of a class."""
THINKING = 0.95
"""So much of its time at the table a level thinks; the last look and the way there and back take the rest."""
ENDED = "The worker process has ended."
"""The error of an answer whose process was ended from outside."""
SILENT = "The worker process does not answer."
"""The error of an answer that did not come within its limit."""


def choose(
    game: str, observation: Observation, options: Options, level: str, seed: tuple[int | str, ...]
) -> str:
    """The move of a bot; the same seed gives the same choices, unless the time of its level is up before."""
    return pondered(game, observation, options, level, seed)[0]


def pondered(
    game: str, observation: Observation, options: Options, level: str, seed: tuple[int | str, ...]
) -> tuple[str, float]:
    """The move as `choose` gives it, and the doubt about it, from 0 to 1."""
    full = SECONDS.get(level.partition("/")[0])
    budget = Budget(seconds=None if full is None else THINKING * full)
    return find_game(game).bot.choose(observation, options, level, SeededRng(*seed), budget), budget.doubt


@dataclass(frozen=True, slots=True)
class WorkerRequest:
    """What a worker is asked: a function, and what it is called with."""

    ticket: int
    where: str
    arguments: tuple[Any, ...]
    limit: float | None = None
    """Seconds after which the process is replaced and asked again; `None` for never."""


@dataclass(frozen=True, slots=True)
class WorkerResult:
    """What came back: a value, or why there is none."""

    ticket: int
    value: Any
    error: str = ""
    """The traceback of a function that broke."""


class Worker:
    """One worker process, started when it is first asked and again after a question was dropped.

    It answers the newest question only, and asks it once more if its process was ended or did not answer. A
    patient worker finishes what it is at before it turns to the next one, which suits many short questions;
    the other kind drops everything at once.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None, *, patient: bool = False) -> None:
        """Make a worker that calls ``wake``, from a thread of its own, whenever an answer has come in."""
        self._wake = wake
        self._patient = patient
        self._ticket = 0
        self._answers: deque[tuple[Connection, WorkerResult]] = deque()
        """Each with the pipe it came through: only the thread that asks knows whether that still counts."""
        self._process: BaseProcess | None = None
        self.pipe: Connection | None = None
        self._busy = False
        self._next: WorkerRequest | None = None
        self._asked: WorkerRequest | None = None
        self._again = False
        self._timer = threading.Timer(0, lambda: None)
        """Gives up a process that does not answer within the limit of its question."""

    @property
    def ticket(self) -> int:
        """The ticket of the newest question, the only one that is still answered; 0 before the first."""
        return self._ticket

    def ask(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        """Have ``module:name`` called with these values; returns the ticket that its answer will carry.

        If no answer comes within `limit` seconds, twice, its error is `SILENT`.
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

    def answer(self) -> WorkerResult | None:
        """The answer to the last question, once, when it has come in."""
        while self._answers:
            pipe, answer = self._answers.popleft()
            if pipe is not self.pipe:  # of a process that was given up
                continue
            late = answer.error == SILENT and self._asked is not None and answer.ticket != self._asked.ticket
            failed = answer.error in (ENDED, SILENT) and not late
            if failed:
                self._end()
            # Either an answer has just broken the silence, or an idle process has ended.
            if late or not self._busy:
                continue
            if self._next is not None:
                question, self._next = self._next, None
                self._send(question)
            # Once: a question that kills every process would be asked for ever.
            elif failed and not self._again and self._asked is not None:
                self._again = True
                self._send(self._asked)
            else:
                self._busy = False
                self._timer.cancel()
                return replace(answer, ticket=self._ticket)
        return None

    def start(self) -> None:
        """Start the process if there is none, so that the first question is answered quickly."""
        if self._process is not None and self._process.is_alive():
            return
        self._end()
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True, name="sock-drawer-worker")
        self._process.start()
        theirs.close()  # our copy of its end; with it open the pipe would never say that the process has gone
        threading.Thread(target=self._listen, args=(self.pipe,), daemon=True).start()

    def cancel(self) -> None:
        """Drop the question at once; the process that works on it is ended."""
        if self._busy:
            self.close()

    @property
    def pid(self) -> int | None:
        """The process that thinks, by the number that the system gives it; `None` while there is none."""
        return self._process.pid if self._process is not None else None

    def close(self) -> None:
        """End the process, and drop the questions; the next one starts another process."""
        self._busy, self._next = False, None
        self._end()

    def _end(self) -> None:
        process, self._process, self.pipe = self._process, None, None
        self._answers.clear()
        self._timer.cancel()
        if process is not None:
            process.kill()
            process.join()

    def _send(self, question: WorkerRequest) -> None:
        self.start()
        assert self.pipe is not None
        self._busy, self._asked = True, question
        with suppress(OSError):  # the process has just ended, as `_listen` finds out
            self.pipe.send(question)
        self._timer.cancel()
        if question.limit is not None:
            silent = WorkerResult(question.ticket, None, SILENT)
            self._timer = threading.Timer(question.limit, self.add_answer, (self.pipe, silent))
            self._timer.daemon = True
            self._timer.start()

    def _listen(self, pipe: Connection) -> None:
        """Collect the answers of one process until it ends."""
        # Only this thread closes the pipe: closed by another while it reads, its number could be given to the
        # pipe of the next process, whose answers would be taken here.
        with pipe:
            try:
                while True:
                    self.add_answer(pipe, pipe.recv())
            except (EOFError, OSError):
                self.add_answer(pipe, WorkerResult(0, None, ENDED))

    def add_answer(self, pipe: Connection, answer: WorkerResult) -> None:
        """Hand an answer that came through a pipe to the thread that asks; called by any thread."""
        self._answers.append((pipe, answer))
        self._wake()


class TaskPool(ABC, Generic[T]):
    """Worker processes that go through tasks together; what comes of it does not hang on which is faster."""

    def __init__(self, worker: Callable[[], Worker], most: int) -> None:
        """Begin at once; ``worker`` makes a further worker, at most so many."""
        self._worker, self._lacking = worker, most
        self._idle: list[Worker] = []
        self._busy: dict[Worker, T] = {}
        self.error = ""
        """What broke, if something has: then nothing more is worked out."""
        self._go_on()

    @abstractmethod
    def task(self) -> T | None:
        """The next task, if there is one now; others may come of what is worked out."""

    @abstractmethod
    def question(self, task: T) -> tuple[Any, ...]:
        """What a worker is asked for a task, as in `Worker.ask`."""

    @abstractmethod
    def take(self, task: T, value: Any) -> None:
        """A task was worked out."""

    @property
    def is_over(self) -> bool:
        return not self._busy

    def poll(self) -> bool:
        """Take in what has been worked out; whether there was anything."""
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
            self.take(task, answer.value)
        if found or self._lacking:
            self._go_on()
        return found

    def close(self) -> None:
        for worker in (*self._busy, *self._idle):
            worker.close()
        self._busy.clear()
        self._idle.clear()
        self._lacking = 0

    def _go_on(self) -> None:
        """Give everybody something to do who has nothing; leave to go where nothing is left."""
        starts = self._lacking > 0  # one process more at a time: that takes as long as a frame lasts
        while (self._idle or starts) and (task := self.task()) is not None:
            if not self._idle:
                starts = False
                self._lacking -= 1
                self._idle.append(self._worker())
            worker = self._idle.pop()
            worker.ask(*self.question(task))
            self._busy[worker] = task
        if not self._busy:
            self.close()


def _work(pipe: Connection) -> None:
    """The life of the process: question, answer, until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all processes; the window ends this one
    # Python ends by SIGTERM what is left of workers, and waits for them: SDL, where pictures are drawn, would
    # take it for the wish to close a window, which nobody here reads.
    os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    while True:
        try:
            question: WorkerRequest = pipe.recv()
        except (EOFError, OSError):  # the window was closed, or is gone without having been
            return
        try:
            function = import_object(question.where)
            assert callable(function)
            answer = WorkerResult(question.ticket, function(*question.arguments))
        except Exception:  # whatever broke is told to the window, which stays open
            answer = WorkerResult(question.ticket, None, traceback.format_exc())
        with suppress(OSError):  # then nobody asks any more
            pipe.send(answer)
