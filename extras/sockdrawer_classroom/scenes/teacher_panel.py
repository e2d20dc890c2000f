"""Teacher's controls in the window, modelled on the page for laptops and tablets.

Each tab shows some tables with the people at them. The last tab has the vote and the proposed rules. Beside
them are the needs, the people without a seat, and the switches of the big screen. Everything is a tree made
from a snapshot of the class. Elements with a key can be pressed (`TeacherScene._presses`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final

from game.i18n import _, plural
from game.party.messages import MAX_NAME_LENGTH
from game.ui.art.fabric import ClothColours
from game.ui.art.layers import FOCUS_COLOUR, GOLD, INK
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import Prompts, Shortcut, prompts_of
from game.ui.widgets import (
    GO_COLOUR,
    GO_INK,
    Action,
    ButtonElement,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    Padding,
    Picture,
    ScaledLength,
    Screen,
    ScreenKeyboard,
    SingleLineText,
    Spacer,
    Text,
    ask_choice,
    column,
    confirm,
    draw_cloth,
    first_that_fits,
    patch,
    pill,
    row,
    shrink_to_fit,
    sign,
    stack,
    switch,
)
from sockdrawer_classroom.art import DONE_TAG, QUIET_TAG_COLOUR
from sockdrawer_classroom.classroom import (
    Admit,
    AnnounceLastHand,
    Asked,
    AskVote,
    BeginClass,
    BeginReport,
    CancelSeatMove,
    ChairSnapshot,
    ChairStatus,
    ClassSnapshot,
    Deny,
    DropRule,
    EndBotTakeover,
    ExtendTime,
    NeedSnapshot,
    Nudge,
    OpenProposals,
    PauseTables,
    PersonSnapshot,
    PlayRule,
    ProposeRule,
    RemovePerson,
    RenamePerson,
    ResumeTables,
    RuleSnapshot,
    SeatPerson,
    SeatRandomly,
    SetBigScreen,
    SetRules,
    ShowLarge,
    StartBotTakeover,
    TableSnapshot,
    TeacherCommand,
    VacateSeat,
)
from sockdrawer_classroom.scenes.class_runner import ClassRunner, ClassScene, ask_swap, swap_words
from sockdrawer_classroom.scenes.tables_overview import hall_art


class TeacherKey(ElementKey):
    """Keys of elements that can be pressed."""

    BEGIN = "begin"
    SHUFFLE = "shuffle"
    MORE = "more"
    LAST_HAND = "last hand"
    PAUSE = "pause"
    TO_DEBRIEF = "to debrief"
    SWAP = "swap"
    TAB = "tab"
    TABLE = "table"
    RULES = "rules of table"
    CHAIR = "chair"
    VOTE = "vote"  # round of the vote
    OPEN = "open rules"
    FORWARD = "forward"
    ASK = "ask"
    MOTION = "motion"  # proposed rule
    NEEDS = "all needs"
    NEED = "need"
    OTHERS = "others"
    PERSON = "person"  # person without a seat
    FIRST_NAMES = "first_names"
    NEWS = "news"
    SOUND = "sound"
    PHONES = "rules"


ROUNDS: Final[tuple[Asked, ...]] = ("before", "after")
GAP: Final = 10.0
PANEL_WIDTH: Final = ScaledLength(262, 0.3)  # width of the panel beside the tables
# least width of a table's card; as many as fit are in a row, four at most
CARD_WIDTH: Final = ScaledLength(228, 0.65)
MIN_CROWDED_ROW, MIN_ROW_HEIGHT = (
    45.0,
    58.0,
)  # units, least height of a person's row at tables with many people, and at others
FACE_WIDTH: Final = 46.0  # units, width of a puppet
MAX_NEED_ROWS: Final = 3  # needs, and people without a seat, with their own rows
PILL_COLOURS: Final = {
    ChairStatus.LEADS: (GOLD, INK),
    ChairStatus.OUT: DONE_TAG,
    ChairStatus.BOT: ("#DCD3EA", INK),
    ChairStatus.AWAY: ("#B03526", "#FFFFFF"),
    ChairStatus.LONG: ("#FFFFFF", "#9C2A1C"),
    ChairStatus.MOVES: (QUIET_TAG_COLOUR, "#174F91"),
}
EDGE_COLOURS: Final = {ChairStatus.LONG: "#B03526", ChairStatus.MOVES: FOCUS_COLOUR}

_TITLE, _CLOCK = FontSpec(26, NAMES, most=36), FontSpec(24, NAMES, most=34)
_HEADING = FontSpec(21, NAMES, most=30)
_BUTTON = FontSpec(20, STRONG, most=30)
_NAME = FontSpec(19, STRONG, most=30)
_WORDS = FontSpec(18, STRONG, most=27)
_PLAIN = FontSpec(18, READ, most=27)
_REST = Spacer(flex=1)


def chair_key(table: int, index: int) -> str:
    """Key of the chair with this index (from 0) at a table, which has fewer than ten."""
    return TeacherKey.CHAIR.of(10 * table + index)


def pages(count: int, max_tables: int) -> list[range]:
    """Table numbers (from 1) of each tab: at most ``max_tables``, evenly distributed."""
    tab_count = -(-count // max_tables)
    tables_per_tab = -(-count // tab_count)
    return [
        range(first, min(first + tables_per_tab, count + 1)) for first in range(1, count + 1, tables_per_tab)
    ]


def draw_page(painter: Painter, _box: Box) -> None:
    """Draw the background of the page."""
    painter.fill(painter.view.box, painter.theme.page)


def draw_sheet(painter: Painter, box: Box, is_warning: bool = False) -> None:  # noqa: FBT001, FBT002 - a value
    """Draw a plain panel, with a red frame if ``is_warning``."""
    theme = painter.theme
    fabric = ClothColours(theme.panel, theme.bad if is_warning else theme.ink, theme.panel)
    draw_cloth(painter, box, fabric, radius=14, shadow=False)
    if is_warning:
        painter.frame(box.inflated(1), theme.bad, 4, 15)


def draw_chair(painter: Painter, box: Box, game: str, rank: int) -> None:
    """Draw a chair as the sign of its rank."""
    art = hall_art(game).sign
    assert art is not None
    height = min(box.h, FACE_WIDTH * 1.15) * 0.76
    image = art(painter.assets, rank, round(height))
    if (ratio := painter.view.px(height) / image.get_width()) < 1:  # a stool is far wider than high
        image = art(painter.assets, rank, round(height * ratio))
    painter.blit(image, *box.centre, "center")


def draw_face(painter: Painter, box: Box, look: int, wears: str) -> None:
    """Draw a person cut off at the lower edge of the box."""
    height = round(min(box.h * 0.98, FACE_WIDTH * 1.15))
    image = puppet(painter.assets, look, "idle", 0, height, PuppetOutfit(wears, ground=False))
    clip = painter.surface.get_clip()
    painter.surface.set_clip(painter.view.rect(box).clip(clip))
    painter.blit(image, box.x + height * 0.42, box.bottom + height * 0.16 + puppet_foot(height), "midbottom")
    painter.surface.set_clip(clip)


SHEET: Final = Picture(draw_sheet)


def _pause_label(snapshot: ClassSnapshot) -> str:
    """Label of the button that pauses all tables, or continues."""
    return _("Resume") if snapshot.is_paused else _("Pause all")


def _vote_button_label(snapshot: ClassSnapshot, vote_round: Asked) -> str:
    """Label of a button that opens or closes a round of the vote."""
    return _("Close the vote") if snapshot.vote.open == vote_round else _("Open the vote")


def _header_buttons(snapshot: ClassSnapshot) -> tuple[tuple[str, str], ...]:
    """Buttons of the header, left to right: (key, label). Which ones depends on the phase."""
    pause = TeacherKey.PAUSE, _pause_label(snapshot)
    if snapshot.is_cup:  # a tournament determines its pairs and its end
        if snapshot.phase == "gathering":
            return ((TeacherKey.BEGIN, _("Begin")),)
        return () if snapshot.is_over else (pause,)
    more = TeacherKey.MORE, _("+ 5 min")
    if snapshot.phase == "gathering":
        return more, (TeacherKey.SHUFFLE, _("Random seats")), (TeacherKey.BEGIN, _("Begin"))
    debrief = TeacherKey.TO_DEBRIEF, _("Go to debrief")
    swap = ((TeacherKey.SWAP, _("Round 2")),) if swap_words(snapshot) else ()
    if snapshot.phase == "playing":
        return more, *swap, (TeacherKey.LAST_HAND, _("Last hand")), pause, debrief
    return (*swap, debrief) if snapshot.is_over else (*swap, pause, debrief)


Choice = tuple[str, Callable[[], None]]
SHORT_PROMPTS_TEXT_SCALE = 1.6  # text scale above which the prompt bar shows only two prompts


class TeacherScene(Screen, ClassScene):
    """All people, table by table, with the teacher's commands."""

    prompt_bar_offset = 10.0

    def __init__(self, run: ClassRunner) -> None:
        self.lesson = run
        self.tab = 0
        self._has_chairs = hall_art(run.snapshot.game).sign is not None
        self._was_debrief = run.snapshot.phase == "debrief"

    def tick(self, now: float) -> bool:
        """Close once the debrief begins, which the scene below opens. Returns False: nothing moves."""
        # A teacher who returns here after the charts may stay.
        before, self._was_debrief = self._was_debrief, self.lesson.snapshot.phase == "debrief"
        if self._was_debrief and not before:
            self.app.scenes.pop()  # the scene below opens the debrief
        return False

    def on_snapshot(self, snapshot: ClassSnapshot) -> bool:
        """Repair the focus. Returns True, because the scene has to be redrawn."""
        self._repair_focus()
        return True

    def actions(self) -> dict[str, Action]:
        """Actions of the visible elements."""
        presses = self._presses()
        return {key: Action(presses[key]) for key in self.frame.boxes if key in presses}

    @property
    def _verb(self) -> str:
        """Label for a press on the focused element, such as "Open"."""
        # Not taken from the actions, because the height of the prompt bar limits which of them are visible.
        snapshot = self.lesson.snapshot
        switches = (
            TeacherKey.OPEN,
            TeacherKey.FIRST_NAMES,
            TeacherKey.NEWS,
            TeacherKey.SOUND,
            TeacherKey.PHONES,
        )
        rounds = {
            TeacherKey.VOTE.of(number): _vote_button_label(snapshot, name)
            for number, name in enumerate(ROUNDS)
        }
        verbs: dict[str, str] = {
            **dict(_header_buttons(snapshot)),
            **dict.fromkeys(switches, _("Change")),
            **rounds,
        }
        return verbs.get(self.focus, _("Open"))

    def shortcuts(self) -> list[Shortcut]:
        """Shortcuts to the tabs on either side, to pause, and back to the big screen."""
        pause = _pause_label(self.lesson.snapshot) if self.focus != TeacherKey.PAUSE else ""
        return [
            Shortcut(InputAction.NEXT, _("Next page"), partial(self._turn_tab, 1)),
            Shortcut(InputAction.PREVIOUS, "", partial(self._turn_tab, -1)),
            Shortcut(InputAction.PAUSE, pause, self._presses()[TeacherKey.PAUSE]),
            Shortcut(InputAction.LOOK, "", self.back),
        ]

    @property
    def back_words(self) -> str:
        """Label of the button back to the big screen."""
        return _("Big screen")

    def prompts(self) -> Prompts:
        opens = InputAction.CONFIRM, self._verb
        back = InputAction.BACK, self.back_words
        if self.app.text_scale > SHORT_PROMPTS_TEXT_SCALE:
            return [opens, back]
        return [(InputAction.NAVIGATE, _("Choose")), opens, *prompts_of(self.shortcuts()), back]

    def build(self) -> Element:
        """Layout of the header, the tabs with the open one's content, and the side panel."""
        snapshot, theme = self.lesson.snapshot, self.app.theme
        table_ranges, tabs = self._tab_ranges(), []
        tab = min(self.tab, len(table_ranges))
        for number, label in enumerate(self._tab_labels(table_ranges)):
            numbers, is_open = [*table_ranges, range(0)][number], number == tab
            ink, fill = (theme.page, theme.ink) if is_open else (theme.ink, theme.sunk)
            needs_attention = not is_open and any(
                snapshot.tables[table_number - 1].needs_you for table_number in numbers
            )
            text = Text(label, _NAME.with_colour(ink), 0.5, lines=1 if numbers else 2, flex=1)
            tabs.append(
                row(
                    *(text, sign("warning", 26)) if needs_attention else (text,),
                    key=TeacherKey.TAB.of(number),
                    ring=12,
                    flex=1,
                    gap=4,
                    align=0.5,
                    pad=Padding(10, 4),
                    least=46,
                    behind=patch(fill, 12, theme.ink),
                )
            )
        tables = (
            [snapshot.tables[number - 1] for number in table_ranges[tab]] if tab < len(table_ranges) else []
        )
        are_large = max((len(table.chairs) for table in tables), default=0) > 5
        forms = (
            ((MIN_ROW_HEIGHT, 1), (MIN_CROWDED_ROW, 1), (MIN_CROWDED_ROW, 2))
            if are_large
            else ((MIN_ROW_HEIGHT, 1), (MIN_CROWDED_ROW, 1))
        )
        bodies = (
            [self._table_cards(tables, *form) for form in forms]
            if tables
            else map(self._vote_tab, (0.4, 0.5))
        )
        return column(
            self._header(),
            row(
                column(
                    shrink_to_fit(row(*tabs, gap=GAP)), shrink_to_fit(*bodies, ranks=1, flex=1), flex=1, gap=8
                ),
                column(shrink_to_fit(self._side_panel(), ranks=2 * MAX_NEED_ROWS - 1, flex=1), w=PANEL_WIDTH),
                flex=1,
                gap=GAP,
            ),
            # In a rehearsal its mark is above.
            pad=Padding(26, ScaledLength(32, most=42) if snapshot.is_rehearsal else 16, 6),
            gap=8,
            behind=Picture(draw_page),
        )

    def _tab_ranges(self) -> list[range]:
        """Table numbers of each tab with tables; the vote's tab, after them, is left out."""
        scale = self.app.text_scale
        available_width = self.app.view.w - 52 - PANEL_WIDTH.at(scale)
        return pages(
            len(self.lesson.snapshot.tables),
            max(1, min(4, int(available_width / (CARD_WIDTH.at(scale) + GAP)))),
        )

    def _tab_labels(self, table_ranges: list[range]) -> list[str]:
        """Labels of the tabs: the tables of each, and at last the vote and the rules."""
        single, several = _("Table {n}"), _("Tables {first} to {last}")
        labels = [
            (several if len(numbers) > 1 else single).format(n=numbers[0], first=numbers[0], last=numbers[-1])
            for numbers in table_ranges
        ]
        vote_label = _("Vote and rules") if self.lesson.snapshot.vote.has_any else _("Rules")
        return [*(labels if len(labels) > 1 else [_("Tables")]), vote_label]

    def _header(self) -> Element:
        """Header with title, clock and buttons, in one line or two."""
        snapshot, theme = self.lesson.snapshot, self.app.theme
        soft = _PLAIN.with_colour(theme.soft)
        people = plural("{count} person", "{count} people", snapshot.people).format(count=snapshot.people)
        title = SingleLineText(snapshot.title or snapshot.game_title, _TITLE, whole=14)
        clock = Text(snapshot.clock.words or _("No end set"), _CLOCK, lines=1)
        texts = (
            column(title, Text(f"{snapshot.game_title}, {people}", soft, lines=1), flex=1),
            row(sign("clock", 34), column(clock, Text(snapshot.clock.last_hand, soft, lines=1), flex=1),
                flex=1, gap=10, align=0.5),
        )  # fmt: skip
        buttons = []
        for key, label in _header_buttons(snapshot):
            fill, ink = (
                (GO_COLOUR, GO_INK)
                if key in (TeacherKey.BEGIN, TeacherKey.TO_DEBRIEF)
                else (theme.cloth, theme.ink)
            )
            buttons.append(
                ButtonElement(label, fill, _BUTTON.with_colour(ink), least=50, aside=40, radius=18, key=key)
            )
        one_line = row(*texts, *buttons, gap=GAP, align=0.5)
        return shrink_to_fit(one_line, column(row(*texts, gap=GAP), row(_REST, *buttons, gap=GAP), gap=2))

    def _table_cards(self, tables: Sequence[TableSnapshot], min_height: float, column_count: int) -> Element:
        """Cards of the tables. Chairs of the same place are level, ``column_count`` in a row of a card."""
        backs = [Picture(draw_sheet, (table.needs_you,), flex=1) for table in tables]
        chairs = zip_longest(
            *(self._chair_rows(table, min_height, column_count) for table in tables), fillvalue=_REST
        )
        places = tuple(self._side_by_side(line) for line in chairs)
        cards = column(
            self._side_by_side([self._table_head(table) for table in tables]),
            GridLayout(places, columns=1, gap=4),
            self._side_by_side([self._table_foot(table) for table in tables]),
            pad=Padding(8, 5, 8), gap=5,
        )  # fmt: skip
        whole = stack(row(*backs, gap=GAP), cards, flex=1)
        alone = [Spacer(flex=0.8)] if len(tables) == 1 else []
        return column(row(whole, *alone), _REST)

    def _side_by_side(self, parts: Sequence[Element]) -> Element:
        """Row of the parts of several cards, with the distance of cards."""
        return row(*parts, gap=GAP + 16)

    def _table_head(self, table: TableSnapshot) -> Element:
        """Head of a table's card, which can be pressed: number, hand, and a sign for a pause."""
        theme = self.app.theme
        hand = _("Hand {n}").format(n=table.hand) if table.hand else ""
        texts = (
            Text(_("Table {n}").format(n=table.number), _HEADING, lines=1),
            Text(_("Done") if table.is_stopped else hand, _PLAIN.with_colour(theme.soft), lines=1),
        )
        return row(
            first_that_fits(row(*texts, _REST, gap=8, align=0.6), column(*texts), flex=1),
            sign("play" if table.is_paused else "pause", 24, ink=theme.ink),
            key=TeacherKey.TABLE.of(table.number), ring=8, flex=1, gap=4, align=0.5, pad=Padding(8), least=44,
        )  # fmt: skip

    def _table_foot(self, table: TableSnapshot) -> Element:
        """Foot of a table's card, which can be pressed: its rules, or those that come soon."""
        theme = self.app.theme
        rule = _("soon: {rule}").format(rule=table.rule) if table.changes else table.rule
        return row(
            Text(rule, _PLAIN, flex=1),
            sign("down", 18, ink=theme.ink),
            key=TeacherKey.RULES.of(table.number),
            ring=8,
            flex=1,
            gap=6,
            align=0.5,
            pad=Padding(10, 3),
            least=45,
            behind=patch(theme.panel, 8, theme.stitch),
        )

    def _chair_rows(self, table: TableSnapshot, min_height: float, column_count: int) -> list[Element]:
        """Rows of a table's chairs, ``column_count`` chairs in each."""
        rows = [
            self._person_row(chair, chair_key(table.number, index), chair.status, chair.words, min_height)
            for index, chair in enumerate(table.chairs)
        ]
        rows += [_REST] * (-len(rows) % column_count)
        lines = zip(*[iter(rows)] * column_count, strict=True)
        return rows if column_count == 1 else [row(*line, flex=1, gap=4) for line in lines]

    def _person_row(
        self, person: ChairSnapshot | PersonSnapshot, key: str, status: ChairStatus, status_text: str,
        min_height: float, drop_rank: int = 0,
    ) -> Element:  # fmt: skip
        """Row of a person: chair, face, name, and the status that needs attention first."""
        is_bot, chair_rank = (
            isinstance(person, ChairSnapshot) and person.person is None,
            getattr(person, "rank", -1),
        )
        face: list[Element] = [
            Picture(draw_face, (person.look, "antenna" if is_bot else ""), w=FACE_WIDTH + 2)
        ]
        if chair_rank >= 0 and self._has_chairs:
            face.insert(0, Picture(draw_chair, (self.lesson.snapshot.game, chair_rank), w=FACE_WIDTH - 10))
        name: Element = SingleLineText(person.name, _NAME, flex=1)
        if status_text:
            fill, ink = PILL_COLOURS.get(status, PILL_COLOURS[ChairStatus.BOT])
            tag = pill(status_text, fill, ink, edge=EDGE_COLOURS.get(status, fill))
            below = column(_REST, SingleLineText(person.name, _NAME), row(tag, _REST), _REST)
            name = first_that_fits(row(name, tag, gap=6, align=0.5), below, flex=1)
        return row(
            *face, name, key=key, ring=8, drop_rank=drop_rank, flex=1, gap=3, pad=Padding(5),
            least=min_height, behind=patch(self.app.theme.sunk),
        )  # fmt: skip

    def _vote_tab(self, width_share: float) -> Element:
        """Tab of the vote, with ``width_share`` of the width (0 to 1), and of the proposed rules."""
        snapshot, theme = self.lesson.snapshot, self.app.theme
        vote = snapshot.vote
        left: list[Element] = []
        if vote.has_any:
            left.append(Text(_("What decides it?"), _HEADING, drop_rank=1))
            rounds = zip(
                ROUNDS,
                (_("Before the charts"), _("After the charts")),
                (vote.before, vote.after),
                strict=True,
            )
            for number, (name, label, count) in enumerate(rounds):
                detail = _("{n} of {of} have voted").format(n=count, of=vote.of)
                action, is_done = _vote_button_label(snapshot, name), vote.open == name
                left.append(
                    self._action_row(TeacherKey.VOTE.of(number), label, detail, action, is_done=is_done)
                )
            left.append(Spacer(8, drop_rank=1))
        line = partial(
            row, ring=8, gap=8, align=0.5, pad=Padding(12, 4), least=45, behind=patch(theme.sunk, 10)
        )
        if not snapshot.is_cup:
            detail = plural("{n} asked so far", "{n} asked so far", len(snapshot.questions))
            question_detail = (
                detail.format(n=len(snapshot.questions)) if snapshot.questions else _("on all phones")
            )
            left.append(
                self._action_row(TeacherKey.ASK, _("Ask the class"), question_detail, "", is_done=False)
            )
        left += [
            Text(_("Propose a rule"), _HEADING, drop_rank=1),
            line(
                Text(_("Pupils propose and vote"), _WORDS, flex=1),
                switch(on=snapshot.rules_open),
                key=TeacherKey.OPEN,
            ),
            line(Text(_("Propose one myself"), _WORDS, flex=1), key=TeacherKey.FORWARD),
        ]
        rule_rows = []
        for rule in snapshot.rules:
            template = _("{name}: {yes} for, {no} against.") if rule.name else _("{yes} for, {no} against.")
            detail = template.format(name=rule.name, yes=rule.yes, no=rule.no)
            action = _("in play") if rule.is_played else ""
            rule_rows.append(
                self._action_row(
                    TeacherKey.MOTION.of(rule.number), rule.words, detail, action, is_done=rule.is_played
                )
            )
        right: Element = GridLayout(tuple(rule_rows), columns=1 if len(rule_rows) <= 6 else 2, gap=4)
        if not rule_rows:
            right = Text(_("No proposals yet."), _PLAIN.with_colour(theme.soft))
        pad = Padding(12, 10)
        return row(
            column(*left, flex=width_share, gap=4, pad=pad, behind=SHEET),
            column(Text(_("Class rules"), _HEADING), right, flex=1 - width_share, gap=8, pad=pad,
                   behind=SHEET),
            gap=GAP,
        )  # fmt: skip

    def _action_row(self, key: str, title: str, detail: str, action: str, *, is_done: bool) -> Element:
        """Row that can be pressed: title, detail, and the action or its state."""
        theme = self.app.theme
        text = column(Text(title, _WORDS), Text(detail, _PLAIN.with_colour(theme.soft)), flex=1)
        content: Element = text
        if action:
            fill, ink = DONE_TAG if is_done else (QUIET_TAG_COLOUR, INK)
            tag = pill(action, fill, ink, edge=fill if is_done else FOCUS_COLOUR)
            content = first_that_fits(
                row(text, tag, gap=8, align=0.5), column(text, row(tag, _REST), gap=3), flex=1
            )
        return row(
            content, key=key, ring=8, pad=Padding(12, 4), least=60, align=0.5, behind=patch(theme.sunk, 10)
        )

    def _side_panel(self) -> Element:
        """Panel with needs, people without a seat, and switches of the big screen."""
        snapshot, theme = self.lesson.snapshot, self.app.theme
        soft = _PLAIN.with_colour(theme.soft)
        needs: list[Element] = []
        people: list[Element] = []
        for index, need in enumerate(snapshot.needs[:MAX_NEED_ROWS]):
            text = Text(need.words, _WORDS, flex=1)
            needs.append(
                row(
                    text,
                    key=TeacherKey.NEED.of(index),
                    ring=8,
                    drop_rank=index,
                    pad=Padding(12, 5),
                    least=62,
                    align=0.5,
                    behind=patch(theme.sunk, 10),
                )
            )
        min_height = (
            MIN_ROW_HEIGHT
            if any(person.moves_to for person in snapshot.unseated[:MAX_NEED_ROWS])
            else MIN_CROWDED_ROW
        )
        for index, person in enumerate(snapshot.unseated[:MAX_NEED_ROWS]):
            status_text = _("to table {n}").format(n=person.moves_to) if person.moves_to else ""
            status = ChairStatus.MOVES if person.moves_to else ChairStatus.NONE
            people.append(
                self._person_row(
                    person,
                    TeacherKey.PERSON.of(person.number),
                    status,
                    status_text,
                    min_height,
                    drop_rank=MAX_NEED_ROWS + index,
                )
            )
        switches = (
            (TeacherKey.FIRST_NAMES, _("First names"), snapshot.big.first_names),
            (TeacherKey.NEWS, _("News ticker"), snapshot.big.news),
            (TeacherKey.SOUND, _("Sound"), snapshot.big.sound),
            (TeacherKey.PHONES, _("Rules on phones"), snapshot.big.rules),
        )
        panel = partial(column, gap=3, pad=Padding(8, 3, 7), behind=SHEET)
        return column(
            panel(
                self._heading("warning", _("Needs you"), len(snapshot.needs), TeacherKey.NEEDS),
                *needs or [row(Text(_("All is well."), soft), pad=Padding(6)), Spacer(8)],
            ),
            panel(
                self._heading("person", _("No seat yet"), len(snapshot.unseated), TeacherKey.OTHERS),
                *people or [row(Text(_("Everyone has one."), soft), pad=Padding(6))],
                flex=1,
            ),
            panel(
                self._heading("screen", _("Big screen"), 0, ""),
                *(
                    row(
                        Text(label, _PLAIN, flex=1),
                        switch(on=on),
                        key=key,
                        ring=8,
                        align=0.5,
                        pad=Padding(8),
                        least=44,
                    )
                    for key, label, on in switches
                ),
            ),
            gap=GAP,
        )

    def _heading(self, icon: str, title: str, count: int, key: str) -> Element:
        """Heading of a panel. If it has a count, a press lists everything that is counted."""
        texts = sign(icon, 26), Text(title, _HEADING, flex=1)
        number = [pill(str(count), "#B03526", "#FFFFFF")] if count else []
        min_height = 44 if count else 38
        return row(
            *texts,
            *number,
            key=key if count else "",
            ring=8,
            gap=10,
            align=0.5,
            pad=Padding(6),
            least=min_height,
        )

    # Actions.

    def on_input(self, intent: InputEvent) -> None:
        """Repair the focus, then handle the input."""
        self._repair_focus()
        super().on_input(intent)

    def _repair_focus(self) -> None:
        """Move the focus to an element of the same kind if its element is gone.

        Falls back to the open tab, where a press has no effect.
        """
        boxes = self.frame.boxes
        if self.focus and self.focus not in boxes:
            kind = self.focus.rstrip("0123456789")
            keys = (key for key in self.actions() if key.startswith(kind))
            self.focus = next(keys, TeacherKey.TAB.of(min(self.tab, len(self._tab_ranges()))))

    def _turn_tab(self, step: int) -> None:
        """Open the tab ``step`` further, with the first one after the last."""
        self._open_tab((self.tab + step) % (len(self._tab_ranges()) + 1))

    def _open_tab(self, tab: int) -> None:
        """Open the tab with this index, with a sound."""
        self.tab = tab
        self.app.audio.play("focus")

    def _execute(self, command: TeacherCommand) -> None:
        """Execute a command with a sound."""
        self.app.audio.play("confirm")
        self.lesson.execute(command)

    def _presses(self) -> Mapping[str, Callable[[], object]]:
        """Effect of a press by key, also for keys that are not visible now."""
        snapshot, execute = self.lesson.snapshot, self._execute
        actions: dict[str, Callable[[], object]] = {
            TeacherKey.SHUFFLE: partial(execute, SeatRandomly()),
            TeacherKey.BEGIN: partial(execute, BeginClass()),
            TeacherKey.MORE: partial(execute, ExtendTime(5)),
            TeacherKey.LAST_HAND: partial(execute, AnnounceLastHand()),
            TeacherKey.PAUSE: partial(execute, ResumeTables() if snapshot.is_paused else PauseTables()),
            TeacherKey.TO_DEBRIEF: partial(execute, BeginReport()),
            TeacherKey.SWAP: partial(ask_swap, self.lesson),
            TeacherKey.OPEN: partial(execute, OpenProposals(not snapshot.rules_open)),
            TeacherKey.FORWARD: partial(self._propose_rule, snapshot),
            TeacherKey.ASK: lambda: self.app.open_scene("class_ask", self.lesson),
            TeacherKey.NEEDS: partial(self._list_needs, snapshot),
            TeacherKey.OTHERS: partial(self._list_unseated, snapshot),
        }
        for key in (TeacherKey.FIRST_NAMES, TeacherKey.NEWS, TeacherKey.SOUND, TeacherKey.PHONES):
            actions[key] = partial(execute, SetBigScreen(**{key.value: not getattr(snapshot.big, key)}))
        for tab in range(len(self._tab_ranges()) + 1):
            actions[TeacherKey.TAB.of(tab)] = partial(self._open_tab, tab)
        for number, name in enumerate(ROUNDS):
            actions[TeacherKey.VOTE.of(number)] = partial(execute, AskVote(snapshot.vote.open != name, name))
        for rule in snapshot.rules:
            actions[TeacherKey.MOTION.of(rule.number)] = partial(self._open_proposal, snapshot, rule)
        for table in snapshot.tables:
            actions[TeacherKey.TABLE.of(table.number)] = partial(self._open_table_menu, snapshot, table)
            actions[TeacherKey.RULES.of(table.number)] = partial(
                self._open_rules_menu, snapshot, table.number
            )
            for index, chair in enumerate(table.chairs):
                actions[chair_key(table.number, index)] = partial(self._open_chair_menu, chair, table.number)
        for person in snapshot.unseated:
            actions[TeacherKey.PERSON.of(person.number)] = partial(
                self._open_person_menu, person.number, person.name, 0
            )
        for index, need in enumerate(snapshot.needs):
            actions[TeacherKey.NEED.of(index)] = partial(self._open_need, need)
        return actions

    def _ask_choice(self, title: str, choices: Sequence[Choice], more: str = "") -> None:
        """Show a dialog with these choices, and one to go back."""
        self.app.audio.play("confirm")
        ask_choice(self.app, title, [*choices, (_("Back"), None)], more)

    def _command_choice(self, label: str, command: TeacherCommand) -> Choice:
        """Choice in a dialog, (label, action), that executes a command."""
        return label, lambda: self._execute(command)

    def _propose_rule(self, snapshot: ClassSnapshot) -> None:
        """Let the teacher choose a rule to propose."""
        choices = [
            self._command_choice(choice.words, ProposeRule(option, value))
            for choice in snapshot.choices
            for option, value in list(choice.options.items())[:1]
        ]
        self._ask_choice(_("Propose one myself"), choices)

    def _open_proposal(self, snapshot: ClassSnapshot, rule: RuleSnapshot) -> None:
        """Offer to play a proposed rule (while hands are played) or to take it off the list."""
        choices = []
        if snapshot.phase == "playing" and not rule.is_played:
            choices.append(self._command_choice(_("Play it next hand"), PlayRule(rule.number)))
        choices.append(self._command_choice(_("Take it off"), DropRule(rule.number)))
        self._ask_choice(rule.words, choices)

    def _open_table_menu(self, snapshot: ClassSnapshot, table: TableSnapshot) -> None:
        """Show what can be done with a table: pause, enlarge, other rules."""
        number = table.number
        paused = table.is_paused and not snapshot.is_paused
        pause = _("Resume this table") if paused else _("Pause this table")
        large = snapshot.big.large == number
        choices = [
            self._command_choice(pause, ResumeTables(number) if paused else PauseTables(number)),
            self._command_choice(
                _("Show all tables") if large else _("Show it large"),
                ShowLarge(None if large else number),
            ),
            (_("Change rules"), lambda: self._open_rules_menu(snapshot, number)),
        ]
        self._ask_choice(
            _("Table {n}").format(n=number),
            choices if snapshot.phase != "gathering" else choices[2:],
            table.rule,
        )

    def _open_rules_menu(self, snapshot: ClassSnapshot, number: int) -> None:
        """Offer rules for a table: those that the game compares, or the first six if it has none."""
        rule_options = [choice for choice in snapshot.choices if choice.first] or list(snapshot.choices[:6])
        choices = [
            self._command_choice(choice.words, SetRules(number, dict(choice.options)))
            for choice in rule_options
        ]
        more = _("From the next hand, which starts a new match.") if snapshot.phase == "playing" else ""
        self._ask_choice(_("Rules of table {n}").format(n=number), choices, more)

    def _open_chair_menu(self, chair: ChairSnapshot, table: int) -> None:
        """Show what can be done with a person, or who may sit on a free chair."""
        if chair.person is None:
            unseated = self.lesson.snapshot.unseated
            choices = [
                self._command_choice(pupil.name, SeatPerson(pupil.number, table, chair.seat))
                for pupil in unseated[:6]
            ]
            self._ask_choice(_("Who sits here?") if choices else _("A computer plays here."), choices)
            return
        person = chair.person
        choices = []
        if chair.is_bot:
            choices.append(self._command_choice(_("Let them play"), EndBotTakeover(person)))
        else:
            choices += [
                self._command_choice(_("Nudge"), Nudge(person)),
                self._command_choice(_("A bot takes over"), StartBotTakeover(person)),
            ]
        self._open_person_menu(person, chair.name, table, choices, moves=chair.moves_to is not None)

    def _open_person_menu(
        self, person: int, name: str, table: int, first_choices: Sequence[Choice] = (), *, moves: bool = False
    ) -> None:
        """Show what can be done with a person; ``table`` is 0 for one without a seat."""
        is_begun = self.lesson.is_begun
        choices = [
            *(first_choices if is_begun else ()),
            (_("Change table"), lambda: self._ask_move(person, name, table)),
        ]
        if moves:
            choices.append(self._command_choice(_("Keep this seat"), CancelSeatMove(person)))
        elif table:
            choices.append(self._command_choice(_("Stand up"), VacateSeat(person)))
        choices.append((_("Change name"), lambda: self._ask_name(person, name)))
        choices.append((_("Remove"), lambda: self._ask_remove(person, name)))
        self._ask_choice(name, choices)

    def _list_unseated(self, snapshot: ClassSnapshot) -> None:
        """List all people without a seat, because not each one has a row."""
        choices = [
            (person.name, partial(self._open_person_menu, person.number, person.name, 0))
            for person in snapshot.unseated
        ]
        self._ask_choice(_("No seat yet"), choices)

    def _list_needs(self, snapshot: ClassSnapshot) -> None:
        """List all needs, because not each one has a row."""
        self._ask_choice(
            _("Needs you"), [(need.words, partial(self._open_need, need)) for need in snapshot.needs]
        )

    def _ask_move(self, person: int, name: str, table: int) -> None:
        """Ask to which other table a person goes, and move them there."""
        tables = self.lesson.snapshot.tables
        choices = [
            self._command_choice(
                (_("Table {n}") if target.free else _("Table {n}, full")).format(n=target.number),
                SeatPerson(person, target.number),
            )
            for target in tables
            if target.number != table
        ]
        more = _("They move once the hand is over.") if self.lesson.is_begun and table else ""
        self._ask_choice(_("Where does {name} go?").format(name=name), choices, more)

    def _ask_name(self, person: int, name: str) -> None:
        """Open the screen keyboard for another name of a person."""

        def on_answer(new_name: str | None) -> None:
            """Rename the person, unless the name is empty or None."""
            if new_name:
                self._execute(RenamePerson(person, new_name))

        self.app.scenes.push(ScreenKeyboard(_("Change name"), name, MAX_NAME_LENGTH), on_answer)

    def _ask_remove(self, person: int, name: str) -> None:
        """Remove a person after confirmation."""
        question = _("Remove {name}?").format(name=name)
        more = _("Their phone loses its place. A computer takes over.")
        confirm(
            self.app,
            question,
            (_("Back"), _("Remove")),
            lambda: self._execute(RemovePerson(person)),
            more,
            loses=True,
        )

    def _open_need(self, need: NeedSnapshot) -> None:
        """Show what can be done about an issue."""
        person = need.person
        if person is None:
            self._ask_choice(need.words, [])
        elif need.why == "claim":
            choices = [
                self._command_choice(_("Let them in"), Admit(person)),
                self._command_choice(_("Turn them away"), Deny(person)),
            ]
            self._ask_choice(need.words, choices)
        else:
            choices = [
                self._command_choice(_("A bot takes over"), StartBotTakeover(person)),
                self._command_choice(_("Nudge"), Nudge(person)),
            ]
            self._ask_choice(need.words, choices)
