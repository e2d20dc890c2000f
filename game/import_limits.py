"""Limits for untrusted files: how much of them is read, and for how long.

Untrusted are maps with their tilesets, match files, class plans and class books, lists of names, and
everything in the album's folder. They come by mail, on a USB stick or from a web page, and may be broken,
huge or malicious. So each of them

- is opened without blocking, and read only if it is a regular file up to a size (`read`, `text`):
  no pipes, no devices, nothing endless;
- must not declare a document type in XML (`tree`), because its entities could multiply; numbers, depth and
  lengths of elements are limited too;
- is decompressed only up to its expected size (`unpack`);
- is processed, such as playing the moves of a record by the rules, in a worker by `import_untrusted`: within
  `MAX_CPU_S` of processor time and `MAX_MEGABYTES` of additional memory, while the window keeps running. On
  systems that cannot limit a process, the window stops waiting (`LoadingScene` in
  ``ui/match/match_flow.py``).

A refusal is shown in one sentence, and the file stays unchanged.

Flow of an untrusted file: dropped on the window > `App` > `ImportScene` (``scenes/album/sharing.py``) has a
worker identify it with `found_in` (``match/import_file.py``) > the album, the class debrief, or a class plan;
a map > `load` (``levels.py``) > the player's own boards, which `BoardThumbnails` (``scenes/house_rules.py``)
has a worker `load`. Files in the album's folder are limited by `Archive` (``store/archive.py``) and replayed
by a worker, for the photo (``scenes/album/photos.py``) and for showing them (`find_film` in
``scenes/resume.py``). The program's own files in the data folder are read by `DataFolder`
(``store/data_folder.py``).
"""

from __future__ import annotations

import base64
import os
import signal
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from game.core.discovery import import_object
from game.i18n import _, in_language

if sys.platform != "win32":
    import resource

IMPORT_REQUEST = "game.import_limits:import_untrusted"  # worker request for `import_untrusted`
MAX_CPU_S = 2.0  # s of processor time; valid files need less than a tenth
MAX_MEGABYTES = 64
LONG_IMPORT_REQUEST = "game.import_limits:at_length"  # worker request for `at_length`
LONG_MAX_CPU_S, LONG_MAX_MEGABYTES = 15.0, 256
"""For a class whose matches are all replayed: one of eight tables and two rounds takes two seconds."""
MAX_NODES, MAX_DEPTH, MAX_VALUE_LENGTH = (
    20_000,
    20,
    1000,
)  # XML elements, their depth, and letters of a name or value
# bytes and moves of a record; a match of a thousand turns has 100,000 bytes
MAX_RECORD_SIZE, MAX_MOVES = 2_000_000, 10_000
_MAX_NAME_LENGTH, _MAX_SENTENCE_LENGTH = 60, 300  # letters of a file name in a sentence, and of a sentence


class GateError(ValueError):
    """An untrusted file is refused; the message is a sentence with its name and the reason."""


class NoFileError(GateError):
    """It is a folder, a pipe, a device or the like."""


class LargeError(GateError):
    """It is larger than allowed."""


class NoTextError(GateError):
    """It is not text in UTF-8."""


def read(path: Path, max_bytes: int) -> bytes:
    """Contents of an untrusted regular file of at most ``max_bytes`` bytes; GateError or OSError if not."""
    # Not blocking, because opening a pipe would wait for a writer.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode):
        os.close(handle)
        raise NoFileError(_("{name} isn't a regular file.").format(name=path.name[:_MAX_NAME_LENGTH]))
    with os.fdopen(handle, "rb") as file:
        data = b"" if about.st_size > max_bytes else file.read(about.st_size)
    if about.st_size > max_bytes:
        template = _("{name} is far too large: the limit is {most} bytes.")
        raise LargeError(template.format(name=path.name[:_MAX_NAME_LENGTH], most=f"{max_bytes:,}"))
    return data


def text(path: Path, max_bytes: int = MAX_RECORD_SIZE) -> str:
    """Text of an untrusted UTF-8 file, without a byte order mark; GateError or OSError if refused."""
    try:
        # Windows editors put a byte order mark first.
        return read(path, max_bytes).decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise NoTextError(_("{name} isn't UTF-8 text.").format(name=path.name[:_MAX_NAME_LENGTH])) from error


class _Sapling(ElementTree.TreeBuilder):
    """Tree builder that refuses large trees."""

    def __init__(self) -> None:
        super().__init__()
        self._nodes = self._depth = 0

    def doctype(self, _name: str, _public: str | None, _system: str | None) -> None:
        """Raise GateError always, because the file declares a document type."""
        raise GateError(_("{name} declares a document type, which isn't allowed here."))

    def start(self, tag: Any, attrs: dict[Any, Any], /) -> ElementTree.Element:
        """Begin an element; GateError if the file has too many, too deep or too long ones."""
        self._nodes += 1
        self._depth += 1
        longest = max(map(len, (tag, *attrs, *attrs.values())))
        if self._nodes > MAX_NODES or self._depth > MAX_DEPTH or longest > MAX_VALUE_LENGTH:
            raise GateError(_("{name} has too many elements, or words that are too long."))
        return super().start(tag, attrs)

    def end(self, tag: Any, /) -> ElementTree.Element:
        """End an element, and count one level of depth less."""
        self._depth -= 1
        return super().end(tag)


def tree(path: Path, max_bytes: int) -> ElementTree.Element:
    """Root of an untrusted XML file; GateError if refused, OSError if unreadable, others if it is no XML.

    Raises:
        GateError: it is too large, no regular file, or exceeds the limits of a tree.
        OSError: it cannot be read.
        ElementTree.ParseError, ValueError, LookupError: it is no XML.
    """
    parser, data = ElementTree.XMLParser(target=_Sapling()), read(path, max_bytes)
    try:
        parser.feed(data)
        root: ElementTree.Element = parser.close()
    except GateError as error:
        raise GateError(str(error).format(name=path.name[:_MAX_NAME_LENGTH])) from None
    return root


def unpack(packed: str, compression: str | None, max_bytes: int) -> bytes:
    """Base64 data decoded, and unpacked if packed with zlib or gzip; GateError above ``max_bytes``.

    Raises ValueError, EOFError or zlib.error if the data is broken.
    """
    data = base64.b64decode(packed)
    if compression:
        either = zlib.decompressobj(wbits=47)  # detects zlib or gzip
        data = either.decompress(data, max_bytes + 1)
        if len(data) <= max_bytes and not either.eof:
            raise EOFError("they break off")
    if len(data) > max_bytes:
        raise GateError("More bytes than are due.")
    return data


class _Late(BaseException):
    """The time is over. A BaseException, so that `except Exception` cannot stop it."""


@contextmanager
def resource_limits(seconds: float, megabytes: int) -> Iterator[None]:
    """Context manager that limits processor time and additional memory; GateError if one is exceeded.

    For a process that does only that. Without effect on Windows.
    """
    if sys.platform == "win32":  # Windows has no such limits; the waiting window must stop the process
        yield
        return

    def late(_number: int, _frame: object) -> None:
        """Raise `_Late`, because the time is over."""
        raise _Late

    before = signal.signal(signal.SIGPROF, late)
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    try:
        _limit(_used() + megabytes * 1024 * 1024, hard)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            _limit(soft, hard)
    except _Late:
        raise GateError(_("Reading it takes too long.")) from None
    except MemoryError:
        template = _("Reading it takes more than {megabytes} MB of memory.")
        raise GateError(template.format(megabytes=megabytes)) from None
    finally:
        signal.signal(signal.SIGPROF, before)


if sys.platform != "win32":

    def _used() -> int:
        """Memory in bytes that counts for the limit, from Linux's /proc; 2**40 if it is unknown."""
        try:
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        except (OSError, ValueError, IndexError):
            return 1 << 40  # unknown, so effectively no limit
        return pages * resource.getpagesize()

    def _limit(max_bytes: int, hard_limit: int) -> None:
        """Set the soft limit of the process's memory, in bytes, as far as the hard limit allows."""
        if hard_limit != resource.RLIM_INFINITY:
            max_bytes = hard_limit if max_bytes == resource.RLIM_INFINITY else min(max_bytes, hard_limit)
        resource.setrlimit(resource.RLIMIT_DATA, (max_bytes, hard_limit))


def import_untrusted(language: str, where: str, *arguments: Any) -> Any:
    """Call ``module:name`` on untrusted files; returns its result, or an `OSError` or `GateError` as a value.

    Error sentences are in ``language``.
    """
    return _within(MAX_CPU_S, MAX_MEGABYTES, language, where, arguments)


def at_length(language: str, where: str, *arguments: Any) -> Any:
    """Like `import_untrusted` with higher limits: for files admitted before, or a folder of them."""
    return _within(LONG_MAX_CPU_S, LONG_MAX_MEGABYTES, language, where, arguments)


def _within(seconds: float, megabytes: int, language: str, where: str, arguments: tuple[Any, ...]) -> Any:
    """Result of a function; returns, not raises, an OSError, or a GateError for a ValueError or a limit."""
    function = import_object(where)  # imports do not count
    assert callable(function)
    try:
        with in_language(language), resource_limits(seconds, megabytes):
            return function(*arguments)
    except OSError as error:
        return error
    except (ValueError, RecursionError) as error:
        return GateError(str(error)[:_MAX_SENTENCE_LENGTH])  # some quote the file's content
