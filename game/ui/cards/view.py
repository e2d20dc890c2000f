"""View of a card table: everything that games with hidden hands share. See the package for its hooks.

A game describes its table as a `CardTableState` or a subclass. `CardTableBoxes` defines the positions.
Everything that can be taken is a list of `TableChoice`, which pointer, keys, controllers, single switch,
lessons and speech share.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

import pygame

from game.core.cards import HiddenCards, card_count, replace_at
from game.core.game import Event, Observation, common_observed
from game.i18n import _, plural
from game.match.phone_adapter import PhoneAdapter
from game.store.settings import HelpLevel
from game.ui.art.cards import CARD_ASPECT, CARD_ROOM, card_back, card_ring, card_shadow
from game.ui.art.cards import card as house_card
from game.ui.art.gaze import Aim
from game.ui.art.layers import turned
from game.ui.art.lettering import shout
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import STATES, PuppetOutfit, draw_gaze, puppet, puppet_eyes, puppet_foot, warm_gaze
from game.ui.cards.backs import ROW_DISTANCE, backs, touch_boxes
from game.ui.cards.fan import CardPose, covers, drawing_order, fan
from game.ui.cards.flights import CARD_PASS, Side, deal
from game.ui.cards.plates import TEXT_CACHE, CardTableKey, CardTableTexts, SeatPlate, TurnPrompt
from game.ui.cards.room import card_room
from game.ui.cards.table_layout import CardTableBoxes
from game.ui.core.animation_timeline import TOP_PASS, ReducedMotion, Timeline
from game.ui.core.assets import Assets
from game.ui.core.audio import MatchTension
from game.ui.core.canvas import Box, DirtyRegions, ease_out, ease_out_back, lerp_point, nearest_in_direction
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item, SwitchTarget
from game.ui.core.scene import Controls, Prompts
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import (
    NewsLine,
    hurry_prompt,
    outfit_of,
    recap_pins,
    recap_prompt,
    undo_prompts,
)
from game.ui.match.view import MatchTexts, MatchView, Places, SeatPlace, SwitchTargets
from game.ui.match.view_roles import Replays, Teaches
from game.ui.widgets import Picture, PromptBarProps, draw_prompt_bar_props, prompt_bar_props

UNKNOWN_CARD, MOVING_CARD = "", " "
"""Hand entries: a card that the viewer may not know, and the place of a moving card."""
RAISED_BACK_HEIGHT = 18.0  # height by which the focused back is raised, in units
DIM_COLOUR = "#C9B8A6"  # colour by which unplayable cards are multiplied
SPREAD_MS = 260.0  # time to spread a hand in the middle, in ms


@dataclass(frozen=True, slots=True)
class CardTableState:
    """Cards on a table as far as the viewer may know. The rules may be some events ahead."""

    hands: tuple[tuple[str, ...], ...]
    """Cards by seat, left to right, including `UNKNOWN_CARD` and `MOVING_CARD`."""
    turn: int | None


T = TypeVar("T", bound=CardTableState)


def with_hand(table: T, seat: int, hand: Sequence[str]) -> T:
    """Copy of the table with another hand at a seat."""
    return replace(table, hands=replace_at(table.hands, seat, tuple(hand)))


def visible_hand(hand: Sequence[str] | HiddenCards) -> tuple[str, ...]:
    """Hand of an event or observation as shown on a table; backs if it is hidden."""
    return (UNKNOWN_CARD,) * card_count(hand) if isinstance(hand, dict) else tuple(hand)


def gap_at(table: T, seat: int, number: int) -> T:
    """Copy of the table with a gap in place of card ``number`` of a seat's hand."""
    hand = table.hands[seat]
    return with_hand(table, seat, (*hand[:number], MOVING_CARD, *hand[number + 1 :]))


def without_gaps(table: T, seat: int) -> T:
    """Copy of the table without the gaps in a hand, after lifted cards have left it."""
    return with_hand(table, seat, [card for card in table.hands[seat] if card != MOVING_CARD])


def fill_gaps(table: T, seat: int, cards: Sequence[str], first: int = 0) -> T:
    """Copy of the table with cards in the gaps of a hand, starting at index ``first``."""
    hand, coming = list(table.hands[seat]), iter(cards)
    for number, card in enumerate(hand):
        if card == MOVING_CARD and number >= first:
            hand[number] = next(coming, MOVING_CARD)
    return with_hand(table, seat, hand)


def seat_back(assets: Assets, look: int, card_width: float) -> pygame.Surface:
    """Back of a seat's cards, in its colour and knitting pattern."""
    pattern = SEAT_LOOKS[look].pattern
    return card_back(assets, card_width, SEAT_LOOKS[look].colour, "sock" if pattern == "heel" else pattern)


@dataclass(frozen=True, slots=True)
class CardStyle:
    """Look of a game's cards and room. Use module functions, because their results are cached."""

    name: str
    """Unique name of the pack."""
    face: Callable[[Assets, str, float], pygame.Surface] = house_card
    """Draws the face of a card of a given width; by default the house's, for names such as ``7P`` or ``QH``.
    """
    back: Callable[[Assets, int, float], pygame.Surface] = seat_back
    """Draws the back of a card of a given width, for a seat look."""
    room: Callable[[Assets, float, float, float, str], pygame.Surface] = card_room
    """Draws the room with its table: width, height and y of the wooden front in units, and theme name."""


@dataclass(frozen=True, slots=True)
class TableChoice:
    """Something that can be taken or looked at."""

    key: str
    """Key in lessons and saves: `card NAME`, `back 3`, or a key of the game."""
    box: Box
    words: str
    move: str = ""
    """Move that it makes; empty if it can only be looked at."""
    verb: str = ""
    """Label of taking it in the prompt bar; empty for the view's `verb`."""


@dataclass(frozen=True, slots=True)
class CardTableProps:
    """Contents of the still layer below the puppets."""

    places: CardTableBoxes
    room: Callable[[Assets, float, float, float, str], pygame.Surface]
    middle: Picture
    strip: PromptBarProps | None


def draw_table(painter: Painter, props: CardTableProps) -> None:
    """Draw the room with its table, the game's middle, and the prompt bar."""
    view, places = painter.view, props.places
    painter.blit(props.room(painter.assets, view.w, view.h, places.bottom, painter.theme.name), 0, 0)
    props.middle.paint(painter, places.middle, focused=False)
    draw_prompt_bar_props(painter, props.strip)


def _draw_nothing(_painter: Painter, _box: Box) -> None:
    pass


class CardTableSwitchTargets(SwitchTargets):
    """Choices for a single switch."""

    def __init__(self, view: CardTableView[Any]) -> None:
        self._view = view

    def items(self) -> Sequence[Item]:
        """Targets of all choices that make a move."""
        view = self._view
        return [
            SwitchTarget(choice.box, InputAction.CONFIRM, choice.key, come=partial(view.look_at, choice.key))
            for choice in view.all_choices()
            if choice.move
        ]


class CardTableReport(MatchTexts):
    """News, speech and tension. A hand is read only if it is open and its owner is to move."""

    def __init__(self, view: CardTableView[Any]) -> None:
        self._view = view
        self.last = NewsLine()
        self._most = 0  # maximum number of cards in all hands together so far

    @property
    def news(self) -> str:
        """Sentence about the last event; empty for none."""
        return self.last.text

    def tension(self) -> MatchTension:
        """Share of the maximum of cards still in hands; the smallest hand's lead as a share of 5 cards."""
        sizes = sorted(len(hand) for hand in self._view.table.hands if hand)
        if len(sizes) < 2:
            return MatchTension()
        # A match begins calmly, even with small hands.
        return MatchTension(sum(sizes) / max(self._most, sum(sizes)), (sizes[1] - sizes[0]) / 5)

    def count_cards(self) -> None:
        """Note the number of cards in all hands, if there were never more."""
        self._most = max(self._most, sum(map(len, self._view.table.hands)))

    def task_sentence(self) -> str:
        """The view's task sentence in the viewer's turn, else empty."""
        return self._view.task_sentence() if self._view.my_turn else ""

    def focus_sentence(self) -> str:
        """Description of the focused choice; empty for none."""
        choice = self._view.focused_choice
        return choice.words if choice is not None else ""

    def board_sentences(self) -> Sequence[str]:
        """The viewer's hand in their turn, then for each seat its cards' number and plate words."""
        view, sentences = self._view, []
        if view.my_turn:
            hand = ", ".join(view.card_words(card) for card in view.table.hands[view.base])
            sentences.append(f"{_('Your hand')}: {hand}")
        for seat in range(len(view.context.seats)):
            plate = view.plate(seat)
            cards = plural("{n} card", "{n} cards", plate.count).format(n=plate.count)
            sentences.append(f"{plate.seat.name}: {', '.join(filter(None, (cards, plate.words)))}")
        return sentences


class CardTableView(MatchView, Teaches, Replays, Generic[T]):
    """View of a match with hidden hands, and its input.

    Attributes:
        context: access to the match and the app.
        table: the table that is drawn.
        base: seat at the lower edge, the last one whose hand was on the screen.
        boxes: positions; set by the first layout.
        cursor: key of the focused choice.
    """

    prompt_bar_offset = 18.0
    art = CardStyle("house")
    lays = ""
    """Move that plays a card of the viewer's hand, as ``lay {card}``; empty if there is none.

    The rules decide which cards can be played; others are dimmed.
    """
    boxes: CardTableBoxes

    def __init__(self, context: ViewContext, phone: PhoneAdapter | None = None) -> None:
        self.context, self.words = context, context.words
        self.phone = phone or PhoneAdapter(context.match)
        self.report = CardTableReport(self)
        self.switch_targets, self.texts = CardTableSwitchTargets(self), self.report
        self.base = next((number for number, seat in enumerate(context.seats) if seat.is_local), 0)
        self.table = self.read(context.session.observe(None))
        self.cursor = ""
        self._allowed: dict[str, bool] = {}
        """Legality of moves, cached since the last observation."""
        self._opens = False
        """True if the match is about to open and nothing is dealt yet."""
        self._spread: tuple[int | None, float] = None, -SPREAD_MS
        """Seat whose hand is spread in the middle, and the start time in ms."""
        self._layer, self._life = CachedLayer(draw_table), DirtyRegions()

    # Hooks of a game.

    @property
    def verb(self) -> str:
        """Prompt for taking a choice that has no `verb`; by default the words of `lays` without its card."""
        return self.words.move_words(self.lays.partition(" ")[0], self.base)

    @abstractmethod
    def read(self, observation: Observation) -> T:
        """Table of an observation."""
        ...

    def empty_table(self) -> T:
        """Copy of the table without cards, and with no seat to move."""
        return replace(self.table, hands=((),) * len(self.context.seats), turn=None)

    def table_to_deal(self, hands: Sequence[Sequence[str] | HiddenCards]) -> T:
        """Empty table with a `MOVING_CARD` for each card of the hands that are dealt."""
        return replace(self.empty_table(), hands=tuple((MOVING_CARD,) * card_count(hand) for hand in hands))

    @abstractmethod
    def table_during(self, event: Event) -> T:
        """Table while an event is shown: moving cards are replaced by a `MOVING_CARD`."""

    @abstractmethod
    def table_after(self, event: Event) -> T:
        """Table after an event. Before the call, ``table`` is what `table_during` returned."""

    @abstractmethod
    def animation(self, event: Event) -> Timeline:
        """Animation and sounds of an event. Also called before it begins, for its duration."""

    def other_choices(self) -> Sequence[TableChoice]:
        """Choices other than the viewer's cards; those on top of others come last. Empty by default."""
        return ()

    def plays(self, card: str) -> str:
        """Move that plays a card of the viewer's hand; empty for none. Called only while `my_turn`."""
        move = self.lays.format(card=card)
        return move if move and self.allows(move) else ""

    def refused_move(self, key: str) -> str:
        """Move `lays` of the card with this key, legal or not, to show its refusal; empty for other keys."""
        keys = self._card_keys()
        return self.lays.format(card=self.table.hands[self.base][keys.index(key)]) if key in keys else ""

    @abstractmethod
    def task_sentence(self) -> str:
        """Short sentence about the possible actions of the player to move."""

    def spread(self) -> int | None:
        """Seat whose hand is spread in the middle as backs. None (the default) for none."""
        return None

    def middle(self) -> Picture:
        """Still picture of the rest of the middle, in `CardTableBoxes.middle`. Empty by default."""
        return Picture(_draw_nothing)

    def known_of(self, seat: int) -> str:
        """Additional words on a seat's plate. Empty by default.

        About nine letters: if the words do not fit beside the cards on one plate, no plate shows any.
        """
        return ""

    def mood(self, seat: int, event: Event | None) -> str:
        """Mood of a seat's puppet during an event, or None after all. Empty (default) for the usual one."""
        return ""

    def wears(self, seat: int) -> str:
        """Space-separated accessories of a seat's puppet, by its bot level or cap; may be empty."""
        owner = self.context.seats[seat]
        return outfit_of(owner.level, owner.cap)

    def card_words(self, card: str) -> str:
        """Description of a card for speech; "a card" for `UNKNOWN_CARD` and `MOVING_CARD`."""
        return self.words.card_words(card.strip())

    # Positions of cards.

    @property
    def my_turn(self) -> bool:
        """True if the viewer is to act and nothing is being animated."""
        return self.context.can_act

    def allows(self, move: str) -> bool:
        """True if the rules allow a move now.

        Call only while `my_turn`, when nothing is ahead of the screen.
        """
        if move not in self._allowed:
            self._allowed[move] = self.context.session.refusal(move) is None
        return self._allowed[move]

    def hands_of(self, observation: Observation) -> tuple[tuple[str, ...], ...]:
        """Hands by seat of an observation: its ``hand``, and for the other seats backs by its ``counts``."""
        common = common_observed(observation)
        hands = [(UNKNOWN_CARD,) * count for count in common["counts"]]
        if (seat := common.get("seat")) is not None:
            hands[seat] = tuple(common["hand"])
        return tuple(hands)

    def spot_of(self, seat: int) -> int:
        """Index of a seat in `CardTableBoxes.spots`."""
        return (seat - self.base) % len(self.context.seats)

    def poses(self, seat: int, count: int | None = None) -> list[CardPose]:
        """Poses of a seat's cards (or of ``count``): own hand, spread in the middle, or before the puppet."""
        size = len(self.table.hands[seat]) if count is None else count
        if seat == self.base:
            return fan(self.boxes.hand, size, focus=self._raised_index(), text=self.boxes.text)
        if seat == self.spread():
            return backs(self.boxes.fan, size)
        spot, is_open = self.boxes.spots[self.spot_of(seat)], seat in self._open_hands()
        return [spot.held_pose(number, size, opened=is_open) for number in range(size)]

    def side(self, seat: int, card: str) -> Side:
        """Function that draws the face of a card, or the seat's back for a hidden one."""
        if card.strip():
            return lambda assets, width: self.art.face(assets, card, width)
        return partial(self._back, self.context.seats[seat].look)

    def deal(
        self, hands: Sequence[Sequence[str] | HiddenCards], start: Callable[[], CardPose], ms: float
    ) -> Timeline:
        """Timeline that deals backs to the seats, one at a time round the table, into `table_to_deal`."""
        counts = list(map(card_count, hands))
        slots = [(seat, n) for n in range(max(counts)) for seat, count in enumerate(counts) if n < count]

        def ends() -> list[CardPose]:
            """Final poses of all dealt cards, in the order of the deal."""
            lie = [self.poses(seat, count) for seat, count in enumerate(counts)]
            return [lie[seat][n] for seat, n in slots]

        def landed(number: int) -> None:
            """Show the back of a dealt card in its gap."""
            seat, place = slots[number]
            self.table = fill_gaps(self.table, seat, (UNKNOWN_CARD,), place)

        return deal([self.side(seat, UNKNOWN_CARD) for seat, _n in slots], start, ends, ms, landed)

    def exclaims(self, seat: int, text: str, ms: float = 760.0) -> Timeline:
        """Timeline that shows a word above the head of the seat that calls it, for ``ms``."""

        def paint(painter: Painter, progress: float) -> None:
            (x, y), up = self.boxes.spots[self.spot_of(seat)].mouth, ease_out_back(min(1.0, progress * 3))
            image = shout(painter.assets, text, 44)
            top = image.get_height() / painter.assets.scale / 2
            painter.blit(image, x, max(top, y - 30 - 16 * up), "center")

        return TOP_PASS.span(ms, paint, ReducedMotion.STANDS)

    def backs_to_take(
        self, seat: int, label_of: Callable[[int], str], move_of: Callable[[int], str]
    ) -> list[TableChoice]:
        """Choices for the backs of a hand in the middle, numbered from 1."""
        boxes = enumerate(touch_boxes(self.poses(seat)), start=1)
        return [TableChoice(f"back {n}", box, label_of(n), move_of(n)) for n, box in boxes]

    def own_cards(self) -> list[TableChoice]:
        """Choices for the viewer's cards, out of turn without moves; empty if the hand is not visible."""
        if self.context.viewer.seat != self.base:
            return []
        hand, poses, looked = self.table.hands[self.base], self.poses(self.base), self._raised_index()
        choices = []
        for number, (key, card, pose) in enumerate(zip(self._card_keys(), hand, poses, strict=True)):
            # Visible part: up to the next card, and beside a focused card, which covers its neighbours.
            left, end = pose.x - pose.card / 2, pose.x + pose.card / 2
            before, after = poses[max(0, number - 1)], poses[min(number + 1, len(poses) - 1)]
            if number != looked and after.x > pose.x:
                end = min(end, max(left + 10, after.x - after.card / 2))
            if number - 1 == looked and before.x < pose.x:
                left = min(end - 10, max(left, before.x + before.card / 2))
            top = pose.y - pose.card * CARD_ASPECT / 2
            move = self.plays(card) if self.my_turn and card.strip() else ""
            box = Box(left, top, end - left, self.boxes.bottom - top)
            choices.append(TableChoice(key, box, self.card_words(card), move))
        return choices

    def _card_keys(self) -> list[str]:
        """Keys (``card NAME``) of the cards of the hand at the lower edge; repeated ones add their number."""
        hand = self.table.hands[self.base]
        return [f"card {card}" + f" {n + 1}" * (card in hand[:n]) for n, card in enumerate(hand)]

    def all_choices(self) -> list[TableChoice]:
        """Choices that can be focused now: the viewer's cards, then during `my_turn` the `other_choices`."""
        return [*self.own_cards(), *(self.other_choices() if self.my_turn else ())]

    @property
    def focused_choice(self) -> TableChoice | None:
        """Focused choice: the one at the cursor, or else the first with a move. None for neither."""
        offered = self.all_choices()
        at_cursor = next((choice for choice in offered if choice.key == self.cursor), None)
        return at_cursor or next((choice for choice in offered if choice.move), None)

    def _raised_index(self) -> int | None:
        """Index of the card of the viewer's hand that is raised for a closer look; None for none."""
        shows = self.context.viewer.seat == self.base and self.cursor.startswith("card ")
        keys = self._card_keys() if shows else []
        return keys.index(self.cursor) if self.cursor in keys else None

    def _open_hands(self) -> Mapping[int, Sequence[str]]:
        """Hands of others that are revealed to spectators, by seat."""
        return {seat: cards for seat, cards in self.context.open_hands.items() if seat != self.base}

    def _back(self, look: int, assets: Assets, card_width: float) -> pygame.Surface:
        """Back of a card with a seat look, for a card width."""
        return self.art.back(assets, look, card_width)

    # Events.

    def on_enter(self) -> None:
        """Note if the opening is about to be shown, for the first `sync`."""
        self._opens = self.context.begins

    def timeline(self, event: Event) -> Timeline:
        """The event's `animation`, at whose start `begin` is called. Sounds come from its seat."""
        seat = event.seat
        x = None if seat is None else self.boxes.spots[self.spot_of(seat)].foot[0]
        return self.animation(event).at(0, partial(self.begin, event)).sounds_from(x)

    def begin(self, event: Event) -> None:
        """Report the event's sentence, and show `table_during`."""
        self.report.last.say(partial(self.words.event_sentence, event))
        self.table = self.table_during(event)

    def settle(self, event: Event) -> None:
        """Take over `table_after`."""
        self.table = self.table_after(event)

    def sync(self, observation: Observation) -> None:
        """Read the table, empty before the opening, and find the sentence of the last event."""
        seat, session = self.context.viewer.seat, self.context.session
        # Without a viewer the table stays turned as it was.
        self.base = self.base if seat is None else seat
        self._allowed.clear()
        self.table = self.read(observation)
        self.report.count_cards()
        if self._opens:
            self._opens, self.table = False, self.empty_table()
            return
        # After an undo too, the sentence is about the last remaining move.
        events = session.last_events() if session.log else session.opening
        told_events = [
            event
            for event in (session.redact(raw, seat) for raw in events)
            if self.words.event_sentence(event)
        ]
        self.report.last.forget()
        if told_events:
            self.report.last.say(partial(self.words.event_sentence, told_events[-1]))

    def on_ready(self) -> None:
        """If the focused choice has no move, focus the middle other choice with one, or the first card."""
        # If the focused choice is gone, focus the middle one of those to take, or else the first playable
        # card.
        takes = [choice.key for choice in self.other_choices() if choice.move] if self.my_turn else []
        ways = takes or [choice.key for choice in self.all_choices() if choice.move]
        if ways and self.cursor not in ways:
            self.cursor = takes[len(takes) // 2] if takes else ways[0]
        self.context.redraw()

    def tick(self, now: float) -> bool:
        """Start the spread of a hand when it changes. Returns True while it moves."""
        seat = self.spread()
        if seat != self._spread[0]:
            self._spread = seat, now
        moving = now - self._spread[1] < SPREAD_MS and not self.context.app.reduced_motion
        if moving:
            self.context.redraw()
        return moving

    # People.

    def look_at(self, key: str) -> None:
        """Focus the choice with this key, with a sound. Does nothing if it has the focus."""
        if key != self.cursor:
            self.cursor = key
            self.context.app.audio.play("focus")
            self.context.redraw()

    def take(self, choice: TableChoice) -> None:
        """Take a choice: play its move, or in turn `refused_move`, whose refusal is shown; or do nothing.

        A game may override this to pick cards first.
        """
        self.context.messages.clear()
        if move := choice.move or (self.refused_move(choice.key) if self.my_turn else ""):
            self.context.play(move)

    def on_turn_input(self, intent: InputEvent, seat: int) -> None:
        """Move the focus, or take the focused choice or the one under the pointer."""
        match intent.act:
            case InputAction.NAVIGATE:
                self._step(intent.dx, intent.dy)
            case InputAction.CONFIRM | InputAction.END_TURN if self.focused_choice is not None:
                self.take(self.focused_choice)
            case InputAction.POINT:
                self.on_passive_input(intent)
            case InputAction.PRESS:
                self.on_passive_input(intent)
                if (under := self._choice_under(intent)) is not None:
                    self.take(under)

    def on_passive_input(self, intent: InputEvent) -> None:
        """Focus the choice under the pointer."""
        if (
            intent.act in (InputAction.POINT, InputAction.PRESS)
            and (under := self._choice_under(intent)) is not None
        ):
            self.look_at(under.key)

    def _choice_under(self, intent: InputEvent) -> TableChoice | None:
        """Topmost choice under a pointer; None if there is none."""
        at, looked = self.context.app.view.units(intent.position), self._raised_index()
        offered = self.all_choices()
        # The focused card is raised above its neighbours.
        if looked is not None and covers(self.poses(self.base)[looked], at) and at[1] < self.boxes.bottom:
            return next((choice for choice in offered if choice.key == self.cursor), None)
        return next((choice for choice in reversed(offered) if choice.box.contains(at)), None)

    def _step(self, dx: int, dy: int) -> None:
        """Move the focus within its row, cyclically, or to the nearest choice above or below."""
        focused = self.focused_choice
        if focused is None:
            return
        # A row may be bent: something slightly lower counts as beside, not below.
        row, others = list[TableChoice](), list[TableChoice]()
        for choice in self.all_choices():
            beside = abs(choice.box.y - focused.box.y) < ROW_DISTANCE
            (row if beside else others).append(choice)
        if dx:
            self.look_at(row[(row.index(focused) + dx) % len(row)].key)
        elif (
            nearest_key := nearest_in_direction(
                ((choice.key, choice.box) for choice in others), focused.box, 0, dy
            )
        ) is not None:
            self.look_at(nearest_key)

    def request_hint(self) -> None:
        """Ask for a hint, whose move `_show_hint` gets."""
        self.context.ask_hint(self.phone.hint_request, self._show_hint)

    def _show_hint(self, move: str) -> None:
        """Focus the choice of the hinted move, and post the hint. Only redraws if there is no such choice."""
        hinted = next((choice for choice in self.all_choices() if choice.move == move), None)
        if hinted is not None:
            self.cursor = hinted.key
            self.context.messages.post(self.hint_words(move), helps=True)
        self.context.redraw()

    def hint_words(self, move: str) -> str:
        """Hint sentence for a move: by default the words of its choice, StopIteration without a choice."""
        return next(choice.words for choice in self.all_choices() if choice.move == move)

    def controls(self) -> Controls:
        """Prompts of a turn, or for watching."""
        if self.my_turn:
            return Controls(self._turn_help(longest=False), pinned=recap_pins(self.context))
        watching = *hurry_prompt(self.context), *recap_prompt(self.context)
        return Controls([*watching, (InputAction.PAUSE, _("Menu"))])

    def _turn_help(self, *, longest: bool) -> Prompts:
        """Prompts of a turn; with ``longest`` the longest possible, for a stable table layout."""
        back = undo_prompts(self.context, always=longest)
        hints = [(InputAction.HINT, _("Hint"))] if self.context.settings.hints != HelpLevel.OFF else []
        recap = recap_prompt(self.context, always=longest)
        verb = "" if longest or self.focused_choice is None else self.focused_choice.verb
        first: Prompts = [(InputAction.NAVIGATE, _("Choose")), (InputAction.CONFIRM, verb or self.verb)]
        return [*first, *hints, *back, *recap, (InputAction.PAUSE, _("Menu"))]

    # The picture.

    def on_layout(self) -> None:
        """Compute all boxes again, and compose the news."""
        self.report.last.compose()
        app, context = self.context.app, self.context
        bottom = app.view.h - self.prompt_bar_offset - context.strip_rows(self._turn_help(longest=True)) - 10
        self.boxes = CardTableBoxes.of(
            app.view,
            app.text_scale,
            bottom,
            len(context.seats),
            above=context.top_inset,
            taught=context.mode is ViewMode.LESSON,
            quiet=context.mode is ViewMode.FILM,
        )

    def table_texts(self) -> CardTableTexts:
        """Content of all texts: plates clockwise from the lower edge, news, and the call."""
        plates = tuple(self.plate(seat) for seat in self._clockwise())
        news = "" if self.context.mode is ViewMode.LESSON else self.report.news
        return CardTableTexts(self.boxes, self.context.app.measuring_painter.theme, plates, news, self.call())

    def plate(self, seat: int) -> SeatPlate:
        """Content of a seat's plate; its cards are counted without gaps."""
        count = sum(card != MOVING_CARD for card in self.table.hands[seat])
        turns = self.table.turn == seat and self.context.match.conceded_by is None
        return SeatPlate(self.context.seats[seat], count, self.known_of(seat), turns)

    def call(self) -> TurnPrompt | None:
        """Call to the player at the lower edge: their task or a message; None if there is none."""
        if self.context.mode is ViewMode.FILM:
            return None
        note = self.context.note
        if self.my_turn and not (self.context.mode is ViewMode.LESSON and not note):  # the teacher says it
            return TurnPrompt(_("Your turn"), note.words or self.task_sentence(), bad=note.refuses)
        headline = _("Not now") if note.refuses else _("Just now")
        return TurnPrompt(headline, note.words, warm=False) if note else None

    def _clockwise(self) -> list[int]:
        """All seats in turn order, from the one at the lower edge."""
        count = len(self.context.seats)
        return [(self.base + step) % count for step in range(count)]

    def draw(self, painter: Painter) -> None:
        """Draw the table, puppets, cards, texts, and the animation on top. Changes nothing."""
        strip = prompt_bar_props(self.context.app, self)
        self._layer.draw(painter, CardTableProps(self.boxes, self.art.room, self.middle(), strip))
        for seat in self._clockwise():
            self.draw_puppet(painter, seat)
        spread = self.spread()
        for seat in self._clockwise()[1:]:
            if seat != spread:
                self._draw_cards(painter, seat, self.poses(seat))
        TEXT_CACHE.frame(painter, painter.view.box, self.table_texts()).paint(painter)
        if spread is not None and spread != self.base:
            self._spread_out(painter, spread)
        self._draw_hand(painter)
        with ClipBelow(painter, self.boxes.bottom + 2):
            self.context.playback.player.paint(painter, CARD_PASS)
        self.context.playback.player.paint(painter)

    def draw_puppet(self, painter: Painter, seat: int) -> None:
        """Draw a seat's puppet, cut off by its plate."""
        spot = self.boxes.spots[self.spot_of(seat)]
        state, frame, aim = self._state(seat)
        rim = 5.0 if self.table.turn == seat else 3.0
        dress = PuppetOutfit(wears=self.wears(seat), rim=rim, ground=False, flip=spot.flip)
        look, height = self.context.seats[seat].look, round(spot.tall, 1)
        foot = spot.foot[0], spot.foot[1] + puppet_foot(spot.tall)
        with ClipBelow(painter, spot.plate.y + 8):
            painter.blit(puppet(painter.assets, look, state, frame, height, dress), *foot, "midbottom")
            draw_gaze(painter, foot, (look, state, frame), height, dress, aim)

    def _state(self, seat: int) -> tuple[str, int, Aim | None]:
        """(mood, frame index, gaze or None for the mood's own) of a seat's puppet."""
        context, show = self.context, self.context.current_animation
        state = self.mood(seat, show.event if show is not None else None) or context.faces.state(seat)
        frame = 0 if context.app.idle_motion_off else STATES[state].at(context.app.now + seat * 700)
        return state, frame, context.faces.gaze_of(seat)

    def _draw_cards(self, painter: Painter, seat: int, poses: Sequence[CardPose]) -> None:
        """Draw a seat's cards at these poses, with faces if spectators may see its hand."""
        open_hand = self._open_hands().get(seat, ())
        hand = open_hand if len(open_hand) == len(poses) else self.table.hands[seat]
        for card, pose in zip(hand, poses, strict=True):
            self._draw_card(painter, seat, card, pose)

    def _spread_out(self, painter: Painter, seat: int) -> None:
        """Draw the hand in the middle, moving there at first."""
        progress = 1.0
        if not self.context.app.reduced_motion and seat == self._spread[0]:
            progress = ease_out(min(1.0, (self.context.app.now - self._spread[1]) / SPREAD_MS))
        spot, ends = self.boxes.spots[self.spot_of(seat)], self.poses(seat)
        starts = [spot.held_pose(number, len(ends)) for number in range(len(ends))]
        poses = [_pose_between(start, end, progress) for start, end in zip(starts, ends, strict=True)]
        self.draw_spread(painter, seat, poses)

    def draw_spread(self, painter: Painter, seat: int, poses: Sequence[CardPose]) -> None:
        """Draw the hand in the middle at these poses, with the focused back raised."""
        number = self.cursor.removeprefix("back ") if self.my_turn and self.cursor.startswith("back ") else ""
        raised = int(number) - 1 if number and int(number) <= len(poses) else None
        lie = [
            pose if n != raised else replace(pose, y=pose.y - RAISED_BACK_HEIGHT)
            for n, pose in enumerate(poses)
        ]
        self._draw_cards(painter, seat, lie)
        if raised is not None and self.context.mode is not ViewMode.PICTURE:
            pose = lie[raised]
            self._draw_card(painter, seat, self.table.hands[seat][raised], pose)
            ring = card_ring(painter.assets, pose.card, painter.theme.focus)
            painter.blit(turned_by(ring, pose.angle), pose.x, pose.y, "center")

    def _draw_hand(self, painter: Painter) -> None:
        """Draw the viewer's hand; the wooden front hides its lower end."""
        hand, poses, looked = self.table.hands[self.base], self.poses(self.base), self._raised_index()
        dim = self.unplayable()
        back = next((n for n in range(1, len(poses)) if poses[n].y > poses[0].y + 40), len(poses))
        with ClipBelow(painter, self.boxes.bottom + 2):
            for number in drawing_order(poses, back, looked):
                self._draw_card(painter, self.base, hand[number], poses[number], dim=number in dim)
            if looked is not None and self.context.mode is not ViewMode.PICTURE:
                pose = poses[looked]
                ring = card_ring(painter.assets, pose.card, painter.theme.focus)
                painter.blit(turned_by(ring, pose.angle), pose.x, pose.y, "center")

    def unplayable(self) -> set[int]:
        """Indices of own cards without a move. Empty out of turn, and without `lays` if no card has one."""
        if not self.my_turn:
            return set()
        choices = self.own_cards()
        plays = bool(self.lays) or any(choice.move for choice in choices)
        return {number for number, choice in enumerate(choices) if plays and not choice.move}

    def _draw_card(
        self, painter: Painter, seat: int, card: str, pose: CardPose, *, dim: bool = False
    ) -> None:
        """Draw a card with its shadow, or the seat's back for `UNKNOWN_CARD`; nothing for `MOVING_CARD`."""
        if card == MOVING_CARD:
            return
        width, angle = float(round(pose.card)), float(round(pose.angle))
        assets, side, look = painter.assets, self.side(seat, card), self.context.seats[seat].look
        key = "game.ui.cards", self.art.name, card or look, width, angle, dim
        image = assets.get(key, lambda: turned(_card_with_shadow(assets, side, width * 2, dim=dim), -angle))
        painter.blit(image, pose.x, pose.y, "center")

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes to redraw: seats whose puppet has changed its mood, frame or gaze."""
        return self._life.collect(
            (seat, self._state(seat), self.boxes.spots[self.spot_of(seat)].around)
            for seat in range(len(self.context.seats))
        )

    def preload(self, painter: Painter) -> Iterator[None]:
        """Make images of gazes and cards, one per step."""
        for seat, owner in enumerate(self.context.seats):
            spot = self.boxes.spots[self.spot_of(seat)]
            dress = PuppetOutfit(wears=self.wears(seat), flip=spot.flip)
            yield from warm_gaze(painter.assets, owner.look, round(spot.tall, 1), dress)
            dims = (False, True) if seat == self.base and self.lays else (False,)
            for card, pose in zip(self.table.hands[seat], self.poses(seat), strict=True):
                for dim in dims:
                    self._draw_card(painter, seat, card, pose, dim=dim)
                    yield

    # Queries of the match scene.

    def recap_marker(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        """Upper left corner in units of the acting seat's plate. None without a seat."""
        if event.seat is None:
            return None
        plate = self.boxes.spots[self.spot_of(event.seat)].plate
        return plate.x + 6, plate.y + 2

    @property
    def places(self) -> Places:
        boxes, app = self.boxes, self.context.app
        middle, width, safe = boxes.middle, 330.0 + 120.0 * (boxes.text - 1), app.view.safe_area
        text_boxes = TEXT_CACHE.frame(app.measuring_painter, app.view.box, self.table_texts()).boxes
        words = (text_boxes[key] for key in (CardTableKey.CALL, CardTableKey.NEWS) if key in text_boxes)
        ledge = app.view.below(boxes.bottom)
        spots = [box for spot in boxes.spots for box in (spot.plate, spot.face)]
        return Places(
            board=Box(safe.x, 0, safe.w, boxes.hand.y),
            hand=boxes.hand,
            plates=tuple(spot.plate for spot in boxes.spots),
            note=text_boxes.get(CardTableKey.CALL),
            ledge=ledge,
            log=Box(middle.right - width, middle.y, width, boxes.said.bottom - middle.y),
            bar=Box(safe.x - 6, 0, safe.w + 12, 0),
            lesson=boxes.teacher,
            taken=(*spots, boxes.hand, middle, *words, ledge),
        )

    def seat(self, number: int) -> SeatPlace:
        """Place of a seat: puppet, cards and plate."""
        spot = self.boxes.spots[self.spot_of(number)]
        return SeatPlace(
            box=spot.around,
            head=spot.face,
            mouth=spot.mouth,
            eyes=puppet_eyes(spot.foot, spot.tall, flip=spot.flip),
            goal=self.boxes.hand.centre if number == self.base else self.boxes.middle.centre,
            faces_left=spot.flip,
        )

    def locate(self, name: str) -> Box | None:
        """Box of ``middle``, of ``seat`` with a number, or of a choice by key or card. None if it is gone."""
        if name == "middle":
            return self.boxes.middle
        if name.startswith("seat "):
            return self.seat(int(name.removeprefix("seat "))).box
        return next(
            (choice.box for choice in self.all_choices() if choice.key in (name, f"card {name}")), None
        )

    def focus_first(self, names: Sequence[str]) -> None:
        """Focus the first of these keys that can be focused; if there is none, keep the focus."""
        keys = {choice.key for choice in self.all_choices()}
        self.cursor = next((name for name in names if name in keys), self.cursor)

    def dump_state(self) -> dict[str, Any]:
        """State to save, as JSON: ``{"at": key of the focused choice}``."""
        return {"at": self.cursor}

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Focus the saved choice (``at``), even if it does not exist now. Invalid data changes nothing."""
        at = saved.get("at")
        self.cursor = at if isinstance(at, str) else self.cursor


class ClipBelow:
    """Context manager that clips drawing below a height."""

    def __init__(self, painter: Painter, foot: float) -> None:
        self._painter, self._foot = painter, foot

    def __enter__(self) -> None:
        self._before = self._painter.surface.get_clip()
        above = pygame.Rect(0, 0, self._painter.surface.get_width(), self._painter.view.px(self._foot))
        self._painter.surface.set_clip(above.clip(self._before))

    def __exit__(self, *_error: object) -> None:
        self._painter.surface.set_clip(self._before)


def turned_by(image: pygame.Surface, angle: float) -> pygame.Surface:
    """Picture rotated clockwise by ``angle`` degrees; the same object below one degree."""
    return pygame.transform.rotozoom(image, -angle, 1) if abs(angle) >= 1 else image


def _pose_between(start: CardPose, end: CardPose, progress: float) -> CardPose:
    """Pose at a progress (0 to 1) from one pose to another."""
    x, y = lerp_point((start.x, start.y), (end.x, end.y), progress)
    angle, card = lerp_point((start.angle, start.card), (end.angle, end.card), progress)
    return CardPose(x, y, angle, card)


def _card_with_shadow(assets: Assets, side: Side, card_width: float, *, dim: bool = False) -> pygame.Surface:
    """Card with its shadow, `CARD_ROOM` larger on every side; ``dim`` for an unplayable one."""
    whole, face = card_shadow(assets, card_width, 115, 5).copy(), side(assets, card_width)
    if dim:
        face = face.copy()
        face.fill(DIM_COLOUR, special_flags=pygame.BLEND_RGB_MULT)
    whole.blit(face, (assets.px(CARD_ROOM), assets.px(CARD_ROOM)))
    return whole
