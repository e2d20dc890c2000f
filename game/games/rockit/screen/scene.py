"""RockIt to Destiny on the screen: the shared rummy table in mission control."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.contract import Event, Observation
from game.core.rummy.draft import Draft
from game.core.rummy.events import CardDrawn
from game.core.rummy.pieces import DraftPile
from game.games.rockit.rules.events import GameDealt, GameEnded, Kind, RockItSaid, SeatCameIn, read
from game.games.rockit.rules.observed import observed
from game.games.rockit.rules.state import Reason, wins_needed
from game.games.rockit.screen import launches
from game.games.rockit.screen.countdown import Countdown
from game.games.rockit.screen.room import MissionControl
from game.games.rockit.screen.spread import Spread
from game.games.rockit.screen.standings import Standings
from game.games.rockit.screen.variant import RockItVariant
from game.games.rockit.words.match_words import RockItWords
from game.games.rockit.words.sentences import (
    game_end_words,
    how_to_come_in,
    joker_kept,
    joker_named,
)
from game.store.settings import Speed
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter
from game.ui.table.context import ViewContext
from game.ui.table.rummy.laid_open import WHOLE
from game.ui.table.rummy.room import TableBoxes
from game.ui.table.rummy.scene import RummyView
from game.ui.table.rummy.shown_cards import ShownCards
from game.words import _

AWAY = 0.6
"""At which share of its way the rocket is no longer looked at, and the hands may be."""


class RockItView(RummyView):
    """A match of RockIt."""

    music = "space"

    def __init__(self, table: ViewContext) -> None:
        self.rockit = RockItVariant(table)
        super().__init__(table, self.rockit, RockItWords)
        self._countdown = Countdown(table)
        self._spread = False
        """Whether the hand was chosen from the spread pack, and lies there already."""

    @property
    def room(self) -> MissionControl:
        """How the table looks now."""
        room = self.top.room
        assert isinstance(room, MissionControl)
        return room

    # Events.

    def expect(self, events: Sequence[Event]) -> None:
        super().expect(events)
        if not self.table.session.log and any(event.kind == Kind.DEAL for event in events):
            self._clear_table()

    def sync(self, seen: Observation) -> None:
        self.rockit.came_in = [bool(inside) for inside in observed(seen)["in"]]
        if self.table.show is None:
            self._shown_or_dropped()
        super().sync(seen)
        self._countdown.look(self.top.counts, counts_down=False)

    def _shown_or_dropped(self) -> None:
        """Nothing is shown any more: the rocket is away only where the match is over."""
        self.rockit.closing, self._spread = None, False
        self.top.room = self.room.launched(gone=self.room.gone and self.table.session.to_move is None)

    def _clear_table(self) -> None:
        """Before the deal nothing lies there, though the rules have dealt already."""
        top = self.top
        top.turn.show(Draft.begin(top.book, (), (), inside=False))
        top.counts = [0] * len(self.table.seats)
        top.lay_out(ShownCards.of(top.draft))

    def begin(self, event: Event) -> None:
        happened = read(event)
        if isinstance(happened, GameDealt):
            self.laid_open.take_up()
            self.top.room = self.room.launched(gone=False)
            self._clear_table()
        super().begin(event)
        match happened:
            case GameDealt() as dealt:
                self._spread_pack(dealt)
            case GameEnded() as ended:
                if ended.reason == Reason.WENT_OUT:
                    self.top.room = self.room.launched(gone=True)
                    self.table.stage.audio.play("rocket")
                if self.laid_open.is_unread:
                    self.laid_open.begin(None, _launch(ended) * AWAY)

    def settle(self, event: Event) -> None:
        super().settle(event)
        self._countdown.look(self.top.counts, counts_down=True)
        match read(event):
            case SeatCameIn(seat=seat):
                self.rockit.came_in[seat] = True
            case GameDealt():
                self.rockit.came_in = [False] * len(self.table.seats)
                if self._spread:
                    # They were taken one by one and lie there already: no flight from the draw pile.
                    self.top.cards.rest()
                    self._spread = False

    # The deal.

    def _spread_pack(self, dealt: GameDealt) -> None:
        """Let the one who looks choose the cards from the spread pack."""
        show, spread = self.table.show, self._spread_of(dealt)
        self._spread = spread is not None
        if spread is None or show is None:
            return
        show.hold()
        self.table.stage.scenes.push(spread, lambda _done: self.plays.go_on())

    def _spread_of(self, dealt: GameDealt) -> Spread | None:
        """The pack of a deal as it lies spread out, where somebody chooses from it."""
        owner, places = self.top.owner, self.top.places
        hand = dealt.hands[owner] if owner is not None else None
        quick = self.table.stage.settings.animation_speed == Speed.INSTANT
        # Whoever wants everything at once does not want to take card after card.
        if not isinstance(hand, list) or owner not in self.table.match.people or quick or places is None:
            return None
        return Spread(self.table, places, hand, self.room.back, dealt.stock, self._one_taken)

    def _one_taken(self) -> None:
        """Everybody has taken one card more of the spread pack."""
        self.top.counts = [count + 1 for count in self.top.counts]

    # The end of a game.

    def tally(self, event: Event) -> None:
        ended = read(event)
        assert isinstance(ended, GameEnded)
        self.rockit.closing = ended
        self.laid_open.begin(lambda: self._close(ended), _launch(ended) * AWAY)

    def length(self, event: Event) -> float:
        ends = event.kind == Kind.GAME_END and self.laid_open.is_unread
        return super().length(event) + (WHOLE if ends else 0.0)

    def tick(self, now: float) -> bool:
        return super().tick(now) | self._countdown.tick()

    def shown_share(self) -> float:
        """How much of what is shown is over; of the end of a game, how much of the launch."""
        show = self.table.show
        if show is None or not isinstance(ended := read(show.event), GameEnded):
            return 1.0 if show is None or show.is_held else show.share
        # A show that is held has no share of its time; the hands wait until the rocket is far on its way.
        launch = _launch(ended)
        return (
            max(0.0, min(1.0, AWAY + self.laid_open.gone / launch)) if self.laid_open.lie_open else show.share
        )

    def _close(self, ended: GameEnded) -> None:
        """The rocket is away: on with the card that tells how the match stands."""
        self.rockit.closing = None
        session, seats = self.table.session, self.table.seats
        # The game was the match: the results tell the rest.
        if session.options.number("best_of") == 1:
            self.plays.go_on()
            return
        title = game_end_words(ended, [seat.name for seat in seats])
        needed, final = wins_needed(session.options), session.to_move is None
        onward = _("To the results") if final else _("Next game")
        card = Standings(self, self.table.stage, title, ended, needed, onward)
        self.table.stage.scenes.push(card, lambda _done: self.plays.go_on())

    # Jokers.

    def look_at(self, pile: DraftPile, card: int) -> None:
        """Let a joker stand for the next card that it can; of others it is said how their trick stands."""
        top = self.top
        piece = next(piece for piece in pile.pieces if piece.key == card)
        if not piece.joker or top.carry is not None:
            super().look_at(pile, card)
            return
        if len(top.draft.faces(card)) < 2:
            self.table.messages.tell(
                joker_kept(piece.face) if piece.face and not piece.own else
                _("Here the joker can be no other card.")
            )  # fmt: skip
            self.table.redraw()
            return
        self.table.stage.audio.play("joker")
        self.grip.do(top.draft.alternate(card))
        found = next(one for one in top.lay.pieces() if one.key == card)
        self.plays.text = joker_named(found.face)
        self.grip.focus_on(card)

    # Drawing.

    def draw_show(self, painter: Painter, places: TableBoxes) -> None:
        if not self.room.gone:
            self._countdown.draw(painter, self.room.nozzle(places.status))
        show, top = self.table.show, self.top
        if show is None:
            return
        still = self.table.stage.still
        match read(show.event):
            case RockItSaid(seat=seat):
                box, own = top.seat_box(seat), seat == top.bottom
                start = (box.centre[0], box.y + 40) if own else (box.centre[0], box.bottom + 110)
                launches.draw_small(painter, start, self.table.seats[seat].look, show.share, still=still)
            case CardDrawn(seat=seat) if seat != top.owner:
                box = top.seat_box(seat)
                launches.draw_call(painter, (box.centre[0], box.bottom + 18), show.share)
            case _ if self.room.gone and (share := self.shown_share()) < 1:
                launches.draw_big(painter, self.room.nozzle(places.status), share, still=still)

    def kept_clear(self) -> list[Box]:
        away = self.table.show is not None and self.table.show.event.kind in (Kind.ROCKIT, Kind.GAME_END)
        # A rocket flies over everything, and a board with words on it is read: nothing else has room then.
        if away or self.explains():
            return [self.table.stage.view.box]
        places = None if self.table.learns else self.top.places
        title = self.room.title_box(places) if places is not None else None
        return [*super().kept_clear(), *([title] if title is not None else [])]

    def _draw_flights(self, painter: Painter, places: TableBoxes) -> None:
        if not self._spread:
            super()._draw_flights(painter, places)

    def warm(self, painter: Painter) -> Iterator[None]:
        # Made ready while the toss is still shown: the pack is the first thing that is drawn after it.
        for coming in [read(show.event) for show in self.table.playback.waiting]:
            if isinstance(coming, GameDealt) and (spread := self._spread_of(coming)) is not None:
                yield from spread.warm(painter)
        yield from super().warm(painter)
        assert self.top.places is not None
        nozzle, own = self.room.nozzle(self.top.places.status), self.top.places.own
        for step in range(40):
            launches.draw_big(painter, nozzle, step / 40)
            yield
            for seat in self.table.seats:
                launches.draw_small(painter, (own.centre[0], own.y + 40), seat.look, step / 40)
            yield

    def prepared(self, painter: Painter) -> Iterator[None]:
        assert self.top.places is not None
        yield from self.room.prepare(painter, self.top.places)
        for seat in range(len(self.table.seats)):
            yield
            own, box = seat == self.top.bottom, self.top.seat_box(seat)
            sitter = self.captions.sitter(seat, alive=False)
            self.room.draw_puppet(painter, box, sitter, len(self.table.seats) - 1, own=own)

    def explains(self) -> bool:
        """Whether the bare board says how one comes in."""
        return self.rockit.may_come(self.top) and not self.top.lay.piles and self.top.carry is None

    def advice(self) -> str:
        return how_to_come_in(self.rockit.needed) if self.explains() else ""


def _launch(ended: GameEnded) -> float:
    """How long the big rocket takes to leave at the end of a game, in ms at the brisk pace."""
    return launches.BIG_MS * (1.0 if ended.reason == Reason.WENT_OUT else 0.3)


VIEW = RockItView
