"""Bots of Socker, and their view of the ends of a turn."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, reduce
from operator import add

import pytest

from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.games.socker import INFO
from game.games.socker.bot import BOT, state_from_observation
from game.games.socker.bot.evaluation import PositionEvaluator, turf_of
from game.games.socker.bot.explain import (
    GoalOption,
    SockOption,
    ThreatReport,
    TurnReach,
    dangers,
    reach,
    sure_goal,
)
from game.games.socker.bot.search import (
    LEVEL_WEIGHTS,
    MAX_CACHES,
    SockerSearchNode,
    TurnSearch,
    eager,
    grounds,
)
from game.games.socker.bot.turn_generator import NO_LIMIT, QuickGoalTest, SockerAction, TurnNode, goals_of
from game.games.socker.rules import RULES
from game.games.socker.rules.actions import actions, can_end, can_return, excess, turn_limit
from game.games.socker.rules.pitch import STANDARD_PITCH, Pitch, pitch_of, read_space, spaces_in
from game.games.socker.rules.state import SockerOptions, SockerPhase, SockerState
from game.games.socker.screen.board import PieceAction
from tests.games.socker.boards import field, start
from tests.games.socker.test_rules import SMALL
from tests.matches import fields
from tests.sampling import sample_size


def choose(session: Session, level: str, seed: int = 0, budget: Budget | None = None) -> str:
    chance = SeededRng(seed, "bot", len(session.log))
    return BOT.choose(session.observe(session.to_move), session.options, level, chance, budget)


def play_turn(session: Session, level: str = "normal", nodes: int | None = None) -> None:
    seat, turns = session.to_move, fields(session)["turns"]
    while session.to_move == seat and fields(session)["turns"] == turns:
        session.play(choose(session, level, budget=Budget(nodes=nodes)))


@pytest.mark.parametrize("level", BOT.levels)
def test_set_up_is_on_the_field(level: str) -> None:
    session = Session.new("socker", seed=1)
    while fields(session)["phase"] == "place":
        move = choose(session, level)
        assert move[6] in "bcdefgh"
        assert move[7:] not in {"1", "11"}
        session.play(move)


def test_easy_kicks_the_ball_forward_if_it_can() -> None:
    session = start("R e5 c3 o e6 B b9 h9")
    assert {choose(session, "easy", seed) for seed in range(20)} == {"kick e5 e6"}


def test_level_with_a_plus_plays_like_each_of_its_neighbours_at_times() -> None:
    """Normal kicks a sure goal home. Easy, which sees one action only, does not find it."""
    session = start("R e8 c8 c3 o e10 B c9 d10 g5")
    below, plus, above = (
        {choose(session, level, seed) for seed in range(40)} for level in ("easy", "easy++", "normal")
    )
    assert below - above
    assert above - below
    assert plus & (below - above)
    assert plus & (above - below)


@pytest.mark.parametrize("seed", range(sample_size(2)))
def test_easy_does_not_step_back_and_forth_in_one_turn(seed: int) -> None:
    session, steps = Session.new("socker", seed=seed, options={"goals": 2}), list[list[str]]()
    while (seat := session.to_move) is not None:
        move = choose(session, "easy", seed).split()
        session.play(" ".join(move))
        back = [move[0], *reversed(move[1:])]
        assert move[0] != "move" or back not in steps, session.record()
        # After a kick it runs after the ball, which may be back.
        steps = [*steps, move] if session.to_move == seat and move[0] != "kick" else []


@pytest.mark.parametrize("level", ["normal", "hard", "master"])
def test_late_turns_are_searched_as_deeply_as_early_ones(level: str) -> None:
    """The play does not depend on the length of the match."""
    for pieces in ("R b4 h5 c3 B e4 g8 o e2", "R e3 c4 B e5 d6 f6 g8 o d4"):
        late, early = (
            choose(start(pieces, rest, {"goals": 3}), level, budget=Budget(nodes=4))
            for rest in ("turns=200", "")
        )
        assert late == early


def test_cleared_cache_does_not_change_a_move() -> None:
    """A fresh player in the middle of a turn continues like one that has planned it."""
    session = Session.new("socker", seed=4)
    while int(fields(session)["turns"]) < 2:
        move = choose(session, "hard")
        grounds.cache_clear()
        assert choose(session, "hard") == move
        session.play(move)


def test_caches_stay_small() -> None:
    kept = grounds(pitch_of(STANDARD_PITCH))
    kinds = [tuple(number * weight for weight in eager()) for number in range(1, MAX_CACHES + 2)]
    made = [kept.of(weights) for weights in kinds]
    assert len({id(one.threats) for one in made}) == 1
    assert kept.of(kinds[-1]) is made[-1]
    assert kept.of(kinds[0]) is not made[0]
    assert kept.of(LEVEL_WEIGHTS["hard"]) is kept.of(LEVEL_WEIGHTS["normal"]), (
        "what has the same weights is kept once"
    )


def test_master_varies_its_openings() -> None:
    """Ten of them, with their set-ups and first turns, and also without the set-ups."""
    begun = []
    for seed in range(10):
        session = Session.new("socker", seed=seed)
        while len(session.log) < 13:
            session.play(choose(session, "master", seed, Budget(nodes=4)))
        begun.append(tuple(move for _seat, move in session.log))
    assert len(set(begun)) == 10
    assert len({moves[10:] for moves in begun}) >= 5


def test_coming_extra_time_makes_the_opponents_actions_dangerous() -> None:
    """The ball is four actions from a goal, so it matters if the other side has that many."""
    pieces = "R c4 h3 B e5 b8 o e3"
    usual, extra = (start(pieces, "leg=9", {"extra_time": most}) for most in (0, 10))
    assert not dangers_of(usual)["goal"]
    assert dangers_of(extra)["goal"]
    play_turn(extra, "hard", 1)
    assert fields(extra)["acts"] == "4"
    assert not dangers_of(extra)["own"]


@pytest.mark.parametrize("level", ["hard", "master"])
def test_bot_scores_over_a_ball_kicked_out(level: str) -> None:
    """A kicking side's puppet is in the middle of the row, so that side chooses the spot of the ball."""
    pieces = "R e2 f2 c3 d3 g3 B e3 e4 c5 e5 c6 o g4"
    session = start(pieces, "turn=1 acts=5 left=5 leg=36", {"extra_time": 8})
    play_turn(session, level, nodes=1)
    assert fields(session)["score"] == "0/1"
    assert any(move.startswith("spot") for _seat, move in session.log)


@pytest.mark.parametrize("level", ["hard", "master"])
def test_bot_prevents_a_goal_over_a_ball_kicked_out(level: str) -> None:
    pieces = "R f1 d2 f4 e5 h7 B e3 g4 d6 e7 f7 o e2"
    session = start(pieces, "acts=5 left=3 leg=52", {"extra_time": 8})
    play_turn(session, level, nodes=1)
    state = state_from_observation(session.observe(None), session.options)
    goals = goals_of(state.options, state.mover)
    here = goals.side.began(state.ball, state.upright[1], 0, state.upright[0], state.fallen[0])
    assert not goals.can(here, state.fallen[1], state.actions_left)


@pytest.mark.parametrize("level", ["hard", "master"])
def test_unstoppable_goal_is_made_as_long_as_possible(level: str) -> None:
    pieces = "R d9 b6 f6 g6 d4 B b9 c9 e9 c8 g8 o d10"
    session = start(pieces, "turn=1 acts=7 left=1 leg=34", {"extra_time": 8, "extra_most": 7})
    play_turn(session, level, nodes=1)
    goal = sure_goal(state_from_observation(session.observe(None), session.options))
    assert goal is not None
    assert goal.actions > 1  # one kick would have done


def test_short_time_still_weighs_turns_by_their_reply() -> None:
    """The clock stops after one reply to each: none is searched further before all are."""
    session = start("R e3 c4 g2 d6 b3 B e5 d7 f6 g8 c9 o d4")
    budgets: list[Budget] = []
    budgets.append(Budget(None, 28, lambda: sum(budget.spent for budget in budgets)))
    in_time = choose(session, "master", budget=budgets[0])
    assert budgets[0].spent == 28
    assert in_time == choose(session, "master", budget=Budget(nodes=28))


def test_set_ups_vary_and_answer() -> None:
    """Two hundred of the first side have at least four bits of entropy; the second has several answers."""
    begun, answers = Counter[str](), set[str]()
    for seed in range(200):
        session = Session.new("socker", seed=seed)
        while (count := len(session.log)) < (10 if seed < 10 else 5):
            session.play(choose(session, "hard", seed))
        begun[" ".join(sorted(move for _seat, move in session.log[:5]))] += 1
        if count == 10:
            answers.add(" ".join(sorted(move for _seat, move in session.log[5:])))
    assert -sum(n / 200 * math.log2(n / 200) for n in begun.values()) >= 4
    assert len(answers) >= 5


# The bots' board agrees with the rules: the ends of a turn, and the sides that can score.


PITCHES = [pitch_of(STANDARD_PITCH), pitch_of(SMALL)]


@cache
def worth_on(pitch: Pitch) -> PositionEvaluator:
    return PositionEvaluator(turf_of(pitch), LEVEL_WEIGHTS["hard"])


def scattered(chance: SeededRng, number: int) -> SockerState:
    """Return a turn of the first seat under way, with all sockers near the ball."""
    pitch = PITCHES[number % 4 == 3]
    options = {
        "ball_recentre": chance.pick(["auto", "owner_chooses"]),
        "own_goal": chance.pick(["opponent_scores", "illegal"]),
    }
    house = SockerOptions.of(pitch, 0, INFO.read_options(options, 2))
    ball = chance.pick(tuple(spaces_in(pitch.field)))
    reach = chance.pick([2, 2, 3, 9])
    near = [s for s in range(pitch.columns * pitch.rows) if 0 < pitch.distance(s, ball) <= reach]
    spaces = chance.shuffled(near)
    sockers = 1 + chance.below(4)
    groups = [0, 0, 0, 0]
    for place, space in enumerate(spaces[: 2 * sockers]):
        groups[place % 2 if not chance.with_probability(0.25) else place % 2 + 2] |= 1 << space
    left = 1 + chance.below(3 if sockers < 3 else 2)
    up, foes, down, fallen = groups
    limit = turn_limit(pitch, up, up | down, sum(groups) | 1 << ball)
    return SockerState(house, (up, foes), (down, fallen), ball, SockerPhase.PLAY, 0, 4, left, limit, 0)


def by_the_rules(state: SockerState) -> tuple[set[tuple[int, ...]], bool, bool]:
    """Return all ends of a turn, True if one is a goal, and True if the other side has a choice in it."""
    ends, goal, theirs = set(), False, False
    front, seen = [state], {(shown(state), state.off_field_limit)}
    if can_end(state):
        ends.add(shown(state))
    while front:
        after: list[SockerState] = []
        for before in front:
            for new in after_one(before):
                goal |= new.score[0] > 0
                theirs |= new.phase is SockerPhase.SPOT or new.turns > state.turns + 1
                if any(new.score) or new.phase is SockerPhase.SPOT:
                    continue
                if new.turns > state.turns:
                    ends.add(shown(new))
                elif (shown(new), new.off_field_limit) not in seen:
                    seen.add((shown(new), new.off_field_limit))
                    after.append(new)
                    if can_end(new):
                        ends.add(shown(new))
        front = after
    return ends, goal, theirs


def after_one(state: SockerState) -> Iterator[SockerState]:
    for move in actions(state):
        new = RULES.apply(state, move).state
        if new.phase is SockerPhase.SPOT and new.turn == 0:
            for spot in RULES.moves(new):
                yield RULES.apply(new, spot).state
        else:
            yield new


def shown(state: SockerState) -> tuple[int, ...]:
    """Return the ball, all our sockers, who stand up at the end, and their upright and fallen ones."""
    return state.ball, state.sockers[0], state.upright[1], state.fallen[1]


def compact(state: SockerState) -> TurnSearch:
    stand = SockerSearchNode(
        state.ball,
        state.upright[0],
        state.fallen[0],
        state.upright[1],
        state.fallen[1],
        state.actions_left,
        state.off_field_limit,
    )
    pitch = state.options.pitch
    return TurnSearch(turf_of(pitch), state.options, stand, worth_on(pitch)).run(
        1 << 30, can_stop=can_end(state)
    )


def test_turn_ends_match_the_rules() -> None:
    chance, looked = SeededRng("ends"), 0
    for number in range(sample_size(120, 4000)):
        state = scattered(chance, number)
        if not can_return(
            state.options.pitch, state.upright[0], state.taken, excess(state), state.actions_left
        ):
            continue
        ends, goal, theirs = by_the_rules(state)
        turn = compact(state)
        assert (turn.goal is not None) == goal, state
        if goal or theirs or not ends:
            continue
        looked += 1
        down = state.fallen[0]
        found = turn.best(1 << 30)
        assert {(end.scene.ball, end.up | down, end.scene.foes, end.scene.fallen) for end in found} == ends, (
            state
        )
        worth = worth_on(state.options.pitch)
        for end in found[:3]:
            ours = sum(worth.ours[end.scene.ball][space] for space in spaces_in(end.up | down))
            assert end.value == pytest.approx(ours + worth.base(*end.scene[:3]))
    assert looked > sample_size(60, 2000)


def test_goals_match_enumerating_all_turns() -> None:
    chance = SeededRng("goals")
    threats = {pitch: QuickGoalTest(pitch) for pitch in PITCHES}
    goals = 0
    for number in range(sample_size(300, 10000)):
        state = scattered(chance, number)
        pitch: Pitch = state.options.pitch
        if turf_of(pitch).ahead[state.ball] > 3 or state.sockers[0] & pitch.restricted:
            continue
        goal = compact(state).goal is not None
        goals += goal
        found = threats[pitch].scores(
            state.ball, state.upright[0], state.sockers[1], state.fallen[0], state.actions_left
        )
        assert found == goal, state
    assert goals > sample_size(5, 150)


def test_known_ways_do_not_change_answers_about_long_turns() -> None:
    """If not, a process that has seen other matches would play differently with the same seed."""
    chance, goals = SeededRng("long turns"), 0
    threats = {pitch: QuickGoalTest(pitch) for pitch in PITCHES}
    for number in range(sample_size(40, 1000)):
        state = scattered(chance, number)
        pitch: Pitch = state.options.pitch
        up, foes, down, near = state.upright[0], state.sockers[1], state.fallen[0], pitch.around[state.ball]
        for space in (0, *spaces_in(near & pitch.field & ~state.taken)):  # the same with one more foe
            more = foes | (1 << space if space else 0)
            known = threats[pitch].scores(state.ball, up, more, down, 4)
            assert known == threats[pitch].can(TurnNode(state.ball, up, more, 0, NO_LIMIT), down, 4), state
            goals += known
    assert goals > sample_size(20, 500)


def test_value_does_not_depend_on_summation_order() -> None:
    """`sum` of Python 3.12 and later rounds once, that of 3.11 after each number."""
    for worth in map(worth_on, PITCHES):
        for table in worth.ours:
            assert sum(table) == math.fsum(table) == reduce(add, table) == reduce(add, reversed(table))


# Threats in Socker: certain positions, and all moves tried by the rules.


Found = tuple[frozenset[str], int | None]
"""Sockers that can be socked, and the minimum of actions for a goal."""


def dangers_of(session: Session) -> ThreatReport:
    return dangers(session.observe(None), session.options)


def test_set_up_has_no_threats() -> None:
    assert dangers_of(Session.new("socker", seed=1)) == {"socks": [], "goal": [], "own": [], "kicks": []}


def tried_out(position: str, seat: int, options: tuple[tuple[str, int], ...]) -> Found:
    """Return what a seat can force in the turn of a position, by trying every move of the rules."""

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
                action = PieceAction(verb, actor, target, move)
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


def near_the_ball(chance: random.Random) -> tuple[str, str]:
    """Return random pieces near a ball near an end, and the same with the first side upright."""
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


@pytest.mark.parametrize("seed", range(sample_size(30)))
def test_dangers_match_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    options = (("actions", chance.choice((2, 2, 3))),)
    here, risen = near_the_ball(chance)
    left = chance.randint(1, options[0][1])
    session = Session.from_position("socker", f"field={here} turn=0 left={left}", options=dict(options))
    if session.to_move != 0:
        return
    found = dangers_of(session)
    theirs, goal = tried_out(f"field={risen} turn=1", 1, options)
    assert {victim for _who, victim in found["socks"]} == theirs
    assert bool(found["goal"]) == (goal is not None)
    _own, mine = tried_out(session.position(), 0, options)
    assert bool(found["own"]) == (mine is not None)
    assert bool(found["kicks"]) == (mine == 1)


Told = tuple[dict[int, SockOption], GoalOption | None, int]
"""Sockers that can be socked, the best goal, and how near to it, in rows, the ball can come."""


def gone_through(state: SockerState) -> Told:
    """Return what the first seat can force in its turn, by following every action to its end."""
    goals, down, pitch = goals_of(state.options, 0), state.fallen[0], state.options.pitch

    @cache
    def told(here: TurnNode, left: int) -> Told:
        ways: dict[tuple[SockerAction, ...], list[Told]] = {}
        for then in goals.nexts(here, down, left - 1) if left else ():
            act = then.acts[0]
            end = 2 * act.target - act.actor
            legs = ((act.target, end),) if act.verb == "kick" else ()
            aside = abs(pitch.column(end) - pitch.column(act.target)) if legs else 0
            if then.node is None:
                ways.setdefault(then.chosen_actions, []).append(({}, GoalOption(1, aside, legs), 0))
                continue
            blows, goal, ahead = told(then.node, left - 1)
            blows = {
                victim: SockOption(n + 1, pitch.distance(one, victim), one)
                for victim, (n, _far, who) in blows.items()
                for one in [act.actor if (act.verb, act.target) == ("move", who) else who]
            }
            if act.verb == "sock" and here.foes >> act.target & 1:
                blows[act.target] = SockOption(1, 1, act.actor)
            if goal is not None:
                goal = GoalOption(goal.actions + 1, goal.aside + aside, (*legs, *goal.legs))
            ways.setdefault(then.chosen_actions, []).append((blows, goal, ahead))
        sure: list[Told] = [({}, None, goals.side.ahead[here.ball])]
        for several in ways.values():  # several if the other side chooses among them
            every, ends = zip(*several, strict=True), [goal for _blows, goal, _ahead in several if goal]
            some, _goals, rows = every
            certain = {at: max(one[at] for one in some) for at in some[0] if all(at in one for one in some)}
            sure.append((certain, max(ends) if len(ends) == len(several) else None, max(rows)))
        blows = {
            at: min(one[at] for one, _, _ in sure if at in one) for at in set().union(*(s[0] for s in sure))
        }
        return blows, min((goal for _, goal, _ in sure if goal), default=None), min(rows for *_, rows in sure)

    return told(
        TurnNode(state.ball, state.upright[0], state.upright[1], state.fallen[1], state.off_field_limit),
        state.actions_left,
    )


def test_threats_match_following_every_action() -> None:
    """Socks, the ball's way to the goal, and its rows, also where a limit matters."""
    chance, found = SeededRng("threats"), Counter[str]()
    for number in range(sample_size(60, 3000)):
        state = replace(scattered(chance, number), actions_total=5, actions_left=3 + (number % 8 == 0))
        blows, goal, ahead = gone_through(state)
        assert reach(state) == TurnReach(blows, goal), state
        assert sure_goal(state) == goal
        goals, here = (
            goals_of(state.options, 0),
            TurnNode(state.ball, *state.upright, state.fallen[1], state.off_field_limit),
        )
        assert (
            goals.rows(here, state.fallen[0], state.actions_left) == goals.side.ahead[state.ball] - ahead
        ), state
        found.update(socks=len(blows), goals=goal is not None, rows=ahead < goals.side.ahead[state.ball])
    assert min(found.values()) > 4, found
