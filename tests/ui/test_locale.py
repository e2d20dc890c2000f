"""Translations: catalogues match the texts, and each language uses consistent terms and signs."""

from __future__ import annotations

import gettext
import io
import re
from pathlib import Path
from typing import Any

import pytest
from polib import POEntry, POFile

from game import i18n
from game.core.discovery import game_slugs, players_text
from game.i18n import _, in_language, join_names
from tests.sample_extras import extras_in
from tools.build_locale import all_catalogues, games_of, own_folders, shared, texts, update
from tools.check_locale import troubles
from tools.po import HEAD, NAME, ROOT, Text, catalogue, catalogues, forms_by_text, set_in

CATALOGUES = pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parts[-3])
ALL_CATALOGUES = pytest.mark.parametrize(
    ("owner", "path"), all_catalogues(), ids=[f"{owner}-{path.parts[-3]}" for owner, path in all_catalogues()]
)
"""Catalogues of the program, and of the games and extras that have separate ones."""


def translations(code: str) -> dict[Text, tuple[str, ...]]:
    """Translations of all catalogues of a language."""
    paths = [path for _owner, path in all_catalogues() if path.parts[-3] == code]
    return {text: forms for path in paths for text, forms in forms_by_text(catalogue(path)).items()}


def filled(known: dict[Text, tuple[str, ...]], rule: str = HEAD["Plural-Forms"]) -> POFile:
    """Catalogue with these translations."""
    entries = POFile(wrapwidth=0)
    entries.metadata = HEAD | {"Plural-Forms": rule}
    for (one, many), forms in known.items():
        told: dict[str, Any] = {"msgstr_plural": dict(enumerate(forms))} if many else {"msgstr": forms[0]}
        entries.append(POEntry(msgid=one, msgid_plural=many, **told))
    return entries


def test_german_is_available() -> None:
    assert "de" in i18n.languages()


def test_pseudo_language_is_offered_only_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(i18n.PSEUDO_VARIABLE, raising=False)
    assert i18n.PSEUDO not in i18n.languages()
    assert i18n.PSEUDO in i18n.languages(i18n.PSEUDO)
    monkeypatch.setenv(i18n.PSEUDO_VARIABLE, "1")
    assert i18n.PSEUDO in i18n.languages()


@ALL_CATALOGUES
def test_languages_are_complete(owner: str, path: Path) -> None:
    """Texts, fields, forms, line breaks, letters and rules: see `tools.check_locale`."""
    assert len(texts("")) > 1000
    assert troubles(path, texts(owner), games_of(owner)) == []


@ALL_CATALOGUES
def test_catalogue_has_no_unused_text_and_none_of_the_program(owner: str, path: Path) -> None:
    entries = catalogue(path)
    update(entries, owner)
    assert str(entries) == path.read_text(encoding="utf-8")
    assert not owner or texts(owner).keys().isdisjoint(texts(""))


@ALL_CATALOGUES
def test_compiled_catalogue_equals_its_source(owner: str, path: Path) -> None:
    entries, compiled = catalogue(path), path.with_suffix(".mo").read_bytes()
    assert compiled == entries.to_binary()
    read = gettext.GNUTranslations(io.BytesIO(compiled))
    for (one, many), forms in forms_by_text(entries).items():
        if many:
            assert (read.ngettext(one, many, 1), read.ngettext(one, many, 5)) == forms
        else:
            assert read.gettext(one) == forms[0]


def test_plurals_follow_the_rule_of_the_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Polish has three forms; 21 uses another form than 1."""
    rule = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
    socks = "{n} new sock", "{n} new socks"
    entries = filled({socks: ("{n} nowa", "{n} nowe", "{n} nowych")}, f"nplurals=3; plural=({rule});")
    update(entries)
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    entries.save_as_mofile(str(folder / f"{NAME}.mo"))
    monkeypatch.setattr(i18n, "_FOLDER", tmp_path)
    with i18n.in_language("pl"):
        told = [i18n.plural(*socks, n).format(n=n) for n in (0, 1, 3, 5, 21, 22)]
        assert i18n.forms(*socks) == ["{n} nowa", "{n} nowe", "{n} nowych"]
        assert i18n.plural_rule()[:6] == "201112"
    assert told == ["0 nowych", "1 nowa", "3 nowe", "5 nowych", "21 nowych", "22 nowe"]


def test_catalogue_of_an_extra_adds_to_that_of_the_program(tmp_path: Path) -> None:
    package = tmp_path / "sockdrawer_ant"
    folder = package / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    card = "from pathlib import Path\nfrom game.core.extras import Extra\n"
    card += "EXTRA = Extra('ant', Path(__file__).parent)\n"
    (package / "__init__.py").write_text(card, encoding="utf-8")
    known = filled({("Ant hill", ""): ("Ameisenhaufen",), ("Settings", ""): ("Ameisen",)})
    known.save_as_mofile(str(folder / f"{NAME}.mo"))
    with extras_in(tmp_path), in_language("de"):
        assert (_("Ant hill"), _("Settings")) == ("Ameisenhaufen", "Einstellungen")
        assert "sockdrawer_ant" in own_folders()
    with extras_in(tmp_path, ""), in_language("de"):
        assert (_("Ant hill"), _("Settings")) == ("Ant hill", "Einstellungen")
        assert "sockdrawer_ant" not in own_folders()


def test_every_separate_catalogue_has_the_languages_of_the_program() -> None:
    codes = {path.parts[-3] for path in catalogues()}
    for owner in own_folders():
        assert {path.parts[-3] for name, path in all_catalogues() if name == owner} == codes, owner


def test_faulty_translations_are_reported(tmp_path: Path) -> None:
    known: dict[Text, tuple[str, ...]] = {
        ("Take {card}", ""): ("Prends",),
        ("One\nTwo", ""): ("Un deux",),
        ("{n} card", "{n} cards"): ("Une carte", "{n} cartes"),
        ("Left", ""): ("← Gauche",),
        ("%Y-%m-%d", ""): ("%d/%m",),
    }
    path = tmp_path / "xx" / "LC_MESSAGES" / f"{NAME}.po"
    path.parent.mkdir(parents=True)
    filled(known, "nplurals=2; plural=(n > 1);").save(str(path))
    found = troubles(path, [*known, ("Quit", "")], shared())
    for words_ in (
        "calls itself", "'Prends' has other fields", "other line breaks", "'Une carte' has other fields",
        "signs of its own: Left", "another date", "not translated: Quit", "rules.xx.md",
    ):  # fmt: skip
        assert any(words_ in trouble for trouble in found), words_


def test_french_breaks_no_line_before_its_signs() -> None:
    assert set_in("fr", "C'est « fini » : {n} % ?") == "C’est «\u00a0fini\u00a0»\u00a0: {n}\u00a0%\u00a0?"
    assert set_in("it", "C'è?") == "C'è?"
    for forms in translations("fr").values():
        assert forms == tuple(set_in("fr", form) for form in forms)


def test_catalogue_survives_writing_and_reading(tmp_path: Path) -> None:
    text = next(text for text in texts("") if text[1])
    quoted = next(text for text in texts("") if not text[1])
    known = {text: ('ein "Ding"', "zwei\nDinge"), quoted: ("a\\b",)}
    entries = filled(known)
    update(entries)
    entries.save(str(tmp_path / "again.po"))
    again = forms_by_text(catalogue(tmp_path / "again.po"))
    assert known.items() <= again.items()


def test_language_change_applies_to_every_text() -> None:
    i18n.set_language("de")
    assert _("Settings") == "Einstellungen"
    i18n.set_language("xx")
    assert _("Settings") == "Settings"


@pytest.mark.parametrize(
    ("system", "named", "spoken"),
    [
        (["de", "en"], None, "de"), (["nl", "fr", "en"], None, "fr"), (["en", "de"], "de_DE", "en"),
        ([], "Italian_Italy", "it"), ([], "German_Austria", "de"), ([], "Spanish_Mexico", "es"),
        ([], "fr_CA", "fr"), (["nl"], "es_ES", "es"), (["nl"], "C", "en"), ([], None, "en"),
    ],
)  # fmt: skip
def test_window_uses_the_first_known_system_language(
    monkeypatch: pytest.MonkeyPatch, system: list[str], named: str | None, spoken: str
) -> None:
    monkeypatch.setattr("locale.getlocale", lambda: (named, "UTF-8"))
    i18n.set_language("", system)
    assert i18n.current_language() == spoken
    i18n.set_language("it", system)
    assert i18n.current_language() == "it", "what a player chose comes first"


@CATALOGUES
def test_ribbon_texts_of_a_phone_begin_as_sentences(path: Path) -> None:
    """In each language: with a capital letter, a name, or an opening exclamation mark."""
    page = (ROOT / "game" / "party" / "page" / "match.js").read_text(encoding="utf-8")
    ribbon = page.partition("export const winners")[2].partition("parts = view.game.show")[0]
    ribbon += page.partition("const turn =")[2].partition(";")[0]
    told = re.findall(r'\bt\(\s*"([^"]+)"', ribbon)
    assert {"{name}'s turn", "Your turn, {name}", "A draw", "{names} win!"} <= set(told)
    known = forms_by_text(catalogue(path))
    low = [form for words in told for form in known[words, ""] if form.lstrip("¡¿")[0].islower()]
    assert low == []


# Each language has one form of address, one set of signs, and one term per thing.


def forms(code: str) -> dict[str, str]:
    """Translations of a language by the English text; further plural forms have their own keys."""
    return {
        one + "\0" * number: form
        for (one, _), all_ in translations(code).items()
        for number, form in enumerate(all_)
    }


FORMS = {code: forms(code) for code in ("de", "es", "fr", "it")}
SHEETS = [players_text(slug, "es") for slug in game_slugs()]
PARTS = {
    "als", "an", "andere", "auf", "aus", "behielt", "danach", "deine", "denkt", "der", "die", "drei", "ein",
    "eine",
    "fehlende", "fertig", "für", "gerade", "je", "jede", "jeder", "kein", "mehrere", "mit", "nach", "nicht",
    "nur", "nächster", "passen", "python", "seit", "so", "teils", "unentschieden", "vergleichen", "viele",
    "von", "vor", "was", "weiter", "weniger", "wenn", "wer", "wie", "zurück",
}  # fmt: skip
"""Starts of clauses that follow a colon. A whole sentence starts with a capital."""
# imperatives of which people use the short form
LONG = re.compile(
    r"(?:\b(?:Lege|Wähle|Drücke|Klicke|Tippe|Gehe|Sage|Nehme|Ziehe|Komme|Schließe|Behalte|Halte|Werde)"
    r"|, wähle)\b(?= [\w{])"
)
TERMS = {
    "de": {
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
        r"Auswertung|Diagramm": "Nachbesprechung, Grafiken",
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
    },
    "fr": {
        r"[Mm]arionnette|\bpoupée": "pantin",
        r"l’autre côté\b": "l’adversaire, l’autre camp",
        r"\bblocage pour|ton blocage": "barrage",
        r"\bliens? (?:libre|pris)": "liaison",
        r"\b[Ee]nseignant": "professeur",
        r"\b[Vv]euillez|\bvotre tour\b": "tu",
    },
    "es": {
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
    },
    "it": {
        r"\b[Jj]oker\b|\bmatta\b": "jolly",
        r"[Ss]equenza|\b[Tt]ris\b": "scala, gruppo",
        r"[Mm]arionett|[Bb]urattin": "pupazzo",
        r"[Rr]otai[ae]\b": "binario",
        r"[Ss]uggeriment": "consiglio",
        r"[Cc]ellular": "telefono",
        r"\b[Rr]ound\b(?!\})|\b[Ss]mazzat": "mano, giro",
        r"\b[Cc]alz[ae]\b": "calzino",
        r"\bdonn[ae]\b": "regina",
        r"[Tt]irocinant": "Stagista",
    },
}
"""Wrong words and their replacements."""
WRONG = [(code, *pair) for code, pairs in TERMS.items() for pair in pairs.items()]


def found(code: str, pattern: str) -> list[str]:
    texts = [*FORMS[code].values(), *(SHEETS if code == "es" else ())]
    return [form for form in texts if re.search(pattern, form)]


@pytest.mark.parametrize(("code", "wrong", "right"), WRONG, ids=[f"{one[0]}-{one[2]}" for one in WRONG])
def test_each_thing_has_one_term(code: str, wrong: str, right: str) -> None:
    assert found(code, wrong) == [], f"say {right}"


def test_german_uses_the_informal_address() -> None:
    assert found("de", r"\b(?:Ihnen|Ihrem|Ihren|Ihres)\b") == []
    assert found("de", r"(?<![.!?:] )(?<!^)(?<!„)\bSie\b") == []
    assert found("de", r"(?<![.!?:] )(?<!^)\bDu\b") == []
    assert found("de", r"(?<![.!?:] )(?<!^)\b(?:Dich|Dir|Dein|Deine|Deinen|Deinem|Deiner|Deines)\b") == []


def test_german_uses_short_imperatives() -> None:
    assert [form for form in FORMS["de"].values() if LONG.search(form)] == []


def test_italian_uses_the_informal_address() -> None:
    polite = r"\b(?:Lei|Ella|Suo|Sua|Suoi|La preghiamo)\b|\b(?:clicchi|prema|scelga|inserisca)\b"
    assert found("it", polite) == []


def test_german_sentence_after_a_colon_begins_with_a_capital() -> None:
    after = [word for form in FORMS["de"].values() for word in re.findall(r": ([a-zäöü]\w*)", form)]
    assert set(after) <= PARTS


@pytest.mark.parametrize(("before", "after"), [("¡", "!"), ("¿", "?")])
def test_spanish_exclamations_and_questions_have_opening_signs(before: str, after: str) -> None:
    text = [re.sub(r"!\[", "[", sheet) for sheet in SHEETS]  # the picture syntax of a sheet is no exclamation
    assert [form for form in [*FORMS["es"].values(), *text] if form.count(before) != form.count(after)] == []


def test_quotes_dashes_and_accents_are_those_of_the_language() -> None:
    assert found("de", r"[“”](?=\w)|\"|\w'\w|--") == []
    assert [form for form in FORMS["es"].values() if re.search(r"[“”„\"]|\w'\w|--", form)] == []
    assert [sheet for sheet in SHEETS if re.search(r"[“”„\"]", sheet)] == []
    assert found("it", r"[„»«\"]|\w’\w|--| %(?!\w)") == []
    assert found("it", r"\b(?:perchè|finchè|poichè|nè|sè)\b|\bE'|\bpò\b|\bsù\b") == []


def test_italian_elisions_appear_only_before_vowels() -> None:
    before = r"\b(?:l|un|dell|all|nell|sull|dall|quell|quest)'"
    assert found("it", before + r"[bcdfgjklmnpqrstvwxz]") == []
    assert found("it", r"\b(?:la|una|della|alla|nella|sulla|dalla) [aeioàèéìòu]\w+") == []


MOST_READ = {
    "de": [
        ("Full screen", "Vollbild"), ("Choose", "Auswählen"),
        ("Thump!", "Rumms!"), ("the joker", "Joker"),  # "behalt der Joker" would be wrong German
        ("{name} goes out.", "{name} macht Schluss."), ("Rematch", "Revanche"),
        ("{device} disconnected. {name}'s seat is reserved.",
         "{device} ist weg. Der Platz von {name} bleibt reserviert."),
        ("Tied, so draw again: {names}", "Gleichstand, noch einmal ziehen: {names}"),
        ("{pair}, pieces needed: {n}", "{pair}, fehlende Gleise: {n}"),
        ("Track only goes between neighbouring stations.", "Ein Gleis verbindet nur Nachbarn."),
        ("How fast the others move. Hold Select to speed them up.",
         "Wie schnell die anderen ziehen. Halt Bestätigen gedrückt, um sie anzutreiben."),
    ],
    "it": [
        ("Undo", "Annulla"), ("Full screen", "Schermo intero"), ("Choose", "Scegli"), ("Thump!", "Bum!"),
        ("{name} goes out.", "{name} chiude."), ("Rematch", "Rivincita"), ("Sock", "Stendi"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("code", MOST_READ)
def test_most_read_texts_have_the_agreed_translation(code: str) -> None:
    most = dict(MOST_READ[code])
    assert {english: FORMS[code][english] for english in most} == most


def test_colours_within_a_sentence_are_nouns() -> None:
    for colour in ("red", "yellow", "green", "blue", "violet", "orange"):
        assert FORMS["de"][colour] == FORMS["de"][colour.capitalize()]


def test_names_in_a_sentence_are_joined_by_a_word() -> None:
    with in_language("de"):
        assert [join_names(names) for names in ((), ("Lea",), ("Lea", "Bo"), ("Lea", "Bo", "Ida"))] == [
            "", "Lea", "Lea und Bo", "Lea, Bo und Ida",
        ]  # fmt: skip
