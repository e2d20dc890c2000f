"""Guides for players and maintainers: links, pictures, names and quoted texts are valid."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.core.discovery import find_game, game_slugs
from game.ui.core.input import DEFAULT_KEYS
from tools import po
from tools.build_locale import all_catalogues, shared

ROOT = Path(__file__).parents[2]
DOCS, GERMAN = ROOT / "docs", ROOT / "docs" / "de"
DEV = DOCS / "dev"  # guides for maintainers, in English only
PICTURES = DOCS / "pictures"
PAGES = sorted(page.name for page in DOCS.glob("*.md"))
TOLD = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
NOTES = [ROOT / "SECURITY.md", ROOT / "CHANGELOG.md", ROOT / "packaging/release_notes.md"]
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
PRESSED = re.compile(r"<kbd>([^<]+)</kbd>")
SPOKEN = {"Enter": "return", "Esc": "escape"}  # key caps that differ from pygame's names


def prose(path: Path) -> str:
    """Text of a page without code."""
    return CODE.sub("", path.read_text(encoding="utf-8"))


@cache
def kept() -> frozenset[Path]:
    """Files and folders that are tracked or will be with the next commit."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git repository")
    files = [ROOT / name for name in listed.split("\0") if name]
    return frozenset(files) | {folder for file in files for folder in file.parents}


def anchors(path: Path) -> set[str]:
    """Anchors of the headings of a page, as GitHub derives them."""
    titles = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", [*TOLD, *NOTES], ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_tracked_files(path: Path) -> None:
    for _picture, words, link in LINK.findall(prose(path)):
        if link.startswith("https://"):
            continue
        place, _, anchor = link.partition("#")
        target = (path.parent / place).resolve() if place else path
        if PICTURES in target.parents and not PICTURES.exists():
            continue
        assert target in kept(), f"{words}: {link}"
        assert not anchor or anchor in anchors(target), f"{words}: {link}"


def test_front_pages_stay_short() -> None:
    limits = {"README.md": 150, "CONTRIBUTING.md": 150, "SECURITY.md": 120, "packaging/release_notes.md": 30}
    for name, limit in limits.items():
        assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) < limit, name
    for section in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        assert len(section.splitlines()) <= 60, section.partition("\n")[0]


@pytest.mark.parametrize("path", [*TOLD, *NOTES], ids=lambda path: str(path.relative_to(ROOT)))
def test_pictures_have_alternative_texts(path: Path) -> None:
    for picture, words, link in LINK.findall(prose(path)):
        assert words.strip(), link
        assert not picture or len(words) > 20, f"{link}: {words}"


def test_both_languages_have_the_same_pages() -> None:
    assert sorted(page.name for page in GERMAN.glob("*.md")) == PAGES
    assert {f"{slug}.md" for slug in shared()} | {"README.md"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_both_languages_have_equal_contents(page: str) -> None:
    """Pictures, keys, commands and headings are equal and in equal order; the pages link to each other."""
    pages = DOCS / page, GERMAN / page
    texts = [path.read_text(encoding="utf-8") for path in pages]
    for pattern in (r"pictures/[\w.]+", PRESSED.pattern, r"main\.py[^`]*", r"^#+ ", r"/(test_\w+\.py)"):
        english, german = (re.findall(pattern, text, re.MULTILINE) for text in texts)
        assert english == german
    for path, other in (pages, pages[::-1]):
        assert other in {(path.parent / link).resolve() for _, _, link in LINK.findall(prose(path))}


@pytest.mark.parametrize("page", PAGES)
def test_index_links_to_every_page(page: str) -> None:
    for index in (DOCS / "README.md", GERMAN / "README.md"):
        assert page == index.name or f"]({page})" in index.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(DEV.glob("*.md")), ids=lambda path: path.name)
def test_guide_for_maintainers_is_plain_english_and_linked(path: Path) -> None:
    assert DIALECT.findall(prose(path)) == []
    assert not (GERMAN / "dev").exists()
    assert f"](docs/dev/{path.name})" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_code_in_the_guide_to_extras_is_that_of_the_example() -> None:
    example = ROOT / "tests" / "sample_extras" / "sockdrawer_hello"
    sources = [path.read_text(encoding="utf-8") for path in example.glob("*.py")]
    blocks = re.findall(r"```python\n(.*?)```", (DEV / "extras.md").read_text(encoding="utf-8"), re.DOTALL)
    assert [block for block in blocks if not any(block in source for source in sources)] == []
    assert len(blocks) == 6


@pytest.mark.parametrize("path", TOLD[2:], ids=lambda path: str(path.relative_to(ROOT)))
def test_named_keys_and_games_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    bound = {name for names in DEFAULT_KEYS.values() for name in names} | {"f1", "f11"}
    for cap in PRESSED.findall(text):
        assert SPOKEN.get(cap, cap.lower()) in bound, cap
    for slug in re.findall(r"main\.py rules (\w+)", text):
        assert slug == "GAME" or find_game(slug).info.slug == slug


def test_every_package_game_has_its_page() -> None:
    """The page has the name, number of players and levels. Other games may bring a guide."""
    for slug in shared():
        game = find_game(slug)
        text = (DOCS / f"{slug}.md").read_text(encoding="utf-8")
        assert text.startswith(f"# {game.info.title}\n")
        for word in game.bot.levels:
            assert re.search(rf"\*{word}\*", text), (slug, word)


@cache
def catalogue() -> tuple[frozenset[str], frozenset[str]]:
    """All texts of window and phones, in English and in German."""
    paths = [path for _owner, path in all_catalogues() if path.parts[-3] == "de"]
    known = [item for path in paths for item in po.forms_by_text(po.catalogue(path)).items()]
    return frozenset(one for (one, _many), _forms in known), frozenset(
        form for _text, forms in known for form in forms
    )


@pytest.mark.parametrize("path", TOLD[2:], ids=lambda path: str(path.relative_to(ROOT)))
def test_italic_words_exist_in_the_program(path: Path) -> None:
    """Example: *Play on phones*, which readers look for on the screen."""
    said = catalogue()[path.parent == GERMAN]
    named = re.findall(r"(?<!\*)\*([^*\n]+(?:\n[^*\n]+)?)\*(?!\*)", prose(path))
    unknown = [words for words in (" ".join(name.split()) for name in named) if words not in said]
    system = {"private network", "privates Netzwerk"}
    assert set(unknown) <= system


# CONTRIBUTING and the guides for maintainers name only existing places.


GUIDE = "\n".join(
    re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for path in (ROOT / "CONTRIBUTING.md", *sorted(DEV.glob("*.md")))
    if path.stem not in ("extras", "screens")  # tutorials, whose names are those of an example
)
NAMED = sorted(set(re.findall(r"`([^`\n]+)`", GUIDE)))
# folders to which paths are relative; one game represents all
PLACES = ("", "game", "game/games/socker", "game/games/sociable", "tests")


@cache
def classes() -> dict[str, list[tuple[str, set[str]]]]:
    """Map each class name to its defining modules and all names that it declares, defines or sets."""
    found: dict[str, list[tuple[str, set[str]]]] = {}
    told = set(re.findall(r"[A-Z]\w+", GUIDE))
    for path in (ROOT / "game").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if told.isdisjoint(re.findall(r"\bclass (\w+)", text)):
            continue
        for body in ast.walk(ast.parse(text)):
            if isinstance(body, ast.ClassDef) and body.name in told:
                names: set[str] = set()
                for node in ast.walk(body):
                    match node:
                        case ast.FunctionDef(name=name) | ast.Name(id=name) | ast.Attribute(attr=name):
                            names.add(name)
                found.setdefault(body.name, []).append((str(path.relative_to(ROOT / "game")), names))
    return found


def test_classes_and_members_in_guides_exist() -> None:
    """Examples: ``Match.play``, or ``match.banter.BotBanter`` with the folder or file that defines it."""
    pattern = re.compile(r"(?:game\.)?((?:[a-z_]+\.)*)([A-Z][a-z]+\w*)(?:\.([a-z_]+))?")
    named = [match for name in NAMED if (match := pattern.fullmatch(name))]
    for match in named:
        where, name, attribute = match[1].replace(".", "/").rstrip("/"), match[2], match[3]
        found = [names for path, names in classes().get(name, ()) if path.startswith(where)]
        assert any(attribute is None or attribute in names for names in found), match[0]
    assert len(named) > 25


def test_files_and_folders_in_guides_exist() -> None:
    paths = [name for name in NAMED if re.fullmatch(r"[\w./]*/[\w./]*|\w+\.(py|js|md)", name)]
    missing = [name for name in paths if not any((ROOT / place / name).exists() for place in PLACES)]
    made = {"shots/", "dist/", "/", "events.py", "observed.py", "phone.js", "rules.md"}
    made |= {"rules.de.md", "rules.CODE.md", "CODE/LC_MESSAGES"}
    assert set(missing) <= made
    assert len(paths) > 20


def test_modules_in_guides_exist() -> None:
    """Example: ``match.adaptive_level``."""
    tops = {path.stem for path in (ROOT / "game").iterdir()}
    named = [
        name.removeprefix("game.").split(".") for name in NAMED if re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", name)
    ]
    for parts in named:
        place = ROOT.joinpath("game", *parts)
        assert parts[0] not in tops or place.is_dir() or place.with_suffix(".py").is_file(), parts


def test_classes_are_in_the_named_files() -> None:
    """Example: "`Match.play` (`match/match.py`)"."""
    pairs = re.findall(r"`([A-Z][a-z]\w*)(?:\.\w+)?`\s(?:\(|in\s)`([\w/]+\.py)`", GUIDE)
    wrong = [
        (name, path) for name, path in pairs if path not in [at for at, _names in classes().get(name, ())]
    ]
    assert wrong == []
    assert len(pairs) > 5


# References in docstrings, comments and guides exist.


PATHS = re.compile(
    r"(?<![\w/.<{*-])((?:[\w.-]+/)+[\w-]+\.(?:py|js|css|md|toml|json|jsonl|tmx|svg|html|yml))(?![\w/])"
)
DOTTED = re.compile(r"`((?:game|tools|tests)(?:\.\w+)+)`")
# files that a reader or a wheel creates
EXAMPLES = {"levels/city/my_board.tmx", "pieces/name.svg", "game/__main__.py"}
HOMES = ("", "game", "game/party", "tests", *(f"game/games/{slug}" for slug in game_slugs()))
"""Folders from which paths are given; so is the folder of the file itself and those above it."""


def signposts(path: Path) -> Iterator[tuple[int, str]]:
    """Lines of a guide or table, or of a module's docstrings and comments, with their numbers."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from enumerate(text.splitlines(), 1)
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield from enumerate(str(node.value.value).splitlines(), node.lineno)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def test_paths_in_docstrings_and_guides_exist() -> None:
    wrong = []
    for path in sorted(kept()):
        if path.suffix not in (".py", ".md", ".toml") or path.name == "CHANGELOG.md":
            continue
        homes = [*(ROOT / home for home in HOMES), *path.parents[: len(path.relative_to(ROOT).parts)]]
        for line, words in signposts(path):
            for named in PATHS.findall(words):
                placeholder = named in EXAMPLES or re.search(r"\b[A-Z]{4,}\b", named.rpartition("/")[2])
                if not placeholder and not any((home / named).resolve() in kept() for home in homes):
                    wrong.append(f"{path.relative_to(ROOT)}:{line}: {named}")
    assert wrong == []


def test_dotted_names_in_docstrings_and_guides_exist() -> None:
    wrong = []
    for path in sorted(kept()):
        if path.suffix not in (".py", ".md", ".toml") or path.name == "CHANGELOG.md":
            continue
        for line, words in signposts(path):
            for name in DOTTED.findall(words):
                parts = name.split(".")
                folders = [ROOT.joinpath(*parts[:size]) for size in range(len(parts), 0, -1)]
                found = next(
                    folder for folder in folders if folder.is_dir() or folder.with_suffix(".py").exists()
                )
                inside = parts[len(found.relative_to(ROOT).parts) :]
                module = found / "__init__.py" if found.is_dir() else found.with_suffix(".py")
                if inside and not re.search(rf"\b{inside[0]}\b", module.read_text(encoding="utf-8")):
                    wrong.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    assert wrong == []


def test_every_module_of_a_contract_exists() -> None:
    """A pattern that matches no module forbids nothing, and import-linter does not report that."""
    packages = [ROOT / "game", *(ROOT / "extras").glob("sockdrawer_*")]
    modules = {
        path.relative_to(package.parent).with_suffix("")
        for package in packages
        for path in package.rglob("*.py")
    }
    names = {".".join(path.parts).removesuffix(".__init__") for path in modules}
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in settings["tool"]["importlinter"]["contracts"]:
        patterns = [
            name
            for value in contract.values()
            for one in (value if isinstance(value, list) else [value])
            for name in re.findall(r"(?:game|sockdrawer_\w+)(?:\.[\w*]+)+", str(one))
        ]
        for pattern in patterns:
            shape = re.escape(pattern).replace(r"\*\*", r"[\w.]+").replace(r"\*", r"\w+")
            assert any(re.fullmatch(shape, name) for name in names), f"{contract['name']}: {pattern}"


# Docstrings and comments are plain English.


OPENING = re.compile(
    r"(What|Whether|How|Where|Who|Whose|Whom|That|Those|Of|So many|The same|Whoever|Nobody)\b"
)
DIALECT = re.compile(
    r"\b(whoever|whatever|wherever|somebody|nobody|anew|so many|so much|(?:is|are|be) told|besides|had better"
    r"|shall|whereby|thereof|therein|the own)\b",
    re.IGNORECASE,
)
QUOTED = re.compile(r"``.*?``|`[^`]*`|\"[^\"]*\"", re.DOTALL)


def test_docstrings_and_comments_are_plain_english() -> None:
    """Docstrings start with a noun or a verb, and name the person or thing that does something."""
    wrong = []
    for path in sorted(kept()):
        if path.suffix != ".py":
            continue
        place = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                opening = OPENING.match(str(node.value.value).strip())
                wrong += [f"{place}:{node.lineno}: {opening[0]}"] if opening is not None else []
        for line, words in signposts(path):
            wrong += [f"{place}:{line}: {word}" for word in DIALECT.findall(QUOTED.sub("", words))]
    assert wrong == []
