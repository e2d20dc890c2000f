"""Translations: the catalogues fit the texts of the window, and the files that the game reads fit them."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest

from game import words
from game.words import _
from tools.build_locale import texts, write_po
from tools.check_locale import troubles
from tools.po import HEAD, LOCALE, NAME, ROOT, Text, catalogues, compiled, head_of, quoted, read_po, set_in

CATALOGUES = pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parts[-3])


def test_german_is_there() -> None:
    assert "de" in words.languages()


def test_the_made_up_language_is_for_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(words.ASKED, raising=False)
    assert words.PSEUDO not in words.languages()
    assert words.PSEUDO in words.languages(words.PSEUDO)
    monkeypatch.setenv(words.ASKED, "1")
    assert words.PSEUDO in words.languages()


@CATALOGUES
def test_a_language_lacks_nothing(path: Path) -> None:
    """Texts, fields, forms, line breaks, letters, rules sheets: see `tools.check_locale`."""
    assert len(texts()) > 1000
    assert troubles(path, texts()) == []


@CATALOGUES
def test_what_the_game_reads_is_what_was_written(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    known = read_po(written)
    assert path.with_suffix(".mo").read_bytes() == compiled(known, head_of(written))
    with path.with_suffix(".mo").open("rb") as file:
        read = gettext.GNUTranslations(file)
    for (one, many), forms in known.items():
        if many:
            assert (read.ngettext(one, many, 1), read.ngettext(one, many, 5)) == forms
        else:
            assert read.gettext(one) == forms[0]


def test_plurals_follow_the_rule_of_the_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Polish has three forms; the one for 1 is not the one for 21."""
    rule = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
    head = HEAD.replace("nplurals=2; plural=(n != 1)", f"nplurals=3; plural=({rule})")
    socks = "{n} new sock", "{n} new socks"
    written = write_po({socks: ("{n} nowa", "{n} nowe", "{n} nowych")}, head)
    assert head_of(written) == head
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / f"{NAME}.mo").write_bytes(compiled(read_po(written), head_of(written)))
    monkeypatch.setattr(words, "_FOLDER", tmp_path)
    with words.spoken_to("pl"):
        told = [words.counted(*socks, n).format(n=n) for n in (0, 1, 3, 5, 21, 22)]
        assert words.forms(*socks) == ["{n} nowa", "{n} nowe", "{n} nowych"]
        assert words.plural_rule()[:6] == "201112"
    assert told == ["0 nowych", "1 nowa", "3 nowe", "5 nowych", "21 nowych", "22 nowe"]


def test_what_does_not_fit_is_told(tmp_path: Path) -> None:
    known: dict[Text, tuple[str, ...]] = {
        ("Take {card}", ""): ("Prends",),
        ("One\nTwo", ""): ("Un deux",),
        ("{n} card", "{n} cards"): ("Une carte", "{n} cartes"),
        ("Left", ""): ("← Gauche",),
        ("%Y-%m-%d", ""): ("%d/%m",),
    }
    plural = HEAD.replace("n != 1", "n > 1")
    path = tmp_path / "xx" / "LC_MESSAGES" / f"{NAME}.po"
    path.parent.mkdir(parents=True)
    blocks = [f'msgid ""\nmsgstr ""\n{quoted(plural)}']
    for (one, many), forms in known.items():
        more = [f"msgid_plural {quoted(many)}"] if many else []
        told = [f"msgstr{f'[{n}]' if many else ''} {quoted(form)}" for n, form in enumerate(forms)]
        blocks.append("\n".join([f"msgid {quoted(one)}", *more, *told]))
    path.write_text("\n\n".join(blocks), encoding="utf-8")
    found = troubles(path, [*known, ("Quit", "")])
    for words_ in (
        "calls itself", "'Prends' has other fields", "other line breaks", "'Une carte' has other fields",
        "signs of its own: Left", "another date", "not translated: Quit", "rules.xx.md",
    ):  # fmt: skip
        assert any(words_ in trouble for trouble in found), words_


def test_french_breaks_no_line_before_its_signs() -> None:
    assert set_in("fr", "C'est « fini » : {n} % ?") == "C’est «\u00a0fini\u00a0»\u00a0: {n}\u00a0%\u00a0?"
    assert set_in("it", "C'è?") == "C'è?"
    for forms in read_po((LOCALE / "fr" / "LC_MESSAGES" / f"{NAME}.po").read_text(encoding="utf-8")).values():
        assert forms == tuple(set_in("fr", form) for form in forms)


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


@CATALOGUES
def test_what_stands_on_the_ribbon_of_a_phone_begins_as_a_sentence(path: Path) -> None:
    """In each language: with a capital letter, a name, or the sign that opens an exclamation."""
    page = (ROOT / "game" / "party" / "page" / "match.js").read_text(encoding="utf-8")
    ribbon = page.partition("export const winners")[2].partition("parts = view.game.show")[0]
    ribbon += page.partition("const turn = ")[2].partition("\n")[0]
    told = re.findall(r'\bt\("([^"]+)"', ribbon)
    assert {"{name}'s turn", "Your turn, {name}", "A draw", "{names} win!"} <= set(told)
    known = read_po(path.read_text(encoding="utf-8"))
    low = [form for words in told for form in known[words, ""] if form.lstrip("¡¿")[0].islower()]
    assert low == []
