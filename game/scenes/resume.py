"""What waits, and how it comes back to the table; and films: from album, results, a match that goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from game.bots.worker import Worker
from game.core.discovery import find_game
from game.core.game import known_level
from game.core.record import read_record
from game.core.schema import read_with_defaults
from game.core.session import Session
from game.i18n import _, listed, plural
from game.match.classroom import ClassRecord, ReportHost
from game.match.import_file import FILMED
from game.match.match import Match
from game.match.replay import Replay
from game.match.seats import PHONE, Seat, kept_seats
from game.party.registry import SavedParty
from game.store.archive import LONGEST, ArchivedMatch
from game.store.data_folder import StorageReason
from game.store.saves import SavedGame
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.core.input import KEYBOARD, MOUSE, PAD
from game.ui.core.scene import AppContext, Scene
from game.ui.match.match_flow import FileLoadingScene, match_scene
from game.ui.match.replay_controls import ReplayOptions
from game.ui.match.replay_scene import ReplayScene
from game.ui.widgets import MessageDialog


def resume(stage: AppContext, saved: SavedGame) -> None:
    """Put the match on the screen; one that cannot be played is set aside, and its reason told."""
    try:
        session = Session.from_record(saved.record)
    except ValueError as error:
        stage.stores.saves.refuse(saved.slug, StorageReason.MOVES)
        # It is told right here, so the sheet about files need not come as well.
        stage.stores.folder.heard(stage.stores.folder.untold)
        said = _("This match cannot be played on. It was set aside, nothing is lost.")
        stage.scenes.push(MessageDialog(said, str(error)))
        return
    match = match_scene(stage, session, seats(stage, session, saved.extra))
    party = saved.extra.get("party")
    # Those without a seat in this game wait for the next one, also where all who play sit at this screen.
    if read_with_defaults(SavedParty, party).bench or any(seat.device == PHONE for seat in match.match.seats):
        stage.phones.open(party)
    kept = saved.extra.get("scene")
    match.recall(kept if isinstance(kept, Mapping) else {})
    if match.filed is not None:
        match.filed.recall(saved.extra.get("filed"))
    if match.patience is not None:
        match.patience.recall(saved.extra.get("clock"))
    match.ending.socks.recall(saved.extra.get("bots"))
    stage.scenes.push(match)


def seats(stage: AppContext, session: Session, extra: Mapping[str, Any]) -> list[Seat]:
    """Who sat where when the match was saved; persons in seats about which nothing good is known.

    A pad is found again by its model; one that is not there is awaited, and the match asks what to do.
    """
    models = extra.get("pads")
    bot = find_game(session.game).bot
    told: list[Seat] = []
    pads: dict[str, str] = {}
    given = kept_seats(extra.get("seats"), session.players)
    for seat, name in enumerate(session.names):
        if len(name) > LONGEST:  # in a record that was made elsewhere
            session.rename(seat, name[:LONGEST])
    for name, known in zip(session.names, given, strict=True):
        device = known.device
        if device.startswith(f"{PAD}:") and isinstance(models, Mapping):
            # One pad for several seats stays one: it is passed around.
            if device not in pads:
                model = models.get(device)
                pads[device] = stage.devices.pads.expect(
                    model if isinstance(model, str) else "", set(pads.values()), device
                )
            device = pads[device]
        elif device not in ("", MOUSE, KEYBOARD, PHONE):
            device = ""
        # What lies beside a record is only a comfort: whatever is wrong with it, the match goes on.
        level = known_level(bot, known.level)
        told.append(Seat(name, known.look, level, device, fits=bool(level) and known.fits))
    return told


def find_film(
    stage: AppContext,
    filed: ArchivedMatch,
    then: Callable[[Replay], object],
    worker: Worker | None = None,
    instead: Callable[[], object] | None = None,
) -> None:
    """Have a match of the album played again, beside the window; what cannot be is told, and stays there.

    ``then`` shows what has come of it, or raises a `ValueError` for which it cannot be shown; where there is
    something to be shown ``instead``, nothing is told.
    """

    def answered(found: Replay | Exception | None) -> None:
        try:
            if isinstance(found, Replay):
                then(found)
            elif found is not None or instead is not None:
                raise ValueError(str(found))
        except ValueError as error:
            if instead is not None:
                instead()
                return
            stage.stores.archive.refuse(filed.name, StorageReason.MOVES)
            said = _("This match cannot be shown. It stays where it is, nothing is lost.")
            stage.scenes.push(MessageDialog(said, str(error)))

    stage.scenes.push(FileLoadingScene(FILMED, filed.record, worker=worker), answered)


def open_film(stage: AppContext, filed: ArchivedMatch, film: Replay, at: int = 0) -> None:
    """Show the film of a match of the album; it begins where ``at`` moves were made, and at 0 it plays."""
    extra = {"seats": [dict(seat, device="") for seat in filed.seats]}  # the pads of that day are not awaited
    sitters = seats(stage, film.at(0), extra)
    screening = ReplayOptions(at=at, source=filed.name, conceded=filed.conceded, leads_back=_("Album"))
    stage.scenes.push(ReplayScene(film, sitters, screening))


def film_of(match: Match, screening: ReplayOptions | None = None) -> ReplayScene:
    """The film of a match as it stands; its record is not touched. Who has given up it knows itself."""
    screening = replace(screening or ReplayOptions(), conceded=match.conceded)
    return ReplayScene(Replay(match.session), match.seats, screening)


def debrief_of(book: ClassRecord, lesson: ReportHost | None = None) -> Scene:
    """The scene that shows what a class found out; ``lesson`` is its lesson, where that still goes on.

    Raises:
        ValueError: a record is broken, not all are of one game, or that game has no debrief of a class.
    """
    games = {read_record(sheet.record).game for sheet in book.sheets}
    if len(games) != 1:
        raise ValueError("The tables of this class have not all played the same game.")
    game = find_game(games.pop())
    shows = game.part("class_scene")
    if shows is None:
        raise ValueError(f"{game.info.title} has no debrief of a class.")
    return cast(Scene, shows(book, lesson))


def waiting_looks(saved: SavedGame | None) -> list[int]:
    """The looks of the first two seats of a match that waits; of any two where none does."""
    seats = saved.extra.get("seats") if saved is not None else None
    looks = [seat.get("look") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    known = [look for look in looks if type(look) is int and 0 <= look < len(SEAT_LOOKS)]
    return (known if len(known) > 1 else [0, 1])[:2]


def waiting_words(saved: Sequence[SavedGame], hall: str) -> str:
    """What waits to be gone on with: its name, or how many there are; ``hall`` tells of a lesson or cup."""
    count = len(saved) + bool(hall)
    if count > 1:
        return plural("{n} waits for you", "{n} wait for you", count).format(n=count)
    return hall or _(find_game(saved[0].slug).info.title)


def match_words(saved: SavedGame) -> str:
    """A match that waits, among others: its game, and who plays, or that it is a what-if."""
    title, names = _(find_game(saved.slug).info.title), read_record(saved.record).names
    if saved.is_what_if:
        return f"{title}: {_('a what-if')}"
    return f"{title}: {listed(names)}" if names else title
