"""Catalogues of translations: as translators write them (``.po``), and as gettext reads them (``.mo``)."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "assets" / "locale"
NAME = "sockdrawer"
Text = tuple[str, str]
"""A text, and its form for many; empty where it has none."""
HEAD = """Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit
Plural-Forms: nplurals=2; plural=(n != 1);
"""


def catalogues(folder: Path = LOCALE) -> list[Path]:
    """The catalogues of all languages but English, of the program or in the ``locale`` of a game."""
    return sorted(folder.glob(f"*/LC_MESSAGES/{NAME}.po"))


def head_of(text: str) -> str:
    """What a catalogue says of itself before its texts; that of English where it says nothing."""
    head = text.partition("\n\n")[0].partition("msgstr")[2]
    return "".join(json.loads(line) for line in re.findall(r'".*"', head)) or HEAD


def forms_in(head: str) -> int:
    """How many forms a text has in the language, for the numbers that there are."""
    found = re.search(r"nplurals\s*=\s*(\d+)", head)
    if found is None:
        raise ValueError('the header needs a line such as "Plural-Forms: nplurals=2; plural=(n != 1);"')
    return int(found[1])


def read_po(text: str) -> dict[Text, tuple[str, ...]]:
    """What a catalogue says: text -> its forms in the language."""
    found: dict[Text, tuple[str, ...]] = {}
    for block in text.split("\n\n"):
        parts: dict[str, str] = {}
        field = ""
        for line in block.splitlines():
            if line.startswith("#") or not line.strip():
                continue
            name, _quote, words = line.partition('"')
            field = name.strip() or field
            parts[field] = parts.get(field, "") + str(json.loads(f'"{words.strip()}'))
        forms = tuple(words for name, words in parts.items() if name.startswith("msgstr"))
        if parts.get("msgid"):
            found[(parts["msgid"], parts.get("msgid_plural", ""))] = forms
    return found


def compiled(known: dict[Text, tuple[str, ...]], head: str = HEAD) -> bytes:
    """The catalogue as gettext reads it: a table of texts and a table of translations."""
    pairs = [(b"", head.encode())]
    for (one, many), forms in known.items():
        if forms and all(forms):
            key = f"{one}\0{many}" if many else one
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
    """A text with the apostrophes and no-break spaces of the language; translators type plain ones."""
    if language != "fr":
        return text
    text = re.sub(r"(?<=\w)'(?=[\w{])", "’", text)
    text = re.sub(r" (?=[!?:;»%])", "\N{NO-BREAK SPACE}", text)
    return text.replace("« ", "«\N{NO-BREAK SPACE}")


def quoted(text: str) -> str:
    """A text as a catalogue has it, on one line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
