"""What threatens in Socker: certain positions, and every way tried by the rules themselves."""

from __future__ import annotations

import random
from functools import cache

import pytest

from game.core.session import Session
from game.games.socker.bot.advice import Danger, dangers
from game.games.socker.rules.pitch import read_space
from game.games.socker.screen.board import Action
from tests.games.socker.boards import field, fields, start
from tests.scale import scaled

Found = tuple[frozenset[str], int | None]
"""Who can be socked, and the fewest actions in which a goal is scored."""


def told(session: Session) -> Danger:
    return dangers(session.observe(None), session.options)


def test_whoever_stands_near_can_be_socked() -> None:
    found = told(start("R d4 h2 B d7 o b9"))
    assert found["socks"] == [("d7", "d4")]
    assert found["goal"] == found["own"] == []


def test_a_puppet_that_lies_cannot_sock_in_its_next_turn_and_mine_stands_again() -> None:
    assert told(start("R d4 b e5 o b9 B h11"))["socks"] == []
    assert told(start("r d4 R a11 B e5 o b9"))["socks"] == [("e5", "d4")]


@pytest.mark.parametrize(
    ("pieces", "goal"),
    [
        ("R h9 B d4 o d3", [("d3", "d2"), ("d2", "d1")]),
        ("R h9 B d3 o d2", [("d2", "d1")]),
        ("R h9 B d6 o d4", []),
        ("R h9 d1 B d3 o d2 ", [("d2", "c1")]),
    ],
)
def test_the_way_of_the_ball_is_the_shortest_and_straightest(pieces: str, goal: list[object]) -> None:
    assert told(start(pieces))["goal"] == goal


def test_ones_own_goals_are_those_of_the_actions_that_are_left() -> None:
    found = told(start("R d9 c9 o d10 B a5"))
    assert found["own"] == [("d10", "d11")]
    assert sorted(found["kicks"]) == [("c9", "e11"), ("d9", "d11")]
    assert told(start("R d8 o d9 B a5", "left=3"))["own"] == [("d9", "d10"), ("d10", "d11")]
    assert told(start("R d8 o d9 B a5", "left=2"))["own"] == []


def test_nothing_threatens_where_no_turn_follows() -> None:
    options = {"win": "turns", "turns": 10}
    assert told(start("R h9 B d3 o d2", "turns=8", options))["goal"] == [("d2", "d1")]
    last = told(start("R h9 B d3 o d2", "turns=9", options))
    assert last["goal"] == last["socks"] == []


def test_nothing_threatens_while_puppets_are_set_up() -> None:
    assert told(Session.new("socker", seed=1)) == {"socks": [], "goal": [], "own": [], "kicks": []}


def tried(position: str, seat: int, options: tuple[tuple[str, int], ...]) -> Found:
    """What a seat can do for certain in the turn of a position: every move of the rules is tried."""

    @cache
    def found(text: str) -> Found:
        session = Session.from_position("socker", text, options=dict(options))
        seen = fields(session)
        after = []
        socked: set[str] = set()
        least: int | None = None
        for move in session.moves():
            if seen["phase"] == "play" and move != "end":
                verb, actor, target = move.split()
                action = Action(verb, actor, target, move)
                if action.verb == "sock" and _stands(seen["field"], action.target):
                    socked.add(action.target)
                row = read_space(action.beyond)[1]
                if action.verb == "kick" and row == (11 if seat == 0 else 1):
                    least = 1
                if int(seen["left"]) == 1 or (action.verb == "kick" and row in (1, 11)):
                    continue
            elif move == "end":
                continue
            then = Session.from_position("socker", text, options=dict(options))
            then.play(move)
            one, goal = found(then.position())
            spent = seen["phase"] == "play"
            after.append((one, None if goal is None else goal + spent))
        goals = [goal for _one, goal in after]
        if seen["phase"] == "spot" and int(seen["turn"]) != seat:
            sure = [goal for goal in goals if goal is not None]
            every = frozenset.intersection(*(one for one, _goal in after))
            return every, max(sure) if len(sure) == len(goals) else None
        reached = [goal for goal in (least, *goals) if goal is not None]
        return frozenset(socked).union(*(one for one, _goal in after)), min(reached, default=None)

    def _stands(text: str, cell: str) -> bool:
        return Standing(text).at(cell) == "BR"[seat]

    return found(position)


class Standing:
    """The letters of a field by their spaces."""

    def __init__(self, text: str) -> None:
        self._cells: dict[str, str] = {}
        for row, line in zip(range(11, 0, -1), text.split("/"), strict=True):
            column = 0
            for letter in line:
                if not letter.isdigit():
                    self._cells["abcdefghi"[column] + str(row)] = letter
                column += int(letter) if letter.isdigit() else 1

    def at(self, cell: str) -> str:
        return self._cells.get(cell, "")


def scattered(chance: random.Random) -> tuple[str, str]:
    """Pieces anywhere, most of them near a ball near an end, and the same with all of the first upright."""
    ball = "bcdefgh"[chance.randrange(7)] + str(chance.choice((2, 3, 4, 9, 10)))
    across, along = read_space(ball)
    near = [
        "abcdefghi"[column] + str(row)
        for column in range(max(0, across - 3), min(9, across + 4))
        for row in range(max(1, along - 3), min(12, along + 4))
    ]
    spaces = chance.sample([space for space in near if space != ball], 5)
    letters = ["R", chance.choice("Rr"), chance.choice("Rr"), "B", chance.choice("Bb")]
    pieces = " ".join(f"{letter} {space}" for letter, space in zip(letters, spaces, strict=True))
    return field(f"{pieces} o {ball}"), field(f"{pieces.replace('r', 'R')} o {ball}")


@pytest.mark.parametrize("seed", range(scaled(30)))
def test_it_is_what_the_rules_allow_and_no_more(seed: int) -> None:
    chance = random.Random(seed)
    options = (("actions", chance.choice((2, 2, 3))),)
    here, risen = scattered(chance)
    left = chance.randint(1, options[0][1])
    session = Session.from_position("socker", f"field={here} turn=0 left={left}", options=dict(options))
    if session.to_move != 0:
        return
    found = told(session)
    theirs, goal = tried(f"field={risen} turn=1", 1, options)
    assert {victim for _who, victim in found["socks"]} == theirs
    assert bool(found["goal"]) == (goal is not None)
    _own, mine = tried(session.position(), 0, options)
    assert bool(found["own"]) == (mine is not None)
    assert bool(found["kicks"]) == (mine == 1)
