"""Moves as actions and observations as arrays lose nothing and reveal nothing hidden."""

import pickle
from collections.abc import Callable

import numpy as np
import pytest

from game.bots.match_runner import bot_move
from game.core.game import Outcome
from game.core.record import read_fields, write_fields
from game.core.rng import SeededRng
from game.core.rummy import good_play
from game.core.rummy.table import write_piles
from game.core.session import Session
from game.games.socker.rules import SockerEndReason
from sockdrawer_research.codec import MAX_VALUE
from sockdrawer_research.environments import GAMES
from sockdrawer_research.match_stepper import EnvConfig, MatchStepper
from sockdrawer_research.rummy import AGAIN, DRAW, END, MAX_PARTIAL_MOVES, RummyCodec
from tests.matches import SHORT, middle, random_plies, varied
from tests.sampling import sample_size

CARD_GAMES = ("socki", "rockit", "sociable")
RUMMIES = ("socki", "rockit")


def playing(session: Session) -> MatchStepper:
    """Wrap a session that is played by actions from now on."""
    plan = EnvConfig.of(session.game, session.players, session.options, session.layout)
    return MatchStepper(plan, session)


def make_move(play: MatchStepper, text: str) -> None:
    """Make a whole move; each of its actions must be legal in turn."""
    before = len(play.session.log)
    for action in play.spell(text):
        assert len(play.session.log) == before
        play.step(action)
    assert len(play.session.log) == before + 1


def random_actions(play: MatchStepper, seed: int, most: int) -> None:
    chance = SeededRng(seed, "actions")
    for _ in range(most):
        if play.seat is None:
            return
        play.step(chance.pick(play.legal()))


@pytest.mark.parametrize("seed", range(sample_size(2, 120)))
@pytest.mark.parametrize("slug", GAMES)
def test_every_listed_move_can_be_made_by_actions(slug: str, seed: int) -> None:
    """Random house rules cover built boards, blockers, gifts and jokers."""
    session = middle(slug, seed)
    moves = session.moves()
    for text in SeededRng(seed, "moves").shuffled(moves)[:8]:
        play = playing(session.before(len(session.log)))
        make_move(play, text)
        session.play(text)
        assert play.session.position() == session.position(), text
        session = session.before(len(session.log) - 1)


@pytest.mark.parametrize("seed", range(sample_size(2, 120)))
@pytest.mark.parametrize("slug", ["sociable", "socker", "city"])
def test_mask_allows_exactly_the_starts_of_listed_moves(slug: str, seed: int) -> None:
    session = middle(slug, seed + 50)
    play = playing(session)
    assert set(play.legal()) == {play.spell(text)[0] for text in session.moves()}


@pytest.mark.parametrize(
    ("slug", "players", "options"),
    [
        ("socki", 2, {"target": 0}),
        ("socki", 5, {"target": 0, "happy_mode": "both", "must_play": "honour"}),
        ("rockit", 2, {"must_play": True}),
        ("rockit", 4, {"joker_in_kind": "any_missing", "must_play": True, "keep_rearranged_board": True}),
        ("sociable", 5, {"target": 0}),
        ("socker", 2, {"goals": 1}),
        ("city", 2, {"blockers": 2}),
    ],
)
def test_match_played_by_actions_equals_the_match(
    slug: str, players: int, options: dict[str, object]
) -> None:
    """Bots rearrange tables, name jokers and take them."""
    for seed in range(sample_size(1)):
        session = Session.new(slug, players, seed, options)
        play = playing(Session.new(slug, players, seed, options))
        while session.to_move is not None and len(session.log) < 400:
            text = bot_move(session, "normal", seed)
            session.play(text)
            make_move(play, text)
        assert play.session.record() == session.record()


@pytest.mark.parametrize("slug", RUMMIES)
def test_entirely_new_tables_can_be_reached(slug: str) -> None:
    """Everything on the table is laid again from nothing, with as many cards of the hand as fit."""
    reached = 0
    for seed in range(sample_size(2 if slug == "socki" else 8)):
        options: dict[str, object] = (
            {"must_play": "honour"} if slug == "socki" else {"decks": 2, "must_play": True}
        )
        session = Session.new(slug, 3, seed, options)
        while (seat := session.to_move) is not None and len(session.log) < 50:
            seen = session.observe(seat)
            table = [card for pile in seen["table"] for card in pile]
            if table and not any("=" in card for card in table):
                cards = [*table, *(card for card in seen["hand"] if card != "JK")]
                new = good_play(slug, (), cards, options).table
                text = f"play {write_piles(new)}"
                if session.refusal(text) is None:
                    play = playing(session.before(len(session.log)))
                    make_move(play, text)
                    expected = session.before(len(session.log))
                    expected.play(text)
                    assert play.session.position() == expected.position()
                    reached += 1
            session.play(bot_move(session, "normal", seed))
    assert reached > 2


@pytest.mark.parametrize(
    ("position", "move"),
    [
        # A joker is paid for and goes into a new trick.
        ("table=2D,JK=3D,4D hands=3D,9S,9H/8C stock=KC in=1/1", "play 2D 3D 4D | 9S 9H JK=9C"),
        # Two jokers are exchanged for the cards they represent.
        ("table=2D,JK=3D,4D/7C,8C,JK=9C hands=3D,9C,KS/8C stock=KC in=1/1",
         "play 2D 3D 4D | 7C 8C 9C | KS JK=KH JK=KD"),
        # The natural card replaces the joker, which keeps its face.
        ("table=2D,JK=3D,4D hands=3D,3S,3H/8C stock=KC in=1/1", "play 2D 3D 4D | 3S 3H JK=3D"),
        # A joker from the hand represents a card that is also held.
        ("table=- hands=JK,2D,4D,3D,9C/8C stock=KC in=1/1", "play 2D 4D JK=3D"),
        # Two tricks differ only in their jokers; the second one is taken up.
        ("table=2D,3D,4D/2D,JK=3D,4D hands=5D,9C/8C stock=KC in=1/1", "play 2D 3D 4D | 2D JK=3D 4D 5D"),
        ("table=2D,3D,4D/2D,JK=3D,4D hands=5D,9C/8C stock=KC in=1/1", "play 2D 3D 4D 5D | 2D JK=3D 4D"),
    ],
)  # fmt: skip
def test_jokers_are_named_taken_and_laid(position: str, move: str) -> None:
    options = {"decks": 2}
    play = playing(Session.from_position("rockit", position, options=options))
    make_move(play, move)
    expected = Session.from_position("rockit", position, options=options)
    expected.play(move)
    assert play.session.position() == expected.position()


def test_unpaid_joker_prevents_the_end_of_a_turn() -> None:
    """The joker may be freed and named again, but then the turn can only be restarted."""
    play = playing(Session.from_position("rockit", "table=2D,JK=3D,4D hands=5D,9C/8C stock=KC in=1/1"))
    codec = play.plan.codec
    named = {codec.label(action): action for action in range(codec.actions)}
    for label in ("take up 2D 3D 4D", "free the joker 3D", "name a joker 5D", "name a joker 3D"):
        if label == "name a joker 3D":
            assert play.mask()[named[label]] == 0  # it was named 5D
            continue
        play.step(named[label])
    assert not play.mask()[END]
    assert not play.mask()[DRAW]
    play.step(AGAIN)
    play.step(named["lay 2D 3D 4D 5D"])
    assert play.mask()[END]


@pytest.mark.parametrize("slug", GAMES)
def test_random_actions_never_block_and_mostly_end(slug: str) -> None:
    for seed in range(sample_size(2)):
        play = playing(varied(slug, seed))
        shape = play.plan.codec.shape
        for _ in range(30):
            random_actions(play, seed, 60)
            for seat in range(play.session.players):
                array = play.array(seat)
                assert array.shape == shape
                assert array.dtype == np.int16
                assert 0 <= array.min() <= array.max() <= MAX_VALUE
            if play.seat is None:
                break
            assert play.mask().any()
        assert Session.from_record(play.session.record()).position() == play.session.position()


def test_overlong_turn_is_undone_and_ended() -> None:
    plan = EnvConfig.of("socki", 2, {"must_play": "honour"})
    play = playing(Session.from_position("socki", "table=1P,2P,3P/5F,6F,7F hands=1B,9L/9L stock=8L,8B"))
    assert plan.codec.actions == play.plan.codec.actions
    start = play.session.position()
    for number in range(MAX_PARTIAL_MOVES):
        assert isinstance(play.plan.codec, RummyCodec)
        names = [play.plan.codec.label(action) for action in play.legal()]
        wanted = "take up 1P 2P 3P" if number % 2 == 0 else "lay 1P 2P 3P"
        play.step(play.legal()[names.index(wanted)])
    assert play.session.position() == start
    assert play.legal() == [DRAW]


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("table=1P,2P,3P,4P hands=5P,6P,9L/9L stock=8L,8B", "play 1P 2P 3P 4P 5P"),
        ("table=7P,7F,7B,7L hands=8P,9P,2L/9L stock=8L,8B", "play 7F 7B 7L | 7P 8P 9P"),
    ],
    ids=["as the table lies", "only by rearranging"],
)
def test_overlong_turn_that_must_play_lays_what_it_can(position: str, move: str) -> None:
    play = playing(Session.from_position("socki", position, options={"target": 0}))
    chance = SeededRng(1)
    while play.seat == 0:
        legal = [action for action in play.legal() if action != END or len(play.legal()) == 1]
        play.step(chance.pick(legal))
    expected = Session.from_position("socki", position, options={"target": 0})
    expected.play(move)
    assert play.session.position() == expected.position()


def redealt(session: Session, viewer: int, seed: int) -> Session:
    """Return the match with cards hidden from ``viewer`` dealt again, without gifts of other seats."""
    text = session.position()
    names = [part.partition("=")[0] for part in text.split()]
    fields = read_fields(text, names)
    hands = [[] if hand == "-" else hand.split(",") for hand in fields["hands"].split("/")]
    stock = [card for card in fields.get("stock", "-").split(",") if card != "-"]
    unseen = [card for seat, hand in enumerate(hands) if seat != viewer for card in hand] + stock
    left = iter(SeededRng(seed, "redealt").shuffled(unseen))
    dealt = [hand if seat == viewer else [next(left) for _ in hand] for seat, hand in enumerate(hands)]
    fields["hands"] = "/".join(",".join(hand) or "-" for hand in dealt)
    if "stock" in fields:
        fields["stock"] = ",".join(left) or "-"
    if "given" in fields:
        own = [
            gift for gift in fields["given"].split("/") if str(viewer) in gift.partition(":")[0].split(">")
        ]
        fields["given"] = "/".join(own) or "-"
    return Session.from_position(session.game, write_fields(fields.items()), seed, session.options)


@pytest.mark.parametrize("seed", range(sample_size(2, 100)))
@pytest.mark.parametrize("slug", CARD_GAMES)
def test_hidden_cards_do_not_change_an_observation(slug: str, seed: int) -> None:
    """Masks are equal too, except with a rummy's strict rule, which depends on the hand."""
    session = middle(slug, seed + 200)
    viewer = seed % session.players
    same, other = (redealt(session, viewer, number) for number in (1, 2))
    arrays = [playing(each).array(viewer) for each in (session, same, other)]
    hands = [session.observe(seat)["hand"] for seat in range(session.players) if seat != viewer]
    if sum(map(len, hands)) > 6:
        assert same.position() != other.position()
    assert np.array_equal(arrays[0], arrays[1])
    assert np.array_equal(arrays[1], arrays[2])
    if viewer == session.to_move:
        assert np.array_equal(playing(same).mask(), playing(other).mask())


@pytest.mark.parametrize("slug", CARD_GAMES)
def test_unfinished_turn_is_seen_only_by_its_seat(slug: str) -> None:
    session = middle(slug, 7)
    while not any(len(playing(session).spell(text)) > 1 for text in session.moves()):
        next(random_plies(session, 1, 1))
    play = playing(session)
    seat = play.seat
    assert seat is not None
    text = next(text for text in session.moves() if len(play.spell(text)) > 1)
    others = [play.array(other) for other in range(session.players) if other != seat]
    own = play.array(seat)
    play.step(play.spell(text)[0])
    assert not np.array_equal(own, play.array(seat))
    after = [play.array(other) for other in range(session.players) if other != seat]
    assert all(map(np.array_equal, others, after))


@pytest.mark.parametrize("slug", GAMES)
def test_observations_are_from_the_viewers_perspective(slug: str) -> None:
    """Observations begin with the viewer, so equal numbers mean "mine" and "theirs" for all seats."""
    play = playing(Session.new(slug, seed=3))
    assert play.array(0).shape == play.array(1).shape
    assert not np.array_equal(play.array(0), play.array(1))


@pytest.mark.parametrize("slug", GAMES)
def test_every_action_has_its_own_label(slug: str) -> None:
    codec = EnvConfig.of(slug).codec
    labels = [codec.label(action) for action in range(codec.actions)]
    assert all(labels)
    if slug != "socker":  # many ways lead off the pitch there
        assert len(set(labels)) == len(labels)


def test_illegal_action_is_refused_without_effect() -> None:
    play = playing(Session.new("socker", seed=1))
    before = play.session.position()
    for action in (-1, 0, play.plan.codec.actions):
        with pytest.raises(ValueError, match="not legal"):
            play.step(action)
    with pytest.raises(ValueError, match="against the rules"):
        play.spell("place e6")
    assert play.session.position() == before


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("copied", [MatchStepper.copy, lambda play: pickle.loads(pickle.dumps(play))])
def test_copied_play_is_independent(slug: str, copied: Callable[[MatchStepper], MatchStepper]) -> None:
    """Also a copy that was written as text and read again, as OpenSpiel does."""
    play = playing(middle(slug, 11))
    random_actions(play, 1, 5)
    copy = copied(play)
    assert np.array_equal(copy.mask(), play.mask())
    before = play.session.position()
    random_actions(copy, 2, 200)
    assert play.session.position() == before
    random_actions(play, 2, 200)
    assert play.session.record() == copy.session.record()


@pytest.mark.parametrize(
    ("winners", "scores", "rewards"),
    [
        ((0,), (3, 1), (1, -1)),
        ((0, 1), (3, 3), (0, 0)),
        ((2,), (7, 2, 11, 2, 5), (0.5, -0.75, 1, -0.75, 0)),
        ((1,), (11, 11, 2, 0), (1 / 3, 1, -1 / 3, -1)),
        ((), (1, 1), (0, 0)),
    ],
)
def test_rewards_follow_the_ranking(
    winners: tuple[int, ...], scores: tuple[int, ...], rewards: tuple[float, ...]
) -> None:
    plan = EnvConfig.of("sociable" if len(scores) > 2 else "socker", len(scores))
    found = plan.rewards(Outcome(winners, scores, SockerEndReason.GOALS))
    assert found == pytest.approx(rewards)
    assert sum(found) == pytest.approx(0)


def test_fewest_points_win_if_the_game_says_so() -> None:
    plan = EnvConfig.of("socki", 3)
    assert plan.rewards(Outcome((1,), (120, 4, 60), SockerEndReason.GOALS)) == pytest.approx((-1, 1, 0))
    assert plan.rewards(None) == (0, 0, 0)


def test_game_without_codec_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no game"):
        EnvConfig.of("chess")
    assert set(SHORT) <= set(GAMES)
