"""Every tool says what it is for when it is asked, before it does anything."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

TOOLS = sorted(
    path.stem
    for path in (Path(__file__).parent.parent / "tools").glob("*.py")
    if '__name__ == "__main__"' in path.read_text("utf-8")
)


@pytest.mark.filterwarnings("ignore:'tools:RuntimeWarning")  # imported before, by another test
def test_every_tool_answers_to_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(TOOLS) > 30
    for name in TOOLS:
        monkeypatch.setattr(sys, "argv", [name, "--help"])
        with pytest.raises(SystemExit) as ended:
            runpy.run_module(f"tools.{name}", run_name="__main__")
        assert ended.value.code == 0, name
        told = capsys.readouterr().out
        assert told.startswith(f"usage: {name} "), name
        assert len(told.split("\n\n")[1]) > 30, name
