"""The end of a match on the screen: time to see what the last move has done, then the results.

Socks that were earned in a match, told quietly once it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from game.core.discovery import find, part
from game.core.game import Layout
from game.match.adaptive_level import count
from game.match.feats import Feat
from game.match.seats import Seat
from game.match.socks import SocksAtTable, all_feats, feat_words
from game.shipped import LEVELS
from game.ui.art.fabric import tag
from game.ui.art.knits import knit_sock
from game.ui.art.layers import INK
from game.ui.core.canvas import PACE, Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.match.context import ViewContext
from game.ui.widgets import Scene
from game.words import _, counted, isolated, listed

SEEN = 2400.0
"""How long the last picture stands before the results, in ms at the brisk pace; a press goes on at once."""
BRIEF = 700.0
"""The same where what has ended the match was shown at length."""
LEAST = 0.4
"""The pace of that moment where everything else is instant."""


class Ending:
    """How long the end of a match has been seen, and whether it was told.

    Attributes:
        socks: what people at the table wear, and what they earn by its end.
    """

    def __init__(self, table: ViewContext) -> None:
        self._table = table
        self.socks = SocksAtTable(table.match, table.stage.socks)
        self._seen = 0.0
        """In ms."""
        where = find(table.session.game).info.results
        # Looked for now, as what it shows takes its time to be loaded.
        self._own = cast(Callable[[Scene], Scene | None], part(where)) if where else None

    def begin(self) -> None:
        """The last picture stands."""
        self._seen = 0.0

    def hurry(self) -> None:
        """Somebody has seen enough."""
        self._seen = SEEN * max(PACE.values())  # past the end at every pace

    @property
    def is_told(self) -> bool:
        """Whether the results were shown."""
        return self._table.match.is_told

    def waits(self, ms: float, *, seen: bool) -> bool:
        """Let time pass; whether the last picture has to stand for longer.

        Args:
            ms: how much.
            seen: whether its end was shown at length, unless everything is instant.
        """
        self._seen += ms
        pace = PACE[self._table.stage.settings.animation_speed]
        whole = BRIEF * pace if seen and pace else SEEN * max(LEAST, pace)
        # Whoever gave up wants to leave: there is no last move to be seen.
        return self._table.match.conceded is None and self._seen < whole

    def count(self) -> None:
        """The results come: put the match into statistics and drawers of the people who played it."""
        match = self._table.match
        match.is_told = True
        count(match, self._table.stage.stores.statistics)
        self.socks.count(own_board=is_own_board(match.session.game, match.session.layout))

    def show(self, scene: Scene) -> None:
        """On from the scene of the match: to the results, or to what the game shows in their place."""
        own = self._own(scene) if self._own is not None else None
        if own is not None:
            self._table.stage.scenes.push(own)
        else:
            self._table.stage.open("results", scene)


def is_own_board(game: str, layout: Layout | None) -> bool:
    """Whether a board is none of those that come with the program."""
    if layout is None:
        return False
    return layout not in _shipped(LEVELS / game)


@cache
def _shipped(folder: Path) -> frozenset[Layout]:
    """The boards of a folder that comes with the program."""
    # Only here: games without maps never need what this imports.
    from game.levels import load, maps

    return frozenset(map(load, maps(folder)))


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
