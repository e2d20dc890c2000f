"""Robot that plays Socker in the window."""

from game.games.socker.screen.board import PitchPicture, SockerBoxes
from game.games.socker.screen.controls import RefusedSpace
from game.games.socker.screen.view import SockerView
from tests.robot.game import GameRobot, SwitchHands, by_device, some
from tests.scenes.harness import GamepadRobot, KeyboardRobot, MouseRobot
from tests.scenes.layout_checks import socker_panel


class SockerSwitch(SwitchHands):
    def play(self, move: str) -> None:
        verb, *cells = move.split()
        if verb == "end":
            self.end_turn()
            return
        chosen = self.window.top.view.controller.chosen
        if len(cells) == 2 and chosen != cells[0]:
            if chosen:
                self.back()
            self.take(cells[0])
        self.take(cells[-1])


class SockerRobot(GameRobot[SockerView]):
    slug = "socker"
    devices = by_device(KeyboardRobot, GamepadRobot, MouseRobot, SockerSwitch)

    @property
    def boxes(self) -> SockerBoxes:
        """Places of carpet, panels and score."""
        return self.view.pitch.boxes

    @property
    def picture(self) -> PitchPicture:
        """Puppets, ball and score on the carpet."""
        return self.view.pitch.picture

    @property
    def chosen(self) -> str | None:
        """Space of the puppet that is picked up."""
        return self.view.controller.chosen

    @property
    def refused(self) -> RefusedSpace:
        """Space that was refused, with the reason in short. Fails if there is none."""
        return some(self.view.controller.wrong)

    @property
    def score(self) -> list[int]:
        return self.picture.score

    def middle(self, cell: str) -> tuple[float, float]:
        """Middle of a space."""
        return self.boxes.ground.middle(cell)

    def click(self, *cells: str, hasty: bool = False) -> None:
        """Click spaces, one after the other."""
        for cell in cells:
            self.window.click(*self.middle(cell), hasty=hasty)

    def panel(self, seat: int) -> list[str]:
        """Texts on the panel of a seat."""
        return socker_panel(self.scene, seat)
