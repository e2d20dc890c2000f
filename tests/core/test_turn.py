"""A turn in the making: its steps, and what is calm about it."""

from __future__ import annotations

import pytest

from game.core.rummy import best_play
from game.core.rummy.draft import Draft, card_moves
from game.core.rummy.melds import book_for
from game.core.rummy.table import Table, canonical, changes, read_piles
from game.core.rummy.turn import Sort, Turn, laid_open

# A turn in the making of one seat: steps, the order of the hand, advice, and which moment it is of.


BOOK = book_for("socki", {})
TABLE, HAND = [["8P", "9P", "10P"]], ["11P", "2B", "1L"]


def turn() -> Turn:
    made = Turn(BOOK)
    made.begin(Draft.begin(BOOK, TABLE, HAND))
    return made


def key(made: Turn, card: str) -> int:
    return next(piece.key for piece in made.draft.order if piece.card == card)


def lay(made: Turn, card: str) -> None:
    carried = made.draft.lift([key(made, card)])
    made.do(carried.drop_on(carried.piles[0].key, 3))


def test_steps_go_back_and_forth() -> None:
    made = turn()
    assert not made.begun
    lay(made, "11P")
    assert made.draft.move() == "play 8P 9P 10P 11P"
    made.undo()
    assert not made.draft.changed
    assert made.begun, "what was taken back can be done again"
    made.redo()
    assert made.draft.changed


def test_it_is_of_its_own_moment_alone() -> None:
    made = turn()
    seen = {"table": [["10P", "9P", "8P"]], "hand": ["1L", "11P", "2B"]}
    assert made.is_of(seen, inside=True)
    lay(made, "11P")
    assert made.is_of(seen, inside=True), "what is built changes nothing of that"
    assert not made.is_of(seen, inside=False)
    assert not made.is_of({**seen, "hand": ["1L", "2B"]}, inside=True)
    assert not made.is_of({**seen, "table": [["8P", "9P", "10P", "11P"]]}, inside=True)


def test_a_hand_keeps_its_order_from_step_to_step_and_turn_to_turn() -> None:
    made = turn()
    lay(made, "11P")
    made.sort()
    assert made.order.sort is Sort.RANK
    assert [piece.card for piece in made.draft.hand] == ["1L", "2B"]
    made.undo()
    assert [piece.card for piece in made.draft.hand] == ["1L", "2B", "11P"], "sorting is no step of its own"
    made.reorder([key(made, card) for card in ("2B", "11P", "1L")])
    made.begin(made.draft.rebase(TABLE, [*HAND, "3F"]))
    assert [piece.card for piece in made.draft.hand] == ["2B", "11P", "1L", "3F"]


def test_a_changed_draft_that_is_taken_up_can_be_put_back() -> None:
    made, other = turn(), turn()
    lay(made, "11P")
    other.begin(made.draft)
    other.undo()
    assert not other.draft.changed


def test_a_table_laid_open_is_nobodys() -> None:
    made = turn()
    lay(made, "11P")
    open_ = laid_open(made.draft)
    assert open_.start == open_.piles
    assert not open_.hand
    assert [pile.texts for pile in open_.piles] == [("8P", "9P", "10P", "11P")]


# A table of the same cards with fewer of them moved, from matches in which too much moved to be followed.


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
