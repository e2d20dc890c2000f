"""Remarks of bots, and their display on phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from game import i18n
from game.core.discovery import find_game
from game.core.rng import SeededRng
from game.core.session import Session
from game.i18n import in_language
from game.match.assist_service import AssistService
from game.match.banter import (
    HELLO_TOPIC,
    MIN_OTHER_LINES,
    MIN_OWN_TURNS,
    MIN_TABLE_TURNS,
    WAIT_TOPIC,
    BanterScript,
    BotBanter,
    SpokenRemark,
    common,
    in_words,
)
from game.match.match import Match
from game.match.phone_adapter import HostScreen, PhoneAdapter
from game.match.phone_seats import PhoneMatch
from game.match.seats import PHONE, Seat
from tests.contract.test_games import dealt_again
from tests.languages import in_every_language
from tests.match.fake_worker import FakeWorker
from tests.match.test_phone_seats import Words
from tests.matches import SHORT, bringing, fields, random_plies
from tests.sampling import risk

# Remarks of bots: in character, rare, and only about public facts.


TALKERS = bringing("banter")
LONGEST = 40  # maximum letters of a line, which is read in passing


def talk_of(game: str) -> BanterScript:
    talk = find_game(game).component("banter")
    assert isinstance(talk, BanterScript)
    return talk


def seated(session: Session, level: str = "easy") -> Match:
    return Match(session, [Seat(name, n, level) for n, name in enumerate(session.names)])


def short(game: str, seed: int, players: int | None = None) -> Session:
    return Session.new(game, players, seed, {name: values[0] for name, values in SHORT.get(game, {}).items()})


def talked(match: Match, seed: int, most: int) -> list[tuple[int, SpokenRemark]]:
    """Return the remarks in a random match, each with the number of its turn."""
    chatter, told = BotBanter(match), []
    turn, mover = 0, None
    chatter.greet()
    for _ in [None, *range(most)]:
        if chatter.next is not None:
            told.append((turn, chatter.next))
            chatter.spoken(chatter.next)
        if match.to_move is None:
            break
        turn += match.to_move != mover
        mover = match.to_move
        moves = match.session.moves()
        match.play(moves[(seed * 7919 + len(match.session.log) * 104729) % len(moves)])
    return told


@in_every_language
@pytest.mark.parametrize("game", TALKERS)
def test_lines_are_short(game: str, language: str) -> None:
    i18n.set_language(language)
    told = {**common(), **talk_of(game).lines()}
    for about, lines in told.items():
        assert lines, about
        for line in lines:
            assert len(line) <= LONGEST, line
            assert not line.isupper()


@pytest.mark.parametrize("game", TALKERS)
def test_every_cue_has_lines(game: str) -> None:
    talk = talk_of(game)
    told = {**common(), **talk.lines()}
    session = short(game, 3)
    heard = {cue.about for event in session.opening for cue in talk.cues(event, session.players)}
    for _ in range(400):
        if session.to_move is None:
            break
        moves = session.moves()
        for event in session.play(moves[len(session.log) * 104729 % len(moves)]):
            public = session.redact(event, None)
            for cue in talk.cues(public, session.players):
                assert 0 <= cue.seat < session.players
                assert 0 < cue.often < 1
                heard.add(cue.about)
    assert HELLO_TOPIC in heard
    assert len(heard) > 1
    assert heard <= told.keys()


@pytest.mark.parametrize("game", TALKERS)
def test_remarks_are_rare_and_reproducible(game: str) -> None:
    told = talked(seated(short(game, 5)), 5, 300)
    assert told == talked(seated(short(game, 5)), 5, 300)
    assert told, "a bot says something"
    players = find_game(game).info.default_players
    lines = [said.words for _turn, said in told]
    assert all(line not in lines[max(0, n - MIN_OTHER_LINES) : n] for n, line in enumerate(lines))
    for (before, _said), (after, _other) in pairwise(told):
        assert after - before >= MIN_TABLE_TURNS
    for seat in range(players):
        mine = [turn for turn, said in told if said.seat == seat]
        assert all(b - a >= MIN_OWN_TURNS * players for a, b in pairwise(mine))


@risk
@pytest.mark.parametrize("game", TALKERS)
def test_remarks_reveal_no_hidden_cards(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Public moves that are equal give equal remarks, with unseen cards dealt again and another seed."""
    monkeypatch.setattr("game.match.banter.SeededRng", Talkative)
    compared = 0
    for seed in range(12):
        start = short(game, seed)
        for _ in random_plies(start, seed, 30):
            pass
        if start.to_move is None or "hands" not in fields(start):
            continue
        position = start.position()
        here = Session.from_position(game, position, seed, start.options)
        there = Session.from_position(
            game, dealt_again(start, seed, {here.to_move or 0}), seed + 1, start.options
        )
        ours, theirs = Match(here, _bots(here)), Match(there, _bots(there))
        one, other = BotBanter(ours), BotBanter(theirs)
        for _ in range(10):
            # A drawn card is the best test for a bot that peeks.
            moves = sorted(here.moves() if here.to_move is not None else [], key=lambda text: text != "draw")
            move = next((move for move in moves if there.refusal(move) is None), None)
            if move is None:
                break
            ours.play(move)
            theirs.play(move)
            looks = [[str(s.redact(event, None)) for event in s.last_events()] for s in (here, there)]
            if looks[0] != looks[1]:
                break
            assert one.next == other.next
            compared += one.next is not None
    if game not in ("socker", "city"):  # boards hide nothing
        assert compared > 2


class Talkative(SeededRng):
    """Random source by which every possible remark is made."""

    def with_probability(self, probability: float) -> bool:
        return super().with_probability(probability) or True


def _bots(session: Session) -> list[Seat]:
    return [Seat(name, n, "hard") for n, name in enumerate(session.names)]


def test_bots_do_not_speak_for_people() -> None:
    session = Session.from_position("socker", "field=9/4o4/4R4/9/9/9/9/9/9/9/4B4", names=["Ann", "Bo"])
    match = Match(session, [Seat("Ann", 0), Seat("Bo", 1, "easy", "pad:1")])
    chatter = BotBanter(match)
    match.play("kick e9 e10")
    assert chatter.next is None
    assert chatter.remark_for_waiting() is None


def test_goal_gets_different_remarks() -> None:
    heard = set()
    for goals in range(8):
        field = f"field=9/4o4/4R4/9/9/9/9/9/9/9/4B4 score={goals}/0"
        session = Session.from_position("socker", field, options={"goals": 9}, names=["Ann", "Bo"])
        match = Match(session, [Seat("Ann", 0, "easy"), Seat("Bo", 1)])
        chatter = BotBanter(match)
        match.play(next(move for move in session.moves() if move.startswith("kick")))
        if chatter.next is not None:
            assert chatter.next.seat == 0
            heard.add(chatter.next.words)
    assert len(heard) > 2
    assert heard <= {*talk_of("socker").lines()["goal"]}


def test_seat_with_one_card_is_not_called_caught() -> None:
    table = "table=8P,9P,10P,11P hands=12P/1L/2B,5B,7B,9L stock=- turn=0"
    session = Session.from_position("socki", table, names=["Ann", "Bo", "Cy"])
    session.play("play 8P 9P 10P 11P 12P")
    abouts = {
        (cue.seat, cue.about) for event in session.last_events() for cue in talk_of("socki").cues(event, 3)
    }
    assert {(0, "out"), (1, "close"), (2, "caught")} <= abouts
    assert not abouts & {(1, "caught"), (2, "close")}


def test_long_wait_gets_a_remark() -> None:
    match = Match(Session.new("city", seed=1, names=["Ann", "Bo"]), [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    while match.to_move == 1:
        match.play(match.session.moves()[0])
    chatter = BotBanter(match)
    said = []
    for _ in range(12):
        found = chatter.remark_for_waiting()
        if found is not None:
            assert found.seat == 1
            assert found.words in common()[WAIT_TOPIC]
            said.append(found)
        match.play(match.session.moves()[0])
        while match.to_move == 1:
            match.play(match.session.moves()[0])
    assert said


# Remarks of bots appear on phones, in the language of each.


class Loud(HostScreen):
    """A screen with a speech bubble."""

    bubble: SpokenRemark | None = None

    @property
    def current_remark(self) -> SpokenRemark | None:
        return self.bubble


class Post:
    """Records the latest message to each seat."""

    spectators = ("eve",)

    def __init__(self) -> None:
        self.told: dict[int | None, Mapping[str, Any]] = {}

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.told[seat] = state

    def publish_to_spectators(
        self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        self.told[None] = state


def test_phones_get_remarks_in_their_language() -> None:
    seats = [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, device=PHONE), Seat("Kim", 2, "easy")]
    match = Match(Session.new("socki", 3, seed=1), seats)
    screen, post, desk = Loud(match), Post(), FakeWorker()
    hints = AssistService(match, lambda: desk, lambda: desk)
    phones = PhoneMatch(match, Words(match), PhoneAdapter(match), hints, screen)
    phones.set_language(1, "de")
    silent = phones.version
    phones.publish_to(post, [0, 1], lambda _seat: False)
    assert [state["remark"] for state in post.told.values()] == [None] * 3
    screen.bubble = SpokenRemark(2, "", (HELLO_TOPIC, 1))
    assert phones.version != silent, "phones hear of it at once"
    phones.publish_to(post, [0, 1], lambda _seat: False)
    assert (
        post.told[0]["remark"]
        == post.told[None]["remark"]
        == {"seat": 2, "words": "Rain outside, wool inside."}
    )
    assert post.told[1]["remark"] == {"seat": 2, "words": "Draußen Regen, drinnen Wolle."}


def test_every_line_can_be_found_again_by_its_place() -> None:
    """Every line of a match of any game can be found by its place, and differs in another language."""
    for game in TALKERS:
        match = seated(session := Session.new(game, seed=7))
        chatter, heard = BotBanter(match), []
        chatter.greet()
        chance = SeededRng("talk", game)
        for _ply in range(120):
            if chatter.next is not None:
                heard.append(chatter.next)
                chatter.spoken(chatter.next)
            if match.to_move is None:
                break
            match.play(chance.pick(session.moves()))
        assert heard
        assert [in_words(game, said) for said in heard] == [said.words for said in heard]
        with in_language("de"):
            told = [in_words(game, said) for said in heard]
        assert sum(new != said.words for new, said in zip(told, heard, strict=True)) > len(heard) / 2
