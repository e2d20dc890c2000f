"""Pictures of a match that nobody sees on a screen: of a moment, or of moves one after the other.

They are drawn by the view of its game on a stage of their own (`OffscreenRenderer`), which has no window and
no home: in a process beside the window, or in a program without one. `animated` makes a moving picture of a
moment that a messenger takes: WebP or GIF, under five megabytes. `film` is `main.py film`: stills of a
recorded match and its last moves as a moving picture.
"""

from __future__ import annotations

import functools
import io
import math
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pygame

from game.core.discovery import find_game
from game.core.game import known_level
from game.core.rng import SeededRng
from game.core.session import Session
from game.match.match import Match
from game.match.match_text import MatchText
from game.match.persistence import read_match
from game.match.replay import Highlight, Replay, turns_of
from game.match.seats import PHONE, Seat
from game.store.data_folder import write_atomic
from game.store.settings import Speed
from game.store.storage import Storage
from game.ui.art.layers import INK
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.pieces import emblem_photo
from game.ui.core.audio import Audio
from game.ui.core.canvas import Box
from game.ui.core.scene import AppContext, Scene
from game.ui.match.context import ViewCallbacks, ViewContext
from game.ui.match.player import MatchPlayer

WIDTH, HEIGHT = 1280, 720
"""Pixels of a whole picture, and units of its canvas: views tell for it where their boards lie."""
LONGEST_SHOW = 3000.0
"""No event of a moving picture takes longer, in ms."""


NOWHERE = Path(os.devnull) / "home"
"""A folder that is not there and cannot be made."""


class OffscreenRenderer:
    """A stage for pictures. Nothing of it is kept, and whatever it plays is not heard."""

    def __init__(self, cache: Path | None) -> None:
        """``cache`` is where finished pictures of pieces are kept, as for the window; `None` for nowhere."""
        if not pygame.display.get_init():
            os.environ["SDL_VIDEODRIVER"] = "dummy"
            pygame.display.init()
        pygame.font.init()
        if pygame.display.get_surface() is None:
            pygame.display.set_mode((WIDTH, HEIGHT))  # only a window has a format for its pictures
        self.now = 0.0
        """The time of this stage, in ms: it passes from picture to picture."""
        self._stores = Storage(NOWHERE)
        self.stage = AppContext(self._stores, Audio(), lambda: self.now, {}, cache)
        self.stage.resized(WIDTH, HEIGHT)
        self.speak("en")
        self.surface = pygame.Surface((WIDTH, HEIGHT)).convert()

    def speak(self, language: str) -> None:
        """Have the words in the pictures in this language from now on."""
        settings = self.stage.settings
        if settings.language != language or settings.animation_speed != Speed.BRISK:
            self.stage.apply(settings.with_changes(language=language, animation_speed="brisk"))

    def close(self) -> None:
        self.stage.scenes.abandon()
        self._stores.close()

    def still(self, session: Session, seats: Sequence[Seat], eyes: int | None = None) -> pygame.Surface:
        """A match as it stands, as these eyes see it; `None` for what everybody may see."""
        table = OffscreenMatch(self, session, seats, eyes)
        table.draw()
        return self.surface.copy()

    def moving(
        self, session: Session, moves: Sequence[str], seats: Sequence[Seat], frame: float, eyes: int | None
    ) -> Iterator[pygame.Surface]:
        """A match on its way: the surface on which it is drawn, once a frame of so many ms.

        The session is the match before the first of the moves, which are made in it.
        """
        table = OffscreenMatch(self, session, seats, eyes)
        table.draw()
        yield self.surface
        for move in moves:
            table.play(move)
            while table.wait(frame):
                table.draw()
                yield self.surface
        table.draw()
        yield self.surface

    def close_up(
        self, session: Session, seats: Sequence[Seat], eyes: int, names: Sequence[str], shape: float
    ) -> pygame.Surface | None:
        """The part of a board where these things lie (`MatchView.where`), as the eyes of a seat see it.

        Its shape is width by height. What lies in a hand stands right below what lies on the board, with a
        seam and not the bare table between them. Nothing else is sliced as far as that can be. Without any of
        them it is what is worth a photo; of a game that is played in words there is none.
        """
        if not find_game(session.game).has("view"):
            return None
        table = OffscreenMatch(self, session, seats, eyes)
        table.draw()
        photo = table.view.photo
        found = [box for name in names if (box := table.view.lit(name)) is not None]
        # Buttons and plates lie beside the board; a hand may lie below it.
        shown = [box for box in found if photo.x <= box.centre[0] <= photo.right] or [photo]
        whole = _around([photo, *shown])
        whole = Box(whole.x, whole.y, whole.w, min(whole.h, HEIGHT - EDGE - whole.y))
        near = [*table.view.needed(), *table.view.kept_clear(), *table.view.faces()]
        # Neither the front nor what fills the picture; of cards what the front leaves to be seen.
        kept = [
            _above(box, whole.bottom)
            for box in near
            if box.w < whole.w * 0.7 and photo.holds((box.centre[0], min(box.centre[1], photo.bottom - 1)))
        ]
        parts = _parts([_above(box, whole.bottom) for box in shown], kept, photo.bottom)
        high = sum(part.h for part in parts)
        seam = SEAM * (len(parts) - 1)
        besides = 2 * BESIDE if len(parts) == 1 else 2 * NEAR * len(parts)
        least = max(*(part.w + 2 * BESIDE for part in parts), (high + besides + seam) * shape, NEAREST)
        most = min(whole.w, whole.h * shape)
        best, windows = math.inf, list[Box]()
        for more in WIDER:
            if best <= more / 8:  # a little is sliced sooner than much more seen
                break
            for above in (0.5, 0.25, 0.75) if len(parts) > 1 else (1.0,):
                cost, tried = _windows(parts, whole, min(most, least + more), shape, above, kept)
                if cost + more / 8 < best:
                    best, windows = cost + more / 8, tried
        cuts = [self.stage.view.rect(window).clip(self.surface.get_rect()) for window in windows]
        gap = round(seam * self.stage.view.scale)
        picture = pygame.Surface((cuts[0].w, sum(cut.h for cut in cuts) + gap))
        picture.fill(INK)
        y = 0
        for cut in cuts:
            picture.blit(self.surface, (0, y), cut)
            if y:  # the room goes on otherwise there: all but the hand lies in the dark
                cards = self.stage.view.rect(parts[1].grown(4)).move(-cut.x, y - cut.y)
                veil = pygame.Surface((cut.w, cut.h + gap), pygame.SRCALPHA)
                veil.fill((*pygame.Color(INK)[:3], DARK))
                veil.fill((*pygame.Color(INK)[:3], 0), cards.move(0, gap - y))
                picture.blit(pygame.transform.gaussian_blur(veil, SOFT), (0, y - gap))
            y += cut.h + gap
        return picture

    def photo(self, session: Session, seats: Sequence[Seat]) -> tuple[pygame.Surface, MatchText]:
        """What is worth seeing of a match as it stands: its board, without the panels; and its words.

        Of a game that is played in words it is its sock.
        """
        table = OffscreenMatch(self, session, seats, None)
        game = find_game(session.game)
        if not game.has("view"):  # lists of words are no picture
            size = table.view.photo.w, table.view.photo.h
            picture = emblem_photo(self.stage.assets, session.game, game.info.room, size)
            return picture, table.context.words
        table.draw()
        box = self.stage.view.rect(table.view.photo)
        return self.surface.subsurface(box.clip(self.surface.get_rect())).copy(), table.context.words


BESIDE, NEAR, NEAREST, EDGE = 30.0, 10.0, 380.0, 75.0
"""Units: what is seen beside things in a close-up, less above and below those of two parts, how wide it is at
least, and how high the front stands at the foot of the window."""
SEAM, APART = 6.0, 90.0
"""How wide the seam between a board and a hand is, and how far from the rest a hand lies on a board."""
DARK, SOFT = 215, 8
"""How dark, of 255, the room around that hand is, and in how many pixels it becomes that."""
WIDER = (0.0, 40.0, 80.0, 120.0, 160.0)
"""So much more is seen where it slices fewer things."""
STEP = 8.0
"""A close-up is moved about in steps of so many units."""


def _above(box: Box, bottom: float) -> Box:
    return Box(box.x, box.y, box.w, min(box.h, bottom - box.y))


def _parts(shown: Sequence[Box], kept: Sequence[Box], bottom: float) -> list[Box]:
    """What is seen as one, or what lies on a board and the hand below that, which is whole."""
    held = [box for box in shown if box.bottom > bottom]
    laid = [box for box in shown if box not in held]
    while beside := [box for box in kept if box not in held and any(_touch(box, card) for card in held)]:
        held += beside
    if not held or not laid:
        return [_around([*held, *laid])]
    board, hand = _around(laid), _around(held)
    apart = hand.y >= bottom or hand.y - board.bottom >= APART
    return [board, hand] if apart else [_around([board, hand])]


def _windows(
    parts: Sequence[Box], whole: Box, wide: float, shape: float, above: float, kept: Sequence[Box]
) -> tuple[float, list[Box]]:
    """Where each part is seen in windows of one width, and how much of other things they slice.

    ``above`` is how much of the room that is left over the first of two has.
    """
    free = wide / shape - SEAM * (len(parts) - 1) - sum(part.h for part in parts)
    shares = (above, 1 - above) if len(parts) > 1 else (1.0,)
    found = [
        _window(part, whole, wide, part.h + max(0.0, free) * share, kept)
        for part, share in zip(parts, shares, strict=True)
    ]
    return sum(cost for cost, _window in found), [window for _cost, window in found]


def _window(part: Box, whole: Box, w: float, h: float, kept: Sequence[Box]) -> tuple[float, Box]:
    """The window of this size around a part that slices least, as near to its middle as can be."""
    x, y = part.centre[0] - w / 2, part.centre[1] - h / 2
    aside, up = max(0.0, w - part.w) / 2, max(0.0, h - part.h) / 2
    lefts = {dx: min(max(whole.x, x + dx), whole.right - w) for dx in _steps(aside)}
    tops = {dy: min(max(whole.y, y + dy), whole.bottom - h) for dy in _steps(up)}
    across = {dx: [_sliced(left, left + w, box.x, box.right) for box in kept] for dx, left in lefts.items()}
    along = {dy: [_sliced(top, top + h, box.y, box.bottom) for box in kept] for dy, top in tops.items()}
    least, best = math.inf, part
    for dx, dy in sorted(product(lefts, tops), key=lambda by: abs(by[0]) + abs(by[1])):
        both = zip(across[dx], along[dy], strict=True)
        cost = round(sum(one + other for one, other in both if one is not None and other is not None), 6)
        if cost < least:
            least, best = cost, Box(lefts[dx], tops[dy], w, h)
        if not least:
            break
    return least, best


def _touch(one: Box, other: Box) -> bool:
    across = max(one.x, other.x) <= min(one.right, other.right) + 1
    return across and max(one.y, other.y) <= min(one.bottom, other.bottom)


def _steps(most: float) -> list[float]:
    count = int(most // STEP)
    return [-most, *(STEP * step for step in range(-count, count + 1)), most]


def _sliced(start: float, end: float, low: float, high: float) -> float | None:
    """How much of an edge is to be seen between two ends without the rest of it; `None` where nothing is."""
    seen = min(end, high) - max(start, low)
    return min(seen, high - low - seen) if seen > 0 else None


def _around(boxes: Sequence[Box]) -> Box:
    """The box around all of them."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)


class _NoPromptScene(Scene):
    """Stands below a picture, so that the view in it draws no help strip."""

    def speaks_for(self, owner: object) -> bool:
        return True


class OffscreenMatch(MatchPlayer):
    """A match that is only drawn: nobody sits there, nothing of it is kept."""

    def __init__(
        self, studio: OffscreenRenderer, session: Session, seats: Sequence[Seat], eyes: int | None
    ) -> None:
        self._studio = studio
        stage = studio.stage
        stage.scenes.abandon()
        stage.scenes.push(_NoPromptScene())
        context = ViewContext(stage, Match(session, seats), ViewCallbacks(is_picture=True), eyes)
        super().__init__(context, LONGEST_SHOW)
        self.enter()
        self.view.layout()
        self._prepare()

    def _prepare(self) -> None:
        while self.view.prepare():
            continue

    def draw(self) -> None:
        self._prepare()
        self.view.draw(self._studio.stage.painter(self._studio.surface))

    def wait(self, ms: float) -> bool:
        """Let time pass on what is shown; whether there is more of it."""
        self._studio.now += ms
        self.tick(self._studio.now)
        return self.is_busy


@functools.cache
def kept_studio(cache: str) -> OffscreenRenderer:
    """The stage of all pictures of this process: the second of a game takes a tenth of the time.

    ``cache`` is the folder of finished pictures, empty for none.
    """
    return OffscreenRenderer(Path(cache) if cache else None)


@contextmanager
def studio(cache: Path | None) -> Iterator[OffscreenRenderer]:
    """A stage for pictures while it is needed."""
    made = OffscreenRenderer(cache)
    try:
        yield made
    finally:
        made.close()


def framed(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """The middle of a picture in another shape, made so large."""
    (w, h), (wide, high) = picture.get_size(), size
    share = max(wide / w, high / h)
    cut = pygame.Rect(0, 0, min(w, round(wide / share)), min(h, round(high / share)))
    cut.center = w // 2, h // 2
    return pygame.transform.smoothscale(picture.subsurface(cut), size)


def draw_match(slug: str) -> None:
    """Draw a match of random moves as it begins, goes on and ends, for its view to show its faults."""
    info, chance = find_game(slug).info, SeededRng("draw", slug)
    players = info.default_players
    session = Session.new(slug, players, 1, info.read_options(info.short, players))
    with studio(None) as made:
        seats = dummy_seats(session, ())
        moves: list[str] = []
        trial = session.before(0)
        while trial.to_move is not None and len(moves) < DRAWN:
            moves.append(chance.pick(trial.moves()))
            trial.play(moves[-1])
        for _picture in made.moving(session, moves[:MOVES], seats, FRAME, session.to_move):
            continue
        made.still(trial, seats)


def dummy_seats(session: Session, given: Sequence[Any]) -> list[Seat]:
    """Seats at which nobody plays, dressed as a file says; whatever it says, there is one for each name."""
    bot, seats = find_game(session.game).bot, []
    for number, name in enumerate(session.names):
        known = given[number] if number < len(given) and isinstance(given[number], Mapping) else {}
        look, level = known.get("look", number), known.get("level", "")
        look = look if type(look) is int and 0 <= look < len(SEAT_LOOKS) else number % len(SEAT_LOOKS)
        level = known_level(bot, level) if isinstance(level, str) else ""
        seats.append(Seat(name, look, level, device=PHONE))
    return seats


FRAME = 100.0
"""From picture to picture, in ms."""
MOST = 5_000_000
"""Bytes."""
LONGEST = 150
"""Pictures at most: a moment is no film."""
LAST = 12
"""How many pictures the end stands still."""
SIZES = ((640, 360), (480, 270), (320, 180))
"""Pixels, tried one after the other."""
MOVES = 8
"""Moves at most."""
DRAWN = 120
"""Moves at most after which a match is drawn to see whether that goes well."""
SAMPLED = 5
"""From so many frames, about, the colours of a GIF are taken."""


class AnimationFormat(StrEnum):
    """What moving pictures there are."""

    WEBP = "webp"
    GIF = "gif"


def moves_at(session: Session, at: int) -> range:
    """The moves to be seen of a moment: its last turns, of the beginning the first ones; never too many."""
    if not at:
        near = [turn for turn in turns_of(session.log) if 0 < turn <= MOVES]
        return range(max(near, default=min(MOVES, len(session.log))))
    near = [start for start in turns_of(session.log[:at]) if 0 < at - start <= MOVES]
    return range(min(near, default=max(0, at - MOVES)), at)


def animated(
    studio: OffscreenRenderer, session: Session, seats: Sequence[Seat], at: int, kind: AnimationFormat
) -> bytes:
    """The moves that led to a moment, after so many moves, as a file; nothing of the session changes.

    Raises:
        ValueError: it is too large in any size, or so many moves were not made.
    """
    seen = moves_at(session, at)
    moves = [session.log[number][1] for number in seen]
    shown = studio.moving(session.before(seen.start), moves, seats, FRAME, None)
    pictures = [pygame.transform.smoothscale(picture, SIZES[0]) for picture in _first(shown, LONGEST)]
    # A GIF has no room for much, and takes long where it is large.
    for size in SIZES if kind is AnimationFormat.WEBP else SIZES[1:]:
        data = _packed([pygame.transform.smoothscale(picture, size) for picture in pictures], kind)
        if len(data) <= MOST:
            return data
    raise ValueError("The moving picture is too large in any size.")


def _first(pictures: Iterator[pygame.Surface], most: int) -> Iterator[pygame.Surface]:
    """So many pictures; of more than that the last, however much was left out before it."""
    last = None
    for number, picture in enumerate(pictures):
        last = picture
        if number < most:
            yield picture
            last = None
    if last is not None:
        yield last


def _packed(pictures: Sequence[pygame.Surface], kind: AnimationFormat) -> bytes:
    # Only here: nothing else needs it, and it takes a moment to import.
    from PIL import Image

    frames = [
        Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))
        for picture in pictures
    ]
    # The end stands for a while, before all begins again.
    lengths = [round(FRAME)] * (len(frames) - 1) + [round(FRAME) * LAST]
    data = io.BytesIO()
    if kind is AnimationFormat.GIF:
        # One palette for all: what stands still is then the same in every frame, and takes no room.
        some = frames[:: max(1, len(frames) // SAMPLED)]
        sample = Image.new("RGB", (some[0].width, some[0].height * len(some)))
        for number, frame in enumerate(some):
            sample.paste(frame, (0, number * frame.height))
        palette = sample.quantize(255, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    extra = {"quality": 70, "method": 3} if kind is AnimationFormat.WEBP else {"optimize": False}
    frames[0].save(
        data, kind.value.upper(), save_all=True, append_images=frames[1:], duration=lengths, loop=0, **extra
    )
    return data.getvalue()


T = TypeVar("T")


def film(path: Path, out: Path, most: int, kind: AnimationFormat) -> int:
    """Write stills of a record and its last moves into a folder, and tell what each shows; the exit status.

    There are so many stills at most; the end is always one of them.

    Raises:
        ValueError: the file is no record that can be played, or so many stills make no sense.
        OSError: it cannot be read, or the folder cannot be written.
    """
    if most < 1:
        raise ValueError(f"A film has one still or more, not {most}.")
    match = read_match(path)
    shown = Replay.of(match.record)
    out.mkdir(parents=True, exist_ok=True)
    with studio(None) as made:
        session = shown.at(len(shown))
        seats = dummy_seats(session, match.seats)
        marks = shown.marks(made.photo(session, seats)[1])
        for moment, words in moments(shown, marks, most):
            name = f"{match.slug}-{moment:04}.png"
            pygame.image.save(made.still(shown.at(moment), seats), out / name)
            print(f"{name}  {words}")
        moving = f"{match.slug}.{kind}"
        write_atomic(out / moving, animated(made, session, seats, len(shown), kind))
        print(f"{moving}  the last moves")
    return 0


def moments(shown: Replay, marks: Sequence[Highlight], most: int) -> list[tuple[int, str]]:
    """Which moments are worth a still, and what each shows: those with marks, else some turns; the end."""
    told: dict[int, str] = {}
    for mark in marks:
        told[mark.at] = f"{told[mark.at]}; {mark.words}" if mark.at in told else mark.words
    end = len(shown)
    told[end] = f"{told[end]}; the end" if end in told else "the end"
    chosen = {end}
    # What is rare in this match comes first: three goals before forty socks.
    for sign, _count in reversed(Counter(mark.sign for mark in marks).most_common()):
        places = sorted({mark.at for mark in marks if mark.sign is sign} - chosen)
        chosen.update(evenly_spaced(places, most - len(chosen)))
    turns = [turn for turn in shown.turns if turn not in chosen]
    chosen.update(evenly_spaced(turns, most - len(chosen)))
    return [
        (moment, told.get(moment) or (f"after {moment} moves" if moment else "the beginning"))
        for moment in sorted(chosen)
    ]


def evenly_spaced(things: Sequence[T], most: int) -> list[T]:
    """So many of some things, evenly from the first to the last."""
    count, most = len(things), max(0, most)
    if count <= most:
        return list(things)
    if most < 2:
        return list(things[:most])
    return [things[round(place * (count - 1) / (most - 1))] for place in range(most)]
