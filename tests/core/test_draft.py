"""Drafts keep every card, can be undone exactly, survive serialisation, and explain what is wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rummy import good_play
from game.core.rummy.draft import Draft, card_moves, pairs, piece_moves
from game.core.rummy.meld_check import MeldError, MeldStatus, check_pile
from game.core.rummy.melds import book_for, meld_book, variety_of
from game.core.rummy.turn import DraftHistory, from_json, to_json
from tests.core.draft_builder import DraftBuilder
from tests.sampling import sample_size

OPTIONS: tuple[tuple[str, dict[str, object]], ...] = (
    ("socki", {}),
    ("socki", {"happy_mode": "low"}),
    ("rockit", {}),
    ("rockit", {"joker_in_kind": "any_missing"}),
)


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    """Generate untouched drafts with a table laid by the arranger."""
    game, options = draw(st.sampled_from(OPTIONS))
    cards = list(variety_of(game).pack.deck(2))
    Random(draw(st.integers(0, 10_000))).shuffle(cards)
    size, held = draw(st.integers(0, 40)), draw(st.integers(1, 12))
    table = good_play(game, (), cards[:size], options, 2_000).table if size else ()
    inside = draw(st.booleans()) or game == "socki"
    return Draft.begin(book_for(game, options), table, cards[size : size + held], inside=inside)


def keys(draft: Draft) -> list[int]:
    """Return the keys of all pieces."""
    pieces = [*draft.hand, *draft.lifted_pieces, *(piece for pile in draft.piles for piece in pile.pieces)]
    return sorted(piece.key for piece in pieces)


def changed(draft: Draft, data: st.DataObject) -> Draft:
    """Return the draft after one sensible operation."""
    pick = data.draw
    if draft.lifted_pieces:
        places = ["new", *(["hand"] if all(piece.is_from_hand for piece in draft.lifted_pieces) else [])]
        where = pick(st.sampled_from([*places, *(["pile"] * 3 if draft.piles else [])]))
        if where == "hand":
            return draft.drop_in_hand()
        if where == "new":
            return draft.drop_new(pick(st.integers(0, len(draft.piles))))
        aim = pick(st.sampled_from(draft.piles))
        return draft.drop_on(aim.key, pick(st.integers(0, len(aim.pieces))))
    doing = pick(st.sampled_from(["lift"] * 4 + ["split", "join", "sort", "face", "take", "order", "back"]))
    pieces = [*draft.hand, *(piece for one in draft.piles for piece in one.pieces)]
    pile = pick(st.sampled_from(draft.piles)) if draft.piles else None
    jokers = [piece.key for one in draft.piles for piece in one.pieces if piece.joker]
    takes = [(joker, payer.key) for joker in jokers for payer in draft.joker_replacements(joker)]
    if doing == "split" and pile and len(pile.pieces) > 1:
        return draft.split(pile.key, pick(st.integers(1, len(pile.pieces) - 1)))
    if doing == "join" and pile and len(draft.piles) > 1:
        other = pick(st.sampled_from([one for one in draft.piles if one is not pile]))
        return draft.join(pile.key, other.key)
    if doing == "sort" and pile:
        return draft.sort(pile.key)
    if doing == "face" and jokers:
        return draft.cycle_joker(pick(st.sampled_from(jokers)))
    if doing == "take" and takes:
        return draft.swap_joker(*pick(st.sampled_from(takes)), pick(st.integers(0, len(draft.piles))))
    if doing == "order":
        return draft.order_hand(pick(st.permutations([piece.key for piece in draft.order])))
    if doing == "back" and pick(st.integers(0, 3)) == 0:
        return draft.reset()
    some = pick(st.lists(st.sampled_from(pieces), min_size=1, max_size=3, unique=True))
    return draft.lift([piece.key for piece in some])


@settings(max_examples=sample_size(30, 1200), deadline=None)
@given(draft=drafts(), data=st.data())
def test_operations_keep_every_card_and_can_be_undone(draft: Draft, data: st.DataObject) -> None:
    history = DraftHistory(draft)
    texts = Counter(card for pile in draft.table for card in pile)
    for _ in range(data.draw(st.integers(1, 12))):
        before = history
        history = history.push_draft(changed(history.now, data))
        now = history.now
        assert keys(now) == keys(draft)
        assert {pile.key: len(pile.pieces) for pile in now.piles}.keys() == now.verdicts().keys()
        if history is not before:
            assert history.undo().now == before.now
            assert history.undo().redo() == history
        assert from_json(json.loads(json.dumps(to_json(now))), *told(now), inside=now.has_come_in) == now
    back = history.now.reset()
    assert back.piles == draft.piles
    assert Counter(card for pile in back.table for card in pile) == texts
    assert sorted(piece.key for piece in back.hand) == sorted(piece.key for piece in draft.hand)
    assert not back.is_changed
    while history.before:
        history = history.undo()
    assert history.now == draft


def told(draft: Draft) -> tuple[Any, list[tuple[str, ...]], list[str]]:
    """Return what a draft is read for: the book, the table and the hand of the observation."""
    return draft.book, [pile.texts for pile in draft.start], sorted(piece.card for piece in draft.order)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


def spoilt(data: st.DataObject, given_: object) -> object:
    """Return the data with one part replaced."""
    if not isinstance(given_, (list, dict)) or not given_ or data.draw(st.integers(0, 4)) == 0:
        return data.draw(JSON)
    if isinstance(given_, dict):
        key = data.draw(st.sampled_from(sorted(given_)))
        return {**given_, key: spoilt(data, given_[key])}
    place = data.draw(st.integers(0, len(given_) - 1))
    return [*given_[:place], spoilt(data, given_[place]), *given_[place + 1 :]]


@settings(max_examples=sample_size(25, 3000), deadline=None)
@given(data=st.data(), seed=st.integers(0, 5))
def test_broken_data_is_refused_and_other_data_keeps_every_card(data: st.DataObject, seed: int) -> None:
    table, hand = [["AD", "2D", "JK=3D", "4D"], ["9S", "9H", "9C"]], ["3D", "KS", "JK", "KH"]
    draft = Draft.begin(meld_book("rockit"), table, hand)
    for card in Random(seed).sample([piece.key for piece in draft.hand], 2):
        draft = draft.lift([card]).drop_new(0)
    try:
        read = from_json(spoilt(data, to_json(draft)), draft.book, table, hand)
    except ValueError:
        return
    assert sorted(read.reset().table) == sorted(draft.reset().table)
    assert len(set(keys(read))) == len(keys(read)) == len(keys(draft))
    read.verdicts()


def test_draft_of_another_turn_is_refused() -> None:
    table, hand = [["1P", "2P", "3P"]], ["4P", "7F"]
    draft = Draft.begin(meld_book("socki"), table, hand)
    kept = to_json(draft.lift([3]).drop_on(0, 3))
    assert from_json(kept, draft.book, table, hand[::-1]).table == (("1P", "2P", "3P", "4P"),)
    for other_table, other_hand, inside in (
        ([["1P", "2P", "3P", "4P"]], ["7F"], True),
        (table, ["4P", "7B"], True),
        (table, hand, False),
        ([], hand, True),
    ):
        with pytest.raises(ValueError, match="draft"):
            from_json(kept, draft.book, other_table, other_hand, inside=inside)


def test_invalid_operations_are_refused() -> None:
    draft = Draft.begin(meld_book("socki"), [["1P", "2P", "3P"]], ["4P", "7F"])
    lifted = draft.lift([0])
    for wrong in (
        lambda: draft.lift([]),
        lambda: draft.lift([9]),
        lambda: draft.lift([0, 0]),
        lambda: lifted.lift([1]),
        lambda: draft.drop_new(0),
        lambda: draft.drop_on(0, 0),
        lambda: lifted.drop_on(0, 5),
        lambda: lifted.drop_on(4, 0),
        lifted.drop_in_hand,
        lambda: draft.split(0, 3),
        lambda: draft.join(0, 0),
        lambda: draft.joker_options(0),
        lambda: draft.order_hand([3]),
        lambda: draft.arrange([["1P", "2P"]]),
        lambda: draft.arrange([["1P", "2P", "3P", "5P"]]),
    ):
        with pytest.raises(ValueError, match=r"."):
            wrong()
    assert lifted.drop_on(0, 0).piles == draft.piles


@pytest.mark.parametrize(
    ("game", "pile", "fault", "cards"),
    [
        ("socki", "5P 6P 8P", MeldError.GAP, "7P"),
        ("socki", "12P 1P 2P", MeldError.GAP, "HP"),
        ("socki", "5P 6P 7B", MeldError.OTHER_SUIT, "7B"),
        ("socki", "5P 5B HP", MeldError.OTHER_RANK, "HP"),
        ("socki", "5P 6P 6P 7P", MeldError.RANK_TWICE, "6P"),
        ("socki", "5P 6B 9L", MeldError.MIXED, "5P 6B 9L"),
        ("socki", "5P 9P", MeldError.GAP, "6P 7P 8P"),
        ("socki", " ".join(["5P"] * 9), MeldError.TOO_MANY, "5P"),
        ("rockit", "7H 7H 7S", MeldError.SUIT_TWICE, "7H"),
        ("rockit", "7H 7H", MeldError.SUIT_TWICE, "7H"),
        ("rockit", "7H 8H JK", MeldError.NO_FACE, "JK"),
        ("rockit", "KH AH 3H", MeldError.GAP, "2H"),
    ],
)
def test_broken_pile_says_why(game: str, pile: str, fault: MeldError, cards: str) -> None:
    verdict = check_pile(meld_book(game), pile.split())
    assert (verdict.status, verdict.error) == (MeldStatus.INVALID, fault)
    assert verdict.cards == tuple(cards.split())


def test_misplaced_happy_is_named() -> None:
    for mode, pile in (("high", "HP 1P 2P"), ("low", "11P 12P HP"), ("both", "12P HP 1P")):
        verdict = check_pile(meld_book("socki", mode), pile.split())
        assert (verdict.error, verdict.cards) == (MeldError.HAPPY, ("HP",))


@settings(max_examples=sample_size(60, 3000), deadline=None)
@given(game=st.sampled_from(["socki", "rockit"]), seed=st.integers(0, 100_000), size=st.integers(1, 5))
def test_short_piles_can_grow_and_broken_ones_say_why(game: str, seed: int, size: int) -> None:
    book = meld_book(game)
    pile = Random(seed).sample(book.pack.cards[:: 1 + seed % 3], size)
    verdict = check_pile(book, pile)
    assert (verdict.status is MeldStatus.VALID) == book.is_meld(pile)
    assert (verdict.error is None) == (verdict.status is not MeldStatus.INVALID)
    if size == 2:
        assert (verdict.status is MeldStatus.INCOMPLETE) == any(
            book.is_meld([*pile, card]) for card in book.pack.cards
        )


def test_pieces_keep_their_keys_only_for_the_same_owner() -> None:
    clay = DraftBuilder("socki", "table=1P,2P,3P/7F,7B,7B hands=4P,9L,HB/5P,9L,1L stock=8L")
    before = clay.draft
    four = clay.held("4P")[0]
    clay.add([four], clay.pile("1P"))
    clay.play()
    mine = clay.draft.rebase(clay.session.observe(0)["table"], clay.session.observe(0)["hand"])
    assert mine.pile(0).pieces[-1].key == four
    assert [piece.key for piece in mine.hand] == [piece.key for piece in before.hand if piece.key != four]
    moved = piece_moves(before.piles, mine.piles)
    assert [(move.piece.key, move.source, move.target) for move in moved] == [(four, None, 0)]
    seen = clay.session.observe(1)
    theirs = mine.rebase(seen["table"], seen["hand"], same_owner=False)
    assert not {piece.key for piece in theirs.order} & {piece.key for piece in before.order}


@settings(max_examples=sample_size(30, 1200), deadline=None)
@given(draft=drafts(), seed=st.integers(0, 1000))
def test_any_table_is_reached_by_single_card_moves(draft: Draft, seed: int) -> None:
    game = draft.book.game
    cards = [card for pile in draft.table for card in pile]
    if any("=" in card for card in cards) or len(draft.piles) > 7:
        return
    new = good_play(game, (), [*cards, *(piece.card for piece in draft.hand)], {}, 2_000).table
    if Counter(cards) - Counter(card for pile in new for card in pile):
        return
    moves = card_moves(draft.table, new)
    there = [list(pile) for pile in draft.table]
    fresh: dict[int, list[str]] = {place: [] for place in range(len(new))}
    goes_on = {place: there[old] for place, old in enumerate(pairs(draft.table, new)) if old is not None}
    for move in moves:
        if move.source is not None:
            there[move.source].remove(move.card)
        goes_on.get(move.target, fresh[move.target]).append(move.card)
    assert [sorted(goes_on.get(place, fresh[place])) for place in range(len(new))] == [sorted(p) for p in new]
    assert len(moves) == sum(map(len, new)) - most_staying(draft.table, new)
    arranged = draft.arrange(new)
    assert sorted(arranged.table) == sorted(map(draft.book.sort_pile, new))
    assert len(piece_moves(draft.piles, arranged.piles)) == len(moves)


def most_staying(old: Sequence[Sequence[str]], new: Sequence[Sequence[str]]) -> int:
    """Return the maximum of cards that can stay, by trying every pairing."""
    weights = [[(Counter(a) & Counter(b)).total() for b in old] for a in new]

    def best(row: int, free: frozenset[int]) -> int:
        if row == len(weights):
            return 0
        found = best(row + 1, free)
        for column in free:
            if weights[row][column]:
                found = max(found, weights[row][column] + best(row + 1, free - {column}))
        return found

    return best(0, frozenset(range(len(old))))


def test_arranging_uses_the_fewest_moves() -> None:
    draft = Draft.begin(meld_book("socki"), [["8P", "9P", "10P", "11P"]], ["7P", "9P", "12P", "1L"])
    laid = draft.arrange([["7P", "8P", "9P"], ["9P", "10P", "11P", "12P"]])
    assert laid.is_valid
    assert [piece.card for piece in laid.hand] == ["1L"]
    assert len(piece_moves(draft.piles, laid.piles)) == 4
    assert laid.arrange(draft.table).piles == draft.piles
