"""Tests of results for every kind of ending: one loser, all against the house, teams of two."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.bots.record_commands import steps
from game.core.discovery import find_game
from game.core.game import Outcome
from game.core.session import Session
from game.match.match_text import headline, words_of
from game.match.phone_adapter import PhoneAdapter
from game.match.phone_seats import PhoneMatch
from game.match.seats import Seat
from game.scenes.album.captions import result_words
from game.scenes.results_ranking import seats_by_place
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from tests.sample_games import kinds_of_end
from tests.sampling import thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import faults, labels

NAMES = ["Ann", "Bo", "Kofi", "Zoe"]
ENDS = {
    "lone": ("heap=1 taken=3/3/3/2 turn=1", "Bo loses", "Lost by Bo (empty)"),
    "house": ("heap=1 taken=3/3/3/2 turn=0", "Everyone wins", "Won by all together (empty)"),
    "lost": ("heap=1 taken=3/3/3/2 turn=1", "Everyone loses", "Lost by all together (empty)"),
    "pairs": (
        "heap=1 taken=3/3/3/2 turn=1",
        "Bo and Zoe win",
        "Won by Bo and Zoe (empty): Ann 6, Bo 6, Kofi 6, Zoe 6",
    ),
}
"""By kind: a position one move before the end, the headline, and the last line of the record read aloud."""


@pytest.fixture(autouse=True)
def kinds() -> Iterator[None]:
    with kinds_of_end():
        yield


def session_of(kind: str) -> Session:
    return Session.from_position("house" if kind == "lost" else kind, ENDS[kind][0], names=NAMES)


def ended(window: WindowRobot, kind: str) -> MatchScene:
    seats = [Seat(name, look) for look, name in enumerate(NAMES)]
    scene = match_scene(window.context, session_of(kind), seats)
    window.context.scenes.reset(window.context.screens["title"](), scene)
    window.finish_animations()
    scene.context.play("take 1")
    window.run_for(4000)
    assert window.shown == "ResultsScene"
    return scene


@thinned()
@pytest.mark.parametrize("size", [100, 200])
@pytest.mark.parametrize("kind", ENDS)
def test_results_name_winners_or_losers(tmp_path: Path, kind: str, size: int) -> None:
    window = WindowRobot(tmp_path, (960, 540), text_size=size)
    ended(window, kind)
    results = window.top
    texts = labels(results.frame)
    assert texts[0] == ENDS[kind][1]
    named = [tag.name for tag in results.ranking.tags] + [
        f"{stander.look}" for stander in results.ranking.standers
    ]
    assert len(named) == len(NAMES), "all are there"
    assert faults(results) == []
    # On the sheet and on the tags of the puppets that hang from the line.
    points = [*filter(str.isdecimal, texts), *(tag.points for tag in results.ranking.tags if tag.points)]
    assert set(points) == ({"6"} if kind == "pairs" else set()), "no score is taken for a rank"


@pytest.mark.parametrize("kind", ENDS)
def test_record_ends_with_the_result(kind: str) -> None:
    session = session_of(kind)
    session.play("take 1")
    assert list(steps(session.record()))[-1] == ENDS[kind][2]


def test_results_place_partners_side_by_side() -> None:
    info = find_game("pairs").info
    assert seats_by_place(info, Outcome((1, 3), (6, 7, 6, 7), "empty")) == [1, 3, 0, 2]  # type: ignore[arg-type]
    assert seats_by_place(info, Outcome((0, 2), (5, 7, 5, 7), "empty")) == [0, 2, 1, 3]  # type: ignore[arg-type]
    assert headline(info, NAMES, (0, 1, 2, 3)) == "4 share the win"


@pytest.mark.parametrize(
    ("kind", "wins"), [("lone", "1011"), ("house", "1111"), ("lost", "0000"), ("pairs", "0101")]
)
def test_statistics_and_album_count_every_kind_of_end(window: WindowRobot, kind: str, wins: str) -> None:
    scene = ended(window, kind)
    lines = dict(window.context.stores.statistics.game(scene.match.session.game))
    assert "".join(str(lines[name].wins) for name in NAMES) == wins
    assert all(line.shared == 0 for line in lines.values())
    assert all((line.best is None) == (kind != "pairs") for line in lines.values())
    window.context.stores.autosave.flush()
    entry = window.context.stores.archive.entries()[0]
    assert result_words(entry) == ENDS[kind][1]


@pytest.mark.parametrize("kind", ENDS)
def test_phones_show_the_same_headline(window: WindowRobot, kind: str) -> None:
    match = ended(window, kind).match
    phones = PhoneMatch(match, words_of(match), PhoneAdapter(match), window.top.scene.context.hints)
    over = phones.common_state(lambda _seat: False)["over"]
    assert over["headline"] == ENDS[kind][1]
    assert over["scored"] == (kind == "pairs")


@pytest.mark.parametrize(("game", "winners"), [("lone", (1, 2, 3)), ("house", ()), ("pairs", (1, 3))])
def test_conceding_player_loses_for_the_team(
    window: WindowRobot, game: str, winners: tuple[int, ...]
) -> None:
    seats = [Seat(name, look) for look, name in enumerate(NAMES)]
    session = Session.new(game, 4, names=NAMES)
    scene = match_scene(window.context, session, seats)
    scene.match.concede(0)
    assert scene.match.result().winners == winners
