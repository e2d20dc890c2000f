"""Turns of bots: they think in a separate process and move at a pace that people can follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from game.bots.worker import ENDED_ERROR, PONDER_REQUEST, SILENT_ERROR, WorkerResult
from game.core.rng import SeededRng, random_seed
from game.core.search import BEST_LEVEL, LEVEL_SECONDS
from game.core.session import Session
from game.match.match import Match, MatchListener

DOUBT_MS = 400.0  # additional pause in ms if two moves were equally good


def pace_factor(seats: int) -> float:
    """Factor for animations and bot pauses: with more than four seats a round takes as long as with four."""
    return min(1.0, 4 / seats)


WorkerCall: TypeAlias = tuple[Any, ...]  # path of a function ("module:function") and its arguments


def simple_move(session: Session) -> str:
    """Random legal move for a bot that does not answer; the same for the same seed and log length."""
    return SeededRng(session.seed, "broken", len(session.log)).pick(session.moves())


class AsyncWorker(Protocol):
    """Background worker, such as `game.bots.worker.Worker`."""

    @property
    def ticket(self) -> int:
        """Number of the newest task; results of all others are dropped."""
        ...

    def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
        """Submit a task ``module:function``; returns its ticket. ``limit`` is in seconds."""
        ...

    def poll_result(self) -> WorkerResult | None:
        """Return the result of the newest task once; None if it is not there yet."""
        ...

    def start(self) -> None: ...
    def cancel(self) -> None: ...
    def close(self) -> None: ...


class AutomatedSeats:
    """Mover for seats without a person: `BotTurns`, `PuzzleDefence` or `ScriptedReplies` of a lesson."""

    pause: float = 400.0  # minimum time from the last animation to a move, in ms at the brisk pace

    def start(self) -> None:
        """Called when the match comes onto the screen; does nothing by default."""

    def start_thinking(self) -> None:
        """Start a computation, by default none. Called while earlier moves are still animated."""

    def tick(self, ms: float, pace: float) -> bool:
        """Advance time by ``ms``. Returns True if it needs more time, by default False.

        Called once all moves have been shown.
        """
        return False

    def start_pause(self) -> None:
        """Called when the last animation ends; does nothing by default."""

    def stop(self) -> None:
        """Cancel all computations; does nothing by default."""


class BotTurns(MatchListener, AutomatedSeats):
    """Lets the bot to move think while earlier moves are animated, and plays its move after a pause."""

    # seconds until the process is replaced and asked again; long, as a new process first loads the game
    limit: float | None = 3 * LEVEL_SECONDS[BEST_LEVEL]

    def __init__(
        self, match: Match, thinker: AsyncWorker, on_simple_move: Callable[[int], None] = lambda _seat: None
    ) -> None:
        """Create the mover. ``on_simple_move`` is called with a seat whose bot did not answer in time."""
        self._match = match
        self._thinker = thinker
        self._on_simple_move = on_simple_move
        # Bots get no seed of the match. Theirs is drawn here, and a new one after each resume.
        self._salt = random_seed()
        self._ticket = 0
        self._result: WorkerResult | None = None
        self._waited_ms = 0.0
        match.add_listener(self)

    def start(self) -> None:
        """Start the process if there are bots, because starting takes a moment."""
        if any(seat.is_bot for seat in self._match.seats) and not self._match.is_over:
            self._thinker.start()

    broke = "A computer player broke."

    @property
    def seat(self) -> int | None:
        """Seat of the bot to move; None if there is none."""
        return self._match.bot_to_move

    def question(self, seat: int) -> WorkerCall:
        """Worker call that computes a move of ``seat``. Its answer is (move, doubt from 0 to 1)."""
        session, level = self._match.session, self._match.level_of(seat)
        # With the ply, because the random choice would be the same at every decision.
        seed = ("bot", self._salt, len(session.log))
        return PONDER_REQUEST, session.game, session.observe(seat), session.options, level, seed

    def start_thinking(self) -> None:
        """Submit the task for the next move, unless it is submitted already. `tick` makes the move."""
        seat = self.seat
        if seat is not None and not self._ticket:
            self._ticket = self._thinker.submit(*self.question(seat), limit=self.limit)

    def tick(self, ms: float, pace: float) -> bool:
        """Play the bot's move after pause and answer. Returns True during the pause and after the move.

        Call it with the elapsed ``ms`` when all earlier moves have been shown. ``pace`` is a factor for the
        pause. Returns False without a bot to move, or if only its answer, which wakes the loop, is missing.

        Raises:
            RuntimeError: the worker's function failed.
        """
        seat = self.seat
        if seat is None:
            return False
        # Thinking counts towards the pause.
        self._waited_ms += ms
        self.start_thinking()
        answer = self._answer()
        doubt = DOUBT_MS * answer.value[1] if answer is not None else 0.0
        if self._waited_ms < (self.pause + doubt) * pace_factor(len(self._match.seats)) * pace:
            return True
        if answer is None:
            return False
        self._ticket, self._result = 0, None
        self._match.play(answer.value[0])
        if answer.error:
            self._on_simple_move(seat)
        return True

    def start_pause(self) -> None:
        """Set the waiting time of the pause to 0."""
        self._waited_ms = 0.0

    def stop(self) -> None:
        """Cancel the computation, and drop its answer."""
        if self._ticket:
            self._thinker.cancel()
        self._ticket, self._result = 0, None

    def _answer(self) -> WorkerResult | None:
        """Task's answer, a random move if the worker died, None if not there. `RuntimeError` if it failed."""
        if self._result is None:
            answer = self._thinker.poll_result()
            # An answer to a cancelled task is for another position.
            if answer is None or answer.ticket != self._ticket:
                return None
            if answer.error in (ENDED_ERROR, SILENT_ERROR) and self.limit is not None:
                answer = replace(answer, value=(simple_move(self._match.session), 0.0))
            elif answer.error:
                self._ticket = 0
                raise RuntimeError(f"{self.broke}\n{answer.error}")
            self._result = answer
        return self._result

    # Match callbacks.

    def on_undo(self, count: int) -> None:
        """Cancel the computation, and drop its answer."""
        self.stop()

    def on_seat_handover(self, number: int) -> None:
        """Cancel the computation, and start the process early if a bot plays on the seat now."""
        self.stop()
        if self._match.level_of(number):
            # Starting a process takes a moment; people are still reading who plays now.
            self._thinker.start()

    def on_concede(self, seat: int) -> None:
        """Cancel the computation, and drop its answer."""
        self.stop()
