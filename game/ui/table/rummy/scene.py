"""The view of a rummy: one table for two games, drawn with the game's own room.

It is put together of parts, each with its own state: the `Tabletop` (what lies where), the `Grip` and the
`Pointer` (hands), `Plays` (what happens, shown), `Moves`, the `Adviser`, `Captions` and the picture. What
a game does otherwise is its `Variant`; the events that only it knows are shown by its own view, which derives
from `RummyView` and fills in:

* `prepared`: pictures that take long, one a frame, before the table is shown for the first time;
* `tally`: the card that tells how a hand ended; `draw_show` and `moods`: events of its own;
* `advice`: what the bare table says; `look_at`: what Look does on a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from game.core.game import Event, Observation
from game.core.rummy.draft import DraftPile
from game.match.rummy.phone import RummyOnPhones, Surroundings, Turns
from game.match.rummy.words import RummyWords
from game.ui.core.audio import Standing
from game.ui.core.canvas import Box, DirtyBoxes
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.table.context import ViewContext
from game.ui.table.rummy import drawing as pen
from game.ui.table.rummy import lessons
from game.ui.table.rummy.adviser import Adviser
from game.ui.table.rummy.aloud import RummySpoken
from game.ui.table.rummy.buttons import pressed
from game.ui.table.rummy.calling import ButtonCall
from game.ui.table.rummy.captions import Captions
from game.ui.table.rummy.carrying import Grip
from game.ui.table.rummy.laid_open import LaidOpen
from game.ui.table.rummy.live import LiveDraft
from game.ui.table.rummy.picture import TablePicture
from game.ui.table.rummy.played import draw_played
from game.ui.table.rummy.pointing import Pointer
from game.ui.table.rummy.reach import RummyReach
from game.ui.table.rummy.room import Status, TableBoxes
from game.ui.table.rummy.still import RoomShown, StillTable
from game.ui.table.rummy.tabletop import RESTS, Tabletop
from game.ui.table.rummy.telling import Plays
from game.ui.table.rummy.told import log_room, told_place
from game.ui.table.rummy.turning import Moves
from game.ui.table.rummy.variant import Variant
from game.ui.table.rummy.warming import opened, warmed
from game.ui.table.view import View
from game.ui.widgets.strip import entries, presses_on, strip_shown, waits_below

HAND = 10
"""Cards with which a hand is far from its end, for the music."""


class RummyView(View):
    """A match of a rummy on the screen."""

    strip = 12.0
    photo = Box(56, 136, 954, 400)
    tells_marks = True
    in_one_go = 0
    """Cards that go with the last ones, for the music: so many are left where others have none."""

    def __init__(self, table: ViewContext, variant: Variant, words: type[RummyWords]) -> None:
        self.table = table
        self.variant = variant
        self.turns = Turns(table.match, variant.endings.inside)
        self.top = Tabletop(table, self.turns, variant.room, self._strip_room)
        self.spoken = RummySpoken(table, self.top)
        self.plays = Plays(table, self.top, variant, self.tally)
        self.grip = Grip(table, self.top, variant)
        self.pointer = Pointer(table, self.top, self.grip)
        self.adviser = Adviser(table, self.top, self.grip, variant)
        self.moves = Moves(table, self.top, self.grip, variant, self.adviser.show_play)
        self.captions = Captions(table, self.top, self.pointer, self.plays, self.adviser, variant)
        self.reach = RummyReach(self.top, self.grip, self.pointer, self.captions)
        self._calling = ButtonCall(table, self.top, self.captions, self.adviser)
        self.laid_open = LaidOpen(table, self.top, variant.left_over)
        self.picture = TablePicture(table, variant, self.top, self.pointer, self.plays)
        self.words = words(table.match, self.adviser.looking_back.result_lines)
        self.live = LiveDraft(table, self.top, self.turns)
        hinted = lambda: table.stage.settings.hints != "off"  # noqa: E731
        around = Surroundings(self.words.refused, self.live.changed, hinted)
        self.phone = RummyOnPhones(table.match, self.turns, variant.endings, around)
        table.points = lambda step: lessons.next_first(self.top, step)
        self._still, self._life, self._moved = StillTable(), DirtyBoxes(), False
        self._first: Iterator[None] | None = None
        self._kept: object = None
        """The moves after which it was saved last with all that they have changed."""

    def standing(self) -> Standing:
        first, *others = sorted(count for count in self.top.counts if count) or [HAND]
        return Standing(max(0, first - self.in_one_go) / HAND, (others[0] - first) / HAND if others else 1.0)

    # What a game fills in.

    def draw_show(self, painter: Painter, places: TableBoxes) -> None:
        """The event that is shown, over the table; draws and deals are drawn here already."""

    def tally(self, event: Event) -> None:
        """Open a card that tells how a hand ended; `Plays.go_on` once it has been read."""
        self.plays.go_on()

    def look_at(self, pile: DraftPile, card: int) -> None:
        """Look closer at a card of a pile."""
        self.moves.look_at(pile)

    def advice(self) -> str:
        """What the bare table says; empty for nothing."""
        return ""

    # Events.

    @property
    def news(self) -> str:
        return self.plays.text

    def expect(self, events: Sequence[Event]) -> None:
        self.live.expect()
        self.plays.expect()

    def length(self, event: Event) -> float:
        return self.plays.length(event)

    def begin(self, event: Event) -> None:
        self.plays.begin(event)

    def showing(self) -> bool:
        if self.table.show is not None:
            self.plays.advance(self.table.show)
        # A show that is held for its reader would let the loop rest, but hands are still turned over.
        return self.laid_open.is_busy

    def end_was_seen(self) -> bool:
        return self.laid_open.lie_open

    def hurried(self) -> bool:
        return self.laid_open.end()

    def settle(self, event: Event) -> None:
        self.plays.settle(event)

    def sync(self, seen: Observation) -> None:
        self.plays.sync()
        self.top.sync(seen)
        self.laid_open.sync()

    def moved(self, events: Sequence[Event]) -> None:
        self.plays.forget()
        for event in events:
            self.plays.hear(event)

    def retell(self) -> None:
        self.plays.retell()

    # Beginning, time and end.

    def enter(self) -> None:
        self.adviser.enter()
        self._first = opened(self.prepared(self.table.stage.ruler), self.table, self.top)

    def prepare(self) -> bool:
        if self._first is not None:
            self.table.redraw()
            self._first = None if next(self._first, self) is self else self._first  # the view is the end
        return self._first is not None

    def tick(self, now: float) -> bool:
        self.top.part(now)
        busy = self.adviser.attend() | self.laid_open.tick(now)
        before, self._moved = self._moved, self.top.cards.moving(now) or self.top.heaps.moving(now)
        # One frame more after the last step, with everything where it has come to rest.
        if before or self._moved:
            self.table.redraw()
        return busy or self._moved

    def due(self) -> Iterable[float]:
        yield from self.adviser.due()
        if self.top.sweep is not None:
            yield self.top.sweep.since + RESTS

    def keep(self) -> dict[str, Any]:
        return {**self.turns.keep(), **self.top.keep(), "past": self.adviser.looking_back.keep()}

    def recall(self, kept: Mapping[str, Any]) -> None:
        self.turns.recall(kept)
        self.top.recall(kept)
        self.adviser.looking_back.recall(kept.get("past"))

    def holds_results(self, ms: float) -> bool:
        return self.adviser.holds_results(ms)

    # Layout and help.

    def layout(self) -> None:
        self.top.layout()

    def _strip_room(self) -> float:
        return self.strip + self.table.strip_rows(self.captions.most_help())

    def help(self) -> Help:
        return self.captions.help()

    # People.

    def ready(self) -> None:
        self.live.ready()
        if self.table.person is not None and not self.table.learns:
            self.start_at([piece.text for piece in self.top.lay.hand])
        if self._kept != self.table.session.log:
            # The move was saved before it was shown, without the pegs and places that it has come to.
            self._kept = self.table.session.log
            self.table.save()

    def hint(self) -> None:
        self.adviser.hint()

    def is_free(self) -> bool:
        return self.top.carry is None and not (self.top.is_mine() and self.grip.has_begun)

    def step_back(self) -> bool:
        return self.grip.step_back()

    def act(self, intent: Intent, seat: int) -> None:
        intent, task = pressed(self.table, self.top, self.captions, intent), self.table.task
        if intent.act not in (Act.POINT, Act.RELEASE, Act.SCROLL):
            # Whoever only points has not gone on yet: what was said may still be read.
            self.table.messages.clear()
        if task is not None and task.takes(intent.act):
            return
        if intent.act is Act.HINT:
            self.hint()
            return
        stepping = self.top.carry is not None and self.top.carry.at is None and intent.device != "mouse"
        match intent.act:
            case Act.SECONDARY if stepping:
                self.pointer.drop_and_next()
            case Act.LOOK if self.top.carry is not None:
                self.pointer.drop_new()
            case Act.SECONDARY if task is None:
                self.moves.draw_or_pass()
            case Act.END_TURN:
                self.moves.end_turn()
            case Act.BACK:
                self.grip.put_back()
            case Act.ALTERNATE if self.top.carry is not None:
                self.grip.put_back()
            case Act.ALTERNATE | Act.LOOK:
                self._look_closer(intent)
            case Act.REDO:
                self.grip.redo()
            case Act.MEND:
                self.adviser.mend()
            case Act.PREVIOUS | Act.NEXT if self.top.carry is None:
                self._group_or_sort(intent.act)
            case _:
                self.pointer.move_about(intent)
        self.table.redraw()

    def hover(self, intent: Intent) -> None:
        """While others play, a hand can be looked at and sorted."""
        match intent.act:
            case Act.POINT:
                self.pointer.pointed(self.table.stage.view.units(intent.at))
            case Act.NAVIGATE:
                self.pointer.navigate(intent.dx, intent.dy)
            case Act.PREVIOUS if self.top.owner is not None:
                self.moves.sort_hand()
            case Act.SCROLL:
                self.pointer.scroll_by(-60.0 * intent.dy)
        self.table.redraw()

    def _look_closer(self, intent: Intent) -> None:
        at = self.table.stage.view.units(intent.at)
        if intent.act is Act.ALTERNATE and (found := self.pointer.card_at(at)):
            self.grip.focus_on(found[0])
        if self.top.focus is None:
            return
        pile = self.top.lay.holder(self.top.focus)
        if pile is None and self.top.carry is None:
            self.moves.pick(self.top.focus)
        elif pile is not None:
            self.look_at(pile, self.top.focus)

    def _group_or_sort(self, act: Act) -> None:
        """Next goes from pile to pile; so does previous, but in the hand, where it sorts."""
        in_hand = self.top.focus is None or self.top.lay.holder(self.top.focus) is None
        if act is Act.PREVIOUS and in_hand:
            self.moves.sort_hand()
        else:
            self.pointer.next_group(1 if act is Act.NEXT else -1)

    def draw(self, painter: Painter) -> None:
        places, now = self.top.places, self.table.stage.now
        assert places is not None
        if self._first is not None and not waits_below(self.table.stage, self):
            return
        self._first = None  # what lies over it at once would else lie on the screen that was here before
        status, breath = self.captions.status(), 0.0 if self.table.stage.rests else now
        moving = {pile.key for pile in self.top.lay.piles if self.picture.moves(pile, now)}
        self._still.put(painter, self._room_shown(places, status), self.picture.still(moving))
        self.top.room.draw_living(painter, places, status, breath)
        self._draw_puppets(painter, places)
        self._calling.draw(painter, breath)
        self.picture.draw_new_place(painter)
        for pile in self.top.lay.piles:
            if pile.key in moving:
                self.picture.draw_pile(painter, pile, now)
        self.picture.draw_focus(painter)
        self.picture.draw_hand(painter, places, now)
        self._draw_flights(painter, places)
        self.laid_open.draw(painter)
        self.draw_show(painter, places)
        self.picture.draw_carried(painter, now)
        draw_played(painter, self.table, self.top)
        if (words := self.adviser.said()) and not waits_below(self.table.stage, self):
            strip = entries(self.table.stage, self)[0]
            pen.draw_message(painter, pen.message_box(painter, places.wood, strip, words), words)

    def _room_shown(self, places: TableBoxes, status: Status) -> RoomShown:
        top, captions, stage = self.top, self.captions, self.table.stage
        return RoomShown(
            top.room, places, status, top.stock, captions.may_draw(),
            () if self.table.task else tuple(captions.sitter(seat, alive=False) for seat in top.others()),
            captions.sitter(top.bottom, alive=False), tuple(captions.knobs()),
            None if captions.is_over or stage.devices.last == "mouse" else presses_on(stage),
            strip_shown(stage, self), "" if self.table.is_film or self.table.task else self.advice(),
            self.table.next_mark(), self.table.task is None,
        )  # fmt: skip

    def _draw_flights(self, painter: Painter, places: TableBoxes) -> None:
        self.picture.draw_flights(painter, places)

    def _draw_puppets(self, painter: Painter, places: TableBoxes) -> None:
        others, own = self.top.others(), self.top.bottom
        for seat, box in zip((*others, own), (*places.seats, places.own), strict=True):
            if seat != own and self.table.task is not None:
                continue  # what stands over the table stands in their place
            sitter = self.captions.sitter(seat, alive=True)
            self.top.room.draw_puppet(painter, box, sitter, len(others), own=seat == own)

    def mouth(self, seat: int) -> tuple[float, float]:
        box = lessons.puppets(self.top)[seat]
        return box.centre[0] + 12, box.y + box.h * 0.42

    def bar_span(self) -> tuple[float, float]:
        assert self.top.places is not None
        return self.top.places.table.x, self.top.places.table.right

    def lie_as(self, live: View) -> None:
        assert isinstance(live, RummyView)
        self.top.lie_as(live.top)

    def told_place(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        return told_place(self.top, self.variant.read(event), event.seat, piece)

    def told_box(self) -> Box:
        return log_room(self.top)

    def seat_box(self, seat: int) -> Box:
        return self.top.seat_box(seat)

    def kept_clear(self) -> list[Box]:
        places = self.top.places
        assert places is not None
        if self.adviser.said():
            return [places.canvas]
        star = pen.STAR / 2 if self.top.advised else 0.0
        return [
            *lessons.plates(places), *lessons.puppets(self.top), *places.buttons,
            *self.top.ground().boxes().values(), *(box.grown(star) for box in self.top.held()),
            places.own, places.stock, places.status, places.wood, *self.laid_open.boxes(),
        ]  # fmt: skip

    def needed(self) -> list[Box]:
        return lessons.needed(self.top, self.captions.status())

    def caption_clear(self) -> list[Box]:
        assert self.top.places is not None
        star = pen.STAR / 2
        return [
            *self.needed(),
            *lessons.plates(self.top.places),
            self.top.places.stock,
            *(box.grown(star) for box in self.top.held()),
        ]

    def answer(self) -> Box | None:
        return self.top.places.status if self.top.places is not None and self.adviser.has_lit else None

    def where(self, name: str) -> Box | None:
        return lessons.where(self.top, self.pointer, name)

    def start_at(self, names: Sequence[str]) -> None:
        lessons.start_at(self.top, self.table, names)

    def making(self) -> str:
        return lessons.making(self.top)

    def is_in_order(self) -> bool:
        return self.top.is_mine() and self.top.draft.whole

    # Idle life.

    def idle(self, now: float) -> list[Box]:
        places = self.top.places
        assert places is not None
        status, others = self.captions.status(), self.top.others()
        living: list[tuple[object, object, Box]] = list(self.top.room.living(places, status, now))
        living += self._calling.living(now)
        for seat, box in zip(others, places.seats, strict=True):
            around = self.top.room.puppet_box(box, len(others), own=False)
            living.append((seat, (self.plays.mood(seat), self.plays.frame(seat)), around))
        around = self.top.room.puppet_box(places.own, len(others), own=True)
        own = self.top.bottom
        living.append((own, (self.plays.mood(own), self.plays.frame(own)), around))
        return self._life.changed(living)

    def warm(self, painter: Painter) -> Iterator[None]:
        yield from warmed(painter, self.top, self.captions, self.moods())

    def moods(self) -> Sequence[str]:
        """States of puppets that this game shows besides the usual ones."""
        return ()
