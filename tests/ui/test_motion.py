"""Timelines of effects, and flights that end as the rules say and in time."""

from __future__ import annotations

import math
import random
from types import SimpleNamespace

import pygame
import pytest

from game.store.settings import Speed
from game.ui.core.animation_timeline import (
    TOP_PASS,
    DrawPass,
    FadeThroughPeak,
    FadeThroughSteps,
    Hit,
    ReducedMotion,
    Timeline,
    TimelinePlayer,
    parallel,
    sequence,
    wait,
)
from game.ui.core.paint import Painter
from game.ui.core.physics import (
    MAX_PUFF_MS,
    MAX_ROLL_MS,
    MAX_TUMBLE_MS,
    BodyPose,
    BodyTrajectory,
    puff,
    roll,
    tumble,
)

# Timelines: lengths, sounds played once and in time, and fading with reduced motion.


LINE: DrawPass[list[tuple[str, float]]] = DrawPass()


def seen(name: str, ms: float, rest: ReducedMotion = ReducedMotion.CROSSES) -> Timeline:
    """Span that records its progress."""
    return LINE.span(ms, lambda line, share: line.append((name, share)), rest)


class Stage:
    """Fake stage with the parts that a player needs."""

    def __init__(self, *, still: bool = False) -> None:
        self.reduced_motion = self.idle_motion_off = still
        self.settings = SimpleNamespace(animation_speed=Speed.BRISK)
        self.now = 0.0
        self.heard: list[tuple[str, float | None]] = []
        self.felt: list[str] = []
        self.devices = SimpleNamespace(pads=self)

    def play_sound(self, name: str, x: float | None, tone: int | None = None) -> None:
        self.heard.append((name, x))

    def feel(self, device: str, rumble: tuple[float, float, int]) -> None:
        self.felt.append(device)


class Run:
    """Player and its progress."""

    def __init__(self, timeline: Timeline, *, still: bool = False) -> None:
        self.share: float | None = 0.0
        self.app = Stage(still=still)
        self.player = TimelinePlayer(self.app, lambda: self.share)  # type: ignore[arg-type]
        self.player.begin(timeline.sounds_from(7.0))

    def at(self, share: float) -> list[tuple[str, float]]:
        """Spans visible at a progress from 0 to 1."""
        self.share = share
        self.player.run()
        line: list[tuple[str, float]] = []
        for paint, gone, _opacity in self.player.now(LINE):
            paint(line, gone)
        return line

    @property
    def heard(self) -> list[str]:
        return [name for name, _x in self.app.heard]


def test_length_of_a_timeline_is_that_of_its_parts() -> None:
    assert sequence(wait(30), parallel(wait(10), seen("a", 50)), wait(20)).length == 100
    assert parallel(wait(10), wait(40)).length == 40


def test_sequences_and_parallel_parts_are_shown_in_time() -> None:
    run = Run(sequence(seen("a", 50), parallel(seen("b", 50), seen("c", 100)), wait(50)))
    assert run.at(0.0) == [("a", 0.0)]
    assert run.at(0.125) == [("a", 0.5)]
    assert run.at(0.25) == [("b", 0.0), ("c", 0.0)]
    assert run.at(0.5) == [("c", 0.5)]
    assert run.at(0.75) == []


def test_last_part_is_shown_to_its_end() -> None:
    assert Run(sequence(seen("a", 30), seen("b", 60))).at(1.0) == [("b", 1.0)]


def test_sounds_play_once_at_their_moment_and_place() -> None:
    later = sequence(wait(72).sound("train"), wait(28).sound("home"))
    run = Run(later.sound("end", 100))
    assert run.app.heard == [("train", 7.0)]
    run.at(0.5)
    assert run.heard == ["train"]
    for share in (0.72, 0.8, 0.9):
        run.at(share)
    assert run.heard == ["train", "home"]
    run.player.end()
    run.player.end()
    assert run.heard == ["train", "home", "end"]


def test_parts_keep_the_places_of_their_sounds() -> None:
    left, right = wait(10).sound("kick").sounds_from(3.0), wait(10).sound("place").sounds_from(None)
    run = Run(wait(0))
    run.player.begin(parallel(left, right))
    assert run.app.heard == [("kick", 3.0), ("place", None)]


def test_timeline_shows_the_end_of_the_match_if_a_part_does() -> None:
    assert sequence(wait(10), Timeline(20, shows_end=True)).shows_end
    assert not sequence(wait(10), wait(20)).shows_end


def test_ended_timeline_skips_pending_sounds() -> None:
    run = Run(wait(100).sound("kick").sound("middle", 50).sound("end", 100))
    run.at(1.0)
    run.player.end()
    assert run.heard == ["kick", "end"]


def test_stepwise_parts_fade_over_the_previous_one() -> None:
    """Black, red, green, blue and black again with reduced motion."""
    colours = {0.1: "#FF0000", 0.5: "#00FF00", 0.9: "#0000FF"}

    def fill(painter: Painter, share: float) -> None:
        painter.surface.fill(colours[share])

    run = Run(TOP_PASS.span(900, fill, FadeThroughSteps(tuple(colours))), still=True)
    surface = pygame.Surface((4, 4))
    painter = SimpleNamespace(surface=surface)

    def seen_at(ms: float) -> tuple[int, ...]:
        surface.fill("#000000")
        run.share = ms / 900
        run.player.paint(painter)  # type: ignore[arg-type]
        return tuple(surface.get_at((1, 1)))[:3]

    assert [seen_at(ms) for ms in (150, 450, 750)] == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
    for ms, parts in ((45, (0,)), (345, (0, 1)), (645, (1, 2)), (855, (2,))):
        colour = seen_at(ms)
        assert all((0 < part < 255) == (number in parts) for number, part in enumerate(colour)), f"{ms} ms"


def test_cue_may_call_any_function() -> None:
    done: list[str] = []
    run = Run(wait(100).at(40, lambda: done.append("card")))
    run.at(0.39)
    assert not done
    run.at(0.6)
    assert done == ["card"]


def test_track_runs_while_a_part_of_it_is_visible() -> None:
    run = Run(sequence(wait(50), seen("a", 50)))
    assert not run.player.runs(LINE)
    run.share = 0.5
    assert run.player.runs(LINE)
    assert not run.player.runs(TOP_PASS)


def test_minor_elements_are_aside_during_a_clearing_part() -> None:
    """Minor elements slide off and return within that part, within a fifth of it at most."""
    run = Run(sequence(wait(1000), seen("a", 1000).declutter(), wait(1000)))
    found = []
    for ms in (500, 1000, 1050, 1180, 1500, 1820, 1950, 2000, 2500):
        run.share = ms / 3000
        found.append(run.player.clutter_opacity())
    assert found[:2] == [0, 0]
    assert 0 < found[2] < 1
    assert found[3:6] == [1, 1, 1]
    assert 0 < found[6] < 1
    assert found[7:] == [0, 0]
    short = Run(seen("a", 100).declutter())
    short.share = 0.2
    assert short.player.clutter_opacity() == 1


def test_jolt_decreases() -> None:
    run = Run(sequence(wait(200), parallel(seen("a", 800), wait(500).shake(100, 400))))
    found = []
    for ms in (250, 300, 400, 600, 699, 700):
        run.share = ms / 1000
        found.append(run.player.shake_amount())
    assert found == pytest.approx([0, 1, 0.75, 0.25, 0.0025, 0])


def test_reduced_motion_fades_instead_of_shaking() -> None:
    run, found = Run(seen("a", 1000).declutter().shake(0, 1000), still=True), []
    for share in (0, 0.075, 0.5, 0.925):
        run.share = share
        found.append((run.player.clutter_opacity(), run.player.shake_amount()))
        assert run.player.clutter_opacity() == pytest.approx(FadeThroughPeak(0.5).at(share)[1])
    assert found == [(0, 0), (pytest.approx(0.5), 0), (1, 0), (pytest.approx(0.5), 0)]
    run.share = None
    assert run.player.clutter_opacity() == run.player.shake_amount() == 0


def test_idle_player_shows_no_spans() -> None:
    run = Run(seen("a", 100))
    run.share = None
    run.player.run()
    assert list(run.player.now(LINE)) == []


@pytest.mark.parametrize(
    ("rest", "at", "painted", "opacity"),
    [
        (ReducedMotion.CROSSES, 0.25, 0.0, 0.5),
        (ReducedMotion.CROSSES, 0.75, 1.0, 0.5),
        (ReducedMotion.COMES, 0.25, 1.0, 0.25),
        (ReducedMotion.STANDS, 0.25, 1.0, 1.0),
        (ReducedMotion.STEADY, 0.25, 0.25, 1.0),
    ],
)
def test_motion_becomes_a_fade_with_reduced_motion(
    rest: ReducedMotion, at: float, painted: float, opacity: float
) -> None:
    run = Run(seen("a", 100, rest), still=True)
    assert run.at(at) == [("a", painted)]
    assert [one[2] for one in run.player.now(LINE)] == [opacity]


def test_decorative_motion_is_dropped_but_keeps_its_sounds() -> None:
    run = Run(
        parallel(wait(100), seen("a", 60, ReducedMotion.LEFT_OUT)).sound("pop").sound("zip", 30), still=True
    )
    assert run.at(0.5) == []
    assert run.heard == ["pop", "zip"]


# Contacts: sound, camera and controller at one moment, and what follows them.


BLOW = Hit("kick", stops=40, nudge=(3, 0), felt=100, rumble=(0.5, 0.5, 60))


def test_animation_stands_still_for_a_hit_and_then_continues() -> None:
    whole = seen("a", 100).hit(50, BLOW)
    assert whole.length == 140
    run = Run(whole)
    shown = [run.at(ms / 140)[0][1] for ms in (25, 50, 70, 89, 115)]
    assert shown == pytest.approx([0.25, 0.5, 0.5, 0.5, 0.75])


def test_hits_of_parts_stop_the_whole() -> None:
    whole = sequence(wait(20), parallel(seen("a", 100), wait(60).hit(30, BLOW)))
    assert (whole.story, whole.length) == (120, 160)
    assert Run(whole).at(75 / 160)[0][1] == pytest.approx(0.3)


def test_sound_camera_and_controller_answer_at_the_contact() -> None:
    run = Run(wait(100).hit(50, BLOW))
    run.player.device_of = lambda seat: f"pad:{seat}"
    run.player.begin(wait(100).hit(50, BLOW), seat=2)
    run.app.now = 49.0
    run.at(49 / 140)
    assert (run.heard, run.app.felt, run.player.nudge()) == ([], [], (0, 0))
    run.app.now = 50.0
    run.at(50 / 140)
    assert (run.heard, run.app.felt, run.player.nudge()) == (["kick"], ["pad:2"], (3, 0))
    run.app.now = 151.0
    assert (run.player.trails(), run.player.nudge()) == (True, (0, 0)), "one more picture without it"
    assert not run.player.trails()


def test_sound_with_a_late_attack_starts_before_the_contact() -> None:
    run = Run(wait(200).hit(150, Hit("step")))
    run.at(80 / 200)
    assert run.heard == []
    run.at(81 / 200)
    assert run.heard == ["step"]


def test_one_contact_sounds_even_if_it_is_skipped() -> None:
    run = Run(wait(100).hit(30, Hit("kick")).hit(60, Hit("place")))
    run.player.end()
    assert run.heard == ["kick"]
    run = Run(wait(100).hit(30, Hit("kick")).hit(60, Hit("place")))
    run.at(0.4)
    run.player.end()
    assert run.heard == ["kick"]


def test_many_pushes_move_the_camera_by_six_units_at_most() -> None:
    run = Run(wait(0))
    for _blow in range(5):
        run.player.strike(BLOW)
    assert math.hypot(*run.player.nudge()) == pytest.approx(6)


def test_tail_plays_on_by_its_own_clock_until_it_is_cut() -> None:
    run = Run(wait(100).then(seen("dust", 50)))
    assert run.at(0.5) == []
    run.player.end()
    run.player.begin(seen("next", 10))
    run.app.now = 25.0
    assert run.player.trails()
    assert run.at(0.0) == [("next", 0.0), ("dust", 0.5)]
    run.app.now = 51.0
    assert run.player.trails(), "one more picture without it"
    assert not run.player.trails()
    run.player.begin(wait(100).then(seen("dust", 50)))
    run.player.end()
    run.player.cut()
    assert run.at(0.0) == []


def test_reduced_motion_has_neither_tails_nor_pushes_nor_stops() -> None:
    whole = wait(100).hit(50, BLOW).then(seen("dust", 50))
    run = Run(whole, still=True)
    run.at(0.9)
    run.player.end()
    assert (run.heard, run.player.trails(), run.player.nudge()) == (["kick"], False, (0, 0))
    assert whole.without_stops().length == 100


# Flights: a thrown sock comes to rest in the cell given by the rules, in time.


def thrown(number: int) -> tuple[BodyTrajectory, tuple[float, float], tuple[float, float]]:
    rng = random.Random(number)
    dx, dy = rng.choice([(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy])
    start = (rng.randrange(11) + 0.5, rng.randrange(9) + 0.5)
    end = (start[0] + dx, start[1] + dy)
    around = [(start[0] + x, start[1] + y) for x in range(-2, 3) for y in range(-2, 3) if rng.random() < 0.5]
    return tumble(start, end, around, number), start, end


def away(pose: BodyPose, point: tuple[float, float]) -> float:
    return math.hypot(pose.x - point[0], pose.y - point[1])


def test_500_random_socks_settle_in_their_cells_in_time() -> None:
    for number in range(500):
        flight, start, end = thrown(number)
        assert away(flight.poses[0], start) == 0
        assert flight.duration <= MAX_TUMBLE_MS
        last = flight.poses[-1]
        assert (last.x, last.y) == end
        assert abs(math.remainder(last.angle, math.tau)) < 1e-9
        assert away(flight.at(flight.duration * 0.85), end) < 0.1, "it comes to rest, it is not put there"
        assert max(away(pose, end) for pose in flight.poses) < 2


def test_flight_can_be_shown_from_any_moment() -> None:
    flight, start, end = thrown(3)
    assert away(flight.at(-50), start) == 0
    assert away(flight.at(flight.duration * 3), end) == 0
    for moment in range(0, int(flight.duration), 7):
        before, after = flight.at(moment), flight.at(moment + 1)
        assert away(before, (after.x, after.y)) < 0.2


def test_flight_depends_only_on_its_seed() -> None:
    assert thrown(5)[0] == thrown(5)[0]
    one, two = (tumble((1.5, 1.5), (2.5, 1.5), (), seed) for seed in (1, 2))
    assert one != two


def test_flying_sock_bumps_into_bystanders() -> None:
    free = tumble((1.5, 1.5), (2.5, 1.5), (), 1)
    crowded = tumble((1.5, 1.5), (2.5, 1.5), [(3.1, 1.5)], 1)
    assert free.poses != crowded.poses
    assert max(pose.x for pose in crowded.poses) < max(pose.x for pose in free.poses)


def test_ball_rolls_to_its_cell_and_turns() -> None:
    for number in range(100):
        flight = roll((4.5, 4.5), (5.5, 3.5), number)
        assert flight.duration <= MAX_ROLL_MS
        assert away(flight.poses[-1], (5.5, 3.5)) == 0
        assert abs(flight.poses[-1].angle) > math.pi


def test_lint_flies_and_slows_down() -> None:
    bits = puff((2.0, 2.0), (3.0, 2.0), 9, 4)
    assert len(bits) == 9
    for bit in bits:
        assert bit.duration <= MAX_PUFF_MS
        gone = [away(pose, (2.0, 2.0)) for pose in bit.poses]
        assert gone[-1] > gone[0]
        assert gone[10] - gone[0] > gone[-1] - gone[-11]
