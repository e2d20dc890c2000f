"""Advice for people: the move of the best player, and what it is good for.

What is told is found on the board, not in the values: goals that threaten before and after, the ways to one,
where the ball comes to lie, who is beside it. All of it is seen from the side whose turn it is, which kicks
upwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, NotRequired, TypedDict

from game.core.chance import Chance
from game.core.game import Observation
from game.core.options import Options
from game.core.search import BEST, hint_budget
from game.games.socker.bot import Player, rebuilt
from game.games.socker.bot.places import placed
from game.games.socker.bot.thought import Ground
from game.games.socker.bot.turf import Turf
from game.games.socker.rules.moves import Move, Verb
from game.games.socker.rules.rules import RULES, State
from game.games.socker.rules.state import Phase

EffectKind = Literal[
    "goal", "stops", "unstopped", "ways", "leads", "forward", "free", "sock", "behind", "blocks", "out",
    "back", "goalside", "nearer",
]  # fmt: skip
"""What a move can be good for, what matters most first.

- ``goal``: it scores, ``now`` or later in this turn;
- ``stops``: the other side would score in its next turn but for it, or (``first``) but for what it begins;
  ``unstopped``: nothing was found against that;
- ``ways``: so many ways to a goal in our next turn, after it or (``later``) at the end of this turn;
- ``leads``: what it begins brings the ball so many rows on;
- ``forward``: it brings the ball so many rows on; ``free``: nobody of theirs is beside the ball then;
  ``sock``: theirs lies; ``behind``: it can kick forward then; ``blocks``: they have fewer such kicks;
  ``out``: the ball goes out; ``back``: it steps onto the field; ``goalside``: it comes between the ball and
  our end; ``nearer``: to the ball.
"""


class Effect(TypedDict):
    """What a move is good for."""

    kind: EffectKind
    now: NotRequired[bool]
    first: NotRequired[bool]
    later: NotRequired[bool]
    count: NotRequired[int]
    """How many ways or rows."""


class Advice(TypedDict):
    """A move, and what it does, what matters most first."""

    move: str
    effects: list[Effect]


class Look(NamedTuple):
    """Where everybody stands when a turn ends here."""

    ball: int
    ours: int
    """All of ours, who can act in our next turn."""
    foes: int
    """Theirs that can act in their next turn."""
    fallen: int
    """Theirs that lie then."""

    @property
    def taken(self) -> int:
        """The spaces that are not empty."""
        return self.ours | self.foes | self.fallen | 1 << self.ball


def advised(
    observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None = None
) -> Advice:
    """What the best player would do, within its time or so many turns in reply."""
    state, chance = rebuilt(observation, options), Chance(*seed)
    moves = list(RULES.moves(state))
    if state.phase is Phase.PLACE:
        return {"move": RULES.format_move(placed(state, moves, 1, chance)), "effects": []}
    player = Player(state, BEST, "", hint_budget(nodes))
    move = player.move(moves, chance) if len(moves) > 1 else moves[0]
    effects = list(_effects(player, move)) if state.phase is Phase.PLAY else []
    return {"move": RULES.format_move(move), "effects": effects}


def _effects(player: Player, move: Move) -> Iterator[Effect]:
    state, seat = player.state, player.seat
    after = RULES.apply(state, move).state
    if after.score[seat] > state.score[seat]:
        yield {"kind": "goal", "now": True}
        return
    if player.plan is not None and player.plan.end is None:
        yield {"kind": "goal", "now": False}
    if after.phase is Phase.SPOT:
        yield {"kind": "out"}
    if after.phase is not Phase.PLAY or move.verb is Verb.END:
        return
    ground = player.ground
    before, then = look(state, seat, ground.turf), look(after, seat, ground.turf)
    if player.plan is None or player.plan.end is not None:
        yield from _prospects(player, before, then)
    yield from _here(ground.turf, move, before, then)


def look(state: State, seat: int, turf: Turf) -> Look:
    """What a seat looks at when a turn ends here."""
    other, ball = 1 - seat, state.ball
    groups = state.up[seat] | state.down[seat], state.up[other], state.down[other]
    if seat == 0:
        return Look(ball, *groups)
    return Look(turf.flip(ball), *(turf.turned[group] for group in groups))


def _prospects(player: Player, before: Look, then: Look) -> Iterator[Effect]:
    """What comes of it: in their next turn, and in our next one."""
    ground, actions, end = player.ground, player.state.house.actions, then
    if player.plan is not None and player.plan.end is not None:
        planned = player.plan.end
        down = player.stand(player.state).down
        end = Look(planned.scene.ball, planned.up | down, planned.scene.foes, planned.scene.fallen)
    if threatened(ground, before, actions):
        if not threatened(ground, then, actions):
            yield {"kind": "stops", "first": False}
        else:
            yield (
                {"kind": "unstopped"}
                if threatened(ground, end, actions)
                else {"kind": "stops", "first": True}
            )
    now = ways(ground, before, actions)
    for later, there in enumerate((then, end)):
        found = ways(ground, there, actions)
        if found > now:
            yield {"kind": "ways", "count": found, "later": bool(later)}
            break
    rows = ground.turf.ahead[then.ball] - ground.turf.ahead[end.ball]
    if rows > 0 and then.ball == before.ball:
        yield {"kind": "leads", "count": rows}


def threatened(ground: Ground, here: Look, actions: int) -> bool:
    """Whether they score in their next turn if nobody hinders them."""
    turf = ground.turf
    foes, ours, fallen = turf.turned[here.foes], turf.turned[here.ours], turf.turned[here.fallen]
    return ground.threats.scores(turf.flip(here.ball), foes, ours, fallen, actions)


def ways(ground: Ground, here: Look, actions: int) -> int:
    """The ways to a goal of ours in our next turn if they did nothing, none where there is no goal.

    A way is an action with which the shortest goal can begin.
    """
    ball, ours, foes = here.ball, here.ours, here.foes | here.fallen
    least = ground.threats.least(ball, ours, foes, actions)
    if least > actions:
        return 0
    return sum(
        new_ball is None or ground.threats.scores(new_ball, up, others, 0, least - 1)
        for new_ball, up, others in _actions(ground.turf, ball, ours, foes)
        if least > 1 or new_ball is None
    )


def _actions(turf: Turf, ball: int, ours: int, foes: int) -> Iterator[tuple[int | None, int, int]]:
    """After each action of ours: the ball, `None` in their goal, our sockers, and theirs."""
    taken = ours | foes | 1 << ball
    for bit, beyond in turf.blows[ball]:
        if not ours & bit or taken >> beyond & 1:
            continue
        if turf.goal >> beyond & 1:
            yield None, ours, foes
        elif not turf.own >> beyond & 1:
            out = turf.restricted >> beyond & 1
            rest = turf.pitch.centres[turf.pitch.home_row(beyond) - 1] if out else beyond
            if not taken >> rest & 1 or rest == ball:
                yield rest, ours, foes
    for bit, space in turf.pairs[ours]:
        for other, _ in turf.pairs[turf.around[space] & ~taken]:
            yield ball, ours ^ bit | other, foes
    for foe_bit, foe in turf.pairs[foes]:
        for bit, beyond in turf.blows[foe]:
            if ours & bit and not taken >> beyond & 1:
                yield ball, ours, foes ^ foe_bit | 1 << beyond


def _here(turf: Turf, move: Move, before: Look, then: Look) -> Iterator[Effect]:
    """What it does where it happens."""
    rows = turf.ahead[before.ball] - turf.ahead[then.ball]
    if rows > 0:
        yield {"kind": "forward", "count": rows}
    if before.foes & turf.around[before.ball] and not then.foes & turf.around[then.ball]:
        yield {"kind": "free"}
    if move.verb is Verb.SOCK:
        yield {"kind": "sock"}
    if move.verb is Verb.MOVE:
        came, left = then.ours & ~before.ours, before.ours & ~then.ours
        if _kicks_up(turf, then, came) > _kicks_up(turf, before, left):
            yield {"kind": "behind"}
    if _kicks_down(turf, then) < _kicks_down(turf, before):
        yield {"kind": "blocks"}
    if move.verb is Verb.MOVE:
        yield from _steps(turf, before.ball, left.bit_length() - 1, came.bit_length() - 1)


def _steps(turf: Turf, ball: int, start: int, goal: int) -> Iterator[Effect]:
    """What a step of ours is good for by itself."""
    pitch = turf.pitch
    if turf.restricted >> start & 1 and not turf.restricted >> goal & 1:
        yield {"kind": "back"}
    if turf.ahead[start] <= turf.ahead[ball] < turf.ahead[goal]:
        yield {"kind": "goalside"}
    if pitch.distance(goal, ball) < pitch.distance(start, ball):
        yield {"kind": "nearer"}


def _kicks_up(turf: Turf, here: Look, who: int) -> int:
    """How many kicks these have that bring the ball a row up."""
    return sum(bool(who & bit) and not here.taken >> beyond & 1 for bit, beyond in turf.forward[here.ball])


def _kicks_down(turf: Turf, here: Look) -> int:
    """How many kicks they have that bring the ball a row down."""
    turned = turf.turned
    theirs = Look(turf.flip(here.ball), turned[here.foes], turned[here.ours], turned[here.fallen])
    return _kicks_up(turf, theirs, theirs.ours)
