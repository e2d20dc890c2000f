"""The panels beside Socker's carpet: who plays, what is left of the turn, and what just happened."""

from __future__ import annotations

from dataclasses import dataclass

from game.games.socker.rules.events import Kind
from game.games.socker.screen.column import PanelColumn
from game.games.socker.screen.legend import CanDo, add_marks, add_threats
from game.games.socker.screen.steps import PanelStep, add_steps
from game.match.seats import Seat
from game.ui.art.controls import sewing_button
from game.ui.art.fabric import ROOM, Fabric, divider, panel
from game.ui.art.field import field_foot, field_puppet
from game.ui.art.film import sign
from game.ui.art.marks import ARROW_ROOM, arrow, impact, mark_step
from game.ui.art.palette import GOLD, mix
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress
from game.ui.art.socks import ball
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, Painter
from game.ui.kit.theme import BODY, HEADING, LARGE
from game.ui.table.film.notes import NextShown, next_title
from game.ui.table.messages import Note
from game.words import _

WOOL = "#FFFAF2"
PICTURE = 82.0
"""How high the picture of what just happened is, with its margins."""
_TALL = 62.0
NEXT = 48.0
"""How large the picture of the mark is that comes next."""
NO_NOTE = Note()
BUTTONS = "buttons"
"""What belongs to the buttons of a turn, in a column."""


@dataclass(frozen=True, slots=True)
class NewsShown:
    """What just happened, for a small picture."""

    kind: Kind
    """The kind of the event."""
    seat: int
    """Who did it."""
    looks: tuple[int, int]
    """The looks of that seat and of the other one."""


@dataclass(frozen=True, slots=True)
class SidePanel:
    """What one side panel says."""

    seat: Seat
    turns: bool
    """Whether it is this seat's turn."""
    headline: str
    """What the seat does: on its turn in the place of its name, else below it."""
    acts: int
    left: int
    told: str
    """What just happened, on the panel of the one who waits."""
    extra: str
    """Why there are four actions, which limit holds."""
    counts: str = ""
    """What the buttons count; empty for no buttons."""
    guide: str = ""
    """What is to be done now, in the place of the three marks."""
    shown: NewsShown | None = None
    """The picture above what just happened."""
    golden: bool = False
    """Whether the golden mark of an own goal is on the carpet."""
    can: CanDo | None = None
    """What this side can do next, in the place of what just happened."""
    steps: tuple[PanelStep, ...] = ()
    """What this side did in its last turn, in the place of what just happened."""
    said: str = ""
    """The last of it in words."""
    next: NextShown | None = None
    """The mark of a film that comes next, in the place of what can be done."""
    film: bool = False
    """Whether it is a film: nobody has anything to do."""
    note: Note = NO_NOTE
    """What this side is told, in the place of what its marks mean or of what just happened."""


def draw_side(painter: Painter, box: Box, side: SidePanel, head: float) -> None:
    """A side panel below the head of its puppet, which is drawn at a share of its usual size."""
    look, theme = SEATS[side.seat.look], painter.theme
    if side.turns:
        fill, foot, thread = look.colour, look.dark, WOOL
        # Light words could hardly be read on these colours as they are.
        if side.seat.look in (2, 4, 5, 6):
            fill = mix(look.colour, look.dark, 0.6)
            foot = mix(look.dark, "#1A1030", 0.25)
    else:
        fill, foot, thread = theme.panel, theme.panel, theme.stitch
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(fill, "#2B2440", thread, foot=foot))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    column, top = _column(painter, box, side, head)
    column.put(top)


def buttons_place(painter: Painter, box: Box, side: SidePanel, head: float) -> Box | None:
    """Where the buttons of a turn and what counts them lie on a panel."""
    column, top = _column(painter, box, side, head)
    return column.place(BUTTONS, top)


def _column(painter: Painter, box: Box, side: SidePanel, head: float) -> tuple[PanelColumn, float]:
    """What stands on a panel, and from where on."""
    theme = painter.theme
    ink, thread = (WOOL, WOOL) if side.turns else (theme.ink, theme.stitch)
    column, top = PanelColumn(painter, box, ink), box.y + 108 * head
    if side.turns:
        column.title(side.headline, HEADING)
    else:
        name_ink = ink if theme.name == "dark" else SEATS[side.seat.look].text
        column.line(side.seat.name, HEADING, NAMES, name_ink)
        column.words(side.headline, BODY, rank=1)
    column.gap(8)
    if side.turns and side.acts:
        _add_pips(painter, box, column, side)
        column.words(side.counts, rank=2, tag=BUTTONS)
    if side.extra:
        column.words(side.extra)
    if side.turns or side.note or side.told or side.can or side.steps:
        image = divider(painter.assets, round(box.w - 36), thread)
        column.add(
            lambda share: 20 * share,
            lambda y, share: painter.blit(image, box.centre[0], y + 8 * share, "center"),
        )
    if side.turns and side.film:
        if side.next is not None:
            _add_next(painter, box, column, side.next)
    elif side.note:
        column.note(side.note, BODY, box.bottom - 16 - top)
    elif side.turns and side.guide:
        column.words(side.guide)
    elif side.turns:
        add_marks(painter, box, column, ink, golden=side.golden)
    else:
        _add_told(painter, box, column, side, ink)
    return column, top


def _add_told(painter: Painter, box: Box, column: PanelColumn, side: SidePanel, ink: str) -> None:
    """What stands on the panel of the one who waits: what it can do, or what just happened."""
    if side.can is not None:
        name_ink = ink if painter.theme.name == "dark" else SEATS[side.seat.look].text
        column.line(_("{name} can").format(name=side.seat.name), LARGE, NAMES, name_ink, rank=1)
        add_threats(painter, box, column, side.can, ink)
    elif side.steps:
        column.words(_("Just now"), LARGE, face=NAMES, rank=1)
        add_steps(painter, box, column, side.steps)
        if side.said:
            column.words(side.said)
    elif side.told:
        column.words(_("This move") if side.film else _("Just now"), LARGE, face=NAMES, rank=1)
        if side.shown is not None:
            _add_shown(painter, box, column, side.shown)
        column.words(side.told)


def _add_next(painter: Painter, box: Box, column: PanelColumn, shown: NextShown) -> None:
    column.words(next_title(), LARGE, face=NAMES)
    picture = sign(painter.assets, shown.sign, shown.look, NEXT)
    column.add(
        lambda share: (NEXT + 10) * share,
        lambda y, share: painter.blit(picture, box.centre[0], y + (NEXT / 2 + 4) * share, "center"),
        rank=3,
    )
    column.words(shown.words)


def _add_shown(painter: Painter, box: Box, column: PanelColumn, shown: NewsShown) -> None:
    x = box.centre[0]
    column.add(
        lambda _share: PICTURE, lambda y, _share: _draw_shown(painter, shown, x, y + PICTURE / 2), rank=3
    )


_POSES = {
    Kind.KICK: "jab", Kind.SOCK: "jab", Kind.MOVE: "scamper", Kind.GOAL: "happy", Kind.PASS: "sad",
}  # fmt: skip
"""How the puppet beside the news stands; for all others it just stands."""


def _draw_shown(painter: Painter, shown: NewsShown, x: float, y: float) -> None:
    """The picture of an event: who did it, facing the far side, and with what."""
    assets, way = painter.assets, 1 if shown.seat == 0 else -1
    foot = y + 30 + field_foot(_TALL)
    state = _POSES.get(shown.kind)
    puppet = field_puppet(
        assets, shown.looks[0], state or "stand", 1 if state else 0, _TALL, Dress(flip=way < 0)
    )
    match shown.kind:
        case Kind.TOSS:
            painter.blit(sewing_button(assets, 60), x, y, "center")
        case Kind.SOCK:
            down = field_puppet(assets, shown.looks[1], "flat", 0, _TALL * 0.8, Dress(flip=way > 0))
            painter.blit(down, x + way * 30, y + 30 + field_foot(_TALL * 0.8), "midbottom")
            painter.blit(impact(assets, 0.36), x + way * 4, y + 2, "center")
            painter.blit(puppet, x - way * 32, foot, "midbottom")
        case Kind.KICK | Kind.OUT | Kind.SPOT_NEEDED:
            left = x + (26 if way > 0 else -52)
            painter.blit(arrow(assets, way * 26, -10, GOLD, 7, 14), left - ARROW_ROOM, y - 4 - ARROW_ROOM)
            painter.blit(ball(assets, 30), x + way * 12, y + 14, "center")
            painter.blit(puppet, x - way * 26, foot, "midbottom")
        case Kind.MOVE:
            painter.blit(mark_step(assets, 0.8), x + way * 32, y + 12, "center")
            painter.blit(puppet, x - way * 16, foot, "midbottom")
        case Kind.GOAL:
            painter.blit(ball(assets, 38), x + way * 30, y + 8, "center")
            painter.blit(puppet, x - way * 20, foot, "midbottom")
        case _:
            painter.blit(puppet, x, foot, "midbottom")


def _add_pips(painter: Painter, box: Box, column: PanelColumn, side: SidePanel) -> None:
    """A button for each action that is left, a dashed place for each that is gone."""
    step = min(40.0, (box.w - 26) / side.acts)

    def draw(y: float, share: float) -> None:
        for number in range(side.acts):
            image = sewing_button(painter.assets, min(34.0, step - 1), full=number < side.left)
            x = box.centre[0] + (number - (side.acts - 1) / 2) * step
            painter.blit(image, x, y + 19 * share, "center")

    column.add(lambda share: 38 * share, draw, tag=BUTTONS)
