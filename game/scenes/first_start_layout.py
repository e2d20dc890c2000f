"""Where everything stands on the first start: beside the host where there is room, else across the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.speech import no_voice
from game.ui.core.theme import BODY, LARGE, SMALL
from game.words import _, own_name

LANGUAGE, WITH = "language:", "with:"
"""What can have the focus begins so: a tag, a tile."""
SIZE, MOTION, CONTRAST, LEARN, OPEN = "size", "motion", "contrast", "learn", "open"
SPEECH, SCAN = "speech", "scan"
SWITCHES = (MOTION, CONTRAST, SPEECH, SCAN)
"""What is on or off, in the order in which it stands there."""
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
    """Where everything stands: the first way in which all of it can be seen.

    Args:
        ruler: measures.
        codes: the languages.
        strip: the upper edge of the help strip.
        learns: whether there is something to be shown.
        mute: whether nothing here can speak.
    """
    beside = [(gaps, column) for column in HOSTS for gaps in (ROOMY, SNUG)]
    for gaps, column in [*beside, (ROOMY, 0.0), (TIGHT, 0.0)]:
        found = _planned(ruler, codes, strip, gaps, column, learns=learns, mute=mute)
        if found.hidden <= 0 and (not column or found.host >= LEAST_HOST):
            break
    return found


def _planned(
    ruler: Painter, codes: Sequence[str], strip: float, gaps: Gaps, column: float, *, learns: bool, mute: bool
) -> Plan:
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
    return replace(made, tags=tags, bubble=bubble, host=host, floor=floor)


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
    """The languages on the line, in its middle."""
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


def switch_words() -> tuple[str, ...]:
    """What can be on or off, as `SWITCHES` has it."""
    return _("Reduced motion"), _("High contrast"), _("The window speaks"), _("One switch")


NOTED = (SPEECH, SCAN, LEARN, OPEN)
"""What the host says more about while it has the focus."""
NOTE = 19.0
"""How large that stands in his bubble."""


def note_of(focus: str, *, mute: bool) -> str:
    """What a switch means whose name does not say it, or what comes after a button, while it has the focus.

    Args:
        focus: the switch or button.
        mute: whether nothing here can speak.
    """
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
    words, high = switch_words(), switch_high(ruler)
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
