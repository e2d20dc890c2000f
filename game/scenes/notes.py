"""Screens that only tell something: statistics, credits, another window, trouble with files, own faults."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game import __version__
from game.scenes.rules import TextTable
from game.scenes.sheets import WOOD, Sheet
from game.scenes.title import infos
from game.store.files import Notice
from game.ui.art.rooms import wall
from game.ui.core import window
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.storage import sentences
from game.ui.core.theme import LARGE
from game.ui.widgets import Ask, Button, Heading, Space, StitchedLine, Widget, Words
from game.words import _

LIBRARIES = (
    ("Python", "PSF License 2"), ("pygame-ce", "LGPL 2.1"), ("SDL", "zlib License"), ("pymunk", "MIT"),
    ("Chipmunk2D", "MIT"), ("PyTMX", "LGPL 3"), ("platformdirs", "MIT"), ("segno", "BSD 3-Clause"),
    ("aiohttp", "Apache License 2.0, MIT"), ("ifaddr", "MIT"), ("NumPy", "BSD 3-Clause"),
    ("Pillow", "MIT-CMU"), ("tqdm", "MPL 2.0, MIT"), ("Noto", "SIL Open Font License 1.1"), ("cffi", "MIT-0"),
    ("pycparser", "BSD 3-Clause"),
    ("aiosignal, frozenlist, multidict, propcache, yarl", "Apache License 2.0"), ("attrs", "MIT"),
    ("aiohappyeyeballs, typing-extensions", "PSF License 2"), ("idna", "BSD 3-Clause"),
    ("FLAC, Ogg, Opus, Vorbis, WavPack, WebP", "BSD 3-Clause"),
    ("FluidSynth, libsndfile, mpg123", "LGPL 2.1"), ("Brotli, HarfBuzz, libffi, libxmp", "MIT"),
    ("FreeType", "FreeType License"), ("libjpeg-turbo", "IJG License, BSD 3-Clause"),
    ("libpng", "libpng License 2"), ("LibTIFF", "libtiff License"), ("OpenSSL", "Apache License 2.0"),
    ("zlib", "zlib License"), ("bzip2", "bzip2 License"), ("XZ Utils", "0BSD"), ("libuuid", "BSD 3-Clause"),
    ("GCC libraries", "GPL 3 with GCC Exception 3.1"),
)  # fmt: skip
"""What is handed out with the program, with the licence of each; a test asks `tools.shipped_parts`."""
AUTHORS = {
    "rockit": "Amy Scott Grant, Francois Camenzuli",
    "sociable": "Jon Witt",
    "socker": "Phil Leduc",
    "city": "Günter Cornett",
}


class StatisticsScene(Sheet):
    """Who has won what, by game and name."""

    seat = 4
    read = True

    def enter(self) -> None:
        self.title = _("Statistics")
        super().enter()
        # On Back, whatever a hasty press does: the row above it forgets everything.
        self.form.focus = len(self.form.widgets) - 1

    def rows(self) -> Sequence[Widget]:
        rows: list[Widget] = []
        head = [_("Name"), _("Matches"), _("Wins"), _("Shared"), _("Best"), _("In a row")]
        for info in infos():
            lines = self.stage.stores.statistics.game(info.slug)
            if lines:
                told = [
                    [name, str(line.matches), str(line.wins), str(line.shared),
                     "-" if line.best is None else str(line.best), str(line.streak)]
                    for name, line in lines
                ]  # fmt: skip
                rows += [Heading(_(info.title)), TextTable([head, *told], wide=True)]
        forget = [Button(_("Forget all of it"), self._ask)] if rows else []
        if not rows:
            rows.append(Words(_("Nothing yet: play a match to its end.")))
        return [
            *rows,
            Button(_("Album"), lambda: self.stage.open("album")),
            *forget,
            Button(_("Back"), self.stage.scenes.pop, go=True),
        ]

    @property
    def has_side(self) -> bool:
        return self.stage.text_scale <= 1.25

    def _ask(self) -> None:
        def answered(answer: int | None) -> None:
            if answer == 1:
                self.stage.stores.statistics.reset()
                self.refill()

        self.stage.scenes.push(Ask(_("Forget all statistics?"), [_("Keep them"), _("Forget them")]), answered)


class Credits(Sheet):
    """Whose games these are, and under which licences the rest is."""

    seat = 6
    read = True

    def enter(self) -> None:
        self.title = _("Credits")
        super().enter()

    def rows(self) -> Sequence[Widget]:
        rows: list[Widget] = [Heading(_("The games"))]
        for info in infos():
            author = AUTHORS.get(info.slug)
            told = _("{title}, by {author}").format(title=info.title, author=author) if author else info.title
            rows.append(Words(told))
        return [
            *rows,
            StitchedLine(),
            Heading(f"Sock Drawer {__version__}"),
            Words(_("Sock Drawer is free software under the MIT licence. "
                    "All pictures, sounds and music were made for it.")),
            Words(_("The typefaces are Fredoka One by Milena Brandao and Manrope by Mikhail Sharanda, "
                    "both under the SIL Open Font License 1.1.")),
            Words(_("It stands on other people's free software:")),
            TextTable([[_("What"), _("Licence")], *map(list, LIBRARIES)], wide=True),
            Button(_("Back"), self.stage.scenes.pop, go=True),
        ]  # fmt: skip


class Already(Sheet):
    """A second window says that there is one, and waits until that is gone or the player leaves."""

    seat = 5
    again = False
    """Whether the player wants to look once more for a free place."""

    def enter(self) -> None:
        self.title = _("Sock Drawer")
        super().enter()

    def rows(self) -> Sequence[Widget]:
        return [
            Heading(_("Sock Drawer is open already.")),
            Words(_("Two of them would lose each other's matches. Look for the other window, or close it.")),
            Button(_("The other one is closed now"), self._again, go=True),
            Button(_("Leave"), self.stage.scenes.pop),
        ]

    def _again(self) -> None:
        self.again = True
        self.stage.scenes.pop()


class Crash(Ask):
    """A fault of our own: where the report lies, and what can be done now."""

    opaque = True
    uncalled = True

    def __init__(self, text: str, path: Path | None, *, kept: bool = False, goes_on: bool = False) -> None:
        """A fault, by its report and the file of that.

        ``kept`` says that a match waits on the title, ``goes_on`` that a hall of tables plays on behind it.
        """
        self.text = text
        place = str(path) if path else _("nowhere: no folder could be written")
        told = [_("Sock Drawer met a fault of its own.")]
        if goes_on:
            told.append(_("The tables play on, and wait for you in the drawer."))
        elif kept:
            told.append(_("Your match is kept: it waits in the drawer."))
        super().__init__(
            " ".join(told),
            [_("To the drawer"), _("Copy the report")],
            _("The report is here: {place}").format(place=place),
        )

    def enter(self) -> None:
        # Ways of their own: an `Ask` would only pop its answer.
        for widget, on in zip(self.form.widgets[-2:], (self.back, self._copy), strict=True):
            assert isinstance(widget, Button)
            widget.on = on

    def _copy(self) -> None:
        window.put(self.text)

    def draw(self, painter: Painter) -> None:
        view = painter.view
        painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, WOOD), 0, 0)
        super().draw(painter)

    @property
    def back_words(self) -> str:
        return _("To the drawer")

    def back(self) -> None:
        self.stage.scenes.reset(self.stage.screens["title"]())


class Storage(Sheet):
    """Every notice that nobody has heard of yet, a sentence each."""

    seat = 1
    read = True
    uncalled = True

    def enter(self) -> None:
        self.title = _("Storage")
        folder = self.stage.stores.folder
        self.notices: list[Notice] = folder.untold
        # Told from now on, whichever way the sheet is left.
        folder.heard(self.notices)
        super().enter()

    def retell(self) -> None:
        self.title = _("Storage")
        self.refill()

    def rows(self) -> Sequence[Widget]:
        rows: list[Widget] = []
        for head, sentence in sentences(self.notices):
            if head:
                rows.append(Words(head, LARGE, face=STRONG))
            rows += [Words(sentence), Space()]
        if any("folder" not in dict(notice.values) for notice in self.notices):
            rows.append(
                Words(
                    _("All of it lies in this folder: {place}").format(
                        place=str(self.stage.stores.folder.root)
                    ),
                    soft=True,
                )
            )
        return [*rows, Button(_("All right"), self.stage.scenes.pop, go=True)]


class Losing(Ask):
    """Whether to leave a match that could not be saved; popped with 1 for leaving all the same."""

    def __init__(self, stage: AppContext) -> None:
        question = _("Leave, though what is new will be lost?")
        super().__init__(question, [_("Stay"), _("Leave all the same")], stage.banner.words)
