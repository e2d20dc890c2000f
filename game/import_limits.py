"""The gate for foreign files: how much of what somebody else has made is looked at, and for how long.

Foreign are maps with their tilesets, matches as files, lessons and books of classes, lists of names, and all
that lies in the album's folder. They come from a mail, a stick or a web page, and may be broken, huge or made
to do harm. So of each of them:

- it is opened without waiting, and read if it is a plain file of at most so many bytes (`read`, `text`):
  no pipe, no device, nothing without an end;
- XML declares no document type (`tree`), whose entities could multiply, and has so many elements, so deep,
  with words so long;
- packed data are unpacked as far as they should reach, and no further (`unpacked`);
- what is then made of it, as the moves of a record are played by its rules, is made by a worker that is asked
  for `import_untrusted`: within `SECONDS` of processor time and `MEGABYTES` of further memory, while the
  window goes on. Systems that cannot limit a process leave the window to lose its patience (`LoadingScene` in
  ``ui/match/match_flow.py``).

What is refused is told in one sentence, and the file stays as it is.

How it goes through the house (a foreign file): dropped on the window > `App` > `ImportScene`
(``scenes/album/sharing.py``) has a worker ask `found_in` (``match/import_file.py``) what it is > the album,
the debrief of a class, or a lesson; a map > `load` (``levels.py``) > the player's own boards, which
`BoardThumbnails` (``scenes/house_rules.py``) has a worker `load`. What lies in the album's folder is cut to
size by `Archive` (``store/archive.py``) and played again by a worker, for its photo
(``scenes/album/photos.py``) and for what shows it (`find_film` in ``scenes/resume.py``). Files of our own in
the home are read by `DataFolder` (``store/data_folder.py``).
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

ADMITTED = "game.import_limits:import_untrusted"
"""The question to a `game.bots.worker.Worker` for `import_untrusted`."""
SECONDS = 2.0
"""Of processor time; no file that is meant well takes a tenth of it."""
MEGABYTES = 64
AT_LENGTH = "game.import_limits:at_length"
"""The question for `at_length`."""
WHOLE_SECONDS, WHOLE_MEGABYTES = 15.0, 256
"""For a lesson whose matches are all played again: one of eight tables and two rounds takes two seconds."""
NODES, DEEPEST, LONGEST = 20_000, 20, 1000
"""Elements of an XML file, how deep they lie in each other, and letters of each of their words."""
RECORD, MOVES = 2_000_000, 10_000
"""Bytes and moves of a record; matches of a thousand turns have 100,000 bytes."""
_NAME, _SENTENCE = 60, 300
"""Letters of a file's name in a sentence, and of a sentence."""


class GateError(ValueError):
    """A foreign file that is not let in; the message is a sentence that names it and says why."""


class NoFileError(GateError):
    """It is a folder, a pipe, a device or the like."""


class LargeError(GateError):
    """It has more bytes than it can have."""


class NoTextError(GateError):
    """It is not text in UTF-8."""


def read(path: Path, most: int) -> bytes:
    """The bytes of a foreign file, of which there are at most so many.

    Raises:
        NoFileError, LargeError: it is no plain file, or larger.
        OSError: it cannot be read.
    """
    # Not blocking: a pipe would be waited for until somebody writes into it.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode):
        os.close(handle)
        raise NoFileError(_("{name} is no plain file.").format(name=path.name[:_NAME]))
    with os.fdopen(handle, "rb") as file:
        data = b"" if about.st_size > most else file.read(about.st_size)
    if about.st_size > most:
        told = _("{name} is far too large: it can have {most} bytes.")
        raise LargeError(told.format(name=path.name[:_NAME], most=f"{most:,}"))
    return data


def text(path: Path, most: int = RECORD) -> str:
    """The text of a foreign file.

    Raises:
        NoFileError, LargeError, NoTextError: it is no plain file, too large, or not text in UTF-8.
        OSError: it cannot be read.
    """
    try:
        # Editors of Windows put a mark before the text.
        return read(path, most).decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise NoTextError(_("{name} is not text in UTF-8.").format(name=path.name[:_NAME])) from error


class _Sapling(ElementTree.TreeBuilder):
    """Builds a tree that stays small."""

    def __init__(self) -> None:
        super().__init__()
        self._nodes = self._depth = 0

    def doctype(self, _name: str, _public: str | None, _system: str | None) -> None:
        raise GateError(_("{name} declares a document type, which nothing here needs."))

    def start(self, tag: Any, attrs: dict[Any, Any], /) -> ElementTree.Element:
        self._nodes += 1
        self._depth += 1
        longest = max(map(len, (tag, *attrs, *attrs.values())))
        if self._nodes > NODES or self._depth > DEEPEST or longest > LONGEST:
            raise GateError(_("{name} has more elements, or longer words, than can be read."))
        return super().start(tag, attrs)

    def end(self, tag: Any, /) -> ElementTree.Element:
        self._depth -= 1
        return super().end(tag)


def tree(path: Path, most: int) -> ElementTree.Element:
    """The root of a foreign XML file.

    Raises:
        GateError: it is too large, no plain file, or more than a tree of ours.
        OSError: it cannot be read.
        ElementTree.ParseError, ValueError, LookupError: it is no XML.
    """
    parser, data = ElementTree.XMLParser(target=_Sapling()), read(path, most)
    try:
        parser.feed(data)
        root: ElementTree.Element = parser.close()
    except GateError as error:
        raise GateError(str(error).format(name=path.name[:_NAME])) from None
    return root


def unpacked(packed: str, compression: str | None, most: int) -> bytes:
    """What Base64 holds, packed with zlib or gzip or not at all, if there are at most so many bytes.

    Raises:
        GateError: there are more.
        ValueError, EOFError, zlib.error: it is broken.
    """
    data = base64.b64decode(packed)
    if compression:
        either = zlib.decompressobj(wbits=47)  # it tells zlib from gzip by itself
        data = either.decompress(data, most + 1)
        if len(data) <= most and not either.eof:
            raise EOFError("they break off")
    if len(data) > most:
        raise GateError("More bytes than are due.")
    return data


class _Late(BaseException):
    """The time is up; nobody who catches errors holds it up."""


@contextmanager
def resource_limits(seconds: float, megabytes: int) -> Iterator[None]:
    """Run some lines with so much processor time and further memory, in a process that does nothing else.

    Raises:
        GateError: either was not enough.
    """
    if sys.platform == "win32":  # nothing there ends a process for it but the one who waits
        yield
        return

    def late(_number: int, _frame: object) -> None:
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
        raise GateError(_("It takes too long to read.")) from None
    except MemoryError:
        told = _("It takes more than {megabytes} MB of memory to read.")
        raise GateError(told.format(megabytes=megabytes)) from None
    finally:
        signal.signal(signal.SIGPROF, before)


if sys.platform != "win32":

    def _used() -> int:
        """The bytes of memory that count for the limit, as Linux tells them."""
        try:
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        except (OSError, ValueError, IndexError):
            return 1 << 40  # nobody knows, so the system does not limit it
        return pages * resource.getpagesize()

    def _limit(most: int, hard: int) -> None:
        if hard != resource.RLIM_INFINITY:
            most = hard if most == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def import_untrusted(language: str, where: str, *arguments: Any) -> Any:
    """What ``module:name`` makes of foreign files, or the `OSError` or `GateError` for which it cannot.

    Sentences are in this language.
    """
    return _within(SECONDS, MEGABYTES, language, where, arguments)


def at_length(language: str, where: str, *arguments: Any) -> Any:
    """The same for what takes longer by its nature: files that were admitted before, or a folder of them."""
    return _within(WHOLE_SECONDS, WHOLE_MEGABYTES, language, where, arguments)


def _within(seconds: float, megabytes: int, language: str, where: str, arguments: tuple[Any, ...]) -> Any:
    function = import_object(where)  # what it imports is no part of the file
    assert callable(function)
    try:
        with in_language(language), resource_limits(seconds, megabytes):
            return function(*arguments)
    except OSError as error:
        return error
    except (ValueError, RecursionError) as error:
        return GateError(str(error)[:_SENTENCE])  # some quote what they have found
