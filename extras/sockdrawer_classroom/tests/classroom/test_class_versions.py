"""Versions of a class's questions on phones: each change of the data must change the version."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from game.core.rng import SeededRng
from sockdrawer_classroom.classroom import ClassAttendance, TeacherDesk
from sockdrawer_classroom.tests.classroom.fake_party import RecordingParty
from sockdrawer_classroom.tests.classroom.test_desk import AtDesk
from tests.match.test_counted import WALKS, Compared, walk


def desk_walk(seed: int) -> set[str]:
    made = AtDesk(2, 5)
    desk = made.desk

    def seen() -> dict[str, object]:
        poll, rules = desk.poll, desk.proposals
        all_ = tuple((one.number, tuple(one.votes.items()), one.is_played) for one in rules.all)
        return {"round": poll.current, "voted": tuple(map(frozenset, poll.voters)),
                "open": rules.are_open, "rules": all_ if rules.are_open else ()}  # fmt: skip

    def teach(chance: SeededRng) -> None:
        said: list[tuple[str, dict[str, Any]]] = [
            ("vote", {"open": chance.pick([True, False]), "round": chance.pick(["before", "after"])}),
            ("proposals", {"open": chance.pick([True, True, False])}),
            ("propose", {"option": "pass", "value": "final"}),
            ("play_rule", {"rule": chance.pick(range(1, 5))}),
            ("drop_rule", {"rule": chance.pick(range(1, 9))}),
        ]
        what, fields = chance.pick(said)
        with suppress(ValueError):
            made.do(what, **fields)

    def hear(chance: SeededRng) -> None:
        said: list[dict[str, Any]] = [
            {"do": "vote", "round": chance.pick([0, 1]), "shares": [20, 30, 50]},
            {"do": "vote_rule", "rule": chance.pick(range(1, 5)), "yes": chance.pick([True, False])},
            {"do": "propose", "option": "exchange", "value": "reversed"},
        ]
        desk.handle_phone(chance.pick(range(5)), chance.pick(said))

    compared = Compared(lambda: desk, seen)
    walk(seed, [teach, hear], [compared])
    return compared.changed


def test_every_class_question_raises_the_version() -> None:
    assert set().union(*map(desk_walk, WALKS)) == {"round", "voted", "open", "rules"}


def test_resumed_lesson_has_new_versions() -> None:
    made = AtDesk()
    made.do("vote", open=True, round="after")
    made.do("proposals", open=True)
    made.desk.proposals.propose("pass", "final", 3)
    made.desk.poll.cast(1, {"round": 1, "shares": [20, 30, 50]})
    made.do("vote", open=False)
    made.do("proposals", open=False)
    again = TeacherDesk(
        ClassAttendance(RecordingParty(), made.evening.resumed().hall), lambda: made.evening.now
    )
    poll, rules = again.poll.version, again.proposals.version
    again.restore_state(made.evening.slot.parts)
    assert again.poll.version > poll
    assert again.proposals.version > rules > made.desk.version, "another desk has another version"
