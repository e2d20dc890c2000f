"""Help at the table: the mending lamp, fitting picked cards in, hints, and what a turn has missed.

All of it is found by `game.core.rummy.advice`, which the `Hints` of the match ask: the lamp in a process that
answers at once, the rest in one where it may take longer. An answer to an older draft is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from game.core.game import HintStep
from game.core.rummy import advice
from game.core.rummy.advice import Hint, Light, Position, Suggestion
from game.core.rummy.draft import Draft
from game.match.hints import Asker, Inquiry
from game.match.rummy.words import card_names, hint_words
from game.store.settings import Hints
from game.ui.core.input import Act
from game.ui.table.context import ViewContext
from game.ui.table.rummy.carrying import Grip
from game.ui.table.rummy.looking_back import LookBack
from game.ui.table.rummy.room import LampState
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.variant import Variant
from game.words import _

LIGHTS = {
    Light.WHOLE: LampState.WHOLE, Light.MENDABLE: LampState.MENDABLE, Light.HOPELESS: LampState.LOST,
    Light.UNSURE: LampState.THINKING, Light.IDLE: LampState.OFF,
}  # fmt: skip
SOON = 150.0
"""For so many ms the lamp goes on showing what it knew of the draft before, so that it does not flicker."""
LAST = 2000.0
"""How long the results wait for what the last turn has missed, in ms."""


class Adviser:
    """Asks for advice, and follows it."""

    def __init__(self, table: ViewContext, top: Tabletop, grip: Grip, variant: Variant) -> None:
        self._table = table
        self._top = top
        self._grip = grip
        self._variant = variant
        self._changed_at = 0.0
        self._waited = 0.0
        self._light: tuple[Draft, advice.Lamp] | None = None
        self._doubted: Draft | None = None
        """The draft that the lamp has been thinking about for so long that this is shown."""
        self._lamp_asked = False
        self._ending: tuple[int, Act] | None = None
        """The moment at which a hint said to end the turn with what lies there, and the button that does."""
        self.looking_back = LookBack(table, top)
        # They lie over the wood: one that nobody takes away must not stay there.
        table.messages.fades = True
        grip.listen(self._changed)

    # The lamp.

    def lamp(self) -> tuple[LampState, str]:
        """What the lamp knows, and what its sign says."""
        return self._variant.lamp(self._top, *self._lamp())

    def _lamp(self) -> tuple[LampState, str]:
        setting = self._table.settings.lamp
        if (
            not self._top.is_mine()
            or not self._top.draft.changed
            or setting == "off"
            or self._table.show is not None
        ):
            return LampState.OFF, ""
        # Where the lamp tells only when asked, it still may say what anybody can see: that all is in order.
        if self._light is None or (setting != "full" and not self._lamp_asked):
            ready = self._top.draft.whole and bool(self._top.draft.laid)
            return (LampState.WHOLE, _sign(Light.WHOLE)) if ready else (LampState.OFF, "")
        # The light is kept with its draft: what is known of another one is nothing to this.
        if self._light[0] != self._top.draft and self._table.stage.now - self._changed_at > SOON:
            return LampState.THINKING, ""
        light = self._light[1].light
        return LIGHTS[light], _sign(light)

    @property
    def has_lit(self) -> bool:
        """Whether somebody has asked the lamp how things stand, and it tells that."""
        return self._lamp_asked and self._lamp()[0] is not LampState.OFF

    def said(self) -> str:
        """What is said on the ledge: the answer to what somebody did, else what the last turn has missed."""
        told = self._table.messages.text
        return self._table.note.words if told else self.looking_back.words()

    def _changed(self) -> None:
        """The draft is another one."""
        self._lamp_asked, self._top.aims = False, frozenset()
        self._changed_at = self._table.stage.now
        self.looking_back.begun_anew()

    # What a player asks for.

    def mend_word(self) -> str:
        """What Mend does here; empty where it is not to be had."""
        if self._top.picked and self._table.settings.fit != Hints.OFF:
            return _("Fit in")
        if self._top.draft.changed and self._table.settings.lamp != Hints.OFF:
            return _("Mend") if self._table.settings.lamp == Hints.FULL else _("Lamp")
        return ""

    def mend(self) -> None:
        """Put in order what lies about, ask whether that can be done, or fit the picked cards in."""
        settings = self._table.settings
        if self._top.carry is not None:
            self._grip.put_back()
        if self._top.picked:
            if settings.fit == Hints.OFF:
                self._table.refuse(_("Fitting cards in is off in this house; the settings can change it."))
                return
            picked = self.faces_of_picked()
            self._want(advice.FIT, lambda plan: self._fitted(picked, plan), picked)
        elif not self._top.draft.changed:
            self._table.refuse(_("Nothing is out of order. Pick cards of your hand to have them fitted in."))
        elif settings.lamp == Hints.OFF:
            self._table.refuse(_("The lamp is off in this house; the settings can change it."))
        elif settings.lamp == Hints.FULL:
            self._want(advice.MEND, self._mended)
        else:
            self._lamp_asked = True

    def faces_of_picked(self) -> tuple[str, ...]:
        """The picked cards as texts."""
        return tuple(piece.card for piece in self._top.lay.hand if piece.key in self._top.picked)

    def hint(self) -> None:
        """Which cards can be laid; asked again, a pile of them; and once more, the whole turn, and why."""
        if not self._top.is_mine() or self._table.settings.hints == Hints.OFF or self._table.show is not None:
            return
        if self._top.carry is not None:
            self._grip.put_back()
        session = self._table.session
        told = self._table.hints.count(self._table.settings.hints)
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
        draft, owner = self._top.draft, self._top.owner
        if owner is None:
            return

        def is_wanted() -> bool:
            return self._top.draft == draft and self._top.is_mine() and self._table.show is None

        question = what, Position.of(draft, self._table.session.options), *more
        self._table.hints.find_out(
            Inquiry(Asker.TABLE, owner, what, question, then, is_wanted, quick=quick, unasked=unasked)
        )
        self._table.redraw()

    # Asking and answering.

    def enter(self) -> None:
        """The match comes onto the screen."""
        # Processes for bots alone would be started for nobody.
        if self._table.match.people:
            self._table.hints.start()

    @property
    def asks(self) -> bool:
        """Whether something is still to be found out."""
        return self._table.hints.awaits(asker=Asker.TABLE)

    def due(self) -> Iterator[float]:
        """When something has been read."""
        yield from self.looking_back.due()

    def attend(self) -> bool:
        """Take in advice that has come, and ask for more; whether the lamp is about to change."""
        self.looking_back.attend()
        if self._table.hints.attend(Asker.TABLE):
            self._table.redraw()
        if not self._table.hints.awaits(advice.LAMP) and self._wants_light():
            draft = self._top.draft
            unasked = not self._lamp_asked
            self._want(advice.LAMP, lambda found: self._lit(draft, found), quick=True, unasked=unasked)
        waits = self._table.hints.awaits(advice.LAMP)
        if not waits or self._light is None or self._light[0] == self._top.draft:
            return False
        if self._table.stage.now <= self._changed_at + SOON:
            return True
        # Drawn once, when it begins to think; after that nothing moves until its answer wakes the loop.
        if self._doubted != self._top.draft:
            self._table.redraw()
        self._doubted = self._top.draft
        return False

    def _lit(self, draft: Draft, found: advice.Lamp) -> None:
        self._light = draft, found

    def _wants_light(self) -> bool:
        """Whether the lamp has to find out how the draft stands."""
        setting = self._table.settings.lamp
        wanted = setting == "full" or (setting != "off" and self._lamp_asked)
        if (
            not wanted
            or not self._top.is_mine()
            or self._table.show is not None
            or not self._top.draft.changed
        ):
            return False
        return self._light is None or self._light[0] != self._top.draft

    def holds_results(self, ms: float) -> bool:
        """The results wait a moment for what the last turn has missed."""
        self._waited += ms
        return self._waited < LAST and self._table.hints.awaits(advice.MISSED)

    def _mended(self, plan: Suggestion) -> None:
        if plan.table is None:
            self._table.refuse(_("This cannot be mended: take something back."))
            return
        self._table.stage.audio.play("lamp")
        self._grip.do(self._top.draft.arrange(plan.table))
        self._table.messages.clear()

    def _fitted(self, picked: Sequence[str], plan: Suggestion) -> None:
        if plan.table is None:
            self._table.refuse(
                _("There is no table with these cards.")
                if plan.proved
                else _("No way was found to lay them.")
            )
            return
        others = list(plan.cards)
        for card in (*picked, *(piece.card for piece in self._top.draft.laid)):
            if card in others:
                others.remove(card)
        also = _("They can be laid, with {cards} besides.").format(cards=card_names(others)) if others else ""
        if self._table.settings.fit == Hints.FULL:
            self._top.picked = frozenset()
            self._table.stage.audio.play("zip")
            self._grip.do(self._top.draft.arrange(plan.table))
            self._table.messages.tell(also)
        else:
            self._table.messages.tell(also or _("They can be laid: there is a way."))

    @property
    def calls(self) -> Act | None:
        """The button that ends the turn, where a hint has said to press it and it is still so."""
        if self._ending is None or not self._top.is_mine() or self._top.draft.laid:
            return None
        moment, act = self._ending
        return act if moment == self._table.hints.moment else None

    def _told_hint(self, hint: Hint) -> None:
        self._table.stage.audio.play("hint")
        act = Act.SECONDARY if hint.draws else Act.END_TURN
        self._ending = (self._table.hints.moment, act) if hint.ends and not hint.laid else None
        table = hint.plan.table if hint.plan is not None else None
        pile = self._top.draft.first_of(table) if table is not None else None
        words, aloud = hint_words(hint, [seat.name for seat in self._table.seats]), ""
        if pile is not None and hint.step == HintStep.MOVE:
            held = {piece.key for piece in self._top.draft.hand}
            keys = {piece.key for piece in pile.pieces}
            self._mark(keys & held)
            self._top.aims = frozenset(keys - held)
            words = (
                _("With the cards that are marked on the table they make one pile.") if self._top.aims else
                _("They make a pile of their own.")
            )  # fmt: skip
            aloud = f"{words} {card_names([piece.card for piece in pile.pieces])}"
        elif table is not None:
            # Put back first: the plan is a whole table, with what is laid already.
            self._grip.do(self._top.draft.put_back().arrange(table))
        elif hint.cards:
            left = list(hint.cards)
            keys = set()
            for piece in self._top.draft.hand:
                if piece.card in left:
                    left.remove(piece.card)
                    keys.add(piece.key)
            self._mark(keys)
        self._table.messages.tell(words, aloud=aloud, helps=True)
        self._table.redraw()

    def _mark(self, keys: Collection[int]) -> None:
        """Set a star on these cards of the hand."""
        self._top.picked = self._top.advised = frozenset(keys)
        self._top.make_room()


def _sign(light: Light) -> str:
    """The sign of the lamp."""
    return {
        Light.WHOLE: _("All is in order"),
        Light.MENDABLE: _("Can still be mended"),
        Light.HOPELESS: _("Cannot be mended: take something back"),
        Light.UNSURE: _("Hard to say"),
    }.get(light, "")
