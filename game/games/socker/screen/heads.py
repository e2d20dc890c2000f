"""The puppets above Socker's side panels, and the pictures of all figures made ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.games.socker.screen.stage_view import SockerBoxes, Stance, draw_piece
from game.match.seats import Seat
from game.ui.art.field import FIELD_STATES
from game.ui.art.pitch import floor
from game.ui.art.puppets import STATES, Dress, puppet, puppet_foot
from game.ui.kit.paint import Painter
from game.ui.table.seats import worn


def draw_head(
    painter: Painter, places: SockerBoxes, seats: Sequence[Seat], seat: int, pose: tuple[str, int],
    *, turns: bool,
) -> None:  # fmt: skip
    """The puppet of a seat in a state and frame, larger while it is its turn."""
    box, share, held = places.sides[seat], places.head, seats[seat]
    tall = round((168.0 if turns else 132.0) * share, 1)
    dress = Dress(wears=worn(held.level, held.sock), rim=5.0 if turns else 0.0, ground=False, flip=seat == 1)
    image = puppet(painter.assets, held.look, *pose, tall, dress)
    foot = box.y + (104 if turns else 100) * share + puppet_foot(tall)
    painter.blit(image, box.centre[0] - (8 if seat == 0 else -8), foot, "midbottom")


def warm_figures(painter: Painter, places: SockerBoxes, seats: Sequence[Seat]) -> Iterator[None]:
    """Make the pictures of the floor, of every figure on the carpet and of the heads, one a step."""
    for side in (-1, 1):
        floor(painter.assets, painter.view.w, painter.view.h, side)
        yield
    for seat, held in enumerate(seats):
        for state in FIELD_STATES:
            for frame in range(FIELD_STATES[state].count):
                for lift in (0.0, 1.0) if state in ("stand", "scamper") else (0.0,):
                    stance = Stance(state, frame, seat == 1, lift, wears=worn("", held.sock))
                    draw_piece(painter, places, held.look, (1, 1), stance)
                    yield
        for state in ("idle", "thinking", "happy", "sad"):
            for frame in range(STATES[state].count):
                for turns in (True, False):
                    draw_head(painter, places, seats, seat, (state, frame), turns=turns)
                    yield
