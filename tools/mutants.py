"""Try the faults listed in tests/house/mutants.txt: put each into a copy of the tree and run its tests.

    python -m tools.mutants              all
    python -m tools.mutants saves relay  only those with one of these words in their path or their tests

The list has faults in guards, races, limits, locks, orders of writes and seeds, which tests missed before or
must never miss. `tools.faults` draws others. An entry is a path, the lines as they are (``-``), the lines as
they become (``+``; none to leave them out), and the test files or tests of which one must fail. Common
indentation is left out. The lines must be in the file exactly once.

Prints the survivors. Exit code 1 if there are any, or if a test fails without a mutant.
"""

from __future__ import annotations

import re
import sys
import tempfile
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.command import command
from tools.faults import Fault, copied, inserted, run_pytest

LIST = "tests/house/mutants.txt"
LIMIT = 30  # processor seconds for the tests of one mutant


@dataclass(frozen=True, slots=True)
class Mutant:
    """A listed fault, and the test files or tests of which one must fail."""

    fault: Fault
    tests: tuple[str, ...]


def read_mutants(root: Path) -> list[Mutant]:
    """Return the listed mutants. Raises ValueError if one does not apply to the tree any more."""
    text = re.sub(r"^#.*\n", "", (root / LIST).read_text("utf-8"), flags=re.MULTILINE)
    return [_read_mutant(root, entry.splitlines()) for entry in re.split(r"\n{2,}", text.strip())]


def _read_mutant(root: Path, lines: list[str]) -> Mutant:
    """Return the mutant of an entry. Raises ValueError if it does not apply to the tree."""
    path, *rest = lines
    before, after = ([line[2:] for line in rest if line[0] == sign] for sign in "-+")
    tests = tuple(line for line in rest if line[0] not in "-+")
    source = (root / path).read_text("utf-8")
    pattern = r"^( *)" + r"\n\1".join(map(re.escape, before)) + r"\n"
    found = list(re.finditer(pattern, source, re.MULTILINE))
    if not before or not tests or len(found) != 1:
        raise ValueError(f"{path}: {len(found)} places, {len(tests)} tests: {' / '.join(before)}")
    new = textwrap.indent("".join(f"{line}\n" for line in after), found[0][1])
    start, line = len(source[: found[0].start()].encode()), source.count("\n", 0, found[0].start()) + 1
    return Mutant(Fault(path, line, "listed", start, found[0][0], new), tests)


def survivors(root: Path, mutants: Iterable[Mutant]) -> list[Mutant]:
    """Return the mutants that none of their tests notices. ``root`` is a copy of the tree."""
    missed = []
    for mutant in mutants:
        with inserted(root, mutant.fault):
            code, output, seconds = run_pytest(root, mutant.tests, LIMIT)
        if code not in (0, 1) and code >= 0:
            raise RuntimeError(f"{mutant.fault}\n{output}")
        print(f"{'caught' if code else 'SURVIVED':9}{seconds:4.0f} s  {mutant.fault}", flush=True)
        missed += [] if code else [mutant]
    return missed


def main() -> None:
    """Try the mutants and print the result."""
    parser = command(__doc__)
    parser.add_argument("words", nargs="*", help="words of paths or tests")
    words = parser.parse_args().words
    root = Path(__file__).parent.parent
    chosen = [
        mutant
        for mutant in read_mutants(root)
        if not words or any(word in " ".join((mutant.fault.path, *mutant.tests)) for word in words)
    ]
    with tempfile.TemporaryDirectory(prefix="mutants-") as home:
        tree = Path(home, "tree")
        copied(root, tree)
        tests = sorted({test for mutant in chosen for test in mutant.tests})
        code, output, _seconds = run_pytest(tree, tests, LIMIT * max(1, len(tests)))
        if code:
            sys.exit(f"Tests fail without a mutant:\n{output}")
        missed = survivors(tree, chosen)
    print(f"{len(chosen) - len(missed)} of {len(chosen)} mutants are caught.")
    for mutant in missed:
        print(f"survived: {mutant.fault}")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
