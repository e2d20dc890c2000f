"""Export of the debrief: tables as CSV, every page as a picture, and the record of the match.

`save` runs in another process, without a window, from plain values; so does `write`, for the command line.
"""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from game import i18n
from game.core.discovery import find_game
from game.core.record import read_record, write_record
from game.core.session import Session
from game.games.sociable.screen.match_report.charts import (
    ChairChart,
    PlayerLines,
    draw_figures,
    hand_by_hand,
    pages_of,
    said_of,
    stages_shown,
)
from game.games.sociable.screen.match_report.match_text import (
    QUESTION_COUNT,
    MatchReportData,
    SaveResult,
    title_of,
)
from game.games.sociable.screen.match_report.page import (
    PageTexts,
    ReportKey,
    ReportPage,
    ReportPageProps,
    ReportStyle,
    ReportViewState,
    page_drawn,
    page_frame,
    page_tree,
)
from game.games.sociable.screen.match_report.voting import vote_options
from game.games.sociable.statistics import MatchStatistics, strength, worth
from game.games.sociable.statistics.simulation import (
    MATCH_COUNT,
    SimulatedMatch,
    SimulatedPopulation,
    batches,
)
from game.i18n import _
from game.match.seats import Seat
from game.match.share_vote import VoteShift, top_choices
from game.ui.core.assets import Assets
from game.ui.core.canvas import Canvas
from game.ui.core.paint import Painter, TextRenderer
from game.ui.core.theme import LINEN
from game.ui.widgets import LayoutTree

PICTURE_SIZE = 1920, 1080  # pixels of every picture
FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")  # some spreadsheets take the wide signs for the narrow ones
"""First characters that a spreadsheet takes for a formula."""
Row = Sequence[object]


@dataclass(frozen=True, slots=True)
class ReportExportOptions:
    """Contents and target of an export."""

    record: str
    seats: tuple[Seat, ...]
    winners: tuple[int, ...]
    ending: str
    lives: tuple[tuple[SimulatedMatch, ...], ...]  # results of both societies; empty if not simulated
    folder: str  # parent of the new folder
    name: str  # name of the new folder; a number is added if it exists
    anonymous: bool = False
    language: str = "en"  # as in ``de``; empty for the system's
    discusses: bool = True
    vote: VoteShift | None = None  # means of all votes; single votes are kept nowhere
    left_early: bool = False
    only_handouts: bool = False  # True if only the two handouts are wanted


def save(export: ReportExportOptions) -> SaveResult:
    """Write tables, pictures and record into a new folder; return it, or the trouble if none is written."""
    # This is another process, in which no language is set yet.
    i18n.set_language(export.language)
    return write_folder(Path(export.folder), export.name, files(export))


def write_folder(parent: Path, name: str, files: Iterable[tuple[str, bytes]]) -> SaveResult:
    """Write the files, built one by one, into a new folder; return it, or the trouble if nothing was written.

    Leaves nothing behind if one of them fails.
    """
    folder = None
    try:
        parent.mkdir(parents=True, exist_ok=True)
        folder = new_folder(parent, name)
        for file, data in files:
            (folder / file).write_bytes(data)
    except (OSError, ValueError, ArithmeticError, LookupError, pygame.error) as error:
        # Apart from a full disk: a damaged record, or a picture that cannot be drawn.
        if folder is not None:
            # A partial folder would look complete.
            shutil.rmtree(folder, ignore_errors=True)
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return SaveResult(str(parent), reason.strip().rstrip(".").lower())
    return SaveResult(str(folder))


def new_folder(parent: Path, name: str) -> Path:
    """Create and return a folder that did not exist, numbered from 2 if needed; raises OSError."""
    for number in range(1, 1000):
        folder = parent / (name if number == 1 else f"{name} ({number})")
        try:
            # Created without looking first, so that earlier exports are never mixed with this one.
            folder.mkdir()
        except FileExistsError:
            continue
        return folder
    raise FileExistsError(17, "there are too many folders of this name")


def files(export: ReportExportOptions) -> Iterable[tuple[str, bytes]]:
    """Yield every file as (name, contents), the small ones first; only the handouts if no more is wanted."""
    societies = tuple(SimulatedPopulation(len(export.seats), lives) for lives in export.lives)
    make_handouts = find_game("sociable").component("match_handouts")
    bots = [bool(seat.level) for seat in export.seats]
    pages = make_handouts(export.record, bots, societies) if make_handouts is not None else ()
    if export.only_handouts:
        yield from pages
        return
    vote = export.vote if export.vote is not None and export.vote.is_known else None
    story = MatchStatistics.of(export.record)
    data = MatchReportData(
        story, export.seats, export.winners, export.ending, societies, vote, left_early=export.left_early
    )
    data = data.hidden if export.anonymous else data
    yield "hands.csv", table(hand_rows(data))
    yield "moves.csv", table(move_rows(data))
    if societies:
        yield "societies.csv", table(society_rows(data))
    if data.vote is not None:
        yield "vote.csv", table(vote_rows(data.vote))
    # With the names of the tables: the original record would reveal who Player 1 is.
    record = replace(read_record(export.record), names=tuple(seat.name for seat in data.seats))
    yield "match.txt", write_record(record).encode("utf-8")
    yield from pages
    for name, picture in pictures(data, asks=export.discusses):
        yield f"{name}.png", png(picture)


def table(rows: Iterable[Row]) -> bytes:
    """Return rows as CSV in the form that spreadsheets in the window's language open directly."""
    text = io.StringIO(newline="")
    comma = i18n.decimal_sign() == ","  # where decimals use the comma, columns use another separator
    writer = csv.writer(text, delimiter=";" if comma else ",")
    for row in rows:
        # A name that looks like a formula must not be evaluated.
        safe_row = [
            f"'{value}" if isinstance(value, str) and value[:1] in FORMULA_STARTS else value for value in row
        ]
        writer.writerow([str(v).replace(".", ",") if comma and isinstance(v, float) else v for v in safe_row])
    # With a byte order mark: without it spreadsheets assume an old code page.
    return text.getvalue().encode("utf-8-sig", "backslashreplace")


def hand_rows(report: MatchReportData) -> Iterable[Row]:
    """Yield a heading and a row for every player in every hand, the first draw as hand 0."""
    story = report.story
    yield (
        _("hand"), _("player"), _("chair"), _("dealt"), _("strength as dealt"), _("after exchange"),
        _("strength after exchange"), _("given"), _("value given"), _("received"), _("value received"),
        _("next chair"), _("points"), _("total"),
    )  # fmt: skip
    titles = [title_of(rank) for rank in report.ranks]
    for chair, seat in enumerate(story.first):
        draws = " ".join(card for round_ in story.drawn for owner, card in round_ if owner == seat)
        yield 0, report.seats[seat].name, "", draws, *[""] * 7, titles[chair], 0, story.start[seat]
    for number, hand in enumerate(story.hands, start=1):
        for chair, seat in enumerate(hand.order):
            gifts = [card for gift in hand.given if gift.giver == seat for card in gift.cards]
            received = [card for gift in hand.given if gift.receiver == seat for card in gift.cards]
            dealt, after = hand.dealt[seat], hand.held[seat]
            yield (number, report.seats[seat].name, titles[chair], " ".join(dealt), round(strength(dealt), 3),
                   " ".join(after), round(strength(after), 3), " ".join(gifts), worth(gifts),
                   " ".join(received), worth(received), titles[hand.places.index(seat)], hand.points[seat],
                   story.totals[number][seat])  # fmt: skip


def move_rows(report: MatchReportData) -> Iterable[Row]:
    """Yield a heading and the matrix of moves, a row for each chair that was left."""
    titles = [title_of(rank) for rank in report.ranks]
    yield _("from / to"), *titles
    for title, row in zip(titles, report.story.moves, strict=True):
        yield title, *row


def society_rows(report: MatchReportData) -> Iterable[Row]:
    """Yield a heading and the results of the simulated societies, as shares (0 to 1) of all matches."""
    yield _("item"), _("chair or pairs"), _("with the exchange"), _("without it")
    with_exchange, without = report.societies
    for chair, rank in enumerate(report.ranks):
        yield (
            _("wins by first chair"),
            title_of(rank),
            round(with_exchange.wins[chair], 4),
            round(without.wins[chair], 4),
        )
    for pairs, shares in enumerate(zip(with_exchange.pairs, without.pairs, strict=True)):
        yield _("pairs in their original order"), pairs, *(round(share, 4) for share in shares)
    boss = _("the Boss stayed Boss")
    yield boss, "", round(with_exchange.boss_stayed, 4), round(without.boss_stayed, 4)
    yield (
        _("explained by the first chair"),
        "",
        round(with_exchange.explained, 4),
        round(without.explained, 4),
    )


def vote_rows(vote: VoteShift) -> Iterable[Row]:
    """Yield a heading, the mean votes in hundredths (empty if too few voted), ties, and numbers of votes."""
    yield _("item"), _("before the charts"), _("afterwards"), _("shift")
    for place, name in enumerate(vote_options()):
        values = [shares[place] if shares else "" for shares in (vote.before, vote.after)]
        yield name, *values, vote.after[place] - vote.before[place] if vote.before and vote.after else ""
    rounds = [top_choices(shares) if shares else () for shares in (vote.before, vote.after)]
    if any(len(ahead) > 1 for ahead in rounds):
        names = [
            ", ".join(vote_options()[place] for place in ahead) if len(ahead) > 1 else "" for ahead in rounds
        ]
        yield _("A tie"), *names, ""
    yield _("votes"), *vote.votes, ""


def page_painter() -> Painter:
    """Return a painter for saved pages. Its surface is reused, so write each page before the next."""
    pygame.font.init()
    view = Canvas.of(*PICTURE_SIZE)
    return Painter(pygame.Surface(PICTURE_SIZE), view, LINEN, Assets(view.scale), TextRenderer(), 1.0)


def png(picture: pygame.Surface) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    file = io.BytesIO()
    pygame.image.save(picture, file, "page.png")
    return file.getvalue()


def pictures(report: MatchReportData, *, asks: bool) -> Iterable[tuple[str, pygame.Surface]]:
    """Yield every page as (name, picture, always the same surface), in parts by question or by long chart."""
    painter = page_painter()
    pages = pages_of(1.0, report, asks=asks)
    for number, page in enumerate(pages):
        parts, questions = [report], QUESTION_COUNT if page.talks else 1
        if hand_by_hand in page.panels:
            texts = said_of(ReportStyle(painter), report, page, 0, asks=asks)
            box = saved_page(painter, page, number, len(pages), report, texts).boxes[ReportKey.CHAIRS]
            step = max(1, stages_shown(painter, box, report) - 1)
            # They share a column: the last one of a picture is the first one of the next.
            last = max(1, len(report.story.orders) - 1)
            parts = [replace(report, first=first) for first in range(0, last, step)]
        both = [(part, question) for part in parts for question in range(questions)]
        for place, (part, question) in enumerate(both, start=1):
            texts = said_of(ReportStyle(painter), report, page, question, asks=asks)
            frame = saved_page(painter, page, number, len(pages), part, texts)
            for element in [entry.element for entry in frame.parts if isinstance(entry.element, ChairChart)]:
                LayoutTree(PlayerLines(element.report), frame.boxes[ReportKey.CHAIRS], painter).paint(painter)
            draw_figures(painter, report, frame, (3, 0))
            name = f"{number + 1}-{page.name}"
            yield (name if len(both) == 1 else f"{name}-{place}"), painter.surface


def saved_page(
    painter: Painter, page: ReportPage, number: int, count: int, report: object, texts: PageTexts
) -> LayoutTree:
    """Draw a page for a picture, without animated figures, and return its layout."""
    tree = page_tree(
        ReportStyle(painter), ReportViewState(page, number, count, painter.view.h - 52), report, texts
    )
    for _piece in page_drawn(painter, ReportPageProps(tree, wood=False)):
        pass
    return page_frame(painter, tree)


def write(record: str, out: Path, *, anonymous: bool, societies: bool) -> str:
    """Write a record's debrief into a new folder in ``out``; return its path, or raise ValueError or OSError.

    Raises:
        ValueError: the record is broken or of another game, or no hand was played to its end.
        OSError: the folder cannot be written.
    """
    if not MatchStatistics.of(record).hands:
        raise ValueError("There is nothing to report on: no hand of this record was finished.")
    session = Session.from_record(record)
    # A record does not have the looks; by seat number all are at least different.
    seats = tuple(Seat(name, number) for number, name in enumerate(session.names))
    outcome = session.outcome
    queues = (
        batches(session.options, session.players, session.seed, MATCH_COUNT, MATCH_COUNT) if societies else ()
    )
    lives = tuple(tuple(life for batch in queue for life in batch.play()) for queue in queues)
    winners = outcome.winners if outcome else ()
    order = ReportExportOptions(
        record, seats, winners, "", lives, str(out), "debrief", anonymous, language=""
    )
    saved = save(order)
    if saved.trouble:
        raise OSError(f"The debrief cannot be written to {saved.folder}: {saved.trouble}.")
    return saved.folder
