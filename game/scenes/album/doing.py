"""What can be done with the match that was chosen in the album."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.match.insight import analyst_of
from game.scenes.album import telling
from game.scenes.album.hanging import Hanging
from game.scenes.album.opening import look_up
from game.scenes.album.panel import Do
from game.scenes.album.showing import is_playable
from game.scenes.analysis import open_analysis
from game.scenes.film import open_film
from game.store.archive import Ended
from game.store.files import Why
from game.ui.core.context import Stage
from game.ui.widgets.dialogs import Ask, ScreenKeyboard
from game.words import _, counted

WATCH, RESULTS, SHARE, NAME, DELETE, FAVOURITE = "watch", "results", "share", "name", "delete", "favourite"
DECIDED = "decided"
NAMED = 24
"""Letters of a name that a player gives."""


class Doings:
    """The buttons of the panel, and what they do."""

    def __init__(self, stage: Stage, hanging: Hanging, changed: Callable[[], None]) -> None:
        """Do it with what hangs there; ``changed`` is called once something lies otherwise on the disk."""
        self._stage, self._hanging, self._changed = stage, hanging, changed

    def rows(self) -> tuple[tuple[Do, ...], ...]:
        """What can be done, row by row from the top; what is done most first."""
        entry = self._hanging.entry
        if entry is None:
            return ()
        if not is_playable(entry):
            return ((Do(DELETE, _("Delete"), "bin"),),)
        results = (Do(RESULTS, _("Results"), "trophy"),) if entry.match.is_over else ()
        looked_into = entry.match.is_over and analyst_of(entry.match.slug) is not None
        decided = (Do(DECIDED, "", "chart"),) if looked_into else ()
        star = Do(FAVOURITE, "", "star", on=entry.match.starred)
        return (
            (Do(WATCH, _("Watch"), "play", go=True),),
            (*results, Do(SHARE, _("Share"), "share")),
            (Do(NAME, _("Name"), "pencil"), *decided, Do(DELETE, "", "bin"), star),
        )

    @property
    def first(self) -> Do | None:
        """What a press on the chosen card does; `None` for nothing."""
        rows = self.rows()
        return rows[0][0] if rows and rows[0][0].go else None

    def offers(self, name: str) -> bool:
        """Whether this can be done."""
        return any(do.name == name for row in self.rows() for do in row)

    def sign(self, name: str) -> str:
        """What a button without words means; empty for one that has words. A star that is set says so."""
        entry = self._hanging.entry
        if entry is None or not is_playable(entry):
            return ""
        star = _("It is a favourite") if entry.match.starred else _("Make it a favourite")
        return {DELETE: _("Delete"), FAVOURITE: star, DECIDED: _("What decided it")}.get(name, "")

    def do(self, name: str) -> None:
        """Do it, where it can be done."""
        doing = {
            WATCH: self._watch,
            RESULTS: self._results,
            DECIDED: self._understand,
            SHARE: self._share,
            NAME: self._rename,
            DELETE: self._ask_delete,
            FAVOURITE: self._favour,
        }
        if name in doing and self.offers(name):
            doing[name]()

    def _loaded(self) -> Ended | None:
        """The match that was chosen, with its record."""
        entry = self._hanging.entry
        return self._stage.stores.archive.load(entry.match.name) if entry is not None else None

    def _watch(self) -> None:
        match = self._loaded()
        if match is not None and not open_film(self._stage, match):
            self._stage.stores.archive.refuse(match.name, Why.MOVES)
            self._changed()

    def _results(self) -> None:
        match = self._loaded()
        if match is None or not look_up(self._stage, match):
            self._changed()

    def _understand(self) -> None:
        match = self._loaded()
        if match is None or not open_analysis(self._stage, match):
            self._changed()

    def _share(self) -> None:
        match = self._loaded()
        if match is not None:
            self._stage.open("share", match)

    def _favour(self) -> None:
        entry = self._hanging.entry
        assert entry is not None
        self._stage.audio.play("undo" if entry.match.starred else "peg")
        self._stage.stores.archive.change(entry.match.name, starred=not entry.match.starred)
        self._changed()

    def _rename(self) -> None:
        entry = self._hanging.entry
        assert entry is not None
        name = entry.match.name

        def named(text: str | None) -> None:
            if text is not None:
                self._stage.stores.archive.change(name, title=text)
                self._changed()

        self._stage.scenes.push(ScreenKeyboard(_("What is it called?"), entry.match.title, NAMED), named)

    def _ask_delete(self) -> None:
        entry, archive = self._hanging.entry, self._stage.stores.archive
        assert entry is not None
        name = entry.match.name

        def answered(answer: int | None) -> None:
            if answer == 1:
                archive.remove(name)
                self._changed()
            elif answer == 2:
                self._ask_clear()

        answers = [_("Keep it"), _("Delete this match"), _("Delete all but favourites")]
        told = ", ".join((telling.head_words(entry), telling.moment_words(entry.match.ended, time.time())))
        self._stage.scenes.push(Ask(_("Delete it for good?"), answers, told), answered)

    def _ask_clear(self) -> None:
        """So many go at once, whatever hangs there, that it is asked once more."""
        archive = self._stage.stores.archive
        count = len(archive.plain())

        def answered(answer: int | None) -> None:
            if answer == 1:
                archive.clear()
                self._changed()

        question = counted("Delete {n} match for good?", "Delete {n} matches for good?", count).format(
            n=count
        )
        told = _("All but favourites, of all games.")
        self._stage.scenes.push(Ask(question, [_("Keep them"), _("Delete them")], told), answered)
