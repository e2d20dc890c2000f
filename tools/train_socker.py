"""Train the weights of Socker's bots by self-play.

    python -m tools.train_socker --legs 20000

writes ``game/games/socker/bot/weights.py``. A leg ends with a goal, or undecided after ``LONGEST`` turns.
From its last turn back, the value of each position is moved towards that of the next one and towards the
result.
"""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

from game.core.search import Budget
from game.games.socker import INFO
from game.games.socker.bot import evaluation as at
from game.games.socker.bot.search import (
    LOST_VALUE,
    EvaluatedLeaf,
    EvaluationContext,
    SockerSearch,
    SockerSearchConfig,
    SockerSearchNode,
    stand_of,
)
from game.games.socker.bot.weights import TRAINED_WEIGHTS
from game.games.socker.rules.pitch import STANDARD_PITCH, pitch_of
from game.games.socker.rules.state import SockerOptions
from tools.command import command

WHERE = Path(__file__).parent.parent / "game/games/socker/bot/weights.py"
SIGHT = SockerSearchConfig(width=120, looks=40, alarm=3)
LONGEST = 60
FAITH = 0.9
"""Share of the later target in a target; the rest is the value of the next position."""
CURIOSITY = 0.15
SCATTERED = 0.35  # share of legs that start from random positions


class Trainer:
    """Weights in training."""

    def __init__(self, seed: int) -> None:
        house = INFO.read_options({}, 2)
        self.house = SockerOptions.of(pitch_of(STANDARD_PITCH), 0, house)
        self.random = Random(seed)
        self.weights = list(TRAINED_WEIGHTS)
        self.ground = EvaluationContext(self.house.pitch, TRAINED_WEIGHTS)

    def leg(self, rate: float) -> bool:
        """Play a leg and learn from it. Returns True if there was a goal."""
        node, mover = self._start_node(), 0
        history: list[tuple[int, tuple[int, ...]]] = []
        for _ in range(LONGEST):
            search = SockerSearch(self.ground, self.house, SIGHT, Budget())
            turn = search.search_turn(node)
            if turn.goal is not None:
                self._learn(history, mover, rate)
                return True
            leaves = search.examine_ends(turn, node, SIGHT.looks)
            if not leaves:
                break
            end = max(leaves, key=self._noisy_value).end
            if leaves[0].value > LOST_VALUE / 2:
                ball, foes, fallen, _ = end.scene
                ours = end.up | node.down
                threat = self.ground.threats.fewest_actions(ball, ours, foes | fallen, 3)
                history.append((mover, tuple(self.ground.worth.features(ball, ours, foes, fallen, threat))))
            node, mover = search.next_stand(end, node.down), 1 - mover
        self._learn(history, None, rate)
        return False

    def spread(self) -> None:
        """Use the trained weights from now on."""
        self.ground = EvaluationContext(self.house.pitch, tuple(self.weights))

    def _noisy_value(self, leaf: EvaluatedLeaf) -> float:
        """Return the value of a leaf with random noise."""
        return leaf.value + self.random.expovariate(1 / CURIOSITY)

    def _start_node(self) -> SockerSearchNode:
        """Return the initial position of a leg, sometimes a random one."""
        turf, pick = self.ground.turf, self.random.sample
        if self.random.random() < SCATTERED:
            ball, *spaces = pick(turf.squares[turf.pitch.field], 11)
        else:
            half = turf.squares[self.house.setup_area(0) & turf.pitch.field]
            ball = turf.pitch.centre
            spaces = [*pick(half, 5), *(turf.flip(space) for space in pick(half, 5))]
        ours, foes = (sum(1 << space for space in side) for side in (spaces[:5], spaces[5:]))
        return stand_of(turf, ball, ours, 0, foes, self.house.actions)

    def _learn(self, history: list[tuple[int, tuple[int, ...]]], scorer: int | None, rate: float) -> None:
        """Adjust the weights to a leg: movers and features of its positions, and who scored."""
        target = following = 0.0
        for number, (mover, features) in enumerate(reversed(history)):
            value = 1 / (1 + math.exp(-sum(self.weights[feature] for feature in features)))
            if number:
                target = 1 - (FAITH * target + (1 - FAITH) * following)
            else:
                target = value if scorer is None else float(scorer == mover)
            for feature in features:
                self.weights[feature] += rate * (target - value)
            following = value

    def write(self) -> None:
        """Write the weights into the bot's file."""
        texts = [f"{weight + 0.0:.2f}".replace("-0.00", "0.00") for weight in self.weights]
        lines = [f"    {', '.join(texts[i : i + 13])},\n" for i in range(0, at.WEIGHT_COUNT, 13)]
        doc = WHERE.read_text(encoding="utf-8").split("TRAINED_WEIGHTS")[0]
        WHERE.write_text(f"{doc}TRAINED_WEIGHTS = (\n{''.join(lines)})  # fmt: skip\n", encoding="utf-8")


def main() -> None:
    """Play the legs of the command line."""
    parser = command(__doc__)
    parser.add_argument("--legs", type=int, default=20000)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    trainer, goals = Trainer(arguments.seed), 0
    for leg in range(1, arguments.legs + 1):
        goals += trainer.leg(arguments.rate * (1 if 2 * leg < arguments.legs else 0.3))
        if leg % 20 == 0:
            trainer.spread()
        if leg % 100 == 0:
            print(f"{leg} legs, {goals} goals", flush=True)
            trainer.write()
    trainer.write()


if __name__ == "__main__":
    main()
