"""SOCKI: a rummy with two packs of sock cards, where the whole table may be rearranged."""

from game.core.game import BenchmarkSetup, GameInfo
from game.core.options import IntRange, OptionLabel, bool_option, choice_option, int_option, seat_option

INFO = GameInfo(
    slug="socki",
    title="SOCKI",
    tagline="Build piles, rearrange everything and run out of cards first.",
    players=(2, 8),
    default_players=4,
    options=(
        choice_option(
            "happy_mode",
            {
                "wrap": OptionLabel("wraps round", "12-happy-1 is a run."),
                "both": OptionLabel("both ends", "After 12 or before 1."),
                "high": OptionLabel("after 12", "11-12-happy is a run."),
                "low": OptionLabel("before 1", "Happy-1-2 is a run."),
            },
            title="Happy card",
        ),
        bool_option(
            "rotate_deal",
            default=True,
            title="Dealer",
            labels={
                True: OptionLabel("rotates", "One seat to the left every round."),
                False: OptionLabel("stays", "The same seat always deals."),
            },
        ),
        choice_option(
            "must_play",
            {
                "strict": OptionLabel("enforced", "If you can play, you must."),
                "honour": OptionLabel("on trust", "You should, but nobody checks."),
            },
            title="Must play",
            former="honour",
        ),
        choice_option(
            "play_all",
            {
                "off": OptionLabel("optional", "You can keep cards that fit."),
                "strict": OptionLabel("enforced", "You must play every card that fits."),
            },
            title="Play it all",
        ),
        choice_option(
            "opening",
            {
                "any": OptionLabel("any number", "Three cards or more."),
                "exactly_three": OptionLabel("just three", "One pile of three, no more."),
            },
            title="First play",
        ),
        choice_option(
            "deck_empty",
            {
                "block": OptionLabel("all count", "If all pass, all hands count."),
                "lowest_wins": OptionLabel("lowest is 0", "If all pass, the lowest scores 0."),
            },
            title="Blocked round",
        ),
        choice_option(
            "tie",
            {
                "shared": OptionLabel("shared", "The lowest totals share the win."),
                "playoff_hand": OptionLabel("play-off", "They play one more round."),
            },
            title="Equal totals",
        ),
        int_option(
            "target",
            100,
            IntRange(50, 500),
            "Hit it: back to 0. Over it: match ends.",
            title="Play to",
            off=OptionLabel("one round", "Fewest points win."),
        ),
        seat_option(
            "handicap",
            ("none", OptionLabel("nobody", "Everyone gets equal hands.")),
            8,
            "Choose the handicap below.",
            title="Handicap",
        ),
        choice_option(
            "handicap_is",
            {
                "2_fewer": "2 fewer",
                "4_fewer": "4 fewer",
                "2_more": "2 more",
                "4_more": "4 more",
                "points_30": OptionLabel("30 points", "That seat starts with 30 points."),
            },
            "Cards for that seat every round.",
            title="Handicap type",
        ),
    ),
    room="beach",
    quick_match={"target": 0},
    lowest_score_wins=True,
    measure=BenchmarkSetup(players=2, options={"target": 500}, one_hand=True),
    order=1,
)
