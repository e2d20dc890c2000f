"""Puzzles of Socker (`Puzzler`): score now, prevent a goal, or force a goal next turn.

Tasks come from positions of matches, are proved by `puzzle_solver`, and explained action by action. In an
attempt the opponent makes the best reply, which is the same each time.

In a match, all levels but the first search widely enough to find nearly every goal in their turn, which would
say nothing about the difficulty of a puzzle. For grading they follow fewer positions, those that
look best at first sight, as people do. They miss a line that leads through moves that look bad (`looking`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from random import Random

from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.games.socker import rules
from game.games.socker.bot import BOT, SEARCH_CONFIGS, SockerAgent, state_from_observation, state_of
from game.games.socker.bot.turn_generator import SockerAction, TurnEndPosition, TurnNode
from game.games.socker.puzzle_solver import SOLVERS, Acts, TurnOutcomeSearch, TurnProblem
from game.games.socker.rules import RULES
from game.games.socker.rules.actions import legal_moves
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    GoalScored,
    SockerSocked,
    as_event,
    as_observation,
)
from game.games.socker.rules.pitch import STANDARD_PITCH, goals_away
from game.games.socker.rules.state import SockerPhase, SockerState
from game.i18n import _, plural
from game.match.puzzle import (
    AttemptResult,
    NoPuzzleError,
    Puzzle,
    PuzzleCandidate,
    PuzzleProof,
    PuzzleSource,
    SolutionStep,
    is_first_turn,
)
from game.match.puzzle.grading import Choose, finders, puzzle_of_draft

COMPARED_REPLIES = 12  # replies of equal rank that are compared by the lines to a goal that they leave


def best_reply(task: TurnProblem, state: SockerState, *, scores: bool = False) -> tuple[str, ...]:
    """Texts of the opponent's moves after which our goal takes the most actions and is hardest to find.

    With ``scores``, the moves of a turn in which the opponent certainly scores, if there is one.
    """
    foe = 1 - task.side.seat
    node = TurnNode(
        state.ball, state.upright[foe], state.upright[1 - foe], state.fallen[1 - foe], state.off_field_limit
    )
    if scores and (way := next(task.theirs.ways(node, state.fallen[foe], state.actions_left), None)):
        return tuple(map(task.side.text, way[0]))
    has_begun = state.actions_left < state.actions_total
    ends = TurnOutcomeSearch(task.theirs, node, state.fallen[foe], state.actions_left, can_stop=has_begun)
    acts = ends.way(best_end(task, ends))
    return tuple(map(task.side.text, acts))


def best_end(task: TurnProblem, ends: TurnOutcomeSearch) -> TurnEndPosition:
    """End of the opponent's turn that is worst for us."""
    candidates = [outcome.end for outcome in ends.all() if not outcome.given] or [
        outcome.end for outcome in ends.all()
    ]
    hardest = sorted(
        candidates, key=lambda end: (-actions_to_goal(task, end), -task.side.ahead[end.ball], end)
    )
    action_count = actions_to_goal(task, hardest[0])

    def ways_left(end: TurnEndPosition) -> int:
        """Number of our shortest lines to a goal after this end, 0 if we cannot score."""
        if action_count > task.actions_after(end):  # we cannot score, so no lines are counted
            return 0
        return sum(1 for _action_spaces in task.mine.ways(task.after(end), end.fallen, action_count))

    return min(hardest[:COMPARED_REPLIES], key=lambda end: (-actions_to_goal(task, end), ways_left(end), end))


def actions_to_goal(task: TurnProblem, reply: TurnEndPosition) -> int:
    """Fewest actions in which we score after a reply. One more than available if we cannot."""
    node, max_actions = task.after(reply), task.actions_after(reply)
    return next(
        (left for left in range(1, max_actions + 1) if task.mine.can(node, reply.fallen, left)),
        max_actions + 1,
    )


def defence(task: TurnProblem, state: SockerState) -> str:
    """Text of the opponent's spot for a ball that went out: no goal for us, then far from our target."""
    side, seat = task.side, task.side.seat

    def rank(text: str) -> tuple[bool, int, str]:
        """Sort key of a spot: True if we could score then, then minus the rows to go."""
        after = rules.spot(state, RULES.parse_move(text), [])
        node = TurnNode(
            after.ball,
            after.upright[seat],
            after.upright[1 - seat],
            after.fallen[1 - seat],
            after.off_field_limit,
        )
        scores = after.mover == seat and task.mine.can(node, after.fallen[seat], after.actions_left)
        return scores, -side.ahead[after.ball], text

    return min((RULES.format_move(move) for move in legal_moves(state)), key=rank)


def luck_to_score(task: TurnProblem, node: TurnNode, down: int, left: int) -> float:
    """Probability that random actions score within ``left`` actions."""
    if not task.mine.can(node, down, left):
        return 0.0
    nexts = [successor for successor in task.mine.nexts(node, down, left - 1) if not successor.is_forced]
    hit = 0.0
    for successor in nexts:
        if successor.node is None:
            hit += 1
        elif left > 1:
            hit += luck_to_score(task, successor.node, down, left - 1)
    return hit / max(1, len(nexts))


def luck_to_end(task: TurnProblem, node: TurnNode, end: TurnEndPosition, left: int) -> float:
    """Probability that ``left`` random actions lead to ``end``."""
    if not left:
        return float(TurnEndPosition(node.ball, node.up | task.down, node.foes, node.fallen) == end)
    ours = (node.up & ~end.ours).bit_count()
    theirs = ((node.foes | node.fallen) & ~(end.foes | end.fallen)).bit_count()
    if ours + theirs + (node.ball != end.ball) > left:  # an action moves one piece
        return 0.0
    nexts = list(task.mine.nexts(node, task.down, left - 1))
    hit = sum(
        luck_to_end(task, successor.node, end, left - 1) for successor in nexts if successor.node is not None
    )
    return hit / max(1, len(nexts))


def end_of(task: TurnProblem, acts: tuple[SockerAction, ...]) -> TurnEndPosition:
    """End of a turn that consists of these actions. Raises `ValueError` if one is not possible."""
    node, left = task.node, task.state.actions_left
    rest = list(acts)
    while rest:
        left -= 1
        for successor in task.mine.nexts(node, task.down, left):
            if successor.node is not None and list(successor.acts) == rest[: len(successor.acts)]:
                node, rest = successor.node, rest[len(successor.acts) :]
                break
        else:
            raise ValueError(f"No such action: {rest[0]}.")
    return TurnEndPosition(node.ball, node.up | task.down, node.foes, node.fallen)


SEARCH_WIDTHS = {"normal": (3, 1), "hard": (10, 8), "master": (40, 40)}
"""By level: positions followed after each action at average form (see `FORM_FACTOR`), and turns of the
opponent that may be examined in reply."""
FORM_FACTOR = (
    30  # factor of that width at the best form, divisor at the worst; limited to the width in matches
)


def looking(form: float) -> Choose:
    """Return a function that chooses moves for the levels at this form, from -1 (worst) to 1 (best)."""

    def choose(session: Session, level: str, rng: SeededRng) -> str:
        """Move of a level at this form, as text."""
        observation = session.observe(session.to_move)
        if level not in SEARCH_WIDTHS:
            return BOT.choose(observation, session.options, level, rng)
        state = state_from_observation(observation, session.options)
        moves = list(RULES.moves(state))
        (width, replies), table = SEARCH_WIDTHS[level], SEARCH_CONFIGS[level]
        config = replace(table, width=min(table.width, max(1, round(width * FORM_FACTOR**form))))
        player = SockerAgent(state, level, Budget(replies), config=config)
        return RULES.format_move(player.move(moves, rng))

    return choose


def _first_turn(puzzle: Puzzle, which: int = 0) -> int:
    """Number of moves in the first turn of a solution."""
    session, line = puzzle.session(), puzzle.solutions[which]
    for number, move in enumerate(line):
        session.play(move)
        if _turn_number(session) or session.to_move is None:
            return number + 1
    return len(line)


def _turn_number(session: Session) -> int:
    """Number of finished turns of the match."""
    return as_observation(session.observe(None))["turns"]


def _reply_words(puzzle: Puzzle, names: Sequence[str]) -> SolutionStep:
    """Step that shows the opponent's turn in the first solution of a ``force``."""
    session = puzzle.session()
    theirs = []
    for number, move in enumerate(puzzle.solutions[0]):
        if number >= _first_turn(puzzle) and session.to_move != puzzle.seat:
            theirs.append(move)
        session.play(move)
    if not theirs:
        return SolutionStep(
            _("{name} can't do anything now.").format(name=names[1 - puzzle.seat]), theirs=True
        )
    template = _("Nothing {name} does now can stop the goal. This delays it the longest.")
    return SolutionStep(template.format(name=names[1 - puzzle.seat]), tuple(theirs), theirs=True)


def _action_words(session: Session, line: Sequence[str], number: int, before: Session) -> str:
    """Sentence about the action just made and its purpose."""
    verb, *spaces = line[number].split()
    if verb == "spot":
        return _("The ball goes on {space}.").format(space=spaces[0])
    if verb == "end":
        return _("That's enough, so end the turn.")
    events = [as_event(event) for event in session.last_events()]
    if verb == "kick":
        return _kick_words(events, spaces)
    later = list(_later_actions(session, line[number + 1 :]))
    if verb == "sock":
        return _sock_words(events, spaces, later)
    return _step_words(spaces, later, before)


def _action_spaces(session: Session, move: str) -> tuple[str, str] | None:
    """Start and end of the step or the ball just moved, or a socker and its victim. None for other moves."""
    verb, *spaces = move.split()
    if verb == "kick":
        events = map(as_event, session.last_events())
        return spaces[1], next(event.to for event in events if isinstance(event, BallKicked))
    return (spaces[0], spaces[1]) if verb in ("move", "sock") else None


def _later_actions(session: Session, line: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the side's further actions in this turn: verb, spaces, and for a kick the ball's new space."""
    again, seat, turns = session.branched(len(session.log)), session.to_move, _turn_number(session)
    for move in line:
        if again.to_move != seat or _turn_number(again) != turns:
            return
        again.play(move)
        parts = tuple(move.split())
        ball_spaces = [
            kick.to for event in again.last_events() if isinstance(kick := as_event(event), BallKicked)
        ]
        yield (*parts, *ball_spaces)


def _kick_words(happened: Sequence[object], spaces: Sequence[str]) -> str:
    """Sentence about a kick and its result, from its events."""
    actor = spaces[0]
    for event in happened:
        if isinstance(event, GoalScored):
            return _("Kick from {who}. Goal!").format(who=actor)
    for event in happened:
        if isinstance(event, BallOut):
            if event.to is None:
                return _("Kick from {who}. The ball goes out and is put back level with that spot.").format(
                    who=actor
                )
            return _("Kick from {who}. The ball goes out and comes back to {space}.").format(
                who=actor, space=event.to
            )
    to = next(event.to for event in happened if isinstance(event, BallKicked))
    return _("Kick from {who}. The ball rolls to {space}.").format(who=actor, space=to)


def _sock_words(happened: Sequence[object], spaces: Sequence[str], later: Sequence[tuple[str, ...]]) -> str:
    """Sentence about a sock and its purpose, from the side's later actions in the turn."""
    fields = {"who": spaces[0], "space": spaces[1]}
    landing = next(event.to for event in happened if isinstance(event, SockerSocked))
    if any(action[0] == "kick" and action[-1] == spaces[1] for action in later):
        return _("Sock the puppet on {space} from {who}. It was in the ball's way.").format(**fields)
    if any(action[0] == "move" and action[2] == spaces[1] for action in later):
        return _("Sock the puppet on {space} from {who}. You need its space.").format(**fields)
    if any(action[0] == "sock" and action[2] == landing for action in later):
        return _("Sock the puppet on {space} from {who}. It will be socked again.").format(**fields)
    return _("Sock the puppet on {space} from {who}. It misses its next turn.").format(**fields)


def _step_words(spaces: Sequence[str], later: Sequence[tuple[str, ...]], before: Session) -> str:
    """Sentence about a step and its purpose, from the side's later actions in the turn."""
    start, goal = spaces
    fields = {"start": start, "space": goal}
    for action in later:
        if action[0] in ("kick", "sock") and action[1] == goal:
            template = {
                "kick": _("Step from {start} to {space}. From there you can kick the ball the right way."),
                "sock": _("Step from {start} to {space}, next to the puppet in the way."),
            }[action[0]]
            return template.format(**fields)
        if action[0] == "kick" and action[-1] == start:
            return _("Step from {start} to {space}, out of the ball's way.").format(**fields)
        if action[0] == "move" and action[2] == start:
            return _("Step from {start} to {space}, to make room.").format(**fields)
        if action[0] == "move" and action[1] == goal:
            return _("Step from {start} to {space}, and keep going.").format(**fields)
    # No later action of this turn explains the step.
    state = state_of(before)
    pitch = state.options.pitch
    if pitch.around[state.ball] >> pitch.numbers[goal] & 1:
        return _("Step from {start} to {space}, next to the ball.").format(**fields)
    return _("Step from {start} to {space}, just the right place for what comes next.").format(**fields)


TASK_RULES = ("actions", "ball_recentre", "own_goal")  # house rules that a task depends on
MAX_FORCE_SOCKERS = 3  # maximum sockers per side for ``force``, as a proof is feasible then
MAX_FORCE_ROWS = 3  # maximum rows from the goal for ``force``
MAX_COMMON_SHARE = 0.3  # share of the puzzles with a very common idea that a pack accepts


class SockerPuzzles:
    """Implementation of `Puzzler`."""

    kinds: Sequence[str] = tuple(SOLVERS)

    def match(self, rng: Random) -> PuzzleSource:
        """Bot match in which to look for puzzles: levels up to normal, two, three or five a side."""
        levels = rng.choice((("normal", "normal"), ("normal", "easy"), ("easy", "normal")))
        return PuzzleSource(2, levels, {"sockers": rng.choice((2, 2, 3, 5, 5))})

    def drafts(self, session: Session, rng: Random) -> Iterator[PuzzleCandidate]:
        """Yields a ``score`` task alone, or ``save`` if a goal threatens, then ``force`` near the goal.

        Raises:
            NoPuzzleError: no turn begins, the pitch is not standard, or no goal is near.
        """
        state = state_of(session)
        if (
            state.phase is not SockerPhase.PLAY
            or state.actions_left < state.actions_total
            or session.to_move is None
        ):
            raise NoPuzzleError(_("A puzzle has to start at the beginning of a turn."))
        if as_observation(session.observe(None))["cells"] != STANDARD_PITCH.split("/"):
            raise NoPuzzleError(_("Puzzles are played on the standard pitch."))
        # Only the board of this turn counts, without score, turns and repeated positions.
        actions, near = state.options.actions, goals_away(state.options.pitch, state.ball)
        task = TurnProblem(
            replace(
                state,
                actions_total=actions,
                actions_left=actions,
                score=(0, 0),
                turns=0,
                still=1,
                near=near,
                leg=0,
            )
        )
        min_actions = task.fewest_actions()
        if min_actions:
            if min_actions < task.state.actions_left:
                raise NoPuzzleError(_("The goal doesn't need all the actions."))
            yield _draft(session, task.state, "score")
            return
        end = TurnEndPosition(state.ball, task.node.up | task.down, task.node.foes | task.node.fallen, 0)
        is_threatened = task.lets(end)
        if is_threatened:
            yield _draft(session, task.state, "save")
        is_small = max(sockers.bit_count() for sockers in state.sockers) <= MAX_FORCE_SOCKERS
        if is_small and task.side.ahead[state.ball] <= MAX_FORCE_ROWS:
            yield _draft(session, task.state, "force")
        elif not is_threatened:
            raise NoPuzzleError(_("Neither side is close enough to a goal."))

    def prove(self, draft: PuzzleCandidate) -> PuzzleProof:
        """Proof of a task: solutions, luck in thousandths, plausible ends, nodes. Raises `NoPuzzleError`."""
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        task = TurnProblem(state_of(session))
        proof = SOLVERS[draft.kind](task)
        lines = tuple(_solution_line(task, draft.kind, acts) for acts in proof.turns)
        return PuzzleProof(
            lines,
            round(1000 * _random_probability(task, draft.kind, proof.turns)),
            proof.alike,
            "search",
            proof.nodes,
        )

    def wanted(self, draft: PuzzleCandidate, proved: PuzzleProof, rng: Random) -> bool:
        """True if a pack should include the puzzle. Very common ideas are accepted at random.

        There are two: one puppet runs straight after the ball, or all of the opponent's are knocked down.
        """
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        if draft.kind == "force":
            for move in proved.solutions[0][: state_of(session).actions_left]:
                session.play(move)
            common = session.to_move == draft.seat
        else:
            numbers = state_of(session).options.pitch.numbers
            common = any(runs_straight(line, numbers) for line in proved.solutions)
        return not common or rng.random() < MAX_COMMON_SHARE

    def found_by(self, draft: PuzzleCandidate, proved: PuzzleProof, rng: Random) -> Sequence[str]:
        """Levels that solve the puzzle when they play it, all at the same random form."""
        choose = looking(rng.uniform(-1, 1))
        return finders(self, puzzle_of_draft(draft, proved), ("easy", *SEARCH_CONFIGS), choose, rng)

    def verdict(self, puzzle: Puzzle, session: Session) -> AttemptResult:
        """Result of the attempt so far, judged at each goal and each finished turn."""
        again = puzzle.session()
        task = TurnProblem(state_of(again))
        state = task.state
        for _seat, move in session.log:
            again.play(move)
            before, state = state, state_of(again)
            if state.score != before.score:
                has_scored = state.score[puzzle.seat] > before.score[puzzle.seat]
                return AttemptResult.SOLVED if has_scored else AttemptResult.MISSED
            if (
                state.turns != before.turns
                and (result := _judge_turn(puzzle, task, state)) is not AttemptResult.OPEN
            ):
                return result
        return AttemptResult.OPEN

    def defence_move(self, puzzle: Puzzle, session: Session) -> str:
        """Text of the next move of the reply that delays our goal most, or of the worst spot for the ball."""
        state, task = state_of(session), TurnProblem(state_of(puzzle.session()))
        if state.phase is SockerPhase.SPOT:
            return defence(task, state)
        # Planned from the start of the opponent's turn: in its middle another end may look as good.
        log, seat = session.log, session.to_move
        first_ply = next((ply for ply in range(len(log), 0, -1) if log[ply - 1][0] != seat), 0)
        moves = tuple(move for _seat, move in log[first_ply:])
        start = state_of(session.before(first_ply))
        reply = partial(best_reply, task, scores=puzzle.kind == "save")
        plan = reply(start) if start.phase is not SockerPhase.SPOT else ()
        rest = plan[len(moves) :] if plan[: len(moves)] == moves else reply(state)
        return rest[0] if rest else "end"

    def refutes(self, puzzle: Puzzle, session: Session) -> bool:
        """True after the first turn of a ``save`` or ``force`` without a goal, when a reply is shown."""
        before, state = state_of(session.before(0)), state_of(session)
        # If all our puppets are down, our turn is skipped, and the reply is over though its seat moves again.
        is_reply = state.turns <= before.turns + 1 and is_first_turn(puzzle, session)
        return puzzle.kind != "score" and state.score == before.score and is_reply

    def lacks(self, puzzle: Puzzle, session: Session, names: Sequence[str]) -> str:
        """Translated sentence: the opponent's goal, or rows still missing. Empty before a refutation."""
        state, foe = state_of(session), 1 - puzzle.seat
        if state.score[foe] > state_of(session.before(0)).score[foe]:
            return _("Goal for {name}!").format(name=names[foe])
        if self.refutes(puzzle, session):
            return ""
        short = goals_away(state.options.pitch, state.ball)[puzzle.seat]
        template = plural(
            "The ball is still {n} space from the goal.", "The ball is still {n} spaces from the goal.", short
        )
        return template.format(n=short)

    def task(self, puzzle: Puzzle) -> str:
        """Translated task of the puzzle, by its kind."""
        return {
            "score": _("Score this turn."),
            "save": _("Save it. End your turn so that the other side can't score on its next turn."),
            "force": _("Score on your next turn, whatever the other side does in between."),
        }[puzzle.kind]

    def explain_solution(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[SolutionStep]:
        """Steps of the first solution: a nudge, each own action with its purpose, and notes."""
        line, seat = puzzle.solutions[0], puzzle.seat
        session, steps = puzzle.session(), list[SolutionStep]()
        for number, move in enumerate(line):
            if session.to_move == seat and (puzzle.kind != "force" or move != "end"):
                before = session.before(number)
                session.play(move)
                text = _action_words(session, line, number, before)
                steps.append(SolutionStep(text, (move,), points=_action_spaces(session, move)))
            else:
                session.play(move)
        if puzzle.kind == "save":
            text = _("Now {name} can't score. With one action fewer, there would still be a way.")
            steps.append(SolutionStep(text.format(name=names[1 - seat])))
        if puzzle.kind == "force":
            steps.insert(_first_turn(puzzle), _reply_words(puzzle, names))
        if len(puzzle.solutions) > 1:
            alternative = puzzle.solutions[1][: _first_turn(puzzle, 1)]
            steps.append(SolutionStep(_("There's one other way to do it."), about=alternative))
        verb, space, *_aim = line[0].split()
        if verb != "spot":
            text = _("Look at the puppet on {space}.").format(space=space)
            steps.insert(0, SolutionStep(text, points=(space, space), nudges=True))
        return steps


def _draft(session: Session, state: SockerState, kind: str) -> PuzzleCandidate:
    """Candidate of a kind from this state, with the house rules that its task depends on."""
    usual = find_game("socker").info.read_options(None, 2)
    options: dict[str, object] = {
        name: session.options[name] for name in TASK_RULES if session.options[name] != usual[name]
    }
    return PuzzleCandidate("socker", kind, RULES.format_position(state), state.turn, options)


def _judge_turn(puzzle: Puzzle, task: TurnProblem, state: SockerState) -> AttemptResult:
    """Result of the attempt after a turn that ended without a goal."""
    seat = puzzle.seat
    if puzzle.kind == "score":
        return AttemptResult.MISSED
    ours, foe = state.upright[seat], 1 - seat
    if state.mover == foe and state.turns == 1:
        end = TurnEndPosition(state.ball, ours, state.upright[foe], state.fallen[foe])
        if puzzle.kind == "save":
            return AttemptResult.MISSED if task.lets(end) else AttemptResult.SOLVED
        return (
            AttemptResult.OPEN
            if _is_forced(puzzle.position, tuple(puzzle.options.items()), end)
            else AttemptResult.MISSED
        )
    if puzzle.kind == "save":  # the opponent had no legal action
        return AttemptResult.SOLVED
    node = TurnNode(state.ball, ours, state.upright[foe], state.fallen[foe], state.off_field_limit)
    may = (
        state.mover == seat
        and state.turns == 2
        and task.mine.can(node, state.fallen[seat], state.actions_left)
    )
    return AttemptResult.OPEN if may else AttemptResult.MISSED


@lru_cache(maxsize=64)
def _is_forced(position: str, options: tuple[tuple[str, object], ...], end: TurnEndPosition) -> bool:
    """True if a goal follows this end of the first turn against any defence. Cached because it is slow."""
    task = TurnProblem(state_of(Session.from_position("socker", position, options=dict(options))))
    try:
        return task.wins(end)
    except NoPuzzleError:  # it depends on the spot for the ball
        return False


def runs_straight(line: Sequence[str], numbers: Mapping[str, int]) -> bool:
    """True if one puppet does the whole turn, stepping after each kick and always kicking the same way.

    Args:
        line: the moves of the turn.
        numbers: space number by name.
    """
    verbs, actors, targets = zip(*(move.split() for move in line), strict=True)
    if verbs != ("kick", "move") * (len(line) // 2) + ("kick",):
        return False
    ways = {numbers[target] - numbers[actor] for actor, target in zip(actors[::2], targets[::2], strict=True)}
    steps = zip(actors[:-2:2], actors[1::2], targets[1::2], actors[2::2], strict=True)
    return len(ways) == 1 and all(
        actor == start and goal == next_actor for actor, start, goal, next_actor in steps
    )


def _solution_line(task: TurnProblem, kind: str, acts: Acts) -> tuple[str, ...]:
    """Texts of a complete attempt, for ``force`` with reply and goal. `NoPuzzleError` if a spot decides."""
    moves = [task.side.text(act) for act in acts]
    if kind != "force":
        return tuple(moves)
    replies = task.replies(end_of(task, acts))
    reply = best_end(task, replies)
    ways = task.mine.ways(task.after(reply), reply.fallen, actions_to_goal(task, reply))
    goal = min((acts for acts, _last in ways), key=lambda acts: (len(acts), acts), default=())
    if not goal:
        raise NoPuzzleError(_("It depends on where a ball that went out is put back."))
    theirs = replies.way(reply)
    foe, side = task.theirs.side, task.side
    moves += [foe.text(act) for act in theirs]
    if 0 < sum(act.verb != "spot" for act in theirs) < task.state.options.actions:
        moves.append("end")
    return (*moves, *(side.text(act) for act in goal))


def _random_probability(task: TurnProblem, kind: str, turns: Sequence[Acts]) -> float:
    """Probability that random moves solve the task; for ``force``, after the best reply."""
    if kind == "score":
        return luck_to_score(task, task.node, task.down, task.state.actions_left)
    total = 0.0
    for acts in turns:
        end = end_of(task, acts)
        hit = luck_to_end(task, task.node, end, task.state.actions_left)
        if kind == "force":
            reply = best_end(task, task.replies(end))
            hit *= luck_to_score(task, task.after(reply), reply.fallen, task.actions_after(reply))
        total += hit
    return total


PUZZLES = SockerPuzzles()
