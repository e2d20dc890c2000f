"""SOCKI: a rummy with two packs of sock cards, where the whole table may be rearranged."""

from game.core.game import GameInfo, Measure
from game.core.options import Label, Span, choice, flag, number, seat_choice

INFO = GameInfo(
    slug="socki",
    title="SOCKI",
    tagline="Lay piles, rearrange everything, and knock before your neighbour does.",
    players=(2, 8),
    default_players=4,
    options=(
        choice(
            "happy_mode",
            {
                "wrap": Label("wraps", "12, happy, 1 is a run."),
                "both": Label("both ends", "After 12 or before 1."),
                "high": Label("after 12", "11, 12, happy is a run."),
                "low": Label("before 1", "Happy, 1, 2 is a run."),
            },
            title="Happy card",
        ),
        flag(
            "rotate_deal",
            default=True,
            title="The deal",
            labels={
                True: Label("moves on", "One seat to the left every round."),
                False: Label("stays", "The same seat always deals."),
            },
        ),
        choice(
            "must_play",
            {
                "strict": Label("enforced", "No drawing or passing if you can."),
                "honour": Label("on honour", "You should; nobody checks it."),
            },
            title="Must play",
            former="honour",
        ),
        choice(
            "play_all",
            {
                "off": Label("advice", "You may keep cards that fit."),
                "strict": Label("enforced", "No play while one more card fits."),
            },
            title="Play it all",
        ),
        choice(
            "opening",
            {
                "any": Label("any number", "Three cards or more."),
                "exactly_three": Label("just three", "One pile of three, no more."),
            },
            title="First play",
        ),
        choice(
            "deck_empty",
            {
                "block": Label("all count", "If all pass, all count their cards."),
                "lowest_wins": Label("lowest 0", "If all pass, the lowest counts 0."),
            },
            title="Blocked round",
        ),
        choice(
            "tie",
            {
                "shared": Label("shared", "The lowest totals win together."),
                "playoff_hand": Label("play-off", "They play one more round."),
            },
            title="Equal totals",
        ),
        number(
            "target",
            100,
            Span(50, 500),
            "Hit it: back to 0. Above it: the end.",
            title="Play to",
            off=Label("one round", "The fewest points in it win."),
        ),
        seat_choice(
            "handicap",
            ("none", Label("nobody", "All are dealt equally many.")),
            8,
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
                "points_30": Label("30 points", "That seat starts with 30 points."),
            },
            "Cards dealt to it in every round.",
            title="It means",
        ),
    ),
    room="beach",
    short={"target": 0},
    fewest=True,
    measure=Measure(players=2, options={"target": 500}, one_hand=True),
    order=1,
)
