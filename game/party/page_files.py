"""The files of the pages, as they are served: without notes and indentation; the server packs them (gzip).

They lie in ``page``. What is served is worked out once for each start of the program, however often a party
is opened. A phone loads about 185 kB with the largest game, 64 of them the typeface of what is read, which
nothing waits for. Taking out every space that a script does not need saves it 1; to do that rightly takes a
reader of scripts (esbuild, terser), a tool chain of its own. Fonts packed table by table (WOFF) save nothing.

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
import gzip
import hashlib
import json
import re
import struct
from pathlib import Path

from game.resources import ASSETS

PAGE = Path(__file__).parent / "page"
TEACHER = PAGE / "teacher"
_DRAWINGS = ASSETS / "common"
_LATER = ("rummy.js", "plan.js", "stand.js", "ask.js", "bring.html", "bring.js", "app.webmanifest")
_NAMES = ("suits", "puppet", "court", "ball")
_REMARK = re.compile(
    r"<!--.*?-->|^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$|^[ \t]*//[^\n]*$", re.DOTALL | re.MULTILINE
)
"""What is a comment from the beginning of its first line to the end of its last."""
_ASIDE = re.compile(r"\s+// [^\"'`]*$")
"""A comment behind code; where something quoted follows it may be none."""
_LOOSE = re.compile(
    r"(\$\{.*?\})|/\*(?:(?!\*/)[\s\S])*\*/|;\s*(?=})|(?<!:)\s*([{};])\s*(?:& (?=[.:#\[>~]))?"
    r"|\s*([,>])\s*|(?<=:) (?!;)"
)
"""What a style does not need, as ``&`` before a class; what a script puts into it stays as it is, and so does
the space that is a whole value: without it older browsers see none."""
_QUOTED = re.compile(r'="([a-z]+)"(?=\])')
"""A plain word that needs no quotation marks."""
_STYLE = re.compile(r"\bcss(?: =|:) ?`.*?`", re.DOTALL)
"""The style in a script of a game."""


def sources() -> list[str]:
    """The modules of the page and of that of the teacher, as text."""
    return [path.read_text(encoding="utf-8") for path in sorted(PAGE.rglob("*.js"))]


@functools.lru_cache(maxsize=64)  # those of the games too, which come and go
def minify(source: str) -> bytes:
    """A text without what only its writers need: indentation, and comments."""
    lines = (_ASIDE.sub("", line).strip() for line in _REMARK.sub("", source).splitlines())
    text = "\n".join(filter(None, lines))
    return _STYLE.sub(lambda style: _tight(style[0]), text).encode()


def _tight(style: str) -> str:
    return _QUOTED.sub(r"=\1", _LOOSE.sub(r"\1\2\3", style))


@functools.cache
def page() -> dict[str, bytes]:
    """The files of the page by name; `boot` is part of the page itself."""
    files = {path.name: _lean_file(path) for path in PAGE.iterdir() if path.is_file()}
    boot_script = files.pop("boot.js")
    for name in ("index.html", "bring.html"):
        files[name] = _booted(files[name], boot_script)
    return files


@functools.cache
def teacher_page() -> dict[str, bytes]:
    """The files of the teacher's page by name; what it shares with that of phones lies there."""
    files = {path.name: _lean_file(path) for path in TEACHER.iterdir()}
    files["index.html"] = _booted(files["index.html"], _lean_file(PAGE / "boot.js"))
    return files | {"manrope.ttf": fonts()["manrope.ttf"]}


def _booted(index: bytes, script: bytes) -> bytes:
    return index.replace(b'<script src="/boot.js"></script>', b"<script>" + script + b"</script>")


def _lean_file(path: Path) -> bytes:
    text = minify(path.read_text(encoding="utf-8"))
    return _tight(text.decode()).encode() if path.suffix == ".css" else text


def boot() -> str:
    """What the policy of the page says of the one script that is written into it."""
    return _hash(_lean_file(PAGE / "boot.js"))


PRINTS = 'if(location.hash==="#print")addEventListener("load",()=>print())'
"""The one script of a page to hand out: opened for it, the page has itself printed."""


def prints() -> str:
    """What the policy of a page to hand out says of it."""
    return _hash(PRINTS.encode())


def _hash(script: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"


@functools.cache
def art() -> dict[str, bytes]:
    """The drawings that the page shares with the big screen, by file name."""
    return {f"{name}.svg": _lean_file(_DRAWINGS / f"{name}.svg") for name in _NAMES}


@functools.cache
def bundle() -> bytes:
    """All that the page of a far phone begins with, packed as one: texts by path.

    What one game alone needs is fetched with it.
    """
    more = {name: _lean_file(PAGE / name) for name in ("boot.js", "far/begin.js")}
    files = {f"/{name}": data for name, data in {**page(), **more}.items()}
    files |= {f"/art/{name}": data for name, data in art().items()}
    # Like beside like, which packs better by a fiftieth.
    found = sorted(files, key=lambda path: (Path(path).suffix, path))
    texts = {path: files[path].decode() for path in found if Path(path).name not in _LATER}
    return gzip.compress(json.dumps(texts, ensure_ascii=False).encode(), mtime=0)


@functools.cache
def fonts() -> dict[str, bytes]:
    """The typefaces of the page, those of the window, as files; it is read before they have come."""
    import font_fredoka_one
    import font_manrope

    manrope = Path(font_manrope.font_files["ManropeVariableFont_wght"])
    fredoka = Path(font_fredoka_one.FredokaOne)
    return {"fredoka.ttf": _nameless(fredoka.read_bytes()), "manrope.ttf": _nameless(manrope.read_bytes())}


def _nameless(font: bytes) -> bytes:
    """Without the names of its letters, which only who draws them reads: a table `post` of version 3."""
    tables = struct.iter_unpack(">4sLLL", font[12 : 12 + 16 * int.from_bytes(font[4:6])])
    at, size = next((at, size) for tag, _sum, at, size in tables if tag == b"post")
    return font[:at] + b"\0\3\0\0" + font[at + 4 : at + 32] + bytes(size - 32) + font[at + size :]
