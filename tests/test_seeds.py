"""Seeds: too many to be tried, drawn anew for every match, and told to nobody who plays it."""

import json
import re
from pathlib import Path

import pytest

from game.core.chance import Chance
from game.core.session import Session
from main import main
from tests.matches import GAMES, random_plies

every_game = pytest.mark.parametrize("game", GAMES)
SEARCHED = 2**64
"""More seeds than anybody can try against the hand that they hold."""


@every_game
def test_a_match_without_a_number_has_a_seed_that_nobody_can_find(game: str) -> None:
    drawn = [Session.new(game).seed for _ in range(3)]
    assert len(set(drawn)) == 3
    assert min(drawn) > SEARCHED
    assert max(drawn) < 2**128


@every_game
def test_a_match_of_such_a_seed_is_the_same_again(game: str) -> None:
    session = Session.new(game)
    for _ in random_plies(session, 3, 30):
        pass
    again = Session.from_record(session.record())
    assert (again.seed, again.position(), again.opening) == (
        session.seed,
        session.position(),
        session.opening,
    )
    assert again.record() == session.record()


def test_every_bit_of_a_seed_counts() -> None:
    """Seeds that differ in one bit alone deal differently: none of the 128 is dropped on the way."""
    seed = 0x9E3779B97F4A7C15F39CC0605CEDC834
    decks = {
        Chance(number, 1).shuffled(range(104)) for number in (seed, *(seed ^ 1 << bit for bit in range(128)))
    }
    assert len(decks) == 129


@every_game
def test_no_seat_is_told_the_seed(game: str) -> None:
    """Neither as it is written, nor in hexadecimal, nor any large number that could be one."""
    session = Session.new(game)
    viewers = (None, *range(session.players))
    told: list[str] = []
    events = list(session.opening)
    for move in random_plies(session, 5, 60):
        told.append(move)
        told += [json.dumps(session.observe(viewer)) for viewer in viewers]
    told += [str(session.redact(event, viewer)) for event in events for viewer in viewers]
    told.append(json.dumps(dict(session.options)))
    everything = " ".join(told)
    assert str(session.seed) not in everything
    assert f"{session.seed:x}" not in everything
    assert not re.search(r"[0-9]{20,}", everything)


def test_the_simulator_tells_the_seed_it_drew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever gives it that number gets the same matches."""
    words = ["simulate", "sociable", "--games", "2", "--bots", "easy", "--record"]
    results: list[int] = []
    records = []
    for number, more in enumerate(([], ["--seed", "{drawn}"])):
        path = tmp_path / str(number) / "match.txt"
        path.parent.mkdir()
        assert main([*words, str(path), *(word.format(drawn=results[0]) for word in more)]) == 0
        found = re.search(r"seed ([0-9]+)\n", capsys.readouterr().out)
        assert found is not None
        results.append(int(found[1]))
        records.append([file.read_text(encoding="utf-8") for file in sorted(path.parent.iterdir())])
    assert results[0] == results[1] > SEARCHED
    assert records[0] == records[1]
    for record in records[0]:
        assert Session.from_record(record).seed > SEARCHED
