"""Flights: wherever a sock is thrown, it rests in the cell that the rules gave it, within its time."""

import math
import random

from game.ui.core.physics import PUFF, ROLL, TUMBLE, BodyPose, Flight, puff, roll, tumble


def thrown(number: int) -> tuple[Flight, tuple[float, float], tuple[float, float]]:
    rng = random.Random(number)
    dx, dy = rng.choice([(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy])
    start = (rng.randrange(11) + 0.5, rng.randrange(9) + 0.5)
    end = (start[0] + dx, start[1] + dy)
    around = [(start[0] + x, start[1] + y) for x in range(-2, 3) for y in range(-2, 3) if rng.random() < 0.5]
    return tumble(start, end, around, number), start, end


def away(pose: BodyPose, point: tuple[float, float]) -> float:
    return math.hypot(pose.x - point[0], pose.y - point[1])


def test_500_random_socks_settle_in_their_cells_within_their_time() -> None:
    for number in range(500):
        flight, start, end = thrown(number)
        assert away(flight.poses[0], start) == 0
        assert flight.duration <= TUMBLE
        last = flight.poses[-1]
        assert (last.x, last.y) == end
        assert abs(math.remainder(last.angle, math.tau)) < 1e-9
        assert away(flight.at(flight.duration * 0.85), end) < 0.1, "it comes to rest, it is not put there"
        assert max(away(pose, end) for pose in flight.poses) < 2


def test_a_flight_can_be_shown_from_any_moment() -> None:
    flight, start, end = thrown(3)
    assert away(flight.at(-50), start) == 0
    assert away(flight.at(flight.duration * 3), end) == 0
    for moment in range(0, int(flight.duration), 7):
        before, after = flight.at(moment), flight.at(moment + 1)
        assert away(before, (after.x, after.y)) < 0.2


def test_the_same_sock_flies_the_same_way_and_others_do_not() -> None:
    assert thrown(5)[0] == thrown(5)[0]
    one, two = (tumble((1.5, 1.5), (2.5, 1.5), (), seed) for seed in (1, 2))
    assert one != two


def test_it_bumps_into_those_who_stand_by() -> None:
    free = tumble((1.5, 1.5), (2.5, 1.5), (), 1)
    crowded = tumble((1.5, 1.5), (2.5, 1.5), [(3.1, 1.5)], 1)
    assert free.poses != crowded.poses
    assert max(pose.x for pose in crowded.poses) < max(pose.x for pose in free.poses)


def test_a_ball_rolls_to_its_cell_and_turns() -> None:
    for number in range(100):
        flight = roll((4.5, 4.5), (5.5, 3.5), number)
        assert flight.duration <= ROLL
        assert away(flight.poses[-1], (5.5, 3.5)) == 0
        assert abs(flight.poses[-1].angle) > math.pi


def test_lint_flies_and_slows_down() -> None:
    bits = puff((2.0, 2.0), (3.0, 2.0), 9, 4)
    assert len(bits) == 9
    for bit in bits:
        assert bit.duration <= PUFF
        gone = [away(pose, (2.0, 2.0)) for pose in bit.poses]
        assert gone[-1] > gone[0]
        assert gone[10] - gone[0] > gone[-1] - gone[-11]
