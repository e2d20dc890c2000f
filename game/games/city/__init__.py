"""Socks in the City: two players lay track between pairs of socks in a city of hexagons."""

from game.core.contract import GameInfo, choice, flag, number

INFO = GameInfo(
    slug="city",
    title="Socks in the City",
    tagline="Lay track through the night and bring the lost socks home.",
    players=(2, 2),
    default_players=2,
    options=(
        flag("three_neighbours", True, "Each sock needs three vacant neighbours when the socks are set out."),
        number(
            "blockers", 0, 0, 6, "Spare socks without colour that block stations; four are a good number."
        ),
        flag(
            "build_over_printed",
            False,
            "Track may be laid on printed track, which then is that player's alone.",
        ),
        choice(
            "sock_setup",
            ("auto", "alternate", "free"),
            "Who sets out the socks: the program, the players pair by pair in turn,"
            " or the second player all six pairs.",
        ),
        number("apart_min", 6, 1, 8, "The fewest stations between two socks of a colour."),
        number("apart_max", 10, 3, 20, "The most stations between two socks of a colour."),
        choice(
            "tie",
            ("draw", "highest_single_sock", "second_player"),
            "Who wins with equal points: both, the one with the dearest sock, or the second player.",
        ),
        choice(
            "start_player",
            ("random", "first"),
            "Who lays the first piece: chance decides, or the first seat.",
        ),
        choice(
            "board_build",
            ("auto", "manual"),
            "Who builds the city: the program, or the players tile by tile.",
        ),
        number("vacant_min", 5, 0, 12, "The fewest hexagons of the play area without a station."),
        number("vacant_max", 8, 5, 20, "The most hexagons of the play area without a station."),
    ),
    rules="game.games.city.rules:RULES",
    bot="game.games.city.bot:BOT",
    scene="game.games.city.scene:CityScene",
    slow_start=True,
    sheet="game.games.city.sheet:PICTURES",
    boards="game.games.city.layout:to_layout",
    emblem="city",
    phone="phone.js",
    order=5,
)
