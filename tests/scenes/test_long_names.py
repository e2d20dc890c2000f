"""Tests of unusually wide names: the name is cut, never the sentence around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.discovery import game_slugs
from game.core.graphemes import fit_name, letters, without_last_letter
from game.core.session import Session
from game.i18n import _, join_names, listed
from game.match.seats import Seat
from game.party.messages import MAX_NAME_LENGTH, clean_name
from game.ui.core.paint import FittedLine, Painter
from tests.scenes.harness import WindowRobot

# up to twenty letters
WIDE = {
    "emoji": "😀" * 20,
    "flags": "🇩🇪" * 20,
    "Arabic": "محمد عبد الرحمن القا",
    "ligatures": "﷽" * 20,
    "W": "W" * 20,
}


@given(st.text(max_size=60).map(clean_name))
def test_narrowed_name_is_a_prefix_of_the_name(name: str) -> None:
    short = fit_name(name, MAX_NAME_LENGTH)
    assert short == name or (short.endswith("…") and name.startswith(short[:-1]))
    assert fit_name(short, MAX_NAME_LENGTH) == short
    if name.isascii():
        assert short == name


@pytest.mark.parametrize("kind", ["emoji", "flags", "ligatures"])
def test_sentence_cuts_only_the_name(kind: str) -> None:
    name = WIDE[kind]
    short = fit_name(name, MAX_NAME_LENGTH)
    assert len([*letters(short)]) <= 10
    for sentence in (
        _("{name}, are you there?").format(name=name),
        join_names(["Ann", name]),
        listed([name, "Ann"]),
    ):
        assert short in sentence
        assert name not in sentence
    assert _("{name}, are you there?").format(name=name) == f"{short}, are you there?"
    several = join_names(["Ann", name, "Bo"])
    assert _("{names} win").format(names=several) == f"{several} win"


@pytest.mark.parametrize("kind", WIDE)
@pytest.mark.parametrize("game", game_slugs())
def test_wide_name_stays_within_the_window(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, game: str, kind: str
) -> None:
    name, put = WIDE[kind], Painter.put_line
    over: list[str] = []

    def watched(painter: Painter, line: FittedLine, x: float, y: float, anchor: str) -> float:
        width = put(painter, line, x, y, anchor)
        left = x - width * (0.0 if "left" in anchor else 1.0 if "right" in anchor else 0.5)
        if left < -1 or left + width > painter.view.w + 1:
            over.append(line.text)
        return width

    monkeypatch.setattr(Painter, "put_line", watched)
    session = Session.new(game, seed=4)
    seats = [Seat(without_last_letter(name) + str(seat), seat, "", "") for seat in range(len(session.names))]
    scene = window.open_match(session, seats)
    for _turn in range(3):
        scene.match.play(scene.match.session.moves()[0])
        window.run_for(8000)
        window.picture()
        window.step()
    scene.match.concede(0)
    window.run_for(8000)
    window.picture()
    window.context.open_scene("pause", scene)
    window.picture()
    assert over == []
