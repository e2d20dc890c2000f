"""Moments of the games picture by picture, for `tools.frame_strips`.

Each is shown from the move that starts it. ``GAME-hurried`` shows other players' moves while Enter is pressed
repeatedly, until the player's turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import pygame

from game.app import App
from game.bots.worker import Worker
from game.core.discovery import find_game, game_slugs
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from tools.shots_office import LAST, NAMES

FRAME = 16.0


@dataclass(frozen=True, slots=True)
class Strip:
    """Moment and the times of its pictures."""

    session: Callable[[], Session]
    moves: Sequence[str]
    """Moves that lead to it, each after the animation of the previous one; the last one starts it."""
    times: Sequence[int]  # ms after its start
    changed: Mapping[str, object] = field(default_factory=dict)  # changed settings


def stood(game: str, position: str, seed: int = 3) -> Callable[[], Session]:
    """Return a factory of matches from a position."""
    return lambda: Session.from_position(game, position, seed, names=NAMES[: _count(game, position)])


def _count(game: str, position: str) -> int:
    """Return the number of players in a position."""
    return Session.from_position(game, position, 1).players


def city_before_a_pair() -> Session:
    """Return a match of Socks in the City before its second pair is joined. Sets ``CITY``."""
    session, bot, join_plies = Session.new("city", seed=4, names=("Ann", "Bo")), find_game("city").bot, []
    while session.to_move is not None:
        observation = session.observe(session.to_move)
        events = session.play(bot.choose(observation, session.options, "normal", SeededRng(len(session.log))))
        join_plies += [len(session.log)] * any(event.kind == "join" for event in events)
    while len(session.log) >= join_plies[1]:
        CITY[:] = [session.log[-1][1]]
        session.undo()
    return session


CITY: list[str] = []
"""Move that joins the pair, set by ``city_before_a_pair``."""
SOCKER = "field=9/4oB3/4R4/9/9/9/9/9/9/2R6/4B4 score=1/1"
LAYS = "play 7C 8C 9C 10C | 4H 4D 4S"
ROCKIT = "table=7C,8C,9C/4H,4D,4S hands={}/6D,5D,9S stock=5C,6C,8H,9H in=1/1"
GIVES = "hands=8H,9D,10S,JK,AS,AD/9H,KD/10D,JH/8D,9S,QS/QD,KS,8C order=0,1,2,3,4 give=0>4:2,1>3:1,0>2:1"
FALLS = "hands=9H,10D/-/-/-/KD order=0,1,2,3,4 out=1,2,3 lead=- by=- turn=4 scores=7/4/8/3/0"
OPEN = "table=6P,7P,8P hands=9P/9L,12L/3B,5F,9F/2P stock=5B scores=0/40/12/7"
LIE = "2P,2B,2L 3P,4P,5P,6P 5F,5B,5L HP,HF,HB,HL 1F,2F,3F,4F,5F 7F,7B,7L 8B,9B,10B,11B 4L,5L,6L 10L,11L,12L"
HELD = "7P,1P,8P,10P,11P,8F,10F,12F,3B,6B,8L/9P,9L,4P/11F,12P"
KNOCKS = f"table={LIE.replace(' ', '/')} hands={HELD} stock=5B,6B,7B"
KNOCK = "play " + " | ".join(pile.replace(",", " ") for pile in LIE.replace("6P", "6P,7P").split())
EXACT = "table=6P,7P,8P/1F,2F,3F/HP,HF,HB hands=9P/8P,12P/5L,HL/2F,4B stock=5B,5F,1B scores=40/80/12/40"
EXACTLY = "play 6P 7P 8P 9P | 1F 2F 3F | HP HF HB"
STORM = "table=1P,2P,3P/1F,2F,3F hands=8L,8B,2L/12B,1F/3B,1L/12L,12F stock={}"
STOCK = [f"{rank}{suit}" for suit in "PFBL" for rank in (10, 11, 9, 7, 5, 6, 4) for _copy in range(2)]
"""Cards of the stock; a strip uses as many as it needs."""
SHORT, LONG = range(0, 4500, 300), range(0, 9000, 500)
LEAVES = range(0, 3600, 100)
WON = range(4300, 6400, 50)
STRIPS = {
    "socker-goal": Strip(stood("socker", SOCKER), ["kick e9 e10"], SHORT),
    "match-won": Strip(stood("socker", SOCKER.replace("1/1", "2/1")), ["kick e9 e10"], WON),
    "city-pair": Strip(city_before_a_pair, CITY, SHORT),
    "rockit-countdown": Strip(stood("rockit", ROCKIT.format("10C,2D")), [LAYS], SHORT),
    "rockit-launch": Strip(stood("rockit", ROCKIT.format("10C")), [LAYS], LEAVES),
    "sociable-envelopes": Strip(stood("sociable", GIVES), ["give 8H 9D"], SHORT),
    "sociable-fall": Strip(stood("sociable", FALLS), ["play KD"], LONG),
    "sociable-chairs": Strip(stood("sociable", LAST), ["play AS"], LONG),
    "socki-end": Strip(stood("socki", OPEN), ["play 6P 7P 8P 9P"], LONG),
}
STRIPS["socki-knock"] = Strip(stood("socki", KNOCKS), [KNOCK], range(0, 1250, 50))
STRIPS["socki-hundred"] = Strip(stood("socki", EXACT), [EXACTLY], range(2200, 4700, 50))
for left in (50, 36, 20, 6):
    begins = stood("socki", STORM.format(",".join(STOCK[: left + 1])))
    STRIPS[f"socki-storm-{left}"] = Strip(begins, ["draw"], [3000])


EVERY, STEPS, BETWEEN = 50, 3, 150
"""Ms between pictures while Enter is pressed, loop turns between them, and ms between presses."""
OPENED = 16  # moves before the strip
ONWARD = 600.0  # ms for which Enter is pressed in the player's turn
HURRIED = {f"{slug}-hurried": slug for slug in game_slugs()}  # game of each such strip


class Sleeper(Worker):
    """Worker that never answers, so that bots make only the moves of the strip."""

    def submit(self, where: str, *arguments: object, limit: float | None = None) -> int:
        """Ignore the request."""
        return 1

    def start(self) -> None:
        """Start no process."""


class Camera:
    """Match at a table with a simulated clock."""

    def __init__(self, context: AppContext, app: App, time: list[float], strip: Strip) -> None:
        """Open the match. ``time`` is the app's time in ms, in a list of one element."""
        self.context, self.app, self._time = context, app, time
        context.update_settings(**{"animation_speed": "brisk", "language": "en", **strip.changed})
        context.bot_worker = Sleeper()
        session = strip.session()
        seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(session.names)]
        self.scene: MatchScene = match_scene(context, session, seats)
        context.scenes.push(self.scene)
        self.wait(1500)

    def wait(self, ms: float) -> None:
        """Let ``ms`` milliseconds pass."""
        end = self._time[0] + ms
        while self._time[0] < end:
            self._time[0] += FRAME
            self.app.step_frame([])

    def run(self, strip: Strip, shot: Callable[[str], None]) -> None:
        """Take every picture of a strip."""
        for number, move in enumerate(strip.moves):
            while self.scene.animations.is_busy and not self.scene.animations.is_held:
                self.wait(FRAME)
            self.scene.match.play(move)
            if number == len(strip.moves) - 1:
                break
        start = self._time[0]
        for at in strip.times:
            self.wait(start + at - self._time[0])
            shot(f"{at} ms")

    def hurry(self, shot: Callable[[str], None]) -> None:
        """Press Enter while the others move, and for a while in the player's turn."""
        scene, player_seat, start, turn_start, last_press = (
            self.scene,
            self.scene.match.local_seats[0],
            self._time[0],
            0.0,
            0.0,
        )
        while not turn_start or self._time[0] - turn_start < ONWARD:
            is_press = self._time[0] - last_press >= BETWEEN
            if is_press:
                last_press = self._time[0]
                kinds = (pygame.KEYDOWN, pygame.KEYUP)
                self.app.step_frame([pygame.event.Event(kind, key=pygame.K_RETURN, mod=0) for kind in kinds])
            seat = scene.match.bot_to_move
            if seat is not None and not scene.animations.is_busy:
                self._move_bot(seat)
            for _turn in range(STEPS):
                self._time[0] += EVERY / STEPS
                self.app.step_frame([])
            if not turn_start and scene.match.local_to_move == player_seat and not scene.animations.is_busy:
                turn_start = self._time[0]
            turn = f"own +{self._time[0] - turn_start:.0f}" if turn_start else "others"
            suffix = "" if not scene.view.draft.is_open else ", holds"
            caption = f"{self._time[0] - start:.0f} ms, {turn}, {len(scene.match.session.log)} moves{suffix}"
            shot(f"Enter {caption}" if is_press else caption)

    def _move_bot(self, seat: int) -> None:
        """Play a move of the easy level."""
        session = self.scene.match.session
        bot, rng = find_game(session.game).bot, SeededRng("strip", len(session.log))
        self.scene.match.play(bot.choose(session.observe(seat), session.options, "easy", rng))


def others_first(slug: str) -> Session:
    """Return a match in progress in which all others move before the first seat, the player."""
    session, bot = Session.new(slug, 2 if slug in ("socker", "city") else 4, seed=11), find_game(slug).bot
    while len(session.log) < OPENED or session.to_move != 1:
        assert session.to_move is not None
        observation, rng = session.observe(session.to_move), SeededRng("opened", len(session.log))
        session.play(bot.choose(observation, session.options, "easy", rng))
    return session


def moment_shots(
    name: str, context: AppContext, app: App, time: list[float], shot: Callable[[str], None]
) -> None:
    """Take the pictures of a strip, each with its caption as name."""
    slug, worker, settings = HURRIED.get(name), context.bot_worker, context.settings
    strip = STRIPS[name] if slug is None else Strip(partial(others_first, slug), (), ())
    camera = Camera(context, app, time, strip)
    if slug is None:
        camera.run(strip, shot)
    else:
        camera.hurry(shot)
    context.scenes.close(camera.scene)
    context.bot_worker = worker
    context.apply_settings(settings)
