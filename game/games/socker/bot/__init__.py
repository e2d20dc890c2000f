"""The computer players of Socker.

easy chases the ball (`easy`). The others go through all ends of their turn (`turns`), value each (`worth`)
and look for goals that threaten near the best (`threats`); hard plays out their whole reply to some of
these, master goes on to its own next turn (`thought`). They remember nothing: each action of a turn is
found anew from where it stands, by the same judgement, and what a process has worked out before only saves
time.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.chance import Chance
from game.core.game import Layout, Observation
from game.core.options import Options
from game.core.search import Budget, read_level
from game.games.socker.bot.easy import childish
from game.games.socker.bot.places import placed
from game.games.socker.bot.tastes import MANNERS, WEIGHTS, liking_of
from game.games.socker.bot.thought import ALL, Plan, Sight, Thought, grounds, stand_of
from game.games.socker.bot.tiring import MODEL, sight_after, tired
from game.games.socker.bot.turns import STOP, First, Stand
from game.games.socker.rules.moves import END, Move, Verb
from game.games.socker.rules.observed import observed
from game.games.socker.rules.pitch import STANDARD
from game.games.socker.rules.rules import RULES, State
from game.games.socker.rules.state import Phase

SIGHTS = {
    "normal": Sight(width=60, looks=40, alarm=1, whim=0.2),
    "hard": Sight(width=100, looks=40, alarm=ALL, plies=(8,), whim=0.1),
    "master": Sight(width=120, looks=60, alarm=ALL, plies=(28, 4, 3), whim=0.05),
}
SPREADS = {"easy": 3, "normal": 1, "hard": 1, "master": 2}
"""Among how many places each level chooses in a set-up; with its little whim master would begin alike."""
CHILD = 1
"""Within so many actions easy sees a goal: in the next one."""


def rebuilt(observation: Observation, options: Options) -> State:
    """The state that an observation shows: everything is public but how often positions were seen."""
    seen = observed(observation)
    texts = {
        "field": seen["field"],
        "phase": seen["phase"],
        "turn": seen["turn"],
        "acts": seen["acts"],
        "left": seen["left"],
        "limit": seen["limit"],
        "mover": seen["mover"],
        "row": seen["row"] or "-",
        "score": "/".join(map(str, seen["score"])),
        "turns": seen["turns"],
    }
    cells = "/".join(seen["cells"])
    layout = None if cells == STANDARD else Layout("socker", (("cells", cells),))
    position = " ".join(f"{name}={text}" for name, text in texts.items())
    return RULES.parse_position(position, 2, 0, options, layout)


class SockerBot:
    """Chooses moves for either seat."""

    levels = ("easy", *SIGHTS)
    manners = MANNERS

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: Chance,
        budget: Budget | None = None,
    ) -> str:
        """The text of a legal move for the seat that is to move.

        What a budget counts are turns of the other side that are played out in reply.
        """
        level, manner = read_level(level, self.levels, self.manners)
        state = rebuilt(observation, options)
        moves = list(RULES.moves(state))
        if len(moves) == 1:
            move = moves[0]
        elif state.phase is Phase.PLACE:
            move = placed(state, moves, SPREADS[level], chance)
        elif level == "easy":
            move = Player(state, "normal", "", Budget()).shot(CHILD) or childish(state, moves, manner, chance)
        else:
            move = Player(state, level, manner, budget or Budget(), tires=True).move(moves, chance)
        return RULES.format_move(move)


class Player:
    """A level and a manner at one decision, seeing as far as the level does if nothing else is said.

    At the table it ``tires``, in hints it does not.
    """

    def __init__(
        self,
        state: State,
        level: str,
        manner: str,
        budget: Budget,
        *,
        sight: Sight | None = None,
        tires: bool = False,
    ) -> None:
        self.state, self.seat = state, state.turn
        liking = liking_of(level, manner)
        sight, late = sight or SIGHTS[level], tired(state, level, state.turn) if tires else 0
        if late:
            sight, level = sight_after(level, late), MODEL
        self.ground = grounds(state.house.pitch).of(WEIGHTS[level])
        self.thought = Thought(self.ground, state.house, sight, budget, liking)
        self.plan: Plan | None = None
        """How the turn is to go on, once a move was asked for."""

    def move(self, moves: Sequence[Move], chance: Chance) -> Move:
        """The best legal move, as far as the level sees."""
        state = self.state
        if state.phase is Phase.SPOT:
            return max(moves, key=self._spot_value)
        begins = state.left == state.acts
        self.plan = self.thought.plan(
            self.stand(state), can_stop=not begins, chance=chance if begins else None
        )
        return self._told(self.plan.first) if self.plan else moves[0]

    def shot(self, actions: int) -> Move | None:
        """The first action of a goal that so many actions make, if there is one in the turn."""
        state, stand = self.state, self.stand(self.state)
        if state.phase is not Phase.PLAY or self.ground.turf.ahead[stand.ball] > actions:
            return None
        turn = self.thought.turn(stand._replace(left=min(actions, stand.left)))
        return self._told(turn.goal) if turn.goal is not None else None

    def _told(self, first: First) -> Move:
        if first.kind == STOP:
            return END
        actor, target = self._names(first.actor, first.target)
        state, number = self.state, self.state.house.pitch.numbers[target]
        if number == state.ball:
            return Move(Verb.KICK, actor, target)
        return Move(Verb.SOCK if state.sockers[1 - self.seat] >> number & 1 else Verb.MOVE, actor, target)

    def _names(self, *spaces: int) -> list[str]:
        turf, names = self.ground.turf, self.state.house.pitch.names
        return [names[turf.flip(space) if self.seat else space] for space in spaces]

    def stand(self, state: State) -> Stand:
        """The turn as the side whose turn it is sees it."""
        turf, seat = self.ground.turf, state.mover
        groups = (state.up[seat], state.down[seat], state.up[1 - seat], state.down[1 - seat])
        ball = state.ball
        if seat:
            ball = turf.flip(ball)
            groups = tuple(turf.turned[group] for group in groups)  # type: ignore[assignment]
        up, down, foes, fallen = groups
        return Stand(ball, up, down, foes, fallen, state.left, state.limit)

    def _spot_value(self, move: Move) -> float:
        """What a spot for the ball is worth to us: by the rest of the turn that goes on."""
        after = RULES.apply(self.state, move).state
        if RULES.outcome(after) or after.phase is not Phase.PLAY:
            return 0.0
        stand = self.stand(after)
        if after.left == after.acts:
            stand = stand_of(self.ground.turf, *stand[:4], after.left)
        value = self.thought.value(stand, can_stop=after.left < after.acts)
        return value if after.mover == self.seat else -value


BOT = SockerBot()
