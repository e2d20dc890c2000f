"""Two A4 pages to hand out: one for pupils with charts, terms and questions, one for the teacher.

They are built for a class, or for a single table as a class of one, and contain no names. Their comments
depend on the figures: number of hands and tables, kinds of exchange, width of the intervals. Each is exactly
one page: a fixed sheet, on which the room to write takes what the text leaves.

The definitions are ours. Their sources are at the end of the teacher's page (`REFERENCES`, each checked in at
least two catalogues). Black on white: hatching and shapes, no colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from typing import Final

from game.games.sociable.screen.match_report.match_text import figure, title_of
from game.games.sociable.statistics.simulation import SimulatedPopulation
from game.i18n import _, plural
from game.party.page_files import PRINT_SCRIPT
from game.ui.art.layers import INK
from sockdrawer_classroom.classroom import ClassRecord, TableRecord
from sockdrawer_classroom.sociable.class_report import match_text
from sockdrawer_classroom.sociable.class_report.match_text import (
    MIN_CHANCE,
    ClassReportData,
    of,
    percent,
    way_place,
    way_row,
)
from sockdrawer_classroom.sociable.class_report.paper import (
    document,
    paragraphs,
    stayed_chart,
    strengths_chart,
    svg,
    text,
    votes_chart,
)
from sockdrawer_classroom.sociable.class_statistics import (
    BOSS,
    NONE,
    TEMP,
    UP,
    ExchangeGroup,
    Proportion,
    SimulatedClasses,
    strengths,
)

REFERENCES: Final = (
    ("Blau, Peter M., and Otis Dudley Duncan (1967).", "The American Occupational Structure.", "New"
    " York: Wiley."),
    ("Bourdieu, Pierre (1977).", "Outline of a Theory of Practice.",
     "Translated by Richard Nice. Cambridge: Cambridge University Press. doi:10.1017/CBO9780511812507"),
    ("DiPrete, Thomas A., and Gregory M. Eirich (2006). Cumulative Advantage as a Mechanism for Inequality: "
     "A Review of Theoretical and Empirical Developments.", "Annual Review of Sociology",
     "32, 271–297. doi:10.1146/annurev.soc.32.061604.123127"),
    ("Merton, Robert K. (1968). The Matthew Effect in Science.", "Science",
     "159 (3810), 56–63. doi:10.1126/science.159.3810.56"),
    ("Salganik, Matthew J., Peter Sheridan Dodds, and Duncan J. Watts (2006). Experimental Study of"
    " Inequality "
     "and Unpredictability in an Artificial Cultural Market.", "Science",
     "311 (5762), 854–856. doi:10.1126/science.1121066"),
    ("Young, Michael (1958).", "The Rise of the Meritocracy, 1870–2033: An Essay on"
    " Education and Equality.",
     "London: Thames and Hudson."),
)  # fmt: skip
"""Text before the title, title (set in italics), text after it, in the usual form of citation."""

PUPILS_FILE, TEACHER_FILE = "pupils.html", "teacher.html"
ANSWER_LINES: Final = 2  # lines to write on below each question
HAND: Final = """
@page { size: A4; margin: 0; }
* { box-sizing: border-box; }
html { background: #fff; }
body { margin: 0; color: #000; font: 9pt/1.3 "Sock Text", "Segoe UI", "Noto Sans", Arial, sans-serif;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
main { width: 210mm; height: 296.6mm; padding: 9mm 13mm 8mm; margin: 0 auto; overflow: hidden;
  display: flex; flex-direction: column; gap: 2.5mm; break-inside: avoid; }
h1, h2, dt, b { font-family: "Sock Head", "Trebuchet MS", sans-serif; font-weight: 400; margin: 0; }
h1 { font-size: 20pt; line-height: 1.05; } h2 { font-size: 11.5pt; line-height: 1.15; margin-bottom:
  0.6mm; }
p, ul, ol, dl, dd { margin: 0; padding: 0; } li { list-style: none; }
header { display: flex; justify-content: space-between; align-items: flex-end; gap: 8mm;
  border-bottom: 0.6mm dashed #777; padding-bottom: 2mm; }
header > div { flex: 1; }
.name { flex: none; width: 58mm; border-bottom: 0.3mm solid #000; font-size: 8.5pt; }
svg { width: 100%; height: auto; display: block; font-family: inherit; fill: #000; }
.four { display: grid; grid-template-columns: 1fr 1fr; gap: 2.5mm; }
.four > section { border: 0.35mm solid #000; border-radius: 2.5mm; padding: 1.8mm 3mm 2mm;
  display: flex; flex-direction: column; gap: 1mm; }
.four svg { flex: none; }
.four dl { margin-top: auto; border-top: 0.4mm dashed #777; padding-top: 1.2mm; }
dt { font-size: 10.5pt; line-height: 1.2; } dt small { font: 7.3pt/1.2 "Sock Text", sans-serif; }
dd, .four p { font-size: 7.9pt; line-height: 1.24; }
.ask { display: flex; flex-direction: column; flex: 1; gap: 1.5mm; min-height: 0; }
.ask li { flex: 1 1 auto; display: flex; flex-direction: column; } b { font-size: 10.5pt; }
.ask i { flex: 1 0 5mm; border-bottom: 0.25mm solid #777; } #hatch line { stroke: #555; }
.shows { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm;
  border-top: 0.6mm dashed #777; padding-top: 1.6mm; }
.shows li, .talk li { font-size: 7.9pt; line-height: 1.24; padding-left: 3.2mm; text-indent: -3.2mm;
  margin-bottom: 0.4mm; }
.shows li::before, .talk li::before { content: "\\2022"; display: inline-block; width: 3.2mm;
  text-indent: 0; }
table { border-collapse: collapse; width: 100%; font-size: 8.2pt; }
th { font-weight: 400; text-align: left; }
.moves { border-collapse: separate; border-spacing: 0.4mm; table-layout: fixed; }
.moves th { font-size: 8pt; padding: 0; } .moves th:first-child { width: 19mm; }
.moves thead th { font-size: 6.8pt; line-height: 1.1; }
.moves thead svg { height: 6.4mm; width: auto; margin: 0 auto; filter: grayscale(1); }
.moves td { text-align: center; border: 0.25mm solid #777; border-radius: 1.4mm; padding: 0;
  font-size: 9.5pt; line-height: 4.6mm; height: 6.1mm; }
.moves td small { font-size: 6.6pt; margin-left: 0.8mm; } .moves td.kept { border: 0.8mm solid #000; }
.on, .held { fill: #222; } .off, .dealt { fill: #fff; } .reversed { fill: #999; } .bar { fill: #ddd; }
.solid { fill: #555; } .went { stroke: #888; } .axis { stroke: #777; }
.figures td, .figures th { border-bottom: 0.2mm solid #999; padding: 0.4mm 1.5mm; text-align: right; }
.figures th:first-child, .figures td:first-child { padding-left: 0; }
.figures td:first-child, .figures th:first-child, .words td, .words th { text-align: left; }
.words td, .words th, .plan td { vertical-align: top; line-height: 1.22; }
.words th:first-child { white-space: nowrap; }
.plan td { padding: 0.3mm 1.5mm 0.3mm 0; } .plan td:first-child { white-space: nowrap; }
.teacher { font-size: 8.9pt; line-height: 1.27; } .teacher p { margin-bottom: 0.7mm; }
.teacher table { font-size: 8.5pt; margin-bottom: 0.9mm; } .talk li { font-size: 8.5pt; }
.teacher main { justify-content: space-between; gap: 1mm; }
.teacher .two { display: grid; grid-template-columns: 1.12fr 1fr; gap: 6mm; }
.two section + section { margin-top: 2.5mm; }
.teacher main > section:last-child { border-top: 0.6mm dashed #777; padding-top: 1.4mm; }
.works li { font-size: 7.4pt; line-height: 1.22; padding-left: 4mm; text-indent: -4mm; }
@media screen and (max-width: 200mm) {
  main { width: auto; height: auto; overflow: visible; padding: 4mm; } .ask i { min-height: 8mm; }
  .four, .shows, .teacher .two { grid-template-columns: minmax(0, 1fr); } header { flex-wrap: wrap; }
  table { overflow-wrap: anywhere; }
}
"""


def handouts(report: ClassReportData) -> Iterable[tuple[str, bytes]]:
    """Yield both pages, the pupils' and the teacher's, as (file name, HTML in UTF-8)."""
    for name, page in ((PUPILS_FILE, pupils_page(report)), (TEACHER_FILE, teachers_page(report))):
        whole = page.replace("</body>", f"<script>{PRINT_SCRIPT}</script></body>")
        yield name, whole.encode("utf-8", "backslashreplace")


def handout_pages(record: ClassRecord) -> dict[str, bytes]:
    """Both pages of a class record by file name. `ValueError` if it is broken or no hand was finished."""
    data = ClassReportData.of(record)
    if not data.story.hands:
        raise ValueError(_("No hand was finished."))
    return dict(handouts(data))


def match_handouts(
    record: str, bots: Sequence[bool], societies: Sequence[SimulatedPopulation]
) -> Iterable[tuple[str, bytes]]:
    """Yield both pages of a single match, as (file name, contents). ``bots``: True for each seat of a bot."""
    return handouts(of_table(record, bots, societies))


def of_table(record: str, bots: Sequence[bool], societies: Sequence[SimulatedPopulation]) -> ClassReportData:
    """Return a single table as a class of one, and its societies as simulated classes."""
    sheet = TableRecord(1, record, ("",) * len(bots), tuple(bots))
    data = ClassReportData.of(ClassRecord("", 0.0, (sheet,)))
    (table,) = data.story.tables
    ways = (UP if table.way == NONE else table.way), NONE
    lived = [
        SimulatedClasses(way, {table.key: society}) for way, society in zip(ways, societies, strict=False)
    ]
    return replace(data, parallel=tuple(lived))


def _page_head(report: ClassReportData, title: str, aside: str = "") -> str:
    """HTML of title, counts and date, and of ``aside``, which is HTML."""
    under = " \N{MIDDLE DOT} ".join(
        filter(None, (match_text.counts(report), "SOCiable", match_text.day(report.story)))
    )
    return f"<header><div><h1>{escape(title)}</h1><p>{escape(under)}</p></div>{aside}</header>"


def _page_headline(report: ClassReportData) -> str:
    """Headline for a class, or for a single table."""
    return match_text.headline(report) if report.story.places > 1 else _("What our table found out")


def pupils_page(report: ClassReportData) -> str:
    """Return the pupils' page as HTML: four charts with terms, three questions, limits of the figures."""
    name = f'<p class="name">{escape(_("Name:"))}</p>'
    body = (
        _page_head(report, _page_headline(report), name)
        + f'<div class="four">{"".join(_chart_blocks(report))}</div>'
    )
    items = "".join(
        f"<li><p><b>{number} {escape(level)}</b> {escape(question_text)}</p>{'<i></i>' * ANSWER_LINES}</li>"
        for number, (level, question_text) in enumerate(questions(report), start=1)
    )
    both = (
        (_("What these figures can show"), can_show(report)),
        (_("What they cannot show"), cannot_show(report)),
    )
    shows = "".join(f"<section><h2>{escape(title)}</h2>{_list(lines)}</section>" for title, lines in both)
    return document(
        _page_headline(report), HAND, f'{body}<ol class="ask">{items}</ol><div class="shows">{shows}</div>'
    )


def _chart_blocks(report: ClassReportData) -> Iterable[str]:
    """Yield four charts, each with its term, as HTML sections."""
    chart, more = _exchange_chart(report)
    yield _block(
        _("Who moved where"),
        _moves_table(report),
        _("Thick frame: kept the chair. Small: how often by chance."),
        0,
    )
    side = next(
        (side for side in report.story.sides if side.way != NONE and side.rows), report.story.sides[0]
    )
    title = _("{way}: hands").format(way=way_row(side.way))
    key = _("Square: as dealt. Dotted: an average hand.")
    if side.way != NONE:
        key = _("Square: as dealt. Circle: after the exchange. Dotted: an average hand.")
    yield _block(title, strengths_chart(report, side), key, 1)
    yield _block(
        _("The Boss stayed Boss"), stayed_chart(report, narrow=True), match_text.bar_meant(report), 2
    )
    yield _block(chart[0], chart[1], more, 3)


def _block(title: str, chart: str, more: str, number: int) -> str:
    """HTML section of a chart, its title, a note, and the term with this index."""
    term, definition, source = terms()[number]
    return (
        f"<section><h2>{escape(title)}</h2>{chart}{paragraphs(more)}"
        f"<dl><dt>{escape(term)} <small>{escape(source)}</small></dt>"
        f"<dd>{escape(definition)}</dd></dl>"
        "</section>"
    )


def terms() -> Sequence[tuple[str, str, str]]:
    """Return the terms as (term, definition, source)."""
    return (
        (
            _("Status attainment"),
            _(
                "How people reach their position in society: partly through where they "
                "started, partly through what they have done since. Research follows the "
                "path from the parents' position through school and the first job to "
                "today's, and weighs what each step contributes."
            ),
            "Blau & Duncan 1967",
        ),
        (
            _("Cumulative advantage"),
            _(
                "Being ahead gives you the means to get further ahead. So a small lead at "
                "the start can become a large one, although nobody has got any better."
            ),
            "Merton 1968; DiPrete & Eirich 2006",
        ),
        (
            _("Meritocracy"),
            _(
                "A system in which talent and effort alone decide who gets to the top. The "
                "word was coined for a satire. In it, those at the top believe they owe "
                "their place to nobody, and those below can only blame themselves."
            ),
            "Young 1958",
        ),
        (
            _("Habitus"),
            _(
                "What has become second nature to us in our place in society: how we move and"
                " speak, what we expect and"
                " what we would never dare. It comes from that place and fits us to it, so that the"
                " order of things"
                " seems natural."
            ),
            "Bourdieu 1977",
        ),
    )


def _moves_table(report: ClassReportData) -> str:
    """HTML table of the moves between chairs, in grey, with what chance would give."""
    moves, ranks = report.story.mobility, report.story.ranks
    heads = "".join(
        f'<th scope="col" aria-label="{escape(title_of(rank), quote=True)}"><svg viewBox="0 0 100 100" '
        f'aria-hidden="true"><use href="#chair{rank}" width="100" height="100"/></svg></th>'
        for rank in ranks
    )
    max_count = max(1, *(max(row) for row in moves.moves))

    def cell(start: int, to: int) -> str:
        """HTML cell of the moves from one rank to another."""
        value = moves.moves[start][to]
        shade = 255 - round(75 * value / max_count)
        css_class = ' class="kept"' if start == to else ""
        expected = figure(moves.expected[start][to])
        return (
            f'<td{css_class} style="background:rgb({shade},{shade},{shade})">'
            f"{value}<small>{expected}</small></td>"
        )

    rows = "".join(
        f'<tr><th scope="row">{escape(title_of(start))}</th>{"".join(cell(start, to) for to in ranks)}</tr>'
        for start in ranks
    )
    corner = escape(_("from (down), to (across)"))
    return (
        f'<table class="moves"><thead><tr><th>{corner}</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    )


def _exchange_chart(report: ClassReportData) -> tuple[tuple[str, str], str]:
    """Return ((title, SVG), note) on cards exchanged; without an exchange on the vote, or no chart."""
    if report.exchanged:
        evidence = report.evidence
        rows = (_("up to a higher chair"), evidence.up), (_("down to a lower chair"), evidence.down)
        max_count = max(evidence.up, evidence.down, 1)
        body = ""
        for number, (name, count) in enumerate(rows):
            y, long = 46 * number, 330 * count / max_count
            body += text(0, y + 15, name, 15)
            if count:
                body += f'<rect x="0" y="{y + 21}" width="{long:.1f}" height="19" rx="4" '
                body += f'class="{("on", "off")[number]}" '
                body += f'stroke="{INK}" stroke-width="2"/>'
            body += text(long + (10 if count else 0), y + 37, str(count), 18, font_weight="bold")
        title = _("Aces and jokers in the exchange")
        template = _("Given by a Boss or a Veep who could choose: {told}")
        return (title, svg(390, 94, body, title)), template.format(told=match_text.evidence_told(report, 2))
    if report.has_votes:
        return (_("What decides it?"), votes_chart(report, narrow=True)), _(
            "Hatched: before the charts. Solid: afterwards."
        )
    return (_("What seemed natural"), ""), match_text.evidence_told(report, 1)


def _has_upward_gifts(report: ClassReportData) -> bool:
    """True if at any table the low chairs gave their best cards to the high ones."""
    return any(side.way == UP for side in report.story.sides)


def questions(report: ClassReportData) -> Sequence[tuple[str, str]]:
    """Return three questions, as (level, question): see, explain, judge."""
    explain = _(
        "How does a better place become a better hand, and a better hand a better place? Follow one"
        " ace through"
        " the exchange, and use two of the terms."
    )
    if not report.exchanged:
        explain = _(
            "Nothing was exchanged here. Why were chairs kept anyway, or why weren't they? "
            "Use two of the terms."
        )
    elif not _has_upward_gifts(report):
        explain = _(
            "Here the high chairs gave away their strongest cards. What happened to the "
            "chairs, and why? Use two of the terms."
        )
    return (
        (
            _("See"),
            _(
                "Which chair was kept most often, and which least? Give both counts, and "
                "next to them what chance would give."
            ),
        ),
        (_("Explain"), explain),
        (
            _("Judge"),
            _(
                "A Boss says: “I've earned this chair.” Which of these figures support "
                "that, and which don't? Name something outside the game that your answer "
                "applies to, and something it doesn't apply to."
            ),
        ),
    )


WIDE_INTERVAL: Final = 0.3  # length of an interval from which it says little about the share
FEW_HANDS: Final = 12  # hands below which a share says next to nothing


def _widest_group(report: ClassReportData) -> ExchangeGroup | None:
    """Group whose share of Bosses who stayed has the longest interval; `None` if none has one."""
    sides = [side for side in report.story.sides if side.stayed.of]
    return max(sides, key=lambda side: side.stayed.interval[1] - side.stayed.interval[0], default=None)


def _interval_text(share: Proportion) -> str:
    """Interval of a share as text, as in "20% to 40%"."""
    low, high = share.interval
    return _("{low} to {high}").format(low=percent(low), high=percent(high))


def can_show(report: ClassReportData) -> Sequence[str]:
    """Return sentences on what follows from the figures."""
    story = report.story
    sentences = [
        plural(
            "What happened here: {n} hand, counted card by card.",
            "What happened here: {n} hands, counted card by card.",
            story.hands,
        ).format(n=story.hands)
    ]
    side = _widest_group(report)
    if side is not None and side.stayed.of >= FEW_HANDS:
        template = _(
            "Where the true share most likely is: {way}, the Boss stays Boss in {span} of all hands."
        )
        sentences.append(template.format(way=way_place(side.way), span=_interval_text(side.stayed)))
    for first, second, chance in story.differences[:1]:
        if chance < MIN_CHANCE:
            template = _(
                "That the rule matters: by chance alone, the shares {one} and {other} "
                "would differ this much in {often}."
            )
        else:
            template = _(
                "Whether the rule may matter: by chance alone, the shares {one} and "
                "{other} would differ this much in {often}."
            )
        sentences.append(
            template.format(
                one=way_place(first.way),
                other=way_place(second.way, after=True),
                often=match_text.often(chance),
            )
        )
    if report.both is not None and report.both.people:
        sentences.append(
            _(
                "What a rule does to the same people: each person who played by both is "
                "compared with themselves."
            )
        )
    if report.parallel:
        sentences.append(
            _("What the chair alone does: in the simulated classes, all players are equally good.")
        )
    else:
        sentences.append(_("Whether chairs were kept more often than by drawing lots."))
    return sentences


def cannot_show(report: ClassReportData) -> Sequence[str]:
    """Return sentences on what does not follow from the figures, and why."""
    story, side = report.story, _widest_group(report)
    sentences = []
    if side is not None and side.stayed.of < FEW_HANDS:
        template = plural(
            "How large the share is {way}: {n} hand is far too few for that.",
            "How large the share is {way}: {n} hands are far too few for that.",
            side.stayed.of,
        )
        sentences.append(template.format(n=side.stayed.of, way=way_place(side.way)))
    elif side is not None and side.stayed.interval[1] - side.stayed.interval[0] > WIDE_INTERVAL:
        sentences.append(
            _(
                "How large the share is exactly: {span} is a wide range. To halve it, we'd "
                "need four times as many hands."
            ).format(span=_interval_text(side.stayed))
        )
    if len(story.sides) < 2:
        sentences.append(
            _("What the rule does: everyone played by the same one, so there's nothing to compare it with.")
        )
    if story.places < 2:
        sentences.append(_("How it would be at another table: one table is one case."))
    elif len(story.sides) > 1 and report.both is None:
        sentences.append(
            plural(
                "Whether it was the rule alone: {n} table each has different people.",
                "Whether it was the rule alone: each of the {n} tables had different people.",
                story.places,
            ).format(n=story.places)
        )
    sentences.append(
        _("Hands at one table depend on each other, so it's all a little less certain than the bars suggest.")
    )
    sentences.append(
        _(
            "What society is like. The game shows only what its own rules do. It can suggest "
            "what to look for outside."
        )
    )
    return sentences


def teachers_page(report: ClassReportData) -> str:
    """Return the teacher's page as HTML: figures, expected answers, advice, time plan, terms and works."""
    left = _part(_("Answers to expect"), _expected_answers(report))
    right = _part(_("Discussion tips"), f'<div class="talk">{_list(_talk_advice())}</div>') + _part(
        _("Time plan"), _time_plan()
    )
    works = "".join(f"<li>{escape(a)} <i>{escape(b)}</i> {escape(c)}</li>" for a, b, c in REFERENCES)
    title = _("For the teacher: {what}").format(what=_page_headline(report))
    body = (
        _page_head(report, title)
        + _part(_("The figures"), _figures_table(report))
        + f'<div class="two"><div>{left}</div><div>{right}</div></div>'
        + _part(_("The terms"), _terms_table())
        + _part(_("Sources"), f'<ul class="works">{works}</ul>')
    )
    return document(title, HAND, body).replace("<body>", '<body class="teacher">', 1)


def _part(title: str, body: str) -> str:
    """HTML section of a title, which is escaped, and a body that is HTML."""
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def _list(lines: Iterable[str]) -> str:
    """HTML list of these lines, which are escaped."""
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


def _figures_table(report: ClassReportData) -> str:
    """HTML table of the figures by exchange, with sentences below it."""
    heads = (
        _("exchange"),
        _("tables"),
        _("the Boss stayed Boss"),
        _("share"),
        _("95% interval"),
        _("by chance"),
        _("the first Boss was ahead"),
    )
    rows = ""
    for side in report.story.sides:
        values = percent(side.stayed.value), _interval_text(side.stayed), percent(side.chance)
        cells = (
            way_row(side.way), str(side.places), of(side.stayed),
            *(values if side.stayed.of else ("", "", "")),
            of(side.first_boss),
        )  # fmt: skip
        rows += f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    votes = match_text.votes_told(report)[1:3] if report.has_votes else []
    lived = match_text.structure(report, is_brief=True)[:-1]
    both = [match_text.crossover_text(report.both), match_text.unsure(report.both)] if report.both else []
    sentences = [
        match_text.kept_chairs_text(report),
        *(both or match_text.differences(report)[:1]),
        *_strength_sentence(report),
        " ".join(lived),
        " ".join(votes),
    ]
    return f'<table class="figures"><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>' + paragraphs(
        *sentences
    )


def _strength_sentence(report: ClassReportData) -> Iterable[str]:
    """Yield a sentence on the hands of Boss and Temp with an exchange; nothing if they are not known."""
    side = next((side for side in report.story.sides if side.way != NONE), None)
    by_rank = strengths(side.rows) if side else {}
    if BOSS in by_rank and TEMP in by_rank:
        template = _(
            "Mean strength {way}: the Boss's hands {a} as dealt and {b} after it, the Temp's {c} and {d}."
        )
        boss, temp = by_rank[BOSS], by_rank[TEMP]
        yield template.format(
            way=way_place(side.way if side else UP),
            a=figure(boss.dealt),
            b=figure(boss.held),
            c=figure(temp.dealt),
            d=figure(temp.held),
        )


def _expected_answers(report: ClassReportData) -> str:
    """HTML paragraphs with an expected answer to each question."""
    moves = report.story.mobility.moves
    sums = {
        rank: Proportion(moves[rank][rank], sum(moves[rank]))
        for rank in report.story.ranks
        if sum(moves[rank])
    }
    summary = ""
    if sums:
        shares = {share.value for share in sums.values()}
        top_ranks, bottom_ranks = (
            [rank for rank in sums if sums[rank].value == end(shares)] for end in (max, min)
        )

        def named(ranks: Sequence[int]) -> str:
            """Titles of all ranks as text, with a count for each but the last."""
            others = (f"{title_of(rank)} ({of(sums[rank])}), " for rank in ranks[:-1])
            return "".join(others) + title_of(ranks[-1])

        summary = _("Most often {a} ({n}), least often {b} ({m}); by chance about {chance} of each.").format(
            a=named(top_ranks), n=of(sums[top_ranks[-1]]),
            b=named(bottom_ranks), m=of(sums[bottom_ranks[-1]]),
            chance=percent(report.story.mobility.kept_expected / max(1, report.story.mobility.stays.of)),
        )  # fmt: skip
    explanation = _(
        "A high chair gets the strongest cards of a low one and gives back what it likes. "
        "That gets it out earlier, and the first one out is the next Boss. Place gives "
        "cards, and cards give place (cumulative advantage). So where someone ends up "
        "depends on the first draw as well as on play (status attainment)."
    )
    if not report.exchanged:
        explanation = _(
            "Without an exchange, all hands are equally good on average. That leaves who "
            "leads first, how people play, and luck. So chairs are kept little more often "
            "than by chance, and advantage doesn't build up."
        )
    elif not _has_upward_gifts(report):
        explanation = _(
            "With the exchange reversed, a low chair gets the strongest cards of a high "
            "one. A good place costs good cards, so it's soon lost. No advantage builds up "
            "(cumulative advantage), and the first draw says little about the end (status "
            "attainment)."
        )
    structure = match_text.structure(report)[:1] if report.parallel else []
    judgement = _(
        "For it: players who count cards and wait win more often than those who don't. "
        "Against it: the first chair was drawn, every chair is dealt equally good hands, "
        "and what becomes of them also depends on rules and luck. It applies where a "
        "position brings the means to keep it, as with wealth or marks that open the next "
        "school. It doesn't apply where places are redrawn each time, or where those "
        "concerned can change the rule. What we give without being asked, and what we "
        "don't dare to take, is habitus."
    )
    judgement = f"{judgement} {match_text.evidence_told(report, 2)}"
    return (
        f"<p><b>1 {escape(_('See'))}</b> {escape(summary)}</p>"
        f"<p><b>2 {escape(_('Explain'))}</b> {escape(' '.join([explanation, *structure]))}</p>"
        f"<p><b>3 {escape(_('Judge'))}</b> {escape(judgement)}</p>"
    )


def _talk_advice() -> Sequence[str]:
    """Sentences that advise the teacher how to lead the talk."""
    return (
        _("Let them guess each figure before they see it. People remember a wrong guess."),
        _("Ask the Temps first and the Bosses last. People at the top are quicker to put it down to skill."),
        _("Talk about chairs, not people. Nobody has to defend how they played or what they gave."),
        _(
            "“The bar” shows where the true share can be, not how the hands differed. It "
            "doesn't disprove anything that may be chance."
        ),
        _("Here, meritocracy is a question, not praise: does merit decide, and who says what merit is?"),
        _(
            "If someone finds the game unfair, ask them for a better rule, and whether "
            "they'd want it from every chair."
        ),
    )


def _time_plan() -> str:
    """HTML table of minutes and tasks."""
    rows = (
        ("0–3", _("alone: read the charts, answer question 1")),
        ("3–7", _("in pairs: compare, then the figures on the board")),
        ("7–14", _("in groups from different chairs: question 2")),
        ("14–22", _("all together: question 3, for and against")),
        (
            "22–25",
            _("all together: what the figures can't show; everyone writes down one rule to try next"),
        ),
    )
    lines = "".join(f"<tr><td>{minutes}</td><td>{escape(task)}</td></tr>" for minutes, task in rows)
    return f'<table class="plan">{lines}</table>'


def _terms_table() -> str:
    """HTML table of the terms, in the game and outside, with a paragraph below it."""
    heads = "", _("in the game"), _("outside")
    game = (
        _("who drew which chair first, and who ends up where"),
        _("the exchange: the strongest cards go to those already in the lead"),
        _("every chair is dealt equally good hands, and good play is rewarded"),
        _("what a Boss gives freely, what a Temp would never think of asking for"),
    )
    outside = (
        _("from the parents' occupation through school to your own"),
        _("wealth, fame, contacts; in science, credit goes to those already known"),
        _("marks, entrance exams, promotion, and who could prepare for them"),
        _("language, taste, who speaks up in class, which occupations come to mind"),
    )
    rows = "".join(
        f"<tr><th scope='row'>{escape(term)}</th>"
        f"<td>{escape(game_text)}</td><td>{escape(outside_text)}</td></tr>"
        for (term, _definition, _source), game_text, outside_text in zip(terms(), game, outside, strict=True)
    )
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    more = _(
        "The simulated classes do with chairs what Salganik, Dodds and Watts did with "
        "songs. The same start plays out in worlds that know nothing of each other, and "
        "what differs between them is not merit."
    )
    return (
        f'<table class="figures words"><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>'
        + paragraphs(more)
    )
