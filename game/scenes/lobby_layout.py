"""Where everything in the lobby stands: seats on lines where there is room, in a list where text is large."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from game.party.party import Front, PartyState, is_nowhere
from game.scenes.lobby_seats import LobbySeats
from game.scenes.phone_door import has_choice
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.match.told import device_words
from game.ui.widgets import strip_rows
from game.words import _

WOOD, BAND, SAG = 76.0, 36.0, 13.0
SIDE = 368.0
"""How wide the panels on the right are at 100 % text."""
QR, LARGE_QR = 132.0, 165.0
"""How large the code for cameras is: four pixels a module at 1280x720, and five beside large text."""
ROWS = 10
"""How many lines of text the panel of the house rules must have room for."""
START, FORM, PHONES = "start", "form", "phones"
"""What can have the focus beside the seats."""
_NOWHERE = Box(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Rope:
    """A line between two posts, and where on it the seats hang."""

    left: float
    right: float
    ends: float

    def at(self, x: float) -> float:
        half = (self.right - self.left) / 2
        return self.ends + SAG * (1 - ((x - self.left - half) / half) ** 2)


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes in units."""

    title: Box = _NOWHERE
    cards: list[Box] = field(default_factory=list)
    ropes: list[Rope] = field(default_factory=list)
    tall: float = 170.0
    """How high the puppets are."""
    rules: Box = _NOWHERE
    phones: Box = _NOWHERE
    start: Box = _NOWHERE
    folded: bool = False
    """Whether too little room is left for the house rules beside the seats."""
    floor: float = 0.0
    """Where the wood begins."""
    listed: bool = False
    """Whether the seats are a list and not on lines."""
    scrolls: bool = False
    """Whether not all seats of the list can be seen at once."""
    clip: Box = _NOWHERE
    """Where the list is seen."""

    @classmethod
    def of(cls, lobby: LobbySeats) -> Layout:
        stage = lobby.stage
        view, ruler = stage.view, stage.ruler
        # By the longest strip there may be, so that nothing moves with the focus.
        floor = view.h - max(WOOD, *(strip_rows(stage, help) + 24 for help in lobby.helps()))
        wide = min(view.w * 0.44, SIDE + 190 * (stage.text_scale - 1))
        right = view.w * 0.95
        top, bottom = view.h * 0.05, floor - 14
        high = max(66.0, ruler.line_height(LARGE) + 26)
        if lobby.unfolded:
            whole = Box(view.w * 0.05, top, view.w * 0.9, bottom - top)
            return cls(rules=whole, floor=floor)
        start = Box(right - wide, bottom - high, wide, high)
        tall = phones_height(lobby, ruler, wide)
        phones = Box(start.x, start.y - 14 - tall, wide, tall)
        rules = Box(start.x, top, wide, phones.y - 14 - top)
        folded = rules.h < ROWS * ruler.line_height(BODY)
        if folded:
            rules = Box(rules.x, top, wide, lobby.house.head_height(ruler, wide) + 10)
        head = ruler.line_height(HEADING) * 0.86 + ruler.line_height(BODY) + 10
        title = Box(view.w * 0.05, top, 0, head)
        base = cls(rules=rules, phones=phones, start=start, floor=floor, title=title, folded=folded)
        if _fits(lobby, ruler, (view.w * 0.95 - SIDE - 38 - view.w * 0.055) / _across(len(lobby.seats))):
            return _on_lines(base, lobby, ruler, view.w)
        return _in_list(base, lobby, ruler)


def _across(count: int) -> int:
    return count if count <= 2 else (count + 1) // 2


def _fits(lobby: LobbySeats, ruler: Painter, step: float) -> bool:
    """Whether what stands on the flags is as wide as they are, without being made smaller."""
    if ruler.text_scale > 1.25 and len(lobby.seats) > 2:
        return False
    bots = [_("Bot, {level}").format(level=_(level)) for level in lobby.game.bot.levels]
    # Of all that may come to stand there, or the lines would turn into a list as a seat changes.
    widest = max(ruler.width(words, BODY, STRONG) for words in [*bots, device_words("keyboard")])
    return widest + 62 <= step


def phones_height(lobby: LobbySeats, ruler: Painter, wide: float) -> float:
    """How high the panel for phones is: one row while it is closed, the QR code and its words while open."""
    row = ruler.line_height(LARGE) + 26
    if lobby.front.state is PartyState.OPEN:
        return max(code_size(wide) + 36, open_lines(ruler, wide, lobby.front) + 28)
    trouble = lobby.front.trouble
    more = ruler.height(_("No phone can join: {why}.").format(why=trouble), wide - 48, BODY) if trouble else 0
    return max(62.0, row) + more


def code_size(wide: float) -> float:
    """How large the code is in a panel of this width."""
    return LARGE_QR if wide - LARGE_QR >= SIDE - QR else QR


def open_lines(ruler: Painter, wide: float, front: Front) -> float:
    """How high the words beside the QR code are."""
    room = wide - code_size(wide) - 54
    more = ruler.line_height(SMALL) + 4 if has_choice(front.door) else 0.0
    return ruler.height(join_words(front), room, BODY, NAMES) + ruler.line_height(BODY) + 54 + more


def join_words(front: Front) -> str:
    """What stands above the address: where it is that of this computer alone, no phone comes by it."""
    if is_nowhere(front.door.address):
        return _("No network: phones cannot come")
    return _("Join with a phone")


def _on_lines(base: Layout, lobby: LobbySeats, ruler: Painter, width: float) -> Layout:
    count = len(lobby.seats)
    across = _across(count)
    rows = 1 if count <= 2 else 2
    left, right = width * 0.055, base.rules.x - 38
    step = (right - left) / across
    card = 16 + ruler.line_height(27) * 0.9 + ruler.line_height(BODY) + 8 + BAND
    wide = min(step - 12, 330.0)
    top = base.title.bottom + 4
    room = (base.floor - 22 - top) / rows
    seen = min(room - card - SAG - 6, 236.0)
    shift = max(0.0, room - card - SAG - seen) / 2 if rows == 1 else 0.0
    ropes = [
        Rope(width * 0.025, base.rules.x - 20, top + room * (row + 1) - card - SAG - shift)
        for row in range(rows)
    ]
    cards = []
    for number in range(count):
        row, place = divmod(number, across)
        here = min(across, count - row * across)
        x = left + (right - left - here * step) / 2 + step * (place + 0.5)
        cards.append(Box(x - wide / 2, ropes[row].at(x) - 3, wide, card))
    middle, room = (left + right) / 2, min(right - left, 400 * ruler.text_scale)
    title = Box(middle - room / 2, base.title.y, room, base.title.h)
    # The foot of a puppet is behind its flag: only so much of it is seen.
    return replace(base, title=title, cards=cards, ropes=ropes, tall=min(seen / 0.757, step * 0.96))


def _in_list(base: Layout, lobby: LobbySeats, ruler: Painter) -> Layout:
    """Flags one below the other, each with its puppet on the left; scrolled to the one in focus."""
    left = base.title.x
    wide = base.rules.x - 28 - left
    card = max(104.0, ruler.line_height(27) * 0.9 + ruler.line_height(BODY) + 26)
    top = base.title.bottom + 14
    room = base.floor - 14 - top
    step = card + 12
    focus = int(lobby.focus) if lobby.focus.isdigit() else 0
    total = step * len(lobby.seats) - 12
    scroll = max(0.0, min(focus * step - (room - card) / 2, total - room))
    cards = [Box(left, top + step * number - scroll, wide, card) for number in range(len(lobby.seats))]
    clip = Box(left - 26, top - 8, wide + 52, room + 8)
    return replace(base, title=Box(left, base.title.y, wide, base.title.h), cards=cards, tall=card * 0.9,
                   listed=True, scrolls=total > room, clip=clip)  # fmt: skip
