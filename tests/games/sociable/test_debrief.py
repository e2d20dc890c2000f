"""Report after a match of SOCiable: the debrief, simulated societies, and open hands."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations

import pytest

from game.bots.match_runner import bot_move
from game.core.discovery import find_game
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.sociable.screen.board import SENTENCE_HALF_WIDTH, open_row
from game.games.sociable.screen.office_layout import OfficeBoxes
from game.games.sociable.statistics import MatchStatistics, strength, worth
from game.games.sociable.statistics.simulation import (
    LEVEL,
    SimulatedMatch,
    SimulatedPopulation,
    batches,
    in_order,
)
from game.ui.core.canvas import Box, Canvas, overlaps
from tests.games.sociable.helpers import at
from tests.sampling import sample_size

# The numbers of the debrief, counted again from the record by other means.


POWERS = {"8": 0, "9": 1, "10": 2, "J": 3, "Q": 4, "K": 5, "A": 6}


def power(card: str) -> int:
    return 7 if card == "JK" else POWERS[card[:-1]]


def played(seed: int, players: int, **options: object) -> Session:
    session = Session.new("sociable", players, seed, options)
    while session.to_move is not None:
        session.play(SeededRng(seed, len(session.log)).pick(session.moves()))
    return session


class Naive:
    """The match read from positions as text, ply by ply, and from the cards dealt to each seat."""

    def __init__(self, record: str) -> None:
        whole = Session.from_record(record)
        session = whole.before(0)
        self.orders = [self.read(session, "order", ",")]
        self.totals = [self.read(session, "scores", "/")]
        self.dealt = [self.hands_dealt(session, session.opening)]
        self.held: list[list[Counter[str]]] = []
        open_hand = True
        for move in ("", *(move for _seat, move in whole.log)):
            events = session.play(move) if move else session.opening
            scores = self.read(session, "scores", "/")
            if scores != self.totals[-1]:
                self.totals.append(scores)
                self.orders.append(self.read(session, "order", ","))
                if session.to_move is not None:
                    self.dealt.append(self.hands_dealt(session, events))
                    open_hand = True
            if open_hand and session.to_move is not None and self.fields(session)["give"] == "-":
                self.held.append(self.hands(session))
                open_hand = False

    @staticmethod
    def fields(session: Session) -> dict[str, str]:
        return dict(part.split("=", 1) for part in session.position().split())

    def read(self, session: Session, name: str, mark: str) -> list[int]:
        return [int(number) for number in self.fields(session)[name].split(mark)]

    def hands(self, session: Session) -> list[Counter[str]]:
        texts = self.fields(session)["hands"].split("/")
        return [Counter(text.split(",")) if text != "-" else Counter() for text in texts]

    def hands_dealt(self, session: Session, events: object) -> list[list[str]]:
        deal = [event for event in events if event.kind == "deal"][-1]  # type: ignore[attr-defined]
        return [session.redact(deal, seat).data["hands"][seat] for seat in range(session.players)]


TABLES = [(5, {}), (4, {}), (5, {"exchange": "reversed"}), (4, {"target": 21, "first_hand_exchange": False}),
          (5, {"exchange": "off"})]  # fmt: skip


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_story_matches_the_record(players: int, options: dict[str, object]) -> None:
    for seed in range(sample_size(4, 160)):
        record = played(seed, players, **options).record()
        story, naive = MatchStatistics.of(record), Naive(record)
        assert [list(order) for order in story.orders] == naive.orders
        assert [list(row) for row in story.totals] == naive.totals
        for number, hand in enumerate(story.hands):
            assert [Counter(cards) for cards in hand.dealt] == [Counter(h) for h in naive.dealt[number]]
            assert [Counter(cards) for cards in hand.held] == naive.held[number]
            assert sum(map(len, hand.dealt)) == sum(map(len, hand.held)) == 30


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_debrief_tables_add_up(players: int, options: dict[str, object]) -> None:
    for seed in range(sample_size(4, 160)):
        record = played(seed, players, **options).record()
        story, naive = MatchStatistics.of(record), Naive(record)
        table = Counter(
            (before.index(seat), after.index(seat))
            for before, after in zip(naive.orders, naive.orders[1:], strict=False)
            for seat in range(players)
        )
        assert {(a, b): n for a, row in enumerate(story.moves) for b, n in enumerate(row) if n} == table
        assert story.chair_holds == tuple(table[chair, chair] for chair in range(players))
        hands = len(naive.orders) - 1
        first = Counter(order[0] for order in naive.orders[:hands])
        assert story.as_boss == tuple(first[seat] for seat in range(players))
        for chair in range(players):
            seats = [order[chair] for order in naive.orders[:hands]]
            piles = [(naive.dealt[n][seat], naive.held[n][seat].elements()) for n, seat in enumerate(seats)]
            for told, cards in zip(story.strengths[chair], zip(*piles, strict=True), strict=True):
                means = [sum(map(power, pile)) / len(pile) for pile in map(list, cards)]
                assert told == pytest.approx(sum(means) / hands)
        assert [story.totals[-1][seat] for seat in story.standing] == sorted(naive.totals[-1], reverse=True)
        assert {story.chairs(seat)[-1] for seat in range(players)} == set(range(players))


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_exchanged_cards_are_those_owed_and_chosen(players: int, options: dict[str, object]) -> None:
    for seed in range(sample_size(4, 160)):
        session = played(seed, players, **options)
        story = MatchStatistics.of(session.record())
        chosen = [(seat, *move.split()[1:]) for seat, move in session.log if move.startswith("give")]
        told = [(given.giver, *given.cards) for hand in story.hands for given in hand.given
                if given.way == "chosen"]  # fmt: skip
        assert told == chosen
        flows = iter(story.flows)
        for hand in story.hands:
            held = [Counter(cards) for cards in hand.dealt]
            for given in hand.given:
                assert next(flows)[2] == given.cards
                if given.way == "forced":
                    powers = sorted(map(power, held[given.giver].elements()))
                    assert sorted(map(power, given.cards)) == powers[-len(given.cards) :]
                assert not Counter(given.cards) - held[given.giver]
                held[given.giver] -= Counter(given.cards)
                held[given.receiver] += Counter(given.cards)
            assert held == [Counter(cards) for cards in hand.held]


def test_strength_is_the_mean_power() -> None:
    assert strength(["8D", "AS", "JK"]) == pytest.approx(13 / 3)
    assert strength([]) == 0
    assert worth(["8D", "KS", "JK"]) == 12


def test_powerful_card_given_up_is_counted() -> None:
    session = at("hands=8S,9C,AD,KS/9D/10D/JD/QD give=0>4:2")
    session.play("give 8S AD")
    for _ in range(40):
        if session.observe(None)["scores"] != [0] * 5:
            break
        session.play(session.moves()[0] if session.moves()[0] != "pass" else session.moves()[-1])
    story = MatchStatistics.of(session.record())
    assert [(hand, chair, given.cards) for hand, chair, given in story.gave_up] == [(1, 0, ("8S", "AD"))]
    assert story.hands[0].dealt == ((), (), (), (), ())
    assert story.strengths == ((0, 0),) * 5


def test_unfinished_hand_is_left_out() -> None:
    session = Session.new("sociable", 5, 3)
    session.play(session.moves()[0])
    story = MatchStatistics.of(session.record())
    assert (len(story.orders), story.hands, story.totals) == (1, (), ((0,) * 5,))


def test_other_games_have_no_debrief() -> None:
    with pytest.raises(ValueError, match="SOCiable"):
        MatchStatistics.of(Session.new("socker", seed=0).record())


# Simulated societies: the same match simulated again, with the exchange and without it.


def rules(players: int, **options: object) -> Options:
    return find_game("sociable").info.read_options(options, players)


def society(ended: list[tuple[int, ...]], kept: int = 1) -> SimulatedPopulation:
    return SimulatedPopulation(len(ended[0]), tuple(SimulatedMatch(row, 4, kept) for row in ended))


@pytest.mark.parametrize(
    ("players", "options"), [(5, {}), (4, {"target": 16}), (5, {"exchange": "reversed"})]
)
def test_simulated_life_is_a_normal_match(players: int, options: dict[str, object]) -> None:
    """Replayed through `Session`, move by move, it ends the same."""
    for work in batches(rules(players, **options), players, 5, sample_size(2), 2):
        for batch in work:
            for number, (ended, hands, kept) in enumerate(batch.play(), start=batch.first):
                seed = SeededRng(5, "society", number).below(10**9)
                session = Session.new("sociable", players, seed, batch.options)
                orders = [session.observe(None)["order"]]
                while session.to_move is not None:
                    events = session.play(bot_move(session, LEVEL, seed))
                    orders += [event.data["order"] for event in events if event.kind == "hand_end"]
                assert session.outcome is not None
                assert hands == len(orders) - 1
                assert kept == sum(a[0] == b[0] for a, b in pairwise(orders))
                scores = session.outcome.scores
                by_place = [(-scores[seat], place) for place, seat in enumerate(orders[-1])]
                seats = [orders[-1][place] for _, place in sorted(by_place)]
                assert ended == tuple(orders[0].index(seat) for seat in seats)
                assert orders[0].index(session.outcome.winners[0]) == ended[0]


def test_batch_size_does_not_change_the_simulation() -> None:
    for coarse, fine in zip(batches(rules(5), 5, 9, 7, 7), batches(rules(5), 5, 9, 7, 2), strict=True):
        assert [batch.count for batch in fine] == [2, 2, 2, 1]
        assert coarse[0].play() == [life for batch in fine for life in batch.play()]


def test_only_one_simulated_society_exchanges() -> None:
    for given, told in (("on", "on"), ("reversed", "reversed"), ("off", "on")):
        ways = [work[0].options.get_str("exchange") for work in batches(rules(5, exchange=given), 5, 0, 3, 3)]
        assert ways == [told, "off"]
    other = batches(rules(5, target=21), 5, 0, 1, 1)[0][0].options
    assert other.get_int("target") == 21


def test_equal_outcomes_explain_nothing() -> None:
    fair = society(list(permutations(range(4))))
    assert fair.explained == pytest.approx(0)
    assert fair.wins == (0.25,) * 4
    assert fair.pairs[0] == fair.pairs[6] == pytest.approx(1 / 24)
    assert sum(number * share for number, share in enumerate(fair.pairs)) == pytest.approx(3)
    assert fair.at_least(0) == pytest.approx(1)
    assert fair.at_least(6) == pytest.approx(1 / 24)


def test_unchanging_order_explains_everything() -> None:
    for order in ((0, 1, 2, 3, 4), (4, 3, 2, 1, 0)):
        stiff = society([order] * 5, kept=4)
        assert stiff.explained == pytest.approx(1)
        assert stiff.boss_stayed == 1
        assert stiff.wins[order[0]] == 1


def test_rank_pairs_are_in_order() -> None:
    assert in_order((0, 1, 2, 3, 4)) == 10
    assert in_order((4, 3, 2, 1, 0)) == 0
    assert in_order((1, 0, 2, 3)) == 5


def test_exchange_keeps_people_in_their_chairs() -> None:
    """The purpose of the page: with the exchange much is structure, without it next to nothing."""
    given, free = (
        SimulatedPopulation(5, tuple(life for batch in work for life in batch.play()))
        for work in batches(rules(5), 5, 3, sample_size(30, 1200), 60)
    )
    assert given.explained > 0.25
    assert free.explained < 0.1
    assert given.boss_stayed > free.boss_stayed + 0.2


# Open hands of a puzzle and of a film: ranks and suits are legible, and no plate is covered.


VIEW = Canvas.of(960, 540)
HEM = 10.0  # overlap of two boxes that is allowed, units
SIZES = pytest.mark.parametrize("size", [1.0, 1.5, 2.0])
SEATED = pytest.mark.parametrize("players", [4, 5])


def office(players: int, size: float) -> OfficeBoxes:
    """Return the layout below the task of a puzzle in the smallest window."""
    return OfficeBoxes.of(VIEW, size, VIEW.h - 40 * size - 36, players, min_scale=0.8, above=140)


@SIZES
@SEATED
def test_open_rows_cover_no_other_plate(players: int, size: float) -> None:
    spots = office(players, size).spots
    for place, spot in enumerate(spots[1:], start=1):
        for box in open_row(spot, 6, VIEW.w, size):
            seen = box if spot.behind else Box(box.x, box.y, box.w, spot.plate.y - box.y)
            others = [other.plate for number, other in enumerate(spots) if number not in (0, place)]
            assert not any(overlaps(seen, plate, HEM) for plate in others)
            assert seen.x >= 0
            assert seen.right <= VIEW.w


def test_played_cards_appear_between_the_rows() -> None:
    for spot in office(5, 1.0).spots[2:4]:
        row = open_row(spot, 5, VIEW.w, 1.0)
        assert (
            row[-1].right <= VIEW.w / 2 - SENTENCE_HALF_WIDTH + 1
            or row[0].x >= VIEW.w / 2 + SENTENCE_HALF_WIDTH - 1
        )
