"""No computer player passes by what its level sees, whatever its manner; and which manner it has."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from game.bots.ladder import Enough, Ladder
from game.core.chance import Chance
from game.core.discovery import find
from game.core.search import Budget
from game.core.session import Session
from game.match.seats import with_manner
from tests.games.socker.boards import field as pitch
from tests.scale import scaled
from tools.manners import measured

# No computer player passes by a goal, a pair or an empty hand that its level sees, whatever its manner.


STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1 socks=red:a1/e1,blue:g1/h2"
CROWDED = (
    "board=1.5@b3,2.2@b4,3.0@b8,1.5@c4,2.3@c7,0.0@d1,2.3@d6,3.1@e4,0.3@e8,3.4@f8,4.3@g2,4.0@g5,0.2@h3,0.2@h8,"
    "1.3@i2,4.1@i3,2.5@i9,1.4@j4,3.4@j7,4.1@k4 socks=red:d5/k3,yellow:a4/g2,green:e8/j3,blue:e7/i2,"
    "violet:d9/l5,orange:b7/h2 tracks=e8-f7,f6-g6,h6-i6,i2-i3,i4-j3,i4-j4,j4-j5/b5-b6,b6-c6,c6-d6,d6-d7,"
    "d6-e6,f4-f5,f4-g4,g2-h3 turn=0 left=2 supply=33/32 claimed=green/yellow"
)
"""Five ways cross here, so that there is more to win in the long run than the pair that two pieces join."""


@dataclass(frozen=True)
class Moment:
    """A position in which a turn of the first seat takes something."""

    game: str
    position: str
    taken: Callable[[Session], bool]
    deep: bool = False
    """Whether easy does not see so far."""
    options: Mapping[str, object] = field(default_factory=dict)
    seeds: int = 8

    @property
    def players(self) -> list[str]:
        """All levels that see it, in each manner."""
        bot = find(self.game).bot
        return [
            f"{level}{manner}"
            for level in bot.levels[self.deep :]
            for manner in ("", *(f"/{name}" for name in bot.manners))
        ]


def has_goal(session: Session) -> bool:
    return list(session.observe(None)["score"]) == [1, 0]


def has_pair(session: Session) -> bool:
    return "red" in session.observe(None)["claimed"][0]


def has_two_pairs(session: Session) -> bool:
    return len(session.observe(None)["claimed"][0]) == 2


def has_won(session: Session) -> bool:
    return session.outcome is not None and session.outcome.winners == (0,)


def is_ahead(session: Session) -> bool:
    return bool(session.observe(None)["scores"][1])


def is_out(session: Session) -> bool:
    return 0 in session.observe(None)["out"]


MOMENTS = {
    "a goal of a kick": Moment("socker", f"field={pitch('R e9 d9 c3 o e10 B c9 d10 g5')}", has_goal),
    "a goal of two actions": Moment(
        "socker", f"field={pitch('R e8 c8 c3 o e10 B c9 d10 g5')}", has_goal, deep=True
    ),
    "a goal of three": Moment("socker", f"field={pitch('R d7 c8 c3 o e10 B b8 c9 g5')}", has_goal, deep=True),
    "a pair by a piece": Moment("city", f"{STRIP} tracks=a1-b1,b1-c1,d1-e1/g1-g2 left=1", has_pair),
    "a pair by two": Moment("city", f"{STRIP} tracks=a1-b1,d1-e1/g1-g2 left=2", has_pair, deep=True),
    "a pair among others": Moment("city", CROWDED, has_two_pairs, deep=True, seeds=scaled(1)),
    "the last trick": Moment("rockit", "hands=2D,2H,2S/4D,5D stock=5S,6H,9C", has_won),
    "the last card": Moment("rockit", "table=7C,8C,9C hands=10C/4D,5D stock=5S,6H,9D in=1/1", has_won),
    "the last ones by rearranging": Moment(
        "rockit",
        "table=AD,2D,3D,4D,5D hands=3D,6D/9C,10C stock=5S,6H in=1/1",
        has_won,
        deep=True,
        options={"decks": 2},
    ),
    "the last pile": Moment(
        "socki", "table=1P,2P,3P hands=9L,9B,9F/2B,3B stock=1F,8B", is_ahead, options={"must_play": "honour"}
    ),
    "the last pile of seven": Moment(
        "socki",
        "table=1P,2P,3P hands=5L,6L,7L,8L,9L,10L,11L/2B,3B stock=1F,8B",
        is_ahead,
        options={"must_play": "honour"},
    ),
    "the last cards by rearranging": Moment(
        "socki",
        "table=1P,2P,3P,4P,5P/7P,7F,7B hands=3P,7L/2B stock=1F,8B",
        is_ahead,
        deep=True,
        options={"must_play": "honour"},
    ),
    "the last lead": Moment("sociable", "hands=AD,AS,JK/9D,9S/10D,10S/JD,JS/QD,QS turn=0", is_out),
    "the last on a lead": Moment(
        "sociable", "hands=KD,KS/9D,9S/10D,10S/JD,JS/QD,QS lead=8D,8H turn=0", is_out
    ),
}


@pytest.mark.parametrize("name", MOMENTS)
def test_what_a_level_sees_is_not_passed_by(name: str) -> None:
    moment = MOMENTS[name]
    bot = find(moment.game).bot
    for player in moment.players:
        for seed in range(moment.seeds):
            session = Session.from_position(moment.game, moment.position, options=moment.options)
            chance = Chance(seed, player)
            while session.to_move == 0 and not moment.taken(session):
                seen = session.observe(0)
                session.play(bot.choose(seen, session.options, player, chance, Budget(nodes=1)))
            assert moment.taken(session), (player, seed, session.log)


# Which manner a puppet has that sits down as a computer player, and how manners are measured.


MANNERS = ("keeper", "striker", "brawler")


def test_a_puppet_has_its_own_manner_unless_somebody_has_it_already() -> None:
    assert with_manner("hard", MANNERS, 1, ["", "normal"]) == "hard/striker"
    assert with_manner("hard", MANNERS, 4, [""]) == "hard/striker"
    assert with_manner("hard", MANNERS, 1, ["easy/striker"]) == "hard/brawler"
    assert with_manner("hard", MANNERS, 1, ["easy/striker", "master/brawler"]) == "hard/keeper"
    assert with_manner("hard", MANNERS, 1, [f"easy/{manner}" for manner in MANNERS]) == "hard/striker"
    assert with_manner("hard", (), 1, []) == "hard"
    assert with_manner("hard", MANNERS, 1, [], "easy/keeper") == "hard/keeper"
    assert with_manner("hard", MANNERS, 1, [], "easy") == "hard"


@pytest.mark.parametrize("game", ["rockit", "sociable"])
def test_manners_are_measured(game: str) -> None:
    plan = Ladder.checked(game=game, levels=["easy"], manners=["all"], enough=Enough(2), seed=3)
    told = list(measured(plan))
    assert sum(line.startswith("easy/") for line in told) == len(plan.pairs)
    assert sum(line.startswith("    ") for line in told) >= len(plan.pairs)
