"""Every text on the screen goes through here, so that it can be translated.

Languages. `set_language` in `game/i18n.py` sets that of the window. What is said to a phone is rendered
within `in_language(language)` of its seat, or of a watcher, which holds for that thread and block alone; what
leads from a phone back into the window is wrapped in `in_language("")` (as by `Match` where it tells its
listeners), so that nothing the window keeps is said in a phone's language. A question to somebody is a call,
said where it is asked; `tests/party/test_languages.py` walks through a match. Pages get the texts of all
languages as files and choose by themselves.
"""

from __future__ import annotations

import gettext
import locale
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, reduce
from pathlib import Path
from typing import TypeVar

from game.core.discovery import game_folder, game_slugs
from game.core.graphemes import cut, narrowed
from game.resources import ASSETS

T = TypeVar("T")
_ISOLATE = re.compile("\u2068[^\u2069]*\u2069")
"""What has a direction of its own already."""
PSEUDO = "pseudo"
"""A made-up language that proves that every text can be translated and that longer ones fit."""
ASKED = "SOCK_DRAWER_PSEUDO"
"""The environment variable with which a developer has it offered in the settings."""
_OWN = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    PSEUDO: "Pseudo",
}
"""What languages are called by those who speak them."""
_FOLDER, _DOMAIN = ASSETS / "locale", "sockdrawer"
_ACCENTS = str.maketrans("aeiouyncszAEIOUYNCSZ", "áéîõüýñçšžÁÉÎÕÜÝÑÇŠŽ")


_PEOPLE = {"name", "names", "who", "other", "one", "two", "phone", "giver", "taker"}
"""The fields of texts that people's names are filled into."""
_WIDEST = 20
"""The letters that a name may have (`game.party.messages.NAME`)."""


class _Pseudo(gettext.NullTranslations):
    """English with accents and a third more of it; what stands in braces stays as it is."""

    def gettext(self, message: str) -> str:
        parts = message.split("{")
        told = parts[0].translate(_ACCENTS)
        for part in parts[1:]:
            field, brace, rest = part.partition("}")
            told += "{" + field + brace + rest.translate(_ACCENTS)
        return f"{told}{'~' * (len(message) // 3)}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


_current: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"
# A context, not a global: each thread has its own, so a phone's language never slips into the window's.
_elsewhere: ContextVar[gettext.NullTranslations | None] = ContextVar("language", default=None)
"""The language of whoever is spoken to just now, where that is not the window's."""


def set_language(language: str, system: Iterable[str] = ()) -> None:
    """Speak this language from now on, for an empty one the first of the system's; an unknown one is English.

    Args:
        language: its code, or "".
        system: the codes of the languages that the system prefers, best first. Its locale comes after them.
    """
    global _current, _language  # noqa: PLW0603 - the one language of the window, as gettext has it
    names = (language,) if language else (*system, locale.getlocale()[0] or "")
    # Windows names a locale "German_Austria", other systems "de_AT".
    codes = (locale.normalize(name.partition("_")[0]).partition("_")[0] for name in names)
    _language = next((code for code in codes if code in languages(PSEUDO)), "en")
    _current = _translation(_language)


def _translation(language: str) -> gettext.NullTranslations:
    """The texts of a language; English for one that is not there."""
    return _read(language, game_slugs())


@cache
def _read(language: str, games: tuple[str, ...]) -> gettext.NullTranslations:
    """The program's catalogue, and behind it those that games bring."""
    if language == PSEUDO:
        return _Pseudo()
    told = gettext.translation(_DOMAIN, _FOLDER, [language], fallback=True)
    for slug in games:
        own = gettext.translation(_DOMAIN, game_folder(slug) / "locale", [language], fallback=True)
        if isinstance(own, gettext.GNUTranslations):
            told.add_fallback(own)
    return told


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Within, speak this language to somebody at another screen; an empty one is that of the window.

    What the window keeps of words must never be said within: wrap what leads there in ``in_language("")``.
    """
    before = _elsewhere.set(_translation(language) if language else None)
    try:
        yield
    finally:
        _elsewhere.reset(before)


def current_language() -> str:
    """The language of the window without its country, such as ``de``."""
    return _language


def language_tag() -> object:
    """Whose texts are read out just now: what was made of others has to be made anew."""
    return _elsewhere.get() or _current


def languages(chosen: str = "") -> tuple[str, ...]:
    """The languages that can be chosen; the made-up one only where it is asked for, or chosen already."""
    pseudo = (PSEUDO,) if os.environ.get(ASKED) or chosen == PSEUDO else ()
    return ("en", *_found(_FOLDER), *pseudo)


@cache  # it is asked for with every word to phones
def _found(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/sockdrawer.mo")))


def own_name(language: str) -> str:
    """What a language is called by those who speak it, its code where that is not known."""
    return _OWN.get(language, language)


class _Template(str):
    """A text of which names in other directions move nothing when they are filled in."""

    __slots__ = ()

    def format(self, *filled: object, **named: object) -> str:
        named |= {field: as_named(named[field]) for field in _PEOPLE & named.keys()}
        return _elided(self, named).format(
            *map(isolated, filled), **{name: isolated(value) for name, value in named.items()}
        )


def elided() -> str:
    """The words that lose their last letter before a vowel, as "de" in French; the catalogue names them."""
    return (_elsewhere.get() or _current).info().get("x-elided", "")


def _elided(text: str, named: Mapping[str, object]) -> str:
    """A text with such words cut short where what is filled in after them begins with a vowel."""
    told = elided()
    return _before_fields(told).sub(lambda found: _cut(found, named), text) if told else str(text)


@cache
def _before_fields(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(words.split())}) (\{{(\w+)\}})", re.IGNORECASE)


def _cut(found: re.Match[str], named: Mapping[str, object]) -> str:
    filled = named.get(found[3])
    vowel = isinstance(filled, str) and unicodedata.normalize("NFD", filled)[:1].lower() in {*"aeiouœ"}
    return f"{found[1][:-1]}’{found[2]}" if vowel else found[0]


def isolated(value: T) -> T | str:
    """What is filled into a sentence; where it is read to the left, it has a direction of its own.

    The signs for that are seen on no screen.
    """
    if isinstance(value, str) and not value.isascii():
        letters = _ISOLATE.sub("", value)
        if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in letters):
            return f"\u2068{value}\u2069"
    return value


def as_named(name: T) -> T | str:
    """A name as sentences have it: no wider than an ordinary one of `_WIDEST` letters."""
    if isinstance(name, str) and cut(name, _WIDEST) == name:  # several names are a sentence
        return narrowed(name, _WIDEST)
    return name


def listed(names: Iterable[str], between: str = ", ") -> str:
    """Names one after the other; each is read from its own side."""
    return between.join(isolated(as_named(name)) for name in names)


def join_names(names: Iterable[str]) -> str:
    """Names within a sentence: Ann, Bo and Ida."""
    *first, last = [isolated(as_named(name)) for name in names] or [""]
    return _("{first} and {last}").format(first=", ".join(first), last=last) if first else last


def in_turn(reasons: Iterable[str]) -> str:
    """One after the other in a sentence, each by itself."""
    return reduce(lambda one, other: _("{one}; {other}").format(one=one, other=other), reasons)


def plural_rule() -> str:
    """Which form goes with 0, 1, 2 and so on to 199, each as a digit; further on as from 100 to 199 again."""
    return "".join(str(_form(number)) for number in range(200))


def forms(one: str, many: str) -> list[str]:
    """All forms of a text with a number, in the order of the language."""
    first: dict[int, int] = {}
    for number in range(200):
        first.setdefault(_form(number), number)
    return [plural(one, many, first[form]) for form in sorted(first)]


def _form(number: int) -> int:
    """Which form goes with a number: a catalogue has a rule of its own, English has none to read."""
    catalogue = _elsewhere.get() or _current
    rule: Callable[[int], int] = getattr(catalogue, "plural", lambda number: int(number != 1))
    return int(rule(number))


def decimal_sign() -> str:
    """What stands before tenths, as the catalogue writes a half."""
    return _("0.5")[1:2]


def _(text: str) -> str:
    """The text in the language of the window."""
    return _translated(_elsewhere.get() or _current, text)


@lru_cache(maxsize=8000)  # a frame asks for dozens, always the same
def _translated(texts: gettext.NullTranslations, text: str) -> str:
    # Asked for nothing, a catalogue answers with its header.
    return _Template(texts.gettext(text)) if text else ""


def plural(one: str, many: str, number: int) -> str:
    """The form of a text that goes with a number."""
    return _Template((_elsewhere.get() or _current).ngettext(one, many, number))
