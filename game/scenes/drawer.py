"""Sock collection screen: earned and missing socks of a player, and the sock that the puppet wears.

A grid of 40 compartments, beside it a puppet that tries the chosen sock on, and below the puppet a card that
describes the sock. `DrawerElement` lays out the chest; everything else is made of the usual elements.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from game.core.discovery import find_game
from game.i18n import _
from game.match.achievements import Achievement, all_feats
from game.scenes.daily.day_status import month_names, name_of
from game.store.sock_collection import SockCollection
from game.store.statistics import canonical
from game.ui.art.daily import (
    CHEST_ROOM,
    FRAME_WIDTH,
    FRONT_OVERHANG,
    HALF_DIVIDER,
    LID_LIGHT,
    chest,
    glow,
    lid,
    warm_cell,
)
from game.ui.art.fabric import SHADOW_MARGIN, brass_label, new_mark
from game.ui.art.icons import icon, tick
from game.ui.art.knits import BLANK_OPACITY, knit_sock, stitched_sock
from game.ui.art.layers import GOLD
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.art.socks import sock_look
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box, DirtyRegions, nearest_in_direction
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Shortcut
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets import (
    PANEL_PICTURE,
    Action,
    ButtonElement,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    Screen,
    Spacer,
    Text,
    Values,
    ask_choice,
    column,
    horizontal_rule,
    ring,
    row,
    shrink_to_fit,
)

COLUMN_COUNT, ROW_COUNT = 8, 5
CELL_ASPECT = 96 / 88  # width / height of a compartment
CARD_WIDTH = 326.0  # units, width of the card at the usual text size
FRAME_TOP = 30.0  # units above the frame
FRONT_HEIGHT = 80.0  # units, height of the drawer's front
FLOOR_GAP = 28.0  # units from the top of the prompt bar to the end of the wooden floor
NAME_SIZE = 34.0  # font size of a sock's name
FRONT_MARGIN = 44.0  # units from the left edge of the canvas to the front


class DrawerKey(ElementKey):
    """Keys of the focusable elements and of the parts beside the drawer."""

    CELL = "cell"
    WEAR = "wear"
    WHO = "who"
    SIDE = "side"
    PUPPET = "puppet"
    CARD = "card"


THREAD_COLOURS = {
    "linen": ("#8F6C42", "#7A5A34"),
    "dark": ("#B9A6DA", "#D8CBF0"),
    "contrast": ("#000000", "#000000"),
}
"""Thread colour of a missing sock and ink of its icon, by theme."""
MAX_PUPPET_HEIGHT, MIN_PUPPET_HEIGHT = (
    250.0,
    84.0,
)  # units, largest height of the puppet, and height below which it is not drawn


@dataclass(frozen=True, slots=True)
class CollectionSock:
    """State of a sock in its compartment."""

    knit: str
    yarn: str  # as in `blank_yarn`
    icon: str
    has: bool
    new: bool = False
    worn: bool = False
    chosen: bool = False  # True if the card describes it


@dataclass(frozen=True, slots=True)
class DrawerElement(Element):
    """Layout of the chest: compartments, front with a plate, and a side column of the same height."""

    cells: GridLayout
    plate: Element
    side: Element

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and height 0, because the chest takes the height that is left."""
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield compartments, plate and side column with their boxes."""
        safe, side_width = ruler.view.safe_area, ruler.size(self.side, box.w * 0.36)[0]
        front, left = _front_height(ruler.scale), FRONT_MARGIN + FRAME_WIDTH + FRONT_OVERHANG
        room = Box(
            left,
            FRAME_TOP + FRAME_WIDTH,
            safe.right - side_width - 22 - FRAME_WIDTH - FRONT_OVERHANG - left,
            0,
        )
        available_height = box.h - FLOOR_GAP - 22 - front - 14 - room.y
        # Compartments keep their aspect ratio, so the drawer may be smaller than its room.
        w, h = self.cells.cell(ruler, Box(0, 0, room.w, available_height))
        w, h = w * COLUMN_COUNT, h * ROW_COUNT
        x, y = room.x + max(0.0, (room.w - w) / 2), room.y + max(0.0, (available_height - h) / 2)
        yield self.cells, Box(x, y, w, h)
        foot, plate_height, plate_width = y + h + 14, front - 24, min(w - 2 * 112, 480 * ruler.scale)
        yield (
            self.plate,
            Box(x + (w - plate_width) / 2, foot + (front - plate_height) / 2 + 2, plate_width, plate_height),
        )
        # It is as high as the drawer, but within the safe area of a TV.
        top = max(safe.y + 2, y - FRAME_WIDTH)
        yield self.side, Box(safe.right - side_width, top, side_width, foot + front - top)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the wall and the chest, not the socks."""
        theme, view = painter.theme, painter.view
        painter.blit(wall(painter.assets, view.w, view.h, theme.name, view.h - box.bottom + FLOOR_GAP), 0, 0)
        at = next(self.place_children(MeasureContext(painter), box))[1]
        cell, front = (
            (round(at.w / COLUMN_COUNT, 2), round(at.h / ROW_COUNT, 2)),
            round(_front_height(painter.text_scale)),
        )
        image = chest(painter.assets, cell, (COLUMN_COUNT, ROW_COUNT), front, theme.name)
        painter.blit(image, at.x - FRAME_WIDTH - FRONT_OVERHANG - CHEST_ROOM, at.y - FRAME_WIDTH - CHEST_ROOM)


def _front_height(scale: float) -> float:
    """Height of the front in units. It grows with the text size so that the plate fits its words."""
    return FRONT_HEIGHT + 26 * (scale - 1)


def draw_plate(painter: Painter, box: Box) -> None:
    """Draw the brass plate of the front."""
    w, h, theme = round(box.w), round(box.h), painter.theme
    painter.blit(brass_label(painter.assets, w, h, theme.panel), box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def sock_height(box: Box) -> float:
    """Return the height in units of a sock in the compartment ``box``."""
    return round(min((box.h - 2 * HALF_DIVIDER) * 0.97, (box.w - 2 * HALF_DIVIDER) * 1.1), 1)


def blank_yarn(game: str) -> str:
    """Light yarn of a game, "" for a sock of any game."""
    return sock_look(game).light if game else ""


def draw_missing(painter: Painter, at: tuple[float, float], height: float, sign: str, yarn: str) -> None:
    """Draw the outline of a sock that is not earned yet, on its ``yarn``, with its achievement's icon."""
    name = painter.theme.name
    thread, ink = THREAD_COLOURS.get(name, THREAD_COLOURS["linen"])
    panel = painter.theme.panel
    painter.blit(stitched_sock(painter.assets, height, thread, yarn or panel, BLANK_OPACITY), *at, "center")
    fill = panel if name == "dark" else "#FFFAF2"
    image = icon(painter.assets, sign, round(height * 0.46), ink, fill)
    painter.blit(image, at[0] - height * 0.025, at[1] + height * 0.17, "center")


def draw_lid(painter: Painter, box: Box, yarn: str = "") -> None:
    """Draw the closed lid of a compartment, in a shade of its game's yarn."""
    inner = box.inflated(-HALF_DIVIDER)
    painter.blit(lid(painter.assets, round(inner.w), round(inner.h), yarn), *box.centre, "center")


def draw_cell(painter: Painter, box: Box, sock: CollectionSock, *, focused: bool) -> None:
    """Draw a compartment with its sock, closed until the sock is earned or chosen."""
    theme, (x, y), height, inner = painter.theme, box.centre, sock_height(box), box.inflated(-HALF_DIVIDER)
    if sock.chosen or sock.new:
        fill = theme.chosen if sock.chosen else GOLD
        back = warm_cell(painter.assets, round(inner.w), round(inner.h), fill)
        painter.blit(back, *inner.centre, "center")
    if sock.new and not sock.chosen:
        painter.blit(glow(painter.assets, inner.h), x, y, "center")
    if sock.has:
        painter.blit(knit_sock(painter.assets, sock.knit, height), x + height * 0.04, y + 1, "center")
    elif sock.chosen:
        draw_missing(painter, (x, y), height, sock.icon, sock.yarn)
    else:
        draw_lid(painter, box, sock.yarn)
        sign = icon(painter.assets, sock.icon, round(height * 0.46), fill=sock.yarn or LID_LIGHT)
        painter.blit(sign, x, y, "center")
    if sock.new:
        painter.blit(new_mark(painter.assets, 22), box.right - 18, box.y + 18, "center")
    elif sock.worn:
        painter.blit(tick(painter.assets, 26), box.right - 18, box.y + 18, "center")
    if focused:
        ring(painter, inner, 8)
    elif sock.chosen:  # the focus is elsewhere, so the chosen one is only outlined
        painter.frame(inner.inflated(1), theme.focus, 3, 8)


def draw_puppet(painter: Painter, box: Box, look: int, cap: str, state: str, frame: int) -> None:
    """Draw the puppet that tries a sock on, at the lower edge of ``box``; nothing in a low box."""
    height = min(MAX_PUPPET_HEIGHT, box.h / 1.13)
    if height >= MIN_PUPPET_HEIGHT:
        dress = PuppetOutfit(wears=f"sock:{cap}" if cap else "", rim=5.0, ground=False, flip=True)
        image = puppet(painter.assets, look, state, frame, round(height), dress, look=(0.6, 0.2))
        # The card covers its cuff, so that it seems to look out from behind.
        painter.blit(image, box.centre[0], box.bottom + height * 0.07 + puppet_foot(height), "midbottom")


def draw_foot(painter: Painter, box: Box, sign: str, yarn: str) -> None:
    """Draw the outline of a missing sock in the place of an earned one's button; nothing in a low box."""
    if box.h > 44:
        height = min(72.0, box.h + 8)
        draw_missing(painter, (box.right - 40, box.bottom - height / 2 - 6), height, sign, yarn)


def draw_down(painter: Painter, box: Box) -> None:
    """Draw an arrow that shows that a press opens a list."""
    painter.blit(icon(painter.assets, "down", 22, painter.theme.ink), box.right - 28, box.centre[1], "center")


def earned_words(day: datetime.date | None) -> str:
    """Return the date on which a sock was earned as a sentence, or a note that it is not earned yet."""
    if day is None:
        return _("Not earned yet")
    month = month_names()[day.month - 1]
    date_text = _("{day} {month} {year}").format(day=day.day, month=month, year=day.year)
    return _("Earned on {day}").format(day=date_text)


def family(app: AppContext) -> list[str]:
    """Names that played here last, have a collection or a daily calendar, without duplicates."""
    names = [*app.settings.names, *app.stores.socks.all(), *app.stores.days.names()]
    return list(dict.fromkeys(name for name in map(canonical, names) if name))


class SockDrawerScene(Screen):
    """Screen of the sock collection."""

    music, mood = "title", MusicMood.CALM

    def __init__(self, key: str = "", name: str = "") -> None:
        """Open a collection (default: the last opened) at sock ``key``, else a new, worn or earned one."""
        self._key, self.who = key, name
        self.feats = all_feats()
        self.missing_only = False
        self.place = 0
        self.focus = DrawerKey.CELL.of(0)
        self._seen_keys: set[str] = set()
        """Keys of the new socks that got the focus since the drawer was opened."""
        self._life = DirtyRegions()

    def on_enter(self) -> None:
        """Open the collection of ``who``, else of the last owner, else of the first of the family."""
        names, owner = family(self.app), self.app.stores.socks.owner
        self.who = self.who or (owner if owner in names else "") or next(iter(names), "")
        self._open(self.who, self._key)

    def on_leave(self) -> None:
        """Mark the new socks that had the focus as seen."""
        self.app.stores.socks.mark_seen(self.who, self._seen_keys)

    @property
    def drawer(self) -> SockCollection:
        """Collection of the current owner."""
        return self.app.stores.socks.collection_of(self.who)

    def _open(self, name: str, focus_key: str = "") -> None:
        """Open a collection, unfiltered, on sock ``focus_key``, else a new, the worn or an earned one."""
        self.app.stores.socks.mark_seen(self.who, self._seen_keys)
        self._seen_keys.clear()
        self.who = name
        if name:
            self.app.stores.socks.open(name)
        drawer = self.drawer
        keys = [feat.key for _game, feat in self.feats]
        new = next((key for key in keys if key in drawer.earned and key not in drawer.seen), "")
        start = focus_key or new or drawer.worn or next((key for key in keys if key in drawer.earned), "")
        self.missing_only = False
        self._choose(keys.index(start) if start in keys else 0)

    def in_cells(self) -> list[int | None]:
        """Index into ``feats`` of each compartment, None for an empty one."""
        numbers: list[int | None] = list(range(len(self.feats)))
        if self.missing_only:
            earned = self.drawer.earned
            numbers = [n for n, (_game, feat) in enumerate(self.feats) if feat.key not in earned]
        return (numbers + [None] * (COLUMN_COUNT * ROW_COUNT))[: COLUMN_COUNT * ROW_COUNT]

    @property
    def chosen_achievement(self) -> Achievement | None:
        """Achievement that the card describes. None if the filter leaves no sock."""
        number = self.in_cells()[self.place]
        return None if number is None else self.feats[number][1]

    @property
    def has(self) -> bool:
        """True if the chosen sock is earned."""
        return self.chosen_achievement is not None and self.chosen_achievement.key in self.drawer.earned

    @property
    def wear_words(self) -> str:
        """Label of the button for the chosen sock; "" if it cannot be worn."""
        if self.chosen_achievement is None or not self.has:
            return ""
        return _("Take it off") if self.drawer.worn == self.chosen_achievement.key else _("Wear it")

    def build(self) -> Element:
        drawer, theme = self.drawer, self.app.measuring_painter.theme
        earned = sum(feat.key in drawer.earned for _game, feat in self.feats)
        count = _("{n} of {all}").format(n=earned, all=len(self.feats))
        name = FontSpec(30, NAMES, most=45), _("My socks")
        rest = FontSpec(BODY, STRONG, theme.soft), count

        title, summary = (Text(text, letters, lines=1) for letters, text in (name, rest))
        plate = Picture(draw_plate)
        beside = row(title, Spacer(flex=1), summary, pad=Padding(26), gap=16, align=0.5, behind=plate)
        below = column(title, summary, align=0.5, behind=plate)
        cells = tuple(self._cell(place, number) for place, number in enumerate(self.in_cells()))
        shape = (
            CELL_ASPECT / 1.25,
            CELL_ASPECT,
        )  # they may be wider, but not so wide that a sock is lost in one
        return DrawerElement(
            GridLayout(cells, columns=COLUMN_COUNT, down=ROW_COUNT, shape=shape),
            shrink_to_fit(beside, below),
            self._side(),
        )

    def _cell(self, place: int, number: int | None) -> Element:
        """Picture of a compartment. ``number``: index of its sock in `feats`, None for an unused one."""
        if number is None:
            return Picture(draw_lid)
        (game, feat), drawer = self.feats[number], self.drawer
        has = feat.key in drawer.earned
        new = has and feat.key not in drawer.seen and feat.key not in self._seen_keys
        is_worn = has and drawer.worn == feat.key
        yarn, chosen = blank_yarn(game), place == self.place
        sock = CollectionSock(feat.knit, yarn, feat.icon, has, new=new, worn=is_worn, chosen=chosen)
        return Picture(
            draw_cell, (sock,), shows_focus=True, key=DrawerKey.CELL.of(place), words=feat.words()[0]
        )

    def _side(self) -> Element:
        """Column of the collection's owner, the puppet and the card."""
        feat = self.chosen_achievement
        tries: Element = (
            Spacer(flex=1) if self._tries_in_card and feat is not None else self._try_on_picture()
        )
        who = []
        if len(family(self.app)) > 1:
            sunk, letters = self.app.measuring_painter.theme.sunk, FontSpec(LARGE, NAMES)
            down = Picture(draw_down)
            who.append(
                ButtonElement(self.who, sunk, letters, least=48, aside=84, badge=down, key=DrawerKey.WHO)
            )
        max_width = self.app.view.w * 0.36
        sizes = (NAME_SIZE * 1.4, 40.0, NAME_SIZE, 28.0)  # some names are one long word
        heads = [FontSpec(min(NAME_SIZE, max_size), NAMES, most=max_size) for max_size in sizes]
        card = self._empty_card()
        if feat is not None:
            card = shrink_to_fit(
                *(self._card(feat, head) for head in heads), self._card(feat, heads[2], alone=True)
            )
        return column(
            *who, tries, card, gap=6, w=ScaledLength(CARD_WIDTH, 0.45, max_width), key=DrawerKey.SIDE
        )

    @property
    def _tries_in_card(self) -> bool:
        """True if the puppet is drawn inside the card, because large letters leave no room above it."""
        return self.app.text_scale > 1.5

    def _try_on_picture(self) -> Picture:
        """Picture of the puppet, with the chosen sock if it is earned, else with the worn one."""
        feat, knit_by_key = self.chosen_achievement, {each.key: each.knit for _game, each in self.feats}
        cap = feat.knit if feat is not None and self.has else knit_by_key.get(self.drawer.worn, "")
        tries = Picture(
            draw_puppet, (self._look(), cap, "happy" if self.has else "idle"), key=DrawerKey.PUPPET
        )
        return replace(tries, w=112, h=112) if self._tries_in_card and feat else replace(tries, flex=1)

    def _empty_card(self) -> Element:
        """Card that says that no sock is missing."""
        message = Text(_("Nothing's missing: all forty are earned."), FontSpec(LARGE, STRONG), 0.5)
        return column(message, pad=Padding(24, 20), behind=PANEL_PICTURE, key=DrawerKey.CARD)

    def _card(self, feat: Achievement, head: FontSpec, *, alone: bool = False) -> Element:
        """Card that describes a sock. ``alone``: the title has no puppet beside it."""
        theme, has = self.app.measuring_painter.theme, self.has
        game = next(game for game, candidate in self.feats if candidate is feat)
        title, description = feat.words()
        ink = "#52266A" if theme.name == "linen" else theme.soft
        small, body = FontSpec(SMALL, STRONG), FontSpec(BODY, STRONG)
        foot: Element = Picture(draw_foot, (feat.icon, blank_yarn(game)), flex=1)
        if has:
            foot = ButtonElement(self.wear_words, key=DrawerKey.WEAR)
        origin = Text(_(find_game(game).info.title) if game else _("Any game"), small.with_colour(ink))
        name = Text(title, head, step=0.9)
        heads: list[Element] = [name, origin]
        if self._tries_in_card and alone:
            heads = [name, row(column(origin, flex=1), self._try_on_picture(), gap=8)]
        elif self._tries_in_card:
            heads = [row(column(*heads, flex=1), self._try_on_picture(), gap=8)]
        return column(
            *heads,
            Text(description, body),
            horizontal_rule(18),
            Text(
                earned_words(self.drawer.earned.get(feat.key)), small.with_growth(0.6).with_colour(theme.soft)
            ),
            Spacer(10, flex=float(has)),
            foot,
            pad=Padding(26, 18, 20),
            gap=2,
            least=278,
            behind=PANEL_PICTURE,
            key=DrawerKey.CARD,
        )

    def _look(self) -> int:
        """Index of the look that the owner's puppet had last, else one by the owner's place in the family."""
        colours = [look.name for look in SEAT_LOOKS]
        for seats in self.app.settings.seats.values():
            for seat in seats:
                if canonical(seat.name) == self.who and seat.colour in colours:
                    return colours.index(seat.colour)
        names = family(self.app)
        return names.index(self.who) % len(SEAT_LOOKS) if self.who in names else 0

    def _frame(self) -> int:
        """Idle frame of the puppet; 0 if nothing may move."""
        return 0 if self.app.idle_motion_off else STATES["idle"].over(self.app.now)

    def preload(self, painter: Painter) -> Iterator[None]:
        """Make the picture of one earned sock per yield."""
        height = sock_height(self.frame.boxes[DrawerKey.CELL.of(0)])
        for _game, feat in self.feats:
            if feat.key in self.drawer.earned:
                knit_sock(painter.assets, feat.knit, height)
                yield

    def live_values(self) -> Mapping[str, Values]:
        """Idle frame of the puppet by its key; 0 while it is happy."""
        return {DrawerKey.PUPPET: (0 if self.has else self._frame(),)}

    def tick_idle(self, now: float) -> list[Box]:
        """Box around the side column if the puppet's idle frame has changed, else none."""
        side = self.frame.boxes[DrawerKey.SIDE]
        return self._life.collect([("puppet", self._frame(), side.inflated(20))])

    def actions(self) -> dict[str, Action]:
        """Actions of compartments with a sock, of wearing (if earned) and of the owner (if several)."""
        wear, cells = self.wear_words, enumerate(self.in_cells())
        actions = {
            DrawerKey.CELL.of(place): Action(self._wear, wear, picked=place == self.place)
            for place, number in cells
            if number is not None
        }
        if wear:
            actions[DrawerKey.WEAR] = Action(self._wear, wear)
        if len(family(self.app)) > 1:
            actions[DrawerKey.WHO] = Action(self._ask_who, _("Switch player"))
        return actions

    def shortcuts(self) -> list[Shortcut]:
        """“Only the missing”, statistics, practice; with several owners also their choice and steps."""
        missing = _("Show all") if self.missing_only else _("Show missing")
        shortcuts = [
            Shortcut(InputAction.END_TURN, missing, self.show_missing),
            Shortcut(InputAction.LOOK, _("Statistics"), partial(self._go_to, "statistics")),
            Shortcut(
                InputAction.MEND,
                _("Practice"),
                partial(self._go_to, "practice", self.who or name_of(self.app)),
            ),
        ]
        if len(family(self.app)) > 1:
            shortcuts += [
                Shortcut(InputAction.SECONDARY, _("Switch player"), self._ask_who),
                Shortcut(InputAction.NEXT, "", partial(self._turn, 1)),
                Shortcut(InputAction.PREVIOUS, "", partial(self._turn, -1)),
            ]
        return shortcuts

    def _go_to(self, *screen: str) -> None:
        """Open a screen by its name and arguments, with a sound."""
        self.app.audio.play("confirm")
        self.app.open_scene(*screen)

    def _turn(self, step: int) -> None:
        """Open the collection ``step`` places further in the family, wrapping around, with a sound."""
        names = family(self.app)
        self.app.audio.play("focus")
        self._open(names[(names.index(self.who) + step) % len(names)] if self.who in names else names[0])

    def focus_in_direction(self, dx: int, dy: int) -> str | None:
        """Key of the next element, None to stay. From a row's end, right leads to the card."""
        places = dict(self.focusable())
        current, on_cell = places.get(self.focus), DrawerKey.CELL.number(self.focus) is not None
        if current is None:
            return (
                DrawerKey.CELL.of(self.place)
                if self.chosen_achievement is not None
                else next(iter(places), None)
            )
        # Outside the grid, up and down stay outside.
        near = [
            (key, box) for key, box in places.items() if on_cell or dx or DrawerKey.CELL.number(key) is None
        ]
        nearest = nearest_in_direction(near, current, dx, dy)
        inside = nearest is not None and DrawerKey.CELL.number(nearest) is not None
        if on_cell and not inside:
            # From the end of a row, right leads to the card even if something else is nearer; up and down
            # lead nowhere.
            return (
                next((key for key in (DrawerKey.WEAR, DrawerKey.WHO) if key in places), None)
                if dx > 0
                else None
            )
        # Return to the sock that the card describes.
        return DrawerKey.CELL.of(self.place) if inside and not on_cell else nearest

    def set_focus(self, key: str) -> None:
        """Focus ``key``. If it is a compartment, the card describes its sock."""
        super().set_focus(key)
        if (place := DrawerKey.CELL.number(key)) is not None:
            self._choose(place)

    def _choose(self, place: int) -> None:
        """Choose and focus a compartment, and mark its sock as looked at."""
        self.place, self.focus = place, DrawerKey.CELL.of(place)
        if self.chosen_achievement is not None and self.has:
            self._seen_keys.add(self.chosen_achievement.key)

    def _wear(self) -> None:
        """Put the chosen sock on or take it off. A missing sock only plays a sound."""
        if self.chosen_achievement is None:
            return
        self.app.audio.play("confirm" if self.has else "refuse")
        if self.has:
            key = self.chosen_achievement.key
            self.app.stores.socks.wear(self.who, "" if self.drawer.worn == key else key)

    def show_missing(self) -> None:
        """Toggle between all socks and only the missing ones, with a sound."""
        self.app.audio.play("confirm")
        before = self.in_cells()[self.place]
        self.missing_only = not self.missing_only
        cells = self.in_cells()
        self._choose(cells.index(before) if before is not None and before in cells else 0)

    def _ask_who(self) -> None:
        """Play a sound and let the player choose whose collection is open."""
        self.app.audio.play("confirm")
        ways = [(name, partial(self._open, name)) for name in family(self.app)]
        ask_choice(self.app, _("Whose drawer?"), ways)
