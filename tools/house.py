"""Print figures about the code: files, lines, functions, imports.

    python -m tools.house

Internal imports are import statements from `game`, with any number of names. A public name is a function or
class at module level without a leading underscore.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from statistics import median

from tools.command import command

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Print the table."""
    command(__doc__).parse_args()
    paths = sorted((ROOT / "game").rglob("*.py"))
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    lengths = {path: len(text.splitlines()) for path, text in texts.items()}
    lines = sum(lengths.values())
    functions = [
        node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    ]
    sizes = [(node.end_lineno or 0) - node.lineno + 1 for node in functions]
    import_count, users = _count_imports(trees)
    public = sum(
        isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
        for tree in trees.values()
        for node in tree.body
    )
    comments = sum(line.strip().startswith("#") for text in texts.values() for line in text.splitlines())
    tests = sorted((ROOT / "tests").rglob("*.py"))
    rows = [
        ("Python files in game/", f"{len(paths)}, median {median(lengths.values()):.0f} lines"),
        ("imported by one other file only", f"{sum(len(importers) == 1 for importers in users.values())}"),
        ("lines in game/", f"{lines}"),
        ("functions", f"{len(functions)}, median {median(sizes):.0f} lines"),
        ("functions of at most three lines", f"{sum(size <= 3 for size in sizes)}"),
        ("imports of our own per 1,000 lines", f"{1000 * import_count / lines:.1f}"),
        ("lines behind one public name", f"{lines / public:.0f}"),
        (
            "lines in files of 400 and more",
            f"{100 * sum(size for size in lengths.values() if size >= 400) / lines:.0f}%",
        ),
        ("full-line comments", f"{100 * comments / lines:.1f}%"),
        (
            "tests",
            f"{len(tests)} files, {sum(map(_line_count, tests))} lines",
        ),
    ]
    for name, figure in rows:
        print(f"{name:40} {figure}")


def _line_count(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def _count_imports(trees: dict[Path, ast.Module]) -> tuple[int, dict[str, set[Path]]]:
    """Return the number of internal import statements, and the files that import each module."""
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in trees}
    import_count, users = 0, defaultdict[str, set[Path]](set)
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "game":
                import_count += 1
                for alias in node.names:
                    full_name = f"{node.module}.{alias.name}"
                    users[full_name if full_name in names else str(node.module)].add(path)
    return import_count, users


if __name__ == "__main__":
    main()
