"""The first match of a game in this home: short, against easy bots, and with the lesson first.

`open_first` (`game/launch.py`) opens `FirstStartScene` instead of the title while `SettingsFile.are_new`. A
lobby calls `is_first` to find out if its game was ever played or set up in this home. The test window behaves
as if everything was played, unless it is made with `first=True`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from game.core.discovery import game_slugs
from game.core.game import GameInfo
from game.core.options import Value
from game.match.adaptive_level import ADAPTIVE_LEVEL
from game.match.lesson import has_lessons
from game.store.settings import PreferredDevice, SavedSeatSetup
from game.ui.core.scene import AppContext


def phones_there(app: AppContext) -> list[tuple[int, str]]:
    """Return (seat, name) of each phone that holds a seat in the lobby and is connected."""
    phones = app.phones
    if phones.party is None:
        return []
    places = [phones.party.place(seat) for seat in phones.party.held_seats if phones.is_there(seat)]
    return [(place.seat, place.name) for place in places if place is not None]


def usual_pupil(app: AppContext) -> int | None:
    """Return the seat of the first connected phone if the player prefers phones; else None, this screen."""
    plays = app.settings.plays_with is PreferredDevice.PHONE
    return next((seat for seat, _name in phones_there(app) if plays), None)


def is_first(app: AppContext, slug: str) -> bool:
    """True if a game was never played in this home and neither settings nor a match of it are saved."""
    chosen, stores = app.settings, app.stores
    saved_settings = chosen.seats, chosen.house_rules, chosen.presets
    return not (
        any(slug in games for games in saved_settings)
        or stores.statistics.game(slug)
        or stores.saves.load(slug)
    )


def unknown_games(app: AppContext) -> frozenset[str]:
    """Return the slugs of games with lessons that are new here (`is_first`), with no lesson begun."""
    return frozenset(
        slug
        for slug in filter(has_lessons, game_slugs())
        if is_first(app, slug) and not has_learnt(app, slug)
    )


def learn(app: AppContext, slug: str) -> None:
    """Open a game's lesson for `usual_pupil`: the interrupted one, else the first undone, else the first."""
    app.open_scene("lesson", app, slug, "", usual_pupil(app))


def has_learnt(app: AppContext, slug: str) -> bool:
    """True if a lesson of this game was completed, or left beyond its first step."""
    return any(app.settings.lessons.get(slug, {}).values())


def seats_after(seats: Sequence[SavedSeatSetup], untouched: Container[int]) -> list[SavedSeatSetup]:
    """Seats to remember after a first match: ``untouched`` bots get the level that follows results."""
    return [
        replace(seat, level=ADAPTIVE_LEVEL) if seat.level and number in untouched else seat
        for number, seat in enumerate(seats)
    ]


def rules_after(info: GameInfo, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Return the house rules to remember after a first match, without those that made it short."""
    return {name: value for name, value in chosen.items() if info.quick_match.get(name) != value}
