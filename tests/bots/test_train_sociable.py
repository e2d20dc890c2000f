"""The script that teaches SOCiable's quick player."""

import numpy as np

from game.games.sociable import INFO
from game.games.sociable.bot.playouts import MOST, Playouts, Policy, features, hands_up_to, learnt
from tools.train_sociable import Gathered, dealt, first_guess

PLAYERS = 5


def test_a_step_learns_from_hands_of_its_own() -> None:
    house, hands = INFO.read_options({}, PLAYERS), hands_up_to(MOST[PLAYERS])
    guess = first_guess(PLAYERS, hands)
    policy = Policy(guess, hands, joker_tops=False)
    gathered = Gathered(hands, policy, PLAYERS)
    tables = dealt(40, PLAYERS, np.random.default_rng(7), guess, house)
    gathered.run(Playouts(policy, PLAYERS, house), tables)
    found = gathered.fit(features(hands), guess, 1.0)
    kept = learnt(PLAYERS)
    for name in ("leader", "other", "holds", "waits", "leans", "more"):
        made = getattr(found, name)
        # The table of five has two rows of leans more than the script makes: of hands that nobody is dealt.
        used = getattr(kept, name)[:, : hands.most + 1] if name == "leans" else getattr(kept, name)
        assert made.shape == used.shape, name
        assert np.isfinite(made).all(), name
    assert not np.array_equal(found.leader, guess.leader)
    assert gathered.worth[:, 0].sum() > 100
