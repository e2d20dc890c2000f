"""Shelf of saved lessons: a list of them, and several of them combined.

It lists every folder of the user's documents with a class record. Nothing is copied or moved. A class record
that is dropped here is listed as long as the shelf is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from game.core.discovery import find_game
from game.i18n import _, listed, plural
from game.import_limits import LONG_IMPORT_REQUEST, GateError
from game.scenes.sheets import Sheet
from game.store.data_folder import documents, reason
from game.ui.core.fonts import READ
from game.ui.core.scene import AppContext
from game.ui.core.theme import SMALL
from game.ui.match.match_flow import FileLoadingScene
from game.ui.widgets import Element, MessageDialog, Separator, TextRow, button, in_blocks, toggle
from sockdrawer_classroom.class_files import LESSON_REQUEST, RECORD_REQUEST, SHELF_REQUEST
from sockdrawer_classroom.classroom import ClassRecordInfo, at_tables

MIN_COMBINED = 2  # lessons that can be combined at least


def open_shelf(app: AppContext, slug: str) -> None:
    """Search the documents in the background, then show the saved lessons of the game ``slug``."""

    def on_loaded(result: object) -> None:
        """Shows the saved lessons of this game with unreadable ones, or an error. Nothing if cancelled."""
        if isinstance(result, OSError | GateError):
            app.scenes.push(MessageDialog(_("The saved lessons can't be read."), _error_text(result)))
        elif isinstance(result, tuple):
            records, faults = result
            app.scenes.push(
                SavedClassesSheet(slug, [record for record in records if record.game == slug], faults)
            )

    app.scenes.push(LoadingClassRecords(SHELF_REQUEST, documents()), on_loaded)


def _error_text(error: OSError | GateError) -> str:
    """Sentence about an error in the current language."""
    return _(reason(error)) if isinstance(error, OSError) else str(error)


class LoadingClassRecords(FileLoadingScene):
    """Waits until all saved lessons were read, which may be those of years."""

    gate = LONG_IMPORT_REQUEST


class CombiningClassRecords(FileLoadingScene):
    """Waits until each lesson was evaluated. Popped with the results, or the error, of each."""

    gate = LONG_IMPORT_REQUEST

    def __init__(self, paths: Sequence[Path]) -> None:
        super().__init__(LESSON_REQUEST, paths[0])
        self._paths = paths
        self._results: list[object] = []

    @property
    def words(self) -> str:
        """Text with the number of the lesson that is evaluated."""
        return _("Counting lesson {n} of {all}.").format(n=len(self._results) + 1, all=len(self._paths))

    def on_loaded(self, result: object) -> None:
        """Keeps a lesson's result or error, then starts the next lesson. After the last, pops with all."""
        self._results.append(result)
        if len(self._results) == len(self._paths):
            self.app.scenes.pop(self._results)
            return
        self._arguments = (*self._arguments[:-1], self._paths[len(self._results)])
        since, self.needs_redraw = self._since, True
        self.on_enter()
        # Each lesson has its own time limit. The note that it takes a while stays on the screen.
        self._since = max(since, self._since - 1000)


class SavedClassesSheet(Sheet):
    """Saved lessons of a game, several of which can be picked."""

    seat = 6
    reads = True

    def __init__(self, slug: str, records: Sequence[ClassRecordInfo], faults: Sequence[str] = ()) -> None:
        self.slug, self.records, self._faults = slug, list(records), tuple(faults)
        self.picked_paths: set[Path] = set()

    @property
    def title(self) -> str:
        return _("Saved lessons")

    def rows(self) -> list[Element]:
        soft = partial(TextRow, size=SMALL, is_muted=True)
        hint = _("Every lesson with a saved debrief appears here. There are none yet.")
        if self.records:
            hint = _("Pick several to see them together, each class as a dot.")
        count = len(self.picked_paths)
        label = plural("Together: {n} lesson", "Together: {n} lessons", count).format(n=count)
        buttons = [button(_("Back"), self.back, key="back", sign="left")]
        if count < len(self.records):
            buttons.insert(0, button(_("Pick all"), self._pick_all, key="all", sign="tick"))
        return [
            TextRow(hint),
            *map(self._row, self.records),
            *(
                soft(_("This one can't be read and stays where it is. {why}").format(why=why))
                for why in self._faults
            ),
            Separator(),
            button(
                _("Open this one") if count == 1 else label,
                self._open_picked,
                key="open",
                go=bool(count),
                sign="play",
            ),
            *in_blocks(buttons),
            soft(_("You can drop a lesson from elsewhere (class.json) on the window."), face=READ),
        ]

    def _row(self, record: ClassRecordInfo) -> Element:
        """Switch that picks a lesson, with its details."""

        def pick(picked: bool) -> None:  # noqa: FBT001 - a Toggle says so
            """Add the lesson to the picked ones, or remove it."""
            self.picked_paths = (
                self.picked_paths | {record.path} if picked else self.picked_paths - {record.path}
            )

        title = record.title or find_game(record.game).info.title
        values = _("not picked"), _("picked")
        return toggle(
            title, value=record.path in self.picked_paths, on=pick, words=values, help=self._details(record)
        )

    def _details(self, record: ClassRecordInfo) -> str:
        """Date, numbers of tables and pupils, and rules of a lesson, as text."""
        choices = at_tables(record.game).choices()
        rules = [
            choice.words
            for choice in choices
            if any(
                all(options.get(name) == value for name, value in choice.options.items())
                for options in record.rules
            )
        ]
        return listed([
            *([datetime.fromtimestamp(record.began).strftime(_("%Y-%m-%d"))] if record.began else []),
            plural("{n} table", "{n} tables", record.tables).format(n=record.tables),
            plural("{n} pupil", "{n} pupils", record.people).format(n=record.people),
            *rules,
        ])  # fmt: skip

    # Commands.

    def _pick_all(self) -> None:
        self.picked_paths = {record.path for record in self.records}

    def _open_picked(self) -> None:
        """Open the picked lesson, or several combined; without any, say so in a dialog."""
        paths = [record.path for record in self.records if record.path in self.picked_paths]
        if not paths:
            self.app.scenes.push(MessageDialog(_("Pick one or more lessons first.")))
        elif len(paths) < MIN_COMBINED:
            self.app.open_scene("import_files", self.app, paths[0])
        else:
            # Oldest first, as years are read.
            self.app.scenes.push(
                CombiningClassRecords(paths[::-1]), partial(self._open_combined, paths[::-1])
            )

    def _open_combined(self, paths: Sequence[Path], results: object) -> None:
        """Show the combined report of two or more, and the lessons left out; nothing if cancelled."""
        if not isinstance(results, list):
            return
        errors = [
            f"{path.parent.name}: {_error_text(result)}"
            for path, result in zip(paths, results, strict=True)
            if isinstance(result, OSError | GateError)
        ]
        reports = [result for result in results if not isinstance(result, OSError | GateError)]
        if len(reports) >= MIN_COMBINED:
            self.app.scenes.push(find_game(self.slug).component("pooled_report_scene")(reports))
        if errors:
            message = plural("{n} lesson was left out.", "{n} lessons were left out.", len(errors))
            self.app.scenes.push(MessageDialog(message.format(n=len(errors)), "\n".join(errors)))

    def on_file_dropped(self, path: Path) -> bool:
        """Read a dropped JSON file as a lesson. Returns False for another kind of file."""
        if path.suffix.lower() != ".json":
            return False
        self.app.scenes.push(FileLoadingScene(RECORD_REQUEST, path), partial(self._add_dropped, path))
        return True

    def _add_dropped(self, path: Path, result: object) -> None:
        """Lists a lesson from elsewhere and picks it, or says in a dialog why it cannot."""
        if isinstance(result, OSError | GateError):
            message = _("This file can't be read as a lesson. It stays where it is.")
            self.app.scenes.push(MessageDialog(message, f"{path.name}: {_error_text(result)}"))
        elif not isinstance(result, ClassRecordInfo) or result.game != self.slug:
            self.app.scenes.push(MessageDialog(_("This isn't a lesson that can be counted here."), path.name))
        else:
            existing = next((record for record in self.records if record.is_of(result)), None)
            if existing is None:
                self.records = sorted([result, *self.records], key=lambda record: -record.began)
            self.picked_paths.add((existing or result).path)
            self.needs_redraw = True

    def help_text(self) -> str:
        return _("Nothing is copied. You see what's in your documents folder.")
