"""The title: a line of socks over an open drawer, each of them a game.

Below each sock hangs a tag, before the first one the sign of what waits; today's sock has a line of its
own. The drawer's label tells of what has the focus, between four knobs. All words keep the size of the
player's text as long as there is room, then they break, then they shrink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import pygame

from game.core.discovery import find, slugs
from game.core.game import GameInfo
from game.core.record import read_record
from game.match.puzzle.pack import FIRST, number_of
from game.match.socks import has_new_sock
from game.scenes.daily.facts import Sock, brief_day, game_title, name_of, sock_of
from game.scenes.house import learn, unknown_games
from game.scenes.resume import resume
from game.store.saves import Saved
from game.ui.art.daily import BESIDE, EDGE, ROPE_ROOM, little_line, peg, rope, sag, today_sign
from game.ui.art.fabric import ROOM, Fabric, brass_label, cloth_tag, focus_ring, knob, new_mark, panel
from game.ui.art.icons import icon
from game.ui.art.knits import knit_of_day, knit_ring
from game.ui.art.letters import knitted_word
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import STATES, Dress, puppet
from game.ui.art.rooms import DRAWER, title_front, title_room
from game.ui.art.socks import SOCKS as EMBLEMS
from game.ui.art.socks import SWAY, big_sock, sock_pin, sock_size
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, DirtyBoxes, neighbour
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import Act
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext
from game.ui.core.speech import Aloud
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.widgets import Ask, Control, Screen, Shortcut, draw_strip, entries, offer, strip_top
from game.words import _, counted, listed

SIZE = 0.66
GROWN = 0.78
"""How much larger the sock in focus hangs."""
OFFSET = 34.0
"""How far a sock is pinned from the middle of its place, away from its toe."""
PITCH = 170.0
"""With less room than this from sock to sock, all of them are smaller."""
LINE = 146.0
"""How high the line hangs at its ends."""
DEPTH = 26.0
"""How far it sags."""


@dataclass(frozen=True, slots=True)
class Hung:
    """A game on the line."""

    info: GameInfo
    x: float
    """Where it is pinned."""
    box: Box
    flip: bool


class SockLine:
    """The socks on the line, each with its place and its beat."""

    def __init__(self) -> None:
        self.hung: list[Hung] = []
        self._share = 1.0
        """How much smaller socks hang where there are many."""

    def lay(self, games: Sequence[GameInfo], left: float, width: float) -> None:
        """Hang a sock for each game on a line so wide, the first no farther left than this."""
        step = (width * 0.95 - left) / len(games)
        turned = len(games) * 2 // 5
        self._share = min(1.0, step / PITCH)
        self.hung = []
        for number, info in enumerate(games):
            middle, flip = left + step * (number + 0.5), number >= turned
            x = middle + (OFFSET if flip else -OFFSET) * self._share
            self.hung.append(Hung(info, x, Box(middle - step * 0.47, LINE - 20, step * 0.94, 310), flip))

    def life(self, stage: AppContext, focus: str) -> Iterator[tuple[object, object, Box]]:
        """What sways, for `game.ui.core.canvas.DirtyBoxes`."""
        for hung in self.hung:
            yield hung.info.slug, self._frame(stage, hung), self._reach(stage.view.w, hung, focus)

    def warm(self, painter: Painter) -> Iterator[None]:
        for chosen in (False, True):
            for hung in self.hung:
                for frame in range(len(SWAY)):
                    self._sock(painter, hung, frame, chosen=chosen)
                    yield

    def draw(self, painter: Painter, stage: AppContext, focus: str) -> None:
        """Draw the socks as far as they are to be drawn now, the one in focus, if any, over the others."""
        for hung in sorted(self.hung, key=lambda hung: hung.info.slug == focus):
            if painter.shows(self._reach(painter.view.w, hung, focus)):
                frame = self._frame(stage, hung)
                chosen = hung.info.slug == focus
                size = self._size(chosen=chosen)
                y = LINE + sag(hung.x, painter.view.w, 0, DEPTH)
                image = self._sock(painter, hung, frame, chosen=chosen)
                painter.blit(image, hung.x - sock_size(size)[0] / 2, y - sock_pin(size))
                for dx in (-26, 26):
                    painter.blit(
                        peg(painter.assets, round((0.95 if chosen else 0.8) * self._share, 2)),
                        hung.x + dx * size / 0.66,
                        y + 4,
                        "center",
                    )

    def _reach(self, width: float, hung: Hung, focus: str) -> Box:
        """All that a sock covers in any of its frames, its tag too."""
        size = self._size(chosen=hung.info.slug == focus)
        w, h = sock_size(size)
        top = LINE + sag(hung.x, width, 0, DEPTH) - sock_pin(size)
        left, right = min(hung.x - w / 2, hung.box.x - 30), max(hung.x + w / 2, hung.box.right + 30)
        return Box(left, top, right - left, max(h, hung.box.bottom + 30 - top))

    def _size(self, *, chosen: bool) -> float:
        """How large a sock hangs, in focus or not; smaller where many share the line."""
        return round((GROWN if chosen else SIZE) * self._share, 3)

    def _sock(self, painter: Painter, hung: Hung, frame: int, *, chosen: bool) -> pygame.Surface:
        kind = hung.info.emblem if hung.info.emblem in EMBLEMS else EMBLEMS[0]
        return big_sock(
            painter.assets, kind, frame, self._size(chosen=chosen), flip=hung.flip,
            turn=-2.0 if chosen else 0.0, focus=chosen,
        )  # fmt: skip

    def _frame(self, stage: AppContext, hung: Hung) -> int:
        """The idle frame of a sock now; each has a beat of its own."""
        if stage.rests:
            return 0
        total = sum(length for _sway, length in SWAY)
        now = (stage.now * (0.8 + 0.07 * hung.info.order % 0.4) + hung.info.order * 370) % total
        for number, (_sway, length) in enumerate(SWAY):
            now -= length
            if now < 0:
                return number
        return 0


LEAST = 1 / 1.3
"""How far a name shrinks before it stands on two lines."""
NARROW = SMALL / BODY
"""How far the line about a game shrinks before it has two rows."""
PUPPETS = 96.0
"""Room for two puppets above the words of the match that waits."""
BETWEEN = 6.0
"""Between the words of two knobs."""
AROUND = 28.0
"""The cloth to the left and right of the words below a knob, together."""
INSIDE = 14.0
"""Between the edge of a sign and its words."""
KNOB, LOW_KNOB = 62.0, 46.0
"""How large a knob is that stands over its words, and one that stands before them."""
KNOB_GAP = 8.0
"""From one knob with its words to the one below."""
TIGHT = 0.75
"""How far the words before which a knob stands shrink before they take its room."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Words on a piece of cloth or paper."""

    box: Box
    lines: tuple[str, ...]
    size: float
    """Of the words, before the text size."""


@dataclass(frozen=True, slots=True)
class DrawerLabel:
    """The label of the drawer: a name over a line about it, and how many may play at its right end."""

    box: Box
    head: float
    """The size of the name."""
    right: float
    """The width of the right end."""
    rows: int
    """How many rows there are for the line."""

    @property
    def room(self) -> float:
        return self.box.w - self.right - 60


@dataclass(frozen=True, slots=True)
class KnobSign:
    """A knob of the drawer with its words."""

    at: tuple[float, float]
    """The middle of the knob."""
    wide: float
    """Of the knob; 0 where the words have taken its room."""
    sign: Sign
    place: Box
    """What can be pressed."""


def name_tags(ruler: Painter, names: Sequence[str], places: Sequence[Box], bottom: float) -> list[Sign]:
    """The tags below the socks, all equally high, their lower edges at ``bottom``."""
    cap = LARGE * min(1.0, 1.6 / ruler.text_scale)
    found: list[tuple[float, tuple[str, ...]]] = []
    rooms = [place.w * 1.05 - 30 for place in places]
    for name, room in zip(names, rooms, strict=True):
        wide = ruler.width(name, cap, NAMES)
        if wide * LEAST <= room:
            found.append((cap * min(1.0, room / wide), (name,)))
        else:
            found.append(fitted(ruler, name, cap * LEAST, room, NAMES))
    tall = max(len(lines) * row(ruler, size) for size, lines in found) + 10
    signs = []
    # A tag may be wider than its sock, but not lie on the next one.
    pitch = min((other.x - place.x for place, other in pairwise(places)), default=places[0].w)
    for place, room, (size, lines) in zip(places, rooms, found, strict=True):
        wide = max(90.0, min(room, max(ruler.width(line, size, NAMES) for line in lines)) + 36)
        wide = min(wide, pitch - 4)
        signs.append(Sign(Box(place.centre[0] - wide / 2, bottom - tall, wide, tall), lines, size))
    return signs


def waiting_sign(ruler: Painter, title: str, x: float, y: float, wide: float) -> Sign:
    """The match that waits, on a cloth that hangs from the line: its game below the words to go on."""
    size, lines = fitted(ruler, title, BODY, wide - 2 * INSIDE, READ)
    tall = PUPPETS + row(ruler, waiting_size(ruler, wide)) + len(lines) * row(ruler, size) + 2 * INSIDE
    return Sign(Box(x, y, wide, max(170.0, tall)), lines, size)


def waiting_size(ruler: Painter, wide: float) -> float:
    """The size of the words to go on."""
    return LARGE * min(1.0, (wide - 2 * INSIDE) / ruler.width(_("Go on"), LARGE, NAMES))


def label(ruler: Painter, games: Sequence[GameInfo], middle: float, edge: float, above: float, below: float,
          *, widest: float) -> DrawerLabel:  # fmt: skip
    """The label of the drawer, equally high for each of the games that it may tell about.

    It stands around the ``middle`` of the canvas, near the ``edge`` of the drawer, between what hangs
    ``above`` it and the strip ``below``, and is no wider than ``widest``.
    """
    scale = ruler.text_scale
    wide, right = label_width(ruler, widest), 118.0 + 60 * (scale - 1)
    head = HEADING * min(1.0, 1.4 / scale)
    told = max(ruler.width(_(info.tagline), BODY) for info in games)
    rows = 1 if told * NARROW <= wide - right - 60 else 2
    tall = max(82.0, ruler.line_height(head) + rows * ruler.line_height(BODY) + INSIDE)
    bottom = below - 14
    tall = min(tall, bottom - above - 10)
    return DrawerLabel(Box(middle - wide / 2, min(edge + 12, bottom - tall), wide, tall), head, right, rows)


def label_width(ruler: Painter, widest: float) -> float:
    """How wide the label of the drawer is."""
    return min(790.0 + 80 * (ruler.text_scale - 1), widest)


def told_size(ruler: Painter, label: DrawerLabel, words: str) -> float:
    """The size at which the line about a game has room on the label."""
    room, size = label.box.h - ruler.line_height(label.head) - INSIDE, BODY
    wide = ruler.width(words, BODY)
    if wide * NARROW <= label.room:
        size *= min(1.0, label.room / wide)
    while size > 8 and (
        ruler.height(words, label.room, size) > max(room, ruler.line_height(size))
        or len(ruler.wrapped(words, label.room, size)) > label.rows
    ):
        size -= 0.5
    return size


def knob_signs(
    ruler: Painter, words: Mapping[str, str], edge: float, above: float, strip: Box, *, widest: float
) -> dict[str, KnobSign]:
    """The knobs on both sides of the label of the drawer, with their words as large as any text.

    They stand side by side over their words where these have room there in full size; else below each other,
    each before its words, which may take two lines. Two of the words, from left to right, are on each side.
    """
    view, label = ruler.view, label_width(ruler, widest)
    room = view.w / 2 - label / 2 - 18 - view.safe.x - BETWEEN
    names = list(words)
    sides = [(names[:2], view.safe.x), (names[2:], view.w / 2 + label / 2 + 18)]
    rows = [_side_by_side(ruler, [words[name] for name in pair], left, room) for pair, left in sides]
    if any(boxes[-1].right - boxes[0].x > room for boxes in rows):
        return _below_each_other(ruler, words, sides, (above + KNOB_GAP, strip.y - 10), room)
    # Beside the strip there is room down to where a TV may cut it off.
    is_free = rows[0][-1].right + 8 < strip.x and strip.right + 8 < rows[1][0].x
    bottom = view.safe.bottom if is_free else strip.y
    found = {}
    for (pair, _left), boxes in zip(sides, rows, strict=True):
        for name, box in zip(pair, boxes, strict=True):
            sign = box.moved(0, min(edge + 104 - box.h / 2, bottom - box.h - 6))
            at = sign.centre[0], sign.y - 34
            place = Box(at[0] - min(50, box.w / 2), edge + 10, min(100, box.w), 120)
            found[name] = KnobSign(at, KNOB, Sign(sign, (words[name],), BODY), place)
    return found


def _side_by_side(ruler: Painter, words: Sequence[str], left: float, room: float) -> list[Box]:
    """The cloths of words that stand in a row, as wide as they want to be; in the middle of their room."""
    widths = [max(80.0, ruler.width(each, BODY, NAMES) + AROUND) for each in words]
    x, tall, boxes = left + max(0.0, room - sum(widths)) / 2, ruler.line_height(BODY) + 8, []
    for wide in widths:
        boxes.append(Box(x, 0, wide, tall))
        x += wide + BETWEEN
    return boxes


def _below_each_other(
    ruler: Painter,
    words: Mapping[str, str],
    sides: Sequence[tuple[Sequence[str], float]],
    zone: tuple[float, float],
    room: float,
) -> dict[str, KnobSign]:
    """Words of one size, one below the other, each behind its knob unless that makes them small."""
    above, bottom = zone
    highest = (bottom - above - KNOB_GAP) / 2
    knob = LOW_KNOB
    size, lines = _equally_large(ruler, words, (room - knob - AROUND, highest))
    if size < BODY * TIGHT or any(" ".join(lines[name]) != each for name, each in words.items()):
        knob = 0.0
        size, lines = _equally_large(ruler, words, (room - AROUND, highest))
    tall = max(LOW_KNOB, max(map(len, lines.values())) * row(ruler, size) + 12)
    found = {}
    for pair, left in sides:
        for number, name in enumerate(pair):
            y = bottom - (len(pair) - number) * (tall + KNOB_GAP) + KNOB_GAP
            sign = Sign(Box(left + knob, y, room - knob, tall), lines[name], size)
            found[name] = KnobSign((left + knob / 2, y + tall / 2), knob, sign, Box(left, y, room, tall))
    return found


def _equally_large(
    ruler: Painter, words: Mapping[str, str], room: tuple[float, float]
) -> tuple[float, dict[str, tuple[str, ...]]]:
    """The largest size at which all of these words fit a cloth of this room, and their lines."""
    wide, high = room
    size = BODY
    while True:
        size = min(fitted(ruler, each, size, wide, NAMES)[0] for each in words.values())
        lines = {name: fitted(ruler, each, size, wide, NAMES)[1] for name, each in words.items()}
        most = max(map(len, lines.values()))
        if most * row(ruler, size) + 12 <= high or size * ruler.text_scale <= SMALL:
            return size, lines
        size -= 0.5


def row(ruler: Painter, size: float) -> float:
    """The step from line to line of a name."""
    return ruler.line_height(size) * 0.86


def fitted(ruler: Painter, words: str, size: float, room: float, face: str) -> tuple[float, tuple[str, ...]]:
    """The largest size at which words stand on two lines at most, no word broken; and the lines."""
    while True:
        lines = ruler.wrapped(words, room, size, face)
        whole = len(lines) <= 2 and " ".join(lines) == words
        # At that size rather a broken word than a smaller one.
        if whole or size * ruler.text_scale <= SMALL:
            return size, _balanced(ruler, words, size, face) if whole and len(lines) == 2 else tuple(lines)
        size -= 0.5


def _balanced(ruler: Painter, words: str, size: float, face: str) -> tuple[str, ...]:
    """Words on two lines that are as equally wide as can be."""
    parts = words.split(" ")
    ways: list[tuple[str, ...]] = [(" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts))]
    return min(ways, key=lambda way: max(ruler.width(line, size, face) for line in way))


def draw_sign(painter: Painter, sign: Sign) -> None:
    """A tag with its words, one line below the other."""
    box = sign.box
    tag = panel(painter.assets, round(box.w), round(box.h), Fabric(painter.theme.panel), radius=12)
    painter.blit(tag, box.x - ROOM, box.y - ROOM)
    step = row(painter, sign.size)
    for number, line in enumerate(sign.lines):
        y = box.centre[1] + step * (number - (len(sign.lines) - 1) / 2) - 1
        painter.text(line, box.centre[0], y, sign.size, TextStyle(NAMES), anchor="center", room=box.w - 20)


WORDMARK = 306.0
"""How far the name of the game reaches from its middle to the right."""
WIDE, HIGH, TOP = 176.0, 72.0, 39.0
RINGS = 3
"""So many of the days in a row are shown as rings."""
BRIEF = 1.25
"""From this text size on the cloth says no more than what it is."""


class TodaySign:
    """The sign of today's sock."""

    def __init__(self) -> None:
        self.box = Box(0, 0, 0, 0)
        """Sock and cloth."""
        self._cloth = Box(0, 0, 0, 0)
        self._lines: tuple[str, ...] = ()
        self._size = BODY
        self._is_brief = False
        """Whether the cloth says no more than what it is."""
        self._sock: Sock | None = None
        self.day, self.streak = FIRST, 0
        self.done = False
        """Whether it is solved."""

    def look_in(self, stage: AppContext) -> None:
        """See which day it is, and what is kept of it."""
        days = stage.stores.days
        day, diary = days.today(), days.of(name_of(stage))
        tried = diary.days.get(day)
        if day != self.day:
            self.forget()
        self.day, self.streak, self.done = day, diary.streak(day), tried is not None and tried.solved

    def forget(self) -> None:
        """Look the sock up again: it is another day, or another language is spoken."""
        self._sock = None

    def lay(self, ruler: Painter) -> None:
        """Hang it beside the name of the game, within what a TV shows."""
        view, scale = ruler.view, ruler.text_scale
        k = 1 + 0.4 * (scale - 1)
        right = view.safe.right
        wide = min(WIDE * k, right - BESIDE - (view.w / 2 + WORDMARK + 8))
        self._size = BODY * k / scale
        words, room = _("Today's sock"), wide - 22
        need = ruler.width(words, self._size, NAMES)
        # Where the words have room in one line, the date stands below them.
        self._is_brief = scale > BRIEF or self._size * min(1.0, room / need) * scale < SMALL
        if not self._is_brief:
            self._size *= min(1.0, room / need)
            need = room
        self._lines = (words,) if need <= room else tuple(ruler.wrapped(words, room, self._size, NAMES)[:2])
        rows = len(self._lines) * ruler.line_height(self._size) * 0.9
        high = max(HIGH, rows + 16) if self._is_brief else HIGH
        self._cloth = Box(right - wide, TOP, wide, high)
        self.box = Box(right - wide - BESIDE + 4, TOP - 16, wide + BESIDE - 4, high + 24)

    @property
    def sock(self) -> Sock:
        """Its puzzle, looked up when somebody wants to know."""
        if self._sock is None:
            self._sock = sock_of(self.day)
        return self._sock

    def told(self) -> str:
        sock = self.sock
        if sock.puzzle is None:
            return _("There is none today; the calendar says why.")
        return _("{game}: {task}").format(game=game_title(sock.puzzle.game), task=sock.task)

    def draw(self, painter: Painter, *, focused: bool) -> None:
        box, theme, left = self._cloth, painter.theme, self.box.x - 26
        painter.blit(little_line(painter.assets, round(painter.view.w - left + 40)), left, 18 - ROPE_ROOM)
        knit = knit_of_day(max(1, number_of(self.day)))
        image = today_sign(
            painter.assets, round(box.w), round(box.h), knit, fill=theme.panel, focus=focused, done=self.done
        )
        painter.blit(image, box.x - EDGE - BESIDE, box.y - EDGE)
        step = painter.line_height(self._size) * 0.9
        middle = box.centre[1] + 3 if self._is_brief else box.y + 27
        for number, line in enumerate(self._lines):
            y = middle + step * (number - (len(self._lines) - 1) / 2)
            painter.text(
                line, box.centre[0], y, self._size, TextStyle(NAMES), anchor="center", room=box.w - 18
            )
        if not self._is_brief:
            theme, y = painter.theme, box.y + 53
            x = box.right - 16
            if self.streak:
                x -= painter.text(str(self.streak), x, y, BODY, TextStyle(NAMES), anchor="midright") + 7
                count = min(RINGS, self.streak)
                x -= 23 + 14 * (count - 1)
                for number in range(count):
                    painter.blit(knit_ring(painter.assets, 23, number), x + number * 14, y, "midleft")
            ink = theme.soft if theme.name != "linen" else "#4A4360"
            room = x - 8 - box.x - 16
            painter.text(brief_day(self.day), box.x + 16, y, SMALL, TextStyle(STRONG, ink), room=room)


def draw_waiting(painter: Painter, sign: Sign, looks: list[int], *, focused: bool) -> None:
    """Draw the sign, with two who wait."""
    box = sign.box
    image = cloth_tag(painter.assets, round(box.w), round(box.h), painter.theme.panel)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    if focused:
        painter.blit(focus_ring(painter.assets, round(box.w), round(box.h)), *box.centre, "center")
    for dx in (24, box.w - 24):
        painter.blit(peg(painter.assets, 0.8), box.x + dx, box.y, "center")
    for seat, dx, flip in zip(looks, (-36, 36), (False, True), strict=False):
        image = puppet(painter.assets, seat, "idle", 0, 66, Dress(ground=False, flip=flip))
        painter.blit(image, box.centre[0] + dx, box.y + 92, "midbottom")
    size = waiting_size(painter, box.w)
    y = box.y + PUPPETS + row(painter, size) / 2
    painter.text(_("Go on"), box.centre[0], y, size, TextStyle(NAMES), anchor="center")
    y += (row(painter, size) + row(painter, sign.size)) / 2
    for number, line in enumerate(sign.lines):
        at = y + number * row(painter, sign.size)
        painter.text(line, box.centre[0], at, sign.size, anchor="center", room=box.w - 2 * INSIDE)


def waiting_looks(saved: Saved | None) -> list[int]:
    """The looks of the first two seats of a match that waits; of any two where none does."""
    seats = saved.extra.get("seats") if saved is not None else None
    looks = [seat.get("look") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    known = [look for look in looks if type(look) is int and 0 <= look < len(SEATS)]
    return (known if len(known) > 1 else [0, 1])[:2]


RULES, SETTINGS, RESUME, DAILY = "rules", "settings", "resume", "daily"
SOCKS, ALBUM = "socks", "album"


def knob_words() -> dict[str, str]:
    """What stands below the knobs of the drawer."""
    return {RULES: _("Rules"), SOCKS: _("My socks"), ALBUM: _("Album"), SETTINGS: _("Settings")}


def waiting_words(saved: Sequence[Saved], *, has_evening: bool) -> str:
    """What waits to be gone on with: its name, or how many there are."""
    count = len(saved) + has_evening
    if count > 1:
        return counted("{n} waits for you", "{n} wait for you", count).format(n=count)
    return _("A lesson waits") if has_evening else _(find(saved[0].slug).info.title)


def match_words(saved: Saved) -> str:
    """A match that waits, among others: its game, and who plays."""
    title, names = _(find(saved.slug).info.title), read_record(saved.record).names
    return f"{title}: {listed(names)}" if names else title


def focus_words(focus: str, saved: Sequence[Saved], today: str, *, has_evening: bool = False) -> str:
    """What is said of the focus: a game with its line, a match that waits, a knob, or the day's sock."""
    if focus == DAILY:
        words = _("Today's sock")
        return f"{words}, {today}"
    if focus == RESUME and (saved or has_evening):
        return f"{_('Go on')}: {waiting_words(saved, has_evening=has_evening)}"
    if focus not in slugs():
        return knob_words().get(focus, "")
    info = find(focus).info
    fewest, most = info.players
    number = str(fewest) if fewest == most else f"{fewest}-{most}"
    return f"{_(info.title)}. {_(info.tagline)} {number} {counted('player', 'players', most)}"


SOCK = 316.0
"""How far below the line the tags of the socks end at most."""
PEEPING = ((5, 0.18, False), (6, 0.845, True))
"""Who looks out of the drawer: the seat's look, where (a share of the width), and whether to the left."""
KNOBS = {RULES: "book", SOCKS: "sock", ALBUM: "album", SETTINGS: "gear"}
"""The icons of the knobs, from left to right: two on each side of the label."""
LABEL = 0.54
"""How much of the width the label may cover."""


def infos() -> list[GameInfo]:
    """All games, in the order of the line."""
    return sorted((find(slug).info for slug in slugs()), key=lambda info: (info.order, info.slug))


class Title(Screen):
    """Choose a game, go on with one, read rules, change settings, leave."""

    music, mood = "title", Mood.CALM
    strip = 30.0

    def __init__(self, stage: AppContext | None = None) -> None:
        self.line = SockLine()
        self.saved: list[Saved] = []
        self.has_evening = False
        """Whether a hall of many tables waits, as a lesson; it comes before a match."""
        self.ended = False
        """Whether there are matches that have ended, to be looked at again."""
        self.has_new = False
        """Whether a sock was earned that nobody has looked at."""
        self.unknown: frozenset[str] = frozenset()
        """The games of which the first lesson is offered."""
        self.focus = ""
        self.game = ""
        self._places: list[tuple[str, Box]] = []
        self.tags: list[Sign] = []
        self.waiting: Sign | None = None
        """The sign of the match that waits."""
        self.today = TodaySign()
        self._life = DirtyBoxes()

    def enter(self) -> None:
        self._look_in()
        first = self.saved[0].slug if self.saved else infos()[0].slug
        self.focus = self.game = self.stage.game or first

    def _look_in(self) -> None:
        """See what the drawer holds: matches that wait, and such as have ended."""
        # What was handed over a moment ago has to be written before the slots are read.
        self.stage.stores.autosave.settle()
        self.saved = self.stage.stores.saves.waiting()
        self.has_evening = self.stage.stores.evening.is_waiting
        self.ended = not self.stage.stores.archive.is_empty
        self.has_new = any(map(has_new_sock, self.stage.stores.socks.all().values()))
        self.unknown = unknown_games(self.stage)
        self.today.look_in(self.stage)

    def returned(self, result: object) -> None:
        self._look_in()
        if self.focus == RESUME and not self.waits:
            self.focus = self.game
        self.layout()

    def layout(self) -> None:
        view = self.stage.view
        games = infos()
        # The sign of the match that waits hangs before the first sock.
        left = view.w * (0.175 if self.waits else 0.06)
        self.line.lay(games, left, view.w)
        edge = view.h - DRAWER
        self._places = [(hung.info.slug, hung.box) for hung in self.line.hung]
        self.today.lay(self.stage.ruler)
        self._places.append((DAILY, self.today.box))
        ruler, hanging = self.stage.ruler, min(edge - 92, LINE + SOCK)
        self.tags = name_tags(
            ruler,
            [_(hung.info.title) for hung in self.line.hung],
            [hung.box for hung in self.line.hung],
            hanging,
        )
        self._places += [(name, knob.place) for name, knob in self.knobs().items()]
        self.waiting = None
        if self.waits:
            words = waiting_words(self.saved, has_evening=self.has_evening)
            self.waiting = waiting_sign(ruler, words, view.w * 0.055, LINE + 6, 152)
            self._places.append((RESUME, self.waiting.box))

    def tick(self, now: float) -> bool:
        """Tell what went wrong with files, as soon as somebody can read it."""
        # In time and not on entering: a save may fail while the title stands there.
        if self.stage.stores.folder.untold:
            self.stage.open("storage")
        elif self.stage.stores.days.today() != self.today.day:  # midnight has passed
            self._look_in()
            self.layout()
            self.stale = True
        return False

    def retell(self) -> None:
        self.today.forget()

    # Input.

    def controls(self) -> list[Control]:
        found = [Control(slug, partial(self._start, slug), _("Play")) for slug in slugs()]
        screens: dict[str, Callable[[], object]] = {
            RULES: self._open_rules,
            **{name: partial(self.stage.open, name) for name in (SETTINGS, ALBUM, DAILY)},
            SOCKS: partial(self.stage.open, "drawer"),
        }
        found += [Control(name, do, _("Open")) for name, do in screens.items()]
        return [*found, Control(RESUME, self._go_on, _("Go on"))]

    def focusable(self) -> list[tuple[str, Box]]:
        return self._places

    def shortcuts(self) -> list[Shortcut]:
        found = []
        if self.waits:
            words = _("Go on") if self.focus != RESUME else ""
            found.append(Shortcut(Act.SECONDARY, words, self._go_on))
        elif self.focus in self.unknown:
            lesson = partial(learn, self.stage, self.focus)
            found.append(Shortcut(Act.SECONDARY, _("First lesson"), lesson))
        found.append(Shortcut(Act.END_TURN, _("Rules"), self._open_rules))
        if self.ended:
            found.append(Shortcut(Act.LOOK, _("Album"), partial(self.stage.open, "album")))
        return [*found, Shortcut(Act.PAUSE, _("Settings"), partial(self.stage.open, "settings"))]

    def _open_rules(self) -> None:
        self.stage.open("rules", self.game)

    def look_at(self, key: str) -> None:
        """Put the focus there; on a game, what is told is told of it."""
        super().look_at(key)
        if key in slugs():
            self.game = key
        elif key == RESUME and not self.has_evening:
            self.game = self.saved[0].slug

    def take(self, key: str = "") -> None:
        self.stage.audio.play("confirm")
        super().take(key)

    def towards(self, dx: int, dy: int) -> str | None:
        """What lies in a direction; along the line with the games nothing else, and it goes round."""
        here, games = dict(self._places)[self.focus], slugs()
        line = not dy and self.focus in games
        places = [(name, box) for name, box in self._places if not line or name in (*games, RESUME)]
        beyond = self.line.hung[-1 if dx < 0 else 0].info.slug if line else None
        return neighbour(places, here, dx, dy) or beyond

    def back(self) -> None:
        """Ask first: Back is pressed on many screens, and may be pressed once too often."""

        def answered(answer: int | None) -> None:
            self.stage.leaving = answer == 1

        self.stage.audio.play("back")
        self.stage.scenes.push(Ask(_("Quit Sock Drawer?"), [_("Stay"), _("Quit")]), answered)

    @property
    def back_words(self) -> str:
        return _("Quit")

    def _start(self, slug: str) -> None:
        """To the lobby of a game, or to its match that waits: every game has a slot of its own."""
        waiting = next((saved for saved in self.saved if saved.slug == slug), None)
        new = partial(self.stage.open, "lobby", slug)
        if waiting is None:
            new()
            return
        question = _("A match of {game} is waiting for you.").format(game=_(find(slug).info.title))
        ways = [(_("Go on"), partial(resume, self.stage, waiting)), (_("New match"), new)]
        offer(self.stage, question, ways)

    @property
    def waits(self) -> bool:
        return self.has_evening or bool(self.saved)

    def _go_on(self) -> None:
        """Go on with what the sign tells of; where several wait, with the one that is chosen."""
        ways: list[tuple[str, Callable[[], object]]] = [
            (match_words(saved), partial(resume, self.stage, saved)) for saved in self.saved
        ]
        if self.has_evening:
            ways.insert(0, (_("A lesson waits"), partial(self.stage.open, "hall_waits", self.stage)))
        if len(ways) == 1:
            ways[0][1]()
        else:
            offer(self.stage, _("Which one do you want to go on with?"), ways)

    # Drawing.

    def draw(self, painter: Painter) -> None:
        view, assets, edge = painter.view, painter.assets, painter.view.h - DRAWER
        painter.blit(title_room(assets, view.w, view.h, 0.43, painter.theme.name), 0, 0)
        painter.blit(knitted_word(assets, "Sock Drawer", 92), view.w / 2, 92, "center")
        painter.blit(rope(assets, view.w, DEPTH), 0, LINE - 40)
        self.today.draw(painter, focused=self.focus == DAILY)
        for seat, x, flip in PEEPING:
            frame = self._peeping(seat)
            image = puppet(painter.assets, seat, "idle", frame, 150, Dress(ground=False, flip=flip))
            painter.blit(image, painter.view.w * x, edge + 66, "midbottom")
        clip = painter.surface.get_clip()
        painter.surface.set_clip(painter.view.rect(Box(0, edge, painter.view.w, DRAWER)).clip(clip))
        painter.blit(title_front(painter.assets, painter.view.w), 0, edge)
        painter.surface.set_clip(clip)
        self.line.draw(painter, self.stage, self.focus)
        for hung, tag in zip(self.line.hung, self.tags, strict=True):
            if hung.info.slug != self.focus and painter.shows(tag.box.grown(ROOM)):
                draw_sign(painter, tag)
        if self.waiting is not None:
            looks = waiting_looks(None if self.has_evening else self.saved[0])
            draw_waiting(painter, self.waiting, looks, focused=self.focus == RESUME)
        self._draw_label(painter)
        for name, sign in self.knobs().items():
            self._draw_knob(painter, name, sign)
        draw_strip(painter, self.stage, self)

    def warm(self, painter: Painter) -> Iterator[None]:
        yield from self.line.warm(painter)

    def _peeping(self, seat: int) -> int:
        """The idle frame of a puppet that looks out of the drawer."""
        return 0 if self.stage.rests else int(self.stage.now / 400 + seat) % STATES["idle"].count

    def label(self) -> DrawerLabel:
        view, ruler = self.stage.view, self.stage.ruler
        above = max(tag.box.bottom for tag in self.tags)
        below = strip_top(self.stage, self)
        return label(ruler, infos(), view.w / 2, view.h - DRAWER, above, below, widest=view.w * LABEL)

    def _draw_label(self, painter: Painter) -> None:
        """Name, line and players of the game in focus, on the label of the drawer."""
        info, label = find(self.game).info, self.label()
        fewest, most = info.players
        if self.focus == DAILY:
            title, told, number_words = _("Today's sock"), self.today.told(), str(self.today.streak)
            words = _("in a row")
        else:
            title, told = _(info.title), _(info.tagline)
            number_words = str(fewest) if fewest == most else f"{fewest}-{most}"
            words = counted("player", "players", most)
        box, room, size = label.box, label.room, label.head
        theme = painter.theme
        image = brass_label(painter.assets, round(box.w), round(box.h), theme.panel, theme.stitch)
        painter.blit(image, box.x - ROOM, box.y - ROOM)
        head = painter.line_height(size)
        small = told_size(painter, label, told)
        below = painter.height(told, room, small)
        top = box.y + (box.h - head - below) / 2
        painter.text(title, box.x + 32, top + head / 2, size, TextStyle(NAMES), room=room)
        painter.paragraph(told, box.x + 32, top + head - 4, room, small)
        middle = box.right - label.right / 2 - 20
        painter.text(number_words, middle, top + head / 2, size, TextStyle(NAMES), anchor="center")
        y = top + head + below / 2 - 4
        painter.text(words, middle, y, BODY, anchor="center", room=label.right)

    def knobs(self) -> dict[str, KnobSign]:
        """The knobs of the drawer with their words, beside its label and above the strip."""
        view, (strip, _entries) = self.stage.view, entries(self.stage, self)
        edge, above = view.h - DRAWER, max(tag.box.bottom for tag in self.tags)
        return knob_signs(self.stage.ruler, knob_words(), edge, above, strip, widest=view.w * LABEL)

    def _draw_knob(self, painter: Painter, name: str, shown: KnobSign) -> None:
        (x, y), wide = shown.at, shown.wide
        draw_sign(painter, shown.sign)
        if name == self.focus and wide < KNOB:
            box = shown.place
            painter.blit(focus_ring(painter.assets, round(box.w), round(box.h)), *box.centre, "center")
        elif name == self.focus:
            painter.blit(focus_ring(painter.assets, 66, 66, 33), x, y, "center")
        if wide:
            painter.blit(knob(painter.assets, wide), x, y, "center")
            painter.blit(icon(painter.assets, KNOBS[name], round(wide * 0.58)), x, y, "center")
        if name == SOCKS and self.has_new:
            at = (x + 24, y - 24) if wide == KNOB else (shown.place.x + 8, shown.place.y + 6)
            painter.blit(new_mark(painter.assets, 22), *at, "center")

    # Idle life.

    def idle(self, now: float) -> list[Box]:
        edge, wide = self.stage.view.h - DRAWER, self.stage.view.w
        peeping = [
            (seat, self._peeping(seat), Box(wide * x - 80, edge - 120, 160, 122))
            for seat, x, _flip in PEEPING
        ]
        return self._life.changed([*self.line.life(self.stage, self.focus), *peeping])

    def aloud(self) -> Aloud:
        """What has the focus: a game with its line, a match that waits, or a knob."""
        today = self.today.told()
        words = focus_words(self.focus, self.saved, today, has_evening=self.has_evening)
        return Aloud("Sock Drawer", (), words)
