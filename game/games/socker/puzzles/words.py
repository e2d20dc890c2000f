"""What is said of a puzzle of Socker: its task, and its solution action by action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.session import Session
from game.games.socker.rules.events import BallKicked, BallOut, GoalScored, SockerSocked, read
from game.games.socker.rules.observed import observed
from game.games.socker.rules.pitch import STANDARD, pitch_of
from game.games.socker.rules.rules import RULES
from game.match.puzzle import Puzzle, Told
from game.words import _

STANDARD_PITCH = pitch_of(STANDARD)


def task_words(kind: str) -> str:
    """The task in a sentence."""
    return {
        "score": _("Score in this turn."),
        "save": _("Save it: end your turn so that the other side cannot score in its next one."),
        "force": _("Score in your next turn, whatever the other side does in between."),
    }[kind]


def told_words(puzzle: Puzzle, names: Sequence[str]) -> Sequence[Told]:
    """The first solution step by step, what it comes to, and whether there is another."""
    line, seat = puzzle.solutions[0], puzzle.seat
    session, steps = puzzle.session(), []
    for number, move in enumerate(line):
        if session.to_move == seat and (puzzle.kind != "force" or move != "end"):
            before = session.before(number)
            session.play(move)
            steps.append(Told(_action_words(session, line, number, before), (move,)))
        else:
            session.play(move)
    if puzzle.kind == "save":
        words = _("Now {name} has no way to score; with any action less there would be one.")
        steps.append(Told(words.format(name=names[1 - seat])))
    if puzzle.kind == "force":
        steps.insert(_first_turn(puzzle), _reply_words(puzzle, names))
    if len(puzzle.solutions) > 1:
        other = puzzle.solutions[1][: _first_turn(puzzle, 1)]
        steps.append(Told(_("There is one other way to do it."), other))
    return steps


def _first_turn(puzzle: Puzzle, which: int = 0) -> int:
    """How many moves the first turn of a solution has."""
    session, line = puzzle.session(), puzzle.solutions[which]
    for number, move in enumerate(line):
        session.play(move)
        if _turns(session) or session.to_move is None:
            return number + 1
    return len(line)


def _turns(session: Session) -> int:
    """How many turns were finished."""
    return observed(session.observe(None))["turns"]


def _reply_words(puzzle: Puzzle, names: Sequence[str]) -> Told:
    session = puzzle.session()
    theirs = []
    for number, move in enumerate(puzzle.solutions[0]):
        if number >= _first_turn(puzzle) and session.to_move != puzzle.seat:
            theirs.append(move)
        session.play(move)
    if not theirs:
        return Told(_("{name} can do nothing at all now.").format(name=names[1 - puzzle.seat]))
    words = _("Whatever {name} does now, the goal cannot be stopped; this holds it up the longest.")
    return Told(words.format(name=names[1 - puzzle.seat]), tuple(theirs))


def _action_words(session: Session, line: Sequence[str], number: int, before: Session) -> str:
    """One action, which was just made, with what it is good for."""
    verb, *spaces = line[number].split()
    if verb == "spot":
        return _("The ball is put on {space}.").format(space=spaces[0])
    if verb == "end":
        return _("That is enough: the turn ends.")
    happened = [read(event) for event in session.last_events()]
    if verb == "kick":
        return _kick_words(happened, spaces)
    later = list(_later(session, line[number + 1 :]))
    if verb == "sock":
        return _sock_words(happened, spaces, later)
    return _step_words(spaces, later, before)


def _later(session: Session, line: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """What the same side does after it in this turn: each verb with its spaces, and where a ball goes."""
    again, seat, turns = session.branched(len(session.log)), session.to_move, _turns(session)
    for move in line:
        if again.to_move != seat or _turns(again) != turns:
            return
        again.play(move)
        words = tuple(move.split())
        kicked = [
            happened.to for event in again.last_events() if isinstance(happened := read(event), BallKicked)
        ]
        yield (*words, *kicked)


def _kick_words(happened: Sequence[object], spaces: Sequence[str]) -> str:
    who = spaces[0]
    for event in happened:
        if isinstance(event, GoalScored):
            return _("Kick from {who}: goal!").format(who=who)
    for event in happened:
        if isinstance(event, BallOut):
            if event.to is None:
                return _("Kick from {who}: the ball goes out, and is put back level with it.").format(who=who)
            return _("Kick from {who}: the ball goes out, and comes back to {space}.").format(
                who=who, space=event.to
            )
    to = next(event.to for event in happened if isinstance(event, BallKicked))
    return _("Kick from {who}: the ball rolls to {space}.").format(who=who, space=to)


def _sock_words(happened: Sequence[object], spaces: Sequence[str], later: Sequence[tuple[str, ...]]) -> str:
    told = {"who": spaces[0], "space": spaces[1]}
    landed = next(event.to for event in happened if isinstance(event, SockerSocked))
    if any(then[0] == "kick" and then[-1] == spaces[1] for then in later):
        return _("Sock the puppet on {space} from {who}: it stood in the ball's way.").format(**told)
    if any(then[0] == "move" and then[2] == spaces[1] for then in later):
        return _("Sock the puppet on {space} from {who}: its place is needed.").format(**told)
    if any(then[0] == "sock" and then[2] == landed for then in later):
        return _("Sock the puppet on {space} from {who}, and it will be socked again.").format(**told)
    return _("Sock the puppet on {space} from {who}: it misses its next turn.").format(**told)


def _step_words(spaces: Sequence[str], later: Sequence[tuple[str, ...]], before: Session) -> str:
    start, goal = spaces
    told = {"start": start, "space": goal}
    for then in later:
        if then[0] in ("kick", "sock") and then[1] == goal:
            words = {
                "kick": _("Step from {start} to {space}, from where the ball can be kicked the right way."),
                "sock": _("Step from {start} to {space}, beside the puppet that is in the way."),
            }[then[0]]
            return words.format(**told)
        if then[0] == "kick" and then[-1] == start:
            return _("Step from {start} to {space}, out of the ball's way.").format(**told)
        if then[0] == "move" and then[2] == start:
            return _("Step from {start} to {space}, to make room.").format(**told)
        if then[0] == "move" and then[1] == goal:
            return _("Step from {start} to {space}, and on.").format(**told)
    return _idle_words(before, goal).format(**told)


def _idle_words(before: Session, goal: str) -> str:
    """A step after which the same puppet does nothing more in this turn."""
    pitch = STANDARD_PITCH
    ball = RULES.parse_position(before.position(), 2, 0, before.options, None).ball
    if pitch.around[ball] >> pitch.numbers[goal] & 1:
        return _("Step from {start} to {space}, beside the ball.")
    return _("Step from {start} to {space}, just the right place for what comes.")
