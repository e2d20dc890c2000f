"""Texts of a rummy table, and access to it without looking: speech, single switch, lessons.

`TableTexts` provides the texts of seats, buttons, the column and the prompt bar. Speech reads the focused or
carried card, every pile and the open hand. A single switch scans the cards pile by pile, then the hand and
the buttons; while a card is carried, the places where it can be dropped. Lessons ask for the position of a
thing (`where`) and for the next part of a step (`next_first`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from game.core.events import TypedEvent
from game.core.game import Event
from game.core.rummy.draft import DraftPile, Piece
from game.core.rummy.meld_check import MeldStatus
from game.core.rummy.table import CardDrawn, CardsLaidEvent, HandEndedEvent, HandsDealtEvent, RummyTurnPassed
from game.i18n import _, plural
from game.match.lesson import LessonStep
from game.match.rummy.match_text import card_name, why_not
from game.store.settings import HelpLevel
from game.ui.core.audio import MatchTension
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, InputAction
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget, group_targets
from game.ui.core.scene import Prompts
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import hurry_prompt, recap_prompt, undo_prompts
from game.ui.match.view import MatchTexts, SwitchTargets
from game.ui.rummy.drag import DragController
from game.ui.rummy.event_playback import EventPlayback
from game.ui.rummy.hints import TableAssistant
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.missed_plays import MissedPlays
from game.ui.rummy.table_state import NEW_PILE, TableState
from game.ui.rummy.theme import SeatFacts, SideButton, StatusColumn, TableBoxes


class TableTexts:
    """Texts around the table: seats, buttons, column, prompt bar."""

    def __init__(
        self,
        context: ViewContext,
        table: TableState,
        drag: DragController,
        event_playback: EventPlayback,
        assistant: TableAssistant,
        hooks: RummyHooks,
    ) -> None:
        self._context = context
        self._table = table
        self._drag = drag
        self._event_playback = event_playback
        self._adviser = assistant
        self._hooks = hooks

    def sitter(self, seat: int) -> SeatFacts:
        """Facts about a seat for the theme to draw, with mood, frame and gaze."""
        sentence, good = self._hooks.sitter_line(self._table, seat)
        if self._context.task is not None:  # a puzzle has no points
            left = len(self._table.lay.hand) if seat == self._table.near_seat else self._table.counts[seat]
            sentence, good = plural("{n} card", "{n} cards", left).format(n=left), None
        show, over = self._context.current_animation, self.is_over
        # The highlighted seat is the one in the animation, which may be behind the rules. None while hands
        # are revealed. During a deal only the plate of the first player is lit, not that of the dealer.
        deals = show is not None and isinstance(self._hooks.read(show.event), HandsDealtEvent)
        acts = show.event.seat if show is not None and not deals else self._context.session.to_move
        acts = None if over else acts
        takes = self._hooks.takes and seat == self._table.near_seat
        dark = self._hooks.takes or (deals and seat == self._table.near_seat)
        lately = self._context.host.recap.events_since_turn(seat) if seat != self._table.near_seat else ()
        # With large text, the open hands of a replay cover the place of the next player's tag.
        bare = (
            over
            or deals
            or (self._context.mode is ViewMode.FILM and self._context.app.text_scale > MAX_REPLAY_TAG_SCALE)
        )
        return SeatFacts(
            self._context.seats[seat], seat, self._table.counts[seat], sentence, good,
            did=did(self._hooks.read, lately, seat),
            turns=takes or (seat == acts and not dark),
            next=not bare and seat != acts and seat == self._hooks.next_after(self._table, acts),
            over=over or (deals and not takes),
            mood=self._context.faces.state(seat),
            frame=self._event_playback.frame(seat),
            aim=self._context.faces.gaze_of(seat),
            asleep=self._hooks.is_out(self._table, seat),
        )  # fmt: skip

    @property
    def is_over(self) -> bool:
        """True while the end of a hand is shown, and after the match."""
        show, match = self._context.current_animation, self._context.match
        return match.is_over if show is None else isinstance(self._hooks.read(show.event), HandEndedEvent)

    def knobs(self) -> list[SideButton]:
        """Buttons of the column, top first. Empty in replays, after the match, or until hands are dealt."""
        is_over = self.is_over and self._context.match.is_over
        if self._context.mode is ViewMode.FILM or self._hooks.takes or is_over or not any(self._table.counts):
            return []
        is_mine = (
            self._context.local_to_move is not None
            and self._context.current_animation is None
            and self._table.is_mine()
        )
        label, note, can_end = self._hooks.end_words(self._table)
        if (task := self._context.task) is not None:
            return [
                SideButton(
                    InputAction.HINT, _("Hint"), _("costs the star") if task.starred else "", enabled=is_mine
                ),
                SideButton(InputAction.AGAIN, _("Start again"), enabled=is_mine),
                SideButton(
                    InputAction.END_TURN,
                    _("Done"),
                    note,
                    enabled=is_mine and bool(self._table.draft.laid_pieces),
                    main=is_mine and can_end,
                ),
            ]
        can_draw = _("Draw") if self._table.stock else _("Pass")
        # With keys and controllers the inputs of these two have other meanings during a carry, see `help`.
        free = is_mine and (self._table.carry is None or self._table.carry.hold is not None)
        knobs = [
            SideButton(InputAction.SECONDARY, can_draw, enabled=free and not self._table.draft.laid_pieces),
            SideButton(InputAction.BACK, _("Undo all"), enabled=free and self._table.draft.is_changed),
            SideButton(
                InputAction.END_TURN,
                label,
                note,
                enabled=is_mine and bool(self._table.draft.laid_pieces),
                main=is_mine and can_end,
            ),
        ]
        return self._hooks.side_buttons(self._table, knobs)

    def status(self) -> StatusColumn:
        """Content of the right column: indicator, note, label of the indicator or news, and the meter."""
        lamp, lamp_text = self._adviser.lamp()
        event_text = self._event_playback.text
        text, meter = lamp_text or event_text, self._hooks.meter(self._table)
        status = StatusColumn(lamp, text, meter, has_buttons=any(self._table.counts))
        if note := self._context.note:
            return replace(status, words=note.words, refuses=note.refuses)
        return self._hooks.status(self._table, status, event_text)

    def help(self) -> Prompts:
        """Prompt bar entries now: for watching, for carrying cards, or for a turn."""
        if self._context.local_to_move is None or self._context.current_animation is not None:
            return [
                *hurry_prompt(self._context),
                *undo_prompts(self._context),
                (InputAction.PAUSE, _("Menu")),
            ]
        if self._table.carry is not None:
            rest = _("Add more") if self._table.carry.home.pile is None else _("Take the rest")
            by_mouse = self._context.app.devices.last == MOUSE
            beside = self._drag.takes_beside
            along = (
                [(InputAction.SCROLL, _("More / fewer"))] if by_mouse else [(beside, rest)] if beside else []
            )
            # Only with keys and controllers: a pointer can lift the next card directly.
            and_next = (
                [(InputAction.SECONDARY, _("Put down + next"))] if self._table.carry.hold is None else []
            )
            return [
                (InputAction.NAVIGATE, _("Move cards")), (InputAction.CONFIRM, _("Put down")), *and_next,
                (InputAction.LOOK, self._hooks.pile_words()[1]), *along, (InputAction.BACK, _("Put back")),
                (InputAction.PAUSE, _("Menu")),
            ]  # fmt: skip
        return self.turn_help()

    def turn_help(self) -> Prompts:
        """Prompts of a turn while no cards are carried."""
        focus, in_hand = self._drag.focus, self._drag.is_in_hand
        by_mouse = self._context.app.devices.last == MOUSE
        can_redo = bool(self._table.turn.history.after)
        can_redo |= self._context.can_redo_draft and not self._table.draft.is_changed
        step, back = bool(self._table.turn.history.before), self._context.match.rules_allow_undo
        mend, count = self._adviser.mend_word(), len(self._drag.grip())
        # The number of cards to lift is shown here, where it covers no card. In the hand, other prompts make
        # room.
        has_room = count < 2 or not in_hand
        prompts: Prompts = [
            (InputAction.NAVIGATE, _("Choose")),
            (InputAction.CONFIRM, _("Pick up") if count < 2 else _("Pick up {n}").format(n=count)),
            *(
                [(InputAction.NEXT, self._hooks.pile_words()[0])]
                if self._table.lay.piles and not by_mouse
                else []
            ),
            *([(InputAction.PREVIOUS, _("Sort"))] if in_hand and has_room else []),
            *([(InputAction.UNDO, _("Undo"))] if step or back else []),
            *([(InputAction.REDO, _("Redo"))] if can_redo else []),
            *([(InputAction.MEND, mend)] if mend else []),
            (
                InputAction.ALTERNATE if by_mouse else InputAction.LOOK,
                _("Mark") if focus is None or in_hand else self.look_word(focus),
            ),
            *(self._context.threats.sheet_help(_("Played")) if has_room else []),
        ]
        if self._context.settings.hints != HelpLevel.OFF:
            prompts += self._adviser.hint_help()
        return [*prompts, *recap_prompt(self._context), (InputAction.PAUSE, _("Menu"))]

    def look_word(self, card: int) -> str:
        """Prompt of Look on the card of the table with this key."""
        return self._hooks.look_word(self._table, card)

    def most_help(self) -> Prompts:
        """Entries of the longest prompt bar, which the table layout reserves space for."""
        prompts: Prompts = [
            (InputAction.NAVIGATE, _("Choose")),
            (InputAction.CONFIRM, _("Pick up")),
            (InputAction.NEXT, self._hooks.pile_words()[0]),
            (InputAction.PREVIOUS, _("Sort")),
            (InputAction.UNDO, _("Undo")),
            (InputAction.MEND, _("Fix")),
            (InputAction.LOOK, _("Mark")),
            (InputAction.HINT, _("Hint")),
            *self._context.threats.sheet_help(_("Played")),
            (InputAction.PAUSE, _("Menu")),
        ]
        return prompts

    def may_draw(self) -> bool:
        """True if a local player is to move and may draw: nothing is animated or laid, and no puzzle runs."""
        free = (
            self._context.local_to_move is not None
            and self._context.current_animation is None
            and self._context.task is None
        )
        return free and not self._table.draft.laid_pieces and self._hooks.may_draw(self._table)


def did(read: Callable[[Event], TypedEvent], events: Sequence[Event], seat: int) -> tuple[str, ...]:
    """Summary of a seat's turn, with which ``events`` start, a word or two per action; empty for none."""
    draw_count, laid_count, passed = 0, 0, False
    for event in events:
        match read(event):
            case HandsDealtEvent() | HandEndedEvent():
                draw_count, laid_count, passed = 0, 0, False
            case CardDrawn(seat=actor) if actor == seat:
                draw_count += 1
            case CardsLaidEvent(seat=actor, cards=cards) if actor == seat:
                laid_count += len(cards)
            case RummyTurnPassed(seat=actor) if actor == seat:
                passed = True
    counts = (
        (draw_count, plural("drew {n}", "drew {n}", draw_count)),
        (laid_count, plural("played {n}", "played {n}", laid_count)),
    )
    texts = tuple(text.format(n=count) for count, text in counts if count)
    return texts or ((_("passed"),) if passed else ())


MAX_SENTENCES = 4  # maximum number of sentences about others' moves on the curtain
TENSE_HAND_SIZE = 10  # number of cards up to which the music builds tension


class RummyTexts(MatchTexts):
    """News, results, speech and tension of the table."""

    def __init__(
        self,
        context: ViewContext,
        table: TableState,
        drag: DragController,
        playback: EventPlayback,
        missed_plays: MissedPlays,
        in_one_go: int,
    ) -> None:
        """A final play takes up to ``in_one_go`` cards at once, so a hand of these counts as empty."""
        self._context, self._table, self._drag, self._in_one_go = context, table, drag, in_one_go
        self._playback, self._missed_plays = playback, missed_plays

    @property
    def news(self) -> str:
        """Sentence about the last event; empty for none."""
        return self._playback.text

    def public_news(self) -> str:
        """Sentences about the last 1 to 4 moves of others since the turn of the player who is waited for."""
        max_steps = max(1, min(MAX_SENTENCES, 7 - len(self._context.seats)))
        return " ".join(step.words for step in self._context.host.recap.seen_steps[-max_steps:])

    def result_lines(self) -> Sequence[str]:
        """Sentences about the cards that local players laid, out of those that could be laid."""
        return self._missed_plays.result_lines()

    def tension(self) -> MatchTension:
        """Size of the smallest hand and its lead over the next, as shares of `TENSE_HAND_SIZE` cards."""
        first, *others = sorted(count for count in self._table.counts if count) or [TENSE_HAND_SIZE]
        return MatchTension(
            max(0, first - self._in_one_go) / TENSE_HAND_SIZE,
            (others[0] - first) / TENSE_HAND_SIZE if others else 1.0,
        )

    def focus_sentence(self) -> str:
        """Description of the carried cards and their target, or of the focused card; empty out of turn."""
        table, focus = self._table, self._drag.focus
        if not table.is_mine():
            return ""
        if table.carry is not None:
            return f"{_joined_names(table.lay.carried)}, {self._target_sentence()}"
        if focus is None:
            return ""
        pile = table.lay.holder(focus)
        pieces = table.lay.hand if pile is None else pile.pieces
        place = next((n for n, piece in enumerate(pieces) if piece.key == focus), None)
        if place is None:
            return ""
        parts = [piece_words(pieces[place])]
        if pile is None:
            parts.append(_("in your hand, {n} of {all}").format(n=place + 1, all=len(pieces)))
            if focus in table.chosen_cards:
                parts.append(_("picked up"))
        else:
            parts.append(
                _("in pile {n}: {cards}").format(n=self._pile_number(pile.key), cards=_joined_names(pieces))
            )
            verdict = table.verdicts.get(pile.key)
            if verdict is not None and verdict.status is not MeldStatus.VALID:
                parts.append(why_not(verdict, len(pieces)))
        return ", ".join(parts)

    def _target_sentence(self) -> str:
        """Description of the target of the carried cards."""
        assert self._table.carry is not None
        target = self._table.carry.target
        if target.pile is None:
            return _("to your hand")
        pile = self._table.lay.pile(target.pile)
        if target.pile == NEW_PILE or pile is None:
            return _("to a new pile")
        sentence = _("to pile {n}: {cards}")
        return sentence.format(n=self._pile_number(target.pile), cards=_joined_names(pile.pieces))

    def _pile_number(self, key: int) -> int:
        """Number of a pile from 1, as in `board_sentences`; 0 if it is not on the table."""
        return next((n for n, pile in enumerate(self._table.lay.piles, 1) if pile.key == key), 0)

    def board_sentences(self) -> list[str]:
        """Sentences for the shown hand, every pile, the card counts of the others, and the stock."""
        table = self._table
        sentences = (
            [f"{_('Your hand')}: {_joined_names(table.lay.hand)}"]
            if table.owner is not None and table.lay.hand
            else []
        )
        for number, pile in enumerate(table.lay.piles, 1):
            sentence = _("Pile {n}: {cards}").format(n=number, cards=_joined_names(pile.pieces))
            verdict = table.verdicts.get(pile.key)
            wrong = verdict is not None and verdict.status is not MeldStatus.VALID
            sentences.append(
                f"{sentence}. {why_not(verdict, len(pile.pieces))}" if wrong and verdict else sentence
            )
        if not table.lay.piles:
            sentences.append(_("There's nothing on the table yet."))
        for seat in table.others():
            cards = plural("{n} card", "{n} cards", table.counts[seat]).format(n=table.counts[seat])
            sentences.append(f"{self._context.seats[seat].name}: {cards}")
        sentences.append(_("Draw pile: {cards}").format(cards=table.stock))
        return sentences


def piece_words(piece: Piece) -> str:
    """Name of a card; for a joker with a card that it represents, both."""
    if piece.joker and piece.face:
        return _("joker as {card}").format(card=card_name(piece.face))
    return card_name(piece.card)


def _joined_names(pieces: Iterable[Piece]) -> str:
    """Names of the cards, joined by commas."""
    return ", ".join(map(piece_words, pieces))


BUTTON_INDEXES = {
    "draw": 0,
    "back": 1,
    "end": 2,
}  # lesson names of the buttons -> index in `TableBoxes.buttons`
MAX_REPLAY_TAG_SCALE = 1.25  # at larger text sizes a replay shows no tag of the next player
MAX_TAG_OVERLAP = (
    26.0  # distance by which the next player's tag may overlap the lower edge of a plate, in units
)


def next_first(table: TableState, step: LessonStep) -> Sequence[str]:
    """Names to point at in a lesson step, next action first; during a carry only the destination.

    To undo, all names stay in order. If a wrong card is on the table, the button that puts cards back comes
    first. If there is nothing to put back that button is left out, because its key has another meaning then.
    """
    if step.press == InputAction.UNDO:
        return step.point
    laid_cards = {piece.card for piece in table.draft.laid_pieces} if table.is_mine() else set()
    names = [name for name in step.point if name != "back"]
    if "back" in step.point and laid_cards - set(names):
        return ["back", *names]
    if laid_cards and names[:1] == ["draw"]:
        return ["back", *names]
    # Groups of cards that will be together after the step.
    _word, _space, text = (step.solution[-1] if step.solution else "").partition(" ")
    groups = [[_bare_card(word) for word in group.split()] for group in text.split("|")]
    homes = [_home_pile(table, group, groups) for group in groups]
    if table.carry is not None:
        return [_destination(table, homes, groups)]
    lacking = [_missing_cards(group, home) for group, home in zip(groups, homes, strict=True)]
    missing = [name for name in names if any(name in cards for cards in lacking)]
    if step.moves:  # cards that had been played and were taken back
        missing += [card for cards in lacking for card in cards if card not in missing]
    # The place of a new pile is shown only during a carry, because it does not exist before.
    rest = [name for name in names if name not in missing and name != "mat"]
    first = missing or [name for name in rest if name == "end"]
    return [*first, *(name for name in rest if name not in first)]


def _missing_cards(group: list[str], home: DraftPile | None) -> list[str]:
    """Names of a group's cards that are not in its pile."""
    pile_cards = {_bare_card(text) for text in home.texts} if home is not None else set()
    return [card for card in group if card not in pile_cards]


def _bare_card(text: str) -> str:
    """Card name without the represented card of a joker."""
    return text.partition("=")[0]


def _home_pile(table: TableState, group: list[str], groups: list[list[str]]) -> DraftPile | None:
    """Pile that shares most cards with a group, and no more with any other group; None for none."""

    def common(pile: DraftPile, cards: list[str]) -> int:
        """Number of different cards that a pile shares with these."""
        return len({_bare_card(text) for text in pile.texts} & set(cards))

    own_piles = [
        pile
        for pile in table.lay.piles
        if 0 < common(pile, group) == max(common(pile, other_group) for other_group in groups)
    ]
    return max(own_piles, key=lambda pile: common(pile, group), default=None)


def _destination(table: TableState, homes: list[DraftPile | None], groups: list[list[str]]) -> str:
    """Highlight name of the carried cards' destination; the hand if no group needs them."""
    carried = {piece.card for piece in table.lay.carried}
    for home, group in zip(homes, groups, strict=True):
        if carried & set(group):
            return f"pile {' '.join(home.texts)}" if home is not None else "mat"
    return "hand"


def plates(places: TableBoxes) -> list[Box]:
    """Boxes of the other seats' plates left to right, including the tag of the next player."""
    return [Box(box.x, box.y, box.w, box.h + MAX_TAG_OVERLAP) for box in places.seats]


def puppets(table: TableState) -> list[Box]:
    """Boxes of the puppets, by seat."""
    others = len(table.others())
    return [
        table.room.puppet_box(table.seat_box(seat), others, is_own=seat == table.near_seat)
        for seat in range(others + 1)
    ]


def where(table: TableState, drag: DragController, name: str) -> Box | None:
    """Box of a named thing, in units; `None` if it is not visible.

    Names are: a card; ``hand``, optionally with a card in it; ``pile`` with some of its cards; ``mat`` for an
    empty place; ``stock``; a button (``draw``, ``back`` or ``end``); ``seat`` with a number.
    """
    if not table.is_laid:
        return None
    places = table.boxes
    match name.split():
        case ["pile", *cards]:
            pile = next((pile for pile in table.lay.piles if set(cards) <= set(pile.texts)), None)
            return table.placed_piles().boxes().get(pile.key) if pile is not None else None
        case ["mat"]:
            return table.new_box()
        case ["stock"]:
            return places.stock
        case ["hand"]:
            return places.hand
        case ["hand", card]:
            key = next((piece.key for piece in table.lay.hand if piece.text == card), None)
            return table.spots().get(str(key))
        case ["seat", number]:
            return table.seat_box(int(number))
        case [button] if button in BUTTON_INDEXES:
            return places.buttons[BUTTON_INDEXES[button]]
    # A focused card is raised out of the hand.
    hand_box = next((box for piece, box in table.hand_boxes() if name in {piece.text, piece.card}), None)
    if hand_box is not None and table.carry is None:
        return hand_box
    piece_key = next((piece.key for piece in table.lay.pieces() if name in {piece.text, piece.card}), None)
    # During a carry the spots are drop places, keyed by pile.
    return table.spots().get(str(piece_key)) if table.carry is None else None


class RummySwitchTargets(SwitchTargets):
    """Targets of the single switch: cards and places of the table."""

    def __init__(self, table: TableState, drag: DragController, texts: TableTexts) -> None:
        self._table, self._drag, self._captions = table, drag, texts

    def items(self) -> Sequence[Item]:
        """Cards, piles and buttons to scan, or the drop places during a carry; empty out of turn."""
        if not self._table.is_mine() or not self._table.is_laid:
            return []
        if self._table.carry is not None:
            return group_targets(
                [
                    SwitchTarget(
                        box, InputAction.CONFIRM, f"to {name}", come=partial(self._drag.carry_to, name)
                    )
                    for name, box in self._table.spots().items()
                ]
            )
        boxes = self._table.spots()
        hand = [self._card(piece.key, boxes) for piece in self._table.lay.hand]
        piles = [
            _as_item([item for piece in pile.pieces for item in self._pile_card_targets(piece, boxes)])
            for pile in self._table.lay.piles
        ]
        groups = [_as_item(hand)] if hand else []
        groups += [_as_item(list(group_targets(piles)))] if piles else []
        pairs = zip(self._table.boxes.buttons, self._captions.knobs(), strict=False)
        buttons: list[Item] = [
            SwitchTarget(box, knob.act, "knob", words=knob.words) for box, knob in pairs if knob.enabled
        ]
        return [*groups[:1], *([_as_item(buttons)] if buttons else []), *groups[1:]]

    def _card(self, key: int, boxes: dict[str, Box]) -> SwitchTarget:
        """Target that focuses the card with this key."""
        box = boxes.get(str(key), Box(0, 0, 1, 1))
        return SwitchTarget(box, InputAction.CONFIRM, f"{key}", come=lambda: self._drag.focus_on(key))

    def _pile_card_targets(self, piece: Piece, boxes: dict[str, Box]) -> list[SwitchTarget]:
        """Targets of a card in a pile. A joker with a choice of cards has two: the lower half changes it."""
        card = self._card(piece.key, boxes)
        if not piece.joker or len(self._table.draft.joker_options(piece.key)) < 2:
            return [card]
        box, half = card.box, card.box.h / 2
        lower, label = Box(box.x, box.y + half, box.w, half), self._captions.look_word(piece.key)
        lower_target = replace(card, box=lower, act=InputAction.LOOK, name=f"look {card.name}", words=label)
        return [replace(card, box=Box(box.x, box.y, box.w, half)), lower_target]


def _as_item(items: Sequence[Item]) -> Item:
    """The only item, or a group of these."""
    return items[0] if len(items) == 1 else SwitchGroup(group_targets(items))
