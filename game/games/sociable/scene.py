"""SOCiable on the screen: the office, its words and the hand, layer by layer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.cards import JOKER
from game.core.session import Session
from game.games.sociable import panels
from game.games.sociable import stage_view as view
from game.games.sociable.art_office import office as room
from game.games.sociable.chairs import ranks
from game.games.sociable.effects import draw_blind_choice, draw_drawn
from game.games.sociable.panels import Call, Plate
from game.games.sociable.places import CARD
from game.games.sociable.stage_view import Held, Sitter
from game.games.sociable.state import DECK, POWER, RANKS
from game.games.sociable.telling import TellingScene
from game.games.sociable.words import chair_name
from game.ui.art.cards import card
from game.ui.art.fabric import DISABLED, FOCUSED, NORMAL
from game.ui.art.puppets import STATES
from game.ui.input import Act
from game.ui.layer import Layer
from game.ui.life import Life
from game.ui.paint import Painter
from game.ui.seats import Seat
from game.ui.strip import draw_strip, glyph, is_covered, strip_top
from game.ui.view import Box
from game.ui.words import _


class SociableScene(TellingScene):
    """The scene of a match of SOCiable."""

    music = "office"

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self._layer = Layer()
        self._life = Life()

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
            draw_blind_choice(painter, office, show.event, self.blind)
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
        self._draw_passes(painter)

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
        panels.draw_header(painter, places, self._header(), self.seats[self.base].look)
        if (self.sentence and self.picture.turn is not None) or self.show is not None:
            panels.draw_sentence(painter, places, self.sentence)
        if (call := self._call()) is not None and not moves and not call.bad:
            self._draw_call(painter, call)
        if self.my_turn:
            self._draw_actions(painter)
        if not self.looking:
            draw_strip(painter, self.stage, self)

    def _draw_actions(self, painter: Painter) -> None:
        """The two buttons beside the hand; where nothing can be laid, only the other, with the focus."""
        play, passing = self.places.play, self.places.passing
        forced = self.must_pass
        if not forced:
            state = NORMAL if self.play_ready() else DISABLED
            sign = glyph(self.stage, Act.END_TURN, 30)
            panels.draw_action(painter, play, self.play_label(), sign, state, go=True)
        if not self.giving:
            state = FOCUSED if forced else NORMAL if self.picture.lead else DISABLED
            sign = glyph(self.stage, Act.SECONDARY, 30)
            panels.draw_action(painter, passing, self.pass_label(), sign, state, go=forced)

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
        """Which hand of the match this is: each brings as many points as all places together."""
        word = self.session.options.word("four_player_points") if len(self.seats) == 4 else "5-3-2-1-0"
        over = self.session.outcome is not None and self.picture.scores == self.session.outcome.scores
        return sum(self.picture.scores) // sum(map(int, word.split("-"))) + (not over)

    def _header(self) -> str:
        target = self.session.options.number("target")
        return _("Hand {n} of a game to {target}").format(n=self._hand_number(), target=target)

    def _call(self) -> Call | None:
        """What the one at the lower edge is told, or says."""
        picture = self.picture
        if self.my_turn:
            refused = self.message not in ("", self.advice)
            return Call(_("Your turn"), self.message or self.asked(), bad=refused)
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
        looks = mine and not self.must_pass
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
                     looks and place == self.cursor, fresh)
            )  # fmt: skip
        return found

    def _leaving(self) -> list[str]:
        """Cards of the hand that are on their way to the table or to another."""
        event = self.show.event if self.show else None
        if event is None or event.seat != self.picture.viewer or event.kind not in ("play", "gift"):
            return []
        if "again" in event.data:
            return []
        return list(event.data["cards"])

    def idle(self, now: float) -> list[Box]:
        if self.looking:
            return []
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
