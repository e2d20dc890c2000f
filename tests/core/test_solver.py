"""The exact solver against an integer program, and its unique table for the same cards laid."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rummy import (
    SolverInput,
    assistance,
    best_play,
    disturbance,
    good_play,
    minimize_moves,
    read_board,
)
from game.core.rummy._arranger import board_with_demands, play_with
from game.core.rummy._solver import Solver
from game.core.rummy._solver_input import broken_piles
from game.core.rummy.draft import cards_moved
from game.core.rummy.melds import book_for
from game.core.rummy.table import canonical, read_piles
from game.core.session import Session
from tests.core.rummy_oracle import least_left, position
from tests.sampling import sample_size

OPTIONS: list[tuple[str, dict[str, object]]] = [
    ("socki", {"happy_mode": "wrap"}),
    ("socki", {"happy_mode": "both"}),
    ("socki", {"happy_mode": "high"}),
    ("socki", {"happy_mode": "low"}),
    ("rockit", {}),
]


def made_up(
    game: str, options: dict[str, object], seed: int, piles: int = 8
) -> tuple[SolverInput, list[int]]:
    """Return a board with at most one joker in the hand, and some piles to keep."""
    rng = Random(f"{game} {options} {seed}")
    table, hand = position(game, rng, options, piles, 8)
    plain = [card for card in hand if card != "JK"]
    board = read_board(book_for(game, options), table, [*plain, *["JK"] * (game == "rockit" and seed % 2)])
    return board, [number for number in range(len(table)) if rng.random() < 0.5 * (seed % 3)]


@pytest.mark.parametrize(("game", "options"), OPTIONS)
@settings(derandomize=True, max_examples=sample_size(6, 4000), deadline=None)
@given(seed=st.integers(0, 2**40))
def test_split_is_optimal_and_forms_piles(game: str, options: dict[str, object], seed: int) -> None:
    pytest.importorskip("highspy")
    board, kept = made_up(game, options, seed)
    solver = Solver(board.problem(kept))
    hand = [board.book.pack.cards[face] for face in range(52) for _ in range(board.hand >> face & 1)]
    hand += [board.book.pack.cards[face] for face in range(52) if board.hand >> 52 + face & 1]
    least = least_left(game, board.piles, [*hand, *["JK"] * board.jokers], options, kept)
    best = solver.best(board.hand.bit_count())
    assert best is not None
    assert best[1] == least
    assert solver.feasible(least - 1) is None
    for lost in (least, least + 1):
        split = solver.feasible(lost)
        assert split is not None
        piles = solver.melds(split)
        cards = board.book.pack.cards
        assert all(board.book.is_meld([cards[face] for face in pile]) for pile in piles)
        assert not broken_piles([board.faces[number] for number in kept], piles)
        laid = sum(map(len, piles)) - sum(map(len, board.faces))
        assert board.hand.bit_count() - lost <= laid <= board.size


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_equal_laid_cards_give_equal_tables(game: str, options: dict[str, object]) -> None:
    for seed in range(sample_size(12, 600)):
        rng = Random(f"tidy {seed}")
        table, hand = position(game, rng, options, 6, 6)
        if game == "rockit":
            hand = [card for card in hand if card != "JK"]
        found = best_play(game, table, hand, options)
        cards = found.cards
        rng.shuffle(table)
        again = [
            best_play(game, table, cards, options).table,
            good_play(game, table, rng.sample(cards, len(cards)), options).table,
        ]
        if cards:
            sure = play_with(
                board_with_demands(
                    book_for(game, options), [tuple(pile) for pile in table], hand, cards, 10**6
                )
            )
            assert sure is not None
            if len(sure.cards) == len(cards):
                again.append(sure.table)
        book = book_for(game, options)
        assert [book.ordered_table(new) for new in again] == [found.table] * len(again)
        assert minimize_moves(book, book.ordered_table(table), found.table) == found.table


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_fewest_piles_are_opened(game: str, options: dict[str, object]) -> None:
    seen = 0
    for seed in range(sample_size(40, 2000)):
        table, hand = position(game, Random(f"few {seed}"), options, 6, 4)
        table = [pile for pile in table if "=" not in "".join(pile)]
        found = best_play(game, table, [card for card in hand if card != "JK"], options)
        board = read_board(book_for(game, options), table, found.cards)
        lying = [[board.book.face[card] for card in pile] for pile in found.table]
        opened = len(broken_piles(board.faces, lying))
        seen += opened > 1
        everything = frozenset(range(len(table)))
        for few in combinations(everything, opened - 1) if opened else ():
            assert not board.with_need(found.cards).can_keep(everything - set(few)), (table, found)
    assert seen


@pytest.mark.parametrize(
    ("game", "table", "hand", "count"),
    [
        # an eleven goes to the elevens; to lay the two of flowers instead, four piles would be opened
        (
            "socki",
            "1P 1P 1F 1F | 12P 12F 12B 12B 12L | 10F 10B 10B | HF HB HL | 11B 11L 11L | 12L HL 1L 2L",
            "5P 2F 4F 11F 4B 8B 5L 8L",
            1,
        ),
        # the joker stands for a club, and no five leaves its trick
        ("rockit", "5H 5S 5C", "6C 7C JK", 3),
    ],
)
def test_no_pile_is_opened_if_as_many_cards_go_without(game: str, table: str, hand: str, count: int) -> None:
    book, old = book_for(game, {}), canonical(game, read_piles(table))
    found = best_play(game, old, hand.split(), {})
    assert len(found.cards) == count
    assert disturbance(book, old, found.table) == (0, 0)


def test_chosen_table_moves_fewest_cards_for_its_opened_piles() -> None:
    for seed in range(sample_size(20, 1000)):
        table, hand = position("socki", Random(f"moves {seed}"), {}, 5, 4)
        found = best_play("socki", table, hand, {})
        old = canonical("socki", table)
        kept = Counter(old) & Counter(found.table)
        split = [pile for pile in found.table if pile not in kept and len(pile) > 5]
        for pile in split:
            for cut in range(3, len(pile) - 2):
                other = [*found.table, pile[:cut], pile[cut:]]
                other.remove(pile)
                book = book_for("socki", {})
                if book.is_meld(pile[:cut]) and book.is_meld(pile[cut:]):
                    assert cards_moved(old, other) >= cards_moved(old, found.table)


def test_hint_and_bot_lay_the_same_table() -> None:
    table = canonical("socki", [["5F", "5F", "5P", "5B", "5B"], ["8P", "8F", "8L"], ["5L", "6L", "7L"]])
    start = assistance.DraftPosition("socki", Session.new("socki").options, table, ("6F", "7F"), table)
    found = assistance.plan_with_cards(start, ("6F", "7F"))
    assert found.table == canonical("socki", best_play("socki", table, ["6F", "7F"], {}).table)
