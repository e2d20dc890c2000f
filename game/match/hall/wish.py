"""What a teacher may wish for, as plain JSON, checked word by word before anything is done of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.match.hall.plan import LESSON, PEOPLE, TABLES
from game.words import _

Check = Callable[[Any], bool]
OPTIONS = 24
"""So many house rules a wish may carry."""


def _whole(lowest: int, highest: int) -> Check:
    return lambda value: type(value) is int and lowest <= value <= highest


def _flag(value: Any) -> bool:
    return type(value) is bool


def _text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 200


def _options(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and len(value) <= OPTIONS
        and all(isinstance(name, str) and type(one) in (bool, int, str) for name, one in value.items())
    )


_TABLE, _PERSON, _CHAIR = _whole(1, TABLES), _whole(0, PEOPLE - 1), _whole(0, PEOPLE - 1)
_MAY: Mapping[str, tuple[Mapping[str, Check], Mapping[str, Check]]] = {
    "begin": ({}, {}),
    "pause": ({}, {"table": _TABLE}),
    "resume": ({}, {"table": _TABLE}),
    "more": ({"minutes": _whole(-LESSON, LESSON)}, {}),
    "last_hand": ({}, {}),
    "to_debrief": ({}, {}),
    "seat": ({"person": _PERSON, "table": _TABLE}, {"chair": _CHAIR}),
    "swap": ({"person": _PERSON, "with": _PERSON}, {}),
    "stay": ({"person": _PERSON}, {}),
    "stand": ({"person": _PERSON}, {}),
    "shuffle": ({}, {}),
    "by_list": ({}, {}),
    "rules": ({"table": _TABLE, "options": _options}, {}),
    "nudge": ({"person": _PERSON}, {}),
    "bot": ({"person": _PERSON}, {}),
    "back": ({"person": _PERSON}, {}),
    "remove": ({"person": _PERSON}, {}),
    "rename": ({"person": _PERSON, "name": _text}, {}),
    "admit": ({"person": _PERSON}, {}),
    "deny": ({"person": _PERSON}, {}),
    "big": ({}, {"first_names": _flag, "news": _flag, "sound": _flag}),
    "large": ({"table": lambda value: value is None or _TABLE(value)}, {}),
    "vote": ({"open": _flag}, {"round": lambda value: value in ("before", "after")}),
    "proposals": ({"open": _flag}, {}),
    "propose": ({"option": _text, "value": lambda value: type(value) in (bool, int, str)}, {}),
    "play_rule": ({"rule": _whole(1, 10**6)}, {}),
    "drop_rule": ({"rule": _whole(1, 10**6)}, {}),
}
"""By what is to be done: the fields that have to be there, and those that may be."""
WISHES = frozenset(_MAY)


def read_wish(said: object) -> tuple[str, dict[str, Any]]:
    """What is to be done, and with what.

    Raises:
        ValueError: it is no wish; a sentence for people.
    """
    if not isinstance(said, Mapping) or not isinstance(what := said.get("do"), str) or what not in _MAY:
        raise ValueError(_("That cannot be done."))
    must, may = _MAY[what]
    fields = {name: value for name, value in said.items() if name != "do"}
    fits = must.keys() <= fields.keys() <= must.keys() | may.keys()
    if not fits or not all((must.get(name) or may[name])(value) for name, value in fields.items()):
        raise ValueError(_("That cannot be done."))
    return what, fields
