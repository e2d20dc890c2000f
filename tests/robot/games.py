"""The robots of all games."""

from typing import Any

from tests.robot.city import CityRobot
from tests.robot.game import GameRobot
from tests.robot.rummy import RocketRobot, SockiRobot
from tests.robot.sociable import SociableRobot
from tests.robot.socker import SockerRobot

ROBOTS: dict[str, type[GameRobot[Any]]] = {
    robot.slug: robot for robot in (SockerRobot, CityRobot, RocketRobot, SociableRobot, SockiRobot)
}
"""Robot by game slug."""
