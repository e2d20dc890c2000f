"""Every picture of one window scale, made once: in memory, and on disk so that the next start is quick.

Sizes are in units of the 1280x720 canvas; surfaces come out in pixels (units times scale), ready to blit.

On disk the pictures have a limit, and give way to everything; files that are broken or foreign are ignored
and written anew.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import os
import re
import shutil
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Concatenate, Final, ParamSpec
from weakref import WeakKeyDictionary

import pygame
from pygame import Surface

from game import __version__
from game.core.discovery import game_folder, game_slugs
from game.resources import ASSETS
from game.store.data_folder import temp_path
from game.ui.art.svg import drawing

LIMIT: Final = 60_000_000
"""Bytes of pictures on disk; those not looked at for longest go first."""
SPARE: Final = 64_000_000
"""Bytes that must stay free on the disk: where there are fewer, no picture is written."""
KEPT_FOLDERS: Final = 4
BAND: Final = 80_000
"""Pixels that are unpacked at once."""
OPENING: Final = 10_000
"""Pixels that could be unpacked in the time that opening a file takes."""
_THINNED: Final = 0.8
"""The share of the limit that stays when it was reached."""
_MAGIC: Final = b"SOCK1"
_OURS: Final = re.compile(r"[0-9a-f]{20}-[0-9.]+")
_HEAD: Final = len(_MAGIC) + 5


class DiskImageCache:
    """The pictures of one look and scale, in a folder beside those of others.

    Args:
        folder: where they lie; it is made when first written to.
        limit: bytes that all such folders together may take.
        spare: bytes that must stay free on the disk.
    """

    def __init__(self, folder: Path, limit: int = LIMIT, spare: int = SPARE) -> None:
        self._folder, self._limit, self._spare = folder, limit, spare
        self._taken: int | None = None
        _prune(folder)

    def file(self, key: Hashable) -> Path:
        """Where the picture of a key lies; the key's repr names it."""
        return self._folder / hashlib.blake2b(repr(key).encode(), digest_size=16).hexdigest()

    def read(self, key: Hashable, spend: Callable[[int], object] = lambda _pixels: None) -> Surface | None:
        """The stored picture, ready to blit; `None` if its file is missing or broken.

        ``spend`` is called before each band of the picture is unpacked, with the pixels of that band.
        """
        path = self.file(key)
        try:
            data = path.read_bytes()
            w, h = int.from_bytes(data[5:7], "big"), int.from_bytes(data[7:9], "big")
            if not data.startswith(_MAGIC) or not w * h:
                return None
            # Made in the format of the window, which its bands are converted to as they come.
            found = Surface((w, h), 0 if data[_HEAD - 1] else pygame.SRCALPHA)
            unpacks, rest, high = zlib.decompressobj(), data[_HEAD:], max(1, BAND // w)
            seen = []
            for top in range(0, h, high):
                band = w, min(high, h - top)
                spend(OPENING + band[0] * band[1])
                pixels, rest = unpacks.decompress(rest, 4 * band[0] * band[1]), unpacks.unconsumed_tail
                part = pygame.image.frombuffer(pixels, band, "BGRA")
                seen.append(part.get_bounding_rect().move(0, top))
                part.set_alpha(None)  # its own alpha is copied, not blended
                found.blit(part, (0, top))
            if unpacks.decompress(rest) or not unpacks.eof:
                return None
        except (OSError, ValueError, IndexError, zlib.error):
            return None
        if found.get_flags() & pygame.SRCALPHA:
            whole = [rect for rect in seen if rect.size > (0, 0)] or [pygame.Rect(0, 0, 0, 0)]
            _seen_parts[found] = whole[0].unionall(whole)
        with contextlib.suppress(OSError):
            # It was looked at now: what nobody has looked at for longest goes first.
            os.utime(path)
        return found

    def write(self, path: Path, surface: pygame.Surface, *, opaque: bool) -> None:
        """Store a picture.

        Raises:
            OSError: it cannot be written, or the disk is nearly full; nothing of it is left.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        w, h = surface.get_size()
        head = _MAGIC + w.to_bytes(2, "big") + h.to_bytes(2, "big") + bytes([opaque])
        # The quickest level: reading a picture has to be far quicker than drawing it.
        data = head + zlib.compress(pygame.image.tobytes(surface, "BGRA"), 1)
        if shutil.disk_usage(path.parent).free < self._spare + len(data):
            raise OSError("what is left of the disk is for what cannot be made again")
        new = temp_path(path)
        try:
            new.write_bytes(data)
            # In one step, so that a process that is killed leaves no half picture under this name.
            new.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
        self._thin(len(data))

    def _thin(self, more: int) -> None:
        """So many bytes more lie there: when the limit is reached, the oldest pictures go."""
        if self._taken is not None and self._taken + more <= self._limit:
            self._taken += more
            return
        # Counted at the first write only: a start has no time to look through thousands of files.
        found = sorted(_pictures(self._folder.parent))
        self._taken = sum(size for _when, size, _path in found)
        if self._taken <= self._limit:
            return
        for _when, size, path in found:
            # Well below the limit, or the next picture would have it all looked through again.
            if self._taken <= self._limit * _THINNED:
                return
            with contextlib.suppress(OSError):
                path.unlink()
                self._taken -= size


def _pictures(above: Path) -> list[tuple[float, int, Path]]:
    """When each picture was last looked at, its bytes, and where it lies."""
    found = []
    for folder in above.iterdir():
        for path in folder.iterdir() if _OURS.fullmatch(folder.name) else ():
            with contextlib.suppress(OSError):
                details = path.stat()
                found.append((details.st_mtime, details.st_size, path))
    return found


def _prune(folder: Path) -> None:
    """Forget the folders of older art and of scales long unused; keeps the newest few."""
    try:
        if folder.exists():
            # Reading leaves a folder's date alone: without this, a look in daily use would be the oldest one.
            os.utime(folder)
        others = [path for path in folder.parent.iterdir() if _OURS.fullmatch(path.name) and path != folder]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[KEPT_FOLDERS - 1 :]:
            for file in path.iterdir():
                file.unlink()
            path.rmdir()
    except OSError:
        return


P = ParamSpec("P")
Job = tuple[str, tuple[object, ...], Mapping[str, object]]
"""How another process draws a picture: ``module:name`` or a method of `Assets`, and its arguments."""
Box = tuple[float, float, float, float]
MEMORY: Final = 96 * 1024 * 1024
"""Bytes of surfaces that memory keeps at one pixel a unit: more than a match shows within minutes."""
MOST: Final = 384 * 1024 * 1024
"""The same however large the window is."""
WAITING: Final = 500
"""How many surfaces may wait for the disk; older ones are then not kept there."""


class Assets:
    """The surfaces of one scale.

    Args:
        scale: pixels per unit.
        cache: a folder for the disk cache, or None for none.
        limit: bytes of surfaces that memory keeps, by default as many as the scale asks for; those not used
            for longest go first.
    """

    def __init__(self, scale: float, cache: Path | None = None, limit: int | None = None) -> None:
        self.scale, self.cache = scale, cache
        self.ahead: Callable[[Assets, Hashable, Job | None], pygame.Surface | None] | None = None
        """Loads or draws a picture while pictures are made ahead; `None` for one to be drawn at once."""
        self.bold = 1.0
        """How much thicker than usual the outlines of what has the focus are drawn."""
        self.made = 0
        """How many surfaces were not in memory when they were asked for."""
        self._limit = min(MOST, round(MEMORY * scale * scale)) if limit is None else limit
        self._held = 0
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._unsaved: OrderedDict[Path, tuple[pygame.Surface, bool]] = OrderedDict()
        self._disk = DiskImageCache(cache / f"{sources_digest()}-{scale:.4f}") if cache else None

    def px(self, units: float) -> int:
        """The nearest whole number of pixels, at least 1."""
        return max(1, round(units * self.scale))

    def get(
        self,
        key: Hashable,
        make: Callable[[], pygame.Surface],
        *,
        opaque: bool = False,
        job: Job | None = None,
    ) -> pygame.Surface:
        """The surface of this key: from memory, else from disk, else made now. Never draw on it.

        The key's repr names the file, so it holds only text, numbers, booleans, None and tuples of them. With
        a ``job`` another process can make it ahead.
        """
        key = self._known(key)
        found = self._surfaces.get(key)
        if found is not None:
            self._surfaces.move_to_end(key)
            return found
        self.made += 1
        # Whether it is opaque comes from the file: whoever asks by key alone may not know how it was made.
        stored = self.stored(key) if self.ahead is None else self.ahead(self, key, job)
        surface = _converted(make(), opaque=opaque) if stored is None else stored
        if key in self._surfaces:  # the loop has needed it, and made it, while this one paused
            return self._surfaces[key]
        if stored is None and self._disk is not None:
            self._unsaved[self._disk.file(key)] = (surface, opaque)
            # While a window is resized pictures are made faster than a disk takes them.
            while len(self._unsaved) > WAITING:  # what is dropped is only drawn again at the next start
                self._unsaved.popitem(last=False)
        self._surfaces[key] = surface
        if surface not in _seen_parts and surface.get_flags() & pygame.SRCALPHA:
            _seen_parts[surface] = surface.get_bounding_rect()
        self._held += _weight(surface)
        # The one asked for stays however large it is: it is about to be drawn.
        while self._held > self._limit and len(self._surfaces) > 1:
            oldest, unused = self._surfaces.popitem(last=False)
            self._held -= _weight(unused)
            if self._disk is not None and self._unsaved:  # it may still wait for the disk
                self._unsaved.pop(self._disk.file(oldest), None)
        return surface

    def stored(self, key: Hashable, spend: Callable[[int], object] = lambda _pixels: None) -> Surface | None:
        """The picture of this key from disk, if it is there; see `DiskImageCache.read`."""
        return None if self._disk is None else self._disk.read(key, spend)

    @property
    def keeps(self) -> bool:
        """True while there is a disk cache that takes pictures."""
        return self._disk is not None

    def _known(self, key: Hashable) -> Hashable:
        return key if self.bold == 1 else (key, self.bold)

    def svg(self, body: str, w: float, h: float, box: Box | None = None) -> pygame.Surface:
        """An SVG body at w x h units, cached by its text; `box` is the view box, (0, 0, w, h) if none."""
        return self.get(
            ("svg", _digest(body), w, h, box),
            lambda: rasterize_svg(body, (self.px(w), self.px(h)), box or (0, 0, w, h)),
            job=("svg", (body, w, h, box), {}),
        )

    def file(self, name: str, w: float, h: float, layer: str = "") -> pygame.Surface:
        """A file of `drawing`, whole or one layer of it, as a surface of w x h units."""

        def make() -> pygame.Surface:
            drawn = drawing(name)
            body = drawn.layer(layer) if layer else "".join(drawn.layer(part) for part in drawn.names())
            return rasterize_svg(body, (self.px(w), self.px(h)), drawn.box)

        return self.get(("file", name, layer, w, h), make, job=("file", (name, w, h, layer), {}))

    def unsaved(self) -> int:
        return len(self._unsaved)

    def save_some(self, count: int = 1) -> bool:
        """Write up to `count` waiting surfaces to disk, oldest first; False when nothing is left.

        Call it while the window idles and before it closes: writing takes a millisecond or two a sprite and
        about 40 ms for a full screen.
        """
        for _ in range(count):
            if not self._unsaved or self._disk is None:
                return False
            path, (surface, opaque) = self._unsaved.popitem(last=False)
            try:
                self._disk.write(path, surface, opaque=opaque)
            except OSError:
                # A disk that refuses one picture refuses the next; memory does for this time.
                self._unsaved.clear()
                self._disk = None
        return bool(self._unsaved)


def cached_drawing(
    function: Callable[Concatenate[Assets, P], pygame.Surface],
) -> Callable[Concatenate[Assets, P], pygame.Surface]:
    """A drawing function whose result is cached by its arguments: text, numbers, booleans, tuples of them."""
    return _cached(function, opaque=False)


def cached_background(
    function: Callable[Concatenate[Assets, P], pygame.Surface],
) -> Callable[Concatenate[Assets, P], pygame.Surface]:
    """The same for a picture without transparency, such as a room: without alpha it blits fastest."""
    return _cached(function, opaque=True)


def _cached(
    function: Callable[Concatenate[Assets, P], pygame.Surface], *, opaque: bool
) -> Callable[Concatenate[Assets, P], pygame.Surface]:
    name, where = _name(function), f"{function.__module__}:{function.__qualname__}"

    @functools.wraps(function)
    def cached(assets: Assets, /, *args: P.args, **kwargs: P.kwargs) -> pygame.Surface:
        return assets.get(
            _key(name, args, kwargs),
            lambda: function(assets, *args, **kwargs),
            opaque=opaque,
            job=(where, args, kwargs),
        )

    return cached


def _name(function: Callable[..., pygame.Surface]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _key(name: str, args: tuple[object, ...], kwargs: Mapping[str, object]) -> Hashable:
    return (name, args, tuple(sorted(kwargs.items()))) if kwargs else (name, args)


@functools.lru_cache(maxsize=64)  # the same few bodies are asked for in every frame
def _digest(body: str) -> str:
    return hashlib.blake2b(body.encode(), digest_size=16).hexdigest()


def rasterize_svg(body: str, size: tuple[int, int], box: Box) -> pygame.Surface:
    """An SVG body drawn now, stretched to `size` pixels; not cached."""
    x, y, w, h = box
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {w} {h}" width="{size[0]}" '
        f'height="{size[1]}" preserveAspectRatio="none">{body}</svg>'
    )
    return _converted(pygame.image.load_sized_svg(io.BytesIO(text.encode()), size), opaque=False)


@functools.cache
def sources_digest() -> str:
    """A digest of all that decides how the art looks: the drawing code and the files that it reads."""
    game, folders = Path(__file__).parents[2], [game_folder(slug) for slug in game_slugs()]
    code = [path for place in (game / "ui", game / "scenes", *folders) for path in place.rglob("*.py")]
    art = [*ASSETS.rglob("*.svg"), *(path for own in folders for path in own.rglob("*.svg"))]
    # Another SDL may draw the same SVG otherwise; a packed program has no code to read, but a version.
    digest = hashlib.blake2b(f"{__version__} {pygame.version.ver}".encode(), digest_size=10)
    for path in (*sorted(code), *sorted(art)):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _converted(surface: pygame.Surface, *, opaque: bool) -> pygame.Surface:
    # Tools and tests draw without a window, and only a window has a format to convert to.
    if not (pygame.display.get_init() and pygame.display.get_surface()):
        return surface
    return surface.convert() if opaque else surface.convert_alpha()


_seen_parts: WeakKeyDictionary[pygame.Surface, pygame.Rect] = WeakKeyDictionary()


def seen_part(surface: pygame.Surface) -> pygame.Rect | None:
    """The part of a kept surface outside of which nothing is seen; `None` for surfaces of others.

    Most sprites have room around them, and to put down nothing takes as long as to put down something.
    """
    return _seen_parts.get(surface)


def _weight(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * 4
