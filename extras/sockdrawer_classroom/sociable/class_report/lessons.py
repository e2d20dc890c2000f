"""Report on several classes together, and its files.

The charts are those of one class (``pages.py``, ``paper.py``), with each class as a dot. The statistics are
in `PooledClasses` (``sociable/class_statistics.py``), in which a class is one case.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from game import i18n as language
from game.games.sociable.screen.match_report.export import Row, table, write_folder
from game.games.sociable.screen.match_report.match_text import SaveResult
from game.games.sociable.statistics.simulation import SimulationRun
from game.i18n import _
from game.store.data_folder import documents
from game.ui.core.input import InputAction
from game.ui.core.scene import Shortcut, prompts_of
from game.ui.widgets import prompt_bar_rows
from sockdrawer_classroom.classroom import ClassRecord
from sockdrawer_classroom.sociable.class_report import match_text
from sockdrawer_classroom.sociable.class_report.files import STYLE, charts_of, share_cells, way_word
from sockdrawer_classroom.sociable.class_report.match_text import ClassReportData
from sockdrawer_classroom.sociable.class_report.pages import lessons_pages
from sockdrawer_classroom.sociable.class_report.paper import classes_chart, document
from sockdrawer_classroom.sociable.class_report.scene import ClassReportBase
from sockdrawer_classroom.sociable.class_statistics import ClassStatistics, Proportion, story_of

SAVE_REQUEST = "sockdrawer_classroom.sociable.class_report.lessons:save"


class PooledClassesScene(ClassReportBase):
    """Report on several classes."""

    def __init__(self, classes: Sequence[ClassStatistics]) -> None:
        super().__init__()
        self.data = ClassReportData.of_lessons(classes)

    def on_layout(self) -> None:
        self.put_pages(lessons_pages(self.app.text_scale, self.data))
        height = prompt_bar_rows(self.app, prompts_of(self.shortcuts()), self.pinned_prompts)
        self._bottom = self.app.view.h - self.prompt_bar_offset - height - 16

    def tick(self, now: float) -> bool:
        """Take in results of other processes; always False."""
        self.hear()
        return False

    def shortcuts(self) -> list[Shortcut]:
        return [
            self.paging(_("Pages")),
            *self.asking(_("Next question")),
            Shortcut(InputAction.SECONDARY, _("Saving…") if self._saving else _("Save"), self.ask_save),
            Shortcut(InputAction.BACK, _("Back"), self.app.scenes.pop),
        ]

    def ask_save(self) -> None:
        """Start saving at once, as the files contain no names; nothing while a save is running."""
        if self.data.lessons is not None and not self._saving:
            name = time.strftime("SOCiable %Y-%m-%d %H.%M")
            order = PooledExportOptions(
                self.data.lessons.classes, str(documents()), name, self.app.settings.language
            )
            self.start_saving(SAVE_REQUEST, order)

    # Nothing is simulated here, and there is no vote.

    def new_run(self) -> SimulationRun | None:
        """Always `None`: nothing is simulated here."""
        return None

    def on_simulated(self, run: SimulationRun) -> None:
        """Raise `AssertionError`: nothing is simulated here."""
        raise AssertionError

    def stopped_message(self) -> str:
        """Raise `AssertionError`: nothing is simulated here."""
        raise AssertionError

    def vote_again(self) -> None:
        """Do nothing: there is no vote."""


@dataclass(frozen=True, slots=True)
class PooledExportOptions:
    """Contents and target of an export."""

    classes: tuple[ClassStatistics, ...]
    folder: str
    name: str
    language: str = "en"


def save(export: PooledExportOptions) -> SaveResult:
    """Set the language, and write all files into a new folder. Result: its path, or parent and trouble."""
    # This is another process, in which no language is set yet.
    language.set_language(export.language)
    return write_folder(Path(export.folder), export.name, files(ClassReportData.of_lessons(export.classes)))


def files(report: ClassReportData) -> Iterable[tuple[str, bytes]]:
    """Yield the table "lessons.csv" and the printable page "lessons.html", as (name, contents)."""
    yield "lessons.csv", table(rows(report))
    yield "lessons.html", lessons_sheet(report).encode("utf-8", "backslashreplace")


def lessons_sheet(report: ClassReportData) -> str:
    """Return the printable page as HTML, in the form of a class's."""
    title = escape(_("The Boss stayed Boss, class by class"))
    section = f"<section><h2>{title}</h2>{classes_chart(report)}</section>"
    head, *others = charts_of(report)
    return document(match_text.headline(report), STYLE, "".join((head, section, *others)))


def rows(report: ClassReportData) -> Iterable[Row]:
    """Yield a heading, a row for each class and kind of exchange, then those for all classes together."""
    lessons = report.lessons
    assert lessons is not None
    yield (
        _("class"), _("day"), _("tables"), _("pupils"), _("exchange"), _("hands with a person as Boss"),
        _("the Boss stayed Boss"), _("share"), _("interval from"), _("interval to"), _("by chance"),
    )  # fmt: skip

    def row(
        class_cells: tuple[object, ...], way: str, share: Proportion, span: tuple[float, float], fair: float
    ) -> Row:
        """Row of a share with its interval and the share by chance."""
        return *class_cells, way_word(way), share.of, share.count, *share_cells(share, span), round(fair, 4)

    for place, class_stats in enumerate(lessons.classes):
        class_cells = (
            class_stats.title or match_text.class_title(report, place),
            match_text.day(class_stats),
            class_stats.places,
            class_stats.people,
        )
        for side in class_stats.sides:
            yield row(class_cells, side.way, side.stayed, side.stayed.interval, side.chance)
    class_cells = _("all classes"), "", lessons.places, lessons.people
    for side in lessons.sides:
        yield row(class_cells, side.way, side.stayed, report.interval(side), side.chance)


def write(texts: Sequence[str], out: Path) -> str:
    """Write the files of several records to a new folder; returns its path. `ValueError` or `OSError`."""
    saved = save(
        PooledExportOptions(
            tuple(story_of(ClassRecord.from_json(text)) for text in texts), str(out), "classes", ""
        )
    )
    if saved.trouble:
        raise OSError(f"The lessons cannot be written to {saved.folder}: {saved.trouble}.")
    return saved.folder
