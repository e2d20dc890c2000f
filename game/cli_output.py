"""Output of commands: on the console, or in a dialog without one, as in the packed Windows program."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

LINES = 24  # lines in a dialog; longer output goes to a file
_NAME = "Sock Drawer"


def run_with_output(run: Callable[[], int], *, always: bool) -> int:
    """Run a command, and without a console show its output. Returns its exit status, 3 after a crash.

    The dialog comes after the command has ended. If not ``always`` (the command opens a window), only if
    it has failed. If just one of the streams is missing, because it was closed, its output is dropped. With
    a console, an exception of the command is passed on, as SystemExit always is.
    """
    streams = sys.stdin, sys.stdout, sys.stderr
    unheard = sys.stdout is None and sys.stderr is None
    output = io.StringIO()
    sys.stdin, sys.stdout, sys.stderr = (
        streams[0] or io.StringIO(),
        streams[1] or output,
        streams[2] or output,
    )
    status = 3
    try:
        status = run()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        raise
    except Exception as error:
        if not unheard:
            raise
        from game.store.crash import report, write_report
        from game.store.data_folder import DataFolder

        path = write_report(DataFolder(), report(error, None))
        print(f"Sorry, something went wrong in Sock Drawer. The report is in {path}.", file=output)
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        if unheard and (always or status):
            _show(output.getvalue().strip(), went_well=not status)
    return status


def _show(text: str, *, went_well: bool) -> None:
    """Show output in a system dialog, a long one also as a file; not if it is empty or without a display."""
    import pygame

    lines = text.splitlines()
    if len(lines) > LINES:
        lines = [*lines[: LINES - 2], "...", _write_full_output(text)]
    if lines:
        try:
            pygame.display.message_box(_NAME, "\n".join(lines), "info" if went_well else "error")
        except pygame.error:
            return


def _write_full_output(text: str) -> str:
    """Write output to a file in the documents; returns a sentence with its path, or with the error."""
    from game.store.data_folder import documents, free_file_name, write_atomic

    path = free_file_name(documents(), f"{_NAME} said")
    try:
        write_atomic(path, f"{text}\n".encode())
    except OSError as error:
        return f"The full output couldn't be written to {path}: {error.strerror}."
    return f"The full output is in {path}."
