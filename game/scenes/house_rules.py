"""House rules of the next match, the lobby's panel for them, and the rules of a first match.

A rule is a pill with its value and one line of explanation; boards are chosen by thumbnails. The first match
of a game in this home is short, against easy bots, and the panel says so.

First time: `open_first` (`game/launch.py`) opens `FirstStartScene` instead of the title while
`SettingsFile.are_new`. A lobby calls `is_first` to find out if its game was ever played or set up in this
home. The test window behaves as if everything was played, unless it is made with `first=True`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import pygame

from game.bots.worker import Worker
from game.core.discovery import find_game, game_slugs
from game.core.extras import MenuEntry, MenuPlace, hooks
from game.core.game import GameInfo, Layout
from game.core.options import SEATS, Option, Value
from game.i18n import _, current_language, listed, plural
from game.import_limits import ADMITTED
from game.match.lesson import has_lessons
from game.match.phone_control import BOARD, HOUSE, PRESET, RULE, PhoneAction, PhoneMenuRow
from game.match.phone_votes import VoteItem
from game.match.seats import default_bot_level
from game.resources import levels_of
from game.scenes.resume import resume
from game.store.saves import MOMENT
from game.store.settings import PreferredDevice, RulePreset, SavedSeatSetup
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, divider, stepper, tag
from game.ui.art.icons import icon, tick
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext
from game.ui.core.theme import BODY, HEADING, SMALL
from game.ui.match.match_flow import LONGEST
from game.ui.widgets import (
    BAR_ROOM,
    GAP,
    Button,
    ButtonPair,
    ButtonProps,
    ChoiceRow,
    ChoiceRowProps,
    Form,
    FormProps,
    ScreenKeyboard,
    Separator,
    TextField,
    TextRow,
    Widget,
    draw_cloth,
    draw_form,
    mark,
    measured_rows,
    pair_buttons,
    ring,
    sheet,
)


def phones_there(app: AppContext) -> list[tuple[int, str]]:
    """Return (seat, name) of each phone that holds a seat in the lobby and is connected."""
    phones = app.phones
    if phones.party is None:
        return []
    places = [phones.party.place(seat) for seat in phones.party.held_seats if phones.is_there(seat)]
    return [(place.seat, place.name) for place in places if place is not None]


def usual_pupil(app: AppContext) -> int | None:
    """Return the seat of the first connected phone if the player prefers phones; else None, this screen."""
    plays = app.settings.plays_with is PreferredDevice.PHONE
    return next((seat for seat, _name in phones_there(app) if plays), None)


LARGE = 1.4  # largest growth of the words of a first match
ASIDE, BESIDE, BELOW = 7, 17, 13  # units: left margin of the rows, sum of their side margins, bottom margin


def is_first(app: AppContext, slug: str) -> bool:
    """True if a game was never played in this home and neither settings nor a match of it are saved."""
    chosen, stores = app.settings, app.stores
    saved_settings = chosen.seats, chosen.house_rules, chosen.presets
    return not (
        any(slug in games for games in saved_settings)
        or stores.statistics.game(slug)
        or stores.saves.load(slug)
    )


def unknown_games(app: AppContext) -> frozenset[str]:
    """Return the slugs of games with lessons that are new here (`is_first`), with no lesson begun."""
    return frozenset(
        slug
        for slug in filter(has_lessons, game_slugs())
        if is_first(app, slug) and not has_learnt(app, slug)
    )


def learn(app: AppContext, slug: str) -> None:
    """Open a game's lesson for `usual_pupil`: the interrupted one, else the first undone, else the first."""
    app.open_scene("lesson", app, slug, "", usual_pupil(app))


def has_learnt(app: AppContext, slug: str) -> bool:
    """True if a lesson of this game was completed, or left beyond its first step."""
    return any(app.settings.lessons.get(slug, {}).values())


def first_words(short_rules: str, *, easy_bots: int) -> str:
    """Translated description of a first match by ``short_rules`` ("" for none) and count of ``easy_bots``."""
    if short_rules and easy_bots:
        template = plural(
            "A short first match of {rules} against an easy bot; change it under More.",
            "A short first match of {rules} against easy bots; change it under More.",
            easy_bots,
        )
    elif short_rules:
        template = _("A short first match of {rules}; change it under More.")
    else:
        template = (
            _("The computer plays at its easiest.") if easy_bots else _("All house rules are under More.")
        )
    return template.format(rules=short_rules)


def seats_after(
    seats: Sequence[SavedSeatSetup], untouched: Container[int], levels: Sequence[str]
) -> list[SavedSeatSetup]:
    """Seats to remember after a first match: ``untouched`` bots get the usual level."""
    usual = default_bot_level(levels, first=False)
    return [
        replace(seat, level=usual) if seat.level and number in untouched else seat
        for number, seat in enumerate(seats)
    ]


def rules_after(info: GameInfo, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Return the house rules to remember after a first match, without those that made it short."""
    return {name: value for name, value in chosen.items() if info.quick_match.get(name) != value}


# fill of a value that differs from the default, and its text colour
CHANGED, CHANGED_INK = "#FFD25A", "#2B2440"
MANY = 60  # values of a number above which only the multiples of ten are offered


@dataclass(frozen=True)
class RulePillProps(ChoiceRowProps):
    """Props of a house rule in little room: name, value on a pill, one line of explanation."""

    changed: bool  # True if the value differs from the default

    def _split(self, ruler: Painter, width: float) -> tuple[bool, float, float]:
        """Return (True if the pill is below the label, width of the label, width of the pill), in units."""
        step = ruler.line_height(SMALL) + 6
        # Use the widest value, so that the row keeps its shape while a player steps through the values.
        pill_width = max(ruler.width(text, SMALL, STRONG) for text in self.words) + 2 * step + 12
        pill_width = min(pill_width, width - 2 * GAP)
        beside = width - pill_width - 2.1 * GAP
        below = beside < min(ruler.width(self.label, BODY, NAMES), width * 0.42)
        return below, width - 2 * GAP if below else beside, pill_width

    def _lines(self, ruler: Painter, width: float) -> tuple[float, float, float]:
        """Return the heights in units of the name, the pill and the explanation."""
        _below, label_width, _wide = self._split(ruler, width)
        help_height = ruler.height(self.help, width - 2 * GAP, SMALL) if self.help else 0.0
        return ruler.height(self.label, label_width, BODY, NAMES), ruler.line_height(SMALL) + 6, help_height

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the row in units, for this width."""
        name, pill, help_height = self._lines(ruler, width)
        return (name + pill if self._split(ruler, width)[0] else max(name, pill)) + help_height + 17

    def control_box(self, ruler: Painter, box: Box) -> Box:
        """Area of the pill in units, wide enough for every value."""
        below, _label, pill_width = self._split(ruler, box.w)
        name, pill, _told = self._lines(ruler, box.w)
        top = box.y + 6 + (name if below else max(0.0, (name - pill) / 2))
        return Box(box.right - GAP - pill_width, top, pill_width, pill)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if focused:
            mark(painter, box)
        below, label, _wide = self._split(painter, box.w)
        name, pill, _told = self._lines(painter, box.w)
        top = box.y + 6 + (0.0 if below else max(0.0, (pill - name) / 2))
        painter.paragraph(self.label, box.x + GAP, top, label, BODY, TextStyle(NAMES))
        self.draw_control(painter, self.control_box(painter, box), focused=focused)
        if self.help:
            y = box.y + 8 + (name + pill if below else max(name, pill))
            painter.paragraph(
                self.help, box.x + GAP, y, box.w - 2 * GAP, SMALL, TextStyle(colour=painter.theme.soft)
            )

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        text, theme = self.words[self.place], painter.theme
        pill = self.pill(painter, box, focused=focused)
        fill = CHANGED if self.changed else theme.sunk
        edge = theme.ink if self.changed or focused else theme.stitch
        picture = tag(painter.assets, round(pill.w), round(pill.h), fill, edge)
        painter.blit(picture, pill.x - SHADOW_MARGIN, pill.y - SHADOW_MARGIN)
        ink = CHANGED_INK if self.changed else theme.ink
        room = pill.w - (2 * box.h - 4 if focused else 24)
        painter.text(text, *pill.centre, SMALL, TextStyle(STRONG, ink), anchor="center", room=room)
        for right in (False, True) if focused else ():
            x = pill.right - pill.h / 2 if right else pill.x + pill.h / 2
            image = stepper(
                painter.assets, right=right, size=round(pill.h - 4), fill=theme.panel, ink=theme.ink
            )
            painter.blit(image, x, pill.centre[1], "center")

    def pill(self, ruler: Painter, box: Box, *, focused: bool) -> Box:
        """Return the pill's box: as wide as its text, plus the arrows while it has the focus."""
        width = ruler.width(self.words[self.place], SMALL, STRONG) + 30
        width = min(box.w, width + (2 * box.h - 18 if focused else 0))
        return Box(box.right - width, box.y, width, box.h)


class RulePill(ChoiceRow):
    """Row of the form for a house rule or a similar choice."""

    def __init__(
        self, label: str, values: Sequence[tuple[Any, str]], value: Any, on: Callable[[Any], None],
        help: str = "", *, changed: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(label, values, value, on, help)
        self.changed = changed

    @property
    def props(self) -> RulePillProps:
        return RulePillProps(self.label, self.help, self.words, self.place, self.changed)

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        """Step back by a click on the pill's left half, forward on its right half. Always returns True."""
        # The click brings the focus and with it the arrows, so treat them as present already.
        pill = self.props.pill(ruler, box, focused=True)
        if pill.inflated(8).contains(at):
            self.step(-1 if at[0] < pill.centre[0] else 1)
        # Also beside the pill, because the form would treat the click as a press and step on.
        return True


@dataclass(frozen=True)
class PresetTabsProps(ChoiceRowProps):
    """Props of the tabs that name the presets, the chosen one open towards the rules below it."""

    def control_box(self, ruler: Painter, box: Box) -> Box:
        """Area of the tabs in units, above the reason."""
        lines = max(len(self._lines(ruler, words, box.w)) for words in self.words)
        return Box(box.x, box.y + 6, box.w, lines * ruler.line_height(SMALL) + 16)

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the tabs and the reason in units, for this width."""
        reason = ruler.height(self.help, width - 2 * GAP, SMALL) if self.help else 0.0
        return self.control_box(ruler, Box(0, 0, width, 0)).bottom + reason + 10

    def segments(self, ruler: Painter, box: Box) -> list[Box]:
        """Boxes of the tabs side by side, of equal widths."""
        width = (box.w - BETWEEN * (len(self.words) + 1)) / len(self.words)
        return [
            Box(box.x + BETWEEN + number * (width + BETWEEN), box.y, width, box.h)
            for number in range(len(self.words))
        ]

    def _lines(self, ruler: Painter, words: str, width: float) -> list[str]:
        """Words of a tab, broken into lines; ``width`` of all tabs."""
        return ruler.wrapped(words, self.segments(ruler, Box(0, 0, width, 0))[0].w - 12, SMALL, NAMES)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        tabs = self.control_box(painter, box)
        if focused:
            mark(painter, box)
        self.draw_control(painter, tabs, focused=focused)
        if self.help:
            soft = TextStyle(colour=painter.theme.soft)
            painter.paragraph(self.help, box.x + GAP, tabs.bottom + 6, box.w - 2 * GAP, SMALL, soft)

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        theme, surface = painter.theme, painter.surface
        clip, tabs = surface.get_clip(), self.segments(painter, box)
        chosen = tabs[self.place]
        # The feet of the tabs are cut off, so that the chosen one is one cloth with the rules below.
        foot = 20 if len(tabs) > 1 else 0
        surface.set_clip(painter.view.rect(box).clip(clip))
        for tab in tabs:
            fill = theme.panel if tab is chosen else theme.sunk
            fabric = ClothColours(fill, theme.ink if tab is chosen else theme.stitch, "")
            draw_cloth(painter, Box(tab.x, tab.y, tab.w, tab.h + foot), fabric, radius=12, shadow=False)
        surface.set_clip(clip)
        for left, right in ((box.x + 5, chosen.x + 3), (chosen.right - 3, box.right - 5)) if foot else ():
            painter.fill(Box(left, box.bottom - 3, right - left, 3), theme.ink)
        for tab, words in zip(tabs, self.words, strict=True):
            lines = self._lines(painter, words, box.w)
            y = tab.centre[1] - (len(lines) - 1) * painter.line_height(SMALL) / 2
            style = TextStyle(NAMES, theme.ink if tab is chosen else theme.soft)
            for line in lines:
                painter.text(line, tab.centre[0], y, SMALL, style, anchor="center", room=tab.w - 12)
                y += painter.line_height(SMALL)
        painter.blit(tick(painter.assets, 26), chosen.right - 3, chosen.y + 5, "center")


class PresetTabs(ChoiceRow):
    """Row of the form that chooses one of the program's presets."""

    @property
    def props(self) -> PresetTabsProps:
        return PresetTabsProps(self.label, self.help, self.words, self.place)


def row(option: Option, value: Value, on: Callable[[str, Value], None], default: Value) -> Widget:
    """Row for an option. If its value differs from the default, the explanation names the default."""
    explanation = _(option.label(value).told)
    if value != default:
        explanation += " " + _("Standard: {value}.").format(value=_(option.label(default).words))
    name, pairs = (
        option.name,
        [(choice, _(option.label(choice).words)) for choice in _offered_values(option, value)],
    )
    return RulePill(
        _(option.title),
        pairs,
        value,
        lambda new_value: on(name, new_value),
        explanation,
        changed=value != default,
    )


def _offered_values(option: Option, value: Value) -> Sequence[Value]:
    """Return the values to step through; of over `MANY` numbers, multiples of ten, default and ``value``."""
    if isinstance(option.default, bool):
        return (False, True)
    if option.choices:
        return option.choices
    numbers = [*((0,) if option.off else ()), *range(option.lowest, option.highest + 1, option.step)]
    if len(numbers) <= MANY:
        return numbers
    return sorted(
        {*(number for number in numbers if number % 10 == 0), *(int(n) for n in (value, option.default))}
    )


AT_ONCE = 24  # largest number of values of a rule that a phone offers


def limited_values(values: Sequence[Value], value: Value) -> list[Value]:
    """Return the values at equal steps, at most `AT_ONCE`, and in addition the current ``value``."""
    step = -(-len(values) // AT_ONCE)
    return [candidate for number, candidate in enumerate(values) if number % step == 0 or candidate == value]


def _value_label(option: Option, value: Value) -> str:
    """Label of the value in the current language."""
    return _(option.label(value).words)


def _value_help(option: Option, value: Value) -> str:
    """Explanation of the value in the current language; "" for none."""
    explanation = option.label(value).told
    return _(explanation) if explanation else ""


def _vote_text(option: Option, value: Value) -> str:
    """Return a rule and its value as the text of a vote."""
    return _("{what}: {who}").format(what=_(option.title), who=_value_label(option, value))


def _board_vote_text(title: str) -> str:
    """Text of a vote for the board with this title."""
    return _("{what}: {who}").format(what=_("Board"), who=title)


Drawing: TypeAlias = Callable[[Assets, Layout | None, float, float], pygame.Surface]
"""Function that draws a board with the given width and height in units; layout None means the default board.
"""
WIDE, HIGH, BETWEEN = 124.0, 97.0, 8.0


@dataclass(frozen=True, slots=True)
class BoardOption:
    """Board that can be chosen."""

    key: str  # key in the house rules; "" for the default board
    words: str
    layout: Layout | None = None
    """None for the default board, and for one that is not read yet or is invalid."""


@dataclass(frozen=True, slots=True)
class BoardPickerProps:
    """Props of the board thumbnails, in rows below the name of the chosen board."""

    label: str
    boards: tuple[BoardOption, ...]
    chosen: str  # key of the chosen board
    picture: Drawing
    brief: bool = False
    """True for a single row without names, with the chosen board first."""

    def boxes(self, ruler: Painter, box: Box) -> list[Box]:
        """Boxes of the thumbnails in units, by rows; only those of the first row if ``brief``."""
        available_width = box.w - 2 * GAP
        min_width = WIDE if self.brief else WIDE * (0.5 + 0.5 * ruler.text_scale)
        columns = max(1, int((available_width + BETWEEN) / (min_width + BETWEEN)))
        width = (available_width + BETWEEN) / columns - BETWEEN
        top, step = box.y + ruler.line_height(BODY) + 12, HIGH + BETWEEN + self._names_height(ruler, width)
        return [
            Box(box.x + GAP + n % columns * (width + BETWEEN), top + n // columns * step, width, HIGH)
            for n in range(min(columns, len(self.boards)) if self.brief else len(self.boards))
        ]

    def height(self, ruler: Painter, width: float) -> float:
        """Height in units of all rows of thumbnails with their names, for this width."""
        last = self.boxes(ruler, Box(0, 0, width, 0))[-1]
        return last.bottom + self._names_height(ruler, last.w) + 12

    def _names_height(self, ruler: Painter, width: float) -> float:
        """Height in units of the names below the thumbnails; all get two lines if one needs them."""
        if self.brief:
            return 0.0
        return max(len(self._lines(ruler, board, width)) for board in self.boards) * ruler.line_height(SMALL)

    @staticmethod
    def _lines(ruler: Painter, board: BoardOption, width: float) -> list[str]:
        """Name of a board on one or two lines; the second is shortened to fit."""
        first, *rest = ruler.wrapped(board.words, width, SMALL, STRONG)
        return [first, ruler.shortened(" ".join(rest), SMALL, width, STRONG)] if rest else [first]

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if focused:
            mark(painter, box)
        theme = painter.theme
        y = box.y + 6 + painter.line_height(BODY) / 2
        label_width = painter.text(self.label, box.x + GAP, y, BODY, TextStyle(NAMES), room=box.w / 2)
        room = box.w - 2 * GAP - label_width - 12
        text = next((board.words for board in self.boards if board.key == self.chosen), "")
        text = painter.shortened(text, SMALL, room, STRONG)
        painter.text(text, box.right - GAP, y, SMALL, TextStyle(STRONG), anchor="midright", room=room)
        boards = sorted(self.boards, key=lambda board: self.brief and board.key != self.chosen)
        for board, place in zip(boards, self.boxes(painter, box), strict=not self.brief):
            chosen = board.key == self.chosen
            fabric = ClothColours(theme.sunk, theme.ink if chosen else theme.stitch, "")
            draw_cloth(painter, place, fabric, radius=10, shadow=False)
            if board.layout is not None or not board.key:
                image = self.picture(painter.assets, board.layout, round(place.w) - 8, place.h - 8)
                painter.blit(image, place.x + 4, place.y + 4)
            style = TextStyle(STRONG, theme.ink if chosen else theme.soft)
            text_y = place.bottom + painter.line_height(SMALL) / 2 + 1
            for text in [] if self.brief else self._lines(painter, board, place.w):
                painter.text(text, place.centre[0], text_y, SMALL, style, anchor="center", room=place.w)
                text_y += painter.line_height(SMALL)
            if chosen:
                painter.blit(tick(painter.assets, 26), place.right - 6, place.y + 6, "center")


class BoardThumbnails:
    """Boards of a game and their thumbnails. Board files are read one at a time when there is time."""

    def __init__(self, app: AppContext, info: GameInfo) -> None:
        self._stage = app
        self._slug = info.slug
        self.picture: Drawing | None = find_game(info.slug).component("small_board")
        """None if the game has no thumbnails."""
        self._layouts: dict[str, Layout | None] = {}
        self._waiting: list[str] | None = None  # keys still to be read; None before the first listing
        self._worker: Worker | None = None  # reads the player's own boards, while there are any
        self._is_requested, self._since = False, 0.0

    def boards(self) -> list[tuple[str, str]]:
        """Return (key, title) of each board but the default and queue unread ones. Own ones have a path."""
        folder, own_folder = levels_of(self._slug), self._stage.stores.maps(self._slug)
        self._waiting = []
        if not folder.is_dir() and not own_folder.is_dir():
            return []
        # Imported here because games without boards never need it.
        from game.levels import maps, title

        ours = [(path.stem, _(title(path))) for path in maps(folder) if path.stem != "standard"]
        titled = ours + [(str(path.with_suffix("").absolute()), title(path)) for path in maps(own_folder)]
        self._waiting = [key for key, _words in titled if key not in self._layouts]
        names = [title_ for _key, title_ in titled]
        return [  # copies of a board share its title, so add the file name
            (key, f"{title_} ({Path(key).stem})" if title_ in names[:number] else title_)
            for number, (key, title_) in enumerate(titled)
        ]

    def layout(self, key: str) -> Layout | None:
        """Return the layout of a board. None for the default one, and if it is unread or invalid."""
        return self._layouts.get(key)

    def read_on(self) -> bool:
        """Read one more board. True if it is done, even if invalid; False if none is left, or not yet."""
        # Called in every turn of the loop, so list the folders only once.
        if self._waiting is None:
            self.boards()
        if not self._waiting or self.picture is None:
            return False
        key = self._waiting[0]
        if is_own(key):
            # A foreign file may be slow to read, so a worker reads it and the window does not wait.
            self._worker = self._worker or self._stage.worker()
            if not self._is_requested:
                self._is_requested, self._since = True, self._stage.now
                self._worker.submit(ADMITTED, current_language(), LOAD, map_of(self._slug, key))
            answer = self._worker.poll_result()
            if answer is None and self._stage.now - self._since < LONGEST:
                return False
            result = answer.value if answer is not None else None
            if answer is None:
                self.close()
            self._is_requested = False
        else:
            result = read_board(self._slug, key)
        self._waiting.pop(0)
        # The reason is shown when a player starts a match on an invalid board.
        self._layouts[key] = result if isinstance(result, Layout) else None
        if not any(map(is_own, self._waiting)):
            self.close()
        return True

    def close(self) -> None:
        """Stop the worker, when the boards are not shown any more."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()


LOAD = "game.levels:load"  # function that reads a board in the worker


def is_own(key: str) -> bool:
    """True if a board is a player's own file, not one of the game's."""
    return os.path.isabs(key)


def read_board(slug: str, key: str) -> Layout | ValueError:
    """Return the layout of a board that belongs to the game, or the error in its file."""
    from game.levels import load  # games without boards never need it

    try:
        return load(map_of(slug, key))
    except ValueError as error:
        return error


def map_of(slug: str, key: str) -> Path:
    """Path of a board's file, also of a player's own."""
    return levels_of(slug) / f"{key}.tmx"


class BoardPicker(Widget):
    """Row of the form that chooses a board by its thumbnail."""

    def __init__(
        self,
        label: str,
        boards: Sequence[BoardOption],
        chosen: str,
        on_choice: Callable[[str], None],
        picture: Drawing,
        *,
        brief: bool = False,
    ) -> None:
        self.label, self.boards, self.chosen = label, tuple(boards), chosen
        self.on, self.picture, self.brief = on_choice, picture, brief

    @property
    def props(self) -> BoardPickerProps:
        return BoardPickerProps(self.label, self.boards, self.chosen, self.picture, self.brief)

    def press(self) -> None:
        """Choose the next board; after the last comes the first."""
        self.step(1)

    def step(self, dx: int) -> bool:
        """Choose the board ``dx`` places further, wrapping around. Returns False if ``dx`` is 0."""
        if dx:
            keys = [board.key for board in self.boards]
            index = keys.index(self.chosen) if self.chosen in keys else 0
            self.on(keys[(index + dx) % len(keys)])
        return bool(dx)

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        """Choose the board whose thumbnail is under the pointer. Always returns True."""
        places = self.props.boxes(ruler, box)
        for board, place in zip(self.boards, places, strict=True):
            if place.contains(at):
                self.on(board.key)
        # Also beside them, because the form would treat the click as a press and step on.
        return True


DIGITS = 39  # digits of a drawn seed, for players who type the seed of a record


class RuleTable(Protocol):
    """Lobby as the house rules see it. Some rules depend on the players in it."""

    @property
    def players(self) -> int:
        """Number of taken seats."""

    @property
    def first(self) -> int | None:
        """Index of the last winner among the players, None if unknown. In some games the winner starts."""

    @property
    def easy_bots(self) -> int:
        """Number of bots if all are at the beginners' level, else 0."""


class HouseRulesPanel:
    """House rules of the next match, and the panel in which they are chosen."""

    def __init__(self, app: AppContext, info: GameInfo, table: RuleTable) -> None:
        self.app = app
        self.info = info
        self._table = table
        self.chosen_rules: dict[str, Value] = {}
        """Rules that a player has chosen. The others follow the preset for the number of players."""
        self.seed: int | None = None  # typed seed; None draws one
        self.preset = RulePreset.AUTHOR
        self.own_preset = ""  # name of the player's own preset that was chosen last; "" after a change
        self.board = ""  # key of the chosen board; "" for the default board
        self.form = Form([])
        self.is_first = False
        """True while the panel describes a first match and hides the rules under *More*."""
        self.album = BoardThumbnails(app, info)
        self.folded = False  # True if only the panel's head is shown, which opens the panel over everything
        self.box = Box(0, 0, 0, 0)
        self._joined = False  # True if the first row, *More*, shares its line with the tag

    @property
    def standard(self) -> dict[str, Value]:
        """Rules of the preset for the number of players, including who starts if the winner does."""
        recommended = self.info.recommended if self.preset is RulePreset.SOCK_DRAWER else {}
        started_by = self.info.started_by(self._table.first)
        return self.info.house_rules(self._table.players) | dict(recommended) | started_by

    @property
    def presets(self) -> list[tuple[RulePreset, str]]:
        """The program's presets for this game, with their names."""
        named = [
            (RulePreset.AUTHOR, _("The author's rules")),
            (RulePreset.SOCK_DRAWER, _("Sock Drawer's rules")),
        ]
        return named if self.info.recommended else named[:1]

    def _preset_help(self) -> str:
        """Translated reason for the preset if there is a choice, else ""."""
        if self.preset is RulePreset.SOCK_DRAWER:
            return _(self.info.recommended_because)
        return _("The game as it was published.") if self.info.recommended else ""

    @property
    def summary(self) -> str:
        """Translated preset, with a first match's rules or the number of changes, if there are any."""
        preset, short = dict(self.presets)[self.preset], self._short_rules if self.is_first else ""
        if short:
            return _("{what}: {who}").format(what=preset, who=short)
        return f"{preset} + {self.change_count}" if self.change_count else preset

    @property
    def rules(self) -> dict[str, Value]:
        """House rules of the next match: the preset, overridden by chosen rules that are possible."""
        return self.standard | {
            name: value for name, value in self.chosen_rules.items() if self._is_seated(name, value)
        }

    def _is_seated(self, name: str, value: Value) -> bool:
        """True unless the rule's value is a seat that no player has."""
        option = self.info.option(name)
        return not option.seats or value in option.for_players(self._table.players).choices

    @property
    def change_count(self) -> int:
        """Number of house rules that differ from the preset, plus 1 for another board."""
        rules = self.rules
        return sum(rules[name] != value for name, value in self.standard.items()) + bool(self.board)

    def use(self, rules: Mapping[str, Value]) -> None:
        """Set the house rules. Unknown rules and invalid values are ignored and get those of the preset."""
        standard = self.standard
        self.chosen_rules = {}
        for option in self.info.options:
            if option.name in rules:
                try:
                    value = option.read(rules[option.name])
                except ValueError:
                    continue
                # A standard value does not count as chosen, so that it follows the number of players.
                if value != standard[option.name]:
                    self.chosen_rules[option.name] = value
        self.fill()

    def fill(self) -> None:
        """Build the rows again. Focus and scroll position stay."""
        before, self.form = self.form, Form(self._rows(), read=self.is_first)
        self.form.adopt_state(before)
        if self.box.w:
            self.lay()

    def _rows(self) -> list[Widget]:
        """Rows of the form: all, or for a first match its description and a few buttons."""
        self._joined = False
        if not self.is_first:
            return self._all_rows()
        # Rows for a player who has never played this game.
        description, is_large = (
            first_words(self._short_rules, easy_bots=self._table.easy_bots),
            self.app.text_scale > LARGE,
        )
        more = self._snug_button(_("More"), self.unfold, "plus")
        rows: list[Widget] = [TextRow(description, self._description_font_size(description, more))]
        if is_large and self._count_visible([*rows, more]) == 1:
            rows.clear()  # prefer the button to words about it
            button_props = more.props
            assert isinstance(button_props, ButtonProps)
            width = _tag_width(self.app.measuring_painter, self._tag()) + button_props.wanted(
                self.app.measuring_painter
            )
            self._joined = self.folded and width + 2 * GAP <= self.box.w - BESIDE
        lessons, tables = self._lesson_rows(), self._extra_rows(MenuPlace.TABLES)
        if is_large:  # only one button has room, so put the one first that the words mention
            rows += [more, *lessons, *tables]
        else:
            others = Form([more, *tables])
            pair_buttons(others, self.app.measuring_painter, self.box.w - BESIDE - BAR_ROOM)
            is_paired = isinstance(others.widgets[0], ButtonPair)
            ways, rest = (others.widgets, []) if is_paired else (tables, [more])
            # The prompts have the lessons too, and the tag the gist of the description, so with little room
            # the other ways to play come before them.
            orders = [[*rows, *lessons, *ways], [*rows, *ways, *lessons], [*ways, *rows, *lessons]]
            fits = (order for order in orders if self._count_visible(order) > order.index(ways[0]))
            rows = [*(next(fits, orders[-1]) if ways else orders[0]), *rest]
        boards = self.album.boards()
        return [*rows, self._board_row(boards, with_thumbnails=False)] if boards else rows

    def _description_font_size(self, description: str, button: Button) -> float:
        """Font size in units of a description; large text is reduced until the button below has room."""
        scale, room = self.app.text_scale, self._room

        def high(font_size: float) -> float:
            """Height in units of the description in this font size and of the button."""
            return sum(
                map(
                    sum,
                    measured_rows(
                        self.app.measuring_painter,
                        (TextRow(description, font_size), button),
                        room.w - BAR_ROOM,
                    ),
                )
            )

        sizes = [BODY * min(1.0, large / scale) for large in (scale, 1.8, 1.6, LARGE)]
        return next((size for size in sizes if high(size) <= room.h), sizes[-1])

    @staticmethod
    def _snug_button(label: str, on_press: Callable[[], None], icon_name: str) -> Button:
        """Button with an icon that keeps clear of the panel's seam."""
        button = Button(label, on_press, sign=icon_name)
        button.is_snug = True
        return button

    def _lesson_rows(self) -> list[Widget]:
        """List with the button for the lessons; empty if the game has none."""
        if not has_lessons(self.info.slug):
            return []
        label = _("First lesson (2 min)") if self.begins_lessons else _("Lessons")
        button = self._snug_button(label, self.open_lessons, "pencil")
        brief = self._snug_button(_("First lesson"), self.open_lessons, "pencil")
        ruler_and_width = self.app.measuring_painter, self.box.w - 2 * GAP
        if self.begins_lessons and button.props.height(*ruler_and_width) > brief.props.height(
            *ruler_and_width
        ):
            return [brief]  # rather than a separate line for the duration
        return [button]

    @property
    def begins_lessons(self) -> bool:
        """True if the first lesson is offered instead of the list of lessons."""
        return self.is_first and not has_learnt(self.app, self.info.slug)

    def open_lessons(self) -> None:
        """Open the first lesson for a player who is new to the game, else the list."""
        if self.begins_lessons:
            learn(self.app, self.info.slug)
        else:
            self.app.open_scene("lessons", self.info.slug)

    @property
    def _short_rules(self) -> str:
        """Translated names of the rules that make a first match short and still apply; "" for none."""
        rules = self.rules
        options = [
            self.info.option(name)
            for name, value in self.info.quick_match.items()
            if rules.get(name) == value
        ]
        value_labels = (_(option.label(rules[option.name]).words) for option in options)
        # Each name stays on one line.
        return listed(rule.replace(" ", "\u00a0") for rule in value_labels)

    def unfold(self) -> None:
        """Show all house rules instead of the description of a first match."""
        self.is_first = False
        self.form = Form(self._rows())
        if self.box.w:
            self.lay()

    def come_from_below(self) -> None:
        """Focus the last row if all rows are visible. In a longer list the focus stays."""
        rows = [number for number, row in enumerate(self.form.widgets) if row.focusable]
        if rows and self.form.total <= self.form.box.h:
            self.form.focus = rows[-1]

    def _board_row(self, boards: list[tuple[str, str]], *, with_thumbnails: bool) -> Widget:
        """Row that chooses the board, with thumbnails if ``with_thumbnails`` and the game has them."""
        titled = [("", _("Standard")), *boards]
        picture = self.album.picture
        if picture is None or not with_thumbnails:
            return RulePill(_("Board"), titled, self.board, self.choose_board, changed=bool(self.board))
        options = [BoardOption(key, title, self.album.layout(key)) for key, title in titled]
        return BoardPicker(_("Board"), options, self.board, self.choose_board, picture, brief=self.folded)

    def _count_visible(self, rows: Sequence[Widget]) -> int:
        """Number of leading rows that are visible without scrolling."""
        sizes = measured_rows(self.app.measuring_painter, rows, self._room.w - BAR_ROOM)
        return sum(foot <= self._room.h for foot in accumulate(map(sum, sizes)))

    def _all_rows(self) -> list[Widget]:
        """All rows: presets, boards, rules, lessons, cup and seed."""
        tabs = PresetTabs(_("Preset"), self.presets, self.preset, self.take_preset, self._preset_help())
        tabs.focusable = len(self.presets) > 1
        rows: list[Widget] = [tabs]
        if own := self.app.settings.presets.get(self.info.slug, {}):
            names = [("", _("no preset")), *((name, name) for name in own)]
            rows.append(RulePill(_("Your presets"), names, self.own_preset, self.take_own_preset))
        # In large text a folded panel has room for little, so the rules come first.
        tables, rules_first = self._extra_rows(MenuPlace.TABLES), self.folded and self.app.text_scale > LARGE
        if not rules_first:
            rows[:0] = tables
        boards = self.album.boards()
        if boards:
            rows.append(self._board_row(boards, with_thumbnails=not self.folded))
        place, rules, standard = len(rows) - 1, self.rules, self.standard
        pills = [
            row(
                option.for_players(self._table.players),
                rules[option.name],
                self.choose,
                standard[option.name],
            )
            for option in self.info.options
        ]
        if self.folded:  # there is little room for them
            for widget in (*rows, *pills):
                widget.help = ""
                # A folded row is not stepped through, so only the current value needs room.
                if isinstance(widget, ChoiceRow):
                    widget.values = tuple(choice for choice in widget.values if choice[0] == widget.value)
            # Show the thumbnails if they fit, even if they leave no room for rules.
            large = [*rows[:place], self._board_row(boards, with_thumbnails=True)]
            if boards and self._count_visible(large) == len(large):
                rows = large
        rows += [*pills, *(tables if rules_first else [])]
        rows += [
            Separator(),
            *self._lesson_rows(),
            *self._extra_rows(MenuPlace.HOUSE),
            self._snug_button(_("Keep these as a preset"), self.ask_preset, "peg"),
            TextField(_("Seed"), self._seed_text, self._set_seed, self._ask_seed, DIGITS),
            TextRow(
                _(
                    "Empty: drawn anew for every match. A number deals and tosses the same again, "
                    "so whoever knows it knows what comes."
                ),
                SMALL,
                is_muted=True,
            ),
        ]
        stores = self.app.stores
        if stores.autosave.flush(MOMENT) and stores.saves.displaced_match(self.info.slug):
            rows.insert(0, Button(_("Go on with the match before"), self.bring_back, sign="play"))
        return rows

    def _extra_rows(self, place: MenuPlace) -> list[Button]:
        """Buttons that extras have for this place."""
        entries: Iterator[Sequence[MenuEntry]] = (
            menu_entries(place, self.app, self) for menu_entries in hooks("menu_entries")
        )
        return [
            self._snug_button(entry.label, entry.press, entry.icon) for group in entries for entry in group
        ]

    def open_with_rules(self, screen: str) -> None:
        """Open the screen of this name with the current rules, but none that make a first match short."""
        # Rules that make a first match short do not apply to a class.
        rules = self.standard | rules_after(self.info, self.rules) if self.is_first else self.rules
        self.app.open_scene(screen, self.info.slug, rules)

    def bring_back(self) -> None:
        """Resume the match that a newer match displaced from the save slot, if it can be loaded."""
        stores = self.app.stores
        saved = stores.saves.load(self.info.slug) if stores.autosave.restore(self.info.slug) else None
        if saved is not None:
            self.app.scenes.pop()
            resume(self.app, saved)

    def phone_actions(self) -> list[PhoneAction]:
        """Return the phone actions that change preset and rules: one per other value, and one per board."""
        rules, players, named = self.rules, self._table.players, dict(self.presets)
        current = PhoneMenuRow(
            HOUSE, lambda: _("Preset"), partial(str, named[self.preset]), self._preset_help
        )
        actions = [
            PhoneAction(
                VoteItem(f"{PRESET} {preset}", partial(str, name), countdown=0.0),
                partial(self.take_preset, preset),
                current,
            )
            for preset, name in named.items()
            if preset is not self.preset
        ]
        for option in (listed_option.for_players(players) for listed_option in self.info.options):
            value = rules[option.name]
            if option.name == "handicap_is" and rules["handicap"] not in SEATS:
                continue  # without a handicapped seat it has no effect
            changed = value != self.standard[option.name]
            means = partial(_value_help, option, value)
            row = PhoneMenuRow(
                HOUSE, partial(_, option.title), partial(_value_label, option, value), means, changed
            )
            actions += [
                PhoneAction(
                    VoteItem(
                        f"{RULE} {option.name}={alternative}",
                        partial(_vote_text, option, alternative),
                        countdown=0.0,
                    ),
                    partial(self.choose, option.name, alternative),
                    row,
                    partial(_value_label, option, alternative),
                )
                for alternative in limited_values(_offered_values(option, value), value)
                if alternative != value
            ]
        boards = [("", _("Standard")), *self.album.boards()]
        titles = dict(boards)
        row = PhoneMenuRow(
            HOUSE, lambda: _("Board"), lambda: titles.get(self.board, ""), is_changed=bool(self.board)
        )
        actions += [
            # Identified by number, because the key of an own board is a local path.
            PhoneAction(
                VoteItem(f"{BOARD} {number}", partial(_board_vote_text, title), countdown=0.0),
                partial(self.choose_board, key),
                row,
                partial(str, title),
            )
            for number, (key, title) in enumerate(boards)
            if key != self.board
        ]
        return actions

    def choose_board(self, board: str) -> None:
        """Set the board by its key, "" for the default one, and build the rows again."""
        self.board = board
        self.fill()

    def choose(self, name: str, value: Value) -> None:
        """Set a rule, and build the rows again."""
        self.chosen_rules[name] = value
        self.own_preset = ""
        self.fill()

    def reset(self) -> None:
        """Set all rules to those of the preset, the board to the standard one, and show all rules."""
        self.own_preset, self.board, self.is_first = "", "", False
        self.use({})

    def take_preset(self, preset: RulePreset) -> None:
        """Use the rules of another preset; nothing changes if it is chosen already."""
        if preset is not self.preset:
            self.preset, self.own_preset = preset, ""
            self.use({})

    def closest_preset(self, rules: Mapping[str, Value]) -> RulePreset:
        """Program's preset that has more of these rules, among those in which the presets differ."""
        count = sum(rules.get(name) == value for name, value in self.info.recommended.items())
        return RulePreset.SOCK_DRAWER if 2 * count > len(self.info.recommended) else RulePreset.AUTHOR

    def take_own_preset(self, name: str) -> None:
        """Use the player's own preset ``name``, marked by the preset that it is closest to; "" for none."""
        own = self.app.settings.presets.get(self.info.slug, {})
        self.own_preset = name
        if name:
            rules = dict(self.info.recommended) | dict(own[name])
            self.preset = self.closest_preset(rules)
        self.use(rules if name else {})

    def ask_preset(self) -> None:
        """Let the player type a name on the on-screen keyboard, and save the rules under it."""
        self.app.scenes.push(ScreenKeyboard(_("Name of the preset"), ""), self.keep_preset)

    def keep_preset(self, name: str | None) -> None:
        """Save the chosen rules as preset ``name``. Does nothing for None or a blank name."""
        if name and name.strip():
            # Kept as differences from Sock Drawer's rules, so that presets of old homes keep their meaning.
            rules = {option: self.standard[option] for option in self.info.recommended} | self.chosen_rules
            self.app.apply_settings(self.app.settings.with_preset(self.info.slug, name.strip(), rules))
            self.app.save_settings()
            self.own_preset = name.strip()
            self.fill()

    def _set_seed(self, text: str) -> None:
        """Set the seed to the number of the digits in ``text``; None without digits."""
        digits = "".join(letter for letter in text if letter.isascii() and letter.isdigit())
        self.seed = int(digits) if digits else None
        # Remove characters that are not digits from the field.
        if text != self._seed_text:
            self.fill()

    @property
    def _seed_text(self) -> str:
        """Seed in digits; "" if it is drawn."""
        return "" if self.seed is None else str(self.seed)

    def _ask_seed(self) -> None:
        """Let the player type a seed on the on-screen keyboard."""

        def take(text: str | None) -> None:
            """Set the typed seed; None changes nothing."""
            if text is not None:
                self._set_seed(text)
                self.fill()

        self.app.scenes.push(ScreenKeyboard(_("Seed"), self._seed_text, DIGITS), take)

    def place(self, box: Box, *, folded: bool) -> None:
        """Move the panel to ``box``, folded or not, and build its rows again."""
        self.box, self.folded = box, folded
        self.fill()

    def lay(self) -> None:
        """Place the rows below the panel's head."""
        self.form.place_rows(self.app.measuring_painter, self._room)

    @property
    def _room(self) -> Box:
        """Box of the rows in units: the panel without head and margins."""
        box = self.box
        head = self.head_height(
            self.app.measuring_painter, box.w - (ARROW if self.folded else 0.0), brief=self._joined
        )
        return Box(box.x + ASIDE, box.y + head, box.w - BESIDE, box.h - head - BELOW)

    def height(self, ruler: Painter, width: float) -> float:
        """Return the panel's height in units at which all rows are visible."""
        rows = sum(map(sum, measured_rows(ruler, self.form.widgets, width - BESIDE)))
        return self.head_height(ruler, width) + rows + BELOW

    def folded_height(self, ruler: Painter, width: float) -> float:
        """Return the height in units of a folded panel: the head with the arrow that opens it."""
        return self.head_height(ruler, width - ARROW) + 10

    def head_height(self, ruler: Painter, width: float, *, brief: bool = False) -> float:
        """Return the height in units of the head: title and tag. ``brief``: both are on one line."""
        lines = 1 if brief or _is_beside(ruler, width, _panel_title(first=self.is_first), self._tag()) else 2
        return ruler.line_height(HEADING) + (lines - 1) * (ruler.line_height(SMALL) + 8) + 14

    def props(self, *, focused: bool) -> HouseRulesProps:
        """Props of the panel. If it is folded, only rows that fit completely are visible."""
        has_rows = self.box.w and (not self.folded or self.form.box.h > GLIMPSE)
        form = self.form.shown(focused=focused and not self.folded) if has_rows else None
        if form is not None and self.folded:  # a press opens the whole panel, so cut or scroll nothing here
            whole = tuple(row for row in form.rows if row.box.bottom <= form.box.bottom + BELOW - 4)
            whole = whole[:-1] if whole and isinstance(whole[-1].shown, Separator) else whole
            form = replace(form, rows=whole, bar=replace(form.bar, h=0)) if whole else None
        lower = None
        if form is not None and self._joined:
            more, *others = form.rows
            aside = _tag_width(self.app.measuring_painter, self._tag())
            lower = 0.0 if others else (form.box.bottom - more.box.bottom) / 2
            place = Box(more.box.x + aside, more.box.y + lower, more.box.w - aside, more.box.h)
            form = replace(form, rows=(replace(more, box=place), *others))
        head_and_tag = _panel_title(first=self.is_first), self._tag()
        return HouseRulesProps(
            self.box, *head_and_tag, bool(self.change_count), form, self.folded, focused, lower
        )

    def _tag(self) -> str:
        """Translated tag: short, easy or the number of changes; "" without changes."""
        short, easy = self.is_first and self._short_rules, self.is_first and self._table.easy_bots
        if short:
            return _("short and easy") if easy else _("short")
        count = self.change_count
        changes = plural("{n} changed", "{n} changed", count).format(n=count) if count else ""
        return _("easy") if easy else changes


def _panel_title(*, first: bool) -> str:
    """Translated title of the panel."""
    return _("Your first match") if first else _("House rules")


HEAD, ARROW, GLIMPSE = 28.0, 38.0, 70.0
"""Font size of the title, width for the arrow of a folded panel, and height of rows worth showing (units)."""


def _tag_width(ruler: Painter, text: str) -> float:
    """Width of a tag in units, including its margins."""
    return ruler.width(text, SMALL, STRONG) + 32


def _is_beside(ruler: Painter, width: float, head: str, tag_text: str) -> bool:
    """True if title and tag fit side by side in ``width`` units, or there is no tag."""
    title = ruler.width(head, HEAD, NAMES)
    return not tag_text or title + _tag_width(ruler, tag_text) + 58 <= width


@dataclass(frozen=True, slots=True)
class HouseRulesProps:
    """Props of the house rules panel."""

    box: Box
    head: str
    tag_text: str  # text of the tag
    changed: bool  # True if a rule differs from its default
    form: FormProps | None  # None if only the head is visible
    folded: bool  # True if a press opens the panel over everything
    focused: bool
    lower: float | None = None
    """Offset in units of the title and the first row if that row shares its line with the tag, else None."""


def draw_house(painter: Painter, props: HouseRulesProps) -> None:
    """Draw the house rules panel."""
    box, theme, changed = props.box, painter.theme, props.changed
    sheet(painter, box)
    title_width = box.w - (84 if props.folded else 44)
    tag_text = props.tag_text
    aside = ARROW if props.folded else 0.0
    beside = _is_beside(painter, box.w - aside, props.head, tag_text)
    tag_width, tag_height = _tag_width(painter, tag_text), painter.line_height(SMALL) + 8
    top = box.y + 7
    if props.form is None:  # a head without rows is centred in its panel
        top = box.centre[1] - (painter.line_height(HEADING) + (0 if beside else tag_height)) / 2
    middle = top + painter.line_height(HEADING) / 2 + (props.lower or 0.0)
    painter.text(props.head, box.x + 22, middle, HEAD, TextStyle(NAMES), room=title_width)
    x = box.right - 20 - aside - tag_width if beside else box.x + 20
    y = middle if beside else middle + painter.line_height(HEADING) / 2 + tag_height / 2 - 2
    if props.form is not None and props.lower is not None:
        y = props.form.rows[0].box.centre[1]
    fill, ink = (CHANGED, CHANGED_INK) if changed else (theme.sunk, theme.ink)
    if tag_text:
        picture = tag(painter.assets, round(tag_width), round(tag_height), fill, theme.ink)
        painter.blit(picture, x - SHADOW_MARGIN, y - tag_height / 2 - SHADOW_MARGIN)
        painter.text(tag_text, x + tag_width / 2, y, SMALL, TextStyle(STRONG, ink), anchor="center")
    if props.folded:
        image = icon(painter.assets, "right", 30, theme.ink, theme.panel)
        painter.blit(image, box.right - 20, box.centre[1] if props.form is None else middle, "midright")
    if props.form is not None:
        if props.form.scrolled:
            seam = divider(painter.assets, round(box.w - 2 * GAP), theme.stitch)
            painter.blit(seam, box.centre[0], props.form.box.y - 3, "center")
        draw_form(painter, props.form)
    if props.folded and props.focused:
        ring(painter, box)
