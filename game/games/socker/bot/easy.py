"""The easy player: children, one of whom chases the ball and kicks it forward, while the others run ahead.

Nobody stays at home. Were all to run after the ball, they would stand in its way for a hundred turns. It sees
no further than its next action: the kick that scores (`Player.shot`), never what threatens. Now and then it
forgets the ball, and somebody just runs ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.chance import Chance
from game.games.socker.bot.tiring import tired
from game.games.socker.rules.moves import Move, Verb
from game.games.socker.rules.pitch import Pitch, spaces_in
from game.games.socker.rules.rules import State

FORGETS = 0.03
"""How often it forgets the ball for an action, so that a beginner wins two matches of three."""
SOCKS = 0.85
"""How often it socks whom it can, where its chaser gets no nearer."""
FIGHTS = 0.3
"""How often a brawler socks whom it can."""
CLOSE = 3
"""Nobody runs further than to this row from the other end."""


def childish(state: State, moves: Sequence[Move], manner: str, chance: Chance) -> Move:
    """A move that a child might make.

    The hindmost of a keeper does not run ahead, and of a striker's mostly the foremost; a brawler socks
    rather than that it runs.
    """
    pitch, seat = state.house.pitch, state.turn
    by_verb: dict[Verb, list[Move]] = {verb: [] for verb in Verb}
    for move in moves:
        by_verb[move.verb].append(move)
    ahead = _liked(
        state, [move for move in by_verb[Verb.MOVE] if _runs_ahead(pitch, seat, move)], manner, chance
    )
    if ahead and chance.happens(FORGETS):
        return chance.pick(ahead)
    forward = [move for move in by_verb[Verb.KICK] if kicked_rows(pitch, seat, move) > 0]
    if forward:
        return chance.pick(forward)
    if manner == "brawler" and by_verb[Verb.SOCK] and chance.happens(FIGHTS):
        return chance.pick(by_verb[Verb.SOCK])
    if by_verb[Verb.MOVE]:
        chaser, nearer = chase(state, by_verb[Verb.MOVE])
        gives_up = tired(state, "easy", seat) and chance.happens(0.5)
        if nearer and not gives_up:
            return nearer[0]
        if by_verb[Verb.SOCK] and chance.happens(SOCKS):
            return chance.pick(by_verb[Verb.SOCK])
        if not gives_up:
            ahead = [move for move in ahead if pitch.numbers[move.actor] != chaser]
        if ahead:
            return chance.pick(ahead)
        if by_verb[Verb.END]:
            return by_verb[Verb.END][0]
    careful = [move for move in moves if move.verb is not Verb.KICK or kicked_rows(pitch, seat, move) >= 0]
    return chance.pick(careful or moves)


def _liked(state: State, ahead: list[Move], manner: str, chance: Chance) -> list[Move]:
    """Of the steps ahead those that a manner takes."""
    pitch, seat = state.house.pitch, state.turn
    rows = {name: progress(pitch, seat, pitch.numbers[name]) for name in {move.actor for move in ahead}}
    if manner == "keeper":
        hindmost = min(progress(pitch, seat, space) for space in spaces_in(state.up[seat]))
        return [move for move in ahead if rows[move.actor] > hindmost]
    if manner == "striker" and chance.happens(0.5):
        return [move for move in ahead if rows[move.actor] == max(rows.values())]
    return ahead


def kicked_rows(pitch: Pitch, seat: int, move: Move) -> int:
    """How many rows a kick brings the ball on."""
    actor, ball = pitch.numbers[move.actor], pitch.numbers[move.target]
    return progress(pitch, seat, ball) - progress(pitch, seat, actor)


def chase(state: State, moves: Sequence[Move]) -> tuple[int, list[Move]]:
    """Who is nearest to the space behind the ball, and its steps towards it, the best first."""
    pitch, seat = state.house.pitch, state.turn
    behind = state.ball - (pitch.columns if seat == 0 else -pitch.columns)
    chaser = min(spaces_in(state.up[seat]), key=lambda space: pitch.distance(space, behind))

    def away(move: Move) -> int:
        return pitch.distance(pitch.numbers[move.target], behind)

    nearer = [
        move
        for move in moves
        if pitch.numbers[move.actor] == chaser and away(move) < pitch.distance(chaser, behind)
    ]
    return chaser, sorted(nearer, key=away)


def _runs_ahead(pitch: Pitch, seat: int, move: Move) -> bool:
    before, after = (progress(pitch, seat, pitch.numbers[space]) for space in (move.actor, move.target))
    return before < after <= pitch.rows - CLOSE


def progress(pitch: Pitch, seat: int, space: int) -> int:
    """How many rows a space is from the seat's own end, from 0."""
    row = space // pitch.columns
    return row if seat == 0 else pitch.rows - 1 - row
