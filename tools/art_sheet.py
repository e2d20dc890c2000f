"""Contact sheets of the shared art, in full size: `python -m tools.art_sheet FOLDER [SCALE ...]`.

Needs no display. Every sheet is written for every scale (default 1.0) as NAME-SCALE.png.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.scenes.title import infos
from game.ui.art import (
    cards,
    curtain,
    daily,
    fabric,
    field,
    icons,
    knits,
    lettering,
    marks,
    patterns,
    puppets,
    rooms,
    socks,
)
from game.ui.art import fabric as controls
from game.ui.art import icons as glyphs
from game.ui.art import pitch as pitches
from game.ui.art import rooms as beach
from game.ui.art.knits import knit_ring, knit_sock, stitched_sock
from game.ui.art.layers import GOOD_COLOUR, INK, LINEN, STITCH, WOOL
from game.ui.core.assets import Assets
from tools.command import command

Named = tuple[str, pygame.Surface]
WIDTH = 1600.0
PITCH = pitches.DrawnPitch(("a~~~~~~~~~b", *("a.........b",) * 7, "a~~~~~~~~~b"), centre=(5, 4), seats=(1, 0))
TALL = pitches.DrawnPitch(("~~bbb~~", *(".......",) * 7, "~~aaa~~"), (60.0, 60.0), (3, 4), (2, 4))


def _patterns(a: Assets) -> Iterator[Named]:
    for number, look in enumerate(patterns.SEAT_LOOKS):
        yield look.name, patterns.swatch(a, number, 120, 80, 12)
        yield "ribbon", patterns.ribbon(a, number, 120, 44)
        yield "small", patterns.swatch(a, number, 60, 26, 4, 0.34)


def _puppets(a: Assets) -> Iterator[Named]:
    for number, (name, state) in enumerate(puppets.STATES.items()):
        for frame in range(state.count):
            yield f"{name} {frame}", puppets.puppet(a, number, name, frame, 150)
    for seat in range(8):
        wears = ("", "antenna", "glasses")[seat % 3]
        yield (
            "rim",
            puppets.puppet(
                a, seat, "idle", 0, 110, puppets.PuppetOutfit(wears=wears, rim=4, flip=seat % 2 == 1)
            ),
        )
        yield "small", puppets.puppet(a, seat, "happy", 0, 50)
    yield "focus", puppets.puppet(a, 7, "idle", 0, 150, puppets.PuppetOutfit(rim=5, focus=True))


def _field(a: Assets) -> Iterator[Named]:
    for number, (name, state) in enumerate(field.FIELD_STATES.items()):
        for frame in range(state.count):
            yield (
                f"{name} {frame}",
                field.field_puppet(
                    a, number, name, frame, dress=puppets.PuppetOutfit(rim=2.0 * (number % 2))
                ),
            )
    for seat in range(8):
        yield "stand", field.field_puppet(a, seat, dress=puppets.PuppetOutfit(flip=seat % 2 == 1))
        yield "flat", field.field_puppet(a, seat, "flat", dress=puppets.PuppetOutfit(flip=seat % 2 == 1))
        yield "down, small", field.field_puppet(a, seat, "down", seat, 50)
    yield "focus", field.field_puppet(a, 3, "happy", 1, dress=puppets.PuppetOutfit(rim=3, focus=True))


def _fabric(a: Assets) -> Iterator[Named]:
    yield "panel", fabric.panel(a, 300, 120)
    yield "dark", fabric.panel(a, 300, 120, fabric.ClothColours("#342C4E", "#FFFAF2", "#8D7CB4"))
    yield "seat", fabric.panel(a, 150, 220, fabric.ClothColours("#C93F24", stitch=WOOL, foot="#A8331C"))
    yield "strip", fabric.panel(a, 440, 44, fabric.ClothColours(LINEN), radius=22)
    for state in (fabric.NORMAL, fabric.FOCUSED, fabric.PRESSED, fabric.DISABLED):
        yield state, fabric.button(a, 240, 70, fabric.ClothColours(GOOD_COLOUR, stitch=WOOL), state)
        yield state, fabric.button(a, 180, 48, fabric.ClothColours(LINEN, stitch=INK), state)
    yield "bubble", fabric.bubble(a, 180, 70, (60, 70, 30, 110))
    yield "bubble", fabric.bubble(a, 180, 70, (178, 30, 230, 50), "#FFD25A", stitch="#B57C0B")
    yield "tag", fabric.tag(a, 120, 34)
    yield "slot", fabric.slot(a, 160, 106)
    yield "row", fabric.row_mark(a, 300, 60)
    yield "brass", fabric.brass_label(a, 600, 70)
    yield "knob", fabric.knob(a, 64)
    yield "cloth", fabric.cloth_tag(a, 174, 117, band=2)
    yield "cloth", fabric.cloth_tag(a, 174, 117, band=7)
    yield "divider", fabric.divider(a, 200)
    yield "rope", daily.rope(a, 640, 34)
    yield "peg", daily.peg(a)
    yield "peg", daily.peg(a, 0.66, 6)
    yield "thread", daily.thread(a, 60)
    yield "wood", fabric.wood_front(a, 1280, 94)


def _controls(a: Assets) -> Iterator[Named]:
    for size in (52.0, 34.0, 24.0, 18.0):
        yield "pip", controls.sewing_button(a, size)
        yield "gone", controls.sewing_button(a, size, full=False, rim=STITCH)
    yield "on", controls.toggle(a, on=True)
    yield "off", controls.toggle(a, on=False)
    yield "bed", controls.segment_bed(a, 480)
    yield "chosen", controls.segment(a, 150)
    yield "before", controls.stepper(a, right=False)
    yield "after", controls.stepper(a, right=True)
    yield "theme", controls.theme_dot(a, "#F6EBDD", STITCH)
    yield "bead", controls.meter_bead(a)
    yield "empty", controls.meter_bead(a, full=False)
    yield "new", controls.new_mark(a)
    for seat, fraction in enumerate((0.0, 0.1, 0.35, 0.5, 0.7, 0.9, 1.0)):
        yield f"{fraction}", controls.slider(a, 390, fraction, seat)
    for seat in range(8):
        yield "yarn", controls.yarn_ball(a, seat)


def _icons(a: Assets) -> Iterator[Named]:
    for name in icons.icon_names():
        yield name, icons.icon(a, name, 44)
        yield "", icons.icon(a, name, 24)
    yield "tick", icons.tick(a)
    yield "fan", icons.cards_fan(a)


def _glyphs(a: Assets) -> Iterator[Named]:
    symbol_keys = ("left", "up", "arrows", "enter", "space", "shift", "tab", "backspace")
    keys = (*symbol_keys, "Z", "Esc", "F11", "Ctrl", "PgDn", "Ö", "Delete")
    for height in (46.0, 34.0, 26.0):
        for name in glyphs.pad_parts():
            yield name, glyphs.pad_glyph(a, name, height)
        for name in keys:
            yield name, glyphs.key_glyph(a, name, height)
        for name in ("left", "right", "wheel", "move"):
            yield name, glyphs.mouse_glyph(a, name, height)


def _socks(a: Assets) -> Iterator[Named]:
    for number, info in enumerate(infos()):
        yield info.slug, socks.big_sock(a, info.slug, 0, flip=number > 1)
        yield "blink", socks.big_sock(a, info.slug, 6, flip=number > 1)
    yield "focus", socks.big_sock(a, "rockit", 2, 0.86, focus=True, turn=-5)
    for seat in range(8):
        yield "rolled", socks.rolled_sock(a, seat, 110, seat * 40)
    for frame in range(socks.BALL_FRAMES):
        yield f"ball {frame}", socks.ball(a, 44, frame)
    yield "ghost", socks.ball(a, 34, 0, ghost=True)
    yield "logo", lettering.knitted_word(a, "Sock Drawer")
    yield "word", lettering.knitted_word(a, "Settings", 56, 2)
    yield "shout", lettering.shout(a, "Thump!")
    yield "shout", lettering.shout(a, "Goal!", 72)
    yield "edge", lettering.outlined_text(a, "Bo scores here", 26, WOOL, "#0A5654")


def _knits(a: Assets) -> Iterator[Named]:
    for name in knits.KNITS:
        yield name, knit_sock(a, name, 71)
    for name in knits.KNITS:
        yield "", knit_sock(a, name, 200)
    for seat, name in enumerate(knits.KNITS):
        yield (
            "",
            puppets.puppet(a, seat % 8, "idle", 0, 150, puppets.PuppetOutfit(wears=f"sock:{name}", rim=4)),
        )
    for seat, name in enumerate(knits.KNITS):
        yield "", field.field_puppet(a, seat % 8, dress=puppets.PuppetOutfit(wears=f"sock:{name}", rim=2))
    yield "missing", stitched_sock(a, 71)
    yield "faded", knit_sock(a, "rockets", 71, faded=True)
    yield "turned", knit_sock(a, "rockets", 71, turn=20)
    for seat in range(8):
        yield "link", knit_ring(a, 23, seat)


def _cards(a: Assets) -> Iterator[Named]:
    for suit in "PFBL":
        for rank in ("1", "2", "7", "10", "12", "H"):
            yield rank + suit, cards.card(a, rank + suit)
    for suit in "DHSC":
        for rank in ("2", "10", "J", "Q", "K", "A"):
            yield rank + suit, cards.card(a, rank + suit)
    for name in ("9F", "HL", "KH", "QS", "JC", "AD", "10S", "JK", "JK=3D", "JK=K", "JK=12B"):
        yield name, cards.card(a, name, cards.HAND_WIDTH)
    yield "dim", cards.card(a, "8S", cards.HAND_WIDTH, dim=True)
    for colour, kind in zip(cards.BACKS, ("sock", "plain", "dots", "argyle", "stars", "hearts"), strict=True):
        yield kind, cards.card_back(a, cards.TABLE_WIDTH, colour, kind)
    yield "stock", cards.card_stack(a)
    for turn in (-12, -4, 4, 12):
        yield f"{turn}", cards.card_turned(a, "11P", cards.HAND_WIDTH, turn)
    for suit in (*cards.SUITS, "happy"):
        yield suit, cards.suit_sign(a, suit)


def _marks(a: Assets) -> Iterator[Named]:
    yield "step", marks.mark_step(a)
    yield "kick", marks.mark_kick(a)
    yield "landing", marks.mark_landing(a)
    yield "sock", marks.mark_sock(a)
    yield "legend", marks.mark_sock(a, 0.62, with_star=True)
    yield "star", marks.mark_star(a)
    yield "refused", marks.mark_refused(a)
    yield "breaks", marks.mark_breaks(a, 76, 58)
    yield "focus", marks.cell_focus(a, 76, 58)
    for dx, dy in ((120, 0), (-70, 60), (0, -90)):
        yield "arrow", marks.arrow(a, dx, dy)
        yield "trail", marks.trail(a, dx, dy)
    for frame in range(marks.PUFF_FRAMES):
        yield f"puff {frame}", marks.puff(a, frame)
    yield "impact", marks.impact(a)
    for frame in range(marks.STAR_FRAMES):
        yield f"stars {frame}", marks.stars(a, frame)
    for seat in range(-1, 8):
        yield "yarn", marks.yarn_curl(a, seat, seat * 40)


def _rooms(a: Assets) -> Iterator[Named]:
    for w, h in ((1280.0, 720.0), (1280.0, 960.0), (1680.0, 720.0)):
        yield "title", rooms.title_room(a, w, h)
        yield "wall", rooms.wall(a, w, h)
        yield "beach", beach.beach(a, w, h, lanterns=836)
        yield "floor", pitches.floor(a, w, h, -1)
        yield "curtain", curtain.curtain(a, w, h, 4)
    yield "curtain front", curtain.curtain_front(a, 1280, 720, 4)
    yield "dark", rooms.wall(a, 1280, 720, "dark")
    yield "dark", rooms.title_room(a, 1280, 720, theme="dark")
    yield "dark", beach.beach(a, 1280, 720, dark=True)
    yield "contrast", rooms.wall(a, 1280, 720, "contrast")
    yield "palm", beach.palm(a)
    yield "post", beach.post(a)


def _boards(a: Assets) -> Iterator[Named]:
    yield "lying", pitches.rug(a, PITCH)
    yield "standing", pitches.rug(a, TALL)
    for number in range(10):
        yield f"fan {number}", pitches.fan(a, number, "happy", number, 100, flip=number % 2 == 1)


SHEETS: dict[str, tuple[str, Callable[[Assets], Iterable[Named]]]] = {
    "patterns": ("#9A8FA8", _patterns),
    "puppets": ("#6F8F8A", _puppets),
    "field": ("#9CC480", _field),
    "fabric": ("#F3DFC4", _fabric),
    "controls": (WOOL, _controls),
    "icons": (LINEN, _icons),
    "glyphs": (LINEN, _glyphs),
    "socks": ("#F3DFC4", _socks),
    "knits": ("#F0DFC4", _knits),
    "cards": ("#2F5D50", _cards),
    "marks": ("#9CC480", _marks),
    "boards": ("#9A6A3C", _boards),
    "rooms": ("#1B1428", _rooms),
}


def sheet(assets: Assets, name: str) -> pygame.Surface:
    """Return the pictures of a sheet in rows, each with its name below it."""
    background, maker = SHEETS[name]
    font, gap, limit = pygame.font.Font(None, 16), 10, round(WIDTH * assets.scale)
    places: list[tuple[str, pygame.Surface, int, int]] = []
    x = y = gap
    row_height = 0
    for title, picture in maker(assets):
        w, h = picture.get_size()
        if x > gap and x + w > limit:
            x, y, row_height = gap, y + row_height + 22, 0
        places.append((title, picture, x, y))
        x, row_height = x + max(w, font.size(title)[0]) + gap, max(row_height, h)
    right = max(left + picture.get_width() for _, picture, left, _ in places) + gap
    image = pygame.Surface((max(limit, right), y + row_height + 30))
    image.fill(background)
    for title, picture, left, top in places:
        image.blit(picture, (left, top))
        image.blit(
            font.render(title, antialias=True, color="#808080"), (left, top + picture.get_height() + 2)
        )
    return image


def main() -> None:
    """Write the sheets."""
    parser = command(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("scales", nargs="*", type=float, default=[1.0], metavar="scale")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((8, 8))
    for scale in arguments.scales:
        assets = Assets(scale)
        for name in SHEETS:
            pygame.image.save(sheet(assets, name), folder / f"{name}-{scale:g}.png")


if __name__ == "__main__":
    main()
