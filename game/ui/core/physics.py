"""Motion of thrown socks, rolling balls and flying lint: simulated once with pymunk, then played back.

Start and end of a flight come from the rules. The whole flight is computed before it is shown, so it can be
played at any speed, from any moment, or skipped. It never affects the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import pymunk

from game.core.rng import SeededRng

Point = tuple[float, float]

STEP_MS = 1000 / 120  # ms of one simulation step, and between two poses of a flight
MAX_TUMBLE_MS, MAX_ROLL_MS, MAX_PUFF_MS = (
    640.0,
    420.0,
    700.0,
)  # maximum duration in ms of each kind of flight, at the usual pace
# a body has settled within this distance (cells) of the goal and this angle (radians) of upright
_POSITION_TOLERANCE, _ANGLE_TOLERANCE = 0.02, 0.03


@dataclass(frozen=True, slots=True)
class BodyPose:
    """Position in cells (or any length) and angle in radians."""

    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class SpringForce:
    """Pull towards the goal and damping of the speed, for a mass of 1."""

    back: float
    brake: float


@dataclass(frozen=True, slots=True)
class BodyTrajectory:
    """Poses at every step of `STEP_MS` ms, the last one exactly at the goal."""

    poses: tuple[BodyPose, ...]

    @property
    def duration(self) -> float:
        """Duration in ms."""
        return (len(self.poses) - 1) * STEP_MS

    def at(self, elapsed: float) -> BodyPose:
        """Pose after ``elapsed`` ms, interpolated between two steps; outside, the first or last one."""
        place = min(max(elapsed, 0.0) / STEP_MS, len(self.poses) - 1.0)
        before = int(place)
        progress = place - before
        if progress == 0:
            return self.poses[before]
        start, end = self.poses[before], self.poses[before + 1]
        return BodyPose(
            start.x + (end.x - start.x) * progress,
            start.y + (end.y - start.y) * progress,
            start.angle + (end.angle - start.angle) * progress,
        )


def tumble(start: Point, end: Point, others: Iterable[Point] = (), seed: int = 0) -> BodyTrajectory:
    """Trajectory in cells of a captured sock: past ``end`` with a full turn, off ``others``, and back.

    Args:
        start: centre of the cell it was on, in cells.
        end: centre of the cell where the rules put it.
        others: centres of the cells of nearby pieces, which it bounces off.
        seed: fixes the small differences between socks.
    """
    rng = SeededRng("tumble", seed)
    space = pymunk.Space()
    space.damping = 0.55
    sock = _round_body(space, start, 0.3, 1.0)
    dx, dy = end[0] - start[0], end[1] - start[1]
    wild = 0.7 + 0.6 * rng.below(1000) / 1000
    aside = (rng.below(1000) / 1000 - 0.5) * 3.0
    sock.velocity = (9.5 * wild * dx - aside * dy, 9.5 * wild * dy + aside * dx)
    turn = math.tau if dx >= 0 else -math.tau
    for obstacle in others:
        if obstacle not in (start, end):
            bump = pymunk.Circle(space.static_body, 0.2, (obstacle[0], obstacle[1]))
            bump.elasticity, bump.friction = 0.7, 0.1
            space.add(bump)
    space.add(pymunk.DampedRotarySpring(space.static_body, sock, -turn, 7.0, 0.72))
    return _simulate_flight(space, sock, BodyPose(*end, turn), SpringForce(150, 15), MAX_TUMBLE_MS)


def roll(start: Point, end: Point, seed: int = 0) -> BodyTrajectory:
    """Trajectory in cells of a kicked ball: shoots off, slows down and stops at ``end``."""
    rng = SeededRng("roll", seed)
    space = pymunk.Space()
    space.damping = 0.4
    ball = _round_body(space, start, 0.22, 0.5)
    dx, dy = end[0] - start[0], end[1] - start[1]
    curl = (rng.below(1000) / 1000 - 0.5) * 2.0
    ball.velocity = (6.0 * dx - curl * dy, 6.0 * dy + curl * dx)
    flight = _simulate_flight(space, ball, BodyPose(*end), SpringForce(190, 22), MAX_ROLL_MS)
    # Seen from above no ground turns it, so its angle follows from the distance.
    angle, poses = 0.0, [flight.poses[0]]
    for before, after in zip(flight.poses, flight.poses[1:], strict=False):
        angle += math.hypot(after.x - before.x, after.y - before.y) / 0.22 * (1 if dx >= 0 else -1)
        poses.append(BodyPose(after.x, after.y, angle))
    return BodyTrajectory(tuple(poses))


def puff(at: Point, towards: Point, count: int, seed: int = 0) -> tuple[BodyTrajectory, ...]:
    """Trajectories in cells of ``count`` bits of lint from ``at``, mostly ``towards`` a point."""
    rng = SeededRng("puff", seed)
    space = pymunk.Space()
    space.damping = 0.04  # share of the speed left after a second, because lint is light
    heading = math.atan2(towards[1] - at[1], towards[0] - at[0])
    bits = []
    for number in range(count):
        angle = heading + (number / count - 0.5) * math.tau * 0.8 + rng.below(100) / 200
        bit = _round_body(space, (at[0] + 0.05 * math.cos(angle), at[1] + 0.05 * math.sin(angle)), 0.06, 0.02)
        speed = 2.0 + rng.below(100) / 40
        bit.velocity = (speed * math.cos(angle), speed * math.sin(angle))
        bit.angular_velocity = rng.below(100) / 5 - 10
        bits.append(bit)
    tracks: list[list[BodyPose]] = [[] for _ in bits]
    for _ in range(int(MAX_PUFF_MS / STEP_MS)):
        for bit, track in zip(bits, tracks, strict=True):
            track.append(_pose(bit))
        space.step(STEP_MS / 1000)
    return tuple(BodyTrajectory(tuple(track)) for track in tracks)


def _round_body(space: pymunk.Space, at: Point, radius: float, mass: float) -> pymunk.Body:
    """Add a round body at a point to the space and return it."""
    body = pymunk.Body(mass, pymunk.moment_for_circle(mass, 0, radius))
    body.position = at
    shape = pymunk.Circle(body, radius)
    shape.elasticity, shape.friction = 0.6, 0.5
    space.add(body, shape)
    return body


def _pose(body: pymunk.Body) -> BodyPose:
    """Current pose of a body."""
    return BodyPose(body.position.x, body.position.y, body.angle)


def _simulate_flight(
    space: pymunk.Space, body: pymunk.Body, goal: BodyPose, pull: SpringForce, longest: float
) -> BodyTrajectory:
    """Trajectory of a body pulled to its goal, until it rests there, or for ``longest`` ms.

    Its last quarter is eased, so that it always ends exactly at the goal.
    """
    poses = [_pose(body)]
    steps = int(longest / STEP_MS)
    still_steps = 0
    for _ in range(steps):
        if len(poses) == steps // 2:
            space.remove(*space.static_body.shapes)  # nothing may keep it from its goal for ever
        (x, y), (vx, vy) = body.position, body.velocity
        body.force = (
            body.mass * (pull.back * (goal.x - x) - pull.brake * vx),
            body.mass * (pull.back * (goal.y - y) - pull.brake * vy),
        )
        space.step(STEP_MS / 1000)
        poses.append(_pose(body))
        near = math.hypot(poses[-1].x - goal.x, poses[-1].y - goal.y) < _POSITION_TOLERANCE
        still_steps = still_steps + 1 if near and abs(poses[-1].angle - goal.angle) < _ANGLE_TOLERANCE else 0
        # Several steps in a row, because a sock that swings through its goal is also near it for a step.
        if still_steps >= 4:
            break
    return BodyTrajectory(_ease_to_goal(poses, goal))


def _ease_to_goal(poses: list[BodyPose], goal: BodyPose) -> tuple[BodyPose, ...]:
    """The poses with the last quarter eased onto the goal, the last one exactly there."""
    first = len(poses) * 3 // 4
    last = len(poses) - 1
    eased = list(poses)
    for number in range(first, len(poses)):
        weight = ((number - first) / (last - first)) ** 2 if last > first else 1.0
        pose = poses[number]
        eased[number] = BodyPose(
            pose.x + (goal.x - pose.x) * weight,
            pose.y + (goal.y - pose.y) * weight,
            pose.angle + (goal.angle - pose.angle) * weight,
        )
    eased[-1] = goal
    return tuple(eased)
