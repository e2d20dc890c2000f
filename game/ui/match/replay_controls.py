"""How fast a film runs, whose eyes look on and what comes next in it, as plain values; and its strip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.game import common_observed
from game.core.session import Session
from game.i18n import _
from game.ui.art.album import sign
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.theme import LARGE, SMALL

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""How fast a film can run, as shares of the brisk pace."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Who looks on."""

    seat: int | None
    """The seat whose hand lies at the lower edge; `None` for what everybody at the table could see."""
    everything: bool = False
    """Whether the hands of all others lie open too."""


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """For whom a film is shown, and from where."""

    told: bool = True
    """Whether all may be known of the match: it is over, and nobody can take its last move back any more."""
    at: int = 0
    """The moment with which it begins; at 0 it plays."""
    leads_back: str = ""
    """What Back leads to, in a word."""
    source: str = ""
    """What the match is called in the archive; empty where it lies elsewhere."""
    conceded: int | None = None
    """The seat that gave the match up at its end."""
    viewer: int | None = None
    """Of a match that goes on the seat whose hand may be shown, if any."""


def eyes_of(session: Session, people: Sequence[int]) -> tuple[Viewpoint, ...]:
    """The eyes that the film of a match that is over can be seen with, the first as it begins.

    ``session`` is any moment of it; ``people`` the seats whose side of the table it is seen from.
    """
    if "hand" not in common_observed(session.observe(0)):
        return (Viewpoint(None),)  # nobody has anything to hide
    base = people[0] if people else 0
    return (Viewpoint(base, everything=True), *(Viewpoint(seat) for seat in range(session.players)))


TAG_TEXT = 1.25
"""Up to this text size the next mark has room above the thread."""
PICTURE = 44.0
"""How large the picture of a mark is, in units."""
EDGES, LEAST = 34.0, 9.0
"""What lies around all of it, and how small its words may become."""


@dataclass(frozen=True, slots=True)
class NextHighlightProps:
    """The mark that comes next."""

    sign: str
    look: int | None
    """That of the seat whose it is."""
    words: str
    """What it tells of, and where it lies."""


def next_title(what: str = "") -> str:
    """What stands above it; with it in one line, where there is no room for more."""
    title = _("Next mark")
    return _("{what}: {who}").format(what=title, who=what) if what else title


def draw_next(painter: Painter, box: Box, shown: NextHighlightProps) -> None:
    """A panel as wide as a box and as high as it needs to be, at the box's head.

    In large text its title is no larger than what happens now, which stands above it.
    """
    theme, wide = painter.theme, box.w - 28
    picture, heading = PICTURE, LARGE if painter.text_scale <= TAG_TEXT else SMALL
    line = min(painter.line_height(heading), box.h * 0.3)
    # Words first, where there is little room.
    if line + picture + painter.height(shown.words, wide, SMALL) + EDGES > box.h:
        picture = 0.0
    size = largest(
        SMALL,
        lambda one: line + picture + painter.height(shown.words, wide, one) + EDGES <= box.h,
        least=LEAST,
        step=0.5,
    )
    tall = painter.height(shown.words, wide, size)
    high = min(box.h, line + picture + tall + EDGES)
    at = Box(box.x, box.y, box.w, high)
    image = panel(
        painter.assets, round(at.w), round(at.h), ClothColours(theme.panel, theme.ink, theme.stitch)
    )
    painter.blit(image, at.x - SHADOW_MARGIN, at.y - SHADOW_MARGIN)
    x, y = at.centre[0], at.y + 12
    painter.text(next_title(), x, y + line / 2, heading, TextStyle(NAMES), anchor="center", room=wide)
    if picture:
        drawn = sign(painter.assets, shown.sign, shown.look, picture)
        painter.blit(drawn, x, y + line + picture / 2 + 2, "center")
    painter.paragraph(shown.words, at.x + 14, y + line + picture + 6, wide, size, centred=True)
