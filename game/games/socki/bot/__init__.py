"""Bots of SOCKI. They receive an Observation and the options, nothing else.

Level easy lays single piles and cards (`childish`) and sees no rearrangement; normal lays as many cards as
possible, and of as many those for which the fewest piles have to be opened. Hard and master
compare their possible plays (`LayOptions`): they deal the unseen cards at random, play on, and evaluate the
cards left to each seat (`search`). Because the table may be rearranged freely, only the cards of a play
matter for the rest of the round, not their arrangement. From level normal on, bots that can play never draw
or pass, even if the house rules allow it. `find_best_play` advises people: the play of level master, with
reasons.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations

from game.core.cards import remove_cards
from game.core.game import Bot, Observation
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.rummy import (
    BudgetExceeded,
    CardSet,
    Charge,
    MeldFeasibility,
    WorkLimit,
    counting_for,
    disturbance,
    faces,
    minus,
    of_faces,
    plus,
    to_card_set,
)
from game.core.rummy.assistance import BestPlay, HintReason, Seed
from game.core.rummy.melds import MIN_MELD
from game.core.rummy.table import Pile, Table, changes, write_piles
from game.core.search import BEST_LEVEL, Budget, DeadlineError, hint_budget, read_level
from game.games.socki.bot.match_equity import MatchEquity
from game.games.socki.bot.search import (
    EvaluatedPlay,
    SockiHiddenInfo,
    SockiSearch,
    SockiSearchConfig,
    by_company,
    by_number,
)
from game.games.socki.rules.events import SockiObservation, as_observation
from game.games.socki.rules.state import DECK, SockiOptions

OVERLOOK_PROBABILITY = 0.3  # probability that an easy bot overlooks that it could play


def childish(house: SockiOptions, table: Table, hand: Pile, rng: SeededRng) -> Table | None:
    """Table after a child's play of a single pile or card; `None` if it overlooks or finds none.

    It sometimes overlooks a play if the house rules allow that, but never one that empties its hand. It does
    not break up a meld in its hand if it can play anything else.
    """
    overlooks = rng.with_probability(OVERLOOK_PROBABILITY) and not house.must_play
    plays = list(house.simple_plays(table, hand))
    size = sum(map(len, table))
    last = [new for new in plays if sum(map(len, new)) == size + len(hand)]
    if last:
        return last[0]
    if overlooks:
        return None
    plays = [new for new in plays if not _breaks_melds(house, hand, changes(table, new)[0])] or plays
    if house.must_play:
        # With an enforced play it overlooks nothing, but it plays one card at a time if it can.
        plays = [new for new in plays if sum(map(len, new)) == size + 1] or plays
    if plays:
        return rng.pick(plays)
    # It sees no rearrangement. If the rules make it look for one, it fits in one card if that is enough.
    return house.smallest_play(table, hand) or house.best_play(table, hand) if house.must_play else None


def _breaks_melds(house: SockiOptions, hand: Pile, cards_to_lay: Pile) -> bool:
    """True if laying these cards reduces the number of the hand's cards that are in melds."""
    counting, cards = counting_for(house.book), to_card_set(house.book, hand)
    left = minus(cards, to_card_set(house.book, cards_to_lay))
    return (
        counting.largest_play(0, left).bit_count() + len(cards_to_lay)
        < counting.largest_play(0, cards).bit_count()
    )


MAX_EXHAUSTIVE_PLAY = 4  # maximum size of a play all of whose parts are considered


class LayOptions:
    """Plays that one hand can make on one table."""

    def __init__(
        self,
        house: SockiOptions,
        counting: MeldFeasibility,
        table: CardSet,
        hand: CardSet,
        charge: Charge | None = None,
    ) -> None:
        self.house, self.counting, self.table, self.hand = house, counting, table, hand
        self.charge = charge

    def all(self, largest: CardSet) -> list[CardSet]:
        """Legal plays worth considering, without duplicates, ``largest`` first if legal; may be empty.

        They lay all of ``largest``, parts of it, single cards, and ``largest`` with one card exchanged.
        """
        # A dict keeps the order: of equally good plays the first is chosen.
        plays = {largest: None} if self.legal(largest) else {}
        for play in self._smaller_plays(largest):
            if play not in plays and self.legal(play):
                plays[play] = None
        return list(plays)

    def may_open(self, play: CardSet) -> bool:
        """True if the table is not empty, or the play has the number of cards that an opening needs."""
        size = play.bit_count()
        return bool(self.table) or (size == MIN_MELD if self.house.opening_three else size >= MIN_MELD)

    def legal(self, play: CardSet) -> bool:
        """True if the house rules allow the play and its cards fit. May raise `BudgetExceeded`."""
        if not self.may_open(play):
            return False
        table = plus(self.table, play)
        if not self.counting.can_lie(table, self.charge):
            return False
        if not self.house.play_all or (self.house.opening_three and not self.table):
            return True
        return not self.counting.largest_play(table, minus(self.hand, play), self.charge)

    def _smaller_plays(self, largest: CardSet) -> Iterator[CardSet]:
        """Yields plays other than ``largest`` to consider, legal or not, with duplicates."""
        cards, book = list(faces(largest)), self.house.book
        if not self.table:
            for meld in book.melds_from([book.pack.cards[face] for face in faces(self.hand)]):
                yield to_card_set(book, meld)
        sizes = range(1, len(cards)) if len(cards) <= MAX_EXHAUSTIVE_PLAY else (len(cards) - 1,)
        for size in sizes:
            yield from map(of_faces, combinations(cards, size))
        for face in dict.fromkeys(faces(self.hand)):
            yield of_faces((face,))
        for face in dict.fromkeys(cards):
            rest = minus(largest, of_faces((face,)))
            for substitute in dict.fromkeys(faces(minus(self.hand, largest))):
                if substitute != face:
                    yield plus(rest, of_faces((substitute,)))


SEARCH_CONFIGS = {
    "hard": SockiSearchConfig(nodes=240, turns=1, worth=by_number),
    "master": SockiSearchConfig(nodes=1200, turns=3, worth=by_company),
}


class SockiBot:
    """Bot of SOCKI."""

    levels = ("easy", "normal", *SEARCH_CONFIGS)

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """Text of the legal move chosen for the observing seat, which must be to move.

        The budget counts the evaluations of a play in one determinization each.
        """
        level, observed = read_level(level, self.levels), as_observation(observation)
        return SockiAgent(observed, options, level, budget).move(chance)


PLAYS_WORK = 10_000
"""Work limit for finding the plays to compare, about 0.3 s. It is spent in full even on a busy machine."""


class SockiAgent:
    """Decision of a bot."""

    def __init__(
        self,
        observation: SockiObservation,
        options: Options,
        level: str,
        budget: Budget | None = None,
    ) -> None:
        self.house = SockiOptions.of(options)
        self.seen, self.level, self.budget = observation, level, budget or Budget()
        self.table: Table = tuple(map(tuple, observation["table"]))
        self.hand = tuple(observation["hand"])
        self.counting = counting_for(self.house.book)
        self.on_table = to_card_set(self.house.book, (card for pile in self.table for card in pile))
        self.plays: list[CardSet] = []
        """Plays that it has compared."""
        self.laid: CardSet = 0
        """Cards that it has chosen to lay."""

    def move(self, rng: SeededRng) -> str:
        """Text of the chosen move: ``play`` with the new table, or ``draw``, or ``pass`` without stock."""
        if self.level == "easy":
            new = childish(self.house, self.table, self.hand, rng)
        else:
            new = self.table_after(rng)
        if new is None:
            return "draw" if self.seen["stock"] else "pass"
        return f"play {write_piles(new)}"

    def table_after(self, rng: SeededRng) -> Table | None:
        """Table after its play. None if none is legal or, out of time or work, if no simple play is."""
        if self.level not in SEARCH_CONFIGS:
            new = self.house.good_play(self.table, self.hand, PLAYS_WORK)
            is_legal = new is not None and self.house.play_refusal(self.table, self.hand, new) is None
            return new if is_legal else self._simple_table()
        try:
            self.laid = self._cards_to_lay(rng)
        except (DeadlineError, BudgetExceeded):
            return self._simple_table()
        return self._table_with(self.laid) if self.laid else None

    def _table_with(self, play: CardSet) -> Table:
        """Table after laying these cards, which must go, with the fewest piles opened."""
        table = self.house.best_play(self.table, self.cards(play))
        assert table is not None
        return table

    def _cards_to_lay(self, rng: SeededRng) -> CardSet:
        """Cards of its play; 0 if no play is legal.

        Raises:
            BudgetExceeded: if its plays are too hard to find.
            DeadlineError: if there is no time to compare them, and the house rules forbid the most cards.
        """
        counting, table, hand = self.counting, self.on_table, to_card_set(self.house.book, self.hand)
        charge = WorkLimit(PLAYS_WORK).spend
        largest = counting.largest_play(table, hand, charge)
        if not largest:
            return 0
        choices = LayOptions(self.house, counting, table, hand, charge)
        legal = choices.may_open(largest)  # also with the house rule that all cards must be laid
        # Laying the whole hand ends the round, if the house rules allow it, so there is rarely anything to
        # compare.
        if legal and largest == hand and not self._may_end_lost():
            return largest
        try:
            self.plays = choices.all(largest)
            return self._choose_cards(self.plays, rng) if self.plays else 0
        except (DeadlineError, BudgetExceeded):
            if legal:
                return largest
            raise

    def _simple_table(self) -> Table | None:
        """Table after the largest simple play. Without one None, or the best play if it must play."""
        plays = list(self.house.simple_plays(self.table, self.hand))
        if plays or not self.house.must_play:
            return max(plays, key=lambda new: sum(map(len, new)), default=None)
        return self.house.best_play(self.table, self.hand)

    def charge(self, _work: int) -> None:
        """Raises `DeadlineError` if the time for the decision is over."""
        self.budget.check()

    def cards(self, play: CardSet) -> Pile:
        """Texts of the cards of a play."""
        return tuple(self.house.book.pack.cards[face] for face in faces(play))

    def unseen(self) -> SockiHiddenInfo:
        """New `SockiHiddenInfo`: the cards that the bot does not see, to be dealt at random."""
        hand = to_card_set(self.house.book, self.hand)
        unseen = minus(to_card_set(self.house.book, DECK), plus(self.on_table, hand))
        counts = [self.seen["counts"][seat] for seat in self.seats[1:]]
        return SockiHiddenInfo(self.counting, self.on_table, unseen, counts, self.seen["stock"], self.charge)

    def totals(self) -> MatchEquity:
        """New match equity for the totals of the seats in the round, the bot's first."""
        scores = tuple(self.seen["scores"][seat] for seat in self.seats)
        return MatchEquity(scores, self.house.options.get_int("target"))

    @property
    def seats(self) -> list[int]:
        """Seats of the round in turn order, starting with the bot's."""
        own_seat, players = self.seen["seat"], self.seen["players"]
        assert own_seat is not None
        order = [(own_seat + step) % players for step in range(players)]
        return [seat for seat in order if self.seen["counts"][seat]]

    def _may_end_lost(self) -> bool:
        """True if going out may end the match for another seat."""
        return self.totals().may_end_lost([self.seen["counts"][seat] for seat in self.seats[1:]])

    def _choose_cards(self, plays: list[CardSet], rng: SeededRng) -> CardSet:
        """Cards of one of the plays by search; of equally good ones, one that opens the fewest piles."""
        if len(plays) == 1:
            return plays[0]
        best = self.thought().best(plays, rng)
        if len(best) == 1 or self.budget.is_over:
            return best[0]
        return min(best, key=lambda play: disturbance(self.house.book, self.table, self._table_with(play)))

    def thought(self, config: SockiSearchConfig | None = None) -> SockiSearch:
        """New search for the decision, with the configuration of the level by default."""
        hand, config = to_card_set(self.house.book, self.hand), config or SEARCH_CONFIGS[self.level]
        return SockiSearch(
            self.counting, self.on_table, hand, self.unseen(), self.totals(), config, self.budget
        )


BOT: Bot = SockiBot()


def beginner(observation: Observation, options: Options, _chance: SeededRng) -> str:
    """Text of the move of a person who knows the first lesson, a reference that easy must not exceed.

    It knows what a pile is, that cards may be added to piles, and that it must draw if nothing fits. It lays
    the piles in its hand and every card that fits, and breaks up nothing. Only if the house rules forbid a
    draw, it makes the play that the window then shows.
    """
    house, observed = SockiOptions.of(options), as_observation(observation)
    table, hand = tuple(map(tuple, observed["table"])), tuple(observed["hand"])
    best, new_table, rest = None, table, hand
    while (new := next(iter(house.simple_plays(new_table, rest)), None)) is not None:
        rest, new_table = remove_cards(rest, changes(new_table, new)[0]), new
        if house.play_refusal(table, hand, new_table) is None:
            best = new_table
    if best is None and house.must_play:
        best = house.best_play(table, hand)
    if best is None:
        return "draw" if observed["stock"] else "pass"
    return f"play {write_piles(best)}"


HINT_DEALS = 64  # deals of the unseen cards for estimating what the next player could lay
MIN_REASON_GAIN = 0.25
"""Minimum difference for giving a reason, in mean cards laid or in the probability that something fits."""
MIN_PROMISED_PROBABILITY = 0.75
"""Minimum probability that something fits in the next turn, for promising it."""
MIN_FALLBACK_GAIN = 0.05
"""Minimum increase of that probability if there is no other reason."""


def find_best_play(
    observation: Observation, options: Options, seed: Seed, nodes: int | None = None
) -> BestPlay:
    """Play of the best level with its reasons, within its time or ``nodes``. Empty if none is possible."""
    observed = as_observation(observation)
    player = SockiAgent(observed, options, BEST_LEVEL, hint_budget(nodes))
    table = player.table_after(SeededRng(*seed))
    if table is None:
        return BestPlay()
    chosen = player.laid
    if not chosen:  # there was no time for a comparison
        return BestPlay(table)
    if chosen.bit_count() == len(player.hand):
        return BestPlay(table, reasons=(HintReason("all"),))
    largest = max(player.plays, key=lambda play: (play.bit_count(), play == chosen), default=chosen)
    if chosen.bit_count() == largest.bit_count():
        return BestPlay(table, reasons=(HintReason("most"),))
    # The cards beside the laid ones only matter if the play contains all of these.
    whole = next(
        (
            play
            for play in player.plays
            if play.bit_count() == largest.bit_count() and _contains(play, chosen)
        ),
        largest,
    )
    kept_cards = player.cards(minus(whole, chosen)) if _contains(whole, chosen) else ()
    reasons: tuple[HintReason, ...] = ()
    with suppress(DeadlineError):  # the move is shown without a reason
        reasons = _reasons_for(player, chosen, whole)
    return BestPlay(table, kept=kept_cards, full=False, reasons=reasons)


def _reasons_for(player: SockiAgent, chosen: CardSet, whole: CardSet) -> tuple[HintReason, ...]:
    """At least one reason for not laying ``whole``, strongest first. Raises `DeadlineError` if late."""
    feeds, ready = _prospects_after(player, chosen)
    feeds_by_whole, ready_by_whole = _prospects_after(player, whole)
    reasons = [(feeds_by_whole - feeds, HintReason("feeds", player.seats[1]))]
    if ready >= MIN_PROMISED_PROBABILITY:
        reasons.append((ready - ready_by_whole, HintReason("next")))
    reasons.sort(key=lambda weighted: -weighted[0])
    main_reasons = tuple(reason for weight, reason in reasons if weight >= MIN_REASON_GAIN)
    main_reasons = main_reasons or tuple(
        reason for weight, reason in reasons if reason.kind == "next" and weight >= MIN_FALLBACK_GAIN
    )
    if main_reasons or (comparison := _comparison(player, chosen, whole)) is None:
        return (
            main_reasons or tuple(reason for weight, reason in reasons if weight > 0) or (HintReason("best"),)
        )
    return (comparison,)


def _comparison(player: SockiAgent, play: CardSet, whole: CardSet) -> HintReason | None:
    """Reason "mean" or "close" from the same deals for both plays. None if ``whole`` is clearly better."""
    thought, unseen, rng = player.thought(), player.unseen(), SeededRng("opened")
    chosen, maximum = EvaluatedPlay(play), EvaluatedPlay(whole)
    for _ in range(HINT_DEALS):
        guess = unseen.dealt(rng)
        for evaluated in (chosen, maximum):
            evaluated.values.append(thought.value(evaluated.play, guess))
    if maximum.behind(chosen):
        return HintReason("mean")
    return None if chosen.behind(maximum) else HintReason("close")


def _contains(play: CardSet, part: CardSet) -> bool:
    """True if a play has all cards of another one."""
    return not part & ~play


def _prospects_after(player: SockiAgent, play: CardSet) -> tuple[float, float]:
    """Mean number of cards that the next seat can lay, and probability that a kept card fits next turn."""
    # Every call uses the same deals, so that differences come from the plays.
    unseen, rng = player.unseen(), SeededRng("opened")
    remaining_hand = minus(to_card_set(player.house.book, player.hand), play)
    laid_count = ready_count = 0
    for _ in range(HINT_DEALS):
        table = plus(player.on_table, play)
        for number, hand in enumerate(unseen.dealt(rng).hands):
            reply = player.counting.largest_play(table, hand, player.charge)
            if reply:
                table = plus(table, reply)
                laid_count += reply.bit_count() if number == 0 else 0
        ready_count += bool(player.counting.largest_play(table, remaining_hand, player.charge))
    return laid_count / HINT_DEALS, ready_count / HINT_DEALS
