"""Information screens: credits, second window, storage problems, crash."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from game import __version__, log
from game.i18n import _, join_names
from game.scenes.rules import TextTable
from game.scenes.sheets import WOOD_HEIGHT, IconTextRow, Sheet
from game.scenes.title import infos
from game.store.crash import FOLDER, report, write_report
from game.store.data_folder import (
    HOME_VARIABLE,
    DataFolder,
    StorageIssue,
    StorageNotice,
    fallback_folders,
    remember_home,
)
from game.store.saves import MAX_QUERY_WAIT_S, MAX_SCREEN_WAIT_S
from game.store.storage import Storage
from game.ui.art.album import loose_thread
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.art.socks import big_sock, rolled_sock
from game.ui.core import window
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.storage_notices import sentences
from game.ui.core.theme import LARGE, SMALL
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import (
    CONTENT_MARGIN,
    Dialog,
    Element,
    Heading,
    MessageDialog,
    PictureRow,
    QuestionDialog,
    Row,
    ScreenKeyboard,
    Separator,
    SpacerRow,
    TextRow,
    ask_choice,
    button,
    draw_puppet,
)

PUPPET_HEIGHT = 176.0  # units, height of the puppet after a crash
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
"""Components shipped with the program, and their licences. A test compares them with `tools.shipped_parts`.
"""
AUTHORS = {
    "socki": ("Tad",),
    "rockit": ("Amy Scott Grant", "Francois Camenzuli"),
    "sociable": ("Jon Witt",),
    "socker": ("Phil Leduc",),
    "city": ("Günter Cornett",),
}
YEARS = {"rockit": 2008, "socker": 2011, "city": 2005}


def _thanks(slug: str) -> str:
    """Translated sentence on others who had a part in a game; empty if there is none."""
    return {
        "socki": _("Published by Crazy Red Head Publishing, card art by Jenny Deason Copeland, "
                   "deck design by Ann Hensley."),
        "sociable": _("In the tradition of Zheng Shangyou."),
        "city": _("English translation by Rick Heli."),
    }.get(slug, "")  # fmt: skip


EMBLEM_HEIGHT = 58.0  # units, height of a game's sock beside its line
EMBLEM_COLUMN = 68.0  # units, width of the sock's column before a line about a game


@dataclass(frozen=True)
class GameTextRow(TextRow):
    """A line about a game, beside its sock."""

    slug: str = field(kw_only=True)

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the line in units, at least as high as its sock."""
        aside = self._aside(ruler)
        return max(aside - EMBLEM_COLUMN + EMBLEM_HEIGHT, super().height(ruler, width - aside))

    @staticmethod
    def _aside(ruler: Painter) -> float:
        """Return the width in units of the sock's column."""
        return EMBLEM_COLUMN * (1 + 0.3 * (ruler.text_scale - 1))

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        aside = self._aside(painter)
        size = EMBLEM_HEIGHT * aside / EMBLEM_COLUMN
        sock = big_sock(painter.assets, self.slug, 0, round(size * 0.9 / 330, 3))
        painter.blit(sock, box.x + CONTENT_MARGIN + size * 0.4, box.centre[1], "center")
        text_height = super().height(painter, box.w - aside)
        text_box = Box(box.x + aside, box.centre[1] - text_height / 2, box.w - aside, text_height)
        super().paint(painter, text_box, focused=focused)


class Credits(Sheet):
    """Screen of the credits: authors of the games and licences."""

    seat = 6
    reads = True
    is_snug = True

    @property
    def title(self) -> str:
        return _("Credits")

    def rows(self) -> list[Element]:
        rows: list[Element] = [Heading(_("The games"))]
        for info in infos():
            credit = info.title
            if authors := AUTHORS.get(info.slug):
                credit = _("{title}, by {author}").format(title=credit, author=join_names(authors))
            if year := YEARS.get(info.slug):
                credit = f"{credit}, {year}"
            rows.append(GameTextRow(f"{credit}. {_thanks(info.slug)}".strip(), slug=info.slug))
        return [
            *rows,
            Separator(),
            Heading(f"Sock Drawer {__version__}"),
            TextRow(_("Sock Drawer is free software under the MIT License. "
                    "All pictures, sounds and music were made for it.")),
            TextRow(_("The typefaces are Fredoka One by Milena Brandao and Manrope by Mikhail Sharanda, "
                    "both under the SIL Open Font License 1.1.")),
            TextRow(_("It's built on other people's free software:")),
            TextTable(((_("Software"), _("Licence")), *LIBRARIES), fills_width=True),
            button(_("Back"), self.app.scenes.pop, go=True, sign="left"),
        ]  # fmt: skip


class AlreadyRunningScene(Sheet):
    """Screen of a second window: says that the program is running, until the player closes it."""

    seat = 5
    is_snug = hugs = True
    pictured = 170.0
    again = False  # True if the player wants to try again to start

    @property
    def title(self) -> str:
        return _("Sock Drawer")

    @property
    def back_words(self) -> str:
        """Translated prompt of Back: “Quit”."""
        return _("Quit")

    def rows(self) -> list[Element]:
        return [
            Heading(_("Sock Drawer is already open."), centred=True),
            TextRow(_("Two copies would overwrite each other's saves."), centred=True),
            TextRow(_("Switch to the other window, or close it."), centred=True),
            SpacerRow(),
            button(_("I've closed the other one"), self._again, go=True, sign="tick"),
            button(_("Quit"), self.app.scenes.pop, sign="door"),
        ]

    def draw_picture(self, painter: Painter, box: Box) -> None:
        """Draw two puppets that look for the same drawer."""
        for look, x, flip in ((0, -1, False), (1, 1, True)):
            height = box.h - 10
            image = puppet(
                painter.assets, look, "idle", 0, height, PuppetOutfit(rim=4.0, ground=False, flip=flip)
            )
            painter.blit(
                image, box.centre[0] + height / 2 * x, box.bottom - 1 + puppet_foot(height), "midbottom"
            )

    def _again(self) -> None:
        """Close the screen so that the start is tried again."""
        self.again = True
        self.app.scenes.pop()


def _report_words(path: Path | None) -> str:
    """Sentence that names the file of the report, or says that there is none."""
    place = str(path) if path else _("nowhere: no folder is writable")
    return _("The report is here: {place}").format(place=place)


def fault(error: Exception, record: str | None, folder: DataFolder) -> MessageDialog:
    """Write a crash report and return a dialog that names its file, for an error that stops nothing."""
    path = write_report(folder, report(error, record))
    return MessageDialog(_("Sorry, something went wrong in Sock Drawer."), _report_words(path), path)


class CrashDialog(QuestionDialog):
    """Dialog after a crash: names the report and offers the title screen."""

    is_opaque = True
    is_interrupting = True

    def __init__(
        self, text: str, path: Path | None, *, is_match_saved: bool = False, goes_on: bool = False
    ) -> None:
        """Show the crash with the report ``text`` and its file ``path``, None if none could be written.

        ``is_match_saved``: it waits on the title. ``goes_on``: a class continues in the background.
        """
        self.text = text
        message = [_("Sorry, something went wrong in Sock Drawer.")]
        if goes_on:
            message.append(_("The tables keep playing. You'll find them in the drawer."))
        elif is_match_saved:
            message.append(_("Your match is saved: it's in the drawer."))
        super().__init__(
            " ".join(message),
            [_("Go to title"), _("Copy the report")],
            signs=("sock", "scroll"),
            above=[PictureRow(PUPPET_HEIGHT, self._draw_sorry, spare=True)],
        )
        self._where = _report_words(path)

    def rows(self) -> list[Element]:
        """The sad puppet, the message, the buttons, and at the foot where the report is."""
        return [*super().rows(), TextRow(self._where, SMALL, is_muted=True, centred=True)]

    def _draw_sorry(self, painter: Painter, box: Box) -> None:
        """Draw a sad puppet."""
        draw_puppet(painter, box, 0, "", "sad")

    def answer(self, number: int) -> None:
        """Go to the title, or copy the report. The dialog stays."""
        (self.back, self._copy)[number]()

    def _copy(self) -> None:
        """Copy the report to the clipboard."""
        window.put(self.text)

    def draw(self, painter: Painter) -> None:
        """Draw the wall and the dialog in front of it."""
        view = painter.view
        painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, WOOD_HEIGHT), 0, 0)
        super().draw(painter)

    @property
    def back_words(self) -> str:
        """Translated prompt of Back: “To the drawer”."""
        return _("Go to title")

    def back(self) -> None:
        """Replace all scenes by the title."""
        self.app.scenes.reset(self.app.screens["title"]())


class StorageNoticesScene(Sheet):
    """Screen with every unread notice about storage, one sentence each."""

    seat = 1
    reads = True
    has_foot = True
    is_snug = hugs = True
    pictured = 118.0
    is_interrupting = True

    @property
    def title(self) -> str:
        return _("Storage")

    def on_enter(self) -> None:
        """Take the unread notices, and mark them as read, however the sheet is left."""
        folder = self.app.stores.folder
        self.notices: list[StorageNotice] = folder.unread_notices
        folder.mark_read(self.notices)

    def rows(self) -> list[Element]:
        """A sentence for each notice, the folder, “All right”, and `ways_out` if data is unsaved."""
        # First the consequence, then the owner, then details about files.
        rows: list[Element] = [
            TextRow(_("There's a problem with some saved data"), LARGE, face=NAMES, centred=True)
        ]
        if not {notice.trouble for notice in self.notices} & {
            StorageIssue.HOME,
            StorageIssue.UNWRITABLE,
            StorageIssue.DELETED,
        }:
            rows.append(TextRow(_("Everything else is fine."), centred=True))
        for head, sentence in sentences(self.notices):
            rows.append(IconTextRow(sentence, SMALL, is_muted=True, head=head, sign="sock"))
        if any(
            notice.trouble is not StorageIssue.EXTRA and "folder" not in dict(notice.values)
            for notice in self.notices
        ):
            folder = str(self.app.stores.folder.root)
            text = _("Your data is in this folder: {place}").format(place=folder)
            rows.append(IconTextRow(text, SMALL, is_muted=True, sign="album"))
        rows.append(button(_("OK"), self.app.scenes.pop, go=True, sign="tick"))
        if self.app.stores.folder.unwritten or any(
            notice.trouble is StorageIssue.HOME for notice in self.notices
        ):
            rows += ways_out(self.app)
        return rows

    def draw_picture(self, painter: Painter, box: Box) -> None:
        """Draw the rolled socks of the drawer, one of them undone."""
        for place, look in enumerate((4, 2, 0, 5, 1)):
            x = box.centre[0] + 112 * (place - 2)
            if place == 3:
                painter.blit(loose_thread(painter.assets, 96), x, box.bottom - 24, "center")
            else:
                sock = rolled_sock(painter.assets, look, 96, (-8, 6, -4, 0, 8)[place])
                painter.blit(sock, x, box.bottom - 52, "center")


def try_again(app: AppContext) -> bool:
    """Retry failed writes, save open matches, mark notices read. False if anything is still not saved."""
    folder, autosave = app.stores.folder, app.stores.autosave
    results: list[bool] = []
    autosave.submit(lambda: results.append(folder.retry()))
    for scene in app.scenes.scenes:
        if isinstance(scene, MatchScene):
            scene.save()
    autosave.flush(MAX_QUERY_WAIT_S)
    folder.mark_read(folder.unread_notices)  # shown right here
    return results == [True] and not folder.unwritten


def ways_out(app: AppContext) -> list[Row]:
    """Return the buttons for a dialog about failed writes: try again, or choose another folder."""

    def again() -> None:
        """Retry all failed writes, and show the result."""
        if try_again(app):
            app.scenes.replace(MessageDialog(_("Everything is saved now.")))
            return
        notices = [
            notice
            for notice in app.stores.folder.notices
            if notice.trouble in (StorageIssue.UNWRITABLE, StorageIssue.HOME)
        ]
        why = "\n".join(sentence for _head, sentence in sentences(notices))
        app.scenes.push(MessageDialog(_("It still can't be saved."), why))

    elsewhere = partial(offer_elsewhere, app, app.scenes.pop)
    return [
        button(_("Try again"), again, sign="restart"),
        button(_("Save elsewhere"), elsewhere, sign="share"),
    ]


def offer_elsewhere(app: AppContext, on_done: Callable[[], None]) -> None:
    """Ask for another data folder and move everything there; only then call ``on_done``."""

    def move(root: Path) -> None:
        """Move the data folder to ``root`` and call ``on_done``, or show why that fails."""
        if not app.stores.autosave.flush(MAX_SCREEN_WAIT_S):
            app.scenes.push(MessageDialog(_("Sock Drawer is still saving. Try again in a moment.")))
            return
        app.scenes.push(MovingDialog(app.stores, root), partial(moved, root))

    def moved(root: Path, result: object) -> None:
        """Use the new data folder and call ``on_done``, or show that the move failed."""
        if not result:
            app.scenes.push(MessageDialog(_("It can't be saved there."), str(root)))
            return
        log.move(app.stores.folder.path(FOLDER))
        try_again(app)
        on_done()
        later = (
            _("Sock Drawer will look there next time.")
            if remember_home(root)
            else _("To find it, start Sock Drawer with {setting}.").format(setting=f"{HOME_VARIABLE}={root}")
        )
        app.scenes.push(
            MessageDialog(_("Everything is now saved in another folder."), f"{root}\n{later}", root)
        )

    def typed(text: str | None) -> None:
        """Move to a typed folder; None or a blank text changes nothing."""
        if text and text.strip():
            move(Path(text.strip()).expanduser().absolute())

    def write() -> None:
        """Let the player type a folder on the on-screen keyboard."""
        app.scenes.push(ScreenKeyboard(_("A folder"), "", MAX_PATH_LENGTH), typed)

    places = [place for place in fallback_folders() if app.stores.folder.root not in (place, *place.parents)]
    ways = [(str(place), partial(move, place)) for place in places]
    ask_choice(app, _("Where should it be saved?"), [*ways, (_("Another folder"), write), (_("Back"), None)])


class MovingDialog(Dialog):
    """Waits while the writer's thread moves the data folder. Popped with True if that succeeds, or False."""

    def __init__(self, stores: Storage, root: Path) -> None:
        """Queue the move to ``root``."""
        self._has_moved: bool | None = None  # None until the move has ended
        stores.autosave.submit(partial(self._move, stores.folder, root))

    def _move(self, folder: DataFolder, root: Path) -> None:
        """Move the data folder, on the writer's thread."""
        has_moved = False
        try:
            has_moved = folder.move(root)
        finally:  # the dialog ends even if there is a bug
            self._has_moved = has_moved

    def rows(self) -> list[Element]:
        return [TextRow(_("One moment: everything is being copied."), LARGE, face=STRONG, centred=True)]

    back_words = ""

    def back(self) -> None:
        """Do nothing, because the move cannot be stopped."""

    def tick(self, now: float) -> bool:
        """Pop the dialog once the move has ended. Always returns False."""
        if self._has_moved is not None:
            self.app.scenes.pop(self._has_moved)
        return False


MAX_PATH_LENGTH = 200  # largest length of a typed folder path


class UnsavedDialog(QuestionDialog):
    """Dialog before leaving with unsaved data. Popped with 1 to leave all the same."""

    def __init__(self, app: AppContext) -> None:
        question = _("Quit and lose unsaved progress?")
        answers = [_("Stay"), _("Quit anyway")]
        super().__init__(question, answers, app.banner.words, loses=True, signs=("home", "door"))

    def rows(self) -> list[Element]:
        """Question and answers, with the buttons of `ways_out` after the first one."""
        rows = super().rows()
        at = next(number for number, row in enumerate(rows) if row.action is not None) + 1
        return [*rows[:at], *ways_out(self.app), *rows[at:]]
