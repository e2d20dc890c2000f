"""Cards of both packs: painted (P F B L with the happy symbol) and standard (D H S C).

Cards are named as in the games' notation: 7P, 12L, HP (happy), 10D, KS, JK (joker), JK=3D (a joker that
represents a card), JK=K (a rank). Faces are drawn three times as large and reduced once. They do not change
with the text size. Laid, fanned and carried cards have a margin of CARD_ROOM units, before rotation, for
their shadow and ring.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from game.ui.art.layers import (
    FOCUS_COLOUR,
    INK,
    STITCH,
    WOOL,
    art,
    clip,
    mix,
    shadow,
    turned,
    white_silhouette,
)
from game.ui.art.lettering import lettering
from game.ui.art.patterns import SEAT_LOOKS, SeatLook, motif
from game.ui.art.puppets import DRAWING_BOX, PuppetFrame, PuppetOutfit, sock_figure
from game.ui.art.svg import (
    circle,
    drawing,
    group,
    knit,
    path,
    rect,
    rounded_rect_path,
    seam,
)
from game.ui.core.assets import Assets, cached_drawing, rasterize_svg

CARD_ASPECT: Final = 1.42  # height divided by width
TABLE_WIDTH, HAND_WIDTH = 64.0, 96.0  # usual widths on the table and in the hand, in units
CARD_ROOM: Final = 16.0
_OVERSAMPLING: Final = 3
_MAX_FACE_WIDTH: Final = _OVERSAMPLING * HAND_WIDTH
"""Maximum width in units at which a face is drawn: larger ones take longer than a frame, and look no better.
"""
_TURN_OVERSAMPLING: Final = 4
_BOX: Final = (0.0, 0.0, 100.0, 142.0)


@dataclass(frozen=True, slots=True)
class Suit:
    """The tones of a suit."""

    colour: str
    dark: str
    pale: str
    soft: str


SUITS: Final = {
    "P": Suit("#C23B22", "#8E2417", "#FBD9C6", "#F2A07B"),
    "F": Suit("#3A7D3C", "#24562A", "#DDEFD0", "#9CCB86"),
    "B": Suit("#1F62A8", "#134478", "#D3E7F7", "#86BCE6"),
    "L": Suit("#7E3F98", "#52266A", "#EBDCF2", "#C49AD6"),
    "H": Suit("#C8402F", "#8E2417", "#F9DDD5", "#F3B3A4"),
    "D": Suit("#C8402F", "#8E2417", "#F9DDD5", "#F3B3A4"),
    "S": Suit(INK, "#14102A", "#DEDAE8", "#8A82AE"),
    "C": Suit(INK, "#14102A", "#DEDAE8", "#8A82AE"),
}
PAINTED_SUITS: Final = "PFBL"


def card_size(w: float) -> tuple[float, float]:
    """(width, height) of a card in units."""
    return w, w * CARD_ASPECT


def read_card(card: str) -> tuple[str, str, str]:
    """(rank, suit, ""), or ("JK", "", card or rank it represents). Raises ValueError for an invalid name."""
    name, _, stand_in = card.partition("=")
    if name == "JK":
        return "JK", "", stand_in
    rank, suit = name[:-1], name[-1:]
    if suit not in SUITS or not rank or stand_in:
        raise ValueError(f"{card!r} is no card: write it like 7P, HP, 10D, JK or JK=3D")
    return rank, suit, ""


def card(assets: Assets, name: str, w: float = TABLE_WIDTH, *, dim: bool = False) -> pygame.Surface:
    """Cached face of a card, ``w`` units wide and RATIO times as high; ``dim`` for an unplayable one."""
    return _card(assets, name, float(w), dim=dim)  # 64 and 64.0 would be two cache keys


@cached_drawing
def _card(assets: Assets, name: str, w: float, *, dim: bool) -> pygame.Surface:
    """Face of `card`, cached."""
    large = _master(assets, name, w, _oversampling(w))
    if dim:
        veil = rasterize_svg(
            rect(0, 0, 100, 142, 13, fill="#9A7250", fill_opacity=0.36), large.get_size(), _BOX
        )
        large.blit(clip(veil, white_silhouette(large)), (0, 0))
    return pygame.transform.smoothscale(large, (assets.px(w), assets.px(w * CARD_ASPECT)))


@cached_drawing
def card_turned(
    assets: Assets, name: str, w: float, degrees: float, *, back: str = "", kind: str = "sock"
) -> pygame.Surface:
    """Card ``w`` units wide, rotated clockwise by ``degrees``. Round them, because each angle is cached.

    With a colour as ``back``, the back is drawn instead, in the pattern ``kind``.
    """
    large = _back_master(assets, w, back, kind, 2) if back else _large_face(assets, name, w)
    return turned(large, -degrees)


@cached_drawing
def card_slot(assets: Assets, w: float, degrees: float) -> pygame.Surface:
    """Stitched place for a card ``w`` units wide, rotated clockwise by whole degrees."""
    shape = rounded_rect_path(2, 2, 96, 138, 12)
    body = path(shape, INK) + path(seam(shape, 8, 6), stroke=STITCH, stroke_width=3)
    return turned(rasterize_svg(body, (assets.px(w) * 2, assets.px(w * CARD_ASPECT) * 2), _BOX), -degrees)


@cached_drawing
def _large_face(assets: Assets, name: str, w: float) -> pygame.Surface:
    """Face at twice its size, for rotation. It is reused for all angles of a fan."""
    return pygame.transform.smoothscale(
        _master(assets, name, w, _TURN_OVERSAMPLING), (assets.px(w) * 2, assets.px(w * CARD_ASPECT) * 2)
    )


def _oversampling(w: float) -> int:
    """Factor from 1 to 3 by which a face of ``w`` units is drawn larger, to be reduced."""
    return min(_OVERSAMPLING, max(1, int(_MAX_FACE_WIDTH / w)))


def _master(assets: Assets, name: str, w: float, over: int) -> pygame.Surface:
    """New face of a card, ``over`` times as large."""
    rank, suit, stand_in = read_card(name)
    size = assets.px(w) * over, assets.px(w * CARD_ASPECT) * over
    u = size[0] / 100
    if rank == "JK":
        return _joker_face(assets, size, u, stand_in)
    if suit in PAINTED_SUITS:
        return _painted_face(assets, rank, suit, size, u)
    return _standard_face(assets, rank, suit, size, u)


def _write_rank(
    assets: Assets,
    face: pygame.Surface,
    text: str,
    u: float,
    place: tuple[float, float, float, float],
    colour: str,
) -> None:
    """Blit a rank onto ``face``. ``place``: centre x, y, size, maximum width, in 1/100 of the card width."""
    x, y, size, widest = place
    image = lettering(assets, text, size * u / assets.scale, colour)
    if image.get_width() > widest * u:  # squeezed in width only: all ranks have the same height
        image = pygame.transform.smoothscale(image, (round(widest * u), image.get_height()))
    face.blit(image, image.get_rect(center=(round(x * u), round(y * u))))


def _painted_face(assets: Assets, rank: str, suit: str, size: tuple[int, int], u: float) -> pygame.Surface:
    """New face of a painted card, of ``size`` pixels, ``u`` pixels for a hundredth of its width."""
    tones, layer = SUITS[suit], drawing("suits").layer
    body = drawing("cards").layer("painted")
    if rank == "H":
        body += circle(60, 99, 36, tones.pale)
        body += group(layer("happy-index", {"#F0B429": tones.colour}), "translate(8 5) scale(.42)")
        body += group(layer("happy-art"), "translate(27 66) scale(.66)")
        body += group(layer(f"{suit}-index"), "translate(12 56) scale(.33)")
        return rasterize_svg(body, size, _BOX)
    body += drawing("cards").layer("air", pale=tones.pale, soft=tones.soft)
    body += group(layer(f"{suit}-art"), "translate(35.5 75) scale(.595)")
    body += group(layer(f"{suit}-index"), "translate(11 54) scale(.36)")
    face = rasterize_svg(body, size, _BOX)
    _write_rank(assets, face, rank, u, (29, 28, 52 if len(rank) == 1 else 45, 44), tones.colour)
    return face


def pip(suit: str, x: float, y: float, size: float, *, sewn: bool = False) -> str:
    """SVG text of a standard suit of ``size`` with its middle at (x, y); ``sewn`` adds an inner stitch."""
    body = drawing("suits").layer(f"{suit}-index")
    if sewn:
        body += drawing("suits").layer(f"{suit}-sewn")
    return group(body, f"translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({size / 100})")


def _standard_face(assets: Assets, rank: str, suit: str, size: tuple[int, int], u: float) -> pygame.Surface:
    """New face of a standard card, of ``size`` pixels, ``u`` pixels for a hundredth of its width."""
    tones, court, layer = SUITS[suit], rank in _HATS, drawing("cards").layer
    body = layer("standard")
    if rank == "A":
        body += layer("ace", soft=tones.soft, dark=tones.dark) + pip(suit, 60, 93, 44, sewn=True)
    elif not court:
        body += pip(suit, 61, 94, 58, sewn=True)
    face = rasterize_svg(body, size, _BOX)
    if court:
        _draw_bust(face, _court_look(suit), _HATS[rank], (_COURT_WIDTH, 24, 46), u)
    face.blit(rasterize_svg(pip(suit, 26, 60, 27), size, _BOX), (0, 0))
    _write_rank(assets, face, rank, u, (26, 27, 41, 36), tones.colour)
    return face


_HATS: Final = {
    "K": ("crown", PuppetFrame("smile")),
    "Q": ("tiara", PuppetFrame("smile", "half")),
    "J": ("cap", PuppetFrame("open")),
}
_JOKER: Final = SeatLook(
    "joker", SEAT_LOOKS[5].colour, "#2F6B30", "#9DD09B", SEAT_LOOKS[5].text, "stripes", WOOL
)
_JESTER: Final = "jester", PuppetFrame("open")
_COURT_WIDTH, _JOKER_WIDTH = 75, 80  # width of their puppets, in hundredths of the card width
_RED: Final = SEAT_LOOKS[0].colour, "#9C2E17", "#F08A6E"
_BLACK: Final = "#4A4270", INK, "#8A82AE"


def _court_look(suit: str) -> SeatLook:
    """Look of the puppets on the kings, queens and jacks of a suit."""
    kind = {"H": "hearts", "D": "argyle", "C": "dots", "S": "stars"}[suit]
    colour, dark, light = _RED if suit in "HD" else _BLACK
    return SeatLook("court", colour, dark, light, dark, kind, WOOL)


def _draw_bust(
    face: pygame.Surface,
    look: SeatLook,
    figure_kind: tuple[str, PuppetFrame],
    place: tuple[float, float, float],
    u: float,
) -> None:
    """Draw a puppet that looks over the lower edge of a card.

    ``place`` is its width and upper left corner, in hundredths of the card width.
    """
    width, x, y = place[0] * u, place[1] * u, place[2] * u
    unit, figure = width / 200, _figure_image(look, figure_kind, width)
    sheet = pygame.Surface(face.get_size(), pygame.SRCALPHA)
    sheet.blit(figure, (round(x + DRAWING_BOX[0] * unit), round(y + (DRAWING_BOX[1] + 40) * unit)))
    inside = rasterize_svg(rect(4, 4, 92, 134, 10, fill="#FFFFFF"), face.get_size(), _BOX)
    face.blit(clip(sheet, inside), (0, 0))


@lru_cache(maxsize=2)  # a card is drawn soon after its puppet
def _figure_image(look: SeatLook, figure_kind: tuple[str, PuppetFrame], width: float) -> pygame.Surface:
    """Puppet with its hat for a court card or joker, ``width`` px wide, without the card. Cached."""
    hat, pose = figure_kind
    size = round(DRAWING_BOX[2] * width / 200), round(DRAWING_BOX[3] * width / 200)
    back = drawing("court").layer(hat)
    return sock_figure(look, pose, (0.6, 0.1), size, dress=PuppetOutfit(ground=False), back=back)


def _joker_face(assets: Assets, size: tuple[int, int], u: float, stand_in: str) -> pygame.Surface:
    """New face of a joker, with a patch for the card or rank ``stand_in`` that it represents."""
    layer = drawing("cards").layer
    face = rasterize_svg(layer("standard"), size, _BOX)
    _draw_bust(face, _JOKER, _JESTER, (_JOKER_WIDTH, 16 if stand_in else 13, 40), u)
    if not stand_in:
        face.blit(rasterize_svg(layer("star-left"), size, _BOX), (0, 0))
        return face
    # A patch in the corner, where every card has its rank and suit, so that an overlapping card hides
    # neither.
    rank, suit = (
        (stand_in[:-1], stand_in[-1]) if len(stand_in) > 1 and stand_in[-1] in SUITS else (stand_in, "")
    )
    tones = SUITS[suit or "S"]
    body = layer("star-right") + layer("stand-in")
    if suit and suit in PAINTED_SUITS:
        body += group(drawing("suits").layer(f"{suit}-index"), "translate(12 48) scale(.27)")
    elif suit:
        body += pip(suit, 26, 60, 27)
    face.blit(rasterize_svg(body, size, _BOX), (0, 0))
    _write_rank(assets, face, rank, u, (26, 28 if suit else 42, 41, 32), tones.colour)
    return face


BACKS: Final = ("#A8321F", "#7E3F98", "#12807E", "#26406F", "#2F5D50", "#B57C0B")


@cached_drawing
def card_back(assets: Assets, w: float, colour: str, kind: str = "sock") -> pygame.Surface:
    """Back of a card: `plain` (with a sock), `sock` (the same on diamonds), or a seat's pattern."""
    large = _back_master(assets, w, colour, kind, _OVERSAMPLING)
    return pygame.transform.smoothscale(large, (assets.px(w), assets.px(w * CARD_ASPECT)))


def _back_master(assets: Assets, w: float, colour: str, kind: str, over: int) -> pygame.Surface:
    """New back of a card, ``over`` times as large."""
    size = assets.px(w) * over, assets.px(w * CARD_ASPECT) * over
    layer = drawing("cards").layer
    face = rasterize_svg(layer("back", fill=WOOL), size, _BOX)
    body = rect(8, 8, 84, 126, 8, fill=colour)
    if kind == "sock":
        body += layer("diamonds")
    else:
        body += f'<g opacity=".55">{motif(kind, (6, 18, 100, 142), WOOL, 0.66)}</g>'
    body += knit((0, 0, 100, 142), 6, 0.1)
    inside = clip(
        rasterize_svg(body, size, _BOX), rasterize_svg(rect(8, 8, 84, 126, 8, fill="#FFFFFF"), size, _BOX)
    )
    face.blit(inside, (0, 0))
    front = "" if kind == "plain" else layer("back-seam", thread=mix(colour, WOOL, 0.75))
    if kind == "sock":
        swap = {"#D9482B": mix(colour, "#FFFFFF", 0.12)}
        front += layer("back-disc")
        front += group(drawing("suits").layer("sock", swap), "translate(32.5 53) scale(.34)")
    elif kind == "plain":
        front += group(drawing("suits").layer("sock"), "translate(16.5 42) scale(.55)")
    face.blit(rasterize_svg(front, size, _BOX), (0, 0))
    return face


@cached_drawing
def card_shadow(
    assets: Assets, w: float, alpha: int = 110, lift: float = 4, margin: float = CARD_ROOM
) -> pygame.Surface:
    """Shadow of any card, ``margin`` larger on every side; ``lift`` moves it down and softens it."""
    h = w * CARD_ASPECT
    box = (-margin, -margin, w + 2 * margin, h + 2 * margin)
    shape = rect(1, 1 + lift, w - 2, h - 2, w * 0.12, fill="#FFFFFF")
    flat = rasterize_svg(shape, (assets.px(box[2]), assets.px(box[3])), box)
    return shadow(flat, (2 + lift) * assets.scale, alpha)


@cached_drawing
def card_stack(
    assets: Assets, w: float = TABLE_WIDTH, colour: str = BACKS[0], kind: str = "sock", count: int = 4
) -> pygame.Surface:
    """Stock: a back on top of ``count`` others, each 2 units lower and further left, so larger by that."""
    top = card_back(assets, w, colour, kind)
    whole = pygame.Surface(
        (assets.px(w + 2 * count), assets.px(w * CARD_ASPECT + 2 * count)), pygame.SRCALPHA
    )
    for number in range(count, 0, -1):
        under = art(assets, "cards", w, w * CARD_ASPECT, layer="back", fill=mix(WOOL, INK, 0.25))
        whole.blit(
            under, (assets.px(2 * count) - assets.px(2 * number), assets.px(2 * number) if number else 0)
        )
    whole.blit(top, (assets.px(2 * count), 0))
    return whole


@cached_drawing
def suit_sign(assets: Assets, suit: str, size: float = 24) -> pygame.Surface:
    """Flat suit symbol of ``size`` units; ``happy`` for the happy symbol. KeyError for an unknown suit."""
    if suit == "happy":
        body = drawing("suits").layer("happy-index", {"#F0B429": "#B57C0B"})
    else:
        body = drawing("suits").layer(f"{suit}-index")
    return rasterize_svg(body, (assets.px(size), assets.px(size)), (-3, -3, 106, 106))


def large_card(assets: Assets, name: str) -> pygame.Surface:
    """Face twice as large as in the hand, cached. All other sizes are scaled from it, which is fast."""
    return card(assets, name, HAND_WIDTH * 2)


def _face(assets: Assets, name: str, w: float) -> pygame.Surface:
    """New face, scaled from `large_card` to ``w`` units."""
    return pygame.transform.smoothscale(large_card(assets, name), (assets.px(w), assets.px(w * CARD_ASPECT)))


@cached_drawing
def laid_card(assets: Assets, name: str, w: float) -> pygame.Surface:
    """Card ``w`` units wide lying flat, with its shadow, CARD_ROOM larger on every side."""
    return _with_shadow(assets, _face(assets, name, w), w, 105, 2)


@cached_drawing
def laid_back(assets: Assets, w: float, colour: str, kind: str) -> pygame.Surface:
    """Back of a card with its shadow, CARD_ROOM larger on every side."""
    return _with_shadow(assets, card_back(assets, w, colour, kind), w, 110, 4)


@cached_drawing
def fanned_card(assets: Assets, name: str, w: float, degrees: float) -> pygame.Surface:
    """Card of a hand, rotated clockwise by whole degrees, with its shadow in a margin of CARD_ROOM / 2."""
    large = _with_shadow(assets, _face(assets, name, w * 2), w * 2, 120, 5)  # `turned` halves the size
    return turned(large, -degrees)


@cached_drawing
def fanned_back(assets: Assets, w: float, degrees: float, colour: str, kind: str) -> pygame.Surface:
    """Back of a card in a hidden hand, rotated clockwise by whole degrees, margin CARD_ROOM / 2."""
    return turned(_with_shadow(assets, card_back(assets, w * 2, colour, kind), w * 2, 120, 5), -degrees)


def narrow(image: pygame.Surface, fraction: float) -> pygame.Surface:
    """Picture squeezed horizontally to ``fraction`` (at least 0.04) of its width, to turn a card over."""
    width = max(2, round(image.get_width() * max(0.04, fraction)))
    return pygame.transform.smoothscale(image, (width, image.get_height()))


@cached_drawing
def carried_card(
    assets: Assets, name: str, w: float, degrees: float, *, ring: bool, colour: str
) -> pygame.Surface:
    """Carried card with a deep shadow in a margin of CARD_ROOM / 2, rotated clockwise; ``ring``: focus."""
    large = _with_shadow(assets, _face(assets, name, w * 2), w * 2, 135, 16)
    if ring:
        large.blit(_ring_image(assets, w * 2, colour), (0, 0))
    image = turned(large, -degrees)
    # Scaling leaves the face a little transparent, and the cards below would show through it.
    face = pygame.mask.from_surface(image, 240).to_surface(setcolor="#000000FF", unsetcolor="#00000000")
    image.blit(face, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return image


@cached_drawing
def card_ring(assets: Assets, w: float, colour: str = FOCUS_COLOUR, degrees: float = 0.0) -> pygame.Surface:
    """Focus ring around a whole card, CARD_ROOM / 2 larger on every side, rotated clockwise."""
    return turned(_ring_image(assets, w * 2, colour), -degrees)


def _ring_image(assets: Assets, w: float, colour: str) -> pygame.Surface:
    """New focus ring of double thickness around a card, CARD_ROOM larger on every side."""
    margin, h = CARD_ROOM, w * CARD_ASPECT
    box = (-margin, -margin, w + 2 * margin, h + 2 * margin)
    shape, thick = rounded_rect_path(-4, -4, w + 8, h + 8, w * 0.13), 9 * assets.bold
    body = path(shape, stroke=WOOL, stroke_width=7 + thick)
    body += path(shape, stroke=colour, stroke_width=thick)
    return rasterize_svg(body, (assets.px(box[2]), assets.px(box[3])), box)


def _with_shadow(assets: Assets, face: pygame.Surface, w: float, alpha: int, lift: float) -> pygame.Surface:
    """New picture of a face or back on a shadow, CARD_ROOM larger on every side."""
    whole = card_shadow(assets, w, alpha, lift).copy()  # the shadow is cached for other cards
    place = (whole.get_width() - face.get_width()) // 2, (whole.get_height() - face.get_height()) // 2
    whole.blit(face, place)
    return whole
