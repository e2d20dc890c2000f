"""A leg that is void for dawdling: what the window tells, before it and when it comes."""

from game.core.chance import Chance
from game.core.game import Event
from game.core.session import Session
from game.games.socker.words import news_of

NAMES = ("Ann", "Bo")
FIELD = "field=9/9/2BB5/9/9/4o4/9/9/2RR5/9/9"


def sentences(turns: int) -> list[str]:
    """All that is told while both sides walk about for so many turns."""
    session, chance = Session.from_position("socker", FIELD, options={"dawdle": 10}), Chance("told")
    events: list[Event] = []
    for _ in range(turns):
        events += session.play(chance.pick([move for move in session.moves() if move.startswith("move")]))
        events += session.play("end")
    return [words for event in events if (words := news_of(event, NAMES))]


def test_the_players_are_warned_and_then_told_why_all_set_up_anew() -> None:
    said = sentences(10)
    assert "5 more turns with the ball no nearer to a goal, and all set up anew." in said
    assert said[-1] in {
        f"In 10 turns the ball came no nearer to a goal. New set-up, {name} first." for name in NAMES
    }


def test_nothing_is_said_of_it_before() -> None:
    assert not [words for words in sentences(4) if "nearer" in words]
