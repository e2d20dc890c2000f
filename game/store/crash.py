"""Crash reports that a player can send."""

from __future__ import annotations

import contextlib
import platform
import sys
import tempfile
import traceback
from datetime import datetime
from pathlib import Path

from game import __version__
from game.store.data_folder import DataFolder, free_file_name, write_atomic

FOLDER = "crashes"
MATCH_HEADING = "The match so far:"  # line before the record
MAX_REPORTS = 20  # number of reports; older ones are deleted
_LISTED_PACKAGES = ("pygame", "pymunk", "pytmx", "aiohttp")


def report(error: BaseException, record: str | None, when: datetime | None = None) -> str:
    """English text of a crash report: time, versions, traceback, and the record or a note for none."""
    traceback_text = "".join(traceback.format_exception(error)).rstrip()
    return "\n".join(
        (
            "Sorry, something went wrong in Sock Drawer.",
            f"When: {(when or datetime.now()).isoformat(sep=' ', timespec='seconds')}",
            f"Versions: {versions()}",
            "",
            traceback_text,
            "",
            MATCH_HEADING if record else "No match was being played.",
            (record or "").rstrip(),
            "",
        )
    )


def versions() -> str:
    """Versions of the game, Python, system, and of loaded pygame, pymunk, pytmx and aiohttp, in one line."""
    parts = [f"Sock Drawer {__version__}", f"Python {platform.python_version()}", platform.platform()]
    for name in _LISTED_PACKAGES:
        module = sys.modules.get(name)  # no import: an unused library did not crash
        version = getattr(module, "__version__", None) or getattr(module, "version", None)
        if module is not None:
            parts.append(f"{name} {getattr(version, 'ver', version)}")
    return ", ".join(parts)


def write_report(folder: DataFolder, text: str, when: datetime | None = None) -> Path | None:
    """Write a report into ``crashes``, else the temporary folder; return its path, `None` if both fail."""
    stamp = (when or datetime.now()).strftime("%Y-%m-%d-%H%M%S")
    data = text.encode("utf-8", "backslashreplace")  # a lone surrogate in a name must not cost the report
    for folder_path in (folder.path(FOLDER), Path(tempfile.gettempdir())):
        try:
            path = free_file_name(folder_path, f"sock-drawer-{stamp}", gap="-")
            write_atomic(path, data)
        # The data folder itself may be the problem.
        except OSError:
            continue
        _delete_old_reports(folder, path)
        return path
    return None


def _delete_old_reports(folder: DataFolder, written: Path) -> None:
    """Delete all reports in ``crashes`` but the newest `MAX_REPORTS` and ``written``; errors are ignored."""
    with contextlib.suppress(OSError):  # an error here must not lose the report that was written
        # By time, because by name a second report of the same second would come before the first.
        reports = sorted(folder.path(FOLDER).glob("sock-drawer-*.txt"), key=lambda path: path.stat().st_mtime)
        for path in reports[:-MAX_REPORTS]:
            if path != written:  # an old one by its time if the clock was set back
                path.unlink()
