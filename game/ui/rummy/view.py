"""View of a rummy: one table for two games, drawn with the theme of the game.

It consists of parts with separate state: `TableState` (positions), `DragController` (input), `EventPlayback`
(animation of events), `RemoteDraft` (drafts built on phones), `TurnCommands` (drawing, ending the turn,
sorting the hand), `TableAssistant` (help), `TableTexts`, `SuggestedButton` and `TablePainter`. `RummyHooks`
contains the differences of a game. Its view derives from `RummyView`, animates the game's own events and
overrides:

* `preload_first_frame`: slow pictures, one per frame, before the table is first shown; * `tally`: dialog at
the end of a hand; `animation`: animations of the game's own events; * `advice`: text on the empty table;
`look_at`: action of Look on a card.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

from game.core.cards import JOKER
from game.core.game import Event, Observation
from game.core.options import Options
from game.core.rummy.draft import Draft, DraftPile
from game.core.rummy.meld_check import MeldStatus
from game.core.rummy.melds import MeldBook
from game.core.rummy.table import CardsLaidEvent
from game.core.rummy.turn import HandSort, laid_open
from game.i18n import _
from game.match.lesson import LessonStep
from game.match.rummy.match_text import why_not
from game.match.rummy.phone_adapter import MUST_PLAY, RummyPhoneAdapter, RummyPhoneContext, StagedTurns
from game.match.seats import PHONE
from game.ui.art.cards import large_card
from game.ui.art.gaze import Aim
from game.ui.art.layers import GOLD, INK
from game.ui.art.puppets import STATES
from game.ui.cards.stat_pictures import draw_deed
from game.ui.core.animation_timeline import Timeline, sequence, wait
from game.ui.core.canvas import Box, DirtyRegions
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import HARMLESS_ACTIONS, Controls, Prompts
from game.ui.core.verbs import LAY
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import CardCountsProps, CountRow, draw_tall_counts, recap_pins
from game.ui.match.view import MatchView, Places, SeatPlace
from game.ui.match.view_roles import LooksBack, Replays, Teaches
from game.ui.rummy import table_narration
from game.ui.rummy import table_painter as pen
from game.ui.rummy.drag import DragController
from game.ui.rummy.event_playback import EventPlayback
from game.ui.rummy.hand_reveal import HandReveal
from game.ui.rummy.hints import TableAssistant
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.missed_plays import MissedPlays
from game.ui.rummy.table_narration import RummySwitchTargets, RummyTexts, TableTexts
from game.ui.rummy.table_painter import PilesProps, RoomProps, StaticTableLayers, TablePainter
from game.ui.rummy.table_state import TableState, VisibleCards
from game.ui.rummy.theme import SeatFacts, StatusColumn, TableBoxes, ValidityIndicator
from game.ui.widgets import QuestionDialog, key_map_for, prompt_bar_props

RING_MARGIN = 14.0  # margin around a button for its ring, in units
PULSE_MS, PULSE_FRAMES = 1200.0, 12  # period of the ring's pulse in ms, and the number of its frames
RING_RADIUS = 24
RAP_SWING = 0.1  # answer of hanging things to a rap on the table, as a share of that to a shake


class SuggestedButton:
    """Pulsing ring around the button that a hint suggests for ending the turn."""

    def __init__(
        self, context: ViewContext, table: TableState, texts: TableTexts, assistant: TableAssistant
    ) -> None:
        self._context = context
        self._table = table
        self._captions = texts
        self._adviser = assistant

    def _box(self) -> Box | None:
        """Box of the enabled button that a hint suggests; None without one or during an animation."""
        action = self._adviser.calls
        if not self._table.is_laid or action is None or self._context.current_animation is not None:
            return None
        buttons = zip(self._table.boxes.buttons, self._captions.knobs(), strict=False)
        return next((box for box, knob in buttons if knob.act is action and knob.enabled), None)

    def draw(self, painter: Painter, now: float) -> None:
        """Draw the ring at its phase; ``now`` is in ms, 0 for a still ring."""
        box = self._box()
        if box is not None:
            margin = 4 + 5 * (1 - math.cos(math.tau * _frame(now) / PULSE_FRAMES)) / 2
            around = box.inflated(margin)
            painter.frame(around.inflated(2), INK, 8, RING_RADIUS + round(margin))
            painter.frame(around, GOLD, 4, RING_RADIUS + round(margin))

    def living(self, now: float) -> list[tuple[object, object, Box]]:
        """The ring's key, frame and box for `DirtyRegions`; empty if there is no ring."""
        box = self._box()
        return [] if box is None else [("call", _frame(now), box.inflated(RING_MARGIN))]


def _frame(now: float) -> int:
    """Index of the ring's frame (0 to 11) at a time in ms."""
    return int(now % PULSE_MS / PULSE_MS * PULSE_FRAMES)


class RemoteDraft:
    """Draft that a player builds on a phone, shown on the big screen. The hand is never shown."""

    def __init__(
        self,
        context: ViewContext,
        table: TableState,
        turns: StagedTurns,
        fly: Callable[[int, VisibleCards], None],
    ) -> None:
        """Show no draft yet; ``fly`` shows cards on the table, new ones from the hand of a seat."""
        self._context = context
        self._table = table
        self._turns = turns
        self._fly = fly
        self._live: Draft | None = None  # the draft that is shown

    def on_change(self, sound: str) -> None:
        """Show and save the draft that a phone has changed, with a sound, and update all phones."""
        self._show()
        if sound and not (sound == LAY.hit.sound and self._table.cards.moving(self._context.app.now)):
            self._context.app.audio.play(sound)  # else it is heard when the card touches
        self._context.host.save()
        self._context.app.phones.mark_changed()

    def _show(self) -> None:
        """Show the changed draft of the phone to move; without one, the table as it was."""
        seat = self._context.session.to_move
        # While a player views a hand, the table below belongs to that hand.
        if seat is None or self._context.playback.is_busy or self._context.viewer.seat is not None:
            return
        draft = self._turns.of(seat).draft if self._context.seats[seat].device == PHONE else None
        if draft is not None and draft.is_changed:
            self._live = draft
            self._fly(seat, VisibleCards(draft.piles))
        elif self._live is not None:
            self._live = None
            self._table.show_draft(VisibleCards.of(self._table.draft))

    def ready(self) -> None:
        """If the seat to move is on a phone, show its draft."""
        seat = self._context.session.to_move
        if seat is not None and self._context.seats[seat].is_on_phone:
            self._turns.on_phone(seat)
            self._show()

    def expect(self) -> None:
        """If the last move is the draft that was shown, take it over, so that it is not animated again."""
        live, self._live = self._live, None
        log = self._context.session.log
        # Laid card by card again, the players would see the move twice.
        if live is not None and live.is_changed and log and live.move() == log[-1][1]:
            self._table.turn.replace_draft(laid_open(live))


def card_counts(book: MeldBook, draft: Draft, options: Options) -> CardCountsProps:
    """Counts of the cards on the table at the start of the turn, suit by suit. Jokers are not counted.

    Gives away neither hands nor possible plays.
    """
    counts = Counter(card for pile in draft.start for card in pile.texts if not card.startswith(JOKER))
    pack, copies = book.pack, options.get_int("decks") if book.pack.jokers else 2
    size = len(pack.ranks)
    rows = tuple(
        CountRow(
            suit,
            tuple(counts[card] for card in pack.cards[number * size : (number + 1) * size]),
            (copies,) * size,
        )
        for number, suit in enumerate(pack.suits)
    )
    return CardCountsProps(_("Played so far"), pack.ranks, rows)


class TurnCommands:
    """Commands of the turn: drawing or passing, ending it, sorting the hand."""

    def __init__(
        self,
        context: ViewContext,
        table: TableState,
        drag: DragController,
        hooks: RummyHooks,
        show_play: Callable[[], None],
    ) -> None:
        """Create the commands; ``show_play`` lays out a possible play without ending the turn."""
        self._context = context
        self._table = table
        self._drag = drag
        self._hooks = hooks
        self._show_play = show_play

    def draw_or_pass(self) -> None:
        """Draw a card, or pass if the stock is empty; refuse if cards are laid or a play must be made."""
        if sentence := self._hooks.refuse_draw(self._table):
            self._drag.refuse(sentence)
            return
        if self._table.carry is not None:
            self._drag.put_back()
        draft = self._table.draft
        if draft.laid_pieces:
            laid_keys = [piece.key for piece in draft.laid_pieces]
            self._drag.refuse(_("You've played cards. Put them back first, or end your turn."), laid_keys)
            return
        observation = self._context.session.observe(self._context.session.to_move)
        move = self._hooks.endings.drawing_move(observation, draft)
        refusal = self._context.session.refusal(move)
        if refusal is not None and refusal.code == MUST_PLAY:
            self.must_play()
            return
        # Moves without a table keep the one from the start of the turn.
        if draft.is_changed and move in ("draw", "pass"):
            self._table.push_draft(draft.reset())
        self._context.play(move)

    def must_play(self) -> None:
        """Ask, with a sound, to look again or have the play shown that must come before drawing."""
        self._context.app.audio.play("refuse")
        question = (
            _("You can play something. The house rules say to play before drawing.") if self._table.stock else
            _("You can play something. The house rules say to play before passing.")
        )  # fmt: skip
        answers = [_("Look again"), _("Show it")]
        self._context.app.scenes.push(
            QuestionDialog(question, answers), lambda answer: self._show_play() if answer == 1 else None
        )

    def end_turn(self) -> None:
        """Play the laid cards or the game's ending move; refuse if nothing is laid or a pile is not valid."""
        if ending := self._hooks.ending_move(self._table):
            self._context.play(ending)
            return
        if self._table.carry is not None:
            self._drag.drop()
        move = self._table.draft.move()
        if move is None:
            self._drag.refuse(self._hooks.endings.nothing_laid(self._table.draft))
            return
        # Invalid piles are reported before incomplete ones.
        for status in (MeldStatus.INVALID, MeldStatus.INCOMPLETE):
            for pile in self._table.lay.piles:
                verdict = self._table.verdicts[pile.key]
                if verdict.status is status:
                    keys = [piece.key for piece in pile.pieces]
                    faults = [
                        piece.key for piece in pile.pieces if (piece.face or piece.card) in verdict.cards
                    ]
                    if keys:
                        self._drag.focus_on((faults or keys)[0], silent=True)
                    self._drag.refuse(why_not(verdict, len(keys)), keys, faults)
                    return
        session = self._context.session
        seat = session.to_move
        if self._context.play(move) and session.to_move == seat:
            # Ignore a second click: it was meant for the cards that came in, and would end the turn.
            self._context.input_cooldown.begin()

    def pick(self, card: int) -> None:
        """Pick or unpick a card of the hand, with a sound."""
        self._table.pick(card)
        self._context.app.audio.play("lift" if card in self._table.picked else "back")

    def sort_hand(self) -> None:
        """Sort the shown hand in the next order and name that. Does nothing during a carry."""
        if self._table.owner is None or self._table.carry is not None:
            return
        self._table.sort()
        sentences = {
            HandSort.SUIT: _("Your hand is sorted by suit."),
            HandSort.RANK: _("Your hand is sorted by rank."),
            HandSort.OWN: _("Your hand is in your own order."),
        }
        self._context.messages.post(sentences[self._table.turn.order.sort])


MAX_PRELOAD_STEP_S = 0.012  # maximum time per preloading step in s, which keeps the previous picture animated
SIGN_HEIGHT = 130.0  # approximate height of the sign at the foot of the column, in units


class RummyView(MatchView, Teaches, LooksBack, Replays):
    """A rummy match on the screen."""

    prompt_bar_offset = 12.0
    shows_highlights = True
    bots_pause = False

    def __init__(self, context: ViewContext, hooks: RummyHooks) -> None:
        self.context = context
        self.hooks = hooks
        self.turns = StagedTurns(context.match, hooks.endings.inside)
        self.table = TableState(context, self.turns, hooks.room, self._prompt_bar_height)
        self.event_playback = EventPlayback(context, self.table, hooks, self.tally)
        self.drag = DragController(context, self.table, hooks)
        self.looking_back = MissedPlays(context, self.table)
        self.texts = RummyTexts(
            context, self.table, self.drag, self.event_playback, self.looking_back, hooks.in_one_go
        )
        self.draft = self.drag
        context.faces.carried = self._carried_point
        self.adviser = TableAssistant(context, self.table, self.drag, hooks)
        self.moves = TurnCommands(context, self.table, self.drag, hooks, self.adviser.show_play)
        self.captions = TableTexts(context, self.table, self.drag, self.event_playback, self.adviser, hooks)
        self.switch_targets = RummySwitchTargets(self.table, self.drag, self.captions)
        self._calling = SuggestedButton(context, self.table, self.captions, self.adviser)
        self.hand_reveal = HandReveal(context, self.table, hooks.left_over)
        self.picture = TablePainter(context, hooks, self.table, self.drag)
        self.live = RemoteDraft(context, self.table, self.turns, self.event_playback.fly)
        hinted = lambda: context.app.settings.hints != "off"  # noqa: E731
        around = RummyPhoneContext(context.words.refusal_sentence, self.live.on_change, hinted)
        self.phone = RummyPhoneAdapter(context.match, self.turns, hooks.endings, around)
        self._still, self._life, self._moved = StaticTableLayers(), DirtyRegions(), False
        self._asked: tuple[int, int] | None = None
        """Local player who was to move last, and the number of moves that others had made."""
        self._kept: object = None  # move log of the last save that included all its effects

    def draw_stat(self, painter: Painter, box: Box, picture: str, shows: Sequence[str], seat: int) -> bool:
        """Draw the picture of a statistic. Always returns True."""
        draw_deed(painter, box, picture, shows, self.table.room.back)
        return True

    # Hooks of a game.

    def animation(self, event: Event) -> Timeline:
        """Animation of an event with its sounds. Games override it for their own events."""
        return self.event_playback.animation(event)

    def draw_show(self, painter: Painter, places: TableBoxes) -> None:
        """Draw moving things above the table that no timeline draws. Does nothing by default."""

    def tally(self, event: Event) -> None:
        """Handle the end of a hand, whose event is held. By default release it at once."""
        self.event_playback.go_on()

    def look_at(self, pile: DraftPile, card: int) -> None:
        """Post why the pile is valid or not, when Look is used on its card."""
        self.context.messages.post(why_not(self.table.verdicts[pile.key], len(pile.pieces)))
        self.context.redraw()

    def advice(self) -> str:
        """Text on the empty table. Empty by default."""
        return ""

    # Events.

    def expect(self, events: Sequence[Event]) -> None:
        """Take over a draft that the screen shows already."""
        self.live.expect()

    def timeline(self, event: Event) -> Timeline:
        """The event's `animation`, which begins with its sentence. Sounds come from its seat."""
        begins = wait(0).at(0, partial(self.event_playback.begin, event))
        x = None if event.seat is None else self.table.seat_box(event.seat).centre[0]
        return sequence(begins, self.animation(event)).sounds_from(x)

    def settle(self, event: Event) -> None:
        """Show the result of an event."""
        self.event_playback.settle(event)

    def sync(self, observation: Observation) -> None:
        """Show the observed state without animation; gather revealed hands if the match continues."""
        self.event_playback.sync()
        before = self.table.owner
        self.table.sync(observation)
        if self.table.owner != before:
            # sentences may have been meant for the previous viewer only
            self.event_playback.compose()
        self.hand_reveal.sync()

    def on_events_skipped(self, events: Sequence[Event], *, is_jump: bool = False) -> None:
        """Complete all movements. After a jump, show the sentence of the last event that has one."""
        self.table.cards.rest()
        self.table.heaps.rest()
        if is_jump:
            self.event_playback.forget()
            for event in events:
                self.event_playback.hear(event)

    # Beginning, time and end.

    def on_enter(self) -> None:
        """Start the workers for hints if a local person plays, and the first preload."""
        # Bots alone need no worker processes.
        if self.context.match.local_seats:
            self.context.hints.start()
        self.context.first_frame = self.preload_first_frame(self.context.app.measuring_painter)

    def preload_first_frame(self, painter: Painter) -> Iterator[None]:
        """Make all cards in a replay, because its first jump may show most of them."""
        started_at = perf_counter()
        for card in self.table.book.pack.cards if self.context.mode is ViewMode.FILM else ():
            large_card(self.context.app.assets, card)
            if perf_counter() - started_at > MAX_PRELOAD_STEP_S:
                yield
                started_at = perf_counter()

    def tick(self, now: float) -> bool:
        """Advance input, reviews, help and moving cards. Returns True if a frame must follow."""
        self.drag.tick(now)
        self.looking_back.poll()
        busy = self.adviser.poll() | self.hand_reveal.tick(now)
        self.event_playback.play_contacts(now)
        swings, moves = self.table.swing(), self.table.cards.moving(now) or self.table.heaps.moving(now)
        before, self._moved = self._moved, swings or moves
        # One more frame after the last step, with everything at its final position.
        if before or self._moved:
            self.context.redraw()
        return busy or self._moved

    def dump_state(self) -> dict[str, Any]:
        """Drafts of the seats, positions on the table, and reviews of turns, as JSON."""
        return {**self.turns.dump_state(), **self.table.dump_state(), "past": self.looking_back.dump_state()}

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Restore drafts, positions and reviews from `dump_state`. Invalid data is ignored."""
        self.turns.restore_state(saved)
        self.table.restore_state(saved)
        self.looking_back.restore_state(saved.get("past"))

    # Layout and help.

    def on_layout(self) -> None:
        self.event_playback.compose()
        self.table.layout()

    @property
    def ledge_top(self) -> float:  # type: ignore[override]
        """Lower edge of the local player's plate, in units."""
        return self.table.boxes.own.bottom + pen.PLATE_OVERLAP if self.table.is_laid else 0.0

    def _prompt_bar_height(self) -> float:
        """Distance in units from the lower edge of the canvas to the top of the largest prompt bar."""
        return self.prompt_bar_offset + self.context.strip_rows(self.captions.most_help())

    def controls(self) -> Controls:
        """Prompts, and the enabled buttons of the column."""
        return Controls(self.captions.help(), self._buttons, pinned=recap_pins(self.context))

    def _buttons(self) -> Prompts:
        """Enabled buttons of the column, as prompts."""
        return [(knob.act, knob.words) for knob in self.captions.knobs() if knob.enabled]

    # People.

    def on_ready(self) -> None:
        """Show a phone's draft, focus a card of the hand in a new turn, and save after a move."""
        self.live.ready()
        person = self.context.local_to_move
        if person is not None and self.context.mode is not ViewMode.LESSON:
            # A focus left on the table by another turn or player has no meaning now.
            turn = person, sum(seat != person for seat, _move in self.context.session.log)
            if self._asked not in (None, turn) and not self.drag.is_in_hand:
                self.drag.look_nowhere()
            self._asked = turn
            self.focus_first([piece.text for piece in self.table.lay.hand])
        if self._kept != self.context.session.log:
            # The move was saved before its animation, without the resulting pegs and positions.
            self._kept = self.context.session.log
            self.context.host.save()

    def request_hint(self) -> None:
        self.adviser.hint(self.phone.hint_request)

    def on_turn_input(self, intent: InputEvent, seat: int) -> None:
        """Run the action of a key, a button or the pointer in the local player's turn."""
        intent, task = self._button_of(intent), self.context.task
        if intent.act not in (*HARMLESS_ACTIONS, InputAction.HINT):
            # Merely pointing keeps a message visible that may still be read; a hint is replaced by the next.
            self.context.messages.clear()
        if task is not None and task.run_action(intent.act):
            return
        if intent.act is InputAction.HINT:
            self.request_hint()
            return
        carries = self.table.carry is not None
        match intent.act:
            case InputAction.SECONDARY if task is None and not self.drag.steps(intent):
                self.moves.draw_or_pass()
            case InputAction.END_TURN:
                self.moves.end_turn()
            case InputAction.ALTERNATE | InputAction.LOOK if not carries:
                self._look_closer(intent)
            case InputAction.MEND:
                self.adviser.mend()
            case InputAction.PREVIOUS if not carries and self.drag.is_in_hand:
                self.moves.sort_hand()
            case _:
                self.drag.intent(intent)
        self.context.redraw()

    def _button_of(self, intent: InputEvent) -> InputEvent:
        """The input event, or an event of the action behind a pressed button, the stock or the lamp."""
        if intent.act is not InputAction.PRESS:
            return intent
        at, places = self.context.app.view.units(intent.position), self.table.boxes
        for box, knob in zip(places.buttons, self.captions.knobs(), strict=False):
            if box.contains(at):
                return InputEvent(knob.act, intent.device, position=intent.position)
        if self.table.carry is None and places.stock.contains(at):
            return InputEvent(InputAction.SECONDARY, intent.device, position=intent.position)
        if places.status.contains(at) and self.adviser.mend_word():
            return InputEvent(InputAction.MEND, intent.device, position=intent.position)
        return intent

    def on_passive_input(self, intent: InputEvent) -> None:
        """Move the focus, scroll, or sort the hand, while others play."""
        match intent.act:
            case InputAction.POINT | InputAction.NAVIGATE | InputAction.SCROLL:
                self.drag.intent(intent)
            case InputAction.PREVIOUS if self.table.owner is not None:
                self.moves.sort_hand()
        self.context.redraw()

    def _look_closer(self, intent: InputEvent) -> None:
        """Pick or unpick a card of the hand, or look at one of a pile: under the pointer, or focused."""
        at = self.context.app.view.units(intent.position)
        if intent.act is InputAction.ALTERNATE and (hit := self.table.card_at(at)):
            self.drag.focus_on(hit[0])
        if (card := self.drag.focus) is None:
            return
        pile = self.table.lay.holder(card)
        if pile is None and self.table.carry is None:
            self.moves.pick(card)
        elif pile is not None:
            self.look_at(pile, card)

    def draw(self, painter: Painter) -> None:
        places, now = self.table.boxes, self.context.app.now
        status, breath = self.captions.status(), 0.0 if self.context.app.idle_motion_off else now
        moving = {pile.key for pile in self.table.lay.piles if self.picture.moves(pile, now)}
        still = self.picture.still(moving)
        self._draw_still(painter, status, still, breath)
        self._calling.draw(painter, breath)
        self.picture.draw_new_place(painter, now)
        for pile in self.table.lay.piles:
            if pile.key in moving:
                self.picture.draw_pile(painter, still, pile, now)
        self.picture.draw_focus(painter)
        self.picture.draw_hand(painter, places, now)
        self.picture.draw_thread(painter)
        self.picture.draw_flying(painter, moving, now)
        self.hand_reveal.draw(painter)
        self.draw_show(painter, places)
        self.context.playback.player.paint(painter)
        self.picture.draw_carried(painter, now)
        # The sheet of played cards is in the right column on request, where it does not cover the mat.
        if self.context.threats.is_requested and self.context.current_animation is None:
            counts = card_counts(self.table.book, self.table.draft, self.context.session.options)
            draw_tall_counts(painter, places.status, counts)

    def _draw_still(self, painter: Painter, status: StatusColumn, still: PilesProps, breath: float) -> None:
        """Draw the still table with its texts, as far as they have not slid aside or faded."""
        player = self.context.playback.player
        aside, jolt = player.clutter_opacity(), player.shake_amount()
        if not self.context.app.reduced_motion or aside in (0, 1) or painter.only_reads:
            self._draw_aside(painter, status, still, breath, (aside, jolt))
            return
        self._draw_aside(painter, status, still, breath, (1.0, jolt))
        clear = painter.surface.copy()
        self._draw_aside(painter, status, still, breath, (0.0, jolt))
        clear.set_alpha(round(255 * aside))
        painter.surface.blit(clear, (0, 0))

    def _draw_aside(
        self,
        painter: Painter,
        status: StatusColumn,
        still: PilesProps,
        breath: float,
        moved: tuple[float, float],
    ) -> None:
        """Draw the still layers and puppets, ``moved`` by their slide and shake (each 0 to 1)."""
        places, (aside, jolt) = self.table.boxes, moved
        seats = [*(() if self.context.task else self.table.others()), self.table.near_seat]
        sitters = [self.captions.sitter(seat) for seat in seats]
        self._still.draw_layers(painter, self._room_props(places, status, sitters), still, aside, jolt)
        visible_status = status if not aside else replace(status, words="")
        swing = jolt or RAP_SWING * self.event_playback.rap_strength()
        self.table.room.draw_living(painter, places, visible_status, breath, swing)
        self._draw_puppets(painter, places, sitters, aside)

    def _room_props(
        self, places: TableBoxes, status: StatusColumn, sitters: Sequence[SeatFacts]
    ) -> RoomProps:
        """Contents of the still layer of the room, with the facts about the seats, the near one last."""
        table, captions, app = self.table, self.captions, self.context.app
        *others, own = (sitter.at_rest() for sitter in sitters)
        advice, is_dealt = self.advice(), any(table.counts)
        is_quiet = self.context.mode is ViewMode.FILM or self.context.task or (is_dealt and not advice)
        return RoomProps(
            table.room,
            places,
            status,
            table.stock,
            captions.may_draw(),
            tuple(others),
            own,
            () if self.context.mode is ViewMode.PICTURE else tuple(captions.knobs()),
            None if captions.is_over else key_map_for(app),
            prompt_bar_props(app, self),
            None if is_quiet else advice,
            self.context.host.next_mark,
            self.context.task is None and not self.hooks.takes,
        )

    def _draw_puppets(
        self, painter: Painter, places: TableBoxes, sitters: Sequence[SeatFacts], aside: float
    ) -> None:
        """Draw the puppets, as far as they have not slid ``aside`` (0 to 1)."""
        if aside >= 1:
            return
        others, near_seat = self.table.others(), self.table.near_seat
        (_above, (_x, up)), (below, (_x, down)), *_rest = pen.slides(places)
        before = painter.surface.get_clip()
        # In a puzzle something above the table takes the place of the others.
        for sitter, box in zip(sitters, (*places.seats[: len(sitters) - 1], places.own), strict=True):
            is_own = sitter.number == near_seat
            if ducks := self.event_playback.duck(sitter.number):
                sitter = replace(sitter, ducks=ducks)  # noqa: PLW2901
            if aside and is_own:
                painter.surface.set_clip(painter.view.rect(below).clip(before))
            slide = aside * (down if is_own else up)
            self.table.room.draw_puppet(painter, box, sitter, len(others), is_own=is_own, slid=slide)
        painter.surface.set_clip(before)

    def _carried_point(self) -> tuple[float, float] | None:
        """Position in units of the pointer that carries cards. None for none."""
        carry = self.table.carry
        return carry.hold.at if carry is not None and carry.hold is not None else None

    def copy_layout(self, live: MatchView) -> None:
        """Use the layouts that the live table had, table by table."""
        assert isinstance(live, RummyView)
        self.table.lie_as(live.table)

    def recap_marker(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        """Upper right corner of the `event_box`."""
        box = self.event_box(event, piece)
        return None if box is None else (box.right - 4, box.y + 4)

    def event_box(self, event: Event, piece: str = "") -> Box | None:
        """Box of the `event_pile`, else of the acting seat. None for none."""
        if (key := self.event_pile(event, piece)) is not None:
            return self.table.placed_piles().boxes()[key]
        return None if event.seat is None else self.table.seat_box(event.seat)

    def event_pile(self, event: Event, piece: str = "") -> int | None:
        """Key of the visible pile that got most of the cards. None for none."""
        typed_event, table = self.hooks.read(event), self.table
        cards = [piece] if piece else typed_event.cards if isinstance(typed_event, CardsLaidEvent) else []
        # The pile that received most of these cards, if they are still together.
        boxes = table.placed_piles().boxes()
        counts = {
            pile.key: sum(card in pile.texts for card in cards)
            for pile in table.lay.piles
            if pile.key in boxes
        }
        # If two piles have the same cards, prefer the one that was changed.
        best = max(counts, key=lambda key: (counts[key], key in table.changed_piles), default=None)
        return best if best is not None and counts[best] else None

    @property
    def places(self) -> Places:
        boxes = self.table.boxes
        first, last, y = boxes.buttons[0], boxes.buttons[-1], boxes.canvas.h * 0.05
        left, top = boxes.own.x - 6, boxes.seats[0].y
        foot = table_narration.puppets(self.table)[self.table.near_seat].y
        view, ruler = self.context.app.view, self.context.app.measuring_painter
        return Places(
            board=boxes.table.inflated(8),
            hand=boxes.hand,
            plates=(*boxes.seats, boxes.own),
            buttons=() if self.table.retells else boxes.buttons,
            note=self.table.room.sign_box(ruler, boxes.status, self.captions.status()),
            # In a replayed view it includes the space of the buttons.
            log=Box(first.x, y, first.w, (last.bottom if self.table.retells else first.y - 12) - y),
            ledge=view.below(max(view.h - self._prompt_bar_height(), self.ledge_top)),
            bar=Box(boxes.table.x, 0, boxes.table.w, 0),
            lesson=Box(left, top, boxes.table.x - 20 - left, foot - top),
            answer=boxes.status if self.adviser.has_lit else None,
            hinted=tuple(self._hinted_boxes()),
            taken=tuple(self._lesson_boxes() if self.context.mode is ViewMode.LESSON else self.taken_boxes()),
        )

    def seat(self, number: int) -> SeatPlace | None:
        """Place of a seat: puppet and plate. None before the first layout."""
        table = self.table
        if not table.is_laid:
            return None
        box, is_own = table.seat_box(number), number == table.near_seat
        puppet = table_narration.puppets(table)[number]
        return SeatPlace(
            box=box,
            head=puppet,
            mouth=(puppet.centre[0] + 12, puppet.y + puppet.h * 0.42),
            eyes=table.room.eyes(box, is_own=is_own),
            goal=table.boxes.hand.centre if is_own else table.boxes.table.centre,
            ledge=table.boxes.wood.y if is_own else 0.0,
        )

    def taken_boxes(self) -> list[Box]:
        """Boxes of everything at the table."""
        places = self.table.boxes
        star = pen.STAR_SIZE / 2 if self.table.advised else 0.0
        # Backs are shown if no local player knows the cards.
        hand = [box.inflated(star) for box in self.table.held_boxes()] or [places.hand]
        return [
            *table_narration.plates(places),
            *table_narration.puppets(self.table),
            *places.buttons,
            *self.table.placed_piles().boxes().values(),
            *hand,
            places.own,
            places.stock,
            places.status,
            places.wood,
            *self.hand_reveal.boxes(),
        ]

    def _lesson_boxes(self) -> list[Box]:
        """Boxes of plates, puppets, all cards, buttons, and the texts of the column."""
        table, places, status = self.table, self.table.boxes, self.captions.status()
        box = places.status
        # Without a meter the column has texts only at its foot.
        text_box = (
            box if status.meter is not None else Box(box.x, box.bottom - SIGN_HEIGHT, box.w, SIGN_HEIGHT)
        )
        cards = [*table.held_boxes(), *table.placed_piles().boxes().values()]
        seats = [*table_narration.plates(places), *table_narration.puppets(table), places.own]
        return [*seats, *cards, *places.buttons, *([text_box] if status.words else [])]

    def _hinted_boxes(self) -> list[Box]:
        """Boxes of the cards that a hint means, in the hand and on the table."""
        table = self.table
        held = zip(table.lay.hand, table.held_boxes(), strict=False)
        runs = (pen.grip_box(table.placed_piles(), pile, list(table.aims)) for pile in table.lay.piles)
        boxes = [*(box for piece, box in held if piece.key in table.advised), *filter(None, runs)]
        return [box.inflated(pen.STAR_SIZE / 2) for box in boxes]

    def locate(self, name: str) -> Box | None:
        """Box of a thing by its name, see `table_narration.where`. None if it is not visible."""
        return table_narration.where(self.table, self.drag, name)

    def step_points(self, step: LessonStep) -> Sequence[str]:
        """Names of the things that a lesson step points at now, next action first."""
        return table_narration.next_first(self.table, step)

    def focus_first(self, names: Sequence[str]) -> None:
        """Without a mouse, focus the first of these cards in the hand, if nothing has the focus."""
        self.drag.start_at(names)

    # Idle life.

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes to redraw: puppets, moving details of the room, and the ring around a button."""
        places = self.table.boxes
        status, others = self.captions.status(), self.table.others()
        living: list[tuple[object, object, Box]] = list(self.table.room.idle_figures(places, status, now))
        living += self._calling.living(now)
        for seat, box in zip(others, places.seats, strict=True):
            around = self.table.room.puppet_box(box, len(others), is_own=False)
            living.append((seat, self._puppet_state(seat), around))
        around = self.table.room.puppet_box(places.own, len(others), is_own=True)
        near_seat = self.table.near_seat
        living.append((near_seat, self._puppet_state(near_seat), around))
        return self._life.collect(living)

    def _puppet_state(self, seat: int) -> tuple[str, int, Aim | None]:
        """State of a puppet that changes without input: mood, frame and gaze."""
        faces = self.context.faces
        return faces.state(seat), self.event_playback.frame(seat), faces.gaze_of(seat)

    def preload(self, painter: Painter) -> Iterator[None]:
        """Render the cards, the room in every light and the puppets in every mood, one picture per step."""
        places, theme = self.table.boxes, self.table.room
        for card in self.table.book.pack.cards:
            large_card(painter.assets, card)
            yield
        for lamp in ValidityIndicator:
            theme.draw_room(painter, places, lamp)
            yield
        yield from theme.preload(painter, places)
        yield from self.picture.preload(painter)
        seats = [*self.table.others(), self.table.near_seat]
        for mood in ("idle", "thinking", "happy", "sad"):
            for frame in range(STATES[mood].count):
                for seat in sorted(seats):
                    sitter = replace(self.captions.sitter(seat).at_rest(), mood=mood, frame=frame)
                    is_own = seat == self.table.near_seat
                    theme.draw_puppet(
                        painter, self.table.seat_box(seat), sitter, len(seats) - 1, is_own=is_own
                    )
                    yield
        for seat in seats:
            sitter, is_own = self.captions.sitter(seat).at_rest(), seat == self.table.near_seat
            yield from theme.warm_eyes(painter, self.table.seat_box(seat), sitter, is_own=is_own)
