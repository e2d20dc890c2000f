"""The picture of a rummy table: piles, the hand, and cards on their way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from game.core.rummy.draft import DraftPile, Piece
from game.core.rummy.table import SharedKind
from game.ui.core.canvas import Box, ease_out
from game.ui.core.paint import Painter
from game.ui.table.context import ViewContext
from game.ui.table.rummy import drawing as pen
from game.ui.table.rummy.fan import CardPose, cut
from game.ui.table.rummy.pointing import Pointer
from game.ui.table.rummy.room import Backing, TableBoxes
from game.ui.table.rummy.still import PilesShown
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.target import NEW
from game.ui.table.rummy.telling import Plays
from game.ui.table.rummy.variant import Variant


class TablePicture:
    """Draws what lies on the tabletop."""

    def __init__(
        self, table: ViewContext, variant: Variant, top: Tabletop, pointer: Pointer, plays: Plays
    ) -> None:
        self._table = table
        self._variant = variant
        self._top = top
        self._pointer = pointer
        self._plays = plays

    def moves(self, pile: DraftPile, now: float) -> bool:
        """Whether a pile or a card of it is on its way."""
        return self._top.heaps.moves(pile.key, now) or any(
            self._top.cards.moves(piece.key, now) for piece in pile.pieces
        )

    def at(self, pieces: Sequence[Piece], now: float) -> list[tuple[Piece, CardPose]]:
        """Where these cards are now."""
        still = self._table.stage.still
        found = [
            (piece, self._top.cards.end(piece.key) if still else self._top.cards.at(piece.key, now))
            for piece in pieces
        ]
        return [(piece, pose) for piece, pose in found if pose is not None]

    def still(self, moving: set[int]) -> PilesShown:
        """The piles that lie still."""
        top = self._top
        piles = tuple(pile for pile in top.lay.piles if pile.key not in moving)
        seams = tuple(pen.seam_of(top.verdicts.get(pile.key)) for pile in piles)
        target = top.carry.target if top.carry else None
        lit, gap = (target.pile, (target.index, len(top.lay.carried))) if target else (None, (0, 0))
        return PilesShown(top.room, top.ground(), piles, seams, top.fresh, top.touched, lit, gap)

    def draw_pile(self, painter: Painter, pile: DraftPile, now: float) -> None:
        """A pile that is on its way, or of which a card is."""
        pose, ground = self._top.heaps.end(pile.key), self._top.ground()
        if not self._table.stage.still:
            pose = self._top.heaps.at(pile.key, now)
        found = ground.slot(pile.key)
        if pose is None or found is None:
            return
        tall = ground.box(*found).h
        box = Box(pose.x, pose.y, pose.card, tall)
        card = ground.flow.card
        target = self._top.carry.target.pile if self._top.carry else None
        backing = Backing(
            pen.seam_of(self._top.verdicts.get(pile.key)), pile.key, len(pile.pieces),
            touched=pile.key in self._top.touched, lit=target == pile.key, card=card,
        )  # fmt: skip
        poses = []
        for piece, at in self.at(pile.pieces, now):
            # Where motion is off a card does not travel: it fades in at its place.
            fades = self._table.stage.still and self._top.cards.moves(piece.key, now)
            alpha = int(255 * self._top.cards.share(piece.key, now)) if fades else 255
            poses.append((piece, replace(at, card=card), alpha))
        own = frozenset(piece.key for piece in pile.pieces if piece.own)
        pegs = pen.Pegs(own, self._top.fresh & frozenset(piece.key for piece in pile.pieces))
        places = self._top.places
        assert places is not None
        before = painter.surface.get_clip()
        # Only where the table scrolls: else needles and torn edges may stick out of its box.
        if ground.overflow:
            painter.surface.set_clip(painter.view.rect(places.piles.grown(10)).clip(before))
        pen.draw_heap(painter, self._top.room, box, pile, backing, poses, pegs=pegs)
        painter.surface.set_clip(before)

    def draw_new_place(self, painter: Painter) -> None:
        """Where a new pile would lie, while something is carried."""
        if self._top.carry is None:
            return
        aimed = self._aimed_place()
        box = aimed or self._spare_place()
        if box is not None:
            card = self._top.ground().flow.card
            backing = Backing(pen.seam_of(None), 0, 0, lit=aimed is not None, card=card)
            self._top.room.draw_pile(painter, box, backing)

    def draw_carried(self, painter: Painter, now: float) -> None:
        """What is carried, and over it what it would be laid as where that is a new pile."""
        if self._top.carry is None:
            return
        pen.draw_carried(painter, self.at(self._top.lay.carried, now))
        box = self._aimed_place()
        if box is not None:
            pen.draw_name(painter, box, self._variant.pile_words()[1])

    def _aimed_place(self) -> Box | None:
        """The place for a new pile, if what is carried would go down there."""
        carry = self._top.carry
        aimed = carry is not None and carry.target.pile == NEW
        return self._top.ground().boxes().get(NEW) if aimed else None

    def _spare_place(self) -> Box | None:
        """The place for a new pile, if there is one without moving anything."""
        box = self._pointer.new_box()
        others = [other for key, other in self._top.ground().boxes().items() if key != NEW]
        clear = all(
            box.right <= o.x or o.right <= box.x or box.bottom <= o.y or o.bottom <= box.y for o in others
        )
        return box if clear else None

    def _lifts(self) -> list[int]:
        """The cards that the next press would take, where somebody may press."""
        top, table = self._top, self._table
        waits = top.carry is None and table.show is None and table.person is not None
        return self._pointer.grip() if waits and top.focus is not None else []

    def draw_focus(self, painter: Painter) -> None:
        """What the next press would take, on the table, and what a hint marks there."""
        for lies in self._top.lay.piles if self._top.aims else ():
            for run in _runs(lies, self._top.aims):
                box = pen.grip_box(self._top.ground(), lies, run)
                if box is not None:
                    pen.draw_aim(painter, box)
        keys = self._lifts()
        pile = self._top.lay.holder(self._top.focus) if self._top.focus is not None and keys else None
        if pile is not None and not self.moves(pile, self._table.stage.now):
            box = pen.grip_box(self._top.ground(), pile, keys)
            if box is not None:
                pen.draw_ring(painter, box)

    def draw_hand(self, painter: Painter, places: TableBoxes, now: float) -> None:
        """The hand of the one who looks, or the backs of another's."""
        if self._top.owner is None:
            poses = self._top.fan(self._top.counts[self._top.bottom])
            pen.draw_backs(painter, poses, places.wood.y, self._top.room.back)
            return
        hand = self.at(self._top.lay.hand, now)
        picked, advised = self._top.picked, self._top.advised
        waits = self._top.carry is None
        pen.draw_fan(
            painter,
            hand,
            cut(len(hand), deep=self._top.deep),
            places.wood.y,
            self._top.focus if waits else None,
            self._top.parted if waits else None,
            (self._top.drawn, picked - advised, picked & advised),
        )

    def draw_flights(self, painter: Painter, places: TableBoxes) -> None:
        """Cards that are drawn and dealt, as everybody sees them."""
        show, start = self._table.show, self._top.stock_pose()
        if show is None or start is None:
            return
        if show.event.kind == SharedKind.DRAW and show.event.seat not in (None, self._top.owner):
            assert show.event.seat is not None
            self._draw_flight(painter, start, self._plays.hand_pose_of(show.event.seat), show.share)
        elif show.event.kind == SharedKind.DEAL:
            count = len(self._table.seats) * 3
            for number in range(count):
                # One sets out after the other, the last with time enough to arrive.
                share = (show.share - 0.6 * number / count) / 0.4
                if 0 < share < 1:
                    goal = self._plays.hand_pose_of(number % len(self._table.seats))
                    self._draw_flight(painter, start, goal, share)

    def _draw_flight(self, painter: Painter, start: CardPose, goal: CardPose, share: float) -> None:
        k = ease_out(share)
        alpha = 255
        if self._table.stage.still:
            k, alpha = 1.0, int(255 * (1 - share))
        pose = CardPose(start.x + (goal.x - start.x) * k, start.y + (goal.y - start.y) * k, 0.0, 44.0)
        pen.draw_flying_back(painter, self._top.room.back, pose, alpha)


def _runs(pile: DraftPile, keys: Collection[int]) -> Iterator[list[int]]:
    """Those cards of a pile that lie beside each other, stretch by stretch."""
    for there, stretch in groupby(pile.pieces, key=lambda piece: piece.key in keys):
        if there:
            yield [piece.key for piece in stretch]
