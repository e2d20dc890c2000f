"""Assistance for screen and phones: hints, the rummies' indicator and repairs, and review of past moves.

Callers queue an `AssistRequest`, a worker computes the answer in the background, and the caller polls for it.
The next move cancels it.
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

HINT_KIND = "hint"  # kind of the requests that people make; games have other kinds


class RequestTarget(StrEnum):
    """Receiver of an answer. Each polls for its own answers."""

    SCREEN = "screen"  # person at the screen, once all moves are shown
    PHONE = "phone"
    TABLE = "table"  # advisers of a view, at any time


@dataclass(frozen=True, slots=True)
class AssistRequest:
    """Request for a computation by a worker."""

    asker: RequestTarget
    seat: int
    kind: str
    question: WorkerCall
    on_answer: Callable[[Any], None]  # called with the answer
    # False once the answer is not needed; another request may then replace it
    is_wanted: Callable[[], bool] = lambda: True
    outlives_moves: bool = False  # about a past move, so a new move does not cancel it
    quick: bool = False  # handled by the shared worker without waiting for slow requests
    is_automatic: bool = False  # made by the program, so no search is shown


class _RequestQueue:
    """A worker and the requests for it, newest first."""

    def __init__(self, make: Callable[[], AsyncWorker], *, shared: bool) -> None:
        """Create a queue. Its worker is created for the first request.

        A ``shared`` worker also serves other callers: it is never cancelled, and an answer may get lost.
        """
        self._make = make
        self._is_shared = shared
        self._worker: AsyncWorker | None = None
        self._asking: tuple[int, AssistRequest] | None = None
        self._waiting: list[AssistRequest] = []

    @property
    def worker(self) -> AsyncWorker:
        """The queue's worker, created at the first access."""
        self._worker = self._worker or self._make()
        return self._worker

    @property
    def inquiries(self) -> list[AssistRequest]:
        """Unanswered requests as a new list: the submitted one, unless its answer is lost, then waiting ones.

        If another caller has used the same worker since, the pending answer never comes, so its request is
        dropped.
        """
        if self._asking is None:
            return self._waiting.copy()
        if self._asking[0] != self.worker.ticket:
            self._asking = None
        return [*([self._asking[1]] if self._asking is not None else []), *self._waiting]

    def add(self, inquiry: AssistRequest) -> None:
        """Queue a request in place of waiting ones of its seat and kind, and submit the next if possible."""
        same = inquiry.seat, inquiry.kind
        rest = [
            request
            for request in self._waiting
            if request.outlives_moves or (request.seat, request.kind) != same
        ]
        # Reviews can wait: help for the current turn goes first.
        self._waiting = [*rest, inquiry] if inquiry.outlives_moves else [inquiry, *rest]
        self.go_on()

    def go_on(self) -> None:
        """Drop unwanted requests, and submit the next one if no pending answer is wanted."""
        if not self._waiting:
            return
        # An unwanted request must not keep the worker from a wanted one.
        self._waiting = [request for request in self._waiting if request.is_wanted()]
        under_way = self.inquiries[: len(self.inquiries) - len(self._waiting)]
        if self._waiting and not any(request.is_wanted() for request in under_way):
            inquiry = self._waiting.pop(0)
            self._asking = self.worker.submit(*inquiry.question), inquiry

    def answer(self, asker: RequestTarget) -> tuple[AssistRequest, WorkerResult] | None:
        """(request, result) of an answered request of this target, once; None if there is none."""
        if not self.inquiries or self._asking is None or self._asking[1].asker != asker:
            return None
        ticket, inquiry = self._asking
        answer = self.worker.poll_result()
        if answer is None or answer.ticket != ticket:
            return None
        self._asking = None
        return inquiry, answer

    def drop(self) -> None:
        """Cancel all requests except those with ``outlives_moves``."""
        self._waiting = [request for request in self._waiting if request.outlives_moves]
        if self._asking is not None and not self._asking[1].outlives_moves:
            self._asking = None
            if not self._is_shared:
                self.worker.cancel()

    def leave_off(self, asker: RequestTarget) -> None:
        """Cancel a target's requests without ``outlives_moves``, and submit the next if one was pending."""
        self._waiting = [
            request for request in self._waiting if request.outlives_moves or request.asker != asker
        ]
        under_way = self._asking[1] if self._asking is not None else None
        if under_way is not None and under_way.asker == asker and not under_way.outlives_moves:
            self._asking = None
            if not self._is_shared:
                self.worker.cancel()
            self.go_on()

    def close(self) -> None:
        """Drop all requests, and close the worker unless it is shared."""
        self._waiting.clear()
        self._asking = None
        if self._worker is not None and not self._is_shared:
            self._worker.close()
        self._worker = None


class AssistService(MatchListener):
    """Computes assistance for the players. Answers that come too late are dropped."""

    def __init__(
        self, match: Match, worker: Callable[[], AsyncWorker], helper: Callable[[], AsyncWorker]
    ) -> None:
        """Create the service, and listen to ``match``.

        ``worker`` creates the match's separate worker for long computations; ``helper`` returns the shared
        one for quick ones.
        """
        self._slow, self._quick = _RequestQueue(worker, shared=False), _RequestQueue(helper, shared=True)
        self.request_count = 0  # hints requested since the last move; games reveal more each time
        # content of successive hints; set by code that knows the game
        self.steps: Sequence[HintLevel] = tuple(HintLevel)
        # last hint, reused for a repeated request, which reveals one step more
        self._last_answer: tuple[WorkerCall, Any] | None = None
        self.version = 0  # changes when earlier answers become invalid
        match.add_listener(self)

    def start(self) -> None:
        """Start the workers before the first request, so that it is answered sooner."""
        self._slow.worker.start()
        self._quick.worker.start()

    def close(self) -> None:
        """Drop all requests, and close the match's separate worker."""
        self._slow.close()
        self._quick.close()

    def cancel_for_screen(self) -> None:
        """Cancel the requests of the screen and the view, because a menu covers them.

        Requests of phones and those with ``outlives_moves`` stay.
        """
        for asker in (RequestTarget.SCREEN, RequestTarget.TABLE):
            self._slow.leave_off(asker)

    def is_pending(self, *kinds: str, asker: RequestTarget | None = None) -> bool:
        """True if a request of these kinds and for this target is not answered yet; by default any."""
        requests = self._slow.inquiries + self._quick.inquiries
        return bool(requests) and any(
            (not kinds or request.kind in kinds) and asker in (None, request.asker) for request in requests
        )

    @property
    def is_searching(self) -> bool:
        """True if a wanted request for the screen or view is unanswered; automatic ones don't count."""
        return any(
            request.asker is not RequestTarget.PHONE and not request.is_automatic and request.is_wanted()
            for request in (*self._slow.inquiries, *self._quick.inquiries)
        )

    @property
    def is_reviewing(self) -> bool:
        """True if a request that outlives moves is not answered yet."""
        return any(request.outlives_moves for request in self._slow.inquiries + self._quick.inquiries)

    def request(self, inquiry: AssistRequest) -> None:
        """Queue a request. It replaces a waiting one of its seat and kind, unless that outlives moves."""
        (self._quick if inquiry.quick else self._slow).add(inquiry)

    def request_hint(
        self,
        asker: RequestTarget,
        seat: int,
        question: Callable[[int], WorkerCall],
        on_answer: Callable[[Any], None],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Request a hint. Does nothing while another one for this target is pending and wanted.

        A repeated request between two moves is answered from the cache, before this returns.

        Args:
            asker: receiver of the answer.
            seat: seat that the hint is for.
            question: returns the worker's task, from the number of hints since the last move, including this
                one.
            on_answer: gets the answer, unless a move was made or the answer is no longer wanted.
            is_wanted: False once the answer is not needed.
        """
        lines = self._slow.inquiries, self._quick.inquiries
        if any(
            request.kind == HINT_KIND and request.asker is asker and request.is_wanted()
            for line in lines
            for request in line
        ):
            return
        self.request_count += 1
        call = question(self.request_count)
        if self._last_answer is not None and self._last_answer[0] == call:
            on_answer(self._last_answer[1])
        else:
            self.request(AssistRequest(asker, seat, HINT_KIND, call, on_answer, is_wanted))

    def step(self, strength: str) -> HintLevel:
        """Level of detail of the last requested hint; `HintLevel.WHY` if ``strength`` is ``full``."""
        return step_of(self.request_count, strength, self.steps)

    def poll(self, asker: RequestTarget) -> bool:
        """Pass a target's answers to ``on_answer`` if wanted. True if any. `RuntimeError` if one failed."""
        has_answer = False
        for line in (self._slow, self._quick):
            result = line.answer(asker)
            if result is not None:
                inquiry, answer = result
                if answer.error:
                    raise RuntimeError(f"A hint broke.\n{answer.error}")
                if inquiry.kind == HINT_KIND:
                    self._last_answer = inquiry.question, answer.value
                # The asker may have gone meanwhile, as phones do at any moment.
                if inquiry.is_wanted():
                    inquiry.on_answer(answer.value)
                has_answer = True
            line.go_on()
        return has_answer

    def cancel_all(self) -> None:
        """Cancel requests without ``outlives_moves``, forget the hint, reset its count, raise ``version``."""
        self._void()
        self.request_count = 0

    def _void(self) -> None:
        """Cancel requests without ``outlives_moves``, forget the last hint, and raise ``version``."""
        self._slow.drop()
        self._quick.drop()
        self._last_answer = None
        self.version += 1

    def on_move(self, seat: int, move: str, events: object) -> None:
        """Cancel requests, as in `cancel_all`."""
        self.cancel_all()

    def on_undo(self, count: int) -> None:
        """Cancel requests, as in `cancel_all`."""
        self.cancel_all()

    def on_seat_handover(self, number: int) -> None:
        """Cancel requests and forget the last hint, as in `cancel_all`, but keep the count of hints."""
        # The count of hints stays, so a player who moves to a phone gets the next step there.
        self._void()

    def on_concede(self, seat: int) -> None:
        """Cancel requests, as in `cancel_all`."""
        self.cancel_all()


def step_of(request_count: int, strength: str, steps: Sequence[HintLevel] = tuple(HintLevel)) -> HintLevel:
    """Level of the ``request_count``-th hint, counted from 1; `HintLevel.WHY` if the setting is ``full``."""
    return HintLevel.WHY if strength == "full" else steps[max(1, min(request_count, len(steps))) - 1]
