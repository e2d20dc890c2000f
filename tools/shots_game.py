"""Screenshots of any game without a special scene: ``python -m tools.shots DIR --game SLUG``.

Title, rules and lobby; the table with the fewest and the most players in the middle of a match, during a
move, at its end, and the results; and phones of the player to move and of a waiting one, if Chromium is
available.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from game.app import App
from game.bots.match_runner import bot_move
from game.core.discovery import find_game
from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene
from tests.party.browser_phones import BrowserRoom
from tools.browser import browsing, find_browser

NAMES = ("Annabella", "Kofi", "Ida", "Mo", "Yusuf", "Pip", "Zoe", "Al")
FRAME = 16  # ms between two loop turns
MOMENTS = (0.2, 0.4, 0.6, 0.8)  # progress of a move at which pictures are taken
LONG = 400  # moves after which a match without an end gets no picture of it
PHONES = ((390, 844), (320, 568))


def game_shots(
    stage: AppContext, app: App, time: list[float], shot: Callable[[str], None], slug: str
) -> None:
    """Take all pictures of a game in the window."""
    stage.last_game = slug
    for name, *given in (("title",), ("rules", slug), ("lobby", slug)):
        stage.open_scene(name, *given)
        while (top := stage.scenes.top) is not None and name == "lobby" and top.tick(stage.now):
            pass  # the thumbnails of boards are read
        shot(name)
        stage.scenes.pop()
    for players in sorted(set(find_game(slug).info.players)):
        whole = _whole(slug, players)
        own = _midst(whole)
        table = _Table(stage, app, time, lambda name, players=players: shot(f"{players}-{name}"))  # type: ignore[misc]
        table.played(whole, own, "midst")
        if whole.to_move is None:
            table.played(whole, len(whole.log) - 1, "end")
            # Use the whole match, because the one at the table began before its last move.
            stage.open_scene("results", match_scene(stage, whole, table.match.match.seats))
            shot(f"{players}-results")
        stage.scenes.reset(stage.screens["title"]())


def phone_shots(folder: Path, slug: str) -> int:
    """Write the pictures of phones before a move. Returns their number, 0 without a browser."""
    if (path := find_browser()) is None:
        return 0
    whole = _whole(slug, find_game(slug).info.players[0])
    ply, count = _midst(whole), 0
    mover = whole.log[ply][0]
    with browsing(path) as browser:
        for size in PHONES:
            with tempfile.TemporaryDirectory() as home:
                room = BrowserRoom(Path(home), browser, whole.before(ply), whole.players, size, beat=1.0)
                pages = [room.join(number) for number in range(whole.players)]
                room.until(partial(room.may_play, pages[mover]))
                for name, number in (("moves", mover), ("waits", (mover + 1) % whole.players)):
                    pages[number].shot(folder / f"phone-{size[0]}-{name}.png")
                    count += 1
                room.close()
    return count


def _whole(slug: str, players: int) -> Session:
    session = Session.new(slug, players, seed=1, names=NAMES[:players])
    level = find_game(slug).bot.levels[0]
    while session.to_move is not None and len(session.log) < LONG:
        session.play(bot_move(session, level, 1))
    return session


def _midst(whole: Session) -> int:
    """Return the ply nearest to the middle of a match at which the first seat is to move."""
    half = len(whole.log) // 2
    return min(
        (ply for ply, (seat, _move) in enumerate(whole.log) if seat == 0), key=lambda ply: abs(ply - half)
    )


class _Table:
    """Window in which moves of a match are shown."""

    def __init__(self, stage: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
        self.stage, self.app, self.time, self.shot = stage, app, time, shot
        self.match: Any = None

    def played(self, whole: Session, ply: int, name: str) -> None:
        """Take pictures before a move of a match, during the move, and after it."""
        own, move = whole.log[ply]
        level = find_game(whole.game).bot.levels[0]
        seats = [Seat(NAMES[n], n, "" if n == own else level) for n in range(whole.players)]
        # Start from the position, because a continued match would wait behind the curtain.
        before = whole.before(ply)
        session = Session.from_position(
            whole.game, before.position(), options=whole.options, names=whole.names
        )
        self.match = match_scene(self.stage, session, seats)
        self.stage.scenes.push(self.match)
        self._pass(30 * FRAME)
        self.shot(name)
        self.match.context.play(move)
        playback, begun = self.match.animations, self.time[0]
        long = sum(show.length for show in (*filter(None, [playback.show]), *playback.waiting))
        for moment in MOMENTS:
            self._pass(begun + long * moment - self.time[0])
            self.shot(f"{name}-{moment:.1f}")
        self._pass(begun + long + 30 * FRAME - self.time[0])
        self.shot(f"{name}-after")

    def _pass(self, ms: float) -> None:
        end = self.time[0] + ms
        while self.time[0] < end:
            self.time[0] += FRAME
            self.app.step_frame([])
