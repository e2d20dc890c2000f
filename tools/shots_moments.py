"""Moments and ordinary actions picture by picture, for `tools.frame_strips` and `tools.bench_window`.

Each is shown from the move that starts it. ``GAME-hurried`` shows other players' moves while Enter is pressed
repeatedly, until the player's turn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

import pygame

from game.app import App
from game.bots.worker import Worker
from game.core.discovery import find_game, game_slugs
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.audio import ATTACK_MS
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene
from tools.shots_office import LAST, NAMES

FRAME = 16.0


Act: TypeAlias = "str | Callable[[Camera], None]"
"""Move that is played, or input that is given."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Moment and the times of its pictures."""

    session: Callable[[], Session] | None  # None for no match
    moves: Sequence[Act]
    """Acts that lead to it, each after the animation of the previous one; the last one starts it."""
    times: Sequence[int]  # ms after its start
    changed: Mapping[str, object] = field(default_factory=dict)  # changed settings
    crop: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    """Left, upper, right and lower edge of the pictures, as shares of the window."""


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


# Ordinary actions, by the names of `game.ui.core.verbs`.

DUEL = "field=9/9/9/9/9/4oB3/2R1R4/4R4/9/9/9"
ACROSS = "field=9/9/9/9/9/4B4/{}/4R4/9/9/9"
OWN = "table=6P,7P,8P/3L,3F,3B hands=9P,10P,5L,12L/4F,6F stock=2F,3F,5B"
OTHER = "table=6P,7P,8P/3L,3F,3B hands=5L,12L,1F,2P/9P,3P,4F,9L,12F,11B,10F stock=2F,3F,5B turn=1"
CALLS = "table=7C,8C,9C/4H,4D,4S hands=2H,3H,5H,6H,9S/{} stock=5C,6D,7D,8D in=1/1 turn=1"
CALL = "play 7C 8C 9C 10C | 4H 4D 4S"
ROUND = "hands=10H,JH,9H/QD,AS,9C,KC,KS/9D,10S,JC/KD,10C,JS lead={} order=0,2,3,1"
ENDS = "table=6P,7P,8P/1F,2F,3F hands=9P/8P,12P,3L,4L/5L,HL,6F/2F,4B stock=5B,5F,1B scores=40/30/12/55"


def drop_card(card: str, pile: str) -> Callable[[Camera], None]:
    """Act that drags a card of the hand to the right end of the pile with another card."""

    def act(camera: Camera) -> None:
        """Drag from card to pile."""
        table = camera.scene.view.table
        key = next(piece.key for piece in table.draft.hand if piece.card == card)
        (start_x, start_y), number = table.spots()[str(key)].centre, table.draft.piles
        box = table.placed_piles().boxes()[next(lies.key for lies in number if pile in lies.texts)]
        x, y = box.right - 16, box.centre[1]
        way = [(n / 10, (n / 10) ** 2 * (3 - n / 5)) for n in range(11)]
        camera.drag(*((start_x + (x - start_x) * s, start_y + (y - start_y) * s) for _n, s in way), (x, y))

    return act


def carry_card(camera: Camera) -> None:
    """Carry a card of the hand to the right, and hold it."""
    table = camera.scene.view.table
    x, y = table.spots()[str(table.draft.hand[0].key)].centre
    steps = [(x + 200 * min(1.0, n / 10), y - 140 * min(1.0, n / 10)) for n in range(40)]
    camera.drag((x, y), *steps)


def end_turn(camera: Camera) -> None:
    """End the turn."""
    camera.scene.view.moves.end_turn()


def at_link(*, is_taken: bool = False) -> Callable[[Camera], None]:
    """Act that jumps to the legal link nearest to the middle of the map, or to one with another's track."""

    def act(camera: Camera) -> None:
        """Jump."""
        city_map = camera.scene.view.map
        middle = city_map.boxes.map.centre
        links = city_map.picture.tracks[1] if is_taken else city_map.legal
        link = min(links, key=lambda link: (math.dist(city_map.city_map.link_middle(link), middle), link))
        city_map.cursor.jump(link[1], link[0])

    return act


def keys(*keys: int) -> Callable[[Camera], None]:
    """Act that presses keys."""
    return lambda camera: camera.press(*keys)


def focus(key: str) -> Callable[[Camera], None]:
    """Act that moves the focus."""
    return lambda camera: camera.scene.set_focus(key)


def opens(*screen: str) -> Callable[[Camera], None]:
    """Act that opens a screen and waits for its pictures."""

    def act(camera: Camera) -> None:
        """Open the screen."""
        camera.context.open_scene(*screen)
        camera.wait(1500)
        camera.press(pygame.K_DOWN, pygame.K_UP)
        camera.wait(1000)

    return act


def take_seat(camera: Camera) -> None:
    """Let a person take the first free seat of a lobby."""
    lobby: Any = camera.context.scenes.top
    lobby.table.take(next(number for number, seat in enumerate(lobby.seats) if seat.empty), "")


PITCH, MAT, MAP = (0.33, 0.3, 0.63, 0.74), (0.14, 0.0, 0.74, 0.75), (0.34, 0.26, 0.56, 0.6)
PILES = 0.3, 0.16, 0.56, 0.56
OFFICE = 0.34, 0.02, 0.97, 0.62
FAST, SLOW = (*range(0, 240, 20), *range(240, 560, 80)), range(0, 640, 40)
VERBS = {
    "step": Strip(stood("socker", DUEL), ["move e5 d4"], FAST, crop=PITCH),
    "kick": Strip(stood("socker", DUEL), ["kick e5 e6"], FAST, crop=PITCH),
    "kick-up": Strip(stood("socker", ACROSS.format("3oR4")), ["kick e5 d5"], FAST, crop=PITCH),
    "kick-down": Strip(stood("socker", ACROSS.format("4Ro3")), ["kick e5 f5"], FAST, crop=PITCH),
    "sock": Strip(stood("socker", DUEL), ["sock e5 f6"], range(0, 960, 60), crop=(0.33, 0.3, 0.66, 0.86)),
    "place": Strip(
        partial(Session.new, "socker", seed=3, names=NAMES[:2]),
        ["place e3"],
        FAST,
        crop=(0.2, 0.24, 0.42, 0.6),
    ),
    "carry": Strip(stood("socki", OWN), [carry_card], range(0, 480, 20), crop=(0.3, 0.4, 0.7, 1.0)),
    "drop": Strip(stood("socki", OWN), [drop_card("9P", "8P")], range(160, 480, 20), crop=PILES),
    "lay": Strip(stood("socki", OTHER), ["play 6P 7P 8P 9P | 3L 3F 3B 3P"], range(0, 480, 20), crop=PILES),
    "draw": Strip(
        stood("socki", OTHER.replace("turn=1", "turn=0")),
        ["draw"],
        range(0, 400, 20),
        crop=(0.38, 0.5, 0.8, 0.95),
    ),
    "refuse": Strip(stood("socki", OWN), [drop_card("5L", "8P"), end_turn], FAST, crop=PILES),
    "refuse-link": Strip(city_before_a_pair, [at_link(is_taken=True), keys(pygame.K_RETURN)], FAST, crop=MAP),
    "rockit-big": Strip(stood("rockit", CALLS.format("10C,2D,3D")), [CALL], range(440, 1140, 40), crop=MAT),
    "rockit-small": Strip(
        stood("rockit", CALLS.format("10C,2D,3D,6C,8S")),
        [CALL],
        range(440, 1140, 40),
        crop=(0.25, 0.0, 0.7, 0.55),
    ),
    "sociable-lay": Strip(
        stood("sociable", ROUND.format("QH,QC by=0 turn=1")), ["play KC KS"], SLOW, crop=OFFICE
    ),
    "sociable-sweep": Strip(
        stood("sociable", ROUND.format("QH,QC by=0 turn=1 passes=2")),
        ["pass"],
        range(0, 1040, 40),
        crop=(0.0, 0.02, 1.0, 0.92),
    ),
    "city-track": Strip(city_before_a_pair, [at_link(), keys(pygame.K_RETURN)], SLOW, crop=MAP),
    "city-walk": Strip(
        city_before_a_pair, [at_link(), keys(pygame.K_RIGHT), keys(pygame.K_UP)], FAST, crop=MAP
    ),
    "tally": Strip(stood("socki", ENDS), ["play 6P 7P 8P 9P | 1F 2F 3F"], range(600, 3200, 100)),
    "menu": Strip(
        None, [keys(pygame.K_DOWN, pygame.K_UP), keys(pygame.K_DOWN)], FAST, crop=(0.0, 0.68, 0.24, 0.96)
    ),
    "button": Strip(None, [focus("settings"), keys(pygame.K_RETURN)], FAST),
    "seat": Strip(None, [opens("lobby", "socki"), take_seat], SLOW, crop=(0.02, 0.14, 0.42, 0.9)),
}
STRIPS |= VERBS

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
        if strip.session is not None:
            session = strip.session()
            seats = [
                Seat(name, number, "easy" if number else "") for number, name in enumerate(session.names)
            ]
            context.scenes.push(scene := match_scene(context, session, seats))
        self.scene: Any = context.scenes.top if strip.session is None else scene
        self.is_rolling = False  # True from the act on that starts the moment
        self._due: list[int] = []  # times in ms of the pictures to come, since that act
        self._start, self._sounds = 0.0, list[str]()  # its time in ms, and what has sounded since
        self._shot: Callable[[str], None] = lambda _caption: None
        self.wait(1500)
        if context.scenes.top is not self.scene:  # the curtain of a match that has begun
            self.press(pygame.K_RETURN)

    def close(self) -> None:
        """Return to the title."""
        while self.context.scenes.top is not self.context.scenes.scenes[0]:
            self.context.scenes.pop(None)

    def frame(self, *events: pygame.event.Event) -> None:
        """Show the next frame."""
        self.app.step_frame(events)
        while self._due and self._time[0] >= self._start + self._due[0]:
            self._shot(", ".join((f"{self._due.pop(0)} ms", *self._sounds)))
            self._sounds.clear()

    def wait(self, ms: float) -> None:
        """Let ``ms`` milliseconds pass."""
        end = self._time[0] + ms
        while self._time[0] < end:
            self._time[0] = min(end, self._time[0] + FRAME)
            self.frame()

    def press(self, *keys: int) -> None:
        """Press and release keys one after the other."""
        for key in keys:
            self.frame(*(pygame.event.Event(kind, key=key, mod=0) for kind in (pygame.KEYDOWN, pygame.KEYUP)))

    def drag(self, *points: tuple[float, float]) -> None:
        """Drag the mouse through points in units, in 16 ms for each of them, and let go at the last one."""
        view = self.context.view
        for number, (x, y) in enumerate(points):
            pos = view.px(x), view.px(y)
            kinds = [
                pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 0), buttons=(1, 0, 0), touch=False)
            ]
            if number in {0, len(points) - 1}:
                kind = pygame.MOUSEBUTTONUP if number else pygame.MOUSEBUTTONDOWN
                kinds.append(pygame.event.Event(kind, pos=pos, button=1, touch=False))
            self.frame(*kinds)
            self._time[0] += FRAME

    def run(self, strip: Strip, shot: Callable[[str], None]) -> None:
        """Take every picture of a strip, each with its time and the sounds since the one before."""
        play_sound, self._shot = self.context.audio.play, shot

        def hear(name: str, pan: float = 0.0, tone: int | None = None) -> None:
            """Note a sound with its tone and the time at which it is heard."""
            ms = self._time[0] - self._start + ATTACK_MS.get(name, 0)
            self._sounds.append(f"{name}{'' if tone is None else f' {tone:+}'} at {ms:.0f}")

        for number, move in enumerate(strip.moves):
            while strip.session and self.scene.animations.is_busy and not self.scene.animations.is_held:
                self.wait(FRAME)
            if number == len(strip.moves) - 1:
                self.wait(600 if number else 0)
                self.is_rolling = True
                self.context.audio.play = hear  # type: ignore[method-assign]
                self._start, self._due = self._time[0], [*strip.times]
            if isinstance(move, str):
                self.scene.match.play(move)
            else:
                move(self)
        self.frame()
        while self._due:
            self.wait(self._start + self._due[0] - self._time[0])
        self.context.audio.play = play_sound  # type: ignore[method-assign]

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
    camera.close()
    context.bot_worker = worker
    context.apply_settings(settings)
