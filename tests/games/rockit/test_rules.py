"""Rules that only RockIt has: drawn games, rich tables, progress of a trick, jokers in every reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.game import Refusal
from game.core.rummy import assistance, best_play, can_play
from game.core.rummy.assistance import DraftPosition
from game.core.rummy.melds import meld_book
from game.core.session import Session
from game.games.rockit.match_text import RockItWords, coming_in, how_to_come_in
from game.games.rockit.rules.state import PACK as ROCKIT_PACK
from game.games.rockit.rules.state import ComeInProgress, ComeInStatus, RockItRefusal, progress
from game.match.match import Match
from game.match.seats import Seat
from tests.core.test_counting import best_move, reached
from tests.sampling import sample_size


def at(text: str, **options: object) -> Session:
    return Session.from_position("rockit", text, options=options)


@pytest.mark.parametrize(("wins", "games", "winners"), [("0/0", 3, ()), ("1/0", 2, (0,)), ("0/1", 2, (1,))])
def test_match_with_drawn_games_keeps_to_the_agreed_number(
    wins: str, games: int, winners: tuple[int, ...]
) -> None:
    session = at(f"hands=2D/2H wins={wins}", best_of=3, pile_empty="draw_game")
    ends = []
    while session.to_move is not None:
        events = session.play("draw" if session.observe(None)["stock"] else "pass")
        ends += [event.data["reason"] for event in events if event.kind == "game_end"]
    assert ends == ["drawn"] * games
    assert session.outcome is not None
    assert session.outcome.winners == winners
    assert session.outcome.scores == tuple(map(int, wins.split("/")))
    assert session.outcome.reason == ("most_games" if winners else "drawn")


# Plays in positions of real matches: the arranger agrees with the rules, also on the strict options.


RULES = ("declared", "any_missing")


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=sample_size(4, 160), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_must_play_refuses_a_draw_only_if_a_play_exists(rule: str, seed: int) -> None:
    relaxed = reached("rockit", seed, joker_in_kind=rule)
    options = {**relaxed.options, "must_play": True}
    bound = Session.from_position("rockit", relaxed.position(), options=options)
    seen = relaxed.observe(None)
    can = best_move(relaxed) is not None or any(move.startswith("come") for move in relaxed.moves())
    if not seen["came"]:
        plain = "draw" if seen["stock"] else "pass"
        assert (bound.refusal(plain) is None) == (not can)
        assert (plain in bound.moves()) == (not can)
    assert bound.moves()
    for move in bound.moves():
        assert bound.refusal(move) is None


@pytest.mark.parametrize(
    ("hand", "refused"), [("10H,JH,QH,2C", "must_play"), ("7H,8H,9H,2C", None), ("10H,JH,JK,2C", None)]
)
def test_must_play_forbids_a_draw_if_opening_is_possible(hand: str, refused: str | None) -> None:
    session = at(f"table=2D,3D,4D hands={hand}/6D,7S stock=5D turn=0 in=0/1", must_play=True)
    refusal = session.refusal("draw")
    assert (refusal.code if refusal else None) == refused
    assert ("draw" in session.moves()) == (refused is None)


# Progress of a trick to come in with: RULES.md, ROCKIT 4.1, 4.3 A4 and A7, 4.4 T2 to T4.


BOOK = DraftPosition("rockit", Session.new("rockit", seed=1).options, (), (), ()).book


@pytest.mark.parametrize(
    ("piles", "stage", "points"),
    [
        ("", ComeInStatus.NOTHING, 0),
        ("6H", ComeInStatus.ONE, 6),
        ("6H 6S", ComeInStatus.PAIR, 20),
        ("6H 6S 6D", ComeInStatus.ENOUGH, 30),
        ("6H 6S 6D 6C", ComeInStatus.ENOUGH, 30),
        ("KD KH", ComeInStatus.PAIR, 20),
        ("10H JH", ComeInStatus.RUN, 20),
        ("9H 10H JH", ComeInStatus.RUN, 29),
        ("QH KH AH", ComeInStatus.RUN, 21),
        ("10H JH QH", ComeInStatus.ENOUGH, 30),
        ("4H 5H 6H 7H 8H", ComeInStatus.ENOUGH, 30),
        ("6H 6H", ComeInStatus.BROKEN, 0),
        ("10H JS", ComeInStatus.BROKEN, 0),
        ("10H JH KH", ComeInStatus.BROKEN, 0),
        ("KH KD QS KS", ComeInStatus.BROKEN, 0),
        ("KD KH JK=KS", ComeInStatus.JOKER, 0),
        ("JK", ComeInStatus.JOKER, 0),
        ("2H 3H 4H / 5S 6S 7S", ComeInStatus.SEVERAL, 18),
    ],
)
def test_only_legal_and_possible_tricks_count(piles: str, stage: ComeInStatus, points: int) -> None:
    own = [tuple(pile.split()) for pile in piles.split(" / ") if pile]
    assert progress(BOOK, own, 30) == ComeInProgress(stage, points)


def test_third_card_of_a_rank_completes_thirty() -> None:
    told = coming_in(progress(BOOK, [("6H", "6S")], 30), 30)
    assert told == "One more of this rank, and the trick is worth 30."
    assert "18" not in told


def test_higher_minimum_needs_a_run() -> None:
    assert coming_in(progress(BOOK, [("6H",)], 40), 40) == (
        "To come in, you need 40 points: a run worth 40 or more. Three or four of a kind is only worth 30."
    )
    for cards in ("6H 6S", "6H 6S 6D"):
        told = coming_in(progress(BOOK, [tuple(cards.split())], 40), 40)
        assert told == "Only a run can be worth 40 here."
    assert progress(BOOK, [("6H", "6S", "6D")], 40).stage is ComeInStatus.KIND


ANY = "To come in, you need 30 points: any three or four of a kind, or a run worth 30 or more."


def test_opening_rule_has_one_wording_everywhere() -> None:
    """The sign, the empty table, a refusal, and the rules use one sentence with the current numbers."""
    assert coming_in(ComeInProgress(ComeInStatus.NOTHING), 30) == ANY
    assert coming_in(progress(BOOK, [("6H",)], 30), 30) == ANY
    assert how_to_come_in(30).startswith(ANY)
    session = Session.new("rockit", seed=1)
    words = RockItWords(Match(session, [Seat(name, 0) for name in session.names]))
    assert words.refusal_sentence(Refusal(RockItRefusal.NOT_IN)).endswith(ANY)
    rules = " ".join(Path("game/games/rockit/rules.md").read_text(encoding="utf-8").split())
    assert ANY in rules
    assert how_to_come_in(20).startswith(ANY.replace("30", "20"))
    assert "three or four" not in how_to_come_in(31)


def test_lamp_counts_the_opening_the_same_way() -> None:
    options = Session.new("rockit", seed=1).options
    for now, points in ((("6H", "6S"), 20), (("6H", "10S"), 0), (("6H", "6S", "6D"), 30)):
        hand = ("6H", "6S", "6D", "10S")
        assert assistance.table_status(
            DraftPosition("rockit", options, (), hand, (now,), has_come_in=False)
        ).points == (
            points,
            30,
        )
    board = (("7H", "8H", "9H"),)
    added = (("6H", "7H", "8H", "9H"),)
    assert assistance.table_status(
        DraftPosition("rockit", options, board, ("6H",), added, has_come_in=False)
    ).points == (0, 30)


# Plays with jokers against a checker that tracks every card and tries every reading.


Pile: TypeAlias = tuple[str, ...]
Board: TypeAlias = tuple[Pile, ...]

CARDS = ROCKIT_PACK.cards
KINDS = ("declared", "any_missing")


def tricks() -> list[Pile]:
    """Return all sets, and the runs of up to five cards, as faces."""
    kinds = [tuple(CARDS[suit * 13 + rank] for suit in range(4)) for rank in range(13)]
    threes = [tuple(card for card in kind if card != left) for kind in kinds for left in kind]
    runs = [
        tuple(CARDS[suit * 13 + (start + step) % 13] for step in range(length))
        for suit in range(4)
        for start in range(13)
        for length in (3, 4, 5)
    ]
    return kinds + threes + runs


TRICKS = tricks()
TRICKS_WITH = {card: [trick for trick in TRICKS if card in trick] for card in CARDS}


def readings(pile: Pile, rule: str) -> list[dict[int, str]]:
    """Return the readings of the jokers of an old trick, each by place."""
    places = [place for place, card in enumerate(pile) if "=" in card]
    naturals = [card for card in pile if "=" not in card]
    faces = [card.split("=")[-1] for card in pile]
    if rule == "any_missing" and len(pile) == 3 and len({face[:-1] for face in faces}) == 1:
        missing = [faces[0][:-1] + suit for suit in "DHSC" if faces[0][:-1] + suit not in naturals]
        return [dict(zip(places, suits, strict=True)) for suits in permutations(missing, len(places))]
    return [{place: faces[place] for place in places}]


def legal(old: Board, hand: Sequence[str], new: Board, rule: str) -> bool:
    """True if the play is legal: some assignment of cards obeys the rules of jokers.

    A card is ``(text, from the board, reading of a joker, number)``.
    """
    ways = product(*(readings(pile, rule) for pile in old))
    return any(_legal_with(old, hand, new, list(way)) for way in ways)


def _legal_with(old: Board, hand: Sequence[str], new: Board, way: list[dict[int, str]]) -> bool:
    board_jokers = [way[at][place] for at, pile in enumerate(old) for place in way[at]]
    board = Counter(card for pile in old for card in pile if "=" not in card)
    held = Counter(card for card in hand if card != "JK")
    hand_jokers = list(hand).count("JK")
    slots = [(at, card) for at, pile in enumerate(new) for card in pile]
    natural_slots = [(at, card) for at, card in slots if "=" not in card]
    joker_slots = [(at, card[3:]) for at, card in slots if "=" in card]
    laid = Counter(card for _, card in natural_slots)
    if board - laid or (laid - board) - held:
        return False
    extra = len(joker_slots) - len(board_jokers)
    if not 0 <= extra <= hand_jokers or len(natural_slots) + extra == board.total():
        return False
    for sources in _sources(natural_slots, board):
        for order in set(permutations([*range(len(board_jokers)), *[-1] * extra])):
            if _story(new, natural_slots, sources, joker_slots, order, board_jokers):
                return True
    return False


def _sources(slots: list[tuple[int, str]], board: Counter[str]) -> Iterator[tuple[bool, ...]]:
    """Yield every assignment of board cards to natural slots."""
    for ways in product((True, False), repeat=len(slots)):
        if Counter(card for (_, card), old in zip(slots, ways, strict=True) if old) == board:
            yield ways


def _story(
    new: Board,
    natural_slots: list[tuple[int, str]],
    sources: tuple[bool, ...],
    joker_slots: list[tuple[int, str]],
    order: tuple[int, ...],
    board_jokers: list[str],
) -> bool:
    from_hand = [slot for slot, old in zip(natural_slots, sources, strict=True) if not old]
    on_board = {at for (at, _), old in zip(natural_slots, sources, strict=True) if old}
    old_jokers = [(slot, joker) for slot, joker in zip(joker_slots, order, strict=True) if joker >= 0]
    for taken in product((True, False), repeat=len(old_jokers)):
        kept = [pair for pair, gone in zip(old_jokers, taken, strict=True) if not gone]
        if any(face != board_jokers[joker] for (_, face), joker in kept):
            continue
        spoiled = on_board | {at for (at, _), _ in kept}
        gone = [pair for pair, took in zip(old_jokers, taken, strict=True) if took]
        if any(at in spoiled for (at, _), _ in gone):
            continue
        fresh = {at for (at, _), _ in gone}
        purse = Counter(card for at, card in from_hand if at not in fresh)
        if not Counter(board_jokers[joker] for _, joker in gone) - purse:
            return True
    return False


# All boards that can be made of some cards.


def boards(naturals: Counter[str], jokers: int) -> set[Board]:
    """Return every board of all these cards, each trick with a natural card and at most five cards."""
    found: set[Board] = set()

    def build(left: Counter[str], spare: int, made: Board) -> None:
        first = next((card for card in CARDS if left[card]), None)
        if first is None:
            if not spare:
                found.add(meld_book("rockit").ordered_table(made))
            return
        for trick in TRICKS_WITH[first]:
            others = [card for card in trick if card != first]
            for shown in product((True, False), repeat=len(others)):
                used = [first] + [card for card, natural in zip(others, shown, strict=True) if natural]
                needed = len(trick) - len(used)
                if needed <= spare and all(left[card] for card in used):
                    pile = [first, *(c if n else f"JK={c}" for c, n in zip(others, shown, strict=True))]
                    build(left - Counter(used), spare - needed, (*made, tuple(pile)))

    build(naturals, jokers, ())
    return found


def plays(old: Board, hand: Sequence[str]) -> Iterator[Board]:
    """Yield every board of the old cards and some of the hand, ignoring the rules of jokers."""
    base = Counter(card for pile in old for card in pile if "=" not in card)
    jokers = sum("=" in card for pile in old for card in pile)
    held = Counter(hand)
    names = sorted(held)
    for counts in product(*(range(held[name] + 1) for name in names)):
        added = Counter(dict(zip(names, counts, strict=True)))
        more = added.pop("JK", 0)
        yield from boards(base + added, jokers + more)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Board, tuple[str, ...]]:
    """Generate one or two small tricks with one or two jokers, and a related hand."""
    start = draw(st.sampled_from([0, 1, 11, 12]))
    near = [CARDS[suit * 13 + (start + step) % 13] for suit in range(4) for step in range(4)]
    close = [trick for trick in TRICKS if set(trick) <= set(near) and len(trick) <= 4]
    old = draw(st.lists(st.sampled_from(close), min_size=1, max_size=2))
    jokers = draw(st.integers(1, 2))
    board = [list(trick) for trick in old]
    for _ in range(jokers):
        pile = draw(st.sampled_from(board))
        place = draw(st.integers(0, len(pile) - 1))
        if "=" not in pile[place]:
            pile[place] = f"JK={pile[place]}"
    faces = [card[3:] for pile in board for card in pile if "=" in card]
    wanted = st.one_of(st.sampled_from(faces), st.sampled_from(near), st.just("JK"))
    hand = draw(st.lists(wanted, min_size=1, max_size=4))
    return tuple(map(tuple, board)), tuple(hand)


def session_at(old: Board, hand: Sequence[str], rule: str) -> Session | None:
    """Return the position with a spare card in hand, or `None` if two decks lack these cards."""
    table = "/".join(",".join(pile) for pile in old)
    text = f"table={table} hands={','.join(hand)},8S/8S in=1/1"
    try:
        return Session.from_position("rockit", text, options={"decks": 2, "joker_in_kind": rule})
    except ValueError as error:
        assert "appears" in str(error)
        return None


@pytest.mark.parametrize("rule", KINDS)
@settings(max_examples=sample_size(5, 800), deadline=None)
@given(case=tables())
def test_all_plays_of_a_small_table_are_judged(rule: str, case: tuple[Board, tuple[str, ...]]) -> None:
    old, hand = case
    session = session_at(old, hand, rule)
    if session is None:
        return
    base = sum(map(len, old))
    most = 0
    for new in plays(old, hand):
        move = "play " + " | ".join(" ".join(pile) for pile in new)
        refusal = session.refusal(move)
        allowed = legal(old, hand, new, rule)
        assert (refusal is None) == allowed, (old, hand, new, refusal)
        if allowed:
            most = max(most, sum(map(len, new)) - base)
        else:
            assert refusal is not None
            assert refusal.code in ("joker_face", "joker_not_in_new_trick", "nothing_played")
    best = best_play("rockit", old, hand, session.options)
    all_jokers = sum("=" in card for pile in old for card in pile) + hand.count("JK")
    assert best.value >= most
    assert best.value == most or all_jokers >= 3, "only a trick of jokers alone is not among the boards"
    assert can_play("rockit", old, hand, session.options) == (best.value > 0)
    if best.value:
        assert session.refusal("play " + " | ".join(" ".join(pile) for pile in best.table)) is None


def test_checker_solves_the_worked_examples() -> None:
    old: Board = (("AD", "2D", "JK=3D", "4D"),)
    new: Board = (("AD", "2D", "3D", "4D"), ("JK=9D", "9S", "9H"))
    assert legal(old, ("3D", "9S", "9H"), new, "declared")
    assert not legal((*old, ("9H", "9C", "9D")), ("3D", "9S"), new, "declared")
    kind: Board = (("QS", "QH", "JK=QD"),)
    freed: Board = (("QS", "QH", "QC"), ("5H", "6H", "JK=7H"))
    assert legal(kind, ("QC", "5H", "6H"), freed, "any_missing")
    assert not legal(kind, ("QC", "5H", "6H"), freed, "declared")
    long: Board = (("AD", "2D", "JK=3D", "4D", "5D", "6D"),)
    assert not legal(long, ("3D",), (("AD", "2D", "3D"), ("4D", "5D", "6D", "JK=7D")), "declared")
    assert legal(long, ("3D",), (("AD", "2D", "3D"), ("JK=3D", "4D", "5D", "6D")), "declared")


@pytest.mark.parametrize(
    ("old", "hand", "new", "refused"),
    [
        ("QS JK=QH JK=QD", "QC 5H 6H", "QS QC JK=QD | 5H 6H JK=7H", None),
        ("QS JK=QH JK=QD", "QC 5H 6H", "QS QC JK=QH | 5H 6H JK=7H", None),
        ("QS JK=QH JK=QD", "QC QD 5H", "QS QC QD | JK=QH JK=QS JK=QC", "not_in_hand"),
        ("QS JK=QH JK=QD", "QC QD 5H 5S", "QS QC QD | 5H 5S JK=5D JK=5C", None),
        (
            "QS JK=QH JK=QD | 9S 10S JS | 9C 10C JC",
            "QC QC KC AC 5H 5S",
            "9S 10S JS QS | 9C 10C JC QC | QC KC AC | 5H 5S JK=5D JK=5C",
            "joker_face",
        ),
        (
            "QS JK=QH JK=QD | 9S 10S JS | 9C 10C JC",
            "QC QH QD 5H 5S",
            "9S 10S JS QS | 9C 10C JC | QC QH QD | 5H 5S JK=5D JK=5C",
            None,
        ),
    ],
)
def test_two_jokers_in_a_set_of_three_are_judged(old: str, hand: str, new: str, refused: str | None) -> None:
    """Only one of them can be the suit that the set does not show, so one card of it frees only one."""
    board = tuple(tuple(pile.split()) for pile in old.split("|"))
    session = session_at(board, hand.split(), "any_missing")
    assert session is not None
    refusal = session.refusal(f"play {new}")
    assert (refusal and str(refusal.code)) == refused
