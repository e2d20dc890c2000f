"""What happened, shown: other people's cards one by one, draws, deals, and the words for all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.cards import HiddenCards
from game.core.contract import Event, Observation
from game.core.rummy.carrying import piece_moves
from game.core.rummy.draft import Draft
from game.core.rummy.keeping import DraftHistory
from game.core.session import Session
from game.ui.art.puppets import STATES
from game.ui.match import Seat
from game.ui.motion import full_table
from game.ui.rummy.fan import Pose
from game.ui.rummy.lay import Lay, Step, steps
from game.ui.rummy.pointing import Pointing
from game.ui.table.playback import Show
from game.words import _

LAYING = ("play", "come", "rearrange")
"""Kinds of events that carry a new table."""
STEP, LONGEST = 310.0, 3600.0
"""How long one card of somebody else's play is shown, and a whole play at most, in ms at the brisk pace."""
LENGTHS = {"toss": 900.0, "deal": 900.0, "draw": 320.0, "pass": 560.0, "playoff": 1200.0}
HELD = 1e12
"""How long an event waits that somebody has to have read, in ms."""
ENDS = ("hand_end", "game_end")
SOUNDS = {"draw": "card_draw", "deal": "card_shuffle", "toss": "toss", "pass": "tick"}


class Telling(Pointing):
    """The part of a rummy's scene that shows events."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.told = ""
        """What just happened, in a sentence."""
        self._say: Callable[[], str] = str
        """Says it again, in whatever language is spoken then."""
        self.counts: list[int] = [0] * len(seats)
        self.stock = 0
        self.totals: list[int] = [0] * len(seats)
        self._steps: list[Step] = []
        self._done = 0
        self._after: Draft | None = None
        self._ahead: Draft | None = None
        self._since = 0.0

    # What a game fills in.

    def words_for(self, event: Event) -> str:
        """An event as a sentence; empty for what needs none."""
        return ""

    def extra_length(self, event: Event) -> float:
        """How long an event is shown that only this game knows, in ms at the brisk pace."""
        return 0.0

    def tally(self, event: Event) -> None:
        """Open a card that tells how a hand ended; `go_on` once it has been read."""
        self.go_on()

    # Time.

    @property
    def quick(self) -> float:
        """How much faster a full table is shown."""
        return full_table(len(self.seats))

    def length(self, event: Event) -> float:
        if event.kind in LAYING:
            if self._is_own(event):
                return 120.0
            before = self._ahead or self.draft
            self._ahead = self._with_table(before, event)
            count = max(1, len(piece_moves(before.piles, self._ahead.piles)))
            return min(LONGEST, STEP * count + 140.0) * self.quick
        if event.kind == "draw" and self._is_own(event):
            return 60.0
        if event.kind == "deal":
            self._ahead = Draft.begin(self.book, (), ())
        if event.kind in LENGTHS:
            return LENGTHS[event.kind] * (self.quick if event.kind in ("draw", "pass") else 1.0)
        return self.extra_length(event)

    def enqueue(self, events: Sequence[Event]) -> None:
        if self.show is None and not self.queue:
            self._ahead = None
        super().enqueue(events)

    def retell(self) -> None:
        super().retell()
        self.told = self._say()

    def taken_back(self) -> None:
        super().taken_back()
        self._hear(lambda: _("A move was taken back."))

    def _hear(self, say: Callable[[], str]) -> None:
        """Take in news; no words are none."""
        if words := say():
            self.told, self._say = words, say

    def _is_own(self, event: Event) -> bool:
        """Whether the one who looks did it, so that it lies there already."""
        return event.seat is not None and event.seat == self._owner

    def _with_table(self, before: Draft, event: Event) -> Draft:
        """The draft after an event that changed the table."""
        hand = [piece.card for piece in before.order]
        if self._is_own(event):
            for card in event.data.get("cards", ()):
                hand.remove(card)
        return before.rebase(event.data["table"], hand, inside=before.inside, same_owner=True)

    def begin(self, event: Event) -> None:
        self._hear(lambda: self.words_for(event))
        self._since = self.stage.now
        self._steps, self._done, self._after = [], 0, None
        if event.kind in SOUNDS:
            self.stage.audio.play(SOUNDS[event.kind])
        if event.kind != "draw" and event.seat is not None:
            self.news.told(event.seat, person=event.seat in self.people)
            self.drawn = frozenset() if self._is_own(event) else self.drawn
        if event.kind in LAYING and not self.people:
            self.news.forget()
        if event.kind in LAYING:
            self._after = self._with_table(self.draft, event)
            if not self._is_own(event):
                self._steps = steps(self.draft, self._after)
        elif event.kind == "deal":
            self.stock = event.data["stock"] + sum(map(_count, event.data["hands"]))
            self.counts = [0] * len(self.seats)
            self.lay_out(Lay())
        elif event.kind in ENDS and self.people:
            assert self.show is not None
            self.show.length = HELD
            self.tally(event)
        self.stale = True

    def go_on(self) -> None:
        """The event that waited has been read."""
        if self.show is not None:
            self.show.length = self.show.gone
        self._last = self.stage.now
        self.stale = True

    def advance(self, show: Show) -> None:
        """Lay the cards of a play that are due."""
        due = min(len(self._steps), int(show.share * len(self._steps)) + 1)
        while self._done < due:
            step = self._steps[self._done]
            self._done += 1
            seat = show.event.seat
            start = {}
            if step.move.source is None and seat is not None and not self._is_own(show.event):
                start = {step.move.piece.key: self.hand_pose_of(seat)}
                self.counts[seat] = max(0, self.counts[seat] - 1)
            self.stage.audio.play("card_lay")
            self.lay_out(step.lay, start=start)

    def hand_pose_of(self, seat: int) -> Pose:
        """Where the cards of a seat come from and go to."""
        box = self.seat_box(seat)
        return Pose(*box.centre, 0.0, 44.0)

    def settle(self, event: Event) -> None:
        data, seat = event.data, event.seat
        if event.kind in LAYING and self._after is not None:
            if seat is not None:
                self.news.happened(seat, self._after.piles, range(len(self.seats)))
            self.history = DraftHistory(self._after)
            self.lay_out(Lay.of(self._after))
            if seat is not None and "left" in data:
                self.counts[seat] = data["left"]
        elif event.kind == "draw" and seat is not None:
            self.counts[seat] += 1
            self.stock = data["stock"]
        elif event.kind == "deal":
            self._dealt(event)
        elif event.kind in ENDS:
            self.totals = list(data.get("scores") or data.get("wins") or self.totals)
        self._steps, self._after = [], None

    def _dealt(self, event: Event) -> None:
        """A new hand: an empty table, and the viewer's cards."""
        hands = event.data["hands"]
        self.counts = list(map(_count, hands))
        self.stock = event.data["stock"]
        self.news.forget()
        self.news.known(())
        self.drawn = frozenset()
        own = hands[self._owner] if self._owner is not None else []
        draft = self.draft.rebase((), own if isinstance(own, list) else [], same_owner=False)
        self.history = DraftHistory(self.ordered(draft))
        stock = self.stock_pose()
        self.lay_out(Lay.of(self.draft), start={piece.key: stock for piece in draft.order} if stock else {})

    def sync(self, seen: Observation) -> None:
        self.counts, self.stock = list(seen["counts"]), seen["stock"]
        self.totals = list(seen.get("scores") or seen.get("wins") or self.totals)
        self._steps, self._after, self._ahead = [], None, None
        super().sync(seen)

    # Puppets.

    def mood(self, seat: int) -> str:
        """What the puppet of a seat does."""
        show = self.show
        if show is not None and show.event.kind in ENDS:
            went_out = show.event.seat if show.event.seat is not None else -1
            winners = show.event.data.get("winners", [went_out])
            return "happy" if seat in winners else "sad"
        if self.thinks(seat):
            return "thinking"
        return "idle"

    def frame(self, seat: int) -> int:
        """Which frame of that state is shown now; every puppet breathes in a time of its own."""
        if self.stage.still:
            return 0
        state = STATES[self.mood(seat)]
        since = self.stage.now - self._since if not state.repeats else self.stage.now + seat * 770.0
        return state.at(since)


def _count(hand: list[str] | HiddenCards) -> int:
    """How many cards a hand has in an event, shown or hidden."""
    return hand["hidden"] if isinstance(hand, dict) else len(hand)
