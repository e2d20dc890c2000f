"""What a player keeps or shows goes into a folder among their documents, which the system can open."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def free(folder: Path, name: str, ending: str = ".txt") -> Path:
    """A file of this name that is not there yet, with a number where need be."""
    path, number = folder / f"{name}{ending}", 2
    while path.exists():
        path, number = folder / f"{name} {number}{ending}", number + 1
    return path


def open_folder(path: Path) -> bool:
    """Have the system open a folder in its window for files; whether it was asked to."""
    try:
        if sys.platform == "win32":
            os.startfile(path)
            return True
        # Nobody waits for it: the window for files may stay open all evening.
        subprocess.Popen(
            ["open" if sys.platform == "darwin" else "xdg-open", str(path)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
    except OSError:  # there is no such thing here: the path is told anyway
        return False
    return True
