"""A window with a home of its own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.store.data_folder import HOME
from game.ui.core.paint import Painter
from tests.scenes.harness import RedrawCheckingApp, WindowRobot, quick, tidy, window
from tests.scenes.record_cache import RecordCache

__all__ = ["quick", "tidy", "window"]
REPLAYS = RecordCache()


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Every window is closed at the end of its test, and with it its door for phones and its files."""
    yield
    for left in list(WindowRobot.opened):
        left.close()


@pytest.fixture(autouse=True)
def replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that an earlier test has read is not played through again."""
    monkeypatch.setattr(Session, "from_record", REPLAYS.read)


@pytest.fixture
def same_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches that are begun in the window are the same ones each time.

    Of the many that chance could deal, one is long, or has a turn that the players of tests cannot make.
    """
    for place in ("game.core.session.random_seed", "game.match.bot_turns.random_seed"):
        monkeypatch.setattr(place, lambda: 1)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture is painted, also the boxes of idle life: somebody looks."""
    monkeypatch.setattr(RedrawCheckingApp, "watched", True)


@pytest.fixture
def drawn_words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is drawn."""
    told: list[str] = []
    for name in ("text", "paragraph"):
        before = getattr(Painter, name)

        def drawn(self: Painter, words: str, *args: Any, before: Any = before, **kwargs: Any) -> Any:
            told.append(words)
            return before(self, words, *args, **kwargs)

        monkeypatch.setattr(Painter, name, drawn)
    return told


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where a debrief writes its files, with charts that are soon drawn."""
    monkeypatch.setenv(HOME, str(tmp_path / "elsewhere"))
    monkeypatch.setattr("game.games.sociable.screen.match_report.export.SIZE", (640, 360))
    return tmp_path / "elsewhere" / "documents"
