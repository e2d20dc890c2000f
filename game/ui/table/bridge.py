"""The names by which screens and phones know a match; they are to move to `MatchScene.match` and `view`."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from game.core.contract import IllegalMove, Outcome
from game.core.discovery import find
from game.core.session import Session
from game.ui.table.playback import Show
from game.ui.table.scene import MatchScene
from game.ui.table.starting import new_match


class _Patience:
    def __init__(self, scene: Bridge) -> None:
        self._scene = scene

    def add(self, number: int) -> None:
        self._scene.attendance.absences.wait_for(number)


class Bridge(MatchScene):
    """A match scene with the names of before."""

    @property
    def people(self) -> list[int]:
        return self.match.people

    @property
    def person(self) -> int | None:
        return self.match.person

    @property
    def winner(self) -> int | None:
        return self.match.winner

    @property
    def awaited(self) -> int | None:
        return self.match.awaited

    @property
    def is_shared(self) -> bool:
        return self.match.is_shared

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def conceded(self) -> int | None:
        return self.match.conceded

    @property
    def show(self) -> Show | None:
        return self.playback.show

    @property
    def queue(self) -> deque[Show]:
        return self.playback.waiting

    @property
    def eyes(self) -> int | None:
        return self.context.gaze.seat

    @property
    def viewer(self) -> int | None:
        return self.context.gaze.seat

    @property
    def message(self) -> str:
        return self.context.messages.text

    @message.setter
    def message(self, text: str) -> None:
        self.context.messages.tell(text)
        self.stale = True

    @property
    def patient(self) -> _Patience:
        return _Patience(self)

    def concede(self, number: int) -> None:
        self.match.concede(number)

    def hand_over(self, number: int, level: str, device: str = "") -> None:
        self.match.hand_over(number, level, device)

    def is_away(self, number: int) -> bool:
        return self.attendance.absences.is_away(number)

    def away_words(self) -> str:
        return self.attendance.away_words()

    def phone_gone(self, seat: int) -> None:
        self.attendance.phone_gone(seat)

    def phone_there(self, seat: int) -> None:
        self.attendance.phone_there(seat)

    def look_after_pads(self) -> bool:
        return self.look_after_seats()

    def hover(self, intent: Any) -> None:
        self.view.hover(intent)

    def play(self, move: str) -> bool:
        return self.context.play(move)

    def refuse(self, sentence: str) -> None:
        self.context.refuse(sentence)

    def thinks(self, seat: int) -> bool:
        return self.context.thinks(seat)

    def result(self) -> Outcome:
        return self.match.result()

    def scores(self) -> tuple[int, ...]:
        return self.match.scores()

    def explain(self, refused: IllegalMove) -> str:
        return self.view.words.refused(refused.refusal)

    def ending(self, outcome: Outcome) -> str:
        return self.view.words.ending(outcome)

    def curves(self) -> list[list[int]]:
        return self.view.words.curves()

    def curve_words(self) -> str:
        return self.view.words.curves_title()

    def known_of(self, seat: int) -> str:
        return self.view.words.known_of(seat)

    def just_now(self) -> str:
        return self.view.words.just_now()

    def result_lines(self) -> list[str]:
        return self.view.words.result_lines()

    def may_phone_undo(self, seat: int) -> bool:
        return self.match.last_person == seat

    def phone_view(self, seat: int) -> dict[str, Any]:
        return self.view.phone.view(seat)

    def phone_moves(self, seat: int) -> list[str]:
        return self.view.phone.moves(seat)

    def phone_act(self, seat: int, words: Mapping[str, Any]) -> str:
        return self.view.phone.act(seat, words)

    def phone_question(self, seat: int, asked: int) -> tuple[Any, ...]:
        return self.view.phone.question(seat, asked, self.stage.settings.hints)

    def phone_hint(self, seat: int, answer: Any) -> dict[str, Any]:
        return self.view.phone.hint(seat, answer, self.stage.settings.hints)

    def again(self, *, same: bool = False) -> None:
        old, stage, seats = self.session, self.stage, self.seats
        options = dict(old.options)
        if not same:
            options |= find(old.game).info.started_by(self.match.winner)

        def begin(session: Session | str) -> None:
            from game.ui.table.opening import match_scene

            assert isinstance(session, Session), session
            stage.stores.autosave.begin(old.game)
            scene = match_scene(stage, session, seats)
            stage.scenes.reset(stage.screens["title"](), scene)
            scene.save()

        seed = old.seed if same and not self.match.has_secrets else None
        new_match(stage, (old.game, old.players, seed, options, old.layout, old.names), begin)
