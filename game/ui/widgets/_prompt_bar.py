"""The prompt bar: possible actions, with the glyphs of the last used device.

`KeyMap` finds the key or button of an action. A bar has at most five entries: the most wanted actions, and
"More", which lists all. It has one row if possible: with smaller gaps, then without the least missed words,
then with smaller letters.

An entry under a resting mouse keeps its place even if the entries change (`rest_on`), so that a press does
not hit another one.

While the helper of a match speaks (`Scene.ledge_caption`), its words are at the left, and only *Hint* and
*Back* at the right. All other actions still work.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol
from weakref import WeakKeyDictionary

import pygame

from game.i18n import _, language_tag
from game.store.settings import ScanMode
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel
from game.ui.art.icons import icon, key_glyph, mouse_glyph, pad_glyph
from game.ui.art.layers import BUTTER, GOLD, INK, mix
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import STRONG
from game.ui.core.input import (
    DEFAULT_KEYS,
    DEFAULT_PAD_BUTTONS,
    KEYBOARD,
    MOUSE,
    PAD,
    InputAction,
    working_keys,
)
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Controls, Prompts, Scene
from game.ui.core.theme import BODY, LARGE, SMALL

_PAD_NAMES = {
    "a": "A", "b": "B", "x": "X", "y": "Y", "leftshoulder": "LB", "rightshoulder": "RB",
    "back": "view", "start": "menu", "leftstick": "left-press", "rightstick": "right-press",
    "lefttrigger": "LT", "righttrigger": "RT", "rightx": "stick-right", "righty": "stick-down",
    "rightup": "stick-up", "rightleft": "stick-left",
}  # fmt: skip
_SHAPE_NAMES = {
    "a": "cross", "b": "circle", "x": "square", "y": "triangle",
    "leftshoulder": "L1", "rightshoulder": "R1", "lefttrigger": "L2", "righttrigger": "R2",
}  # fmt: skip
"""Names that differ on a pad whose buttons have shapes."""
_KEY_PICTURES = {
    "return": "enter",
    "space": "space",
    "tab": "tab",
    "backspace": "backspace",
    "arrows": "arrows",
}
"""Keys with a sign, and the names of their pictures."""
_MOUSE_BUTTONS = {
    InputAction.CONFIRM: "left",
    InputAction.PRESS: "left",
    InputAction.ALTERNATE: "right",
    InputAction.SCROLL: "wheel",
}


@dataclass(frozen=True, slots=True)
class KeyPress:
    """A key, or a button of a mouse or a pad."""

    kind: str  # of device
    name: str  # pygame's name of a key, or name of a button's picture

    @property
    def words(self) -> str:
        """Translated name for narration; for a mouse the untranslated name of the picture."""
        if self.kind == MOUSE:
            return self.name
        known = key_words() if self.kind == KEYBOARD else button_words()
        return known.get(self.name) or (self.name.upper() if self.kind == KEYBOARD else self.name)

    @property
    def cap(self) -> str:
        """Short translated label to draw on a key."""
        short = {"escape": _("Esc"), "page up": _("PgUp"), "page down": _("PgDn"), "?": "?"}
        return short.get(self.name) or self.words

    def picture(self, assets: Assets, height: float) -> pygame.Surface:
        """Image of the key or button, ``height`` units high."""
        if self.kind == MOUSE:
            return mouse_glyph(assets, self.name, height)
        if self.kind == KEYBOARD:
            return key_glyph(assets, _KEY_PICTURES.get(self.name) or self.cap, height)
        return pad_glyph(assets, self.name, height)


def key_words() -> dict[str, str]:
    """Translated names of the keys without a letter, by pygame's names and "arrows"."""
    return {
        "return": _("Enter"),
        "space": _("Space bar"),
        "escape": _("Escape"),
        "tab": _("Tab"),
        "backspace": _("Backspace"),
        "page up": _("Page up"),
        "page down": _("Page down"),
        "arrows": _("Arrow keys"),
        "home": _("Home"),
        "end": _("End"),
        "insert": _("Insert"),
        "delete": _("Delete key"),
        "?": _("Question mark"),
    }


def button_words() -> dict[str, str]:
    """Translated names of the pad buttons without a letter, by the names of their pictures."""
    return {
        "dpad": _("D-pad"),
        "view": _("View button"),
        "menu": _("Menu button"),
        "left-press": _("Left stick click"),
        "right-press": _("Right stick click"),
        "stick-right": _("Right stick right"),
        "stick-down": _("Right stick down"),
        "stick-up": _("Right stick up"),
        "stick-left": _("Right stick left"),
        "cross": _("Cross"),
        "circle": _("Circle"),
        "square": _("Square"),
        "triangle": _("Triangle"),
    }


Names = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class KeyMap:
    """Key and button bindings of one device."""

    kind: str  # of device
    shapes: bool  # True if the pad's buttons have shapes instead of letters
    keys: Names  # bindings that differ from the defaults
    pads: Names

    def of(self, act: InputAction) -> KeyPress | None:
        """Key or button to press for an action, None for none. With a mouse mostly a key."""
        if self.kind == MOUSE and act in _MOUSE_BUTTONS:
            return KeyPress(MOUSE, _MOUSE_BUTTONS[act])
        if self.kind in (MOUSE, KEYBOARD):
            if act is InputAction.NAVIGATE:
                return KeyPress(KEYBOARD, "arrows")
            names = dict(self.keys).get(act, DEFAULT_KEYS.get(act))
            return KeyPress(KEYBOARD, working_keys(act, names)[0]) if names else None
        if act is InputAction.NAVIGATE:
            return KeyPress(PAD, "dpad")
        names = dict(self.pads).get(act, DEFAULT_PAD_BUTTONS.get(act))
        if not names:
            return None
        shapes = _SHAPE_NAMES if self.shapes else {}
        return KeyPress(PAD, shapes.get(names[0], _PAD_NAMES[names[0]]))

    def picture(self, assets: Assets, act: InputAction, height: float) -> pygame.Surface | None:
        """Image of what to press for an action, ``height`` units high. None for nothing."""
        press = self.of(act)
        return press.picture(assets, height) if press is not None else None


def key_map_for(app: AppContext, device: str = "") -> KeyMap:
    """Bindings for a device or kind of device, by default for that used last."""
    device = device or app.devices.last
    kind = device.partition(":")[0]
    pad = app.devices.pads.find(device) if kind == PAD else None
    shapes = pad is not None and pad.has_shapes
    return KeyMap(kind, shapes, *app.bound)


HEIGHT, GAP, TIGHT_GAP, MIN_GAP = 48.0, 30.0, 16.0, 12.0
SIDE_ROOM = 48.0  # units by which a bar is wider than its entries
TYPE_SIZES = (BODY, BODY * 0.9, BODY * 0.8, BODY * 0.7)  # type sizes to try for one row
LARGE_TEXT_SCALE: Final = 1.5  # factor from which large words are reduced before any are left out
KEY_HEIGHT = 32.0  # units; height of keys beside words of the usual size
KEY_GROWTHS = (0.6, 0.42, 0.0)  # shares of the text's growth that keys take part in, to try


BUTTONS_END, COVERING_BAR_START = 62.0, 9.0
"""Units from the side to the end of the wood's buttons, and to the start of a bar that covers them."""
MAX_PROMPTS: Final = 5  # maximum number of entries on a bar
_PROMPT_ORDER: Final = (
    InputAction.CONFIRM,
    InputAction.END_TURN,
    InputAction.BACK,
    InputAction.UNDO,
    InputAction.REDO,
    InputAction.SECONDARY,
    InputAction.HINT,
    InputAction.NEXT,
    InputAction.MEND,
    InputAction.LOOK,
    InputAction.ALTERNATE,
    InputAction.PREVIOUS,
    InputAction.THREATS,
    InputAction.NAVIGATE,
    InputAction.SCROLL,
    InputAction.AGAIN,
    InputAction.PAUSE,
    InputAction.JOIN,
)
"""All actions that a bar can show, the most wanted first."""


_Acts = Sequence[tuple[InputAction, str]]


class PromptOwner(Protocol):
    """Owner of a prompt bar: a scene, or the view of a match."""

    @property
    def prompt_bar_offset(self) -> float:
        """Distance in units of the prompt bar from the lower edge of the canvas."""

    def controls(self) -> Controls:
        """Entries of the prompt bar, and how to show them."""


def glyph(app: AppContext, act: InputAction, height: float = KEY_HEIGHT) -> pygame.Surface | None:
    """Image of what to press for an action on the device last used, None for nothing."""
    return glyph_of(app, act, app.devices.last, height)


def glyph_of(
    app: AppContext, act: InputAction, device: str, height: float = KEY_HEIGHT
) -> pygame.Surface | None:
    """Image of what to press for an action on a device or kind of device, None for nothing."""
    return key_map_for(app, device).picture(app.assets, act, height)


@dataclass(frozen=True, slots=True)
class PromptBarProps:
    """Contents of a prompt bar."""

    above: float  # distance in units from the lower edge of the canvas
    acts: tuple[tuple[InputAction, str], ...]  # actions with their labels
    presses: KeyMap  # bindings shown
    aside: float = 0.0  # units to leave free on the left; 0 centres the bar
    ends: InputAction | None = None  # action that ends a turn, drawn in gold
    rest: _HoveredPrompt | None = None  # entry that the mouse rests on
    wood: bool = True  # True if there is wood with a button at each end
    caption: str | None = None  # helper's words, empty if they are elsewhere; None if it does not speak
    ledge_top: float = 0.0  # least y in units of these words


_PLACE_KEY: Final = "strip"  # key in `AppContext.remembered_places`


@dataclass(frozen=True, slots=True)
class _HoveredPrompt:
    """An entry that the mouse rests on."""

    scene: object  # owner of the bar
    view: Canvas
    act: InputAction
    words: str
    number: int  # index of the entry
    box: Box

    def holds(self, at: tuple[float, float]) -> bool:
        """True if a point in units is on the entry or at most `GAP` / 3 beside it."""
        return _presses(self.box, at)


def _rest(app: AppContext) -> _HoveredPrompt | None:
    """Entry that a mouse rests on. None if there is none, or on another scene or canvas."""
    found = app.remembered_places.get(_PLACE_KEY)
    if not isinstance(found, _HoveredPrompt) or found.scene is not app.scenes.top or found.view != app.view:
        return None
    return found


def rest_on(app: AppContext, scene: Scene, at: tuple[float, float]) -> None:
    """Note the entry under a mouse at ``at`` (units), which keeps its place until the mouse leaves it."""
    rest = _rest(app)
    if rest is None and at[1] < app.view.h - scene.prompt_bar_offset - MAX_PROMPTS * _step(
        app.measuring_painter
    ):
        return  # far from any strip: nothing of it need be known
    found = prompts_for(app, scene)[1]
    under = next((entry for entry in found if _presses(entry.box, at)), None)
    if rest is not None and rest.holds(at):
        here = next((entry for entry in found if entry.act is rest.act), None)
        if here is None or here.pale or here.box.x != rest.box.x or here is under:
            return
    if under is None:
        app.remembered_places.pop(_PLACE_KEY, None)
    else:
        told = dict(scene.controls().prompts) | {InputAction.HELP: _("More")}
        words = told.get(under.act, under.words)
        app.remembered_places[_PLACE_KEY] = _HoveredPrompt(
            scene, app.view, under.act, words, found.index(under), under.box
        )
    if prompts_for(app, scene)[1] != found:
        scene.needs_redraw = True


def prompt_bar_props(app: AppContext, owner: PromptOwner) -> PromptBarProps | None:
    """Props of the prompt bar of a scene or view. None if another bar covers it."""
    return None if is_covered(app, owner) else _shown(app, owner)


def _shown(app: AppContext, owner: PromptOwner) -> PromptBarProps:
    """Props of the prompt bar of a scene or view, covered or not."""
    scene = next((scene for scene in app.scenes.scenes if scene.has_strip(owner)), None)
    caption = scene.ledge_caption if scene is not None else None
    return _usual_props(app, owner) if caption is None else _caption_props(app, owner, caption)


def _caption_props(app: AppContext, owner: PromptOwner, caption: str) -> PromptBarProps:
    """Props of a prompt bar with the words of the helper, *Hint* and *Back*."""
    acts = [entry for entry in owner.controls().prompts if entry[0] is InputAction.HINT]
    acts.append((InputAction.BACK, _("Back")))
    if app.settings.scan is not ScanMode.OFF:
        acts.append((InputAction.HELP, _("More")))  # a single switch has no keys for the actions left out
    wood, top = getattr(owner, "prompt_bar_has_wood", True), getattr(owner, "ledge_top", 0.0)
    above, presses = owner.prompt_bar_offset, key_map_for(app)
    return PromptBarProps(above, tuple(acts), presses, wood=wood, caption=caption, ledge_top=top)


def _usual_props(app: AppContext, owner: PromptOwner) -> PromptBarProps:
    """Props of the prompt bar of a scene or view without words of the helper."""
    presses, controls = key_map_for(app), owner.controls()
    keeps = controls.pinned
    rest = _rest(app) if presses.kind == MOUSE else None
    if rest is not None and not (app.scenes.top and app.scenes.top.has_strip(owner)):
        rest = None
    acts = _items(controls.prompts, presses.kind, keeps if rest is None else (*keeps, rest.act))
    aside, wood = getattr(owner, "prompt_bar_indent", 0.0), getattr(owner, "prompt_bar_has_wood", True)
    return PromptBarProps(owner.prompt_bar_offset, acts, presses, aside, controls.ends_turn, rest, wood)


def _items(help: _Acts, kind: str, keeps: Collection[InputAction]) -> tuple[tuple[InputAction, str], ...]:
    """Entries for a kind of device, in order: all, or the `MAX_PROMPTS` - 1 most wanted, then "More"."""
    # A mouse has no directions: it goes where it points.
    told = [entry for entry in help if kind != MOUSE or entry[0] is not InputAction.NAVIGATE]
    if len(told) <= MAX_PROMPTS:
        return tuple(told)
    kept = sorted(told, key=lambda entry: (entry[0] not in keeps, _PROMPT_ORDER.index(entry[0])))[
        : MAX_PROMPTS - 1
    ]
    return *(entry for entry in told if entry in kept), (InputAction.HELP, _("More"))


@dataclass(frozen=True, slots=True)
class Prompt:
    """One entry of a prompt bar: its box, glyph, and its words or an icon for them."""

    box: Box  # only its width is known before it is placed
    act: InputAction
    picture: pygame.Surface | None
    words: str
    size: float  # type size, before the text scale
    sign: pygame.Surface | None
    pale: bool = False  # True if it only keeps its place and cannot be used now


def _signs() -> dict[str, str]:
    """Icon by the translated words that it can replace, the least missed first; "" for directions."""
    return {
        # Built at every call, because the language may change after the import.
        _("Menu"): "menu",
        _("Watch again"): "eye",
        _("Sort"): "sort",
        _("Watch film"): "film",
        _("Previous moment"): "left",
        _("Redo"): "redo",
        **dict.fromkeys((_("Choose"), _("Move"), _("Move cards")), ""),
        _("Undo"): "undo",
        _("Hint"): "lamp",
        _("Hide threats"): "warning",
        _("Threats"): "warning",
    }


_NO_PROMPT: Final = ""


def _spared(help: _Acts) -> list[frozenset[str]]:
    """Sets of words to leave out, growing from none to all, the least missed first.

    The last one also has `_NO_PROMPT`: no directions at all.
    """
    told = [words for _act, words in help]
    order = [*(words for words in _signs() if words in told), _NO_PROMPT]
    return [frozenset(order[:number]) for number in range(len(order) + 1)]


def _parts(
    ruler: Painter, help: _Acts, presses: KeyMap, size: float, keys: float, *, spared: frozenset[str]
) -> list[Prompt]:
    """Measured entries for bindings, with keys ``keys`` units high, and icons for ``spared`` words."""
    signs, parts = _signs(), []
    for act, words in help:
        if act is InputAction.NAVIGATE and words in signs and _NO_PROMPT in spared:
            continue
        image = presses.picture(ruler.assets, act, keys)
        sign = signs.get(words, "") if words in spared else ""
        told = "" if act is InputAction.NAVIGATE and words in spared else words
        parts.append(_entry(ruler, act, image, told, size, sign))
    return parts


def _entry(
    ruler: Painter, act: InputAction, picture: pygame.Surface | None, words: str, size: float, sign: str
) -> Prompt:
    """Entry with its width in units, not placed yet. An icon ``sign`` replaces the words."""
    theme, height = ruler.theme, ruler.line_height(size) * 0.7
    image = icon(ruler.assets, sign, height, theme.ink, theme.panel) if sign else None
    told = _wide(ruler, image) if image is not None else ruler.width(words, size, STRONG)
    between = 8.0 if picture is not None and told else 0.0
    wide = _wide(ruler, picture) + between + told
    return Prompt(Box(0, 0, wide, 0), act, picture, "" if sign else words, size, image)


def _wide(ruler: Painter, image: pygame.Surface | None) -> float:
    """Width of an image in units, 0 for None."""
    return image.get_width() / ruler.view.scale if image is not None else 0.0


@dataclass(frozen=True, slots=True)
class _PromptRows:
    """Rows of entries, and the gap between entries."""

    rows: list[list[Prompt]]
    gap: float


_CACHE_SIZE: Final = (
    300  # cached arrangements: a match requests the same few at every move and in every frame
)
_arrangements: WeakKeyDictionary[Assets, OrderedDict[Hashable, _PromptRows]] = WeakKeyDictionary()


def _arranged(ruler: Painter, help: _Acts, presses: KeyMap, aside: float = 0.0) -> _PromptRows:
    """Measured entries in one row if fewer or smaller words allow it, else in several. Cached."""
    kept = _arrangements.setdefault(ruler.assets, OrderedDict())
    key = help, presses, aside, ruler.view, ruler.text_scale, ruler.theme, language_tag()
    kept[key] = found = kept.pop(key, None) or _arrange(ruler, help, presses, aside)
    if len(kept) > _CACHE_SIZE:
        kept.popitem(last=False)
    return found


def _arrange(ruler: Painter, help: _Acts, presses: KeyMap, aside: float) -> _PromptRows:
    """Entries of `_arranged`, measured now."""
    room, more = (
        ruler.view.safe_area.w - aside - SIDE_ROOM,
        ruler.text_scale - 1,
    )  # a TV shows all of its label, too
    sizes = [size for size in TYPE_SIZES if size * ruler.text_scale >= SMALL]
    large, *smaller = (round(KEY_HEIGHT * (1 + share * more)) for share in KEY_GROWTHS)
    none, *fewer = _spared(help)
    least = fewer[-1] if fewer else none
    # First reduce gaps and keys, then drop words one entry after another.
    ways = [(GAP, BODY, large, none), (TIGHT_GAP, BODY, large, none), (TIGHT_GAP, BODY, smaller[0], none)]
    # Large letters may shrink too, as long as they stay larger than the usual ones.
    ways += [
        (MIN_GAP, size, smaller[0], none)
        for size in TYPE_SIZES[1:]
        if size * ruler.text_scale >= BODY * LARGE_TEXT_SCALE
    ]
    # Shrink large letters a little before the strip reaches both ends of the wood.
    within = min(room, ruler.view.w - 2 * BUTTONS_END - SIDE_ROOM) if more > 0 else room
    tried = [(within, way) for way in ways] if within < room else []
    ways += [(TIGHT_GAP, BODY, large, spared) for spared in fewer]
    ways += [(MIN_GAP, size, keys, least) for size in sizes for keys in (large, smaller[0])]
    ways += [(MIN_GAP, sizes[-1], keys, least) for keys in smaller]
    for wide, (gap, size, keys, spared) in (*tried, *((room, way) for way in ways)):
        rows = _rows(_parts(ruler, help, presses, size, keys, spared=spared), wide, gap)
        if len(rows) <= 1:
            return _PromptRows(rows, gap)
    return _PromptRows(
        _rows(_parts(ruler, help, presses, BODY, large, spared=least), room, TIGHT_GAP), TIGHT_GAP
    )


def prompts_for(app: AppContext, owner: PromptOwner) -> tuple[Box, list[Prompt]]:
    """(box of the prompt bar, entries in their boxes), in units, covered or not."""
    return _placed(app.measuring_painter, _shown(app, owner))


def _placed(ruler: Painter, shown: PromptBarProps) -> tuple[Box, list[Prompt]]:
    """(box, entries) of a prompt bar, with the entry that a mouse rests on kept in its place."""
    box, places = _centred(ruler, shown)
    rest = shown.rest
    if rest is None or len({entry.box.y for entry in places}) > 1:
        return box, places
    if all(entry.act is not rest.act for entry in places):
        acts = *shown.acts[: rest.number], (rest.act, rest.words), *shown.acts[rest.number :]
        held, more = _centred(ruler, replace(shown, acts=acts))
        if held.h > box.h:  # there is no room for what cannot be done: nothing is pressed there (`act_at`)
            return box, places
        box, places = held, [replace(entry, pale=entry.act is rest.act) for entry in more]
    number = next(n for n, entry in enumerate(places) if entry.act is rest.act)
    safe, shift = ruler.view.safe_area, rest.box.x - places[number].box.x
    # If it has become shorter, the entries after it keep their distance.
    spare = max(0.0, rest.box.w - places[number].box.w)
    shift = max(min(shift, safe.right - spare - places[-1].box.right), safe.x - places[0].box.x)
    moves = (shift + spare * (n > number) for n in range(len(places)))
    moved = [replace(e, box=e.box.translated(dx, 0)) for e, dx in zip(places, moves, strict=True)]
    return Box(box.x + shift, box.y, box.w + spare, box.h), moved


def _centred(ruler: Painter, shown: PromptBarProps) -> tuple[Box, list[Prompt]]:
    """(box, entries) of a prompt bar: centred, or at the right beside a caption or a free space."""
    view = ruler.view
    found = _arranged(ruler, shown.acts, shown.presses, shown.aside)
    rows, gap = found.rows, found.gap
    step = _step(ruler)
    row_widths = [sum(part.box.w for part in row) + gap * (len(row) - 1) for row in rows]
    wide = max(row_widths, default=0) + SIDE_ROOM
    left = view.safe_area.right - wide if shown.aside else view.w / 2 - wide / 2
    if shown.caption is not None:
        left = min(view.safe_area.right, view.w - BUTTONS_END - MIN_GAP) - wide
    box = Box(left, view.h - shown.above - step * len(rows), wide, step * len(rows))
    places = []
    for number, (row, row_width) in enumerate(zip(rows, row_widths, strict=True)):
        x = box.centre[0] - row_width / 2
        for part in row:
            places.append(replace(part, box=Box(x, box.y + step * number, part.box.w, step)))
            x += part.box.w + gap
    return box, places


@dataclass(frozen=True, slots=True)
class LedgeCaption:
    """Words of the helper beside a prompt bar."""

    box: Box
    lines: tuple[str, ...]
    size: float  # type size, before the text scale


_CAPTION_MARGIN, _CAPTION_EDGE = 18.0, 3.0
"""Margin in units beside the words of the helper, and width of the edge around them."""
_CAPTION_SIZES: Final = ((LARGE, 1), (BODY, 1), (BODY, 2))  # type sizes and maximum numbers of lines, to try


def ledge_caption(app: AppContext, owner: PromptOwner) -> LedgeCaption | None:
    """Words of the helper beside the prompt bar of a scene or view. None if there are none."""
    ruler, shown = app.measuring_painter, _shown(app, owner)
    return _caption(ruler, shown, _placed(ruler, shown)[0])


def fits_ledge(app: AppContext, owner: PromptOwner, words: str) -> bool:
    """True if there is room beside the shortened prompt bar for these words of the helper."""
    ruler, shown = app.measuring_painter, _caption_props(app, owner, words)
    return _caption(ruler, shown, _placed(ruler, shown)[0]) is not None


def _caption(ruler: Painter, shown: PromptBarProps, bar: Box) -> LedgeCaption | None:
    """Words beside a prompt bar with this box, in at most two lines. None without words or room."""
    if not shown.caption:
        return None
    view = ruler.view
    left = max(view.safe_area.x, BUTTONS_END + MIN_GAP)
    beside = 2 * _CAPTION_MARGIN + _lamp_width(ruler)
    top, bottom = max(bar.y - _CAPTION_EDGE, shown.ledge_top), view.h - _CAPTION_EDGE
    for size, max_lines in _CAPTION_SIZES:
        lines = ruler.wrapped(shown.caption, bar.x - GAP - left - beside, size, STRONG)
        height = max(bar.h, len(lines) * ruler.line_height(size) + _CAPTION_EDGE)
        if len(lines) <= max_lines and height <= bottom - top:
            lines = _even_lines(ruler, lines, size)
            width = max(ruler.width(line, size, STRONG) for line in lines) + beside
            y = max(top, min(bar.centre[1] - height / 2, bottom - height))
            return LedgeCaption(Box(left, y, width, height), tuple(lines), size)
    return None


def _even_lines(ruler: Painter, lines: list[str], size: float) -> list[str]:
    """One or two lines, broken again so that the longer one is as short as possible."""
    words = " ".join(lines).split(" ")
    breaks = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
    if len(lines) < 2:
        return lines
    return min(breaks, key=lambda pair: max(ruler.width(line, size, STRONG) for line in pair))


def _lamp_width(ruler: Painter) -> float:
    """Width in units of the helper's lamp with the gap beside it."""
    return ruler.line_height(LARGE) + 8


def draw_caption(painter: Painter, caption: LedgeCaption) -> None:
    """Draw lamp and words of the helper, on cloth without a seam because they are only read."""
    box, lamp = caption.box, icon(painter.assets, "lamp", round(painter.line_height(LARGE)))
    image = panel(painter.assets, round(box.w), round(box.h), ClothColours(BUTTER, INK, ""))
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    painter.blit(lamp, box.x + _CAPTION_MARGIN, box.centre[1], "midleft")
    line, left = painter.line_height(caption.size), box.x + _CAPTION_MARGIN + _lamp_width(painter)
    y = box.centre[1] - line * (len(caption.lines) - 1) / 2
    for number, text in enumerate(caption.lines):
        painter.text(text, left, y + line * number, caption.size, TextStyle(STRONG, INK))


DISABLED_INK_SHARE: Final = 0.4  # share of the ink of a prompt that cannot be used now


def _step(ruler: Painter) -> float:
    """Height of one row of a prompt bar, in units."""
    return max(HEIGHT, ruler.line_height(BODY) + 14)


def prompt_bar_rows(app: AppContext, help: Prompts, keeps: Collection[InputAction] = ()) -> float:
    """Height in units of a bar with these entries, on the kind of device on which it is highest."""
    # For all devices, so that nothing above the bar moves when the device changes.
    ruler, kinds = app.measuring_painter, (KEYBOARD, MOUSE, PAD)
    bars = (_arranged(ruler, _items(help, kind, keeps), key_map_for(app, kind)) for kind in kinds)
    return max(len(bar.rows) for bar in bars) * _step(ruler)


def prompt_bar_top(app: AppContext, owner: PromptOwner) -> float:
    """Y in units of the upper edge of the prompt bar of a scene or view, as it is now."""
    return prompts_for(app, owner)[0].y


def prompt_bar_edge(ruler: Painter, shown: PromptBarProps) -> float:
    """Y in units of the upper edge of a prompt bar."""
    return _placed(ruler, shown)[0].y


def act_at(app: AppContext, owner: PromptOwner, at: tuple[float, float]) -> InputAction | None:
    """Action of the prompt at a point in units. None for none, a pale one, or NAVIGATE."""
    found, rest = prompts_for(app, owner)[1], _rest(app)
    entry = next((e for e in found if _presses(e.box, at) and e.act is not InputAction.NAVIGATE), None)
    if entry is None or entry.pale or (rest is not None and rest.holds(at) and rest.act is not entry.act):
        return None
    return entry.act


def _presses(box: Box, at: tuple[float, float]) -> bool:
    """True if a point is in a box or at most `GAP` / 3 units beside it."""
    return box.inflated(GAP / 3).contains(at)


def is_covered(app: AppContext, owner: PromptOwner) -> bool:
    """True if another bar is shown instead: of a scene above, or of the scene that contains the view."""
    return waits_below(app, owner) or any(scene.draws_prompts_for(owner) for scene in app.scenes.scenes)


def waits_below(app: AppContext, owner: PromptOwner) -> bool:
    """True if it is the prompt bar of a scene below the top one."""
    return any(scene.has_strip(owner) for scene in app.scenes.scenes[:-1])


def draw_prompt_bar(
    painter: Painter, app: AppContext, owner: PromptOwner, *, is_leaving: bool = False
) -> None:
    """Draw the prompt bar of a scene or view, unless another one covers it and it is not leaving."""
    draw_prompt_bar_props(painter, _shown(app, owner) if is_leaving else prompt_bar_props(app, owner))


def draw_prompt_bar_props(painter: Painter, shown: PromptBarProps | None) -> None:
    """Draw a prompt bar along the lower edge. Nothing for None or without entries."""
    if shown is None:
        return
    box, found = _placed(painter, shown)
    if not found:
        return
    if (caption := _caption(painter, shown, box)) is not None:
        draw_caption(painter, caption)
    theme = painter.theme
    if shown.wood and box.x < BUTTONS_END:
        # If it would cover half of a knob, it extends to both ends.
        box = Box(
            min(box.x, COVERING_BAR_START), box.y, painter.view.w - 2 * min(box.x, COVERING_BAR_START), box.h
        )
    radius = found[0].box.h / 2
    cloth = ClothColours(theme.page, theme.ink, theme.stitch)
    image = panel(painter.assets, round(box.w), round(box.h), cloth, radius=radius)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    for entry in found:
        middle, ink = entry.box.centre[1], ""
        if entry.act is shown.ends and not entry.pale:
            tall = entry.box.h - 11  # within the seam
            gold = Box(entry.box.x - 10, middle - tall / 2, entry.box.w + 20, tall)
            painter.fill(gold, GOLD, tall / 2)
            ink = INK
        elif entry.pale:
            ink = mix(theme.page, theme.ink, DISABLED_INK_SHARE)
        if entry.picture is not None:
            painter.blit(_faded(entry.picture, entry.pale), entry.box.x, middle, "midleft")
        if entry.sign is not None:
            painter.blit(_faded(entry.sign, entry.pale), entry.box.right, middle, "midright")
        if entry.words:
            style = TextStyle(STRONG, ink)
            painter.text(entry.words, entry.box.right, middle, entry.size, style, anchor="midright")


def _faded(image: pygame.Surface, pale: bool) -> pygame.Surface:  # noqa: FBT001
    """The image, or a copy with opacity `DISABLED_INK_SHARE` if ``pale``."""
    if not pale:
        return image
    faded = image.copy()
    faded.set_alpha(round(255 * DISABLED_INK_SHARE))
    return faded


def _rows(parts: Sequence[Prompt], room: float, gap: float) -> list[list[Prompt]]:
    """Entries in order, broken into rows of at most ``room`` units."""
    rows: list[list[Prompt]] = [[]]
    for part in parts:
        if rows[-1] and sum(p.box.w for p in rows[-1]) + gap * len(rows[-1]) + part.box.w > room:
            rows.append([])
        rows[-1].append(part)
    return [row for row in rows if row]
