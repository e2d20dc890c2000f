"""A match on the line: its photo in a white frame, with game, day, heads and result below."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.scenes.album.boxes import INSIDE, faces_height, words_height
from game.ui.art.album import avatar, blank_photo, photo, star_patch
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.art.layers import BUTTER, GOLD, turned
from game.ui.art.patterns import SEATS
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, SMALL, Theme
from game.words import tongue

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
        self._kept[key] = self._made(ruler, box, shown, tilt)
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
        """Whether there is something left to be written."""
        return self._large is not None and self._large.unsaved() > 0

    def _made(self, ruler: Painter, box: Box, shown: CardShown, tilt: float) -> pygame.Surface:
        scale = ruler.view.scale * 2
        if self._large is None or self._large.scale != scale:
            self._large = Assets(scale, self._cache, limit=24 * 1024 * 1024)
        wide, high = box.w + 2 * ROOM, box.h + 2 * ROOM
        whole = pygame.Surface((self._large.px(wide), self._large.px(high)), pygame.SRCALPHA)
        view = Canvas(wide, high, scale)
        twice = Painter(whole, view, ruler.theme, self._large, ruler.type, ruler.text_scale)
        draw_card(twice, Box(ROOM, ROOM, box.w, box.h), shown)
        return turned(whole, tilt)


def _key(painter: Painter, box: Box, shown: CardShown, tilt: float) -> object:
    """All that a finished card depends on."""
    look = painter.view.scale, painter.theme, painter.text_scale, tongue()
    return shown, box.w, box.h, tilt, look


def _draw_paper(painter: Painter, box: Box) -> None:
    theme = painter.theme
    paper = panel(painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, ""), radius=10)
    painter.blit(paper, box.x - ROOM, box.y - ROOM)


def draw_card(painter: Painter, box: Box, shown: CardShown) -> None:
    """A card that hangs straight."""
    theme, assets = painter.theme, painter.assets
    _draw_paper(painter, box)
    picture = box.h - words_height(painter)
    draw_photo(painter, Box(box.x + INSIDE, box.y + INSIDE, box.w - 2 * INSIDE, picture), shown)
    line, left, right = painter.line_height(BODY), box.x + INSIDE + 2, box.right - INSIDE - 2
    y = box.y + INSIDE + picture + 6 + line / 2
    soft = TextStyle(STRONG, theme.soft)
    day = painter.text(shown.day, right, y, SMALL, soft, anchor="midright", room=(right - left) * 0.65)
    room = right - left - day - 8
    title = painter.shortened(shown.title, BODY, room, NAMES)
    painter.text(title, left, y, BODY, TextStyle(NAMES), room=room)
    y += line / 2 + faces_height(painter) / 2
    if len(shown.heads) == 2:
        _draw_two(painter, left, right, y, shown)
    else:
        _draw_heads(painter, left, right, y, shown)
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
    """Two sides face each other."""
    tall, room = faces_height(painter) - 2, (right - left) / 2 - faces_height(painter) - 6
    for head, x, side in zip(shown.heads, (left, right), (1, -1), strict=True):
        state = "happy" if head.won else "sad" if any(other.won for other in shown.heads) else "idle"
        image = avatar(painter.assets, head.look, tall, state, flip=side < 0)
        painter.blit(image, x, y, "midleft" if side > 0 else "midright")
        name = painter.shortened(head.name, SMALL, room, STRONG)
        style = TextStyle(STRONG, name_ink(painter.theme, head.look))
        anchor = "midleft" if side > 0 else "midright"
        painter.text(name, x + side * (tall + 5), y, SMALL, style, anchor=anchor, room=room)


def _draw_heads(painter: Painter, left: float, right: float, y: float, shown: CardShown) -> None:
    """All heads in a row, the winner's on gold."""
    count = len(shown.heads)
    tall = faces_height(painter) - (2 if count < 5 else 4)
    step = min(tall + 8, (right - left - tall) / max(1, count - 1))
    x = (left + right) / 2 - step * (count - 1) / 2
    for number, head in enumerate(shown.heads):
        state, fill = ("happy", GOLD) if head.won else ("idle", BUTTER)
        painter.blit(avatar(painter.assets, head.look, tall, state, fill), x + step * number, y, "center")
