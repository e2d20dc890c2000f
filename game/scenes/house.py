"""House rules: how an option of a game is told and changed, and the lobby's panel that holds them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from game.core.contract import GameInfo, Option, Value
from game.scenes.resume import resume
from game.ui.art.controls import stepper
from game.ui.art.fabric import ROOM, divider, tag
from game.ui.art.icons import icon
from game.ui.kit.canvas import Box
from game.ui.kit.dialogs import ScreenKeyboard
from game.ui.kit.form import Form
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.rows import Choice, Field
from game.ui.kit.stage import Stage
from game.ui.kit.theme import BODY, HEADING, SMALL
from game.ui.kit.widgets import GAP, Button, StitchedLine, Widget, Words, mark, ring, sheet
from game.words import _, counted

LEVELS = Path(__file__).resolve().parent.parent.parent / "levels"
USUAL, LAST = "", "\n"
"""The presets that are always there: the defaults, and the rules as they are now."""
CHANGED = "#FFD25A"
MANY = 60
"""More values of a number than anybody wants to step through one by one."""
DIGITS = 39
"""As many as a drawn seed has, for whoever wants the deal of a record again."""


class Pill(Choice):
    """A house rule in little room: its name, its value on a pill, and one line about it."""

    def __init__(
        self, label: str, values: list[tuple[Any, str]], value: Any, on: Callable[[Any], None],
        help: str = "", *, changed: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(label, values, value, on, help)
        self.changed = changed

    def _split(self, ruler: Painter, width: float) -> tuple[bool, float, float]:
        step = ruler.line_height(SMALL) + 6
        # By the widest value, so that the row does not change its shape while one steps through them.
        wide = max(ruler.width(words, SMALL, STRONG) for _value, words in self.values) + 2 * step + 12
        wide = min(wide, width - 2 * GAP)
        beside = width - wide - 2.1 * GAP
        below = beside < min(ruler.width(self.label, BODY, NAMES), width * 0.42)
        return below, width - 2 * GAP if below else beside, wide

    def _lines(self, ruler: Painter, width: float) -> tuple[float, float, float]:
        """The heights of the name, the pill and the line about it."""
        _below, label, _wide = self._split(ruler, width)
        told = ruler.height(self.help, width - 2 * GAP, SMALL) if self.help else 0.0
        return ruler.height(self.label, label, BODY, NAMES), ruler.line_height(SMALL) + 6, told

    def height(self, ruler: Painter, width: float) -> float:
        name, pill, told = self._lines(ruler, width)
        return (name + pill if self._split(ruler, width)[0] else max(name, pill)) + told + 17

    def control_box(self, ruler: Painter, box: Box) -> Box:
        below, _label, wide = self._split(ruler, box.w)
        name, pill, _told = self._lines(ruler, box.w)
        top = box.y + 6 + (name if below else max(0.0, (name - pill) / 2))
        return Box(box.right - GAP - wide, top, wide, pill)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
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
        words, theme = self.values[self.place][1], painter.theme
        pill = self._pill(painter, box, focused=focused)
        fill = CHANGED if self.changed else theme.sunk
        edge = theme.ink if self.changed or focused else theme.stitch
        picture = tag(painter.assets, round(pill.w), round(pill.h), fill, edge)
        painter.blit(picture, pill.x - ROOM, pill.y - ROOM)
        ink = "#2B2440" if self.changed else theme.ink
        room = pill.w - (2 * box.h - 4 if focused else 24)
        painter.text(words, *pill.centre, SMALL, TextStyle(STRONG, ink), anchor="center", room=room)
        for right in (False, True) if focused else ():
            x = pill.right - pill.h / 2 if right else pill.x + pill.h / 2
            image = stepper(
                painter.assets, right=right, size=round(pill.h - 4), fill=theme.panel, ink=theme.ink
            )
            painter.blit(image, x, pill.centre[1], "center")

    def _pill(self, ruler: Painter, box: Box, *, focused: bool) -> Box:
        """As wide as its words, and its arrows while it has the focus."""
        wide = ruler.width(self.values[self.place][1], SMALL, STRONG) + 30
        wide = min(box.w, wide + (2 * box.h - 18 if focused else 0))
        return Box(box.right - wide, box.y, wide, box.h)

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        # The click brings the focus, and with it the arrows: it counts as if they were there already.
        pill = self._pill(ruler, box, focused=True)
        if pill.grown(8).holds(at):
            self.step(-1 if at[0] < pill.centre[0] else 1)
        # Beside the pill too, or the form would take it for a press and step on.
        return True


def row(option: Option, value: Value, on: Callable[[str, Value], None], default: Value) -> Widget:
    """The row in which an option is changed; the default is told when it is something else."""
    told = _(option.label(value).told)
    if value != default:
        told += " " + _("Usually: {value}.").format(value=_(option.label(default).words))
    name, pairs = option.name, [(choice, _(option.label(choice).words)) for choice in _offered(option, value)]
    return Pill(_(option.title), pairs, value, lambda new: on(name, new), told, changed=value != default)


def _offered(option: Option, value: Value) -> Sequence[Value]:
    """The values to step through; of many numbers the tens, and the one that is chosen."""
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


class RuleTable(Protocol):
    """The table at which house rules are chosen: who sits there decides on some of them."""

    @property
    def players(self) -> int:
        """How many seats are taken."""

    @property
    def first(self) -> int | None:
        """Who has won before, by number among the players: in some games the one to start."""


class HouseRules:
    """The house rules of the next match, and the panel in which they are chosen."""

    def __init__(self, stage: Stage, info: GameInfo, table: RuleTable) -> None:
        self.stage = stage
        self.info = info
        self._table = table
        self.chosen: dict[str, Value] = {}
        """The rules that somebody has chosen; the others go with the number of players."""
        self.seed: int | None = None
        """A number that somebody typed, to have all fall as it did before; `None` has one drawn."""
        self.preset = LAST
        self.board = ""
        """The map that is played on, by its file's stem; empty for the usual board."""
        self.form = Form([])
        self.folded = False
        """Whether only the panel's head is to be seen, which opens over everything."""
        self.box = Box(0, 0, 0, 0)
        """The panel."""

    @property
    def usual(self) -> dict[str, Value]:
        """What goes without anybody choosing; where the winner starts the next match, that too."""
        players = self._table.players
        usual = {option.name: option.default_for(players) for option in self.info.options}
        return usual | self.info.started_by(self._table.first)

    @property
    def rules(self) -> dict[str, Value]:
        """All house rules as they are now."""
        return self.usual | {
            name: value for name, value in self.chosen.items() if self._is_seated(name, value)
        }

    def _is_seated(self, name: str, value: Value) -> bool:
        """Whether somebody sits on the seat that a house rule names."""
        option = self.info.option(name)
        return not option.seats or value in option.for_players(self._table.players).choices

    @property
    def changed(self) -> int:
        """How many house rules are not the usual ones."""
        rules = self.rules
        return sum(rules[name] != value for name, value in self.usual.items()) + bool(self.board)

    def use(self, rules: Mapping[str, Value]) -> None:
        """Take these house rules; those that the game does not know or take are left at their defaults."""
        usual = self.usual
        self.chosen = {}
        for option in self.info.options:
            if option.name in rules:
                try:
                    value = option.read(rules[option.name])
                except ValueError:
                    continue
                # What is as usual was not chosen: it goes on with the number of players.
                if value != usual[option.name]:
                    self.chosen[option.name] = value
        self.fill()

    def fill(self) -> None:
        """Make the rows anew, the focus and the scrolling where they were."""
        before, self.form = self.form, Form(self._rows())
        self.form.follow(before)
        if self.box.w:
            self.lay()

    def _rows(self) -> list[Widget]:
        presets = self.stage.settings.presets.get(self.info.slug, {})
        names = [(USUAL, _("usual")), *((name, name) for name in presets)]
        shown = self.preset
        # Another board alone makes no rules of one's own.
        if self.changed > bool(self.board):
            names.insert(0, (LAST, _("your own")))
        elif shown == LAST:
            shown = USUAL
        rows: list[Widget] = [Pill(_("Preset"), names, shown, self.take_preset), StitchedLine()]
        boards = self.boards()
        if boards:
            words = [("", _("usual")), *boards]
            rows.append(Pill(_("Board"), words, self.board, self.choose_board, changed=bool(self.board)))
        rules, usual = self.rules, self.usual
        rows += [
            row(option.for_players(self._table.players), rules[option.name], self.choose, usual[option.name])
            for option in self.info.options
        ]
        rows += [
            StitchedLine(),
            Button(_("Keep these as a preset"), self.ask_preset),
            Field(_("Seed"), self._typed, self._seed, self._ask_seed, DIGITS),
            Words(
                _(
                    "Empty: drawn anew for every match. A number deals and tosses the same again, "
                    "so whoever knows it knows the cards."
                ),
                SMALL,
                soft=True,
            ),
        ]
        saves = self.stage.stores.saves
        # Only while the slot is empty: it would take the place of the match that waits there.
        if saves.previous(self.info.slug) and not saves.load(self.info.slug):
            rows.insert(0, Button(_("Go on with the match before"), self.bring_back))
        return rows

    def bring_back(self) -> None:
        """Put the match that a newer one took the place of back on the table."""
        saves = self.stage.stores.saves
        saved = saves.load(self.info.slug) if saves.restore(self.info.slug) else None
        if saved is not None:
            self.stage.scenes.pop()
            resume(self.stage, saved)

    def boards(self) -> list[tuple[str, str]]:
        """The maps of this game, by file without its ending, but the one that is the usual board anyway."""
        folder, own = LEVELS / self.info.slug, self.stage.stores.maps(self.info.slug)
        if not folder.is_dir() and not own.is_dir():
            return []
        # Only here: games without maps never need what this imports.
        from game.levels import maps, title

        ours = [(path.stem, _(title(path))) for path in maps(folder) if path.stem != "standard"]
        return ours + [(str(path.with_suffix("").absolute()), title(path)) for path in maps(own)]

    def choose_board(self, board: str) -> None:
        """Play on this map, by its file without the ending; empty for the usual board."""
        self.board = board
        self.fill()

    def choose(self, name: str, value: Value) -> None:
        """Play by this house rule."""
        self.chosen[name] = value
        self.preset = LAST
        self.fill()

    def reset(self) -> None:
        """All as usual."""
        self.preset, self.board = USUAL, ""
        self.use({})

    def take_preset(self, name: str) -> None:
        """Play by the rules that were kept under this name."""
        self.preset = name
        if name == USUAL:
            self.use({})
        elif name != LAST:
            self.use(self.stage.settings.presets[self.info.slug][name])

    def ask_preset(self) -> None:
        """Keep these rules under a name that is asked for."""
        self.stage.scenes.push(ScreenKeyboard(_("Name of the preset"), ""), self.keep_preset)

    def keep_preset(self, name: str | None) -> None:
        """Keep these rules under a name; `None` where nobody gave one."""
        if name and name.strip():
            self.stage.apply(self.stage.settings.with_preset(self.info.slug, name.strip(), self.chosen))
            self.stage.keep()
            self.preset = name.strip()
            self.fill()

    def _seed(self, text: str) -> None:
        digits = "".join(letter for letter in text if letter.isascii() and letter.isdigit())
        self.seed = int(digits) if digits else None
        # What was typed beside digits goes out of the row again.
        if text != self._typed:
            self.fill()

    @property
    def _typed(self) -> str:
        return "" if self.seed is None else str(self.seed)

    def _ask_seed(self) -> None:
        def take(text: str | None) -> None:
            if text is not None:
                self._seed(text)
                self.fill()

        self.stage.scenes.push(ScreenKeyboard(_("Seed"), self._typed, DIGITS), take)

    # Where they stand.

    def place(self, box: Box, *, folded: bool) -> None:
        """Stand here."""
        self.box, self.folded = box, folded
        self.lay()

    def lay(self) -> None:
        """Place the rows below the panel's head."""
        box = self.box
        head = self.head_height(self.stage.ruler, box.w)
        self.form.lay(self.stage.ruler, Box(box.x + 7, box.y + head, box.w - 17, box.h - head - 13))

    def head_height(self, ruler: Painter, width: float) -> float:
        """How high the head of a panel so wide is: its title, and how many rules are changed."""
        lines = 1 if self._beside(ruler, width) else 2
        return ruler.line_height(HEADING) + (lines - 1) * (ruler.line_height(SMALL) + 8) + 14

    def _beside(self, ruler: Painter, width: float) -> bool:
        """Whether the title and what is changed fit side by side."""
        title, told = ruler.width(_("House rules"), 28, NAMES), ruler.width(self._told(), SMALL, STRONG)
        return title + told + 90 <= width

    def _told(self) -> str:
        count = self.changed
        return counted("{n} changed", "{n} changed", count).format(n=count) if count else _("all as usual")

    def draw(self, painter: Painter, *, focused: bool) -> None:
        """Draw the panel of the house rules."""
        box, theme = self.box, painter.theme
        sheet(painter, box)
        middle = box.y + painter.line_height(HEADING) / 2 + 7
        painter.text(_("House rules"), box.x + 22, middle, 28, TextStyle(NAMES), room=box.w - 44)
        told, beside = self._told(), self._beside(painter, box.w)
        wide, tall = painter.width(told, SMALL, STRONG) + 32, painter.line_height(SMALL) + 8
        x = box.right - 20 - wide if beside else box.x + 20
        y = middle if beside else middle + painter.line_height(HEADING) / 2 + tall / 2 - 2
        fill = CHANGED if self.changed else theme.sunk
        painter.blit(
            tag(painter.assets, round(wide), round(tall), fill, theme.ink), x - ROOM, y - tall / 2 - ROOM
        )
        ink = "#2B2440" if self.changed else theme.ink
        painter.text(told, x + wide / 2, y, SMALL, TextStyle(STRONG, ink), anchor="center")
        if self.folded:
            picture = icon(painter.assets, "right", 30, theme.ink, theme.panel)
            painter.blit(picture, box.right - 20, box.centre[1], "midright")
            if focused:
                ring(painter, box)
            return
        if self.form.scroll:
            seam = divider(painter.assets, round(box.w - 2 * GAP), theme.stitch)
            painter.blit(seam, box.centre[0], self.form.box.y - 3, "center")
        self.form.draw(painter, focused=focused)
