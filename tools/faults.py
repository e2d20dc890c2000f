"""Mutation testing: put small random faults into a copy of the tree and see if the tests notice.

    python -m tools.faults                     200 faults; known results are not repeated
    python -m tools.faults --list --faults 20  only prints the faults that would be drawn

A fault is a small slip that people make (`KINDS`): a comparison reversed or off by one, `not` or an early
return forgotten, `and` for `or`, two arguments of one kind exchanged, 0 for 1, True for False, a call or an
assignment left out, the wrong end of an order. It is found in the syntax tree and changed in the text, so
there is no list that gets outdated. A module is drawn by its number of lines, then one of the kinds possible
in it, then a place, so that rare kinds are as frequent as common ones. Modules that only draw (`ui/art`,
`art_*.py`) are left out, because only the eye can test them.

A fault is tried with the tests that run its line (`tools.line_tracer`). For that each test file is run once
without faults, and again after it or the module has changed. What is known is kept beside the result file, so
later faults are faster. Test files are ordered by imports and names, nearest first, those with a browser
last, each with at most a share of the time, until `BUDGET` seconds of cases are found. A line that no near
test runs is therefore looked for in all files. A fault in a line that many tests run may *survive* here and
be caught by a later test; `--budget` gives it more time. Look at each survivor before you call it a gap.
*unrun*: no test runs the line. *same*: the byte code does not change, or the result is invalid Python. *timed
out*: its tests take many times longer, which people would notice, so it counts as noticed. The result is the
share of caught and timed out faults among all but the *same* ones. Faults that only ruff, mypy or the import
contracts would notice count as surviving.

After a change of the source other faults are drawn, so compare figures, not lists. Writes only the result
file, the knowledge about tests beside it, and a temporary copy of the tree.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path, PurePosixPath
from types import CodeType
from typing import Any

from tools.command import command
from tools.line_tracer import Ran

BUDGET, SHARE = 80.0, 0.1  # seconds of cases for a fault that survives, and share of it for one test file
PATIENCE = 8  # test files that do not run a line, after which the search ends if others run it
LONG = 240  # processor seconds; a test file that takes longer is left out
CAUGHT, SURVIVED, UNRUN, SAME, TIMED_OUT = "caught", "survived", "unrun", "same", "timed out"
TWINS = (
    {"seat", "other"}, {"x", "y"}, {"w", "h"}, {"left", "right"}, {"first", "second"}, {"before", "after"},
    {"old", "new"}, {"row", "column"}, {"low", "high"}, {"start", "end"}, {"giver", "taker"},
    {"mine", "theirs"},
)  # fmt: skip
"""Names for things of the same kind. Parameters of the same type count too."""
TURNED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<", ">", "<="), ast.Gt: (">", "<", ">="),
    ast.LtE: ("<=", ">=", "<"), ast.GtE: (">=", "<=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
}  # fmt: skip
"""Text of a comparison, and its replacements."""
ENDS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Fault:
    """Change of a module's text: the text at a position and its replacement."""

    path: str
    line: int
    kind: str
    start: int  # in bytes from the beginning of the file
    before: str
    after: str

    def put_into(self, source: bytes) -> bytes:
        """Return the source with the fault."""
        end = self.start + len(self.before.encode())
        assert source[self.start : end] == self.before.encode()
        return source[: self.start] + self.after.encode() + source[end:]

    @property
    def key(self) -> str:
        """Unique name of the fault."""
        return f"{self.path}@{self.start}: {self.before} -> {self.after}"

    def __str__(self) -> str:
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.path}:{self.line}: {self.kind}: {before} -> {after}"


class _Source:
    """Text of a module with the positions of its nodes."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path, self.data = path, data
        self.tree = ast.parse(data)
        self._lines = [0]
        for line in data.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def at(self, node: Any) -> tuple[int, int]:
        """Return start and end of a node, in bytes."""
        return (
            self._lines[node.lineno - 1] + node.col_offset,
            self._lines[node.end_lineno - 1] + node.end_col_offset,
        )

    def text(self, node: ast.AST) -> str:
        start, end = self.at(node)
        return self.data[start:end].decode()

    def fault(self, kind: str, node: Any, after: str) -> Fault:
        """Return the fault that replaces a node by ``after``."""
        return Fault(self.path, node.lineno, kind, self.at(node)[0], self.text(node), after)

    def between(self, kind: str, left: Any, right: Any, sign: str, after: str) -> Fault:
        """Return the fault that replaces the sign between two nodes. There may be brackets too."""
        start = self.at(left)[1]
        start += self.data[start : self.at(right)[0]].decode().index(sign)
        return Fault(self.path, self.data[:start].count(b"\n") + 1, kind, start, sign, after)


Find = Callable[[_Source, Any], Iterator[Fault]]


def _comparisons(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        sign, *others = TURNED[type(node.ops[0])]
        for replacement in others:
            yield source.between("comparison", node.left, node.comparators[0], sign, replacement)


def _nots(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield source.fault("not", node, f"({source.text(node.operand)})")


def _connectives(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.BoolOp):
        sign = " or " if isinstance(node.op, ast.And) else " and "
        yield source.fault(
            "and/or", node, f"({sign.join(f'({source.text(value)})' for value in node.values)})"
        )


def _calls(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.Expr):
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(call, ast.Call) and "__init__" not in source.text(call.func):
            yield source.fault("call", node, "pass")


def _assignments(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and "init__" not in node.name:
        for statement in _walk_code(node):
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            if isinstance(statement, ast.AugAssign):
                targets = [statement.target]
            if targets and all(isinstance(target, ast.Attribute | ast.Subscript) for target in targets):
                yield source.fault("assignment", statement, "pass")


def _returns(source: _Source, node: ast.AST) -> Iterator[Fault]:
    body = getattr(node, "body", None)
    for number, statement in enumerate(body if isinstance(body, list) else []):
        if isinstance(statement, ast.If) and not statement.orelse and number + 1 < len(body or ()):
            last = statement.body[-1]
            if isinstance(last, ast.Return | ast.Continue | ast.Break):
                yield source.fault("return", last, "pass")


def _numbers(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and source.text(node) == "-1":
        yield source.fault("number", node, "1")
    elif isinstance(node, ast.Constant) and type(node.value) is int and node.value in (0, 1, 2):
        yield source.fault("number", node, "0" if node.value == 1 else "1")


def _truths(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield source.fault("truth", node, str(not node.value))


def _argument_swaps(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    types = {
        parameter.arg: source.text(parameter.annotation)
        for parameter in parameters
        if parameter.annotation is not None
    }
    for call in _walk_code(node):
        for first, second in (
            zip(call.args, call.args[1:], strict=False) if isinstance(call, ast.Call) else ()
        ):
            if isinstance(first, ast.Name) and isinstance(second, ast.Name) and first.id != second.id:
                kind = types.get(first.id)
                if {first.id, second.id} in TWINS or (kind is not None and kind == types.get(second.id)):
                    start, end = source.at(first)[0], source.at(second)[1]
                    middle = source.data[source.at(first)[1] : source.at(second)[0]].decode()
                    before = source.data[start:end].decode()
                    after = f"{second.id}{middle}{first.id}"
                    yield Fault(source.path, first.lineno, "arguments", start, before, after)


def _orders(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if not isinstance(node, ast.Call):
        return
    name = source.text(node.func)
    if name in ENDS:
        yield source.fault("order", node.func, ENDS[name])
    elif (name == "sorted" or name.endswith(".sort")) and all(
        keyword.arg != "reverse" for keyword in node.keywords
    ):
        text = source.text(node).removesuffix(")").rstrip().removesuffix(",")
        key = ", reverse=True)" if node.args or node.keywords else "reverse=True)"
        if not any(isinstance(argument, ast.GeneratorExp) for argument in node.args):
            yield source.fault("order", node, text + key)


KINDS: dict[str, Find] = {
    "comparison": _comparisons,
    "not": _nots,
    "and/or": _connectives,
    "call": _calls,
    "assignment": _assignments,
    "return": _returns,
    "number": _numbers,
    "truth": _truths,
    "arguments": _argument_swaps,
    "order": _orders,
}


def faults_of(path: str, data: bytes) -> list[Fault]:
    """Return every possible fault of a module in the order of its text, except in annotations."""
    source = _Source(path, data)
    faults = {
        fault for node in _walk_code(source.tree) for kind in KINDS.values() for fault in kind(source, node)
    }
    return sorted(faults, key=lambda fault: (fault.start, fault.kind, fault.after))


def _walk_code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and its descendants, except annotations, which do not run, and f-strings."""
    if isinstance(node, ast.JoinedStr):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _walk_code(child)


def drawn(root: Path, seed: int, count: int, only: str = "game") -> list[Fault]:
    """Draw ``count`` different faults. The first ones do not depend on ``count``."""
    rng = random.Random(seed)
    modules = sorted(path.relative_to(root).as_posix() for path in (root / only).rglob("*.py"))
    if (root / only).is_file():
        modules = [only]
    modules = [path for path in modules if not is_drawing(path)]
    texts = {path: (root / path).read_bytes() for path in modules}
    lines = [texts[path].count(b"\n") for path in modules]
    faults: dict[str, list[Fault]] = {}
    chosen: dict[Fault, None] = {}
    for _try in range(20 * count):
        path = rng.choices(modules, lines)[0]
        if path not in faults:
            faults[path] = faults_of(path, texts[path])
        kinds = sorted({fault.kind for fault in faults[path]})
        if kinds and len(chosen) < count:
            kind = rng.choice(kinds)
            chosen[rng.choice([fault for fault in faults[path] if fault.kind == kind])] = None
    return list(chosen)


def is_drawing(path: str) -> bool:
    """Return True if a module only draws."""
    at = PurePosixPath(path)
    return at.name.startswith("art_") or "ui/art/" in path or at.name == "__main__.py"


def is_same(code: CodeType, other_code: CodeType) -> bool:
    """Return True if two code objects do the same, regardless of line numbers."""
    for mine, theirs in zip(code.co_consts, other_code.co_consts, strict=False):
        if isinstance(mine, CodeType) and isinstance(theirs, CodeType):
            if not is_same(mine, theirs):
                return False
        elif (type(mine), mine) != (type(theirs), theirs):
            return False
    return (code.co_code, code.co_names, len(code.co_consts)) == (
        other_code.co_code,
        other_code.co_names,
        len(other_code.co_consts),
    )


@contextmanager
def inserted(root: Path, fault: Fault) -> Iterator[None]:
    """Put the fault into the tree for the body. No byte code of the other text is left behind."""
    path = root / fault.path
    source = path.read_bytes()
    try:
        _write(path, fault.put_into(source))
        yield
    finally:
        _write(path, source)


def _write(path: Path, source: bytes) -> None:
    path.write_bytes(source)
    # Python would reuse the byte code for a text of the same length written within the same second.
    for old in path.parent.glob(f"__pycache__/{path.stem}.*"):
        old.unlink()


class Imports:
    """Import graph of the game, and the distance of test files to a module."""

    def __init__(self, root: Path) -> None:
        extras = [
            path
            for path in (root / "extras").rglob("*.py")
            if not {"tests", "tools"} & set(path.relative_to(root).parts)
        ]
        sources = [*(root / "game").rglob("*.py"), *extras]
        self._games = {_dotted(path.relative_to(root)) for path in sources}
        self._by: dict[str, set[str]] = {name: set() for name in self._games}  # modules that import a module
        for path in sources:
            for name in self._imports_of_text(path.read_text("utf-8")):
                self._by[name].add(_dotted(path.relative_to(root)))
        tests = [*(root / "tests").rglob("*.py"), *root.glob("extras/*/tests/**/*.py")]
        helpers = {_dotted(path.relative_to(root)): path.read_text("utf-8") for path in tests}
        self._tests = {
            path.relative_to(root).as_posix(): self._imports_of_test(_dotted(path.relative_to(root)), helpers)
            for path in tests
            if path.name.startswith("test_") and path.parent != root / "tests" / "house"
        }

    def _imports_of_test(self, test: str, helpers: dict[str, str]) -> set[str]:
        """Return the game modules that a test file or its helpers import."""
        folders = accumulate(test.split(".")[:-1], "{}.{}".format)
        visited, names, pending = {test}, set[str](), [test, *(f"{folder}.conftest" for folder in folders)]
        for module in pending:
            text = helpers.get(module, "")
            names |= self._imports_of_text(text)
            imported = {name for name in helpers if f"from {name} import" in text} - visited
            visited |= imported
            pending += imported
        return names

    def _imports_of_text(self, text: str) -> set[str]:
        names: set[str] = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                full_names = {f"{node.module}.{alias.name}" for alias in node.names}
                names |= (full_names & self._games) | ({node.module} if full_names - self._games else set())
        return names & self._games

    def tests_of(self, path: str) -> list[str]:
        """Return all test files, nearest to a module first."""
        module = _dotted(Path(path))
        top, *folders = PurePosixPath(path).parent.parts
        extra = (top, folders.pop(0)) if top == "extras" else ()
        folder = (*extra, "tests", *folders)
        # `test_rules` speaks of `rules/state.py` too
        subjects = (PurePosixPath(path).stem.strip("_"), *folders[1:])
        steps, modules = {module: 0}, [module]
        for name in modules:
            importers = self._by[name] - set(steps)
            steps |= dict.fromkeys(importers, steps[name] + 1)
            modules += importers

        def distance(test: str) -> tuple[int, int, str]:
            names = self._tests[test]
            steps_away = min((steps[name] for name in names if name in steps), default=9)
            parts = PurePosixPath(test).parent.parts
            shared = next(
                (n for n, (a, b) in enumerate(zip(parts, folder, strict=False)) if a != b), len(parts)
            )
            stem = PurePosixPath(test).stem.removeprefix("test_")
            stem_words = {stem, stem.removesuffix("s"), *stem.split("_")}
            names_it = 12 * (subjects[0] in stem_words) + 8 * (
                not stem_words.union(parts).isdisjoint(subjects[1:])
            )
            return (
                5 * min(steps_away, 5) - 3 * shared - names_it + 10 * stem.startswith("page"),
                len(names),
                test,
            )

        return sorted(self._tests, key=distance)


def _dotted(path: Path) -> str:
    """Name by which a file of the tree is imported; packages in ``extras`` are top-level."""
    parts = path.with_suffix("").parts
    parts = parts[parts[0] == "extras" :]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Trial:
    """Copy of the tree in which tests run, with a folder of knowledge about them."""

    def __init__(self, root: Path, folder: Path, budget: float = BUDGET) -> None:
        self.root, self.known, self.budget = root, folder, budget
        self._imports = Imports(root)
        self._read: dict[Path, Ran | None] = {}

    def tested(self, fault: Fault) -> dict[str, Any]:
        """Return the verdict on a fault, the failed case and the cases that were run."""
        source = (self.root / fault.path).read_bytes()
        try:
            changed = compile(fault.put_into(source), fault.path, "exec", dont_inherit=True)
        except SyntaxError:  # for example a `break` outside a loop, which would not get far
            return {"verdict": SAME, "by": "", "tests": []}
        if is_same(compile(source, fault.path, "exec", dont_inherit=True), changed):
            return {"verdict": SAME, "by": "", "tests": []}
        tests: list[str] = []
        for cases in self._choose_cases(fault, source):
            tests += cases
            verdict, by = self._run_cases(fault, cases)
            if verdict != SURVIVED:
                return {"verdict": verdict, "by": by, "tests": tests}
        return {"verdict": SURVIVED if tests else UNRUN, "by": "", "tests": tests}

    def _run_cases(self, fault: Fault, cases: dict[str, float]) -> tuple[str, str]:
        """Run cases with a fault. Returns the verdict and the failed case."""
        limit = round(30 + 4 * sum(cases.values()))
        while True:
            with inserted(self.root, fault):
                code, output, _seconds = run_pytest(self.root, list(cases), limit)
            by = next((line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))), "")
            failed = by.removeprefix("FAILED ").removeprefix("ERROR ").partition(" - ")[0]
            if code <= 0 or failed not in cases or run_pytest(self.root, [failed], limit)[0] == 0:
                return SURVIVED if code == 0 else TIMED_OUT if code < 0 else CAUGHT, by[:160]
            del cases[failed]  # fails without the fault too, if earlier cases did not run
            if not cases:
                return SURVIVED, ""

    def _choose_cases(self, fault: Fault, source: bytes) -> Iterator[dict[str, float]]:
        """Yield cases that run the line, with their seconds. Test files with known results come first."""
        tests = self._imports.tests_of(fault.path)
        known_tests = {test for test in tests if self._trace_path(test).exists()}
        seconds_left, quiet, is_run = self.budget, 0, False
        chosen: dict[str, float] = {}
        for test in sorted(tests, key=lambda test: test not in known_tests):
            test_budget = min(seconds_left, self.budget * SHARE)
            running = self._trace_of(test, fault.path).running(fault.path, source, fault.line)
            for case, seconds in sorted(running, key=lambda pair: pair[1]):
                if seconds <= test_budget:
                    chosen[case] = seconds
                    test_budget -= seconds
                    seconds_left -= seconds
            is_run, quiet = is_run or bool(chosen), 0 if running else quiet + (test not in known_tests)
            if sum(chosen.values()) > self.budget * SHARE or (chosen and test not in known_tests):
                yield chosen
                chosen = {}
            if seconds_left < 0.1 or (is_run and quiet >= PATIENCE):
                break
        if chosen:
            yield chosen

    def _trace_of(self, test: str, path: str) -> Ran:
        """Return what a test file runs. Runs it if it or the module has changed."""
        file = self._trace_path(test)
        if file not in self._read:
            self._read[file] = Ran.read(file.read_text("utf-8")) if file.exists() else None
        ran = self._read[file]
        if ran is None or ran.has_changed(path, (self.root / path).read_bytes()):
            self.known.mkdir(exist_ok=True)
            file.unlink(missing_ok=True)
            run_pytest(self.root, [test], LONG, "-p", "tools.line_tracer", trace_file=file)
            if not file.exists():
                file.write_text(Ran.NOTHING)
            ran = self._read[file] = Ran.read(file.read_text("utf-8"))
        return ran

    def _trace_path(self, test: str) -> Path:
        text = (self.root / test).read_bytes()
        return self.known / f"{test.replace('/', '.')}.{hashlib.sha1(text).hexdigest()[:12]}.json"


def run_pytest(
    root: Path, tests: Sequence[str], limit: int, *options: str, trace_file: Path | None = None
) -> tuple[int, str, float]:
    """Run tests of a tree; returns exit code (below 0 if it takes too long), output, processor seconds."""
    options = options if trace_file else ("-x", *options)
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", *options, *tests]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = os.times()
    try:
        run = subprocess.run(
            ["sh", "-c", f'ulimit -t {limit}; exec "$@"', "sh", *pytest],
            cwd=root,
            env=environment
            | ({"RAN": str(trace_file), "PYTHONPATH": str(Path(__file__).parents[1])} if trace_file else {}),
            capture_output=True,
            text=True,
            check=False,
            timeout=300 + 20 * limit,
        )
    except subprocess.TimeoutExpired:
        return -1, "", float(limit)
    after = os.times()
    return run.returncode, run.stdout, sum(after[2:4]) - sum(before[2:4])


def copied(root: Path, target: Path) -> None:
    """Copy the tree without generated files."""
    ignore = shutil.ignore_patterns(
        ".git", ".venv", ".*_cache", "__pycache__", "node_modules", "dist", "build"
    )
    shutil.copytree(root, target, ignore=ignore, symlinks=True)


def table(results: Iterable[dict[str, Any]]) -> str:
    """Return the results as a table, by folder and by kind of fault."""
    all_results = list(results)
    verdicts = (CAUGHT, SURVIVED, UNRUN, TIMED_OUT, SAME)
    rows = [f"{'':24}{'of':>6}" + "".join(f"{verdict:>11}" for verdict in verdicts)]

    def row(name: str, part_results: list[dict[str, Any]]) -> None:
        counts = Counter(result["verdict"] for result in part_results)
        rows.append(
            f"{name:24}{len(part_results):6}" + "".join(f"{counts[verdict]:11}" for verdict in verdicts)
        )

    for part in sorted({_folder_of(result["path"]) for result in all_results}):
        row(part, [result for result in all_results if _folder_of(result["path"]) == part])
    for kind in KINDS:
        row(f"  {kind}", [result for result in all_results if result["kind"] == kind])
    row("all", all_results)
    counts = Counter(result["verdict"] for result in all_results)
    noticed, matter = counts[CAUGHT] + counts[TIMED_OUT], len(all_results) - counts[SAME]
    rows.append(f"{noticed} of {matter} faults that matter are noticed, {noticed / max(1, matter):.0%}.")
    return "\n".join(rows)


def _folder_of(path: str) -> str:
    return "/".join(PurePosixPath(path).parts[: 3 if path.startswith("game/games/") else 2])


def main() -> None:
    """Draw faults, try those without a known result, and print the results."""
    parser = command(__doc__)
    parser.add_argument("out", nargs="?", type=Path, default=Path("faults.json"), help="default: faults.json")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=200, metavar="N")
    parser.add_argument("--only", default="game", metavar="PATH", help="a folder or a module of game/")
    parser.add_argument("--budget", type=float, default=BUDGET, metavar="S", help="seconds of cases for each")
    parser.add_argument("--list", action="store_true", help="only name them")
    arguments = parser.parse_args()
    root = Path(__file__).parent.parent
    faults = drawn(root, arguments.seed, arguments.faults, arguments.only)
    if arguments.list:
        print("\n".join(map(str, faults)))
        return
    document = json.loads(arguments.out.read_text("utf-8")) if arguments.out.exists() else {"results": {}}
    with tempfile.TemporaryDirectory(prefix="faults-") as home:
        copied(root, Path(home, "tree"))
        trial = Trial(Path(home, "tree"), arguments.out.absolute().with_suffix(".ran"), arguments.budget)
        for number, fault in enumerate(faults, 1):
            if fault.key not in document["results"]:
                document["results"][fault.key] = asdict(fault) | trial.tested(fault)
                arguments.out.write_text(json.dumps(document, indent=1), encoding="utf-8")
            result = document["results"][fault.key]
            print(f"{number:4} {result['verdict']:10} {fault}", flush=True)
    print(table(document["results"][fault.key] for fault in faults))


if __name__ == "__main__":
    main()
