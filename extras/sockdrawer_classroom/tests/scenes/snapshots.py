"""Hand-made snapshots of a class: the moment of the style frame, and variations of it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pygame

from game.core.discovery import find_game
from game.core.rng import SeededRng
from sockdrawer_classroom.classroom import (
    ChairSnapshot,
    ChairStatus,
    ClassPlan,
    ClassSnapshot,
    ClassTablePlan,
    NeedSnapshot,
    PauseTables,
    PersonSnapshot,
    ResumeTables,
    RuleSnapshot,
    SetBigScreen,
    ShowLarge,
    TableSnapshot,
    TeacherCommand,
)
from sockdrawer_classroom.classroom._snapshot import (
    AttentionReason,
    BigScreen,
    ClockSnapshot,
    SwapSnapshot,
    VoteSnapshot,
)
from sockdrawer_classroom.scenes.class_runner import ClassRunner
from sockdrawer_classroom.scenes.teacher_panel import TeacherScene
from sockdrawer_classroom.scenes.waiting_room import WaitingRoomScene
from tests.scenes.harness import WindowRobot

CHAIRS = "Boss", "Veep", "Manager", "Clerk", "Temp"
CLASS = (
    "Ayla3* Ben1 Chiara6 David4 Emre0",
    "Finn2+1 Greta5 Hanna0* Ilja7 Jana4",
    "Mira4 Leo6* Kaan3 Noah1 Otto2?",
    "Paula6 Quirin2 Rosa3+2 Sami0+1 Tom5*",
    "Ugur7 Vera0*? Willi4z Xenia1 Pip5b",
    "Yara5 Zoe3 Anton1 Bela6* Clara2?",
    "Nele7? Omar0 Pelin2* Ravi4 Sena6",
    "Timo1* Uma3 Vito5 Wanja7 Zaid0?",
)
"""Name, look and marks: ``*`` leads, ``+n`` out, ``?`` to move, ``z`` away, ``b`` a bot."""
HANDS = 5, 4, 5, 6, 4, 5, 5, 4


def chair_glance(text: str, rank: int, person: int) -> ChairSnapshot:
    """Chair as described by an entry of `CLASS`."""
    name = text.rstrip("*?zb+0123456789")
    signs = text[len(name) :]
    is_bot, is_away, leads = "b" in signs, "z" in signs, "*" in signs
    out = int(signs.partition("+")[2][:1] or 0)
    status = (
        ChairStatus.AWAY
        if is_away
        else ChairStatus.BOT
        if is_bot
        else ChairStatus.OUT
        if out
        else ChairStatus.LEADS
        if leads
        else ChairStatus.NONE
    )
    return ChairSnapshot(
        seat=rank,
        rank=rank,
        title=CHAIRS[rank],
        person=None if is_bot else person,
        name=("Bot " if is_bot else "") + name,
        look=int(signs[0]),
        sock="",
        status=status,
        words="",
        is_bot=is_bot,
        is_away=is_away,
        is_to_move="?" in signs,
        leads=leads,
        out=out,
        moves_to=None,
        thinks=0,
    )


def table_glance(number: int) -> TableSnapshot:
    """Table of the class."""
    chairs = tuple(
        chair_glance(text, rank, (number - 1) * 5 + rank)
        for rank, text in enumerate(CLASS[number - 1].split())
    )
    return TableSnapshot(
        number,
        HANDS[number - 1],
        "With the exchange",
        {},
        is_paused=False,
        is_stopped=False,
        is_closing=False,
        needs_you=False,
        free=0,
        changes=False,
        chairs=chairs,
    )


def class_glance(tables: int = 6, big: BigScreen | None = None) -> ClassSnapshot:
    """Class of the style frame with ``tables`` tables."""
    return ClassSnapshot(
        title="Class 9b",
        game="sociable",
        game_title="SOCiable",
        people=tables * 5,
        phase="playing",
        is_over=False,
        is_paused=False,
        is_cup=False,
        clock=ClockSnapshot(720, "12 min left", "last hand at 9:35"),
        tables=tuple(map(table_glance, range(1, tables + 1))),
        needs=(),
        unseated=(),
        big=big or BigScreen(),
        news="Table 3: the Boss has fallen. Mira takes the throne!",
        nameless="Table 3: the Boss has fallen. There is a new one!",
        news_table=3,
        vote=VoteSnapshot(has_any=True, open="", before=0, after=0, of=30),
        rules_open=False,
        rules=(),
        choices=(),
        door_open=True,
        handouts="",
    )


FIRST_NAMES = (
    "Ada", "Mia", "Zoé", "Emma", "Noor", "Liam", "Aylin", "Jonas", "Chloé", "Mateo", "Milena", "Wilhelm",
    "Giulia", "Youssef", "Matilda", "Lorenzo", "Gabriele", "Valentin", "Johannes", "Emmanuel", "Muhammad",
    "Charlotte", "Sebastian", "Yusuf-Emre", "Maximilian", "Guillermo", "Wilhelmina", "Marguerite",
    "Konstantin", "Maria-Anna", "Magdalena", "Mwambamwam",
)  # fmt: skip
"""32 of 3 to 10 letters, some as wide as they come."""
MARKS = "*", "+1", "z", "+3"


def named_glance(
    tables: int, chairs: int, names: tuple[str, ...] = FIRST_NAMES, game: str = "sociable"
) -> ClassSnapshot:
    """Class with ``tables`` tables of ``chairs`` chairs, these names in turn, and a mark on each person."""
    glance = class_glance()
    ranks = {4: (0, 1, 3, 4), 5: range(5)}.get(chairs, ()) if game == "sociable" else ()
    table_snapshots = []
    for number in range(tables):
        chair_row = []
        for place in range(chairs):
            n = number * chairs + place
            look = (n + number) % 8
            chair = chair_glance(f"A{look}{MARKS[n % 4]}", ranks[place] if ranks else 0, n)
            rank = ranks[place] if ranks else -1
            chair_row.append(
                replace(
                    chair, seat=place, rank=rank, name=names[n % len(names)], title="Boss" if ranks else ""
                )
            )
        table_snapshots.append(replace(glance.tables[number % 6], number=number + 1, chairs=tuple(chair_row)))
    return replace(glance, game=game, tables=tuple(table_snapshots), people=tables * chairs)


WORDS = {
    ChairStatus.AWAY: "no phone",
    ChairStatus.BOT: "bot for now",
    ChairStatus.OUT: "out 1st",
    ChairStatus.LEADS: "leads",
    ChairStatus.MOVES: "to table 2",
    ChairStatus.LONG: "12:05",
}


def busy_glance(tables: int = 6) -> ClassSnapshot:
    """Class with waiting, moving and absent people, rules and a vote."""
    glance = class_glance(tables)
    table_snapshots = []
    for number, table in enumerate(glance.tables):
        chairs = [replace(chair, words=WORDS.get(chair.status, "")) for chair in table.chairs]
        if number == 1:
            chairs[2] = replace(chairs[2], name="Bartholomäus-Konstantin"[:20])
            chairs[3] = replace(
                chairs[3], status=ChairStatus.MOVES, words=WORDS[ChairStatus.MOVES], moves_to=2
            )
            chairs[4] = replace(chairs[4], status=ChairStatus.LONG, words=WORDS[ChairStatus.LONG])
        rule = "Without the exchange" if number % 2 else "With the exchange"
        busy_table = replace(table, chairs=tuple(chairs), needs_you=number == 1, rule=rule)
        table_snapshots.append(replace(busy_table, is_paused=number == 2, changes=number == 0))
    names = "Lotte", "Marguerite", "Nils", "Oskar", "Pia"
    proposed = ("Without the exchange", "Ayla"), ("Two decks", ""), ("The Boss leads", "Bartholomäus")
    return replace(
        glance,
        tables=tuple(table_snapshots),
        needs=(
            NeedSnapshot(AttentionReason.LONG, 2, 9, "Jana", "Jana at table 2: thinking for 12:05."),
            NeedSnapshot(AttentionReason.AWAY, 5, 22, "Willi", "Willi at table 5: no phone for 3 min."),
            NeedSnapshot(AttentionReason.CLAIM, 1, 1, "Ben", "A phone says it's Ben."),
        ),
        unseated=tuple(
            PersonSnapshot(90 + n, name, n, 2 if n == 1 else None, is_away=False)
            for n, name in enumerate(names)
        ),
        rules=tuple(
            RuleSnapshot(n, rule_text, name, 5 * n, 3, 30, n == 1)
            for n, (rule_text, name) in enumerate(proposed)
        ),
        rules_open=True,
        vote=VoteSnapshot(has_any=True, open="before", before=12, after=0, of=30),
        swap=SwapSnapshot(may=True, words="Tables 1, 3 and 5: Without the exchange."),
    )


class Shown:
    """Fake lesson that has only its snapshot."""

    cup = None

    def __init__(self, snapshot: ClassSnapshot) -> None:
        self.snapshot = snapshot
        self.done: list[TeacherCommand] = []

    @property
    def is_begun(self) -> bool:
        return self.snapshot.phase != "gathering"

    def execute(self, command: TeacherCommand) -> None:
        """Apply a command to the snapshot as a desk would, as far as the picture shows it."""
        self.done.append(command)
        match command:
            case ShowLarge(table=table):
                self.snapshot = replace(self.snapshot, big=replace(self.snapshot.big, large=table))
            case PauseTables() | ResumeTables():
                self.snapshot = replace(self.snapshot, is_paused=isinstance(command, PauseTables))
            case SetBigScreen():
                changes = {name: on for name, on in asdict(command).items() if on is not None}
                self.snapshot = replace(self.snapshot, big=replace(self.snapshot.big, **changes))


# Lesson in a real window: prepared, joined without phones, and played.


def lesson(window: WindowRobot, people: int = 10, tables: int = 2, **plan: Any) -> ClassRunner:
    """Start a lesson that people have joined; its waiting room is the top screen."""
    class_plan = ClassPlan("sociable", (ClassTablePlan(5),) * tables, level="easy", **plan)
    runner = ClassRunner.begun(window.context, class_plan)
    window.context.scenes.push(WaitingRoomScene(runner))
    for number in range(people):
        runner.hall.admit(number, f"Pupil {number}")
    window.step()
    return runner


def begun(window: WindowRobot, people: int = 10, tables: int = 2, **plan: Any) -> ClassRunner:
    """Start a lesson and deal its first hands."""
    runner = lesson(window, people, tables, **plan)
    window.press_key(pygame.K_RETURN)
    window.step()
    return runner


def at_desk(
    window: WindowRobot, people: int = 10, tables: int = 2, **plan: Any
) -> tuple[ClassRunner, TeacherScene]:
    """Start a lesson and open the teacher's controls."""
    runner = begun(window, people, tables, **plan)
    window.press_key(pygame.K_l)
    assert isinstance(window.top, TeacherScene)
    return runner, window.top


def computers(runner: ClassRunner) -> None:
    """Seat bots for all people."""
    for person in runner.hall.roster:
        runner.hall.take_over(person.number)


def play(runner: ClassRunner, hands: int) -> None:
    """Play ``hands`` hands at every table without advancing the clock."""
    for table in runner.hall.tables:
        target_count = table.hands + hands
        while table.hands < target_count:
            assert table.play is not None
            match = table.play.match
            if match.is_over:
                table.begin()
                continue
            seat = match.to_move
            assert seat is not None
            rng = SeededRng("window", table.number, len(match.session.log))
            observation = match.session.observe(seat)
            match.play(find_game("sociable").bot.choose(observation, match.session.options, "easy", rng))
