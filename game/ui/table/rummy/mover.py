"""Cards and piles on their way: whatever has a new place goes there from where it is, and nothing jumps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.ui.core.canvas import ease_out
from game.ui.table.rummy.fan import CardPose


@dataclass(frozen=True, slots=True)
class _Way:
    start: CardPose
    end: CardPose
    begun: float
    ms: float

    def at(self, now: float) -> CardPose:
        share = 1.0 if self.ms <= 0 else min(1.0, max(0.0, (now - self.begun) / self.ms))
        if share >= 1.0:
            return self.end
        k, a, b = ease_out(share), self.start, self.end
        return CardPose(
            a.x + (b.x - a.x) * k,
            a.y + (b.y - a.y) * k,
            a.angle + (b.angle - a.angle) * k,
            a.card + (b.card - a.card) * k,
        )


class Mover:
    """Where everything is, by its key, and where it goes."""

    def __init__(self) -> None:
        self._ways: dict[int, _Way] = {}

    def aim(self, key: int, pose: CardPose, now: float, ms: float, *, start: CardPose | None = None) -> None:
        """Let something go to a pose in so many ms; what is new appears there, or at ``start`` first."""
        way = self._ways.get(key)
        if way is None:
            self._ways[key] = _Way(start or pose, pose, now, ms if start else 0.0)
        elif start is not None:
            self._ways[key] = _Way(start, pose, now, ms)
        elif way.end != pose:  # else each call would set it out anew
            # From where it is by now: a card that is sent elsewhere on its way turns, and does not jump.
            self._ways[key] = _Way(way.at(now), pose, now, ms)

    def put(self, key: int, pose: CardPose) -> None:
        """Have something lie at a pose at once."""
        self._ways[key] = _Way(pose, pose, 0.0, 0.0)

    def at(self, key: int, now: float) -> CardPose | None:
        """Where something is."""
        way = self._ways.get(key)
        return way.at(now) if way is not None else None

    def end(self, key: int) -> CardPose | None:
        """Where something goes."""
        way = self._ways.get(key)
        return way.end if way is not None else None

    def share(self, key: int, now: float) -> float:
        """How much of its way something has behind it, 0 to 1."""
        way = self._ways.get(key)
        if way is None or way.ms <= 0 or way.start == way.end:
            return 1.0
        return min(1.0, max(0.0, (now - way.begun) / way.ms))

    def moves(self, key: int, now: float) -> bool:
        """Whether something is on its way."""
        way = self._ways.get(key)
        return way is not None and now - way.begun < way.ms and way.start != way.end

    def moving(self, now: float) -> bool:
        """Whether anything is."""
        return any(now - way.begun < way.ms and way.start != way.end for way in self._ways.values())

    def rest(self) -> None:
        """Have everything arrive."""
        for key, way in self._ways.items():
            self.put(key, way.end)

    def keep(self, keys: Iterable[int]) -> None:
        """Forget everything else."""
        wanted = set(keys)
        self._ways = {key: way for key, way in self._ways.items() if key in wanted}
