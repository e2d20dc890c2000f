"""Bots of SOCiable: their plays, the searches of the strong levels, their knowledge, and the cost."""

from collections import Counter

import numpy as np
import pytest

from game.core.discovery import find_game
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.games.sociable.bot import CARELESS_PROBABILITY, is_wasteful
from game.games.sociable.bot.endgame import Endgame, EndgameNode, EndgameOptions
from game.games.sociable.bot.heuristics import PLAYS, CardCounter, PlayShape, number_of, value_of, without
from game.games.sociable.bot.playouts import (
    POWER_CODES,
    START_PHASE,
    ChoiceBatch,
    EvaluatedRollouts,
    Ints,
    LeadIndex,
    PlayEvaluator,
    RolloutBatch,
    RolloutEngine,
    load_weights,
    policy_for,
    worth_of_cards,
)
from game.games.sociable.bot.search import (
    ChoiceHistory,
    Knowledge,
    TableBelief,
    cheapest,
    counts_by_power,
    deal,
    draw_one_of_each,
    strongest,
)
from game.games.sociable.rules.events import SociableObservation, as_observation
from game.games.sociable.rules.state import DECK, POWER, GiveCards, SociablePlay
from game.games.sociable.rules.text import read_move
from tests.games.sociable.helpers import FINAL, at, hands
from tests.matches import fields, middle
from tests.sampling import in_soak, sample_size, thinned

BOT = find_game("sociable").bot


DEEP = ("hard", "master")
REST = "9D,9S/10D,10S/JD,JS/QD,QS"


def chosen(session: Session, level: str, nodes: int | None = 600, seed: int = 0) -> str:
    return BOT.choose(
        session.observe(session.to_move), session.options, level, SeededRng(seed), Budget(nodes=nodes)
    )


@pytest.mark.parametrize(
    ("level", "hand", "seeds"),
    [("normal", "8D,8S,8H,KC,AC,JK", 20), *((level, "8D,8S,AC,JK", 1) for level in DEEP)],
)
def test_sure_run_wins_against_any_answer(level: str, hand: str, seeds: int) -> None:
    """No other seat has three cards, so the eights hold, as do an ace and a joker; the king goes last."""
    for seed in range(seeds):
        session = at(f"hands={hand}/{REST}")
        for step in range(40):
            if fields(session)["out"] != "-":
                break
            moves, chance = session.moves(), SeededRng(seed, step)
            session.play(chosen(session, level) if session.to_move == 0 else chance.pick(moves))
        assert fields(session)["out"].startswith("0")


# only the second seat still has cards, a pair of nines that can be counted
SHORT_WIN = (
    "hands=8D,8H,8S,10D,10H,JD/9D,9H/-/-/- out=2,3,4 gone="
    + ",".join((*(f"{rank}{suit}" for rank in ("Q", "K", "A") for suit in "DHSC"), "JK", "JK"))
    + ",8C,9S,9C,10S,10C,JH,JS,JC"
)


@pytest.mark.parametrize("level", ["normal", *DEEP])
def test_sure_win_breaks_no_group(level: str) -> None:
    """Three plays empty the hand: a single eight would win too, but later."""
    for seed in range(8):
        session, laid = at(SHORT_WIN), []
        while not any(session.observe(None)["scores"]):
            own_turn = session.to_move == 0
            move = chosen(session, level) if own_turn else SeededRng(seed).pick(session.moves())
            laid += [move] if own_turn else []
            session.play(move)
        assert sorted(laid) == ["play 10D 10H", "play 8D 8H 8S", "play JD"]


def test_search_finds_the_length_of_a_win() -> None:
    eights_tens_jack, nines = (3, 0, 2, 1, 0, 0, 0, 0), (0, 2, 0, 0, 0, 0, 0, 0)
    solver = Endgame(EndgameOptions(tops=False, final=False), 0, max_nodes=10_000)
    node = EndgameNode((eights_tens_jack, nines), 0, 0, 0, 0, 0)
    assert [solver.wins(node, plays) for plays in (2, 3, 6)] == [False, True, True]
    single_eight = PlayShape(1, POWER["8D"], 0)
    left = without(eights_tens_jack, single_eight)
    assert solver.leads_to(node, single_eight, left)
    assert not solver.leads_to(node, single_eight, left, plays=3)


def test_counter_knows_when_a_play_cannot_be_topped() -> None:
    session = at("hands=8S,KC,AC/9D/9S,10S,10H,10D/JD,JS/QD,QS gone=AD,AH,JK,JK")
    table = CardCounter.seen_by(as_observation(session.observe(0)))
    assert table.hold_probability(1, 6) == 1
    assert table.hold_probability(1, 5) < 1
    assert table.hold_probability(2, 6) == 1
    assert 0 < table.hold_probability(2, 3) < 1
    assert table.hold_probability(5, 0) == 1
    assert table.hold_probability(1, 4) > table.hold_probability(1, 2)


def test_easy_lays_low_cards_and_is_careless_now_and_then() -> None:
    """It leads whole ranks; a careless move beats with the highest card, or passes."""
    session = at(f"hands=8D,8S,8H,KC,AC,JK/{REST}")
    moves = [chosen(session, "easy", seed=seed) for seed in range(300)]
    low = moves.count("play 8D 8H 8S") / len(moves)
    assert 1 - CARELESS_PROBABILITY - 0.1 < low < 1
    assert set(moves) == {"play 8D 8H 8S", "play KC"}
    asked = at(f"hands=8D,9H,10H,AC,JK/{REST} lead=8S by=1 laid=1 turn=0")
    assert {chosen(asked, "easy", seed=seed) for seed in range(100)} == {"play 9H", "play AC", "pass"}


def test_easy_gives_away_no_ace_or_joker() -> None:
    session = at(f"hands=8D,9H,10H,KC,AC,AD,JK/{REST} order=0,1,2,3,4 give=0>4:2 turn=0")
    given = {card for seed in range(100) for card in chosen(session, "easy", seed=seed).split()[1:]}
    assert given == {"8D", "9H", "10H", "KC"}


# Knowledge.


def test_wasteful_gifts_are_recognised() -> None:
    """Giving the nines leaves the eight alone, giving eight and nine a nine; a queen breaks no pair."""
    hand = ("8D", "9H", "9S", "QD", "QH", "KH", "KC", "JK")
    some = [
        GiveCards(("8D", "9H")),
        GiveCards(("9H", "9S")),
        GiveCards(("QD", "QH")),
        GiveCards(("8D", "QD")),
        GiveCards(("8D", "KC")),
    ]
    assert [give for give in some if not is_wasteful(give, hand)] == some[:1]
    assert not is_wasteful(GiveCards(("QD",)), ("8D", "8S", "QD", "KH"))  # giving an eight breaks a pair


def test_exchanged_cards_are_seen_only_by_both_sides() -> None:
    session = Session.new("sociable", 5, 3)
    boss, temp = session.observe(None)["order"][0], session.observe(None)["order"][4]
    given = session.observe(temp)["given"]
    assert given == session.observe(boss)["given"]
    assert given[0].startswith(f"{temp}>{boss}:")
    for seat in (None, *range(5)):
        if seat not in (boss, temp):
            assert session.observe(seat)["given"] == []
    move = session.moves()[0]
    session.play(move)
    assert session.observe(temp)["given"] == [
        *given,
        f"{boss}>{temp}:{move.removeprefix('give ').replace(' ', ',')}",
    ]
    again = Session.from_position("sociable", session.position())
    assert again.observe(temp) == session.observe(temp)
    assert again.position() == session.position()


def test_new_hand_forgets_old_gifts() -> None:
    session = Session.new("sociable", 5, 3)
    while not any(session.observe(None)["scores"]):
        session.play(chosen(session, "normal"))
    assert sorted(len(session.observe(seat).get("given", [])) for seat in range(5)) == [0, 0, 0, 1, 1]


def seen_by_temp() -> SociableObservation:
    session = Session.new("sociable", 5, 3)
    while session.observe(None)["give"]:
        session.play(session.moves()[0])
    return as_observation(session.observe(session.observe(None)["order"][4]))


def test_sampled_hands_respect_known_cards() -> None:
    seen = seen_by_temp()
    knowledge = Knowledge.of(seen)
    given = seen["given"][0].partition(":")[2].split(",")
    again = deal(knowledge, np.ones((5, 8)), 50, np.random.default_rng(1))
    back = seen["given"][1].partition(":")[2].split(",")
    kept = list((Counter(given) - Counter(back)).elements())
    assert (again[:, 0] >= counts_by_power(kept)).all()
    assert (again[:, 4] == counts_by_power(seen["hand"])).all()
    assert (again.sum(2) == 6).all()
    assert (again.sum(1) == counts_by_power(DECK)).all()
    forgot = Knowledge.of(seen, remembers=False)
    assert not forgot.known.any()


def test_boss_knows_how_strong_the_temp_can_be() -> None:
    session = Session.new("sociable", 5, 3)
    order = session.observe(None)["order"]
    knowledge = Knowledge.of(as_observation(session.observe(order[0])))
    forced = session.observe(order[0])["given"][0].partition(":")[2].split(",")
    assert knowledge.bound[4] == min(POWER[card] for card in forced)
    assert set(knowledge.bound[1:4]) == {7}


def opened(dealt: Ints) -> RolloutBatch:
    """Return tables at the start of a hand, with the Boss to lead."""
    count, players = dealt.shape[:2]
    zeros = {
        name: np.zeros(count, dtype=np.int64) for name in ("lead", "by", "before", "first", "jokers", "aces")
    }
    return RolloutBatch(
        codes=dealt @ POWER_CODES,
        sizes=dealt.sum(2, dtype=np.int64),
        asked=np.ones(count, dtype=np.int64),
        out=np.zeros(count, dtype=np.int64),
        places=np.full((count, players), players - 1),
        quits=np.zeros((count, players), dtype=bool),
        **zeros,
    )


def kings(seen: SociableObservation, options: Options, *, infers: bool) -> float:
    """Return the number of kings that the Veep is believed to hold."""
    playouts = RolloutEngine(policy_for(5, joker_tops=False), 5, options)
    random = np.random.default_rng(1)
    prospect = TableBelief(seen, options, playouts, random, remembers=True, infers=infers)
    return float(prospect.hands(2000)[:, 1, POWER["KD"]].mean())


def test_pass_lowers_the_estimate_of_a_hand() -> None:
    """Veep and Manager passed on a queen, with no ace and no joker left; the Clerk laid a king."""
    held = "8D,9S/KH,8S/8H/KC/9H"
    gone = ",".join(card for card in DECK if card not in held and card not in ("QD", "JK"))
    session = at(f"hands={held} lead=QD by=0 turn=1 gone={gone},JK,JK")
    for move in ("pass", "pass", "play KC", "pass"):
        session.play(move)
    seen = as_observation(session.observe(0))
    assert kings(seen, session.options, infers=True) < kings(seen, session.options, infers=False)


def test_history_contains_all_plays_and_passes() -> None:
    session = at("hands=8D,9S,JD/KH,8S/8H,9C/KC,8C/9H,QD turn=0")
    for move in ("play 8D", "pass", "play 9C", "play KC", "pass", "pass", "pass", "pass", "play 8C"):
        session.play(move)
    past = ChoiceHistory(as_observation(session.observe(4)), LeadIndex(joker_tops=False), final=False)
    eight, nine, king = (1 + POWER[card] for card in ("8D", "9C", "KC"))
    assert [(one.seat, one.lead, one.made > 0) for one in past.choices] == [
        (0, 0, True),
        (1, eight, False),
        (2, eight, True),
        (3, nine, True),
        (0, king, False),
        (1, king, False),
        (2, king, False),
        (3, 0, True),
    ]
    assert past.choices[0].later.sum() == 4
    assert past.choices[4].later.tolist() == past.choices[7].later.tolist()


def test_hands_consistent_with_the_moves_are_likelier() -> None:
    """The Veep passed on a ten, which is unlikely with a king and a jack."""
    session = at("hands=10D,9S,JS/KH,8S,JH/8H,9C,QC/KC,8C,QH/9H,QD,8D turn=0")
    session.play("play 10D")
    session.play("pass")
    past = ChoiceHistory(as_observation(session.observe(2)), LeadIndex(joker_tops=False), final=False)
    judge, low, high = PlayEvaluator(LeadIndex(joker_tops=False)), ["8S", "8C", "9H"], ["QD", "8S", "9H"]
    rest = [["9S", "JS"], low, ["8H", "9C", "QC"], ["KC", "KH", "JH"], ["QD", "8D", "QH"]]
    swapped = [["9S", "JS"], high, ["8H", "9C", "QC"], ["KC", "KH", "JH"], ["8C", "8D", "QH"]]
    told = past.likely(
        judge, np.array([[counts_by_power(hand) for hand in deal] for deal in (rest, swapped)])
    )
    assert told[1] < told[0]


# Playouts agree with the rules.


@thinned()
@pytest.mark.parametrize("judged", [False, True])
@pytest.mark.parametrize(
    "options", [{}, {"joker_pair_beats_same_rank": True}, {"lead_after_out": "last_to_play"}, FINAL]
)
@pytest.mark.parametrize("players", [4, 5])
def test_playout_follows_the_rules(players: int, options: dict[str, object], judged: bool) -> None:  # noqa: FBT001
    """Plays of playouts, replayed by the rules, are legal and lead to the same places."""
    for seed in range(sample_size(1, 60)):
        session = Session.new("sociable", players, seed, options | {"exchange": "off"})
        house, order = session.options, session.observe(None)["order"]
        policy = policy_for(players, joker_tops=house.get_bool("joker_pair_beats_same_rank"))
        playouts = RolloutEngine(policy, players, house)
        if judged:
            playouts = EvaluatedRollouts(policy, players, house, np.random.default_rng(seed))
        dealt = hands(session)
        tables = opened(np.array([[counts_by_power(dealt[seat]) for seat in order]]))
        while int(tables.out[0]) < players - 1:
            seats, moves, led = playouts.step(tables)
            while session.to_move != order[seats[0]] or (len(led) and session.observe(None)["lead"]):
                session.play("pass")
            if not moves[0]:
                session.play("pass")
                continue
            laid = PLAYS[int(moves[0])]
            held = session.observe(session.to_move)["hand"]
            same = [card for card in held if card != "JK" and POWER[card] == laid.power]
            session.play(" ".join(["play", *same[: laid.size - laid.jokers], *["JK"] * laid.jokers]))
        assert [session.observe(None)["order"].index(seat) for seat in order] == tables.places[0].tolist()


def test_judge_agrees_with_normal() -> None:
    for seed in range(sample_size(6)):
        session = middle("sociable", seed)
        seen = as_observation(session.observe(session.to_move))
        if seen["give"]:
            continue
        leads = LeadIndex(joker_tops=session.options.get_bool("joker_pair_beats_same_rank"))
        judge, table = PlayEvaluator(leads), CardCounter.seen_by(seen)
        lead = int(leads.of[number_of(SociablePlay(tuple(seen["lead"])))]) if seen["lead"] else 0
        held = counts_by_power(seen["hand"])
        others = [count for seat, count in enumerate(seen["counts"]) if seat != seen["seat"]]
        asked = ChoiceBatch(held[None], np.array([table.unseen]), np.array([others]), np.array([lead]))
        values = judge.values(asked, len(seen["lead"]))[0]
        told = dict(zip(judge.numbers(len(seen["lead"])).tolist(), values.tolist(), strict=True))
        for text in session.moves():
            move = read_move(text)
            wanted = value_of(move, held.tolist(), table, tuple(seen["lead"]))
            assert told.pop(number_of(move)) == pytest.approx(wanted, abs=1e-4)
        assert all(value < -1000 for value in told.values())


def test_playouts_choose_gifts() -> None:
    held = np.array([counts_by_power(["8D", "8S", "9C", "QD", "AD", "JK", "JK"])])
    assert strongest(held, 3)[0].tolist() == counts_by_power(["AD", "JK", "JK"]).tolist()
    assert draw_one_of_each(held, np.random.default_rng(0)).sum() == 1
    given = cheapest(held, 1, worth_of_cards(load_weights(5).leader[START_PHASE]))
    assert given[0].tolist() == counts_by_power(["9C"]).tolist()


# Cost.


def loss(nodes: int) -> float:
    """Return the loss of moves with ``nodes`` playouts against the best ones, judged by many playouts."""
    found = 0.0
    for seed in range(sample_size(3, 120)):
        session = Session.new("sociable", 5, seed)
        seen, moves = (
            as_observation(session.observe(session.to_move)),
            [read_move(move) for move in session.moves()],
        )
        playouts = RolloutEngine(policy_for(5, joker_tops=False), 5, session.options)
        prospect = TableBelief(
            seen, session.options, playouts, np.random.default_rng(9), remembers=True, infers=True
        )
        means = prospect.places(moves, 600).mean(1)
        found += means[moves.index(read_move(chosen(session, "master", nodes)))] - means.min()
    return found


@in_soak
def test_more_playouts_find_better_moves() -> None:
    assert loss(3000) < loss(60)
