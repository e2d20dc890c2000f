"""What the phones of a class are not told: by which rules they play, where tables play by different ones.

Half of a class plays without the exchange, and nobody is to read it off a phone. Once the charts are up, or
as soon as the teacher says so, all of it is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.options import Value
from game.match.hall.plan import rules_at
from game.match.hall.table import HallTable


def varied(tables: Sequence[HallTable]) -> frozenset[str]:
    """The names of the house rules that are not the same at all tables, now or from the next match on."""
    played: list[Mapping[str, Value]] = []
    for table in tables:
        played.append(rules_at(table.game, table.plan))
        if table.play is not None:
            played.append(table.play.match.session.options)
    return frozenset(name for name in played[0] if len({str(one[name]) for one in played}) > 1)


def veiled(told: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """What a phone is told, without these rules; what opens the promise of a match says them too."""
    if not names:
        return dict(told)
    kept = {name: value for name, value in told["options"].items() if name not in names}
    return {**told, "options": kept, "opened": ""}
