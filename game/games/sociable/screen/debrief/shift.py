"""The page of the vote: what everybody thought before the charts and after them, as means of all votes."""

from __future__ import annotations

from game.games.sociable.screen.debrief.parts import DebriefFacts, edge_of, framed, put
from game.games.sociable.screen.debrief.voting import things
from game.games.sociable.screen.debrief.words import tied
from game.match.ballot import QUORUM, Shift, most_of
from game.ui.art.charts import bar, rule
from game.ui.art.patterns import SEATS
from game.ui.art.svg import line, rounded, seam
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY, HEADING, LARGE
from game.words import _, counted

LOOKS = (0, 2, 1)
"""The wool of skill, luck and structure."""
LEAST = 60
"""The whole width stands for so many hundredths at least."""


def shifted(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """A row for each share: a pale bar for before, a full one for after, and by how much it has shifted."""
    inner, shift = framed(painter, box, _("What decided your place?")), told.vote or Shift()
    if told.vote is not None and shift.is_over and not shift.is_known:
        _say(painter, inner, _too_few(shift))
        return
    key = painter.line_height(BODY) + 8
    rows = Box(inner.x, inner.y, inner.w, inner.h - key)
    tall = rows.h / 3
    most = max((LEAST, *shift.before, *shift.after))
    for place, name in enumerate(things()):
        _row(painter, Box(rows.x, rows.y + tall * place, rows.w, tall), name, place, (shift, most))
    _key(painter, Box(inner.x, rows.bottom, inner.w, key))


def _row(painter: Painter, box: Box, name: str, place: int, of: tuple[Shift, int]) -> None:
    shift, most = of
    head, theme = painter.line_height(LARGE), painter.theme
    side = painter.width("+100", HEADING, NAMES) + 12
    number = painter.width("100 %", BODY, STRONG) + 12
    painter.text(name, box.x, box.y + head / 2, LARGE, TextStyle(NAMES), room=box.w - side)
    room, top = box.w - side - number, box.y + head + 2
    high = min(44.0, (box.bottom - 10 - top) / 2)
    body, colour = "", SEATS[LOOKS[place]].colour
    for line_, shares in enumerate((shift.before, shift.after)):
        y = top + line_ * high
        if not shares:
            hole = rounded(box.x + 2, y + 2, room * 0.34, high - 7, 8)
            body += line(seam(hole), theme.stitch, 2.5)
            at = box.x + room * 0.17, y + high / 2 - 2
            painter.text("?", *at, BODY, TextStyle(NAMES, theme.soft), anchor="center")
            continue
        wide = max(2.0, room * shares[place] / most)
        body += bar(box.x, y + 1, wide, high - 5, colour, edge_of(painter), sewn=line_ == 0)
        words = _("{n} %").format(n=shares[place])
        painter.text(words, box.x + wide + 10, y + high / 2 - 2, BODY, TextStyle(STRONG), anchor="midleft")
    body += rule((box.x, top - 2), (box.x, top + 2 * high - 3), theme.ink, 3)
    put(painter, box, body)
    if shift.before and shift.after:
        by = shift.after[place] - shift.before[place]
        words = f"+{by}" if by > 0 else f"\u2212{-by}" if by else "="
        painter.text(words, box.right, top + high - 2, HEADING, TextStyle(NAMES), anchor="midright")


def _key(painter: Painter, box: Box) -> None:
    """What the two kinds of bars are."""
    x, y = box.x, box.bottom - painter.line_height(BODY) / 2
    for words, sewn in ((_("before the charts"), True), (_("after them"), False)):
        put(painter, Box(x - 4, y - 20, 40, 40), bar(x, y - 9, 22, 18, painter.theme.soft, sewn=sewn))
        wide = painter.text(
            words, x + 32, y, BODY, TextStyle(STRONG, painter.theme.soft), room=box.w / 2 - 40
        )
        x += wide + 62


def votes_told(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """How many have voted, and what was made of it."""
    inner, shift = framed(painter, box, _("The votes")), told.vote or Shift()
    before, after = shift.votes
    found = [
        counted("{n} vote before the charts.", "{n} votes before the charts.", before).format(n=before),
        counted("{n} vote after them.", "{n} votes after them.", after).format(n=after),
    ]
    if not shift.is_over:
        found = [found[0], _("Now vote once more, and see what has shifted.")]
    elif bool(shift.before) != bool(shift.after):
        found.append(_too_few(shift))
    found += tied([most_of(shares) if shares else () for shares in (shift.before, shift.after)], things())
    found.append(_("These are means of all votes; single ones are kept nowhere."))
    _say(painter, inner, "\n".join(found))


def _too_few(shift: Shift) -> str:
    """Why a mean is not shown."""
    return _(
        "With fewer than {n} votes everybody could tell what the others have voted, so it is not shown. "
        "Tell each other, if you like!"
    ).format(n=QUORUM)


def _say(painter: Painter, box: Box, text: str) -> None:
    """Some sentences, each a paragraph, as large as they fit."""
    parts = text.split("\n")

    def high(size: float) -> float:
        return sum(painter.height(part, box.w, size, STRONG) + 14 for part in parts)

    size = next((size for size in (LARGE, 24, 22, 20, 18) if high(size) <= box.h), 16)
    y = box.y + max(0.0, min(24.0, (box.h - high(size)) / 2))
    for part in parts:
        y += painter.paragraph(part, box.x, y, box.w, size, TextStyle(STRONG)) + 14
