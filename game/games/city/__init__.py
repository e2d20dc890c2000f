"""Socks in the City: two players lay track between pairs of socks in a city of hexagons."""

from game.core.game import GameInfo
from game.core.options import IntRange, OptionLabel, bool_option, choice_option, int_option, seat_option

INFO = GameInfo(
    slug="city",
    title="Socks in the City",
    brief="City",
    tagline="Lay track through the night and bring the lost socks home.",
    players=(2, 2),
    default_players=2,
    options=(
        bool_option(
            "three_neighbours",
            default=True,
            title="Neighbours",
            labels={
                True: OptionLabel("3 or more", "Free stations around each sock."),
                False: OptionLabel("any", "Socks can be close together."),
            },
        ),
        int_option("blockers", 0, IntRange(0, 6), "Socks in the way; four is good.", title="Blockers"),
        bool_option(
            "build_over_printed",
            default=False,
            title="Printed track",
            labels={
                False: OptionLabel("shared", "Nobody can lay track on it."),
                True: OptionLabel("up for grabs", "Lay track on it to claim it."),
            },
        ),
        choice_option(
            "sock_setup",
            {
                "auto": OptionLabel("computer", "They're there from the start."),
                "alternate": OptionLabel("in turn", "A pair at a time, starter last."),
                "free": OptionLabel("non-starter", "The second player places all."),
            },
            title="Socks placed by",
        ),
        int_option(
            "apart_min", 6, IntRange(1, 8), "Stations between a pair of socks.", title="Minimum distance"
        ),
        int_option(
            "apart_max", 10, IntRange(3, 20), "Stations between a pair of socks.", title="Maximum distance"
        ),
        choice_option(
            "tie",
            {
                "draw": OptionLabel("shared", "Both win."),
                "highest_single_sock": OptionLabel("best sock", "The most valuable sock wins."),
                "second_player": OptionLabel("non-starter", "The second player wins."),
            },
            title="Equal points",
        ),
        choice_option(
            "start_player",
            {
                "random": "at random",
                "odd_socks": OptionLabel(
                    "odd socks", "The player who owns the most.", "Who owns the most odd socks?"
                ),
                "first": "first seat",
                "second": "second seat",
            },
            "Lays the first piece.",
            title="Starting player",
        ),
        choice_option(
            "board_build",
            {
                "auto": OptionLabel("computer", "A new city for every match."),
                "manual": OptionLabel("players", "Tile by tile, taking turns."),
            },
            title="City built by",
        ),
        int_option("vacant_min", 5, IntRange(0, 12), "Hexagons without a station.", title="Minimum gaps"),
        int_option("vacant_max", 8, IntRange(5, 20), "Hexagons without a station.", title="Maximum gaps"),
        seat_option(
            "handicap",
            ("none", OptionLabel("nobody", "Both have 40 pieces of track.")),
            2,
            "Gets the track set below.",
            title="Handicap",
        ),
        int_option(
            "handicap_track",
            20,
            IntRange(10, 80, step=5),
            "Pieces; the other side gets 40.",
            title="Handicap track",
        ),
    ),
    slow_start=True,
    room="city",
    order=5,
)
