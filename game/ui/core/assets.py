"""Cache of all images of one window scale, in memory and on disk, so that the next start is quick.

Sizes are in units of the 1280x720 canvas. Surfaces are in pixels (units times scale), ready to blit.

The disk cache has a size limit and gives way when the disk is nearly full. Broken or foreign files are
ignored and written again.
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
from game.core.extras import extras
from game.resources import ASSETS
from game.store.data_folder import temp_path
from game.ui.art.svg import Box

DISK_LIMIT: Final = 60_000_000  # bytes on disk; the least recently used images are deleted first
MIN_FREE_DISK: Final = 64_000_000  # bytes that must stay free on the disk, or no image is written
MAX_FOLDERS: Final = 4
PIXELS_PER_BAND: Final = 80_000  # pixels unpacked at once
OPENING_COST: Final = 10_000  # pixels that could be unpacked in the time that opening a file takes
_TRIMMED_SHARE: Final = 0.8  # share of the limit that is kept once the limit is reached
_MAGIC: Final = b"SOCK1"
_OWN_FOLDER: Final = re.compile(r"[0-9a-f]{20}-[0-9.]+")
_HEADER_SIZE: Final = len(_MAGIC) + 5


class DiskImageCache:
    """Disk cache of one look and scale, in a folder beside those of other scales.

    Args:
        folder: path of the cache; created at the first write.
        limit: bytes that all such folders together may take.
        spare: bytes that must stay free on the disk.
    """

    def __init__(self, folder: Path, limit: int = DISK_LIMIT, spare: int = MIN_FREE_DISK) -> None:
        """Deletes all but the newest cache folders beside ``folder``."""
        self._folder, self._limit, self._spare = folder, limit, spare
        self._used_bytes: int | None = None
        _prune(folder)

    def file(self, key: Hashable) -> Path:
        """Path for the image of a key: a hash of the key's repr, in the folder. It may not exist."""
        return self._folder / hashlib.blake2b(repr(key).encode(), digest_size=16).hexdigest()

    def read(self, key: Hashable, spend: Callable[[int], object] = lambda _pixels: None) -> Surface | None:
        """Return the stored image, ready to blit, and mark it as used. None if its file is missing or broken.

        ``spend`` is called with a number of pixels before the image is created, and before each band is
        unpacked.
        """
        path = self.file(key)
        try:
            data = path.read_bytes()
            w, h = int.from_bytes(data[5:7], "big"), int.from_bytes(data[7:9], "big")
            if not data.startswith(_MAGIC) or not w * h:
                return None
            spend(OPENING_COST + w * h // 4)  # memory for a pixel takes a quarter of the time of unpacking it
            # Created in the format of the window; the bands are converted to it one by one.
            image = Surface((w, h), 0 if data[_HEADER_SIZE - 1] else pygame.SRCALPHA)
            unpacks, rest, band_height = (
                zlib.decompressobj(),
                data[_HEADER_SIZE:],
                max(1, PIXELS_PER_BAND // w),
            )
            visible_parts = []
            for top in range(0, h, band_height):
                band = w, min(band_height, h - top)
                spend(band[0] * band[1])
                pixels, rest = unpacks.decompress(rest, 4 * band[0] * band[1]), unpacks.unconsumed_tail
                part = pygame.image.frombuffer(pixels, band, "BGRA")
                visible_parts.append(part.get_bounding_rect().move(0, top))
                part.set_alpha(None)  # its own alpha is copied, not blended
                image.blit(part, (0, top))
            if unpacks.decompress(rest) or not unpacks.eof:
                return None
        except (OSError, ValueError, IndexError, zlib.error):
            return None
        if image.get_flags() & pygame.SRCALPHA:
            whole = [rect for rect in visible_parts if rect.size > (0, 0)] or [pygame.Rect(0, 0, 0, 0)]
            _seen_parts[image] = whole[0].unionall(whole)
        with contextlib.suppress(OSError):
            # Mark as recently used.
            os.utime(path)
        return image

    def write(self, path: Path, surface: pygame.Surface, *, opaque: bool) -> None:
        """Store an image, and thin the cache if full. Raises OSError if that fails or the disk is near full.

        No partial file is left.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        w, h = surface.get_size()
        head = _MAGIC + w.to_bytes(2, "big") + h.to_bytes(2, "big") + bytes([opaque])
        # The quickest level, because reading an image has to be far quicker than drawing it.
        data = head + zlib.compress(pygame.image.tobytes(surface, "BGRA"), 1)
        if shutil.disk_usage(path.parent).free < self._spare + len(data):
            raise OSError("what is left of the disk is for what cannot be made again")
        temporary = temp_path(path)
        try:
            temporary.write_bytes(data)
            # Atomic, so that a killed process leaves no partial image under this name.
            temporary.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
        self._thin(len(data))

    def _thin(self, more: int) -> None:
        """Count ``more`` new bytes. Above the limit, delete the least recently used images, down to 80%."""
        if self._used_bytes is not None and self._used_bytes + more <= self._limit:
            self._used_bytes += more
            return
        # Counted at the first write only, because a start has no time to scan thousands of files.
        files = sorted(_pictures(self._folder.parent))
        self._used_bytes = sum(size for _when, size, _path in files)
        if self._used_bytes <= self._limit:
            return
        for _when, size, path in files:
            # Stop well below the limit, or the next image would cause a full scan again.
            if self._used_bytes <= self._limit * _TRIMMED_SHARE:
                return
            with contextlib.suppress(OSError):
                path.unlink()
                self._used_bytes -= size


def _pictures(above: Path) -> list[tuple[float, int, Path]]:
    """(time of last use in s, bytes, path) of each image in the cache folders below ``above``, unsorted."""
    files = []
    for folder in above.iterdir():
        for path in folder.iterdir() if _OWN_FOLDER.fullmatch(folder.name) else ():
            with contextlib.suppress(OSError):
                details = path.stat()
                files.append((details.st_mtime, details.st_size, path))
    return files


def _prune(folder: Path) -> None:
    """Delete all cache folders beside ``folder`` but the `MAX_FOLDERS` - 1 newest. Ignores `OSError`."""
    try:
        if folder.exists():
            # Reading does not change a folder's date, so a folder in daily use would look the oldest.
            os.utime(folder)
        others = [
            path for path in folder.parent.iterdir() if _OWN_FOLDER.fullmatch(path.name) and path != folder
        ]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[MAX_FOLDERS - 1 :]:
            for file in path.iterdir():
                file.unlink()
            path.rmdir()
    except OSError:
        return


P = ParamSpec("P")
Job = tuple[str, tuple[object, ...], Mapping[str, object]]
"""Recipe for another process to draw an image: ``module:name`` or a method of `Assets`, args, kwargs."""
# bytes of surfaces in memory at one pixel per unit: more than a match shows within minutes
MEMORY_LIMIT: Final = 96 * 1024 * 1024
MAX_MEMORY_LIMIT: Final = 384 * 1024 * 1024  # upper limit of `MEMORY_LIMIT` for any window size
MAX_UNWRITTEN: Final = 500  # surfaces that may wait to be written; older ones are then not stored


class Assets:
    """Image cache for one scale.

    Args:
        scale: pixels per unit.
        cache: folder of the disk cache, or None for none.
        limit: bytes of surfaces kept in memory, by default according to the scale. The least recently
            used are dropped first.
    """

    def __init__(self, scale: float, cache: Path | None = None, limit: int | None = None) -> None:
        self.scale, self.cache = scale, cache
        self.ahead: Callable[[Assets, Hashable, Job | None], pygame.Surface | None] | None = None
        """Loads or draws an image during preloading; None draws missing images at once."""
        self.bold = 1.0  # factor for the outline width of focused elements
        self.miss_count = 0  # number of surfaces that were not in memory when requested
        self._limit = min(MAX_MEMORY_LIMIT, round(MEMORY_LIMIT * scale * scale)) if limit is None else limit
        self._used_bytes = 0
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._unsaved: OrderedDict[Path, tuple[pygame.Surface, bool]] = OrderedDict()
        self._disk = DiskImageCache(cache / f"{sources_digest()}-{scale:.4f}") if cache else None

    def px(self, units: float) -> int:
        """Convert units to the nearest whole number of pixels, at least 1."""
        return max(1, round(units * self.scale))

    def get(
        self,
        key: Hashable,
        make: Callable[[], pygame.Surface],
        *,
        opaque: bool = False,
        job: Job | None = None,
    ) -> pygame.Surface:
        """Return the surface of a key: from memory, else from disk, else drawn by ``make``. Never draw on it.

        The key's repr names the file, so it may hold only text, numbers, booleans, None and tuples of them.
        With a ``job`` another process can draw it during preloading.
        """
        key = self._cache_key(key)
        image = self._surfaces.get(key)
        if image is not None:
            self._surfaces.move_to_end(key)
            return image
        self.miss_count += 1
        # The file says if it is opaque, because a caller that asks by key alone may not know.
        stored = self.read_from_disk(key) if self.ahead is None else self.ahead(self, key, job)
        surface = _convert_surface(make(), opaque=opaque) if stored is None else stored
        if key in self._surfaces:  # the loop needed and made it while this one paused
            return self._surfaces[key]
        if stored is None and self._disk is not None:
            self._unsaved[self._disk.file(key)] = (surface, opaque)
            # While a window is resized, images are made faster than a disk takes them.
            while len(self._unsaved) > MAX_UNWRITTEN:  # a dropped image is only drawn again at the next start
                self._unsaved.popitem(last=False)
        self._surfaces[key] = surface
        if surface not in _seen_parts and surface.get_flags() & pygame.SRCALPHA:
            _seen_parts[surface] = surface.get_bounding_rect()
        self._used_bytes += _weight(surface)
        # The requested surface is kept however large it is, because it is about to be drawn.
        while self._used_bytes > self._limit and len(self._surfaces) > 1:
            oldest, unused = self._surfaces.popitem(last=False)
            self._used_bytes -= _weight(unused)
            if self._disk is not None and self._unsaved:
                self._unsaved.pop(self._disk.file(oldest), None)
        return surface

    def read_from_disk(
        self, key: Hashable, spend: Callable[[int], object] = lambda _pixels: None
    ) -> Surface | None:
        """Return the image of a key from disk, None if it is not there; see `DiskImageCache.read`."""
        return None if self._disk is None else self._disk.read(key, spend)

    @property
    def has_disk_cache(self) -> bool:
        """True while there is a disk cache that accepts images."""
        return self._disk is not None

    def _cache_key(self, key: Hashable) -> Hashable:
        """The key itself, or (key, factor for outlines) if that factor is not 1."""
        return key if self.bold == 1 else (key, self.bold)

    def svg(self, body: str, w: float, h: float, box: Box | None = None) -> pygame.Surface:
        """Surface of an SVG body at w x h units, cached by its text.

        ``box`` is the view box, by default (0, 0, w, h).
        """
        return self.get(
            ("svg", _digest(body), w, h, box),
            lambda: rasterize_svg(body, (self.px(w), self.px(h)), box or (0, 0, w, h)),
            job=("svg", (body, w, h, box), {}),
        )

    def unsaved_count(self) -> int:
        """Number of surfaces that wait to be written to disk."""
        return len(self._unsaved)

    def save_some(self, count: int = 1) -> bool:
        """Write up to ``count`` waiting surfaces, oldest first. True if more wait; a failed write drops all.

        Call it while the window is idle and before it closes: writing takes 1 to 2 ms per sprite and about 40
        ms for a full screen.
        """
        for _ in range(count):
            if not self._unsaved or self._disk is None:
                return False
            path, (surface, opaque) = self._unsaved.popitem(last=False)
            try:
                self._disk.write(path, surface, opaque=opaque)
            except OSError:
                # A disk that refuses one image refuses the next, so use memory only from now on.
                self._unsaved.clear()
                self._disk = None
        return bool(self._unsaved)


def cached_drawing(
    function: Callable[Concatenate[Assets, P], pygame.Surface],
) -> Callable[Concatenate[Assets, P], pygame.Surface]:
    """Decorator that caches a drawing by its arguments: text, numbers, booleans, tuples of them."""
    return _cache_images(function, opaque=False)


def cached_background(
    function: Callable[Concatenate[Assets, P], pygame.Surface],
) -> Callable[Concatenate[Assets, P], pygame.Surface]:
    """Decorator like `cached_drawing` for opaque images such as rooms, which blit faster without alpha."""
    return _cache_images(function, opaque=True)


def _cache_images(
    function: Callable[Concatenate[Assets, P], pygame.Surface], *, opaque: bool
) -> Callable[Concatenate[Assets, P], pygame.Surface]:
    """Wrapper of a drawing function that returns its surface from the cache of its assets."""
    name, source = _name(function), f"{function.__module__}:{function.__qualname__}"

    @functools.wraps(function)
    def cached(assets: Assets, /, *args: P.args, **kwargs: P.kwargs) -> pygame.Surface:
        """Surface for these arguments, from the cache or drawn now. Never draw on it."""
        return assets.get(
            _key(name, args, kwargs),
            lambda: function(assets, *args, **kwargs),
            opaque=opaque,
            job=(source, args, kwargs),
        )

    return cached


def _name(function: Callable[..., pygame.Surface]) -> str:
    """Module and qualified name of a function."""
    return f"{function.__module__}.{function.__qualname__}"


def _key(name: str, args: tuple[object, ...], kwargs: Mapping[str, object]) -> Hashable:
    """Cache key of a call: (name, args), and the keyword arguments sorted by name if there are any."""
    return (name, args, tuple(sorted(kwargs.items()))) if kwargs else (name, args)


@functools.lru_cache(maxsize=64)
def _digest(body: str) -> str:
    """Hash of a text, 32 hex digits."""
    return hashlib.blake2b(body.encode(), digest_size=16).hexdigest()


def rasterize_svg(body: str, size: tuple[int, int], box: Box) -> pygame.Surface:
    """New surface of an SVG body, stretched to ``size`` pixels. Drawn now, not cached."""
    x, y, w, h = box
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {w} {h}" width="{size[0]}" '
        f'height="{size[1]}" preserveAspectRatio="none">{body}</svg>'
    )
    return _convert_surface(pygame.image.load_sized_svg(io.BytesIO(text.encode()), size), opaque=False)


@functools.cache
def sources_digest() -> str:
    """20 hex digits: hash of drawing code, art files and versions. The cache is invalid once it changes."""
    game = Path(__file__).parents[2]
    folders = [*map(game_folder, game_slugs()), *(extra.folder for extra in extras())]
    code = [path for place in (game / "ui", game / "scenes", *folders) for path in place.rglob("*.py")]
    art = [*ASSETS.rglob("*.svg"), *(path for own in folders for path in own.rglob("*.svg"))]
    # Another SDL may draw the same SVG differently. A packed program has no code to read, only a version.
    digest = hashlib.blake2b(f"{__version__} {pygame.version.ver}".encode(), digest_size=10)
    for path in (*sorted(code), *sorted(art)):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _convert_surface(surface: pygame.Surface, *, opaque: bool) -> pygame.Surface:
    """Copy in the window's format, without alpha if ``opaque``; the same surface without a window."""
    # Tools and tests draw without a window, and surfaces can be converted to the format of a window only.
    if not (pygame.display.get_init() and pygame.display.get_surface()):
        return surface
    return surface.convert() if opaque else surface.convert_alpha()


_seen_parts: WeakKeyDictionary[pygame.Surface, pygame.Rect] = WeakKeyDictionary()


def seen_part(surface: pygame.Surface) -> pygame.Rect | None:
    """Bounding rectangle in px of the visible pixels of a cached surface with alpha. None for others.

    Most sprites have transparent margins, and blitting transparent pixels takes as long as blitting opaque
    ones.
    """
    return _seen_parts.get(surface)


def _weight(surface: pygame.Surface) -> int:
    """Size of a surface in bytes, at 4 a pixel."""
    return surface.get_width() * surface.get_height() * 4
