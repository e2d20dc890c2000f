"""Art of Odd Sock: socks on cards, the room on washing day, and the drawer for pairs."""

from __future__ import annotations

import math

import pygame

from game.ui.art.cards import CARD_ASPECT
from game.ui.art.fabric import brass_label
from game.ui.art.knits import knit_named, knit_sock
from game.ui.art.layers import GOLD, INK, WOOD_DARK, WOOL, mix, rasterize_units, shadow
from game.ui.art.puppets import pair_of_eyes
from game.ui.art.socks import rolled_sock
from game.ui.art.svg import circle, lin, line, path, rect, rounded_rect_path, seam, star
from game.ui.cards.room import card_room
from game.ui.core.assets import Assets, cached_background, cached_drawing
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from tests.sample_games.dealt.odd_sock.match_text import pairs_words
from tests.sample_games.dealt.odd_sock.rules import ODD, SOCKS

ODD_KNIT = "patchwork"  # knitting that no pair has
NIGHT, FINE = "#3B2A55", 3


@cached_drawing
def sock_card(assets: Assets, sock: str, w: float) -> pygame.Surface:
    """Sock on its card; the odd one has a dark card and eyes."""
    odd, fine, h = sock == ODD, Assets(assets.scale * FINE), w * CARD_ASPECT
    ground = NIGHT if odd else mix(knit_named(sock).base, WOOL, 0.78)
    box = (0.0, 0.0, 100.0, 142.0)
    body = rect(1.7, 1.7, 96.6, 138.6, 12.5, fill=WOOL, stroke=INK, stroke_width=3.4)
    body += rect(8, 8, 84, 126, 8, fill=ground)
    if odd:
        body += path(star(50, 71, 38, 0, 18, 0.68), mix(NIGHT, GOLD, 0.6))
    body += line(
        seam(rounded_rect_path(12, 12, 76, 118, 6), 5, 4), mix(ground, GOLD if odd else INK, 0.5), 1.8
    )
    whole = rasterize_units(fine, body, w, h, box)
    picture = knit_sock(fine, ODD_KNIT if odd else sock, round(w * 0.9), turn=8)
    whole.blit(picture, picture.get_rect(center=(whole.get_width() * 0.52, whole.get_height() * 0.5)))
    if odd:
        face = pair_of_eyes(((58, 84, 9.5), (77, 88, 8.5)), "open", (-0.6, -0.5), 2.6, "")
        face += line("M60 106 Q68 100 77 107", INK, 3.4)
        whole.blit(rasterize_units(fine, face, w, h, box), (0, 0))
    return pygame.transform.smoothscale(whole, (assets.px(w), assets.px(h)))


@cached_background
def washing_day(assets: Assets, w: float, h: float, bottom: float, theme: str) -> pygame.Surface:
    """Room of a card table with a line of single socks on its wall."""
    room = card_room(assets, w, h, bottom, theme).copy()
    sag = [(x, 30 + 26 * math.sin(math.pi * x / w)) for x in range(0, int(w) + 20, 20)]
    d = "M" + " L".join(f"{x} {y:.1f}" for x, y in sag)
    room.blit(rasterize_units(assets, line(d, INK, 6) + line(d, "#E9D3AE", 3), w, h), (0, 0))
    peg = rasterize_units(assets, rect(6, 7, 8, 26, 3, fill="#E3B57C", stroke=INK, stroke_width=2.4), 20, 40)
    count = round(w / 150)
    for number in range(count):
        fraction = (number + 0.5) / count
        x, y = assets.px(fraction * w), assets.px(30 + 26 * math.sin(math.pi * fraction))
        sock = knit_sock(assets, SOCKS[number * 7 % len(SOCKS)], 92, turn=number * 5 % 9 - 4).copy()
        sock.set_alpha(225 if theme == "dark" else 150)
        room.blit(sock, sock.get_rect(midtop=(x + assets.px(16), y - assets.px(8))))
        room.blit(peg, peg.get_rect(center=(x, y)))
    return room


def drawer_box(box: Box) -> Box:
    """Front of the drawer in the remaining space."""
    w = min(box.w - 20, 400.0)
    h = min(74.0, box.h * 0.44)
    return Box(box.centre[0] - w / 2 + 8, box.bottom - h - 6, w, h)


@cached_drawing
def _open_drawer(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Inside of the drawer, 70 units high above its front."""
    body = lin("inside", (0, 0, 0, 76), (0, "#4A2A18"), (1, "#2E1A10"))
    body += path(f"M24 12 H{w - 24} L{w - 4} 78 H4Z", "url(#inside)", stroke=INK, stroke_width=4)
    body += path(f"M18 6 H{w - 18} V16 H18Z", "#8E5A30", stroke=INK, stroke_width=4, stroke_linejoin="round")
    return rasterize_units(assets, body, w, h)


@cached_drawing
def _drawer_front(assets: Assets, w: float, h: float) -> pygame.Surface:
    body = lin("front", (0, 0, 0, h), (0, "#C98F59"), (0.12, "#B27A45"), (1, "#8A572F"))
    body += rect(2, 2, w - 4, h - 4, 10, fill="url(#front)", stroke=INK, stroke_width=4)
    body += line(f"M14 13 H{w - 14}", "#E2B07A", 4, stroke_opacity=0.8)
    body += line(f"M16 {h - 14} H{w - 16}", WOOD_DARK, 2.5, stroke_opacity=0.6)
    for x in (34.0, w - 34):
        body += circle(x, h / 2 + 2, 12, "#D9A860", stroke=INK, stroke_width=3.4)
        body += circle(x - 3, h / 2 - 2, 4, "#F6DFA6")
    return rasterize_units(assets, body, w, h)


def ball_place(box: Box, number: int) -> tuple[float, float]:
    """Centre of a rolled pair in the drawer by the number of earlier pairs."""
    front = drawer_box(box)
    row, column = divmod(number, 9)
    x = front.x + 46 + (front.w - 92) * (column + (0.5 if row % 2 else 0.0)) / 9
    return x, front.y - 10 - 17 * row + (number * 7 % 5) - 2


def draw_drawer(painter: Painter, _middle: Box, box: Box, balls: tuple[int, ...]) -> None:
    """Draw the open drawer with a rolled pair per look and the number of pairs on its label."""
    front, assets = drawer_box(box), painter.assets
    under = pygame.Surface((assets.px(front.w + 60), assets.px(front.h + 120)), pygame.SRCALPHA)
    pygame.draw.ellipse(under, "#FFFFFF", under.get_rect().inflate(-assets.px(50), -assets.px(120)))
    painter.blit(shadow(under, 12 * assets.scale, 120), front.centre[0], front.bottom - 14, "center")
    painter.blit(_open_drawer(assets, front.w, 80), front.x, front.y - 66)
    for row in reversed(range(len(balls) // 9 + 1)):  # pairs at the back are behind the others
        for number in range(row * 9, min(len(balls), row * 9 + 9)):
            ball = rolled_sock(assets, balls[number], 58, number * 47 % 60 - 30)
            painter.blit(ball, *ball_place(box, number), "center")
    painter.blit(_drawer_front(assets, round(front.w), round(front.h)), front.x, front.y)
    label, size = pairs_words(len(balls)), 22 * (1 + 0.3 * (painter.text_scale - 1))
    label_width = min(front.w - 120, painter.width(label, size, NAMES, fixed=True) + 48)
    x, y = front.centre[0], front.centre[1] + 2
    painter.blit(brass_label(assets, round(label_width), min(50, round(front.h - 18))), x, y, "center")
    painter.text(
        label, x, y, size, TextStyle(NAMES, INK, is_fixed_size=True), anchor="center", room=label_width - 24
    )
