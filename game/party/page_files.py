"""Files of the phone pages as served: without comments and indentation.

The sources are in ``page``; the server compresses the files (gzip). They are computed once per run of the
program. A phone loads about 185 kB with the largest game. 64 kB of that is the body font, and nothing waits
for it. Removing every space that a script does not need would save 1 kB, but it needs a JavaScript parser
(esbuild, terser) and its tool chain. WOFF fonts save nothing.

Keeping phones awake (`party/page/attention.js`): the wake lock of browsers needs https, and a computer in a
living room has no certificate. The page asks for it first and plays a video if it is refused. We considered a
file in the page (H.264 for iPhones and WebM for others, 10 to 40 kB, not made by us), `title` tricks, and
reloading (which loses the connection). We use a stream of a canvas of two by two pixels. It is made by our
own script and costs no bytes. It is exempt from Chromium's rule that a silent video keeps the screen on only
if it is large. It is a visible part of the page, because hidden videos do not count. WebKit keeps the screen
on only for videos that have sound, do not loop and are not muted, so Apple's phones get a silent audio track
from the first touch on, mixed with other sound. Tested: playback in Chromium. Not tested: real phones, any
version of iOS, power saving modes, other browsers of Android.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
import struct
from pathlib import Path

from game.core.extras import extras
from game.resources import ASSETS

PAGE_FOLDER = Path(__file__).parent / "page"
_DRAWINGS = ASSETS / "common"
_DRAWING_NAMES = ("suits", "puppet", "court", "ball")
_COMMENT_LINES = re.compile(
    r"<!--.*?-->|^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$|^[ \t]*//[^\n]*$", re.DOTALL | re.MULTILINE
)
"""Comments that fill whole lines, from the first to the last."""
_TRAILING_COMMENT = re.compile(r"\s+// [^\"'`]*$")
"""Comment behind code. Not matched if quotes follow, because it may be part of a string."""
_DROPPABLE_STYLE = re.compile(
    r"(\$\{.*?\})|/\*(?:(?!\*/)[\s\S])*\*/|;\s*(?=})|(?<!:)\s*([{};])\s*(?:& (?=[.:#\[>~]))?"
    r"|\s*([,>])\s*|(?<=:) (?!;)"
)
"""Parts of a style that can be dropped, such as ``&`` before a class.

Values inserted by a script stay, and so does a space that is a whole value, because older browsers ignore the
rule without it.
"""
_QUOTED_WORD = re.compile(r'="([a-z]+)"(?=\])')
"""Plain word that needs no quotation marks."""
_STYLE = re.compile(r"\bcss(?: =|:) ?`.*?`", re.DOTALL)
"""Style sheet in a script of a game."""


def sources() -> list[str]:
    """Source text of each JavaScript file of the phone page and of the pages of extras."""
    folders = PAGE_FOLDER, *(extra.folder / "page" for extra in extras())
    paths = [path for folder in folders for path in sorted(folder.rglob("*.js"))]
    return [path.read_text(encoding="utf-8") for path in paths]


@functools.lru_cache(maxsize=64)  # including files of games, which change
def minify(source: str) -> bytes:
    """UTF-8 bytes of a text without comments, indentation and empty lines, its styles compacted."""
    lines = (_TRAILING_COMMENT.sub("", line).strip() for line in _COMMENT_LINES.sub("", source).splitlines())
    text = "\n".join(filter(None, lines))
    return _STYLE.sub(lambda style: _minify_css(style[0]), text).encode()


def _minify_css(style: str) -> str:
    """Style sheet without dispensable spaces, semicolons, quotation marks and ``&``."""
    return _QUOTED_WORD.sub(r"=\1", _DROPPABLE_STYLE.sub(r"\1\2\3", style))


@functools.cache
def page() -> dict[str, bytes]:
    """Minified files of the phone page, by name. ``boot.js`` is inlined into the HTML."""
    files = {path.name: lean_file(path) for path in PAGE_FOLDER.iterdir() if path.is_file()}
    boot_script = files.pop("boot.js")
    for name in ("index.html", "bring.html"):
        files[name] = _inline_boot_script(files[name], boot_script)
    return files


@functools.cache
def mounted_page(folder: Path) -> dict[str, bytes]:
    """Minified files of a mounted page by name, and its font. ``boot.js`` is inlined into ``index.html``."""
    files = {path.name: lean_file(path) for path in folder.iterdir()}
    files["index.html"] = _inline_boot_script(files["index.html"], lean_file(PAGE_FOLDER / "boot.js"))
    return files | {"manrope.ttf": fonts()["manrope.ttf"]}


def _inline_boot_script(index: bytes, script: bytes) -> bytes:
    """HTML with the script in the place of its link to ``boot.js``."""
    return index.replace(b'<script src="/boot.js"></script>', b"<script>" + script + b"</script>")


def lean_file(path: Path) -> bytes:
    """Minified contents of a text file."""
    text = minify(path.read_text(encoding="utf-8"))
    return _minify_css(text.decode()).encode() if path.suffix == ".css" else text


def boot() -> str:
    """Hash of the inlined boot script, as a quoted source for the Content-Security-Policy."""
    return _hash(lean_file(PAGE_FOLDER / "boot.js"))


# the one script of a printable page: prints it if opened with #print
PRINT_SCRIPT = 'if(location.hash==="#print")addEventListener("load",()=>print())'


def prints() -> str:
    """Hash of the print script, as a quoted source for the Content-Security-Policy."""
    return _hash(PRINT_SCRIPT.encode())


def _hash(script: bytes) -> str:
    """SHA-256 of a script, as a quoted source for the Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"


@functools.cache
def art() -> dict[str, bytes]:
    """Minified SVG drawings that the page shares with the big screen, by file name."""
    return {f"{name}.svg": lean_file(_DRAWINGS / f"{name}.svg") for name in _DRAWING_NAMES}


@functools.cache
def fonts() -> dict[str, bytes]:
    """TTF fonts of the page by file name: the two of the window, without glyph names."""
    import font_fredoka_one
    import font_manrope

    manrope = Path(font_manrope.font_files["ManropeVariableFont_wght"])
    fredoka = Path(font_fredoka_one.FredokaOne)
    return {
        "fredoka.ttf": _strip_glyph_names(fredoka.read_bytes()),
        "manrope.ttf": _strip_glyph_names(manrope.read_bytes()),
    }


def _strip_glyph_names(font: bytes) -> bytes:
    """Font without glyph names, which only font editors need (``post`` table version 3), of the same size."""
    tables = struct.iter_unpack(">4sLLL", font[12 : 12 + 16 * int.from_bytes(font[4:6])])
    at, size = next((at, size) for tag, _sum, at, size in tables if tag == b"post")
    return font[:at] + b"\0\3\0\0" + font[at + 4 : at + 32] + bytes(size - 32) + font[at + size :]
