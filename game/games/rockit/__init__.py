"""RockIt to Destiny: a rummy with jokers; come in with one good trick, then rearrange the board."""

from game.core.contract import GameInfo, choice, flag, number

INFO = GameInfo(
    slug="rockit",
    title="RockIt to Destiny",
    tagline="Come in with thirty points, jack up the board, and go out first.",
    players=(2, 5),
    default_players=2,
    options=(
        choice(
            "decks",
            (2, 1),
            "Packs shuffled together; one pack is for two players only, and their default.",
            defaults=((2, 1),),
        ),
        choice(
            "joker_in_kind",
            ("declared", "any_missing"),
            "In a kind of three a joker stands for the card it was named, or for either missing suit.",
        ),
        flag("continue_after_coming_in", True, "Whoever comes in may make one more play in the same turn."),
        flag("keep_rearranged_board", False, "Whoever draws may leave a rearranged board behind."),
        flag("must_play", False, "Drawing and passing are refused while you can play."),
        number(
            "coming_in_points", 30, 10, 60, "The points that a trick needs to come in; a kind is worth 30."
        ),
        choice(
            "pile_empty",
            ("fewest_cards", "draw_game"),
            "When all pass with the pile empty: the fewest cards win, or nobody does.",
        ),
        choice("card_backs", ("same", "different"), "Whether the packs have different backs; looks only."),
        choice(
            "best_of", (1, 3, 5), "How many games the match is over; the winner of a game starts the next."
        ),
    ),
    rules="game.games.rockit.rules:RULES",
    bot="game.games.rockit.bot:BOT",
    scene="game.games.rockit.scene:RockItScene",
    sheet="game.games.rockit.sheet:PICTURES",
    emblem="rocket",
    phone="phone.js",
    order=2,
)
