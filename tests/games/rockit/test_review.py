"""Hints and analysis of moves in RockIt."""

from dataclasses import replace

import pytest

from game.core.game import HintLevel
from game.core.rng import SeededRng
from game.core.rummy.assistance import DraftPosition, Hint, hint
from game.core.rummy.meld_check import check_pile
from game.core.rummy.table import read_table, write_piles
from game.core.session import Session
from game.games.rockit.analysis import is_clear, match_chances, match_equity_gain, to_win
from game.games.rockit.bot import find_best_play
from game.games.rockit.rules.state import ADVISER, RockItOptions, trick_points
from game.match.analysis import TurningPoint
from game.match.rummy.match_text import hint_words, why_not
from tests.match.analysis_helpers import analyst, played, sentences

# Hints in RockIt: the best move and the reasons, in positions where both are certain, in words.


NAMES = ["Ann", "Bo", "Cem"]
NODES = 200
# all may pass, which would win for the seat with the fewest cards
NOW = (
    "table=6D,7D,8D,9D,10D/JD,JH,JS/QD,KD,AD,2D,3D,4D,5D/AH,AS,AC/2H,2S,2C/4H,5H,6H,7H,8H,9H,10H"
    "/3S,4S,5S,6S,7S/JC,QC,KC/JK=8D,8S,8C hands=10S,10C,KS/3C,5C stock=- turn=0 in=1/1"
)
# a seat must play
JOKER = (
    "table=10D,JK=10H,10S,10C/KD,AD,2D,3D/JH,QH,KH,AH,2H/JS,QS,KS,AS/QC,KC,AC"
    " hands=4D,7D,8D,3S,6S,8S,JK/6D,9D,7H,8H,4S,4C,6C"
    " stock=9H,2C,3H,8C,5S,JD,10H,2S,9C,5H,7S,6H,7C,9S,3C,5C,QD,JC,5D,4H turn=0 in=1/1"
)
FEEDS = (
    "table=2D,2S,2C/3D,3H,3C/7D,7H,7S,7C/9D,9S,9C/KD,KS,KC/4H,4S,4C/8H,9H,10H,JH,QH/8C,JK=9C,10C "
    "hands=AD,4D,5D,2H,5H,JS,QS/10D,AH,6S,AC,5C,QC stock=JC,6H,JD,6D,KH,5S,QD,8D,3S,JK,6C,10S,8S,AS"
    " turn=0 in=1/1"
)
HOLD = (
    "table=JD,JH,JS/QD,JK=QH,QS/KD,AD,2D,3D,4D,5D,6D/7H,8H,9H/QH,KH,AH,2H,3H,4H/AS,2S,3S,JK=4S,5S,6S/4C,5C,6C"
    "/8C,9C,10C,JC,QC,KC,AC,2C hands=10D,8S,9S/9D stock=10H,6H,8D,5H,KS,3C,4S,7C,10S,7D,7S turn=0 in=1/1"
)

JUST_IN = "table=10D,JD,QD hands=2C,4H/4D,7S stock=5D,6S turn=0 in=1/0"
"""No card of the hand fits; with ``came=1`` its owner has come in with the trick on the table."""


def found(text: str, step: HintLevel = HintLevel.WHICH, piles: str = "", *, must_play: bool = False) -> Hint:
    """Return the hint for the first seat; ``piles`` is the table as arranged in its draft."""
    session = Session.from_position("rockit", text, options={"must_play": must_play or text == JOKER})
    seen = session.observe(0)
    start = tuple(map(tuple, seen["table"]))
    position = DraftPosition(
        "rockit", session.options, start, tuple(seen["hand"]), start, bool(seen["in"][0])
    )
    if piles:
        position = position.with_piles(read_table(piles, position.book))
    return hint(position, step, seen, ("test",), NODES)


@pytest.mark.parametrize(
    ("text", "words"),
    [(NOW, "Bo has 2 cards left, so don't wait."), (JOKER, "Keep the joker for later.")],
    ids=["now", "joker"],
)
def test_hint_gives_its_reason(text: str, words: str) -> None:
    assert hint_words(found(text, HintLevel.WHY), NAMES).endswith(words)


def test_hint_after_the_opening_says_to_end_the_turn() -> None:
    text = f"{JUST_IN} came=1"
    told = found(text)
    session = Session.from_position("rockit", text)
    assert list(session.moves()) == ["rockit"]
    assert session.refusal(told.ends) is None
    assert hint_words(told, NAMES).startswith("Nothing more fits. End your turn.")
    assert hint_words(found(JUST_IN), NAMES).startswith("Nothing fits: draw.")


def test_hint_to_draw_comes_first_and_shows_the_play_on_request() -> None:
    first, then, why = (found(FEEDS, step) for step in HintLevel)
    assert (first.ends, first.cards, first.plan) == ("draw", (), None)
    assert hint_words(first, NAMES) == "You can play, but it's better to draw."
    assert then.cards
    assert hint_words(then, NAMES) == "These would fit, but it's better to draw.", "those that are marked"
    assert why.plan is None, "the bad play is avoided"
    assert hint_words(why, NAMES).startswith("These would fit, but it's better to draw. ")


def test_hint_advises_to_put_laid_cards_back() -> None:
    text, piles = "table=2C,3C,4C hands=5C,7S/9C,JC,3H stock=4D,5S turn=0 in=1/1", "2C,3C,4C,5C"
    laid, why = (found(text, step, piles=piles, must_play=True) for step in (HintLevel.WHICH, HintLevel.WHY))
    assert [reason.kind for reason in why.reasons] == ["most"]
    assert hint_words(laid, NAMES) == hint_words(why, NAMES) == "You've played all you can."
    feeds = FEEDS.split(maxsplit=1)[0].removeprefix("table=")
    back = found(FEEDS, piles=feeds.replace("2D,2S,2C", "2D,2H,2S,2C"))
    assert hint_words(back, NAMES) == "Better to put your cards back and draw."


def test_hint_names_the_cards_to_keep() -> None:
    assert hint_words(found(JOKER), NAMES).startswith("Play ")
    assert "keep the joker and the 7 and 8 of diamonds" in hint_words(found(JOKER), NAMES)


def test_hint_to_open_includes_all_that_follows() -> None:
    text = "table=2C,3C,4C hands=10H,JH,QH,5C/9C,8S stock=4D,5S,6H turn=0 in=0/1"
    told = found(text, HintLevel.MOVE)
    assert sorted(told.cards) == ["10H", "5C", "JH", "QH"]
    assert told.plan is not None
    assert told.plan.table is not None
    assert told.plan.after is not None
    assert hint_words(found(text, HintLevel.WHY), NAMES).endswith("That's your whole hand.")


def test_forced_opening_hint_weighs_what_follows() -> None:
    text = (
        "table=- hands=4C,JC,AD,4D,10D,QD,KD,2H,3H,4H,KH,AS,3S,7S"
        "/3C,5C,7C,10C,3D,8D,9D,AH,2S,5S,8S,10S,JS,KS,JK stock=2C,9C,5H,6S,AC,QS,6D,QH,KC,9S turn=0 in=0/0"
    )
    told = found(text, must_play=True)
    assert (len(told.cards), told.kept) == (6, ())


@pytest.mark.parametrize(
    ("text", "cards", "lacks"),
    [
        # One four is left, but an 8 and a jack; at equal chances the trick that lacks fewer points.
        ("table=2C,3C,4C hands=9D,10D,4H,4S/9C stock=4D in=1/1", ("9D", "10D"), 1),
        ("table=6C,7C,8C hands=9D,10D,4H,4S/9C stock=4D in=1/1", ("4H", "4S"), 1),
        # With one deck the 8 and the jack are on the table, so this run cannot be finished any more.
        ("table=8D,8H,8S/JD,JH,JS hands=9D,10D,3H,5H/9C stock=4D in=1/1", ("3H", "5H"), 1),
        # Coming in takes thirty points, and two low cards of a run lack too much.
        ("table=- hands=2H,3H,10S,JS/9C stock=4D in=0/0", ("10S", "JS"), 1),
    ],
    ids=["likelier", "points", "gone", "thirty"],
)
def test_hint_names_the_nearest_trick(text: str, cards: tuple[str, ...], lacks: int) -> None:
    near = found(text + " turn=0").nearest
    assert near is not None
    assert (near.cards, len(near.lacks)) == (cards, lacks)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # A ten or a king finishes this run, but only a two the other one.
        ("hands=AC,3C,JS,QS/9C stock=4D", "Still missing: the 10 of spades or the king of spades."),
        # The ten is on the table, so only the king is left.
        ("table=10D,10H,10S hands=JS,QS/9C stock=4D", "Still missing: the king of spades."),
    ],
    ids=["two", "gone"],
)  # fmt: skip
def test_hint_names_every_card_that_completes_the_nearest_trick(text: str, told: str) -> None:
    assert hint_words(found(f"{text} turn=0 in=1/1"), NAMES).endswith(told)


def test_hint_with_a_play_names_no_nearest_trick() -> None:
    assert found("table=2C,3C,4C hands=5C,7S/9C,JC,3H stock=4D turn=0 in=1/1").nearest is None


def test_hint_names_what_the_nearest_trick_lacks() -> None:
    words = hint_words(found("table=- hands=2H,5C,10S,JS/9C stock=4D turn=0 in=0/0"), NAMES)
    assert words.startswith("Nothing fits: draw. Closest: ")
    assert "Still missing: " in words


def test_waiting_hint_says_how_often_it_wins_more() -> None:
    """ "It came out best" is no reason."""
    position = (
        "table=AD,AH,AS/5D,5H,JK=5C/8D,8S,8C/10D,10H,10S/JD,JH,JS/6H,7H,8H,9H/QH,QS,QC/KH,KS,KC"
        "/3S,4S,5S,6S,7S/9C,10C,JC/JK=AC,2C,3C,4C,5C,6C,7C hands=7D,4H/2D"
        " stock=4D,9S,KD,3H,2H,9D,3D,6D,2S,QD,AC turn=0 in=1/1"
    )
    session = Session.from_position("rockit", position)
    best = find_best_play(session.observe(0), session.options, ("test",), 200)
    assert best.ends == "draw"
    assert [reason.kind for reason in best.reasons] == ["mean"]
    assert best.reasons[0].count > 0


def test_nearest_trick_lacks_exactly_the_named_cards() -> None:
    """Two cards with two missing: with them it is a trick, and enough to come in."""
    two = 0
    for seed in range(120):
        position = DraftPosition("rockit", Session.new("rockit", 2, seed).options, (), (), ())
        chance, cards = SeededRng(seed, "near"), list(position.book.pack.cards)
        hand = tuple(chance.pick(cards) for _ in range(3 + seed % 6))
        for inside in (True, False):
            near = ADVISER.nearest(replace(position, hand=hand, has_come_in=inside))
            if near is not None:
                whole = (*near.cards, *near.lacks)
                assert position.book.is_meld(whole)
                assert inside or trick_points(whole) >= 30
                assert not set(near.lacks) & set(hand)
                two += len(near.lacks) == 2
    assert two


@pytest.mark.parametrize(("pile", "told"), [
    ("5H 7H 8H", "There's a gap: the 6 of hearts is missing."),
    ("5H 8H 9H", "There's a gap: the 6 and 7 of hearts are missing."),
])  # fmt: skip
def test_all_cards_of_a_gap_are_named(pile: str, told: str) -> None:
    book = DraftPosition("rockit", Session.new("rockit", 2, 1).options, (), (), ()).book
    assert why_not(check_pile(book, tuple(pile.split())), 3) == told


# Sentences about turns in RockIt: each on a table where it is certain or was tried.


def most(text: str) -> str:
    """Return the play of the most cards."""
    session = Session.from_position("rockit", text)
    seen = session.observe(0)
    table = RockItOptions.of(session.options).best_play(tuple(map(tuple, seen["table"])), tuple(seen["hand"]))
    assert table is not None
    return f"play {write_piles(table)}"


OUT = "table=10D,JD,QD hands=KD/4D,7S stock=5D,6S turn=0 in=1/1"
MORE = "table=10D,JD,QD/3H,4H,5H hands=KD,6H,2S/4D,7S stock=5D,6S turn=0 in=1/1"


def test_turn_is_described_by_its_cards() -> None:
    session = played(Session.from_position("rockit", MORE), "draw", "draw")
    looks = analyst(session)
    turn = looks.turns(session)[0]
    assert looks.moves_sentence(["draw"], session, turn) == "draw"
    assert (
        looks.moves_sentence(["play 10D JD QD KD | 3H 4H 5H"], session, turn) == "play the king of diamonds"
    )
    assert looks.places_of(session, turn, ["play 10D JD QD KD | 3H 4H 5H"]) == [["hand KD"]]


def test_match_chance_follows_the_games() -> None:
    assert to_win((1, 0), 2) == pytest.approx((0.75, 0.25))
    assert match_chances([1.0, 0.0], [1, 0], 2) == (1.0, 0.0)
    assert match_equity_gain(0, (0, 0), 1) == 1.0
    assert match_equity_gain(0, (0, 0), 2) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("won", "games", "clear"),
    [((20, 0), 20, True), ((17, 3), 20, False), ((54, 6), 60, True), ((40, 40), 80, False)],
)
def test_fewer_playouts_suffice_for_a_clear_chance(won: tuple[int, int], games: int, *, clear: bool) -> None:
    assert is_clear(won, games, 100) == clear


@pytest.mark.parametrize(
    ("hands", "seat", "after", "told"),
    [
        ("AD/4D,7S", 0, 0.8,
         "Ann drew the king of diamonds. On that board, 2 of 2 cards could go with it, "
         "not one without it."),
        ("AD/4D,7S", 0, 0.2, ""),  # a card that goes with it does not explain why it helped others
        ("9D/4D,7S", 0, 0.8, "With that board, Ann could play the whole hand next turn. "
         "Ann drew the king of diamonds. Ann played nothing. 1 card could have gone."),
        ("AD/4D,7S/6H", 2, 0.8, ""),  # her lucky draw is no reason
    ],
)  # fmt: skip
def test_draw_is_explained(hands: str, seat: int, after: float, told: str) -> None:
    text = f"table=10D,JD,QD hands={hands} stock=KD,6S turn=0 in={'/'.join('1' * len(hands.split('/')))}"
    decks = {"decks": 2} if seat else {}
    session = played(Session.from_position("rockit", text, options=decks), "draw")
    looks = analyst(session)
    turn = looks.turns(session)[0]
    facts = looks.explain(session, turn, TurningPoint(0, seat, 0.5, after))
    assert " ".join(looks.fact_sentence(fact, session, NAMES) for fact in facts) == told


def test_card_made_useful_by_another_turn_is_explained_next() -> None:
    text = "table=10D,JD,QD hands=2D,9C/KD,4S stock=AD,6S turn=0 in=1/1"
    session = played(Session.from_position("rockit", text), "draw", "play 10D JD QD KD", "draw")
    looks = analyst(session)
    drew = looks.explain(session, looks.turns(session)[0], TurningPoint(0, 0, 0.5, 0.8))[0]
    told = "Ann drew the ace of diamonds. Next turn, 2 of 3 cards could go with it, not one without it."
    assert looks.fact_sentence(drew, session, NAMES) == told


def test_bad_luck_is_explained_by_the_winning_cards() -> None:
    text = (
        "table=3D,4D,5D,6D/8D,8H,8S/9D,9H,9S,9C/QD,KD,AD/4H,5H,6H/QH,KH,AH,2H,3H/3S,JK=4S,5S,6S,7S/10S,JS,QS"
        "/KS,AS,2S/3C,4C,5C/KC,AC,2C hands=7C,10C/10D,JD,JC stock=10H,JK,7H,2D,7D,6C,8C,QC,JH,4S"
        " turn=0 in=1/1"
    )
    session = played(Session.from_position("rockit", text), "draw", "draw", "draw")
    told = "Ann drew the 10 of hearts. With 2 of the 10 cards left, all could have gone next turn."
    assert sentences(session)[0] == told, "with the 8 of clubs, or a joker for it, and the 9 between"


@pytest.mark.parametrize(("run", "told"), [("3D 4D 5D", True), ("5D 6D 7D", False)], ids=["fed", "anyway"])
def test_opponent_who_could_open_and_finish_is_mentioned(run: str, *, told: bool) -> None:
    text = f"table={run.replace(' ', ',')} hands=8H,8S,8C,2S/8D,10H,JH,QH stock=6S,3C turn=0 in=1/0"
    session = played(Session.from_position("rockit", text), f"play {run} | 8H 8S 8C")
    assert ("Bo could then play the whole hand." in sentences(session, "draw")) is told


def test_kept_cards_matter_only_if_waiting_is_forbidden() -> None:
    text = "table=3C,4C,5C hands=8H,8S,8C,2S/9D,10H,JD,QH stock=6S,3D turn=0 in=1/1"
    for must_play in (True, False):
        session = Session.from_position("rockit", text, options={"must_play": must_play})
        told = sentences(played(session, "play 3C 4C 5C | 8H 8S 8C"), "draw")
        assert any(words.startswith("Of the cards Ann kept") for words in told) is must_play


def test_forced_play_has_the_chance_of_its_result() -> None:
    """Only jokers can bring the cards down, and quick bots keep them and would have drawn."""
    text = (
        "table=5D,5S,5C/AH,AS,AC/9H,9S,9C hands=8D,QH,6S,7S,3C,8C,JC,KC/4D,7D,KD,KH,2S,3S,JS,QS,10C,QC,JK "
        "stock=6H,6D,2H,4S,10H,AD,7C,JH,KS,JD,6C,QD,JK,8S,10D,9D,7H,10S,2D,5H,4C,3H,4H,3D,2C,8H turn=1 in=1/1"
    )
    session = Session.from_position("rockit", text, options={"must_play": True})
    before = analyst(session).win_probabilities(session)
    session.play("play 5D 5S 5C | AH JK=AS AC | 9H 9S 9C | AS 2S 3S")
    assert analyst(session).win_probabilities(session) == pytest.approx(before, abs=0.02)


def test_playable_cards_are_known_while_others_draw() -> None:
    """With its three the seat can take the joker, which quick bots overlook."""
    text = "table=JK=3D,3H,3S/7D,7S,7C hands=6C,2D,JS/3D,4D,6D,9S stock=10C,KS,QD,8H turn=0 in=1/1"
    session = Session.from_position("rockit", text, options={"must_play": True})
    before = analyst(session).win_probabilities(session)
    session.play("draw")
    assert analyst(session).win_probabilities(session) == pytest.approx(before, abs=0.1)
