"""What happened, shown: other people's cards one by one, draws, deals, and the words for all of it."""

from __future__ import annotations

from collections.abc import Callable

from game.core.cards import count_of
from game.core.game import Event
from game.core.rummy.draft import Draft, piece_moves
from game.core.rummy.table import CardDrawn, CardsLaying, Dealing, HandClosing, TableChanging
from game.match.bot_turns import full_table
from game.match.match import MatchListener
from game.match.rummy.words import moved_words
from game.ui.art.puppets import STATES
from game.ui.match.context import ViewContext
from game.ui.match.playback import Show
from game.ui.match.told import News
from game.ui.rummy.hand_fan import CardPose
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.table_state import MoveStep, ShownCards, TableState, steps
from game.words import _

STEP, LONGEST = 310.0, 3600.0
"""How long one card of somebody else's play is shown, and a whole play at most, in ms at the brisk pace."""


class EventPlayback(News, MatchListener):
    """Shows events on the tabletop."""

    def __init__(
        self, context: ViewContext, table: TableState, hooks: RummyHooks, tally: Callable[[Event], None]
    ) -> None:
        """``tally`` opens a card that tells how a hand ended; `go_on` once it has been read."""
        super().__init__()
        self._context = context
        self._table = table
        self._hooks = hooks
        self._tally = tally
        self._steps: list[MoveStep] = []
        self._done = 0
        self._after: Draft | None = None
        self._ahead: Draft | None = None
        self.since = 0.0
        """When what is shown began, in ms."""
        context.match.listen(self)

    # Time.

    @property
    def quick(self) -> float:
        """How much faster a full table is shown."""
        return full_table(len(self._context.seats))

    def length(self, event: Event) -> float:
        match self._hooks.read(event):
            case TableChanging() as change:
                if self._is_own(event):
                    # It lies there already, just as the one who looks has laid it.
                    return 120.0
                # Lengths are asked for before anything is shown, so each event is thought to follow on the
                # one before.
                before = self._ahead or self._table.draft
                self._ahead = self._with_table(before, change)
                count = max(1, len(piece_moves(before.piles, self._ahead.piles)))
                return min(LONGEST, STEP * count + 140.0) * self.quick
            case CardDrawn() if self._is_own(event):
                return 60.0
            case Dealing():
                self._ahead = Draft.begin(self._table.book, (), ())
        return self._hooks.length(event, self.quick)

    def expect(self) -> None:
        """A move has been made: its events begin where those that wait end."""
        if not self._context.playback.is_busy:
            self._ahead = None

    def taken_back(self, count: int) -> None:
        """What was said of those moves holds no longer."""
        self.say(lambda: _("A move was taken back."))

    def forget(self) -> None:
        super().forget()
        self._table.news.forget()

    def hear(self, event: Event) -> None:
        """Tell an event that is not shown."""
        # A film is told to nobody in particular, whoever's hand lies there.
        self.say(lambda: self._hooks.news_of(event, None if self._context.is_film else self._table.owner))

    def _is_own(self, event: Event) -> bool:
        """Whether the one who looks did it, so that it lies there already."""
        return event.seat is not None and event.seat == self._table.owner

    def _with_table(self, before: Draft, change: TableChanging) -> Draft:
        """The draft after an event that changed the table."""
        hand = [piece.card for piece in before.order]
        if change.seat == self._table.owner and isinstance(change, CardsLaying):
            for card in change.cards:
                hand.remove(card)
        return before.rebase(change.table, hand, inside=before.inside, same_owner=True)

    def begin(self, event: Event) -> None:
        self.hear(event)
        self.since = self._context.stage.now
        self._steps, self._done, self._after = [], 0, None
        happened = self._hooks.read(event)
        if sound := self._hooks.sound(event):
            self._context.stage.sound(sound, None if event.seat is None else self._seat_x(event.seat))
        # After a draw the same turn may go on: what is new stays marked until then.
        if not isinstance(happened, CardDrawn) and event.seat is not None:
            self._table.news.told(event.seat, person=event.seat in self._context.match.people)
            self._table.drawn = frozenset() if self._is_own(event) else self._table.drawn
        match happened:
            case TableChanging() as change:
                if not self._context.match.people:
                    # Among bots nobody has had a turn since which things are new: only the last play is.
                    self._table.news.forget()
                self._after = self._with_table(self._table.draft, change)
                if not self._is_own(event):
                    self._steps = steps(self._table.draft, self._after)
            case Dealing(stock=stock, hands=hands):
                # Nothing has been dealt yet as far as can be seen.
                self._table.stock = stock + sum(map(count_of, hands))
                self._table.counts = [0] * len(self._context.seats)
                self._table.lay_out(ShownCards())
            case HandClosing() if self._context.match.people and self._context.task is None:
                assert self._context.show is not None
                # Held only where somebody reads: bots alone go on by themselves.
                self._context.show.hold()
                self._tally(event)
        self._context.redraw()

    def go_on(self) -> None:
        """The event that waited has been read."""
        show = self._context.show
        if show is not None:
            show.go_on()
        self._context.redraw()

    def advance(self, show: Show) -> None:
        """Lay the cards of a play that are due."""
        # The first at once; the last has a step of time left to be seen.
        due = min(len(self._steps), int(show.share * len(self._steps)) + 1)
        while self._done < due:
            step = self._steps[self._done]
            self._done += 1
            seat = show.event.seat
            start = {}
            if step.move.source is None and seat is not None and not self._is_own(show.event):
                start = {step.move.piece.key: self.hand_pose_of(seat)}
                self._table.counts[seat] = max(0, self._table.counts[seat] - 1)
            self._context.stage.sound("card_lay", None if seat is None else self._seat_x(seat))
            self._say_moved(show.event, step)
            self._table.lay_out(step.lay, start=start)

    def _say_moved(self, event: Event, step: MoveStep) -> None:
        """Say which card of the table goes where; of what comes from a hand, what the whole play is."""
        if step.move.source is None or self._after is None or event.seat is None:
            self.hear(event)
            return
        name, ordered = self._context.seats[event.seat].name, self._table.book.ordered
        source = ordered(self._table.draft.pile(step.move.source).texts)
        target = ordered(self._after.pile(step.move.target).texts)
        self.say(lambda: moved_words(name, step.move.piece.text, source, target))

    def _seat_x(self, seat: int) -> float:
        return self._table.seat_box(seat).centre[0]

    def hand_pose_of(self, seat: int) -> CardPose:
        """Where the cards of a seat come from and go to."""
        box = self._table.seat_box(seat)
        return CardPose(*box.centre, 0.0, 44.0)

    def settle(self, event: Event) -> None:
        match self._hooks.read(event):
            case TableChanging(seat=seat) as change if self._after is not None:
                self.hear(event)
                self._table.news.happened(seat, self._after.piles, range(len(self._context.seats)))
                self._table.turn.show(self._after)
                self._table.lay_out(ShownCards.of(self._after))
                if isinstance(change, CardsLaying):
                    self._table.counts[seat] = change.left
            case CardDrawn(seat=seat, stock=stock):
                self._table.counts[seat] += 1
                self._table.stock = stock
            case Dealing(stock=stock, hands=hands):
                # A new hand: an empty table, and the viewer's cards.
                table = self._table
                table.counts, table.stock, table.drawn = list(map(count_of, hands)), stock, frozenset()
                table.news.forget()
                table.news.known(())
                own = hands[table.owner] if table.owner is not None else []
                draft = table.draft.rebase((), own if isinstance(own, list) else [], same_owner=False)
                table.turn.show(table.turn.ordered(draft))
                pose = table.stock_pose()
                start = {piece.key: pose for piece in draft.order} if pose else {}
                table.lay_out(ShownCards.of(table.draft), start=start)
            case HandClosing() as closing:
                self._table.totals = list(closing.totals())
        self._steps, self._after = [], None

    def sync(self) -> None:
        self._steps, self._after, self._ahead = [], None, None

    # Puppets.

    def mood(self, seat: int) -> str:
        show = self._context.show
        own = self._hooks.mood(seat, show) if show is not None else ""
        if own:
            return own
        if show is not None and isinstance(closing := self._hooks.read(show.event), HandClosing):
            return "happy" if seat in closing.won_by() else "sad"
        if self._context.thinks(seat):
            return "thinking"
        return "idle"

    def frame(self, seat: int) -> int:
        """Which frame of that state is shown now; every puppet breathes in a time of its own."""
        if self._context.stage.still:
            return 0
        state, now = STATES[self.mood(seat)], self._context.stage.now
        return state.at(now + seat * 770.0 if state.repeats else now - self.since)
