"""Every worked example and every ruling of the rules, as positions and moves."""

import re
from collections import Counter
from pathlib import Path

import pytest

import game.games.sociable
from game.core.session import Session
from tests.games.sociable.helpers import (
    PACK,
    all_cards,
    at,
    fields,
    hands,
    kinds,
    only,
)


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


# Rounds.


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


def test_blind_draw_takes_each_card_of_the_manager() -> None:
    text = "hands=AD/10D,KD/8D,8H,8S,8C/9D/9H give=1>3:1,0>2:1"
    drawn = Counter(
        str(only(at(text, seed).play("give 10D"), "blind_draw").data["cards"][0]) for seed in range(200)
    )
    assert set(drawn) == {"8D", "8H", "8S", "8C"}
    assert min(drawn.values()) > 25


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


@pytest.mark.parametrize("kind", ["draw_position", "seated", "play", "pass", "out", "round_end", "hand_end"])
def test_open_events_are_seen_by_all(kind: str) -> None:
    session = Session.new("sociable", seed=1)
    events = list(session.opening)
    while session.to_move is not None:
        events += session.play(session.moves()[0])
    found = [event for event in events if event.kind == kind]
    assert found
    assert all(session.redact(event, viewer) == event for event in found for viewer in (None, 2))


# Text.


def test_the_position_shown_in_the_rules_is_right() -> None:
    rules = (Path(game.games.sociable.__file__).parent / "rules.md").read_text(encoding="utf-8")
    text = re.search(r"^ +(hands=.*)$", rules, re.MULTILINE)
    assert text is not None
    assert at(text[1]).position() == text[1]
