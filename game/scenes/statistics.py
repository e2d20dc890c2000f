"""Statistics: a card for each game, for one player or, side by side, for everyone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.core.game import GameInfo
from game.i18n import _, plural
from game.scenes.album.captions import AlbumFilter, filter_entries, names_of
from game.scenes.album.scene import AlbumScene
from game.scenes.hung import LINE_SAG, LINE_Y, HungScreen
from game.scenes.title import infos
from game.store.statistics import PlayerStats, canonical
from game.ui.art.album import avatar
from game.ui.art.charts import SOCK_ROOM, hung_sock
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, cloth_tag
from game.ui.art.first_page import facts_of
from game.ui.art.icons import icon
from game.ui.art.patterns import SEAT_LOOKS, look_of
from game.ui.art.socks import big_sock, sock_aside, sock_look, sock_pin
from game.ui.art.wheel import SURFACE_SHARE, blank_wheel, card_head, knit_wheel
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Shortcut
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets import (
    ROWS_SCROLL_EDGE,
    Action,
    Align,
    Element,
    ElementKey,
    FontSpec,
    Padding,
    Picture,
    ScaledLength,
    ScrollView,
    SingleLineText,
    Spacer,
    Text,
    column,
    confirm,
    draw_chosen,
    draw_cloth,
    ring,
    row,
    sign,
)

EVERYONE = ""  # in place of a name
HEAD_HEIGHT, SOCK_RISE, SOCK_SCALE = 116.0, 52.0, 0.43
"""Card: height of its head, how far its sock is above it (units), and size of the sock, whose lamp ends above
the title."""
CARD_GAP = 15.5  # units between cards
MAX_SOCKS, LOST_ALPHA = 5, 150  # a player's last matches on a card's line, and alpha of those not won
RING_SIZE, CROWN_SIZE, LINE_HEIGHT = 120.0, 52.0, 54.0  # units
MAX_RANKED = 5  # players on a card for everyone
ROOMY_TEXT_SCALE = 1.2  # text scale up to which the cards are side by side
AVATAR_SIZE = 42.0


class StatisticsKey(ElementKey):
    """Keys of the elements."""

    NAME = "name"
    CARD = "card"


def draw_name(painter: Painter, box: Box, look: int, is_chosen: bool, *, focused: bool) -> None:  # noqa: FBT001
    """Draw the cloth of a name on the line, with the player's head unless ``look`` is negative."""
    assets, theme = painter.assets, painter.theme
    band = look if is_chosen and look >= 0 else -1
    fill = theme.chosen if is_chosen else theme.panel
    image = cloth_tag(assets, round(box.w), round(box.h), fill, band, edge=theme.ink, broad=18.0)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    for x in (box.x + 16, box.right - 16):
        painter.blit(peg(assets, 0.6, 3.0), x, sag(x, painter.view.w, LINE_Y, LINE_SAG) + 6, "center")
    if look >= 0:
        centre = box.y + (box.h - (18 if band >= 0 else 2)) / 2 + 3
        painter.blit(
            avatar(assets, look, AVATAR_SIZE, "happy" if is_chosen else "idle"), box.x + 34, centre, "center"
        )
    if focused:
        ring(painter, box.inflated(-2), 8)


def draw_card(
    painter: Painter,
    box: Box,
    slug: str,
    is_chosen: bool,  # noqa: FBT001
    is_flat: bool,  # noqa: FBT001
    is_best: bool,  # noqa: FBT001
    *,
    focused: bool,
) -> None:
    """Draw the card of a game with its knitted head, sock and maybe crown; a flat one has only its sock."""
    assets, theme = painter.assets, painter.theme
    if is_chosen:
        draw_chosen(painter, box)
    else:
        draw_cloth(painter, box, ClothColours(theme.panel, theme.ink, theme.stitch))
    if is_flat:
        size = min(SOCK_SCALE, box.h / 420)
        painter.blit(
            big_sock(assets, slug, 0, size), box.x + 88 - sock_aside(size) / 2, box.centre[1], "center"
        )
        if focused:
            ring(painter, box)
        return
    head = card_head(assets, round(box.w - 6), HEAD_HEIGHT, SEAT_LOOKS.index(sock_look(slug)), theme.panel)
    painter.blit(head, box.x + 3, box.y + 3)
    if focused:
        ring(painter, box)
    painter.blit(
        big_sock(assets, slug, 0, SOCK_SCALE),
        box.centre[0] - sock_aside(SOCK_SCALE),
        box.y - SOCK_RISE - sock_pin(SOCK_SCALE),
        "midtop",
    )
    if is_best:
        painter.blit(icon(assets, "crown", CROWN_SIZE), box.right - 24, box.y, "center")


def draw_wheel(painter: Painter, box: Box, stats: PlayerStats, seat: int, unit: str, caption: str) -> None:
    """Draw the ring of wins around their number and its unit, over a caption. Shared wins are light.

    Without matches it is a stitched outline.
    """
    foot = painter.line_height(SMALL) * 0.9
    of, across, (x, y) = stats.matches, (box.h - foot) / SURFACE_SHARE, box.centre
    y -= foot / 2
    pen, room, soft = painter.with_text_scale(1.0), across * 0.46, TextStyle(STRONG, painter.theme.soft)
    if of:
        image = knit_wheel(painter.assets, round(across), stats.wins / of, stats.shared / of, seat)
        painter.blit(image, x, y, "center")
        number, size = str(stats.wins + stats.shared), across * 0.28
        pen.text(number, x, y - across * 0.08, size, TextStyle(NAMES), anchor="center", room=room)
        pen.text(unit, x, y + across * 0.12, SMALL, soft, anchor="center", room=room)
    else:
        painter.blit(blank_wheel(painter.assets, round(across), painter.theme.stitch), x, y, "center")
    painter.text(caption, x, box.bottom - foot * 0.7, SMALL, soft, anchor="center", room=box.w)


def draw_matches(painter: Painter, box: Box, wins: Sequence[bool], seat: int) -> None:
    """Draw matches as socks on a line, in a seat's wool if won, else grey; the other pegs are empty."""
    assets = painter.assets
    painter.blit(rope(assets, round(box.w), 5.0, shade=False), box.x, box.y + 8 - ROPE_ROOM)
    won = hung_sock(assets, seat, 38.0, 3.0)
    lost = pygame.transform.grayscale(won)
    lost.set_alpha(LOST_ALPHA)
    for number in range(MAX_SOCKS):
        x = box.w * (number + 0.5) / MAX_SOCKS
        y = box.y + 8 + sag(x, box.w, 0, 5.0)
        if number < len(wins):
            painter.blit(won if wins[number] else lost, box.x + x, y - SOCK_ROOM, "midtop")
        painter.blit(peg(assets, 0.36, 3.0), box.x + x, y + 2, "center")


class StatisticsScene(HungScreen):
    """Screen of the statistics: names on the line, and a card for each game."""

    @property
    def title(self) -> str:
        return _("Statistics")

    def on_enter(self) -> None:
        """Read the statistics, and show the first player of the last lobby who is in them."""
        self._read()
        names = [name for name in map(canonical, self.app.settings.names) if name in self._names]
        self.who = (names or self._names or [EVERYONE])[0]
        slugs = [info.slug for info in infos()]
        last = slugs.index(self.app.last_game) if self.app.last_game in slugs else 0
        self.focus = StatisticsKey.CARD.of(last)

    def _read(self) -> None:
        """Read the statistics of all players, those with most matches first."""
        self._all = self.app.stores.statistics.all()
        self._entries = [
            entry
            for entry in self.app.stores.archive.entries()
            if entry.match.is_over and not entry.why and not entry.what_if
        ]
        counts: dict[str, int] = {}
        for lines in self._all.values():
            for name, stats in lines.items():
                counts[name] = counts.get(name, 0) + stats.matches
        self._names = sorted(counts, key=lambda name: (-counts[name], name))
        self.needs_redraw = True

    def _tabs(self) -> list[str]:
        """Players, and everyone if there is more than one."""
        return [*self._names, EVERYONE] if len(self._names) > 1 else self._names

    def _look(self, name: str) -> int:
        """Look of a player's last seat, else one by their place here; -1 for everyone."""
        if name == EVERYONE:
            return -1
        seats = (seat for seats in self.app.settings.seats.values() for seat in seats)
        colour = next((seat.colour for seat in seats if canonical(seat.name) == name), None)
        return self._names.index(name) % len(SEAT_LOOKS) if colour is None else look_of(colour)

    def beside(self) -> Element:
        """Names on the line: as many around the chosen one as there is room for."""
        tabs, painter = self._tabs(), self.app.measuring_painter
        letters = FontSpec(22, NAMES, growth=0.3)
        size, safe = letters.at(painter.text_scale), self.app.view.safe_area
        pen = painter.with_text_scale(1.0)
        title = pen.width(self.title, 44 * (1 + 0.35 * (painter.text_scale - 1)), NAMES) + 100
        room, wide = safe.w - title, 0.0
        words = [pen.width(self._label(name), size, NAMES) + 36 + 50.0 * (name != EVERYONE) for name in tabs]
        widths = [min(240.0, wanted) for wanted in words]
        # The chosen name first, then its neighbours by turns, until the line is full.
        at = tabs.index(self.who) if self.who in tabs else 0
        shown: list[int] = []
        for number in sorted(range(len(tabs)), key=lambda number: abs(number - at)):
            wide += widths[number] + 14
            if wide > room and shown:
                break
            shown.append(number)
        cells = []
        for number in sorted(shown):
            name, is_chosen = tabs[number], tabs[number] == self.who
            label = SingleLineText(self._label(name), letters, 0.5, shrinks=True)
            inner = column(Spacer(flex=1), label, Spacer(flex=1), Spacer(14.0 * is_chosen), flex=1)
            left = 62.0 if name != EVERYONE else 14.0
            tall = ScaledLength(76 if is_chosen else 60, 0.3)
            cloth = row(
                Spacer(w=left), inner, Spacer(w=14),
                behind=Picture(draw_name, (self._look(name), is_chosen), shows_focus=True),
                action=Action(partial(self._show_player, name), _("Select")),
                key=StatisticsKey.NAME.of(number), w=widths[number], h=tall,
            )  # fmt: skip
            cells.append(cloth)
        return column(Spacer(h=8), row(*cells, gap=14, pad=Padding(20, 0), align=0.0))

    @staticmethod
    def _label(name: str) -> str:
        """Words on the cloth of a name."""
        return name or _("Everyone")

    def below(self) -> Element:
        """Cards of the games, in large text scrolled."""
        cards: list[Element] = [self._card(number, info) for number, info in enumerate(infos())]
        if not self.is_large:
            return column(Spacer(h=SOCK_RISE + 14), row(*cards, gap=CARD_GAP, flex=1))
        content = column(*cards, gap=14, pad=Padding(6, 8, 10))
        return column(Spacer(h=8), ScrollView(content, self.scroll, ROWS_SCROLL_EDGE, flex=1))

    @property
    def is_large(self) -> bool:
        """True if text is too large for cards side by side. Then they are one below the other, and scroll."""
        return self.app.text_scale > ROOMY_TEXT_SCALE

    @property
    def _best_game(self) -> str:
        """Game with the player's most wins, and with the largest share of them; "" for none."""
        stats = {slug: lines[self.who] for slug, lines in self._all.items() if self.who in lines}
        wins = {slug: line.wins + line.shared for slug, line in stats.items()}
        return max(filter(wins.get, wins), key=lambda slug: (wins[slug], -stats[slug].matches), default="")

    def _card(self, number: int, info: GameInfo) -> Element:
        """Card of a game."""
        theme, key = self.app.measuring_painter.theme, StatisticsKey.CARD.of(number)
        ink = sock_look(info.slug).text if theme.name == "linen" else ""
        title = Text(_(info.brief or info.title), FontSpec(26, NAMES, ink), 0.5, lines=1)
        content = self._ranking(info) if self.who == EVERYONE else self._results(info)
        looks = info.slug, key == self.focus, self.is_large, info.slug == self._best_game
        behind = Picture(draw_card, looks, shows_focus=True)
        label = ", ".join(_spoken(column(title, *content)))
        action = Action(partial(self._open_album, info.slug), _("Show matches"), label=label)
        if self.is_large:
            beside = column(title, *content, flex=1)
            return row(Spacer(w=150), beside, pad=Padding(20, 12), behind=behind, key=key, action=action)
        return column(
            Spacer(h=HEAD_HEIGHT), title, *content, Spacer(flex=0.01),
            pad=Padding(18, 0, 11), behind=behind, key=key, action=action, flex=1, least=408.0,
        )  # fmt: skip

    def _results(self, info: GameInfo) -> list[Element]:
        """Results of the player in a game."""
        theme = self.app.measuring_painter.theme
        stats = self._all.get(info.slug, {}).get(self.who, PlayerStats())
        soft = FontSpec(SMALL, STRONG, theme.soft)
        seat, won = SEAT_LOOKS.index(sock_look(info.slug)), stats.wins + stats.shared
        count = plural("{n} match", "{n} matches", stats.matches).format(n=stats.matches)
        streak = [_("{n} in a row").format(n=stats.streak)] * (stats.streak > 1)
        records = [f"{_('best score')}: {stats.best}"] * (stats.best is not None)
        if stats.best is None and stats.longest > max(1, stats.streak):
            records = [f"{_('longest streak')}: {stats.longest}"]
        wins = plural("win", "wins", won)
        total = count if stats.matches else _("No matches yet")
        spoken = f"{won} {wins}"
        if stats.shared:
            spoken += ", " + plural("{n} shared", "{n} shared", stats.shared).format(n=stats.shared)
        spoken = f"{spoken}, {total}"
        if self.is_large:
            lines = spoken if stats.matches else total, *records, *streak
            return [Text(line, FontSpec(BODY, STRONG), 0.5) for line in lines]
        height = RING_SIZE * SURFACE_SHARE + 22
        wheel = Picture(draw_wheel, (stats, seat, wins, total), h=height, words=spoken)
        if not stats.matches:
            facts = [fact.split(" ", 1) for fact in facts_of(info).split(" · ")]
            figures = [column(Text(n, FontSpec(25, NAMES), 0.5), Text(unit, soft, 0.5)) for n, unit in facts]
            return [replace(wheel, words=total), Spacer(flex=1), Align(row(*figures, gap=24)), Spacer(flex=1)]
        streak_row = [Text(line, FontSpec(SMALL, STRONG), 0.5) for line in streak]
        record_row: list[Element] = [Text(line, soft, 0.5) for line in records]
        if stats.best is not None:
            cup = replace(sign("trophy", 24), words=_("best score"))
            best = Text(str(stats.best), FontSpec(BODY, NAMES), lines=1)
            record_row = [Align(row(cup, best, *streak_row, gap=6, align=0.5))]
            streak_row = []
        socks = Picture(draw_matches, (self._last_wins(info.slug, stats), seat), h=LINE_HEIGHT)
        return [wheel, *record_row, Spacer(flex=1), socks, *streak_row, Spacer(flex=1)]

    def _last_wins(self, slug: str, stats: PlayerStats) -> tuple[bool, ...]:
        """Return if the player won their last matches in the album, newest last.

        Without any, the wins of the streak in the statistics.
        """
        matches = filter_entries(self._entries, AlbumFilter(slug, self.who))[:MAX_SOCKS]
        wins = [names_of(entry).index(self.who) in entry.match.winners for entry in matches[::-1]]
        return tuple(wins) or (True,) * min(stats.streak, MAX_SOCKS)

    def _ranking(self, info: GameInfo) -> list[Element]:
        """Players of a game with most wins."""
        soft = FontSpec(SMALL, STRONG, self.app.measuring_painter.theme.soft)
        lines = self.app.stores.statistics.game(info.slug)[:MAX_RANKED]
        if not lines:
            return self._results(info)
        return [
            Spacer(8),
            *(
                row(
                    Picture(draw_face, (self._look(name),), w=36.0, h=40.0),
                    SingleLineText(name, FontSpec(20, STRONG), shrinks=True, flex=1),
                    Text(str(stats.wins), FontSpec(LARGE, NAMES), lines=1), gap=8, align=0.5,
                )
                for name, stats in lines
            ),
            Spacer(4), Text(_("wins"), soft, 1.0),
        ]  # fmt: skip

    def shortcuts(self) -> list[Shortcut]:
        """Steps to other players, the album, and deleting the statistics if there are any."""
        if not self._names:
            return [Shortcut(InputAction.LOOK, _("Album"), partial(self.app.open_scene, "album"))]
        step = [
            Shortcut(InputAction.NEXT, _("Next player"), partial(self._step, 1)),
            Shortcut(InputAction.PREVIOUS, "", partial(self._step, -1)),
        ]
        return [
            *(step if len(self._names) > 1 else []),
            Shortcut(InputAction.SECONDARY, _("Clear statistics"), self._ask),
        ]

    def _show_player(self, name: str) -> None:
        """Show the results of a player, or of everyone."""
        self.who, self.scroll = name, 0.0
        self.needs_redraw = True

    def _step(self, by: int) -> None:
        """Show the next or previous player."""
        tabs = self._tabs()
        at = (tabs.index(self.who) + by) % len(tabs)
        if StatisticsKey.NAME.number(self.focus) is not None:
            self.focus = StatisticsKey.NAME.of(at)
        self._show_player(tabs[at])

    def _open_album(self, slug: str) -> None:
        """Open the album at the matches of a game and the player."""
        self.app.open_scene("album")
        if isinstance(album := self.app.scenes.top, AlbumScene):
            album.hanging.want(AlbumFilter(slug, self.who))
            album.on_layout()

    def _ask(self) -> None:
        """Delete all statistics, after a question."""

        def clear() -> None:
            """Delete all statistics."""
            self.app.stores.statistics.reset()
            self.on_enter()

        confirm(self.app, _("Clear all statistics?"), [_("Keep them"), _("Clear them")], clear, loses=True)


def _spoken(element: Element) -> Iterator[str]:
    """Yield the words of an element and of all elements in it."""
    if element.accessible_text:
        yield element.accessible_text
    for child in element.inner():
        yield from _spoken(child)


def draw_face(painter: Painter, box: Box, look: int) -> None:
    """Draw the head of a player in a round patch."""
    painter.blit(avatar(painter.assets, look, box.w, "idle"), *box.centre, "center")
