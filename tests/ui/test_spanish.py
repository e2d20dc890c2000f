"""The Spanish catalogue keeps to one way: tú and vosotros, opening signs, one term for one thing."""

from __future__ import annotations

import re

import pytest

from game.core.discovery import rules_text, slugs
from tools.build_locale import LOCALE, NAME, read_po

PO = LOCALE / "es" / "LC_MESSAGES" / f"{NAME}.po"
SPANISH = [form for forms in read_po(PO.read_text(encoding="utf-8")).values() for form in forms]
SHEETS = [rules_text(slug, "es") for slug in slugs()]
TERMS = {
    r"\b[Uu]sted(?:es)?\b": "tú, vosotros",
    r"\b[Mm]arioneta|\b[Mm]uñeco": "títere",
    r"\b[Pp]elota\b": "balón",
    r"\b[Cc]eldas?\b": "casilla",
    r"\b[Bb]arajas? de robo|\b[Mm]ontón\b(?! de calc)": "mazo",
    r"\b[Ss]ota\b": "jota",
    r"\b[Tt]ercias?\b|\b[Tt]ríos?\b": "grupo",
    r"\b[Cc]elular|\b[Tt]eléfono": "móvil",
    r"\b[Cc]omputadora": "ordenador",
    r"\b[Rr]emend": "zurcir",
    r"\b[Rr]ompecabezas|\b[Pp]uzles?\b": "acertijo",
    r"\b[Aa]utogoles? en propia|\ben propia\b": "autogol",
}
"""Words that might come, and what stands in their place."""


@pytest.mark.parametrize(("before", "after"), [("¡", "!"), ("¿", "?")])
def test_what_is_called_or_asked_has_its_sign_before_it(before: str, after: str) -> None:
    text = [re.sub(r"!\[", "[", sheet) for sheet in SHEETS]  # a picture of a sheet is no call
    assert [form for form in [*SPANISH, *text] if form.count(before) != form.count(after)] == []


@pytest.mark.parametrize(("wrong", "right"), TERMS.items(), ids=TERMS.values())
def test_one_term_for_one_thing(wrong: str, right: str) -> None:
    assert [form for form in [*SPANISH, *SHEETS] if re.search(wrong, form)] == [], f"say {right}"


def test_quotes_are_spanish() -> None:
    assert [form for form in SPANISH if re.search(r"[“”„\"]|\w'\w|--", form)] == []
    assert [sheet for sheet in SHEETS if re.search(r"[“”„\"]", sheet)] == []
