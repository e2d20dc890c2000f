"""Resuming saved matches, and opening replays and analyses of matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.bots.worker import Worker
from game.core.discovery import find_game
from game.core.game import known_level
from game.core.record import read_record
from game.core.schema import read_with_defaults
from game.core.session import Session
from game.i18n import _, listed, plural
from game.match.import_file import FILM_REQUEST
from game.match.match import Match
from game.match.replay import Replay
from game.match.seats import PHONE, Seat, bot_seats, kept_seats
from game.party.registry import SavedParty
from game.store.archive import MAX_NAME_LENGTH, ArchivedMatch
from game.store.data_folder import StorageReason
from game.store.saves import SavedGame
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.core.input import KEYBOARD, MOUSE, PAD
from game.ui.core.scene import AppContext
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
        message = _("This match can't be continued. Nothing is lost: it was set aside.")
        app.scenes.push(MessageDialog(message, str(error)))
        return
    match = match_scene(app, session, seats(app, session, saved.extra))
    party = saved.extra.get("party")
    # Guests who wait for a seat in the next match also need the party, even if all players are local.
    if read_with_defaults(SavedParty, party).bench or any(seat.device == PHONE for seat in match.match.seats):
        app.phones.open(party)
    scene_state = saved.extra.get("scene")
    match.restore_state(scene_state if isinstance(scene_state, Mapping) else {})
    if match.archiver is not None:
        match.archiver.restore_state(saved.extra.get("filed"))
    if match.patience is not None:
        match.patience.restore_state(saved.extra.get("clock"))
    match.ending.socks.restore_state(saved.extra.get("bots"))
    app.scenes.push(match)


def seats(app: AppContext, session: Session, extra: Mapping[str, Any]) -> list[Seat]:
    """Return the seats of a saved match, without unknown levels and devices; shortens names in ``session``.

    A controller is found again by its model. If it is missing, its seat waits for it and the match asks.
    """
    models = extra.get("pads")
    bot = find_game(session.game).bot
    restored_seats: list[Seat] = []
    pads: dict[str, str] = {}
    saved_seats = kept_seats(extra.get("seats"), session.players)
    for seat, name in enumerate(session.names):
        if len(name) > MAX_NAME_LENGTH:  # in a record from elsewhere
            session.rename(seat, name[:MAX_NAME_LENGTH])
    for name, saved_seat in zip(session.names, saved_seats, strict=True):
        device = saved_seat.device
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
        level = known_level(bot, saved_seat.level)
        restored_seats.append(
            Seat(name, saved_seat.look, level, device, is_adaptive=bool(level) and saved_seat.fits)
        )
    return restored_seats


def find_film(
    app: AppContext,
    archived_match: ArchivedMatch,
    on_load: Callable[[Replay], object],
    worker: Worker | None = None,
    on_error: Callable[[], object] | None = None,
) -> None:
    """Load the replay of an archived match in the background, then call ``on_load`` with it.

    On an error, also a ValueError of ``on_load``, calls ``on_error`` or, without it, shows a message.
    """

    def on_result(result: Replay | Exception | None) -> None:
        """Pass on the replay or report the error; None, after Back, is reported only to ``on_error``."""
        try:
            if isinstance(result, Replay):
                on_load(result)
            elif result is not None or on_error is not None:
                raise ValueError(str(result))
        except ValueError as error:
            if on_error is not None:
                on_error()
                return
            app.stores.archive.refuse(archived_match.name, StorageReason.MOVES)
            message = _("This match can't be shown. Nothing is lost: it stays where it is.")
            app.scenes.push(MessageDialog(message, str(error)))

    app.scenes.push(FileLoadingScene(FILM_REQUEST, archived_match.record, worker=worker), on_result)


def open_film(app: AppContext, archived_match: ArchivedMatch, replay: Replay, ply: int = 0) -> None:
    """Show the replay of an archived match from ``ply`` on. At 0 it plays automatically."""
    extra = {
        "seats": [dict(seat, device="") for seat in archived_match.seats]
    }  # that day's pads need not be here
    replay_seats = seats(app, replay.session_at(0), extra)
    options = ReplayOptions(
        at=ply, source=archived_match.name, conceded=archived_match.conceded, leads_back=_("Album")
    )
    app.scenes.push(ReplayScene(replay, replay_seats, options))


def open_analysis(app: AppContext, archived_match: ArchivedMatch, replay: Replay) -> None:
    """Open the analysis of an archived match. ValueError if its game has none."""
    session = replay.session_at(len(replay))
    extra = {"seats": [dict(seat, device="") for seat in archived_match.seats]}
    match = Match(session, bot_seats(seats(app, session, extra)))
    match.conceded_by = archived_match.conceded
    app.open_scene("analysis", match, _("Album"))


def film_of(match: Match, options: ReplayOptions | None = None) -> ReplayScene:
    """Return the replay scene of a match up to now, with its resignation. Does not change its record."""
    options = replace(options or ReplayOptions(), conceded=match.conceded_by)
    return ReplayScene(Replay(match.session), match.seats, options)


def waiting_looks(saved: SavedGame | None) -> list[int]:
    """Return the looks of the first two seats of a saved match; [0, 1] if they are unknown."""
    seats = saved.extra.get("seats") if saved is not None else None
    looks = [seat.get("look") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    valid_looks = [look for look in looks if type(look) is int and 0 <= look < len(SEAT_LOOKS)]
    return (valid_looks if len(valid_looks) > 1 else [0, 1])[:2]


def waiting_words(saved: Sequence[SavedGame], labels: Sequence[str]) -> str:
    """Translated number of things to resume; for a single one the game's title or its label in ``labels``."""
    count = len(saved) + len(labels)
    if count > 1:
        return plural("{n} match is waiting for you", "{n} matches are waiting for you", count).format(
            n=count
        )
    return labels[0] if labels else _(find_game(saved[0].slug).info.title)


def match_words(saved: SavedGame) -> str:
    """Return the game of a saved match with its players if known, or a note that it is a what-if."""
    title, names = _(find_game(saved.slug).info.title), read_record(saved.record).names
    if saved.is_what_if:
        return f"{title}: {_('a what-if')}"
    return f"{title}: {listed(names)}" if names else title
