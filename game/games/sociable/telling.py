"""What SOCiable's screen tells, event by event: pictures that catch up, sentences, envelopes, the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.core.contract import Event, Observation, Outcome
from game.core.session import Session
from game.games.sociable.chairs import ranks
from game.games.sociable.choosing import WAITS, ChoosingScene
from game.games.sociable.debrief import Debrief
from game.games.sociable.effects import Effects, Office
from game.games.sociable.exchange import exchange
from game.games.sociable.panels import Memo
from game.games.sociable.picture import Picture
from game.games.sociable.places import Spot
from game.games.sociable.stage_view import Sitter
from game.games.sociable.story import Story, exchanged
from game.games.sociable.words import laid_words, titled, told
from game.ui.art.puppets import STATES
from game.ui.motion import PACE
from game.ui.seats import Seat
from game.ui.table.playback import Show
from game.ui.words import _, counted

LENGTHS = {
    "draw_position": 2100.0, "seated": 1700.0, "deal": 1500.0, "gift": 1150.0, "blind_draw": 1300.0,
    "play": 400.0, "pass": 240.0, "round_end": 560.0, "out": 700.0, "hand_end": 4200.0, "match_end": 1500.0,
}  # fmt: skip
"""How long each event is shown, in ms at the brisk pace."""


class TellingScene(ChoosingScene):
    """The half of SOCiable's scene that shows events: what they change, how long they last, what is said."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.base = next((number for number, seat in enumerate(self.seats) if seat.is_here), 0)
        """Who sits at the lower edge."""
        self.effects = Effects()
        self.sentence = ""
        self.memo: Memo | None = None
        self._due = exchange(tuple(range(len(self.seats))), session.options.word("exchange"))
        self._opens = False
        self._letters: dict[int, list[Event]] = {}

    def enter(self) -> None:
        self._opens = not self.session.log and bool(self.session.opening)
        super().enter()

    # What MatchScene asks for.

    def length(self, event: Event) -> float:
        if event.kind == "blind_draw" and event.seat is not None and event.seat == self.viewer:
            return WAITS
        if event.kind == "gift" and isinstance(event.data["cards"], dict):
            return LENGTHS["gift"] * 0.75
        return LENGTHS.get(event.kind, 0.0)

    def _words_for(self, event: Event) -> str:
        """An event that is shown, in a sentence; empty for what needs none."""
        names = [seat.name for seat in self.seats]
        held = [self.picture.rank(seat) for seat in range(len(names))]
        if event.kind == "play":
            seat = event.seat or 0
            return laid_words(event.data["cards"], held[seat], names[seat], leads=not self.picture.pile)
        return told(event, names, held)

    def retell(self) -> None:
        super().retell()
        self.sentence = (
            self._words_for(self.show.event) if self.show else self._sentence_now()
        ) or self.sentence

    def begin(self, event: Event) -> None:
        self.sentence = self._words_for(event) or self.sentence
        if event.kind in ("gift", "blind_draw"):
            self.memo = self._memo_of(event)
        if event.kind not in ("gift", "blind_draw"):
            self.memo = None
        hand = {name: self.card_box(n).centre for n, name in enumerate(self.picture.hand)}
        self.effects.begin(event, self.office, hand, self.stage.audio)
        if event.kind == "blind_draw" and self.show is not None:
            backs = self.picture.counts[event.data["from"]] + ("again" in event.data)
            self.show.event = replace(event, data={**event.data, "backs": backs})
            self.wait_for_touch()
            if self.blind is not None:
                self.sentence = _("Touch a card: you draw one blindly")
        if event.kind in ("play", "pass"):
            self.picture.turn = event.seat
        self.stale = True

    def settle(self, event: Event) -> None:
        if "again" not in event.data:
            self.picture.take_in(event)
        self.effects.end()

    def sync(self, seen: Observation) -> None:
        before, self.seen = self.picture, seen
        if seen["seat"] is not None:
            self.base = seen["seat"]
        if self._opens:
            self._opens = False
            self.picture = Picture(seen["seat"], [0] * len(self.seats))
            return
        self.picture = Picture.of(seen)
        if before.viewer == seen["seat"] and before.hand == self.picture.hand:
            self.picture.new = before.new
        self.effects = Effects()
        self.memo = self._memo_now()
        self.sentence = self._sentence_now()

    def _sentence_now(self) -> str:
        """What the table says while somebody thinks."""
        picture = self.picture
        if picture.turn is None:
            return self.sentence
        name = titled(picture.rank(picture.turn), self.seats[picture.turn].name)
        if picture.give:
            return _("{name} chooses what to give back").format(name=name)
        if picture.by is None:
            return _("{name} leads the round").format(name=name)
        return laid_words(
            picture.lead, picture.rank(picture.by), self.seats[picture.by].name, leads=picture.leads
        )

    # The exchange.

    def enqueue(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.kind == "deal":
                self._letters.clear()
            elif event.kind in ("gift", "blind_draw"):
                self._write_letters(event)
        if self._letters:
            self.save()
        super().enqueue(events)

    def keep(self) -> dict[str, Any]:
        unread = {str(seat): len(letters) for seat, letters in self._letters.items()}
        return {**super().keep(), "unread": unread}

    def recall(self, kept: Mapping[str, Any]) -> None:
        super().recall(kept)
        unread = kept.get("unread")
        if not isinstance(unread, Mapping) or not unread or not self.session.log:
            return
        for event in exchanged(self.session.record()):
            self._write_letters(event)
        for seat, letters in list(self._letters.items()):
            count = unread.get(str(seat))
            self._letters[seat] = letters[-count:] if isinstance(count, int) and count > 0 else []

    def _write_letters(self, event: Event) -> None:
        """Keep what was given and got for those who may see it, and whose eyes are not on the screen."""
        for seat in (event.seat, event.data["to" if event.kind == "gift" else "from"]):
            if seat is not None and seat != self.viewer and self.seats[seat].is_here:
                seen = self.session.redact(event, seat)
                letter = replace(seen, data={**seen.data, "again": True})
                self._letters.setdefault(seat, []).append(letter)

    def _look(self, seat: int) -> None:
        """The curtain has opened: show what came and went by envelope meanwhile, now with its cards."""
        super()._look(seat)
        pace = PACE[self.stage.settings.animation_speed]
        for letter in self._letters.pop(seat, []):
            self.queue.append(Show(letter, self.length(letter) * pace))

    def _memo(self, one: int, other: int, *, back: bool) -> Memo | None:
        """The memo of the exchange between two seats."""
        order = self.picture.order
        pair = {order.index(one), order.index(other)}
        held = ranks(len(order))
        for step, gift in enumerate(self._due, start=1):
            if {gift.giver, gift.receiver} == pair:
                return Memo(
                    held[gift.receiver], held[gift.giver], gift.count, gift.blind, step, len(self._due), back
                )
        return None

    def _memo_of(self, event: Event) -> Memo | None:
        seat = event.seat or 0
        if event.kind == "blind_draw":
            return self._memo(seat, event.data["from"], back=False)
        return self._memo(seat, event.data["to"], back=not event.data["forced"])

    def _memo_now(self) -> Memo | None:
        if not self.picture.give:
            return None
        giver, receiver = map(int, self.picture.give[0].partition(":")[0].split(">"))
        return self._memo(giver, receiver, back=True)

    # The results.

    def just_now(self) -> str:
        picture = self.picture
        if not picture.pile:
            return self.sentence
        passed = [self.seats[seat].name for seat in picture.order if seat in picture.passed]
        told = counted("{names} has passed.", "{names} have passed.", len(passed)) if passed else ""
        return f"{self.sentence}. {told.format(names=', '.join(passed))}".strip()

    def scores(self) -> tuple[int, ...]:
        return tuple(self.seen["scores"])

    def ending(self, outcome: Outcome) -> str:
        if outcome.reason == "conceded":
            assert self.conceded is not None
            return _("{name} left the office early.").format(name=self.seats[self.conceded].name)
        best = max(outcome.scores)
        points = counted("{n} point wins the match.", "{n} points win the match.", best).format(n=best)
        if outcome.reason == "better_place":
            return points + " " + _("Equal totals: the better place in the last hand decides.")
        if outcome.reason == "shared":
            return points + " " + _("Equal totals: the win is shared.")
        return points

    def curves(self) -> list[list[int]]:
        """The points of each seat after every hand."""
        totals = Story.of(self.session.record()).totals
        return [[points[seat] for points in totals] for seat in range(len(self.seats))]

    def curve_words(self) -> str:
        return _("Points, hand by hand")

    def finish(self) -> None:
        """On to the debrief; to the plain results where no hand was played to its end."""
        story = Story.of(self.session.record())
        if story.hands:
            self.stage.scenes.push(Debrief(self, story))
        else:
            super().finish()

    # Who is where.

    @property
    def office(self) -> Office:
        """What the effects may know."""
        return Office(self.places, self.picture, self.seats, self.base, self.stage.still, self.sitter)

    def spot(self, seat: int) -> Spot:
        """Where a seat is."""
        return self.office.spot(seat)

    def sitter(self, seat: int, rank: int | None) -> Sitter:
        """How a seat looks now."""
        acts = self.picture.turn == seat and self.conceded is None
        state = "idle"
        if seat == self.effects.glad:
            state = "happy"
        elif seat == self.effects.sorry:
            state = "sad"
        elif acts and self.show is None and self.seats[seat].is_bot:
            state = "thinking"
        frame = 0 if self.stage.still else STATES[state].at(self.stage.now + seat * 700)
        return Sitter(self.seats[seat], rank, state, frame, self.spot(seat).flip, acts)
