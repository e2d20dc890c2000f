"""Predictions of a class, and their answers from its own matches and from simulated ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.games.sociable.match_text import chair_name
from game.games.sociable.screen.office_layout import ranks
from game.i18n import _
from sockdrawer_classroom.classroom import Prediction, QuestionKind
from sockdrawer_classroom.sociable.class_statistics import (
    SIMULATED_CLASSES,
    UP,
    ClassStatistics,
    SimulatedClasses,
)

WON, STAYED, TEMP = "boss_won", "boss_stays", "temp_ends"


def predictions(players: int) -> Sequence[Prediction]:
    """Return the three questions to predict, with chairs as they are with ``players`` at a table."""
    return (
        Prediction(
            WON,
            QuestionKind.NUMBER,
            _(
                "Equal players replay our lesson, with the exchange. How many of {n} first "
                "Bosses win?"
            ).format(n=SIMULATED_CLASSES),
            _("Replay the lesson in the debrief first."),
        ),
        Prediction(
            STAYED,
            QuestionKind.NUMBER,
            _("Of 100 Bosses at our tables, how many stay Boss in the next hand?"),
            _("It comes from your own hands: you have to finish one first."),
        ),
        Prediction(
            TEMP,
            QuestionKind.PLACE,
            _("Where do people who start as Temp end up?"),
            _("It comes from your own hands: you have to finish one first."),
            tuple(map(chair_name, ranks(players))),
        ),
    )  # fmt: skip


def answers(statistics: ClassStatistics) -> Mapping[str, tuple[int, ...]]:
    """Maps STAYED to (per cent of Bosses who stayed,), and TEMP to numbers of first Temps by final chair.

    A question without a case is left out; chairs of bots do not count.
    """
    by_question: dict[str, tuple[int, ...]] = {}
    shares = [side.stayed for side in statistics.sides]
    if of := sum(share.of for share in shares):
        by_question[STAYED] = (round(100 * sum(share.count for share in shares) / of),)
    ends = [0] * len(statistics.ranks)
    for table in statistics.finished_matches:
        temp = table.story.first[-1]
        if not any(row.is_bot for row in table.rows if row.seat == temp):
            last = table.ranks[table.story.chairs(temp)[-1]]
            ends[statistics.ranks.index(last)] += 1
    if any(ends):
        by_question[TEMP] = tuple(ends)
    return by_question


def simulated_answers(parallel: Sequence[SimulatedClasses]) -> Mapping[str, tuple[int, ...]]:
    """Maps WON to (per cent of wins of first Bosses with the exchange,); empty if that was not simulated."""
    ways = {classes.way: classes for classes in parallel}
    classes = ways.get(UP)
    return (
        {WON: (round(100 * classes.boss_won.value),)} if classes is not None and classes.boss_won.of else {}
    )
