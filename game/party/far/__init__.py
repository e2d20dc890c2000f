"""What a far phone loads before it knows anything: the loader, which opens what the big screen has sealed.

Whoever serves these files could serve others, and read everything (SECURITY.md): so they are few, small and
seldom changed, they are served byte for byte as they lie here, and `digests` is published with each release.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path


@functools.cache
def site() -> Mapping[str, bytes]:
    """The files by name."""
    here = Path(__file__).parent
    return {
        path.name: path.read_bytes() for path in sorted(here.iterdir()) if path.suffix in (".html", ".js")
    }


def digests() -> dict[str, str]:
    """The SHA-256 of each of them."""
    return {name: hashlib.sha256(data).hexdigest() for name, data in site().items()}
