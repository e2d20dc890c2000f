"""RockIt to Destiny: rummy with jokers. Come in with one good trick, then rearrange the board."""

from game.core.game import GameInfo
from game.core.options import IntRange, OptionLabel, bool_option, choice_option, int_option, seat_option

INFO = GameInfo(
    slug="rockit",
    title="RockIt to Destiny",
    brief="RockIt",
    tagline="Come in with thirty points, jack up the board, and go out first.",
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
                "declared": OptionLabel("as named", "In a kind: the card it was named."),
                "any_missing": OptionLabel("any suit", "In a kind: either missing suit."),
            },
            title="Jokers",
        ),
        bool_option(
            "continue_after_coming_in",
            default=True,
            title="Coming in",
            labels={
                True: OptionLabel("play on", "One more play in the same turn."),
                False: OptionLabel("ends turn", "Nothing more in that turn."),
            },
        ),
        bool_option(
            "keep_rearranged_board",
            default=False,
            title="The board",
            labels={
                False: OptionLabel("put back", "If you draw, as it was before."),
                True: OptionLabel("may stay", "If you draw, it may stay changed."),
            },
        ),
        bool_option(
            "must_play",
            default=False,
            title="Must play",
            labels={
                False: OptionLabel("your choice", "You may wait: it wins 100 of 100."),
                True: OptionLabel("enforced", "Lay if you can; waiting wins 52 %."),
            },
        ),
        int_option(
            "coming_in_points", 30, IntRange(10, 60), "A kind is always worth 30.", title="Points to come in"
        ),
        choice_option(
            "pile_empty",
            {
                "fewest_cards": OptionLabel("fewest cards", "When all pass, they win."),
                "draw_game": OptionLabel("nobody wins", "When all pass, it is a draw."),
            },
            title="Empty pile",
        ),
        seat_option(
            "start_player",
            ("random", OptionLabel("by chance", "After that, whoever won.")),
            5,
            "A game's winner starts the next.",
            title="Who begins",
        ),
        choice_option(
            "card_backs",
            {"same": "the same", "different": "different"},
            "For the eye only, with two packs.",
            title="Card backs",
        ),
        choice_option(
            "best_of",
            {
                1: OptionLabel("one game", "Whoever wins it wins the match."),
                3: OptionLabel("two wins", "Two games win the match."),
                5: OptionLabel("three wins", "Three games win the match."),
            },
            title="The match",
        ),
        seat_option(
            "handicap",
            ("none", OptionLabel("nobody", "All start alike.")),
            5,
            "What it means stands below.",
            title="Handicap",
        ),
        choice_option(
            "handicap_is",
            {
                "2_fewer": "2 fewer",
                "4_fewer": "4 fewer",
                "2_more": "2 more",
                "4_more": "4 more",
                "game_ahead": OptionLabel("game ahead", "That seat has won one already."),
            },
            "Cards dealt to it in every game.",
            title="It means",
        ),
    ),
    room="space",
    starter="start_player",
    recommended={"must_play": True},
    recommended_because="You must lay cards if you can, because waiting wins too often.",
    order=2,
)
