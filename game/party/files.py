"""The files of the pages, as they are sent: without what only their writers need; the server packs them.

They lie in ``page``. What is sent is worked out once for each start of the program, however often a party is
opened.

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
from pathlib import Path

from game.shipped import ASSETS

_NOTE = re.compile(r"<!--.*?-->|^\s*/\*(?:(?!\*/).)*\*/\s*?$|^\s*//.*?$", re.DOTALL | re.MULTILINE)


@functools.lru_cache(maxsize=64)  # the modules of the games too, which come and go
def lean(source: str) -> bytes:
    """A file of the page without what only its writers need: indentation, and notes with lines of their own.

    What else a minifier would take away weighs 3 kB of 50 once all of it travels packed.
    """
    lines = (line.strip() for line in _NOTE.sub("", source).splitlines())
    return "\n".join(filter(None, lines)).encode()


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

    return files | {"manrope.ttf": Path(font_manrope.font_files["ManropeVariableFont_wght"]).read_bytes()}


def _booted(index: bytes, script: bytes) -> bytes:
    return index.replace(b'<script src="/boot.js"></script>', b"<script>" + script + b"</script>")


def lean_file(path: Path) -> bytes:
    """A file of the page as it is sent."""
    return lean(path.read_text(encoding="utf-8"))


def boot() -> str:
    """What the policy of the page says of the one script that is written into it."""
    digest = hashlib.sha256(lean_file(PAGE / "boot.js")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@functools.cache
def art() -> dict[str, bytes]:
    """The drawings that the page shares with the big screen, by file name, as they are sent."""
    return {f"{name}.svg": lean_file(_DRAWINGS / f"{name}.svg") for name in _NAMES}


@functools.cache
def font() -> bytes:
    """The typeface of the page, as a file."""
    import font_fredoka_one

    return Path(font_fredoka_one.FredokaOne).read_bytes()
