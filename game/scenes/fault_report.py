"""Report that a player can save and send: one zip about the program, without anything personal.

It has the log, the versions, display, controllers and settings, and the crash reports. These are reduced to
what cannot be about people: time, versions, where the fault was, and the match without names.
"""

from __future__ import annotations

import re
import time
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, replace
from enum import StrEnum
from io import BytesIO

import pygame

from game.core.extras import extras
from game.core.record import read_record, write_record
from game.i18n import _, current_language, plural
from game.log import LOG_FILE
from game.store.crash import FOLDER, MATCH_HEADING, versions
from game.store.data_folder import documents, free_file_name, reason, write_atomic
from game.ui.core.scene import AppContext
from game.ui.widgets import MessageDialog, QuestionDialog

_FRAME = re.compile(r'\s*File "([^"]+)", (line \d+)')
_PATH_ROOTS = ("game", "extras", "site-packages")  # folders from which on a path is shown
_ERROR_KIND = re.compile(r"([A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit|Warning))(?::|$)")
_PLAIN_LINES = re.compile(
    r"When: [-\d: ]+|Versions: Sock Drawer .*|Traceback \(most recent call last\):"
    r"|(?:During handling of|The above exception was).*"
)


class SaveReportDialog(QuestionDialog):
    """Shows what is in the report, then saves it."""

    def __init__(self, app: AppContext) -> None:
        self._files = dict(report_files(app))
        crashes = sum(name.startswith(FOLDER) for name in self._files)
        contents = [_("Versions, display, controllers and settings")]
        if LOG_FILE in self._files:
            contents.append(_("The log: what the program did, and when"))
        if crashes:
            words = plural("{n} crash report, without names", "{n} crash reports, without names", crashes)
            contents.append(words.format(n=crashes))
        contents.append(_("It contains no names, room codes or addresses."))
        super().__init__(
            _("A report helps us find out what went wrong. It contains:"),
            [_("Save"), _("Back")],
            "\n".join(contents),
            signs=("tick", "left"),
        )

    def answer(self, number: int) -> None:
        """Save the report and show where it is, or the error; or go back."""
        if number != 0:
            self.back()
            return
        path = free_file_name(documents(), f"Sock Drawer {time.strftime('%Y-%m-%d %H.%M')}", ".zip")
        data = BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in self._files.items():
                archive.writestr(name, text.encode("utf-8", "backslashreplace"))
        try:
            write_atomic(path, data.getvalue())
        except OSError as error:
            self.app.scenes.push(MessageDialog(_("It couldn't be saved."), f"{path}: {_(reason(error))}"))
            return
        self.app.scenes.replace(MessageDialog(_("The report is saved."), str(path), path))


def report_files(app: AppContext) -> Iterator[tuple[str, str]]:
    """(name, text) of each file of the report."""
    yield "about.txt", _about(app)
    folder = app.stores.folder
    for path in sorted(folder.path(FOLDER).glob("*")):
        text, _why = folder.read_or_reason(f"{FOLDER}/{path.name}")
        if text and path.name.startswith(LOG_FILE):
            yield path.name, text
        elif text and path.suffix == ".txt":
            yield f"{FOLDER}/{path.name}", impersonal(text)


def _about(app: AppContext) -> str:
    """Versions, display, controllers, settings and storage, a line each, in English."""
    window = pygame.display.get_surface()
    settings = {
        name: value for name, value in asdict(app.settings).items() if isinstance(value, bool | int | StrEnum)
    }
    lines = {
        "Versions": versions(),
        "Extras": ", ".join(extra.name for extra in extras()),
        "Display": f"{pygame.display.get_driver()}, desktops {pygame.display.get_desktop_sizes()}",
        "Window": f"{window.get_size() if window is not None else None}, scale {app.view.scale:.3f}",
        "Sound": str(pygame.mixer.get_init()),
        "Controllers": ", ".join(app.devices.pads.guids().values()) or "none",
        "Language": current_language(),
        "Settings": ", ".join(f"{name}={value}" for name, value in settings.items()),
        "Storage": ", ".join(notice.trouble.name for notice in app.stores.folder.notices) or "no trouble",
    }
    return "".join(f"{name}: {text}\n" for name, text in lines.items())


def impersonal(report: str) -> str:
    """Crash report without messages of errors, source text, folders and names.

    Its match is left out if it cannot be read.
    """
    trace, _heading, record = report.partition(f"\n{MATCH_HEADING}\n")
    lines = []
    for line in trace.splitlines():
        if frame := _FRAME.match(line):
            parts = re.split(r"[/\\]", frame[1])
            at = max((n for n, part in enumerate(parts) if part in _PATH_ROOTS), default=len(parts) - 1)
            lines.append(f"  {'/'.join(parts[at:])}, {frame[2]}")
        elif kind := _ERROR_KIND.match(line):
            lines.append(kind[1])
        elif _PLAIN_LINES.fullmatch(line):
            lines.append(line)
    try:
        lines += [MATCH_HEADING, write_record(replace(read_record(record), names=None, what_if=None))]
    except ValueError:  # none was being played
        lines.append("")
    return "\n".join(lines)
