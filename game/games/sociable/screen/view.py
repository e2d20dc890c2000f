"""Match view of SOCiable: the office, its texts and the hand, drawn in layers.

The parts of the office that do not move are one value, `OfficeProps`, drawn into a layer. Moving parts of an
event go over it, and the hand over those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from game.core.game import Event, Observation
from game.games.sociable.match_text import name_with_rank
from game.games.sociable.phone_adapter import SociableOnPhones
from game.games.sociable.rules.events import (
    BlindCardDrawn,
    PlacesDrawn,
    SociableEventKind,
    as_event,
    as_observation,
)
from game.games.sociable.screen import board, boss_fall, panels
from game.games.sociable.screen.board import OfficePicture, OfficeSitter, envelope, still_out, warm_cards
from game.games.sociable.screen.boss_fall import FALL_PASS
from game.games.sociable.screen.captions import OfficePropsReader, SociableTexts, TableCaption
from game.games.sociable.screen.controls import (
    BlindDrawPrompt,
    HandController,
    SociableSwitchTargets,
    next_first,
)
from game.games.sociable.screen.effects import (
    OFFICE_PASS,
    SWEEP_PUFF_SCALE,
    ExchangeNotice,
    ExchangeNotices,
    OfficeModel,
    draw_drawn,
)
from game.games.sociable.screen.ladder import ladder
from game.games.sociable.screen.office_layout import BOSS, OfficeBoxes, SeatPosition, chair, ranks
from game.games.sociable.screen.panels import MAX_PASS_WIDTH, TEXT_CACHE, OfficePanelKey, OfficeTexts
from game.i18n import _
from game.match.lesson import LessonStep
from game.ui.art.cards import BACKS
from game.ui.art.marks import DUST_SCALE, preload_puffs
from game.ui.art.office import office as room
from game.ui.art.puppets import STATES, puppet_eyes
from game.ui.cards.stat_pictures import draw_deed
from game.ui.core.animation_timeline import Timeline
from game.ui.core.canvas import Box, DirtyRegions
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter
from game.ui.core.scene import Controls
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import draw_counts, recap_pins
from game.ui.match.view import MatchView, Places, SeatPlace
from game.ui.match.view_roles import LooksBack, Replays, Teaches
from game.ui.widgets import (
    CachedBuild,
    PromptBarProps,
    draw_prompt_bar,
    draw_prompt_bar_props,
    prompt_bar_props,
    prompt_bar_top,
)

if TYPE_CHECKING:
    from game.games.sociable.bot import SociableAdvice


@dataclass(frozen=True, slots=True)
class SeatsProps:
    """Furniture around the table while no puppet walks."""

    chairs: tuple[tuple[SeatPosition, int], ...]  # places and ranks
    turn: SeatPosition | None  # place of the seat to move
    pile: bool  # True if a play is on the table, or about to be dropped there


@dataclass(frozen=True, slots=True)
class OfficeProps:
    """Room, furniture, texts and prompt bar."""

    seats: SeatsProps | None  # `None` while chairs change hands
    said: OfficeTexts
    strip: PromptBarProps | None


def draw_still(painter: Painter, props: OfficeProps) -> None:
    """Draw room, light, furniture, the texts below the puppets, and the prompt bar."""
    canvas, places, seats = painter.view, props.said.places, props.seats
    painter.blit(room(painter.assets, canvas.w, canvas.h, places.bottom, painter.theme.name), 0, 0)
    if seats is not None:
        if (spot := seats.turn) is not None:
            size = spot.figure_height * 2.6, spot.figure_height * 2.2
            board.draw_glow(painter, (spot.x, spot.y - spot.figure_height * 0.75), size, "#FFE08A")
        with board.behind_front(painter, places):
            board.draw_furniture(painter, places, seats.chairs)
        if seats.pile:
            card_w = places.lead_card
            board.draw_glow(painter, places.lead, (card_w * 4, card_w * 2.5), "#FFE9B0")
    TEXT_CACHE.frame(painter, canvas.box, props.said).subset(props.said.below()).paint(painter)
    draw_prompt_bar_props(painter, props.strip)


def draw_plates(painter: Painter, texts: OfficeTexts) -> None:
    """Draw all texts around the table, plates included."""
    TEXT_CACHE.frame(painter, painter.view.box, texts).subset(texts.below() | texts.over()).paint(painter)


ACTING_KINDS = frozenset(
    {
        SociableEventKind.PLAY,
        SociableEventKind.PASS,
        SociableEventKind.BLIND_DRAW,
        SociableEventKind.ROUND_END,
    }
)
"""Events of the seat that is shown to act or, at the end of a round, to lead."""
MIN_OFFICE_SCALE = 0.76  # minimum scale of the office above the bar of a film


class SociableView(MatchView, Teaches, LooksBack, Replays):
    """View of a match of SOCiable."""

    prompt_bar_offset = 18.0
    shows_highlights = True

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self.phone = SociableOnPhones(context.match)
        self.floor = OfficeModel(context)
        self.hand = HandController(context, self.floor)
        self.teller = TableCaption(context, self.floor)
        self.facts = OfficePropsReader(context, self.floor, self.hand, self.teller)
        self.floor.text_boxes = self.text_boxes
        self.floor.put_plates = self._draw_plates
        self.texts, self.draft = SociableTexts(context, self.floor, self.hand, self.teller), self.hand
        self.switch_targets = SociableSwitchTargets(self.floor, self.hand)
        self.blind = BlindDrawPrompt(context, self.floor)
        self.letters = ExchangeNotices(context)
        self._opens = False  # True before the opening of the match, when no seat has a chair
        self._layer = CachedLayer(draw_still)
        self._plates = CachedLayer(draw_plates, clear=True)
        self._ladder = CachedBuild(ladder)
        self._life = DirtyRegions()

    def on_enter(self) -> None:
        """Keep the opening's exchanges as unread letters if the match begins now."""
        self._opens = self._context.begins
        if self._opens:
            self.letters.take(self._context.session.opening)

    def timeline(self, event: Event) -> Timeline:
        """Animation of an event, at whose start its sentence is shown."""
        return self.floor.effects.timeline(event).at(0, partial(self._begin, event))

    def _begin(self, event: Event) -> None:
        """Start the sentence and animation of an event; wait for a touch if the viewer draws blindly."""
        floor = self.floor
        self.teller.begin(event)
        hand = {name: self.hand.card_box(n).centre for n, name in enumerate(floor.picture.hand)}
        floor.effects.begin(event, hand)
        typed_event, is_own = as_event(event), event.seat == self._context.viewer.seat
        if isinstance(typed_event, BlindCardDrawn) and is_own and self._context.mode is not ViewMode.FILM:
            self.blind.wait()
            if self.blind.at is not None:
                name = name_with_rank(
                    floor.picture.rank(typed_event.from_), self._context.seats[typed_event.from_].name
                )
                self.teller.text = _("Take a card from {name} without looking").format(name=name)
        if event.kind in ACTING_KINDS:
            floor.picture.turn = event.seat

    def settle(self, event: Event) -> None:
        """Apply an event to the picture, unless it is an old one in a letter."""
        # The event of a letter has happened before, and is in the picture already.
        if not isinstance(event, ExchangeNotice):
            self.floor.picture.take_in(event)

    def sync(self, observation: Observation) -> None:
        """Rebuild the picture from an observation; it stays empty before the opening's events are seen."""
        floor, office = self.floor, as_observation(observation)
        before, floor.seen = floor.picture, office
        if office["seat"] is not None:
            # For spectators the office keeps its direction.
            floor.base = office["seat"]
        if self._opens:
            self._opens = False
            # The rules have dealt chairs and cards already; on the screen all are still standing.
            floor.picture = OfficePicture(office["seat"], [0] * len(self._context.seats))
            return
        floor.picture = OfficePicture.of(office)
        # Observations don't tell the newest cards: these stay marked as long as the hand is the same.
        if before.viewer == office["seat"] and before.hand == floor.picture.hand:
            floor.picture.new = before.new
        floor.effects.forget()
        self.teller.rest()

    def on_ready(self) -> None:
        """Prepare the hand for the next turn, and show the viewer's unread letters."""
        self.hand.ready()
        if (viewer := self._context.viewer.seat) is not None:
            self._context.playback.add(self.letters.opened(viewer))
        self._context.redraw()

    def tick(self, now: float) -> bool:
        """Advance a blind draw, a drag and the pictures of a coming fall; always False."""
        self.blind.tick()
        self.hand.tick()
        next(self.floor.effects.making, None)
        return False

    def on_input(self, intent: InputEvent) -> bool:
        """Handle the ladder, sorting and a blind draw; True if the input was used."""
        closing = (InputAction.BACK, InputAction.CONFIRM, InputAction.PRESS, InputAction.ALTERNATE)
        if intent.act is InputAction.LOOK or (self.hand.looking and intent.act in closing):
            self.hand.looking = not self.hand.looking
            if intent.act is InputAction.LOOK:
                self._context.app.audio.play("focus")
            self._context.redraw()
            return True
        if intent.act is InputAction.PREVIOUS:
            self.hand.sort()
            return True
        waits = self.blind.at is not None and self._context.current_animation is not None
        if (
            waits
            and intent.act not in (InputAction.PAUSE, InputAction.BACK)
            and self._context.match.may_act(intent.device)
        ):
            self.blind.point(intent)
            return True
        return False

    def on_turn_input(self, intent: InputEvent, seat: int) -> None:
        """Pass the input to the hand if ``seat`` is the viewer's."""
        if self._context.viewer.seat == seat:
            self.hand.act(intent)

    def on_passive_input(self, intent: InputEvent) -> None:
        """Focus the card under the pointer, if the viewer is to act."""
        self.hand.hover(intent)

    def request_hint(self) -> None:
        """Ask for a hint, and show it when it is found if it is still the viewer's turn."""
        self._context.ask_hint(self.phone.hint_request, self._show_hint)

    def _show_hint(self, advice: SociableAdvice) -> None:
        """Show a hint to the person to move, if the turn is still the viewer's."""
        seat = self._context.local_to_move
        if self.floor.my_turn and seat is not None:
            step = self._context.hints.step(self._context.app.settings.hints)
            self.hand.hint(advice["move"], self.phone.hint_in_words(seat, advice, step))
            self._context.redraw()

    def controls(self) -> Controls:
        """Prompts under the ladder, in a blind draw, or for the hand, with gold if its picks can be laid."""
        menu = InputAction.PAUSE, _("Menu")
        if self.hand.looking:
            return Controls([(InputAction.LOOK, _("Back to the table")), menu])
        if self.blind.at is not None:
            draw = InputAction.CONFIRM, _("Draw this one")
            return Controls([(InputAction.NAVIGATE, _("Choose")), draw, menu])
        ends_turn = InputAction.END_TURN if self.hand.play_ready() else None
        return Controls(self.hand.help(), pinned=recap_pins(self._context), ends_turn=ends_turn)

    def dump_state(self) -> dict[str, Any]:
        """Return the order of the hand, picked cards, and ``unread`` letters by seat, for the saved match."""
        return {**self.hand.dump_state(), "unread": self.letters.dump_state()}

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Restore what `dump_state` returned; ``saved`` is untrusted data."""
        self.hand.restore_state(saved)
        self.letters.restore_state(saved.get("unread"))

    def on_layout(self) -> None:
        """Set the office's boxes for the canvas, text size, prompt bar, and content above."""
        self.teller.compose()
        app = self._context.app
        rows = self._context.strip_rows(self.hand.turn_help(longest=True))
        bottom = app.view.h - self.prompt_bar_offset - rows - 10
        # A film has its bar below, a puzzle its task above, so the office is smaller there.
        is_less = self._context.mode in {ViewMode.FILM, ViewMode.LESSON, ViewMode.TASK}
        min_scale, above = MIN_OFFICE_SCALE if is_less else 1.0, self._context.top_inset
        if self._context.mode is ViewMode.LESSON:
            above = self._lesson_area().bottom
        inputs = app.view, app.text_scale, bottom, len(self._context.seats)
        line = 1.36 * panels.SENTENCE_FONT.at(app.text_scale)
        lines = 1.5 * line + 8 if self._context.mode is ViewMode.FILM else 0.0
        if self._context.mode is ViewMode.LESSON and app.text_scale > 1:
            lines = line / 2 + 34
        self.floor.boxes = OfficeBoxes.of(
            *inputs,
            min_scale=min_scale,
            above=above,
            sentence_gap=lines,
            in_lesson=self._context.mode is ViewMode.LESSON,
        )

    def draw(self, painter: Painter) -> None:
        """Draw the office, the moving parts, hand and texts, and over them the ladder if it is open."""
        floor, show, texts = self.floor, self._context.current_animation, self.facts.office_texts()
        places, picture, player = floor.boxes, floor.picture, self._context.playback.player
        steps_aside = self.hand.looking or player.runs(FALL_PASS)
        strip = None if steps_aside else prompt_bar_props(self._context.app, self)
        self._layer.draw(painter, OfficeProps(None if texts.moves else self._seat_props(), texts, strip))
        with board.behind_front(painter, places):
            if texts.moves:
                player.paint(painter, OFFICE_PASS)
            else:
                self._draw_sitters(painter)
        # At the end of a round the sweep is drawn over the table instead.
        is_swept = show is not None and show.event.kind == SociableEventKind.ROUND_END
        if picture.pile and not texts.moves and not is_swept:
            board.draw_laid(painter, places, picture.lead, shift=(0, floor.effects.give))
        if picture.drawn_cards and not texts.moves:
            drawing = as_event(show.event) if show else None
            draw_drawn(painter, floor, drawing.seats if isinstance(drawing, PlacesDrawn) else ())
        self._draw_hand(painter)
        TEXT_CACHE.frame(painter, painter.view.box, texts).subset(texts.over()).paint(painter)
        if self.hand.drag is not None:
            board.draw_hand(painter, places, self.facts.held_cards(carried=True))
        if self.blind.at is not None and show is not None:
            floor.effects.draw_choice(painter, self.blind.at)
        else:
            player.paint(painter)
            player.paint(painter, FALL_PASS)
        if self._context.threats.is_requested and picture.order and not (texts.moves or self.hand.looking):
            above = places.lead[0], places.lead[1] - places.lead_card * 2.2
            draw_counts(painter, above, still_out(picture))
        if self.hand.looking:
            final = self._context.session.options.get_str("pass") == "final"
            box = painter.view.box
            box = Box(box.x, 8, box.w, prompt_bar_top(self._context.app, self) - 20)
            painter.shade()
            ladder_args = picture.lead, picture.played_cards, final
            self._ladder.frame(painter, box, *ladder_args).paint(painter)
            draw_prompt_bar(painter, self._context.app, self)

    def _draw_plates(self, painter: Painter, opacity: float) -> None:
        """Draw all texts, plates included, with an opacity of 0 to 1."""
        self._plates.update(painter, replace(self.facts.office_texts(), moves=False))
        if not painter.only_reads:
            self._plates.picture.set_alpha(round(255 * opacity))
            painter.blit(self._plates.picture, 0, 0)

    def text_boxes(self) -> Mapping[str, Box]:
        """Return the boxes of all texts around the table, by `panels.OfficePanelKey`."""
        app = self._context.app
        return TEXT_CACHE.frame(app.measuring_painter, app.view.box, self.facts.office_texts()).boxes

    def _seat_props(self) -> SeatsProps:
        """Chairs, seat to move and pile, for the still picture."""
        picture, order = self.floor.picture, self.floor.picture.order
        chairs = zip(order, ranks(len(order)), strict=True) if order else ()
        return SeatsProps(
            tuple((self.floor.spot(seat), rank) for seat, rank in chairs),
            self.floor.spot(picture.turn) if picture.turn is not None and order else None,
            bool(picture.pile) or (self.hand.is_over_table and self.hand.play_ready()),
        )

    def _draw_sitters(self, painter: Painter) -> None:
        """Draw all seated puppets, those further back first, and open hands of other seats."""
        for seat in sorted(range(len(self._context.seats)), key=lambda s: self.floor.spot(s).y):
            sitter = self.floor.sitter(seat, self.floor.picture.rank(seat))
            board.draw_seated(painter, self.floor.spot(seat), sitter)
        for seat, cards in self._context.open_hands.items():
            if cards:
                board.draw_open_hand(
                    painter, self.floor.spot(seat), cards, film=self._context.mode is ViewMode.FILM
                )

    def _draw_hand(self, painter: Painter) -> None:
        """Draw the viewer's hand, or backs for a hidden one; nothing while chairs change hands."""
        if not self.floor.picture.order or self._context.playback.player.runs(OFFICE_PASS):
            return
        show = self._context.current_animation
        if self.floor.picture.viewer is None:
            if show is not None and show.event.kind == SociableEventKind.HAND_END:
                return  # its remaining cards are turned over in its place
            base, places = self.floor.base, self.floor.boxes
            hidden_hand = self._context.seats[base], self.floor.picture.counts[base]
            board.draw_hidden_hand(painter, places, *hidden_hand)
            return
        dip = max(0.0, self.floor.effects.dip(self.floor.picture.viewer))
        hand = [replace(held, box=held.box.translated(0, dip)) for held in self.facts.held_cards()]
        board.draw_hand(painter, self.floor.boxes, hand)

    def draw_stat(self, painter: Painter, box: Box, picture: str, shows: Sequence[str], seat: int) -> bool:
        """Draw the picture of a statistic of the results; always True."""
        match picture:
            case "chair":
                image = chair(painter.assets, BOSS, 78)
            case "gift":
                image = envelope(painter.assets, self._context.seats[seat].look, 0.95, -8)
            case _:
                draw_deed(painter, box, picture, shows, (BACKS[0], "sock"))
                return True
        painter.blit(image, *box.centre, "center")
        return True

    def recap_marker(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        """Point in the upper left corner of the plate of the event's seat; `None` for no seat."""
        if event.seat is None:
            return None
        plate = self.floor.spot(event.seat).plate
        return plate.x + 6, plate.y + 2

    @property
    def places(self) -> Places:
        app, boxes, hand = self._context.app, self.floor.boxes, self._hand_boxes()
        picked = tuple(self.hand.card_box(place) for place in self.hand.picking.places)
        # The log is above the buttons, down to the plates of the seats there, which grow with the text.
        column, safe, plates = boxes.play, app.view.safe_area, self._plate_boxes()
        fixed_plates = (spot.plate for spot in boxes.spots[1:])
        left = column.right - column.w * app.text_scale
        below = (plate.y for plate in (*fixed_plates, *plates) if plate.right > left)
        return Places(
            board=Box(safe.x, 0, safe.w, boxes.hand.y),
            hand=hand[0] if hand else boxes.hand,
            plates=tuple(plates),
            buttons=(boxes.play, boxes.passing),
            note=self.text_boxes().get(OfficePanelKey.CALL),
            ledge=app.view.below(boxes.bottom),
            log=Box(left, safe.y, column.right - left, min(below, default=column.y) - 8 - safe.y),
            bar=Box(safe.x - 6, 0, safe.w + 12, 0),
            lesson=self._lesson_area(),
            hinted=picked or (boxes.passing,),
            taken=tuple(self._lesson_boxes() if self._context.mode is ViewMode.LESSON else self._taken()),
        )

    def _lesson_area(self) -> Box:
        """Band at the top for the teacher's words."""
        view, text = self._context.app.view, self._context.app.text_scale
        return Box(view.w * 0.03, 16, view.w * 0.94, 158 + 30 * (text - 1))

    def seat(self, number: int) -> SeatPlace | None:
        """Place of a seat: chair, puppet and plate. None under the ladder."""
        if self.hand.looking:
            return None
        spot, rank, boxes = self.floor.spot(number), self.floor.picture.rank(number) or 0, self.floor.boxes
        around, plate = spot.around(rank), spot.plate
        x, y = min(around.x, plate.x), min(around.y, plate.y)
        return SeatPlace(
            box=Box(x, y, max(around.right, plate.right) - x, max(around.bottom, plate.bottom) - y),
            head=around,
            mouth=spot.head(rank),
            eyes=puppet_eyes((spot.x, spot.sole(rank)), spot.figure_height, flip=spot.flip),
            goal=boxes.hand.centre if number == self.floor.base else boxes.lead,
            faces_left=spot.flip,
            ledge=boxes.bottom if number == self.floor.base else 0.0,
        )

    def _taken(self) -> list[Box]:
        """Boxes that nothing may cover: puppets, texts, hand and lead, or at times the whole canvas."""
        floor, picture = self.floor, self.floor.picture
        if self.hand.looking or picture.drawn_cards or self._context.playback.player.runs(OFFICE_PASS):
            return [self._context.app.view.box]
        boxes = [*self._puppet_boxes(), *self._lower_boxes(), *self._table_boxes()]
        # The pass bubble belongs to the game, and stays as long as the round.
        for seat in picture.passed_seats:
            x, y = floor.spot(seat).head(picture.rank(seat) or 0)
            boxes.append(Box(x - MAX_PASS_WIDTH - 18, y - 60, 2 * MAX_PASS_WIDTH + 36, 60))
        return boxes

    def _lesson_boxes(self) -> list[Box]:
        """Boxes that a lesson must not cover: plates, heads, lead, call, hand and buttons."""
        places = self.floor.boxes
        call = [places.call] if self.facts.call() is not None else []
        lead = self._table_boxes()[:1]  # a pointer replaces the words
        buttons = places.play, places.passing
        return [*self._plate_boxes(), *self._head_boxes(), *lead, *call, *self._hand_boxes(), *buttons]

    def _plate_boxes(self) -> list[Box]:
        """Boxes of the plates that are shown, in any order."""
        boxes = self.text_boxes().items()
        return [box for part, box in boxes if OfficePanelKey.PLATE.number(part) is not None]

    def _puppet_boxes(self) -> list[Box]:
        """Boxes of chair and puppet, by seat."""
        seats = range(len(self._context.seats))
        return [self.floor.spot(seat).around(self.floor.picture.rank(seat) or 0) for seat in seats]

    def _lower_boxes(self) -> list[Box]:
        """Return the boxes of the ledge, all texts, the lower hand, any call, and on a turn the buttons."""
        places = self.floor.boxes
        ledge = self._context.app.view.below(places.bottom)
        call = [places.call.inflated(12)] if self.facts.call() is not None else []
        buttons = [places.play, places.passing] if self.floor.my_turn else []
        return [ledge, *self.text_boxes().values(), *self._hand_boxes(), *call, *buttons]

    def _table_boxes(self) -> list[Box]:
        """Return the boxes of the cards on the table and of the sentence below them."""
        places, view = self.floor.boxes, self._context.app.view
        x, y, card = *places.lead, places.lead_card
        line = 44.0 * self._context.app.text_scale
        # Without a call below it, the sentence has a second line in large text.
        height = line * 2 if places.bar and self.facts.call() is None else line
        return [
            Box(x - card * 1.4, y - card * 0.9, card * 2.8, card * 1.8),
            Box(places.table[0] - view.w * 0.2, places.tag - line / 2, view.w * 0.4, height),
        ]

    def _hand_boxes(self) -> list[Box]:
        """Box of the hand's visible part, in a list that is empty without cards."""
        floor, places = self.floor, self.floor.boxes
        count = floor.picture.counts[floor.base] if floor.picture.order else 0
        if not count:
            return []
        first, last = places.card(0, count), places.card(count - 1, count)
        return [Box(first.x, first.y - 24, last.right - first.x, places.bottom - first.y + 24)]

    def _head_boxes(self) -> list[Box]:
        """Boxes of the puppets' heads, by seat."""
        floor, ranks = self.floor, self.floor.picture
        seats = range(len(self._context.seats))
        return [floor.spot(seat).face(ranks.rank(seat) or 0) for seat in seats]

    def step_points(self, step: LessonStep) -> Sequence[str]:
        """Names that a lesson step points at, the one to press next first."""
        return next_first(self.hand, step.point)

    def locate(self, name: str) -> Box | None:
        """Box of a hand card or ``lead``, ``memo``, ``play``, ``pass``, ``seat N``; `None` if not there."""
        # A card of the hand, the cards to beat, the memo of the exchange, a button or a seat.
        floor, places, picture = self.floor, self.floor.boxes, self.floor.picture
        match name.split():
            case ["lead"]:
                x, y, card = *places.lead, places.lead_card
                width = card * (0.7 + 0.4 * len(picture.lead))
                return Box(x - width / 2, y - card * 0.72, width, card * 1.44)
            case ["memo"]:
                return self.text_boxes().get(OfficePanelKey.MEMO)
            case ["play"]:
                return places.play
            case ["pass"]:
                return places.passing
            case ["seat", number]:
                seat = int(number)
                return floor.spot(seat).around(picture.rank(seat) or 0)
        if name not in picture.hand:
            return None
        box = self.hand.card_box(picture.hand.index(name))
        # The wooden front hides the lower part.
        return Box(box.x, box.y, box.w, min(box.h, places.bottom - box.y))

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes of chairs whose puppets have changed since the last call; none under the ladder."""
        if self.hand.looking:
            return []
        living = []
        for seat in range(len(self._context.seats)):
            rank = self.floor.picture.rank(seat)
            sitter = self.floor.sitter(seat, rank)
            pose = sitter.state, sitter.frame, sitter.aim
            living.append((seat, pose, self.floor.spot(seat).around(rank or 0)))
        return self._life.collect(living)

    def _open_cards(self, painter: Painter) -> Iterator[tuple[str, float]]:
        """Yield the open cards of all hands, each with its width."""
        for seat, cards in self._context.open_hands.items():
            at, size = self.floor.spot(seat), painter.text_scale
            row = board.open_row(
                at, len(cards), painter.view.w, size, film=self._context.mode is ViewMode.FILM
            )
            yield from zip(cards, (box.w for box in row), strict=True)

    def preload(self, painter: Painter) -> Iterator[None]:
        """Render cards, the common pictures of a fall, and puppets in advance, one a step."""
        yield from warm_cards(painter, self.floor.boxes.lead_card, self._open_cards(painter))
        yield from preload_puffs(painter.assets, DUST_SCALE, SWEEP_PUFF_SCALE)
        yield from boss_fall.warm_common(painter, self.floor.boxes.bottom)
        for player in self._context.seats:
            yield from boss_fall.warm_word(painter, player.look)
        for seat in range(len(self._context.seats)):
            for state in ("idle", "thinking", "happy", "sad"):
                for frame in range(STATES[state].count):
                    for flip in (False, True):
                        rim = state == "thinking"
                        sitter = OfficeSitter(self._context.seats[seat], None, state, frame, flip, rim)
                        board.draw_sitter(painter, sitter, (0, 0), self.floor.boxes.spots[0].figure_height)
                        yield
            yield from board.warm_sitter(
                painter, self._context.seats[seat], self.floor.boxes.spots[0].figure_height
            )


VIEW = SociableView
