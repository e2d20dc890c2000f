"""Contract of every game: run over each game that is found, and over one from outside."""

import importlib
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields as parts
from functools import cache
from keyword import iskeyword
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.bots.match_runner import bot_move
from game.bots.record_commands import steps
from game.core.discovery import find_game, rules_text
from game.core.game import CommonObservation, Event, IllegalMove, Refusal, totals_of
from game.core.options import IntRange, OptionLabel, bool_option, choice_option, int_option
from game.core.rng import SeededRng
from game.core.rummy.melds import is_rummy
from game.core.rummy.table import RummyTurnObservation
from game.core.search import BudgetPolicy
from game.core.session import Session, SessionRefusal
from main import main
from tests.matches import GAMES, HOUSE, PLAYTHROUGHS, fields, middle, random_plies, varied
from tests.sampling import risk, sample, sample_size, thinned

pytestmark = risk

ROOT = Path(__file__).parents[2]
LONGEST = 100_000  # moves of a random match

every_game = pytest.mark.parametrize("game", GAMES)
seeds = st.integers(0, 10**6)


def as_json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def event_json(event: Event) -> str:
    return as_json([event.kind, event.seat, dict(event.data), event.reveals])


def viewers(session: Session) -> list[int | None]:
    return [None, *range(session.players)]


# Pieces and cards are conserved.


def cards_of(session: Session) -> Counter[str]:
    """Return all cards of a card game, in every place, jokers without the faces they wear."""
    found = fields(session)
    places = "table", "pile", "trick", "hands", "stock", "lead", "gone"
    lists = "/".join(found.get(name, "-") for name in places)
    cards = [card for part in lists.split("/") if part != "-" for card in part.split(",")]
    return Counter("JK" if card.startswith("JK=") else card for card in cards if card != "-")


def pieces_of(session: Session) -> Counter[str]:
    """Return the sockers of each side, upright or not, and the ball; empty during a set-up."""
    found = fields(session)
    if found["phase"] == "place":
        return Counter()
    counts = Counter(letter.upper() for letter in found["field"] if letter in "RrBb")
    return counts + Counter(ball=1 if found["phase"] == "spot" else found["field"].count("o"))


def tracks_of(session: Session) -> Counter[str]:
    """Return the track pieces by seat, laid and left."""
    found = fields(session)
    if found["phase"] != "play":
        return Counter()
    sides = zip(found["tracks"].split("/"), found["supply"].split("/"), strict=True)
    return Counter(
        {str(seat): int(left) + laid.count("-") * (laid != "-") for seat, (laid, left) in enumerate(sides)}
    )


# conserved counts of games whose position has this field
CONSERVED = {"hands": cards_of, "field": pieces_of, "tracks": tracks_of}


@every_game
@settings(max_examples=sample_size(2, 120), deadline=None)
@given(seed=seeds)
def test_cards_and_pieces_are_conserved(game: str, seed: int) -> None:
    session = varied(game, seed)
    kind = next((name for name in CONSERVED if name in fields(session)), None)
    if kind is None:
        pytest.skip("a game of another kind counts its pieces in its own tests")
    count = CONSERVED[kind]
    whole: Counter[str] = Counter()
    for _ in random_plies(session, seed, 400):
        now = count(session)
        sudden = kind == "field" and sum(now.values()) < sum(whole.values())
        if now and whole and not sudden:
            assert now == whole
        whole = now or whole
    assert whole or fields(session)["phase"] != "play", "something was counted"


# Random play ends, and always has a legal move.


@every_game
@settings(max_examples=sample_size(2, 160), deadline=None)
@given(seed=seeds)
def test_random_play_ends(game: str, seed: int) -> None:
    session = varied(game, seed)
    for _ in random_plies(session, seed, LONGEST):
        assert (session.outcome is None) == (session.to_move is not None)
    outcome = session.outcome
    assert outcome is not None
    assert session.to_move is None
    assert session.moves() == []
    assert len(outcome.scores) == session.players
    assert all(0 <= seat < session.players for seat in outcome.winners)
    assert list(outcome.winners) == sorted(set(outcome.winners))
    refused = session.refusal(session.log[-1][1])
    assert refused is not None
    assert refused.code == "match_over"


@every_game
def test_random_plies_raise_no_exception(game: str, figure: Callable[[str], None]) -> None:
    wanted = sample_size(300, 200_000)
    made = matches = 0
    while made < wanted:
        session = varied(game, matches)
        made += sum(1 for _ in random_plies(session, matches, wanted - made))
        matches += 1
    assert made == wanted
    figure(f"random plies, {game}: {made} in {matches} matches")


@every_game
@settings(max_examples=sample_size(2, 120), deadline=None)
@given(seed=seeds)
def test_every_listed_move_is_legal_and_canonical(game: str, seed: int) -> None:
    session = middle(game, seed)
    rules = find_game(game).rules
    moves = session.moves()
    assert moves
    assert len(moves) == len(set(moves))
    for move in moves:
        assert session.refusal(move) is None
        assert rules.format_move(rules.parse_move(move)) == move


# Equal seeds give equal matches, and a record contains the whole match.


@every_game
@settings(max_examples=sample_size(2, 100), deadline=None)
@given(seed=seeds)
def test_equal_seeds_give_equal_matches(game: str, seed: int) -> None:
    first, second = varied(game, seed), varied(game, seed)
    assert list(random_plies(first, seed, 150)) == list(random_plies(second, seed, 150))
    assert first.record() == second.record()
    assert first.position() == second.position()


@every_game
def test_starting_seat_is_random_or_chosen(game: str) -> None:
    """Cards or map are the same in both cases."""
    info = find_game(game).info
    players = info.default_players
    beginners = {Session.new(game, seed=seed).to_move for seed in range(60)}
    assert beginners in ({0}, set(range(players))), "always the first, or anybody"
    if info.starter:
        for seat, word in enumerate(info.option(info.starter).choices[1 : players + 1]):
            for seed in range(4):
                chosen = Session.new(game, players, seed, {info.starter: word})
                by_chance = Session.new(game, players, seed)
                assert chosen.to_move == seat
                assert "toss" not in [event.kind for event in chosen.opening]
                for name in {"hands", "board", "socks"} & set(fields(chosen)):
                    assert fields(chosen)[name] == fields(by_chance)[name]


@every_game
@settings(max_examples=sample_size(2, 100), deadline=None)
@given(seed=seeds)
def test_record_replays(game: str, seed: int) -> None:
    session = varied(game, seed)
    for _ in random_plies(session, seed, 200):
        pass
    again = Session.from_record(session.record())
    assert again.record() == session.record()
    assert again.position() == session.position()
    assert again.outcome == session.outcome
    assert (again.names, again.options, again.log) == (session.names, session.options, session.log)


def test_records_replay_in_a_fresh_process() -> None:
    sessions = [middle(game, seed) for game in GAMES for seed in range(sample_size(2))]
    script = (
        "import json, sys\nfrom game.core.session import Session\n"
        "print(json.dumps([Session.from_record(text).position() for text in json.load(sys.stdin)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps([session.record() for session in sessions]),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert json.loads(done.stdout) == [session.position() for session in sessions]


@every_game
@settings(max_examples=sample_size(2, 160), deadline=None)
@given(seed=seeds)
def test_position_survives_reading_and_writing(game: str, seed: int) -> None:
    session = middle(game, seed)
    again = Session.from_position(game, session.position(), seed, session.options)
    assert again.position() == session.position()
    assert again.to_move == session.to_move
    for viewer in viewers(session):
        assert as_json(again.observe(viewer)) == as_json(session.observe(viewer))
    assert again.moves() == session.moves()
    resumed = Session.from_record(again.record())
    for _ in random_plies(again, seed, 30):
        resumed.play(again.log[-1][1])
        assert resumed.position() == again.position()


DICE = {"deal", "blind_draw", "toss", "rescue"}  # events whose outcome a position does not determine


@every_game
@settings(max_examples=sample_size(3, 240), deadline=None)
@given(seed=seeds)
def test_match_resumed_from_its_position_plays_alike(game: str, seed: int) -> None:
    session = middle(game, seed)
    again = Session.from_position(game, session.position(), session.seed, session.options)
    for move in random_plies(session, seed, 40):
        ours, theirs = session.last_events(), again.play(move)
        if DICE & {event.kind for event in ours} or fields(session).get("acts") != fields(again).get("acts"):
            return  # a fourth action depends on moves before the position
        if game == "rockit" and ours[-1].kind == "match_end" != theirs[-1].kind:
            return  # nor the number of drawn games before this one
        assert theirs == ours
        assert again.position() == session.position()
        assert again.moves() == session.moves()
        assert again.outcome == session.outcome


# Undo.


@every_game
@settings(max_examples=sample_size(2, 120), deadline=None)
@given(seed=seeds)
def test_undo_restores_the_match_or_says_why_not(game: str, seed: int) -> None:
    session = middle(game, seed)
    for step in range(12):
        if session.to_move is None:
            return
        before = (session.position(), session.log, [as_json(session.observe(v)) for v in viewers(session)])
        events = session.play(SeededRng(seed, step).pick(session.moves()))
        after = session.position()
        if any(event.reveals for event in events):
            with pytest.raises(IllegalMove) as refused:
                session.undo()
            assert refused.value.refusal == Refusal(
                SessionRefusal.UNDO_REVEALS
            )  # the remark may not name what was moved
            assert session.position() == after
        else:
            move = session.log[-1][1]
            session.undo()
            now = (session.position(), session.log, [as_json(session.observe(v)) for v in viewers(session)])
            assert now == before
            assert session.play(move) == events
            assert session.position() == after


@every_game
def test_undo_without_a_move_is_refused(game: str) -> None:
    session = Session.new(game, seed=0)
    with pytest.raises(IllegalMove) as refused:
        session.undo()
    assert refused.value.refusal.code == "nothing_to_undo"


# Secrets.


def dealt_again(session: Session, seed: int, seen: set[int]) -> str:
    """Return the position with all cards dealt again that these seats cannot see."""
    found = fields(session)
    hands = [[] if hand == "-" else hand.split(",") for hand in found["hands"].split("/")]
    stock = [] if found.get("stock", "-") == "-" else found["stock"].split(",")
    unseen = SeededRng(seed, "again").shuffled(
        [card for seat, hand in enumerate(hands) if seat not in seen for card in hand] + stock
    )
    cards = iter(unseen)
    for seat, hand in enumerate(hands):
        if seat not in seen:
            hands[seat] = [next(cards) for _ in hand]
    found["hands"] = "/".join(",".join(hand) or "-" for hand in hands)
    if "stock" in found:
        found["stock"] = ",".join(cards) or "-"
    return " ".join(f"{name}={value}" for name, value in found.items())


@every_game
@settings(max_examples=sample_size(2, 160), deadline=None)
@example(seed=42882)  # in SOCKI the last play ends the match, or only a round
@given(seed=seeds)
def test_redealt_hidden_cards_do_not_change_an_observation(game: str, seed: int) -> None:
    session = middle(game, seed)
    here = Session.from_position(game, session.position(), seed, session.options)
    for viewer in viewers(session):
        seen = {seat for seat in (viewer, session.to_move) if seat is not None}
        text = (
            dealt_again(session, seed, {seat for seat in (viewer,) if seat is not None})
            if "hands" in fields(session)
            else session.position()
        )
        twin = Session.from_position(game, text, seed + 1, session.options)
        assert as_json(twin.observe(viewer)) == as_json(session.observe(viewer))
        if "hands" in fields(session):
            _same_events(
                here,
                Session.from_position(game, dealt_again(session, seed, seen), seed, session.options),
                viewer,
            )


def _same_events(here: Session, there: Session, viewer: int | None) -> None:
    """Check that the same moves look the same to a viewer of equal observations."""
    for move in here.moves()[:20]:
        if there.refusal(move) is not None:
            continue
        ours, theirs = here.play(move), there.play(move)
        if as_json(here.observe(viewer)) == as_json(there.observe(viewer)) and not _shows_hands(ours):
            told = [
                [event_json(s.redact(e, viewer)) for e in events]
                for s, events in ((here, ours), (there, theirs))
            ]
            assert told[0] == told[1]
        # The hands may count differently: one match is over while the other deals again.
        if any(event.reveals for event in (*ours, *theirs)):
            return
        here.undo()
        there.undo()


def _shows_hands(events: tuple[Event, ...]) -> bool:
    return any(event.kind in ("hand_end", "game_end") for event in events)


@every_game
def test_deal_shows_each_seat_only_its_own_hand(game: str) -> None:
    for seed in range(sample_size(4)):
        session = varied(game, seed)
        for deal in [event for event in session.opening if "hands" in event.data]:
            for viewer in viewers(session):
                for seat, hand in enumerate(session.redact(deal, viewer).data["hands"]):
                    dealt = deal.data["hands"][seat]
                    assert hand == (dealt if seat == viewer else {"hidden": len(dealt)})


@every_game
@settings(max_examples=sample_size(2, 80), deadline=None)
@given(seed=seeds)
def test_observations_and_events_are_plain_data(game: str, seed: int) -> None:
    session = varied(game, seed)
    for event in session.opening:
        for viewer in viewers(session):
            event_json(session.redact(event, viewer))
    for _ in range(60):
        if session.to_move is None:
            return
        for viewer in viewers(session):
            seen = session.observe(viewer)
            assert json.loads(json.dumps(seen)) == seen
            assert seen["seat"] == viewer
            assert "seed" not in seen
            assert ("hand" in seen) == ("hands" in fields(session) and viewer is not None)
        for event in session.play(SeededRng(seed, len(session.log)).pick(session.moves())):
            for viewer in viewers(session):
                event_json(session.redact(event, viewer))


@every_game
@settings(max_examples=sample_size(2, 100), deadline=None)
@given(seed=seeds)
def test_observation_equals_the_position_in_json(game: str, seed: int) -> None:
    """Public fields keep their names, and the observation shares no objects with the state."""
    session = middle(game, seed)
    seen = session.observe(None)
    hidden = {"hands", "stock"}
    assert set(fields(session)) - hidden <= set(seen)
    if "hands" in fields(session):
        held = [hand.count(",") + 1 if hand != "-" else 0 for hand in fields(session)["hands"].split("/")]
        assert seen["counts"] == held
    assert isinstance(seen.get("stock", 0), int)
    before = session.position()
    for value in seen.values():
        if isinstance(value, list | dict):
            value.clear()
    assert session.position() == before
    assert session.observe(None) != seen or not any(isinstance(v, list | dict) for v in seen.values())


# Handicaps.


def handicaps(game: str) -> list[dict[str, Any]]:
    """Return every handicap that the game offers the second seat; empty for none."""
    names = {option.name: option for option in find_game(game).info.options}
    if "handicap" not in names:
        return []
    ways: list[dict[str, Any]] = [{"handicap": "second"}]
    for name, option in names.items():
        if name.startswith("handicap_"):
            values = option.choices or (option.lowest, option.highest)
            ways = [way | {name: value} for way in ways for value in values]
    return ways


def _ways(game: str) -> Sequence[dict[str, Any]]:
    ways = handicaps(game)
    return sample(ways, ways[-1]) if ways else ()


WAYS = [(game, way) for game in GAMES for way in _ways(game)]


@pytest.mark.parametrize(("game", "way"), WAYS, ids=str)
def test_bots_finish_a_match_with_a_handicap_and_it_replays(game: str, way: dict[str, Any]) -> None:
    info = find_game(game).info
    known = {option.name for option in info.options}
    longer: dict[str, object] = {name: 3 for name in ("best_of", "goals") if name in known}
    session = Session.new(game, seed=2, options={**info.quick_match, **longer, **way})
    while (seat := session.to_move) is not None and len(session.log) < 3000:
        session.play(bot_move(session, ("normal", "easy", "hard")[seat % 3], 2, BudgetPolicy(nodes=4)))
        if len(session.log) == 12:
            session = Session.from_record(session.record())
    assert session.outcome is not None
    record = session.record()
    assert all(f"{name}={value}" in record for name, value in way.items())
    again = Session.from_record(record)
    assert (again.outcome, again.record()) == (session.outcome, record)


@pytest.mark.parametrize("game", [game for game in GAMES if handicaps(game)])
def test_handicap_options_are_ignored_without_a_handicap(game: str) -> None:
    plain = Session.new(game, seed=3)
    assert plain.options["handicap"] == "none"
    for way in handicaps(game):
        assert Session.new(game, seed=3, options=way | {"handicap": "none"}).position() == plain.position()


# Bad input.


@every_game
@settings(max_examples=sample_size(5, 500), deadline=None)
@given(seed=seeds, data=st.data())
def test_broken_moves_are_refused_without_effect(game: str, seed: int, data: st.DataObject) -> None:
    session = middle(game, seed % 20)
    text = data.draw(mutated(SeededRng(seed).pick(session.moves())))
    before = session.position()
    try:
        refused = session.refusal(text)
    except IllegalMove:
        raise AssertionError("refusal() tells, it does not raise") from None
    except ValueError as error:
        assert str(error)
        with pytest.raises(ValueError, match=r".") as off:
            session.play(text)
        assert not isinstance(off.value, IllegalMove)
    else:
        if refused is not None:
            assert isinstance(refused, Refusal)
            as_json(dict(refused.details))
            with pytest.raises(IllegalMove):
                session.play(text)
        else:
            session.play(text)
            return
    assert session.position() == before


@every_game
@settings(max_examples=sample_size(5, 500), deadline=None)
@given(seed=seeds, data=st.data())
def test_broken_positions_and_records_give_one_sentence(game: str, seed: int, data: st.DataObject) -> None:
    session = middle(game, seed % 20)
    position = data.draw(mutated(session.position()))
    try:
        read = Session.from_position(game, position, seed, session.options)
        assert (
            Session.from_position(game, read.position(), seed, session.options).position() == read.position()
        )
        read.moves()
    except ValueError as error:
        assert str(error)
    record = data.draw(mutated(session.record()))
    try:
        again = Session.from_record(record)
        assert Session.from_record(again.record()).position() == again.position()
    except ValueError as error:
        assert str(error)
        assert "\n" not in str(error)


JUNK = [*"-|/,01²é🃏", "", "-1", "99", "9/9/9", "0,1", "JK", "99X", "JK=8D", "8d", "Play", "play8D"]


@cache
def said(game: str) -> tuple[list[str], list[Session]]:
    """Return words of which moves are made, and matches in their middle, for reading only."""
    found = [middle(game, seed) for seed in range(sample_size(3, 9))]
    return sorted(
        {word for session in found for move in session.moves()[:40] for word in move.split()}
    ), found


@every_game
@settings(max_examples=sample_size(40, 3000), deadline=None)
@given(data=st.data())
def test_any_text_is_a_move_or_a_refusal(game: str, data: st.DataObject) -> None:
    words, found = said(game)
    session, rules = data.draw(st.sampled_from(found)), find_game(game).rules
    line = st.lists(st.sampled_from([*words, *JUNK]), max_size=12).map(" ".join)
    text = data.draw(st.one_of(line, st.text(max_size=30)))
    before = session.position()
    try:
        refusal = session.refusal(text)
    except IllegalMove:
        raise AssertionError("a refusal is returned, not raised") from None
    except ValueError as error:
        assert re.fullmatch(r"[^\n]+\.", str(error))
    else:
        move = rules.parse_move(text)
        assert rules.parse_move(rules.format_move(move)) == move
        assert refusal is None or isinstance(refusal, Refusal)
    assert session.position() == before


@every_game
@settings(max_examples=sample_size(40, 3000), deadline=None)
@given(data=st.data())
def test_any_fields_are_a_position_or_a_refusal(game: str, data: st.DataObject) -> None:
    found = said(game)[1]
    session = data.draw(st.sampled_from(found))
    text = fields(session)
    for name in data.draw(st.lists(st.sampled_from(sorted(text)), min_size=1, max_size=4)):
        others = [value for one in found for value in fields(one).values()]
        same = [fields(one)[name] for one in found if name in fields(one)]
        text[name] = data.draw(st.one_of(*map(st.sampled_from, (same, others, JUNK)), st.text(max_size=4)))
    try:
        line = " ".join(f"{name}={value}" for name, value in text.items())
        read = Session.from_position(game, line, 1, session.options)
    except ValueError as error:
        assert re.fullmatch(r"[^\n]+[.)]", str(error))
        return
    now = read.position()
    assert Session.from_position(game, now, 1, read.options).position() == now
    assert len(list(random_plies(read, 1, 10))) <= 10


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """Return the text with a few letters or words deleted, doubled, swapped or replaced."""
    for _ in range(draw(st.integers(1, 3))):
        if not text:
            break
        first = draw(st.integers(0, len(text) - 1))
        last = min(len(text), first + draw(st.integers(1, 4)))
        put = draw(
            st.one_of(
                st.just(""),
                st.just(text[first:last] * 2),
                st.text("0123456789abcdefghikPFBLHJK=,/-. |@>:\n", max_size=3),
                st.sampled_from(["99", "-1", "z9", "²", "\x00", "é", "--", "1e9", "[", '"']),
            )
        )
        text = text[:first] + put + text[last:]
    return text


@every_game
def test_bad_calls_give_one_sentence(game: str) -> None:
    info = find_game(game).info
    fewest, most = info.players
    bad: list[dict[str, Any]] = [
        {"players": most + 1},
        {"players": fewest - 1},
        {"players": "2"},
        {"players": True},
        {"seed": "7"},
        {"seed": 1.5},
        {"options": {"players": 2}},
        {"options": {"no_such_rule": 1}},
        {"options": "goals=3"},
        {"names": ["Ann"] * (info.default_players + 1)},
        {"names": "Ann"},
        {"names": [1] * info.default_players},
        {"names": 2},
        {"layout": "field.tmx"},
    ]
    for option in info.options:
        bad += [{"options": {option.name: value}} for value in ("nonsense", 10**6, None, -1, 2.5)]
    for arguments in bad:
        with pytest.raises(ValueError, match=r".\.$") as error:
            Session.new(game, **arguments)
        assert "\n" not in str(error.value)


@every_game
def test_options_accept_their_values_as_words(game: str) -> None:
    for option in find_game(game).info.options:
        for value in option.choices or (option.lowest, option.highest):
            word = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
            assert option.read(word) == option.read(value) == value


@every_game
def test_rules_text_lists_house_rules_in_plain_words(game: str) -> None:
    """Both in the lobby and in the rules, next to the names of the command line."""
    rules = rules_text(game)
    if not find_game(game).info.options:
        pytest.skip("it has no house rules")
    for option in find_game(game).info.options:
        assert f"| {option.title} (`{option.name}`) |" in rules
        for value in option.choices:
            label = option.label(value)
            assert "_" not in label.words
            assert label.told.endswith(".")
            assert label.words in rules
        assert option.label(option.default).told


def test_house_rule_without_wording_gets_a_default() -> None:
    bare = choice_option("wild_cards", ("two_eyed", "none"), "Which cards are wild.")
    assert bare.title == "Wild cards"
    assert bare.label("two_eyed") == OptionLabel("two eyed", "Which cards are wild.")
    assert bool_option("open_hands", default=False, help="All see all.").label(value=True) == OptionLabel(
        "on", "All see all."
    )
    assert int_option("cards", 7, IntRange(5, 9), "Dealt to each.").label(8) == OptionLabel(
        "8", "Dealt to each."
    )


def test_unknown_game_is_refused() -> None:
    for name in ("chess", "", "Socker", "../socker", "__pycache__"):
        with pytest.raises(ValueError, match="the games are"):
            Session.new(name, seed=0)


@every_game
def test_unknown_seat_is_refused(game: str) -> None:
    session = Session.new(game, seed=0)
    for seat in (-1, session.players, "0", True):
        with pytest.raises(ValueError, match="no seat"):
            session.observe(seat)  # type: ignore[arg-type]
        for event in session.opening:
            with pytest.raises(ValueError, match="no seat"):
                session.redact(event, seat)  # type: ignore[arg-type]


# A game from outside passes the same tests.


@pytest.mark.usefixtures("four")
@pytest.mark.parametrize(
    "check",
    [
        test_random_play_ends,
        test_every_listed_move_is_legal_and_canonical,
        test_equal_seeds_give_equal_matches,
        test_record_replays,
        test_position_survives_reading_and_writing,
        test_undo_restores_the_match_or_says_why_not,
        test_undo_without_a_move_is_refused,
        test_observations_and_events_are_plain_data,
        test_observation_equals_the_position_in_json,
        test_broken_moves_are_refused_without_effect,
        test_bad_calls_give_one_sentence,
        test_options_accept_their_values_as_words,
        test_rules_text_lists_house_rules_in_plain_words,
    ],
    ids=lambda check: check.__name__[5:],
)
def test_sixth_game_keeps_the_contract(check: Callable[..., None]) -> None:
    check(game="four")


# Golden playthroughs: the log of a whole match of each game must never change.


TOLD = "--- told ---\n"


@pytest.mark.parametrize("game", GAMES)
def test_playthrough_matches_the_golden_file(game: str) -> None:
    path = PLAYTHROUGHS / f"{game}.txt"
    if not path.exists():
        assert game not in HOUSE
        pytest.skip(f"{game} has no golden playthrough; make playthroughs writes one")
    record, _, golden = path.read_text(encoding="utf-8").partition(TOLD)
    assert "\n".join(steps(record)) + "\n" == golden
    assert "Won by" in golden


def test_every_playthrough_belongs_to_a_game() -> None:
    assert {path.stem for path in PLAYTHROUGHS.glob("*.txt")} <= set(GAMES)


# Seeds: too many to search, new for every match, and hidden from the players.


SEARCHED = 2**64  # seeds that could be searched by brute force


@every_game
def test_default_seed_cannot_be_searched(game: str) -> None:
    drawn = [Session.new(game).seed for _ in range(3)]
    assert len(set(drawn)) == 3
    assert min(drawn) > SEARCHED
    assert max(drawn) < 2**128


@every_game
def test_match_can_be_repeated_with_its_drawn_seed(game: str) -> None:
    session = Session.new(game)
    for _ in random_plies(session, 3, 30):
        pass
    again = Session.from_record(session.record())
    assert (again.seed, again.position(), again.opening) == (
        session.seed,
        session.position(),
        session.opening,
    )
    assert again.record() == session.record()


def test_every_bit_of_a_seed_counts() -> None:
    """Seeds that differ in one bit deal differently, so none of the 128 bits is dropped."""
    seed = 0x9E3779B97F4A7C15F39CC0605CEDC834
    decks = {
        SeededRng(number, 1).shuffled(range(104))
        for number in (seed, *(seed ^ 1 << bit for bit in range(128)))
    }
    assert len(decks) == 129


@every_game
def test_no_seat_learns_the_seed(game: str) -> None:
    """Neither in decimal nor in hexadecimal, nor any large number that could be one."""
    session = Session.new(game)
    viewers = (None, *range(session.players))
    told: list[str] = []
    events = list(session.opening)
    for move in random_plies(session, 5, 60):
        told.append(move)
        told += [json.dumps(session.observe(viewer)) for viewer in viewers]
    told += [str(session.redact(event, viewer)) for event in events for viewer in viewers]
    told.append(json.dumps(dict(session.options)))
    everything = " ".join(told)
    assert str(session.seed) not in everything
    assert f"{session.seed:x}" not in everything
    assert not re.search(r"[0-9]{20,}", everything)


def test_simulator_prints_the_drawn_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The printed number reproduces the matches."""
    words = ["simulate", "sociable", "--games", "2", "--bots", "easy", "--record"]
    results: list[int] = []
    records = []
    for turn, more in enumerate(([], ["--seed", "{drawn}"])):
        path = tmp_path / str(turn) / "match.txt"
        path.parent.mkdir()
        assert main([*words, str(path), *(word.format(drawn=results[0]) for word in more)]) == 0
        found = re.search(r"seed ([0-9]+)\n", capsys.readouterr().out)
        assert found is not None
        results.append(int(found[1]))
        records.append([file.read_text(encoding="utf-8") for file in sorted(path.parent.iterdir())])
    assert results[0] == results[1] > SEARCHED
    assert records[0] == records[1]
    for record in records[0]:
        assert Session.from_record(record).seed > SEARCHED


# Events and observations match their types, and every screen handles every kind of event.


TYPED = [game for game in GAMES if (ROOT / "game/games" / game / "rules/events.py").exists()]
typed_games = pytest.mark.parametrize("game", TYPED)


def events_of(game: str) -> ModuleType:
    return importlib.import_module(f"game.games.{game}.rules.events")


def fault(value: object, kind: Any) -> str:
    """Return why a value is not exactly of a type; empty if it is."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        faults = [fault(value, one) for one in args]
        return "" if "" in faults else f"{value!r} is none of {kind}: {faults}"
    if origin is Literal:
        return "" if value in args else f"{value!r} is not in {args}"
    if is_typeddict(kind):
        return dict_fault(value, kind)
    if origin is list:
        return (
            next(filter(None, (fault(one, args[0]) for one in value)), "")
            if type(value) is list
            else "no list"
        )
    if origin is dict:
        if type(value) is not dict:
            return f"{value!r} is no dict"
        parts = [(key, args[0]) for key in value] + [(one, args[1]) for one in value.values()]
        return next(filter(None, (fault(*part) for part in parts)), "")
    # No bool for an int, no enum for a str.
    return "" if type(value) is kind else f"{value!r} is not exactly {kind}"


def may_lack(kind: Any) -> frozenset[str]:
    """Return the optional keys. With postponed annotations the class itself does not know them."""
    marked = get_type_hints(kind, include_extras=True)
    optional: frozenset[str] = kind.__optional_keys__
    return optional | {name for name, hint in marked.items() if get_origin(hint) is NotRequired}


def dict_fault(value: object, kind: Any) -> str:
    if type(value) is not dict:
        return f"{value!r} is no dict"
    missing, more = (
        kind.__required_keys__ - may_lack(kind) - value.keys(),
        value.keys() - get_type_hints(kind).keys(),
    )
    if missing or more:
        return f"of {kind.__name__} there are missing {sorted(missing)}, and too many {sorted(more)}"
    hints = get_type_hints(kind)
    return next((f"{name}: {wrong}" for name in value if (wrong := fault(value[name], hints[name]))), "")


def told(session: Session, seed: int, plies: int) -> Iterator[Event]:
    """Yield all events of a random match, as each viewer may see them."""
    for event in session.opening:
        yield from (session.redact(event, viewer) for viewer in (None, *range(session.players)))
    chance = SeededRng(seed, "told")
    for _ in range(plies):
        if session.to_move is None:
            return
        for event in session.play(chance.pick(session.moves())):
            yield from (session.redact(event, viewer) for viewer in (None, *range(session.players)))


@thinned()
@typed_games
@pytest.mark.parametrize("seed", range(sample_size(2, 60)))
def test_events_match_their_declared_class(game: str, seed: int) -> None:
    part = events_of(game)
    for event in told(varied(game, seed), seed, 160):
        assert type(event.kind) is str
        happened = part.as_event(event)
        hints = get_type_hints(type(happened))
        for one in parts(happened):
            assert not fault(getattr(happened, one.name), hints[one.name]), (event, one.name)
        again = happened.event(reveals=event.reveals)
        assert again == event
        assert list(again.data) == list(event.data), "the order that phones and records get"


@thinned()
@typed_games
@pytest.mark.parametrize("seed", range(2))
def test_observations_match_their_declared_type(game: str, seed: int) -> None:
    kind = observation_type(game)
    session = varied(game, seed)
    for ply, _ in enumerate(random_plies(session, seed, 120)):
        if ply % 8 == 0:
            for viewer in (None, *range(session.players)):
                seen = session.observe(viewer)
                assert not dict_fault(seen, kind)
                assert ("hand" in seen) == (viewer is not None and "hand" in may_lack(kind))


def observation_type(game: str) -> type:
    kind: type = get_type_hints(events_of(game).as_observation)["return"]
    return kind


@typed_games
def test_every_event_kind_has_one_class(game: str) -> None:
    classes = events_of(game).as_event.classes
    kinds = type(next(iter(classes.values())).kind)
    assert list(classes) == [str(kind) for kind in kinds]
    assert {str(one.kind) for one in classes.values()} == set(classes)


@typed_games
def test_malformed_event_is_refused(game: str) -> None:
    read = events_of(game).as_event
    with pytest.raises(ValueError, match="no kind of event"):
        read(Event("thunder", 0, {}))
    for kind, one in read.classes.items():
        names = {part.name for part in parts(one)}
        data = {name.rstrip("_"): 0 for name in names - {"seat"}}
        assert all(not iskeyword(name) for name in names)
        with pytest.raises(ValueError, match="not right"):
            read(Event(kind, 0, {**data, "thunder": 1}))
        if data and any(part.default is part.default_factory for part in parts(one)):
            with pytest.raises(ValueError, match="not right"):
                read(Event(kind, 0, {}))


# Code that knows no game reads fields that games share by their common names.


def hints_of(game: str) -> dict[str, Any]:
    return get_type_hints(observation_type(game))


@pytest.mark.parametrize(
    ("shared", "games"),
    [(CommonObservation, TYPED), (RummyTurnObservation, [game for game in TYPED if is_rummy(game)])],
    ids=["common", "rummy"],
)
def test_games_share_the_names_of_common_observation_fields(shared: type, games: list[str]) -> None:
    for name, kind in get_type_hints(shared).items():
        telling = [hints_of(game)[name] for game in games if name in hints_of(game)]
        assert telling, f"no game tells {name!r}"
        assert all(kind in (one, one | None) for one in telling)


@typed_games
def test_scores_of_every_game_can_be_read(game: str) -> None:
    session = varied(game, 1)
    assert len(totals_of(session.observe(None))) == session.players
