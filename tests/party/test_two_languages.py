"""Whoever reads another language than the window is sent no word in the window's, nor it one in theirs.

The two languages are made up: every text in one of them begins with its sign, so that none can be overlooked.
"""

from __future__ import annotations

import gettext
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from game import words
from game.core.chance import Chance
from game.core.discovery import find, slugs
from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.messages import Speaks
from game.ui.match.opening import match_scene
from game.ui.match.scene import MatchScene
from tests.party.crowd import NAMES
from tests.party.pocket import House, at_home
from tests.party.test_last_hand import LAST
from tests.scenes.harness import Window

HERE, THERE = "xa", "xb"
"""What the window and what the phones speak."""
SIGNS = {HERE: "⟦a⟧", THERE: "⟦b⟧"}


class Signed(gettext.NullTranslations):
    """English, each text with the sign of its language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.sign = SIGNS.get(language, "")

    def gettext(self, message: str) -> str:
        return self.sign + message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.sign + (msgid1 if n == 1 else msgid2)


class Tower(House):
    """A house whose phones and watchers read another language than the window; what they are sent is kept."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.sent: list[str] = []

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        super().publish(seat, state, events)
        self.sent.append(json.dumps([state, list(events)], ensure_ascii=False))

    @property
    def languages(self) -> tuple[str, ...]:
        return (THERE,)

    def translate(self, say: Callable[[str], Mapping[str, Any] | None]) -> None:
        self.sent += [json.dumps(say(language), ensure_ascii=False) for language in self.languages]

    def answer(self, seat: int, number: int, refused: str = "") -> None:
        self.sent.append(refused)


class Babel:
    """A match at such a window."""

    def __init__(self, window: Window, house: Tower, session: Session) -> None:
        self.window, self.house, self.session = window, house, session
        seats = [Seat(NAMES[n], n, device=PHONE) for n in range(session.players)]
        for seat in range(session.players):
            house.sit(seat, 1e9)
        self.scene: MatchScene = match_scene(window.stage, session, seats)
        window.stage.scenes.reset(window.stage.screens["title"](), self.scene)
        house.watch()
        for seat in range(session.players):
            house.hear(seat, Speaks(seat, THERE))
        window.turn()
        house.sent.clear()
        self.check()

    def do(self, seat: int, what: str, **more: Any) -> str:
        """Something is done on a phone."""
        why = self.scene.phones.do(seat, {"do": what, **more}, self.window.time)
        self.house.sent.append(why)
        self.check()
        return why

    def play(self, move: str) -> str:
        seat = self.session.to_move
        assert seat is not None
        return self.do(seat, "move", move=move, ply=len(self.session.log))

    def check(self) -> None:
        for _ in range(6):
            self.window.turn(ms=100)
        for text in self.house.sent:
            assert SIGNS[HERE] not in text, "a phone was sent a word of the window"
        scene = self.scene
        said = [scene.context.messages.text, scene.view.news]
        for text in said:
            assert SIGNS[THERE] not in text, "the window says a word of a phone"


@pytest.fixture
def babel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Session], Babel]]:
    real = gettext.translation

    def translation(name: str, folder: Path, chosen: list[str], **_more: bool) -> gettext.NullTranslations:
        # What is asked for is kept for good: any other language must stay what it is for later tests.
        return Signed(chosen[0]) if chosen[0] in SIGNS else real(name, folder, chosen, fallback=True)

    monkeypatch.setattr("gettext.translation", translation)
    monkeypatch.setattr("game.match.phone_seats.languages", lambda: (HERE, THERE))
    monkeypatch.setattr("game.app.App.draw", lambda _app: None)
    with at_home(tmp_path) as (window, _house):
        tower = Tower(window)
        window.stage.phones.party = tower
        tower.open()
        words.use(HERE)
        yield lambda session: Babel(window, tower, session)
    words.use("en")


def _session(game: str) -> Session:
    return Session.new(game, seed=9, names=None)


@pytest.mark.parametrize("game", slugs())
def test_moves_refusals_hints_and_the_end(babel: Callable[[Session], Babel], game: str) -> None:
    made = babel(_session(game))
    session, chance = made.session, Chance("babel", game)
    for turn in range(6):
        seat = session.to_move
        if seat is None:
            break
        if turn == 0:
            made.do(seat, "hint")
        bot = find(game).bot
        made.play(bot.choose(session.observe(seat), session.options, "easy", chance))
    seat = session.to_move
    assert seat is not None
    other = (seat + 1) % session.players
    assert made.do(other, "move", move="pass", ply=len(session.log)).startswith(SIGNS[THERE])
    assert made.do(seat, "move", move="nonsense", ply=len(session.log)).startswith(SIGNS[THERE])
    assert made.do(seat, "move", move="draw", ply=99).startswith(SIGNS[THERE])
    for what in ("undo", "answer", "wobble", "draw", "end", "step", "sort", "rest"):
        made.do(seat, what, number=0)
        made.do(other, what, number=0)
    for _ in range(5):
        made.do(other, "react", sign="ha")
    made.window.stage.open("pause", made.scene)
    made.check()
    assert made.do(seat, "draw").startswith(SIGNS[THERE])
    made.window.stage.scenes.pop()
    made.scene.match.concede(other)
    made.check()
    over = made.house.states[seat]["over"]
    assert over["words"].startswith(SIGNS[THERE])
    made.window.wait(6000)
    made.check()
    made.do(seat, "draw")
    assert SIGNS[HERE] in made.house.public["over"]["words"], "a watcher who has not said hears the window's"


@pytest.mark.parametrize("game", LAST)
def test_the_end_of_a_hand(babel: Callable[[Session], Babel], game: str) -> None:
    position, move, options = LAST[game]
    made = babel(Session.from_position(game, position, seed=5, options=options))
    made.window.stage.change(animation_speed="relaxed", language=HERE)
    assert made.play(move) == ""
    for _ in range(40):
        made.check()


def test_whoever_is_asked_is_asked_in_their_own_language(babel: Callable[[Session], Babel]) -> None:
    made = babel(Session.from_position("socker", "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9", names=["Ann", "Bo"]))
    made.play("end") if made.session.refusal("end") is None else made.play("move e5 d5")
    while made.session.to_move == 0:
        made.play(next(move for move in made.session.moves() if move.startswith(("move", "end"))))
    assert made.do(0, "undo") == ""
    asked = made.house.states[1]["ask"]
    assert [text[:3] for text in (asked["words"], *asked["answers"])] == [SIGNS[THERE]] * 3
    assert made.do(1, "answer", number=0) == ""
    assert made.scene.view.news


def test_the_screen_asks_in_its_own_language_what_a_phone_wants(babel: Callable[[Session], Babel]) -> None:
    made = babel(Session.from_position("socker", "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9", names=["Ann", "Bo"]))
    made.scene.match.hand_over(1, "", "")
    while made.session.to_move == 0:
        made.play(next(move for move in made.session.moves() if move.startswith(("move", "end"))))
    assert made.do(0, "undo") == ""
    top = made.window.top
    assert type(top).__name__ == "Consent"
    texts = [str(part) for row in top.form.widgets for part in vars(row).values()]
    assert any(SIGNS[HERE] in text for text in texts)
    assert not any(SIGNS[THERE] in text for text in texts)
