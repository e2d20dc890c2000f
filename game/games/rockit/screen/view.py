"""View of RockIt to Destiny: the shared rummy table in mission control.

A deal begins with an empty table and the spread pack, from which a local player may choose. A scene between
two games shows how the game ended and the games won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import assert_never

from game.core.game import Event, Observation
from game.core.rummy.draft import Draft, DraftPile
from game.core.rummy.table import CardDrawn, RummyCardsPlayed, RummyTurnPassed
from game.games.rockit.match_text import (
    cards_left,
    game_end_words,
    how_to_come_in,
    joker_kept,
    joker_named,
    match_won,
)
from game.games.rockit.rules.events import (
    BoardRearranged,
    GameDealt,
    GameEnded,
    RockItEventKind,
    RockItMatchEnded,
    RockItSaid,
    SeatCameIn,
    StarterTossed,
    as_event,
    as_observation,
)
from game.games.rockit.rules.state import wins_needed
from game.games.rockit.screen import calls
from game.games.rockit.screen.hooks import RockItHooks
from game.games.rockit.screen.rocket import Rocket
from game.games.rockit.screen.spread import DealScene
from game.games.rockit.screen.theme import MissionControl
from game.i18n import _, plural
from game.store.settings import Speed
from game.ui.core.animation_timeline import TOP_PASS, ReducedMotion, Timeline, parallel, wait
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import outfit_of
from game.ui.rummy.event_playback import EMPTY_TURN_MS
from game.ui.rummy.hand_line import SeatResult
from game.ui.rummy.round_end import RoundEnd, RoundEndScene
from game.ui.rummy.table_state import TableState, VisibleCards
from game.ui.rummy.theme import TableBoxes
from game.ui.rummy.view import RummyView


class DealDisplay:
    """Display of a deal while it is shown, although the rules have dealt already."""

    def __init__(self, context: ViewContext, table: TableState, hooks: RockItHooks) -> None:
        self._context, self._table, self._hooks = context, table, hooks

    @property
    def is_chosen_from_spread(self) -> bool:
        """True while a deal is shown whose hand the observer chooses from the spread pack."""
        return self._hooks.takes

    def clear_table(self) -> None:
        """Shows an empty table with the whole pack and no cards in hands, as before the deal."""
        table = self._table
        table.stock += sum(table.counts)
        table.turn.replace_draft(Draft.begin(table.book, (), (), inside=False))
        table.counts = [0] * len(self._context.seats)
        table.show_draft(VisibleCards.of(table.draft))

    def begin(self, dealt: GameDealt, go_on: Callable[[], None]) -> None:
        """Opens the spread pack, holding the animation until it calls ``go_on``; nothing without a choice."""
        spread = self.spread(dealt)
        self._hooks.takes = spread is not None
        if spread is not None:
            self._context.playback.hold()
            self._context.app.scenes.push(spread, lambda _done: go_on())

    def settle(self) -> None:
        """Ends a deal from the spread pack: no card flies from the draw pile. Nothing for other deals."""
        if self.is_chosen_from_spread:
            self._table.cards.rest()
            self._hooks.takes = False

    def spread(self, dealt: GameDealt) -> DealScene | None:
        """Scene with the spread pack. None unless the observer is local and sees a table with animation."""
        owner, theme = self._table.owner, self._table.room
        assert isinstance(theme, MissionControl)
        hand = dealt.hands[owner] if owner is not None else None
        quick = self._context.app.settings.animation_speed == Speed.INSTANT
        # With instant animation, taking cards one by one is not wanted.
        chooses = owner in self._context.match.local_seats and not quick and self._table.is_laid
        if not isinstance(hand, list) or not chooses:
            return None
        places = self._table.boxes
        hand_points = [theme.held_at(box) for box in places.seats]
        return DealScene(
            self._context, places, hand, theme.back, dealt.stock, hand_points, self._count_taken_card
        )

    def _count_taken_card(self) -> None:
        """Adds a card to every seat's shown count, and takes as many from the stock's."""
        self._table.counts = [count + 1 for count in self._table.counts]
        self._table.stock -= len(self._table.counts)


class RockItView(RummyView):
    """Match of RockIt."""

    def __init__(self, context: ViewContext) -> None:
        self.rockit = RockItHooks(context)
        super().__init__(context, self.rockit)
        self._calls = 0  # turns in a row that ended with a call, until the shown event
        self._has_called = False  # True if anybody has called in this game
        self._last_play: Event | None = None  # from whose trick a rocket starts
        self.deal = DealDisplay(context, self.table, self.rockit)
        self.rocket = Rocket(context, self.table, self.hand_reveal, self.rockit)

    def animation(self, event: Event) -> Timeline:
        """Timeline of an event with its sound, in ms at the brisk pace."""
        match as_event(event):
            case StarterTossed():
                return wait(900).sound("toss")
            case GameDealt() as dealt:
                deal = TOP_PASS.span(900, self._draw_deal).sound("card_shuffle")
                return deal.at(0, partial(self._begin_deal, dealt))
            case RockItSaid(seat=seat) as said:
                return self._call(said).at(0, partial(self.context.faces.set_moods, [seat], ()))
            case CardDrawn(seat=seat) if seat != self.table.owner:
                length = EMPTY_TURN_MS * self.event_playback.quick
                call = TOP_PASS.span(length, partial(self._draw_courtesy, seat), ReducedMotion.STEADY)
                return parallel(super().animation(event), call)
            case GameEnded() as ended:
                end = self.rocket.timeline(ended)
                return end if self.event_playback.holds_ends else end.sound("hand_end")
            case RockItMatchEnded():
                return Timeline(0, shows_end=self.hand_reveal.has_revealed_hands)
            case SeatCameIn() | RummyCardsPlayed() | BoardRearranged() | CardDrawn() | RummyTurnPassed():
                return super().animation(event)
            case unknown:
                assert_never(unknown)

    def expect(self, events: Sequence[Event]) -> None:
        """Handles queued events as all rummies, and clears the table before the first deal."""
        super().expect(events)
        if not self.context.session.log and any(event.kind == RockItEventKind.DEAL for event in events):
            self.deal.clear_table()

    def sync(self, observation: Observation) -> None:
        """Shows the state without animation, with who is in, and the rocket on its pad or away."""
        seen = as_observation(observation)
        self.rockit.came_in = [bool(inside) for inside in seen["in"]]
        if self.context.current_animation is None:
            self._calls = calls.calls_in_a_row(self.context.session)
            # A seat that is in has called at the end of the turn in which it came in.
            self._has_called = sum(seen["in"]) > seen["came"]
            # No animation is running. The rocket is away only if the match is over.
            self.rocket.stand(self.rocket.room.flier if self.context.session.to_move is None else None)
            self.rockit.takes = False
        super().sync(observation)
        self.rocket.countdown.look(self.table.counts, counts_down=False)

    def _begin_deal(self, dealt: GameDealt) -> None:
        """Starts a deal: empties the table, and opens the pack."""
        self.hand_reveal.take_up()
        self.rocket.stand()
        self.deal.clear_table()
        self.deal.begin(dealt, self.event_playback.go_on)

    def settle(self, event: Event) -> None:
        """Shows an event's result, starts the countdown for a last card, and updates who has come in."""
        super().settle(event)
        self.rocket.countdown.look(self.table.counts, counts_down=True)
        match as_event(event):
            case SeatCameIn(seat=seat):
                self.rockit.came_in[seat], self._last_play = True, event
            case RummyCardsPlayed() | BoardRearranged():
                self._last_play = event
            case RockItSaid():
                self._calls, self._has_called = self._calls + 1, True
            case CardDrawn() | RummyTurnPassed():
                self._calls = 0
            case GameDealt():
                self._calls, self._has_called = 0, False
                self.rockit.came_in = [False] * len(self.context.seats)
                self.deal.settle()

    def tally(self, event: Event) -> None:
        """Hangs the hands on a line at the end of a game; in a match of one, reveals them and continues."""
        ended = as_event(event)
        assert isinstance(ended, GameEnded)
        is_only = self.context.session.options.get_int("best_of") == 1
        self.rocket.tally(ended, partial(self._open_result, ended), is_hung=not is_only)

    def tick(self, now: float) -> bool:
        """Advances view, launch and countdown to ``now`` (ms). True while something moves."""
        return super().tick(now) | self.rocket.tick()

    def _open_result(self, ended: GameEnded) -> None:
        """Opens the scene with the result of a game, or continues at once in a match of one game."""
        self.rockit.closing = None
        session, seats = self.context.session, self.context.seats
        # The match had one game, so the results scene shows it.
        if session.options.get_int("best_of") == 1:
            self.event_playback.go_on()
            return
        names, needed = [seat.name for seat in seats], wins_needed(session.options)
        title, onward = game_end_words(ended, names), _("Next game")
        # The next event is the end of the match, if it has ended.
        after = next((as_event(event) for event in self.context.playback.waiting), None)
        match_end = after if isinstance(after, RockItMatchEnded) else None
        heroes = ended.winners
        if match_end is not None:
            title, onward = match_won(match_end.winners, match_end.wins, names), _("See the results")
            heroes = match_end.winners
        hands = self.context.match.reveal_hands()
        results = tuple(
            SeatResult(
                player,
                f"{outfit_of(player.level, player.cap)} headset".strip(),
                tuple(hands[seat]),
                cards_left(hands[seat]) if hands[seat] else _("Out!"),
                before=wins - (seat in ended.winners),
                gained=int(seat in ended.winners),
                total=wins,
                is_hero=seat in heroes,
            )
            for seat, (player, wins) in enumerate(zip(seats, ended.wins, strict=True))
        )
        sign = plural("{n} game wins the match.", "{n} games win the match.", needed).format(n=needed)
        end = RoundEnd(title, sign, onward, results, max(needed, *ended.wins), has_buttons=True)
        self.context.app.scenes.push(RoundEndScene(self, end), lambda _done: self.event_playback.go_on())

    def look_at(self, pile: DraftPile, card: int) -> None:
        """Makes a joker represent its next possible card. For other cards, posts the state of their trick."""
        top = self.table
        piece = next(piece for piece in pile.pieces if piece.key == card)
        if not piece.joker or top.carry is not None:
            super().look_at(pile, card)
            return
        if len(top.draft.joker_options(card)) < 2:
            self.context.messages.post(
                joker_kept(piece.face) if piece.face and not piece.is_from_hand else
                _("The joker can't be any other card here.")
            )  # fmt: skip
            self.context.redraw()
            return
        self.context.app.audio.play("joker")
        top.push_draft(top.draft.cycle_joker(card))
        joker = next(candidate for candidate in top.lay.pieces() if candidate.key == card)
        self.event_playback.text = joker_named(joker.face)
        self.drag.focus_on(card)

    def draw(self, painter: Painter) -> None:
        """Draws the launch alone while it hides the table, else the whole table."""
        if self.rocket.hides_table and not painter.only_reads:
            self.rocket.draw(painter)
        else:
            super().draw(painter)

    def draw_show(self, painter: Painter, places: TableBoxes) -> None:
        """Draws the rocket's countdown or launch, if any."""
        self.rocket.draw(painter)

    def _call(self, said: RockItSaid) -> Timeline:
        """Timeline of a seat's "RockIt!", whose rocket starts at the nose of the trick that it played."""
        seat, table, played = said.seat, self.table, self._last_play or said.event()
        nose, trick = self.event_box(played), self.event_pile(played)
        assert nose is not None
        is_great = not self._has_called or table.counts[seat] <= calls.GREAT_CALL_CARDS
        form, pad = calls.GREAT if is_great else calls.BRIEF, (nose.right, nose.centre[1])
        taken = [*table.placed_piles().boxes().values(), table.boxes.stock]
        call = calls.call_of_turn(
            self.context.app.measuring_painter, form, self.context.seats[seat].look, pad, table.boxes.table,
            taken, self._calls,
        )  # fmt: skip
        return (
            call
            if trick is None
            else call.at(form.verb.contact, partial(table.push_pile, trick, -form.recoil))
        )

    def _draw_courtesy(self, seat: int, painter: Painter, progress: float) -> None:
        """Draw the word "RockIt!" below a seat that draws, at ``progress`` (0 to 1)."""
        box = self.table.seat_box(seat)
        calls.draw_courtesy(painter, (box.centre[0], box.bottom + 18), progress)

    def _draw_deal(self, painter: Painter, progress: float) -> None:
        """Draw the cards flying to the seats, unless they were chosen from the spread pack."""
        if not self.deal.is_chosen_from_spread:
            self.event_playback.deal(painter, progress)

    def taken_boxes(self) -> list[Box]:
        """Boxes in units that nothing may cover; the whole screen while a rocket flies."""
        is_flying = (
            self.context.current_animation is not None
            and self.context.current_animation.event.kind
            in (
                RockItEventKind.ROCKIT,
                RockItEventKind.GAME_END,
            )
        )
        if is_flying:  # a rocket flies over everything
            return [self.context.app.view.box]
        title = None if self.context.mode is ViewMode.LESSON else self.rocket.room.title_box(self.table.boxes)
        explained_box = self.table.boxes.table if self.rockit.explains(self.table) else None
        return [*super().taken_boxes(), *(box for box in (title, explained_box) if box is not None)]

    def preload(self, painter: Painter) -> Iterator[None]:
        """Preloads the spread pack of a queued deal, then the table and the launch, one picture per step."""
        # Preloaded during the toss, because the pack is drawn right after it.
        for coming in [as_event(event) for event in self.context.playback.waiting]:
            if isinstance(coming, GameDealt) and (spread := self.deal.spread(coming)) is not None:
                yield from spread.preload(painter)
        yield from super().preload(painter)
        yield from self.rocket.warm(painter)

    def preload_first_frame(self, painter: Painter) -> Iterator[None]:
        """Draws room and puppets once to preload them, one per step."""
        yield from self.rocket.room.prepare(painter, self.table.boxes)
        for seat in range(len(self.context.seats)):
            yield
            is_own, box = seat == self.table.near_seat, self.table.seat_box(seat)
            sitter = self.captions.sitter(seat).at_rest()
            self.rocket.room.draw_puppet(painter, box, sitter, len(self.context.seats) - 1, is_own=is_own)
        yield from super().preload_first_frame(painter)

    def advice(self) -> str:
        """Translated sentences on how to come in, if the empty board explains it now; else empty."""
        return how_to_come_in(self.rockit.needed_points) if self.rockit.explains(self.table) else ""


VIEW = RockItView
