"""The turn: drawing or passing, ending it, the order of the hand, and why a pile may not lie as it does."""

from __future__ import annotations

from collections.abc import Callable

from game.core.rummy.draft import DraftPile
from game.core.rummy.turn import Sort
from game.core.rummy.verdict import MeldStatus
from game.match.rummy.phone import MUST_PLAY
from game.match.rummy.words import why_not
from game.ui.table.context import ViewContext
from game.ui.table.rummy.carrying import Grip
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.variant import Variant
from game.ui.widgets.dialogs import Ask
from game.words import _


class Moves:
    """Makes moves, and what else a player does with the turn."""

    def __init__(
        self, table: ViewContext, top: Tabletop, grip: Grip, variant: Variant, show_play: Callable[[], None]
    ) -> None:
        """Make moves.

        Args:
            table: the match, and what is shown of it.
            top: what lies on the table.
            grip: puts cards down and back.
            variant: what this rummy does otherwise than another.
            show_play: lays a play that the player could make; nothing is ended by it.
        """
        self._table = table
        self._top = top
        self._grip = grip
        self._variant = variant
        self._show_play = show_play

    # Moves.

    def draw_or_pass(self) -> None:
        """Draw a card, or pass where none is left; a draft without hand cards is mostly put back first."""
        if sentence := self._variant.refuse_draw(self._top):
            self._table.refuse(sentence)
            return
        if self._top.carry is not None:
            self._grip.put_back()
        draft = self._top.draft
        if draft.laid:
            self._table.refuse(_("You have laid cards: put them back first, or end your turn."))
            return
        seen = self._table.session.observe(self._table.session.to_move)
        move = self._variant.endings.drawing_move(seen, draft)
        refusal = self._table.session.refusal(move)
        if refusal is not None and refusal.code == MUST_PLAY:
            self.must_play()
            return
        # Without a table behind it the move leaves the one that the turn began with.
        if draft.changed and move in ("draw", "pass"):
            self._grip.do(draft.put_back())
        self._table.play(move)

    def must_play(self) -> None:
        """There is a play, and by the house rules it comes first: let the player look again, or show it."""
        self._table.stage.audio.play("refuse")
        question = (
            _("There is a play: by the house rules it comes before drawing.") if self._top.stock else
            _("There is a play: by the house rules it comes before passing.")
        )  # fmt: skip
        answers = [_("Look again"), _("Show it")]
        self._table.stage.scenes.push(
            Ask(question, answers), lambda answer: self._show_play() if answer == 1 else None
        )

    def end_turn(self) -> None:
        """Make the move that the table stands for."""
        if ending := self._variant.ending_move(self._top):
            self._table.play(ending)
            return
        if self._top.carry is not None:
            self._grip.drop()
        move = self._top.draft.move()
        if move is None:
            self._table.refuse(self._variant.endings.nothing_laid(self._top.draft))
            return
        broken = self._broken_pile()
        if broken is not None:
            self._show_broken(broken)
            return
        self._table.play(move)

    def _broken_pile(self) -> DraftPile | None:
        """The first pile that may not lie as it does."""
        # What is wrong comes before what is only not finished.
        worst = (MeldStatus.BROKEN, MeldStatus.SHORT)
        for health in worst:
            for pile in self._top.lay.piles:
                if self._top.verdicts[pile.key].health is health:
                    return pile
        return None

    def _show_broken(self, pile: DraftPile) -> None:
        """Put the focus on a pile and say what is wrong with it."""
        if pile.pieces:
            self._grip.focus_on(pile.pieces[0].key)
        self._table.refuse(why_not(self._top.verdicts[pile.key], len(pile.pieces)))

    # Looking.

    def look_at(self, pile: DraftPile) -> None:
        """Say how a pile stands."""
        self._table.messages.tell(why_not(self._top.verdicts[pile.key], len(pile.pieces)))
        self._table.redraw()

    def pick(self, card: int) -> None:
        """Choose a card of the hand, or leave it again; one that a hint has picked is chosen by that."""
        self._top.picked ^= {card} - (self._top.picked & self._top.advised)
        self._top.advised -= {card}
        self._table.stage.audio.play("lift" if card in self._top.picked else "back")
        self._top.make_room()

    # The hand.

    def sort_hand(self) -> None:
        """Order the hand another way."""
        if self._top.owner is None or self._top.carry is not None:
            return
        self._top.turn.sort()
        self._grip.changed()
        words = {
            Sort.SUIT: _("Your hand lies by suit."),
            Sort.RANK: _("Your hand lies by rank."),
            Sort.OWN: _("Your hand lies as you have put it."),
        }
        self._table.messages.tell(words[self._top.turn.order.sort])
