"""Texts, filters and sort orders of the album."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from game.core.discovery import find_game, game_slugs
from game.i18n import _, plural
from game.match.match_text import headline
from game.store.archive import ArchiveEntry
from game.ui.core.storage_notices import why_words


class AlbumSort(StrEnum):
    """Sort order of the album."""

    NEWEST = "newest"
    OLDEST = "oldest"
    LONGEST = "longest"
    GAMES = "games"  # grouped by game, newest first


@dataclass(frozen=True, slots=True)
class AlbumFilter:
    """Filter and sort order of the album. Empty fields select everything."""

    game: str = ""
    who: str = ""
    starred: bool = False
    order: AlbumSort = AlbumSort.NEWEST


_KEYS: dict[AlbumSort, Callable[[ArchiveEntry], Any]] = {
    AlbumSort.NEWEST: lambda entry: -entry.match.ended,
    AlbumSort.OLDEST: lambda entry: entry.match.ended,
    AlbumSort.LONGEST: lambda entry: (-entry.turns, -entry.match.ended),
    AlbumSort.GAMES: lambda entry: (entry.match.slug, -entry.match.ended),
}


def filter_entries(entries: Sequence[ArchiveEntry], album_filter: AlbumFilter) -> list[ArchiveEntry]:
    """Matches that pass the filter, in its sort order."""
    matches = [
        entry
        for entry in entries
        if album_filter.game in ("", entry.match.slug)
        and (not album_filter.who or album_filter.who in names_of(entry))
        and (entry.match.starred or not album_filter.starred)
    ]
    return sorted(matches, key=_KEYS[album_filter.order])


def names_of(entry: ArchiveEntry) -> tuple[str, ...]:
    """Names of the players by seat; "" for an unknown one."""
    return tuple(str(seat.get("name", "")) for seat in entry.match.seats)


def games_of(entries: Sequence[ArchiveEntry]) -> list[str]:
    """Slugs of the games played, most frequent first."""
    return [
        slug
        for slug, _count in Counter(entry.match.slug for entry in entries if entry.match.slug).most_common()
    ]


def people_of(entries: Sequence[ArchiveEntry]) -> list[str]:
    """Names of the people who have played, most frequent first; without bots."""
    people: Counter[str] = Counter()
    for entry in entries:
        seats = zip(names_of(entry), entry.match.seats, strict=True)
        people.update({name for name, seat in seats if name and not seat.get("level")})
    return [name for name, _count in people.most_common()]


WEEK = 7


def game_words(slug: str, *, brief: bool = False) -> str:
    """Title of a game, short if ``brief``; the slug if it is not installed, “A match” without a slug."""
    if slug not in game_slugs():
        return slug or _("A match")
    info = find_game(slug).info
    return _((info.brief if brief else "") or info.title)


def head_words(entry: ArchiveEntry) -> str:
    """Title of a match: its own if it has one, else its game."""
    return entry.match.title or game_words(entry.match.slug)


def day_words(ended: float, now: float) -> str:
    """Local day: “today”, “yesterday”, “Mon” in a week, “5 Nov” this year, else “Nov 2025”. Times in s."""
    ended_at, today = datetime.fromtimestamp(ended), datetime.fromtimestamp(now)
    ago = (today.date() - ended_at.date()).days
    if 0 <= ago < 2:
        return _("yesterday") if ago else _("today")
    if 0 < ago < WEEK:
        return weekdays()[ended_at.weekday()]
    if ended_at.year == today.year:
        return _("{day} {mon}").format(day=ended_at.day, mon=months()[ended_at.month - 1])
    return _("{month} {year}").format(month=months()[ended_at.month - 1], year=ended_at.year)


def moment_words(ended: float, now: float) -> str:
    """Day and local time of a match, such as "today, 18:30". Both times are in s since 1970."""
    time = datetime.fromtimestamp(ended).strftime("%H:%M")
    return _("{day}, {time}").format(day=day_words(ended, now), time=time)


def months() -> list[str]:
    """Translated short names of the months, January first."""
    return [
        _("Jan"), _("Feb"), _("Mar"), _("Apr"), _("May"), _("Jun"),
        _("Jul"), _("Aug"), _("Sep"), _("Oct"), _("Nov"), _("Dec"),
    ]  # fmt: skip


def weekdays() -> list[str]:
    """Translated short names of the weekdays, Monday first."""
    return [_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun")]


def result_words(entry: ArchiveEntry) -> str:
    """Translated result: the scores of two players, else who won (alone: points); or why there is none."""
    match, names = entry.match, names_of(entry)
    if entry.why:
        return _("can't be read")
    if not match.is_over:
        return _("unfinished")
    info = find_game(match.slug).info if match.slug in game_slugs() else None
    has_scores = (info is None or info.has_scores) and match.conceded is None
    if len(names) == 2 and has_scores:
        return f"{match.scores[0]} : {match.scores[1]}"
    sentence = headline(info, names, match.winners)
    if len(match.winners) == 1 and has_scores:
        return _("{told}, {points}").format(told=sentence, points=match.scores[match.winners[0]])
    return sentence


def length_words(entry: ArchiveEntry) -> str:
    """Translated sentence with number of turns and, if known, minutes of a match."""
    turns_text = plural("{n} turn", "{n} turns", entry.turns).format(n=entry.turns)
    minutes = round(entry.match.seconds / 60)
    if not entry.match.seconds:
        return _("{turns}.").format(turns=turns_text)
    if not minutes:
        return _("{turns}, less than a minute.").format(turns=turns_text)
    time = plural("{n} minute", "{n} minutes", minutes).format(n=minutes)
    return _("{turns}, {minutes}.").format(turns=turns_text, minutes=time)


def told_words(entry: ArchiveEntry, lead_story: str) -> str:
    """Translated sentences on length and course (``lead_story``) of a match, or why it cannot be shown."""
    if entry.why:
        reason = why_words(entry.why)
        return _("This match can't be shown: {why}. Its file is unchanged.").format(why=reason)
    if entry.match.slug not in game_slugs():
        return _("This match's game isn't installed. The match is unchanged.")
    sentences = [length_words(entry)]
    if entry.what_if:
        sentences.append(_("A what-if."))
    if entry.match.conceded is not None:
        sentences.append(_("{name} gave up.").format(name=names_of(entry)[entry.match.conceded]))
    elif lead_story:
        sentences.append(lead_story)
    if entry.match.title:
        sentences.insert(0, _("{game}.").format(game=game_words(entry.match.slug)))
    return " ".join(sentences)


def order_words() -> dict[AlbumSort, str]:
    """Translated name of each sort order."""
    return {
        AlbumSort.NEWEST: _("Newest first"),
        AlbumSort.OLDEST: _("Oldest first"),
        AlbumSort.LONGEST: _("Most turns first"),
        AlbumSort.GAMES: _("By game"),
    }


def count_words(first: int, last: int, total: int) -> str:
    """Matches on the page, as "1 to 8 of 20" or "1 of 1"; "none" if empty. ``first`` counts from 0."""
    if not total:
        return _("none")
    if last == first + 1:
        return _("{n} of {all}").format(n=last, all=total)
    return _("{first} to {last} of {of}").format(first=first + 1, last=last, of=total)
