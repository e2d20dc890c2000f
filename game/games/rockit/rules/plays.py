"""What may be laid in RockIt: the house rules that bear on tricks, and why a trick or a board is refused.

Nothing here needs more than the board and one hand, so that rules and bots ask the same questions.

See rules.md, Tricks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from game.core.cards import JOKER, missing
from game.core.game import Refusal
from game.core.options import Options
from game.core.rummy.arrange import RummyHouse
from game.core.rummy.jokers import joker_fault
from game.core.rummy.melds import book_for
from game.core.rummy.table import Pile, Table, changes, differing, single_plays
from game.games.rockit.rules.variety import PACK

GAME = "rockit"
KIND_POINTS = 30
POINTS = {card: min(rank + 1, 10) for card, rank in PACK.rank.items()}


class Code(StrEnum):
    """Why a move is refused."""

    NO_SUCH_CARD = "no_such_card"
    JOKER_WITHOUT_FACE = "joker_without_face"
    SHORT_TRICK = "short_trick"
    NOT_A_TRICK = "not_a_trick"
    BOARD_CARD_MISSING = "board_card_missing"
    NOT_IN_HAND = "not_in_hand"
    NOTHING_PLAYED = "nothing_played"
    JOKER_FACE = "joker_face"
    JOKER_NOT_IN_NEW_TRICK = "joker_not_in_new_trick"
    NOT_IN = "not_in"
    ALREADY_IN = "already_in"
    ONE_TRICK = "one_trick"
    JOKER_COMING_IN = "joker_coming_in"
    TOO_FEW_POINTS = "too_few_points"
    ALREADY_PLAYED = "already_played"
    NOT_COME_THIS_TURN = "not_come_this_turn"
    MUST_PLAY = "must_play"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"
    BOARD_NOT_KEPT = "board_not_kept"
    DRAW_PLAYS_NOTHING = "draw_plays_nothing"


@dataclass(frozen=True, slots=True)
class HouseRules(RummyHouse):
    """The house rules of a match, as its plays need them (rules.md, House rules)."""

    must_play: bool
    """Drawing and passing are refused while something can be laid."""
    goes_on: bool
    """The turn goes on after coming in."""
    keeps_board: bool
    """A draw, or a pass, may leave a rearranged board behind."""
    coming_in: int
    """The points that a trick needs to come in."""

    @classmethod
    def of(cls, options: Options) -> HouseRules:
        """The house rules that these options stand for."""
        return cls(
            options,
            book_for(GAME, options),
            must_play=options.flag("must_play"),
            goes_on=options.flag("continue_after_coming_in"),
            keeps_board=options.flag("keep_rearranged_board"),
            coming_in=options.number("coming_in_points"),
        )

    def come_refusal(self, hand: Pile, tricks: Table) -> Refusal | None:
        """Why the hand may not come in with this (rules.md, Your turn)."""
        if len(tricks) != 1:
            return Refusal(Code.ONE_TRICK, {"tricks": len(tricks)})
        (trick,) = tricks
        if any(card.startswith(JOKER) for card in trick):
            return Refusal(Code.JOKER_COMING_IN)
        if not self.book.is_meld(trick):
            return self._trick_refusal(trick)
        if strange := missing(trick, hand):
            return Refusal(Code.NOT_IN_HAND, {"cards": list(strange)})
        if (points := trick_points(trick)) < self.coming_in:
            return Refusal(Code.TOO_FEW_POINTS, {"points": points, "needed": self.coming_in})
        return None

    def comings(self, hand: Pile) -> Iterator[Pile]:
        """Every trick with which the hand can come in (rules.md, Your turn)."""
        for trick in self.book.melds_from([card for card in hand if card != JOKER]):
            if trick_points(trick) >= self.coming_in:
                yield trick

    def play_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Why a hand that is in may not make the new board out of the old one (rules.md, Your turn)."""
        return self._board_refusal(table, hand, new) or (
            None if laid_cards(table, new) else Refusal(Code.NOTHING_PLAYED)
        )

    def keep_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Why a hand that is in may not leave this board behind and draw, or pass (rules.md, House rules)."""
        if not self.keeps_board:
            return Refusal(Code.BOARD_NOT_KEPT)
        if refusal := self._board_refusal(table, hand, new):
            return refusal
        laid = laid_cards(table, new)
        return Refusal(Code.DRAW_PLAYS_NOTHING, {"cards": list(laid)}) if laid else None

    def simple_plays(self, table: Table, hand: Pile) -> Iterator[Table]:
        """The boards after each play of one new trick, or of one card added to a trick.

        See rules.md, Your turn.
        """
        return single_plays(self.book, table, hand)

    def _board_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        for pile in differing(table, new)[1]:  # what lay there as it is was legal when it was laid
            if not self.book.is_meld(pile):
                return self._trick_refusal(pile)
        added, gone = changes(table, new)
        lost = [card for card in gone if "=" not in card]
        jokers = sum("=" in card for card in added) - sum("=" in card for card in gone)
        if lost or jokers < 0:
            return Refusal(Code.BOARD_CARD_MISSING, {"cards": lost + [JOKER] * -jokers})
        laid = [card for card in added if "=" not in card]
        if strange := missing([*laid, *(JOKER,) * jokers], hand):
            return Refusal(Code.NOT_IN_HAND, {"cards": list(strange)})
        changed = [card for card in gone if "=" in card]
        fault = joker_fault(self.book, table, new, laid) if changed else None
        return Refusal(Code(fault), {"jokers": changed}) if fault else None

    def _trick_refusal(self, trick: Pile) -> Refusal:
        if JOKER in trick:
            return Refusal(Code.JOKER_WITHOUT_FACE, {"trick": list(trick)})
        unknown = [card for card in trick if card not in self.book.pack.place]
        if unknown:
            return Refusal(Code.NO_SUCH_CARD, {"cards": unknown})
        if len(trick) < 3:
            return Refusal(Code.SHORT_TRICK, {"trick": list(trick)})
        return Refusal(Code.NOT_A_TRICK, {"trick": list(trick)})


def laid_cards(table: Table, new: Table) -> tuple[str, ...]:
    """The hand cards that a legal new board has more than the old one; jokers without their faces."""
    added, gone = changes(table, new)
    jokers = sum("=" in card for card in added) - sum("=" in card for card in gone)
    return (*(card for card in added if "=" not in card), *(JOKER,) * jokers)


def trick_points(trick: Pile) -> int:
    """What a trick without jokers is worth for coming in: any kind 30, a run its cards, the ace 1.

    See rules.md, Your turn.
    """
    if len({PACK.rank[card] for card in trick}) == 1:
        return KIND_POINTS
    return sum(POINTS[card] for card in trick)
