"""Parts of printable pages: charts as SVG text, chairs, the two typefaces.

Each chart is legible without colours. Coloured shapes also have a class, by which a page for a grey printer
changes the colour (`HAND` in ``handouts.py``).
"""

from __future__ import annotations

import base64
from functools import cache
from html import escape
from math import ceil
from pathlib import Path

from font_fredoka_one import FredokaOne
from font_manrope import ManropeSemiBold

from game import i18n as language
from game.games.sociable.screen.match_report.match_text import WITH_COLOUR, WITHOUT_COLOUR, figure, title_of
from game.games.sociable.screen.office_layout import chair_drawing
from game.games.sociable.statistics import MEAN_POWER
from game.i18n import _
from game.ui.art.layers import INK, STITCH, mix
from game.ui.art.patterns import SEAT_LOOKS
from sockdrawer_classroom.classroom import ClassQuestion, QuestionKind
from sockdrawer_classroom.sociable.class_report import match_text
from sockdrawer_classroom.sociable.class_report.match_text import ClassReportData, of, percent, way_row
from sockdrawer_classroom.sociable.class_statistics import (
    NONE,
    RANK_COUNT,
    ExchangeGroup,
    TableMatchStatistics,
    strengths,
)
from sockdrawer_classroom.sociable.crossover import CrossOver

EXCHANGE_FILLS = {
    "on": WITH_COLOUR,
    "off": WITHOUT_COLOUR,
    "reversed": "#B8651B",
}  # tables with each kind of exchange
HATCH = (
    '<svg width="0" height="0" style="position:absolute"><defs><pattern id="hatch" width="7" height="7" '
    'patternUnits="userSpaceOnUse" patternTransform="rotate(40)"><rect width="7" height="7" fill="#fff"/>'
    '<line x1="0" y1="0" x2="0" y2="7" stroke="#B07A14" stroke-width="3"/></pattern></defs></svg>'
)
DASHES = ("", "9 5", "2 5", "14 4 2 4", "6 3", "", "9 5", "2 5")
STRENGTH_SPREAD = 2.2  # half the range of the chart of strengths, around an average hand


def svg(w: float, h: float, body: str, label: str) -> str:
    """Return an SVG that fills its place, with a label for screen readers."""
    return f'<svg viewBox="0 0 {w:g} {h:g}" role="img" aria-label="{escape(label, quote=True)}">{body}</svg>'


def text(x: float, y: float, content: str, size: float = 15, **attributes: object) -> str:
    """Return a line of text as SVG; ``attributes`` are SVG attributes, with underscores for hyphens."""
    attribute_text = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}"{attribute_text}>{escape(content)}</text>'


def stayed_chart(report: ClassReportData, *, narrow: bool = False) -> str:
    """Return an SVG with a row for each kind of exchange: share of Bosses who stayed, and interval.

    If ``narrow``, labels go above the bars instead of next to them.
    """
    left, right, row, width = (14.0, 372.0, 46.0, 390.0) if narrow else (150.0, 520.0, 46.0, 700.0)
    sides = report.story.sides
    height = row * len(sides) + (2 if narrow else 0)

    def at(value: float) -> float:
        """X of a share."""
        return left + (right - left) * value

    body = ""
    for number, side in enumerate(sides):
        y = row * (number + 0.5) + (10 if narrow else 0)
        line = y - 15 if narrow else y + 5
        body += text(0, line, way_row(side.way), 16, font_weight="bold")
        body += f'<line x1="{at(0):.1f}" y1="{y}" x2="{at(1):.1f}" y2="{y}" stroke="{STITCH}" '
        body += 'class="axis" stroke-width="2"/>'
        body += text(width - 80, line, of(side.stayed), 15, text_anchor="end")
        if not side.stayed.of:
            continue
        low, top = report.interval(side)
        fill = EXCHANGE_FILLS[side.way]
        body += f'<rect x="{at(low):.1f}" y="{y - 11}" width="{at(top) - at(low):.1f}" height="22" rx="6" '
        body += f'class="bar" fill="{mix(fill, "#FFFFFF", 0.6)}" stroke="{INK}" stroke-width="1.6"/>'
        x = at(side.stayed.value)
        if side.way == "off":
            body += f'<rect x="{x - 8:.1f}" y="{y - 8}" width="16" height="16" fill="{fill}" stroke="{INK}" '
        elif side.way == "on":
            body += f'<circle cx="{x:.1f}" cy="{y}" r="9" fill="{fill}" stroke="{INK}" '
        else:
            body += f'<path d="M{x:.1f} {y - 11}L{x + 11:.1f} {y}L{x:.1f} {y + 11}L{x - 11:.1f} {y}Z" '
            body += f'fill="{fill}" stroke="{INK}" '
        body += f'class="{side.way}" stroke-width="2"/>'
        body += "".join(
            f'<circle cx="{at(value):.1f}" cy="{y + 16:.1f}" r="4" fill="{fill}" stroke="{INK}"/>'
            for value in report.dots(side.way)
        )
        body += text(width, line + 1, percent(side.stayed.value), 20, text_anchor="end", font_weight="bold")
    fair = sum(side.chance for side in sides) / len(sides) if sides else 0.0
    x = at(fair)
    tops = [row * number + 20 for number in range(len(sides))]
    spans = [(top, top + 26) for top in tops] if narrow else [(2.0, height + 6)]
    for top, foot in spans:
        body += f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{foot:.1f}" stroke="{INK}" '
        body += 'stroke-width="2" stroke-dasharray="6 5"/>'
    body += text(left, height + 24, percent(0), 13, text_anchor="middle")
    body += text(
        x, height + 24, _("by chance: {share}").format(share=percent(fair)), 13, text_anchor="middle"
    )
    body += text(right, height + 24, percent(1), 13, text_anchor="middle")
    return svg(width, height + 32, body, _("How often the Boss stayed Boss"))


def rounds_chart(crossover: CrossOver) -> str:
    """Return an SVG of a circle for each person, the mean with its interval, and the band of chance."""
    dots = sorted(person.difference for person in crossover.people)
    low, high = crossover.interval or (crossover.mean, crossover.mean)
    reach = ceil(2 * max(map(abs, (*dots, low, high, crossover.band, 0.5)))) / 2

    def at(value: float) -> float:
        """X of a difference."""
        return 350 + 310 * value / reach

    placed: list[tuple[float, int]] = []
    for value in dots:
        row = 0
        while any(abs(at(value) - x) < 15 and row == placed_row for x, placed_row in placed):
            row += 1
        placed.append((at(value), row))
    line = 40 + 15 * max(row for _x, row in placed)
    body = (
        f'<rect x="{at(-crossover.band):.1f}" y="0" width="{at(crossover.band) - at(-crossover.band):.1f}" '
    )
    body += f'height="{line + 50}" fill="#DCD8E2"/>'
    body += f'<line x1="350" y1="0" x2="350" y2="{line + 50}" stroke="{INK}" stroke-width="2" '
    body += 'stroke-dasharray="6 5"/>'
    body += "".join(
        f'<circle cx="{x:.1f}" cy="{line - 15 * row}" r="7" fill="{WITH_COLOUR}" '
        f'stroke="{INK}" stroke-width="1.6"/>'
        for x, row in placed
    )
    y = line + 30
    body += (
        f'<rect x="{at(low):.1f}" y="{y - 9}" width="{max(3, at(high) - at(low)):.1f}" height="18" rx="5" '
    )
    body += f'fill="{mix(WITH_COLOUR, "#FFFFFF", 0.6)}" stroke="{INK}" stroke-width="1.6"/>'
    x = at(crossover.mean)
    body += f'<path d="M{x:.1f} {y - 10}L{x + 10:.1f} {y}L{x:.1f} {y + 10}L{x - 10:.1f} {y}Z" '
    body += f'fill="{WITH_COLOUR}" stroke="{INK}" stroke-width="2"/>'
    body += f'<line x1="30" y1="{line + 50}" x2="670" y2="{line + 50}" stroke="{INK}" stroke-width="2"/>'
    for value in (-reach, 0.0, reach):
        label = match_text.hundredths(value, signed=True) if value else "0"
        body += text(at(value), line + 68, label, 13, text_anchor="middle")
    return svg(700, line + 74, body, _("Each compared with themselves"))


def question_chart(question: ClassQuestion) -> str:
    """Return an SVG of a bar for each answer, before and after.

    The true number of a prediction is a line, true shares are empty bars.
    """
    counts = [
        (number, question.count_answers(values))
        for number, values in enumerate(question.public_answers)
        if values
    ]
    shares, columns = question.shares(), len(question.columns)
    step, max_height = 700 / columns, 110.0
    tallest = (
        max(*answer_counts, max(shares, default=0) * sum(answer_counts)) for _turn, answer_counts in counts
    )
    max_count = max(1.0, *tallest)
    body = f'<line x1="0" y1="150" x2="700" y2="150" stroke="{INK}" stroke-width="2"/>'
    bar_width = min(58.0, step / len(counts) * 0.8)
    for turn, (number, answer_counts) in enumerate(counts):
        fill = "url(#hatch)" if number == 0 else "#E8A317"
        for place, count in enumerate(answer_counts):
            x = step * (place + 0.5) + bar_width * 1.05 * (turn - (len(counts) - 1) / 2) - bar_width / 2
            bar_height = max_height * count / max_count
            if count:
                body += f'<rect x="{x:.1f}" y="{150 - bar_height:.1f}" '
                body += f'width="{bar_width:.1f}" height="{bar_height:.1f}" '
                body += f'fill="{fill}" stroke="{INK}" stroke-width="2"/>'
                body += text(x + bar_width / 2, 143 - bar_height, str(count), 15, text_anchor="middle")
            if shares and shares[place]:
                bar_height = max_height * shares[place] * sum(answer_counts) / max_count
                body += f'<rect x="{x - 3:.1f}" y="{150 - bar_height:.1f}" width="{bar_width + 6:.1f}" '
                body += f'height="{bar_height:.1f}" fill="none" stroke="#257A4B" stroke-width="3"/>'
    if question.kind is QuestionKind.NUMBER:
        at = [step * (mark / 100 * (columns - 1) + 0.5) for mark in range(101)]
        body += "".join(
            text(at[mark], 170, str(mark), 14, text_anchor="middle") for mark in range(0, 101, 25)
        )
        if question.answer:
            x = at[question.answer[0]]
            body += f'<line x1="{x:.1f}" y1="8" x2="{x:.1f}" y2="150" stroke="#257A4B" stroke-width="4"/>'
        return svg(700, 180, body, question.words)
    for place, name in enumerate(question.columns):
        label = name if len(name) <= 20 else f"{name[:19]}\N{HORIZONTAL ELLIPSIS}"
        size = 15 if columns < 5 else 13
        body += text(step * (place + 0.5), 171, label, size, text_anchor="middle")
    return svg(700, 180, body, question.words)


def votes_chart(report: ClassReportData, *, narrow: bool = False) -> str:
    """Return an SVG of a pair of columns for each thing: hatched before the charts, solid after them."""
    max_count = max((max(vote.columns) for vote in report.votes if vote), default=1) or 1
    names, width, column = match_text.columns(report), 390 if narrow else 700, 36 if narrow else 58
    body = f'<line x1="0" y1="150" x2="{width}" y2="150" stroke="{INK}" stroke-width="2"/>'
    for place, name in enumerate(names):
        middle = width * (place + 0.5) / len(names)
        for number, vote in enumerate(report.votes):
            x = middle - column - 4 + (column + 8) * number
            if vote is None:
                body += text(x + column / 2, 140, "?", 20, text_anchor="middle")
                continue
            bar_height = 110 * vote.columns[place] / max_count
            fill = 'fill="url(#hatch)"' if number == 0 else 'class="solid" fill="#E8A317"'
            body += f'<rect x="{x:.1f}" y="{150 - bar_height:.1f}" '
            body += f'width="{column}" height="{bar_height:.1f}" {fill} '
            body += f'stroke="{INK}" stroke-width="2"/>'
            body += text(
                x + column / 2,
                143 - bar_height,
                str(vote.columns[place]),
                17,
                text_anchor="middle",
                font_weight="bold",
            )
        body += text(middle, 174, name, 17, text_anchor="middle", font_weight="bold")
    return svg(width, 182, body, _("What decides it?"))


def strengths_chart(report: ClassReportData, side: ExchangeGroup) -> str:
    """Return an SVG of a row for each chair: a square for hands as dealt, a circle as played."""
    left, right, row = 96.0, 320.0, 34.0
    by_rank = strengths(side.rows)
    ranks = [rank for rank in range(RANK_COUNT) if rank in by_rank]

    def at(value: float) -> float:
        """X of a strength, at the edge if it is out of range."""
        return left + (right - left) * (min(max((value - MEAN_POWER) / STRENGTH_SPREAD, -1), 1) + 1) / 2

    height = row * len(ranks)
    body = f'<line x1="{at(MEAN_POWER):.1f}" y1="0" x2="{at(MEAN_POWER):.1f}" y2="{height}" stroke="{INK}" '
    body += 'stroke-width="1.6" stroke-dasharray="6 5"/>'
    for number, rank in enumerate(ranks):
        y, strength = row * (number + 0.5), by_rank[rank]
        body += text(0, y + 5, title_of(rank), 15, font_weight="bold")
        body += f'<line x1="{at(strength.dealt):.1f}" y1="{y}" x2="{at(strength.held):.1f}" y2="{y}" '
        body += 'stroke="#D9482B" '
        body += 'class="went" stroke-width="6" stroke-opacity="0.45"/>'
        body += f'<rect x="{at(strength.dealt) - 7:.1f}" y="{y - 7}" width="14" height="14" fill="#3E8EDE" '
        body += f'class="dealt" stroke="{INK}" stroke-width="2"/>'
        label = figure(strength.dealt)
        if side.way != NONE:  # without an exchange nothing comes after it
            body += f'<circle cx="{at(strength.held):.1f}" cy="{y}" r="8" fill="#D9482B" stroke="{INK}" '
            body += 'class="held" stroke-width="2"/>'
            label += f" \N{RIGHTWARDS ARROW} {figure(strength.held)}"
        body += text(384, y + 5, label, 15, text_anchor="end")
    return svg(390, height + 4, body, way_row(side.way))


def classes_chart(report: ClassReportData) -> str:
    """Return an SVG of a row for each of several classes, with its shares and their intervals."""
    lessons = report.lessons
    assert lessons is not None
    left, right, row, sides = 190.0, 540.0, 40.0, lessons.sides

    def at(value: float) -> float:
        """X of a share."""
        return left + (right - left) * value

    height = row * len(lessons.classes)
    chance = sum(side.chance for side in sides) / len(sides)
    body = f'<line x1="{at(chance):.1f}" y1="0" x2="{at(chance):.1f}" y2="{height + 4}" stroke="{INK}" '
    body += 'stroke-width="2" stroke-dasharray="6 5"/>'
    for place in range(len(lessons.classes)):
        middle, counts = row * (place + 0.5), []
        body += text(0, middle + 5, match_text.class_title(report, place)[:24], 15, font_weight="bold")
        for number, side in enumerate(sides):
            share, y = (
                lessons.boss_stayed_by_class(side.way)[place],
                middle + 11 * (number - (len(sides) - 1) / 2),
            )
            counts.append(of(share))
            if share.of:
                low, top = share.interval
                fill, x = EXCHANGE_FILLS[side.way], at(share.value)
                body += (
                    f'<line x1="{at(low):.1f}" y1="{y:.1f}" x2="{at(top):.1f}" y2="{y:.1f}" stroke="{fill}" '
                )
                body += 'stroke-width="3"/>'
                if side.way == NONE:
                    body += f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" fill="{fill}" '
                else:
                    body += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" fill="{fill}" '
                body += f'class="{side.way}" stroke="{INK}" stroke-width="1.6"/>'
        body += text(700, middle + 5, " \N{MIDDLE DOT} ".join(counts), 13, text_anchor="end")
    names = " \N{MIDDLE DOT} ".join(way_row(side.way) for side in sides)
    body += text(left, height + 20, percent(0), 13, text_anchor="middle")
    body += text(right, height + 20, percent(1), 13, text_anchor="middle")
    body += text(700, height + 40, names, 13, text_anchor="end")
    return svg(700, height + 46, body, _("The Boss stayed Boss, class by class"))


def chairs_chart(report: ClassReportData, table: TableMatchStatistics) -> str:
    """Return an SVG of the chairs at a table hand by hand, a line for each player."""
    story, row = table.story, 24.0
    stages = len(story.orders)
    left, right = 78.0, 250.0
    step = (right - left) / max(1, stages - 1)
    body = "".join(
        text(0, row * (chair + 0.5) + 5, title_of(rank), 12.5) for chair, rank in enumerate(table.ranks)
    )
    for seat in reversed(story.standing):
        look = SEAT_LOOKS[seat]
        points = [
            (left + step * place, row * (chair + 0.5)) for place, chair in enumerate(story.chairs(seat))
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        body += f'<polyline points="{line}" fill="none" stroke="{look.text}" stroke-width="3.4" '
        body += f'stroke-linejoin="round"{dash}/>'
        body += "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="{look.text}"/>' for x, y in points)
        x, y = points[-1]
        label = f"{report.name(table, seat)[:14]} \N{MIDDLE DOT} {story.totals[-1][seat]}"
        body += text(x + 10, y + 5, label, 13, font_weight="bold", fill=look.text)
    for place in range(stages):
        label = str(place) if place else _("The draw")
        body += text(left + step * place, row * table.players + 15, label, 11, text_anchor="middle")
    return svg(390, row * table.players + 22, body, _("Who sat where, hand by hand"))


def document(title: str, style: str, body: str) -> str:
    """Return a self-contained HTML page, with the typefaces and the chairs in it."""
    code = language.current_language()
    html_lang = code if code in language.languages() and len(code) <= 3 else "en"
    return (
        f'<!DOCTYPE html>\n<html lang="{html_lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="icon" href="data:,">'
        f"<style>{_fonts()}{style}</style></head>"
        f"<body>{HATCH}{_chairs()}<main>{body}</main></body></html>\n"
    )


@cache
def _fonts() -> str:
    """Return the two typefaces as CSS, embedded because the page may be opened anywhere."""
    return "".join(
        f'@font-face{{font-family:"{name}";src:url(data:font/ttf;base64,{base64.b64encode(Path(file).read_bytes()).decode()})}}'
        for name, file in (("Sock Head", FredokaOne), ("Sock Text", ManropeSemiBold))
    )


def _chairs() -> str:
    """Return the chairs as SVG symbols, to be used by name."""
    symbols = []
    for rank in range(5):
        body, box = chair_drawing(rank)
        size = " ".join(f"{number:g}" for number in box)
        symbols.append(f'<symbol id="chair{rank}" viewBox="{size}">{body}</symbol>')
    return f'<svg width="0" height="0" style="position:absolute">{"".join(symbols)}</svg>'


def paragraphs(*sentences: str, soft: bool = False) -> str:
    """Return each sentence, escaped, as an HTML paragraph; empty ones are left out."""
    mark = ' class="soft"' if soft else ""
    # Keeps a line from starting with a percent sign.
    lines = (escape(sentence).replace(" %", "&nbsp;%") for sentence in sentences if sentence)
    return "".join(f"<p{mark}>{line}</p>" for line in lines)
