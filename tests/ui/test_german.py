"""The German catalogue keeps to one way: form of address, capitals after colons, one term for one thing."""

from __future__ import annotations

import re

import pytest

from game.words import spoken_to, together
from tools.build_locale import LOCALE, NAME, read_po

PO = LOCALE / "de" / "LC_MESSAGES" / f"{NAME}.po"
GERMAN = {
    one: form for (one, _many), forms in read_po(PO.read_text(encoding="utf-8")).items() for form in forms
}
PARTS = {
    "als", "andere", "auf", "behielt", "deine", "denkt", "die", "drei", "ein", "eine", "fehlende", "fertig",
    "für", "gerade", "je", "jede", "jeder", "kein", "mehrere", "nach", "nächster", "nicht", "nur",
    "passen", "python", "seit", "so", "unentschieden", "viele", "von", "weiter", "wenn", "wie", "zurück",
}  # fmt: skip
"""What begins a part of a sentence after a colon; a whole sentence begins with a capital."""
LONG = re.compile(
    r"(?:\b(?:Lege|Wähle|Drücke|Klicke|Tippe|Gehe|Sage|Nehme|Ziehe|Komme|Schließe|Behalte|Halte|Werde)"
    r"|, wähle)\b(?= [\w{])"
)
"""Imperatives: the short form is the one that people say."""
TERMS = {
    r"\b[Ss]icher[nt]\b|\b[Gg]esichert": "speichern",
    r"Parallelgesellschaft": "Vergleichswelten",
    r"Haushilfe": "Spielhilfe",
    r"Ganzer Bildschirm": "Vollbild",
    r"Drilling|Vierling": "Gruppe",
    r"neben dem Feld": "neben dem Spielfeld",
    r"geht aus\b|ausgegangen": "macht Schluss",
    r"\b(?:legt|legen|lege|legte) Gleis\b|Gleis geht|liegt gedrucktes|Gedrucktes Gleis": "ein Gleis",
    r"(?:[Ff]ehlende|wenige|viele) Stücke\b": "Gleise",
    r"\bStock\b|Talon|Zugstapel|Nachziehstapel": "Ziehstapel",
    r"wegsehen": "wegschauen",
    r"Bums|Bumm|\bRums\b": "Rumms",
    r"Auswertung|Diagramm": "Nachbesprechung, Bilder",
    r"[Ss]ocke des Tages|Socke von heute": "Tagessocke",
    r"[Pp]lötzliche[rn]? Tod": "Golden Goal",
    r"Favorit": "Lieblingspartie",
    r"[Ss]teig ein\b": "komm heraus",
    r"ist behalten|behalten werden": "ist gespeichert",
    r"Angestellte": "Bürokraft, die man nicht beugen muss",
    r"\b(?:bist|nicht) drin\b": "heraus",
    r"\b[Aa]usspiel|spielst du \w+ aus\b|\b[Üü]berbiet|führst du an|angeführt": "anspielen, schlagen",
    r"in diesem Haus": "hier",
    r"\w…": "… nach einem Leerzeichen",
}
"""Words that were there, or might come, and what stands in their place."""


def found(pattern: str) -> list[str]:
    return [form for form in GERMAN.values() if re.search(pattern, form)]


def test_it_says_du() -> None:
    assert found(r"\b(?:Ihnen|Ihrem|Ihren|Ihres)\b") == []
    assert found(r"(?<![.!?:] )(?<!^)(?<!„)\bSie\b") == []
    assert found(r"(?<![.!?:] )(?<!^)\bDu\b") == []
    assert found(r"(?<![.!?:] )(?<!^)\b(?:Dich|Dir|Dein|Deine|Deinen|Deinem|Deiner|Deines)\b") == []


def test_it_bids_in_the_short_form() -> None:
    assert [form for form in GERMAN.values() if LONG.search(form)] == []


def test_a_whole_sentence_after_a_colon_begins_with_a_capital() -> None:
    low = [
        form for form in GERMAN.values() for word in re.findall(r": ([a-zäöü]\w*)", form) if word not in PARTS
    ]
    assert low == []


@pytest.mark.parametrize(("wrong", "right"), TERMS.items(), ids=TERMS.values())
def test_one_term_for_one_thing(wrong: str, right: str) -> None:
    assert found(wrong) == [], f"say {right}"


def test_quotes_and_dashes_are_german() -> None:
    assert found(r"[“”](?=\w)|\"|\w'\w|--") == []


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("House help", "Spielhilfe"), ("Whole screen", "Vollbild"), ("Choose", "Auswählen"),
        ("Thump!", "Rumms!"),
        ("{name} goes out.", "{name} macht Schluss."), ("Rematch", "Revanche"),
        (
            "{device} has gone. {name}'s seat is kept.",
            "Nicht mehr da: {device}. Der Platz von {name} bleibt reserviert.",
        ),
        ("Equal cards draw again: {names}", "Bei gleichen Karten ziehen noch einmal: {names}"),
        ("{pair}: pieces missing: {n}", "{pair}: fehlende Gleise: {n}"),
        ("Track goes between neighbours only.", "Ein Gleis verbindet nur Nachbarn."),
        (
            "How fast the others move. Hold confirm to hurry them.",
            "Wie schnell die anderen ziehen. Bestätigen gedrückt halten treibt sie an.",
        ),
    ],
)  # fmt: skip
def test_what_players_read_most(english: str, german: str) -> None:
    assert GERMAN[english] == german


def test_colours_within_a_sentence_are_nouns() -> None:
    for colour in ("red", "yellow", "green", "blue", "violet", "orange"):
        assert GERMAN[colour] == GERMAN[colour.capitalize()]


def test_names_in_a_sentence_are_joined_by_a_word() -> None:
    with spoken_to("de"):
        assert [together(names) for names in ((), ("Lea",), ("Lea", "Bo"), ("Lea", "Bo", "Ida"))] == [
            "", "Lea", "Lea und Bo", "Lea, Bo und Ida",
        ]  # fmt: skip
