"""Moments of the games as strips of pictures: ``python -m tools.strips DIR [NAME ...]``.

Each strip shows a moment from the move that begins it, picture by picture; under each stands how many
milliseconds it comes after that move. ``GAME-hurried`` shows the moves of others while Enter is pressed over
and over, and on into the own turn; under each picture stands how many moves were made, whether the person
holds something, and ``Enter`` where it was pressed just before. ``--size`` is that of the window, ``--scale``
that of a picture in the strip.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.app import App
from game.bots.worker import Worker
from game.core.chance import Chance
from game.core.discovery import find, slugs
from game.core.session import Session
from game.match.seats import Seat
from game.scenes import SCREENS
from game.store.stores import Stores
from game.ui.core.audio import Audio
from game.ui.core.scene import AppContext
from game.ui.match.opening import match_scene
from game.ui.match.scene import MatchScene
from tools.command import command
from tools.shots_office import LAST, NAMES

FRAME = 16.0
COLUMNS = 3
LINE = 24
"""Pixels for the time under each picture."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A moment, and when it is looked at."""

    session: Callable[[], Session]
    moves: Sequence[str]
    """The moves that lead to it, each once the one before is shown; the last one begins it."""
    times: Sequence[int]
    """Milliseconds after it began."""
    changed: Mapping[str, object] = field(default_factory=dict)
    """Settings."""


def stood(game: str, position: str, seed: int = 3) -> Callable[[], Session]:
    """A match from a position."""
    return lambda: Session.from_position(game, position, seed, names=NAMES[: _count(game, position)])


def _count(game: str, position: str) -> int:
    return Session.from_position(game, position, 1).players


def city_before_a_pair() -> Session:
    """A match of Socks in the City just before its second pair is joined."""
    session, bot, at = Session.new("city", seed=4, names=("Ann", "Bo")), find("city").bot, []
    while session.to_move is not None:
        seen = session.observe(session.to_move)
        events = session.play(bot.choose(seen, session.options, "normal", Chance(len(session.log))))
        at += [len(session.log)] * any(event.kind == "join" for event in events)
    while len(session.log) >= at[1]:
        CITY[:] = [session.log[-1][1]]
        session.undo()
    return session


CITY: list[str] = []
"""The move that joins it, once the match stands."""
SOCKER = "field=9/4oB3/4R4/9/9/9/9/9/9/2R6/4B4 score=1/1"
LAYS = "play 7C 8C 9C 10C | 4H 4D 4S"
ROCKIT = "table=7C,8C,9C/4H,4D,4S hands={}/6D,5D,9S stock=5C,6C,8H,9H in=1/1"
GIVES = "hands=8H,9D,10S,JK,AS,AD/9H,KD/10D,JH/8D,9S,QS/QD,KS,8C order=0,1,2,3,4 give=0>4:2,1>3:1,0>2:1"
FALLS = "hands=9H,10D/-/-/-/KD order=0,1,2,3,4 out=1,2,3 lead=- by=- turn=4 scores=7/4/8/3/0"
OPEN = "table=6P,7P,8P hands=9P/9L,12L/3B,5F,9F/2P stock=5B scores=0/40/12/7"
STORM = "table=1P,2P,3P/1F,2F,3F hands=8L,8B,2L/12B,1F/3B,1L/12L,12F stock={}"
STOCK = [f"{rank}{suit}" for suit in "PFBL" for rank in (10, 11, 9, 7, 5, 6, 4) for _copy in range(2)]
"""Of these as many lie there as are wanted."""
SHORT, LONG = range(0, 4500, 300), range(0, 9000, 500)
STRIPS = {
    "socker-goal": Strip(stood("socker", SOCKER), ["kick e9 e10"], SHORT),
    "city-pair": Strip(city_before_a_pair, CITY, SHORT),
    "rockit-countdown": Strip(stood("rockit", ROCKIT.format("10C,2D")), [LAYS], SHORT),
    "rockit-launch": Strip(stood("rockit", ROCKIT.format("10C")), [LAYS], LONG),
    "sociable-envelopes": Strip(stood("sociable", GIVES), ["give 8H 9D"], SHORT),
    "sociable-fall": Strip(stood("sociable", FALLS), ["play KD"], LONG),
    "sociable-chairs": Strip(stood("sociable", LAST), ["play AS"], LONG),
    "socki-end": Strip(stood("socki", OPEN), ["play 6P 7P 8P 9P"], LONG),
}
for left in (50, 36, 20, 6):
    begins = stood("socki", STORM.format(",".join(STOCK[: left + 1])))
    STRIPS[f"socki-storm-{left}"] = Strip(begins, ["draw"], [3000])


EVERY, STEPS, BETWEEN = 50, 3, 150
"""Milliseconds from picture to picture while Enter is pressed, turns of the loop between them, and from press
to press."""
OPENED = 16
"""So many moves were made before that."""
ONWARD = 600.0
"""For so long it is pressed on in the own turn."""
HURRIED = {f"{slug}-hurried": slug for slug in slugs()}
"""The strips of that, by their games."""


class Sleeper(Worker):
    """Never answers: those who are no persons make the moves of the strip, and no other."""

    def ask(self, where: str, *arguments: object) -> int:
        """Not even heard."""
        return 1

    def start(self) -> None:
        """Nobody is needed."""


class Camera:
    """A window of its own, with a match in it."""

    def __init__(self, strip: Strip, size: tuple[int, int], home: Path) -> None:
        self.time = 0.0
        self.stage = AppContext(Stores(home), Audio(), lambda: self.time, SCREENS)
        self.stage.change(**{"animation_speed": "brisk", "language": "en", **strip.changed})
        self.stage.thinker = Sleeper()
        self.app = App(self.stage, pygame.display.set_mode(size))
        self.stage.open("title")
        session = strip.session()
        seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(session.names)]
        self.scene: MatchScene = match_scene(self.stage, session, seats)
        self.stage.scenes.push(self.scene)
        self.wait(1500)

    def wait(self, ms: float) -> None:
        """Let time pass."""
        end = self.time + ms
        while self.time < end:
            self.time += FRAME
            self.app.turn([])

    def shot(self, strip: Strip) -> list[pygame.Surface]:
        """Every picture of the strip."""
        for number, move in enumerate(strip.moves):
            while self.scene.playback.is_busy and not self.scene.playback.is_held:
                self.wait(FRAME)
            self.scene.match.play(move)
            if number == len(strip.moves) - 1:
                break
        pictures, begun = [], self.time
        for at in strip.times:
            self.wait(begun + at - self.time)
            self.app.draw()
            pictures.append(self.app.screen.copy())
        return pictures

    def hurried(self) -> tuple[list[pygame.Surface], list[str]]:
        """Pictures and what stands under them: Enter while the others move, and on in the own turn."""
        pictures, words = [], []
        scene, own, begun, came, pressed = self.scene, self.scene.match.people[0], self.time, 0.0, 0.0
        while not came or self.time - came < ONWARD:
            presses = self.time - pressed >= BETWEEN
            if presses:
                pressed = self.time
                kinds = (pygame.KEYDOWN, pygame.KEYUP)
                self.app.turn([pygame.event.Event(kind, key=pygame.K_RETURN, mod=0) for kind in kinds])
            seat = scene.match.bot
            if seat is not None and not scene.playback.is_busy:
                self._move(seat)
            for _turn in range(STEPS):
                self.time += EVERY / STEPS
                self.app.turn([])
            if not came and scene.match.person == own and not scene.playback.is_busy:
                came = self.time
            self.app.draw()
            pictures.append(self.app.screen.copy())
            turn = f"own +{self.time - came:.0f}" if came else "others"
            held = "" if scene.view.is_free() else ", holds"
            told = f"{self.time - begun:.0f} ms, {turn}, {len(scene.match.session.log)} moves{held}"
            words.append(f"Enter {told}" if presses else told)
        return pictures, words

    def _move(self, seat: int) -> None:
        session = self.scene.match.session
        bot, chance = find(session.game).bot, Chance("strip", len(session.log))
        self.scene.match.play(bot.choose(session.observe(seat), session.options, "easy", chance))

    def close(self) -> None:
        """End its processes."""
        self.stage.helper.close()
        self.stage.stores.close()


def others_first(slug: str) -> Session:
    """A match under way in which the last seat to move next is the first one, that of the person."""
    session, bot = Session.new(slug, 2 if slug in ("socker", "city") else 4, seed=11), find(slug).bot
    while len(session.log) < OPENED or session.to_move != 1:
        assert session.to_move is not None
        seen, chance = session.observe(session.to_move), Chance("opened", len(session.log))
        session.play(bot.choose(seen, session.options, "easy", chance))
    return session


def sheet(pictures: Sequence[pygame.Surface], words: Sequence[str], scale: float) -> pygame.Surface:
    """The pictures side by side, smaller, each with what stands under it."""
    w, h = (round(side * scale) for side in pictures[0].get_size())
    columns = min(COLUMNS, len(pictures))
    rows = -(-len(pictures) // columns)
    out = pygame.Surface((w * columns, (h + LINE) * rows))
    font = pygame.font.Font(None, LINE)
    for number, (picture, told) in enumerate(zip(pictures, words, strict=True)):
        x, y = number % columns * w, number // columns * (h + LINE)
        out.blit(pygame.transform.smoothscale(picture, (w, h)), (x, y))
        out.blit(font.render(told, antialias=True, color="#FFFFFF"), (x + 8, y + h + 4))
    return out


def main() -> None:
    """Write the strips that are named, or all of them."""
    parser = command(__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", help=", ".join([*STRIPS, *HURRIED]))
    parser.add_argument("--size", default="1280x720", help="of the window, in pixels")
    parser.add_argument("--scale", type=float, default=0.5, help="of a picture in the strip")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    width, height = map(int, given.size.split("x"))
    pygame.display.init()
    pygame.font.init()
    for name in given.names or [*STRIPS, *HURRIED]:
        slug = HURRIED.get(name)
        strip = Strip(partial(others_first, slug), (), ()) if slug is not None else STRIPS[name]
        with tempfile.TemporaryDirectory() as home:
            camera = Camera(strip, (width, height), Path(home))
            if slug is not None:
                pictures, words = camera.hurried()
            else:
                pictures, words = camera.shot(strip), [f"{at} ms" for at in strip.times]
            camera.close()
        pygame.image.save(sheet(pictures, words, given.scale), given.out / f"{name}.png")
        print(name, flush=True)


if __name__ == "__main__":
    main()
