"""Sharing a match (picture, animation, file, text, or for a phone), and importing one.

Flow of sharing: `ShareDialog` has a worker render a picture (`OffscreenRenderer.still`) or the last moves
(`animated` in `ui/match/offscreen.py`). Or it writes `match_as_text` (`match/persistence.py`): the record and
a header `[Beside {...}]` with looks, date and length, which the rules ignore. Flow of importing: a file
dropped on the window goes through `App` to `ImportScene`. A text from a phone (page `party/page/upload.js`)
goes through `UploadInbox` (`party/state_updates.py`) to `PhoneImportDialog`. Both end in `save_to_archive`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import segno

from game.bots.worker import Worker
from game.core.discovery import find_game
from game.core.extras import hooks
from game.core.game import Layout
from game.core.record import read_record
from game.i18n import _, current_language, plural
from game.match import persistence
from game.match.achievements import MetaAchievement
from game.match.import_file import FOUND
from game.match.match import Match
from game.match.persistence import export_file_name, match_as_text
from game.match.replay import Replay
from game.match.seats import Seat, seat_data
from game.party.party import NO_JOIN_INFO, JoinInfo
from game.resources import levels_of
from game.scenes.achievement_notice import award
from game.scenes.album import captions
from game.scenes.album.photos import MOVING, STILL
from game.scenes.album.scene import AlbumScene
from game.scenes.board_thumbnails import LOAD
from game.scenes.phone_join import AddressChoice, code_row
from game.store.archive import Archive, ArchivedMatch, ArchiveEntry, turns_of
from game.store.board_files import add_map
from game.store.data_folder import documents, free_file_name, reason, write_atomic
from game.store.saves import MOMENT
from game.store.storage import Storage
from game.ui.core import window
from game.ui.core.scene import AppContext, Scene
from game.ui.core.theme import LARGE
from game.ui.match.match_flow import FileLoadingScene
from game.ui.match.match_scene import MatchScene
from game.ui.match.offscreen import AnimationFormat
from game.ui.widgets import Dialog, Element, MessageDialog, PictureRow, QuestionDialog, TextRow, button

FOLDER = "Matches"  # among the user's documents
QR = 300.0


class ShareDialog(Dialog):
    """Choice of formats in which a match can be shared."""

    is_menu = True
    width = 700.0

    def __init__(self, match: ArchivedMatch, ply: int | None = None) -> None:
        """Share the position after ``ply`` moves; None for the end."""
        self.match = match
        self._at = len(read_record(match.record).moves) if ply is None else ply
        self._worker: Worker | None = None
        self._on_answer: Callable[[object], None] | None = None

    def on_leave(self) -> None:
        """Stop the worker."""
        self._stop_worker()

    def rows(self) -> list[Element]:
        """A button for each format, or a way to leave off while a picture is being made."""
        if self._worker is not None:
            making = TextRow(_("Working on it ..."), LARGE, face="strong", centred=True)
            return [making, button(_("Cancel"), self._stop_worker, sign="door")]
        rows: list[Element] = [
            TextRow(_("Share as …"), LARGE, face="strong", centred=True),
            button(_("Picture"), partial(self._make, STILL, ".png"), go=True, sign="photo"),
            button(
                _("Sharp animation (WebP)"),
                partial(self._make, MOVING, ".webp", AnimationFormat.WEBP),
                sign="film",
            ),
            button(
                _("Animation for any program (GIF)"),
                partial(self._make, MOVING, ".gif", AnimationFormat.GIF),
                sign="film",
            ),
            button(
                _("File for another album"),
                lambda: self._write(".txt", match_as_text(self.match).encode("utf-8", "backslashreplace")),
                sign="album",
            ),
        ]
        if window.is_there():
            rows.append(button(_("Text to paste"), self._copy, sign="scroll"))
        if self.app.phones.is_open:
            rows.append(button(_("For a phone in the party"), self._phone, sign="phone"))
        return rows

    # Rendered in a worker.

    def _make(self, request: str, suffix: str, *formats: AnimationFormat) -> None:
        """Have a worker render a picture or an animation, which is then written to a file."""
        self._worker = self.app.worker()
        seats = [dict(seat) for seat in self.match.seats]
        cache = str(self.app.cache or "")
        self._worker.submit(request, self.match.record, seats, self._at, cache, current_language(), *formats)
        self._on_answer = partial(self._on_rendered, suffix)
        self.on_layout()

    def tick(self, now: float) -> bool:
        """Handle the worker's answer once it is there. Always returns False."""
        answer = self._worker.poll_result() if self._worker is not None else None
        if answer is not None and self._on_answer is not None:
            on_answer, self._on_answer = self._on_answer, None
            self._stop_worker()
            on_answer(answer.value)
        return False

    def _stop_worker(self) -> None:
        """Stop the worker, if there is one. Then the formats are shown again."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()
            self.on_layout()
            self.needs_redraw = True

    def _on_rendered(self, suffix: str, data: object) -> None:
        """Write rendered bytes to a file; anything else means that rendering failed."""
        if isinstance(data, bytes):
            self._write(suffix, data)
        else:
            self.app.scenes.push(MessageDialog(_("This picture couldn't be made.")))

    # Available at once.

    def _write(self, suffix: str, data: bytes) -> None:
        """Write a file and show its path in place of the dialog, or show the error."""
        path = free_file_name(documents() / FOLDER, export_file_name(self.match), suffix)
        try:
            write_atomic(path, data)
        except OSError as error:
            self.app.scenes.push(MessageDialog(_("It couldn't be saved."), f"{path}: {_(reason(error))}"))
            return
        self._finish(_("It's saved."), str(path), path)

    def _copy(self) -> None:
        """Copy the match as text to the clipboard and close, or show that this fails."""
        if not window.put(match_as_text(self.match)):
            self.app.scenes.push(MessageDialog(_("This system has no clipboard.")))
            return
        self._finish(_("The text is on the clipboard. Paste it wherever you like."), "")

    def _finish(self, message: str, details: str, path: Path | None = None) -> None:
        """Play a sound, award the achievement for sharing, and replace the dialog by a message."""
        self.app.audio.play("confirm")
        earned = award(self.app, MetaAchievement.SHARED)
        self.app.scenes.replace(MessageDialog(message, "\n".join(filter(None, (details, earned))), path))

    def _phone(self) -> None:
        """Serve the match to phones and replace the dialog by its QR code, or show that the party is over."""
        name = f"match-{secrets.token_hex(8)}.txt"
        party = self.app.phones.party
        if party is None or not party.is_open:
            self.app.scenes.push(MessageDialog(_("The party has just ended.")))
            return
        party.serve(name, match_as_text(self.match).encode("utf-8", "backslashreplace"))
        award(self.app, MetaAchievement.SHARED)
        self.app.scenes.replace(PhoneCode(f"{party.door.origin}/play/{name}"))


def share_moment(
    app: AppContext, replay: Replay, seats: Sequence[Seat], conceded: int | None, ply: int
) -> ShareDialog:
    """Return a dialog to share a replay after ``ply`` moves. ``conceded``: seat that conceded, if any."""
    archive, record = app.stores.archive, replay.record
    archived = archive.load(archive.find_by_record(record))
    if archived is None:
        # It could not be saved, or was opened from a file. It can be shared all the same.
        last_session = replay.session_at(len(replay))
        whole_match = Match(last_session, seats)
        whole_match.conceded_by = conceded
        result = whole_match.result() if whole_match.is_over else None
        winners, scores = ((), whole_match.scores()) if result is None else (result.winners, result.scores)
        seat_records = tuple(seat_data(seat) for seat in seats)
        archived = ArchivedMatch(
            last_session.game, record, winners, scores, seat_records, conceded, time.time()
        )
    return ShareDialog(archived, ply)


@lru_cache(1)  # the same object each time: it takes long to make, and its dialog keeps its layout
def link_row(address: str, size: float = QR) -> PictureRow:
    """Row with the QR code of an address, ``size`` units wide."""
    return code_row(segno.make(address, micro=False).matrix, size, beside=16)


class PhoneCode(Dialog):
    """QR code by which a phone gets the match as text."""

    def __init__(self, address: str) -> None:
        self.address = address

    def rows(self) -> list[Element]:
        reads = _("Scan this with a phone on this network.")
        explanation = _("The phone gets the match as text to save or send on.")
        return [
            TextRow(reads, LARGE, face="strong", centred=True),
            link_row(self.address),
            TextRow(explanation, is_muted=True, centred=True),
            button(_("Done"), lambda: self.app.scenes.pop(None), go=True, sign="tick"),
        ]


class ImportResultDialog(QuestionDialog):
    """Result of an import."""

    is_interrupting = True

    def __init__(self, app: AppContext, message: str, details: str, name: str = "") -> None:
        """Show the result. ``name`` is the match's name in the album, if it is there now."""
        is_playing = any(isinstance(scene, MatchScene) for scene in app.scenes.scenes)
        # A running match is not left for the album, which has the match later too.
        self._name = "" if is_playing else name
        super().__init__(message, [_("Go to album"), _("OK")] if self._name else [_("OK")], details)

    def answer(self, number: int) -> None:
        """Close the dialog. The first of two buttons shows the match in the album."""
        if self._name and number == 0:
            self._to_album()
        else:
            super().answer(number)

    def _to_album(self) -> None:
        """Close the dialog and show the match in the album."""
        self.app.scenes.pop()
        if isinstance(album := self.app.scenes.top, AlbumScene):
            album.show(self._name)
        else:
            self.app.open_scene("album", self._name)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """Result of importing a file."""

    message: str
    more: str
    name: str = ""  # of the match in the album, if it is there now
    why: str = ""
    """Line in the summary of several files. Empty for a match, which is counted."""


class ImportScene(FileLoadingScene):
    """Imports matches and maps, file by file, and shows the result.

    An extra opens its files as scenes. With several files these are below the summary of the others.
    """

    def __init__(self, app: AppContext, *paths: Path) -> None:
        super().__init__(_request_for(paths[0]), paths[0])
        self.app = app
        self._paths = paths
        self._results: list[Scene | ImportResult] = []

    def on_loaded(self, result: object) -> None:
        """Import the content of a file, then load the next one or show all results."""
        path = self._paths[len(self._results)]
        self._results.append(_import_loaded(self.app, path, result))
        if len(self._results) < len(self._paths):
            path = self._paths[len(self._results)]
            self._arguments = (current_language(), _request_for(path), path)
            self.on_enter()
            return
        first, *others = self._scenes()
        self.app.scenes.replace(first)
        for scene in others:
            self.app.scenes.push(scene)

    def _scenes(self) -> list[Scene]:
        """Scenes to show at the end, lowest first; the summary of several files is the last."""
        results = [item for item in self._results if isinstance(item, ImportResult)]
        if len(self._paths) == 1 and results:
            return [ImportResultDialog(self.app, results[0].message, results[0].more, results[0].name)]
        scenes: list[Scene] = [item for item in self._results if not isinstance(item, ImportResult)]
        if results:  # number of matches in the album, and the lines of other files
            count = sum(bool(result.name) for result in results)
            template = plural("{n} match is in the album now.", "{n} matches are in the album now.", count)
            head, *more = [template.format(n=count)] * bool(count) + [
                result.why for result in results if result.why
            ]
            name = next((result.name for result in results if result.name), "")
            scenes.append(ImportResultDialog(self.app, head, "\n".join(more), name))
        return scenes


def _import_loaded(app: AppContext, path: Path, loaded: object) -> Scene | ImportResult:
    """Import the content found in a file. Returns the result or a scene that shows it."""
    match loaded:
        case ArchivedMatch():
            return _archive_match(app, loaded, path.name)
        case Layout():
            return _import_board(app, loaded, path)
        case OSError():
            return _failure(_("This file can't be read."), path, _(reason(loaded)))
    for open_file in hooks("open_file"):
        try:
            opened: Scene | str | None = open_file(app, loaded)
        except ValueError as error:
            loaded = error
            break
        if isinstance(opened, str):
            return ImportResult(opened, path.name, why=f"{path.name}: {opened}")
        if opened is not None:
            return opened
    sentence = _("There's nothing to show in this file. The file is unchanged.")
    if _request_for(path) == LOAD:
        sentence = _("This board can't be played on.")
    return _failure(sentence, path, str(loaded).removeprefix(f"{path}, "))


def _import_board(app: AppContext, layout: Layout, path: Path) -> ImportResult:
    """Save the board of a map file, and return the result."""
    try:
        sentence = keep_board(app.stores, layout, path)
    except OSError as error:
        return _failure(_("The board couldn't be saved."), path, _(reason(error)))
    return ImportResult(sentence, _("Choose it under “Board”."), why=sentence)


def keep_board(stores: Storage, layout: Layout, path: Path) -> str:
    """Save a map's board among those of its game, unless there; returns a sentence. OSError if it fails."""
    own_folder = stores.maps(layout.game)
    if path.parent.resolve() != own_folder.resolve():
        add_map(layout, own_folder, path.stem, levels_of(layout.game))
    template = _("{game} now has the board “{board}”.")
    return template.format(board=layout.get("name", path.stem), game=_(find_game(layout.game).info.title))


def _request_for(path: Path) -> str:
    """Name of the worker's function that reads a file, by the file's suffix."""
    return LOAD if path.suffix.lower() == ".tmx" else FOUND


def _failure(message: str, path: Path, detail: str) -> ImportResult:
    """Result of a failed import, with the file's name before ``detail``."""
    return ImportResult(message, f"{path.name}: {detail}", why=f"{path.name}: {detail}")


def import_from_phone(app: AppContext, text: bytes) -> ImportResultDialog:
    """Save a match sent by a phone in the album. Returns a dialog with the result."""
    try:
        match = persistence.import_match(text.decode("utf-8-sig"), time.time())
    except UnicodeDecodeError:
        return ImportResultDialog(app, _("The phone didn't send a match."), "")
    except ValueError as error:
        return ImportResultDialog(app, _("The phone didn't send a match."), str(error))
    result = _archive_match(app, match, "")
    return ImportResultDialog(app, result.message, result.more, result.name)


def _archive_match(app: AppContext, match: ArchivedMatch, file_name: str) -> ImportResult:
    """Save a match in the album, unless it is there, and return the result. ``file_name`` may be ""."""
    app.stores.autosave.flush(MOMENT)
    archive = app.stores.archive
    existing = archive.find_by_record(match.record)
    entry = ArchiveEntry(match, turns_of(match.record))
    more = ", ".join((captions.head_words(entry), captions.result_words(entry)))
    if existing:
        return ImportResult(_("This match is already in the album."), more, existing)
    if not save_to_archive(archive, match):
        sentence = _("The match couldn't be added to the album.")
        return ImportResult(sentence, file_name, why=f"{file_name}: {sentence}")
    app.audio.play("peg")
    return ImportResult(_("The match is in the album now."), more, match.name)


def save_to_archive(archive: Archive, match: ArchivedMatch) -> bool:
    """Save an imported match in the album. Returns False if it could not be saved."""
    return archive.add(match) and archive.load(match.name) is not None


PAGE = "bring"
TIGHT, SMALL_CODE = 1.5, 190.0
"""Text scale from which the QR code has the smaller size, and that size in units."""


class PhoneImportDialog(Dialog):
    """Waits for a match from any phone of the network that scans the code, even without a party."""

    def __init__(self, app: AppContext) -> None:
        """Wait for a match. If no party is open, one is opened for this and closed afterwards."""
        self._addresses = AddressChoice(app)
        self._door: JoinInfo | None = None
        self._word = ""
        self._is_own = False
        """True if the party was opened only for this dialog."""

    @property
    def link(self) -> str:
        """Address in the QR code without scheme; "" while no party is open."""
        party = self.app.phones.party
        return f"{party.door.address}/{PAGE}#{self._word}" if party is not None and party.is_open else ""

    def on_enter(self) -> None:
        """Open the party if none is open, and begin to accept texts."""
        phones = self.app.phones
        self._is_own = not phones.is_open
        party = phones.open()
        self._word = party.letters.open()

    def on_leave(self) -> None:
        """Stop accepting texts. Closes the party if it was opened for this and has no seated phone."""
        party = self.app.phones.party
        if party is not None:
            party.letters.close()
            if self._is_own and not party.held_seats:
                self.app.phones.close()

    def tick(self, now: float) -> bool:
        """Follow the party, and replace the dialog by the result of a received text. Always returns False."""
        app = self.app
        if app.phones.status.join_info != self._door:
            self._door = app.phones.status.join_info
            self.on_layout()
            self.needs_redraw = True
        party = app.phones.party
        text = party.letters.take() if party is not None else None
        if text is not None:
            app.scenes.replace(import_from_phone(app, text))
        return False

    def rows(self) -> list[Element]:
        return [*self._code_rows(), button(_("Done"), self.app.scenes.pop, go=True, sign="tick")]

    def _code_rows(self) -> list[Element]:
        """Rows with the QR code, or with a sentence while no phone can connect."""
        front, link = self.app.phones.status, self.link
        if front.error:
            sentence = _("Phones can't join: {why}.").format(why=front.error)
            return [TextRow(sentence, LARGE, face="strong", centred=True)]
        if front.join_info == NO_JOIN_INFO or not link:
            opening = _("One moment: opening the door for phones ...")
            return [TextRow(opening, LARGE, face="strong", centred=True)]
        reads = TextRow(_("Scan this with a phone on this network."), LARGE, face="strong", centred=True)
        scheme = front.join_info.origin.removesuffix(front.join_info.address)
        sends = _("From there it sends a match as a file or text, and the match appears here.")
        if self.app.text_scale >= TIGHT:  # a cut QR code would be useless
            return [
                reads,
                link_row(f"{scheme}{link}", SMALL_CODE),
                TextRow(link, face="strong", centred=True),
            ]
        return [
            reads,
            link_row(f"{scheme}{link}"),
            TextRow(link, face="strong", centred=True),
            TextRow(sends, is_muted=True, centred=True),
            *self._addresses.rows(),
        ]
