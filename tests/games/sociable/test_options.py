"""Every house rule, each value of it."""


from game.core.discovery import find
from game.core.session import Session

# target


# joker_pair_beats_same_rank

# lead_after_out


# four_player_points


# pass


# tie

# exchange and first_hand_exchange

# show_discussion


def test_show_discussion_changes_nothing_in_the_game() -> None:
    option = next(o for o in find("sociable").info.options if o.name == "show_discussion")
    assert option.choices == (True, False)
    shown, hidden = (Session.new("sociable", seed=9, options={"show_discussion": v}) for v in ("on", "off"))
    assert (shown.options["show_discussion"], hidden.options["show_discussion"]) == (True, False)
    while shown.to_move is not None:
        move = shown.moves()[-1]
        assert shown.play(move) == hidden.play(move)
    assert shown.outcome == hidden.outcome
    assert shown.outcome is not None


def test_options_and_their_defaults() -> None:
    info = find("sociable").info
    assert [(option.name, option.default) for option in info.options] == [
        ("target", 11),
        ("joker_pair_beats_same_rank", False),
        ("lead_after_out", "next_clockwise"),
        ("four_player_points", "5-3-1-0"),
        ("pass", "reenter"),
        ("tie", "better_last_place"),
        ("exchange", "on"),
        ("first_hand_exchange", True),
        ("show_discussion", True),
        ("handicap", "none"),
    ]
    assert (info.players, info.default_players) == ((4, 5), 5)
