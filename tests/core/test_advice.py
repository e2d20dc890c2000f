"""House help: validity, repair, fitting, hints and missed plays, against slow solvers and the rules."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from game.bots.worker import WorkerResult
from game.core.cards import JOKER, multiset_difference, remove_cards
from game.core.discovery import find_game, import_object
from game.core.game import HintLevel
from game.core.rng import SeededRng
from game.core.rummy import assistance, best_play, good_play
from game.core.rummy._repair_search import defect
from game.core.rummy.assistance import (
    DraftPosition,
    TableValidity,
    hint,
    plan_with_cards,
    play_shortfall,
    repair,
    table_status,
)
from game.core.rummy.draft import Draft, card_moves
from game.core.rummy.melds import book_for, meld_book, variety_of
from game.core.rummy.table import canonical, read_piles, write_piles
from game.core.session import Session
from tests.core.draft_builder import DraftBuilder, disturbed
from tests.core.rummy_oracle import exhaustive, program
from tests.sampling import sample_size

HOUSES: tuple[tuple[str, dict[str, object]], ...] = (
    ("socki", {}),
    ("socki", {"happy_mode": "both"}),
    ("socki", {"play_all": "strict"}),
    ("rockit", {"decks": 2}),
    ("rockit", {"decks": 2, "joker_in_kind": "any_missing"}),
)


RANKS = 7  # ranks in the deck, few so that there is much to arrange


def clay_for(game: str, seed: int, options: dict[str, object], size: int = 18, held: int = 8) -> DraftBuilder:
    """Return a turn on a table laid by the arranger; in RockIt with jokers on it and in the hand."""
    rank = variety_of(game).pack.rank
    cards = [card for card in variety_of(game).pack.deck(2) if card != "JK" and rank[card] < RANKS]
    Random(seed).shuffle(cards)
    cards = [*["JK"] * (2 if game == "rockit" else 0), *cards]
    table = good_play(game, (), cards[:size], options, 2_000).table
    hand = [*cards[size : size + held], *(["JK"] if game == "rockit" and seed % 2 else [])]
    field = "" if game == "socki" else " in=1/1"
    piles = "/".join(",".join(pile) for pile in table) or "-"
    return DraftBuilder(game, f"table={piles} hands={','.join(hand)}/{cards[-1]}{field}", **options)


def accepted(clay: DraftBuilder, table: tuple[tuple[str, ...], ...] | None) -> bool:
    """True if the rules accept this table as the end of the turn."""
    assert table is not None
    return clay.session.refusal(f"play {write_piles(table)}") is None


@pytest.mark.parametrize(("game", "options"), HOUSES)
def test_advice_on_half_built_turns_agrees_with_the_rules(game: str, options: dict[str, object]) -> None:
    lights: Counter[TableValidity] = Counter()
    for seed in range(sample_size(4, 280)):
        clay = clay_for(game, seed, options, size=6 + 2 * seed % 24)
        chance = Random(seed)
        clay.draft = disturbed(chance, clay.draft, 1 + seed % 4)
        position = clay.position
        light = table_status(position).light
        lights[light] += 1
        plan = repair(position)
        if light is TableValidity.IRREPARABLE:
            assert plan.table is None
        if light in (TableValidity.VALID, TableValidity.REPAIRABLE):
            assert plan.table is not None
        if light is TableValidity.VALID and position.laid_cards:
            assert clay.code is None
            assert (plan.table, plan.moves) == (canonical(game, clay.draft.table), 0)
        if plan.table is not None:
            assert accepted(clay, plan.table)
            assert not multiset_difference(position.laid_cards, plan.cards)
            assert plan.cards
            arranged = clay.draft.arrange(plan.table)
            assert arranged.is_valid
            assert plan.moves == len(card_moves(position.piles, plan.table))
        picked = chance.sample(position.remaining_hand, min(2, len(position.remaining_hand)))
        fitted = plan_with_cards(position, picked)
        if fitted.table is not None:
            assert accepted(clay, fitted.table)
            assert not multiset_difference((*position.laid_cards, *picked), fitted.cards)
    assert len(lights) > 1


@pytest.mark.parametrize(("game", "options"), [house for house in HOUSES if "play_all" not in house[1]])
def test_fitting_agrees_with_exhaustive_search(game: str, options: dict[str, object]) -> None:
    fitted = sure = asked = 0
    for seed in range(sample_size(4)):
        clay = clay_for(game, seed, options, size=9, held=5)
        position = clay.position
        for number, chosen in enumerate(product((False, True), repeat=len(position.hand))):
            picked = [card for card, wanted in zip(position.hand, chosen, strict=True) if wanted]
            if len(picked) not in (1, 2, 3) or number % 3:
                continue
            found = plan_with_cards(position, picked)
            exact = exhaustive(game, position.table, picked, options) == len(picked)
            assert exact == (found.table is not None and len(found.cards) == len(picked))
            assert found.proved or found.table is not None
            fitted += exact
            possible = can_lay(position, picked)
            assert (found.table is not None) == possible
            if found.table is not None and found.proved and not exact:
                fewest = len(found.cards) - 1
                assert not can_lay(position, picked, fewest)
            light = table_status(position.with_piles([*position.table, tuple(picked)])).light
            sure += light is not TableValidity.UNKNOWN
            asked += 1
            assert light in (
                TableValidity.UNKNOWN,
                *(
                    (TableValidity.VALID, TableValidity.REPAIRABLE)
                    if possible
                    else (TableValidity.IRREPARABLE,)
                ),
            )
    assert fitted
    assert sure >= 0.9 * asked


def can_lay(position: DraftPosition, picked: list[str], most: int = 99) -> bool:
    """True if at most ``most`` hand cards, the picked ones among them, can be laid exactly."""
    others = list(multiset_difference(position.hand, picked))
    for chosen in product((False, True), repeat=len(others)):
        cards = [*picked, *(card for card, wanted in zip(others, chosen, strict=True) if wanted)]
        if len(cards) <= most and best_play(
            position.game, position.table, cards, position.options
        ).value == len(cards):
            return True
    return False


@pytest.mark.parametrize(("game", "options"), [("socki", {}), ("rockit", {"decks": 2})])
def test_repair_needs_as_few_moves_as_exhaustive_search(game: str, options: dict[str, object]) -> None:
    seen: Counter[int] = Counter()
    for seed in range(sample_size(8, 600)):
        clay = clay_for(game, seed, options, size=8, held=3)
        chance = Random(seed)
        clay.draft = disturbed(chance, clay.draft, 1 + seed % 2)
        position = clay.position
        plan = repair(position)
        if not position.laid_cards or plan.table is None or plan.moves > 3:
            continue
        assert plan.proved or game == "rockit"
        assert not plan.proved or not mended_with_fewer(position, plan.moves)
        seen[plan.moves] += 1
    assert len(seen) > 1


def mended_with_fewer(position: DraftPosition, moves: int) -> bool:
    """True if fewer moves of single cards repair the table, by trying all."""
    states = {
        (
            tuple(sorted(tuple(sorted(pile)) for pile in position.piles)),
            tuple(sorted(position.remaining_hand)),
        )
    }
    for _ in range(moves):
        if any(all(position.book.is_meld(pile) for pile in piles) for piles, _ in states):
            return True
        states = {after for piles, hand in states for after in moved(piles, hand)}
    return False


def moved(
    piles: tuple[tuple[str, ...], ...], hand: tuple[str, ...]
) -> list[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]]:
    """Return every table and hand that one move of one card can lead to."""
    found = []
    sources = [*((number, card) for number, pile in enumerate(piles) for card in set(pile))]
    sources += [(-1, card) for card in set(hand)]
    for source, card in sources:
        for target in range(len(piles) + 1):
            if target == source:
                continue
            new = [list(pile) for pile in (*piles, ())]
            if source >= 0:
                new[source].remove(card)
            new[target].append(card)
            rest = hand if source >= 0 else remove_cards(hand, [card])
            found.append((tuple(sorted(tuple(sorted(pile)) for pile in new if pile)), rest))
    return found


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_distance_of_a_pile_is_that_of_the_nearest_meld(game: str) -> None:
    book = meld_book(game)
    small = [card for card in book.pack.cards if card[-1] in book.pack.suits[:2]][:18]
    melds = [pile for size in (3, 4) for pile in combinations(small, size) if book.is_meld(pile)]
    for suit in book.pack.suits[:2]:
        of_suit = [card for card in small if card[-1] == suit]
        melds += [pile for size in (5, 6, 7) for pile in combinations(of_suit, size) if book.is_meld(pile)]
    for seed in range(sample_size(75, 3000)):
        chance = Random(seed)
        pile = tuple(sorted(chance.sample(small, chance.randint(1, 4))))
        apart = [len(set(pile) ^ set(meld)) for meld in melds]
        assert defect(book, pile) <= min([len(pile), *apart])
        assert (defect(book, pile) == 0) == book.is_meld(pile)
        if len({card[-1] for card in pile}) == 1:  # the melds above contain all runs that may be nearest
            assert defect(book, pile) == min([len(pile), *apart])


def test_lamp_shows_every_light() -> None:
    clay = DraftBuilder("socki", "table=1P,2P,3P,4P/5P,5L,5B hands=4P,4B,9L,7F,7B/1L")
    assert table_status(clay.position) == assistance.TableStatus(TableValidity.IDLE, 0)
    fours = clay.place(clay.on(clay.pile("4P"), "4P"))
    assert table_status(clay.position).light is TableValidity.REPAIRABLE
    clay.add(clay.held("4P"), fours)
    assert table_status(clay.position) == assistance.TableStatus(TableValidity.REPAIRABLE, 1)
    plan = repair(clay.position)
    assert (plan.moves, plan.proved) == (1, True)
    clay.draft = clay.draft.arrange(plan.table or ())
    assert table_status(clay.position).light is TableValidity.VALID
    clay.lay("9L")
    assert table_status(clay.position).light is TableValidity.IRREPARABLE
    assert repair(clay.position) == assistance.TablePlan(None)


def test_opening_is_checked_repaired_and_fitted() -> None:
    clay = DraftBuilder("rockit", "table=7C,8C,9C hands=10H,JH,QH,2H,10C,3D,3S,3C/4D in=0/1 stock=5D")
    clay.lay("10H", "JH")
    assert table_status(clay.position) == assistance.TableStatus(TableValidity.REPAIRABLE, 2, (20, 30))
    plan = repair(clay.position)
    assert plan.table == (("10H", "JH", "QH"), ("7C", "8C", "9C"))
    assert (plan.cards, plan.moves) == (("10H", "JH", "QH"), 1)
    clay.draft = clay.draft.arrange(plan.table)
    assert clay.code is None
    assert table_status(clay.position) == assistance.TableStatus(TableValidity.VALID, 3, (30, 30))
    after = plan_with_cards(clay.position, ["10C"])
    assert after.table == (("10H", "JH", "QH"), ("7C", "8C", "9C"))
    assert after.after == (("10H", "JH", "QH"), ("7C", "8C", "9C", "10C"))
    told = hint(clay.position, HintLevel.WHICH)
    assert (sorted(told.cards), told.laid, told.most) == (sorted(["3D", "3S", "3C", "10C"]), 3, 7)
    clay.lay("2H")
    assert table_status(clay.position).light is TableValidity.IRREPARABLE
    stays = DraftBuilder(
        "rockit", "table=7C,8C,9C hands=10H,JH,QH,2H,10C/4D in=0/1", continue_after_coming_in=False
    )
    stays.lay("10H", "JH", "QH")
    assert plan_with_cards(stays.position, ["10C"]) == assistance.TablePlan(None)


def test_rearranged_board_may_be_kept_by_house_rule() -> None:
    for keeps, light in ((False, TableValidity.IRREPARABLE), (True, TableValidity.VALID)):
        clay = DraftBuilder(
            "rockit", "table=7C,8C,9C,10C,JC,QC hands=2H/4D in=1/1 stock=5D", keep_rearranged_board=keeps
        )
        clay.draft = clay.draft.split(clay.pile("7C").key, 3)
        assert table_status(clay.position).light is light


def test_opening_of_exactly_three_cards_is_found() -> None:
    clay = DraftBuilder("socki", "hands=1P,2P,3P,4P,9L/1L", opening="exactly_three")
    clay.lay("1P", "2P", "3P", "4P")
    assert table_status(clay.position).light is TableValidity.IRREPARABLE
    clay.draft = clay.draft.reset()
    clay.lay("2P", "4P")
    plan = repair(clay.position)
    assert plan.cards == ("2P", "3P", "4P")
    assert hint(clay.position, HintLevel.WHICH).cards == ("3P",)
    assert play_shortfall(clay.position.with_piles([("1P", "2P", "3P")])).missed_count == 0


def test_fitting_and_lamp_find_the_taking_of_a_joker() -> None:
    clay = DraftBuilder("rockit", "table=AD,2D,JK=3D,4D hands=3D,9S,9H,2C/5C in=1/1")
    found = plan_with_cards(clay.position, ["3D", "9S", "9H"])
    assert found.table is not None
    assert accepted(clay, found.table)
    clay.lay("9S", "9H")
    assert table_status(clay.position).light is TableValidity.REPAIRABLE
    plan = repair(clay.position)
    assert plan.table is not None
    assert accepted(clay, plan.table)


def test_hint_reveals_only_its_level() -> None:
    clay = DraftBuilder("socki", "table=8P,9P,10P,11P hands=7P,9P,12P,1L/2L")
    cards, whole, why = (hint(clay.position, step) for step in HintLevel)
    assert (cards.has_play, cards.cards, cards.plan) == (True, ("7P", "9P", "12P"), None)
    assert (whole.step, why.step) == (HintLevel.MOVE, HintLevel.WHY)
    assert replace(why, step=whole.step) == whole
    assert whole.plan is not None
    assert accepted(clay, whole.plan.table)
    none = DraftBuilder("socki", "table=8P,9P,10P,11P hands=1L,5B/2L")
    assert [hint(none.position, step).has_play for step in HintLevel] == [False] * 3


def test_hints_include_cards_already_laid() -> None:
    """Four cases: more of the same play, nothing more, the play in disorder, cards in its way."""
    clay = DraftBuilder("socki", "table=8P,9P,10P,11P hands=7P,9P,12P,1L/2L")
    clay.add(clay.held("12P"), clay.pile("11P"))
    for step in HintLevel:
        told = hint(clay.position, step)
        assert (told.has_play, told.laid, told.most, told.other) == (True, 1, 3, ())
        assert told.cards == ("7P", "9P")
    clay.draft = clay.draft.arrange([("7P", "8P", "9P"), ("9P", "10P", "11P", "12P")])
    assert [hint(clay.position, step).has_play for step in HintLevel] == [False] * 3
    assert hint(clay.position, HintLevel.WHICH).most == 3
    clay.draft = clay.draft.reset()
    clay.lay("7P", "9P", "12P")
    told = hint(clay.position, HintLevel.WHICH)
    assert (told.has_play, told.cards, told.laid, told.most) == (True, (), 3, 3)
    clay.draft = clay.draft.reset()
    clay.lay("1L", "7P")
    told = hint(clay.position, HintLevel.WHICH)
    assert (told.cards, told.most, told.other) == (("9P", "12P"), 3, ("1L",))


def test_shortfall_counts_the_cards_that_could_still_be_laid() -> None:
    clay = DraftBuilder("socki", "table=8P,9P,10P,11P hands=7P,9P,12P,1L/2L")
    clay.add(clay.held("12P"), clay.pile("11P"))
    found = play_shortfall(clay.position)
    assert (found.laid, found.most, found.missed_count) == (1, 3, 2)
    assert accepted(clay, found.plan.table)


def test_worker_can_answer_all_advice() -> None:
    clay = DraftBuilder("rockit", "table=AD,2D,JK=3D,4D hands=3D,9S,9H,2C/5C in=1/1")
    position = pickle.loads(pickle.dumps(clay.position))
    assert position == clay.position
    for where, more in (
        (assistance.LAMP_REQUEST, ()),
        (assistance.REPAIR_REQUEST, ()),
        (assistance.FIT_REQUEST, (["3D"],)),
        (assistance.HINT_REQUEST, ("play",)),
        (assistance.SHORTFALL_REQUEST, ()),
    ):
        function = import_object(where)
        assert callable(function)
        assert pickle.loads(pickle.dumps(WorkerResult(1, function(position, *more)))).value == function(
            position, *more
        )


def test_equal_requests_get_equal_answers() -> None:
    clay = clay_for("rockit", 3, {"decks": 2}, size=30)
    draft = disturbed(Random(3), clay.draft, 3)
    position = DraftPosition.of(draft, clay.session.options)
    assert repair(position) == repair(position)
    assert isinstance(draft, Draft)
    assert book_for("rockit", clay.session.options) is draft.book


# Claims of hints, checked by an integer program on the real table and the hidden hands.


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_hint_claims_hold_on_the_table(game: str) -> None:
    """No play exceeds the claim, also with cards that are on the table already."""
    chance, claims = SeededRng("audit"), Counter[str]()
    session, hints, house = Session.new(game, 2, chance.seed()), 0, find_game(game).info.recommended
    while hints < sample_size(20, 150):
        if (seat := session.to_move) is None:  # start another, by script or house rules
            rules = house if chance.with_probability(0.5) else {}
            session = Session.new(game, 2 + chance.below(3), chance.seed(), rules)
            continue
        seen = session.observe(seat)
        moves = [
            find_game(game).bot.choose(seen, session.options, level, chance) for level in ("easy", "normal")
        ]
        if len(session.moves()) > 1 and chance.with_probability(0.4):
            hints += 1
            for move in ("", *moves):
                position = _turn(session, move)
                if move and (not position.laid_cards or position.refusal(position.current_table) is not None):
                    continue
                found = hint(position, HintLevel.WHY, seen, ("test", hints), 20)
                for claim, is_so in _claims(session, position, found):
                    assert is_so, f"{claim} {session.position()} {move} {found}"
                    claims[claim] += 1
        session.play(chance.pick(moves))
    assert len(claims) > 5, claims


def _turn(session: Session, move: str) -> DraftPosition:
    """Return the turn with the table as a move would leave it."""
    seen = session.observe(session.to_move)
    table, verb = tuple(map(tuple, seen["table"])), move.partition(" ")[0]
    piles = read_piles(move[5:]) if verb == "play" else table
    piles = (*table, tuple(move.split()[1:])) if verb == "come" else piles
    inside = session.game == "socki" or seen["in"][session.to_move]
    return DraftPosition(session.game, session.options, table, tuple(seen["hand"]), piles, inside)


def _claims(session: Session, position: DraftPosition, found: assistance.Hint) -> Iterator[tuple[str, bool]]:
    """Yield each claim of a hint, and True if it holds."""
    seat, hand, laid = session.to_move, position.hand, position.laid_cards
    seen, most = session.observe(seat), _most(session, position, hand)
    plan = found.plan.cards if found.plan is not None else ()
    if found.ends:
        yield "better end" if found.has_play else "nothing fits", (most > 0) == found.has_play
        if found.cards and not laid:
            yield "these could be laid", _most(session, position, found.cards) == len(found.cards)
    elif not found.has_play:
        yield "all is laid" if found.full else "the best is laid", len(laid) == most or not found.full
    elif found.kept:
        both = (*plan, *found.kept)
        yield "keep", _most(session, position, both) == len(both)
    elif found.other and found.full and JOKER not in laid and position.has_come_in:
        yield "not with", _most_with(position, laid) < len(plan) <= most
    else:
        yield "this can be laid", not multiset_difference(plan, hand) and len(plan) <= most
    for reason in found.reasons:
        match reason.kind:
            case "all":
                yield "all", len(plan or laid) == len(hand)
            case "most":
                yield "most", len(plan or laid) == most
            case "now":
                yield "now", seen["counts"][reason.seat] == reason.count > 0 and reason.seat != seat
            case "joker":
                yield "joker", JOKER in found.kept
            case "hold":  # requires the right to hold, and a card to draw
                yield "hold", bool(found.ends and seen["stock"] and not session.options.get("must_play"))
            case "fewest":
                others = [count for other, count in enumerate(seen["counts"]) if other != seat]
                yield "fewest", bool(found.ends and not seen["stock"] and len(hand) < min(others))
            case "feeds" | "next" | "mean" | "close":  # about playing more than is advised
                yield reason.kind, (0 if found.ends else len(plan or laid)) < most
            case "idle" | "even":  # about waiting, in a position in which the seat has to lay
                yield reason.kind, not found.ends and (seen["came"] or not session.options.get("must_play"))
            case "found":
                yield reason.kind, not found.ends and len(plan or laid) > 0


def _most(session: Session, position: DraftPosition, hand: Sequence[str]) -> int:
    """Return the maximum of hand cards that can go in this turn, coming in first if required."""
    if position.has_come_in:
        return program(position.game, position.table, hand, {}) if hand else 0
    tricks = [move.split()[1:] for move in session.moves() if move.startswith("come")]
    return max(
        (
            len(trick)
            + program(position.game, [*position.table, trick], multiset_difference(hand, trick), {})
            for trick in tricks
            if not multiset_difference(trick, hand)
        ),
        default=0,
    )


def _most_with(position: DraftPosition, laid: Sequence[str]) -> int:
    """Return the maximum of cards that can go together with these."""
    try:
        rest = multiset_difference(position.hand, laid)
        return len(laid) + program(position.game, [*position.table, *([card] for card in laid)], rest, {})
    except AssertionError:  # no table contains them
        return 0
