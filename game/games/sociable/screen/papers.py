"""What SOCiable's screen tells of a match: in words, on papers and on plates.

The sentence over the table, the memo of an exchange, the ladder of what beats what, and what stands on
plates, sign and call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.cards import JOKER, open_cards
from game.core.game import Event
from game.games.sociable.rules.events import (
    BlindCardDrawn,
    CardsPlayed,
    GiftGiven,
    HandDealt,
    HandEnded,
    PlacesDrawn,
    RoundEnded,
    SeatsTaken,
    read,
)
from game.games.sociable.rules.state import DECK, HANDS, POWER, SOME_HANDS, exchange, hands_of
from game.games.sociable.screen.board import HeldCard, flow, mini_card
from game.games.sociable.screen.controls import Hand
from game.games.sociable.screen.effects import LATER, TURNED, Floor, Letter
from game.games.sociable.screen.panels import BAR, INK, Call, Plate
from game.games.sociable.screen.places import TEMP, OfficeBoxes, chair, ranks
from game.games.sociable.words import chair_name, count_name, laid_words, must_beat, news_of, titled
from game.ui.art.cards import RATIO, card
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, SMALL
from game.ui.match.context import ViewContext
from game.words import _, counted, together, tongue


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


class Teller:
    """The words over the table."""

    def __init__(self, context: ViewContext, floor: Floor) -> None:
        self._context = context
        self._floor = floor
        self.text = ""
        self.memo: Memo | None = None
        self._due = exchange(tuple(range(len(context.seats))), context.session.options.word("exchange"))

    def begin(self, event: Event) -> None:
        # What says nothing leaves the sentence before it: an empty pill would flicker.
        self.text = self._words_for(event) or self.text
        self.memo = self._memo_of(event)

    def rest(self) -> None:
        give, self.memo = self._floor.picture.give, None
        if give:
            giver, receiver = map(int, give[0].partition(":")[0].split(">"))
            self.memo = self._memo(giver, receiver, back=True)
        self.text = self._sentence_now()

    def sentence(self) -> str:
        """What stands over the table now: that equal cards draw again until they lie open."""
        show = self._context.show
        drawing = read(show.event) if show is not None else None
        if show is None or not isinstance(drawing, PlacesDrawn):
            return self.text
        count = len(drawing.seats)
        is_open = show.share > TURNED + LATER * count
        return "" if is_open and count < len(self._context.seats) else self.text

    def retell(self) -> None:
        """Say it in the language that is spoken now."""
        show = self._context.show
        words = self._words_for(show.event) if show is not None else self._sentence_now()
        self.text = words or self.text

    def just_now(self) -> str:
        """What was laid last, and who has passed."""
        picture = self._floor.picture
        if not picture.pile:
            return self.text
        passed = [self._context.seats[seat].name for seat in picture.order if seat in picture.passed]
        told = counted("{names} has passed.", "{names} have passed.", len(passed)) if passed else ""
        return f"{self.text}. {told.format(names=together(passed))}".strip()

    def _words_for(self, event: Event) -> str:
        """An event that is shown, in a sentence; empty for what needs none."""
        names = [seat.name for seat in self._context.seats]
        held = [self._floor.picture.rank(seat) for seat in range(len(names))]
        match read(event):
            case SeatsTaken(order=order) if self._context.session.options.seat("handicap") is not None:
                return _("Whatever was drawn: {name} starts as the Boss").format(name=names[order[0]])
            case CardsPlayed(seat=seat, cards=cards):
                return laid_words(cards, held[seat], names[seat], leads=not self._floor.picture.pile)
        return news_of(event, names, held)

    def _sentence_now(self) -> str:
        picture = self._floor.picture
        if picture.turn is None:
            return self.text
        name = titled(picture.rank(picture.turn), self._context.seats[picture.turn].name)
        if picture.give:
            return _("{name} chooses what to give back").format(name=name)
        if picture.by is None:
            return _("{name} leads the round").format(name=name)
        return laid_words(
            picture.lead, picture.rank(picture.by), self._context.seats[picture.by].name, leads=picture.leads
        )

    def _memo(self, one: int, other: int, *, back: bool) -> Memo | None:
        order = self._floor.picture.order
        pair = {order.index(one), order.index(other)}
        held = ranks(len(order))
        for step, gift in enumerate(self._due, start=1):
            if {gift.chooser, gift.debtor} == pair:
                return Memo(
                    held[gift.debtor], held[gift.chooser], gift.count, gift.blind, step, len(self._due), back
                )
        return None

    def _memo_of(self, event: Event) -> Memo | None:
        match read(event):
            case BlindCardDrawn(seat=seat, from_=other):
                return self._memo(seat, other, back=False)
            case GiftGiven(seat=seat, to=other, forced=forced):
                return self._memo(seat, other, back=not forced)
        return None


class OfficeFacts:
    """Reads off the floor and the hand what is to be shown of them."""

    def __init__(self, context: ViewContext, floor: Floor, hand: Hand) -> None:
        self._context = context
        self._floor = floor
        self._hand = hand
        self._done: dict[int, tuple[Sequence[Event], object, str]] = {}
        """What each seat has done lately, in which tongue, and how that is said: every frame asks for it."""

    def plate(self, seat: int) -> Plate:
        picture = self._floor.picture
        scores = picture.scores or (0,) * len(self._context.seats)
        held = ranks(len(self._context.seats))
        sure = held[picture.out.index(seat)] if seat in picture.out else None
        return Plate(
            self._context.seats[seat], picture.rank(seat), picture.counts[seat], scores[seat],
            active=picture.turn == seat, next_rank=sure, did=self._did(seat),
        )  # fmt: skip

    def _did(self, seat: int) -> str:
        """What another seat has laid in this round, by its last turn."""
        if seat == self._floor.base:
            return ""
        events, spoken = self._context.ports.lately(seat), tongue()
        known = self._done.get(seat)
        if known is None or known[0] is not events or known[1] is not spoken:
            known = self._done[seat] = events, spoken, self._did_in(seat, events)
        return known[2]

    def _did_in(self, seat: int, events: Sequence[Event]) -> str:
        found = ""
        for event in events:
            match read(event):
                case RoundEnded() | HandEnded() | HandDealt():
                    found = ""
                case CardsPlayed(seat=one, cards=cards) if one == seat:
                    found = count_name(cards)
        return found

    def header(self) -> str:
        """How far the match has come; empty where a task stands in its place, or a teacher."""
        if self._context.task is not None or self._context.learns:
            return ""
        scores, session = self._floor.picture.scores, self._context.session
        # Over not once the rules know the end, but once its points are shown.
        over = session.outcome is not None and scores == session.outcome.scores
        number = (hands_of(scores, session.options) if scores else 0) + (not over)
        target = session.options.number("target")
        if target != SOME_HANDS:
            return _("Hand {n} of a game to {target}").format(n=number, target=target)
        if number > HANDS:
            return _("Hand {n}: a tie is played off").format(n=number)
        return _("Hand {n} of {most}").format(n=number, most=HANDS)

    def call(self) -> Call | None:
        """What the one at the lower edge is told, or says."""
        picture = self._floor.picture
        if self._context.is_film:
            return None
        if self._context.learns and self._floor.places.bar:  # the teacher says it, and has taken that room
            return None
        if self._floor.my_turn:
            note = self._context.note
            return Call(_("Your turn"), note.words or self._hand.asked(), bad=bool(note))
        if self._context.note:
            return Call(_("Not now"), self._context.note.words, warm=False)
        if (
            self._context.viewer.seat is None
            or self._context.viewer.seat != self._floor.base
            or not picture.order
        ):
            return None
        if self._context.viewer.seat in picture.passed:
            final = self._context.session.options.word("pass") == "final"
            words = _("Out of this round") if final else _("You may still play later")
            return Call(_("Pass!"), words, warm=False)
        if self._context.viewer.seat in picture.out:
            rank = ranks(len(self._context.seats))[picture.out.index(self._context.viewer.seat)]
            words = _("Your next chair: {rank}").format(rank=chair_name(rank))
            return Call(_("Out!"), words, warm=False)
        return None

    def held(self) -> list[HeldCard]:
        """The cards of the hand as they are shown, from left to right."""
        mine, hand = self._floor.my_turn, self._floor.picture.hand
        looks = mine and not self._hand.must_pass
        good, gone = self._hand.playable() if mine else set(), self._leaving()
        new = list(self._floor.picture.new)
        found: list[HeldCard] = []
        for place in self._hand.order_shown():
            name = hand[place]
            if name in gone:
                # One for one: a second joker stays in the hand.
                gone.remove(name)
                continue
            picked = mine and place in self._hand.picking.places
            legal = mine and POWER[name] in good
            ring = "pick" if picked else "joker" if legal and name == JOKER else "legal" if legal else ""
            fresh = name in new
            if fresh:
                new.remove(name)
            found.append(
                HeldCard(name, self._hand.card_box(place), ring, mine and not legal, picked,
                     looks and place == self._hand.cursor, fresh)
            )  # fmt: skip
        return found

    def _leaving(self) -> list[str]:
        """Cards of the hand that are on their way to the table or to another."""
        event = self._context.show.event if self._context.show else None
        if event is None or event.seat != self._floor.picture.viewer or isinstance(event, Letter):
            return []
        match read(event):
            case CardsPlayed(cards=cards) | GiftGiven(cards=cards):
                return list(open_cards(cards))
        return []
