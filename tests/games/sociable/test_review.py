"""Hints and analysis of moves in SOCiable."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import get_args

import numpy as np
import pytest

from game.core.rng import SeededRng
from game.core.session import Session
from game.games.sociable import analysis
from game.games.sociable.analysis import wins, worth_of_places
from game.games.sociable.bot import BOT, EffectKind, MoveReasons, SociableAdvice, SociableMoveEffect
from game.games.sociable.match_text import advice_sentence
from game.games.sociable.rules.state import POWER, plays, sort_cards
from game.match.analysis import AnalysedTurn, Fact, TurningPoint
from tests.games.sociable.helpers import at
from tests.sampling import sample_size

# Hints in SOCiable: reasons for a move in positions where they are certain, and the sentence.


NAMES = ["Ann", "Bo", "Cem", "Dora", "Eva"]
REST = "9D,9H,9S/10D,10H/10S,10C,JD/JH"


def said(text: str, move: str, options: Mapping[str, object] | None = None) -> str:
    """Return the reasons for a move of the first seat as a sentence."""
    session = at(text, options=options)
    assert move in session.moves()
    tops = session.options.get_bool("joker_pair_beats_same_rank")
    effects = list(MoveReasons(session.observe(0), joker_tops=tops).of(move))
    return advice_sentence({"move": move, "effects": effects}, NAMES)


@pytest.mark.parametrize(
    ("hand", "lead", "move", "words"),
    [
        ("8D,JK", "-", "play JK", "Play one joker: nobody can beat that, so you lead next."),
        ("8D,KS,KC", "-", "play KS KC", "Play two kings: Eva has one card left and can't follow."),
        ("8D,8S,8C,AS", "-", "play 8D 8S 8C", "Play three eights: Eva has one card left and"),
        ("8D,8S,QS", "9C", "play QS", "Play one queen: passing came out worse when I tried it."),
        ("JC,JS,QS,AS", "9C", "play QS", "Play one queen: your jacks stay together; you keep your ace"),
        ("JC,QS,AS,JK", "9C", "play JC", "Play one jack: nothing lower will do; you keep your "
                                         "joker for later."),
        ("JC,JS,QC,QS", "9C", "pass", "Pass: your jacks stay together."),
        ("8C,8S,AC,AS", "KC", "pass", "Pass: leading your aces later wins the round."),
        ("8C,8S,AC,JK", "KC", "pass", "Pass: you keep your joker for later."),
        ("8C,8S,KC", "QC", "pass", "Pass: you keep your king for later."),
        ("8C,8S", "QC", "pass", "Pass: none of your cards will do."),
        ("KC,KS", "QC,QS", "play KS KC", "Play two kings: that's your whole hand."),
        ("8C,8S,JS,KS", "-", "play JS", "Play one jack: no pair is broken up."),
        ("8C,JC,QS", "-", "play QS", "Play one queen: it's harder to beat than your eight."),
        ("8D,JC,QD,KH,KS,KC", "9C", "play QD", "Play one queen: it's harder to beat than your jack."),
        ("8D,QS,AS,AC", "-", "play 8D", "Play one eight: the lowest go first; you keep your"),
    ],
)  # fmt: skip
def test_hint_gives_reasons_for_a_move(hand: str, lead: str, move: str, words: str) -> None:
    rest = "" if lead == "-" else f" lead={lead} by=1"
    assert said(f"hands={hand}/{REST}{rest} turn=0", move).startswith(words)


def test_hint_for_a_gift_says_what_remains() -> None:
    hands = (
        "hands=8D,9S,9C,QD,KS,KC,AS,JK/8S,8C,JC,QS,QC/10D,10H,10S,JD,JS,QH/9D,9H,JH,KD,KH,AH/8H,10C,AD,AC,JK"
    )
    text = f"{hands} order=0,1,2,3,4 give=0>4:2 turn=0"
    assert said(text, "give 8D QD") == "Give one eight and one queen: no pair is broken up."
    assert said(text, "give 8D 9S") == "Give one eight and one nine: you have nothing lower."
    assert said(text, "give 9S 9C") == "Give two nines: no pair is broken up."


@pytest.mark.parametrize(("tops", "sure"), [("on", False), ("off", True)])
def test_joker_may_top_its_own_rank(tops: str, sure: bool) -> None:  # noqa: FBT001
    """If a pair with a joker beats one without, two aces may be beaten while an ace and a joker are out."""
    text = f"hands=8D,AS,AC/{REST} gone=AD,JK turn=0"
    words = said(text, "play AS AC", {"joker_pair_beats_same_rank": tops})
    assert ("nobody can beat that" in words) is sure


@pytest.mark.parametrize("kind", get_args(EffectKind))
def test_every_kind_of_reason_has_words(kind: EffectKind) -> None:
    known: SociableMoveEffect = {"kind": kind, "seat": 1, "single": True, "card": "KD", "many": True}
    plain: SociableAdvice = {"move": "play QD", "effects": []}
    assert advice_sentence({**plain, "effects": [known]}, NAMES) != advice_sentence(plain, NAMES)


@pytest.mark.parametrize("players", [4, 5])
def test_hint_claims_hold_on_the_table(players: int) -> None:
    """Each reason is checked against the cards of all seats, which the hint does not know."""
    session, chance, claims = Session.new("sociable", players, 7), SeededRng("audit"), Counter[str]()
    while claims.total() < sample_size(100, 2000):
        if session.to_move is None:
            session = Session.new("sociable", players, chance.seed())
            continue
        if len(session.moves()) == 1:
            session.play(session.moves()[0])
            continue
        seen = session.observe(session.to_move)
        move = BOT.choose(seen, session.options, chance.pick(("easy", "normal")), chance)
        for one in {move, chance.pick(session.moves())}:
            found = list(MoveReasons(seen, joker_tops=False).of(one))
            assert found, (session.position(), one)
            for effect in found:
                assert _is_so(session, one.split()[1:], effect), (session.position(), one, effect)
                claims[effect["kind"]] += 1
        session.play(move)
    assert len(claims) > 8, claims


def _is_so(session: Session, cards: list[str], effect: SociableMoveEffect) -> bool:
    """True if a reason for laying, giving or keeping cards holds; no joker beats its own rank here."""
    seat = session.to_move
    assert seat is not None
    lead, hand = session.observe(None)["lead"], session.observe(seat)["hand"]
    others = [session.observe(one)["hand"] for one in range(session.players) if one != seat]
    left = [card for card in hand if card not in cards]
    rank = [card for card in hand if "card" in effect and POWER[card] == POWER[effect["card"]]]

    def beats(held: list[str], group: list[str]) -> bool:
        return bool(plays(sort_cards(held), sort_cards(group), joker_tops=False))

    could = {
        tuple(map(POWER.__getitem__, play.cards))
        for play in plays(sort_cards(hand), sort_cards(lead), joker_tops=False)
    }
    match effect["kind"]:
        case "out":
            return not left
        case "holds":
            return not any(beats(held, cards) for held in others)
        case "short":
            return 0 < len(session.observe(effect["seat"])["hand"]) < len(cards)
        case "whole" | "keeps":
            return set(rank) <= set(left) if effect["kind"] == "whole" else effect["card"] in left
        case "later":
            return "pass" in session.moves() and not any(beats(held, rank) for held in others)
        case "forced":
            return session.moves() == ["pass"]
        case "lowest":
            return all(POWER[card] <= POWER[other] for card in cards for other in left)
        case "cheapest":
            return POWER[cards[0]] == min(powers[0] for powers in could)
        case "fewer" | "even":
            lower = rank[: len(cards)]
            held = sort_cards([card for one in others for card in one])
            this, that = (
                {POWER[play.cards[0]] for play in plays(held, sort_cards(group), joker_tops=False)}
                for group in (cards, lower)
            )
            return len(lower) == len(cards) and (this < that if effect["kind"] == "fewer" else this == that)
        case "several":
            return len({POWER[card] for card in cards if card != "JK"}) == 1 < len(cards)
        case "together" | "lone":
            return not {POWER[card] for card in cards} & {POWER[card] for card in left}
        case "tried":
            return len(could) == 1 and "pass" in session.moves()
    return False


def test_claims_about_turns_hold_on_their_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few deals, because which play is better does not matter here, only the facts about both."""
    monkeypatch.setattr(analysis, "COMPARISON_DEALS", 16)
    chance, claims = SeededRng("audit a"), Counter[str]()
    for _match in range(sample_size(3, 30)):
        session = Session.new("sociable", 4 + chance.below(2), chance.seed())
        while (seat := session.to_move) is not None and len(session.log) < 150:
            level = chance.pick(("easy", "normal"))
            session.play(BOT.choose(session.observe(seat), session.options, level, chance))
        for turn in chance.shuffled(list(analysis.INSIGHT.turns(session)))[:15]:
            weighed = analysis.INSIGHT.evaluate_turn(session, turn)
            better = weighed.better if weighed is not None else ()
            for fact in analysis.INSIGHT.explain(session, turn, TurningPoint(0, turn.seat, 0.6, 0.4, better)):
                before = session.before(turn.first)
                assert _was_so(session, turn, better, fact), (before.position(), turn, better, fact)
                claims[fact.get("effect", fact)["kind"]] += 1
    assert len(claims) > 6, claims


def _was_so(session: Session, turn: AnalysedTurn, better: Sequence[str], fact: Fact) -> bool:
    """True if a fact about a play, or about a better one, holds."""
    before, move = session.before(turn.first), session.log[turn.first][1]
    hand, laid = before.observe(turn.seat)["hand"], move.split()[1:]
    left = [card for card in hand if card not in laid]
    match fact["kind"]:
        case "reason":
            return _is_so(before, better[0].split()[1:], {**fact["effect"]})  # type: ignore[typeddict-item]
        case "broke":
            power = POWER[fact["card"]]
            stayed, went = (sum(POWER[card] == power for card in some) for some in (left, laid))
            return bool(stayed == fact["left"] > 0 < went)
        case "passed" | "kept":
            goes = {tuple(sorted(one.split()[1:])) for one in before.moves()}
            alike = {tuple(sorted(POWER[card] for card in cards)) for cards in goes}
            return move == "pass" and tuple(sorted(POWER[card] for card in fact["cards"])) in alike
        case "did" | "gave":
            return bool(fact["cards"] == laid)
        case "over":
            return bool(session.before(turn.last).observe(None)["scores"] != before.observe(None)["scores"])
    return bool(fact["kind"] == "place")


def test_move_without_special_reason_has_a_sentence() -> None:
    words = advice_sentence({"move": "play KS", "effects": []}, NAMES)
    assert words == "Play one king: this was the best move I found."


def test_joker_in_a_group_is_named() -> None:
    assert advice_sentence({"move": "play KS JK", "effects": []}, NAMES).startswith(
        "Play two kings with joker: "
    )


# Sentences about plays in SOCiable: each on hands where it is certain.


def test_chance_follows_points_and_places() -> None:
    options = at(f"hands=8D,JK/{REST} turn=0").options
    random = np.random.default_rng(0)
    order = np.array([[0, 1, 2, 3, 4]] * 200)
    found = wins(order, (9, 0, 0, 0, 0), options, random).mean(0)
    assert found[0] == 1.0  # five more points are enough
    even = wins(order, (0, 0, 0, 0, 0), options, random).mean(0)
    assert even.sum() == pytest.approx(1)
    assert even[0] > even[4]
    worth = worth_of_places(2, (3, 3, 3, 3, 3), options, random)
    assert worth[0] > worth[2] > worth[4]
