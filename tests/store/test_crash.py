"""The report that a player can send."""

import tempfile
from datetime import datetime
from pathlib import Path

import pytest

from game import __version__
from game.core.session import Session
from game.store import crash
from game.store.crash import report, write_report
from game.store.files import Folder

WHEN = datetime(2026, 3, 4, 5, 6, 7)


def fault() -> BaseException:
    try:
        raise KeyError("Zoë \ud800")
    except KeyError as error:
        return error


def test_report_tells_what_broke_and_holds_the_match() -> None:
    record = Session.new("socker", seed=7, names=["Zoë", "李小龍"]).record()
    text = report(fault(), record, WHEN)
    assert "2026-03-04 05:06:07" in text
    assert f"Sock Drawer {__version__}" in text
    assert "Python 3." in text
    assert "in fault" in text
    assert "KeyError" in text
    assert Session.from_record(text[text.index("[Game") :]).record() == record
    assert "No match was being played." in report(fault(), None)


def test_reports_lie_side_by_side(folder: Folder) -> None:
    paths = [write_report(folder, f"report {number} \ud800", WHEN) for number in range(3)]
    assert [path.name for path in paths if path] == [
        "sock-drawer-2026-03-04-050607.txt",
        "sock-drawer-2026-03-04-050607-2.txt",
        "sock-drawer-2026-03-04-050607-3.txt",
    ]
    assert [path.read_text(encoding="utf-8")[:8] for path in paths if path] == [
        f"report {n}" for n in range(3)
    ]


def test_only_the_newest_stay(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "KEPT", 2)
    for second in range(4):
        assert write_report(folder, "text", WHEN.replace(second=second))
    assert len(list(folder.path("crashes").iterdir())) == 2


def test_report_goes_elsewhere_or_nowhere(
    nowhere: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    path = write_report(nowhere, "text", WHEN)
    assert path is not None
    assert path.parent == tmp_path / "temporary"
    monkeypatch.setattr(tempfile, "tempdir", str(nowhere.root))
    assert write_report(nowhere, "text", WHEN) is None


def test_a_folder_that_may_not_be_looked_into_costs_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exists = Path.exists

    def looked(path: Path) -> bool:
        if "shut" in path.parts:
            raise PermissionError(13, "Permission denied")
        return exists(path)

    monkeypatch.setattr(Path, "exists", looked)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    written = write_report(Folder(tmp_path / "shut"), "text")
    assert written is not None
    assert written.parent == tmp_path
