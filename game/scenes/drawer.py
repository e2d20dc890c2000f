"""The drawer of socks: what was earned and what is missing, whose it is, and what the puppet wears.

Forty compartments, of which one has the focus; beside them a puppet tries its sock on, above a card that
tells of it. `DrawerBoxes` says where all of it lies, for any window and text size.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from game.core.discovery import find
from game.match.socks import all_feats
from game.scenes.daily.facts import month_names
from game.store.socks import Drawer
from game.store.statistics import canonical
from game.ui.art.daily import CHEST_ROOM, FRAME, IN, LIP, chest, warm_cell
from game.ui.art.fabric import (
    FOCUSED,
    NORMAL,
    ROOM,
    brass_label,
    button_drop,
    divider,
    new_mark,
)
from game.ui.art.icons import icon, tick
from game.ui.art.knits import knit_sock, stitched_sock
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import STATES, Dress, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, DirtyBoxes, neighbour
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets import (
    GO,
    GO_INK,
    Control,
    Screen,
    Shortcut,
    draw_cap,
    draw_strip,
    offer,
    ring,
    sheet,
    strip_top,
)
from game.words import _

ACROSS, DOWN = 8, 5
SHAPE = 96 / 88
"""How wide a compartment is for its height."""
PANEL = 326.0
"""How wide the card is at the usual text size."""
TOP = 30.0
"""Above the frame."""
FRONT = 100.0
"""How high the drawer's front is."""
LIFT = 28.0
"""How high the wood of the room ends above the help strip."""
SIDE = 44.0
"""From the left edge of the canvas to the front."""


@dataclass(frozen=True, slots=True)
class DrawerBoxes:
    """Boxes in units.

    Attributes:
        cell: width and height of a compartment with its wood.
        front: how high the front is.
        cells: the compartments, row by row.
        label: on the front.
        who: whose drawer it is, to be pressed; above the puppet.
        side: beside the drawer, for puppet and card.
    """

    cell: tuple[float, float]
    front: float
    cells: tuple[Box, ...]
    label: Box
    who: Box
    side: Box

    @property
    def chest(self) -> tuple[float, float]:
        """Where the picture of the chest has its upper left corner."""
        first = self.cells[0]
        return first.x - FRAME - LIP - CHEST_ROOM, first.y - FRAME - CHEST_ROOM

    @classmethod
    def of(cls, ruler: Painter, bottom: float) -> DrawerBoxes:
        """The boxes above a help strip that begins at ``bottom``."""
        view, scale = ruler.view, ruler.text_scale
        wide = min(PANEL * (0.55 + 0.45 * scale), view.w * 0.36)
        edge = view.safe.right - wide
        front = FRONT + 26 * (scale - 1)
        left, right = SIDE + FRAME + LIP, edge - 22 - FRAME - LIP
        high = bottom - LIFT - 22 - front - 14 - FRAME - TOP
        w = min((right - left) / ACROSS, high / DOWN * SHAPE)
        # Wider than they are high they may be, but not so wide that a sock is lost in one.
        h = min(high / DOWN, w / SHAPE * 1.25)
        x = left + max(0.0, (right - left - w * ACROSS) / 2)
        y = TOP + FRAME + max(0.0, (high - h * DOWN) / 2)
        cells = tuple(
            Box(x + column * w, y + row * h, w, h) for row in range(DOWN) for column in range(ACROSS)
        )
        foot = y + h * DOWN + 14
        room = w * ACROSS - 2 * 106
        tall = front - 44
        label = Box(
            x + 106 + (room - min(room, 430 * scale)) / 2,
            foot + (front - tall) / 2 + 2,
            min(room, 430 * scale),
            tall,
        )
        # No higher than the drawer, nor lower, but where a TV may cut it off.
        top = max(view.safe.y + 2, y - FRAME)
        side = Box(edge, top, wide, foot + front - top)
        who = Box(side.x, side.y, side.w, max(48.0, ruler.line_height(LARGE) + 14))
        return cls((w, h), front, cells, label, who, side)


CELL, WEAR, WHO = "cell ", "wear", "who"
"""What can have the focus, by name; a compartment has its number behind it."""
HEAD, GAP, INSIDE = 34.0, 8.0, 26.0
PUPPET = 250.0
"""How high the puppet is at most."""
LEAST = 84.0
"""Lower it is not drawn at all."""
THREADS = {
    "linen": ("#8F6C42", "#7A5A34"),
    "dark": ("#B9A6DA", "#D8CBF0"),
    "contrast": ("#000000", "#000000"),
}
"""The thread of a missing sock and the ink of its icon, by theme."""


@dataclass(frozen=True, slots=True)
class SockShown:
    """A sock in its compartment."""

    knit: str
    icon: str
    has: bool
    new: bool = False
    worn: bool = False


@dataclass(frozen=True, slots=True)
class SockCardShown:
    """What is said of the sock in focus."""

    title: str
    game: str
    told: str
    when: str
    wear: str
    """The words of the button; empty for none."""
    icon: str = ""
    """Of what earns it."""


@dataclass(frozen=True, slots=True)
class DrawerShown:
    """All that is to be seen."""

    socks: tuple[SockShown | None, ...]
    place: int
    """Which compartment the card tells of."""
    focus: str
    title: str
    count: str
    who: str
    """Whose drawer it is; empty where nobody has one."""
    card: SockCardShown | None
    look: int
    cap: str
    """What the puppet wears, as it is knitted; empty for nothing."""
    glad: bool
    frame: int
    """Of the puppet's breathing."""
    empty: str
    """What is said where there is nothing to see."""


def draw_drawer(painter: Painter, boxes: DrawerBoxes, shown: DrawerShown, bottom: float) -> None:
    """Draw it; ``bottom`` is where the help strip begins."""
    view, theme = painter.view, painter.theme
    painter.blit(wall(painter.assets, view.w, view.h, theme.name, view.h - bottom + LIFT), 0, 0)
    cell = round(boxes.cell[0], 2), round(boxes.cell[1], 2)
    image = chest(painter.assets, cell, (ACROSS, DOWN), round(boxes.front), theme.name)
    painter.blit(image, *boxes.chest)
    theme, w, h = painter.theme, round(boxes.label.w), round(boxes.label.h)
    painter.blit(
        brass_label(painter.assets, w, h, theme.panel, theme.stitch),
        boxes.label.x - ROOM,
        boxes.label.y - ROOM,
    )
    size = min(30.0, 30 * 1.5 / painter.text_scale)
    room = boxes.label.w - 52
    title, count = painter.width(shown.title, size, NAMES), painter.width(shown.count, BODY, STRONG)
    share = min(1.0, (room - 16) / (title + count))
    y = boxes.label.centre[1]
    painter.text(shown.title, boxes.label.x + 26, y, size * share, TextStyle(NAMES), room=room)
    soft = TextStyle(STRONG, theme.soft)
    painter.text(shown.count, boxes.label.right - 26, y, BODY * share, soft, anchor="midright", room=room)
    for number, (box, sock) in enumerate(zip(boxes.cells, shown.socks, strict=True)):
        if sock is not None and number != shown.place:
            _draw_sock(painter, box, sock)
    if shown.card is not None:
        box = boxes.cells[shown.place]
        inner = box.grown(-IN)
        theme, sock = painter.theme, shown.socks[shown.place]
        assert sock is not None
        painter.blit(
            warm_cell(painter.assets, round(inner.w), round(inner.h), theme.chosen), *inner.centre, "center"
        )
        _draw_sock(painter, box, sock)
        if shown.focus.startswith(CELL):
            ring(painter, inner, 8)
        else:  # the focus is elsewhere: it only stands out
            painter.frame(inner.grown(1), theme.focus, 3, 8)
    _draw_side(painter, boxes, shown)


def sock_height(box: Box) -> float:
    """How high a sock is in its compartment."""
    return round(min((box.h - 2 * IN) * 0.885, (box.w - 2 * IN) * 0.98), 1)


def _draw_sock(painter: Painter, box: Box, sock: SockShown) -> None:
    theme, (x, y) = painter.theme, box.centre
    tall = sock_height(box)
    if sock.has:
        painter.blit(knit_sock(painter.assets, sock.knit, tall), x, y + 1, "center")
    else:
        thread, ink = THREADS.get(theme.name, THREADS["linen"])
        opacity = 0.1 if theme.name == "dark" else 0.55
        painter.blit(stitched_sock(painter.assets, tall, thread, opacity=opacity), x, y + 1, "center")
        small = round(tall * 0.35)
        fill = theme.panel if theme.name == "dark" else "#FFFAF2"
        sign = icon(painter.assets, sock.icon, small, ink, fill)
        painter.blit(sign, x - tall * 0.045, y + tall * 0.21, "center")
    if sock.new:
        painter.blit(new_mark(painter.assets, 22), box.right - 18, box.y + 18, "center")
    elif sock.worn:
        painter.blit(tick(painter.assets, 26), box.right - 18, box.y + 18, "center")


def side_of(boxes: DrawerBoxes, shown: DrawerShown) -> Box:
    """What is beside the drawer for puppet and card, below the name of its owner."""
    side, who = boxes.side, boxes.who
    return Box(side.x, who.bottom + 6, side.w, side.bottom - who.bottom - 6) if shown.who else side


def card_box(ruler: Painter, side: Box, card: SockCardShown) -> tuple[Box, float]:
    """Where the card is, at the foot of its side, and how much smaller its words are to have room."""
    for share in (1.0, 0.92, 0.84, 0.76, 0.68, 0.6):
        tall = _card_height(ruler, side.w, card, share)
        if tall <= side.h:
            break
    least = min(side.h, max(tall, 278.0))
    return Box(side.x, side.bottom - least, side.w, least), share


def _sizes(ruler: Painter, share: float) -> tuple[float, float, float]:
    """The sizes of head, words and small print."""
    return HEAD * min(1.0, 1.4 / ruler.text_scale) * share, BODY * share, SMALL * share


def _card_height(ruler: Painter, wide: float, card: SockCardShown, share: float) -> float:
    head, body, small = _sizes(ruler, share)
    room = wide - 2 * INSIDE
    tall = 22 + len(_head_lines(ruler, card, room, head)) * ruler.line_height(head) * 0.9
    tall += ruler.height(card.game, room, small, STRONG) + ruler.height(card.told, room, body, STRONG) + 18
    tall += ruler.height(card.when, room, small, STRONG)
    return tall + (wear_height(ruler) + 22 if card.wear else 0) + 20


def _head_lines(ruler: Painter, card: SockCardShown, room: float, size: float) -> list[str]:
    """A title is made smaller for one line before it is broken."""
    wide = ruler.width(card.title, size, NAMES)
    return [card.title] if wide * 0.72 <= room else ruler.wrapped(card.title, room, size, NAMES)


def wear_height(ruler: Painter) -> float:
    """How high the button is."""
    return max(58.0, ruler.line_height(LARGE) + 18)


def wear_box(ruler: Painter, side: Box, card: SockCardShown) -> Box:
    """Where the button is."""
    box, _share = card_box(ruler, side, card)
    tall = wear_height(ruler)
    return Box(box.x + 22, box.bottom - 20 - tall, box.w - 44, tall)


def _draw_side(painter: Painter, boxes: DrawerBoxes, shown: DrawerShown) -> None:
    if shown.who:
        _draw_who(painter, boxes.who, shown)
    side, card = side_of(boxes, shown), shown.card
    if card is None:
        high = painter.height(shown.empty, side.w - 48, LARGE, STRONG) + 40
        box, share = Box(side.x, side.bottom - high, side.w, high), 1.0
    else:
        box, share = card_box(painter, side, card)
    # The card lies over its cuff, as if it looked out from behind.
    tall = min(PUPPET, (box.y - side.y + (0 if shown.who else 12)) / 1.13)
    if tall >= LEAST:
        dress = Dress(wears=f"sock:{shown.cap}" if shown.cap else "", rim=5.0, ground=False, flip=True)
        state = "happy" if shown.glad else "idle"
        frame = 0 if shown.glad else shown.frame
        image = puppet(painter.assets, shown.look, state, frame, round(tall), dress, look=(0.6, 0.2))
        painter.blit(image, box.centre[0], box.y + tall * 0.07 + puppet_foot(tall), "midbottom")
    sheet(painter, box)
    if card is None:
        words = TextStyle(STRONG)
        painter.paragraph(shown.empty, box.x + 24, box.y + 20, box.w - 48, LARGE, words, centred=True)
    else:
        _draw_card(painter, box, card, share)
        if card.wear:
            at, focused = wear_box(painter, side, card), shown.focus == WEAR
            draw_cap(painter, at, GO, focused=focused)
            x, y = at.centre[0], at.centre[1] + button_drop(FOCUSED if focused else NORMAL)
            style = TextStyle(STRONG, GO_INK)
            painter.text(card.wear, x, y, LARGE, style, anchor="center", room=at.w - 32)


def _draw_card(painter: Painter, box: Box, card: SockCardShown, share: float) -> None:
    theme = painter.theme
    head, body, small = _sizes(painter, share)
    x, y, room = box.x + INSIDE, box.y + 18, box.w - 2 * INSIDE
    step = painter.line_height(head) * 0.9
    for words in _head_lines(painter, card, room, head):
        painter.text(words, x, y + step / 2, head, TextStyle(NAMES), room=room)
        y += step
    game = TextStyle(STRONG, "#52266A" if theme.name == "linen" else theme.soft)
    y += painter.paragraph(card.game, x, y, room, small, game)
    y += painter.paragraph(card.told, x, y + 2, room, body, TextStyle(STRONG)) + 10
    painter.blit(divider(painter.assets, round(room), theme.stitch), x, y)
    y += 8 + painter.paragraph(card.when, x, y + 8, room, small, TextStyle(STRONG, theme.soft))
    if not card.wear and box.bottom - y > 90:  # where the button of an earned one would be
        thread, ink = THREADS.get(theme.name, THREADS["linen"])
        tall, middle = 72.0, (box.right - 66, box.bottom - 62)
        fill = 0.1 if theme.name == "dark" else 0.55
        painter.blit(stitched_sock(painter.assets, tall, thread, opacity=fill), *middle, "center")
        sign = icon(painter.assets, card.icon, 26, ink, theme.panel)
        painter.blit(sign, middle[0] - 3, middle[1] + 15, "center")


def _draw_who(painter: Painter, box: Box, shown: DrawerShown) -> None:
    theme, focused = painter.theme, shown.focus == WHO
    draw_cap(painter, box, theme.sunk, focused=focused)
    y, room = box.centre[1] + button_drop(FOCUSED if focused else NORMAL), box.w - 84
    name = painter.shortened(shown.who, LARGE, room, NAMES)
    painter.text(name, box.centre[0] - 10, y, LARGE, TextStyle(NAMES), anchor="center", room=room)
    painter.blit(icon(painter.assets, "down", 22, theme.ink), box.right - 28, y, "center")


def earned_words(day: datetime.date | None) -> str:
    """When a sock was earned, if it was."""
    if day is None:
        return _("Not earned yet")
    month = month_names()[day.month - 1]
    whole = _("{day} {month} {year}").format(day=day.day, month=month, year=day.year)
    return _("Earned on {day}").format(day=whole)


def family(stage: AppContext) -> list[str]:
    """The names that have a drawer, or sat at this screen the last time; each once."""
    known = [*stage.settings.names, *stage.stores.socks.all(), *stage.stores.days.names()]
    return list(dict.fromkeys(name for name in map(canonical, known) if name))


class SockDrawer(Screen):
    """Forty compartments, of which one has the focus."""

    music, mood = "title", Mood.CALM

    def __init__(self, key: str = "", name: str = "") -> None:
        """Open it at a sock, else at the first new one, else at the one that is worn.

        By default it is the drawer that was open last.
        """
        self._key, self.who = key, name
        self.feats = all_feats()
        self.missing_only = False
        self.place = 0
        self.focus = f"{CELL}0"
        self._looked: set[str] = set()
        """Which new ones were looked at since it was opened."""
        self._life = DirtyBoxes()

    def enter(self) -> None:
        names, owner = family(self.stage), self.stage.stores.socks.owner
        self.who = self.who or (owner if owner in names else "") or next(iter(names), "")
        self._open(self.who, self._key)

    def leave(self) -> None:
        self.stage.stores.socks.see(self.who, self._looked)

    @property
    def drawer(self) -> Drawer:
        return self.stage.stores.socks.of(self.who)

    def _open(self, name: str, first: str = "") -> None:
        """Look into the drawer of this name, at this sock first: others that are new stay so."""
        self.stage.stores.socks.see(self.who, self._looked)
        self._looked.clear()
        self.who = name
        if name:
            self.stage.stores.socks.open(name)
        drawer = self.drawer
        keys = [feat.key for _game, feat in self.feats]
        new = next((key for key in keys if key in drawer.earned and key not in drawer.seen), "")
        start = first or new or drawer.worn or next((key for key in keys if key in drawer.earned), "")
        self.missing_only = False
        self._choose(keys.index(start) if start in keys else 0)

    def layout(self) -> None:
        self.boxes = DrawerBoxes.of(self.stage.ruler, self._bottom)

    @property
    def _bottom(self) -> float:
        return strip_top(self.stage, self)

    # What there is to see.

    def in_cells(self) -> list[int | None]:
        """Which feat lies in each compartment."""
        numbers: list[int | None] = list(range(len(self.feats)))
        if self.missing_only:
            earned = self.drawer.earned
            numbers = [n for n, (_game, feat) in enumerate(self.feats) if feat.key not in earned]
        return (numbers + [None] * (ACROSS * DOWN))[: ACROSS * DOWN]

    def _sock(self, number: int | None) -> SockShown | None:
        if number is None:
            return None
        feat, drawer = self.feats[number][1], self.drawer
        has = feat.key in drawer.earned
        new = has and feat.key not in drawer.seen and feat.key not in self._looked
        return SockShown(feat.knit, feat.icon, has, new=new, worn=has and drawer.worn == feat.key)

    @property
    def chosen(self) -> int | None:
        """Which feat the card tells of."""
        return self.in_cells()[self.place]

    def card(self) -> SockCardShown | None:
        if self.chosen is None:
            return None
        (game, feat), drawer = self.feats[self.chosen], self.drawer
        title, told = feat.words()
        day = drawer.earned.get(feat.key)
        wear = "" if day is None else _("Take it off") if drawer.worn == feat.key else _("Wear it")
        whose = _(find(game).info.title) if game else _("Any game")
        return SockCardShown(title, whose, told, earned_words(day), wear, feat.icon)

    def shown(self) -> DrawerShown:
        drawer, names = self.drawer, family(self.stage)
        knits = {feat.key: feat.knit for _game, feat in self.feats}
        feat = self.feats[self.chosen][1] if self.chosen is not None else None
        has = feat is not None and feat.key in drawer.earned
        return DrawerShown(
            tuple(self._sock(number) for number in self.in_cells()), self.place, self.focus, _("My socks"),
            _("{n} of {all} earned").format(n=len(knits.keys() & drawer.earned.keys()), all=len(self.feats)),
            self.who if len(names) > 1 else "", self.card(), self._look(),
            feat.knit if feat is not None and has else knits.get(drawer.worn, ""),
            has, self._frame(), _("Nothing is missing: all forty are earned."),
        )  # fmt: skip

    def _look(self) -> int:
        """How the puppet of this name was knitted the last time."""
        colours = [look.name for look in SEATS]
        for seats in self.stage.settings.seats.values():
            for seat in seats:
                if canonical(seat.name) == self.who and seat.colour in colours:
                    return colours.index(seat.colour)
        names = family(self.stage)
        return names.index(self.who) % len(SEATS) if self.who in names else 0

    def _frame(self) -> int:
        return 0 if self.stage.rests else STATES["idle"].over(self.stage.now)

    def draw(self, painter: Painter) -> None:
        draw_drawer(painter, self.boxes, self.shown(), self._bottom)
        draw_strip(painter, self.stage, self)

    def warm(self, painter: Painter) -> Iterator[None]:
        for box, sock in zip(self.boxes.cells, self.shown().socks, strict=True):
            if sock is not None and sock.has:
                knit_sock(painter.assets, sock.knit, sock_height(box))
                yield

    def idle(self, now: float) -> list[Box]:
        return self._life.changed([("puppet", self._frame(), self.boxes.side.grown(20))])

    # Input.

    def controls(self) -> list[Control]:
        card = self.card()
        wear = card.wear if card is not None else ""
        found = [
            Control(f"{CELL}{n}", self._wear, wear, picked=n == self.place)
            for n, number in enumerate(self.in_cells())
            if number is not None
        ]
        if wear:
            found.append(Control(WEAR, self._wear, wear))
        if len(family(self.stage)) > 1:
            found.append(Control(WHO, self._ask_who, _("Another drawer")))
        return found

    def places(self) -> dict[str, Box]:
        found = {f"{CELL}{n}": box for n, box in enumerate(self.boxes.cells)} | {WHO: self.boxes.who}
        if (card := self.card()) is not None:
            found[WEAR] = wear_box(self.stage.ruler, side_of(self.boxes, self.shown()), card)
        return found

    def shortcuts(self) -> list[Shortcut]:
        missing = _("All of them") if self.missing_only else _("Only the missing")
        found = [Shortcut(Act.END_TURN, missing, self.show_missing)]
        if len(family(self.stage)) > 1:
            found += [
                Shortcut(Act.SECONDARY, _("Another drawer"), self._ask_who),
                Shortcut(Act.NEXT, "", partial(self._turn, 1)),
                Shortcut(Act.PREVIOUS, "", partial(self._turn, -1)),
            ]
        return found

    def _turn(self, step: int) -> None:
        """To the next drawer of the family, or the one before."""
        names = family(self.stage)
        self.stage.audio.play("focus")
        self._open(names[(names.index(self.who) + step) % len(names)] if self.who in names else names[0])

    def towards(self, dx: int, dy: int) -> str | None:
        places = dict(self.focusable())
        here = places.get(self.focus)
        if here is None:
            return f"{CELL}{self.place if self.chosen is not None else 0}"
        on_cell = self.focus.startswith(CELL)
        # Beside the drawer, up and down stay there.
        near = {name: box for name, box in places.items() if on_cell or dx or not name.startswith(CELL)}
        found = neighbour(near.items(), here, dx, dy)
        inside = found is not None and found.startswith(CELL)
        if on_cell and not inside:
            # At the end of a row the card is next, whatever lies nearer; above and below there is nothing.
            return next((name for name in (WEAR, WHO) if name in places), None) if dx > 0 else None
        # Back to the sock that the card tells of.
        return f"{CELL}{self.place}" if inside and not on_cell else found

    def look_at(self, key: str) -> None:
        """Put the focus there; the card tells of a sock that has it."""
        super().look_at(key)
        if key.startswith(CELL):
            self._choose(int(key.removeprefix(CELL)))

    def _choose(self, place: int) -> None:
        """The card tells of this compartment, whose sock is new no longer once another one is chosen."""
        self.place, self.focus = place, f"{CELL}{place}"
        if self.chosen is not None and self.feats[self.chosen][1].key in self.drawer.earned:
            self._looked.add(self.feats[self.chosen][1].key)

    def _wear(self) -> None:
        """Put the chosen sock on, or take it off; one that is missing cannot be worn."""
        if self.chosen is None:
            return
        drawer, key = self.drawer, self.feats[self.chosen][1].key
        if key not in drawer.earned:
            self.stage.audio.play("refuse")
            return
        self.stage.audio.play("confirm")
        self.stage.stores.socks.wear(self.who, "" if drawer.worn == key else key)

    def show_missing(self) -> None:
        self.stage.audio.play("confirm")
        before = self.chosen
        self.missing_only = not self.missing_only
        cells = self.in_cells()
        self._choose(cells.index(before) if before is not None and before in cells else 0)

    def _ask_who(self) -> None:
        self.stage.audio.play("confirm")
        ways = [(name, partial(self._open, name)) for name in family(self.stage)]
        offer(self.stage, _("Whose drawer?"), ways)
