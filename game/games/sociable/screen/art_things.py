"""Small things of the office: what each rank wears, envelopes, the broom, the light round a card."""

from __future__ import annotations

from typing import Any, Final

import pygame

from game.games.sociable.screen.chairs import RANKS
from game.ui.art.layers import blurred, draw, flipped, lifted, padded
from game.ui.art.palette import FOCUS, GOOD, INK, WARN, WOOL, mix
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import BOX, DRAWN, MARGIN
from game.ui.art.svg import circle, drawing, group, line, path, rect, rounded, seam, star
from game.ui.kit.assets import Assets, drawn


@drawn
def wear(assets: Assets, rank: int, height: float, *, flip: bool = False) -> pygame.Surface:
    """What comes with a rank, on a surface as large as that of a puppet of this height: blit it over one."""
    u = height / DRAWN
    whole = draw(assets, drawing("sociable/wear").layer(RANKS[rank]), BOX[2] * u, BOX[3] * u, BOX)
    whole = padded(whole, assets.px(MARGIN))
    return flipped(whole) if flip else whole


ENVELOPE: Final = (84.0, 60.0)


@drawn
def envelope(assets: Assets, look: int, size: float = 1.0, turn: float = 0.0) -> pygame.Surface:
    """A closed envelope with a seal in a seat's colour, turned clockwise by some degrees."""
    seat = SEATS[look]
    w, h = ENVELOPE
    edge: dict[str, Any] = {"stroke": INK, "stroke_width": 3.4, "stroke_linejoin": "round"}
    body = rect(-38, -26, 76, 52, 6, fill="#FFF3D6", **edge)
    body += path("M-36 24 L-8 -2 M36 24 L8 -2", stroke="#C9A673", stroke_width=3, stroke_linecap="round")
    body += path("M-37 -22 L-4 8 Q0 11 4 8 L37 -22 Q36 -26 31 -26 H-31 Q-36 -26 -37 -22Z", "#FFE7B8", **edge)
    body += circle(0, 6, 11, seat.colour, stroke=INK, stroke_width=3)
    body += path(star(0, 6, 6), mix(seat.colour, WOOL, 0.75))
    box = (-w / 2 - 8, -h / 2 - 14, w + 16, h + 28)
    whole = draw(assets, group(body, f"rotate({turn})"), box[2] * size, box[3] * size, box)
    return lifted(assets, whole, (0, 4), 4, 90)


@drawn
def pocket(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """The open back of an envelope, from which cards look out; `pocket_front` goes over them."""
    body = path("M-38 -24 L0 -58 L38 -24Z", "#F3DDAE", stroke=INK, stroke_width=3.4, stroke_linejoin="round")
    body += rect(-38, -26, 76, 52, 6, fill="#E9CE98", stroke=INK, stroke_width=3.4)
    return draw(assets, body, 92 * size, 96 * size, (-46, -62, 92, 96))


@drawn
def pocket_front(assets: Assets, look: int, size: float = 1.0) -> pygame.Surface:
    """The front of an open envelope with its seal; as large as `pocket`."""
    edge: dict[str, Any] = {"stroke": INK, "stroke_width": 3.4, "stroke_linejoin": "round"}
    body = path("M-38 -20 L0 6 L38 -20 V20 Q38 26 32 26 H-32 Q-38 26 -38 20Z", "#FFF3D6", **edge)
    body += circle(0, 8, 10, SEATS[look].colour, stroke=INK, stroke_width=3)
    return draw(assets, body, 92 * size, 96 * size, (-46, -62, 92, 96))


@drawn
def broom(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """The Temp's broom, upright, its bristles at the lower edge; 90 x 190 units."""
    edge: dict[str, Any] = {"stroke": INK, "stroke_width": 4, "stroke_linejoin": "round"}
    body = line("M45 6 V120", INK, 13) + line("M45 7 V120", "#C58D54", 6)
    body += path("M30 112 H60 L66 134 H24Z", "#C8402F", **edge)
    body += path("M24 134 H66 L84 182 Q45 192 6 182Z", "#F2C46B", **edge)
    body += line("M30 140 L20 178 M45 140 V182 M60 140 L70 178 M38 140 L33 180 M52 140 L57 180", "#B98248", 3)
    return draw(assets, body, 90 * size, 190 * size, (0, 0, 90, 190))


RING_ROOM: Final = 16.0
RINGS: Final = {"pick": GOOD, "joker": WARN, "legal": "#F2C14E", "hint": "#7E3F98"}


@drawn
def card_ring(assets: Assets, w: float, h: float, kind: str) -> pygame.Surface:
    """The light and the edge of a card that can be played, is picked or is a joker; RING_ROOM larger."""
    room = RING_ROOM
    box, size = (-room, -room, w + 2 * room, h + 2 * room), (w + 2 * room, h + 2 * room)
    light = rect(-4, -4, w + 8, h + 8, 14, fill="#FFE27A")
    whole = blurred(draw(assets, light, *size, box), 6 * assets.scale, "#FFE27A")
    whole.fill((255, 255, 255, 235 if kind != "legal" else 200), special_flags=pygame.BLEND_RGBA_MULT)
    edge = path(rounded(0, 0, w, h, 12), stroke=RINGS[kind], stroke_width=9 if kind != "legal" else 6)
    whole.blit(draw(assets, edge, *size, box), (0, 0))
    return whole


@drawn
def card_focus(assets: Assets, w: float, h: float, colour: str = FOCUS) -> pygame.Surface:
    """The focus ring round a card, RING_ROOM larger on every side."""
    room, gap = RING_ROOM, 6.0
    shape = rounded(-gap, -gap, w + 2 * gap, h + 2 * gap, 17)
    body = path(shape, stroke=WOOL, stroke_width=7) + path(shape, stroke=colour, stroke_width=4.5)
    return draw(assets, body, w + 2 * room, h + 2 * room, (-room, -room, w + 2 * room, h + 2 * room))


@drawn
def mini_card(assets: Assets, h: float, kind: str) -> pygame.Surface:
    """A little card for the memo: `best` has a star, `any` a question mark, `blind` a back."""
    body = {
        "best": rect(2, 2, 36, 52, 6, fill="#FFE9A8", stroke=INK, stroke_width=3.4)
        + path(star(20, 28, 13), "#E0A100", stroke=INK, stroke_width=2.6, stroke_linejoin="round"),
        "any": rect(2, 2, 36, 52, 6, fill=WOOL, stroke=INK, stroke_width=3.4)
        + line("M14 22 C14 12 27 12 27 21 C27 28 20 27 20 34", "#5B5470", 4)
        + circle(20, 42, 2.8, "#5B5470"),
        "blind": rect(2, 2, 36, 52, 6, fill="#7E3F98", stroke=INK, stroke_width=3.4)
        + line(seam(rounded(7, 7, 26, 42, 3), 4, 3), WOOL, 2),
    }[kind]
    return draw(assets, body, h * 40 / 56, h, (0, 0, 40, 56))


@drawn
def flow(assets: Assets, w: float, h: float, colour: str, *, back: bool = False) -> pygame.Surface:
    """An arrow to the right, or back to the left, w x h units."""
    y = h / 2
    d = f"M6 {y} H{w - 12}"
    head = f"M{w - 18} {y - 8} L{w - 5} {y} L{w - 18} {y + 8}Z"
    body = line(d, INK, 9) + path(head, INK, stroke=INK, stroke_width=6, stroke_linejoin="round")
    body += line(d, colour, 4) + path(head, colour)
    image = draw(assets, body, w, h)
    return flipped(image) if back else image


@drawn
def onward(assets: Assets, size: float, colour: str) -> pygame.Surface:
    """A thin arrow to the right, for a line of words: this is what comes next."""
    body = line("M2 10 H16", colour, 3.2) + line("M11 4.5 L17 10 L11 15.5", colour, 3.2)
    return draw(assets, body, size, size, (0, 0, 20, 20))
