"""What the big screen shows of a glance at the hall."""

from __future__ import annotations

from game.match.hall.cup import Cup
from game.match.hall.snapshot import ChairGlance, HallSnapshot, TableGlance
from game.scenes.hall.shown import AroundTables, ChairShown, ClockShown, Mark, TableShown
from game.ui.match.seats import worn
from game.words import _, counted

CROWN, DEBRIEF = "crown", "debrief"


def tables_shown(glance: HallSnapshot) -> tuple[TableShown, ...]:
    """All tables."""
    hot = glance.news_table if glance.big.news and glance.news else 0
    return tuple(_table(table, glance, is_hot=table.number == hot) for table in glance.tables)


def _table(table: TableGlance, glance: HallSnapshot, *, is_hot: bool) -> TableShown:
    paused = table.is_paused or glance.is_paused
    return TableShown(
        table.number,
        tuple(
            _chair(table, place, glance, asleep=paused or table.is_stopped)
            for place in range(len(table.chairs))
        ),
        _("Table {n}").format(n=table.number),
        _line(table),
        is_hot,
        table.is_paused,
        table.felt,
    )


def _line(table: TableGlance) -> str:
    """What stands on the felt."""
    if table.is_stopped:
        return _("Done")
    if table.is_paused:
        return _("Pause")
    if table.score:
        return " : ".join(map(str, table.score))
    return _("Hand {n}").format(n=table.hand) if table.hand else ""


def _chair(table: TableGlance, place: int, glance: HallSnapshot, *, asleep: bool) -> ChairShown:
    """A chair; ``asleep`` where nobody is waited for."""
    chair = table.chairs[place]
    rank = chair.rank if chair.rank >= 0 else None
    mark, state = Mark.NONE, "idle"
    # Once all look at the charts nobody is waited for, and every phone may sleep.
    if chair.is_away and glance.phase != DEBRIEF:
        mark, state = Mark.AWAY, "asleep"
    elif chair.out:
        mark, state = Mark.OUT, "happy"
    elif chair.leads:
        mark = Mark.LEADS
    if chair.is_to_move and state == "idle" and not asleep:
        state = "thinking"
    wears = worn("bot" if chair.person is None else "", chair.sock)
    if rank == 0:
        wears = f"{wears} {CROWN}".strip() if chair.person is None else CROWN
    return ChairShown(
        place if rank is None else rank,
        rank,
        _name(chair, place, glance),
        chair.look,
        wears,
        state,
        mark,
        chair.out,
        is_pair=len(table.chairs) == 2,
        is_alive=state in ("thinking", "asleep"),
    )


def _name(chair: ChairGlance, place: int, glance: HallSnapshot) -> str:
    """What the tag says: the name, unless names are hidden."""
    if glance.big.first_names:
        return chair.name
    return chair.title or str(place + 1)


def around_shown(glance: HallSnapshot, cup: Cup | None = None) -> AroundTables:
    """What stands around the tables; those of a cup, if one is played there."""
    count = len(glance.tables)
    tables = counted("{count} table", "{count} tables", count).format(count=count)
    told = f"{glance.title}, {tables}" if glance.title else tables
    return AroundTables(
        glance.game_title,
        told,
        _clock(glance, cup),
        _legend(glance),
        _news(glance),
        _("Pause") if glance.is_paused else "",
    )


def _news(glance: HallSnapshot) -> str:
    if not glance.big.news:
        return ""
    return glance.news if glance.big.first_names else glance.nameless


def round_words(cup: Cup) -> str:
    """How far a cup has come."""
    if cup.final is not None:
        return _("The final")
    return _("Round {n} of {of}").format(n=len(cup.rounds), of=cup.all_rounds)


def _clock(glance: HallSnapshot, cup: Cup | None) -> ClockShown:
    if glance.is_over:
        return ClockShown(_("All done"), _("Time to talk about it"))
    if glance.phase == "last_hand":
        return ClockShown(_("Last hand"), _("No further hand begins"))
    if glance.is_cup:
        return ClockShown(round_words(cup) if cup else _("A cup"), _("Its rounds end by themselves"))
    return ClockShown(
        glance.clock.words or _("No end set"), glance.clock.last_hand or _("The teacher ends it")
    )


def _legend(glance: HallSnapshot) -> tuple[tuple[Mark, str], ...]:
    """What the tags mean, as far as this game has it."""
    first = next((chair.title for table in glance.tables for chair in table.chairs[:1] if chair.title), "")
    found: list[tuple[Mark, str]] = []
    if first:
        found += [
            (Mark.LEADS, _("leads")),
            (Mark.OUT, _("out first: next {chair}").format(chair=first)),
        ]
    return (*found, (Mark.AWAY, _("away"))) if glance.phase != DEBRIEF else tuple(found)
