"""Assistance at a rummy table: the validity indicator, repairing, fitting in picked cards, and hints.

`game.core.rummy.assistance` computes them in worker processes of the match's `AssistService`. The indicator
uses a process that answers at once, everything else one that may take longer. Answers about an older draft
are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.core.cards import multiset_difference
from game.core.game import HintLevel
from game.core.rummy import assistance
from game.core.rummy.assistance import DraftPosition, Hint, TablePlan, TableValidity
from game.core.rummy.draft import Draft
from game.i18n import _, plural
from game.match.assist_service import AssistRequest, RequestTarget
from game.match.bot_turns import WorkerCall
from game.match.rummy.match_text import card_names, hint_words
from game.store.settings import HelpLevel
from game.ui.core.input import InputAction
from game.ui.core.scene import Prompts
from game.ui.match.context import ViewContext
from game.ui.rummy.drag import DragController
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.table_state import TableState
from game.ui.rummy.theme import ValidityIndicator

INDICATOR_DELAY_MS = (
    150.0  # time in ms during which the indicator keeps its previous state, so that it does not flicker
)


class TableAssistant:
    """Requests assistance for the draft, and applies the answers."""

    def __init__(
        self, context: ViewContext, table: TableState, drag: DragController, hooks: RummyHooks
    ) -> None:
        """Let messages disappear automatically, and listen to changes of the draft."""
        self._context = context
        self._table = table
        self._drag = drag
        self._hooks = hooks
        self._changed_at = 0.0
        self._light: tuple[Draft, assistance.TableStatus] | None = None
        self._doubted: Draft | None = None
        """Draft for which the indicator has already been redrawn as thinking."""
        self._lamp_asked = False
        self._ending: tuple[int, InputAction] | None = None
        """Hint version that said to end the turn as it is, and the button that does it."""
        self._lays = True
        """True if the last hint was about cards to lay. If not, there is no pile to ask for next."""
        table.listen(self._on_draft_changed)

    # The lamp.

    def lamp(self) -> tuple[ValidityIndicator, str]:
        """Validity indicator and its label, as the game adapts them."""
        return self._hooks.validity_indicator(self._table, *self._indicator())

    def _indicator(self) -> tuple[ValidityIndicator, str]:
        """Usual indicator and its label; off and empty if nothing is to be indicated."""
        setting = self._context.settings.lamp
        if (
            not self._table.is_mine()
            or not self._table.draft.is_changed
            or setting == HelpLevel.OFF
            or self._context.current_animation is not None
        ):
            return ValidityIndicator.OFF, ""
        # If the indicator answers on request only, it may still show the obvious: that the table is valid.
        if self._light is None or (setting != HelpLevel.FULL and not self._lamp_asked):
            return _indicator_for(TableValidity.VALID if self._table.can_end_turn else TableValidity.IDLE)
        # The answer is stored with its draft, because it does not apply to another one.
        if (
            self._light[0] != self._table.draft
            and self._context.app.now - self._changed_at > INDICATOR_DELAY_MS
        ):
            return ValidityIndicator.THINKING, ""
        return _indicator_for(self._light[1].light)

    @property
    def has_lit(self) -> bool:
        """True if the player has asked for the indicator and it is not off."""
        return self._lamp_asked and self._indicator()[0] is not ValidityIndicator.OFF

    def _on_draft_changed(self) -> None:
        """Note the time, and that the player has not asked for the new draft's indicator."""
        self._lamp_asked = False
        self._changed_at = self._context.app.now

    # Requests of the player.

    def mend_word(self) -> str:
        """Label of the button that fits in, mends or asks the lamp, by the settings; empty without one."""
        picked, fit = len(self._table.picked), self._context.settings.fit
        if picked and fit != HelpLevel.OFF:
            # With help that only answers, the label is a question.
            return _("Fit in") if fit == HelpLevel.FULL else plural("Does it fit?", "Do they fit?", picked)
        if not self._table.draft.is_changed or self._context.settings.lamp == HelpLevel.OFF:
            return ""
        if self._context.settings.lamp == HelpLevel.FULL:
            return _("Fix")
        # Once asked, the indicator keeps showing the state.
        return "" if self._lamp_asked else _("Can it be fixed?")

    def mend(self) -> None:
        """Fit in the picked cards; without any, repair the table or light the indicator, by the settings."""
        settings = self._context.settings
        if self._table.carry is not None:
            self._drag.put_back()
        if self._table.picked:
            if settings.fit == HelpLevel.OFF:
                self._context.refuse(_("“Where cards fit” is off. You can turn it on in the settings."))
                return
            hand = self._table.lay.hand
            picked = tuple(piece.card for piece in hand if piece.key in self._table.picked)
            self._request_answer(assistance.FIT_REQUEST, lambda plan: self._show_fit(picked, plan), picked)
        elif not self._table.draft.is_changed:
            self._context.refuse(_("Everything is valid. Mark cards in your hand to fit them in."))
        elif settings.lamp == HelpLevel.OFF:
            self._context.refuse(_("The lamp is off. You can turn it on in the settings."))
        elif settings.lamp == HelpLevel.FULL:
            self._request_answer(assistance.REPAIR_REQUEST, self._lay_repair)
        elif self._lamp_asked:
            self._context.refuse(_("That's all the lamp says. In the settings, you can let it fix piles."))
        else:
            self._lamp_asked = True

    def hint(self, question: Callable[[int, int, str], WorkerCall]) -> None:
        """Request a hint unless it is off. Repeated, it names a pile, then the whole turn with a reason."""
        owner, strength = self._table.owner, self._context.settings.hints
        if owner is None or strength == HelpLevel.OFF or not self._is_current(self._table.draft):
            return
        if self._table.carry is not None:
            self._drag.put_back()
        draft = self._table.draft
        self._context.hints.request_hint(
            RequestTarget.TABLE, owner, lambda step: question(owner, step, strength), self._post_hint,
            lambda: self._is_current(draft),
        )  # fmt: skip
        self._context.redraw()

    def hint_help(self) -> Prompts:
        """Prompt for the next step of a hint that was requested, or else for a hint."""
        caption = self._hooks.pile_words()[2]
        return (self._context.hint_help(caption) if self._lays else []) or [(InputAction.HINT, _("Hint"))]

    def show_play(self) -> None:
        """Request a whole play with its reason regardless of the hint setting."""
        self._request_answer(assistance.HINT_REQUEST, self._post_hint, HintLevel.WHY)

    def _request_answer(
        self,
        request: str,
        on_answer: Callable[[Any], None],
        *arguments: Any,
        quick: bool = False,
        unasked: bool = False,
    ) -> None:
        """Queue a request about the draft. ``on_answer`` is not called if the draft changes."""
        draft, owner = self._table.draft, self._table.owner
        if owner is None:
            return
        question = request, DraftPosition.of(draft, self._context.session.options), *arguments
        self._context.hints.request(
            AssistRequest(
                RequestTarget.TABLE, owner, request, question, on_answer, lambda: self._is_current(draft),
                quick=quick, is_automatic=unasked,
            )
        )  # fmt: skip
        self._context.redraw()

    def _is_current(self, draft: Draft) -> bool:
        """True if ``draft`` is still on the table of the player to move, and nothing is animated."""
        return (
            self._table.draft == draft and self._table.is_mine() and self._context.current_animation is None
        )

    # Asking and answering.

    def poll(self) -> bool:
        """Handle answers; request the indicator. True for `INDICATOR_DELAY_MS` before it shows thinking."""
        if self._context.hints.poll(RequestTarget.TABLE):
            self._context.redraw()
        # Requested if the indicator is always on, or if the player has asked for it.
        setting, draft = self._context.settings.lamp, self._table.draft
        needs_lamp = setting == HelpLevel.FULL or (setting != HelpLevel.OFF and self._lamp_asked)
        unknown = self._light is None or self._light[0] != draft
        is_current = self._table.is_mine() and self._context.current_animation is None and draft.is_changed
        if (
            needs_lamp
            and is_current
            and unknown
            and not self._context.hints.is_pending(assistance.LAMP_REQUEST)
        ):

            def lit(status: assistance.TableStatus) -> None:
                """Store the answer with its draft."""
                self._light = draft, status

            self._request_answer(assistance.LAMP_REQUEST, lit, quick=True, unasked=not self._lamp_asked)
        is_pending = self._context.hints.is_pending(assistance.LAMP_REQUEST)
        if not is_pending or self._light is None or self._light[0] == self._table.draft:
            return False
        if self._context.app.now <= self._changed_at + INDICATOR_DELAY_MS:
            return True
        # Redraw once when it starts thinking. After that nothing moves until the answer arrives.
        if self._doubted != self._table.draft:
            self._context.redraw()
        self._doubted = self._table.draft
        return False

    def _lay_repair(self, plan: TablePlan) -> None:
        """Lay out the repaired table, or refuse if there is none."""
        if plan.table is None:
            self._context.refuse(_("This can't be fixed. Take something back."))
            return
        self._context.app.audio.play("lamp")
        self._table.push_draft(self._table.draft.arrange(plan.table))
        self._context.messages.clear()

    def _show_fit(self, picked: Sequence[str], plan: TablePlan) -> None:
        """Lay out the picked cards with full help, or only say if they fit."""
        if plan.table is None:
            self._context.refuse(
                _("There's no way to play these cards.") if plan.proved else _("I found no way to play them.")
            )
            return
        others = multiset_difference(
            plan.cards, (*picked, *(piece.card for piece in self._table.draft.laid_pieces))
        )
        template = plural(
            "You can play it together with {cards}.", "You can play them together with {cards}.", len(picked)
        )
        addition = template.format(cards=card_names(others)) if others else ""
        if self._context.settings.fit == HelpLevel.FULL:
            self._table.picked = frozenset()
            self._context.app.audio.play("zip")
            self._table.push_draft(self._table.draft.arrange(plan.table))
            self._context.messages.post(addition)
        else:
            sentence = plural("There's a way to play it.", "There's a way to play them.", len(picked))
            self._context.messages.post(addition or sentence)

    @property
    def calls(self) -> InputAction | None:
        """Button that ends the turn if the current hint says so. None without one, or once cards are laid."""
        if self._ending is None or not self._table.is_mine() or self._table.draft.laid_pieces:
            return None
        moment, act = self._ending
        return act if moment == self._context.hints.version else None

    def _post_hint(self, hint: Hint) -> None:
        """Mark the cards of a hint or lay out its table, and post its sentence."""
        self._context.app.audio.play("hint")
        action = InputAction.SECONDARY if hint.draws else InputAction.END_TURN
        self._lays = hint.has_play and not hint.ends
        self._ending = (self._context.hints.version, action) if hint.ends and not hint.laid else None
        table = hint.plan.table if hint.plan is not None else None
        pile = self._table.draft.first_of(table) if table is not None else None
        sentence, aloud = hint_words(hint, [seat.name for seat in self._context.seats]), ""
        if pile is not None and hint.step == HintLevel.MOVE:
            hand_keys = {piece.key for piece in self._table.draft.hand}
            keys = {piece.key for piece in pile.pieces}
            self._table.mark(keys & hand_keys, keys - hand_keys)
            sentence = self._hooks.pile_hint(joins=bool(self._table.aims))
            aloud = f"{sentence} {card_names([piece.card for piece in pile.pieces])}"
        elif table is not None:
            # Reset first: the plan is a whole table, including the cards laid already.
            self._table.push_draft(self._table.draft.reset().arrange(table))
        elif hint.cards:
            left = list(hint.cards)
            keys = set()
            for piece in self._table.draft.hand:
                if piece.card in left:
                    left.remove(piece.card)
                    keys.add(piece.key)
            self._table.mark(keys)
        self._context.messages.post(sentence, aloud=aloud, helps=True)
        self._context.redraw()


def _indicator_for(light: TableValidity) -> tuple[ValidityIndicator, str]:
    """Indicator and label for a validity."""
    return {
        TableValidity.VALID: (ValidityIndicator.WHOLE, _("All valid")),
        TableValidity.REPAIRABLE: (ValidityIndicator.MENDABLE, _("Can still be fixed")),
        TableValidity.IRREPARABLE: (ValidityIndicator.LOST, _("Can't be fixed: take something back")),
        TableValidity.UNKNOWN: (ValidityIndicator.THINKING, _("Hard to say")),
        TableValidity.IDLE: (ValidityIndicator.OFF, ""),
    }[light]
