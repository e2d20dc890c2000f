"""The `Puzzler` of Socker: tasks from moments of matches, judged turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from game.core.discovery import find
from game.core.session import Session
from game.games.socker.bot import BOT, rebuilt
from game.games.socker.puzzles.answers import after, best_end, best_reply, defence, goal_after
from game.games.socker.puzzles.ends import End
from game.games.socker.puzzles.ground import Here
from game.games.socker.puzzles.luck import end_of, luck_to_end, luck_to_score
from game.games.socker.puzzles.sights import looking
from game.games.socker.puzzles.solve import SOLVERS, Acts, Task
from game.games.socker.puzzles.words import task_words, told_words
from game.games.socker.rules.observed import observed
from game.games.socker.rules.pitch import STANDARD, goals_away
from game.games.socker.rules.rules import RULES
from game.games.socker.rules.state import Phase, State
from game.match.puzzle import Draft, NoPuzzleError, Proved, Puzzle, Setting, Told, Verdict
from game.match.puzzle.grading import finders, puzzle_of_draft
from game.words import _

HOUSE = ("actions", "ball_recentre", "own_goal")
"""The house rules that a task depends on."""
FEW = 3
"""Where so few sockers a side are left, a goal can now and then be forced, and that can be proved."""
FAR = 3
"""From so many rows away, at most, a goal is forced within two turns."""
COMMON = 0.3
"""How many a pack takes of the puzzles with an idea that is met again and again."""


class SockerPuzzles:
    """Makes, proves, judges and tells them."""

    kinds: Sequence[str] = tuple(SOLVERS)

    def match(self, chance: Random) -> Setting:
        """Matches of five a side for what happens in one turn, and of fewer for goals that can be forced."""
        levels = chance.choice((("normal", "normal"), ("normal", "easy"), ("easy", "normal")))
        return Setting(2, levels, {"sockers": chance.choice((2, 2, 3, 5, 5))})

    def drafts(self, session: Session, chance: Random) -> Iterator[Draft]:
        """Tasks for the turn that begins; by what scores now and what threatens."""
        state = _state(session)
        if state.phase is not Phase.PLAY or state.left < state.acts or session.to_move is None:
            raise NoPuzzleError(_("A puzzle is made of the beginning of a turn."))
        if observed(session.observe(None))["cells"] != STANDARD.split("/"):
            raise NoPuzzleError(_("Puzzles are played on the usual pitch."))
        task = Task(_alone(state))
        least = task.least()
        if least:
            if least < task.state.left:
                raise NoPuzzleError(_("The goal takes fewer actions than there are."))
            yield _draft(session, task.state, "score")
            return
        waits = End(state.ball, task.here.up | task.down, task.here.foes | task.here.fallen, 0)
        threatened = task.lets(waits)
        if threatened:
            yield _draft(session, task.state, "save")
        few = max(sockers.bit_count() for sockers in state.sockers) <= FEW
        if few and task.side.ahead[state.ball] <= FAR:
            yield _draft(session, task.state, "force")
        elif not threatened:
            raise NoPuzzleError(_("No goal is near enough, on either side."))

    def prove(self, draft: Draft) -> Proved:
        """By going through every end of the turn, and of their reply to each that threatens a goal."""
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        task = Task(_state(session))
        solved = SOLVERS[draft.kind](task)
        lines = tuple(_line(task, draft.kind, acts) for acts in solved.turns)
        return Proved(
            lines, round(1000 * _luck(task, draft.kind, solved.turns)), solved.alike, "search", solved.nodes
        )

    def wanted(self, draft: Draft, proved: Proved, chance: Random) -> bool:
        """Whether a pack wants it.

        Two ideas are so common that only some of them are taken: one puppet runs straight after the ball, and
        all of the other side is knocked down.
        """
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        if draft.kind == "force":
            for move in proved.solutions[0][: _state(session).left]:
                session.play(move)
            common = session.to_move == draft.seat
        else:
            numbers = _state(session).house.pitch.numbers
            common = any(runs_straight(line, numbers) for line in proved.solutions)
        return not common or chance.random() < COMMON

    def found_by(self, draft: Draft, proved: Proved, chance: Random) -> Sequence[str]:
        """The levels that do it when they play it, all of them on the same kind of day."""
        choose = looking(chance.uniform(-1, 1))
        return finders(self, puzzle_of_draft(draft, proved), BOT.levels, choose, chance)

    def verdict(self, puzzle: Puzzle, session: Session) -> Verdict:
        """By every turn that was finished since the position."""
        again = puzzle.session()
        task = Task(_state(again))
        state = task.state
        for _seat, move in session.log:
            again.play(move)
            before, state = state, _state(again)
            if state.score != before.score:
                scored = state.score[puzzle.seat] > before.score[puzzle.seat]
                return Verdict.SOLVED if scored else Verdict.MISSED
            if state.turns != before.turns and (found := _judged(puzzle, task, state)) is not Verdict.OPEN:
                return found
        return Verdict.OPEN

    def answer(self, puzzle: Puzzle, session: Session) -> str:
        """A turn of theirs after which a goal is as far away as can be, or the worst spot for a ball."""
        state, task = _state(session), Task(_state(puzzle.session()))
        if state.phase is Phase.SPOT:
            return defence(task, state)
        # Planned from the beginning of their turn: in its middle another end may look as good.
        log, seat = session.log, session.to_move
        begun = next((ply for ply in range(len(log), 0, -1) if log[ply - 1][0] != seat), 0)
        made = tuple(move for _seat, move in log[begun:])
        start = _state(session.before(begun))
        planned = best_reply(task, start) if start.phase is not Phase.SPOT else ()
        rest = planned[len(made) :] if planned[: len(made)] == made else best_reply(task, state)
        return rest[0] if rest else "end"

    def task(self, puzzle: Puzzle) -> str:
        """What has to be done."""
        return task_words(puzzle.kind)

    def explained(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[Told]:
        """The first solution, action by action, and whether there is another one."""
        return told_words(puzzle, names)


def _state(session: Session) -> State:
    return rebuilt(session.observe(None), session.options)


def _alone(state: State) -> State:
    """The board of a turn that begins, without what was before: score, turns, positions that came back."""
    actions = state.house.actions
    near = goals_away(state.house.pitch, state.ball)
    return replace(state, acts=actions, left=actions, score=(0, 0), turns=0, still=1, near=near)


def _draft(session: Session, state: State, kind: str) -> Draft:
    usual = find("socker").info.read_options(None, 2)
    options: dict[str, object] = {
        name: session.options[name] for name in HOUSE if session.options[name] != usual[name]
    }
    return Draft("socker", kind, RULES.format_position(state), state.turn, options)


def _judged(puzzle: Puzzle, task: Task, state: State) -> Verdict:
    """What a turn that ended without a goal has come to."""
    seat = puzzle.seat
    if puzzle.kind == "score":
        return Verdict.MISSED
    ours, foe = state.up[seat], 1 - seat
    if state.mover == foe and state.turns == 1:
        end = End(state.ball, ours, state.up[foe], state.down[foe])
        if puzzle.kind == "save":
            return Verdict.MISSED if task.lets(end) else Verdict.SOLVED
        return (
            Verdict.OPEN if _forced(puzzle.position, tuple(puzzle.options.items()), end) else Verdict.MISSED
        )
    if puzzle.kind == "save":  # they could not do anything
        return Verdict.SOLVED
    here = Here(state.ball, ours, state.up[foe], state.down[foe], state.limit)
    may = state.mover == seat and state.turns == 2 and task.mine.can(here, state.down[seat], state.left)
    return Verdict.OPEN if may else Verdict.MISSED


@lru_cache(maxsize=64)
def _forced(position: str, options: tuple[tuple[str, object], ...], end: End) -> bool:
    """Whether a goal follows an end of the first turn whatever they do; kept, as it takes a moment."""
    return Task(_state(Session.from_position("socker", position, options=dict(options)))).surely_wins(end)


def runs_straight(line: Sequence[str], numbers: Mapping[str, int]) -> bool:
    """Whether one puppet does all of a turn, a step after each kick, and kicks the same way each time.

    Args:
        line: the moves.
        numbers: the spaces of the pitch by their names.
    """
    verbs, actors, targets = zip(*(move.split() for move in line), strict=True)
    if verbs != ("kick", "move") * (len(line) // 2) + ("kick",):
        return False
    ways = {numbers[target] - numbers[actor] for actor, target in zip(actors[::2], targets[::2], strict=True)}
    steps = zip(actors[:-2:2], actors[1::2], targets[1::2], actors[2::2], strict=True)
    return len(ways) == 1 and all(stood == went and came == next_ for stood, went, came, next_ in steps)


def _line(task: Task, kind: str, acts: Acts) -> tuple[str, ...]:
    """A solution as a whole attempt: with their best reply and our goal, where there is a second turn."""
    moves = [task.side.text(act) for act in acts]
    if kind != "force":
        return tuple(moves)
    replies = task.replies(end_of(task, acts))
    reply = best_end(task, replies)
    goal = goal_after(task, reply)
    if not goal:
        raise NoPuzzleError(_("It hangs on where a ball that went out is put back."))
    theirs = replies.way(reply)
    foe, side = task.theirs.side, task.side
    moves += [foe.text(act) for act in theirs]
    if 0 < sum(act.verb != "spot" for act in theirs) < task.state.house.actions:
        moves.append("end")
    return (*moves, *(side.text(act) for act in goal))


def _luck(task: Task, kind: str, turns: Sequence[Acts]) -> float:
    """How likely somebody who plays anything does it; in a second turn, after the best reply."""
    if kind == "score":
        return luck_to_score(task, task.here, task.down, task.state.left)
    total = 0.0
    for acts in turns:
        end = end_of(task, acts)
        hit = luck_to_end(task, task.here, end, task.state.left)
        if kind == "force":
            reply = best_end(task, task.replies(end))
            hit *= luck_to_score(task, after(task, reply), reply.fallen, task.actions_after(reply))
        total += hit
    return total
