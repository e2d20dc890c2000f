"""Socks in the City: two players lay track between pairs of socks in a city of hexagons."""

from game.core.game import GameInfo
from game.core.options import Label, Span, choice, flag, number, seat_choice

INFO = GameInfo(
    slug="city",
    title="Socks in the City",
    brief="City",
    tagline="Lay track through the night and bring the lost socks home.",
    players=(2, 2),
    default_players=2,
    options=(
        flag(
            "three_neighbours",
            default=True,
            title="Neighbours",
            labels={
                True: Label("3 or more", "Vacant ones around each sock."),
                False: Label("any", "Socks may lie close together."),
            },
        ),
        number("blockers", 0, Span(0, 6), "Socks in the way; four are good.", title="Blockers"),
        flag(
            "build_over_printed",
            default=False,
            title="Printed track",
            labels={
                False: Label("shared", "Nobody can lay track on it."),
                True: Label("to take", "Track laid on it makes it yours."),
            },
        ),
        choice(
            "sock_setup",
            {
                "auto": Label("computer", "They are there from the start."),
                "alternate": Label("in turn", "A pair each, the starter last."),
                "free": Label("non-starter", "Who does not start sets all."),
            },
            title="Socks set by",
        ),
        number("apart_min", 6, Span(1, 8), "Stations between a pair of socks.", title="Apart at least"),
        number("apart_max", 10, Span(3, 20), "Stations between a pair of socks.", title="Apart at most"),
        choice(
            "tie",
            {
                "draw": Label("shared", "Both win."),
                "highest_single_sock": Label("best sock", "The dearest sock wins."),
                "second_player": Label("non-starter", "Who did not start wins."),
            },
            title="Equal points",
        ),
        choice(
            "start_player",
            {"random": "by chance", "first": "first seat"},
            "Lays the first piece.",
            title="Who begins",
        ),
        choice(
            "board_build",
            {
                "auto": Label("computer", "A new one for every match."),
                "manual": Label("players", "Tile by tile, in turn."),
            },
            title="City built by",
        ),
        number("vacant_min", 5, Span(0, 12), "Hexagons without a station.", title="Vacant at least"),
        number("vacant_max", 8, Span(5, 20), "Hexagons without a station.", title="Vacant at most"),
        seat_choice(
            "handicap",
            ("none", Label("nobody", "Both have 40 pieces of track.")),
            2,
            "Other track, as stands below.",
            title="Handicap",
        ),
        number("handicap_track", 20, Span(10, 80, step=5), "Pieces; the other has 40.", title="Its track"),
    ),
    slow_start=True,
    room="city",
    order=5,
)
