"""What the panel beside the map says at a moment of the match, and the strip below it."""

from __future__ import annotations

from dataclasses import dataclass

from game.games.city.rules.events import PairJoined, read
from game.games.city.rules.socks import COLOURS
from game.games.city.screen.night_map import MapContents
from game.games.city.screen.note import draw_note, note_bottom, note_room
from game.games.city.screen.panels import (
    CityBoxes,
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
from game.games.city.screen.points import arrived
from game.games.city.screen.threats import AllWays
from game.games.city.screen.tile_view import TilesShown, draw_tiles
from game.games.city.screen.told_log import LogStep, button_box, draw_again_button, draw_city_log, log_rows
from game.games.city.words.sentences import Need, end_words
from game.match.seats import Seat
from game.ui.kit.canvas import Box
from game.ui.kit.input import Act
from game.ui.kit.paint import Painter
from game.ui.kit.presses import Press, presses_on
from game.ui.kit.strip import StripShown, draw_shown_strip
from game.ui.kit.theme import SMALL
from game.ui.table.messages import Note
from game.words import _


@dataclass(frozen=True, slots=True)
class BesideShown:
    """The panel and the strip."""

    places: CityBoxes
    seats: tuple[Seat, ...]
    phase: str
    turn: int
    over: bool
    pieces: tuple[int, int]
    """How many pieces of the turn are left, and how many it has."""
    count: tuple[int, int]
    """How far the set-up has come, and to where; of tiles, how many are laid and hexagons vacant."""
    scores: tuple[int, ...]
    supply: tuple[int, ...]
    told: str
    """What just happened, or why the match is over."""
    need: Need | None
    """What the pair in focus needs, told instead."""
    log: tuple[LogStep, ...]
    """What the other player did; nothing where there is no room for it."""
    is_more: bool
    """Whether what just happened is none of that."""
    press: Press | None
    """What sees it again; `None` while nobody here is to move."""
    contents: MapContents
    worth: tuple[tuple[str, int], ...]
    """Each colour that is set out, with its points."""
    hand: str
    """The colour that is being set out; empty for none."""
    tiles: TilesShown | None
    """`None` once the city is built."""
    strip: StripShown | None
    note: Note
    """What a player is told; nothing while the city is built: then it stands on the map."""
    ways: AllWays | None
    """What each pair needs, where that is shown for all at once."""

    def pairs(self) -> list[Pair]:
        """What the row of each pair says."""
        laid, worth = self.contents, dict(self.worth)
        out = {colour for _station, colour in laid.socks}
        return [
            Pair(colour, worth.get(colour) if colour in out else None, laid.owner(colour), colour in laid.out,
                 colour == laid.focus, colour == self.hand,
                 self.ways.needs(colour) if self.ways is not None else None)
            for colour in COLOURS
        ]  # fmt: skip


def draw_beside(painter: Painter, shown: BesideShown) -> None:
    """The seats, the turn, what just happened, the pairs or the tiles; and the strip."""
    places, seats = shown.places, shown.seats
    draw_panel(painter, places)
    for number, box in enumerate(places.cards):
        won = tuple(colour for colour in COLOURS if shown.contents.owner(colour) == number)
        side = SeatCard(seats[number], shown.turn == number, shown.scores[number], shown.supply[number], won)
        draw_card(painter, box, side, number)
    words = _("The match is over") if shown.over else turn_words(shown.phase, seats[shown.turn].name)
    room, headless = note_room(places)
    headline = "" if shown.note and headless else words
    draw_turn(painter, places.turn, headline, shown.turn, shown.pieces, _counted(shown))
    if shown.note:
        draw_note(painter, room, shown.note)
        log = log_room(painter, shown)
        if shown.log and log_rows(log) > 0:
            draw_city_log(painter, log, shown.log, seats)
    else:
        _draw_told(painter, shown)
    if shown.tiles is not None:
        draw_tiles(painter, places, shown.tiles)
    else:
        draw_pairs(painter, places, shown.pairs(), seats)
    draw_shown_strip(painter, shown.strip)


def _draw_told(painter: Painter, shown: BesideShown) -> None:
    """What the pair in focus needs, else what the other player did and what else just happened."""
    places = shown.places
    words = shown.told if shown.need is None else shown.need.words()
    # What a pair needs was asked for: the log has the room that this leaves.
    asked, log = shown.need is not None, log_room(painter, shown)
    if not shown.log or not places.is_low or not log_rows(log):
        draw_news(painter, places.told, words)
        return
    low = draw_city_log(painter, log, shown.log, shown.seats)
    if (box := again_box(shown)) is not None:
        draw_again_button(painter, box, shown.press)
    elif asked or (shown.is_more and places.log.bottom - low > SMALL * 1.4):
        draw_news(painter, Box(places.log.x, low, places.log.w, places.log.bottom - low), words)


def log_room(ruler: Painter, shown: BesideShown) -> Box:
    """Where the log stands, beside what else is told just then."""
    log = shown.places.log
    if shown.note:
        low = note_bottom(ruler, note_room(shown.places)[0], shown.note) + 4
        return Box(log.x, low, log.w, log.bottom - low)
    # What a pair needs was asked for: the log has the room that this leaves.
    asked = 0.0 if shown.need is None else ruler.height(shown.need.words(), log.w - 8, SMALL) + 12
    return Box(log.x, log.y, log.w, log.h - asked)


def numbers_told(ruler: Painter, shown: BesideShown) -> frozenset[int]:
    """The numbers that the log explains: no others may lie on the map."""
    rows = log_rows(log_room(ruler, shown)) if shown.log and shown.places.is_low else 0
    return frozenset(step.number for step in shown.log[-rows:]) if rows else frozenset()


def again_box(shown: BesideShown) -> Box | None:
    """The button by which what the other player did is seen again, where it has room beside other news."""
    free = not shown.note and shown.press is not None and shown.need is None and not shown.is_more
    return button_box(shown.places.log, len(shown.log)) if free else None


def _counted(shown: BesideShown) -> str:
    """How far the turn, or the set-up, has come."""
    done, most = shown.count
    match shown.phase:
        case "play" if not shown.over:
            return pieces_words(shown.pieces[0])
        case "blockers":
            return _("{n} of {all} out").format(n=done, all=most)
        case "socks":
            return _("{n} of {all} pairs out").format(n=done, all=most)
        case "tiles":
            return _("{n} of 20 tiles, {vacant} vacant").format(n=done, vacant=most)
    return ""


def beside_shown(parts: CityParts, contents: MapContents, strip: StripShown | None) -> BesideShown:
    """Panel and strip as they are now."""
    table, chosen, picture = parts.table, parts.map, parts.map.picture
    phase, seen = picture.phase, chosen.seen
    over = table.session.to_move is None and table.show is None and not table.playback.waiting
    whole = 0
    if phase == "play" and not over:
        # The start player's first turn has a single piece.
        whole = 1 if picture.left == 1 and not any(picture.tracks) else 2
    left = min(whole, picture.left)
    return BesideShown(
        chosen.places, table.seats, phase, picture.turn, over, (left, whole), _count(parts),
        _scores(parts), tuple(picture.supply),
        end_words(picture.out) if over else parts.news,
        None if over else parts.threats.need() or chosen.need(),
        _log(parts), all(step.words != parts.news for step in table.told()), _press(parts),
        contents, tuple(seen["worth"].items()),
        parts.setup.colour if phase == "socks" and table.person is not None else "",
        _tiles(parts) if phase == "tiles" else None,
        strip,
        Note() if phase == "tiles" else table.note,
        parts.threats.shown(contents),
    )  # fmt: skip


def _scores(parts: CityParts) -> tuple[int, ...]:
    """The points of both, those counted in that have come to the score by now."""
    show, scores = parts.table.show, list(parts.map.picture.scores)
    joined = None if show is None or parts.table.stage.still else read(show.event)
    if show is not None and isinstance(joined, PairJoined):
        scores[joined.seat] += arrived(joined, show.share)
    return tuple(scores)


def _log(parts: CityParts) -> tuple[LogStep, ...]:
    room = parts.map.places.is_low and parts.map.picture.phase != "tiles"
    return parts.log() if room else ()


def _press(parts: CityParts) -> Press | None:
    waits = parts.table.person is None or parts.table.show is not None
    return None if waits else presses_on(parts.table.stage).of(Act.AGAIN)


def _count(parts: CityParts) -> tuple[int, int]:
    match parts.map.picture.phase:
        case "blockers":
            return len(parts.map.picture.blockers), parts.table.session.options.number("blockers")
        case "socks":
            return len(parts.map.seen["socks"]), len(COLOURS)
        case "tiles":
            return len(parts.map.picture.tiles), len(parts.map.city.vacant)
    return 0, 0


def _tiles(parts: CityParts) -> TilesShown:
    hand = parts.setup.tile
    chosen = hand.design if parts.table.person is not None else None
    return TilesShown(parts.map.view.board.tiles, chosen, hand.rotation)
