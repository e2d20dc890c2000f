"""The first match of a game in this home: a short one against easy computer players, and said to be so.

Whose phone learns: that of somebody in the lobby, where nobody says otherwise.

How it goes through the house (a first time): `open_first` (`game/launch.py`) opens `FirstStart` and not the
title while `SettingsFile.are_new`; a lobby asks `is_first` (`scenes/first_match.py`) whether its game was
ever played or set up in this home. In tests the window is that of somebody who has played everything,
unless it is made with `first=True`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from game.core.discovery import slugs
from game.core.game import GameInfo
from game.core.options import Value
from game.match.lesson import has_lessons
from game.store.settings import PlaysWith, SeatChoice
from game.ui.core.context import Stage
from game.words import _, counted, listed


def phones_there(stage: Stage) -> list[tuple[int, str]]:
    """Phones that have a seat in the lobby and can be reached: their seats and names."""
    phones = stage.phones
    if phones.party is None:
        return []
    places = [phones.party.place(seat) for seat in phones.party.held if phones.is_there(seat)]
    return [(place.seat, place.name) for place in places if place is not None]


def usual_pupil(stage: Stage) -> int | None:
    """The seat whose phone learns, the first for those who play with phones; none for this screen."""
    plays = stage.settings.plays_with is PlaysWith.PHONE
    return next((seat for seat, _name in phones_there(stage) if plays), None)


EASY, USUAL = "easy", "normal"


def is_first(stage: Stage, slug: str) -> bool:
    """Whether a game was never played in this home, nor anything chosen for it."""
    chosen, stores = stage.settings, stage.stores
    known = chosen.seats, chosen.house_rules, chosen.presets
    return not (
        any(slug in kept for kept in known) or stores.statistics.game(slug) or stores.saves.load(slug)
    )


def unknown_games(stage: Stage) -> frozenset[str]:
    """The games with lessons of which nobody in this home has played a match or taken a lesson."""
    return frozenset(
        slug for slug in filter(has_lessons, slugs()) if is_first(stage, slug) and not has_learnt(stage, slug)
    )


def learn(stage: Stage, slug: str) -> None:
    """The first lesson of a game, or the one that was left in its middle."""
    stage.open("lesson", stage, slug, "", usual_pupil(stage))


def has_learnt(stage: Stage, slug: str) -> bool:
    """Whether a lesson of this game was done, or left beyond its first step."""
    return any(stage.settings.lessons.get(slug, {}).values())


def level_of_bots(levels: Sequence[str], *, first: bool) -> str:
    """What computer players are that nobody has chosen."""
    wanted = EASY if first else USUAL
    return wanted if wanted in levels else levels[0]


def short_words(info: GameInfo, rules: Mapping[str, Value]) -> str:
    """What makes a first match short, as far as the house rules still say so; empty for nothing."""
    options = [info.option(name) for name, value in info.short.items() if rules.get(name) == value]
    words = (_(option.label(rules[option.name]).words) for option in options)
    # Each of them stays in one line.
    return listed(rule.replace(" ", "\u00a0") for rule in words)


def first_words(short: str, *, easy_bots: int) -> str:
    """What a first match is like: by these rules, against so many easy computer players or others."""
    if short and easy_bots:
        words = counted(
            "A short first match of {rules} against an easy bot; change it under More.",
            "A short first match of {rules} against easy bots; change it under More.",
            easy_bots,
        )
    elif short:
        words = _("A short first match of {rules}; change it under More.")
    else:
        words = _("The computer plays at its easiest.") if easy_bots else _("All house rules are under More.")
    return words.format(rules=short)


def first_tag(*, short: bool, easy: bool) -> str:
    """The same in a word or two; empty where neither is so any more."""
    if short:
        return _("short and easy") if easy else _("short")
    return _("easy") if easy else ""


def seats_after(
    seats: Sequence[SeatChoice], untouched: Container[int], levels: Sequence[str]
) -> list[SeatChoice]:
    """The seats as they are remembered after a first match: computer players that nobody chose as usual.

    Each keeps its manner.
    """
    usual = level_of_bots(levels, first=False)
    kept = ["".join(seat.level.partition("/")[1:]) for seat in seats]
    return [
        replace(seat, level=usual + kept[number]) if seat.level and number in untouched else seat
        for number, seat in enumerate(seats)
    ]


def rules_after(info: GameInfo, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """The house rules that are remembered after a first match: without what made it short."""
    return {name: value for name, value in chosen.items() if info.short.get(name) != value}
