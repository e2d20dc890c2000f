"""Every picture of one window scale, made once: in memory, and on disk so that the next start is quick.

Sizes are in units of the 1280x720 canvas; surfaces come out in pixels (units times scale), ready to blit.
"""

from __future__ import annotations

import functools
import hashlib
import io
import os
import re
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Concatenate, Final, ParamSpec

import pygame

from game.ui.art.svg import ASSETS, drawing

P = ParamSpec("P")
Box = tuple[float, float, float, float]
MEMORY: Final = 384 * 1024 * 1024
WAITING: Final = 500
"""How many surfaces may wait for the disk; older ones are then not kept there."""
KEPT_FOLDERS: Final = 4
_MAGIC: Final = b"SOCK1"
_OURS: Final = re.compile(r"[0-9a-f]{20}-[0-9.]+")
_HEAD: Final = len(_MAGIC) + 5


class Assets:
    """The surfaces of one scale.

    Args:
        scale: pixels per unit.
        cache: a folder for the disk cache, or None for none. It is made when first written to; files that
            are broken or foreign are ignored and written anew; one that cannot be written is done without.
        limit: bytes of surfaces that memory keeps; those not used for longest go first.
    """

    def __init__(self, scale: float, cache: Path | None = None, limit: int = MEMORY) -> None:
        self.scale = scale
        self._limit = limit
        self._held = 0
        self._surfaces: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._unsaved: OrderedDict[Path, tuple[pygame.Surface, bool]] = OrderedDict()
        self._folder = cache / f"{sources_digest()}-{scale:.4f}" if cache else None
        if self._folder is not None:
            _prune(self._folder)

    def px(self, units: float) -> int:
        """The nearest whole number of pixels, at least 1."""
        return max(1, round(units * self.scale))

    def get(
        self, key: Hashable, make: Callable[[], pygame.Surface], *, opaque: bool = False
    ) -> pygame.Surface:
        """The surface of this key: from memory, else from disk, else made now. Never draw on it.

        The key's repr names the file, so it holds only text, numbers, booleans, None and tuples of them.
        """
        found = self._surfaces.get(key)
        if found is not None:
            self._surfaces.move_to_end(key)
            return found
        surface = self._load(key)
        if surface is None:
            surface = _converted(make(), opaque)
            if self._folder is not None:
                self._unsaved[self._file(key)] = (surface, opaque)
                while len(self._unsaved) > WAITING:
                    self._unsaved.popitem(last=False)
        self._surfaces[key] = surface
        self._held += _weight(surface)
        while self._held > self._limit and len(self._surfaces) > 1:
            self._held -= _weight(self._surfaces.popitem(last=False)[1])
        return surface

    def svg(self, body: str, w: float, h: float, box: Box | None = None) -> pygame.Surface:
        """An SVG body at w x h units, cached by its text; `box` is the view box, (0, 0, w, h) if none."""
        name = hashlib.blake2b(body.encode(), digest_size=16).hexdigest()
        return self.get(
            ("svg", name, w, h, box), lambda: raster(body, (self.px(w), self.px(h)), box or (0, 0, w, h))
        )

    def file(self, name: str, w: float, h: float, layer: str = "") -> pygame.Surface:
        """A file of `drawing`, whole or one layer of it, as a surface of w x h units."""

        def make() -> pygame.Surface:
            drawn = drawing(name)
            body = drawn.layer(layer) if layer else "".join(drawn.layer(part) for part in drawn.names())
            return raster(body, (self.px(w), self.px(h)), drawn.box)

        return self.get(("file", name, layer, w, h), make)

    def unsaved(self) -> int:
        """How many surfaces wait to be written to the disk cache."""
        return len(self._unsaved)

    def save_some(self, count: int = 1) -> bool:
        """Write up to `count` waiting surfaces to disk, oldest first; False when nothing is left.

        Call it while the window idles and before it closes: writing takes a millisecond or two a sprite and
        about 40 ms for a full screen.
        """
        for _ in range(count):
            if not self._unsaved:
                return False
            path, (surface, opaque) = self._unsaved.popitem(last=False)
            try:
                _write(path, surface, opaque)
            except OSError:
                self._unsaved.clear()
                self._folder = None
        return bool(self._unsaved)

    def _file(self, key: Hashable) -> Path:
        assert self._folder is not None
        return self._folder / hashlib.blake2b(repr(key).encode(), digest_size=16).hexdigest()

    def _load(self, key: Hashable) -> pygame.Surface | None:
        return None if self._folder is None else _read(self._file(key))


def drawn(
    function: Callable[Concatenate[Assets, P], pygame.Surface],
) -> Callable[Concatenate[Assets, P], pygame.Surface]:
    """A drawing function whose result is cached by its arguments: text, numbers, booleans, tuples of them."""
    return _cached(function, opaque=False)


def painted(
    function: Callable[Concatenate[Assets, P], pygame.Surface],
) -> Callable[Concatenate[Assets, P], pygame.Surface]:
    """The same for a picture without transparency, such as a room: without alpha it blits fastest."""
    return _cached(function, opaque=True)


def _cached(
    function: Callable[Concatenate[Assets, P], pygame.Surface], opaque: bool
) -> Callable[Concatenate[Assets, P], pygame.Surface]:
    name = f"{function.__module__}.{function.__qualname__}"

    @functools.wraps(function)
    def cached(assets: Assets, /, *args: P.args, **kwargs: P.kwargs) -> pygame.Surface:
        key = (name, args, tuple(sorted(kwargs.items()))) if kwargs else (name, args)
        return assets.get(key, lambda: function(assets, *args, **kwargs), opaque=opaque)

    return cached


def raster(body: str, size: tuple[int, int], box: Box) -> pygame.Surface:
    """An SVG body drawn now, stretched to `size` pixels; not cached."""
    x, y, w, h = box
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {w} {h}" width="{size[0]}" '
        f'height="{size[1]}" preserveAspectRatio="none">{body}</svg>'
    )
    return _converted(pygame.image.load_sized_svg(io.BytesIO(text.encode()), size), False)


@functools.cache
def sources_digest() -> str:
    """A digest of all that decides how the art looks: the drawing code and the files that it reads."""
    here = Path(__file__).parent
    code = [*(here / "art").glob("*.py"), *here.parent.glob("games/*/art*.py")]
    sources = [Path(__file__), *sorted(code), *sorted(ASSETS.rglob("*.svg"))]
    digest = hashlib.blake2b(pygame.version.ver.encode(), digest_size=10)
    for path in sources:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _converted(surface: pygame.Surface, opaque: bool) -> pygame.Surface:
    if not (pygame.display.get_init() and pygame.display.get_surface()):
        return surface
    return surface.convert() if opaque else surface.convert_alpha()


def _weight(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * 4


def _write(path: Path, surface: pygame.Surface, opaque: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    w, h = surface.get_size()
    head = _MAGIC + w.to_bytes(2, "big") + h.to_bytes(2, "big") + bytes([opaque])
    pixels = pygame.image.tobytes(surface, "BGRA")
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_bytes(head + zlib.compress(pixels, 1))
    new.replace(path)


def _read(path: Path) -> pygame.Surface | None:
    """The stored surface, or None where the file is missing or broken."""
    try:
        data = path.read_bytes()
        size = int.from_bytes(data[5:7], "big"), int.from_bytes(data[7:9], "big")
        pixels = zlib.decompress(data[_HEAD:])
        if not data.startswith(_MAGIC) or len(pixels) != size[0] * size[1] * 4:
            return None
        return _converted(pygame.image.frombytes(pixels, size, "BGRA"), bool(data[_HEAD - 1]))
    except (OSError, ValueError, IndexError, zlib.error):
        return None


def _prune(folder: Path) -> None:
    """Forget the folders of older art and of scales long unused; keeps the newest few."""
    try:
        if folder.exists():
            os.utime(folder)
        others = [path for path in folder.parent.iterdir() if _OURS.fullmatch(path.name) and path != folder]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[KEPT_FOLDERS - 1 :]:
            for file in path.iterdir():
                file.unlink()
            path.rmdir()
    except OSError:
        return
