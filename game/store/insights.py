"""What was found out about matches, each kept by its record's digest: nothing is worked out twice."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from game.store.files import Folder

UNDER = "insights"
MOST = 500
_JSON = ".json"


class Insights:
    """Findings about matches, as JSON; whoever keeps them says by which version of them."""

    def __init__(self, folder: Folder) -> None:
        """Use this folder."""
        self._folder = folder

    def forget(self, record: str) -> None:
        """Nothing is kept of a record any more."""
        self._folder.remove(_name(record))

    def read(self, record: str, version: int) -> dict[str, Any] | None:
        """What was kept for a record by this version; `None` for nothing."""
        data = self._folder.read_json(_name(record), version)
        return data if data is not None and data.get("version") == version else None

    def keep(self, record: str, data: Mapping[str, Any], version: int) -> bool:
        """Keep what was found out; whether it is kept. Where there is too much, any other makes room."""
        name = _name(record)
        if not self._folder.write_json(name, data, version):
            return False
        others = [other for other in self._folder.names(UNDER, _JSON) if other != name]
        for other in others[: max(0, len(others) + 1 - MOST)]:
            self._folder.remove(other)
        return True


def _name(record: str) -> str:
    return f"{UNDER}/{hashlib.sha256(record.encode('utf-8', 'backslashreplace')).hexdigest()[:32]}{_JSON}"
