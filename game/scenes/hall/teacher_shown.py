"""What the teacher's panel shows, and where: values and boxes, from a glance at the hall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.match.hall.glance import ChairGlance, Glance, Status, TableGlance
from game.ui.kit.canvas import Box, Canvas
from game.words import _, counted

GROWS: Final = 1.15
"""So much larger the letters get at most with the text size: a row for everybody has to stay."""
HEAD: Final = 64.0
SIDE: Final = 262.0
GAP: Final = 10.0
SWITCHES: Final = ("first_names", "news", "sound")


@dataclass(frozen=True, slots=True)
class RowShown:
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
class CardShown:
    """A table."""

    number: int
    title: str
    hand: str
    rule: str
    is_paused: bool
    needs_you: bool
    rows: tuple[RowShown, ...]


@dataclass(frozen=True, slots=True)
class NeedShown:
    """Something to look at."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class PanelShown:
    """All of it, but for what has the focus."""

    title: str
    people: str
    clock: str
    last_hand: str
    buttons: tuple[tuple[str, str], ...]
    """Key and words, from left to right."""
    cards: tuple[CardShown, ...]
    needs: tuple[NeedShown, ...]
    more_needs: int
    """How many more there are, for which there is no room."""
    unseated: tuple[RowShown, ...]
    more_unseated: int
    switches: tuple[tuple[str, str, bool], ...]


def panel_shown(glance: Glance) -> PanelShown:
    """What is shown of a glance."""
    people = counted("{count} person", "{count} people", glance.people).format(count=glance.people)
    needs = tuple(NeedShown(f"need{place}", need.words) for place, need in enumerate(glance.needs[:3]))
    unseated = tuple(
        RowShown(
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
    return PanelShown(
        glance.title or glance.game_title,
        f"{glance.game_title}, {people}",
        glance.clock.words or _("No end set"),
        glance.clock.last_hand,
        _buttons(glance),
        tuple(_card(table) for table in glance.tables),
        needs,
        len(glance.needs) - len(needs),
        unseated,
        len(glance.unseated) - len(unseated),
        (
            ("first_names", _("First names"), glance.big.first_names),
            ("news", _("News line"), glance.big.news),
            ("sound", _("Sound"), glance.big.sound),
        ),
    )  # fmt: skip


def _moving(table: int | None) -> Status:
    return Status.MOVES if table else Status.NONE


def _to(table: int | None) -> str:
    return _("to table {n}").format(n=table) if table else ""


def _buttons(glance: Glance) -> tuple[tuple[str, str], ...]:
    pause = _("Go on") if glance.is_paused else _("Pause all")
    if glance.phase == "gathering":
        return ("more", _("+ 5 min")), ("shuffle", _("Seats by chance")), ("begin", _("Begin"))
    found: list[tuple[str, str]] = []
    if glance.phase == "playing":
        found += [("more", _("+ 5 min")), ("last_hand", _("Last hand")), ("pause", pause)]
    elif not glance.is_over:
        found.append(("pause", pause))
    return (*found, ("to_debrief", _("To the debrief")))


def _card(table: TableGlance) -> CardShown:
    hand = _("Hand {n}").format(n=table.hand) if table.hand else ""
    if table.is_stopped:
        hand = _("Done")
    rows = tuple(_row(table, place, chair) for place, chair in enumerate(table.chairs))
    rule = _("soon: {rule}").format(rule=table.rule) if table.changes else table.rule
    title = _("Table {n}").format(n=table.number)
    return CardShown(table.number, title, hand, rule, table.is_paused, table.needs_you, rows)


def _row(table: TableGlance, place: int, chair: ChairGlance) -> RowShown:
    key = f"chair{table.number}.{place}"
    return RowShown(key, chair.rank, chair.look, chair.name, chair.status, chair.words, chair.person is None)


@dataclass(frozen=True, slots=True)
class PanelBoxes:
    """Where it stands."""

    head: Box
    places: tuple[tuple[str, Box], ...]
    """What can have the focus, by key."""
    cards: tuple[Box, ...]
    needs: Box
    unseated: Box
    switches: Box
    row: float

    def of(self, key: str) -> Box:
        """Where something is that can have the focus."""
        return dict(self.places)[key]


def panel_boxes(
    view: Canvas, shown: PanelShown, widths: dict[str, float], text_scale: float, bottom: float
) -> PanelBoxes:
    """Lay it out; the widths are those of the buttons in the head."""
    grow = min(text_scale, GROWS)
    left, right, top = view.w * 0.02, view.w * 0.98, view.h * 0.022
    head = Box(left, top, right - left, HEAD * grow)
    places: list[tuple[str, Box]] = []
    x = head.right
    for key, _words in reversed(shown.buttons):
        x -= widths[key]
        places.append((key, Box(x, head.y + 6, widths[key], head.h - 14)))
        x -= 10
    places.reverse()
    side = SIDE * (0.6 + 0.4 * grow)
    area = Box(left, head.bottom + 8, right - side - GAP - left, bottom - head.bottom - 14)
    cards, row = _cards(shown, area, places, grow)
    x, w = area.right + GAP, side
    line = 40 * grow
    tall = 46 * grow + max(1, len(shown.needs)) * 74 * grow
    needs = Box(x, area.y, w, tall)
    switches = Box(x, area.bottom - 44 * grow - 3 * line, w, 44 * grow + 3 * line)
    unseated = Box(x, needs.bottom + GAP, w, max(60.0, switches.y - 2 * GAP - needs.bottom))
    for number, need in enumerate(shown.needs):
        places.append((need.key, Box(x + 8, needs.y + 42 * grow + number * 74 * grow, w - 16, 70 * grow)))
    rows = int((unseated.h - 46 * grow) // (line + 3))
    for number, one in enumerate(shown.unseated[:rows]):
        places.append((one.key, Box(x + 8, unseated.y + 42 * grow + number * (line + 3), w - 16, line)))
    for number, (key, _words, _on) in enumerate(shown.switches):
        places.append((key, Box(x + 8, switches.y + 40 * grow + number * line, w - 16, line - 2)))
    return PanelBoxes(head, tuple(places), cards, needs, unseated, switches, row)


def _cards(
    shown: PanelShown, area: Box, places: list[tuple[str, Box]], grow: float
) -> tuple[tuple[Box, ...], float]:
    """The cards of the tables, and what lies on them."""
    count = len(shown.cards)
    across = count if count <= 3 else -(-count // 2)
    down = -(-count // across)
    w = (area.w - GAP * (across - 1)) / across
    h = (area.h - GAP * (down - 1)) / down
    most = max((len(card.rows) for card in shown.cards), default=1)
    head = 38 * grow
    row = min(52.0 * grow, (h - 2 * head - 14) / most)
    boxes = []
    for number, card in enumerate(shown.cards):
        y, x = divmod(number, across)
        box = Box(area.x + x * (w + GAP), area.y + y * (h + GAP), w, min(h, 2 * head + 14 + most * row))
        boxes.append(box)
        places.append((f"table{card.number}", Box(box.x + 6, box.y + 5, w - 12, head - 4)))
        for place, one in enumerate(card.rows):
            places.append((one.key, Box(box.x + 8, box.y + head + 4 + place * row, w - 16, row - 3)))
        places.append((f"rules{card.number}", Box(box.x + 8, box.bottom - head - 4, w - 16, head - 2)))
    return tuple(boxes), row
