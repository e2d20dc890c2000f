"""The worked examples of the rule book, played by operations on a draft (SOCKI 1.4, ROCKIT 4.4)."""

from __future__ import annotations

import pytest

from game.core.game import IllegalMove
from game.core.rummy.meld_check import MeldError, MeldStatus
from tests.core.draft_builder import DraftBuilder


def test_socki_t1_t2_pile_after_two_draws_and_several_plays() -> None:
    clay = DraftBuilder("socki", "hands=1P/4P,7F,7B,7B,9L stock=3P,2P,8L")
    for _ in range(2):
        clay.session.play("draw")
    clay.sync()
    clay.lay("3P", "1P", "2P")
    assert clay.draft.table == (("1P", "2P", "3P"),)
    assert clay.code is None
    clay.play()  # the hand is empty, so the next hand is dealt
    clay = DraftBuilder("socki", "table=1P,2P,3P hands=4P,7F,7B,7B,9L/1L stock=8L")
    clay.add(clay.held("4P"), clay.pile("1P"))
    clay.lay("7B", "7F", "7B")
    assert clay.draft.table == (("1P", "2P", "3P", "4P"), ("7F", "7B", "7B"))
    assert clay.code is None
    assert len(clay.draft.laid_pieces) == 4


def test_socki_t3_after_a_play_the_turn_is_over() -> None:
    clay = DraftBuilder("socki", "table=1P,2P,3P hands=1L/3B/9F stock=5P,5L,9L,9B,5B,9P turn=1")
    for _ in range(5):
        clay.session.play("draw")
    clay.sync()
    clay.lay("5P", "5L", "5B")
    assert clay.code is None
    clay.play()
    assert clay.session.to_move == 2


def test_socki_t4_t5_t6_adding_lending_and_splitting() -> None:
    clay = DraftBuilder("socki", "table=7F,7B,7B hands=7F,1P/1L")
    clay.add(clay.held("7F"), clay.pile("7F"))
    assert clay.code is None
    clay = DraftBuilder("socki", "table=1P,2P,3P,4P/5P,5L,5B/7F,7F,7B,7B hands=4P,1B,4B,3L,9L,10L/1L")
    fours = clay.place(clay.on(clay.pile("4P"), "4P"))
    clay.add(clay.held("4P", "4B"), fours)
    assert clay.draft.is_valid
    assert clay.code is None
    assert sorted(piece.card for piece in clay.draft.hand) == ["10L", "1B", "3L", "9L"]
    clay = DraftBuilder("socki", "table=8P,9P,10P,11P hands=7P,9P,12P/1L")
    clay.draft = clay.draft.split(clay.pile("8P").key, 2)
    clay.add(clay.held("7P"), clay.pile("8P"), 0)
    assert clay.verdict("10P").status is MeldStatus.INCOMPLETE
    clay.add(clay.held("9P", "12P"), clay.pile("10P"))
    assert clay.draft.table == (("7P", "8P", "9P"), ("9P", "10P", "11P", "12P"))
    assert clay.code is None


def test_socki_t7_t8_rest_must_be_whole_and_a_card_played() -> None:
    clay = DraftBuilder("socki", "table=1P,2P,3P hands=3L,3B,1B/1L")
    clay.add(clay.on(clay.pile("3P"), "3P"), clay.lay("3L", "3B"))
    assert clay.verdict("1P").status is MeldStatus.INCOMPLETE
    assert clay.verdict("3P").status is MeldStatus.VALID
    assert clay.code == "short_pile"
    clay = DraftBuilder("socki", "table=1P,2P,3P,4P/4B,4L,4F hands=1L,9F/1L")
    before = clay.draft
    clay.add(clay.on(clay.pile("4P"), "4P"), clay.pile("4B"))
    assert clay.draft.is_valid
    assert clay.draft.move() is None
    assert clay.draft.reset() == before


@pytest.mark.parametrize(
    ("cards", "modes"),
    [
        ("2L 1L HL 12L 11L", "wrap"),
        ("11P 12P HP", "wrap both high"),
        ("HP 1P 2P", "wrap both low"),
        ("HP HB HL", "wrap both high low"),
        ("5P 5B HP", ""),
        ("5P 6P HP", ""),
        ("5P 6P 7B", ""),
    ],
)
def test_socki_t9_t10_happy_position_depends_on_the_mode(cards: str, modes: str) -> None:
    for mode in ("wrap", "both", "high", "low"):
        clay = DraftBuilder("socki", f"table=9B,9F,9L hands={','.join(cards.split())},1F/1B", happy_mode=mode)
        clay.lay(*cards.split())
        assert (clay.code is None) == (mode in modes.split())
        assert clay.draft.is_valid == (mode in modes.split())


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("9H 10H JH", "too_few_points"),
        ("QH KH AH", "too_few_points"),
        ("7H 8H 9H", "too_few_points"),
        ("2H 3H 4H 5H 6H 7H", "too_few_points"),
        ("10H JH QH", None),
        ("JH QH KH AH", None),
        ("6H 7H 8H 9H", None),
        ("4H 5H 6H 7H 8H", None),
        ("2D 2H 2S", None),
        ("AD AH AS AC", None),
        ("KD KH JK", "joker_coming_in"),
    ],
)
def test_rockit_t2_t3_t4_opening(cards: str, code: str | None) -> None:
    clay = DraftBuilder("rockit", f"hands={','.join(cards.split())},3C/3D in=0/1")
    clay.lay(*cards.split())
    assert clay.draft.move() == f"come {' '.join(clay.pile().texts)}"
    assert clay.code == code


def test_rockit_t4_t12_opening_is_one_trick_from_the_hand() -> None:
    clay = DraftBuilder("rockit", "table=7C,8C,9C hands=AD,2D,10C/3D in=0/1")
    clay.add(clay.held("10C"), clay.pile("7C"))
    assert clay.verdict("10C").error is MeldError.NOT_IN
    assert clay.code == "not_in_hand"
    clay = DraftBuilder("rockit", "hands=4D,5D,6D,4H,5H,6H/3C in=0/1")
    clay.lay("4D", "5D", "6D")
    clay.lay("4H", "5H", "6H")
    assert clay.code == "one_trick"


def test_rockit_t5_t6_t7_adding_splitting_and_jacking_up() -> None:
    clay = DraftBuilder("rockit", "table=7C,8C,9C hands=5C,6C,10C,2D/3D in=1/1")
    clay.add(clay.held("6C", "10C", "5C"), clay.pile("8C"), 1)
    assert clay.draft.table == (("5C", "6C", "7C", "8C", "9C", "10C"),)
    assert clay.code is None
    clay = DraftBuilder("rockit", "table=5H,6H,7H,8H,9H hands=7H,2D/3D in=1/1", decks=2)
    clay.draft = clay.draft.split(clay.pile("7H").key, 3)
    clay.add(clay.held("7H"), clay.pile("8H"), 0)
    assert clay.code is None
    clay = DraftBuilder("rockit", "table=7S,7H,7D/6S,6H,6D hands=8S,5H,5D,2C/3D in=1/1")
    for suit, card in (("S", "8S"), ("H", "5H"), ("D", "5D")):
        new = clay.place(clay.on(clay.pile(f"7{suit}"), f"7{suit}"))
        clay.add(clay.on(clay.pile(f"6{suit}"), f"6{suit}"), clay.draft.pile(new.key))
        clay.add(clay.held(card), clay.draft.pile(new.key))
    assert clay.draft.table == (("6S", "7S", "8S"), ("5H", "6H", "7H"), ("5D", "6D", "7D"))
    assert clay.code is None


@pytest.mark.parametrize(
    ("stolen", "legal"), [("9D", True), ("9D 10D", True), ("KD", True), ("KD QD", True), ("JD", False)]
)
def test_rockit_t8_stealing_from_the_ends_of_a_run(stolen: str, *, legal: bool) -> None:
    ranks = [card[:-1] for card in stolen.split()]
    hand = [f"{rank}{suit}" for rank in ranks for suit in "SH"]
    clay = DraftBuilder("rockit", f"table=9D,10D,JD,QD,KD hands={','.join(hand)},2C/3D in=1/1")
    for rank, card in zip(ranks, stolen.split(), strict=True):
        kind = clay.lay(f"{rank}S", f"{rank}H")
        clay.add(clay.on(clay.pile(card), card), kind)
    assert (clay.code is None) == legal


def test_rockit_t9_taken_joker_goes_to_a_new_trick() -> None:
    clay = DraftBuilder("rockit", "table=AD,2D,JK=3D,4D hands=3D,9S,9H,2C/5C in=1/1")
    pile = clay.pile("JK=3D")
    (joker,) = clay.on(pile, "JK=3D")
    (payer,) = clay.draft.joker_replacements(joker)
    clay.draft = clay.draft.swap_joker(joker, payer.key, 1)
    assert clay.draft.table == (("AD", "2D", "3D", "4D"), ("JK",))
    clay.add(clay.held("9S", "9H"), clay.draft.piles[1], 0)
    assert clay.draft.joker_options(joker) == ("9D", "9C")
    assert clay.code is None
    clay.draft = clay.draft.cycle_joker(joker)
    assert clay.draft.table[1] == ("9H", "9S", "JK=9C")
    assert clay.code is None


def test_rockit_t9_joker_is_freed_once_paid_for_by_hand() -> None:
    clay = DraftBuilder("rockit", "table=AD,2D,JK=3D,4D hands=3D,9S,9H,2C/5C in=1/1")
    joker = clay.on(clay.pile("JK=3D"), "JK=3D")
    clay.add(clay.held("9S", "9H"), clay.place(joker))
    verdict = clay.verdict("9S")
    assert (verdict.error, verdict.cards) == (MeldError.JOKER_FACE, ("3D",))
    clay.add(clay.held("3D"), clay.pile("AD"), 2)
    assert clay.draft.is_valid
    assert clay.code is None


def test_rockit_t10_taken_joker_joins_no_board_card() -> None:
    clay = DraftBuilder("rockit", "table=AD,2D,JK=3D,4D/9H,10H,JH,QH hands=3D,9S,2C/5C in=1/1")
    (joker,) = clay.on(clay.pile("JK=3D"), "JK=3D")
    clay.draft = clay.draft.swap_joker(joker, clay.held("3D")[0], 2)
    new = clay.draft.piles[2]
    clay.add([*clay.held("9S"), *clay.on(clay.pile("9H"), "9H")], new)
    verdict = clay.verdict("9S")
    assert (verdict.error, verdict.cards) == (MeldError.JOKER_NOT_NEW, ("9H",))
    assert clay.code == "joker_not_in_new_trick"


@pytest.mark.parametrize(
    ("payer", "mode", "legal"),
    [
        ("QD", "declared", True),
        ("QC", "declared", False),
        ("QC", "any_missing", True),
        ("QS", "declared", False),
    ],
)
def test_rockit_t11_card_that_frees_the_joker_of_a_set(payer: str, mode: str, *, legal: bool) -> None:
    clay = DraftBuilder(
        "rockit", f"table=QS,QH,JK=QD hands={payer},9S,9H,2C/5C in=1/1", decks=2, joker_in_kind=mode
    )
    (joker,) = clay.on(clay.pile("QS"), "JK=QD")
    assert bool(clay.draft.joker_replacements(joker)) == legal
    if not legal:
        with pytest.raises(ValueError, match="does not pay"):
            clay.draft.swap_joker(joker, clay.held(payer)[0], 1)
        return
    clay.draft = clay.draft.swap_joker(joker, clay.held(payer)[0], 1)
    clay.add(clay.held("9S", "9H"), clay.draft.piles[1])
    assert clay.draft.is_valid
    assert clay.code is None


def test_rockit_t13_t14_the_turn_is_over_and_the_last_card_wins() -> None:
    clay = DraftBuilder("rockit", "table=7C,8C,9C hands=10C,2D/3D stock=5H,5S in=1/1")
    clay.add(clay.held("10C"), clay.pile("7C"))
    clay.play()
    assert clay.session.to_move == 1
    clay.session.play("draw")
    with pytest.raises(IllegalMove):
        clay.session.play("play 7C 8C 9C 10C JC")
    clay = DraftBuilder("rockit", "table=7C,8C,9C hands=JK/3D in=1/1")
    clay.add(clay.held("JK"), clay.pile("7C"))
    assert clay.draft.table == (("7C", "8C", "9C", "JK=10C"),)
    clay.draft = clay.draft.cycle_joker(clay.on(clay.pile("7C"), "JK=10C")[0])
    assert clay.draft.table == (("JK=6C", "7C", "8C", "9C"),)
    clay.play()
    assert clay.session.outcome is not None


def test_rockit_t15_joker_moved_under_its_face_is_not_freed() -> None:
    clay = DraftBuilder("rockit", "table=AD,2D,JK=3D,4D,5D,6D hands=7D,2C/5C in=1/1")
    clay.draft = clay.draft.split(clay.pile("AD").key, 3)
    clay.add(clay.held("7D"), clay.pile("6D"))
    assert clay.draft.table == (("AD", "2D", "JK=3D"), ("4D", "5D", "6D", "7D"))
    assert clay.code is None
    clay = DraftBuilder("rockit", "table=AD,2D,JK=3D,4D,5D,6D hands=3D,2C/5C in=1/1")
    clay.draft = clay.draft.split(clay.pile("AD").key, 2)
    clay.add(clay.held("3D"), clay.pile("AD"))
    (joker,) = clay.on(clay.pile("4D"), "JK=3D")
    clay.draft = clay.draft.assign_joker(joker, "7D")
    assert clay.verdict("4D").error is MeldError.JOKER_NOT_NEW
    assert clay.code == "joker_not_in_new_trick"
