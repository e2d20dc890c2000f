"""The scene of a rummy: one table for two games, drawn with the game's own room.

A game's scene derives from `RummyScene`, sets `room`, and fills in what only it knows:

* `words_for` (what happened), `explain` (refusals), `ending`, `curves`, `curve_words`, as every match;
* `sitter_line`: the line on a seat's plate; `mood`: what puppets do in events of its own;
* `inside`: whether the viewer has come in; the draft then makes ``come`` moves and marks what is not allowed;
* `meter`: points shown and needed, while a player builds the pile to come in with; `lamp_words` may say more;
* `end_words`, `end_turn`: the button that ends the turn, and what it does; `knobs` for other buttons;
* `lifted`, `refuse_lift`: where lifting means more than that, as taking a joker off the table;
* `look_at`: what Look does on a card; usually it says how the pile stands, on a joker it changes its face;
* `extra_length`, `begin`, `settle`, `draw_show`: events of its own, drawn over the table;
* `before_first`: pictures that take long, one a frame, before the table is shown for the first time;
* `tally`: the card that tells how a hand or game ended, before the next one is dealt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.core.rummy.pieces import DraftPile, Piece
from game.core.session import Session
from game.ui.art.handling import large_card
from game.ui.art.puppets import STATES
from game.ui.input import Act, Intent
from game.ui.layer import Layer
from game.ui.life import Life
from game.ui.match import Seat
from game.ui.motion import ease_out
from game.ui.paint import Painter
from game.ui.rummy import drawing as pen
from game.ui.rummy.fan import Pose, cut, fan
from game.ui.rummy.labelled import Labelled
from game.ui.rummy.laid import NEW
from game.ui.rummy.room import Backing, Lamp, Places, Status
from game.ui.strip import KEY, draw_strip, glyph, is_covered
from game.ui.view import Box


class RummyScene(Labelled):
    """A match of a rummy on the screen."""

    strip = 12.0

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self._base, self._still = Layer(), Layer()
        self._pictures = pen.Pictures()
        self._life = Life()
        self._moved = False
        self._first: Iterator[None] | None = None

    # What a game fills in.

    def before_first(self, painter: Painter) -> Iterator[None]:
        """Make what the first picture is put together of, one piece a frame, so that none is late."""
        yield from ()

    def draw_show(self, painter: Painter, places: Places) -> None:
        """The event that is shown, over the table; draws and deals are drawn here already."""

    # Time.

    def enter(self) -> None:
        super().enter()
        self._first = self.before_first(self.stage.ruler)

    def tick(self, now: float) -> bool:
        if self._first is not None:
            self.stale = True
            if next(self._first, self) is not self:
                return True
            self._first = None
        busy = super().tick(now)
        if self.show is not None:
            self.advance(self.show)
        busy = self.attend() or busy
        moving = self.cards.moving(now) or self.heaps.moving(now)
        if moving or self._moved:
            self.stale = True
        self._moved = moving
        return busy or moving

    # Intents.

    def act(self, intent: Intent, seat: int) -> None:
        if intent.act not in (Act.POINT, Act.RELEASE, Act.SCROLL):
            self.unsay()
        if intent.act is Act.PRESS and (knob := self._knob_at(intent)):
            intent = Intent(knob, intent.device, at=intent.at)
        stepping = self.carry is not None and self.carry.at is None and intent.device != "mouse"
        match intent.act:
            case Act.SECONDARY if stepping:
                self.drop_and_next()
            case Act.LOOK if self.carry is not None:
                self.drop_new()
            case Act.SECONDARY:
                self.draw_or_pass()
            case Act.END_TURN:
                self.end_turn()
            case Act.BACK:
                self.put_back()
            case Act.ALTERNATE if self.carry is not None:
                self.put_back()
            case Act.ALTERNATE | Act.LOOK:
                self._look_closer(intent)
            case Act.REDO:
                self.redo()
            case Act.MEND:
                self.mend()
            case Act.PREVIOUS | Act.NEXT if self.carry is None:
                self._group_or_sort(intent.act)
            case _:
                self.move_about(intent)
        self.stale = True

    def hover(self, intent: Intent) -> None:
        """While others play, a hand can be looked at and sorted."""
        match intent.act:
            case Act.POINT:
                self.pointed(self.stage.view.units(intent.at))
            case Act.NAVIGATE:
                self.navigate(intent.dx, intent.dy)
            case Act.PREVIOUS if self._owner is not None:
                self.sort_hand()
            case Act.SCROLL:
                self.scroll_by(-60.0 * intent.dy)
        self.stale = True

    def _knob_at(self, intent: Intent) -> Act | None:
        """The act of the button, or of the stock, under the pointer."""
        at = self.stage.view.units(intent.at)
        assert self.places is not None
        for box, knob in zip(self.places.buttons, self.knobs(), strict=False):
            if box.holds(at):
                return knob.act
        return Act.SECONDARY if self.carry is None and self.places.stock.holds(at) else None

    def _look_closer(self, intent: Intent) -> None:
        if intent.act is Act.ALTERNATE:
            found = self.card_at(self.stage.view.units(intent.at))
            if found is not None:
                self.focus_on(found[0])
        if self.focus is None:
            return
        pile = self.lay.holder(self.focus)
        if pile is None and self.carry is None:
            self.pick(self.focus)
        elif pile is not None:
            self.look_at(pile, self.focus)

    def _group_or_sort(self, act: Act) -> None:
        """Next goes from pile to pile; so does previous, but in the hand, where it sorts."""
        in_hand = self.focus is None or self.lay.holder(self.focus) is None
        if act is Act.PREVIOUS and in_hand:
            self.sort_hand()
        else:
            self.next_group(1 if act is Act.NEXT else -1)

    # Drawing.

    def draw(self, painter: Painter) -> None:
        places, now = self.places, self.stage.now
        assert places is not None
        if self._first is not None:
            return
        status, breath = self.status(), 0.0 if self.stage.still else now
        moving = {pile.key for pile in self.lay.piles if self._moves(pile, now)}
        key = (self._base_key(status), self._piles_key(moving))
        self._still.put(painter, key, lambda below: self._draw_still(below, status, moving))
        self.room.draw_living(painter, places, status, breath)
        self._draw_puppets(painter, places)
        self._draw_new_place(painter)
        for pile in self.lay.piles:
            if pile.key in moving:
                self._draw_pile(painter, pile, now)
        self._draw_focus(painter)
        self._draw_hand(painter, places, now)
        self._draw_flights(painter, places)
        self.draw_show(painter, places)
        if self.carry is not None:
            pen.draw_carried(painter, self._at(self.lay.carried, now))
        if words := self.said():
            pen.draw_message(painter, places.wood, words)

    def _moves(self, pile: DraftPile, now: float) -> bool:
        return self.heaps.moves(pile.key, now) or any(
            self.cards.moves(piece.key, now) for piece in pile.pieces
        )

    def _at(self, pieces: Sequence[Piece], now: float) -> list[tuple[Piece, Pose]]:
        still = self.stage.still
        found = [
            (piece, self.cards.end(piece.key) if still else self.cards.at(piece.key, now)) for piece in pieces
        ]
        return [(piece, pose) for piece, pose in found if pose is not None]

    def _base_key(self, status: Status) -> tuple[object, ...]:
        return (
            self.places, status, tuple(self.knobs()), self.stock, tuple(self.help()),
            tuple(self.sitter(seat, alive=False) for seat in range(len(self.seats))), self.bottom,
            is_covered(self.stage, self), self.stage.devices.last.partition(":")[0],
            self.stage.settings.language, self._may_draw(),
        )  # fmt: skip

    def _piles_key(self, moving: set[int]) -> tuple[object, ...]:
        target = self.carry.target.pile if self.carry else None
        return (
            tuple(moving), self.lay.piles, self._shown, round(self.scroll, 1), self.fresh, self.touched,
            tuple(verdict.health for verdict in self.verdicts.values()), target,
        )  # fmt: skip

    def _may_draw(self) -> bool:
        return self.person is not None and self.show is None and not self.draft.laid

    def _draw_still(self, painter: Painter, status: Status, moving: set[int]) -> None:
        """The room, and the piles that lie still."""
        self._base.put(painter, self._base_key(status), lambda below: self._draw_base(below, status))
        for pile in self.lay.piles:
            if pile.key not in moving:
                self._draw_pile(painter, pile, self.stage.now, still=True)

    def _draw_base(self, painter: Painter, status: Status) -> None:
        places, room, stage = self.places, self.room, self.stage
        assert places is not None
        room.draw_room(painter, places, status.lamp)
        room.draw_stock(painter, places.stock, self.stock, self._may_draw())
        others = self.others()
        for seat, box in zip(others, places.seats, strict=True):
            room.draw_seat(painter, box, self.sitter(seat, alive=False), len(others))
        room.draw_own(painter, places.own, self.sitter(self.bottom, alive=False))
        room.draw_status(painter, places.status, status)
        for box, knob in zip(places.buttons, self.knobs(), strict=False):
            tall = min(KEY * stage.text_scale, box.h - 26)
            image = None if stage.devices.last == "mouse" else glyph(stage, knob.act, tall)
            room.draw_button(painter, box, knob, image)
        draw_strip(painter, stage, self)

    def _draw_puppets(self, painter: Painter, places: Places) -> None:
        others = self.others()
        for seat, box in zip(others, places.seats, strict=True):
            self.room.draw_puppet(painter, box, self.sitter(seat, alive=True), len(others), own=False)
        own = self.sitter(self.bottom, alive=True)
        self.room.draw_puppet(painter, places.own, own, len(others), own=True)

    def _draw_pile(self, painter: Painter, pile: DraftPile, now: float, *, still: bool = False) -> None:
        pose, ground = self.heaps.end(pile.key), self.ground()
        if not self.stage.still:
            pose = self.heaps.at(pile.key, now)
        found = ground.slot(pile.key)
        if pose is None or found is None:
            return
        tall = ground.box(*found).h
        box = Box(pose.x, pose.y, pose.card, tall)
        card = ground.flow.card
        target = self.carry.target.pile if self.carry else None
        backing = Backing(
            pen.seam_of(self.verdicts.get(pile.key)), pile.key, len(pile.pieces),
            touched=pile.key in self.touched, lit=target == pile.key, card=card,
        )  # fmt: skip
        poses = []
        for piece, at in self._at(pile.pieces, now):
            fades = self.stage.still and self.cards.moves(piece.key, now)
            alpha = int(255 * self.cards.share(piece.key, now)) if fades else 255
            poses.append((piece, replace(at, card=card), alpha))
        own = frozenset(piece.key for piece in pile.pieces if piece.own)
        pegs = pen.Pegs(own, self.fresh & frozenset(piece.key for piece in pile.pieces))
        places = self.places
        assert places is not None
        before = painter.surface.get_clip()
        if ground.overflow:
            painter.surface.set_clip(painter.view.rect(places.piles.grown(10)).clip(before))
        if still:
            steps = tuple(round(at.x - box.x, 1) for _piece, at, _alpha in poses)
            key = pile.texts, backing, round(box.w, 1), steps, pegs, tuple(piece.key for piece in pile.pieces)

            def make(below: Painter, dx: float, dy: float) -> None:
                moved = [(p, replace(at, x=at.x + dx, y=at.y + dy), a) for p, at, a in poses]
                pen.draw_heap(below, self.room, box.moved(dx, dy), pile, backing, moved, pegs)

            self._pictures.draw(painter, key, box, make)
        else:
            pen.draw_heap(painter, self.room, box, pile, backing, poses, pegs)
        painter.surface.set_clip(before)

    def _draw_new_place(self, painter: Painter) -> None:
        """Where a new pile would lie, while something is carried."""
        if self.carry is None:
            return
        ground, aimed = self.ground(), self.carry.target.pile == NEW
        box = ground.boxes().get(NEW) if aimed else self._spare_place()
        if box is not None:
            backing = Backing(pen.seam_of(None), 0, 0, lit=aimed, card=ground.flow.card)
            self.room.draw_pile(painter, box, backing)

    def _spare_place(self) -> Box | None:
        """The place for a new pile, if there is one without moving anything."""
        box = self.new_box()
        others = [other for key, other in self.ground().boxes().items() if key != NEW]
        clear = all(
            box.right <= o.x or o.right <= box.x or box.bottom <= o.y or o.bottom <= box.y for o in others
        )
        return box if clear else None

    def _draw_focus(self, painter: Painter) -> None:
        if self.focus is None or self.carry is not None or self.show is not None or self.person is None:
            return
        pile = self.lay.holder(self.focus)
        if pile is not None and not self._moves(pile, self.stage.now):
            box = pen.grip_box(self.ground(), pile, self.grip())
            if box is not None:
                pen.draw_ring(painter, box)

    def _draw_hand(self, painter: Painter, places: Places, now: float) -> None:
        if self._owner is None:
            poses = fan(places.hand, self.counts[self.bottom])
            pen.draw_backs(painter, poses, places.wood.y, self.room.back)
            return
        hand = self._at(self.lay.hand, now)
        focus = self.focus if self.carry is None else None
        pen.draw_fan(painter, hand, cut(len(hand), self._deep), places.wood.y, focus, self.drawn)

    def _draw_flights(self, painter: Painter, places: Places) -> None:
        """Cards that are drawn and dealt, as everybody sees them."""
        show, start = self.show, self.stock_pose()
        if show is None or start is None:
            return
        if show.event.kind == "draw" and show.event.seat not in (None, self._owner):
            assert show.event.seat is not None
            self._draw_flight(painter, start, self.hand_pose_of(show.event.seat), show.share)
        elif show.event.kind == "deal":
            count = len(self.seats) * 3
            for number in range(count):
                share = (show.share - 0.6 * number / count) / 0.4
                if 0 < share < 1:
                    goal = self.hand_pose_of(number % len(self.seats))
                    self._draw_flight(painter, start, goal, share)

    def _draw_flight(self, painter: Painter, start: Pose, goal: Pose, share: float) -> None:
        k = ease_out(share)
        alpha = 255
        if self.stage.still:
            k, alpha = 1.0, int(255 * (1 - share))
        pose = Pose(start.x + (goal.x - start.x) * k, start.y + (goal.y - start.y) * k, 0.0, 44.0)
        pen.draw_flying_back(painter, self.room.back, pose, alpha)

    # Idle life.

    def idle(self, now: float) -> list[Box]:
        places = self.places
        assert places is not None
        status, others = self.status(), self.others()
        living: list[tuple[object, object, Box]] = list(self.room.living(places, status, now))
        for seat, box in zip(others, places.seats, strict=True):
            around = self.room.puppet_box(box, len(others), own=False)
            living.append((seat, (self.mood(seat), self.frame(seat)), around))
        around = self.room.puppet_box(places.own, len(others), own=True)
        living.append((self.bottom, (self.mood(self.bottom), self.frame(self.bottom)), around))
        return self._life.changed(living)

    def warm(self, painter: Painter) -> Iterator[None]:
        places = self.places
        assert places is not None
        for card in self.book.pack.cards:
            large_card(painter.assets, card)
            yield
        for lamp in Lamp:
            self.room.draw_room(painter, places, lamp)
            yield
        yield from self.room.warm(painter, places)
        others = self.others()
        for mood in ("idle", "thinking", "happy", "sad", *self.moods()):
            for frame in range(STATES[mood].count):
                for seat in range(len(self.seats)):
                    sitter = replace(self.sitter(seat, alive=False), mood=mood, frame=frame)
                    own = seat == self.bottom
                    self.room.draw_puppet(painter, self.seat_box(seat), sitter, len(others), own=own)
                    yield

    def moods(self) -> Sequence[str]:
        """States of puppets that this game shows besides the usual ones."""
        return ()
