"""The rules of Socker, row by row of the rule book, in position and move text."""


from game.core.game import Event
from game.core.session import Session
from game.games.socker import INFO
from game.games.socker.rules import open_turn, opening
from game.games.socker.rules.pitch import STANDARD, pitch_of
from game.games.socker.rules.state import HouseRules
from tests.games.socker.boards import fields


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


def at(session: Session, letter: str) -> list[str]:
    """The spaces on which a letter stands, highest row first."""
    found = []
    for row, line in zip(range(11, 0, -1), fields(session)["field"].split("/"), strict=True):
        column = 0
        for cell in line:
            if cell.isdigit():
                column += int(cell)
            else:
                found += [f"{'abcdefghi'[column]}{row}"] if cell == letter else []
                column += 1
    return found


# Worked examples, T1 to T14.


# Set-up.


# Actions.


# The limit and spots.


# The end of the match.


# Repetition and passes.


def test_two_stuck_sides_come_to_a_new_set_up() -> None:
    """Where nobody can ever move, passes repeat the position until the leg is void."""
    state = opening(HouseRules.of(pitch_of(STANDARD), 0, INFO.read_options({"repeat_limit": 2}, 2))).state
    events: list[Event] = []
    state = open_turn(state, 0, events)
    assert kinds(tuple(events)) == ["turn", "pass"] * 4 + ["void", "toss", "setup"]
    assert (state.phase, state.turns) == ("place", 4)
