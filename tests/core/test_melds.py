"""Legal piles, their reading, and the cards that fit them (RULES.md, SOCKI 1.4 and ROCKIT 4.4)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rummy.melds import book_for, meld_book
from game.games.rockit.rules.state import PACK as ROCKIT_PACK
from game.games.socki.rules.state import PACK as SOCKI_PACK
from tests.core.rummy_oracle import all_melds, face
from tests.core.rummy_oracle import text as written
from tests.sampling import sample_size

MODES = ("wrap", "both", "high", "low")


@pytest.mark.parametrize(
    ("pile", "legal"),
    [
        ("11P 12P HP", "wrap both high"),
        ("HP 1P 2P", "wrap both low"),
        ("2L 1L HL 12L 11L", "wrap"),
        ("12F HF 1F", "wrap"),
        ("HP HB HL", "wrap both high low"),
        ("1B 2B 3B 4B 5B 6B 7B 8B 9B 10B 11B 12B HB", "wrap both high low"),
        ("7F 7F 7B 7B", "wrap both high low"),
        ("7P 7P 7F 7F 7B 7B 7L 7L", "wrap both high low"),
        ("5P 5B HP", ""),
        ("5P 6P HP", ""),
        ("5P 6P 7B", ""),
        ("1P 2P", ""),
        ("3P 4P 4P 5P", ""),
        ("5P 5B JK", ""),
        ("5P 6P 77P", ""),
        ("", ""),
    ],
)
def test_socki_piles_are_judged(pile: str, legal: str) -> None:
    for mode in MODES:
        assert meld_book("socki", mode).is_meld(pile.split()) == (mode in legal.split()), mode


@pytest.mark.parametrize(
    ("pile", "legal"),
    [
        ("7D 8D 9D", True),
        ("3D 3H 3S", True),
        ("2H KH AH", True),
        ("7H 7H 7S", False),
        ("7H 7S", False),
        ("AD 2D JK=3D 4D", True),
        ("JK=3D JK=4D JK=5D", True),
        ("3D 3H JK=3S", True),
        ("3D 3H JK=3H", False),
        ("3D 3H JK", False),
        ("3D 3H 3S 3C JK=3C", False),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", True),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK=AS", False),
    ],
)
def test_rockit_tricks_are_judged(pile: str, *, legal: bool) -> None:
    assert meld_book("rockit").is_meld(pile.split()) == legal


@pytest.mark.parametrize(
    ("game", "mode", "pile", "reading"),
    [
        ("socki", "wrap", "2L 12L HL 11L 1L", "11L 12L HL 1L 2L"),
        ("socki", "low", "2L HL 1L", "HL 1L 2L"),
        (
            "socki",
            "low",
            "HB 1B 2B 3B 4B 5B 6B 7B 8B 9B 10B 11B 12B",
            "HB 1B 2B 3B 4B 5B 6B 7B 8B 9B 10B 11B 12B",
        ),
        (
            "socki",
            "wrap",
            "HB 12B 1B 2B 3B 4B 5B 6B 7B 8B 9B 10B 11B",
            "1B 2B 3B 4B 5B 6B 7B 8B 9B 10B 11B 12B HB",
        ),
        ("socki", "wrap", "7B 7F 7B 7P", "7P 7F 7B 7B"),
        ("rockit", "wrap", "AS JK=KS QS", "QS JK=KS AS"),
        ("rockit", "wrap", "QC JK=QH QD", "QD JK=QH QC"),
        ("socki", "wrap", "3P 1P HF", "1P 3P HF"),
    ],
)
def test_melds_have_a_reading_order(game: str, mode: str, pile: str, reading: str) -> None:
    assert meld_book(game, mode).sort_pile(pile.split()) == tuple(reading.split())


def test_table_order_does_not_depend_on_the_notation() -> None:
    book = meld_book("rockit")
    table = [["9S", "9H", "JK=9D"], ["4D", "3D", "2D"]]
    other = [["2D", "4D", "3D"], ["JK=9D", "9S", "9H"]]
    assert book.ordered_table(table) == book.ordered_table(other)
    assert book.ordered_table(table) == (("2D", "3D", "4D"), ("JK=9D", "9H", "9S"))


@pytest.mark.parametrize(
    ("game", "card", "pile", "texts"),
    [
        ("socki", "4P", "1P 2P 3P", "4P"),
        ("socki", "HP", "1P 2P 3P", "HP"),
        ("socki", "4F", "1P 2P 3P", ""),
        ("socki", "7F", "7F 7B 7B", "7F"),
        ("rockit", "10C", "7C 8C 9C", "10C"),
        ("rockit", "7D", "7C 7H 7D", ""),
        ("rockit", "JK", "7C 8C 9C", "JK=6C JK=10C"),
        ("rockit", "JK", "QS KS AS", "JK=2S JK=JS"),
        ("rockit", "JK", "3D 3H 3C", "JK=3S"),
        ("rockit", "JK", "3D 3H 3C 3S", ""),
        ("rockit", "4D", "AD 2D JK=3D", "4D"),
        ("rockit", "4D", "", ""),
    ],
)
def test_fitting_cards_of_a_pile_are_found(game: str, card: str, pile: str, texts: str) -> None:
    assert meld_book(game).fitting_texts(card, pile.split()) == tuple(texts.split())


def test_joker_in_a_new_meld_replaces_only_missing_cards() -> None:
    piles = meld_book("rockit").melds_from(["3D", "4D", "5D", "JK"])
    assert ("3D", "4D", "5D") in piles
    assert ("3D", "4D", "5D", "JK=6D") in piles
    assert not any("JK=4D" in pile for pile in piles)


@settings(derandomize=True, max_examples=sample_size(60), deadline=None)
@given(st.sampled_from(MODES), st.lists(st.sampled_from(SOCKI_PACK.deck(2)), max_size=9, unique_by=id))
def test_socki_melds_from_a_hand_are_complete(mode: str, hand: list[str]) -> None:
    held = Counter(face("socki", card) for card in hand)
    wanted = [meld for meld in all_melds("socki", mode) if not Counter(meld) - held]
    book = meld_book("socki", mode)
    found = [tuple(sorted(face("socki", card) for card in pile)) for pile in book.melds_from(hand)]
    assert sorted(found) == sorted(wanted)


@settings(derandomize=True, max_examples=sample_size(60), deadline=None)
@given(st.lists(st.sampled_from(ROCKIT_PACK.deck(1)), max_size=8, unique=False))
def test_rockit_melds_from_a_hand_are_complete(hand: list[str]) -> None:
    held = {face("rockit", card) for card in hand if card != "JK"}
    jokers = hand.count("JK")
    wanted = {
        tuple(
            sorted(written("rockit", one) if one in held else f"JK={written('rockit', one)}" for one in meld)
        )
        for meld in all_melds("rockit")
        if len(set(meld) - held) <= jokers
    }
    found = [tuple(sorted(pile)) for pile in meld_book("rockit").melds_from(hand)]
    assert len(found) == len(set(found))
    assert set(found) == wanted


@settings(derandomize=True, max_examples=sample_size(150), deadline=None)
@given(st.sampled_from(["socki", "rockit"]), st.sampled_from(MODES), st.integers(0, 10**6))
def test_melds_agree_with_the_list(game: str, mode: str, number: int) -> None:
    melds = all_melds(game, mode)
    shuffled = Random(number).sample(melds[number % len(melds)], len(melds[number % len(melds)]))
    book = meld_book(game, mode)
    cards = [written(game, one) for one in shuffled]
    assert book.is_meld(cards)
    legal = set(melds)
    for card in book.pack.cards:
        more = tuple(sorted((*shuffled, face(game, card))))
        assert bool(book.fitting_texts(card, cards)) == (more in legal)


def test_books_read_only_the_options_they_need() -> None:
    assert book_for("socki", {"happy_mode": "low", "joker_in_kind": "?", "x": 1}) is meld_book("socki", "low")
    assert book_for("rockit", {"happy_mode": "?"}) is meld_book("rockit")
    assert book_for("rockit", {"joker_in_kind": "any_missing"}).joker_in_kind == "any_missing"
    for game, options in (
        ("chess", {}),
        ("socki", {"happy_mode": "up"}),
        ("rockit", {"joker_in_kind": "no"}),
    ):
        with pytest.raises(ValueError, match=r"\."):
            book_for(game, options)
