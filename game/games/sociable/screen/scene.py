"""SOCiable on the screen: the office, its words and the hand, layer by layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from game.core.game import Event, Observation
from game.games.sociable.handheld import SociableOnPhones
from game.games.sociable.rules.events import BlindCardDrawn, GiftGiven, Kind, PlacesDrawn, read
from game.games.sociable.rules.observed import observed
from game.games.sociable.screen import panels, papers, plates, stage_view
from game.games.sociable.screen.ahead import warm_cards
from game.games.sociable.screen.aloud import SociableSpoken
from game.games.sociable.screen.blind import BlindDraw
from game.games.sociable.screen.choosing import SociableChooser
from game.games.sociable.screen.clear import kept_clear, needed, seat_room, told_room
from game.games.sociable.screen.effects import SociableEffects, draw_drawn
from game.games.sociable.screen.facts import OfficeFacts
from game.games.sociable.screen.floor import Floor
from game.games.sociable.screen.holding import Hand
from game.games.sociable.screen.lessons import next_first, where
from game.games.sociable.screen.letters import Letter, Letters
from game.games.sociable.screen.picture import OfficePicture
from game.games.sociable.screen.places import OfficeBoxes
from game.games.sociable.screen.reach import SociableReach
from game.games.sociable.screen.stage_view import Sitter
from game.games.sociable.screen.still import StillOffice, draw_still
from game.games.sociable.screen.still_out import still_out
from game.games.sociable.screen.telling import Teller
from game.games.sociable.words.match_words import SociableWords
from game.ui.art.puppets import STATES
from game.ui.kit.canvas import Box
from game.ui.kit.input import Act, Intent
from game.ui.kit.layer import Layer
from game.ui.kit.life import Life
from game.ui.kit.moods import Standing
from game.ui.kit.paint import Painter
from game.ui.kit.stack import Help
from game.ui.kit.strip import draw_strip, strip_shown, strip_top
from game.ui.table.context import ViewContext
from game.ui.table.counts import draw_counts
from game.ui.table.playback import HELD
from game.ui.table.view import View
from game.words import _

if TYPE_CHECKING:
    from game.games.sociable.bot.advice import Advice

LENGTHS = {
    Kind.DRAW_POSITION: 2100.0, Kind.SEATED: 1700.0, Kind.DEAL: 1500.0, Kind.GIFT: 1150.0,
    Kind.BLIND_DRAW: 1300.0, Kind.PLAY: 400.0, Kind.PASS: 240.0, Kind.OUT: 700.0, Kind.ROUND_END: 560.0,
    Kind.HAND_END: 4200.0, Kind.MATCH_END: 1500.0,
}  # fmt: skip
"""How long each event is shown, in ms at the brisk pace."""


SMALLEST = 0.76
"""How small the office may become above the bar of a film."""
HAND = 5
"""Cards that about a hand has at first, for the music."""


class SociableView(View):
    """What is shown of a match of SOCiable, and how."""

    music = "office"
    strip = 18.0
    photo = Box(50, 0, 1030, 640)

    def __init__(self, table: ViewContext) -> None:
        self._table = table
        self.phone = SociableOnPhones(table.match)
        self.floor = Floor(table)
        self.hand = Hand(table, self.floor)
        table.points = lambda step: next_first(self.hand, step.point)
        self.facts = OfficeFacts(table, self.floor, self.hand)
        self.floor.plate = self.facts.plate
        self.chooser = SociableChooser(table, self.floor, self.hand)
        self.spoken = SociableSpoken(table, self.floor, self.hand)
        self.reach = SociableReach(self.floor, self.hand)
        self.blind = BlindDraw(table, self.floor)
        self.teller = Teller(table, self.floor)
        self.letters = Letters(table)
        self.words = SociableWords(table.match, lambda: self.floor.picture.lead, self.teller.just_now)
        self.looking = False
        """Whether the ladder of ranks lies over the table."""
        self._opens = False
        """Whether the match is about to be opened: nobody has a chair yet."""
        self._still = StillOffice(table, self.floor, self.hand, self.facts)
        self._layer = Layer(draw_still)
        self._life = Life()

    @property
    def news(self) -> str:
        return self.teller.text

    def standing(self) -> Standing:
        still = sorted(count for count in self.floor.picture.counts if count)
        if len(still) < 2:
            return Standing()
        return Standing(still[0] / HAND, (still[1] - still[0]) / HAND)

    # Events.

    def enter(self) -> None:
        self._opens = self._table.begins
        if self._opens:
            self.letters.take(self._table.session.opening)

    def expect(self, events: Sequence[Event]) -> None:
        if any(event.reveals for event in events):
            self.hand.sealed = len(self._table.session.log)

    def length(self, event: Event) -> float:
        length = LENGTHS[Kind(event.kind)]
        match read(event):
            case BlindCardDrawn(seat=seat) if seat == self._table.viewer and not self._table.is_film:
                return HELD
            case GiftGiven(cards=cards) if isinstance(cards, dict):
                # A gift between others is only backs: there is less to look at.
                return length * 0.75
        return length

    def begin(self, event: Event) -> None:
        floor = self.floor
        self.teller.begin(event)
        hand = {name: self.hand.card_box(n).centre for n, name in enumerate(floor.picture.hand)}
        floor.effects.begin(event, floor.office, hand, self._table.stage.sound)
        if event.kind == Kind.HAND_END:
            floor.effects.left = self._table.match.lay_open()
        if event.kind == Kind.BLIND_DRAW:
            self.blind.wait()
            if self.blind.at is not None:
                self.teller.text = _("Take a card: you draw one blindly")
        if event.kind in (Kind.PLAY, Kind.PASS):
            floor.picture.turn = event.seat
        self._table.redraw()

    def settle(self, event: Event) -> None:
        # What a letter tells has happened before, and is in the picture already.
        if not isinstance(event, Letter):
            self.floor.picture.take_in(event)
        self.floor.effects.end()

    def sync(self, seen: Observation) -> None:
        floor, known = self.floor, observed(seen)
        before, floor.seen = floor.picture, known
        if known["seat"] is not None:
            # Without a seat of its own the office stays turned as it was.
            floor.base = known["seat"]
        if self._opens:
            self._opens = False
            # The rules have given out chairs and cards already; here nobody has sat down yet.
            floor.picture = OfficePicture(known["seat"], [0] * len(self._table.seats))
            return
        floor.picture = OfficePicture.of(known)
        # No observation tells which cards came last: they stay marked as long as the hand is the same.
        if before.viewer == known["seat"] and before.hand == floor.picture.hand:
            floor.picture.new = before.new
        floor.effects = SociableEffects()
        self.teller.rest()

    def retell(self) -> None:
        self.teller.retell()

    def ready(self) -> None:
        self.hand.ready()
        self._table.redraw()

    def missed(self, seat: int) -> Sequence[Event]:
        return self.letters.opened(seat)

    def tick(self, now: float) -> bool:
        self.blind.tick()
        return False

    # People.

    def intent(self, intent: Intent) -> bool:
        closing = (Act.BACK, Act.CONFIRM, Act.PRESS, Act.ALTERNATE)
        if intent.act is Act.LOOK or (self.looking and intent.act in closing):
            self.looking = not self.looking
            if intent.act is Act.LOOK:
                self._table.stage.audio.play("focus")
            self._table.redraw()
            return True
        if intent.act is Act.PREVIOUS:
            self.chooser.sort()
            return True
        waits = self.blind.at is not None and self._table.show is not None
        if waits and intent.act not in (Act.PAUSE, Act.BACK) and self._table.match.may_act(intent.device):
            self.blind.point(intent)
            return True
        return False

    def act(self, intent: Intent, seat: int) -> None:
        if self._table.viewer == seat:
            self.chooser.act(intent)

    def hover(self, intent: Intent) -> None:
        self.chooser.hover(intent)

    def hint(self) -> None:
        self._table.ask_hint(self.phone.question, self._hinted)

    def _hinted(self, advice: Advice) -> None:
        seat = self._table.person
        if self.floor.my_turn and seat is not None:
            step = self._table.hints.step(self._table.stage.settings.hints)
            self.hand.hint(advice["move"], self.phone.hint_in_words(seat, advice, step))
            self._table.redraw()

    def is_free(self) -> bool:
        return not self.hand.picking.places and not self.looking

    def help(self) -> Help:
        if self.looking:
            return [(Act.LOOK, _("Back to the table")), (Act.PAUSE, _("Menu"))]
        if self.blind.at is not None:
            return [(Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Draw this one")), (Act.PAUSE, _("Menu"))]
        return self.hand.help()

    # The save and the end.

    def keep(self) -> dict[str, Any]:
        return {**self.hand.keep(), "unread": self.letters.keep()}

    def recall(self, kept: Mapping[str, Any]) -> None:
        self.hand.recall(kept)
        self.letters.recall(kept.get("unread"))

    # Drawing.

    def layout(self) -> None:
        stage = self._table.stage
        rows = self._table.strip_rows(self.hand.turn_help(most=True))
        bottom = stage.view.h - self.strip - rows - 10
        # The bar of a film lies below, a task above: there the office has to be smaller.
        least, above = SMALLEST if self._table.is_film or self._table.task else 1.0, self._table.above
        room = stage.view, stage.text_scale, bottom, len(self._table.seats)
        lines = 1.5 * stage.ruler.line_height(panels.BAR) + 8 if self._table.is_film else 0.0
        self.floor.places = OfficeBoxes.of(*room, least=least, above=above, told=lines)

    def draw(self, painter: Painter) -> None:
        office, show = self.floor.office, self._table.show
        moves = self.floor.effects.office_moves(show)
        strip = None if self.looking else strip_shown(self._table.stage, self)
        self._layer.put(painter, self._still.shown(self.teller.sentence(), strip))
        if moves and show is not None:
            with stage_view.behind_front(painter, self.floor.places):
                self.floor.effects.draw_moving(painter, office, show)
            # Once more: in large text chairs and puppets pass where these stand.
            if header := self.facts.header():
                look = self._table.seats[self.floor.base].look
                panels.draw_header(painter, self.floor.places, header, look)
            panels.draw_sentence(painter, self.floor.places, self.teller.text)
        else:
            self._draw_sitters(painter)
        if self.floor.picture.pile and not moves and not self.floor.effects.hides_lead(show):
            stage_view.draw_laid(painter, self.floor.places, self.floor.picture.lead)
        if self.floor.picture.drawn and not moves:
            drawing = read(show.event) if show else None
            draw_drawn(painter, office, drawing.seats if isinstance(drawing, PlacesDrawn) else ())
        if self.teller.memo is not None and (show is None or show.event.kind != Kind.BLIND_DRAW):
            papers.draw_memo(painter, self.floor.places, self.teller.memo)
        self._draw_hand(painter)
        if (call := self.facts.call()) is not None and call.bad:
            base = self.floor.base
            mouth = self.floor.spot(base).head(self.floor.picture.rank(base) or 0)
            panels.draw_call(painter, self.floor.places, call, mouth)
        if self.blind.at is not None and show is not None:
            self.floor.effects.draw_choice(painter, office, self.blind.at)
        elif show is not None:
            self.floor.effects.draw_over(painter, office, show)
        if self._table.threats.asked and self.floor.picture.order and not (moves or self.looking):
            draw_counts(painter, self._sheet_place(), still_out(self.floor.picture))
        if self.looking:
            final = self._table.session.options.word("pass") == "final"
            picture, bottom = self.floor.picture, strip_top(self._table.stage, self)
            papers.draw_ladder(painter, bottom, picture.lead, picture.gone, final=final)
            draw_strip(painter, self._table.stage, self)

    def _sheet_place(self) -> tuple[float, float]:
        """Above the cards that lie on the table."""
        places = self.floor.places
        return places.lead[0], places.lead[1] - places.lead_card * 2.2

    def _draw_sitters(self, painter: Painter) -> None:
        with stage_view.behind_front(painter, self.floor.places):
            for seat in sorted(range(len(self._table.seats)), key=lambda s: self.floor.spot(s).y):
                stage_view.draw_seated(
                    painter, self.floor.spot(seat), self.floor.sitter(seat, self.floor.picture.rank(seat))
                )
        plates.draw_plate(painter, self.floor.spot(self.floor.base), self.facts.plate(self.floor.base))
        for seat in range(len(self._table.seats)):
            plates.draw_laid(painter, self.floor.spot(seat), self.facts.plate(seat))
        self._draw_passes(painter)
        for seat, cards in self._table.open_hands().items():
            if cards:
                stage_view.draw_open_hand(painter, self.floor.spot(seat), cards)

    def _draw_passes(self, painter: Painter) -> None:
        final = self._table.session.options.word("pass") == "final"
        for seat in self.floor.picture.passed:
            if seat == self.floor.base and self._table.viewer is not None:
                continue
            spot = self.floor.spot(seat)
            head = spot.head(self.floor.picture.rank(seat) or 0)
            words = _("Out of it") if final else _("Pass!")
            crowded = self.floor.places.bar and spot.plate.x > spot.x
            panels.draw_pass(painter, head, words, left=spot.flip or crowded, lift=0.0)

    def _draw_hand(self, painter: Painter) -> None:
        if not self.floor.picture.order or self.floor.effects.office_moves(self._table.show):
            return
        show = self._table.show
        if self.floor.picture.viewer is None:
            if show is not None and show.event.kind == Kind.HAND_END:
                return  # what is left of it is turned over in its place
            base, places = self.floor.base, self.floor.places
            held = self._table.seats[base], self.floor.picture.counts[base]
            stage_view.draw_hidden_hand(painter, places, *held)
            return
        stage_view.draw_hand(painter, self.floor.places, self.facts.held())

    def mouth(self, seat: int) -> tuple[float, float] | None:
        return self.floor.spot(seat).head(self.floor.picture.rank(seat) or 0)

    def told_place(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        if event.seat is None:
            return None
        plate = self.floor.spot(event.seat).plate
        return plate.x + 6, plate.y + 2

    def told_box(self) -> Box:
        return told_room(self.floor)

    def seat_box(self, seat: int) -> Box:
        return seat_room(self.floor.spot(seat), self.floor.picture.rank(seat) or 0)

    def kept_clear(self) -> list[Box]:
        whole, memo = [self._table.stage.view.box], self.teller.memo
        return whole if self.looking else kept_clear(self._table, self.floor, self.facts, memo)

    def caption_clear(self) -> list[Box]:
        return self.kept_clear()  # the sitters' faces too

    def needed(self) -> list[Box]:
        return needed(self._table, self.floor, self.facts)

    def faces(self) -> list[Box]:
        floor, ranks = self.floor, self.floor.picture
        seats = range(len(self._table.seats))
        return [floor.spot(seat).face(ranks.rank(seat) or 0) for seat in seats]

    def where(self, name: str) -> Box | None:
        return where(self.floor, self.hand, name)

    def making(self) -> str:
        return " ".join(self.hand.picking.cards)

    def idle(self, now: float) -> list[Box]:
        if self.looking:
            return []
        living = []
        for seat in range(len(self._table.seats)):
            rank = self.floor.picture.rank(seat)
            sitter = self.floor.sitter(seat, rank)
            living.append((seat, (sitter.state, sitter.frame), self.floor.spot(seat).around(rank or 0)))
        return self._life.changed(living)

    def _open_cards(self, painter: Painter) -> Iterator[tuple[str, float]]:
        """The cards of hands that lie open, each with its width."""
        for seat, cards in self._table.open_hands().items():
            row = stage_view.open_row(self.floor.spot(seat), len(cards), painter.view.w, painter.text_scale)
            yield from zip(cards, (box.w for box in row), strict=True)

    def warm(self, painter: Painter) -> Iterator[None]:
        yield from warm_cards(painter, self.floor.places.lead_card, self._open_cards(painter))
        for seat in range(len(self._table.seats)):
            for state in ("idle", "thinking", "happy", "sad"):
                for frame in range(STATES[state].count):
                    for flip in (False, True):
                        rim = state == "thinking"
                        sitter = Sitter(self._table.seats[seat], None, state, frame, flip, rim)
                        stage_view.draw_sitter(painter, sitter, (0, 0), self.floor.places.spots[0].tall)
                        yield


VIEW = SociableView
