"""What is true of a turn of Socker and says why it decided: told from the board, and never from a value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.core.session import Session
from game.games.socker.bot import rebuilt
from game.games.socker.bot.advice import look, ways
from game.games.socker.bot.danger import Goal, Reaching
from game.games.socker.bot.thought import Ground, grounds
from game.games.socker.bot.weights import TRAINED
from game.games.socker.rules.events import GoalScored, SetupBegun, TurnBegun, read
from game.games.socker.rules.rules import RULES, State
from game.games.socker.rules.state import Phase
from game.match.insight import Fact, Turn

TOLD = 2
"""So many facts are told of a turn, beside what came of it."""


@dataclass(frozen=True, slots=True)
class After:
    """What a turn has left behind."""

    seat: int
    """Whose turn it was."""
    state: State
    goal: GoalScored | None
    """The goal with which it ended."""
    scores: bool
    """Whether its side has scored."""
    threat: Goal | None
    """A sure goal of the other side in its next turn, whatever is done."""

    @classmethod
    def of(cls, state: State, seat: int, goal: GoalScored | None, *, scores: bool = False) -> After:
        """What is true of a state with which a turn has ended."""
        scores = scores or (goal is not None and goal.seat == seat)
        on = not scores and goal is None and state.phase is Phase.PLAY and RULES.outcome(state) is None
        threat = Reaching(1 - seat).of(state).goal if on and state.mover != seat else None
        return cls(seat, state, goal, scores, threat)

    @property
    def ground(self) -> Ground:
        """What is known of the pitch."""
        return grounds(self.state.house.pitch).of(TRAINED)

    @property
    def plays_on(self) -> bool:
        """Whether the leg goes on."""
        return not self.scores and self.goal is None and self.state.phase is Phase.PLAY

    @property
    def ways(self) -> int:
        """The ways to a goal in its side's next turn, if the other one did nothing."""
        here = look(self.state, self.seat, self.ground.turf)
        return ways(self.ground, here, self.state.house.actions)

    @property
    def rows(self) -> int:
        """The rows between the ball and the other side's goal."""
        return rows_ahead(self.state, self.seat)

    @property
    def lying(self) -> int:
        """How many of the other side lie, and miss its next turn."""
        return self.state.down[1 - self.seat].bit_count()


def rows_ahead(state: State, seat: int) -> int:
    """The rows from the ball to the goal that a seat attacks."""
    turf = grounds(state.house.pitch).of(TRAINED).turf
    return turf.ahead[look(state, seat, turf).ball]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the other side did in its next turn."""

    scored: bool
    rows: int
    """How many rows it brought the ball on."""


def reply_to(session: Session, turn: Turn) -> Reply:
    """What the other side did in its turn after one."""
    rows, last = 0, session.before(turn.last)
    start = rebuilt(last.observe(None), session.options)
    if start.phase is not Phase.PLAY or start.mover == turn.seat:
        return Reply(scored=False, rows=0)
    for ply in range(turn.last, len(session.log)):
        for happened in map(read, session.events_of(ply)):
            if isinstance(happened, GoalScored):
                return Reply(happened.seat != turn.seat, rows)
            if isinstance(happened, TurnBegun | SetupBegun):
                return Reply(scored=False, rows=rows)
        now = rebuilt(session.before(ply + 1).observe(None), session.options)
        if now.phase is Phase.PLAY:
            rows = rows_ahead(start, start.mover) - rows_ahead(now, start.mover)
    return Reply(scored=False, rows=rows)


Replies = tuple[int | None, int | None]
"""The rows to the goal after the best replies, to the turn that was made and to the better one."""


def regrets(
    made: After, better: After, actions: int, reply: Reply, replies: Replies = (None, None)
) -> Iterator[Fact]:
    """What the better turn would have been good for, and what came of the one that was made."""
    seat, names = made.seat, made.state.house.pitch.names
    if made.goal is not None and not made.scores:
        yield {"kind": "own_goal", "seat": seat}
    if better.scores:
        yield {"kind": "could_score", "seat": seat, "actions": actions}
    elif made.threat is not None:
        way = [names[made.threat.legs[0][0]], *(names[end] for _start, end in made.threat.legs)]
        yield {"kind": "threat", "seat": 1 - seat, "way": way, "stopped": better.threat is None}
    if made.threat is not None and reply.scored:
        yield {"kind": "punished", "seat": 1 - seat}
    elif reply.rows > 1:
        yield {"kind": "answered", "seat": 1 - seat, "rows": reply.rows}
    if better.scores or made.threat is not None or not made.plays_on or not better.plays_on:
        return
    found = list(_looks(made, better, replies))
    yield from found[:TOLD] or [{"kind": "looked", "seat": seat}]


def _looks(made: After, better: After, replies: Replies) -> Iterator[Fact]:
    """How the ball and the puppets would lie, where nobody could score at once."""
    seat = made.seat
    if better.ways > made.ways:
        yield {"kind": "ways", "seat": seat, "better": better.ways, "made": made.ways}
    then, there = replies
    if then is not None and there is not None and there < then:
        yield {"kind": "holds", "seat": 1 - seat, "rows": then - there}
    elif better.rows < made.rows:
        yield {"kind": "nearer", "seat": seat, "rows": made.rows - better.rows}
    if better.lying > made.lying:
        yield {"kind": "lying", "seat": 1 - seat, "better": better.lying, "made": made.lying}


def swing(before: State, made: After) -> Iterator[Fact]:
    """What a good turn did."""
    seat = made.seat
    if made.goal is not None:
        yield {"kind": "scored", "seat": made.goal.seat, "score": list(made.goal.score)}
        return
    if not made.plays_on:
        return
    if made.threat is not None:
        yield {"kind": "open", "seat": 1 - seat}
    if made.ways:
        yield {"kind": "has_ways", "seat": seat, "count": made.ways}
    if (rows := rows_ahead(before, seat) - made.rows) > 0:
        yield {"kind": "forward", "seat": seat, "rows": rows}
    elif made.lying:
        yield {"kind": "socked", "seat": 1 - seat, "count": made.lying}
