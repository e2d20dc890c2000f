"""The Italian catalogue keeps to one way: tu, one term for one thing, its own signs."""

from __future__ import annotations

import re

import pytest

from tools.build_locale import LOCALE, NAME, read_po

PO = LOCALE / "it" / "LC_MESSAGES" / f"{NAME}.po"
ITALIAN = {
    one: form for (one, _many), forms in read_po(PO.read_text(encoding="utf-8")).items() for form in forms
}
TERMS = {
    r"\b[Jj]oker\b|\bmatta\b": "jolly",
    r"[Ss]equenza|\b[Tt]ris\b": "scala, gruppo",
    r"[Mm]arionett|[Bb]urattin": "pupazzo",
    r"[Rr]otai[ae]\b": "binario",
    r"[Ss]uggeriment": "consiglio",
    r"[Cc]ellular": "telefono",
    r"\b[Rr]ound\b|\b[Ss]mazzat": "mano, giro",
    r"[Pp]ulsant": "bottone",
    r"\b[Cc]alz[ae]\b": "calzino",
    r"\bdonn[ae]\b": "regina",
    r"[Tt]irocinant": "Stagista",
}
"""Words that might come, and what stands in their place."""


def found(pattern: str) -> list[str]:
    return [form for form in ITALIAN.values() if re.search(pattern, form)]


def test_it_says_tu() -> None:
    assert found(r"\b(?:Lei|Ella|Suo|Sua|Suoi|La preghiamo)\b|\b(?:clicchi|prema|scelga|inserisca)\b") == []


@pytest.mark.parametrize(("wrong", "right"), TERMS.items(), ids=TERMS.values())
def test_one_term_for_one_thing(wrong: str, right: str) -> None:
    assert found(wrong) == [], f"say {right}"


def test_signs_are_italian() -> None:
    assert found(r"[„»«\"]|\w’\w|--| %(?!\w)") == []
    assert found(r"\b(?:perchè|finchè|poichè|nè|sè)\b|\bE'|\bpò\b|\bsù\b") == []


@pytest.mark.parametrize(
    ("english", "italian"),
    [
        ("Undo", "Annulla"), ("Whole screen", "Schermo intero"), ("Choose", "Scegli"), ("Thump!", "Bum!"),
        ("{name} goes out.", "{name} chiude."), ("Rematch", "Rivincita"), ("Sock", "Stendi"),
    ],
)  # fmt: skip
def test_what_players_read_most(english: str, italian: str) -> None:
    assert ITALIAN[english] == italian


def test_elisions_stand_before_vowels_and_only_there() -> None:
    before = r"\b(?:l|un|dell|all|nell|sull|dall|quell|quest)'"
    assert found(before + r"[bcdfgjklmnpqrstvwxz]") == []
    assert found(r"\b(?:la|una|della|alla|nella|sulla|dalla) [aeioàèéìòu]\w+") == []
