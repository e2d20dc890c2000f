"""Bots of RockIt. They see an Observation and the options, nothing else.

``easy`` lays a single trick or adds a single card, and sometimes overlooks its chance. ``normal`` comes in as
soon as it can and lays the most that goes, but no joker unless it then goes out or nothing else goes.
``hard`` and ``master`` wait where they may (`usual_move`), and play their reasonable moves (drawing, coming
in, most cards, fewer, single ones) out in dealt-again worlds (`search`), hard with fewer worlds and moves.

`find_best_play` is the hint for people: the move of master, with reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import inf

from game.core.cards import JOKER, multiset_difference, remove_cards
from game.core.game import Bot, Observation
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.rummy import GOOD_WORK, good_play
from game.core.rummy.assistance import BestPlay, HintReason, Seed
from game.core.rummy.table import (
    Pile,
    Table,
    added_cards,
    read_piles,
    with_pile,
    write_piles,
)
from game.core.search import BEST_LEVEL, Budget, DeadlineError, hint_budget, read_level
from game.games.rockit.bot.mask_solver import MaskHand, is_hopeless, to_masks
from game.games.rockit.bot.search import (
    SURE_DEVIATIONS,
    MaskObservation,
    RockItSearch,
    RockItSearchConfig,
    RolloutCandidate,
    RolloutPolicy,
    largest_lay,
)
from game.games.rockit.rules.events import RockItObservation, as_observation
from game.games.rockit.rules.state import GAME, RockItOptions, laid_cards

MAX_OPENING_TRICKS = 12  # longest tricks for coming in that are tried for laying everything
MAX_SEARCHED_TRICKS = 4  # tricks for coming in that are searched


def tricks(house: RockItOptions, hand: Pile) -> list[Pile]:
    """Tricks of the hand that are worth enough to come in with, longest first; may be empty."""
    return sorted(house.comings(hand), key=len, reverse=True)


def emptying_trick(house: RockItOptions, table: Table, hand: Pile) -> Pile | None:
    """Trick to come in with so that the whole hand can be laid this turn. None if none is found."""
    candidates = tricks(house, hand)
    for trick in candidates[:MAX_OPENING_TRICKS]:
        if len(trick) == len(hand):
            return trick
    board_masks, hand_masks = (
        to_masks(house.book, cards) for cards in ([card for pile in table for card in pile], hand)
    )
    if not house.goes_on or is_hopeless(board_masks, hand_masks):
        return None
    for trick in candidates[:MAX_OPENING_TRICKS]:
        rest = remove_cards(hand, trick)
        if house.whole_play(with_pile(GAME, table, trick), rest, GOOD_WORK // 3) is not None:
            return trick
    return None


def plays(house: RockItOptions, table: Table, hand: Pile, best: Table, few: int) -> Iterator[Table]:
    """Yields boards after different plays: ``best``, then at most ``few`` that lay other cards."""
    yield best
    card_sets = {tuple(sorted(laid_cards(table, best)))}
    for new in _smaller_plays(house, table, hand, best):
        # Compared by cards laid, because a rollout knows only the cards of a board.
        cards = tuple(sorted(laid_cards(table, new)))
        if cards not in card_sets:
            card_sets.add(cards)
            yield new
            if len(card_sets) == few + 1:
                return


def _smaller_plays(house: RockItOptions, table: Table, hand: Pile, best: Table) -> Iterator[Table]:
    """Yields boards of other plays, with repeats: without jokers, one new trick or card, all but one card."""
    most_cards = laid_cards(table, best)
    if JOKER in most_cards:
        new = house.good_play(table, tuple(card for card in hand if card != JOKER))
        if new is not None:
            yield new
    yield from house.simple_plays(table, hand)
    for card in dict.fromkeys(most_cards):
        new = house.good_play(table, remove_cards(most_cards, (card,)))
        if new is not None:
            yield new


def play_text(table: Table) -> str:
    """Move text ``play`` with the piles of this board."""
    return f"play {write_piles(table)}"


OVERLOOK_PROBABILITY = 0.4  # probability that an easy bot overlooks that it can lay something


def easy(house: RockItOptions, observation: RockItObservation, rng: SeededRng) -> str:
    """Text of the easy level's legal move: a simple play, or sometimes none although one fits."""
    table, hand = _table_and_hand(observation)
    if observation["in"][observation["turn"]]:
        new = _easy_play(house, table, hand, rng)
        if new is not None:
            return play_text(new)
        return pass_move(observation)
    tricks = list(house.comings(hand))
    for trick in tricks:
        if len(trick) == len(hand):
            return f"come {' '.join(trick)}"
    if (rng.with_probability(OVERLOOK_PROBABILITY) and not house.must_play) or not tricks:
        return pass_move(observation)
    return f"come {' '.join(rng.pick(tricks))}"


def usual_move(house: RockItOptions, observation: RockItObservation, *, waits: bool) -> str:
    """Text of a move without search: the whole hand in one turn or, if not all goes, the most without jokers.

    Args:
        house: rules.
        observation: what the seat to move can see.
        waits: lay nothing instead while the rules allow it, and there are cards to draw or every other seat
            has more; then as little as possible, which gives the others least to build on.
    """
    table, hand = _table_and_hand(observation)
    fullest = _fullest_board(house, observation)
    if fullest is None:
        return pass_move(observation)
    move, left = fullest
    waits = waits and not house.must_play
    if left and waits and _may_wait(observation):
        return pass_move(observation)
    if not observation["in"][observation["turn"]]:
        return f"come {' '.join(move[0])}"
    if left and observation["came"]:
        return pass_move(observation)
    if left and waits:
        move = min(house.simple_plays(table, hand), key=lambda new: _cost(table, new), default=move)
    elif left and JOKER in laid_cards(table, move):
        move = _play(house, table, tuple(card for card in hand if card != JOKER)) or move
    return play_text(move)


def _fullest_board(house: RockItOptions, observation: RockItObservation) -> tuple[Table, int] | None:
    """Pair (fullest board found, or just the trick to come in with; number of cards left). None if none."""
    table, hand = _table_and_hand(observation)
    if observation["in"][observation["turn"]]:
        board = _play(house, table, hand)
        return None if board is None else (board, len(hand) - len(laid_cards(table, board)))
    whole = emptying_trick(house, table, hand)
    if whole is not None:
        return (whole,), 0
    openings = tricks(house, hand)
    return ((openings[0],), len(hand) - len(openings[0])) if openings else None


def _may_wait(observation: RockItObservation) -> bool:
    """True if there is a stock, or every other seat has more cards."""
    others = list(observation["counts"])
    own_count = others.pop(observation["turn"])
    return bool(observation["stock"]) or all(count > own_count for count in others)


def _cost(old: Table, new: Table) -> tuple[bool, int]:
    """Sort key of a play by what it lays, lowest first: (True with a joker, number of cards)."""
    cards = laid_cards(old, new)
    return JOKER in cards, len(cards)


def pass_move(observation: RockItObservation) -> str:
    """Text of the move that ends the turn: ``rockit`` if it came in this turn, else ``draw`` or ``pass``."""
    if observation["came"]:
        return "rockit"
    return "draw" if observation["stock"] else "pass"


def _table_and_hand(observation: RockItObservation) -> tuple[Table, Pile]:
    return tuple(map(tuple, observation["table"])), tuple(observation["hand"])


def _play(house: RockItOptions, table: Table, hand: Pile) -> Table | None:
    """Board with as many cards laid as are found; if none, by full search if it must play, else None."""
    board = house.whole_play(table, hand, GOOD_WORK // 3) or house.good_play(table, hand)
    return board or (house.best_play(table, hand) if house.must_play else None)


def _easy_play(house: RockItOptions, table: Table, hand: Pile, rng: SeededRng) -> Table | None:
    """Board after an easy bot's play. None if it overlooks its plays (never the last one) or finds none."""
    plays = list(house.simple_plays(table, hand))
    everything = sum(map(len, (*table, hand)))
    # Before overlooking anything, because even an easy bot sees that it can win.
    for new in plays:
        if sum(map(len, new)) == everything:
            return new
    if rng.with_probability(OVERLOOK_PROBABILITY) and not house.must_play:
        return None
    if plays:
        return rng.pick(plays)
    # It sees no rearrangement. If the rules make it look for one, it fits in one card if that is enough.
    return house.smallest_play(table, hand) or _play(house, table, hand) if house.must_play else None


SEARCH_CONFIGS = {
    "hard": RockItSearchConfig(worlds=10, plays=2, habits=(RolloutPolicy.HOLD,)),
    "master": RockItSearchConfig(worlds=400, plays=8, habits=(RolloutPolicy.HOLD, RolloutPolicy.LAY)),
}


class RockItBot:
    """`Bot` of RockIt."""

    levels = ("easy", "normal", *SEARCH_CONFIGS)

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """Text of a legal move by level for the observing seat, which must be to move.

        The nodes of the budget are worlds played to their end after a candidate.
        """
        level = read_level(level, self.levels)
        house, observed = RockItOptions.of(options), as_observation(observation)
        if level == "easy":
            return easy(house, observed, chance)
        if level == "normal":
            return usual_move(house, observed, waits=False)
        return RockItAgent(house, observed, SEARCH_CONFIGS[level], budget or Budget()).move(chance)


class RockItAgent:
    """Searching level at one decision."""

    def __init__(
        self,
        house: RockItOptions,
        observation: RockItObservation,
        config: RockItSearchConfig,
        budget: Budget,
    ) -> None:
        self.house, self.seen, self.sight, self.budget = house, observation, config, budget
        self.table, self.hand = _table_and_hand(observation)
        self.view = MaskObservation(house, observation)
        self.found: list[RolloutCandidate] = []
        """Weighed candidates; plays with most cards come first."""
        self.chosen: RolloutCandidate | None = None  # chosen candidate
        self.usual = ""  # move unless another one is surely better
        self.waits = False  # True if it waits in any case, because no other seat is about to go out

    def move(self, rng: SeededRng, *, weighs: bool = False) -> str:
        """Text of the chosen move. Stores the usual move and, after comparing, candidates and choice."""
        self.usual = usual_move(self.house, self.seen, waits=True)
        others = [count for seat, count in enumerate(self.seen["counts"]) if seat != self.view.seat]
        self.waits = self.usual == "draw" and not self.house.must_play and min(others) > NEARLY_OUT_CARDS
        if self.waits and not weighs:
            return self.usual
        if not self.seen["in"][self.seen["turn"]]:
            return self._move_to_come_in(rng, weighs=weighs)
        best = _play(self.house, self.table, self.hand)
        if best is None:
            return pass_move(self.seen)
        if sum(map(len, best)) - sum(map(len, self.table)) == len(self.hand):  # laying all cards wins
            return play_text(best)
        boards = list(plays(self.house, self.table, self.hand, best, self.sight.plays))
        candidates = [
            candidate
            for number, board in enumerate(boards)
            for candidate in self._candidates_after(
                play_text(board), board, self.sight.habits[: 1 if number else None]
            )
        ]
        if not self.house.must_play or self.seen["came"]:  # coming in already counts as a play
            candidates += self._waiting_candidates()
        return self._best_move(candidates, rng)

    def _move_to_come_in(self, rng: SeededRng, *, weighs: bool) -> str:
        """Text of the move of a seat that is not in: ``come``, ``draw`` or ``pass``. Stores the choice."""
        hand, table = self.hand, self.table
        if (trick := emptying_trick(self.house, table, hand)) is not None:
            return f"come {' '.join(trick)}"
        openings = tricks(self.house, hand)
        if not openings:
            return pass_move(self.seen)
        candidates = []
        for trick in openings[:MAX_SEARCHED_TRICKS]:
            move, board, rest = (
                f"come {' '.join(trick)}",
                with_pile(GAME, table, trick),
                remove_cards(hand, trick),
            )
            candidates += self._candidates_after(move, board, self.sight.habits[:1], weighs=weighs)
            more = self.house.good_play(board, rest) if self.house.goes_on else None
            if more is not None:
                candidates += self._candidates_after(move, more, self.sight.habits, weighs=weighs)
            if more is not None and weighs and JOKER in laid_cards(board, more):
                plain = self.house.good_play(board, tuple(card for card in rest if card != JOKER))
                if plain is not None:
                    candidates += self._candidates_after(move, plain, self.sight.habits[:1], weighs=weighs)
        # After the usual trick it lays everything that fits without jokers.
        same = [candidate for candidate in candidates if candidate.move == self.usual]
        later = (
            min(same, key=lambda candidate: (-candidate.hand.jokers, candidate.hand.size)).later
            if same
            else ()
        )
        if not self.house.must_play:
            candidates += self._waiting_candidates()
        return self._best_move(candidates, rng, later)

    def _candidates_after(
        self, move: str, board: Table, habits: Sequence[RolloutPolicy], *, weighs: bool = False
    ) -> list[RolloutCandidate]:
        """Candidates of a move that leaves ``board``, one for each policy, not yet played out."""
        table = self.view.board(board)
        cards = laid_cards(self.table, board)
        hand = to_masks(self.house.book, remove_cards(self.hand, cards))
        later = board if weighs else ()
        return [
            RolloutCandidate(
                move, table, hand, inside=True, draws=False, habit=habit, board=board, later=later
            )
            for habit in habits
        ]

    def _waiting_candidates(self) -> list[RolloutCandidate]:
        """Candidates of the move that lays nothing, one for each policy of the level."""
        view = self.view
        inside, draws = view.inside[view.seat], not self.seen["came"]
        return [
            RolloutCandidate(pass_move(self.seen), view.table, view.hand, inside, draws, habit)
            for habit in self.sight.habits
        ]

    def _best_move(self, candidates: list[RolloutCandidate], rng: SeededRng, later: Table = ()) -> str:
        """Text of the best candidate's move, or of the usual one in doubt; stores candidates and choice."""
        if not self.seen["stock"]:
            # Passing comes first among equal moves, because it ends the game sooner and opens nothing.
            candidates.sort(key=lambda candidate: candidate.move != pass_move(self.seen))
        usual = self.usual
        if usual.startswith("play") and all(candidate.move != usual for candidate in candidates):
            candidates += self._candidates_after(
                usual, read_piles(usual.removeprefix("play ")), self.sight.habits[:1]
            )
        # With an empty draw pile two players know all cards, so the results do not depend on luck.
        sure = inf if self.waits else SURE_DEVIATIONS if self.seen["stock"] else 0.0
        thought = RockItSearch(self.view, self.sight, self.budget)
        self.found, self.chosen = candidates, thought.best(candidates, rng, (usual, later), sure)
        return self.chosen.move


BOT: Bot = RockItBot()


def beginner(observation: Observation, options: Options, _chance: SeededRng) -> str:
    """Text of a beginner's move, as a reference that easy must not exceed.

    The beginner knows what a trick is, that the first one needs 30 points, that the turn continues then, and
    to draw if nothing fits. It lays the tricks in its hand and every card that fits, jokers too, and
    rearranges nothing.
    """
    house, observed = RockItOptions.of(options), as_observation(observation)
    board, hand = _table_and_hand(observed)
    if not observed["in"][observed["turn"]]:
        trick = next(iter(house.comings(hand)), None)
        return pass_move(observed) if trick is None else f"come {' '.join(trick)}"
    new: Table | None = None
    current, rest = board, hand
    while (more := next(iter(house.simple_plays(current, rest)), None)) is not None:
        rest, current = remove_cards(rest, laid_cards(current, more)), more
        new = current
    if new is None and house.must_play:
        new = house.best_play(board, hand)
    return pass_move(observed) if new is None else play_text(new)


HINT_WORLDS = 24  # worlds for estimating what the next player could lay
MIN_REASON_CARDS = (
    0.5  # average number of cards more that the next player must be able to lay for a hint to say so
)
NEARLY_OUT_CARDS = 2  # cards in a hand that is about to be emptied
MIN_REASON_LOSS = 0.03  # share of the win by which waiting must lose to such a player for a hint to say so
MIN_FIGURE_DEALS = 60  # deals in which both moves must have been played out for a hint to show a figure
COMPARISON_DEALS = 120  # deals for a comparison without a figure


def find_best_play(
    observation: Observation, options: Options, seed: Seed, nodes: int | None = None
) -> BestPlay:
    """Best move with reasons (none if late), within its time or ``nodes`` worlds. Empty if nothing fits."""
    house, observed = RockItOptions.of(options), as_observation(observation)
    player = RockItAgent(house, observed, SEARCH_CONFIGS[BEST_LEVEL], hint_budget(nodes))
    move = player.move(SeededRng(*seed), weighs=True)
    try:
        return _explain_move(player, move)
    except DeadlineError:  # the move is shown without a reason
        return (
            BestPlay(ends=move)
            if move == pass_move(observed)
            else BestPlay(*_tables_after(player, move), full=False)
        )


def _explain_move(player: RockItAgent, move: str) -> BestPlay:
    """Chosen move with reasons; empty if nothing can be laid. Raises `DeadlineError` if the time is up."""
    if move == pass_move(player.seen):
        return BestPlay(ends=move, reasons=_waiting_reasons(player)) if player.found else BestPlay()
    table, after = _tables_after(player, move)
    cards = added_cards(player.table, after or table)
    if len(cards) == len(player.hand):
        return BestPlay(table, after, reasons=(HintReason("all"),))
    best = _fullest(player.found)
    kept_cards = () if best is None else multiset_difference(added_cards(player.table, best.board), cards)
    if best is None or not kept_cards:
        full = _is_most(player)
        reasons = (HintReason("most"),) if full else _odds_reasons(player, _best_wait(player))
        return BestPlay(table, after, full=full, reasons=_urgency_reasons(player) or reasons)
    if multiset_difference(cards, added_cards(player.table, best.board)):
        full = len(cards) >= len(added_cards(player.table, best.board))
        return BestPlay(
            table, after, full=full, reasons=_urgency_reasons(player) or _odds_reasons(player, best)
        )
    assert player.chosen is not None
    joker = (HintReason("joker"),) if JOKER in kept_cards else ()
    reasons = joker + _feeding_reasons(player, best.board, player.chosen.board) or _odds_reasons(player, best)
    return BestPlay(table, after, kept=kept_cards, full=False, reasons=reasons)


def _tables_after(player: RockItAgent, move: str) -> tuple[Table, Table | None]:
    """Pair (table after a move that lays cards; table after the play that follows coming in, or None)."""
    verb, _, rest = move.partition(" ")
    if verb != "come":
        return read_piles(rest), None
    trick = tuple(rest.split())
    table = with_pile(GAME, player.table, trick)
    if player.chosen is not None:
        return table, player.chosen.board if player.chosen.board != table else None
    # Not searched, because everything fits after this trick.
    left = remove_cards(player.hand, trick)
    return table, player.house.good_play(table, left) if left else None


def _fullest(candidates: list[RolloutCandidate]) -> RolloutCandidate | None:
    """Candidate that lays the most cards. None if none lays any."""
    return max(
        (candidate for candidate in candidates if candidate.board),
        key=lambda candidate: sum(map(len, candidate.board)),
        default=None,
    )


def _is_most(player: RockItAgent) -> bool:
    """True if the weighed candidates certainly include the play with most cards."""
    house, boards = player.house, [(player.table, player.hand)]
    if not player.seen["in"][player.seen["turn"]]:
        openings = tricks(house, player.hand)
        if len(openings) > MAX_SEARCHED_TRICKS:
            return False
        boards = [
            (with_pile(GAME, player.table, trick), remove_cards(player.hand, trick)) for trick in openings
        ]
        boards = [board for board in boards if board[1]] if house.goes_on else []
    return all(good_play(GAME, *board, house.options, GOOD_WORK).proved for board in boards)


def _waiting_reasons(player: RockItAgent) -> tuple[HintReason, ...]:
    """At most two reasons for laying nothing although something fits. May raise `DeadlineError`."""
    best, chosen, observation = _fullest(player.found), player.chosen, player.seen
    if not observation["stock"] and player.house.options.get_str("pile_empty") == "fewest_cards":
        lowest_count, *others = sorted(observation["counts"])
        if observation["counts"][player.view.seat] == lowest_count < others[0]:
            return (HintReason("fewest"),)
    feeds = () if best is None else _feeding_reasons(player, best.board, player.table)
    if player.house.must_play or not observation["stock"]:  # then it cannot wait until everything fits
        later = (HintReason("next"),) if best is not None and observation["stock"] else ()
        return feeds + later or _odds_reasons(player, best)
    waits = player.waits or (chosen is not None and chosen.habit is RolloutPolicy.HOLD)
    holds = (HintReason("hold"),) if waits else ()
    return feeds + holds or _odds_reasons(player, best)


def _odds_reasons(player: RockItAgent, alternative: RolloutCandidate | None) -> tuple[HintReason, ...]:
    """At most one reason: chosen move against ``alternative``. Raises `DeadlineError` if the time is up."""
    chosen = player.chosen
    if chosen is None:
        return ()
    if alternative is None or (
        alternative.board and len(_laid_cards(player, alternative)) <= len(_laid_cards(player, chosen))
    ):
        return (HintReason("found"),)
    worse, even = ("mean", "close") if alternative.board else ("idle", "even")
    # A move dropped after a few deals was losing in these, so a figure would flatter the other.
    if min(chosen.worlds, alternative.worlds) >= MIN_FIGURE_DEALS:
        more = round(100 * (chosen.won / chosen.worlds - alternative.won / alternative.worlds))
        if more > 0:
            return (HintReason(worse, count=more),)
    first, second = (replace(move, won=0.0, worlds=0, lost=Counter()) for move in (chosen, alternative))
    sight = replace(player.sight, worlds=COMPARISON_DEALS)
    RockItSearch(player.view, sight, player.budget).play_out_all((first, second), SeededRng("beside"))
    ahead, doubt = first.worth - second.worth, (0.5 / COMPARISON_DEALS) ** 0.5
    if ahead < -SURE_DEVIATIONS * doubt:
        return _next_turn_reasons(player, chosen)
    return (HintReason(worse if ahead > SURE_DEVIATIONS * doubt else even),)


def _next_turn_reasons(player: RockItAgent, chosen: RolloutCandidate) -> tuple[HintReason, ...]:
    """At most one reason: kept cards fit next turn (``next``), or the move won most often (``best``)."""
    if player.house.must_play and chosen.board:
        rest = remove_cards(player.hand, laid_cards(player.table, chosen.board))
        if player.house.good_play(chosen.board, rest) is not None:
            return (HintReason("next"),)
    best = all(
        candidate.worth <= chosen.worth for candidate in player.found if candidate.worlds >= chosen.worlds
    )
    return (HintReason("best"),) if best else ()


def _laid_cards(player: RockItAgent, move: RolloutCandidate) -> Pile:
    """Cards of the hand that a candidate lays, a joker as ``JK``."""
    return added_cards(player.table, move.board) if move.board else ()


def _best_wait(player: RockItAgent) -> RolloutCandidate | None:
    """Best candidate that lays nothing and was played out. None if there is none."""
    waits = [candidate for candidate in player.found if not candidate.board and candidate.worlds]
    return max(waits, key=lambda candidate: candidate.worth, default=None)


def _urgency_reasons(player: RockItAgent) -> tuple[HintReason, ...]:
    """One reason if waiting would clearly more often lose to a seat with 1 or 2 cards; else empty."""
    chosen, observation, wait = player.chosen, player.seen, _best_wait(player)
    if chosen is None or wait is None:
        return ()
    for seat, count in enumerate(observation["counts"]):
        if seat != observation["seat"] and 0 < count <= NEARLY_OUT_CARDS and observation["in"][seat]:
            more = wait.lost[seat] / wait.worlds - chosen.lost[seat] / max(1, chosen.worlds)
            if more >= MIN_REASON_LOSS:
                return (HintReason("now", seat, count),)
    return ()


def _feeding_reasons(player: RockItAgent, table: Table, alternative: Table) -> tuple[HintReason, ...]:
    """At most one reason: the next seat could lay more on ``table``. Raises `DeadlineError` if late."""
    view = player.view
    seat = (view.seat + 1) % len(view.inside)
    if not view.inside[seat]:
        return ()
    more, less = view.board(table), view.board(alternative)
    gain = 0
    for hands, *_ in islice(view.worlds(SeededRng("feeds")), HINT_WORLDS):
        player.budget.check()
        gain += _can_lay(more, hands[seat]) - _can_lay(less, hands[seat])
    return (HintReason("feeds", seat),) if gain >= MIN_REASON_CARDS * HINT_WORLDS else ()


def _can_lay(table: MaskHand, hand: MaskHand) -> int:
    """Number of a hand's cards, without jokers, in the largest lay that is found; 0 if none is."""
    lay = largest_lay(table, hand)
    return 0 if lay is None else hand.size - hand.jokers - lay.lost
