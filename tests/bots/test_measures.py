"""Measurements and training of bots: reference opponents, hands, pace, memory, tables."""

from collections.abc import Callable
from statistics import median

import numpy as np
import pytest

from game.bots.rating import StoppingRule
from game.core.discovery import game_slugs
from game.core.rng import SeededRng
from game.core.search import Budget, BudgetPolicy
from game.core.session import Session
from game.games.city.bot.search import NO_PATH, CitySearchConfig, SearchWidth
from game.games.city.bot.weights import PROBABILITIES
from game.games.sociable import INFO
from game.games.sociable.bot.playouts import (
    MAX_HAND_SIZES,
    Policy,
    RolloutEngine,
    features,
    hands_up_to,
    load_weights,
)
from tests.sampling import sample, sample_size
from tools.bench_strength_uct import TREE, measured, move_of
from tools.bot_memory import measured as memory
from tools.ismcts import dealt_again as dealt_anew
from tools.ismcts import ismcts_move, placed
from tools.study_pace_socker import LONGEST, SHORTEST, leg_of, whole
from tools.study_pace_socker import played as leg_played
from tools.train_city import WHERE, Count, play, text_of
from tools.train_city import first_guess as first_table
from tools.train_sociable import Gathered, dealt, first_guess
from tools.uct import uct_move
from tools.whole_matches import had_of
from tools.whole_matches import whole as whole_match

# Each level against the tree search with random playouts.


def test_deal_is_counted_from_both_sides() -> None:
    (climb,) = measured("rockit", ("easy", TREE), move_of, StoppingRule(2), 1, BudgetPolicy(nodes=2))
    (standing,) = climb.standings
    assert standing.pair == ("easy", TREE)
    assert 0 <= standing.deals[0] <= 1
    assert all(climb.times.values())


@pytest.mark.parametrize("game", ["city", "rockit"])
def test_opponent_moves_in_games_of_both_kinds(game: str) -> None:
    session = Session.new(game, 2, seed=3)
    assert move_of(session, TREE, 1, BudgetPolicy(nodes=2)) in session.moves()


# The reference opponent plays legal moves in every game of perfect information.


@pytest.mark.parametrize("game", ["socker", "city"])
def test_moves_are_legal(game: str) -> None:
    session = Session.new(game, 2, seed=3)
    for _ in range(2):
        move = uct_move(session, 1, Budget(nodes=2))
        assert move in session.moves()
        session.play(move)


# The reference opponent of hidden games plays legal moves, and does not see other hands.


@pytest.mark.parametrize(("game", "players"), [("rockit", 2), ("socki", 2), ("sociable", 4)])
def test_ismcts_moves_are_legal(game: str, players: int) -> None:
    session = Session.new(game, players, 3)
    for _ in range(8):
        if session.to_move is None:
            break
        move = ismcts_move(session, 1, Budget(nodes=4))
        assert session.refusal(move) is None
        session.play(move)


def test_ismcts_takes_a_win() -> None:
    position = "table=7C,8C,9C hands=10C/4D,5H stock=5D,2S,KD in=1/1"
    session = Session.from_position("rockit", position)
    assert ismcts_move(session, 1, Budget(nodes=60)) == "play 7C 8C 9C 10C"


def test_hidden_cards_are_redealt() -> None:
    position = "table=7C,8C,9C hands=AC,2H/4D,5D,QS stock=JK,KS turn=0 in=1/1"
    deals = {dealt_anew(position, 0, SeededRng(seed)) for seed in range(5)}
    assert len(deals) == 5
    for deal in deals:
        fields = dict(part.split("=", 1) for part in deal.split(" "))
        own, other = fields["hands"].split("/")
        assert own == "AC,2H"
        assert sorted([*other.split(","), *fields["stock"].split(",")]) == ["4D", "5D", "JK", "KS", "QS"]
        assert fields["table"] == "7C,8C,9C"


def test_place_is_the_share_of_seats_beaten() -> None:
    assert placed([5, 0, 3, 1, 2]) == [1, 0, 0.75, 0.25, 0.5]
    assert placed([0, 12], lowest=True) == [1, 0]
    assert placed([4, 4, 0]) == [0.75, 0.75, 0]


# Levels compared hand by hand in whole matches.


def test_side_share_of_a_hand_is_its_part_of_the_points() -> None:
    assert had_of([5, 3, 2, 1, 0], 0) == 3 / 6
    assert had_of([5, 0, 3, 1, 2], 0) == 1
    assert had_of([5, 0, 3, 1, 2], 1) == 0


def test_match_counts_each_hand_until_it_ends() -> None:
    played = whole_match("sociable", ("normal", "easy"), 1, BudgetPolicy(nodes=1), 5)
    assert len(played.hands) >= 3  # eleven points take at least three hands
    assert played == whole_match("sociable", ("normal", "easy"), 1, BudgetPolicy(nodes=1), 5)


def test_match_counts_by_winner_and_its_hands_by_points() -> None:
    """In SOCKI the fewest points win a hand. A match with swapped seats has the other winner."""
    one, swapped = (whole_match("socki", ("easy", "easy"), number, BudgetPolicy(), 2) for number in (0, 1))
    assert one.match in {0, 1}
    assert all(0 <= hand <= 1 for hand in one.hands)
    assert had_of([0, 12], 0, lowest=True) == 1
    assert swapped.match in {0, 1}


# The script that measures how brisk Socker's bots are.


def test_rows_of_turns_are_summed_up() -> None:
    """One row forward and back, which the third turn makes up for; finally a siege of the upper end."""
    leg = leg_of([7, 6, 8, 8, 9, 9, 11], 0, 11, goal=True)
    assert (leg.turns, leg.gains, leg.undone, leg.siege) == (7, 5, 2, 3)
    assert leg_of([7], 1, 11, goal=False).gains == 0
    assert leg_of([5], 1, 11, goal=False).gains == 1


def test_leg_ends_with_its_goal() -> None:
    leg = leg_played("normal", 3, BudgetPolicy(nodes=1), {}, 60)
    assert leg.goal
    assert leg.rows[-1] in {1, 11}
    assert leg.siege >= 1
    assert leg_played("normal", 3, BudgetPolicy(nodes=1), {}, 2).turns == 2


def test_match_continues_to_its_goals() -> None:
    match = whole("easy", 3, BudgetPolicy(), {"goals": 2}, 200)
    assert max(match.score) == 2
    assert len(match.waits) == sum(match.score)
    assert sum(match.waits) == match.turns
    left = whole("easy", 3, BudgetPolicy(), {"goals": 2}, 2)
    assert (left.turns, left.waits) == (2, ())


def test_two_normal_bots_score_soon() -> None:
    rules = {"goals": 3, "extra_time": 10}
    matches = [whole("normal", seed, BudgetPolicy(), rules, 200) for seed in range(1, 1 + sample_size(1, 24))]
    assert median(wait for match in matches for wait in match.waits) <= 30
    assert SHORTEST <= median(match.turns for match in matches) <= LONGEST
    assert not any(match.voids for match in matches)


# A bot's process stays small.


MEGABYTES = 150  # MB of a bot's process


@pytest.mark.parametrize("game", sample(game_slugs(), "sociable"))
def test_master_process_stays_small(game: str, figure: Callable[[str], None]) -> None:
    size = memory(game, ["master"], sample_size(2, 400), nodes=20)
    figure(f"{game}, master: {size:.0f} MB")
    assert 10 < size < MEGABYTES


# The script that computes City's table.


QUICK = CitySearchConfig(SearchWidth(2, 1, 2), SearchWidth(1, 1, 1))


def test_match_fills_the_count_table() -> None:
    count, guess = Count(), first_table()
    play(count, 5, QUICK, guess)
    assert sum(count.seen.values()) > 20
    assert any(got > 0 for got in count.got.values())
    assert any(got < 0 for got in count.got.values())
    again = Count()
    play(again, 5, QUICK, guess)
    assert again == count
    table = count.table(guess)
    assert table != guess
    assert table[0] == (1.0,) * (NO_PATH + 1)
    assert all(row[0] == -1 for row in table[1:])
    assert all(-1 <= each <= 1 for row in table for each in row)


def test_frequent_outcomes_override_the_guess() -> None:
    count = Count()
    for _ in range(2000):
        count.note((3, 5), 1)
    table = count.table(first_table())
    assert table[3][5] > 0.98
    assert table[5][3] == first_table()[5][3]


def test_table_is_written_as_shown() -> None:
    text = WHERE.read_text(encoding="utf-8")
    assert text_of(PROBABILITIES, text) == text
    other = text_of(first_table(), text)
    assert other != text
    names: dict[str, object] = {}
    exec(compile(other, "weights.py", "exec"), names)
    found = names["PROBABILITIES"]
    assert isinstance(found, tuple)
    assert len(found) == len(PROBABILITIES)
    assert found[4][2] == round(first_table()[4][2], 2)


# The script that trains SOCiable's policy.


PLAYERS = 5


def test_training_step_learns_from_its_own_hands() -> None:
    house, hands = INFO.read_options({}, PLAYERS), hands_up_to(MAX_HAND_SIZES[PLAYERS])
    guess = first_guess(PLAYERS, hands)
    policy = Policy(guess, hands, joker_tops=False)
    gathered = Gathered(hands, policy, PLAYERS)
    tables = dealt(40, PLAYERS, np.random.default_rng(7), guess, house)
    gathered.run(RolloutEngine(policy, PLAYERS, house), tables)
    found = gathered.fit(features(hands), guess, 1.0)
    kept = load_weights(PLAYERS)
    for name in ("leader", "other", "holds", "waits", "leans", "more"):
        made = getattr(found, name)
        # The table of five has two rows of leans more than the script makes, for hands that are never dealt.
        used = getattr(kept, name)[:, : hands.most + 1] if name == "leans" else getattr(kept, name)
        assert made.shape == used.shape, name
        assert np.isfinite(made).all(), name
    assert not np.array_equal(found.leader, guess.leader)
    assert gathered.worth[:, 0].sum() > 100
