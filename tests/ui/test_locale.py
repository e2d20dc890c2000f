"""Translations: the catalogues fit the texts of the window, and the files that the game reads fit them."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest

from game import words
from game.words import _
from tools.build_locale import LOCALE, NAME, compiled, missing, read_po, texts, write_po

CATALOGUES = sorted(LOCALE.glob(f"*/LC_MESSAGES/{NAME}.po"))


def fields(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w*\}", text))


def test_german_is_there() -> None:
    assert "de" in words.languages()


def test_the_made_up_language_is_for_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(words.ASKED, raising=False)
    assert words.PSEUDO not in words.languages()
    assert words.PSEUDO in words.languages(words.PSEUDO)
    monkeypatch.setenv(words.ASKED, "1")
    assert words.PSEUDO in words.languages()


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_catalogue_has_the_fields_of_its_texts(path: Path) -> None:
    known = read_po(path.read_text(encoding="utf-8"))
    assert len(known) > 300
    for (one, many), forms in known.items():
        for form in filter(None, forms):
            assert fields(form) in (fields(one), fields(many)), one


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_what_the_game_reads_is_what_was_written(path: Path) -> None:
    known = read_po(path.read_text(encoding="utf-8"))
    assert path.with_suffix(".mo").read_bytes() == compiled(known)
    with path.with_suffix(".mo").open("rb") as file:
        read = gettext.GNUTranslations(file)
    for (one, many), forms in known.items():
        if many and all(forms):
            assert (read.ngettext(one, many, 1), read.ngettext(one, many, 5)) == forms
        elif forms[0]:
            assert read.gettext(one) == forms[0]


def test_the_window_speaks_german_throughout() -> None:
    path = LOCALE / "de" / "LC_MESSAGES" / f"{NAME}.po"
    assert len(texts()) > 1000
    assert missing(read_po(path.read_text(encoding="utf-8"))) == []


def test_a_catalogue_is_written_as_it_is_read() -> None:
    text = next(text for text in texts() if text[1])
    quoted = next(text for text in texts() if not text[1])
    known = {text: ('ein "Ding"', "zwei\nDinge"), quoted: ("a\\b",)}
    again = read_po(write_po(known))
    assert again[text] == known[text]
    assert again[quoted] == known[quoted]


def test_the_language_changes_every_word_at_once() -> None:
    try:
        words.use("de")
        assert _("Settings") == "Einstellungen"
        words.use("xx")
        assert _("Settings") == "Settings"
    finally:
        words.use("en")
