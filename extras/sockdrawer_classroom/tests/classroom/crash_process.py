"""Process that plays a lesson and prints the number of moves after each step, until it is killed.

``python -m sockdrawer_classroom.tests.classroom.crash_process FOLDER`` begins a lesson there, or continues
the one that it finds.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from game.store.data_folder import DataFolder
from game.store.room import Room
from game.store.saves import Autosave, SaveSlots
from sockdrawer_classroom.classroom import ClassPlan, Classroom, WorkerPool
from sockdrawer_classroom.tests.classroom.fake_classroom import FakeClassroom, ImmediateWorkerPool, plan


def moves(evening: FakeClassroom) -> list[int]:
    return [len(table.play.match.session.log) if table.play else 0 for table in evening.hall.tables]


def main() -> None:
    folder = DataFolder(Path(sys.argv[1]))
    autosave = Autosave(SaveSlots(folder))
    slot = Room(folder, autosave, "evening")
    saved = slot.load()
    evening = FakeClassroom(ClassPlan.from_state(saved["hall"]["plan"]) if saved else plan(4), 0)
    evening.hall = Classroom(evening.hall.plan, WorkerPool(ImmediateWorkerPool, 1), slot)
    if saved:
        evening.hall.restore_state(saved)
    else:
        for number in range(17):
            evening.hall.admit(number, f"P{number}")
        evening.hall.begin(evening.now)
    count = 0
    while True:
        count += 1
        for table in evening.hall.tables:
            for step in (partial(evening.move, table.number), partial(evening.tick, 0.3)):
                assert autosave.flush(60.0)  # the disk keeps up with the moves
                step()
        if count % 9 == 0:
            first_table, second_table = (
                evening.hall.table(1 + count % 4),
                evening.hall.table(1 + (count + 1) % 4),
            )
            evening.hall.seating.swap(first_table.people[0], second_table.people[0])
        matches = [len(table.pages) for table in evening.hall.tables]
        print(*moves(evening), *matches, flush=True)


if __name__ == "__main__":
    main()
