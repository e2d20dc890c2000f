"""Turns in the making: their steps, and tables that move few cards."""

from __future__ import annotations

import pytest

from game.core.rummy import best_play
from game.core.rummy.draft import Draft, card_moves, split_if_valid, two_melds
from game.core.rummy.melds import book_for
from game.core.rummy.table import Table, canonical, changes, read_piles
from game.core.rummy.turn import HandSort, StagedTurn, laid_open
from game.core.session import Session
from tests.core.draft_builder import DraftBuilder

# Turns in the making of one seat: steps, order of the hand, advice, and their position.


BOOK = book_for("socki", {})
TABLE, HAND = [["8P", "9P", "10P"]], ["11P", "2B", "1L"]


def turn() -> StagedTurn:
    made = StagedTurn(BOOK)
    made.begin(Draft.begin(BOOK, TABLE, HAND))
    return made


def key(made: StagedTurn, card: str) -> int:
    return next(piece.key for piece in made.draft.order if piece.card == card)


def lay(made: StagedTurn, card: str) -> None:
    carried = made.draft.lift([key(made, card)])
    made.push_draft(carried.drop_on(carried.piles[0].key, 3))


def test_steps_go_back_and_forth() -> None:
    made = turn()
    assert not made.is_begun
    lay(made, "11P")
    assert made.draft.move() == "play 8P 9P 10P 11P"
    made.undo()
    assert not made.draft.is_changed
    assert made.is_begun, "what was taken back can be done again"
    made.redo()
    assert made.draft.is_changed


def test_draft_belongs_to_its_own_turn_only() -> None:
    made = turn()
    seen = {"table": [["10P", "9P", "8P"]], "hand": ["1L", "11P", "2B"]}
    assert made.matches_observation(seen, inside=True)
    lay(made, "11P")
    assert made.matches_observation(seen, inside=True), "what is built changes nothing of that"
    assert not made.matches_observation(seen, inside=False)
    assert not made.matches_observation({**seen, "hand": ["1L", "2B"]}, inside=True)
    assert not made.matches_observation({**seen, "table": [["8P", "9P", "10P", "11P"]]}, inside=True)


def test_hand_keeps_its_order_between_steps_and_turns() -> None:
    made = turn()
    lay(made, "11P")
    made.sort()
    assert made.order.sort is HandSort.RANK
    assert [piece.card for piece in made.draft.hand] == ["1L", "2B"]
    made.undo()
    assert [piece.card for piece in made.draft.hand] == ["1L", "2B", "11P"], "sorting is no step of its own"
    made.reorder([key(made, card) for card in ("2B", "11P", "1L")])
    made.begin(made.draft.rebase(TABLE, [*HAND, "3F"]))
    assert [piece.card for piece in made.draft.hand] == ["2B", "11P", "1L", "3F"]


def test_adopted_draft_can_be_undone() -> None:
    made, other = turn(), turn()
    lay(made, "11P")
    other.begin(made.draft)
    other.undo()
    assert not other.draft.is_changed


def test_open_table_has_no_hand() -> None:
    made = turn()
    lay(made, "11P")
    open_ = laid_open(made.draft)
    assert open_.start == open_.piles
    assert not open_.hand
    assert [pile.texts for pile in open_.piles] == [("8P", "9P", "10P", "11P")]


# A table of the same cards with fewer of them moved, from matches in which too many moved to follow.


def table(text: str) -> Table:
    return canonical("socki", read_piles(text))


@pytest.mark.parametrize(
    ("old", "laid", "most"),
    [
        # Two separate runs stay separate: the happy cards come together, the 11 and the 12 go to their runs.
        ("12P 12B 12L | 11F 12F HF | 4B 5B 6B 7B | 11B 11L 11L | HB 1B 2B 3B", "HL", 4),
        ("1P 2P 3P 4P | 4P 5P 6P", "4F 4F", 1),
        # A set of five and two of four can spare a card; the runs need theirs.
        ("5F 5F 5P 5B 5B | 8P 8F 8L | 9P 9F 9F 9L | 10P 10F 10L 10L | 5L 6L 7L", "6F 7F", 1),
        ("4P 4F 4B 4L | 5P 5P 5F 5L | 7P 7F 7L | 5F 6F 7F | 4L 5L 6L", "6P", 2),
    ],
    ids=["four hands", "two runs", "five", "four"],
)
def test_fewest_cards_are_moved(old: str, laid: str, most: int) -> None:
    book, before = book_for("socki", {}), table(old)
    after = canonical("socki", best_play("socki", before, laid.split(), {}).table)
    assert all(map(book.is_meld, after))
    assert sorted(changes(before, after)[0]) == sorted(laid.split())
    assert not changes(before, after)[1]
    assert len(card_moves(before, after)) - len(laid.split()) <= most


# Piles that split into two melds.


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
def test_pile_of_two_melds_is_split(game: str, pile: str, halves: str) -> None:
    book = book_for(game, Session.new(game, seed=1).options)
    found = two_melds(book, tuple(pile.split()))
    assert (found is not None) == bool(halves)
    if found is None:
        return
    assert all(book.is_meld(half) for half in found)
    assert sorted([*found[0], *found[1]]) == sorted(pile.split())
    faces = {frozenset(card.rpartition("=")[2] for card in half) for half in found}
    assert faces == {frozenset(half.split()) for half in halves.split(" / ")}


def test_without_the_circle_no_run_wraps() -> None:
    options = Session.new("socki", seed=1, options={"happy_mode": "low"}).options
    assert two_melds(book_for("socki", options), ("12P", "HP", "1P", "1P", "2P", "3P")) is None


def test_wrapping_pile_splits_in_the_draft_in_one_step() -> None:
    clay = DraftBuilder("socki", "table=12P,HP,1P,2P,3P hands=1P,9L/1L")
    pile = clay.pile("HP")
    clay.add(clay.held("1P"), pile)
    assert [verdict.status for verdict in clay.draft.verdicts().values()] == ["broken"]
    after = split_if_valid(clay.draft, pile.key)
    assert sorted(after.table) == [("12P", "HP", "1P"), ("1P", "2P", "3P")]
    assert after.is_valid
    assert pile.key in [one.key for one in after.piles]
    assert split_if_valid(after, pile.key) == after
