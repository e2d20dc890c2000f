"""Every worked example and every ruling of the rules, as positions and moves."""

import re
from collections import Counter
from pathlib import Path

import pytest

import game.games.sociable
from game.core.game import IllegalMove, Layout, LayoutError
from game.core.session import Session
from tests.games.sociable.helpers import (
    PACK,
    all_cards,
    at,
    code,
    fields,
    hands,
    kinds,
    only,
    play,
    refused_code,
)

REST = "9D/9H/9S"

TABLE = [
    ("T1-queens", "10D,10H", "QD,QH", "play QD QH", None),
    ("T1-other-order-and-suits", "10D,10H", "QD,QH,QS", "play QS QD", None),
    ("T1-king-and-joker", "10D,10H", "KS,JK", "play KS JK", None),
    ("T1-joker-named-first", "10D,10H", "KS,JK", "play JK KS", None),
    ("T1-nines", "10D,10H", "9C,9S", "play 9C 9S", "too_low"),
    ("T1-three-queens", "10D,10H", "QD,QH,QS", "play QD QH QS", "wrong_number"),
    ("T1-tens", "10D,10H", "10S,10C", "play 10S 10C", "too_low"),
    ("T2-joker-on-ace", "AD", "JK,8D", "play JK", None),
    ("T2-ace-on-ace", "AD", "AH,8D", "play AH", "too_low"),
    ("T2-king-on-ace", "AD", "KH,8D", "play KH", "too_low"),
    ("T2-ace-on-joker", "JK", "AH,8D", "play AH", "too_low"),
    ("T2-joker-on-joker", "JK", "JK,8D", "play JK", "too_low"),
    ("T3-pair-on-three", "8D,8H,8S", "QD,QH,QS,QC", "play QD QH", "wrong_number"),
    ("T3-four-on-three", "8D,8H,8S", "QD,QH,QS,QC", "play QD QH QS QC", "wrong_number"),
    ("T3-pass", "8D,8H,8S", "QD,QH,QS,QC", "pass", None),
    ("T3-three", "8D,8H,8S", "QD,QH,QS,QC", "play QD QH QC", None),
    ("T4-two-jokers", "-", "JK,JK,8D", "play JK JK", "two_jokers"),
    ("T4-two-jokers-on-a-pair", "AD,AH", "JK,JK,8D", "play JK JK", "two_jokers"),
    ("T4-eights-with-two-jokers", "-", "8D,8H,JK,JK", "play 8D JK 8H JK", "two_jokers"),
    ("T4-eights-with-one-joker", "-", "8D,8H,JK,JK", "play 8D JK 8H", None),
    ("T5-four-nines-on-five", "8D,8H,8S,8C,JK", "9D,9H,9S,9C,AD", "play 9D 9H 9S 9C", "wrong_number"),
    ("T5-five-nines", "8D,8H,8S,8C,JK", "9D,9H,9S,9C,JK", "play 9D 9H 9S 9C JK", None),
    ("T6-ace-and-joker", "AD,AH", "AS,JK", "play AS JK", "too_low"),
    ("two-ranks", "-", "8D,9D", "play 8D 9D", "mixed_ranks"),
    ("two-ranks-and-joker", "-", "8D,9D,JK", "play 8D 9D JK", "mixed_ranks"),
    ("lone-joker-leads", "-", "8D,JK", "play JK", None),
    ("leader-passes", "-", "8D,9D", "pass", "leader_plays"),
    ("not-in-hand", "-", "8D,9D", "play AD", "not_in_hand"),
    ("one-card-named-twice", "-", "8D,9D", "play 8D 8D", "not_in_hand"),
    ("joker-not-in-hand", "-", "8D,9D", "play 8D JK", "not_in_hand"),
    ("no-such-rank", "-", "8D,9D", "play 7D", "no_such_card"),
    ("no-such-suit", "-", "8D,9D", "play 8X", "no_such_card"),
    ("joker-with-a-face", "-", "8D,JK", "play JK=8H", "no_such_card"),
    ("gift-out-of-the-exchange", "-", "8D,9D", "give 8D", "no_gift_due"),
    ("gift-of-no-card-out-of-the-exchange", "AD", "8D,9D", "give 99X", "no_gift_due"),
]


@pytest.mark.parametrize(
    ("lead", "hand", "move", "expected"), [row[1:] for row in TABLE], ids=[r[0] for r in TABLE]
)
def test_table(lead: str, hand: str, move: str, expected: str | None) -> None:
    rest = "JS/JH/JC/KC"
    session = at(f"hands={hand}/{rest} lead={lead} turn=0")
    assert code(session, move) == expected
    if expected is None:
        session.play(move)
    else:
        assert refused_code(session, move) == expected


def test_t2_nothing_beats_a_joker() -> None:
    session = at(f"hands=AD,AH,JK,8D,KD/{REST}/10D lead=JK turn=0")
    assert session.moves() == ["pass"]


@pytest.mark.parametrize(("players", "sizes"), [(5, [6, 6, 6, 6, 6]), (4, [8, 8, 7, 7])])
def test_t7_deal(players: int, sizes: list[int]) -> None:
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
def test_t8_temp_gives_his_strongest(players: int) -> None:
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


def test_t8_clerk_gives_one_king() -> None:
    text = "hands=8D,8H,JK,AD/9D,9H/9C/10D,10H,KD,KH,9S,8S/AH,KS order=0,1,2,3,4 give=0>4:2,1>3:1,0>2:1"
    session = at(text)
    events = session.play("give 8D 8H")
    forced = [event for event in events if event.kind == "gift" and event.data["forced"]]
    assert [(event.seat, event.data["to"]) for event in forced] == [(3, 1)]
    assert ranks(forced[0].data["cards"]) == ["K"]
    assert session.to_move == 1
    assert hands(session)[1][-1] in ("KD", "KH")
    assert len(hands(session)[3]) == 5


def test_t8_joker_and_ace_are_the_strongest_two() -> None:
    """The exchange turned round lets a made-up hand stand before its forced gift."""
    session = at(
        "hands=8D/8H,JK,AD,KD,KH,9S/9D/8S,9H/10D,10C give=4>0:2,3>1:1",
        exchange="reversed",
    )
    events = session.play("give 10D 10C")
    forced = [event for event in events if event.kind == "gift" and event.data["forced"]]
    assert [(event.seat, event.data["to"], event.data["cards"]) for event in forced] == [(1, 3, ["JK"])]
    session = at("hands=8D,8H/9D,9S/8S,JK,AD,KD,KH,9H/10S,10C order=0,1,3,2 give=0>2:2,1>3:2")
    assert code(session, "give 8D") == "wrong_gift"
    session = at("hands=8D,8H,8C/9D,9S/8S,JK,AD,KD,KH,9H/10S,10C order=0,1,2,3 give=0>3:3,1>2:2")
    forced = [
        event for event in session.play("give 8D 8H 8C") if event.kind == "gift" and event.data["forced"]
    ]
    assert [(event.seat, event.data["to"], event.data["cards"]) for event in forced] == [(2, 1, ["AD", "JK"])]


def test_t9_a_pass_does_not_bind() -> None:
    session = at("hands=QD,QH,8D/10D,10H,8H/AD/KD/9D,9H,8S lead=- turn=4")
    play(session, "play 9D 9H", "pass", "play 10D 10H", "pass", "pass", "pass")
    assert session.to_move == 0
    assert fields(session)["passes"] == "3"
    session.play("play QD QH")
    assert fields(session)["gone"] == "9D,9H,10D,10H"


@pytest.mark.parametrize("order", ["0,1,2,3,4", "3,1,4,0,2"])
def test_t10_the_boss_goes_out_and_the_veep_leads(order: str) -> None:
    seats = [int(seat) for seat in order.split(",")]
    held = ["KD", "9D,9H", "10D,10H", "JD,JH", "AD,8D"]
    by_seat = [held[seats.index(seat)] for seat in range(5)]
    session = at(f"hands={'/'.join(by_seat)} order={order}")
    assert session.to_move == seats[0]
    events = play(session, "play KD")
    assert kinds(events) == ["play", "out"]
    assert events[1].data["place"] == 0
    events = play(session, "pass", "pass", "pass")
    assert kinds(events) == ["pass"] * 3
    events = play(session, "pass")
    assert kinds(events) == ["pass", "round_end"]
    assert events[1].seat == session.to_move == seats[1]
    assert fields(session)["out"] == str(seats[0])
    assert fields(session)["lead"] == "-"


def test_t10_the_next_with_cards_leads_where_the_veep_is_out_too() -> None:
    session = at("hands=KD/-/10D,10H/JD,JH/8D,8H out=1")
    play(session, "play KD", "pass", "pass", "pass")
    assert session.to_move == 2


def test_t10_others_may_still_top_the_last_play() -> None:
    session = at("hands=KD/9D,AH/10D,10H/JD,JH/8D,8H")
    play(session, "play KD", "play AH", "pass", "pass", "pass")
    assert session.to_move == 1


def last_trick(scores: str) -> Session:
    """Seats 0, 1 and 2 are out; seat 3 goes out before seat 4 with his ace."""
    return at(f"hands=-/-/-/AD/8D,9D turn=3 out=0,1,2 scores={scores}")


def test_t11_equal_totals_the_new_boss_wins() -> None:
    session = last_trick("6/8/0/0/0")
    events = session.play("play AD")
    outcome = session.outcome
    assert outcome is not None
    assert outcome.scores == (11, 11, 2, 1, 0)
    assert (outcome.winners, outcome.reason) == ((0,), "better_place")
    assert kinds(events) == ["play", "out", "hand_end", "match_end"]
    assert session.to_move is None
    assert refused_code(session, "play 8D") == "match_over"


def test_t12_points_and_new_order() -> None:
    session = at("hands=-/-/-/AD/8D,9D order=3,4,2,1,0 turn=3 out=2,0,1 scores=0/1/2/3/4")
    events = session.play("play AD")
    end = only(events, "hand_end")
    assert end.data["order"] == [2, 0, 1, 3, 4]
    assert end.data["points"] == [3, 2, 5, 1, 0]
    assert sum(end.data["points"]) == 11
    assert fields(session)["scores"] == "3/3/7/4/4"
    assert fields(session)["order"] == "2,0,1,3,4"
    deal = only(events, "deal")
    assert (deal.seat, deal.data["order"]) == (4, [2, 0, 1, 3, 4])
    assert all_cards(session) == PACK
    assert session.to_move == 2


def test_highest_total_wins_whatever_the_place() -> None:
    session = last_trick("7/10/0/0/0")
    session.play("play AD")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.reason) == ((1,), "target")


def test_below_the_target_another_hand_is_dealt() -> None:
    session = last_trick("5/7/0/0/0")
    assert "deal" in kinds(session.play("play AD"))
    assert session.outcome is None


# Rounds.


def test_all_pass_and_the_leader_leads_any_number_again() -> None:
    session = at("hands=8D,9D,9H/10D/10H/JD/JH")
    play(session, "play 8D", "pass", "pass", "pass")
    assert fields(session)["passes"] == "3"
    events = session.play("pass")
    assert only(events, "round_end").data == {"cards": ["8D"], "by": 0}
    assert session.to_move == 0
    assert code(session, "play 9D 9H") is None
    assert code(session, "pass") == "leader_plays"


def test_a_play_sets_the_passes_back() -> None:
    session = at("hands=8D,9D/10D,10H/JD/QD,8H/KD,8S")
    play(session, "play 8D", "pass", "pass", "play QD")
    assert (fields(session)["passes"], fields(session)["by"]) == ("0", "3")
    play(session, "pass", "pass", "pass", "pass")
    assert session.to_move == 3


def test_players_without_cards_are_skipped_and_not_waited_for() -> None:
    session = at("hands=8D,9D/-/10D,8H/-/QD,8S out=3,1")
    session.play("play 8D")
    assert session.to_move == 2
    session.play("pass")
    assert session.to_move == 4
    events = session.play("pass")
    assert only(events, "round_end").seat == 0


def test_the_round_goes_by_chairs_not_by_seats() -> None:
    session = at("hands=8D,9D/10D/10H/JD/JH order=2,0,1,4,3 turn=0")
    turns = []
    for move in ("play 8D", "pass", "pass", "pass"):
        session.play(move)
        turns.append(session.to_move)
    assert turns == [1, 4, 3, 2]


def test_hand_ends_at_once_when_one_player_is_left() -> None:
    session = at("hands=-/-/-/8D/AD,AH lead=- turn=3 out=2,1,0 scores=0/0/0/0/0")
    end = only(session.play("play 8D"), "hand_end")
    assert end.data["order"] == [2, 1, 0, 3, 4]


def test_four_players_have_no_manager() -> None:
    session = at("hands=-/-/8D/AD,AH turn=2 out=1,0")
    assert only(session.play("play 8D"), "hand_end").data["points"] == [3, 5, 1, 0]


# The exchange.


def test_exchange_step_by_step() -> None:
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


def test_exchange_of_four() -> None:
    session = Session.new("sociable", 4, seed=3)
    boss, veep, clerk, temp = only(session.opening, "deal").data["order"]
    assert fields(session)["give"] == f"{boss}>{temp}:3,{veep}>{clerk}:2"
    play(session, "give " + " ".join(hands(session)[boss][:3]))
    assert len(hands(session)[veep]) == 10
    play(session, "give " + " ".join(hands(session)[veep][:2]))
    assert session.to_move == boss
    assert [len(hands(session)[seat]) for seat in (boss, veep, clerk, temp)] == [8, 8, 7, 7]


def test_blind_draw_takes_each_card_of_the_manager() -> None:
    text = "hands=AD/10D,KD/8D,8H,8S,8C/9D/9H give=1>3:1,0>2:1"
    drawn = Counter(
        str(only(at(text, seed).play("give 10D"), "blind_draw").data["cards"][0]) for seed in range(200)
    )
    assert set(drawn) == {"8D", "8H", "8S", "8C"}
    assert min(drawn.values()) > 25


def test_given_cards_may_be_given_back() -> None:
    session = Session.new("sociable", seed=5)
    gift = only(session.opening, "gift")
    assert code(session, "give " + " ".join(gift.data["cards"])) is None


GIFT = "hands=AD,KD,8D,8H/10D/JD/QD/9H,9S give=0>4:2,1>3:1"


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("give 8D 8H", None),
        ("give 8H 8D", None),
        ("give 8D", "wrong_gift"),
        ("give 8D 8H KD", "wrong_gift"),
        ("give 8D 9H", "not_in_hand"),
        ("give 8D 8D", "not_in_hand"),
        ("give 8D JK", "not_in_hand"),
        ("give 8D 99X", "no_such_card"),
        ("play 8D 8H", "gift_due"),
        ("play 99X", "gift_due"),
        ("pass", "gift_due"),
    ],
)
def test_gifts_that_are_refused(move: str, expected: str | None) -> None:
    assert code(at(GIFT), move) == expected


def test_gifts_listed_once_per_choice_of_ranks() -> None:
    assert at(GIFT).moves() == ["give 8D 8H", "give 8D KD", "give 8D AD", "give KD AD"]


# First chairs.


def test_chairs_go_by_the_cards_drawn() -> None:
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


def test_ties_draw_again_among_themselves_alone() -> None:
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


# What can be seen.


def test_observation_of_a_player_and_of_a_spectator() -> None:
    session = at(
        "hands=8D,JK,AS/9D/-/10C,10S/QD order=2,0,1,4,3 lead=KH by=1 passes=0 turn=4 out=2 scores=5/3/2/1/0"
        " gone=8H,8S laid=0,1"
    )
    public = {
        "players": 5,
        "counts": [3, 1, 0, 2, 1],
        "stock": 0,
        "order": [2, 0, 1, 4, 3],
        "give": [],
        "lead": ["KH"],
        "by": 1,
        "passes": 0,
        "turn": 4,
        "out": [2],
        "scores": [5, 3, 2, 1, 0],
        "gone": ["8H", "8S"],
        "laid": [0, 1],
        "quit": [],
    }
    assert session.observe(None) == public | {"seat": None}
    assert session.observe(0) == public | {"seat": 0, "hand": ["8D", "AS", "JK"]}
    assert session.observe(2) == public | {"seat": 2, "hand": []}


def test_gifts_to_choose_are_observed() -> None:
    seen = at(GIFT).observe(3)
    assert seen["give"] == ["0>4:2", "1>3:1"]
    assert (seen["lead"], seen["by"], seen["hand"]) == ([], None, ["QD"])


def test_a_gift_is_seen_by_the_two_alone() -> None:
    session = at("hands=AD,KD,8D,8H/10D/JD/QD/9H,9S give=0>4:2,1>3:1,0>2:1")
    back, forced = session.play("give 8D 8H")
    for viewer in (None, 0, 1, 2, 3, 4):
        own = session.redact(back, viewer).data["cards"]
        assert own == (["8D", "8H"] if viewer in (0, 4) else {"hidden": 2})
        other = session.redact(forced, viewer).data["cards"]
        assert other == (["QD"] if viewer in (1, 3) else {"hidden": 1})
    _, drawn = session.play("give 10D")
    for viewer in (None, 0, 1, 2, 3, 4):
        seen = session.redact(drawn, viewer).data["cards"]
        assert seen == (["JD"] if viewer in (0, 2) else {"hidden": 1})


def test_a_deal_shows_the_own_hand_alone() -> None:
    session = Session.new("sociable", seed=11)
    deal = only(session.opening, "deal")
    for viewer in (None, 0, 3):
        shown = session.redact(deal, viewer).data["hands"]
        for seat, hand in enumerate(shown):
            assert hand == (deal.data["hands"][seat] if seat == viewer else {"hidden": 6})


@pytest.mark.parametrize("kind", ["draw_position", "seated", "play", "pass", "out", "round_end", "hand_end"])
def test_open_events_are_seen_by_all(kind: str) -> None:
    session = Session.new("sociable", seed=1)
    events = list(session.opening)
    while session.to_move is not None:
        events += session.play(session.moves()[0])
    found = [event for event in events if event.kind == kind]
    assert found
    assert all(session.redact(event, viewer) == event for event in found for viewer in (None, 2))


def test_cards_laid_openly_can_be_taken_back_and_gifts_cannot() -> None:
    session = at(GIFT)
    session.play("give 8D 8H")
    assert refused_undo(session) == "undo_reveals"
    session = at("hands=8D,9D/10D,10H/JD/QD,8H/KD,8S")
    before = session.position()
    session.play("play 8D")
    session.play("pass")
    session.undo()
    session.undo()
    assert session.position() == before
    session = last_trick("0/0/0/0/0")
    session.play("play AD")
    assert refused_undo(session) == "undo_reveals"
    session = last_trick("10/0/0/0/0")
    session.play("play AD")
    assert session.outcome is not None
    session.undo()
    assert session.outcome is None


def refused_undo(session: Session) -> str:
    with pytest.raises(IllegalMove) as refused:
        session.undo()
    return str(refused.value.refusal.code)


# Text.


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "give",
        "pass 8D",
        "draw",
        "play qh",
        "play 8D,8H",
        "Play 8D",
        "play 8D |",
        "pass pass",
        "play é",
    ],
)
def test_moves_off_the_grammar(text: str) -> None:
    session = at(GIFT)
    with pytest.raises(ValueError, match=r"\.$") as error:
        session.play(text)
    assert type(error.value) is ValueError


def test_log_has_one_form_of_a_move() -> None:
    session = at("hands=QD,QH,QS,JK,8D/9D/9H/9S/10D")
    session.play(" play  JK QS   QD ")
    assert session.log == ((0, "play QD QS JK"),)


def test_no_layout() -> None:
    with pytest.raises(LayoutError, match="has no board"):
        Session.new("sociable", layout=Layout("sociable", ()))
    with pytest.raises(LayoutError, match="has no board"):
        Session.from_position("sociable", GIFT, layout=Layout("sociable", ()))


def test_the_position_shown_in_the_rules_is_right() -> None:
    rules = (Path(game.games.sociable.__file__).parent / "rules.md").read_text(encoding="utf-8")
    text = re.search(r"^ +(hands=.*)$", rules, re.MULTILINE)
    assert text is not None
    assert at(text[1]).position() == text[1]
