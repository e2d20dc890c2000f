"""Rendering of matches without a window: stills and animations.

The game's view draws them with its own `OffscreenRenderer`, which has no window and no data folder: in a
worker process, or in a program without a window. `animated` makes an animation for messengers: WebP or GIF,
at most five megabytes. `film` implements `main.py film`: stills of a recorded match, and an animation of its
last moves.
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
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.player import MatchPlayer
from game.ui.match.view_roles import Teaches, role_of

# px of a full picture, and units of its canvas; thumbnail boxes of views refer to it
WIDTH, HEIGHT = 1280, 720
MAX_EVENT_MS = 3000.0  # maximum ms of one event in an animation


MISSING_HOME = Path(os.devnull) / "home"  # a folder that does not exist and cannot be created


class OffscreenRenderer:
    """App context for rendering. Nothing is saved, and no sound is played."""

    def __init__(self, cache: Path | None) -> None:
        """``cache`` is the folder of the image cache, as for the window; None for none."""
        if not pygame.display.get_init():
            os.environ["SDL_VIDEODRIVER"] = "dummy"
            pygame.display.init()
        pygame.font.init()
        if pygame.display.get_surface() is None:
            pygame.display.set_mode((WIDTH, HEIGHT))  # surfaces are converted to a window's format
        self.now = 0.0  # current time in ms, advanced from picture to picture
        self._stores = Storage(MISSING_HOME)
        self.app = AppContext(self._stores, Audio(), lambda: self.now, {}, cache)
        self.app.on_resize(WIDTH, HEIGHT)
        self.speak("en")
        self.surface = pygame.Surface((WIDTH, HEIGHT)).convert()

    def speak(self, language: str) -> None:
        """Set the language of the pictures, and the brisk animation speed."""
        settings = self.app.settings
        if settings.language != language or settings.animation_speed != Speed.BRISK:
            self.app.apply_settings(settings.with_changes(language=language, animation_speed="brisk"))

    def close(self) -> None:
        """Remove all scenes, and close the stores."""
        self.app.scenes.abandon()
        self._stores.close()

    def still(self, session: Session, seats: Sequence[Seat], eyes: int | None = None) -> pygame.Surface:
        """New picture of a match from the viewpoint of a seat, or of the public if None."""
        table = OffscreenMatch(self, session, seats, eyes)
        table.draw()
        return self.surface.copy()

    def moving(
        self, session: Session, moves: Sequence[str], seats: Sequence[Seat], frame: float, eyes: int | None
    ) -> Iterator[pygame.Surface]:
        """Yield the drawn surface every ``frame`` ms while the moves are made and animated.

        ``session`` is the match before the first move; the moves are made in it. The surface is reused.
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
        """Picture of the board around some things (`MatchView.locate`). None for games without a view.

        ``shape`` is width / height. A hand is placed directly below the board, with a seam instead of the
        table between them. Other things are cut as little as possible. Without any visible thing it is the
        board.
        """
        if not find_game(session.game).has_component("view"):
            return None
        table = OffscreenMatch(self, session, seats, eyes)
        table.draw()
        photo, taken = table.view.places.board, table.view.places.taken
        view, lit = table.view, role_of(table.view, Teaches)
        spotlights = [box for name in names if (box := lit.spotlight_box(name) or view.locate(name))]
        # Buttons and plates are beside the board; a hand may be below it.
        on_board = [box for box in spotlights if photo.x <= box.centre[0] <= photo.right] or [photo]
        whole = _around([photo, *on_board])
        whole = Box(whole.x, whole.y, whole.w, min(whole.h, HEIGHT - FRONT_HEIGHT - whole.y))
        # Ignores the front and large boxes, and the parts of cards that the front hides.
        uncut = [
            _upper_part(box, whole.bottom)
            for box in taken
            if box.w < whole.w * 0.7 and photo.contains((box.centre[0], min(box.centre[1], photo.bottom - 1)))
        ]
        parts = _shown_parts([_upper_part(box, whole.bottom) for box in on_board], uncut, photo.bottom)
        height = sum(part.h for part in parts)
        seam = PART_GAP * (len(parts) - 1)
        besides = 2 * CLOSE_UP_MARGIN if len(parts) == 1 else 2 * PART_MARGIN * len(parts)
        min_width = max(
            *(part.w + 2 * CLOSE_UP_MARGIN for part in parts),
            (height + besides + seam) * shape,
            MIN_CLOSE_UP_WIDTH,
        )
        max_width = min(whole.w, whole.h * shape)
        best, windows = math.inf, list[Box]()
        for more in ENLARGEMENTS:
            if best <= more / 8:  # cutting a little is better than showing much more
                break
            for above in (0.5, 0.25, 0.75) if len(parts) > 1 else (1.0,):
                cost, tried = _windows(parts, whole, min(max_width, min_width + more), shape, above, uncut)
                if cost + more / 8 < best:
                    best, windows = cost + more / 8, tried
        cuts = [self.app.view.rect(window).clip(self.surface.get_rect()) for window in windows]
        gap = round(seam * self.app.view.scale)
        picture = pygame.Surface((cuts[0].w, sum(cut.h for cut in cuts) + gap))
        picture.fill(INK)
        y = 0
        for cut in cuts:
            picture.blit(self.surface, (0, y), cut)
            if y:  # darken everything but the hand, because the room does not continue there
                cards = self.app.view.rect(parts[1].inflated(4)).move(-cut.x, y - cut.y)
                veil = pygame.Surface((cut.w, cut.h + gap), pygame.SRCALPHA)
                veil.fill((*pygame.Color(INK)[:3], DARK_ALPHA))
                veil.fill((*pygame.Color(INK)[:3], 0), cards.move(0, gap - y))
                picture.blit(pygame.transform.gaussian_blur(veil, BLUR_RADIUS), (0, y - gap))
            y += cut.h + gap
        return picture

    def photo(self, session: Session, seats: Sequence[Seat]) -> tuple[pygame.Surface, MatchText]:
        """Thumbnail of a match (its board, or the game's emblem if it has no view), and its texts."""
        table = OffscreenMatch(self, session, seats, None)
        game = find_game(session.game)
        if not game.has_component("view"):  # lists of words are no picture
            size = table.view.places.board.w, table.view.places.board.h
            picture = emblem_photo(self.app.assets, session.game, game.info.room, size)
            return picture, table.context.words
        table.draw()
        box = self.app.view.rect(table.view.places.board)
        return self.surface.subsurface(box.clip(self.surface.get_rect())).copy(), table.context.words


CLOSE_UP_MARGIN, PART_MARGIN, MIN_CLOSE_UP_WIDTH, FRONT_HEIGHT = 30.0, 10.0, 380.0, 75.0
"""Units in close-ups: margin beside things, margin above and below each of two parts, minimum width, and
height of the front at the lower edge."""
# units: height of the seam between board and hand; distance from which a hand counts as separate
PART_GAP, MIN_HAND_DISTANCE = 6.0, 90.0
DARK_ALPHA, BLUR_RADIUS = (
    215,
    8,
)  # opacity (0 to 255) of the dark around that hand, and blur radius of its edge in px
ENLARGEMENTS = (0.0, 40.0, 80.0, 120.0, 160.0)  # enlargements in units to try, to cut fewer things
CLOSE_UP_STEP = 8.0  # step in units when moving a close-up


def _upper_part(box: Box, bottom: float) -> Box:
    """Part of a box above ``bottom``."""
    return Box(box.x, box.y, box.w, min(box.h, bottom - box.y))


def _shown_parts(targets: Sequence[Box], spared: Sequence[Box], bottom: float) -> list[Box]:
    """Boxes to show: [one around everything], or [board, whole hand] if the hand is clearly below it."""
    in_hand = [box for box in targets if box.bottom > bottom]
    on_table = [box for box in targets if box not in in_hand]
    while beside := [
        box for box in spared if box not in in_hand and any(_touch(box, card) for card in in_hand)
    ]:
        in_hand += beside
    if not in_hand or not on_table:
        return [_around([*in_hand, *on_table])]
    board, hand = _around(on_table), _around(in_hand)
    apart = hand.y >= bottom or hand.y - board.bottom >= MIN_HAND_DISTANCE
    return [board, hand] if apart else [_around([board, hand])]


def _windows(
    parts: Sequence[Box], whole: Box, width: float, shape: float, above: float, spared: Sequence[Box]
) -> tuple[float, list[Box]]:
    """(cost of what windows of this width cut, a window around each of ``parts``).

    ``above`` is the share of the spare height for the first of two parts.
    """
    free = width / shape - PART_GAP * (len(parts) - 1) - sum(part.h for part in parts)
    shares = (above, 1 - above) if len(parts) > 1 else (1.0,)
    costed_windows = [
        _window(part, whole, width, part.h + max(0.0, free) * part_share, spared)
        for part, part_share in zip(parts, shares, strict=True)
    ]
    return sum(cost for cost, _window in costed_windows), [window for _cost, window in costed_windows]


def _window(part: Box, whole: Box, w: float, h: float, spared: Sequence[Box]) -> tuple[float, Box]:
    """(cost of what it cuts, window): the ``w`` x ``h`` window around a part that cuts ``spared`` least."""
    x, y = part.centre[0] - w / 2, part.centre[1] - h / 2
    aside, up = max(0.0, w - part.w) / 2, max(0.0, h - part.h) / 2
    lefts = {dx: min(max(whole.x, x + dx), whole.right - w) for dx in _steps(aside)}
    tops = {dy: min(max(whole.y, y + dy), whole.bottom - h) for dy in _steps(up)}
    across = {
        dx: [_cut_length(left, left + w, box.x, box.right) for box in spared] for dx, left in lefts.items()
    }
    along = {dy: [_cut_length(top, top + h, box.y, box.bottom) for box in spared] for dy, top in tops.items()}
    min_cost, best = math.inf, part
    for dx, dy in sorted(product(lefts, tops), key=lambda by: abs(by[0]) + abs(by[1])):
        cut_pairs = zip(across[dx], along[dy], strict=True)
        cost = round(
            sum(cut_x + cut_y for cut_x, cut_y in cut_pairs if cut_x is not None and cut_y is not None), 6
        )
        if cost < min_cost:
            min_cost, best = cost, Box(lefts[dx], tops[dy], w, h)
        if not min_cost:
            break
    return min_cost, best


def _touch(box: Box, neighbour: Box) -> bool:
    """True if two boxes overlap or are side by side, at most 1 unit apart."""
    across = max(box.x, neighbour.x) <= min(box.right, neighbour.right) + 1
    return across and max(box.y, neighbour.y) <= min(box.bottom, neighbour.bottom)


def _steps(max_offset: float) -> list[float]:
    """Offsets from -``max_offset`` to ``max_offset`` in steps of `CLOSE_UP_STEP`, with both ends."""
    count = int(max_offset // CLOSE_UP_STEP)
    return [-max_offset, *(CLOSE_UP_STEP * step for step in range(-count, count + 1)), max_offset]


def _cut_length(start: float, end: float, lower: float, upper: float) -> float | None:
    """Length of the visible or the hidden part of an edge, the smaller one. None if nothing is visible."""
    visible = min(end, upper) - max(start, lower)
    return min(visible, upper - lower - visible) if visible > 0 else None


def _around(boxes: Sequence[Box]) -> Box:
    """Bounding box of all boxes."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)


class _NoPromptScene(Scene):
    """Scene below a picture, so that its view draws no prompt bar."""

    def draws_prompts_for(self, owner: object) -> bool:
        """Always True, so that no view draws a prompt bar."""
        return True


class OffscreenMatch(MatchPlayer):
    """A match that is only drawn, without players and without saving."""

    def __init__(
        self, studio: OffscreenRenderer, session: Session, seats: Sequence[Seat], eyes: int | None
    ) -> None:
        """Replace the renderer's scenes, enter the match, and lay it out."""
        self._studio = studio
        app = studio.app
        app.scenes.abandon()
        app.scenes.push(_NoPromptScene())
        context = ViewContext(app, Match(session, seats), mode=ViewMode.PICTURE, viewer=eyes)
        super().__init__(context, MAX_EVENT_MS)
        self.enter()
        self.view.on_layout()

    def draw(self) -> None:
        """Draw the match on the surface of the renderer."""
        self.view.draw(self._studio.app.painter(self._studio.surface))

    def wait(self, ms: float) -> bool:
        """Advance the clock and the animations by ``ms``. Returns True if they have not ended."""
        self._studio.now += ms
        self.tick(self._studio.now)
        return self.is_busy


@functools.cache
def kept_studio(cache: str) -> OffscreenRenderer:
    """Renderer of this process, the same for each call with this cache folder (empty for none)."""
    return OffscreenRenderer(Path(cache) if cache else None)


@contextmanager
def studio(cache: Path | None) -> Iterator[OffscreenRenderer]:
    """Context manager for a renderer that is closed at the end."""
    renderer = OffscreenRenderer(cache)
    try:
        yield renderer
    finally:
        renderer.close()


def crop_to_size(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Middle of a picture in the shape of ``size``, scaled to that size."""
    (w, h), (width, height) = picture.get_size(), size
    scale = max(width / w, height / h)
    cut = pygame.Rect(0, 0, min(w, round(width / scale)), min(h, round(height / scale)))
    cut.center = w // 2, h // 2
    return pygame.transform.smoothscale(picture.subsurface(cut), size)


def draw_match(slug: str) -> None:
    """Draw a match of random moves at its start, middle and end, to expose errors of its view."""
    info, rng = find_game(slug).info, SeededRng("draw", slug)
    players = info.default_players
    session = Session.new(slug, players, 1, info.read_options(info.quick_match, players))
    with studio(None) as renderer:
        seats = dummy_seats(session, ())
        moves: list[str] = []
        trial = session.before(0)
        while trial.to_move is not None and len(moves) < MAX_TEST_MOVES:
            moves.append(rng.pick(trial.moves()))
            trial.play(moves[-1])
        for _picture in renderer.moving(session, moves[:MAX_MOVES], seats, FRAME_MS, session.to_move):
            continue
        renderer.still(trial, seats)


def dummy_seats(session: Session, raw: Sequence[Any]) -> list[Seat]:
    """A phone seat per name, with look and level from ``raw`` (a file's entries); bad data is replaced."""
    bot, seats = find_game(session.game).bot, []
    for number, name in enumerate(session.names):
        entry = raw[number] if number < len(raw) and isinstance(raw[number], Mapping) else {}
        look, level = entry.get("look", number), entry.get("level", "")
        look = look if type(look) is int and 0 <= look < len(SEAT_LOOKS) else number % len(SEAT_LOOKS)
        level = known_level(bot, level) if isinstance(level, str) else ""
        seats.append(Seat(name, look, level, device=PHONE))
    return seats


FRAME_MS = 100.0  # ms between frames
MAX_FILE_SIZE = 5_000_000  # bytes
MAX_FRAMES = 150  # maximum number of frames
LAST_FRAME_LENGTH = 12  # duration of the last frame in frames
FILM_SIZES = ((640, 360), (480, 270), (320, 180))  # px; tried in turn
MAX_MOVES = 8  # maximum number of moves
MAX_TEST_MOVES = 120  # maximum number of moves in a test drawing
PALETTE_SAMPLES = 5  # approximate number of frames that are sampled for the palette of a GIF


class AnimationFormat(StrEnum):
    """File formats of animations."""

    WEBP = "webp"
    GIF = "gif"


def moves_at(session: Session, at: int) -> range:
    """Indices of up to `MAX_MOVES` moves, in whole turns, that led to position ``at``; at 0 the first."""
    if not at:
        near = [turn for turn in turns_of(session.log) if 0 < turn <= MAX_MOVES]
        return range(max(near, default=min(MAX_MOVES, len(session.log))))
    near = [start for start in turns_of(session.log[:at]) if 0 < at - start <= MAX_MOVES]
    return range(min(near, default=max(0, at - MAX_MOVES)), at)


def encode_animation(
    studio: OffscreenRenderer, session: Session, seats: Sequence[Seat], at: int, kind: AnimationFormat
) -> bytes:
    """Bytes of the animation of the moves that led to position ``at``. The session is not changed.

    Raises:
        ValueError: if it is too large in any size, or there is no such position.
    """
    numbers = moves_at(session, at)
    moves = [session.log[number][1] for number in numbers]
    images = studio.moving(session.before(numbers.start), moves, seats, FRAME_MS, None)
    pictures = [
        pygame.transform.smoothscale(picture, FILM_SIZES[0])
        for picture in _first_pictures(images, MAX_FRAMES)
    ]
    # A GIF is less compact, and takes long if it is large.
    for size in FILM_SIZES if kind is AnimationFormat.WEBP else FILM_SIZES[1:]:
        data = _encode([pygame.transform.smoothscale(picture, size) for picture in pictures], kind)
        if len(data) <= MAX_FILE_SIZE:
            return data
    raise ValueError("The moving picture is too large in any size.")


def _first_pictures(pictures: Iterator[pygame.Surface], count: int) -> Iterator[pygame.Surface]:
    """Yield the first ``count`` pictures and, if there are more, the last one."""
    last = None
    for number, picture in enumerate(pictures):
        last = picture
        if number < count:
            yield picture
            last = None
    if last is not None:
        yield last


def _encode(pictures: Sequence[pygame.Surface], kind: AnimationFormat) -> bytes:
    """Bytes of an animation of these pictures, which holds the last one."""
    # Imported late, because nothing else needs it.
    from PIL import Image

    frames = [
        Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))
        for picture in pictures
    ]
    # Hold the last frame before the animation starts again.
    lengths = [round(FRAME_MS)] * (len(frames) - 1) + [round(FRAME_MS) * LAST_FRAME_LENGTH]
    data = io.BytesIO()
    if kind is AnimationFormat.GIF:
        # One palette for all frames, so that unchanged pixels are equal and compress well.
        samples = frames[:: max(1, len(frames) // PALETTE_SAMPLES)]
        sample = Image.new("RGB", (samples[0].width, samples[0].height * len(samples)))
        for number, frame in enumerate(samples):
            sample.paste(frame, (0, number * frame.height))
        palette = sample.quantize(255, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    extra = {"quality": 70, "method": 3} if kind is AnimationFormat.WEBP else {"optimize": False}
    frames[0].save(
        data, kind.value.upper(), save_all=True, append_images=frames[1:], duration=lengths, loop=0, **extra
    )
    return data.getvalue()


T = TypeVar("T")


def film(path: Path, out: Path, max_count: int, kind: AnimationFormat) -> int:
    """Write stills of a record and an animation of its last moves into a folder, and print a list. Returns 0.

    ``max_count`` is the maximum number of stills; the end is always one of them.

    Raises:
        ValueError: if the file is no valid record, or ``max_count`` is less than 1.
        OSError: if the record cannot be read, or the folder cannot be written.
    """
    if max_count < 1:
        raise ValueError(f"A film needs at least one still, not {max_count}.")
    match = read_match(path)
    replay = Replay.of(match.record)
    out.mkdir(parents=True, exist_ok=True)
    with studio(None) as renderer:
        session = replay.session_at(len(replay))
        seats = dummy_seats(session, match.seats)
        marks = replay.highlights(renderer.photo(session, seats)[1])
        for moment, caption in moments(replay, marks, max_count):
            name = f"{match.slug}-{moment:04}.png"
            pygame.image.save(renderer.still(replay.session_at(moment), seats), out / name)
            print(f"{name}  {caption}")
        animation_name = f"{match.slug}.{kind}"
        write_atomic(out / animation_name, encode_animation(renderer, session, seats, len(replay), kind))
        print(f"{animation_name}  the last moves")
    return 0


def moments(replay: Replay, marks: Sequence[Highlight], max_count: int) -> list[tuple[int, str]]:
    """(position, caption) of at most ``max_count`` positions, ascending: the end, highlights, then turns."""
    captions: dict[int, str] = {}
    for mark in marks:
        captions[mark.at] = f"{captions[mark.at]}; {mark.words}" if mark.at in captions else mark.words
    end = len(replay)
    captions[end] = f"{captions[end]}; the end" if end in captions else "the end"
    chosen = {end}
    # Rare highlights first: three goals before forty socks.
    for sign, _count in reversed(Counter(mark.sign for mark in marks).most_common()):
        places = sorted({mark.at for mark in marks if mark.sign is sign} - chosen)
        chosen.update(evenly_spaced(places, max_count - len(chosen)))
    turns = [turn for turn in replay.turns if turn not in chosen]
    chosen.update(evenly_spaced(turns, max_count - len(chosen)))
    return [
        (moment, captions.get(moment) or (f"after {moment} moves" if moment else "the beginning"))
        for moment in sorted(chosen)
    ]


def evenly_spaced(items: Sequence[T], max_count: int) -> list[T]:
    """At most ``max_count`` items, evenly spaced from the first to the last."""
    count, max_count = len(items), max(0, max_count)
    if count <= max_count:
        return list(items)
    if max_count < 2:
        return list(items[:max_count])
    return [items[round(place * (count - 1) / (max_count - 1))] for place in range(max_count)]
