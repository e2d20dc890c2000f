"""Translation: all texts on the screen go through this module.

`set_language` sets the language of the window. Texts for a phone are made within `in_language(language)` of
its seat or spectator, which is limited to that thread and block. Code that leads from a phone back into the
window is wrapped in `in_language("")` (as `Match` does for its listeners), so that the window never keeps
texts in a phone's language. A question to a player is a callable, translated where it is shown;
`tests/party/test_languages.py` checks a complete match. Phone pages get the texts of all languages as files
and choose themselves.
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
from game.core.extras import extras
from game.core.graphemes import first_letters, fit_name
from game.resources import ASSETS

T = TypeVar("T")
_ISOLATE = re.compile("\u2068[^\u2069]*\u2069")  # text with its own direction already
PSEUDO = "pseudo"  # test language: shows untranslated texts, and if longer ones fit
PSEUDO_VARIABLE = "SOCK_DRAWER_PSEUDO"  # environment variable that adds the test language to the settings
# names of the languages in themselves
_LANGUAGE_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    PSEUDO: "Pseudo",
}
_FOLDER, _DOMAIN = ASSETS / "locale", "sockdrawer"
_ACCENTS = str.maketrans("aeiouyncszAEIOUYNCSZ", "áéîõüýñçšžÁÉÎÕÜÝÑÇŠŽ")


# fields of texts that are filled with names of people
_NAME_FIELDS = {"name", "names", "who", "other", "one", "two", "phone", "giver", "taker"}
_MAX_NAME_LENGTH = 20  # letters of a name (`game.party.messages.MAX_NAME_LENGTH`)


class _Pseudo(gettext.NullTranslations):
    """English with accents, lengthened by a third; fields in braces are unchanged."""

    def gettext(self, message: str) -> str:
        """The message with accents outside fields, and ``~`` for a third of its length."""
        parts = message.split("{")
        result = parts[0].translate(_ACCENTS)
        for part in parts[1:]:
            field, brace, rest = part.partition("}")
            result += "{" + field + brace + rest.translate(_ACCENTS)
        return f"{result}{'~' * (len(message) // 3)}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The singular if ``n`` is 1, else the plural, each as by `gettext`."""
        return self.gettext(msgid1 if n == 1 else msgid2)


_current: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"
# A context variable, because each thread needs its own: a phone's language must not reach the window's.
_elsewhere: ContextVar[gettext.NullTranslations | None] = ContextVar("language", default=None)
"""Catalogue of the current block if it is not the window's."""


def set_language(language: str, system: Iterable[str] = ()) -> None:
    """Set the language of the window; an empty one selects the system's, an unknown one is English.

    Args:
        language: its code, or "".
        system: codes of the languages that the system prefers, best first. Its locale comes after them.
    """
    global _current, _language  # noqa: PLW0603 - the one language of the window, as gettext has it
    names = (language,) if language else (*system, locale.getlocale()[0] or "")
    # Windows calls a locale "German_Austria", other systems "de_AT".
    codes = (locale.normalize(name.partition("_")[0]).partition("_")[0] for name in names)
    _language = next((code for code in codes if code in languages(PSEUDO)), "en")
    _current = _translation(_language)


def _translation(language: str) -> gettext.NullTranslations:
    """Catalogue of a language; English for an unknown one."""
    return _read(language, game_slugs(), tuple(extra.folder for extra in extras()))


@cache
def _read(language: str, games: tuple[str, ...], added: tuple[Path, ...]) -> gettext.NullTranslations:
    """The program's catalogue, with those of the games and of the folders of extras as fallbacks."""
    if language == PSEUDO:
        return _Pseudo()
    translations = gettext.translation(_DOMAIN, _FOLDER, [language], fallback=True)
    for folder in (*map(game_folder, games), *added):
        fallback = gettext.translation(_DOMAIN, folder / "locale", [language], fallback=True)
        if isinstance(fallback, gettext.GNUTranslations):
            translations.add_fallback(fallback)
    return translations


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Context manager: translate for another screen. An empty language is the window's.

    Texts that the window keeps must not be made within: wrap such calls in ``in_language("")``.
    """
    before = _elsewhere.set(_translation(language) if language else None)
    try:
        yield
    finally:
        _elsewhere.reset(before)


def current_language() -> str:
    """Language of the window without its country, such as ``de``."""
    return _language


def language_tag() -> object:
    """Identity of the current catalogue. Texts cached under another one must be made again."""
    return _elsewhere.get() or _current


def languages(chosen: str = "") -> tuple[str, ...]:
    """Codes of the languages to choose from; the test language only if enabled, or ``chosen`` already."""
    pseudo = (PSEUDO,) if os.environ.get(PSEUDO_VARIABLE) or chosen == PSEUDO else ()
    return ("en", *_find_languages(_FOLDER), *pseudo)


@cache  # called for every text to phones
def _find_languages(folder: Path) -> tuple[str, ...]:
    """Codes of the languages that have a compiled catalogue in a folder, sorted."""
    return tuple(sorted(path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/sockdrawer.mo")))


def own_name(language: str) -> str:
    """Name of a language in itself, or its code if unknown."""
    return _LANGUAGE_NAMES.get(language, language)


class _Template(str):
    """Text whose `format` isolates values with another writing direction."""

    __slots__ = ()

    def format(self, *filled: object, **named: object) -> str:
        """Fill the text: names are shortened, words elided, and right-to-left values isolated."""
        named |= {field: fit_name_value(named[field]) for field in _NAME_FIELDS & named.keys()}
        return _elide(self, named).format(
            *map(isolated, filled), **{name: isolated(value) for name, value in named.items()}
        )


def elided_words() -> str:
    """Words that lose their last letter before a vowel, as "de" in French: separated by spaces, or ""."""
    return (_elsewhere.get() or _current).info().get("x-elided", "")


def _elide(text: str, named: Mapping[str, object]) -> str:
    """Text in which elided words are shortened if the value after them begins with a vowel."""
    prefixes = elided_words()
    return (
        _before_fields(prefixes).sub(lambda match: _drop_letter(match, named), text)
        if prefixes
        else str(text)
    )


@cache
def _before_fields(particles: str) -> re.Pattern[str]:
    """Pattern of one of these words (group 1) and a field after it (2; its name is 3), in any case."""
    return re.compile(rf"\b({'|'.join(particles.split())}) (\{{(\w+)\}})", re.IGNORECASE)


def _drop_letter(match: re.Match[str], named: Mapping[str, object]) -> str:
    """Matched word and field, shortened if the field's value begins with a vowel."""
    value = named.get(match[3])
    vowel = isinstance(value, str) and unicodedata.normalize("NFD", value)[:1].lower() in {*"aeiouœ"}
    return f"{match[1][:-1]}’{match[2]}" if vowel else match[0]


def isolated(value: T) -> T | str:
    """The value, in invisible directional isolates if it is a text with right-to-left letters."""
    if isinstance(value, str) and not value.isascii():
        letters = _ISOLATE.sub("", value)
        if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in letters):
            return f"\u2068{value}\u2069"
    return value


def fit_name_value(name: T) -> T | str:
    """A name of up to `_MAX_NAME_LENGTH` letters, shortened to the usual width; other values as they are."""
    if (
        isinstance(name, str) and first_letters(name, _MAX_NAME_LENGTH) == name
    ):  # several names are a sentence
        return fit_name(name, _MAX_NAME_LENGTH)
    return name


def listed(names: Iterable[str], between: str = ", ") -> str:
    """Join names by ``between``, each shortened and isolated in its direction."""
    return between.join(isolated(fit_name_value(name)) for name in names)


def join_names(names: Iterable[str]) -> str:
    """Join names for a sentence: "Ann, Bo and Ida", shortened and isolated; "" if there are none."""
    *first, last = [isolated(fit_name_value(name)) for name in names] or [""]
    return _("{first} and {last}").format(first=", ".join(first), last=last) if first else last


def in_turn(reasons: Iterable[str]) -> str:
    """Join reasons, at least one, for a sentence, with semicolons."""
    return reduce(lambda first, second: _("{one}; {other}").format(one=first, other=second), reasons)


def plural_rule() -> str:
    """Plural form for each of 0 to 199, as one digit each; larger numbers repeat those from 100 to 199."""
    return "".join(str(_form(number)) for number in range(200))


def forms(singular: str, plural_text: str) -> list[str]:
    """All plural forms of a text, in the order of the language."""
    first: dict[int, int] = {}
    for number in range(200):
        first.setdefault(_form(number), number)
    return [plural(singular, plural_text, first[form]) for form in sorted(first)]


def _form(number: int) -> int:
    """Index of the plural form for a number. English has no catalogue with a rule."""
    catalogue = _elsewhere.get() or _current
    rule: Callable[[int], int] = getattr(catalogue, "plural", lambda number: int(number != 1))
    return int(rule(number))


def decimal_sign() -> str:
    """Decimal separator, from the catalogue's translation of "0.5"."""
    return _("0.5")[1:2]


def _(text: str) -> str:
    """Translate a text to the language of the window or of the `in_language` block."""
    return _translate(_elsewhere.get() or _current, text)


@lru_cache(maxsize=8000)  # a frame needs dozens, always the same
def _translate(texts: gettext.NullTranslations, text: str) -> str:
    """Translation of a text by a catalogue; empty for the empty text."""
    # The empty text would give the catalogue's header.
    return _Template(texts.gettext(text)) if text else ""


def plural(singular: str, plural_text: str, number: int) -> str:
    """Translate a text in the plural form for a number; its fields are not filled in."""
    return _Template((_elsewhere.get() or _current).ngettext(singular, plural_text, number))
