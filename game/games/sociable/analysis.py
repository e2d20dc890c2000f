"""Analysis of a finished match of SOCiable: groups broken, cards spent, plays missed.

`SociableInsight` plays each hand to its end many times from every play, with all cards as they were, and
estimates the rest of the match by chance (`wins`). A play is compared with the alternatives by what its seat
knew then. numpy is imported by the first analysis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from game.core.options import Options
from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.games.sociable.bot import BOT, MoveReasons, moves_of
from game.games.sociable.bot.heuristics import SEARCH_CONFIGS
from game.games.sociable.match_text import count_name, gift_name, rank_name
from game.games.sociable.rules.events import SociableHandEnded, SociableObservation, as_event, as_observation
from game.games.sociable.rules.state import (
    HANDS,
    POWER,
    SOME_HANDS,
    Cards,
    GiveCards,
    SociablePass,
    SociablePlay,
    points_of,
)
from game.games.sociable.rules.text import read_move, write_move
from game.i18n import _, plural
from game.match.analysis import AnalysedTurn, Analyst, Chances, Fact, TurnEvaluation, TurningPoint

if TYPE_CHECKING:
    import numpy as np

    from game.games.sociable.bot.playouts import Floats, Ints
    from game.games.sociable.bot.search import SociableSearch


OPEN_HAND_PLAYOUTS = 120  # playouts from each play, with all cards as they were
REFINED_PLAYOUTS = 480  # playouts for a longer look
LOOSENESS = 4.0
"""Factor by which people play looser than the bot in its playouts, which know all hands."""
COMPARISON_DEALS = 160  # deals of the unseen cards to compare the moves of a seat
MAX_GOOD_GAP = 0.05  # gap that still counts as nearly as good; first to last place is 1
SURE_ERRORS = 2.0  # standard errors by which a play must be better to be reported
MAX_REASONS = 2


class SociableInsight(Analyst):
    """Analysis of matches of SOCiable."""

    batch = 6

    def turns(self, session: Session) -> Sequence[AnalysedTurn]:
        """Return a turn of one ply for each move of the match."""
        return [AnalysedTurn(ply, ply + 1, seat) for ply, (seat, _move) in enumerate(session.log)]

    def refined_win_probabilities(self, before: Session) -> Chances:
        """Return `win_probabilities` from `REFINED_PLAYOUTS` playouts; also makes due gifts in ``before``."""
        return self.win_probabilities(before, REFINED_PLAYOUTS)

    def win_probabilities(self, before: Session, times: int = OPEN_HAND_PLAYOUTS) -> Chances:
        """Each seat's chance to win by open playouts (equal: hands too large); plays gifts in ``before``."""
        import numpy as np

        from game.games.sociable.bot.playouts import EvaluatedRollouts

        while as_observation(before.observe(None))["give"]:
            seat = before.to_move
            assert seat is not None
            before.play(BOT.choose(before.observe(seat), before.options, "normal", SeededRng("insight")))
        observation = as_observation(before.observe(before.to_move))
        search = _make_search(observation, before.options, COMPARISON_DEALS)
        if search is None:
            return tuple([1 / before.players] * before.players)
        if isinstance(search.prospect.playouts, EvaluatedRollouts):
            search.prospect.playouts.loosen(LOOSENESS)
        hands = [as_observation(before.observe(seat))["hand"] for seat in observation["order"]]
        places = search.prospect.places_of(hands, times)
        by_seat = np.empty_like(places)
        by_seat[:, observation["order"]] = places
        shares = wins(by_seat, tuple(observation["scores"]), before.options, np.random.default_rng(1))
        return tuple(map(float, shares.mean(0)))

    def evaluate_turn(self, session: Session, turn: AnalysedTurn) -> TurnEvaluation | None:
        """Return a turn's loss in win probability and a better move, if any; `None` if nothing is compared.

        The alternatives are valued by what the seat knew then. Nothing is compared if it had no choice, or if
        a made-up position has hands too large to search.
        """
        before = session.before(turn.first)
        observation, actual_move = (
            as_observation(before.observe(turn.seat)),
            read_move(session.log[turn.first][1]),
        )
        moves = moves_of(observation, session.options)
        search = _make_search(observation, session.options, COMPARISON_DEALS) if len(moves) > 1 else None
        # Moves that differ only in suits are the same.
        alike = [
            number for number, move in enumerate(moves) if _suitless_key(move) == _suitless_key(actual_move)
        ]
        if search is None or not alike:
            return None
        places = search.prospect.places(moves, COMPARISON_DEALS)
        worth = 1 - places / (before.players - 1)
        means = worth.mean(1)
        best, actual = int(means.argmax()), alike[0]
        gaps = worth[best] - worth[actual]
        error = float(gaps.std()) / COMPARISON_DEALS**0.5
        odds = _place_win_probabilities(turn.seat, tuple(observation["scores"]), session.options)
        loss = max(0.0, float((odds[places[best]] - odds[places[actual]]).mean()))
        if isinstance(actual_move, GiveCards) and _move_power(moves[best]) > _move_power(actual_move):
            # The value of a strong gift depends on how others play, so no player is advised to give more
            # away.
            return TurnEvaluation(0.0, good=True)
        if gaps.mean() <= MAX_GOOD_GAP or gaps.mean() <= SURE_ERRORS * error:
            return TurnEvaluation(round(loss, 4), good=True)
        return TurnEvaluation(round(loss, 4), good=False, better=(write_move(moves[best]),))

    def explain(self, session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Sequence[Fact]:
        """Facts about a turning point: the move, reasons for a better one, the final place in the hand."""
        before = session.before(turn.first)
        reasons = MoveReasons(
            before.observe(turn.seat), joker_tops=session.options.get_bool("joker_pair_beats_same_rank")
        )
        move = session.log[turn.first][1]
        facts = list(_move_facts(reasons, move, moment, turn.seat))
        return (*facts, *_place_facts(session, turn, moment))

    def fact_sentence(self, fact: Fact, session: Session, names: Sequence[str]) -> str:
        """Return a fact as a sentence; empty for a reason that has none."""
        return fact_words(fact, names)

    def moves_sentence(self, moves: Sequence[str], session: Session, turn: AnalysedTurn) -> str:
        """Return the first of the moves in words, as in "two kings", "give one ace" or "pass"."""
        verb, *cards = moves[0].split()
        match verb:
            case "pass":
                return _("pass")
            case "give":
                return _("give {cards}").format(cards=gift_name(cards))
        return count_name(cards)

    def places_of(
        self, session: Session, turn: AnalysedTurn, moves: Sequence[str]
    ) -> Sequence[Sequence[str]]:
        """Return the cards that the moves play or give, each as a list of one."""
        return [[card] for card in self.cards(session, turn, moves)]

    def cards(self, session: Session, turn: AnalysedTurn, moves: Sequence[str]) -> Sequence[str]:
        """Return the cards that the moves play or give, in order."""
        return [card for move in moves for card in move.split()[1:]]

    def hand_label(self, hand: int) -> str:
        """Label of the hand with this number, as in "hand 3"."""
        return _("hand {hand}").format(hand=hand)

    def method_sentence(self) -> str:
        """Sentence that says that hands were played on from every play `OPEN_HAND_PLAYOUTS` times."""
        return _("From each play, the hand was played out {n} times with the cards as they were.").format(
            n=OPEN_HAND_PLAYOUTS
        )


INSIGHT: Analyst = SociableInsight()


def _make_search(observation: SociableObservation, options: Options, nodes: int) -> SociableSearch | None:
    """Return master's search of a decision with at most ``nodes`` playouts; `None` if hands are too large."""
    from game.games.sociable.bot.search import SociableSearch, can_think

    if not can_think(observation):
        return None
    return SociableSearch(observation, options, SEARCH_CONFIGS["master"], SeededRng("insight"), Budget(nodes))


@lru_cache(maxsize=32)
def _place_win_probabilities(seat: int, scores: tuple[int, ...], options: Options) -> Floats:
    """By place in this hand, the probability that a seat wins the match; cached."""
    import numpy as np

    return worth_of_places(seat, scores, options, np.random.default_rng(2))


def _suitless_key(move: SociablePlay | GiveCards | SociablePass) -> object:
    """Return a key that is equal for moves that differ only in suits."""
    return (
        "pass" if isinstance(move, SociablePass) else (type(move), tuple(POWER[card] for card in move.cards))
    )


def _move_power(move: SociablePlay | GiveCards | SociablePass) -> int:
    """Sum of the power of a move's cards; 0 for a pass."""
    return 0 if isinstance(move, SociablePass) else sum(POWER[card] for card in move.cards)


def _move_facts(reasons: MoveReasons, text: str, moment: TurningPoint, seat: int) -> Iterator[Fact]:
    """Yield facts on ``text``, then up to `MAX_REASONS` reasons for ``moment``'s better move, if any."""
    move = read_move(text)
    better = read_move(moment.better[0]) if moment.better else None
    broken_group = _broken_group(reasons, move) if isinstance(move, SociablePlay) else None
    stays = better is not None and not (isinstance(better, SociablePlay) and _broken_group(reasons, better))
    if broken_group is not None and stays:
        card, left = broken_group
        yield {
            "kind": "broke",
            "seat": seat,
            "card": card,
            "had": reasons.ranks[POWER[card]],
            "left": left,
        }
    if isinstance(move, SociablePass) and isinstance(better, SociablePlay):
        yield {"kind": "passed", "seat": seat, "cards": list(better.cards)}
    if better is None:
        if isinstance(move, SociablePlay):
            yield {"kind": "did", "seat": seat, "cards": list(move.cards)}
        elif isinstance(move, GiveCards):
            yield {"kind": "gave", "seat": seat, "cards": list(move.cards)}
        elif lowest := reasons.lowest_cards:
            yield {"kind": "kept", "seat": seat, "cards": list(lowest)}
        return
    # A group that stays whole or goes at once would only repeat that it was broken.
    silent = ("forced", "tried", "cheapest", *(["whole", "together"] if broken_group is not None else []))
    # A reason that holds for both moves explains nothing.
    both = list(reasons.of(text))
    effects = [
        effect
        for effect in reasons.of(moment.better[0])
        if effect["kind"] not in silent and effect not in both
    ]
    spent_cards = _spent_cards(move, better) if broken_group is None else None
    if spent_cards is not None and not any(effect["kind"] == "keeps" for effect in effects):
        effects.insert(0, {"kind": "keeps", "card": spent_cards[-1], "many": len(spent_cards) > 1})
    for effect in effects[:MAX_REASONS]:
        yield {"kind": "reason", "seat": effect.get("seat", seat), "effect": {**effect}}


def _spent_cards(
    move: SociablePlay | GiveCards | SociablePass, better: SociablePlay | GiveCards | SociablePass
) -> Cards | None:
    """Cards of a play with an ace or joker if ``better`` passes or plays lower; `None` also for gifts."""
    if (
        not isinstance(move, SociablePlay)
        or isinstance(better, GiveCards)
        or POWER[move.cards[-1]] < POWER["AS"]
    ):
        return None
    keeps = isinstance(better, SociablePass) or POWER[better.cards[-1]] < POWER[move.cards[-1]]
    return move.cards if keeps else None


def _broken_group(reasons: MoveReasons, move: SociablePlay) -> tuple[str, int] | None:
    """Return (card, cards of its rank left) of the first rank that a play splits, jokers apart, or `None`."""
    counts = Counter(POWER[card] for card in move.cards)
    for card in move.cards:
        power = POWER[card]
        if power < POWER["JK"] and reasons.ranks[power] > counts[power]:
            return card, reasons.ranks[power] - counts[power]
    return None


def _place_facts(session: Session, turn: AnalysedTurn, moment: TurningPoint) -> Iterator[Fact]:
    """Yield any fact that the turn ended the hand, then the seat's final place; nothing if unfinished."""
    for ply in range(turn.first, len(session.log)):
        for happened in map(as_event, session.events_of(ply)):
            if isinstance(happened, SociableHandEnded):
                place = happened.order.index(moment.seat)
                if not moment.better and ply == turn.first:
                    yield {"kind": "over", "seat": turn.seat}
                yield {"kind": "place", "seat": moment.seat, "place": place + 1, "of": len(happened.order),
                       "missed": bool(moment.better)}  # fmt: skip
                return


def fact_words(fact: Fact, names: Sequence[str]) -> str:
    """Return a fact as a sentence; empty for a reason that has none."""
    name = names[fact["seat"]]
    match fact["kind"]:
        case "broke":
            left = [fact["card"]] * fact["left"]
            template = plural(
                "{name} broke up a group and kept {cards}.",
                "{name} broke up a group and kept {cards}.",
                len(left),
            )  # fmt: skip
            return template.format(name=name, cards=count_name(left))
        case "over":
            return _("{name} ended the hand with that.").format(name=name)
        case "did":
            return _("{name} played {cards}.").format(name=name, cards=count_name(fact["cards"]))
        case "gave":
            return _("{name} gave away {cards}.").format(name=name, cards=gift_name(fact["cards"]))
        case "passed":
            return _("{name} passed but could have played {cards}.").format(
                name=name, cards=count_name(fact["cards"])
            )
        case "kept":
            return _("{name} passed and kept {cards}.").format(name=name, cards=count_name(fact["cards"]))
        case "place" if fact["place"] == 1 and fact["missed"]:
            return _("{name} still went out first in this hand.").format(name=name)
        case "place" if fact["place"] == 1:
            return _("{name} went out first in this hand.").format(name=name)
        case "place":
            return _("{name} finished number {n} of {of} in this hand.").format(
                name=name, n=fact["place"], of=fact["of"]
            )
    return _reason_sentence(fact["effect"], name)


def _reason_sentence(effect: Fact, name: str) -> str:
    """Return a sentence on what the player would have done; empty for kinds of reasons without one."""
    match effect["kind"]:
        case "short":
            single = _("{name} had one card left and couldn't have followed.")
            few = _("{name} had too few cards to follow.")
            return (single if effect["single"] else few).format(name=name)
        case "whole":
            template = _("{name} would have kept the {ranks} together.")
            return template.format(name=name, ranks=rank_name(effect["card"], is_plural=True))
        case "keeps" if effect["many"]:
            template = _("{name} would have kept the {ranks} for later.")
            return template.format(name=name, ranks=rank_name(effect["card"], is_plural=True))
        case "keeps":
            template = _("{name} would have kept the {rank} for later.")
            return template.format(name=name, rank=rank_name(effect["card"]))
    return {
        "out": _("{name} would have played the whole hand."),
        "holds": _("Nobody could have beaten it, so {name} would have led next."),
        "together": _("{name} would have played them all at once."),
        "lowest": _("{name} would have played the lowest cards first."),
        "lone": _("{name} wouldn't have broken up a pair."),
    }.get(effect["kind"], "").format(name=name)


CHAIR_ADVANTAGE = 0.35
"""Advantage of each chair over the next lower one, on the scale of the luck that decides a hand."""
MAX_HANDS = 60  # hands after which a match counts as over


def wins(places: Ints, scores: tuple[int, ...], options: Options, random: np.random.Generator) -> Floats:
    """Return, by row and seat, 1 for the winner of the match and 0 for others; later hands are drawn.

    Args:
        places: by row and seat, the place in the current hand, 0 for the first out.
        scores: points of each seat before the hand.
        options: the house rules.
        random: source of chance for the hands that follow.
    """
    import numpy as np

    rows, seats = places.shape
    points = np.array(points_of(seats, options))
    target = options.get_int("target")
    shares = np.zeros((rows, seats))
    totals = np.array(scores)[None, :] + points[places]
    going, left = np.arange(rows), HANDS - 1 - sum(scores) // int(points.sum())
    for number in range(MAX_HANDS):
        best = totals.max(1)
        over = (best >= target) if target != SOME_HANDS else np.full(len(going), number >= left)
        if over.any():
            # The last hand decides between equal totals. This is the standard rule, and close to the others.
            first = np.where(totals[over] == best[over, None], places[over], seats).argmin(1)
            shares[going[over], first] = 1.0
            going, totals, places = going[~over], totals[~over], places[~over]
        if not going.size:
            return shares
        luck = random.gumbel(size=places.shape) - CHAIR_ADVANTAGE * places
        places = (-luck).argsort(1).argsort(1)
        totals = totals + points[places]
    shares[going, totals.argmax(1)] = 1.0
    return shares


def worth_of_places(
    seat: int, scores: tuple[int, ...], options: Options, random: np.random.Generator, times: int = 200
) -> Floats:
    """Return, by place in this hand, the chance that ``seat`` wins the match; ``times`` playouts each."""
    import numpy as np

    seats = len(scores)
    probabilities = np.empty(seats)
    for place in range(seats):
        others = random.random((times, seats)).argsort(1)
        # The others keep their order among themselves, with this seat put into its place.
        own_places = others[:, [seat]]
        others = others - (others > own_places)
        others = others + (others >= place)
        others[:, seat] = place
        probabilities[place] = wins(others, scores, options, random)[:, seat].mean()
    return probabilities
