"""Hints and analysis of moves in the City."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from game.core.rng import SeededRng
from game.core.session import Session
from game.games.city import analysis
from game.games.city.analysis import JoinedPair, fact_words, turns_of
from game.games.city.bot import (
    BOT,
    CityAdvice,
    CityMoveEffect,
    QuietMoveReason,
    best_move_with_reasons,
    effects_of,
    quiet_of,
)
from game.games.city.match_text import advice_sentence
from game.games.city.rules.board import COLOURS
from game.games.city.rules.events import PairJoined, as_event
from game.games.city.rules.graph import FREE_LINK, owner_byte
from game.games.city.rules.state import NO_OWNER
from game.match.analysis import AnalysedTurn, Fact, TurningPoint
from tests.games.city.common import slow_missing
from tests.games.city.test_bot import PAST_A_SOCK, STRIP, stand_of
from tests.match.analysis_helpers import analyst, played
from tests.matches import record_of
from tests.sampling import sample_size

# Hints in Socks in the City: effects of a piece, and the sentence for them.


def test_hint_mentions_a_closed_way() -> None:
    effects: list[CityMoveEffect] = [
        {"colour": "green", "mine": 4, "theirs": None, "nearer": 1, "longer": None}
    ]
    advice: CityAdvice = {"move": "lay a1 b1", "effects": effects}
    words = "East to West: then 4 pieces join green; Bo can no longer join green."
    for reasons in (False, True):
        assert advice_sentence(advice, {"a1": "East", "b1": "West"}, "Bo", reasons=reasons) == words


@pytest.mark.parametrize(
    ("quiet", "words"),
    [
        (
            {"kind": "closes", "colour": "red", "pinned": False},
            "it blocks one of Bo's shortest routes for red.",
        ),
        (
            {"kind": "closes", "colour": "red", "pinned": True},
            "then one more piece makes Bo's route for red longer.",
        ),
        ({"kind": "decided"}, "the match is decided, so any piece will do."),
        ({"kind": "idle"}, "you have to lay a piece, and this one makes no route shorter or longer."),
    ],
)
def test_piece_without_effect_on_ways_has_a_reason_too(quiet: QuietMoveReason, words: str) -> None:
    advice: CityAdvice = {"move": "lay a1 b1", "effects": [], "quiet": quiet}
    assert advice_sentence(advice, {"a1": "East", "b1": "West"}, "Bo") == f"East to West: {words}"


def test_gain_of_a_turn_does_not_explain_a_loss() -> None:
    session = Session.from_record(record_of("city"))
    for turn in turns_of(session):
        moment = TurningPoint(0, turn.seat, 0.6, 0.4)
        told = [(fact["kind"], fact["seat"]) for fact in analysis.INSIGHT.explain(session, turn, moment)]
        assert all(one == ("lost", 1 - turn.seat) for one in told)


def test_hint_claims_hold_on_the_board() -> None:
    """Each way that a piece makes shorter or longer is counted by a slower solver; no other has changed."""
    session, chance, claims = Session.new("city", seed=3), SeededRng("audit"), Counter[str]()
    quietly = Counter[tuple[str, bool]]()

    def counted(seat: int) -> list[int | None]:
        state, found = session.state, list[int | None]()
        for pair, claimed in zip(state.socks, state.claimed, strict=True):
            is_open = claimed == NO_OWNER
            found.append(slow_missing(state.board, pair, state.track, seat, state.stops) if is_open else None)
        return found

    while claims.total() < sample_size(60, 600):
        seat = session.to_move
        if seat is None:
            session = Session.new("city", seed=chance.seed())
            continue
        mine, theirs = counted(seat), counted(1 - seat)
        seen = session.observe(seat)
        move = BOT.choose(seen, session.options, chance.pick(("easy", "normal")), chance)
        effects = {one["colour"]: one for one in effects_of(seen, session.options, move)}
        for quiet_one in [one for one in chance.shuffled(session.moves())[:9] if one.startswith("lay")]:
            if not effects_of(seen, session.options, quiet_one):
                quiet = quiet_of(seen, session.options, quiet_one)
                assert _is_quietly_so(session, quiet_one, quiet), (session.record(), quiet_one, quiet)
                quietly[quiet["kind"], quiet.get("pinned", False)] += 1
        session.play(move)
        then = counted(seat), counted(1 - seat)
        for number, colour in enumerate(COLOURS):
            if mine[number] is None and theirs[number] is None:
                continue
            if (effect := effects.get(colour)) is None:
                assert (mine[number], theirs[number]) == (then[0][number], then[1][number])
            elif session.state.claimed[number] != NO_OWNER:
                assert effect["mine"] == 0
                claims["home"] += 1
            else:
                assert (effect["mine"], effect["theirs"]) == (then[0][number], then[1][number])
                if (was := mine[number]) is not None:
                    assert effect["nearer"] == was - (then[0][number] or 0)
                claims["nearer" if effect["nearer"] else "longer"] += 1
    assert len(claims) == 3, claims
    assert len(quietly) >= 3, quietly


def _link(session: Session, move: str) -> int:
    """Return the number of the link of a move."""
    one, other = sorted(session.state.board.number[station] for station in move.split()[1:])
    return int(session.state.board.link_of[one, other])


def _with_piece(track: bytes, link: int, seat: int) -> bytes:
    return track[:link] + bytes([owner_byte(seat)]) + track[link + 1 :]


def _is_quietly_so(session: Session, move: str, quiet: QuietMoveReason) -> bool:
    """True if the reason for a piece without effects holds by the slower solver."""
    state, seat = session.state, session.to_move
    assert seat is not None
    other, reach, link = 1 - seat, list[int](), _link(session, move)

    def needs(number: int, who: int, track: bytes) -> int | None:
        return slow_missing(state.board, state.socks[number], track, who, state.stops)

    if quiet["kind"] == "closes":
        number, track = COLOURS.index(quiet["colour"]), _with_piece(state.track, link, seat)
        missing = needs(number, other, state.track)
        over_it = needs(number, other, _with_piece(state.track, link, other))
        free = [one for one, owner in enumerate(track) if owner == FREE_LINK]
        longer = any(needs(number, other, _with_piece(track, one, seat)) != missing for one in free)
        return missing is not None and over_it == missing - 1 and (longer or not quiet["pinned"])
    if quiet["kind"] == "decided":
        first, second = session.observe(None)["scores"]
        behind = int(first > second)
        for number, (pair, claimed) in enumerate(zip(state.socks, state.claimed, strict=True)):
            missing = needs(number, behind, state.track) if claimed == NO_OWNER else None
            if missing is not None and missing <= state.supply[behind]:
                reach.append(state.board.apart(*pair) or 0)
        return bool(abs(first - second) > sum(reach))
    return "pass" not in session.moves()


def test_claims_about_turns_hold_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Needs of pairs are counted by the slower solver; which turn is better does not matter here."""
    monkeypatch.setattr(analysis, "TURN_SEARCH", replace(analysis.TURN_SEARCH, stages=((2,),)))
    monkeypatch.setattr(analysis, "REPLY_DEPTHS", (1,))
    chance, claims = SeededRng("audit"), Counter[str]()
    for _match in range(sample_size(2, 30)):
        session = Session.new("city", seed=chance.seed())
        while (seat := session.to_move) is not None:
            level = chance.pick(("easy", "normal"))
            session.play(BOT.choose(session.observe(seat), session.options, level, chance))
        for turn in chance.shuffled(turns_of(session))[:8]:
            weighed = analysis.INSIGHT.evaluate_turn(session, turn)
            better = weighed.better if weighed is not None else ()
            moment = TurningPoint(0, turn.seat, 0.6, 0.4 if better else 0.8, better)
            for fact in analysis.INSIGHT.explain(session, turn, moment):
                assert _was_so(session, turn, better, fact), (session.record(), turn, better, fact)
                claims[fact["kind"]] += 1
    assert len(claims) > 3, claims


def _was_so(session: Session, turn: AnalysedTurn, better: Sequence[str], fact: Fact) -> bool:
    """True if a fact about a turn, or about a better one, holds by the slower solver."""
    before, made, instead = (session.before(ply) for ply in (turn.first, turn.last, turn.first))
    for move in better:
        instead.play(move)
    if fact["kind"] == "looked":
        return True
    number, seat = COLOURS.index(fact["colour"]), fact["seat"]

    def needs(one: Session) -> int | None:
        state = one.state
        if state.claimed[number] != NO_OWNER:
            return 0
        return slow_missing(state.board, state.socks[number], state.track, seat, state.stops)

    match fact["kind"]:
        case "home" | "brought":
            one = instead if fact["kind"] == "home" else made
            won = one.observe(None)["scores"][seat] - before.observe(None)["scores"][seat]
            claimed = before.state.claimed[number], one.state.claimed[number]
            return claimed == (NO_OWNER, seat) and bool(won >= fact["worth"])
        case "needs":
            return (needs(made), needs(instead)) == (fact["without"], fact["with"])
        case "then":
            return (needs(before), needs(made)) == (fact["without"], fact["with"])
        case "closes":
            state = before.state
            tracks = (_with_piece(state.track, _link(before, move), seat) for move in better)
            lacks = [
                slow_missing(state.board, state.socks[number], track, seat, state.stops) for track in tracks
            ]
            return (needs(before) or 0) - 1 in lacks
        case "replied":
            stand = stand_of(before)
            turns = [move for _seat, move in session.log[turn.first : turn.last]], better
            for one, moves in zip((made, instead), turns, strict=True):
                for move in analysis.best_reply(stand, map(stand.net.link_of, moves))[1]:
                    one.play(move)
            return (needs(made), needs(instead)) == (fact["without"], fact["with"])
        case "lost":
            return bool(
                session.state.claimed[number] == seat != turn.seat and made.state.claimed[number] == NO_OWNER
            )
    return False


def test_turns_cost_nothing_once_the_match_is_decided() -> None:
    """The player who is behind cannot catch up, so no better turn is suggested."""
    session = Session.from_position("city", PAST_A_SOCK)
    leader, behind = analysis.INSIGHT.win_probabilities(session)
    assert leader == analysis.MAX_PROBABILITY
    assert behind < 0.1
    session.play("lay d4 e5")
    weighed = analysis.INSIGHT.evaluate_turn(session, AnalysedTurn(0, 1, 0))
    assert weighed is not None
    assert (weighed.loss, weighed.better) == (0, ())


def test_set_up_hint_has_no_effects() -> None:
    session = Session.new("city", seed=1, options={"blockers": 2})
    advice = best_move_with_reasons(session.observe(session.to_move), session.options, ("test",), nodes=2)
    assert advice["move"].startswith("block")
    assert advice["effects"] == []


# Sentences about turns in Socks in the City: each on a position where it can be counted by hand.


MINE = "tracks=a1-b1,b1-c1/- left=2"  # red goes from a1 to e1 by four links; two of them are Ann's
AWAY = ("lay g1 h1", "lay g2 h2")  # a turn that touches no pair


def at(fields: str, *moves: str) -> Session:
    return played(Session.from_position("city", f"{STRIP} socks=red:a1/e1 {fields}"), *moves)


def test_pieces_are_named_by_their_stations() -> None:
    session = at(MINE, *AWAY)
    looks = analyst(session)
    assert " to " in looks.moves_sentence(["lay c1 d1"], session, looks.turns(session)[0])


# A turn has one number, both in the head of a turning point and in its consequences.


def test_later_turn_is_named_by_its_number() -> None:
    session = Session.from_record(record_of("city"))
    turns = turns_of(session)
    told = 0
    for number, turn in enumerate(turns):
        for place, one in enumerate(turns[number + 1 :], number + 1):
            happened = [
                as_event(event) for ply in range(one.first, one.last) for event in session.events_of(ply)
            ]
            for event in happened:
                if isinstance(event, PairJoined):
                    assert JoinedPair.later(session, turn)[event.colour] == JoinedPair(
                        one.seat, place + 1, is_next=place == number + 1
                    )
                    told += 1
    assert told


def test_words_name_the_deciding_turn() -> None:
    fact = {"kind": "lost", "colour": "red", "seat": 1}
    assert fact_words({**fact, "turn": 4}, ["Ann", "Bo"]).endswith(" home on turn 4.")
    assert fact_words({**fact, "turn": 4, "next": True}, ["Ann", "Bo"]).endswith(" on the next turn.")
    assert fact_words({**fact, "turns": 7}, ["Ann", "Bo"]).endswith(" home later."), "of a version before"
