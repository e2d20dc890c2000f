"""RockIt to Destiny on the screen: the shared rummy table in mission control."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.contract import Event, IllegalMove, Observation, Outcome
from game.core.rummy.draft import Draft
from game.core.rummy.keeping import DraftHistory
from game.core.rummy.table import write_piles
from game.core.session import Session
from game.games.rockit import launches
from game.games.rockit.coming import Coming, Progress, progress
from game.games.rockit.jokers_at_hand import JokersAtHand
from game.games.rockit.room import MissionControl
from game.games.rockit.spread import Spread
from game.games.rockit.standings import Standings
from game.games.rockit.state import Reason, wins_needed
from game.games.rockit.words import coming_in, ending, game_told, how_to_come_in, refused, told
from game.ui.input import Act
from game.ui.match import Seat
from game.ui.motion import PACE
from game.ui.paint import Painter
from game.ui.rummy.lay import Lay
from game.ui.rummy.room import Knob, Lamp, Places, Status
from game.ui.rummy.telling import HELD
from game.ui.words import _, counted

SIGN_HOLDS = 70
"""How many letters the sign shows in full size: with more, how to come in is left to the meter."""


class RockItScene(JokersAtHand):
    """A match of RockIt."""

    music = "space"

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        options = session.options
        self.room = MissionControl(
            mixed=options.word("card_backs") == "different",
            packs=options.number("decks"),
            best_of=options.number("best_of"),
        )
        self.came_in = [False] * len(seats)
        """Who has come in, as far as it has been shown."""
        self._closing: Event | None = None
        """The end of a game, while the big rocket leaves."""
        self._spread = False
        """Whether the hand was chosen from the spread pack, and lies there already."""

    # What the rules know.

    @property
    def needed(self) -> int:
        """The points it takes to come in."""
        return self.session.options.number("coming_in_points")

    @property
    def coming(self) -> Progress:
        """How far the trick to come in with has got."""
        piles = self.draft.piles
        own = [pile.texts for pile in piles if pile.pieces and all(piece.own for piece in pile.pieces)]
        mixed = sum(map(len, own)) < len(self.draft.laid)
        return progress(self.book, own, self.needed, mixed=mixed)

    @property
    def came(self) -> bool:
        """Whether the one to move has come in during this very turn."""
        return bool(self.seen["came"]) and self._is_mine()

    def inside(self, seen: Observation) -> bool:
        return bool(seen["in"][seen["seat"]])

    def sync(self, seen: Observation) -> None:
        self.came_in = [bool(inside) for inside in seen["in"]]
        super().sync(seen)

    # Words.

    def words_for(self, event: Event) -> str:
        return told(event, [seat.name for seat in self.seats], self._owner)

    def explain(self, refused_move: IllegalMove) -> str:
        return refused(refused_move.refusal, self.needed)

    def sitter_line(self, seat: int) -> tuple[str, bool | None]:
        came = self.came_in[seat]
        line = _("not in yet") if not came else _("you are in") if seat == self._owner else _("has come in")
        if self.session.options.number("best_of") > 1 and self.totals[seat]:
            won = counted("{n} game won", "{n} games won", self.totals[seat])
            line = won.format(n=self.totals[seat])
        return line, came

    def known_of(self, seat: int) -> str:
        return _("has come in") if self.session.observe(None)["in"][seat] else _("not in yet")

    def meter(self) -> tuple[int, int] | None:
        if self._owner is None or self.draft.inside or self._closing is not None:
            return None
        return self.coming.points, self.needed

    def lamp(self) -> tuple[Lamp, str]:
        lamp, words = super().lamp()
        if not self._is_mine() or self.show is not None or self.carry is not None:
            return lamp, words
        if not self.draft.inside and self.draft.laid:
            coming = self.coming
            if lamp is Lamp.WHOLE and coming.stage is not Coming.ENOUGH:
                lamp = Lamp.MENDABLE
            return lamp, coming_in(coming, self.needed, lost=lamp is Lamp.LOST)
        if self.came and not self.draft.changed:
            return Lamp.WHOLE, _("You are in. Lay more, or say RockIt!")
        return lamp, words

    def status(self) -> Status:
        status = super().status()
        if self._closing is not None:
            return Status(Lamp.OFF, self.told)
        if guide := self.joker_guide():
            return Status(status.lamp, guide, status.meter)
        if self._may_come() and not self.draft.laid:
            both = f"{self.told} {coming_in(self.coming, self.needed)}".strip()
            return Status(status.lamp, both if len(both) <= SIGN_HOLDS else self.told, status.meter)
        return status

    def _may_come(self) -> bool:
        """Whether the one who looks has to come in, now."""
        return self.show is None and self._is_mine() and not self.draft.inside

    def pile_words(self) -> tuple[str, str]:
        return _("Trick"), _("New trick")

    def end_words(self) -> tuple[str, str, bool]:
        _word, note, ready = super().end_words()
        if self.draft.inside:
            return _("RockIt!"), note, ready or (self.came and not self.draft.changed)
        coming = self.coming
        if self.draft.laid and not note and coming.stage is not Coming.ENOUGH:
            if coming.stage in (Coming.RUN, Coming.KIND):
                note = _("{points} of {needed}").format(points=coming.points, needed=self.needed)
            return _("Come in"), note, False
        return _("Come in"), note, ready

    def knobs(self) -> list[Knob]:
        drawing, back, end = super().knobs()
        if not self.came:
            return [drawing, back, end]
        ready = self.end_words()[2]
        done = Knob(Act.END_TURN, end.words, end.note, enabled=self.show is None, main=ready)
        return [Knob(Act.SECONDARY, drawing.words, enabled=False), back, done]

    def _may_draw(self) -> bool:
        return super()._may_draw() and not self.came

    def nothing_laid(self) -> str:
        if self.draft.inside:
            return _("Lay at least one card of your hand, or draw.")
        return coming_in(Progress(Coming.NOTHING), self.needed)

    # Moves.

    def draw_or_pass(self) -> None:
        if self.came:
            self.refuse(_("You came in this turn, so you cannot draw: say RockIt!"))
            return
        super().draw_or_pass()

    def end_turn(self) -> None:
        if self.came and self.carry is None and not self.draft.changed:
            self.play("rockit")
        else:
            super().end_turn()

    def refuse_lift(self, keys: Sequence[int]) -> str:
        if not self.draft.inside and any(not piece.own for piece in self._pieces(keys)):
            return _("Come in first: until then the board stays as it is.")
        return super().refuse_lift(keys)

    def closing_move(self, seen: Observation, draft: Draft) -> str:
        return "rockit" if seen["came"] and not draft.changed else super().closing_move(seen, draft)

    def drawing_move(self, seen: Observation, draft: Draft) -> str:
        move = super().drawing_move(seen, draft)
        keeps = self.session.options.flag("keep_rearranged_board") and draft.changed and draft.whole
        return f"{move} | {write_piles(draft.table)}" if keeps else move

    # Events.

    def extra_length(self, event: Event) -> float:
        if event.kind == "rockit":
            return launches.SMALL_MS * max(0.6, self.quick)
        return launches.BIG_MS if event.kind == "game_end" else 0.0

    def enter(self) -> None:
        super().enter()
        if any(show.event.kind == "deal" for show in self.queue):
            self._clear_table()

    def _clear_table(self) -> None:
        """Before the deal nothing lies there, though the rules have dealt already."""
        self.history = DraftHistory(Draft.begin(self.book, (), (), inside=False))
        self.counts = [0] * len(self.seats)
        self.lay_out(Lay.of(self.draft))

    def begin(self, event: Event) -> None:
        if event.kind == "rockit":
            self.stage.audio.play("rocket")
        if event.kind == "deal":
            self.room = self.room.launched(False)
            self._clear_table()
        super().begin(event)
        if event.kind == "deal":
            self._spread_pack(event)
        elif event.kind == "game_end" and event.data["reason"] == Reason.WENT_OUT:
            self.room = self.room.launched(True)
            self.stage.audio.play("rocket")

    def _spread_pack(self, event: Event) -> None:
        """Let the one who looks choose the cards from the spread pack."""
        show, spread = self.show, self._spread_of(event)
        self._spread = spread is not None
        if spread is None or show is None:
            return
        show.length = HELD
        self.stage.scenes.push(spread, lambda _done: self.go_on())

    def _spread_of(self, event: Event) -> Spread | None:
        """The pack of a deal as it lies spread out, where somebody chooses from it."""
        hand = event.data["hands"][self._owner] if self._owner is not None else None
        quick = self.stage.settings.animation_speed == "instant"
        if not isinstance(hand, list) or self._owner not in self.people or quick or self.places is None:
            return None
        return Spread(self, self.places, hand, self.room.back, event.data["stock"], self._one_taken)

    def _one_taken(self) -> None:
        """Everybody has taken one card more of the spread pack."""
        self.counts = [count + 1 for count in self.counts]

    def tally(self, event: Event) -> None:
        self._closing = event

    def tick(self, now: float) -> bool:
        busy = super().tick(now)
        if self._closing is not None and self.shown_share() >= 1:
            self._close()
        return busy or self._closing is not None

    def drop_shows(self) -> None:
        super().drop_shows()
        self._closing, self._spread = None, False
        self.room = self.room.launched(self.room.gone and self.session.to_move is None)

    def hurry_through(self) -> None:
        if self._closing is not None:
            self._close()
        else:
            super().hurry_through()

    def shown_share(self) -> float:
        """How much of what is shown is over; of the end of a game, how much of the launch."""
        if self.show is None or self._closing is None:
            return 1.0 if self.show is None or self.show.length == HELD else self.show.share
        length = launches.BIG_MS * PACE[self.stage.settings.animation_speed]
        if self._closing.data["reason"] != Reason.WENT_OUT:
            length *= 0.3
        return 1.0 if length <= 0 else min(1.0, (self.stage.now - self._since) / length)

    def _close(self) -> None:
        """The rocket is away: on with the card that tells how the match stands."""
        event, self._closing = self._closing, None
        assert event is not None
        data, options = event.data, self.session.options
        if options.number("best_of") == 1:
            self.go_on()
            return
        names = [seat.name for seat in self.seats]
        final = self.session.to_move is None
        card = Standings(
            self, game_told(data, names), data["winners"], data["counts"], data["wins"], wins_needed(options),
            final,
        )  # fmt: skip
        self.stage.scenes.push(card, lambda _done: self.go_on())

    def settle(self, event: Event) -> None:
        super().settle(event)
        if event.kind == "come" and event.seat is not None:
            self.came_in[event.seat] = True
        elif event.kind == "deal":
            self.came_in = [False] * len(self.seats)
            if self._spread:
                self.cards.rest()
                self._spread = False

    def mood(self, seat: int) -> str:
        if self.show is not None and self.show.event.kind == "rockit" and seat == self.show.event.seat:
            return "happy"
        return super().mood(seat)

    def draw_show(self, painter: Painter, places: Places) -> None:
        show = self.show
        if show is None:
            return
        event, still = show.event, self.stage.still
        if event.kind == "rockit" and event.seat is not None:
            box = self.seat_box(event.seat)
            own = event.seat == self.bottom
            start = (box.centre[0], box.y + 40) if own else (box.centre[0], box.bottom + 110)
            launches.draw_small(painter, start, self.seats[event.seat].look, show.share, still=still)
        elif event.kind == "draw" and event.seat not in (None, self._owner):
            box = self.seat_box(event.seat or 0)
            launches.draw_call(painter, (box.centre[0], box.bottom + 18), show.share)
        elif self.room.gone and (share := self.shown_share()) < 1:
            launches.draw_big(painter, self.room.nozzle(places.status), share, still=still)

    def _draw_flights(self, painter: Painter, places: Places) -> None:
        if not self._spread:
            super()._draw_flights(painter, places)

    def warm(self, painter: Painter) -> Iterator[None]:
        for coming in [show.event for show in self.queue if show.event.kind == "deal"]:
            if (spread := self._spread_of(coming)) is not None:
                yield from spread.warm(painter)
        yield from super().warm(painter)
        assert self.places is not None
        nozzle, own = self.room.nozzle(self.places.status), self.places.own
        for step in range(40):
            launches.draw_big(painter, nozzle, step / 40)
            yield
            for seat in self.seats:
                launches.draw_small(painter, (own.centre[0], own.y + 40), seat.look, step / 40)
            yield

    def before_first(self, painter: Painter) -> Iterator[None]:
        assert self.places is not None
        yield from self.room.prepare(painter, self.places)
        for seat in range(len(self.seats)):
            yield
            own, box = seat == self.bottom, self.seat_box(seat)
            sitter = self.sitter(seat, alive=False)
            self.room.draw_puppet(painter, box, sitter, len(self.seats) - 1, own)

    def _base_key(self, status: Status) -> tuple[object, ...]:
        return (*super()._base_key(status), self.room.gone, self._explains())

    def _explains(self) -> bool:
        """Whether the bare board says how one comes in."""
        return self._may_come() and not self.lay.piles and self.carry is None

    def _draw_base(self, painter: Painter, status: Status) -> None:
        super()._draw_base(painter, status)
        if self._explains() and self.places is not None:
            self.room.draw_advice(painter, self.places, how_to_come_in(self.needed))

    # The end.

    def scores(self) -> tuple[int, ...]:
        return tuple(self.session.observe(None)["wins"])

    def ending(self, outcome: Outcome) -> str:
        names = [seat.name for seat in self.seats]
        return ending(outcome, names, self.session.options.number("best_of"))

    def curves(self) -> list[list[int]]:
        header = [line for line in self.session.record().splitlines() if line.startswith("[")]
        again = Session.from_record("\n".join(header))
        curves = [[count] for count in again.observe(None)["counts"]]
        for _seat, move in self.session.log:
            again.play(move)
            for curve, count in zip(curves, again.observe(None)["counts"], strict=True):
                curve.append(count)
        return curves

    def curve_words(self) -> str:
        return _("Cards in hand, move by move: the fewer the better")
