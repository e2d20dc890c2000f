"""The moves that are listed, against a plain search through all choices of cards."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.session import Session
from tests.games.sociable.helpers import PACK, at, code, fields, hands
from tests.matches import middle
from tests.scale import scaled

ORDER = ["8", "9", "10", "J", "Q", "K", "A", "JK"]


def rank(card: str) -> int:
    return ORDER.index("JK" if card == "JK" else card[:-1])


def meaning(cards: tuple[str, ...]) -> tuple[int, int, bool] | None:
    """Number, rank and whether a joker helps; `None` for cards that do not go together."""
    natural = {rank(card) for card in cards if card != "JK"}
    jokers = cards.count("JK")
    if len(natural) > 1 or jokers > 1:
        return None
    return len(cards), natural.pop() if natural else 7, jokers == 1 and len(cards) > 1


def may_lay(cards: tuple[str, ...], lead: tuple[str, ...], *, joker_tops: bool) -> bool:
    mine = meaning(cards)
    if mine is None or not lead:
        return mine is not None
    top = meaning(lead)
    assert top is not None
    if mine[0] != top[0]:
        return False
    return mine[1] > top[1] or (joker_tops and mine[1] == top[1] and mine[2] and not top[2])


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[str], bool]:
    """A hand of few ranks, so that it holds groups, a lead, and the joker rule."""
    low = draw(st.integers(0, 4))
    near = [card for card in sorted(PACK.elements()) if card == "JK" or low <= rank(card) <= low + 2]
    shuffled = draw(st.permutations(near))
    hand = shuffled[: draw(st.integers(1, 9))]
    rest = shuffled[len(hand) :]
    leads = [list(c) for n in range(6) for c in combinations(rest, n) if n == 0 or meaning(c) is not None]
    return hand, draw(st.sampled_from(leads)), draw(st.booleans())


@settings(max_examples=scaled(80, 4000), deadline=None)
@given(table=tables())
def test_plays_are_those_of_a_search_through_all_choices(table: tuple[list[str], list[str], bool]) -> None:
    hand, lead, joker_tops = table
    others = [card for card in PACK if card not in hand + lead and card != "JK"]
    session = at(
        f"hands={','.join(hand)}/{others[0]}/{others[1]}/{others[2]} lead={','.join(lead) or '-'} turn=0",
        joker_pair_beats_same_rank=joker_tops,
    )
    wanted = set()
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            legal = may_lay(cards, tuple(lead), joker_tops=joker_tops)
            assert (code(session, "play " + " ".join(cards)) is None) == legal
            if legal:
                wanted.add(meaning(cards))
    listed = [tuple(move.split()[1:]) for move in session.moves() if move != "pass"]
    assert {meaning(cards) for cards in listed} == wanted
    assert len(listed) == len(wanted)
    assert ("pass" in session.moves()) == (code(session, "pass") is None) == bool(lead)


@settings(max_examples=scaled(20, 800), deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(4, 5))
def test_gifts_are_those_of_a_search_through_all_choices(seed: int, players: int) -> None:
    session = Session.new("sociable", players, seed)
    while fields(session)["give"] != "-":
        assert session.to_move is not None
        hand = hands(session)[session.to_move]
        count = int(fields(session)["give"].split(",")[0].split(":")[1])
        wanted = {tuple(sorted(map(rank, cards))) for cards in combinations(hand, count)}
        listed = [tuple(sorted(map(rank, move.split()[1:]))) for move in session.moves()]
        assert sorted(listed) == sorted(wanted)
        session.play(session.moves()[seed % len(listed)])


def laid_out(text: str, depth: int) -> int:
    """How many sequences of so many moves there are; a hand that ends is a leaf."""
    if depth == 0:
        return 1
    session = at(text)
    total = 0
    for move in session.moves():
        session = at(text)
        events = session.play(move)
        ended = any(event.kind == "hand_end" for event in events)
        total += 1 if ended else laid_out(session.position(), depth - 1)
    return total


@pytest.mark.parametrize(("depth", "count"), [(1, 2), (2, 3), (3, 5), (4, 7), (5, 8)])
def test_counted_sequences_of_a_small_table(depth: int, count: int) -> None:
    """8 and A against 9 against 10, counted by hand; `.` is a pass, `!` the end of the hand.

    Two moves: 8 9, 8 ., A .
    Three: 8 9 ., 8 9 10!, 8 . ., 8 . 10, A . .
    Four: 8 9 . ., 8 9 . A!, 8 9 10!, 8 . . A, 8 . 10 ., 8 . 10 A!, A . . 8
    Five: 8 9 . . 10!, 8 9 . A!, 8 9 10!, 8 . . A ., 8 . 10 . ., 8 . 10 A!, A . . 8 ., A . . 8 9
    """
    assert laid_out("hands=8D,AD/9D/10D/- turn=0", depth) == count


@settings(max_examples=scaled(15, 600), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_any_suits_are_accepted(seed: int) -> None:
    session = middle("sociable", seed)
    assert session.to_move is not None
    hand = hands(session)[session.to_move]
    for move in session.moves():
        word, *cards = move.split()
        for other in combinations(hand, len(cards)):
            if sorted(map(rank, other)) == sorted(map(rank, cards)):
                assert code(session, " ".join((word, *reversed(other)))) is None
