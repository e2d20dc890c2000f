"""How important each effect is: how loud it was made, and which of two sounds gives way."""

from __future__ import annotations

from enum import IntEnum
from random import Random


class Tier(IntEnum):
    """Three kinds of effects, the most important last."""

    PRESS = 0
    """What a hand does to the interface."""
    PIECE = 1
    """Cards, pieces, and what happens on the table."""
    MOMENT = 2
    """What everybody in the room looks up for; the music steps back."""


_NAMES = {
    Tier.PRESS: "focus confirm back refuse undo hint pause join leave chat tick",
    Tier.PIECE: "place lift step kick sock toss turn your_turn zip pop card_draw card_lay card_shuffle knock "
    "joker envelope chair track rocket phase lamp stars train whistle",
    Tier.MOMENT: "goal claim win lose hand_end",
}
TIERS: dict[str, Tier] = {name: tier for tier, names in _NAMES.items() for name in names.split()}
"""The tier of every effect by name."""
LUFS = {Tier.PRESS: -26.0, Tier.PIECE: -22.0, Tier.MOMENT: -17.0}
"""How loud each tier is at the volumes that the settings begin with."""
MUSIC = -30.0
"""How loud the music is then."""
SPREAD = 2.0
"""An effect under `Tier.MOMENT` sounds up to so many dB louder or softer each time."""


def heard(volume: int) -> float:
    """What the mixer, which steps by 1/128, is told for a volume of 0 to 100: 50 sounds half as loud."""
    volume = min(100, max(0, volume))
    return 0.0 if volume == 0 else max(1 / 128, (volume / 100) ** 1.6)


def tier_of(name: str) -> Tier:
    """The tier of an effect; one that is not in the list is a piece."""
    return TIERS.get(name, Tier.PIECE)


def gain_now(name: str, chance: Random) -> float:
    """How loud an effect is this time, 0 to 1: no piece falls twice alike; moments are as loud as can be."""
    if tier_of(name) is Tier.MOMENT:
        return 1.0
    return float(10 ** ((chance.uniform(-SPREAD, SPREAD) - SPREAD) / 20))


def sides(level: float, pan: float) -> tuple[float, float]:
    """How loud left and right are for a sound from -1 (left) to 1 (right)."""
    return level * min(1.0, 1.0 - pan), level * min(1.0, 1.0 + pan)
