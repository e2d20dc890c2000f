"""Sharing a match (picture, animation, file, text, or for a phone), and importing one.

Flow of sharing: `ShareScene` has a worker render a picture (`OffscreenRenderer.still`) or the last moves
(`animated` in `ui/match/offscreen.py`). Or it writes `match_as_text` (`match/persistence.py`): the record and
a header `[Beside {...}]` with looks, date and length, which the rules ignore. Flow of importing: a file
dropped on the window goes through `App` to `ImportScene`. A text from a phone (page `party/page/upload.js`)
goes through `UploadInbox` (`party/state_updates.py`) to `PhoneImportDialog`. Both end in `save_to_archive`.
"""

from __future__ import annotations

import contextlib
import io
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache, partial
from pathlib import Path
from textwrap import wrap

import pygame
import segno

from game.bots.worker import Worker
from game.core.discovery import find_game, game_slugs
from game.core.extras import hooks
from game.core.game import Layout
from game.core.record import read_record
from game.core.session import Session
from game.i18n import _, current_language, decimal_sign, plural
from game.match import persistence
from game.match.achievements import MetaAchievement
from game.match.import_file import FIND_REQUEST
from game.match.match import Match
from game.match.persistence import export_file_name, match_as_text
from game.match.replay import Replay
from game.match.seats import Seat, seat_data
from game.party.party import NO_JOIN_INFO, JoinInfo
from game.resources import levels_of
from game.scenes.achievement_notice import award
from game.scenes.album import captions
from game.scenes.album.photos import MOVING_REQUEST, STILL_REQUEST
from game.scenes.album.scene import AlbumScene
from game.scenes.board_thumbnails import LOAD_REQUEST
from game.scenes.hung import CONTENT_GAP, LINE_SAG, LINE_Y, SIGN_TOP, WOOD_HEIGHT, HungScreen
from game.scenes.phone_join import AddressChoice, code_row
from game.store.archive import Archive, ArchivedMatch, ArchiveEntry, turns_of
from game.store.board_files import add_map
from game.store.data_folder import documents, free_file_name, reason, write_atomic
from game.store.saves import MAX_SCREEN_WAIT_S
from game.store.storage import Storage
from game.ui.art.album import avatar, photo
from game.ui.art.daily import peg, sag, thread
from game.ui.art.fabric import SHADOW_MARGIN, SLIDER_ROOM, ClothColours, slider, tag
from game.ui.art.icons import icon
from game.ui.art.layers import INK, STITCH, WOOL
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.sharing import icon_patch, knitted_frame
from game.ui.art.socks import sock_look
from game.ui.core import window
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Scene
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.match.match_flow import FileLoadingScene
from game.ui.match.match_scene import MatchScene
from game.ui.match.offscreen import WIDTH, AnimationFormat, moves_at
from game.ui.widgets import (
    PANEL_PICTURE,
    ROWS_SCROLL_EDGE,
    Action,
    ButtonElement,
    Dialog,
    Element,
    ElementKey,
    FontSpec,
    MessageDialog,
    Padding,
    Picture,
    PictureRow,
    QuestionDialog,
    ScaledLength,
    ScrollView,
    SingleLineText,
    Spacer,
    Text,
    TextRow,
    button,
    column,
    draw_cap,
    draw_chosen,
    draw_cloth,
    first_that_fits,
    row,
    shrink_to_fit,
    sign,
    stack,
)

FOLDER = "Matches"  # among the user's documents
QR_SIZE = 300.0
ROOMY_TEXT_SCALE = 1.3  # text scale up to which the preview has its full size


class ShareKind(StrEnum):
    """Ways in which a match can be shared."""

    PICTURE = "picture"
    MOVING = "moving"
    TEXT = "text"
    PHONE = "phone"
    FILE = "file"


class ShareKey(ElementKey):
    """Keys of the elements."""

    TILE = "tile"
    FORMAT = "format"
    SAVE = "save"
    PREVIEW = "preview"
    FILM = "film"


KINDS = tuple(ShareKind)
ICONS = ("photo", "film", "scroll", "phone", "envelope")
SAMPLE_SIZE, SAMPLE_LINES, SAMPLE_LETTERS = (76.0, 58.0), 5, 20  # units; lines of text and letters in one
PEGGER_HEIGHT = 150.0  # units
FORMATS = (AnimationFormat.WEBP, AnimationFormat.GIF)
PREVIEW_WIDTH, FRAME_WIDTH = (
    616.0,
    28.0,
)  # units, width of the preview with its knitted frame, and of that frame
PREVIEW_ASPECT_RATIO, FILM_HEIGHT = 1.6, 44.0  # of the preview in its frame; units of the thread of a film
TILES_TOP = 80.0  # units above the first way, which is level with the preview if there is room
MAX_FRAMES = 60  # most frames of the moving preview
MEGABYTE = 1e6


def draw_tile(painter: Painter, box: Box, is_chosen: bool, *, focused: bool) -> None:  # noqa: FBT001
    """Draw the cloth of a way to share; the chosen one is lifted."""
    if is_chosen:
        draw_chosen(painter, box)
    else:
        draw_cap(painter, box, painter.theme.panel, focused=focused, radius=16)


def draw_pegger(painter: Painter, box: Box, look: int) -> None:
    """Draw a puppet that looks over the lower edge of ``box`` and brings a peg."""
    outfit, x, foot = PuppetOutfit(rim=4.0, ground=False, flip=True), box.x + 44, box.bottom + 44
    image = puppet(painter.assets, look, "happy", 0, PEGGER_HEIGHT, outfit, look=(-0.8, 0.1))
    painter.blit(image, x, foot + puppet_foot(PEGGER_HEIGHT), "midbottom")
    mouth = x - 0.42 * PEGGER_HEIGHT, foot - 0.62 * PEGGER_HEIGHT
    painter.blit(peg(painter.assets, 0.8, 80.0), *mouth, "center")


def draw_format(painter: Painter, box: Box, words: str, is_chosen: bool, *, focused: bool) -> None:  # noqa: FBT001
    """Draw the button of a file format with its words."""
    theme = painter.theme
    draw_cap(painter, box, theme.ink if is_chosen else theme.cloth, focused=focused, radius=24)
    colour = theme.panel if is_chosen else theme.ink
    at = box.centre[0], box.centre[1] - 2
    painter.text(words, *at, SMALL, TextStyle(STRONG, colour), anchor="center", room=box.w - 24)


def draw_head(painter: Painter, box: Box, look: int, has_won: bool) -> None:  # noqa: FBT001 - values of a picture
    """Draw the head of a player, glad of a win."""
    painter.blit(avatar(painter.assets, look, box.w, "happy" if has_won else "idle"), *box.centre, "center")


def board_picture(picture: pygame.Surface, board: pygame.Rect, size: tuple[int, int]) -> pygame.Surface:
    """The board of a picture of a match, fitted into ``size`` px. ``board``: its place in a full picture."""
    area = board.copy()
    area.inflate_ip(0, max(0, round(area.w * size[1] / size[0]) - area.h))
    scale = picture.get_width() / WIDTH
    area = pygame.Rect(*(round(scale * length) for length in area))
    area = area.clamp(picture.get_rect()).clip(picture.get_rect())
    scale = min(size[0] / area.w, size[1] / area.h)
    image = pygame.transform.smoothscale(
        picture.subsurface(area), (round(scale * area.w), round(scale * area.h))
    )
    fitted = pygame.Surface(size).convert()
    fitted.fill(picture.get_at((0, 0)))
    fitted.blit(image, image.get_rect(center=fitted.get_rect().center))
    return fitted


class ShareScene(HungScreen):
    """Ways to share a match beside a preview of what is shared: its position, or its last moves, moving."""

    def __init__(self, match: ArchivedMatch, ply: int | None = None) -> None:
        """Share the position after ``ply`` moves; None for the end."""
        self.match = match
        record = read_record(match.record)
        self._at = len(record.moves) if ply is None else ply
        self._moves = len(moves_at(Session.from_record(match.record), self._at))
        self._looks = tuple(int(str(seat.get("look", number))) % 8 for number, seat in enumerate(match.seats))
        self._names = tuple(str(seat.get("name", "")) for seat in match.seats)
        self.kind, self.format = ShareKind.PICTURE, AnimationFormat.WEBP
        self.files: dict[str, bytes | None] = {}
        """Rendered files by format; None if rendering failed."""
        self._worker: Worker | None = None
        self._pending, self._is_saving = "", False
        self._still: pygame.Surface | None = None
        self._frames: list[pygame.Surface] = []
        self._frame = 0
        self._board = pygame.Rect(0, 0, 0, 0)
        self._fitted: dict[tuple[int, int, int], pygame.Surface] = {}
        self.focus = ShareKey.SAVE

    @property
    def title(self) -> str:
        return _("Share")

    def on_enter(self) -> None:
        """Have the picture rendered."""
        self._render()

    def on_leave(self) -> None:
        """Stop the worker."""
        self._stop_worker()

    @property
    def kinds(self) -> list[ShareKind]:
        """Ways that are possible now."""
        missing = {ShareKind.TEXT} if not window.is_there() else set()
        missing |= {ShareKind.PHONE} if not self.app.phones.is_open else set()
        return [kind for kind in KINDS if kind not in missing]

    @property
    def _wanted(self) -> str:
        """Format of the file that the chosen way needs rendered; the picture for those that need none."""
        return self.format.value if self.kind is ShareKind.MOVING else "png"

    # Rendered in a worker.

    def _render(self) -> None:
        """Have a worker render what the chosen way needs, unless that is done or being done."""
        wanted = self._wanted
        if wanted in self.files or wanted == self._pending:
            return
        self._stop_worker()
        self._worker, self._pending = self.app.worker(), wanted
        seats, cache = [dict(seat) for seat in self.match.seats], str(self.app.cache or "")
        request = self.match.record, seats, self._at, cache, current_language()
        if wanted == "png":
            self._worker.submit(STILL_REQUEST, *request)
        else:
            self._worker.submit(MOVING_REQUEST, *request, self.format)

    def tick(self, now: float) -> bool:
        """Take what the worker has rendered, and save it if that was asked for. Always returns False."""
        answer = self._worker.poll_result() if self._worker is not None else None
        if answer is not None:
            rendered, kind = answer.value, self._pending
            self._stop_worker()
            self.files[kind] = None
            if isinstance(rendered, tuple):
                self.files[kind], self._board = rendered[0], pygame.Rect(rendered[1])
            self._show_preview(kind)
            self.needs_redraw = True
            if self._is_saving and kind == self._wanted:
                self._save()
        return False

    def _show_preview(self, kind: str) -> None:
        """Decode a rendered file for the preview."""
        data = self.files[kind]
        if data is None:
            return
        with contextlib.suppress(pygame.error):
            if kind == "png":
                self._still = pygame.image.load(io.BytesIO(data), "still.png").convert()
            else:
                shown = pygame.image.load_animation(io.BytesIO(data), f"moving.{kind}")
                step = -(-len(shown) // MAX_FRAMES)
                self._frames = [picture.convert() for picture, _ms in shown[::step]]
        self._fitted.clear()

    def _stop_worker(self) -> None:
        """Stop the worker, if there is one."""
        worker, self._worker, self._pending = self._worker, None, ""
        if worker is not None:
            worker.close()

    # Picture.

    def _moving_frame(self) -> int:
        """Index of the frame of the moving preview; the last one if nothing may move, -1 for none."""
        if self.kind is not ShareKind.MOVING or not self._frames:
            return -1
        if self.app.idle_motion_off:
            return len(self._frames) - 1
        return int(self.app.now / 120) % (len(self._frames) + 8)

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes of preview and film if the moving preview has another frame, else none."""
        frame = self._moving_frame()
        if frame == self._frame:
            return []
        self._frame = frame
        boxes = self.frame.boxes
        return [boxes[key].inflated(24) for key in (ShareKey.PREVIEW, ShareKey.FILM) if key in boxes]

    def live_values(self) -> dict[str, tuple[int]]:
        """The frame of the moving preview."""
        frame = self._moving_frame()
        return {ShareKey.PREVIEW: (frame,), ShareKey.FILM: (frame,)}

    def _draw_preview(self, painter: Painter, box: Box, _ready: int, frame: int = -1) -> None:
        """Draw the preview in its knitted frame on two threads."""
        assets = painter.assets
        for x in (box.x + 0.39 * box.w, box.x + 0.93 * box.w):
            top = sag(x, painter.view.w, LINE_Y, LINE_SAG)
            painter.blit(thread(assets, round(box.y - top)), x - 4, top)
            painter.blit(peg(assets, 0.72, 2.0), x, top + 6, "center")
        border = round(FRAME_WIDTH * box.w / PREVIEW_WIDTH)
        image = knitted_frame(assets, round(box.w), round(box.h), self._looks, border)
        painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
        inner = painter.view.rect(box.inflated(-border))
        picture = self._frames[min(frame, len(self._frames) - 1)] if frame >= 0 else self._still
        if picture is None:
            painter.text(_("Working on it…"), *box.centre, LARGE, TextStyle(STRONG, WOOL), anchor="center")
            return
        key = (id(picture), *inner.size)
        if key not in self._fitted:
            self._fitted[key] = board_picture(picture, self._board, inner.size)
        painter.surface.blit(self._fitted[key], inner)

    def _draw_sample(self, painter: Painter, box: Box, kind: ShareKind, has_still: bool) -> None:  # noqa: FBT001
        """Draw a sample of what a way shares; its icon for a phone and while there is no picture."""
        assets, still = painter.assets, self._still
        if kind is ShareKind.TEXT:
            draw_cloth(painter, box, ClothColours(WOOL, INK, ""), radius=7, shadow=False)
            step, room = box.h / (SAMPLE_LINES + 1), box.w - 20
            for number, words in enumerate(wrap(self.match.record[-200:], SAMPLE_LETTERS)[:SAMPLE_LINES], 1):
                wide = room * len(words) / SAMPLE_LETTERS
                painter.fill(Box(box.x + 10, box.y + number * step - 2, wide, 4), STITCH, 2)
        elif still is None or kind is ShareKind.PHONE:
            place = KINDS.index(kind)
            patch = icon_patch(assets, ICONS[place], (4, 0, 3, 5, 2)[place], round(min(box.w, box.h)))
            painter.blit(patch, *box.centre, "center")
        else:
            area = painter.view.rect(box)
            key = (id(still), *area.size)
            if key not in self._fitted:
                picture = board_picture(still, self._board, area.size)
                self._fitted[key] = photo(assets, picture, box.w, box.h)
            painter.blit(self._fitted[key], box.x, box.y)
            if kind is ShareKind.MOVING:
                painter.blit(tag(assets, 34, 34, WOOL), *box.centre, "center")
                painter.blit(icon(assets, "play", 22), *box.centre, "center")
            elif kind is ShareKind.FILE:
                painter.blit(peg(assets, 0.62, 4.0), box.centre[0], box.y, "center")

    def _draw_film(self, painter: Painter, box: Box, moves: int, frame: int = -1) -> None:
        """Draw the thread of the film with a ball as playhead, which rests at each move."""
        share = 1.0
        if frame >= 0 and moves:
            played = min(frame, len(self._frames) - 1) / max(1, len(self._frames) - 1)
            share = round(played * moves) / moves
        look = self._looks[0] if self._looks else 0
        painter.blit(
            slider(painter.assets, round(box.w - 40), share, look),
            box.x + 16 - SLIDER_ROOM, box.centre[1] - SLIDER_ROOM,
        )  # fmt: skip

    def build(self) -> Element:
        """The title and preview, and, next to them, the ways to share."""
        first, *others = (self._tile(number, kind) for number, kind in enumerate(self.kinds))
        edge = replace(ROWS_SCROLL_EDGE, margin=CONTENT_GAP)
        content = column(first, *others, gap=8, pad=Padding(0, 6, 10))
        apart = [first, *(part for tile in others for part in (Spacer(8), Spacer(flex=1), tile))]
        look = self._looks[next(iter(self.match.winners), 0)] if self._looks else 0
        above = Picture(draw_pegger, (look,), h=TILES_TOP), Spacer(6)
        levels = (column(top, *apart, pad=Padding(0, 0, 10)) for top in above)
        ways = first_that_fits(*levels, ScrollView(content, self.scroll, edge), flex=1)
        pad = Padding(self.app.view.safe_area.x, SIGN_TOP + 10, WOOD_HEIGHT + CONTENT_GAP)
        return stack(super().build(), row(Spacer(w=self._width + 26), column(ways, flex=1), pad=pad))

    @property
    def _width(self) -> float:
        """Width in units of the preview: less in large text."""
        return PREVIEW_WIDTH if self.app.text_scale <= ROOMY_TEXT_SCALE else self.app.view.safe_area.w * 0.34

    def below(self) -> Element:
        """Card with the preview, the film and the caption."""
        wide = self._width
        border = 2 * FRAME_WIDTH * wide / PREVIEW_WIDTH
        high = (wide - border) / PREVIEW_ASPECT_RATIO + border
        film: list[Element] = []
        if self.kind is ShareKind.MOVING:
            strand = Picture(self._draw_film, (self._moves,), key=ShareKey.FILM, h=FILM_HEIGHT)
            film, high = [column(strand, pad=Padding(18, 0))], high - FILM_HEIGHT
        preview = Picture(self._draw_preview, (len(self.files),), key=ShareKey.PREVIEW, h=high)
        card = column(preview, *film, self._caption(), w=wide, behind=PANEL_PICTURE)
        return column(Spacer(h=14), row(card))

    def _caption(self) -> Element:
        """Game, time, players and scores; what has no room is left out, first the time, then the names."""
        slug, theme = self.match.slug, self.app.measuring_painter.theme
        is_known = theme.name == "linen" and slug in game_slugs()
        game = FontSpec(26, NAMES, sock_look(slug).text if is_known else "")
        when = captions.moment_words(self.match.ended, time.time())
        cells: list[Element] = [
            Text(captions.game_words(slug, brief=True), game, lines=1, drop_rank=1),
            Text(when, FontSpec(BODY, STRONG, theme.soft), lines=1, drop_rank=3),
            Spacer(flex=1),
        ]
        scores = self.match.scores if len(self.match.scores) == len(self._looks) else ()
        size = ScaledLength(34, 0.3)
        for number, look in enumerate(self._looks):
            has_won = number in self.match.winners
            words = str(scores[number]) if scores and any(scores) else ""
            name = SingleLineText(self._names[number], FontSpec(BODY, STRONG), shrinks=True, drop_rank=2)
            cells += [
                Picture(draw_head, (look, has_won), w=size, h=size),
                *([name] if len(self._looks) < 4 else []),
                Text(words, FontSpec(LARGE, NAMES, "" if has_won else theme.soft), lines=1),
            ]
        return shrink_to_fit(row(*cells, gap=10, pad=Padding(18, 8), align=0.5), ranks=3)

    def _words(self, kind: ShareKind) -> tuple[str, str, str]:
        """Name of a way, one line about it, and the words of its button."""
        return {
            ShareKind.PICTURE: (_("Picture"), _("This position, ready to send."), _("Save")),
            ShareKind.MOVING: (_("Animation"), _("The last moves, in a loop."), _("Save")),
            ShareKind.TEXT: (_("Text"), _("The whole match, to paste anywhere."), _("Copy")),
            ShareKind.PHONE: (_("Phone"), _("Scan a code and keep the match."), _("Show the code")),
            ShareKind.FILE: (_("File"), _("For the album on another computer."), _("Save")),
        }[kind]

    def _tile(self, number: int, kind: ShareKind) -> Element:
        """Tile of a way; the chosen one has its formats and its button."""
        theme, is_chosen = self.app.measuring_painter.theme, kind is self.kind
        name, line, words = self._words(kind)
        place = KINDS.index(kind)
        wide, high = (ScaledLength(length, 0.25) for length in SAMPLE_SIZE)
        sample = Picture(self._draw_sample, (kind, self._still is not None), w=wide, h=high)
        heads = column(
            Text(name, FontSpec(26 if is_chosen else 22, NAMES), step=0.88),
            Text(line, FontSpec(SMALL, STRONG, theme.soft), step=0.9), flex=1,
        )  # fmt: skip
        data = self.files.get(self._wanted)
        amount = ""
        if is_chosen and kind in (ShareKind.PICTURE, ShareKind.MOVING) and data:
            amount = _("{n} MB").format(n=f"{len(data) / MEGABYTE:.1f}".replace(".", decimal_sign()))
        side = Text(amount, FontSpec(SMALL, STRONG, theme.soft), lines=1) if is_chosen else sign("right", 24)
        head = row(sample, heads, side, gap=14, align=0.5)
        behind = Picture(draw_tile, (is_chosen,), shows_focus=True)
        if not is_chosen:
            return row(
                head, pad=Padding(16, 6, 11), behind=behind, key=ShareKey.TILE.of(place), least=74.0,
                action=Action(partial(self._choose, kind), _("Select"), label=f"{name}. {line}"),
            )  # fmt: skip
        save = ButtonElement(
            _("Working on it…") if self._is_saving else words, key=ShareKey.SAVE, least=52,
            action=Action(self._save, words, label=f"{name}: {words}"),
        )  # fmt: skip
        return column(head, *self._formats(), save, gap=16, pad=Padding(16, 12, 16), behind=behind)

    def _formats(self) -> list[Element]:
        """Row with the two formats of a moving picture; none for other ways."""
        if self.kind is not ShareKind.MOVING:
            return []
        words = _("WebP, sharper"), _("GIF, plays anywhere")
        buttons = (
            Picture(
                draw_format, (text, kind is self.format), shows_focus=True, words=text,
                key=ShareKey.FORMAT.of(number), h=ScaledLength(46, 0.5), flex=1,
                action=Action(partial(self._set_format, kind), _("Select"), label=text),
            )
            for number, (text, kind) in enumerate(zip(words, FORMATS, strict=True))
        )  # fmt: skip
        return [row(*buttons, gap=8)]

    def _choose(self, kind: ShareKind) -> None:
        """Choose a way, and focus its button."""
        self.kind, self.focus, self._is_saving = kind, ShareKey.SAVE, False
        self._render()
        self.on_layout()

    def _set_format(self, kind: AnimationFormat) -> None:
        """Choose the format of a moving picture."""
        self.format, self._is_saving = kind, False
        self._render()

    # Sharing.

    def _save(self) -> None:
        """Share in the chosen way: at once, or as soon as the file is rendered."""
        if self.kind is ShareKind.TEXT:
            self._copy()
        elif self.kind is ShareKind.PHONE:
            self._phone()
        elif self.kind is ShareKind.FILE:
            self._write(".txt", match_as_text(self.match).encode("utf-8", "backslashreplace"))
        elif self._wanted not in self.files:
            self._is_saving = True
            self._render()
        elif data := self.files[self._wanted]:
            self._write(f".{self._wanted}", data)
        else:
            self._is_saving = False
            self.app.scenes.push(MessageDialog(_("This picture couldn't be made.")))

    def back(self) -> None:
        """Stop waiting for a file that is to be saved, else leave."""
        if self._is_saving:
            self._is_saving, self.needs_redraw = False, True
            self._stop_worker()
            self.app.audio.play("back")
        else:
            super().back()

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
) -> ShareScene:
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
    return ShareScene(archived, ply)


@lru_cache(1)  # the same object each time: it takes long to make, and its dialog keeps its layout
def link_row(address: str, size: float = QR_SIZE) -> PictureRow:
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
    if _request_for(path) == LOAD_REQUEST:
        sentence = _("This board can't be played on.")
    return _failure(sentence, path, str(loaded).removeprefix(f"{path}, "))


def _import_board(app: AppContext, layout: Layout, path: Path) -> ImportResult:
    """Save the board of a map file, and return the result."""
    try:
        sentence = keep_board(app.stores, layout, path)
    except OSError as error:
        return _failure(_("The board couldn't be saved."), path, _(reason(error)))
    return ImportResult(sentence, _("Choose it in the house rules."), why=sentence)


def keep_board(stores: Storage, layout: Layout, path: Path) -> str:
    """Save a map's board among those of its game, unless there; returns a sentence. OSError if it fails."""
    own_folder = stores.maps(layout.game)
    if path.parent.resolve() != own_folder.resolve():
        add_map(layout, own_folder, path.stem, levels_of(layout.game))
    template = _("{game} now has the board “{board}”.")
    return template.format(board=layout.get("name", path.stem), game=_(find_game(layout.game).info.title))


def _request_for(path: Path) -> str:
    """Name of the worker's function that reads a file, by the file's suffix."""
    return LOAD_REQUEST if path.suffix.lower() == ".tmx" else FIND_REQUEST


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
    app.stores.autosave.flush(MAX_SCREEN_WAIT_S)
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


BRING_PAGE = "bring"
SMALL_CODE_TEXT_SCALE, SMALL_QR_SIZE = 1.5, 190.0
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
        return (
            f"{party.door.address}/{BRING_PAGE}#{self._word}" if party is not None and party.is_open else ""
        )

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
            opening = _("One moment: opening the door for phones…")
            return [TextRow(opening, LARGE, face="strong", centred=True)]
        reads = TextRow(_("Scan this with a phone on this network."), LARGE, face="strong", centred=True)
        scheme = front.join_info.origin.removesuffix(front.join_info.address)
        sends = _("From there it sends a match as a file or text, and the match appears here.")
        if self.app.text_scale >= SMALL_CODE_TEXT_SCALE:  # a cut QR code would be useless
            return [
                reads,
                link_row(f"{scheme}{link}", SMALL_QR_SIZE),
                TextRow(link, face="strong", centred=True),
            ]
        return [
            reads,
            link_row(f"{scheme}{link}"),
            TextRow(link, face="strong", centred=True),
            TextRow(sends, is_muted=True, centred=True),
            *self._addresses.rows(),
        ]
