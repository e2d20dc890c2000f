"""SOCiable on the screen: the office, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.cards import JOKER
from game.core.contract import Event, Observation, Outcome
from game.core.session import Session
from game.games.sociable import panels
from game.games.sociable import stage_view as view
from game.games.sociable.art_office import office as room
from game.games.sociable.chairs import ranks
from game.games.sociable.choosing import WAITS, ChoosingScene
from game.games.sociable.debrief import Debrief
from game.games.sociable.effects import Effects, Office, draw_blind_choice, draw_drawn
from game.games.sociable.exchange import exchange
from game.games.sociable.panels import Call, Memo, Plate
from game.games.sociable.picture import Picture
from game.games.sociable.places import CARD, Spot
from game.games.sociable.stage_view import Held, Sitter
from game.games.sociable.state import DECK, POWER, RANKS
from game.games.sociable.story import Story
from game.games.sociable.words import chair_name, laid_words, titled, told, wanted
from game.ui.art.cards import card
from game.ui.art.puppets import STATES
from game.ui.input import Act
from game.ui.layer import Layer
from game.ui.life import Life
from game.ui.paint import Painter
from game.ui.seats import Seat
from game.ui.strip import draw_strip, glyph, is_covered, strip_top
from game.ui.view import Box
from game.ui.words import _, counted

LENGTHS = {
    "draw_position": 2100.0, "seated": 1700.0, "deal": 1500.0, "gift": 1150.0, "blind_draw": 1300.0,
    "play": 400.0, "pass": 240.0, "round_end": 560.0, "out": 700.0, "hand_end": 4200.0, "match_end": 1500.0,
}  # fmt: skip
"""How long each event is shown, in ms at the brisk pace."""


class SociableScene(ChoosingScene):
    """The scene of a match of SOCiable: what is shown, and how."""

    music = "office"

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.base = next((number for number, seat in enumerate(self.seats) if seat.is_here), 0)
        """Who sits at the lower edge."""
        self.effects = Effects()
        self.sentence = ""
        self.memo: Memo | None = None
        self._due = exchange(tuple(range(len(self.seats))), session.options.word("exchange"))
        self._layer = Layer()
        self._life = Life()
        self._opens = False

    def enter(self) -> None:
        self._opens = not self.session.log and bool(self.session.opening)
        super().enter()

    # What MatchScene asks for.

    def length(self, event: Event) -> float:
        if event.kind == "blind_draw" and event.seat is not None and event.seat == self.viewer:
            return WAITS
        if event.kind == "gift" and isinstance(event.data["cards"], dict):
            return LENGTHS["gift"] * 0.75
        return LENGTHS.get(event.kind, 0.0)

    def begin(self, event: Event) -> None:
        names = [seat.name for seat in self.seats]
        held = [self.picture.rank(seat) for seat in range(len(names))]
        self.sentence = told(event, names, held) or self.sentence
        if event.kind == "play":
            seat = event.seat or 0
            self.sentence = laid_words(
                event.data["cards"], held[seat], names[seat], leads=not self.picture.pile
            )
        elif event.kind in ("gift", "blind_draw"):
            self.memo = self._memo_of(event)
        if event.kind not in ("gift", "blind_draw"):
            self.memo = None
        hand = {name: self.card_box(n).centre for n, name in enumerate(self.picture.hand)}
        self.effects.begin(event, self.office, hand, self.stage.audio)
        if event.kind == "blind_draw":
            self.wait_for_touch()
            if self.blind is not None:
                self.sentence = _("Touch a card: you draw one blindly")
        if event.kind in ("play", "pass"):
            self.picture.turn = event.seat
        self.stale = True

    def settle(self, event: Event) -> None:
        self.picture.take_in(event)
        self.effects.end()

    def sync(self, seen: Observation) -> None:
        before, self.seen = self.picture, seen
        if seen["seat"] is not None:
            self.base = seen["seat"]
        if self._opens:
            self._opens = False
            self.picture = Picture(seen["seat"], [0] * len(self.seats))
            return
        self.picture = Picture.of(seen)
        if before.viewer == seen["seat"] and before.hand == self.picture.hand:
            self.picture.new = before.new
        self.effects = Effects()
        self.memo = self._memo_now()
        self.sentence = self._sentence_now()

    def _sentence_now(self) -> str:
        """What the table says while somebody thinks."""
        picture = self.picture
        if picture.turn is None:
            return self.sentence
        name = titled(picture.rank(picture.turn), self.seats[picture.turn].name)
        if picture.give:
            return _("{name} chooses what to give back").format(name=name)
        if picture.by is None:
            return _("{name} leads the round").format(name=name)
        return laid_words(
            picture.lead, picture.rank(picture.by), self.seats[picture.by].name, leads=picture.leads
        )

    # The exchange.

    def _memo(self, one: int, other: int, *, back: bool) -> Memo | None:
        """The memo of the exchange between two seats."""
        order = self.picture.order
        pair = {order.index(one), order.index(other)}
        held = ranks(len(order))
        for step, gift in enumerate(self._due, start=1):
            if {gift.giver, gift.receiver} == pair:
                return Memo(
                    held[gift.receiver], held[gift.giver], gift.count, gift.blind, step, len(self._due), back
                )
        return None

    def _memo_of(self, event: Event) -> Memo | None:
        seat = event.seat or 0
        if event.kind == "blind_draw":
            return self._memo(seat, event.data["from"], back=False)
        return self._memo(seat, event.data["to"], back=not event.data["forced"])

    def _memo_now(self) -> Memo | None:
        if not self.picture.give:
            return None
        giver, receiver = map(int, self.picture.give[0].partition(":")[0].split(">"))
        return self._memo(giver, receiver, back=True)

    # The results.

    def scores(self) -> tuple[int, ...]:
        return tuple(self.seen["scores"])

    def ending(self, outcome: Outcome) -> str:
        if outcome.reason == "conceded":
            return _("Somebody left the office early.")
        best = max(outcome.scores)
        points = counted("{n} point wins the match.", "{n} points win the match.", best).format(n=best)
        if outcome.reason == "better_place":
            return points + " " + _("Equal totals: the better place in the last hand decides.")
        if outcome.reason == "shared":
            return points + " " + _("Equal totals: the win is shared.")
        return points

    def curves(self) -> list[list[int]]:
        """The points of each seat after every hand."""
        totals = Story.of(self.session.record()).totals
        return [[points[seat] for points in totals] for seat in range(len(self.seats))]

    def curve_words(self) -> str:
        return _("Points, hand by hand")

    def finish(self) -> None:
        """On to the debrief; to the plain results where no hand was played to its end."""
        if Story.of(self.session.record()).hands:
            self.stage.scenes.push(Debrief(self))
        else:
            super().finish()

    # Drawing.

    @property
    def office(self) -> Office:
        """What the effects may know."""
        return Office(self.places, self.picture, self.seats, self.base, self.stage.still, self.sitter)

    def spot(self, seat: int) -> Spot:
        """Where a seat is."""
        return self.office.spot(seat)

    def sitter(self, seat: int, rank: int | None) -> Sitter:
        """How a seat looks now."""
        acts = self.picture.turn == seat and self.conceded is None
        state = "idle"
        if seat == self.effects.glad:
            state = "happy"
        elif seat == self.effects.sorry:
            state = "sad"
        elif acts and self.show is None and self.seats[seat].is_bot:
            state = "thinking"
        frame = 0 if self.stage.still else STATES[state].at(self.stage.now + seat * 700)
        return Sitter(self.seats[seat], rank, state, frame, self.spot(seat).flip, acts)

    def draw(self, painter: Painter) -> None:
        office, show = self.office, self.show
        moves = self.effects.office_moves(show)
        self._layer.put(painter, self._still_key(moves), self._draw_still)
        if moves and show is not None:
            with view.behind_front(painter, self.places):
                self.effects.draw_moving(painter, office, show)
            panels.draw_sentence(painter, self.places, self.sentence)
        else:
            self._draw_sitters(painter)
        if self.picture.pile and not moves and not self.effects.hides_lead(show):
            view.draw_laid(painter, self.places, self.picture.lead)
        if self.picture.drawn and not moves:
            skip = show.event.data["seats"] if show and show.event.kind == "draw_position" else ()
            draw_drawn(painter, office, skip)
        if self.memo is not None and (show is None or show.event.kind != "blind_draw"):
            panels.draw_memo(painter, self.places, self.memo)
        self._draw_hand(painter)
        if (call := self._call()) is not None and call.bad:
            self._draw_call(painter, call)
        if self.blind is not None and show is not None:
            draw_blind_choice(painter, office, show.event.data["from"], self.blind)
        elif show is not None:
            self.effects.draw_over(painter, office, show)
        if self.looking:
            final = self.session.options.word("pass") == "final"
            panels.draw_ladder(
                painter, strip_top(self.stage, self), self.picture.lead, self.picture.gone, final
            )
            draw_strip(painter, self.stage, self)

    def _draw_sitters(self, painter: Painter) -> None:
        with view.behind_front(painter, self.places):
            for seat in sorted(range(len(self.seats)), key=lambda s: self.spot(s).y):
                view.draw_seated(painter, self.spot(seat), self.sitter(seat, self.picture.rank(seat)))
        panels.draw_plate(painter, self.spot(self.base), self._plate(self.base))

    def _still_key(self, moves: bool) -> tuple[object, ...]:
        picture = self.picture
        return (
            moves, picture.order, tuple(picture.counts), picture.scores, picture.passed, picture.out,
            picture.turn, picture.viewer, self.base, self.sentence, self._call(), self.my_turn, self.giving,
            self.play_label(), self.play_ready(), bool(picture.lead), tuple(map(str, self.seats)),
            self._hand_number(), tuple(self.help()), is_covered(self.stage, self), self.looking,
            self.stage.devices.last.partition(":")[0], self.stage.settings.language, bool(self.memo),
        )  # fmt: skip

    def _draw_still(self, painter: Painter) -> None:
        """All that does not move: the room, the furniture, the plates, the words and the strip."""
        canvas, places = painter.view, self.places
        painter.blit(room(painter.assets, canvas.w, canvas.h, places.bottom, painter.theme.name), 0, 0)
        moves = self.effects.office_moves(self.show)
        if not moves:
            self._draw_turn_glow(painter)
            order = self.picture.order
            held = ranks(len(order)) if order else ()
            chairs = [(self.spot(seat), rank) for seat, rank in zip(order, held, strict=True)]
            with view.behind_front(painter, places):
                view.draw_furniture(painter, places, chairs)
            if self.picture.pile:
                at, card_w = places.lead, places.lead_card
                view.draw_glow(painter, at, (card_w * 4, card_w * 2.5), "#FFE9B0")
            for seat in range(len(self.seats)):
                if seat != self.base:
                    panels.draw_plate(painter, self.spot(seat), self._plate(seat))
            self._draw_passes(painter)
        panels.draw_header(painter, places, self._header(), self.seats[self.base].look)
        if (self.sentence and self.picture.turn is not None) or self.show is not None:
            panels.draw_sentence(painter, places, self.sentence)
        if (call := self._call()) is not None and not moves and not call.bad:
            self._draw_call(painter, call)
        if self.my_turn:
            sign = glyph(self.stage, Act.END_TURN, 30)
            panels.draw_action(
                painter, places.play, self.play_label(), sign, go=True, ready=self.play_ready()
            )
            if not self.giving:
                sign = glyph(self.stage, Act.SECONDARY, 30)
                panels.draw_action(
                    painter, places.passing, self.pass_label(), sign, go=False, ready=bool(self.picture.lead)
                )
        if not self.looking:
            draw_strip(painter, self.stage, self)

    def _draw_call(self, painter: Painter, call: Call) -> None:
        mouth = self.spot(self.base).head(self.picture.rank(self.base) or 0)
        panels.draw_call(painter, self.places, call, mouth)

    def _draw_turn_glow(self, painter: Painter) -> None:
        if self.picture.turn is not None and self.picture.order:
            spot = self.spot(self.picture.turn)
            size = spot.tall * 2.6, spot.tall * 2.2
            view.draw_glow(painter, (spot.x, spot.y - spot.tall * 0.75), size, "#FFE08A")

    def _draw_passes(self, painter: Painter) -> None:
        final = self.session.options.word("pass") == "final"
        for seat in self.picture.passed:
            if seat == self.base and self.viewer is not None:
                continue
            spot = self.spot(seat)
            head = spot.head(self.picture.rank(seat) or 0)
            words = _("Out of it") if final else _("Pass")
            panels.draw_pass(painter, head, words, left=spot.flip, lift=0.0)

    def _plate(self, seat: int) -> Plate:
        picture = self.picture
        scores = picture.scores or (0,) * len(self.seats)
        held = ranks(len(self.seats))
        sure = held[picture.out.index(seat)] if seat in picture.out else None
        return Plate(
            self.seats[seat], picture.rank(seat), picture.counts[seat], scores[seat],
            active=picture.turn == seat, next_rank=sure,
        )  # fmt: skip

    def _hand_number(self) -> int:
        by_hand = (
            11
            if len(self.seats) == 5
            else sum(map(int, self.session.options.word("four_player_points").split("-")))
        )
        return sum(self.picture.scores) // by_hand + 1

    def _header(self) -> str:
        target = self.session.options.number("target")
        return _("Hand {n} of a game to {target}").format(n=self._hand_number(), target=target)

    def _call(self) -> Call | None:
        """What the one at the lower edge is told, or says."""
        picture = self.picture
        if self.my_turn:
            words = self.message or wanted(picture.lead, self.giving)
            return Call(_("Your turn"), words, bad=bool(self.message))
        if self.message:
            return Call(_("Not now"), self.message, warm=False)
        if self.viewer is None or self.viewer != self.base or not picture.order:
            return None
        if self.viewer in picture.passed:
            final = self.session.options.word("pass") == "final"
            words = _("Out of this round") if final else _("You may still play later")
            return Call(_("Pass"), words, warm=False)
        if self.viewer in picture.out:
            rank = ranks(len(self.seats))[picture.out.index(self.viewer)]
            words = _("Your next chair: {rank}").format(rank=chair_name(rank))
            return Call(_("Out!"), words, warm=False)
        return None

    def _draw_hand(self, painter: Painter) -> None:
        if not self.picture.order or self.effects.office_moves(self.show):
            return
        if self.picture.viewer is None:
            view.draw_hidden_hand(painter, self.places, self.seats[self.base], self.picture.counts[self.base])
            return
        view.draw_hand(painter, self.places, self.held())

    def held(self) -> list[Held]:
        """The cards of the hand as they are shown, from left to right."""
        mine, hand = self.my_turn, self.picture.hand
        good, gone = self.playable() if mine else set(), self._leaving()
        new = list(self.picture.new)
        found: list[Held] = []
        for place in self.order_shown():
            name = hand[place]
            if name in gone:
                gone.remove(name)
                continue
            picked = mine and place in self.picking.places
            legal = mine and POWER[name] in good
            ring = "pick" if picked else "joker" if legal and name == JOKER else "legal" if legal else ""
            fresh = name in new
            if fresh:
                new.remove(name)
            found.append(
                Held(name, self.card_box(place), ring, mine and not legal, picked,
                     mine and place == self.cursor, fresh)
            )  # fmt: skip
        return found

    def _leaving(self) -> list[str]:
        """Cards of the hand that are on their way to the table or to another."""
        event = self.show.event if self.show else None
        if event is None or event.seat != self.picture.viewer or event.kind not in ("play", "gift"):
            return []
        return list(event.data["cards"])

    def idle(self, now: float) -> list[Box]:
        living = []
        for seat in range(len(self.seats)):
            rank = self.picture.rank(seat)
            sitter = self.sitter(seat, rank)
            living.append((seat, (sitter.state, sitter.frame), self.spot(seat).around(rank or 0)))
        return self._life.changed(living)

    def warm(self, painter: Painter) -> Iterator[None]:
        names = list(dict.fromkeys(DECK))
        for name in names:
            for dim in (False, True):
                card(painter.assets, name, CARD, dim=dim)
                yield
        faces = names + [f"{JOKER}={rank}" for rank in RANKS]
        for name in faces:
            card(painter.assets, name, round(self.places.lead_card, 1))
            yield
        for angle in (0, -4, 4, -7, 7, -10, 10, -14, 14):
            for name in faces:
                view.draw_turned(painter, name, self.places.lead_card, (0, 0), angle)
                yield
        for seat in range(len(self.seats)):
            for state in ("idle", "thinking", "happy", "sad"):
                for frame in range(STATES[state].count):
                    for flip in (False, True):
                        rim = state == "thinking"
                        sitter = Sitter(self.seats[seat], None, state, frame, flip, rim)
                        view.draw_sitter(painter, sitter, (0, 0), self.places.spots[0].tall)
                        yield
