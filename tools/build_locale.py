"""Collect the texts of the program and compile the translations.

``python -m tools.build_locale`` updates each ``assets/locale/LANGUAGE/LC_MESSAGES/sockdrawer.po`` with the
present texts (new ones are untranslated) and compiles it to the ``.mo`` that the game reads. To add a
language, make a folder with an empty ``sockdrawer.po``; its header, with the plural rule, is the English one
until a translator changes it. ``--check`` only reports what is missing or wrong, in the catalogues and in the
rules sheets.

A game or an extra with a folder ``locale`` has separate catalogues there with its texts, and ``--game``
writes only those. An extra without that folder is in English, and so is a game without that folder and
without a translated rules sheet. A text that the program, or a game or extra before it, has too uses the
translation from there.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from polib import POEntry, POFile

from game.core.discovery import find_game, game_folder, game_slugs
from game.core.extras import extras
from game.core.options import Option
from game.levels import maps, place_names, title
from game.match.lesson import LESSON_FILE, read_lessons
from game.resources import levels_of
from game.scenes.bindings import ACTION_LABELS
from game.store.data_folder import StorageIssue, StorageReason
from game.ui.art.patterns import SEAT_LOOKS
from tools.check_locale import troubles
from tools.command import command
from tools.po import LOCALE, ROOT, Text, catalogue, catalogues, forms_in, set_in, text_of

_QUOTED = r'"((?:[^"\\]|\\.)*)"'
_CALLS = re.compile(r"\b(?:_|plural|LayoutError|BoardError|_layout_error)\(")
REFUSALS = "LayoutError", "BoardError", "_layout_error"
"""Errors whose last text argument is a reason that the window translates."""
_ON_PHONES = re.compile(rf"\b(?:t|(counted))\(\s*{_QUOTED}(?(1),\s*{_QUOTED})")
"""Texts in the modules of the page for phones."""


@cache
def texts(owner: str) -> dict[Text, str]:
    """Return every text of the program (""), or of one of `own_folders`, and its file."""
    places: dict[Text, str] = {}
    games = games_of(owner)
    root = own_folders()[owner] if owner else ROOT / "game"
    others = [root / "tests", *(game_folder(slug) for slug in game_slugs() if slug not in games)]

    def files(ending: str) -> list[Path]:
        return [path for path in root.rglob(ending) if not any(folder in path.parents for folder in others)]

    for path in sorted(files("*.py"), key=_shell_first):
        source = path.read_text(encoding="utf-8")
        if _CALLS.search(source):  # other modules have no texts, and parsing takes long
            for text in _literal_texts(ast.parse(source)):
                places.setdefault(text, path.relative_to(ROOT).as_posix())
    for path in sorted(files("*.js")):
        for _counts, *literals in _ON_PHONES.findall(path.read_text(encoding="utf-8")):
            singular, plural_form = (str(json.loads(f'"{part}"')) for part in literals)
            places.setdefault((singular, plural_form), path.relative_to(ROOT).as_posix())
    if not owner:
        for label in ACTION_LABELS.values():
            places.setdefault((label, ""), "game/scenes/bindings.py")
        for issue in (*StorageIssue, *StorageReason):
            places.setdefault((str(issue), ""), "game/store/data_folder.py")
        for look in SEAT_LOOKS:
            places.setdefault((look.name, ""), "game/ui/art/patterns.py")
    for slug in games:
        game, folder = find_game(slug), game_folder(slug).relative_to(ROOT).as_posix()
        info = game.info
        game_texts = [info.title, info.brief, info.board, info.tagline, info.recommended_because]
        game_texts += game.bot.levels
        for option in game.info.options:
            game_texts += _option_texts(option)
        for game_text in filter(None, game_texts):
            places.setdefault((game_text, ""), f"{folder}/__init__.py")
        for lesson_text in read_lessons(slug).texts:
            places.setdefault((lesson_text, ""), f"{folder}/{LESSON_FILE}")
        for path in maps(levels_of(slug)):
            for map_text in (title(path), *place_names(path)):
                places.setdefault((map_text, ""), path.relative_to(ROOT).as_posix())
    shared_texts = texts("") if owner else {}
    return {text: place for text, place in places.items() if text[0].strip() and text not in shared_texts}


def own_folders() -> dict[str, Path]:
    """Return the folder of each game and extra with separate catalogues, by slug or package."""
    folders = [*map(game_folder, game_slugs()), *(extra.folder for extra in extras())]
    return {folder.name: folder for folder in folders if (folder / "locale").is_dir()}


def shared() -> list[str]:
    """Return the games whose texts are in the program's catalogues: those with translated rules."""
    own = own_folders()
    return [slug for slug in game_slugs() if slug not in own and any(game_folder(slug).glob("rules.*.md"))]


def games_of(owner: str) -> list[str]:
    """Return the games whose texts are in the catalogues of the program (""), a game or an extra."""
    return [slug for slug in game_slugs() if slug == owner] if owner else shared()


def all_catalogues() -> list[tuple[str, Path]]:
    """Return the owner, "" for the program, and the path of every catalogue."""
    folders = {"": LOCALE} | {owner: folder / "locale" for owner, folder in own_folders().items()}
    return [(owner, path) for owner, folder in folders.items() for path in catalogues(folder)]


def _shell_first(path: Path) -> tuple[bool, Path]:
    """Sort key: modules shared by all games before those of a game."""
    return "games" in path.relative_to(ROOT).parts, path


def _option_texts(option: Option) -> list[str]:
    """Return the texts of a house rule: its title, and its values with their explanations."""
    values = option.choices or (option.default, option.highest, *(value for value, _label in option.labels))
    labels = [option.label(value) for value in values]
    value_texts = [label.words for label in labels if not label.words.isdigit()]
    sentences = [text for label in labels for text in (label.told, label.question)]
    return [option.title, *value_texts, *sentences]


def _literal_texts(tree: ast.AST) -> Iterator[Text]:
    """Yield the literal texts given to ``_``, ``plural`` and the errors of a map."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        literals = [
            a.value for a in node.args[:2] if isinstance(a, ast.Constant) and isinstance(a.value, str)
        ]
        if node.func.id == "_" and len(literals) == 1:
            yield literals[0], ""
        elif node.func.id == "plural" and len(literals) == 2:
            yield literals[0], literals[1]
        elif node.func.id in REFUSALS and literals and literals[-1].endswith("."):
            yield literals[-1], ""


def update(entries: POFile, owner: str = "") -> None:
    """Give a catalogue all `texts` and no others, in the order of their files."""
    known, blank = {text_of(entry): entry for entry in entries}, dict.fromkeys(range(forms_in(entries)), "")
    entries.clear()
    for text, place in sorted(texts(owner).items(), key=lambda item: (item[1], item[0])):
        entry = known.get(text) or POEntry(msgid=text[0], msgid_plural=text[1])
        entry.msgstr_plural = blank | entry.msgstr_plural if text[1] else {}
        entry.occurrences = [(place, "")]
        entries.append(entry)


def main() -> None:
    """Update every language, or report what is missing."""
    parser = command(__doc__)
    parser.add_argument("--check", action="store_true", help="only tell what is missing")
    parser.add_argument(
        "--game", choices=own_folders(), help="the catalogues in the folder of this game or extra alone"
    )
    arguments = parser.parse_args()
    check, has_problems = arguments.check, False
    for owner, path in all_catalogues():
        if arguments.game not in (None, owner):
            continue
        entries, language = catalogue(path), path.parts[-3]
        done = texts(owner).keys() & map(text_of, entries.translated_entries())
        print(
            f"{owner}, {language}" if owner else language,
            f"{len(done)} of {len(texts(owner))} texts",
            sep=": ",
        )
        if check:
            problems = troubles(path, texts(owner), games_of(owner))
            has_problems = has_problems or bool(problems)
            print(*(f"  {trouble}" for trouble in problems), sep="\n", end="\n" if problems else "")
            continue
        for entry in entries:
            entry.msgstr = set_in(language, entry.msgstr)
            entry.msgstr_plural = {n: set_in(language, form) for n, form in entry.msgstr_plural.items()}
        update(entries, owner)
        entries.save()
        entries.save_as_mofile(str(path.with_suffix(".mo")))
    if has_problems:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
