"""Window view of SOCKI: the shared rummy table on the beach, on a stormy night.

Also its hooks, which define the differences from other rummies. The knock that ends a turn is in `knock`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import assert_never, cast

from game.core.game import Event, Observation
from game.core.rummy.table import CardDrawn, RummyCardsPlayed, RummyTurnPassed
from game.games.socki.match_text import SockiWords, event_sentence
from game.games.socki.phone_adapter import SockiTurnEndPolicy
from game.games.socki.rules.events import (
    Knocked,
    PlayoffCalled,
    SockiEventKind,
    SockiHandDealt,
    SockiHandEnded,
    SockiHappening,
    SockiMatchEnded,
    as_event,
)
from game.games.socki.rules.state import DECK, ONE_ROUND, POINTS, hand_size
from game.games.socki.screen.knock import KnockAnimation
from game.games.socki.screen.theme import BEACHES, SOCKI_THEME, nearness
from game.games.socki.screen.total_reset import TotalResetAnimation, TotalResetData
from game.i18n import _, plural
from game.ui.core.animation_timeline import Timeline, sequence, wait
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import outfit_of
from game.ui.rummy.hand_line import SeatResult
from game.ui.rummy.hand_reveal import MAX_REVEAL_MS
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.round_end import RoundEnd, RoundEndScene
from game.ui.rummy.table_state import TableState
from game.ui.rummy.theme import SideButton, StatusColumn
from game.ui.rummy.view import RummyView

ROUND_END_PAUSE_MS = 900.0
"""Pause in ms at the brisk pace between the end of a round of bots and the animation of a total."""


class SockiHooks(RummyHooks):
    """Hooks of SOCKI: the knock, and seats that are out."""

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context, SOCKI_THEME, SockiTurnEndPolicy())

    def news_of(self, event: Event, owner: int | None) -> str:
        """Translated sentence on an event, counting all draws of the turn. Empty if it needs none."""
        draws = 0
        if event.kind == SockiEventKind.DRAW:
            moves = list(self.context.session.log)
            while moves and moves[-1] == (event.seat, "draw"):
                draws += 1
                moves.pop()
            # The current card is not one of the previously drawn ones.
            draws -= 1
        return event_sentence(event, [seat.name for seat in self.context.seats], max(0, draws))

    def sitter_line(self, table: TableState, seat: int) -> tuple[str, bool | None]:
        """Translated points of a seat's total, below its name; the second part is always None."""
        points = table.totals[seat]
        return plural("{n} point", "{n} points", points).format(n=points), None

    def left_over(self, cards: Sequence[str]) -> str:
        """Sum of the points of the cards left in a hand, as in ``+12``."""
        return f"+{sum(POINTS[card] for card in cards)}"

    def end_words(self, table: TableState) -> tuple[str, str, bool]:
        """Label ("Knock") and note, perhaps "", of the end button, and True if the turn can end."""
        _words, note, ready = super().end_words(table)
        return _("Knock"), note, ready

    def invites(self, table: TableState) -> bool:
        """True if the local player to move can lay the first pile on the empty mat, and carries nothing."""
        context = self.context
        return (
            context.mode is ViewMode.PLAY
            and context.current_animation is None
            and table.is_mine()
            and not table.lay.piles
            and table.carry is None
        )

    def side_buttons(self, table: TableState, buttons: list[SideButton]) -> list[SideButton]:
        """The given buttons; while the empty mat invites a first pile, only those that can be used."""
        return [knob for knob in buttons if knob.enabled or not self.invites(table)]

    def status(self, table: TableState, status: StatusColumn, sentence: str) -> StatusColumn:
        """The given column; the empty mat says what to do in place of the latest event."""
        if self.invites(table) and table.stock and status.words == sentence:
            return replace(status, words=_("Play three cards or draw one."))
        return status

    def read(self, event: Event) -> SockiHappening:
        return as_event(event)

    def is_out(self, table: TableState, seat: int) -> bool:
        """True if a seat is not in the play-off: no cards, no animation, and the match continues."""
        context = self.context
        # During a round, only seats outside a play-off have no cards.
        return (
            table.counts[seat] == 0
            and context.current_animation is None
            and context.session.to_move is not None
        )

    def next_after(self, table: TableState, seat: int | None) -> int | None:
        """Next seat in order after this one that has cards. None without a seat, or if there is no other."""
        if seat is None:
            return None
        count = len(self.context.seats)
        others = ((seat + step) % count for step in range(1, count))
        return next((candidate for candidate in others if table.counts[candidate]), None)


class SockiView(RummyView):
    """View of a match of SOCKI."""

    words: SockiWords

    def __init__(self, context: ViewContext) -> None:
        self.socki = SockiHooks(context)
        super().__init__(context, self.socki)
        self.words = cast(SockiWords, context.words)
        self.unravelling = TotalResetAnimation(context)

    def advice(self) -> str:
        """Translated invitation to lay the first pile on the empty mat; else empty."""
        return _("Play the first pile here") if self.socki.invites(self.table) else ""

    # The end of a round.

    def animation(self, event: Event) -> Timeline:
        """Timeline of an event with its sound, in ms at the brisk pace."""
        match as_event(event):
            case Knocked(seat=seat, neighbour=neighbour):
                knock = self._new_knock(seat, neighbour).timeline(self.event_playback.quick)
                return knock.at(knock.length, partial(self.context.faces.set_moods, [seat], [neighbour]))
            case SockiHandEnded() as ended:
                moments = () if self.context.match.local_seats else self._new_total_resets(ended)
                # With people it waits for a reader, and the reset animation waits for the hands.
                closes = wait(
                    MAX_REVEAL_MS if self.hand_reveal.is_unread else ROUND_END_PAUSE_MS if moments else 400
                )
                closes = closes.at(closes.length, self.unravelling.make)
                closes = closes.at(0, partial(self._begin_end, ended))
                if not self.event_playback.holds_ends:
                    closes = closes.sound("hand_end")
                return sequence(closes, *(moment.timeline() for moment in moments))
            case PlayoffCalled():
                return wait(1200).sound("phase")
            case SockiMatchEnded():
                return Timeline(0, shows_end=self.hand_reveal.has_revealed_hands)
            case SockiHandDealt():
                return super().animation(event).at(0, self.hand_reveal.take_up)
            case CardDrawn() | RummyCardsPlayed() | RummyTurnPassed():
                return super().animation(event)
            case unknown:
                assert_never(unknown)

    def _begin_end(self, ended: SockiHandEnded) -> None:
        """Starts the end of a round, which may set moods and reveal the hands."""
        if ended.reset:
            self.context.faces.set_moods(ended.reset)
        self.unravelling.expect(self._new_total_resets(ended))
        if self.hand_reveal.is_unread:
            self.hand_reveal.begin(None)

    def settle(self, event: Event) -> None:
        """Shows an event's result, and adjusts the storm to the draw pile."""
        super().settle(event)
        self._update_storm()

    def _update_storm(self) -> None:
        """Chooses the beach by the number of cards in the draw pile, and requests a redraw if it changed."""
        seats = len(self.context.seats)
        beach = BEACHES[nearness(self.table.stock, len(DECK) - seats * hand_size(seats))]
        if beach is not self.table.room:
            self.table.room = beach
            self.context.redraw()

    def sync(self, observation: Observation) -> None:
        """Shows an observation without animation; between events also drops resets not shown yet."""
        super().sync(observation)
        if self.context.current_animation is None:
            self.unravelling.forget()
        self._update_storm()

    def _new_knock(self, seat: int, target: int) -> KnockAnimation:
        """Animation of a knock of ``seat`` on ``target``, with their looks and a translated sentence."""
        knocker, neighbour = self.context.seats[seat], self.context.seats[target]
        sentence = _("{name} knocks. {other}'s up next.").format(name=knocker.name, other=neighbour.name)
        return KnockAnimation(
            knocker.look,
            outfit_of(knocker.level, knocker.cap),
            neighbour.look,
            outfit_of(neighbour.level, neighbour.cap),
            sentence,
        )

    def preload(self, painter: Painter) -> Iterator[None]:
        """Preloads the table, then the knock of each seat, one picture per step."""
        yield from super().preload(painter)
        count = len(self.context.seats)
        for seat in range(count):
            yield from self._new_knock(seat, (seat + 1) % count).warm(painter)

    def tally(self, event: Event) -> None:
        """Hangs the hands on a line at the end of a round. Before it, resets follow the revealed hands."""
        ended = as_event(event)
        assert isinstance(ended, SockiHandEnded)
        then = partial(self.unravelling.begin, partial(self._open_round_end, ended))
        self.hand_reveal.begin(then, is_hung=not ended.reset)

    def _new_total_resets(self, ended: SockiHandEnded) -> tuple[TotalResetData, ...]:
        """Data of each total that is reset to 0; none before the table is laid out."""
        seats, target = self.context.seats, self.context.session.options.get_int("target")
        dressed = [(seat.look, outfit_of(seat.level, seat.cap)) for seat in seats]
        return tuple(
            TotalResetData(
                *dressed[seat], tuple(dressed[:seat] + dressed[seat + 1 :]), target - ended.points[seat],
                target, self.table.boxes.wood.y,
            )
            for seat in (ended.reset if self.table.is_laid else ())
        )  # fmt: skip

    def tick(self, now: float) -> bool:
        """Advance to ``now`` (ms). True while something moves."""
        busy = self.unravelling.tick()
        if busy:
            self.context.redraw()
        return super().tick(now) | busy

    def taken_boxes(self) -> list[Box]:
        """Boxes in units that nothing may cover; the whole screen during a reset."""
        return [self.context.app.view.box] if self.unravelling.is_busy else super().taken_boxes()

    def _open_round_end(self, ended: SockiHandEnded) -> None:
        """Opens the scene at the end of a round; closing it continues the events."""
        context = self.context
        target = context.session.options.get_int("target")
        # The following event decides the title and the next step.
        after = next((as_event(event) for event in context.playback.waiting), None)
        match_end = after if isinstance(after, SockiMatchEnded) else None
        played_off = after.seats if isinstance(after, PlayoffCalled) else []
        lowest = min(ended.scores)
        heroes = [seat for seat, total in enumerate(ended.scores) if total == lowest]
        if match_end is not None:
            heroes = match_end.winners
        elif ended.seat is not None and not played_off:
            heroes = [ended.seat]
        hands = context.match.reveal_hands()
        title, onward = _("The round is blocked"), _("Next round")
        if ended.seat is not None:
            title = _("{name} goes out!").format(name=context.seats[ended.seat].name)
        if match_end is not None:
            title, onward = self.words.won(match_end), _("See the results")
        elif played_off:
            title, onward = _("Tied on points: one more round decides."), _("Play-off")
        sentences = [_("Fewest points win.")]
        if target != ONE_ROUND and match_end is None and not ended.reset:
            sentences.append(_("A total above {n} ends the match.").format(n=target))
        names = [seat.name for seat in context.seats]
        reset = _("{name} hit exactly {n}, so it's back to 0.")
        sentences += [reset.format(name=names[n], n=target) for n in ended.reset]
        sentences += [_("{what}: {who}").format(what=names[n], who=_("in the play-off")) for n in played_off]
        results = tuple(
            SeatResult(
                player,
                outfit_of(player.level, player.cap),
                tuple(hands[seat]),
                self.hooks.left_over(hands[seat]) if hands[seat] else _("Out!") if seat == ended.seat else "",
                before=(target if seat in ended.reset else total) - ended.points[seat],
                gained=ended.points[seat],
                total=total,
                is_hero=seat in heroes,
                is_over=target != ONE_ROUND and total > target,
            )
            for seat, (player, total) in enumerate(zip(context.seats, ended.scores, strict=True))
        )
        whole = max(ended.scores) if target == ONE_ROUND else target
        end = RoundEnd(title, " ".join(sentences), onward, results, whole)
        context.app.scenes.push(RoundEndScene(self, end), lambda _done: self.event_playback.go_on())


VIEW = SockiView
