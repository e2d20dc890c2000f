"""What stations are called, for people: in the language of the window, and no two of a city alike.

The rules, records and maps keep the printed names, of which every one stands on four tiles. Whoever tells
people of a station, in the window or on a phone, takes its name from `called`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from game.words import _

_NUMERALS = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def called(stations: Mapping[str, Sequence[Any]]) -> dict[str, str]:
    """The name of each station, in the language of the window.

    A name that several stations have gets a numeral, in the order of their tiles: so the four stations of a
    tile have the same one.

    Args:
        stations: those of an observation: text -> column, row, name, number of its tile, partner.
    """
    printed = _printed()
    said = {text: printed.get(str(station[2])) or _(str(station[2])) for text, station in stations.items()}
    counts = Counter(said.values())
    used = {name for name, count in counts.items() if count == 1}
    found: dict[str, str] = {}
    for text in sorted(stations, key=lambda text: int(stations[text][3])):
        name, number = said[text], 0
        # A map may call a station what another one becomes by its numeral.
        while counts[said[text]] > 1 and (number == 0 or name in used):
            number += 1
            name = f"{said[text]} {_numeral(number)}"
        used.add(name)
        found[text] = name
    return {text: found[text] for text in stations}


def _printed() -> dict[str, str]:
    """The printed names in the language of the window; that of a map is told as the catalogue has it."""
    # Spelled out, for the catalogue is gathered from what is given to `_` as it stands.
    return {
        "Highbeautyhousen": _("Highbeautyhousen"),
        "Under the lime Trees": _("Under the lime Trees"),
        "Animal Garden": _("Animal Garden"),
        "X-Ray-Valley": _("X-Ray-Valley"),
        "Hurly Burly Castle": _("Hurly Burly Castle"),
        "Nicehill": _("Nicehill"),
        "Hitchhikers Station": _("Hitchhikers Station"),
        "Border Avenue": _("Border Avenue"),
        "Sun Avenue": _("Sun Avenue"),
        "East Cross": _("East Cross"),
        "West Cross": _("West Cross"),
        "Priest Way": _("Priest Way"),
        "Green Mountain Avenue": _("Green Mountain Avenue"),
        "Fair North": _("Fair North"),
        "Fields of Light": _("Fields of Light"),
        "Fire Brook Street": _("Fire Brook Street"),
        "Tub Lake": _("Tub Lake"),
        "Birch Islet": _("Birch Islet"),
        "Crooked Lanke": _("Crooked Lanke"),
        "Uncle Tom's Cabin": _("Uncle Tom's Cabin"),
    }


def _numeral(number: int) -> str:
    text = ""
    for value, letters in _NUMERALS:
        text += letters * (number // value)
        number %= value
    return text
