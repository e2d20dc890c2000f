"""SOCiable: a climbing card game about office rank, for 4 or 5 players (rules.md)."""

from game.core.game import BenchmarkSetup, GameInfo
from game.core.options import OptionLabel, bool_option, choice_option, seat_option

INFO = GameInfo(
    slug="sociable",
    title="SOCiable",
    tagline="Be the first to get rid of your cards and take the Boss's chair.",
    players=(4, 5),
    default_players=5,
    options=(
        choice_option(
            "target",
            {11: "11", 16: "16", 21: "21", 0: OptionLabel("3 hands", "Most points win.")},
            "The first to get there wins.",
            title="Points to win",
        ),
        bool_option(
            "joker_pair_beats_same_rank",
            default=False,
            title="Joker groups",
            labels={
                False: OptionLabel("equal", "King + joker doesn't beat two kings."),
                True: OptionLabel("stronger", "King + joker beats two kings."),
            },
        ),
        choice_option(
            "lead_after_out",
            {
                "next_clockwise": "clockwise",
                "last_to_play": "last player",
            },
            "Who leads if the winner has gone out.",
            title="Next to lead",
        ),
        choice_option(
            "four_player_points",
            {"5-3-1-0": "5, 3, 1, 0", "5-3-2-0": "5, 3, 2, 0"},
            "For each place, from first to last.",
            title="Points for four",
        ),
        choice_option(
            "pass",
            {
                "reenter": OptionLabel("come back", "You can still play in that round."),
                "final": OptionLabel("stay out", "You wait for the next round."),
            },
            title="After a pass",
        ),
        choice_option(
            "tie",
            {
                "better_last_place": OptionLabel("last hand", "The better place there wins."),
                "shared": OptionLabel("shared", "They share the win."),
                "play_on": OptionLabel("more hands", "Keep playing until one leads."),
            },
            title="Equal totals",
        ),
        choice_option(
            "exchange",
            {
                "on": OptionLabel("upwards", "Lower chairs give up their best."),
                "off": OptionLabel("none", "Nobody gives anything."),
                "reversed": OptionLabel("downwards", "Higher chairs give up their best."),
            },
            title="Exchange",
        ),
        bool_option(
            "first_hand_exchange",
            default=True,
            title="First hand",
            labels={
                True: OptionLabel("with gifts", "Gifts start straight away."),
                False: OptionLabel("no gifts", "Gifts start with the second hand."),
            },
        ),
        bool_option(
            "show_discussion", default=True, help="To discuss after the match.", title="Four questions"
        ),
        seat_option(
            "handicap",
            ("none", OptionLabel("nobody", "The cards decide who's Boss.")),
            5,
            "Starts in the Boss's chair.",
            title="Handicap",
        ),
    ),
    room="office",
    quick_match={"target": 0},
    measure=BenchmarkSetup(one_hand=True),
    order=3,
)
