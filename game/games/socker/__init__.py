"""Socker, by Phil Leduc: five socks a side kick a ball over the far line, and sock each other over."""

from game.core.game import GameInfo, Measure
from game.core.options import Label, Span, choice, number, seat_choice

INFO = GameInfo(
    slug="socker",
    title="Socker",
    tagline="Kick the ball over the far line. Sock whoever stands in the way.",
    players=(2, 2),
    default_players=2,
    options=(
        choice(
            "win",
            {
                "goals": Label("by goals", "Whoever first has enough goals."),
                "turns": Label("by turns", "Most goals when turns are over."),
            },
            title="How to win",
        ),
        number(
            "goals",
            3,
            Span(1, 9),
            "If the match is won by goals.",
            title="Goals to win",
            one=Label("one goal", "Whoever scores first wins."),
        ),
        number("turns", 40, Span(10, 200, step=2), "If the match is won by turns.", title="Turns to play"),
        number("sockers", 5, Span(2, 5), "On each side.", title="Sockers"),
        number("actions", 3, Span(2, 4), "One more when a position returns.", title="Actions a turn"),
        choice(
            "ball_recentre",
            {
                "owner_chooses": Label("its holder", "Who stands there places it."),
                "auto": Label("the rule", "The nearest space, see the rules."),
            },
            title="Centre taken",
        ),
        choice(
            "setup_area",
            {
                "half": Label("whole half", "Out of bounds and goal strip too."),
                "field_only": Label("field only", "Nowhere out of bounds."),
            },
            title="Set up on",
        ),
        choice(
            "own_goal",
            {
                "opponent_scores": Label("counts", "For the other side."),
                "illegal": Label("not allowed", "Such a kick is refused."),
            },
            title="Own goal",
        ),
        number("repeat_limit", 10, Span(2, 50), "As often; then all set up anew.", title="Same position"),
        number(
            "dawdle",
            30,
            Span(10, 100),
            "Turns no nearer to a goal: anew.",
            title="Dawdling",
            off=Label("allowed", "However long nothing happens."),
            former=0,
        ),
        number(
            "extra_time",
            0,
            Span(5, 60),
            "Turns to one action more.",
            title="Extra time",
            off=Label("never", "Always as many actions."),
        ),
        number("extra_most", 5, Span(4, 7), "Actions in extra time, at most.", title="Extra time up to"),
        number(
            "sudden_death_sockers", 2, Span(1, 5), "Sockers a side, if turns end level.", title="Sudden death"
        ),
        seat_choice(
            "handicap",
            ("none", Label("nobody", "Both sides play alike.")),
            2,
            "What it means stands below.",
            title="Handicap",
        ),
        choice(
            "handicap_is",
            {
                "goal_ahead": Label("goal ahead", "That side starts with a goal."),
                "socker_fewer": Label("one fewer", "That side has one socker fewer."),
            },
            title="It means",
        ),
    ),
    room="pitch",
    short={"goals": 1},
    house={"extra_time": 8, "extra_most": 7},
    measure=Measure(options={"goals": 1}),
    order=4,
)
