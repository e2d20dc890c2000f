"""Scenes of the classroom for the screenshot sheet (``tools/shots.py``)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from game.bots.match_runner import bot_move
from game.core.session import Session
from sockdrawer_classroom.classroom import ClassRecord, TableRecord
from sockdrawer_classroom.classroom._class_record import VoteTotals
from sockdrawer_classroom.sociable.class_report.scene import ClassReportScene
from sockdrawer_classroom.sociable.class_statistics import parallel_classes, tasks
from tools.shots_debrief import NAMES

if TYPE_CHECKING:
    from tools.shots import Studio


def _shoot_class(studio: Studio) -> None:
    """Take every page about a class of six tables, before and after its simulated classes."""
    tables = tuple(_table_record(number, "on" if number < 4 else "off") for number in range(1, 7))
    skill, luck, chair = (60, 20, 20), (20, 60, 20), (20, 20, 60)
    vote = VoteTotals((skill,) * 17 + (luck,) * 9 + (chair,) * 4, (skill,) * 6 + (luck,) * 7 + (chair,) * 17)
    report = ClassReportScene(ClassRecord("Class 9b", 1_790_000_000.0, tables, vote, names_hidden=False))
    studio.context.scenes.push(report)
    work = tasks(report.data.story, 20)
    parallel = parallel_classes([(task, task.batch.play()) for task in work])
    for number, page in enumerate(report.pages):
        report.show(number)
        if page.lives:
            studio.shot(f"class-{number}-{page.name}-guess")
    report.data = replace(report.data, parallel=parallel)
    for number, page in enumerate(report.pages):
        report.show(number)
        report.question = number % 4
        studio.shot(f"class-{number}-{page.name}")
    studio.context.scenes.pop()


@cache
def _table_record(number: int, exchange: str) -> TableRecord:
    """Return the record of a class's table after at most six hands."""
    names = tuple(f"{name} {number}" for name in NAMES)
    session = Session.new("sociable", 5, 90 + number, {"target": 21, "exchange": exchange}, names=names)
    hands = 0
    while session.to_move is not None and hands < 6:
        hands += sum(event.kind == "hand_end" for event in session.play(bot_move(session, "normal", number)))
    return TableRecord(number, session.record(), names, (False,) * 5)


SCENES = {"class": _shoot_class}
