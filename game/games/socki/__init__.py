"""SOCKI: a rummy with two packs of sock cards, where the whole table may be rearranged."""

from game.core.contract import GameInfo, choice, flag, number

INFO = GameInfo(
    slug="socki",
    title="SOCKI",
    tagline="Lay piles, rearrange everything, and knock before your neighbour does.",
    players=(2, 8),
    default_players=4,
    options=(
        choice(
            "happy_mode",
            ("wrap", "both", "high", "low"),
            "Where the happy card stands in a run: closing the circle, at either end, after 12, or before 1.",
        ),
        flag(
            "rotate_deal", True, "The deal moves one seat left every hand; off: the same seat always deals."
        ),
        choice(
            "must_play",
            ("honour", "strict"),
            "Playing when you can is left to your honour, or drawing and passing are refused while you can.",
        ),
        choice(
            "play_all",
            ("off", "strict"),
            "Playing all you can is advice, or a play is refused while another card could follow it.",
        ),
        choice("opening", ("any", "exactly_three"), "How many cards the first play of a hand may lay."),
        choice(
            "deck_empty",
            ("block", "lowest_wins"),
            "In a blocked hand everybody counts, or the lowest count scores 0.",
        ),
        choice(
            "tie",
            ("shared", "playoff_hand"),
            "Equal lowest totals at the end share the win, or play one more hand among themselves.",
        ),
        number(
            "target", 100, 50, 500, "The total that sets you back to 0 when hit, and ends the game beyond."
        ),
    ),
    rules="game.games.socki.rules:RULES",
    bot="game.games.socki.bot:BOT",
    scene="game.games.socki.scene:SockiScene",
    sheet="game.games.socki.sheet:PICTURES",
    emblem="lantern",
    phone="phone.js",
    order=1,
)
