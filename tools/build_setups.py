"""Build the book of set-ups of Socker's bots in a tournament.

    python -m tools.build_setups

writes ``game/games/socker/bot/setups.py``. Random set-ups, five sockers in one's half, play legs in pairs,
each side starting once. The better half continues, until few enough are left. A seed always makes the same
book.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TypeAlias

from game.core.rng import SeededRng
from game.core.search import Budget
from game.games.socker import INFO
from game.games.socker.bot.search import (
    ALL_ACTIONS,
    LEVEL_WEIGHTS,
    SockerSearch,
    SockerSearchConfig,
    grounds,
    stand_of,
)
from game.games.socker.rules.pitch import STANDARD_PITCH, pitch_of, spaces_in
from game.games.socker.rules.state import SockerOptions
from tools.command import command

WHERE = Path(__file__).parent.parent / "game/games/socker/bot/setups.py"
SIGHT = SockerSearchConfig(width=40, looks=12, alarm=ALL_ACTIONS, whim=0.2)
LONGEST = 60  # turns after which a leg is a draw

SetUp: TypeAlias = tuple[int, ...]
"""Spaces of the sockers, for the side that kicks upwards."""


class Fair:
    """Tournament of set-ups on the usual pitch."""

    def __init__(self, seed: int, count: int) -> None:
        self.pitch = pitch_of(STANDARD_PITCH)
        self.house = SockerOptions.of(self.pitch, 0, INFO.read_options({}, 2))
        self.ground = grounds(self.pitch).of(LEVEL_WEIGHTS["master"])
        self.random = Random(seed)
        field = list(spaces_in(self.house.setup_area(0) & self.pitch.field))
        self.left: list[SetUp] = [tuple(sorted(self.random.sample(field, 5))) for _ in range(count)]
        self.met: dict[SetUp, list[float]] = {setup: [] for setup in self.left}
        """Results of each set-up's legs: 1 for a win, 0 for a loss, 0.5 for a draw."""

    def share(self, setup: SetUp) -> float:
        return sum(self.met[setup]) / len(self.met[setup])

    def round(self) -> None:
        """Let each set-up play two legs against another one."""
        self.random.shuffle(self.left)
        for setup, rival in zip(self.left[::2], self.left[1::2], strict=True):
            for first, second in ((setup, rival), (rival, setup)):
                result = self.leg(first, second)
                self.met[first].append(result)
                self.met[second].append(1 - result)

    def halve(self) -> None:
        self.left = sorted(self.left, key=self.share, reverse=True)[: len(self.left) // 2]

    def leg(self, first: SetUp, second: SetUp) -> float:
        """Play a leg. Returns 1 if the side that starts wins, 0 if it loses, 0.5 for a draw."""
        turf = self.ground.turf
        up, opponents = (sum(1 << space for space in spaces) for spaces in (first, second))
        stand = stand_of(turf, self.pitch.centre, up, 0, turf.flipped_sets[opponents], self.house.actions)
        rng = SeededRng(self.random.randrange(1 << 30), "leg")
        for turn in range(LONGEST):
            search = SockerSearch(self.ground, self.house, SIGHT, Budget())
            plan = search.plan(stand, can_stop=False, rng=rng)
            if plan is None:
                break
            if plan.end is None:
                return float(turn % 2 == 0)
            stand = search.next_stand(plan.end, stand.down)
        return 0.5

    def write(self) -> None:
        """Write the remaining set-ups."""
        texts = (" ".join(self.pitch.names[space] for space in setup) for setup in sorted(self.left))
        lines = "".join(f'    "{text}",\n' for text in texts)
        doc = WHERE.read_text(encoding="utf-8").split("SETUP_BOOK")[0]
        WHERE.write_text(f"{doc}SETUP_BOOK = (\n{lines})\n", encoding="utf-8")


def main() -> None:
    """Build the book."""
    parser = command(__doc__)
    parser.add_argument("--count", type=int, default=80, help="drawn by chance")
    parser.add_argument("--keep", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=4, help="of two legs each before the worse half goes")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    fair = Fair(arguments.seed, arguments.count)
    while len(fair.left) > arguments.keep:
        for _ in range(arguments.rounds):
            fair.round()
        shares = sorted(map(fair.share, fair.left))
        print(f"{len(fair.left)} set-ups, {shares[0]:.2f} to {shares[-1]:.2f}", flush=True)
        fair.halve()
    fair.write()


if __name__ == "__main__":
    main()
