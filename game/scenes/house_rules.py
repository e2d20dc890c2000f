"""House rules of the next match, and the lobby's panel for them.

A rule is a pill with its value and one line of explanation; boards are chosen by thumbnails. The first match
of a game in this home is short, against easy bots, and the panel says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from game.core.extras import MenuEntry, MenuPlace, hooks
from game.core.game import GameInfo
from game.core.options import SEAT_NAMES, Option, Value
from game.i18n import _, listed, plural
from game.match.lesson import has_lessons
from game.match.phone_control import BOARD, HOUSE, PRESET, RULE, PhoneAction, PhoneMenuRow
from game.match.phone_votes import VoteItem
from game.scenes.board_thumbnails import BoardThumbnails
from game.scenes.first_match import has_learnt, learn, rules_after
from game.scenes.resume import resume
from game.scenes.rule_rows import (
    CHANGED_COLOUR,
    CHANGED_INK,
    BoardOption,
    PresetTabs,
    board_picker,
    offered_values,
    pill,
    rule_row,
)
from game.scenes.seat_allocator import SeatAllocator
from game.store.saves import MAX_SCREEN_WAIT_S
from game.store.settings import RulePreset
from game.ui.art.fabric import SHADOW_MARGIN, divider, tag
from game.ui.art.icons import icon
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext
from game.ui.core.theme import HEADING, SMALL
from game.ui.widgets import (
    CONTENT_MARGIN,
    ROWS_SCROLL_EDGE,
    Action,
    ButtonRow,
    ChoiceRow,
    Element,
    Fixed,
    MeasureContext,
    Picture,
    Row,
    RowsPane,
    ScreenKeyboard,
    ScrollView,
    Separator,
    TextRow,
    button,
    choice,
    column,
    folded,
    ring,
    sheet,
    spaced,
    text_field,
)

MAX_WORDS_GROWTH = 1.4  # text scale above which the rules or *More* come first
LEFT_MARGIN, SIDE_MARGINS, BOTTOM_MARGIN = (
    7,
    17,
    13,
)  # units: left margin of the rows, sum of their side margins, bottom margin


MAX_PHONE_VALUES = 24  # largest number of values of a rule that a phone offers


def limited_values(values: Sequence[Value], value: Value) -> list[Value]:
    """Return the values at equal steps, at most `MAX_PHONE_VALUES`, and in addition the current ``value``."""
    step = -(-len(values) // MAX_PHONE_VALUES)
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


def _board_vote_text(info: GameInfo, title: str) -> str:
    """Text of a vote for the board with this title."""
    return _("{what}: {who}").format(what=_(info.board), who=title)


SEED_DIGITS = 39  # digits of a drawn seed, for players who type the seed of a record


class HouseRulesPanel(RowsPane):
    """House rules of the next match, and the panel in which they are chosen."""

    def __init__(self, app: AppContext, info: GameInfo, table: SeatAllocator) -> None:
        super().__init__(app)
        self.info = info
        self._table = table
        self.chosen_rules: dict[str, Value] = {}
        """Rules that a player has chosen. The others follow the preset for the number of players."""
        self.seed: int | None = None  # typed seed; None draws one
        self.preset = RulePreset.AUTHOR
        self.own_preset = ""  # name of the player's own preset that was chosen last; "" after a change
        self.board = ""  # key of the chosen board; "" for the default board
        self.is_first = False
        self._was_first = False  # True if the panel began with the rules of a first match
        """True while the panel of a first match hides the rules under *More*."""
        self.album = BoardThumbnails(app, info)
        self.folded = False  # True if only the panel's head is shown, which opens the panel over everything
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
        return _("The game as published.") if self.info.recommended else ""

    @property
    def summary(self) -> str:
        """Translated rules of a first match, or the number of changes, or the preset without any."""
        if self.is_first and (short := self._short_rules):
            return _("Short match: {rules}").format(rules=short)
        count = self.change_count
        changes = plural("{n} rule changed", "{n} rules changed", count).format(n=count)
        return changes if count else dict(self.presets)[self.preset]

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
        self.needs_redraw = True

    def use_last(self, *, first: bool) -> None:
        """Set the house rules of the game's last lobby. ``first``: those of a first match."""
        self.is_first = self._was_first = first
        rules = dict(self.app.settings.house_rules.get(self.info.slug, {}))
        if self._table.winner is not None:
            # The winner starts, even if these rules name another starter.
            rules.pop(self.info.starter, None)
        if not first and self.info.recommended:
            self.preset = self.app.settings.chosen_presets.get(self.info.slug, RulePreset.AUTHOR)
        self.use(self.info.quick_match if first else rules)

    def use_given(self, rules: Mapping[str, Value]) -> None:
        """Set these house rules and the preset that is closest to them."""
        self.preset = self.closest_preset(rules)
        self.use(rules)

    def rows(self) -> list[Element]:
        """All rows, or for a first match a few buttons."""
        self._joined = False
        if not self.is_first:
            return self._all_rows()
        # A player who has never played this game gets a few buttons; a class, for example, is under More.
        more, lessons = button(_("More"), self.unfold, key="more", sign="plus"), self._lesson_rows()
        is_large = self.app.text_scale > MAX_WORDS_GROWTH
        if is_large and not self._count_visible([more]):
            ruler = self.app.measuring_painter
            width = _tag_width(ruler, self.tag_text) + cast(ButtonRow, more).wanted(ruler)
            self._joined = self.folded and width + 2 * CONTENT_MARGIN <= self.box.w - SIDE_MARGINS
        rows = [more, *lessons] if is_large else [*lessons, more]
        boards = self.album.boards()
        return [*rows, self._board_row(boards, with_thumbnails=False)] if boards else rows

    def _lesson_rows(self) -> list[Element]:
        """List with the button for the lessons; empty if the game has none."""
        if not has_lessons(self.info.slug):
            return []
        names = [_("First lesson (2 min)"), _("First lesson")] if self.begins_lessons else [_("Lessons")]
        rows = [button(name, self.open_lessons, key="lessons", sign="pencil") for name in names]
        ruler, width = self.app.measuring_painter, self.box.w - 2 * CONTENT_MARGIN
        # Rather without the duration than with a separate line for it.
        return [min(rows, key=lambda row: row.height(ruler, width))]

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

    def actions(self) -> Mapping[str, Action]:
        """Actions of the rows; none while it is folded, because a press anywhere unfolds it."""
        return {} if self.folded else super().actions()

    def unfold(self) -> None:
        """Show all house rules instead of the buttons of a first match."""
        self.is_first, self.focus, self.scroll = False, "", 0.0
        self.needs_redraw = True

    def come_from_below(self) -> None:
        """Focus the last row, at its left, if all rows are visible. In a longer list the focus stays."""
        places, area = self.focusable(), self.frame.scroll
        if places and (area is None or not area.hidden):
            self.focus = max(places, key=lambda place: (place[1].y, -place[1].x))[0]

    def _board_row(self, boards: list[tuple[str, str]], *, with_thumbnails: bool) -> Row:
        """Row that chooses the board, with thumbnails if ``with_thumbnails`` and the game has them."""
        titled = [("", _("Standard")), *boards]
        picture, label, on = self.album.picture, _(self.info.board), self.choose_board
        if picture is None or not with_thumbnails:
            return pill(label, titled, self.board, on, key="board", changed=bool(self.board))
        options = [BoardOption(key, title, self.album.layout(key)) for key, title in titled]
        return board_picker(label, options, self.board, on, picture, key="board", brief=self.folded)

    def _count_visible(self, rows: Sequence[Element], more: float = 0.0) -> int:
        """Number of leading rows that are visible without scrolling, in ``more`` units than there are."""
        ruler, room = MeasureContext(self.app.measuring_painter), self._room
        heights = (
            ruler.size(spaced(rows[: count + 1]), room.w - ROWS_SCROLL_EDGE.beside)[1]
            for count in range(len(rows))
        )
        return sum(high <= room.h + more for high in heights)

    def _all_rows(self) -> list[Element]:
        """All rows: presets, boards, rules, lessons, cup and seed."""
        rows: list[Row] = self._preset_rows()
        if own := self.app.settings.presets.get(self.info.slug, {}):
            names = [("", _("no preset")), *((name, name) for name in own)]
            label, on = _("Your presets"), self.take_own_preset
            rows.append(pill(label, names, self.own_preset, on, key="own preset"))
        # In large text a folded panel has room for little, so the rules come first.
        tables, rules_first = (
            self._extra_rows(MenuPlace.TABLES),
            self.folded and self.app.text_scale > MAX_WORDS_GROWTH,
        )
        if not rules_first:
            rows[:0] = tables
        boards = self.album.boards()
        if boards:
            rows.append(self._board_row(boards, with_thumbnails=not self.folded))
        place, rules, standard = len(rows) - 1, self.rules, self.standard
        pills: list[Row] = [
            rule_row(
                option.for_players(self._table.players),
                rules[option.name],
                self.choose,
                standard[option.name],
            )
            for option in self.info.options
        ]
        if self.folded:  # there is little room for them
            rows, pills = [_folded(one) for one in rows], [_folded(one) for one in pills]
            # Show the thumbnails if they fit, even if they leave no room for rules.
            large = [*rows[:place], self._board_row(boards, with_thumbnails=True)]
            if boards and self._count_visible(large) == len(large):
                rows = large
        seed_note = _(
            "Empty: a new one for every match. The same number repeats every deal and "
            "toss, so anyone who knows it knows what's coming."
        )
        label, seed = _("Seed"), self._seed_text
        return [
            *self._displaced_rows(),
            *rows,
            *pills,
            *(tables if rules_first else []),
            Separator(),
            *self._lesson_rows(),
            *self._extra_rows(MenuPlace.HOUSE),
            button(_("Save as a preset"), self.ask_preset, key="keep", sign="peg", snug=True),
            text_field(
                label, seed, self._set_seed, self._ask_seed, fresh=self.fresh, limit=SEED_DIGITS, key="seed"
            ),
            TextRow(seed_note, SMALL, is_muted=True),
        ]

    def _preset_rows(self) -> list[Row]:
        """List with the tabs of the program's presets; empty for a single one, which *Start* names."""
        label, on, reason = _("Preset"), self.take_preset, self._preset_help()
        tabs = choice(label, self.presets, self.preset, on, key="preset", help=reason, look=PresetTabs)
        return [tabs] if len(self.presets) > 1 else []

    def _displaced_rows(self) -> list[Element]:
        """Button for the match that a newer one displaced from its slot, if there is one."""
        stores = self.app.stores
        if not stores.autosave.flush(MAX_SCREEN_WAIT_S) or not stores.saves.displaced_match(self.info.slug):
            return []
        return [button(_("Continue the previous match"), self.bring_back, key="before", sign="play")]

    def _extra_rows(self, place: MenuPlace) -> list[Row]:
        """Buttons that extras have for this place."""
        entries: Iterator[Sequence[MenuEntry]] = (
            menu_entries(place, self.app, self) for menu_entries in hooks("menu_entries")
        )
        return [
            button(entry.label, entry.press, key=entry.label, sign=entry.icon)
            for group in entries
            for entry in group
        ]

    def open_with_rules(self, screen: str) -> None:
        """Open the screen of this name with the current rules, but none that make a first match short."""
        # Rules that make a first match short do not apply to a class.
        rules = self.standard | rules_after(self.info, self.rules) if self._was_first else self.rules
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
            if option.name == "handicap_is" and rules["handicap"] not in SEAT_NAMES:
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
                for alternative in limited_values(offered_values(option, value), value)
                if alternative != value
            ]
        boards = [("", _("Standard")), *self.album.boards()]
        titles = dict(boards)
        row = PhoneMenuRow(
            HOUSE, lambda: _(self.info.board), lambda: titles.get(self.board, ""), is_changed=bool(self.board)
        )
        actions += [
            # Identified by number, because the key of an own board is a local path.
            PhoneAction(
                VoteItem(f"{BOARD} {number}", partial(_board_vote_text, self.info, title), countdown=0.0),
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
        self.needs_redraw = True

    def choose(self, name: str, value: Value) -> None:
        """Set a rule, and build the rows again."""
        self.chosen_rules[name] = value
        self.own_preset = ""
        self.on_layout()  # its help may be longer now
        self.needs_redraw = True

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
        self.app.scenes.push(ScreenKeyboard(_("Preset name"), ""), self.keep_preset)

    def keep_preset(self, name: str | None) -> None:
        """Save the chosen rules as preset ``name``. Does nothing for None or a blank name."""
        if name and name.strip():
            # Kept as differences from Sock Drawer's rules, so that presets of old homes keep their meaning.
            rules = {option: self.standard[option] for option in self.info.recommended} | self.chosen_rules
            self.app.apply_settings(self.app.settings.with_preset(self.info.slug, name.strip(), rules))
            self.app.save_settings()
            self.own_preset = name.strip()
            self.needs_redraw = True

    def _set_seed(self, text: str) -> None:
        """Set the seed to the number of the digits in ``text``; None without digits."""
        digits = "".join(letter for letter in text if letter.isascii() and letter.isdigit())
        self.seed = int(digits) if digits else None
        self.needs_redraw = True

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

        self.app.scenes.push(ScreenKeyboard(_("Seed"), self._seed_text, SEED_DIGITS), take)

    def place(self, box: Box, *, folded: bool) -> None:
        """Move the panel to ``box``, folded or not."""
        self.box, self.folded = box, folded
        self.on_layout()
        self.needs_redraw = True

    @property
    def _room(self) -> Box:
        """Box of the rows in units: the panel without head and margins."""
        box = self.box
        width = box.w - (ARROW_WIDTH if self.folded else 0.0)
        head = self.head_height(self.app.measuring_painter, width, brief=self._joined)
        return Box(box.x + LEFT_MARGIN, box.y + head, box.w - SIDE_MARGINS, box.h - head - BOTTOM_MARGIN)

    def height(self, ruler: Painter, width: float) -> float:
        """Return the panel's height in units at which all rows are visible."""
        rows = MeasureContext(ruler).size(spaced(self.keyed_rows()), width - SIDE_MARGINS)[1]
        return self.head_height(ruler, width) + rows + BOTTOM_MARGIN

    def folded_height(self, ruler: Painter, width: float) -> float:
        """Return the height in units of a folded panel: the head with the arrow that opens it."""
        return self.head_height(ruler, width - ARROW_WIDTH) + 10

    def head_height(self, ruler: Painter, width: float, *, brief: bool = False) -> float:
        """Return the height in units of the head: title and tag. ``brief``: both are on one line."""
        lines = 1 if brief or _is_beside(ruler, width, self.title, self.tag_text) else 2
        return ruler.line_height(HEADING) + (lines - 1) * (ruler.line_height(SMALL) + 8) + 14

    def build(self) -> Element:
        """Head and rows. If it is folded, only rows that fit completely; a press opens the whole panel."""
        rows = self.keyed_rows()
        room = self._room
        if not self.folded:
            wide = room.w - ROWS_SCROLL_EDGE.beside
            parts = folded(self.app.measuring_painter, [*spaced(rows).inner()], wide, room.h)
            return self._with_head(ScrollView(column(*parts), self.scroll, ROWS_SCROLL_EDGE), room)
        rows = (
            rows[: self._count_visible(rows, BOTTOM_MARGIN - 4)]
            if self.box.w and room.h > MIN_ROWS_HEIGHT
            else []
        )
        if rows and isinstance(rows[-1], Separator):
            rows.pop()
        if not rows:
            return self._with_head(None, room)
        wide = room.w - ROWS_SCROLL_EDGE.beside
        if not self._joined:
            return self._with_head(spaced(rows), replace(room, w=wide))
        more, *others = rows
        high = cast(Row, more).height(self.app.measuring_painter, wide)
        lower = 0.0 if others else (room.h - high) / 2
        aside = _tag_width(self.app.measuring_painter, self.tag_text)
        beside = more, Box(room.x + aside, room.y + lower, wide - aside, high)
        below = spaced(others, more), Box(room.x, room.y + high, wide, room.h - high)
        head = Picture(self._draw_head, (1, 0.0, lower, beside[1].centre[1]))
        return Fixed(((head, self.box), beside, below))

    def _with_head(self, rows: Element | None, room: Box) -> Element:
        """Tree of the head, and of rows in their box."""
        head = Picture(self._draw_head, (int(rows is not None), self.scroll))
        return Fixed(((head, self.box), *(((rows, room),) if rows is not None else ())))

    @property
    def title(self) -> str:
        """Translated title of the panel."""
        return _("Your first match") if self.is_first else _("House rules")

    @property
    def tag_text(self) -> str:
        """Translated tag: short, easy or the number of changes; "" without changes."""
        short, easy = self.is_first and self._short_rules, self.is_first and self._table.easy_bots
        if short:
            return _("short and easy") if easy else _("short")
        count = self.change_count
        changes = plural("{n} changed", "{n} changed", count).format(n=count) if count else ""
        return _("easy") if easy else changes

    def paint(self, painter: Painter, *, focused: bool) -> None:
        """Draw the panel. A folded one has the focus as a whole."""
        super().paint(painter, focused=focused and not self.folded)
        if self.folded and focused:
            ring(painter, self.box)

    def _draw_head(
        self, painter: Painter, box: Box, rows: int, scroll: float, lower: float = 0.0, tag_y: float = 0.0
    ) -> None:
        """Draw the panel's cloth, title and tag. With 0 ``rows`` below it, the head is centred.

        ``lower`` moves the title down. ``tag_y`` is the middle of a row that shares its line with the tag.
        """
        theme, tag_text = painter.theme, self.tag_text
        sheet(painter, box)
        aside = ARROW_WIDTH if self.folded else 0.0
        beside = _is_beside(painter, box.w - aside, self.title, tag_text)
        tag_width, tag_height = _tag_width(painter, tag_text), painter.line_height(SMALL) + 8
        top = box.y + 7
        if not rows:
            top = box.centre[1] - (painter.line_height(HEADING) + (0 if beside else tag_height)) / 2
        middle = top + painter.line_height(HEADING) / 2 + lower
        title_width = box.w - (84 if self.folded else 44)
        painter.text(self.title, box.x + 22, middle, TITLE_SIZE, TextStyle(NAMES), room=title_width)
        x = box.right - 20 - aside - tag_width if beside else box.x + 20
        below = middle + painter.line_height(HEADING) / 2 + tag_height / 2 - 2
        y = tag_y or (middle if beside else below)
        fill, ink = (CHANGED_COLOUR, CHANGED_INK) if self.change_count else (theme.sunk, theme.ink)
        if tag_text:
            picture = tag(painter.assets, round(tag_width), round(tag_height), fill, theme.ink)
            painter.blit(picture, x - SHADOW_MARGIN, y - tag_height / 2 - SHADOW_MARGIN)
            painter.text(tag_text, x + tag_width / 2, y, SMALL, TextStyle(STRONG, ink), anchor="center")
        if self.folded:
            image = icon(painter.assets, "right", 30, theme.ink, theme.panel)
            painter.blit(image, box.right - 20, middle if rows else box.centre[1], "midright")
        if scroll > 0:
            seam = divider(painter.assets, round(box.w - 2 * CONTENT_MARGIN), theme.stitch)
            painter.blit(seam, box.centre[0], self._room.y - 3, "center")


def _folded(row: Row) -> Row:
    """Row in a folded panel: without help, and with room for its current value alone."""
    if isinstance(row, ChoiceRow):
        return replace(row, help="", words=(row.words[row.place],), place=0)
    return row


TITLE_SIZE, ARROW_WIDTH, MIN_ROWS_HEIGHT = 28.0, 38.0, 70.0
"""Font size of the title, width for the arrow of a folded panel, and height of rows worth showing (units)."""


def _tag_width(ruler: Painter, text: str) -> float:
    """Width of a tag in units, including its margins."""
    return ruler.width(text, SMALL, STRONG) + 32


def _is_beside(ruler: Painter, width: float, head: str, tag_text: str) -> bool:
    """True if title and tag fit side by side in ``width`` units, or there is no tag."""
    title = ruler.width(head, TITLE_SIZE, NAMES)
    return not tag_text or title + _tag_width(ruler, tag_text) + 58 <= width
