"""Files that somebody drops on the window, or names at the start: a match, a class, or a lesson."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from game.match import saving
from game.match.hall.book import LARGEST, ClassBook
from game.match.saving import read_match
from game.scenes.album import telling
from game.scenes.album.scene import Album
from game.scenes.hall.lesson_file import plan_in
from game.store.archive import Archive, Ended, Entry, turns_of
from game.store.files import reason
from game.ui.core.context import Stage
from game.ui.core.scene import SceneHooks
from game.ui.match.scene import MatchScene
from game.ui.widgets.dialogs import Ask
from game.ui.widgets.widgets import Button
from game.words import _, counted

MARK = b'"class_book"'
"""How a class's book begins, but for a brace and a gap."""
BOOK_BYTES = 2 * LARGEST


class Taken(Ask):
    """What became of a file."""

    uncalled = True

    def __init__(self, stage: Stage, told: str, more: str, name: str = "") -> None:
        """Tell it; ``name`` is that of the match in the album, if there is one now."""
        played = any(isinstance(scene, MatchScene) for scene in stage.scenes.scenes)
        # A match that is played is not left for one that was: it hangs there afterwards too.
        self._name = "" if played else name
        super().__init__(told, [_("To the album"), _("All right")] if self._name else [_("All right")], more)

    def enter(self) -> None:
        first = next(widget for widget in self.form.widgets if isinstance(widget, Button))
        if self._name:
            first.on = self._to_album

    def _to_album(self) -> None:
        self.stage.scenes.pop()
        if isinstance(album := self.stage.scenes.top, Album):
            album.show(self._name)
        else:
            self.stage.open("album", self._name)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a file that was to be taken in."""

    told: str
    more: str
    name: str = ""
    """Of the match in the album, if there is one now."""
    why: str = ""
    """What is said of it among others, where nothing came of it."""


def taken_in(stage: Stage, *paths: Path) -> SceneHooks:
    """Take the matches in these files into the album; a dialog that says what became of them.

    A class's book is opened instead: what its teacher has kept is shown, and kept nowhere else. A lesson is
    opened to be begun. With several files all of these lie below what is told of the others.
    """
    found = [_taken(stage, path) for path in paths]
    opened = [one for one in found if not isinstance(one, Outcome)]
    told = [one for one in found if isinstance(one, Outcome)]
    if len(paths) == 1 and told:
        return Taken(stage, told[0].told, told[0].more, told[0].name)
    scenes = [*opened, *([_summed_up(stage, told)] if told else [])]
    for scene in scenes[:-1]:
        stage.scenes.push(scene)
    return scenes[-1]


def _summed_up(stage: Stage, told: Sequence[Outcome]) -> Taken:
    """How many matches of several files hang in the album, and why others do not."""
    count, faults = sum(bool(one.name) for one in told), [one.why for one in told if one.why]
    words = counted("{n} match hangs in the album now.", "{n} matches hang in the album now.", count)
    name = next((one.name for one in told if one.name), "")
    return Taken(stage, words.format(n=count), "\n".join(faults), name)


def _taken(stage: Stage, path: Path) -> SceneHooks | Outcome:
    """What is in a file, taken in or to be shown."""
    try:
        book = book_in(path)
        if book:
            return stage.screens["class_debrief"](ClassBook.from_json(book))
        if (opened := _lesson(stage, path)) is not None:
            return opened
        match = read_match(path)
    except OSError as error:
        return _fault(_("This file cannot be read."), path, _(reason(error)))
    except ValueError as error:
        told = _("There is no match in this file that can be shown here. The file stays as it is.")
        return _fault(told, path, str(error))
    return _hung(stage, match, path.name)


def _fault(told: str, path: Path, why: str) -> Outcome:
    return Outcome(told, f"{path.name}: {why}", why=f"{path.name}: {why}")


def _lesson(stage: Stage, path: Path) -> SceneHooks | Outcome | None:
    """The lesson in a file, to be gone through and begun; `None` where there is none."""
    try:
        plan = plan_in(path)
    except ValueError as error:
        return _fault(_("This lesson cannot be opened. Its file is kept."), path, str(error))
    if plan is None:
        return None
    if stage.phones.guest is not None:
        told = _("Leave the lesson that is under way first.")
        return Outcome(told, path.name, why=f"{path.name}: {told}")
    return stage.screens["hall_prepare"](plan.game, None, plan)


def brought(stage: Stage, text: bytes) -> Taken:
    """Take a match that a phone has sent into the album; a dialog that says what became of it."""
    try:
        match = saving.taken_in(text.decode("utf-8-sig"), time.time())
    except UnicodeDecodeError:
        return Taken(stage, _("There is no match in what the phone has sent."), "")
    except ValueError as error:
        return Taken(stage, _("There is no match in what the phone has sent."), str(error))
    hung = _hung(stage, match, "")
    return Taken(stage, hung.told, hung.more, hung.name)


def _hung(stage: Stage, match: Ended, where: str) -> Outcome:
    """Hang a match up, unless it hangs there; ``where`` is the file it comes from, if it does."""
    stage.stores.autosave.settle()
    archive = stage.stores.archive
    there = archive.holds(match.record)
    entry = Entry(match, turns_of(match.record))
    more = ", ".join((telling.head_words(entry), telling.result_words(entry)))
    if there:
        return Outcome(_("This match hangs in the album already."), more, there)
    if not kept(archive, match):
        told = _("The match could not be taken into the album.")
        return Outcome(told, where, why=f"{where}: {told}")
    stage.audio.play("peg")
    return Outcome(_("The match hangs in the album now."), more, match.name)


def book_in(path: Path) -> str:
    """The text of a file, if it seems to be a class's book; else nothing.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        if MARK not in file.read(len(MARK) + 8):
            return ""
    if path.stat().st_size > BOOK_BYTES:
        return ""
    return path.read_bytes().decode("utf-8", "replace")


def kept(archive: Archive, match: Ended) -> bool:
    """Keep a match that was taken in; whether it is kept."""
    return archive.keep(match) and archive.load(match.name) is not None
