"""RockIt to Destiny: rummy with jokers. Come in with one good trick, then rearrange the board."""

from game.core.game import GameInfo
from game.core.options import IntRange, OptionLabel, bool_option, choice_option, int_option, seat_option

INFO = GameInfo(
    slug="rockit",
    title="RockIt to Destiny",
    brief="RockIt",
    tagline="Come in with thirty points, shake up the board and go out first.",
    players=(2, 5),
    default_players=2,
    options=(
        choice_option(
            "decks",
            (2, 1),
            "One pack is for two players only.",
            title="Packs",
            defaults=((2, 1),),
        ),
        choice_option(
            "joker_in_kind",
            {
                "declared": OptionLabel("as named", "A joker stays the card you named."),
                "any_missing": OptionLabel("any suit", "It can be either missing suit."),
            },
            title="Jokers",
        ),
        bool_option(
            "continue_after_coming_in",
            default=True,
            title="Coming in",
            labels={
                True: OptionLabel("keep playing", "You may play once more that turn."),
                False: OptionLabel("ends turn", "Coming in ends your turn."),
            },
        ),
        bool_option(
            "keep_rearranged_board",
            default=False,
            title="The board",
            labels={
                False: OptionLabel("put back", "Drawing undoes your changes."),
                True: OptionLabel("may stay", "You may draw and keep changes."),
            },
        ),
        bool_option(
            "must_play",
            default=False,
            title="Must play",
            labels={
                False: OptionLabel("your choice", "You may always draw instead."),
                True: OptionLabel("enforced", "If you can play, you must."),
            },
        ),
        int_option(
            "coming_in_points",
            30,
            IntRange(10, 60),
            "Three or four of a kind is always worth 30.",
            title="Points to come in",
        ),
        choice_option(
            "pile_empty",
            {
                "fewest_cards": OptionLabel("fewest cards", "If all pass, the fewest cards win."),
                "draw_game": OptionLabel("nobody wins", "If all pass, it's a draw."),
            },
            title="Empty pile",
        ),
        seat_option(
            "start_player",
            ("random", OptionLabel("at random", "After that, the winner starts.")),
            5,
            "The winner starts the next game.",
            title="Starting player",
        ),
        choice_option(
            "card_backs",
            {"same": "the same", "different": "different"},
            "Only for looks, with two packs.",
            title="Card backs",
        ),
        choice_option(
            "best_of",
            {
                1: OptionLabel("one game", "One game decides the match."),
                3: OptionLabel("two wins", "Two wins take the match."),
                5: OptionLabel("three wins", "Three wins take the match."),
            },
            title="The match",
        ),
        seat_option(
            "handicap",
            ("none", OptionLabel("nobody", "All start equal.")),
            5,
            "Choose the handicap below.",
            title="Handicap",
        ),
        choice_option(
            "handicap_is",
            {
                "2_fewer": "2 fewer",
                "4_fewer": "4 fewer",
                "2_more": "2 more",
                "4_more": "4 more",
                "game_ahead": OptionLabel("a game up", "That seat starts with one win."),
            },
            "Cards for that seat every game.",
            title="Handicap type",
        ),
    ),
    room="space",
    starter="start_player",
    recommended={"must_play": True},
    recommended_because="You must play if you can, because holding back wins too often.",
    order=2,
)
