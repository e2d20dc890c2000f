"""Pictures of Socks in the City for the screenshot sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.app import App
from game.core.discovery import find_game
from game.core.game import Bot
from game.core.rng import SeededRng
from game.core.session import Session
from game.levels import load
from game.match.seats import Seat
from game.resources import LEVELS
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene


def city_shots(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take a match of Socks in the City: building by hand, socks, track, a train, and boards with looks."""
    seats = [Seat("Annabella", 0), Seat("Bo", 1)]
    bot = find_game("city").bot

    def open_match(layout: str = "", **options: object) -> Any:
        board = load(LEVELS / "city" / f"{layout}.tmx") if layout else None
        session = Session.new("city", None, 4, options, board, [seat.name for seat in seats])
        table = match_scene(context, session, seats)
        context.scenes.push(table)
        table.skip()
        return table

    def play_moves(match: Any, moves: int) -> None:
        for _ in range(moves):
            _play_move(match, bot)
            match.skip()

    match = open_match(board_build="manual", sock_setup="alternate", blockers=4)
    play_moves(match, 8)
    match.view.setup.ready()
    shot("city-tiles")
    while match.view.map.seen["phase"] == "tiles":
        play_moves(match, 1)
    play_moves(match, 2)
    match.view.map.cursor.jump(min(match.view.setup.open))
    shot("city-socks")
    match = open_match()
    play_moves(match, 24)
    match.view.map.look_at("violet")
    match.view.map.go_on(jump=True)
    shot("city-way")
    match.view.map.is_closer = True
    shot("city-names")
    match.view.map.is_closer = False
    start, end = match.view.map.city.printed_links[0]
    match.view.map.cursor.jump(end, start)
    match.context.play(f"lay {start} {end}")
    shot("city-refused")
    match.view.map.look_at("")
    _play_until_join(match, bot)
    for moment in (0.4, 0.9):
        while not _is_joining(match) or match.animations.show.progress < moment:
            time[0] += 8
            app.step_frame([])
        shot(f"city-train-{int(moment * 100)}")
    match.skip()
    for layout in ("great_park", "harbour", "old_town", "river", "twin_lakes"):
        play_moves(open_match(layout), 1)
        shot(f"city-{layout}")


def _is_joining(match: Any) -> bool:
    """Return True while a train is shown."""
    return match.animations.show is not None and match.animations.show.event.kind == "join"


def _play_until_join(match: Any, bot: Bot) -> None:
    """Play until a pair is joined; its animation is still waiting."""
    while not any(event.kind == "join" for event in match.animations.waiting):
        match.skip()
        _play_move(match, bot)


def _play_move(match: Any, bot: Bot) -> None:
    """Play a move of the normal level."""
    session = match.match.session
    observation = session.observe(session.to_move)
    match.context.play(bot.choose(observation, session.options, "normal", SeededRng(len(session.log))))
