"""`main.py check`: parts that exist, that are missing or optional, and one sentence for each fault."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

import game.games
from game.core.discovery import COMPONENTS, game_slugs
from game.match.game_lint import OPTIONAL_FILES, OPTIONAL_PARTS, REQUIRED_PARTS, check
from main import main
from tests.matches import GAMES
from tests.sampling import risk, thinned

FOUR = Path(__file__).parents[1] / "sample_games/four"
_numbers = count()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Factory of changed copies of the sample game: (file, old text, new text) for each change."""
    before = list(game.games.__path__)

    def make(*changes: tuple[str, str, str]) -> Path:
        # A module is imported only once by name.
        slug = f"four{next(_numbers)}"
        made = tmp_path / "games" / slug
        shutil.copytree(FOUR, made, ignore=shutil.ignore_patterns("__pycache__"))
        for file in made.glob("*.py"):
            text = file.read_text(encoding="utf-8").replace("tests.sample_games.four", f"game.games.{slug}")
            file.write_text(text.replace('slug="four"', f'slug="{slug}"'), encoding="utf-8")
        for name, old, new in changes:
            text = (made / name).read_text(encoding="utf-8") if (made / name).exists() else ""
            assert old in text
            (made / name).write_text(text.replace(old, new) if old else new, encoding="utf-8")
        return made

    yield make
    game.games.__path__[:] = before
    game_slugs.cache_clear()
    for name in [name for name in sys.modules if name.startswith("game.games.four")]:
        del sys.modules[name]


@thinned(1)
@pytest.mark.parametrize("name", GAMES)
def test_games_of_the_package_pass_the_check(name: str) -> None:
    report = check(name)
    assert report.is_good, report.text()
    assert "rules.md" in report.present


def test_rules_bot_and_words_suffice(folder: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    made = folder()
    assert main(["check", str(made)]) == 0
    told = capsys.readouterr().out
    assert f"{made.name} can be played." in told
    assert "match_text.py: WORDS" in told.partition("May be added")[0]
    added, _, rummies = told.partition("May be added")[2].partition("May be added to a rummy")
    assert "screen/view.py: VIEW - its picture" in added, "what any game may have comes first"
    assert "rules/state.py: VARIETY" in rummies
    assert {name for names in OPTIONAL_PARTS.values() for name in names} <= {*COMPONENTS, *OPTIONAL_FILES}


def test_missing_required_parts_are_listed(
    folder: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    made = folder()
    (made / "bot.py").unlink()
    assert main(["check", str(made)]) == 1
    told = capsys.readouterr().out
    assert "bot.py: BOT - its computer player; game/core/game.py, Bot" in told
    assert f"{made.name} is not ready." in told
    empty = made.parent / "empty"
    empty.mkdir()
    assert [line.partition(" - ")[0] for line in check(str(empty)).missing] == list(REQUIRED_PARTS)
    with pytest.raises(ValueError, match="no game or folder 'nowhere'"):
        check("nowhere")


LEAKS = (
    ("rules.py", '"board": list(state.columns)', '"board": list(state.columns), "seed": 3'),
    "rules.observe: it tells the seed, by which everything can be found out.",
)
ANY_LEVEL = (
    "    def choose(self, observation, options, level, chance, budget=None):\n"
    "        return self.choose_move(observation, level, chance)"
)
FAULTS = [
    LEAKS,
    (("__init__.py", 'slug="four', 'slug="five'), "__init__.py: the slug is 'five"),
    (("__init__.py", "default_players=2", "default_players=3"), "__init__.py: default_players is 3, but"),
    (("rules.md", "(`columns`)", "(`rows`)"), "no row for Columns (`columns`)."),
    (("match_text.py", "WORDS =", "WORTE ="), "match_text.py: it is there, but has no WORDS."),
    (
        ("match_text.py", "class FourWords", "import nothing_of_that\nclass FourWords"),
        "match_text.py: ModuleNotFound",
    ),
    (("match_text.py", 'event.data["column"]', 'event.data["row"]'), "match_text.py: KeyError, 'row'."),
    (("bot.py", 'return f"drop {chance.pick(free) + 1}"', 'return "drop 9"'), "bot.choose: level easy"),
    (("rules.py", 'return f"drop {move.column}"', 'return f"drop {move.column} "'), "rules: ValueError"),
    (("rules.py", 'turn={state.turn}"', 'turn=0"'), "rules.format_position: it does not tell all"),
    (("rules.py", '"board": list(state.columns)', '"board": state.columns'), "observe: it is not plain"),
    (("bot.py", "    def choose_move(", f"{ANY_LEVEL}\n\n    def choose_move("), "takes a level"),
    (
        ("bot.py", "from typing", "from game.games.socki.rules import RULES\nfrom typing"),
        "bot.py: it imports game.games.socki.rules, which is another game.",
    ),
    (("emblem.svg", "", "<svg viewBox"), "emblem.svg: it is no SVG"),
    (("emblem.svg", "", "<svg/>"), "emblem.svg: it needs a viewBox."),
    (("lessons.toml", "", "[[lesson]\n"), "is no TOML"),
    (("lessons.toml", "", '[[lesson]]\nkey = "one"\n'), "lesson one"),
    (("puzzles.jsonl", "", "{\n"), "puzzles.jsonl, line 1: this is no JSON."),
    (("puzzles.py", "", "PUZLES = 1\n"), "puzzles.py: it is there, but has no PUZZLES."),
]


@pytest.mark.parametrize(("change", "sentence"), FAULTS, ids=[sentence[:40] for _change, sentence in FAULTS])
def test_each_fault_is_one_sentence(
    folder: Callable[..., Path], change: tuple[str, str, str], sentence: str
) -> None:
    report = check(str(folder(change)))
    assert not report.is_good
    assert any(sentence in line for line in report.wrong), report.text()
    assert all("\n" not in line for line in report.wrong)
    assert len(report.wrong) <= 4, report.text()


@risk
def test_failing_screen_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All its modules can be imported, so it was once reported as ready."""

    def draw(_view: object, _painter: object) -> None:
        raise ZeroDivisionError("there is no wool")

    monkeypatch.setattr("game.games.socker.screen.view.SockerView.draw", draw)
    assert main(["check", "socker"]) == 1
    told = capsys.readouterr().out
    assert "Wrong:\n  screen: ZeroDivisionError, there is no wool.\n" in told
    assert told.endswith("socker is not ready.\n")


@risk
def test_leaked_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from game.games.rockit.rules import RULES

    kind, honest = type(RULES), type(RULES).observe

    def leaking(rules: object, state: object, viewer: int | None) -> object:
        seen = dict(honest(rules, state, viewer))  # type: ignore[arg-type]
        return {**seen, "gossip": [list(hand) for hand in state.hands]}  # type: ignore[attr-defined]

    monkeypatch.setattr(kind, "observe", leaking)
    assert any("cards they cannot see" in line for line in check("rockit").wrong)
