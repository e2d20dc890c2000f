"""Information screens: statistics, credits, second window, storage problems, crash."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from pathlib import Path

from game import __version__, log
from game.i18n import _
from game.scenes.rules import TextTable
from game.scenes.sheets import WOOD, IconTextRow, Sheet
from game.scenes.title import infos
from game.store.crash import FOLDER, report, write_report
from game.store.data_folder import (
    HOME,
    DataFolder,
    StorageIssue,
    StorageNotice,
    fallback_folders,
    remember_home,
)
from game.store.saves import MOMENT, SLOW
from game.store.statistics import PlayerStats
from game.store.storage import Storage
from game.ui.art.album import loose_thread
from game.ui.art.charts import bar
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.rooms import wall
from game.ui.art.socks import big_sock, rolled_sock, sock_aside, sock_pin
from game.ui.core import window
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.scene import AppContext
from game.ui.core.storage_notices import sentences
from game.ui.core.theme import HEADING, LARGE, SMALL
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import (
    GAP,
    GO,
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
    edge_of,
    put_drawing,
)

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
    "socki": "Tad",
    "rockit": "Amy Scott Grant, Francois Camenzuli, 2008",
    "sociable": "Jon Witt",
    "socker": "Phil Leduc, 2011",
    "city": "Günter Cornett, 2005",
}


def _thanks(slug: str) -> str:
    """Translated sentence on others who had a part in a game; empty if there is none."""
    return {
        "socki": _("Published by Crazy Red Head Publishing, card art by Jenny Deason Copeland, "
                   "deck design by Ann Hensley."),
        "sociable": _("In the tradition of Zheng Shangyou."),
        "city": _("English translation by Rick Heli."),
    }.get(slug, "")  # fmt: skip


EMBLEM, LINE = 58.0, 62.0  # units: height of a game's sock in the statistics, height of a player's line
INDENT = 68.0  # units, width of the sock's column before a line about a game
PATCH = 15.0  # units, size of a patch of the legend
BACK = "back"  # key of the button that leaves the statistics
THICK, NAMED = 16.0, 34.0  # units: height of the bar of matches, space beside it and beside a name


@dataclass(frozen=True, slots=True)
class GameStandings(Row):
    """Statistics of a game: its sock and a line per player, with a bar of matches and wins."""

    slug: str
    title: str
    records: tuple[tuple[str, PlayerStats], ...]  # by name

    @property
    def accessible_text(self) -> str:
        """Title, and each player's name and numbers."""
        heads = statistics_heads()
        lines = (
            f"{name}: " + ", ".join(f"{head} {cell}" for head, cell in zip(heads, cells, strict=True))
            for name, cells in self._cells()
        )
        return ". ".join((self.title, *lines))

    def _cells(self) -> Iterator[tuple[str, list[str]]]:
        """Yield (name, numbers as text) of each player."""
        for name, record in self.records:
            best = "-" if record.best is None else str(record.best)
            yield name, [*map(str, (record.matches, record.wins, record.shared)), best, str(record.streak)]

    def _columns(self, ruler: Painter) -> list[float]:
        """Return the widths in units of the columns of numbers."""
        columns = zip(statistics_heads(), *(cells for _name, cells in self._cells()), strict=True)
        patches = (PATCH + 6,) * 3 + (0.0,) * 2
        return [
            max(
                24 + ruler.width(head, SMALL) + patch,
                *(48 + ruler.width(cell, LARGE, NAMES) for cell in cells),
            )
            for patch, (head, *cells) in zip(patches, columns, strict=True)
        ]

    def _names_width(self, ruler: Painter, width: float) -> float:
        """Return the width in units left for names and bars beside the numbers."""
        return width - 2 * GAP - sum(self._columns(ruler))

    def _is_stacked(self, ruler: Painter, width: float) -> bool:
        """Return True if names do not fit beside the numbers. Then the numbers are below the names."""
        needed_width = max(ruler.width(name, LARGE, STRONG) for name, _record in self.records) + NAMED
        return self._names_width(ruler, width) < needed_width

    def ends(self, ruler: Painter, width: float) -> list[float]:
        """Return the right edges of the columns of numbers, in units from the left edge of the text."""
        columns, free_width = self._columns(ruler), self._names_width(ruler, width)
        if self._is_stacked(ruler, width):
            return list(accumulate(column_width + free_width / len(columns) for column_width in columns))
        return [free_width + end for end in accumulate(columns)]

    def _heights(self, ruler: Painter) -> tuple[float, float, float]:
        """Return the heights in units of the title, the column heads and a player's line."""
        line = max(LINE, ruler.line_height(LARGE) + THICK + 16)
        return max(EMBLEM, ruler.line_height(HEADING)) + 6, ruler.line_height(SMALL) + 6, line

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the statistics in units, for this width."""
        title, heads, line = self._heights(ruler)
        above = title if self._has_heads_beside(ruler, width) else title + heads
        below = ruler.line_height(LARGE) if self._is_stacked(ruler, width) else 0.0
        return above + (line + below) * len(self.records) + 18

    def _has_heads_beside(self, ruler: Painter, width: float) -> bool:
        """Return True if the column heads fit beside the title."""
        needed_width = EMBLEM + GAP + ruler.width(self.title, HEADING, NAMES)
        return not self._is_stacked(ruler, width) and needed_width <= self._names_width(ruler, width)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        title, heads, line = self._heights(painter)
        left, beside, stacks = (
            box.x + GAP,
            self._has_heads_beside(painter, box.w),
            self._is_stacked(painter, box.w),
        )
        names_width = box.w - 2 * GAP if stacks else self._names_width(painter, box.w)
        ends = [left + end for end in self.ends(painter, box.w)]
        below = painter.line_height(LARGE) if stacks else 0.0
        sock = big_sock(painter.assets, self.slug, 0, EMBLEM / 330)
        painter.blit(sock, left + EMBLEM / 2, box.y + title / 2, "center")
        text_x = left + EMBLEM + GAP
        title_width = box.right - GAP - text_x
        painter.text(self.title, text_x, box.y + title / 2, HEADING, TextStyle(NAMES), room=title_width)
        y = box.y + (title if beside else title + heads)
        soft, edge, cloth = TextStyle(colour=painter.theme.soft), edge_of(painter), painter.theme.panel
        # The column heads are also the legend of the bars.
        patches = ((cloth, False), (GO, False), ("#E8A317", True), None, None)
        for x, head, patch in zip(ends, statistics_heads(), patches, strict=True):
            head_width = painter.text(head, x, y - heads / 2, SMALL, soft, anchor="midright")
            if patch is not None:
                small = Box(x - head_width - PATCH - 6, y - heads / 2 - PATCH / 2 + 1, PATCH, PATCH)
                body = bar(small.x, small.y, small.w, small.h, patch[0], edge, sewn=patch[1])
                put_drawing(painter, small.inflated(3), body)
        max_matches = max(record.matches for _name, record in self.records) or 1
        for place, (name, cells) in enumerate(self._cells()):
            ground = painter.theme.chosen if place == 0 else painter.theme.sunk if place % 2 else ""
            if ground:
                painter.fill(Box(left - 6, y + 2, box.w - 2 * GAP + 12, line + below - 4), ground, 12)
            line_height = painter.line_height(LARGE)
            top = y + (line - line_height - THICK - 4) / 2
            at = top + line_height / 2
            painter.text(name, left + 4, at, LARGE, TextStyle(STRONG), room=names_width - NAMED)
            self._draw_bar(
                painter, Box(left + 4, top + line_height + 4, names_width - NAMED, THICK), place, max_matches
            )
            middle = y + (line + below / 2 - 4 if stacks else line / 2)
            for x, cell in zip(ends, cells, strict=True):
                painter.text(cell, x, middle, LARGE, TextStyle(NAMES), anchor="midright")
            y += line + below

    def _draw_bar(self, painter: Painter, box: Box, place: int, max_matches: int) -> None:
        """Draw the bar of a player's matches, with sole wins and, with a sewn edge, shared wins."""
        record, edge = self.records[place][1], edge_of(painter)
        total_width = max(THICK, box.w * record.matches / max_matches)
        wins, shared = (total_width * n / (record.matches or 1) for n in (record.wins, record.shared))
        body = bar(box.x, box.y, total_width, box.h, painter.theme.panel, edge)
        if record.shared:
            body += bar(box.x, box.y, wins + shared, box.h, "#E8A317", edge, sewn=True)
        body += bar(box.x, box.y, wins, box.h, GO, edge)
        put_drawing(painter, box.inflated(3), body)


def statistics_heads() -> list[str]:
    """Translated heads of the columns of numbers."""
    return [_("Matches"), _("Wins"), _("Shared"), _("Best"), _("In a row")]


class StatisticsScene(Sheet):
    """Screen of the statistics, by game and player."""

    seat = 4
    reads = True
    is_snug = True

    def draw_picture(self, painter: Painter, box: Box) -> None:
        """Draw the socks of the games on a rope, with their names in letters of one size."""
        line = rope(painter.assets, round(box.w), 16.0, shade=False)
        painter.blit(line, box.x, box.y + 12 - ROPE_ROOM)
        games, theme = infos(), painter.theme
        room, style = box.w / len(games) - 8, TextStyle(NAMES, theme.ink)
        pen, max_size = painter.with_text_scale(1.0), 24 * (1 + 0.6 * (painter.text_scale - 1))
        titles = [_(info.title) for info in games]

        def fits(letter_size: float) -> bool:
            """True if every word fits on one line and every title on two."""
            title_words = (word for title in titles for word in title.split())
            return all(pen.width(word, letter_size, NAMES) <= room for word in title_words) and all(
                len(pen.wrapped(title, room, letter_size, NAMES)) <= 2 for title in titles
            )

        font_size = largest(max_size, fits, min_size=SMALL)
        line_height = pen.line_height(font_size)
        # The pictures reach down to 400 units below the pin at scale 1.
        size = round(min((box.h - 2 * line_height - 24) / 410, box.w / len(games) / 330), 2)
        for place, info in enumerate(games):
            x = box.w * (place + 0.5) / len(games)
            at = x - sock_aside(size)
            y = box.y + sag(at, box.w, 12.0, 16.0)
            painter.blit(
                big_sock(painter.assets, info.slug, 0, size), box.x + at, y - sock_pin(size), "midtop"
            )
            for aside, turn in ((-0.3, -4.0), (0.3, 4.0)):
                peg_image = peg(painter.assets, 0.6, turn)
                painter.blit(peg_image, box.x + at + aside * 110 * size, y + 2, "center")
            for number, text in enumerate(pen.wrapped(_(info.title), room, font_size, NAMES)):
                y = box.bottom - (1.5 - number) * line_height - 6
                pen.text(text, box.x + x, y, font_size, style, anchor="center", room=room)

    @property
    def title(self) -> str:
        return _("Statistics")

    def on_enter(self) -> None:
        """Read the statistics. Without any there is a picture."""
        statistics = self.app.stores.statistics
        self._records = [(info, tuple(lines)) for info in infos() if (lines := statistics.game(info.slug))]
        self.pictured = 0.0 if self._records else 300.0

    def rows(self) -> list[Element]:
        """Standings by game, or a hint if there are none, and buttons."""
        rows: list[Element] = [
            GameStandings(info.slug, _(info.title), lines) for info, lines in self._records
        ]
        nothing = [TextRow(_("Nothing yet: play a match to its end."), centred=True), SpacerRow()]
        forget = [button(_("Clear statistics"), self._ask, loses=True, sign="bin")] if rows else []
        return [
            *(rows or nothing),
            button(_("Back"), self.app.scenes.pop, key=BACK, go=True, sign="left"),
            button(_("Album"), lambda: self.app.open_scene("album"), sign="album"),
            *forget,
        ]

    @property
    def has_side(self) -> bool:
        """True if the text is small enough for a column beside the sheet: scale at most 1.25."""
        return self.app.text_scale <= 1.25

    def _ask(self) -> None:
        """Delete all statistics, after a confirmation."""

        def answered(answer: int | None) -> None:
            """Delete all statistics for answer 1."""
            if answer == 1:
                self.app.stores.statistics.reset()
                self.on_enter()
                self.focus, self.needs_redraw = BACK, True

        self.app.scenes.push(
            QuestionDialog(
                _("Clear all statistics?"),
                [_("Keep them"), _("Clear them")],
                loses=True,
                signs=("left", "bin"),
            ),
            answered,
        )


@dataclass(frozen=True)
class GameTextRow(TextRow):
    """A line about a game, beside its sock."""

    slug: str = field(kw_only=True)

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the line in units, at least as high as its sock."""
        aside = self._aside(ruler)
        return max(aside - INDENT + EMBLEM, super().height(ruler, width - aside))

    @staticmethod
    def _aside(ruler: Painter) -> float:
        """Return the width in units of the sock's column."""
        return INDENT * (1 + 0.3 * (ruler.text_scale - 1))

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        aside = self._aside(painter)
        size = EMBLEM * aside / INDENT
        sock = big_sock(painter.assets, self.slug, 0, round(size * 0.9 / 330, 3))
        painter.blit(sock, box.x + GAP + size * 0.4, box.centre[1], "center")
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
            author = AUTHORS.get(info.slug)
            credit = (
                _("{title}, by {author}").format(title=info.title, author=author) if author else info.title
            )
            rows.append(GameTextRow(". ".join(filter(None, (credit, _thanks(info.slug)))), slug=info.slug))
        return [
            *rows,
            Separator(),
            Heading(f"Sock Drawer {__version__}"),
            TextRow(_("Sock Drawer is free software under the MIT licence. "
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
    pictured = 170.0
    again = False  # True if the player wants to try again to start

    @property
    def title(self) -> str:
        return _("Sock Drawer")

    def rows(self) -> list[Element]:
        return [
            Heading(_("Sock Drawer is already open."), centred=True),
            TextRow(_("Two copies would overwrite each other's saves."), centred=True),
            TextRow(_("Find the other window, or close it."), centred=True),
            SpacerRow(),
            button(_("I've closed the other one"), self._again, go=True, sign="tick"),
            button(_("Leave"), self.app.scenes.pop, sign="door"),
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
    return MessageDialog(_("Sorry, Sock Drawer hit a bug."), _report_words(path), path)


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
        message = [_("Sorry, Sock Drawer hit a bug.")]
        if goes_on:
            message.append(_("The tables play on, and wait for you in the drawer."))
        elif is_match_saved:
            message.append(_("Your match is kept: it waits in the drawer."))
        super().__init__(
            " ".join(message),
            [_("Go to drawer"), _("Copy the report")],
            _report_words(path),
            signs=("sock", "scroll"),
            above=[PictureRow(128, self._draw_sorry, spare=True)],
        )

    def _draw_sorry(self, painter: Painter, box: Box) -> None:
        """Draw a sad puppet."""
        image = puppet(painter.assets, 0, "sad", 0, 122, PuppetOutfit(rim=4.0, ground=False))
        painter.blit(image, box.centre[0], box.bottom + puppet_foot(122), "midbottom")

    def answer(self, number: int) -> None:
        """Go to the title, or copy the report. The dialog stays."""
        (self.back, self._copy)[number]()

    def _copy(self) -> None:
        """Copy the report to the clipboard."""
        window.put(self.text)

    def draw(self, painter: Painter) -> None:
        """Draw the wall and the dialog in front of it."""
        view = painter.view
        painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, WOOD), 0, 0)
        super().draw(painter)

    @property
    def back_words(self) -> str:
        """Translated prompt of Back: “To the drawer”."""
        return _("Go to drawer")

    def back(self) -> None:
        """Replace all scenes by the title."""
        self.app.scenes.reset(self.app.screens["title"]())


class StorageNoticesScene(Sheet):
    """Screen with every unread notice about storage, one sentence each."""

    seat = 1
    reads = True
    has_foot = True
    is_snug = True
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
        rows: list[Element] = [TextRow(_("Some saved data was damaged"), LARGE, face=NAMES, centred=True)]
        if not {notice.trouble for notice in self.notices} & {
            StorageIssue.HOME,
            StorageIssue.UNWRITABLE,
            StorageIssue.DELETED,
        }:
            rows.append(TextRow(_("All else is as it was."), centred=True))
        for head, sentence in sentences(self.notices):
            rows.append(IconTextRow(sentence, SMALL, is_muted=True, head=head, sign="sock"))
        if any(
            notice.trouble is not StorageIssue.EXTRA and "folder" not in dict(notice.values)
            for notice in self.notices
        ):
            folder = str(self.app.stores.folder.root)
            text = _("Everything is in this folder: {place}").format(place=folder)
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
    autosave.flush(SLOW)
    folder.mark_read(folder.unread_notices)  # shown right here
    return results == [True] and not folder.unwritten


def ways_out(app: AppContext) -> list[Row]:
    """Return the buttons for a dialog about failed writes: try again, or choose another folder."""

    def again() -> None:
        """Retry all failed writes, and show the result."""
        if try_again(app):
            app.scenes.replace(MessageDialog(_("All of it is kept now.")))
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
        button(_("Keep it elsewhere"), elsewhere, sign="share"),
    ]


def offer_elsewhere(app: AppContext, on_done: Callable[[], None]) -> None:
    """Ask for another data folder and move everything there; only then call ``on_done``."""

    def move(root: Path) -> None:
        """Move the data folder to ``root`` and call ``on_done``, or show why that fails."""
        if not app.stores.autosave.flush(MOMENT):
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
            _("The next start finds it there.")
            if remember_home(root)
            else _("To find it, start Sock Drawer with {setting}.").format(setting=f"{HOME}={root}")
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
        app.scenes.push(ScreenKeyboard(_("A folder"), "", PATH), typed)

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


PATH = 200  # largest length of a typed folder path


class UnsavedDialog(QuestionDialog):
    """Dialog before leaving with unsaved data. Popped with 1 to leave all the same."""

    def __init__(self, app: AppContext) -> None:
        question = _("Leave, though what is new will be lost?")
        answers = [_("Stay"), _("Leave all the same")]
        super().__init__(question, answers, app.banner.words, loses=True, signs=("home", "door"))

    def rows(self) -> list[Element]:
        """Question and answers, with the buttons of `ways_out` after the first one."""
        rows = super().rows()
        at = next(number for number, row in enumerate(rows) if row.action is not None) + 1
        return [*rows[:at], *ways_out(self.app), *rows[at:]]
