"""Fixtures of the scene tests, above all ``window`` with a data folder for each test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.store.data_folder import HOME_VARIABLE
from game.ui.core.paint import Painter
from tests.scenes.harness import RedrawCheckingApp, WindowRobot, quick, tidy, window
from tests.scenes.record_cache import RecordCache

__all__ = ["quick", "tidy", "window"]
REPLAYS = RecordCache()


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Close every window at the end of its test, with its phone server and its files."""
    yield
    for left in list(WindowRobot.opened):
        left.close()


@pytest.fixture(autouse=True)
def replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read each record only once, because replaying it takes long."""
    monkeypatch.setattr(Session, "from_record", REPLAYS.read)


@pytest.fixture
def same_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start every match in the window with the same seed.

    With random seeds some matches are long, or have a turn that the robots cannot make.
    """
    for place in ("game.core.session.random_seed", "game.match.bot_turns.random_seed"):
        monkeypatch.setattr(place, lambda: 1)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint every frame, including idle animations, as if a person were looking."""
    monkeypatch.setattr(RedrawCheckingApp, "watched", True)


@pytest.fixture
def drawn_words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is drawn, in order of drawing."""
    texts: list[str] = []
    for name in ("text", "paragraph"):
        before = getattr(Painter, name)

        def drawn(
            self: Painter, text: str, *args: Any, before: Callable[..., object] = before, **kwargs: Any
        ) -> object:
            texts.append(text)
            return before(self, text, *args, **kwargs)

        monkeypatch.setattr(Painter, name, drawn)
    return texts


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder where a debrief writes its files; its charts are small so that they are drawn quickly."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "elsewhere"))
    monkeypatch.setattr("game.games.sociable.screen.match_report.export.PICTURE_SIZE", (640, 360))
    return tmp_path / "elsewhere" / "documents"
