"""What the table of a rummy tells around the cards: seats, buttons, the lamp's sign, the help strip."""

from __future__ import annotations

from game.ui.input import Act
from game.ui.rummy.handheld import Handheld
from game.ui.rummy.room import Knob, Sitter, Status
from game.ui.scene import Help
from game.ui.words import _


class Labelled(Handheld):
    """The part of a rummy's scene that knows the words around the table."""

    # What a game fills in.

    def sitter_line(self, seat: int) -> tuple[str, bool | None]:
        """The line below a seat's name, and whether a tick or a dash stands before it."""
        return "", None

    def meter(self) -> tuple[int, int] | None:
        """Points shown and needed to come in; `None` where nobody has to."""
        return None

    # What is told.

    def sitter(self, seat: int, *, alive: bool) -> Sitter:
        """A seat as the room draws it."""
        told, good = self.sitter_line(seat)
        acts = self.show.event.seat if self.show is not None else self.session.to_move
        return Sitter(
            self.seats[seat], seat, self.counts[seat], told, good,
            turns=seat == acts,
            next=seat != acts and seat == self.next_after(acts),
            mood=self.mood(seat) if alive else "idle",
            frame=self.frame(seat) if alive else 0,
            asleep=self.sits_out(seat),
        )  # fmt: skip

    def sits_out(self, seat: int) -> bool:
        """Whether a seat takes no part in this hand."""
        return False

    def next_after(self, seat: int | None) -> int | None:
        """Who is next after a seat."""
        return None if seat is None else (seat + 1) % len(self.seats)

    def knobs(self) -> list[Knob]:
        """The buttons of the column."""
        mine = self.person is not None and self.show is None and self._is_mine()
        words, note, ready = self.end_words()
        drawing = _("Draw") if self.stock else _("Pass")
        return [
            Knob(Act.SECONDARY, drawing, enabled=mine and not self.draft.laid),
            Knob(Act.BACK, _("Put all back"), enabled=mine and self.draft.changed),
            Knob(Act.END_TURN, words, note, enabled=mine and bool(self.draft.laid), main=mine and ready),
        ]

    def status(self) -> Status:
        """What the column tells."""
        lamp, words = self.lamp()
        return Status(lamp, words or self.told, self.meter())

    def pile_words(self) -> tuple[str, str]:
        """What the strip calls a pile, and a new one for what is carried; a game may have another word."""
        return _("Pile"), _("New pile")

    def help(self) -> Help:
        if self.person is None or self.show is not None:
            return [(Act.CONFIRM, _("Hurry")), *self.undo_help(), (Act.PAUSE, _("Menu"))]
        if self.carry is not None:
            along = _("Add more") if self.carry.pile is None else _("With the rest")
            and_next = [(Act.SECONDARY, _("And next"))] if self.carry.at is None else []
            return [
                (Act.NAVIGATE, _("Carry")), (Act.CONFIRM, _("Put down")), *and_next,
                (Act.LOOK, self.pile_words()[1]), (Act.NEXT, along), (Act.BACK, _("Put back")),
                (Act.PAUSE, _("Menu")),
            ]  # fmt: skip
        return self.turn_help()

    def turn_help(self) -> Help:
        """The strip of a turn while nothing is carried."""
        in_hand = self.focus is None or self.lay.holder(self.focus) is None
        by_mouse = self.stage.devices.last == "mouse"
        again = bool(self.history.after)
        mend = self.mend_word()
        found: Help = [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, _("Lift")),
            *([] if by_mouse else [(Act.NEXT, self.pile_words()[0])]),
            *([(Act.PREVIOUS, _("Sort"))] if in_hand else []),
            (Act.UNDO, _("Undo")),
            *([(Act.REDO, _("Redo"))] if again else []),
            *([(Act.MEND, mend)] if mend else []),
            (Act.ALTERNATE if by_mouse else Act.LOOK, _("Pick") if in_hand else self.look_word()),
        ]
        if self.stage.settings.hints != "off" and (by_mouse or not again):
            found.append((Act.HINT, _("Hint")))
        return [*found, (Act.PAUSE, _("Menu"))]

    def most_help(self) -> Help:
        """The longest strip, so that the table keeps its size."""
        found: Help = [
            (Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Lift")), (Act.NEXT, self.pile_words()[0]),
            (Act.PREVIOUS, _("Sort")), (Act.UNDO, _("Undo")), (Act.MEND, _("Mend")),
            (Act.LOOK, _("Pick")), (Act.HINT, _("Hint")), (Act.PAUSE, _("Menu")),
        ]  # fmt: skip
        return found

    def look_word(self) -> str:
        """What Look does on a card of the table."""
        return _("Why?")
