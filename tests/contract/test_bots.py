"""What computer players of every game promise: legal moves, by what is seen, the same for the same chance."""

import json
from collections.abc import Iterator
from functools import cache

import pytest

from game.bots.arena import bot_move
from game.core.chance import Chance
from game.core.discovery import find
from game.core.search import Allowance, Budget
from game.core.session import Session
from tests.contract.test_games import dealt_again, every_game, fields
from tests.matches import GAMES, middle, varied
from tests.scale import crossed, scaled
from tests.sixth import sixth_game

FEW = Allowance(nodes=8)
"""What a decision may cost in a test."""
LEVELS = ("easy", "normal", "hard", "master")
every_level = pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in GAMES for level in find(game).bot.levels]
)


def moments(game: str, count: int) -> Iterator[Session]:
    """Matches in their middle in which there is something to choose."""
    found = (session for seed in range(100) if len((session := middle(game, seed)).moves()) > 2)
    for _number, session in zip(range(count), found, strict=False):
        yield session


def chosen(session: Session, level: str) -> str:
    """What a level does, who is told what its seat sees as it comes over a wire."""
    seen = json.loads(json.dumps(session.observe(session.to_move)))
    move = find(session.game).bot.choose(seen, session.options, level, Chance(1), Budget(nodes=8))
    assert seen == session.observe(session.to_move), "nothing of it is changed"
    assert session.refusal(move) is None
    return move


@cache
def a_match(game: str) -> Session:
    """One in its middle, for reading only."""
    return middle(game, 5)


@every_game
def test_the_levels_are_those_that_people_know(game: str) -> None:
    levels = find(game).bot.levels
    assert levels == LEVELS[: len(levels)]
    assert len(levels) >= 2


@crossed
@every_game
@pytest.mark.parametrize("number", range(scaled(3, 12)))
def test_bots_of_every_level_play_to_the_end(game: str, number: int) -> None:
    """By any house rules, in their manners too."""
    session, bot = varied(game, number), find(game).bot
    while (seat := session.to_move) is not None and len(session.log) < scaled(25, 5000):
        manner = f"/{bot.manners[number % len(bot.manners)]}" if bot.manners and number % 3 else ""
        level = bot.levels[seat % len(bot.levels)] + manner
        move = bot_move(session, level, number, FEW)
        assert move == bot_move(session, level, number, FEW)
        session.play(move)


@crossed
@every_game
@pytest.mark.parametrize("level", ["", "champion", "champion/easy", "easy/nobody", "hard/dancer"])
def test_bots_refuse_a_level_that_they_have_not(game: str, level: str) -> None:
    known = "levels are: easy, normal|manners are: "
    with pytest.raises(ValueError, match=rf"^There is no (level|manner) '\w*'; the ({known})"):
        bot_move(a_match(game), level, 1, FEW)


@every_level
def test_what_is_not_seen_makes_no_difference_to_them(game: str, level: str) -> None:
    """Neither what others hold nor the seed of the match."""
    for seed, session in enumerate(moments(game, scaled(1, 8))):
        text, seat = session.position(), session.to_move
        assert seat is not None
        if "hands" in fields(session):
            text = dealt_again(session, seed, {seat})
        twin = Session.from_position(game, text, seed + 1, session.options)
        if twin.observe(seat) == session.observe(seat):  # what a position leaves out was seen by some
            assert chosen(twin, level) == chosen(session, level)


def test_bots_of_the_sixth_game_play_to_the_end() -> None:
    with sixth_game() as game:
        session = varied(game, 0)
        while session.to_move is not None:
            session.play(bot_move(session, "normal", 0, FEW))
        assert session.outcome is not None
