"""What decided a match of Socker: goals that were missed, threats not seen, ground lost."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core.chance import Chance
from game.core.search import Budget
from game.core.session import Session
from game.games.socker.bot import Player, rebuilt
from game.games.socker.bot.advice import look
from game.games.socker.bot.thought import ALL, FORCED, Sight, Thought
from game.games.socker.bot.turns import STOP, End, First, Scene
from game.games.socker.review.moments import After, regrets, reply_to, rows_ahead, swing
from game.games.socker.review.odds import to_win
from game.games.socker.rules.events import GoalScored, LegVoided, SetupBegun, TurnBegun, read
from game.games.socker.rules.rules import RULES, State
from game.games.socker.rules.state import Phase
from game.match.insight import Analyst, Chances, Fact, Moment, Turn, Weighed, named_places
from game.words import _

SIGHT = Sight(width=100, looks=40, alarm=ALL, plies=(10, 3))
"""How far a turn is looked into: the whole reply to the ten best ends, and the turn after that."""
GLANCE = Sight(width=60, looks=20, alarm=ALL)
NEAR = 0.04
"""A turn that leaves so little less of the chance to win is nearly as good."""
FAITH = 0.6
"""How far a value is believed: it was trained where the first chance to score is taken."""
CERTAIN = 0.97
"""Nobody is surer of the next goal than that before it falls."""
LEVEL = "master"


class SockerInsight:
    """The `Analyst` of the game."""

    batch = 2

    def turns(self, session: Session) -> Sequence[Turn]:
        """The turns, from the first action of each to its last; nobody decides while the sides are set up."""
        again = session.restarted()
        state = state_of(again)
        found: list[Turn] = []
        begun = (0, state.mover) if state.phase is not Phase.PLACE else None
        for ply, (_seat, move) in enumerate(session.log):
            for happened in map(read, again.play(move)):
                if isinstance(happened, TurnBegun | GoalScored | LegVoided | SetupBegun):
                    if begun is not None and begun[0] <= ply:
                        found.append(Turn(begun[0], ply + 1, begun[1]))
                    begun = (ply + 1, happened.seat) if isinstance(happened, TurnBegun) else None
        if begun is not None and begun[0] < len(session.log):
            found.append(Turn(begun[0], len(session.log), begun[1]))
        return found

    def chances(self, before: Session) -> Chances:
        """By all ends of the turn, and what threatens after each."""
        state = state_of(before)
        if state.phase is not Phase.PLAY:
            return 0.5, 0.5
        player = _player(state, GLANCE)
        value = player.thought.value(player.stand(state), can_stop=False)
        chance = to_win(state, state.mover, _next_goal(value))
        return (chance, 1 - chance) if state.mover == 0 else (1 - chance, chance)

    def longer_look(self, before: Session) -> Chances:
        """The same: no luck is in it."""
        return self.chances(before)

    def weigh(self, session: Session, turn: Turn) -> Weighed | None:
        """The turn against the one that is best by their whole reply and the turn after it."""
        before = session.before(turn.first)
        state = state_of(before)
        if state.phase is not Phase.PLAY or len(RULES.moves(state)) < 2:
            return None
        player = _player(state, SIGHT)
        stand = player.stand(state)
        found = player.thought.ranked(stand)
        if found is None:
            best = to_win(state, turn.seat, 1.0)
        else:
            best = to_win(state, turn.seat, _next_goal(found[0].value if found else -FORCED))
        made = self._made(session, turn, player)
        loss = round(max(0.0, best - made), 4)
        # A goal that was there is told, however sure the next one seems.
        missed = found is None and _goal(session, turn) is None
        if loss <= NEAR and not missed:
            return Weighed(loss, good=True, best=round(max(best, made), 4))
        return Weighed(loss, good=False, best=round(best, 4), better=best_turn(state))

    def _made(self, session: Session, turn: Turn, player: Player) -> float:
        """The chance of a seat after the turn that it made."""
        before = player.state
        if (goal := _goal(session, turn)) is not None:
            return to_win(before, turn.seat, float(goal.seat == turn.seat))
        after = state_of(session.before(turn.last))
        if after.phase is not Phase.PLAY or RULES.outcome(after):
            return to_win(after, turn.seat, 0.5)
        end = _end(player, after, turn.seat)
        return to_win(before, turn.seat, _next_goal(player.thought.worth(end, player.stand(before).down)))

    def explain(self, session: Session, turn: Turn, moment: Moment) -> Sequence[Fact]:
        """Goals missed and let in, then how the ball would lie."""
        before, seat, goal = state_of(session.before(turn.first)), turn.seat, _goal(session, turn)
        made = After.of(state_of(session.before(turn.last)), seat, goal)
        if not moment.better:
            return tuple(swing(before, made))
        better = _played(before, moment.better)
        scored = better.score != before.score
        there = After.of(better, seat, None, scores=scored and better.score[seat] > before.score[seat])
        replies = _answered(made, 1), _answered(there, 1)
        told = list(regrets(made, there, len(moment.better), reply_to(session, turn), replies))
        if told[-1]["kind"] == "looked":
            then, now = _answered(made, 2), _answered(there, 2)
            if then is not None and now is not None and now < then:
                told[-1] = {"kind": "later", "seat": seat, "rows": then - now}
        return tuple(told)

    def said(self, fact: Fact, session: Session, names: Sequence[str]) -> str:
        """A fact in a sentence."""
        from game.games.socker.review.insight_words import fact_words

        return fact_words(fact, names)

    def move_said(self, moves: Sequence[str], session: Session, turn: Turn) -> str:
        """The actions, space by space."""
        from game.games.socker.review.insight_words import actions_words

        return actions_words(moves)

    def spots(self, session: Session, turn: Turn, moves: Sequence[str]) -> Sequence[Sequence[str]]:
        """From where to where each action went."""
        return named_places(moves)

    def cards(self, session: Session, turn: Turn, moves: Sequence[str]) -> Sequence[str]:
        """There are none."""
        return ()

    def how(self) -> str:
        """How the chances were found."""
        return _(
            "The computer looked at every way to play each turn, at the whole reply to the best, and beyond."
        )


INSIGHT: Analyst = SockerInsight()


def state_of(session: Session) -> State:
    """The state of the rules that a match has come to."""
    return rebuilt(session.observe(None), session.options)


def _player(state: State, sight: Sight) -> Player:
    player = Player(state, LEVEL, "", Budget())
    player.thought = Thought(player.ground, state.house, sight, Budget())
    return player


def _next_goal(value: float) -> float:
    """How likely whoever has this value scores next: it was trained to say so."""
    if abs(value) >= FORCED:
        return CERTAIN if value > 0 else 1 - CERTAIN
    return min(CERTAIN, max(1 - CERTAIN, 1 / (1 + math.exp(-FAITH * value))))


def _goal(session: Session, turn: Turn) -> GoalScored | None:
    """The goal with which a turn ended, if it did."""
    found = map(read, session.events_of(turn.last - 1))
    return next((happened for happened in found if isinstance(happened, GoalScored)), None)


def _end(player: Player, after: State, seat: int) -> End:
    """The end of a turn that stands on the board, as its thoughts have it."""
    here, down = look(after, seat, player.ground.turf), player.stand(player.state).down
    scene = Scene(here.ball, here.foes, here.fallen, after.limit)
    return End(0.0, scene, here.ours & ~down, First(STOP))


def _played(state: State, moves: Sequence[str]) -> State:
    for move in moves:
        state = RULES.apply(state, RULES.parse_move(move)).state
    return state


def _answered(after: After, turns: int) -> int | None:
    """The rows to the goal once so many turns, the best that are found, were made; `None` if the leg ends."""
    state = after.state
    if after.threat is not None:
        return None
    for _turn in range(turns):
        if state.phase is not Phase.PLAY or RULES.outcome(state) or state.score != after.state.score:
            return None
        state = _played(state, best_turn(state))
    still = state.phase is Phase.PLAY and state.score == after.state.score
    return rows_ahead(state, after.seat) if still else None


def best_turn(state: State) -> tuple[str, ...]:
    """The moves of the best turn, a spot that the other side chooses among them."""
    seat, moves = state.mover, []
    while state.phase is not Phase.PLACE and state.mover == seat and RULES.outcome(state) is None:
        legal = list(RULES.moves(state))
        player = _player(state, SIGHT)
        # Without chance: a turn goes on as it was planned.
        move = legal[0] if len(legal) == 1 else player.move(legal, Chance("insight"))
        moves.append(RULES.format_move(move))
        score, turns = state.score, state.turns
        state = RULES.apply(state, move).state
        if state.score != score or state.turns != turns:
            break
    return tuple(moves)
