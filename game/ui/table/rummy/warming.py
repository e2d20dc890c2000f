"""The pictures of a rummy's table that are made ready while nothing else is to be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter

from game.ui.art.cards import large_card
from game.ui.art.puppets import STATES
from game.ui.core.paint import Painter
from game.ui.table.context import ViewContext
from game.ui.table.rummy.captions import Captions
from game.ui.table.rummy.room import LampState
from game.ui.table.rummy.tabletop import Tabletop

PIECE = 0.012
"""Seconds that a step of what has to be there first may take: the picture before it stays alive."""


def opened(pieces: Iterator[None], table: ViewContext, top: Tabletop) -> Iterator[None]:
    """What the first picture is put together of; of a film all faces too, for its first jump may show most.

    Args:
        pieces: makes the room of the game, a piece a step.
        table: where it is shown.
        top: what is shown.
    """
    yield from pieces
    began = perf_counter()
    for card in top.book.pack.cards if table.is_film else ():
        large_card(table.stage.assets, card)
        if perf_counter() - began > PIECE:
            yield
            began = perf_counter()


def warmed(painter: Painter, top: Tabletop, captions: Captions, moods: Sequence[str]) -> Iterator[None]:
    """Make the cards, the room at every light and the puppets in every mood, one picture a step.

    Args:
        painter: where to.
        top: what is shown.
        captions: who sits there.
        moods: states of puppets besides the usual ones.
    """
    places, room = top.places, top.room
    assert places is not None
    for card in top.book.pack.cards:
        large_card(painter.assets, card)
        yield
    for lamp in LampState:
        room.draw_room(painter, places, lamp)
        yield
    yield from room.warm(painter, places)
    seats = [*top.others(), top.bottom]
    for mood in ("idle", "thinking", "happy", "sad", *moods):
        for frame in range(STATES[mood].count):
            for seat in sorted(seats):
                sitter = replace(captions.sitter(seat, alive=False), mood=mood, frame=frame)
                own = seat == top.bottom
                room.draw_puppet(painter, top.seat_box(seat), sitter, len(seats) - 1, own=own)
                yield
