"""First files of a remote phone's page, which the host sends through the relay in one piece."""

from __future__ import annotations

import functools
import gzip
import json
from pathlib import Path

from game.party.page_files import PAGE_FOLDER, art, lean_file, page

_UNPACK = Path(__file__).parent / "host_page" / "unpack.js"
_LATER_FILES = (
    "rummy.js", "hand_plan.js", "pile_layout.js", "class_questions.js", "bring.html", "upload.js",
    "app.webmanifest",
)  # fmt: skip


@functools.cache
def bundle() -> bytes:
    """Gzipped JSON of the first files of a remote phone's page: texts by path.

    Files of a single game are fetched with that game.
    """
    more = {"boot.js": lean_file(PAGE_FOLDER / "boot.js"), "far/unpack.js": lean_file(_UNPACK)}
    files = {f"/{name}": data for name, data in {**page(), **more}.items()}
    files |= {f"/art/{name}": data for name, data in art().items()}
    # Sorted by suffix, which compresses about 2% better.
    paths = sorted(files, key=lambda path: (Path(path).suffix, path))
    texts = {path: files[path].decode() for path in paths if Path(path).name not in _LATER_FILES}
    return gzip.compress(json.dumps(texts, ensure_ascii=False).encode(), mtime=0)
