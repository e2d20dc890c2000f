"""Which channel of the mixer an effect gets: what matters more is never cut off by what matters less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.ui.kit.tiers import Tier, sides, tier_of

if TYPE_CHECKING:
    import pygame

SAME = 3
"""How many of one effect may sound at once: a volley of the same sound adds up to noise."""


@dataclass(frozen=True, slots=True)
class Sounding:
    """An effect that sounds."""

    name: str
    order: int
    """Which effect it was since the start, counted."""


def place_for(name: str, channels: list[Sounding | None]) -> int | None:
    """The channel that an effect gets: a free one, or that of the least and oldest sound; `None` for none."""
    if sum(one is not None and one.name == name for one in channels) >= SAME:
        return None
    for number, one in enumerate(channels):
        if one is None:
            return number
    ranked = [
        (tier_of(one.name), one.order, number) for number, one in enumerate(channels) if one is not None
    ]
    tier, _order, number = min(ranked)
    gives_way = tier < tier_of(name) or (tier == tier_of(name) and tier is not Tier.MOMENT)
    return number if gives_way else None


class SoundChannels:
    """The channels of the mixer from a number on, and what sounds there."""

    def __init__(self, first: int, count: int) -> None:
        self._first = first
        self._sounding: list[Sounding | None] = [None] * count
        self._order = 0

    def play(self, name: str, sound: pygame.mixer.Sound, level: float, pan: float) -> bool:
        """Sound an effect; whether there was a channel for it.

        Args:
            name: the effect.
            sound: the take of it.
            level: how loud, 0 to 1.
            pan: from where, -1 (left) to 1 (right).
        """
        import pygame

        for number in range(len(self._sounding)):
            if not pygame.mixer.Channel(self._first + number).get_busy():
                self._sounding[number] = None
        chosen = place_for(name, self._sounding)
        if chosen is None:
            return False
        self._order += 1
        self._sounding[chosen] = Sounding(name, self._order)
        channel = pygame.mixer.Channel(self._first + chosen)
        channel.play(sound)
        channel.set_volume(*sides(level, pan))
        return True

    def stop(self) -> None:
        """Let every effect fall silent."""
        import pygame

        for number in range(len(self._sounding)):
            pygame.mixer.Channel(self._first + number).stop()
