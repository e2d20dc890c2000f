"""Bots of SOCKI."""

import json
from collections.abc import Iterable
from functools import cache

import pytest

from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.core.rummy import counting_for, minus, plus, to_card_set
from game.core.rummy.melds import meld_book
from game.core.rummy.table import changes, read_piles
from game.core.search import Budget
from game.core.session import Session
from game.games.socki import bot
from game.games.socki.bot import LayOptions, SockiAgent
from game.games.socki.bot.match_equity import MatchEquity
from game.games.socki.bot.search import SockiHiddenInfo
from game.games.socki.rules.events import as_observation
from game.games.socki.rules.state import DECK, SockiOptions
from tests.games.socki.test_rules import at
from tests.sampling import in_soak, sample_size

# Bots of SOCKI: legal under every house rule, reproducible by seed, and of increasing strength.


BOT = find_game("socki").bot


NODES = 8  # few enough for a test


def choice(session: Session, level: str, seed: int = 0, budget: Budget | None = None) -> str:
    seat = session.to_move
    assert seat is not None
    seen = json.loads(json.dumps(session.observe(seat)))
    budget = budget or Budget(nodes=NODES)
    return BOT.choose(seen, session.options, level, SeededRng(seed, len(session.log)), budget)


# Search of hard and master.


def middles(seeds: Iterable[int]) -> list[Session]:
    """Return positions of rounds of two with more than one play to consider."""
    found = []
    for seed in seeds:
        session = Session.new("socki", 2, seed)
        for _ in range(12 + seed % 24):
            session.play(choice(session, "normal"))
        while len(_plays(session)) < 2:
            session.play(choice(session, "normal"))
        found.append(session)
    return found


def _counts(session: Session) -> tuple[int, int]:
    seen = session.observe(session.to_move)
    book = meld_book("socki")
    return to_card_set(book, (card for pile in seen["table"] for card in pile)), to_card_set(
        book, seen["hand"]
    )


def _plays(session: Session) -> list[int]:
    counting = counting_for(meld_book("socki"))
    table, hand = _counts(session)
    most = counting.largest_play(table, hand)
    if not most or most == hand:
        return []
    return LayOptions(SockiOptions.of(session.options), counting, table, hand).all(most)


@cache
def _moments() -> tuple[Session, ...]:
    return tuple(middles(range(sample_size(7))))


def _judged(session: Session, moves: list[str], nodes: int) -> list[float]:
    """Return the values of moves by a referee with equal nodes for each."""
    book, seen = meld_book("socki"), session.observe(session.to_move)
    player = SockiAgent(as_observation(seen), session.options, "master")
    thought, chance = player.thought(), SeededRng("referee", len(session.log))
    guesses = [player.unseen().dealt(chance) for _ in range(nodes)]
    values = []
    for move in moves:
        old = tuple(map(tuple, seen["table"]))
        laid = to_card_set(book, changes(old, read_piles(move.removeprefix("play ")))[0])
        values.append(sum(thought.value(laid, guess) for guess in guesses) / nodes)
    return values


def test_master_finds_better_plays_than_normal() -> None:
    """Judged by a referee with more nodes, because hands are mostly luck."""
    gained = 0.0
    for session in _moments():
        moves = [choice(session, "normal"), choice(session, "master", budget=Budget(nodes=120))]
        if moves[0] != moves[1]:
            normal, master = _judged(session, moves, sample_size(20, 80))
            gained += master - normal
    assert gained > 0


@pytest.mark.parametrize("must_play", ["honour", "strict"])
def test_bot_moves_legally_if_plays_are_too_hard_to_find(
    monkeypatch: pytest.MonkeyPatch, must_play: str
) -> None:
    monkeypatch.setattr(bot, "PLAYS_WORK", 0)
    played = 0
    for seed in range(4):
        session = Session.new("socki", 4, seed, {"must_play": must_play})
        while (seat := session.to_move) is not None and len(session.log) < 24:
            move = BOT.choose(session.observe(seat), session.options, "master", SeededRng(seed))
            assert session.refusal(move) is None
            played += move.startswith("play")
            session.play(move)
    assert played


def test_guesses_exclude_hands_that_would_have_played() -> None:
    """The last seat to play would have laid fitting cards, so its hand is dealt of cards that mostly don't
    fit."""
    counting = counting_for(meld_book("socki"))
    session = _moments()[-1]
    table, hand = _counts(session)
    unseen = minus(to_card_set(meld_book("socki"), DECK), plus(table, hand))
    cards = SockiHiddenInfo(counting, table, unseen, [4], 20)
    guesses = [cards.dealt(SeededRng(number)) for number in range(40)]
    assert guesses == [cards.dealt(SeededRng(number)) for number in range(40)]
    assert all(guess.hands[0].bit_count() == 4 and len(guess.stock) == 20 for guess in guesses)
    stuck = sum(not counting.largest_play(table, guess.hands[0]) for guess in guesses)
    blind = SockiHiddenInfo(counting, 0, unseen, [4], 20)
    assert (
        stuck
        >= 20
        > sum(not counting.largest_play(table, blind.dealt(SeededRng(n)).hands[0]) for n in range(40))
    )


# More nodes find better plays, in positions in which a long search has valued each play.


# twelve piles on the table, and the other holds three cards
LATE = (
    "table=2P,2P,2B/3P,3F,3F/4P,4F,4B,4L,4L/5P,5F,5L,5L/6P,6F,6F,6B,6B,6L,6L/8P,8P,8F,8B,8L/HP,HF,HB,HL/"
    "7F,7B,7L,7L/11F,11B,11L/12F,HF,1F/7B,8B,9B/HL,1L,2L hands=10P,1B,10L/9P,11P,10F,12F,12B,11L "
    "stock=HP,1P,7P,4B,4F,4P,5B,5P,5F,11P,2F,2F,8F,10F,9B,3L,8L,9L,9F,3P,12L,12P,10P,6P,9P,1L,12B,5B,9F,2B,"
    "11F,7P,10B,9L,3B,1B,10B,2L,1P,3L,11B,1F,3B,12P,10L,HB,12L turn=1"
)
# two of four cards fit, and the other holds one
THREE = (
    "table=1P,2P,3P/1P,1F,1L/4P,4P,4F,4B,4L,4L/11P,11P,11B,11L/HP,HP,HF/5F,5F,5L/8F,8L,8L/6B,7B,8B/6B,6L,6L/"
    "9B,9L,9L/10B,10B,10L,10L/12B,HB,1B,2B,3B hands=6F,7B,2L,5L/7P "
    "stock=2B,3F,2P,12L,11F,9P,8B,7P,11F,11B,4B,1L,12F,8P,8P,12L,10F,3L,HB,8F,5B,2L,9F,11L,7L,12B,10P,1B,3B,"
    "10P,12P,7F,4F,HF,3F,2F,12F,6F,5P,9F,10F,3L,6P,HL,7F,5P,2F,HL,7L,1F,5B,3P,6P,12P,9P,9B turn=0"
)
# of seven cards 1, 2, 8 and 10 can be laid, and the next player has one left
ONE_LEFT = (
    "table=4P,4F,4F,4B,4B,4L,4L/9P,9F,9L,9L/10P,10F,10B,10L/11P,11F,11F/12P,12F,12B,12L,12L/7F,7F,7B/8F,8L,8L/"
    "HF,HB,HL,HL/1B,1L,1L/2B,2B,2L hands=5F,3B,6B,3L,6L/3P,2F,6F,1B,5B,8B,10B/8P "
    "stock=5L,7L,5P,5P,1P,3P,9B,1F,12F,6P,6P,10P,1F,2L,9F,5F,2P,11B,3B,9P,HF,10L,3F,11P,HP,6L,HP,11L,8B,7P,7L,"
    "1P,5L,6B,5B,8F,HB,2P,11B,7B,2F,6F,3L,3F,8P,10F,4P,11L,12P,7P,12B,9B turn=1"
)
# loss of each play against the best one, by a referee on 600 deals of the unseen cards
LOSSES = {
    LATE: {
        "10F 11L 11P 12B 12F": 0.0,
        "10F 11L 11P 12F": 0.048,
        "10F 11L 11P 12B": 0.190,
        "11P": 0.398,
        "11L": 0.400,
    },
    THREE: {"5L 6F": 0.0, "6F": 0.068, "5L": 0.090},
}


def lost(nodes: int) -> float:
    """Return the mean loss of plays with ``nodes`` nodes against the best ones."""
    found, tries = 0.0, sample_size(3)
    for position, losses in LOSSES.items():
        session = Session.from_position("socki", position)
        seen = session.observe(session.to_move)
        for seed in range(tries):
            move = BOT.choose(seen, session.options, "master", SeededRng(seed), Budget(nodes=nodes))
            laid, _taken = changes(tuple(map(tuple, seen["table"])), read_piles(move.removeprefix("play ")))
            found += losses[" ".join(sorted(laid))]
    return found / (tries * len(LOSSES))


@in_soak
def test_more_nodes_find_better_plays() -> None:
    assert lost(400) < lost(12)


@pytest.mark.parametrize("level", ["hard", "master"])
def test_bot_lays_high_cards_before_a_player_with_one_card(level: str) -> None:
    session = Session.from_position("socki", ONE_LEFT)
    seen = session.observe(1)
    old = tuple(map(tuple, seen["table"]))
    for seed in range(sample_size(2, 20)):
        move = BOT.choose(seen, session.options, level, SeededRng(seed), Budget(nodes=200))
        assert {"8B", "10B"} <= {*changes(old, read_piles(move.removeprefix("play ")))[0]}


# Value of the end of a round in the match.


def test_total_over_the_target_loses_and_on_it_restarts() -> None:
    totals = MatchEquity((88, 60), 100)
    assert totals.value_of_round([12, 0]) > totals.value_of_round([11, 0]) > totals.value_of_round([13, 0])
    assert totals.value_of_round([0, 40]) < totals.value_of_round([0, 41])


def test_points_matter_more_near_the_target() -> None:
    """A point or two more end the match there; at its start they are a few points."""
    near, start = MatchEquity((90, 40), 100), MatchEquity((0, 0), 100)
    assert (
        near.value_of_round([9, 0]) - near.value_of_round([11, 0])
        > start.value_of_round([9, 0]) - start.value_of_round([11, 0])
        > 0
    )


def test_one_round_match_is_won_by_the_fewest_points() -> None:
    totals = MatchEquity((0, 0, 0), 0)
    assert totals.won([3, 4, 5]) == 1
    assert totals.won([4, 4, 5]) == 0.5
    assert totals.won([4, 3, 5]) == 0


def test_play_off_does_not_reset_totals() -> None:
    assert MatchEquity((101, 101), 200).resets
    assert not MatchEquity((101, 101), 100).resets
    assert MatchEquity((88, 88), 100).resets


def test_lower_total_and_nearer_end_raise_the_win_chance() -> None:
    totals = MatchEquity((0, 0), 100)
    assert totals.won([30, 30]) == 0.5
    assert 0.5 < totals.won([10, 30]) < totals.won([50, 70]) < totals.won([75, 95]) < 1


# the first seat, behind the third, can go out; the second holds five cards
AHEAD = (
    "table=5P,5F,5B/7P,7F,7B hands=5L,7L/12P,12F,12B,11L,10L/1B,3B,9P,12L,8P stock=2P,4F,9L,2F,11P "
    "scores=60/{second}/10"
)


@pytest.mark.parametrize("level", ["hard", "master"])
def test_trailing_bot_does_not_end_the_match_by_going_out(level: str) -> None:
    """With the second at 95 the match would be over, and the third would win it."""
    for seed in range(sample_size(2)):
        kept = choice(Session.from_position("socki", AHEAD.format(second=95)), level, seed, Budget(nodes=60))
        assert sum(map(len, read_piles(kept.removeprefix("play ")))) == 7
        out = choice(Session.from_position("socki", AHEAD.format(second=20)), level, seed, Budget(nodes=60))
        assert sum(map(len, read_piles(out.removeprefix("play ")))) == 8


@pytest.mark.parametrize("must", ["strict", "honour"])
def test_easy_breaks_no_pile_in_its_hand(must: str) -> None:
    """A card of it could be added to the pile on the table, but then no pile would be left."""
    session = at("table=3F,4F,5F hands=2F,6F,7F,8F,11L/1B,1B stock=9P turn=0", must_play=must)
    laid = set[tuple[str, ...]]()
    for seed in range(60):
        move = choice(session, "easy", seed)
        if move != "draw":
            laid.add(changes((("3F", "4F", "5F"),), read_piles(move.removeprefix("play ")))[0])
    assert laid == ({("2F",)} if must == "strict" else {("2F",), ("6F", "7F", "8F")})


def test_easy_rearranges_only_if_it_must() -> None:
    """Only the nine fits, and only if a seven and an eight leave their piles."""
    position = "table=7P,7F,7B,7L/8P,8F,8B,8L hands=9P,2F,12B/1B,1B stock=3P turn=0"
    assert {choice(at(position, must_play="honour"), "easy", seed) for seed in range(20)} == {"draw"}
    move = choice(at(position, must_play="strict"), "easy")
    assert move == "play 7P 8P 9P | 7F 7B 7L | 8F 8B 8L"
