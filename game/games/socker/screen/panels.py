"""The panels beside Socker's carpet, and the score above it: who plays, what is left, what happened.

A panel holds a column of words and pictures that fits it, however large the words are: where there is no
room, words and gaps shrink by a quarter first, then the parts that say least go, and only then words become
smaller than the smallest size of type. What just happened is told in words, as a small picture, as numbers
with icons of the actions, and on the carpet as a trail. All of the screen that does not move is one value,
`PitchShown`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.game import Event
from game.games.socker.rules.events import BallKicked, Kind, SetupBegun, SockerMoved, SockerSocked, read
from game.games.socker.rules.state import sockers_of
from game.games.socker.screen import board
from game.games.socker.screen.board import SCORE, SockerBoxes
from game.games.socker.screen.controls import SockerController
from game.games.socker.screen.effects import PitchModel
from game.games.socker.screen.threats import SockerThreats, ThreatsShown, draw_threats_below
from game.games.socker.words import SockerWords, news_of
from game.match.recap import ToldStep
from game.match.seats import Seat
from game.ui.art.album import number_plate, sign
from game.ui.art.fabric import ROOM, Fabric, divider, meter_bead, panel, sewing_button, tag
from game.ui.art.field import field_foot, field_puppet
from game.ui.art.icons import icon
from game.ui.art.layers import GOLD, mix
from game.ui.art.marks import (
    ARROW_ROOM,
    CORAL,
    arrow,
    golden_goal,
    impact,
    mark_kick,
    mark_refused,
    mark_sock,
    mark_step,
    sock_arc,
    way_arrow,
)
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress
from game.ui.art.socks import ball
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import Act
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.match.context import ViewContext
from game.ui.match.messages import Note
from game.ui.match.told import PLATE, News
from game.ui.match.transport import NextShown, next_title
from game.ui.widgets import Press, StripShown, draw_shown_strip, presses_on
from game.words import _, counted

_SHARES = (1.0, 0.94, 0.88, 0.81, 0.75)
"""The shares of the usual size that are tried."""
_TOLD, _REFUSED, _NOTE_INK = Fabric("#FFEFC2", "#237048", ""), Fabric("#FFEFC2", "#B03526", ""), "#2B2440"
"""The cloths of what a player is told and of what cannot be done, and the ink of their words."""
_SMALLER = (SMALL - 1.5, SMALL - 3, SMALL - 4.5, SMALL - 6)
"""Sizes of type below the smallest that are tried where nothing else helps, in units."""


@dataclass(frozen=True, slots=True)
class _ColumnPart:
    """One thing in a column."""

    rank: int
    """0 always stays; the others go where there is no room, the highest first."""
    height: Callable[[float], float]
    """How high it is at a share of its usual size, in units."""
    draw: Callable[[float, float], object]
    """Draws it from its upper edge, at that share."""
    tag: str = ""
    """What it belongs to, for who asks where that lies."""


class PanelColumn:
    """What stands in a panel, from top to bottom."""

    def __init__(self, painter: Painter, box: Box, ink: str) -> None:
        self._painter = painter
        self._box = box
        self._ink = ink
        self._parts: list[_ColumnPart] = []
        self._least = SMALL

    @property
    def room(self) -> float:
        """How wide words may be, in units."""
        return self._box.w - 28

    def add(
        self,
        height: Callable[[float], float],
        draw: Callable[[float, float], object],
        rank: int = 0,
        tag: str = "",
    ) -> None:
        """A part of any kind: how high it is at a share of its size, and how it is drawn from its top."""
        self._parts.append(_ColumnPart(rank, height, draw, tag))

    def line(self, words: str, size: float, face: str, ink: str, rank: int = 0, tag: str = "") -> None:
        """One line that is never broken, a name: made smaller where it is too wide."""
        painter, x = self._painter, self._box.centre[0]

        def height(share: float) -> float:
            wide = painter.width(words, size * share, face)
            return painter.line_height(size * share * min(1.0, self.room / wide)) * 0.95

        def draw(y: float, share: float) -> None:
            middle = y + height(share) / 2
            painter.text(
                words, x, middle, size * share, TextStyle(face, ink), anchor="center", room=self.room
            )

        self.add(height, draw, rank, tag)

    def words(
        self, words: str, size: float = SMALL, *, face: str = READ, rank: int = 0, tag: str = ""
    ) -> None:
        """Words that are broken into lines, unless they nearly fit in one."""
        painter = self._painter
        # Rather a little smaller than one word alone on a second line.
        if self.room < painter.width(words, size, face) < self.room * 1.1:
            self.line(words, size, face, self._ink, rank, tag)
            return

        def height(share: float) -> float:
            return painter.height(words, self.room, self.size(size, share), face)

        def draw(y: float, share: float) -> None:
            painter.paragraph(
                words,
                self._box.x + 14,
                y,
                self.room,
                self.size(size, share),
                TextStyle(face, self._ink),
                centred=True,
            )

        self.add(height, draw, rank, tag)

    def title(self, words: str, size: float) -> None:
        """A headline in as many lines as it needs, close together, none of its words broken."""
        painter, style = self._painter, TextStyle(NAMES, self._ink)

        def most(share: float) -> float:
            return self._unbroken(words, size * share, math.inf, NAMES)

        def step(share: float) -> float:
            return painter.line_height(most(share)) * 0.84

        def lines(share: float) -> list[str]:
            return painter.wrapped(words, self.room, most(share), NAMES)

        def draw(y: float, share: float) -> None:
            for number, line in enumerate(lines(share)):
                middle = self._box.centre[0], y + step(share) * (number + 0.5)
                painter.text(line, *middle, most(share), style, anchor="center", room=self.room)

        self.add(lambda share: len(lines(share)) * step(share) + 3, draw)

    def note(self, note: Note, size: float, tall: float) -> None:
        """What a player is told, on a cloth of its own, as large as a column so high leaves room.

        All of its words are seen, and none is broken.
        """
        painter, box, side, above = self._painter, self._box, 7.0, 8.0
        words, cloth = note.words, _REFUSED if note.refuses else _TOLD
        rest = _height(self._parts, 1.0)
        type_ = self._unbroken(words, size, tall - rest - 2 * above)
        if type_ < SMALL:
            # The others make room first: what is told has to be read now.
            rest = _height([part for part in self._parts if part.rank == 0], _SHARES[-1])
            type_ = self._unbroken(words, size, tall - rest - 2 * above)
        high = painter.height(words, self.room, type_, STRONG) + 2 * above

        def draw(y: float, _share: float) -> None:
            image = panel(painter.assets, round(self.room + 2 * side), round(high), cloth, shadow=False)
            painter.blit(image, box.x + 14 - side - ROOM, y - ROOM)
            style = TextStyle(STRONG, _NOTE_INK)
            painter.paragraph(words, box.x + 14, y + above, self.room, type_, style, centred=True)

        self.add(lambda _share: high, draw)

    def _unbroken(self, words: str, size: float, tall: float, face: str = STRONG) -> float:
        """The size of type at which words fit into a height, none of them broken."""
        painter, whole = self._painter, words.split()
        while size > 8 and (
            painter.height(words, self.room, size, face) > tall
            or max(painter.width(word, size, face) for word in whole) > self.room
        ):
            size -= 0.5
        return size

    def gap(self, height: float) -> None:
        """Nothing, of a certain height."""
        self.add(lambda share: height * share, lambda y, share: None)

    def size(self, size: float, share: float) -> float:
        """A size of type at a share, not below the smallest."""
        return min(size, max(size * share, self._least / self._painter.text_scale))

    def put(self, y: float) -> None:
        """Draw the column from here to the panel's lower edge."""
        parts, share = self._fitted(self._box.bottom - 16 - y)
        for part in parts:
            part.draw(y, share)
            y += part.height(share)

    def place(self, tag: str, y: float) -> Box | None:
        """Where that lies which belongs to it, in a column drawn from here; `None` where it has no room."""
        edges: list[float] = []
        parts, share = self._fitted(self._box.bottom - 16 - y)
        for part in parts:
            high = part.height(share)
            if part.tag == tag:
                edges += (y, y + high)
            y += high
        return Box(self._box.x, edges[0], self._box.w, edges[-1] - edges[0]) if edges else None

    def _fitted(self, room: float) -> tuple[list[_ColumnPart], float]:
        """The parts that stay, and the share of their size at which they fit."""
        ranks = sorted({0, *(part.rank for part in self._parts)}, reverse=True)
        kept = self._parts
        for rank in ranks:
            kept = [part for part in self._parts if part.rank <= rank]
            for share in _SHARES:
                if _height(kept, share) <= room:
                    return kept, share
        for least in _SMALLER:
            self._least = least
            if _height(kept, _SHARES[-1]) <= room:
                break
        return kept, _SHARES[-1]


def _height(parts: list[_ColumnPart], share: float) -> float:
    return sum(part.height(share) for part in parts)


SEAM = 18
"""Units from a panel's edge to what is written beside its seam."""


@dataclass(frozen=True, slots=True)
class CanDo:
    """What the other side can do in its next turn."""

    socks: int
    """So many puppets it can sock."""
    scores: bool
    key: Press | None
    """What hides all that is shown of it."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A picture, a little one over it, and what they mean."""

    words: str
    picture: pygame.Surface | None
    upon: pygame.Surface | None = None


def add_marks(painter: Painter, box: Box, column: PanelColumn, ink: str, *, golden: bool) -> None:
    """What one's own marks mean; the golden one where there is a goal to be scored."""
    assets = painter.assets
    rows = [
        _Row(_("Step"), mark_step(assets, 0.8)),
        _Row(_("Kick"), mark_kick(assets, 0.66), ball(assets, 24)),
        _Row(_("Sock"), mark_sock(assets, 0.6, with_star=True)),
    ]
    if golden:
        rows.append(_Row(_("Goal!"), golden_goal(assets, 0.55, halo=False), ball(assets, 22)))
    _add(painter, box, column, rows, LARGE, TextStyle(NAMES, ink), (42, 72))


def add_threats(painter: Painter, box: Box, column: PanelColumn, can: CanDo, ink: str) -> None:
    """What the other side can do, and how that is hidden again."""
    assets, style = painter.assets, TextStyle(STRONG, ink)
    rows = []
    if can.socks:
        arc = sock_arc(assets, 36, 4, 20, 8, 0.8)
        # Without the room around what is drawn.
        rows.append(_Row(_("sock {count}").format(count=can.socks), arc.subsurface(arc.get_bounding_rect())))
    if can.scores:
        rows.append(_Row(_("score"), way_arrow(assets, -24, 0, CORAL)))
    if rows:
        _add(painter, box, column, rows, BODY, style, (36, 62))
    else:
        column.words(_("neither sock you nor score"))
    if can.key is not None:
        key = can.key.picture(assets, 30)
        seam = divider(assets, round(box.w - 36))
        column.add(
            lambda share: 16 * share,
            lambda y, share: painter.blit(seam, box.centre[0], y + 8 * share, "center"),
            rank=2,
        )
        _add(painter, box, column, [_Row(_("hide"), key)], BODY, style, (36, 62), rank=2)


def _add(
    painter: Painter, box: Box, column: PanelColumn, rows: Sequence[_Row], size: float, style: TextStyle,
    at: tuple[float, float], rank: int = 0,
) -> None:  # fmt: skip
    """Rows; ``at``: how far from the panel's left edge pictures have their middle, and words begin."""

    def step(share: float) -> float:
        return max(46 * share, painter.line_height(column.size(size, share)))

    def draw(y: float, share: float) -> None:
        for number, row in enumerate(rows):
            middle = y + step(share) * (number + 0.5)
            for picture in (row.picture, row.upon):
                if picture is not None:
                    painter.blit(picture, box.x + at[0], middle, "center")
            left = box.x + at[1]
            room = box.right - SEAM - left
            painter.text(row.words, left, middle, column.size(size, share), style, room=room)

    column.add(lambda share: len(rows) * step(share), draw, rank)


_OWN = frozenset({Kind.MOVE, Kind.KICK, Kind.SOCK})
"""What has an icon that says all of it."""
_STEPS_TALL = 42.0
"""How high a puppet is that was set up."""
MOST = 6
"""So many steps are told on the panel, the last ones."""


@dataclass(frozen=True, slots=True)
class PanelStep:
    """One thing that the other side did."""

    number: int
    kind: Kind
    look: int
    """Of who did it."""


def panel_steps(steps: Sequence[ToldStep], look: int) -> tuple[PanelStep, ...]:
    """The last of these steps, as the panel of a seat of this look shows them."""
    return tuple(PanelStep(step.number, Kind(step.event.kind), look) for step in steps[-MOST:])


def last_words(steps: Sequence[ToldStep], news: str) -> str:
    """What the icons do not say: the last of the steps that have none of their own, else other news."""
    said = [step.words for step in steps if step.event.kind not in _OWN]
    return said[-1] if said else "" if news in {step.words for step in steps} else news


def add_steps(painter: Painter, box: Box, column: PanelColumn, steps: Sequence[PanelStep]) -> None:
    """A row for each step: its plate, and the icon of the action."""
    high = 46.0

    def draw(y: float, share: float) -> None:
        for number, step in enumerate(steps):
            middle = y + high * share * (number + 0.5)
            plate = number_plate(painter.assets, step.number, round(PLATE * share, 1))
            painter.blit(plate, box.centre[0] - 30, middle, "center")
            for image in _icons(painter.assets, step):
                painter.blit(image, box.centre[0] + 22, middle, "center")

    column.add(lambda share: high * share * len(steps), draw)


def _icons(assets: Assets, step: PanelStep) -> list[pygame.Surface]:
    """The pictures that lie on each other for an action; the legend shows the same."""
    match step.kind:
        case Kind.MOVE:
            return [mark_step(assets, 0.8)]
        case Kind.KICK:
            return [mark_kick(assets, 0.66), ball(assets, 24)]
        case Kind.SOCK:
            return [mark_sock(assets, 0.6, with_star=True)]
        case Kind.PASS:
            return [mark_refused(assets, 0.6)]
        case Kind.PLACE:
            return [field_puppet(assets, step.look, "stand", 0, _STEPS_TALL)]
        case Kind.OUT | Kind.GOAL | Kind.SPOT | Kind.SPOT_NEEDED:
            return [ball(assets, 34)]
    return [icon(assets, "warning", 34)]


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
            shown, x = side.shown, box.centre[0]
            column.add(
                lambda _share: PICTURE,
                lambda y, _share: _draw_shown(painter, shown, x, y + PICTURE / 2),
                rank=3,
            )
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


class Report(News):
    """The news beside the board."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: NewsShown | None = None
        """The picture beside that sentence."""
        self.trail: tuple[str, str] | None = None
        """From where to where the last action went."""

    def tell(self, event: Event, seats: Sequence[Seat]) -> None:
        """Put an event into words, a small picture and its way on the carpet."""
        if self.say(lambda: news_of(event, [seat.name for seat in seats])):
            kind, seat = Kind(event.kind), event.seat
            self.shown = None
            if seat is not None and kind not in (Kind.LIMIT, Kind.TURN):
                self.shown = NewsShown(kind, seat, (seats[seat].look, seats[1 - seat].look))
        match read(event):
            case SockerMoved() | BallKicked() | SockerSocked() as action:
                self.trail = action.from_, action.to
            case SetupBegun():
                self.trail = None

    def forget(self) -> None:
        super().forget()
        self.trail = self.shown = None

    def take_back(self) -> None:
        """The last of it was taken back."""
        self.say(lambda: _("A move was taken back."))
        self.trail = self.shown = None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What the score says."""

    seats: tuple[Seat, Seat]
    goals: tuple[int, int]
    turn: int
    needed: int
    """Goals that win; 0 where turns decide."""
    told: str
    """What stands on the tag above it; empty for none."""


def draw_score(painter: Painter, box: Box, line: ScoreLine) -> None:
    """The score above the carpet: names, balls for goals where few are needed, and the numbers."""
    theme = painter.theme
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, theme.stitch))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    x, y = box.centre
    k = box.h / SCORE
    low, type_ = (8.0 * k if line.told else 0.0), LARGE * k
    painter.fill(Box(x - 48 * k, box.y + 8 * k + low, 96 * k, box.h - 16 * k - low / 2), "#2B2440", 12)
    for side, dx in ((0, -24 * k), (1, 24 * k)):
        painter.text(
            str(line.goals[side]),
            x + dx,
            y + low,
            38 * k - low / 2,
            TextStyle(NAMES, WOOL, fixed=True),
            anchor="center",
        )
    painter.text(":", x, y - 3 + low, 32 * k, TextStyle(NAMES, "#D9B98C", fixed=True), anchor="center")
    room = box.w / 2 - 48 * k - 44
    # By the longer name: balls stand on both sides or on neither.
    wanted = max(painter.width(seat.name, type_, NAMES, fixed=True) for seat in line.seats)
    for side in (0, 1):
        _draw_side(painter, box, line, side, room)
        if 0 < line.needed <= 4 and wanted <= room - 26.0 * k * line.needed:
            _draw_balls(painter, box, line, side)
    if line.told:
        size = SMALL * k
        wide = painter.width(line.told, size, STRONG, fixed=True) + 32
        painter.blit(tag(painter.assets, round(wide), round(28 * k)), x, box.y + 4, "center")
        painter.text(line.told, x, box.y + 4, size, TextStyle(STRONG, "#2B2440", fixed=True), anchor="center")


def _draw_side(painter: Painter, box: Box, line: ScoreLine, side: int, room: float) -> None:
    """The name of a side, on its colour while it is its turn."""
    theme, name, look = painter.theme, line.seats[side].name, SEATS[line.seats[side].look]
    x, y = box.centre
    size = LARGE * box.h / SCORE
    edge = x + (-1 if side == 0 else 1) * (box.w / 2 - 22)
    if side == line.turn:
        wide = min(room, painter.width(name, size, NAMES, fixed=True)) + 24
        at = Box(edge - 12 if side == 0 else edge - wide + 12, box.y + 11, wide, box.h - 22)
        painter.fill(at, look.dark, 12)
    ink = WOOL if side == line.turn else look.text if theme.name != "dark" else theme.ink
    anchor = "midleft" if side == 0 else "midright"
    painter.text(name, edge, y, size, TextStyle(NAMES, ink, fixed=True), anchor=anchor, room=room)


def _draw_balls(painter: Painter, box: Box, line: ScoreLine, side: int) -> None:
    """A ball for each goal, a ghost of one for each that is still needed."""
    x, y = box.centre
    k, way = box.h / SCORE, -1 if side == 0 else 1
    for number in range(line.needed):
        place = x + way * (66 + 26 * (line.needed - 1 - number)) * k
        scored = number < line.goals[side]
        image = meter_bead(painter.assets, round(22 * k), full=False)
        if scored or painter.theme.name == "dark":
            image = ball(painter.assets, round(24 * k), 0, ghost=not scored)
        painter.blit(image, place, y, "center")


@dataclass(frozen=True, slots=True)
class PitchShown:
    """The room, the panels, the score and the strip."""

    places: SockerBoxes
    score: ScoreLine
    sides: tuple[SidePanel, ...]
    """Of the panels those that stand there, the left one first."""
    strip: StripShown | None
    threats: ThreatsShown | None
    spaces: tuple[str, ...]
    """Where a puppet, or the ball, can be put."""
    for_ball: bool
    crowd_sits: bool = True
    """Whether the crowd is a part of it; while it rises it is drawn over it."""


def draw_still(painter: Painter, shown: PitchShown) -> None:
    """All that does not move."""
    places, score = shown.places, shown.score
    aims = (None, None) if shown.threats is None else (shown.threats.crossed(0), shown.threats.crossed(1))
    names = score.seats[0].name, score.seats[1].name
    board.draw_room(painter, places, score.turn, crowd_sits=shown.crowd_sits)
    board.draw_spaces(painter, places, shown.spaces, for_ball=shown.for_ball)
    board.draw_words(painter, places, names, aims)
    if shown.threats is not None:
        draw_threats_below(painter, places, shown.threats)
    draw_score(painter, places.score, score)
    for side, box in zip(shown.sides, places.sides, strict=False):
        draw_side(painter, box, side, places.head)
    draw_shown_strip(painter, shown.strip)


class PitchFacts:
    """Reads off the carpet and the match what is to be shown of them."""

    def __init__(
        self,
        context: ViewContext,
        carpet: PitchModel,
        chooser: SockerController,
        report: Report,
        words: SockerWords,
        threats: SockerThreats,
    ) -> None:
        self._context = context
        self._threats = threats
        self._carpet = carpet
        self._chooser = chooser
        self._report = report
        self._words = words

    def seats(self) -> range:
        """The seats whose panels stand there: of whoever waits at the right a teacher takes the place."""
        return range(1 if self._context.learns and self._carpet.picture.turn == 0 else 2)

    def shown(self, strip: StripShown | None, *, crowd_sits: bool = True) -> PitchShown:
        """All that does not move, as it is now."""
        context, carpet = self._context, self._carpet
        sides = tuple(self.side(seat) for seat in self.seats())
        if context.is_film:  # what comes next in the place of what can be done
            sides = tuple(replace(side, film=True, next=context.ports.next_mark()) for side in sides)
        chooses = context.show is None and context.person is not None
        spaces = tuple(self._chooser.choices.spaces) if chooses else ()
        for_ball = carpet.phase == "spot"
        return PitchShown(
            carpet.places, self._score(), sides, strip, self._threats.shown, spaces, for_ball, crowd_sits
        )

    def _score(self) -> ScoreLine:
        options, seats, picture = self._context.session.options, self._context.seats, self._carpet.picture
        by_goals, told = options.word("win") == "goals", ""
        if not by_goals:
            left = options.number("turns") - self._carpet.seen["turns"]
            told = _("Sudden death")
            if left > 0:
                told = counted("{n} turn left", "{n} turns left", left).format(n=left)
        needed = options.number("goals") if by_goals else 0
        score = picture.score[0], picture.score[1]
        return ScoreLine((seats[0], seats[1]), score, picture.turn, needed, told)

    def side(self, seat: int) -> SidePanel:
        """What the panel of a seat says; whoever acts is told there what cannot be done."""
        side, person = self._side(seat), self._context.person
        is_told = not side.turns if person is None else seat == person
        return replace(side, note=self._context.note) if is_told else side

    def _side(self, seat: int) -> SidePanel:
        show = self._context.show
        # While a goal is cheered and seen again nobody is to move.
        goal = show.event if show is not None and show.event.kind == Kind.GOAL else None
        seen, picture = self._carpet.seen, self._carpet.picture
        turns = picture.turn == seat and goal is None and not picture.is_over
        extra = self._extra(seat, turns=turns)
        held, told = self._context.seats[seat], self._report.text
        if not turns:
            if goal is not None and goal.seat == seat:
                return SidePanel(held, turns, _("scores!"), 0, 0, "", "")
            return self._waiting(seat, extra)
        if seen["phase"] == "place":
            team = self._team(seat)
            left = team - sum(piece.seat == seat for piece in self._carpet.picture.pieces)
            counts = _("{left} of {acts} to place").format(left=left, acts=team)
            guide = _("Your own half, not next to the ball. At most three off the field.")
            headline = _("{name} sets up").format(name=held.name)
            return SidePanel(held, turns, headline, team, left, told, extra, counts, guide)
        if seen["phase"] == "spot":
            guide = _("The middle there is taken. The ball comes back on one of the marked spaces.")
            return SidePanel(
                held, turns, _("{name} chooses").format(name=held.name), 0, 0, told, extra, guide=guide
            )
        counts = _("{left} of {acts} left").format(left=seen["left"], acts=seen["acts"])
        threats = self._threats.shown
        golden = threats is not None and bool(threats.own)
        headline = _("{name}'s turn").format(name=held.name)
        return SidePanel(
            held, turns, headline, seen["acts"], seen["left"], told, extra, counts, golden=golden
        )

    def _extra(self, seat: int, *, turns: bool) -> str:
        """Which rules hold for a seat just now that do not always hold."""
        seen, options, reasons = self._carpet.seen, self._context.session.options, []
        if seen["phase"] == "place" and seat == options.seat("handicap"):
            reasons.append(self._words.handicap())
        if seen["phase"] == "play" and turns:
            if seen["acts"] > options.number("actions"):
                reasons.append(_("One more: this position was here before."))
            if seen["limit"] != 3:
                reasons.append(_("At most {count} off the field at the end.").format(count=seen["limit"]))
        return "\n".join(reasons)

    def _waiting(self, seat: int, extra: str) -> SidePanel:
        """What the panel of a seat says that is not to move."""
        held, told = self._context.seats[seat], self._report.text
        shown, can = self._report.shown, self._can(seat)
        headline = _("The match is over") if self._carpet.picture.is_over else _("waits")
        side = SidePanel(
            held, turns=False, headline=headline, acts=0, left=0, told=told, extra=extra,
            shown=shown, can=can,
        )  # fmt: skip
        steps = [step for step in self._context.ports.told() if step.seat == seat]
        if not steps:
            return side
        return replace(side, steps=panel_steps(steps, held.look), said=last_words(steps, told))

    def _can(self, seat: int) -> CanDo | None:
        """What a seat that waits can do in its next turn, where that is shown."""
        threats = self._threats.shown
        if threats is None or threats.seat == seat:
            return None
        key = presses_on(self._context.stage).of(Act.THREATS)
        return CanDo(len(threats.socks), bool(threats.goal), key)

    def _team(self, seat: int) -> int:
        """How many puppets a side sets up."""
        options = self._context.session.options
        sudden = options.word("win") == "turns" and self._carpet.seen["turns"] >= options.number("turns")
        own = sockers_of(options, seat)
        return min(options.number("sudden_death_sockers"), own) if sudden else own
