"""The bots' own board says what the rules say: the ends of a turn, and who can score."""

import math
from collections.abc import Iterator
from functools import reduce
from operator import add

import pytest

from game.core.chance import Chance
from game.games.socker import INFO
from game.games.socker.bot.search import WEIGHTS, Stand, Turn
from game.games.socker.bot.turns import Threats
from game.games.socker.bot.worth import Worth, turf_of
from game.games.socker.rules import RULES
from game.games.socker.rules.actions import actions, can_end, can_return, excess, turn_limit
from game.games.socker.rules.pitch import STANDARD, Pitch, pitch_of, spaces_in
from game.games.socker.rules.state import HouseRules, Phase, State
from tests.games.socker.test_options import SMALL
from tests.scale import scaled

PITCHES = [pitch_of(STANDARD), pitch_of(SMALL)]
WORTHS = {pitch: Worth(turf_of(pitch), WEIGHTS["hard"]) for pitch in PITCHES}


def scattered(chance: Chance, number: int) -> State:
    """A turn of the first seat under way, everybody near the ball."""
    pitch = PITCHES[number % 4 == 3]
    options = {
        "ball_recentre": chance.pick(["auto", "owner_chooses"]),
        "own_goal": chance.pick(["opponent_scores", "illegal"]),
    }
    house = HouseRules.of(pitch, 0, INFO.read_options(options, 2))
    ball = chance.pick(tuple(spaces_in(pitch.field)))
    reach = chance.pick([2, 2, 3, 9])
    near = [s for s in range(pitch.columns * pitch.rows) if 0 < pitch.distance(s, ball) <= reach]
    spaces = chance.shuffled(near)
    sockers = 1 + chance.below(4)
    groups = [0, 0, 0, 0]
    for place, space in enumerate(spaces[: 2 * sockers]):
        groups[place % 2 if not chance.happens(0.25) else place % 2 + 2] |= 1 << space
    left = 1 + chance.below(3 if sockers < 3 else 2)
    up, foes, down, fallen = groups
    limit = turn_limit(pitch, up, up | down, sum(groups) | 1 << ball)
    return State(house, (up, foes), (down, fallen), ball, Phase.PLAY, 0, 4, left, limit, 0)


def by_the_rules(state: State) -> tuple[set[tuple[int, ...]], bool, bool]:
    """All ends of the rest of a turn, whether one is a goal, and whether they have a say in it."""
    ends, goal, theirs = set(), False, False
    front, seen = [state], {(shown(state), state.limit)}
    if can_end(state):
        ends.add(shown(state))
    while front:
        after: list[State] = []
        for before in front:
            for new in after_one(before):
                goal |= new.score[0] > 0
                theirs |= new.phase is Phase.SPOT or new.turns > state.turns + 1
                if any(new.score) or new.phase is Phase.SPOT:
                    continue
                if new.turns > state.turns:
                    ends.add(shown(new))
                elif (shown(new), new.limit) not in seen:
                    seen.add((shown(new), new.limit))
                    after.append(new)
                    if can_end(new):
                        ends.add(shown(new))
        front = after
    return ends, goal, theirs


def after_one(state: State) -> Iterator[State]:
    for move in actions(state):
        new = RULES.apply(state, move).state
        if new.phase is Phase.SPOT and new.turn == 0:
            for spot in RULES.moves(new):
                yield RULES.apply(new, spot).state
        else:
            yield new


def shown(state: State) -> tuple[int, ...]:
    """What an end leaves: the ball, ours, who all stand up, theirs."""
    return state.ball, state.sockers[0], state.up[1], state.down[1]


def compact(state: State) -> Turn:
    stand = Stand(state.ball, state.up[0], state.down[0], state.up[1], state.down[1], state.left, state.limit)
    pitch = state.house.pitch
    return Turn(turf_of(pitch), state.house, stand, WORTHS[pitch]).run(1 << 30, can_stop=can_end(state))


def test_the_same_ends_as_by_the_rules() -> None:
    chance, looked = Chance("ends"), 0
    for number in range(scaled(120, 4000)):
        state = scattered(chance, number)
        if not can_return(state.house.pitch, state.up[0], state.taken, excess(state), state.left):
            continue
        ends, goal, theirs = by_the_rules(state)
        turn = compact(state)
        assert (turn.goal is not None) == goal, state
        if goal or theirs or not ends:
            continue
        looked += 1
        down = state.down[0]
        found = turn.best(1 << 30)
        assert {(end.scene.ball, end.up | down, end.scene.foes, end.scene.fallen) for end in found} == ends, (
            state
        )
        worth = WORTHS[state.house.pitch]
        for end in found[:3]:
            ours = sum(worth.ours[end.scene.ball][space] for space in spaces_in(end.up | down))
            assert end.value == pytest.approx(ours + worth.base(*end.scene[:3]))
    assert looked > scaled(60, 2000)


def test_the_same_goals_as_by_going_through_all_turns() -> None:
    chance = Chance("goals")
    threats = {pitch: Threats(pitch) for pitch in PITCHES}
    goals = 0
    for number in range(scaled(300, 10000)):
        state = scattered(chance, number)
        pitch: Pitch = state.house.pitch
        if turf_of(pitch).ahead[state.ball] > 3 or state.sockers[0] & pitch.restricted:
            continue
        goal = compact(state).goal is not None
        goals += goal
        found = threats[pitch].scores(state.ball, state.up[0], state.sockers[1], state.down[0], state.left)
        assert found == goal, state
    assert goals > scaled(5, 150)


def test_what_a_position_is_worth_depends_on_no_way_of_adding_up() -> None:
    """`sum` of Python 3.12 and later rounds once, that of 3.11 after each number."""
    for worth in WORTHS.values():
        for table in worth.ours:
            assert sum(table) == math.fsum(table) == reduce(add, table) == reduce(add, reversed(table))
