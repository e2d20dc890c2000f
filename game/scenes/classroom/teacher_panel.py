"""Teacher's controls in the window, modelled on the page for laptops and tablets.

Each tab shows some tables with the people at them. The last tab has the vote and the proposed rules. Beside
them are the needs, the people without a seat, and the switches of the big screen. Everything is a tree made
from a snapshot of the class. Elements with a key can be pressed (`TeacherScene._acts`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Final

from game.i18n import _, plural
from game.match.classroom import (
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
from game.party.messages import NAME
from game.scenes.classroom.class_runner import ClassRunner, ClassScene, ask_swap, swap_words
from game.scenes.classroom.tables_overview import hall_art
from game.ui.art.fabric import ClothColours
from game.ui.art.layers import DONE, FOCUS, GOLD, INK, QUIET
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import Prompts, Shortcut, prompts_of
from game.ui.widgets import (
    GO,
    GO_INK,
    ButtonElement,
    Control,
    ControlScene,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    Padding,
    Picture,
    ScaledLength,
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
SIDE: Final = ScaledLength(262, 0.3)  # width of the panel beside the tables
# least width of a table's card; as many as fit are in a row, four at most
CARD: Final = ScaledLength(228, 0.65)
LOW, HIGH = 45.0, 58.0  # units, least height of a person's row at tables with many people, and at others
FACE: Final = 46.0  # units, width of a puppet
SEEN: Final = 3  # needs, and people without a seat, with their own rows
PILLS: Final = {
    ChairStatus.LEADS: (GOLD, INK),
    ChairStatus.OUT: DONE,
    ChairStatus.BOT: ("#DCD3EA", INK),
    ChairStatus.AWAY: ("#B03526", "#FFFFFF"),
    ChairStatus.LONG: ("#FFFFFF", "#9C2A1C"),
    ChairStatus.MOVES: (QUIET, "#174F91"),
}
EDGES: Final = {ChairStatus.LONG: "#B03526", ChairStatus.MOVES: FOCUS}

_TITLE, _CLOCK = FontSpec(26, NAMES, most=36), FontSpec(24, NAMES, most=34)
_HEADING = FontSpec(21, NAMES, most=30)
_BUTTON = FontSpec(20, STRONG, most=30)
_NAME = FontSpec(19, STRONG, most=30)
_WORDS = FontSpec(18, STRONG, most=27)
_PLAIN = FontSpec(18, READ, most=27)
_REST = Spacer(flex=1)


def chair_key(table: int, place: int) -> str:
    """Key of a chair. No table has ten of them."""
    return TeacherKey.CHAIR.of(10 * table + place)


def pages(count: int, most: int) -> list[range]:
    """Table numbers of each tab: at most ``most``, distributed evenly."""
    tabs = -(-count // most)
    each = -(-count // tabs)
    return [range(first, min(first + each, count + 1)) for first in range(1, count + 1, each)]


def draw_page(painter: Painter, _box: Box) -> None:
    """Draw the background of the page."""
    painter.fill(painter.view.box, painter.theme.page)


def draw_sheet(painter: Painter, box: Box, warns: bool = False) -> None:  # noqa: FBT001, FBT002 - a value
    """Draw a plain panel, with a red frame if ``warns``."""
    theme = painter.theme
    fabric = ClothColours(theme.panel, theme.bad if warns else theme.ink, theme.panel)
    draw_cloth(painter, box, fabric, radius=14, shadow=False)
    if warns:
        painter.frame(box.inflated(1), theme.bad, 4, 15)


def draw_chair(painter: Painter, box: Box, game: str, rank: int) -> None:
    """Draw a chair as the sign of its rank."""
    art = hall_art(game).sign
    assert art is not None
    tall = min(box.h, FACE * 1.15) * 0.76
    image = art(painter.assets, rank, round(tall))
    if (share := painter.view.px(tall) / image.get_width()) < 1:  # a stool is far wider than high
        image = art(painter.assets, rank, round(tall * share))
    painter.blit(image, *box.centre, "center")


def draw_face(painter: Painter, box: Box, look: int, wears: str) -> None:
    """Draw a person cut off at the lower edge of the box."""
    tall = round(min(box.h * 0.98, FACE * 1.15))
    image = puppet(painter.assets, look, "idle", 0, tall, PuppetOutfit(wears, ground=False))
    clip = painter.surface.get_clip()
    painter.surface.set_clip(painter.view.rect(box).clip(clip))
    painter.blit(image, box.x + tall * 0.42, box.bottom + tall * 0.16 + puppet_foot(tall), "midbottom")
    painter.surface.set_clip(clip)


SHEET: Final = Picture(draw_sheet)


def _pause_words(glance: ClassSnapshot) -> str:
    return _("Go on") if glance.is_paused else _("Pause all")


def _vote_words(glance: ClassSnapshot, asked: Asked) -> str:
    """Label of a button that opens or closes a round of the vote."""
    return _("Close the vote") if glance.vote.open == asked else _("Open the vote")


def _buttons(glance: ClassSnapshot) -> tuple[tuple[str, str], ...]:
    """Buttons of the header, left to right: key and label."""
    pause = TeacherKey.PAUSE, _pause_words(glance)
    if glance.is_cup:  # a tournament determines its pairs and its end
        if glance.phase == "gathering":
            return ((TeacherKey.BEGIN, _("Begin")),)
        return () if glance.is_over else (pause,)
    more = TeacherKey.MORE, _("+ 5 min")
    if glance.phase == "gathering":
        return more, (TeacherKey.SHUFFLE, _("Seats by chance")), (TeacherKey.BEGIN, _("Begin"))
    debrief = TeacherKey.TO_DEBRIEF, _("To the debrief")
    swap = ((TeacherKey.SWAP, _("Round 2")),) if swap_words(glance) else ()
    if glance.phase == "playing":
        return more, *swap, (TeacherKey.LAST_HAND, _("Last hand")), pause, debrief
    return (*swap, debrief) if glance.is_over else (*swap, pause, debrief)


Choice = tuple[str, Callable[[], None]]
ROOMY = 1.6  # text scale above which the prompt bar shows only two prompts


class TeacherScene(ControlScene, ClassScene):
    """All people, table by table, with the teacher's commands."""

    prompt_bar_offset = 10.0

    def __init__(self, run: ClassRunner) -> None:
        self.lesson = run
        self.tab = 0
        self._has_chairs = hall_art(run.snapshot.game).sign is not None
        self._debriefed = run.snapshot.phase == "debrief"

    def tick(self, now: float) -> bool:
        # A teacher who returns here after the charts may stay.
        before, self._debriefed = self._debriefed, self.lesson.snapshot.phase == "debrief"
        if self._debriefed and not before:
            self.app.scenes.pop()  # the scene below opens the debrief
        return False

    def on_snapshot(self, glance: ClassSnapshot) -> bool:
        self._settle()
        return True

    def controls(self) -> list[Control]:
        acts = self._acts()
        return [Control(key, acts[key]) for key in self.frame.boxes if key in acts]

    @property
    def _verb(self) -> str:
        """Label for a press on the focused element."""
        # Not taken from the controls, because the height of the prompt bar limits which of them are visible.
        glance = self.lesson.snapshot
        switches = (
            TeacherKey.OPEN,
            TeacherKey.FIRST_NAMES,
            TeacherKey.NEWS,
            TeacherKey.SOUND,
            TeacherKey.PHONES,
        )
        rounds = {TeacherKey.VOTE.of(number): _vote_words(glance, name) for number, name in enumerate(ROUNDS)}
        verbs: dict[str, str] = {**dict(_buttons(glance)), **dict.fromkeys(switches, _("Change")), **rounds}
        return verbs.get(self.focus, _("Open"))

    def shortcuts(self) -> list[Shortcut]:
        pause = _pause_words(self.lesson.snapshot) if self.focus != TeacherKey.PAUSE else ""
        return [
            Shortcut(InputAction.NEXT, _("Next page"), partial(self._turn, 1)),
            Shortcut(InputAction.PREVIOUS, "", partial(self._turn, -1)),
            Shortcut(InputAction.PAUSE, pause, self._acts()[TeacherKey.PAUSE]),
            Shortcut(InputAction.LOOK, "", self.back),
        ]

    @property
    def back_words(self) -> str:
        return _("Big screen")

    def prompts(self) -> Prompts:
        opens = InputAction.CONFIRM, self._verb
        back = InputAction.BACK, self.back_words
        if self.app.text_scale > ROOMY:
            return [opens, back]
        return [(InputAction.NAVIGATE, _("Choose")), opens, *prompts_of(self.shortcuts()), back]

    def build(self) -> Element:
        glance, theme = self.lesson.snapshot, self.app.theme
        behind, tabs = self._pages(), []
        tab = min(self.tab, len(behind))
        for number, words in enumerate(self._tab_words(behind)):
            numbers, is_open = [*behind, range(0)][number], number == tab
            ink, fill = (theme.page, theme.ink) if is_open else (theme.ink, theme.sunk)
            warns = not is_open and any(glance.tables[one - 1].needs_you for one in numbers)
            told = Text(words, _NAME.with_colour(ink), 0.5, lines=1 if numbers else 2, flex=1)
            tabs.append(
                row(
                    *(told, sign("warning", 26)) if warns else (told,),
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
        shown = [glance.tables[number - 1] for number in behind[tab]] if tab < len(behind) else []
        several = max((len(table.chairs) for table in shown), default=0) > 5
        forms = ((HIGH, 1), (LOW, 1), (LOW, 2)) if several else ((HIGH, 1), (LOW, 1))
        below = [self._tables(shown, *form) for form in forms] if shown else map(self._asked, (0.4, 0.5))
        return column(
            self._head(),
            row(
                column(
                    shrink_to_fit(row(*tabs, gap=GAP)), shrink_to_fit(*below, ranks=1, flex=1), flex=1, gap=8
                ),
                column(shrink_to_fit(self._side(), ranks=2 * SEEN - 1, flex=1), w=SIDE),
                flex=1,
                gap=GAP,
            ),
            # In a rehearsal its mark is above.
            pad=Padding(26, ScaledLength(32, most=42) if glance.is_rehearsal else 16, 6),
            gap=8,
            behind=Picture(draw_page),
        )

    def _pages(self) -> list[range]:
        """Table numbers of each tab."""
        scale = self.app.text_scale
        room = self.app.view.w - 52 - SIDE.at(scale)
        return pages(len(self.lesson.snapshot.tables), max(1, min(4, int(room / (CARD.at(scale) + GAP)))))

    def _tab_words(self, behind: list[range]) -> list[str]:
        one, several = _("Table {n}"), _("Tables {first} to {last}")
        words = [
            (several if len(numbers) > 1 else one).format(n=numbers[0], first=numbers[0], last=numbers[-1])
            for numbers in behind
        ]
        asked = _("Vote and rules") if self.lesson.snapshot.vote.has_any else _("Rules")
        return [*(words if len(words) > 1 else [_("Tables")]), asked]

    def _head(self) -> Element:
        glance, theme = self.lesson.snapshot, self.app.theme
        soft = _PLAIN.with_colour(theme.soft)
        people = plural("{count} person", "{count} people", glance.people).format(count=glance.people)
        title = SingleLineText(glance.title or glance.game_title, _TITLE, whole=14)
        clock = Text(glance.clock.words or _("No end set"), _CLOCK, lines=1)
        told = (
            column(title, Text(f"{glance.game_title}, {people}", soft, lines=1), flex=1),
            row(sign("clock", 34), column(clock, Text(glance.clock.last_hand, soft, lines=1), flex=1),
                flex=1, gap=10, align=0.5),
        )  # fmt: skip
        buttons = []
        for key, words in _buttons(glance):
            fill, ink = (
                (GO, GO_INK) if key in (TeacherKey.BEGIN, TeacherKey.TO_DEBRIEF) else (theme.cloth, theme.ink)
            )
            buttons.append(
                ButtonElement(words, fill, _BUTTON.with_colour(ink), least=50, aside=40, radius=18, key=key)
            )
        beside = row(*told, *buttons, gap=GAP, align=0.5)
        return shrink_to_fit(beside, column(row(*told, gap=GAP), row(_REST, *buttons, gap=GAP), gap=2))

    def _tables(self, tables: Sequence[TableSnapshot], least: float, across: int) -> Element:
        """Cards of the tables. Chairs of the same place are level, ``across`` of them in a row of a card."""
        backs = [Picture(draw_sheet, (table.needs_you,), flex=1) for table in tables]
        chairs = zip_longest(*(self._chairs(table, least, across) for table in tables), fillvalue=_REST)
        places = tuple(self._beside(line) for line in chairs)
        cards = column(
            self._beside([self._table_head(table) for table in tables]),
            GridLayout(places, columns=1, gap=4),
            self._beside([self._table_foot(table) for table in tables]),
            pad=Padding(8, 5, 8), gap=5,
        )  # fmt: skip
        whole = stack(row(*backs, gap=GAP), cards, flex=1)
        alone = [Spacer(flex=0.8)] if len(tables) == 1 else []
        return column(row(whole, *alone), _REST)

    def _beside(self, parts: Sequence[Element]) -> Element:
        return row(*parts, gap=GAP + 16)

    def _table_head(self, table: TableSnapshot) -> Element:
        theme = self.app.theme
        hand = _("Hand {n}").format(n=table.hand) if table.hand else ""
        told = (
            Text(_("Table {n}").format(n=table.number), _HEADING, lines=1),
            Text(_("Done") if table.is_stopped else hand, _PLAIN.with_colour(theme.soft), lines=1),
        )
        return row(
            first_that_fits(row(*told, _REST, gap=8, align=0.6), column(*told), flex=1),
            sign("play" if table.is_paused else "pause", 24, ink=theme.ink),
            key=TeacherKey.TABLE.of(table.number), ring=8, flex=1, gap=4, align=0.5, pad=Padding(8), least=44,
        )  # fmt: skip

    def _table_foot(self, table: TableSnapshot) -> Element:
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

    def _chairs(self, table: TableSnapshot, least: float, across: int) -> list[Element]:
        rows = [
            self._somebody(chair, chair_key(table.number, place), chair.status, chair.words, least)
            for place, chair in enumerate(table.chairs)
        ]
        rows += [_REST] * (-len(rows) % across)
        lines = zip(*[iter(rows)] * across, strict=True)
        return rows if across == 1 else [row(*line, flex=1, gap=4) for line in lines]

    def _somebody(
        self, one: ChairSnapshot | PersonSnapshot, key: str, status: ChairStatus, words: str, least: float,
        rank: int = 0,
    ) -> Element:  # fmt: skip
        """Row of a person: chair, face, name, and the status that needs attention first."""
        is_bot, chair = isinstance(one, ChairSnapshot) and one.person is None, getattr(one, "rank", -1)
        face: list[Element] = [Picture(draw_face, (one.look, "antenna" if is_bot else ""), w=FACE + 2)]
        if chair >= 0 and self._has_chairs:
            face.insert(0, Picture(draw_chair, (self.lesson.snapshot.game, chair), w=FACE - 10))
        told: Element = SingleLineText(one.name, _NAME, flex=1)
        if words:
            fill, ink = PILLS.get(status, PILLS[ChairStatus.BOT])
            tag = pill(words, fill, ink, edge=EDGES.get(status, fill))
            below = column(_REST, SingleLineText(one.name, _NAME), row(tag, _REST), _REST)
            told = first_that_fits(row(told, tag, gap=6, align=0.5), below, flex=1)
        return row(
            *face, told, key=key, ring=8, drop_rank=rank, flex=1, gap=3, pad=Padding(5), least=least,
            behind=patch(self.app.theme.sunk),
        )  # fmt: skip

    def _asked(self, share: float) -> Element:
        """Tab of the vote, with ``share`` of the width (0 to 1), and of the proposed rules."""
        glance, theme = self.lesson.snapshot, self.app.theme
        vote = glance.vote
        left: list[Element] = []
        if vote.has_any:
            left.append(Text(_("What decides?"), _HEADING, drop_rank=1))
            told = zip(
                ROUNDS,
                (_("Before the charts"), _("After the charts")),
                (vote.before, vote.after),
                strict=True,
            )
            for number, (name, words, count) in enumerate(told):
                more = _("{n} of {of} have voted").format(n=count, of=vote.of)
                does, is_done = _vote_words(glance, name), vote.open == name
                left.append(self._line(TeacherKey.VOTE.of(number), words, more, does, is_done=is_done))
            left.append(Spacer(8, drop_rank=1))
        line = partial(
            row, ring=8, gap=8, align=0.5, pad=Padding(12, 4), least=45, behind=patch(theme.sunk, 10)
        )
        if not glance.is_cup:
            more = plural("{n} was asked", "{n} were asked", len(glance.questions))
            told_asked = more.format(n=len(glance.questions)) if glance.questions else _("on all phones")
            left.append(self._line(TeacherKey.ASK, _("Ask the class"), told_asked, "", is_done=False))
        left += [
            Text(_("Propose a rule"), _HEADING, drop_rank=1),
            line(
                Text(_("Pupils propose and vote"), _WORDS, flex=1),
                switch(on=glance.rules_open),
                key=TeacherKey.OPEN,
            ),
            line(Text(_("Put a rule forward"), _WORDS, flex=1), key=TeacherKey.FORWARD),
        ]
        motions = []
        for rule in glance.rules:
            said = _("{name}: {yes} for it, {no} against.") if rule.name else _("{yes} for it, {no} against.")
            more = said.format(name=rule.name, yes=rule.yes, no=rule.no)
            does = _("is played") if rule.played else ""
            motions.append(
                self._line(TeacherKey.MOTION.of(rule.number), rule.words, more, does, is_done=rule.played)
            )
        right: Element = GridLayout(tuple(motions), columns=1 if len(motions) <= 6 else 2, gap=4)
        if not motions:
            right = Text(_("None was proposed yet."), _PLAIN.with_colour(theme.soft))
        pad = Padding(12, 10)
        return row(
            column(*left, flex=share, gap=4, pad=pad, behind=SHEET),
            column(Text(_("Rules of the class"), _HEADING), right, flex=1 - share, gap=8, pad=pad,
                   behind=SHEET),
            gap=GAP,
        )  # fmt: skip

    def _line(self, key: str, words: str, more: str, does: str, *, is_done: bool) -> Element:
        """Row that can be pressed: title, detail, and the action or its state."""
        theme = self.app.theme
        told = column(Text(words, _WORDS), Text(more, _PLAIN.with_colour(theme.soft)), flex=1)
        whole: Element = told
        if does:
            fill, ink = DONE if is_done else (QUIET, INK)
            tag = pill(does, fill, ink, edge=fill if is_done else FOCUS)
            whole = first_that_fits(
                row(told, tag, gap=8, align=0.5), column(told, row(tag, _REST), gap=3), flex=1
            )
        return row(
            whole, key=key, ring=8, pad=Padding(12, 4), least=60, align=0.5, behind=patch(theme.sunk, 10)
        )

    def _side(self) -> Element:
        """Panel with needs, people without a seat, and switches of the big screen."""
        glance, theme = self.lesson.snapshot, self.app.theme
        soft = _PLAIN.with_colour(theme.soft)
        needs: list[Element] = []
        people: list[Element] = []
        for place, need in enumerate(glance.needs[:SEEN]):
            said = Text(need.words, _WORDS, flex=1)
            needs.append(
                row(
                    said,
                    key=TeacherKey.NEED.of(place),
                    ring=8,
                    drop_rank=place,
                    pad=Padding(12, 5),
                    least=62,
                    align=0.5,
                    behind=patch(theme.sunk, 10),
                )
            )
        high = HIGH if any(one.moves_to for one in glance.unseated[:SEEN]) else LOW
        for place, one in enumerate(glance.unseated[:SEEN]):
            words = _("to table {n}").format(n=one.moves_to) if one.moves_to else ""
            status = ChairStatus.MOVES if one.moves_to else ChairStatus.NONE
            people.append(
                self._somebody(one, TeacherKey.PERSON.of(one.number), status, words, high, rank=SEEN + place)
            )
        switches = (
            (TeacherKey.FIRST_NAMES, _("First names"), glance.big.first_names),
            (TeacherKey.NEWS, _("News line"), glance.big.news),
            (TeacherKey.SOUND, _("Sound"), glance.big.sound),
            (TeacherKey.PHONES, _("Rules on phones"), glance.big.rules),
        )
        panel = partial(column, gap=3, pad=Padding(8, 3, 7), behind=SHEET)
        return column(
            panel(
                self._heading("warning", _("Needs you"), len(glance.needs), TeacherKey.NEEDS),
                *needs or [row(Text(_("All goes well."), soft), pad=Padding(6)), Spacer(8)],
            ),
            panel(
                self._heading("person", _("No seat yet"), len(glance.unseated), TeacherKey.OTHERS),
                *people or [row(Text(_("Everybody has one."), soft), pad=Padding(6))],
                flex=1,
            ),
            panel(
                self._heading("screen", _("Big screen"), 0, ""),
                *(
                    row(
                        Text(words, _PLAIN, flex=1),
                        switch(on=on),
                        key=key,
                        ring=8,
                        align=0.5,
                        pad=Padding(8),
                        least=44,
                    )
                    for key, words, on in switches
                ),
            ),
            gap=GAP,
        )

    def _heading(self, icon: str, words: str, count: int, key: str) -> Element:
        """Heading of a panel. If it has a count, a press lists everything that is counted."""
        told = sign(icon, 26), Text(words, _HEADING, flex=1)
        number = [pill(str(count), "#B03526", "#FFFFFF")] if count else []
        least = 44 if count else 38
        return row(
            *told, *number, key=key if count else "", ring=8, gap=10, align=0.5, pad=Padding(6), least=least
        )

    # Actions.

    def on_input(self, intent: InputEvent) -> None:
        self._settle()
        super().on_input(intent)

    def _settle(self) -> None:
        """Move the focus to an element of the same kind if its element is gone.

        Falls back to the open tab, where a press has no effect.
        """
        known = self.frame.boxes
        if self.focus and self.focus not in known:
            kind = self.focus.rstrip("0123456789")
            keys = (control.key for control in self.controls() if control.key.startswith(kind))
            self.focus = next(keys, TeacherKey.TAB.of(min(self.tab, len(self._pages()))))

    def _turn(self, step: int) -> None:
        self._turn_to((self.tab + step) % (len(self._pages()) + 1))

    def _turn_to(self, tab: int) -> None:
        self.tab = tab
        self.app.audio.play("focus")

    def _do(self, wish: TeacherCommand) -> None:
        self.app.audio.play("confirm")
        self.lesson.execute(wish)

    def _acts(self) -> Mapping[str, Callable[[], object]]:
        """Action for each key, also for keys that are not visible now."""
        glance, do = self.lesson.snapshot, self._do
        acts: dict[str, Callable[[], object]] = {
            TeacherKey.SHUFFLE: partial(do, SeatRandomly()),
            TeacherKey.BEGIN: partial(do, BeginClass()),
            TeacherKey.MORE: partial(do, ExtendTime(5)),
            TeacherKey.LAST_HAND: partial(do, AnnounceLastHand()),
            TeacherKey.PAUSE: partial(do, ResumeTables() if glance.is_paused else PauseTables()),
            TeacherKey.TO_DEBRIEF: partial(do, BeginReport()),
            TeacherKey.SWAP: partial(ask_swap, self.lesson),
            TeacherKey.OPEN: partial(do, OpenProposals(not glance.rules_open)),
            TeacherKey.FORWARD: partial(self._put_forward, glance),
            TeacherKey.ASK: lambda: self.app.open_scene("class_ask", self.lesson),
            TeacherKey.NEEDS: partial(self._needs, glance),
            TeacherKey.OTHERS: partial(self._others, glance),
        }
        for key in (TeacherKey.FIRST_NAMES, TeacherKey.NEWS, TeacherKey.SOUND, TeacherKey.PHONES):
            acts[key] = partial(do, SetBigScreen(**{key.value: not getattr(glance.big, key)}))
        for tab in range(len(self._pages()) + 1):
            acts[TeacherKey.TAB.of(tab)] = partial(self._turn_to, tab)
        for number, name in enumerate(ROUNDS):
            acts[TeacherKey.VOTE.of(number)] = partial(do, AskVote(glance.vote.open != name, name))
        for rule in glance.rules:
            acts[TeacherKey.MOTION.of(rule.number)] = partial(self._motion, glance, rule)
        for table in glance.tables:
            acts[TeacherKey.TABLE.of(table.number)] = partial(self._table, glance, table)
            acts[TeacherKey.RULES.of(table.number)] = partial(self._rules, glance, table.number)
            for place, chair in enumerate(table.chairs):
                acts[chair_key(table.number, place)] = partial(self._chair, chair, table.number)
        for one in glance.unseated:
            acts[TeacherKey.PERSON.of(one.number)] = partial(self._person, one.number, one.name, 0)
        for place, need in enumerate(glance.needs):
            acts[TeacherKey.NEED.of(place)] = partial(self._need, need)
        return acts

    def _offer(self, title: str, choices: Sequence[Choice], more: str = "") -> None:
        self.app.audio.play("confirm")
        ask_choice(self.app, title, [*choices, (_("Back"), None)], more)

    def _wish(self, words: str, wish: TeacherCommand) -> Choice:
        return words, lambda: self._do(wish)

    def _put_forward(self, glance: ClassSnapshot) -> None:
        choices = [
            self._wish(one.words, ProposeRule(option, value))
            for one in glance.choices
            for option, value in list(one.options.items())[:1]
        ]
        self._offer(_("Put a rule forward"), choices)

    def _motion(self, glance: ClassSnapshot, rule: RuleSnapshot) -> None:
        choices = []
        if glance.phase == "playing" and not rule.played:
            choices.append(self._wish(_("Play it next hand"), PlayRule(rule.number)))
        choices.append(self._wish(_("Take it off"), DropRule(rule.number)))
        self._offer(rule.words, choices)

    def _table(self, glance: ClassSnapshot, table: TableSnapshot) -> None:
        number = table.number
        paused = table.is_paused and not glance.is_paused
        pause = _("Go on at this table") if paused else _("Pause this table")
        large = glance.big.large == number
        choices = [
            self._wish(pause, ResumeTables(number) if paused else PauseTables(number)),
            self._wish(
                _("Show all tables") if large else _("Show it large"),
                ShowLarge(None if large else number),
            ),
            (_("Other rules"), lambda: self._rules(glance, number)),
        ]
        self._offer(
            _("Table {n}").format(n=number),
            choices if glance.phase != "gathering" else choices[2:],
            table.rule,
        )

    def _rules(self, glance: ClassSnapshot, number: int) -> None:
        """Offer rules for a table: first those that the game compares."""
        first = [one for one in glance.choices if one.first] or list(glance.choices[:6])
        choices = [self._wish(one.words, SetRules(number, dict(one.options))) for one in first]
        more = _("From the next hand on; another match begins then.") if glance.phase == "playing" else ""
        self._offer(_("Rules of table {n}").format(n=number), choices, more)

    def _chair(self, chair: ChairSnapshot, table: int) -> None:
        if chair.person is None:
            waiting = self.lesson.snapshot.unseated
            choices = [self._wish(one.name, SeatPerson(one.number, table, chair.seat)) for one in waiting[:6]]
            self._offer(_("Who sits here?") if choices else _("A computer plays here."), choices)
            return
        person = chair.person
        choices = []
        if chair.is_bot:
            choices.append(self._wish(_("Plays again"), EndBotTakeover(person)))
        else:
            choices += [
                self._wish(_("Nudge"), Nudge(person)),
                self._wish(_("A bot takes over"), StartBotTakeover(person)),
            ]
        self._person(person, chair.name, table, choices, moves=chair.moves_to is not None)

    def _person(
        self, person: int, name: str, table: int, before: Sequence[Choice] = (), *, moves: bool = False
    ) -> None:
        begun = self.lesson.is_begun
        choices = [
            *(before if begun else ()),
            (_("To another table"), lambda: self._move(person, name, table)),
        ]
        if moves:
            choices.append(self._wish(_("Stays here after all"), CancelSeatMove(person)))
        elif table:
            choices.append(self._wish(_("Gets up"), VacateSeat(person)))
        choices.append((_("Another name"), lambda: self._rename(person, name)))
        choices.append((_("Remove"), lambda: self._remove(person, name)))
        self._offer(name, choices)

    def _others(self, glance: ClassSnapshot) -> None:
        """List all people without a seat, because not each one has a row."""
        ways = [(one.name, partial(self._person, one.number, one.name, 0)) for one in glance.unseated]
        self._offer(_("No seat yet"), ways)

    def _needs(self, glance: ClassSnapshot) -> None:
        """List all needs, because not each one has a row."""
        self._offer(_("Needs you"), [(need.words, partial(self._need, need)) for need in glance.needs])

    def _move(self, person: int, name: str, table: int) -> None:
        tables = self.lesson.snapshot.tables
        choices = [
            self._wish(
                (_("Table {n}") if one.free else _("Table {n}, full")).format(n=one.number),
                SeatPerson(person, one.number),
            )
            for one in tables
            if one.number != table
        ]
        more = _("They go as soon as the hand has ended.") if self.lesson.is_begun and table else ""
        self._offer(_("Where does {name} go?").format(name=name), choices, more)

    def _rename(self, person: int, name: str) -> None:
        def answered(said: str | None) -> None:
            if said:
                self._do(RenamePerson(person, said))

        self.app.scenes.push(ScreenKeyboard(_("Another name"), name, NAME), answered)

    def _remove(self, person: int, name: str) -> None:
        question = _("Remove {name}?").format(name=name)
        more = _("Their phone loses its place; a computer plays on.")
        confirm(
            self.app,
            question,
            (_("Back"), _("Remove")),
            lambda: self._do(RemovePerson(person)),
            more,
            loses=True,
        )

    def _need(self, need: NeedSnapshot) -> None:
        person = need.person
        if person is None:
            self._offer(need.words, [])
        elif need.why == "claim":
            choices = [
                self._wish(_("Let them in"), Admit(person)),
                self._wish(_("Send them away"), Deny(person)),
            ]
            self._offer(need.words, choices)
        else:
            choices = [
                self._wish(_("A bot takes over"), StartBotTakeover(person)),
                self._wish(_("Nudge"), Nudge(person)),
            ]
            self._offer(need.words, choices)
