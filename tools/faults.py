"""What the tests would notice: small faults, drawn by a seed, put one by one into a copy of the tree.

    python -m tools.faults                     two hundred of them; what is known already is not done again
    python -m tools.faults --list --faults 20  only tells which would be drawn

A fault is a small slip of the kind that people make (`KINDS`): a comparison turned around or off by one,
`not` or an early return forgotten, `and` for `or`, two arguments of one kind exchanged, 0 for 1, a yes for a
no, a call or something remembered left out, the wrong end of an order. It is found in the syntax tree and
changed in the text: so no list of places grows old. A module is drawn by its lines, then one of the kinds of
which it has any, then a place: rare kinds come as often as common ones. Left out are modules that only draw
(`ui/art`, `art_*.py`), where an eye sees what no test does.

Tests are chosen by file, nearest first: those that import the module themselves or what imports it, those
of its folder, which may come to it by a name in a text as games are found, and before others those that
bear its name or its folder's. As many as `BUDGET` seconds of the processor allow, by what each needs on the
tree without faults, and `MOST` at the most; whatever fails or takes long there is left out. So a fault that
*survives* may still be caught by a test further off, and each survivor is worth a look before it is called a
gap. *same* is a fault that changes no byte code or is none in Python's eyes, *timed out* one whose tests
need many times what they should: somebody would notice, so it counts as noticed. The figure is caught and
timed out, of all but those that are the same. What only ruff, mypy or the import contracts would notice
counts as surviving.

Where the source has changed other faults are drawn: compare figures, not lists. Nothing is written but the
file of results and a folder for the copy, which goes with the end.
"""

from __future__ import annotations

import ast
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
from itertools import takewhile
from pathlib import Path, PurePosixPath
from types import CodeType
from typing import Any

from tools.command import command

BUDGET = 20.0
"""Seconds of the processor for the tests of one fault."""
MOST = 10
"""Files of tests for one fault."""
LONG = 40
"""A file of tests that takes more seconds is left out."""
CAUGHT, SURVIVED, SAME, TIMED_OUT = "caught", "survived", "same", "timed out"
TWINS = (
    {"seat", "other"}, {"x", "y"}, {"w", "h"}, {"left", "right"}, {"first", "second"}, {"before", "after"},
    {"old", "new"}, {"row", "column"}, {"low", "high"}, {"start", "end"}, {"giver", "taker"},
    {"mine", "theirs"},
)  # fmt: skip
"""Names that stand for things of one kind, beside parameters of one type."""
TURNED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<", ">", "<="), ast.Gt: (">", "<", ">="),
    ast.LtE: ("<=", ">=", "<"), ast.GtE: (">=", "<=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
}  # fmt: skip
"""How a comparison is written, and what it is written for."""
ENDS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Fault:
    """A change of a module's text: what stands between two places there, and what is put there instead."""

    path: str
    line: int
    kind: str
    start: int
    """In bytes from the beginning of the file."""
    before: str
    after: str

    def put_into(self, source: bytes) -> bytes:
        """The source with the fault."""
        end = self.start + len(self.before.encode())
        assert source[self.start : end] == self.before.encode()
        return source[: self.start] + self.after.encode() + source[end:]

    @property
    def key(self) -> str:
        """What no other fault has."""
        return f"{self.path}@{self.start}: {self.before} -> {self.after}"

    def __str__(self) -> str:
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.path}:{self.line}: {self.kind}: {before} -> {after}"


class _Source:
    """The text of a module, and what stands where in it."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path, self.data = path, data
        self.tree = ast.parse(data)
        self._lines = [0]
        for line in data.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def at(self, node: Any) -> tuple[int, int]:
        """Where a node begins and ends, in bytes."""
        return (
            self._lines[node.lineno - 1] + node.col_offset,
            self._lines[node.end_lineno - 1] + node.end_col_offset,
        )

    def text(self, node: ast.AST) -> str:
        """How a node is written."""
        start, end = self.at(node)
        return self.data[start:end].decode()

    def fault(self, kind: str, node: Any, after: str) -> Fault:
        """A node written another way."""
        return Fault(self.path, node.lineno, kind, self.at(node)[0], self.text(node), after)

    def between(self, kind: str, left: Any, right: Any, sign: str, after: str) -> Fault:
        """The sign between two nodes written another way; brackets may stand there too."""
        start = self.at(left)[1]
        start += self.data[start : self.at(right)[0]].decode().index(sign)
        return Fault(self.path, self.data[:start].count(b"\n") + 1, kind, start, sign, after)


Find = Callable[[_Source, Any], Iterator[Fault]]


def _comparisons(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        sign, *others = TURNED[type(node.ops[0])]
        for other in others:
            yield source.between("comparison", node.left, node.comparators[0], sign, other)


def _nots(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield source.fault("not", node, f"({source.text(node.operand)})")


def _both(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.BoolOp):
        sign = " or " if isinstance(node.op, ast.And) else " and "
        yield source.fault("and/or", node, f"({sign.join(f'({source.text(one)})' for one in node.values)})")


def _calls(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.Expr):
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(call, ast.Call) and "__init__" not in source.text(call.func):
            yield source.fault("call", node, "pass")


def _remembered(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and "init__" not in node.name:
        for one in _code(node):
            targets = one.targets if isinstance(one, ast.Assign) else []
            if isinstance(one, ast.AugAssign):
                targets = [one.target]
            if targets and all(isinstance(target, ast.Attribute | ast.Subscript) for target in targets):
                yield source.fault("assignment", one, "pass")


def _returns(source: _Source, node: ast.AST) -> Iterator[Fault]:
    body = getattr(node, "body", None)
    for number, one in enumerate(body if isinstance(body, list) else []):
        if isinstance(one, ast.If) and not one.orelse and number + 1 < len(body or ()):
            last = one.body[-1]
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


def _exchanged(source: _Source, node: ast.AST) -> Iterator[Fault]:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    types = {one.arg: source.text(one.annotation) for one in parameters if one.annotation is not None}
    for call in _code(node):
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
    elif (name == "sorted" or name.endswith(".sort")) and all(one.arg != "reverse" for one in node.keywords):
        text = source.text(node).removesuffix(")").rstrip().removesuffix(",")
        key = ", reverse=True)" if node.args or node.keywords else "reverse=True)"
        if not any(isinstance(one, ast.GeneratorExp) for one in node.args):
            yield source.fault("order", node, text + key)


KINDS: dict[str, Find] = {
    "comparison": _comparisons,
    "not": _nots,
    "and/or": _both,
    "call": _calls,
    "assignment": _remembered,
    "return": _returns,
    "number": _numbers,
    "truth": _truths,
    "arguments": _exchanged,
    "order": _orders,
}


def faults_of(path: str, data: bytes) -> list[Fault]:
    """Every fault that can be put into a module, in the order of its text; annotations stay as they are."""
    source = _Source(path, data)
    found = {fault for node in _code(source.tree) for kind in KINDS.values() for fault in kind(source, node)}
    return sorted(found, key=lambda fault: (fault.start, fault.kind, fault.after))


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it but annotations, which nobody runs, and what stands within texts."""
    if isinstance(node, ast.JoinedStr):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, ast.AST):
                    yield from _code(one)


def drawn(root: Path, seed: int, count: int, only: str = "game") -> list[Fault]:
    """So many different faults; the first ones are the same however many are wanted."""
    chance = random.Random(seed)
    modules = sorted(path.relative_to(root).as_posix() for path in (root / only).rglob("*.py"))
    if (root / only).is_file():
        modules = [only]
    modules = [path for path in modules if not is_drawing(path)]
    texts = {path: (root / path).read_bytes() for path in modules}
    lines = [texts[path].count(b"\n") for path in modules]
    known: dict[str, list[Fault]] = {}
    chosen: dict[Fault, None] = {}
    for _try in range(20 * count):
        path = chance.choices(modules, lines)[0]
        if path not in known:
            known[path] = faults_of(path, texts[path])
        kinds = sorted({fault.kind for fault in known[path]})
        if kinds and len(chosen) < count:
            kind = chance.choice(kinds)
            chosen[chance.choice([fault for fault in known[path] if fault.kind == kind])] = None
    return list(chosen)


def is_drawing(path: str) -> bool:
    """Whether a module does nothing but draw."""
    at = PurePosixPath(path)
    return at.name.startswith("art_") or "ui/art/" in path or at.name == "__main__.py"


def is_same(one: CodeType, other: CodeType) -> bool:
    """Whether two modules do the same, wherever it is written."""
    for mine, theirs in zip(one.co_consts, other.co_consts, strict=False):
        if isinstance(mine, CodeType) and isinstance(theirs, CodeType):
            if not is_same(mine, theirs):
                return False
        elif (type(mine), mine) != (type(theirs), theirs):
            return False
    return (one.co_code, one.co_names, len(one.co_consts)) == (
        other.co_code,
        other.co_names,
        len(other.co_consts),
    )


@contextmanager
def inserted(root: Path, fault: Fault) -> Iterator[None]:
    """The fault is in the tree; then it is out again. Byte code of the other text is never left lying."""
    path = root / fault.path
    source = path.read_bytes()
    try:
        _write(path, fault.put_into(source))
        yield
    finally:
        _write(path, source)


def _write(path: Path, source: bytes) -> None:
    path.write_bytes(source)
    # Two texts of one length, written within a second, have the same byte code for Python.
    for old in path.parent.glob(f"__pycache__/{path.stem}.*"):
        old.unlink()


class Imports:
    """Who imports whom, and which files of tests are near a module."""

    def __init__(self, root: Path) -> None:
        self._games = {_dotted(path.relative_to(root)) for path in (root / "game").rglob("*.py")}
        self._by: dict[str, set[str]] = {name: set() for name in self._games}
        """The modules that import a module."""
        for path in (root / "game").rglob("*.py"):
            for name in self._imported(path.read_text("utf-8")):
                self._by[name].add(_dotted(path.relative_to(root)))
        self._tests = {
            path.relative_to(root).as_posix(): self._imported(path.read_text("utf-8"))
            for path in (root / "tests").rglob("test_*.py")
        }

    def _imported(self, text: str) -> set[str]:
        names: set[str] = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                names |= {one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                whole = {f"{node.module}.{one.name}" for one in node.names}
                names |= (whole & self._games) | ({node.module} if whole - self._games else set())
        return names & self._games

    def tests_of(self, path: str) -> list[str]:
        """The files of tests that come near a module, nearest first."""
        module = _dotted(Path(path))
        folder = ("tests", *PurePosixPath(path).parent.parts[1:])
        own = (PurePosixPath(path).stem, folder[-1])  # `test_rules` speaks of `rules/state.py` too
        steps = {module: 0}
        for number in (1, 2):
            nearer = [name for name in steps if steps[name] == number - 1]
            steps |= {one: number for name in nearer for one in self._by[name] if one not in steps}

        found: list[tuple[int, int, str]] = []
        for test, names in self._tests.items():
            far = min((steps[name] for name in names if name in steps), default=3)
            parts = PurePosixPath(test).parent.parts
            shared = sum(
                1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(parts, folder, strict=False))
            )
            if shared == len(parts) > 1:
                far = min(far, 1)
            names_it = any(word in PurePosixPath(test).stem for word in own)
            if far < 3:
                found.append((5 * far - 3 * shared - 8 * names_it, len(names), test))
        return [test for _near, _many, test in sorted(found)]


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Trial:
    """A copy of the tree in which tests are run, with what is known of them."""

    def __init__(self, root: Path, costs: dict[str, float]) -> None:
        self.root, self.costs = root, costs
        self._imports = Imports(root)

    def tested(self, fault: Fault) -> dict[str, Any]:
        """What comes of a fault."""
        source = (self.root / fault.path).read_bytes()
        try:
            changed = compile(fault.put_into(source), fault.path, "exec", dont_inherit=True)
        except SyntaxError:  # a `break` that is needed nowhere else, say: nobody would make that fault
            return {"verdict": SAME, "by": "", "tests": []}
        if is_same(compile(source, fault.path, "exec", dont_inherit=True), changed):
            return {"verdict": SAME, "by": "", "tests": []}
        tests = self._chosen(fault.path)
        if not tests:
            return {"verdict": SURVIVED, "by": "no tests are near", "tests": []}
        cost = sum(self.costs[test] for test in tests)
        with inserted(self.root, fault):
            code, told, seconds = self._run(tests, limit=round(15 + 4 * cost))
        by = next((line for line in told.splitlines() if line.startswith(("FAILED", "ERROR"))), "")
        verdict = SURVIVED if code == 0 else TIMED_OUT if code < 0 else CAUGHT
        return {"verdict": verdict, "by": by[:160], "tests": tests, "seconds": round(seconds, 1)}

    def _chosen(self, path: str) -> list[str]:
        chosen: list[str] = []
        left = BUDGET
        for test in self._imports.tests_of(path):
            if len(chosen) == MOST or left < 1.0:
                break
            if test not in self.costs:
                code, _told, seconds = self._run([test], limit=LONG)
                self.costs[test] = seconds if code == 0 else -1.0
            if 0 <= self.costs[test] <= left:
                chosen.append(test)
                left -= self.costs[test]
        return chosen

    def _run(self, tests: Sequence[str], limit: int) -> tuple[int, str, float]:
        """How pytest ends (below 0 if it takes too long), what it tells, the seconds of the processor."""
        pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=no", *tests]
        before = os.times()
        try:
            run = subprocess.run(
                ["sh", "-c", f'ulimit -t {limit}; exec "$@"', "sh", *pytest],
                cwd=self.root,
                env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
                capture_output=True,
                text=True,
                check=False,
                timeout=300 + 20 * limit,
            )
        except subprocess.TimeoutExpired:
            return -1, "", float(limit)
        after = os.times()
        spent = sum(after[2:4]) - sum(before[2:4])
        return run.returncode, run.stdout, spent


def copied(root: Path, to: Path) -> None:
    """The tree without what is made in it."""
    left_out = shutil.ignore_patterns(
        ".git", ".venv", ".*_cache", "__pycache__", "node_modules", "dist", "build"
    )
    shutil.copytree(root, to, ignore=left_out, symlinks=True)


def table(results: Iterable[dict[str, Any]]) -> str:
    """What came of the faults: by the folder of the module, and by their kinds."""
    done = list(results)
    rows = [f"{'':24}{'of':>6}{CAUGHT:>10}{SURVIVED:>10}{TIMED_OUT:>11}{SAME:>6}"]

    def row(name: str, some: list[dict[str, Any]]) -> None:
        counts = Counter(one["verdict"] for one in some)
        rows.append(
            f"{name:24}{len(some):6}{counts[CAUGHT]:10}{counts[SURVIVED]:10}"
            f"{counts[TIMED_OUT]:11}{counts[SAME]:6}"
        )

    for part in sorted({_part(one["path"]) for one in done}):
        row(part, [one for one in done if _part(one["path"]) == part])
    for kind in KINDS:
        row(f"  {kind}", [one for one in done if one["kind"] == kind])
    row("all", done)
    verdicts = Counter(one["verdict"] for one in done)
    noticed, matter = verdicts[CAUGHT] + verdicts[TIMED_OUT], len(done) - verdicts[SAME]
    rows.append(f"{noticed} of {matter} faults that matter are noticed, {noticed / max(1, matter):.0%}.")
    return "\n".join(rows)


def _part(path: str) -> str:
    return "/".join(PurePosixPath(path).parts[: 3 if path.startswith("game/games/") else 2])


def main() -> None:
    """Draw faults, see what comes of those that are not known yet, and tell it."""
    parser = command(__doc__)
    parser.add_argument("out", nargs="?", type=Path, default=Path("faults.json"), help="default: faults.json")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=200, metavar="N")
    parser.add_argument("--only", default="game", metavar="PATH", help="a folder or a module of game/")
    parser.add_argument("--list", action="store_true", help="only name them")
    given = parser.parse_args()
    root = Path(__file__).parent.parent
    faults = drawn(root, given.seed, given.faults, given.only)
    if given.list:
        print("\n".join(map(str, faults)))
        return
    kept = json.loads(given.out.read_text("utf-8")) if given.out.exists() else {"costs": {}, "results": {}}
    with tempfile.TemporaryDirectory(prefix="faults-") as home:
        copied(root, Path(home, "tree"))
        trial = Trial(Path(home, "tree"), kept["costs"])
        for number, fault in enumerate(faults, 1):
            if fault.key not in kept["results"]:
                kept["results"][fault.key] = asdict(fault) | trial.tested(fault)
                given.out.write_text(json.dumps(kept, indent=1), encoding="utf-8")
            result = kept["results"][fault.key]
            print(f"{number:4} {result['verdict']:10} {fault}", flush=True)
    print(table(kept["results"][fault.key] for fault in faults))


if __name__ == "__main__":
    main()
