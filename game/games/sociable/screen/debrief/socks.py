"""The page of the socks that are new in the drawers: they hang on a line, with what they are called."""

from __future__ import annotations

from game.games.sociable.screen.debrief.parts import DebriefFacts, framed
from game.ui.art.knitted import knit_sock
from game.ui.art.line import ROPE_ROOM, peg, rope, sag
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY, LARGE
from game.words import _

MOST = 6
"""So many hang there; nobody earns more in one match but at their very first."""
TALLEST = 170.0


def new_socks(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """Each sock, what it is called, and whose it is where several people played."""
    inner = framed(painter, box, _("New in the drawer"))
    shown = told.earned[:MOST]
    step, depth = inner.w / len(shown), 14.0
    named = painter.line_height(LARGE) * 2 + painter.line_height(BODY)
    tall = max(40.0, min(TALLEST, inner.h - named - 60, step * 0.9))
    top = inner.y + max(16.0, (inner.h - tall - named - 60) / 2)
    painter.blit(rope(painter.assets, round(inner.w), depth, shade=False), inner.x, top - ROPE_ROOM)
    for number, sock in enumerate(shown):
        across = step * (number + 0.5)
        x, hangs = inner.x + across, top + sag(across, inner.w, 0.0, depth)
        image = knit_sock(painter.assets, sock.knit, tall, turn=(-3.0, 2.0, 3.0, -2.0)[number % 4])
        painter.blit(image, x + tall * 0.12, hangs - 4, "midtop")
        painter.blit(peg(painter.assets, 0.7), x, hangs, "center")
        room, y = step - 24, top + depth + tall + 34
        y += painter.paragraph(sock.title, x - room / 2, y, room, LARGE, TextStyle(NAMES), centred=True)
        if sock.whose:
            style = TextStyle(STRONG, painter.theme.soft)
            painter.text(
                sock.whose, x, y + painter.line_height(BODY) / 2, BODY, style, anchor="center", room=room
            )
