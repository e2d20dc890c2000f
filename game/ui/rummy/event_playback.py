"""Animation of events on a rummy table: cards laid by others, draws and deals, with their sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.core.cards import card_count
from game.core.game import Event
from game.core.rummy.draft import Draft, DraftPile, PieceMove, piece_moves
from game.core.rummy.table import (
    CardDrawn,
    CardsLaidEvent,
    HandEndedEvent,
    HandsDealtEvent,
    RummyTurnPassed,
    TableChangedEvent,
)
from game.match.bot_turns import pace_factor
from game.match.match import MatchListener
from game.match.match_text import taken_back_words
from game.match.rummy.match_text import rearranged_line
from game.ui.art.cards import laid_back
from game.ui.art.marks import PUFF_FRAMES, puff
from game.ui.art.puppets import STATES
from game.ui.cards.fan import CardPose
from game.ui.core.animation_timeline import TOP_PASS, Hit, Point, ReducedMotion, Timeline, wait
from game.ui.core.canvas import ease_in, ease_out
from game.ui.core.paint import Painter
from game.ui.core.verbs import DRAW, GLIDE, LAST_CARD_HIT, LAY, RAP, RAP_AGAIN, Flight
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import NewsLine
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.table_painter import draw_shadow
from game.ui.rummy.table_state import TableState, VisibleCards, flown

BEAT_MS = 450.0  # time per beat of another player's play, in ms at the brisk pace
EMPTY_TURN_MS = RAP.length  # time of a turn that ends without a play, in ms at the brisk pace
DUCK_DISTANCE, REACH_SHARE = 16.0, 0.35
"""Distance in units by which a puppet ducks to rap, and share of that by which it first reaches up."""
DUCK_MS, DUCK_RETURN_MS = 90.0, 90.0  # time in ms for that, and for coming up again
RAP_ANSWER_MS = 260.0  # ms for which hanging things answer a rap
DRAW_RISE_MS = 60.0  # time in ms for which the viewer's next card rises on the draw pile
DRAWN_BACK_WIDTH = 44.0  # width in units of a card that another player draws
PUFF_SCALE, PUFF_MS = (
    0.4,
    240.0,
)  # size of the puff of lint in the place of the last card, and its duration in ms


def beats(before: Draft, after: Draft) -> list[tuple[tuple[PieceMove, ...], VisibleCards]]:
    """Beats of a play: cards laid from the hand, then all that move on the table; each with the cards then.

    ``after`` is `Draft.rebase` of ``before``, by another player. There are two beats at most and one at
    least. Changes of order and of jokers' cards appear with the last.
    """
    moves = piece_moves(before.piles, after.piles)
    laid = tuple(move for move in moves if move.source is None)
    moved = tuple(move for move in moves if move.source is not None)
    end = VisibleCards.of(after)
    if not laid or not moved:
        return [(moves, end)]
    goal = {pile.key: {piece.key: n for n, piece in enumerate(pile.pieces)} for pile in after.piles}
    current = {pile.key: list(pile.pieces) for pile in before.piles}
    for move in laid:
        target_pieces, rank = current.setdefault(move.target, []), goal[move.target]
        # Cards that have yet to leave this pile have no rank in it; they stay on the left until they go.
        place = sum(rank.get(piece.key, -1) < rank[move.piece.key] for piece in target_pieces)
        target_pieces.insert(place, move.piece)
    piles = tuple(DraftPile(key, tuple(pieces)) for key, pieces in current.items())
    return [(laid, VisibleCards(piles, before.hand)), (moved, end)]


def _rap_depth(ms: float) -> float:
    """Share by which a puppet ducks ``ms`` after its contact with the table (negative: before), at most 1."""
    if ms >= 0:
        return ease_in(max(0.0, 1 - ms / DUCK_RETURN_MS))
    progress = max(0.0, 1 + ms / DUCK_MS)
    return ease_in(progress) - REACH_SHARE * math.sin(math.pi * progress)


class EventPlayback(NewsLine, MatchListener):
    """Animates events on the table and reports them as news."""

    def __init__(
        self,
        context: ViewContext,
        table: TableState,
        hooks: RummyHooks,
        tally: Callable[[Event], None],
    ) -> None:
        """Connect the table to the match.

        ``tally`` opens the dialog at the end of a hand; `go_on` is called when it is closed.
        """
        super().__init__()
        self._context = context
        self._table = table
        self._hooks = hooks
        self._tally = tally
        self._after: Draft | None = None
        self._touched = 0  # cards that have touched since the current event began, or the last one
        self.since = 0.0  # start of the current animation, in ms
        context.match.add_listener(self)

    # Time.

    @property
    def quick(self) -> float:
        """Factor for durations, at most 1 and smaller for a full table."""
        return pace_factor(len(self._context.seats))

    def animation(self, event: Event) -> Timeline:
        """Animation and sounds of an event that all rummies share; an empty one for other events."""
        is_own = self._is_own(event)
        match self._hooks.read(event):
            case TableChangedEvent() if is_own:
                # The viewer's own cards are on the table already.
                return wait(120)
            case TableChangedEvent() as change:
                parts = beats(self._table.draft, self._draft_after(self._table.draft, change))
                play = wait(self._beat * len(parts)).attract_gaze(
                    partial(self._laid_card_position, [moves for moves, _cards in parts])
                )
                for number, (moves, cards) in enumerate(parts):
                    # The first card needs a moment of time; the last one stays visible for one beat.
                    due = max(1.0, self._beat * number)
                    play = play.at(due, partial(self._show_beat, event, moves, cards))
                return play
            case CardDrawn(seat=seat, stock=stock):
                if is_own:
                    draw = TOP_PASS.span(DRAW_RISE_MS, self._draw_rising_card, ReducedMotion.LEFT_OUT)
                else:
                    draw = TOP_PASS.span(GLIDE.length * self.quick, partial(self._draw_dealt_card, seat))
                    draw = draw.attract_gaze(partial(self._dealt_card_position, seat))
                if not stock:
                    puffs = TOP_PASS.span(PUFF_MS, self._draw_puff, ReducedMotion.LEFT_OUT)
                    draw = draw.hit(draw.length, LAST_CARD_HIT).then(puffs)
                return draw.sound("card_draw")
            case HandsDealtEvent():
                return TOP_PASS.span(900, self.deal).sound("card_shuffle")
            case RummyTurnPassed():
                raps = wait(EMPTY_TURN_MS * self.quick)
                return raps.hit(RAP.contact * self.quick, RAP.hit).hit(
                    RAP_AGAIN.contact * self.quick, RAP_AGAIN.hit
                )
        return wait(0)

    @property
    def _beat(self) -> float:
        """Time of a beat in ms at the brisk pace at this table."""
        return BEAT_MS * self.quick

    def on_undo(self, count: int) -> None:
        """Set the news to the sentence that moves were taken back."""
        self.say(partial(taken_back_words, count))

    def forget(self) -> None:
        """Clear the sentence, and the changes that seats have not seen."""
        super().forget()
        self._table.news.forget()

    def hear(self, event: Event) -> None:
        """Set the news to the sentence of an event, if it has one."""
        self.say(lambda: self._sentence(event))

    def _sentence(self, event: Event) -> str:
        """Sentence about an event, in a replay a neutral one even if a hand is shown; empty for none."""
        return self._hooks.news_of(event, None if self._context.mode is ViewMode.FILM else self._table.owner)

    def _is_own(self, event: Event) -> bool:
        """True if the viewer caused the event, so that its result is on the table already."""
        return event.seat is not None and event.seat == self._table.owner

    def _draft_after(self, before: Draft, change: TableChangedEvent) -> Draft:
        """The draft ``before`` after a change of the table, without cards that the viewer has laid."""
        hand = [piece.card for piece in before.order]
        if change.seat == self._table.owner and isinstance(change, CardsLaidEvent):
            for card in change.cards:
                hand.remove(card)
        return before.rebase(change.table, hand, inside=before.has_come_in, same_owner=True)

    def begin(self, event: Event) -> None:
        """Show the sentence of an event as its animation starts. Hold the end of a hand for its readers."""
        self.hear(event)
        self.since = self._context.app.now
        self._after, self._touched = None, 0
        typed_event = self._hooks.read(event)
        if event.seat is not None:
            # After a draw the same turn may continue: new cards stay marked until its end.
            draws, news = isinstance(typed_event, CardDrawn), self._table.news
            if self._is_own(event) and not (draws and news.acting == event.seat):
                self._table.drawn = frozenset()
            news.acts(event.seat, self._context.match.local_seats, goes_on=draws)
        match typed_event:
            case TableChangedEvent() as change:
                if not self._context.match.local_seats:
                    # Without people there is no last turn to compare with, so only the latest play is marked.
                    self._table.news.forget()
                self._after = self._draft_after(self._table.draft, change)
            case HandsDealtEvent(stock=stock, hands=hands):
                # No card is visible yet.
                self._table.stock = stock + sum(map(card_count, hands))
                self._table.counts = [0] * len(self._context.seats)
                self._table.show_draft(VisibleCards())
            case HandEndedEvent() as closing:
                self._context.faces.set_moods(closing.won_by())
                if self.holds_ends:
                    # Hold only if a person reads it. Bots continue automatically.
                    self._context.playback.hold()
                    self._tally(event)

    def go_on(self) -> None:
        """Release the held event, so that the match continues."""
        self._context.playback.release()
        self._context.redraw()

    def _show_beat(self, event: Event, moves: Sequence[PieceMove], cards: VisibleCards) -> None:
        """Show the cards of one beat of a play at their new places, with a sound and a sentence."""
        seat = event.seat
        assert seat is not None
        laid = [move.piece.key for move in moves if move.source is None]
        self._table.counts[seat] = max(0, self._table.counts[seat] - len(laid))
        if not laid and self._after is not None:
            self._hear_result(event, self._after)
        self.fly(seat, cards)

    def fly(self, seat: int, cards: VisibleCards) -> None:
        """Show ``cards``: those that change their pile fly there, new ones from the hand of a seat.

        They are news for the others.
        """
        table = self._table
        table.news.record_change(seat, cards.piles, range(len(self._context.seats)))
        hand = self.hand_pose_of(seat) if table.is_laid else None
        start = {
            move.piece.key: hand if table.cards.end(move.piece.key) is None else None
            for move in piece_moves(table.lay.piles, cards.piles)
        }
        table.show_draft(cards, start=start, stagger=max(0.0, self._beat - LAY.contact))

    def deal(self, painter: Painter, progress: float) -> None:
        """Draw the cards of a deal on their way, at a progress of 0 to 1."""
        count = len(self._context.seats) * 3
        for number in range(count):
            # Cards start one after the other; the last has enough time to arrive.
            card_progress = (progress - 0.6 * number / count) / 0.4
            if 0 < card_progress < 1:
                self._draw_dealt_card(number % len(self._context.seats), painter, card_progress)

    def _draw_dealt_card(self, seat: int, painter: Painter, progress: float) -> None:
        """Draw the back of a card on its way from the stock to a seat."""
        if (pose := self._dealt_card_pose(seat, progress)) is not None:
            draw_shadow(painter, pose, DRAWN_BACK_WIDTH)
            image = laid_back(painter.assets, DRAWN_BACK_WIDTH, *self._table.room.back)
            image = pygame.transform.rotozoom(image, -pose.angle, pose.card * pose.grow / DRAWN_BACK_WIDTH)
            painter.blit(image, pose.x, pose.y - pose.lift, "center")

    def _dealt_card_pose(self, seat: int, progress: float) -> CardPose | None:
        """Pose of a card on its way from the stock to a seat; None before the first layout."""
        start = self._table.stock_pose()
        if start is None:
            return None
        return flown(replace(start, lift=0.0), self.hand_pose_of(seat), DRAW, progress)

    def _dealt_card_position(self, seat: int, progress: float) -> Point | None:
        """Position in units of a card on its way from the stock to a seat; None before the first layout."""
        pose = self._dealt_card_pose(seat, progress)
        return None if pose is None else (pose.x, pose.y - pose.lift)

    def _draw_rising_card(self, painter: Painter, progress: float) -> None:
        """Draw the top card of the draw pile as the viewer takes it."""
        if (pose := self._table.stock_pose()) is not None:
            pose = replace(pose, lift=pose.lift * ease_out(progress))
            draw_shadow(painter, pose, pose.card)
            image = laid_back(painter.assets, pose.card, *self._table.room.back)
            painter.blit(image, pose.x, pose.y - pose.lift, "center")

    def _draw_puff(self, painter: Painter, progress: float) -> None:
        """Draw a puff of lint in the place of the last card of the draw pile."""
        if (pose := self._table.stock_pose()) is not None:
            frame = min(PUFF_FRAMES - 1, 1 + int(progress * PUFF_FRAMES))
            painter.blit(puff(painter.assets, frame, PUFF_SCALE), pose.x, pose.y, "center")

    def _laid_card_position(self, parts: Sequence[Sequence[PieceMove]], progress: float) -> Point | None:
        """Position in units of a card that moves at this progress of a play; None for none."""
        moves = parts[min(int(progress * len(parts)), len(parts) - 1)]
        pose = self._table.cards.at(moves[0].piece.key, self._context.app.now) if moves else None
        return None if pose is None else (pose.x, pose.y)

    def _hear_result(self, event: Event, after: Draft) -> None:
        """Set the news to the sentence of a play and, if cards of the table moved, that of their result."""
        assert event.seat is not None
        name, old = self._context.seats[event.seat].name, self._table.draft.table

        def compose() -> str:
            line = rearranged_line(name, old, after.table)
            return " ".join(filter(None, [self._sentence(event), line.words if line is not None else ""]))

        self.say(compose)

    def hand_pose_of(self, seat: int) -> CardPose:
        """Pose of a card that leaves or reaches a seat: in the near hand, or on the seat's plate."""
        table, theme = self._table, self._table.room
        at = table.boxes.hand.centre if seat == table.near_seat else theme.held_at(table.seat_box(seat))
        return CardPose(*at, 0.0, 44.0)

    def settle(self, event: Event) -> None:
        """Show the result of an event."""
        match self._hooks.read(event):
            case TableChangedEvent(seat=seat) as change if self._after is not None:
                self._hear_result(event, self._after)
                self._table.turn.replace_draft(self._after)
                self.fly(seat, VisibleCards.of(self._after))  # if the animation was skipped
                if isinstance(change, CardsLaidEvent):
                    self._table.counts[seat] = change.left
            case CardDrawn(seat=seat, stock=stock):
                self._table.counts[seat] += 1
                self._table.stock = stock
            case HandsDealtEvent(stock=stock, hands=hands):
                # A new hand starts with an empty table and the viewer's cards.
                table = self._table
                table.counts, table.stock, table.drawn = list(map(card_count, hands)), stock, frozenset()
                table.news.forget()
                table.news.set_known(())
                hand = hands[table.owner] if table.owner is not None else []
                draft = table.draft.rebase((), hand if isinstance(hand, list) else [], same_owner=False)
                table.turn.replace_draft(table.turn.sort_hand(draft))
                pose = table.stock_pose()
                start = {piece.key: pose for piece in draft.order} if pose else {}
                table.show_draft(VisibleCards.of(table.draft), start=start)
            case HandEndedEvent() as closing:
                self._table.totals = list(closing.totals())
        self._after = None

    def sync(self) -> None:
        """Forget the result of the event that is shown, because it is on the table."""
        self._after = None

    # Contacts.

    def play_contacts(self, now: float) -> None:
        """Let the cards that have touched sound where they are, each one tone of the scale higher."""
        table, struck = self._table, dict[Flight, tuple[int, Hit]]()
        for key, verb in table.cards.contacts(now):
            hit = verb.hit
            if hit.sound:
                hit, self._touched = verb.struck(self._touched), self._touched + 1
            struck[verb] = key, hit  # cards that touch at once sound once
        for verb, (key, hit) in struck.items():
            pose, seat = table.cards.end(key), None if verb is LAY else table.owner
            self._context.playback.player.strike(hit, None if pose is None else pose.x, seat)

    # Puppets.

    @property
    def holds_ends(self) -> bool:
        """True if the end of a hand waits for its readers, in whose scene it is heard as the leaders show."""
        return bool(self._context.match.local_seats) and self._context.task is None

    def duck(self, seat: int) -> float:
        """Distance in units by which a seat's puppet ducks now, because it passes and raps on the table."""
        animation = self._context.current_animation
        if animation is None or animation.event.seat != seat:
            return 0.0
        return DUCK_DISTANCE * sum(map(_rap_depth, self._since_raps()))

    def rap_strength(self) -> float:
        """Strength (0 to 1) with which hanging things answer a rap on the table now, falling."""
        return sum(max(0.0, 1 - ms / RAP_ANSWER_MS) for ms in self._since_raps() if ms >= 0)

    def _since_raps(self) -> Sequence[float]:
        """Times in ms since the raps of a pass that is shown, negative before; none with reduced motion."""
        animation = self._context.current_animation
        if animation is None or self._context.app.reduced_motion:
            return ()
        if not isinstance(self._hooks.read(animation.event), RummyTurnPassed):
            return ()
        return [animation.progress * RAP.length - rap.contact for rap in (RAP, RAP_AGAIN)]

    def frame(self, seat: int) -> int:
        """Index of the animation frame of a seat's puppet; 0 with reduced motion."""
        if self._context.app.reduced_motion:
            return 0
        state, now = STATES[self._context.faces.state(seat)], self._context.app.now
        return state.at(now + seat * 770.0 if state.repeats else now - self.since)
