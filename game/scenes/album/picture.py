"""The album as it is drawn: wall, title, what to choose by, lines with cards, and the panel beside them.

A card is a photo in a white frame with game, day, heads and result below; the panel shows the one in focus
larger, with what can be done with it. `AlbumBoxes` says where all of it hangs, for any window and text size.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.ui.art.album import avatar, blank_photo, photo, star_patch
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import ROOM as SHADOW
from game.ui.art.fabric import Fabric, divider, panel, tag
from game.ui.art.icons import icon
from game.ui.art.layers import BUTTER, GOLD, INK, WOOL, turned
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL, Theme
from game.ui.widgets import GO, GO_INK, draw_cap, draw_cloth, ring, sheet
from game.words import _, listed, tongue

TITLE = 40.0
HIGHEST = 62.0
"""Of the title, whatever the text size."""
CARD_WIDE, PICTURE = 188.0, 92.0
"""How wide a card is at the usual text size, and how high the photo on it, at the least."""
BETWEEN, CARD_EDGE = 12.0, 10.0
GROWS = 1.5
"""How much wider a card becomes where that fills a line."""
PEGS = 8.0
"""How far the upper edge of a card hangs below its line."""
ROOM = 36.0
"""Between the rows, for pegs and tilted corners."""
CHEVRON = 23.0
PANEL = 348.0
LIFT = 22.0
"""How high the wood ends above the help strip."""


@dataclass(frozen=True, slots=True)
class Chip:
    """Something to choose by, beside the title."""

    name: str
    label: str
    """What it is about, before the value; empty for a sign alone."""
    value: str
    sign: str
    """An icon; empty for none."""
    on: bool = False

    def width(self, ruler: Painter, high: float) -> float:
        if not self.label:
            return high
        words = ruler.width(self.label, SMALL, STRONG) + ruler.width(self.value, BODY, NAMES)
        return min(words + 8 + CHEVRON + 34, 250.0 * ruler.text_scale)


@dataclass(frozen=True, slots=True)
class AlbumBoxes:
    """The boxes of the album."""

    title: Box
    title_size: float
    chips: tuple[Box, ...]
    count: Box
    """The words that say which matches hang there; a press turns the page."""
    lines: tuple[float, ...]
    """How high each line hangs at its ends."""
    reach: float
    """How far the lines reach to the right."""
    columns: int
    cards: tuple[Box, ...]
    panel: Box

    @classmethod
    def of(cls, ruler: Painter, bottom: float, chips: Sequence[Chip], title: str, count: str) -> AlbumBoxes:
        """The boxes for what is said there; ``bottom`` is where the help strip begins."""
        view, scale = ruler.view, ruler.text_scale
        safe = view.safe
        wide = min(PANEL * (0.6 + 0.4 * scale), view.w * 0.37)
        panel = Box(safe.right - wide, 46.0, wide, bottom - 14.0 - 46.0)
        size = min(TITLE, HIGHEST / scale)
        head = Box(safe.x, 40.0, ruler.width(title, size, NAMES) + 56, 72.0)
        tall = max(54.0, ruler.line_height(BODY) + 18)
        counted = ruler.width(count, SMALL, STRONG) + CHEVRON
        places = _in_rows(ruler, chips, counted, head, panel.x - 14, tall)
        first = places[-1].bottom + 36
        across, high = panel.x - 16 - safe.x, bottom - LIFT - 14 - first
        # As many cards as have room, and as large as that leaves them.
        least, words = CARD_WIDE * (0.5 + 0.5 * scale), words_height(ruler)
        columns = max(1, int((across + BETWEEN) / (least + BETWEEN)))
        width = min(least * GROWS, (across + BETWEEN) / columns - BETWEEN)
        spare = across - columns * (width + BETWEEN) + BETWEEN
        step = width + BETWEEN + (spare / (columns - 1) if columns > 1 else 0.0)
        rows = max(1, int((high + 26) / (words + PICTURE + ROOM)))
        card = words + max(PICTURE, min(width * 0.6, high / rows - words - ROOM + 8))
        pitch = max(high / rows, card + ROOM - 8)
        lines = tuple(first + row * pitch for row in range(rows))
        cards = tuple(
            Box(safe.x + column * step, line + PEGS, width, card)
            for line in lines
            for column in range(columns)
        )
        return cls(head, size, places[:-1], places[-1], lines, panel.x + 8, columns, cards, panel)


def words_height(ruler: Painter) -> float:
    """How high a card is without its photo."""
    return 2 * CARD_EDGE + 6 + 2 * ruler.line_height(BODY) + faces_height(ruler)


def faces_height(ruler: Painter) -> float:
    """How high the row of heads on a card is."""
    return max(36.0, ruler.line_height(SMALL))


def _in_rows(
    ruler: Painter, chips: Sequence[Chip], counted: float, head: Box, right: float, tall: float
) -> tuple[Box, ...]:
    """The chips and what is counted, beside the title, else below it."""
    widths = [*(chip.width(ruler, tall) for chip in chips), counted]
    left, top = head.right + 18, head.y + 16
    if left + sum(widths) + 6 * (len(widths) - 1) > right:
        left, top = head.x, head.bottom + 10
    places, x = [], left
    for wide in widths:
        if x + wide > right and x > left:
            x, top = left, top + tall + 6
        places.append(Box(x, top, wide, tall))
        x += wide + 6
    last = places[-1]
    places[-1] = Box(max(last.x, right - last.w), last.y, last.w, last.h)
    return tuple(places)


TILTS = (-1.2, 0.8, -0.6, 1.0, 0.9, -0.8, 1.1, -0.7)
"""How cards hang, in degrees."""
SPARE = 24
"""How many finished cards memory keeps beside those that hang there."""


@dataclass(frozen=True, slots=True)
class PlayerHead:
    """Somebody who has played."""

    name: str
    look: int
    won: bool
    score: int


@dataclass(frozen=True, slots=True)
class CardShown:
    """All that is to be seen of a card."""

    title: str
    day: str
    heads: tuple[PlayerHead, ...]
    result: str
    starred: bool
    broken: bool
    picture: pygame.Surface | None
    """The photo; never drawn on."""


class Cards:
    """Finished cards, each drawn once for its tilt: at twice the size, for sharp letters.

    Puppets of a new size take a while: so cards are made some at a time, until then they are bare paper.
    """

    def __init__(self, cache: Path | None) -> None:
        """Keep the pictures of what is on them in this folder from start to start; `None` for nowhere."""
        self._cache = cache
        self._kept: OrderedDict[object, pygame.Surface] = OrderedDict()
        self._large: Assets | None = None
        self.hanging = 0
        """How many hang there at once: all of them are kept."""
        self.made = 0
        """How many were drawn."""

    def make(self, ruler: Painter, box: Box, shown: CardShown, tilt: float) -> bool:
        """Make a card, where it is not made already; whether it was not."""
        key = _key(ruler, box, shown, tilt)
        if key in self._kept:
            return False
        scale = ruler.view.scale * 2
        if self._large is None or self._large.scale != scale:
            self._large = Assets(scale, self._cache, limit=24 * 1024 * 1024)
        wide, high = box.w + 2 * SHADOW, box.h + 2 * SHADOW
        whole = pygame.Surface((self._large.px(wide), self._large.px(high)), pygame.SRCALPHA)
        view = Canvas(wide, high, scale)
        twice = Painter(whole, view, ruler.theme, self._large, ruler.type, ruler.text_scale)
        draw_card(twice, Box(SHADOW, SHADOW, box.w, box.h), shown)
        self._kept[key] = turned(whole, tilt)
        self.made += 1
        while len(self._kept) > self.hanging + SPARE:
            self._kept.popitem(last=False)
        return True

    def draw(self, painter: Painter, box: Box, shown: CardShown, tilt: float) -> None:
        """Put a card down, its middle where that of the box is."""
        found = self._kept.get(_key(painter, box, shown, tilt))
        if found is not None:
            painter.blit(found, *box.centre, "center")
        else:
            _draw_paper(painter, box)

    def save_some(self) -> None:
        """Write some of the pictures to the disk, while nothing else is to be done."""
        if self._large is not None:
            self._large.save_some()

    @property
    def unsaved(self) -> bool:
        return self._large is not None and self._large.unsaved() > 0


def _key(painter: Painter, box: Box, shown: CardShown, tilt: float) -> object:
    """All that a finished card depends on."""
    look = painter.view.scale, painter.theme, painter.text_scale, tongue()
    return shown, box.w, box.h, tilt, look


def _draw_paper(painter: Painter, box: Box) -> None:
    draw_cloth(painter, box, Fabric(painter.theme.panel, painter.theme.ink, ""), radius=10)


def draw_card(painter: Painter, box: Box, shown: CardShown) -> None:
    """A card that hangs straight."""
    theme, assets = painter.theme, painter.assets
    _draw_paper(painter, box)
    picture = box.h - words_height(painter)
    draw_photo(painter, Box(box.x + CARD_EDGE, box.y + CARD_EDGE, box.w - 2 * CARD_EDGE, picture), shown)
    line, left, right = painter.line_height(BODY), box.x + CARD_EDGE + 2, box.right - CARD_EDGE - 2
    y = box.y + CARD_EDGE + picture + 6 + line / 2
    soft = TextStyle(STRONG, theme.soft)
    day = painter.text(shown.day, right, y, SMALL, soft, anchor="midright", room=(right - left) * 0.65)
    room = right - left - day - 8
    title = painter.shortened(shown.title, BODY, room, NAMES)
    painter.text(title, left, y, BODY, TextStyle(NAMES), room=room)
    y += line / 2 + faces_height(painter) / 2
    if len(shown.heads) == 2:
        _draw_two(painter, left, right, y, shown)
    else:
        tall = faces_height(painter) - (2 if len(shown.heads) < 5 else 4)
        _draw_heads(painter, shown.heads, Box(left, y, right - left, 0), tall)
    y += faces_height(painter) / 2 + line / 2
    winners = [head for head in shown.heads if head.won]
    alone = len(winners) == 1 and len(shown.heads) != 2
    ink = name_ink(theme, winners[0].look) if alone else theme.bad if shown.broken else theme.ink
    face = NAMES if len(shown.heads) == 2 else STRONG
    words = shown.result
    if painter.width(words, SMALL, face) > right - left:
        words = words.rpartition(", ")[0] or words  # the panel tells with how many points
    words = painter.shortened(words, BODY, right - left, face)
    painter.text(words, box.centre[0], y, BODY, TextStyle(face, ink), anchor="center", room=right - left)
    if shown.starred:
        painter.blit(star_patch(assets, 38, ink=theme.ink), box.right - 15, box.y + 15, "center")


def draw_photo(painter: Painter, box: Box, shown: CardShown) -> None:
    """The photo of a match, a torn one where there can be none."""
    theme = painter.theme
    if shown.picture is not None:
        painter.blit(photo(painter.assets, shown.picture, box.w, box.h, theme.ink), box.x, box.y)
    else:
        image = blank_photo(painter.assets, box.w, box.h, theme.sunk, theme.ink, torn=shown.broken)
        painter.blit(image, box.x, box.y)


def name_ink(theme: Theme, look: int) -> str:
    """The colour of a name on paper."""
    return theme.ink if theme.name != "linen" else SEATS[look].text


def _draw_two(painter: Painter, left: float, right: float, y: float, shown: CardShown) -> None:
    tall, room = faces_height(painter) - 2, (right - left) / 2 - faces_height(painter) - 6
    for head, x, side in zip(shown.heads, (left, right), (1, -1), strict=True):
        state = "happy" if head.won else "sad" if any(other.won for other in shown.heads) else "idle"
        image = avatar(painter.assets, head.look, tall, state, flip=side < 0)
        painter.blit(image, x, y, "midleft" if side > 0 else "midright")
        name = painter.shortened(head.name, SMALL, room, STRONG)
        style = TextStyle(STRONG, name_ink(painter.theme, head.look))
        anchor = "midleft" if side > 0 else "midright"
        painter.text(name, x + side * (tall + 5), y, SMALL, style, anchor=anchor, room=room)


def _draw_heads(painter: Painter, heads: Sequence[PlayerHead], box: Box, tall: float) -> None:
    """All heads in a row in the middle of a box, the winner's on gold."""
    count = len(heads)
    step = min(tall + 8, (box.w - tall) / max(1, count - 1))
    x, y = box.centre[0] - step * (count - 1) / 2, box.centre[1]
    for number, head in enumerate(heads):
        state, fill = ("happy", GOLD) if head.won else ("idle", BUTTER)
        painter.blit(avatar(painter.assets, head.look, tall, state, fill), x + step * number, y, "center")


PANEL_EDGE = 16.0
GAP = 4.0
HEAD_SIZE = 28.0
LEAST_PHOTO = 70.0
"""How low the photo may become; lower there is none."""
SIDE, SIGN = 14.0, 26.0
"""Between the end of a button and its words, and how large the sign before them is."""
LEAST_WORDS = 0.8
"""How far the words of a button shrink before their sign is left out."""
SHAPE = 0.62
"""How high it is as a share of its width, where there is room."""


@dataclass(frozen=True, slots=True)
class Do:
    """Something that can be done with a match."""

    name: str
    words: str
    """Empty for a round button with a sign alone."""
    sign: str
    go: bool = False
    on: bool = False


@dataclass(frozen=True, slots=True)
class PanelShown:
    """All that is to be seen of the match in focus."""

    card: CardShown
    title: str
    when: str
    told: str
    score: str
    """That of two sides; empty for more."""
    rows: tuple[tuple[Do, ...], ...]
    """What can be done, row by row from the top."""

    def places(self, ruler: Painter, box: Box) -> list[tuple[Do, Box]]:
        """Where the buttons are, at the lower end of the panel."""
        tall = max(54.0, ruler.line_height(LARGE) + 20)
        top = box.bottom - PANEL_EDGE - len(self.rows) * (tall + GAP) + GAP
        found = []
        for number, row in enumerate(self.rows):
            y, x, room = top + number * (tall + GAP), box.x + PANEL_EDGE, box.w - 2 * PANEL_EDGE
            signs = sum(not do.words for do in row)
            worded = (room - signs * tall - 6 * (len(row) - 1)) / max(1, len(row) - signs)
            for do in row:
                wide = worded if do.words else tall
                found.append((do, Box(x, y, wide, tall)))
                x += wide + 6
        return found


def draw_panel(painter: Painter, box: Box, shown: PanelShown, focus: str) -> None:
    """The panel on its pegs; ``focus`` is the name of what has it."""
    theme = painter.theme
    draw_cloth(painter, box, Fabric(theme.panel, theme.ink, ""), radius=14)
    for side in (-1, 1):
        image = peg(painter.assets, 0.9, side * 5.0)
        painter.blit(image, box.centre[0] + side * box.w * 0.345, box.y - 2, "center")
    places = shown.places(painter, box)
    low = min((place.y for _do, place in places), default=box.bottom) - 10
    inner = Box(box.x + PANEL_EDGE, box.y + PANEL_EDGE, box.w - 2 * PANEL_EDGE, low - box.y - PANEL_EDGE)
    _draw_told(painter, inner, shown)
    for row in shown.rows:
        beside = [(do, place) for do, place in places if do in row]
        share = min((_fits(painter, place, do) for do, place in beside if do.words), default=1.0)
        for do, place in beside:
            _draw_do(painter, place, do, LARGE * share, focused=do.name == focus)


def _draw_told(painter: Painter, box: Box, shown: PanelShown) -> None:
    """The photo, as high as words leave it room, and the words."""
    theme, wide = painter.theme, box.w - 8
    size = HEAD_SIZE * min(1.0, 1.4 / painter.text_scale)
    head, when = painter.line_height(size), painter.line_height(SMALL)
    beside = painter.width(shown.title, size, NAMES) + painter.width(shown.when, SMALL, STRONG) + 14 <= wide
    heads = _heads_height(painter, shown, wide)
    lines = painter.wrapped(shown.told, wide, SMALL, STRONG)
    words = head + (0 if beside else when) + heads + 14
    tall = min(box.w * SHAPE, box.h - words - len(lines) * when - 16)
    if tall < LEAST_PHOTO:  # the words come first, as many of them as have room
        tall = LEAST_PHOTO if LEAST_PHOTO + words + 2 * when <= box.h else 0.0
    y = box.y
    if tall:
        draw_photo(painter, Box(box.x, y, box.w, tall), shown.card)
        y += tall + 8
    left, right = box.x + 4, box.right - 4
    room = wide - (painter.width(shown.when, SMALL, STRONG) + 14 if beside else 0)
    title = painter.shortened(shown.title, size, room, NAMES)
    painter.text(title, left, y + head / 2, size, TextStyle(NAMES), room=room)
    soft = TextStyle(STRONG, theme.soft)
    if beside:
        painter.text(shown.when, right, y + head / 2, SMALL, soft, anchor="midright")
    else:
        y += when
        painter.text(shown.when, left, y + head / 2, SMALL, soft, room=wide)
    y += head + 4
    _draw_people(painter, Box(left, y, wide, heads), shown)
    y += heads + 6
    most = max(0, int((box.bottom - 6 - y) / when))
    if len(lines) > most > 0:
        lines = [*lines[: most - 1], lines[most - 1].rstrip(". ") + " …"]
    for line in lines[:most]:
        painter.text(line, left, y + when / 2, SMALL, soft, room=wide)
        y += when
    image = divider(painter.assets, round(wide), theme.stitch)
    painter.blit(image, box.centre[0], box.bottom, "center")


def _heads_height(painter: Painter, shown: PanelShown, wide: float) -> float:
    if not shown.card.heads:
        return 0.0
    if len(shown.card.heads) == 2:
        return max(54.0, painter.line_height(LARGE))
    return 50.0 + 4 + painter.height(_people(shown), wide, SMALL, STRONG)


def _people(shown: PanelShown) -> str:
    # A name may end in a number: "Normal 1: 1".
    return listed(_("{what}: {who}").format(what=head.name, who=head.score) for head in shown.card.heads)


def _draw_people(painter: Painter, box: Box, shown: PanelShown) -> None:
    heads = shown.card.heads
    if len(heads) == 2:
        _draw_sides(painter, box, shown)
        return
    tall = min(48.0, box.w / max(1, len(heads)) - 2)
    _draw_heads(painter, heads, Box(box.x, box.y, box.w, 50), tall)
    painter.paragraph(_people(shown), box.x, box.y + 54, box.w, SMALL, TextStyle(STRONG), centred=True)


def _draw_sides(painter: Painter, box: Box, shown: PanelShown) -> None:
    """Two heads with their names, the score between them."""
    theme, y, tall = painter.theme, box.centre[1], 54.0
    wide = painter.width(shown.score, HEADING * 0.85, NAMES) + 34 if shown.score else 0.0
    room = (box.w - wide) / 2 - tall - 10
    for head, x, side in zip(shown.card.heads, (box.x, box.right), (1, -1), strict=True):
        lost = any(other.won for other in shown.card.heads) and not head.won
        fill = GOLD if head.won else BUTTER
        state = "happy" if head.won else "sad" if lost else "idle"
        image = avatar(painter.assets, head.look, tall, state, fill, flip=side < 0)
        anchor = "midleft" if side > 0 else "midright"
        painter.blit(image, x, y, anchor)
        name = painter.shortened(head.name, BODY, room, NAMES)
        style = TextStyle(NAMES, name_ink(theme, head.look))
        painter.text(name, x + side * (tall + 6), y, BODY, style, anchor=anchor, room=room)
    if shown.score:
        high = min(46.0, box.h)
        label = panel(painter.assets, round(wide), high, Fabric(INK, INK, ""), radius=12, shadow=False)
        painter.blit(label, box.centre[0] - wide / 2 - SHADOW, y - high / 2 - SHADOW)
        style = TextStyle(NAMES, WOOL)
        painter.text(
            shown.score, box.centre[0], y - 1, HEADING * 0.85, style, anchor="center", room=wide - 16
        )


def _fits(painter: Painter, box: Box, do: Do) -> float:
    """How far the words of a button shrink: those of one row are equally large."""
    room, wide = box.w - 2 * SIDE - SIGN - 10, painter.width(do.words, LARGE, STRONG)
    # The words come first: where a sign would make them tiny it is left out.
    return min(1.0, room / wide if room / wide > LEAST_WORDS else (room + SIGN + 10) / wide)


def _draw_do(painter: Painter, box: Box, do: Do, size: float, *, focused: bool) -> None:
    theme = painter.theme
    fill = GO if do.go else GOLD if do.on else theme.sunk
    draw_cap(painter, box, fill, focused=focused, radius=24 if do.words else round(box.h) / 2)
    y = box.centre[1] - 2.5
    if not do.words:
        image = icon(painter.assets, do.sign, 28, theme.ink, theme.panel)
        if do.sign == "star":
            image = star_patch(painter.assets, 32, on=do.on, ink=INK if do.on else theme.ink, off=theme.panel)
        painter.blit(image, box.centre[0], y, "center")
        return
    ink = GO_INK if do.go else theme.ink
    room, told = box.w - 2 * SIDE, painter.width(do.words, size, STRONG)
    left = SIGN + 10 if told + SIGN + 9 <= room else 0.0
    x = box.centre[0] - (told + left) / 2
    if left:
        picture = icon(painter.assets, do.sign, SIGN, ink, ink if do.go else theme.panel)
        painter.blit(picture, x, y, "midleft")
    painter.text(do.words, x + left, y, size, TextStyle(STRONG, ink), room=room - left)


SAG = 10.0
CARD = "card "
"""Before the number of a card on its page, as the name of what has the focus."""
COUNT = "count"


@dataclass(frozen=True, slots=True)
class AlbumShown:
    """All that is to be seen of the album."""

    title: str
    chips: tuple[Chip, ...]
    count: str
    turns: bool
    """Whether there are more pages."""
    cards: tuple[CardShown, ...]
    place: int
    """Which of the cards was chosen."""
    panel: PanelShown | None
    empty: str
    """What is said where nothing hangs."""
    sign: str
    """What the round button in focus means; empty for none."""
    focus: str


def draw_album(painter: Painter, boxes: AlbumBoxes, shown: AlbumShown, cards: Cards, bottom: float) -> None:
    """Draw it; ``bottom`` is where the help strip begins."""
    view, theme = painter.view, painter.theme
    wood = view.h - bottom + LIFT + 5
    painter.blit(wall(painter.assets, view.w, view.h, theme.name, wood), 0, 0)
    _draw_head(painter, boxes, shown)
    for line in boxes.lines:
        painter.blit(rope(painter.assets, boxes.reach + 20, SAG), -20, line - ROPE_ROOM)
    _draw_cards(painter, boxes, shown, cards)
    if shown.panel is not None:
        draw_panel(painter, boxes.panel, shown.panel, shown.focus)
        _draw_sign(painter, boxes, shown)
    else:
        box, tall = boxes.panel, 260.0
        dress = Dress(wears="glasses", rim=5.0, flip=True)
        image = puppet(painter.assets, 4, "idle", 0, tall, dress)
        painter.blit(image, box.centre[0], box.bottom + puppet_foot(tall), "midbottom")
        left, y = painter.view.safe.x, (boxes.lines[0] + box.bottom) / 2
        wide = box.x - left - 30
        high = painter.height(shown.empty, wide - 40, LARGE, STRONG) + 40
        sheet(painter, Box(left, y - high / 2, wide, high))
        painter.paragraph(
            shown.empty, left + 20, y - high / 2 + 20, wide - 40, LARGE, TextStyle(STRONG), centred=True
        )


def _draw_head(painter: Painter, boxes: AlbumBoxes, shown: AlbumShown) -> None:
    view, box = painter.view, boxes.title
    painter.blit(rope(painter.assets, view.w + 40, 12.0), -20, 30 - ROPE_ROOM)
    sheet(painter, box)
    style = TextStyle(NAMES)
    painter.text(shown.title, *box.centre, boxes.title_size, style, anchor="center", room=box.w - 30)
    for x, turn in ((box.x + 22, -4.0), (box.right - 22, 4.0)):
        painter.blit(peg(painter.assets, 0.85, turn), x, box.y + 2, "center")
    for chip, place in zip(shown.chips, boxes.chips, strict=True):
        _draw_chip(painter, place, chip, focused=shown.focus == chip.name)
    soft = TextStyle(STRONG, painter.theme.soft if painter.theme.name != "linen" else painter.theme.ink)
    place = boxes.count
    if shown.focus == COUNT:
        ring(painter, place.grown(-4), 14)
    right = place.right - (CHEVRON if shown.turns else 4)
    painter.text(shown.count, right, place.centre[1] - 2, SMALL, soft, anchor="midright")
    if shown.turns:
        sign = icon(painter.assets, "right", 20, painter.theme.ink)
        painter.blit(sign, place.right - 12, place.centre[1] - 2, "center")


def _draw_chip(painter: Painter, box: Box, chip: Chip, *, focused: bool) -> None:
    theme = painter.theme
    fill, ink = (GOLD, INK) if chip.on else (theme.sunk, theme.ink)
    draw_cap(painter, box, fill, focused=focused, radius=min(27, round(box.h) / 2))
    y = box.centre[1] - 2.5
    if not chip.label:
        if chip.sign == "star":
            sign = star_patch(painter.assets, 32, on=chip.on, ink=ink, off=theme.panel)
        else:
            sign = icon(painter.assets, chip.sign, 26, ink, fill)
        painter.blit(sign, box.centre[0], y, "center")
        return
    soft = TextStyle(STRONG, ink if chip.on else theme.soft)
    x = box.x + 16
    x += painter.text(chip.label, x, y, SMALL, soft) + 8
    room = box.right - CHEVRON - 8 - x
    value = painter.shortened(chip.value, BODY, room, NAMES)
    painter.text(value, x, y, BODY, TextStyle(NAMES, ink), room=room)
    painter.blit(icon(painter.assets, "down", 20, ink), box.right - CHEVRON, y, "center")


def _draw_cards(painter: Painter, boxes: AlbumBoxes, shown: AlbumShown, cards: Cards) -> None:
    """The cards, the chosen one straight, larger things over smaller: its ring, and pegs above all."""
    for number, (card, place) in enumerate(zip(shown.cards, boxes.cards, strict=False)):
        wide = boxes.reach + 20
        box = place.moved(0, sag(place.centre[0] + 20, wide, 0, SAG))
        chosen = number == shown.place
        cards.draw(painter, box, card, tilt_of(shown, number))
        if chosen:
            theme = painter.theme
            if shown.focus == f"{CARD}{number}":
                ring(painter, box, 10)
            else:  # the focus is elsewhere: it only stands out
                painter.frame(box.grown(3), theme.focus, 2.5, 12)
        for side in (-1, 1):
            image = peg(painter.assets, 0.62, side * 5.0)
            painter.blit(image, box.centre[0] + side * box.w * 0.277, box.y - 4, "center")


def make_some(ruler: Painter, boxes: AlbumBoxes, shown: AlbumShown, cards: Cards, most: int) -> bool:
    """Make so many of the cards that are still bare; whether there were any."""
    made = 0
    for number, (card, place) in enumerate(zip(shown.cards, boxes.cards, strict=False)):
        made += cards.make(ruler, place, card, tilt_of(shown, number))
        if made == most:
            break
    return made > 0


def tilt_of(shown: AlbumShown, number: int) -> float:
    """How a card hangs: the chosen one straight."""
    return 0.0 if number == shown.place else TILTS[number % len(TILTS)]


def _draw_sign(painter: Painter, boxes: AlbumBoxes, shown: AlbumShown) -> None:
    """What a round button means, above it while it has the focus."""
    if not shown.sign or shown.panel is None:
        return
    places = [*shown.panel.places(painter, boxes.panel)]
    found = [place for do, place in places if do.name == shown.focus]
    found += [place for chip, place in zip(shown.chips, boxes.chips, strict=True) if chip.name == shown.focus]
    if found:
        high = painter.line_height(SMALL) + 8
        wide = painter.width(shown.sign, SMALL, STRONG) + 28
        safe = painter.view.safe
        x = min(max(found[0].centre[0], safe.x + wide / 2), safe.right - wide / 2)
        above = found[0].y > high + 20 and any(do.name == shown.focus for do, _place in places)
        y = found[0].y - high / 2 - 6 if above else found[0].bottom + high / 2 + 6
        painter.blit(tag(painter.assets, round(wide), round(high)), x, y, "center")
        painter.text(shown.sign, x, y, SMALL, TextStyle(STRONG, INK), anchor="center")
