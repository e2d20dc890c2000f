"""What self-play has taught the quick player, as `tools.train_sociable` keeps it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from game.games.sociable.bot.hands import hands_up_to
from game.games.sociable.bot.policy import Learnt, Policy

WHERE = Path(__file__).parent
GRAIN = 0.01
"""What one step of a whole number stands for."""
MOST = {4: 8, 5: 6}
"""By number of players: the most cards of a hand that is played."""


def file_of(players: int) -> Path:
    """Where it is kept."""
    return WHERE / f"learnt{players}.npz"


@cache
def learnt(players: int) -> Learnt:
    """What there is for so many players, read once in a process."""
    with np.load(file_of(players)) as kept:
        found = {name: kept[name] for name in kept.files}
    more = found["more"].astype(np.float32) * GRAIN
    leader, other, holds, waits, leans = (
        found[name].astype(np.float32) for name in ("leader", "other", "holds", "waits", "leans")
    )
    return Learnt(leader, other, holds, waits, leans, more)


@cache
def policy_for(players: int, *, joker_tops: bool) -> Policy:
    """The quick player for so many players, made once in a process."""
    return Policy(learnt(players), hands_up_to(MOST[players]), joker_tops=joker_tops)
