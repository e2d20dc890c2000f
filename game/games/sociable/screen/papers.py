"""The papers on SOCiable's table: the memo of an exchange, and the ladder of what beats what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.cards import JOKER
from game.games.sociable.rules.state import DECK, POWER
from game.games.sociable.screen.art_things import flow, mini_card
from game.games.sociable.screen.chairs import TEMP, chair
from game.games.sociable.screen.panels import BAR, INK
from game.games.sociable.screen.places import OfficeBoxes
from game.games.sociable.words.sentences import must_beat
from game.ui.art.cards import RATIO, card
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, READ, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY, HEADING, SMALL
from game.words import _


@dataclass(frozen=True, slots=True)
class Memo:
    """One exchange, for the memo on the table."""

    low: int
    """The rank that must give its strongest cards, or whose hand is drawn from."""
    high: int
    """The rank that chooses what to give back."""
    count: int
    blind: bool
    step: int
    steps: int
    back: bool
    """Whether the forced part is over."""


_ROW, _LEAST = 54.0, 26.0
"""How high one way of an exchange is on its sheet, and where there is least room."""


def memo_box(ruler: Painter, places: OfficeBoxes, memo: Memo) -> tuple[Box, list[str], float]:
    """The sheet of an exchange, the lines of its head and their size."""
    words = _("Exchange {n} of {all}").format(n=memo.step, all=memo.steps)
    w = min(272.0, places.lead_room)
    lines, size = _memo_head(ruler, words, w - 30)
    # With four players a plate hangs over the table: the sheet lies below it, and what is said below that.
    over = [
        spot.plate.bottom for spot in places.spots if spot.plate.x < places.lead[0] + w / 2 < spot.plate.right
    ]
    floor = places.tag - ruler.line_height(BAR if places.bar else BODY) / 2 - 10
    top = max([places.header[1], *(plate + 4 for plate in over)])
    around = ruler.line_height(size) * len(lines) + 18
    tall = around + 2 * max(_LEAST, min(_ROW, (floor - top - around) / 2))
    y = max(top, min(places.lead[1] - tall / 2 + 4, floor - tall))
    return Box(places.lead[0] - w / 2, y, w, tall), lines, size


_WIDE, _NARROW = 230.0, 190.0
"""On a sheet narrower than this the chairs stand at its edges; on a still narrower one all is smaller."""
SEEN = 0.85
"""The share of a card on it that the next one leaves in view at least."""


@dataclass(frozen=True, slots=True)
class MemoRow:
    """One way of an exchange from the left edge of its sheet on: a chair, cards, an arrow, a chair."""

    edge: float
    """How far the middles of the chairs lie from the edges."""
    tall: float
    """How high its cards are."""
    cards: tuple[float, ...]
    """Where each of them begins."""
    arrow: tuple[float, float]
    """Where the arrow begins, and how wide it is."""

    @classmethod
    def of(cls, w: float, count: int, k: float) -> MemoRow:
        """The row of so many cards on a sheet so wide, at a share of its usual size: all of them are seen."""
        edge = 44.0 if w >= _WIDE else 28.0 * min(1.0, w / _NARROW)
        low, arrow = edge + 22 * k, 34 * k
        wide = min(42 * k * 40 / 56, (w - 2 * low - arrow - 4) / (1 + SEEN * (count - 1)))
        step = min(wide + 2, (w - 2 * low - arrow - 4 - wide) / max(1, count - 1))
        return cls(
            edge, wide * 56 / 40, tuple(low + n * step for n in range(count)), (w - low - arrow, arrow)
        )


def draw_memo(painter: Painter, places: OfficeBoxes, memo: Memo) -> None:
    """Who must give what, and who may choose: both ways of one exchange on a sheet of paper."""
    assets = painter.assets
    box, lines, size = memo_box(painter, places, memo)
    w, tall, step = box.w, box.h, painter.line_height(size)
    head = step * len(lines)
    row = (tall - head - 18) / 2
    k = min(row / _ROW, w / _NARROW)
    there = MemoRow.of(w, memo.count, k)
    image = panel(assets, round(w), round(tall), Fabric("#FFF6DE", INK, "#D9B98C"), radius=10)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    for number, line in enumerate(lines):
        middle = box.y + 8 + (number + 0.5) * step
        painter.text(line, box.centre[0], middle, size, TextStyle(NAMES, INK), anchor="center", room=w - 30)
    ways = (memo.low, memo.high, "blind" if memo.blind else "best"), (memo.high, memo.low, "any")
    for number, (giver, taker, kind) in enumerate(ways):
        y = box.y + head + 12 + (number + 0.5) * row
        if number == int(memo.back):
            painter.fill(Box(box.x + 9, y - row / 2 + 2, w - 18, row - 4), "#FFE29A", 8)
        for rank, x in ((giver, box.x + there.edge), (taker, box.right - there.edge)):
            painter.blit(chair(assets, rank, round((32 if rank == TEMP else 46) * k)), x, y, "center")
        for x in there.cards:
            painter.blit(mini_card(assets, round(there.tall), kind), box.x + x, y, "midleft")
        arrow = flow(assets, round(there.arrow[1]), round(24 * k), "#D9482B" if number == 0 else "#2E8B57")
        painter.blit(arrow, box.x + there.arrow[0], y, "midleft")


def _memo_head(painter: Painter, words: str, room: float) -> tuple[list[str], float]:
    """The head of the memo: on one line where its letters stay larger than usual ones, else on two."""
    size = BODY * min(1.0, room / painter.width(words, BODY, NAMES))
    if size >= BODY * min(1.0, 1.25 / painter.text_scale):
        return [words], size
    first, *rest = words.split(" ")
    lines = [first, " ".join(rest)]
    widest = max(painter.width(line, BODY, NAMES) for line in lines)
    return lines, BODY * min(1.0, room / widest)


def _ladder_size(painter: Painter, texts: Sequence[str], room: float, width: float) -> tuple[float, float]:
    """The size of the words below the ladder, and how high everything is; the words give way to the room."""
    above = painter.line_height(HEADING) + LADDER * RATIO + painter.line_height(SMALL) + 64
    size = BODY
    while True:
        tall = above + sum(painter.height(text, width - 72, size) + 4 for text in texts)
        if tall <= room or size <= 9:
            return size, tall
        size -= 1


LADDER = 68.0
"""Width of a card of the ladder."""


def ladder_texts(lead: Sequence[str], *, final: bool) -> list[str]:
    """The sentences below the ladder."""
    return [
        must_beat(lead) if lead else _("You may lead one to five cards of one rank."),
        _("Lay as many cards as were led, of a higher rank. Suits mean nothing."),
        _("One joker may join a group and takes on its rank. Alone it is the highest card."),
        _("A pass is final: who passes is out of the round.") if final
        else _("A pass is free: you may play again when your turn comes in the same round."),
    ]  # fmt: skip


def draw_ladder(
    painter: Painter, bottom: float, lead: Sequence[str], gone: Sequence[str], *, final: bool
) -> None:
    """What beats what: the ranks from low to high, what tops the lead, and how many are gone."""
    texts, theme = ladder_texts(lead, final=final), painter.theme
    w, room = min(painter.view.safe.w, 860.0), bottom - 20
    size, tall = _ladder_size(painter, texts, room, w)
    box = Box(painter.view.w / 2 - w / 2, max(8.0, (room - tall) / 2), w, tall)
    painter.shade()
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, theme.stitch))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    head = painter.line_height(HEADING)
    painter.text(
        _("What beats what"), box.x + 36, box.y + 14 + head / 2, HEADING, TextStyle(NAMES), room=box.w - 72
    )
    y = box.y + 24 + head
    step = (box.w - 72 - LADDER) / 7
    floor = POWER[lead[0]] if lead else -1
    for power, name in enumerate(("8S", "9D", "10C", "JH", "QS", "KD", "AS", JOKER)):
        x = box.x + 36 + power * step
        higher = power > floor and (name != JOKER or len(lead) < 2)
        painter.blit(card(painter.assets, name, LADDER, dim=not higher), x, y)
        left = sum(POWER[c] == power for c in DECK) - sum(POWER[c] == power for c in (*gone, *lead))
        words = _("{n} left").format(n=left)
        colour = theme.ink if higher else theme.soft
        below = y + LADDER * RATIO + painter.line_height(SMALL) / 2 + 4
        painter.text(
            words, x + LADDER / 2, below, SMALL, TextStyle(STRONG, colour), anchor="center", room=step - 6
        )
        if power:
            gap = x - (step - LADDER) / 2
            painter.text("<", gap, y + LADDER * RATIO / 2, 26, TextStyle(NAMES, fixed=True), anchor="center")
    y += LADDER * RATIO + painter.line_height(SMALL) + 16
    for text in texts:
        y += painter.paragraph(text, box.x + 36, y, box.w - 72, size, TextStyle(READ)) + 4
