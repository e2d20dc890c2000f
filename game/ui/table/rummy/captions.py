"""What the table of a rummy tells around the cards: seats, buttons, the lamp's sign, the help strip."""

from __future__ import annotations

from game.core.rummy.table import Dealing, HandClosing
from game.store.settings import Hints
from game.ui.core.input import Act
from game.ui.core.scene import Help
from game.ui.table.context import ViewContext
from game.ui.table.rummy.adviser import Adviser
from game.ui.table.rummy.pointing import Pointer
from game.ui.table.rummy.room import Knob, SeatFacts, Status
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.telling import Plays
from game.ui.table.rummy.told import did
from game.ui.table.rummy.variant import Variant
from game.ui.table.told import again_help
from game.words import _, counted


class Captions:
    """Knows the words around the table."""

    def __init__(
        self,
        table: ViewContext,
        top: Tabletop,
        pointer: Pointer,
        plays: Plays,
        adviser: Adviser,
        variant: Variant,
    ) -> None:
        self._table = table
        self._top = top
        self._pointer = pointer
        self._plays = plays
        self._adviser = adviser
        self._variant = variant

    def sitter(self, seat: int, *, alive: bool) -> SeatFacts:
        """A seat as the room draws it."""
        told, good = self._variant.sitter_line(self._top, seat)
        if self._table.task is not None:  # points are nothing to it
            left = len(self._top.lay.hand) if seat == self._top.bottom else self._top.counts[seat]
            told, good = counted("{n} card", "{n} cards", left).format(n=left), None
        show, over = self._table.show, self.is_over
        # Whoever is shown acts, not whoever the rules have come to meanwhile; nobody while hands lie open.
        # While cards are dealt it is nobody's turn; the plate of whoever begins is lit, not of whoever deals.
        deals = show is not None and isinstance(self._variant.read(show.event), Dealing)
        acts = show.event.seat if show is not None and not deals else self._table.session.to_move
        acts = None if over else acts
        return SeatFacts(
            self._table.seats[seat], seat, self._top.counts[seat], told, good,
            did=did(self._variant.read, self._table.lately(seat), seat) if seat != self._top.bottom else (),
            turns=seat == acts and not (deals and seat == self._top.bottom),
            next=not (over or deals) and seat != acts and seat == self._variant.next_after(self._top, acts),
            over=over or deals,
            mood=self._plays.mood(seat) if alive else "idle",
            frame=self._plays.frame(seat) if alive else 0,
            asleep=self._variant.sits_out(self._top, seat),
        )  # fmt: skip

    @property
    def is_over(self) -> bool:
        """Whether a hand has ended, and the next one has not begun."""
        show, match = self._table.show, self._table.match
        return match.is_over if show is None else isinstance(self._variant.read(show.event), HandClosing)

    def knobs(self) -> list[Knob]:
        """The buttons of the column; of a film none, as nobody plays."""
        if self._table.is_film:
            return []
        mine = self._table.person is not None and self._table.show is None and self._top.is_mine()
        words, note, ready = self._variant.end_words(self._top)
        if (task := self._table.task) is not None:
            return [
                Knob(Act.HINT, _("Hint"), _("for the star") if task.starred else "", enabled=mine),
                Knob(Act.AGAIN, _("Start again"), enabled=mine),
                Knob(
                    Act.END_TURN, _("Done"), note, enabled=mine and bool(self._top.draft.laid),
                    main=mine and ready,
                ),
            ]  # fmt: skip
        drawing = _("Draw") if self._top.stock else _("Pass")
        # With keys and pads the buttons of these two mean something else while cards are carried: see `help`.
        free = mine and (self._top.carry is None or self._top.carry.at is not None)
        knobs = [
            Knob(Act.SECONDARY, drawing, enabled=free and not self._top.draft.laid),
            Knob(Act.BACK, _("Put all back"), enabled=free and self._top.draft.changed),
            Knob(Act.END_TURN, words, note, enabled=mine and bool(self._top.draft.laid), main=mine and ready),
        ]
        return self._variant.knobs(self._top, knobs)

    def status(self) -> Status:
        """What the column tells."""
        lamp, words = self._adviser.lamp()
        told = self._plays.text
        status = Status(lamp, words or told, self._variant.meter(self._top))
        return self._variant.status(self._top, status, told)

    def help(self) -> Help:
        """What the buttons do here, for the help strip."""
        if self._table.person is None or self._table.show is not None:
            undo = [(Act.UNDO, _("Take back"))] if self._table.match.can_go_back else []
            return [(Act.CONFIRM, _("Hurry")), *undo, (Act.PAUSE, _("Menu"))]
        if self._top.carry is not None:
            rest = _("Add more") if self._top.carry.pile is None else _("With the rest")
            by_mouse = self._table.stage.devices.last == "mouse"
            beside = _beside(self._top)
            along = [(Act.SCROLL, _("More, fewer"))] if by_mouse else [(beside, rest)] if beside else []
            # Only with keys and pads: a pointer lifts the next card itself.
            and_next = [(Act.SECONDARY, _("And next"))] if self._top.carry.at is None else []
            return [
                (Act.NAVIGATE, _("Carry")), (Act.CONFIRM, _("Put down")), *and_next,
                (Act.LOOK, self._variant.pile_words()[1]), *along, (Act.BACK, _("Put back")),
                (Act.PAUSE, _("Menu")),
            ]  # fmt: skip
        return self.turn_help()

    def turn_help(self) -> Help:
        """The strip of a turn while nothing is carried."""
        in_hand = self._top.focus is None or self._top.lay.holder(self._top.focus) is None
        by_mouse = self._table.stage.devices.last == "mouse"
        again = bool(self._top.turn.history.after)
        undo = self._top.turn.history.before or self._table.match.can_go_back
        mend, count = self._adviser.mend_word(), len(self._pointer.grip())
        # How many a press takes is said here, where it covers no card; of a hand other things make room.
        room = count < 2 or not in_hand
        found: Help = [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, _("Lift") if count < 2 else _("Lift these {n}").format(n=count)),
            *([(Act.NEXT, self._variant.pile_words()[0])] if self._top.lay.piles and not by_mouse else []),
            *([(Act.PREVIOUS, _("Sort"))] if in_hand and room else []),
            *([(Act.UNDO, _("Undo"))] if undo else []),
            *([(Act.REDO, _("Redo"))] if again else []),
            *([(Act.MEND, mend)] if mend else []),
            (
                Act.ALTERNATE if by_mouse else Act.LOOK,
                _("Pick") if in_hand else self._variant.look_word(self._top),
            ),
            *(self._table.threats.sheet_help(_("Played")) if room else []),
        ]
        # Beside Redo there is room for it only where the mouse needs no word about piles.
        if self._table.settings.hints != Hints.OFF and (by_mouse or not again):
            found += self._table.hint_help() or [(Act.HINT, _("Hint"))]
        if not (again or mend):
            found += again_help(self._table)
        return [*found, (Act.PAUSE, _("Menu"))]

    def most_help(self) -> Help:
        """The longest strip, so that the table keeps its size."""
        found: Help = [
            (Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Lift")), (Act.NEXT, self._variant.pile_words()[0]),
            (Act.PREVIOUS, _("Sort")), (Act.UNDO, _("Undo")), (Act.MEND, _("Mend")),
            (Act.LOOK, _("Pick")), (Act.HINT, _("Hint")),
            *self._table.threats.sheet_help(_("Played")), (Act.PAUSE, _("Menu")),
        ]  # fmt: skip
        return found

    def may_draw(self) -> bool:
        """Whether the one who looks may take a card of the stock now."""
        free = self._table.person is not None and self._table.show is None and self._table.task is None
        return free and not self._top.draft.laid and self._variant.may_draw(self._top)


def _beside(top: Tabletop) -> Act | None:
    """The button that takes more cards along with those in the air; `None` where none lie beside them."""
    assert top.carry is not None
    home = top.draft.hand if top.carry.pile is None else top.draft.pile(top.carry.pile).pieces
    row, held = [piece.key for piece in home], [piece.key for piece in top.lay.carried]
    # On the table, where the whole rest comes along, it also lets go of it again.
    if row.index(held[-1]) < len(row) - 1 or (top.carry.pile is not None and len(held) > 1):
        return Act.NEXT
    return Act.PREVIOUS if row.index(held[0]) else None
