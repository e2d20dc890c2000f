"""Socker, by Phil Leduc: five socks a side kick a ball over the far line, and sock each other over."""

from game.core.game import BenchmarkSetup, GameInfo
from game.core.options import IntRange, OptionLabel, choice_option, int_option, seat_option

INFO = GameInfo(
    slug="socker",
    title="Socker",
    tagline="Kick the ball over the far line. Sock anyone who gets in the way.",
    board="Pitch",
    players=(2, 2),
    default_players=2,
    options=(
        choice_option(
            "win",
            {
                "goals": OptionLabel("by goals", "First to enough goals."),
                "turns": OptionLabel("by turns", "Most goals after the last turn."),
            },
            title="How to win",
        ),
        int_option(
            "goals",
            3,
            IntRange(1, 9),
            "For matches won by goals.",
            title="Goals to win",
            one_label=OptionLabel("one goal", "The first goal wins."),
        ),
        int_option(
            "turns", 40, IntRange(10, 200, step=2), "For matches won by turns.", title="Turns to play"
        ),
        int_option("sockers", 5, IntRange(2, 5), "On each side.", title="Puppets"),
        int_option("actions", 3, IntRange(2, 4), "One more if a position repeats.", title="Actions per turn"),
        choice_option(
            "ball_recentre",
            {
                "owner_chooses": OptionLabel("its owner", "The puppet's owner places it."),
                "auto": OptionLabel("automatic", "The nearest space; see the rules."),
            },
            title="Centre taken",
        ),
        choice_option(
            "setup_area",
            {
                "half": OptionLabel("whole half", "Out of bounds and goal strip too."),
                "field_only": OptionLabel("pitch only", "Not out of bounds or in a goal."),
            },
            title="Set-up area",
        ),
        choice_option(
            "own_goal",
            {
                "opponent_scores": OptionLabel("counts", "For the other side."),
                "illegal": OptionLabel("not allowed", "You can't kick it in there."),
            },
            title="Own goal",
        ),
        int_option("repeat_limit", 10, IntRange(2, 50), "Repeats, then a new set-up.", title="Same position"),
        int_option(
            "dawdle",
            30,
            IntRange(10, 100),
            "Idle turns, then a new set-up.",
            title="Dawdling",
            off=OptionLabel("allowed", "Even if nothing happens."),
            former=0,
        ),
        int_option(
            "extra_time",
            0,
            IntRange(5, 60),
            "Turns before an extra action.",
            title="Extra time",
            off=OptionLabel("never", "Turns never get longer."),
        ),
        int_option(
            "extra_most", 5, IntRange(4, 7), "Maximum actions in extra time.", title="Extra time limit"
        ),
        int_option(
            "sudden_death_sockers",
            2,
            IntRange(1, 5),
            "Puppets per side, if the turns end in a draw.",
            title="Sudden death",
        ),
        seat_option(
            "handicap",
            ("none", OptionLabel("nobody", "Both sides start level.")),
            2,
            "Choose the handicap below.",
            title="Handicap",
        ),
        choice_option(
            "handicap_is",
            {
                "goal_ahead": OptionLabel("a goal up", "That side starts one goal up."),
                "socker_fewer": OptionLabel("one fewer", "That side has one puppet fewer."),
            },
            title="Handicap type",
        ),
    ),
    room="pitch",
    quick_match={"goals": 1},
    recommended={"extra_time": 8, "extra_most": 7},
    recommended_because="After 8 turns without a goal, turns get longer, so every match ends.",
    measure=BenchmarkSetup(options={"goals": 1}),
    order=4,
)
