"""Analysis of a finished match of Socks in the City: costly turns and win probabilities.

`CityInsight` compares each turn with the best one found, including the opponent's replies and what follows
them. The facts it states are differences in the pieces that the pairs still need (`PairChange`), and who
joined the pairs later (`JoinedPair`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.search import Budget
from game.core.session import Session
from game.games.city.bot import SEARCH_CONFIGS, ways_closed
from game.games.city.bot.search import (
    UNREACHABLE,
    WON_VALUE,
    Bits,
    CitySearch,
    CitySearchConfig,
    CitySearchNode,
    short_of,
)
from game.games.city.bot.weights import PROBABILITIES
from game.games.city.match_text import colour_within, station_names
from game.games.city.rules.board import COLOURS
from game.games.city.rules.events import PairJoined, as_event, as_observation
from game.games.city.rules.text import BoardReading
from game.i18n import _, listed, plural
from game.match.analysis import AnalysedTurn, Analyst, Chances, Fact, TurnEvaluation, TurningPoint

# search depth: less than that of level master, which has two seconds, but with the same method
TURN_SEARCH = CitySearchConfig(
    SEARCH_CONFIGS["master"].breadth, SEARCH_CONFIGS["master"].replies, ((10,), (6, 4)), calm=1
)
REPLY_DEPTHS = (4,)  # lines continued from each reply when the turn made is compared with the best
MAX_GOOD_LOSS = 0.03  # a loss of win probability up to this counts as good
MAX_PROBABILITY = 0.97  # upper limit of a win probability before the end
MAX_FACTS = 3  # maximum facts for a turn
MAX_LISTED_COLOURS = 2  # maximum colours in a list of facts


class CityInsight(Analyst):
    """The `Analyst` of the game."""

    batch = 3

    def turns(self, session: Session) -> Sequence[AnalysedTurn]:
        """Turns in which pieces were laid, in order, without set-up and passes."""
        return turns_of(session)

    def win_probabilities(self, before: Session) -> Chances:
        """Win probabilities of seats 0 and 1, from 0.03 to 0.97. 0.5 each in the set-up and after the end."""
        node = _search_node(before)
        if node is None or node.is_over:
            return 0.5, 0.5
        if node.is_decided:
            return _decided_probability(node, 0), _decided_probability(node, 1)
        thought = CitySearch(
            CitySearchConfig(TURN_SEARCH.breadth, TURN_SEARCH.replies, ((3,),), calm=1),
            PROBABILITIES,
            Budget(),
        )
        probability = _win_probability(thought.rank_turns(node)[0].value)
        return (probability, 1 - probability) if node.turn == 0 else (1 - probability, probability)

    def evaluate_turn(self, session: Session, turn: AnalysedTurn) -> TurnEvaluation | None:
        """Loss to the best turn, and its moves above `MAX_GOOD_LOSS`. None in set-up or if forced."""
        node = _search_node(session.before(turn.first))
        pieces = _laid_links(session, turn)
        if node is None or not (node.free | node.printed) & ~sum(pieces):
            return None
        if node.is_decided:
            return TurnEvaluation(0.0, good=True, best=_decided_probability(node, turn.seat))
        thought = CitySearch(TURN_SEARCH, PROBABILITIES, Budget())
        best_turn = thought.rank_turns(node)[0]
        actual = node.after_turn(pieces)
        best = thought.worth(best_turn.stand, REPLY_DEPTHS)
        # Both orders of the pieces are the same turn.
        value = best if set(best_turn.links) == set(pieces) else thought.worth(actual, REPLY_DEPTHS)
        loss = max(0.0, _win_probability(best) - _win_probability(value))
        probability = round(_win_probability(max(best, value)), 4)
        if loss <= MAX_GOOD_LOSS:
            return TurnEvaluation(round(loss, 4), good=True, best=probability)
        moves = tuple(map(node.net.move_of, best_turn.links))
        return TurnEvaluation(round(loss, 4), good=False, best=probability, better=moves)

    def explain(self, session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Sequence[Fact]:
        """Facts on what the better turn would have changed or, without one, this one gained. Maybe empty."""
        node = _search_node(session.before(turn.first))
        if node is None:
            return ()
        actual = node.after_turn(_laid_links(session, turn))
        later = JoinedPair.later(session, turn)
        if not moment.better:
            # The merits of a turn do not explain why its own seat is worse off after it.
            has_gained = moment.seat != turn.seat or moment.after >= moment.before
            facts = (
                tuple(_gain_facts(PairChange.all(node, actual, turn.seat), turn.seat)) if has_gained else ()
            )
            return facts or tuple(_joined_by_opponent(later, turn.seat))
        better = node.after_turn(map(node.net.link_of, moment.better))
        changes = PairChange.all(actual, better, turn.seat)
        facts = tuple(_regrets(changes, turn.seat, later))
        facts = facts or tuple(_after_replies(node, _laid_links(session, turn), moment.better, turn.seat))
        facts = (
            facts or tuple(_closed_path(node, moment.better)) or tuple(_joined_by_opponent(later, turn.seat))
        )
        return facts[:MAX_FACTS] or ({"kind": "looked", "seat": turn.seat},)

    def fact_sentence(self, fact: Fact, session: Session, names: Sequence[str]) -> str:
        """Translated sentence for a fact. Empty for an unknown kind."""
        return fact_words(fact, names)

    def moves_sentence(self, moves: Sequence[str], session: Session, turn: AnalysedTurn) -> str:
        """Translated text of the pieces by station names, separated by semicolons."""
        return pieces_words(moves, as_observation(session.observe(None))["stations"])

    def method_sentence(self) -> str:
        """Translated sentence on how the turns were analysed."""
        return _("The computer considered every turn, the full reply to it and what could follow.")


INSIGHT: Analyst = CityInsight()


def _search_node(session: Session) -> CitySearchNode | None:
    """Search position of a session. None during the set-up."""
    observation = as_observation(session.observe(None))
    if observation["phase"] != "play":
        return None
    view, seat = BoardReading.of(observation), observation["turn"]
    left = min(observation["left"], view.supply[seat])
    return CitySearchNode.of(view, seat, left, over_printed=session.options.get_bool("build_over_printed"))


def _laid_links(session: Session, turn: AnalysedTurn) -> list[Bits]:
    """Bit of each link on which the turn laid a piece, in the order laid."""
    node = _search_node(session.before(turn.first))
    assert node is not None
    return [node.net.link_of(move) for _seat, move in session.log[turn.first : turn.last]]


def _win_probability(value: float) -> float:
    """Win probability, 0.03 to 0.97, for a search value of a seat, -1 to 1."""
    return min(MAX_PROBABILITY, max(1 - MAX_PROBABILITY, 0.5 + value / WON_VALUE / 2))


def _decided_probability(node: CitySearchNode, seat: int) -> float:
    """Win probability of a seat in a decided match: 0.97 if it leads, else 0.03."""
    return MAX_PROBABILITY if node.points[seat] > node.points[1 - seat] else round(1 - MAX_PROBABILITY, 4)


@dataclass(frozen=True, slots=True)
class PairChange:
    """Change for one colour between two positions, as seen by one seat."""

    colour: str
    worth: int
    # pieces the seat needs, before and after: None without a path, 0 once the pair is joined
    mine: tuple[int | None, int | None]
    theirs: tuple[int | None, int | None]
    gain: float  # expected points gained

    @classmethod
    def all(cls, first: CitySearchNode, second: CitySearchNode, seat: int) -> list[PairChange]:
        """Changes for colours whose missing pieces differ in the two positions, best for ``seat`` first."""
        changes = []
        for number, (colour, worth) in enumerate(zip(COLOURS, first.worths, strict=True)):
            before, after = (
                (_missing_pieces(first, number, side), _missing_pieces(second, number, side))
                for side in (seat, 1 - seat)
            )
            gain = worth * (_expected_share(second, number, seat) - _expected_share(first, number, seat))
            if before[0] != before[1] or after[0] != after[1]:
                changes.append(cls(colour, worth, before, after, gain))
        return sorted(changes, key=lambda change: -change.gain)


def _missing_pieces(node: CitySearchNode, number: int, seat: int) -> int | None:
    """Pieces a seat lacks for the colour ``number``: 0 once it is claimed, None without a path."""
    race = node.races[number]
    if race is None:
        return 0
    return race[seat].missing if race[seat].missing < UNREACHABLE else None


def _expected_share(node: CitySearchNode, number: int, seat: int) -> float:
    """Expected share of a colour for a seat, from 1 (certain) to -1 (lost). 1 for any claimed colour."""
    race = node.races[number]
    if race is None:  # joined by the seat that moved
        return 1.0
    sure = PROBABILITIES[short_of(node, race, node.turn)][short_of(node, race, 1 - node.turn)]
    return sure if node.turn == seat else -sure


def turns_of(session: Session) -> list[AnalysedTurn]:
    """Turns in which pieces were laid, in order, without set-up and passes."""
    turns: list[AnalysedTurn] = []
    for ply, (seat, move) in enumerate(session.log):
        if not move.startswith("lay"):
            continue
        last = turns[-1] if turns else None
        if last is not None and last.seat == seat and last.last == ply:
            turns[-1] = AnalysedTurn(last.first, ply + 1, seat)
        else:
            turns.append(AnalysedTurn(ply, ply + 1, seat))
    return turns


@dataclass(frozen=True, slots=True)
class JoinedPair:
    """A pair that was joined after a turn."""

    seat: int
    turn: int  # number of the turn in the match, from 1, counting the turns of both seats
    is_next: bool  # True if it is the turn right after

    @classmethod
    def later(cls, session: Session, turn: AnalysedTurn) -> dict[str, JoinedPair]:
        """Pairs joined after a turn, by colour name."""
        pairs, turns = {}, turns_of(session)
        after = next((candidate for candidate in turns if candidate.first >= turn.last), None)
        for number, candidate in enumerate(turns, start=1):
            for ply in range(max(candidate.first, turn.last), candidate.last):
                for event in map(as_event, session.events_of(ply)):
                    if isinstance(event, PairJoined):
                        pairs[event.colour] = cls(event.seat, number, candidate == after)
        return pairs


def _regrets(changes: Sequence[PairChange], seat: int, joined: dict[str, JoinedPair]) -> Iterator[Fact]:
    """Yields facts on up to two colours in which the better pieces gain, and the opponent's later joins."""
    gains = [change for change in changes if change.gain > 0][:MAX_LISTED_COLOURS]
    for change in sorted(gains, key=lambda change: change.mine[1] != 0):  # pairs joined at once come first
        colour, opponent = change.colour, 1 - seat
        if change.mine[1] == 0:
            yield {"kind": "home", "colour": colour, "seat": seat, "worth": change.worth}
        elif _is_less(*change.mine):
            yield _needs_fact("needs", colour, seat, change.mine)
        if change.mine[1] != 0 and _is_less(*reversed(change.theirs)):
            yield _needs_fact("needs", colour, opponent, change.theirs)
        if (pair := joined.get(colour)) is not None and pair.seat == opponent:
            at = {"turn": pair.turn, "next": pair.is_next}
            yield {"kind": "lost", "colour": colour, "seat": opponent, **at}


def _joined_by_opponent(later: Mapping[str, JoinedPair], seat: int) -> Iterator[Fact]:
    """Yields one fact on the first pair that the opponent joined after the turn, or nothing."""
    theirs = [(pair.turn, colour) for colour, pair in later.items() if pair.seat != seat]
    if theirs:
        turn, colour = min(theirs)
        yield {
            "kind": "lost", "colour": colour, "seat": 1 - seat, "turn": turn, "next": later[colour].is_next,
        }  # fmt: skip


def _closed_path(node: CitySearchNode, better: Sequence[str]) -> Iterator[Fact]:
    """Yields one fact on a pair of which the better pieces take an opponent's shortest path, or nothing."""
    paths = ways_closed(node, sum(map(node.net.link_of, better)))
    for _missing_pieces, colour in sorted((missing, colour) for missing, _spare, colour in paths)[:1]:
        yield {"kind": "closes", "colour": colour, "seat": 1 - node.turn}


def best_reply(node: CitySearchNode, turn: Iterable[Bits]) -> tuple[CitySearchNode, tuple[str, ...]]:
    """Position after a turn and the best reply found, and the moves of that reply: () if there is none."""
    after = node.after_turn(turn, exact=True)
    if after.is_over or not after.supply[after.turn]:
        return after, ()
    links = CitySearch(TURN_SEARCH, PROBABILITIES, Budget()).rank_turns(after)[0].links
    last = next((number for number in (1, 2) if after.after_turn(links[:number], exact=True).is_over), 2)
    return after.after_turn(links, exact=True), tuple(map(node.net.move_of, links[:last]))


def _after_replies(
    node: CitySearchNode, actual: Iterable[Bits], better: Sequence[str], seat: int
) -> Iterator[Fact]:
    """Yields facts on what the better pieces gain after the best replies, for at most two colours."""
    after_actual, after_better = (
        best_reply(node, pieces)[0] for pieces in (actual, map(node.net.link_of, better))
    )
    for change in [change for change in PairChange.all(after_actual, after_better, seat) if change.gain > 0][
        :MAX_LISTED_COLOURS
    ]:
        if change.mine[1] != 0 and _is_less(*change.mine):
            yield _needs_fact("replied", change.colour, seat, change.mine)
        elif after_better.races[COLOURS.index(change.colour)] and _is_less(*reversed(change.theirs)):
            yield _needs_fact("replied", change.colour, 1 - seat, change.theirs)


def _gain_facts(changes: Sequence[PairChange], seat: int) -> Iterator[Fact]:
    """Yields facts on up to two colours in which the turn gained or, if none, changed the pieces needed."""
    for change in ([change for change in changes if change.gain > 0] or changes)[:MAX_LISTED_COLOURS]:
        colour, opponent = change.colour, 1 - seat
        if change.mine[1] == 0:
            yield {"kind": "brought", "colour": colour, "seat": seat, "worth": change.worth}
            continue
        if _is_less(*change.mine):
            yield _needs_fact("then", colour, seat, change.mine)
        if _is_less(*reversed(change.theirs)):
            yield _needs_fact("then", colour, opponent, change.theirs)


def _needs_fact(kind: str, colour: str, seat: int, pieces: tuple[int | None, int | None]) -> Fact:
    """Fact of a kind, with the pieces that a seat needs for a colour as ``without`` (first) and ``with``."""
    return {"kind": kind, "colour": colour, "seat": seat, "without": pieces[0], "with": pieces[1]}


def _is_less(before: int | None, after: int | None) -> bool:
    """True if ``after`` is fewer pieces than ``before``. None (no path) is more than any number."""
    return (UNREACHABLE if after is None else after) < (UNREACHABLE if before is None else before)


def fact_words(fact: Fact, names: Sequence[str]) -> str:
    """Translated sentence for a fact. Empty for an unknown kind."""
    if fact["kind"] == "looked":
        return _("As far as I looked ahead, {name} would have been better off.").format(
            name=names[fact["seat"]]
        )
    fields = {"name": names[fact["seat"]], "colour": colour_within(fact["colour"])}
    match fact["kind"]:
        case "home":
            template = plural(
                "{name} would have brought {colour} home, for {n} point.",
                "{name} would have brought {colour} home, for {n} points.", fact["worth"],
            )  # fmt: skip
            return template.format(n=fact["worth"], **fields)
        case "brought":
            template = plural(
                "{name} brought {colour} home, for {n} point.",
                "{name} brought {colour} home, for {n} points.", fact["worth"],
            )  # fmt: skip
            return template.format(n=fact["worth"], **fields)
        case "lost":
            if fact.get("next"):
                return _("{name} brought {colour} home on the next turn.").format(**fields)
            if "turn" not in fact:  # of older versions, which counted turns from that point
                return _("{name} brought {colour} home later.").format(**fields)
            return _("{name} brought {colour} home on turn {n}.").format(n=fact["turn"], **fields)
        case "needs":
            return _needs_sentence(fact["with"], fact["without"], fields)
        case "closes":
            template = _("It would have blocked one of {name}'s shortest routes for {colour}.")
            return template.format(**fields)
        case "replied":
            return _reply_sentence(fact["with"], fact["without"], fields)
        case "then":
            before, after = fact["without"], fact["with"]
            if after is None:
                return _("After that, {name} had no route left for {colour}.").format(**fields)
            template = plural(
                "After that, {name} needed {n} piece for {colour}, not {before}.",
                "After that, {name} needed {n} pieces for {colour}, not {before}.", after,
            )  # fmt: skip
            return template.format(n=after, before=before, **fields)
    return ""


def _needs_sentence(better: int | None, actual: int | None, fields: Mapping[str, str]) -> str:
    """Translated sentence on the pieces needed after the better and the actual turn. None is no path."""
    if better is None:
        return _("{name} would have had no route left for {colour}.").format(**fields)
    if actual is None:
        template = plural(
            "{name} would still have had a route for {colour}, needing {n} piece.",
            "{name} would still have had a route for {colour}, needing {n} pieces.", better,
        )  # fmt: skip
        return template.format(n=better, **fields)
    template = plural(
        "{name} would have needed {n} piece for {colour}, not {made}.",
        "{name} would have needed {n} pieces for {colour}, not {made}.", better,
    )  # fmt: skip
    return template.format(n=better, made=actual, **fields)


def _reply_sentence(better: int | None, actual: int | None, fields: Mapping[str, str]) -> str:
    """Translated sentence as in `_needs_sentence`, for the position after the best reply found."""
    if better is None:
        template = _("After the best reply I found, {name} would have had no route left for {colour}.")
        return template.format(**fields)
    if actual is None:
        template = _("After the best reply I found, {name} would still have had a route for {colour}.")
        return template.format(**fields)
    template = plural(
        "After the best reply I found, {name} would have needed {n} piece for {colour}, not {made}.",
        "After the best reply I found, {name} would have needed {n} pieces for {colour}, not {made}.",
        better,
    )
    return template.format(n=better, made=actual, **fields)


def pieces_words(moves: Sequence[str], stations: Mapping[str, Sequence[Any]]) -> str:
    """Translated text of ``lay`` moves by station names ("East Cross to Nicehill"), joined by semicolons."""
    names = station_names(stations)
    links = [
        _("{one} to {two}").format(one=names[start], two=names[end])
        for _lay, start, end in map(str.split, moves)
    ]
    return listed(links, "; ")
