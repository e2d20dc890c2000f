"""A table of the same cards with fewer of them moved, from matches in which too much moved to be followed."""

import pytest

from game.core.rummy import best_play
from game.core.rummy.draft import card_moves
from game.core.rummy.melds import book_for
from game.core.rummy.table import Table, canonical, changes, read_piles


def table(text: str) -> Table:
    return canonical("socki", read_piles(text))


@pytest.mark.parametrize(
    ("old", "laid", "most"),
    [
        # Two runs that lay apart stay so: the happy cards come together, the 11 and the 12 go to theirs.
        ("12P 12B 12L | 11F 12F HF | 4B 5B 6B 7B | 11B 11L 11L | HB 1B 2B 3B", "HL", 4),
        ("1P 2P 3P 4P | 4P 5P 6P", "4F 4F", 1),
        # A set of five and two of four can spare a card; the runs need theirs.
        ("5F 5F 5P 5B 5B | 8P 8F 8L | 9P 9F 9F 9L | 10P 10F 10L 10L | 5L 6L 7L", "6F 7F", 1),
        ("4P 4F 4B 4L | 5P 5P 5F 5L | 7P 7F 7L | 5F 6F 7F | 4L 5L 6L", "6P", 2),
    ],
    ids=["four hands", "two runs", "five", "four"],
)
def test_no_more_cards_move_than_need_to(old: str, laid: str, most: int) -> None:
    book, before = book_for("socki", {}), table(old)
    after = canonical("socki", best_play("socki", before, laid.split(), {}).table)
    assert all(map(book.is_meld, after))
    assert sorted(changes(before, after)[0]) == sorted(laid.split())
    assert not changes(before, after)[1]
    assert len(card_moves(before, after)) - len(laid.split()) <= most
