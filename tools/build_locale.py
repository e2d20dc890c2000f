"""Translations: gathers every text of the window, and compiles what translators have written.

``python -m tools.build_locale`` brings each ``assets/locale/LANGUAGE/LC_MESSAGES/sockdrawer.po`` up to date
with the texts that there are now (what is new stands there untranslated) and compiles it to the ``.mo`` that
the game reads. A new language is a new folder with an empty ``sockdrawer.po`` in it; its header, with the
rule for plurals, is that of English until a translator writes another one there. ``--check`` only tells what
is missing or does not fit, in the catalogues and in the rules sheets.

A game that has a folder ``locale`` has catalogues of its own there, in the same way, with what it alone says,
and ``--game`` writes those alone; one that has neither that nor a sheet of rules in another language is in
English. What the program or an earlier game says in the same words has the translation of that.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from game.core.discovery import find_game, game_folder, game_slugs
from game.core.options import Option
from game.levels import maps, named, title
from game.match.lesson import FILE, read_lessons
from game.resources import levels_of
from game.scenes.bindings import ACTS
from game.store.data_folder import StorageIssue, StorageReason
from game.ui.art.patterns import SEAT_LOOKS
from tools.check_locale import troubles
from tools.command import command
from tools.po import (
    HEAD,
    LOCALE,
    NAME,
    ROOT,
    Text,
    catalogues,
    compiled,
    forms_in,
    head_of,
    quoted,
    read_po,
    set_in,
)

__all__ = ["LOCALE", "NAME", "ROOT", "catalogues", "compiled", "head_of", "read_po"]

_QUOTED = r'"((?:[^"\\]|\\.)*)"'
_CALLS = re.compile(r"\b(?:_|plural|LayoutError|BoardError|_wrong)\(")
REFUSALS = "LayoutError", "BoardError", "_wrong"
"""What is raised with the reason last of its texts, which the window translates."""
_ON_PHONES = re.compile(rf"\b(?:t|(counted))\(\s*{_QUOTED}(?(1),\s*{_QUOTED})")
"""The texts of the page for phones, as they stand in its modules."""


@cache
def texts(own: str) -> dict[Text, str]:
    """Every text of the program (""), or of a game with own catalogues, with the file that it is from."""
    found: dict[Text, str] = {}
    games = [own] if own else shared()
    root = game_folder(own) if own else ROOT / "game"
    others = [game_folder(slug) for slug in game_slugs() if slug not in games]

    def files(ending: str) -> list[Path]:
        return [path for path in root.rglob(ending) if not any(other in path.parents for other in others)]

    for path in sorted(files("*.py"), key=_shell_first):
        source = path.read_text(encoding="utf-8")
        if _CALLS.search(source):  # every other module says nothing, and takes as long to be parsed
            for text in _called(ast.parse(source)):
                found.setdefault(text, path.relative_to(ROOT).as_posix())
    for path in sorted(files("*.js")):
        for _counts, *words in _ON_PHONES.findall(path.read_text(encoding="utf-8")):
            one, many = (str(json.loads(f'"{part}"')) for part in words)
            found.setdefault((one, many), path.relative_to(ROOT).as_posix())
    if not own:
        for words in ACTS.values():
            found.setdefault((words, ""), "game/scenes/bindings.py")
        for told_of in (*StorageIssue, *StorageReason):
            found.setdefault((str(told_of), ""), "game/store/data_folder.py")
        for look in SEAT_LOOKS:
            found.setdefault((look.name, ""), "game/ui/art/patterns.py")
    for slug in games:
        game, folder = find_game(slug), game_folder(slug).relative_to(ROOT).as_posix()
        told = [game.info.title, game.info.brief, game.info.tagline, *game.bot.levels, *game.bot.manners]
        for option in game.info.options:
            told += _option(option)
        for words in filter(None, told):
            found.setdefault((words, ""), f"{folder}/__init__.py")
        for words in read_lessons(slug).texts:
            found.setdefault((words, ""), f"{folder}/{FILE}")
        for path in maps(levels_of(slug)):
            for words in (title(path), *named(path)):
                found.setdefault((words, ""), path.relative_to(ROOT).as_posix())
    known = texts("") if own else {}
    return {text: place for text, place in found.items() if text[0].strip() and text not in known}


def has_own(slug: str) -> bool:
    """Whether a game has catalogues of its own."""
    return (game_folder(slug) / "locale").is_dir()


def shared() -> list[str]:
    """The games whose texts stand in the program's catalogues: those with rules in another language."""
    return [slug for slug in game_slugs() if not has_own(slug) and any(game_folder(slug).glob("rules.*.md"))]


def _shell_first(path: Path) -> tuple[bool, Path]:
    """What every game shares stands before what one game says."""
    return "games" in path.relative_to(ROOT).parts, path


def _option(option: Option) -> list[str]:
    """What people read of a house rule: its title, and its values with the line about each."""
    values = option.choices or (option.default, option.highest, *(value for value, _label in option.labels))
    labels = [option.label(value) for value in values]
    words = [label.words for label in labels if not label.words.isdigit()]
    return [option.title, *words, *(label.told for label in labels)]


def _called(tree: ast.AST) -> Iterator[Text]:
    """The texts that are given to ``_``, ``counted`` and refusals of a map as they stand."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        words = [a.value for a in node.args[:2] if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if node.func.id == "_" and len(words) == 1:
            yield words[0], ""
        elif node.func.id == "plural" and len(words) == 2:
            yield words[0], words[1]
        elif node.func.id in REFUSALS and words and words[-1].endswith("."):
            yield words[-1], ""


def write_po(known: dict[Text, tuple[str, ...]], head: str = HEAD, own: str = "") -> str:
    """A catalogue with all `texts`, in the order of the files that they are from."""
    blocks = ['msgid ""\nmsgstr ""\n' + "\n".join(quoted(f"{line}\n") for line in head.splitlines())]
    count = forms_in(head)
    for text, place in sorted(texts(own).items(), key=lambda item: (item[1], item[0])):
        one, many = text
        forms = known.get(text, ())
        lines = [f"#: {place}", f"msgid {quoted(one)}"]
        if many:
            lines.append(f"msgid_plural {quoted(many)}")
            padded = (*forms, *[""] * count)
            lines += [f"msgstr[{n}] {quoted(padded[n])}" for n in range(count)]
        else:
            lines.append(f"msgstr {quoted(forms[0] if forms else '')}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def missing(known: dict[Text, tuple[str, ...]], own: str = "") -> list[Text]:
    """Those of the `texts` that have no translation."""
    return [text for text in texts(own) if not (known.get(text) and all(known[text]))]


def main() -> None:
    """Bring every language up to date, or tell what is missing."""
    parser = command(__doc__)
    parser.add_argument("--check", action="store_true", help="only tell what is missing")
    own_games = tuple(filter(has_own, game_slugs()))
    parser.add_argument("--game", choices=own_games, help="the catalogues in the folder of this game alone")
    asked = parser.parse_args()
    check, amiss = asked.check, False
    all_catalogues = [] if asked.game else [("", path) for path in catalogues()]
    for slug in [asked.game] if asked.game else own_games:
        all_catalogues += [(slug, path) for path in catalogues(game_folder(slug) / "locale")]
    for own, path in all_catalogues:
        written = path.read_text(encoding="utf-8")
        known = read_po(written)
        lacking = missing(known, own)
        name = f"{own}, {path.parts[-3]}" if own else path.parts[-3]
        print(f"{name}: {len(texts(own)) - len(lacking)} of {len(texts(own))} texts")
        if check:
            told = troubles(path, texts(own), [own] if own else shared())
            amiss = amiss or bool(told)
            print(*(f"  {trouble}" for trouble in told), sep="\n", end="\n" if told else "")
            continue
        head = head_of(written)
        known = {text: tuple(set_in(path.parts[-3], form) for form in forms) for text, forms in known.items()}
        text = write_po(known, head, own)  # without what nobody reads any more
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compiled(read_po(text), head))
    if amiss:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
