"""A window with a home of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.session import Session
from game.ui.core.window import SMALLEST
from tests.scenes.harness import BlinkingApp, Window, quickened
from tests.scenes.replays import Replays

REPLAYS = Replays()


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    with quickened():
        yield


@pytest.fixture(autouse=True)
def replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that an earlier test has read is not played through again."""
    monkeypatch.setattr(Session, "from_record", REPLAYS.read)


@pytest.fixture
def window(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Window]:
    """As small as it may be; see `USUAL` for tests that measure."""
    made = Window(tmp_path, getattr(request, "param", SMALLEST))
    yield made
    made.close()


@pytest.fixture
def same_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches that are begun in the window are the same ones each time.

    Of the many that chance could deal, one is long, or has a turn that the players of tests cannot make.
    """
    for place in ("game.core.session.drawn_seed", "game.match.bot_turns.drawn_seed"):
        monkeypatch.setattr(place, lambda: 1)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture is painted, also the boxes of idle life: somebody looks."""
    monkeypatch.setattr(BlinkingApp, "watched", True)
