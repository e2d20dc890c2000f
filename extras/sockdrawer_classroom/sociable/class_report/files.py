"""Export of a lesson: tables as CSV, a printable page, pictures of all pages, and the class record.

`save` runs in another process, without a window, from plain values; so does `write`, for the command line.
The printable page is one self-contained file for A4 and for any browser. Its charts are SVG text, and each is
legible without colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from pathlib import Path

from game import i18n as language
from game.games.sociable.screen.match_report.export import Row as Cells
from game.games.sociable.screen.match_report.export import png, table, write_folder
from game.games.sociable.screen.match_report.match_text import (
    QUESTION_COUNT,
    WITH_COLOUR,
    SaveResult,
    figure,
    question,
    strength_meant,
    title_of,
)
from game.games.sociable.statistics import strength, worth
from game.i18n import _
from game.ui.art.charts import heat
from game.ui.art.layers import INK
from sockdrawer_classroom.classroom import ClassRecord, QuestionKind, answer_sentence, middle, rounds_told
from sockdrawer_classroom.sociable.class_report import match_text
from sockdrawer_classroom.sociable.class_report.handouts import handouts
from sockdrawer_classroom.sociable.class_report.match_text import ClassReportData, things
from sockdrawer_classroom.sociable.class_report.pages import pictures
from sockdrawer_classroom.sociable.class_report.paper import (
    chairs_chart,
    document,
    paragraphs,
    question_chart,
    rounds_chart,
    stayed_chart,
    strengths_chart,
    votes_chart,
)
from sockdrawer_classroom.sociable.class_statistics import (
    DOWN,
    NONE,
    UP,
    HandObservation,
    Mobility,
    Proportion,
    SimulatedClasses,
    TableMatchStatistics,
    parallel_classes,
    strengths,
    tasks,
)
from sockdrawer_classroom.sociable.crossover import CrossOver

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


def charts_of(report: ClassReportData) -> list[str]:
    """Return the head, three charts and notes of a printable page, each as HTML."""
    return [
        _page_head(report),
        _stayed_section(report),
        _moves_section(report),
        _strengths_section(report),
        _notes_section(report),
    ]


def lesson_sheet(report: ClassReportData) -> str:
    """Return the whole printable page as HTML."""
    parts = [
        _page_head(report), _moves_section(report), _stayed_section(report), _rounds_section(report),
        _votes_section(report), _questions_to_class(report),
        _strengths_section(report),
        _parallel_section(report), _discussion_section(report), _tables_section(report),
        _notes_section(report),
    ]  # fmt: skip
    return document(report.story.title or match_text.headline(report), STYLE, "".join(parts))


def _section(title: str, body: str) -> str:
    """HTML section of a title, which is escaped, and a body that is HTML."""
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def _page_head(report: ClassReportData) -> str:
    """HTML of headline, counts, date and, if numbers stand for names, a note."""
    date_line = ", ".join(filter(None, ("SOCiable", match_text.day(report.story))))
    note = _("Numbers replace the names.") if report.hidden and not report.lessons else ""
    return (
        f"<header><h1>{escape(match_text.headline(report))}</h1>"
        f"{paragraphs(match_text.counts(report))}{paragraphs(f'{date_line}. {note}', soft=True)}</header>"
    )


def _moves_section(report: ClassReportData) -> str:
    """HTML section with the table of moves between chairs, and with what chance would give."""
    moves, ranks = report.story.mobility, report.story.ranks
    max_count = max(max(row) for row in moves.moves)
    heads = "".join(
        f'<th scope="col"><svg viewBox="0 0 100 100" aria-hidden="true"><use href="#chair{rank}" width="100" '
        f'height="100"/></svg>{escape(title_of(rank))}</th>'
        for rank in ranks
    )
    corner = escape(_("from (down), to (across)"))
    rows = "".join(
        f'<tr><th scope="row">{escape(title_of(start))}</th>'
        f"{''.join(_cell(moves, start, to, max_count) for to in ranks)}</tr>"
        for start in ranks
    )
    more = _("Thick frame: kept the chair. Small: how often to expect it by chance.")
    return _section(
        _("Who moved where"),
        f'<table><thead><tr><th class="soft">{corner}</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        + paragraphs(match_text.kept_chairs_text(report))
        + paragraphs(f"{match_text.moves_each(report)}. {more}", soft=True),
    )


def _cell(moves: Mobility, start: int, to: int, max_count: int) -> str:
    """HTML cell of the moves from one rank to another, shaded by their share of ``max_count``."""
    value = moves.moves[start][to]
    fill, ink = heat(value, max_count)
    css_class = ' class="kept"' if start == to else ""
    expected = figure(moves.expected[start][to])
    return f'<td{css_class} style="background:{fill};color:{ink}">{value}<small>{expected}</small></td>'


def _stayed_section(report: ClassReportData) -> str:
    """HTML section with the chart of how often the Boss stayed Boss, and with what it means."""
    return _section(
        _("The Boss stayed Boss"),
        stayed_chart(report)
        + paragraphs(match_text.bar_meant(report), soft=True)
        + paragraphs(*match_text.differences(report)),
    )


def _rounds_section(report: ClassReportData) -> str:
    """HTML section that compares both rounds; empty without a second one."""
    both = report.both
    if both is None:
        return ""
    if not both.people:
        return _section(_("Both rounds"), paragraphs(*match_text.rounds_told(both)))
    key = (
        f'<p class="key"><b style="background:{WITH_COLOUR};border-radius:50%;width:3.8mm"></b>'
        f"{escape(_('a pupil'))}"
        f'<svg viewBox="0 0 20 20"><path d="M10 1L19 10L10 19L1 10Z" fill="{WITH_COLOUR}" '
        f'stroke="{INK}"/></svg>'
        f"{escape(_('mean, with its interval'))}"
        f'<b style="background:#DCD8E2"></b>{escape(_("by chance"))}</p>'
    )
    explanation = paragraphs(match_text.moved_meant(), soft=True)
    rows = "".join(
        f'<tr><th scope="row">{escape(match_text.order_row(order.way))}</th><td>{order.people}</td>'
        + "".join(f"<td>{match_text.hundredths(mean)}</td>" for mean in order.means)
        + "</tr>"
        for order in both.orders
    )
    heads = "".join(
        f'<th scope="col">{escape(head)}</th>'
        for head in (_("pupils"), *(_("Round {n}").format(n=lap) for lap in (1, 2)))
    )
    corner = f'<th class="soft">{escape(_("Chairs moved per hand"))}</th>'
    orders = f"<table><thead><tr>{corner}{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return _section(
        _("Both rounds"),
        rounds_chart(both) + key + explanation + paragraphs(*match_text.rounds_told(both)) + orders,
    )


def _votes_section(report: ClassReportData) -> str:
    """HTML section of the votes; empty if there are none to show."""
    if not report.has_votes:
        return ""
    key = (
        f'<p class="key"><svg viewBox="0 0 40 27"><rect width="40" height="27" fill="url(#hatch)"/></svg>'
        f'{escape(_("before the charts"))}<b style="background:#E8A317"></b>{escape(_("afterwards"))}</p>'
    )
    more = paragraphs(*match_text.votes_told(report), soft=True)
    return _section(match_text.votes_title(report), votes_chart(report) + key + more)


def _questions_to_class(report: ClassReportData) -> str:
    """HTML sections of the questions to the class with answers, and of predictions; empty for none."""
    body = ""
    for class_question in report.asked:
        both = all(class_question.public_answers)
        key = (
            f'<p class="key"><svg viewBox="0 0 40 27"><rect width="40" height="27" fill="url(#hatch)"/></svg>'
            f'{escape(_("before"))}<b style="background:#E8A317"></b>{escape(_("after"))}</p>'
        )
        middles = (middle(class_question, values) for values in class_question.public_answers)
        body += _section(
            class_question.words,
            question_chart(class_question) + (key if both else "")
            + paragraphs(*rounds_told(class_question), soft=True)
            + paragraphs(*middles, answer_sentence(class_question)),
        )  # fmt: skip
    return body


def _strengths_section(report: ClassReportData) -> str:
    """HTML section with a chart of the strength of hands for each kind of exchange."""
    charts = "".join(
        f"<div><h3>{escape(match_text.way_row(side.way))}</h3>{strengths_chart(report, side)}</div>"
        for side in report.story.sides
        if side.rows
    )
    key = (
        f'<p class="key"><b style="background:#3E8EDE"></b>{escape(_("as dealt"))}'
        f'<b style="background:#D9482B;border-radius:50%;width:3.8mm"></b>{escape(_("after the exchange"))}'
        f'<b style="border-width:0 0 0 0.5mm;border-style:dashed;width:0"></b>'
        f"{escape(_('an average hand'))}</p>"
    )
    explanation = strength_meant()
    return _section(
        _("How strong the hands were"),
        f'<div class="two">{charts}</div>{key}' + paragraphs(explanation, soft=True),
    )


def _parallel_section(report: ClassReportData) -> str:
    """HTML section of the simulated classes; empty before the simulation."""
    if not report.parallel:
        return ""
    return _section(
        _("Simulated classes"),
        paragraphs(match_text.parallel_meant(report), soft=True) + paragraphs(*match_text.structure(report)),
    )


def _discussion_section(report: ClassReportData) -> str:
    """HTML sections of the questions for discussion, with evidence and lines to write on."""
    body = ""
    for number in range(QUESTION_COUNT):
        gifts = (
            "".join(f"<li>{escape(gift)}</li>" for gift in match_text.gifts_told(report, 8))
            if number == 2
            else ""
        )
        body += _section(
            question(number),
            paragraphs(match_text.evidence_told(report, number))
            + (f"<ul>{gifts}</ul>" if gifts else "")
            + '<div class="lines"><i></i><i></i><i></i></div>',
        )
    return body


def _tables_section(report: ClassReportData) -> str:
    """HTML section with a chart of the chairs at every table, hand by hand."""
    charts = "".join(
        f"<div><h3>{escape(match_text.table_title(table))}</h3>{chairs_chart(report, table)}</div>"
        for table in report.story.finished_matches
    )
    title = escape(_("Who sat where, hand by hand"))
    return f'<section class="open"><h2>{title}</h2><div class="two">{charts}</div></section>'


def _notes_section(report: ClassReportData) -> str:
    """HTML section on how everything was counted."""
    notes = "".join(f"<li>{escape(note)}</li>" for note in match_text.notes(report))
    return _section(_("How it was counted"), f'<ul class="soft">{notes}</ul>')


@dataclass(frozen=True, slots=True)
class ClassExportOptions:
    """Contents and target of an export."""

    book: ClassRecord
    folder: str  # parent of the new folder
    name: str  # name of the new folder; a number is added if it exists
    names: bool = False  # True: pupils' names are included, only if the teacher asks for it
    language: str = "en"  # as in ``de``; empty for the system's
    parallel: tuple[SimulatedClasses, ...] = ()  # empty if not simulated
    only_handouts: bool = False  # True if only the two handouts are wanted


def save(export: ClassExportOptions) -> SaveResult:
    """Set the language, and write all files into a new folder. Result: its path, or parent and trouble."""
    # This is another process, in which no language is set yet.
    language.set_language(export.language)
    return write_folder(Path(export.folder), export.name, files(export))


def files(export: ClassExportOptions) -> Iterable[tuple[str, bytes]]:
    """Yield every file as (name, contents), the small ones first; only the handouts if no more is wanted."""
    # Removed from the record, not only hidden: no file is built from data with names.
    book = replace(export.book, names_hidden=False) if export.names else export.book.nameless
    data = ClassReportData.of(book, export.parallel)
    if data.story.hands:
        yield from handouts(data)
    if export.only_handouts:
        return
    sheet = partial(_csv_sheet, data)
    yield "hands.csv", sheet(hand_rows(data))
    yield "columns.csv", sheet([(_("file"), _("column"), _("what it contains")), *column_descriptions(data)])
    yield "moves.csv", sheet(move_rows(data))
    yield "comparison.csv", sheet(comparison_rows(data))
    yield "strength.csv", sheet(strength_rows(data))
    if data.both is not None:
        yield "crossover.csv", sheet(crossover_rows(data.both))
    if data.parallel:
        yield "parallel.csv", sheet(parallel_rows(data))
    if data.has_votes:
        yield "vote.csv", sheet(vote_rows(data))
    if data.asked:
        yield "questions.csv", sheet(question_rows(data))
    yield "class.json", book.to_json().encode("utf-8", "backslashreplace")
    yield "lesson.html", lesson_sheet(data).encode("utf-8", "backslashreplace")
    for name, picture in pictures(data):
        yield f"{name}.png", png(picture)


def _csv_sheet(report: ClassReportData, rows: Iterable[Cells]) -> bytes:
    """Return rows as CSV; in a rehearsal every row says so, because rows of lessons may be merged."""
    if report.is_rehearsal:
        marked = _("Rehearsal")
        rows = ((*row, marked if place == 0 else 1) for place, row in enumerate(rows))
    return table(rows)


def columns() -> list[tuple[str, str]]:
    """Return the columns of `hand_rows` as (name, meaning)."""
    return [
        (_("table"), _("the number of the table")),
        (_("match"), _("the number of the match at this table, from 1")),
        (_("hand"), _("the number of the hand, from 1")),
        (_("player"), _("the name, or the number that replaces it")),
        (_("computer"), _("1 if a computer player had the chair in this hand, otherwise 0")),
        (_("exchange"), _("the table's rule: upwards, downwards or none")),
        (_("chair"), _("the chair the hand was played in")),
        (_("dealt"), _("the cards as dealt; JK is a joker")),
        (_("strength as dealt"), _("their mean: an eight counts 0, an ace 6, a joker 7")),
        (_("after exchange"), _("the cards the hand was played with")),
        (_("strength after exchange"), _("their mean")),
        (_("given"), _("the cards given away in the exchange, or drawn by the other player")),
        (_("value given"), _("their total value")),
        (_("received"), _("the cards received in the exchange")),
        (_("value received"), _("their total value")),
        (_("next chair"), _("the chair the hand led to")),
        (_("points"), _("the points for the hand")),
        (_("total"), _("the points after the hand")),
        (_("round"), _("1, or 2 after the rules were swapped")),
    ]


def crossover_columns() -> list[tuple[str, str]]:
    """Return the columns of `crossover_rows` as (name, meaning)."""
    return [
        (_("player"), _("a number, never a name")),
        (_("first round"), _("the table's rule in that round: upwards or none")),
        (_("tables of round 1"), _("the numbers of the tables")),
        (_("tables of round 2"), _("the numbers of the tables")),
        (_("counted as one"), _("one number for all who sat together, or the person's own")),
        (_("hands with it"), _("with the exchange, from the first hand that had one")),
        (_("chairs moved with it"), _("up or down, total for these hands")),
        (_("points with it"), _("total for these hands")),
        (_("hands without it"), _("without the exchange")),
        (_("chairs moved without it"), _("up or down, total for these hands")),
        (_("points without it"), _("total for these hands")),
        (_("difference"), _("chairs moved per hand: with the exchange minus without it")),
    ]


def column_descriptions(report: ClassReportData) -> Iterable[Cells]:
    """Yield (file, column, meaning) for every column of the main tables."""
    both = crossover_columns() if report.both is not None else []
    polls = question_columns() if report.asked else []
    for name, columns_ in (("hands.csv", columns()), ("crossover.csv", both), ("questions.csv", polls)):
        yield from ((name, *column) for column in columns_)
    if report.is_rehearsal:
        yield _("every file"), _("Rehearsal"), _("1 in every row: the players are made up")


def crossover_rows(crossover: CrossOver) -> Iterable[Cells]:
    """Yield a heading and a row for each person who played by both rules."""
    yield tuple(name for name, _meaning in crossover_columns())
    groups = crossover.circles if crossover.by_circle else [[person] for person in crossover.people]
    units = {person.pupil: number for number, group in enumerate(groups, start=1) for person in group}
    for person in crossover.people:
        first, second = (" ".join(map(str, result.tables)) for result in person.rounds)
        counts = [(result.hands, result.moved, result.points) for result in (person.on, person.off)]
        way = way_word(person.rounds[0].way)
        yield (
            person.pupil,
            way,
            first,
            second,
            units[person.pupil],
            *counts[0],
            *counts[1],
            round(person.difference, 4),
        )


def question_columns() -> list[tuple[str, str]]:
    """Return the columns of `question_rows` as (name, meaning)."""
    return [
        (_("question"), _("its number and text")),
        (_("answer"), _("the possible answer, or the number someone gave")),
        (_("answers before"), _("how many gave it; empty if fewer than five answered")),
        (_("answers after"), _("how many when it was asked again")),
        (_("actual result"), _("for a prediction, how often it was true")),
    ]


def hand_rows(report: ClassReportData) -> Iterable[Cells]:
    """Yield a heading and a row for every seat in every finished hand."""
    yield tuple(name for name, _meaning in columns())
    for at in report.story.tables:
        for row in at.rows:
            yield _hand_row(report, at, row)


def _hand_row(report: ClassReportData, match_statistics: TableMatchStatistics, row: HandObservation) -> Cells:
    """Cells of a seat in a hand, in the order of `columns`."""
    name = report.name(match_statistics, row.seat, row.hand)
    return (
        row.table, row.match, row.hand, name, int(row.is_bot), way_word(row.way), title_of(row.rank),
        " ".join(row.dealt), round(strength(row.dealt), 3), " ".join(row.held), round(strength(row.held), 3),
        " ".join(row.given), worth(row.given), " ".join(row.received), worth(row.received),
        title_of(row.next), row.points, row.total, match_statistics.round,
    )  # fmt: skip


def way_word(way: str) -> str:
    """Return the word for a kind of exchange in files: "upwards", "downwards" or "none"."""
    return {UP: _("upwards"), DOWN: _("downwards"), NONE: _("none")}[way]


def move_rows(report: ClassReportData) -> Iterable[Cells]:
    """Yield a heading and the moves of people from chair to chair, with the figures of chance."""
    yield _("from"), _("to"), _("times"), _("by chance"), _("this far off or further by chance")
    moves = report.story.mobility
    for start in report.story.ranks:
        for to in report.story.ranks:
            yield (
                title_of(start), title_of(to), moves.moves[start][to],
                round(moves.expected[start][to], 3), round(moves.chance[start][to], 6),
            )  # fmt: skip


def comparison_rows(report: ClassReportData) -> Iterable[Cells]:
    """Yield a heading and how often the Boss stayed Boss by exchange, without bots."""
    yield (
        _("exchange"), _("matches"), _("hands with a person as Boss"), _("the Boss stayed Boss"), _("share"),
        _("interval from"), _("interval to"), _("by chance"), _("matches a person started as Boss"),
        _("of these, first Boss ahead"),
    )  # fmt: skip
    for side in report.story.sides:
        yield (
            way_word(side.way), len(side.tables), side.stayed.of, side.stayed.count,
            *share_cells(side.stayed, side.stayed.interval), round(side.chance, 4),
            side.first_boss.of, side.first_boss.count,
        )  # fmt: skip


def share_cells(share: Proportion, span: tuple[float, float]) -> Cells:
    """Return a share and the ends of its interval, 0 to 1; empty cells if it is 0 of 0."""
    return tuple(round(value, 4) if share.of else "" for value in (share.value, *span))


def strength_rows(report: ClassReportData) -> Iterable[Cells]:
    """Yield a heading and the strength of people's hands, by exchange and chair."""
    yield _("exchange"), _("chair"), _("hands"), _("strength as dealt"), _("strength after exchange")
    for side in report.story.sides:
        for rank, means in strengths(side.rows).items():
            yield (
                way_word(side.way), title_of(rank), means.hands, round(means.dealt, 3), round(means.held, 3)
            )  # fmt: skip


def parallel_rows(report: ClassReportData) -> Iterable[Cells]:
    """Yield a heading and the results of the simulated classes, by exchange."""
    yield (
        _("exchange"), _("matches"), _("won by the first Boss"), _("hands"), _("the Boss stayed Boss"),
        _("explained by the first chair"),
    )  # fmt: skip
    for classes in report.parallel:
        won, stayed = classes.boss_won, classes.boss_stayed
        yield way_word(classes.way), won.of, won.count, stayed.of, stayed.count, round(classes.explained, 4)


def vote_rows(report: ClassReportData) -> Iterable[Cells]:
    """Yield a heading, a row for each thing (votes that gave it most, mean in %), then ties and totals."""
    yield (
        _("item"), _("most before the charts"), _("most afterwards"), _("mean before the charts"),
        _("mean afterwards"),
    )  # fmt: skip
    before, after = report.votes
    for place, name in enumerate(things()):
        top_counts = [vote.most[place] if vote else "" for vote in (before, after)]
        yield name, *top_counts, *(vote.mean[place] if vote else "" for vote in (before, after))
    yield _("two or more tied"), *(vote.split if vote else "" for vote in (before, after)), "", ""
    yield _("votes"), *(vote.votes if vote else "" for vote in (before, after)), "", ""


def question_rows(report: ClassReportData) -> Iterable[Cells]:
    """Yield a heading and each question's answers with counts, before and after, and the outcome."""
    yield tuple(name for name, _meaning in question_columns())
    for number, class_question in enumerate(report.asked, start=1):
        before, after = (
            dict(Counter(values)) if values else None for values in class_question.public_answers
        )
        outcome = (
            dict(enumerate(class_question.answer))
            if class_question.kind is QuestionKind.PLACE
            else dict.fromkeys(class_question.answer, 1)
        )
        options = (
            {*(before or ()), *(after or ()), *outcome}
            if class_question.kind is QuestionKind.NUMBER
            else range(class_question.of)
        )
        for value in sorted(options):
            name = (
                class_question.answers[value]
                if class_question.answers
                else str(value + (class_question.kind is QuestionKind.SCALE))
            )
            counts = (counter.get(value, 0) if counter is not None else "" for counter in (before, after))
            yield f"{number}. {class_question.words}", name, *counts, outcome.get(value, 0) if outcome else ""


def simulate_classes(report: ClassReportData) -> tuple[SimulatedClasses, ...]:
    """Return the simulated classes of a class, simulated in this process."""
    return parallel_classes([(task, task.batch.play()) for task in tasks(report.story)])


def write(text: str, out: Path, *, names: bool, parallel: bool, language: str = "") -> str:
    """Write a class record's files into a new folder; returns its path, or raises `ValueError`/`OSError`.

    The `ValueError` says that the text is no class record, or that no hand was finished.
    """
    book = ClassRecord.from_json(text)
    data = ClassReportData.of(book)
    if not data.story.hands:
        raise ValueError("There is nothing to report on: no hand of this class was finished.")
    order = ClassExportOptions(
        book, str(out), "class", names, language, simulate_classes(data) if parallel else ()
    )
    saved = save(order)
    if saved.trouble:
        raise OSError(f"The lesson cannot be written to {saved.folder}: {saved.trouble}.")
    return saved.folder
