"""Page of the results: the form with the most pictures that fits the window at this text size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from game.scenes.results_chart import MIN_SCARF_HEIGHT, SCARF_HEIGHT
from game.scenes.results_drawing import ResultsKey
from game.scenes.results_given_up import PICTURE_TOP, draw_wall_with_rope
from game.scenes.results_line import washing_line
from game.scenes.results_sheet import Podium, ResultsSheet
from game.scenes.sheets import draw_wall
from game.ui.core.paint import Painter
from game.ui.widgets import (
    PANEL_PICTURE,
    SCROLL_BAR_ROOM,
    Element,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    ScrollView,
    Spacer,
    Text,
    column,
    fits,
    folded,
    row,
    stack,
)

MIN_WIDE_SCARF_HEIGHT = 60.0  # units, smallest height of a scarf that is as wide as the page
PART_GAP = 8.0  # units between the parts of a sheet that scrolls


def results_page(
    ruler: Painter, sheet: ResultsSheet, lines: Sequence[str], buttons: Element, height: float, scroll: float
) -> Element:
    """Page of at most ``height`` units, in front of the wall. It scrolls if no form of the sheet fits."""
    given_up = _given_up_page(ruler, sheet, lines, buttons, height)
    if given_up is not None:
        return stack(given_up, behind=Picture(draw_wall_with_rope))
    return stack(
        _page_with_line(ruler, sheet, lines, buttons, height)
        or _page_without_line(ruler, sheet, lines, buttons, height, scroll),
        behind=Picture(draw_wall),
    )


def _given_up_page(
    ruler: Painter, sheet: ResultsSheet, lines: Sequence[str], buttons: Element, height: float
) -> Element | None:
    """Scene of a match of two that one gave up, above a panel. None for others, and without room for it."""
    scene = sheet.given_up(ruler) if ruler.text_scale <= 1.5 else None
    if scene is None:
        return None
    told = [Text(line, FontSpec(20)) for line in lines]
    panel = _panel(buttons, [*sheet.chances(MIN_WIDE_SCARF_HEIGHT), *told])
    panel = replace(panel, flex=0.0)
    page = column(scene, Spacer(14), panel, pad=Padding(ruler.view.w * 0.05, PICTURE_TOP, 18))
    return page if fits(ruler, page, ruler.view.w, height) else None


def _page_with_line(
    ruler: Painter, sheet: ResultsSheet, lines: Sequence[str], buttons: Element, height: float
) -> Element | None:
    """Washing line beside the sheet. None if they don't fit or the text is large."""
    if ruler.text_scale > 1.5:
        return None
    line = washing_line(ruler, sheet.ranking, sheet.earned)
    # Prefer two lines about the ending, but not to the washing line or the lines about what comes next.
    roomy, low = (
        (1.6 * SCARF_HEIGHT, 1.3 * SCARF_HEIGHT, 1.12 * SCARF_HEIGHT, SCARF_HEIGHT, MIN_SCARF_HEIGHT),
        (SCARF_HEIGHT, MIN_SCARF_HEIGHT),
    )
    forms = [*product([lines], (2, 1), roomy), *product([()], (2, 1), low)]
    for final, (last, sentence_lines, min_height) in product(_finals(sheet), forms):
        content = sheet.parts(ruler, min_height, last, sentence_lines=sentence_lines, final=final)
        panel = _panel(buttons, content)
        if not any(part.flex for part in content):  # nothing can fill a sheet as high as the line
            panel = column(Spacer(flex=1), replace(panel, flex=0.0), Spacer(flex=1), flex=1)
        page = row(line, panel, Spacer(w=ruler.view.w * 0.05), pad=Padding(0, 34, 6))
        if fits(ruler, page, ruler.view.w, height):
            return column(Spacer(flex=1), page, Spacer(flex=1))
    return None


def _finals(sheet: ResultsSheet) -> tuple[bool, ...]:
    """Choices for showing the final position, the preferred one first."""
    return (False,) if sheet.final is None else (True, False)


def _page_without_line(
    ruler: Painter,
    sheet: ResultsSheet,
    lines: Sequence[str],
    buttons: Element,
    height: float,
    scroll: float,
) -> Element:
    """Sheet alone, with the players in it. It scrolls if no form fits."""
    # In large text, drop pictures before words.
    first_forms = [(Podium.USUAL, final) for final in _finals(sheet)]
    for form, final in (*first_forms, *((form, False) for form in list(Podium)[Podium.SLIM :])):
        panel = _panel(buttons, sheet.parts(ruler, MIN_SCARF_HEIGHT, lines, form, final=final), form)
        top = 34.0 if form is Podium.USUAL else 12.0
        page = column(Spacer(flex=1), column(panel, pad=Padding(ruler.view.w * 0.05, top, 6)), Spacer(flex=1))
        if fits(ruler, page, ruler.view.w, height):
            return page
    many = len(sheet.ranking.match.seats) > 3  # show all places above the fold
    content = sheet.parts(ruler, MIN_SCARF_HEIGHT, lines, Podium.FLAT if many else Podium.USUAL, brief=many)
    buttons = column(buttons, pad=Padding(18))
    inner_width = ruler.view.w * 0.9 - 36
    available_height = height - 30 - 40 - 10 - MeasureContext(ruler).size(buttons, inner_width)[1]
    content = folded(ruler, content, inner_width - 36 - SCROLL_BAR_ROOM, available_height, PART_GAP)
    scrolls = ScrollView(column(*content, gap=PART_GAP, pad=Padding(18, 0)), scroll, flex=1)
    panel = column(
        scrolls, buttons, gap=10, pad=Padding(18, 18, 22), behind=PANEL_PICTURE, key=ResultsKey.SHEET, flex=1
    )
    return column(panel, pad=Padding(ruler.view.w * 0.05, 24, 6))


def _panel(buttons: Element, content: Sequence[Element], podium: Podium = Podium.NONE) -> Element:
    """Panel with the content above the buttons. Later podium layouts have less space."""
    edge, gap, above = Padding(32, 22, 26), 6, 12
    if podium >= Podium.TIGHT:
        edge, gap, above = Padding(28, 8, 14), 3, 12
    elif podium > Podium.USUAL:
        edge, gap, above = Padding(28, 12, 18), 4, 8
    return column(
        *content, Spacer(above), buttons,
        pad=edge, gap=gap, behind=PANEL_PICTURE, key=ResultsKey.SHEET, flex=1,
    )  # fmt: skip
