"""The computer players of Socker.

easy chases the ball and kicks it forward when it thinks of it; normal plans its whole turn, see
`game.games.socker.plan`, and plans again after every action.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.chance import Chance
from game.core.contract import Bot, Layout, Observation, Options
from game.games.socker.moves import Move, Verb
from game.games.socker.pitch import STANDARD, Pitch
from game.games.socker.plan import Planner, progress
from game.games.socker.position import FIELDS
from game.games.socker.rules import RULES, State
from game.games.socker.state import Phase


def rebuilt(observation: Observation, options: Options) -> State:
    """The state that an observation shows: everything is public but how often positions were seen."""
    texts = {name: str(observation[name]) for name in FIELDS}
    texts["row"] = str(observation["row"] or "-")
    texts["score"] = "/".join(map(str, observation["score"]))
    cells = "/".join(observation["cells"])
    layout = None if cells == STANDARD else Layout("socker", (("cells", cells),))
    position = " ".join(f"{name}={text}" for name, text in texts.items())
    return RULES.parse_position(position, 2, 0, options, layout)


class SockerBot:
    """Chooses moves for either seat."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Weakest first."""
        return "easy", "normal"

    def choose(self, observation: Observation, options: Options, level: str, chance: Chance) -> str:
        """The text of a legal move for the seat that is to move."""
        state = rebuilt(observation, options)
        moves = list(RULES.moves(state))
        if state.phase is Phase.PLACE:
            move = _placed(state, moves, 3 if level == "easy" else 1, chance)
        elif level == "easy":
            move = _easy(state, moves, chance)
        elif state.phase is Phase.SPOT:
            move = Planner(state.turn).spot(state, moves)
        else:
            move = Planner(state.turn).best(state, chance)
        return RULES.format_move(move)


_FORMATION = ((0, 2), (-2, 1), (2, 1), (0, 4), (0, 3))
"""Where sockers are set up: columns from the middle, rows behind the ball; two wings and a keeper."""


def _placed(state: State, moves: Sequence[Move], spread: int, chance: Chance) -> Move:
    """The next place of the formation, or one within a few steps of it."""
    pitch, seat = state.house.pitch, state.turn
    across, back = _FORMATION[state.up[seat].bit_count() % len(_FORMATION)]
    row = pitch.row(pitch.centre) - (back if seat == 0 else -back)
    column = pitch.columns // 2 + across

    def off(move: Move) -> tuple[int, int]:
        space = pitch.numbers[move.target]
        outside = pitch.restricted >> space & 1
        return outside, abs(pitch.column(space) - column) + abs(pitch.row(space) - row)

    return chance.pick(sorted(moves, key=off)[:spread])


def _easy(state: State, moves: Sequence[Move], chance: Chance) -> Move:
    """A move that a child might make."""
    pitch, seat = state.house.pitch, state.turn
    by_verb: dict[Verb, list[Move]] = {verb: [] for verb in Verb}
    for move in moves:
        by_verb[move.verb].append(move)
    forward = [move for move in by_verb[Verb.KICK] if _kicked_rows(pitch, seat, move) > 0]
    scoring = [move for move in forward if _scores(pitch, seat, move)]
    if scoring and chance.happens(0.9):
        return chance.pick(scoring)
    if forward and chance.happens(0.8):
        return chance.pick(forward)
    if by_verb[Verb.END] and chance.happens(0.1):
        return by_verb[Verb.END][0]
    if by_verb[Verb.SOCK] and chance.happens(0.3):
        return chance.pick(by_verb[Verb.SOCK])
    if by_verb[Verb.MOVE] and chance.happens(0.85):
        return _chase(state, by_verb[Verb.MOVE], chance)
    careful = [move for move in moves if move.verb is not Verb.KICK or _kicked_rows(pitch, seat, move) >= 0]
    return chance.pick(careful or moves)


def _kicked_rows(pitch: Pitch, seat: int, move: Move) -> int:
    actor, ball = pitch.numbers[move.actor], pitch.numbers[move.target]
    return progress(pitch, seat, ball) - progress(pitch, seat, actor)


def _scores(pitch: Pitch, seat: int, move: Move) -> bool:
    beyond = 2 * pitch.numbers[move.target] - pitch.numbers[move.actor]
    return bool(pitch.goals[seat] >> beyond & 1)


def _chase(state: State, moves: Sequence[Move], chance: Chance) -> Move:
    """A move that brings a socker nearer to the space behind the ball."""
    pitch = state.house.pitch
    behind = state.ball - (pitch.columns if state.turn == 0 else -pitch.columns)

    def away(move: Move) -> int:
        return pitch.distance(pitch.numbers[move.target], behind)

    nearer = [move for move in moves if away(move) < pitch.distance(pitch.numbers[move.actor], behind)]
    return chance.pick(sorted(nearer or moves, key=away)[:4])


BOT: Bot = SockerBot()
