"""A match for others (as a picture, moving, as a file, as text, for a phone), and one that a phone brings.

How it goes through the house (a match for others): `Share` (`scenes/album/sharing.py`) has a worker make a
picture (`Studio.still`) or the last moves (`animated` in `ui/match/photo.py`), or writes `text_of`
(`match/saving.py`): the record, and a header `[Beside {...}]` that no rule reads, with looks, day and
length. A file dropped on the window > `App` > `taken_in` (`scenes/album/scene.py`); a text from a phone >
`Letterbox` (`party/bulletin.py`, by the page `party/page/bring.js`) > `Bringing` (`scenes/album/sharing.py`)
> `exchange.taken_in` > `Archive.keep`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

import segno

from game.bots.worker import Worker
from game.core.record import read_record
from game.match.film import Film
from game.match.match import Match
from game.match.saving import called, text_of
from game.match.seats import Seat
from game.match.socks import OutsideFeat
from game.party.party import NOWHERE, Door
from game.scenes.album.photos import MOVING, STILL
from game.scenes.album.scene import brought
from game.scenes.earned import happened
from game.scenes.phone_door import AddressChoice, code_row
from game.store.archive import Ended
from game.store.files import documents, free, reason, write_whole
from game.ui.core import window
from game.ui.core.scene import AppContext
from game.ui.core.theme import LARGE
from game.ui.match.photo import Kind
from game.ui.widgets import Button, Dialog, Form, PictureRow, Tell, Widget, Words
from game.words import _, spoken

FOLDER = "Matches"
"""Where it goes among the player's documents."""
QR = 300.0


class Share(Dialog):
    """What a match can become for others, each with a press."""

    def __init__(self, match: Ended, at: int | None = None) -> None:
        """Offer it; ``at`` is the moment that is shown, `None` for the end."""
        self.match = match
        self._at = len(read_record(match.record).moves) if at is None else at
        self._worker: Worker | None = None
        self._then: Callable[[object], None] | None = None
        super().__init__([])

    def enter(self) -> None:
        self._offer()

    def leave(self) -> None:
        self._drop()

    def retell(self) -> None:
        if self._worker is None:
            self._offer()

    def _offer(self) -> None:
        rows: list[Widget] = [
            Words(_("How is it to be shown?"), LARGE, face="strong", centred=True),
            Button(_("As a picture"), partial(self._make, STILL, ".png"), go=True),
            Button(_("As a moving picture, sharp (WebP)"), partial(self._make, MOVING, ".webp", Kind.WEBP)),
            Button(
                _("As a moving picture for any program (GIF)"), partial(self._make, MOVING, ".gif", Kind.GIF)
            ),
            Button(
                _("As a file for another album"),
                lambda: self._write(".txt", text_of(self.match).encode("utf-8", "backslashreplace")),
            ),
        ]
        if window.is_there():
            rows.append(Button(_("As text, to be pasted elsewhere"), self._copy))
        if self.stage.phones.is_open:
            rows.append(Button(_("For a phone of the party"), self._phone))
        self._fill(rows)

    def _fill(self, rows: list[Widget]) -> None:
        self.form = type(self.form)(rows)
        self.layout()
        self.stale = True

    # What takes a while is made beside the window.

    def _make(self, question: str, ending: str, *more: Kind) -> None:
        self._worker = self.stage.worker()
        seats = [dict(seat) for seat in self.match.seats]
        cache = str(self.stage.cache or "")
        self._worker.ask(question, self.match.record, seats, self._at, cache, spoken(), *more)
        self._then = partial(self._made, ending)
        making = Words(_("It is being made ..."), LARGE, face="strong", centred=True)
        self._fill([making, Button(_("Leave it"), self._leave_off)])

    def tick(self, now: float) -> bool:
        answer = self._worker.answer() if self._worker is not None else None
        if answer is not None and self._then is not None:
            then, self._then = self._then, None
            self._drop()
            then(answer.value)
        return False

    def _leave_off(self) -> None:
        self._drop()
        self._offer()

    def _drop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()

    def _made(self, ending: str, data: object) -> None:
        if isinstance(data, bytes):
            self._write(ending, data)
        else:
            self._offer()
            self.stage.scenes.push(Tell(_("This picture could not be made.")))

    # What is there at once.

    def _write(self, ending: str, data: bytes) -> None:
        """Keep it in a folder that can be opened then, and say where."""
        path = free(documents() / FOLDER, called(self.match), ending)
        try:
            write_whole(path, data)
        except OSError as error:
            self._offer()
            self.stage.scenes.push(Tell(_("It could not be kept."), f"{path}: {_(reason(error))}"))
            return
        self._end(_("It is kept."), str(path), path)

    def _copy(self) -> None:
        if not window.put(text_of(self.match)):
            self.stage.scenes.push(Tell(_("This system has no clipboard for it.")))
            return
        self._end(_("The text is on the clipboard, to be pasted wherever it is wanted."), "")

    def _end(self, told: str, more: str, at: Path | None = None) -> None:
        self.stage.audio.play("confirm")
        earned = happened(self.stage, OutsideFeat.SHARED)
        self.stage.scenes.replace(Tell(told, "\n".join(filter(None, (more, earned))), at))

    def _phone(self) -> None:
        """Lay it ready for phones, where only who has read the picture finds it."""
        name = f"match-{secrets.token_hex(8)}.txt"
        party = self.stage.phones.party
        if party is None or not party.is_open:
            self.stage.scenes.push(Tell(_("The party has just ended.")))
            return
        party.serve(name, text_of(self.match).encode("utf-8", "backslashreplace"))
        happened(self.stage, OutsideFeat.SHARED)
        self.stage.scenes.replace(PhoneCode(f"http://{party.door.address}/play/{name}"))


def share_moment(
    stage: AppContext, film: Film, seats: Sequence[Seat], conceded: int | None, at: int
) -> Share:
    """Offer a moment of a film, ``at`` moves from its beginning, to be shown to others.

    The album may hold the match already; ``conceded`` is the seat that gave it up, if one has.
    """
    archive, record = stage.stores.archive, film.record
    kept = archive.load(archive.holds(record))
    if kept is None:
        # Nothing could be kept of it, or it was shown from elsewhere: it can be shared all the same.
        last = film.at(len(film))
        whole = Match(last, seats)
        whole.conceded = conceded
        result = whole.result() if whole.is_over else None
        winners, scores = ((), whole.scores()) if result is None else (result.winners, result.scores)
        who = tuple(asdict(seat) for seat in seats)
        kept = Ended(last.game, record, winners, scores, who, conceded, time.time())
    return Share(kept, at)


def link_row(address: str, size: float = QR) -> PictureRow:
    """An address as a code for the camera of a phone, ``size`` units wide."""
    return code_row(segno.make(address, micro=False).matrix, size, beside=16)


class PhoneCode(Dialog):
    """A code for the camera of a phone, which then has the match as text."""

    def __init__(self, address: str) -> None:
        self.address = address
        reads = _("A phone in this network reads it with its camera.")
        gets = _("It gets the match as text, to be kept or sent on.")
        super().__init__(
            [
                Words(reads, LARGE, face="strong", centred=True),
                link_row(address),
                Words(gets, soft=True, centred=True),
                Button(_("Done"), lambda: self.stage.scenes.pop(None), go=True),
            ]
        )


PAGE = "bring"
TIGHT, SMALL_CODE = 1.5, 190.0
"""From this text size on the code is so wide, in units."""


class Bringing(Dialog):
    """Waits for a match from any phone of this network that has read the code; a party need not be on."""

    def __init__(self, stage: AppContext) -> None:
        """Wait for one; a party is opened for it where there is none, and ends with it."""
        super().__init__([])
        self._addresses = AddressChoice(stage)
        self._door: Door | None = None
        self._word = ""
        self._is_own = False
        """Whether the party was opened for this alone."""

    @property
    def link(self) -> str:
        """What the code says; empty until phones can come."""
        party = self.stage.phones.party
        return f"{party.door.address}/{PAGE}#{self._word}" if party is not None and party.is_open else ""

    def enter(self) -> None:
        phones = self.stage.phones
        self._is_own = not phones.is_open
        party = phones.open()
        self._word = party.letters.open()
        self._refill()

    def leave(self) -> None:
        """Nothing is taken any more; whoever has sat down meanwhile keeps the party."""
        party = self.stage.phones.party
        if party is not None:
            party.letters.close()
            if self._is_own and not party.held:
                self.stage.phones.close()

    def retell(self) -> None:
        self._refill()

    def layout(self) -> None:
        self._refill()
        super().layout()

    def tick(self, now: float) -> bool:
        stage = self.stage
        if stage.phones.front.door != self._door:
            self._refill()
            self.layout()
            self.stale = True
        party = stage.phones.party
        text = party.letters.take() if party is not None else None
        if text is not None:
            stage.scenes.replace(brought(stage, text))
        return False

    def _refill(self) -> None:
        front = self.stage.phones.front
        self._door = front.door
        self._addresses.follow(Form([Button("", self.stage.scenes.pop)]))
        self.form = Form([*self._rows(), Button(_("Done"), self.stage.scenes.pop, go=True)])

    def _rows(self) -> list[Widget]:
        front, link = self.stage.phones.front, self.link
        if front.trouble:
            told = _("No phone can join: {why}.").format(why=front.trouble)
            return [Words(told, LARGE, face="strong", centred=True)]
        if front.door == NOWHERE or not link:
            return [Words(_("A moment: the door for phones opens ..."), LARGE, face="strong", centred=True)]
        reads = Words(
            _("A phone in this network reads it with its camera."), LARGE, face="strong", centred=True
        )
        sends = _("There it sends the file of a match, or its text, and the match hangs here.")
        if self.stage.text_scale >= TIGHT:  # a code that is cut off leads nowhere
            return [reads, link_row(f"http://{link}", SMALL_CODE), Words(link, face="strong", centred=True)]
        return [
            reads,
            link_row(f"http://{link}"),
            Words(link, face="strong", centred=True),
            Words(sends, soft=True, centred=True),
            *self._addresses.rows(),
        ]
