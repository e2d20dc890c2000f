"""The numbers of the debrief, counted once more from the record by other means."""

from collections import Counter

import pytest

from game.core.chance import Chance
from game.core.session import Session
from game.games.sociable.debrief import Story, strength, worth
from tests.games.sociable.helpers import at
from tests.scale import scaled

POWERS = {"8": 0, "9": 1, "10": 2, "J": 3, "Q": 4, "K": 5, "A": 6}


def power(card: str) -> int:
    return 7 if card == "JK" else POWERS[card[:-1]]


def played(seed: int, players: int, **options: object) -> Session:
    session = Session.new("sociable", players, seed, options)
    while session.to_move is not None:
        session.play(Chance(seed, len(session.log)).pick(session.moves()))
    return session


class Naive:
    """The match read from positions as text, ply by ply, and from what each seat was dealt."""

    def __init__(self, record: str) -> None:
        lines = record.splitlines()
        moves = [line.split(" ", 1) for line in lines if not line.startswith("[")]
        session = Session.from_record("\n".join(line for line in lines if line.startswith("[")))
        self.orders = [self.read(session, "order", ",")]
        self.totals = [self.read(session, "scores", "/")]
        self.dealt = [self.hands_dealt(session, session.opening)]
        self.held: list[list[Counter[str]]] = []
        open_hand = True
        for _seat, move in (("", ""), *moves):
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
def test_the_story_is_that_of_the_record(players: int, options: dict[str, object]) -> None:
    for seed in range(scaled(4, 160)):
        record = played(seed, players, **options).record()
        story, naive = Story.of(record), Naive(record)
        assert [list(order) for order in story.orders] == naive.orders
        assert [list(row) for row in story.totals] == naive.totals
        for number, hand in enumerate(story.hands):
            assert [Counter(cards) for cards in hand.dealt] == [Counter(h) for h in naive.dealt[number]]
            assert [Counter(cards) for cards in hand.held] == naive.held[number]
            assert sum(map(len, hand.dealt)) == sum(map(len, hand.held)) == 30


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_tables_of_the_debrief_add_up(players: int, options: dict[str, object]) -> None:
    for seed in range(scaled(4, 160)):
        record = played(seed, players, **options).record()
        story, naive = Story.of(record), Naive(record)
        table = Counter(
            (before.index(seat), after.index(seat))
            for before, after in zip(naive.orders, naive.orders[1:], strict=False)
            for seat in range(players)
        )
        assert {(a, b): n for a, row in enumerate(story.moves) for b, n in enumerate(row) if n} == table
        assert story.kept == tuple(table[chair, chair] for chair in range(players))
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
def test_what_changed_hands_is_what_was_owed_and_what_was_chosen(
    players: int, options: dict[str, object]
) -> None:
    for seed in range(scaled(4, 160)):
        session = played(seed, players, **options)
        story = Story.of(session.record())
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


def test_a_powerful_card_given_up_is_told() -> None:
    session = at("hands=8S,9C,AD,KS/9D/10D/JD/QD give=0>4:2")
    session.play("give 8S AD")
    for _ in range(40):
        if session.observe(None)["scores"] != [0] * 5:
            break
        session.play(session.moves()[0] if session.moves()[0] != "pass" else session.moves()[-1])
    story = Story.of(session.record())
    assert [(hand, chair, given.cards) for hand, chair, given in story.gave_up] == [(1, 0, ("8S", "AD"))]
    assert story.hands[0].dealt == ((), (), (), (), ())
    assert story.strengths == ((0, 0),) * 5


def test_a_hand_that_was_broken_off_is_left_out() -> None:
    session = Session.new("sociable", 5, 3)
    session.play(session.moves()[0])
    story = Story.of(session.record())
    assert (len(story.orders), story.hands, story.totals) == (1, (), ((0,) * 5,))


def test_another_game_has_no_debrief() -> None:
    with pytest.raises(ValueError, match="SOCiable"):
        Story.of(Session.new("socker", seed=0).record())
