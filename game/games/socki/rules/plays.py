"""What may be played in SOCKI: the house rules that bear on a play, and why one is refused (rules.md, Piles).

Nothing here needs more than the table and one hand, so that rules and bots ask the same questions.

The rummy that SOCKI is (rules.md, Cards).

What SOCKI has to say when advice is asked: see `game.core.rummy.advice`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.core.cards import Pack, missing, without
from game.core.game import Observation, Refusal
from game.core.options import Options
from game.core.rummy.advice import Adviser, Nearest, Position, without_card
from game.core.rummy.arrange import RummyHouse
from game.core.rummy.melds import RummyVariety, book_for
from game.core.rummy.table import Pile, Table, changes, differing, single_plays
from game.games.socki.rules.events import read

GAME = "socki"


class Code(StrEnum):
    """Why a move is refused."""

    NO_SUCH_CARD = "no_such_card"
    SHORT_PILE = "short_pile"
    NOT_A_PILE = "not_a_pile"
    TABLE_CARD_MISSING = "table_card_missing"
    NOT_IN_HAND = "not_in_hand"
    NOTHING_PLAYED = "nothing_played"
    OPENING_THREE = "opening_three"
    MORE_TO_PLAY = "more_to_play"
    MUST_PLAY = "must_play"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"


@dataclass(frozen=True, slots=True)
class HouseRules(RummyHouse):
    """The house rules of a match, as its plays need them (rules.md, House rules)."""

    must_play: bool
    """Drawing and passing are refused while a play exists."""
    play_all: bool
    """A play is refused while another could follow it."""
    opening_three: bool
    """The first play of a hand lays exactly three cards."""

    @classmethod
    def of(cls, options: Options) -> HouseRules:
        """The house rules that these options stand for."""
        return cls(
            options,
            book_for(GAME, options),
            must_play=options.word("must_play") == "strict",
            play_all=options.word("play_all") == "strict",
            opening_three=options.word("opening") == "exactly_three",
        )

    def play_refusal(self, table: Table, hand: Pile, new: Table) -> Refusal | None:
        """Why the hand may not make the new table out of the old one (rules.md, Your turn)."""
        for pile in differing(table, new)[1]:  # what lay there as it is was legal when it was laid
            if not self.book.is_meld(pile):
                return self._pile_refusal(pile)
        played, gone = changes(table, new)
        if gone:
            return Refusal(Code.TABLE_CARD_MISSING, {"cards": list(gone)})
        if strange := missing(played, hand):
            return Refusal(Code.NOT_IN_HAND, {"cards": list(strange)})
        if not played:
            return Refusal(Code.NOTHING_PLAYED)
        if not table and self.opening_three:
            return None if len(played) == 3 else Refusal(Code.OPENING_THREE, {"played": len(played)})
        if self.play_all and self.can_play(new, without(hand, played)):
            return Refusal(Code.MORE_TO_PLAY)
        return None

    def simple_plays(self, table: Table, hand: Pile) -> Iterator[Table]:
        """The tables after each legal play of one new pile, or of one card added to a pile.

        See rules.md, Piles.
        """
        limited = self.play_all or (self.opening_three and not table)
        for new in single_plays(self.book, table, hand):
            if not limited or self.play_refusal(table, hand, new) is None:
                yield new

    def _pile_refusal(self, pile: Pile) -> Refusal:
        unknown = [card for card in pile if card not in self.book.pack.place]
        if unknown:
            return Refusal(Code.NO_SUCH_CARD, {"cards": unknown})
        if len(pile) < 3:
            return Refusal(Code.SHORT_PILE, {"pile": list(pile)})
        return Refusal(Code.NOT_A_PILE, {"pile": list(pile)})


PACK = Pack("PFBL", (*(str(number) for number in range(1, 13)), "H"))
VARIETY = RummyVariety(
    game="socki",
    pack=PACK,
    sets_repeat_suits=True,
    options=frozenset({"happy_mode", "opening"}),
    adviser="game.games.socki.rules.plays:ADVISER",
    best="game.games.socki.bot.advice:idea",
    read=read,
)


class SockiAdviser:
    """The `Adviser` of SOCKI."""

    def refusal(self, position: Position, table: Table) -> Refusal | None:
        """Why the turn may not end with this table."""
        return HouseRules.of(position.options).play_refusal(position.table, position.hand, table)

    def few(self, position: Position) -> Sequence[Table] | None:
        """An opening of exactly three cards is one pile of three (rules.md, House rules)."""
        if position.table or not HouseRules.of(position.options).opening_three:
            return None
        return [(meld,) for meld in position.book.melds_from(position.hand) if len(meld) == 3]

    def goes_on(self, position: Position) -> bool:
        """A play ends the turn."""
        return False

    def everything(self, position: Position) -> bool:
        """As the house rule ``play_all`` says (rules.md, House rules)."""
        return HouseRules.of(position.options).play_all

    def points(self, position: Position) -> tuple[int, int] | None:
        """There is nothing to reach."""
        return None

    def ending(self, seen: Observation) -> str:
        """A turn without a card draws one, or passes where none is left (rules.md, Your turn)."""
        return without_card(seen)

    def nearest(self, position: Position) -> Nearest | None:
        """Any pile may lack a card, with so many cards on the table: none is named."""
        return None


ADVISER: Adviser = SockiAdviser()
