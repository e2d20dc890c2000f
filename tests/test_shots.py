"""The sheet of screenshots, where something does not come."""

from unittest.mock import Mock

import pytest

from tools import shots


def test_an_answer_that_never_comes_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shots, "PATIENCE", 3)
    monkeypatch.setattr("pygame.time.wait", Mock())
    app, match = Mock(), Mock()
    match.view.threats.shown = None
    with pytest.raises(RuntimeError, match="what threatens"):
        shots.ask_threats(app, match)
    assert app.turn.call_count == 3
