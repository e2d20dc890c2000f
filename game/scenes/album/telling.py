"""What the album says of a match: when it was, how it came out, how long it took."""

from __future__ import annotations

from datetime import datetime

from game.core.discovery import find, slugs
from game.scenes.album.shelf import Order, names_of
from game.scenes.results import won_by
from game.store.archive import Entry
from game.ui.core.storage import why_words
from game.words import _, counted

WEEK = 7


def game_words(entry: Entry, *, brief: bool = False) -> str:
    """What the game of a match is called."""
    return game_words_of(entry.match.slug, brief=brief)


def game_words_of(slug: str, *, brief: bool = False) -> str:
    """What a game is called; what files call one that is not there."""
    if slug not in slugs():
        return slug or _("A match")
    info = find(slug).info
    return _((info.brief if brief else "") or info.title)


def head_words(entry: Entry) -> str:
    """What stands above all: the name that the match was given, or its game."""
    return entry.match.title or game_words(entry)


def day_words(ended: float, now: float) -> str:
    """The day of a match in a word or two, by the clock of the people; both in seconds since 1970."""
    then, today = datetime.fromtimestamp(ended), datetime.fromtimestamp(now)
    days = (today.date() - then.date()).days
    if 0 <= days < 2:
        return _("yesterday") if days else _("today")
    if 0 < days < WEEK:
        return weekdays()[then.weekday()]
    if then.year == today.year:
        return _("{day} {month}").format(day=then.day, month=months()[then.month - 1])
    return _("{month} {year}").format(month=months()[then.month - 1], year=then.year)


def moment_words(ended: float, now: float) -> str:
    """The day and the time."""
    time = datetime.fromtimestamp(ended).strftime("%H:%M")
    return _("{day}, {time}").format(day=day_words(ended, now), time=time)


def weekdays() -> list[str]:
    """The days of a week in short, Monday first."""
    return [_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun")]


def months() -> list[str]:
    """The months in short."""
    return [
        _("Jan"), _("Feb"), _("Mar"), _("Apr"), _("May"), _("Jun"),
        _("Jul"), _("Aug"), _("Sep"), _("Oct"), _("Nov"), _("Dec"),
    ]  # fmt: skip


def result_words(entry: Entry) -> str:
    """How it came out, in a few words."""
    match, names = entry.match, names_of(entry)
    if entry.why:
        return _("cannot be read")
    if not match.is_over:
        return _("not finished")
    if len(names) == 2 and match.conceded is None:
        return f"{match.scores[0]} : {match.scores[1]}"
    told = won_by([names[seat] for seat in match.winners])
    if len(match.winners) == 1 and match.conceded is None:
        return _("{told}, {points}").format(told=told, points=match.scores[match.winners[0]])
    return told


def length_words(entry: Entry) -> str:
    """How long it was, in a sentence."""
    turns = counted("{n} turn", "{n} turns", entry.turns).format(n=entry.turns)
    minutes = round(entry.match.seconds / 60)
    if not entry.match.seconds:
        return _("{turns}.").format(turns=turns)
    if not minutes:
        return _("{turns}, less than a minute.").format(turns=turns)
    time = counted("{n} minute", "{n} minutes", minutes).format(n=minutes)
    return _("{turns}, {minutes}.").format(turns=turns, minutes=time)


def told_words(entry: Entry, story: str) -> str:
    """All that is told of a match in words; ``story`` is how the lead went, empty where nobody knows."""
    if entry.why:
        why = why_words(entry.why)
        return _("This match cannot be shown: {why}. Its file stays as it is.").format(why=why)
    if entry.match.slug not in slugs():
        return _("This match is of a game that is not here. It stays as it is.")
    told = [length_words(entry)]
    if entry.what_if:
        told.append(_("A what-if."))
    if entry.match.conceded is not None:
        told.append(_("{name} gave up.").format(name=names_of(entry)[entry.match.conceded]))
    elif story:
        told.append(story)
    if entry.match.title:
        told.insert(0, _("{game}.").format(game=game_words(entry)))
    return " ".join(told)


def order_words() -> dict[Order, str]:
    """What the orders are called."""
    return {
        Order.NEWEST: _("Newest first"),
        Order.OLDEST: _("Oldest first"),
        Order.LONGEST: _("Most turns first"),
        Order.GAMES: _("Game by game"),
    }


def count_words(first: int, last: int, of: int) -> str:
    """Which of them hang there."""
    if not of:
        return _("none")
    return _("{first} to {last} of {of}").format(first=first + 1, last=last, of=of)
