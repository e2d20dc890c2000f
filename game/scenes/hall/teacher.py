"""The teacher's controls in the window, in the manner of the page that laptops and tablets get.

A tab for each row of tables with everybody who sits there, and one for what the class is asked: the vote,
and rules that were proposed. Beside them stands what needs a look, who has no seat, and the big screen. What
is shown, and where, are values made of a glance at the hall; everything to be pressed has a key that says
what it is, as ``chair3.2``, and by which a press finds what it does (`TeacherPanel._acts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.match.hall import (
    Admit,
    Asked,
    AskVote,
    Begin,
    BotPlays,
    ChairSnapshot,
    Deny,
    DropRule,
    HallSnapshot,
    IsBack,
    LastHand,
    MoreTime,
    NeedSnapshot,
    Nudge,
    OpenProposals,
    Pause,
    PlayRule,
    ProposeRule,
    Remove,
    Rename,
    Resume,
    RuleSnapshot,
    SeatByChance,
    SeatPerson,
    SetBigScreen,
    SetRules,
    ShowLarge,
    StandUp,
    Status,
    StayPut,
    TableSnapshot,
    ToDebrief,
    Wish,
)
from game.party.messages import NAME
from game.scenes.hall.overview import hall_art, shortened
from game.scenes.hall.run import HallRun, HallScene
from game.ui.art.fabric import ROOM, Fabric, tag, toggle
from game.ui.art.icons import icon
from game.ui.art.layers import DONE, FOCUS, GOLD, INK, QUIET
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.input import Act, Intent
from game.ui.core.layer import Layer
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Help
from game.ui.widgets import (
    GO,
    GO_INK,
    Control,
    Screen,
    ScreenKeyboard,
    Shortcut,
    StripShown,
    confirm,
    draw_cap,
    draw_cloth,
    draw_shown_strip,
    offer,
    ring,
    strip_shown,
    strip_top,
)
from game.words import _, counted

ROUND: Final = "round."
"""A key that begins so is a round of the vote."""
MOTION: Final = "motion."
"""And one of these a rule that was proposed."""
OPEN, FORWARD = "open_rules", "forward"
ROW: Final = 66.0
LINE: Final = 48.0
TITLE: Final = 46.0
GAP: Final = 10.0
LEFT: Final = 0.4
"""How much of the width the vote takes."""
ROWS: Final = 6
"""So many proposals below each other."""


@dataclass(frozen=True, slots=True)
class AskedRow:
    """Something to press: what it is, more about it, and what a press does or how it stands."""

    key: str
    words: str
    more: str
    does: str
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class AskedShown:
    """All of it."""

    votes: tuple[AskedRow, ...]
    """None where the game asks nothing."""
    is_open: bool
    """Whether pupils propose rules."""
    motions: tuple[AskedRow, ...]


def asked_shown(glance: HallSnapshot) -> AskedShown:
    """What is shown of a glance."""
    vote = glance.vote
    rounds = (
        ("before", _("Before the charts"), vote.before),
        ("after", _("After the charts"), vote.after),
    )
    votes = tuple(
        AskedRow(
            f"{ROUND}{name}",
            words,
            _("{n} of {of} have voted").format(n=count, of=vote.of),
            _("Close the vote") if vote.open == name else _("Open the vote"),
            vote.open == name,
        )
        for name, words, count in rounds
    )
    motions = []
    for rule in glance.rules:
        told = _("{name}: {yes} for it, {no} against.") if rule.name else _("{yes} for it, {no} against.")
        more = told.format(name=rule.name, yes=rule.yes, no=rule.no)
        does = _("is played") if rule.played else ""
        motions.append(AskedRow(f"{MOTION}{rule.number}", rule.words, more, does, rule.played))
    return AskedShown(votes if vote.has_any else (), glance.rules_open, tuple(motions))


def asked_places(shown: AskedShown, area: Box, grow: float) -> Iterator[tuple[str, Box]]:
    """Where everything is that can be pressed, by key."""
    left, right = sides(area)
    y = left.y + TITLE * grow
    for row in shown.votes:
        yield row.key, Box(left.x + 8, y, left.w - 16, ROW * grow - 4)
        y += ROW * grow
    if shown.votes:
        y += TITLE * grow
    yield OPEN, Box(left.x + 8, y, left.w - 16, LINE * grow - 3)
    yield FORWARD, Box(left.x + 8, y + LINE * grow, left.w - 16, LINE * grow - 3)
    across = 1 if len(shown.motions) <= ROWS else 2
    w, h = (right.w - 16 - GAP * (across - 1)) / across, min(ROW * grow, (right.h - TITLE * grow - 8) / ROWS)
    for number, row in enumerate(shown.motions):
        column, line = divmod(number, ROWS)
        yield row.key, Box(right.x + 8 + column * (w + GAP), right.y + TITLE * grow + line * h, w, h - 4)


def sides(area: Box) -> tuple[Box, Box]:
    """The vote with what can be done, and the proposals."""
    left = (area.w - GAP) * LEFT
    return Box(area.x, area.y, left, area.h), Box(area.x + left + GAP, area.y, area.w - left - GAP, area.h)


def draw_asked(painter: Painter, shown: AskedShown, area: Box, places: dict[str, Box], grow: float) -> None:
    """All that stands still."""
    left, right = sides(area)
    for box in (left, right):
        _sheet(painter, box)
    y = left.y
    if shown.votes:
        _title(painter, left, y, _("What decides?"), grow)
        y += (TITLE + len(shown.votes) * ROW) * grow
    _title(painter, left, y, _("Propose a rule"), grow)
    for row in (*shown.votes, *shown.motions):
        _draw_asked_row(painter, row, places[row.key], grow)
    _draw_line(painter, places[OPEN], _("Pupils propose and vote"), grow, on=shown.is_open)
    _draw_line(painter, places[FORWARD], _("Put a rule forward"), grow)
    _title(painter, right, right.y, _("Rules of the class"), grow)
    if not shown.motions:
        soft = TextStyle(READ, painter.theme.soft, fixed=True)
        y = right.y + 66 * grow
        painter.text(_("None was proposed yet."), right.x + 18, y, 18 * grow, soft, room=right.w - 36)


def _sheet(painter: Painter, box: Box, *, warns: bool = False) -> None:
    theme = painter.theme
    fabric = Fabric(theme.panel, theme.bad if warns else theme.ink, theme.panel)
    draw_cloth(painter, box, fabric, radius=14, shadow=False)
    if warns:
        painter.frame(box.grown(1), theme.bad, 4, 15)


def _title(painter: Painter, box: Box, y: float, words: str, grow: float) -> None:
    style = TextStyle(NAMES, painter.theme.ink, fixed=True)
    painter.text(words, box.x + 16, y + 23 * grow, 21 * grow, style, room=box.w - 32)


def _draw_asked_row(painter: Painter, row: AskedRow, box: Box, grow: float) -> None:
    theme = painter.theme
    painter.fill(box, theme.sunk, 10)
    right = box.right - 8
    if row.does:
        size, tall = 17 * grow, round(36 * grow)
        wide = round(min(painter.width(row.does, size, STRONG, fixed=True) + 26, box.w * 0.5))
        fill, ink = DONE if row.is_done else (QUIET, INK)
        image = tag(painter.assets, wide, tall, fill, fill if row.is_done else FOCUS)
        painter.blit(image, right - wide - ROOM, box.centre[1] - tall / 2 - ROOM)
        style = TextStyle(STRONG, ink, fixed=True)
        painter.text(row.does, right - wide / 2, box.centre[1], size, style, anchor="center", room=wide - 14)
        right -= wide + 8
    room = right - box.x - 12
    strong, soft = TextStyle(STRONG, theme.ink, fixed=True), TextStyle(READ, theme.soft, fixed=True)
    painter.text(row.words, box.x + 12, box.y + box.h * 0.32, 18 * grow, strong, room=room)
    painter.text(row.more, box.x + 12, box.y + box.h * 0.72, 16 * grow, soft, room=room)


def _draw_line(painter: Painter, box: Box, words: str, grow: float, *, on: bool | None = None) -> None:
    theme = painter.theme
    painter.fill(box, theme.sunk, 10)
    style, tall, room = TextStyle(STRONG, theme.ink, fixed=True), 30, box.w - 24
    if on is not None:
        image = toggle(painter.assets, on=on, w=round(tall * 1.9), h=tall, sunk=theme.panel, ink=theme.ink)
        painter.blit(image, box.right - 8, box.centre[1], "midright")
        room -= 64
    painter.text(words, box.x + 12, box.centre[1], 18 * grow, style, room=room)


GROWS: Final = 1.15
"""So much larger the letters get at most with the text size: a row for everybody has to stay."""
SHARE: Final = 0.62
"""How much of the width the buttons of the head may take; larger ones have a row of their own."""
WHOLE: Final = 0.95
"""How much of it they may take there."""
HEAD: Final = 64.0
SIDE: Final = 262.0
TABS: Final = 50.0
"""How high the tabs are: some of the tables each, and what the class is asked."""
TAB: Final = "tab"
OTHERS: Final = "others"
"""Those without a seat for whom there is no row."""
WIDEST: Final = 520.0
"""How wide the card of a table is at most."""
LEAST: Final = 44.0
"""Nothing to be hit is lower than this, in units."""
SWITCHES: Final = ("first_names", "news", "sound", "rules")


@dataclass(frozen=True, slots=True)
class ChairRowShown:
    """Somebody on a chair."""

    key: str
    rank: int
    """Of the chair; -1 for none."""
    look: int
    name: str
    status: Status
    words: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class TableCardShown:
    """A table."""

    number: int
    title: str
    hand: str
    rule: str
    is_paused: bool
    needs_you: bool
    rows: tuple[ChairRowShown, ...]


@dataclass(frozen=True, slots=True)
class TabShown:
    """A tab above the tables."""

    key: str
    words: str
    is_on: bool
    warns: bool
    """Whether somebody behind it needs the teacher."""


@dataclass(frozen=True, slots=True)
class TeacherPanelShown:
    """All of it, but for what has the focus."""

    title: str
    people: str
    clock: str
    last_hand: str
    buttons: tuple[tuple[str, str], ...]
    """Key and words, from left to right."""
    tabs: tuple[TabShown, ...]
    cards: tuple[TableCardShown, ...]
    """Those of the tab that is chosen."""
    asked: AskedShown | None
    """What stands there in place of the cards."""
    needs: tuple[tuple[str, str], ...]
    """Key and words of what needs a look."""
    more_needs: int
    """How many more there are, for which there is no room."""
    unseated: tuple[ChairRowShown, ...]
    more_unseated: int
    switches: tuple[tuple[str, str, bool], ...]


def pages(count: int) -> list[tuple[int, ...]]:
    """The numbers of the tables behind each tab: never more than a row of them, with room for everybody."""
    each = count if count <= 4 else -(-count // 2)
    return [tuple(range(first, min(first + each, count + 1))) for first in range(1, count + 1, each)]


def _tabs(glance: HallSnapshot, chosen: int) -> tuple[TabShown, ...]:
    found, several = [], pages(len(glance.tables))
    for numbers in several:
        told = _("Tables {first} to {last}").format(first=numbers[0], last=numbers[-1])
        warns = any(glance.tables[number - 1].needs_you for number in numbers)
        found.append((told if len(several) > 1 else _("Tables"), warns))
    found.append((_("Vote and rules") if glance.vote.has_any else _("Rules"), False))
    return tuple(
        TabShown(f"{TAB}{number}", words, number == chosen, warns and number != chosen)
        for number, (words, warns) in enumerate(found)
    )


def panel_shown(glance: HallSnapshot, tab: int = 0) -> TeacherPanelShown:
    """What is shown of a glance, with one of its tabs open."""
    behind = pages(len(glance.tables))
    tables = [glance.tables[number - 1] for number in behind[tab]] if tab < len(behind) else []
    people = counted("{count} person", "{count} people", glance.people).format(count=glance.people)
    needs = tuple((f"need{place}", need.words) for place, need in enumerate(glance.needs[:3]))
    unseated = tuple(
        ChairRowShown(
            f"person{one.number}",
            -1,
            one.look,
            one.name,
            Status.MOVES if one.moves_to else Status.NONE,
            _("to table {n}").format(n=one.moves_to) if one.moves_to else "",
            is_bot=False,
        )
        for one in glance.unseated[:3]
    )
    return TeacherPanelShown(
        glance.title or glance.game_title,
        f"{glance.game_title}, {people}",
        glance.clock.words or _("No end set"),
        glance.clock.last_hand,
        _buttons(glance),
        _tabs(glance, tab),
        tuple(map(_card, tables)),
        None if tables else asked_shown(glance),
        needs,
        len(glance.needs) - len(needs),
        unseated,
        len(glance.unseated) - len(unseated),
        (
            ("first_names", _("First names"), glance.big.first_names),
            ("news", _("News line"), glance.big.news),
            ("sound", _("Sound"), glance.big.sound),
            ("rules", _("Rules on phones"), glance.big.rules),
        ),
    )  # fmt: skip


def _buttons(glance: HallSnapshot) -> tuple[tuple[str, str], ...]:
    pause = _("Go on") if glance.is_paused else _("Pause all")
    if glance.is_cup:  # it says itself who meets, and when it is over
        if glance.phase == "gathering":
            return (("begin", _("Begin")),)
        return () if glance.is_over else (("pause", pause),)
    if glance.phase == "gathering":
        return ("more", _("+ 5 min")), ("shuffle", _("Seats by chance")), ("begin", _("Begin"))
    found: list[tuple[str, str]] = []
    if glance.phase == "playing":
        found += [("more", _("+ 5 min")), ("last_hand", _("Last hand")), ("pause", pause)]
    elif not glance.is_over:
        found.append(("pause", pause))
    return (*found, ("to_debrief", _("To the debrief")))


def _card(table: TableSnapshot) -> TableCardShown:
    hand = _("Hand {n}").format(n=table.hand) if table.hand else ""
    if table.is_stopped:
        hand = _("Done")
    rows = tuple(
        ChairRowShown(
            f"chair{table.number}.{place}",
            chair.rank,
            chair.look,
            chair.name,
            chair.status,
            chair.words,
            chair.person is None,
        )
        for place, chair in enumerate(table.chairs)
    )
    rule = _("soon: {rule}").format(rule=table.rule) if table.changes else table.rule
    title = _("Table {n}").format(n=table.number)
    return TableCardShown(table.number, title, hand, rule, table.is_paused, table.needs_you, rows)


@dataclass(frozen=True, slots=True)
class PanelBoxes:
    """Where it stands."""

    head: Box
    places: tuple[tuple[str, Box], ...]
    """What can have the focus, by key."""
    area: Box
    """What lies below the tabs."""
    cards: tuple[Box, ...]
    needs: Box
    unseated: Box
    switches: Box

    def of(self, key: str) -> Box:
        return dict(self.places)[key]


def panel_boxes(
    view: Canvas, shown: TeacherPanelShown, widths: dict[str, float], text_scale: float, bottom: float
) -> PanelBoxes:
    """Lay it out; the widths are those of the buttons in the head."""
    grow = min(text_scale, GROWS)
    left, right, top = view.w * 0.02, view.w * 0.98, view.h * 0.022
    head = Box(left, top, right - left, HEAD * grow)
    places: list[tuple[str, Box]] = []
    # In a row of their own where they have grown beyond their part of the head.
    apart = text_scale > GROWS and sum(widths.values()) + GAP * len(widths) > view.w * SHARE
    x, under = head.right, head.bottom if apart else head.y
    for key, _words in reversed(shown.buttons):
        x -= widths[key]
        places.append((key, Box(x, under + 6, widths[key], head.h - 14)))
        x -= GAP
    places.reverse()
    side = SIDE * (0.6 + 0.4 * grow)
    y, w = under + head.h + 8, right - side - GAP - left
    x, each = left, (w - GAP * (len(shown.tabs) - 1)) / len(shown.tabs)
    for tab in shown.tabs:
        places.append((tab.key, Box(x, y, each, TABS * grow - 4)))
        x += each + GAP
    area = Box(left, y + TABS * grow + 4, w, bottom - y - TABS * grow - 10)
    cards = _cards(shown, area, places, grow)
    if shown.asked is not None:
        places.extend(asked_places(shown.asked, area, grow))
    column = Box(area.right + GAP, y, side, area.bottom - y)
    beside = _side(shown, column, places, grow)
    return PanelBoxes(head, tuple(places), area, cards, *beside)


def _side(
    shown: TeacherPanelShown, column: Box, places: list[tuple[str, Box]], grow: float
) -> tuple[Box, Box, Box]:
    """What needs a look, who has no seat, and the switches of the big screen."""
    x, y, w, line = column.x, column.y, column.w, LEAST * grow + 2
    need = 68 * grow
    tall = 44 * grow + len(shown.switches) * line
    switches = Box(x, column.bottom - tall, w, tall)
    room = int((switches.y - y - LEAST * grow - 8 - 46 * grow - 2 * GAP) // need)
    asked = shown.needs[: max(1, room)]
    needs = Box(x, y, w, 46 * grow + max(1, len(asked)) * need)
    unseated = Box(x, needs.bottom + GAP, w, switches.y - 2 * GAP - needs.bottom)
    for number, (key, _words) in enumerate(asked):
        places.append((key, Box(x + 8, needs.y + 42 * grow + number * need, w - 16, need - 4)))
    rows = int((unseated.h - 50 * grow) // (line + 2))
    if len(shown.unseated) > rows or shown.more_unseated:
        places.append((OTHERS, Box(x + 4, unseated.y + 3, w - 8, LEAST * grow)))
    for number, row in enumerate(shown.unseated[:rows]):
        places.append((row.key, Box(x + 8, unseated.y + 47 * grow + number * (line + 2), w - 16, line)))
    for number, (key, _words, _on) in enumerate(shown.switches):
        places.append((key, Box(x + 8, switches.y + 40 * grow + number * line, w - 16, line - 1)))
    return needs, unseated, switches


def _cards(
    shown: TeacherPanelShown, area: Box, places: list[tuple[str, Box]], grow: float
) -> tuple[Box, ...]:
    """The cards of the tables, and what lies on them."""
    count = max(1, len(shown.cards))
    w = min(WIDEST, (area.w - GAP * (count - 1)) / count)
    most = max((len(card.rows) for card in shown.cards), default=1)
    head = (LEAST + 4) * grow
    row = max(LEAST + 1, min(62.0 * grow, (area.h - 2 * head - 12) / most))
    gap = 4 if row >= LEAST + 4 else 1
    boxes = []
    for number, card in enumerate(shown.cards):
        box = Box(area.x + number * (w + GAP), area.y, w, min(area.h, 2 * head + 14 + most * row))
        boxes.append(box)
        places.append((f"table{card.number}", Box(box.x + 6, box.y + 4, w - 12, head - 3)))
        for place, one in enumerate(card.rows):
            places.append((one.key, Box(box.x + 8, box.y + head + 4 + place * row, w - 16, row - gap)))
        places.append((f"rules{card.number}", Box(box.x + 8, box.bottom - head - 3, w - 16, head - 3)))
    return tuple(boxes)


PILLS: Final = {
    Status.LEADS: (GOLD, INK),
    Status.OUT: DONE,
    Status.BOT: ("#DCD3EA", INK),
    Status.AWAY: ("#B03526", "#FFFFFF"),
    Status.LONG: ("#FFFFFF", "#9C2A1C"),
    Status.MOVES: (QUIET, "#174F91"),
}
TALLEST: Final = 54.0
"""How high the puppets are at most."""
LETTERS: Final = 1.5
"""So much larger the words of rows get at most with the text size, whose boxes grow less."""
HEADS: Final = {"begin", "to_debrief"}


@dataclass(frozen=True, slots=True)
class TeacherShown:
    """The panel with its boxes and the strip."""

    game: str
    panel: TeacherPanelShown
    boxes: PanelBoxes
    strip: StripShown | None


def sizes(painter: Painter) -> float:
    """How much larger letters are than usual."""
    return min(painter.text_scale, GROWS)


def letters(painter: Painter) -> float:
    """How much larger words are that stand alone in their room: they shrink where they have none."""
    return min(painter.text_scale, LETTERS)


def button_size(painter: Painter, buttons: Sequence[tuple[str, str]]) -> float:
    """The size of type of the buttons of the head, in it or in a row of their own; see `panel_boxes`."""
    grow = letters(painter)

    def share() -> float:
        wide = sum(painter.width(words, 20 * grow, STRONG, fixed=True) + 50 for _key, words in buttons)
        return wide / painter.view.w

    while grow > sizes(painter) and share() > WHOLE:
        grow -= 0.05
    return 20 * max(grow, sizes(painter))


def draw_teacher(painter: Painter, shown: TeacherShown) -> Iterator[None]:
    """All that stands still."""
    painter.fill(painter.view.box, painter.theme.page)
    _draw_head(painter, shown)
    for tab in shown.panel.tabs:
        draw_tab(painter, shown.boxes.of(tab.key), tab)
    if shown.panel.asked is not None:
        places = dict(shown.boxes.places)
        draw_asked(painter, shown.panel.asked, shown.boxes.area, places, sizes(painter))
    for card, box in zip(shown.panel.cards, shown.boxes.cards, strict=True):
        _draw_card(painter, shown, card, box)
        yield
    _draw_side(painter, shown)
    draw_shown_strip(painter, shown.strip)


def _draw_head(painter: Painter, shown: TeacherShown) -> None:
    told, box, grow, theme = shown.panel, shown.boxes.head, sizes(painter), painter.theme
    strong, soft = TextStyle(NAMES, theme.ink, fixed=True), TextStyle(READ, theme.soft, fixed=True)
    buttons = [place for key, place in shown.boxes.places if key in dict(told.buttons)]
    first = min([place.x for place in buttons if place.y < box.bottom], default=box.right)
    if first == box.right:
        grow = letters(painter)
    size = round(34 * grow)
    clock = box.x + (first - box.x) * 0.5
    painter.text(told.title, box.x, box.y + box.h * 0.3, 26 * grow, strong, room=clock - box.x - 20)
    painter.text(told.people, box.x, box.y + box.h * 0.72, 17 * grow, soft, room=clock - box.x - 20)
    painter.blit(
        icon(painter.assets, "clock", size, theme.ink, theme.page), clock, box.y + box.h * 0.48, "midleft"
    )
    left = clock + size + 10
    painter.text(told.clock, left, box.y + box.h * 0.3, 24 * grow, strong, room=first - left - 14)
    painter.text(told.last_hand, left, box.y + box.h * 0.72, 17 * grow, soft, room=first - left - 14)
    for key, _words in told.buttons:
        draw_head_button(painter, told.buttons, shown.boxes.of(key), key, focused=False)


def draw_head_button(
    painter: Painter, buttons: Sequence[tuple[str, str]], box: Box, key: str, *, focused: bool
) -> None:
    """One of these buttons, which stand in the head."""
    theme, go = painter.theme, key in HEADS
    draw_cap(painter, box, GO if go else theme.sunk, focused=focused, radius=18)
    style = TextStyle(STRONG, GO_INK if go else theme.ink, fixed=True)
    words, size = dict(buttons)[key], button_size(painter, buttons)
    painter.text(words, box.centre[0], box.centre[1] - 3, size, style, anchor="center", room=box.w - 24)


def draw_tab(painter: Painter, box: Box, tab: TabShown) -> None:
    """A tab above the tables; dark where it is open."""
    theme, size = painter.theme, 19 * letters(painter)
    painter.fill(box, theme.ink if tab.is_on else theme.sunk, 12)
    painter.frame(box, theme.ink, 2, 12)
    style = TextStyle(STRONG, theme.page if tab.is_on else theme.ink, fixed=True)
    painter.text(tab.words, *box.centre, size, style, anchor="center", room=box.w - 60)
    if tab.warns:
        sign = icon(painter.assets, "warning", round(26 * sizes(painter)), theme.ink, theme.panel)
        painter.blit(sign, box.right - 12, box.centre[1], "midright")


def _draw_card(painter: Painter, shown: TeacherShown, card: TableCardShown, box: Box) -> None:
    grow, theme, boxes = sizes(painter), painter.theme, shown.boxes
    _sheet(painter, box, warns=card.needs_you)
    head = boxes.of(f"table{card.number}")
    strong, soft = TextStyle(NAMES, theme.ink, fixed=True), TextStyle(READ, theme.soft, fixed=True)
    x = head.x + 8
    x += painter.text(card.title, x, head.centre[1], 21 * letters(painter), strong, room=head.w * 0.55) + 8
    painter.text(card.hand, x, head.centre[1], 17 * letters(painter), soft, room=max(20, head.right - x - 40))
    sign = icon(painter.assets, "play" if card.is_paused else "pause", round(22 * grow), theme.ink, theme.ink)
    painter.blit(sign, head.right - 8, head.centre[1], "midright")
    for row in card.rows:
        _draw_chair(painter, shown, row, boxes.of(row.key))
    rules = boxes.of(f"rules{card.number}")
    painter.fill(rules, theme.panel, 8)
    painter.frame(rules, theme.stitch, 2, 8)
    arrow = icon(painter.assets, "down", round(18 * grow), theme.ink, theme.ink)
    painter.blit(arrow, rules.right - 8, rules.centre[1], "midright")
    style = TextStyle(READ, theme.ink, fixed=True)
    rule = shortened(painter, card.rule, 17 * grow * 0.8, rules.w - 44, READ, least=4)
    painter.text(rule, rules.x + 10, rules.centre[1], 17 * letters(painter), style, room=rules.w - 44)


def _draw_chair(painter: Painter, shown: TeacherShown, row: ChairRowShown, box: Box) -> None:
    grow, theme = sizes(painter), painter.theme
    painter.fill(box, theme.sunk, 8)
    art, x = hall_art(shown.game), box.x + 8.0
    tall = round(min(box.h * 0.98, TALLEST * grow))
    if row.rank >= 0 and art.sign is not None:
        image = art.sign(painter.assets, row.rank, round(tall * 0.76))
        # A stool is far wider than it is high.
        image = narrowed(image, painter.view.px(tall * 0.74))
        painter.blit(image, x + tall * 0.37, box.centre[1], "center")
        x += tall * 0.8
    image = puppet(
        painter.assets, row.look, "idle", 0, tall, Dress("antenna" if row.is_bot else "", ground=False)
    )
    clip = painter.surface.get_clip()
    painter.surface.set_clip(painter.view.rect(box).clip(clip))
    painter.blit(image, x + tall * 0.42, box.bottom + tall * 0.16 + puppet_foot(tall), "midbottom")
    painter.surface.set_clip(clip)
    x += tall * 0.98
    right = box.right - 6
    if row.words:
        right = _draw_pill(painter, row, box) - 6
    name = shortened(painter, row.name, 19 * grow * 0.8, right - x, READ, least=4)
    style = TextStyle(STRONG, theme.ink, fixed=True)
    painter.text(name, x, box.centre[1], 19 * letters(painter), style, room=right - x)


def narrowed(image: pygame.Surface, wide: int) -> pygame.Surface:
    """The picture, smaller where it would be wider than this many pixels."""
    w, h = image.get_size()
    return image if w <= wide else pygame.transform.smoothscale(image, (wide, round(h * wide / w)))


def _draw_pill(painter: Painter, row: ChairRowShown, box: Box) -> float:
    """What is to be known of somebody; its left end."""
    fill, ink = PILLS.get(row.status, PILLS[Status.BOT])
    size, tall = 16 * sizes(painter), round(min(box.h * 0.74, 30 * sizes(painter)))
    wide = round(min(painter.width(row.words, size, STRONG, fixed=True) + 20, box.w * 0.5))
    x = box.right - 6 - wide
    edge = "#B03526" if row.status is Status.LONG else "#1B6FD0" if row.status is Status.MOVES else fill
    painter.blit(tag(painter.assets, wide, tall, fill, edge), x - ROOM, box.centre[1] - tall / 2 - ROOM)
    style = TextStyle(STRONG, ink, fixed=True)
    painter.text(row.words, x + wide / 2, box.centre[1], size, style, anchor="center", room=wide - 14)
    return x


def _draw_side(painter: Painter, shown: TeacherShown) -> None:
    """What needs a look, who has no seat, and the switches of the big screen."""
    _draw_needs(painter, shown)
    told, boxes = shown.panel, shown.boxes
    known = dict(boxes.places)
    more = told.more_unseated + sum(row.key not in known for row in told.unseated)
    _heading(painter, boxes.unseated, "person", _("No seat yet"), f"+{more}" if more else "")
    if not told.unseated:
        _draw_calm(painter, boxes.unseated, _("Everybody has one."))
    for row in told.unseated:
        if row.key in known:
            _draw_chair(painter, shown, row, known[row.key])
    boxes, theme = shown.boxes, painter.theme
    _heading(painter, boxes.switches, "screen", _("Big screen"), "")
    style, size = TextStyle(READ, theme.ink, fixed=True), 18 * letters(painter)
    for key, words, on in shown.panel.switches:
        box = boxes.of(key)
        tall = round(min(box.h - 8, 30.0))
        painter.text(words, box.x + 8, box.centre[1], size, style, room=box.w - tall * 1.9 - 24)
        image = toggle(painter.assets, on=on, w=round(tall * 1.9), h=tall, sunk=theme.sunk, ink=theme.ink)
        painter.blit(image, box.right - 8, box.centre[1], "midright")


def _draw_calm(painter: Painter, box: Box, words: str) -> None:
    grow = sizes(painter)
    soft = TextStyle(READ, painter.theme.soft, fixed=True)
    painter.text(words, box.x + 16, box.y + 62 * grow, 18 * letters(painter), soft, room=box.w - 30)


def _draw_needs(painter: Painter, shown: TeacherShown) -> None:
    told, boxes, theme = shown.panel, shown.boxes, painter.theme
    count = len(told.needs) + told.more_needs
    _heading(painter, boxes.needs, "warning", _("Needs you"), str(count) if count else "")
    if not told.needs:
        _draw_calm(painter, boxes.needs, _("All goes well."))
    style, size = TextStyle(STRONG, theme.ink, fixed=True), 17 * sizes(painter)
    known = dict(boxes.places)
    for key, words in told.needs:
        if key not in known:
            continue  # the number says that there are more
        box = known[key]
        painter.fill(box, theme.sunk, 10)
        lines = painter.wrapped(words, (box.w - 24) * painter.text_scale, size)[:3]
        for number, line in enumerate(lines):
            y = box.centre[1] + (number - (len(lines) - 1) / 2) * size * 1.25
            painter.text(line, box.x + 12, y, size, style, room=box.w - 20)


def _heading(painter: Painter, box: Box, sign: str, words: str, count: str) -> None:
    grow, theme = sizes(painter), painter.theme
    _sheet(painter, box)
    y = box.y + 22 * grow
    painter.blit(
        icon(painter.assets, sign, round(26 * grow), theme.ink, theme.panel), box.x + 14, y, "midleft"
    )
    style = TextStyle(NAMES, theme.ink, fixed=True)
    painter.text(words, box.x + 50 * grow, y, 21 * grow, style, room=box.w - 100)
    if count:
        side = round(28 * grow)
        painter.blit(
            tag(painter.assets, side, side, "#B03526"), box.right - 14 - side - ROOM, y - side / 2 - ROOM
        )
        white = TextStyle(NAMES, "#FFFFFF", fixed=True)
        painter.text(count, box.right - 14 - side / 2, y, 17 * grow, white, anchor="center")


Choice = tuple[str, Callable[[], None]]
ROOMY = 1.6
"""With a larger text the strip has room for two acts alone."""


class TeacherPanel(Screen, HallScene):
    """Everybody, table by table, and what can be done for them."""

    strip = 10.0

    def __init__(self, run: HallRun) -> None:
        self.lesson = run
        self.focus = ""
        self.tab = 0
        self._debriefed = run.glance.phase == "debrief"
        self._layer = Layer(draw_teacher)

    # Hooks of the scene.

    def tick(self, now: float) -> bool:
        # Whoever comes here after the charts stays as long as they like.
        before, self._debriefed = self._debriefed, self.lesson.glance.phase == "debrief"
        if self._debriefed and not before:
            self.stage.scenes.pop()  # to the screen below, which opens it
        return False

    def draw(self, painter: Painter) -> None:
        shown = self.shown()
        self._layer.put(painter, shown)
        focus, buttons = self._target(shown.boxes), dict(shown.panel.buttons)
        box = dict(shown.boxes.places).get(focus)
        if box is None:
            return
        if focus in buttons:
            draw_head_button(painter, shown.panel.buttons, box, focus, focused=True)
        else:
            ring(painter, box, 8)

    def focusable(self) -> Sequence[tuple[str, Box]]:
        return self.shown().boxes.places

    def controls(self) -> list[Control]:
        return [Control(key, act, _("Open")) for key, act in self._acts().items()]

    def shortcuts(self) -> list[Shortcut]:
        pause = _("Go on") if self.lesson.glance.is_paused else _("Pause all")
        return [
            Shortcut(Act.NEXT, _("Next page"), partial(self._turn, 1)),
            Shortcut(Act.PREVIOUS, "", partial(self._turn, -1)),
            Shortcut(Act.PAUSE, pause, partial(self.take, "pause")),
            Shortcut(Act.LOOK, "", self.back),
        ]

    @property
    def back_words(self) -> str:
        return _("Big screen")

    def help(self) -> Help:
        opens, back = (Act.CONFIRM, _("Open")), (Act.BACK, self.back_words)
        if self.stage.text_scale > ROOMY:
            return [opens, back]
        told = [(one.act, one.words) for one in self.shortcuts() if one.words]
        return [(Act.NAVIGATE, _("Choose")), opens, *told, back]

    # What is shown.

    def shown(self) -> TeacherShown:
        """All that is to be seen but the focus."""
        told = panel_shown(self.lesson.glance, self.tab)
        ruler = self.stage.ruler
        size = button_size(ruler, told.buttons)
        widths = {key: ruler.width(words, size, STRONG, fixed=True) + 40 for key, words in told.buttons}
        bottom = strip_top(self.stage, self)
        return TeacherShown(
            self.lesson.glance.game,
            told,
            panel_boxes(self.stage.view, told, widths, self.stage.text_scale, bottom),
            strip_shown(self.stage, self),
        )

    def _target(self, boxes: PanelBoxes) -> str:
        """What has the focus; something else where it has gone meanwhile."""
        known = dict(boxes.places)
        if not self.focus or self.focus in known:
            return self.focus
        kind = self.focus.rstrip("0123456789.")
        return next((key for key in known if key.startswith(kind)), next(iter(known)))

    # What is done here.

    def intent(self, intent: Intent) -> None:
        self.focus = self._target(self.shown().boxes)
        super().intent(intent)

    def _turn(self, step: int) -> None:
        self._turn_to((self.tab + step) % len(self.shown().panel.tabs))

    def _turn_to(self, tab: int) -> None:
        self.tab = tab
        self.stage.audio.play("focus")

    def _do(self, wish: Wish) -> None:
        self.stage.audio.play("confirm")
        self.lesson.do(wish)

    def _acts(self) -> Mapping[str, Callable[[], object]]:
        """What is done, or offered, by a press on anything, by its key; not all of it need be seen now."""
        glance, do = self.lesson.glance, self._do
        rounds: tuple[Asked, ...] = ("before", "after")
        acts: dict[str, Callable[[], object]] = {
            "shuffle": partial(do, SeatByChance()),
            "begin": partial(do, Begin()),
            "more": partial(do, MoreTime(5)),
            "last_hand": partial(do, LastHand()),
            "pause": partial(do, Resume() if glance.is_paused else Pause()),
            "to_debrief": partial(do, ToDebrief()),
            OPEN: partial(do, OpenProposals(not glance.rules_open)),
            FORWARD: partial(self._put_forward, glance),
            OTHERS: partial(self._others, glance),
        }
        for key in SWITCHES:
            acts[key] = partial(do, SetBigScreen(**{key: not getattr(glance.big, key)}))
        for tab in range(len(pages(len(glance.tables))) + 1):
            acts[f"{TAB}{tab}"] = partial(self._turn_to, tab)
        for name in rounds:
            acts[f"{ROUND}{name}"] = partial(do, AskVote(glance.vote.open != name, name))
        for rule in glance.rules:
            acts[f"{MOTION}{rule.number}"] = partial(self._motion, glance, rule)
        for table in glance.tables:
            acts[f"table{table.number}"] = partial(self._table, glance, table)
            acts[f"rules{table.number}"] = partial(self._rules, glance, table.number)
            for place, chair in enumerate(table.chairs):
                acts[f"chair{table.number}.{place}"] = partial(self._chair, chair, table.number)
        for one in glance.unseated:
            acts[f"person{one.number}"] = partial(self._person, one.number, one.name, 0)
        for place, need in enumerate(glance.needs):
            acts[f"need{place}"] = partial(self._need, need)
        return acts

    def _offer(self, title: str, choices: Sequence[Choice], more: str = "") -> None:
        self.stage.audio.play("confirm")
        offer(self.stage, title, [*choices, (_("Back"), None)], more)

    def _wish(self, words: str, wish: Wish) -> Choice:
        return words, lambda: self._do(wish)

    def _put_forward(self, glance: HallSnapshot) -> None:
        choices = [
            self._wish(one.words, ProposeRule(option, value))
            for one in glance.choices
            for option, value in list(one.options.items())[:1]
        ]
        self._offer(_("Put a rule forward"), choices)

    def _motion(self, glance: HallSnapshot, rule: RuleSnapshot) -> None:
        choices = []
        if glance.phase == "playing" and not rule.played:
            choices.append(self._wish(_("Play it next hand"), PlayRule(rule.number)))
        choices.append(self._wish(_("Take it off"), DropRule(rule.number)))
        self._offer(rule.words, choices)

    def _table(self, glance: HallSnapshot, table: TableSnapshot) -> None:
        number = table.number
        paused = table.is_paused and not glance.is_paused
        pause = _("Go on at this table") if paused else _("Pause this table")
        large = glance.big.large == number
        choices = [
            self._wish(pause, Resume(number) if paused else Pause(number)),
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

    def _rules(self, glance: HallSnapshot, number: int) -> None:
        """What the game compares first, then any other rule."""
        first = [one for one in glance.choices if one.first] or list(glance.choices[:6])
        choices = [self._wish(one.words, SetRules(number, dict(one.options))) for one in first]
        more = _("From the next hand on; another match begins then.") if glance.phase == "playing" else ""
        self._offer(_("Rules of table {n}").format(n=number), choices, more)

    def _chair(self, chair: ChairSnapshot, table: int) -> None:
        if chair.person is None:
            waiting = self.lesson.glance.unseated
            choices = [self._wish(one.name, SeatPerson(one.number, table, chair.seat)) for one in waiting[:6]]
            self._offer(_("Who sits here?") if choices else _("A computer plays here."), choices)
            return
        person = chair.person
        choices = []
        if chair.is_bot:
            choices.append(self._wish(_("Plays again"), IsBack(person)))
        else:
            choices += [
                self._wish(_("Nudge"), Nudge(person)),
                self._wish(_("A bot takes over"), BotPlays(person)),
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
            choices.append(self._wish(_("Stays here after all"), StayPut(person)))
        elif table:
            choices.append(self._wish(_("Gets up"), StandUp(person)))
        choices.append((_("Another name"), lambda: self._rename(person, name)))
        choices.append((_("Remove"), lambda: self._remove(person, name)))
        self._offer(name, choices)

    def _others(self, glance: HallSnapshot) -> None:
        """All who have no seat, as there is no row for each."""
        ways = [(one.name, partial(self._person, one.number, one.name, 0)) for one in glance.unseated]
        self._offer(_("No seat yet"), ways)

    def _move(self, person: int, name: str, table: int) -> None:
        tables = self.lesson.glance.tables
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
                self._do(Rename(person, said))

        self.stage.scenes.push(ScreenKeyboard(_("Another name"), name, NAME), answered)

    def _remove(self, person: int, name: str) -> None:
        question = _("Remove {name}?").format(name=name)
        more = _("Their phone loses its place; a computer plays on.")
        confirm(self.stage, question, (_("Back"), _("Remove")), lambda: self._do(Remove(person)), more)

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
                self._wish(_("A bot takes over"), BotPlays(person)),
                self._wish(_("Nudge"), Nudge(person)),
            ]
            self._offer(need.words, choices)
