"""Quick answers about kinds and runs, beside the exact arranger on positions of matches."""

from collections.abc import Iterator

import pytest

from game.bots.arena import bot_move
from game.core.rummy import Hand, MaskSolver, all_fit, best_play, packed
from game.core.rummy._worlds import in_runs, strain
from game.core.rummy.melds import book_for, meld_book
from game.core.session import Session
from tests.scale import scaled

BOOK = meld_book("rockit")


def cards(text: str) -> Hand:
    return packed(BOOK, text.split())


def positions(decks: int) -> Iterator[tuple[list[list[str]], list[str]]]:
    for seed in range(scaled(2)):
        session = Session.new("rockit", 2, seed, {"decks": decks})
        while (seat := session.to_move) is not None:
            seen = session.observe(seat)
            yield seen["table"], seen["hand"]
            session.play(bot_move(session, "normal", seed))


@pytest.mark.parametrize("decks", [1, 2])
def test_no_way_is_invented_and_none_of_single_cards_is_overlooked(decks: int) -> None:
    plain = 0
    for table, hand in positions(decks):
        book = book_for("rockit", {})
        lying, held = packed(book, [card for pile in table for card in pile]), packed(book, hand)
        best = best_play("rockit", table, hand, {}).value
        laid = MaskSolver().ask(lying, held, held.size)
        most = 0 if laid is None else len(hand) - laid.lost
        jokers = held.jokers or any("=" in card for pile in table for card in pile)
        if laid is not None and len(laid.wild) == held.jokers:
            assert most <= best
        if not jokers and not (lying.twice | held.twice | lying.once & held.once):
            plain += 1
            assert most == best
            assert all_fit(lying, held) == (best == len(hand))
    assert plain > 5


def test_rows_go_round_the_circle() -> None:
    assert in_runs(cards("QD KD AD").once).bit_count() == 3
    assert in_runs(cards("QD KD AH 2H 5C 6C").once) == 0
    assert in_runs(cards("KS AS 2S 3S 9S 10S").once).bit_count() == 4


def test_cards_that_are_there_twice() -> None:
    lane = cards("3D 4D 5D")
    assert strain(lane.once, 0) is None
    assert strain(lane.once, cards("3D 4D 5D").once) is None
    assert strain(lane.once, cards("4D").once) is not None
    assert all_fit(cards("3D 4D 5D 6D"), cards("4D 5D 6D"))
    assert not all_fit(cards("3D 4D 5D"), cards("4D"))


@pytest.mark.parametrize(
    ("table", "hand", "fits"),
    [
        ("7C 8C 9C", "10C", True),
        ("7C 8C 9C", "JC", False),
        ("7C 8C 9C", "JC JK", True),
        ("7C 8C 9C", "JC QC KD JK", False),
        ("7C 8C 9C", "KD KH JK", True),
        ("7C 8C 9C 10C", "7D 7H", True),
        ("7C 8C 9C", "7D 7H", False),
        ("-", "2D 3D 9H JK JK", False),
        ("-", "2D 3D 9H 9S JK JK", True),
    ],
)
def test_a_whole_hand(table: str, hand: str, *, fits: bool) -> None:
    assert all_fit(cards(table) if table != "-" else Hand(), cards(hand)) is fits


def test_what_stays_in_hand_is_told() -> None:
    hand = cards("10C 2D KH")
    laid = MaskSolver().ask(cards("7C 8C 9C"), hand, hand.size)
    assert laid is not None
    assert hand.less(laid.once, laid.twice, 0) == cards("10C")
