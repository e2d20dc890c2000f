"""What the panel beside the map says at a moment of the match."""

from __future__ import annotations

from game.games.city.rules.socks import COLOURS
from game.games.city.screen.panels import (
    Pair,
    SeatCard,
    draw_card,
    draw_news,
    draw_pairs,
    draw_panel,
    draw_turn,
    pieces_words,
    turn_words,
)
from game.games.city.screen.parts import CityParts
from game.games.city.screen.tile_view import draw_tiles
from game.games.city.screen.words import end_words
from game.ui.kit.paint import Painter
from game.words import _


def draw_beside(painter: Painter, shown: CityParts) -> None:
    """The seats, the turn, what just happened, and the pairs or the tiles."""
    picture, places = shown.map.picture, shown.map.places
    draw_panel(painter, places)
    for number, box in enumerate(places.cards):
        won = tuple(colour for colour in COLOURS if picture.owners.get(colour) == number)
        side = SeatCard(
            shown.table.seats[number],
            picture.turn == number,
            picture.scores[number],
            picture.supply[number],
            won,
        )
        draw_card(painter, box, side, number)
    over = (
        shown.table.session.outcome is not None
        and shown.table.show is None
        and not shown.table.playback.waiting
    )
    words = (
        _("The match is over") if over else turn_words(picture.phase, shown.table.seats[picture.turn].name)
    )
    whole = 0
    if picture.phase == "play" and not over:
        whole = 1 if _is_first_turn(shown) else 2
    left = min(picture.left, whole)
    draw_turn(painter, places.turn, words, picture.turn, (left, whole), _count(shown, left, over=over))
    draw_news(painter, places.news, end_words(shown.map.view) if over else shown.map.needs() or shown.news)
    if picture.phase == "tiles":
        draw_tiles(painter, places, shown)
    else:
        draw_pairs(painter, places, _pairs(shown), shown.table.seats)


def _count(shown: CityParts, left: int, *, over: bool) -> str:
    """How far the turn, or the set-up, has come."""
    picture = shown.map.picture
    match picture.phase:
        case "play" if not over:
            return pieces_words(left)
        case "blockers":
            return _("{n} of {all} out").format(
                n=len(picture.blockers), all=shown.table.session.options.number("blockers")
            )
        case "socks":
            return _("{n} of {all} pairs out").format(n=len(shown.map.seen["socks"]), all=len(COLOURS))
        case "tiles":
            return _("{n} of 20 tiles, {vacant} vacant").format(
                n=len(picture.tiles), vacant=len(shown.map.city.vacant)
            )
    return ""


def _is_first_turn(shown: CityParts) -> bool:
    """Whether this is the single piece of the start player's first turn."""
    return not any(shown.map.picture.tracks) and shown.map.picture.left == 1


def _pairs(shown: CityParts) -> list[Pair]:
    picture, worth = shown.map.picture, shown.map.seen["worth"]
    return [
        Pair(colour, worth.get(colour) if colour in picture.socks.values() else None,
             picture.owners.get(colour, -1), colour in picture.out, colour == shown.map.focus,
             picture.phase == "socks" and shown.table.person is not None and colour == shown.setup.colour)
        for colour in COLOURS
    ]  # fmt: skip
