"""Translation catalogues: text files for translators (``.po``), and binary files for gettext (``.mo``)."""

from __future__ import annotations

import re
from pathlib import Path

from polib import POEntry, POFile, pofile

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "assets" / "locale"
NAME = "sockdrawer"
Text = tuple[str, str]
"""Text and its plural form, "" if it has none."""
HEAD = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}


def catalogues(folder: Path = LOCALE) -> list[Path]:
    """Return the catalogues of all languages but English, of the program or of a game's ``locale`` folder."""
    return sorted(folder.glob(f"*/LC_MESSAGES/{NAME}.po"))


def catalogue(path: Path) -> POFile:
    """Return the catalogue of a file, with the English header if it has none."""
    read = pofile(str(path), wrapwidth=0)
    read.metadata = read.metadata or dict(HEAD)
    return read


def text_of(entry: POEntry) -> Text:
    """Return the English text of an entry."""
    return entry.msgid, entry.msgid_plural


def forms_in(entries: POFile) -> int:
    """Return the number of plural forms of the language. Raises ValueError if the header lacks it."""
    match = re.search(r"nplurals\s*=\s*(\d+)", entries.metadata.get("Plural-Forms", ""))
    if match is None:
        raise ValueError('the header needs a line such as "Plural-Forms: nplurals=2; plural=(n != 1);"')
    return int(match[1])


def forms_by_text(entries: POFile) -> dict[Text, tuple[str, ...]]:
    """Return the translations of a catalogue: text -> its forms in the language."""
    return {text_of(entry): tuple(entry.msgstr_plural.values()) or (entry.msgstr,) for entry in entries}


def set_in(language: str, text: str) -> str:
    """Return a text with the language's apostrophes and no-break spaces; translators type plain ones."""
    if language != "fr":
        return text
    text = re.sub(r"(?<=\w)'(?=[\w{])", "’", text)
    text = re.sub(r" (?=[!?:;»%])", "\N{NO-BREAK SPACE}", text)
    return text.replace("« ", "«\N{NO-BREAK SPACE}")
