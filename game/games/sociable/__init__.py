"""SOCiable: a climbing card game about office rank, for 4 or 5 players (rules.md)."""

from game.core.contract import GameInfo, choice, flag

INFO = GameInfo(
    slug="sociable",
    title="SOCiable",
    tagline="Get rid of your cards first, and take the Boss's chair.",
    players=(4, 5),
    default_players=5,
    options=(
        choice("target", (11, 16, 21), "How many points win the match."),
        flag("joker_pair_beats_same_rank", False, "A group with a joker beats the same rank without one."),
        choice(
            "lead_after_out",
            ("next_clockwise", "last_to_play"),
            "Who leads when the winner of a round has gone out: the next player clockwise, or whoever played"
            " before him.",
        ),
        choice("four_player_points", ("5-3-1-0", "5-3-2-0"), "Points of the four places with four players."),
        choice("pass", ("reenter", "final"), "Whether one who has passed may play again in the same round."),
        choice(
            "tie",
            ("better_last_place", "shared", "play_on"),
            "Equal totals at the end: the better place in the last hand wins, the win is shared, or more"
            " hands are played.",
        ),
        choice(
            "exchange",
            ("on", "off", "reversed"),
            "Gifts after the deal: from the low chairs to the high ones, none, or from the high to the low.",
        ),
        flag("first_hand_exchange", True, "Gifts in the first hand too."),
        flag("show_discussion", True, "Show the four questions to talk about after the match."),
    ),
    rules="game.games.sociable.rules:RULES",
    bot="game.games.sociable.bot:BOT",
    scene="game.games.sociable.scene:SociableScene",
    debrief="game.games.sociable.export:write",
    sheet="game.games.sociable.sheet:PICTURES",
    phone="phone.js",
    emblem="office",
    order=3,
)
