"""Bots of Socker with their set-ups, and a beginner that plays like a person after the first lesson.

*easy* chases the ball (`childish`). *normal*, *hard* and *master* examine all ends of their turn, evaluate
each (`worth`) and look for threats of goals after the best. Hard examines the whole reply to some of these,
master also its next turn (`search`). Levels with a plus choose each action by chance as the level without
one below or above them (`LEVELS`). The bots keep no state: each action of a turn is chosen from the current
position by the same method, and caches only save time. Set-ups are from a book (`set_up`).

The `beginner`, whom easy must not beat too often, knows that the ball must cross the far line, how to step
and how to kick. It kicks the ball forward if it can. If not, its nearest puppet steps up to the ball from
behind. It socks no puppet, keeps none at home and ignores threats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from game.core.game import Bot, Layout, Observation
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.search import Budget, deciding_level
from game.core.session import Session
from game.games.socker.bot.search import (
    ALL_ACTIONS,
    LEVEL_WEIGHTS,
    STOP_KIND,
    FirstAction,
    SockerSearch,
    SockerSearchConfig,
    SockerSearchNode,
    SockerTurnPlan,
    grounds,
    stand_of,
)
from game.games.socker.bot.setups import SETUP_BOOK
from game.games.socker.bot.turn_generator import GoalSolver, goals_of
from game.games.socker.rules import RULES
from game.games.socker.rules.events import as_observation
from game.games.socker.rules.pitch import END_MOVE, STANDARD_PITCH, Move, Pitch, Verb, pitch_of, spaces_in
from game.games.socker.rules.state import SockerPhase, SockerState

# columns from the middle and rows behind the ball, by socker: two wings and a keeper
FORMATION = ((0, 3), (-2, 1), (2, 1), (-3, 1), (3, 1))
FORMATION_CHOICES = (
    3  # places nearest to the next one of the formation that the beginner and easy choose from
)


def next_placement(
    state: SockerState, moves: Sequence[Move], rng: SeededRng, spread: int = FORMATION_CHOICES
) -> Move:
    """Random placement among the ``spread`` nearest to the next place of the formation."""
    pitch, seat = state.options.pitch, state.turn
    across, depth = FORMATION[state.upright[seat].bit_count() % len(FORMATION)]
    distance_of = _distance_function(pitch, seat, across, depth)
    return rng.pick(sorted(moves, key=lambda move: distance_of(pitch.numbers[move.target]))[:spread])


def _distance_function(pitch: Pitch, seat: int, across: int, back: int) -> Callable[[int], tuple[int, int]]:
    """Function from a space to a sort key: (1 if off the field, else 0; columns plus rows to a place).

    The place is ``across`` columns to the right of the centre and ``back`` rows towards the seat's own end.
    """
    row = pitch.row(pitch.centre) - (back if seat == 0 else -back)
    column = pitch.columns // 2 + across

    def away(space: int) -> tuple[int, int]:
        """Sort key of a space: 1 if it is off the field, then columns plus rows to go."""
        outside = pitch.restricted >> space & 1
        return outside, abs(pitch.column(space) - column) + abs(pitch.row(space) - row)

    return away


@lru_cache(maxsize=8)
def book(pitch: Pitch, area: int, seat: int, team: int) -> tuple[int, ...]:
    """Set-ups of the book as bit sets of spaces in a seat's area, each also mirrored.

    A smaller team leaves out the rearmost sockers. On other pitches the nearest spaces are taken.
    """
    usual = pitch_of(STANDARD_PITCH)
    groups: list[int] = []
    middle = usual.centre
    for text in SETUP_BOOK:
        spaces = [usual.numbers[name] for name in text.split()][-team:]
        for mirror in (1, -1):
            group = 0
            for space in spaces:
                across = mirror * (usual.column(space) - usual.column(middle))
                distance_of = _distance_function(pitch, seat, across, usual.row(middle) - usual.row(space))
                group |= 1 << min(spaces_in(area & ~group), key=distance_of)
            groups.append(group)
    return tuple(dict.fromkeys(groups))


BOOK_TRIES = 12  # set-ups of the book tried as an answer to the opponent's
# search depth for the opponent's first turn in that case
QUICK_SEARCH = SockerSearchConfig(width=40, looks=16, alarm=ALL_ACTIONS)


def set_up(state: SockerState, moves: Sequence[Move], level: str, budget: Budget, rng: SeededRng) -> Move:
    """Placement of the next socker of a set-up from the book, or of the formation if none fits.

    The side that places first takes a random one. Against a complete set-up, hard and master choose from a
    sample the one that leaves the opponent the least in its first turn.
    """
    options, seat, own_spaces = state.options, state.turn, state.upright[state.turn]
    groups = [
        group
        for group in book(options.pitch, options.setup_area(seat), seat, state.team(seat))
        if group & own_spaces == own_spaces
    ]
    if not groups:  # the set-up was begun by another player
        return next_placement(state, moves, rng, 1)
    theirs = state.upright[1 - seat]
    if theirs and level in ANSWERING_LEVELS:
        groups = list(rng.shuffled(groups))[: min(BOOK_TRIES, budget.limit or BOOK_TRIES)]
        context = grounds(options.pitch).of(LEVEL_WEIGHTS[level])
        thought = SockerSearch(context, options, QUICK_SEARCH, budget)
        tables = context.turf

        def left_to_them(ours: int) -> float:
            """Value of the opponent's first turn against our set-up."""
            up, foes = (theirs, ours) if seat else (tables.flipped_sets[theirs], tables.flipped_sets[ours])
            node = stand_of(tables, options.pitch.centre, up, 0, foes, options.actions)
            return thought.value(node, can_stop=False)

        results: list[tuple[float, int]] = []
        for group in groups:
            if results and budget.is_over:
                break
            budget.spend()
            results.append((left_to_them(group), group))
        chosen = min(results)[1]
    else:
        chosen = rng.pick(groups)
    target = options.pitch.names[next(spaces_in(chosen & ~own_spaces))]
    return next(move for move in moves if move.target == target)


RUN_AHEAD_PROBABILITY = (
    0.8  # probability that others run ahead instead of a chase while the ball is in its half
)
SOCK_PROBABILITY = 0.85  # probability to sock if the chaser cannot get nearer
LAST_RUN_ROW = 3  # row, counted from the far end, beyond which no socker runs ahead


def childish(state: SockerState, moves: Sequence[Move], rng: SeededRng) -> Move:
    """Move of level easy: one socker chases the ball and kicks it forward, the others run ahead.

    No socker stays at home. If all chased the ball, they would block it for a hundred turns. It looks only
    one action ahead, for a kick that scores (`SockerAgent.shot`), and ignores threats.
    """
    pitch, seat = state.options.pitch, state.turn
    by_verb: dict[Verb, list[Move]] = {verb: [] for verb in Verb}
    for move in moves:
        by_verb[move.verb].append(move)
    chaser, nearer = chase(state, by_verb[Verb.MOVE]) if state.upright[seat] else (-1, [])
    ahead, aside = list[Move](), list[Move]()
    for move in by_verb[Verb.MOVE]:
        before, after = (progress(pitch, seat, pitch.numbers[space]) for space in (move.actor, move.target))
        if pitch.numbers[move.actor] == chaser:
            continue  # running ahead, the chaser would turn back at once
        if before < after <= pitch.rows - LAST_RUN_ROW:
            ahead.append(move)
        elif before == after:
            aside.append(move)
    forward = [move for move in by_verb[Verb.KICK] if kicked_rows(pitch, seat, move) > 0]
    if forward:
        return rng.pick(forward)
    if by_verb[Verb.MOVE]:
        lets_go = 2 * progress(pitch, seat, state.ball) < pitch.rows - 1 and rng.with_probability(
            RUN_AHEAD_PROBABILITY
        )
        if nearer and not (lets_go and ahead):
            return nearer[0]
        if by_verb[Verb.SOCK] and rng.with_probability(SOCK_PROBABILITY):
            return rng.pick(by_verb[Verb.SOCK])
        if ahead:
            return rng.pick(ahead)
        if by_verb[Verb.END]:
            return by_verb[Verb.END][0]
    careful = [move for move in moves if move.verb is not Verb.KICK or kicked_rows(pitch, seat, move) >= 0]
    return rng.pick(aside or careful or moves)


def kicked_rows(pitch: Pitch, seat: int, move: Move) -> int:
    """Rows by which a kick brings the ball forward, negative for backward."""
    actor, ball = pitch.numbers[move.actor], pitch.numbers[move.target]
    return progress(pitch, seat, ball) - progress(pitch, seat, actor)


def chase(state: SockerState, moves: Sequence[Move]) -> tuple[int, list[Move]]:
    """Space of the upright socker nearest to the space behind the ball, and its steps nearer, best first."""
    pitch, seat = state.options.pitch, state.turn
    behind = state.ball - (pitch.columns if seat == 0 else -pitch.columns)
    chaser = min(spaces_in(state.upright[seat]), key=lambda space: pitch.distance(space, behind))

    def away(move: Move) -> int:
        """Steps from the target of a move to the space behind the ball."""
        return pitch.distance(pitch.numbers[move.target], behind)

    nearer = [
        move
        for move in moves
        if pitch.numbers[move.actor] == chaser and away(move) < pitch.distance(chaser, behind)
    ]
    return chaser, sorted(nearer, key=away)


def progress(pitch: Pitch, seat: int, space: int) -> int:
    """Row of a space from 0, counted from the seat's own end."""
    row = space // pitch.columns
    return row if seat == 0 else pitch.rows - 1 - row


SEARCH_CONFIGS = {
    "normal": SockerSearchConfig(width=60, looks=40, alarm=1, whim=0.2),
    "hard": SockerSearchConfig(width=100, looks=40, alarm=ALL_ACTIONS, plies=(8,), whim=0.1),
    "master": SockerSearchConfig(width=120, looks=60, alarm=ALL_ACTIONS, plies=(28, 4, 3), whim=0.05),
}
ANSWERING_LEVELS = ("hard", "master")  # levels that answer the opponent's set-up
EASY_GOAL_ACTIONS = 1  # actions within which easy sees a goal
# scale of `deciding_level`, by matches: the better of two neighbours up to hard wins 65 to 85 of 100
LEVELS = {
    "easy": 0, "easy+": 0.22, "easy++": 0.58,
    "normal": 1, "normal+": 1.3, "normal++": 1.7,
    "hard": 2, "master": 3,
}  # fmt: skip


def state_from_observation(observation: Observation, options: Options) -> SockerState:
    """State of an observation. Repetitions are unknown, ``still`` and ``near`` get their defaults."""
    fields = as_observation(observation)
    texts = {
        "field": fields["field"],
        "phase": fields["phase"],
        "turn": fields["turn"],
        "acts": fields["acts"],
        "left": fields["left"],
        "limit": fields["limit"],
        "mover": fields["mover"],
        "row": fields["row"] or "-",
        "score": "/".join(map(str, fields["score"])),
        "turns": fields["turns"],
        "leg": fields.get("leg", 0),
    }
    cells = "/".join(fields["cells"])
    layout = None if cells == STANDARD_PITCH else Layout("socker", (("cells", cells),))
    position = " ".join(f"{name}={text}" for name, text in texts.items())
    return RULES.parse_position(position, 2, 0, options, layout)


def state_of(session: Session) -> SockerState:
    """State of a session's current position, without its counts of repeated positions."""
    return state_from_observation(session.observe(None), session.options)


class SockerBot:
    """The `Bot` of the game."""

    levels = tuple(LEVELS)

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        rng: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """Text of the move chosen for the seat to move, which is legal.

        The budget counts replies of the other seat.
        """
        level = deciding_level(level, LEVELS, rng)
        state = state_from_observation(observation, options)
        moves = list(RULES.moves(state))
        if len(moves) == 1:
            move = moves[0]
        elif state.phase is SockerPhase.PLACE and level == "easy":
            move = next_placement(state, moves, rng)
        elif state.phase is SockerPhase.PLACE:
            move = set_up(state, moves, level, budget or Budget(), rng)
        elif level == "easy":
            move = SockerAgent(state, "normal", budget or Budget()).shot(EASY_GOAL_ACTIONS) or childish(
                state, moves, rng
            )
        else:
            move = SockerAgent(state, level, budget or Budget()).move(moves, rng)
        return RULES.format_move(move)


class SockerAgent:
    """A level for one decision. Without ``config`` it has the search settings of the level."""

    def __init__(
        self,
        state: SockerState,
        level: str,
        budget: Budget,
        *,
        config: SockerSearchConfig | None = None,
    ) -> None:
        self.state, self.seat = state, state.turn
        self.ground = grounds(state.options.pitch).of(LEVEL_WEIGHTS[level])
        options = replace(
            state.options, actions=state.actions(1)
        )  # the number of actions in all following turns
        self.thought = SockerSearch(self.ground, options, config or SEARCH_CONFIGS[level], budget)
        self.plan: SockerTurnPlan | None = None  # plan of the turn, once a move was chosen

    @property
    def goals(self) -> GoalSolver:
        """Exact goal solver for the side that kicks upwards, within the bot's budget."""
        return goals_of(self.state.options, 0).within(self.thought.budget)

    def move(self, moves: Sequence[Move], rng: SeededRng) -> Move:
        """Best legal move found, the first if no plan is found. In a turn, stores the plan in ``plan``."""
        state = self.state
        if state.phase is SockerPhase.SPOT:
            return max(moves, key=self._spot_value)
        is_start = state.actions_left == state.actions_total
        self.plan = self.thought.plan(self.stand(state), can_stop=not is_start, rng=rng if is_start else None)
        return self._move_from_action(self.plan.first) if self.plan else moves[0]

    def shot(self, actions: int) -> Move | None:
        """First action of a goal within ``actions`` actions of the turn. None without one or outside play."""
        state, node = self.state, self.stand(self.state)
        if state.phase is not SockerPhase.PLAY or self.ground.turf.ahead[node.ball] > actions:
            return None
        turn = self.thought.search_turn(node._replace(left=min(actions, node.left)))
        return self._move_from_action(turn.goal) if turn.goal is not None else None

    def _move_from_action(self, first: FirstAction) -> Move:
        """Move for an action of the search, which sees the seat as kicking upwards."""
        if first.kind == STOP_KIND:
            return END_MOVE
        state, tables, names = self.state, self.ground.turf, self.state.options.pitch.names
        actor, target = (tables.flip(space) if self.seat else space for space in (first.actor, first.target))
        verb = Verb.SOCK if state.sockers[1 - self.seat] >> target & 1 else Verb.MOVE
        return Move(Verb.KICK if target == state.ball else verb, names[actor], names[target])

    def stand(self, state: SockerState) -> SockerSearchNode:
        """Search node of the rest of the turn, from the view of its side, which kicks upwards."""
        tables, seat = self.ground.turf, state.mover
        groups = (state.upright[seat], state.fallen[seat], state.upright[1 - seat], state.fallen[1 - seat])
        ball = state.ball
        if seat:
            ball = tables.flip(ball)
            groups = tuple(tables.flipped_sets[group] for group in groups)  # type: ignore[assignment]
        up, down, foes, fallen = groups
        return SockerSearchNode(ball, up, down, foes, fallen, state.actions_left, state.off_field_limit)

    def _spot_value(self, move: Move) -> float:
        """Value for us of a spot for the ball, from the rest of the turn. 0 if it ends the leg or match."""
        after = RULES.apply(self.state, move).state
        if RULES.outcome(after) or after.phase is not SockerPhase.PLAY:
            return 0.0
        node = self.stand(after)
        if after.actions_left == after.actions_total:
            node = stand_of(self.ground.turf, *node[:4], after.actions_left)
        value = self.thought.value(node, can_stop=after.actions_left < after.actions_total)
        return value if after.mover == self.seat else -value


BOT: Bot = SockerBot()


def beginner(observation: Observation, options: Options, rng: SeededRng) -> str:
    """Text of a move: kick forward, else step nearer to behind the ball, else end; a placement or spot."""
    state = state_from_observation(observation, options)
    moves = list(RULES.moves(state))
    if state.phase is SockerPhase.PLACE:
        return next_placement(state, moves, rng).text
    if state.phase is SockerPhase.SPOT:
        return moves[0].text
    pitch, seat = state.options.pitch, state.turn
    kicks = [move for move in moves if move.verb is Verb.KICK and kicked_rows(pitch, seat, move) > 0]
    if kicks:
        return kicks[0].text
    _chaser, nearer = chase(state, [move for move in moves if move.verb is Verb.MOVE])
    fallback = moves[-1] if moves[-1].verb is Verb.END else moves[0]
    return (nearer or [fallback])[0].text
