"""Where advice is asked for: one question at a time, whose answer may come late, or go astray."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.bots.worker import Answer, Worker
from game.core.contract import Options
from game.core.rummy.advice import Position
from game.core.rummy.draft import Draft


@dataclass(frozen=True, slots=True)
class Question:
    """Something to be found out."""

    what: str
    """One of the questions of `game.core.rummy.advice`."""
    draft: Draft
    """The draft that it is about."""
    more: tuple[Any, ...] = ()
    seat: int = 0
    move: int = 0
    """The number of the move that it looks back on."""


class Desk:
    """A worker, and the question that it was asked last."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self._asking: tuple[int, Question] | None = None

    @property
    def at(self) -> Question | None:
        """The question that is under way.

        Where somebody else has asked the same worker since, its answer never comes: then there is none.
        """
        if self._asking is not None and self._asking[0] != self.worker.ticket:
            self._asking = None
        return self._asking[1] if self._asking is not None else None

    def ask(self, question: Question, options: Options) -> None:
        """Have this found out; what was asked before is forgotten."""
        position = Position.of(question.draft, options)
        self._asking = self.worker.ask(question.what, position, *question.more), question

    def answer(self) -> tuple[Question, Answer] | None:
        """The question with its answer, once, when that has come."""
        question = self.at
        answer = self.worker.answer() if question is not None else None
        if question is None or answer is None:
            return None
        self._asking = None
        return question, answer
