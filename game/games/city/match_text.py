"""Texts of Socks in the City for the window, phones and files; needs no window.

Names of colours and stations, refusals, events, hints, statistics and the end of a match, in the language of
the window. Station names are unique within a city: each printed name is on four tiles, and only rules,
records and maps use it as it is. Code that shows a station to players takes its name from `station_names`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game.core.game import Event, Observation, Outcome, Refusal
from game.core.options import Options
from game.core.session import Session
from game.games.city.rules import CityRefusal
from game.games.city.rules.board import COLOURS, JOINED_PARTS, STATION_NAMES
from game.games.city.rules.events import (
    BlockerPut,
    BoardBuilt,
    CityCoinTossed,
    CityTurnPassed,
    PairJoined,
    PairSetOut,
    PhaseBegun,
    SetupRescued,
    SocksSetOut,
    TileLaid,
    TrackLaid,
    as_event,
    as_observation,
)
from game.games.city.rules.state import TRACK_SUPPLY
from game.games.city.rules.text import BoardReading
from game.i18n import _, in_turn, join_names, plural
from game.match.match_text import EventHighlight, HighlightIcon, MatchStat, MatchText, top_stat

if TYPE_CHECKING:
    from game.games.city.bot import CityAdvice, CityMoveEffect, QuietMoveReason


def colour_name(colour: str) -> str:
    """Translated name of a colour at the start of a sentence."""
    return {
        "red": _("Red"), "yellow": _("Yellow"), "green": _("Green"), "blue": _("Blue"), "violet": _("Violet"),
        "orange": _("Orange"),
    }[colour]  # fmt: skip


def colour_within(colour: str) -> str:
    """Translated name of a colour within a sentence. Not all languages use lower case there."""
    return {
        "red": _("red"), "yellow": _("yellow"), "green": _("green"), "blue": _("blue"), "violet": _("violet"),
        "orange": _("orange"),
    }[colour]  # fmt: skip


@dataclass(frozen=True, slots=True)
class PairNeed:
    """Pieces that the players need to join a pair."""

    colour: str
    missing: tuple[tuple[str, int | None], ...]  # player name and missing pieces, None if no path is left

    def words(self) -> str:
        """Translated text with a sentence for each player about the pieces that it needs."""
        parts = []
        for name, count in self.missing:
            fields = {"name": name, "colour": colour_within(self.colour), "n": count}
            if count is None:
                parts.append(_("{name} has no route left for {colour}.").format(**fields))
            else:
                parts.append(
                    plural(
                        "{name} needs {n} piece for {colour}.", "{name} needs {n} pieces for {colour}.", count
                    ).format(**fields)
                )
        return " ".join(parts)


def refusal_sentence(refusal: Refusal, names: Sequence[str]) -> str:
    """Translated reason why a move is refused. A general sentence for codes that players cannot cause."""
    data = refusal.details
    match CityRefusal(refusal.code):
        case CityRefusal.NOT_NEIGHBOURS:
            return _("Track only goes between neighbouring stations.")
        case CityRefusal.TRACK_THERE:
            return _("{name}'s track is already there.").format(name=names[data["seat"]])
        case CityRefusal.PRINTED_TRACK:
            return _("There's already printed track here. You can both use it.")
        case CityRefusal.NO_SUPPLY:
            return _("You have no track left, so you have to pass.")
        case CityRefusal.CAN_LAY:
            return _("You can't pass while you can still lay track.")
        case CityRefusal.STATION_TAKEN:
            return _("That station is already taken.")
        case CityRefusal.COLOUR_SET_OUT:
            return _("{colour} is already placed.").format(colour=colour_name(data["colour"]))
        case CityRefusal.TOO_NEAR:
            return plural(
                "Too close: only {apart} station in between, at least {least} needed.",
                "Too close: only {apart} stations in between, at least {least} needed.", data["apart"],
            ).format(**data)  # fmt: skip
        case CityRefusal.TOO_FAR:
            return _("Too far apart: at most {most} stations in between.").format(most=data["most"])
        case CityRefusal.CROWDED:
            return _("Too crowded: each sock needs at least three free neighbouring stations.")
    return {
        CityRefusal.TILE_USED_UP: _("All four of those tiles are already laid."),
        CityRefusal.OFF_TABLE: _("That's off the table."),
        CityRefusal.OVERLAP: _("There's already a tile there."),
        CityRefusal.APART: _("A tile must touch another tile."),
        CityRefusal.SPREAD: _("The city would be too spread out to finish a legal board."),
        CityRefusal.HOLES: _("That leaves too many vacant hexagons to make a legal board."),
        CityRefusal.NOT_LEGAL_BOARD: _("With this last tile, the board isn't legal: {why}").format(
            why=data.get("why", "")
        ),
    }.get(CityRefusal(refusal.code), _("You can't do that now."))


def refusal_words(refusal: Refusal) -> str:
    """Translated reason in two or three words, for a bubble on the map. Empty for other refusals."""
    return {
        CityRefusal.TRACK_THERE: _("Already taken"),
        CityRefusal.STATION_TAKEN: _("Already taken"),
        CityRefusal.PRINTED_TRACK: _("Already printed"),
        CityRefusal.TOO_NEAR: _("Too close"),
        CityRefusal.TOO_FAR: _("Too far"),
        CityRefusal.CROWDED: _("Too crowded"),
    }.get(CityRefusal(refusal.code), "")


def event_sentence(event: Event, names: Sequence[str], stations: Mapping[str, str]) -> str:
    """Translated sentence about an event. Empty for the board, program-set socks and the start of a phase."""
    match as_event(event):
        case CityCoinTossed(start=seat):
            return _("{name} wins the toss and begins.").format(name=names[seat])
        case PairJoined(seat=seat, colour=colour, worth=worth):
            return _("{name} brings {colour} home: +{worth}.").format(
                name=names[seat], colour=colour_within(colour), worth=worth
            )
        case TrackLaid(seat=seat, link=link):
            start, end = (stations.get(text, text) for text in link)
            return _("{name} lays track from {one} to {other}.").format(
                name=names[seat], one=start, other=end
            )
        case CityTurnPassed(seat=seat):
            return _("{name} can't lay any track and passes.").format(name=names[seat])
        case PairSetOut(seat=seat, colour=colour):
            told = _("{name} placed the {colour} socks.")
            return told.format(name=names[seat], colour=colour_within(colour))
        case BlockerPut(seat=seat, station=station):
            return _("{name} put a blocker on {station}.").format(name=names[seat], station=stations[station])
        case TileLaid(seat=seat):
            return _("{name} laid a tile.").format(name=names[seat])
        case SetupRescued():
            return _("Nothing fitted any more, so the computer took something back and finished the set-up.")
        case BoardBuilt() | SocksSetOut() | PhaseBegun():
            return ""


def tie_words(outcome: Outcome, options: Options, names: Sequence[str]) -> str:
    """Translated reason why one of two players with equal points wins. Empty if points decide or both win."""
    first, second = outcome.scores
    if first != second or len(outcome.winners) != 1:
        return ""
    template = {
        "second_player": _("{points} points each: {name} wins as the non-starter."),
        "highest_single_sock": _("{points} points each: {name} wins with the most valuable sock."),
    }[options.get_str("tie")]
    return template.format(points=first, name=names[outcome.winners[0]])


def out_of_reach(reading: BoardReading) -> dict[str, bool]:
    """Colours that can't be joined any more, each with True if paths exist and only pieces are lacking."""
    colours = {}
    for colour, pair, owner in zip(COLOURS, reading.socks, reading.claimed, strict=True):
        if pair is None or owner >= 0:
            continue
        if not any(reading.shortest_way(colour, seat) for seat in (0, 1)):
            colours[colour] = any(
                reading.board.way(pair, reading.track, seat, reading.stops) for seat in (0, 1)
            )
    return colours


def lost_words(out: Mapping[str, bool]) -> str:
    """Translated sentences with the colours that can't be joined any more and why. Empty for none."""
    sentences = []
    for short, template in (
        (False, _("{colours} can no longer be joined: every route is blocked.")),
        (True, _("{colours} can no longer be joined: too few pieces are left.")),
    ):
        colours = [colour for colour, reason in out.items() if reason is short]
        names = [*map(colour_name, colours[:1]), *map(colour_within, colours[1:])]
        if names:
            sentences.append(template.format(colours=join_names(names)))
    return " ".join(sentences)


def end_words(out: Mapping[str, bool]) -> str:
    """Translated reason why the match is over. ``out`` is the result of `out_of_reach`."""
    return lost_words(out) if out else _("Every pair is back together.")


ADVICE_REQUEST = "game.games.city.bot:best_move_with_reasons"  # task that a worker runs for a hint


def advice_sentence(
    advice: CityAdvice, stations: Mapping[str, str], opponent: str, *, reasons: bool = True
) -> str:
    """Translated hint, as in "East Cross to Nicehill: then 2 pieces join red."; empty for a pass.

    Args:
        advice: result of `game.games.city.bot.best_move_with_reasons`. The sentence is empty for a pass.
        stations: station names.
        opponent: name of the other player.
        reasons: True to give reasons for moves of the set-up. A piece of track always has one.
    """
    match advice["move"].split():
        case ["lay", one, two]:
            quiet = advice.get("quiet")
            reason = _quiet_reason(quiet, opponent) if quiet else _reasons(advice["effects"], opponent)
            return _("{one} to {two}: {why}.").format(one=stations[one], two=stations[two], why=reason)
        case ["tile", *_where]:
            if not reasons:
                return _("The tile is fine where it's shown now.")
            if not stations:
                return _("The tile is fine where it's shown now: the first one can go anywhere.")
            return _("The tile is fine where it's shown now: it touches a lot of others and keeps "
                "the city compact.")  # fmt: skip
        case ["sock", colour, one, two]:
            fields = {"colour": colour_name(colour), "one": stations[one], "two": stations[two]}
            if not reasons:
                return _("{colour}: one sock on {one}, the other on {two}.").format(**fields)
            template = _(
                "{colour}: one sock on {one}, the other on {two}. Of the places I tried, these "
                "leave you best off after one turn each."
            )
            return template.format(**fields)
        case ["block", station]:
            if not reasons:
                return _("Put a blocker on {station}.").format(station=stations[station])
            template = _(
                "Put a blocker on {station}. Of the places I tried, it leaves you best off "
                "after one turn each."
            )
            return template.format(station=stations[station])
    return ""


def _reasons(effects: Sequence[CityMoveEffect], opponent: str) -> str:
    """Translated reasons: pair brought nearest, then the opponent's pair delayed most. Empty for none."""
    nearest_pairs = sorted(
        (mine, effect["colour"])
        for effect in effects
        if effect["nearer"] and (mine := effect["mine"]) is not None
    )
    cut = [effect for effect in effects if effect["longer"] != 0]
    reasons = []
    if nearest_pairs:
        missing, colour = nearest_pairs[0]
        template = plural(
            "then {count} more piece joins {colour}", "then {count} pieces join {colour}", missing
        )
        template = template if missing else _("it brings {colour} home")
        reasons.append(template.format(count=missing, colour=colour_within(colour)))
    if cut:
        worst = max(cut, key=lambda effect: 99 if effect["longer"] is None else effect["longer"])
        longer = worst["longer"]
        template = _("{name} can no longer join {colour}")
        if longer is not None:
            template = plural(
                "{name} needs {count} piece more for {colour}",
                "{name} needs {count} more pieces for {colour}", longer,
            )  # fmt: skip
        reasons.append(template.format(name=opponent, count=longer, colour=colour_within(worst["colour"])))
    return in_turn(reasons) if reasons else ""


def _quiet_reason(quiet: QuietMoveReason, opponent: str) -> str:
    """Translated clause: why to lay a piece that shortens no own path and lengthens none of the opponent."""
    match quiet["kind"]:
        case "closes":
            template = _("it blocks one of {name}'s shortest routes for {colour}")
            if quiet["pinned"]:
                template = _("then one more piece makes {name}'s route for {colour} longer")
            return template.format(name=opponent, colour=colour_within(quiet["colour"]))
        case "decided":
            return _("the match is decided, so any piece will do")
        case "idle":
            return _("you have to lay a piece, and this one makes no route shorter or longer")


def station_names(stations: Mapping[str, Sequence[Any]]) -> dict[str, str]:
    """Unique translated name of each station, by its text, in the order of ``stations``.

    A name of several stations gets a number, in the order of their tiles, so the stations of a tile share it.

    Args:
        stations: as in an observation: text -> column, row, name, number of its tile, partner.
    """
    printed = _printed_names()
    labels = {text: printed.get(str(station[2])) or _(str(station[2])) for text, station in stations.items()}
    counts = Counter(labels.values())
    names = {name for name, count in counts.items() if count == 1}
    unique_names: dict[str, str] = {}
    for text in sorted(stations, key=lambda text: int(stations[text][3])):
        name, number = labels[text], 0
        # A custom name of the map may equal a name with its number.
        while counts[labels[text]] > 1 and (number == 0 or name in names):
            number += 1
            name = f"{labels[text]} {number}"
        names.add(name)
        unique_names[text] = name
    return {text: unique_names[text] for text in stations}


def _printed_names() -> dict[str, str]:
    """Translated name by printed name. Custom names of a map are not included."""
    # Rules, maps and records use the keys. The values are spelled out because the catalogue is gathered from
    # the literals given to `_`.
    return {
        "Highbeautyhousen": _("Highbeautyhousen"),
        "Under the lime Trees": _("Under the Lime Trees"),
        "Animal Garden": _("Animal Garden"),
        "X-Ray-Valley": _("X-Ray-Valley"),
        "Hurly Burly Castle": _("Hurly Burly Castle"),
        "Nicehill": _("Nicehill"),
        "Hitchhikers Station": _("Hitchhikers Station"),
        "Border Avenue": _("Border Avenue"),
        "Sun Avenue": _("Sun Avenue"),
        "East Cross": _("East Cross"),
        "West Cross": _("West Cross"),
        "Priest Way": _("Priest Way"),
        "Green Mountain Avenue": _("Green Mountain Avenue"),
        "Fair North": _("Fair North"),
        "Fields of Light": _("Fields of Light"),
        "Fire Brook Street": _("Fire Brook Street"),
        "Tub Lake": _("Tub Lake"),
        "Birch Islet": _("Birch Islet"),
        "Crooked Lanke": _("Crooked Lanke"),
        "Uncle Tom's Cabin": _("Uncle Tom's Cabin"),
    }


def printed_name(design: int) -> str:
    """Translated name for a tile design: its printed-track station whose longest word is the shorter."""
    names = (_printed_names()[STATION_NAMES[design][part]] for part in JOINED_PARTS[design])
    return min(names, key=lambda name: max(map(len, name.split())))


_NUMBER_GAP = re.compile(r" (?=\+?[0-9]+\b)")


def non_breaking(text: str) -> str:
    """Return the text with no-break spaces before station numbers and points."""
    return _NUMBER_GAP.sub("\N{NO-BREAK SPACE}", text)


def joined_pairs(session: Session) -> tuple[list[PairJoined], list[PairJoined]]:
    """Events of the pairs joined by seat 0 and by seat 1, the longest line first."""
    events = (as_event(event) for ply in range(len(session.log)) for event in session.events_of(ply))
    pairs = sorted((pair for pair in events if isinstance(pair, PairJoined)), key=lambda pair: -len(pair.way))
    return [pair for pair in pairs if pair.seat == 0], [pair for pair in pairs if pair.seat == 1]


class CityWords(MatchText):
    """Sentences and statistics of one match."""

    def event_sentence(self, event: Event, times: int = 1) -> str:
        """Translated sentence about an event, with station names; may be empty. ``times`` is ignored."""
        observation = as_observation(self.match.session.observe(None))
        return event_sentence(event, self.names, station_names(observation["stations"]))

    def highlight(self, event: Event, before: Callable[[], Observation]) -> EventHighlight | None:
        """Highlight of a joined pair, "name joins colour", with its seat. None for other events."""
        match as_event(event):
            case PairJoined(seat=seat, colour=colour):
                template = _("{name} brings {colour} home")
                text = template.format(name=self.names[seat], colour=colour_within(colour))
                return EventHighlight(HighlightIcon.PAIR, text, seat)
        return None

    def refusal_sentence(self, refusal: Refusal) -> str:
        """Translated reason why a move is refused."""
        return refusal_sentence(refusal, self.names)

    def end_sentence(self, outcome: Outcome) -> str:
        """Translated reason for the end, and for the winner with equal points. `gave_up` if conceded."""
        if outcome.reason == "conceded":
            return self.gave_up
        sentence = end_words(out_of_reach(BoardReading.of(as_observation(self.match.session.observe(None)))))
        return (
            f"{sentence} {tie_words(outcome, self.match.session.options, self.match.session.names)}".rstrip()
        )

    def curves(self) -> list[list[int]]:
        """Points of each side: 0, then the total after each piece of track or pass."""
        session = self.match.session
        curves: list[list[int]] = [[0], [0]]
        for ply, (_seat, move) in enumerate(session.log):
            joins = [
                event for event in map(as_event, session.events_of(ply)) if isinstance(event, PairJoined)
            ]
            if move.startswith(("lay", "pass")):
                for number, curve in enumerate(curves):
                    gain = sum(join.worth for join in joins if join.seat == number)
                    curve.append(curve[-1] + gain)
        return curves

    def curves_title(self) -> str:
        """Translated title of the diagram of `curves`."""
        return _("Points, piece by piece")

    def stats(self) -> list[MatchStat]:
        """Three statistics: pairs joined, the longest line between socks, and pieces left."""
        pairs = joined_pairs(self.match.session)
        lines = [len(side[0].way) - 1 if side else 0 for side in pairs]
        top_pairs, longest = max(pairs, key=len), pairs[lines.index(max(lines))]
        left = as_observation(self.match.session.observe(None))["supply"]
        return [
            top_stat(
                plural("pair", "pairs", len(top_pairs)),
                [len(side) for side in pairs],
                "pair",
                [pair.colour for pair in top_pairs],
            ),
            top_stat(_("longest line"), lines, "line", [pair.colour for pair in longest[:1]]),
            top_stat(plural("piece left", "pieces left", max(left)), left, "pieces"),
        ]

    def handicap_sentence(self, seat: int) -> str:
        """Translated sentence with the pieces of the handicapped seat and of the other player."""
        pieces = self.match.session.options.get_int("handicap_track")
        template = _("{name} has {n} pieces of track in all, {other} has {all}.")
        names = self.names
        return template.format(name=names[seat], n=pieces, other=names[1 - seat], all=TRACK_SUPPLY)


WORDS = CityWords
