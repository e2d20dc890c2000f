"""Bots of RockIt: cards that they keep, cost, styles, and quick answers."""

import json
from collections.abc import Iterator

import pytest

from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.core.rummy import best_play
from game.core.rummy.melds import book_for, meld_book
from game.core.rummy.table import read_piles
from game.core.search import Budget
from game.core.session import Session
from game.games.rockit.bot.mask_solver import MaskHand, MaskSolver, all_fit, in_runs, strain, to_masks
from game.games.rockit.bot.search import MaskObservation, RolloutGame, RolloutPolicy
from game.games.rockit.rules.events import as_observation
from game.games.rockit.rules.state import RockItOptions, laid_cards
from tests.games.rockit.test_review import HOLD
from tests.games.rockit.test_rules import at
from tests.sampling import in_soak, sample_size
from tools.study_holding_rockit import laying, waiting

BOT = find_game("rockit").bot


NODES = 24  # playouts for a decision in tests that only need legal moves


def choice(session: Session, level: str, seed: int = 0, nodes: int | None = NODES) -> str:
    seat = session.to_move
    assert seat is not None
    seen = json.loads(json.dumps(session.observe(seat)))
    return BOT.choose(seen, session.options, level, SeededRng(seed, len(session.log)), Budget(nodes))


# Observations of a searching level.


def test_joker_is_kept_if_it_saves_no_other_card() -> None:
    """It saves no other card in this play, and fits any later card."""
    position = "table=7C,8C,9C hands=10C,JK,2H,5S,9D,KC/4D,JD,KS,QS,5H stock=AD,3S,JH,QD,AS in=1/1"
    assert "JK" not in choice(at(position), "master", nodes=300)


# Cost of a decision.


def spent(position: str, level: str, nodes: int | None) -> int:
    session = at(position, must_play=True)
    budget = Budget(nodes)
    BOT.choose(session.observe(0), session.options, level, SeededRng(1), budget)
    return budget.spent


MANY = "table=7C,8C,9C/JD,JH,JS hands=10C,2H,2S,2D,5H,9D/4D,5D,9H,KC stock=JK,KS,QH,4S,6H in=1/1"


def test_master_searches_more_than_hard_and_uses_its_budget() -> None:
    assert spent(MANY, "hard", None) < spent(MANY, "master", None)
    assert spent(MANY, "master", 20) < spent(MANY, "master", 60)


def test_bot_keeps_cards_that_would_let_the_opponent_finish() -> None:
    """One card fits, but laying it would let the other lay the last; few deals show that."""
    assert {choice(at(HOLD), "master", seed, nodes) for nodes in (8, 240) for seed in range(3)} == {"draw"}


# Each level follows the options: where waiting is allowed, and where a seat must play.


TEN = "table=7C,8C,9C/2D,2H,2S hands=10C,JC,QC,2C,5S/4D,5D,9H,KC,3S,3D stock=JK,KS,QH,4H,6S in=1/1"


@pytest.mark.parametrize("level", ["normal", "hard", "master"])
def test_only_hard_and_master_wait_if_allowed(level: str) -> None:
    assert choice(at(TEN, must_play=True), level).startswith("play")
    assert choice(at(TEN), level).startswith("play" if level == "normal" else "draw")


@pytest.mark.parametrize("must_play", [False, True])
def test_normal_lays_most_cards_and_saves_its_joker(*, must_play: bool) -> None:
    """Four cards fit; the joker would make a trick of two of the others."""
    held = TEN.replace("hands=10C,JC,QC,2C,5S", "hands=10C,JC,QC,2C,5S,8S,9D,JK")
    move = choice(at(held, must_play=must_play), "normal")
    table = tuple(map(tuple, at(held).observe(0)["table"]))
    assert sorted(laid_cards(table, read_piles(move.removeprefix("play ")))) == ["10C", "2C", "JC", "QC"]


def test_normal_comes_in_as_soon_as_it_can() -> None:
    """By the author's rules, too: only five of its cards could go in this turn."""
    session = at("table=- hands=9C,10C,JC,QC,2C,5S,5D,5H/4D stock=JK,KS in=0/0")
    assert choice(session, "normal") == "come 9C 10C JC QC"


def test_easy_rearranges_only_if_it_must() -> None:
    """Only the nine fits, and only if a seven and an eight leave their tricks."""
    position = "table=7D,7H,7S,7C/8D,8H,8S,8C hands=9S,2H,KC/4D stock=3D in=1/1"
    assert {choice(at(position), "easy", seed) for seed in range(20)} == {"draw"}
    moves = {choice(at(position, must_play=True), "easy", seed) for seed in range(20)}
    assert moves == {"play 7D 7H 7C | 8D 8H 8C | 7S 8S 9S"}


@pytest.mark.parametrize("players", [2, 3])
def test_normal_beats_a_player_who_never_comes_in(players: int) -> None:
    won = 0
    for seed in range(6):
        session = Session.new("rockit", players, seed)
        while (seat := session.to_move) is not None:
            waits = seat == 0
            move = "draw" if session.observe(None)["stock"] else "pass"
            session.play(move if waits else choice(session, "normal"))
        assert session.outcome is not None
        won += 0 not in session.outcome.winners
    assert won == 6


def test_leading_hard_and_master_end_an_exhausted_game() -> None:
    position = "table=7C,8C,9C/2D,2H,2S hands=10C,5S/4D,5D,9H,KC,3S,3D stock=- in=1/1"
    assert [choice(at(position), level) for level in ("hard", "master")] == ["pass", "pass"]
    assert choice(at(position), "normal").startswith("play")


THIRTY_SIX = (
    "table=10D,JD,QD,KD,AD,2D,3D,4D hands=AD,5D,7D,9D,9D,10D,KD,5H,6H,7H,8H,10H,10H,JH,AS,4S,6S,8S,9S,9S,10S"
    ",10S,QS,AC,2C,3C,4C,5C,6C,7C,7C,8C,9C,JK,JK,JK/4C,4H stock=8S in=0/1"
)


@pytest.mark.parametrize("level", ["normal", "hard", "master"])
def test_waiting_bot_lays_its_whole_hand_of_any_size(level: str) -> None:
    """A search for the maximum of cards gave up before it found this play."""
    session = at(THIRTY_SIX, decks=2)
    for begins in ("come ", "play "):
        assert session.to_move == 0
        move = choice(session, level)
        assert move.startswith(begins)
        session.play(move)
    assert session.outcome is not None
    assert session.outcome.winners == (0,)


@in_soak
def test_normal_holds_its_own_against_a_waiting_opponent_where_it_must_play() -> None:
    won = 0.0
    for deal in range(50):
        for seat in range(2):
            session = Session.new("rockit", 2, deal, {"must_play": True})
            while session.to_move is not None:
                if session.to_move == seat:
                    session.play(choice(session, "normal"))
                else:
                    seen = as_observation(session.observe(session.to_move))
                    session.play(waiting(RockItOptions.of(session.options), seen, early=False))
            assert session.outcome is not None
            winners = session.outcome.winners
            won += (seat in winners) / len(winners)
    assert won / 100 >= 0.4  # it has 52, and hardly falls below this by chance


@pytest.mark.parametrize(("habit", "left"), [(RolloutPolicy.HOLD, 4), (RolloutPolicy.LAY, 1)])
def test_rollout_lays_single_cards_if_it_may_not_wait(habit: RolloutPolicy, left: int) -> None:
    session = at("table=10D,JD,QD hands=KD,2H,2S,2C,7S/4C stock=- turn=0 in=1/1")
    view = MaskObservation(RockItOptions.of(session.options), as_observation(session.observe(0)))
    game = RolloutGame(
        view.house, view.table, [view.hand, to_masks(view.house.book, ["4C"])], view.inside, [], 0
    )
    game.play(habit)
    assert game.hands[0].size == left


def begun(seed: int) -> Session:
    """Return a game some turns in, with the option to must play."""
    session = Session.new("rockit", 2, seed, {"must_play": True})
    for _ in range(12 + seed):
        if session.to_move is not None:
            session.play(choice(session, "normal", seed))
    return session


BOOK = meld_book("rockit")


def cards(text: str) -> MaskHand:
    return to_masks(BOOK, text.split())


def positions(decks: int) -> Iterator[tuple[list[list[str]], list[str]]]:
    for seed in range(sample_size(2)):
        session = Session.new("rockit", 2, seed, {"decks": decks})
        while (seat := session.to_move) is not None:
            seen = session.observe(seat)
            yield seen["table"], seen["hand"]
            session.play(laying(RockItOptions.of(session.options), as_observation(seen)))


@pytest.mark.parametrize("decks", [1, 2])
def test_mask_solver_finds_only_real_plays_and_all_single_cards(decks: int) -> None:
    plain = 0
    for table, hand in positions(decks):
        book = book_for("rockit", {})
        on_table = [card for pile in table for card in pile]
        lying, held = to_masks(book, on_table), to_masks(book, hand)
        if lying.size < len(on_table):
            continue  # a joker is the third card of a face, which the masks cannot hold
        best = best_play("rockit", table, hand, {}).value
        laid = MaskSolver().ask(lying, held, held.size)
        most = 0 if laid is None else len(hand) - laid.lost
        jokers = held.jokers or any("=" in card for pile in table for card in pile)
        if laid is not None and len(laid.wild) == held.jokers:
            assert most <= best
        if not jokers and not (lying.twice | held.twice | lying.once & held.once):
            plain += 1
            assert most == best
            assert all_fit(lying, held) == (best == len(hand))
    assert plain > 5


def test_runs_wrap_around() -> None:
    assert in_runs(cards("QD KD AD").once).bit_count() == 3
    assert in_runs(cards("QD KD AH 2H 5C 6C").once) == 0
    assert in_runs(cards("KS AS 2S 3S 9S 10S").once).bit_count() == 4


def test_solver_handles_duplicate_cards() -> None:
    lane = cards("3D 4D 5D")
    assert strain(lane.once, 0) is None
    assert strain(lane.once, cards("3D 4D 5D").once) is None
    assert strain(lane.once, cards("4D").once) is not None
    assert all_fit(cards("3D 4D 5D 6D"), cards("4D 5D 6D"))
    assert not all_fit(cards("3D 4D 5D"), cards("4D"))


@pytest.mark.parametrize(
    ("table", "hand", "fits"),
    [
        ("7C 8C 9C", "10C", True),
        ("7C 8C 9C", "JC", False),
        ("7C 8C 9C", "JC JK", True),
        ("7C 8C 9C", "JC QC KD JK", False),
        ("7C 8C 9C", "KD KH JK", True),
        ("7C 8C 9C 10C", "7D 7H", True),
        ("7C 8C 9C", "7D 7H", False),
        ("-", "2D 3D 9H JK JK", False),
        ("-", "2D 3D 9H 9S JK JK", True),
    ],
)
def test_solver_recognises_a_playable_hand(table: str, hand: str, *, fits: bool) -> None:
    assert all_fit(cards(table) if table != "-" else MaskHand(), cards(hand)) is fits


def test_solver_names_the_cards_left_in_hand() -> None:
    hand = cards("10C 2D KH")
    laid = MaskSolver().ask(cards("7C 8C 9C"), hand, hand.size)
    assert laid is not None
    assert hand.less(laid.once, laid.twice, 0) == cards("10C")
