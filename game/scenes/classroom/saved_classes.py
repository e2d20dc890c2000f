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
from game.import_limits import AT_LENGTH, GateError
from game.match.classroom import ClassRecordInfo, at_tables
from game.match.import_file import KEPT, LESSON, SHELF
from game.scenes.form_sheets import SheetScene
from game.store.data_folder import documents, reason
from game.ui.core.fonts import READ
from game.ui.core.scene import AppContext
from game.ui.core.theme import SMALL
from game.ui.match.match_flow import FileLoadingScene
from game.ui.widgets import Button, ButtonPair, MessageDialog, Separator, TextRow, ToggleRow, Widget

FEWEST = 2  # lessons that can be combined at least


def open_shelf(app: AppContext, slug: str) -> None:
    """Search the documents in the background, then show the saved lessons of the game ``slug``."""

    def found(answer: object) -> None:
        if isinstance(answer, OSError | GateError):
            app.scenes.push(MessageDialog(_("The kept lessons cannot be read."), _why(answer)))
        elif isinstance(answer, tuple):
            kept, faults = answer
            app.scenes.push(SavedClassesForm(slug, [one for one in kept if one.game == slug], faults))

    app.scenes.push(LoadingClassRecords(SHELF, documents()), found)


def _why(error: OSError | GateError) -> str:
    return _(reason(error)) if isinstance(error, OSError) else str(error)


class LoadingClassRecords(FileLoadingScene):
    """Waits until all saved lessons were read, which may be those of years."""

    gate = AT_LENGTH


class CombiningClassRecords(FileLoadingScene):
    """Waits until each lesson was evaluated. Popped with the results, or the error, of each."""

    gate = AT_LENGTH

    def __init__(self, paths: Sequence[Path]) -> None:
        super().__init__(LESSON, paths[0])
        self._paths = paths
        self._found: list[object] = []

    @property
    def words(self) -> str:
        return _("Lesson {n} of {all} is being counted.").format(n=len(self._found) + 1, all=len(self._paths))

    def on_loaded(self, found: object) -> None:
        self._found.append(found)
        if len(self._found) == len(self._paths):
            self.app.scenes.pop(self._found)
            return
        self._arguments = (*self._arguments[:-1], self._paths[len(self._found)])
        since, self.needs_redraw = self._since, True
        self.on_enter()
        # Each lesson has its own time limit. The note that it takes a while stays on the screen.
        self._since = max(since, self._since - 1000)


class SavedClassesForm(SheetScene):
    """Saved lessons of a game, several of which can be picked."""

    seat = 6
    read = True

    def __init__(self, slug: str, kept: Sequence[ClassRecordInfo], faults: Sequence[str] = ()) -> None:
        super().__init__()
        self.slug, self.kept, self._faults = slug, list(kept), tuple(faults)
        self.picked: set[Path] = set()

    def on_enter(self) -> None:
        self.title = _("Kept lessons")
        super().on_enter()

    def rows(self) -> Sequence[Widget]:
        soft = partial(TextRow, size=SMALL, is_muted=True)
        told = _("Here stands every lesson whose debrief was saved. None is there yet.")
        if self.kept:
            told = _("Pick several: they are shown together, each class as a dot.")
        count = len(self.picked)
        words = plural("Together: {n} lesson", "Together: {n} lessons", count).format(n=count)
        one, back = count == 1, Button(_("Back"), self.back, sign="left")
        return [
            TextRow(told),
            *map(self._row, self.kept),
            *(
                soft(_("It stays where it is, and cannot be read. {why}").format(why=why))
                for why in self._faults
            ),
            Separator(),
            Button(_("Open this one") if one else words, self._go, go=bool(count), sign="play"),
            ButtonPair(Button(_("Pick all"), self._pick_all, sign="tick"), back)
            if count < len(self.kept)
            else back,
            soft(_("A lesson from elsewhere (class.json) can be dropped on the window."), face=READ),
        ]

    def _row(self, one: ClassRecordInfo) -> Widget:
        def pick(picked: bool) -> None:  # noqa: FBT001 - a Toggle says so
            self.picked = self.picked | {one.path} if picked else self.picked - {one.path}
            self.rebuild_rows()

        title = one.title or find_game(one.game).info.title
        values = _("not picked"), _("picked")
        return ToggleRow(title, value=one.path in self.picked, on=pick, words=values, help=self._about(one))

    def _about(self, one: ClassRecordInfo) -> str:
        """Date, size and rules of a lesson."""
        choices = at_tables(one.game).choices()
        rules = [
            choice.words
            for choice in choices
            if any(all(own.get(name) == value for name, value in choice.options.items()) for own in one.rules)
        ]
        return listed([
            *([datetime.fromtimestamp(one.began).strftime(_("%Y-%m-%d"))] if one.began else []),
            plural("{n} table", "{n} tables", one.tables).format(n=one.tables),
            plural("{n} pupil", "{n} pupils", one.people).format(n=one.people),
            *rules,
        ])  # fmt: skip

    # Commands.

    def _pick_all(self) -> None:
        self.picked = {one.path for one in self.kept}
        self.rebuild_rows()

    def _go(self) -> None:
        paths = [one.path for one in self.kept if one.path in self.picked]
        if not paths:
            self.app.scenes.push(MessageDialog(_("Pick a lesson first, or several.")))
        elif len(paths) < FEWEST:
            self.app.open_scene("import_files", self.app, paths[0])
        else:
            # Oldest first, as years are read.
            self.app.scenes.push(CombiningClassRecords(paths[::-1]), partial(self._together, paths[::-1]))

    def _together(self, paths: Sequence[Path], found: object) -> None:
        if not isinstance(found, list):
            return
        wrong = [
            f"{path.parent.name}: {_why(one)}"
            for path, one in zip(paths, found, strict=True)
            if isinstance(one, OSError | GateError)
        ]
        good = [one for one in found if not isinstance(one, OSError | GateError)]
        if len(good) >= FEWEST:
            self.app.scenes.push(find_game(self.slug).component("pooled_report_scene")(good))
        if wrong:
            told = plural("{n} lesson was left out.", "{n} lessons were left out.", len(wrong))
            self.app.scenes.push(MessageDialog(told.format(n=len(wrong)), "\n".join(wrong)))

    def on_file_dropped(self, path: Path) -> bool:
        if path.suffix.lower() != ".json":
            return False
        self.app.scenes.push(FileLoadingScene(KEPT, path), partial(self._take, path))
        return True

    def _take(self, path: Path, found: object) -> None:
        """List a lesson from elsewhere and pick it."""
        if isinstance(found, OSError | GateError):
            told = _("This file cannot be read as a lesson. It stays where it is.")
            self.app.scenes.push(MessageDialog(told, f"{path.name}: {_why(found)}"))
        elif not isinstance(found, ClassRecordInfo) or found.game != self.slug:
            self.app.scenes.push(MessageDialog(_("This is no lesson that can be counted here."), path.name))
        else:
            there = next((one for one in self.kept if one.is_of(found)), None)
            if there is None:
                self.kept = sorted([found, *self.kept], key=lambda one: -one.began)
            self.picked.add((there or found).path)
            self.rebuild_rows()

    def help_text(self) -> str:
        return _("Nothing is copied: it shows what lies among your documents.")
