"""RockIt to Destiny: a rummy with jokers; come in with one good trick, then rearrange the board."""

from game.core.game import GameInfo
from game.core.options import Label, Span, choice, flag, number, seat_choice

INFO = GameInfo(
    slug="rockit",
    title="RockIt to Destiny",
    brief="RockIt",
    tagline="Come in with thirty points, jack up the board, and go out first.",
    players=(2, 5),
    default_players=2,
    options=(
        choice(
            "decks",
            (2, 1),
            "One pack is for two players only.",
            title="Packs",
            defaults=((2, 1),),
        ),
        choice(
            "joker_in_kind",
            {
                "declared": Label("as named", "In a kind: the card it was named."),
                "any_missing": Label("any suit", "In a kind: either missing suit."),
            },
            title="Jokers",
        ),
        flag(
            "continue_after_coming_in",
            default=True,
            title="Coming in",
            labels={
                True: Label("play on", "One more play in the same turn."),
                False: Label("ends turn", "Nothing more in that turn."),
            },
        ),
        flag(
            "keep_rearranged_board",
            default=False,
            title="The board",
            labels={
                False: Label("put back", "If you draw, as it was before."),
                True: Label("may stay", "If you draw, it may stay changed."),
            },
        ),
        flag(
            "must_play",
            default=False,
            title="Must play",
            labels={
                False: Label("your choice", "You may wait: it wins 100 of 100."),
                True: Label("enforced", "Lay if you can; waiting wins 52 %."),
            },
        ),
        number("coming_in_points", 30, Span(10, 60), "A kind is always worth 30.", title="Points to come in"),
        choice(
            "pile_empty",
            {
                "fewest_cards": Label("fewest cards", "When all pass, they win."),
                "draw_game": Label("nobody wins", "When all pass, it is a draw."),
            },
            title="Empty pile",
        ),
        seat_choice(
            "start_player",
            ("random", Label("by chance", "After that, whoever won.")),
            5,
            "A game's winner starts the next.",
            title="Who begins",
        ),
        choice(
            "card_backs",
            {"same": "the same", "different": "different"},
            "For the eye only, with two packs.",
            title="Card backs",
        ),
        choice(
            "best_of",
            {
                1: Label("one game", "Whoever wins it wins the match."),
                3: Label("two wins", "Two games win the match."),
                5: Label("three wins", "Three games win the match."),
            },
            title="The match",
        ),
        seat_choice(
            "handicap",
            ("none", Label("nobody", "All start alike.")),
            5,
            "What it means stands below.",
            title="Handicap",
        ),
        choice(
            "handicap_is",
            {
                "2_fewer": "2 fewer",
                "4_fewer": "4 fewer",
                "2_more": "2 more",
                "4_more": "4 more",
                "game_ahead": Label("game ahead", "That seat has won one already."),
            },
            "Cards dealt to it in every game.",
            title="It means",
        ),
    ),
    room="space",
    starter="start_player",
    house={"must_play": True},
    order=2,
)
