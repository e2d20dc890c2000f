"""The printable page of a lesson: one file that needs no other, for A4 and for any browser."""

from __future__ import annotations

import base64
from datetime import datetime
from functools import cache
from html import escape
from pathlib import Path

from font_fredoka_one import FredokaOne
from font_manrope import ManropeSemiBold

from game import words as language
from game.games.sociable.review.pooled.figures import Mobility
from game.games.sociable.screen.chairs import chair_drawing
from game.games.sociable.screen.class_debrief import words
from game.games.sociable.screen.class_debrief.facts import ClassFacts
from game.games.sociable.screen.class_debrief.sheet_charts import (
    HATCH,
    chairs_chart,
    stayed_chart,
    strengths_chart,
    votes_chart,
)
from game.games.sociable.screen.debrief.parts import title_of
from game.games.sociable.screen.debrief.words import QUESTIONS, figure, question
from game.ui.art.charts import heat
from game.words import _

STYLE = """
@page { size: A4; margin: 13mm 14mm; }
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { margin: 0 auto; padding: 8mm 8px; max-width: 190mm; background: #fff; color: #2B2440;
  font: 11pt/1.4 "Sock Text", "Segoe UI", "Noto Sans", Arial, sans-serif; }
h1, h2, h3 { font-family: "Sock Head", "Trebuchet MS", sans-serif; font-weight: 400; margin: 0 0 2mm;
  break-after: avoid; }
h1 { font-size: 25pt; line-height: 1.1; } h2 { font-size: 15pt; } h3 { font-size: 12pt; }
p { margin: 0 0 2mm; } .soft { color: #4F4563; }
header { border-bottom: 0.8mm dashed #D9B98C; padding-bottom: 3mm; margin-bottom: 5mm; }
section { break-inside: avoid; border: 0.5mm solid #2B2440; border-radius: 3mm; padding: 4mm 5mm;
  margin-bottom: 5mm; }
section.open { break-inside: auto; border: 0; padding: 0; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm; } .two > * { break-inside: avoid; }
svg { width: 100%; height: auto; display: block; font-family: inherit; fill: #2B2440; }
table { border-collapse: separate; border-spacing: 1mm; width: 100%; table-layout: fixed; }
th { font-weight: 700; text-align: right; padding-right: 2mm; }
thead th { text-align: center; padding: 0; }
td { text-align: center; border: 0.3mm solid #D9B98C; border-radius: 2mm; padding: 1.6mm 0;
  font-weight: 700; }
td.kept { border: 0.9mm solid #2B2440; } td small { display: block; font-weight: 400; font-size: 8pt; }
th svg { height: 9mm; width: auto; margin: 0 auto; }
.lines i { display: block; height: 7.5mm; border-bottom: 0.3mm solid #9A91A8; }
.key { font-size: 9.5pt; } .key b, .key svg { display: inline-block; width: 5mm; height: 3.4mm;
  border: 0.4mm solid #2B2440; vertical-align: -0.4mm; margin: 0 1mm 0 3mm; }
ul { margin: 0; padding-left: 5mm; } li { margin-bottom: 1mm; }
@media (max-width: 600px) { .two { grid-template-columns: 1fr; } }
@media print { body { padding: 0; } }
"""


def lesson_sheet(told: ClassFacts) -> str:
    """The whole page."""
    parts = [
        _head(told), _moves(told), _stayed(told), _votes(told), _strengths(told), _parallel(told),
        _questions(told), _tables(told), _notes(told),
    ]  # fmt: skip
    return (
        f'<!DOCTYPE html>\n<html lang="{_tongue()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(told.story.title or words.headline())}</title>"
        f"<style>{_fonts()}{STYLE}</style></head>"
        f"<body>{HATCH}{_chairs()}<main>{''.join(parts)}</main></body></html>\n"
    )


def _tongue() -> str:
    spoken = language.spoken()
    return spoken if spoken in language.languages() and len(spoken) <= 3 else "en"


@cache
def _fonts() -> str:
    """The two typefaces, within the page: it may be opened where they are not."""
    return "".join(
        f'@font-face{{font-family:"{name}";src:url(data:font/ttf;base64,{_coded(file)})}}'
        for name, file in (("Sock Head", FredokaOne), ("Sock Text", ManropeSemiBold))
    )


def _coded(file: str) -> str:
    return base64.b64encode(Path(file).read_bytes()).decode()


def _chairs() -> str:
    """The chairs, drawn once and used by name."""
    symbols = []
    for rank in range(5):
        body, box = chair_drawing(rank)
        size = " ".join(f"{number:g}" for number in box)
        symbols.append(f'<symbol id="chair{rank}" viewBox="{size}">{body}</symbol>')
    return f'<svg width="0" height="0" style="position:absolute">{"".join(symbols)}</svg>'


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def _told(*sentences: str, soft: bool = False) -> str:
    mark = ' class="soft"' if soft else ""
    # No line begins with the sign of a share.
    lines = (escape(sentence).replace(" %", "&nbsp;%") for sentence in sentences if sentence)
    return "".join(f"<p{mark}>{line}</p>" for line in lines)


def _head(told: ClassFacts) -> str:
    when = datetime.fromtimestamp(told.story.began).strftime(_("%Y-%m-%d"))
    named = _("Numbers stand for the names.") if told.hidden else ""
    return (
        f"<header><h1>{escape(words.headline())}</h1>"
        f"{_told(words.counts(told))}{_told(f'SOCiable, {when}. {named}', soft=True)}</header>"
    )


def _moves(told: ClassFacts) -> str:
    moves, ranks = told.story.mobility, told.story.ranks
    most = max(max(row) for row in moves.moves)
    heads = "".join(
        f'<th scope="col"><svg viewBox="0 0 100 100" aria-hidden="true"><use href="#chair{rank}" width="100" '
        f'height="100"/></svg>{escape(title_of(rank))}</th>'
        for rank in ranks
    )
    corner = escape(_("from (down), to (across)"))
    rows = "".join(
        f'<tr><th scope="row">{escape(title_of(start))}</th>'
        f"{''.join(_cell(moves, start, to, most) for to in ranks)}</tr>"
        for start in ranks
    )
    more = _("Thick frame: kept the chair. Small: how often it would be by chance.")
    return _section(
        _("Who moved where"),
        f'<table><thead><tr><th class="soft">{corner}</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        + _told(words.kept(told))
        + _told(f"{words.moves_each(told)}. {more}", soft=True),
    )


def _cell(moves: Mobility, start: int, to: int, most: int) -> str:
    value = moves.moves[start][to]
    fill, ink = heat(value, most)
    kept = ' class="kept"' if start == to else ""
    chance = figure(moves.expected[start][to])
    return f'<td{kept} style="background:{fill};color:{ink}">{value}<small>{chance}</small></td>'


def _stayed(told: ClassFacts) -> str:
    return _section(
        _("The Boss stayed Boss"),
        stayed_chart(told) + _told(words.bar_meant(), soft=True) + _told(*words.differences(told)),
    )


def _votes(told: ClassFacts) -> str:
    if not told.has_votes:
        return ""
    key = (
        f'<p class="key"><svg viewBox="0 0 40 27"><rect width="40" height="27" fill="url(#hatch)"/></svg>'
        f'{escape(_("before the charts"))}<b style="background:#E8A317"></b>{escape(_("after them"))}</p>'
    )
    more = _told(*words.votes_told(told), soft=True)
    return _section(words.votes_title(told), votes_chart(told) + key + more)


def _strengths(told: ClassFacts) -> str:
    charts = "".join(
        f"<div><h3>{escape(words.way_row(side.way))}</h3>{strengths_chart(told, side)}</div>"
        for side in told.story.sides
        if side.rows
    )
    key = (
        f'<p class="key"><b style="background:#3E8EDE"></b>{escape(_("as dealt"))}'
        f'<b style="background:#D9482B;border-radius:50%;width:3.8mm"></b>{escape(_("after the exchange"))}'
        f'<b style="border-width:0 0 0 0.5mm;border-style:dashed;width:0"></b>'
        f"{escape(_('an average hand'))}</p>"
    )
    how = words.strength_meant()
    return _section(
        _("How strong the hands were"), f'<div class="two">{charts}</div>{key}' + _told(how, soft=True)
    )


def _parallel(told: ClassFacts) -> str:
    if not told.parallel:
        return ""
    return _section(
        _("Parallel classes"), _told(words.parallel_meant(told), soft=True) + _told(*words.structure(told))
    )


def _questions(told: ClassFacts) -> str:
    found = ""
    for number in range(QUESTIONS):
        gifts = (
            "".join(f"<li>{escape(gift)}</li>" for gift in words.gifts_told(told, 8)) if number == 2 else ""
        )
        found += _section(
            question(number),
            _told(words.evidence_told(told, number))
            + (f"<ul>{gifts}</ul>" if gifts else "")
            + '<div class="lines"><i></i><i></i><i></i></div>',
        )
    return found


def _tables(told: ClassFacts) -> str:
    charts = "".join(
        f"<div><h3>{escape(words.table_title(table))}</h3>{chairs_chart(told, table)}</div>"
        for table in told.story.played
    )
    title = escape(_("Who sat where, hand by hand"))
    return f'<section class="open"><h2>{title}</h2><div class="two">{charts}</div></section>'


def _notes(told: ClassFacts) -> str:
    notes = "".join(f"<li>{escape(note)}</li>" for note in words.notes(told))
    return _section(_("How it was counted"), f'<ul class="soft">{notes}</ul>')
