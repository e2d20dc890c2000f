"""The proof against the walk that tries every start to its end: two ways to the same answer."""

from __future__ import annotations

from random import Random

import pytest

from game.core.rummy import Board, _solver, read_board
from game.core.rummy._layout import lay_out
from game.core.rummy._problem import Frame
from game.core.rummy._proof import Proof
from game.core.rummy.melds import RANKS, book_for
from tests.core.rummy_oracle import position
from tests.scale import scaled

OPTIONS: list[tuple[str, dict[str, object]]] = [
    ("socki", {"happy_mode": "wrap"}),
    ("socki", {"happy_mode": "both"}),
    ("socki", {"happy_mode": "high"}),
    ("rockit", {}),
]


def boards(game: str, options: dict[str, object], count: int) -> list[tuple[Board, list[int]]]:
    """Made-up boards, of hands with one joker at most, and some piles to keep."""
    found = []
    for seed in range(count):
        rng = Random(f"{game} {options} {seed}")
        table, hand = position(game, rng, options, 8, 8)
        plain = [card for card in hand if card != "JK"]
        board = read_board(
            book_for(game, options), table, [*plain, *["JK"] * (game == "rockit" and seed % 2)]
        )
        found.append((board, [number for number in range(len(table)) if rng.random() < 0.5 * (seed % 3)]))
    return found


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_a_proof_says_what_walking_says(
    game: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_solver, "EASY", 10**9)
    monkeypatch.setattr(_solver, "SOON", 10**9)
    for board, kept in boards(game, options, scaled(12, 2000)):
        task = board.task(kept)
        walks = _solver.WildSearch(task, 3) if task.wild else _solver.Search(task, 3)
        for budget in range(4):
            walk, proof = walks.find(budget), Proof(task, budget)
            assert (proof.way is None) == (walk is None), (board, kept, budget)
            assert not (walk and proof.refutes(100))
            if proof.way:
                piles = lay_out(Frame(task), proof.way, [board.faces[number] for number in sorted(kept)])
                cards = board.book.pack.cards
                assert all(board.book.is_meld([cards[face] for face in pile]) for pile in piles)
                laid = sum(map(len, piles)) - sum(map(len, board.faces))
                assert sum(board.hand) - budget <= laid <= board.size


@pytest.mark.parametrize(("game", "hand"), [("socki", ["4P"]), ("rockit", ["4D", "JK"])])
def test_a_walk_that_arrives_with_the_last_of_its_fuel_is_not_looked_for_again(
    game: str, hand: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> bool:
        raise AssertionError("a proof was asked for what a walk had found")

    # One state less than there are ranks: the walk looks at the last of them and is there.
    monkeypatch.setattr(_solver, "EASY", RANKS - 1)
    monkeypatch.setattr(_solver, "SOON", RANKS - 1)
    monkeypatch.setattr(Proof, "refutes", asked)
    monkeypatch.setattr(Proof, "way", property(asked))
    table = [["1P", "2P", "3P"]] if game == "socki" else [["AD", "2D", "3D"]]
    task = read_board(book_for(game, {}), table, hand).task()
    walks = _solver.WildSearch(task, 0) if task.wild else _solver.Search(task, 0)
    assert walks.find(0)
