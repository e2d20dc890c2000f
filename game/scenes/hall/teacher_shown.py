"""What the teacher's panel shows, and where: values and boxes, from a glance at the hall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.match.hall.snapshot import ChairGlance, HallSnapshot, Status, TableGlance
from game.scenes.hall.asked import AskedShown, asked_places, asked_shown
from game.ui.core.canvas import Box, Canvas
from game.words import _, counted

GROWS: Final = 1.15
"""So much larger the letters get at most with the text size: a row for everybody has to stay."""
SHARE: Final = 0.62
"""How much of the width the buttons of the head may take; larger ones have a row of their own."""
WHOLE: Final = 0.95
"""How much of it they may take there."""
HEAD: Final = 64.0
SIDE: Final = 262.0
GAP: Final = 10.0
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
class NeedShown:
    """Something to look at."""

    key: str
    words: str


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
    needs: tuple[NeedShown, ...]
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
    needs = tuple(NeedShown(f"need{place}", need.words) for place, need in enumerate(glance.needs[:3]))
    unseated = tuple(
        ChairRowShown(
            f"person{one.number}",
            -1,
            one.look,
            one.name,
            _moving(one.moves_to),
            _to(one.moves_to),
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


def _moving(table: int | None) -> Status:
    return Status.MOVES if table else Status.NONE


def _to(table: int | None) -> str:
    return _("to table {n}").format(n=table) if table else ""


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


def _card(table: TableGlance) -> TableCardShown:
    hand = _("Hand {n}").format(n=table.hand) if table.hand else ""
    if table.is_stopped:
        hand = _("Done")
    rows = tuple(_row(table, place, chair) for place, chair in enumerate(table.chairs))
    rule = _("soon: {rule}").format(rule=table.rule) if table.changes else table.rule
    title = _("Table {n}").format(n=table.number)
    return TableCardShown(table.number, title, hand, rule, table.is_paused, table.needs_you, rows)


def _row(table: TableGlance, place: int, chair: ChairGlance) -> ChairRowShown:
    key = f"chair{table.number}.{place}"
    return ChairRowShown(
        key, chair.rank, chair.look, chair.name, chair.status, chair.words, chair.person is None
    )


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
        """Where something is that can have the focus."""
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
    for number, one in enumerate(asked):
        places.append((one.key, Box(x + 8, needs.y + 42 * grow + number * need, w - 16, need - 4)))
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
