"""Playback of a moment: its played moves, then the better ones, each in its window."""

from __future__ import annotations

from game.scenes.analysis.known_moments import AnalysedMoves, KnownMoments
from game.scenes.analysis.pictures import MomentPictures, MoveAnimation
from game.ui.core.canvas import MAX_STEP_MS, PACE
from game.ui.core.scene import AppContext


class MomentPlayback:
    """Animations of the open moment."""

    def __init__(self, app: AppContext, known: KnownMoments, pictures: MomentPictures) -> None:
        self._app, self._known, self._pictures = app, known, pictures
        self._plays: list[MoveAnimation] = []
        """Running animation of a window and those that follow."""
        self._last_play_ms = 0.0
        """Time in ms up to which the animation has advanced."""

    @property
    def can_play(self) -> bool:
        """True if a moment is open, its pictures are drawn and some of its moves can be animated."""
        turn = self._known.turn
        if turn is None or self._known.open_number not in self._pictures.finished:
            return False
        return any(self._pictures.can_play(turn, deed) for deed in self._known.deeds)

    def start(self) -> None:
        """Animate the played moves, then the better ones."""
        turn = self._known.turn
        assert turn is not None
        self._plays = [
            self._pictures.play(turn, deed)
            for deed in self._known.deeds
            if self._pictures.can_play(turn, deed)
        ]
        self._begin(self._plays[0])

    def advance(self, now: float) -> bool:
        """Advance the animation. Returns True while one runs."""
        elapsed, self._last_play_ms = min(MAX_STEP_MS, now - self._last_play_ms), now
        if not self._plays:
            return False
        play = self._plays[0]
        if play.run(now, elapsed, self._pace):
            self._app.play_sound("card_lay")
        if play.is_over(self._pace):
            self._plays.pop(0).leave()
            for following in self._plays[:1]:
                self._begin(following)
        return True

    def _begin(self, play: MoveAnimation) -> None:
        """Start an animation at the current time."""
        self._last_play_ms = self._app.now
        if play.table is not None:
            play.table[1].resume()

    def stop(self) -> None:
        """Stop all animations."""
        for play in self._plays:
            play.leave()
        self._plays = []

    @property
    def playing(self) -> AnalysedMoves | None:
        """Moves whose animation is running; None for none."""
        return self._plays[0].turn if self._plays else None

    def of(self, deed: AnalysedMoves) -> MoveAnimation | None:
        """Running animation of these moves. None for none."""
        return self._plays[0] if self.playing == deed else None

    def fallen_count(self, deed: AnalysedMoves) -> float | None:
        """Number of these moves' cards that are on the table. None if they are not being played."""
        play = self.of(deed)
        return None if play is None else play.fallen(self._pace)

    @property
    def _pace(self) -> float:
        """Factor on the durations of animations; 0 if they are off."""
        return PACE[self._app.settings.animation_speed]
