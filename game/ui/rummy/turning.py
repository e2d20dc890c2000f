"""The turn: drawing or passing, ending it, the order of the hand, and why a pile may not lie as it does."""

from __future__ import annotations

from game.core.contract import Observation
from game.core.rummy.draft import Draft
from game.core.rummy.judging import Health
from game.core.rummy.pieces import DraftPile
from game.ui.dialogs import Ask
from game.ui.rummy.hand import HandOrder, Sort
from game.ui.rummy.telling import Telling
from game.ui.rummy.words import why_not
from game.ui.words import _

MUST_PLAY = "must_play"
"""The code by which both rummies refuse to draw or pass while there is a play."""


class Turning(Telling):
    """The part of a rummy's scene that makes moves."""

    # What a game fills in.

    def end_words(self) -> tuple[str, str, bool]:
        """The button that ends the turn: its word, a note below it, and whether all is ready for it."""
        broken = sum(verdict.health is not Health.WHOLE for verdict in self.verdicts.values())
        if broken and self.draft.changed:
            note = _("{n} to mend").format(n=broken)
            return _("End turn"), note, False
        return _("End turn"), "", bool(self.draft.laid) and self.draft.whole

    def nothing_laid(self) -> str:
        """What is said when a turn is ended without a card laid."""
        return _("Lay at least one card of your hand, or draw.")

    def drawing_move(self, seen: Observation, draft: Draft) -> str:
        """The move without a card laid: a draw, or a pass where nothing is left to draw."""
        return "draw" if seen["stock"] else "pass"

    # Moves.

    def draw_or_pass(self) -> None:
        """Draw a card, or pass where none is left; a draft without hand cards is mostly put back first."""
        if self.carry is not None:
            self.put_back()
        draft = self.draft
        if draft.laid:
            self.refuse(_("You have laid cards: put them back first, or end your turn."))
            return
        move = self.drawing_move(self.session.observe(self.session.to_move), draft)
        refusal = self.session.refusal(move)
        if refusal is not None and refusal.code == MUST_PLAY:
            self.must_play()
            return
        if draft.changed and move in ("draw", "pass"):
            self.do(draft.put_back())
        self.play(move)

    def must_play(self) -> None:
        """There is a play, and by the house rules it comes first: let the player look again, or show it."""
        self.stage.audio.play("refuse")
        question = _("There is a play: by the house rules it comes before drawing.") if self.stock else _(
            "There is a play: by the house rules it comes before passing."
        )  # fmt: skip
        answers = [_("Look again"), _("Show it")]
        self.stage.scenes.push(
            Ask(question, answers), lambda answer: self.show_play() if answer == 1 else None
        )

    def show_play(self) -> None:
        """Lay a play that the player could make; nothing is ended by it."""

    def end_turn(self) -> None:
        """Make the move that the table stands for."""
        if self.carry is not None:
            self.drop()
        move = self.draft.move()
        if move is None:
            self.refuse(self.nothing_laid())
            return
        broken = self._broken_pile()
        if broken is not None:
            self._show_broken(broken)
            return
        self.play(move)

    def _broken_pile(self) -> DraftPile | None:
        """The first pile that may not lie as it does."""
        worst = (Health.BROKEN, Health.SHORT)
        for health in worst:
            for pile in self.lay.piles:
                if self.verdicts[pile.key].health is health:
                    return pile
        return None

    def _show_broken(self, pile: DraftPile) -> None:
        """Put the focus on a pile and say what is wrong with it."""
        if pile.pieces:
            self.focus_on(pile.pieces[0].key)
        self.refuse(why_not(self.verdicts[pile.key], len(pile.pieces)))

    # Looking.

    def look_at(self, pile: DraftPile, card: int) -> None:
        """Say how a pile stands."""
        self.message = why_not(self.verdicts[pile.key], len(pile.pieces))
        self.stale = True

    def pick(self, card: int) -> None:
        """Choose a card of the hand, or leave it again: picked ones are fitted in."""
        self.picked ^= {card}
        self.stage.audio.play("lift" if card in self.picked else "back")
        self.make_room()

    # The hand.

    def sort_hand(self) -> None:
        """Order the hand another way."""
        if self._owner is None or self.carry is not None:
            return
        order = self.orders.get(self._owner, HandOrder()).next()
        self.orders[self._owner] = order
        keys = [piece.key for piece in self.ordered(self.draft).order]
        self.history = self.history.order_hand(keys)
        self.changed()
        self.message = {
            Sort.SUIT: _("Your hand lies by suit."),
            Sort.RANK: _("Your hand lies by rank."),
            Sort.OWN: _("Your hand lies as you have put it."),
        }[order.sort]
