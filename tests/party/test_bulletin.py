"""What phones are sent can always be read."""

from __future__ import annotations

import json

import pytest

from game.party.bulletin import Bulletin

DRAW, PLAY = '{"kind":"draw"}', '{"kind":"play"}'


@pytest.mark.parametrize("missed", [[], [DRAW], [DRAW, PLAY]], ids=len)
@pytest.mark.parametrize("events", ["", PLAY, f"{DRAW},{PLAY}"], ids=["none", "one", "two"])
def test_what_was_missed_comes_first_also_where_nothing_more_has_happened(
    missed: list[str], events: str
) -> None:
    told = json.loads(Bulletin('{"ply":3}', events).after(missed).frame)
    assert told["state"] == {"ply": 3}
    assert told["events"] == [json.loads(event) for event in missed] + json.loads(f"[{events}]")
