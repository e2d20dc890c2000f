"""Preparation of a lesson or an evening with many tables: tables, rules, minutes, expected names.

`ClassPlanDraft` holds the choices and makes a plan of them. Names are typed one by one, pasted, or read from
a dropped text file.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from game import import_limits
from game.core.discovery import find_game
from game.core.options import Value
from game.i18n import _, plural
from game.import_limits import GateError
from game.match.import_file import FIND_REQUEST
from game.match.seats import default_bot_level, unique_name
from game.party.messages import MAX_NAME_LENGTH, clean_name
from game.scenes.sheets import Sheet
from game.store.data_folder import StorageReason, reason
from game.ui.core import window
from game.ui.core.fonts import READ
from game.ui.core.input import KEYBOARD, InputAction, InputEvent
from game.ui.core.scene import AppContext
from game.ui.core.theme import SMALL
from game.ui.match.match_flow import FileLoadingScene
from game.ui.widgets import (
    Element,
    ElementKey,
    MessageDialog,
    ScreenKeyboard,
    Separator,
    SpacerRow,
    TextRow,
    ask_choice,
    button,
    choice,
    confirm,
    text_field,
)
from sockdrawer_classroom.class_stores import ClassPlanStore
from sockdrawer_classroom.classroom import (
    MAX_PEOPLE,
    MAX_TABLES,
    ClassPlan,
    ClassTablePlan,
    RuleChoice,
    at_tables,
)
from sockdrawer_classroom.scenes.class_runner import ClassRunner, ask_begin, not_saved_sentence
from sockdrawer_classroom.scenes.saved_classes import open_shelf
from sockdrawer_classroom.scenes.waiting_room import WaitingRoomScene

MINUTE_CHOICES = (
    0,
    15,
    20,
    25,
    30,
    35,
    40,
    45,
    60,
    90,
)  # minutes until the last hand can be announced; 0 for never
DEFAULT_MINUTES = 35
_BETWEEN = re.compile(r"[\n\r\t,;]+")
_GAPS = re.compile(r"[\s,;]+")
_NUMBERING = re.compile(r"^\s*\d+[.)]?\s+")


def read_names(text: str) -> tuple[str, ...]:
    """Names in a text, one a line or separated by comma, semicolon or tab; made unique, at most `MAX_PEOPLE`.

    Equal names belong to two pupils, and are made unique.
    """
    names: list[str] = []
    for part in _BETWEEN.split(text):
        name = clean_name(_NUMBERING.sub("", part).strip().strip('"'))
        if name:
            names.append(unique_name(name, names))
    return tuple(names[:MAX_PEOPLE])


def read_words(text: str) -> tuple[str, ...]:
    """Return the different words of a line that have two letters or more.

    Single letters would forbid nearly every name.
    """
    return tuple(dict.fromkeys(word for word in _GAPS.split(text) if len(word) > 1))


@dataclass(frozen=True, slots=True)
class ClassPlanDraft:
    """Lesson being prepared."""

    game: str
    tables: int
    players: int  # seats at each table, unless `sizes` is set
    title: str = ""
    names: tuple[str, ...] = ()
    minutes: int = DEFAULT_MINUTES
    level: str = "normal"
    rules: tuple[int, ...] = ()
    """Index of the rule choice of each table. Empty if the game has no choices."""
    base: tuple[tuple[str, Value], ...] = ()  # house rules of all tables
    hints: str = "full"
    unwanted: tuple[str, ...] = ()  # words forbidden in names
    sizes: tuple[int, ...] = ()
    """Seats by table, for a saved plan with tables of different sizes."""

    @classmethod
    def of(cls, game: str, base: Mapping[str, Value] | None = None) -> ClassPlanDraft:
        """Default draft with the house rules ``base``: six tables, or fewer if these seat `MAX_PEOPLE`."""
        players = find_game(game).info.default_players
        info = find_game(game).info
        changed_rules = tuple(
            (name, value)
            for name, value in (base or {}).items()
            if value != info.option(name).default_for(players) and not info.option(name).seats
        )
        level = default_bot_level(find_game(game).bot.levels, first=False)
        return cls(game, min(6, MAX_PEOPLE // players), players, level=level, base=changed_rules).fitted()

    @classmethod
    def from_plan(cls, plan: ClassPlan) -> ClassPlanDraft:
        """Draft of a saved plan. Rules that are not part of a choice are taken from the first table."""
        choices = at_tables(plan.game).choices()
        rules = tuple(_choice_index(table, plan.game, choices) for table in plan.tables)
        choice_options = {name for choice in choices for name in choice.options}
        base = {name: value for name, value in plan.tables[0].options.items() if name not in choice_options}
        sizes = tuple(table.players for table in plan.tables)
        return cls(
            plan.game, len(plan.tables), sizes[0], plan.title, plan.names, plan.minutes,
            plan.level, rules, tuple(base.items()), plan.hints, plan.unwanted,
            sizes if len(set(sizes)) > 1 else (),
        ).fitted()  # fmt: skip

    @property
    def choices(self) -> Sequence[RuleChoice]:
        """Rules that the game lets a class compare."""
        return at_tables(self.game).choices()

    @property
    def most_tables(self) -> int:
        """Largest number of tables that a class may have with these seats."""
        return sum(self._seats_at(tables) <= MAX_PEOPLE for tables in range(1, MAX_TABLES + 1))

    @property
    def seats(self) -> int:
        """Number of seats at all tables."""
        return self._seats_at(self.tables)

    def _table_size(self, table: int) -> int:
        """Number of seats at a table, counted from 0."""
        return self.sizes[table] if table < len(self.sizes) else self.players

    def _seats_at(self, tables: int) -> int:
        """Number of seats at the first ``tables`` tables."""
        return sum(map(self._table_size, range(tables)))

    def fitted(self) -> ClassPlanDraft:
        """Copy with the number of tables and the rules brought into range."""
        tables = max(1, min(self.tables, self.most_tables))
        rules = (*self.rules, *[0] * tables)[:tables] if self.choices else ()
        return replace(self, tables=tables, rules=rules)

    def with_names(self, names: tuple[str, ...]) -> ClassPlanDraft:
        """Copy with these names, and more tables if the names need them, up to `most_tables`."""
        max_tables = self.most_tables
        needed_tables = next((n for n in range(1, max_tables) if self._seats_at(n) >= len(names)), max_tables)
        return replace(self, names=names, tables=max(self.tables, needed_tables)).fitted()

    def with_rule(self, table: int, choice: int) -> ClassPlanDraft:
        """Copy in which a table, counted from 0, plays by the rule choice with this index."""
        rules = list(self.rules)
        rules[table] = choice
        return replace(self, rules=tuple(rules))

    def all_ruled(self, choices: Sequence[int]) -> ClassPlanDraft:
        """Copy in which the tables play by the rule choices with these indices in turn."""
        return replace(self, rules=tuple(choices[table % len(choices)] for table in range(self.tables)))

    def plan(self) -> ClassPlan:
        """Plan for these choices. Raises `ValueError` with a sentence for the user if it is invalid."""
        plans = []
        for table in range(self.tables):
            defaults = find_game(self.game).info.read_options({}, self._table_size(table))
            values = dict(self.base)
            if self.rules:
                values |= self.choices[self.rules[table]].options
            options = {name: value for name, value in values.items() if value != defaults[name]}
            plans.append(ClassTablePlan(self._table_size(table), options))
        return ClassPlan(
            self.game, tuple(plans), clean_name(self.title), self.names, self.level, self.hints,
            self.minutes, self.unwanted,
        )  # fmt: skip


def _choice_index(table: ClassTablePlan, game: str, choices: Sequence[RuleChoice]) -> int:
    """Index of the rule choice of a table. 0 if it is none of them."""
    values = find_game(game).info.read_options(table.options, table.players)
    matches = (all(values[name] == value for name, value in choice.options.items()) for choice in choices)
    return next((number for number, is_match in enumerate(matches) if is_match), 0)


MAX_LIST_SIZE: Final = 100_000  # bytes of a dropped list of names


def _field(
    sheet: Sheet, label: str, value: str, on: Callable[[str], object], limit: int, key: str = ""
) -> Element:
    """Text field. Controllers open a screen keyboard, whose text ``on`` gets unless it is cancelled."""

    def answered(text: str | None) -> None:
        """Pass the text on, unless the keyboard was cancelled (None)."""
        if text is not None:
            on(text)
            sheet.needs_redraw = True

    def ask() -> None:
        """Open the screen keyboard with the text of the field."""
        sheet.app.scenes.push(ScreenKeyboard(label, value, limit), answered)

    return text_field(label, value, on, ask, fresh=sheet.fresh, limit=limit, key=key)


NAMES_REQUEST: Final = (
    "sockdrawer_classroom.scenes.plan_editor:names_in"  # request for `names_in` in a worker
)


def names_in(path: Path) -> tuple[str, ...]:
    """Names in a file, at most `MAX_PEOPLE`. `OSError` if unreadable, `ValueError` for other content."""
    text = _decode(import_limits.read(path, MAX_LIST_SIZE))
    if text.startswith("["):
        raise ValueError("This is a match.")
    return read_names(text)


def takes_names(app: AppContext, path: Path, on_names: Callable[[tuple[str, ...]], None]) -> bool:
    """Read the names of a dropped file in the background. Returns False if it is no text file.

    A file without names is passed on to the general import.
    """
    if path.suffix.lower() not in (".txt", ".csv"):
        return False

    def on_read(result: tuple[str, ...] | Exception | None) -> None:
        """Pass the names on, or open the general import after an error; nothing if cancelled (None)."""
        if isinstance(result, tuple):
            on_names(result)
        elif result is not None:
            app.open_scene("import_files", app, path)

    app.scenes.push(FileLoadingScene(NAMES_REQUEST, path), on_read)
    return True


def _decode(data: bytes) -> str:
    """Text from UTF-16 with a byte order mark, UTF-8 or Windows-1252. Raises `ValueError` for other data."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


class NamesKey(ElementKey):
    """Key of the row that gets the focus again after each name."""

    NAME = "name"


class NamesSheet(Sheet):
    """Editor of the expected names; popped with the names."""

    seat = 4

    def __init__(self, names: tuple[str, ...], empty_text: str = "") -> None:
        """Edit ``names``. ``empty_text`` describes an empty list if names cannot be typed later."""
        self.names, self._empty = names, empty_text
        self._typed_text = ""

    @property
    def title(self) -> str:
        return _("Names")

    def rows(self) -> list[Element]:
        names_text = ", ".join(self.names)
        count = len(self.names)
        count_text = plural("{count} name", "{count} names", count).format(count=count)
        return [
            _field(self, _("A name"), self._typed_text, self._set_typed, MAX_NAME_LENGTH, NamesKey.NAME),
            button(_("Add to the list"), self._submit_typed),
            button(_("Paste a list"), self._paste),
            TextRow(
                _(
                    "One name per line or separated by commas, at most {n} letters each. "
                    "You can drop a text file on the window."
                ).format(n=MAX_NAME_LENGTH),
                SMALL,
                is_muted=True,
            ),
            Separator(),
            TextRow(
                f"{count_text}: {names_text}"
                if count
                else self._empty or _("The list is empty: everyone types their own name.")
            ),
            *(
                [
                    button(_("Change a name"), self._choose_name),
                    button(_("Empty the list"), self._clear_names),
                ]
                if count
                else []
            ),
            button(_("Done"), lambda: self.app.scenes.pop(self.names), go=True, sign="tick"),
        ]

    def _set_typed(self, text: str) -> None:
        """Store the text of the field for a name."""
        self._typed_text = text

    def _submit_typed(self) -> None:
        """Add the typed names; if there are none, say in a dialog that one must be typed first."""
        if read_names(self._typed_text):
            self._add_typed()
        else:
            self.app.scenes.push(MessageDialog(_("Type a name above first.")))

    def _add_typed(self) -> None:
        """Add the typed names, made unique, and empty their field."""
        # Typed on purpose, so an equal name is another person.
        self.names = read_names("\n".join((*self.names, *read_names(self._typed_text))))
        self._typed_text, self.focus, self.needs_redraw = "", NamesKey.NAME, True

    def _merge_names(self, names: tuple[str, ...]) -> None:
        """Merge a list. Equal names are merged too, because a list may be pasted twice."""
        self.names = tuple(dict.fromkeys((*self.names, *names)))[:MAX_PEOPLE]
        self.needs_redraw = True

    def _choose_name(self) -> None:
        """Choose one name to rename or remove. The others keep their order."""
        choices = [(name, partial(self._ask_change, number)) for number, name in enumerate(self.names)]
        ask_choice(self.app, _("Change a name"), [*choices, (_("Back"), None)])

    def _ask_change(self, number: int) -> None:
        """Ask if a name is to be renamed or removed."""
        name = self.names[number]

        def renamed(text: str | None) -> None:
            """Replace the name, unless the text is blank or None."""
            if text and text.strip():
                self._replace_name(number, text)

        def rename() -> None:
            """Open the screen keyboard with the name."""
            self.app.scenes.push(ScreenKeyboard(_("A name"), name, max(MAX_NAME_LENGTH, len(name))), renamed)

        remove = partial(self._replace_name, number, "")
        choices = [(_("Rename"), rename), (_("Back"), None), (_("Remove"), remove)]
        ask_choice(self.app, name, choices, loses=True)

    def _replace_name(self, number: int, text: str) -> None:
        """Replace one name. An empty text removes it."""
        self.names = read_names("\n".join((*self.names[:number], text, *self.names[number + 1 :])))
        self.needs_redraw = True

    def _clear_names(self) -> None:
        self.names, self.focus = (), NamesKey.NAME

    def _paste(self) -> None:
        """Merge the names on the clipboard, or say in a dialog that there are none."""
        text = window.clipboard_text()
        if text is None:
            self.app.scenes.push(MessageDialog(_("This system has no clipboard.")))
        elif names := read_names(text):
            self._merge_names(names)
        else:
            self.app.scenes.push(MessageDialog(_("There's no text on the clipboard.")))

    def on_file_dropped(self, path: Path) -> bool:
        """Merge the names of a dropped file. Returns False if it is no text file."""
        return takes_names(self.app, path, self._merge_names)

    def back(self) -> None:
        """Close with the names."""
        self.app.audio.play("back")
        self.app.scenes.pop(self.names)

    def on_input(self, intent: InputEvent) -> None:
        """Add the typed names on Enter in their field; handle everything else as usual."""
        is_enter = intent.act is InputAction.CONFIRM and intent.kind == KEYBOARD
        if is_enter and self.focus == NamesKey.NAME:
            self._add_typed()
        else:
            super().on_input(intent)


MAX_TITLE_LENGTH: Final = 24  # letters
MAX_FORBIDDEN_LENGTH: Final = 120  # letters of all forbidden words together
OWN: Final = "own"


class ClassPlanSheet(Sheet):
    """The choices of a lesson."""

    seat = 7

    def __init__(
        self, slug: str, rules: Mapping[str, Value] | None = None, plan: ClassPlan | None = None
    ) -> None:
        """Prepare many tables of a game, with the rules of its lobby or from a saved plan."""
        self.draft = ClassPlanDraft.from_plan(plan) if plan is not None else ClassPlanDraft.of(slug, rules)
        self._is_new, self._remembered_at = plan is None, f"{slug}: many tables"
        self._kept_draft = self.draft
        """Draft as opened or saved last, to detect changes that another lesson would discard."""

    @property
    def title(self) -> str:
        return _("Many tables")

    def on_enter(self) -> None:
        """Restore remembered choices of a new lesson."""
        remembered = self.app.remembered_places.pop(self._remembered_at, None)
        if self._is_new and isinstance(remembered, ClassPlanSheet):
            # The lobby's rules may have changed; a saved lesson has its own.
            base = self.draft.base if remembered._is_new else remembered.draft.base
            self.draft, self._is_new = replace(remembered.draft, base=base).fitted(), remembered._is_new
        self._by_table = len(set(self.draft.rules)) > 1 and self._current_mix() is None
        self._unwanted_text = ", ".join(self.draft.unwanted)

    def back(self) -> None:
        """Close the sheet. Its choices are remembered until the program ends."""
        self.app.remembered_places[self._remembered_at] = self
        super().back()

    def rows(self) -> list[Element]:
        draft, info = self.draft, find_game(self.draft.game).info
        min_players, max_players = info.players
        sizes = [(size, str(size)) for size in range(min_players, max_players + 1)]
        levels = [(level, _(level)) for level in find_game(draft.game).bot.levels]
        return [
            _field(self, _("Title"), draft.title, self._set_title, MAX_TITLE_LENGTH),
            choice(
                _("Tables"),
                [(count, str(count)) for count in range(1, draft.most_tables + 1)],
                draft.tables,
                self.set_tables,
                help=plural(
                    "{count} seat; a computer fills it if empty.",
                    "{count} seats; computers fill the empty ones.",
                    draft.seats,
                ).format(count=draft.seats),
            ),
            *(
                [
                    choice(
                        _("Seats per table"),
                        sizes,
                        draft.players,
                        lambda players: self._resize(players=players, sizes=()),
                    )
                ]
                if len(sizes) > 1
                else []
            ),
            *self._rule_rows(),
            choice(
                _("Last hand after"),
                [
                    (minutes, _("{n} min").format(n=minutes) if minutes else _("never"))
                    for minutes in MINUTE_CHOICES
                ],
                draft.minutes,
                lambda minutes: self._change_draft(minutes=minutes),
                help=_("Every table then finishes its hand. You can call the last hand at any time."),
            ),
            choice(_("Computer players"), levels, draft.level, lambda level: self._change_draft(level=level)),
            button(self._names_label(), self._open_names),
            _field(
                self,
                _("Words not allowed in names"),
                self._unwanted_text,
                self._set_unwanted,
                MAX_FORBIDDEN_LENGTH,
            ),
            Separator(),
            button(_("Let phones in"), self._open_class, go=True),
            button(_("Rehearse with made-up pupils"), self._rehearse),
            TextRow(
                _("The whole lesson in about ten minutes, on a fast clock. Nothing is saved."),
                SMALL,
                is_muted=True,
            ),
            button(_("Save this lesson"), self._save_lesson),
            *([button(_("Open a lesson"), self._choose_lesson)] if self._plans.names() else []),
            *(
                [button(_("Saved lessons"), lambda: open_shelf(self.app, self.draft.game))]
                if find_game(draft.game).has_component("pooled_report_scene")
                else []
            ),
            SpacerRow(),
            TextRow(not_saved_sentence(), SMALL, face=READ, is_muted=True),
        ]

    def _rule_rows(self) -> list[Element]:
        """Row with the rules of all tables and, if they differ, a row for each; empty without choices."""
        draft, choices = self.draft, self.draft.choices
        if not choices:
            return []
        values: list[tuple[object, str]] = [
            ((number,), choice.words) for number, choice in enumerate(choices)
        ]
        values += [
            (pair, _("half: {rules}").format(rules=choices[pair[1]].words))
            for pair in self._choice_pairs()
            if draft.tables > 1
        ]
        if draft.tables > 1:
            values.append((OWN, _("table by table")))
        current: object = OWN if self._by_table else self._current_mix() or OWN
        description = ""
        if isinstance(current, tuple) and len(current) > 1:
            description = _("One table: {one}. The next: {other}. The screen doesn't say which.").format(
                one=choices[current[0]].words, other=choices[current[1]].words
            )
        rows: list[Element] = [choice(_("Rules"), values, current, self.set_mix, help=description)]
        if self._by_table and draft.tables > 1:
            options = [(number, choice.words) for number, choice in enumerate(choices)]
            rows += [self._table_row(table, options) for table in range(draft.tables)]
        return rows

    def _table_row(self, table: int, options: Sequence[tuple[int, str]]) -> Element:
        """Row with the rule choice of a table, counted from 0."""

        def choose(rule: int) -> None:
            """Set the rule choice of the table."""
            self.draft = self.draft.with_rule(table, rule)

        return choice(_("Table {n}").format(n=table + 1), options, self.draft.rules[table], choose)

    def _choice_pairs(self) -> list[tuple[int, int]]:
        """Pairs of indices of choices for half of the tables each: the first and another one."""
        return [(0, choice) for choice in range(1, len(self.draft.choices))]

    def _current_mix(self) -> tuple[int, ...] | None:
        """Indices of the choices that tables have in turn, if one or a pair; None for another mix."""
        draft = self.draft
        mixes: list[tuple[int, ...]] = [(number,) for number in range(len(draft.choices))]
        mixes += self._choice_pairs()
        return next((mix for mix in mixes if draft.all_ruled(mix).rules == draft.rules), None)

    def _names_label(self) -> str:
        """Label of the button for the names, with their number."""
        count = len(self.draft.names)
        if not count:
            return _("Names: everyone types their own")
        return plural("Names: {count} on the list", "Names: {count} on the list", count).format(count=count)

    # Choices.

    def _change_draft(self, **changes: object) -> None:
        """Change fields of the draft, and bring it into range."""
        self.draft = replace(self.draft, **changes).fitted()  # type: ignore[arg-type]
        self.needs_redraw = True

    def _set_title(self, title: str) -> None:
        """Set the title."""
        self.draft = replace(self.draft, title=title)

    def _set_unwanted(self, text: str) -> None:
        """Set the forbidden words to those of a line."""
        self._unwanted_text = text
        self.draft = replace(self.draft, unwanted=read_words(text))

    def set_tables(self, tables: int) -> None:
        """Set the number of tables, keeping a mix of rules for them."""
        self._resize(tables=tables)

    def _resize(self, **changes: object) -> None:
        """Change fields of the draft, keeping a mix of rules for the tables."""
        mix = self._current_mix()
        self._change_draft(**changes)
        if mix is not None and not self._by_table:
            self.set_mix(mix)

    def set_mix(self, mix: object) -> None:
        """Let the tables play by choices with these indices in turn, or show a row for each (`OWN`)."""
        self._by_table = mix == OWN
        if isinstance(mix, tuple):
            self.draft = self.draft.all_ruled(mix)
        self.needs_redraw = True

    def _open_names(self) -> None:
        """Open the editor of the expected names."""

        def named(names: object) -> None:
            """Take over the names, unless the editor was left without any result."""
            if isinstance(names, tuple):
                self.take_names(names)

        self.app.scenes.push(NamesSheet(self.draft.names), named)

    def take_names(self, names: tuple[str, ...]) -> None:
        """Set the expected names, add tables that they need, and keep a mix of rules."""
        mix = self._current_mix()
        self.draft = self.draft.with_names(names)
        if mix is not None and not self._by_table:
            self.draft = self.draft.all_ruled(mix)
        self.needs_redraw = True
        self.on_layout()  # rows above the focus may be new

    def on_file_dropped(self, path: Path) -> bool:
        """Read a dropped lesson or list of names. Returns False for another kind of file."""
        if path.suffix.lower() == ".json":
            self.app.scenes.push(FileLoadingScene(FIND_REQUEST, path), partial(self._on_file_read, path))
            return True
        return takes_names(self.app, path, self._take_dropped_names)

    def _take_dropped_names(self, names: tuple[str, ...]) -> None:
        """Set the expected names, and say in a dialog how many there are."""
        self.take_names(names)
        message = plural("{count} name is on the list.", "{count} names are on the list.", len(names))
        self.app.scenes.push(MessageDialog(message.format(count=len(names))))

    # Commands.

    def _open_class(self) -> None:
        """Start the lesson and show its waiting room, or a dialog if the plan is invalid."""
        plan = self._make_plan()
        if plan is None:
            return

        def begin() -> None:
            """Start the lesson, and replace this sheet by its waiting room."""
            self.app.audio.play("confirm")
            self.app.scenes.replace(WaitingRoomScene(ClassRunner.begun(self.app, plan)))

        ask_begin(self.app, begin)

    def _rehearse(self) -> None:
        """Start a rehearsal of some ten minutes above this sheet, or show a dialog if the plan is invalid."""
        plan = self._make_plan()
        if plan is None:
            return

        def begin() -> None:
            """Start the rehearsal, and show its waiting room over this sheet."""
            self.app.audio.play("confirm")
            self.app.scenes.push(WaitingRoomScene(ClassRunner.start_rehearsal(self.app, plan)))

        ask_begin(self.app, begin, is_rehearsal=True)

    def _make_plan(self) -> ClassPlan | None:
        """Plan of the draft; None, after a dialog, if it cannot be played."""
        try:
            return self.draft.plan()
        except ValueError as error:
            self.app.scenes.push(MessageDialog(_("This can't be played."), str(error)))
            return None

    def _save_lesson(self) -> None:
        """Save the lesson as a file. Names are included only if the user says so."""
        plan = self._make_plan()
        if plan is None:
            return

        if not plan.names:
            self._save_plan(plan)
            return
        choices = [
            (_("Without the names"), partial(self._save_plan, replace(plan, names=()))),
            (_("With names"), partial(self._save_plan, plan)),
            (_("Don't save it"), None),
        ]
        ask_choice(self.app, _("Save this lesson"), choices)

    def _save_plan(self, plan: ClassPlan) -> None:
        """Save the lesson, after confirmation if it would replace another one."""
        title = plan.title or find_game(plan.game).info.title

        if self._plans.has_other(plan.dump_state(), title):
            more = _("This one will replace it. Change the title to keep both.")
            answers = [_("Back"), _("Replace it")]
            confirm(
                self.app,
                _("A lesson with this title is already saved."),
                answers,
                lambda: self._write_plan(plan, title),
                more,
            )
        else:
            self._write_plan(plan, title)

    def _write_plan(self, plan: ClassPlan, title: str) -> None:
        """Save the lesson as a file, and say in a dialog if that worked."""
        path = self._plans.save(plan.dump_state(), title)
        if path:
            self._kept_draft = self.draft
        message = _("The lesson is saved.") if path else _("The lesson couldn't be saved.")
        self.app.scenes.push(MessageDialog(message, path, Path(path) if path else None))
        self.needs_redraw = True

    @property
    def _plans(self) -> ClassPlanStore:
        """New store of the saved plans."""
        return ClassPlanStore(self.app.stores.folder)

    def _choose_lesson(self) -> None:
        """Let the teacher choose a saved lesson to open."""
        choices = [(name, partial(self.take_lesson, name)) for name in self._plans.names()]
        ask_choice(self.app, _("Open a lesson"), [*choices, (_("Back"), None)])

    def take_lesson(self, name: str) -> None:
        """Opens a saved lesson, or says why not. One of this game that is invalid is quarantined."""
        plans = self._plans
        saved = plans.load(name)
        try:
            plan = ClassPlan.from_state(saved)
            if plan.game != self.draft.game:
                raise ValueError(
                    _("It's a lesson for {game}.").format(game=_(find_game(plan.game).info.title))
                )
        except (ValueError, KeyError) as error:
            if saved is not None and not isinstance(error, KeyError) and saved.get("game") == self.draft.game:
                plans.refuse(name, StorageReason.OTHER)
            self.app.scenes.push(
                MessageDialog(_("This lesson can't be opened. Its file is kept."), str(error))
            )
            return
        self._ask_open(plan)

    def _on_file_read(self, path: Path, result: object) -> None:
        """Open the lesson of a dropped file, show a read error, or import another; nothing for None."""
        if isinstance(result, ClassPlan):
            self._ask_open(result)
        elif isinstance(result, OSError | GateError):
            error_text = _(reason(result)) if isinstance(result, OSError) else str(result)
            self.app.scenes.push(
                MessageDialog(_("This lesson can't be opened. Its file is kept."), error_text)
            )
        elif result is not None:
            self.app.open_scene("import_files", self.app, path)

    def _ask_open(self, plan: ClassPlan) -> None:
        """Open another lesson, after confirmation if unsaved choices would be lost."""

        def go_by_it() -> None:
            """Replace this sheet by one with the other plan."""
            self.app.scenes.replace(ClassPlanSheet(plan.game, None, plan))

        if self.draft == self._kept_draft:
            go_by_it()
        else:
            more = _("Your choices here won't be saved.")
            confirm(self.app, _("Open a lesson"), (_("Back"), _("Open")), go_by_it, more)

    def help_text(self) -> str:
        return _("Everyone plays on a phone. This screen shows all tables.")
