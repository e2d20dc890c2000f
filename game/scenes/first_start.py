"""The first start: language, size of text, what one plays with; then the title.

It stands in the place of the title as long as nobody has chosen anything. Each choice holds at once; all of
them are kept when the screen is left, and can be changed in the settings. `plan` lays it out: of several
ways, the roomiest first, it takes the first in which all can be seen, with the host beside the rows or
without him.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from game.core.game import GameInfo
from game.match.lesson import has_lessons
from game.scenes.house import learn
from game.scenes.title import infos
from game.store.settings import PlaysWith, Scan, Speech, Theme
from game.ui.art.daily import ROPE_ROOM, peg, rope
from game.ui.art.fabric import (
    BUBBLE_ROOM,
    FOCUSED,
    NORMAL,
    Fabric,
    bubble,
    divider,
    segment,
    segment_bed,
    toggle,
)
from game.ui.art.icons import icon, tick
from game.ui.art.puppets import STATES, Dress, puppet, puppet_foot, puppet_size
from game.ui.art.rooms import wall
from game.ui.art.socks import SOCKS, big_sock
from game.ui.art.teacher import LOOK
from game.ui.core.canvas import Box, DirtyBoxes, lies_at, neighbour
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act, Intent
from game.ui.core.layer import Layer
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scanning import Item, Target
from game.ui.core.scene import Help, Scene
from game.ui.core.speech import Aloud, no_voice
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets import (
    GAP,
    Dialog,
    Shown,
    StripShown,
    Tell,
    Widget,
    Words,
    draw_button,
    draw_cloth,
    draw_shown_strip,
    mark,
    ring,
    sheet,
    strip_rows,
    strip_shown,
)
from game.words import _, languages, own_name, spoken

LANGUAGE, WITH = "language:", "with:"
"""What can have the focus begins so: a tag, a tile."""
SIZE, MOTION, CONTRAST, LEARN, OPEN = "size", "motion", "contrast", "learn", "open"
SPEECH, SCAN = "speech", "scan"
SWITCHES: Mapping[str, tuple[str, tuple[object, ...], object]] = {
    MOTION: ("reduced_motion", (False,), True),
    CONTRAST: ("theme", (Theme.LINEN, Theme.DARK), Theme.CONTRAST),
    SPEECH: ("speech", (Speech.OFF,), Speech.USUAL),
    SCAN: ("scan", (Scan.OFF,), Scan.TIME),
}
"""What is on or off, in order: its setting, the values that are off (the first is set), and what is on."""
DEVICES = ("mouse", "keyboard", "pad", "phone")
TAG, TAG_HIGH, TAG_TEXT = 198.0, 70.0, 26.0
LINE, HIGH_LINE, DEPTH = 62.0, 30.0, 24.0
"""How high the line hangs at its ends, where room is short too, and how far it sags."""
LETTERS = (20.0, 25.0, 30.0, 35.0, 40.0)
"""How large "Aa" stands for each size of text."""
HELLO = 40.0
WOOD = 92.0
HOSTS = (330.0, 290.0, 266.0)
"""How wide the column of the host is; the narrower ones where words of the rows are long."""
LEAST_HOST = 150.0
"""With less height for it, the host stays away."""
PAD = 30.0
"""Inside the sheet, beside its rows."""
BED, SWITCH, TILE = 54.0, (94.0, 44.0), 126.0
SWITCH_TEXT = 23.0
RING = 11.0
"""How far the ring of the last switch reaches below it."""


@dataclass(frozen=True, slots=True)
class Gaps:
    """How much room lies between things, and inside them."""

    edge: float
    """Above the first row, and below the last."""
    sample: float
    """Above the sample of the text, and half of that above and below its words."""
    seam: float
    """Around a seam."""
    tile: float
    """Above the icon of a tile."""
    line: float
    """How high the line of the languages hangs."""


ROOMY, SNUG, TIGHT = Gaps(20, 14, 32, 14, LINE), Gaps(13, 7, 20, 8, LINE), Gaps(11, 8, 18, 6, HIGH_LINE)


@dataclass(frozen=True, slots=True)
class Rows:
    """The boxes of the rows, as if all of them could be seen."""

    label: float
    """How wide the labels are; 0 where they stand above."""
    size: Box
    bed: Box
    sample: Box
    held: Box
    """The row of the tiles."""
    tiles: tuple[Box, ...]
    switches: tuple[Box, ...]
    """Each of `SWITCHES`, with its words."""
    tall: float


@dataclass(frozen=True, slots=True)
class Plan:
    """Boxes in units."""

    tags: tuple[Box, ...]
    gaps: Gaps
    bubble: Box | None
    """What the host says; `None` where there is no room for a host."""
    host: float
    """How high the host is."""
    sheet: Box
    inside: Box
    """Where rows are seen."""
    rows: Rows
    learn: Box | None
    """`None` where there is nothing to be shown."""
    open: Box
    floor: float
    """Where the wood begins."""

    @property
    def hidden(self) -> float:
        """How much of the rows cannot be seen at once."""
        over = self.rows.tall - self.sheet.h
        return over if over > 1 else 0.0  # less is a rounding

    def bar(self, scroll: float) -> Box:
        """The handle of the scroll bar; of no height where all rows can be seen."""
        room, hidden = self.inside.h - 8, self.hidden
        tall = max(40.0, room * room / (room + hidden)) if hidden else 0.0
        top = self.inside.y + 4 + ((room - tall) * scroll / hidden if hidden else 0.0)
        return Box(self.inside.right - 12, top, 6, tall)

    def places(self, codes: Sequence[str]) -> list[tuple[str, Box]]:
        """What can have the focus, by name, as if all rows could be seen."""
        below = self.hidden
        found = [(LANGUAGE + code, box) for code, box in zip(codes, self.tags, strict=True)]
        found.append((SIZE, self.rows.size))
        found += [(WITH + device, box) for device, box in zip(DEVICES, self.rows.tiles, strict=True)]
        found += list(zip(SWITCHES, self.rows.switches, strict=True))
        if self.learn is not None:
            found.append((LEARN, self.learn.moved(0, below)))
        return [*found, (OPEN, self.open.moved(0, below))]

    def scrolled_to(self, box: Box, scroll: float) -> float:
        """How far the rows are scrolled, so that a box of them can be seen; as they are where it can."""
        top = box.y - self.sheet.y - self.gaps.edge
        bottom = box.bottom - self.sheet.bottom + self.gaps.edge
        return min(max(scroll, bottom, 0.0), max(0.0, top), self.hidden)


def later_words() -> str:
    """What nobody has to fear."""
    return _("All of it can be changed later, in the settings.")


def sample_words(*, alone: bool, focus: str = "", mute: bool = False) -> str:
    """What shows how large words will be; without a host it says what he would."""
    return (
        (note_of(focus, mute=mute) or later_words()) if alone else _("This is how large the words will be.")
    )


def plan(ruler: Painter, codes: Sequence[str], strip: float, *, learns: bool, mute: bool) -> Plan:
    """Where everything stands above the strip: the first way in which all of it can be seen.

    ``learns`` says that there is something to be shown, ``mute`` that nothing here can speak.
    """
    beside = [(gaps, column) for column in HOSTS for gaps in (ROOMY, SNUG)]
    for gaps, column in [*beside, (ROOMY, 0.0), (TIGHT, 0.0)]:
        alone = not column
        view, tags = ruler.view, _tags(ruler, codes, gaps)
        left, right, floor = view.w * 0.05, view.w * 0.95, view.h - WOOD
        top = max(box.bottom for box in tags) + (20 if not alone else 14 if gaps is ROOMY else 8)
        shift = 0.0 if alone else column + 32
        below = strip - (8 if gaps is TIGHT else 36)
        room = Box(left + shift, top, right - left - shift, below - top)
        made = _sheet(ruler, room, gaps, learns=learns, alone=alone, mute=mute)
        bubble = None if alone else Box(left, made.sheet.y, column, bubble_height(ruler, column, mute=mute))
        host = min(260.0, floor + 24 - bubble.bottom - 40) if bubble is not None else 0.0
        found = replace(made, tags=tags, bubble=bubble, host=host, floor=floor)
        if found.hidden <= 0 and (not column or found.host >= LEAST_HOST):
            break
    return found


def hang(x: float, width: float, gaps: Gaps) -> float:
    """How low the line hangs at x."""
    return gaps.line + DEPTH * (1 - ((x - width / 2) / (width / 2)) ** 2)


def bubble_height(ruler: Painter, column: float, *, mute: bool) -> float:
    """How high the words of the host are, with what lies around them: the longest that there are."""
    room = column - 40
    hello = ruler.height(_("Let us make this drawer fit you."), room, 23, STRONG) + 6
    hello += ruler.height(later_words(), room, SMALL)
    words = max(hello, *(ruler.height(note_of(focus, mute=mute), room, NOTE) for focus in NOTED))
    return 14 + ruler.line_height(HELLO) + words + 18


def _tags(ruler: Painter, codes: Sequence[str], gaps: Gaps) -> tuple[Box, ...]:
    width, high = ruler.view.w, max(TAG_HIGH, ruler.line_height(TAG_TEXT) + gaps.edge)
    room = width * 0.9
    gap = 40.0 if len(codes) <= 5 else 12.0
    wanted = max(ruler.width(own_name(code), TAG_TEXT, NAMES) for code in codes) + 96
    wide = min(max(TAG, wanted), (room - gap * (len(codes) - 1)) / len(codes))
    left = width / 2 - (wide * len(codes) + gap * (len(codes) - 1)) / 2
    boxes = [Box(left + number * (wide + gap), 0, wide, high) for number in range(len(codes))]
    return tuple(box.moved(0, hang(box.centre[0], width, gaps)) for box in boxes)


def _sheet(ruler: Painter, room: Box, gaps: Gaps, *, learns: bool, alone: bool, mute: bool) -> Plan:
    """The sheet and the buttons below it, in the middle of a room."""
    words = [_("Show me how to play"), _("Open the drawer")][not learns :]
    wide = (room.w - 20 * (len(words) - 1)) / len(words)
    lines = max(len(ruler.wrapped(told, wide - 48, LARGE, STRONG)) for told in words)
    button = max(58.0, lines * ruler.line_height(LARGE) + 22)
    rows = _rows(ruler, Box(room.x + PAD, room.y, room.w - 2 * PAD, 0), gaps, alone=alone, mute=mute)
    tall = min(rows.tall, room.h - 12 - button)
    down = max(0.0, room.h - tall - 12 - button) / 2
    sheet = Box(room.x, room.y + down, room.w, tall)
    buttons = [Box(room.x + n * (wide + 20), sheet.bottom + 12, wide, button) for n in range(len(words))]
    rows = _rows(ruler, Box(room.x + PAD, sheet.y, room.w - 2 * PAD, 0), gaps, alone=alone, mute=mute)
    learn = buttons[0] if learns else None
    return Plan((), gaps, None, 0.0, sheet, sheet.grown(-3), rows, learn, buttons[-1], 0.0)


def _rows(ruler: Painter, top: Box, gaps: Gaps, *, alone: bool, mute: bool) -> Rows:
    """The rows of the sheet, below its upper edge."""
    x, wide, line = top.x, top.w, ruler.line_height(LARGE)
    labels = (_("Text size"), _("I play with"))
    label = max(190.0, *(ruler.width(words, LARGE, STRONG) + 24 for words in labels))
    percent = ruler.width("200 %", BODY, STRONG) + 18
    tile = max(TILE, max(ruler.width(words, BODY, STRONG) for words in device_labels()) * 0.9 + 20)
    beside = label + max(5 * 62 + percent, 4 * tile + 36) <= wide
    above = 0.0 if beside else line + 4
    label = label if beside else 0.0
    size = Box(x, top.y + gaps.edge, wide, above + BED)
    bed = Box(x + label, size.y + above, wide - label - percent, BED)
    told = max(
        ruler.height(sample_words(alone=alone, focus=focus, mute=mute), wide - 40, BODY)
        for focus in (("", *NOTED) if alone else ("",))
    )
    sample = Box(x, size.bottom + gaps.sample, wide, told + 2 * gaps.sample + 2)
    tall = gaps.tile + 50 + ruler.line_height(BODY) + gaps.tile / 2
    step = (wide - label + 12) / 4
    held = Box(x, sample.bottom + gaps.seam, wide, above + tall)
    tiles = tuple(Box(x + label + n * step, held.y + above, step - 12, tall) for n in range(4))
    # A switch has some room above and below it already.
    switches = _switches(ruler, x, held.bottom + gaps.seam - 8, wide, mute=mute)
    tall = switches[-1].bottom + max(RING, gaps.edge - 6) - top.y
    return Rows(label, size, bed, sample, held, tiles, switches, tall)


def device_labels() -> tuple[str, ...]:
    """What the tiles say."""
    return _("Mouse"), _("Keyboard"), _("Pad"), _("Phone")


def switch_words() -> dict[str, str]:
    """What can be on or off, in words, as `SWITCHES` has it."""
    words = _("Reduced motion"), _("High contrast"), _("The window speaks"), _("One switch")
    return dict(zip(SWITCHES, words, strict=True))


NOTED = (SPEECH, SCAN, LEARN, OPEN)
"""What the host says more about while it has the focus."""
NOTE = 19.0
"""How large that stands in his bubble."""


def note_of(focus: str, *, mute: bool) -> str:
    """What a switch means whose name does not say it, or what comes after a button; else empty."""
    return {
        SPEECH: f"{no_voice()} {_('What you choose is kept for when there is one.')}"
        if mute
        else _("What is shown is read aloud to you."),
        SCAN: _("One key or button does everything: what it would do is marked, one after another."),
        LEARN: _(
            "You choose a game, and a teacher leads you through its first lesson; then on to the next, "
            "or to the game."
        ),
        OPEN: _("Then all games lie before you: choose one and play, or take its lessons there."),
    }.get(focus, "")


def switch_high(ruler: Painter) -> float:
    """How high a switch is without words below it."""
    return max(SWITCH[1] + 12, ruler.line_height(SWITCH_TEXT) + 2)


def _switches(ruler: Painter, x: float, y: float, wide: float, *, mute: bool) -> tuple[Box, ...]:
    """The switches, two in a row, or one below the other where words are long."""
    words, high = switch_words().values(), switch_high(ruler)
    needs = [switch_at(ruler, told) + SWITCH[0] + 10 + state_width(ruler) for told in words]
    first, second = max(needs[::2]), max(needs[1::2])
    if first + second + 20 > wide:
        boxes = list[Box]()
        for focus in SWITCHES:  # here all rows scroll: there is room for what a switch means
            note = note_of(focus, mute=mute)
            more = ruler.height(note, wide, BODY) + 6 if note else 0.0
            boxes.append(Box(x, boxes[-1].bottom + 4 if boxes else y, wide, high + more))
        return tuple(boxes)
    beside = min(max(x + wide * 0.56, x + first + 20), x + wide - second)
    return tuple(
        Box(beside if number % 2 else x, y + number // 2 * (high + 4), need, high)
        for number, need in enumerate(needs)
    )


def switch_at(ruler: Painter, words: str) -> float:
    """How far from the left of its words a switch stands."""
    return ruler.width(words, SWITCH_TEXT, STRONG) + 14


def state_width(ruler: Painter) -> float:
    """How wide the words behind a switch may be."""
    return max(ruler.width(words, BODY, STRONG) for words in (_("Off"), _("On")))


@dataclass(frozen=True, slots=True)
class FirstStartShown:
    """Everything that is chosen, and where."""

    plan: Plan
    scroll: float
    codes: tuple[str, ...]
    """The languages."""
    language: str
    size: int
    """Percent."""
    held: str
    """What somebody plays with."""
    switches: tuple[bool, ...]
    """Which of `SWITCHES` are on."""
    focus: str
    mute: bool
    """Whether nothing here can speak."""
    strip: StripShown | None


def draw_first_start(painter: Painter, shown: FirstStartShown) -> None:
    """Draw all of it but the host."""
    view, plan = painter.view, shown.plan
    painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, view.h - plan.floor), 0, 0)
    painter.blit(rope(painter.assets, view.w, DEPTH), 0, plan.gaps.line - ROPE_ROOM)
    for code, box in zip(shown.codes, plan.tags, strict=True):
        _draw_tag(painter, shown, code, box)
    if plan.bubble is not None:
        _draw_bubble(painter, plan.bubble, shown)
    sheet(painter, plan.sheet)
    clip = painter.surface.get_clip()
    painter.surface.set_clip(view.rect(plan.inside))
    _draw_sizes(painter, shown)
    _draw_held(painter, shown)
    switches = zip(switch_words().items(), shown.switches, plan.rows.switches, strict=True)
    for (name, words), on, box in switches:
        at, high = box.moved(0, -shown.scroll), switch_high(painter)
        if at.h > high:
            soft = TextStyle(colour=painter.theme.soft)
            painter.paragraph(note_of(name, mute=shown.mute), at.x, at.y + high, at.w, BODY, soft)
        _draw_switch(painter, words, Box(at.x, at.y, at.w, high), on=on, focused=shown.focus == name)
    bar = plan.bar(shown.scroll)
    if bar.h:
        painter.fill(Box(bar.x, plan.inside.y + 4, bar.w, plan.inside.h - 8), painter.theme.sunk, 3)
        painter.fill(bar, painter.theme.soft, 3)
    painter.surface.set_clip(clip)
    if plan.learn is not None:
        state = FOCUSED if shown.focus == LEARN else NORMAL
        draw_button(painter, plan.learn, _("Show me how to play"), state)
    draw_button(painter, plan.open, _("Open the drawer"), FOCUSED if shown.focus == OPEN else NORMAL, go=True)
    draw_shown_strip(painter, shown.strip)


def _draw_tag(painter: Painter, shown: FirstStartShown, code: str, box: Box) -> None:
    theme, chosen = painter.theme, code == shown.language
    fabric = Fabric(theme.ink if chosen else theme.panel, theme.ink, theme.stitch)
    draw_cloth(painter, box, fabric)
    if shown.focus == LANGUAGE + code:
        ring(painter, box)
    x, y = box.centre[0], box.y + box.h * 0.57
    room = box.w - 36
    if chosen:
        painter.blit(tick(painter.assets, 28), box.x + 34, y, "center")
        x, room = x + 16, room - 38
    style = TextStyle(NAMES, theme.panel if chosen else theme.ink)
    painter.text(own_name(code), x, y, TAG_TEXT, style, anchor="center", room=room)
    for at, turn in ((box.x + 30, -4.0), (box.right - 30, 4.0)):
        painter.blit(peg(painter.assets, 0.72, turn), at, hang(at, painter.view.w, shown.plan.gaps), "center")


def _draw_bubble(painter: Painter, box: Box, shown: FirstStartShown) -> None:
    """What the host says: hello, what the switch in focus is for, or what comes after a button."""
    theme = painter.theme
    tail = (120.0, box.h, 142.0, box.h + 44)
    image = bubble(
        painter.assets, round(box.w), round(box.h), tail, theme.panel, theme.ink, stitch=theme.stitch
    )
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
    left, room, y = box.x + 20, box.w - 40, box.y + 14
    high = painter.line_height(HELLO)
    hello = TextStyle(NAMES)
    focus = shown.focus
    note = note_of(focus, mute=shown.mute)
    head = switch_words()[focus] if focus in SWITCHES and note else _("Hello!")
    head = _("What comes next") if focus in (LEARN, OPEN) else head
    painter.text(head, box.centre[0], y + high / 2, HELLO, hello, anchor="center", room=room)
    y += high
    if note:
        painter.paragraph(note, left, y, room, NOTE, centred=True)
        return
    fit = _("Let us make this drawer fit you.")
    y += painter.paragraph(fit, left, y, room, 23, TextStyle(STRONG), centred=True) + 6
    painter.paragraph(later_words(), left, y, room, SMALL, TextStyle(colour=theme.soft), centred=True)


def _label(painter: Painter, words: str, row: Box, control: Box) -> None:
    """What a row is about: left of its control, or above."""
    y = control.centre[1] if control.y == row.y else row.y + painter.line_height(LARGE) / 2
    painter.text(words, row.x, y, LARGE, TextStyle(STRONG), room=row.w)


def _draw_sizes(painter: Painter, shown: FirstStartShown) -> None:
    """The sizes of text as letters that grow, and a sentence of that size."""
    theme, assets, rows = painter.theme, painter.assets, shown.plan.rows
    row, bed, sample = (box.moved(0, -shown.scroll) for box in (rows.size, rows.bed, rows.sample))
    _label(painter, _("Text size"), row, bed)
    image = segment_bed(assets, round(bed.w), round(bed.h), theme.sunk, theme.ink)
    painter.blit(image, *bed.centre, "center")
    for number, (box, letters) in enumerate(zip(size_boxes(bed), LETTERS, strict=True)):
        chosen = shown.size == 100 + 25 * number
        if chosen:
            painter.blit(
                segment(assets, round(box.w), round(box.h), theme.ink, theme.stitch), *box.centre, "center"
            )
        style = TextStyle(NAMES, theme.panel if chosen else theme.ink, fixed=True)
        painter.text("Aa", *box.centre, letters, style, anchor="center")
    if shown.focus == SIZE:
        ring(painter, bed, bed.h / 2)
    painter.text(f"{shown.size} %", row.right, bed.centre[1], BODY, TextStyle(STRONG), anchor="midright")
    draw_cloth(painter, sample, Fabric(theme.sunk, theme.sunk, theme.stitch), shadow=False)
    words = sample_words(alone=shown.plan.bubble is None, focus=shown.focus, mute=shown.mute)
    painter.paragraph(
        words, sample.x + 20, sample.y + shown.plan.gaps.sample + 1, sample.w - 40, BODY, centred=True
    )


def size_boxes(bed: Box) -> list[Box]:
    """Where the letters stand, the larger ones with more room."""
    shares = [letters + 36 for letters in LETTERS]
    boxes, x = [], bed.x
    for share in shares:
        wide = bed.w * share / sum(shares)
        boxes.append(Box(x, bed.y, wide, bed.h))
        x += wide
    return boxes


def _seam(painter: Painter, box: Box, y: float) -> None:
    painter.blit(divider(painter.assets, round(box.w), painter.theme.stitch), box.centre[0], y, "center")


def _draw_held(painter: Painter, shown: FirstStartShown) -> None:
    theme, assets, rows, gap = painter.theme, painter.assets, shown.plan.rows, shown.plan.gaps.tile
    rim = theme.faint if theme.name == "dark" else theme.rim
    row = rows.held.moved(0, -shown.scroll)
    tiles = [box.moved(0, -shown.scroll) for box in rows.tiles]
    _seam(painter, row, row.y - shown.plan.gaps.seam / 2)
    _label(painter, _("I play with"), row, tiles[0])
    for device, words, box in zip(DEVICES, device_labels(), tiles, strict=True):
        chosen = device == shown.held
        fabric = Fabric(theme.chosen, theme.ink, theme.stitch) if chosen else Fabric(theme.panel, rim, "")
        draw_cloth(painter, box, fabric, shadow=chosen)
        painter.blit(
            icon(assets, device, 44, theme.ink, theme.panel), box.centre[0], box.y + gap + 22, "center"
        )
        y = box.bottom - gap / 2 - painter.line_height(BODY) / 2
        painter.text(words, box.centre[0], y, BODY, TextStyle(STRONG), anchor="center", room=box.w - 16)
        if shown.focus == WITH + device:
            ring(painter, box)
        if chosen:
            painter.blit(tick(assets, 28), box.right - 8, box.y + 8, "center")
    _seam(painter, row, row.bottom + shown.plan.gaps.seam / 2)


def _draw_switch(painter: Painter, words: str, box: Box, *, on: bool, focused: bool) -> None:
    """Words, a sewing button in its hole or beside it, and whether that is on."""
    theme, (wide, high) = painter.theme, SWITCH
    if focused:
        ring(painter, Box(box.x - 6, box.y + 3, box.w + 12, box.h - 6), 14)  # the row above is near
    room = box.w - wide - 10 - state_width(painter)
    x = box.x + min(switch_at(painter, words), room)
    painter.text(words, box.x, box.centre[1], SWITCH_TEXT, TextStyle(STRONG), room=room)
    image = toggle(painter.assets, on=on, w=wide, h=high, sunk=theme.sunk, ink=theme.ink)
    painter.blit(image, x, box.centre[1], "midleft")
    state = _("On") if on else _("Off")
    painter.text(state, x + wide + 10, box.centre[1], BODY, TextStyle(STRONG), room=box.right - x - wide - 10)


SOCK, SOCK_SIZE = 78.0, 0.2
"""The room for a sock, and how large it is drawn."""


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game as it is seen in the list."""

    emblem: str
    title: str
    line: str

    def height(self, ruler: Painter, width: float) -> float:
        return max(84.0, self._words(ruler, width) + 16)

    def _words(self, ruler: Painter, width: float) -> float:
        room = width - SOCK - 3 * GAP
        return ruler.height(self.title, room, LARGE, NAMES) + ruler.height(self.line, room, BODY)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if focused:
            mark(painter, box)
        kind = self.emblem if self.emblem in SOCKS else SOCKS[0]
        image = big_sock(painter.assets, kind, 0, SOCK_SIZE)
        painter.blit(image, box.x + GAP + SOCK / 2, box.centre[1], "center")
        x, room = box.x + SOCK + 2 * GAP, box.w - SOCK - 3 * GAP
        y = box.centre[1] - self._words(painter, box.w) / 2
        painter.paragraph(self.title, x, y, room, LARGE, TextStyle(NAMES))
        y += painter.height(self.title, room, LARGE, NAMES)
        painter.paragraph(self.line, x, y, room, BODY, TextStyle(colour=painter.theme.soft))


class GameRow(Widget):
    """A game that can be chosen."""

    def __init__(self, info: GameInfo, on: Callable[[], None]) -> None:
        self.label, self._line, self._emblem, self._on = _(info.title), _(info.tagline), info.emblem, on

    @property
    def shown(self) -> Shown:
        return GameShown(self._emblem, self.label, self._line)

    @property
    def aloud(self) -> str:
        return f"{self.label}. {self._line}"

    def press(self) -> None:
        self._on()


class WhichGame(Dialog):
    """The games that can be learnt; popped with the number of the one that is taken, `None` for Back."""

    width = 820.0

    def __init__(self, games: Sequence[GameInfo]) -> None:
        question = Words(
            _("Which game first? A lesson takes two minutes."), LARGE, face="strong", centred=True
        )
        rows: list[Widget] = [question]
        rows += [GameRow(info, partial(self._take, number)) for number, info in enumerate(games)]
        super().__init__(rows)

    def _take(self, number: int) -> None:
        self.stage.scenes.pop(number)


GLAD = 6000.0
"""Milliseconds from one hop of the host to the next."""
BUTTONS = frozenset({LEARN, OPEN})
"""What stands below the sheet."""
LARGEST, STEP = 200, 25


class FirstStart(Scene):
    """Asks what somebody needs to be comfortable, and leads to the title."""

    music = "title"
    strip = 18.0

    def __init__(self) -> None:
        self.focus = OPEN
        self.scroll = 0.0
        self._layer = Layer(draw_first_start)
        self._life = DirtyBoxes()
        self.codes: tuple[str, ...] = ()
        """The languages that can be chosen."""
        self.taught: list[GameInfo] = []
        """The games that can be learnt in lessons."""
        self.where: Plan
        self._grip = False
        """Whether the pointer holds the scroll bar."""

    def enter(self) -> None:
        self.stage.undecided = True  # where the window stands is no choice that is kept
        self.codes = languages()
        self.taught = [info for info in infos() if has_lessons(info.slug)]
        self.focus = LANGUAGE + self.language

    def layout(self) -> None:
        # By the most rows that the strip may have: nothing jumps when another device is picked up.
        strip = self.stage.view.h - self.strip - strip_rows(self.stage, self.help())
        self.where = plan(self.stage.ruler, self.codes, strip, learns=bool(self.taught), mute=self._is_mute)
        self._show(self.focus)

    # What is chosen.

    @property
    def language(self) -> str:
        """The language that is spoken, English where the system's has no texts."""
        return spoken() if spoken() in self.codes else self.codes[0]

    @property
    def held(self) -> str:
        """What somebody plays with: as they said, else what they used last."""
        return self.stage.settings.plays_with or self.stage.devices.last.partition(":")[0]

    @property
    def _is_mute(self) -> bool:
        return not self.stage.speaker.exists

    def _choose(self, **changes: object) -> None:
        """Have it so at once; kept is all of it when the screen is left."""
        self.stage.apply(self.stage.settings.with_changes(**changes))

    def _switched(self, name: str) -> bool:
        setting, off, _on = SWITCHES[name]
        return getattr(self.stage.settings, setting) not in off

    def _take(self, name: str) -> None:
        self.stage.audio.play("confirm")
        if name == LANGUAGE + self.language:
            self.look_at(OPEN)  # it is spoken already: whoever says so has nothing else to choose
        elif name.startswith(LANGUAGE):
            self._choose(language=name.removeprefix(LANGUAGE))
        elif name == SIZE:
            size = self.stage.settings.text_size
            self._choose(text_size=size + STEP if size < LARGEST else 100)
        elif name.startswith(WITH):
            self._hold(name.removeprefix(WITH))
        elif name in SWITCHES:
            setting, off, on = SWITCHES[name]
            self._choose(**{setting: off[0] if self._switched(name) else on})
        elif name == LEARN:
            self._learn()
        else:
            self.finish()

    def _learn(self) -> None:
        """The first lesson of a game, of which the title lies below."""

        def answered(answer: int | None) -> None:
            if answer is not None:
                self.finish()
                learn(self.stage, self.taught[answer].slug)

        if len(self.taught) == 1:
            answered(0)
        else:
            self.stage.scenes.push(WhichGame(self.taught), answered)

    def _hold(self, device: str) -> None:
        self._choose(plays_with=device)
        if device == PlaysWith.PHONE:
            question = _("Phones join where a game is set up.")
            more = _(
                "Choose a game in the drawer: beside its seats stand an address and a picture for the "
                "camera of your phone. Nothing has to be installed."
            )
            self.stage.scenes.push(Tell(question, more))

    def finish(self) -> None:
        """On to the title, never to come back here; what stands ticked is kept, chosen or only used."""
        self._choose(plays_with=self.held)
        self.stage.undecided = False
        self.stage.keep()
        self.stage.scenes.replace(self.stage.screens["title"]())

    def tick(self, now: float) -> bool:
        """Tell what went wrong with files, as soon as somebody can read it: nothing might be kept here."""
        if self.stage.stores.folder.untold:
            self.stage.open("storage")
        return False

    # Input.

    def focusable(self) -> list[tuple[str, Box]]:
        return [(name, box.moved(0, -self._above(name))) for name, box in self.where.places(self.codes)]

    def _above(self, name: str) -> float:
        """How much higher something is seen than it would stand below all rows."""
        if name in BUTTONS:
            return self.where.hidden
        return 0.0 if name.startswith(LANGUAGE) else self.scroll

    def intent(self, intent: Intent) -> None:
        match intent.act:
            case Act.NAVIGATE:
                self._navigate(intent.dx, intent.dy)
            case Act.POINT if self._grip:
                self._follow(intent)
            case Act.POINT:
                self._point(intent)
            case Act.PRESS:
                self._press(intent)
            case Act.RELEASE:
                self._grip = False
            case Act.SCROLL:
                self._scroll_to(self.scroll - 60 * intent.dy)
            case Act.CONFIRM:
                self._take(self.focus)
            case Act.PAUSE:
                self._take(OPEN)
            case Act.SECONDARY if self.taught:
                self._take(LEARN)
            case Act.BACK:
                self.stage.audio.play("back")
                self.finish()
        self.stale = True

    def _navigate(self, dx: int, dy: int) -> None:
        if self.focus == SIZE and dx:
            size = self.stage.settings.text_size
            wanted = min(max(100, size + STEP * dx), LARGEST)
            if wanted != size:
                self.stage.audio.play("confirm")
                self._choose(text_size=wanted)
            return
        # As if all rows could be seen: what is scrolled away would lie among the buttons otherwise.
        places = self.where.places(self.codes)
        here = dict(places)[self.focus]
        # To the side only within a row, as what lies above is nearer than the other switch; up and down only
        # out of it, as the line with the languages sags.
        places = [
            (name, box) for name, box in places if (box.y < here.bottom and here.y < box.bottom) != bool(dy)
        ]
        found = neighbour(places, here, dx, dy)
        # Whoever comes into a row of choices stands on the one that is taken: a press changes nothing.
        for kind, taken in ((LANGUAGE, self.language), (WITH, self.held)):
            if dy and found and found.startswith(kind) and kind + taken in dict(places):
                found = kind + taken
        if found:
            self.look_at(found)

    def look_at(self, name: str) -> None:
        if name != self.focus:
            self.focus = name
            self.stage.audio.play("focus")
            self._show(name)

    def _scroll_to(self, scroll: float) -> None:
        self.scroll = min(max(0.0, scroll), self.where.hidden)

    def _follow(self, intent: Intent) -> None:
        """Have the middle of the scroll bar's handle where the pointer is."""
        where, tall = self.where, self.where.bar(self.scroll).h
        y = self.stage.view.units(intent.at)[1] - where.inside.y - tall / 2
        self._scroll_to(where.hidden * y / max(1.0, where.inside.h - tall))

    def _show(self, name: str) -> None:
        box = dict(self.where.places(self.codes))[name]
        if not name.startswith(LANGUAGE) and name not in BUTTONS:
            self.scroll = self.where.scrolled_to(box, self.scroll)
        self._scroll_to(self.scroll)

    def _point(self, intent: Intent) -> str:
        """Put the focus on what lies under the pointer; its name, empty for nothing."""
        at = self.stage.view.units(intent.at)
        rows = self.where.inside.holds(at)
        seen = (
            (name, box)
            for name, box in self.focusable()
            if rows or name.startswith(LANGUAGE) or name in BUTTONS
        )
        found = lies_at(seen, at)
        if found and found != self.focus:
            self.focus = found
            self.stage.audio.play("focus")
        return found

    def _press(self, intent: Intent) -> None:
        bar, at = self.where.bar(self.scroll), self.stage.view.units(intent.at)
        if bar.h and bar.x - 8 <= at[0] and self.where.inside.holds(at):
            self._grip = True
            self._follow(intent)
            return
        found = self._point(intent)
        if found != SIZE:
            if found:
                self._take(found)
            return
        boxes = size_boxes(self.where.rows.bed.moved(0, -self.scroll))
        for number, box in enumerate(boxes):
            if box.holds(at):
                self.stage.audio.play("confirm")
                self._choose(text_size=100 + STEP * number)

    # Drawing.

    def shown(self) -> FirstStartShown:
        chosen = self.stage.settings
        return FirstStartShown(
            self.where,
            self.scroll,
            self.codes,
            self.language,
            chosen.text_size,
            self.held,
            tuple(self._switched(name) for name in SWITCHES),
            self.focus,
            self._is_mute,
            strip_shown(self.stage, self),
        )

    def draw(self, painter: Painter) -> None:
        self._layer.put(painter, self.shown())
        if self.where.bubble is not None:
            tall = self.where.host
            image = puppet(painter.assets, LOOK, "happy", self._frame, tall, Dress(rim=5.0), look=(0.8, -0.2))
            painter.blit(image, *self._foot, "midbottom")

    @property
    def _frame(self) -> int:
        """Of the host, who is glad now and then."""
        glad, now = STATES["happy"], self.stage.now % GLAD
        return glad.at(now) if now < glad.length and not self.stage.still else 0

    @property
    def _foot(self) -> tuple[float, float]:
        assert self.where.bubble is not None
        return self.where.bubble.x + 136, self.where.floor + 6 + puppet_foot(self.where.host)

    def idle(self, now: float) -> list[Box]:
        if self.where.bubble is None:
            return []
        wide, high = puppet_size(self.where.host)
        x, y = self._foot
        return self._life.changed([(LOOK, self._frame, Box(x - wide / 2, y - high, wide, high))])

    def aloud(self) -> Aloud:
        name, chosen = self.focus, self.stage.settings
        switches = switch_words()
        if name.startswith(LANGUAGE):
            focus = own_name(name.removeprefix(LANGUAGE))
        elif name == SIZE:
            focus = f"{_('Text size')}: {chosen.text_size} %"
        elif name.startswith(WITH):
            words = device_labels()[DEVICES.index(name.removeprefix(WITH))]
            focus = f"{_('I play with')}: {words}"
        elif name in switches:
            focus = f"{switches[name]}: {_('On') if self._switched(name) else _('Off')}"
        else:
            focus = _("Show me how to play") if name == LEARN else _("Open the drawer")
        if note := note_of(name, mute=self._is_mute):
            focus = f"{focus}. {note}"
        hello = (_("Hello!"), _("Let us make this drawer fit you."), later_words())
        return Aloud("Sock Drawer", hello, focus)

    def targets(self) -> list[Item]:
        """All that can have the focus; what is scrolled away comes into sight."""
        return [
            Target(box, Act.CONFIRM, name, come=partial(self.look_at, name)) for name, box in self.focusable()
        ]

    def help(self) -> Help:
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, _("Open") if self.focus in BUTTONS else _("Take it")),
            *([(Act.SECONDARY, _("Show me how to play"))] if self.taught else []),
            (Act.PAUSE, _("Open the drawer")),
        ]
