"""Rules that only SOCiable has: chairs, the exchange, hands, and moves against a plain search."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import game.games.sociable
from game.bots.match_runner import bot_move
from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.core.search import BudgetPolicy
from game.core.session import Session
from tests.games.sociable.helpers import PACK, all_cards, at, hands, kinds, only
from tests.matches import code, fields, middle
from tests.sampling import sample_size


@pytest.mark.parametrize(("players", "sizes"), [(5, [6, 6, 6, 6, 6]), (4, [8, 8, 7, 7])])
def test_t7_cards_are_dealt_evenly(players: int, sizes: list[int]) -> None:
    for seed in range(10):
        session = Session.new("sociable", players, seed)
        deal = only(session.opening, "deal")
        order = deal.data["order"]
        assert [len(deal.data["hands"][seat]) for seat in order] == sizes
        assert deal.seat == order[-1]
        assert Counter(card for hand in deal.data["hands"] for card in hand) == PACK


def strongest(hand: list[str], count: int) -> list[str]:
    rank = ["8", "9", "10", "J", "Q", "K", "A", "J K"]
    return sorted((card[:-1] if card != "JK" else "J K" for card in hand), key=rank.index)[-count:]


def ranks(given: list[str]) -> list[str]:
    return strongest(given, len(given))


@pytest.mark.parametrize("players", [4, 5])
def test_t8_temp_gives_the_strongest_cards(players: int) -> None:
    for seed in range(30):
        session = Session.new("sociable", players, seed)
        deal = only(session.opening, "deal")
        boss, temp = deal.data["order"][0], deal.data["order"][-1]
        count = 2 if players == 5 else 3
        gift = only(session.opening, "gift")
        assert (gift.seat, gift.data["to"], gift.data["forced"]) == (temp, boss, True)
        assert ranks(gift.data["cards"]) == strongest(deal.data["hands"][temp], count)
        assert session.to_move == boss
        assert len(hands(session)[boss]) == (8 if players == 5 else 11)


def test_exchange_follows_its_steps() -> None:
    for seed in range(20):
        session = Session.new("sociable", seed=seed)
        deal = only(session.opening, "deal")
        boss, veep, manager, clerk, temp = deal.data["order"]
        given = fields(session)["give"]
        assert given == f"{boss}>{temp}:2,{veep}>{clerk}:1,{boss}>{manager}:1"
        before = hands(session)
        clerk_best = strongest(before[clerk], 1)
        back = before[boss][:2]
        events = session.play("give " + " ".join(back))
        assert kinds(events) == ["gift", "gift"]
        assert Counter(hands(session)[temp]) == Counter(before[temp]) + Counter(back)
        assert ranks(events[1].data["cards"]) == clerk_best
        assert fields(session)["give"] == f"{veep}>{clerk}:1,{boss}>{manager}:1"
        assert session.to_move == veep
        before = hands(session)
        events = session.play(f"give {before[veep][0]}")
        assert kinds(events) == ["gift", "blind_draw"]
        drawn = events[1]
        assert (drawn.seat, drawn.data["from"]) == (boss, manager)
        assert drawn.data["cards"][0] in before[manager]
        assert [len(hand) for hand in hands(session)] == [
            6 + (seat == boss) - (seat == manager) for seat in range(5)
        ]
        assert session.to_move == boss
        back = hands(session)[boss][-1:]
        events = session.play(f"give {back[0]}")
        assert kinds(events) == ["gift"]
        assert back[0] in hands(session)[manager]
        assert fields(session)["give"] == "-"
        assert session.to_move == boss
        assert all(len(hand) == 6 for hand in hands(session))
        assert all_cards(session) == PACK


def test_blind_draw_takes_each_manager_card() -> None:
    text = "hands=AD/10D,KD/8D,8H,8S,8C/9D/9H give=1>3:1,0>2:1"
    drawn = Counter(
        str(only(at(text, seed).play("give 10D"), "blind_draw").data["cards"][0]) for seed in range(200)
    )
    assert set(drawn) == {"8D", "8H", "8S", "8C"}
    assert min(drawn.values()) > 25


def test_drawn_cards_decide_the_chairs() -> None:
    height = ["8", "9", "10", "J", "Q", "K", "A", "JK"]
    tied = 0
    for seed in range(60):
        opening = Session.new("sociable", seed=seed).opening
        assert kinds(opening)[-4:] == ["draw_position", "seated", "deal", "gift"]
        draws = [event for event in opening if event.kind == "draw_position"]
        assert draws[0].data["seats"] == [0, 1, 2, 3, 4]
        order = only(opening, "seated").data["order"]
        assert sorted(order) == [0, 1, 2, 3, 4]
        for event in draws:
            assert event.reveals
            drawn = dict(zip(event.data["seats"], event.data["cards"], strict=True))
            assert not Counter(drawn.values()) - PACK
            heights = {s: height.index("JK" if card == "JK" else card[:-1]) for s, card in drawn.items()}
            placed = [heights[seat] for seat in order if seat in drawn]
            assert placed == sorted(placed, reverse=True)
        groups = [draws[0].data["seats"]]
        for event in draws[1:]:
            assert len(event.data["seats"]) < len(groups[0])
            tied += 1
    assert tied > 10


def test_only_tied_seats_draw_again() -> None:
    for seed in range(60):
        draws = [e for e in Session.new("sociable", seed=seed).opening if e.kind == "draw_position"]
        first = Counter(card if card == "JK" else card[:-1] for card in draws[0].data["cards"])
        tied = [
            seat
            for seat, card in zip(draws[0].data["seats"], draws[0].data["cards"], strict=True)
            if first[card if card == "JK" else card[:-1]] > 1
        ]
        again = {seat for event in draws[1:] for seat in event.data["seats"]}
        assert again == set(tied)


@pytest.mark.parametrize("kind", ["draw_position", "seated", "play", "pass", "out", "round_end", "hand_end"])
def test_open_events_are_visible_to_all(kind: str) -> None:
    session = Session.new("sociable", seed=1)
    events = list(session.opening)
    while session.to_move is not None:
        events += session.play(session.moves()[0])
    found = [event for event in events if event.kind == kind]
    assert found
    assert all(session.redact(event, viewer) == event for event in found for viewer in (None, 2))


def test_position_in_the_rules_text_is_correct() -> None:
    rules = (Path(game.games.sociable.__file__).parent / "rules.md").read_text(encoding="utf-8")
    text = re.search(r"^ +(hands=.*)$", rules, re.MULTILINE)
    assert text is not None
    assert at(text[1]).position() == text[1]


def test_show_discussion_does_not_change_the_game() -> None:
    option = next(o for o in find_game("sociable").info.options if o.name == "show_discussion")
    assert option.choices == (True, False)
    shown, hidden = (Session.new("sociable", seed=9, options={"show_discussion": v}) for v in ("on", "off"))
    assert (shown.options["show_discussion"], hidden.options["show_discussion"]) == (True, False)
    while shown.to_move is not None:
        move = shown.moves()[-1]
        assert shown.play(move) == hidden.play(move)
    assert shown.outcome == hidden.outcome
    assert shown.outcome is not None


def test_options_have_their_defaults() -> None:
    info = find_game("sociable").info
    assert [(option.name, option.default) for option in info.options] == [
        ("target", 11),
        ("joker_pair_beats_same_rank", False),
        ("lead_after_out", "next_clockwise"),
        ("four_player_points", "5-3-1-0"),
        ("pass", "reenter"),
        ("tie", "better_last_place"),
        ("exchange", "on"),
        ("first_hand_exchange", True),
        ("show_discussion", True),
        ("handicap", "none"),
    ]
    assert (info.players, info.default_players) == ((4, 5), 5)


# A handicap in SOCiable: one seat starts in the Boss's chair, whichever card it drew.


SEATS = ("first", "second", "third", "fourth", "fifth")


def order(session: Session) -> list[int]:
    return list(session.observe(None)["order"])


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("seat", range(5))
def test_chosen_seat_is_boss_and_others_sit_as_drawn(players: int, seat: int) -> None:
    if seat == players:
        return
    for seed in range(3):
        usual = Session.new("sociable", players, seed)
        session = Session.new("sociable", players, seed, {"handicap": SEATS[seat]})
        assert order(session) == [seat, *(other for other in order(usual) if other != seat)]
        before, as_usual = kinds(session.opening), kinds(usual.opening)
        assert before[: before.index("deal")] == as_usual[: as_usual.index("deal")]
        assert session.opening[0] == usual.opening[0], "all draw as they would have"


def test_places_decide_the_chairs_after_the_first_hand() -> None:
    """The seat with the handicap keeps the chair until another seat is out first."""
    bosses = set()
    for seed in range(8):
        session = Session.new("sociable", 5, seed, {"handicap": "first"})
        events = list(session.opening)
        while session.to_move is not None and "hand_end" not in kinds(events):
            events += session.play(bot_move(session, "easy", seed, BudgetPolicy(nodes=4)))
        ended = next(event for event in events if event.kind == "hand_end")
        after = events[events.index(ended) :]
        assert next(event.kind for event in after if event.reveals) == "deal", (
            "so far phones see the end first"
        )
        assert order(session) == list(ended.data["order"])
        bosses.add(order(session)[0])
    assert len(bosses) > 1


# The listed moves, against a plain search through all choices of cards.


ORDER = ["8", "9", "10", "J", "Q", "K", "A", "JK"]


def rank(card: str) -> int:
    return ORDER.index("JK" if card == "JK" else card[:-1])


def meaning(cards: tuple[str, ...]) -> tuple[int, int, bool] | None:
    """Return number, rank and True if a joker helps; `None` for cards that are no play."""
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
    """Generate a hand of few ranks, so that it has groups, a lead, and the joker rule."""
    low = draw(st.integers(0, 4))
    near = [card for card in sorted(PACK.elements()) if card == "JK" or low <= rank(card) <= low + 2]
    shuffled = draw(st.permutations(near))
    hand = shuffled[: draw(st.integers(1, 9))]
    rest = shuffled[len(hand) :]
    leads = [list(c) for n in range(6) for c in combinations(rest, n) if n == 0 or meaning(c) is not None]
    return hand, draw(st.sampled_from(leads)), draw(st.booleans())


@settings(max_examples=sample_size(80, 4000), deadline=None)
@given(table=tables())
def test_plays_match_an_exhaustive_search(table: tuple[list[str], list[str], bool]) -> None:
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


@settings(max_examples=sample_size(20, 800), deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(4, 5))
def test_gifts_match_an_exhaustive_search(seed: int, players: int) -> None:
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
    """Return the number of sequences of ``depth`` moves; the end of a hand is a leaf."""
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
def test_play_sequences_of_a_small_table_are_counted(depth: int, count: int) -> None:
    """8 and A against 9 against 10, counted by hand; `.` is a pass, `!` the end of the hand.

    Two moves: 8 9, 8 ., A .
    Three: 8 9 ., 8 9 10!, 8 . ., 8 . 10, A . .
    Four: 8 9 . ., 8 9 . A!, 8 9 10!, 8 . . A, 8 . 10 ., 8 . 10 A!, A . . 8
    Five: 8 9 . . 10!, 8 9 . A!, 8 9 10!, 8 . . A ., 8 . 10 . ., 8 . 10 A!, A . . 8 ., A . . 8 9
    """
    assert laid_out("hands=8D,AD/9D/10D/- turn=0", depth) == count


@settings(max_examples=sample_size(15, 600), deadline=None)
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


# SOCiable for three hands (rules.md, House rules: Points to win).


def played(players: int, seed: int, **house: object) -> Session:
    """Return a finished match of random moves."""
    session, chance = Session.new("sociable", players, seed, house), SeededRng("hands", seed)
    while session.to_move is not None:
        session.play(chance.pick(session.moves()))
    return session


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("points", ["5-3-1-0", "5-3-2-0"])
def test_match_with_three_hands_ends_after_the_third(players: int, points: str) -> None:
    session = played(players, 3, target=0, four_player_points=points)
    assert session.outcome is not None
    each = 11 if players == 5 else sum(map(int, points.split("-")))
    assert sum(session.outcome.scores) == 3 * each
    assert session.outcome.reason in ("hands", "better_place")
    best = max(session.outcome.scores)
    assert all(session.outcome.scores[seat] == best for seat in session.outcome.winners)


def test_equal_totals_after_the_third_hand_use_the_usual_tie_rule() -> None:
    seed, shared = next(
        (seed, session.outcome)
        for seed in range(60)
        for session in [played(4, seed, target=0, tie="shared")]
        if session.outcome and len(session.outcome.winners) > 1
    )
    assert shared.reason == "shared"
    assert sum(shared.scores) == 3 * 9
    on = played(4, seed, target=0, tie="play_on").outcome
    assert on is not None
    assert len(on.winners) == 1
    assert sum(on.scores) > 3 * 9
