"""Hints and analysis of moves in Socker."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import pytest

from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.games import socker
from game.games.socker import analysis
from game.games.socker.analysis import to_win
from game.games.socker.bot import BOT, SockerAgent, state_of
from game.games.socker.bot.explain import (
    EffectKind,
    SockerAdvice,
    SockerMoveEffect,
    effects_of,
    find_advice,
    further,
)
from game.games.socker.bot.search import ALL_ACTIONS, SockerSearchConfig
from game.games.socker.match_text import advice_sentence
from game.games.socker.rules import RULES
from game.match.analysis import AnalysedTurn, Fact, TurningPoint, analyst_of
from tests.games.socker.boards import start
from tests.games.socker.reference_rules import (
    BOARD,
    ReferenceSocker,
    brings,
    far,
    is_field,
    kicks,
    near,
    read,
    space,
    text,
    ways,
)
from tests.sampling import sample_size

# Hints in Socker: effects of a move in positions where they are certain, and the sentence.


NODES = 4


def told(session: Session, nodes: int = NODES) -> SockerAdvice:
    seat = session.to_move
    assert seat is not None
    advice = find_advice(session.observe(seat), session.options, ("test",), nodes)
    assert advice["move"] in session.moves()
    return advice


@pytest.mark.parametrize(
    ("pieces", "sentence"),
    [
        (
            "R a5 B e4 c9 o e3",
            "Step to the marked space: I found no sure way to stop Bo scoring next turn; ",
        ),
        ("R e6 d7 f7 B a10 i10 o e7", "Kick with this puppet: it opens one way to the goal by the end of"),
    ],
    ids=["lost", "later"],
)
def test_hint_says_what_a_move_is_good_for(pieces: str, sentence: str) -> None:
    assert advice_sentence(told(start(pieces), nodes=8), "Bo").startswith(sentence)


def test_second_seat_gets_equivalent_hints() -> None:
    """The position is turned upside down, and the sides are changed."""
    session = start("B e4 R i7 a7 o e3", "turn=1 left=1 acts=3")
    assert advice_sentence(told(session), "Ann").startswith(
        "Kick with this puppet: it opens 3 ways to the goal; the ball moves"
    )


def test_hint_mentions_a_ball_that_goes_out() -> None:
    advice: SockerAdvice = {"move": "kick c6 b6", "effects": [{"kind": "out"}]}
    assert (
        advice_sentence(advice, "Bo")
        == "Kick with this puppet: the ball goes out and comes back level with that spot."
    )


def test_set_up_and_spot_have_a_sentence() -> None:
    session = Session.new("socker", seed=1)
    assert advice_sentence(told(session), "Bo").startswith("A good place to start: it ")
    spot = Session.from_position("socker", "field=9/9/9/9/9/1oR1B4/9/9/9/9/4B4")
    spot.play("kick c6 b6")
    assert spot.observe(None)["phase"] == "spot"
    assert advice_sentence(told(spot), "Ann").startswith("The best place for the ball: ")


@pytest.mark.parametrize("kind", get_args(EffectKind))
def test_every_kind_of_effect_has_words(kind: EffectKind) -> None:
    known: SockerMoveEffect = {"kind": kind, "now": True, "first": True, "later": True, "count": 2}
    plain: SockerAdvice = {"move": "move a1 a2", "effects": []}
    assert advice_sentence({**plain, "effects": [known]}, "Bo") != advice_sentence(plain, "Bo")


def test_move_without_special_effect_has_a_sentence() -> None:
    advice: SockerAdvice = {"move": "move a1 a2", "effects": []}
    assert advice_sentence(advice, "Bo") == "Step to the marked space: it's the best move I found."


def test_hint_claims_hold_on_the_board() -> None:
    """Each effect is checked by the slow reference rules, which try every action."""
    chance, claims = SeededRng("audit"), Counter[str]()
    session = crowd(chance)
    for hint in range(sample_size(30, 600)):
        if hint % 6 == 0 or session.to_move is None:
            session = crowd(chance)
        while session.observe(None)["phase"] != "play":
            session.play(chance.pick(session.moves()))
        advice = told(session)
        for effect in advice["effects"]:
            claims[effect["kind"]] += 1
            if claims[effect["kind"]] <= sample_size(8, 1000):
                assert _is_so(session, advice["move"], effect), (session.position(), advice)
        for move, effect in _of_any(session, chance) if hint % 3 == 0 else ():
            claims[effect["kind"]] += 1
            if claims[effect["kind"]] <= sample_size(4, 200):
                assert _is_so(session, move, effect), (session.position(), move, effect)
        session.play(chance.pick([*session.moves(), advice["move"], advice["move"]]))
    assert len(claims) >= 12, claims


def _of_any(session: Session, chance: SeededRng) -> Iterator[tuple[str, SockerMoveEffect]]:
    """Yield the effects of moves that no hint suggests, including the weak reasons."""
    state = state_of(session)
    moves = list(RULES.moves(state))
    player = SockerAgent(state, "master", Budget(nodes=1))
    for move in dict.fromkeys([chance.pick(moves), moves[-1]]):
        found = list(effects_of(player, move, moves))
        if move.verb in ("move", "kick"):
            found = [*found, *further(player, move)]
        yield from ((RULES.format_move(move), effect) for effect in found)


def test_reasons_for_spots_and_set_up_spaces_hold() -> None:
    chance, found = SeededRng("spots"), list[Session]()
    setting_up = Session.new("socker", seed=1)
    while setting_up.observe(None)["phase"] == "place":
        found.append(setting_up.before(len(setting_up.log)))
        setting_up.play(chance.pick(setting_up.moves()))
    while len(found) < 10 + sample_size(10, 200):
        session = edge(chance)
        session.play(chance.pick([move for move in session.moves() if "kick" in move] or session.moves()))
        found += [session] if session.observe(None)["phase"] == "spot" else []
    for session in found:
        advice = told(session)
        assert advice["effects"], session.position()
        of_best = [(advice["move"], effect) for effect in advice["effects"]]
        for move, effect in [*of_best, *_of_any(session, chance)]:
            assert _is_so(session, move, effect), (session.position(), move, effect)


def edge(chance: SeededRng) -> Session:
    """Return a ball at the side of the pitch, with a puppet in the middle of its row."""
    ball, left = (chance.pick((2, 8)), 3 + chance.below(7)), 1 + chance.below(2)
    about = chance.shuffled([where for where in BOARD if 0 < far(where, ball) < 3])
    sides = [[(5, ball[1]), *about[:3]], about[3:7]]
    red, blue = (" ".join(map(text, side)) for side in sides[:: chance.pick((1, -1))])
    return start(f"R {red} B {blue} o {text(ball)}", f"turn={chance.below(2)} acts=3 left={left}")


def crowd(chance: SeededRng) -> Session:
    """Return a board in the middle of a turn, with all sockers near the ball."""
    ball = 2 + chance.below(7), 2 + chance.below(9)
    about = [where for where in BOARD if 0 < far(where, ball) < 4]
    near_it = chance.shuffled(about)
    red, blue = (" ".join(map(text, some)) for some in (near_it[:4], near_it[4:8]))
    left = 1 + chance.below(3)
    return start(f"R {red} B {blue} o {text(ball)}", f"turn={chance.below(2)} acts=3 left={left}")


def _ends(session: Session, move: str) -> Iterator[ReferenceSocker]:
    """Yield the ends of the rest of a turn: first the one that hints lead to, then all."""
    seat, on = session.to_move, Session.from_position("socker", session.position())
    assert seat is not None
    on.play(move)
    after = read(on.position())
    while on.to_move == seat and on.observe(None)["phase"] == "play":
        on.play(told(on)["move"])
    yield from read(on.position()).ends(seat)
    yield from after.ends(seat)


def _is_so(session: Session, move: str, effect: SockerMoveEffect) -> bool:
    """True if an effect of a move holds by the reference rules."""
    if effect["kind"] in FURTHER or not move.startswith(("kick", "sock", "move")):
        return _is_further_so(session, move, effect)
    match = read(session.position())
    seat, after, count = match.mover, match.copy(), effect.get("count", 0)
    after.play(move)
    onward, goal = (1, 11) if seat == 0 else (-1, 1)
    who, target = map(space, move.split()[1:])
    beyond = 2 * target[0] - who[0], 2 * target[1] - who[1]
    ball, then = match.ball, after.ball
    assert ball is not None

    def threatened(here: ReferenceSocker) -> bool:
        return brings(here.left_by(seat), 1 - seat, 12 - goal)

    match effect["kind"]:
        case "goal":
            scored = after.score[seat] > match.score[seat]
            return scored if effect["now"] else not scored and brings(after, seat, goal)
        case "stops" if effect["first"]:
            return threatened(match) and not all(map(threatened, _ends(session, move)))
        case "stops":
            return threatened(match) and not threatened(after)
        case "unstopped":
            return threatened(match) and threatened(after)
        case "ways" if effect["later"]:
            return any(ways(end, seat) == count for end in _ends(session, move))
        case "ways":
            return ways(after, seat) == count
        case "leads":
            return then is not None and brings(after, seat, then[1] + onward * count)
        case "forward":
            return then is not None and (then[1] - ball[1]) * onward == count
        case "free":
            assert then is not None
            return not any(owner != seat and near(where, then) for where, (owner, _) in after.people.items())
        case "sock":
            return after.people[beyond] == (1 - seat, False)
        case "behind":
            mine = after.left_by(seat).left_by(1 - seat)
            return any(who == target for who in kicks(mine, onward))
        case "blocks":
            return len(kicks(after.left_by(seat), -onward)) < len(kicks(match.left_by(seat), -onward))
        case "out":
            level = after.row if after.phase == "spot" else then and then[1]
            return not is_field(beyond) and level == beyond[1]
        case "back":
            return not is_field(who) and is_field(target)
        case "goalside":
            return (ball[1] - target[1]) * onward > 0 >= (ball[1] - who[1]) * onward
        case "nearer":
            return far(target, ball) < far(who, ball)
        case _:
            return False


def comes(here: ReferenceSocker) -> int:
    """Return the rows by which the side to act can bring the ball on in its turn."""
    assert here.ball is not None
    up = 1 if here.mover == 0 else -1
    ahead = range(here.ball[1] + up, 12 if up > 0 else 0, up)
    return max([0, *(abs(row - here.ball[1]) for row in ahead if brings(here, here.mover, row))])


def socks(here: ReferenceSocker) -> int:
    """Return the number of foes that the side to act can sock at once."""
    return len({one.split()[2] for one in here.moves() if one.startswith("sock")})


FURTHER = {"holds", "ahead", "safe", "ready", "line", "onward", "even", "up", "home", "aside", "done"}


def _is_further_so(session: Session, move: str, effect: SockerMoveEffect) -> bool:
    """Check effects of later actions, of an end, of a spot and of a set-up."""
    match = read(session.position())
    seat, after, count = match.turn, match.copy(), effect.get("count", 0)
    after.play(move)
    other, onward = 1 - seat, 1 if seat == 0 else -1
    spaces = list(map(space, move.split()[1:])) or [(0, 0)]
    who, target, ball = spaces[0], spaces[-1], match.ball or (0, 0)
    match.seen.clear()  # an idle turn is no repetition here
    after.seen.clear()

    def ours(here: ReferenceSocker) -> ReferenceSocker:
        return here.left_by(seat).left_by(other)

    if match.phase == "spot":
        ends = [match.copy() for _spot in match.moves()]
        for end, spot in zip(ends, match.moves(), strict=True):
            end.play(spot)

        def lacks(here: ReferenceSocker) -> int:
            assert here.ball is not None
            return max(0, (11 - here.ball[1] if here.mover == 0 else here.ball[1] - 1) - comes(here))

        others = list(map(lacks, ends))
        match effect["kind"]:
            case "free":
                near_it = [owner for where, (owner, _) in after.people.items() if near(where, target)]
                return other not in near_it
            case "leads":
                return after.mover == seat and comes(after) == count and lacks(after) < max(others)
            case "goal":
                return after.mover == seat and lacks(after) == 0
            case "holds":
                return after.mover == other and comes(after) == count and lacks(after) > min(others)
        return effect["kind"] == "alike" and {lacks(after), *others} == {lacks(after)}
    match effect["kind"]:
        case "holds" if effect["later"]:
            return any(comes(end.left_by(seat)) == count for end in _ends(session, move))
        case "holds":
            now = comes(match.left_by(seat))
            return comes(after.left_by(seat)) == count and (move == "end" or count < now)
        case "ahead" if effect["later"]:
            return any(comes(ours(end)) == count for end in _ends(session, move))
        case "ahead":
            return comes(ours(after)) == count > comes(ours(match))
        case "even":
            return comes(after.left_by(seat)) == comes(match.left_by(seat))
        case "safe":
            return socks(after.left_by(seat)) < socks(match.left_by(seat))
        case "ready":
            return socks(ours(after)) > socks(ours(match))
        case "line" | "onward":
            behind = (ball[1] - target[1]) * onward
            nearer = abs(target[0] - ball[0]) < abs(who[0] - ball[0])
            return nearer and (behind > 0 if effect["kind"] == "line" else behind < 0)
        case "up" | "home" | "aside":
            along = (target[1] - who[1]) * onward
            return effect["kind"] == ("up" if along > 0 else "home" if along < 0 else "aside")
        case "done":
            return not comes(match)
        case "guards":
            return target[1] <= 3 if seat == 0 else target[1] >= 9
        case "flank":
            return not 3 < target[0] < 7
        case "near":
            return far(target, (5, 6)) == count
    return False


# Sentences about turns in Socker: each on a position where it is certain.


def test_chance_follows_the_score_and_the_next_goal() -> None:
    even = state_of(start("R d8 o d9 B a5"))
    assert to_win(even, 0, 0.5) == pytest.approx(0.5)
    assert to_win(even, 0, 0.9) > to_win(even, 0, 0.6) > 0.5
    ahead = state_of(start("R d8 o d9 B a5", "score=2/0"))
    assert to_win(ahead, 0, 1.0) == 1.0
    assert to_win(ahead, 0, 0.5) > 0.8
    late = state_of(start("R d8 o d9 B a5", "score=1/0 turns=38", {"win": "turns"}))
    assert to_win(late, 0, 0.5) > 0.9


def test_extra_time_turn_is_judged_by_the_longer_reply() -> None:
    session = start("R c4 e4 B g2 c6 g5 o b6", "left=5 acts=5 leg=30", {"extra_time": 10})
    for move in ("move c4 c5", "end"):
        session.play(move)
    looks = analyst_of("socker")
    assert looks is not None
    weighed = looks.evaluate_turn(session, looks.turns(session)[-1])
    assert weighed is not None
    assert weighed.loss > 0.2, "by a reply of three actions it cost 0.08"


def test_turn_that_allows_a_goal_over_a_ball_kicked_out_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a search of one reply, whose quick test finds no goal."""
    monkeypatch.setattr(
        analysis, "TURN_SEARCH", SockerSearchConfig(width=30, looks=12, alarm=ALL_ACTIONS, plies=(4,))
    )
    session = start("R f7 h7 d3 g3 g7 B h3 f5 e5 d1 o h4", "acts=5 left=4 leg=52", {"extra_time": 8})
    for move in ("move g3 g4", "end"):
        session.play(move)
    (turn,) = analysis.INSIGHT.turns(session)
    weighed = analysis.INSIGHT.evaluate_turn(session, turn)
    assert weighed is not None
    assert weighed.loss > 0.08
    facts = analysis.INSIGHT.explain(session, turn, TurningPoint(0, 0, 0.6, 0.4, weighed.better))
    assert any(fact["kind"] == "threat" and fact["stopped"] for fact in facts)


def test_equivalent_turn_is_not_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other side chooses a spot in it, and the choice is not counted as the turn's fault."""
    monkeypatch.setattr(
        analysis, "TURN_SEARCH", SockerSearchConfig(width=40, looks=12, alarm=ALL_ACTIONS, plies=(3,))
    )
    session = start("B h9 h8 b7 e6 f6 R e5 h4 e3 f3 c2 o h6", "turn=1 acts=3 left=3 leg=6", {"extra_time": 8})
    for move in ("move f6 g6", "kick g6 h6", "spot f5", "kick g6 f5"):
        session.play(move)
    (turn,) = analysis.INSIGHT.turns(session)
    weighed = analysis.INSIGHT.evaluate_turn(session, turn)
    assert weighed is not None
    assert weighed.good
    assert not weighed.better


def test_good_turn_with_a_bad_outcome_names_the_answer() -> None:
    session = start("R e4 c2 B e7 i9 o e5", "acts=3 left=3")
    for move in ("kick e4 e5", "move e4 d4", "end", "kick e7 e6", "move e7 e6", "kick e6 e5"):
        session.play(move)
    turn = analysis.INSIGHT.turns(session)[0]
    worse, better = (
        [fact["kind"] for fact in analysis.INSIGHT.explain(session, turn, TurningPoint(0, 0, 0.5, after))]
        for after in (0.3, 0.7)
    )
    assert worse[-1] == "answered"
    assert better == worse[:-1]


def test_claims_about_turns_hold_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a small search, because which turn is better does not matter here, only the facts about both."""
    monkeypatch.setattr(
        analysis, "TURN_SEARCH", SockerSearchConfig(width=20, looks=6, alarm=ALL_ACTIONS, plies=(2,))
    )
    chance, claims = SeededRng("audit"), Counter[str]()
    for _match in range(sample_size(12, 120)):
        session = crowd(chance)
        for _ply in range(30):
            if (seat := session.to_move) is not None:
                move = BOT.choose(
                    session.observe(seat), session.options, chance.pick(("easy", "normal")), chance
                )
                session.play(chance.pick([*session.moves(), move, move]))
        for turn in chance.shuffled(list(analysis.INSIGHT.turns(session)))[:5]:
            weighed = analysis.INSIGHT.evaluate_turn(session, turn)
            better = weighed.better if weighed is not None else ()
            for fact in analysis.INSIGHT.explain(session, turn, TurningPoint(0, turn.seat, 0.6, 0.4, better)):
                claims[fact["kind"]] += 1
                if claims[fact["kind"]] <= sample_size(8, 1000):
                    assert _was_so(session, turn, better, fact), (session.record(), turn, better, fact)
    assert len(claims) > 8, claims


def _was_so(session: Session, turn: AnalysedTurn, better: Sequence[str], fact: Fact) -> bool:
    """True if a fact about a turn, or about a better one, holds by the reference rules."""
    seat, before = turn.seat, read(session.before(turn.first).position())
    onward, goal = (1, 11) if seat == 0 else (-1, 1)
    then = session.before(turn.first)
    for move in better:
        then.play(move)
    made, instead = read(session.before(turn.last).position()), read(then.position())

    def rows(match: ReferenceSocker) -> int:
        assert match.ball is not None
        return (goal - match.ball[1]) * onward

    def on(begun: Session, turns: int) -> int:
        for _turn in range(turns):
            for move in analysis.best_turn(state_of(begun)):
                begun.play(move)
        return rows(read(begun.position()))

    def goal_of(number: int) -> int | None:
        """Return the side that scored in a turn that begins with this move, or None."""
        for ply in range(number, len(session.log)):
            for event in session.events_of(ply):
                if event.kind == "goal":
                    return event.seat
                if event.kind == "turn":
                    return None
        return None

    def threatened(here: ReferenceSocker) -> bool:
        return here.phase == "play" and brings(here, 1 - seat, 12 - goal)

    match fact["kind"]:
        case "own_goal":
            return goal_of(turn.first) == 1 - seat
        case "could_score":
            spots = sum(move.startswith("spot") for move in better)
            return instead.score[seat] > before.score[seat] and fact["actions"] == len(better) - spots
        case "threat":
            return threatened(made) and fact["stopped"] is not threatened(instead)
        case "open":
            return threatened(made)
        case "punished":
            return goal_of(turn.last) == 1 - seat
        case "scored":
            return fact["score"] == made.score and made.score[fact["seat"]] > before.score[fact["seat"]]
        case "has_ways":
            return bool(ways(made, seat) == fact["count"])
        case "ways":
            return (ways(instead, seat), ways(made, seat)) == (fact["better"], fact["made"])
        case "nearer":
            return bool(rows(made) - rows(instead) == fact["rows"])
        case "holds" | "later":
            ahead = 1 + (fact["kind"] == "later")
            return bool(on(session.before(turn.last), ahead) - on(then, ahead) == fact["rows"])
        case "forward":
            return bool(rows(before) - rows(made) == fact["rows"])
        case "could":
            made.seen.clear()
            return bool(comes(made.left_by(seat)) == fact["rows"])
        case "answered":
            nexts = [one for one in analysis.INSIGHT.turns(session) if one.first == turn.last]
            end = read(session.before(nexts[0].last).position())
            return end.phase != "play" or rows(end) - rows(made) == fact["rows"]
        case "lying" | "socked":
            lie = [
                sum(owner != seat and not stands for owner, stands in one.people.values())
                for one in (instead, made)
            ]
            return (
                lie == [fact["better"], fact["made"]] if fact["kind"] == "lying" else lie[1] == fact["count"]
            )
        case "kicks" | "close" | "goalside" | "reach" | "onward" | "socks":
            who = fact["seat"]

            def counted(end: ReferenceSocker) -> int:
                assert end.ball is not None
                end.seen.clear()  # an idle turn is no repetition here
                along, ball = (1, end.ball) if who == 0 else (-1, end.ball)
                mine = [where for where, (owner, _) in end.people.items() if owner == who]
                turn = end.left_by(seat) if who != seat else end.left_by(seat).left_by(1 - seat)
                if fact["kind"] == "kicks":
                    return len(kicks(turn, along))
                if fact["kind"] == "socks":
                    return socks(turn)
                if fact["kind"] in ("reach", "onward"):
                    return comes(turn)
                if fact["kind"] == "close":
                    return sum(far(where, ball) <= 2 for where in mine)
                return sum((ball[1] - where[1]) * along > 0 for where in mine)

            more, theirs = fact["better"] > fact["made"], who != seat
            told_of = {"reach": theirs, "onward": not theirs}
            return (
                more != theirs
                and told_of.get(fact["kind"], True)
                and [counted(instead), counted(made)]
                == [
                    fact["better"],
                    fact["made"],
                ]
            )
    return bool(fact["kind"] == "looked")


# Texts of Socker avoid directions, because the window shows the pitch on its side.


HOME = Path(socker.__file__).parent
TURNED = re.compile(r"(?<!in a )\b(rows?|columns?|(long|short) (edge|side)s?)\b", re.IGNORECASE)
"""Words that are wrong for a pitch on its side."""


def words_of(path: Path) -> Iterator[str]:
    """Yield all texts of a module that players read."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for given in node.args if node.func.id in ("_", "plural", "text", "OptionLabel") else ():
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value


def texts_in(value: object) -> Iterator[str]:
    """Yield all texts of a file of lessons."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key in value:
            yield from texts_in(value[key])
    elif isinstance(value, list):
        for one in value:
            yield from texts_in(one)


@pytest.mark.parametrize("path", sorted(HOME.rglob("*.py")), ids=lambda path: str(path.relative_to(HOME)))
def test_hints_do_not_mention_rows_or_columns(path: Path) -> None:
    assert [words for words in words_of(path) if TURNED.search(words)] == []


def test_lessons_do_not_mention_rows_or_columns() -> None:
    lessons = tomllib.loads((HOME / "lessons.toml").read_text(encoding="utf-8"))
    found = list(texts_in(lessons))
    assert len(found) > 50
    assert [words for words in found if TURNED.search(words)] == []


def test_rules_name_the_zones_as_drawn() -> None:
    rules = (HOME / "rules.md").read_text(encoding="utf-8")
    told = rules[: rules.index("## House rules")]
    assert [line for line in told.splitlines() if TURNED.search(line)] == []
