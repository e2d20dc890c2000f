"""Import layers hold and catch every breach; typed reading and other promises of the code."""

import ast
import inspect
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from game.core.discovery import game_slugs, import_object

# Syntax trees of source files, cached per test module.


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a file's syntax tree."""
    return tuple(ast.walk(parsed(path)))


# The import contracts hold, and each of them catches a breach.


pytest.importorskip(
    "importlinter", reason="the layer contracts need import-linter: pip install --group check"
)

ROOT = Path(__file__).parents[2]
EXTRAS = sorted(path.parent for path in (ROOT / "extras").glob("*/__init__.py"))

BREACHES = [
    ("game/core/session.py", "pygame", "The core stands on the standard library alone"),
    ("game/core/rng.py", "game.bots.match_runner", "The core stands on the standard library alone"),
    ("game/core/hexgrid.py", "game.games.city.rules", "The core stands on the standard library alone"),
    ("game/games/socker/rules/__init__.py", "pymunk", "Rules know the core only"),
    ("game/games/city/rules/__init__.py", "game.levels", "Rules know the core only"),
    ("game/games/socki/rules/__init__.py", "game.games.socki.bot", "Rules know the core only"),
    ("game/games/sociable/bot/__init__.py", "pygame", "Bots know the rules and the core only"),
    ("game/games/socker/bot/search.py", "game.games.socker.screen", "Bots know the rules and the core only"),
    ("game/games/socki/rules/__init__.py", "game.games.rockit.rules", "Games never import each other"),
    ("game/levels.py", "game.games.city.rules", "What every screen shares names no game"),
    ("game/bots/match_runner.py", "game.ui", "The shell in its order"),
    ("game/games/socker/screen/view.py", "game.scenes", "A game's screen knows nothing above it"),
    ("game/games/city/match_text.py", "pygame", "What a game says and shows on phones knows no window"),
    (
        "game/games/sociable/phone_adapter.py",
        "game.games.sociable.screen",
        "What a game says and shows on phones knows no window",
    ),
    ("game/match/match.py", "sockdrawer_research.environments", "The game never imports an extra"),
    ("game/core/discovery.py", "sockdrawer_classroom.hooks", "The game never imports an extra"),
    ("sockdrawer_classroom/hooks.py", "sockdrawer_research.codec", "Extras never import each other"),
    ("sockdrawer_research/codec.py", "sockdrawer_classroom.cup_rules", "Extras never import each other"),
    ("sockdrawer_classroom/classroom/_table.py", "game.ui", "A class knows no window"),
    ("sockdrawer_classroom/classroom/_votes.py", "game.scenes", "A class knows no window"),
    ("sockdrawer_classroom/classroom/_seating.py", "pygame", "A class knows no window"),
    (
        "sockdrawer_research/match_stepper.py",
        "game.bots.match_runner",
        "Environments know rules, core and match",
    ),
    ("sockdrawer_research/city.py", "game.games.city.bot", "Environments know rules, core and match"),
    ("game/games/socki/bot/__init__.py", "game.core.rummy._solver", "The engine of the rummies has one door"),
    ("sockdrawer_classroom/hooks.py", "sockdrawer_classroom.classroom._table", "A hall has one door"),
    ("game/scenes/results.py", "game.ui.widgets._rows", "Widgets have one door"),
    ("game/ui/match/info_panels.py", "game.ui.cards.fan", "Card tables in their order"),
    ("game/scenes/title.py", "game.games.city.screen", "A game's screen is reached through its view"),
    (
        "sockdrawer_elsewhere/relay/node.py",
        "game.party.connection_pool",
        "A relay knows no game and no party",
    ),
    ("sockdrawer_elsewhere/friends.py", "sockdrawer_elsewhere.relay.node", "Nothing stands on the relay"),
]
"""Breaches to insert: module, forbidden import, and the contract that catches it."""


@pytest.fixture(autouse=True, scope="module")
def sources() -> Iterator[None]:
    """Free the cached trees after this module, because they are large."""
    yield
    parsed.cache_clear()
    nodes.cache_clear()


def copied(folder: Path) -> Path:
    """Copy of all packages in which the breaches are inserted, with a screen in one game."""
    for package in [ROOT / "game", *EXTRAS]:
        shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    scene = folder / "game/games/socker/screen/view.py"
    if not scene.exists():
        scene.write_text('"""A screen."""\n', encoding="utf-8")
    return folder


def linted(folder: Path) -> str:
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONPATH": str(folder), "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    return done.stdout + done.stderr


def test_import_contracts_hold(tmp_path: Path) -> None:
    told = linted(copied(tmp_path))
    assert "0 broken" in told, told
    assert told.count("KEPT") >= 7, told


def test_contracts_name_every_extra() -> None:
    """A new extra takes part in the contracts."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    contracts = {contract["name"]: contract for contract in linter["contracts"]}
    names = [package.name for package in EXTRAS]
    assert linter["root_packages"] == ["game", *names]
    assert contracts["The game never imports an extra"]["forbidden_modules"] == names
    assert contracts["Extras never import each other"]["modules"] == names


def test_contracts_catch_every_breach(tmp_path: Path) -> None:
    """All breaches are checked in one run, because each run takes seconds."""
    folder = copied(tmp_path)
    for where, other, _contract in BREACHES:
        with (folder / where).open("a", encoding="utf-8") as source:
            source.write(f"\nimport {other}\n")
    told = linted(folder)
    parts = re.split(r"\n(.+)\n-{3,}\n", told)
    broken = dict(zip(parts[1::2], parts[2::2], strict=True))
    for where, other, contract in BREACHES:
        module = where.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        wrong = f"{module} -> {other} "
        assert f"{contract} BROKEN" in told
        assert wrong in broken[contract], wrong


@pytest.mark.parametrize("part", ["games", "match"])
def test_games_without_screens_import_no_pygame(part: str) -> None:
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "game" / part).rglob("*.py")
        if "screen" not in path.parts
    ]
    script = (
        "import importlib, sys\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('pygame', 'pymunk', 'pytmx')])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_commands_import_no_pygame() -> None:
    """Not even through the hooks of extras, which all commands import."""
    script = (
        "import atexit, sys, main\n"
        "atexit.register(lambda: print('pygame' in sys.modules))\n"
        "main.main(['rules', 'socker'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("False\n")


def named(path: Path, words: re.Pattern[str]) -> Iterator[str]:
    """Names and texts of a module, except docstrings, that match ``words``."""
    told = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        texts = [str(getattr(node, field)) for field in ("id", "attr", "name", "arg") if hasattr(node, field)]
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            texts.append(node.value)
        yield from (text for text in texts if words.search(text.replace("_", " ")))


def test_shared_code_does_not_name_games() -> None:
    """Only art may be named after what it shows."""
    words = re.compile(rf"\b({'|'.join(game_slugs())})\b", re.IGNORECASE)
    found = {
        (str(path.relative_to(ROOT)), text)
        for folder in ("core", "match", "party", "ui/core", "ui/widgets", "ui/match", "ui/cards", "ui/rummy")
        for path in (ROOT / "game" / folder).rglob("*.py")
        for text in named(path, words)
    }
    assert found == set()


def imports() -> dict[str, set[str]]:
    """Map each module of the game to the modules it imports, including type-only imports."""
    names = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "game").rglob("*.py")
    }
    found: dict[str, set[str]] = {name: set() for name in names}
    for name, path in names.items():
        for node in nodes(path):
            if isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                whole = {f"{node.module}.{alias.name}" for alias in node.names}
                found[name] |= whole & names.keys() or {node.module}
    return {name: (others & names.keys()) - {name} for name, others in found.items()}


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """Modules that ``start`` imports directly or indirectly."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for other in graph[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found


def test_imports_have_no_cycles() -> None:
    graph = imports()
    assert sorted(name for name in graph if name in reached(graph, name)) == []


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


@cache
def set_in(module: str) -> dict[str, set[str]]:
    """Map each class of a module to the names declared in its body or set by its methods."""
    found: dict[str, set[str]] = {}
    path = Path(str(sys.modules[module].__file__))
    for body in (node for node in nodes(path) if isinstance(node, ast.ClassDef)):
        names = found.setdefault(body.name, set())
        for node in ast.walk(body):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                names.add(node.target.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_self(node.value):
                names.add(node.attr)
    return found


def names_of(kind: type) -> set[str]:
    """All attribute names of a class: defined by it or its bases, or set by their methods."""
    names = {name for name in dir(kind) if not hasattr(object, name)}
    for base in kind.__mro__:
        if base.__module__.startswith("game."):
            names |= set_in(base.__module__).get(base.__name__, set())
    return names


def test_scene_duplicates_no_attribute_of_its_match() -> None:
    """The match is read as `scene.match`."""
    from game.match.match import Match
    from game.ui.match.match_scene import MatchScene

    both = names_of(Match) & names_of(MatchScene)
    assert {name for name in both if not name.startswith("_")} == set()


def test_no_method_is_called_by_a_string_name() -> None:
    """A type checker must see every call between window, match and server."""
    wrong = []
    for path in sorted((ROOT / "game").rglob("*.py")):
        for node in nodes(path):
            match node:
                case ast.Call(func=ast.Call(func=ast.Name(id="getattr" | "methodcaller"))):
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert wrong == []


def opened(node: ast.AST) -> tuple[str, list[ast.expr], list[ast.keyword]] | None:
    """Name and arguments of the screen opened by a call, or None."""
    match node:
        case ast.Call(func=ast.Attribute(attr="open_scene"), args=[ast.Constant(value=str(name)), *given]):
            return name, given, node.keywords
        case ast.Call(
            func=ast.Name(id="partial"),
            args=[ast.Attribute(attr="open_scene"), ast.Constant(value=str(name)), *given],
        ):
            return name, given, node.keywords
        case ast.Call(
            func=ast.Subscript(value=ast.Attribute(attr="screens"), slice=ast.Constant(value=str(name)))
        ):
            return name, node.args, node.keywords
    return None


def test_screens_are_opened_with_their_parameters() -> None:
    """Screens are found by name at run time, where no type checker sees the arguments."""
    places: dict[str, str] = {}
    for node in nodes(ROOT / "game/scenes/__init__.py"):
        for pair in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
            match pair:
                case ast.Constant(value=str(name)), ast.Call(args=[ast.Constant(value=str(where))]):
                    places[name] = where
    wrong, found = [], 0
    for path in sorted((ROOT / "game").rglob("*.py")):
        for node in nodes(path):
            name, given, named = opened(node) or ("", [], [])
            if name not in places or any(isinstance(one, ast.Starred) for one in given):
                continue
            assert isinstance(node, ast.Call)
            found += 1
            words = {word.arg: None for word in named if word.arg not in ("then", None)}
            try:
                inspect.signature(cast(Any, import_object(places[name]))).bind(*given, **words)
            except TypeError as error:
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {name}: {error}")
    assert found > 70
    assert wrong == []


def test_module_name_strings_resolve() -> None:
    """``module:NAME`` strings are resolved at run time, where no type checker sees them."""
    form = re.compile(r"(game|sockdrawer_\w+)(\.\w+)+:\w+")
    missing, count = [], 0
    for path in sorted(file for top in ("game", "extras", "tools") for file in (ROOT / top).rglob("*.py")):
        for node in nodes(path):
            match node:
                case ast.Constant(value=str(where)) if form.fullmatch(where):
                    count += 1
                    try:
                        import_object(where)
                    except (ImportError, AttributeError) as error:
                        missing.append(f"{path.relative_to(ROOT)}:{node.lineno}: {where}: {error}")
    assert count > 90
    assert missing == []


def test_only_environments_read_a_state() -> None:
    """`observe` hides hidden data; environments read the state and are tested separately."""
    readers = {
        package.name
        for package in [ROOT / "game", *EXTRAS]
        for path in package.rglob("*.py")
        if "tests" not in path.relative_to(package).parts
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr == "state"
        if ast.unparse(node.value).rpartition(".")[2] == "session"
    }
    assert readers == {"sockdrawer_research"}


def test_layers_are_drawn_only_from_their_value() -> None:
    """A layer is drawn by a module-level function of two parameters, so it depends only on its value."""
    found = 0
    for path in sorted((ROOT / "game").rglob("*.py")):
        tree = parsed(path)
        names = {
            alias.name: node.module
            for node in tree.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if alias.asname is None
        }
        for node in nodes(path):
            if not (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "CachedLayer"
            ):
                continue
            drawn, home = node.args[0], path
            assert isinstance(drawn, ast.Name), f"{path}:{node.lineno}"
            if drawn.id in names:
                home = ROOT.joinpath(*str(names[drawn.id]).split(".")).with_suffix(".py")
            module = parsed(home).body
            functions = [
                part for part in module if isinstance(part, ast.FunctionDef) and part.name == drawn.id
            ]
            told = [ast.unparse(function.args) for function in functions]
            assert len(told) == 1, f"{path}:{node.lineno}: {drawn.id} is no function of a module"
            assert re.fullmatch(r"painter: Painter, \w+: [\w\[\]]+", told[0]), f"{path}:{node.lineno} {told}"
            found += 1
    assert found > 0


# rules modules that report decisions of others and implement no section of ``rules.md``
PLAIN_PARTS = {"__init__", "advice", "events"}


def test_games_do_not_duplicate_code() -> None:
    """Code that the rules or bots of two games share belongs in the core."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "game/games").rglob("*.py")):
        if "screen" in path.parts:
            continue
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef):
                body = node.body[ast.get_docstring(node) is not None :]
                told = "".join(map(ast.dump, body))
                # Shorter functions are too small to share.
                if sum(1 for part in body for _ in ast.walk(part)) >= 12:
                    found.setdefault(told, []).append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}")
    wrong = [places for places in found.values() if len({place.split("/")[2] for place in places}) > 1]
    assert wrong == []


def test_referenced_rules_sections_exist() -> None:
    """Rules refer to existing sections of the rules text, in one of two forms."""
    form = re.compile(r"\(rules\.md, ([A-Z][\w -]+)\)|See rules\.md, ([A-Z][\w -]+)\.")
    for path in sorted((ROOT / "game/games").glob("*/rules/*.py")):
        told = (path.parent.parent / "rules.md").read_text(encoding="utf-8")
        sections = set(re.findall(r"^## (.+)$", told, re.MULTILINE))
        text = path.read_text(encoding="utf-8")
        named = [one or other for one, other in form.findall(text)]
        assert set(named) <= sections, path
        # The whole file is written in ``backticks``.
        assert len(re.findall(r"(?i)(?<!`)rules\.md", text)) == len(named), path
        assert named or path.stem in PLAIN_PARTS, path


def test_tests_use_few_private_names() -> None:
    """Few tests access private names of other objects; scenes are driven and read publicly."""
    touched = [
        f"{path.relative_to(ROOT)}:{node.lineno} {ast.unparse(node)}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and not is_self(node.value)
        if node.attr.startswith("_") and not node.attr.startswith("__")
        if ast.unparse(node.value) not in ("os", "sys")
    ]
    assert len(touched) < 20, touched


# Observations and events are read through their types.


# allowed uses of an observation: passing it on
PASSED_ON = (ast.Call, ast.keyword, ast.Return, ast.Assign, ast.AnnAssign, ast.Dict, ast.Tuple, ast.NamedExpr)


def unread(node: ast.AST, names: set[str]) -> bool:
    """True if an expression is an observation that was not read through its type."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "observe"
    return isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in names


def untyped_names(tree: ast.AST) -> set[str]:
    """Names under which a function holds observations not read through their type."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            if ast.unparse(node.annotation) == "Observation":
                names.add(node.arg if isinstance(node, ast.arg) else ast.unparse(node.target))
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=False))
                names |= {ast.unparse(one) for one, value in pairs if unread(value, names)}
    return names


def is_keyed(node: ast.AST) -> bool:
    """True if ``node`` reads something by a literal key."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant)
    if isinstance(node, ast.Compare):
        return isinstance(node.left, ast.Constant)
    return isinstance(node, ast.Attribute) and node.attr == "get"


def is_raw(node: ast.AST, child: ast.AST, names: set[str]) -> bool:
    """True if ``node`` reads its child ``child`` without a type."""
    if isinstance(child, ast.Attribute) and child.attr == "data":
        return is_keyed(node)
    return unread(child, names) and not isinstance(node, PASSED_ON)


LOOKED = "def looked(observation: Observation, event: Event) -> object:\n    {}\n"


def read_raw(tree: ast.Module) -> list[str]:
    """Expressions in which a module reads an observation or event data by unchecked keys."""
    bodies = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [
        ast.unparse(node)
        for body in bodies
        for names in [untyped_names(body)]
        for node in ast.walk(body)
        if any(is_raw(node, child, names) for child in ast.iter_child_nodes(node))
    ]


@pytest.mark.parametrize(
    "line",
    [
        'return event.data["card"]',
        'return event.data.get("card")',
        'return "card" in event.data',
        'return session.observe(0)["hand"]',
        'seen = session.observe(0)\n    return seen["hand"]',
        'seen, rest = session.observe(0), 1\n    return seen.get("hand")',
        'return observation["hand"]',
        'return "hand" in observation',
        "return list(observation.items())",
    ],
)
def test_untyped_read_is_found(line: str) -> None:
    assert read_raw(ast.parse(LOOKED.format(line)))


@pytest.mark.parametrize(
    "line",
    [
        'return observed(session.observe(0))["hand"]',
        'seen = observed(observation)\n    return seen["hand"]',
        'return {"seen": session.observe(0)}',
        "return CHOOSE, session.observe(0), 1",
        "return dict(event.data)",
        "match read(event):\n        case CardDrawn(card=card):\n            return card",
    ],
)
def test_typed_read_is_no_untyped_read(line: str) -> None:
    assert not read_raw(ast.parse(LOOKED.format(line)))


def test_observations_and_events_are_read_through_types() -> None:
    read = {path: path.read_text("utf-8") for path in (ROOT / "game").rglob("*.py")}
    about = [
        path for path in read if any(word in read[path] for word in ("Observation", ".observe(", ".data"))
    ]
    assert {path: lines for path in about if (lines := read_raw(parsed(path)))} == {}


def test_core_tests_and_tools_import_no_extra() -> None:
    """The core's tests and tools need no extra; those of an extra are in its folder."""
    packages, wrong = {path.name for path in ROOT.glob("extras/*")}, []
    for path in sorted(file for folder in ("tests", "tools") for file in (ROOT / folder).rglob("*.py")):
        if ROOT / "tests/house" in path.parents:
            continue
        for node in nodes(path):
            match node:
                case ast.ImportFrom(module=str(name)) | ast.alias(name=name) if (
                    name.partition(".")[0] in packages
                ):
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {name}")
    assert wrong == []
