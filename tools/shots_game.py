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
    context: AppContext, app: App, time: list[float], shot: Callable[[str], None], slug: str
) -> None:
    """Take all pictures of a game in the window."""
    context.last_game = slug
    for name, *arguments in (("title",), ("rules", slug), ("lobby", slug)):
        context.open_scene(name, *arguments)
        while (top := context.scenes.top) is not None and name == "lobby" and top.tick(context.now):
            pass  # the thumbnails of boards are read
        shot(name)
        context.scenes.pop()
    for players in sorted(set(find_game(slug).info.players)):
        full_match = _play_full_match(slug, players)
        ply = _middle_ply(full_match)
        table = _Table(context, app, time, lambda name, players=players: shot(f"{players}-{name}"))  # type: ignore[misc]
        table.played(full_match, ply, "midst")
        if full_match.to_move is None:
            table.played(full_match, len(full_match.log) - 1, "end")
            # Use the whole match, because the one at the table began before its last move.
            context.open_scene("results", match_scene(context, full_match, table.match.match.seats))
            shot(f"{players}-results")
        context.scenes.reset(context.screens["title"]())


def phone_shots(folder: Path, slug: str) -> int:
    """Write the pictures of phones before a move. Returns their number, 0 without a browser."""
    if (path := find_browser()) is None:
        return 0
    full_match = _play_full_match(slug, find_game(slug).info.players[0])
    ply, count = _middle_ply(full_match), 0
    mover = full_match.log[ply][0]
    with browsing(path) as browser:
        for size in PHONES:
            with tempfile.TemporaryDirectory() as home:
                room = BrowserRoom(
                    Path(home), browser, full_match.before(ply), full_match.players, size, beat=1.0
                )
                pages = [room.join(number) for number in range(full_match.players)]
                room.until(partial(room.may_play, pages[mover]))
                for name, number in (("moves", mover), ("waits", (mover + 1) % full_match.players)):
                    pages[number].shot(folder / f"phone-{size[0]}-{name}.png")
                    count += 1
                room.close()
    return count


def _play_full_match(slug: str, players: int) -> Session:
    """Return a match of bots, played to its end or for at most `LONG` moves."""
    session = Session.new(slug, players, seed=1, names=NAMES[:players])
    level = find_game(slug).bot.levels[0]
    while session.to_move is not None and len(session.log) < LONG:
        session.play(bot_move(session, level, 1))
    return session


def _middle_ply(full_match: Session) -> int:
    """Return the ply nearest to the middle of a match at which the first seat is to move."""
    half = len(full_match.log) // 2
    return min(
        (ply for ply, (seat, _move) in enumerate(full_match.log) if seat == 0),
        key=lambda ply: abs(ply - half),
    )


class _Table:
    """Window in which moves of a match are shown."""

    def __init__(self, context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
        self.context, self.app, self.time, self.shot = context, app, time, shot
        self.match: Any = None

    def played(self, full_match: Session, ply: int, name: str) -> None:
        """Take pictures before a move of a match, during the move, and after it."""
        mover, move = full_match.log[ply]
        level = find_game(full_match.game).bot.levels[0]
        seats = [Seat(NAMES[n], n, "" if n == mover else level) for n in range(full_match.players)]
        # Start from the position, because a continued match would wait behind the curtain.
        before = full_match.before(ply)
        session = Session.from_position(
            full_match.game, before.position(), options=full_match.options, names=full_match.names
        )
        self.match = match_scene(self.context, session, seats)
        self.context.scenes.push(self.match)
        self._advance(30 * FRAME)
        self.shot(name)
        self.match.context.play(move)
        playback, start = self.match.animations, self.time[0]
        duration = playback.remaining_ms()
        for moment in MOMENTS:
            self._advance(start + duration * moment - self.time[0])
            self.shot(f"{name}-{moment:.1f}")
        self._advance(start + duration + 30 * FRAME - self.time[0])
        self.shot(f"{name}-after")

    def _advance(self, ms: float) -> None:
        """Let ``ms`` milliseconds pass."""
        end = self.time[0] + ms
        while self.time[0] < end:
            self.time[0] += FRAME
            self.app.step_frame([])
