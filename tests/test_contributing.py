"""CONTRIBUTING tells a newcomer where things are; all that it names is there."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOLD = re.sub(r"```.*?```", "", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), flags=re.DOTALL)
NAMED = sorted(set(re.findall(r"`([^`\n]+)`", TOLD)))
PLACES = ("", "game", "game/games/socker", "game/games/sociable", "tests")
"""From where paths are told; what every game has stands in any of them."""


@cache
def classes() -> dict[str, list[tuple[str, set[str]]]]:
    """For each class that is named, where it is defined, and all that it declares, defines or sets."""
    found: dict[str, list[tuple[str, set[str]]]] = {}
    told = set(re.findall(r"[A-Z]\w+", TOLD))
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


def test_classes_and_their_parts_are_there() -> None:
    """As in ``Match.play``, or ``match.talk.Chatter`` with the folder or file where it is."""
    pattern = re.compile(r"(?:game\.)?((?:[a-z_]+\.)*)([A-Z][a-z]+\w*)(?:\.([a-z_]+))?")
    named = [match for name in NAMED if (match := pattern.fullmatch(name))]
    for match in named:
        where, name, attribute = match[1].replace(".", "/").rstrip("/"), match[2], match[3]
        found = [names for path, names in classes().get(name, ()) if path.startswith(where)]
        assert any(attribute is None or attribute in names for names in found), match[0]
    assert len(named) > 25


def test_files_and_folders_are_there() -> None:
    paths = [name for name in NAMED if re.fullmatch(r"[\w./]*/[\w./]*|\w+\.(py|js|md)", name)]
    missing = [name for name in paths if not any((ROOT / place / name).exists() for place in PLACES)]
    made = {"shots/", "dist/", "/", "events.py", "observed.py", "phone.js", "rules.md"}
    made |= {"rules.de.md", "rules.CODE.md", "CODE/LC_MESSAGES"}
    assert set(missing) <= made
    assert len(paths) > 20


def test_modules_are_there() -> None:
    """As in ``match.adaptive_level``."""
    tops = {path.stem for path in (ROOT / "game").iterdir()}
    named = [
        name.removeprefix("game.").split(".") for name in NAMED if re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", name)
    ]
    for parts in named:
        place = ROOT.joinpath("game", *parts)
        assert parts[0] not in tops or place.is_dir() or place.with_suffix(".py").is_file(), parts


def test_what_is_said_to_stand_in_a_file_stands_there() -> None:
    """As in "`Match.play` (`match/match.py`)"."""
    pairs = re.findall(r"`([A-Z][a-z]\w*)(?:\.\w+)?`\s(?:\(|in\s)`([\w/]+\.py)`", TOLD)
    wrong = [
        (name, path) for name, path in pairs if path not in [at for at, _names in classes().get(name, ())]
    ]
    assert wrong == []
    assert len(pairs) > 5
