"""Whether the system was asked for less motion; a command of the system is one that a test has written."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.launch import rest_as_the_system
from game.store.settings import Settings
from game.ui.core.window import asked_for

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="commands are scripts here")


@pytest.fixture
def says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give the system a command that says something."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def put(command: str, answer: str) -> None:
        script = tmp_path / command
        script.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IEXEC)

    return put


@pytest.mark.parametrize(
    ("system", "command", "answer", "rests"),
    [
        ("linux", "gsettings", "echo false", True), ("linux", "gsettings", "echo true", False),
        ("linux", "gsettings", "exit 1", False), ("darwin", "defaults", "echo 1", True),
        ("darwin", "defaults", "echo 0", False), ("linux", "nothing", "", False),
    ],
)  # fmt: skip
def test_the_system_is_asked_where_it_can_be(
    says: Any, system: str, command: str, answer: str, rests: object
) -> None:
    says(command, answer)
    assert asked_for(system) is rests


@pytest.mark.parametrize(("are_new", "moves_less"), [(True, True), (False, False)])
def test_what_somebody_has_chosen_goes_before(says: Any, are_new: object, moves_less: object) -> None:
    says("gsettings", "echo false")
    says("defaults", "echo 1")
    stage: Any = SimpleNamespace(settings=Settings())
    stage.stores = SimpleNamespace(settings=SimpleNamespace(are_new=are_new))
    stage.apply = lambda settings: setattr(stage, "settings", settings)
    rest_as_the_system(cast(Any, stage))
    assert stage.settings.reduced_motion is moves_less
