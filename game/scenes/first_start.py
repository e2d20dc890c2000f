"""First start screen: language, text size, device and accessibility, then the title.

Replaces the title screen until its questions are answered. Each choice takes effect at once; all are saved
when the screen is left. The layouts are tried from the roomiest on, with and without the host beside the
rows. If none fits, the rows of the last layout scroll.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from game.core.game import GameInfo
from game.i18n import _, current_language, languages, own_name
from game.match.lesson import has_lessons
from game.scenes.first_match import learn
from game.scenes.sheets import WOOD_HEIGHT, draw_wall
from game.scenes.title import infos
from game.store.settings import PreferredDevice, ScanMode, SpeechRate, ThemeName
from game.ui.art.album import head_disc
from game.ui.art.daily import ROPE_ROOM, peg, rope
from game.ui.art.fabric import BUBBLE_ROOM, ClothColours, bubble, segment, segment_bed, toggle
from game.ui.art.icons import icon, tick
from game.ui.art.layers import WOOL, mix
from game.ui.art.lesson_pointer import TEACHER_LOOK
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot, puppet_size
from game.ui.art.socks import big_sock
from game.ui.core.canvas import Box, DirtyRegions, nearest_in_direction
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scanning import Item, SwitchTarget
from game.ui.core.scene import Shortcut
from game.ui.core.speech import NarrationContent, no_voice
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets import (
    CONTENT_MARGIN,
    PANEL_PICTURE,
    SCROLL_BAR_ROOM,
    Action,
    Align,
    ButtonElement,
    Dialog,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    Heading,
    MeasureContext,
    MessageDialog,
    Padding,
    Picture,
    Row,
    Screen,
    ScrollView,
    SizedToLargest,
    Spacer,
    Text,
    Values,
    column,
    draw_cloth,
    first_that_fits,
    fits,
    folded,
    horizontal_rule,
    mark,
    prompt_bar_rows,
    ring,
    row,
    shrink_to_fit,
    stack,
)


class FirstStartKey(ElementKey):
    """Keys of the focusable elements and of other named parts."""

    LANGUAGE = "language"
    SIZE = "size"
    LETTERS = "letters"  # one of the text sizes, for a pointer
    WITH = "with"
    MOTION = "motion"
    CONTRAST = "contrast"
    SPEECH = "speech"
    SCAN = "scan"
    LEARN = "learn"
    OPEN = "open"
    BUBBLE = "bubble"
    HOST = "host"


SWITCHES: Mapping[FirstStartKey, tuple[str, tuple[object, ...], object]] = {
    FirstStartKey.MOTION: ("reduced_motion", (False,), True),
    FirstStartKey.CONTRAST: ("theme", (ThemeName.LINEN, ThemeName.DARK), ThemeName.CONTRAST),
    FirstStartKey.SPEECH: ("speech", (SpeechRate.OFF,), SpeechRate.USUAL),
    FirstStartKey.SCAN: ("scan", (ScanMode.OFF,), ScanMode.TIME),
}
"""Per switch: its setting, the values that mean off (the first one is set), and the value for on."""
DEVICES = ("mouse", "keyboard", "pad", "phone")
TAG_WIDTH = 198.0  # units, width of a language tag if there is room
ROPE_SAG = 24.0  # units that the rope of the languages sags
SAMPLE_SIZES = {100: 20.0, 125: 25.0, 150: 30.0, 175: 35.0, 200: 40.0}
"""Font size of the sample "Aa" for each text size in percent."""
HOST_WIDTHS = (330.0, 290.0, 266.0)  # units, widths of the host's column; the narrow ones are for long labels
MIN_HOST_HEIGHT = 150.0  # units; with less height the host is not shown
SHEET_PADDING = 30.0  # units between the sheet's edge and its rows


@dataclass(frozen=True, slots=True)
class FirstStartSpacing:
    """Spacing of a layout, in units."""

    edge: float  # above the first row and below the last
    sample: float  # above the sample text; half of it above and below its words
    seam: float  # around a seam
    tile: float  # above the icon of a tile
    line: float  # height of the language rope at its ends
    above: float
    below: float
    """``above``: from the tags to the sheet. ``below``: from the buttons to the prompt bar."""


ROOMY_SPACING, SNUG_SPACING, TIGHT_SPACING = (
    FirstStartSpacing(20, 14, 32, 14, 62, 16, 36),
    FirstStartSpacing(13, 7, 20, 8, 62, 16, 36),
    FirstStartSpacing(11, 8, 18, 6, 30, 8, 8),
)


def hang(x: float, width: float, rope_y: float) -> float:
    """Return the y position in units of the sagging rope at ``x``. ``width`` is the rope's span."""
    return rope_y + ROPE_SAG * (1 - ((x - width / 2) / (width / 2)) ** 2)


@dataclass(frozen=True, slots=True)
class TagLine(Element):
    """Row of tags of equal width that hang from a sagging rope."""

    tags: tuple[Element, ...]
    line: float  # y position of the rope at its ends

    def _tag_widths(self, ruler: MeasureContext, available_width: float) -> tuple[float, float, float]:
        """Return width of a tag, width that the tags prefer, and gap between tags, in units."""
        count, preferred = len(self.tags), max(ruler.size(tag, available_width)[0] for tag in self.tags)
        gap = (
            max(12.0, min(40.0, (available_width * 0.9 - count * preferred) / (count - 1)))
            if count > 1
            else 0.0
        )
        return (
            min(max(TAG_WIDTH, preferred), (available_width * 0.9 - gap * (count - 1)) / count),
            preferred,
            gap,
        )

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return (width, height) in units; wider than ``room`` if the tags do not fit."""
        width, preferred, _gap = self._tag_widths(ruler, room)
        height = max(ruler.size(tag, width)[1] for tag in self.tags)
        return room * max(1.0, preferred / width), self.line + ROPE_SAG + height

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield each tag with its box below the rope, from left to right."""
        width, _preferred, gap = self._tag_widths(ruler, box.w)
        height = max(ruler.size(tag, width)[1] for tag in self.tags)
        x = box.centre[0] - (width * len(self.tags) + gap * (len(self.tags) - 1)) / 2
        for tag in self.tags:
            yield tag, Box(x, box.y + hang(x + width / 2, box.w, self.line), width, height)
            x += width + gap

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the rope, not the tags."""
        painter.blit(rope(painter.assets, box.w, ROPE_SAG), box.x, box.y + self.line - ROPE_ROOM)


def _draw_tick(painter: Painter, box: Box) -> None:
    painter.blit(tick(painter.assets, box.w), *box.centre, "center")


def _draw_tag(painter: Painter, box: Box, rope_y: float, state: str, *, focused: bool) -> None:
    """Draw a language tag with its pegs, lit in the states "chosen" and "ticked" (tick at the corner)."""
    theme = painter.theme
    draw_cloth(painter, box, ClothColours(theme.chosen if state else theme.panel, theme.ink, theme.stitch))
    if focused:
        ring(painter, box)
    for at, turn in ((box.x + 30, -4.0), (box.right - 30, 4.0)):
        painter.blit(peg(painter.assets, 0.72, turn), at, hang(at, painter.view.w, rope_y), "center")
    if state == "ticked":
        painter.blit(tick(painter.assets, 28), box.right - 8, box.bottom - 8, "center")


def _draw_bubble(painter: Painter, box: Box) -> None:
    """Draw the host's speech bubble around ``box``, without its words."""
    theme, tail = painter.theme, (120.0, box.h, 142.0, box.h + 44)
    w, h = round(box.w), round(box.h)
    image = bubble(painter.assets, w, h, tail, theme.panel, theme.ink)
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)


def _host_height(painter: Painter, box: Box) -> float:
    """Height in units of the host, who stands on the wooden floor below the speech bubble."""
    return min(260.0, painter.view.h - WOOD_HEIGHT - box.y - 16)


def _host_foot(painter: Painter, box: Box) -> tuple[float, float]:
    """Return the middle of the lower edge of the host's image as (x, y) in units."""
    return box.x + 136, painter.view.h - WOOD_HEIGHT + 6 + puppet_foot(_host_height(painter, box))


def _draw_host(painter: Painter, box: Box, frame: int) -> None:
    height = _host_height(painter, box)
    image = puppet(
        painter.assets, TEACHER_LOOK, "happy", frame, height, PuppetOutfit(rim=5.0), look=(0.8, -0.2)
    )
    painter.blit(image, *_host_foot(painter, box), "midbottom")


def _draw_face(painter: Painter, box: Box) -> None:
    """Draw the host's head, for layouts without room for the whole puppet."""
    ground = mix(SEAT_LOOKS[TEACHER_LOOK].light, WOOL, 0.62)
    painter.blit(head_disc(painter.assets, TEACHER_LOOK, box.h, ground, mood="happy"), *box.centre, "center")


def _draw_sizes(painter: Painter, box: Box, *, focused: bool) -> None:
    """Draw the bed under the sample letters of the text sizes."""
    theme = painter.theme
    image = segment_bed(painter.assets, round(box.w), round(box.h), theme.sunk, theme.ink)
    painter.blit(image, *box.centre, "center")
    if focused:
        ring(painter, box, box.h / 2)


def _draw_segment(painter: Painter, box: Box) -> None:
    """Draw the cloth behind the chosen text size."""
    theme = painter.theme
    image = segment(painter.assets, round(box.w), round(box.h), theme.ink, theme.stitch)
    painter.blit(image, *box.centre, "center")


def _draw_sample(painter: Painter, box: Box) -> None:
    """Draw the sunken cloth behind the sample text."""
    theme = painter.theme
    draw_cloth(painter, box, ClothColours(theme.sunk, theme.sunk, ""), shadow=False)


def _draw_tile(painter: Painter, box: Box, state: str, *, focused: bool) -> None:
    """Draw the cloth of a device's tile, highlighted and with a tick in the state "chosen"."""
    theme, chosen = painter.theme, state == "chosen"
    edge, seam = (theme.ink, theme.stitch) if chosen else (theme.thread, "")
    fabric = ClothColours(theme.chosen if chosen else theme.panel, edge, seam)
    draw_cloth(painter, box, fabric, shadow=chosen)
    if focused:
        ring(painter, box)
    if chosen:
        painter.blit(tick(painter.assets, 28), box.right - 8, box.y + 8, "center")


def _draw_device(painter: Painter, box: Box, device: str) -> None:
    """Draw the icon of a device."""
    theme = painter.theme
    painter.blit(icon(painter.assets, device, 44, theme.ink, theme.panel), *box.centre, "center")


def _draw_toggle(painter: Painter, box: Box, state: str) -> None:
    """Draw a switch as a sewing button, in its hole for on or beside it for off."""
    theme = painter.theme
    image = toggle(painter.assets, on=state == "on", w=box.w, h=box.h, sunk=theme.sunk, ink=theme.ink)
    painter.blit(image, *box.centre, "center")


def _draw_switch(painter: Painter, box: Box, *, focused: bool) -> None:
    """Draw the focus ring around a switch, nothing without focus."""
    if focused:
        ring(painter, Box(box.x - 6, box.y + 3, box.w + 12, box.h - 6), 14)  # the row above is near


def later_words() -> str:
    """Return the sentence that the choices can be changed later."""
    return _("You can change all of this later in the settings.")


def device_labels() -> tuple[str, ...]:
    """Return the labels of the device tiles, in the order of ``DEVICES``."""
    return _("Mouse"), _("Keyboard"), _("Controller"), _("Phone")


def switch_words() -> dict[str, str]:
    """Return the translated label of each switch by its key, in the order of ``SWITCHES``."""
    labels = _("Reduced motion"), _("High contrast"), _("Screen narration"), _("Switch access")
    return dict(zip(SWITCHES, labels, strict=True))


def _is_one_row(first: Box, second: Box) -> bool:
    """True if the boxes overlap vertically."""
    return first.y < second.bottom and second.y < first.bottom


EXPLAINED_KEYS = (FirstStartKey.SPEECH, FirstStartKey.SCAN, FirstStartKey.LEARN, FirstStartKey.OPEN)
"""Keys that the host explains while they have the focus."""


def note_of(focus: str, *, mute: bool) -> str:
    """Translated note about a switch or button, "" if it needs none. ``mute``: there is no speech engine."""
    notes: dict[str, str] = {
        FirstStartKey.SPEECH: f"{no_voice()} {_('Your choice applies as soon as it has one.')}"
        if mute
        else _("The screen is read aloud to you."),
        FirstStartKey.SCAN: _(
            "One key or button does everything: choices are highlighted one after another."
        ),
        FirstStartKey.LEARN: _(
            "Choose a game, and a teacher takes you through its first lesson. Then it's on to "
            "the next, or to the game."
        ),
        FirstStartKey.OPEN: _("You'll see all the games. Choose one to play, or start with its lessons."),
    }
    return notes.get(focus, "")


SOCK_ROOM, SOCK_SCALE = 78.0, 0.2  # units, room for a sock, and scale of its picture


@dataclass(frozen=True, slots=True)
class GameRow(Row):
    """A game that can be chosen."""

    slug: str
    label: str
    line: str

    @property
    def accessible_text(self) -> str:
        return f"{self.label}. {self.line}"

    def height(self, ruler: Painter, width: float) -> float:
        return max(84.0, self._words(ruler, width) + 16)

    def _words(self, ruler: Painter, width: float) -> float:
        """Height in units of title and tagline, wrapped in a row of this width."""
        room = width - SOCK_ROOM - 3 * CONTENT_MARGIN
        return ruler.height(self.label, room, LARGE, NAMES) + ruler.height(self.line, room, BODY)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if focused:
            mark(painter, box)
        image = big_sock(painter.assets, self.slug, 0, SOCK_SCALE)
        painter.blit(image, box.x + CONTENT_MARGIN + SOCK_ROOM / 2, box.centre[1], "center")
        x, room = box.x + SOCK_ROOM + 2 * CONTENT_MARGIN, box.w - SOCK_ROOM - 3 * CONTENT_MARGIN
        y = box.centre[1] - self._words(painter, box.w) / 2
        painter.paragraph(self.label, x, y, room, LARGE, TextStyle(NAMES))
        y += painter.height(self.label, room, LARGE, NAMES)
        painter.paragraph(self.line, x, y, room, BODY, TextStyle(colour=painter.theme.soft))


class ChooseGameDialog(Dialog):
    """Dialog with the games that have lessons. Popped with the index of the chosen one, None for Back."""

    width = 820.0

    def __init__(self, games: Sequence[GameInfo]) -> None:
        self._games = games

    def rows(self) -> list[Element]:
        question = _("Which game first? A lesson takes two minutes.")
        rows: list[Element] = [Heading(question, LARGE, centred=True)]
        for number, game in enumerate(self._games):
            take = Action(partial(self.app.scenes.pop, number), verb=_("Select"))
            rows.append(GameRow(game.slug, _(game.title), _(game.tagline), action=take))
        return rows


HOST_HOP_MS = 6000.0  # ms from one hop of the host to the next
MAX_TEXT_PERCENT, TEXT_PERCENT_STEP = 200, 25


class FirstStartScene(Screen):
    """Screen of the first start: asks for the player's preferences, then opens the title."""

    music = "title"
    prompt_bar_offset = 18.0
    confirms = True

    def __init__(self) -> None:
        self.focus = FirstStartKey.OPEN
        self._life = DirtyRegions()
        self._fitting: tuple[Hashable, Callable[[], Element]] | None = None
        """Key of the layout's inputs, and the layout that fitted them."""
        self.codes: tuple[str, ...] = ()  # languages that can be chosen
        self.taught: list[GameInfo] = []  # games that have lessons

    def on_enter(self) -> None:
        """Mark the first start as running, list languages and lessons, focus the current language."""
        self.app.is_first_start = True  # so that the window position is not saved as if it were a choice
        self.codes = languages(current_language())
        self.taught = [info for info in infos() if has_lessons(info.slug)]
        self.focus = self.spoken_tag

    @property
    def spoken_tag(self) -> str:
        """Key of the tag of the current language."""
        return FirstStartKey.LANGUAGE.of(self.codes.index(current_language()))

    @property
    def current_device(self) -> str:
        """Kind of device to play with, such as "pad": the saved choice, else the last used one."""
        return self.app.settings.plays_with or self.app.devices.last.partition(":")[0]

    @property
    def _is_mute(self) -> bool:
        """True if no speech engine is available."""
        return not self.app.speaker.is_available

    def _choose(self, **changes: object) -> None:
        """Apply the changes at once. They are saved when the screen is left."""
        self.app.apply_settings(self.app.settings.with_changes(**changes))

    def _is_switch_on(self, name: FirstStartKey) -> bool:
        setting, off, _on = SWITCHES[name]
        return getattr(self.app.settings, setting) not in off

    @property
    def content_bottom(self) -> float:
        """Y position in units of the upper edge of the prompt bar, where the content ends."""
        # Reserve the largest height of the prompt bar, so that nothing moves when the device changes.
        return self.app.view.h - self.prompt_bar_offset - prompt_bar_rows(self.app, self.prompts())

    def build(self) -> Element:
        return stack(self._form()(), behind=Picture(draw_wall))

    def _form(self) -> Callable[[], Element]:
        """Builder of the roomiest layout that fits, cached per text size, language and canvas size."""
        ruler, width, height = self.app.measuring_painter, self.app.view.w, self.content_bottom
        key = ruler.text_scale, current_language(), width, height
        if self._fitting is None or self._fitting[0] != key:
            beside = [
                partial(self._page, host, gaps)
                for host in HOST_WIDTHS
                for gaps in (ROOMY_SPACING, SNUG_SPACING)
            ]
            alone = [partial(self._page, 0, gaps) for gaps in (ROOMY_SPACING, TIGHT_SPACING)]
            form = next(
                (build_page for build_page in (*beside, *alone) if fits(ruler, build_page(), width, height)),
                partial(self._page, 0, TIGHT_SPACING, scrolls=True),
            )
            self._fitting = key, form
        return self._fitting[1]

    def _page(self, host_width: float, spacing: FirstStartSpacing, *, scrolls: bool = False) -> Element:
        """Build the whole page. ``host_width`` 0: without the host."""
        pad = Padding(SHEET_PADDING - 3, spacing.edge - 3)
        taught = ButtonElement(
            _("Show me how to play"),
            self.app.theme.cloth,
            FontSpec(LARGE, NAMES),
            flex=1,
            key=FirstStartKey.LEARN,
        )
        caps = [taught] if self.taught else []
        buttons = row(*caps, ButtonElement(_("Open the drawer"), flex=1, key=FirstStartKey.OPEN), gap=20)
        rows = [
            self._rows(spacing, alone=not host_width, beside=beside, scrolls=scrolls)
            for beside in (True, False)
        ]
        if scrolls:
            view, ruler = self.app.view, self.app.measuring_painter
            whole = column(self._languages(spacing.line), Spacer(spacing.above + spacing.below + 12), buttons)
            width = view.w * 0.9 - 6 - 2 * (SHEET_PADDING - 3) - SCROLL_BAR_ROOM
            height = (
                self.content_bottom - MeasureContext(ruler).size(whole, view.w * 0.9)[1] - 2 * spacing.edge
            )
            listed = next(
                (elements for elements in rows if fits(ruler, column(*elements), width, math.inf)), rows[-1]
            )
            inside: Element = column(*folded(ruler, listed, width, height), pad=pad)
            inside = stack(ScrollView(inside, self.scroll), pad=Padding(3, 3), behind=PANEL_PICTURE, flex=1)
        else:
            fitting = first_that_fits(*(column(*elements) for elements in rows))
            inside = stack(column(fitting, pad=pad), pad=Padding(3, 3), behind=PANEL_PICTURE)
        body: Element = column(inside, buttons, gap=12, flex=1)
        if host_width:
            bubble_ = self._bubble()
            body = row(column(bubble_, self._host(), w=host_width), body, gap=32, flex=1)
        spare = () if scrolls else (Spacer(flex=1),)
        lines = *spare, row(body, pad=Padding(self.app.view.w * 0.05), flex=1 if scrolls else 0), *spare
        return column(self._languages(spacing.line), Spacer(spacing.above), *lines, Spacer(spacing.below))

    def _languages(self, line: float) -> Element:
        """Language tags with the tick beside the word, or at the corner if there is too little room."""
        return shrink_to_fit(self._tags(line, inline=True), self._tags(line, inline=False))

    def _tags(self, line: float, *, inline: bool) -> Element:
        """Build the language tags. ``inline``: the tick is beside the word, else at the tag's corner."""
        tags = []
        for number, code in enumerate(self.codes):
            chosen = (key := FirstStartKey.LANGUAGE.of(number)) == self.spoken_tag
            label: Element = Text(own_name(code), FontSpec(26, NAMES))
            if chosen and inline:
                label = row(Picture(_draw_tick, w=28, h=28), label, gap=8, align=0.5)
            state = ("" if not chosen else "chosen" if inline else "ticked",)
            cloth = Picture(_draw_tag, (line, *state), shows_focus=True)
            pad = Padding(24 if inline else 12, 14, 6)
            tags.append(stack(Align(label), pad=pad, behind=cloth, least=70, key=key))
        return TagLine(tuple(tags), line)

    def _bubble(self) -> Element:
        """Speech bubble of the host: a greeting, or the explanation of the element in focus."""
        fit, later = _("Let's make this drawer fit you."), later_words()
        soft = FontSpec(SMALL, colour=self.app.theme.soft)
        hello = Text(_("Hello!"), FontSpec(40, NAMES), 0.5), Text(fit, FontSpec(23, STRONG), 0.5)
        speeches: list[tuple[Element, ...]] = [(*hello, Spacer(6), Text(later, soft, 0.5))]
        for focus in EXPLAINED_KEYS:
            head = switch_words().get(focus, _("What comes next"))
            note = note_of(focus, mute=self._is_mute)
            speeches.append((Text(head, FontSpec(28, NAMES), 0.5, step=0.9), Text(note, FontSpec(19), 0.5)))
        forms = tuple(column(Spacer(flex=1), *lines, Spacer(flex=1)) for lines in speeches)
        cloth = Picture(_draw_bubble)
        return column(
            SizedToLargest(forms, self._note_index),
            pad=Padding(20, 14, 18),
            behind=cloth,
            key=FirstStartKey.BUBBLE,
        )

    @property
    def _note_index(self) -> int:
        """Index of the bubble's text: 0 for the greeting, else 1 + that of the focus in `EXPLAINED_KEYS`."""
        return EXPLAINED_KEYS.index(FirstStartKey(self.focus)) + 1 if self.focus in EXPLAINED_KEYS else 0

    def _host(self) -> Element:
        """Picture of the host, as high as the space below the bubble."""
        return Picture(_draw_host, h=MIN_HOST_HEIGHT + 8, flex=1, key=FirstStartKey.HOST)

    def _rows(self, spacing: FirstStartSpacing, *, alone: bool, beside: bool, scrolls: bool) -> list[Element]:
        """Build the rows of choices. ``beside``: labels are left of their controls, else above them."""
        ruler, strong = self.app.measuring_painter, FontSpec(LARGE, STRONG)
        labels = [_("Text size"), _("Main device")]
        label_width = (
            max(190.0, *(ruler.width(label, LARGE, STRONG) + 24 for label in labels)) if beside else None
        )
        size, device_label = (Text(label, strong, w=label_width) for label in labels)
        tiles: Element = self._tiles(spacing, 4)
        if beside:
            chosen: list[Element] = [row(size, self._sizes(), align=0.5), row(device_label, tiles, align=0.5)]
        else:
            tiles = first_that_fits(tiles, self._tiles(spacing, 2))
            hello = Text(_("Hello!"), FontSpec(24, NAMES), lines=1), Picture(_draw_face, w=52, h=52)
            greeted = row(size, *((Spacer(flex=1), *hello) if scrolls else ()), gap=10, align=0.5)
            chosen = [column(greeted, self._sizes(), gap=4), column(device_label, tiles, gap=4)]
        notes: list[Element] = []
        sample: tuple[Element, ...] = Spacer(spacing.sample), self._sample(spacing, alone=alone)
        if scrolls:
            sample = ()  # a page that scrolls is itself a sample of the text size
            buttons = {
                FirstStartKey.LEARN: _("Show me how to play"),
                FirstStartKey.OPEN: _("Open the drawer"),
            }
            soft = FontSpec(BODY, colour=self.app.theme.soft)
            explanations = [
                Text(f"{label}. {note_of(key, mute=False)}", soft) for key, label in buttons.items()
            ]
            notes = [horizontal_rule(spacing.seam), *explanations[not self.taught :]]
        return [
            chosen[0], *sample, horizontal_rule(spacing.seam), chosen[1], horizontal_rule(spacing.seam - 8),
            *self._switches(alone=alone, single_column=scrolls), *notes,
        ]  # fmt: skip

    def _sizes(self) -> Element:
        """Build the text size control as letters of growing size."""
        theme, percent = self.app.theme, self.app.settings.text_size
        letters = []
        for number, (size, font_size) in enumerate(SAMPLE_SIZES.items()):
            chosen = size == percent
            style = FontSpec(font_size, NAMES, theme.panel if chosen else theme.ink, growth=0)
            cloth = Picture(_draw_segment) if chosen else None
            key, pad = FirstStartKey.LETTERS.of(number), Padding(11)
            letters.append(stack(Text("Aa", style, 0.5), pad=pad, behind=cloth, flex=font_size + 36, key=key))
        cloth = Picture(_draw_sizes, shows_focus=True)
        bed = row(*letters, behind=cloth, h=54, flex=1, key=FirstStartKey.SIZE)
        width = self.app.measuring_painter.width(_("{n}%").format(n=200), BODY, STRONG) + 1
        return row(
            bed,
            Text(_("{n}%").format(n=percent), FontSpec(BODY, STRONG), 1.0, w=width),
            gap=18,
            align=0.5,
            flex=1,
        )

    def _sample(self, spacing: FirstStartSpacing, *, alone: bool) -> Element:
        """Build the sample text. Without a host (``alone``) it shows the host's words instead."""
        sample = Text(_("This is how big the text will be."), align=0.5)
        content: Element = sample
        if alone:
            notes = (note_of(focus, mute=self._is_mute) for focus in EXPLAINED_KEYS)
            content = SizedToLargest(
                tuple(Text(note, align=0.5) for note in (later_words(), *notes)), self._note_index
            )
        return stack(content, pad=Padding(20, spacing.sample + 1), behind=Picture(_draw_sample))

    def _tiles(self, spacing: FirstStartSpacing, columns: int) -> Element:
        """Grid of the device tiles."""
        tiles = []
        for number, (device, label) in enumerate(zip(DEVICES, device_labels(), strict=True)):
            cloth = Picture(
                _draw_tile, ("chosen" if device == self.current_device else "",), shows_focus=True
            )
            content = Picture(_draw_device, (device,), h=46), Text(label, FontSpec(BODY, STRONG), 0.5)
            # Keep the words clear of the seam.
            pad, key = Padding(8, spacing.tile, spacing.tile / 2 + 7), FirstStartKey.WITH.of(number)
            tiles.append(column(*content, pad=pad, behind=cloth, key=key))
        return GridLayout(tuple(tiles), columns=columns, gap=12, flex=1)

    def _switches(self, *, alone: bool, single_column: bool) -> list[Element]:
        """Switches as one element of one or two columns; for ``single_column`` one by one with notes."""
        label_by_key, notes = switch_words(), []
        labels = [list(label_by_key.values())[n::2] for n in (0, 1)]
        # The buttons of a column are aligned, independent of the length of their labels.
        sides = [
            max(self.app.measuring_painter.width(label, 23, STRONG) for label in side_labels) + 1
            for side_labels in labels
        ]
        plain = [
            self._switch(name, label, sides[n % 2]) for n, (name, label) in enumerate(label_by_key.items())
        ]
        pairs = (column(*plain[n::2], gap=4, align=0.0) for n in (0, 1))
        two = row(next(pairs), Spacer(20, flex=1), next(pairs), Spacer(flex=0.4))
        soft = FontSpec(BODY, colour=self.app.theme.soft)
        for name, label in label_by_key.items():
            note = note_of(name, mute=self._is_mute)
            notes.append(self._switch(name, label, max(sides), *([Text(note, soft)] if note else [])))
        if single_column:
            return notes
        return [first_that_fits(two, column(*notes, gap=4)) if alone else two]

    def _switch(self, name: str, label_text: str, label_width: float, *note: Element) -> Element:
        """Build a switch. ``label_width`` is in units."""
        on, body = self._is_switch_on(FirstStartKey(name)), FontSpec(BODY, STRONG)
        state_width = (
            max(self.app.measuring_painter.width(state, BODY, STRONG) for state in (_("Off"), _("On"))) + 1
        )
        button = Picture(_draw_toggle, ("on" if on else "off",), w=94, h=44)
        state = Text(_("On") if on else _("Off"), body, w=state_width)
        label = Text(label_text, FontSpec(23, STRONG), w=label_width)
        line = row(label, button, state, gap=12, align=0.5, least=56)
        return column(line, *note, behind=Picture(_draw_switch, shows_focus=True), key=name)

    @property
    def _frame(self) -> int:
        """Frame of the host's hop, every `HOST_HOP_MS` ms; 0 between hops or with reduced motion."""
        animation, elapsed = STATES["happy"], self.app.now % HOST_HOP_MS
        return animation.at(elapsed) if elapsed < animation.length and not self.app.reduced_motion else 0

    def live_values(self) -> Mapping[str, Values]:
        """Frame of the host's hop by its key."""
        return {FirstStartKey.HOST: (self._frame,)}

    def tick_idle(self, now: float) -> list[Box]:
        """Box of the host if the frame of its hop has changed, else none."""
        box, ruler = self.frame.boxes.get(FirstStartKey.HOST), self.app.measuring_painter
        if box is None:
            return []
        (width, height), (x, y) = puppet_size(_host_height(ruler, box)), _host_foot(ruler, box)
        return self._life.collect(
            [(TEACHER_LOOK, self._frame, Box(x - width / 2, y - height, width, height))]
        )

    def actions(self) -> dict[str, Action]:
        """Actions of languages, text size, devices, switches, lessons (if any) and the drawer, in order."""
        take, change, size = _("Select"), _("Change"), self.app.settings.text_size
        actions = {
            FirstStartKey.LANGUAGE.of(number): Action(partial(self._speak, code), take, label=own_name(code))
            for number, code in enumerate(self.codes)
        }
        label = f"{_('Text size')}: {_('{n}%').format(n=size)}"
        more = partial(self._choose, text_size=size + TEXT_PERCENT_STEP if size < MAX_TEXT_PERCENT else 100)
        actions[FirstStartKey.SIZE] = Action(more, change, adjust=self._resize, label=label)
        for number, (device, label) in enumerate(zip(DEVICES, device_labels(), strict=True)):
            description = f"{_('Main device')}: {label}"
            actions[FirstStartKey.WITH.of(number)] = Action(
                partial(self._hold, device), take, label=description
            )
        for name, label in switch_words().items():
            description = f"{label}: {_('On') if self._is_switch_on(FirstStartKey(name)) else _('Off')}"
            switch = partial(self._switch_over, FirstStartKey(name))
            actions[name] = Action(switch, change, label=description)
        if self.taught:
            learn = Action(self._learn, _("Open"), label=_("Show me how to play"))
            actions[FirstStartKey.LEARN] = learn
        return {**actions, FirstStartKey.OPEN: Action(self.finish, _("Open"), label=_("Open the drawer"))}

    def shortcuts(self) -> list[Shortcut]:
        """SECONDARY for a lesson, if any game has one, and PAUSE to open the title."""
        learn = Shortcut(
            InputAction.SECONDARY, _("Show me how to play"), partial(self.activate, FirstStartKey.LEARN)
        )
        opened = Shortcut(InputAction.PAUSE, _("Open the drawer"), partial(self.activate, FirstStartKey.OPEN))
        return [learn, opened] if self.taught else [opened]

    back_words = ""

    def _speak(self, code: str) -> None:
        """Choose a language, or focus the start button if it is the current one."""
        if code == current_language():
            self.set_focus(
                FirstStartKey.OPEN
            )  # it is the current language, so there is nothing else to choose
        else:
            self._choose(language=code)

    def _resize(self, step: int) -> None:
        """Change the text size by ``step`` steps of 25% within 100 to 200%, with a sound if it changes."""
        size = self.app.settings.text_size
        requested = min(max(100, size + TEXT_PERCENT_STEP * step), MAX_TEXT_PERCENT)
        if requested != size:
            self.app.audio.play("confirm")
            self._choose(text_size=requested)

    def _switch_over(self, name: FirstStartKey) -> None:
        """Toggle a switch and apply its setting."""
        setting, off, on = SWITCHES[name]
        self._choose(**{setting: off[0] if self._is_switch_on(name) else on})

    def _hold(self, device: str) -> None:
        """Choose the device to play with. For a phone a dialog explains how phones join."""
        self._choose(plays_with=device)
        if device == PreferredDevice.PHONE:
            more = _(
                "Open the drawer and choose Play on phones. Then scan the code on the screen with "
                "your phone's camera. There's nothing to install."
            )
            self.app.scenes.push(MessageDialog(_("How phones join"), more))

    def _learn(self) -> None:
        """Ask for a game if several have lessons, then open its first lesson above the title."""

        def answered(answer: int | None) -> None:
            """Finish the first start and open a lesson of the chosen game; None changes nothing."""
            if answer is not None:
                self.finish()
                learn(self.app, self.taught[answer].slug)

        if len(self.taught) == 1:
            answered(0)
        else:
            self.app.scenes.push(ChooseGameDialog(self.taught), answered)

    def finish(self) -> None:
        """Save the choices and the device in use, leave the first start for good and open the title."""
        self._choose(plays_with=self.current_device)
        self.app.is_first_start = False
        self.app.save_settings()
        self.app.scenes.replace(self.app.screens["title"]())

    def back(self) -> None:
        """Save the choices and open the title, with a sound."""
        self.app.audio.play("back")
        self.finish()

    def tick(self, now: float) -> bool:
        """Show new storage notices, because the choices might not be saved. Always returns False."""
        if self.app.stores.folder.unread_notices:
            self.app.open_scene("storage_notices")
        return False

    def focus_in_direction(self, dx: int, dy: int) -> str | None:
        """Key of the next in the row; up or down, of the nearest or a choice's current one. None for none."""
        places = self.unrolled()
        current = dict(places)[self.focus]
        if dx:  # within a row, because an element above may be nearer than the next switch
            return nearest_in_direction(
                [(k, box) for k, box in places if _is_one_row(box, current)], current, dx, 0
            )
        # Row by row, because the rope sags and some rows begin with labels.
        beyond = [(k, box) for k, box in places if (box.centre[1] - current.centre[1]) * dy > 0]
        beyond = [(k, box) for k, box in beyond if not _is_one_row(box, current)]
        if not beyond:
            return None
        nearest = min((box for _k, box in beyond), key=lambda box: abs(box.centre[1] - current.centre[1]))
        row = [(abs(box.centre[0] - current.centre[0]), k) for k, box in beyond if _is_one_row(box, nearest)]
        nearest_key = min(row)[1]
        # Entering a group of choices focuses the chosen one, so that a press changes nothing.
        if FirstStartKey.LANGUAGE.number(nearest_key) is not None:
            return self.spoken_tag
        devices = FirstStartKey.WITH
        if (
            devices.number(nearest_key) is not None
            and devices.number(self.focus) is None
            and self.current_device in DEVICES
        ):
            return FirstStartKey.WITH.of(DEVICES.index(self.current_device))
        return nearest_key

    def _point(self, intent: InputEvent) -> None:
        """Set the text size at a click on its sample letters; handle other events as usual."""
        at = self.app.view.units(intent.position)
        if intent.act is InputAction.PRESS and self.under(at) == FirstStartKey.SIZE:
            self.set_focus(FirstStartKey.SIZE)
            for number, size in enumerate(SAMPLE_SIZES):
                if self.frame.boxes[FirstStartKey.LETTERS.of(number)].contains(at):
                    self.app.audio.play("confirm")
                    self._choose(text_size=size)
                    return
        else:
            super()._point(intent)

    def narration(self) -> NarrationContent:
        action = self.action()
        focus = action.label if action is not None else ""
        if note := note_of(self.focus, mute=self._is_mute):
            focus = f"{focus}. {note}"
        hello = (_("Hello!"), _("Let's make this drawer fit you."), later_words())
        return NarrationContent("Sock Drawer", hello, focus)

    def switch_targets(self) -> list[Item]:
        """Return every focusable element. Taking one that is scrolled out of view scrolls to it."""
        return [
            SwitchTarget(box, InputAction.CONFIRM, key, come=partial(self.set_focus, key))
            for key, box in self.focusable()
        ]
