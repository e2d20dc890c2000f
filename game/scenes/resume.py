"""Resuming saved matches, and replays from the album, the results or a running match."""

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


def resume(app: AppContext, saved: SavedGame) -> None:
    """Open a saved match. An invalid one is quarantined, and a message shows the reason."""
    try:
        session = Session.from_record(saved.record)
    except ValueError as error:
        app.stores.saves.refuse(saved.slug, StorageReason.MOVES)
        # The message shows it, so the storage screen need not.
        app.stores.folder.mark_read(app.stores.folder.unread_notices)
        said = _("This match cannot be played on. It was set aside, nothing is lost.")
        app.scenes.push(MessageDialog(said, str(error)))
        return
    match = match_scene(app, session, seats(app, session, saved.extra))
    party = saved.extra.get("party")
    # Guests who wait for a seat in the next match also need the party, even if all players are local.
    if read_with_defaults(SavedParty, party).bench or any(seat.device == PHONE for seat in match.match.seats):
        app.phones.open(party)
    kept = saved.extra.get("scene")
    match.restore_state(kept if isinstance(kept, Mapping) else {})
    if match.filed is not None:
        match.filed.restore_state(saved.extra.get("filed"))
    if match.patience is not None:
        match.patience.restore_state(saved.extra.get("clock"))
    match.ending.socks.restore_state(saved.extra.get("bots"))
    app.scenes.push(match)


def seats(app: AppContext, session: Session, extra: Mapping[str, Any]) -> list[Seat]:
    """Return the seats of a saved match. Unknown ones become local people.

    A controller is found again by its model. If it is missing, its seat waits for it and the match asks what
    to do.
    """
    models = extra.get("pads")
    bot = find_game(session.game).bot
    told: list[Seat] = []
    pads: dict[str, str] = {}
    given = kept_seats(extra.get("seats"), session.players)
    for seat, name in enumerate(session.names):
        if len(name) > LONGEST:  # in a record from elsewhere
            session.rename(seat, name[:LONGEST])
    for name, known in zip(session.names, given, strict=True):
        device = known.device
        if device.startswith(f"{PAD}:") and isinstance(models, Mapping):
            # One controller for several seats stays one, because it is passed around.
            if device not in pads:
                model = models.get(device)
                pads[device] = app.devices.pads.expect(
                    model if isinstance(model, str) else "", set(pads.values()), device
                )
            device = pads[device]
        elif device not in ("", MOUSE, KEYBOARD, PHONE):
            device = ""
        # Data beside a record is optional, so ignore what is invalid.
        level = known_level(bot, known.level)
        told.append(Seat(name, known.look, level, device, is_adaptive=bool(level) and known.fits))
    return told


def find_film(
    app: AppContext,
    filed: ArchivedMatch,
    then: Callable[[Replay], object],
    worker: Worker | None = None,
    instead: Callable[[], object] | None = None,
) -> None:
    """Load the replay of an archived match in the background, then call ``then`` with it.

    ``then`` raises ValueError if the replay cannot be shown. On an error, ``instead`` is called; without it a
    message is shown, and the match stays in the album.
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
            app.stores.archive.refuse(filed.name, StorageReason.MOVES)
            said = _("This match cannot be shown. It stays where it is, nothing is lost.")
            app.scenes.push(MessageDialog(said, str(error)))

    app.scenes.push(FileLoadingScene(FILMED, filed.record, worker=worker), answered)


def open_film(app: AppContext, filed: ArchivedMatch, film: Replay, at: int = 0) -> None:
    """Show the replay of an archived match from ply ``at`` on. At 0 it plays automatically."""
    extra = {"seats": [dict(seat, device="") for seat in filed.seats]}  # that day's pads need not be here
    sitters = seats(app, film.session_at(0), extra)
    screening = ReplayOptions(at=at, source=filed.name, conceded=filed.conceded, leads_back=_("Album"))
    app.scenes.push(ReplayScene(film, sitters, screening))


def film_of(match: Match, screening: ReplayOptions | None = None) -> ReplayScene:
    """Return the replay of a match up to now, with its resignation. Does not change its record."""
    screening = replace(screening or ReplayOptions(), conceded=match.conceded)
    return ReplayScene(Replay(match.session), match.seats, screening)


def debrief_of(book: ClassRecord, lesson: ReportHost | None = None) -> Scene:
    """Return the scene of a class's debrief. ``lesson`` is the running class, None if it is over.

    Raises:
        ValueError: a record is invalid, the games differ, or the game has no class debrief.
    """
    games = {read_record(sheet.record).game for sheet in book.sheets}
    if len(games) != 1:
        raise ValueError("The tables of this class have not all played the same game.")
    game = find_game(games.pop())
    shows = game.component("class_report_scene")
    if shows is None:
        raise ValueError(f"{game.info.title} has no debrief of a class.")
    return cast(Scene, shows(book, lesson))


def waiting_looks(saved: SavedGame | None) -> list[int]:
    """Return the looks of the first two seats of a saved match, any two without a match."""
    seats = saved.extra.get("seats") if saved is not None else None
    looks = [seat.get("look") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    known = [look for look in looks if type(look) is int and 0 <= look < len(SEAT_LOOKS)]
    return (known if len(known) > 1 else [0, 1])[:2]


def waiting_words(saved: Sequence[SavedGame], hall: str) -> str:
    """Return the title of the saved match, or the number of things to resume.

    ``hall`` describes a class or tournament that waits, "" for none.
    """
    count = len(saved) + bool(hall)
    if count > 1:
        return plural("{n} waits for you", "{n} wait for you", count).format(n=count)
    return hall or _(find_game(saved[0].slug).info.title)


def match_words(saved: SavedGame) -> str:
    """Return the game of a saved match with its players, or a note that it is a what-if."""
    title, names = _(find_game(saved.slug).info.title), read_record(saved.record).names
    if saved.is_what_if:
        return f"{title}: {_('a what-if')}"
    return f"{title}: {listed(names)}" if names else title
