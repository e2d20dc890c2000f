"""Options of a replay as plain values (speed, viewpoint), and the panel for the next highlight."""

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

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)  # factors on the brisk pace


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Viewpoint of a replay."""

    seat: int | None  # seat whose hand is at the lower edge; None for the public view
    everything: bool = False  # True to show the hands of all others too


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """Audience and start of a replay."""

    told: bool = True
    """True if all information may be shown, because the match is over and no move can be undone any more."""
    at: int = 0  # first position; at 0 the replay starts to play
    leads_back: str = ""  # label of Back: the screen that it returns to
    source: str = ""  # name of the match in the archive, empty if it is not there
    conceded: int | None = None  # seat that conceded at the end
    viewer: int | None = None  # for a match in progress: seat whose hand may be shown, if any


def eyes_of(session: Session, people: Sequence[int]) -> tuple[Viewpoint, ...]:
    """Viewpoints of a replay: all hands from the first person's side, then each seat; public if none hidden.

    The first is the default. ``session`` is any position; ``people`` are the persons' seats.
    """
    if "hand" not in common_observed(session.observe(0)):
        return (Viewpoint(None),)  # no hidden hands
    base = people[0] if people else 0
    return (Viewpoint(base, everything=True), *(Viewpoint(seat) for seat in range(session.players)))


MAX_TAG_TEXT_SCALE = 1.25  # maximum text size at which the next highlight has room above the timeline
HIGHLIGHT_SIZE = 44.0  # size in units of a highlight's picture
MARGIN, MIN_TYPE_SIZE = 34.0, 9.0  # margins in units, and minimum type size


@dataclass(frozen=True, slots=True)
class NextHighlightProps:
    """Content of the panel with the next highlight."""

    sign: str
    look: int | None  # look of the seat that the highlight belongs to; None for all
    words: str  # its subject and position in the match


def next_title(subject: str = "") -> str:
    """Title of the panel for the next highlight; with its subject on the same line if given."""
    title = _("Next highlight")
    return _("{what}: {who}").format(what=title, who=subject) if subject else title


def draw_next(painter: Painter, box: Box, props: NextHighlightProps) -> None:
    """Draw the panel at the top of a box, in its width and only as high as needed."""
    theme, width = painter.theme, box.w - 28
    picture, heading = HIGHLIGHT_SIZE, LARGE if painter.text_scale <= MAX_TAG_TEXT_SCALE else SMALL
    line = min(painter.line_height(heading), box.h * 0.3)
    # The words have priority if there is little room.
    if line + picture + painter.height(props.words, width, SMALL) + MARGIN > box.h:
        picture = 0.0
    size = largest(
        SMALL,
        lambda text_size: line + picture + painter.height(props.words, width, text_size) + MARGIN <= box.h,
        min_size=MIN_TYPE_SIZE,
        step=0.5,
    )
    text_height = painter.height(props.words, width, size)
    height = min(box.h, line + picture + text_height + MARGIN)
    plate = Box(box.x, box.y, box.w, height)
    image = panel(
        painter.assets, round(plate.w), round(plate.h), ClothColours(theme.panel, theme.ink, theme.stitch)
    )
    painter.blit(image, plate.x - SHADOW_MARGIN, plate.y - SHADOW_MARGIN)
    x, y = plate.centre[0], plate.y + 12
    painter.text(next_title(), x, y + line / 2, heading, TextStyle(NAMES), anchor="center", room=width)
    if picture:
        icon_image = sign(painter.assets, props.sign, props.look, picture)
        painter.blit(icon_image, x, y + line + picture / 2 + 2, "center")
    painter.paragraph(props.words, plate.x + 14, y + line + picture + 6, width, size, centred=True)
