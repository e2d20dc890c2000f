"""Log of what the program does, for people who look into a fault.

It never has anything about people or matches: no names, room codes, cards or addresses, and no text from
elsewhere. `log` gets constant texts, numbers, and words of the code such as the name of a class; `place_of`
describes an error without its message, which may quote anything.

The file `LOG_FILE` is beside the crash reports, and a second one has the lines before it. A thread writes,
so no caller waits for the disk. It begins after the first frame (`start`), because importing `logging` takes
longer than some frames; until then lines wait.
"""

from __future__ import annotations

import re
import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

LOG_FILE = "sock-drawer.log"
MAX_FILE_SIZE = 250_000  # bytes of a file
MAX_QUEUED_LINES = 1000  # lines that wait for `start`; further ones are dropped
_MAX_STOP_S = 1.0  # s that `stop` waits at most
_FRAME = re.compile(r'File "(?:[^"]*[/\\])?([^/\\"]+)", line (\d+)')

_lines: SimpleQueue[tuple[float, str] | None] = SimpleQueue()  # time in s since 1970; None ends the thread
_writers: list[threading.Thread] = []  # at most one


def log(area: str, text: str, *values: float | str) -> None:
    """Add a line. ``text`` is formatted with the values by ``%``. Thread-safe.

    Args:
        area: part of the program, one word.
        text: constant text.
        values: numbers, and words of the code. Never anything that a person has typed or sent.
    """
    if _writers or _lines.qsize() < MAX_QUEUED_LINES:
        _lines.put((time.time(), f"{area}: {text % values}"))


def place_of(error: BaseException | str) -> str:
    """File and line where an error, or one with this traceback, was raised, and its type if known."""
    if isinstance(error, str):
        return ":".join((_FRAME.findall(error) or [("unknown", "0")])[-1])
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    kind = type(error).__name__
    return f"{kind} in {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else kind


def start(folder: Path) -> None:
    """Write all lines into a file in this folder from now on, in place of an earlier one."""
    stop()
    _writers.append(threading.Thread(target=_write, args=(folder,), name="log", daemon=True))
    _writers[0].start()


def move(folder: Path) -> None:
    """Write into this folder from now on, if the log has begun."""
    if _writers:
        start(folder)


def stop() -> None:
    """Write what waits, and close the file. Waits 1 s at most."""
    if _writers:
        _lines.put(None)
        _writers.pop().join(_MAX_STOP_S)


def _write(folder: Path) -> None:
    """Write lines until `stop`. If the disk fails, they are lost."""
    import logging
    from logging.handlers import RotatingFileHandler

    class Handler(RotatingFileHandler):
        """Handler that ignores errors of the disk, which the storage screen shows anyway."""

        def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is logging's
            """Do nothing."""

    with suppress(OSError):  # `delay`: the file is opened by `handle`
        folder.mkdir(parents=True, exist_ok=True)
    handler = Handler(folder / LOG_FILE, maxBytes=MAX_FILE_SIZE, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    while (line := _lines.get()) is not None:
        record = logging.LogRecord("sock-drawer", logging.INFO, "", 0, line[1], None, None)
        record.created, record.msecs = line[0], line[0] % 1 * 1000
        handler.handle(record)
    handler.close()
