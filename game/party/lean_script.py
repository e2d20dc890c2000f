"""Scripts of the page as they are sent: without notes, and without the spaces that browsers do not need."""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"""(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<note>//[^\n]*|/\*.*?\*/)|(?P<gap>[ \t]+)""",
    re.DOTALL,
)
"""What is more than one letter of a script; what is left are templates, and slashes of all kinds."""
_PATTERN = re.compile(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/")
_SIGNS = frozenset("(){}[];,:?=<>&|!*%~\n")
"""Beside these a space is not needed; beside plus, minus and slash it may be."""
_BEFORE_PATTERN = frozenset("(,=:[!&|?{};>\n")


def lean_script(source: str) -> str:
    """A script that does the same; its lines stay, as some of them end a statement."""
    told, _end = _code(source, 0, closes=False)
    return "\n".join(line for line in told.split("\n") if line)


def _code(source: str, at: int, *, closes: bool) -> tuple[str, int]:
    """A script from here to its end, or to the brace that closes it within a template; and where that is."""
    told, deep = "", 0
    while at < len(source):
        letter, found = source[at], _PIECE.match(source, at)
        if letter == "/" and _is_pattern(told) and not source.startswith(("//", "/*"), at):
            found = _PATTERN.match(source, at)
            piece = found[0] if found else letter
        elif found is None:
            piece = letter
        elif found["gap"]:
            after = source[found.end() : found.end() + 1]
            needless = not told or told[-1] in _SIGNS or after in _SIGNS or after == ""
            piece = "" if needless else " "
        else:
            piece = found["text"] or ""
        if letter == "`":
            piece, at = _template(source, at)
        else:
            at = found.end() if found else at + 1
        deep += (piece == "{") - (piece == "}")
        if closes and deep < 0:
            return told, at
        told += piece
    return told, at


def _is_pattern(told: str) -> bool:
    """Whether a slash after this begins a pattern, and divides nothing."""
    before = told.rstrip(" ")
    return not before or before[-1] in _BEFORE_PATTERN or before.endswith("return")


def _template(source: str, at: int) -> tuple[str, int]:
    """A text in backticks, as it stands but for the scripts in it; and where it ends."""
    told, at = "`", at + 1
    while source[at] != "`":
        if source[at] == "\\":
            told, at = told + source[at : at + 2], at + 2
        elif source.startswith("${", at):
            inside, at = _code(source, at + 2, closes=True)
            told += f"${{{inside}}}"
        else:
            told, at = told + source[at], at + 1
    return told + "`", at + 1
