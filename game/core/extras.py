"""Extras: packages beside the game that add screens, components, commands and files; the game imports none.

An extra is a package ``sockdrawer_NAME`` in the folder ``extras`` of a checkout, or beside ``game`` in a
wheel and in the packed program. Its ``__init__`` defines ``EXTRA``, an `Extra`, and imports nothing else. The
environment variable ``SOCK_DRAWER_EXTRAS`` limits the extras to the names in it, separated by commas; empty
means none. ``docs/dev/extras.md`` explains the seven hooks with an example.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import argparse

CommandParsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Result of `argparse.ArgumentParser.add_subparsers`."""
EXTRAS_VARIABLE: Final = "SOCK_DRAWER_EXTRAS"  # environment variable with the names of the extras to use
PACKAGE_PREFIX: Final = "sockdrawer_"
_ROOT = Path(__file__).resolve().parents[2]
EXTRAS_FOLDER: Final = _ROOT / "extras"  # of a checkout


@dataclass(frozen=True, slots=True)
class Extra:
    """Additions of one package to the game.

    Attributes:
        name: its package without ``sockdrawer_``.
        folder: its files: ``locale`` with catalogues, ``page`` with a page for browsers.
        screens: ``module:NAME`` of the factory of each screen, by the name for `AppContext.open_scene`.
        components: for each component that a game's folder may have for this extra, its module and name (as
            in `game.core.discovery.COMPONENTS`), and a description for those who write games.
        parts: by game, ``module:NAME`` of components that the extra itself has for it.
        hooks: its module with the functions that `hooks` yields, imported when the first one is needed.
    """

    name: str
    folder: Path
    screens: Mapping[str, str] = field(default_factory=dict)
    components: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    hooks: str = ""


class MenuPlace(Enum):
    """Place in a menu that extras add buttons to."""

    TABLES = auto()  # of the house rules: other ways to play the game with these rules
    HOUSE = auto()  # of the house rules: below the lessons
    PARTY = auto()  # of the settings of parties: below the public address


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """Button of an extra in a menu."""

    label: str
    icon: str
    press: Callable[[], None]
    tip: str = ""  # explanation, in the settings


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something of an extra that the title offers to resume."""

    label: Callable[[], str]  # in the language of the window
    resume: Callable[[], object]
    is_urgent: bool = False  # True if it is listed before the saved matches


@cache
def extras() -> tuple[Extra, ...]:
    """Extras that are installed, chosen and intact, sorted by name."""
    return tuple(extra for extra in map(_load, _names()) if extra is not None)


def faults() -> dict[str, str]:
    """Reason (one line) by name of each extra that could not be imported so far; those are left out."""
    return dict(_faults)


def hooks(name: str) -> Iterator[Callable[..., Any]]:
    """Yield the functions of this name in the hooks of all extras that have one.

    - ``menu_entries(place, app, of)``: `MenuEntry` list for a `MenuPlace`; ``of`` is the scene with the menu;
    - ``waiting(app)``: `Waiting` list for the title;
    - ``way_back(app, match)``: a `MenuEntry` that a match is left for instead of the title, or `None`;
    - ``read(data, path)``: the content of a dropped file, or `None`. It runs in a worker, and raises
      ValueError for a file of its kind that cannot be used;
    - ``open_file(app, found)``: a scene for such content, a sentence that refuses it, or `None`;
    - ``new_party(app, party)``: adds to a party of the window before it opens (`Party.attach`);
    - ``commands(parsers)``: functions by command; each takes the options and returns the exit status.
    """
    for extra in extras():
        if extra.hooks and extra.name not in _faults:
            try:
                function = getattr(importlib.import_module(extra.hooks), name, None)
            except Exception as error:  # an extra is no reason to stop the game
                _record_fault(extra.name, error)
                continue
            if function is not None:
                yield function


def part_of(slug: str, name: str) -> str:
    """``module:NAME`` of a component that an extra has for a game; empty if none has it."""
    return next((where for extra in extras() if (where := extra.parts.get(slug, {}).get(name))), "")


_faults: dict[str, str] = {}


def _names() -> list[str]:
    """Names of the installed extras that are chosen, sorted."""
    if EXTRAS_FOLDER.is_dir() and str(EXTRAS_FOLDER) not in sys.path:
        sys.path.append(str(EXTRAS_FOLDER))
    cards = [
        *EXTRAS_FOLDER.glob(f"{PACKAGE_PREFIX}*/__init__.py"),
        *_ROOT.glob(f"{PACKAGE_PREFIX}*/__init__.py"),
    ]
    found = {path.parent.name.removeprefix(PACKAGE_PREFIX) for path in cards}
    chosen = os.environ.get(EXTRAS_VARIABLE)
    return sorted(found if chosen is None else found & {name.strip() for name in chosen.split(",")})


def _load(name: str) -> Extra | None:
    """``EXTRA`` of a package; None, with its fault recorded, if it cannot be imported or is no `Extra`."""
    try:
        extra = importlib.import_module(PACKAGE_PREFIX + name).EXTRA
        if not isinstance(extra, Extra):
            raise TypeError("EXTRA is not an Extra.")
        return extra
    except Exception as error:  # an extra is no reason to stop the game
        _record_fault(name, error)
        return None


def _record_fault(name: str, error: Exception) -> None:
    """Record why an extra cannot be imported: the first line of the error, or its type if it says nothing."""
    _faults[name] = next(iter(str(error).splitlines()), "") or type(error).__name__
