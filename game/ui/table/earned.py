"""Socks that were earned in a match, told quietly once it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.match.feats import Feat
from game.match.seats import Seat
from game.match.socks import all_feats, feat_words
from game.ui.art.fabric import tag
from game.ui.art.knits import knit_sock
from game.ui.art.layers import INK
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.words import _, counted, isolated, listed

MOST = 4
"""So many of them are drawn."""
SOCK = 62.0
"""How high each is drawn."""


@dataclass(frozen=True, slots=True)
class Earned:
    """A sock that is new in a drawer."""

    knit: str
    title: str
    whose: str
    """Whose it is now; empty where only one person played."""


def earned_of(game: str, feat: Feat, name: str = "") -> Earned:
    """The sock of a feat, in the drawer of a name."""
    return Earned(feat.knit, feat_words(game, feat.key).title, name)


def earned_by(seats: Sequence[Seat], earned: Mapping[int, Sequence[str]]) -> list[Earned]:
    """The socks of a match, seat by seat."""
    alone = sum(not seat.is_bot for seat in seats) == 1
    return [
        earned_of(game, feat, "" if alone else isolated(seats[seat].name))
        for seat, keys in earned.items()
        for game, feat in all_feats()
        if feat.key in keys
    ]


def earned_words(socks: Sequence[Earned]) -> str:
    """Which they are, in a sentence."""
    told = [
        _("{title} for {name}").format(title=sock.title, name=sock.whose) if sock.whose else sock.title
        for sock in socks
    ]
    return _("New in the drawer: {socks}.").format(socks=listed(told))


def earned_count(socks: Sequence[Earned]) -> str:
    """How many they are, where there is no room for more words."""
    many = len({sock.title for sock in socks})
    return counted("{n} new sock", "{n} new socks", many).format(n=many)


def draw_earned(painter: Painter, box: Box, socks: Sequence[Earned]) -> float:
    """Hang them side by side at the top of a box, with what they are called below; how high that is."""
    shown = list({sock.knit: sock for sock in socks}.values())[:MOST]
    step = min(74.0, box.w / len(shown))
    for number, sock in enumerate(shown):
        x = box.centre[0] + step * (number - (len(shown) - 1) / 2)
        image = knit_sock(painter.assets, sock.knit, SOCK, turn=(-5.0, 4.0, -3.0, 6.0)[number])
        painter.blit(image, x, box.y + SOCK / 2 + 2, "center")
    high = painter.line_height(SMALL) + 8
    titles = list(dict.fromkeys(sock.title for sock in socks))
    words = _("New: {socks}").format(socks=", ".join(titles))
    if painter.width(words, SMALL * 0.85, STRONG) > box.w - 28:
        words = earned_count(socks)
    wide = min(box.w, painter.width(words, SMALL, STRONG) + 30)
    y = box.y + SOCK + 10 + high / 2
    painter.blit(tag(painter.assets, round(wide), round(high)), box.centre[0], y, "center")
    painter.text(words, box.centre[0], y, SMALL, TextStyle(STRONG, INK), anchor="center", room=wide - 24)
    return SOCK + 18 + high
