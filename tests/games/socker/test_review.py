"""What is said of moves of Socker, before and afterwards."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from game.core.session import Session
from game.games import socker
from game.games.socker.bot import state_of
from game.games.socker.bot.advice import Advice, Effect, EffectKind, advised
from game.games.socker.review import to_win
from game.games.socker.words import advice_words
from tests.games.socker.boards import start

# Advice in Socker: what a move is good for, from positions where that is certain, and the sentence.


NODES = 4


def told(session: Session, nodes: int = NODES) -> Advice:
    seat = session.to_move
    assert seat is not None
    advice = advised(session.observe(seat), session.options, ("test",), nodes)
    assert advice["move"] in session.moves()
    return advice


@pytest.mark.parametrize(
    ("pieces", "sentence"),
    [
        ("R a5 B e4 c9 o e3", "Step from a5 to b4: no sure way was found to stop Bo scoring next turn; "),
        ("R e6 d7 f7 B a10 i10 o e7", "Kick from e6: it leads to one way to the goal by the end of"),
    ],
    ids=["lost", "later"],
)
def test_a_sentence_says_what_a_move_is_good_for(pieces: str, sentence: str) -> None:
    assert advice_words(told(start(pieces), nodes=8), "Bo").startswith(sentence)


def test_the_second_seat_is_advised_as_the_first() -> None:
    """The same position turned upside down, and the sides changed."""
    session = start("B e4 R i7 a7 o e3", "turn=1 left=1 acts=3")
    assert advice_words(told(session), "Ann").startswith(
        "Kick from e4: then 3 ways to the goal; the ball comes"
    )


def test_a_ball_that_goes_out_is_told() -> None:
    advice: Advice = {"move": "kick c6 b6", "effects": [{"kind": "out"}]}
    assert advice_words(advice, "Bo") == "Kick from c6: the ball goes out, and comes back level with it."


def test_a_set_up_and_a_spot_have_a_sentence() -> None:
    session = Session.new("socker", seed=1)
    assert advice_words(told(session), "Bo").startswith("A good place to begin")
    spot = Session.from_position("socker", "field=9/9/9/9/9/1oR1B4/9/9/9/9/4B4")
    spot.play("kick c6 b6")
    assert spot.observe(None)["phase"] == "spot"
    assert advice_words(told(spot), "Ann") == "Here the ball lies best for you."


@pytest.mark.parametrize("kind", get_args(EffectKind))
def test_every_kind_of_effect_has_words(kind: EffectKind) -> None:
    known: Effect = {"kind": kind, "now": True, "first": True, "later": True, "count": 2}
    plain: Advice = {"move": "move a1 a2", "effects": []}
    assert advice_words({**plain, "effects": [known]}, "Bo") != advice_words(plain, "Bo")


def test_a_move_for_which_nothing_speaks_alone() -> None:
    advice: Advice = {"move": "move a1 a2", "effects": []}
    assert advice_words(advice, "Bo") == "Step from a1 to a2: of all that was looked at, this leads on best."


# What is said of turns of Socker: each sentence on a position where it is certain.


def test_the_chance_goes_with_the_score_and_the_next_goal() -> None:
    even = state_of(start("R d8 o d9 B a5"))
    assert to_win(even, 0, 0.5) == pytest.approx(0.5)
    assert to_win(even, 0, 0.9) > to_win(even, 0, 0.6) > 0.5
    ahead = state_of(start("R d8 o d9 B a5", "score=2/0"))
    assert to_win(ahead, 0, 1.0) == 1.0
    assert to_win(ahead, 0, 0.5) > 0.8
    late = state_of(start("R d8 o d9 B a5", "score=1/0 turns=38", {"win": "turns"}))
    assert to_win(late, 0, 0.5) > 0.9


# What is said of Socker names things as they are seen: the window lays the field on its side.


HOME = Path(socker.__file__).parent
TURNED = re.compile(r"(?<!in a )\b(rows?|columns?|(long|short) (edge|side)s?)\b", re.IGNORECASE)
"""What lies otherwise for whoever has the field on its side."""


def words_of(path: Path) -> Iterator[str]:
    """All texts of a module that players read."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for given in node.args if node.func.id in ("_", "counted", "text", "Label") else ():
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value


def texts_in(value: Any) -> Iterator[str]:
    """All texts of a file of lessons."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key in value:
            yield from texts_in(value[key])
    elif isinstance(value, list):
        for one in value:
            yield from texts_in(one)


@pytest.mark.parametrize("path", sorted(HOME.rglob("*.py")), ids=lambda path: str(path.relative_to(HOME)))
def test_no_sentence_speaks_of_rows_or_columns(path: Path) -> None:
    assert [words for words in words_of(path) if TURNED.search(words)] == []


def test_no_lesson_does() -> None:
    lessons = tomllib.loads((HOME / "lessons.toml").read_text(encoding="utf-8"))
    found = list(texts_in(lessons))
    assert len(found) > 50
    assert [words for words in found if TURNED.search(words)] == []


def test_the_rules_name_the_zones_as_they_are_drawn() -> None:
    rules = (HOME / "rules.md").read_text(encoding="utf-8")
    told = rules[: rules.index("## House rules")]
    assert [line for line in told.splitlines() if TURNED.search(line)] == []
