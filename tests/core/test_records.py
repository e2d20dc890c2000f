"""Records, commitments to a deal, and matches that branch off another one."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from game.core.discovery import find_game
from game.core.game import IllegalMove
from game.core.record import VERSION, Branch, read_record
from game.core.rng import random_salt
from game.core.session import Session
from game.levels import load
from game.match.match import Match
from game.match.seats import Seat
from main import main
from tests.matches import GAMES, random_plies, record_of

# Records as text: valid ones, and the sentences that refuse others.


WRITTEN = f'[Version "{VERSION}"]'
HEADERS = f'[Game "socki"]\n{WRITTEN}\n[Players "4"]\n[Seed "7"]\n'


def test_documented_headers_are_written() -> None:
    """Seats without a name in the record get the default names."""
    match = Session.from_record(
        HEADERS + '[Options "happy_mode=high target=150 rotate_deal=false"]\n[Names ["Ann", "Bo"]]\n'
    )
    assert match.names == ("Ann", "Bo", "Player 3", "Player 4")
    said = {"happy_mode": "high", "target": 150, "rotate_deal": False, "must_play": "strict"}
    assert {name: match.options[name] for name in said} == said
    assert Session.from_record(match.record()).record() == match.record()


def test_required_headers_suffice() -> None:
    match = Session.from_record(HEADERS)
    assert match.record() == Session.new("socki", 4, 7).record()
    assert Session.from_record(HEADERS.replace("\n", "\r\n")).position() == match.position()


@pytest.mark.parametrize("rest", ["", "[Clock 5:00]\n", '[Clock "5"]\n', "* a remark\n", "0 fly\n"])
def test_newer_record_is_reported_as_newer(rest: str) -> None:
    """With any other content that a newer version may write."""
    for headers in (HEADERS, f'[Game "kites"]\n{WRITTEN}\n'):
        newer = headers.replace(WRITTEN, f'[Version "{VERSION + 1}"]')
        with pytest.raises(
            ValueError, match=rf"made by a newer version of Sock Drawer \(record version {VERSION + 1}\)"
        ):
            Session.from_record(newer + rest)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no Game header"),
        (HEADERS.replace(f"{WRITTEN}\n", ""), "has no Version header"),
        (HEADERS.replace(f'"{VERSION}"', '"one"'), "Version header is a whole number"),
        (HEADERS.replace(f'"{VERSION}"', "2"), "Version header holds text in quotes"),
        (HEADERS.replace("socki", "chess"), "There is no game 'chess'"),
        (HEADERS.replace('"4"', '"9"'), "SOCKI is for 2 to 8 players"),
        (HEADERS.replace('"7"', '"seven"'), "Seed header is a whole number"),
        (HEADERS + '[Seed "7"]\n', "line 5: the Seed header appears twice"),
        (HEADERS + '[Mood "fine"]\n', "Unknown record header 'Mood'"),
        (HEADERS + '[Options "players=4"]\n', "players is an argument of its own"),
        (HEADERS + '[Options "target"]\n', "Options header is a list of name=value"),
        (HEADERS + '[Options "target=60 target=70"]\n', "names 'target' twice"),
        (HEADERS + '[Names "Ann"]\n', "Names header is a list"),
        (HEADERS + '[Names ["A", "B", "C", "D", "E"]]\n', "Names are 4 texts"),
        (HEADERS + f'[Names ["{"A" * 201}"]]\n', "has at most 200 letters"),
        (HEADERS + f"[Names {['A'] * 100_000}]\n".replace("'", '"'), "Names are 4 texts"),
        (HEADERS + '[Position "hands=1P/2P"]\n', "says 4 players, but its position has 2"),
        (HEADERS + '[Layout "cells=9"]\n', "has no board"),
        (HEADERS + "draw\n", "line 5: a move is a seat, then the move"),
        (HEADERS + "3 draw\n" + '[Names ["A", "B", "C", "D"]]\n', "headers come before the first move"),
        (HEADERS[:-4], "line 4: a header is"),
    ],
)
def test_broken_record_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as error:
        Session.from_record(text)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_shorter_log_is_a_match_in_progress() -> None:
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

OLD = HEADERS.replace(WRITTEN, '[Version "1"]')
ALL_OLD = (
    '[Options "happy_mode=wrap rotate_deal=on must_play=honour play_all=off opening=any deck_empty=block'
    ' tie=shared target=100"]\n'
)


def test_old_record_replays_by_the_rules_of_its_time() -> None:
    """With honour, cards were drawn after a play."""
    position = '[Position "table=1P,2P,3P hands=4P/9B/1L/2L stock=2F,3F"]\n'
    old = Session.from_record(OLD + position + "0 draw\n0 draw\n")
    assert old.options["must_play"] == "honour"
    with pytest.raises(ValueError, match="must play"):
        Session.from_record(HEADERS + position + "0 draw\n")
    again = Session.from_record(old.record())
    assert (again.options, again.position(), again.log) == (old.options, old.position(), old.log)


@pytest.mark.parametrize("told", ["", ALL_OLD, '[Options "target=60"]\n'])
def test_old_record_is_written_unchanged(told: str) -> None:
    """A saved match of an earlier version continues as the same match, byte for byte."""
    headers = OLD + told + '[Names ["Ann", "Bo", "Ida", "Kofi"]]\n'
    match = Session.from_record(headers)
    expected = headers if told else headers.replace("[Names", '[Options ""]\n[Names')
    assert match.record() == expected
    match.play("draw")
    assert match.record() == expected + f"{match.log[0][0]} draw\n"
    assert Session.from_record(match.record()).position() == match.position()


def test_position_of_an_old_match_keeps_its_rules() -> None:
    old = Session.from_record(OLD)
    here = Session.from_position("socki", old.position(), 7, old.options)
    assert here.options["must_play"] == "honour"
    assert '[Version "1"]' in here.record()


def test_later_house_rule_is_off_in_old_records() -> None:
    text = '[Game "socker"]\n[Version "{}"]\n[Players "2"]\n[Seed "7"]\n'
    assert Session.from_record(text.format(1)).options["dawdle"] == 0
    assert Session.from_record(text.format(2)).options["dawdle"] == 30
    assert Session.new("socker", seed=7).options["dawdle"] == 30


# A match that branches off another one: its record says so, and the other stays unchanged.


@pytest.mark.parametrize("game", GAMES)
def test_branch_does_not_change_its_match(game: str) -> None:
    record = record_of(game)
    session = Session.from_record(record)
    before, middle = session.record(), len(session.log) // 2
    branch = session.branched(middle, "matches/one.json")
    for _move in random_plies(branch, 3, 6):
        pass
    assert session.record() == before, "the match that it came from is as it was"
    assert branch.log[:middle] == session.log[:middle]
    again = Session.from_record(branch.record())
    assert again.what_if == Branch(middle, "matches/one.json")
    assert (again.record(), again.position()) == (branch.record(), branch.position())
    assert session.what_if is None


def test_branch_carries_no_promise() -> None:
    session = Session.new("socki", seed=4)
    session.promise("0" * 32)
    assert session.branched(0).promised == ""
    assert session.promised


def test_branch_cannot_undo_moves_before_its_start() -> None:
    session = Session.from_record(record_of("socker"))
    branch = session.branched(40)
    assert branch.undoable == 0
    with pytest.raises(IllegalMove):
        branch.undo()
    branch.play(branch.moves()[0])
    branch.undo()
    assert branch.log == session.log[:40]


def test_branch_before_its_own_moves_is_the_original() -> None:
    branch = Session.from_record(record_of("city")).branched(10, "there")
    branch.play(branch.moves()[0])
    assert branch.before(11).what_if == Branch(10, "there")
    assert branch.before(10).what_if == Branch(10, "there")
    assert branch.before(9).what_if is None


@pytest.mark.parametrize("header", ["x", "-1 there", "999", "3.5", ""])
def test_broken_what_if_header_is_refused(header: str) -> None:
    record = record_of("city").replace("[Version", f'[WhatIf "{header}"]\n[Version')
    with pytest.raises(ValueError, match="WhatIf"):
        Session.from_record(record)


# Commitment to a match before its first card: its code, its record, `main.py verify`.


every_game = pytest.mark.parametrize("game", GAMES)
ROOT = Path(__file__).parents[2]
SALT = "9e6ad240af579dd18ea4ba15125c0288"


def promised(game: str, seed: int | None = None, plies: int = 12) -> Session:
    """Return a match with a commitment that has begun."""
    session = Session.new(game, seed=seed)
    session.promise(random_salt())
    for _ in random_plies(session, 3, plies):
        pass
    return session


def code_of(session: Session, salt: str = SALT) -> str:
    session.promise(salt)
    return session.promised


def verify(tmp_path: Path, record: str, *more: str) -> int:
    path = tmp_path / "match.txt"
    path.write_text(record, encoding="utf-8")
    return main(["verify", str(path), *more])


def test_promise_text_has_a_fixed_form() -> None:
    """The code must be the same in every version, and when computed by hand or by another program."""
    session = Session.new("socker", seed=7)
    session.promise(SALT)
    options = next(line for line in session.record().splitlines() if line.startswith("[Options"))[10:-2]
    text = f"sock-drawer:1:socker:{VERSION}:2:7:{options}:-:-:{SALT}"
    assert session.opened() == text
    assert session.promised == hashlib.sha256(text.encode()).hexdigest()
    assert session.record().splitlines()[-1] == f'[Promise "{session.promised} {SALT}"]'


@every_game
def test_promise_covers_all_that_decides_the_deal(game: str) -> None:
    """Another seed, position, house rule or salt changes the code; other names don't."""
    plain = Session.new(game, seed=5)
    rules = [rule for rule in find_game(game).info.options if not rule.seats]
    if not rules:
        pytest.skip("it has no house rules")
    rule = next((rule for rule in rules if rule.choices), rules[0])
    values = rule.choices or (rule.lowest, rule.highest)
    other = next(value for value in values if value != plain.options[rule.name])
    matches = [
        plain,
        Session.new(game, seed=6),
        Session.new(game, seed=5, options={rule.name: other}),
        Session.from_position(game, plain.position(), 5),
    ]
    codes = [code_of(match) for match in matches]
    assert len(set(codes)) == len(codes)
    assert code_of(Session.new(game, seed=5, names=["Zoe"] * plain.players)) == codes[0]
    assert code_of(Session.new(game, seed=5), random_salt()) != codes[0]


def test_promise_covers_seats_and_boards() -> None:
    boards = [load(ROOT / f"levels/socker/{name}.tmx") for name in ("small", "narrow")]
    codes = {code_of(Session.new("socker", seed=5, layout=board)) for board in (None, *boards)}
    codes |= {code_of(Session.new("socki", players, 5)) for players in (3, 4)}
    assert len(codes) == 5


@every_game
def test_promise_survives_moves_undo_and_saving(game: str) -> None:
    session = Session.new(game)
    assert (session.promised, session.opened()) == ("", "")
    before = session.record()
    session.promise(random_salt())
    code, told = session.promised, session.opened()
    assert session.record().startswith(before)
    for _ in random_plies(session, 3, 9):
        pass
    while session.undoable:
        session.undo()
    again = Session.from_record(session.record())
    assert (again.promised, again.opened(), again.record()) == (code, told, session.record())
    assert (again.restarted().promised, again.restarted().opened()) == (code, told)


def test_promise_is_given_once_before_the_first_move() -> None:
    session = Session.new("socker", seed=1)
    session.promise(SALT)
    begun = Session.new("socker", seed=1)
    begun.play(begun.moves()[0])
    for one in (session, begun):
        with pytest.raises(ValueError, match="promised once, before its first move"):
            one.promise(SALT)


def test_salts_cannot_be_searched() -> None:
    assert len({random_salt() for _ in range(9)}) == 9
    assert len(random_salt()) * 4 >= 128


@pytest.mark.parametrize("text", ["", "x", "a" * 64, f"{'a' * 64} {'b' * 31}", f"{'A' * 64} {'b' * 32}"])
def test_broken_promise_header_is_refused_in_one_sentence(text: str) -> None:
    record = Session.new("socker", seed=1).record() + f'[Promise "{text}"]\n'
    with pytest.raises(ValueError, match=r"The Promise header is a code of 64 hexadecimal digits.*\.$"):
        read_record(record)


def test_undo_is_refused_after_the_results() -> None:
    """The players have seen the seed."""
    session = Session.new("socker", seed=1)
    match = Match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    match.play(session.moves()[0])
    match.concede(0)
    match.results_shown = True
    with pytest.raises(IllegalMove):
        match.undo()
    assert len(session.log) == 1


@every_game
def test_kept_promise_is_verified(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = promised(game)
    assert verify(tmp_path, session.record()) == 0
    told = capsys.readouterr().out
    assert session.opened() in told
    assert "It matches" in told
    assert "compare the promise with the code you saw" in told
    assert "typed" not in told
    noted = " ".join(session.promised[start : start + 4].upper() for start in range(0, 64, 4))
    assert verify(tmp_path, session.record(), "--promise", noted) == 0
    assert "the promise you wrote down" in capsys.readouterr().out


def test_verification_names_every_mismatch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another seed, salt, house rule, code or move."""
    session = promised("socki", plies=20)
    record = session.record()
    salt, code = session.opened().rpartition(":")[2], session.promised
    seat, move = session.log[-1]
    foreign = "play 1P 1F 1B 1L | 12P 12F 12B 12L"
    for tampered, sentence in (
        (record.replace(str(session.seed), str(session.seed + 1)), "the SHA-256 of that text is"),
        (record.replace(salt, salt[::-1]), "the SHA-256 of that text is"),
        (record.replace("target=100", "target=50"), "the SHA-256 of that text is"),
        (record.replace(code, code[::-1]), "the SHA-256 of that text is"),
        (record.replace(f"{seat} {move}\n", f"{seat} {foreign}\n"), "the moves don't fit this deal"),
    ):
        assert tampered != record
        assert verify(tmp_path, tampered) == 1
        told = capsys.readouterr().out
        assert f"DOES NOT MATCH: {sentence}" in told
        assert "It matches" not in told or "moves" in sentence


def test_forged_record_fails_against_the_noted_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real, forged = promised("sociable"), promised("sociable")
    assert verify(tmp_path, forged.record(), "--promise", real.promised) == 1
    assert "the promise you wrote down: " in capsys.readouterr().out


def test_verification_mentions_a_typed_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, promised("rockit", seed=77).record()) == 0
    assert "someone must have typed it" in capsys.readouterr().out


def test_record_without_a_promise_proves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, Session.new("city", seed=3).record()) == 1
    assert "has no promise" in capsys.readouterr().out


def test_verification_reads_saved_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = promised("socker").record()
    assert verify(tmp_path, json.dumps({"version": 1, "record": record})) == 0
    assert "It matches" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{", "{}", '{"record": 3}', "[Mood", "0 draw", "[]"])
def test_verification_of_a_broken_file_prints_one_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, text) == 1
    told = capsys.readouterr().out.strip()
    assert "can't be verified." in told
    assert "\n" not in told
