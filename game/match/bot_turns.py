"""The turns of computer players: they think in a process of their own and move at a pace for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from game.bots.worker import ENDED, PONDER, SILENT, WorkerResult
from game.core.rng import SeededRng, random_seed
from game.core.search import BEST, SECONDS
from game.core.session import Session
from game.match.match import Match, MatchListener

PAUSE = 400.0
"""How long a computer player waits at least before its move is shown, in ms at the brisk pace."""
DOUBT = 400.0
"""How much longer it waits where two moves were as good as each other."""


def pace_factor(seats: int) -> float:
    """What lengths and pauses are multiplied with where many sit: a round of seven bots takes about 6 s."""
    return min(1.0, float((4 / seats) ** 1.8))


WorkerCall: TypeAlias = tuple[Any, ...]
"""What a worker is asked: where the function is, and its arguments."""


def simple_move(session: Session) -> str:
    """A legal move for when no computer player answers; the same for the same seed and log."""
    return SeededRng(session.seed, "broken", len(session.log)).pick(session.moves())


class AsyncWorker(Protocol):
    """What works something out beside the loop; `game.bots.worker.Worker` is one."""

    @property
    def ticket(self) -> int: ...
    def ask(self, where: str, *arguments: Any, limit: float | None = None) -> int: ...
    def answer(self) -> WorkerResult | None: ...
    def start(self) -> None: ...
    def cancel(self) -> None: ...
    def close(self) -> None: ...


class AutomatedSeats:
    """Mover for seats without a person: `BotTurns`, `PuzzleDefence` or `ScriptedReplies` of a lesson."""

    def start(self) -> None:
        """Called when the match comes onto the screen."""

    def think(self) -> None:
        """Called while something is shown: what is to be worked out may begin."""

    def turn(self, ms: float, pace: float) -> bool:
        """Called when all is shown; whether time has to go on."""
        return False

    def rest(self) -> None:
        """Called when all has been shown."""

    def stop(self) -> None:
        """Called when nobody is to think any more."""


class BotTurns(MatchListener, AutomatedSeats):
    """Has the bot to move think, while what came before is shown too, and plays when the pause is over."""

    limit: float | None = 3 * SECONDS[BEST]
    """Seconds after which its process is replaced, and asked once more; all levels have as long, since a
    process that has just been started loads the game first."""

    def __init__(
        self, match: Match, thinker: AsyncWorker, on_simple_move: Callable[[int], None] = lambda _seat: None
    ) -> None:
        """`on_simple_move` is called with a seat for which a simple move was made, as no answer came."""
        self._match = match
        self._thinker = thinker
        self._on_simple_move = on_simple_move
        # Bots see no seed of the match: theirs is drawn here, and is another one after each resume.
        self._salt = random_seed()
        self._ticket = 0
        self._found: WorkerResult | None = None
        self._waited = 0.0
        match.listen(self)

    def start(self) -> None:
        """Start the process, where anybody will need it: it takes a moment."""
        if any(seat.is_bot for seat in self._match.seats) and not self._match.is_over:
            self._thinker.start()

    broke = "A computer player broke."

    @property
    def seat(self) -> int | None:
        """Who is to move now, where a move is awaited from here."""
        return self._match.bot

    def question(self, seat: int) -> WorkerCall:
        """What a worker is asked for its move: the answer is the move, and how doubtful it was, 0 to 1."""
        session, level = self._match.session, self._match.level_of(seat)
        # The ply too: else chance would fall the same way at every decision.
        seed = ("bot", self._salt, len(session.log))
        return PONDER, session.game, session.observe(seat), session.options, level, seed

    def think(self) -> None:
        """Have it think, where a move is awaited; the move is not made before `turn`."""
        seat = self.seat
        if seat is not None and not self._ticket:
            self._ticket = self._thinker.ask(*self.question(seat), limit=self.limit)

    def turn(self, ms: float, pace: float) -> bool:
        """Let so many ms pass on such a turn, when all that came before has been shown.

        ``pace`` is what the pause is multiplied with. Returns whether time has to go on; where not, the
        answer that is awaited wakes the loop.

        Raises:
            RuntimeError: what was asked broke.
        """
        seat = self.seat
        if seat is None:
            return False
        # Time that it still thinks counts for the pause: who thinks long does not wait on top of that.
        self._waited += ms
        self.think()
        found = self._answer()
        doubt = DOUBT * found.value[1] if found is not None else 0.0
        if self._waited < (PAUSE + doubt) * pace_factor(len(self._match.seats)) * pace:
            return True
        if found is None:
            return False
        self._ticket, self._found = 0, None
        self._match.play(found.value[0])
        if found.error:
            self._on_simple_move(seat)
        return True

    def rest(self) -> None:
        """All has been shown: the pause before the next move begins."""
        self._waited = 0.0

    def stop(self) -> None:
        """Drop what is being thought about, or was found out."""
        if self._ticket:
            self._thinker.cancel()
        self._ticket, self._found = 0, None

    def _answer(self) -> WorkerResult | None:
        if self._found is None:
            answer = self._thinker.answer()
            # An answer that was on its way when the question was dropped is to another position.
            if answer is None or answer.ticket != self._ticket:
                return None
            if answer.error in (ENDED, SILENT) and self.limit is not None:
                answer = replace(answer, value=(simple_move(self._match.session), 0.0))
            elif answer.error:
                self._ticket = 0
                raise RuntimeError(f"{self.broke}\n{answer.error}")
            self._found = answer
        return self._found

    # What happens in the match.

    def taken_back(self, count: int) -> None:
        self.stop()

    def seat_changed(self, number: int) -> None:
        self.stop()
        if self._match.level_of(number):
            # A process takes a moment to start; here it does while people still read who plays now.
            self._thinker.start()

    def given_up(self, seat: int) -> None:
        self.stop()
