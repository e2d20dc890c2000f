"""Reading of foreign files, matches or what an extra reads; also replays of archived records.

The functions run in a worker process, within the limits of `game.import_limits`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game import import_limits
from game.core.extras import hooks
from game.match.persistence import read_match
from game.match.replay import Replay

FIND_REQUEST: Final = "game.match.import_file:found_in"  # worker task of `found_in`
FILM_REQUEST: Final = "game.match.import_file:film_in"  # worker task of `film_in`
MAX_EXTRA_FILE_SIZE: Final = 8_000_000  # maximum size of a file of an extra


def found_in(path: Path) -> object:
    """Content of a file for an extra, else its `ArchivedMatch`; OSError or ValueError if there is none.

    Raises:
        OSError: the file cannot be read.
        ValueError: it holds nothing that can be shown here. Some messages name the file.
    """
    data = import_limits.read(path, MAX_EXTRA_FILE_SIZE)
    for read in hooks("read"):
        found: object = read(data, path)
        if found is not None:
            return found
    return read_match(path)


def film_in(record: str) -> Replay:
    """Return the replay of an untrusted record. Raises `ValueError` if it is broken, newer or illegal."""
    return Replay.of(record)
