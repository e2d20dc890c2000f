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
from game.ui.paint import READ, STRONG, Painter
from game.ui.scene import Help
from game.ui.theme import BODY, HEADING, LARGE, SMALL
from game.ui.view import Box
from game.ui.widgets import GAP, Heading, Picture, Seam, Widget, Words
from game.ui.words import _

Pictures = Mapping[str, tuple[float, Callable[[Painter, Box], None]]]


_CODE = re.compile(r" \(`[^`]*`\)")
"""What the command line calls a house rule: players read its title beside it."""
CROWDED = 1.3
"""How much more than its room a table may want before its cells stand one below the other."""


class Table(Widget):
    """Rows and columns of words; at large text the cells of a row stand one below the other."""

    focusable = False

    def __init__(self, rows: Sequence[Sequence[str]], *, wide: bool = False) -> None:
        self.wide = wide
        self.rows = [list(row) for row in rows]
        self.columns = max(len(row) for row in self.rows)

    def _wants(self, ruler: Painter, room: float) -> list[float]:
        """How wide each column wants to be."""
        return [
            max(min(ruler.width(row[column], SMALL), room * 0.6) for row in self.rows if column < len(row))
            + 18
            for column in range(self.columns)
        ]

    def _stacks(self, ruler: Painter, width: float) -> bool:
        """Whether the columns would be too narrow to be read."""
        room = width - 2 * GAP
        return not self.wide and ruler.text_scale > 1.5 and sum(self._wants(ruler, room)) > room * CROWDED

    def _widths(self, ruler: Painter, width: float) -> list[float]:
        """Column widths: as much as the longest cell wants, the rest shared by what is longest."""
        room = width - 2 * GAP
        wants = self._wants(ruler, room)
        total = sum(wants)
        if total <= room:
            return [want * room / total for want in wants] if self.wide else wants
        least = room / self.columns * 0.5
        spare = max(1.0, total - least * self.columns)
        return [least + max(0.0, want - least) * (room - least * self.columns) / spare for want in wants]

    def _cells(self, ruler: Painter, width: float) -> list[list[tuple[str, Box, str]]]:
        """For each row its cells: words, where they stand below the table's upper left corner, and face."""
        if self._stacks(ruler, width):
            return self._stacked(ruler, width - 2 * GAP - 14)
        widths, y = self._widths(ruler, width), 0.0
        found = []
        for number, row in enumerate(self.rows):
            x, cells = 0.0, []
            for words, wide in zip(row, widths, strict=False):
                box = Box(x, y + 6, wide - 14, ruler.height(words, wide - 14, SMALL))
                cells.append((words, box, STRONG if number == 0 else READ))
                x += wide
            found.append(cells)
            y = max(box.bottom for _words, box, _face in cells) + 6
        return found

    def _stacked(self, ruler: Painter, room: float) -> list[list[tuple[str, Box, str]]]:
        """The same one below the other, each row under its own title."""
        found, y = [], 0.0
        for row in [[" · ".join(self.rows[0])], *self.rows[1:]]:
            y += 6
            cells = []
            for number, words in enumerate(row):
                face = STRONG if number == 0 else READ
                box = Box(0, y, room, ruler.height(words, room, SMALL, face))
                cells.append((words, box, face))
                y = box.bottom
            found.append(cells)
            y += 6
        return found

    def height(self, ruler: Painter, width: float) -> float:
        return self._cells(ruler, width)[-1][-1][1].bottom + 16

    def draw(self, painter: Painter, box: Box, focused: bool) -> None:
        x, seam = box.x + GAP, box.y
        for number, cells in enumerate(self._cells(painter, box.w)):
            top, seam = seam, box.y + max(place.bottom for _words, place, _face in cells) + 6
            right = max(cell[1].right for cell in cells) + 14
            if number == 0:
                painter.fill(Box(x - 6, top, right + 6, seam - top), painter.theme.sunk, 8)
            for words, place, face in cells:
                painter.paragraph(words, x + place.x, box.y + place.y, place.w, SMALL, face=face)
            image = divider(painter.assets, round(right), painter.theme.stitch)
            painter.blit(image, x - 6, seam - 2)


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
            lines = [_CODE.sub("", line) for line in block]
            cells = [[_plain(cell) for cell in line.strip().strip("|").split("|")] for line in lines]
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
