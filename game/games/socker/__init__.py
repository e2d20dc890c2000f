"""Socker, by Phil Leduc: five socks a side kick a ball over the far line, and sock each other over."""

from game.core.game import BenchmarkSetup, GameInfo
from game.core.options import IntRange, OptionLabel, choice_option, int_option, seat_option

INFO = GameInfo(
    slug="socker",
    title="Socker",
    tagline="Kick the ball over the far line. Sock whoever stands in the way.",
    players=(2, 2),
    default_players=2,
    options=(
        choice_option(
            "win",
            {
                "goals": OptionLabel("by goals", "Whoever first has enough goals."),
                "turns": OptionLabel("by turns", "Most goals when turns are over."),
            },
            title="How to win",
        ),
        int_option(
            "goals",
            3,
            IntRange(1, 9),
            "If the match is won by goals.",
            title="Goals to win",
            one_label=OptionLabel("one goal", "Whoever scores first wins."),
        ),
        int_option(
            "turns", 40, IntRange(10, 200, step=2), "If the match is won by turns.", title="Turns to play"
        ),
        int_option("sockers", 5, IntRange(2, 5), "On each side.", title="Sockers"),
        int_option("actions", 3, IntRange(2, 4), "One more when a position returns.", title="Actions a turn"),
        choice_option(
            "ball_recentre",
            {
                "owner_chooses": OptionLabel("its holder", "Who stands there places it."),
                "auto": OptionLabel("the rule", "The nearest space, see the rules."),
            },
            title="Centre taken",
        ),
        choice_option(
            "setup_area",
            {
                "half": OptionLabel("whole half", "Out of bounds and goal strip too."),
                "field_only": OptionLabel("field only", "Nowhere out of bounds."),
            },
            title="Set up on",
        ),
        choice_option(
            "own_goal",
            {
                "opponent_scores": OptionLabel("counts", "For the other side."),
                "illegal": OptionLabel("not allowed", "Such a kick is refused."),
            },
            title="Own goal",
        ),
        int_option(
            "repeat_limit", 10, IntRange(2, 50), "As often; then all set up anew.", title="Same position"
        ),
        int_option(
            "dawdle",
            30,
            IntRange(10, 100),
            "Turns no nearer to a goal: anew.",
            title="Dawdling",
            off=OptionLabel("allowed", "However long nothing happens."),
            former=0,
        ),
        int_option(
            "extra_time",
            0,
            IntRange(5, 60),
            "Turns to one action more.",
            title="Extra time",
            off=OptionLabel("never", "Always as many actions."),
        ),
        int_option(
            "extra_most", 5, IntRange(4, 7), "Actions in extra time, at most.", title="Extra time up to"
        ),
        int_option(
            "sudden_death_sockers",
            2,
            IntRange(1, 5),
            "Sockers a side, if turns end level.",
            title="Sudden death",
        ),
        seat_option(
            "handicap",
            ("none", OptionLabel("nobody", "Both sides play alike.")),
            2,
            "What it means stands below.",
            title="Handicap",
        ),
        choice_option(
            "handicap_is",
            {
                "goal_ahead": OptionLabel("goal ahead", "That side starts with a goal."),
                "socker_fewer": OptionLabel("one fewer", "That side has one socker fewer."),
            },
            title="It means",
        ),
    ),
    room="pitch",
    quick_match={"goals": 1},
    recommended={"extra_time": 8, "extra_most": 7},
    recommended_because="Turns get longer after 8 without a goal, so matches end.",
    measure=BenchmarkSetup(options={"goals": 1}),
    order=4,
)
