"""Translation catalogues: text files for translators (``.po``), and binary files for gettext (``.mo``)."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "assets" / "locale"
NAME = "sockdrawer"
Text = tuple[str, str]
"""Text and its plural form, "" if it has none."""
HEAD = """Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit
Plural-Forms: nplurals=2; plural=(n != 1);
"""


def catalogues(folder: Path = LOCALE) -> list[Path]:
    """Return the catalogues of all languages but English, of the program or of a game's ``locale`` folder."""
    return sorted(folder.glob(f"*/LC_MESSAGES/{NAME}.po"))


def head_of(text: str) -> str:
    """Return the header of a catalogue, the English one if it has none."""
    head = text.partition("\n\n")[0].partition("msgstr")[2]
    return "".join(json.loads(line) for line in re.findall(r'".*"', head)) or HEAD


def forms_in(head: str) -> int:
    """Return the number of plural forms of the language. Raises ValueError if the header lacks it."""
    match = re.search(r"nplurals\s*=\s*(\d+)", head)
    if match is None:
        raise ValueError('the header needs a line such as "Plural-Forms: nplurals=2; plural=(n != 1);"')
    return int(match[1])


def read_po(text: str) -> dict[Text, tuple[str, ...]]:
    """Return the translations of a catalogue: text -> its forms in the language."""
    translations: dict[Text, tuple[str, ...]] = {}
    for block in text.split("\n\n"):
        parts: dict[str, str] = {}
        field = ""
        for line in block.splitlines():
            if line.startswith("#") or not line.strip():
                continue
            name, _quote, literal = line.partition('"')
            field = name.strip() or field
            parts[field] = parts.get(field, "") + str(json.loads(f'"{literal.strip()}'))
        forms = tuple(form for name, form in parts.items() if name.startswith("msgstr"))
        if parts.get("msgid"):
            translations[(parts["msgid"], parts.get("msgid_plural", ""))] = forms
    return translations


def compiled(translations: dict[Text, tuple[str, ...]], head: str = HEAD) -> bytes:
    """Return the catalogue in gettext's binary format."""
    pairs = [(b"", head.encode())]
    for (text, plural), forms in translations.items():
        if forms and all(forms):
            key = f"{text}\0{plural}" if plural else text
            pairs.append((key.encode(), "\0".join(forms).encode()))
    pairs.sort()
    start = 28 + 16 * len(pairs)
    tables, data = [b"", b""], b""
    for column in (0, 1):
        for pair in pairs:
            tables[column] += struct.pack("<II", len(pair[column]), start + len(data))
            data += pair[column] + b"\0"
    start_of_file = struct.pack("<IIIIIII", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 28)
    return start_of_file + tables[0] + tables[1] + data


def set_in(language: str, text: str) -> str:
    """Return a text with the language's apostrophes and no-break spaces; translators type plain ones."""
    if language != "fr":
        return text
    text = re.sub(r"(?<=\w)'(?=[\w{])", "’", text)
    text = re.sub(r" (?=[!?:;»%])", "\N{NO-BREAK SPACE}", text)
    return text.replace("« ", "«\N{NO-BREAK SPACE}")


def quoted(text: str) -> str:
    """Return a text as a quoted string of a catalogue, on one line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
