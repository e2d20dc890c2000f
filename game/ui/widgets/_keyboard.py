"""Keyboard on the screen, for players without a real one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.core.graphemes import first_letters, without_last_letter
from game.i18n import _, current_language
from game.ui.art.icons import key_cap
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import SHOWN_SHARE
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import KEYBOARD, MOUSE, InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget
from game.ui.core.scene import Shortcut
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import LARGE, TITLE
from game.ui.widgets._cloth import (
    GO_COLOUR,
    GO_INK,
    TOWEL_PADDING,
    draw_cap,
    draw_puppet,
    draw_towel,
    ring,
    sheet,
)
from game.ui.widgets._layout import (
    Action,
    Element,
    Fitted,
    Fixed,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    Text,
    column,
    row,
)
from game.ui.widgets._screen import Screen

LETTERS = {
    "": ("qwertyuiop", "asdfghjkl-", "zxcvbnm'. "),
    "de": ("qwertzuiop", "asdfghjkl-", "yxcvbnm'. "),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn-'. "),
}
"""Letters as on real keyboards, by language; "" for any other."""
DIGITS = "1234567890"
ACCENTED = (
    ("äöüßåæøœçñ", "àáâãèéêëìí", "îïòóôõùúûý", "šžčćłńśżğş"),
    ("ąćčďđęěğıł", "ńňőřśşșšťț", "ůűźżžāēīūģ", "ķļņţþðėįųÿŭ"),
)
"""Accented letters on further pages: western and eastern European."""
ACCENTS = ("äé", "čż", "abc")  # label of the key that turns to the next page, by page
KEY_RADIUS = 14.0  # units, radius of the corners of a key
KEY_SIZE, KEYS_MARGIN = 64.0, 16.0  # units; side of a key, and cloth around the keys
MIN_SITTER_HEIGHT, MAX_SITTER_HEIGHT = 60.0, 150.0  # units of a puppet above its towel
MAX_GROWTH = 1.4  # largest factor by which the words on the towel grow with the text size


@dataclass(frozen=True, slots=True)
class TowelAndKeys(Fitted):
    """Layout of the keyboard: a towel with the typed text, the keys below it, and a puppet behind it.

    If there is too little room for the puppet, it is left out.
    """

    towel: Element
    rows: tuple[Element, ...]  # of keys
    look: int  # of the puppet, -1 for none
    wears: str

    def inner(self) -> Sequence[Element]:
        return self.rows

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, 0.0

    def fit(self, ruler: MeasureContext, box: Box) -> tuple[Element, MeasureContext]:
        width = min(10 * KEY_SIZE * ruler.scale + 2 * KEYS_MARGIN, box.w)
        towel_height = ruler.size(self.towel, width)[1]
        # The fringe of the towel is in front of the cloth with the keys.
        room, keys_height = box.h - towel_height - 2 * KEYS_MARGIN, len(self.rows) * KEY_SIZE
        shown = min(room - keys_height, MAX_SITTER_HEIGHT)
        shown = shown if self.look >= 0 and shown >= MIN_SITTER_HEIGHT else 0.0
        keys_height = min(room - shown, keys_height * ruler.scale)
        left, y = box.centre[0] - width / 2, box.y + (room - shown - keys_height) / 2 + shown
        towel, below = Box(left, y, width, towel_height), y + towel_height - KEYS_MARGIN
        keys = column(
            *self.rows, pad=Padding(KEYS_MARGIN, 2 * KEYS_MARGIN, KEYS_MARGIN), behind=Picture(sheet)
        )
        places: list[tuple[Element, Box]] = [
            (keys, Box(left, below, width, keys_height + 3 * KEYS_MARGIN)),
            (self.towel, towel),
        ]
        if shown:
            sitter = Picture(draw_puppet, (self.look, self.wears))
            places.insert(0, (sitter, Box(left, y - shown, width, shown / SHOWN_SHARE)))
        return Fixed(tuple(places)), ruler


class ScreenKeyboard(Screen):
    """Letters to choose, for pads and touch screens, popped with the text, None for Back.

    With a keyboard, players type and end with Enter.
    """

    is_opaque = False
    hides_dialogs = True  # their edges would show around the keys
    focus = "0.0"  # row and place of the key

    def __init__(self, title: str, text: str, limit: int = 12, look: int = -1, wears: str = "") -> None:
        """``look`` and ``wears``: of the seat whose name it is; -1 for another text."""
        self.title, self.text, self.limit = title, text, limit
        self.look, self.wears = look, wears
        self.upper = not text
        self.page = 0
        self._typed = False  # True if the text was typed last, so that Enter ends it

    @property
    def caps(self) -> list[list[str]]:
        """Labels of the keys, row by row. The last row: capitals, next page, erase, done."""
        rows = [[_capital(key) if self.upper else key for key in line] for line in _page(self.page)]
        return [*rows, ["⇧", ACCENTS[self.page], "⌫", "✓"]]

    def build(self) -> Element:
        by_keys, words = self.app.devices.last in (KEYBOARD, MOUSE), _key_words()
        verb = _("Done") if self._typed and by_keys else _("Type")
        rows: list[Element] = []
        for number, labels in enumerate(self.caps):
            is_wide = len(labels) < len(DIGITS)
            # The display face lacks many accented letters.
            face = STRONG if self.page and not is_wide else NAMES
            keys = [
                Picture(_draw_key, (label, face, is_wide), shows_focus=True, flex=1,
                        words=words.get(label, label), key=f"{number}.{place}",
                        action=Action(partial(self._press, label), verb))
                for place, label in enumerate(labels)
            ]  # fmt: skip
            rows.append(row(*keys, flex=1))
        name_height = ScaledLength(TITLE * 1.36, most=TITLE * 1.36 * MAX_GROWTH)
        towel = column(
            Text(self.title, FontSpec(LARGE, STRONG, most=LARGE * MAX_GROWTH), 0.5),
            Picture(_draw_name, (self.text, self.look), h=name_height),
            pad=TOWEL_PADDING if self.look >= 0 else Padding(20, 12, 20),
            behind=Picture(draw_towel, (self.look,)),
        )
        return TowelAndKeys(towel, tuple(rows), self.look, self.wears)

    @property
    def frame_box(self) -> Box:
        """Box of towel and keys in units."""
        area = self.app.view.safe_area
        return Box(area.x, area.y, area.w, self.content_bottom - KEYS_MARGIN - area.y)

    def tick(self, now: float) -> bool:
        """Keep text input on. Always False."""
        # At every tick, because a scene change or a dialog above may have reset it.
        self.app.devices.typing = True
        return False

    def on_input(self, intent: InputEvent) -> None:
        """Take typed text, end it, or handle the event as on any screen."""
        # A typist ignores the keys on the screen, so Enter must not add the focused one.
        if intent.act is InputAction.CONFIRM and self._typed and intent.kind == KEYBOARD:
            self.app.scenes.pop(self.text)
        elif intent.act is InputAction.TEXT:
            self.text = first_letters(self.text + intent.text, self.limit)
            self._typed = self.needs_redraw = True
        else:
            self._typed &= intent.act is not InputAction.NAVIGATE
            super().on_input(intent)

    def focus_in_direction(self, dx: int, dy: int) -> str:
        """Key beside the focused one, around the edges. The last row has four wide keys under ten."""
        keys = self.caps
        line, place = map(int, self.focus.split("."))
        before, line = len(keys[line]), (line + dy) % len(keys)
        count = len(keys[line])
        return f"{line}.{(place * count // before + dx) % count}"

    def shortcuts(self) -> list[Shortcut]:
        """Erase and done, with labels only on pads."""
        by_keys = self.app.devices.last in (KEYBOARD, MOUSE)
        erase, done = ("", "") if by_keys else (_("Erase"), _("Done"))
        also = (InputAction.ERASE, InputAction.UNDO)
        return [
            Shortcut(InputAction.SECONDARY, erase, partial(self._press, "⌫"), also),
            Shortcut(InputAction.END_TURN, done, partial(self._press, "✓"), (InputAction.PAUSE,)),
        ]

    def _press(self, key: str) -> None:
        """Carry out a key: switch capitals or page, erase, pop the text, or add a letter."""
        if key == "⇧":
            self.upper = not self.upper
        elif key == ACCENTS[self.page]:
            self.page = (self.page + 1) % len(ACCENTS)
        elif key == "⌫":
            self.text = without_last_letter(self.text)
            self.upper = self.upper or not self.text
        elif key == "✓":
            self.app.scenes.pop(self.text)
        else:
            self.text = first_letters(self.text + key, self.limit)
            # Back to plain letters after one capital or accent, as in nearly every name.
            self.upper, self.page = False, 0

    def draw(self, painter: Painter) -> None:
        painter.shade()
        super().draw(painter)

    def narration(self) -> NarrationContent:
        """Spoken content: title, focused key, and the text as status."""
        part = self.frame.part(self.focus)
        return NarrationContent(self.title, (), part.element.accessible_text if part else "", self.text)

    def switch_targets(self) -> list[Item]:
        """Group of targets for each row of keys."""

        def come(key: str) -> None:
            """Focus a key."""
            self._typed = False
            self.set_focus(key)

        rows: dict[str, list[Item]] = {}
        for key, box in self.focusable():
            target = SwitchTarget(box, InputAction.CONFIRM, key, come=partial(come, key))
            rows.setdefault(key[0], []).append(target)
        return [SwitchGroup(tuple(targets)) for targets in rows.values()]


def _page(number: int) -> tuple[str, ...]:
    """Rows of letters of a page; the first has the letters of the language, and digits."""
    plain = *LETTERS.get(current_language(), LETTERS[""]), DIGITS
    return plain if number == 0 else ACCENTED[number - 1]


def _draw_name(painter: Painter, box: Box, text: str, look: int) -> None:
    """Draw the typed text in the ink of a look, with a cursor."""
    theme, large = painter.theme, painter.with_text_scale(min(painter.text_scale, MAX_GROWTH))
    ink = SEAT_LOOKS[look].text if look >= 0 and theme.name != "dark" else theme.ink
    typed = large.text(text, *box.centre, TITLE, TextStyle(NAMES, ink), anchor="center", room=box.w - 16)
    painter.fill(Box(box.centre[0] + typed / 2 + 2, box.y + 10, 3, box.h - 20), theme.focus)


def _draw_key(
    painter: Painter,
    box: Box,
    label: str,
    face: str,
    is_wide: bool,  # noqa: FBT001
    *,
    focused: bool,
) -> None:
    """Draw a key. ``is_wide``: it has words, which are as large as those of the keys beside it."""
    theme, large = painter.theme, painter.with_text_scale(min(painter.text_scale, 1.75))
    cap, ends, names, size = box.inflated(-4), label == "✓", {**_key_words(), " ": "␣"}, 24.0
    fill = GO_COLOUR if ends else theme.chosen if focused else theme.cloth
    if is_wide:
        draw_cap(painter, cap, fill, radius=KEY_RADIUS)
        size = largest(
            24, lambda size: all(large.width(told, size, face) <= box.w - 24 for told in names.values())
        )
    else:
        painter.blit(key_cap(painter.assets, round(cap.w), round(cap.h), fill, KEY_RADIUS), cap.x, cap.y)
    if focused:
        ring(painter, cap, KEY_RADIUS)
    (x, y), inked = cap.centre, TextStyle(face, GO_INK if ends else theme.ink)
    large.text(names.get(label, label), x, y - 3, size, inked, anchor="center", room=cap.w - 8)


def _key_words() -> dict[str, str]:
    """Translated names of the keys without a letter, by label."""
    return {"⇧": _("Capitals"), "⌫": _("Erase"), "✓": _("Done"), " ": _("Space")}


def _capital(letter: str) -> str:
    """Capital of a letter, always a single one: ẞ for ß."""
    # `upper` would make SS of it, two letters on one key.
    return "ẞ" if letter == "ß" else letter.upper()
