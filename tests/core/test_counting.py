"""Counts of cards that can be laid, and worlds that are dealt again."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rng import SeededRng
from game.core.rummy import (
    HiddenInfo,
    best_play,
    can_play,
    count,
    counting_for,
    faces,
    minus,
    of_faces,
    plus,
    to_card_set,
)
from game.core.rummy.melds import HAPPY_MODES, meld_book, variety_of
from game.core.session import Session
from game.games.socki.rules.state import PACK as SOCKI_PACK
from tests.sampling import sample_size


def dealt(seed: int, happy_mode: str = "wrap") -> tuple[list[tuple[str, ...]], list[str]]:
    """Return a table that comes from plays, and a hand."""
    book = meld_book("socki", happy_mode)
    cards = list(SeededRng(seed).shuffled(book.pack.cards * 2))
    table: list[tuple[str, ...]] = []
    for _ in range(seed % 5):
        hand, cards = cards[:9], cards[9:]
        new = best_play("socki", table, hand, {"happy_mode": happy_mode})
        cards += [card for card in hand if card not in new.cards]
        table = list(new.table)
    return table, cards[: 1 + seed % 11]


@pytest.mark.parametrize("happy_mode", HAPPY_MODES)
def test_most_agrees_with_the_arranger(happy_mode: str) -> None:
    book = meld_book("socki", happy_mode)
    counting = counting_for(book)
    for seed in range(sample_size(25)):
        table, hand = dealt(seed, happy_mode=happy_mode)
        lying, held = to_card_set(book, sum(table, ())), to_card_set(book, hand)
        most = counting.largest_play(lying, held)
        best = best_play("socki", table, hand, {"happy_mode": happy_mode})
        assert most.bit_count() == best.value
        assert counting.can_lie(lying)
        if most:
            assert plus(minus(held, most), most) == held
            assert counting.can_lie(plus(lying, most))
        assert counting.largest_play(lying, held) == most


def test_drawn_card_gives_a_play_to_a_hand_without_one() -> None:
    book, counting = meld_book("socki"), counting_for(meld_book("socki"))
    seen = 0
    for seed in range(sample_size(30)):
        table, hand = dealt(seed)
        lying, held = to_card_set(book, sum(table, ())), to_card_set(book, hand[:4])
        if counting.largest_play(lying, held):
            continue
        for card in SOCKI_PACK.cards[seed % 3 :: 3]:
            new, most = counting.after_draw(lying, held, book.face[card])
            assert new == to_card_set(book, [*hand[:4], card])
            assert most.bit_count() == best_play("socki", table, [*hand[:4], card], {}).value
            seen += 1
    assert seen


def test_sets_hold_a_suit_once() -> None:
    book = meld_book("rockit")
    counting = counting_for(book)
    assert not counting.can_lie(to_card_set(book, ["7D", "7D", "7H"]))
    assert counting.can_lie(to_card_set(book, ["7D", "7S", "7H"]))


def test_fits_finds_the_cards_playable_alone() -> None:
    book, counting = meld_book("socki"), counting_for(meld_book("socki"))
    for seed in range(2, sample_size(8), 2):
        table, _ = dealt(seed)
        fits = set(faces(counting.fitting_faces(to_card_set(book, sum(table, ())))))
        for face, card in enumerate(SOCKI_PACK.cards):
            assert (face in fits) == can_play("socki", table, [card], {}), (table, card)


def test_copies_are_counted() -> None:
    book = meld_book("socki")
    hand = to_card_set(book, ["7P", "7P", "HL"])
    assert [book.pack.cards[face] for face in faces(hand)] == ["7P", "7P", "HL"]
    assert of_faces(faces(hand)) == hand
    assert minus(plus(hand, hand), hand) == hand
    assert minus(hand, hand) == 0
    assert hand.bit_count() == 3
    assert count(hand, book.face["7P"]) == 2


# Worlds dealt again contain every card once, keep the public cards, and reveal nothing of the real deal.


GAMES = [("rockit", 2, 1), ("rockit", 4, 2), ("socki", 3, 2)]


@pytest.mark.parametrize(("game", "players", "decks"), GAMES)
def test_sampled_worlds_account_for_every_card(game: str, players: int, decks: int) -> None:
    session = Session.new(game, players, 5, {"decks": decks} if game == "rockit" else {})
    for _ in range(30):
        session.play(session.moves()[-1])
    seen = session.observe(session.to_move)
    unseen = HiddenInfo.of(seen, variety_of(game).pack, decks)
    table = [card[:2] if card.startswith("JK") else card for pile in seen["table"] for card in pile]
    chance = SeededRng(1)
    worlds = [unseen.dealt(chance) for _ in range(5)]
    assert len({world.stock for world in worlds}) == 5
    for world in worlds:
        assert world.hands[seen["seat"]] == tuple(seen["hand"])
        assert [len(hand) for hand in world.hands] == seen["counts"]
        assert len(world.stock) == seen["stock"]
        dealt = [card for hand in world.hands for card in hand]
        assert Counter([*table, *dealt, *world.stock]) == Counter(variety_of(game).pack.deck(decks))


def test_sampled_worlds_do_not_reveal_the_deal() -> None:
    table = "table=7C,8C,JK=9C turn=0 in=1/1"
    one = Session.from_position("rockit", f"{table} hands=AC,2H/4D,5D stock=JK,KS")
    other = Session.from_position("rockit", f"{table} hands=AC,2H/JK,QS stock=4D,9C")
    deals = [
        HiddenInfo.of(s.observe(0), variety_of("rockit").pack, 1).dealt(SeededRng(3)) for s in (one, other)
    ]
    assert deals[0] == deals[1]
    assert deals[0].hands[0] == ("2H", "AC")
    assert len(deals[0].hands[1]) == len(deals[0].stock) == 2


# Best plays of the rummy engine, in matches some moves in, with rich tables.


# house rules that soon lead to many piles
SOON: dict[str, dict[str, object]] = {"socki": {}, "rockit": {"coming_in_points": 10, "best_of": 5}}
LEAST = {"socki": 10, "rockit": 20}  # moves played before


def reached(game: str, seed: int, **options: object) -> Session:
    """Return a match some moves in, mostly of best plays, so that the table is rich."""
    chance = SeededRng(seed, "reached")
    session = Session.new(game, 2 + chance.below(3), seed, SOON[game] | options)
    for _ in range(LEAST[game] + chance.below(60)):
        if chance.with_probability(0.6) and (move := best_move(session)):
            session.play(move)
        else:
            session.play(chance.pick(session.moves()))
        if session.to_move is None:
            return reached(game, seed + 10_000, **options)
    return session


def best_move(session: Session) -> str | None:
    """Return the best play as text; None if the seat to move may not lay or has none."""
    assert session.to_move is not None
    seen = session.observe(session.to_move)
    if not seen.get("in", {session.to_move: True})[session.to_move]:
        return None
    best = best_play(session.game, seen["table"], seen["hand"], session.options)
    return "play " + " | ".join(map(" ".join, best.table)) if best.value else None


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *(("socki", {"happy_mode": mode}) for mode in ("wrap", "both", "high", "low")),
        *(("rockit", {"joker_in_kind": rule}) for rule in ("declared", "any_missing")),
    ],
)
@settings(max_examples=sample_size(5, 400), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_best_play_is_legal_and_no_move_lays_more(game: str, options: dict[str, object], seed: int) -> None:
    session = reached(game, seed, **options)
    move, others = best_move(session), [move for move in session.moves() if move.startswith("play")]
    if move is None:
        assert not others
        return
    assert session.refusal(move) is None
    hand = session.observe(session.to_move)["hand"]
    longest = max(len(text.replace("|", "").split()) for text in [move, *others])
    assert len(move.replace("|", "").split()) == longest
    laid = session.play(move)[0].data["cards"]
    assert laid
    assert not Counter(laid) - Counter(hand)
