"""Bots think in a process of their own, so that no frame ever waits for them.

The process is spawned, which works the same everywhere; it gets an observation and the house rules, never a
state, and answers with the text of a move.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from game.core.chance import Chance
from game.core.contract import Observation, Options
from game.core.discovery import find


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked."""

    ticket: int
    game: str
    observation: Observation
    options: Options
    level: str
    seed: tuple[int | str, ...]
    """Fixes the bot's choices: the same question gets the same answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot said: a move, or why there is none."""

    ticket: int
    move: str | None
    error: str = ""
    """The traceback of a bot that broke."""


class Thinker:
    """One worker process, started when it is first asked and again after a question was dropped."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        """Make a thinker that calls ``wake``, from a thread of its own, whenever an answer has come in."""
        self._wake = wake
        self._ticket = 0
        self._answers: deque[Answer] = deque()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._busy = False

    def ask(self, game: str, observation: Observation, options: Options, level: str, *seed: int | str) -> int:
        """Have a move thought out; returns the ticket that its answer will carry."""
        if self._busy:
            self.cancel()
        self._start()
        self._ticket += 1
        self._busy = True
        assert self._pipe is not None
        self._pipe.send(Question(self._ticket, game, observation, options, level, seed))
        return self._ticket

    def answer(self) -> Answer | None:
        """The answer to the last question, once, when it has come in."""
        while self._answers:
            answer = self._answers.popleft()
            if answer.ticket == self._ticket and self._busy:
                self._busy = False
                return answer
        return None

    def start(self) -> None:
        """Start the process before it is needed, so that the first question is answered quickly."""
        self._start()

    def cancel(self) -> None:
        """Drop the question at once; the process that thinks about it is ended."""
        if self._busy:
            self._busy = False
            self.close()

    def close(self) -> None:
        """End the process, if there is one."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()

    def _start(self) -> None:
        if self._process is not None and self._process.is_alive():
            return
        self.close()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True, name="sock-drawer-bots")
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(self._pipe,), daemon=True).start()

    def _listen(self, pipe: Connection) -> None:
        """Collect the answers of one process until it ends."""
        try:
            while True:
                self._answers.append(pipe.recv())
                self._wake()
        except (EOFError, OSError):
            if pipe is self._pipe and self._busy:
                self._answers.append(Answer(self._ticket, None, "The process of the bots has ended."))
                self._wake()


def _work(pipe: Connection) -> None:
    """The life of the process: question, answer, until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            question: Question = pipe.recv()
        except EOFError:
            return
        pipe.send(_answered(question))


def _answered(question: Question) -> Answer:
    try:
        bot = find(question.game).bot
        move = bot.choose(question.observation, question.options, question.level, Chance(*question.seed))
    except Exception:  # whatever broke in a bot is told to the window, which stays open
        return Answer(question.ticket, None, traceback.format_exc())
    return Answer(question.ticket, move)
