"""RockIt to Destiny on the screen: the shared rummy table in mission control."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.game import Event, Observation
from game.core.rummy.draft import DraftPile
from game.core.rummy.table import CardDrawn
from game.games.rockit.rules.events import (
    GameDealt,
    GameEnded,
    Kind,
    MatchEnded,
    RockItSaid,
    SeatCameIn,
    read,
)
from game.games.rockit.rules.observed import observed
from game.games.rockit.rules.state import wins_needed
from game.games.rockit.screen import launches
from game.games.rockit.screen.deal import Deal
from game.games.rockit.screen.rocket import Rocket
from game.games.rockit.screen.standings import Standings
from game.games.rockit.screen.variant import RockItVariant
from game.games.rockit.words.match_words import RockItWords
from game.games.rockit.words.sentences import (
    game_end_words,
    how_to_come_in,
    joker_kept,
    joker_named,
    match_won,
)
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter
from game.ui.table.context import ViewContext
from game.ui.table.rummy.laid_open import WHOLE
from game.ui.table.rummy.room import TableBoxes
from game.ui.table.rummy.scene import RummyView
from game.words import _


class RockItView(RummyView):
    """A match of RockIt."""

    music = "space"
    in_one_go = 3  # whoever goes out lays a trick at least: hardly ever has anybody one card or two

    def __init__(self, table: ViewContext) -> None:
        self.rockit = RockItVariant(table)
        super().__init__(table, self.rockit, RockItWords)
        self.deal = Deal(table, self.top)
        self.rocket = Rocket(table, self.top, self.laid_open, self.rockit)

    # Events.

    def expect(self, events: Sequence[Event]) -> None:
        super().expect(events)
        if not self.table.session.log and any(event.kind == Kind.DEAL for event in events):
            self.deal.clear_table()

    def sync(self, seen: Observation) -> None:
        self.rockit.came_in = [bool(inside) for inside in observed(seen)["in"]]
        if self.table.show is None:
            # Nothing is shown any more: the rocket is away only where the match is over.
            self.rocket.stand(gone=self.rocket.is_gone and self.table.session.to_move is None)
            self.deal.was_chosen = False
        super().sync(seen)
        self.rocket.countdown.look(self.top.counts, counts_down=False)

    def begin(self, event: Event) -> None:
        happened = read(event)
        if isinstance(happened, GameDealt):
            self.laid_open.take_up()
            self.rocket.stand()
            self.deal.clear_table()
        super().begin(event)
        match happened:
            case GameDealt() as dealt:
                self.deal.begin(dealt, self.plays.go_on)
            case GameEnded() as ended:
                self.rocket.begin(ended)

    def settle(self, event: Event) -> None:
        super().settle(event)
        self.rocket.countdown.look(self.top.counts, counts_down=True)
        match read(event):
            case SeatCameIn(seat=seat):
                self.rockit.came_in[seat] = True
            case GameDealt():
                self.rockit.came_in = [False] * len(self.table.seats)
                self.deal.settle()

    # The end of a game.

    def tally(self, event: Event) -> None:
        ended = read(event)
        assert isinstance(ended, GameEnded)
        self.rocket.tally(ended, lambda: self._close(ended))

    def length(self, event: Event) -> float:
        ends = event.kind == Kind.GAME_END and self.laid_open.is_unread
        return super().length(event) + (WHOLE if ends else 0.0)

    def tick(self, now: float) -> bool:
        return super().tick(now) | self.rocket.countdown.tick()

    def _close(self, ended: GameEnded) -> None:
        """The rocket is away: on with the card that tells how the match stands."""
        self.rockit.closing = None
        session, seats = self.table.session, self.table.seats
        # The game was the match: the results tell the rest.
        if session.options.number("best_of") == 1:
            self.plays.go_on()
            return
        names, needed = [seat.name for seat in seats], wins_needed(session.options)
        title, onward = game_end_words(ended, names), _("Next game")
        # What follows from it is told by the event behind it.
        after = next((read(show.event) for show in self.table.playback.waiting), None)
        over = after if isinstance(after, MatchEnded) else None
        if over is not None:
            title, onward = match_won(over.winners, over.wins, names), _("To the results")
        card = Standings(self, self.table.stage, title, ended, over, needed, onward)
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
        self.rocket.draw_counting(painter, places)
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
            case _:
                self.rocket.draw_leaving(painter, places)

    def kept_clear(self) -> list[Box]:
        away = self.table.show is not None and self.table.show.event.kind in (Kind.ROCKIT, Kind.GAME_END)
        if away:  # a rocket flies over everything
            return [self.table.stage.view.box]
        assert self.top.places is not None
        title = None if self.table.learns else self.rocket.room.title_box(self.top.places)
        explained = self.top.places.table if self.rockit.explains(self.top) else None
        return [*super().kept_clear(), *(box for box in (title, explained) if box is not None)]

    def _draw_flights(self, painter: Painter, places: TableBoxes) -> None:
        if not self.deal.was_chosen:
            super()._draw_flights(painter, places)

    def warm(self, painter: Painter) -> Iterator[None]:
        # Made ready while the toss is still shown: the pack is the first thing that is drawn after it.
        for coming in [read(show.event) for show in self.table.playback.waiting]:
            if isinstance(coming, GameDealt) and (spread := self.deal.spread(coming)) is not None:
                yield from spread.warm(painter)
        yield from super().warm(painter)
        yield from self.rocket.warm(painter)

    def prepared(self, painter: Painter) -> Iterator[None]:
        assert self.top.places is not None
        yield from self.rocket.room.prepare(painter, self.top.places)
        for seat in range(len(self.table.seats)):
            yield
            own, box = seat == self.top.bottom, self.top.seat_box(seat)
            sitter = self.captions.sitter(seat, alive=False)
            self.rocket.room.draw_puppet(painter, box, sitter, len(self.table.seats) - 1, own=own)

    def advice(self) -> str:
        return how_to_come_in(self.rockit.needed) if self.rockit.explains(self.top) else ""


VIEW = RockItView
