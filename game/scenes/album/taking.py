"""A file that somebody drops on the window, or names at the start: a match is taken into the album."""

from __future__ import annotations

from pathlib import Path

from game.match.exchange import read_match
from game.scenes.album import telling
from game.scenes.album.scene import Album
from game.store.archive import Archive, Ended, Entry, turns_of
from game.store.notices import reason
from game.ui.kit.dialogs import Ask
from game.ui.kit.stage import Stage
from game.ui.kit.widgets import Button
from game.ui.table.scene import MatchScene
from game.words import _


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


def taken_in(stage: Stage, path: Path) -> Taken:
    """Take the match in a file into the album; a dialog that says what became of it."""
    try:
        match = read_match(path)
    except OSError as error:
        return Taken(stage, _("This file cannot be read."), f"{path.name}: {_(reason(error))}")
    except ValueError as error:
        told = _("There is no match in this file that can be shown here. The file stays as it is.")
        return Taken(stage, told, f"{path.name}: {error}")
    stage.stores.autosave.settle()
    archive = stage.stores.archive
    there = archive.holds(match.record)
    entry = Entry(match, turns_of(match.record))
    more = ", ".join((telling.head_words(entry), telling.result_words(entry)))
    if there:
        return Taken(stage, _("This match hangs in the album already."), more, there)
    if not kept(archive, match):
        return Taken(stage, _("The match could not be taken into the album."), path.name)
    stage.audio.play("peg")
    return Taken(stage, _("The match hangs in the album now."), more, match.name)


def kept(archive: Archive, match: Ended) -> bool:
    """Keep a match that was taken in; whether it is kept."""
    return archive.keep(match) and archive.load(match.name) is not None
