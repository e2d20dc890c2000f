"""Piles that fall into two melds by themselves."""

from __future__ import annotations

import pytest

from game.core.rummy.draft import parted, two_melds
from game.core.rummy.melds import book_for
from game.core.session import Session
from tests.core.clay import Clay


@pytest.mark.parametrize(
    ("game", "pile", "halves"),
    [
        ("socki", "5F 6F 7F 7F 8F 9F", "5F 6F 7F / 7F 8F 9F"),
        ("socki", "12P HP 1P 1P 2P 3P", "12P HP 1P / 1P 2P 3P"),
        ("socki", "11L 12L HL HL 1L 2L", "11L 12L HL / HL 1L 2L"),
        ("socki", "1B 2B 3B 11B 12B HB", "1B 2B 3B / 11B 12B HB"),
        ("rockit", "QH KH AH AH 2H 3H", "QH KH AH / AH 2H 3H"),
        ("rockit", "QH KH JK=AH AH 2H 3H", "QH KH AH / AH 2H 3H"),
        ("rockit", "6H 6S 6D 6H 6S 6C", "6H 6S 6D / 6H 6S 6C"),
        ("socki", "5F 6F 7F 7F 8F", ""),
        ("socki", "7P 7F 7B 8P 9P 10P", ""),
        ("rockit", "6H 6S 6D 6H 6S", ""),
    ],
)
def test_the_two_melds_of_a_pile(game: str, pile: str, halves: str) -> None:
    book = book_for(game, Session.new(game, seed=1).options)
    found = two_melds(book, tuple(pile.split()))
    assert (found is not None) == bool(halves)
    if found is None:
        return
    assert all(book.is_meld(half) for half in found)
    assert sorted([*found[0], *found[1]]) == sorted(pile.split())
    faces = {frozenset(card.rpartition("=")[2] for card in half) for half in found}
    assert faces == {frozenset(half.split()) for half in halves.split(" / ")}


def test_without_the_circle_nothing_wraps() -> None:
    options = Session.new("socki", seed=1, options={"happy_mode": "low"}).options
    assert two_melds(book_for("socki", options), ("12P", "HP", "1P", "1P", "2P", "3P")) is None


def test_a_pile_that_wraps_parts_in_the_draft_and_is_one_step() -> None:
    clay = Clay("socki", "table=12P,HP,1P,2P,3P hands=1P,9L/1L")
    pile = clay.pile("HP")
    clay.add(clay.held("1P"), pile)
    assert [verdict.health for verdict in clay.draft.verdicts().values()] == ["broken"]
    after = parted(clay.draft, pile.key)
    assert sorted(after.table) == [("12P", "HP", "1P"), ("1P", "2P", "3P")]
    assert after.whole
    assert pile.key in [one.key for one in after.piles]
    assert parted(after, pile.key) == after
