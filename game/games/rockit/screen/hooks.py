"""Differences of RockIt from other rummy games on the screen: coming in, jokers, and texts for both.

A joker on the table represents a card, and can be taken by paying that card for it. The call "RockIt!" is in
`calls`, the big rocket for going out in `liftoff`.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Event
from game.core.rummy.draft import Draft, DraftPile, Piece
from game.core.rummy.meld_check import MeldStatus
from game.games.rockit.match_text import (
    cards_left,
    coming_in,
    event_sentence,
    joker_kept,
    joker_pays,
    joker_taken,
)
from game.games.rockit.phone_adapter import RockItTurnEndPolicy
from game.games.rockit.rules.events import GameEnded, RockItHappening, as_event, as_observation
from game.games.rockit.rules.state import ComeInProgress, ComeInStatus, progress
from game.games.rockit.screen.theme import MissionControl
from game.i18n import _, plural
from game.ui.core.input import InputAction
from game.ui.match.context import ViewContext, ViewMode
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.table_state import NEW_PILE, TableState
from game.ui.rummy.theme import PileBorder, SideButton, StatusColumn, ValidityIndicator


def joker_of(table: TableState) -> Piece | None:
    """Joker of the board that the carried card would free at its drop target, or None."""
    carry = table.carry
    if carry is None or carry.target.pile in (None, NEW_PILE):
        return None
    return _freed_joker(table, carry.target.pile)


def _freed_joker(table: TableState, pile: int | None) -> Piece | None:
    """Joker that the carried card would free on the pile of this key, not its own. None if none."""
    carry, carried = table.carry, table.lay.carried
    if carry is None or len(carried) != 1 or not carried[0].is_from_hand or pile == carry.home.pile:
        return None
    jokers = [piece for piece in table.draft.pile(pile or 0).pieces if piece.joker and not piece.is_from_hand]
    payable = (
        joker
        for joker in jokers
        if carried[0].key in [piece.key for piece in table.draft.joker_replacements(joker.key)]
    )
    return next(payable, None)


def joker_guide(table: TableState, *, free: bool) -> str:
    """Translated hint on a carried board joker, paying for one, or one paid but in no valid trick. Maybe "".

    ``free`` is True if the observer is to move and no animation is running.
    """
    carry, carried = table.carry, table.lay.carried
    kept_faces = [piece.face for piece in carried if piece.joker and not piece.is_from_hand and piece.face]
    if kept_faces:
        return joker_kept(kept_faces[0])
    if carry is not None:
        return joker_pays(carried[0].text) if joker_of(table) else ""
    if not free:
        return ""
    # On the board a joker keeps its card, so one with another card was paid for in this turn.
    faces = {piece.key: piece.face for pile in table.draft.start for piece in pile.pieces if piece.joker}
    is_paid = any(
        faces.get(piece.key, piece.face) != piece.face
        for pile in table.lay.piles if table.verdicts[pile.key].status is not MeldStatus.VALID
        for piece in pile.pieces
    )  # fmt: skip
    return joker_taken() if is_paid else ""


class RockItHooks(RummyHooks):
    """Hooks of RockIt. They track who has visibly come in, and the progress of coming in."""

    in_one_go = 3  # a player who goes out lays at least a trick

    def __init__(self, context: ViewContext) -> None:
        options = context.session.options
        theme = MissionControl(
            mixed=options.get_str("card_backs") == "different",
            packs=options.get_int("decks"),
            best_of=options.get_int("best_of"),
        )
        super().__init__(context, theme, RockItTurnEndPolicy(options))
        self.came_in = [False] * len(context.seats)
        self.closing: GameEnded | None = None  # end of a game, while the big rocket leaves

    @property
    def needed_points(self) -> int:
        """Points required to come in."""
        return self.context.session.options.get_int("coming_in_points")

    def coming(self, table: TableState) -> ComeInProgress:
        """Progress of the trick to come in with. Before any card is laid, of the picked cards."""
        piles = table.draft.piles
        own_piles = [
            pile.texts for pile in piles if pile.pieces and all(piece.is_from_hand for piece in pile.pieces)
        ]
        picked = table.picked | {piece.key for piece in table.lay.carried}
        picked_cards = tuple(
            piece.text for piece in (*table.lay.hand, *table.lay.carried) if piece.key in picked
        )
        if picked_cards and not own_piles:
            own_piles = [picked_cards]
        mixed = sum(map(len, own_piles)) < len(table.draft.laid_pieces)
        return progress(table.book, own_piles, self.needed_points, mixed=mixed)

    def came(self, table: TableState) -> bool:
        """True if the observer is to move and has come in during this turn."""
        return bool(as_observation(table.seen)["came"]) and table.is_mine()

    def may_come(self, table: TableState) -> bool:
        """True if the observer is to move and has not come in, and no animation is running."""
        return self.context.current_animation is None and table.is_mine() and not table.draft.has_come_in

    def explains(self, table: TableState) -> bool:
        """True if the empty board explains coming in: the observer may come in now and carries nothing."""
        return self.may_come(table) and not table.lay.piles and table.carry is None

    def ending_move(self, table: TableState) -> str:
        """``rockit`` if the observer came in this turn, changed nothing since and carries nothing, or ""."""
        return "rockit" if self.came(table) and table.carry is None and not table.draft.is_changed else ""

    def refuse_draw(self, table: TableState) -> str:
        """Translated refusal to draw if the observer came in during this turn; else empty."""
        return _("You came in this turn, so you can't draw. Say RockIt!") if self.came(table) else ""

    def may_draw(self, table: TableState) -> bool:
        """True unless the observer has come in during this turn."""
        return not self.came(table)

    def refuse_lift(self, table: TableState, keys: Sequence[int]) -> str:
        """Translated refusal to lift cards of the board before coming in; empty if they may be lifted."""
        key_set = set(keys)
        if not table.draft.has_come_in and any(
            not p.is_from_hand for p in table.lay.pieces() if p.key in key_set
        ):
            return _("Come in first. Until then, you can't change the board.")
        return ""

    def payable(self, table: TableState) -> DraftPile | None:
        """First pile on which the carried card would free a joker. None if there is none."""
        return next((pile for pile in table.draft.piles if _freed_joker(table, pile.key) is not None), None)

    def paid(self, table: TableState) -> tuple[Draft, int] | None:
        """Draft after the carried card freed a joker at its target, and the joker's key. None if none."""
        joker, carry = joker_of(table), table.carry
        if joker is None or carry is None:
            return None
        # The carried card takes the joker's place.
        order = [pile.key for pile in table.draft.piles]
        place = order.index(carry.target.pile or 0) + 1
        return table.draft.swap_joker(joker.key, table.lay.carried[0].key, place), joker.key

    def news_of(self, event: Event, owner: int | None) -> str:
        """Translated sentence on an event for the seat ``owner`` (None: spectators). "" at the match end."""
        return event_sentence(event, [seat.name for seat in self.context.seats], owner)

    def pile_words(self) -> tuple[str, str, str]:
        """Translated words for a pile and for a new pile, and the question "Which trick?"."""
        return _("Next trick"), _("New trick"), _("Which trick?")

    def pile_hint(self, *, joins: bool) -> str:
        """Translated hint that the cards join a trick of the table (``joins``), or make a new one."""
        if joins:
            return _("That makes one trick with the cards marked on the table.")
        return _("They make a separate trick.")

    def look_word(self, table: TableState, card: int) -> str:
        """Label of Look on a card: "Other card" for a joker that may represent several, else as usual."""
        joker = next(piece.joker for piece in table.lay.pieces() if piece.key == card)
        is_free = joker and len(table.draft.joker_options(card)) > 1
        return _("Change card") if is_free else super().look_word(table, card)

    def sitter_line(self, table: TableState, seat: int) -> tuple[str, bool | None]:
        """Line below a seat's name (in or not, gone out, or games won), and True if the seat has come in."""
        is_in = self.came_in[seat]
        line = (
            _("not in yet")
            if not is_in
            else _("went out")
            if not table.counts[seat]
            else _("you're in")
            if seat == table.owner and self.context.mode is not ViewMode.FILM
            else _("has come in")
        )
        if self.context.session.options.get_int("best_of") > 1 and table.totals[seat]:
            wins_text = plural("{n} game won", "{n} games won", table.totals[seat])
            line = wins_text.format(n=table.totals[seat])
        return line, is_in

    def left_over(self, cards: Sequence[str]) -> str:
        """Translated text with the number of cards left in a hand; empty with large text."""
        # In large text the words would cover the cards, whose number is on each plate.
        return "" if self.context.app.text_scale > 1.5 else cards_left(cards)

    def meter(self, table: TableState) -> tuple[int, int] | None:
        """Points for coming in: (reached, required). None for spectators, once in, and between games."""
        if table.owner is None or table.draft.has_come_in or self.closing is not None or self.takes:
            return None
        return self.coming(table).points, self.needed_points

    def validity_indicator(
        self, table: TableState, lamp: ValidityIndicator, label: str
    ) -> tuple[ValidityIndicator, str]:
        """Lamp and translated label: changed while the observer comes in or just has, else as given."""
        if not table.is_mine() or self.context.current_animation is not None or table.carry is not None:
            return lamp, label
        if not table.draft.has_come_in and table.draft.laid_pieces:
            coming = self.coming(table)
            # Valid tricks are not enough to come in; the points count too.
            if lamp is ValidityIndicator.WHOLE and coming.stage is not ComeInStatus.ENOUGH:
                lamp = ValidityIndicator.MENDABLE
            return lamp, coming_in(coming, self.needed_points, lost=lamp is ValidityIndicator.LOST)
        if (
            self.came(table) and not table.draft.is_changed and self.context.task is None
        ):  # a task says what to lay
            return ValidityIndicator.WHOLE, _("You're in. Play more, or say RockIt!")
        return lamp, label

    def status(self, table: TableState, status: StatusColumn, sentence: str) -> StatusColumn:
        """Status column: the given one, or with another text for jokers, coming in, a deal or a game end."""
        if self.closing is not None:
            return StatusColumn(ValidityIndicator.OFF, sentence)
        if self.takes:  # no play before the hands are dealt
            return StatusColumn(ValidityIndicator.OFF, "")
        if guide := joker_guide(table, free=table.is_mine() and self.context.current_animation is None):
            return StatusColumn(status.lamp, guide, status.meter)
        # What the helper says on the ledge is not repeated here, nor contradicted.
        if self.context.messages.helps and self.may_come(table):
            return StatusColumn(status.lamp, "", status.meter)
        if self.may_come(table) and not table.draft.laid_pieces:
            coming = self.coming(table)
            # The latest news come first, because meter and board show the rest.
            has_text = self.explains(table) and self.context.task is None
            says = coming.stage is not ComeInStatus.NOTHING or not (sentence or has_text)
            return StatusColumn(
                status.lamp, coming_in(coming, self.needed_points) if says else sentence, status.meter
            )
        return status

    def end_words(self, table: TableState) -> tuple[str, str, bool]:
        """Label ("RockIt!" or "Come in") and note of the end button, and True if the turn can end."""
        _word, note, ready = super().end_words(table)
        if table.draft.has_come_in:
            return _("RockIt!"), note, ready or (self.came(table) and not table.draft.is_changed)
        coming = self.coming(table)
        if table.draft.laid_pieces and not note and coming.stage is not ComeInStatus.ENOUGH:
            if coming.stage in (ComeInStatus.RUN, ComeInStatus.KIND):
                note = _("{points} of {needed}").format(points=coming.points, needed=self.needed_points)
            return _("Come in"), note, False
        return _("Come in"), note, ready

    def pile_border(self, table: TableState, pile: DraftPile, border: PileBorder) -> PileBorder:
        """The given border, but SHORT for a valid trick of hand cards that is not enough to come in."""
        is_own = all(piece.is_from_hand for piece in pile.pieces)
        lacks = is_own and self.may_come(table) and self.coming(table).stage is not ComeInStatus.ENOUGH
        return PileBorder.SHORT if lacks and border is PileBorder.WHOLE else border

    def side_buttons(self, table: TableState, buttons: list[SideButton]) -> list[SideButton]:
        """The given buttons; after coming in, drawing is disabled and the last one ends the turn."""
        if not self.came(table):
            return buttons
        drawing, back, end = buttons
        ready = self.end_words(table)[2]
        is_done = SideButton(
            InputAction.END_TURN,
            end.words,
            end.note,
            enabled=self.context.current_animation is None,
            main=ready,
        )
        return [SideButton(InputAction.SECONDARY, drawing.words, enabled=False), back, is_done]

    def read(self, event: Event) -> RockItHappening:
        return as_event(event)
