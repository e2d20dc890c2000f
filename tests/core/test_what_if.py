"""A match that goes on from the middle of another one: its record says so, and the other stays as it is."""

import pytest

from game.core.game import IllegalMove
from game.core.record import WhatIf
from game.core.session import Session
from tests.matches import GAMES, random_plies, record_of


@pytest.mark.parametrize("game", GAMES)
def test_a_branch_is_a_match_of_its_own(game: str) -> None:
    record = record_of(game)
    session = Session.from_record(record)
    before, middle = session.record(), len(session.log) // 2
    branch = session.branched(middle, "matches/one.json")
    for _move in random_plies(branch, 3, 6):
        pass
    assert session.record() == before, "the match that it came from is as it was"
    assert branch.log[:middle] == session.log[:middle]
    again = Session.from_record(branch.record())
    assert again.what_if == WhatIf(middle, "matches/one.json")
    assert (again.record(), again.position()) == (branch.record(), branch.position())
    assert session.what_if is None


def test_it_promises_nothing() -> None:
    session = Session.new("socki", seed=4)
    session.promise("0" * 32)
    assert session.branched(0).promised == ""
    assert session.promised


def test_moves_of_the_other_match_are_not_taken_back() -> None:
    session = Session.from_record(record_of("socker"))
    branch = session.branched(40)
    assert branch.undoable == 0
    with pytest.raises(IllegalMove):
        branch.undo()
    branch.play(branch.moves()[0])
    branch.undo()
    assert branch.log == session.log[:40]


def test_before_its_own_moves_it_is_the_other_match() -> None:
    branch = Session.from_record(record_of("city")).branched(10, "there")
    branch.play(branch.moves()[0])
    assert branch.before(11).what_if == WhatIf(10, "there")
    assert branch.before(10).what_if == WhatIf(10, "there")
    assert branch.before(9).what_if is None


@pytest.mark.parametrize("header", ["x", "-1 there", "999", "3.5", ""])
def test_a_broken_header_is_refused(header: str) -> None:
    record = record_of("city").replace("[Version", f'[WhatIf "{header}"]\n[Version')
    with pytest.raises(ValueError, match="WhatIf"):
        Session.from_record(record)
