"""What is written when the program itself breaks: a report that a player can send."""

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

KEPT = 20
"""How many reports stay; the oldest go."""
_ASKED = ("pygame", "pymunk", "pytmx", "aiohttp")


def report(error: BaseException, record: str | None, when: datetime | None = None) -> str:
    """The report as text: when, versions, what broke, and the match so far as a record."""
    told = "".join(traceback.format_exception(error)).rstrip()
    return "\n".join(
        (
            "Sock Drawer met a fault of its own.",
            f"When: {(when or datetime.now()).isoformat(sep=' ', timespec='seconds')}",
            f"Versions: {versions()}",
            "",
            told,
            "",
            "The match so far:" if record else "No match was being played.",
            (record or "").rstrip(),
            "",
        )
    )


def versions() -> str:
    """The versions of the game, of Python, the system and what is loaded of the libraries."""
    parts = [f"Sock Drawer {__version__}", f"Python {platform.python_version()}", platform.platform()]
    for name in _ASKED:
        module = sys.modules.get(name)  # not imported for it: what was never loaded did not break
        version = getattr(module, "__version__", None) or getattr(module, "version", None)
        if module is not None:
            parts.append(f"{name} {getattr(version, 'ver', version)}")
    return ", ".join(parts)


def write_report(folder: DataFolder, text: str, when: datetime | None = None) -> Path | None:
    """Write a report into ``crashes``, or among the system's temporary files; `None` where neither goes."""
    stamp = (when or datetime.now()).strftime("%Y-%m-%d-%H%M%S")
    data = text.encode("utf-8", "backslashreplace")  # a lone surrogate in a name must not cost the report
    for where in (folder.path("crashes"), Path(tempfile.gettempdir())):
        try:
            path = free_file_name(where, f"sock-drawer-{stamp}", gap="-")
            write_atomic(path, data)
        # The folder itself may be what broke; then any place is good enough.
        except OSError:
            continue
        _thin(folder)
        return path
    return None


def _thin(folder: DataFolder) -> None:
    with contextlib.suppress(OSError):  # tidying must not make a fault of a report that is written
        # By time: by name, a second report of the same second would come before the first.
        reports = sorted(
            folder.path("crashes").glob("sock-drawer-*.txt"), key=lambda path: path.stat().st_mtime
        )
        for path in reports[:-KEPT]:
            path.unlink()
