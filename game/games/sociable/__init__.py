"""SOCiable: a climbing card game about office rank, for 4 or 5 players (rules.md)."""

from game.core.game import GameInfo, Measure
from game.core.options import Label, choice, flag, seat_choice

INFO = GameInfo(
    slug="sociable",
    title="SOCiable",
    tagline="Get rid of your cards first, and take the Boss's chair.",
    players=(4, 5),
    default_players=5,
    options=(
        choice(
            "target",
            {11: "11", 16: "16", 21: "21", 0: Label("3 hands", "The most points in them win.")},
            "Whoever has them first wins.",
            title="Points to win",
        ),
        flag(
            "joker_pair_beats_same_rank",
            default=False,
            title="Joker groups",
            labels={
                False: Label("equal", "K and joker do not beat two kings."),
                True: Label("stronger", "K and joker beat two kings."),
            },
        ),
        choice(
            "lead_after_out",
            {
                "next_clockwise": "clockwise",
                "last_to_play": "last player",
            },
            "When the winner of a round is out.",
            title="Next to lead",
        ),
        choice(
            "four_player_points",
            {"5-3-1-0": "5, 3, 1, 0", "5-3-2-0": "5, 3, 2, 0"},
            "For the places with four players.",
            title="Points of four",
        ),
        choice(
            "pass",
            {
                "reenter": Label("come back", "You may play again in that round."),
                "final": Label("stay out", "You wait for the next round."),
            },
            title="After a pass",
        ),
        choice(
            "tie",
            {
                "better_last_place": Label("last hand", "The better place there wins."),
                "shared": Label("shared", "All of them win."),
                "play_on": Label("more hands", "Until one of them leads."),
            },
            title="Equal totals",
        ),
        choice(
            "exchange",
            {
                "on": Label("upwards", "The low chairs give their best."),
                "off": Label("none", "Nobody gives anything."),
                "reversed": Label("downwards", "The high chairs give their best."),
            },
            title="Exchange",
        ),
        flag(
            "first_hand_exchange",
            default=True,
            title="First hand",
            labels={
                True: Label("with gifts", "Gifts go round at once."),
                False: Label("no gifts", "Gifts begin with the second hand."),
            },
        ),
        flag("show_discussion", default=True, help="To talk about after the match.", title="Four questions"),
        seat_choice(
            "handicap",
            ("none", Label("nobody", "The cards decide who is Boss.")),
            5,
            "Starts in the Boss's chair.",
            title="Handicap",
        ),
    ),
    room="office",
    short={"target": 0},
    measure=Measure(one_hand=True),
    order=3,
)
