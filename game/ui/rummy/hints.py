"""What is told around the cards of a rummy: the lamp and its advice (`TableAdviser`), and the `Captions`.

The advice (the mending lamp, fitting picked cards in, hints, and what a turn has missed) is found by
`game.core.rummy.advice`, which the `Hints` of the match ask: the lamp in a process that answers at once, the
rest in one where it may take longer. An answer to an older draft is dropped. `LookBack` remembers how many
cards each turn of a person laid and could have laid, and tells it to its owner.

The captions are the words of seats, buttons, the column and the help strip, of which several say what the
lamp knows. Below them: where it is shown what others did (`told_place`), and the room for the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core.cards import missing
from game.core.events import TypedEvent
from game.core.game import Event, HintStep
from game.core.rummy import advice
from game.core.rummy.advice import Hint, Light, Missed, Position, Suggestion
from game.core.rummy.draft import Draft
from game.core.rummy.table import CardDrawn, CardsLaying, Dealing, HandClosing, TurnPassed
from game.match.hints import Asker, Inquiry
from game.match.match import MatchListener
from game.match.rummy.words import card_names, hint_words
from game.store.settings import Hints
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, Act
from game.ui.core.scene import Help
from game.ui.match.context import ViewContext
from game.ui.match.told import again_help
from game.ui.rummy.drag import DragController
from game.ui.rummy.event_playback import EventPlayback
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.table_state import TableState
from game.ui.rummy.theme import Knob, LampState, SeatFacts, Status
from game.words import _, counted

READ = 5000.0
"""How long it is said what a turn has missed, in ms."""


@dataclass(frozen=True, slots=True)
class Past:
    """What one play laid and could have laid."""

    seat: int
    laid: int
    most: int


class LookBack(MatchListener):
    """What plays have missed."""

    def __init__(self, context: ViewContext, table: TableState) -> None:
        self._context = context
        self._table = table
        self.past: dict[int, Past] = {}
        """What plays of people laid and could have laid, by the number of their move."""
        self.looked_back: dict[int, str] = {}
        """For each seat what its last turn has missed, until it does something again."""
        self._begun: tuple[int, Draft] | None = None
        """The draft of a turn that goes on after its first move, and the number of the next."""
        self._read_since: dict[int, float] = {}
        """Since when a seat has had that before its eyes."""
        context.match.listen(self)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """A turn of a person here is looked back on, once it is over."""
        draft, number = self._table.draft, len(self._context.session.log) - 1
        mine = seat == self._table.owner and seat in self._context.match.people
        begun, self._begun = self._begun, None
        lays = mine and bool(draft.laid)
        if lays:
            self._table.picked = frozenset()
        if begun is not None and begun[0] == number and mine:
            # One turn, though of two moves: what came after coming in is laid as well.
            draft, lays = replace(begun[1], piles=draft.piles, lifted=()), True
        if lays and self._context.session.to_move == seat:
            self._begun = number + 1, draft
        elif lays and self._context.settings.missed != Hints.OFF:
            # What it has missed is of use until its last move is taken back.
            position = Position.of(draft, self._context.session.options)
            self._context.hints.find_out(
                Inquiry(
                    Asker.TABLE, seat, advice.MISSED, (advice.MISSED, position),
                    lambda found: self._found(seat, number, found, position.laid),
                    lambda: number < len(self._context.session.log), outlives_moves=True, unasked=True,
                )
            )  # fmt: skip

    def taken_back(self, count: int) -> None:
        left = len(self._context.session.log)
        self.past = {number: past for number, past in self.past.items() if number < left}
        self.looked_back.clear()

    def begun_anew(self) -> None:
        """The draft is another one: its owner does something again."""
        if self._table.owner is not None:
            self.looked_back.pop(self._table.owner, None)

    def attend(self) -> None:
        """See since when words have been before somebody's eyes."""
        if self._table.owner is not None and self._table.owner in self.looked_back:
            since = self._read_since.setdefault(self._table.owner, self._context.stage.now)
            # Drawn anew once the time is over; no frame comes at just that moment.
            if READ < self._context.stage.now - since < READ + 200:
                self._context.redraw()

    def due(self) -> Iterator[float]:
        yield from (since + READ + 1 for since in self._read_since.values())

    def words(self) -> str:
        """What the last turn has missed, for a while after its owner has come to see it."""
        if (
            self._table.owner is None
            or self._context.stage.now - self._read_since.get(self._table.owner, self._context.stage.now)
            > READ
        ):
            return ""
        return self.looked_back.get(self._table.owner, "")

    def _found(self, seat: int, number: int, found: Missed, laid: Sequence[str]) -> None:
        """Keep what a turn has missed, and tell its owner."""
        self.past[number] = Past(seat, found.laid, found.most)
        # New words have their whole time.
        self._read_since.pop(seat, None)
        # How many cards it has missed, and in full which: those beside the laid ones, or few others.
        cards, more = found.plan.cards, missing(found.plan.cards, laid)
        told = _("You laid {laid} of {most} that could be laid.")
        if not found.missed:
            told = _("You laid all that could be laid.")
        elif self._context.settings.missed == Hints.FULL and len(more) == found.missed:
            told = _("You laid {laid} of {most}: {cards} could have gone too.")
            cards = more
        elif self._context.settings.missed == Hints.FULL and len(cards) <= 3:
            told = _("You laid {laid} of {most}. Better: {cards}.")
        self.looked_back[seat] = told.format(laid=found.laid, most=found.most, cards=card_names(cards))

    def result_lines(self) -> list[str]:
        """What each person has laid of what could be laid."""
        found = []
        for seat in self._context.match.people:
            mine = [past for past in self.past.values() if past.seat == seat]
            if mine:
                laid, most = sum(past.laid for past in mine), sum(past.most for past in mine)
                found.append(
                    _("{name} laid {laid} of {most} cards that could be laid.").format(
                        name=self._context.seats[seat].name, laid=laid, most=most
                    )
                )
        return found

    def keep(self) -> list[list[int]]:
        return [[number, one.seat, one.laid, one.most] for number, one in self.past.items()]

    def recall(self, past: object) -> None:
        for entry in past if isinstance(past, list) else ():
            if isinstance(entry, list) and len(entry) == 4 and all(type(n) is int for n in entry):
                number, seat, laid, most = entry
                if 0 <= number < len(self._context.session.log) and 0 <= seat < len(self._context.seats):
                    self.past[number] = Past(seat, laid, most)


LIGHTS = {
    Light.WHOLE: LampState.WHOLE, Light.MENDABLE: LampState.MENDABLE, Light.HOPELESS: LampState.LOST,
    Light.UNSURE: LampState.THINKING, Light.IDLE: LampState.OFF,
}  # fmt: skip
SOON = 150.0
"""For so many ms the lamp goes on showing what it knew of the draft before, so that it does not flicker."""
LAST = 2000.0
"""How long the results wait for what the last turn has missed, in ms."""


class TableAdviser:
    """Asks for advice, and follows it."""

    def __init__(
        self, context: ViewContext, table: TableState, drag: DragController, hooks: RummyHooks
    ) -> None:
        self._context = context
        self._table = table
        self._drag = drag
        self._hooks = hooks
        self._changed_at = 0.0
        self._waited = 0.0
        self._light: tuple[Draft, advice.Lamp] | None = None
        self._doubted: Draft | None = None
        """The draft that the lamp has been thinking about for so long that this is shown."""
        self._lamp_asked = False
        self._ending: tuple[int, Act] | None = None
        """The moment at which a hint said to end the turn with what lies there, and the button that does."""
        self.looking_back = LookBack(context, table)
        # They lie over the wood: one that nobody takes away must not stay there.
        context.messages.fades = True
        table.listen(self._changed)

    # The lamp.

    def lamp(self) -> tuple[LampState, str]:
        """What the lamp knows, and what its sign says."""
        return self._hooks.lamp(self._table, *self._lamp())

    def _lamp(self) -> tuple[LampState, str]:
        setting = self._context.settings.lamp
        if (
            not self._table.is_mine()
            or not self._table.draft.changed
            or setting == Hints.OFF
            or self._context.show is not None
        ):
            return LampState.OFF, ""
        # Where the lamp tells only when asked, it still may say what anybody can see: that all is in order.
        if self._light is None or (setting != Hints.FULL and not self._lamp_asked):
            return (LampState.WHOLE, _sign(Light.WHOLE)) if self._table.in_order else (LampState.OFF, "")
        # The light is kept with its draft: what is known of another one is nothing to this.
        if self._light[0] != self._table.draft and self._context.stage.now - self._changed_at > SOON:
            return LampState.THINKING, ""
        light = self._light[1].light
        return LIGHTS[light], _sign(light)

    @property
    def has_lit(self) -> bool:
        """Whether somebody has asked the lamp how things stand, and it tells that."""
        return self._lamp_asked and self._lamp()[0] is not LampState.OFF

    def said(self) -> str:
        """What is said on the ledge: the answer to what somebody did, else what the last turn has missed."""
        told = self._context.messages.text
        return self._context.note.words if told else self.looking_back.words()

    def _changed(self) -> None:
        """The draft is another one."""
        self._lamp_asked, self._table.aims = False, frozenset()
        self._changed_at = self._context.stage.now
        self.looking_back.begun_anew()

    # What a player asks for.

    def mend_word(self) -> str:
        """What Mend does here; empty where it is not to be had."""
        if self._table.picked and self._context.settings.fit != Hints.OFF:
            return _("Fit in")
        if self._table.draft.changed and self._context.settings.lamp != Hints.OFF:
            return _("Mend") if self._context.settings.lamp == Hints.FULL else _("Lamp")
        return ""

    def mend(self) -> None:
        """Put in order what lies about, ask whether that can be done, or fit the picked cards in."""
        settings = self._context.settings
        if self._table.carry is not None:
            self._drag.put_back()
        if self._table.picked:
            if settings.fit == Hints.OFF:
                self._context.refuse(_("Fitting cards in is off in this house; the settings can change it."))
                return
            picked = self.faces_of_picked()
            self._want(advice.FIT, lambda plan: self._fitted(picked, plan), picked)
        elif not self._table.draft.changed:
            self._context.refuse(
                _("Nothing is out of order. Pick cards of your hand to have them fitted in.")
            )
        elif settings.lamp == Hints.OFF:
            self._context.refuse(_("The lamp is off in this house; the settings can change it."))
        elif settings.lamp == Hints.FULL:
            self._want(advice.MEND, self._mended)
        else:
            self._lamp_asked = True

    def faces_of_picked(self) -> tuple[str, ...]:
        """The picked cards as texts."""
        return tuple(piece.card for piece in self._table.lay.hand if piece.key in self._table.picked)

    def hint(self) -> None:
        """Which cards can be laid; asked again, a pile of them; and once more, the whole turn, and why."""
        if (
            not self._table.is_mine()
            or self._context.settings.hints == Hints.OFF
            or self._context.show is not None
        ):
            return
        if self._table.carry is not None:
            self._drag.put_back()
        session = self._context.session
        told = self._context.hints.count(self._context.settings.hints)
        # The same seed at the same move: who asks twice is not told two different things.
        seen, seed = session.observe(session.to_move), ("hint", len(session.log))
        self._want(advice.HINT, self._told_hint, told, seen, seed)

    def show_play(self) -> None:
        """A whole play, whatever the hints are set to: the house made the player look for one."""
        self._want(advice.HINT, self._told_hint, HintStep.WHY)

    def _want(
        self, what: str, then: Callable[[Any], None], *more: Any, quick: bool = False, unasked: bool = False
    ) -> None:
        """Have something found out about the draft; it is of use as long as that lies there."""
        draft, owner = self._table.draft, self._table.owner
        if owner is None:
            return

        def is_wanted() -> bool:
            return self._table.draft == draft and self._table.is_mine() and self._context.show is None

        question = what, Position.of(draft, self._context.session.options), *more
        self._context.hints.find_out(
            Inquiry(Asker.TABLE, owner, what, question, then, is_wanted, quick=quick, unasked=unasked)
        )
        self._context.redraw()

    # Asking and answering.

    def enter(self) -> None:
        # Processes for bots alone would be started for nobody.
        if self._context.match.people:
            self._context.hints.start()

    @property
    def asks(self) -> bool:
        return self._context.hints.awaits(asker=Asker.TABLE)

    def attend(self) -> bool:
        """Take in advice that has come, and ask for more; whether the lamp is about to change."""
        self.looking_back.attend()
        if self._context.hints.attend(Asker.TABLE):
            self._context.redraw()
        # How the draft stands is found out where the lamp always tells, or where somebody has asked it.
        setting, draft = self._context.settings.lamp, self._table.draft
        wanted = setting == Hints.FULL or (setting != Hints.OFF and self._lamp_asked)
        unknown = self._light is None or self._light[0] != draft
        mine = self._table.is_mine() and self._context.show is None and draft.changed
        if wanted and mine and unknown and not self._context.hints.awaits(advice.LAMP):

            def lit(found: advice.Lamp) -> None:
                self._light = draft, found

            self._want(advice.LAMP, lit, quick=True, unasked=not self._lamp_asked)
        waits = self._context.hints.awaits(advice.LAMP)
        if not waits or self._light is None or self._light[0] == self._table.draft:
            return False
        if self._context.stage.now <= self._changed_at + SOON:
            return True
        # Drawn once, when it begins to think; after that nothing moves until its answer wakes the loop.
        if self._doubted != self._table.draft:
            self._context.redraw()
        self._doubted = self._table.draft
        return False

    def holds_results(self, ms: float) -> bool:
        """The results wait a moment for what the last turn has missed."""
        self._waited += ms
        return self._waited < LAST and self._context.hints.awaits(advice.MISSED)

    def _mended(self, plan: Suggestion) -> None:
        if plan.table is None:
            self._context.refuse(_("This cannot be mended: take something back."))
            return
        self._context.stage.audio.play("lamp")
        self._table.do(self._table.draft.arrange(plan.table))
        self._context.messages.clear()

    def _fitted(self, picked: Sequence[str], plan: Suggestion) -> None:
        if plan.table is None:
            self._context.refuse(
                _("There is no table with these cards.")
                if plan.proved
                else _("No way was found to lay them.")
            )
            return
        others = list(plan.cards)
        for card in (*picked, *(piece.card for piece in self._table.draft.laid)):
            if card in others:
                others.remove(card)
        also = _("They can be laid, with {cards} besides.").format(cards=card_names(others)) if others else ""
        if self._context.settings.fit == Hints.FULL:
            self._table.picked = frozenset()
            self._context.stage.audio.play("zip")
            self._table.do(self._table.draft.arrange(plan.table))
            self._context.messages.tell(also)
        else:
            self._context.messages.tell(also or _("They can be laid: there is a way."))

    @property
    def calls(self) -> Act | None:
        """The button that ends the turn, where a hint has said to press it and it is still so."""
        if self._ending is None or not self._table.is_mine() or self._table.draft.laid:
            return None
        moment, act = self._ending
        return act if moment == self._context.hints.version else None

    def _told_hint(self, hint: Hint) -> None:
        self._context.stage.audio.play("hint")
        act = Act.SECONDARY if hint.draws else Act.END_TURN
        self._ending = (self._context.hints.version, act) if hint.ends and not hint.laid else None
        table = hint.plan.table if hint.plan is not None else None
        pile = self._table.draft.first_of(table) if table is not None else None
        words, aloud = hint_words(hint, [seat.name for seat in self._context.seats]), ""
        if pile is not None and hint.step == HintStep.MOVE:
            held = {piece.key for piece in self._table.draft.hand}
            keys = {piece.key for piece in pile.pieces}
            self._table.mark(keys & held)
            self._table.aims = frozenset(keys - held)
            words = (
                _("With the cards that are marked on the table they make one pile.") if self._table.aims else
                _("They make a pile of their own.")
            )  # fmt: skip
            aloud = f"{words} {card_names([piece.card for piece in pile.pieces])}"
        elif table is not None:
            # Put back first: the plan is a whole table, with what is laid already.
            self._table.do(self._table.draft.put_back().arrange(table))
        elif hint.cards:
            left = list(hint.cards)
            keys = set()
            for piece in self._table.draft.hand:
                if piece.card in left:
                    left.remove(piece.card)
                    keys.add(piece.key)
            self._table.mark(keys)
        self._context.messages.tell(words, aloud=aloud, helps=True)
        self._context.redraw()


def _sign(light: Light) -> str:
    """The sign of the lamp."""
    return {
        Light.WHOLE: _("All is in order"),
        Light.MENDABLE: _("Can still be mended"),
        Light.HOPELESS: _("Cannot be mended: take something back"),
        Light.UNSURE: _("Hard to say"),
    }.get(light, "")


def told_place(
    table: TableState, happened: TypedEvent, seat: int | None, piece: str
) -> tuple[float, float] | None:
    """The upper right corner of the pile to which a card, or most of a play, came; else of who did it."""
    cards = [piece] if piece else happened.cards if isinstance(happened, CardsLaying) else []
    # The pile to which most of these cards came, where they still lie together.
    boxes = table.ground().boxes()
    counts = {
        pile.key: sum(card in pile.texts for card in cards) for pile in table.lay.piles if pile.key in boxes
    }
    # Of two with the same cards the one that was changed.
    best = max(counts, key=lambda key: (counts[key], key in table.touched), default=None)
    laid = boxes[best] if best is not None and counts[best] else None
    box = laid or (None if seat is None else table.seat_box(seat))
    return None if box is None else (box.right - 4, box.y + 4)


def did(read: Callable[[Event], TypedEvent], events: Sequence[Event], seat: int) -> tuple[str, ...]:
    """What a seat did in its last turn of this hand, in a word or two for each; events from that turn on."""
    drawn, laid, passed = 0, 0, False
    for event in events:
        match read(event):
            case Dealing() | HandClosing():
                drawn, laid, passed = 0, 0, False
            case CardDrawn(seat=one) if one == seat:
                drawn += 1
            case CardsLaying(seat=one, cards=cards) if one == seat:
                laid += len(cards)
            case TurnPassed(seat=one) if one == seat:
                passed = True
    told = (drawn, _("drew {n}")), (laid, _("laid {n}"))
    found = tuple(words.format(n=count) for count, words in told if count)
    return found or ((_("passed"),) if passed else ())


def log_room(table: TableState) -> Box:
    """The column on the right above the buttons; with their room where moves are seen again."""
    first, last, y = table.places.buttons[0], table.places.buttons[-1], table.places.canvas.h * 0.05
    return Box(first.x, y, first.w, (last.bottom if table.retells else first.y - 12) - y)


class Captions:
    """The words around the table: seats, buttons, the column, the help strip."""

    def __init__(
        self,
        context: ViewContext,
        table: TableState,
        drag: DragController,
        plays: EventPlayback,
        adviser: TableAdviser,
        hooks: RummyHooks,
    ) -> None:
        self._context = context
        self._table = table
        self._drag = drag
        self._plays = plays
        self._adviser = adviser
        self._hooks = hooks

    def sitter(self, seat: int, *, alive: bool) -> SeatFacts:
        """A seat as the room draws it."""
        told, good = self._hooks.sitter_line(self._table, seat)
        if self._context.task is not None:  # points are nothing to it
            left = len(self._table.lay.hand) if seat == self._table.bottom else self._table.counts[seat]
            told, good = counted("{n} card", "{n} cards", left).format(n=left), None
        show, over = self._context.show, self.is_over
        # Whoever is shown acts, not whoever the rules have come to meanwhile; nobody while hands lie open.
        # While cards are dealt it is nobody's turn; the plate of whoever begins is lit, not of whoever deals.
        deals = show is not None and isinstance(self._hooks.read(show.event), Dealing)
        acts = show.event.seat if show is not None and not deals else self._context.session.to_move
        acts = None if over else acts
        lately = self._context.ports.lately(seat) if seat != self._table.bottom else ()
        return SeatFacts(
            self._context.seats[seat], seat, self._table.counts[seat], told, good,
            did=did(self._hooks.read, lately, seat),
            turns=seat == acts and not (deals and seat == self._table.bottom),
            next=not (over or deals) and seat != acts and seat == self._hooks.next_after(self._table, acts),
            over=over or deals,
            mood=self._plays.mood(seat) if alive else "idle",
            frame=self._plays.frame(seat) if alive else 0,
            asleep=self._hooks.sits_out(self._table, seat),
        )  # fmt: skip

    @property
    def is_over(self) -> bool:
        """Whether a hand has ended, and the next one has not begun."""
        show, match = self._context.show, self._context.match
        return match.is_over if show is None else isinstance(self._hooks.read(show.event), HandClosing)

    def knobs(self) -> list[Knob]:
        """The buttons of the column; of a film none, as nobody plays."""
        if self._context.is_film:
            return []
        mine = self._context.person is not None and self._context.show is None and self._table.is_mine()
        words, note, ready = self._hooks.end_words(self._table)
        if (task := self._context.task) is not None:
            return [
                Knob(Act.HINT, _("Hint"), _("for the star") if task.starred else "", enabled=mine),
                Knob(Act.AGAIN, _("Start again"), enabled=mine),
                Knob(
                    Act.END_TURN, _("Done"), note, enabled=mine and bool(self._table.draft.laid),
                    main=mine and ready,
                ),
            ]  # fmt: skip
        drawing = _("Draw") if self._table.stock else _("Pass")
        # With keys and pads the buttons of these two mean something else while cards are carried: see `help`.
        free = mine and (self._table.carry is None or self._table.carry.hold is not None)
        knobs = [
            Knob(Act.SECONDARY, drawing, enabled=free and not self._table.draft.laid),
            Knob(Act.BACK, _("Put all back"), enabled=free and self._table.draft.changed),
            Knob(
                Act.END_TURN, words, note, enabled=mine and bool(self._table.draft.laid), main=mine and ready
            ),
        ]
        return self._hooks.knobs(self._table, knobs)

    def status(self) -> Status:
        lamp, words = self._adviser.lamp()
        told = self._plays.text
        status = Status(lamp, words or told, self._hooks.meter(self._table))
        return self._hooks.status(self._table, status, told)

    def help(self) -> Help:
        if self._context.person is None or self._context.show is not None:
            undo = [(Act.UNDO, _("Take back"))] if self._context.match.can_go_back else []
            return [(Act.CONFIRM, _("Hurry")), *undo, (Act.PAUSE, _("Menu"))]
        if self._table.carry is not None:
            rest = _("Add more") if self._table.carry.home.pile is None else _("With the rest")
            by_mouse = self._context.stage.devices.last == MOUSE
            beside = self._drag.takes_beside
            along = [(Act.SCROLL, _("More, fewer"))] if by_mouse else [(beside, rest)] if beside else []
            # Only with keys and pads: a pointer lifts the next card itself.
            and_next = [(Act.SECONDARY, _("And next"))] if self._table.carry.hold is None else []
            return [
                (Act.NAVIGATE, _("Carry")), (Act.CONFIRM, _("Put down")), *and_next,
                (Act.LOOK, self._hooks.pile_words()[1]), *along, (Act.BACK, _("Put back")),
                (Act.PAUSE, _("Menu")),
            ]  # fmt: skip
        return self.turn_help()

    def turn_help(self) -> Help:
        """The strip of a turn while nothing is carried."""
        focus, in_hand = self._drag.focus, self._drag.is_in_hand
        by_mouse = self._context.stage.devices.last == MOUSE
        again = bool(self._table.turn.history.after)
        undo = self._table.turn.history.before or self._context.match.can_go_back
        mend, count = self._adviser.mend_word(), len(self._drag.grip())
        # How many a press takes is said here, where it covers no card; of a hand other things make room.
        room = count < 2 or not in_hand
        found: Help = [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, _("Lift") if count < 2 else _("Lift these {n}").format(n=count)),
            *([(Act.NEXT, self._hooks.pile_words()[0])] if self._table.lay.piles and not by_mouse else []),
            *([(Act.PREVIOUS, _("Sort"))] if in_hand and room else []),
            *([(Act.UNDO, _("Undo"))] if undo else []),
            *([(Act.REDO, _("Redo"))] if again else []),
            *([(Act.MEND, mend)] if mend else []),
            (
                Act.ALTERNATE if by_mouse else Act.LOOK,
                _("Pick") if focus is None or in_hand else self._hooks.look_word(self._table, focus),
            ),
            *(self._context.threats.sheet_help(_("Played")) if room else []),
        ]
        # Beside Redo there is room for it only where the mouse needs no word about piles.
        if self._context.settings.hints != Hints.OFF and (by_mouse or not again):
            found += self._context.hint_help() or [(Act.HINT, _("Hint"))]
        if not (again or mend):
            found += again_help(self._context)
        return [*found, (Act.PAUSE, _("Menu"))]

    def most_help(self) -> Help:
        """The longest strip, so that the table keeps its size."""
        found: Help = [
            (Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Lift")), (Act.NEXT, self._hooks.pile_words()[0]),
            (Act.PREVIOUS, _("Sort")), (Act.UNDO, _("Undo")), (Act.MEND, _("Mend")),
            (Act.LOOK, _("Pick")), (Act.HINT, _("Hint")),
            *self._context.threats.sheet_help(_("Played")), (Act.PAUSE, _("Menu")),
        ]  # fmt: skip
        return found

    def may_draw(self) -> bool:
        """Whether the one who looks may take a card of the stock now."""
        free = self._context.person is not None and self._context.show is None and self._context.task is None
        return free and not self._table.draft.laid and self._hooks.may_draw(self._table)
