"""Check a language's catalogue and rules sheets for missing or broken translations.

``python -m tools.build_locale --check`` reports the problems of every language, and a test fails on them.
Only people and pictures can judge the wording and the room that it needs.
"""

from __future__ import annotations

import gettext
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pygame

from game.core.discovery import SCRIPTS_HEADING, game_folder
from game.i18n import own_name
from game.ui.core.fonts import NAMES, READ, STRONG, source_of
from tools.po import ROOT, Text, catalogue, forms_by_text, forms_in

_FIELD = re.compile(r"\{\w*\}")
_OF_DATES = re.compile(r"%[A-Za-z]")


def troubles(path: Path, texts: Iterable[Text], games: Iterable[str]) -> list[str]:
    """Return the problems of a catalogue and of these games' rules sheets, as sentences."""
    language, entries = path.parts[-3], catalogue(path)
    known = forms_by_text(entries)
    with io.BytesIO(entries.to_binary()) as file:
        rule: Callable[[int], int] = gettext.GNUTranslations(file).plural  # type: ignore[attr-defined]
    problems = [] if own_name(language) != language else ["`game/i18n.py` does not know what it calls itself"]
    for text in texts:
        forms = known.get(text, ())
        if not (forms and all(forms)):
            problems.append(f"not translated: {text[0]}")
            continue
        if len(forms) != (forms_in(entries) if text[1] else 1):
            problems.append(f"{len(forms)} forms: {text[0]}")
        problems += [f"{problem}: {text[0]}" for problem in _form_problems(text, forms, rule)]
    problems += [
        f"no font has {letter}" for letter in _missing_letters("".join(map("".join, known.values())))
    ]
    return problems + [trouble for slug in games for trouble in _rules_problems(slug, language)]


def _form_problems(text: Text, forms: tuple[str, ...], rule: Callable[[int], int]) -> Iterator[str]:
    """Yield what the translation of a text lacks or has too much."""
    singular, plural = text
    # A form for more than one number must contain the number if the English plural does.
    several = {rule(number) for number in range(200) if number != 1}
    for place, form in enumerate(forms):
        expected = (
            [_fields(plural)]
            if plural and place in several
            else [_fields(singular), _fields(plural or singular)]
        )
        if _fields(form) not in expected:
            yield f"{form!r} has other fields"
        if form.count("\n") != singular.count("\n"):
            yield f"{form!r} has other line breaks"
        if (form[0].isspace(), form[-1].isspace()) != (singular[0].isspace(), singular[-1].isspace()):
            yield f"{form!r} begins or ends with other spaces"
        if sorted(_OF_DATES.findall(form)) != sorted(_OF_DATES.findall(singular)):
            yield f"{form!r} tells another date"
        if _signs(form) - _signs(singular):
            yield f"{form!r} has signs of its own"


def _fields(text: str) -> list[str]:
    return sorted(_FIELD.findall(text))


def _signs(text: str) -> set[str]:
    """Return the pictures and signs of a text, such as arrows; + counts as a word."""
    return {letter for letter in text if unicodedata.category(letter) in {"So", "Sm", "Sc"}} - {"+"}


def _missing_letters(text: str) -> list[str]:
    """Return the letters that one of the three fonts lacks, for which a fallback font would be used."""
    pygame.font.init()
    return [
        letter
        for letter in sorted(set(text))
        if not letter.isspace() and any(source_of(letter, face) != face for face in (NAMES, READ, STRONG))
    ]


def _rules_problems(slug: str, language: str) -> Iterator[str]:
    """Yield the problems of a game's rules in the language. A test compares them row by row."""
    folder = game_folder(slug)
    for english in (folder / f"{name}.md" for name in ("rules", "guide", "origin")):
        translated = english.with_suffix(f".{language}.md")
        if not english.is_file():
            continue
        if not translated.is_file():
            yield f"there is no {translated.relative_to(ROOT)}"
        elif _outline(english) != _outline(translated):
            yield f"{translated.relative_to(ROOT)} has other sections or pictures than {english.name}"


def _outline(path: Path) -> list[str]:
    """Return the heading levels and pictures of a rules sheet, in order."""
    sheet = path.read_text(encoding="utf-8").partition(SCRIPTS_HEADING)[0]
    matches = re.finditer(r"^#+(?= )|^!\[.*\]\(([\w./-]+)\)$", sheet, re.MULTILINE)
    return [match[1] or match[0] for match in matches]
