"""What SOCiable's screen tells: a sentence over the table, and the memo of the exchange."""

from __future__ import annotations

from game.core.game import Event
from game.games.sociable.rules.events import (
    BlindCardDrawn,
    CardsPlayed,
    GiftGiven,
    PlacesDrawn,
    SeatsTaken,
    read,
)
from game.games.sociable.rules.exchange import exchange
from game.games.sociable.screen.chairs import ranks
from game.games.sociable.screen.effects import LATER, TURNED
from game.games.sociable.screen.floor import Floor
from game.games.sociable.screen.papers import Memo
from game.games.sociable.words.sentences import laid_words, news_of, titled
from game.ui.table.context import ViewContext
from game.words import _, counted, together


class Teller:
    """The words over the table."""

    def __init__(self, table: ViewContext, floor: Floor) -> None:
        self._table = table
        self._floor = floor
        self.text = ""
        self.memo: Memo | None = None
        self._due = exchange(tuple(range(len(table.seats))), table.session.options.word("exchange"))

    def begin(self, event: Event) -> None:
        """An event starts to be shown."""
        # What says nothing leaves the sentence before it: an empty pill would flicker.
        self.text = self._words_for(event) or self.text
        self.memo = self._memo_of(event)

    def rest(self) -> None:
        """All is shown, and somebody thinks."""
        self.memo = self._memo_now()
        self.text = self._sentence_now()

    def sentence(self) -> str:
        """What stands over the table now: that equal cards draw again until they lie open."""
        show = self._table.show
        drawing = read(show.event) if show is not None else None
        if show is None or not isinstance(drawing, PlacesDrawn):
            return self.text
        count = len(drawing.seats)
        is_open = show.share > TURNED + LATER * count
        return "" if is_open and count < len(self._table.seats) else self.text

    def retell(self) -> None:
        """Say it in the language that is spoken now."""
        show = self._table.show
        words = self._words_for(show.event) if show is not None else self._sentence_now()
        self.text = words or self.text

    def just_now(self) -> str:
        """What was laid last, and who has passed."""
        picture = self._floor.picture
        if not picture.pile:
            return self.text
        passed = [self._table.seats[seat].name for seat in picture.order if seat in picture.passed]
        told = counted("{names} has passed.", "{names} have passed.", len(passed)) if passed else ""
        return f"{self.text}. {told.format(names=together(passed))}".strip()

    def _words_for(self, event: Event) -> str:
        """An event that is shown, in a sentence; empty for what needs none."""
        names = [seat.name for seat in self._table.seats]
        held = [self._floor.picture.rank(seat) for seat in range(len(names))]
        match read(event):
            case SeatsTaken(order=order) if self._table.session.options.seat("handicap") is not None:
                return _("Whatever was drawn: {name} starts as the Boss").format(name=names[order[0]])
            case CardsPlayed(seat=seat, cards=cards):
                return laid_words(cards, held[seat], names[seat], leads=not self._floor.picture.pile)
        return news_of(event, names, held)

    def _sentence_now(self) -> str:
        """What the table says while somebody thinks."""
        picture = self._floor.picture
        if picture.turn is None:
            return self.text
        name = titled(picture.rank(picture.turn), self._table.seats[picture.turn].name)
        if picture.give:
            return _("{name} chooses what to give back").format(name=name)
        if picture.by is None:
            return _("{name} leads the round").format(name=name)
        return laid_words(
            picture.lead, picture.rank(picture.by), self._table.seats[picture.by].name, leads=picture.leads
        )

    def _memo(self, one: int, other: int, *, back: bool) -> Memo | None:
        """The memo of the exchange between two seats."""
        order = self._floor.picture.order
        pair = {order.index(one), order.index(other)}
        held = ranks(len(order))
        for step, gift in enumerate(self._due, start=1):
            if {gift.giver, gift.receiver} == pair:
                return Memo(
                    held[gift.receiver], held[gift.giver], gift.count, gift.blind, step, len(self._due), back
                )
        return None

    def _memo_of(self, event: Event) -> Memo | None:
        match read(event):
            case BlindCardDrawn(seat=seat, from_=other):
                return self._memo(seat, other, back=False)
            case GiftGiven(seat=seat, to=other, forced=forced):
                return self._memo(seat, other, back=not forced)
        return None

    def _memo_now(self) -> Memo | None:
        if not self._floor.picture.give:
            return None
        giver, receiver = map(int, self._floor.picture.give[0].partition(":")[0].split(">"))
        return self._memo(giver, receiver, back=True)
