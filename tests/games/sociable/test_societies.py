"""Parallel societies: the same matches lived again, with the exchange and without it."""

from itertools import pairwise, permutations

import pytest

from game.bots.arena import bot_move
from game.core.chance import Chance
from game.core.discovery import find
from game.core.options import Options
from game.core.session import Session
from game.games.sociable.debrief.societies import LEVEL, LivedMatch, Society, batches, in_order
from tests.scale import scaled


def rules(players: int, **options: object) -> Options:
    return find("sociable").info.read_options(options, players)


def society(ended: list[tuple[int, ...]], kept: int = 1) -> Society:
    return Society(len(ended[0]), tuple(LivedMatch(row, 4, kept) for row in ended))


@pytest.mark.parametrize(
    ("players", "options"), [(5, {}), (4, {"target": 16}), (5, {"exchange": "reversed"})]
)
def test_a_life_is_a_match_as_any_other(players: int, options: dict[str, object]) -> None:
    """The same match through `Session`, move by move, ends alike."""
    for work in batches(rules(players, **options), players, 5, scaled(2), 2):
        for batch in work:
            for number, (ended, hands, kept) in enumerate(batch.played(), start=batch.first):
                seed = Chance(5, "society", number).below(10**9)
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


def test_the_work_does_not_depend_on_how_it_is_cut() -> None:
    for coarse, fine in zip(batches(rules(5), 5, 9, 7, 7), batches(rules(5), 5, 9, 7, 2), strict=True):
        assert [batch.count for batch in fine] == [2, 2, 2, 1]
        assert coarse[0].played() == [life for batch in fine for life in batch.played()]


def test_one_society_exchanges_and_the_other_does_not() -> None:
    for given, told in (("on", "on"), ("reversed", "reversed"), ("off", "on")):
        ways = [work[0].options.word("exchange") for work in batches(rules(5, exchange=given), 5, 0, 3, 3)]
        assert ways == [told, "off"]
    other = batches(rules(5, target=21), 5, 0, 1, 1)[0][0].options
    assert other.number("target") == 21


def test_nothing_is_explained_when_all_ends_are_alike() -> None:
    fair = society(list(permutations(range(4))))
    assert fair.explained == pytest.approx(0)
    assert fair.wins == (0.25,) * 4
    assert fair.pairs[0] == fair.pairs[6] == pytest.approx(1 / 24)
    assert sum(number * share for number, share in enumerate(fair.pairs)) == pytest.approx(3)
    assert fair.at_least(0) == pytest.approx(1)
    assert fair.at_least(6) == pytest.approx(1 / 24)


def test_everything_is_explained_when_nothing_ever_changes() -> None:
    for order in ((0, 1, 2, 3, 4), (4, 3, 2, 1, 0)):
        stiff = society([order] * 5, kept=4)
        assert stiff.explained == pytest.approx(1)
        assert stiff.boss_stayed == 1
        assert stiff.wins[order[0]] == 1


def test_pairs_in_order() -> None:
    assert in_order((0, 1, 2, 3, 4)) == 10
    assert in_order((4, 3, 2, 1, 0)) == 0
    assert in_order((1, 0, 2, 3)) == 5


def test_the_exchange_is_what_keeps_people_in_their_chairs() -> None:
    """What the page is there to show: with the exchange much is structure, without it next to nothing."""
    given, free = (
        Society(5, tuple(life for batch in work for life in batch.played()))
        for work in batches(rules(5), 5, 3, scaled(60), 60)
    )
    assert given.explained > 0.25
    assert free.explained < 0.1
    assert given.boss_stayed > free.boss_stayed + 0.2
