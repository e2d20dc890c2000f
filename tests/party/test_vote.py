"""The vote after a match on phones, over real sockets: secret, and nothing breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.match.ballot import AFTER, BEFORE
from tests.party.crowd import Crowd, crowded
from tests.scenes.test_debrief import played

VOTES = [83, 9, 8], [41, 52, 7], [19, 24, 57], [66, 1, 33]


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Crowd]:
    with crowded(tmp_path, played(), phones=4) as made:
        made.until(lambda: made.window.shown == "VoteDialog")
        made.until(lambda: all(phone.state.get("poll") for phone in made.phones))
        yield made


def counted(crowd: Crowd, number: int) -> None:
    """Until every phone that is there has heard of so many votes."""
    there = [phone for phone in crowd.phones if crowd.hub.is_there(phone.seat)]
    crowd.until(lambda: all(phone.state["poll"]["count"] == number for phone in there))


def to_second(crowd: Crowd) -> None:
    crowd.window.take("Go on to the charts")
    debrief = crowd.window.top
    debrief.hurry()
    debrief.show([page.name for page in debrief.pages].index("vote"))
    crowd.until(lambda: all((phone.state.get("poll") or {}).get("round") == AFTER
                            for phone in crowd.phones if crowd.hub.is_there(phone.seat)))  # fmt: skip


def test_phones_vote_twice_and_no_vote_is_on_any_line_or_disk(crowd: Crowd, tmp_path: Path) -> None:
    for place, phone in enumerate(crowd.phones[:3]):
        assert phone.do("vote", round=BEFORE, shares=VOTES[place]) == ""
        counted(crowd, place + 1)
    assert [phone.state["poll"]["voted"] for phone in crowd.phones] == [True] * 3 + [False]
    assert crowd.phones[0].do("vote", round=BEFORE, shares=VOTES[1]) != ""
    assert crowd.phones[3].do("vote", round=BEFORE, shares=[50, 50, 1]) != ""
    to_second(crowd)
    for place, phone in enumerate(crowd.phones):
        assert phone.do("vote", round=AFTER, shares=VOTES[-1 - place]) == ""
    crowd.until(lambda: crowd.window.shown == "Debrief")
    crowd.until(lambda: all(phone.state["poll"] is None for phone in crowd.phones))
    heard = "".join(text for phone in crowd.phones for text in phone.heard)
    kept = heard + "".join(p.read_text("utf-8", "ignore") for p in tmp_path.rglob("*") if p.is_file())
    for vote in VOTES:
        assert ",".join(map(str, vote)) not in kept
        assert ", ".join(map(str, vote)) not in kept
    assert '"before"' not in heard


def test_phones_that_drop_out_come_back_and_leave_between_the_votes(crowd: Crowd) -> None:
    one, two, three, four = crowd.phones
    assert one.do("vote", round=BEFORE, shares=VOTES[0]) == ""
    one.drop()
    crowd.until(lambda: not crowd.hub.is_there(0))
    assert two.do("vote", round=BEFORE, shares=VOTES[1]) == ""
    one.back()
    crowd.until(lambda: one.state["poll"] and one.state["poll"]["voted"])
    assert one.do("vote", round=BEFORE, shares=VOTES[1]) == "Your vote is cast already."
    three.drop()
    crowd.until(lambda: not crowd.hub.is_there(2))
    to_second(crowd)
    three.back()
    assert three.do("vote", round=AFTER, shares=VOTES[2]) == "", "who was away may vote now"
    four.send("leave")
    crowd.until(lambda: "left" in four.told)
    assert one.do("vote", round=AFTER, shares=VOTES[0]) == ""
    assert two.do("vote", round=AFTER, shares=VOTES[1]) == ""
    crowd.window.take("Show what has shifted")
    shift = crowd.scene.phones.vote.shift
    assert (shift.votes, bool(shift.before), bool(shift.after)) == ((2, 3), False, True)
