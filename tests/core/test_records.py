"""Records, what they promise, and matches that go on from the middle of another."""

import pytest

from game.core.game import IllegalMove
from game.core.record import WhatIf
from game.core.session import Session
from tests.matches import GAMES, random_plies, record_of

# Records as text: what is read, what is refused, and with which sentence.


HEADERS = '[Game "socki"]\n[Version "2"]\n[Players "4"]\n[Seed "7"]\n'


def test_headers_of_the_design() -> None:
    """Seats without a name in the record have the usual ones."""
    match = Session.from_record(
        HEADERS + '[Options "happy_mode=high target=150 rotate_deal=false"]\n[Names ["Ann", "Bo"]]\n'
    )
    assert match.names == ("Ann", "Bo", "Player 3", "Player 4")
    assert (match.options["happy_mode"], match.options["target"], match.options["rotate_deal"]) == (
        "high",
        150,
        False,
    )
    assert match.options["must_play"] == "strict"
    assert Session.from_record(match.record()).record() == match.record()


def test_needed_headers_are_enough() -> None:
    match = Session.from_record(HEADERS)
    assert match.record() == Session.new("socki", 4, 7).record()
    assert Session.from_record(HEADERS.replace("\n", "\r\n")).position() == match.position()


@pytest.mark.parametrize("rest", ["", "[Clock 5:00]\n", '[Clock "5"]\n', "* a remark\n", "0 fly\n"])
def test_newer_record_is_called_newer(rest: str) -> None:
    """Whatever else a newer version may write."""
    for headers in (HEADERS, '[Game "kites"]\n[Version "2"]\n'):
        with pytest.raises(ValueError, match=r"made by a newer Sock Drawer \(record version 3\)"):
            Session.from_record(headers.replace('[Version "2"]', '[Version "3"]') + rest)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no Game header"),
        (HEADERS.replace('[Version "2"]\n', ""), "has no Version header"),
        (HEADERS.replace('"2"', '"one"'), "Version header is a whole number"),
        (HEADERS.replace('"2"', "2"), "Version header holds text in quotes"),
        (HEADERS.replace("socki", "chess"), "There is no game 'chess'"),
        (HEADERS.replace('"4"', '"9"'), "SOCKI is for 2 to 8 players"),
        (HEADERS.replace('"7"', '"seven"'), "Seed header is a whole number"),
        (HEADERS + '[Seed "7"]\n', "line 5: the Seed header stands twice"),
        (HEADERS + '[Mood "fine"]\n', "Unknown record header 'Mood'"),
        (HEADERS + '[Options "players=4"]\n', "players is an argument of its own"),
        (HEADERS + '[Options "target"]\n', "Options header is a list of name=value"),
        (HEADERS + '[Options "target=60 target=70"]\n', "names 'target' twice"),
        (HEADERS + '[Names "Ann"]\n', "Names header is a list"),
        (HEADERS + '[Names ["A", "B", "C", "D", "E"]]\n', "Names are 4 texts"),
        (HEADERS + '[Position "hands=1P/2P"]\n', "says 4 players, but its position has 2"),
        (HEADERS + '[Layout "cells=9"]\n', "has no board"),
        (HEADERS + "draw\n", "line 5: a move is a seat, then the move"),
        (HEADERS + "3 draw\n" + '[Names ["A", "B", "C", "D"]]\n', "headers stand before the first move"),
        (HEADERS[:-4], "line 4: a header is"),
    ],
)
def test_broken_record(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as error:
        Session.from_record(text)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_a_shorter_log_is_a_match_in_progress() -> None:
    match = Session.new("socki", 3, 5, {"must_play": "honour"})
    for _ in range(6):
        match.play("draw")
    lines = match.record().splitlines()
    moves = [line for line in lines if not line.startswith("[")]
    headers = lines[: -len(moves)]
    for count in range(len(moves) + 1):
        again = Session.from_record("\n".join(headers + moves[:count]))
        assert again.log == match.log[:count]
        assert again.opening == match.opening


# Records of version 1.

OLD = HEADERS.replace('[Version "2"]', '[Version "1"]')
ALL_OLD = (
    '[Options "happy_mode=wrap rotate_deal=on must_play=honour play_all=off opening=any deck_empty=block'
    ' tie=shared target=100"]\n'
)


def test_an_old_record_that_does_not_say_replays_by_the_rules_of_its_time() -> None:
    """On honour cards were drawn with a play on the table."""
    position = '[Position "table=1P,2P,3P hands=4P/9B/1L/2L stock=2F,3F"]\n'
    old = Session.from_record(OLD + position + "0 draw\n0 draw\n")
    assert old.options["must_play"] == "honour"
    with pytest.raises(ValueError, match="must play"):
        Session.from_record(HEADERS + position + "0 draw\n")
    again = Session.from_record(old.record())
    assert (again.options, again.position(), again.log) == (old.options, old.position(), old.log)


@pytest.mark.parametrize("told", ["", ALL_OLD, '[Options "target=60"]\n'])
def test_an_old_record_is_written_as_it_was(told: str) -> None:
    """A match of an earlier version that waits is gone on with as the same match, byte for byte."""
    headers = OLD + told + '[Names ["Ann", "Bo", "Ida", "Kofi"]]\n'
    match = Session.from_record(headers)
    expected = headers if told else headers.replace("[Names", '[Options ""]\n[Names')
    assert match.record() == expected
    match.play("draw")
    assert match.record() == expected + f"{match.log[0][0]} draw\n"
    assert Session.from_record(match.record()).position() == match.position()


def test_a_position_of_an_old_match_goes_on_by_its_rules() -> None:
    old = Session.from_record(OLD)
    here = Session.from_position("socki", old.position(), 7, old.options)
    assert here.options["must_play"] == "honour"
    assert '[Version "1"]' in here.record()


def test_a_house_rule_that_came_later_is_off_in_old_records() -> None:
    text = '[Game "socker"]\n[Version "{}"]\n[Players "2"]\n[Seed "7"]\n'
    assert Session.from_record(text.format(1)).options["dawdle"] == 0
    assert Session.from_record(text.format(2)).options["dawdle"] == 30
    assert Session.new("socker", seed=7).options["dawdle"] == 30


# A match that goes on from the middle of another one: its record says so, and the other stays as it is.


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
