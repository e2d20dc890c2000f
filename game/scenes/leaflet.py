"""The plain Markdown of the rules as widgets to be read: headings, lists, tables, pictures, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from game.ui.art.fabric import divider
from game.ui.core.canvas import Box
from game.ui.core.fonts import READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.widgets.widgets import GAP, Heading, PictureRow, SelfShown, StitchedLine, Widget, Words

Pictures = Mapping[str, tuple[float, Callable[[Painter, Box], None]]]

SCRIPTS = "## For scripts"
"""The heading below which ``rules.md`` tells programmers what players need not know."""
_CODE = re.compile(r" \(`[^`]*`\)")
"""What the command line calls a house rule: players read its title beside it."""
_CARDS = re.compile(r"\b(\d\d?|[AJQKH]) (?=(?:\d\d?|[AJQKH])\b)")
"""The spaces between cards in a row, where no line ends."""
CROWDED = 1.3
"""How much more than its room a table may want before its cells stand one below the other."""


class TextTable(SelfShown):
    """Rows and columns of words; at large text the cells of a row stand one below the other."""

    focusable = False

    def __init__(self, rows: Sequence[Sequence[str]], *, wide: bool = False) -> None:
        self.wide = wide
        self.rows = [list(row) for row in rows]
        self.columns = max(len(row) for row in self.rows)

    def _wants(self, ruler: Painter, room: float) -> list[float]:
        """How wide each column wants to be."""
        return [
            # A long sentence breaks into lines anyway; with all its width it would starve the other columns.
            max(min(ruler.width(row[column], SMALL), room * 0.6) for row in self.rows if column < len(row))
            + 18
            for column in range(self.columns)
        ]

    def _stacks(self, ruler: Painter, width: float) -> bool:
        """Whether the columns would be too narrow to be read."""
        room = width - 2 * GAP
        # Numbers under their heads stay columns at any size: below each other they could not be compared.
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

    def cells(self, ruler: Painter, width: float) -> list[list[tuple[str, Box, str]]]:
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
        return max(box.bottom for _words, box, _face in self.cells(ruler, width)[-1]) + 16

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        x, seam = box.x + GAP, box.y
        for number, cells in enumerate(self.cells(painter, box.w)):
            top, seam = seam, box.y + max(place.bottom for _words, place, _face in cells) + 6
            right = max(cell[1].right for cell in cells) + 14
            if number == 0:
                painter.fill(Box(x - 6, top, right + 6, seam - top), painter.theme.sunk, 8)
            for words, place, face in cells:
                painter.paragraph(words, x + place.x, box.y + place.y, place.w, SMALL, TextStyle(face))
            image = divider(painter.assets, round(right), painter.theme.stitch)
            painter.blit(image, x - 6, seam - 2)


@dataclass(frozen=True)
class Section(Heading):
    """The title of a section, which the list beside the sheet leads to."""


@dataclass(frozen=True)
class Caption(Words):
    """What stands below a picture, in lines of about one length."""

    size: float = SMALL
    soft: bool = field(default=True, kw_only=True)
    centred: bool = field(default=True, kw_only=True)

    def height(self, ruler: Painter, width: float) -> float:
        return super().height(ruler, width) + 10

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        room = balanced(painter, self.text, box.w - 2 * GAP, self.size) + 2 * GAP
        super().draw(painter, Box(box.centre[0] - room / 2, box.y, room, box.h), focused=focused)


def balanced(ruler: Painter, text: str, width: float, size: float) -> float:
    """The narrowest room in which a text has no more lines than it has in this one."""
    lines = len(ruler.wrapped(text, width, size))
    low, high = width / (lines + 1), width
    while high - low > 4:
        middle = (low + high) / 2
        low, high = (middle, high) if len(ruler.wrapped(text, middle, size)) > lines else (low, middle)
    return high


class Paragraph(SelfShown):
    """A paragraph, or an item of a list with its mark before it; some of its words may be strong."""

    focusable = False

    def __init__(self, text: str) -> None:
        marked = re.fullmatch(r"(•|\d+\.) (.*)", text)
        self.mark, rest = (marked[1], marked[2]) if marked else ("", text)
        self.text = _plain(rest)
        self.words: list[list[tuple[str, str]]] = [[]]
        """Each word in parts of one face: a colon after a strong word is not strong."""
        for number, part in enumerate(rest.split("**")):
            for place, word in enumerate(_plain(part, strip=False).split(" ")):
                if place:
                    self.words.append([])
                if word:
                    self.words[-1].append((word, STRONG if number % 2 else READ))

    def _indent(self, ruler: Painter) -> float:
        return ruler.width(f"{self.mark}0", BODY) if self.mark else 0.0

    def lines(self, ruler: Painter, width: float) -> list[list[tuple[str, str]]]:
        """The lines, each in parts of one face."""
        room = width - 2 * GAP - self._indent(ruler)
        lines: list[list[tuple[str, str]]] = []
        for word in self.words:
            longer = _joined(lines[-1], word) if lines else word
            if lines and sum(ruler.width(part, BODY, face) for part, face in longer) <= room:
                lines[-1] = longer
            else:
                lines.append(_joined([], word))
        return lines

    def height(self, ruler: Painter, width: float) -> float:
        return len(self.lines(ruler, width)) * ruler.line_height(BODY) + 8

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        step = painter.line_height(BODY)
        painter.text(self.mark, box.x + GAP, box.y + 4 + step / 2, BODY, TextStyle(STRONG))
        for number, line in enumerate(self.lines(painter, box.w)):
            x = box.x + GAP + self._indent(painter)
            for part, face in line:
                x += painter.text(part, x, box.y + 4 + (number + 0.5) * step, BODY, TextStyle(face))


def _joined(line: Sequence[tuple[str, str]], word: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """A line with one word more, neighbours of one face in one part."""
    found, before = list(line), " " if line else ""
    for part, face in word:
        if found and found[-1][1] == face:
            found[-1] = found[-1][0] + before + part, face
        else:
            found.append((before + part, face))
        before = ""
    return found


def laid_out(text: str, pictures: Pictures) -> list[Widget]:
    """The widgets of a text in the plain Markdown of the rules: headings, lists, tables, paragraphs.

    What stands below `SCRIPTS` is left out, and so are the names that scripts have for house rules. A line
    ``![words](name)`` is a picture of the game, with its words below.
    """
    rows: list[Widget] = []
    block: list[str] = []

    def close() -> None:
        if block and block[0].startswith("|"):
            lines = [_CODE.sub("", line) for line in block]
            cells = [[_plain(cell) for cell in line.strip().strip("|").split("|")] for line in lines]
            rows.append(TextTable([row for row in cells if not all(re.fullmatch(r":?-+:?", c) for c in row)]))
        elif block:
            rows.append(Paragraph(" ".join(block)))
        block.clear()

    for line in text.partition(SCRIPTS)[0].splitlines():
        stripped = line.strip()
        if picture := re.fullmatch(r"!\[(.*)\]\((\w+)\)", stripped):
            close()
            if picture[2] in pictures:
                rows += [PictureRow(*pictures[picture[2]]), Caption(_plain(picture[1]))]
        elif stripped.startswith("#"):
            close()
            depth = len(stripped) - len(stripped.lstrip("#"))
            if depth > 1:
                rows.append(StitchedLine())
            words = _plain(stripped.lstrip("# "))
            rows.append(Section(words) if depth == 2 else Heading(words, HEADING if depth < 2 else LARGE))
        elif not stripped:
            close()
        elif re.match(r"([-*]|\d+\.) ", stripped):
            close()
            marker, _space, rest = stripped.partition(" ")
            block.append(("• " if marker in "-*" else f"{marker} ") + rest)
        # A table may follow its paragraph without an empty line.
        elif block and stripped.startswith("|") != block[0].startswith("|"):
            close()
            block.append(stripped)
        else:
            block.append(stripped)
    close()
    return rows


def _plain(text: str, *, strip: bool = True) -> str:
    """The words without their Markdown marks."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text.strip() if strip else text)
    text = _CARDS.sub("\\1\u00a0", text)
    return re.sub(r"\*\*|__|`|(?<!\w)\*|\*(?!\w)", "", text)
