"""What is counted, and what a file that somebody edited does to it."""

import json
import subprocess
import sys
from enum import StrEnum
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.game import Outcome
from game.store.files import Folder, Trouble
from game.store.statistics import FILE, PlayerRecord, Statistics
from tests.scale import scaled

ROOT = Path(__file__).parent.parent.parent


class Reason(StrEnum):
    GOALS = "goals"


def ended(winners: tuple[int, ...], scores: tuple[int, ...]) -> Outcome:
    return Outcome(winners, scores, Reason.GOALS)


def test_lines_add_up(folder: Folder) -> None:
    statistics = Statistics(folder)
    names = {0: "Ann", 1: "Bo"}
    for when, winners, scores in [
        (1.0, (0,), (3, 1)),
        (2.0, (0, 1), (2, 2)),
        (3.0, (0,), (5, 4)),
        (4.0, (1,), (0, 9)),
        (5.0, (0,), (1, 0)),
    ]:
        assert statistics.add("socker", names, ended(winners, scores), when)
    assert statistics.game("socker") == [
        ("Ann", PlayerRecord(matches=5, wins=3, shared=1, best=5, streak=1, longest=3, last=5.0)),
        ("Bo", PlayerRecord(matches=5, wins=1, shared=1, best=9, streak=0, longest=1, last=5.0)),
    ]
    assert statistics.game("city") == []


def test_only_those_named_are_counted_and_fewest_can_win(folder: Folder) -> None:
    statistics = Statistics(folder)
    for scores in ((30, 10, 20), (40, 90, 20)):
        statistics.add("socki", {1: "Bo"}, ended((1,), scores), 1.0, fewest_wins=True)
    assert statistics.all() == {
        "socki": {"Bo": PlayerRecord(2, 2, 0, best=10, streak=2, longest=2, last=1.0)}
    }


def test_names_in_any_alphabet(folder: Folder) -> None:
    statistics = Statistics(folder)
    for name in ("Zoë", " Zoe\u0308 ", "李小龍", "🧦", ""):
        statistics.add("city", {0: name}, ended((0,), (1, 0)), 1.0)
    assert {name: line.matches for name, line in statistics.game("city")} == {
        "Zoë": 2,
        "李小龍": 1,
        "🧦": 1,
        "": 1,
    }
    assert statistics.player("Zoe\u0308")["city"].matches == 2


def test_reset_forgets(folder: Folder) -> None:
    statistics = Statistics(folder)
    statistics.add("city", {0: "Ann"}, ended((0,), (1, 0)))
    assert statistics.player("Ann")["city"].last > 1e9
    assert statistics.reset()
    assert statistics.all() == {}
    assert "Ann" not in folder.path(FILE).read_text(encoding="utf-8")


@settings(max_examples=scaled(20), deadline=None)
@given(
    matches=st.lists(
        st.tuples(
            st.dictionaries(st.integers(0, 3), st.text(max_size=12), max_size=4),
            st.sets(st.integers(0, 3), max_size=4).map(lambda seats: tuple(sorted(seats))),
        ),
        max_size=6,
    )
)
def test_counts_are_those_of_the_matches(
    tmp_path_factory: pytest.TempPathFactory, matches: list[tuple[dict[int, str], tuple[int, ...]]]
) -> None:
    folder = Folder(tmp_path_factory.getbasetemp() / "statistics")
    statistics = Statistics(folder)
    statistics.reset()
    for names, winners in matches:
        assert statistics.add("socki", names, ended(winners, (4, 3, 2, 1)), 1.0)
    lines = [line for _, line in statistics.game("socki")]
    assert sum(line.matches for line in lines) == sum(len(names) for names, _ in matches)
    wins = sum(len(winners) == 1 and winners[0] in names for names, winners in matches)
    assert sum(line.wins for line in lines) == wins
    assert all(line.wins + line.shared <= line.matches for line in lines)
    assert folder.notices == []


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"{", b"[]", b'"text"', b'{"version": 1, "games"', b"\x00" * 100]
)
def test_broken_file_starts_afresh_and_is_kept(folder: Folder, content: bytes) -> None:
    folder.root.mkdir()
    folder.path(FILE).write_bytes(content)
    statistics = Statistics(folder)
    assert statistics.add("city", {0: "Ann"}, ended((0,), (1, 0)))
    assert statistics.player("Ann")["city"].wins == 1
    assert folder.path(f"{FILE}.broken-1").read_bytes() == content
    assert [notice.trouble for notice in folder.notices] == [Trouble.BROKEN]


@pytest.mark.parametrize(
    "line",
    [
        None, 3, [], {"matches": -1}, {"matches": "3"}, {"wins": 1.5}, {"best": "x"}, {"last": -1.0},
        {"streak": True},
    ],
)  # fmt: skip
def test_bad_entry_leaves_its_neighbours_and_is_kept(folder: Folder, line: object) -> None:
    text = json.dumps({"version": 1, "games": {"city": {"Ann": {"matches": 3}, "Bo": line}, "socki": 7}})
    folder.write(FILE, text)
    statistics = Statistics(folder)
    assert statistics.all() == {"city": {"Ann": PlayerRecord(matches=3)}}
    assert statistics.add("city", {0: "Bo"}, ended((0,), (1, 0)))
    assert statistics.player("Bo")["city"].matches == 1
    assert folder.path(f"{FILE}.broken-1").read_text(encoding="utf-8") == text
    assert [notice.trouble for notice in folder.notices] == [Trouble.ENTRY] * 2


def test_nothing_can_be_written(nowhere: Folder) -> None:
    statistics = Statistics(nowhere)
    assert not statistics.add("city", {0: "Ann"}, ended((0,), (1, 0)))
    assert not statistics.reset()
    assert statistics.all() == {}


def test_two_processes_count_every_match(folder: Folder) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom game.core.game import Outcome\n"
        "from game.store.files import Folder\nfrom game.store.statistics import Statistics\n"
        "for _ in range(10):\n"
        "    Statistics(Folder(Path(sys.argv[1]))).add('city', {0: 'Ann'}, Outcome((0,), (1, 0), 'goals'))\n"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(folder.root)], cwd=ROOT) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert Statistics(folder).player("Ann")["city"].matches == 20
