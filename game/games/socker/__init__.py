"""Socker, by Phil Leduc: five socks a side kick a ball over the far line, and sock each other over."""

from game.core.contract import GameInfo, choice, number

INFO = GameInfo(
    slug="socker",
    title="Socker",
    tagline="Kick the ball over the far line. Sock whoever stands in the way.",
    players=(2, 2),
    default_players=2,
    options=(
        choice(
            "win", ("goals", "turns"), "First to a number of goals, or most goals after a number of turns."
        ),
        number("goals", 3, 1, 9, "The goals that win, when goals decide."),
        number("turns", 40, 10, 200, "The turns of the whole match, when turns decide.", step=2),
        number("sockers", 5, 2, 5, "Sockers on each side."),
        number("actions", 3, 2, 4, "Actions in a turn; one more when a position has come back."),
        choice(
            "ball_recentre",
            ("owner_chooses", "auto"),
            "Ball out, centre space taken: its owner chooses a space next to it, or it is chosen by rule.",
        ),
        choice("setup_area", ("half", "field_only"), "Set up anywhere in your half, or only on the field."),
        choice(
            "own_goal",
            ("opponent_scores", "illegal"),
            "A kick into the wrong goal counts, or is not allowed.",
        ),
        number("repeat_limit", 10, 2, 50, "How often a position may come back before the sides set up anew."),
        number("sudden_death_sockers", 2, 1, 5, "Sockers on each side in sudden death."),
    ),
    rules="game.games.socker.rules:RULES",
    bot="game.games.socker.bot:BOT",
    scene="game.games.socker.scene:SockerScene",
    sheet="game.games.socker.sheet:PICTURES",
    phone="phone.js",
    emblem="ball",
    order=4,
)
