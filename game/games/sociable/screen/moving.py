"""The move to other chairs: who walks where over the floor, and how the office turns to the viewer."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from game.games.sociable.screen import stage_view as view
from game.games.sociable.screen.chairs import ranks, seat_height
from game.games.sociable.screen.places import OfficeBoxes, Spot
from game.games.sociable.screen.stage_view import Sitter
from game.ui.kit.motion import settle
from game.ui.kit.paint import Painter

POINTS, WALK, TURN = 0.26, 0.72, 1.0
"""Where on the way of the end of a hand the points, the walk and the turn are over."""
LEAVE, SIT = 0.14, 0.82
"""Where on the walk somebody is down from the old chair, and begins to climb the new one."""


def spot_of(order: Sequence[int], base: int, seat: int) -> int:
    """The place round the table of a seat; ``base`` sits at the lower edge."""
    return (order.index(seat) - order.index(base)) % len(order)


def route(start: int, end: int, count: int) -> tuple[int, ...]:
    """The places from one to another, the shorter way round the table."""
    ahead = (end - start) % count
    if ahead <= count - ahead:
        return tuple(start + step for step in range(ahead + 1))
    return tuple(start - step for step in range(count - ahead + 1))


def smooth(share: float) -> float:
    """Slow, fast, slow: somebody who walks."""
    return share * share * (3 - 2 * share)


@dataclass(frozen=True, slots=True)
class Moving:
    """Everybody takes the chair of the new place.

    The puppets walk to the chairs where they stand; then the whole office turns until the one at the lower
    edge sits there again.
    """

    before: tuple[int, ...]
    """The seats from Boss to Temp, as they sat; or in the order in which they stand before the first hand."""
    after: tuple[int, ...]
    base: int
    first: bool = False
    """Whether nobody has had a chair before: the chairs come with their owners, and nothing turns."""

    @property
    def fallen(self) -> int | None:
        """The seat of a Boss who falls to the lower half of the table."""
        boss = self.before[0]
        falls = not self.first and self.after.index(boss) >= len(self.after) / 2
        return boss if falls else None

    def walk_turn(self, share: float) -> tuple[float, float]:
        """How much of the walk and of the turn is over."""
        if self.first:
            return share, 1.0
        if share < POINTS:
            return 0.0, 0.0
        turns = self.before.index(self.base) != self.after.index(self.base)
        end = WALK if turns else TURN
        walk = min(1.0, (share - POINTS) / (end - POINTS))
        return walk, (max(0.0, (share - end) / (TURN - end)) if turns else 0.0)

    def draw(
        self,
        painter: Painter,
        places: OfficeBoxes,
        share: float,
        sitter: Callable[[int, int | None], Sitter],
        *,
        still: bool,
    ) -> None:
        """The table with everybody on their way.

        Args:
            painter: where to.
            places: where everything stands.
            share: how much of the event is over.
            sitter: how a seat with a rank looks now.
            still: whether to fade instead of moving.
        """
        walk, turn = self.walk_turn(share)
        if still:
            half = (share - POINTS) / (1 - POINTS) if not self.first else share
            self._draw_faded(painter, places, half, sitter)
            return
        # Drawn by how far down the floor they are: whoever walks goes behind the table or before it.
        things: list[tuple[float, Callable[[], None]]] = [
            (places.table_line, lambda: view.draw_table(painter, places))
        ]
        count = len(self.after)
        held = ranks(count)
        for number, seat in enumerate(self.after):
            spot = self._chair_spot(places, number, turn)
            floor = spot.y
            if self.first:
                spot = replace(spot, y=spot.y - 260 * (1 - settle(min(1.0, max(0.0, walk * 3 - 1.2)))))
            if not self.first or walk > 0.4:
                things.append((floor, self._chair(painter, spot, held[number], "back")))
                things.append((floor + 0.3, self._chair(painter, spot, held[number], "front")))
            things.append(self._walker(painter, places, seat, walk, turn, sitter))
        for _y, draw in sorted(things, key=lambda thing: thing[0]):
            draw()

    def _chair_spot(self, places: OfficeBoxes, number: int, turn: float) -> Spot:
        """Where the chair of a place stands, some of the turn over."""
        count, start = len(self.after), self.after if self.first else self.before
        old = (number - (self.after if self.first else start).index(self.base)) % count
        shift = 0 if self.first else self._shift()
        if not shift or not turn:
            return places.spots[old]
        way = tuple(old + step * (1 if shift > 0 else -1) for step in range(abs(shift) + 1))
        x, y = places.along(way, smooth(turn))
        return replace(places.spots[old], x=x, y=y)

    def _shift(self) -> int:
        """By how many places the office turns, the shorter way."""
        count = len(self.after)
        shift = (self.before.index(self.base) - self.after.index(self.base)) % count
        return shift - count if shift > count / 2 else shift

    def _chair(self, painter: Painter, spot: Spot, rank: int, part: str) -> Callable[[], None]:
        def draw() -> None:
            if part == "back":
                view.draw_shade(painter, spot)
            view.draw_chair(painter, (spot.x, spot.y), rank, spot.scale, part)

        return draw

    def _walker(
        self, painter: Painter, places: OfficeBoxes, seat: int, walk: float, turn: float,
        sitter: Callable[[int, int | None], Sitter],
    ) -> tuple[float, Callable[[], None]]:  # fmt: skip
        """A puppet between two chairs, and how far down the floor it is."""
        count, held = len(self.after), ranks(len(self.after))
        number = self.after.index(seat)
        new = held[number]
        old = None if self.first else held[self.before.index(seat)]
        start = spot_of(self.before, self.base, seat)
        spot = self._chair_spot(places, number, turn)
        end = (
            spot_of(self.after, self.base, seat)
            if self.first
            else (number - self.before.index(self.base)) % count
        )
        way = route(start, end, count)
        if walk >= 1.0 or (start == end and old == new):
            figure = replace(sitter(seat, new), flip=spot.x > places.table[0])
            at = spot.x, spot.sole(new)
            return spot.y + 0.2, lambda: view.draw_sitter(painter, figure, at, spot.tall)
        leaves, sits = max(0.0, 1 - walk / LEAVE), max(0.0, (walk - SIT) / (1 - SIT))
        on_way = min(1.0, max(0.0, (walk - LEAVE) / (SIT - LEAVE)))
        x, y = places.along(way, smooth(on_way))
        hop = 12 * abs(math.sin(on_way * math.pi * 2.5 * max(1, len(way) - 1))) if 0 < on_way < 1 else 0.0
        up = seat_height(old, spot.scale) * leaves if old is not None else 0.0
        up = max(up, seat_height(new, spot.scale) * sits)
        goes_left = len(way) > 1 and places.spots[end % count].x < places.spots[start % count].x
        figure = replace(sitter(seat, old if walk < 0.5 else new), flip=goes_left)
        before = 0.0 if up else 14.0
        at = x, y + 5 + before - up - hop
        if seat == self.fallen and 0 < walk < SIT:
            # Head over heels from the throne, twice.
            figure, turned = replace(figure, state="socked"), -720.0 * smooth(walk / SIT)
            return y + before + 0.2, lambda: view.draw_sitter(painter, figure, at, spot.tall, turn=turned)
        return y + before + 0.2, lambda: view.draw_sitter(painter, figure, at, spot.tall)

    def _draw_faded(
        self, painter: Painter, places: OfficeBoxes, share: float, sitter: Callable[[int, int | None], Sitter]
    ) -> None:
        """The old places fading out, then the new ones fading in; nothing moves."""
        held = ranks(len(self.after))
        order = self.before if share < 0.5 else self.after
        chairs = [(places.spots[spot_of(order, self.base, seat)], held[n]) for n, seat in enumerate(order)]
        view.draw_furniture(painter, places, [] if self.first and share < 0.5 else chairs)
        alpha = round(255 * min(1.0, abs(2 * max(0.0, share) - 1)))
        for number, seat in enumerate(order):
            spot = places.spots[spot_of(order, self.base, seat)]
            rank = None if self.first and share < 0.5 else held[number]
            sole = spot.y if rank is None else spot.sole(rank)
            figure = replace(sitter(seat, rank), flip=spot.flip)
            view.draw_sitter(painter, figure, (spot.x, sole), spot.tall, alpha)
            if rank is not None:
                cut = 34 * spot.scale if spot.behind else 0.0
                view.draw_chair(painter, (spot.x, spot.y), rank, spot.scale, "front", cut)
