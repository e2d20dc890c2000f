"""What Socks in the City says: colours, refusals, what just happened, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.core.game import Event, Outcome, Refusal
from game.core.options import Options
from game.games.city.rules.events import (
    BlockerPut,
    BoardBuilt,
    CoinTossed,
    PairJoined,
    PairSetOut,
    PhaseBegun,
    SetupRescued,
    SocksSetOut,
    TileLaid,
    TrackLaid,
    TurnPassed,
    read,
)
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.rules import Code
from game.games.city.rules.socks import COLOURS
from game.words import _, counted, together


def colour_name(colour: str) -> str:
    """A colour at the start of a sentence."""
    return {
        "red": _("Red"), "yellow": _("Yellow"), "green": _("Green"), "blue": _("Blue"), "violet": _("Violet"),
        "orange": _("Orange"),
    }[colour]  # fmt: skip


def colour_within(colour: str) -> str:
    """A colour within a sentence, which not every language writes small."""
    return {
        "red": _("red"), "yellow": _("yellow"), "green": _("green"), "blue": _("blue"), "violet": _("violet"),
        "orange": _("orange"),
    }[colour]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Need:
    """What a pair needs to be joined."""

    colour: str
    missing: tuple[tuple[str, int | None], ...]
    """How many pieces each player would need, by name; `None` where no way is left."""

    def words(self) -> str:
        """Each of them in a sentence."""
        parts = []
        for name, count in self.missing:
            words = {"name": name, "colour": colour_within(self.colour), "n": count}
            if count is None:
                parts.append(_("{name} has no way left for {colour}.").format(**words))
            else:
                parts.append(
                    counted(
                        "{name} needs {n} piece for {colour}.", "{name} needs {n} pieces for {colour}.", count
                    ).format(**words)
                )
        return " ".join(parts)


def refused(refusal: Refusal, names: Sequence[str]) -> str:
    """Why a move cannot be made, for players."""
    data = refusal.details
    match Code(refusal.code):
        case Code.NOT_NEIGHBOURS:
            return _("Track goes between neighbours only.")
        case Code.TRACK_THERE:
            return _("{name}'s track lies there already.").format(name=names[data["seat"]])
        case Code.PRINTED_TRACK:
            return _("Printed track lies there already: it is open to both of you.")
        case Code.NO_SUPPLY:
            return _("You have no piece of track left: pass.")
        case Code.CAN_LAY:
            return _("You can still lay track, so you must.")
        case Code.STATION_TAKEN:
            return _("Something stands on that station already.")
        case Code.COLOUR_SET_OUT:
            return _("{colour} is set out already.").format(colour=colour_name(data["colour"]))
        case Code.TOO_NEAR:
            return counted(
                "Too near: only {apart} station between; {least} at least.",
                "Too near: only {apart} stations between; {least} at least.", data["apart"],
            ).format(**data)  # fmt: skip
        case Code.TOO_FAR:
            return _("Too far apart: {most} stations between at most.").format(most=data["most"])
        case Code.CROWDED:
            return _("Too crowded: each sock needs at least three vacant neighbours.")
    return _tile_refused(refusal)


def _tile_refused(refusal: Refusal) -> str:
    data = refusal.details
    return {
        Code.TILE_USED_UP: _("All four tiles of that design are laid."),
        Code.OFF_TABLE: _("There the table ends."),
        Code.OVERLAP: _("A tile lies there already."),
        Code.APART: _("A tile must touch another one."),
        Code.SPREAD: _("The city would spread too far: no legal board could come of it."),
        Code.HOLES: _("That leaves too many vacant hexagons: no legal board could come of it."),
        Code.NOT_LEGAL_BOARD: _("With this last tile the board is not legal: {why}").format(
            why=data.get("why", "")
        ),
    }.get(Code(refusal.code), _("That cannot be done now."))


def news_of(event: Event, names: Sequence[str], called: Mapping[str, str]) -> str:
    """What just happened, in a sentence; empty for what needs no words. ``called``: the names of stations."""
    match read(event):
        case CoinTossed(start=seat):
            return _("The coin says: {name} begins.").format(name=names[seat])
        case PairJoined(seat=seat, colour=colour, worth=worth):
            return _("{name} brings {colour} home: +{worth}.").format(
                name=names[seat], colour=colour_within(colour), worth=worth
            )
        case TrackLaid(seat=seat, link=link):
            one, other = (called.get(text, text) for text in link)
            return _("{name} laid track from {one} to {other}.").format(
                name=names[seat], one=one, other=other
            )
        case TurnPassed(seat=seat):
            return _("{name} passes: no piece can be laid.").format(name=names[seat])
        case PairSetOut(seat=seat, colour=colour):
            return _("{name} set out {colour}.").format(name=names[seat], colour=colour_within(colour))
        case BlockerPut(seat=seat, station=station):
            return _("{name} put a spare sock on {station}.").format(
                name=names[seat], station=called[station]
            )
        case TileLaid(seat=seat):
            return _("{name} laid a tile.").format(name=names[seat])
        case SetupRescued():
            return _("That could not be finished: the program took something back and finished it.")
        case BoardBuilt() | SocksSetOut() | PhaseBegun():
            return ""


def tie_words(outcome: Outcome, options: Options, names: Sequence[str]) -> str:
    """Why one of two with equal points wins; empty where the points decide, and where both win."""
    first, second = outcome.scores
    if first != second or len(outcome.winners) != 1:
        return ""
    words = {
        "second_player": _("{points} points each: {name} wins for not having started."),
        "highest_single_sock": _("{points} points each: {name} wins with the dearest sock."),
    }[options.word("tie")]
    return words.format(points=first, name=names[outcome.winners[0]])


def out_of_reach(view: BoardReading) -> dict[str, bool]:
    """Every colour that nobody can join any more, and whether only pieces are wanting for it."""
    found = {}
    for colour, pair, owner in zip(COLOURS, view.socks, view.claimed, strict=True):
        if pair is None or owner >= 0:
            continue
        if not any(view.shortest_way(colour, seat) for seat in (0, 1)):
            found[colour] = any(view.board.way(pair, view.track, seat, view.stops) for seat in (0, 1))
    return found


def lost_words(out: Mapping[str, bool]) -> str:
    """Which colours can no longer be joined, and why."""
    sentences = []
    for short, words in (
        (False, _("{colours} can no longer be joined: every way is blocked.")),
        (True, _("{colours} can no longer be joined: too few pieces are left for it.")),
    ):
        lost = [colour for colour, why in out.items() if why is short]
        names = [*map(colour_name, lost[:1]), *map(colour_within, lost[1:])]
        if names:
            sentences.append(words.format(colours=together(names)))
    return " ".join(sentences)


def end_words(out: Mapping[str, bool]) -> str:
    """Why the match is over; ``out``: as `out_of_reach` has it."""
    return lost_words(out) if out else _("Every pair has been brought together.")
