"""Achievements: matches in which each is earned, and matches that nearly earn it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from game.bots.match_runner import bot_move
from game.core.discovery import find_game, game_slugs
from game.core.search import BudgetPolicy, base_level
from game.core.session import Session
from game.match.achievements import (
    EVERY_GAME,
    EVERY_LEVEL,
    FIRST_MATCH,
    PARTY_MATCH,
    AchievementService,
    BotMoveLog,
    MetaAchievement,
    achievements_of,
    all_feats,
    feats_in,
)
from game.match.match import Match
from game.match.seats import PHONE, Seat
from game.store.data_folder import DataFolder
from game.store.sock_collection import SockCollectionStore
from game.ui.art.icons import icon_names
from game.ui.art.knits import KNITS
from tests.games.socker.boards import field
from tests.matches import bringing, record_of

DAY = datetime.date(2026, 11, 9)
STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1"
GIFTS = {"exchange": "off"}


def people(count: int) -> list[Seat]:
    return [Seat(name, look) for look, name in enumerate(("Ann", "Bo", "Cy", "Di", "Eve")[:count])]


def sat(session: Session, seats: Sequence[Seat] | None = None) -> tuple[Match, BotMoveLog]:
    match = Match(session, seats or people(session.players))
    return match, BotMoveLog(match)


def played(game: str, position: str, moves: Sequence[str], **options: object) -> dict[int, list[str]]:
    """Return the achievements by person in a match from a position, conceded if not over."""
    match, hands = sat(Session.from_position(game, position, 1, options))
    for move in moves:
        match.play(move)
    if not match.is_over:
        match.concede(len(match.seats) - 1)
    return feats_in(match, hands.bots)


def test_there_are_forty_socks_with_different_knitting() -> None:
    feats = [feat for _game, feat in all_feats()]
    assert len(feats) == len({feat.key for feat in feats}) == 40
    assert sorted(feat.knit for feat in feats) == sorted(KNITS)
    assert {feat.icon for feat in feats} <= {*icon_names()}
    words = [feat.words() for feat in feats]
    assert all(title and told.endswith(".") for title, told in words)
    assert len({title for title, _told in words}) == 40


@pytest.mark.parametrize("game", bringing("achievements"))
def test_lessons_of_each_game_earn_one_sock(game: str) -> None:
    own = achievements_of(game)
    assert own is not None
    assert {own.lessons, own.won or own.lessons} <= {feat.key for feat in own.feats}
    assert len(own.feats) == 6


HAND = "hands={hands} order={order} lead=- turn={turn}"


@pytest.mark.parametrize(("order", "earned"), [("0,1,2,3", True), ("3,1,2,0", False), ("0,1,3,2", False)])
def test_sociable_from_temp_to_boss(order: str, earned: bool) -> None:  # noqa: FBT001
    hands = HAND.format(hands="KH/8S/9S/AH", order=order, turn=3)
    match, found = sat(Session.from_position("sociable", hands, 1, GIFTS))
    match.play("play AH")
    while not _ended(match):
        match.play(match.session.moves()[0])
    match.concede(0)
    assert ("corner-office" in feats_in(match, found.bots)[3]) is earned


def test_sociable_the_third_hand_in_a_row_is_a_long_reign() -> None:
    """Two hands are too few, and so are three with another Boss between."""
    for bosses, earned in (("00", False), ("000", True), ("0010", False), ("1000", True)):
        match, hands = sat(Session.new("sociable", 4, 3, {"target": 21, **GIFTS}))
        for boss in bosses:
            _hand_won_by(match, int(boss))
        match.concede(3)
        assert ("long-reign" in feats_in(match, hands.bots)[0]) is earned, bosses


def _hand_won_by(match: Match, boss: int) -> None:
    """Play a hand in which ``boss`` goes out first: all others pass, or lay their lowest card."""
    has_ended = False
    while not has_ended:
        seat, moves = match.to_move, match.session.moves()
        assert seat is not None
        has_cards = match.session.observe(None)["counts"][boss] > 0
        plays = [move for move in moves if move != "pass"]
        if seat == boss or not has_cards or "pass" not in moves:
            match.play(plays[-1] if seat == boss and plays else plays[0] if plays else "pass")
        else:
            match.play("pass")
        has_ended = any(event.kind == "hand_end" for event in match.session.last_events())


def _ended(match: Match) -> list[int]:
    session = match.session
    return [
        ply for ply in range(len(session.log)) for event in session.events_of(ply) if event.kind == "hand_end"
    ]


def test_sociable_winning_the_match() -> None:
    position = "hands=AH/9H,8H/9S,9C/10D order=0,1,2,3 lead=- turn=0 scores=10/0/0/0"
    moves = ["play AH", "pass", "pass", "pass", "play 9H", "play 10D", "pass", "play 9S"]
    found = played("sociable", position, moves[:4], **GIFTS)
    assert "annual-report" not in found[0], "the hand continues"
    match, hands = sat(Session.from_position("sociable", position, 1, GIFTS))
    while not match.is_over:
        match.play(match.session.moves()[0])
    winner = match.winner
    assert winner is not None
    found = feats_in(match, hands.bots)
    assert [seat for seat, keys in found.items() if "annual-report" in keys] == [winner]


def goal(pieces: str, moves: Sequence[str], rest: str = "", **options: object) -> dict[int, list[str]]:
    return played("socker", f"field={field(pieces)} {rest}", moves, **options)


def test_socker_three_goals_and_coming_back() -> None:
    """A match between bots, with each side counted as a person."""
    session = Session.new("socker", 2, 4, {"goals": 3})
    levels = ("normal", "easy")
    while session.to_move is not None:
        session.play(bot_move(session, levels[session.to_move], 4, BudgetPolicy(nodes=60)))
    match, hands = sat(session)
    found = feats_in(match, hands.bots)
    assert match.winner == 0
    assert "hat-trick" in found[0]
    assert "hat-trick" not in found[1]
    assert ("clean-sheet" in found[0]) == (match.result().scores[1] == 0)


def test_socker_comeback_winner_earns_turned_around() -> None:
    session = Session.new("socker", 2, 27, {"goals": 2})
    while session.to_move is not None:
        session.play(bot_move(session, "easy", 27, BudgetPolicy(nodes=40)))
    match, hands = sat(session)
    told = [event for ply in range(len(session.log)) for event in session.events_of(ply)]
    assert [1, 0] in [list(event.data["score"]) for event in told if event.kind == "goal"]
    assert match.winner == 1
    found = feats_in(match, hands.bots)
    assert "turned-around" in found[1]
    assert "turned-around" not in found[0]


# People who earn achievements.


def test_bots_earn_nothing_even_in_a_persons_seat() -> None:
    text = f"field={field('R e9 B b8 o e10')}"
    for warm in (False, True):
        ann, bo = people(2)
        match, hands = sat(Session.from_position("socker", text), [ann, bo])
        if warm:
            match.assign_seat(0, "easy")
        match.play("kick e9 e10")
        if warm:
            match.assign_seat(0, "")
        match.concede(1)
        assert ("off-the-mark" in feats_in(match, hands.bots)[0]) is not warm
        kept, (again, new) = hands.dump_state(), sat(match.session, match.seats)
        again.concede(1)
        new.restore_state(kept)
        assert ("off-the-mark" in feats_in(again, new.bots)[0]) is not warm
        # Saved while the bot has the seat; the person comes back afterwards.
        again.assign_seat(0, "easy")
        late = BotMoveLog(again)
        late.restore_state(new.dump_state())
        again.assign_seat(0, "")
        assert late.bots == hands.bots
    bot = replace(ann, level="easy")
    match, hands = sat(Session.from_position("socker", text), [bot, bo])
    match.play("kick e9 e10")
    match.concede(1)
    assert list(feats_in(match, hands.bots)) == [1]


def test_undone_move_earns_nothing() -> None:
    match, hands = sat(Session.from_position("socker", f"field={field('R e9 a2 B b8 o e10')} turn=0"))
    match.play("move a2 b2")
    match.undo()
    match.play("move e9 e8")
    match.concede(1)
    assert "off-the-mark" not in feats_in(match, hands.bots)[0]


def test_what_if_branch_earns_no_match_socks(tmp_path: Path) -> None:
    session = Session.from_position("socker", f"field={field('R e9 B b8 o e10')}").branched(0)
    match, hands = sat(session)
    match.play("kick e9 e10")
    assert feats_in(match, hands.bots) == {}
    match.concede(1)
    keeper = AchievementService(SockCollectionStore(DataFolder(tmp_path)), lambda: DAY)
    assert keeper.match_over(match, hands) == {}, "given up, it has come to no end"


def test_conceded_match_is_not_played_to_its_end() -> None:
    match, hands = sat(Session.new("socker", seed=1))
    match.concede(1)
    assert feats_in(match, hands.bots) == {0: [], 1: []}


# In any game.


@pytest.fixture
def keeper(tmp_path: Path) -> AchievementService:
    return AchievementService(SockCollectionStore(DataFolder(tmp_path)), lambda: DAY)


def over(game: str, seats: Sequence[Seat] | None = None) -> tuple[Match, BotMoveLog]:
    """Return a short match that the first seat wins."""
    texts = {
        "socki": ("hands=1P,2P,3P/12B,12L,11F stock=10F turn=0 scores=0/90", "play 1P 2P 3P"),
        "rockit": ("table=7S,7D,7C hands=7H/2S,3S in=1/1 stock=2C turn=0", "play 7S 7D 7C 7H"),
        "socker": (f"field={field('R e9 B b8 o e10')} score=2/0", "kick e9 e10"),
        "city": (f"{STRIP} socks=red:a1/e1 tracks=a1-b1,b1-c1,d1-e1/- left=1", "lay c1 d1"),
        "sociable": ("hands=AH/9H/9S/10D order=0,1,2,3 lead=- turn=0 scores=10/0/0/0", ""),
    }
    text, move = texts.get(game, ("", ""))
    session = Session.from_position(game, text, 1) if text else Session.from_record(record_of(game)).before(0)
    match, hands = sat(session, seats)
    if move:
        match.play(move)
    while not match.is_over:
        match.play(match.session.moves()[0])
    return match, hands


def test_first_match_and_every_game_earn_socks(keeper: AchievementService) -> None:
    first = keeper.match_over(*over("socki"))
    assert FIRST_MATCH in first[0]
    assert FIRST_MATCH in first[1]
    assert keeper.match_over(*over("socki")) == {}, "what was earned is earned once"
    *others, last = [game for game in game_slugs() if game != "socki"]
    for game in others:
        assert EVERY_GAME not in keeper.match_over(*over(game)).get(0, ())
    assert EVERY_GAME in keeper.match_over(*over(last))[0]


def test_two_phones_make_a_party() -> None:
    ann, bo = people(2)
    phones = [replace(ann, device=PHONE), replace(bo, device=PHONE)]
    for seats, party in ((phones, True), ([ann, phones[1]], False)):
        match, hands = over("socki", seats)
        assert all((PARTY_MATCH in keys) is party for keys in feats_in(match, hands.bots).values())


def test_every_level_must_be_beaten(keeper: AchievementService) -> None:
    ann, bo = people(2)
    for game, level in (("city", "easy++"), ("socker", "normal"), ("socker", "master")):
        new = keeper.match_over(*over(game, [ann, replace(bo, level=level)]))
        assert EVERY_LEVEL not in new.get(0, ())
    assert EVERY_LEVEL in keeper.match_over(*over("rockit", [ann, replace(bo, level="hard")]))[0]
    assert set(keeper.drawers.all()) == {"Ann"}, "a computer has no drawer"


@pytest.mark.parametrize("what", list(MetaAchievement))
def test_events_earn_their_sock_once(keeper: AchievementService, what: MetaAchievement) -> None:
    assert what in {feat.key for _game, feat in all_feats()}
    assert keeper.award_meta(what, "Ann") == (what,)
    assert keeper.award_meta(what, "Ann") == ()
    assert keeper.drawers.collection_of("Ann").earned == {str(what): DAY}
    assert keeper.award_meta(what, "") == (), "nobody has no drawer"


@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("socki", "lamp-lighter"), ("rockit", "flight-school"), ("sociable", "induction-day"),
        ("socker", "training-ground"), ("city", "main-line"),
    ],
)  # fmt: skip
def test_lessons_earn_their_socks(keeper: AchievementService, game: str, key: str) -> None:
    assert keeper.lessons_taken(game, "Ann") == (key,)
    assert keeper.lessons_taken(game, "Ann") == ()
    assert [*keeper.drawers.collection_of("Ann").earned] == [key]


def test_finished_what_if_earns_its_sock(keeper: AchievementService) -> None:
    session = Session.from_position("socki", "hands=1P,2P,3P/12B,12L,11F stock=10F turn=0 scores=0/90")
    match, hands = sat(session.branched(0))
    match.play("play 1P 2P 3P")
    assert keeper.match_over(match, hands) == {0: (MetaAchievement.WHAT_IF,), 1: (MetaAchievement.WHAT_IF,)}


def test_match_on_an_own_board_earns_its_sock(keeper: AchievementService) -> None:
    match, hands = over("socker")
    assert MetaAchievement.BOARD not in keeper.match_over(match, hands)[0]
    board = (MetaAchievement.BOARD,)
    assert keeper.match_over(match, hands, own_board=True) == {0: board, 1: board}


def test_worn_cap_uses_the_knitting_of_its_sock(keeper: AchievementService) -> None:
    assert keeper.knit_worn("Ann") == ""
    keeper.lessons_taken("city", "Ann")
    keeper.drawers.wear("Ann", "main-line")
    assert keeper.knit_worn("Ann") == "tracks"
    keeper.drawers.wear("Ann", "countdown")
    assert keeper.knit_worn("Ann") == "tracks", "only what was earned is worn"
    keeper.drawers.wear("Ann", "")
    assert keeper.knit_worn("Ann") == ""


def test_no_game_is_loaded_for_a_cap_that_is_not_worn(
    keeper: AchievementService, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr("game.match.achievements.achievements_of", looked.append)
    assert keeper.knit_worn("Ann") == ""
    keeper.award_meta(MetaAchievement.SHARED, "Ann")
    keeper.drawers.wear("Ann", MetaAchievement.SHARED)
    assert keeper.knit_worn("Ann") == "notes"
    assert not looked


def test_games_have_the_four_known_levels() -> None:
    levels = {base_level(level) for slug in game_slugs() for level in find_game(slug).bot.levels}
    assert levels == {"easy", "normal", "hard", "master"}
