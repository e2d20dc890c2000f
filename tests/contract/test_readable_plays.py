"""Plays of the rummies' bots that open a pile without need: none.

A pile is opened if its cards are not part of one new pile. That is without need if the same cards can be laid
with fewer opened piles; for easy and normal, which weigh no other cards, also if as many other cards can. The
minimum is that of an integer program (`fewest_opened`). In a soak it is a count over 200 matches.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from game.bots.match_runner import bot_move
from game.core.cards import JOKER
from game.core.options import Options
from game.core.rummy import disturbance
from game.core.rummy.melds import book_for
from game.core.rummy.table import Table, added_cards, canonical, read_piles
from game.core.search import BudgetPolicy
from game.core.session import Session
from tests.core.rummy_oracle import fewest_opened
from tests.sampling import sample_size

COUNTING_LEVELS = ("easy", "normal")
RULES: dict[str, tuple[dict[str, object], ...]] = {
    "socki": ({"target": 0}, {"target": 0, "must_play": "honour"}),
    "rockit": ({}, {"must_play": True}),
}


@dataclass(frozen=True)
class ObservedPlay:
    """A play that moved cards of the table."""

    game: str
    options: Options
    old: Table
    new: Table
    hand: list[str]

    @property
    def opened(self) -> int:
        return disturbance(book_for(self.game, self.options), self.old, self.new)[0]

    @property
    def takes_joker(self) -> bool:
        """True if a joker of the table stands for another card afterwards; the program knows no such play."""
        jokers = [
            Counter(card for pile in table for card in pile if card.startswith(JOKER))
            for table in (self.old, self.new)
        ]
        return bool(jokers[0] - jokers[1])

    def needed(self, level: str) -> int:
        """Number of piles that have to be opened for the same cards or, by level, as many."""
        cards = list(added_cards(self.old, self.new))
        plain = [card for card in self.hand if card != JOKER]
        hand = plain if level in COUNTING_LEVELS and JOKER not in cards else cards
        return fewest_opened(self.game, self.old, hand, self.options, len(cards))


def observed_plays(game: str, level: str, number: int) -> Iterator[ObservedPlay]:
    """Yield the plays of a match between bots of a level."""
    session = Session.new(game, 2 + number % 3, number, RULES[game][number % 2])
    while (seat := session.to_move) is not None:
        seen, move = session.observe(seat), bot_move(session, level, number, BudgetPolicy(nodes=12))
        if move.startswith("play"):
            old, new = (
                tuple(map(tuple, seen["table"])),
                canonical(game, read_piles(move.removeprefix("play "))),
            )
            yield ObservedPlay(game, session.options, old, new, seen["hand"])
        session.play(move)


@pytest.mark.parametrize("number", range(sample_size(2, 25)))
@pytest.mark.parametrize("level", ["easy", "normal", "hard", "master"])
@pytest.mark.parametrize("game", RULES)
def test_bot_opens_no_pile_without_need(game: str, level: str, number: int) -> None:
    plays = list(observed_plays(game, level, number))
    assert plays
    opening = [play for play in plays if play.opened and not play.takes_joker]
    assert not [play for play in opening if play.opened > play.needed(level)]
