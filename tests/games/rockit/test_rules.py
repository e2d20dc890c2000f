"""What only RockIt's rules can: drawn games, best plays on rich boards, how far a trick has got."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from game.core.game import Event, Refusal
from game.core.rummy import advice, best_play
from game.core.rummy.advice import Position
from game.core.session import Session
from game.games.rockit.rules.state import Code, Coming, Progress, progress
from game.games.rockit.words import RockItWords, coming_in, how_to_come_in
from game.match.match import Match
from game.match.seats import Seat
from tests.scale import scaled

# The worked examples of RockIt's rules, and the course of a game, as positions and moves in text.


def at(text: str, **options: object) -> Session:
    return Session.from_position("rockit", text, options=options)


def code(session: Session, move: str) -> str | None:
    refusal = session.refusal(move)
    return None if refusal is None else str(refusal.code)


def event(events: tuple[Event, ...], kind: str) -> Event:
    (found,) = [event for event in events if event.kind == kind]
    return found


# The table of examples.


# Jokers beyond the examples.


# Refusals and text.


# Dealing, hiding, undo.


# Positions.


# Every house rule of RockIt, each value where it makes the difference.


@pytest.mark.parametrize(("wins", "games", "winners"), [("0/0", 3, ()), ("1/0", 2, (0,)), ("0/1", 2, (1,))])
def test_a_match_with_drawn_games_has_no_more_games_than_agreed(
    wins: str, games: int, winners: tuple[int, ...]
) -> None:
    session = at(f"hands=2D/2H wins={wins}", best_of=3, pile_empty="draw_game")
    ends = []
    while session.to_move is not None:
        events = session.play("draw" if session.observe(None)["stock"] else "pass")
        ends += [event.data["reason"] for event in events if event.kind == "game_end"]
    assert ends == ["drawn"] * games
    assert session.outcome is not None
    assert session.outcome.winners == winners
    assert session.outcome.scores == tuple(map(int, wins.split("/")))
    assert session.outcome.reason == ("most_games" if winners else "drawn")


# Plays in positions of real matches: the arranger and the rules agree, strictness means what it says.


RULES = ("declared", "any_missing")


def reached(seed: int, **options: object) -> Session:
    """A match some moves in, in which most plays are best plays, so that the board is rich."""
    chance = Chance(seed, "reached")
    players = 2 + chance.below(3)
    session = Session.new("rockit", players, seed, {"coming_in_points": 10, "best_of": 5, **options})
    for _ in range(20 + chance.below(60)):
        if chance.happens(0.6) and (move := best_move(session)):
            session.play(move)
        else:
            session.play(chance.pick(session.moves()))
        if session.to_move is None:
            return reached(seed + 10_000, **options)
    return session


def best_move(session: Session) -> str | None:
    """The best play as text, if the seat to move is in and has one."""
    assert session.to_move is not None
    seen = session.observe(session.to_move)
    if not seen["in"][session.to_move]:
        return None
    best = best_play("rockit", seen["table"], seen["hand"], session.options)
    return "play " + " | ".join(map(" ".join, best.table)) if best.value else None


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=scaled(5, 400), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_best_play_is_legal(rule: str, seed: int) -> None:
    session = reached(seed, joker_in_kind=rule)
    move = best_move(session)
    if move is None:
        assert not [move for move in session.moves() if move.startswith("play")]
        return
    seat = session.to_move
    assert seat is not None
    hand = session.observe(seat)["hand"]
    assert session.refusal(move) is None
    longest = max(len(text.replace("|", "").split()) for text in [move, *session.moves()])
    assert len(move.replace("|", "").split()) == longest
    laid = session.play(move)[0].data["cards"]
    assert laid
    assert not Counter(laid) - Counter(hand)


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=scaled(4, 160), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_must_play_refuses_exactly_where_something_can_be_laid(rule: str, seed: int) -> None:
    relaxed = reached(seed, joker_in_kind=rule)
    options = {**relaxed.options, "must_play": True}
    bound = Session.from_position("rockit", relaxed.position(), options=options)
    seen = relaxed.observe(None)
    can = best_move(relaxed) is not None or any(move.startswith("come") for move in relaxed.moves())
    if not seen["came"]:
        plain = "draw" if seen["stock"] else "pass"
        assert (bound.refusal(plain) is None) == (not can)
        assert (plain in bound.moves()) == (not can)
    assert bound.moves()
    for move in bound.moves():
        assert bound.refusal(move) is None


# How far a trick to come in with has got: RULES.md, ROCKIT 4.1, 4.3 A4 and A7, 4.4 T2 to T4.


BOOK = Position("rockit", Session.new("rockit", seed=1).options, (), (), ()).book


@pytest.mark.parametrize(
    ("piles", "stage", "points"),
    [
        ("", Coming.NOTHING, 0),
        ("6H", Coming.ONE, 6),
        ("6H 6S", Coming.PAIR, 20),
        ("6H 6S 6D", Coming.ENOUGH, 30),
        ("6H 6S 6D 6C", Coming.ENOUGH, 30),
        ("KD KH", Coming.PAIR, 20),
        ("10H JH", Coming.RUN, 20),
        ("9H 10H JH", Coming.RUN, 29),
        ("QH KH AH", Coming.RUN, 21),
        ("10H JH QH", Coming.ENOUGH, 30),
        ("4H 5H 6H 7H 8H", Coming.ENOUGH, 30),
        ("6H 6H", Coming.BROKEN, 0),
        ("10H JS", Coming.BROKEN, 0),
        ("10H JH KH", Coming.BROKEN, 0),
        ("KH KD QS KS", Coming.BROKEN, 0),
        ("KD KH JK=KS", Coming.JOKER, 0),
        ("JK", Coming.JOKER, 0),
        ("2H 3H 4H / 5S 6S 7S", Coming.SEVERAL, 18),
    ],
)
def test_only_a_legal_trick_and_what_may_become_one_is_counted(
    piles: str, stage: Coming, points: int
) -> None:
    own = [tuple(pile.split()) for pile in piles.split(" / ") if pile]
    assert progress(BOOK, own, 30) == Progress(stage, points)


def test_a_third_of_a_rank_makes_just_thirty_and_is_told_so() -> None:
    told = coming_in(progress(BOOK, [("6H", "6S")], 30), 30)
    assert told == "One more of this rank, and the trick is worth 30."
    assert "18" not in told


def test_where_more_is_asked_than_a_kind_is_worth_it_takes_a_run() -> None:
    assert coming_in(progress(BOOK, [("6H",)], 40), 40) == (
        "A trick worth 40: a run that counts 40. A kind counts only 30."
    )
    for cards in ("6H 6S", "6H 6S 6D"):
        told = coming_in(progress(BOOK, [tuple(cards.split())], 40), 40)
        assert told == "Only a run can be worth 40 here."
    assert progress(BOOK, [("6H", "6S", "6D")], 40).stage is Coming.KIND


ANY = "A trick worth 30: any three or four of a kind, or a run that counts 30."


def test_what_it_takes_to_come_in_is_one_sentence_wherever_it_is_said() -> None:
    """The sign, the bare board, a refusal, and the rules; with the figures of the house."""
    assert coming_in(Progress(Coming.NOTHING), 30) == ANY
    assert coming_in(progress(BOOK, [("6H",)], 30), 30) == ANY
    assert how_to_come_in(30).startswith(ANY)
    session = Session.new("rockit", seed=1)
    words = RockItWords(Match(session, [Seat(name, 0) for name in session.names]))
    assert words.refused(Refusal(Code.NOT_IN)).endswith(ANY)
    rules = " ".join(Path("game/games/rockit/rules.md").read_text(encoding="utf-8").split())
    assert ANY in rules
    assert how_to_come_in(20).startswith(ANY.replace("30", "20"))
    assert "three or four" not in how_to_come_in(31)


def test_the_lamp_counts_the_same() -> None:
    options = Session.new("rockit", seed=1).options
    for now, points in ((("6H", "6S"), 20), (("6H", "10S"), 0), (("6H", "6S", "6D"), 30)):
        hand = ("6H", "6S", "6D", "10S")
        assert advice.lamp(Position("rockit", options, (), hand, (now,), inside=False)).points == (points, 30)
    board = (("7H", "8H", "9H"),)
    added = (("6H", "7H", "8H", "9H"),)
    assert advice.lamp(Position("rockit", options, board, ("6H",), added, inside=False)).points == (0, 30)
