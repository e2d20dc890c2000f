"""What is to be seen of a match of the album, as frozen values: on its card, and on the panel."""

from __future__ import annotations

from game.core.discovery import slugs
from game.scenes.album import telling
from game.scenes.album.card import CardShown, PlayerHead
from game.scenes.album.panel import Do, PanelShown
from game.scenes.album.photos import Photo
from game.store.archive import Ended, Entry
from game.ui.art.patterns import SEATS
from game.words import spoken


def is_playable(entry: Entry) -> bool:
    """Whether it can be shown here: it can be read, and its game is there."""
    return not entry.why and entry.match.slug in slugs()


def card_shown(entry: Entry, photo: Photo | None, now: float) -> CardShown:
    """A match on the line; ``now`` in seconds since 1970."""
    return CardShown(
        entry.match.title or telling.game_words(entry, brief=True),
        telling.day_words(entry.match.ended, now),
        heads_of(entry.match),
        telling.result_words(entry),
        entry.match.starred,
        not is_playable(entry),
        photo.picture if photo is not None else None,
    )


def panel_shown(
    entry: Entry, photo: Photo | None, now: float, rows: tuple[tuple[Do, ...], ...]
) -> PanelShown:
    """A match on the panel, with what can be done with it."""
    scores = entry.match.scores
    return PanelShown(
        card_shown(entry, photo, now),
        telling.head_words(entry),
        telling.moment_words(entry.match.ended, now),
        # Until it is told in the language of now, nothing of it is told.
        telling.told_words(entry, photo.story if photo is not None and photo.language == spoken() else ""),
        f"{scores[0]} : {scores[1]}" if len(scores) == 2 else "",
        rows,
    )


def heads_of(match: Ended) -> tuple[PlayerHead, ...]:
    """Who has played, as far as the file says."""
    heads = []
    for number, seat in enumerate(match.seats):
        look = seat.get("look")
        known = look if type(look) is int and 0 <= look < len(SEATS) else number % len(SEATS)
        heads.append(
            PlayerHead(str(seat.get("name", "")), known, number in match.winners, match.scores[number])
        )
    return tuple(heads)
