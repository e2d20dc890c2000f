"""What is promised of a match before its first card: its code, its record, `main.py verify`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from game.core.chance import drawn_salt
from game.core.discovery import find
from game.core.game import IllegalMove
from game.core.record import read_record
from game.core.session import Session
from game.levels import load
from game.match.match import Match
from game.match.seats import Seat
from main import main
from tests.matches import GAMES, random_plies

every_game = pytest.mark.parametrize("game", GAMES)
ROOT = Path(__file__).parent.parent
SALT = "9e6ad240af579dd18ea4ba15125c0288"


def promised(game: str, seed: int | None = None, plies: int = 12) -> Session:
    """A match that was promised, and has begun."""
    session = Session.new(game, seed=seed)
    session.promise(drawn_salt())
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


def test_the_form_of_the_text_is_kept() -> None:
    """Whoever checks it by hand, or with another program, gets the same code in every version of this one."""
    session = Session.new("socker", seed=7)
    session.promise(SALT)
    options = next(line for line in session.record().splitlines() if line.startswith("[Options"))[10:-2]
    text = f"sock-drawer:1:socker:2:2:7:{options}:-:-:{SALT}"
    assert session.opened() == text
    assert session.promised == hashlib.sha256(text.encode()).hexdigest()
    assert session.record().splitlines()[-1] == f'[Promise "{session.promised} {SALT}"]'


@every_game
def test_all_that_decides_the_deal_is_promised(game: str) -> None:
    """Another seed, position, house rule or salt has another code; other names have not."""
    plain = Session.new(game, seed=5)
    rule = next(rule for rule in find(game).info.options if rule.choices and not rule.seats)
    other = next(value for value in rule.choices if value != plain.options[rule.name])
    matches = [
        plain,
        Session.new(game, seed=6),
        Session.new(game, seed=5, options={rule.name: other}),
        Session.from_position(game, plain.position(), 5),
    ]
    codes = [code_of(match) for match in matches]
    assert len(set(codes)) == len(codes)
    assert code_of(Session.new(game, seed=5, names=["Zoe"] * plain.players)) == codes[0]
    assert code_of(Session.new(game, seed=5), drawn_salt()) != codes[0]


def test_seats_and_boards_are_promised() -> None:
    boards = [load(ROOT / f"levels/socker/{name}.tmx") for name in ("small", "narrow")]
    codes = {code_of(Session.new("socker", seed=5, layout=board)) for board in (None, *boards)}
    codes |= {code_of(Session.new("socki", players, 5)) for players in (3, 4)}
    assert len(codes) == 5


@every_game
def test_the_promise_stays_through_moves_undo_and_a_save(game: str) -> None:
    session = Session.new(game)
    assert (session.promised, session.opened()) == ("", "")
    before = session.record()
    session.promise(drawn_salt())
    code, told = session.promised, session.opened()
    assert session.record().startswith(before)
    for _ in random_plies(session, 3, 9):
        pass
    while session.undoable:
        session.undo()
    again = Session.from_record(session.record())
    assert (again.promised, again.opened(), again.record()) == (code, told, session.record())
    assert (again.restarted().promised, again.restarted().opened()) == (code, told)


def test_it_is_given_once_and_before_the_first_move() -> None:
    session = Session.new("socker", seed=1)
    session.promise(SALT)
    begun = Session.new("socker", seed=1)
    begun.play(begun.moves()[0])
    for one in (session, begun):
        with pytest.raises(ValueError, match="promised once, before its first move"):
            one.promise(SALT)


def test_salts_cannot_be_searched() -> None:
    assert len({drawn_salt() for _ in range(9)}) == 9
    assert len(drawn_salt()) * 4 >= 128


@pytest.mark.parametrize("text", ["", "x", "a" * 64, f"{'a' * 64} {'b' * 31}", f"{'A' * 64} {'b' * 32}"])
def test_a_broken_promise_header_is_one_sentence(text: str) -> None:
    record = Session.new("socker", seed=1).record() + f'[Promise "{text}"]\n'
    with pytest.raises(ValueError, match=r"The Promise header is a code of 64 hexadecimal digits.*\.$"):
        read_record(record)


def test_after_the_results_nothing_is_taken_back() -> None:
    """Somebody has seen the seed."""
    session = Session.new("socker", seed=1)
    match = Match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    match.play(session.moves()[0])
    match.concede(0)
    match.is_told = True
    with pytest.raises(IllegalMove):
        match.take_back()
    assert len(session.log) == 1


# The command.


@every_game
def test_a_kept_promise_is_proved(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = promised(game)
    assert verify(tmp_path, session.record()) == 0
    told = capsys.readouterr().out
    assert session.opened() in told
    assert "It matches" in told
    assert "compare the promise with what you were shown" in told
    assert "typed" not in told
    noted = " ".join(session.promised[start : start + 4].upper() for start in range(0, 64, 4))
    assert verify(tmp_path, session.record(), "--promise", noted) == 0
    assert "the promise that you wrote down" in capsys.readouterr().out


def test_what_does_not_match_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
        (record.replace(f"{seat} {move}\n", f"{seat} {foreign}\n"), "the moves are not moves of this deal"),
    ):
        assert tampered != record
        assert verify(tmp_path, tampered) == 1
        told = capsys.readouterr().out
        assert f"DOES NOT MATCH: {sentence}" in told
        assert "It matches" not in told or "moves" in sentence


def test_a_record_that_was_made_up_as_a_whole_is_found_out_by_the_code_on_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    real, forged = promised("sociable"), promised("sociable")
    assert verify(tmp_path, forged.record(), "--promise", real.promised) == 1
    assert "not the promise that you wrote down" in capsys.readouterr().out


def test_a_typed_seed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, promised("rockit", seed=77).record()) == 0
    assert "somebody has typed it" in capsys.readouterr().out


def test_a_record_without_a_promise_proves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, Session.new("city", seed=3).record()) == 1
    assert "carries no promise" in capsys.readouterr().out


def test_a_match_as_the_program_keeps_it_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = promised("socker").record()
    assert verify(tmp_path, json.dumps({"version": 1, "record": record})) == 0
    assert "It matches" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{", "{}", '{"record": 3}', "[Mood", "0 draw", "[]"])
def test_a_broken_file_is_one_sentence(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, text) == 1
    told = capsys.readouterr().out.strip()
    assert "proves nothing." in told
    assert "\n" not in told


def test_what_is_no_code_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, promised("socker").record(), "--promise", "12ab") == 2
    assert "A promise is 64 hexadecimal digits" in capsys.readouterr().err
