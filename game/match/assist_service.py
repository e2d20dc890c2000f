"""What helps: one service for screen and phones, for hints, the rummies' lamp, mending, and looking back.

Whoever wants to know something makes an `AssistRequest`; a worker finds it out beside the loop, and whoever
asked takes the answer in. With the next move it is nobody's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from game.bots.worker import WorkerResult
from game.core.game import HintLevel
from game.match.bot_turns import AsyncWorker, WorkerCall
from game.match.match import Match, MatchListener

HINT = "hint"
"""The kind of what people ask for; games have kinds of their own besides."""


class RequestTarget(StrEnum):
    """Where an answer goes; each takes its own in when it can use it."""

    SCREEN = "screen"
    """The person at the screen, once all is shown."""
    PHONE = "phone"
    TABLE = "table"
    """A view's own advisers, at any time."""


@dataclass(frozen=True, slots=True)
class AssistRequest:
    """Something to be found out."""

    asker: RequestTarget
    seat: int
    kind: str
    question: WorkerCall
    then: Callable[[Any], None]
    """Gets what was found out."""
    is_wanted: Callable[[], bool] = lambda: True
    """Whether anybody still waits for it; where not, another may take its place."""
    outlives_moves: bool = False
    """Whether it is about a move that has been made."""
    quick: bool = False
    """Whether it is to be answered at once, whatever else is being found out."""
    unasked: bool = False
    """Whether nobody has pressed for it: then nothing says that it is looked for."""


class _RequestQueue:
    """A worker and those who wait for it, the newest inquiry first."""

    def __init__(self, make: Callable[[], AsyncWorker], *, shared: bool) -> None:
        """Make a line; its worker is made for the first inquiry.

        One that others ask too (``shared``) is never stopped, and an answer of it may go astray.
        """
        self._make = make
        self._shared = shared
        self._worker: AsyncWorker | None = None
        self._asking: tuple[int, AssistRequest] | None = None
        self._waiting: list[AssistRequest] = []

    @property
    def worker(self) -> AsyncWorker:
        self._worker = self._worker or self._make()
        return self._worker

    @property
    def inquiries(self) -> list[AssistRequest]:
        """All that is still to be answered.

        Where somebody else has asked the same worker since, the answer under way never comes.
        """
        if self._asking is None:
            return self._waiting.copy()
        if self._asking[0] != self.worker.ticket:
            self._asking = None
        return [*([self._asking[1]] if self._asking is not None else []), *self._waiting]

    def add(self, inquiry: AssistRequest) -> None:
        same = inquiry.seat, inquiry.kind
        rest = [one for one in self._waiting if one.outlives_moves or (one.seat, one.kind) != same]
        # Looking back can wait: what helps in this very turn goes before it.
        self._waiting = [*rest, inquiry] if inquiry.outlives_moves else [inquiry, *rest]
        self.go_on()

    def go_on(self) -> None:
        """Ask the next one, where nobody waits for the answer to the one before."""
        if not self._waiting:
            return
        # What nobody waits for any more must not keep the worker from what somebody does.
        self._waiting = [one for one in self._waiting if one.is_wanted()]
        under_way = self.inquiries[: len(self.inquiries) - len(self._waiting)]
        if self._waiting and not any(one.is_wanted() for one in under_way):
            inquiry = self._waiting.pop(0)
            self._asking = self.worker.ask(*inquiry.question), inquiry

    def answer(self, asker: RequestTarget) -> tuple[AssistRequest, WorkerResult] | None:
        """What has been found out for this asker, once."""
        if not self.inquiries or self._asking is None or self._asking[1].asker != asker:
            return None
        ticket, inquiry = self._asking
        answer = self.worker.answer()
        if answer is None or answer.ticket != ticket:
            return None
        self._asking = None
        return inquiry, answer

    def drop(self) -> None:
        self._waiting = [one for one in self._waiting if one.outlives_moves]
        if self._asking is not None and not self._asking[1].outlives_moves:
            self._asking = None
            if not self._shared:
                self.worker.cancel()

    def leave_off(self, asker: RequestTarget) -> None:
        """Forget what this asker waits for, but for what looks back."""
        self._waiting = [one for one in self._waiting if one.outlives_moves or one.asker != asker]
        under_way = self._asking[1] if self._asking is not None else None
        if under_way is not None and under_way.asker == asker and not under_way.outlives_moves:
            self._asking = None
            if not self._shared:
                self.worker.cancel()
            self.go_on()

    def close(self) -> None:
        self._waiting.clear()
        self._asking = None
        if self._worker is not None and not self._shared:
            self._worker.close()
        self._worker = None


class AssistService(MatchListener):
    """Finds out what helps those who play; an answer that comes too late is nobody's."""

    def __init__(
        self, match: Match, worker: Callable[[], AsyncWorker], helper: Callable[[], AsyncWorker]
    ) -> None:
        """Make the service of a match.

        ``worker`` gives one of this match's own, for what may take long, ``helper`` the one that is shared,
        for what is quick.
        """
        self._slow, self._quick = _RequestQueue(worker, shared=False), _RequestQueue(helper, shared=True)
        self.asked = 0
        """How many hints were asked for since the last move; games tell more each time."""
        self.steps: Sequence[HintLevel] = tuple(HintLevel)
        """What they tell one after the other; set by whoever knows the game."""
        self._answered: tuple[WorkerCall, Any] | None = None
        """The last hint: asked for again, the same is told, and a step more of it."""
        self.version = 0
        """Another number once what was found out has become void."""
        match.listen(self)

    def start(self) -> None:
        """Make ready before the first inquiry, so that it is answered soon."""
        self._slow.worker.start()
        self._quick.worker.start()

    def close(self) -> None:
        self._slow.close()
        self._quick.close()

    def leave_off(self) -> None:
        """A menu covers the screen: nothing is found out behind it but for phones, and for looking back."""
        for asker in (RequestTarget.SCREEN, RequestTarget.TABLE):
            self._slow.leave_off(asker)

    def awaits(self, *kinds: str, asker: RequestTarget | None = None) -> bool:
        """Whether something is still to be found out: of these kinds, for this asker, else any."""
        found = self._slow.inquiries + self._quick.inquiries
        return bool(found) and any(
            (not kinds or one.kind in kinds) and asker in (None, one.asker) for one in found
        )

    @property
    def looks(self) -> bool:
        """Whether something is looked for that somebody at the screen has asked for."""
        return any(
            one.asker is not RequestTarget.PHONE and not one.unasked and one.is_wanted()
            for one in (*self._slow.inquiries, *self._quick.inquiries)
        )

    def find_out(self, inquiry: AssistRequest) -> None:
        """Have something found out; a newer inquiry of the same kind takes the place of one that waits."""
        (self._quick if inquiry.quick else self._slow).add(inquiry)

    def ask(
        self,
        asker: RequestTarget,
        seat: int,
        question: Callable[[int], WorkerCall],
        then: Callable[[Any], None],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Have a hint found out for somebody; while one is that is still waited for, nothing more is asked.

        The same question is asked once between two moves: again, it is answered before this returns. The
        question is told how many were asked for since the last move, this one too; ``then`` gets what was
        found out, unless a move was made meanwhile or nobody waits for it any more.
        """
        lines = self._slow.inquiries, self._quick.inquiries
        if any(one.kind == HINT and one.asker is asker and one.is_wanted() for line in lines for one in line):
            return
        self.asked += 1
        wanted = question(self.asked)
        if self._answered is not None and self._answered[0] == wanted:
            then(self._answered[1])
        else:
            self.find_out(AssistRequest(asker, seat, HINT, wanted, then, is_wanted))

    def step(self, strength: str) -> HintLevel:
        return step_of(self.asked, strength, self.steps)

    def attend(self, asker: RequestTarget) -> bool:
        """Take in what has been found out for this asker; whether something has.

        Raises:
            RuntimeError: the function that was asked broke.
        """
        took = False
        for line in (self._slow, self._quick):
            found = line.answer(asker)
            if found is not None:
                inquiry, answer = found
                if answer.error:
                    raise RuntimeError(f"A hint broke.\n{answer.error}")
                if inquiry.kind == HINT:
                    self._answered = inquiry.question, answer.value
                # The answer may come after its asker has gone, as a phone does at any moment.
                if inquiry.is_wanted():
                    inquiry.then(answer.value)
                took = True
            line.go_on()
        return took

    def drop(self) -> None:
        """The table is another one: what is being found out helps nobody, and the first hint is the first."""
        self._void()
        self.asked = 0

    def _void(self) -> None:
        self._slow.drop()
        self._quick.drop()
        self._answered = None
        self.version += 1

    def played(self, seat: int, move: str, events: object) -> None:
        self.drop()

    def taken_back(self, count: int) -> None:
        self.drop()

    def seat_changed(self, number: int) -> None:
        # Whoever goes on elsewhere, as on a phone, is told the next step there.
        self._void()

    def given_up(self, seat: int) -> None:
        self.drop()


def step_of(asked: int, strength: str, steps: Sequence[HintLevel] = tuple(HintLevel)) -> HintLevel:
    """How much a hint tells that is asked for so often: all at once where hints are full."""
    return HintLevel.WHY if strength == "full" else steps[max(1, min(asked, len(steps))) - 1]
