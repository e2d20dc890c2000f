"""Analysis of a finished match of Socker: missed goals, unseen threats and lost ground.

`SockerInsight` compares each turn with the best one, including the whole reply and the turn after it, and
converts the value to a win probability: the chance to score next (`_next_goal`), and its consequences
(`to_win`). Statements about a turn are always based on the board, never on a value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.games.socker.bot import SockerAgent, state_of
from game.games.socker.bot.explain import (
    GoalOption,
    TurnProspect,
    follows,
    kicks_down,
    kicks_up,
    look,
    sure_goal,
    ways,
)
from game.games.socker.bot.search import (
    ALL_ACTIONS,
    FORCED_VALUE,
    STOP_KIND,
    EvaluationContext,
    FirstAction,
    SockerLeaf,
    SockerSearchConfig,
    grounds,
)
from game.games.socker.bot.turn_generator import StepInvariant, goals_of
from game.games.socker.bot.weights import TRAINED_WEIGHTS
from game.games.socker.rules import RULES
from game.games.socker.rules.events import GoalScored, LegVoided, SetupBegun, TurnBegun, as_event
from game.games.socker.rules.state import SockerPhase, SockerState
from game.i18n import _, listed, plural
from game.match.analysis import AnalysedTurn, Analyst, Chances, Fact, TurnEvaluation, TurningPoint


def fact_words(fact: Fact, names: Sequence[str]) -> str:
    """Translated sentence about a fact, with the sides' names. Raises `KeyError` for unknown kinds."""
    name = names[fact["seat"]]
    match fact["kind"]:
        case "could_score":
            template = plural(
                "{name} could have scored in one action.", "{name} could have scored in {n} actions.",
                fact["actions"],
            )  # fmt: skip
            return template.format(name=name, n=fact["actions"])
        case "threat":
            template = _("{name} was left with a sure goal. I found no way to stop it.")
            if fact["stopped"]:
                template = _("{name} was left with a sure goal. The better turn leaves none.")
            return template.format(name=name)
        case "scored":
            return _("{name} scored: {score}.").format(name=name, score=" : ".join(map(str, fact["score"])))
        case "has_ways":
            template = plural(
                "After that, {name} had one way to score.", "After that, {name} had {n} ways to score.",
                fact["count"],
            )  # fmt: skip
            return template.format(name=name, n=fact["count"])
        case "ways":
            template = plural(
                "It would have given {name} one way to score, not {made}.",
                "It would have given {name} {n} ways to score, not {made}.", fact["better"],
            )  # fmt: skip
            return template.format(name=name, n=fact["better"], made=fact["made"])
        case "nearer" | "holds" | "later" | "forward" | "answered" | "reach" | "onward" | "could":
            # The rows are those of the side that had the turn, but the fact is stated after the other side's
            # reply.
            return _ball_sentence(fact, names[1 - fact["seat"]] if fact["kind"] == "holds" else name)
        case "lying" | "socked" | "kicks" | "close" | "goalside" | "socks":
            return _puppets_sentence(fact, name)
    return {
        "own_goal": _("{name} scored an own goal."),
        "punished": _("{name} saw it and scored."),
        "open": _("{name} could score next turn."),
        "looked": _("As far as I looked ahead, {name} would have been better off."),
    }[fact["kind"]].format(name=name)


def _ball_sentence(fact: Fact, name: str) -> str:
    """Translated sentence for a fact about rows by which the ball moves."""
    n = fact["better" if fact["kind"] in ("reach", "onward") else "rows"]
    match fact["kind"]:
        case "reach" if not n:
            template = _("After the better turn, {name} couldn't have moved the ball forward next.")
        case "reach":
            template = plural(
                "After the better turn, {name} could have moved the ball one space forward "
                "next, not {made}.",
                "After the better turn, {name} could have moved the ball {n} spaces forward "
                "next, not {made}.", n,
            )  # fmt: skip
        case "onward":
            template = plural(
                "Unhindered, {name} could have moved the ball one space forward next turn, not {made}.",
                "Unhindered, {name} could have moved the ball {n} spaces forward next turn, not {made}.", n,
            )  # fmt: skip
        case "could" if not n:
            template = _("{name} couldn't move the ball forward next turn.")
        case "could":
            template = plural(
                "{name} could move the ball one space forward next turn.",
                "{name} could move the ball {n} spaces forward next turn.", n,
            )  # fmt: skip
        case "nearer":
            template = plural(
                "{name} would have had the ball one space further forward.",
                "{name} would have had the ball {n} spaces further forward.", n,
            )  # fmt: skip
        case "holds":
            template = plural(
                "{name} would have had the ball one space further up the pitch.",
                "{name} would have had the ball {n} spaces further up the pitch.", n,
            )  # fmt: skip
        case "later":
            template = plural(
                "One turn later, {name} would have had the ball one space further forward.",
                "One turn later, {name} would have had the ball {n} spaces further forward.", n,
            )  # fmt: skip
        case "forward":
            template = plural(
                "{name} moved the ball one space forward.", "{name} moved the ball {n} spaces forward.", n
            )
        case _:
            template = plural(
                "{name} then moved the ball one space forward.",
                "{name} then moved the ball {n} spaces forward.", n,
            )  # fmt: skip
    return template.format(n=n, name=name, made=fact.get("made"))


def _puppets_sentence(fact: Fact, name: str) -> str:
    """Translated sentence for a fact that counts puppets, kicks or socks."""
    n = fact["count" if fact["kind"] == "socked" else "better"]
    match fact["kind"]:
        case "lying":
            template = plural(
                "One of {name}'s puppets would have missed a turn, not {made}.",
                "{n} of {name}'s puppets would have missed a turn, not {made}.", n,
            )  # fmt: skip
        case "kicks" if not n:
            template = _("{name} couldn't have kicked the ball forward.")
        case "kicks":
            template = plural(
                "{name} would have had one forward kick, not {made}.",
                "{name} would have had {n} forward kicks, not {made}.", n,
            )  # fmt: skip
        case "socks" if not n:
            template = _("{name} would have had nobody to sock right away.")
        case "socks":
            template = plural(
                "{name} would have had one puppet to sock right away, not {made}.",
                "{name} would have had {n} puppets to sock right away, not {made}.", n,
            )  # fmt: skip
        case "close" if not n:
            template = _("None of {name}'s puppets would have been within two steps of the ball.")
        case "close":
            template = plural(
                "One of {name}'s puppets would have been within two steps of the ball, not "
                "{made}.",
                "{n} of {name}'s puppets would have been within two steps of the ball, not "
                "{made}.", n,
            )  # fmt: skip
        case "goalside" if not n:
            template = _("None of {name}'s puppets would have been between the ball and their own goal.")
        case "goalside":
            template = plural(
                "One of {name}'s puppets would have been between the ball and its own goal, not {made}.",
                (
                    "{n} of {name}'s puppets would have been between the ball and their own "
                    "goal, not {made}."
                ), n,
            )  # fmt: skip
        case _:
            template = plural(
                "One of {name}'s puppets missed the next turn.",
                ("{n} of {name}'s puppets missed the next turn."),
                n,
            )
    return template.format(n=n, name=name, made=fact.get("made"))


MAX_FACTS = 2  # maximum facts for a turn, in addition to its consequences


@dataclass(frozen=True, slots=True)
class TurnAftermath:
    """Position after a turn."""

    seat: int  # side whose turn it was
    state: SockerState
    goal: GoalScored | None  # goal that ended the turn
    scores: bool  # True if the side scored
    threat: GoalOption | None  # certain goal of the other side in its next turn

    @classmethod
    def of(
        cls, state: SockerState, seat: int, goal: GoalScored | None, *, scores: bool = False
    ) -> TurnAftermath:
        """Aftermath of a turn of ``seat``. Looks for a threat only if play continues with the opponent."""
        scores = scores or (goal is not None and goal.seat == seat)
        plays_on = (
            not scores and goal is None and state.phase is SockerPhase.PLAY and RULES.outcome(state) is None
        )
        threat = sure_goal(state) if plays_on and state.mover != seat else None
        return cls(seat, state, goal, scores, threat)

    @property
    def ground(self) -> EvaluationContext:
        """Shared evaluation context of the pitch, with the trained weights."""
        return grounds(self.state.options.pitch).of(TRAINED_WEIGHTS)

    @property
    def plays_on(self) -> bool:
        """True if no goal ended the turn and the phase is play, not a set-up or the choice of a spot."""
        return not self.scores and self.goal is None and self.state.phase is SockerPhase.PLAY

    @property
    def ways(self) -> int:
        """Number of first actions of a shortest goal in the side's next turn, if undisturbed; 0 if none."""
        end = look(self.state, self.seat, self.ground.turf)
        return ways(goals_of(self.state.options, 0), end, self.state.actions(1))

    @property
    def follows(self) -> tuple[TurnProspect, TurnProspect]:
        """Prospects of the opponent's next turn, and of the side's next turn if nothing happens before."""
        state = self.state
        theirs = state.actions_total if state.mover != self.seat else state.actions(1)
        end = look(state, self.seat, self.ground.turf)
        return follows(goals_of(state.options, 0), end, theirs, state.actions(1))

    @property
    def rows(self) -> int:
        """Rows from the ball to the goal that the side attacks."""
        return rows_ahead(self.state, self.seat)

    @property
    def lying(self) -> int:
        """Number of the opponent's fallen puppets, which miss its next turn."""
        return self.state.fallen[1 - self.seat].bit_count()


def rows_ahead(state: SockerState, seat: int) -> int:
    """Rows from the ball to the goal that a seat attacks."""
    tables = grounds(state.options.pitch).of(TRAINED_WEIGHTS).turf
    return tables.ahead[look(state, seat, tables).ball]


@dataclass(frozen=True, slots=True)
class OpponentTurn:
    """Result of the opponent's next turn."""

    scored: bool
    rows: int  # rows by which it brought the ball forward


def reply_to(session: Session, turn: AnalysedTurn) -> OpponentTurn:
    """Opponent's turn after ``turn``: True if it scored, and rows gained. False and 0 if it had none."""
    rows, last = 0, session.before(turn.last)
    start = state_of(last)
    if start.phase is not SockerPhase.PLAY or start.mover == turn.seat:
        return OpponentTurn(scored=False, rows=0)
    for ply in range(turn.last, len(session.log)):
        events = list(map(as_event, session.events_of(ply)))
        for event in events:
            if isinstance(event, GoalScored):
                return OpponentTurn(event.seat != turn.seat, rows)
        state = state_of(session.before(ply + 1))
        if state.phase is SockerPhase.PLAY:
            rows = rows_ahead(start, start.mover) - rows_ahead(state, start.mover)
        if any(isinstance(event, TurnBegun | SetupBegun) for event in events):
            break
    return OpponentTurn(scored=False, rows=rows)


# rows to the goal after the best reply, to the turn made and to the better turn
Replies = tuple[int | None, int | None]


def regrets(
    actual: TurnAftermath,
    better: TurnAftermath,
    actions: int,
    reply: OpponentTurn,
    replies: Replies = (None, None),
) -> Iterator[Fact]:
    """Yields facts: own goal, missed goal or threat, reply; if play just continues, merits or ``looked``."""
    seat, names = actual.seat, actual.state.options.pitch.names
    if actual.goal is not None and not actual.scores:
        yield {"kind": "own_goal", "seat": seat}
    if better.scores:
        yield {"kind": "could_score", "seat": seat, "actions": actions}
    elif actual.threat is not None:
        way = [names[actual.threat.legs[0][0]], *(names[end] for _start, end in actual.threat.legs)]
        yield {"kind": "threat", "seat": 1 - seat, "way": way, "stopped": better.threat is None}
    yield from _reply_facts(actual, reply)
    if better.scores or actual.threat is not None or not actual.plays_on or not better.plays_on:
        return
    facts = list(_difference_facts(actual, better, replies))
    yield from facts[:MAX_FACTS] or [{"kind": "looked", "seat": seat}]


def _reply_facts(actual: TurnAftermath, reply: OpponentTurn) -> Iterator[Fact]:
    """Yields at most one fact: the reply scored after a threat, or gained more than one row."""
    if actual.threat is not None and reply.scored:
        yield {"kind": "punished", "seat": 1 - actual.seat}
    elif reply.rows > 1:
        yield {"kind": "answered", "seat": 1 - actual.seat, "rows": reply.rows}


def _difference_facts(actual: TurnAftermath, better: TurnAftermath, replies: Replies) -> Iterator[Fact]:
    """Yields up to three merits of the better turn: ways to a goal, ball's rows, fallen opponents."""
    seat = actual.seat
    if better.ways > actual.ways:
        yield {"kind": "ways", "seat": seat, "better": better.ways, "made": actual.ways}
    made_rows, better_rows = replies
    if made_rows is not None and better_rows is not None and better_rows < made_rows:
        yield {"kind": "holds", "seat": 1 - seat, "rows": made_rows - better_rows}
    elif better.rows < actual.rows:
        yield {"kind": "nearer", "seat": seat, "rows": actual.rows - better.rows}
    if better.lying > actual.lying:
        yield {"kind": "lying", "seat": 1 - seat, "better": better.lying, "made": actual.lying}


CLOSE_STEPS = 2  # steps from the ball that count as close


def _position_facts(actual: TurnAftermath, better: TurnAftermath) -> Iterator[Fact]:
    """Yields a fact for each count of rows, kicks, puppets or socks in which ``better`` is better."""
    seat, tables = actual.seat, actual.ground.turf

    def counts(after: TurnAftermath) -> tuple[int, ...]:
        """Counts as in ``kinds``: rows (theirs, ours), kicks and places (ours, theirs), socks (both)."""
        end, (theirs, ours) = look(after.state, seat, tables), after.follows
        near, foes = tables.near[end.ball][CLOSE_STEPS], end.foes | end.fallen
        row = end.ball // tables.columns * tables.columns
        behind, ahead = (1 << row) - 1, -1 << row + tables.columns
        mine = kicks_up(tables, end, end.ours), (end.ours & near).bit_count(), (end.ours & behind).bit_count()
        others = kicks_down(tables, end), (foes & near).bit_count(), (foes & ahead).bit_count()
        return theirs.rows(), ours.rows(), *mine, *others, theirs.socks(), ours.socks()

    opponent, stand_kinds = 1 - seat, ("kicks", "close", "goalside")
    kinds = [
        ("reach", opponent),
        ("onward", seat),
        *((kind, side) for side in (seat, opponent) for kind in stand_kinds),
    ]
    kinds += [("socks", opponent), ("socks", seat)]
    for (kind, side), better_count, made_count in zip(kinds, counts(better), counts(actual), strict=True):
        if better_count > made_count if side == seat else better_count < made_count:
            yield {"kind": kind, "seat": side, "better": better_count, "made": made_count}


def swing(before: SockerState, actual: TurnAftermath) -> Iterator[Fact]:
    """Yields the effects of a good turn: its goal alone, or threat, ways to a goal, and rows or socks."""
    seat = actual.seat
    if actual.goal is not None:
        yield {"kind": "scored", "seat": actual.goal.seat, "score": list(actual.goal.score)}
        return
    if not actual.plays_on:
        return
    if actual.threat is not None:
        yield {"kind": "open", "seat": 1 - seat}
    if actual.ways:
        yield {"kind": "has_ways", "seat": seat, "count": actual.ways}
    if (rows := rows_ahead(before, seat) - actual.rows) > 0:
        yield {"kind": "forward", "seat": seat, "rows": rows}
    elif actual.lying:
        yield {"kind": "socked", "seat": 1 - seat, "count": actual.lying}


TURNS_PER_GOAL = 16.0  # average turns of both sides per goal between bots of level hard
MAX_GOALS = 12  # maximum goals considered for the rest of a match by turns


def to_win(state: SockerState, seat: int, scores_next: float) -> float:
    """Win probability of a seat, 0 to 1.

    Args:
        state: gives house rules, score and turns played.
        seat: the seat.
        scores_next: probability that the seat scores the next goal. Later goals are even.
    """
    options, mine, theirs = state.options, state.score[seat], state.score[1 - seat]
    if options.by_goals:
        lacking, others = options.goals - mine, options.goals - theirs
        if lacking <= 0 or others <= 0:
            return float(lacking <= 0)
        first = _even_probability(lacking - 1, others), _even_probability(lacking, others - 1)
        return scores_next * first[0] + (1 - scores_next) * first[1]
    left = options.turns - state.turns
    if left <= 0 and mine != theirs:
        return float(mine > theirs)
    if left <= 0:
        return scores_next
    return _probability_by_turns(scores_next, mine - theirs, left / TURNS_PER_GOAL)


def _even_probability(mine: int, theirs: int) -> float:
    """Probability to score ``mine`` goals before the opponent scores ``theirs``, with even chances."""
    if mine <= 0 or theirs <= 0:
        return float(mine <= 0)
    return math.fsum(math.comb(mine - 1 + extra, extra) / 2 ** (mine + extra) for extra in range(theirs))


def _probability_by_turns(scores_next: float, lead: int, expected: float) -> float:
    """Win probability with this ``lead`` if ``expected`` more goals are expected in a match by turns."""
    if scores_next >= 1 or scores_next <= 0:  # a certain goal is scored first
        lead, scores_next = lead + (1 if scores_next >= 1 else -1), 0.5
    total = 0.0
    for goals in range(MAX_GOALS + 1):
        likely = math.exp(-expected) * expected**goals / math.factorial(goals)
        total += likely * _probability_after(scores_next, lead, goals)
    return min(1.0, total)


def _probability_after(scores_next: float, lead: int, goals: int) -> float:
    """Win probability if exactly ``goals`` more goals are scored. A level score at the end counts 0.5."""
    if not goals:
        return 0.5 if lead == 0 else float(lead > 0)
    total = 0.0
    for first, likely in ((1, scores_next), (-1, 1 - scores_next)):
        for extra in range(goals):  # other goals that the seat scores
            end = lead + first + 2 * extra - (goals - 1)
            probability = math.comb(goals - 1, extra) / 2 ** (goals - 1)
            total += likely * probability * (0.5 if end == 0 else float(end > 0))
    return total


# search depth: the whole reply to the ten best ends, and the turn after that
TURN_SEARCH = SockerSearchConfig(width=100, looks=40, alarm=ALL_ACTIONS, plies=(10, 3))
QUICK_SEARCH = SockerSearchConfig(width=60, looks=20, alarm=ALL_ACTIONS)
MAX_GOOD_LOSS = 0.04  # a loss of win probability up to this counts as good
VALUE_SCALE = 0.6  # scale of values, which were trained in matches where the first chance to score is taken
MAX_PROBABILITY = 0.97  # upper limit of the probability to score next before the goal
LEVEL = "master"


class SockerInsight(Analyst):
    """Implementation of `Analyst`."""

    batch = 2

    def turns(self, session: Session) -> Sequence[AnalysedTurn]:
        """Turns in order, from first action to last, without set-ups. The last may be unfinished."""
        again = session.restarted()
        state = state_of(again)
        turns: list[AnalysedTurn] = []
        start = (0, state.mover) if state.phase is not SockerPhase.PLACE else None
        for ply, (_seat, move) in enumerate(session.log):
            for event in map(as_event, again.play(move)):
                if isinstance(event, TurnBegun | GoalScored | LegVoided | SetupBegun):
                    if start is not None and start[0] <= ply:
                        turns.append(AnalysedTurn(start[0], ply + 1, start[1]))
                    start = (ply + 1, event.seat) if isinstance(event, TurnBegun) else None
        if start is not None and start[0] < len(session.log):
            turns.append(AnalysedTurn(start[0], len(session.log), start[1]))
        return turns

    def win_probabilities(self, before: Session) -> Chances:
        """Win probabilities of seats 0 and 1, from all ends of the turn. 0.5 each outside play."""
        state = state_of(before)
        if state.phase is not SockerPhase.PLAY:
            return 0.5, 0.5
        player = _player(state, QUICK_SEARCH)
        value = player.thought.value(player.stand(state), can_stop=False)
        probability = to_win(state, state.mover, _next_goal(value))
        return (probability, 1 - probability) if state.mover == 0 else (1 - probability, probability)

    def evaluate_turn(self, session: Session, turn: AnalysedTurn) -> TurnEvaluation | None:
        """Win probability lost to the best turn; that turn if much better. None outside play or if forced."""
        before = session.before(turn.first)
        state = state_of(before)
        if state.phase is not SockerPhase.PLAY or len(RULES.moves(state)) < 2:
            return None
        player = _player(state, TURN_SEARCH)
        node = player.stand(state)
        leaves = player.thought.rank_ends(node)
        if leaves is None:
            best = to_win(state, turn.seat, 1.0)
        else:
            best = to_win(state, turn.seat, _next_goal(leaves[0].value if leaves else -FORCED_VALUE))
        actual = self._turn_probability(session, turn, player)
        loss = round(max(0.0, best - actual), 4)
        # A missed goal counts even if the next one seems certain.
        is_missed = leaves is None and _goal(session, turn) is None
        if loss <= MAX_GOOD_LOSS and not is_missed:
            return TurnEvaluation(loss, good=True, best=round(max(best, actual), 4))
        better = best_turn(state)
        ends = (_state_after(state, better), state_of(session.before(turn.last)))
        if len({(end.ball, end.upright, end.fallen, end.score) for end in ends}) == 1:
            return TurnEvaluation(
                0.0, good=True, best=round(actual, 4)
            )  # on a closer look, the turn is the same
        return TurnEvaluation(loss, good=False, best=round(best, 4), better=better)

    def _turn_probability(self, session: Session, turn: AnalysedTurn, player: SockerAgent) -> float:
        """Win probability of ``turn.seat`` after the turn that was played."""
        before = player.state
        if (goal := _goal(session, turn)) is not None:
            return to_win(before, turn.seat, float(goal.seat == turn.seat))
        after = state_of(session.before(turn.last))
        if after.phase is not SockerPhase.PLAY or RULES.outcome(after):
            return to_win(after, turn.seat, 0.5)
        # The end of the turn on the board, as a position of the search.
        position, down = look(after, turn.seat, player.ground.turf), player.stand(before).down
        scene = StepInvariant(position.ball, position.foes, position.fallen, after.off_field_limit)
        end = SockerLeaf(0.0, scene, position.ours & ~down, FirstAction(STOP_KIND))
        return to_win(before, turn.seat, _next_goal(player.thought.worth(end, down)))

    def explain(self, session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Sequence[Fact]:
        """Facts about a good turn's effects, or about what the better turn would have gained."""
        before, seat, goal = state_of(session.before(turn.first)), turn.seat, _goal(session, turn)
        actual = TurnAftermath.of(state_of(session.before(turn.last)), seat, goal)
        if not moment.better:
            reasons = facts = list(swing(before, actual))
            if goal is None and (moment.after < moment.before) is (moment.seat == seat):
                # A gain of ground does not explain why the side's chance decreased.
                facts += _reply_facts(actual, reply_to(session, turn))
                reasons = [fact for fact in facts if fact["kind"] != "forward"]
            if not reasons and actual.plays_on and RULES.outcome(actual.state) is None:
                facts.append({"kind": "could", "seat": 1 - seat, "rows": actual.follows[0].rows()})
            return tuple(facts)
        better = _state_after(before, moment.better)
        has_goal = better.score != before.score
        alternative = TurnAftermath.of(
            better, seat, None, scores=has_goal and better.score[seat] > before.score[seat]
        )
        replies = _rows_after(actual, 1), _rows_after(alternative, 1)
        actions = sum(not move.startswith("spot") for move in moment.better)
        reasons = list(regrets(actual, alternative, actions, reply_to(session, turn), replies))
        if reasons[-1]["kind"] == "looked":
            actual_rows, other_rows = _rows_after(actual, 2), _rows_after(alternative, 2)
            if actual_rows is not None and other_rows is not None and other_rows < actual_rows:
                reasons[-1] = {"kind": "later", "seat": seat, "rows": actual_rows - other_rows}
            else:
                reasons[-1:] = list(_position_facts(actual, alternative))[:MAX_FACTS] or reasons[-1:]
        return tuple(reasons)

    def fact_sentence(self, fact: Fact, session: Session, names: Sequence[str]) -> str:
        return fact_words(fact, names)

    def moves_sentence(self, moves: Sequence[str], session: Session, turn: AnalysedTurn) -> str:
        """Translated list of the moves, such as "step d4 to e5"."""
        forms = {
            "move": _("step from {one} to {other}"),
            "kick": _("kick from {one} at {other}"),
            "sock": _("sock {other} from {one}"),
            "spot": _("ball to {one}"),
            "end": _("end turn"),
        }
        parts = []
        for verb, *spaces in map(str.split, moves):
            places = dict(zip(("one", "other"), spaces, strict=False))
            parts.append(forms.get(verb, verb).format(**places))
        return listed(parts)

    def places_of(
        self, session: Session, turn: AnalysedTurn, moves: Sequence[str]
    ) -> Sequence[Sequence[str]]:
        """Space names per move but ``end``: start and target, a spot, or the ball's path of a kick."""
        state, places = state_of(session.before(turn.first)), list[Sequence[str]]()
        for move in moves:
            after, names = _state_after(state, [move]), state.options.pitch.names
            if move.startswith("kick ") and after.ball >= 0 and after.score == state.score:
                places.append((names[state.ball], names[after.ball]))
            elif " " in move:
                places.append(move.split()[1:])
            state = after
        return places

    def method_sentence(self) -> str:
        """Translated sentence on how the computer examined the match."""
        return _(
            "The computer looked at every way to play each turn, the full reply to the best ones, and beyond."
        )


INSIGHT: Analyst = SockerInsight()


def _player(state: SockerState, config: SockerSearchConfig) -> SockerAgent:
    """Agent of level master for a state, with these search settings."""
    return SockerAgent(state, LEVEL, Budget(), config=config)


def _next_goal(value: float) -> float:
    """Probability, 0.03 to 0.97, that the side with this value scores next."""
    if abs(value) >= FORCED_VALUE:
        return MAX_PROBABILITY if value > 0 else 1 - MAX_PROBABILITY
    return min(MAX_PROBABILITY, max(1 - MAX_PROBABILITY, 1 / (1 + math.exp(-VALUE_SCALE * value))))


def _goal(session: Session, turn: AnalysedTurn) -> GoalScored | None:
    """Goal scored by the last move of the turn, None if it scored none."""
    events = map(as_event, session.events_of(turn.last - 1))
    return next((event for event in events if isinstance(event, GoalScored)), None)


def _state_after(state: SockerState, moves: Sequence[str]) -> SockerState:
    """State after these moves."""
    for move in moves:
        state = RULES.apply(state, RULES.parse_move(move)).state
    return state


def _rows_after(after: TurnAftermath, turns: int) -> int | None:
    """Rows from ball to goal after ``turns`` more best turns. None on a threat, goal or end of the leg."""
    state = after.state
    if after.threat is not None:
        return None
    for _turn in range(turns):
        if state.phase is not SockerPhase.PLAY or RULES.outcome(state) or state.score != after.state.score:
            return None
        state = _state_after(state, best_turn(state))
    still = state.phase is SockerPhase.PLAY and state.score == after.state.score
    return rows_ahead(state, after.seat) if still else None


def best_turn(state: SockerState) -> tuple[str, ...]:
    """Texts of the best turn's moves, with a spot that the opponent chooses. Empty in a set-up."""
    seat, moves = state.mover, []
    while state.phase is not SockerPhase.PLACE and state.mover == seat and RULES.outcome(state) is None:
        legal = list(RULES.moves(state))
        player = _player(state, TURN_SEARCH)
        # Without random choices, so that a turn continues as planned.
        move = legal[0] if len(legal) == 1 else player.move(legal, SeededRng("insight"))
        moves.append(RULES.format_move(move))
        score, turns = state.score, state.turns
        state = RULES.apply(state, move).state
        if state.score != score or state.turns != turns:
            break
    return tuple(moves)
