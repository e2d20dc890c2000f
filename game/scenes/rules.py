"""The rules sheet: what a game's ``rules.md`` says, laid out to be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from game.core.discovery import find, part, rules_text
from game.scenes.sheets import Sheet
from game.ui.art.fabric import divider
from game.ui.art.socks import SOCKS, big_sock
from game.ui.input import Act
from game.ui.paint import READ, Painter
from game.ui.scene import Help
from game.ui.theme import BODY, HEADING, LARGE, SMALL
from game.ui.view import Box
from game.ui.widgets import GAP, Heading, Picture, Seam, Widget, Words
from game.ui.words import _

Pictures = Mapping[str, tuple[float, Callable[[Painter, Box], None]]]


class Table(Widget):
    """Rows and columns of words."""

    focusable = False

    def __init__(self, rows: Sequence[Sequence[str]], *, wide: bool = False) -> None:
        self.wide = wide
        self.rows = [list(row) for row in rows]
        self.columns = max(len(row) for row in self.rows)

    def _widths(self, ruler: Painter, width: float) -> list[float]:
        """Column widths: as much as the longest cell wants, the rest shared by what is longest."""
        room = width - 2 * GAP
        wants = [
            max(min(ruler.width(row[column], SMALL), room * 0.6) for row in self.rows if column < len(row))
            + 18
            for column in range(self.columns)
        ]
        total = sum(wants)
        if total <= room:
            return [want * room / total for want in wants] if self.wide else wants
        least = room / self.columns * 0.5
        spare = max(1.0, total - least * self.columns)
        return [least + max(0.0, want - least) * (room - least * self.columns) / spare for want in wants]

    def _heights(self, ruler: Painter, width: float) -> list[float]:
        widths = self._widths(ruler, width)
        return [
            max(ruler.height(cell, wide - 14, SMALL) for cell, wide in zip(row, widths, strict=False)) + 12
            for row in self.rows
        ]

    def height(self, ruler: Painter, width: float) -> float:
        return sum(self._heights(ruler, width)) + 10

    def draw(self, painter: Painter, box: Box, focused: bool) -> None:
        widths, y = self._widths(painter, box.w), box.y
        for number, (row, tall) in enumerate(zip(self.rows, self._heights(painter, box.w), strict=True)):
            x = box.x + GAP
            if number == 0:
                painter.fill(Box(x - 6, y, sum(widths) + 6, tall), painter.theme.sunk, 8)
            for cell, wide in zip(row, widths, strict=False):
                painter.paragraph(cell, x, y + 6, wide - 14, SMALL, face="strong" if number == 0 else READ)
                x += wide
            y += tall
            image = divider(painter.assets, round(sum(widths)), painter.theme.stitch)
            painter.blit(image, box.x + GAP - 6, y - 2)


class RulesSheet(Sheet):
    """The rules of one game, to scroll through."""

    def __init__(self, slug: str) -> None:
        super().__init__()
        self.info = find(slug).info

    def enter(self) -> None:
        self.title = _("Rules")
        super().enter()

    def rows(self) -> Sequence[Widget]:
        pictures = cast(Pictures, part(self.info.sheet)) if self.info.sheet else {}
        return laid_out(rules_text(self.info.slug), pictures)

    def draw_side(self, painter: Painter, box: Box) -> None:
        kind = self.info.emblem if self.info.emblem in SOCKS else SOCKS[0]
        image = big_sock(painter.assets, kind, 0, 0.8)
        painter.blit(image, box.centre[0] - 6, box.y + box.h * 0.44, "center")

    def help(self) -> Help:
        return [(Act.NAVIGATE, _("Read on")), (Act.BACK, _("Back"))]


def laid_out(text: str, pictures: Pictures) -> list[Widget]:
    """The widgets of a text in the plain Markdown of the rules: headings, lists, tables, paragraphs.

    A line ``![words](name)`` is a picture of the game, with its words below.
    """
    rows: list[Widget] = []
    block: list[str] = []

    def close() -> None:
        if block and block[0].startswith("|"):
            cells = [[_plain(cell) for cell in line.strip().strip("|").split("|")] for line in block]
            rows.append(Table([row for row in cells if not all(re.fullmatch(r":?-+:?", c) for c in row)]))
        elif block:
            rows.append(Words(_plain(" ".join(block)), BODY))
        block.clear()

    for line in text.splitlines():
        stripped = line.strip()
        if picture := re.fullmatch(r"!\[(.*)\]\((\w+)\)", stripped):
            close()
            if picture[2] in pictures:
                rows += [Picture(*pictures[picture[2]]), Words(picture[1], SMALL, soft=True, centred=True)]
        elif stripped.startswith("#"):
            close()
            depth = len(stripped) - len(stripped.lstrip("#"))
            if depth > 1:
                rows.append(Seam())
            rows.append(Heading(_plain(stripped.lstrip("# ")), HEADING if depth < 3 else LARGE))
        elif not stripped:
            close()
        elif re.match(r"([-*]|\d+\.) ", stripped):
            close()
            marker, _space, rest = stripped.partition(" ")
            block.append(("• " if marker in "-*" else f"{marker} ") + rest)
        elif block and stripped.startswith("|") != block[0].startswith("|"):
            close()
            block.append(stripped)
        else:
            block.append(stripped)
    close()
    return rows


def _plain(text: str) -> str:
    """The words without their Markdown marks."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text.strip())
    return re.sub(r"\*\*|__|`|(?<!\w)\*|\*(?!\w)", "", text)
