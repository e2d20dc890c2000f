"""Drawing of the album: wall, title, filters, lines with cards, and the panel next to them.

A card is a photo in a white frame with game, day, heads and result below. The panel shows the focused one
larger, with its actions. `AlbumWall` places as many cards on its lines as have room.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from game.core.discovery import game_slugs
from game.i18n import language_tag
from game.ui.art.album import avatar, blank_photo, photo, star_patch, stitched_photo
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import BUBBLE_ROOM, ClothColours, bubble, panel, tag
from game.ui.art.fabric import SHADOW_MARGIN as SHADOW
from game.ui.art.icons import icon
from game.ui.art.layers import BUTTER, GOLD, INK, WOOL, turned
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.art.socks import big_sock, sock_aside, sock_pin, sock_size
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL, Palette
from game.ui.widgets import (
    GO_INK,
    Element,
    ElementKey,
    FontSpec,
    MeasureContext,
    Picture,
    ScaledLength,
    SingleLineText,
    Spacer,
    Text,
    draw_cloth,
    ring,
    sheet,
)

# units at the usual text size: width of a card, and least height of its photo
CARD_WIDTH, PICTURE_HEIGHT = 188.0, 92.0
CARD_GAP, CARD_EDGE = 12.0, 10.0
MAX_CARD_WIDENING = 1.5  # factor by which a card may widen to fill a line
PEG_GAP = 8.0  # units between a line and the upper edge of its cards
ROW_GAP = 36.0  # units between rows, for pegs and tilted corners
LINE_SAG = 10.0
WOOD_HEIGHT = 22.0  # units from the prompt bar to the upper edge of the wood


class AlbumKey(ElementKey):
    """Keys of cards, filters, and actions for the chosen match."""

    CARD = "card"
    GAME = "game"
    WHO = "who"
    ORDER = "order"
    STAR = "star"
    COUNT = "count"
    WATCH = "watch"
    RESULTS = "results"
    SHARE = "share"
    NAME = "name"
    DECIDED = "decided"
    DELETE = "delete"
    FAVOURITE = "favourite"


@dataclass(frozen=True, slots=True)
class WallLayout:
    """Positions on the wall, in units."""

    head: Element
    top: Box
    lines: list[float]  # y of each line at its ends
    places: list[Box]  # boxes for all cards that have room, without the sag of the lines
    panel: Box

    @property
    def columns(self) -> int:
        """Number of places on each line."""
        return len(self.places) // len(self.lines)


@dataclass(frozen=True, slots=True)
class AlbumWall(Element):
    """Cards on lines, with title and filters above them and the panel next to them."""

    heads: tuple[Element, ...]  # header variants, of which the first that fits is used
    cards: tuple[Picture, ...]
    panel: Element
    is_bare: bool = False  # True without cards; then placeholders are drawn

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and height 0, because the wall takes the height that is left."""
        return room, 0.0

    def wall_layout(self, ruler: MeasureContext, box: Box) -> WallLayout:
        """Layout with as many cards as have room, as large as possible."""
        safe, scale = ruler.view.safe_area, ruler.scale
        panel_width = ruler.size(self.panel, safe.w)[0]
        panel = Box(safe.right - panel_width, 46.0, panel_width, box.bottom - 14.0 - 46.0)
        available_width = panel.x - 14 - safe.x
        fits = (head for head in self.heads if ruler.size(head, available_width)[0] <= available_width)
        head = next(fits, self.heads[-1])
        top = Box(safe.x, 40.0, available_width, ruler.size(head, available_width)[1])
        first, across = top.bottom + 34, available_width - 2
        available_height = box.bottom - WOOD_HEIGHT - 14 - first
        # Two lines of cards with titles only are preferred to one line of cards with all their words.
        min_width, text_height = CARD_WIDTH * (0.5 + 0.5 * scale), words_height(scale)
        rows = max(1, int((available_height + 26) / (text_height + PICTURE_HEIGHT + ROW_GAP)))
        brief = words_height(scale, brief=True)
        if rows == 1 and available_height + 26 >= 2 * (brief + PICTURE_HEIGHT + ROW_GAP):
            min_width, text_height, rows = CARD_WIDTH * (0.9 + 0.1 * scale), brief, 2
        columns = max(1, int((across + CARD_GAP) / (min_width + CARD_GAP)))
        width = min(min_width * MAX_CARD_WIDENING, (across + CARD_GAP) / columns - CARD_GAP)
        spare = across - columns * (width + CARD_GAP) + CARD_GAP
        step = width + CARD_GAP + (spare / (columns - 1) if columns > 1 else 0.0)
        card = text_height + max(
            PICTURE_HEIGHT, min(width * 0.6, available_height / rows - text_height - ROW_GAP + 8)
        )
        pitch, card = max(available_height / rows, card + ROW_GAP - 8), min(card, available_height)
        lines = [first + row * pitch for row in range(rows)]
        places = [
            Box(safe.x + place * step, line + PEG_GAP, width, card)
            for line in lines
            for place in range(columns)
        ]
        return WallLayout(head, top, lines, places, panel)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield header, cards (each after a spacer for the focus) and panel, with their boxes."""
        layout = self.wall_layout(ruler, box)
        yield layout.head, layout.top
        reach = layout.panel.x + 28
        for number, (card, place) in enumerate(zip(self.cards, layout.places, strict=False)):
            # For the focus, the lines are straight: a card lower on a sagging line is not in another row.
            yield Spacer(key=AlbumKey.CARD.of(number)), place
            yield card, place.translated(0, sag(place.centre[0] + 20, reach, 0, LINE_SAG))
        yield self.panel, layout.panel

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the wall and the ropes, and placeholders if there are no cards."""
        view, layout = painter.view, self.wall_layout(MeasureContext(painter), box)
        wood = view.h - box.bottom + WOOD_HEIGHT + 5
        painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, wood), 0, 0)
        painter.blit(rope(painter.assets, view.w + 40, 12.0), -20, 30 - ROPE_ROOM)
        for line in layout.lines:
            painter.blit(rope(painter.assets, layout.panel.x + 28, LINE_SAG), -20, line - ROPE_ROOM)
        if self.is_bare:
            reach = layout.panel.x + 28
            for number, place in enumerate(layout.places):
                slug = game_slugs()[number % len(game_slugs())]
                _draw_missing(
                    painter, place.translated(0, sag(place.centre[0] + 20, reach, 0, LINE_SAG)), slug
                )


PLACEHOLDER_ALPHA = 110  # opacity (of 255) of the sock on a placeholder


def _draw_missing(painter: Painter, box: Box, slug: str) -> None:
    """Draw the placeholder of a card, with the sock of a game."""
    theme, width, height = painter.theme, round(box.w), round(box.h)
    painter.blit(stitched_photo(painter.assets, width, height, theme.panel, theme.thread), box.x, box.y)
    inner = box.h * 0.6 - 14
    size = round(min(inner / 400, box.w / 500), 2)
    sock = big_sock(painter.assets, slug, 0, size).copy()
    sock.set_alpha(PLACEHOLDER_ALPHA)
    x = box.centre[0] - sock_aside(size)
    painter.blit(sock, x - sock_size(size)[0] / 2, box.y + 14 + inner / 2 - 150 * size - sock_pin(size))
    for side in (-1, 1):
        _draw_peg(painter, box, side)


MIN_PHOTO_HEIGHT = 20.0  # units; a lower photo is not drawn
WORDS_GROWTH = 0.4  # text growth of a card's words, the same for all; longer words are cut


def words_height(scale: float, *, brief: bool = False) -> float:
    """Height of a card without its photo at a text size, in units. A ``brief`` card has only its title."""
    more = 0.0 if brief else _line_height(scale) + faces_height(scale)
    return 2 * CARD_EDGE + 6 + _line_height(scale) + more


def _is_brief(painter: Painter, box: Box) -> bool:
    """True if a card has no room for a photo above all its words."""
    return box.h < words_height(painter.text_scale) + PICTURE_HEIGHT


def _line_height(scale: float) -> float:
    """Height of a line of words on a card at a text size, in units."""
    return ScaledLength(BODY, WORDS_GROWTH).at(scale) * 1.36


def faces_height(scale: float) -> float:
    """Height of the row of heads on a card, in units."""
    return max(36.0, ScaledLength(SMALL, WORDS_GROWTH).at(scale) * 1.36)


CARD_TILTS = (-1.2, 0.8, -0.6, 1.0, 0.9, -0.8, 1.1, -0.7)  # degrees
SPARE_CARDS = 24  # finished cards in memory beyond those on the page


@dataclass(frozen=True, slots=True)
class PlayerHead:
    """Player of a match on a card."""

    name: str
    look: int
    won: bool
    score: int


@dataclass(frozen=True, slots=True)
class AlbumCard:
    """Contents of a card."""

    title: str
    day: str
    heads: tuple[PlayerHead, ...]
    result: str
    starred: bool
    broken: bool
    picture: pygame.Surface | None  # photo; never drawn on


class AlbumCardCache:
    """Cache of finished cards, each drawn once for its tilt, at twice the size for sharp letters.

    Cards are finished a few at a time, and have only words and patches before that.
    """

    def __init__(self, cache: Path | None) -> None:
        """Cache rendered pictures in this folder between runs; None for no cache."""
        self._cache = cache
        self._images: OrderedDict[object, pygame.Surface] = OrderedDict()
        self._large: Assets | None = None
        self.hanging = 0  # cards on the page, all of which stay cached
        self.drawn_count = 0  # cards drawn, for tests

    def make(self, ruler: Painter, box: Box, card: AlbumCard, tilt: float) -> bool:
        """Draw a card into the cache. Returns False if it is there already."""
        key = _key(ruler, box, card, tilt)
        if key in self._images:
            return False
        scale = ruler.view.scale * 2
        if self._large is None or self._large.scale != scale:
            self._large = Assets(scale, self._cache, limit=24 * 1024 * 1024)
        width, height = box.w + 2 * SHADOW, box.h + 2 * SHADOW
        whole = pygame.Surface((self._large.px(width), self._large.px(height)), pygame.SRCALPHA)
        view = Canvas(width, height, scale)
        twice = Painter(whole, view, ruler.theme, self._large, ruler.type, ruler.text_scale)
        draw_card(twice, Box(SHADOW, SHADOW, box.w, box.h), card)
        self._images[key] = turned(whole, tilt)
        self.drawn_count += 1
        while len(self._images) > self.hanging + SPARE_CARDS:
            self._images.popitem(last=False)
        return True

    def draw(self, painter: Painter, box: Box, card: AlbumCard, tilt: float) -> None:
        """Draw a card centred in the box, without pictures if it is not finished."""
        image = self._images.get(_key(painter, box, card, tilt))
        if image is not None:
            painter.blit(image, *box.centre, "center")
        else:
            _draw_bare(painter, box, card)

    def save_some(self) -> None:
        """Write some rendered pictures to disk. Called while nothing else is to be done."""
        if self._large is not None:
            self._large.save_some()

    @property
    def has_unsaved(self) -> bool:
        """True if rendered pictures are not on disk yet."""
        return self._large is not None and self._large.unsaved_count() > 0


def _key(painter: Painter, box: Box, card: AlbumCard, tilt: float) -> object:
    """Key with everything that a finished card depends on."""
    look = painter.view.scale, painter.theme, painter.text_scale, language_tag()
    return card, box.w, box.h, tilt, look


def _draw_paper(painter: Painter, box: Box) -> None:
    draw_cloth(painter, box, ClothColours(painter.theme.panel, painter.theme.ink, ""), radius=10)


def _draw_bare(painter: Painter, box: Box, card: AlbumCard) -> None:
    """Draw a card whose pictures are not rendered yet."""
    _draw_paper(painter, box)
    _draw_words(painter, box, card)
    if (picture := _picture_box(painter, box)).h >= MIN_PHOTO_HEIGHT:
        draw_photo(painter, picture, replace(card, picture=None))
    if _is_brief(painter, box):
        return
    # Coloured patches in place of heads.
    size = faces_height(painter.text_scale) - 8
    step = min(size + 4, (box.w - 2 * CARD_EDGE) / max(1, len(card.heads)))
    y = picture.bottom + 6 + _line_height(painter.text_scale) + faces_height(painter.text_scale) / 2
    for number, head in enumerate(card.heads):
        x = box.centre[0] + step * (number - (len(card.heads) - 1) / 2)
        patch = Box(x - size / 2, y - size / 2, size, size)
        painter.fill(patch, painter.theme.ink, size / 2)
        painter.fill(patch.inflated(-2), SEAT_LOOKS[head.look].colour, size / 2)


def _picture_box(painter: Painter, box: Box) -> Box:
    """Box of a card's photo above its words; its height is 0 if there is no room."""
    height = max(0.0, box.h - words_height(painter.text_scale, brief=_is_brief(painter, box)))
    return Box(box.x + CARD_EDGE, box.y + CARD_EDGE, box.w - 2 * CARD_EDGE, height)


def draw_card(painter: Painter, box: Box, card: AlbumCard) -> None:
    """Draw a card without tilt."""
    _draw_paper(painter, box)
    _draw_words(painter, box, card)
    draw_photo(painter, _picture_box(painter, box), card)
    line, left, right = _line_height(painter.text_scale), box.x + CARD_EDGE + 2, box.right - CARD_EDGE - 2
    y = _picture_box(painter, box).bottom + 6 + line + faces_height(painter.text_scale) / 2
    if _is_brief(painter, box):
        _draw_winners(painter, _picture_box(painter, box), card.heads)
    elif not (len(card.heads) == 2 and _draw_two_players(painter, left, right, y, card)):
        head_size = faces_height(painter.text_scale) - (2 if len(card.heads) < 5 else 4)
        _draw_heads(painter, card.heads, Box(left, y, right - left, 0), head_size)
    if card.starred:
        image = star_patch(painter.assets, 38, ink=painter.theme.ink)
        painter.blit(image, box.right - 15, box.y + 15, "center")


def _draw_words(painter: Painter, box: Box, card: AlbumCard) -> None:
    """Draw title, day and result of a card below its photo; on a low card only the title."""
    theme = painter.theme
    line, left, right = _line_height(painter.text_scale), box.x + CARD_EDGE, box.right - CARD_EDGE
    y = _picture_box(painter, box).bottom + 6 + line / 2
    title = SingleLineText(card.title, FontSpec(BODY, NAMES, growth=WORDS_GROWTH), shrinks=True)
    if _is_brief(painter, box):  # the panel shows the rest
        title.paint(painter, Box(left, y, right - left, 0), focused=False)
        return
    ruler, available_width = MeasureContext(painter), right - left
    day = SingleLineText(card.day, FontSpec(SMALL, STRONG, theme.soft, growth=WORDS_GROWTH), 1.0)
    year = card.day.rpartition(" ")[2]
    if (
        year.isdigit()
        and ruler.size(title, available_width)[0] + 4 + ruler.size(day, available_width)[0] > available_width
    ):
        day = replace(day, words=year)  # the panel shows the month
    day_width = ruler.size(day, available_width * 0.65)[0]
    # A long month may use some of the margins before a title is cut.
    min_size = replace(title.font, size=SMALL).at(painter.text_scale)
    missing_width = max(
        0.0, min(ruler.painter.width(card.title, min_size, NAMES) + 4 + day_width - available_width, 10.0)
    )
    day.paint(painter, Box(right - day_width + missing_width / 2, y, day_width, 0), focused=False)
    title.paint(
        painter,
        Box(left - missing_width / 2, y, available_width - day_width - 4 + missing_width, 0),
        focused=False,
    )
    y += line + faces_height(painter.text_scale)
    winners = [head for head in card.heads if head.won]
    alone = len(winners) == 1 and winners[0].name in card.result
    ink = name_ink(theme, winners[0].look) if alone else theme.bad if card.broken else theme.ink
    result, letters = card.result, FontSpec(BODY, NAMES, ink, growth=WORDS_GROWTH)
    if MeasureContext(painter).size(Text(result, letters, lines=1), right - left)[0] > right - left:
        result = result.rpartition(", ")[0] or result  # the panel shows the points
    SingleLineText(result, letters, 0.5, shrinks=True).paint(
        painter, Box(left, y, right - left, 0), focused=False
    )


def draw_photo(painter: Painter, box: Box, card: AlbumCard) -> None:
    """Draw a match's photo: blank while it is missing, torn for a broken match; nothing in a low box."""
    theme = painter.theme
    if box.h < MIN_PHOTO_HEIGHT:
        return
    if card.picture is not None:
        painter.blit(photo(painter.assets, card.picture, box.w, box.h, theme.ink), box.x, box.y)
    else:
        image = blank_photo(painter.assets, box.w, box.h, theme.sunk, theme.ink, torn=card.broken)
        painter.blit(image, box.x, box.y)


def name_ink(theme: Palette, look: int) -> str:
    """Colour of a player's name on paper: the look's in the linen theme, else plain ink."""
    return theme.ink if theme.name != "linen" else SEAT_LOOKS[look].text


def _draw_two_players(painter: Painter, left: float, right: float, y: float, card: AlbumCard) -> bool:
    """Draw two heads with their names. Returns False, and draws nothing, if the names do not fit."""
    head_size = faces_height(painter.text_scale) - 2
    letters = [
        FontSpec(SMALL, STRONG, name_ink(painter.theme, head.look), growth=WORDS_GROWTH)
        for head in card.heads
    ]
    ruler = MeasureContext(painter)
    widths = [
        ruler.size(Text(head.name, font, lines=1), right - left)[0]
        for head, font in zip(card.heads, letters, strict=True)
    ]
    if sum(widths) + 2 * (head_size + 5) + 12 > right - left:
        return False
    for number, (head, name_width) in enumerate(zip(card.heads, widths, strict=True)):
        state = "happy" if head.won else "sad" if any(rival.won for rival in card.heads) else "idle"
        image = avatar(painter.assets, head.look, head_size, state, flip=bool(number))
        painter.blit(image, right if number else left, y, "midright" if number else "midleft")
        at = Box(right - head_size - 5 - name_width if number else left + head_size + 5, y, name_width, 0)
        SingleLineText(head.name, letters[number], float(number)).paint(painter, at, focused=False)
    return True


def _draw_winners(painter: Painter, photo: Box, heads: Sequence[PlayerHead]) -> None:
    """Draw the heads of up to four winners in the lower right corner of the photo."""
    head_size = 38.0
    for number, head in enumerate([head for head in heads if head.won][:4]):
        x, y = photo.right - 4 - number * (head_size - 6), photo.bottom + 5
        painter.blit(avatar(painter.assets, head.look, head_size, "happy", GOLD), x, y, "bottomright")


def _draw_heads(painter: Painter, heads: Sequence[PlayerHead], box: Box, size: float) -> None:
    """Draw all heads in a centred row, the winner's on gold."""
    count = len(heads)
    step = min(size + 8, (box.w - size) / max(1, count - 1))
    x, y = box.centre[0] - step * (count - 1) / 2, box.centre[1]
    for number, head in enumerate(heads):
        state, fill = ("happy", GOLD) if head.won else ("idle", BUTTER)
        painter.blit(avatar(painter.assets, head.look, size, state, fill), x + step * number, y, "center")


def draw_heads(painter: Painter, box: Box, heads: tuple[PlayerHead, ...]) -> None:
    """Draw the heads of more than two players, as large as possible."""
    _draw_heads(painter, heads, box, min(48.0, box.w / max(1, len(heads)) - 2))


def draw_sides(painter: Painter, box: Box, heads: tuple[PlayerHead, ...], score: str) -> None:
    """Draw two heads with their names below them and the score between them."""
    head_size, line = 54.0, painter.line_height(BODY)
    plate = painter.width(score, LARGE, NAMES) + 34 if score else 0.0
    name_width = (box.w - (plate if box.h < head_size + line else 0.0)) / 2 - 8
    for head, side in zip(heads, (-1, 1), strict=True):
        lost = any(rival.won for rival in heads) and not head.won
        state, fill = "happy" if head.won else "sad" if lost else "idle", GOLD if head.won else BUTTER
        image = avatar(painter.assets, head.look, head_size, state, fill, flip=side > 0)
        x = box.centre[0] + side * box.w / 4 * (1 + plate / box.w)
        painter.blit(image, x, box.y, "midtop")
        name = painter.shortened(head.name, BODY, name_width, NAMES)
        half = painter.width(name, BODY, NAMES) / 2
        x = min(max(x, box.x + half), box.right - half)
        style = TextStyle(NAMES, name_ink(painter.theme, head.look))
        painter.text(name, x, box.bottom - line / 2, BODY, style, anchor="center", room=name_width)
    if score:
        at = box.centre[0], box.y + head_size / 2
        label = panel(painter.assets, round(plate), 46.0, ClothColours(INK, INK, ""), radius=12, shadow=False)
        painter.blit(label, *at, "center")
        painter.text(score, at[0], at[1] - 1, LARGE, TextStyle(NAMES, WOOL), anchor="center")


def draw_panel(painter: Painter, box: Box) -> None:
    """Draw the paper of the panel on its pegs."""
    draw_cloth(painter, box, ClothColours(painter.theme.panel, painter.theme.ink, ""), radius=14)
    for side in (-1, 1):
        image = peg(painter.assets, 0.9, side * 5.0)
        painter.blit(image, box.centre[0] + side * box.w * 0.345, box.y - 2, "center")


def draw_title(painter: Painter, box: Box) -> None:
    """Draw the cloth of the title on its pegs."""
    sheet(painter, box)
    for x, turn in ((box.x + 22, -4.0), (box.right - 22, 4.0)):
        painter.blit(peg(painter.assets, 0.85, turn), x, box.y + 2, "center")


def draw_sign(painter: Painter, box: Box, sign: str, look: str) -> None:
    """Draw the sign of a button. ``look`` is "on" for a set one, "go" for the main one, else empty."""
    assets, theme = painter.assets, painter.theme
    ink = GO_INK if look == "go" else theme.ink
    if sign == "star":
        image = star_patch(assets, 32, on=look == "on", ink=ink, off=theme.panel)
    else:
        image = icon(assets, sign, round(box.h), ink, {"on": theme.chosen, "go": ink}.get(look, theme.panel))
    painter.blit(image, *box.centre, "center")


def draw_count(painter: Painter, box: Box, *, focused: bool) -> None:
    """Draw only the focus ring behind the page range."""
    if focused:
        ring(painter, box, 14)


TAIL_LENGTH = 22.0  # units, length of the speech bubble's tail


def draw_said(painter: Painter, box: Box) -> None:
    """Draw the speech bubble of the puppet below it."""
    w, h = round(box.w), round(box.h)
    tail = round(w * 0.42), h - 12, round(w * 0.38), round(h + TAIL_LENGTH)
    image = bubble(painter.assets, w, h, tail, painter.theme.panel, painter.theme.ink)
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)


def draw_puppet(painter: Painter, box: Box) -> None:
    """Draw the puppet beside an empty wall."""
    height = min(260.0, box.h)
    image = puppet(painter.assets, 4, "idle", 0, height, PuppetOutfit(wears="glasses", rim=5.0, flip=True))
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(height), "midbottom")


def draw_hung(
    painter: Painter, box: Box, cards: AlbumCardCache, card: AlbumCard, tilt: float, look: str
) -> None:
    """Draw a card with its pegs. ``look`` is "focus", "chosen" or empty."""
    cards.draw(painter, box, card, tilt)
    if look == "focus":
        ring(painter, box, 10)
    elif look == "chosen":  # the focus is elsewhere
        painter.frame(box.inflated(3), painter.theme.focus, 2.5, 12)
    for side in (-1, 1):
        _draw_peg(painter, box, side)


def _draw_peg(painter: Painter, box: Box, side: int) -> None:
    """Draw one of a card's two pegs; ``side`` -1 is left, 1 right."""
    image = peg(painter.assets, 0.62, side * 5.0)
    painter.blit(image, box.centre[0] + side * box.w * 0.277, box.y - 4, "center")


def draw_meaning(painter: Painter, box: Box, text: str) -> None:
    """Draw the meaning of a round button above it, or below it on the upper half of the screen."""
    height = painter.line_height(SMALL) + 8
    width, safe = painter.width(text, SMALL, STRONG) + 28, painter.view.safe_area
    x = min(max(box.centre[0], safe.x + width / 2), safe.right - width / 2)
    y = box.y - height / 2 - 6 if box.y > painter.view.h / 2 else box.bottom + height / 2 + 6
    painter.blit(tag(painter.assets, round(width), round(height)), x, y, "center")
    painter.text(text, x, y, SMALL, TextStyle(STRONG, INK), anchor="center")
