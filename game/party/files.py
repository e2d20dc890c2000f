"""The files of the pages, as they are sent: without what only their writers need, fonts packed.

They lie in ``page``. What is sent is worked out once for each start of the program, however often a party is
opened. A font is packed table by table (https://www.w3.org/TR/WOFF/).

Phones that stay awake (`party/page/awake.js`). The wake lock of browsers needs https, which a computer in a
living room has no certificate for; it is asked first, and where there is none a video plays. Considered: a
file in the page (H.264 for iPhones and WebM for others, 10 to 40 kB, not made by us), `title` tricks and
reloading (loses the line), and a stream of a canvas with two by two pixels, which is what we use: made by
our own script, of no weight, exempt from Chromium's rule that a silent video keeps a screen on only where
it is large, and part of the page, as hidden ones do not count. WebKit keeps the screen on only for videos
that have a voice, do not loop and are not muted, so Apple's phones get a silent one, from the first touch
on, mixed with whatever else plays. Tested: that it plays, in Chromium. Could not be tried here: real
phones, iOS of any version, power saving modes, other browsers of Android.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

from game.shipped import ASSETS

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


_HEAD = struct.Struct(">4s4sLHHLHHLLLLL")
_ENTRY = struct.Struct(">4sLLLL")
_TABLE = struct.Struct(">4sLLL")
_FIRST = 12
"""Bytes before the list of tables of a font."""


def woff(font: bytes) -> bytes:
    """The font in half as many bytes."""
    count = int.from_bytes(font[4:6], "big")
    tables = [_TABLE.unpack_from(font, _FIRST + number * _TABLE.size) for number in range(count)]
    at = _HEAD.size + count * _ENTRY.size
    entries, body, whole = b"", b"", _FIRST + count * _TABLE.size
    for tag, checksum, begin, length in tables:
        plain = font[begin : begin + length]
        # A table that does not become smaller stays as it is.
        packed = min(zlib.compress(plain, 9), plain, key=len)
        entries += _ENTRY.pack(tag, at + len(body), len(packed), length, checksum)
        body += packed + bytes(-len(packed) % 4)  # each table begins at a whole word
        whole += -(-length // 4) * 4
    head = _HEAD.pack(b"wOFF", font[:4], at + len(body), count, 0, whole, 0, 0, 0, 0, 0, 0, 0)
    return head + entries + body


PAGE = Path(__file__).parent / "page"
TEACHER = PAGE / "teacher"
_DRAWINGS = ASSETS / "common"
_NAMES = ("suits", "puppet", "court", "ball")


def sources() -> list[str]:
    """The modules of the page and of that of the teacher, as text."""
    return [path.read_text(encoding="utf-8") for path in sorted(PAGE.rglob("*.js"))]


@functools.cache
def page() -> dict[str, bytes]:
    """The files of the page by name, as they are sent; `boot` is part of the page itself."""
    files = {path.name: lean_file(path) for path in PAGE.iterdir() if path.is_file()}
    boot_script = files.pop("boot.js")
    for name in ("index.html", "bring.html"):
        files[name] = _booted(files[name], boot_script)
    return files


@functools.cache
def teacher_page() -> dict[str, bytes]:
    """The files of the teacher's page by name; what it shares with that of phones lies there."""
    files = {path.name: lean_file(path) for path in TEACHER.iterdir()}
    files["index.html"] = _booted(files["index.html"], lean_file(PAGE / "boot.js"))
    # A typeface that may be heavier than that of pupils: one person opens the page.
    import font_manrope

    text_font = Path(font_manrope.font_files["ManropeVariableFont_wght"]).read_bytes()
    return files | {"manrope.woff": woff(text_font)}


def _booted(index: bytes, script: bytes) -> bytes:
    return index.replace(b'<script src="/boot.js"></script>', b"<script>" + script + b"</script>")


def lean_file(path: Path) -> bytes:
    """A file of the page as it is sent."""
    source = path.read_text(encoding="utf-8")
    made: dict[str, Callable[[str], bytes]] = {".js": lean_module, ".css": lean_style}
    return made.get(path.suffix, lean)(source)


def boot() -> str:
    """What the policy of the page says of the one script that is written into it."""
    script = lean_module((PAGE / "boot.js").read_text(encoding="utf-8"))
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"


@functools.cache
def art() -> dict[str, bytes]:
    """The drawings that the page shares with the big screen, by file name, as they are sent."""
    return {
        f"{name}.svg": lean_drawing((_DRAWINGS / f"{name}.svg").read_text(encoding="utf-8"))
        for name in _NAMES
    }


def lean(source: str) -> bytes:
    """A text without what only its writers need: indentation, and comments that have lines of their own."""
    tight = _STYLE.sub(lambda found: f"{found[1]}{lean_style(found[2]).decode()}`;", source)
    lines = (line.strip() for line in re.sub(r"<!--.*?-->", "", tight, flags=re.DOTALL).splitlines())
    return "\n".join(line for line in lines if line and not _COMMENT.match(line)).encode()


def lean_drawing(source: str) -> bytes:
    """A drawing as it is sent: its paths without the spaces that letters and signs stand for."""
    return _PATH.sub(lambda found: _NEEDLESS.sub(r"\1", found[0]), lean(source).decode()).encode()


@functools.lru_cache(maxsize=64)  # those of the games too, which come and go
def lean_module(source: str) -> bytes:
    """A script as it is sent."""
    return lean_script(lean(source).decode()).encode()


def lean_style(source: str) -> bytes:
    """A style sheet without notes, and without the spaces that browsers do not need."""
    plain = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    # What stands before a colon stays, as `.a :focus` is not `.a:focus`; sums need the spaces of their signs.
    tight = re.sub(r"\s*([{};,>])\s*", r"\1", re.sub(r":\s+", ":", plain))
    return tight.replace(";}", "}").strip().encode()


_PATH = re.compile(r"(?<= d=\")[^\"]*")
_NEEDLESS = re.compile(r"\s*([A-Za-z])\s*|\s+(?=-)")
_COMMENT = re.compile(r"//|/\*.*\*/$")
_STYLE = re.compile(r"^(const css = `)(.*?)`;$", re.DOTALL | re.MULTILINE)
"""The style sheet of a game within its module."""


@functools.cache
def font() -> bytes:
    """The typeface of the page, as a file."""
    import font_fredoka_one

    return woff(Path(font_fredoka_one.FredokaOne).read_bytes())
