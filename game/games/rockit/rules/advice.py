"""What RockIt to Destiny has to say when advice is asked: see `game.core.rummy.advice`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.core.cards import JOKER
from game.core.game import Observation, Refusal
from game.core.rummy.advice import Adviser, Nearest, Position, bare, without_card
from game.core.rummy.melds import Pile
from game.core.rummy.table import Table, canonical, with_pile
from game.games.rockit.rules.coming import progress
from game.games.rockit.rules.observed import observed
from game.games.rockit.rules.plays import GAME, POINTS, Code, HouseRules, laid_cards, trick_points

MOST_LACKING = 3
"""A trick that lacks more than so many cards is not near."""


class RockItAdviser:
    """The `Adviser` of RockIt."""

    def refusal(self, position: Position, table: Table) -> Refusal | None:
        """Why the turn may not leave this table behind by coming in, a play, or a draw that keeps it."""
        house = HouseRules.of(position.options)
        old = canonical(GAME, position.table)
        if not position.inside:
            tricks = Counter(table)
            tricks.subtract(old)
            if min(tricks.values(), default=0) < 0:
                return Refusal(Code.NOT_IN)
            return house.come_refusal(position.hand, tuple(tricks.elements()))
        if house.keeps_board and old != table and not laid_cards(old, table):
            return house.keep_refusal(old, position.hand, table)
        return house.play_refusal(old, position.hand, table)

    def few(self, position: Position) -> Sequence[Table] | None:
        """Whoever is not in comes in with one trick."""
        if position.inside:
            return None
        old = canonical(GAME, position.table)
        tricks = HouseRules.of(position.options).comings(position.hand)
        return [with_pile(GAME, old, trick) for trick in tricks]

    def goes_on(self, position: Position) -> bool:
        """Whether a play may follow coming in."""
        return not position.inside and HouseRules.of(position.options).goes_on

    def everything(self, position: Position) -> bool:
        """Nobody has to lay all that can be laid."""
        return False

    def points(self, position: Position) -> tuple[int, int] | None:
        """What the trick to come in with is worth so far, by `progress`, and has to be."""
        if position.inside:
            return None
        needed = HouseRules.of(position.options).coming_in
        own, old = Counter(position.now), Counter(canonical(GAME, position.table))
        found = progress(position.book, tuple((own - old).elements()), needed, mixed=bool(old - own))
        return found.points, needed

    def ending(self, seen: Observation) -> str:
        """Whoever has just come in does not draw, but says RockIt (rules.md, Your turn)."""
        return "rockit" if observed(seen)["came"] else without_card(seen)

    def nearest(self, position: Position) -> Nearest | None:
        """The trick that lacks the fewest cards, of equal ones the fewest points, that can still be drawn."""
        needed = 0 if position.inside else HouseRules.of(position.options).coming_in
        own = [card for card in position.hand if card != JOKER]
        seen = Counter(own) + bare(position.table)
        gone = {card for card, copies in seen.items() if copies >= position.options.number("decks")}
        for more in range(1, MOST_LACKING + 1):
            # A joker more is a card less that the hand needs to have.
            tricks = [_lacking(trick) for trick in position.book.melds_from(own + [JOKER] * more)]
            found = [
                near for near in tricks
                if len(near.lacks) == more and len(near.cards) > 1 and not gone.intersection(near.lacks)
                and trick_points((*near.cards, *near.lacks)) >= needed
            ]  # fmt: skip
            if found:
                return min(found, key=_far)
        return None


def _lacking(trick: Pile) -> Nearest:
    """A trick with jokers for what the hand lacks."""
    cards = tuple(card for card in trick if not card.startswith(JOKER))
    return Nearest(cards, tuple(card.removeprefix(f"{JOKER}=") for card in trick if card.startswith(JOKER)))


def _far(near: Nearest) -> tuple[int, int, Pile]:
    return sum(POINTS[card] for card in near.lacks), -len(near.cards), near.cards


ADVISER: Adviser = RockItAdviser()
